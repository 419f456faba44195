/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/unit.h"

/* WP passes a hexadecimal real through a double: outside its range, or with more bits than it
 * has, the proof would be about another number (0x1p-1075 == 0 is "proved"). What must hold: the
 * lowest set bit has weight 2^-1074 or more, the highest 2^1023 or less, and they span 53 bits. */
static int exact_in_double(const char *digits, size_t length, long exponent)
{
    long weight = exponent, highest = 0, lowest = 0, seen = 0;
    for (size_t i = 0; i < length && digits[i] != '.'; i++)
        weight += 4;
    for (size_t i = 0; i < length; i++) {
        if (digits[i] == '.')
            continue;
        const char one[2] = {digits[i], '\0'};
        const long value = strtol(one, NULL, 16);
        weight -= 4;
        for (int bit = 3; bit >= 0; bit--) {
            if ((value >> bit & 1) == 0)
                continue;
            if (!seen)
                highest = weight + bit;
            lowest = weight + bit;
            seen = 1;
        }
    }
    return !seen || (lowest >= -1074 && highest <= 1023 && highest - lowest < 53);
}

static long line_of(const char *text, const char *place)
{
    long line = 1;
    for (; text < place; text++)
        line += *text == '\n';
    return line;
}

static void lint_reals(const char *file, const char *text, struct problems *problems)
{
    for (const char *c = text; (c = strstr(c, "0x")) != NULL; c += 2) {
        if (c > text && (isalnum((unsigned char)c[-1]) || c[-1] == '_'))
            continue;
        const size_t length = strspn(c + 2, "0123456789abcdefABCDEF.");
        const char *mark = c + 2 + length;
        char *end;
        if (*mark != 'p' && *mark != 'P')
            continue;
        const long exponent = strtol(mark + 1, &end, 10);
        if (end == mark + 1 || exact_in_double(c + 2, length, exponent))
            continue;
        char *literal = text_copy(c, (size_t)(end - c));
        problems_add(problems, (struct problem){"REAL_LITERAL", literal,
                                                text_format("%s is not a double: WP would round "
                                                            "it silently; write a quotient",
                                                            literal),
                                                file, line_of(text, c)});
    }
}

static void lint_outside(const char *file, const char *text, struct problems *problems)
{
    static const char *const words[] = {"__builtin_", "__asm", "asm("};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *c = strstr(text, words[i]);
        if (c != NULL && (c == text || (!isalnum((unsigned char)c[-1]) && c[-1] != '_')))
            problems_add(problems,
                         (struct problem){"OUTSIDE_C", words[i],
                                          text_format("%s has no contract that is proved",
                                                      words[i]),
                                          file, line_of(text, c)});
    }
}

void unit_lint(const struct words *files, struct problems *problems)
{
    for (size_t i = 0; i < files->n; i++) {
        const char *text = text_read(files->word[i]);
        if (text == NULL)
            continue;
        lint_reals(files->word[i], text, problems);
        lint_outside(files->word[i], text, problems);
    }
}
