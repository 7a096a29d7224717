/*
 * cmd_run_stages.c - base, SFT, GRPO and SFT + GRPO on tasks that none of them learned from.
 *
 * Each stage is a run of its own with a name, so a command that was cut short goes on when it is
 * repeated.
 */
#include <string.h>

#include "analysis/tables/table_sweep.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/command.h"
#include "src/cli/table_command.h"
#include "src/store/store.h"

enum stage { TEACHER, SFT, GRPO, BOTH, HELD_BASE, HELD_SFT, HELD_GRPO, HELD_BOTH, N_STAGES };

static const struct {
    const char *name; /* behind the command's */
    int from;         /* stage whose last policy begins; -1: unadapted */
} stages[N_STAGES] = {
    [TEACHER] = { "teacher", -1 },
    [SFT] = { "sft", -1 },
    [GRPO] = { "grpo", -1 },
    [BOTH] = { "sft-grpo", SFT },
    [HELD_BASE] = { "held-base", -1 },
    [HELD_SFT] = { "held-sft", SFT },
    [HELD_GRPO] = { "held-grpo", GRPO },
    [HELD_BOTH] = { "held-sft-grpo", BOTH },
};

static struct run_config stage_config(const struct run_asked *asked, const struct run_config *c,
                                      enum stage stage, const char *const names[N_STAGES])
{
    size_t n_held = (size_t)c->n_held;
    size_t n_train = c->n_tasks - n_held;
    struct run_config out = *c;
    if (stage == TEACHER)
        out = run_phase_sampling(c, 0, n_train, asked->teacher_k);
    else if (stage >= HELD_BASE)
        out = run_phase_sampling(c, n_train, n_held, c->eval_k);
    else if (stage == SFT)
        out = run_phase_demonstrated(asked, c);
    out.teacher = stage == SFT ? names[TEACHER] : NULL;
    out.from = stages[stage].from < 0 ? NULL : names[stages[stage].from];
    out.name = names[stage];
    return out;
}

static int print_held(struct cli *cli, const char *const names[N_STAGES], struct err *err)
{
    const struct table_input in = { .db = cli->db,
                                    .arena = cli->arena,
                                    .runs = { &names[HELD_BASE], N_STAGES - HELD_BASE } };
    cli_note(cli,
             "differences: %s analyze compare --table methods --rule correct --methods "
             "base=%s,SFT=%s,GRPO=%s,both=%s",
             cli->argv[0], names[HELD_BASE], names[HELD_SFT], names[HELD_GRPO], names[HELD_BOTH]);
    if (run_prints_telemetry(cli->options))
        return 0; /* the lines are the output */
    return table_command_print(cli, &table_sweep, &in, NULL, err);
}

static int run_stages(struct cli *cli, struct err *err)
{
    const char *names[N_STAGES];
    const struct run_asked *asked = cli->options;
    struct run_config c;
    int rc = run_options_resolve(cli, "train", &c, err);
    if (rc == 0 && c.n_held == 0)
        rc = err_set(err, ERR_USAGE, "name the held-out tasks: --held IDS or --split FILE");
    if (rc < 0)
        return rc;
    const char *prefix = asked->config.name != NULL
                             ? c.name
                             : arena_printf(cli->arena, "stages-%llu", (unsigned long long)c.seed);
    c.eval_every = 0;
    for (int i = 0; i < N_STAGES; i++)
        names[i] = arena_printf(cli->arena, "%s-%s", prefix, stages[i].name);
    bool has_teacher = asked->demonstrations != NULL;
    if (has_teacher)
        names[TEACHER] = asked->demonstrations;
    for (int i = has_teacher ? SFT : TEACHER; i < N_STAGES && rc == 0; i++) {
        const struct run_config stage = stage_config(asked, &c, (enum stage)i, names);
        rc = run_execute_once(cli, asked, &stage, err);
    }
    return rc < 0 ? err_context(err, "repeat the command to go on") : print_held(cli, names, err);
}

const struct command cmd_run_stages = {
    .name = "run stages",
    .summary = "base, SFT, GRPO and SFT + GRPO, compared on tasks that none of them learned from",
    .usage = "rollbook run stages --split FILE [--tasks IDS] [--held IDS] [options]",
    .examples = "  rollbook run stages --split splits/l1_seed42.json --k 8 --epochs 2 --eval-k 16\n"
                "  rollbook run stages --tasks 19,20,21 --held 36,87 --case tiny --name small\n",
    .flags = CMD_WRITES,
    .options = &run_option_sets[RUN_STAGES],
    .run = run_stages,
};
