/*
 * The loaders against a database filled through the store, and the published trajectory end to end.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/from_store/load_runtimes.h"
#include "analysis/from_store/load_study.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "analysis/tables/picks/table_picks.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/store/facts.h"
#include "src/store/store.h"
#include "tests/unit/analysis/near.h"

static const struct speed_rule faster = { 1.0, false, SPEED_MEAN };
static const int problems[] = { 4, 5, 12, 14, 15 };

struct fixture {
    char path[64];
    struct db *db;
    struct arena arena;
    int64_t task_ids[5];
};

static int set_up(void **state)
{
    struct fixture *f = mem_alloc(sizeof(*f));
    struct err err = { 0 };
    snprintf(f->path, sizeof(f->path), "/tmp/rollbook-load-%ld.db", (long)getpid());
    unlink(f->path);
    if (db_open(f->path, DB_CREATE, &f->db, &err) < 0) {
        print_error("%s\n", err.msg);
        return -1;
    }
    for (size_t i = 0; i < 5; i++) {
        struct task_row t = { "kernelbench", 1, problems[i], "", NULL, NULL };
        if (store_put_task(f->db, &t, &f->task_ids[i], &err) < 0)
            return -1;
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char side[80];
    db_close(f->db);
    arena_release(&f->arena);
    unlink(f->path);
    snprintf(side, sizeof(side), "%s-wal", f->path);
    unlink(side);
    snprintf(side, sizeof(side), "%s-shm", f->path);
    unlink(side);
    free(f);
    return 0;
}

static int64_t put_run(struct fixture *f, const char *name, const char *strategy, uint64_t seed)
{
    struct run_row r = { .name = name,
                         .strategy = strategy,
                         .status = "complete",
                         .has_seed = true,
                         .seed = seed,
                         .temperature = .25,
                         .k = 32,
                         .n_steps = -1,
                         .baseline = "reference",
                         .code_version = "test" };
    int64_t id = 0;
    assert_int_equal(store_put_run(f->db, &r, &id, NULL), 0);
    return id;
}

static int64_t put_rollout(struct fixture *f, int64_t run, size_t task, int step, int turn,
                           int sample)
{
    struct rollout_row r = { .run_id = run,
                             .task_id = f->task_ids[task],
                             .step = step,
                             .turn = turn,
                             .sample = sample,
                             .prompt_tokens = 7,
                             .completion_tokens = 3,
                             .sum_logprob = -1.5,
                             .mean_logprob = -.5,
                             .logprob_temperature = .25 };
    int64_t id = 0;
    bool is_new = false;
    struct err err = { 0 };
    if (store_put_rollout(f->db, &r, &id, &is_new, &err) < 0)
        fail_msg("%s", err.msg);
    assert_true(is_new);
    return id;
}

/* speedup NaN: wrong; outcome: "infra", or NULL for measured or mismatch. */
static void put_evaluation(struct fixture *f, int64_t rollout, double speedup, const char *outcome)
{
    struct measurement_row m[2] = {
        { "candidate", NULL, "cpu_wall", "median", 0, NULL, 100 / speedup, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
        { "baseline", "reference", "cpu_wall", "median", 0, NULL, 100, (double)NAN, (double)NAN,
          (double)NAN, NULL, 0 },
    };
    bool correct = !isnan(speedup);
    enum outcome o = correct ? OUTCOME_MEASURED : OUTCOME_MISMATCH;
    struct eval_result r;
    if (outcome != NULL)
        assert_true(outcome_parse(outcome, &o));
    eval_result_init(&r, o, NULL);
    r.compiled = outcome == NULL;
    r.correct = correct;
    r.compile_cached = r.trials_run = r.trials_passed = -1;
    r.compile_ms = r.total_ms = (double)NAN;
    struct evaluation_row e = {
        .rollout_id = rollout, .result = &r, .n_measurements = correct ? 2 : 0, .measurements = m
    };
    int64_t id = 0;
    struct err err = { 0 };
    if (store_put_evaluation(f->db, &e, &id, &err) < 0)
        fail_msg("%s", err.msg);
}

static struct study load(struct fixture *f, const char *const *names, size_t n)
{
    struct study s;
    struct err err = { 0 };
    if (load_study(f->db, names, n, &f->arena, &s, &err) < 0)
        fail_msg("%s", err.msg);
    return s;
}

static void published_trajectory_from_the_database(void **state)
{
    struct fixture *f = *state;
    static const int published[6][5] = {
        { 3, 1, 32, 12, 12 }, { 9, 5, 32, 7, 11 }, { 15, 2, 32, 6, 13 },
        { 8, 1, 32, 7, 10 },  { 7, 1, 32, 5, 13 }, { 8, 3, 32, 13, 10 },
    };
    assert_int_equal(db_begin(f->db, NULL), 0);
    int64_t run = put_run(f, "ttt-42", "ttt", 42);
    for (int step = 0; step < 6; step++) {
        for (size_t t = 0; t < 5; t++) {
            for (int i = 0; i < 32; i++) {
                bool fast = i < published[step][t];
                bool exactly_one = i % 2 == 0;
                put_evaluation(f, put_rollout(f, run, t, step, 0, i),
                               fast ? 1.5 : (exactly_one ? 1.0 : (double)NAN), NULL);
            }
        }
    }
    assert_int_equal(db_commit(f->db, NULL), 0);
    static const char *const names[] = { "ttt-42" };
    struct study s = load(f, names, 1);
    assert_int_equal(s.n_rollouts, 960);
    assert_int_equal(s.runs[0].max_step, 5);
    assert_int_equal(s.runs[0].prompt_tokens, 960 * 7);
    assert_int_equal(s.runs[0].seed, 42);
    const size_t zero = 0;
    struct run_set set = { &s, &zero, 1 };
    struct trajectory_options o = { .patience = 1 };
    struct trajectory x;
    assert_int_equal(trajectory_of_set(&set, faster, &o, &f->arena, &x, NULL), 0);
    assert_int_equal(x.steps[x.boa], 2);
    assert_near(x.aggregate[x.boa], .425, 1e-15);
    assert_string_equal(x.tasks[2], "l1/12");
    assert_int_equal(study_boa_step(&s, 0, faster), 2);
}

static void only_scored_rollouts_count(void **state)
{
    struct fixture *f = *state;
    int64_t run = put_run(f, "partial", "best-of-n", 1);
    put_evaluation(f, put_rollout(f, run, 0, 0, 0, 0), 2, NULL);
    put_rollout(f, run, 0, 0, 0, 1);
    put_evaluation(f, put_rollout(f, run, 0, 0, 0, 2), (double)NAN, "infra");
    int64_t retried = put_rollout(f, run, 0, 0, 0, 3);
    put_evaluation(f, retried, (double)NAN, "infra");
    put_evaluation(f, retried, 4, NULL);
    static const char *const names[] = { "partial" };
    struct study s = load(f, names, 1);
    assert_int_equal(s.runs[0].n_rollouts, 2);
    assert_int_equal(s.runs[0].n_unscored, 2);
    assert_near(s.rollouts[0].speedup, 2, 1e-15);
    assert_near(s.rollouts[1].speedup, 4, 1e-15);
    assert_near(s.rollouts[0].mean_logprob, -.5, 0);
    assert_int_equal(s.rollouts[1].sample, 3);
}

static void the_last_scored_turn_stands(void **state)
{
    struct fixture *f = *state;
    int64_t run = put_run(f, "turns", "refine", 1);
    put_evaluation(f, put_rollout(f, run, 1, 0, 0, 0), (double)NAN, NULL);
    put_evaluation(f, put_rollout(f, run, 1, 0, 1, 0), 3, NULL);
    put_evaluation(f, put_rollout(f, run, 1, 0, 2, 0), (double)NAN, "infra");
    put_evaluation(f, put_rollout(f, run, 1, 0, 0, 1), 2, NULL);
    static const char *const names[] = { "turns" };
    struct study s = load(f, names, 1);
    assert_int_equal(s.n_rollouts, 2);
    assert_int_equal(s.runs[0].n_earlier_turns, 1);
    assert_int_equal(s.runs[0].n_unscored, 1);
    assert_near(s.rollouts[0].speedup, 3, 1e-15);
}

static void runs_come_in_the_order_asked_for(void **state)
{
    struct fixture *f = *state;
    int64_t first = put_run(f, "one", "best-of-n", 1);
    int64_t second = put_run(f, "two", "best-of-n", 2);
    put_evaluation(f, put_rollout(f, first, 3, 0, 0, 0), 2, NULL);
    put_evaluation(f, put_rollout(f, second, 0, 0, 0, 0), 3, NULL);
    put_evaluation(f, put_rollout(f, second, 3, 0, 0, 0), 4, NULL);
    static const char *const names[] = { "two", "one" };
    struct study s = load(f, names, 2);
    assert_string_equal(s.runs[0].name, "two");
    assert_int_equal(s.runs[0].n_cells, 2);
    assert_int_equal(s.runs[1].n_cells, 1);
    assert_int_equal(s.n_tasks, 2);
    const struct study_cell *c = study_cell_find(&s, 0, 1);
    assert_non_null(c);
    assert_near(s.rollouts[c->first].speedup, 4, 1e-15);
    assert_null(study_cell_find(&s, 1, 0));
}

static void same_rollouts(const struct study_rollout *a, const struct study_rollout *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(a[i].step, b[i].step);
        assert_int_equal(a[i].sample, b[i].sample);
        assert_int_equal(a[i].correct, b[i].correct);
        assert_int_equal(a[i].completion_tokens, b[i].completion_tokens);
        assert_memory_equal(&a[i].speedup, &b[i].speedup, sizeof(double));
        assert_memory_equal(&a[i].sum_logprob, &b[i].sum_logprob, sizeof(double));
    }
}

