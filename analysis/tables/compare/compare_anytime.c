/* compare_anytime.c - two groups, with answers that may be looked at all the time. */
#include <math.h>
#include <string.h>

#include "analysis/compare/anytime.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/tables/compare/compare_parts.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"

enum anytime_column {
    COL_RUNS,
    COL_QUANTITY,
    COL_MEAN_A,
    COL_MEAN_B,
    COL_DIFFERENCE,
    COL_LOW,
    COL_HIGH,
    COL_E_VALUE,
    COL_STATE,
    COL_MORE,
    COL_MORE_LOW,
    COL_MORE_HIGH,
    COL_LOOKS,
    COL_DECIDED_AT,
    COL_N,
    COL_BUDGET_A,
    COL_BUDGET_B,
    COL_COUNT
};

#define NO_MORE "decided, or nothing varies yet, or never at this difference, or not defined"

static const struct table_column columns[] = {
    { "runs", 0, COLUMN_TEXT, "these: for the stored runs; new: for other runs",
      .words = "these|new" },
    { "quantity", 0, COLUMN_TEXT, "the compared quantity",
      .words = "share_fast|any_of_b|log_best" },
    { "mean_a", 4, COLUMN_REAL, "of A, over the compared rollouts", "not defined" },
    { "mean_b", 4, COLUMN_REAL, "of B", "not defined" },
    { "difference", 4, COLUMN_REAL, "B - A", "not defined" },
    { "ci_low", 4, COLUMN_REAL, "lower end of the confidence sequence", "not defined" },
    { "ci_high", 4, COLUMN_REAL, "upper end of the confidence sequence", "not defined" },
    { "e_value", 4, COLUMN_REAL, "evidence against --null, at most 1 on average without one",
      "not defined; or --bound stitched" },
    { "state", 0, COLUMN_TEXT, "A or B: decided for it; or undecided", .words = "A|B|undecided" },
    { "more", 0, COLUMN_REAL, "rollouts per task, or runs, until a decision at this difference",
      NO_MORE },
    { "more_low", 0, COLUMN_REAL, "the same at a larger difference, end of an 80 % interval",
      NO_MORE },
    { "more_high", 0, COLUMN_REAL, "the same at a smaller difference", NO_MORE },
    { "looks", 0, COLUMN_INT, "rounds, or pairs of runs", "not defined" },
    { "decided_at", 0, COLUMN_INT, "first look that decided", "undecided" },
    { "n", 0, COLUMN_INT, "(task, run pair) cells, or pairs of runs" },
    { "budget_a", 0, COLUMN_INT, "rollouts of A in one value" },
    { "budget_b", 0, COLUMN_INT, "rollouts of B in one value" },
};

