/*
 * cmd_run_reward.c - run reward: stored rollouts under another recipe.
 */
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/rescore/reward_run.h"

struct asked_run_reward {
    const char *run, *reward;
};

static const struct table_column columns[] = {
    { "run", 0 },    { "recipe", 0 },     { "n_rollouts", 0 }, { "n_rewarded", 0 },
    { "n_kept", 0 }, { "n_unscored", 0 }, { "n_judged", 0 },
};

static int run_reward(struct cli *cli, struct err *err)
{
    const struct asked_run_reward *asked = cli->options;
    const char *run = asked->run;
    const char *recipe = asked->reward;
    struct reward_result r;
    struct table t;
    if (run == NULL || recipe == NULL)
        return err_set(err, ERR_USAGE, "--run NAME and --reward RECIPE are needed");
    int rc = reward_run(cli->db, run, recipe, &r, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.run.reward/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, run);
    c[1] = cell_text(&t, recipe);
    c[2] = cell_int((int64_t)r.n_rollouts);
    c[3] = cell_int((int64_t)r.n_rewarded);
    c[4] = cell_int((int64_t)r.n_kept);
    c[5] = cell_int((int64_t)r.n_unscored);
    c[6] = cell_int((int64_t)r.n_judged);
    table_note(
        &t,
        "v_reward contains the rewards under the recipe's name. n_kept: already used by an update "
        "and unchanged. n_unscored: not evaluated, or infra. n_judged: with a judge's score");
    cli_print_table(cli, &t);
    return 0;
}

static const struct option options[] = {
    OPTION(struct asked_run_reward, run, "run", "NAME", "whose rollouts"),
    OPTION(struct asked_run_reward, reward, "reward", "RECIPE",
           "speedup, normalized, coverage or composite[:a=1,b=1,c=1,r_max=3,lambda=0.5]"),
};
static const struct asked_run_reward standard_run_reward = { .run = NULL };

const struct command cmd_run_reward = {
    .name = "run reward",
    .summary = "compute the rewards of stored rollouts under a recipe",
    .usage = "rollbook run reward --run NAME --reward RECIPE",
    .examples = "  rollbook run reward --run bon-42 --reward normalized\n"
                "  rollbook run reward --run bon-42 --reward composite:a=0.1,b=0.3,lambda=0.5\n",
    .flags = CMD_WRITES,
    .options = OPTION_SET(options, standard_run_reward),
    .run = run_reward,
};
