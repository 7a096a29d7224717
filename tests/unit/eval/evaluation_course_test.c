/*
 * evaluation_course_test.c - what an evaluation asks of a backend, in order, and what it makes of
 * the answers.
 *
 * The backend is a table of functions: it writes down each call and reports what the case says.
 * The whole course of each case, calls and then the result, is held to a text that was read:
 * tests/approved/units/evaluation_course.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/eval/contract/compare.h"
#include "tests/support/approved.h"
#include "tests/unit/eval/course_result.h"

static void a_right_kernel(void)
{
    the_job.counters = true;
    evaluate();
}

/* The same evaluator knows the baseline then. */
static void a_second_kernel(void)
{
    the_job.correct_trials = 3;
    the_job.timed_runs = 2;
    evaluate();
    say("-- again");
    evaluate();
}

static void wrong_when_timed(const struct kernel_session *s, const struct trial_key *key,
                             bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->is_mine && fake.mine_runs == 5)
        r->compared[0] = (struct output_comparison){
            .n = s->n, .matched = s->n - 2, .max_abs_err = 0.5, .max_rel_err = 1, .worst_index = 8
        };
}

static void a_kernel_that_is_wrong_when_timed(void)
{
    fake.alter = wrong_when_timed;
    evaluate();
}

static void needs_fibers(const struct kernel_session *s, const struct trial_key *key,
                         bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->is_mine && fake.mine_runs == 1)
        r->status = LAUNCH_NEEDS_FIBERS;
}

static void a_kernel_that_needs_fibers(void)
{
    fake.alter = needs_fibers;
    the_job.timed_runs = 2;
    evaluate();
}

/* Runs 4 and 5 of the candidate and its baseline are taken again, then no more. */
static void disturbed(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                      struct launch_report *r)
{
    (void)key, (void)keep_state;
    r->disturbed = true;
    r->throttled = (s->is_mine ? fake.mine_runs : fake.baseline_runs) % 2 == 0;
    r->clock_mhz =
        r->throttled ? 0 : r->clock_mhz - (s->is_mine ? fake.mine_runs : fake.baseline_runs);
}

static void disturbed_samples_are_taken_again(void)
{
    fake.alter = disturbed;
    the_job.timed_runs = 2;
    evaluate();
}

static void doubtful(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                     struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (!s->is_mine)
        return;
    r->cpu_us = 900;
    r->waited_us = 1000;
}

static void doubtful_clocks_are_asked_six_times(void)
{
    fake.alter = doubtful;
    the_job.timed_runs = 2;
    evaluate();
}

static void doubtful_at_first(const struct kernel_session *s, const struct trial_key *key,
                              bool keep_state, struct launch_report *r)
{
    if (s->number < 5)
        doubtful(s, key, keep_state, r);
}

static void clocks_that_agree_at_last_are_believed(void)
{
    fake.alter = doubtful_at_first;
    the_job.timed_runs = 2;
    evaluate();
}

static void forged(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                   struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->is_mine)
        r->cpu_us = 900;
}

static void forged_clocks_are_a_cheat(void)
{
    fake.alter = forged;
    the_job.timed_runs = 2;
    evaluate();
}

static void modifies_state(const struct kernel_session *s, const struct trial_key *key,
                           bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    r->state_modified = s->is_mine;
}

static void a_kernel_that_keeps_state_runs_on_it(void)
{
    fake.alter = modifies_state;
    the_job.timed_runs = 2;
    evaluate();
}

static void wrong_on_own_state(const struct kernel_session *s, const struct trial_key *key,
                               bool keep_state, struct launch_report *r)
{
    (void)key;
    r->state_modified = s->is_mine;
    if (keep_state)
        r->compared[0].matched--;
}

static void what_is_wrong_on_its_own_state_is_a_cheat(void)
{
    fake.alter = wrong_on_own_state;
    the_job.timed_runs = 1;
    evaluate();
}

static void differs_when_repeated(const struct kernel_session *s, const struct trial_key *key,
                                  bool keep_state, struct launch_report *r)
{
    (void)s, (void)keep_state;
    if (key->repeated)
        r->digest = fake.mine_runs;
}

static void bits_that_differ_are_counted(void)
{
    fake.alter = differs_when_repeated;
    the_job.timed_runs = 1;
    evaluate();
}

