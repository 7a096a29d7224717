#include "src/cli/cmd/run/run_options.h"

#include <errno.h>
#include <string.h>

#include "splits/split.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/eval/eval.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/sample/policy.h"
#include "src/strategy/history.h"
#include "src/strategy/session_distill.h"
#include "src/strategy/training_plan.h"

/* "option" for what was typed, else "default". */
static const char *origins_json(const struct cli *cli)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    for (const struct option *given = NULL; (given = opt_next_given(cli, given)) != NULL;)
        json_add_string(o, given->member, "option");
    json_print(o, true, &text);
    return arena_strdup(cli->arena, buf_text(&text));
}

/* Of a split. */
enum split_part { PART_EVAL, PART_TRAIN };
static const char *const part_names[] = { [PART_EVAL] = "eval", [PART_TRAIN] = "train" };

static int check_in_split(const struct split *split, enum split_part part, const struct task *task,
                          struct err *err)
{
    if (split == NULL)
        return 0;
    if (task->level != split->level)
        return err_set(err, ERR_USAGE, "task %s: the split is of level %d", task->id, split->level);
    if (part == PART_EVAL ? split_has_eval(split, task->problem_id)
                          : split_has_train(split, task->problem_id))
        return 0;
    return err_set(err, ERR_USAGE,
                   "task %s is not in the %s part of the split; name another task or split",
                   task->id, part_names[part]);
}

static const size_t of_modules[] = { offsetof(struct run_asked, inputs),
                                     offsetof(struct run_asked, rule),
                                     offsetof(struct run_asked, baseline) };

/* A PyTorch problem has its module's sizes and rules of its own. */
static int check_kind(struct cli *cli, const struct task *task, struct run_config *c,
                      struct err *err)
{
    const struct run_asked *asked = cli->options;
    bool is_module = task->module != NULL;
    if (c->n_tasks > 0 && is_module != (c->inputs != NULL))
        return err_set(err, ERR_USAGE, "--tasks: %s and %s want candidates of two kinds",
                       c->tasks[0], task->id);
    if (is_module && GIVEN(cli, struct run_asked, config.task_case) && c->task_case != CASE_FULL)
        return err_set(err, ERR_USAGE,
                       "--case: sizes of a PyTorch problem are its module's (full)");
    if (!is_module && GIVEN_OF(cli, struct run_asked, of_modules) != NULL)
        return err_set(err, ERR_USAGE,
                       "--inputs, --rule and --baseline are only for PyTorch problems, and %s is a "
                       "kernel task",
                       task->id);
    if (is_module) {
        c->task_case = CASE_FULL;
        bool has_inputs = GIVEN(cli, struct run_asked, inputs);
        c->rule = asked->rule;
        c->baseline = strcmp(asked->baseline, "compile") == 0 ? "compile" : NULL;
        return eval_module_inputs(c->rule, has_inputs ? asked->inputs : NULL, &c->inputs, err);
    }
    return 0;
}

/* A number is of the named suite and the split's level. */
static const char *full_name(struct cli *cli, const char *item, const struct split *split)
{
    int64_t number;
    const char *id = item;
    if (split != NULL && str_to_i64(item, &number))
        id = arena_printf(cli->arena, "l%d/%lld", split->level, (long long)number);
    return task_full_name(cli, id, ((const struct run_asked *)cli->options)->suite);
}

/* Where tasks are named. */
struct tasks_from {
    const char *option; /* "--tasks" */
    const struct split *split;
    enum split_part part;
};

static int add_task(struct cli *cli, const struct tasks_from *from, const char *item,
                    struct run_config *c, struct err *err)
{
    const char *option = from->option;
    const struct task *task = NULL;
    const char *id = full_name(cli, item, from->split);
    int rc = find_task(cli, id, &task, err);
    if (rc == ERR_NOMATCH)
        return err_context(err, "%s: '%s'", option, item);
    if (rc == 0)
        rc = check_in_split(from->split, from->part, task, err);
    if (rc == 0)
        rc = check_kind(cli, task, c, err);
    if (rc < 0)
        return rc;
    if (c->n_tasks == RUN_MAX_TASKS)
        return err_set(err, ERR_USAGE, "%s: more than %d tasks", option, RUN_MAX_TASKS);
    for (size_t i = 0; i < c->n_tasks; i++)
        if (strcmp(c->tasks[i], task->id) == 0)
            return err_set(err, ERR_USAGE, "%s: %s is named already", option, task->id);
    c->tasks[c->n_tasks++] = task->id;
    return 0;
}

