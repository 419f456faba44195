/* SPDX-License-Identifier: Apache-2.0 */
#include "proofs/gate/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/gate/text.h"

void problems_add(struct problems *list, struct problem problem)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->problem[i].code, problem.code) == 0 &&
            strcmp(list->problem[i].subject, problem.subject) == 0 &&
            strcmp(list->problem[i].text, problem.text) == 0)
            return; /* WP says some things twice */
    if (list->n == list->room) {
        list->room = 2 * list->room + 8;
        list->problem = realloc(list->problem, list->room * sizeof *list->problem);
        if (list->problem == NULL)
            text_die(5, "out of memory");
    }
    list->problem[list->n++] = problem;
}

void problems_say(struct problems *list, const char *code, const char *subject, const char *format,
                  ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    problems_add(list, (struct problem){code, text_format("%s", subject), text_format("%s", text),
                                        NULL, 0});
}
