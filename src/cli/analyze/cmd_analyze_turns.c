/*
 * cmd_analyze_turns.c - analyze turns: conversations by turn, last turn against best over turns.
 */
#include <math.h>
#include <string.h>

#include "analysis/load/load_baseline.h"
#include "analysis/load/load_turns.h"
#include "analysis/study/baseline_table.h"
#include "analysis/study/turns.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"

enum column {
    COL_RUN,
    COL_METRIC,
    COL_P,
    COL_VIEW,
    COL_TURNS,
    COL_COUNT,
    COL_N,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_DENOMINATOR,
    COL_PROBLEMS,
    COL_PAIRS,
    COL_GAINED,
    COL_LOST,
    COL_MCNEMAR,
    COL_ENGINE,
    COL_TOKENS,
    COL_COLUMNS
};

static const struct table_column columns[COL_COLUMNS] = {
    { "run", 0 },        { "metric", 0 },  { "p", 0 },        { "view", 0 },
    { "turns", 0 },      { "count", 0 },   { "n", 0 },        { "value", 4 },
    { "ci_low", 4 },     { "ci_high", 4 }, { "interval", 0 }, { "denominator", 0 },
    { "n_problems", 0 }, { "n_pairs", 0 }, { "gained", 0 },   { "lost", 0 },
    { "p_mcnemar", 4 },  { "engine", 0 },  { "tokens", 1 },
};

/* What the rows of a run are made of. */
struct turn_rows {
    struct cli *cli;
    struct table *table;
    const char *run;
    const struct turn_set *set;
    struct fastp_options options; /* p: one at a time */
    const double *p;
    size_t n_p;
};

static void put_change(struct table *t, struct cell *c, const struct turn_change *x, bool is_first)
{
    const char *none = is_first ? "the first turn itself" : "no conversation changed";
    c[COL_PAIRS] = cell_int(x->n);
    c[COL_GAINED] = cell_int(x->gained);
    c[COL_LOST] = cell_int(x->lost);
    c[COL_MCNEMAR] = tables_real(t, x->p, none);
    c[COL_ENGINE] = isnan(x->p) ? cell_na(t, none) : cell_text(t, "exact");
}

/* p NULL: correctness alone. */
static void put_view(const struct turn_rows *r, enum turn_view view, int turn, const double *p)
{
    static const double any = 0.0;
    struct table *t = r->table;
    struct fastp_input in;
    struct fastp_options o = r->options;
    turn_view_input(r->set, view, turn, p == NULL, r->cli->arena, &in);
    o.p = p == NULL ? &any : p;
    o.n_p = 1;
    struct fastp_point x = fastp_curve(&in, &o, r->cli->arena)[0];
    struct turn_change change =
        turn_change_of(r->set, view, turn, p == NULL, (struct speed_rule){ *o.p, o.ge });
    const char *reason = "no conversation in the denominator";
    struct cell *c = table_row(t);
    c[COL_RUN] = cell_text(t, r->run);
    c[COL_METRIC] = cell_text(t, p == NULL ? "correct" : "fast");
    c[COL_P] = p == NULL ? cell_na(t, "no threshold") : cell_real(*p);
    c[COL_VIEW] = cell_text(t, turn_view_name(view));
    c[COL_TURNS] = cell_int(turn + 1);
    c[COL_COUNT] = cell_int(x.count);
    c[COL_N] = cell_int(x.n);
    c[COL_VALUE] = tables_real(t, x.value, reason);
    tables_put_interval(t, &c[COL_LOW], x.ci, x.interval, reason);
    c[COL_DENOMINATOR] = cell_text(t, fastp_denominator_name(o.denominator));
    c[COL_PROBLEMS] = cell_int((int64_t)x.n_problems);
    put_change(t, c, &change, turn == 0);
    c[COL_TOKENS] =
        tables_real(t, turn_mean_tokens(r->set, turn), "tokens of a turn are not known");
}

static void put_run(const struct turn_rows *r)
{
    for (size_t k = 0; k <= r->n_p; k++) {
        const double *p = k == 0 ? NULL : &r->p[k - 1];
        for (int view = 0; view < TURN_VIEWS; view++) {
            for (int turn = 0; turn <= r->set->last_turn; turn++)
                put_view(r, (enum turn_view)view, turn, p);
        }
    }
}

