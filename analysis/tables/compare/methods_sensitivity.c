/* methods_sensitivity.c - compare --table sensitivity. */
#include <math.h>
#include <string.h>

#include "analysis/compare/compare_methods.h"
#include "analysis/from_store/load_runtimes.h"
#include "analysis/study/study.h"
#include "analysis/study/timing.h"
#include "analysis/tables/compare/compare_parts.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

enum sensitivity_column {
    COL_VARIANT,
    COL_SETTING,
    COL_QUANTITY,
    COL_METHOD,
    COL_AGAINST,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_P,
    COL_MIN_P,
    COL_ENGINE,
    COL_SAYS,
    COL_N,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "variant", 0, COLUMN_TEXT, "the changed rule" },
    { "setting", 0, COLUMN_TEXT, "to what" },
    { "quantity", 0, COLUMN_TEXT, "value or difference" },
    { "method", 0, COLUMN_TEXT, "the method; of a difference the second", "of all methods" },
    { "against", 0, COLUMN_TEXT, "of a difference the first", "no pair" },
    { "value", 4, COLUMN_REAL, "the value",
      "all runs are of one case, or no baseline is stored, or no second baseline is stored" },
    INTERVAL_COLUMNS_OF("", "", "fewer than two units, or all alike: an interval of no width",
                        INTERVAL_WORDS "|hierarchical-posterior"),
    { "p", 4, COLUMN_REAL, "sign flips, not adjusted", "no pair" },
    { "min_p", 4, COLUMN_REAL, "least p that so many units can give", "no pair" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo", "no pair",
      .words = ENGINE_WORDS },
    { "says", 0, COLUMN_TEXT, "above, below or no difference shown",
      "no pair; or fewer than two units, or all alike: an interval of no width" },
    { "n", 0, COLUMN_INT, "tasks, or families" },
};

const struct table_shape methods_sensitivity_shape = {
    .schema = "rollbook.analyze.compare.sensitivity/1",
    .asked = "--table sensitivity",
    .rows = "the comparison under other rules",
    SHAPE_COLUMNS(columns),
    .formulas = { "as compare.methods, under another threshold, denominator, baseline, case, or "
                  "without the tasks of one family",
                  "families_as_units: $\\frac{\\sum_f d_f}{\\sum_f n_f}$, $d_f$ the sum of the "
                  "differences of the $n_f$ tasks of family $f$. interval: linearised ratio, "
                  "Student's t; $p$: signs of whole families" },
    .references = { MILLER, "Leamer 1983, Let's take the con out of econometrics, American "
                            "Economic Review 73" },
    .denominator = "as the row's variant says",
    .n = "column n: tasks; families of families_as_units",
    .queries = { STUDY_QUERIES, "load_baseline", "load_hardware" },
};

static const char no_width[] = "fewer than two units, or all alike: an interval of no width";
static const char no_pair[] = "no pair";

struct sensitivity {
    const struct methods_input *x;
    const struct study *study;
    struct table *t;
    const char *variant, *setting;
};

static struct cell *add_row(const struct sensitivity *s, const char *quantity, const char *method,
                            const char *against, double value, int64_t n)
{
    struct table *t = s->t;
    struct cell *c = table_row(t);
    c[COL_VARIANT] = cell_text(t, s->variant);
    c[COL_SETTING] = cell_text(t, s->setting);
    c[COL_QUANTITY] = cell_text(t, quantity);
    c[COL_METHOD] = cell_text(t, method);
    c[COL_AGAINST] = against == NULL ? cell_na(t, no_pair) : cell_text(t, against);
    c[COL_VALUE] = tables_real(t, value, "no task of which every method has a value");
    c[COL_P] = c[COL_MIN_P] = c[COL_ENGINE] = c[COL_SAYS] = cell_na(t, no_pair);
    c[COL_N] = cell_int(n);
    return c;
}

static void put_ci(const struct sensitivity *s, struct cell *c, struct interval ci,
                   const char *reason)
{
    tables_put_interval(s->t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                        reason);
}

/* As the interval says. */
static const char *sign_of(struct interval ci)
{
    if (ci.low <= 0.0 && ci.high >= 0.0)
        return "no difference shown";
    return ci.low > 0.0 ? "above" : "below";
}

static void put_one(const struct sensitivity *s, const struct method_pair *p,
                    const struct sensitivity_clustered *d, bool new_runs)
{
    struct table *t = s->t;
    const struct run_groups *g = &s->x->methods;
    struct interval ci = new_runs ? d->ci : d->ci_these_runs;
    double value = new_runs ? d->p : d->p_these_runs;
    const char *none = new_runs ? METHODS_NO_RUNS : "no task";
    struct cell *c =
        add_row(s, new_runs ? "difference_new_runs" : "difference_these_runs", g->items[p->b].name,
                g->items[p->a].name, d->difference, (int64_t)d->n_families);
    put_ci(s, c, ci, new_runs ? METHODS_NO_RUNS : no_width);
    c[COL_P] = tables_real(t, value, none);
    c[COL_MIN_P] = tables_real(t, d->min_p, "no task");
    c[COL_ENGINE] = isnan(value)
                        ? cell_na(t, none)
                        : cell_text(t, new_runs ? "asymptotic" : stat_engine_name(d->engine));
    c[COL_SAYS] = isnan(ci.low) ? cell_na(t, new_runs ? METHODS_NO_RUNS : no_width)
                                : cell_text(t, sign_of(ci));
}

