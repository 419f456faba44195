/* SPDX-License-Identifier: Apache-2.0 */
/* The gate's readers and rules, on texts made for the purpose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proofs/gate/suite.h"
#include "proofs/mutants/mutant.h"

static char *temporary(const char *text)
{
    char *path = text_format("%s/gate-test-%ld.c", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
                             (long)getpid());
    assert_int_equal(text_write(path, text), 0);
    return path;
}

static size_t lint(const char *text)
{
    struct words files = {0};
    struct problems problems = {0};
    char *path = temporary(text);
    words_add(&files, path);
    unit_lint(&files, &problems);
    unlink(path);
    return problems.n;
}

static void test_real_literals(void **state)
{
    (void)state;
    static const char *const good[] = {"0x1p-1074", "0x1p1023", "0x1.fffffffffffffp1023",
                                       "0x10p1019", "0x0p-9000", "0x1.8p-1073", "0x.8p-1073",
                                       "0x7fffffff", "a0x1p-2000", "0x1p-1074/2"};
    static const char *const bad[] = {"0x1p-1075", "0x1p1024", "0x1.8p-1074", "0x10p1020",
                                      "0x1.fffffffffffff8p1023", "0x1.00000000000001p0",
                                      "0x.8p-1074", "0X1 0x1P-1080"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (lint(good[i]) != 0)
            fail_msg("%s was refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (lint(bad[i]) != 1)
            fail_msg("%s was accepted", bad[i]);
}

static void test_outside_c(void **state)
{
    (void)state;
    assert_int_equal(lint("int f(void) { return __builtin_clz(3); }"), 1);
    assert_int_equal(lint("void f(void) { asm(\"\"); }"), 1);
    assert_int_equal(lint("int plasm(int); int x_asm(int);"), 0);
}

static void test_definitions(void **state)
{
    (void)state;
    const char *good = "axiomatic A { predicate p(real r, real x);\n"
                       "axiom d: \\forall real r, real x; p(r, x) <==> \\abs(r - x) <= 1; }\n"
                       "axiomatic B { predicate q(real r);\n"
                       "axiom e: \\forall real r; q(r) <==> (\\exists real s; p(r, s)); }";
    assert_true(axiom_is_definition(good, "d"));
    assert_true(axiom_is_definition(good, "e"));
    assert_false(axiom_is_definition(good, "f"));
    static const char *const bad[] = {
        "axiom d: \\forall real x; p(x) ==> x > 0;",                /* one direction only */
        "axiom d: \\forall real x; p(x, x) <==> x > 0;",            /* not for all arguments */
        "axiom d: \\forall real x; p(x + 1) <==> x > 0;",           /* not of a variable */
        "axiom d: \\forall real x; p(x) <==> !p(x);",               /* of itself: false */
        "axiom d: \\forall real x; x > 0 ==> (p(x) <==> x > 1);",   /* guarded */
        "axiom c: \\forall real x; p(x) <==> x > 0; axiom d: \\forall real x; p(x) <==> x < 0;",
        "axiom c: \\forall real x; q(x) <==> !p(x); axiom d: \\forall real x; p(x) <==> q(x);",
        "axiom d: p <==> 1 == 2;",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (axiom_is_definition(bad[i], "d"))
            fail_msg("taken for a definition: %s", bad[i]);
}

static int stated(const char *contract)
{
    const struct problem p = {"MEMORY_HYPOTHESIS", "f",
                              "for function 'f': /*@ behavior wp: requires \\valid(s); "
                              "requires \\separated(s, t); */ void f(int *s, int *t);",
                              NULL, 0};
    return hypotheses_are_stated(text_format("/*@ %s */\nvoid f(int *s, int *t)\n{ }", contract),
                                 &p);
}

