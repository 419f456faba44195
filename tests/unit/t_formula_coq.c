/* SPDX-License-Identifier: Apache-2.0 */
/* What Coq is told: definitions, trees and certificates, letter by letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/formula/coq.h"
#include "bounds/formula/print.h"

static struct sp_bound *read_text(const char *text)
{
    struct sp_bound *bound = NULL;
    struct sp_error err = {SP_OK, ""};
    if (sp_bound_read(&bound, text, "test", &err) != SP_OK)
        fail_msg("%s", err.text);
    return bound;
}

typedef enum sp_status printer(FILE *, const struct sp_bound *const *, size_t, struct sp_error *);

static char *printed(const struct sp_bound *bound, printer *print)
{
    char *text = NULL;
    size_t size = 0;
    struct sp_error err;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(print(out, &bound, 1, &err), SP_OK);
    fclose(out);
    return text;
}

static void check_contains(const char *file, printer *print, const char *expected)
{
    struct sp_bound *bound = read_text(file);
    char *text = printed(bound, print);
    if (strstr(text, expected) == NULL)
        fail_msg("'%s' is not in:\n%s", expected, text);
    free(text);
    sp_bound_free(bound);
}

static void definitions(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"bound a\nreal x x\nnat n n\nvalue x^2*n - x/3\n",
         "Definition a_bound (x : R) (n : nat) : R :=\n  x ^ 2 * INR n - x / 3.\n"},
        {"bound a\nreal x x\nlet y = x + 1\nvalue y*y\nneed 0 < y\n",
         "  let y := x + 1 in\n  y * y.\nDefinition a_valid (x : R) : Prop :=\n  0 < x + 1.\n"},
        {"bound a\nnat P p\nnat K k\nvalue harmonic(P) - harmonic(P - K)\nneed K <= P\n",
         "  harmonic P - harmonic (P - K)%nat.\n"},
        {"bound a\nreal x x\nnat n n\nvalue (1 - x)^(n + 1)\n", "  (1 - x) ^ (n + 1)%nat.\n"},
        {"bound a\nreal x x\nnat n n\nvalue sum(i, n, x^i/(i + 1))\n",
         "  rsum n (fun i => x ^ i / (INR i + 1)).\n"},
        {"bound a\nreal x x\nvalue max(x, 1, sqrt(x))\n", "  Rmax x (Rmax 1 (sqrt x)).\n"},
        {"bound a\nreal x x\nvalue 0.75*-x\n", "  3 / 4 * (- x).\n"},
        {"bound a\nreal x x\nvalue x*0.75\n", "  x * (3 / 4).\n"},
        {"bound a\nreal x x\nvalue x - (x - 1)\n", "  x - (x - 1).\n"},
        {"bound a\nreal R r\nreal exp e\nvalue R + exp\n",
         "Definition a_bound (R_ : R) (exp_ : R) : R :=\n  R_ + exp_.\n"},
        {"bound a\nnat n n\nnat m m\nreal x x\nvalue x\nneed n <= m\nneed x >= n\nneed 1 < 2\n",
         "  (n <= m)%nat /\\\n  INR n <= x /\\\n  1 < 2.\n"},
        {"bound a\nreal x x\nvalue x\nneed 0 < x and x < 1 or x == 2\n",
         "  ((0 < x /\\ x < 1) \\/ x = 2).\n"},
        {"bound a\nreal x x\nvalue x\n", "Definition a_valid (x : R) : Prop :=\n  True.\n"},
        {"bound a\nreal x x\nreal y y\nvalue x\ncheck x < y\n", "Definition a_bound (x : R) : R"},
        {"bound a\nreal x x\nvalue 2*floor(x)\n", "  2 * rfloor x.\n"},
        {"bound a\nreal x x\nvalue 2 - ceil(x)\n", "  2 - (- rfloor (- x)).\n"},
        {"bound a\nnat d d\nnat K k\nvalue ceil(d/K)/d\n",
         "  INR ((d + K - 1) / K)%nat / INR d.\n"},
        {"bound a\nreal x x\nvalue x ^ x\n", "  rpower x x.\n"},
        {"bound a\nreal x x\nvalue (x + 1)^(2/3)\n", "  rpower (x + 1) (2 / 3).\n"},
        {"bound a\nnat n n\nvalue 3*2^(-n)\n", "  3 * (1 / 2 ^ n).\n"},
        {"bound a\nreal x x\nnat n n\nvalue largest(i, n, x*i)\n",
         "  rlargest n (fun i => x * INR i).\n"},
        {"bound a\nreal x x\nvalue x < 1 ? x : 1/x\n", "  (if_lt x 1 x (1 / x)).\n"},
        {"bound a\nreal x x\nvalue x >= 1 ? x : x == 0 ? 2 : 3\n",
         "  (if_le 1 x x (if_eq x 0 2 3)).\n"},
        {"bound a\nreal x x\nvalue x != 1 ? x : 7\n", "  (if_eq x 1 7 x).\n"},
        {"bound a\nreal x x\nvalue 0 < x and x < 1 ? x : 7\n",
         "  (if_lt 0 x (if_lt x 1 x 7) 7).\n"},
        {"bound a\nreal x x\nvalue x < 0 or 1 < x ? x : 7\n",
         "  (if_lt x 0 x (if_lt 1 x x 7)).\n"},
        {"bound a\nreal x x\nvalue smallest(i, 3, x*i)\n",
         "(* not expressed: a a smallest term *)"},
        {"bound a\nreal x x\nvalue x\nneed x != 1\n", "(* not expressed: a an inequation *)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_contains(rows[i][0], sp_print_coq, rows[i][1]);
}

/* A comment's text cannot end the comment, nor open a string. */
static void comments(void **state)
{
    (void)state;
    struct sp_bound *bound = read_text("bound a\ntitle ends *) \"here\nvalue 1\n");
    char *text = printed(bound, sp_print_coq);
    assert_non_null(strstr(text, "(* ends * ) 'here."));
    assert_null(strchr(text, '"'));
    free(text);
    sp_bound_free(bound);
}

