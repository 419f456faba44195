/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *text_memory(size_t size)
{
    void *p = calloc(1, size);
    if (p == NULL)
        text_die(5, "out of memory");
    return p;
}

char *text_copy(const char *s, size_t length)
{
    char *copy = text_memory(length + 1);
    memcpy(copy, s, length);
    return copy;
}

char *text_format(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = text_memory((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void words_add(struct words *list, const char *word)
{
    if (list->n == list->room) {
        list->room = 2 * list->room + 8;
        list->word = realloc(list->word, list->room * sizeof *list->word);
        if (list->word == NULL)
            text_die(5, "out of memory");
    }
    list->word[list->n++] = text_copy(word, strlen(word));
}

int words_has(const struct words *list, const char *word)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->word[i], word) == 0)
            return 1;
    return 0;
}

void words_add_new(struct words *list, const char *word)
{
    if (!words_has(list, word))
        words_add(list, word);
}

struct words words_copy(const struct words *list)
{
    struct words copy = {0};
    for (size_t i = 0; i < list->n; i++)
        words_add(&copy, list->word[i]);
    return copy;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void words_sort(struct words *list)
{
    if (list->n > 0)
        qsort(list->word, list->n, sizeof *list->word, by_text);
}

char *text_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    size_t length = 0, room = 1 << 16;
    char *text = text_memory(room);
    size_t got;
    while ((got = fread(text + length, 1, room - length - 1, file)) > 0) {
        length += got;
        if (length + 1 < room)
            continue;
        room *= 2;
        text = realloc(text, room);
        if (text == NULL)
            text_die(5, "out of memory");
    }
    text[length] = '\0';
    int failed = ferror(file);
    fclose(file);
    return failed ? NULL : text;
}

int text_write(const char *path, const char *text)
{
    char *beside = text_format("%s.new", path);
    FILE *file = fopen(beside, "wb");
    if (file == NULL)
        return -1;
    int failed = fputs(text, file) < 0;
    failed = fclose(file) != 0 || failed;
    return failed ? -1 : rename(beside, path);
}

void text_make_folders(const char *path)
{
    char *part = text_copy(path, strlen(path));
    for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(part, 0777);
        *slash = '/';
    }
}

char *text_line(char **rest)
{
    char *line = *rest;
    if (line == NULL || *line == '\0')
        return NULL;
    char *end = strchr(line, '\n');
    *rest = end == NULL ? NULL : end + 1;
    if (end != NULL)
        *end = '\0';
    return line;
}

const char *text_skip_blanks(const char *s)
{
    return s + strspn(s, " \t");
}

char *text_word(char **rest)
{
    if (*rest == NULL)
        return NULL;
    char *word = *rest + strspn(*rest, " \t\n");
    if (*word == '\0')
        return NULL;
    size_t length = strcspn(word, " \t\n");
    *rest = word[length] == '\0' ? NULL : word + length + 1;
    word[length] = '\0';
    return word;
}

struct words text_words(const char *text)
{
    struct words list = {0};
    char *rest = text == NULL ? NULL : text_copy(text, strlen(text));
    for (char *word; (word = text_word(&rest)) != NULL;)
        words_add(&list, word);
    return list;
}

void text_die(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("sp-gate: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}
