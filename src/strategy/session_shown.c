/*
 * session_shown.c - demonstrations, learned by cross-entropy.
 */
#include <math.h>
#include <string.h>

#include "columns/choose_demonstrations.h"
#include "columns/list_demonstrations.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/json/json.h"
#include "src/strategy/session.h"
#include "src/strategy/session_checkpoint.h"
#include "src/strategy/session_update.h"
#include "src/strategy/training_plan.h"

struct choice {
    int64_t rollout_id;
    const char *part;   /* of the table demonstration */
    const char *reason; /* NULL: none */
    struct update_item item;
};

struct demonstrations {
    size_t n, capacity;
    struct choice *choices;           /* NULL when read back */
    size_t n_train, n_held;           /* of these */
    struct update_item *train, *held; /* NULL until read back */
    struct err refusal;               /* the policy's first */
};

static struct update_item read_item(struct stmt *st, int tokens_at, int n_at,
                                    const struct task *task, struct arena *a)
{
    size_t len;
    const void *ids = stmt_blob(st, tokens_at, &len);
    int32_t *token_ids = arena_alloc(a, len);
    if (len > 0)
        memcpy(token_ids, ids, len);
    size_t n = (size_t)stmt_int(st, n_at);
    return (struct update_item){ .task = task,
                                 .n_tokens = len / 4 < n ? len / 4 : n,
                                 .token_ids = token_ids,
                                 .temperature = 1,
                                 .advantage = 1 };
}

static const struct task *find_task(const struct session *s, const char *label)
{
    for (size_t i = 0; i < s->config.n_tasks; i++)
        if (strcmp(s->tasks[i]->id, label) == 0)
            return s->tasks[i];
    return NULL;
}

static struct score_request request_of(const struct update_item *item)
{
    return (struct score_request){ .task = item->task,
                                   .n_tokens = item->n_tokens,
                                   .token_ids = item->token_ids,
                                   .temperature = item->temperature };
}

static int score(struct session *s, const struct update_item *items, size_t n, struct arena *a,
                 struct token_scores *out, struct err *err)
{
    struct score_request *q = arena_array(a, n, sizeof(*q));
    for (size_t i = 0; i < n; i++)
        q[i] = request_of(&items[i]);
    return policy_scores(s->policy, q, n, a, out, err);
}

static void add_choice(struct session *s, struct stmt *st, struct demonstrations *d)
{
    if (d->n == d->capacity) {
        size_t more = d->capacity == 0 ? 256 : 2 * d->capacity;
        struct choice *grown = arena_array(&s->arena, more, sizeof(*grown));
        if (d->n > 0)
            memcpy(grown, d->choices, d->n * sizeof(*grown));
        d->choices = grown;
        d->capacity = more;
    }
    struct choice *c = &d->choices[d->n++];
    const char *reason = stmt_text_dup(st, CHOOSE_DEMONSTRATIONS_REASON, &s->arena);
    *c = (struct choice){ .rollout_id = stmt_int(st, CHOOSE_DEMONSTRATIONS_ROLLOUT_ID),
                          .reason = reason };
    if (reason == NULL)
        c->item = read_item(st, CHOOSE_DEMONSTRATIONS_TOKEN_IDS, CHOOSE_DEMONSTRATIONS_N_TOKENS,
                            find_task(s, stmt_text(st, CHOOSE_DEMONSTRATIONS_TASK)), &s->arena);
}

/*
 * The policy cannot learn from what it cannot score, though it is right.
 */

static int ask_choice(void *context, size_t i, struct arena *a, struct score_request *out,
                      struct err *err)
{
    struct choice *c = &((struct demonstrations *)context)->choices[i];
    (void)a;
    (void)err;
    if (c->reason == NULL && c->item.n_tokens == 0)
        c->reason = "other tokens";
    *out = request_of(&c->item);
    return c->reason == NULL;
}

static int take_choice(void *context, size_t i, int rc, const struct token_scores *scores,
                       struct err *err)
{
    struct demonstrations *d = context;
    (void)scores;
    if (rc == 0 || rc == ERR_INTERRUPTED)
        return rc;
    d->choices[i].reason = "other tokens";
    if (d->refusal.msg[0] == '\0')
        d->refusal = *err;
    return 0;
}