static void put_two_runs(struct fixture *f)
{
    for (int run = 0; run < 2; run++) {
        int64_t id = put_run(f, run == 0 ? "one" : "two", "ttt", (uint64_t)run);
        for (size_t task = 0; task < 3; task++)
            for (int step = 0; step < 2; step++)
                for (int sample = 0; sample < 3 + run; sample++) {
                    bool infra = sample == 2 && task == 1;
                    double speedup = 1.0 + run + (double)task + step;
                    put_evaluation(f, put_rollout(f, id, task, step, 0, sample),
                                   sample == 0 || infra ? (double)NAN : speedup,
                                   infra ? "infra" : NULL);
                }
    }
    assert_int_equal(facts_refresh(f->db, NULL), 0);
}

/* Whatever order runs are looked at in, each has the rollouts that a whole study has of it. */
static void by_run_is_the_same_study(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = { "two", "one" };
    static const size_t order[] = { 0, 1, 1, 0, 1 };
    struct study by_run;
    put_two_runs(f);
    struct study whole = load(f, names, 2);
    assert_int_equal(load_study_by_run(f->db, names, 2, &f->arena, &by_run, NULL), 0);
    assert_null(whole.window);
    assert_non_null(by_run.window);
    assert_int_equal(by_run.n_rollouts, whole.n_rollouts);
    assert_int_equal(by_run.n_cells, whole.n_cells);
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        const struct study_run *r = &by_run.runs[order[i]];
        const struct study_run *w = &whole.runs[order[i]];
        assert_int_equal(study_see(&by_run, order[i], NULL), 0);
        assert_int_equal(r->n_rollouts, w->n_rollouts);
        assert_int_equal(r->n_unscored, w->n_unscored);
        assert_int_equal(r->prompt_tokens, w->prompt_tokens);
        assert_int_equal(r->max_step, 1);
        for (size_t c = r->first_cell; c < r->first_cell + r->n_cells; c++) {
            assert_int_equal(by_run.cells[c].count, whole.cells[c].count);
            assert_int_equal(by_run.cells[c].n_unscored, whole.cells[c].n_unscored);
            same_rollouts(&by_run.rollouts[by_run.cells[c].first],
                          &whole.rollouts[whole.cells[c].first], whole.cells[c].count);
        }
    }
}

