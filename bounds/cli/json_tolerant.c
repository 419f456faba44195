/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/json_tolerant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum sp_status read_text(char **text, size_t *size, const char *path, struct sp_error *err)
{
    char block[65536];
    size_t n;
    FILE *in = fopen(path, "r"), *out = in ? open_memstream(text, size) : NULL;
    if (!in)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    errno = 0;
    while (out && (n = fread(block, 1, sizeof block, in)) > 0 && ftell(out) <= SP_JSON_BYTES)
        fwrite(block, 1, n, out);
    enum sp_status status = SP_OK;
    if (ferror(in))
        status = sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    else if (!feof(in) && out)
        status = sp_fail(err, SP_INPUT, "%s: larger than %ld bytes", path, SP_JSON_BYTES);
    fclose(in);
    if (!out || fclose(out) != 0)
        status = sp_fail_memory(err);
    return status;
}

/* The token at `s`, if it is one of ours: its length and what it becomes. */
static size_t token(const char *s, const char **text)
{
    static const char *const tokens[][2] = {
        {"NaN", "\"nan\""}, {"Infinity", "\"inf\""}, {"-Infinity", "\"-inf\""}};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        if (strncmp(s, tokens[i][0], strlen(tokens[i][0])) == 0) {
            *text = tokens[i][1];
            return strlen(tokens[i][0]);
        }
    return 0;
}

/* Copies, with the tokens outside strings replaced. */
static void replace_tokens(FILE *out, const char *s, const char *end)
{
    int in_string = 0;
    while (s < end) {
        const char *text;
        size_t length = in_string ? 0 : token(s, &text);
        if (length) {
            fputs(text, out);
            s += length;
            continue;
        }
        if (in_string && *s == '\\' && s + 1 < end)
            fputc(*s++, out);
        else if (*s == '"')
            in_string = !in_string;
        fputc(*s++, out);
    }
}

static enum sp_status parse(json_t **document, const char *text, size_t size, const char *path,
                            struct sp_error *err)
{
    json_error_t fault;
    *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &fault);
    if (*document)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "%s:%d:%d: %s", path, fault.line, fault.column, fault.text);
}

enum sp_status sp_json_read(json_t **document, const char *path, struct sp_error *err)
{
    char *raw = NULL, *text = NULL;
    size_t raw_size = 0, size = 0;
    enum sp_status status = read_text(&raw, &raw_size, path, err);
    FILE *out = status == SP_OK ? open_memstream(&text, &size) : NULL;
    if (status == SP_OK && !out)
        status = sp_fail_memory(err);
    if (out) {
        replace_tokens(out, raw, raw + raw_size);
        status = fclose(out) == 0 ? parse(document, text, size, path, err) : sp_fail_memory(err);
    }
    free(raw);
    free(text);
    return status;
}
