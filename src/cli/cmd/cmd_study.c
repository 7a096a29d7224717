/*
 * cmd_study.c - a whole study by one command: declared, run seed by seed, winners timed again.
 *
 * Each phase and seed is a run of its own with a name, so a command that was cut short goes on when
 * it is repeated.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/tables/table_sweep.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/cmd/study/study_phases.h"
#include "src/cli/command.h"
#include "src/cli/table_command.h"
#include "src/declaration/declaration.h"
#include "src/sample/feedback.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"
#include "src/strategy/session_distill.h"

#define MOST_SEEDS 16

struct whole_study {
    const char *name;
    struct run_config config; /* tasks: those of training, then n_held to evaluate on */
    int64_t seeds[MOST_SEEDS];
    size_t n_seeds;
    int budget; /* rollouts a task, run and method */
    int ttt_steps;
    int estimand; /* of declaration_estimands */
    bool trains;  /* the phases of training, and what begins with them */
};

static bool is_part(const struct whole_study *s, enum study_phase p)
{
    return s->trains || (study_phases[p].part == STUDY_EVAL && study_phases[p].from < 0);
}

static const char *run_name(struct cli *cli, const struct whole_study *s, enum study_phase p,
                            size_t seed)
{
    return study_run_name(cli->arena, s->name, study_phases[p].name, s->seeds[seed]);
}

static struct run_config phase_config(struct cli *cli, const struct whole_study *s,
                                      enum study_phase p, size_t seed)
{
    const struct run_asked *asked = cli->options;
    const struct run_config *c = &s->config;
    const struct distill_recipe *recipe = distill_recipe_find("study");
    size_t n_held = (size_t)c->n_held;
    size_t n_train = c->n_tasks - n_held;
    struct run_config out = *c;
    if (p == STUDY_TEACHER)
        out = run_phase_sampling(c, 0, n_train, asked->teacher_k);
    else if (study_phases[p].part == STUDY_EVAL)
        out = run_phase_sampling(c, n_train, n_held, s->budget);
    else if (p == STUDY_SFT)
        out = run_phase_demonstrated(asked, c);
    else
        out.k = asked->group;
    if (p == STUDY_TTT) {
        out.strategy = "ttt";
        out.n_steps = s->ttt_steps;
        out.k = s->budget / (s->ttt_steps + 1);
    } else if (p == STUDY_SDPO || p == STUDY_SDPO_PROMPT) {
        out.strategy = "sdpo";
        out.n_steps = 1;
        out.k = s->budget / 2;
        out.estimator = "sdpo";
        out.distill = recipe->teacher;
        out.loss = recipe->loss;
        out.aggregation = recipe->aggregation;
        out.distill_show = p == STUDY_SDPO ? recipe->show : "none";
        out.feedback_template = p == STUDY_SDPO ? FEEDBACK_DEFAULT_TEMPLATE : NULL;
    }
    out.seed = (uint64_t)s->seeds[seed];
    out.teacher = p == STUDY_SFT ? run_name(cli, s, STUDY_TEACHER, seed) : NULL;
    out.from = study_phases[p].from < 0
                   ? NULL
                   : run_name(cli, s, (enum study_phase)study_phases[p].from, seed);
    out.name = run_name(cli, s, p, seed);
    return out;
}

static int read_seeds(struct cli *cli, struct whole_study *s, struct err *err)
{
    char **items = NULL;
    size_t n = str_split_names(cli->arena, ((const struct run_asked *)cli->options)->seeds, &items);
    for (size_t i = 0; i < n; i++) {
        if (i == MOST_SEEDS)
            return err_set(err, ERR_USAGE, "--seeds: at most %d", MOST_SEEDS);
        if (!str_to_i64(items[i], &s->seeds[i]) || s->seeds[i] < 0)
            return err_set(err, ERR_USAGE, "--seeds: '%s' is not a seed (a whole number from 0)",
                           items[i]);
    }
    s->n_seeds = n;
    return n == 0 ? err_set(err, ERR_USAGE, "--seeds names none") : 0;
}

