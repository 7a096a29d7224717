#include "src/cli/cmd/run_options.h"

#include <errno.h>
#include <string.h>

#include "splits/split.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/find_task.h"
#include "src/eval/eval.h"
#include "src/json/json.h"
#include "src/problem/problem_task.h"
#include "src/strategy/history.h"
#include "src/strategy/session_distill.h"
#include "src/strategy/training_plan.h"

/* "option" for what was typed, else "default". */
static const char *origins_json(const struct cli *cli, const char *const *pairs, size_t n)
{
    struct buf text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    for (size_t i = 0; i < n; i += 2)
        if (opt_given(cli, pairs[i]))
            json_add_string(o, pairs[i + 1], "option");
    json_print(o, true, &text);
    const char *copy = arena_strdup(cli->arena, buf_text(&text));
    buf_release(&text);
    return copy;
}

static const char *const option_members[] = {
    "split",
    "split_json",
    "tasks",
    "tasks",
    "k",
    "k",
    "seed",
    "seed",
    "name",
    "name",
    "correct-trials",
    "correct_trials",
    "timed-runs",
    "timed_runs",
    "case",
    "task_case",
    "mode",
    "eval_mode",
    "policy",
    "policy",
    "temperature",
    "temperature",
    "reward",
    "reward",
    "backend",
    "backend",
    "policy-config",
    "policy_config",
    "workers",
    "workers",
    "threads",
    "threads",
    "counters",
    "counters",
    "adaptive",
    "adaptive",
    "judge-config",
    "judge_config",
    "inputs",
    "inputs",
    "rule",
    "rule",
    "baseline",
    "baseline",
    "python",
    "python",
    "from",
    "from",
};

#define UPDATE_MEMBERS                                                                             \
    "steps", "n_steps", "learning-rate", "learning_rate", "filters", "filters", "guards",          \
        "guards", "turns", "turns", "history", "history", "estimator", "estimator", "loss",        \
        "loss", "aggregation", "aggregation"
#define EPOCH_MEMBERS                                                                              \
    "batch", "batch", "epochs", "epochs", "schedule", "schedule", "warmup", "warmup",              \
        "weight-decay", "weight_decay", "eval-every", "eval_every", "eval-k", "eval_k"

static const char *const ttt_members[] = { UPDATE_MEMBERS, "patience", "patience",
                                           "shuffle-rewards", "shuffle_rewards" };

static const char *const sdpo_members[] = {
    "steps",        "n_steps",     "learning-rate",     "learning_rate", "loss",
    "loss",         "aggregation", "aggregation",       "filters",       "filters",
    "guards",       "guards",      "teacher",           "distill",       "show",
    "distill_show", "feedback",    "feedback_template", "patience",      "patience",
};

static const char *const train_members[] = { UPDATE_MEMBERS, EPOCH_MEMBERS, "substeps",
                                             "substeps" };

static const char *const sft_members[] = {
    EPOCH_MEMBERS, "steps",       "n_steps",     "learning-rate", "learning_rate",
    "teacher",     "teacher",     "held-out",    "held_out",      "min-speedup",
    "min_speedup", "aggregation", "aggregation", "guards",        "guards",
};

static const char *const refine_members[] = {
    "turns",          "turns",          "history",        "history",
    "token-budget",   "token_budget",   "feedback",       "feedback_template",
    "feedback-lines", "feedback_lines", "feedback-bytes", "feedback_bytes",
};

struct option_range {
    const char *option;
    int64_t least, most;
};

/* Of a split. */
enum part { PART_EVAL, PART_TRAIN };
static const char *const part_names[] = { [PART_EVAL] = "eval", [PART_TRAIN] = "train" };

static int check_in_split(const struct split *split, enum part part, const struct task *task,
                          struct err *err)
{
    if (split == NULL)
        return 0;
    if (task->level != split->level)
        return err_set(err, ERR_USAGE, "task %s: the split is of level %d", task->id, split->level);
    if (part == PART_EVAL ? split_has_eval(split, task->problem_id)
                          : split_has_train(split, task->problem_id))
        return 0;
    return err_set(err, ERR_USAGE, "task %s is not in the %s part of the split", task->id,
                   part_names[part]);
}