const struct table_shape compare_anytime_shape = {
    .schema = "rollbook.analyze.compare.anytime/1",
    .asked = "--anytime",
    .rows = "two groups of runs, looked at as often as one likes",
    SHAPE_COLUMNS(columns),
    .formulas = { "e-value of these runs: mean over ten fractions $f$ (0.9, 0.45 and so on) of the "
                  "product of $1 + \\frac{f (y - m)}{m - l}$ over the values $y$ of all rounds, of "
                  "which $l$ is the least possible, half the stake on each side; $y$ is B - A of a "
                  "task in a round, minus the task's earlier values, plus their mean. the "
                  "confidence sequence: every $m$ whose e-value never reached $\\frac{1}{\\alpha}$",
                  "e-value of new runs: $\\frac{1}{\\sqrt{a}} (\\frac{n - 1 + t^2}{n - 1 + t^2 / "
                  "a})^{n / 2}$ with $a = 1 + 4 n$, of the $t$ statistic of $n$ pairs of runs, "
                  "looked at after each pair",
                  "bernstein: predictable plug-in. stitched: polynomial, with the empirical "
                  "variance. normal: Robbins' mixture, $\\sqrt{(v + \\rho) \\ln \\frac{v + "
                  "\\rho}{\\rho \\alpha^2}}$ for a sum of variance $v$",
                  "any_of_b: at least one of B consecutive rollouts is fast. log_best: natural log "
                  "of the best speedup of B, 1 where none is better, at most 16; of new runs in "
                  "expectation over a run's rollouts, steps in order" },
    .references = { "Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by "
                    "betting, JRSS B 86",
                    "Howard, Ramdas, McAuliffe and Sekhon 2021, Time-uniform, nonparametric, "
                    "nonasymptotic confidence sequences, Annals of Statistics 49",
                    "Robbins 1970, Statistical methods related to the law of the iterated "
                    "logarithm, Annals of Mathematical Statistics 41",
                    "Ville 1939, Etude critique de la notion de collectif",
                    "Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Time-uniform central "
                    "limit theory and asymptotic confidence sequences, Annals of Statistics 52",
                    "Perez-Ortiz, Lardy, de Heide and Grunwald 2024, E-statistics, group "
                    "invariance and anytime-valid testing, Annals of Statistics 52; Lai 1976, On "
                    "confidence sequences, Annals of Statistics 4",
                    "Ramdas, Grunwald, Vovk and Shafer 2023, Game-theoretic statistics and safe "
                    "anytime-valid inference, Statistical Science 38",
                    "Neyman 1934, On the two different aspects of the representative method, JRSS "
                    "97" },
    .denominator = "scored rollouts of the tasks that both groups have; failures are not fast",
    .n = "column n: cells of one task and one pair of runs; pairs of runs",
    .queries = { STUDY_QUERIES, "load_settings", "load_run_declarations" },
};

static const char *const words[] = { "share of fast rollouts", "chance that one of B is fast",
                                     "log of the best speedup of B" };

static struct cell more_cell(struct table *t, const struct anytime_row *row, double looks)
{
    double per_look = row->new_runs ? 1.0 : row->per_look;
    if (row->r.sign != 0)
        return cell_na(t, "decided");
    if (isinf(looks))
        return cell_na(t, "never, at this difference");
    return isnan(looks) ? cell_na(t, "nothing varies yet") : cell_real(ceil(looks * per_look));
}

static void put_row(struct table *t, const struct anytime_row *row)
{
    struct cell *c = table_row(t);
    const char *why = row->why != NULL ? row->why : "not defined";
    const struct stat_anytime *r = &row->r;
    c[COL_RUNS] = cell_text(t, row->new_runs ? "new" : "these");
    c[COL_QUANTITY] = cell_text(t, anytime_quantity_name(row->quantity));
    c[COL_MEAN_A] = tables_real(t, row->mean_a, why);
    c[COL_MEAN_B] = tables_real(t, row->mean_b, why);
    c[COL_DIFFERENCE] = tables_real(t, row->mean_b - row->mean_a, why);
    bool bounded = !isnan(r->ci.low) && isfinite(r->ci.low);
    const char *no_ci = row->why != NULL ? why : "so few runs exclude nothing";
    if (r->ci.low > r->ci.high) {
        bounded = false;
        no_ci = "looks contradict each other, as one study in twenty may";
    }
    c[COL_LOW] = bounded ? cell_real(r->ci.low) : cell_na(t, no_ci);
    c[COL_HIGH] = bounded ? cell_real(r->ci.high) : cell_na(t, no_ci);
    c[COL_E_VALUE] =
        tables_real(t, r->e_value, row->why != NULL ? why : "a stitched boundary has no e-value");
    c[COL_STATE] = cell_text(t, r->sign > 0 ? "B" : r->sign < 0 ? "A" : "undecided");
    c[COL_MORE] = c[COL_MORE_LOW] = c[COL_MORE_HIGH] = cell_na(t, why);
    if (row->why == NULL) {
        c[COL_MORE] = more_cell(t, row, r->more);
        c[COL_MORE_LOW] = more_cell(t, row, r->more_low);
        c[COL_MORE_HIGH] = more_cell(t, row, r->more_high);
    }
    c[COL_LOOKS] =
        row->why != NULL && row->n_looks == 0 ? cell_na(t, why) : cell_int((int64_t)row->n_looks);
    c[COL_DECIDED_AT] =
        r->decided_at == 0 ? cell_na(t, "undecided") : cell_int((int64_t)r->decided_at);
    c[COL_N] = cell_int((int64_t)row->n_units);
    c[COL_BUDGET_A] = cell_int(row->budget_a);
    c[COL_BUDGET_B] = cell_int(row->budget_b);
}

