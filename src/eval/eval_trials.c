/*
 * eval_trials.c - inputs and expected values, made once for many candidates.
 *
 * Memory bounds how many sets are kept; the order in which candidates see them is secret.  An
 * evaluation that has seen all sets gets new ones made in their place.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/eval_internal.h"

#define POOL_BYTES      ((size_t)128 << 20)
#define ALL_POOLS_BYTES ((size_t)384 << 20)
#define LEAST_SETS      2
/* Several at a time, because starting the oracle costs more than a run. */
#define SETS_AT_A_TIME 8
/* For samples that are measured again. */
#define SPARE_SETS 12

static void free_set(struct trial_set *set)
{
    for (size_t k = 0; k < TASK_MAX_TENSORS; k++) {
        free(set->inputs[k]);
        free(set->expected[k]);
    }
    memset(set, 0, sizeof *set);
}

void trials_free(struct trial_pool *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->n_sets && p->sets != NULL; i++)
        free_set(&p->sets[i]);
    free(p->sets);
    free_set(&p->second);
    free(p);
}

static int fill_inputs(const struct task *task, enum task_case c, uint64_t seed, uint64_t trial,
                       struct trial_set *set, struct err *err)
{
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_INPUTS);
    for (size_t i = 0; i < task->n_inputs; i++) {
        const struct task_tensor *x = &task->inputs[i];
        int64_t n = 0;
        int rc = task_elements(task, c, x, &n, err);
        if (rc != 0)
            return rc;
        if (set->inputs[i] == NULL)
            set->inputs[i] = mem_array((size_t)n, dtype_size(x->dtype));
        rc = task_fill_input(task, c, i, seed, trial, set->inputs[i], n, err);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int fill_expected(struct evaluator *e, struct kernel_session *oracle,
                         const struct task *task, const struct trial_pool *p, struct trial_set *set,
                         struct err *err)
{
    struct launch_report report;
    const void *inputs[TASK_MAX_TENSORS];
    memcpy(inputs, set->inputs, sizeof inputs);
    int rc = trusted_launch(e, oracle, "oracle", inputs, &report, err);
    for (size_t o = 0; o < task->n_outputs && rc == 0; o++) {
        if (set->expected[o] == NULL)
            set->expected[o] = mem_array((size_t)p->n_output[o], sizeof(double));
        memcpy(set->expected[o], report.outputs[o], (size_t)p->n_output[o] * sizeof(double));
    }
    return rc;
}

/* Two sets, that of the second draw, and the buffers of candidate, baseline and oracle must fit. */
static int check_memory(const struct task *task, const struct trial_pool *p, struct err *err)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    double have = pages > 0 && page_bytes > 0 ? (double)pages * (double)page_bytes : 0.0;
    double need = (double)p->bytes_per_set * (LEAST_SETS + 3.0 + (task->has_second ? 1.0 : 0.0));
    if (have <= 0.0 || need < 0.8 * have)
        return 0;
    return err_set(
        err, ERR_INTEGRITY, "case %s of task %s needs %.1f GiB of memory; %.1f GiB are free",
        task_case_name(p->task_case), task->id, need / 1073741824.0, have / 1073741824.0);
}

static int measure_sets(const struct task *task, struct trial_pool *p, struct err *err)
{
    int64_t n = 0;
    int rc = 0;
    for (size_t i = 0; i < task->n_inputs && rc == 0; i++) {
        rc = task_elements(task, p->task_case, &task->inputs[i], &n, err);
        p->bytes_per_set += (size_t)n * dtype_size(task->inputs[i].dtype);
    }
    for (size_t o = 0; o < task->n_outputs && rc == 0; o++) {
        rc = task_elements(task, p->task_case, &task->outputs[o], &p->n_output[o], err);
        p->bytes_per_set += (size_t)p->n_output[o] * sizeof(double);
    }
    return rc;
}

static int make_sets(struct evaluator *e, const struct task *task, struct trial_pool *p,
                     struct trial_set *sets, size_t n, struct err *err)
{
    const uint64_t draw = sets == &p->second ? TASK_SECOND_DRAW : 0;
    struct kernel_session *oracle = NULL;
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_EXPECTED);
    struct trusted_spec spec = { .text = task->oracle,
                                 .what = "oracle",
                                 .task = task,
                                 .task_case = p->task_case,
                                 .outputs_f64 = true,
                                 .threads = 1 };
    int rc = trusted_load(e, &spec, &oracle, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct trial_set *set = &sets[i];
        set->seen_by = 0; /* its memory stays: new memory costs more than what is written to it */
        rc = fill_inputs(task, p->task_case, p->seed, p->next_trial++ | draw, set, err);
        if (rc == 0)
            rc = fill_expected(e, oracle, task, p, set, err);
        if (rc != 0) /* never new inputs beside old expected values */
            free_set(set);
    }
    e->backend->unload(oracle);
    return rc;
}