static void test_memory_hypotheses(void **state)
{
    (void)state;
    assert_true(stated("requires \\valid(s) && \\separated(s, t); assigns *s;"));
    assert_true(stated("requires v: \\valid(s); requires a: \\separated(s,t); ensures 1 == 1;"));
    assert_false(stated("requires v: \\valid(s); ensures 1 == 1;"));
    assert_false(stated("requires \\valid(s) || \\separated(s, t);"));
    assert_false(stated("requires x > 0 ==> \\valid(s); requires \\separated(s, t);"));
    assert_false(stated("requires \\valid(s); ensures \\separated(s, t);"));
    assert_false(stated("requires \\valid(s); behavior b: requires \\separated(s, t);"));
}

static const char *code_of(const char *log)
{
    struct evidence e = {0};
    evidence_read_log(&e, text_copy(log, strlen(log)));
    return e.problems.n == 0 ? "none" : e.problems.problem[0].code;
}

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *log, *code;
    } cases[] = {
        {"[kernel] Parsing a.c (with preprocessing)\n", "none"},
        {"[wp] [Qed] Goal typed_f_ensures : Valid\n", "none"},
        {"[wp] [CFG] Goal f_exits : Valid (Unreachable)\n", "none"},
        {"[wp] [CFG] Goal f_assert : Valid (Unreachable)\n", "PROPERTY_DEAD"},
        {"[wp] [Qed] Goal typed_f_ensures : Valid (Stronger)\n", "DEGENERATED"},
        {"[wp] [Failed] Goal typed_f_ensures\n  Z3: Unknown\n  CVC4: Unknown\n", "GOAL_NOT_VALID"},
        {"[wp] [Failed] Goal typed_f_ensures\n  CVC4: Step limit (200)\n", "PROVER_TIMEOUT"},
        {"[wp] [CVC4 1.8] Goal typed_f_ensures : Unknown (Qed:0.59ms)\n", "GOAL_NOT_VALID"},
        {"[wp] [CVC4 1.8] Goal typed_f_ensures : Timeout (2s)\n", "PROVER_TIMEOUT"},
        {"[wp] [Failed] Goal typed_lemma_x\n  CVC4: Unknown\n", "LEMMA_NOT_PROVED"},
        {"[wp] Goal typed_f_ensures : not tried\n", "GOAL_NOT_VALID"},
        {"[wp] User Error: Prover 'Z3,4.8.12' not found in why3.conf\n", "PROVER_MISSING"},
        {"[wp] a.c:3: Warning: \n  Memory model hypotheses for function 'f':\n",
         "MEMORY_HYPOTHESIS"},
        {"[wp] Warning: Missing RTE guards\n", "RTE_DISABLED"},
        {"[rte] a.c:6: Warning: \n  guaranteed RTE: assert division_by_zero: 0 != 0;\n",
         "RUNTIME_ERROR"},
        {"[wp] a.c:9: Warning: Missing assigns clause (assigns 'everything' instead)\n",
         "UNCONSTRAINED_ASSIGNS"},
        {"[wp] a.c:9: Warning: Cast with incompatible pointers types (source: x)\n",
         "POINTER_CAST"},
        {"[wp] Warning: -wp-weak-int-model: proofs may be unsound\n", "MAY_BE_UNSOUND"},
        {"[wp] a.c:5: Warning: goto not yet supported\n", "UNSUPPORTED"},
        {"[kernel] a.c:5: Warning: something nobody has seen\n", "UNKNOWN_MESSAGE"},
        {"[wp] [Failed] Smoke-test typed_f_wp_smoke_default_requires\n  Z3: Valid\n",
         "SMOKE_TEST"},
        {"[kernel] Plug-in wp aborted: invalid user input.\n", "TOOL_FAILED"},
        {"Fatal error: exception Stack_overflow\n", "TOOL_FAILED"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(code_of(cases[i].log), cases[i].code) != 0)
            fail_msg("%s gave %s", cases[i].log, code_of(cases[i].log));
}

