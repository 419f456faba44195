/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <unistd.h>
#include <zlib.h>

#include "runs/problem/table.h"

static struct sp_error err;
static char path[] = "/tmp/sp-table-XXXXXX";

static void put(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void reads(const char *text, size_t rows, size_t width, const double *values,
                  const double *labels)
{
    struct sp_table t;
    put(text);
    if (sp_table_read(&t, path, &err) != SP_OK)
        fail_msg("%s", err.text);
    assert_int_equal(t.rows, rows);
    assert_int_equal(t.width, width);
    assert_memory_equal(t.values, values, rows * width * sizeof *values);
    assert_memory_equal(t.labels, labels, rows * sizeof *labels);
    sp_table_clear(&t);
}

static const double values[] = {1, 2.5, -3e2, 4};
static const double labels[] = {0, 1};

static void csv_in_its_forms(void **state)
{
    (void)state;
    reads("1,2.5,0\n-3e2,4,1\n", 2, 2, values, labels);
    reads("a,b,class\n1,2.5,0\n-3e2,4,1", 2, 2, values, labels);    /* header, no last end */
    reads("2,2,no,yes\n1,2.5,0\n-3e2,4,1\n", 2, 2, values, labels); /* counts and names */
    reads("# by hand\r\n\r\n1;2.5;0\r\n-3e2;4;1\r\n", 2, 2, values, labels);
    reads("1\t2.5\t0\n-3e2\t 4 \t1\n\n\n", 2, 2, values, labels);
}

static void libsvm_widens_as_it_goes(void **state)
{
    const double sparse[] = {0, 0.5, 0, 0, 0, 1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, -7};
    const double signs[] = {1, -1, 1};
    (void)state;
    reads("+1 2:0.5\n-1 1:2 4:3\n1 6:-7\n", 3, 6,
          (const double[]){0, 0.5, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, -7}, signs);
    reads("1 2:0.5 6:1\n-1 1:2 4:3\n1 6:-7\n", 3, 6, sparse, signs);
    /* A row without entries is a row of zeros. */
    reads("1 1:5\n-1\n", 2, 1, (const double[]){5, 0}, signs);
}

static void refuses(const char *text, const char *message)
{
    struct sp_table t;
    put(text);
    assert_int_equal(sp_table_read(&t, path, &err), SP_INPUT);
    if (strstr(err.text, message) == NULL)
        fail_msg("'%s' not in '%s'", message, err.text);
    assert_null(t.values);
}

static void faults_have_line_and_column(void **state)
{
    (void)state;
    refuses("1,2,0\n3,nan,1\n", ":2:3: not a finite number");
    refuses("1,2,0\n3,1e999,1\n", ":2:3: not a finite number");
    refuses("1,2,0\n3,,1\n", ":2:3: a number is expected");
    refuses("1,2,0\n3,x,1\n", ":2:3: a number is expected");
    refuses("1,2,0\n3,4 5,1\n", ":2:5: a separator is expected");
    refuses("1,2,0\n3,1\n", ":2: 2 columns, expected 3");
    refuses("1,2,0\n3,1,1,1\n", ":2: 4 columns, expected 3");
    refuses("", "no data");
    refuses("a,b,c\n", "no data");
    refuses("# only\n", "no data");
    refuses("1 1:2\n1 1:inf\n", ":2:5: not a finite number");
    refuses("1 1:2\n1 2:1 1:1\n", ":2:7: indices count from 1 and increase");
    refuses("1 1:2\n1 0:1\n", ":2:3: indices");
    refuses("1 1:2\n1 -1:1\n", ":2:3: INDEX:VALUE");
    refuses("1 1:2\n1 5\n", ":2:3: INDEX:VALUE");
    refuses("1 1:2\n1 99999999999999999999:1\n", ":2:3: indices");
    struct sp_table t;
    assert_int_equal(sp_table_read(&t, "/nowhere", &err), SP_INPUT);
}

static void compressed_and_cut(void **state)
{
    uint8_t bytes[4096];
    struct sp_table t;
    (void)state;
    gzFile packed = gzopen(path, "wb");
    for (int k = 0; k < 300; k++)
        gzprintf(packed, "%d,%d,%d\n", k * k, k * k * k % 1009, k % 2);
    assert_int_equal(gzclose(packed), Z_OK);
    assert_int_equal(sp_table_read(&t, path, &err), SP_OK);
    assert_int_equal(t.rows, 300);
    sp_table_clear(&t);
    FILE *file = fopen(path, "rb");
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    file = fopen(path, "wb");
    fwrite(bytes, 1, n - 9, file);
    fclose(file);
    assert_int_equal(sp_table_read(&t, path, &err), SP_INPUT);
}

static void long_lines_are_read(void **state)
{
    struct sp_table t;
    (void)state;
    FILE *file = fopen(path, "w");
    for (int row = 0; row < 2; row++) {
        for (int k = 0; k < 5000; k++)
            fprintf(file, "%d,", row + k);
        fprintf(file, "%d\n", row);
    }
    fclose(file);
    assert_int_equal(sp_table_read(&t, path, &err), SP_OK);
    assert_int_equal(t.width, 5000);
    assert_true(t.values[9999] == 5000);
    sp_table_clear(&t);
}

static void two_classes_scaled(void **state)
{
    struct sp_dataset data;
    (void)state;
    put("10,5,-1,1\n20,5,3,0\n12,5,1,1\n99,9,9,2\n");
    assert_int_equal(sp_dataset_table(&data, path, 1, 0, 0, &err), SP_OK);
    assert_int_equal(data.n, 3);
    assert_int_equal(data.positives, 2);
    /* Scaled over the whole table: 10..99, 5..9, -1..9. */
    const double first[] = {0, 0, 0, 1}, second[] = {-10.0 / 89, -0.0, -0.4, -1};
    for (int k = 0; k < 4; k++) {
        assert_true(fabs(data.rows[k] - first[k]) < 1e-15);
        assert_true(fabs(data.rows[4 + k] - second[k]) < 1e-15);
    }
    sp_dataset_clear(&data);
    assert_int_equal(sp_dataset_table(&data, path, 1, SP_ANY_CLASS, 2, &err), SP_OK);
    assert_int_equal(data.n, 2);
    sp_dataset_clear(&data);
    assert_int_equal(sp_dataset_table(&data, path, 1, 3, 0, &err), SP_USAGE);
    assert_non_null(strstr(err.text, "are of one class"));
    assert_int_equal(sp_dataset_table(&data, path, 7, 3, 0, &err), SP_USAGE);
    /* Extreme magnitudes do not overflow. */
    put("-1.7e308,1\n1.7e308,0\n0,0\n");
    assert_int_equal(sp_dataset_table(&data, path, 1, 0, 0, &err), SP_OK);
    assert_true(data.rows[0] == 0 && data.rows[2] == -1 && data.rows[4] == -0.5);
    sp_dataset_clear(&data);
}

static int set_up(void **state)
{
    int descriptor = mkstemp(path);
    (void)state;
    close(descriptor);
    return descriptor < 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_in_its_forms),
        cmocka_unit_test(libsvm_widens_as_it_goes),
        cmocka_unit_test(faults_have_line_and_column),
        cmocka_unit_test(compressed_and_cut),
        cmocka_unit_test(long_lines_are_read),
        cmocka_unit_test(two_classes_scaled),
    };
    return cmocka_run_group_tests_name("data tables", tests, set_up, tear_down);
}