static void wrong_second(const struct kernel_session *s, const struct trial_key *key,
                         bool keep_state, struct launch_report *r)
{
    (void)s, (void)keep_state;
    if ((key->trial & TASK_SECOND_DRAW) != 0)
        r->compared[0] = (struct output_comparison){ .n = s->n,
                                                     .matched = 1000,
                                                     .not_finite = 9,
                                                     .max_abs_err = 2,
                                                     .max_rel_err = 3,
                                                     .worst_index = 0 };
}

static void the_second_draw_decides(void)
{
    fake.alter = wrong_second;
    evaluate();
}

static void wrong_elsewhere(const struct kernel_session *s, const struct trial_key *key,
                            bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->n == 1009)
        return;
    *r = (struct launch_report){ .status = LAUNCH_CRASH,
                                 .kind = "fault",
                                 .message = "a fault",
                                 .signal = 11,
                                 .has_fault_address = true,
                                 .fault_address = 0xab,
                                 .fault_place = "before y" };
}

static void sizes_that_were_not_told_decide(void)
{
    fake.alter = wrong_elsewhere;
    the_job.mode = EVAL_FULL;
    the_job.correct_trials = 1;
    the_job.timed_runs = 1;
    evaluate();
}

static void fibers_elsewhere(const struct kernel_session *s, const struct trial_key *key,
                             bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->n < 1009 && fake.artifact.path == NULL) {
        r->status = LAUNCH_NEEDS_FIBERS;
        fake.artifact.path = "";
    }
}

static void full_mode_looks_below_and_above(void)
{
    fake.alter = fibers_elsewhere;
    the_job.mode = EVAL_FULL;
    the_job.correct_trials = 1;
    the_job.timed_runs = 1;
    evaluate();
}

static void a_plan_without_sizes_is_run_at_its_own(void)
{
    the_job.kernel_text = FIXED;
    the_job.kernel_len = strlen(FIXED);
    the_job.timed_runs = 1;
    fake.witness = (struct witness){ .us = (double)NAN, .why = "no records here" };
    fake.why_not = "not permitted";
    evaluate();
}

static void clocks_of_a_device_that_disagree_are_our_failure(void)
{
    the_job.timed_runs = 1;
    fake.witness.us = 205;
    evaluate();
    fake.witness.us = 206;
    evaluate();
}

static void moving_bytes_takes_its_time(void)
{
    the_job.timed_runs = 1;
    evaluator.copy_bytes_per_s = 8.0 * 1009 / 1.25 / 203e-6;
    evaluate();
    evaluator.copy_bytes_per_s = 0;
    evaluate();
}

static void narrow(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                   struct launch_report *r)
{
    (void)s, (void)key, (void)keep_state;
    r->device_us = r->host_us = 200 + r->device_us / 100;
}

static void few_narrow_samples_are_enough(void)
{
    fake.alter = narrow;
    the_job.timed_runs = 14;
    the_job.adaptive = true;
    evaluate();
}

static void a_library_has_no_text(void)
{
    the_job.kind = "library";
    the_job.kernel_text = "";
    the_job.kernel_len = 0;
    the_job.timed_runs = 1;
    evaluate();
}

static void what_cannot_be_compiled_is_not_run(void)
{
    fake.artifact = (struct artifact){ .outcome = OUTCOME_COMPILE,
                                       .message = "line 2",
                                       .log = "a log",
                                       .compile_ms = 4,
                                       .cached = true };
    evaluate();
    fake.artifact = (struct artifact){
        .outcome = OUTCOME_CHEAT, .cheat_kind = "host_code", .message = "main", .sha256 = "ab"
    };
    evaluate();
    fake.artifact = (struct artifact){ .outcome = OUTCOME_LAUNCH, .message = "too large" };
    evaluate();
    fake.compile_rc = ERR_BUSY;
    evaluate();
}

static void what_cannot_be_loaded_is_not_run(void)
{
    fake.refused_load = 1;
    fake.load = (struct launch_report){ .status = LAUNCH_REFUSED,
                                        .kind = "refused",
                                        .message = "too many registers",
                                        .sandbox_layers = 1 };
    evaluate();
    fake.loads_of_mine = 0;
    fake.refused_load = 2; /* the second process */
    evaluate();
    fake.loads_of_mine = 0;
    fake.refused_load = 1;
    fake.load = (struct launch_report){ .status = LAUNCH_INFRA, .message = "no device" };
    evaluate();
    fake.load_rc = ERR_BUSY;
    evaluate();
}

static void wrong_baseline(const struct kernel_session *s, const struct trial_key *key,
                           bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    r->compared[0].matched -= !s->is_mine;
}

static void infra(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                  struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (s->is_mine && fake.mine_runs == 2)
        *r = (struct launch_report){ .status = LAUNCH_INFRA, .message = "the device is gone" };
}

