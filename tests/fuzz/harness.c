/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_demand(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static char folder[] = "/tmp/sp-fuzz-XXXXXX";
static char link_path[64];

static void remove_link(void)
{
    unlink(link_path);
    rmdir(folder);
}

/* The path by which /proc shows the file has no ending: a link has. */
static const char *with_ending(const char *path, const char *ending)
{
    if (link_path[0] == '\0') {
        fuzz_demand(mkdtemp(folder) != NULL, "a folder under /tmp can be made");
        atexit(remove_link);
    } else {
        unlink(link_path);
    }
    snprintf(link_path, sizeof link_path, "%s/input%s", folder, ending);
    fuzz_demand(symlink(path, link_path) == 0, "a link can be made");
    return link_path;
}

const char *fuzz_file(const uint8_t *data, size_t size, const char *ending)
{
    static int file = -1;
    static char path[64];
    if (file < 0)
        file = memfd_create("input", 0);
    fuzz_demand(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size,
                "the input can be written");
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), file);
    return ending[0] == '\0' ? path : with_ending(path, ending);
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    fuzz_demand(text != NULL, "there is memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

void fuzz_command(const struct sp_command *command, const char *operand)
{
    struct sp_error err = {SP_OK, ""};
    const struct sp_args args = {.command = command, .n_words = 1, .words = &operand};
    const enum sp_status status = command->run(&args, &err);
    fuzz_demand(status != SP_INTERNAL, err.text);
    fuzz_demand(status == SP_OK || status == SP_FALSE || err.text[0] != 0, "a failure says why");
}

uint64_t fuzz_take(struct fuzz_bytes *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count && bytes->left > 0; i++, bytes->left--)
        value |= (uint64_t)*bytes->next++ << 8 * i;
    return value;
}
