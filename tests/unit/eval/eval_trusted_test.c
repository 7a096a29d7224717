/*
 * eval_trusted_test.c - oracles and baselines: what is said when one fails, what is kept loaded,
 * and which inputs are kept.
 *
 * The backend is a table of functions here.  Its kernels double x, and it notes what it is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/eval_internal.h"

#define KERNEL "//@ launch f(x, y) grid=1 block=1\n"
#define SECOND INT64_C(1000000000)

struct kernel_session {
    int64_t n;
    bool f64;
    unsigned char *y;
};

static struct {
    unsigned compiled, begun, loaded, unloaded, launched, refused_loads, deadlines;
    bool all_fibers, outputs_f64;
    unsigned threads;
    struct artifact artifact;
    struct launch_report load_report, report;
    int needs_fibers;    /* launches before it runs */
    unsigned good_loads; /* before loads are refused; 0: none is */
} said;

static struct arena arena;

static int compile(struct backend_context *c, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err)
{
    (void)c;
    (void)a;
    (void)err;
    said.compiled++;
    said.all_fibers = spec->all_fibers;
    said.outputs_f64 = spec->outputs_f64;
    *out = said.artifact;
    return 0;
}

static void compile_begin(struct backend_context *c, const struct compile_spec *spec)
{
    (void)c;
    said.begun++;
    said.outputs_f64 = spec->outputs_f64;
}

static int load(struct backend_context *c, const struct session_spec *spec,
                struct kernel_session **out, struct launch_report *report, struct err *err)
{
    (void)c;
    *report = said.load_report;
    *out = NULL;
    int64_t left = spec->deadline_ns - clock_monotonic_ns();
    assert_true(left > 110 * SECOND && left <= 120 * SECOND);
    if (said.load_report.status != LAUNCH_OK ||
        (said.good_loads > 0 && said.loaded >= said.good_loads))
        return 0;
    said.loaded++;
    said.threads = spec->threads;
    struct kernel_session *s = mem_alloc(sizeof *s);
    assert_int_equal(
        task_elements(spec->task, spec->task_case, &spec->task->outputs[0], &s->n, err), 0);
    s->f64 = spec->outputs_f64;
    s->y = mem_array((size_t)s->n, sizeof(double));
    *out = s;
    return 0;
}

static int launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                  struct launch_report *report, struct err *err)
{
    (void)err;
    assert_false(keep_state);
    *report = said.report;
    said.launched++;
    if (said.needs_fibers-- > 0) {
        report->status = LAUNCH_NEEDS_FIBERS;
        snprintf(report->message, sizeof report->message, "fibers");
    }
    for (int64_t i = 0; i < s->n; i++) {
        float y = 2 * ((const float *)inputs[0])[i];
        double wide = (double)y;
        if (s->f64)
            memcpy(s->y + 8 * i, &wide, 8);
        else
            memcpy(s->y + 4 * i, &y, 4);
    }
    report->outputs[0] = report->outputs[1] = s->y;
    return 0;
}

static void set_deadline(struct kernel_session *s, int64_t deadline_ns)
{
    (void)s;
    int64_t left = deadline_ns - clock_monotonic_ns();
    said.deadlines += left > 110 * SECOND && left <= 120 * SECOND;
}

static void unload(struct kernel_session *s)
{
    if (s == NULL)
        return;
    said.unloaded++;
    free(s->y);
    free(s);
}

static struct backend fake = { .name = "fake",
                               .compile = compile,
                               .load = load,
                               .launch = launch,
                               .set_deadline = set_deadline,
                               .unload = unload,
                               .max_baselines = 3 };

static struct evaluator evaluator;

static struct task *a_task(const char *id, const char *n)
{
    struct expr_error bad;
    struct task *t = arena_alloc(&arena, sizeof *t);
    *t = (struct task){
        .id = id, .n_inputs = 1, .n_outputs = 1, .oracle = KERNEL, .baseline = KERNEL
    };
    const struct expr *shape = expr_parse(&arena, n, strlen(n), &bad);
    t->inputs[0] = (struct task_tensor){
        .name = "x", .rank = 1, .shape = { shape }, .hi = 1, .run_scale = 1, .second_scale = 1
    };
    t->outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { shape } };
    snprintf(t->sha256, sizeof t->sha256, "hash of %s", id);
    return t;
}

