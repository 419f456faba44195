/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/cli/ledger.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum sp_status load(json_t **ledger, const char *path, struct sp_error *err)
{
    json_error_t fault;
    FILE *in = fopen(path, "r");
    if (!in)
        return sp_fail(err, SP_INPUT, "%s: %s", path, strerror(errno));
    json_t *document = json_loadf(in, JSON_REJECT_DUPLICATES, &fault);
    fclose(in);
    if (!document)
        return sp_fail(err, SP_INPUT, "%s:%d:%d: %s", path, fault.line, fault.column, fault.text);
    if (json_integer_value(json_object_get(document, "schema")) != 1 ||
        !json_is_array(json_object_get(document, "kernels"))) {
        json_decref(document);
        return sp_fail(err, SP_INPUT, "%s: not a ledger of schema 1", path);
    }
    *ledger = document;
    return SP_OK;
}

/* The folder that holds the program's folder. */
static int program_root(char *root, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", root, size - 1);
    if (length <= 0)
        return 0;
    root[length] = '\0';
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(root, '/');
        if (!slash)
            return 0;
        *slash = '\0';
    }
    return 1;
}

enum sp_status sp_ledger_read(json_t **ledger, const char *path, struct sp_error *err)
{
    static const char *const places[] = {"proofs/ledger.json", "share/staleproof/ledger.json"};
    char root[PATH_MAX], found[PATH_MAX + 64];
    *ledger = NULL;
    if (path)
        return load(ledger, path, err);
    if (!program_root(root, sizeof root))
        return SP_OK;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(found, sizeof found, "%s/%s", root, places[i]);
        if (access(found, F_OK) == 0)
            return load(ledger, found, err);
    }
    return SP_OK;
}

const json_t *sp_ledger_kernel(const json_t *ledger, const char *name)
{
    const json_t *kernels = json_object_get(ledger, "kernels");
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const json_t *kernel = json_array_get(kernels, i);
        const char *text = json_string_value(json_object_get(kernel, "name"));
        if (text && strcmp(text, name) == 0)
            return kernel;
    }
    return NULL;
}

const char *sp_ledger_status(const json_t *kernel)
{
    const char *text = json_string_value(json_object_get(kernel, "status"));
    return text ? text : "not verified here";
}
