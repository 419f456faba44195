/* SPDX-License-Identifier: Apache-2.0 */
/* The record of verdicts: believed as long as nothing that it depends on has changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "proofs/mutants/record.h"

static const struct target target = {.name = "adder", .test = "adder"};
static char path[] = "/tmp/sp-record-XXXXXX";

static struct mutants mutate(const char *text)
{
    struct words symbols = {0};
    struct mutants list = {0};
    char file[] = "/tmp/sp-kernel-XXXXXX";
    close(mkstemp(file));
    text_write(file, text);
    words_add(&symbols, "add");
    struct source *s = text_memory(sizeof *s);
    *s = source_load(file, &symbols);
    s->path = "kernels/adder.c";
    mutants_of_code(&list, s);
    unlink(file);
    return list;
}

static const char code[] = "int add(int a, int b)\n{\n    return a + b + 1;\n}\n";
static const char edited[] = "int add(int a, int b)\n{\n    return a + b + 1; /* sum */\n}\n";

static int fresh(void **state)
{
    (void)state;
    return text_write(path, "");
}

static struct bench bench(const char *salt)
{
    return (struct bench){.target = &target, .salt = salt};
}

/* Three verdicts: the second of a prover that broke down, the third of one that lacked time. */
static struct mutants judged(const struct bench *b)
{
    struct mutants list = mutate(code);
    assert_true(list.n >= 3);
    list.mutant[0].proof = PROOF_REFUTED;
    list.mutant[0].test = TEST_KILLED;
    list.mutant[0].note = "goal";
    list.mutant[1].proof = PROOF_CRASHED;
    list.mutant[2].proof = PROOF_EXHAUSTED; /* by the clock: a busy machine */
    list.mutant[2].seconds = TRIAL_SECONDS + 2;
    for (size_t i = 0; i < list.n; i++)
        record_add(path, b, &list.mutant[i]);
    return list;
}

static void test_recalled(void **state)
{
    (void)state;
    const struct bench b = bench("salt");
    judged(&b);
    struct mutants again = mutate(code);
    assert_int_equal(record_recall(path, &b, &again), 1);
    assert_int_equal(again.mutant[0].proof, PROOF_REFUTED);
    assert_int_equal(again.mutant[0].test, TEST_KILLED);
    assert_string_equal(again.mutant[0].note, "goal");
    assert_int_equal(again.mutant[1].proof, PROOF_UNTRIED);
    assert_int_equal(again.mutant[2].proof, PROOF_UNTRIED);
}

static void test_not_believed(void **state)
{
    (void)state;
    const struct bench b = bench("salt"), other = bench("another contract");
    judged(&b);
    struct mutants same = mutate(code), changed = mutate(edited);
    assert_int_equal(record_recall(path, &other, &same), 0);
    assert_int_equal(record_recall(path, &b, &changed), 0);
    text_write(path, text_format("adder %s 123456789012345678901234 refuted killed\n"
                                 "adder %s\nnonsense\n",
                                 same.mutant[0].id, same.mutant[0].id));
    assert_int_equal(record_recall(path, &b, &same), 0);
}

static void test_tidy(void **state)
{
    (void)state;
    const struct bench old = bench("old"), b = bench("salt");
    judged(&old);
    struct mutants list = judged(&b);
    const char *theirs = "another 01234567 123456789012345678901234 missed -\n";
    text_write(path, text_format("%s%s", text_read(path), theirs));
    record_tidy(path, &b, &list, 1);
    const char *text = text_read(path);
    assert_non_null(strstr(text, theirs)); /* of a target that this run did not load */
    assert_null(strstr(text, "crashed"));
    const char *ours = strstr(text, "adder ");
    assert_non_null(ours);
    assert_null(strstr(ours + 1, "adder ")); /* the old line is gone */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_recalled, fresh),
        cmocka_unit_test_setup(test_not_believed, fresh),
        cmocka_unit_test_setup(test_tidy, fresh),
    };
    close(mkstemp(path));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
