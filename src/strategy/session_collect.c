/*
 * session_collect.c - sample what a step lacks, evaluate meanwhile.
 */
#include <stdlib.h>

#include "columns/list_step_rollouts.h"
#include "src/base/err.h"
#include "src/strategy/session.h"
#include "src/strategy/session_draw.h"
#include "src/strategy/session_evaluate.h"
#include "src/strategy/turn_plan.h"

static size_t find_task(const struct session *s, int64_t level, int64_t problem_id)
{
    size_t i = 0;
    while (i < s->config.n_tasks &&
           (s->tasks[i]->level != level || s->tasks[i]->problem_id != problem_id))
        i++;
    return i;
}

static int load_slots(struct session *s, int step, struct draw_slot *slots, struct err *err)
{
    int rc;
    struct stmt *st = db_query(s->db, "list_step_rollouts");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0) {
        size_t task = find_task(s, stmt_int(st, LIST_STEP_ROLLOUTS_LEVEL),
                                stmt_int(st, LIST_STEP_ROLLOUTS_PROBLEM_ID));
        int64_t sample = stmt_int(st, LIST_STEP_ROLLOUTS_SAMPLE);
        if (task == s->config.n_tasks || sample >= run_config_width(&s->config))
            continue;
        struct draw_slot *slot = &slots[session_slot_index(s, task, (int)sample)];
        slot->rollout_id = stmt_int(st, LIST_STEP_ROLLOUTS_ROLLOUT_ID);
        slot->code_blob_id = stmt_int(st, LIST_STEP_ROLLOUTS_CODE_BLOB_ID);
        slot->evaluated = stmt_int(st, LIST_STEP_ROLLOUTS_EVALUATED) != 0;
    }
    return rc;
}

/* Stored rollouts without evaluation go first. */
static int queue_stored(struct session *s, struct evaluating *e, const struct draw_slot *slots,
                        size_t n, struct err *err)
{
    int rc = db_begin(s->db, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (slots[i].rollout_id != 0 && !slots[i].evaluated)
            rc = evaluating_add(e, i, err);
    return db_end(s->db, rc, err);
}

/* Samples that a server refuses hold up no others, which are evaluated before the run ends. */
static int draw_and_evaluate(struct session *s, int step, struct draw_slot *slots,
                             struct evaluating *e, struct err *err)
{
    struct err later = { 0 };
    int drawn = session_draw(s, step, slots, e, err);
    if (drawn == ERR_INTERRUPTED)
        return drawn;
    int evaluated = evaluating_finish(e, drawn < 0 ? &later : err);
    return drawn < 0 ? drawn : evaluated;
}

int session_collect(struct session *s, int step, struct err *err)
{
    size_t width = (size_t)run_config_width(&s->config);
    size_t n = s->config.n_tasks * width;
    struct draw_slot *slots = mem_array(n, sizeof(*slots));
    struct evaluating *e = NULL;
    for (size_t i = 0; i < n; i++)
        slots[i].evaluated = (int)(i % width) >= s->samples[i / width] ||
                             (int)(i % width) < s->first_sample ||
                             (s->plan != NULL && s->plan->slots[i].ended);
    int rc = load_slots(s, step, slots, err);
    if (rc == 0) {
        e = evaluating_new(s, step, slots, n);
        rc = queue_stored(s, e, slots, n, err);
    }
    if (rc == 0)
        rc = draw_and_evaluate(s, step, slots, e, err);
    if (rc < 0) {
        struct err ignored = { 0 };
        db_rollback(s->db);
        session_ledger(s, step, &ignored);
    }
    evaluating_free(e);
    free(slots);
    return rc;
}