static void trees(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"bound a\nnat n n\nreal x x\nnat m m\nreal y y\nvalue y + m + x*n\n",
         "  (EAdd (EAdd (EVar 1) (ENat (NVar 1))) (EMul (EVar 0) (ENat (NVar 0)))).\nLemma "
         "a_ast_ok n x m y :\n"
         "  evalR [x; y] [n; m] a_ast = a_bound n x m y.\nProof. reflexivity. Qed.\n"},
        {"bound a\nreal x x\nlet y = x + 1\nlet z = y*x\nvalue z - y\n",
         "  (ELet (EAdd (EVar 0) (ERat 1 1))\n  (ELet (EMul (EVar 0) (EVar 1))\n"
         "  (ESub (EVar 0) (EVar 1)))).\n"},
        {"bound a\nnat n n\nvalue sum(i, n, sum(j, i + n, i*j))\n",
         "(ESum (NVar 0) (ESum (NAdd (NVar 0) (NVar 1)) "
         "(EMul (ENat (NVar 1)) (ENat (NVar 0)))))"},
        {"bound a\nreal x x\nlet y = x^2\nvalue y\nneed 0 < y or 1/2 <= x\n",
         "[(NdOr (NdRlt (ERat 0 1) (EPow (EVar 0) (NCst 2))) "
         "(NdRle (EDiv (ERat 1 1) (ERat 2 1)) (EVar 0)))]."},
        {"bound a\nnat n n\nvalue n\nneed n == 3\nneed n > 1\n",
         "[(NdNeq (NVar 0) (NCst 3));\n   (NdNlt (NCst 1) (NVar 0))]."},
        {"bound a\nreal x x\nvalue min(x, 2, 3)\n", "(EMin (EVar 0) (EMin (ERat 2 1) (ERat 3 1)))"},
        {"bound a\nnat n n\nvalue -harmonic(n)\n", "(ENeg (EHarm (NVar 0)))"},
        {"bound a\nnat n n\nvalue largest(i, ceil(n/3), i)\n",
         "(ELargest (NDiv (NSub (NAdd (NVar 0) (NCst 3)) (NCst 1)) (NCst 3)) (ENat (NVar 0)))"},
        {"bound a\nreal x x\nvalue ceil(x) + floor(x)\n",
         "(EAdd (ENeg (EFloor (ENeg (EVar 0)))) (EFloor (EVar 0)))"},
        {"bound a\nreal x x\nvalue 0 < x and x <= 1 ? x : 7\n",
         "(EIf RLt (ERat 0 1) (EVar 0) (EIf RLe (EVar 0) (ERat 1 1) (EVar 0) (ERat 7 1)) "
         "(ERat 7 1))"},
        {"bound a\nreal x x\nvalue x^x\n", "(ERpow (EVar 0) (EVar 0))"},
        {"bound a\nnat n n\nreal x x\nvalue x^(-n)\n",
         "(EDiv (ERat 1 1) (EPow (EVar 0) (NVar 0)))"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_contains(rows[i][0], sp_print_coq_trees, rows[i][1]);
}