/* A PyTorch problem has its module's sizes and rules of its own. */
static int check_kind(struct cli *cli, const struct task *task, struct run_config *c,
                      struct err *err)
{
    bool is_module = task->module != NULL;
    if (c->n_tasks > 0 && is_module != (c->inputs != NULL))
        return err_set(err, ERR_USAGE, "--tasks: %s and %s want candidates of two kinds",
                       c->tasks[0], task->id);
    if (is_module && opt_given(cli, "case") && c->task_case != CASE_FULL)
        return err_set(err, ERR_USAGE,
                       "--case: sizes of a PyTorch problem are its module's (full)");
    if (!is_module &&
        (opt_given(cli, "inputs") || opt_given(cli, "rule") || opt_given(cli, "baseline")))
        return err_set(err, ERR_USAGE,
                       "--inputs, --rule and --baseline are for PyTorch problems, and %s is none",
                       task->id);
    if (is_module) {
        c->task_case = CASE_FULL;
        c->rule = opt_text(cli, "rule");
        c->baseline = strcmp(opt_text(cli, "baseline"), "compile") == 0 ? "compile" : NULL;
        return eval_module_inputs(
            c->rule, opt_given(cli, "inputs") ? opt_text(cli, "inputs") : NULL, &c->inputs, err);
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
    return task_full_name(cli, id, opt_text(cli, "suite"));
}

static int add_task(struct cli *cli, const char *option, const char *item,
                    const struct split *split, enum part part, struct run_config *c,
                    struct err *err)
{
    const struct task *task = NULL;
    const char *id = full_name(cli, item, split);
    int rc = find_task(cli, id, &task, err);
    if (rc == ERR_NOMATCH)
        return err_context(err, "%s: '%s'", option, item);
    if (rc == 0)
        rc = check_in_split(split, part, task, err);
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

static int add_listed(struct cli *cli, const char *option, const char *list,
                      const struct split *split, enum part part, struct run_config *c,
                      struct err *err)
{
    char **items;
    size_t n = str_split(cli->arena, list, ',', &items);
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = *items[i] == '\0'
                 ? err_set(err, ERR_USAGE, "%s: an item of '%s' is empty", option, list)
                 : add_task(cli, option, items[i], split, part, c, err);
    return rc;
}

/* Tasks that this program lacks are named. */
static int add_part(struct cli *cli, const struct split *split, enum part part,
                    struct run_config *c, struct err *err)
{
    const int *ids = part == PART_EVAL ? split->eval : split->train;
    size_t n = part == PART_EVAL ? split->n_eval : split->n_train;
    size_t before = c->n_tasks;
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
            rc = add_task(cli, "--split", id, split, part, c, err);
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
    const char *split_name = opt_text(cli, "split");
    const char *list = opt_text(cli, "tasks");
    const char *held = trains ? opt_text(cli, "held") : NULL;
    enum part part = trains ? PART_TRAIN : PART_EVAL;
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
    int rc = list == NULL ? add_part(cli, s, part, c, err)
                          : add_listed(cli, "--tasks", list, s, part, c, err);
    size_t n_train = c->n_tasks;
    if (rc == 0 && held != NULL)
        rc = add_listed(cli, "--held", held, s, PART_EVAL, c, err);
    else if (rc == 0 && trains && s != NULL)
        rc = add_part(cli, s, PART_EVAL, c, err);
    c->n_held = (int)(c->n_tasks - n_train);
    return rc;
}

static const struct option_range common_ranges[] = {
    { "k", 1, 1000000 },
    { "workers", 0, 256 },
    { "threads", 0, 256 },
    { "seed", 0, INT64_MAX },
};

static const struct option_range ttt_ranges[] = { { "steps", 0, 10000 },
                                                  { "patience", 0, 10000 },
                                                  { "turns", 1, RUN_MAX_TURNS } };

static const struct option_range sdpo_ranges[] = { { "steps", 0, 10000 },
                                                   { "patience", 0, 10000 } };

#define EPOCH_RANGES                                                                               \
    { "steps", 0, 10000 }, { "batch", 1, 1000000 }, { "epochs", 1, 10000 },                        \
        { "warmup", 0, 10000 }, { "eval-every", 0, 10000 },                                        \
    {                                                                                              \
        "eval-k", 1, 1000000                                                                       \
    }

static const struct option_range train_ranges[] = { EPOCH_RANGES,
                                                    { "substeps", 1, 1000 },
                                                    { "turns", 1, RUN_MAX_TURNS } };
static const struct option_range sft_ranges[] = { EPOCH_RANGES };

static const struct option_range refine_ranges[] = {
    { "turns", 1, RUN_MAX_TURNS },
    { "token-budget", 0, INT32_MAX },
    { "feedback-lines", 1, 1000 },
    { "feedback-bytes", 1, 100000 },
};

static int check_ranges(const struct cli *cli, const struct option_range *ranges, size_t n,
                        struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        const struct option_range *r = &ranges[i];
        int64_t v = opt_int(cli, r->option);
        if (v < r->least || v > r->most)
            return err_set(err, ERR_USAGE, "--%s: %lld is not between %lld and %lld", r->option,
                           (long long)v, (long long)r->least, (long long)r->most);
    }
    return 0;
}

static const char *const rules[] = { "own", "kernelbench" };
static const char *const baselines[] = { "eager", "compile" };
static const char *const inputs[] = { "suite", "signed", "scaled" };

static int check_word(const struct cli *cli, const char *option, const char *const *words, size_t n,
                      struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(opt_text(cli, option), words[i]) == 0)
            return 0;
    return err_set(err, ERR_USAGE, "--%s: '%s' is none of %s, %s%s%s", option,
                   opt_text(cli, option), words[0], words[1], n > 2 ? ", " : "",
                   n > 2 ? words[2] : "");
}

