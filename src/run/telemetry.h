/*
 * telemetry.h - what a run says while it runs: one JSON object a line, of what is stored already.
 *
 *   {"event":"rollout","run":...,"step":0,"turn":0,"task":"l1/4","sample":3,"outcome":"measured",
 *    "correct":true,"speedup":1.5,"runtime_us":12.5}
 *   {"event":"step","run":...,"step":0,"rollouts":64,"correct":0.5,"mean_reward":0.7,
 *    "update_metrics":{...}}
 *
 * What is not known is null.
 */
#ifndef ROLLBOOK_RUN_TELEMETRY_H
#define ROLLBOOK_RUN_TELEMETRY_H

#include <stdint.h>

struct buf;
struct db;
struct err;
struct eval_result;

struct telemetry_place {
    const char *run;
    int step, turn;
    const char *task;
    int sample;
};

/* Appends a line. */
void telemetry_rollout(const struct telemetry_place *place, const struct eval_result *r,
                       struct buf *out);
int telemetry_step(struct db *db, int64_t run_id, int step, const char *recipe, struct buf *out,
                   struct err *err);

#endif
