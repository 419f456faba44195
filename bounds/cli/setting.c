/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/cli/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/trace_list.h"
#include "bounds/formula/ascii.h"
#include "bounds/formula/nearest.h"

const char sp_set_help[] = "read KEY = VALUE lines from FILE first; may be repeated, the last "
                           "value of a key wins";

#define MOST_LINE 65536
#define TRACE "trace:"

static char *copy_trimmed(const char *text, size_t length)
{
    while (length && (sp_is_blank(*text) || *text == '\n'))
        text++, length--;
    while (length && (sp_is_blank(text[length - 1]) || text[length - 1] == '\n'))
        length--;
    return strndup(text, length);
}

static enum sp_status add(struct sp_setting *setting, const char *text, size_t key_length,
                          const char *place, struct sp_error *err)
{
    struct sp_entry *more = realloc(setting->entries, (setting->n + 1) * sizeof *more);
    if (!more)
        return sp_fail_memory(err);
    setting->entries = more;
    const char *value = text + key_length + 1;
    struct sp_entry *e = &more[setting->n++];
    *e = (struct sp_entry){copy_trimmed(text, key_length), copy_trimmed(value, strlen(value)),
                           place ? strdup(place) : NULL};
    if (!e->key || !e->value || (!e->place && place))
        return sp_fail_memory(err);
    if (strncmp(e->value, TRACE, strlen(TRACE)) != 0)
        return SP_OK;
    char *list = NULL;
    enum sp_status status = sp_trace_list(&list, e->value + strlen(TRACE), err);
    if (status == SP_OK) {
        free(e->value);
        e->value = list;
    }
    return status;
}

/* Length of the key in "KEY = VALUE", 0 if it is not of that form. */
static size_t key_length(const char *text)
{
    size_t start = strspn(text, " \t"), end = start;
    if (!sp_is_letter(text[start]))
        return 0;
    while (sp_is_name(text[end]) || (text[end] == '.' && end > start)) /* NAME.KEY */
        end++;
    size_t equals = end + strspn(text + end, " \t");
    size_t value = equals + 1;
    if (text[equals] != '=' || text[value] == '=')
        return 0;
    return text[value + strspn(text + value, " \t\r\n")] ? equals : 0;
}

static enum sp_status read_line(struct sp_setting *setting, char *line, const char *place,
                                struct sp_error *err)
{
    line[strcspn(line, "#")] = '\0';
    if (line[strspn(line, " \t\r\n")] == '\0')
        return SP_OK;
    size_t length = key_length(line);
    if (length == 0)
        return sp_fail(err, SP_INPUT, "%s: expected KEY = VALUE, found '%.40s'", place,
                       line + strspn(line, " \t"));
    return add(setting, line, length, place, err);
}

static enum sp_status read_stream(struct sp_setting *setting, FILE *in, const char *path,
                                  struct sp_error *err)
{
    char *line = malloc(MOST_LINE), *place = malloc(strlen(path) + 24);
    enum sp_status status = line && place ? SP_OK : sp_fail_memory(err);
    for (long number = 1; status == SP_OK && fgets(line, MOST_LINE, in); number++) {
        sprintf(place, "%s:%ld", path, number);
        size_t length = strlen(line);
        if (length == MOST_LINE - 1)
            status = sp_fail(err, SP_INPUT, "%s: the line is too long", place);
        else
            line[strcspn(line, "\n")] = '\0', status = read_line(setting, line, place, err);
    }
    if (status == SP_OK && ferror(in))
        status = sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    free(line);
    free(place);
    return status;
}

static enum sp_status read_file(struct sp_setting *setting, const char *path, struct sp_error *err)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    errno = 0;
    enum sp_status status = read_stream(setting, in, path, err);
    fclose(in);
    return status;
}

static enum sp_status read_held(struct sp_setting *setting, const char *held, struct sp_error *err)
{
    FILE *in = fmemopen((char *)held, strlen(held), "r");
    if (!in)
        return sp_fail_memory(err);
    enum sp_status status = read_stream(setting, in, "held input", err);
    fclose(in);
    return status;
}

