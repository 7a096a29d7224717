#include "analysis/tables/picks/table_judge.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_stated.h"
#include "analysis/study/sweep.h"
#include "analysis/tables/picks/table_calibration.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define BINS_MOST 1000

#define JUDGE_MEANING                                                                              \
    "name of the judge's model, with the start of its setup where a run has several"

static const struct table_column score_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "judge", 0, COLUMN_TEXT, JUDGE_MEANING },
    { "question", 0, COLUMN_TEXT, "the question", .words = "correctness|compilability|speed" },
    CALIBRATION_SCORE_COLUMNS,
};

static const struct table_shape scores_shape = {
    .schema = "rollbook.analyze.judge/1",
    .rows = "calibration of a judge's statements",
    SHAPE_COLUMNS(score_columns),
    .formulas = { "correctness against correct, compilability against compiled, speed against "
                  "correct with speedup > threshold; measures as of analyze calibration",
                  "$\\mathrm{auroc} = \\frac{U}{n_{\\text{events}} n_{\\text{non-events}}}$ with "
                  "the Mann-Whitney $U$; its interval: percentiles over redrawn tasks, redraws "
                  "without both kinds left out" },
    .references = { GUO, BRIER, MURPHY, VAICENAVICIUS },
    .denominator = "rollouts with a readable judge's score and a verdict",
    .n =
        "columns n and n_event. n_tasks: resampled by intervals. --table counts: rollouts left out",
    .queries = { "load_judged", "count_run_rollouts" },
};

static const struct table_column confusion_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "judge", 0, COLUMN_TEXT, JUDGE_MEANING },
    { "question", 0, COLUMN_TEXT, "the question", .words = "correctness|compilability|speed" },
    { "event", 0, COLUMN_TEXT, "the evaluator's finding", .words = "correct|compiled|fast" },
    { "n", 0, COLUMN_INT, "rollouts with a judge's score and a verdict" },
    { "tp", 0, COLUMN_INT, "stated yes, happened" },
    { "fp", 0, COLUMN_INT, "stated yes, did not happen" },
    { "fn", 0, COLUMN_INT, "stated no, happened" },
    { "tn", 0, COLUMN_INT, "stated no, did not happen" },
    { "measure", 0, COLUMN_TEXT, "which summary",
      .words = "accuracy|precision|recall|specificity|f1|kappa|mcc" },
    { "value", 4, COLUMN_REAL, "the value",
      "a row or column of the confusion is empty; or nothing to be a share of" },
    { "of", 0, COLUMN_INT, "denominator" },
    INTERVAL_COLUMNS("", "", "no share; or one task: the variation over tasks is unknown"),
};

static const struct table_shape confusion_shape = {
    .schema = "rollbook.analyze.judge.confusion/1",
    .asked = "--table confusion",
    .rows = "stated yes against the outcome",
    SHAPE_COLUMNS(confusion_columns),
    .formulas = { "stated yes: stated > cut; $\\mathrm{accuracy} = \\frac{\\mathrm{tp} + "
                  "\\mathrm{tn}}{n}$, $\\mathrm{precision} = \\frac{\\mathrm{tp}}{\\mathrm{tp} + "
                  "\\mathrm{fp}}$, $\\mathrm{recall} = \\frac{\\mathrm{tp}}{\\mathrm{tp} + "
                  "\\mathrm{fn}}$, $\\mathrm{specificity} = \\frac{\\mathrm{tn}}{\\mathrm{tn} + "
                  "\\mathrm{fp}}$, each with Wilson's interval",
                  "$F_1 = \\frac{2 \\mathrm{tp}}{2 \\mathrm{tp} + \\mathrm{fp} + \\mathrm{fn}}$; "
                  "$\\kappa = \\frac{\\mathrm{accuracy} - \\mathrm{chance}}{1 - "
                  "\\mathrm{chance}}$, chance from the margins; $\\mathrm{mcc} = "
                  "\\frac{\\mathrm{tp} \\cdot \\mathrm{tn} - \\mathrm{fp} \\cdot "
                  "\\mathrm{fn}}{\\sqrt{(\\mathrm{tp} + \\mathrm{fp})(\\mathrm{tp} + "
                  "\\mathrm{fn})(\\mathrm{tn} + \\mathrm{fp})(\\mathrm{tn} + \\mathrm{fn})}}$" },
    .references = { COHEN,
                    "Matthews 1975, Comparison of the predicted and observed secondary structure "
                    "of T4 phage lysozyme, Biochimica et Biophysica Acta 405",
                    BROWN },
    .denominator = "column of",
    .n = "column n",
    .queries = { "load_judged", "count_run_rollouts" },
};