static void put_difference(const struct sensitivity *s, const struct method_pair *p,
                           const struct sensitivity_clustered *d)
{
    put_one(s, p, d, true);
    put_one(s, p, d, false);
}

static void put_result(const struct sensitivity *s, const struct methods_result *r)
{
    for (size_t m = 0; m < s->x->methods.n; m++) {
        const struct method_value *v = &r->values[m];
        const char *name = s->x->methods.items[m].name;
        struct cell *c = add_row(s, "value_new_runs", name, NULL, v->value, (int64_t)r->n_tasks);
        put_ci(s, c, v->ci, METHODS_NO_RUNS);
        c = add_row(s, "value_these_runs", name, NULL, v->value, (int64_t)r->n_tasks);
        put_ci(s, c, v->ci_these_runs, no_width);
    }
    for (size_t i = 0; i < r->n_pairs; i++) {
        const struct method_pair *p = &r->pairs[i];
        put_difference(s, p,
                       &(struct sensitivity_clustered){ p->difference, p->ci, p->ci_these_runs,
                                                        p->p, p->flip.p, p->flip.min_p,
                                                        p->flip.engine, r->n_tasks });
    }
}

static void put_nothing(const struct sensitivity *s, const char *why)
{
    struct table *t = s->t;
    struct cell *c =
        add_row(s, "value_these_runs", s->x->methods.items[0].name, NULL, (double)NAN, 0);
    c[COL_METHOD] = cell_na(t, "of all methods");
    c[COL_VALUE] = c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = cell_na(t, why);
}

/* What the database cannot vary is said, too. */
static void put_unvaried(struct sensitivity *s, const char *variant, const char *why)
{
    s->variant = variant;
    s->setting = "another";
    put_nothing(s, why);
}

static void put_variant(struct sensitivity *s, const char *variant, const char *setting,
                        const struct study *study, struct speed_rule rule)
{
    struct err why = { 0 };
    struct methods_compared c;
    struct run_groups g = sensitivity_groups(&s->x->methods, study, s->t->arena);
    struct methods_options how = { .rule = rule,
                                   .level = s->x->resample->level,
                                   .seed = s->x->resample->seed,
                                   .threads = s->x->resample->threads,
                                   .no_model = true,
                                   .primary = s->x->o->estimand };
    s->variant = variant;
    s->setting = setting;
    if (compare_methods(&g, &how, s->t->arena, &c, &why) < 0)
        put_nothing(s, why.msg);
    else
        put_result(s, &c.results[s->x->o->estimand]);
}

static void vary_threshold(struct sensitivity *s)
{
    static const double thresholds[] = { 1.0, 1.05, 1.1, 1.2, 1.5, 2.0 };
    for (size_t i = 0; i < ARRAY_LEN(thresholds); i++) {
        for (int ge = 0; ge < 2; ge++) {
            struct speed_rule rule = { thresholds[i], ge == 1, s->x->o->rule.value };
            put_variant(s, "threshold",
                        arena_printf(s->t->arena, "%s %g", ge == 1 ? ">=" : ">", thresholds[i]),
                        s->study, rule);
        }
    }
}

static void vary_denominator(struct sensitivity *s)
{
    static const char *const names[] = { "all samples", "compiled samples", "correct samples" };
    for (int keep = KEEP_ALL; keep <= KEEP_CORRECT; keep++) {
        struct study kept =
            sensitivity_study(s->study, (enum sensitivity_keep)keep, NULL, s->t->arena);
        put_variant(s, "denominator", names[keep], &kept, s->x->o->rule);
    }
}

/* On the runs' hardware. */
static void vary_baseline(struct sensitivity *s)
{
    struct hardware_time *times = NULL;
    size_t n = 0;
    size_t n_stored = 0;
    struct err none = { 0 };
    if (load_hardware(s->x->in->db, NULL, s->t->arena, &times, &n, &none) < 0)
        n = 0;
    for (size_t i = 0; i < n; i++) {
        struct err why = { 0 };
        bool seen = strcmp(times[i].source, "stored") != 0;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(times[k].baseline, times[i].baseline) == 0;
        if (seen)
            continue;
        /* A copy of the study a baseline, not a copy for each of its times. */
        struct study other = sensitivity_study(s->study, KEEP_ALL, NULL, s->t->arena);
        int rc = 0;
        for (size_t r = 0; r < other.n_runs && rc == 0; r++) {
            struct baseline_table b;
            rc = load_run_baseline(s->x->in->db, times[i].baseline, s->x->in->baseline_hardware,
                                   &other.runs[r], s->t->arena, &b, &why);
            if (rc == 0)
                study_rebase(&other, r, &b);
        }
        n_stored++;
        s->variant = "baseline";
        s->setting = times[i].baseline;
        if (rc < 0)
            put_nothing(s, why.msg);
        else
            put_variant(s, "baseline", times[i].baseline, &other, s->x->o->rule);
    }
    if (n_stored < 2)
        put_unvaried(s, "baseline",
                     n_stored == 0 ? "no baseline is stored" : "no second baseline is stored");
}