static int read_options(struct cli *cli, struct turn_rows *r, int *step, struct err *err)
{
    struct analyze_resample resample = { 0 };
    double *p = NULL;
    struct fastp_options *o = &r->options;
    int rc = analyze_numbers(cli, "p", &p, &r->n_p, err);
    if (rc == 0)
        rc = analyze_step(cli, step, err);
    if (rc == 0)
        rc = analyze_resample(cli, &resample, err);
    if (rc < 0)
        return rc;
    r->p = p;
    *o = (struct fastp_options){ .ge = opt_flag(cli, "ge"),
                                 .level = resample.level,
                                 .replicates = resample.replicates,
                                 .seed = resample.seed };
    if (!fastp_denominator_parse(opt_text(cli, "denominator"), &o->denominator))
        return err_set(err, ERR_USAGE,
                       "--denominator: '%s' is none of all, attempted, compiled, correct",
                       opt_text(cli, "denominator"));
    if (!interval_parse(opt_text(cli, "interval"), &o->interval) ||
        (o->interval != INTERVAL_WILSON && o->interval != INTERVAL_CLOPPER_PEARSON &&
         o->interval != INTERVAL_JEFFREYS))
        return err_set(err, ERR_USAGE,
                       "--interval: '%s' is none of wilson, clopper-pearson, jeffreys",
                       opt_text(cli, "interval"));
    return 0;
}

static int put_runs(struct turn_rows *r, const struct study *s, int step, struct err *err)
{
    struct cli *cli = r->cli;
    const char *name = opt_text(cli, "baseline");
    for (size_t i = 0; i < s->n_runs; i++) {
        struct baseline_table b;
        struct turn_set set;
        int at = study_resolve_step(s, i, step, (struct speed_rule){ 1.0, r->options.ge });
        int rc = 0;
        if (name != NULL)
            rc = load_baseline(cli->db, name, opt_text(cli, "baseline-hardware"), s->runs[i].device,
                               cli->arena, &b, err);
        if (rc == 0)
            rc = load_turns(cli->db, s, i, at, name == NULL ? NULL : &b, cli->arena, &set, err);
        if (rc == 0 && set.n_conversations == 0)
            rc = err_set(err, ERR_NOMATCH, "run %s has no scored sample of this step",
                         s->runs[i].name);
        if (rc < 0)
            return rc;
        r->run = s->runs[i].name;
        r->set = &set;
        put_run(r);
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
    table_note(t, "turn: the conversations that have that turn; last: the last turn up to it; "
                  "best: the fastest correct one up to it, which presumes that all are evaluated");
    table_note(t,
               "fast: correct and speedup %s p; correct: whatever the speed; a correct turn "
               "without a speedup is fast at no p; samples of %s",
               r->options.ge ? ">=" : ">", analyze_step_text(r->cli, step));
    table_note(t, "best: measured times are compared and not measured again, so that noise makes "
                  "it look faster; K turns are not K samples: each follows from those before it");
    table_note(t, "tokens: read and written by the scored turns up to it, mean over conversations");
    table_note(t, "denominator %s; value: per task, then the mean over tasks",
               fastp_denominator_name(r->options.denominator));
    table_note(t, "gained, lost: conversations that succeed in the view and not at their first "
                  "turn, or the other way round; p_mcnemar: exact, two-sided, conversations "
                  "independent");
    table_note(
        t,
        "interval: %s with one conversation a task or where none or all succeed "
        "(conversations independent then), else %g %% bootstrap percentiles over tasks, then "
        "conversations (%d replicates, seed %llu)",
        interval_name(r->options.interval), 100.0 * r->options.level, r->options.replicates,
        (unsigned long long)r->options.seed);
}

static int run_turns(struct cli *cli, struct err *err)
{
    struct study s;
    struct table t;
    struct turn_rows r = { .cli = cli, .table = &t };
    int step = 0;
    int rc = read_options(cli, &r, &step, err);
    if (rc == 0)
        rc = analyze_load(cli, &s, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.analyze.turns/1", columns, COL_COLUMNS);
    rc = put_runs(&r, &s, step, err);
    if (rc < 0)
        return rc;
    note_turns(&r, step);
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt options[] = {
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    { "p", 0, OPT_TEXT, "LIST", "1,1.2", "thresholds of speedup, beside correctness alone" },
    { "ge", 0, OPT_FLAG, NULL, NULL, "count speedup >= p instead of > p" },
    { "denominator", 0, OPT_TEXT, "WHAT", "attempted", "all, attempted, compiled or correct" },
    { "interval", 0, OPT_TEXT, "KIND", "wilson", "wilson, clopper-pearson or jeffreys" },
    { "step", 0, OPT_TEXT, "STEP", "all", "step of an adapting run: a number, boa or all" },
    ANALYZE_RESAMPLE_OPTIONS,
};

const struct command cmd_analyze_turns = {
    .name = "analyze turns",
    .summary = "conversations by turn: last turn against best over turns",
    .usage = "rollbook analyze turns [--run NAME[,NAME]] [--p LIST] [options]",
    .examples = "  rollbook analyze turns --run refine-42\n"
                "  rollbook analyze turns --run theirs --p 1,1.2 --baseline torch_eager --json\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_turns,
};
