/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/suite.h"

static char *escaped(const char *text)
{
    char *to = text_memory(6 * strlen(text) + 1), *start = to;
    for (; *text != '\0'; text++) {
        const char *entity = *text == '<'    ? "&lt;"
                             : *text == '>'  ? "&gt;"
                             : *text == '&'  ? "&amp;"
                             : *text == '"'  ? "&quot;"
                                             : NULL;
        /* XML 1.0 has no way to write other control characters. */
        if (entity == NULL)
            *to++ = (unsigned char)*text < ' ' && *text != '\n' && *text != '\t' ? '?' : *text;
        else {
            memcpy(to, entity, strlen(entity));
            to += strlen(entity);
        }
    }
    return start;
}

/* One element a case, since readers show only the first: the code of the first problem is its type,
 * all of them are its text. */
static char *failure(const struct problems *p)
{
    char *all = "";
    for (size_t i = 0; i < p->n; i++) {
        const struct problem *one = &p->problem[i];
        const char *place = one->file == NULL ? "" : text_format("%s:%ld: ", one->file, one->line);
        all = text_format("%s%s %s%s: %s\n", all, one->code, place, one->subject, one->text);
    }
    return p->n == 0 ? ""
                     : text_format("\n   <failure type=\"%s\" message=\"%s\">%s</failure>",
                                   p->problem[0].code, escaped(p->problem[0].text), escaped(all));
}

int suite_write_junit(const struct suite *s, const char *path)
{
    size_t failed = s->problems.n > 0;
    char *cases = "";
    double seconds = 0;
    for (size_t i = 0; i < s->n; i++) {
        const struct result *r = &s->result[i];
        failed += r->problems.n > 0;
        seconds += r->seconds;
        cases = text_format("%s  <testcase classname=\"verify\" name=\"%s\" time=\"%.1f\">%s\n"
                            "  </testcase>\n",
                            cases, escaped(r->target->name), r->seconds, failure(&r->problems));
    }
    return text_write(
        path, text_format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<testsuites>\n <testsuite name=\"verify\" tests=\"%zu\" "
                          "failures=\"%zu\" errors=\"0\" time=\"%.1f\">\n%s"
                          "  <testcase classname=\"verify\" name=\"whole suite\" time=\"0\">%s\n"
                          "  </testcase>\n </testsuite>\n</testsuites>\n",
                          s->n + 1, failed, seconds, cases, failure(&s->problems)));
}
