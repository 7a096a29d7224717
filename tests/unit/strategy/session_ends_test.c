/*
 * session_ends_test.c - runs that begin where others ended, and work that ends early.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/strategy/confirm.h"
#include "tests/unit/strategy/session_fixture.h"

/* A run's name may have the sign that a step stands behind. */
static void test_where_runs_begin(void **state)
{
    static const struct {
        const char *from, *first; /* checkpoint before the first of the new run, or the message */
        int rc;
    } cases[] = {
        { "a", "2", 0 },
        { "a@0", "-", 0 },
        { "a@1", "3", 0 }, /* a run of this name */
        { "a@1@0", "-", 0 },
        { "a@1@1", "3", 0 },
        { "a@2", "--from: run 'a' has no checkpoint at step 2", ERR_NOMATCH },
        { "a@1@7", "--from: run 'a@1' has no checkpoint at step 7", ERR_NOMATCH },
        { "a@", "--from: 'a@' is not RUN or RUN@STEP", ERR_USAGE },
        { "b@0", "--from: there is no run 'b' in the database", ERR_NOMATCH },
        { "@0", "--from: there is no run '' in the database", ERR_NOMATCH },
    };
    struct rows_fixture *f = *state;
    struct run_config c = config_of("a", "ttt");
    c.n_steps = 1;
    assert_runs(f, &c);
    c.name = "a@1";
    c.seed = 7;
    assert_runs(f, &c);
    assert_rows(f, "SELECT run_id, step, checkpoint_id FROM step", "1,0,1 1,1,2 2,0,1 2,1,3");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        c = config_of(arena_printf(&a, "new %zu", i), "ttt");
        c.k = 1;
        c.from = cases[i].from;
        int rc = run_whole(f, &c);
        if (rc != cases[i].rc)
            fail_msg("%s: %d %s", cases[i].from, rc, f->err.msg);
        if (rc < 0)
            assert_memory_equal(f->err.msg, cases[i].first, strlen(cases[i].first));
        else
            assert_rows(
                f,
                arena_printf(&a,
                             "SELECT parent_id FROM run JOIN step USING (run_id) JOIN "
                             "checkpoint c USING (checkpoint_id) WHERE name = '%s' AND step "
                             "= 0",
                             c.name),
                cases[i].first);
    }
}

static void test_demonstrations_that_are_gone(void **state)
{
    struct rows_fixture *f = *state;
    struct session *s = NULL;
    struct run_config c = config_of("teacher", "best-of-n");
    assert_runs(f, &c);
    c = config_of("pupil", "sft");
    c.teacher = "teacher";
    c.n_steps = 1;
    assert_runs(f, &c);
    change(f, "DELETE FROM demonstration; UPDATE run SET status = 'interrupted', finished_at = "
              "NULL WHERE name = 'pupil'");
    const struct session_hooks hooks = judge_hooks();
    assert_int_equal(session_resume(f->db, "pupil", &hooks, &s, &f->err), 0);
    assert_int_equal(session_run(s, &f->err), ERR_INTEGRITY);
    assert_string_equal(f->err.msg, "run 'pupil' has no demonstrations");
    session_close(s);
    assert_rows(f, "SELECT status FROM run", "complete interrupted");
}

/* Samples beyond those that it asks for are not the run's to evaluate. */
static void test_rollouts_of_no_place(void **state)
{
    struct rows_fixture *f = *state;
    struct session *s = NULL;
    struct run_config c = config_of("narrow", "best-of-n");
    assert_runs(f, &c);
    change(f, "UPDATE run SET status = 'interrupted', finished_at = NULL;"
              "INSERT INTO rollout (run_id, task_id, step, turn, sample, code_blob_id) SELECT "
              "run_id, task_id, step, turn, 3, code_blob_id FROM rollout WHERE sample = 2");
    judging.tells_progress = true;
    const struct session_hooks hooks = judge_hooks();
    assert_int_equal(session_resume(f->db, "narrow", &hooks, &s, &f->err), 0);
    assert_int_equal(session_run(s, &f->err), 0);
    session_close(s);
    assert_non_null(strstr(buf_text(&judging.said), "6 of 6, evaluated 0, remaining 0"));
    assert_rows(f, "SELECT count(*), (SELECT count(*) FROM evaluation) FROM rollout", "8,6");
}

