/*
 * course_result.h - an evaluation on the backend of course_backend.h, and its result as a text.
 */
#ifndef ROLLBOOK_TESTS_COURSE_RESULT_H
#define ROLLBOOK_TESTS_COURSE_RESULT_H

#include "src/json/member_json.h"
#include "tests/unit/eval/course_host.h"

/*
 * What results have by each member: where it is another value than in the result before, the
 * result's number and the value, in one line, so that a new member is one line.
 */
static struct {
    struct buf before, line;
} facts[100];
static int n_results;

static const char *fact_text(const struct member *m, const struct eval_result *r, struct buf *value)
{
    static const char *const none[] = { "", "null", "0", "false", "[]" };
    double real =
        m->kind == MEMBER_REAL || m->kind == MEMBER_DERIVED ? member_real(m, r) : (double)NAN;
    if (isnan(real))
        member_print(m, r, 0, value);
    else
        buf_printf(value, "%.7g", real);
    for (size_t k = 0; k < ARRAY_LEN(none); k++)
        if (strcmp(buf_text(value), none[k]) == 0)
            return "none";
    return buf_text(value);
}

static void add_fact(size_t i, const struct eval_result *r)
{
    const struct member *m = &eval_result_members.members[i];
    struct buf CLEANUP(buf_release) value = { 0 };
    static const char *const apart[] = { "evidence", "code_sha256", "total_ms", "profile" };
    static const char *const logged[] = { "outcome", "cheat_kind", "message" };
    for (size_t k = 0; k < ARRAY_LEN(apart); k++)
        if (strcmp(m->name, apart[k]) == 0)
            return;
    const char *text = fact_text(m, r, &value);
    for (size_t k = 0; k < ARRAY_LEN(logged); k++)
        if (strcmp(m->name, logged[k]) == 0) {
            say("%s %s", m->name, text);
            return;
        }
    if (strcmp(text, facts[i].before.len == 0 ? "none" : buf_text(&facts[i].before)) == 0)
        return;
    buf_printf(&facts[i].line, "%s %d %s", facts[i].line.len == 0 ? "" : ";", n_results, text);
    buf_clear(&facts[i].before);
    buf_puts(&facts[i].before, text);
}

static void tell_facts(struct buf *out)
{
    buf_puts(out, "== facts, where they are others than of the result before\n");
    for (size_t i = 0; i < eval_result_members.n; i++) {
        if (facts[i].line.len > 0)
            buf_printf(out, "%s:%s\n", eval_result_members.members[i].name,
                       buf_text(&facts[i].line));
        buf_release(&facts[i].line);
        buf_release(&facts[i].before);
    }
}

static void add_result(const struct eval_result *r)
{
    say("result %d", ++n_results);
    for (size_t i = 0; i < eval_result_members.n; i++)
        add_fact(i, r);
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
