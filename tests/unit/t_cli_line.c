/* SPDX-License-Identifier: Apache-2.0 */
/* What the shell offers behind a beginning of a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bounds/cli/commands.h"
#include "bounds/cli/line_input.h"

static const struct sp_command *const commands[] = {&sp_command_bound, &sp_command_falsify, NULL};
static const struct sp_program program = {.name = "staleproof", .commands = commands};

static void expect(const char *line, int is_option, const char *candidate, int offered)
{
    char *text = NULL, wanted[80];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputc('\n', out);
    sp_line_candidates(out, &program, line, is_option);
    fclose(out);
    snprintf(wanted, sizeof wanted, "\n%s\n", candidate);
    if ((strstr(text, wanted) != NULL) != offered)
        fail_msg("'%s': %s is %soffered", line, candidate, offered ? "not " : "");
    free(text);
}

static void names(void **state)
{
    (void)state;
    expect("", 0, "bound", 1);
    expect("  ", 0, "quit", 1);
    expect("bound ", 0, "sync_pl", 1);
    expect("bound sync_pl ", 0, "eta=", 1);
    expect("bound sync_pl eta=1 ", 0, "eta=", 0);
    expect("bound sync_pl eta=1 ", 0, "K=", 1);
    expect("falsify ", 0, "sync_pl", 1);
    expect("bound sync_pl ", 1, "--explain", 1);
    expect("falsify ", 1, "--explain", 0);
    expect("buond ", 0, "sync_pl", 0);
    expect("bound 'open ", 0, "sync_pl", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