static int add_listed(struct cli *cli, const struct tasks_from *from, const char *list,
                      struct run_config *c, struct err *err)
{
    char **items;
    size_t n = str_split(cli->arena, list, ',', &items);
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = *items[i] == '\0'
                 ? err_set(err, ERR_USAGE, "%s: an item of '%s' is empty", from->option, list)
                 : add_task(cli, from, items[i], c, err);
    return rc;
}

/* Tasks that this program lacks are named. */
static int add_part(struct cli *cli, const struct split *split, enum split_part part,
                    struct run_config *c, struct err *err)
{
    const int *ids = part == PART_EVAL ? split->eval : split->train;
    size_t n = part == PART_EVAL ? split->n_eval : split->n_train;
    size_t before = c->n_tasks;
    const struct tasks_from from = { "--split", split, part };
    struct buf missing = { 0 };
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        const struct task *task = NULL;
        struct err absent = { 0 };
        const char *id =
            full_name(cli, arena_printf(cli->arena, "l%d/%d", split->level, ids[i]), NULL);
        rc = find_task(cli, id, &task, &absent);
        if (rc == ERR_NOMATCH) {
            buf_printf(&missing, " %d", ids[i]);
            rc = 0;
        } else if (rc == 0) {
            rc = add_task(cli, &from, id, c, err);
        } else {
            *err = absent;
        }
    }
    if (rc == 0 && missing.len > 0)
        cli_note(cli, "note: tasks of the split that this program does not have:%s",
                 buf_text(&missing));
    if (rc == 0 && c->n_tasks == before)
        rc = err_set(err, ERR_NOMATCH, "this program has no task of the split's %s part",
                     part_names[part]);
    buf_release(&missing);
    return rc;
}

/* A strategy that trains takes the train part, and is evaluated on the eval part. */
static int resolve_tasks(struct cli *cli, bool trains, struct run_config *c, struct err *err)
{
    const struct run_asked *asked = cli->options;
    const char *split_name = c->split_json;
    const char *list = asked->tasks;
    const char *held = asked->held;
    enum split_part part = trains ? PART_TRAIN : PART_EVAL;
    struct split split;
    if (split_name == NULL && list == NULL)
        return err_set(err, ERR_USAGE, "name the tasks: --tasks 4,5,12 or --split FILE");
    if (split_name != NULL) {
        int rc = split_find(split_name, cli->arena, &split, err);
        if (rc < 0)
            return rc;
        c->split_json = split.text;
    }
    const struct split *s = split_name == NULL ? NULL : &split;
    const struct tasks_from trained = { "--tasks", s, part }, kept = { "--held", s, PART_EVAL };
    int rc =
        list == NULL ? add_part(cli, s, part, c, err) : add_listed(cli, &trained, list, c, err);
    size_t n_train = c->n_tasks;
    if (rc == 0 && held != NULL)
        rc = add_listed(cli, &kept, held, c, err);
    else if (rc == 0 && trains && s != NULL)
        rc = add_part(cli, s, PART_EVAL, c, err);
    c->n_held = (int)(c->n_tasks - n_train);
    return rc;
}

/* --rank is a member of the policy's configuration, so that it is swept like other options. */
static int resolve_policy(const struct cli *cli, struct run_config *c, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int64_t rank = ((const struct run_asked *)cli->options)->rank;
    int rc = policy_named(&c->policy, &c->policy_config, cli->arena, err);
    if (rc < 0)
        return rc;
    if (!GIVEN(cli, struct run_asked, rank))
        return 0;
    const char *given = c->policy_config == NULL ? "{}" : c->policy_config;
    struct json *o CLEANUP(json_free_ptr) =
        json_parse("--policy-config", given, strlen(given), err);
    if (o == NULL)
        return err->code;
    if (rank < 1)
        return err_set(err, ERR_USAGE, "--rank: %lld is not above 0", (long long)rank);
    if (json_type(o) != JSON_OBJECT || json_get(o, "rank") != NULL)
        return err_set(err, ERR_USAGE,
                       "--rank: --policy-config already sets the rank, or is not a JSON object");
    json_add_int(o, "rank", rank);
    json_print(o, true, &text);
    c->policy_config = arena_strdup(cli->arena, buf_text(&text));
    return 0;
}

/* NULL and 0 are the standard: no conversations. */
static int resolve_turns(struct run_config *c, bool always, struct err *err)
{
    struct history_rule rule;
    if (!always && c->turns <= 1) {
        c->turns = 0;
        c->history = NULL;
    }
    if (c->history != NULL && !history_parse(c->history, &rule))
        return err_set(err, ERR_USAGE, "--history: '%s' is not all, last-N or best-N", c->history);
    return 0;
}

