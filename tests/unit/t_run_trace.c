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

#include "runs/log/trace.h"

static struct sp_error err;
static char path[] = "/tmp/sp-trace-XXXXXX";

#define HEADER "{\"record\":\"header\",\"format\":\"staleproof-trace\",\"version\":1,\"seed\":3}\n"
#define POINT "{\"record\":\"checkpoint\",\"update\":1,\"gap\":0.5}\n"
#define LAST "{\"record\":\"summary\",\"seed\":3,\"updates\":1}\n"

static void put(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void whole_trace_is_read(void **state)
{
    json_t *content;
    (void)state;
    put(HEADER POINT POINT LAST);
    assert_int_equal(sp_trace_read(&content, path, &err), SP_OK);
    const json_t *run = json_object_get(content, "run");
    assert_int_equal(json_integer_value(json_object_get(run, "seed")), 3);
    assert_int_equal(json_array_size(json_object_get(run, "checkpoints")), 2);
    assert_null(json_object_get(run, "record"));
    json_decref(content);
}

static void refuses(const char *text, const char *message)
{
    json_t *content;
    put(text);
    assert_int_equal(sp_trace_read(&content, path, &err), SP_INPUT);
    if (strstr(err.text, message) == NULL)
        fail_msg("'%s' not in '%s'", message, err.text);
}

/* Killed anywhere: never a crash, always the same answer, with the checkpoints that are there. */
static void a_cut_trace_says_so(void **state)
{
    static const char text[] = HEADER POINT POINT LAST;
    char cut[sizeof text];
    (void)state;
    for (size_t n = 0; n + 2 < sizeof text; n++) {
        json_t *content;
        memcpy(cut, text, n);
        cut[n] = '\0';
        put(cut);
        assert_int_equal(sp_trace_read(&content, path, &err), SP_INPUT);
        if (n >= strlen(HEADER POINT) && n < strlen(HEADER POINT POINT) - 1)
            assert_non_null(strstr(err.text, "did not end (1 checkpoints)"));
    }
}

static void strangers_are_told(void **state)
{
    (void)state;
    refuses("", "empty");
    refuses("{\"a\":1}\n", "not a trace");
    refuses("[1]\n", "not a trace");
    refuses("nonsense\n" HEADER, ":1:");
    refuses("{\"record\":\"header\",\"format\":\"staleproof-trace\",\"version\":2}\n", "version");
    refuses(HEADER "{\"record\":\"other\"}\n" LAST, ":2: unknown record");
    refuses(HEADER "nonsense\n" LAST, ":2:");
    refuses(HEADER LAST LAST, "unknown record");
    json_t *content;
    assert_int_equal(sp_trace_read(&content, "/nowhere/at/all", &err), SP_INPUT);
    assert_non_null(strstr(err.text, "No such file"));
}

static void appears_only_at_the_end(void **state)
{
    struct sp_trace trace;
    char part[64];
    (void)state;
    unlink(path);
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_equal(sp_trace_open(&trace, path, &err), SP_OK);
    assert_int_equal(sp_trace_write(&trace, json_pack("{s:f}", "x", 0.1), &err), SP_OK);
    assert_true(access(part, F_OK) == 0 && access(path, F_OK) != 0);
    assert_int_equal(sp_trace_commit(&trace, &err), SP_OK);
    assert_true(access(part, F_OK) != 0 && access(path, F_OK) == 0);
    /* Numbers are written so that they come back to the bit. */
    json_t *object = json_load_file(path, 0, NULL);
    assert_true(json_number_value(json_object_get(object, "x")) == 0.1);
    json_decref(object);
    unlink(path);
    assert_int_equal(sp_trace_open(&trace, path, &err), SP_OK);
    sp_trace_abort(&trace);
    sp_trace_abort(&trace);
    assert_true(access(part, F_OK) != 0 && access(path, F_OK) != 0);
}

static void a_full_disk_is_told(void **state)
{
    struct sp_trace trace = {.part = "full", .path = "full"};
    (void)state;
    trace.stream = gzopen("/dev/full", "wbT");
    assert_non_null(trace.stream);
    assert_int_equal(sp_trace_write(&trace, json_pack("{s:i}", "x", 1), &err), SP_INPUT);
    assert_non_null(strstr(err.text, "No space left"));
    assert_true(trace.is_full);
    gzclose(trace.stream);
}

/* Compressed and killed at any byte: what was flushed before is there. */
static void a_cut_compressed_trace_says_so(void **state)
{
    static const char text[] = HEADER POINT POINT LAST;
    unsigned char bytes[1024];
    (void)state;
    gzFile out = gzopen(path, "wb");
    for (const char *c = text; *c != '\0'; c++) {
        gzputc(out, *c);
        if (*c == '\n')
            gzflush(out, Z_SYNC_FLUSH);
    }
    gzclose(out);
    FILE *in = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_true(size > 100 && size < sizeof bytes);
    int most = 0;
    for (size_t n = 20; n <= size; n++) {
        json_t *content;
        FILE *cut = fopen(path, "wb");
        fwrite(bytes, 1, n, cut);
        fclose(cut);
        if (sp_trace_read(&content, path, &err) == SP_OK)
            json_decref(content);
        else
            most |= strstr(err.text, "did not end (2 checkpoints)") != NULL;
    }
    assert_true(most);
    json_t *content;
    assert_int_equal(sp_trace_read(&content, path, &err), SP_OK);
    json_decref(content);
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
        cmocka_unit_test(whole_trace_is_read), cmocka_unit_test(a_cut_trace_says_so),
        cmocka_unit_test(strangers_are_told),  cmocka_unit_test(appears_only_at_the_end),
        cmocka_unit_test(a_full_disk_is_told), cmocka_unit_test(a_cut_compressed_trace_says_so),
    };
    return cmocka_run_group_tests_name("traces", tests, set_up, tear_down);
}
