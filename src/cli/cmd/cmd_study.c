/*
 * cmd_study.c - a whole study by one command: declared, run phase by phase, reported.
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
#include "src/cli/cmd/run_options.h"
#include "src/cli/cmd/run_phases.h"
#include "src/cli/command.h"
#include "src/cli/table_command.h"
#include "src/declaration/declaration.h"
#include "src/sample/feedback.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"
#include "src/strategy/session_distill.h"

#define MOST_SEEDS 16

/* TRAIN learns from the split's train tasks; EVAL samples its eval tasks with the common budget,
 * and is a method of the declaration. */
enum study_part { TRAIN, EVAL };
enum phase { TEACHER, SFT, RLVR, BEST_OF_N, TTT, SDPO, SDPO_PROMPT, TRAINED, N_PHASES };
static const struct {
    const char *name; /* behind the study's, before the seed */
    enum study_part part;
    int from; /* phase whose last policy begins; -1: unadapted */
    const char *what;
} phases[N_PHASES] = {
    [TEACHER] = { "teacher", TRAIN, -1, "rollouts of the unadapted policy, for SFT" },
    [SFT] = { "sft", TRAIN, -1, "cross-entropy on the teacher's correct rollouts" },
    [RLVR] = { "rlvr", TRAIN, SFT, "reinforcement learning by the evaluator's rewards, after SFT" },
    [BEST_OF_N] = { "best-of-n", EVAL, -1, "independent samples of the unadapted policy" },
    [TTT] = { "ttt", EVAL, -1, "test-time training; its step is chosen on other samples (BoA)" },
    [SDPO] = { "sdpo", EVAL, -1, "self-distillation; the teacher reads feedback and an answer" },
    [SDPO_PROMPT] = { "sdpo-prompt", EVAL, -1, "the same; the teacher reads a sentence more" },
    [TRAINED] = { "trained", EVAL, RLVR, "independent samples of the policy after RLVR" },
};

struct whole_study {
    const char *name;
    struct run_config config; /* tasks: those of training, then n_held to evaluate on */
    int64_t seeds[MOST_SEEDS];
    size_t n_seeds;
    int budget; /* rollouts a task, run and method */
    int ttt_steps;
    bool trains; /* the phases of training, and what begins with them */
};

static bool is_part(const struct whole_study *s, enum phase p)
{
    return s->trains || (phases[p].part == EVAL && phases[p].from < 0);
}

static const char *run_name(struct cli *cli, const struct whole_study *s, enum phase p, size_t seed)
{
    return arena_printf(cli->arena, "%s-%s-%lld", s->name, phases[p].name,
                        (long long)s->seeds[seed]);
}

static struct run_config phase_config(struct cli *cli, const struct whole_study *s, enum phase p,
                                      size_t seed)
{
    const struct run_config *c = &s->config;
    const struct distill_recipe *recipe = distill_recipe_find("study");
    size_t n_held = (size_t)c->n_held;
    size_t n_train = c->n_tasks - n_held;
    struct run_config out = *c;
    if (p == TEACHER)
        out = run_phase_sampling(c, 0, n_train, (int)opt_int(cli, "teacher-k"));
    else if (phases[p].part == EVAL)
        out = run_phase_sampling(c, n_train, n_held, s->budget);
    else if (p == SFT)
        out = run_phase_demonstrated(cli, c);
    else
        out.k = (int)opt_int(cli, "group");
    if (p == TTT) {
        out.strategy = "ttt";
        out.n_steps = s->ttt_steps;
        out.k = s->budget / (s->ttt_steps + 1);
    } else if (p == SDPO || p == SDPO_PROMPT) {
        out.strategy = "sdpo";
        out.n_steps = 1;
        out.k = s->budget / 2;
        out.estimator = "sdpo";
        out.distill = recipe->teacher;
        out.loss = recipe->loss;
        out.aggregation = recipe->aggregation;
        out.distill_show = p == SDPO ? recipe->show : "none";
        out.feedback_template = p == SDPO ? FEEDBACK_DEFAULT_TEMPLATE : NULL;
    }
    out.seed = (uint64_t)s->seeds[seed];
    out.teacher = p == SFT ? run_name(cli, s, TEACHER, seed) : NULL;
    out.from = phases[p].from < 0 ? NULL : run_name(cli, s, (enum phase)phases[p].from, seed);
    out.name = run_name(cli, s, p, seed);
    return out;
}

