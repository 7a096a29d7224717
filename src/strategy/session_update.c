#include "src/strategy/session_update.h"

#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/learn/lr_schedule.h"
#include "src/learn/policy_loss.h"
#include "src/strategy/session.h"
#include "src/strategy/session_checkpoint.h"
#include "src/strategy/session_guard.h"

struct step_update {
    size_t n; /* items; 0: nothing was updated */
    struct update_metrics metrics;
    double schedule;      /* of the last update */
    char data_sha256[65]; /* of tasks, tokens and advantages that were learned from */
};

/* A policy may not know it. */
static void put_number(struct json *o, const char *name, double value)
{
    if (isnan(value))
        json_add_null(o, name);
    else
        json_add_number(o, name, value);
}

static int put_metrics(struct session *s, int step, const struct step_update *u,
                       const struct held_score *held, struct err *err)
{
    struct buf text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    json_add_int(o, "items", (int64_t)u->n);
    if (u->n > 0) {
        put_number(o, "loss", u->metrics.loss);
        put_number(o, "mean_ratio", u->metrics.mean_ratio);
        put_number(o, "grad_norm", u->metrics.grad_norm);
        put_number(o, "kl", u->metrics.kl);
        put_number(o, "entropy", u->metrics.entropy);
        if (s->config.schedule != NULL)
            json_add_number(o, "schedule", u->schedule);
        json_add_string(o, "data_sha256", u->data_sha256);
    }
    if (held != NULL && held->n_tokens > 0) {
        json_add_number(o, "held_loss", held->loss);
        json_add_int(o, "held_tokens", held->n_tokens);
    }
    json_print(o, false, &text);
    struct stmt *st = db_query(s->db, "set_step_metrics");
    stmt_bind_text(st, ":update_metrics", buf_text(&text));
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    buf_release(&text);
    return stmt_run(st, err);
}

int session_put_metrics(struct session *s, int step, const struct held_score *held, struct err *err)
{
    const struct step_update none = { .n = 0 };
    return put_metrics(s, step, &none, held, err);
}

static void hash_items(const struct update_item *items, size_t n, char out[65])
{
    struct sha256 sha;
    sha256_init(&sha);
    for (size_t i = 0; i < n; i++) {
        const struct update_item *x = &items[i];
        sha256_update(&sha, x->task->id, strlen(x->task->id) + 1);
        sha256_update(&sha, x->token_ids, x->n_tokens * sizeof(*x->token_ids));
        sha256_update(&sha, &x->advantage, sizeof(x->advantage));
        if (x->token_advantages != NULL)
            sha256_update(&sha, x->token_advantages, x->n_tokens * sizeof(*x->token_advantages));
    }
    sha256_final_hex(&sha, out);
}

/* Means over samples; the norm is the largest. */
static void add_metrics(struct update_metrics *sum, const struct update_metrics *m, double share)
{
    sum->loss += share * m->loss;
    sum->mean_ratio += share * m->mean_ratio;
    sum->kl += share * m->kl;
    sum->entropy += share * m->entropy;
    sum->grad_norm = isnan(sum->grad_norm) || isnan(m->grad_norm)
                         ? (double)NAN
                         : fmax(sum->grad_norm, m->grad_norm);
}

static struct update_options options_of(const struct run_config *c)
{
    return (struct update_options){
        .learning_rate = c->learning_rate > 0 ? c->learning_rate : (double)NAN,
        .beta1 = 0.9,
        .beta2 = 0.999,
        .epsilon = 1e-8,
        .weight_decay = c->weight_decay,
        .loss = c->loss == NULL ? NULL : policy_loss_find(c->loss),
        .aggregation = c->aggregation == NULL ? NULL : loss_aggregation_find(c->aggregation)
    };
}

/* Each substep is an update from the next part of the samples. */
static int run_substeps(struct session *s, int step, const struct update_item *items,
                        struct step_update *u, struct err *err)
{
    const struct run_config *c = &s->config;
    size_t parts = c->substeps > 0 ? (size_t)c->substeps : 1;
    const struct lr_schedule *schedule =
        lr_schedule_find(c->schedule == NULL ? "constant" : c->schedule);
    struct update_options options = options_of(c);
    int rc = 0;
    if (parts > u->n)
        parts = u->n;
    for (size_t k = 0; k < parts && rc == 0; k++) {
        struct update_metrics m = { 0 };
        size_t first = u->n * k / parts;
        size_t n = u->n * (k + 1) / parts - first;
        u->schedule = options.schedule = lr_schedule_factor(schedule, step, c->warmup, c->n_steps);
        rc = s->policy->vtable->update(s->policy, items + first, n, &options, &m, err);
        if (parts == 1)
            u->metrics = m;
        else
            add_metrics(&u->metrics, &m, (double)n / (double)u->n);
    }
    return rc;
}

int session_update(struct session *s, int step, const struct update_item *items, size_t n,
                   const struct held_score *held, int64_t parent_id, struct err *err)
{
    int64_t checkpoint_id = parent_id;
    enum guard_action action = GUARD_WARN;
    double values[GUARD_METRICS];
    struct step_update u = { .n = n };
    hash_items(items, n, u.data_sha256);
    int rc = run_substeps(s, step, items, &u, err);
    if (rc == 0)
        rc = put_metrics(s, step, &u, held, err);
    for (size_t i = 0; i < GUARD_METRICS; i++)
        values[i] = (double)NAN;
    if (n > 0) {
        values[GUARD_KL] = u.metrics.kl;
        values[GUARD_GRAD_NORM] = u.metrics.grad_norm;
        values[GUARD_ENTROPY] = u.metrics.entropy;
    }
    if (rc == 0)
        rc = session_guard(s, step, values, true, &action, err);
    if (rc == 0 && n > 0 && action == GUARD_WARN)
        rc = session_put_checkpoint(s, parent_id, &checkpoint_id, err);
    return rc < 0 || action == GUARD_STOP ? rc
                                          : session_insert_step(s, step + 1, checkpoint_id, err);
}
