#include "analysis/tables/table_turns.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_outcomes.h"
#include "analysis/from_store/load_runtimes.h"
#include "analysis/study/study.h"
#include "analysis/study/trajectory.h"
#include "analysis/study/turns.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"

#define NONE "no conversation in the denominator"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "metric", 0, COLUMN_TEXT, "correct or fast" },
    { "p", 0, COLUMN_REAL, "threshold; null for correctness", "no threshold" },
    { "view", 0, COLUMN_TEXT, "turn, last or best", .words = "turn|last|best" },
    { "turns", 0, COLUMN_INT, "turns looked at, from 1" },
    { "count", 0, COLUMN_INT, "conversations that succeed" },
    { "n", 0, COLUMN_INT, "conversations in the denominator" },
    { "value", 4, COLUMN_REAL, "the value", NONE },
    INTERVAL_COLUMNS("", "", NONE),
    { "denominator", 0, COLUMN_TEXT,
      "denominator of the shares: all, attempted, compiled or correct",
      .words = "all|attempted|compiled|correct" },
    { "n_problems", 0, COLUMN_INT, "problems that the mean is over" },
    { "n_pairs", 0, COLUMN_INT, "conversations with a first turn and the view" },
    { "gained", 0, COLUMN_INT, "succeed in the view and not at the first turn" },
    { "lost", 0, COLUMN_INT, "succeed at the first turn and not in the view" },
    { "p_mcnemar", 4, COLUMN_REAL, "exact McNemar of gained against lost",
      "the first turn itself; or several conversations of a task, which are not independent" },
    { "engine", 0, COLUMN_TEXT, "exact, asymptotic or monte-carlo",
      "the first turn itself; or several conversations of a task, which are not independent",
      .words = ENGINE_WORDS },
    { "tokens", 1, COLUMN_REAL, "read and written up to the turn, mean over conversations",
      "tokens of a turn are not known", .unit = "tokens" },
    { "value_in_sample", 4, COLUMN_REAL,
      "with --step boa: the value on the rollouts that selected the step, so biased upwards",
      NONE },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.turns/1",
    .rows = "conversations by turn",
    SHAPE_COLUMNS(columns),
    .n_optional = 1,
    .formulas = { "turn: verdict of that turn. last: of the last turn up to it. best: of the "
                  "fastest correct one up to it; share per task, then the mean over tasks",
                  "p_mcnemar: exact $\\mathrm{Binomial}(\\mathrm{gained} + \\mathrm{lost}, "
                  "\\frac{1}{2})$ against the first turn, two-sided; tokens = sum over all turns "
                  "up to it / conversations" },
    .references = { "Dr. Kernel and KernelGYM 2026 (arXiv 2602.05885)", KERNELBENCH, BROWN },
    .denominator =
        "column denominator; conversations: a sample of a task with all its scored turns",
    .n = "column n: conversations in the denominator; n_pairs: those with a first turn",
    .queries = { "load_turns", "load_baseline" },
};

/* Of a run. */
struct turn_rows {
    const struct table_input *in;
    struct table *table;
    const char *run;
    const struct turn_set *set;
    const struct turn_set *in_sample; /* for --step boa */
    struct fastp_options options;     /* one p at a time */
    const double *p;
    size_t n_p;
};

/* Returns the next cell. */
static struct cell *put_change(struct table *t, struct cell *c, const struct turn_change *x,
                               bool is_first)
{
    const char *none = is_first ? "the first turn itself"
                       : x->several && x->gained + x->lost > 0
                           ? "several conversations of a task, which are not independent"
                           : "no conversation changed";
    *c++ = cell_int(x->n);
    *c++ = cell_int(x->gained);
    *c++ = cell_int(x->lost);
    *c++ = tables_real(t, x->p, none);
    *c++ = isnan(x->p) ? cell_na(t, none) : cell_text(t, "exact");
    return c;
}

