/*
 * ingest_kernelbench_log.c - the text that KernelBench's evaluator prints.
 *
 * The only place where the runtime of the reference, measured beside each candidate, is kept.  A
 * result is a header "[Eval Result] Problem ID: 3, Sample ID: 0" and a line of Python reprs,
 * "compiled=True correctness=True metadata={...} runtime=4.67 ...".  Level and run stand in the
 * configuration that is printed at the start of each batch.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/python_literal.h"
#include "ingest/path_names.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_LEVEL 9
#define HEADER    "[Eval Result] Problem ID: "

struct log_walk {
    struct ingest_job *job;
    struct kb_batch *batch;
    size_t line;
    int level;           /* of the batch; 0 unknown */
    const char *run;     /* of the batch; NULL unknown */
    struct kb_id id;     /* of the last header */
    bool pending;        /* a header without its result so far */
    struct kb_id failed; /* of the last "TIMED OUT" or "FAILED" */
    const char *failure; /* its line; NULL none */
    bool missing_level, missing_run;
    const char *first_run; /* NULL before the first record */
    size_t n_runs;
};

const char *kb_find_text(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    while (at != NULL && at < end && (size_t)(end - at) >= n) {
        const char *p = memchr(at, word[0], (size_t)(end - at));
        if (p == NULL || (size_t)(end - p) < n)
            return NULL;
        if (memcmp(p, word, n) == 0)
            return p;
        at = p + 1;
    }
    return NULL;
}

/* "3, Sample ID: 0" */
static bool read_ids(struct arena *a, const char *at, const char *end, struct kb_id *out)
{
    char *rest;
    const char *text = arena_strndup(a, at, (size_t)(end - at) < 80 ? (size_t)(end - at) : 80);
    long problem = isdigit((unsigned char)*text) ? strtol(text, &rest, 10) : -1;
    long sample = 0;
    if (problem < 0 || problem > 999999999)
        return false;
    if (str_starts_with(rest, ", Sample ID: "))
        sample = strtol(rest + strlen(", Sample ID: "), NULL, 10);
    if (sample < 0 || sample > 999999999)
        return false;
    *out = (struct kb_id){ .level = -1, .problem = (int)problem, .step = 0, .sample = (int)sample };
    return true;
}

static const char *where_text(const struct log_walk *w, const struct kb_id *id)
{
    if (id->problem < 0)
        return arena_printf(w->job->arena, "line %zu", w->line);
    return arena_printf(w->job->arena, "line %zu (problem %d, sample %d)", w->line, id->problem,
                        id->sample);
}

/* The configuration of the batch that begins here. */
static void read_config_line(struct log_walk *w, const char *at, const char *end)
{
    struct buf text = { 0 };
    struct err ignored = { 0 };
    int64_t level = 0;
    const char *name;
    w->level = 0;
    w->run = NULL;
    const char *stop = python_literal_to_json(at, end, &text);
    struct json *root =
        stop == NULL ? NULL : json_parse("configuration", buf_text(&text), text.len, &ignored);
    if (root == NULL)
        ingest_remark(w->job, "line %zu: the configuration cannot be read", w->line);
    if (json_int(json_get(root, "level"), &level) && level > 0 && level <= MAX_LEVEL)
        w->level = (int)level;
    if (json_string(json_get(root, "run_name"), &name) && *name != '\0')
        w->run = arena_strdup(w->job->arena, name);
    if (root != NULL && w->batch->config.text == NULL)
        w->batch->config.text = arena_strdup(w->job->arena, buf_text(&text));
    json_free(root);
    buf_release(&text);
}

/* "compiled=True, metadata={...}": members of an object that is open in out.  False when cut. */
static bool read_fields(const char *at, const char *end, struct buf *out)
{
    for (;;) {
        while (at < end && (*at == ' ' || *at == ','))
            at++;
        const char *name = at;
        while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
            at++;
        if (at == name || at >= end || *at != '=')
            return at >= end || *at == ')';
        buf_putc(out, ',');
        buf_put_json_string(out, name, (size_t)(at - name));
        buf_putc(out, ':');
        at = python_literal_to_json(at + 1, end, out);
        if (at == NULL)
            return false;
    }
}

static int level_of(struct log_walk *w)
{
    if (w->level == 0)
        w->level = kb_choose_level(w->job, &w->batch->config);
    return w->level;
}

static bool enter_run(struct log_walk *w, struct kb_record *r)
{
    const char *run = w->job->options->run_name != NULL ? w->job->options->run_name : w->run;
    if (run == NULL)
        run = w->run = path_folder_name(w->job->arena, w->job->path);
    if (run == NULL || *run == '\0') {
        w->missing_run = true;
        return false;
    }
    if (w->first_run == NULL)
        w->first_run = run;
    if (w->batch->n == 0 || strcmp(w->batch->items[w->batch->n - 1].run, run) != 0)
        w->n_runs++;
    r->run = run;
    return true;
}

static void take(struct log_walk *w, const struct json *json)
{
    struct kb_record *r = kb_batch_next(w->batch, w->job->arena);
    const char *why = NULL;
    r->id = w->id;
    r->id.level = level_of(w);
    if (r->id.level == 0)
        w->missing_level = true;
    if (w->job->options->level > 0 && r->id.level != w->job->options->level) {
        w->job->counts.left_out++;
        return;
    }
    r->where = where_text(w, &w->id);
    if (w->id.problem < 0)
        why = "no header names its problem";
    else if (w->id.problem == 0)
        why = "problem 0: KernelBench counts problems from 1";
    if (why != NULL || !kb_record_read(w->job->arena, json, r, &why))
        ingest_refuse(w->job, r->where, "%s", why);
    else if (enter_run(w, r))
        w->batch->n++;
}

