/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_CLI_SETTING_H
#define SP_CLI_SETTING_H

#include "bounds/cli/command.h"
#include "bounds/formula/evaluate.h"

/* The inputs of a command: KEY=VALUE words, and problem files (--set FILE) with one KEY = VALUE a
 * line, # starting a comment. Files come first, in their order, then the words; the last wins. */
struct sp_entry {
    char *key, *value;
    char *place; /* "FILE:LINE", or NULL for a word */
};

struct sp_setting {
    size_t n;
    struct sp_entry *entries;
};

extern const char sp_set_help[]; /* help text of the option `set` */

/* Reads the files of --set, and the operands from index `first`. SP_USAGE: a word that is not
 * KEY=VALUE. SP_INPUT: a file that cannot be read, with the line. */
enum sp_status sp_setting_read(struct sp_setting *setting, const struct sp_args *args, size_t first,
                               struct sp_error *err);
void sp_setting_clear(struct sp_setting *setting);

/* The value of a key (the last one), or NULL. */
const char *sp_setting_get(const struct sp_setting *setting, const char *key);
/* Removes a key everywhere. */
void sp_setting_drop(struct sp_setting *setting, const char *key);

/* Gives `c`, a case of `bound`, its arguments. A key that the bound does not have is an error
 * unless it comes from a file (or `lenient`) and some bound of the catalogue has it: a problem
 * file describes a whole setting. Faults in a file are SP_INPUT with its line. */
enum sp_status sp_setting_apply(const struct sp_setting *setting, struct sp_catalogue *catalogue,
                                const struct sp_bound *bound, struct sp_case *c, int lenient,
                                struct sp_error *err);

/* Prints "NAME=" for the parameters of a bound that are not among the words yet. */
void sp_setting_complete(const struct sp_bound *bound, const struct sp_args *args, FILE *out);

#endif