/* --rank is a member of the policy's configuration, so that it is swept like other options. */
static int resolve_policy(const struct cli *cli, struct run_config *c, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int64_t rank = opt_int(cli, "rank");
    c->policy_config = opt_text(cli, "policy-config");
    if (!opt_given(cli, "rank"))
        return 0;
    const char *given = c->policy_config == NULL ? "{}" : c->policy_config;
    struct json *o CLEANUP(json_free_ptr) =
        json_parse("--policy-config", given, strlen(given), err);
    if (o == NULL)
        return err->code;
    if (rank < 1)
        return err_set(err, ERR_USAGE, "--rank: %lld is not above 0", (long long)rank);
    if (json_type(o) != JSON_OBJECT || json_get(o, "rank") != NULL)
        return err_set(err, ERR_USAGE, "--rank: --policy-config says it already, or is no object");
    json_add_int(o, "rank", rank);
    json_print(o, true, &text);
    c->policy_config = arena_strdup(cli->arena, buf_text(&text));
    return 0;
}

static int resolve_names(const struct cli *cli, struct run_config *c, struct err *err)
{
    if (!task_case_parse(opt_text(cli, "case"), &c->task_case))
        return err_set(err, ERR_USAGE, "--case: '%s' is none of tiny, cpu, full",
                       opt_text(cli, "case"));
    struct trial_options trials;
    int rc = trial_options_read(cli, &trials, err);
    if (rc < 0)
        return rc;
    c->eval_mode = trials.mode;
    c->correct_trials = trials.correct_trials;
    c->timed_runs = trials.timed_runs;
    c->adaptive = opt_flag(cli, "adaptive");
    if (c->adaptive && eval_mode_timed(c->eval_mode, c->timed_runs) < ADAPTIVE_LEAST)
        return err_set(err, ERR_USAGE, ADAPTIVE_NEEDS_FULL);
    c->policy = opt_text(cli, "policy");
    rc = resolve_policy(cli, c, err);
    if (rc < 0)
        return rc;
    c->backend = opt_text(cli, "backend");
    c->reward = opt_text(cli, "reward");
    c->judge_config = opt_text(cli, "judge-config");
    c->python = opt_text(cli, "python");
    c->from = opt_text(cli, "from");
    c->name = opt_text(cli, "name");
    if (c->name == NULL)
        c->name = arena_printf(cli->arena, "%s-%llu", c->strategy, (unsigned long long)c->seed);
    if (*c->name == '\0' || strlen(c->name) > 200)
        return err_set(err, ERR_USAGE, "--name: must have 1 to 200 bytes");
    return 0;
}

static void resolve_update(struct cli *cli, struct run_config *c)
{
    c->n_steps = (int)opt_int(cli, "steps");
    c->learning_rate = opt_real(cli, "learning-rate");
    c->aggregation = opt_text(cli, "aggregation");
    c->guards = opt_text(cli, "guards");
}

/* NULL is the standard one. */
static const char *given_text(const struct cli *cli, const char *option)
{
    return opt_given(cli, option) ? opt_text(cli, option) : NULL;
}

