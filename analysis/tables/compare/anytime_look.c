#include "analysis/tables/compare/anytime_look.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/anytime.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/tables/compare/compare_parts.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/declaration/declaration.h"
#include "src/json/json.h"

static int check_against(const struct anytime_asked *q, const struct study *s, struct err *err)
{
    if (study_is_adaptive(&s->runs[0]))
        return err_set(err, ERR_USAGE,
                       "--against %s: it adapts, so its rollouts are not of one policy; sample its "
                       "policy with 'run best-of-n --from %s'",
                       q->against, q->against);
    const struct study_run *r = &s->runs[0];
    if ((*r->backend != '\0' && strcmp(r->backend, q->backend) != 0) ||
        (*r->task_case != '\0' && strcmp(r->task_case, q->task_case) != 0))
        return err_set(err, ERR_USAGE,
                       "--against %s: its kernels ran at case %s on backend %s, this run's at case "
                       "%s on %s: their speedups cannot be compared",
                       q->against, r->task_case, r->backend, q->task_case, q->backend);
    for (size_t i = 0; i < q->n_tasks; i++) {
        const struct study_cell *c = NULL;
        for (size_t t = 0; t < s->n_tasks; t++)
            if (strcmp(s->tasks[t].task, q->tasks[i]) == 0)
                c = study_cell_find(s, 0, t);
        if (c == NULL || c->count == 0)
            return err_set(err, ERR_USAGE, "--against %s: it has no rollout of task %s", q->against,
                           q->tasks[i]);
    }
    return 0;
}

/* Threshold and level that stand declared; the declaration's name, or NULL. */
static int find_declared(const struct anytime_asked *q, struct table_compare_options *o,
                         struct resampling *r, struct anytime_answer *out, int64_t *out_number,
                         struct err *err)
{
    const struct run_declaration *list = NULL;
    struct declared rows;
    struct study_declaration d;
    size_t n = 0;
    int rc = load_run_declarations(&(struct load_request){ q->db, &q->run, 1, q->arena }, &list, &n,
                                   err);
    if (rc < 0 || n == 0)
        return rc;
    rc = load_declaration(q->db, list[0].name, q->arena, &rows, err);
    if (rc < 0)
        return rc;
    const char *text = rows.versions[rows.n_versions - 1].content;
    rc = declaration_parse(list[0].name, text, strlen(text), q->arena, &d, err);
    if (rc < 0)
        return rc;
    o->rule = (struct speed_rule){ d.threshold, d.ge, SPEED_MEAN };
    r->level = 1.0 - d.alpha;
    out->declaration = list[0].name;
    *out_number = rows.n_looks == 0 ? 1 : rows.looks[rows.n_looks - 1].number + 1;
    return 0;
}

