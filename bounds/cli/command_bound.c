/* SPDX-License-Identifier: Apache-2.0 */
/* `bound`: one bound, evaluated and explained. */
#include <stdlib.h>
#include <string.h>

#include "bounds/base/outfile.h"
#include "bounds/cli/bound_work.h"
#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/cli/setting.h"
#include "bounds/cli/show.h"
#include "bounds/formula/print.h"

static enum sp_status certify(const struct sp_work *w, const struct sp_result *result,
                              struct sp_error *err)
{
    struct sp_outfile file = {0};
    enum sp_status status = sp_outfile_open(&file, sp_arg(w->args, "certify"), err);
    if (status != SP_OK)
        return status;
    status = sp_print_certificate(file.stream, w->c, result, err);
    if (status == SP_OK)
        return sp_outfile_commit(&file, err);
    sp_outfile_abort(&file);
    return status;
}

static enum sp_status show(const struct sp_work *w, const struct sp_result *result,
                           struct sp_error *err)
{
    enum sp_status status = SP_OK;
    if (sp_arg(w->args, "certify"))
        status = certify(w, result, err);
    if (status != SP_OK)
        return status;
    if (sp_arg(w->args, "json")) {
        json_t *document = sp_show_json(w->bound, &w->setting, result, w->args);
        status = sp_json_print(stdout, document, err);
        json_decref(document);
    } else if (sp_arg(w->args, "explain")) {
        sp_show_explanation(stdout, w->bound, &w->setting, result, w->args);
    } else {
        sp_show_value(stdout, w->bound, result, sp_arg(w->args, "ball") != NULL,
                      w->precision.digits);
    }
    /* A bound that is a condition, and false. */
    return status == SP_OK && result->is_truth && !result->truth ? SP_FALSE : status;
}

static enum sp_status evaluate(const struct sp_work *w, struct sp_error *err)
{
    struct sp_result result;
    enum sp_status status = sp_case_evaluate(w->c, w->precision, &result, err);
    if (status == SP_OK)
        status = show(w, &result, err);
    else if (result.reason)
        sp_fail(err, status, "%s: %s", w->bound->name, result.reason);
    sp_result_clear(&result);
    return status;
}

/* What --solve and --sweep vary must not be given as well; a problem file may. */
static enum sp_status free_variables(struct sp_work *w, struct sp_error *err)
{
    const char *name;
    char sweep[128];
    enum sp_status status = SP_OK;
    if ((name = sp_arg(w->args, "solve")))
        status = sp_work_free_variable(w, name, "--solve", err);
    for (size_t i = 0; status == SP_OK && (name = sp_arg_nth(w->args, "sweep", i)); i++) {
        snprintf(sweep, sizeof sweep, "%.*s", (int)strcspn(name, "="), name);
        status = sp_work_free_variable(w, sweep, "--sweep", err);
    }
    return status;
}

/* The direction that is asked for. */
static enum sp_status answer(struct sp_work *w, struct sp_error *err)
{
    if (sp_arg(w->args, "target") && !sp_arg(w->args, "solve"))
        return sp_fail(err, SP_USAGE, "--target needs --solve VARIABLE");
    if (sp_arg(w->args, "solve"))
        return sp_work_solve(w, err);
    if (sp_arg(w->args, "sweep"))
        return sp_work_sweep(w, err);
    if (sp_arg(w->args, "sensitivity"))
        return sp_work_sensitivity(w, err);
    return evaluate(w, err);
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct sp_work w;
    enum sp_status status = sp_work_open(&w, args, 1, err);
    if (status == SP_OK)
        status = free_variables(&w, err);
    if (status == SP_OK)
        status = sp_work_apply(&w, err);
    if (status == SP_OK && sp_arg(args, "latex"))
        sp_print_latex(stdout, w.bound);
    else if (status == SP_OK)
        status = answer(&w, err);
    sp_work_close(&w);
    return status;
}

static const struct sp_option options[] = {
    {"set", 0, "FILE", sp_set_help},
    {"digits", 0, "N", "print N significant digits, all correct (default 10)"},
    {"ball", 0, NULL, "print [middle +/- radius]"},
    {"json", 0, NULL, "print an object; lower and upper are rounded outward"},
    {"explain", 0, NULL, "print inputs, steps, shares of the terms, conditions, theorem, source"},
    {"latex", 0, NULL, "print the formula and its conditions as LaTeX; needs no inputs"},
    {"certify", 0, "FILE.v", "write a Coq lemma that says the same, for coqc to check"},
    {"solve", 0, "VARIABLE", "find the values of an input that meet --target, with certified ends"},
    {"target", 0, "CONDITION", "of --solve: a condition on `value` and the inputs, as value<=1e-2"},
    {"within", 0, "LO..HI", "of --solve: where to look (default 0..1e12)"},
    {"sweep", 0, "VAR=RANGE",
     "a table over an input; twice: over two. RANGE is LO..HI, with :N "
     "points, :log, :log:N or :by:STEP, or a list 1,2,5"},
    {"sensitivity", 0, NULL,
     "how the value moves with each input, and which condition is nearest "
     "to failing"},
    {"out", 'o', "FILE", "write the table of --sweep to FILE"},
    {"plot", 0, "FILE", "also draw it, by gnuplot: FILE ends in .png, .pdf or .svg"},
    {"most-bits", 0, "N", "give up (exit 4) beyond this working precision (default 65536)"},
    {0},
};

static const char *const examples[] = {
    "staleproof bound order_stat_exp P=8 K=4 mu=1/5ms",
    "staleproof bound sync_pl L=1 c=1/10 sigma2=1 MG=0 m=8 eta=0.5 K=4 D0=10 J=200 --explain",
    "staleproof bound B_ef gamma=kernel:topk,K=100,d=10000 M=1",
    "staleproof bound speedup_exp P=1000000 --digits 30",
    "staleproof bound sync_pl L=1 c=1/10 sigma2=1 MG=0 m=8 eta=0.5 K=4 D0=10 --solve J "
    "--target 'value<=0.06'",
    "staleproof bound speedup_exp --sweep P=1..1024:log",
    NULL,
};

const struct sp_command sp_command_bound = {
    .name = "bound",
    .operands = "NAME KEY=VALUE ...",
    .summary = "evaluate a bound with guaranteed digits",
    .options = options,
    .run = run,
    .details =
        "NAME is a bound of the catalogue (`staleproof bounds`) or the path of a formula file of "
        "your own. VALUE is an exact number (3, 1e-3, 3/7, 0x1p-10, 5ms, 64KiB), an expression in "
        "the other inputs (sqrt(p/T)), a word, or a list (1,2,3), also of the numbers in a file "
        "(trace:FILE, or trace:FILE.csv:COLUMN). kernel:topk,K=100,d=10000 is the constant of "
        "a compressor, for a parameter that means what it bounds.\n\n"
        "The value is printed only if every condition of the theorem holds, decided exactly; "
        "otherwise the condition that fails is named with its numbers, and the exit code is 1. "
        "Next to the value stands what is behind it: only a bound whose theorem Coq has checked "
        "is called a guarantee.\n\n"
        "--solve answers at which value of an input a condition on the bound starts or stops to "
        "hold: a whole number that meets it while its neighbour does not, or two decimals that "
        "differ in the last digit asked for; both decided exactly.",
    .examples = examples,
    .least_words = 1,
    .complete = sp_work_complete,
};