static const struct table_column rank_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "judge", 0, COLUMN_TEXT, JUDGE_MEANING },
    { "scope", 0, COLUMN_TEXT, "one correlation a task, combined; or all together",
      .words = "within-task|pooled" },
    { "rho", 4, COLUMN_REAL, "Spearman's coefficient",
      "no task with four that differ; or fewer than two different values" },
    { "p", 4, COLUMN_REAL, "two-sided",
      "samples of one task are not independent; or no task with four that differ" },
    INTERVAL_COLUMNS("", "",
                     "samples of one task are not independent; or no task with four that differ"),
    { "n", 0, COLUMN_INT, "correct and timed rollouts in it" },
    { "n_tasks", 0, COLUMN_INT, "tasks in it" },
    { "n_left_out", 0, COLUMN_INT, "tasks too small or without a spread" },
};

static const struct table_shape rank_shape = {
    .schema = "rollbook.analyze.judge.rank/1",
    .asked = "--table rank",
    .rows = "stated speed against speedup",
    SHAPE_COLUMNS(rank_columns),
    .formulas = { "$\\rho$: Spearman's coefficient of stated speed and speedup; p: $t = r "
                  "\\sqrt{\\frac{n - 2}{1 - r^2}}$",
                  "within-task: $z = \\operatorname{atanh} \\rho$ of each task, weights $w = n - "
                  "3$; mean $\\pm z_q / \\sqrt{\\sum w}$, back by tanh" },
    .references = { FISHER },
    .denominator = "correct and timed rollouts that state a speed",
    .n = "columns n and n_tasks",
    .queries = { "load_judged", "count_run_rollouts" },
};

static const struct table_column count_columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "judge", 0, COLUMN_TEXT, JUDGE_MEANING },
    { "template", 0, COLUMN_TEXT, "template of the question", "judged elsewhere" },
    { "setup_sha256", 0, COLUMN_TEXT, "of model, template and settings", "judged elsewhere" },
    { "n_rollouts", 0, COLUMN_INT, "of the run" },
    { "n_judged", 0, COLUMN_INT, "of these, with a judge's score" },
    { "n_malformed", 0, COLUMN_INT, "of these, without a readable answer" },
    { "malformed_share", 4, COLUMN_REAL, "n_malformed / n_judged",
      "no rollout has a judge's score" },
    INTERVAL_COLUMNS("", "", "no rollout has a judge's score"),
    { "n_unevaluated", 0, COLUMN_INT, "of the others without a verdict" },
    { "n", 0, COLUMN_INT, "with a readable judge's score and a verdict" },
    { "n_compiled", 0, COLUMN_INT, "of n" },
    { "n_correct", 0, COLUMN_INT, "of n" },
    { "n_fast", 0, COLUMN_INT, "of n, by the threshold" },
};

static const struct table_shape counts_shape = {
    .schema = "rollbook.analyze.judge.counts/1",
    .asked = "--table counts",
    .rows = "scored rollouts, and the denominators of the tables",
    SHAPE_COLUMNS(count_columns),
    .formulas = { "malformed_share $= n_{\\text{malformed}} / n_{\\text{judged}}$, Wilson's "
                  "interval" },
    .references = { BROWN },
    .denominator = "judged rollouts",
    .n = "column n_judged; n: denominator of the other tables",
    .queries = { "load_judged", "count_run_rollouts" },
};

