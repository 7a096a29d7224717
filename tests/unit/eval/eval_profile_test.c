/* From counters to evidence and verdicts, with a backend that counts as told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/eval_internal.h"

#define TASK       "l1/28" /* y = hard sigmoid of x: as many bytes read as written */
#define FULL_BYTES ((double)4096 * 393216 * 4)

static double counters[PROFILE_COUNTERS];
static const char *said_why_not;
static int failure;

static int fake_count(struct backend_context *c, const struct session_spec *spec,
                      const struct trial_key *key, struct profile_kernel *kernels,
                      const char **why_not, struct err *err)
{
    (void)c;
    assert_string_equal(spec->task->id, TASK);
    assert_int_equal(key->trial, 7);
    *why_not = said_why_not;
    if (failure != 0)
        return err_set(err, failure, "a GPU process took 60 seconds");
    if (said_why_not == NULL)
        memcpy(kernels[0].counters, counters, sizeof counters);
    return 0;
}

static void fake_limits(struct backend_context *c, struct device_limits *out)
{
    (void)c;
    *out = (struct device_limits){ .peak_flop_per_s = 66.9e12, .cache_bytes = 6.3e7 };
}

struct fixture {
    struct arena arena;
    struct backend backend;
    struct evaluator evaluator;
    struct eval_job job;
    struct eval_result result;
    struct kernel_candidate kernel;
    struct ready_candidate ready;
    struct evaluation x;
    double sample_us;
};

static int setup(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    f->backend = (struct backend){ .count = fake_count, .limits = fake_limits };
    f->backend.light_factor = 1.25;
    f->evaluator = (struct evaluator){ .backend = &f->backend, .copy_bytes_per_s = 4.03e12 };
    if (task_find(TASK, &f->arena, &f->job.task, NULL) != 0)
        return -1;
    f->job.task_case = CASE_FULL;
    f->job.counters = true;
    eval_result_init(&f->result, OUTCOME_MEASURED, NULL);
    f->sample_us = 3300.0;
    f->result.samples_us = &f->sample_us;
    f->result.n_samples = 1;
    f->kernel.base = (struct candidate){ .launches = 1 };
    f->kernel.plan.n_launches = 1;
    f->ready = (struct ready_candidate){ .kind = candidate_kind_find("kernel_file"),
                                         .candidate = &f->kernel.base };
    f->kernel.plan.launches[0] = (struct launch){ .name = "k", .smem_bytes = 64 };
    f->x = (struct evaluation){ .e = &f->evaluator,
                                .job = &f->job,
                                .arena = &f->arena,
                                .verdict = { .arena = &f->arena, .out = &f->result },
                                .ready = &f->ready,
                                .runs = 7,
                                .witness = { .us = 3290.0,
                                             .kernel_us = { 3290.0 },
                                             .registers = { 32 },
                                             .shared_bytes = { 128 } } };
    memset(counters, 0, sizeof counters);
    counters[COUNTER_DRAM_READ_BYTES] = FULL_BYTES;
    counters[COUNTER_DRAM_WRITE_BYTES] = FULL_BYTES - 6e7;
    counters[COUNTER_L2_WRITE_SECTORS] = 1.5 * FULL_BYTES / L2_SECTOR_BYTES;
    said_why_not = NULL;
    failure = 0;
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    arena_release(&f->arena);
    free(f);
    return 0;
}

static const struct evidence *evidence_of(const struct fixture *f, const char *kind)
{
    static const struct evidence absent = { .kind = "" };
    for (size_t i = 0; i < f->result.n_evidence; i++)
        if (strcmp(f->result.evidence[i].kind, kind) == 0)
            return &f->result.evidence[i];
    return &absent;
}

static bool has_evidence(const struct fixture *f, const char *kind)
{
    return evidence_of(f, kind)->kind[0] != '\0';
}