/* NULL is the standard one. */
static int resolve_ttt(struct cli *cli, struct run_config *c, struct err *err)
{
    if (!GIVEN(cli, struct run_asked, config.estimator))
        c->estimator = NULL;
    if (!GIVEN(cli, struct run_asked, config.loss))
        c->loss = NULL;
    if (!GIVEN(cli, struct run_asked, config.aggregation))
        c->aggregation = NULL;
    return resolve_turns(c, false, err);
}

/* A recipe says what was not given. */
static int resolve_sdpo(struct cli *cli, struct run_config *c, struct err *err)
{
    const struct run_asked *asked = cli->options;
    const struct distill_recipe *r = distill_recipe_find(asked->recipe);
    (void)err;
    c->estimator = "sdpo";
    c->distill = c->distill != NULL ? c->distill : r->teacher;
    c->distill_show = c->distill_show != NULL ? c->distill_show : r->show;
    c->loss = c->loss != NULL ? c->loss : r->loss;
    c->aggregation = c->aggregation != NULL ? c->aggregation : r->aggregation;
    if (asked->prompt_only) {
        c->feedback_template = NULL;
        c->distill_show = "none";
    }
    return 0;
}

/* Steps that are not given follow from epochs, here or where demonstrations are counted. */
static int resolve_epochs(struct cli *cli, struct run_config *c, struct err *err)
{
    if (c->n_steps > 0)
        c->epochs = 0;
    if (GIVEN(cli, struct run_asked, config.n_steps) && GIVEN(cli, struct run_asked, config.epochs))
        return err_set(err, ERR_USAGE, "--steps and --epochs both say how long: give one");
    return 0;
}

static int resolve_train(struct cli *cli, struct run_config *c, struct err *err)
{
    int rc = resolve_epochs(cli, c, err);
    if (c->epochs > 0)
        c->n_steps = c->epochs * plan_epoch_steps(c->n_tasks - (size_t)c->n_held, c->batch);
    return rc < 0 ? rc : resolve_turns(c, false, err);
}

static int resolve_sft(struct cli *cli, struct run_config *c, struct err *err)
{
    int rc = resolve_epochs(cli, c, err);
    c->loss = "cross_entropy";
    if (rc == 0 && c->teacher == NULL)
        return err_set(err, ERR_USAGE, "--teacher RUN: whose rollouts are the demonstrations?");
    if (rc == 0 && !(c->held_out >= 0 && c->held_out < 1))
        return err_set(err, ERR_USAGE, "--held-out: %g is not a share below 1", c->held_out);
    if (rc == 0 && !(c->min_speedup >= 0))
        return err_set(err, ERR_USAGE, "--min-speedup: %g must not be negative", c->min_speedup);
    return rc;
}

static int resolve_refine(struct cli *cli, struct run_config *c, struct err *err)
{
    (void)cli;
    return resolve_turns(c, true, err);
}

static const struct strategy_resolved {
    const char *strategy;
    bool trains; /* on the train part of a split */
    int (*resolve)(struct cli *cli, struct run_config *c, struct err *err);
} strategies_resolved[] = {
    { "best-of-n", false, NULL },     { "ttt", false, resolve_ttt },
    { "train", true, resolve_train }, { "sft", true, resolve_sft },
    { "sdpo", false, resolve_sdpo },  { "refine", false, resolve_refine },
};

int run_options_resolve(struct cli *cli, const char *strategy, struct run_config *out,
                        struct err *err)
{
    struct run_config c = ((const struct run_asked *)cli->options)->config;
    const struct strategy_resolved *own = strategies_resolved;
    while (strcmp(own->strategy, strategy) != 0)
        own++;
    c.strategy = strategy;
    c.input_secret = rng_secret_number(); /* resuming and replaying take the stored one */
    if (c.adaptive && eval_mode_timed(c.eval_mode, c.timed_runs) < ADAPTIVE_LEAST)
        return err_set(err, ERR_USAGE, ADAPTIVE_NEEDS_FULL);
    int rc = resolve_policy(cli, &c, err);
    if (rc < 0)
        return rc;
    if (c.name == NULL)
        c.name = arena_printf(cli->arena, "%s-%llu", c.strategy, (unsigned long long)c.seed);
    rc = option_check_run_name("name", c.name, err);
    if (rc < 0)
        return rc;
    rc = resolve_tasks(cli, own->trains, &c, err);
    if (rc == 0 && own->resolve != NULL)
        rc = own->resolve(cli, &c, err);
    if (rc < 0)
        return rc;
    c.origins = origins_json(cli);
    *out = c;
    return 0;
}
