/*
 * make_runs.c - a results database of any size for the benchmarks of the read path.
 *
 * ninja make_runs && ./make_runs OUT.db --tasks 100 --runs 10 --samples 1000 [--ttt N --steps S]
 *                      [--seed N] [--first N] [--codes N] [--code-bytes N] [--plain]
 *
 * Best-of-n runs bon-1.. and test-time-training runs ttt-1.. (--first N: bon-N.., ttt-N..) have as
 * many rollouts a task, over tasks of different difficulty; about four in ten are correct and timed
 * beside a baseline.  The same options give the same rows.  --codes N gives each task N kernels,
 * else there are no texts; --plain leaves out tokens and log-probs too.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "src/store/writer.h"

#define COMMIT_EVERY 10000
#define MAX_CODES    1000

struct plan {
    const char *path;
    int64_t tasks, runs, ttt, steps, samples, codes, code_bytes, seed, first;
    bool plain;
};

/* The same for every run. */
struct task_nature {
    int64_t id;
    double p_compile, p_correct, log_speedup, baseline_us;
    int64_t codes[MAX_CODES];
};

struct maker {
    struct plan plan;
    struct db *db;
    struct task_nature *tasks;
    int64_t model_id, device_id;
    int64_t n_rollouts;
    bool rewarded;
};

static void must(int rc, const struct err *err)
{
    if (rc < 0) {
        fprintf(stderr, "make_runs: %s\n", err->msg);
        exit(1);
    }
}

static void make_codes(struct maker *m, int64_t task, struct err *err)
{
    struct buf text = { 0 };
    struct rng r;
    rng_init(&r, (uint64_t)m->plan.seed, RNG_POISON, (uint64_t)task, 0, 0);
    for (int64_t i = 0; i < m->plan.codes; i++) {
        buf_clear(&text);
        buf_printf(&text, "// task %lld, kernel %lld\n", (long long)task, (long long)i);
        while ((int64_t)text.len < m->plan.code_bytes)
            buf_printf(&text, "float v%u = x[%u] * y[%u];\n", rng_below(&r, 1000),
                       rng_below(&r, 4096), rng_below(&r, 4096));
        must(store_put_blob(m->db, "code", text.data, text.len, &m->tasks[task].codes[i], err),
             err);
    }
    buf_release(&text);
}

static void make_tasks(struct maker *m, struct err *err)
{
    m->tasks = mem_grow(NULL, (size_t)m->plan.tasks, sizeof(*m->tasks));
    for (int64_t i = 0; i < m->plan.tasks; i++) {
        struct task_nature *t = &m->tasks[i];
        struct rng r;
        struct task_row row = { "kernelbench", 1 + (int)(i / 100), 1 + (int)(i % 100), "", NULL,
                                NULL };
        rng_init(&r, (uint64_t)m->plan.seed, RNG_INIT, (uint64_t)i, 0, 0);
        t->p_compile = 0.6 + 0.4 * rng_double(&r);
        t->p_correct = rng_double(&r);
        t->log_speedup = 0.5 * rng_normal(&r) - 0.2;
        t->baseline_us = 50.0 * exp(rng_normal(&r));
        must(store_put_task(m->db, &row, &t->id, err), err);
        make_codes(m, i, err);
    }
}

static int64_t make_run(struct maker *m, const char *strategy, int64_t number, struct err *err)
{
    char name[32];
    int64_t id = 0;
    bool adaptive = strcmp(strategy, "ttt") == 0;
    snprintf(name, sizeof(name), "%s-%lld", adaptive ? "ttt" : "bon", (long long)number);
    struct run_row row = { .name = name,
                           .strategy = strategy,
                           .status = "complete",
                           .model_id = m->model_id,
                           .device_id = m->device_id,
                           .has_seed = true,
                           .seed = (uint64_t)number,
                           .temperature = 1.0,
                           .k = (int)(m->plan.samples / (adaptive ? m->plan.steps : 1)),
                           .n_steps = adaptive ? (int)m->plan.steps - 1 : 0,
                           .task_case = "full",
                           .eval_mode = "fast",
                           .baseline = "reference",
                           .code_version = "make_runs" };
    must(store_put_run(m->db, &row, &id, err), err);
    return id;
}