static int confirm(struct rows_fixture *f, const struct confirm_options *o,
                   struct confirm_result *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct session_hooks hooks = judge_hooks();
    f->err = (struct err){ 0 };
    *out = (struct confirm_result){ 0 };
    return confirm_run(f->db, o, &hooks, &a, out, &f->err);
}

static void test_confirmations_that_cannot_be(void **state)
{
    static const struct {
        const char *change, *message;
        int rc;
    } cases[] = {
        { "UPDATE run SET config = replace(config, '\"value\":\"cpu\"', '\"value\":\"cuda\"')",
          "evaluator cuda: nobody judges for cuda", ERR_INTEGRITY },
        { "UPDATE run SET config = replace(config, '\"value\":\"cuda\"', '\"value\":7')",
          "run 'samples': run configuration: 'backend' is missing or malformed", ERR_INTEGRITY },
        { "INSERT INTO import_source (import_source_id, format, importer_version, path, sha256, "
          "bytes, imported_at) VALUES (1, 'f', 1, 'p', 's', 1, 'now'); UPDATE run SET "
          "import_source_id = 1",
          "run 'samples' was imported: how its kernels were evaluated is not known", ERR_USAGE },
    };
    static const struct confirm_options o = {
        .run = "samples", .by = "speedup", .top = 2, .step = -1
    };
    struct rows_fixture *f = *state;
    struct session *s = NULL;
    struct confirm_result r;
    struct run_config c = config_of("samples", "best-of-n");
    c.k = 5;
    assert_runs(f, &c);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        change(f, cases[i].change);
        if (confirm(f, &o, &r) != cases[i].rc || strstr(f->err.msg, cases[i].message) != f->err.msg)
            fail_msg("%s: %s", cases[i].change, f->err.msg);
    }
    /* While somebody writes it. */
    c.name = "other";
    const struct session_hooks hooks = judge_hooks();
    assert_int_equal(session_start(f->db, &c, &judge_provenance, &hooks, &s, &f->err), 0);
    const struct confirm_options other = { .run = "other", .by = "speedup", .top = 1, .step = -1 };
    assert_int_equal(confirm(f, &other, &r), ERR_BUSY);
    assert_memory_equal(f->err.msg, "run 'other' is being written by process ", 40);
    session_close(s);
    assert_rows(f, "SELECT count(*) FROM evaluation WHERE purpose = 'confirm'", "0");
}

/* What was measured before the stop stays. */
static void test_confirmations_that_are_stopped(void **state)
{
    static const struct confirm_options o = {
        .run = "samples", .by = "speedup", .top = 4, .step = -1
    };
    struct rows_fixture *f = *state;
    struct confirm_result r;
    struct run_config c = config_of("samples", "best-of-n");
    c.k = 8;
    assert_runs(f, &c);
    judging.stop_after = 3; /* the first two are of a device that fails */
    assert_int_equal(confirm(f, &o, &r), ERR_INTERRUPTED);
    assert_string_equal(f->err.msg, "interrupted");
    assert_rows(f, "SELECT count(*) FROM evaluation WHERE purpose = 'confirm'", "1");
    assert_rows(f, "SELECT DISTINCT packed = epoch FROM fact_cell", "1");
    judging.stop_after = 0;
    assert_int_equal(confirm(f, &o, &r), 0);
    assert_int_equal(r.n_known, 1);
    assert_int_equal(r.n_confirmed, r.n_picked - 1);
    assert_rows(f,
                "SELECT count(*), count(DISTINCT rollout_id) FROM evaluation WHERE purpose = "
                "'confirm'",
                "5,5");
    /* A stop at the last result stops nothing. */
    static const char *const one[] = { "5" };
    const struct confirm_options again = { .run = "samples",
                                           .by = "speedup",
                                           .top = 1,
                                           .step = -1,
                                           .rollouts = one,
                                           .n_rollouts = 1,
                                           .again = true };
    judging.stop_after = 3;
    assert_int_equal(confirm(f, &again, &r), 0);
    assert_int_equal(r.n_confirmed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNS_TEST(test_where_runs_begin),
        RUNS_TEST(test_demonstrations_that_are_gone),
        RUNS_TEST(test_rollouts_of_no_place),
        RUNS_TEST(test_confirmations_that_cannot_be),
        RUNS_TEST(test_confirmations_that_are_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