/* p NULL: correctness. */
static struct fastp_point point_of(const struct turn_rows *r, const struct turn_set *set,
                                   enum turn_view view, int turn, const double *p)
{
    static const double any = 0.0;
    struct fastp_input in;
    struct fastp_options o = r->options;
    turn_view_input(set, view, turn, p == NULL, r->in->arena, &in);
    o.p = p == NULL ? &any : p;
    o.n_p = 1;
    return fastp_curve(&in, &o, r->in->arena)[0];
}

static void put_view(const struct turn_rows *r, enum turn_view view, int turn, const double *p)
{
    struct table *t = r->table;
    struct fastp_point x = point_of(r, r->set, view, turn, p);
    struct speed_rule rule = { p == NULL ? 0.0 : *p, r->options.ge, SPEED_MEAN };
    struct turn_change change = turn_change_of(r->set, view, turn, p == NULL, rule);
    const char *reason = NONE;
    struct cell *c = table_row(t);
    *c++ = cell_text(t, r->run);
    *c++ = cell_text(t, p == NULL ? "correct" : "fast");
    *c++ = p == NULL ? cell_na(t, "no threshold") : cell_real(*p);
    *c++ = cell_text(t, turn_view_name(view));
    *c++ = cell_int(turn + 1);
    *c++ = cell_int(x.count);
    *c++ = cell_int(x.n);
    *c++ = tables_real(t, x.value, reason);
    c = tables_put_interval(t, c, x.ci, x.interval, reason);
    *c++ = cell_text(t, fastp_denominator_name(r->options.denominator));
    *c++ = cell_int((int64_t)x.n_problems);
    c = put_change(t, c, &change, turn == 0);
    *c++ = tables_real(t, turn_mean_tokens(r->set, turn), "tokens of a turn are not known");
    if (r->in_sample != NULL)
        *c++ = tables_real(t, point_of(r, r->in_sample, view, turn, p).value, reason);
}

static int read_options(const struct table_turns_options *o, struct turn_rows *r, struct err *err)
{
    struct resampling resample = { 0 };
    double *p = NULL;
    int rc = tables_numbers("p", o->p, r->in->arena, &p, &r->n_p, err);
    if (rc == 0)
        rc = tables_resampling(&o->resample, &resample, err);
    if (rc < 0)
        return rc;
    r->p = p;
    r->options = (struct fastp_options){ .ge = o->ge,
                                         .denominator = o->denominator,
                                         .interval = tables_interval(o->interval),
                                         .level = resample.level,
                                         .replicates = resample.replicates,
                                         .seed = resample.seed };
    return 0;
}

static int put_runs(struct turn_rows *r, const struct study *s, int step, struct err *err)
{
    const struct table_input *in = r->in;
    const char *name = in->baseline;
    for (size_t i = 0; i < s->n_runs; i++) {
        struct baseline_table b;
        struct turn_set set, in_sample;
        struct speed_rule rule = { 1.0, r->options.ge, SPEED_MEAN };
        int at[2];
        int rc = tables_need_halves(s, i, step, err);
        boa_steps_held_out(s, i, step, rule, at);
        if (rc == 0 && name != NULL)
            rc = load_run_baseline(in->db, name, in->baseline_hardware, &s->runs[i], in->arena, &b,
                                   err);
        if (rc == 0)
            rc = load_turns(in->db, s, i, at, name == NULL ? NULL : &b, in->arena, &set, err);
        if (rc == 0 && set.n_conversations == 0)
            rc = err_set(err, ERR_NOMATCH,
                         "run %s has no scored sample of this step; --step chooses another",
                         s->runs[i].name);
        if (rc < 0)
            return rc;
        at[0] = at[1] = study_resolve_step(s, i, step, rule);
        if (step == STEP_BOA)
            rc = load_turns(in->db, s, i, at, name == NULL ? NULL : &b, in->arena, &in_sample, err);
        if (rc < 0)
            return rc;
        r->run = s->runs[i].name;
        r->set = &set;
        r->in_sample = step == STEP_BOA ? &in_sample : NULL;
        for (size_t k = 0; k <= r->n_p; k++) {
            const double *p = k == 0 ? NULL : &r->p[k - 1];
            for (int view = 0; view < TURN_VIEWS; view++) {
                for (int turn = 0; turn <= r->set->last_turn; turn++)
                    put_view(r, (enum turn_view)view, turn, p);
            }
        }
        table_note(r->table, "run %s: %zu conversations with %zu scored turns on %zu tasks", r->run,
                   set.n_conversations, set.n_turns, set.n_problems);
        if (name != NULL)
            tables_note_hardware(r->table, &b, &s->runs[i]);
    }
    return 0;
}

