/*
 * cmd_run_score.c - run score: fixed samples under every checkpoint of an adaptation.
 */
#include <math.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/strategy/score.h"

enum score_column { S_RUN, S_OF, S_CHECKPOINTS, S_ROLLOUTS, S_SCORED, S_KNOWN, S_LACKING, S_FIRST };

static const struct table_column score_columns[] = {
    { "run", 0 },
    { "checkpoints_of", 0 },
    { "n_checkpoints", 0 },
    { "n_rollouts", 0 },
    { "n_scored", 0 },
    { "n_known", 0 },
    { "n_without_tokens", 0 },
    { "largest_first_difference", 3 },
};

static int run_score(struct cli *cli, struct err *err)
{
    const char *run = opt_text(cli, "run");
    const char *of = opt_text(cli, "checkpoints-of");
    struct score_result r;
    struct table t;
    if (run == NULL || of == NULL)
        return err_set(err, ERR_USAGE, "--run NAME and --checkpoints-of NAME are needed");
    int rc = score_run(cli->db, run, of, &r, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.run.score/1", score_columns, ARRAY_LEN(score_columns));
    struct cell *c = table_row(&t);
    c[S_RUN] = cell_text(&t, run);
    c[S_OF] = cell_text(&t, of);
    c[S_CHECKPOINTS] = cell_int((int64_t)r.n_checkpoints);
    c[S_ROLLOUTS] = cell_int((int64_t)r.n_rollouts);
    c[S_SCORED] = cell_int((int64_t)r.n_scored);
    c[S_KNOWN] = cell_int((int64_t)r.n_known);
    c[S_LACKING] = cell_int((int64_t)r.n_without_tokens);
    c[S_FIRST] = isnan(r.largest_first_difference) ? cell_na(&t, "nothing new to compare")
                                                   : cell_real(r.largest_first_difference);
    table_note(&t, "log-probs at the temperature each sample was drawn at; n_known: rows that were "
                   "there; largest_first_difference: between the first checkpoint's token "
                   "log-probs and the stored ones, 0 when it drew the samples");
    cli_print_table(cli, &t);
    return 0;
}

static const struct opt score_options[] = {
    { "run", 0, OPT_TEXT, "NAME", NULL, "whose samples" },
    { "checkpoints-of", 0, OPT_TEXT, "NAME", NULL, "whose checkpoints, one a step" },
};

const struct command cmd_run_score = {
    .name = "run score",
    .summary = "log-probs of a run's samples under every checkpoint of another",
    .usage = "rollbook run score --run NAME --checkpoints-of NAME",
    .examples = "  rollbook run score --run bon-42 --checkpoints-of ttt-42\n",
    .flags = CMD_WRITES,
    .options = score_options,
    .n_options = ARRAY_LEN(score_options),
    .run = run_score,
};
