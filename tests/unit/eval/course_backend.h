/*
 * course_backend.h - a backend that is a table of functions: it writes down each call and reports
 * what the case says.
 */
#ifndef ROLLBOOK_TESTS_COURSE_BACKEND_H
#define ROLLBOOK_TESTS_COURSE_BACKEND_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/eval_internal.h"
#include "src/eval/process/sandbox.h"

#define KERNEL                                                                                     \
    "//@ launch mine(x, y, n) grid=ceil_div(n, 256) block=256\n"                                   \
    "__global__ void mine(const float *x, float *y, int n) { }\n"
#define FIXED                                                                                      \
    "//@ launch mine(x, y) grid=4 block=256\n__global__ void mine(const float *x, float *y) { }\n"
#define MS INT64_C(1000000)

struct kernel_session {
    unsigned number;
    bool is_mine, f64, was_kept, was_repeated;
    int64_t n;
    int left; /* until the deadline, set before each run */
    unsigned char *y;
};

/* What a case makes of a launch: the report of a right one comes in. */
typedef void alteration(const struct kernel_session *s, const struct trial_key *key,
                        bool keep_state, struct launch_report *r);

static struct {
    struct buf calls;
    unsigned sessions, open, mine_runs, baseline_runs, loads_of_mine;
    uint64_t last_trial;
    size_t n_inputs;
    char inputs[64][65]; /* hashes of those that came, in that order */
    alteration *alter;
    struct artifact artifact; /* of the candidate */
    struct launch_report load;
    int load_rc, compile_rc, witness_rc;
    unsigned refused_load; /* of the candidate, from 1; 0: none */
    struct witness witness;
    const char *why_not;
    double cache_bytes, read_bytes; /* read_bytes: what is counted */
} fake;