static void crashing_baseline(const struct kernel_session *s, const struct trial_key *key,
                              bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (!s->is_mine && fake.baseline_runs > 2)
        *r = (struct launch_report){ .status = LAUNCH_CRASH, .message = "a fault" };
}

static void what_is_ours_and_fails_is_an_error(void)
{
    the_job.timed_runs = 1;
    fake.alter = wrong_baseline;
    evaluate();
    fake.alter = crashing_baseline;
    evaluate();
    fake.alter = infra;
    fake.mine_runs = 0;
    evaluate();
    fake.alter = NULL;
    fake.witness_rc = ERR_BUSY;
    evaluate();
}

static void a_blank_text_is_no_code(void)
{
    static const char *const texts[] = { "", " \n\t\r\v\f", "//@ launch\n", "import torch\n" };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        the_job.kernel_text = texts[i];
        the_job.kernel_len = strlen(texts[i]);
        evaluate();
    }
    the_job.kernel_text = "\0 ";
    the_job.kernel_len = 2;
    evaluate();
}

static void a_host(void)
{
    backend.launch_trial = NULL;
    backend.witness = NULL;
    backend.count = NULL;
    backend.limits = NULL;
    backend.compile_begin = NULL;
    backend.prepare = NULL;
    the_job.threads = 2;
}

static void a_right_kernel_on_a_host(void)
{
    a_host();
    the_job.counters = true;
    evaluate();
    the_job.counters = false;
    the_job.correct_trials = 4;
    the_job.timed_runs = 1;
    the_job.threads = 1000;
    evaluate();
}

static void writes_nothing(const struct kernel_session *s, const struct trial_key *key,
                           bool keep_state, struct launch_report *r)
{
    (void)key;
    r->state_modified = s->is_mine;
    r->poison_seed[0] = 77;
    if (keep_state)
        poison_fill(s->y, (size_t)s->n * sizeof(float), 77);
}

static void a_kernel_on_a_host_that_keeps_state(void)
{
    a_host();
    fake.alter = writes_nothing;
    the_job.timed_runs = 1;
    evaluate();
}

static void wrong_baseline_on_a_host(const struct kernel_session *s, const struct trial_key *key,
                                     bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state, (void)r;
    float wrong = 3;
    if (!s->is_mine)
        memcpy(s->y + 4 * (s->n - 1), &wrong, sizeof wrong);
}

static void a_wrong_baseline_on_a_host(void)
{
    a_host();
    fake.alter = wrong_baseline_on_a_host;
    evaluate();
}

static void a_kernel_on_a_host_that_needs_fibers(void)
{
    a_host();
    fake.alter = needs_fibers;
    the_job.timed_runs = 1;
    evaluate();
}

static void writes_elsewhere(const struct kernel_session *s, const struct trial_key *key,
                             bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (!s->is_mine)
        return;
    r->guard_modified_bytes = 4;
    memcpy(r->guard_place, "behind y", 9);
}

static void changes_its_input(const struct kernel_session *s, const struct trial_key *key,
                              bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    if (!s->is_mine)
        return;
    r->input_modified_bytes = 3;
    memcpy(r->input_modified, "x", 2);
}

static void writes_half(const struct kernel_session *s, const struct trial_key *key,
                        bool keep_state, struct launch_report *r)
{
    (void)key, (void)keep_state;
    r->reordered = true;
    if (!s->is_mine)
        return;
    r->compared[0].matched = 500;
    r->compared[0].max_abs_err = 1e30;
    r->untouched[0] = 509;
}

static void what_a_kernel_must_not_do(void)
{
    static alteration *const ways[] = { writes_elsewhere, changes_its_input, writes_half };
    for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
        fake.alter = ways[i];
        evaluate();
    }
}

/* 4036 bytes each are read and written at the least. */
static void counters_find_what_was_not_read(void)
{
    the_job.timed_runs = 1;
    the_job.counters = true;
    fake.cache_bytes = 0;
    evaluate();
    fake.read_bytes = 3955;
    evaluate();
}

static int probe(struct backend_context *c, struct device_info *out, struct err *err)
{
    (void)c, (void)err;
    say("probe");
    *out = (struct device_info){ .backend = "fake", .name = "a device", .cores = 4 };
    return 0;
}