/* A cell whose facts are behind comes from rows, and then all is there at once. */
static void behind_facts_are_not_read_by_run(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = { "one", "two" };
    struct study by_run;
    put_two_runs(f);
    struct stmt *st = db_query(f->db, "fact_forget_cells");
    assert_int_equal(stmt_run(st, NULL), 0);
    st = db_query(f->db, "fact_find_cells");
    assert_int_equal(stmt_run(st, NULL), 0);
    struct study whole = load(f, names, 2);
    assert_int_equal(load_study_by_run(f->db, names, 2, &f->arena, &by_run, NULL), 0);
    assert_null(by_run.window);
    assert_int_equal(study_see(&by_run, 1, NULL), 0);
    assert_int_equal(by_run.n_rollouts, whole.n_rollouts);
    same_rollouts(by_run.rollouts, whole.rollouts, whole.n_rollouts);
}

static void unknown_and_repeated_runs_are_refused(void **state)
{
    struct fixture *f = *state;
    struct study s;
    struct err err = { 0 };
    static const char *const unknown[] = { "no'pe\"," };
    static const char *const twice[] = { "one", "one" };
    assert_int_equal(load_study(f->db, unknown, 1, &f->arena, &s, &err), ERR_NOMATCH);
    assert_non_null(strstr(err.msg, "no'pe"));
    assert_int_equal(load_study(f->db, twice, 2, &f->arena, &s, &err), ERR_USAGE);
    assert_int_equal(load_study(f->db, twice, 0, &f->arena, &s, &err), ERR_USAGE);
}