static const char *count_text(struct arena *a, double looks, double per_look)
{
    double n = ceil(looks * per_look), unit = n < 1000.0 ? 1.0 : pow(10.0, floor(log10(n)) - 1.0);
    return isinf(looks) ? "never" : arena_printf(a, "%.0f", floor(n / unit + 0.5) * unit);
}

const char *anytime_row_words(const struct anytime_row *row, struct arena *a)
{
    const struct stat_anytime *r = &row->r;
    const char *unit = row->new_runs ? "pairs of runs" : "rollouts per task and side";
    double per_look = row->new_runs ? 1.0 : row->per_look;
    if (!(r->more * per_look > 1.0))
        unit = row->new_runs ? "pair of runs" : "rollout per task and side";
    if (row->why != NULL)
        return arena_printf(a, "undecided: %s", row->why);
    if (r->sign != 0)
        return arena_printf(a, "decided for %s (e-value %.3g)", r->sign > 0 ? "B" : "A", r->most);
    if (isnan(r->more))
        return "undecided: no difference has been seen";
    if (isinf(r->more))
        return arena_printf(
            a,
            "undecided: a difference this small is not decided; if it is larger, in %s %s or more",
            count_text(a, r->more_low, per_look), unit);
    return arena_printf(a, "undecided: about %s more %s (80 %% interval %s to %s)",
                        count_text(a, r->more, per_look), unit,
                        count_text(a, r->more_low, per_look),
                        count_text(a, r->more_high, per_look));
}

static const char **run_names(const struct study *s, struct arena *a)
{
    const char **names = arena_array(a, s->n_runs + 1, sizeof(*names));
    for (size_t i = 0; i < s->n_runs; i++)
        names[i] = s->runs[i].name;
    return names;
}

static int put_declared(const struct table_input *in, const struct study *s, struct table *t,
                        struct err *err)
{
    const struct run_declaration *list = NULL;
    size_t n = 0;
    const char **names = run_names(s, in->arena);
    int rc = load_run_declarations(&(struct load_request){ in->db, names, s->n_runs, in->arena },
                                   &list, &n, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n; i++)
        table_note(t,
                   "declared: %lld of %zu runs refer to '%s', version %lld ('analyze declaration' "
                   "lists departures)",
                   (long long)list[i].n_runs, s->n_runs, list[i].name, (long long)list[i].version);
    if (n == 0)
        table_note(t, "NOT DECLARED: the guarantee requires groups, threshold and quantity chosen "
                      "before the data were seen; there is no record of that");
    return 0;
}