static int read_study(struct cli *cli, struct whole_study *s, struct err *err)
{
    static const size_t said[] = {
        offsetof(struct run_asked, config.name), offsetof(struct run_asked, config.seed),
        offsetof(struct run_asked, declaration), offsetof(struct run_asked, method),
        offsetof(struct run_asked, config.from),
    };
    const struct run_asked *asked = cli->options;
    const char *name = GIVEN_OF(cli, struct run_asked, said);
    if (name != NULL)
        return err_set(err, ERR_USAGE, "--%s: the study says it", name);
    *s = (struct whole_study){ .name = cli->args[0],
                               .budget = asked->config.k,
                               .ttt_steps = asked->ttt_steps,
                               .estimand = (int)asked->estimand,
                               .trains = !asked->untrained };
    int rc = read_seeds(cli, s, err);
    if (rc == 0)
        rc = run_options_resolve(cli, "train", &s->config, err);
    if (rc == 0 && s->config.n_held == 0)
        rc = err_set(err, ERR_USAGE, "name the held-out tasks: --held IDS or --split FILE");
    if (rc == 0 && s->ttt_steps < 1)
        rc = err_set(err, ERR_USAGE, "--ttt-steps %d: it is at least 1", s->ttt_steps);
    if (rc == 0 && (s->budget % 2 != 0 || s->budget % (s->ttt_steps + 1) != 0))
        rc = err_set(err, ERR_USAGE,
                     "-k %d: the budget is shared by %d steps of ttt and by 2 of sdpo, so it must "
                     "be a multiple of both",
                     s->budget, s->ttt_steps + 1);
    s->config.eval_every = 0;
    return rc;
}

/* The same declaration stands already, or becomes the first. */
static int declare(struct cli *cli, const struct whole_study *s, struct err *err)
{
    struct declaration_row row;
    struct study_declaration old;
    const char *methods[STUDY_PHASES];
    struct buf content CLEANUP(buf_release) = { 0 };
    struct study_declaration d = { .estimand = s->estimand,
                                   .threshold = 1,
                                   .budget = s->budget,
                                   .alpha = 0.05,
                                   .looks = 1,
                                   .stopping = "every run of the study is complete",
                                   .methods = methods,
                                   .seeds = s->seeds,
                                   .n_seeds = s->n_seeds,
                                   .n_tasks = (size_t)s->config.n_held,
                                   .tasks = s->config.tasks + s->config.n_tasks -
                                            (size_t)s->config.n_held };
    for (int p = 0; p < STUDY_PHASES; p++)
        if (study_phases[p].part == STUDY_EVAL && is_part(s, (enum study_phase)p))
            methods[d.n_methods++] = study_phases[p].name;
    struct err absent = { 0 };
    int rc = store_find_declaration(cli->db, s->name, cli->arena, &row, &absent);
    if (rc == ERR_NOMATCH) {
        declaration_encode(&d, &content);
        rc = db_begin(cli->db, err);
        if (rc == 0)
            rc =
                db_end(cli->db,
                       store_put_declaration(
                           cli->db, &(struct declaration_text){ s->name, buf_text(&content), NULL },
                           cli->arena, &row, err),
                       err);
        return rc;
    }
    if (rc < 0) {
        *err = absent;
        return rc;
    }
    rc = declaration_parse(s->name, row.content, strlen(row.content), cli->arena, &old, err);
    const char *changes = rc < 0 ? "" : declaration_changes(&old, &d, cli->arena);
    if (*changes != '\0')
        return err_set(err, ERR_USAGE,
                       "study '%s' was declared with other %s: repeat it as it was, or give "
                       "another name",
                       s->name, changes);
    return rc;
}

