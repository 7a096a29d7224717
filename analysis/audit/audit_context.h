/* audit_context.h - shared by the checks: reporting rows, speedups, groups. */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_AUDIT_CONTEXT_H
#define ROLLBOOK_ANALYSIS_AUDIT_AUDIT_CONTEXT_H

#include "analysis/audit/audit.h"
#include "src/base/buf.h"

struct audit_context {
    const struct audit_run *run;
    const struct audit_options *options;
    struct arena *arena;
    struct buf rows; /* JSON, not yet closed */
    size_t n_rows;
    struct buf evidence;
};

/* The format is the row's detail, and the evidence unless that is set. */
void audit_row(struct audit_context *c, const struct audit_rollout *r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void audit_remark(struct audit_context *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void audit_evidence(struct audit_context *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

const struct audit_task *audit_task_of(const struct audit_context *c,
                                       const struct audit_rollout *r);
/* NULL: no text. */
const struct audit_code *audit_code_of(const struct audit_context *c,
                                       const struct audit_rollout *r);

/* Of the asked name, else of the sample's device, the fastest of several; NULL: none. */
const struct audit_baseline *audit_stored_baseline(const struct audit_context *c,
                                                   const struct audit_rollout *r);
/* Of the baseline compared with; NaN: none. */
double audit_baseline_us(const struct audit_context *c, const struct audit_rollout *r);
/* NaN unless correct and known. */
double audit_speedup(const struct audit_context *c, const struct audit_rollout *r);
/* "NVIDIA H100 80GB HBM3" is "H100_80GB_HBM3". */
bool audit_same_device(const char *a, const char *b);
/* Significant digits, at most 12. */
int audit_digits(double v);
/* nvbench, google-benchmark: no samples of tasks, and not judged. */
bool audit_is_benchmark(const struct audit_run *run);
/* Relative 1e-9. */
bool audit_near(double a, double b);

/* Freed by mem_free_ptr; ties keep their order. */
typedef int audit_order(const struct audit_rollout *a, const struct audit_rollout *b);
size_t *audit_sorted(const struct audit_run *run, audit_order *order);

void audit_check_physics(struct audit_context *c);
void audit_check_bound(struct audit_context *c);
void audit_check_stated(struct audit_context *c);
void audit_check_flagged(struct audit_context *c);
void audit_check_exactly_one(struct audit_context *c);
void audit_check_hardware(struct audit_context *c);
void audit_check_benchmark(struct audit_context *c);
void audit_check_mixed_devices(struct audit_context *c);
void audit_check_baseline_age(struct audit_context *c);
void audit_check_precision(struct audit_context *c);
void audit_check_same_code(struct audit_context *c);
void audit_check_same_timing(struct audit_context *c);
void audit_check_no_runtime(struct audit_context *c);
void audit_check_rounding(struct audit_context *c);
void audit_check_duplicates(struct audit_context *c);
void audit_check_missing(struct audit_context *c);
void audit_check_unequal_k(struct audit_context *c);
void audit_check_refused(struct audit_context *c);
void audit_check_prompt(struct audit_context *c);
void audit_check_contamination(struct audit_context *c);
void audit_check_logprob_positive(struct audit_context *c);
void audit_check_logprob_constant(struct audit_context *c);
void audit_check_token_count(struct audit_context *c);
void audit_check_logprob_zero(struct audit_context *c);
void audit_check_least_time(struct audit_context *c);
void audit_check_logprob_sentinel(struct audit_context *c);
void audit_check_reward(struct audit_context *c);
void audit_check_advantage(struct audit_context *c);
void audit_check_code_cached(struct audit_context *c);
void audit_check_code_timer(struct audit_context *c);
void audit_check_code_stream(struct audit_context *c);
void audit_check_code_fallback(struct audit_context *c);
void audit_check_code_unbuilt(struct audit_context *c);
void audit_check_code_library(struct audit_context *c);
void audit_check_code_lazy(struct audit_context *c);
void audit_check_code_harness(struct audit_context *c);
void audit_check_code_no_kernel(struct audit_context *c);
void audit_check_code_constant(struct audit_context *c);
void audit_check_code_decoy(struct audit_context *c);
void audit_check_code_writes_input(struct audit_context *c);
void audit_check_code_call_state(struct audit_context *c);
void audit_check_code_precision(struct audit_context *c);
void audit_check_code_placeholder(struct audit_context *c);
void audit_check_drift(struct audit_context *c);
void audit_check_timed_wrong(struct audit_context *c);
void audit_check_same_turns(struct audit_context *c);
void audit_check_noise(struct audit_context *c);
void audit_check_near_duplicates(struct audit_context *c);

#endif