static void names_by_strategy(void **state)
{
    struct fixture *f = *state;
    const char *const *names = NULL;
    size_t n = 0;
    assert_int_equal(load_run_names(f->db, "ttt", &f->arena, &names, &n, NULL), ERR_NOMATCH);
    put_run(f, "t1", "ttt", 1);
    put_run(f, "b1", "best-of-n", 1);
    assert_int_equal(load_run_names(f->db, "ttt", &f->arena, &names, &n, NULL), 0);
    assert_int_equal(n, 1);
    assert_string_equal(names[0], "t1");
    assert_int_equal(load_run_names(f->db, NULL, &f->arena, &names, &n, NULL), 0);
    assert_int_equal(n, 2);
}

static void put_baseline(struct fixture *f, const char *hardware, size_t task, double runtime_us)
{
    struct baseline_row b = { .name = "torch",
                              .hardware = hardware,
                              .task_id = f->task_ids[task],
                              .runtime_us = runtime_us,
                              .statistic = "mean",
                              .min_us = (double)NAN,
                              .max_us = (double)NAN,
                              .std_us = (double)NAN,
                              .n_samples = -1 };
    bool is_new = false;
    assert_int_equal(store_put_baseline(f->db, &b, &is_new, NULL), 0);
}

static void the_baseline_of_the_device_is_chosen(void **state)
{
    struct fixture *f = *state;
    struct baseline_table b;
    struct err err = { 0 };
    struct arena *a = &f->arena;
    assert_int_equal(load_baseline(f->db, "torch", NULL, "H100", a, &b, &err), ERR_NOMATCH);
    put_baseline(f, "T4", 0, 400);
    put_baseline(f, "T4", 1, (double)NAN);
    /* The only one, though of another device. */
    assert_int_equal(load_baseline(f->db, "torch", NULL, "H100", a, &b, &err), 0);
    assert_string_equal(b.hardware, "T4");
    put_baseline(f, "H100", 0, 100);
    assert_int_equal(load_baseline(f->db, "torch", NULL, "H100", a, &b, &err), 0);
    assert_string_equal(b.hardware, "H100");
    assert_near(baseline_find(&b, 1, 4)->runtime_us, 100, 0);
    assert_null(baseline_find(&b, 1, 5));
    assert_int_equal(load_baseline(f->db, "torch", NULL, "A100", a, &b, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "--baseline-hardware"));
    assert_int_equal(load_baseline(f->db, "torch", "T4", "H100", a, &b, &err), 0);
    assert_int_equal(b.n_entries, 2);
    assert_true(isnan(baseline_find(&b, 1, 5)->runtime_us));
    assert_int_equal(load_baseline(f->db, "torch", "V100", "H100", a, &b, &err), ERR_NOMATCH);
}