static int run_phase(struct cli *cli, const struct whole_study *s, enum study_phase p, size_t seed,
                     struct err *err)
{
    struct run_asked how = *(const struct run_asked *)cli->options;
    if (study_phases[p].part == STUDY_EVAL) {
        how.declaration = s->name;
        how.method = study_phases[p].name;
    }
    const struct run_config c = phase_config(cli, s, p, seed);
    return run_execute_once(cli, &how, &c, err);
}

/* The fastest of many was also lucky: a method's best kernel of each task is timed again. */
static int confirm_winners(struct cli *cli, const char *const *runs, size_t n, struct err *err)
{
    const struct run_asked *asked = cli->options;
    cli_note(cli, "winners: each run's best kernel of each task, timed again in new processes");
    for (size_t i = 0; i < n; i++) {
        const struct confirm_options how = { .run = runs[i],
                                             .by = "speedup",
                                             .top = 1,
                                             .step = -1,
                                             .mode = EVAL_FULL,
                                             .workers = asked->config.workers };
        struct confirm_result result;
        struct err none = { 0 };
        int rc = run_phase_confirm(cli, &how, &result, &none);
        if (rc < 0 && rc != ERR_NOMATCH) { /* a run may have no kernel that is right */
            *err = none;
            return rc;
        }
    }
    return 0;
}

/* Every phase of one seed, so that a study that is cut short has whole comparisons. */
static int run_seed(struct cli *cli, const struct whole_study *s, size_t seed, struct err *err)
{
    const char *names[STUDY_PHASES];
    size_t n = 0;
    int rc = 0;
    for (int p = 0; p < STUDY_PHASES && rc == 0; p++) {
        if (!is_part(s, (enum study_phase)p))
            continue;
        cli_note(cli, "seed %lld, %s: %s", (long long)s->seeds[seed], study_phases[p].name,
                 study_phases[p].what);
        rc = run_phase(cli, s, (enum study_phase)p, seed, err);
        if (study_phases[p].part == STUDY_EVAL)
            names[n++] = run_name(cli, s, (enum study_phase)p, seed);
    }
    if (rc == 0 && !((const struct run_asked *)cli->options)->unconfirmed)
        rc = confirm_winners(cli, names, n, err);
    return rc;
}

static int run_study(struct cli *cli, struct err *err)
{
    const struct run_asked *asked = cli->options;
    struct whole_study s;
    const char *names[STUDY_PHASES * MOST_SEEDS];
    size_t n = 0;
    int rc = read_study(cli, &s, err);
    if (rc == 0)
        rc = declare(cli, &s, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < s.n_seeds && rc == 0; i++)
        rc = run_seed(cli, &s, i, err);
    if (rc < 0)
        return err_context(err, "repeat the command to go on");
    cli_note(cli, "its report: %s study report %s", cli->argv[0], s.name);
    if (run_prints_telemetry(asked))
        return 0; /* the lines are the output */
    for (int p = 0; p < STUDY_PHASES; p++)
        for (size_t i = 0; i < s.n_seeds; i++)
            if (study_phases[p].part == STUDY_EVAL && is_part(&s, (enum study_phase)p))
                names[n++] = run_name(cli, &s, (enum study_phase)p, i);
    const struct table_input in = { .db = cli->db, .arena = cli->arena, .runs = { names, n } };
    return table_command_print(cli, &table_sweep, &in, NULL, err);
}

const struct command cmd_study_run = {
    .name = "study run",
    .summary = "STUDY_SFT and STUDY_RLVR, then best-of-n, STUDY_TTT and STUDY_SDPO at one budget, "
               "declared first",
    .usage = "rollbook study run NAME --split FILE [--seeds N,...] [-k BUDGET] [options]",
    .examples = "  rollbook study run l1 --split l1_seed42\n"
                "  rollbook study run small --tasks 19,20,21 --held 36,87 -k 8 --seeds 1,2 \\\n"
                "      --case tiny\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = &run_option_sets[RUN_STUDY],
    .run = run_study,
};