static int extend(struct evaluator *e, const struct task *task, struct trial_pool *p, size_t n,
                  struct err *err)
{
    size_t first = p->n_sets;
    if (first >= n)
        return 0;
    p->sets = mem_grow(p->sets, n, sizeof *p->sets);
    memset(p->sets + first, 0, (n - first) * sizeof *p->sets);
    p->n_sets = n;
    return make_sets(e, task, p, p->sets + first, n - first, err);
}

int trials_second(struct evaluator *e, const struct task *task, struct trial_pool *p,
                  const struct trial_set **out, struct err *err)
{
    *out = &p->second;
    return p->second.inputs[0] != NULL ? 0 : make_sets(e, task, p, &p->second, 1, err);
}

int trials_next(struct evaluator *e, const struct task *task, struct trial_pool *p,
                const struct trial_reader *reader, const struct trial_set **out, struct err *err)
{
    size_t unseen = 0;
    for (size_t i = 0; i < p->n_sets; i++)
        unseen += p->sets[i].seen_by != reader->id;
    if (unseen == 0) {
        unseen = p->n_sets < SETS_AT_A_TIME ? p->n_sets : SETS_AT_A_TIME;
        int rc = make_sets(e, task, p, p->sets, unseen, err);
        if (rc != 0)
            return rc;
    }
    uint32_t pick = rng_below(reader->order, (uint32_t)unseen);
    struct trial_set *set = p->sets;
    while (set->seen_by == reader->id || pick-- > 0)
        set++;
    set->seen_by = reader->id;
    *out = set;
    return 0;
}

static struct trial_pool **find_slot(struct evaluator *e, const struct trial_key *of)
{
    struct trial_pool **oldest = &e->pools[0];
    for (size_t i = 0; i < MAX_POOLS; i++) {
        struct trial_pool *p = e->pools[i];
        if (p != NULL && p->seed == of->seed && p->task_case == of->task_case &&
            strcmp(p->task_sha256, of->task->sha256) == 0)
            return &e->pools[i];
        if (*oldest != NULL && (p == NULL || p->last_used < (*oldest)->last_used))
            oldest = &e->pools[i];
    }
    trials_free(*oldest);
    *oldest = NULL;
    return oldest;
}

static void shrink(struct evaluator *e, const struct trial_pool *keep)
{
    for (;;) {
        size_t total = 0;
        struct trial_pool **oldest = NULL;
        for (size_t i = 0; i < MAX_POOLS; i++) {
            struct trial_pool *p = e->pools[i];
            total += p == NULL || p->sets == NULL ? 0 : (p->n_sets + 1) * p->bytes_per_set;
            if (p != NULL && p != keep && (oldest == NULL || p->last_used < (*oldest)->last_used))
                oldest = &e->pools[i];
        }
        if (total <= ALL_POOLS_BYTES || oldest == NULL)
            return;
        trials_free(*oldest);
        *oldest = NULL;
    }
}

int trials_get(struct evaluator *e, const struct trial_key *of, unsigned wanted,
               struct trial_pool **out, struct err *err)
{
    const struct task *task = of->task;
    struct trial_pool **slot = find_slot(e, of);
    int rc = 0;
    if (*slot == NULL) {
        struct trial_pool *p = *slot = mem_alloc(sizeof *p);
        memcpy(p->task_sha256, task->sha256, sizeof p->task_sha256);
        p->task_case = of->task_case;
        p->seed = of->seed;
        rc = measure_sets(task, p, err);
        if (rc == 0 && e->backend->launch_trial == NULL)
            rc = check_memory(task, p, err);
    }
    struct trial_pool *p = *slot;
    if (rc == 0 && e->backend->launch_trial != NULL) {
        p->n_sets = wanted;
        p->last_used = ++e->uses;
        *out = p;
        return 0;
    }
    size_t fit = p->bytes_per_set == 0 ? wanted : POOL_BYTES / p->bytes_per_set;
    size_t want = wanted > LEAST_SETS ? (size_t)wanted + SPARE_SETS : wanted;
    size_t n = fit < LEAST_SETS ? LEAST_SETS : fit < want ? fit : want;
    p->last_used = ++e->uses;
    if (rc == 0)
        rc = extend(e, task, p, n, err);
    if (rc != 0) {
        trials_free(p);
        *slot = NULL;
        return rc;
    }
    shrink(e, p);
    *out = p;
    return 0;
}