static void bind_tokens(struct stmt *st, struct rng *r, double quality)
{
    int64_t n = 200 + rng_below(r, 3000);
    double mean = -0.4 * exp(0.3 * rng_normal(r) - 0.1 * quality);
    stmt_bind_int(st, ":prompt_tokens", 1200);
    stmt_bind_int(st, ":completion_tokens", n);
    stmt_bind_real(st, ":sum_logprob", mean * (double)n);
    stmt_bind_real(st, ":mean_logprob", mean);
    stmt_bind_real(st, ":logprob_temperature", 1.0);
}

static void put_measurement(struct maker *m, int64_t evaluation_id, const char *subject,
                            double runtime_us, struct err *err)
{
    struct stmt *st = db_query(m->db, "insert_measurement");
    stmt_bind_int(st, ":evaluation_id", evaluation_id);
    stmt_bind_text(st, ":subject", subject);
    if (strcmp(subject, "baseline") == 0)
        stmt_bind_text(st, ":baseline", "reference");
    stmt_bind_text(st, ":method", "cuda_event");
    stmt_bind_real(st, ":runtime_us", runtime_us);
    stmt_bind_text(st, ":statistic", "mean");
    stmt_bind_real(st, ":std_us", 0.02 * runtime_us);
    must(stmt_run(st, err), err);
}

static int64_t put_evaluation(struct maker *m, int64_t rollout_id, const char *outcome,
                              struct err *err)
{
    int64_t id = 0;
    bool correct = strcmp(outcome, "measured") == 0;
    struct stmt *st = db_query(m->db, "insert_evaluation");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":device_id", m->device_id);
    stmt_bind_text(st, ":outcome", outcome);
    stmt_bind_int(st, ":compiled", strcmp(outcome, "compile") != 0);
    stmt_bind_int(st, ":correct", correct);
    stmt_bind_int(st, ":discarded_samples", 0);
    stmt_bind_text(st, ":created_at", "2026-01-01T00:00:00Z");
    must(stmt_insert(st, &id, err), err);
    return id;
}

/* As an update would use it: the speedup, 0 for what is wrong. */
static void put_reward(struct maker *m, int64_t rollout_id, double value, struct err *err)
{
    struct stmt *st = db_query(m->db, "put_reward");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_text(st, ":recipe", "speedup");
    stmt_bind_real(st, ":value", value);
    must(stmt_run(st, err), err);
}

static void make_rollout(struct maker *m, int64_t run_id, int64_t step, int64_t sample,
                         const struct task_nature *t, struct rng *r, struct err *err)
{
    double lift = m->plan.steps > 1 ? 0.1 * (double)step / (double)(m->plan.steps - 1) : 0.0;
    double quality = rng_normal(r);
    const char *outcome = rng_double(r) >= t->p_compile          ? "compile"
                          : rng_double(r) >= t->p_correct + lift ? "mismatch"
                                                                 : "measured";
    int64_t id = 0;
    struct stmt *st = db_query(m->db, "insert_rollout");
    stmt_bind_int(st, ":run_id", run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":task_id", t->id);
    stmt_bind_int(st, ":turn", 0);
    stmt_bind_int(st, ":sample", sample);
    if (m->plan.codes > 0)
        stmt_bind_int(st, ":code_blob_id", t->codes[rng_below(r, (uint32_t)m->plan.codes)]);
    if (!m->plan.plain)
        bind_tokens(st, r, quality);
    must(stmt_insert(st, &id, err), err);
    int64_t evaluation_id = put_evaluation(m, id, outcome, err);
    double speedup = 0.0;
    if (strcmp(outcome, "measured") == 0) {
        double baseline = t->baseline_us * exp(0.01 * rng_normal(r));
        speedup = exp(t->log_speedup + 0.3 * quality + lift);
        put_measurement(m, evaluation_id, "candidate", baseline / speedup, err);
        put_measurement(m, evaluation_id, "baseline", baseline, err);
    }
    if (m->rewarded)
        put_reward(m, id, speedup, err);
    if (++m->n_rollouts % COMMIT_EVERY == 0) {
        must(writer_commit(m->db, err), err);
        must(writer_begin(m->db, err), err);
    }
}

