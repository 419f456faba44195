/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SP_GATE_TARGET_H
#define SP_GATE_TARGET_H
#include "proofs/gate/text.h"

/* A proof target, read from specs/targets/NAME; proofs/wp/README.md explains the keys. */
struct target {
    const char *name, *path;
    const char *file, *functions, *preset, *model, *flags, *provers, *steps;
    const char *test; /* tests/unit/t_TEST.c is its unit test; the target's name unless given */
    long goals;
    struct words kernels, claims, rungs, remains, assumes, allows;
};

struct targets {
    struct target *target;
    size_t n;
};

/* All targets of the folder, or those named. A fault in a file ends the program (exit 3). */
struct targets targets_load(const char *folder, const char *presets, const struct words *only);

/* The target that proves the exported function, or NULL. */
const struct target *targets_find_kernel(const struct targets *all, const char *function);

#endif