static void take_text(struct log_walk *w, const char *fields, size_t len, bool whole)
{
    struct err err = { 0 };
    struct json *json = whole ? json_parse("result", fields, len, &err) : NULL;
    if (json == NULL)
        ingest_refuse(w->job, where_text(w, &w->id), "the result is cut off or malformed");
    else
        take(w, json);
    json_free(json);
    w->pending = false;
}

static void read_result(struct log_walk *w, const char *at, const char *end)
{
    struct buf text = { 0 };
    buf_printf(&text, "{\"sample_id\":%d", w->id.sample < 0 ? 0 : w->id.sample);
    bool whole = read_fields(at, end, &text);
    buf_putc(&text, '}');
    take_text(w, buf_text(&text), text.len, whole);
    buf_release(&text);
}

/* The evaluator printed None: it had no result, and may have said why before. */
static void read_none(struct log_walk *w)
{
    struct buf text = { 0 };
    bool known = w->failure != NULL && w->failed.problem == w->id.problem &&
                 w->failed.sample == w->id.sample;
    const char *why = known ? w->failure : "Future was None: the evaluator returned no result";
    buf_printf(
        &text,
        "{\"sample_id\":%d,\"compiled\":false,\"correctness\":false,\"metadata\":{\"error\":",
        w->id.sample);
    buf_put_json_string(&text, why, strlen(why));
    buf_puts(&text, "}}");
    take_text(w, buf_text(&text), text.len, true);
    buf_release(&text);
}

static void drop_pending(struct log_walk *w, const char *why)
{
    if (w->pending)
        ingest_refuse(w->job, where_text(w, &w->id), "%s", why);
    w->pending = false;
}

static void read_failure(struct log_walk *w, const char *at, const char *end)
{
    static const char *const marks[] = { "Evaluation TIMED OUT for Problem ID: ",
                                         "Evaluation FAILED for Problem ID: " };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        const char *mark = kb_find_text(at, end, marks[i]);
        if (mark == NULL || !read_ids(w->job->arena, mark + strlen(marks[i]), end, &w->failed))
            continue;
        size_t len = (size_t)(end - mark) < 500 ? (size_t)(end - mark) : 500;
        w->failure = arena_strndup(w->job->arena, mark, len);
    }
}

/* A result begins its line, or stands behind the name of its class or a label. */
static const char *find_result(const char *at, const char *end)
{
    const char *p = kb_find_text(at, end, "compiled=");
    return p != NULL && (p == at || p[-1] == ' ' || p[-1] == '(') ? p : NULL;
}

static void read_line(struct log_walk *w, const char *at, const char *end)
{
    const char *header = kb_find_text(at, end, HEADER);
    const char *config = kb_find_text(at, end, "EvalConfig({");
    if (config != NULL)
        read_config_line(w, config + strlen("EvalConfig("), end);
    if (header != NULL) {
        drop_pending(w, "no result follows its header");
        w->id = (struct kb_id){ -1, -1, -1, -1 };
        w->pending = read_ids(w->job->arena, header + strlen(HEADER), end, &w->id);
        if (!w->pending)
            ingest_refuse(w->job, where_text(w, &w->id), "the header names no problem");
    }
    const char *result = find_result(at, end);
    bool none = w->pending && end - at == 4 && memcmp(at, "None", 4) == 0;
    if (result != NULL)
        read_result(w, result, end);
    else if (none)
        read_none(w);
    else
        read_failure(w, at, end);
}

static void walk_lines(struct log_walk *w)
{
    const char *at = w->job->text;
    const char *stop = at + w->job->len;
    while (at < stop) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        if (end == NULL)
            end = stop;
        w->line++;
        read_line(w, at, end > at && end[-1] == '\r' ? end - 1 : end);
        at = end + 1;
    }
    drop_pending(w, "the file ends before its result");
}

static int check(const struct log_walk *w, struct err *err)
{
    const struct ingest_job *job = w->job;
    if (w->missing_level)
        return err_set(err, ERR_USAGE, "%s: names no level: give --level N", job->name);
    if (w->missing_run)
        return err_set(err, ERR_USAGE, "%s: names no run: give --run-name", job->name);
    if (w->batch->n == 0 && job->counts.refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld results were refused; the first, %s: %s",
                       job->name, (long long)job->counts.refused, job->refusals->where,
                       job->refusals->reason);
    if (w->batch->n == 0)
        return err_set(err, ERR_NOMATCH, "%s: holds no evaluation results%s", job->name,
                       job->counts.left_out > 0 ? " of this level" : "");
    return 0;
}

int kernelbench_log_parse(struct ingest_job *job, struct err *err)
{
    struct kb_batch *batch = arena_alloc(job->arena, sizeof(*batch));
    struct log_walk w = { .job = job, .batch = batch, .id = { -1, -1, -1, -1 } };
    batch->config.temperature = (double)NAN;
    batch->adds_evaluations = true;
    if (kb_id_from_text(job->path, &w.id) && w.id.problem > 0 && w.id.sample < 0)
        w.id.sample = 0;
    w.id.step = 0;
    walk_lines(&w);
    int rc = check(&w, err);
    if (rc < 0)
        return rc;
    job->target = w.n_runs == 1
                      ? w.first_run
                      : arena_printf(job->arena, "%s and %zu more", w.first_run, w.n_runs - 1);
    job->records = batch;
    return 0;
}
