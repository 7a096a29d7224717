/*
 * kernelbench_store.c - records of KernelBench results, logs and run folders as rows.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/store.h"

#define SUITE          "kernelbench"
#define REFERENCE      "reference"
#define MAX_TEXT_BYTES ((size_t)64 << 20)

static const char *run_of(const struct ingest_job *job, const struct kb_record *r)
{
    return r->run == NULL ? job->target : r->run;
}

static int enter_run(struct ingest_sink *k, const struct kb_batch *b, const struct kb_record *r,
                     struct err *err)
{
    const struct ingest_options *options = k->job->options;
    const char *name = run_of(k->job, r);
    if (k->run_name != NULL && strcmp(k->run_name, name) == 0)
        return 0;
    int rc = k->run_name == NULL ? 0 : kb_finish_run(k, err);
    const struct ingest_run run = {
        .name = name,
        .model = options->model != NULL ? options->model : b->config.model,
        .model_origin = options->model != NULL ? "--model" : b->config.path,
        .configuration = b->config.path,
        .verbatim = b->config.text,
        .pass_at_k = b->config.pass_at_k,
        .hardware = r->hardware,
        .baseline = isfinite(r->reference.runtime_us) ? REFERENCE : NULL,
        .temperature = b->config.temperature,
        .k = -1,
    };
    return rc < 0 ? rc : ingest_sink_run(k, &run, err);
}

int kb_finish_run(struct ingest_sink *k, struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_run_devices");
    stmt_bind_int(st, ":run_id", k->run_id);
    int rc = stmt_step(st, err);
    if (rc > 0 && stmt_int(st, 0) > 1)
        ingest_remark(k->job, "samples of more than one device: %s, %s", stmt_text(st, 1),
                      stmt_text(st, 2));
    if (rc > 0)
        stmt_reset(st);
    if (rc < 0)
        return rc;
    st = db_query(k->db, "ingest_finish_run");
    stmt_bind_int(st, ":run_id", k->run_id);
    return stmt_run(st, err);
}

/* Texts stay in their files until here, so that a folder of many kernels needs little memory. */
static int read_text(const char *path, struct buf *buf, struct ingest_text *out, struct err *err)
{
    if (path == NULL)
        return 0;
    int rc = file_read(path, MAX_TEXT_BYTES, buf, err);
    if (rc == 0)
        *out = (struct ingest_text){ .data = buf_text(buf), .len = buf->len };
    return rc;
}

static struct ingest_sample sample_of(const struct kb_batch *b, const struct kb_record *r)
{
    struct ingest_sample s = ingest_sample_unknown;
    s.where = r->where;
    s.suite = SUITE;
    s.level = r->id.level;
    s.problem = r->id.problem;
    s.task_name = r->task_name;
    s.step = r->id.step;
    s.turn = r->turn;
    s.prompt = r->prompt;
    s.completion = r->completion;
    s.code = r->code;
    s.sample = r->id.sample;
    s.extra = r->extra;
    s.evaluated = r->evaluated;
    /* A source that also knows the reference says more than the results do. */
    s.adds_evaluation = b->adds_evaluations || isfinite(r->reference.runtime_us);
    s.outcome = r->outcome;
    s.message = r->message;
    s.log = r->log;
    s.hardware = r->hardware;
    s.compiled = r->compiled;
    s.correct = r->correct;
    s.excessive_speedup = r->excessive_speedup;
    s.trials_run = r->trials_run;
    s.trials_passed = r->trials_passed;
    s.max_abs_err = r->max_abs_err;
    s.timing = r->timing;
    s.reference = r->reference;
    s.reference_name = REFERENCE;
    return s;
}

int kb_put_record(struct ingest_sink *k, const struct kb_batch *b, const struct kb_record *r,
                  struct err *err)
{
    struct ingest_sample s = sample_of(b, r);
    struct buf code = { 0 };
    struct buf prompt = { 0 };
    int rc = enter_run(k, b, r, err);
    if (rc == 0)
        rc = read_text(r->code_path, &code, &s.code, err);
    if (rc == 0)
        rc = read_text(r->prompt_path, &prompt, &s.prompt, err);
    if (rc == 0)
        rc = ingest_put(k, &s, err);
    buf_release(&code);
    buf_release(&prompt);
    return rc;
}

int kernelbench_log_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                          struct err *err)
{
    const struct kb_batch *b = job->records;
    struct ingest_sink sink = { .job = job, .db = db, .source_id = import_source_id };
    int rc = 0;
    for (size_t i = 0; i < b->n && rc == 0; i++)
        rc = kb_put_record(&sink, b, &b->items[i], err);
    return rc < 0 || sink.run_name == NULL ? rc : kb_finish_run(&sink, err);
}