static int begin(void **state)
{
    (void)state;
    memset(&said, 0, sizeof said);
    said.artifact.outcome = OUTCOME_MEASURED;
    fake.compile_begin = NULL;
    fake.max_baselines = 3;
    evaluator = (struct evaluator){ .backend = &fake };
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAX_BASELINES; i++)
        baseline_close(&evaluator, &evaluator.baselines[i]);
    for (size_t i = 0; i < MAX_POOLS; i++)
        trials_free(evaluator.pools[i]);
    assert_int_equal(said.loaded, said.unloaded);
    return 0;
}

static void a_kernel_of_ours_that_fails_is_our_error(void **state)
{
    struct kernel_session *s = NULL;
    struct err err = { 0 };
    struct trusted_spec spec = {
        .text = "no plan", .what = "oracle", .task = a_task("l1/7", "3"), .threads = 2
    };
    (void)state;
    assert_int_equal(trusted_load(&evaluator, &spec, &s, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "oracle of task l1/7: no launch"));
    assert_int_equal(said.compiled, 0);
    spec.text = KERNEL;
    said.artifact = (struct artifact){ .outcome = OUTCOME_COMPILE, .message = "no such name" };
    assert_int_equal(trusted_load(&evaluator, &spec, &s, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "oracle of task l1/7: no such name");
    said.artifact = (struct artifact){ .outcome = OUTCOME_MEASURED };
    said.load_report =
        (struct launch_report){ .status = LAUNCH_REFUSED, .message = "not loadable" };
    assert_int_equal(trusted_load(&evaluator, &spec, &s, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "oracle of task l1/7: not loadable");
    assert_null(s);
    said.load_report = (struct launch_report){ .status = LAUNCH_OK };
    assert_int_equal(trusted_load(&evaluator, &spec, &s, &err), 0);
    assert_non_null(s);
    assert_int_equal(said.threads, 2);
    unload(s);
}

static void what_a_launch_did_decides_whose_error_it_is(void **state)
{
    static const struct {
        struct launch_report report;
        int rc;
        const char *message;
    } rows[] = {
        { { .status = LAUNCH_OK }, 0, "" },
        { { .status = LAUNCH_OK, .input_modified_bytes = 3 }, 0, "" },
        { { .status = LAUNCH_CRASH, .message = "a fault" }, ERR_NEGATIVE, "kernel: a fault" },
        { { .status = LAUNCH_TIMEOUT, .message = "late" }, ERR_NEGATIVE, "kernel: late" },
        { { .status = LAUNCH_INFRA, .message = "no memory" }, ERR_INTEGRITY, "kernel: no memory" },
        { { .status = LAUNCH_OK, .guard_modified_bytes = 1, .guard_place = "past y" },
          ERR_NEGATIVE,
          "kernel: out-of-bounds write past y" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        assert_int_equal(trusted_check("kernel", &rows[i].report, &err), rows[i].rc);
        assert_string_equal(err.msg, rows[i].message);
    }
}

static void compiles_of_a_task_are_begun_once(void **state)
{
    struct task *one = a_task("one", "3"), *two = a_task("two", "3");
    (void)state;
    trusted_begin(&evaluator, one, CASE_TINY);
    assert_int_equal(said.begun, 0);
    fake.compile_begin = compile_begin;
    trusted_begin(&evaluator, one, CASE_TINY);
    assert_int_equal(said.begun, 2);
    assert_false(said.outputs_f64); /* the baseline is the second */
    trusted_begin(&evaluator, one, CASE_TINY);
    assert_int_equal(said.begun, 2);
    trusted_begin(&evaluator, two, CASE_TINY);
    assert_int_equal(said.begun, 4);
    trusted_begin(&evaluator, one, CASE_TINY);
    assert_int_equal(said.begun, 6);
    two->oracle = "no plan";
    trusted_begin(&evaluator, two, CASE_TINY);
    assert_int_equal(said.begun, 7);
}

static struct baseline *baseline_of(const struct task *t, enum task_case c, unsigned threads)
{
    struct baseline *b = baseline_get(&evaluator, t, c, threads);
    struct err err = { 0 };
    for (; b->n_sessions < TIMED_PROCESSES; b->n_sessions++)
        if (baseline_load(&evaluator, t, b, &b->sessions[b->n_sessions], &err) != 0)
            fail_msg("%s", err.msg);
    assert_int_equal(b->threads, threads);
    assert_int_equal(b->task_case, c);
    return b;
}

/* Loaded are those that were used last, as many as the backend can keep. */
static void baselines_stay_loaded_until_others_need_their_place(void **state)
{
    struct task *a = a_task("a", "3"), *b = a_task("b", "3");
    (void)state;
    struct baseline *first = baseline_of(a, CASE_TINY, 1);
    assert_int_equal(said.loaded, TIMED_PROCESSES);
    assert_int_equal(said.compiled, TIMED_PROCESSES);
    first->checked = true;
    assert_ptr_equal(baseline_of(a, CASE_TINY, 1), first);
    assert_int_equal(said.loaded, TIMED_PROCESSES);
    struct baseline *second = baseline_of(a, CASE_TINY, 2);
    assert_ptr_not_equal(second, first);
    struct baseline *third = baseline_of(b, CASE_TINY, 1);
    assert_int_equal(said.loaded, 3 * TIMED_PROCESSES);
    assert_int_equal(said.unloaded, 0);
    assert_ptr_equal(baseline_of(a, CASE_TINY, 1), first);
    /* The second was used least lately. */
    assert_ptr_equal(baseline_of(a, CASE_CPU, 1), second);
    assert_int_equal(said.unloaded, TIMED_PROCESSES);
    assert_false(second->checked);
    assert_true(first->checked);
    assert_ptr_equal(baseline_of(a, CASE_TINY, 1), first);
    assert_ptr_equal(baseline_of(a, CASE_TINY, 2), third);
    assert_int_equal(said.loaded, 5 * TIMED_PROCESSES);
    fake.max_baselines = 1;
    assert_ptr_equal(baseline_of(b, CASE_FULL, 1), first);
    assert_ptr_equal(baseline_of(b, CASE_FULL, 1), first);
    assert_int_equal(said.loaded, 6 * TIMED_PROCESSES);
}

static void a_file_is_applied_once_more_where_it_needs_fibers(void **state)
{
    static const float x[3] = { 1, 2, 3 };
    const void *const inputs[] = { x };
    double y[3], again[3];
    double *const outputs[] = { y, again };
    struct task *t = a_task("a", "3");
    struct err err = { 0 };
    (void)state;
    t->outputs[1] = t->outputs[0];
    t->n_outputs = 2;
    for (int f64 = 0; f64 < 2; f64++) {
        memset(y, 0, sizeof y);
        memset(again, 0, sizeof again);
        assert_int_equal(
            evaluator_apply(&evaluator,
                            &(struct apply){ KERNEL, t, CASE_TINY, inputs, f64 == 1, outputs },
                            &err),
            0);
        assert_int_equal(said.outputs_f64, f64);
        assert_false(said.all_fibers);
        for (int i = 0; i < 3; i++)
            assert_true((int)y[i] == 2 * (i + 1) && (int)again[i] == 2 * (i + 1));
        assert_int_equal(said.threads, 1);
    }
    assert_int_equal(said.launched, 2);
    assert_int_equal(said.deadlines, 2);
    said.needs_fibers = 1;
    assert_int_equal(
        evaluator_apply(&evaluator, &(struct apply){ KERNEL, t, CASE_TINY, inputs, false, outputs },
                        &err),
        0);
    assert_true(said.all_fibers);
    assert_int_equal(said.launched, 4);
    said.needs_fibers = 2;
    assert_int_equal(
        evaluator_apply(&evaluator, &(struct apply){ KERNEL, t, CASE_TINY, inputs, false, outputs },
                        &err),
        ERR_NEGATIVE);
    assert_int_equal(said.launched, 6);
    said.needs_fibers = 0;
    said.report.status = LAUNCH_INFRA;
    err = (struct err){ 0 };
    assert_int_equal(
        evaluator_apply(&evaluator, &(struct apply){ KERNEL, t, CASE_TINY, inputs, false, outputs },
                        &err),
        ERR_NEGATIVE);
    assert_int_equal(err.code, ERR_NEGATIVE);
    assert_int_equal(said.launched, 7);
    assert_int_equal(
        evaluator_apply(&evaluator,
                        &(struct apply){ "no plan", t, CASE_TINY, inputs, false, outputs }, NULL),
        ERR_NEGATIVE);
    assert_int_equal(said.launched, 7);
}

static struct trial_pool *pool_of(const struct task *t, uint64_t seed, unsigned wanted)
{
    struct trial_pool *p = NULL;
    struct err err = { 0 };
    if (trials_get(&evaluator,
                   &(struct trial_key){ .task = t, .task_case = CASE_TINY, .seed = seed }, wanted,
                   &p, &err) != 0)
        fail_msg("%s", err.msg);
    return p;
}

static void inputs_and_expected_values_are_kept_for_later(void **state)
{
    struct task *a = a_task("a", "3");
    struct err err = { 0 };
    const struct trial_set *set = NULL;
    (void)state;
    struct trial_pool *p = pool_of(a, 1, 2);
    assert_int_equal(p->n_sets, 2);
    assert_int_equal(p->bytes_per_set, 3 * (4 + 8));
    assert_int_equal(said.launched, 2);
    assert_true(said.outputs_f64);
    for (size_t i = 0; i < p->n_sets; i++) {
        float want[3];
        assert_int_equal(task_fill_input(a, CASE_TINY, 0, 1, i, want, 3, &err), 0);
        assert_memory_equal(p->sets[i].inputs[0], want, sizeof want);
        for (int k = 0; k < 3; k++)
            assert_float_equal(p->sets[i].expected[0][k], (double)(2 * want[k]), 0);
    }
    assert_ptr_equal(pool_of(a, 1, 2), p);
    assert_int_equal(said.launched, 2);
    /* More are wanted: more are made than that, and the first stay. */
    const void *before = p->sets[0].inputs[0];
    assert_ptr_equal(pool_of(a, 1, 3), p);
    size_t more = p->n_sets;
    assert_true(more > 3);
    assert_int_equal(said.launched, more);
    assert_ptr_equal(p->sets[0].inputs[0], before);
    /* The second draw is made once, when it is asked for. */
    assert_null(p->second.inputs[0]);
    assert_int_equal(trials_second(&evaluator, a, p, &set, &err), 0);
    assert_non_null(set->inputs[0]);
    assert_int_equal(said.launched, more + 1);
    assert_int_equal(trials_second(&evaluator, a, p, &set, &err), 0);
    assert_int_equal(said.launched, more + 1);
    float want[3];
    assert_int_equal(task_fill_input(a, CASE_TINY, 0, 1, TASK_SECOND_DRAW | more, want, 3, &err),
                     0);
    assert_memory_equal(set->inputs[0], want, sizeof want);
    /* Another seed, case or task has other inputs. */
    assert_ptr_not_equal(pool_of(a, 2, 2), p);
    assert_ptr_not_equal(pool_of(a_task("b", "3"), 1, 2), p);
    assert_ptr_equal(pool_of(a, 1, 2), p);
}

static int launch_trial(struct kernel_session *s, const struct trial_key *key, bool keep_state,
                        struct launch_report *report, struct err *err)
{
    (void)s;
    (void)key;
    (void)keep_state;
    (void)report;
    (void)err;
    return ERR_INTEGRITY;
}

/* A backend that makes inputs itself keeps them, too: of any size. */
static void a_backend_may_keep_its_inputs(void **state)
{
    (void)state;
    fake.launch_trial = launch_trial;
    struct trial_pool *p = pool_of(a_task("a", "200000000000"), 1, 9);
    fake.launch_trial = NULL;
    assert_int_equal(p->n_sets, 9);
    assert_null(p->sets);
    assert_int_equal(said.launched, 0);
}

static void every_input_and_output_of_a_set_is_there(void **state)
{
    struct task *t = a_task("a", "3");
    struct expr_error bad;
    struct err err = { 0 };
    (void)state;
    t->inputs[1] = t->inputs[0];
    t->inputs[1].name = "z";
    t->inputs[1].shape[0] = expr_parse(&arena, "5", 1, &bad);
    t->n_inputs = 2;
    struct trial_pool *p = pool_of(t, 1, 2);
    assert_int_equal(p->bytes_per_set, 3 * 4 + 5 * 4 + 3 * 8);
    for (size_t i = 0; i < p->n_sets; i++) {
        float want[5];
        assert_int_equal(task_fill_input(t, CASE_TINY, 1, 1, i, want, 5, &err), 0);
        assert_memory_equal(p->sets[i].inputs[1], want, sizeof want);
    }
}

/* A reader gets each set once, in an order of its own, and then new ones; others get what is there.
 */
static void a_reader_gets_no_set_twice(void **state)
{
    struct task *t = a_task("a", "3");
    struct err err = { 0 };
    struct rng order;
    (void)state;
    struct trial_pool *p = pool_of(t, 1, 3);
    size_t n = p->n_sets;
    unsigned launched = said.launched;
    assert_int_equal(launched, n);
    for (uint64_t reader = 1; reader < 4; reader++) {
        size_t given = 0;
        rng_init(&order, reader, RNG_TRIAL, 0, 0, 0);
        for (size_t i = 0; i < n; i++) {
            const struct trial_set *set = NULL;
            size_t before = 0, after = 0;
            for (size_t k = 0; k < n; k++)
                before += p->sets[k].seen_by == reader;
            assert_int_equal(
                trials_next(&evaluator, t, p, &(struct trial_reader){ reader, &order }, &set, &err),
                0);
            for (size_t k = 0; k < n; k++)
                after += p->sets[k].seen_by == reader;
            assert_int_equal(after, before + 1);
            assert_true(set >= p->sets && set < p->sets + n && set->seen_by == reader);
            given += (size_t)(set - p->sets);
        }
        assert_int_equal(given, n * (n - 1) / 2);
        assert_int_equal(said.launched, launched);
    }
    const struct trial_set *set = NULL;
    assert_int_equal(trials_next(&evaluator, t, p, &(struct trial_reader){ 3, &order }, &set, &err),
                     0);
    assert_int_equal(said.launched, launched + 8);
    assert_int_equal(p->next_trial, n + 8);
    float want[3];
    assert_int_equal(
        task_fill_input(t, CASE_TINY, 0, 1, n + (uint64_t)(set - p->sets), want, 3, &err), 0);
    assert_memory_equal(set->inputs[0], want, sizeof want);
}

static void inputs_that_were_used_least_lately_go(void **state)
{
    struct task *a = a_task("a", "3");
    struct trial_pool *p[MAX_POOLS + 1];
    (void)state;
    for (uint64_t seed = 0; seed < MAX_POOLS; seed++)
        p[seed] = pool_of(a, seed, 2);
    for (uint64_t seed = 0; seed < MAX_POOLS; seed++)
        assert_ptr_equal(evaluator.pools[seed], p[seed]);
    unsigned launched = said.launched;
    assert_ptr_equal(pool_of(a, 0, 2), p[0]);
    (void)pool_of(a, MAX_POOLS, 2); /* takes the place of seed 1 */
    assert_int_equal(said.launched, launched + 2);
    assert_ptr_equal(pool_of(a, 0, 2), p[0]);
    assert_ptr_equal(pool_of(a, 2, 2), p[2]);
    assert_int_equal(said.launched, launched + 2);
    (void)pool_of(a, 1, 2); /* and seed 3 goes for it */
    assert_int_equal(said.launched, launched + 4);
    assert_int_equal(evaluator.pools[3]->seed, 1);
}

static void a_case_larger_than_the_memory_is_refused(void **state)
{
    struct trial_pool *p = NULL;
    struct err err = { 0 };
    (void)state;
    assert_int_equal(trials_get(&evaluator,
                                &(struct trial_key){ .task = a_task("a", "200000000000"),
                                                     .task_case = CASE_TINY,
                                                     .seed = 1 },
                                2, &p, &err),
                     ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, "case tiny of task a needs 11175.9 GiB of memory; "));
    assert_null(evaluator.pools[0]);
    said.report = (struct launch_report){ .status = LAUNCH_CRASH, .message = "a fault" };
    assert_int_equal(trials_get(&evaluator,
                                &(struct trial_key){
                                    .task = a_task("b", "3"), .task_case = CASE_TINY, .seed = 1 },
                                2, &p, &err),
                     ERR_NEGATIVE);
    assert_string_equal(err.msg, "oracle: a fault");
    assert_null(evaluator.pools[0]);
    assert_null(p);
}

/* Sets are kept while those of a case fit 128 MiB, but two of them always; and twelve more than are
 * wanted where more than two are. */
static void a_case_has_as_many_sets_as_fit(void **state)
{
    static const struct {
        unsigned wanted;
        size_t bytes_per_set, n_sets;
    } rows[] = {
        { 2, 36, 2 },         { 3, 36, 15 },        { 1, 36, 1 },       { 9, 26843545, 5 },
        { 9, 26843546, 4 },   { 9, 67108864, 2 },   { 9, 67108865, 2 }, { 9, 1000000000, 2 },
        { 2, 1000000000, 2 }, { 1, 1000000000, 2 }, { 4, 8388608, 16 }, { 4, 8388609, 15 },
    };
    struct task *t = a_task("a", "3");
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct trial_pool *p = pool_of(t, i, 0);
        assert_int_equal(p->bytes_per_set, 36);
        assert_int_equal(p->n_sets, 0);
        p->bytes_per_set = rows[i].bytes_per_set;
        assert_ptr_equal(pool_of(t, i, rows[i].wanted), p);
        if (p->n_sets != rows[i].n_sets)
            fail_msg("row %zu: %zu sets", i, p->n_sets);
        p->bytes_per_set = 36;
    }
}

/* All cases have 384 MiB, with a set of the second draw each; beyond that the one that was used
 * least lately goes, but never the one that is asked for. */
static void all_cases_together_have_a_bound(void **state)
{
    const size_t bound = (size_t)384 << 20, small = 3 * 36;
    struct task *t = a_task("a", "3");
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct trial_pool *first = pool_of(t, 10 * more, 2);
        struct trial_pool *other = pool_of(t, 10 * more + 1, 2);
        assert_int_equal(first->n_sets, 2);
        assert_int_equal((bound - 2 * small) % 3, 0);
        first->bytes_per_set = (bound - 2 * small) / 3 + more;
        unsigned launched = said.launched;
        (void)pool_of(t, 10 * more + 2, 2);
        assert_int_equal(said.launched, launched + 2);
        assert_ptr_equal(pool_of(t, 10 * more + 1, 2), other);
        (void)pool_of(t, 10 * more, 2);
        assert_int_equal(said.launched, launched + 2 + (more == 1 ? 2 : 0));
        for (size_t i = 0; i < MAX_POOLS; i++) {
            trials_free(evaluator.pools[i]);
            evaluator.pools[i] = NULL;
        }
    }
    struct trial_pool *p = pool_of(t, 7, 2);
    p->bytes_per_set = bound;
    assert_ptr_equal(pool_of(t, 7, 2), p);
}

