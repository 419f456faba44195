/* SPDX-License-Identifier: Apache-2.0 */
/* What CI reads: SARIF, JUnit and Markdown of a suite with one proved and one failed target. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proofs/gate/suite.h"

static struct target targets[] = {
    {.name = "good", .path = "specs/targets/good", .file = "kernels/a/good.c"},
    {.name = "bad", .path = "specs/targets/bad", .file = "kernels/a/bad.c"},
};
static struct result results[2];

/* `line` is where the failed properties stand: edits above them move it. */
static struct suite suite_at(long line)
{
    memset(results, 0, sizeof results);
    results[0].target = &targets[0];
    results[1].target = &targets[1];
    results[0].evidence.log_proved = results[0].evidence.log_total = 7;
    results[1].evidence.log_proved = results[1].evidence.log_total = -1;
    results[1].seconds = 1.5;
    struct problems *p = &results[1].problems;
    problems_add(p, (struct problem){"PROPERTY_UNPROVED", "f", "a < b && \"c\" | d\n\001",
                                     "kernels/include/bad.h", line});
    problems_add(p, (struct problem){"PROPERTY_UNPROVED", "f", "another", "kernels/include/bad.h",
                                     line + 1});
    problems_say(p, "GOALS_BELOW_FLOOR", "bad", "%d goals", 3);
    problems_say(p, "TOOL_FAILED", "bad", "no report");
    return (struct suite){.result = results, .n = 2};
}

static char *written(int (*write)(const struct suite *, const char *), long line)
{
    struct suite s = suite_at(line);
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    const char *path = text_format("%s/gate-report-%ld", folder, (long)getpid());
    problems_say(&s.problems, "NOT_REVIEWED", "big", "an axiom");
    assert_int_equal(write(&s, path), 0);
    char *text = text_read(path);
    unlink(path);
    assert_non_null(text);
    return text;
}

static json_t *sarif_run(long line)
{
    json_t *root = json_loads(written(suite_write_sarif, line), 0, NULL);
    assert_string_equal(json_string_value(json_object_get(root, "version")), "2.1.0");
    return json_array_get(json_object_get(root, "runs"), 0);
}

static const char *string_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static const char *fingerprint(const json_t *finding)
{
    return string_at(json_object_get(finding, "partialFingerprints"), "staleproof/v1");
}

static const char *uri(const json_t *finding)
{
    const json_t *place = json_array_get(json_object_get(finding, "locations"), 0);
    place = json_object_get(place, "physicalLocation");
    return string_at(json_object_get(place, "artifactLocation"), "uri");
}

static void test_sarif(void **state)
{
    (void)state;
    static const char *const files[] = {"kernels/include/bad.h", "kernels/include/bad.h",
                                        "specs/targets/bad", "kernels/a/bad.c",
                                        "proofs/ledger-reviewed"};
    const json_t *run = sarif_run(7), *moved = json_object_get(sarif_run(90), "results");
    const json_t *driver = json_object_get(json_object_get(run, "tool"), "driver");
    const json_t *list = json_object_get(run, "results");
    assert_int_equal(json_array_size(list), sizeof files / sizeof files[0]);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const json_int_t rule = json_integer_value(json_object_get(one, "ruleIndex"));
        const json_t *at = json_array_get(json_object_get(driver, "rules"), (size_t)rule);
        assert_string_equal(string_at(at, "id"), string_at(one, "ruleId"));
        assert_string_equal(uri(one), files[i]);
        assert_string_equal(fingerprint(one), fingerprint(json_array_get(moved, i)));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(fingerprint(one), fingerprint(json_array_get(list, k)));
    }
}

static void test_junit(void **state)
{
    (void)state;
    const char *text = written(suite_write_junit, 7);
    assert_non_null(strstr(text, "tests=\"3\" failures=\"2\" errors=\"0\" time=\"1.5\""));
    assert_non_null(strstr(text, "name=\"good\" time=\"0.0\">\n  </testcase>"));
    assert_non_null(strstr(text,
                           "<failure type=\"PROPERTY_UNPROVED\" message=\"a &lt; b &amp;&amp; "
                           "&quot;c&quot; | d\n?\">"));
    assert_non_null(strstr(text, "kernels/include/bad.h:7: f: a &lt; b"));
    assert_non_null(strstr(text, "\nTOOL_FAILED bad: no report\n</failure>"));
    assert_non_null(strstr(text, "<failure type=\"NOT_REVIEWED\" message=\"an axiom\">"));
}

static void test_markdown(void **state)
{
    (void)state;
    const char *text = written(suite_write_markdown, 7);
    assert_non_null(strstr(text, "\n| good | 7/7 | proved | 0.0 | 0 |\n"));
    assert_non_null(strstr(text, "\n| bad | 0/0 | **not proved** | 1.5 | 0 |\n"));
    assert_non_null(strstr(text, "\n| bad | `PROPERTY_UNPROVED` | kernels/include/bad.h:7 | f | "));
    assert_null(strstr(text, "| d"));
    assert_non_null(strstr(text, "\n| (suite) | `NOT_REVIEWED` |  | big | an axiom |\n"));
}

/* Every row of specs/models/runs, with its bounds; no axioms where no theorem was built. */
static void test_beside(void **state)
{
    (void)state;
    json_t *models = ledger_models();
    const json_t *first = json_array_get(models, 0);
    assert_true(json_array_size(models) > 20);
    assert_string_equal(string_at(first, "model"), "server");
    assert_string_equal(string_at(first, "expected"), "holds");
    assert_non_null(strstr(string_at(first, "bounds"), "P=12 K=7"));
    assert_null(ledger_coq_axioms("/nowhere"));
    json_decref(models);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sarif),
        cmocka_unit_test(test_junit),
        cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