static void an_honest_kernel_stays_measured(void **state)
{
    struct fixture *f = *state;
    static const char *const kinds[] = { "roofline", "counters", "unread_input", "unwritten_output",
                                         "reduced_precision" };
    profile_candidate(&f->x);
    assert_false(f->x.verdict.decided);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        assert_true(has_evidence(f, kinds[i]));
        assert_true(evidence_of(f, kinds[i])->pass);
    }
    /* 12.885 GB at 4.03 TB/s are 3197 us. */
    assert_true(fabs(evidence_of(f, "roofline")->value - 0.9688) < 1e-3);
    const struct profile_kernel *k = &f->result.profile->kernels[0];
    assert_int_equal(k->shared_bytes, 128 + 64);
    assert_int_equal(k->registers, 32);
    assert_true(fabs(f->result.profile->span_us - 3290.0) < 1e-9);
}

static void inputs_that_were_not_read_are_a_cheat(void **state)
{
    struct fixture *f = *state;
    counters[COUNTER_DRAM_READ_BYTES] = 0.95 * FULL_BYTES;
    profile_candidate(&f->x);
    assert_int_equal(f->result.outcome, OUTCOME_CHEAT);
    assert_string_equal(f->result.cheat_kind, "unread_input");
    assert_false(evidence_of(f, "unread_input")->pass);
}

/* What fits into the cache accuses nobody. */
static void small_inputs_accuse_nobody(void **state)
{
    struct fixture *f = *state;
    f->job.task_case = CASE_CPU;
    counters[COUNTER_DRAM_READ_BYTES] = 0.0;
    profile_candidate(&f->x);
    assert_false(f->x.verdict.decided);
    assert_false(has_evidence(f, "unread_input"));
}

static void tensor_units_are_named_and_not_judged(void **state)
{
    struct fixture *f = *state;
    counters[COUNTER_TENSOR_FLOAT] = 6120;
    profile_candidate(&f->x);
    assert_false(f->x.verdict.decided);
    assert_true(has_evidence(f, "reduced_precision"));
    assert_false(evidence_of(f, "reduced_precision")->pass);
    assert_true(fabs(evidence_of(f, "reduced_precision")->value - 6120.0) < 0.5);
}

static void what_cannot_be_counted_says_why_and_stays_measured(void **state)
{
    struct fixture *f = *state;
    said_why_not = "not permitted: the driver gives counters only to administrators";
    f->ready.artifact.matrix_instructions = 3;
    profile_candidate(&f->x);
    assert_false(f->x.verdict.decided);
    assert_false(evidence_of(f, "counters")->pass);
    assert_string_equal(evidence_of(f, "counters")->detail, said_why_not);
    assert_string_equal(f->result.profile->why_not, said_why_not);
    assert_true(isnan(f->result.profile->kernels[0].counters[COUNTER_FADD]));
    assert_false(has_evidence(f, "unread_input"));
    assert_false(evidence_of(f, "reduced_precision")->pass);
    assert_true(evidence_of(f, "roofline")->pass);
}

static void a_failure_of_ours_while_counting_is_no_verdict(void **state)
{
    struct fixture *f = *state;
    failure = ERR_INTEGRITY;
    profile_candidate(&f->x);
    assert_false(f->x.verdict.decided);
    assert_string_equal(f->result.profile->why_not, "a GPU process took 60 seconds");
}

static void nobody_counts_unasked(void **state)
{
    struct fixture *f = *state;
    f->job.counters = false;
    failure = ERR_INTEGRITY;
    profile_candidate(&f->x);
    assert_string_equal(f->result.profile->why_not, PROFILE_NOT_ASKED);
    assert_false(has_evidence(f, "counters"));
    assert_true(has_evidence(f, "roofline"));
}

static void a_backend_without_counters_says_so_when_asked(void **state)
{
    struct fixture *f = *state;
    f->backend.count = NULL;
    profile_candidate(&f->x);
    assert_true(has_evidence(f, "counters"));
    assert_false(evidence_of(f, "counters")->pass);
    assert_null(f->result.profile);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(an_honest_kernel_stays_measured),
        CASE(inputs_that_were_not_read_are_a_cheat),
        CASE(small_inputs_accuse_nobody),
        CASE(tensor_units_are_named_and_not_judged),
        CASE(what_cannot_be_counted_says_why_and_stays_measured),
        CASE(a_failure_of_ours_while_counting_is_no_verdict),
        CASE(nobody_counts_unasked),
        CASE(a_backend_without_counters_says_so_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
