/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/target.h"

#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Where the value of a key goes: a single string, or one more element of a list. */
static const struct key {
    const char *name;
    int repeats;
    size_t offset;
} keys[] = {
    {"file", 0, offsetof(struct target, file)},
    {"functions", 0, offsetof(struct target, functions)},
    {"preset", 0, offsetof(struct target, preset)},
    {"flags", 0, offsetof(struct target, flags)},
    {"provers", 0, offsetof(struct target, provers)},
    {"steps", 0, offsetof(struct target, steps)},
    {"test", 0, offsetof(struct target, test)},
    {"kernel", 1, offsetof(struct target, kernels)},
    {"claim", 1, offsetof(struct target, claims)},
    {"rung", 1, offsetof(struct target, rungs)},
    {"remains", 1, offsetof(struct target, remains)},
    {"assumes", 1, offsetof(struct target, assumes)},
    {"allow", 1, offsetof(struct target, allows)},
};

static void store(struct target *t, const char *key, const char *value, long line)
{
    if (strcmp(key, "goals") == 0) {
        char *end;
        t->goals = strtol(value, &end, 10);
        if (*end != '\0' || t->goals <= 0)
            text_die(3, "%s:%ld: goals must be a positive number", t->path, line);
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i].name) != 0)
            continue;
        void *place = (char *)t + keys[i].offset;
        if (keys[i].repeats)
            words_add(place, value);
        else if (*(const char **)place != NULL)
            text_die(3, "%s:%ld: second line '%s'", t->path, line, key);
        else
            *(const char **)place = value;
        return;
    }
    text_die(3, "%s:%ld: unknown key '%s'", t->path, line, key);
}

static void parse(struct target *t, char *text)
{
    long number = 0;
    for (char *line; (line = text_line(&text)) != NULL;) {
        number++;
        char *rest = line;
        char *key = text_word(&rest);
        if (key == NULL || key[0] == '#')
            continue;
        const char *value = rest == NULL ? "" : text_skip_blanks(rest);
        size_t length = strlen(value);
        while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t'))
            length--;
        if (length == 0)
            text_die(3, "%s:%ld: '%s' has no value", t->path, number, key);
        store(t, key, text_copy(value, length), number);
    }
}

/* Takes from the lines "PRESET KEY VALUE" what the target does not say itself. */
static void apply_preset(struct target *t, char *text)
{
    const char *more = NULL;
    for (char *line; (line = text_line(&text)) != NULL;) {
        char *rest = line;
        char *preset = text_word(&rest), *key = text_word(&rest);
        if (preset == NULL || key == NULL || strcmp(preset, t->preset) != 0)
            continue;
        const char *value = rest == NULL ? "" : text_skip_blanks(rest);
        if (strcmp(key, "model") == 0)
            t->model = value;
        else if (strcmp(key, "flags") == 0)
            more = value;
        else if (strcmp(key, "provers") == 0 && t->provers == NULL)
            t->provers = value;
        else if (strcmp(key, "steps") == 0 && t->steps == NULL)
            t->steps = value;
    }
    if (t->model == NULL || t->provers == NULL || t->steps == NULL)
        text_die(3, "%s: no preset '%s'", t->path, t->preset);
    t->flags = text_format("%s %s", more == NULL ? "" : more, t->flags == NULL ? "" : t->flags);
}

static struct target load(const char *folder, const char *name, const char *presets)
{
    struct target t = {.name = name, .path = text_format("%s/%s", folder, name)};
    char *text = text_read(t.path);
    char *preset_text = text_read(presets);
    if (text == NULL || preset_text == NULL)
        text_die(3, "cannot read %s", text == NULL ? t.path : presets);
    parse(&t, text);
    if (t.file == NULL || t.preset == NULL || t.goals == 0 || t.claims.n == 0)
        text_die(3, "%s: needs file, preset, goals and claim", t.path);
    if (t.functions == NULL)
        t.functions = "all";
    if (t.test == NULL)
        t.test = name;
    apply_preset(&t, preset_text);
    return t;
}

struct targets targets_load(const char *folder, const char *presets, const struct words *only)
{
    struct words names = words_copy(only);
    if (names.n == 0) {
        DIR *directory = opendir(folder);
        if (directory == NULL)
            text_die(3, "cannot read folder %s", folder);
        for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
            if (entry->d_name[0] != '.' && strpbrk(entry->d_name, ".~") == NULL)
                words_add(&names, entry->d_name);
        closedir(directory);
    }
    words_sort(&names);
    struct targets all = {text_memory((names.n + 1) * sizeof(struct target)), names.n};
    for (size_t i = 0; i < names.n; i++)
        all.target[i] = load(folder, names.word[i], presets);
    return all;
}

const struct target *targets_find_kernel(const struct targets *all, const char *function)
{
    for (size_t i = 0; i < all->n; i++)
        if (words_has(&all->target[i].kernels, function))
            return &all->target[i];
    return NULL;
}
