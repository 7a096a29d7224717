#include "src/strategy/session_guard.h"

#include "src/base/err.h"
#include "src/base/mem.h"

/* Both lists were read when the run began. */
static size_t read_filters(const struct session *s, const struct sample_filter **out)
{
    struct err ignored = { 0 };
    size_t n = 0;
    (void)sample_filter_parse(s->config.filters, out, &n, &ignored);
    return n;
}

static size_t read_guards(const struct session *s, struct guardrail *out)
{
    struct err ignored = { 0 };
    size_t n = 0;
    (void)guardrail_parse(s->config.guards, out, &n, &ignored);
    return n;
}

int session_mask(struct session *s, const int64_t *rollout_ids, const struct filter_sample *samples,
                 size_t n, bool before_advantages, bool *masked, struct err *err)
{
    const struct sample_filter *filters[FILTERS_MOST];
    size_t n_filters = read_filters(s, filters);
    int rc = 0;
    for (size_t i = 0; i < n * n_filters && rc == 0; i++) {
        const struct sample_filter *f = filters[i % n_filters];
        size_t k = i / n_filters;
        double value;
        double bound;
        if (f->leaves_group != before_advantages ||
            !f->masks(&samples[k], &filter_standard, &value, &bound))
            continue;
        masked[k] = true;
        struct stmt *st = db_query(s->db, "put_sample_mask");
        stmt_bind_int(st, ":rollout_id", rollout_ids[k]);
        stmt_bind_text(st, ":filter", f->name);
        stmt_bind_real(st, ":value", value);
        stmt_bind_real(st, ":bound", bound);
        rc = stmt_run(st, err);
    }
    return rc;
}

bool session_wants_ratios(const struct session *s)
{
    const struct sample_filter *filters[FILTERS_MOST];
    size_t n = read_filters(s, filters);
    bool wanted = false;
    for (size_t i = 0; i < n; i++)
        wanted = wanted || filters[i]->needs_ratios;
    return wanted;
}

static int put_guard(struct session *s, int step, const struct guardrail *g, double value,
                     bool fired, struct err *err)
{
    const struct guard_metric *metric = &guard_metrics[g->metric];
    struct stmt *st = db_query(s->db, "put_guard");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    stmt_bind_text(st, ":metric", metric->name);
    stmt_bind_text(st, ":action", guard_action_name(g->action));
    stmt_bind_text(st, ":measured_on", metric->of_update ? "update" : "rollouts");
    stmt_bind_real(st, ":value", value);
    stmt_bind_real(st, ":bound", g->bound);
    stmt_bind_int(st, ":fired", fired);
    return stmt_run(st, err);
}

int session_guard(struct session *s, int step, const double values[GUARD_METRICS], bool of_update,
                  enum guard_action *out, struct err *err)
{
    struct guardrail guards[GUARDS_MOST];
    size_t n = read_guards(s, guards);
    int rc = 0;
    *out = GUARD_WARN;
    for (size_t i = 0; i < n && rc == 0; i++) {
        const struct guardrail *g = &guards[i];
        const struct guard_metric *metric = &guard_metrics[g->metric];
        double value = values[g->metric];
        bool fired = guardrail_fires(g, value);
        if (metric->of_update != of_update)
            continue;
        rc = put_guard(s, step, g, value, fired, err);
        if (fired && g->action > *out)
            *out = g->action;
        if (fired && s->hooks.note != NULL)
            s->hooks.note(s->hooks.context,
                          arena_printf(&s->arena, "guardrail at step %d: %s is %.4g, %s %.4g: %s",
                                       step, metric->name, value, metric->above ? "above" : "below",
                                       g->bound, guard_action_name(g->action)));
    }
    return rc;
}

bool session_has_guard(const struct session *s, enum guard_metric_id metric)
{
    struct guardrail guards[GUARDS_MOST];
    size_t n = read_guards(s, guards);
    bool has = false;
    for (size_t i = 0; i < n; i++)
        has = has || guards[i].metric == metric;
    return has;
}

int session_good_checkpoint(struct session *s, int step, int64_t *out, struct err *err)
{
    struct stmt *st = db_query(s->db, "find_good_checkpoint");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    return stmt_one_int(st, out, err);
}

int session_is_stopped(struct session *s, int step, bool *out, struct err *err)
{
    int64_t n = 0;
    struct stmt *st = db_query(s->db, "is_step_stopped");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_int(st, ":step", step);
    int rc = stmt_one_int(st, &n, err);
    *out = n > 0;
    return rc;
}