static void divide(struct session *s, struct demonstrations *d)
{
    for (size_t i = 0; i < d->n; i++) {
        struct rng r;
        struct choice *c = &d->choices[i];
        c->part = "left out";
        if (c->reason != NULL)
            continue;
        rng_init(&r, s->config.seed, RNG_PART, d->n_train + d->n_held, 0, 0);
        bool held = rng_double(&r) < s->config.held_out;
        c->part = held ? "held" : "train";
        d->n_held += held;
        d->n_train += !held;
    }
}

static const char *list_labels(struct session *s, bool held)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct json *list CLEANUP(json_free_ptr) = json_new_array();
    for (size_t i = 0; i < s->config.n_tasks; i++)
        if (run_config_is_held(&s->config, i) == held)
            json_add_string(list, NULL, s->tasks[i]->id);
    json_print(list, false, &text);
    return arena_strdup(&s->arena, buf_text(&text));
}

/* "12 not correct, 3 twice" */
static const char *count_reasons(struct session *s, const struct demonstrations *d)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        size_t n = 0;
        bool seen = d->choices[i].reason == NULL;
        for (size_t j = 0; j < d->n && !seen; j++) {
            bool same = d->choices[j].reason != NULL &&
                        strcmp(d->choices[i].reason, d->choices[j].reason) == 0;
            seen = same && j < i;
            n += same;
        }
        if (!seen)
            buf_printf(&text, "%s%zu %s", text.len == 0 ? "" : ", ", n, d->choices[i].reason);
    }
    return arena_strdup(&s->arena, text.len == 0 ? "none" : buf_text(&text));
}

static int report_choice(struct session *s, const struct demonstrations *d, struct err *err)
{
    const char *reasons = count_reasons(s, d);
    if (d->n_train == 0)
        return err_set(err, ERR_NODATA,
                       "--teacher %s: none of its %zu rollouts can be learned from (%s)%s%s",
                       s->config.teacher, d->n, reasons,
                       d->refusal.msg[0] == '\0' ? "" : "; the policy: ", d->refusal.msg);
    if (s->hooks.note != NULL)
        s->hooks.note(s->hooks.context,
                      arena_printf(&s->arena,
                                   "demonstrations of '%s': %zu to learn from, %zu held out; left "
                                   "out: %s",
                                   s->config.teacher, d->n_train, d->n_held, reasons));
    return 0;
}

int session_choose_shown(struct session *s, struct err *err)
{
    struct demonstrations *d = arena_alloc(&s->arena, sizeof(*d));
    int64_t teacher_id;
    struct run_config *c = &s->config;
    if (c->teacher == NULL)
        return 0;
    *d = (struct demonstrations){ 0 };
    int rc = store_find_run(s->db, c->teacher, &teacher_id, err);
    if (rc < 0)
        return err_context(err, "--teacher");
    struct stmt *st = db_query(s->db, "choose_demonstrations");
    stmt_bind_text(st, ":teacher", c->teacher);
    stmt_bind_text(st, ":tasks", list_labels(s, false));
    stmt_bind_text(st, ":held_tasks", list_labels(s, true));
    stmt_bind_real(st, ":min_speedup", c->min_speedup > 0 ? c->min_speedup : (double)NAN);
    stmt_bind_text(st, ":split", c->split_json); /* its whole eval part is held out */
    while (rc == 0 && (rc = stmt_step(st, err)) > 0) {
        add_choice(s, st, d);
        rc = 0;
    }
    if (rc == 0)
        rc = policy_ask_scores(s->policy, d->n, &(struct score_asker){ ask_choice, take_choice, d },
                               err);
    divide(s, d);
    if (rc == 0)
        rc = report_choice(s, d, err);
    if (rc == 0 && c->epochs > 0)
        c->n_steps = c->epochs * plan_epoch_steps(d->n_train, c->batch);
    s->shown = d;
    return rc;
}

int session_put_shown(struct session *s, struct err *err)
{
    int rc = 0;
    int position = 0;
    for (size_t i = 0; s->shown != NULL && i < s->shown->n && rc == 0; i++) {
        const struct choice *c = &s->shown->choices[i];
        struct stmt *st = db_query(s->db, "put_demonstration");
        stmt_bind_int(st, ":run_id", s->run_id);
        stmt_bind_int(st, ":rollout_id", c->rollout_id);
        stmt_bind_text(st, ":part", c->part);
        if (c->reason == NULL)
            stmt_bind_int(st, ":position", position++);
        stmt_bind_text(st, ":reason", c->reason);
        rc = stmt_run(st, err);
    }
    s->shown = NULL;
    return rc;
}