struct judge_request {
    const struct table_input *in;
    struct table *t;
    struct speed_rule rule;
    struct stat_calibration_options options;
    double cut;
    bool cut_ge;
    size_t least_tasks; /* of a panel with a row; 0: none */
};

static size_t forecasts_of(const struct judge_request *r, const struct judge_panel *p,
                           enum judge_question q, struct stat_forecast **out)
{
    *out = arena_array(r->in->arena, p->n + 1, sizeof(**out));
    return judge_forecasts(p->items, p->n, q, r->rule, *out);
}

static int put_scores(struct judge_request *r, const char *run, const char *judge,
                      const struct judge_panel *p, struct err *err)
{
    struct stat_calibration_bin *bins = arena_array(r->in->arena, r->options.n_bins, sizeof(*bins));
    (void)err;
    for (int q = 0; q < JUDGE_QUESTIONS; q++) {
        struct stat_forecast *x = NULL;
        size_t n = forecasts_of(r, p, (enum judge_question)q, &x);
        struct stat_calibration s = stat_calibrate(x, n, &r->options, bins);
        const char *names[] = { run, judge, judge_question_name((enum judge_question)q) };
        calibration_put_scores(r->t, names, &s);
    }
    return 0;
}

/* A share of the confusion: of what it is one, and what counts. */
enum confusion_share { SHARE_ACCURACY, SHARE_PRECISION, SHARE_RECALL, SHARE_SPECIFICITY };
static const char *const share_names[] = { "accuracy", "precision", "recall", "specificity" };

/* The forecasts of one judge and question. */
struct confused {
    const struct stat_forecast *x;
    size_t n, n_tasks;
    const char *const *names; /* run, judge, question */
    const char *event;
    struct judge_confusion c;
};

static struct cell *put_confused(struct judge_request *r, const char *const names[3],
                                 const struct judge_confusion *c, const char *measure)
{
    struct table *t = r->t;
    struct cell *row = table_row(t);
    for (size_t i = 0; i < 3; i++)
        row[i] = cell_text(t, names[i]);
    row[4] = cell_int((int64_t)c->n);
    row[5] = cell_int((int64_t)c->tp);
    row[6] = cell_int((int64_t)c->fp);
    row[7] = cell_int((int64_t)c->fn);
    row[8] = cell_int((int64_t)c->tn);
    row[9] = cell_text(t, measure);
    return row;
}

/* Rollouts of a task stand together. */
static void put_share(struct judge_request *r, const struct confused *k, enum confusion_share share,
                      double value)
{
    struct table *t = r->t;
    const char *empty = "nothing to be a share of";
    int64_t *hits = arena_array(r->in->arena, k->n_tasks + 1, sizeof(*hits));
    int64_t *of = arena_array(r->in->arena, k->n_tasks + 1, sizeof(*of));
    int64_t all = 0;
    for (size_t i = 0; i < k->n; i++) {
        const struct stat_forecast *x = &k->x[i];
        bool yes = r->cut_ge ? x->confidence >= r->cut : x->confidence > r->cut;
        if (!(share == SHARE_ACCURACY || (share == SHARE_PRECISION && yes) ||
              (share == SHARE_RECALL && x->event) || (share == SHARE_SPECIFICITY && !x->event)))
            continue;
        of[x->cluster]++;
        hits[x->cluster] += yes == x->event;
        all++;
    }
    struct sweep_rate rate = sweep_rate_of(&(struct sweep_counts){ hits, of, k->n_tasks, 1 },
                                           r->options.level, r->in->arena);
    struct cell *row = put_confused(r, k->names, &k->c, share_names[share]);
    row[3] = cell_text(t, k->event);
    row[10] = tables_real(t, value, empty);
    row[11] = cell_int(all);
    tables_put_interval(t, &row[12], rate.ci, isnan(rate.ci.low) ? INTERVAL_NONE : rate.kind,
                        all == 0 ? empty : "one task: the variation over tasks is unknown");
}