/* Data that were looked at, by the round, and seen again after a restart, are no new look. */
static bool is_stored(const struct anytime_asked *q, const char *declaration, const char *sha256)
{
    const struct declared_look *looks = NULL;
    size_t n = 0;
    struct err ignored = { 0 };
    if (load_looks(q->db, declaration, q->arena, &looks, &n, &ignored) < 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (strcmp(looks[i].data_sha256, sha256) == 0)
            return true;
    return false;
}

static void put_look(const struct anytime_asked *q, const struct study *s,
                     const struct anytime_row *row, double level, int64_t number,
                     struct anytime_answer *out)
{
    struct json *runs CLEANUP(json_free_ptr) = json_new_object();
    struct json *statistic CLEANUP(json_free_ptr) = json_new_array();
    struct json *o = json_add_object(statistic, NULL);
    json_add_string(json_add_array(runs, "A"), NULL, q->against);
    json_add_string(json_add_array(runs, "B"), NULL, q->run);
    json_add_string(o, "method", q->run);
    json_add_string(o, "against", q->against);
    json_add_string(o, "runs", "these");
    json_add_string(o, "quantity", anytime_quantity_name(row->quantity));
    look_add_known(o, "difference", row->r.mean);
    look_add_known(o, "ci_low", row->r.ci.low);
    look_add_known(o, "ci_high", row->r.ci.high);
    look_add_known(o, "e_value", row->r.e_value);
    json_add_int(o, "round", (int64_t)row->n_looks);
    json_add_int(o, "n_tasks", (int64_t)row->n_units);
    out->look = (struct declaration_look){ .number = number,
                                           .runs = look_text(runs, q->arena),
                                           .n_rollouts = (int64_t)s->n_rollouts,
                                           .alpha = 1.0 - level,
                                           .statistic = look_text(statistic, q->arena),
                                           .n_rejected = row->r.sign != 0 };
    study_hash(s, out->look.data_sha256);
    if (is_stored(q, out->declaration, out->look.data_sha256))
        out->declaration = NULL;
}

/* The other run has none left for one more round. */
static bool is_used_up(const struct anytime_asked *q, const struct study *s,
                       const struct anytime_result *r, const struct anytime_row *row)
{
    if (row->quantity == ANYTIME_SHARE)
        return r->n_rounds < q->n_rounds;
    size_t next = (row->n_looks + 1) * (size_t)row->budget_a;
    for (size_t i = 0; i < r->n_cells; i++)
        if (study_cell_find(s, 0, r->all->cells[i].task)->count < next)
            return true;
    return false;
}

static void judge(const struct anytime_asked *q, const struct study *s,
                  const struct anytime_result *r, const struct anytime_row *row,
                  struct anytime_answer *out)
{
    const struct stat_anytime *a = &row->r;
    bool is_small = q->effect > 0.0 && a->ci.low > -q->effect && a->ci.high < q->effect;
    bool used_up = is_used_up(q, s, r, row);
    out->stop = a->sign != 0 || is_small || used_up;
    out->words = anytime_row_words(row, q->arena);
    if (a->sign == 0 && is_small)
        out->words = arena_printf(
            q->arena,
            "decided: the difference is smaller than %g (confidence sequence %.3g to %.3g)",
            q->effect, a->ci.low, a->ci.high);
    else if (a->sign == 0 && used_up)
        out->words = arena_printf(q->arena, "%s; run '%s' has no rollouts left to compare with",
                                  out->words, q->against);
    out->words = arena_printf(q->arena, "after %zu rounds: %s", q->n_rounds, out->words);
    out->next = arena_array(q->arena, q->n_tasks, sizeof(*out->next));
    for (size_t i = 0; i < q->n_tasks; i++) {
        out->next[i] = 1;
        for (size_t c = 0; c < r->n_cells; c++)
            if (strcmp(s->tasks[r->all->cells[c].task].task, q->tasks[i]) == 0)
                out->next[i] = row->quantity == ANYTIME_SHARE ? r->next[c] : 1;
    }
}

static enum anytime_quantity quantity_of(const char *name)
{
    enum anytime_quantity q = ANYTIME_SHARE;
    while (name != NULL && q + 1 < ANYTIME_QUANTITIES &&
           strcmp(name, anytime_quantity_name(q)) != 0)
        q++;
    return q;
}

int anytime_look(const struct anytime_asked *q, struct anytime_answer *out, struct err *err)
{
    const char *names[] = { q->against, q->run };
    const struct table_input in = { .db = q->db, .arena = q->arena };
    struct table_compare_options o = { STANDARD_compare };
    struct resampling resample = { .level = STANDARD_LEVEL };
    const struct study *s = NULL;
    struct anytime_answer answer = { .stop = false };
    struct anytime_result r;
    int64_t number = 0;
    int rc = tables_load(&in, names, q->n_rounds == 0 ? 1 : 2, &s, err);
    if (rc == 0)
        rc = check_against(q, s, err);
    if (rc == 0)
        rc = tables_need_speedups(s, 0, err);
    if (rc < 0 || q->n_rounds == 0)
        return rc;
    static const size_t index[] = { 0, 1 };
    const struct run_set a = { s, &index[0], 1 }, b = { s, &index[1], 1 };
    const struct methods_input x = { .in = &in, .o = &o, .resample = &resample };
    rc = find_declared(q, &o, &resample, &answer, &number, err);
    if (rc == 0)
        rc = compare_anytime_of(&x, &a, &b, q->n_rounds, &r, err);
    if (rc < 0)
        return rc;
    const struct anytime_row *row = &r.rows[quantity_of(q->by)];
    judge(q, s, &r, row, &answer);
    if (answer.declaration != NULL)
        put_look(q, s, row, resample.level, number, &answer);
    *out = answer;
    return 0;
}
