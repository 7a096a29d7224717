/*
 * given.h - imports of samples that a test gives, into an empty database: what is said of each, and
 * what the tables hold in the end.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_GIVEN_H
#define ROLLBOOK_TESTS_UNIT_INGEST_GIVEN_H

#include <math.h>

#define BETWEEN " "
#include "src/eval/seam/evaluation.h"
#include "src/store/store.h"
#include "tests/unit/ingest/rows.h"

/* ---- imports of samples that are given ---- */

struct import {
    const char *file; /* below the folder */
    struct ingest_options options;
    const struct ingest_sample *samples;
    size_t n;
    const struct ingest_step *steps;
    size_t n_steps;
    const struct ingest_baseline *baselines; /* of the last line */
    size_t n_baselines;
};

static const struct import *given;

/* A run without a name is called as the import. */
static const struct ingest_run *named_as_asked(const struct ingest_batch *out,
                                               const struct ingest_run *run)
{
    struct ingest_run *named = arena_alloc(out->arena, sizeof *named);
    *named = *run;
    if (named->name == NULL)
        named->name = out->job->target;
    return named;
}

static void given_take(struct ingest_batch *out, const struct ingest_record *record)
{
    const size_t i = (size_t)record->line - 1;
    if (i < given->n) {
        struct ingest_sample *s = ingest_batch_add(out, "", "");
        *s = given->samples[i];
        s->where = arena_printf(out->arena, "sample %zu", i);
        if (s->run != NULL)
            s->run = named_as_asked(out, s->run);
    } else if (i - given->n < given->n_steps) {
        const struct ingest_step *s = &given->steps[i - given->n];
        ingest_batch_add_step(out, arena_printf(out->arena, "step %d", s->step), s->step,
                              s->metrics);
    } else {
        out->baselines = given->baselines;
        out->n_baselines = given->n_baselines;
    }
}

static const struct ingest_format format = {
    .name = "given", .summary = "", .version = 7, .naming = INGEST_RUN_OF_FILE, .take = given_take
};

/* How a configuration begins, and one of a run of which nothing is known. */
#define CONFIG "{\"import\":{\"format\":\"given\","
#define NO_CONFIG                                                                                  \
    "{\"import\":{\"format\":\"given\",\"model\":null,\"model_origin\":null,\"configuration\":"    \
    "null}}"

static const struct {
    const char *name, *sql;
} tables[] = {
    { "source", "SELECT format, importer_version, path, bytes, n_read, n_stored, n_duplicate, "
                "n_refused FROM import_source ORDER BY import_source_id" },
    { "run", "SELECT r.name, strategy, status, m.name, d.name, seed, temperature, k, n_steps, "
             "baseline, replace(replace(config, '" NO_CONFIG "', '='), '" CONFIG
             "', '{'), argv FROM run r LEFT JOIN model m USING (model_id) LEFT JOIN "
             "device d USING (device_id) ORDER BY run_id" },
    { "task", "SELECT suite, level, problem_id, name FROM task ORDER BY task_id" },
    { "member", "SELECT run_id, task_id, position FROM run_task ORDER BY 1, 2" },
    { "rollout",
      "SELECT r.run_id, r.step, r.task_id, r.turn, r.sample, v.prompt, v.completion, v.action, "
      "v.code, r.finish_reason, r.prompt_tokens, r.completion_tokens, r.sum_logprob, "
      "r.mean_logprob, r.logprob_temperature, r.extra FROM rollout r JOIN v_rollout v USING "
      "(rollout_id) ORDER BY 1, 2, 3, 4, 5" },
    { "tokens", "SELECT rollout_id, n_tokens, hex(token_ids), hex(logprobs) FROM rollout_tokens" },
    { "verdict",
      "SELECT rollout_id, d.name, outcome, cheat_kind, compiled, correct, message, trials_run, "
      "trials_passed, max_abs_err, max_rel_err, matched_share, compile_ms, compile_cached, "
      "total_ms, e.import_source_id, l.text FROM evaluation e LEFT JOIN device d USING (device_id) "
      "LEFT JOIN blob l ON l.blob_id = e.log_blob_id ORDER "
      "BY evaluation_id" },
    { "time", "SELECT evaluation_id, subject, baseline, method, n_samples, runtime_us, statistic, "
              "min_us, max_us, std_us FROM measurement ORDER BY measurement_id" },
    { "evidence", "SELECT evaluation_id, position, kind, value, bound, unit, pass, detail FROM "
                  "evidence ORDER BY 1, 2" },
    { "kernel", "SELECT evaluation_id, position, name, device_us, counters FROM profile_kernel "
                "ORDER BY 1, 2" },
    { "reward", "SELECT rollout_id, recipe, value, advantage FROM reward ORDER BY 1, 2" },
    { "step", "SELECT run_id, step, update_metrics FROM step ORDER BY 1, 2" },
    { "baseline", "SELECT b.name, hardware, task_id, d.name, import_source_id, runtime_us, "
                  "statistic, min_us, max_us, std_us, n_samples, extra FROM baseline b LEFT JOIN "
                  "device d USING (device_id) ORDER BY baseline_id" },
    { "device", "SELECT backend, name FROM device ORDER BY device_id" },
    { "model", "SELECT name, kind FROM model ORDER BY model_id" },
};

