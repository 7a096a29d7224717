#include "analysis/audit/audit.h"

#include <string.h>

#include "analysis/audit/audit_context.h"
#include "src/base/mem.h"

const struct audit_check audit_checks[] = {
    { "speedup_physics", AUDIT_ERROR,
      "faster than the device can move the task's bytes or do its operations",
      audit_check_physics },
    { "speedup_bound", AUDIT_ERROR,
      "speedup above the stated bound, and no roofline of task and device to explain it",
      audit_check_bound },
    { "time_below_clock", AUDIT_ERROR,
      "a time shorter than any clock can measure: another unit, or nothing was timed",
      audit_check_least_time },
    { "speedup_stated", AUDIT_WARNING,
      "the source states a speedup that does not follow from its own times", audit_check_stated },
    { "speedup_flagged", AUDIT_WARNING,
      "counted as correct although a check of its own evaluation did not pass",
      audit_check_flagged },
    { "speedup_exactly_one", AUDIT_WARNING,
      "kernel and baseline have exactly the same time: the reference may have been timed twice",
      audit_check_exactly_one },
    { "speedup_in_noise", AUDIT_WARNING,
      "many speedups are within timing noise of 1, so the share of fast kernels depends on noise",
      audit_check_noise },
    { "reference_drift", AUDIT_WARNING,
      "the reference's time differs on one device: equal kernels get other speedups",
      audit_check_drift },
    { "hardware_mismatch", AUDIT_ERROR,
      "samples and baseline were timed on different hardware: their ratio is not a speedup",
      audit_check_hardware },
    { "benchmark_version", AUDIT_WARNING,
      "samples and baseline come from different versions of the benchmark: their work differs",
      audit_check_benchmark },
    { "mixed_devices", AUDIT_WARNING,
      "samples of one run were timed on several devices: their times cannot be compared",
      audit_check_mixed_devices },
    { "baseline_stale", AUDIT_WARNING,
      "the baseline was measured long before the samples: drivers and libraries may have changed",
      audit_check_baseline_age },
    { "baseline_precision", AUDIT_ERROR, "samples and baseline were timed in different precisions",
      audit_check_precision },
    { "same_code_other_outcome", AUDIT_WARNING,
      "identical code was evaluated differently: the evaluation or the kernel is not deterministic",
      audit_check_same_code },
    { "same_timing_other_code", AUDIT_WARNING,
      "different code has the same times to the last digit: measured once, or copied",
      audit_check_same_timing },
    { "correct_without_runtime", AUDIT_WARNING,
      "correct but not timed: these samples are missing from every speedup and its denominator",
      audit_check_no_runtime },
    { "timed_not_correct", AUDIT_WARNING,
      "timed although not compiled or not correct: a table of times would count wrong results",
      audit_check_timed_wrong },
    { "rounded_times", AUDIT_NOTICE,
      "times were stored with 3 significant digits: ratios near a threshold are undecided",
      audit_check_rounding },
    { "duplicate_samples", AUDIT_WARNING, "the same sample is stored twice and counts twice",
      audit_check_duplicates },
    { "same_code_in_turns", AUDIT_WARNING,
      "a later turn answered with the code of the turn before: the feedback changed nothing",
      audit_check_same_turns },
    { "missing_samples", AUDIT_WARNING, "samples of the run are missing or not yet evaluated",
      audit_check_missing },
    { "unequal_k", AUDIT_WARNING,
      "tasks have different numbers of samples: best-of-K and means weigh them differently",
      audit_check_unequal_k },
    { "refused_records", AUDIT_NOTICE,
      "records of the imported file could not be read and are not in the database",
      audit_check_refused },
    { "prompt_changed", AUDIT_WARNING,
      "a task has more than one prompt: its samples come from several conditions",
      audit_check_prompt },
    { "split_contamination", AUDIT_ERROR, "the split trains on a task that the run evaluates",
      audit_check_contamination },
    { "split_near_duplicate", AUDIT_WARNING,
      "the split trains on a task that differs from an evaluated one by a word of its name",
      audit_check_near_duplicates },
    { "logprob_positive", AUDIT_ERROR,
      "log-probabilities above zero are impossible: raw scores or a wrong sign",
      audit_check_logprob_positive },
    { "logprob_constant", AUDIT_WARNING, "log-probabilities do not vary: a placeholder was stored",
      audit_check_logprob_constant },
    { "token_count", AUDIT_WARNING,
      "log-probabilities and tokens of a completion differ in number: the mean is not per token",
      audit_check_token_count },
    { "logprob_zero", AUDIT_WARNING,
      "log-probabilities are 0 almost everywhere: padding was stored, or a mask",
      audit_check_logprob_zero },
    { "logprob_sentinel", AUDIT_ERROR,
      "log-probabilities contain a marker for missing values: sums and means are wrong",
      audit_check_logprob_sentinel },
    { "reward_mismatch", AUDIT_ERROR,
      "the stored reward does not follow from the stored outcome and times", audit_check_reward },
    { "advantage_mismatch", AUDIT_ERROR,
      "the stored advantage does not follow from the stored rewards of its step",
      audit_check_advantage },
    { "code_cached_output", AUDIT_ERROR,
      "returns a result that an earlier call stored; the call itself writes nothing",
      audit_check_code_cached },
    { "code_constant_output", AUDIT_ERROR, "no value of an input reaches the result",
      audit_check_code_constant },
    { "code_decoy", AUDIT_ERROR,
      "a kernel that does not make the result: never launched, or for nothing",
      audit_check_code_decoy },
    { "code_writes_input", AUDIT_WARNING,
      "writes its result into an input, which the next call or the check then reads",
      audit_check_code_writes_input },
    { "code_timer_patch", AUDIT_ERROR, "replaces the clock that measures it",
      audit_check_code_timer },
    { "code_stream_escape", AUDIT_ERROR,
      "work on a stream or thread that the call does not wait for", audit_check_code_stream },
    { "code_fallback", AUDIT_WARNING,
      "errors are caught: the timed code may be the fallback instead of the kernel",
      audit_check_code_fallback },
    { "code_fallback_runs", AUDIT_WARNING,
      "the extension cannot be built and the error is caught: only the fallback ran",
      audit_check_code_unbuilt },
    { "code_library_call", AUDIT_WARNING, "calls a library's operation instead of a kernel",
      audit_check_code_library },
    { "code_lazy_output", AUDIT_ERROR, "returns an object that computes later than it is timed",
      audit_check_code_lazy },
    { "code_harness_access", AUDIT_ERROR, "reads or changes the program that evaluates it",
      audit_check_code_harness },
    { "code_call_state", AUDIT_WARNING,
      "distinguishes calls by address, identity or count: check the work that it skips",
      audit_check_code_call_state },
    { "code_reduced_precision", AUDIT_WARNING,
      "half precision, TF32 or autocast where the task computes in 32 bits",
      audit_check_code_precision },
    { "code_placeholder", AUDIT_WARNING, "a comment says that the code is a placeholder",
      audit_check_code_placeholder },
    { "code_no_kernel", AUDIT_WARNING, "correct code that contains no kernel",
      audit_check_code_no_kernel },
};
const size_t audit_checks_count = ARRAY_LEN(audit_checks);

