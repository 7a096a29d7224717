/*
 * cuda_expected.c - right outputs, by a task's oracle in double.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/cuda_context.h"
#include "src/eval/cuda/driver/cuda_bundle.h"
#include "tasks/kernel_file.h"

/* Kept results may use this share of the GPU's memory, */
#define EXPECTED_SHARE 8
/* or this one while as much again is free: other workers may need it. */
#define EXPECTED_LARGE_SHARE 3

static void oracle_close(struct backend_context *c, struct oracle *o)
{
    if (o->plan == NULL)
        return;
    cuda_program_unload(c->gpu.d, &o->program);
    for (size_t i = 0; i < KERNEL_MAX_SCRATCH; i++)
        if (o->scratch[i] != 0)
            (void)c->gpu.d->memory_free(o->scratch[i]);
    free(o->plan);
    *o = (struct oracle){ .plan = NULL };
}

static int oracle_open(struct backend_context *c, const struct trial_key *key, struct oracle *o,
                       struct err *err)
{
    struct arena a = { 0 };
    struct kernel_candidate *kernel = arena_alloc(&a, sizeof *kernel);
    struct kernel_error bad;
    bool is_limit;
    struct artifact f;
    const struct task *t = key->task;
    int rc = 0;
    o->plan = mem_alloc(sizeof *o->plan);
    if (kernel_candidate_read(
            &(struct candidate_text){ t->oracle, strlen(t->oracle), t, key->task_case }, &a, kernel,
            &bad, &is_limit) != 0)
        rc = err_set(err, ERR_INTEGRITY, "oracle of task %s: %s", t->id, bad.msg);
    struct compile_spec spec = { .candidate = &kernel->base, .task = t, .outputs_f64 = true };
    if (rc == 0)
        rc = cuda_compile(&c->compiler, &spec, &a, &f, err);
    if (rc == 0 && f.outcome != OUTCOME_MEASURED)
        rc = err_set(err, ERR_INTEGRITY, "oracle of task %s: %s", t->id, f.message);
    if (rc == 0) {
        const struct launch_plan *plan = &kernel->plan;
        struct buf data = { 0 };
        struct bundle b;
        char message[240];
        rc = cuda_read_artifact(&f, &data, &b, err);
        if (rc == 0 && !cuda_lower(plan, &b, t, o->plan, message, sizeof message))
            rc = err_set(err, ERR_INTEGRITY, "oracle of task %s: %s", t->id, message);
        if (rc == 0)
            rc = cuda_check(c->gpu.d, cuda_program_load(c->gpu.d, b.cubin, o->plan, &o->program),
                            "loading an oracle", err);
        for (size_t i = 0; i < plan->n_scratch && rc == 0; i++)
            rc = gpu_alloc(&c->gpu,
                           (uint64_t)plan->scratch_elements[i] * dtype_size(plan->scratch_dtype[i]),
                           &o->scratch[i], err);
        buf_release(&data);
    }
    memcpy(o->task_sha256, t->sha256, sizeof o->task_sha256);
    o->task_case = key->task_case;
    arena_release(&a);
    if (rc != 0)
        oracle_close(c, o);
    return rc;
}

static int oracle_get(struct backend_context *c, const struct trial_key *key, struct oracle **out,
                      struct err *err)
{
    struct oracle *oldest = &c->oracles[0];
    for (size_t i = 0; i < MAX_ORACLES; i++) {
        struct oracle *o = &c->oracles[i];
        if (o->plan != NULL && o->task_case == key->task_case &&
            strcmp(o->task_sha256, key->task->sha256) == 0) {
            o->last_used = ++c->uses;
            *out = o;
            return 0;
        }
        if (o->last_used < oldest->last_used)
            oldest = o;
    }
    oracle_close(c, oldest);
    int rc = oracle_open(c, key, oldest, err);
    oldest->last_used = ++c->uses;
    *out = oldest;
    return rc;
}

static void expected_free(struct backend_context *c, struct expected *e)
{
    for (size_t o = 0; o < e->n_outputs; o++)
        if (e->at[o] != 0)
            (void)c->gpu.d->memory_free(e->at[o]);
    c->expected_bytes -= e->bytes;
    *e = (struct expected){ .bytes = 0 };
}

static bool is_same_draw(const struct expected *e, const struct trial_key *key)
{
    return e->bytes != 0 && e->seed == key->seed && e->task_case == key->task_case &&
           strcmp(e->task_sha256, key->task->sha256) == 0;
}

/* The least recently used of other tasks and seeds goes first.  Trials of one draw are asked for
 * in order again and again, so of those the last one is needed last. */
static struct expected *victim(struct backend_context *c, const struct trial_key *key)
{
    struct expected *other = NULL, *same = NULL;
    for (size_t i = 0; i < MAX_EXPECTED; i++) {
        struct expected *e = &c->expected[i];
        if (e->bytes == 0)
            continue;
        if (is_same_draw(e, key))
            same = same == NULL || e->last_used > same->last_used ? e : same;
        else
            other = other == NULL || e->last_used < other->last_used ? e : other;
    }
    return other != NULL ? other : same;
}