static void add_item(struct session *s, struct demonstrations *d, struct stmt *st)
{
    const struct task *task = find_task(s, stmt_text(st, LIST_DEMONSTRATIONS_TASK));
    bool held = strcmp(stmt_text(st, LIST_DEMONSTRATIONS_PART), "held") == 0;
    struct update_item **list = held ? &d->held : &d->train;
    size_t *n = held ? &d->n_held : &d->n_train;
    if (task == NULL)
        return;
    if ((*n & (*n - 1)) == 0) { /* grows at powers of two */
        struct update_item *grown = arena_array(&s->arena, *n == 0 ? 1 : 2 * *n, sizeof(*grown));
        if (*n > 0)
            memcpy(grown, *list, *n * sizeof(*grown));
        *list = grown;
    }
    (*list)[(*n)++] =
        read_item(st, LIST_DEMONSTRATIONS_TOKEN_IDS, LIST_DEMONSTRATIONS_N_TOKENS, task, &s->arena);
}

static int read_shown(struct session *s, struct err *err)
{
    int rc;
    if (s->shown != NULL)
        return 0;
    s->shown = arena_alloc(&s->arena, sizeof(*s->shown));
    *s->shown = (struct demonstrations){ 0 };
    struct stmt *st = db_query(s->db, "list_demonstrations");
    stmt_bind_int(st, ":run_id", s->run_id);
    while ((rc = stmt_step(st, err)) > 0)
        add_item(s, s->shown, st);
    return rc;
}

static int score_held(struct session *s, struct held_score *out, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const size_t n = s->shown->n_held;
    struct token_scores *scores = arena_array(&a, n, sizeof(*scores));
    double sum = 0;
    *out = (struct held_score){ 0 };
    int rc = score(s, s->shown->held, n, &a, scores, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        for (size_t t = 0; t < scores[i].n_tokens; t++)
            sum -= (double)scores[i].logprobs[t];
        out->n_tokens += (int64_t)scores[i].n_tokens;
    }
    out->loss = out->n_tokens == 0 ? (double)NAN : sum / (double)out->n_tokens;
    return rc;
}

/* What the policy thinks of them before the update stands for the log-probs of a sampler. */
static int take_batch(struct session *s, int step, struct arena *a, struct update_item **out,
                      size_t *out_n, struct err *err)
{
    size_t *batch = arena_array(a, s->shown->n_train, sizeof(*batch));
    size_t n = plan_batch(s->config.seed, step, s->shown->n_train, s->config.batch, batch);
    struct token_scores *scores = arena_array(a, n, sizeof(*scores));
    *out = arena_array(a, n, sizeof(**out));
    *out_n = n;
    for (size_t i = 0; i < n; i++)
        (*out)[i] = s->shown->train[batch[i]];
    int rc = score(s, *out, n, a, scores, err);
    for (size_t i = 0; i < n; i++)
        (*out)[i].old_logprobs = scores[i].logprobs;
    return rc;
}

static int learn_shown(struct session *s, int step, bool update, struct arena *a, struct err *err)
{
    int64_t checkpoint_id = 0;
    int64_t blob_id = 0;
    bool updated = false;
    struct held_score held;
    struct update_item *items = NULL;
    size_t n = 0;
    int rc = session_find_step(s, step, &checkpoint_id, &blob_id, &updated, err);
    if (rc <= 0)
        return rc < 0 ? rc : err_set(err, ERR_INTEGRITY, "step %d has no row", step);
    if (updated)
        return 0;
    session_phase(s, PHASE_LEARNING);
    rc = score_held(s, &held, err);
    if (rc == 0 && update)
        rc = take_batch(s, step, a, &items, &n, err);
    if (rc < 0)
        return rc;
    return update ? session_update(s, step, items, n, &held, checkpoint_id, err)
                  : session_put_metrics(s, step, &held, err);
}

int session_learn_shown(struct session *s, int step, bool update, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    int rc = read_shown(s, err);
    if (rc == 0 && s->shown->n_train == 0)
        rc = err_set(err, ERR_INTEGRITY, "run '%s' has no demonstrations", s->config.name);
    if (rc == 0)
        rc = db_begin(s->db, err);
    return rc < 0 ? rc : db_end(s->db, learn_shown(s, step, update, &a, err), err);
}
