/* SPDX-License-Identifier: Apache-2.0 */
#include "runs/measure/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bounds/base/outfile.h"

#define PATH_BYTES 4096

/* Blanks and commas have no place in file names. */
static void file_name(char *name, size_t size, const char *label)
{
    size_t n = 0;
    for (const char *c = label; *c != '\0' && n + 1 < size; c++)
        if (strchr(", =", *c) == NULL)
            name[n++] = *c;
    name[n] = '\0';
}

static enum sp_status trace_path(char path[PATH_BYTES], const struct sp_output *out,
                                 const char *label, uint64_t seed, struct sp_error *err)
{
    char name[96];
    file_name(name, sizeof name, label);
    int n = snprintf(path, PATH_BYTES, "%s/%s-seed-%llu.jsonl%s", out->folder, name,
                     (unsigned long long)seed, out->gzip ? ".gz" : "");
    return n < PATH_BYTES ? SP_OK : sp_fail(err, SP_USAGE, "the path of the folder is too long");
}

enum sp_status sp_output_open(const struct sp_output *out, struct sp_error *err)
{
    if (out->folder == NULL || mkdir(out->folder, 0777) == 0 || errno == EEXIST)
        return SP_OK;
    return sp_fail(err, SP_INPUT, "%s: cannot make the folder: %s", out->folder, strerror(errno));
}

enum sp_status sp_output_trace(struct sp_trace *trace, const struct sp_output *out,
                               const char *label, uint64_t seed, struct sp_error *err)
{
    char path[PATH_BYTES];
    *trace = (struct sp_trace){0};
    if (out->folder == NULL)
        return SP_OK;
    enum sp_status status = trace_path(path, out, label, seed, err);
    return status == SP_OK ? sp_trace_open(trace, path, err) : status;
}

enum sp_status sp_output_kept(json_t **record, const struct sp_output *out, const char *label,
                              uint64_t seed, const json_t *header, struct sp_error *err)
{
    char path[PATH_BYTES];
    json_t *content;
    *record = NULL;
    if (out->folder == NULL || !out->resume)
        return SP_OK;
    enum sp_status status = trace_path(path, out, label, seed, err);
    if (status != SP_OK || access(path, F_OK) != 0)
        return status;
    status = sp_trace_read(&content, path, err);
    if (status != SP_OK)
        return status;
    if (json_equal(json_object_get(content, "header"), header))
        *record = json_incref(json_object_get(content, "run"));
    else
        status = sp_fail(err, SP_USAGE,
                         "%s is the trace of another run (setting, problem or program): it cannot "
                         "be resumed; choose another folder",
                         path);
    json_decref(content);
    return status;
}

enum sp_status sp_output_summary(const struct sp_output *out, const char *label,
                                 const json_t *summary, struct sp_error *err)
{
    char name[96], path[PATH_BYTES];
    struct sp_outfile file;
    if (out->folder == NULL)
        return SP_OK;
    file_name(name, sizeof name, label);
    if (snprintf(path, sizeof path, "%s/%s.json", out->folder, name) >= (int)sizeof path)
        return sp_fail(err, SP_USAGE, "the path of the folder is too long");
    enum sp_status status = sp_outfile_open(&file, path, err);
    if (status != SP_OK)
        return status;
    json_dumpf(summary, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    putc('\n', file.stream);
    return sp_outfile_commit(&file, err);
}
