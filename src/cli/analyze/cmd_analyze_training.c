/*
 * cmd_analyze_training.c - analyze training: series over the steps of adapting runs.
 */
#include <math.h>
#include <string.h>

#include "analysis/load/load_training.h"
#include "analysis/study/training.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/analyze/analyze_common.h"

enum column { COL_RUN, COL_METRIC, COL_STEP, COL_N, COL_VALUE, COL_SMOOTHED, COL_COUNT };

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

/* --metric: everything, or names with or without what stands before their last word. */
static bool is_wanted(const char *wanted, const char *metric)
{
    const char *space = strchr(metric, ' ');
    size_t first = space == NULL ? strlen(metric) : (size_t)(space - metric);
    if (wanted == NULL || strcmp(wanted, metric) == 0)
        return true;
    return space != NULL && (strcmp(wanted, space + 1) == 0 ||
                             (strlen(wanted) == first && memcmp(wanted, metric, first) == 0));
}

static int collect(struct cli *cli, struct study *s, struct training_list *list, struct err *err)
{
    int rc = analyze_load(cli, s, err);
    if (rc == 0)
        rc = analyze_rebase(cli, s, err);
    for (size_t i = 0; rc == 0 && i < s->n_runs; i++)
        training_from_study(s, i, analyze_rule(cli), list, cli->arena);
    return rc < 0 ? rc : load_training(cli->db, s, cli->arena, list, err);
}

static int print_points(struct cli *cli, const struct study *s, const struct training_list *list,
                        double weight, struct err *err)
{
    struct table t;
    table_init(&t, cli->arena, "rollbook.analyze.training/1", columns, COL_COUNT);
    for (size_t i = 0; i < list->n; i++) {
        if (is_wanted(opt_text(cli, "metric"), list->items[i].metric))
            put_point(&t, s, &list->items[i]);
    }
    if (t.n_rows == 0)
        return err_set(err, ERR_NOMATCH, "these runs have no metric %s",
                       opt_text(cli, "metric") == NULL ? "at all" : opt_text(cli, "metric"));
    table_note(&t,
               "smoothed: sum w^(t-i) x_i / sum w^(t-i) over the steps i <= t where x is defined, "
               "w = %g; step 0 is the unadapted policy",
               weight);
    table_note(
        &t,
        "compiled, correct, fast: shares of the scored rollouts; geomean_speedup: over "
        "the correct ones with a speedup; mean_surprisal: nats a token; reward: mean "
        "over rollouts of every turn; update: as the update after the step's rollouts reported it");
    tables_note_rule(&t, analyze_rule(cli));
    tables_note_runs(&t, s);
    cli_print_table(cli, &t);
    return 0;
}

static int run_training(struct cli *cli, struct err *err)
{
    struct study s;
    struct training_list list = { 0 };
    double weight = opt_real(cli, "smooth");
    if (!(weight >= 0.0) || !(weight < 1.0))
        return err_set(err, ERR_USAGE, "--smooth lies from 0 to below 1");
    int rc = collect(cli, &s, &list, err);
    if (rc == 0) {
        training_smooth_all(&list, weight);
        rc = print_points(cli, &s, &list, weight, err);
    }
    training_release(&list);
    return rc;
}

static const struct opt options[] = {
    ANALYZE_RUN_OPTIONS,
    ANALYZE_BASELINE_OPTIONS,
    ANALYZE_RULE_OPTIONS,
    { "metric", 0, OPT_TEXT, "NAME", NULL, "only this one: correct, reward, kl, ..." },
    { "smooth", 0, OPT_REAL, "W", "0.6", "weight of the past in the smoothed column; 0: none" },
};

const struct command cmd_analyze_training = {
    .name = "analyze training",
    .summary = "reward, correctness, speedup, KL, entropy and loss by step, smoothed",
    .usage = "rollbook analyze training [--run NAME[,NAME]] [options]",
    .examples = "  rollbook analyze training --run ttt-42\n"
                "  rollbook analyze training --run ttt-42,ttt-43 --metric kl --smooth 0.9 --json\n",
    .flags = CMD_READS,
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run_training,
};
