#include "src/strategy/turn_plan.h"

#include <math.h>
#include <string.h>

#include "columns/list_conversation_ends.h"
#include "columns/list_conversation_turns.h"
#include "columns/list_replay_slots.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/run/conversation.h"
#include "src/strategy/history.h"
#include "src/strategy/session.h"
#include "src/strategy/turn_feedback.h"

struct past_turn {
    int64_t rollout_id, completion, feedback; /* keys; 0: none */
    double score;                             /* speedup, 0 unless correct */
};

struct past {
    size_t n;
    int64_t tokens;
    struct past_turn *turns; /* at most s->turn */
    bool is_asked;
};

static size_t n_slots(const struct session *s)
{
    return s->config.n_tasks * (size_t)run_config_width(&s->config);
}

static bool find_slot(const struct session *s, int64_t position, int64_t sample, size_t *out)
{
    if (position < 0 || (size_t)position >= s->config.n_tasks ||
        sample >= run_config_width(&s->config))
        return false;
    *out = session_slot_index(s, (size_t)position, (int)sample);
    return true;
}

static void note_turn(struct session *s, struct stmt *st, struct past *p, struct arena *a)
{
    int turn = (int)stmt_int(st, LIST_CONVERSATION_TURNS_TURN);
    if (turn == s->turn) {
        p->is_asked = true;
        return;
    }
    if (p->turns == NULL)
        p->turns = arena_array(a, (size_t)s->turn, sizeof(*p->turns));
    if (turn != (int)p->n) /* a hole: later turns are of no conversation */
        return;
    double speedup = stmt_real(st, LIST_CONVERSATION_TURNS_SPEEDUP);
    p->turns[p->n++] =
        (struct past_turn){ .rollout_id = stmt_int(st, LIST_CONVERSATION_TURNS_ROLLOUT_ID),
                            .completion = stmt_int(st, LIST_CONVERSATION_TURNS_COMPLETION_BLOB_ID),
                            .feedback = stmt_int(st, LIST_CONVERSATION_TURNS_BLOB_ID),
                            .score = isnan(speedup) ? 0 : speedup };
    p->tokens += stmt_int(st, LIST_CONVERSATION_TURNS_TOKENS);
}

static int read_past(struct session *s, int step, struct arena *a, struct past *out,
                     struct err *err)
{
    struct stmt *st = db_query(s->db, "list_conversation_turns");
    size_t i;
    int rc;
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (find_slot(s, stmt_int(st, LIST_CONVERSATION_TURNS_POSITION),
                      stmt_int(st, LIST_CONVERSATION_TURNS_SAMPLE), &i))
            note_turn(s, st, &out[i], a);
    return rc;
}

static int read_ends(struct session *s, int step, struct planned_turn *out, struct err *err)
{
    struct stmt *st = db_query(s->db, "list_conversation_ends");
    size_t i;
    int rc;
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (find_slot(s, stmt_int(st, LIST_CONVERSATION_ENDS_POSITION),
                      stmt_int(st, LIST_CONVERSATION_ENDS_SAMPLE), &i))
            out[i].ended = true;
    return rc;
}

static int plan_slot(struct session *s, const struct history_rule *rule, const struct past *p,
                     struct arena *a, struct planned_turn *out, struct err *err)
{
    double scores[RUN_MAX_TURNS];
    size_t first = 0;
    int rc = 0;
    for (size_t i = 0; i < p->n; i++)
        scores[i] = p->turns[i].score;
    size_t n = history_window(rule, scores, p->n, &first);
    struct exchange *exchanges = arena_array(a, n, sizeof(*exchanges));
    int *shown = arena_array(a, n, sizeof(*shown));
    for (size_t i = 0; i < n && rc == 0; i++) {
        shown[i] = (int)(first + i);
        rc = conversation_exchange(s->db, p->turns[first + i].completion,
                                   p->turns[first + i].feedback, a, &exchanges[i], err);
    }
    const struct past_turn *last = &p->turns[first + n - 1];
    out->parent_id = last->rollout_id;
    out->feedback = last->feedback;
    out->n_exchanges = n;
    out->exchanges = exchanges;
    out->shown = shown;
    return rc;
}

int turn_plan_end(struct session *s, int step, size_t task, int sample, const char *reason,
                  struct err *err)
{
    struct stmt *st = db_query(s->db, "put_conversation_end");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":task_id", s->task_ids[task]);
    stmt_bind_int(st, ":sample", sample);
    stmt_bind_int(st, ":turn", s->turn);
    stmt_bind_text(st, ":reason", reason);
    return stmt_run(st, err);
}