static void unmeasured_entries_are_no_hardware(void **state)
{
    struct fixture *f = *state;
    struct baseline_table b;
    struct err err = { 0 };
    put_baseline(f, "", 1, (double)NAN);
    assert_int_equal(load_baseline(f->db, "torch", NULL, "H100", &f->arena, &b, &err), ERR_NODATA);
    put_baseline(f, "T4", 0, 400);
    assert_int_equal(load_baseline(f->db, "torch", NULL, "H100", &f->arena, &b, &err), 0);
    assert_string_equal(b.hardware, "T4");
    assert_int_equal(b.n_entries, 2);
    assert_true(isnan(baseline_find(&b, 1, 5)->runtime_us));
}

static void rebasing_replaces_every_speedup(void **state)
{
    struct fixture *f = *state;
    int64_t run = put_run(f, "r", "best-of-n", 1);
    put_evaluation(f, put_rollout(f, run, 0, 0, 0, 0), 2, NULL); /* 50 us */
    put_evaluation(f, put_rollout(f, run, 0, 0, 0, 1), (double)NAN, NULL);
    put_evaluation(f, put_rollout(f, run, 1, 0, 0, 0), 2, NULL);
    put_baseline(f, "T4", 0, 400);
    static const char *const names[] = { "r" };
    struct study s = load(f, names, 1);
    struct baseline_table b;
    assert_int_equal(load_baseline(f->db, "torch", NULL, "", &f->arena, &b, NULL), 0);
    study_rebase(&s, 0, &b);
    assert_near(s.rollouts[0].speedup, 8, 1e-15);
    assert_true(isnan(s.rollouts[1].speedup));
    assert_true(isnan(s.rollouts[2].speedup));
}

/* Two steps of two tasks: what is faster, slower, wrong, not compiled, not scored, of an earlier
 * turn, or was not sampled at all. */
