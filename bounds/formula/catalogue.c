/* SPDX-License-Identifier: Apache-2.0 */
#include "bounds/formula/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/formula/nearest.h"
#include "bounds/formula/shipped.h"

struct entry {
    const char *name, *text; /* owned when `own` */
    char *own_name, *own_text;
    struct sp_bound *bound; /* parsed when first asked for */
    int is_broken;
};

struct sp_catalogue {
    size_t n;
    struct entry *entries; /* by name */
};

struct sp_catalogue *sp_catalogue_new(void)
{
    struct sp_catalogue *catalogue = calloc(1, sizeof *catalogue);
    if (catalogue == NULL)
        return NULL;
    catalogue->entries = calloc(sp_n_shipped + 1, sizeof *catalogue->entries);
    if (catalogue->entries == NULL) {
        free(catalogue);
        return NULL;
    }
    catalogue->n = sp_n_shipped;
    for (size_t i = 0; i < sp_n_shipped; i++) {
        catalogue->entries[i].name = sp_shipped[i].name;
        catalogue->entries[i].text = sp_shipped[i].text;
    }
    return catalogue;
}

void sp_catalogue_free(struct sp_catalogue *catalogue)
{
    if (catalogue == NULL)
        return;
    for (size_t i = 0; i < catalogue->n; i++) {
        sp_bound_free(catalogue->entries[i].bound);
        free(catalogue->entries[i].own_name);
        free(catalogue->entries[i].own_text);
    }
    free(catalogue->entries);
    free(catalogue);
}

size_t sp_catalogue_size(const struct sp_catalogue *catalogue)
{
    return catalogue->n;
}

const char *sp_catalogue_name(const struct sp_catalogue *catalogue, size_t index)
{
    return catalogue->entries[index].name;
}

const char *sp_catalogue_text(const struct sp_catalogue *catalogue, size_t index)
{
    return catalogue->entries[index].text;
}

static int by_name(const void *key, const void *element)
{
    return strcmp(key, ((const struct entry *)element)->name);
}

static struct entry *lookup(struct sp_catalogue *catalogue, const char *name)
{
    return bsearch(name, catalogue->entries, catalogue->n, sizeof *catalogue->entries, by_name);
}

/* A shipped bound is proved if its theorem is among those that Coq has checked. A user's file is
 * not, whatever its name. */
static enum sp_status find_standing(struct sp_bound *bound, struct sp_error *err)
{
    char *theorem = sp_bound_theorem(bound);
    if (theorem == NULL)
        return sp_fail_memory(err);
    for (const char *const *proved = sp_proved_theorems; *proved != NULL; proved++)
        if (strcmp(*proved, theorem) == 0 && bound->standing == SP_MODEL)
            bound->standing = SP_PROVED;
    free(theorem);
    return SP_OK;
}

static enum sp_status parse_entry(struct entry *entry, struct sp_error *err)
{
    if (entry->bound != NULL)
        return SP_OK;
    enum sp_status status = sp_bound_read(&entry->bound, entry->text, entry->name, err);
    if (status == SP_OK && entry->own_name == NULL)
        status = find_standing(entry->bound, err);
    return status;
}

static int is_path(const char *name)
{
    size_t length = strlen(name);
    return strchr(name, '/') != NULL || (length > 6 && strcmp(name + length - 6, ".bound") == 0);
}

static enum sp_status unknown(const struct sp_catalogue *catalogue, const char *name,
                              struct sp_error *err)
{
    const char **names = calloc(catalogue->n + 1, sizeof *names);
    if (names == NULL)
        return sp_fail_memory(err);
    for (size_t i = 0; i < catalogue->n; i++)
        names[i] = catalogue->entries[i].name;
    const char *near = sp_nearest(name, names, catalogue->n);
    free(names);
    return sp_fail(err, SP_USAGE, "there is no bound '%.80s'%s%s%s", name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

enum sp_status sp_catalogue_find(struct sp_catalogue *catalogue, const struct sp_bound **bound,
                                 const char *name, struct sp_error *err)
{
    if (is_path(name))
        return sp_catalogue_add(catalogue, name, bound, err);
    struct entry *entry = lookup(catalogue, name);
    if (entry == NULL)
        return unknown(catalogue, name, err);
    enum sp_status status = parse_entry(entry, err);
    if (status == SP_OK)
        *bound = entry->bound;
    return status;
}

const struct sp_bound *sp_catalogue_get(struct sp_catalogue *catalogue, const char *name)
{
    struct entry *entry = lookup(catalogue, name);
    if (entry == NULL || entry->is_broken)
        return NULL;
    entry->is_broken = parse_entry(entry, NULL) != SP_OK;
    return entry->bound;
}

static int by_entry_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Takes the bound over. */
static enum sp_status insert(struct sp_catalogue *catalogue, struct sp_bound *bound,
                             struct sp_error *err)
{
    struct entry *old = lookup(catalogue, bound->name);
    struct entry added = {.own_name = strdup(bound->name), .own_text = strdup(""), .bound = bound};
    struct entry *more = realloc(catalogue->entries, (catalogue->n + 1) * sizeof *more);
    if (more != NULL)
        catalogue->entries = more;
    if (more == NULL || added.own_name == NULL || added.own_text == NULL) {
        free(added.own_name);
        free(added.own_text);
        return sp_fail_memory(err);
    }
    added.name = added.own_name;
    added.text = added.own_text;
    if (old != NULL) {
        old = lookup(catalogue, bound->name);
        sp_bound_free(old->bound);
        free(old->own_name);
        free(old->own_text);
        *old = added;
        return SP_OK;
    }
    catalogue->entries[catalogue->n++] = added;
    qsort(catalogue->entries, catalogue->n, sizeof *more, by_entry_name);
    return SP_OK;
}

enum sp_status sp_catalogue_add(struct sp_catalogue *catalogue, const char *path,
                                const struct sp_bound **bound, struct sp_error *err)
{
    struct sp_bound *read = NULL;
    enum sp_status status = sp_bound_open(&read, path, err);
    if (status == SP_OK)
        status = insert(catalogue, read, err);
    if (status == SP_OK)
        *bound = read;
    else
        sp_bound_free(read);
    return status;
}