static int end_spent(struct session *s, int step, const struct past *past,
                     struct planned_turn *slots, struct err *err)
{
    size_t k = (size_t)run_config_width(&s->config);
    if (s->config.token_budget == 0)
        return 0;
    int rc = db_begin(s->db, err);
    for (size_t i = 0; i < n_slots(s) && rc == 0; i++) {
        if (slots[i].ended || past[i].is_asked || past[i].tokens < s->config.token_budget)
            continue;
        slots[i].ended = true;
        rc = turn_plan_end(s, step, i / k, (int)(i % k), "tokens", err);
    }
    return db_end(s->db, rc, err);
}

static int plan_all(struct session *s, const struct past *past, struct arena *a,
                    struct planned_turn *slots, struct err *err)
{
    struct history_rule rule = { .mode = HISTORY_ALL };
    int rc = 0;
    if (s->config.history != NULL && !history_parse(s->config.history, &rule))
        return err_set(err, ERR_USAGE, "history '%s' is not all, last-N or best-N",
                       s->config.history);
    for (size_t i = 0; i < n_slots(s) && rc == 0; i++) {
        if (past[i].is_asked)
            continue;
        slots[i].ended = slots[i].ended || past[i].n < (size_t)s->turn;
        if (!slots[i].ended)
            rc = plan_slot(s, &rule, &past[i], a, &slots[i], err);
    }
    return rc;
}

static struct turn_plan *new_plan(const struct session *s, struct arena *a)
{
    struct turn_plan *plan = arena_alloc(a, sizeof(*plan));
    plan->slots = arena_array(a, n_slots(s), sizeof(*plan->slots));
    return plan;
}

int turn_plan_make(struct session *s, int step, struct arena *a, const struct turn_plan **out,
                   struct err *err)
{
    *out = NULL;
    if (s->turn == 0)
        return 0;
    struct turn_plan *plan = new_plan(s, a);
    struct past *past = arena_array(a, n_slots(s), sizeof(*past));
    int rc = turn_feedback_put(s, step, s->turn - 1, err);
    if (rc == 0)
        rc = read_ends(s, step, plan->slots, err);
    if (rc == 0)
        rc = read_past(s, step, a, past, err);
    if (rc == 0)
        rc = end_spent(s, step, past, plan->slots, err);
    if (rc == 0)
        rc = plan_all(s, past, a, plan->slots, err);
    if (rc == 0)
        *out = plan;
    return rc;
}

int turn_plan_replay(struct session *s, int step, struct arena *a, const struct turn_plan **out,
                     struct err *err)
{
    struct turn_plan *plan = new_plan(s, a);
    struct stmt *st = db_query(s->db, "list_replay_slots");
    size_t i;
    int rc;
    for (i = 0; i < n_slots(s); i++)
        plan->slots[i].ended = true;
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_text(st, ":source", s->config.replay_of);
    stmt_bind_text(st, ":suite", s->config.replay_suite);
    stmt_bind_int(st, ":step", step);
    stmt_bind_int(st, ":turn", s->turn);
    while ((rc = stmt_step(st, err)) > 0)
        if (find_slot(s, stmt_int(st, LIST_REPLAY_SLOTS_POSITION),
                      stmt_int(st, LIST_REPLAY_SLOTS_SAMPLE), &i))
            plan->slots[i].ended = false;
    *out = plan;
    return rc;
}

int turn_plan_put(struct session *s, const struct planned_turn *t, size_t n_dropped,
                  int64_t rollout_id, struct err *err)
{
    struct buf CLEANUP(buf_release) shown = { 0 };
    for (size_t i = n_dropped; i < t->n_exchanges; i++)
        buf_printf(&shown, "%s%d", i == n_dropped ? "[" : ",", t->shown[i]);
    buf_puts(&shown, shown.len == 0 ? "[]" : "]");
    struct stmt *st = db_query(s->db, "put_conversation_turn");
    stmt_bind_int(st, ":rollout_id", rollout_id);
    stmt_bind_int(st, ":parent_id", t->parent_id);
    stmt_bind_text(st, ":shown", buf_text(&shown));
    stmt_bind_int(st, ":n_dropped", (int64_t)n_dropped);
    return stmt_run(st, err);
}