static int read_seeds(struct cli *cli, struct whole_study *s, struct err *err)
{
    char **items = NULL;
    size_t n = str_split_names(cli->arena, opt_text(cli, "seeds"), &items);
    for (size_t i = 0; i < n; i++) {
        if (i == MOST_SEEDS)
            return err_set(err, ERR_USAGE, "--seeds: at most %d", MOST_SEEDS);
        if (!str_to_i64(items[i], &s->seeds[i]) || s->seeds[i] < 0)
            return err_set(err, ERR_USAGE, "--seeds: '%s' is no seed", items[i]);
    }
    s->n_seeds = n;
    return n == 0 ? err_set(err, ERR_USAGE, "--seeds names none") : 0;
}

static int read_study(struct cli *cli, struct whole_study *s, struct err *err)
{
    static const char *const said[] = { "name", "seed", "declaration", "method", "from" };
    for (size_t i = 0; i < ARRAY_LEN(said); i++)
        if (opt_given(cli, said[i]))
            return err_set(err, ERR_USAGE, "--%s: the study says it", said[i]);
    *s = (struct whole_study){ .name = cli->args[0],
                               .budget = (int)opt_int(cli, "k"),
                               .ttt_steps = (int)opt_int(cli, "ttt-steps"),
                               .trains = !opt_flag(cli, "untrained") };
    int rc = read_seeds(cli, s, err);
    if (rc == 0)
        rc = run_options_resolve(cli, "train", &s->config, err);
    if (rc == 0 && s->config.n_held == 0)
        rc = err_set(err, ERR_USAGE, "name tasks to evaluate on: --held or --split");
    if (rc == 0 && (s->ttt_steps < 1 || s->budget % 2 != 0 || s->budget % (s->ttt_steps + 1) != 0))
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
    const char *methods[N_PHASES];
    struct buf content CLEANUP(buf_release) = { 0 };
    struct study_declaration d = { .estimand = 1, /* best-of-b */
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
    for (int p = 0; p < N_PHASES; p++)
        if (phases[p].part == EVAL && is_part(s, (enum phase)p))
            methods[d.n_methods++] = phases[p].name;
    struct err absent = { 0 };
    int rc = store_find_declaration(cli->db, s->name, cli->arena, &row, &absent);
    if (rc == ERR_NOMATCH) {
        declaration_encode(&d, &content);
        rc = db_begin(cli->db, err);
        if (rc == 0)
            rc = db_end(cli->db,
                        store_put_declaration(cli->db, s->name, buf_text(&content), NULL,
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

static int run_phase(struct cli *cli, const struct whole_study *s, enum phase p, struct err *err)
{
    int rc = 0;
    if (phases[p].part == EVAL)
        rc = opt_set(cli, "declaration", s->name, err);
    if (rc == 0 && phases[p].part == EVAL)
        rc = opt_set(cli, "method", phases[p].name, err);
    for (size_t i = 0; i < s->n_seeds && rc == 0; i++) {
        const struct run_config c = phase_config(cli, s, p, i);
        rc = run_execute_once(cli, &c, c.name, err);
    }
    return rc;
}

static int run_study(struct cli *cli, struct err *err)
{
    struct whole_study s;
    const char *names[N_PHASES * MOST_SEEDS];
    size_t n = 0;
    int rc = read_study(cli, &s, err);
    if (rc == 0)
        rc = declare(cli, &s, err);
    if (rc < 0)
        return rc;
    for (int p = 0; p < N_PHASES && rc == 0; p++) {
        if (!is_part(&s, (enum phase)p))
            continue;
        cli_note(cli, "%s: %s", phases[p].name, phases[p].what);
        rc = run_phase(cli, &s, (enum phase)p, err);
        for (size_t i = 0; i < s.n_seeds && phases[p].part == EVAL; i++)
            names[n++] = run_name(cli, &s, (enum phase)p, i);
    }
    if (rc < 0)
        return err_context(err, "repeat the command to go on");
    cli_note(cli, "its report: %s study report %s", cli->argv[0], s.name);
    const char *telemetry = opt_text(cli, "telemetry");
    if (telemetry != NULL && strcmp(telemetry, "-") == 0)
        return 0; /* the lines are the output */
    const struct table_input in = { .db = cli->db, .arena = cli->arena, .runs = { names, n } };
    return table_command_print(cli, &table_sweep, &in, NULL, err);
}

/* What a report shows, each by the command that prints it.  %s: BASE, ADAPTED, METHODS, NAME. */
enum subject { OF_STUDY, OF_METHODS, OF_BASE, OF_PAIR, OF_ADAPTED };
static const struct {
    const char *heading, *text;
    enum subject subject;
    const char *words[6]; /* of the command; NULL-ended */
} items[] = {
    { "What was declared, and what was done",
      "The declaration stood before the first run. Departures are rows.",
      OF_STUDY,
      { "analyze", "declaration" } },
    { "Methods at one budget (claims C1 and C2)",
      "Each method's chance to have a fast kernel within the budget, cross-fitted where a step was "
      "chosen, with all pairs in one declared family. H1, that an adaptation only picks a lucky "
      "step, is what cross-fitting takes away.",
      OF_METHODS,
      { "analyze", "compare", "--table", "methods" } },
    { "By budget",
      "The same over smaller budgets, at the rollouts that every method has.",
      OF_METHODS,
      { "analyze", "compare", "--table", "curves" } },
    { "How much hangs on choices",
      "Threshold, denominator, baseline, case, families of tasks.",
      OF_METHODS,
      { "analyze", "compare", "--table", "sensitivity" } },
    { "What adaptation is worth in samples (claim C1)",
      "K samples of the unadapted policy that do as well as the adapted one.",
      OF_PAIR,
      { "analyze", "equivalent-k" } },
    { "Does adaptation sharpen too far",
      "fast_1 by step, the step that was best, and a test against steps that differ by chance.",
      OF_ADAPTED,
      { "analyze", "trajectory" } },
    { "Rules that pick one sample (claim C3)",
      "Surprisal against random choice. A grammar policy's likelihood supports no claim about a "
      "language model's surprisal.",
      OF_BASE,
      { "analyze", "selection", "--rules", "all" } },
    { "Runs",
      "Compiled, correct and fast shares, and speedups, of each run.",
      OF_METHODS,
      { "analyze", "sweep" } },
};

/* "base=r1,r2,..." of the runs of the study's methods that are complete. */
static int find_runs(struct cli *cli, const struct study_declaration *d, struct buf *methods,
                     struct buf *base, struct buf *adapted, struct buf *all, struct err *err)
{
    int rc = 0;
    for (size_t m = 0; m < d->n_methods && rc == 0; m++) {
        bool first = true;
        for (size_t i = 0; i < d->n_seeds && rc == 0; i++) {
            int64_t id;
            const char *run = arena_printf(cli->arena, "%s-%s-%lld", cli->args[0], d->methods[m],
                                           (long long)d->seeds[i]);
            rc = store_find_run(cli->db, run, &id, err);
            if (rc < 0)
                return err_context(err, "the study is not complete");
            buf_printf(methods, "%s%s%s%s", methods->len > 0 ? "," : "", first ? d->methods[m] : "",
                       first ? "=" : "", run);
            buf_printf(all, "%s%s", all->len > 0 ? "," : "", run);
            if (strcmp(d->methods[m], phases[BEST_OF_N].name) == 0)
                buf_printf(base, "%s%s", base->len > 0 ? "," : "", run);
            if (strcmp(d->methods[m], phases[TTT].name) == 0)
                buf_printf(adapted, "%s%s", adapted->len > 0 ? "," : "", run);
            first = false;
        }
    }
    return rc;
}

/* Its output goes where ours does. */
static void print_item(struct cli *cli, size_t item, const char *methods, const char *base,
                       const char *adapted, const char *all)
{
    const char *argv[24];
    char *copies[24] = { NULL };
    size_t n = 0;
    argv[n++] = cli->argv[0];
    for (size_t i = 0; i < ARRAY_LEN(items[item].words) && items[item].words[i] != NULL; i++)
        argv[n++] = items[item].words[i];
    bool sweeps = strcmp(items[item].words[1], "sweep") == 0;
    switch (items[item].subject) {
    case OF_STUDY:
        argv[n++] = "--name";
        argv[n++] = cli->args[0];
        break;
    case OF_METHODS:
        argv[n++] = sweeps ? "--run" : "--methods";
        argv[n++] = sweeps ? all : methods;
        break;
    case OF_BASE:
    case OF_ADAPTED:
        argv[n++] = "--run";
        argv[n++] = items[item].subject == OF_BASE ? base : adapted;
        break;
    case OF_PAIR:
        argv[n++] = "--base";
        argv[n++] = base;
        argv[n++] = "--run";
        argv[n++] = adapted;
        break;
    }
    printf("## %s\n\n%s\n\n```\nrollbook", items[item].heading, items[item].text);
    for (size_t i = 1; i < n; i++)
        printf(" %s", argv[i]);
    printf("\n```\n\n");
    const char *const rest[] = { "--db", cli->db_path, "--format", "markdown", "-q", NULL };
    for (size_t i = 0; i < ARRAY_LEN(rest); i++)
        argv[n++] = rest[i];
    for (size_t i = 0; argv[i] != NULL; i++)
        copies[i] = arena_strdup(cli->arena, argv[i]);
    int status = cli_main((int)n - 1, copies);
    if (status > 1)
        printf("NA: this command ended with status %d.\n", status);
    printf("\n");
}

static int report_study(struct cli *cli, struct err *err)
{
    struct declaration_row row;
    struct study_declaration d;
    struct buf methods CLEANUP(buf_release) = { 0 }, base CLEANUP(buf_release) = { 0 };
    struct buf adapted CLEANUP(buf_release) = { 0 }, all CLEANUP(buf_release) = { 0 };
    const char *name = cli->args[0];
    int rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    if (rc == 0)
        rc = declaration_parse(name, row.content, strlen(row.content), cli->arena, &d, err);
    if (rc == 0)
        rc = find_runs(cli, &d, &methods, &base, &adapted, &all, err);
    if (rc == 0 && (base.len == 0 || adapted.len == 0))
        rc = err_set(err, ERR_USAGE, "'%s' was declared otherwise than by study run", name);
    if (rc < 0)
        return rc;
    printf("# Study %s\n\n%zu tasks, %zu methods, %zu seeds, %lld rollouts a task, run and method. "
           "Declaration %s.\n\n",
           name, d.n_tasks, d.n_methods, d.n_seeds, (long long)d.budget, row.sha256);
    for (size_t i = 0; i < ARRAY_LEN(items); i++)
        print_item(cli, i, buf_text(&methods), buf_text(&base), buf_text(&adapted), buf_text(&all));
    return rc;
}

static const struct opt run_opts[] = {
    RUN_COMMON_OPTIONS,
    EPOCH_OPTIONS("8", "tasks of a step of training"),
    UPDATE_OPTIONS("grpo", "ppo", "seq-mean-token-mean"),
    { "substeps", 0, OPT_INT, "N", "1", "updates that a step's rollouts are split into" },
    SFT_PHASE_OPTIONS,
    { "seeds", 0, OPT_LIST, "N,...", "42,43,44", "seeds of each method's runs" },
    { "group", 0, OPT_INT, "N", "8", "rollouts a task of a step of training" },
    { "ttt-steps", 0, OPT_INT, "N", "3", "updates of ttt; steps share the budget" },
    { "untrained", 0, OPT_FLAG, NULL, NULL, "leave out training and what begins with it" },
};

const struct command cmd_study_run = {
    .name = "study run",
    .summary = "SFT and RLVR, then best-of-n, TTT and SDPO at one budget, declared first",
    .usage = "rollbook study run NAME --split FILE [--seeds N,...] [-k BUDGET] [options]",
    .examples = "  rollbook study run l1 --split l1_seed42\n"
                "  rollbook study run small --tasks 19,20,21 --held 36,87 -k 8 --seeds 1,2 \\\n"
                "      --case tiny\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = run_opts,
    .n_options = ARRAY_LEN(run_opts),
    .run = run_study,
};

const struct command cmd_study_report = {
    .name = "study report",
    .summary = "a study in Markdown, each table by the command that prints it",
    .usage = "rollbook study report NAME",
    .examples = "  rollbook study report l1 >study.md\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .run = report_study,
};
