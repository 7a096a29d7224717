/*
 * load_details.h - what a study leaves out of its rollouts: code identity, code size, token
 * log-probs.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_DETAILS_H
#define ROLLBOOK_ANALYSIS_LOAD_DETAILS_H

struct arena;
struct db;
struct err;
struct select_detail;
struct study;

/* One for each rollout of the study, in its order.  tail is the share of select_tail_mean. */
int load_sample_details(struct db *db, const struct study *s, double tail, struct arena *arena,
                        struct select_detail **out, struct err *err);

#endif
