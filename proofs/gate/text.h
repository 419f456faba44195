/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_TEXT_H
#define SP_GATE_TEXT_H
#include <stddef.h>

/* Strings for a program that runs once and ends: nothing is given back before exit, and running
 * out of memory ends it (exit 5). */
struct words {
    char **word;
    size_t n, room;
};

void *text_memory(size_t size); /* zeroed */
char *text_copy(const char *s, size_t length);
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

void words_add(struct words *list, const char *word); /* keeps a copy */
int words_has(const struct words *list, const char *word);
void words_add_new(struct words *list, const char *word); /* unless it is there */
struct words words_copy(const struct words *list);
void words_sort(struct words *list);

/* Whole file as a string, NULL when it cannot be read. */
char *text_read(const char *path);
int text_write(const char *path, const char *text); /* by rename; 0 when done */

/* Makes the folders that a path names before its last slash. */
void text_make_folders(const char *path);

/* Cuts the next line, or the next blank-separated word, off *rest. NULL at the end. */
char *text_line(char **rest);
char *text_word(char **rest);
/* All words of a copy of `text`. */
struct words text_words(const char *text);
const char *text_skip_blanks(const char *s);

/* Says what is wrong on standard error and ends the program. */
_Noreturn void text_die(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
