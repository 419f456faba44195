/* SPDX-License-Identifier: Apache-2.0 */
/* `falsify`: searches instances for a violation of a bound. */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/args.h"
#include "bounds/cli/commands.h"
#include "bounds/cli/json.h"
#include "bounds/cli/show.h"
#include "bounds/falsify/hunt.h"
#include "bounds/formula/digits.h"
#include "bounds/formula/shipped.h"

#define EVALUATIONS 2000
#define MOST_EVALUATIONS 100000000
/* Of the ratio. */
#define RATIO_DIGITS 4

struct falsify {
    const struct sp_args *args;
    struct sp_catalogue *catalogue;
    long seed, evaluations;
    const char *only; /* a bound, or NULL: all */
    json_t *rows;     /* or NULL: text */
    size_t n, n_violated;
};

/* One attack that is over. */
struct outcome {
    const struct sp_hunt *hunt;
    const struct sp_bound *of;
    const char *name;
    struct sp_result numbers; /* truth and bound at the worst instance */
    char *ratio;
};

static const char *verdict(const struct outcome *o)
{
    return o->hunt->best.outcome == SP_VIOLATION ? "violated"
           : o->hunt->best.outcome == SP_OUTSIDE ? "no instance"
                                                 : "not violated";
}

/* Truth over bound, all digits right: "1" only if they are equal. NULL when the bound is 0. */
static char *ratio_of(const struct sp_result *numbers)
{
    const char *truth = numbers->numbers[0].exact, *bound = numbers->numbers[1].exact;
    if (truth && bound && strcmp(truth, bound) == 0)
        return strdup(strcmp(bound, "0") == 0 ? "none" : "1");
    struct sp_value ratio;
    arb_t quotient;
    int certain = 0;
    arb_init(quotient);
    sp_value_init(&ratio);
    arb_div(quotient, numbers->numbers[0].ball, numbers->numbers[1].ball, 256);
    sp_value_take_ball(&ratio, quotient);
    char *text = NULL;
    for (int n = RATIO_DIGITS; text == NULL && n > 0; n--)
        text = sp_digits_rounded(&ratio, n, 256, &certain);
    sp_value_clear(&ratio);
    arb_clear(quotient);
    return text;
}

static void print_instance(const struct outcome *o)
{
    const struct sp_attack *a = o->hunt->attack;
    printf("  instance   %s\n", a->bound->title);
    for (size_t i = 0; i < a->n_axes; i++) {
        const struct sp_parameter *p = &a->bound->parameters[a->axes[i].parameter];
        char *text = sp_instance_text(&a->axes[i], &o->hunt->best.instance, i);
        int at = printf("    %s = %s", p->name, text ? text : "");
        printf("%*s  %s\n", at < 22 ? 22 - at : 0, "", p->text);
        free(text);
    }
}

static void print_number(const char *name, const struct sp_number *n)
{
    printf("  %-9s  %s%s%s  in [%s, %s]\n", name, n->digits, n->exact ? " = " : "",
           n->exact ? n->exact : "", n->lower, n->upper);
}

static void print_text(const struct falsify *f, const struct outcome *o)
{
    const struct sp_hunt *h = o->hunt;
    printf("%s  %s", o->of->name, verdict(o));
    if (h->best.outcome != SP_OUTSIDE)
        printf(": truth %s bound is %s, truth/bound = %s", sp_claim_text(h->attack->claim),
               h->best.outcome == SP_VIOLATION ? "false" : "kept", o->ratio ? o->ratio : "none");
    fputs("; ", stdout);
    struct sp_backing backing = sp_bound_backing(o->of);
    sp_show_standing(stdout, o->of, &backing);
    putchar('\n');
    if (h->best.outcome != SP_OUTSIDE) {
        print_instance(o);
        print_number("truth", &o->numbers.numbers[0]);
        print_number("bound", &o->numbers.numbers[1]);
    }
    printf("  searched   %u instances of %s, %u within the conditions; seed %ld\n", h->done,
           o->name, h->inside, f->seed);
}