static void put_notes(const struct methods_input *x, const struct anytime_result *r,
                      const struct study *s, struct table *t)
{
    const struct anytime_row *first = &r->rows[ANYTIME_SHARE];
    const struct table_compare_options *o = x->o;
    for (size_t k = 0; k < 2 * ANYTIME_QUANTITIES; k++) {
        const struct anytime_row *row = &r->rows[k];
        table_note(t, "%s, %s runs: %s", words[row->quantity], row->new_runs ? "new" : "these",
                   anytime_row_words(row, t->arena));
    }
    table_note(t,
               "one row has all its looks together at level %g; several rows are several tests: "
               "choose the decisive row before the data",
               x->resample->level);
    table_note(t,
               "these runs: rollouts are taken in the order of their sample numbers, which must "
               "not depend on how they fared; new runs: differences of runs are taken for normal");
    for (int side = 0; side < 2; side++)
        if (fabs(r->order_z[side]) > ANYTIME_ORDER)
            table_warning(t,
                          "SORTED: fast rollouts of %s come %s than chance allows (z = %.2g): "
                          "sample numbers follow the results, so these runs are not compared",
                          side == 0 ? "A" : "B", r->order_z[side] < 0.0 ? "earlier" : "later",
                          r->order_z[side]);
    if (first->why == NULL && r->n_cells > 0) {
        const struct compare_cell *c = &r->all->cells[r->least_cell];
        table_note(t,
                   "%zu rounds: task %s of runs %s and %s has no rollouts for another; rollouts of "
                   "other cells beyond them are not used",
                   first->n_looks, s->tasks[c->task].task, s->runs[c->run_a].name,
                   s->runs[c->run_b].name);
    }
    if (o->equal != COST_ROLLOUTS)
        table_note(t,
                   "equal %s: any_of_b and log_best have %lld rollouts of A and %lld of B, by the "
                   "mean cost of a stored rollout; share_fast is per rollout",
                   cost_unit_names[o->equal], (long long)r->rows[ANYTIME_ANY].budget_a,
                   (long long)r->rows[ANYTIME_ANY].budget_b);
    if (fabs(o->null) > 0.0)
        table_note(t, "tested against a difference of %g, for logs of 0", o->null);
    if (o->bound == BOUND_NORMAL)
        table_note(t, "--bound normal is approximate: it is valid from about ten rounds on");
    tables_note_rule(t, o->rule);
}

int compare_anytime_of(const struct methods_input *x, const struct run_set *a,
                       const struct run_set *b, size_t n_rounds, struct anytime_result *out,
                       struct err *err)
{
    const struct table_compare_options *o = x->o;
    const struct study *s = a->study;
    const struct table_input *in = x->in;
    bool *in_rounds = arena_array(in->arena, s->n_runs + 1, sizeof(*in_rounds));
    double *cost = NULL;
    size_t complete = SIZE_MAX;
    if (!(o->null > -1.0 && o->null < 1.0))
        return err_set(err, ERR_USAGE, "--null: %g is not a difference of shares", o->null);
    if (o->budget < 0 || o->budget > 100000)
        return err_set(err, ERR_USAGE, "--budget is a number of rollouts from 1 to 100000");
    const struct load_request from = { in->db, run_names(s, in->arena), s->n_runs, in->arena };
    int rc = load_rounds(&from, s, in_rounds, &complete, err);
    if (rc == 0 && o->equal != COST_ROLLOUTS) {
        cost = arena_array(in->arena, s->n_runs + 1, sizeof(*cost));
        rc = table_cost_each(in, from.names, s->n_runs, o->equal, o->prices, cost, err);
    }
    const struct anytime_options how = { .rule = o->rule,
                                         .level = x->resample->level,
                                         .bound = o->bound,
                                         .budget = o->budget,
                                         .cost = cost,
                                         .in_rounds = in_rounds,
                                         .n_rounds = n_rounds > 0 ? n_rounds : complete,
                                         .null = o->null,
                                         .seed = x->resample->seed,
                                         .threads = x->resample->threads };
    return rc < 0 ? rc : anytime_compare(a, b, &how, in->arena, out, err);
}

int compare_anytime_fill(const struct methods_input *x, const struct run_set *a,
                         const struct run_set *b, struct table *t, struct err *err)
{
    struct anytime_result r;
    const struct study *s = a->study;
    int rc = compare_anytime_of(x, a, b, 0, &r, err);
    if (rc < 0)
        return rc;
    table_begin(t, x->in->arena, &compare_anytime_shape);
    for (size_t k = 0; k < 2 * ANYTIME_QUANTITIES; k++)
        put_row(t, &r.rows[k]);
    const struct anytime_row *row = &r.rows[r.all->cross_fitted ? ANYTIME_QUANTITIES : 0];
    table_reading(t, "share of fast rollouts, B (%s%s) - A (%s%s), %s runs: %s",
                  s->runs[b->runs[0]].name, b->n_runs > 1 ? ", ..." : "", s->runs[a->runs[0]].name,
                  a->n_runs > 1 ? ", ..." : "", row->new_runs ? "new" : "these",
                  anytime_row_words(row, t->arena));
    put_notes(x, &r, s, t);
    return put_declared(x->in, s, t, err);
}