static void put_rows(struct buf *out, struct db *db, const char *shown)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
        if (shown != NULL && strstr(shown, tables[i].name) == NULL)
            continue;
        struct buf rows = { 0 };
        struct err err = { 0 };
        const struct sql_sink sink = { &rows, pass_columns, put_values };
        if (db_user_sql(db, tables[i].sql, &sink, &err) != 0)
            fail_msg("%s: %s", tables[i].name, err.msg);
        for (const char *at = buf_text(&rows); *at != '\0'; at = strchr(at, '\n') + 1)
            buf_printf(out, "%s: %.*s\n", tables[i].name, (int)(strchr(at, '\n') - at), at);
        buf_release(&rows);
    }
}

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "  %s%s%s\n", m->where, *m->where == '\0' ? "" : ": ", m->reason);
}

static void run_import(struct buf *out, struct db *db, const struct import *import)
{
    struct ingest_job job;
    struct err err = { 0 };
    struct buf text = { 0 };
    const char *path = arena_printf(&arena, "%s/%s", folder, import->file);
    for (const char *slash = strchr(path + sizeof folder, '/'); slash != NULL;
         slash = strchr(slash + 1, '/'))
        (void)mkdir(arena_strndup(&arena, path, (size_t)(slash - path)), 0700);
    /* One line more than there are samples: a file of one line would be one value. */
    for (size_t i = 0; i <= import->n + import->n_steps; i++)
        buf_puts(&text, "{}\n");
    assert_int_equal(file_write_atomic(path, buf_text(&text), text.len, &err), 0);
    buf_release(&text);
    given = import;
    ingest_job_init(&job, &format, &import->options, path, &arena);
    int rc = ingest_import(&job, db, &err);
    const struct ingest_counts *c = &job.counts;
    buf_printf(out,
               "%s: %lld stored, %lld duplicate, %lld refused, %lld contradicting, %lld clashing\n",
               job.target == NULL ? "-" : job.target, (long long)c->stored, (long long)c->duplicate,
               (long long)c->refused, (long long)c->contradicting, (long long)c->clashing);
    put_messages(out, job.refusals);
    put_messages(out, job.remarks);
    if (rc != 0)
        buf_printf(out, "  %d %s\n", rc, err.msg);
}

/* The folder's name is a mark of its own. */
static char *without_folder(const char *text)
{
    struct buf out = { 0 };
    for (const char *at = text, *next; *at != '\0'; at = next) {
        const char *found = strstr(at, folder);
        next = found == NULL ? at + strlen(at) : found;
        buf_add(&out, at, (size_t)(next - at));
        if (found != NULL)
            buf_puts(&out, "@");
        next += found == NULL ? 0 : strlen(folder);
    }
    char *copy = arena_strdup(&arena, buf_text(&out));
    buf_release(&out);
    return copy;
}

/* shown: the tables; NULL: all.  With SHOW in the environment it prints what it got instead. */
static void check_story(const struct import *imports, size_t n, const char *shown, const char *want)
{
    struct db *db = NULL;
    struct err err = { 0 };
    struct buf out = { 0 };
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (size_t i = 0; i < n; i++)
        run_import(&out, db, &imports[i]);
    put_rows(&out, db, shown);
    const char *got = without_folder(buf_text(&out));
    if (getenv("SHOW") != NULL)
        fprintf(stderr, "----\n%s", got);
    else if (strcmp(got, want) != 0)
        fail_msg("got\n%s\nnot\n%s", got, want);
    buf_release(&out);
    db_close(db);
}

/* Of problem 3 of a suite; the rest is unknown or none. */
static struct ingest_sample plain(const char *code)
{
    struct ingest_sample s = ingest_sample_unknown;
    s.suite = "suite";
    s.level = 2;
    s.problem = 3;
    s.task_name = "3_name";
    s.code = ingest_text(code);
    s.extra = arena_printf(&arena, "{\"of\":\"%s\"}", code == NULL ? "" : code);
    return s;
}

static struct ingest_sample judged(const char *code, const char *outcome)
{
    struct ingest_sample s = plain(code);
    s.outcome = outcome;
    s.compiled = true;
    s.correct = strcmp(outcome, "measured") == 0;
    return s;
}

#endif