static void test_counts(void **state)
{
    (void)state;
    struct evidence e = {0};
    char *log = text_format("%s", "[wp] [Qed] Goal typed_f_a : Valid (1ms)\n"
                                  "[wp] [CVC5 1.0.3 (mem)] Goal typed_f_b : Valid (Qed:1ms) (30ms)"
                                  " (752711)\n[wp] Proved goals:    2 / 3\n  Qed: 1\n");
    evidence_read_log(&e, log);
    assert_int_equal(e.valid.n, 2);
    assert_int_equal(e.log_proved, 2);
    assert_int_equal(e.log_total, 3);
    assert_int_equal(e.steps, 752711);
    assert_int_equal(e.n_provers, 2);
    assert_string_equal(e.provers[1].prover, "CVC5 1.0.3 (mem)");
}

static struct mutants mutate(const char *text, struct source *s)
{
    struct words symbols = {0};
    struct mutants list = {0};
    char *path = temporary(text);
    words_add(&symbols, "add_f32");
    words_add(&symbols, "add_f64");
    *s = source_load(path, &symbols);
    mutants_of_code(&list, s);
    mutants_of_contracts(&list, s);
    unlink(path);
    return list;
}

static size_t find(const struct mutants *list, const char *wanted)
{
    size_t found = 0;
    for (size_t i = 0; i < list->n; i++)
        found += strstr(mutant_text(&list->mutant[i]), wanted) != NULL;
    return found;
}

static void test_mutants(void **state)
{
    (void)state;
    struct source s;
    struct mutants list = mutate("/*@ requires some: 0 < n; assigns \\nothing; */\n"
                                 "REAL NAME(add)(REAL *a, int n)\n{\n    /* a + b */\n"
                                 "    a[0] = f(a[n], *a);\n    return a[n - 1] < 2;\n}\n"
                                 "int other(int x) { return x + 1; }\n",
                                 &s);
    assert_true(list.n > 0);
    assert_int_equal(s.n_bodies, 1); /* `other` is not among the symbols */
    for (size_t i = 0; i < list.n; i++)
        assert_string_equal(list.mutant[i].function, "add_f64");
    assert_int_equal(find(&list, "    ;\n"), 1);             /* the statement dropped */
    assert_int_equal(find(&list, "f( *a,a[n])"), 1);         /* arguments swapped */
    assert_int_equal(find(&list, "a[n - 1] <= 2"), 1);       /* tie broken otherwise */
    assert_int_equal(find(&list, "a[n + 1]"), 2);            /* operator, and index of a[n] */
    assert_int_equal(find(&list, "requires \\true;"), 1);    /* a precondition dropped */
    assert_int_equal(find(&list, "0 <= n; assigns"), 1);     /* and widened */
    assert_int_equal(find(&list, "/* a - b */"), 0);
    assert_int_equal(find(&list, "x - 1"), 0);
    for (size_t i = 0; i < list.n; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(list.mutant[i].id, list.mutant[k].id);
}

static size_t of_kind(const struct mutants *list, const char *kind)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += strcmp(list->mutant[i].kind, kind) == 0;
    return n;
}

static void test_mutants_of_order(void **state)
{
    (void)state;
    struct source s;
    struct mutants list =
        mutate("int add_f64(int *a)\n{\n    atomic_thread_fence(memory_order_acquire);\n"
               "    return *a < 3 && atomic_load_explicit(a, memory_order_relaxed) >= 1;\n}\n",
               &s);
    assert_int_equal(of_kind(&list, "fence"), 2); /* dropped, and made relaxed */
    assert_int_equal(find(&list, "{\n    ;\n"), 1);
    assert_int_equal(find(&list, "fence(memory_order_relaxed)"), 1);
    assert_int_equal(of_kind(&list, "tie-break"), 2);
    assert_int_equal(of_kind(&list, "arguments"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_literals), cmocka_unit_test(test_outside_c),
        cmocka_unit_test(test_definitions),   cmocka_unit_test(test_memory_hypotheses),
        cmocka_unit_test(test_messages),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_mutants),       cmocka_unit_test(test_mutants_of_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