static void put_summary(struct judge_request *r, const char *const names[3], const char *event,
                        const struct judge_confusion *c, const char *measure, double value)
{
    struct table *t = r->t;
    struct cell *row = put_confused(r, names, c, measure);
    row[3] = cell_text(t, event);
    row[10] = tables_real(t, value, "a row or column of the confusion is empty");
    row[11] = cell_int((int64_t)c->n);
    row[12] = row[13] = row[14] = cell_na(t, "no share");
}

static int put_confusion(struct judge_request *r, const char *run, const char *judge,
                         const struct judge_panel *p, struct err *err)
{
    (void)err;
    for (int q = 0; q < JUDGE_QUESTIONS; q++) {
        struct stat_forecast *x = NULL;
        size_t n = forecasts_of(r, p, (enum judge_question)q, &x);
        const char *names[] = { run, judge, judge_question_name((enum judge_question)q) };
        const char *event = judge_event_name((enum judge_question)q);
        struct confused k = { .x = x,
                              .n = n,
                              .n_tasks = p->n_tasks,
                              .names = names,
                              .event = event,
                              .c = judge_confuse(x, n, r->cut, r->cut_ge) };
        struct judge_confusion c = k.c;
        put_share(r, &k, SHARE_ACCURACY, c.accuracy);
        put_share(r, &k, SHARE_PRECISION, c.precision);
        put_share(r, &k, SHARE_RECALL, c.recall);
        put_share(r, &k, SHARE_SPECIFICITY, c.specificity);
        put_summary(r, names, event, &c, "f1", c.f1);
        put_summary(r, names, event, &c, "kappa", c.kappa);
        put_summary(r, names, event, &c, "mcc", c.mcc);
    }
    return 0;
}

static int put_rank(struct judge_request *r, const char *run, const char *judge,
                    const struct judge_panel *p, struct err *err)
{
    struct table *t = r->t;
    struct judge_rank k;
    const char *few = "fewer than two different values";
    int rc = judge_rank(p->items, p->n, p->n_tasks, r->options.level, &k, err);
    if (rc < 0)
        return rc;
    struct cell *c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = cell_text(t, judge);
    c[2] = cell_text(t, "within-task");
    c[3] = tables_real(t, k.within.r, "no task with four that differ");
    const char *none =
        isnan(k.within.r) ? "no task with four that differ" : "one task, or tasks that all agree";
    c[4] = tables_real(t, k.within.p, none);
    tables_put_interval(t, &c[5], k.within.ci, INTERVAL_NONE, none);
    if (!isnan(k.within.ci.low))
        c[7] = cell_text(t, "fisher-z");
    c[8] = cell_int((int64_t)k.within.n);
    c[9] = cell_int((int64_t)k.within.n_groups);
    c[10] = cell_int((int64_t)k.within.n_left_out);
    c = table_row(t);
    c[0] = cell_text(t, run);
    c[1] = cell_text(t, judge);
    c[2] = cell_text(t, "pooled");
    c[3] = tables_real(t, k.pooled.r, few);
    c[4] = cell_na(t, "samples of one task are not independent");
    c[5] = c[6] = c[7] = cell_na(t, "samples of one task are not independent");
    c[8] = cell_int((int64_t)k.pooled.n);
    c[9] = cell_int((int64_t)p->n_tasks);
    c[10] = cell_int(0);
    return 0;
}