/* Where Coq would take a negative difference for 0. */
static void differences(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"bound a\nreal x x\nnat s s\nvalue x^(1 - s)\n", "a.bound:4:"},
        {"bound a\nnat P p\nnat K k\nvalue harmonic(P - K)\nneed P <= K\n", "a.bound:4:"},
        {"bound a\nnat n n\nvalue sum(i, n, 2^(n - i))\n", "a.bound:3:"},
        {"bound a\nnat n n\nnat m m\nvalue 1\nneed n - m <= 3\n", "a.bound:5:"},
        {"bound a\nnat P p\nnat K k\nvalue harmonic(P - K)\ncheck K <= P\n", "a.bound:4:"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct sp_error err = {SP_OK, ""};
        const struct sp_bound *bound = read_text(bad[i][0]);
        FILE *out = fopen("/dev/null", "w");
        assert_int_equal(sp_print_coq(out, &bound, 1, &err), SP_INPUT);
        assert_non_null(strstr(err.text, bad[i][1]));
        assert_non_null(strstr(err.text, "expected a line 'need "));
        fclose(out);
        sp_bound_free((struct sp_bound *)bound);
    }
    check_contains("bound a\nnat n n\nreal x x\nvalue x^(n - 1)\nneed n > 1\n", sp_print_coq,
                   "x ^ (n - 1)%nat");
    check_contains("bound a\nnat n n\nnat m m\nvalue n - m\n", sp_print_coq, "INR n - INR m");
}

/* A large literal is a real: Coq's naturals are unary. */
static void large_literals(void **state)
{
    (void)state;
    check_contains("bound a\nnat n n\nvalue n\nneed n <= 1000000\n", sp_print_coq,
                   "  INR n <= 1000000.\n");
}

static void certificates(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    const struct sp_bound *bound = sp_catalogue_get(catalogue, "kbatchasync_time");
    struct sp_case *c = sp_case_new(catalogue, bound);
    struct sp_result result;
    struct sp_error err;
    char *text = NULL;
    size_t size = 0;
    sp_case_set(c, "P", "8", &err);
    sp_case_set(c, "K", "4", &err);
    sp_case_set(c, "EX", "1/2", &err);
    assert_int_equal(sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err), SP_OK);
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(sp_print_certificate(out, c, &result, &err), SP_OK);
    fclose(out);
    assert_non_null(strstr(text,
                           "certified (kbatchasync_time_valid (N.to_nat 8) (N.to_nat 4) (Q2R (1 "
                           "# 2)))\n    (Q2R (1 # 4))\n    (kbatchasync_time_bound"));
    assert_non_null(strstr(text, "160%Z\n    [1 # 2]%Q [8; 4]%N.\nQed.\n"));
    free(text);
    sp_result_clear(&result);
    sp_case_free(c);
    sp_catalogue_free(catalogue);
}

/* Refused before anything is written. */
static void refuse_certificate(struct sp_catalogue *catalogue, const char *name,
                               const char *const (*arguments)[2], const char *reason)
{
    struct sp_case *c = sp_case_new(catalogue, sp_catalogue_get(catalogue, name));
    struct sp_result result;
    struct sp_error err = {SP_OK, ""};
    char *text = NULL;
    size_t size = 0;
    for (; (*arguments)[0] != NULL; arguments++)
        assert_int_equal(sp_case_set(c, (*arguments)[0], (*arguments)[1], &err), SP_OK);
    assert_int_equal(sp_case_evaluate(c, SP_PRECISION_DEFAULT, &result, &err), SP_OK);
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(sp_print_certificate(out, c, &result, &err), SP_USAGE);
    fclose(out);
    assert_int_equal(size, 0);
    assert_non_null(strstr(err.text, reason));
    free(text);
    sp_result_clear(&result);
    sp_case_free(c);
}

static void certificates_refused(void **state)
{
    (void)state;
    struct sp_catalogue *catalogue = sp_catalogue_new();
    refuse_certificate(catalogue, "B_ef",
                       (const char *const[][2]){{"gamma", "(3-sqrt(5))/2"}, {"M", "1"}, {NULL}},
                       "rational arguments: gamma is not");
    refuse_certificate(catalogue, "speedup_exp", (const char *const[][2]){{"P", "10^6"}, {NULL}},
                       "1000000 terms");
    refuse_certificate(catalogue, "cast_fp16",
                       (const char *const[][2]){{"x", "1"}, {NULL}},
                       "has no form in Coq: it contains log2_floor");
    sp_catalogue_free(catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions),  cmocka_unit_test(trees),
        cmocka_unit_test(comments),     cmocka_unit_test(large_literals),
        cmocka_unit_test(differences),  cmocka_unit_test(certificates),
        cmocka_unit_test(certificates_refused),
    };
    return cmocka_run_group_tests_name("formula coq", tests, NULL, NULL);
}
