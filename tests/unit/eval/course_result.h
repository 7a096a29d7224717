/*
 * course_result.h - an evaluation on the backend of course_backend.h, and its result as a text.
 */
#ifndef ROLLBOOK_TESTS_COURSE_RESULT_H
#define ROLLBOOK_TESTS_COURSE_RESULT_H

#include "src/json/member_json.h"
#include "tests/unit/eval/course_host.h"

static void add_fact(const struct member *m, const struct eval_result *r)
{
    struct buf CLEANUP(buf_release) value = { 0 };
    static const char *const apart[] = { "evidence", "code_sha256", "total_ms", "profile" };
    for (size_t i = 0; i < ARRAY_LEN(apart); i++)
        if (strcmp(m->name, apart[i]) == 0)
            return;
    double real =
        m->kind == MEMBER_REAL || m->kind == MEMBER_DERIVED ? member_real(m, r) : (double)NAN;
    if (isnan(real))
        member_print(m, r, 0, &value);
    else
        buf_printf(&value, "%.7g", real);
    const char *text = buf_text(&value);
    if (strcmp(text, "null") != 0 && strcmp(text, "0") != 0 && strcmp(text, "false") != 0 &&
        strcmp(text, "[]") != 0)
        say("%s %s", m->name, text);
}

static void add_result(const struct eval_result *r)
{
    for (size_t i = 0; i < eval_result_members.n; i++)
        add_fact(&eval_result_members.members[i], r);
    for (size_t i = 0; r->profile != NULL && i < profile_members.n; i++) {
        struct buf CLEANUP(buf_release) value = { 0 };
        member_print(&profile_members.members[i], r->profile, 0, &value);
        say("profile %s %s", profile_members.members[i].name, buf_text(&value));
    }
    for (size_t i = 0; i < r->n_evidence; i++) {
        const struct evidence *e = &r->evidence[i];
        say("%s %s: %.6g of %.6g %s%s%s", e->pass ? "+" : "-", e->kind, e->value, e->bound, e->unit,
            e->detail != NULL ? ", " : "", e->detail != NULL ? e->detail : "");
    }
}

static struct eval_job the_job;

static void evaluate(void)
{
    struct err err = { 0 };
    struct eval_result r;
    memset(&r, 0x55, sizeof r);
    int rc = evaluator_run(&evaluator, &the_job, &arena, &r, &err);
    if (rc == 0)
        add_result(&r);
    else
        say("error %d: %s", rc, err.msg);
}

static void begin(void)
{
    struct err err = { 0 };
    memset(&fake, 0, sizeof fake);
    fake.cache_bytes = 1e6;
    fake.read_bytes = 5000;
    backend = (struct backend){ .name = "fake",
                                .compile = compile,
                                .compile_begin = compile_begin,
                                .prepare = prepare,
                                .load = load,
                                .launch = launch,
                                .launch_trial = launch_trial,
                                .set_deadline = set_deadline,
                                .unload = unload,
                                .witness = witness,
                                .count = count,
                                .prepare_count = prepare_count,
                                .library_has = library_has,
                                .limits = limits,
                                .max_baselines = 3,
                                .light_factor = 1.25 };
    evaluator = (struct evaluator){ .backend = &backend,
                                    .copy_bytes_per_s = 1e9,
                                    .device = { .backend = "fake", .uuid = "GPU-1" },
                                    .secret = 5 };
    fake.artifact = (struct artifact){ .outcome = OUTCOME_MEASURED,
                                       .log = "compiled",
                                       .compile_ms = 2.5,
                                       .sha256 = "abc",
                                       .matrix_instructions = 2 };
    fake.witness = (struct witness){ .us = 203,
                                     .events_us = 201,
                                     .kernel_us = { 198 },
                                     .registers = { 32 },
                                     .local_bytes = { 8 },
                                     .shared_bytes = { 16 } };
    the_job = (struct eval_job){ .kernel_text = KERNEL,
                                 .kernel_len = strlen(KERNEL),
                                 .task_case = CASE_TINY,
                                 .mode = EVAL_FAST,
                                 .input_seed = 9,
                                 .threads = 3,
                                 .deadline_ms = 1e8 };
    if (task_find("l1/28", &arena, &the_job.task, &err) != 0)
        fail_msg("%s", err.msg);
}

static void end(void)
{
    for (size_t i = 0; i < MAX_BASELINES; i++)
        baseline_close(&evaluator, &evaluator.baselines[i]);
    for (size_t i = 0; i < MAX_POOLS; i++)
        trials_free(evaluator.pools[i]);
    assert_int_equal(fake.open, 0);
    buf_release(&fake.calls);
}

#endif