/* NULL and 0 are the standard: no conversations. */
static int resolve_turns(struct cli *cli, struct run_config *c, struct err *err)
{
    struct history_rule rule;
    c->turns = opt_int(cli, "turns") > 1 ? (int)opt_int(cli, "turns") : 0;
    c->history = c->turns > 0 ? opt_text(cli, "history") : NULL;
    if (c->history != NULL && !history_parse(c->history, &rule))
        return err_set(err, ERR_USAGE, "--history: '%s' is none of all, last-N, best-N",
                       c->history);
    return 0;
}

static int resolve_ttt(struct cli *cli, struct run_config *c, struct err *err)
{
    resolve_update(cli, c);
    c->estimator = given_text(cli, "estimator");
    c->loss = given_text(cli, "loss");
    c->aggregation = given_text(cli, "aggregation");
    c->filters = opt_text(cli, "filters");
    c->patience = (int)opt_int(cli, "patience");
    c->shuffle_rewards = opt_flag(cli, "shuffle-rewards");
    return resolve_turns(cli, c, err);
}

static int one_of(const char *option, const char *value, const char *const *names, struct err *err)
{
    for (size_t i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], value) == 0)
            return 0;
    return err_set(err, ERR_USAGE, "--%s: '%s' is none of %s, %s, %s", option, value, names[0],
                   names[1], names[2]);
}

/* A recipe says what was not given. */
static int resolve_sdpo(struct cli *cli, struct run_config *c, struct err *err)
{
    const struct distill_recipe *r = distill_recipe_find(opt_text(cli, "recipe"));
    if (r == NULL)
        return err_set(err, ERR_USAGE, "--recipe: '%s' is neither study nor trl",
                       opt_text(cli, "recipe"));
    resolve_update(cli, c);
    c->estimator = "sdpo";
    c->distill = opt_given(cli, "teacher") ? opt_text(cli, "teacher") : r->teacher;
    c->distill_show = opt_given(cli, "show") ? opt_text(cli, "show") : r->show;
    c->loss = opt_given(cli, "loss") ? opt_text(cli, "loss") : r->loss;
    c->aggregation = opt_given(cli, "aggregation") ? opt_text(cli, "aggregation") : r->aggregation;
    c->filters = opt_text(cli, "filters");
    c->patience = (int)opt_int(cli, "patience");
    c->feedback_template = opt_text(cli, "feedback");
    if (opt_flag(cli, "prompt-only")) {
        c->feedback_template = NULL;
        c->distill_show = "none";
    }
    int rc = one_of("teacher", c->distill, distill_teachers, err);
    return rc < 0 ? rc : one_of("show", c->distill_show, distill_shows, err);
}

/* Steps that are not given follow from epochs, here or where demonstrations are counted. */
static int resolve_epochs(struct cli *cli, struct run_config *c, struct err *err)
{
    resolve_update(cli, c);
    c->batch = (int)opt_int(cli, "batch");
    c->epochs = c->n_steps > 0 ? 0 : (int)opt_int(cli, "epochs");
    c->schedule = opt_text(cli, "schedule");
    c->warmup = (int)opt_int(cli, "warmup");
    c->weight_decay = opt_real(cli, "weight-decay");
    c->eval_every = (int)opt_int(cli, "eval-every");
    c->eval_k = (int)opt_int(cli, "eval-k");
    if (opt_given(cli, "steps") && opt_given(cli, "epochs"))
        return err_set(err, ERR_USAGE, "--steps and --epochs both say how long: give one");
    if (!(c->weight_decay >= 0 && c->weight_decay <= 1000))
        return err_set(err, ERR_USAGE, "--weight-decay: %g is not between 0 and 1000",
                       c->weight_decay);
    return 0;
}

static int resolve_train(struct cli *cli, struct run_config *c, struct err *err)
{
    int rc = resolve_epochs(cli, c, err);
    size_t n = c->n_tasks - (size_t)c->n_held;
    c->estimator = opt_text(cli, "estimator");
    c->loss = opt_text(cli, "loss");
    c->filters = opt_text(cli, "filters");
    c->substeps = (int)opt_int(cli, "substeps");
    if (c->epochs > 0)
        c->n_steps = c->epochs * plan_epoch_steps(n, c->batch);
    return rc < 0 ? rc : resolve_turns(cli, c, err);
}

