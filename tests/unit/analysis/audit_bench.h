/* audit_bench.h - a clean run for tests of the audit, and fixtures as rows of a table. */
#ifndef ROLLBOOK_TESTS_AUDIT_BENCH_H
#define ROLLBOOK_TESTS_AUDIT_BENCH_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/audit/audit.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

#define N_TASKS    3
#define N_SAMPLES  4
#define N_ROLLOUTS (N_TASKS * N_SAMPLES)

struct bench {
    struct audit_task tasks[N_TASKS];
    struct audit_rollout rollouts[N_ROLLOUTS];
    struct audit_baseline baselines[2 * N_TASKS];
    struct audit_code codes[N_ROLLOUTS];
    struct audit_reward rewards[N_ROLLOUTS];
    struct audit_reference references[N_TASKS];
    struct audit_train_task train_tasks[N_TASKS];
    struct audit_run run;
    struct audit_options options;
};

static inline struct audit_rollout clean_rollout(size_t i)
{
    double us = 100.125 + 7.0303 * (double)i;
    return (struct audit_rollout){
        .id = 1000 + (int64_t)i,
        .task = i / N_SAMPLES,
        .sample = (int)(i % N_SAMPLES),
        .prompt_id = 50 + (int64_t)(i / N_SAMPLES),
        .code_id = 1 + (int64_t)i,
        .outcome = "measured",
        .compiled = true,
        .correct = true,
        .task_case = AUDIT_CASE_UNKNOWN,
        .device = "NVIDIA H100 80GB HBM3",
        .precision = "fp32",
        .baseline_device = "",
        .baseline_precision = "",
        .runtime_us = us,
        .min_us = us - 1.0,
        .max_us = us + 2.0,
        .std_us = 0.5 + 0.01 * (double)i,
        .baseline_us = 150.5,
        .stated_speedup = (double)NAN,
        .claim_beside = (double)NAN,
        .measured_day = 2460000.0,
        .baseline_day = (double)NAN,
        .mean_logprob = -0.5 - 0.01 * (double)i,
        .completion_tokens = -1,
        .tokens = { .n = 20 },
    };
}

static inline double clean_reward(const struct bench *b, size_t i)
{
    const struct audit_rollout *r = &b->rollouts[i];
    return r->correct ? r->baseline_us / r->runtime_us : 0.0;
}

static inline void point(struct bench *b)
{
    b->run.tasks = b->tasks;
    b->run.rollouts = b->rollouts;
    b->run.baselines = b->baselines;
    b->run.codes = b->codes;
    b->run.rewards = b->rewards;
    b->run.references = b->references;
    b->run.train_tasks = b->train_tasks;
}

/* Three tasks, four samples each. */
static inline void set_clean(struct bench *b)
{
    const struct audit_work work = { 1e9, 4e8 };
    *b = (struct bench){ 0 };
    for (size_t i = 0; i < N_TASKS; i++) {
        static const char *const names[N_TASKS] = { "l1/4", "l1/5", "l1/12" };
        b->tasks[i] = (struct audit_task){ .id = 10 + (int64_t)i,
                                           .task = names[i],
                                           .suite = "kernelbench",
                                           .name = "",
                                           .family = "",
                                           .level = 1,
                                           .work = { work, work, work },
                                           .listed = true };
    }
    for (size_t i = 0; i < N_ROLLOUTS; i++) {
        b->rollouts[i] = clean_rollout(i);
        b->codes[i] = (struct audit_code){ .id = 1 + (int64_t)i, .has_kernel = true };
        b->rewards[i] =
            (struct audit_reward){ i, "speedup", clean_reward(b, i), (double)NAN, false };
    }
    b->run = (struct audit_run){ .name = "r",
                                 .strategy = "best-of-n",
                                 .status = "complete",
                                 .k = N_SAMPLES,
                                 .n_tasks = N_TASKS,
                                 .n_rollouts = N_ROLLOUTS,
                                 .n_codes = N_ROLLOUTS,
                                 .n_rewards = N_ROLLOUTS };
    b->options = (struct audit_options){ 100.0, 30.0, NULL, 5 };
}

static inline void follow(struct bench *b)
{
    for (size_t i = 0; i < N_ROLLOUTS; i++)
        b->rewards[i].value = clean_reward(b, i);
}

struct row {
    const char *name; /* of the test */
    void (*change)(struct bench *b);
    bool keep_rewards;
    const char *finding; /* NULL: none */
    size_t n_rows;
};

static inline void find_all(struct bench *b, struct arena *arena, struct audit_findings *out)
{
    *out = (struct audit_findings){ 0 };
    point(b);
    for (size_t i = 0; i < audit_checks_count; i++)
        audit_run_check(&audit_checks[i], &b->run, &b->options, arena, out);
}

/* Everything that is said of a fixture. */
static inline void tell(struct buf *out, const char *name, const struct audit_findings *found)
{
    buf_printf(out, "%s\n", name);
    for (size_t i = 0; i < found->n; i++)
        buf_printf(out, "  %s of %s, %zu rows: %s\n  %s\n", found->items[i].check->name,
                   found->items[i].run, found->items[i].n_rows, found->items[i].evidence,
                   found->items[i].rows_json == NULL ? "-" : found->items[i].rows_json);
}

static inline void check_row(const struct row *row, struct buf *told)
{
    struct arena arena = { 0 };
    struct audit_findings found;
    struct bench b;
    set_clean(&b);
    row->change(&b);
    if (!row->keep_rewards)
        follow(&b);
    find_all(&b, &arena, &found);
    tell(told, row->name, &found);
    for (size_t i = 0; i < found.n; i++) {
        if (row->finding == NULL || strcmp(found.items[i].check->name, row->finding) != 0)
            fail_msg("%s: unexpected %s: %s", row->name, found.items[i].check->name,
                     found.items[i].evidence);
    }
    if (found.n != (row->finding == NULL ? 0U : 1U))
        fail_msg("%s: %s was not found", row->name, row->finding);
    if (row->finding != NULL && found.items[0].n_rows != row->n_rows)
        fail_msg("%s: %zu rows, not %zu", row->name, found.items[0].n_rows, row->n_rows);
    arena_release(&arena);
}

/* What is said is the text of tests/approved/units that is named. */
static inline void check_rows(const struct row *rows, size_t n, const char *approved)
{
    struct buf told = { 0 };
    for (size_t i = 0; i < n; i++)
        check_row(&rows[i], &told);
    approved_check_exactly(approved, &told);
    buf_release(&told);
}

/* Each check in [first, last) has a fixture; last NULL: the end. */
static inline void check_coverage(const struct row *rows, size_t n, const char *first,
                                  const char *last)
{
    const struct audit_check *end =
        last == NULL ? audit_checks + audit_checks_count : audit_find_check(last);
    for (const struct audit_check *c = audit_find_check(first); c < end; c++) {
        bool found = false;
        for (size_t i = 0; i < n && !found; i++)
            found = rows[i].finding != NULL && strcmp(rows[i].finding, c->name) == 0;
        if (!found)
            fail_msg("%s has no fixture", c->name);
    }
}

#endif