static int put_counts(struct judge_request *r, const char *run, const char *judge,
                      const struct judge_panel *p, size_t n_rollouts)
{
    struct table *t = r->t;
    size_t events[JUDGE_QUESTIONS] = { 0 };
    struct cell *c = table_row(t);
    for (size_t i = 0; i < p->n; i++)
        for (int q = 0; q < JUDGE_QUESTIONS; q++)
            events[q] += judge_event(&p->items[i], (enum judge_question)q, r->rule);
    c[0] = cell_text(t, run);
    c[1] = cell_text(t, judge);
    c[2] = p->template_name[0] == '\0' ? cell_na(t, "judged elsewhere")
                                       : cell_text(t, p->template_name);
    c[3] =
        p->setup_sha256[0] == '\0' ? cell_na(t, "judged elsewhere") : cell_text(t, p->setup_sha256);
    c[4] = cell_int((int64_t)n_rollouts);
    c[5] = cell_int((int64_t)p->n_judged);
    c[6] = cell_int((int64_t)p->n_malformed);
    c[7] = cell_real((double)p->n_malformed / (double)p->n_judged);
    tables_put_interval(
        t, &c[8],
        stat_interval_wilson((int64_t)p->n_malformed, (int64_t)p->n_judged, r->options.level),
        INTERVAL_WILSON, "");
    c[11] = cell_int((int64_t)p->n_unevaluated);
    c[12] = cell_int((int64_t)p->n);
    c[13] = cell_int((int64_t)events[JUDGE_COMPILABILITY]);
    c[14] = cell_int((int64_t)events[JUDGE_CORRECTNESS]);
    c[15] = cell_int((int64_t)events[JUDGE_SPEED]);
    return 0;
}

static void note_scores(const struct judge_request *r)
{
    table_note(r->t, "%zu bins of equal width, (low, high], the first also contains 0",
               r->options.n_bins);
    calibration_note_scores(r->t, &r->options);
}

static void note_confusion(const struct judge_request *r)
{
    table_reading(r->t, "compares the judge's statements with the evaluator's findings; rollouts "
                        "of one task count together in intervals");
    table_note(
        r->t,
        "stated yes: %s %g. of: denominator. interval: %g %%, rollouts of a task are one unit: "
        "Student's t over tasks in Wilson's form, Wilson with one rollout per task; f1 = 2 tp / (2 "
        "tp + fp + fn). kappa: Cohen's, agreement beyond chance. mcc: correlation of the two",
        r->cut_ge ? ">=" : ">", r->cut, 100.0 * r->options.level);
}

static void note_rank(const struct judge_request *r)
{
    table_reading(
        r->t, "rho above 0: the judge ranks faster kernels higher; within-task: mean over tasks");
    table_note(r->t,
               "Spearman's rho of the speed that was stated with the speedup, over correct and "
               "timed rollouts. within-task: one rho per task by Fisher's z, weights n - 3 "
               "(n_left_out: tasks too small or without a spread), %g %% interval. p: Student's t, "
               "normal for the combined; engine asymptotic",
               100.0 * r->options.level);
}

static void note_counts(const struct judge_request *r)
{
    table_reading(r->t, "n: rollouts with a readable judgement and a verdict");
    table_note(r->t,
               "n_malformed: no answer in all tries could be read. n_unevaluated: of the others, "
               "without a verdict or infra. n: denominator of the other tables. interval: %g %% "
               "Wilson of the malformed share",
               100.0 * r->options.level);
}

/* By enum judge_part. */
static const struct part_table {
    const struct table_shape *shape;
    int (*put)(struct judge_request *r, const char *run, const char *judge,
               const struct judge_panel *p, struct err *err); /* NULL: counts */
    void (*note)(const struct judge_request *r);
} tables[] = {
    { &scores_shape, put_scores, note_scores },
    { &confusion_shape, put_confusion, note_confusion },
    { &rank_shape, put_rank, note_rank },
    { &counts_shape, NULL, note_counts },
};