static int resolve_sft(struct cli *cli, struct run_config *c, struct err *err)
{
    int rc = resolve_epochs(cli, c, err);
    c->teacher = opt_text(cli, "teacher");
    c->loss = "cross_entropy";
    c->held_out = opt_real(cli, "held-out");
    c->min_speedup = opt_real(cli, "min-speedup");
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
    struct history_rule rule;
    c->turns = (int)opt_int(cli, "turns");
    c->history = opt_text(cli, "history");
    c->token_budget = (int)opt_int(cli, "token-budget");
    c->feedback_template = opt_text(cli, "feedback");
    c->feedback_lines = (int)opt_int(cli, "feedback-lines");
    c->feedback_bytes = (int)opt_int(cli, "feedback-bytes");
    if (!history_parse(c->history, &rule))
        return err_set(err, ERR_USAGE, "--history: '%s' is none of all, last-N, best-N",
                       c->history);
    return 0;
}

static const struct strategy_options {
    const char *strategy;
    const struct option_range *ranges;
    size_t n_ranges;
    const char *const *members;
    size_t n_members;
    bool trains; /* on the train part of a split */
    int (*resolve)(struct cli *cli, struct run_config *c, struct err *err);
} strategy_options[] = {
    { "best-of-n", NULL, 0, NULL, 0, false, NULL },
    { "ttt", ttt_ranges, ARRAY_LEN(ttt_ranges), ttt_members, ARRAY_LEN(ttt_members), false,
      resolve_ttt },
    { "train", train_ranges, ARRAY_LEN(train_ranges), train_members, ARRAY_LEN(train_members), true,
      resolve_train },
    { "sft", sft_ranges, ARRAY_LEN(sft_ranges), sft_members, ARRAY_LEN(sft_members), true,
      resolve_sft },
    { "sdpo", sdpo_ranges, ARRAY_LEN(sdpo_ranges), sdpo_members, ARRAY_LEN(sdpo_members), false,
      resolve_sdpo },
    { "refine", refine_ranges, ARRAY_LEN(refine_ranges), refine_members, ARRAY_LEN(refine_members),
      false, resolve_refine },
};

#define MOST_MEMBERS (ARRAY_LEN(option_members) + ARRAY_LEN(train_members))

static const struct strategy_options *find_options(const char *strategy)
{
    size_t i = 0;
    while (strcmp(strategy_options[i].strategy, strategy) != 0)
        i++;
    return &strategy_options[i];
}

static const char *resolve_origins(const struct cli *cli, const struct strategy_options *o)
{
    const char *pairs[MOST_MEMBERS];
    memcpy(pairs, option_members, sizeof(option_members));
    for (size_t i = 0; i < o->n_members; i++)
        pairs[ARRAY_LEN(option_members) + i] = o->members[i];
    return origins_json(cli, pairs, ARRAY_LEN(option_members) + o->n_members);
}

int run_options_resolve(struct cli *cli, const char *strategy, struct run_config *out,
                        struct err *err)
{
    struct run_config c = { .strategy = strategy };
    const struct strategy_options *own = find_options(strategy);
    int rc = check_ranges(cli, common_ranges, ARRAY_LEN(common_ranges), err);
    if (rc == 0)
        rc = check_ranges(cli, own->ranges, own->n_ranges, err);
    if (rc < 0)
        return rc;
    c.seed = (uint64_t)opt_int(cli, "seed");
    c.k = (int)opt_int(cli, "k");
    c.temperature = opt_real(cli, "temperature");
    c.workers = (unsigned)opt_int(cli, "workers");
    c.threads = (unsigned)opt_int(cli, "threads");
    c.counters = opt_flag(cli, "counters");
    c.input_secret = rng_secret_number(); /* resuming and replaying take the stored one */
    rc = check_word(cli, "inputs", inputs, ARRAY_LEN(inputs), err);
    if (rc == 0)
        rc = check_word(cli, "rule", rules, ARRAY_LEN(rules), err);
    if (rc == 0)
        rc = check_word(cli, "baseline", baselines, ARRAY_LEN(baselines), err);
    if (rc == 0)
        rc = resolve_names(cli, &c, err);
    if (rc == 0)
        rc = resolve_tasks(cli, own->trains, &c, err);
    if (rc == 0 && own->resolve != NULL)
        rc = own->resolve(cli, &c, err);
    if (rc < 0)
        return rc;
    c.origins = resolve_origins(cli, own);
    *out = c;
    return 0;
}
