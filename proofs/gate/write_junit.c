/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "proofs/gate/suite.h"

static char *escaped(const char *text)
{
    char *to = text_memory(6 * strlen(text) + 1), *start = to;
    for (; *text != '\0'; text++) {
        const char *entity = *text == '<'   ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '&' ? "&amp;"
                             : *text == '"' ? "&quot;"
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

static char *failures(const struct problems *p)
{
    char *text = "";
    for (size_t i = 0; i < p->n; i++)
        text = text_format("%s\n   <failure type=\"%s\" message=\"%s\"/>", text,
                           p->problem[i].code, escaped(p->problem[i].text));
    return text;
}

int suite_write_junit(const struct suite *s, const char *path)
{
    size_t failed = s->problems.n > 0;
    char *cases = "";
    for (size_t i = 0; i < s->n; i++) {
        const struct result *r = &s->result[i];
        failed += r->problems.n > 0;
        cases = text_format("%s  <testcase classname=\"verify\" name=\"%s\" time=\"%.1f\">%s\n"
                            "  </testcase>\n",
                            cases, escaped(r->target->name), r->seconds, failures(&r->problems));
    }
    return text_write(
        path, text_format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<testsuites>\n <testsuite name=\"verify\" tests=\"%zu\" "
                          "failures=\"%zu\">\n%s"
                          "  <testcase classname=\"verify\" name=\"whole suite\">%s\n"
                          "  </testcase>\n </testsuite>\n</testsuites>\n",
                          s->n + 1, failed, cases, failures(&s->problems)));
}