static int put_run(struct judge_request *r, const struct part_table *kind, const char *run,
                   size_t *out_rows, struct err *err)
{
    struct judge_panels all;
    int rc = load_judged(r->in->db, run, r->in->arena, &all, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < all.n && rc == 0; i++) {
        const struct judge_panel *p = &all.items[i];
        /* With the setup where a run has several. */
        size_t same = 0;
        for (size_t k = 0; k < all.n; k++)
            same += strcmp(all.items[k].judge, p->judge) == 0;
        const char *judge =
            same < 2 ? p->judge : arena_printf(r->in->arena, "%s@%.8s", p->judge, p->setup_sha256);
        if (kind->put == NULL)
            rc = put_counts(r, run, judge, p, all.n_rollouts);
        else if (p->n > 0)
            rc = kind->put(r, run, judge, p, err);
        if (kind->put != NULL)
            table_left_out(r->t,
                           "run %s, judge %s: %zu of %zu have scores, of %zu rollouts; %zu "
                           "malformed, %zu not evaluated",
                           run, judge, p->n, p->n_judged, all.n_rollouts, p->n_malformed,
                           p->n_unevaluated);
        *out_rows += kind->put == NULL || p->n > 0;
        if (p->n > 0 && (r->least_tasks == 0 || p->n_tasks < r->least_tasks))
            r->least_tasks = p->n_tasks;
    }
    return rc;
}

static int read_request(const struct table_judge_options *o, struct judge_request *r,
                        struct err *err)
{
    struct resampling resample = { 0 };
    int rc = tables_resampling(&o->resample, &resample, err);
    if (rc < 0)
        return rc;
    if (o->n_bins < 1 || o->n_bins > BINS_MOST)
        return err_set(err, ERR_USAGE, "--bins is 1 to %d", BINS_MOST);
    if (!(o->cut >= 0.0 && o->cut <= 1.0))
        return err_set(err, ERR_USAGE, "--cut is 0 to 1");
    r->rule = o->rule;
    r->cut = o->cut;
    r->cut_ge = o->cut_ge;
    r->options = (struct stat_calibration_options){ .n_bins = (size_t)o->n_bins,
                                                    .level = resample.level,
                                                    .replicates = resample.replicates,
                                                    .seed = resample.seed };
    return 0;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_judge_options *o = options;
    const struct part_table *kind = &tables[o->part];
    struct table t;
    struct judge_request r = { .in = in, .t = &t };
    const char *const *names = NULL;
    size_t n = 0;
    size_t rows = 0;
    int rc = read_request(o, &r, err);
    if (rc == 0)
        rc = tables_names(in, &names, &n, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, kind->shape);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = put_run(&r, kind, names[i], &rows, err);
    if (rc == 0 && rows == 0)
        rc = err_set(err, ERR_NODATA,
                     "no rollout of these runs has a judge's score and a verdict (rollbook judge)");
    if (rc < 0)
        return rc;
    if (o->part != JUDGE_RANK)
        tables_note_rule(&t, r.rule);
    kind->note(&r);
    if (o->part != JUDGE_COUNTS)
        tables_note_few(&t, r.least_tasks);
    *out = t;
    return 0;
}

static const char *const parts[] = { "scores", "confusion", "rank", "counts", NULL };

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_judge_options, part, "table", "NAME", "scores, confusion, rank or counts",
           .choices = parts),
    OPTION(struct table_judge_options, cut, "cut", "X",
           "of the confusion: stated yes is stated > X"),
    OPTION(struct table_judge_options, cut_ge, "cut-ge", NULL, "stated yes is stated >= X"),
    OPTION(struct table_judge_options, n_bins, "bins", "N", "reliability bins"),
    TABLE_RULE_OPTIONS(struct table_judge_options),
    TABLE_RESAMPLE_OPTIONS(struct table_judge_options),
};

const struct table_kind table_judge = {
    .command = "analyze judge",
    .summary = "compare a judge with the evaluator: calibration, confusion, ranks, counts",
    .usage = "rollbook analyze judge [--run NAME[,NAME]] [--table NAME] [options]",
    .examples =
        "  rollbook analyze judge --run bon-42\n  rollbook analyze judge --run bon-42 --table "
        "confusion --cut 0.7\n  rollbook analyze judge --run bon-42 --table rank --json\n",
    .shapes = { &scores_shape, &confusion_shape, &rank_shape, &counts_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_judge_options){ STANDARD_judge },
                 sizeof(struct table_judge_options) },
    .make = make,
};