/* Of 12 bytes an element: two sets, three buffers, and a set of the second draw. */
static void how_much_memory_is_there_is_said(void **state)
{
    struct trial_pool *p = NULL;
    double have = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    (void)state;
    for (int second = 0; second < 2; second++) {
        struct task *t = a_task("a", "200000000000");
        struct err err = { 0 };
        t->has_second = second == 1;
        assert_int_equal(
            trials_get(&evaluator,
                       &(struct trial_key){ .task = t, .task_case = CASE_CPU, .seed = 1 }, 2, &p,
                       &err),
            ERR_INTEGRITY);
        assert_string_equal(
            err.msg,
            arena_printf(&arena, "case cpu of task a needs %.1f GiB of memory; %.1f GiB are free",
                         (second ? 6 : 5) * 12 * 200e9 / 1073741824, have / 1073741824));
    }
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_kernel_of_ours_that_fails_is_our_error, begin, end),
        cmocka_unit_test_setup_teardown(what_a_launch_did_decides_whose_error_it_is, begin, end),
        cmocka_unit_test_setup_teardown(compiles_of_a_task_are_begun_once, begin, end),
        cmocka_unit_test_setup_teardown(baselines_stay_loaded_until_others_need_their_place, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_file_is_applied_once_more_where_it_needs_fibers, begin,
                                        end),
        cmocka_unit_test_setup_teardown(inputs_and_expected_values_are_kept_for_later, begin, end),
        cmocka_unit_test_setup_teardown(a_backend_may_keep_its_inputs, begin, end),
        cmocka_unit_test_setup_teardown(every_input_and_output_of_a_set_is_there, begin, end),
        cmocka_unit_test_setup_teardown(a_reader_gets_no_set_twice, begin, end),
        cmocka_unit_test_setup_teardown(inputs_that_were_used_least_lately_go, begin, end),
        cmocka_unit_test_setup_teardown(a_case_larger_than_the_memory_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(a_case_has_as_many_sets_as_fit, begin, end),
        cmocka_unit_test_setup_teardown(all_cases_together_have_a_bound, begin, end),
        cmocka_unit_test_setup_teardown(how_much_memory_is_there_is_said, begin, end),
    };
    return cmocka_run_group_tests_name("eval_trusted", tests, NULL, release);
}
