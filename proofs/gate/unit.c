/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/shell.h"

static const char *compiler(void)
{
    const char *name = getenv("CC");
    return name == NULL || name[0] == '\0' ? "cc" : name;
}

/* "x.o: a.c b.h \" as words, without the object's name and the line continuations. */
static struct words dependencies(const char *file)
{
    int status;
    struct words list = {0};
    struct words all = text_words(shell_output(
        text_format("%s -MM -D__FRAMAC__ " UNIT_PREPROCESS " %s 2>/dev/null", compiler(),
                    shell_quote(file)),
        &status));
    for (size_t i = 1; i < all.n; i++)
        if (strcmp(all.word[i], "\\") != 0)
            words_add_new(&list, all.word[i]);
    return list;
}

/* The compiler may copy a struct by calling memcpy: such a call is nobody's source text. */
static int in_source(const struct unit *u, const char *name)
{
    if (strncmp(name, "mem", 3) != 0)
        return strcmp(name, "_GLOBAL_OFFSET_TABLE_") != 0;
    for (size_t i = 0; i < u->inputs.n; i++) {
        const char *text = text_read(u->inputs.word[i]);
        if (text != NULL && strstr(text, name) != NULL)
            return 1;
    }
    return 0;
}

/* A line of readelf -sW: number, value, size, type, binding, visibility, section, name. */
static void read_symbol(struct unit *u, const struct words *w)
{
    enum { TYPE = 3, BINDING = 4, SECTION = 6, NAME = 7 };
    if (w->n <= NAME)
        return;
    const char *name = w->word[NAME];
    const int outside = strcmp(w->word[SECTION], "UND") == 0;
    const int global = strcmp(w->word[BINDING], "GLOBAL") == 0;
    const int function = strcmp(w->word[TYPE], "FUNC") == 0;
    if (function && !outside)
        words_add(&u->defined, name);
    if (function && !outside && global)
        words_add(&u->exported, name);
    if (outside && global && in_source(u, name))
        words_add(&u->undefined, name);
}

/* Reads the object's symbols, or says why the compiler refuses the file. */
static void load_symbols(struct unit *u, const char *scratch)
{
    int status;
    const char *object = shell_quote(text_format("%s/symbols.o", scratch));
    /* No optimisation and no builtins, so that every call in the text is a call in the object. */
    char *said = shell_output(
        text_format("%s -std=c11 -O0 -w -fno-builtin -fkeep-static-functions -fno-pic "
                    "-fno-stack-protector " UNIT_PREPROCESS " -c -o %s %s 2>&1",
                    compiler(), object, shell_quote(u->file)),
        &status);
    if (status != 0) {
        u->error = said[0] == '\0' ? "the compiler failed" : said;
        return;
    }
    char *table = shell_output(text_format("LC_ALL=C readelf -sW %s && rm -f %s", object, object),
                               &status);
    if (status != 0)
        u->error = "readelf failed";
    for (char *line; status == 0 && (line = text_line(&table)) != NULL;) {
        const struct words w = text_words(line);
        read_symbol(u, &w);
    }
}

struct unit unit_load(const char *file, const char *scratch)
{
    /* A target's file is asked for again when the whole suite is reviewed. */
    static struct unit *known;
    static size_t n;
    for (size_t i = 0; i < n; i++)
        if (strcmp(known[i].file, file) == 0)
            return known[i];
    struct unit u = {.file = file, .inputs = dependencies(file)};
    load_symbols(&u, scratch);
    known = realloc(known, (n + 1) * sizeof *known);
    if (known == NULL)
        text_die(5, "out of memory");
    return known[n++] = u;
}

char *unit_hash(const struct words *files, const char *salt)
{
    int status;
    char *command = text_format("{ printf %%s %s; cat", shell_quote(salt));
    for (size_t i = 0; i < files->n; i++)
        command = text_format("%s %s", command, shell_quote(files->word[i]));
    char *sum = shell_output(text_format("%s; } </dev/null | sha256sum", command), &status);
    if (status != 0 || strlen(sum) < 64)
        text_die(5, "sha256sum failed");
    return text_copy(sum, 64);
}
