/*
 * sample_round.h - sample numbers of a run that stops when it is decided.
 *
 * Round r of such a run has the samples r * SAMPLE_ROUND and up, at most SAMPLE_ROUND of a task, so
 * that a sample's number says which rollouts were known when it was asked for.
 */
#ifndef ROLLBOOK_BASE_SAMPLE_ROUND_H
#define ROLLBOOK_BASE_SAMPLE_ROUND_H

#define SAMPLE_ROUND 8

/* What such a run may be decided by, and other runs be compared by; analysis/compare/anytime.h. */
#define ROUND_QUANTITIES "share_fast", "any_of_b", "log_best"

#endif
