/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "bounds/cli/args.h"
#include "bounds/cli/show.h"

static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                            "%+,-./:=@^_";

/* A word as the shell takes it; quotes only where they are needed. */
static void print_word(FILE *out, const char *word)
{
    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        fputs(*word == '\'' ? "'\\''" : (char[]){*word, '\0'}, out);
    fputc('\'', out);
}

static void print_all(FILE *out, const struct sp_args *args)
{
    fprintf(out, "staleproof %s", args->command->name);
    for (size_t i = 0; i < args->n_words; i++) {
        fputc(' ', out);
        print_word(out, args->words[i]);
    }
    for (size_t i = 0; i < args->n_given; i++) {
        fprintf(out, " --%s", args->given[i].option->name);
        if (args->given[i].option->arg) {
            fputc(' ', out);
            print_word(out, args->given[i].value);
        }
    }
}

char *sp_show_command(const struct sp_args *args)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    print_all(out, args);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
