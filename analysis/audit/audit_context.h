/*
 * audit_context.h - what the checks of the audit share: reporting rows, speedups, groups.
 */
#ifndef ROLLBOOK_ANALYSIS_AUDIT_AUDIT_CONTEXT_H
#define ROLLBOOK_ANALYSIS_AUDIT_AUDIT_CONTEXT_H

#include "analysis/audit/audit.h"
#include "src/base/buf.h"

struct audit_context {
    const struct audit_run *run;
    const struct audit_options *options;
    struct arena *arena;
    struct buf rows; /* JSON, without the closing bracket */
    size_t n_rows;
    struct buf evidence;
};

/* A rollout that the check means; the format is its detail, and the evidence unless that is set. */
void audit_row(struct audit_context *c, const struct audit_rollout *r, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A row that is no rollout. */
void audit_remark(struct audit_context *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The finding's line of evidence. */
void audit_evidence(struct audit_context *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

const struct audit_task *audit_task_of(const struct audit_context *c,
                                       const struct audit_rollout *r);
/* The text of a rollout; NULL when it has none. */
const struct audit_code *audit_code_of(const struct audit_context *c,
                                       const struct audit_rollout *r);

/* The stored baseline that speaks about a rollout: of the asked name, else of the sample's device;
 * the fastest when several do.  NULL when there is none. */
const struct audit_baseline *audit_stored_baseline(const struct audit_context *c,
                                                   const struct audit_rollout *r);
/* Runtime of the baseline that the rollout is compared with; NaN without one. */
double audit_baseline_us(const struct audit_context *c, const struct audit_rollout *r);
/* NaN unless correct and known. */
double audit_speedup(const struct audit_context *c, const struct audit_rollout *r);
/* The same device under two spellings ("NVIDIA H100 80GB HBM3", "H100_80GB_HBM3"). */
bool audit_same_device(const char *a, const char *b);
/* Significant digits, at most 12. */
int audit_digits(double v);
/* Times of programs that nobody wrote for the occasion or judged (nvbench, google-benchmark): they
 * are no samples of tasks. */
bool audit_is_benchmark(const struct audit_run *run);
/* Equal to double rounding (relative 1e-9). */
bool audit_near(double a, double b);

/* Indices of rollouts in an order of the caller's; freed by mem_free_ptr.  Ties keep their order.
 */
typedef int audit_order(const struct audit_rollout *a, const struct audit_rollout *b);
size_t *audit_sorted(const struct audit_run *run, audit_order *order);

/* ---- the checks, one function a row of audit_checks ---- */
void audit_check_physics(struct audit_context *c);
void audit_check_bound(struct audit_context *c);
void audit_check_flagged(struct audit_context *c);
void audit_check_exactly_one(struct audit_context *c);
void audit_check_hardware(struct audit_context *c);
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
void audit_check_logprob_sentinel(struct audit_context *c);
void audit_check_reward(struct audit_context *c);
void audit_check_advantage(struct audit_context *c);
void audit_check_code_cached(struct audit_context *c);
void audit_check_code_timer(struct audit_context *c);
void audit_check_code_stream(struct audit_context *c);
void audit_check_code_fallback(struct audit_context *c);
void audit_check_code_library(struct audit_context *c);
void audit_check_code_lazy(struct audit_context *c);
void audit_check_code_harness(struct audit_context *c);
void audit_check_code_no_kernel(struct audit_context *c);

#endif