static void a_device_is_asked_once(void)
{
    struct device_info d;
    struct err err = { 0 };
    backend.probe = probe;
    evaluator.device = (struct device_info){ .cores = 0 };
    for (int i = 0; i < 2; i++) {
        d = (struct device_info){ .cores = 0 };
        assert_int_equal(evaluator_device(&evaluator, &d, &err), 0);
        say("%s '%s' %d", d.backend, d.name, d.cores);
    }
}

static void crashes(const struct kernel_session *s, const struct trial_key *key, bool keep_state,
                    struct launch_report *r)
{
    (void)s, (void)key, (void)keep_state;
    *r = (struct launch_report){ .status = LAUNCH_CRASH, .kind = "fault", .message = "a fault" };
}

/* Each run takes 1,000 s of the fake device: fifty do not fit into the deadline, and that is no
 * timeout. */
static void a_slow_kernel_has_fewer_samples(void)
{
    the_job.mode = EVAL_FULL;
    the_job.deadline_ms = 3e7;
    evaluate();
}

static void without_a_deadline_it_is_the_usual_one(void)
{
    the_job.deadline_ms = 0;
    the_job.timed_runs = 1;
    fake.alter = crashes;
    evaluate();
    the_job.timed_runs = 550;
    evaluate();
    the_job.timed_runs = 1;
    the_job.correct_trials = 550;
    evaluate();
}

/* What comes ahead of a job is what its evaluation begins with. */
static void what_is_begun_ahead(void)
{
    static const char *const texts[] = { KERNEL, KERNEL, FIXED, "nothing", "" };
    struct task module = *the_job.task;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        the_job.kernel_text = texts[i];
        the_job.kernel_len = strlen(texts[i]);
        evaluator_prepare(&evaluator, &the_job);
    }
    the_job.kernel_text = KERNEL;
    the_job.kernel_len = strlen(KERNEL);
    the_job.kind = "library";
    evaluator_prepare(&evaluator, &the_job);
    the_job.kind = "none";
    evaluator_prepare(&evaluator, &the_job);
    evaluate();
    the_job.kind = "kernel_file";
    module.module = "import torch";
    the_job.task = &module;
    evaluator_prepare(&evaluator, &the_job);
    evaluate();
    the_job.task = NULL;
    backend.compile_begin = NULL;
    if (task_find("l1/28", &arena, &the_job.task, NULL) == 0)
        evaluator_prepare(&evaluator, &the_job);
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    CASE(a_right_kernel),
    CASE(a_second_kernel),
    CASE(a_kernel_that_is_wrong_when_timed),
    CASE(a_kernel_that_needs_fibers),
    CASE(disturbed_samples_are_taken_again),
    CASE(doubtful_clocks_are_asked_six_times),
    CASE(clocks_that_agree_at_last_are_believed),
    CASE(forged_clocks_are_a_cheat),
    CASE(a_kernel_that_keeps_state_runs_on_it),
    CASE(what_is_wrong_on_its_own_state_is_a_cheat),
    CASE(bits_that_differ_are_counted),
    CASE(the_second_draw_decides),
    CASE(sizes_that_were_not_told_decide),
    CASE(full_mode_looks_below_and_above),
    CASE(a_plan_without_sizes_is_run_at_its_own),
    CASE(clocks_of_a_device_that_disagree_are_our_failure),
    CASE(moving_bytes_takes_its_time),
    CASE(few_narrow_samples_are_enough),
    CASE(a_library_has_no_text),
    CASE(what_cannot_be_compiled_is_not_run),
    CASE(what_cannot_be_loaded_is_not_run),
    CASE(what_is_ours_and_fails_is_an_error),
    CASE(a_blank_text_is_no_code),
    CASE(a_right_kernel_on_a_host),
    CASE(a_kernel_on_a_host_that_keeps_state),
    CASE(a_wrong_baseline_on_a_host),
    CASE(a_kernel_on_a_host_that_needs_fibers),
    CASE(what_a_kernel_must_not_do),
    CASE(counters_find_what_was_not_read),
    CASE(a_device_is_asked_once),
    CASE(a_slow_kernel_has_fewer_samples),
    CASE(without_a_deadline_it_is_the_usual_one),
    CASE(what_is_begun_ahead),
};

static void every_course_is_as_approved(void **state)
{
    struct buf CLEANUP(buf_release) all = { .max = SIZE_MAX };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        begin();
        cases[i].run();
        buf_printf(&all, "== %s\n", cases[i].name);
        approved_add(&all, buf_text(&fake.calls), 30);
        end();
    }
    tell_facts(&all);
    approved_check_exactly("evaluation_course", &all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_course_is_as_approved) };
    int failed = cmocka_run_group_tests_name("evaluation_course", tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