static void make_rollouts(struct maker *m, const char *strategy, int64_t number, struct err *err)
{
    int64_t run_id = make_run(m, strategy, number, err);
    bool adaptive = strcmp(strategy, "ttt") == 0;
    int64_t n_steps = adaptive ? m->plan.steps : 1;
    m->rewarded = adaptive;
    for (int64_t i = 0; i < m->plan.tasks; i++) {
        struct stmt *st = db_query(m->db, "insert_run_task");
        stmt_bind_int(st, ":run_id", run_id);
        stmt_bind_int(st, ":task_id", m->tasks[i].id);
        stmt_bind_int(st, ":position", i);
        must(stmt_run(st, err), err);
    }
    for (int64_t step = 0; step < n_steps; step++) {
        for (int64_t i = 0; i < m->plan.tasks; i++) {
            struct rng r;
            rng_init(&r, (uint64_t)m->plan.seed, RNG_SAMPLE, (uint64_t)i, (uint64_t)step,
                     (uint64_t)number << 1 | adaptive);
            for (int64_t k = 0; k < m->plan.samples / n_steps; k++)
                make_rollout(m, run_id, step, k, &m->tasks[i], &r, err);
        }
    }
}

static int usage(void)
{
    fputs("usage: make_runs OUT.db [--tasks N] [--runs N] [--samples N] [--ttt N] [--steps N] "
          "[--seed N] [--first N] [--codes N] [--code-bytes N] [--plain]\n",
          stderr);
    return 2;
}

static bool read_plan(int argc, char **argv, struct plan *p)
{
    static const struct option options[] = {
        { "tasks", 1, NULL, 't' },   { "runs", 1, NULL, 'r' },
        { "samples", 1, NULL, 'k' }, { "ttt", 1, NULL, 'a' },
        { "steps", 1, NULL, 's' },   { "seed", 1, NULL, 'e' },
        { "codes", 1, NULL, 'c' },   { "code-bytes", 1, NULL, 'b' },
        { "plain", 0, NULL, 'p' },   { "first", 1, NULL, 'f' },
        { NULL, 0, NULL, 0 }
    };
    int64_t *const into[128] = { ['t'] = &p->tasks, ['r'] = &p->runs,       ['k'] = &p->samples,
                                 ['a'] = &p->ttt,   ['s'] = &p->steps,      ['e'] = &p->seed,
                                 ['c'] = &p->codes, ['b'] = &p->code_bytes, ['f'] = &p->first };
    int c;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (c == 'p')
            p->plain = true;
        else if (c == '?' || into[c] == NULL || !str_to_i64(optarg, into[c]) || *into[c] < 0)
            return false;
    }
    p->path = optind == argc - 1 ? argv[optind] : NULL;
    return p->path != NULL && p->steps > 0 && p->codes <= MAX_CODES;
}

int main(int argc, char **argv)
{
    struct err err = { 0 };
    struct maker m = { .plan = {
                           .tasks = 100, .runs = 10, .steps = 10, .samples = 1000, .first = 1 } };
    if (!read_plan(argc, argv, &m.plan))
        return usage();
    mallopt(M_TRIM_THRESHOLD, 64 << 20); /* SQLite returns its cache with each RETURNING */
    struct device_row device = { .backend = "imported", .name = "bench" };
    must(db_open(m.plan.path, DB_CREATE, &m.db, &err), &err);
    must(writer_begin(m.db, &err), &err);
    must(store_put_model(m.db, "bench", "", "imported", &m.model_id, &err), &err);
    must(store_put_device(m.db, &device, &m.device_id, &err), &err);
    make_tasks(&m, &err);
    for (int64_t i = 0; i < m.plan.runs; i++)
        make_rollouts(&m, "best-of-n", m.plan.first + i, &err);
    for (int64_t i = 0; i < m.plan.ttt; i++)
        make_rollouts(&m, "ttt", m.plan.first + i, &err);
    must(writer_commit(m.db, &err), &err);
    must(facts_refresh(m.db, &err), &err);
    db_close(m.db);
    free(m.tasks);
    printf("%s: %lld rollouts\n", m.plan.path, (long long)m.n_rollouts);
    return 0;
}
