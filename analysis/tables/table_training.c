#include "analysis/tables/table_training.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_training.h"
#include "analysis/study/training.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NO_VALUE "no rollout has it at this step"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "metric", 0, COLUMN_TEXT, "the metric; held: on held-out tasks" },
    { "step", 0, COLUMN_INT, "step of the run, 0 is the unadapted policy" },
    { "n", 0, COLUMN_INT, "rollouts that the value is made of; null for metrics of the update",
      "a metric of the update" },
    { "value", 4, COLUMN_REAL, "the value", NO_VALUE },
    { "smoothed", 4, COLUMN_REAL, "exponential moving average", NO_VALUE },
    { "best", 0, COLUMN_BOOL, "the largest of the run's steps, where larger is better" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.training/1",
    .rows = "metrics by step",
    SHAPE_COLUMNS(columns),
    .formulas = { "$\\mathrm{smoothed}_t = \\frac{\\sum_i w^{t-i} x_i}{\\sum_i w^{t-i}}$ over the "
                  "steps $i \\le t$ with a value",
                  "geomean_speedup $= \\exp\\left(\\frac{1}{n} \\sum_i \\ln s_i\\right)$; "
                  "mean_surprisal = negative mean log-prob a token" },
    .references = { "Kingma and Ba 2015, Adam (arXiv 1412.6980), section 3: moving averages "
                    "without the bias of their start" },
    .denominator = "scored rollouts of the step. speedups: correct rollouts with a speedup. cheat: "
                   "evaluations",
    .n = "column n",
    .queries = { STUDY_QUERIES, "load_training_rewards", "load_training_metrics",
                 "load_training_cheats" },
};

static void put_point(struct table *t, const struct study *s, const struct training_point *p)
{
    struct cell *c = table_row(t);
    *c++ = cell_text(t, s->runs[p->run].name);
    *c++ = cell_text(t, p->metric);
    *c++ = cell_int(p->step);
    *c++ = p->n < 0 ? cell_na(t, "a metric of the update") : cell_int(p->n);
    *c++ = tables_real(t, p->value, NO_VALUE);
    *c++ = tables_real(t, p->smoothed, NO_VALUE);
    *c++ = cell_bool(p->is_best);
}

/* All, or names with or without what stands before their last word. */
static bool is_wanted(const char *wanted, const char *metric)
{
    const char *space = strchr(metric, ' ');
    size_t first = space == NULL ? strlen(metric) : (size_t)(space - metric);
    if (wanted == NULL || strcmp(wanted, metric) == 0)
        return true;
    if (strncmp(metric, TRAINING_HELD, strlen(TRAINING_HELD)) == 0)
        return strcmp(wanted, "held") == 0 || is_wanted(wanted, metric + strlen(TRAINING_HELD));
    return space != NULL && (strcmp(wanted, space + 1) == 0 ||
                             (strlen(wanted) == first && memcmp(wanted, metric, first) == 0));
}

static int collect(const struct table_input *in, struct speed_rule rule, bool texts,
                   const struct study **out, struct training_list *list, struct err *err)
{
    int rc = tables_study_whole(in, true, false, out, err);
    if (rc == 0)
        rc = tables_need_intervals(*out, rule, err);
    for (size_t i = 0; rc == 0 && i < (*out)->n_runs; i++)
        training_from_study(*out, i, rule, list, in->arena);
    for (size_t i = 0; rc == 0 && texts && i < (*out)->n_runs; i++)
        rc = load_training_texts(in->db, *out, i, in->arena, list, err);
    return rc < 0 ? rc : load_training(in->db, *out, in->arena, list, err);
}

static bool has_held(const struct training_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        if (strncmp(list->items[i].metric, TRAINING_HELD, strlen(TRAINING_HELD)) == 0)
            return true;
    }
    return false;
}

static int put_points(const struct table_input *in, const struct table_training_options *o,
                      const struct study *s, const struct training_list *list, struct table *out,
                      struct err *err)
{
    struct table t;
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < list->n; i++) {
        if (is_wanted(o->metric, list->items[i].metric))
            put_point(&t, s, &list->items[i]);
    }
    if (t.n_rows == 0)
        return err_set(err, ERR_NOMATCH, "these runs have no metric %s; %s",
                       o->metric == NULL ? "at all" : o->metric,
                       o->metric == NULL ? "'rollbook ingest trainer-log' imports a trainer's"
                                         : "without --metric all are shown");
    table_note(&t,
               "smoothed: sum w^(t-i) x_i / sum w^(t-i) over the steps i <= t where x is defined, "
               "w = %g; step 0 is the unadapted policy",
               o->smooth);
    table_reading(
        &t, "compiled, correct, fast: shares of scored rollouts; speedups: of correct rollouts");
    table_note(
        &t, "compiled, correct, fast: shares of the scored rollouts; geomean_speedup, mean_speedup "
            "(arithmetic), best_speedup: over the correct ones with a speedup. cheat: share of "
            "evaluations that ended so. mean_surprisal: nats per token. reward: mean over rollouts "
            "of every turn. update: as the update after the step's rollouts reported it");
    if (has_held(list))
        table_note(&t,
                   "held: of held-out tasks; the other rows of such a run are of training tasks");
    table_note(&t,
               "best: the step with the largest value of the run, where larger is better; the "
               "maximum of several steps is biased upwards; 'analyze trajectory' cross-fits it");
    if (o->texts || (o->metric != NULL && strcmp(o->metric, "lazy") == 0))
        table_note(&t, "lazy: correct rollouts (with a stored text) that leave the work to others: "
                       "no kernel of their own, a library, a fallback, or a result computed later. "
                       "It is a reason to read the text, not a verdict");
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
        return err_set(err, ERR_USAGE, "--smooth must be from 0 to below 1");
    bool texts = o->texts || (o->metric != NULL && strcmp(o->metric, "lazy") == 0);
    int rc = collect(in, o->rule, texts, &s, &list, err);
    if (rc == 0) {
        training_smooth_all(&list, o->smooth);
        training_mark_best(&list);
        rc = put_points(in, o, s, &list, out, err);
    }
    training_release(&list);
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    TABLE_RULE_OPTIONS(struct table_training_options),
    TABLE_RULE_VALUE_OPTION(struct table_training_options),
    OPTION(struct table_training_options, metric, "metric", "NAME",
           "only this one: correct, reward, kl, ..."),
    OPTION(struct table_training_options, texts, "texts", NULL,
           "read the candidates' texts as well: the share of lazy ones"),
    OPTION(struct table_training_options, smooth, "smooth", "W",
           "weight of the past in the smoothed column; 0: none"),
};

const struct table_kind table_training = {
    .command = "analyze training",
    .summary = "reward, correctness, speedup, KL, entropy and loss by step, smoothed",
    .usage = "rollbook analyze training [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze training --run ttt-42\n  rollbook analyze training --run "
                "ttt-42,ttt-43 --metric kl --smooth 0.9 --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_training_options){ STANDARD_training },
                 sizeof(struct table_training_options) },
    .make = make,
};