enum sp_status sp_setting_read(struct sp_setting *setting, const struct sp_args *args, size_t first,
                               struct sp_error *err)
{
    enum sp_status status = SP_OK;
    const char *path;
    *setting = (struct sp_setting){0};
    if (args->held && args->held[0])
        status = read_held(setting, args->held, err);
    for (size_t i = 0; status == SP_OK && (path = sp_arg_nth(args, "set", i)); i++)
        status = read_file(setting, path, err);
    for (size_t i = first; status == SP_OK && i < args->n_words; i++) {
        size_t length = key_length(args->words[i]);
        if (length == 0)
            status =
                sp_fail(err, SP_USAGE, "'%s' is not an input: expected KEY=VALUE", args->words[i]);
        else
            status = add(setting, args->words[i], length, NULL, err);
    }
    if (status != SP_OK)
        sp_setting_clear(setting);
    return status;
}

static void free_entry(struct sp_entry *e)
{
    free(e->key);
    free(e->value);
    free(e->place);
}

void sp_setting_clear(struct sp_setting *setting)
{
    for (size_t i = 0; i < setting->n; i++)
        free_entry(&setting->entries[i]);
    free(setting->entries);
    *setting = (struct sp_setting){0};
}

const char *sp_setting_get(const struct sp_setting *setting, const char *key)
{
    for (size_t i = setting->n; i-- > 0;)
        if (strcmp(setting->entries[i].key, key) == 0)
            return setting->entries[i].value;
    return NULL;
}

void sp_setting_drop(struct sp_setting *setting, const char *key)
{
    size_t kept = 0;
    for (size_t i = 0; i < setting->n; i++) {
        if (strcmp(setting->entries[i].key, key) == 0)
            free_entry(&setting->entries[i]);
        else
            setting->entries[kept++] = setting->entries[i];
    }
    setting->n = kept;
}

static int some_bound_has(struct sp_catalogue *catalogue, const char *key)
{
    for (size_t i = 0; i < sp_catalogue_size(catalogue); i++) {
        const struct sp_bound *b = sp_catalogue_get(catalogue, sp_catalogue_name(catalogue, i));
        if (b && sp_bound_parameter(b, key) >= 0)
            return 1;
    }
    return 0;
}

/* A fault in a file is the file's, with its line. */
static enum sp_status blame(const struct sp_entry *e, enum sp_status status, struct sp_error *err)
{
    if (status != SP_USAGE || !e->place)
        return status;
    struct sp_error inner = *err;
    return sp_fail(err, SP_INPUT, "%s: %.900s", e->place, inner.text);
}

enum sp_status sp_setting_apply(const struct sp_setting *setting, struct sp_catalogue *catalogue,
                                const struct sp_bound *bound, struct sp_case *c, int lenient,
                                struct sp_error *err)
{
    for (size_t i = 0; i < setting->n; i++) {
        const struct sp_entry *e = &setting->entries[i];
        int belongs = sp_bound_parameter(bound, e->key) >= 0;
        if (!belongs && (e->place || lenient) && some_bound_has(catalogue, e->key))
            continue;
        enum sp_status status = sp_case_set(c, e->key, e->value, err);
        if (status != SP_OK)
            return blame(e, status, err);
    }
    return SP_OK;
}

void sp_setting_complete(const struct sp_bound *bound, const struct sp_args *args, FILE *out)
{
    for (size_t i = 0; i < bound->n_parameters; i++) {
        const char *name = bound->parameters[i].name;
        int given = 0;
        for (size_t j = 1; j < args->n_words; j++) {
            size_t length = key_length(args->words[j]);
            given |= length == strlen(name) && strncmp(args->words[j], name, length) == 0;
        }
        if (!given)
            fprintf(out, "%s=\n", name);
    }
}
