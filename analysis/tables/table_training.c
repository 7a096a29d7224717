#include "analysis/tables/table_training.h"

#include <math.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/code/code_scan.h"
#include "analysis/load/load_audit.h"
#include "analysis/load/load_training.h"
#include "analysis/study/training.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum training_column { COL_RUN, COL_METRIC, COL_STEP, COL_N, COL_VALUE, COL_SMOOTHED, COL_COUNT };

static const struct table_column columns[COL_COUNT] = {
    { "run", 0 }, { "metric", 0 }, { "step", 0 }, { "n", 0 }, { "value", 4 }, { "smoothed", 4 },
};

static void put_point(struct table *t, const struct study *s, const struct training_point *p)
{
    static const char none[] = "no rollout has it at this step";
    struct cell *c = table_row(t);
    c[COL_RUN] = cell_text(t, s->runs[p->run].name);
    c[COL_METRIC] = cell_text(t, p->metric);
    c[COL_STEP] = cell_int(p->step);
    c[COL_N] = p->n < 0 ? cell_na(t, "a metric of the update") : cell_int(p->n);
    c[COL_VALUE] = tables_real(t, p->value, none);
    c[COL_SMOOTHED] = tables_real(t, p->smoothed, none);
}

/* All, or names with or without what stands before their last word. */
static bool is_wanted(const char *wanted, const char *metric)
{
    const char *space = strchr(metric, ' ');
    size_t first = space == NULL ? strlen(metric) : (size_t)(space - metric);
    if (wanted == NULL || strcmp(wanted, metric) == 0)
        return true;
    return space != NULL && (strcmp(wanted, space + 1) == 0 ||
                             (strlen(wanted) == first && memcmp(wanted, metric, first) == 0));
}

/* A text that leaves the work to others: no kernel of its own, a library, a fallback, or a result
 * that computes later. */
static bool is_lazy(const struct audit_code *code)
{
    bool lazy = !code->has_kernel;
    for (size_t i = 0; i < code->n_hits; i++)
        lazy = lazy || code->hits[i].kind == CODE_LIBRARY || code->hits[i].kind == CODE_FALLBACK ||
               code->hits[i].kind == CODE_LAZY;
    return lazy;
}

static const struct audit_code *text_of(const struct audit_run *run, int64_t id)
{
    size_t low = 0;
    size_t high = run->n_codes;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->codes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->n_codes && run->codes[low].id == id ? &run->codes[low] : NULL;
}

/* "lazy": of the correct rollouts whose text is stored, by step. */
static int add_lazy(const struct table_input *in, const struct study *s, size_t run,
                    struct training_list *list, struct err *err)
{
    struct audit_run a;
    int rc = load_audit(in->db, s->runs[run].name, in->arena, &a, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < a.n_rollouts;) {
        int step = a.rollouts[i].step;
        int64_t n = 0;
        int64_t lazy = 0;
        for (; i < a.n_rollouts && a.rollouts[i].step == step; i++) {
            const struct audit_rollout *r = &a.rollouts[i];
            const struct audit_code *code = r->code_id == 0 ? NULL : text_of(&a, r->code_id);
            n += r->correct && code != NULL;
            lazy += r->correct && code != NULL && is_lazy(code);
        }
        training_add(list, (struct training_point){ run, step, "lazy", n,
                                                    n == 0 ? (double)NAN : (double)lazy / (double)n,
                                                    (double)NAN });
    }
    return 0;
}

static int collect(const struct table_input *in, struct speed_rule rule, bool texts,
                   const struct study **out, struct training_list *list, struct err *err)
{
    int rc = tables_study_against(in, out, err);
    if (rc == 0)
        rc = tables_need_intervals(*out, rule, err);
    for (size_t i = 0; rc == 0 && i < (*out)->n_runs; i++)
        training_from_study(*out, i, rule, list, in->arena);
    for (size_t i = 0; rc == 0 && texts && i < (*out)->n_runs; i++)
        rc = add_lazy(in, *out, i, list, err);
    return rc < 0 ? rc : load_training(in->db, *out, in->arena, list, err);
}

static int put_points(const struct table_input *in, const struct table_training_options *o,
                      const struct study *s, const struct training_list *list, struct table *out,
                      struct err *err)
{
    struct table t;
    table_init(&t, in->arena, "rollbook.analyze.training/1", columns, COL_COUNT);
    for (size_t i = 0; i < list->n; i++) {
        if (is_wanted(o->metric, list->items[i].metric))
            put_point(&t, s, &list->items[i]);
    }
    if (t.n_rows == 0)
        return err_set(err, ERR_NOMATCH, "these runs have no metric %s",
                       o->metric == NULL ? "at all" : o->metric);
    table_note(&t,
               "smoothed: sum w^(t-i) x_i / sum w^(t-i) over the steps i <= t where x is defined, "
               "w = %g; step 0 is the unadapted policy",
               o->smooth);
    table_note(
        &t,
        "compiled, correct, fast: shares of the scored rollouts; geomean_speedup, mean_speedup "
        "(arithmetic), best_speedup: over "
        "the correct ones with a speedup; cheat: share of evaluations that ended so; "
        "mean_surprisal: nats a token; reward: mean "
        "over rollouts of every turn; update: as the update after the step's rollouts reported it");
    if (o->texts || (o->metric != NULL && strcmp(o->metric, "lazy") == 0))
        table_note(&t,
                   "lazy: of the correct rollouts whose text is stored, those that leave the work "
                   "to others: no kernel of their own, a library, a fallback, or a result that "
                   "computes later; a text that looks so is a reason to read it, not a verdict");
    tables_note_rule(&t, o->rule);
    tables_note_runs(&t, s);
    *out = t;
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_training_options *o = options;
    const struct study *s = NULL;
    struct training_list list = { 0 };
    if (!(o->smooth >= 0.0) || !(o->smooth < 1.0))
        return err_set(err, ERR_USAGE, "--smooth lies from 0 to below 1");
    bool texts = o->texts || (o->metric != NULL && strcmp(o->metric, "lazy") == 0);
    int rc = collect(in, o->rule, texts, &s, &list, err);
    if (rc == 0) {
        training_smooth_all(&list, o->smooth);
        rc = put_points(in, o, s, &list, out, err);
    }
    training_release(&list);
    return rc;
}

#define AT(member) offsetof(struct table_training_options, member)
static const struct table_option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct table_training_options),
    TABLE_RULE_VALUE_OPTION(struct table_training_options),
    { "metric", OPTION_TEXT, AT(metric), "NAME", "only this one: correct, reward, kl, ...", NULL },
    { "texts", OPTION_FLAG, AT(texts), NULL,
      "read the candidates' texts as well: the share of lazy ones", NULL },
    { "smooth", OPTION_REAL, AT(smooth), "W", "weight of the past in the smoothed column; 0: none",
      NULL },
};

const struct table_kind table_training = {
    .command = "analyze training",
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_training_options){ STANDARD_training },
                 sizeof(struct table_training_options) },
    .make = make,
};
