/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>
#include <zlib.h>

#include "runs/problem/dataset.h"
#include "runs/problem/idx.h"

/* Files are made here, byte by byte, in a folder of their own. */
static char folder[] = "/tmp/sp-idx-XXXXXX";
static struct sp_error err;

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_plain(const char *name, const uint8_t *bytes, size_t n)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void write_gz(const char *name, const uint8_t *bytes, size_t n)
{
    gzFile file = gzopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, bytes, (unsigned)n), n);
    assert_int_equal(gzclose(file), Z_OK);
}

/* Three labels. */
static const uint8_t labels[] = {0, 0, 8, 1, 0, 0, 0, 3, 7, 1, 3};
/* Three images of 1 x 2 pixels. */
static const uint8_t images[] = {0, 0, 8, 3, 0, 0, 0,   3,  0,   0, 0,
                                 1, 0, 0, 0, 2, 0, 255, 51, 102, 9, 10};

static void reads_plain_and_gzip(void **state)
{
    struct sp_idx idx;
    (void)state;
    write_plain("plain", labels, sizeof labels);
    write_gz("packed", images, sizeof images);
    assert_int_equal(sp_idx_read(&idx, path_of("plain"), SP_IDX_LABELS, &err), SP_OK);
    assert_int_equal(idx.dimensions, 1);
    assert_int_equal(idx.bytes, 3);
    assert_memory_equal(idx.data, labels + 8, 3);
    sp_idx_clear(&idx);
    assert_int_equal(sp_idx_read(&idx, path_of("packed"), SP_IDX_IMAGES, &err), SP_OK);
    assert_int_equal(idx.dimensions, 3);
    assert_int_equal(idx.size[0], 3);
    assert_int_equal(idx.size[2], 2);
    assert_memory_equal(idx.data, images + 16, 6);
    sp_idx_clear(&idx);
}

/* Reading must fail with SP_INPUT, naming the file and what is asked. */
static void refuses(const char *name, uint32_t magic, const char *text)
{
    struct sp_idx idx;
    err.text[0] = '\0';
    assert_int_equal(sp_idx_read(&idx, path_of(name), magic, &err), SP_INPUT);
    assert_non_null(strstr(err.text, name));
    if (strstr(err.text, text) == NULL)
        fail_msg("'%s' not in '%s'", text, err.text);
    assert_null(idx.data);
}

static void every_cut_is_told(void **state)
{
    char place[32];
    (void)state;
    for (size_t n = 0; n < sizeof images; n++) {
        write_plain("cut", images, n);
        snprintf(place, sizeof place, "byte %zu: the file ends", n);
        refuses("cut", SP_IDX_IMAGES, place);
    }
}

static void cut_gzip_is_told(void **state)
{
    uint8_t packed[4096];
    (void)state;
    write_gz("whole.gz", images, sizeof images);
    FILE *file = fopen(path_of("whole.gz"), "rb");
    assert_non_null(file);
    size_t n = fread(packed, 1, sizeof packed, file);
    fclose(file);
    /* Below that the stream is not even recognised as gzip. */
    for (size_t k = 12; k < n; k++) {
        write_plain("part.gz", packed, k);
        refuses("part.gz", SP_IDX_IMAGES, "byte ");
    }
}

static void damaged_gzip_is_told(void **state)
{
    uint8_t packed[4096];
    (void)state;
    write_gz("good.gz", images, sizeof images);
    FILE *file = fopen(path_of("good.gz"), "rb");
    assert_non_null(file);
    size_t n = fread(packed, 1, sizeof packed, file);
    fclose(file);
    packed[n - 6] ^= 0x55; /* inside the checksum */
    write_plain("bad.gz", packed, n);
    refuses("bad.gz", SP_IDX_IMAGES, "damaged");
}

static void wrong_kinds_are_told(void **state)
{
    uint8_t bad[sizeof images + 1];
    (void)state;
    write_plain("labels", labels, sizeof labels);
    refuses("labels", SP_IDX_IMAGES, "magic number 2049 (0x00000801), expected 2051");
    memcpy(bad, images, sizeof images);
    bad[sizeof images] = 1;
    write_plain("long", bad, sizeof bad);
    refuses("long", SP_IDX_IMAGES, "byte 22: more bytes");
    memset(bad + 8, 0, 4);
    write_plain("zero", bad, sizeof images);
    refuses("zero", SP_IDX_IMAGES, "byte 8: size 0 of dimension 2");
    memset(bad + 4, 0xff, 12);
    write_plain("huge", bad, sizeof images);
    refuses("huge", SP_IDX_IMAGES, "byte 4: size 4294967295 of dimension 1");
    refuses("absent", SP_IDX_IMAGES, "No such file");
}

static void write_set(const uint8_t *label_bytes, size_t n)
{
    write_gz("train-labels-idx1-ubyte.gz", label_bytes, n);
    write_gz("train-images-idx3-ubyte.gz", images, sizeof images);
}

static void data_set_is_signed_and_scaled(void **state)
{
    struct sp_dataset data;
    (void)state;
    write_set(labels, sizeof labels);
    assert_int_equal(sp_dataset_fashion(&data, folder, 1, 3, 0, &err), SP_OK);
    assert_int_equal(data.n, 2);
    assert_int_equal(data.width, 3);
    assert_int_equal(data.positives, 1);
    /* Second image, class 1: 51/255, 102/255, 1; third, class 3: negated. */
    const double expected[] = {51 / 255.0, 102 / 255.0, 1, -9 / 255.0, -10 / 255.0, -1};
    assert_memory_equal(data.rows, expected, sizeof expected);
    sp_dataset_clear(&data);
    assert_int_equal(sp_dataset_fashion(&data, folder, 7, SP_ANY_CLASS, 2, &err), SP_OK);
    assert_int_equal(data.n, 2);
    assert_true(data.rows[2] == 1 && data.rows[5] == -1);
    sp_dataset_clear(&data);
}

static void data_set_that_does_not_fit(void **state)
{
    struct sp_dataset data;
    uint8_t other[sizeof labels];
    (void)state;
    write_set(labels, sizeof labels);
    assert_int_equal(sp_dataset_fashion(&data, folder, 5, 6, 0, &err), SP_USAGE);
    assert_int_equal(sp_dataset_fashion(&data, folder, 1, 6, 0, &err), SP_USAGE);
    assert_non_null(strstr(err.text, "no sample of class 6"));
    memcpy(other, labels, sizeof labels);
    other[9] = 10;
    write_set(other, sizeof other);
    assert_int_equal(sp_dataset_fashion(&data, folder, 7, 3, 0, &err), SP_INPUT);
    assert_non_null(strstr(err.text, "byte 9: label 10"));
    other[7] = 2;
    write_set(other, sizeof other - 1);
    assert_int_equal(sp_dataset_fashion(&data, folder, 7, 3, 0, &err), SP_INPUT);
    assert_non_null(strstr(err.text, "3 images but 2 labels"));
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int tear_down(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_plain_and_gzip),
        cmocka_unit_test(every_cut_is_told),
        cmocka_unit_test(cut_gzip_is_told),
        cmocka_unit_test(damaged_gzip_is_told),
        cmocka_unit_test(wrong_kinds_are_told),
        cmocka_unit_test(data_set_is_signed_and_scaled),
        cmocka_unit_test(data_set_that_does_not_fit),
    };
    return cmocka_run_group_tests_name("IDX files", tests, set_up, tear_down);
}