static json_t *number_json(const struct sp_number *n)
{
    json_t *object = json_object();
    sp_json_text(object, "lower", n->lower);
    sp_json_text(object, "upper", n->upper);
    sp_json_text(object, "digits", n->digits);
    if (n->exact)
        sp_json_text(object, "exact", n->exact);
    return object;
}

static json_t *row_of(const struct falsify *f, const struct outcome *o)
{
    json_t *row = json_object(), *instance = json_object();
    const struct sp_attack *a = o->hunt->attack;
    struct sp_backing backing = sp_bound_backing(o->of);
    sp_json_text(row, "bound", o->of->name);
    sp_show_json_standing(row, o->of, &backing);
    sp_json_text(row, "attack", o->name);
    sp_json_text(row, "instances", a->bound->title);
    sp_json_text(row, "claim", sp_claim_text(a->claim));
    sp_json_text(row, "verdict", verdict(o));
    json_object_set_new(row, "tried", json_integer(o->hunt->done));
    json_object_set_new(row, "within_conditions", json_integer(o->hunt->inside));
    json_object_set_new(row, "seed", json_integer(f->seed));
    char *command = sp_show_command(f->args);
    sp_json_text(row, "command", command);
    free(command);
    if (o->hunt->best.outcome == SP_OUTSIDE) {
        json_decref(instance);
        return row;
    }
    if (o->ratio)
        sp_json_text(row, "ratio", o->ratio);
    for (size_t i = 0; i < a->n_axes; i++) {
        char *text = sp_instance_text(&a->axes[i], &o->hunt->best.instance, i);
        sp_json_text(instance, a->bound->parameters[a->axes[i].parameter].name, text);
        free(text);
    }
    json_object_set_new(row, "instance", instance);
    json_object_set_new(row, "truth", number_json(&o->numbers.numbers[0]));
    json_object_set_new(row, "value", number_json(&o->numbers.numbers[1]));
    return row;
}

static enum sp_status show(struct falsify *f, struct sp_hunt *hunt, const char *name,
                           struct sp_error *err)
{
    struct outcome o = {.hunt = hunt, .name = name};
    struct sp_finding again = hunt->best;
    enum sp_status status = sp_catalogue_find(f->catalogue, &o.of, hunt->attack->of, err);
    hunt->precision.digits = 10;
    if (status == SP_OK && again.outcome != SP_OUTSIDE) {
        uint32_t done = hunt->done, inside = hunt->inside;
        status = sp_hunt_try(hunt, &again, &o.numbers, err);
        hunt->done = done;
        hunt->inside = inside;
        o.ratio = status == SP_OK ? ratio_of(&o.numbers) : NULL;
    }
    if (status == SP_OK && f->rows)
        json_array_append_new(f->rows, row_of(f, &o));
    else if (status == SP_OK)
        print_text(f, &o);
    f->n_violated += hunt->best.outcome == SP_VIOLATION;
    sp_result_clear(&o.numbers);
    free(o.ratio);
    return status;
}

static enum sp_status attack(struct falsify *f, const struct sp_shipped *file,
                             struct sp_error *err)
{
    struct sp_attack a;
    struct sp_progress progress;
    const struct sp_bound *of;
    enum sp_status status = sp_attack_read(&a, file->text, file->name, err);
    if (status != SP_OK)
        return status;
    /* The path of a user's bound: from here on the families' formulas know its name. */
    status = sp_catalogue_find(f->catalogue, &of, a.of, err);
    if (status != SP_OK) {
        sp_attack_clear(&a);
        return status;
    }
    struct sp_hunt hunt = {.attack = &a,
                           .catalogue = f->catalogue,
                           .seed = (uint64_t)f->seed,
                           .evaluations = (uint32_t)f->evaluations,
                           .precision = {8, 128, 4096, 0},
                           .progress = &progress};
    sp_progress_start(&progress, "instances", (double)f->evaluations);
    status = sp_hunt_run(&hunt, err);
    sp_progress_end(&progress);
    if (status == SP_OK)
        status = show(f, &hunt, file->name, err);
    f->n++;
    sp_hunt_clear(&hunt);
    sp_attack_clear(&a);
    return status;
}