static struct expected *free_slot(struct backend_context *c)
{
    for (size_t i = 0; i < MAX_EXPECTED; i++)
        if (c->expected[i].bytes == 0)
            return &c->expected[i];
    return NULL;
}

static int measure(const struct trial_key *key, struct expected *out, struct err *err)
{
    int rc = 0;
    *out = (struct expected){ .task_case = key->task_case,
                              .seed = key->seed,
                              .trial = key->trial,
                              .n_outputs = key->task->n_outputs };
    memcpy(out->task_sha256, key->task->sha256, sizeof out->task_sha256);
    for (size_t o = 0; o < out->n_outputs && rc == 0; o++) {
        int64_t n = 0;
        rc = task_elements(key->task, key->task_case, &key->task->outputs[o], &n, err);
        out->output_bytes[o] = (uint64_t)n * sizeof(double);
        out->bytes += out->output_bytes[o];
    }
    return rc;
}

static bool has_room(struct backend_context *c, uint64_t bytes)
{
    size_t free_bytes = 0, all_bytes = 0;
    uint64_t then = c->expected_bytes + bytes;
    if (free_slot(c) == NULL)
        return false;
    (void)c->gpu.d->memory_info(&free_bytes, &all_bytes);
    return then <= all_bytes / EXPECTED_SHARE ||
           (then <= all_bytes / EXPECTED_LARGE_SHARE &&
            free_bytes >= bytes + all_bytes / EXPECTED_LARGE_SHARE);
}

static int make_room(struct backend_context *c, const struct trial_key *key, struct expected **out,
                     struct err *err)
{
    struct expected e;
    int rc = measure(key, &e, err);
    while (rc == 0 && !has_room(c, e.bytes) && victim(c, key) != NULL) {
        struct expected *old = victim(c, key);
        if (old->bytes == e.bytes && old->n_outputs == e.n_outputs &&
            memcmp(old->output_bytes, e.output_bytes, old->n_outputs * sizeof *old->output_bytes) ==
                0) {
            memcpy(e.at, old->at, sizeof e.at);
            *old = e;
            *out = old;
            return 0;
        }
        expected_free(c, old);
    }
    if (rc == 0) {
        for (size_t o = 0; o < e.n_outputs && rc == 0; o++) {
            rc = gpu_alloc(&c->gpu, e.output_bytes[o], &e.at[o], err);
            while (rc != 0 && victim(c, key) != NULL) {
                expected_free(c, victim(c, key));
                rc = gpu_alloc(&c->gpu, e.output_bytes[o], &e.at[o], err);
            }
        }
    }
    struct expected *slot = free_slot(c);
    if (slot == NULL)
        return err_set(err, ERR_INTEGRITY, "too many expected results are kept");
    *slot = e;
    c->expected_bytes += e.bytes;
    if (rc != 0)
        expected_free(c, slot);
    *out = slot;
    return rc;
}

static struct expected *find(struct backend_context *c, const struct trial_key *key)
{
    for (size_t i = 0; i < MAX_EXPECTED; i++)
        if (is_same_draw(&c->expected[i], key) && c->expected[i].trial == key->trial)
            return &c->expected[i];
    return NULL;
}

bool expected_is_known(struct backend_context *c, const struct trial_key *key)
{
    return find(c, key) != NULL;
}

bool expected_has_room(struct backend_context *c, const struct trial_key *key)
{
    struct expected e;
    const struct expected *first;
    if (measure(key, &e, NULL) != 0)
        return false;
    first = victim(c, key);
    return has_room(c, e.bytes) || (first != NULL && !is_same_draw(first, key));
}

int expected_get(struct backend_context *c, const struct trial_key *key, const cuda_address *inputs,
                 const struct expected **out, struct err *err)
{
    struct expected *e = find(c, key);
    struct oracle *o;
    cuda_address buffers[RUNNER_MAX_BUFFERS] = { 0 };
    if (e != NULL) {
        e->last_used = ++c->uses;
        *out = e;
        return 0;
    }
    const enum trace_phase TRACE_SCOPE before = trace_enter(PHASE_EXPECTED);
    int rc = oracle_get(c, key, &o, err);
    if (rc == 0)
        rc = make_room(c, key, &e, err);
    if (rc != 0)
        return rc;
    memcpy(buffers, inputs, o->plan->n_inputs * sizeof *buffers);
    memcpy(buffers + o->plan->n_inputs, e->at, o->plan->n_outputs * sizeof *buffers);
    memcpy(buffers + o->plan->n_inputs + o->plan->n_outputs, o->scratch, sizeof o->scratch);
    cuda_result r = cuda_program_run(c->gpu.d, &o->program, o->plan, buffers, NULL);
    rc = cuda_check(c->gpu.d, r, "running an oracle", err);
    if (rc == 0)
        rc = gpu_sync(&c->gpu, "running an oracle", err);
    if (rc != 0) {
        expected_free(c, e);
        return rc;
    }
    e->last_used = ++c->uses;
    *out = e;
    return 0;
}

void expected_close(struct backend_context *c)
{
    for (size_t i = 0; i < MAX_EXPECTED; i++)
        if (c->expected[i].bytes != 0)
            expected_free(c, &c->expected[i]);
    for (size_t i = 0; i < MAX_ORACLES; i++)
        oracle_close(c, &c->oracles[i]);
}