static void vary_case(struct sensitivity *s)
{
    const struct study *study = s->study;
    size_t n = 0;
    for (size_t i = 0; i < study->n_runs; i++) {
        const char *name = study->runs[i].task_case;
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = strcmp(study->runs[k].task_case, name) == 0;
        if (seen)
            continue;
        n++;
        struct study one = sensitivity_study(study, KEEP_ALL, NULL, s->t->arena);
        for (size_t c = 0; c < one.n_cells; c++) {
            if (strcmp(study->runs[one.cells[c].run].task_case, name) != 0)
                one.cells[c].count = 0;
        }
        put_variant(s, "case", name[0] == '\0' ? "not said" : name, &one, s->x->o->rule);
    }
    if (n < 2)
        put_unvaried(s, "case", "all runs are of one case");
}

static void vary_family(struct sensitivity *s)
{
    struct arena *a = s->t->arena;
    const char **names = arena_array(a, s->study->n_tasks + 1, sizeof(*names));
    size_t n = sensitivity_families(s->study, names);
    for (size_t i = 0; i < n && n > 1; i++) {
        struct study rest = sensitivity_study(s->study, KEEP_ALL, names[i], a);
        const char *name = names[i][0] == '\0' ? "tasks without a family" : names[i];
        put_variant(s, "without_family", name, &rest, s->x->o->rule);
    }
    if (n < 2)
        put_unvaried(s, "without_family", "all tasks are of one family");
    struct err why = { 0 };
    struct methods_compared c;
    struct methods_options how = { .rule = s->x->o->rule,
                                   .level = s->x->resample->level,
                                   .seed = s->x->resample->seed,
                                   .threads = s->x->resample->threads,
                                   .no_model = true };
    s->variant = "families_as_units";
    s->setting = arena_printf(a, "%zu families", n);
    if (compare_methods(&s->x->methods, &how, a, &c, &why) < 0) {
        put_nothing(s, why.msg);
        return;
    }
    const struct methods_result *r = &c.results[s->x->o->estimand];
    for (size_t i = 0; i < r->n_pairs; i++) {
        struct sensitivity_clustered k =
            sensitivity_by_family(r, c.n_methods, s->study, &r->pairs[i], &how, a);
        put_difference(s, &r->pairs[i], &k);
    }
}

int methods_sensitivity_fill(const struct methods_input *x, struct table *t, struct err *err)
{
    struct sensitivity s = { .x = x, .t = t };
    if (x->methods.n < 2)
        return err_set(err, ERR_NODATA, "these runs are one method, which needs another");
    s.study = x->methods.items[0].set.study;
    table_begin(t, x->in->arena, &methods_sensitivity_shape);
    /* Correct samples know no threshold and no baseline. */
    bool timed = x->o->rule.value != SPEED_ANY;
    if (timed)
        vary_threshold(&s);
    vary_denominator(&s);
    if (timed)
        vary_baseline(&s);
    vary_case(&s);
    vary_family(&s);
    table_note(t,
               "estimand: %s (--estimand); every variant changes one thing of the comparison and "
               "keeps the rest: threshold (> and >=), denominator (which samples count at all), "
               "baseline (stored ones), case of the tasks, tasks without a family",
               compare_estimand_name(x->o->estimand));
    table_note(t,
               "families_as_units: tasks of one family are not independent of each other: the "
               "interval is of sums over families, p by sign flips of whole families; n: families");
    table_reading(t, "each row repeats the comparison with one rule changed; says: its interval "
                     "over tasks in words");
    table_note(t,
               "says: whether the %g %% interval of the difference (Student's t over tasks) is "
               "above 0, below 0, or contains 0. p: sign flips, two-sided, for each variant; the "
               "variants are not independent tests and no p is adjusted",
               100.0 * x->resample->level);
    table_note(t, "n: tasks of which every method has a value under the variant");
    size_t n_tasks = run_groups_common(
        &x->methods, arena_array(x->in->arena, s.study->n_tasks + 1, sizeof(size_t)));
    tables_note_few(t, n_tasks);
    tables_note_undecided(t, n_tasks, x->resample->level);
    methods_note(t, x);
    return 0;
}
