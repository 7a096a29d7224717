/*
 * session_guard.h - rows of what an update leaves out, and of guardrails.
 */
#ifndef ROLLBOOK_STRATEGY_SESSION_GUARD_H
#define ROLLBOOK_STRATEGY_SESSION_GUARD_H

#include "src/learn/guardrail.h"
#include "src/learn/sample_filter.h"
#include "src/strategy/session.h"

/* The configuration's filters, of those before advantages or those after them.  masked[i] becomes
 * true with a row for each reason. */
int session_mask(struct session *s, const int64_t *rollout_ids, const struct filter_sample *samples,
                 size_t n, bool before_advantages, bool *masked, struct err *err);
bool session_wants_ratios(const struct session *s);

/* The configuration's guardrails of the update, or of the rollouts; values by enum guard_metric_id.
 * *out is the strongest action that follows, GUARD_WARN where nothing does. */
int session_guard(struct session *s, int step, const double values[GUARD_METRICS], bool of_update,
                  enum guard_action *out, struct err *err);
bool session_has_guard(const struct session *s, enum guard_metric_id metric);
/* Where to go back to; 0: the run has no checkpoints. */
int session_good_checkpoint(struct session *s, int step, int64_t *out, struct err *err);
int session_is_stopped(struct session *s, int step, bool *out, struct err *err);

#endif
