/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "proofs/gate/suite.h"

/* FNV-1a over what stays the same when lines move. */
static char *fingerprint(const char *target, const struct problem *p)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = text_format("%s|%s|%s", target, p->code, p->subject); *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    return text_format("%016" PRIx64, hash);
}

static json_t *finding(const char *target, const char *file, const struct problem *p)
{
    json_t *place = json_pack(
        "{s:{s:{s:s,s:s},s:{s:I}}}", "physicalLocation", "artifactLocation", "uri",
        p->file != NULL ? p->file : file, "uriBaseId", "SRCROOT", "region", "startLine",
        (json_int_t)(p->line > 0 ? p->line : 1));
    return json_pack("{s:s,s:s,s:{s:s},s:[o],s:{s:s}}", "ruleId", p->code, "level", "error",
                     "message", "text", p->text, "locations", place, "partialFingerprints",
                     "staleproof/v1", fingerprint(target, p));
}

static json_t *rules(void)
{
    json_t *array = json_array();
    for (const struct code *c = codes; c->name != NULL; c++)
        json_array_append_new(array, json_pack("{s:s,s:{s:s}}", "id", c->name, "shortDescription",
                                               "text", c->meaning));
    return array;
}

int suite_write_sarif(const struct suite *s, const char *path)
{
    json_t *results = json_array();
    for (size_t i = 0; i < s->n; i++) {
        const struct result *r = &s->result[i];
        for (size_t k = 0; k < r->problems.n; k++)
            json_array_append_new(
                results, finding(r->target->name, r->target->file, &r->problems.problem[k]));
    }
    for (size_t k = 0; k < s->problems.n; k++)
        json_array_append_new(results,
                              finding("", "proofs/ledger-reviewed", &s->problems.problem[k]));
    json_t *run = json_pack("{s:{s:{s:s,s:o}},s:{s:{s:s}},s:o}", "tool", "driver", "name",
                            "staleproof verify", "rules", rules(), "originalUriBaseIds", "SRCROOT",
                            "uri", "file:///", "results", results);
    json_t *root = json_pack("{s:s,s:s,s:[o]}", "$schema",
                             "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
                             "runs", run);
    char *text = root == NULL ? NULL : json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    return text == NULL ? -1 : text_write(path, text_format("%s\n", text));
}