static struct backend backend;
static struct evaluator evaluator;
static struct arena arena;

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *fmt, ...)
{
    char line[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    buf_printf(&fake.calls, "%s\n", line);
}

static const char *name_of(const struct candidate *c)
{
    const struct kernel_candidate *k = kernel_candidate(c);
    return k->is_library ? "library" : k->plan.launches[0].name;
}

/* In tens of seconds, so that no pause of the machine shows. */
static int left(int64_t deadline_ns)
{
    return (int)lround((double)(deadline_ns - clock_monotonic_ns()) / 1e10);
}

static void compile_begin(struct backend_context *c, const struct compile_spec *spec)
{
    (void)c;
    say("begin %s%s%s", name_of(spec->candidate), spec->outputs_f64 ? " f64" : "",
        spec->all_fibers ? " fibers" : "");
}

static void prepare(struct backend_context *c, const struct trial_key *key, unsigned n)
{
    (void)c;
    say("prepare trials %d to %d of seed %d", (int)key->trial, (int)(key->trial + n - 1),
        (int)key->seed);
}

static int compile(struct backend_context *c, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err)
{
    (void)c;
    (void)a;
    const char *name = name_of(spec->candidate);
    say("compile %s%s", name, spec->all_fibers ? " fibers" : "");
    *out = strcmp(name, "mine") == 0 ? fake.artifact
                                     : (struct artifact){ .outcome = OUTCOME_MEASURED };
    return fake.compile_rc != 0 ? err_set(err, fake.compile_rc, "no compiler") : 0;
}

static int load(struct backend_context *c, const struct session_spec *spec,
                struct kernel_session **out, struct launch_report *report, struct err *err)
{
    (void)c;
    const char *name = name_of(spec->candidate);
    bool is_mine = strncmp(name, "hard_sigmoid", 12) != 0;
    *out = NULL;
    *report = fake.load;
    fake.loads_of_mine += is_mine;
    int64_t n = 0;
    assert_int_equal(task_elements(spec->task, spec->task_case, &spec->task->outputs[0], &n, err),
                     0);
    say("load %s n=%d%s%s threads=%u, left %d", name, (int)n, spec->outputs_f64 ? " f64" : "",
        spec->reorders ? " reorders" : "", spec->threads, left(spec->deadline_ns));
    if (is_mine && fake.load_rc != 0)
        return err_set(err, fake.load_rc, "no process");
    if (is_mine && fake.loads_of_mine == fake.refused_load)
        return 0;
    *report = (struct launch_report){ .status = LAUNCH_OK,
                                      .sandbox_layers = SANDBOX_ALL,
                                      .resources = "32 registers" };
    struct kernel_session *s = mem_alloc(sizeof *s);
    *s = (struct kernel_session){ .number = ++fake.sessions,
                                  .is_mine = is_mine,
                                  .f64 = spec->outputs_f64,
                                  .n = n,
                                  .y = mem_array((size_t)n, sizeof(double)) };
    fake.open++;
    *out = s;
    return 0;
}

/* How many of such runs are made depends on the time they take: the first is so long that only the
 * least number is. */
static void spin(int64_t ns)
{
    for (int64_t until = clock_monotonic_ns() + ns; clock_monotonic_ns() < until;)
        continue;
}

static struct launch_report right_report(const struct kernel_session *s)
{
    unsigned run = s->is_mine ? ++fake.mine_runs : ++fake.baseline_runs;
    double us = s->is_mine ? 199.0 + run : 299.0 + run;
    return (struct launch_report){ .status = LAUNCH_OK,
                                   .device_us = us,
                                   .host_us = us,
                                   .cpu_us = (double)NAN,
                                   .clock_mhz = s->is_mine ? 1500 : 1600,
                                   .digest = 7,
                                   .compared[0] = { .n = s->n,
                                                    .matched = s->n,
                                                    .max_abs_err = 1e-7,
                                                    .max_rel_err = 2e-7,
                                                    .worst_index = 3 } };
}

static int launch_trial(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                        struct launch_report *r, struct err *err)
{
    (void)err;
    uint64_t trial = key->trial & ~TASK_SECOND_DRAW;
    const char *which = fake.mine_runs == 0 || trial == fake.last_trial + 1 ? "new"
                        : trial == fake.last_trial                          ? "the same"
                                                                            : "other";
    *r = right_report(s);
    r->spent_ns = 1000000 * MS;
    say("run %u%s%s%s on %s%s inputs, left %d", s->number, keep_state ? " as it is" : "",
        key->trusted ? " trusted" : "", key->repeated ? " repeated" : "", which,
        (key->trial & TASK_SECOND_DRAW) != 0 ? " second" : "", s->left);
    s->left = 0;
    fake.last_trial = trial;
    spin(!s->was_kept && keep_state ? 101 * MS : !s->was_repeated && key->repeated ? 4 * MS : 0);
    s->was_kept = s->was_kept || keep_state;
    s->was_repeated = s->was_repeated || key->repeated;
    if (fake.alter != NULL)
        fake.alter(s, key, keep_state, r);
    return 0;
}

static void set_deadline(struct kernel_session *s, int64_t deadline_ns)
{
    s->left = left(deadline_ns);
}

static void unload(struct kernel_session *s)
{
    if (s == NULL)
        return;
    say("unload %u", s->number);
    fake.open--;
    free(s->y);
    free(s);
}

static int witness(struct kernel_session *s, const struct trial_key *key, struct witness *out,
                   struct err *err)
{
    say("witness %u on %s inputs", s->number, key->trial == fake.last_trial + 1 ? "new" : "other");
    *out = fake.witness;
    return fake.witness_rc != 0 ? err_set(err, fake.witness_rc, "no records") : 0;
}

static int count(struct backend_context *c, const struct session_spec *spec,
                 const struct trial_key *key, struct profile_kernel *kernels, const char **why_not,
                 struct err *err)
{
    (void)c, (void)err;
    say("count %s trial %d, left %d", name_of(spec->candidate), (int)(key->trial - fake.last_trial),
        left(spec->deadline_ns));
    *why_not = fake.why_not;
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        kernels[0].counters[i] = i == COUNTER_DRAM_READ_BYTES ? fake.read_bytes : (double)i;
    return 0;
}

static void prepare_count(struct backend_context *c, bool wait)
{
    (void)c;
    say("prepare to count%s", wait ? ", now" : "");
}

static bool library_has(const struct task *t)
{
    return strcmp(t->id, "l1/28") == 0;
}

static void limits(struct backend_context *c, struct device_limits *out)
{
    (void)c;
    *out = (struct device_limits){ .peak_flop_per_s = 1e12, .cache_bytes = fake.cache_bytes };
}

#endif