static enum sp_status attack_all(struct falsify *f, struct sp_error *err)
{
    enum sp_status status = SP_OK;
    for (size_t i = 0; status == SP_OK && i < sp_n_shipped_attacks; i++)
        if (!f->only || sp_attack_is_of(sp_shipped_attacks[i].text, f->only))
            status = attack(f, &sp_shipped_attacks[i], err);
    if (status == SP_OK && f->n == 0)
        status = sp_fail(err, SP_UNDECIDED, "%s: there is no family of instances for it yet",
                         f->only);
    return status;
}

/* A file of one's own. */
static enum sp_status attack_file(struct falsify *f, const char *path, struct sp_error *err)
{
    char *text = NULL;
    enum sp_status status = sp_bound_text(&text, path, err);
    if (status == SP_OK)
        status = attack(f, &(struct sp_shipped){path, text}, err);
    free(text);
    return status;
}

static enum sp_status search(struct falsify *f, struct sp_error *err)
{
    const struct sp_bound *bound;
    const char *word = f->args->n_words ? f->args->words[0] : NULL;
    size_t length = word ? strlen(word) : 0;
    if (length > 7 && strcmp(word + length - 7, ".attack") == 0)
        return attack_file(f, word, err);
    enum sp_status status = word ? sp_catalogue_find(f->catalogue, &bound, word, err) : SP_OK;
    f->only = word && status == SP_OK ? bound->name : NULL;
    return status == SP_OK ? attack_all(f, err) : status;
}

static enum sp_status run(const struct sp_args *args, struct sp_error *err)
{
    struct falsify f = {.args = args, .catalogue = sp_catalogue_new()};
    if (!f.catalogue)
        return sp_fail_memory(err);
    enum sp_status status = sp_arg_count(args, "seed", 0, INT32_MAX, 1, &f.seed, err);
    if (status == SP_OK)
        status = sp_arg_count(args, "evaluations", 1, MOST_EVALUATIONS, EVALUATIONS,
                              &f.evaluations, err);
    if (status == SP_OK && sp_arg(args, "json"))
        f.rows = json_array();
    if (status == SP_OK)
        status = search(&f, err);
    if (status == SP_OK && f.rows)
        status = sp_json_print(stdout, f.rows, err);
    json_decref(f.rows);
    sp_catalogue_free(f.catalogue);
    return status == SP_OK && f.n_violated ? SP_FALSE : status;
}

static void complete(const struct sp_args *args, FILE *out)
{
    struct sp_error ignored;
    for (size_t i = 0; args->n_words == 0 && i < sp_n_shipped_attacks; i++) {
        struct sp_attack a;
        const struct sp_shipped *s = &sp_shipped_attacks[i];
        if (sp_attack_read(&a, s->text, s->name, &ignored) != SP_OK)
            continue;
        fprintf(out, "%s\n", a.of);
        sp_attack_clear(&a);
    }
}

static const struct sp_option options[] = {
    {"seed", 0, "N", "of the search; the same seed finds the same (default 1)"},
    {"evaluations", 0, "N", "instances to try for each family (default 2000)"},
    {"json", 0, NULL, "print an array of objects"},
    {0},
};

static const char *const examples[] = {
    "staleproof falsify sync_pl",
    "staleproof falsify async_nc --evaluations 500 --seed 7",
    NULL,
};

const struct sp_command sp_command_falsify = {
    .name = "falsify",
    .operands = "[NAME | FILE.attack]",
    .summary = "search instances for a violation of a bound, and report the worst ratio",
    .options = options,
    .run = run,
    .details =
        "Instances are runs whose error is known exactly: quadratics, one-dimensional "
        "adversaries, schedules of delays, vectors for a compressor (specs/attacks). Truth and "
        "bound are both enclosures; violated means that they are apart, on the wrong side. "
        "Otherwise the largest ratio that was met tells how tight the bound is.\n\n"
        "Exit code 1: violated. Without a name, all bounds that have a family of instances.",
    .examples = examples,
    .most_words = 1,
    .complete = complete,
};
