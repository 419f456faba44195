/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "proofs/gate/suite.h"

static const char schema[] =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/* FNV-1a over what stays the same when lines move, and the number of the problem among those of
 * the same code and subject. */
static char *fingerprint(const char *target, const struct problems *list, size_t which)
{
    const struct problem *p = &list->problem[which];
    size_t ordinal = 0;
    for (size_t i = 0; i < which; i++)
        ordinal += strcmp(list->problem[i].code, p->code) == 0 &&
                   strcmp(list->problem[i].subject, p->subject) == 0;
    uint64_t hash = 14695981039346656037u;
    const char *text = text_format("%s|%s|%s|%zu", target, p->code, p->subject, ordinal);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return text_format("%016" PRIx64, hash);
}

static json_int_t rule_index(const char *code)
{
    json_int_t i = 0;
    while (codes[i].name != NULL && strcmp(codes[i].name, code) != 0)
        i++;
    return codes[i].name == NULL ? -1 : i;
}

/* What the target's own text gets wrong is shown there, the rest in its C file. */
static const char *fallback(const struct target *t, const struct problem *p)
{
    static const char *const of_target[] = {"GOALS_BELOW_FLOOR", "CLAIM_WITHOUT_PROOF",
                                            "KERNEL_MISSING"};
    if (t == NULL)
        return "proofs/ledger-reviewed";
    for (size_t i = 0; i < sizeof of_target / sizeof of_target[0]; i++)
        if (strcmp(p->code, of_target[i]) == 0)
            return t->path;
    return t->file;
}

static json_t *finding(const struct target *t, const struct problems *list, size_t which)
{
    const struct problem *p = &list->problem[which];
    json_t *place =
        json_pack("{s:{s:{s:s,s:s},s:{s:I}}}", "physicalLocation", "artifactLocation", "uri",
                  p->file != NULL ? p->file : fallback(t, p), "uriBaseId", "SRCROOT", "region",
                  "startLine", (json_int_t)(p->line > 0 ? p->line : 1));
    return json_pack("{s:s,s:I,s:s,s:{s:s},s:[o],s:{s:s}}", "ruleId", p->code, "ruleIndex",
                     rule_index(p->code), "level", "error", "message", "text",
                     text_format("%s: %s", p->subject, p->text), "locations", place,
                     "partialFingerprints", "staleproof/v1",
                     fingerprint(t == NULL ? "" : t->name, list, which));
}

static void add_findings(json_t *results, const struct target *t, const struct problems *list)
{
    for (size_t i = 0; i < list->n; i++)
        json_array_append_new(results, finding(t, list, i));
}

static json_t *rules(void)
{
    json_t *array = json_array();
    for (const struct code *c = codes; c->name != NULL; c++)
        json_array_append_new(array, json_pack("{s:s,s:{s:s},s:{s:s}}", "id", c->name,
                                               "shortDescription", "text", c->meaning,
                                               "defaultConfiguration", "level", "error"));
    return array;
}

/* Paths are relative to the sources, wherever a reader has them: SRCROOT gets no address. */
static json_t *run(json_t *results)
{
    return json_pack("{s:{s:{s:s,s:s,s:o}},s:{s:{s:{s:s}}},s:s,s:o}", "tool", "driver", "name",
                     "staleproof verify", "version", SP_VERSION, "rules", rules(),
                     "originalUriBaseIds", "SRCROOT", "description", "text",
                     "the root of the sources", "columnKind", "utf16CodeUnits", "results", results);
}

int suite_write_sarif(const struct suite *s, const char *path)
{
    json_t *results = json_array();
    for (size_t i = 0; i < s->n; i++)
        add_findings(results, s->result[i].target, &s->result[i].problems);
    add_findings(results, NULL, &s->problems);
    json_t *root =
        json_pack("{s:s,s:s,s:[o]}", "$schema", schema, "version", "2.1.0", "runs", run(results));
    char *text = root == NULL ? NULL : json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    return text == NULL ? -1 : text_write(path, text_format("%s\n", text));
}