static void note_turns(const struct turn_rows *r, int step)
{
    struct table *t = r->table;
    table_note(t, "turn: the conversations that have that turn. last: the last turn up to it. "
                  "best: the fastest correct one up to it, which presumes that all are evaluated");
    table_note(t,
               "fast: correct and speedup %s p. correct: at any speed. A correct turn without a "
               "speedup is not fast at any p; samples of %s",
               r->options.ge ? ">=" : ">", tables_step_text(step, t->arena));
    tables_note_in_sample(t, step, "value_in_sample");
    table_note(t, "best: measured times are compared and not measured again, so that noise makes "
                  "it look faster; K turns are not K samples: each follows from those before it");
    table_note(t, "tokens: read and written by the scored turns up to it, mean over conversations");
    table_reading(t, "value: share of conversations that succeed by that turn, mean over tasks");
    table_note(t, "denominator %s; value: per task, then the mean over tasks",
               fastp_denominator_name(r->options.denominator));
    table_note(
        t, "gained, lost: conversations that succeed in the view and not at their first turn, or "
           "the other way round; p_mcnemar: exact, two-sided, with one conversation per task");
    table_note(t,
               "interval: %s with one conversation per task; below ten tasks, or where none or all "
               "succeed, Student's t over tasks. Otherwise %g %% bootstrap percentiles over tasks, "
               "then conversations (%d replicates, seed %llu)",
               interval_name(r->options.interval), 100.0 * r->options.level, r->options.replicates,
               (unsigned long long)r->options.seed);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_turns_options *o = options;
    const struct study *s;
    struct table t;
    struct turn_rows r = { .in = in, .table = &t };
    int rc = read_options(o, &r, err);
    if (rc == 0)
        rc = tables_study_whole(in, false, true, &s, err);
    if (rc < 0)
        return rc;
    table_begin_with(&t, in->arena, &shape, o->step == STEP_BOA);
    rc = put_runs(&r, s, o->step, err);
    if (rc < 0)
        return rc;
    note_turns(&r, o->step);
    if (o->step == STEP_BOA)
        tables_note_steps(&t, s);
    tables_note_few(&t, s->n_tasks);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    TABLE_BASELINE_OPTIONS,
    OPTION(struct table_turns_options, p, "p", "LIST",
           "thresholds of speedup; correctness is always shown"),
    OPTION(struct table_turns_options, ge, "ge", NULL, "count speedup >= p instead of > p"),
    OPTION(struct table_turns_options, denominator, "denominator", "WHAT",
           "all, attempted, compiled or correct", .choices = fastp_denominator_names),
    OPTION(struct table_turns_options, interval, "interval", "KIND",
           "wilson, clopper-pearson or jeffreys", .choices = count_interval_names),
    OPTION(struct table_turns_options, step, "step", "STEP",
           "step of an adapting run: a number, boa or all", TABLE_STEPS),
    TABLE_RESAMPLE_OPTIONS(struct table_turns_options),
};

const struct table_kind table_turns = {
    .command = "analyze turns",
    .summary = "conversations by turn: last turn against best over turns",
    .usage = "rollbook analyze turns [--run NAME[,NAME]] [--p LIST] [options]",
    .examples = "  rollbook analyze turns --run refine-42\n  rollbook analyze turns --run theirs "
                "--p 1,1.2 --baseline torch_eager --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_turns_options){ STANDARD_turns },
                 sizeof(struct table_turns_options) },
    .make = make,
};