static void a_run_is_a_table_of_steps_and_tasks(void **state)
{
    struct fixture *f = *state;
    static const struct {
        size_t task;
        int step, turn, sample;
        double speedup;
        const char *outcome;
    } rollouts[] = {
        { 0, 0, 0, 0, 2.0, NULL },
        { 0, 0, 0, 1, 0.5, NULL },
        { 0, 0, 0, 2, (double)NAN, NULL },
        { 0, 0, 0, 3, (double)NAN, "compile" },
        { 0, 1, 0, 0, (double)NAN, NULL },
        { 0, 1, 1, 0, 4.0, NULL },
        { 0, 1, 0, 1, 1.0, NULL },
        { 1, 0, 0, 0, (double)NAN, NULL },
        { 1, 0, 0, 1, (double)NAN, "infra" },
        { 2, 1, 0, 0, 1.2345678, NULL },
        { 2, 1, 0, 1, (double)NAN, NULL },
        { 2, 1, 0, 2, (double)NAN, NULL },
    };
    static const char want[] =
        "run,step,task,n,compiled,correct,fast,fast_1,best-correct,random-correct,"
        "confidence-guided,surprisal-guided,surprisal-guided-top3\n"
        "picks,0,l1/4,4,3,2,1,0.25,2,1.25,1.25,1.25,2\n"
        "picks,0,l1/5,1,1,0,0,0,NA,NA,NA,NA,NA\n"
        "picks,1,l1/4,2,2,2,1,0.5,4,2.5,2.5,2.5,4\n"
        "picks,1,l1/5,0,0,0,0,NA,NA,NA,NA,NA,NA\n"
        "picks,1,l1/"
        "12,3,3,1,1,0.3333333333333333,1.2345678,1.2345678,1.2345678,1.2345678,1.2345678\n";
    static const char notes[] =
        "1 pairs of step and task of which nothing was sampled are left out\nfast_1 = fast / n, "
        "failures count as not fast; rule columns: speedup of the sample that the rule "
        "picks\nfast: correct and speedup > 1 against the reference baseline. A rule picks among "
        "correct rollouts; its column is the exact expectation over ties\nbest-of-adaptation step: "
        "1 (highest fast_1, mean over "
        "tasks)\nDIFFERENT TASKS: of the 3 tasks of run picks 1 are sampled at every step, so a "
        "difference between its steps, and its Best of Adaptation, is one between tasks as "
        "well\nthe last scored turn of each sample counts, 1 earlier ones do not; 'rollbook "
        "analyze turns' has them all\n1 rollouts without a scored evaluation are left out\n";
    assert_int_equal(db_begin(f->db, NULL), 0);
    int64_t run = put_run(f, "picks", "ttt", 1);
    for (size_t i = 0; i < ARRAY_LEN(rollouts); i++)
        put_evaluation(f,
                       put_rollout(f, run, rollouts[i].task, rollouts[i].step, rollouts[i].turn,
                                   rollouts[i].sample),
                       rollouts[i].speedup, rollouts[i].outcome);
    assert_int_equal(db_commit(f->db, NULL), 0);
    static const char *const names[] = { "picks" };
    const struct table_input in = { .db = f->db, .arena = &f->arena, .runs = { names, 1 } };
    struct table t;
    struct err err = { 0 };
    struct buf csv = { 0 }, text = { 0 };
    if (table_make(&table_picks, &in, NULL, &t, &err) != 0)
        fail_msg("%s", err.msg);
    table_render(&t, TABLE_CSV, &csv);
    assert_string_equal(buf_text(&csv), want);
    table_render(&t, TABLE_TEXT, &text);
    size_t shortened = 0; /* each of five picks */
    for (const char *at = strstr(buf_text(&text), " 1.23"); at != NULL;
         at = strstr(at + 1, " 1.23"))
        shortened += at[5] == ' ' || at[5] == '\n';
    assert_int_equal(shortened, 5);
    assert_non_null(strstr(buf_text(&text), " 0.333 "));
    assert_int_equal(t.cells[t.n_columns + 8].kind, CELL_NA);
    assert_string_equal(t.cells[t.n_columns + 8].text, "no correct rollout");
    assert_string_equal(t.cells[3 * t.n_columns + 7].text, "no rollout");
    buf_clear(&text);
    for (size_t i = 0; i < t.n_notes; i++)
        buf_printf(&text, "%s\n", t.notes[i]);
    assert_string_equal(buf_text(&text), notes);
    buf_release(&csv);
    buf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(published_trajectory_from_the_database, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_run_is_a_table_of_steps_and_tasks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_scored_rollouts_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_last_scored_turn_stands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(runs_come_in_the_order_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(by_run_is_the_same_study, set_up, tear_down),
        cmocka_unit_test_setup_teardown(behind_facts_are_not_read_by_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unknown_and_repeated_runs_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_by_strategy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_baseline_of_the_device_is_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(unmeasured_entries_are_no_hardware, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rebasing_replaces_every_speedup, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