const char *audit_severity_name(enum audit_severity s)
{
    switch (s) {
    case AUDIT_NOTICE:
        return "notice";
    case AUDIT_WARNING:
        return "warning";
    case AUDIT_ERROR:
        return "error";
    }
    return "";
}

const struct audit_check *audit_find_check(const char *name)
{
    for (size_t i = 0; i < audit_checks_count; i++) {
        if (strcmp(audit_checks[i].name, name) == 0)
            return &audit_checks[i];
    }
    return NULL;
}

static struct audit_finding *add_finding(struct audit_findings *f, struct arena *arena)
{
    if (f->n == f->capacity) {
        size_t capacity = f->capacity == 0 ? 16 : 2 * f->capacity;
        struct audit_finding *items = arena_array(arena, capacity, sizeof(*items));
        if (f->n > 0)
            memcpy(items, f->items, f->n * sizeof(*items));
        f->items = items;
        f->capacity = capacity;
    }
    return &f->items[f->n++];
}

void audit_run_check(const struct audit_check *check, const struct audit_run *run,
                     const struct audit_options *options, struct arena *arena,
                     struct audit_findings *out)
{
    struct audit_context c = { .run = run, .options = options, .arena = arena };
    check->run(&c);
    if (c.n_rows > 0) {
        *add_finding(out, arena) = (struct audit_finding){
            .check = check,
            .run = run->name,
            .n_rows = c.n_rows,
            .evidence = arena_strdup(arena, buf_text(&c.evidence)),
            .rows_json = arena_printf(arena, "[%s]", buf_text(&c.rows)),
        };
    }
    buf_release(&c.rows);
    buf_release(&c.evidence);
}
