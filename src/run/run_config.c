#include "src/run/run_config.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sample_round.h"
#include "src/declaration/declaration.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "src/sample/feedback.h"

#define BIT(taker) (1u << (taker))
#define SWEPT                                                                                      \
    (BIT(RUN_BEST_OF_N) | BIT(RUN_TTT) | BIT(RUN_TRAIN) | BIT(RUN_SFT) | BIT(RUN_SDPO) |           \
     BIT(RUN_REFINE))
#define PHASES  (BIT(RUN_STAGES) | BIT(RUN_STUDY))
#define TRAINS  (BIT(RUN_TRAIN) | PHASES)
#define EPOCHS  (TRAINS | BIT(RUN_SFT))
#define UPDATES (TRAINS | BIT(RUN_TTT))
#define LEARNS  (EPOCHS | BIT(RUN_TTT) | BIT(RUN_SDPO))

/* CONFIG: of the configuration, kept under the member's name.  ASKED: only what is asked for.
 * KEPT: of the configuration, but no option.  A file without a needed member is damaged; members
 * that are not needed are newer than some runs and mean 0 or NULL there. */
#define CONFIG(member, ...)  OPTION(struct run_config, member, __VA_ARGS__)
#define ASKED(member, ...)   OPTION(struct run_asked, member, __VA_ARGS__)
#define KEPT(member, needed) OPTION(struct run_config, member, .name = NULL, .is_needed = needed)

const char *const module_inputs[] = { "suite", "signed", "scaled", NULL };
const char *const module_rules[] = { "own", "kernelbench", "suite", NULL };
const char *const module_baselines[] = { "eager", "compile", NULL };
static const char *const recipes[] = { "study", "trl", NULL };
const char *const distill_teachers[] = { "live", "base", "ema", NULL };
const char *const distill_shows[] = { "none", "first", "other", NULL };
static const char *const until_quantities[] = { ROUND_QUANTITIES, NULL };

/* In the order of the help. */
static const struct option rows[] = {
    ASKED(queue, "queue", "ADDRESS", "evaluate by the workers of a queue (PostgreSQL)"),
    ASKED(device_class, "device-class", "CLASS", "whose devices are of this class (with --queue)"),
    CONFIG(split_json, "split", "FILE", "split of tasks into a train and an eval part",
           .is_needed = true),
    ASKED(tasks, "tasks", "IDS",
          "4,5,12 or l1/4,l1/5 (default: the eval part, for training the train part)",
          .repeats = true),
    ASKED(suite, "suite", "NAME",
          "an imported suite that task numbers belong to (default: the program's own)"),
    ASKED(inputs, "inputs", "HOW", "PyTorch: how inputs are drawn: suite, signed, scaled",
          .choices = module_inputs),
    ASKED(rule, "rule", "NAME", "PyTorch: correctness rule: own, kernelbench or suite",
          .choices = module_rules),
    ASKED(baseline, "baseline", "NAME", "PyTorch: the baseline: eager or compile (torch.compile)",
          .choices = module_baselines),
    CONFIG(python, "python", "PROGRAM",
           "PyTorch: interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
    CONFIG(k, "k", "N", "rollouts per task (and step)", .letter = 'k', .least = 1, .most = 1000000,
           .is_needed = true),
    CONFIG(seed, "seed", "N", "run seed: names every random number of the run", .is_needed = true),
    CONFIG(name, "name", "NAME", "name of the run (default: strategy and seed)", .is_needed = true),
    ASKED(declaration, "declaration", "NAME", "an earlier declaration to compare the run with"),
    ASKED(method, "method", "NAME", "which of its methods the run is of"),
    CONFIG(task_case, "case", "CASE", "problem size: tiny, cpu or full", .choices = task_case_names,
           .is_needed = true),
    CONFIG(eval_mode, "mode", "MODE", "fast: 1 trial + 5 timed; full: 5 + 50",
           .choices = eval_mode_names, .is_needed = true),
    TRIAL_OPTIONS(struct run_config, correct_trials, timed_runs),
    CONFIG(temperature, "temperature", "T", "sampling temperature", .is_needed = true),
    CONFIG(policy, "policy", "NAME", "who writes the kernels", .is_needed = true),
    CONFIG(policy_config, "policy-config", "JSON",
           "of the policy: '{\"model\":\"NAME\",\"base_url\":\"http://127.0.0.1:8000/v1\"}'",
           .is_needed = true),
    ASKED(rank, "rank", "N", "rank in that configuration; 0: the policy's own"),
    CONFIG(backend, "backend", "NAME", "evaluator backend", .is_needed = true),
    CONFIG(reward, "reward", "RECIPE",
           "speedup, normalized, coverage or composite[:a=1,b=1,c=1,r_max=3,lambda=0.5,w=0,...]",
           .is_needed = true),
    CONFIG(from, "from", "RUN[@STEP]", "begin with the policy of that step (default: its last)"),
    ASKED(telemetry, "telemetry", "FILE",
          "append a line of JSON per rollout and step; -: print them"),
    CONFIG(judge_config, "judge-config", "JSON",
           "of a policy openai whose opinion enters composite rewards"),
    CONFIG(workers, "workers", "N", "worker processes; 0: one a core, two a GPU", .letter = 'j',
           .most = 256, .is_needed = true),
    CONFIG(adaptive, "adaptive", NULL, "stop timed runs when their median is known to 1 %"),
    CONFIG(counters, "counters", NULL, "read performance counters of measured kernels (GPU)"),
    CONFIG(threads, "threads", "N", "cores that the blocks of a candidate are spread over",
           .most = 256, .is_needed = true),
    ASKED(sweep, "sweep", "NAME",
          "run every method and seed of a declared sweep; repeat it to go on", .takers = SWEPT),

    /* How long it learns, and from what. */
    CONFIG(n_steps, "steps", "N", "adaptation updates; steps 0 to N are sampled", .most = 10000,
           .is_needed = true, .takers = BIT(RUN_TTT)),
    CONFIG(n_steps, "steps", "N", "updates; steps 0 to N are sampled", .most = 10000,
           .takers = BIT(RUN_SDPO)),
    CONFIG(n_steps, "steps", "N", "updates; 0: as many as the epochs need", .most = 10000,
           .takers = EPOCHS),
    CONFIG(epochs, "epochs", "N", "passes over the training rollouts", .least = 1, .most = 10000,
           .takers = EPOCHS),
    CONFIG(batch, "batch", "N", "tasks of a step; each gets K rollouts", .least = 1,
           .most = 1000000, .takers = BIT(RUN_TRAIN)),
    CONFIG(batch, "batch", "N", "demonstrations of a step", .least = 1, .most = 1000000,
           .takers = BIT(RUN_SFT)),
    CONFIG(batch, "batch", "N", "tasks of a step of training; each gets K rollouts", .least = 1,
           .most = 1000000, .takers = BIT(RUN_STAGES)),
    CONFIG(batch, "batch", "N", "tasks of a step of training", .least = 1, .most = 1000000,
           .takers = BIT(RUN_STUDY)),
    CONFIG(schedule, "schedule", "NAME", "learning rate over the steps: constant, linear, cosine",
           .takers = EPOCHS),
    CONFIG(warmup, "warmup", "N", "steps in which it rises", .most = 10000, .takers = EPOCHS),
    CONFIG(weight_decay, "weight-decay", "W", "of the adapter, decoupled (AdamW)", .most = 1000,
           .takers = EPOCHS),
    ASKED(held, "held", "IDS", "tasks to evaluate on (default: the split's eval part)",
          .repeats = true, .takers = EPOCHS),
    CONFIG(
        eval_every, "eval-every", "N",
        "steps between evaluations of the held-out tasks, and at the first and last step; 0: never",
        .most = 10000, .takers = EPOCHS),
    CONFIG(eval_k, "eval-k", "N", "samples per held-out task in an evaluation", .least = 1,
           .most = 1000000, .takers = EPOCHS),

    /* Self-distillation. */
    ASKED(recipe, "recipe", "NAME", "defaults of options not given: study or trl",
          .choices = recipes, .takers = BIT(RUN_SDPO)),
    CONFIG(distill, "teacher", "WHO",
           "live (the policy as it is), base (as it began), ema (its average)",
           .choices = distill_teachers, .takers = BIT(RUN_SDPO)),
    CONFIG(distill_show, "show", "WHICH",
           "correct answer that the teacher reads: none, first (before it), other (reward of 1)",
           .choices = distill_shows, .takers = BIT(RUN_SDPO)),
    CONFIG(feedback_template, "feedback", "NAME",
           "the teacher's feedback template: a name of 'rollbook prompt list', or a file",
           .takers = BIT(RUN_SDPO)),
    ASKED(prompt_only, "prompt-only", NULL, "the teacher reads neither feedback nor an answer",
          .takers = BIT(RUN_SDPO)),

    /* An update. */
    CONFIG(learning_rate, "learning-rate", "LR", "of Adam; 0: the policy's own default",
           .is_needed = true, .takers = LEARNS),
    CONFIG(estimator, "estimator", "NAME",
           "of advantages: grpo, dr_grpo, rloo, trloo, opo, passk, global, reinforce++",
           .takers = UPDATES),
    CONFIG(loss, "loss", "NAME",
           "importance_sampling, ppo, ppo_dual_clip, cispo, gspo, cross_entropy",
           .takers = UPDATES),
    CONFIG(loss, "loss", "NAME", "importance_sampling, ppo, ppo_dual_clip, cispo, gspo",
           .takers = BIT(RUN_SDPO)),
    CONFIG(aggregation, "aggregation", "NAME",
           "token-mean, seq-mean-token-sum, seq-mean-token-mean, seq-mean-token-sum-norm, "
           "seq-sum-no-norm",
           .takers = LEARNS),
    CONFIG(filters, "filters", "LIST",
           "samples that an update leaves out: no_variance, truncated, cheat, mrs_mean, mrs_veto, "
           "prs, coverage",
           .takers = UPDATES),
    CONFIG(filters, "filters", "LIST", "samples that an update leaves out, as of run ttt",
           .takers = BIT(RUN_SDPO)),
    CONFIG(guards, "guards", "LIST",
           "METRIC[=BOUND][:warn|rollback|stop] of reward_ratio, correct, latency_ratio, kl, "
           "grad_norm, entropy",
           .takers = LEARNS),

    /* Until it is decided. */
    CONFIG(until, "until", "WHAT",
           "stop when decided against another run: decided, or the least difference that matters "
           "(0.1); --k is then the most of a task",
           .takers = BIT(RUN_BEST_OF_N)),
    CONFIG(until_by, "until-by", "QUANTITY",
           "what is compared: share_fast (default), any_of_b (one of 4 is fast) or log_best (best "
           "speedup of 4)",
           .choices = until_quantities, .takers = BIT(RUN_BEST_OF_N)),
    CONFIG(against, "against", "RUN", "stored run that it is decided against (with --until)",
           .takers = BIT(RUN_BEST_OF_N)),

    /* Conversations. */
    CONFIG(turns, "turns", "N", "turns of a conversation; each of the K samples is one", .least = 1,
           .most = RUN_MAX_TURNS, .takers = UPDATES | BIT(RUN_REFINE)),
    CONFIG(history, "history", "RULE",
           "turns that a later one is shown: all, last-N, best-N (the best window of N)",
           .takers = UPDATES | BIT(RUN_REFINE)),
    CONFIG(patience, "patience", "P", "stop after P regressions of fast_1 in a row; 0: never",
           .most = 10000, .is_needed = true, .takers = BIT(RUN_TTT) | BIT(RUN_SDPO)),
    CONFIG(shuffle_rewards, "shuffle-rewards", NULL, "noise control: permute the rewards of a step",
           .is_needed = true, .takers = BIT(RUN_TTT)),
    CONFIG(token_budget, "token-budget", "N",
           "tokens read and written that a conversation ends after; 0: none", .most = INT32_MAX,
           .takers = BIT(RUN_REFINE)),
    CONFIG(feedback_template, "feedback", "NAME",
           "feedback template: a name of 'rollbook prompt list', or a file",
           .takers = BIT(RUN_REFINE)),
    CONFIG(feedback_lines, "feedback-lines", "N", "lines of a compile log in it, at most",
           .least = 1, .most = 1000, .takers = BIT(RUN_REFINE)),
    CONFIG(feedback_bytes, "feedback-bytes", "N", "bytes of these lines, at most", .least = 1,
           .most = 100000, .takers = BIT(RUN_REFINE)),
    CONFIG(substeps, "substeps", "N", "updates that a step's rollouts are split into", .least = 1,
           .most = 1000, .takers = TRAINS),

    /* Demonstrations, and the commands that run several strategies. */
    CONFIG(teacher, "teacher", "RUN", "whose correct rollouts are the demonstrations",
           .takers = BIT(RUN_SFT)),
    ASKED(demonstrations, "teacher", "RUN",
          "whose correct rollouts are the demonstrations (default: a run of the base policy)",
          .takers = BIT(RUN_STAGES)),
    CONFIG(held_out, "held-out", "SHARE", "of the demonstrations, for the held-out loss",
           .takers = BIT(RUN_SFT)),
    CONFIG(min_speedup, "min-speedup", "S", "of a demonstration", .takers = BIT(RUN_SFT)),
    ASKED(teacher_k, "teacher-k", "N", "rollouts per task of that run", .takers = PHASES),
    ASKED(sft_epochs, "sft-epochs", "N", "passes over the demonstrations", .takers = PHASES),
    ASKED(sft_batch, "sft-batch", "N", "demonstrations of a step", .takers = PHASES),
    ASKED(sft_learning_rate, "sft-learning-rate", "LR", "of Adam; 0: the policy's own default",
          .takers = PHASES),
    ASKED(sft_min_speedup, "min-speedup", "S", "of a demonstration", .takers = PHASES),
    ASKED(seeds, "seeds", "N,...", "seeds of each method's runs", .repeats = true,
          .takers = BIT(RUN_STUDY)),
    ASKED(group, "group", "N", "rollouts per task in a training step", .takers = BIT(RUN_STUDY)),
    ASKED(ttt_steps, "ttt-steps", "N", "updates of ttt; steps share the budget",
          .takers = BIT(RUN_STUDY)),
    ASKED(estimand, "estimand", "NAME", "declared estimand: sample, best-of-b or log-best-of-b",
          .choices = declaration_estimands, .takers = BIT(RUN_STUDY)),
    ASKED(untrained, "untrained", NULL, "leave out training and the runs that start from it",
          .takers = BIT(RUN_STUDY)),
    ASKED(unconfirmed, "unconfirmed", NULL, "do not time the best kernels again",
          .takers = BIT(RUN_STUDY)),

    KEPT(strategy, true),
    KEPT(replay_of, true),
    KEPT(replay_suite, false),
    KEPT(bodies, false),
    KEPT(inputs, false),
    KEPT(rule, false),
    KEPT(baseline, false),
    KEPT(input_secret, false),
    KEPT(n_held, false),
};

#define STANDARD_CONFIG                                                                            \
    .k = 64, .seed = 42, .task_case = CASE_CPU, .temperature = 1, .policy = "builtin",             \
    .backend = "cpu", .reward = "speedup", .threads = 1
#define STANDARD_ASKED  .inputs = "signed", .rule = "own", .baseline = "eager"
#define STANDARD_EPOCHS .epochs = 1, .schedule = "constant", .eval_every = 5, .eval_k = 8
#define STANDARD_TRAIN                                                                             \
    STANDARD_CONFIG, STANDARD_EPOCHS, .batch = 8, .estimator = "grpo", .loss = "ppo",              \
                                      .aggregation = "seq-mean-token-mean", .turns = 1,            \
                                      .history = "all", .substeps = 1
#define STANDARD_PHASES .teacher_k = 16, .sft_epochs = 3, .sft_batch = 32

static const struct run_asked standards[RUN_TAKERS] = {
    [RUN_BEST_OF_N] = { .config = { STANDARD_CONFIG }, STANDARD_ASKED },
    [RUN_TTT] = { .config = { STANDARD_CONFIG, .n_steps = 5, .estimator = "global",
                              .loss = "importance_sampling", .aggregation = "seq-mean-token-sum",
                              .turns = 1, .history = "all" },
                  STANDARD_ASKED },
    [RUN_TRAIN] = { .config = { STANDARD_TRAIN }, STANDARD_ASKED },
    [RUN_SFT] = { .config = { STANDARD_CONFIG, STANDARD_EPOCHS, .batch = 32,
                              .aggregation = "token-mean", .held_out = 0.1 },
                  STANDARD_ASKED },
    [RUN_SDPO] = { .config = { STANDARD_CONFIG, .n_steps = 1,
                               .feedback_template = FEEDBACK_DEFAULT_TEMPLATE },
                   STANDARD_ASKED,
                   .recipe = "study" },
    [RUN_REFINE] = { .config = { STANDARD_CONFIG, .turns = 14, .history = HISTORY_DEFAULT,
                                 .feedback_template = FEEDBACK_DEFAULT_TEMPLATE,
                                 .feedback_lines = 12, .feedback_bytes = 1500 },
                     STANDARD_ASKED },
    [RUN_STAGES] = { .config = { STANDARD_TRAIN }, STANDARD_ASKED, STANDARD_PHASES },
    [RUN_STUDY] = { .config = { STANDARD_TRAIN },
                    STANDARD_ASKED,
                    STANDARD_PHASES,
                    .seeds = "42,43,44",
                    .group = 8,
                    .ttt_steps = 3 },
};

#define SET(taker)                                                                                 \
    [taker] = { rows, ARRAY_LEN(rows), &standards[taker], sizeof(struct run_asked), BIT(taker) }
const struct option_set run_option_sets[RUN_TAKERS] = {
    SET(RUN_BEST_OF_N), SET(RUN_TTT),    SET(RUN_TRAIN),  SET(RUN_SFT),
    SET(RUN_SDPO),      SET(RUN_REFINE), SET(RUN_STAGES), SET(RUN_STUDY),
};

/* The first row of a member of the configuration says how it is kept. */
static const struct option *kept_next(const struct option *o)
{
    const struct option *end = rows + ARRAY_LEN(rows);
    for (o = o == NULL ? rows : o + 1; o != end; o++) {
        const struct option *first = rows;
        while (first->at != o->at)
            first++;
        if (first == o && o->at < sizeof(struct run_config))
            return o;
    }
    return NULL;
}

static struct member member_of(const struct option *o)
{
    static const enum member_kind kinds[] = {
        [OPTION_BOOL] = MEMBER_BOOL,         [OPTION_INT] = MEMBER_INT,
        [OPTION_UNSIGNED] = MEMBER_UNSIGNED, [OPTION_UINT64] = MEMBER_U64,
        [OPTION_DOUBLE] = MEMBER_REAL,       [OPTION_TEXT] = MEMBER_TEXT,
    };
    return (struct member){ .name = o->member, .kind = kinds[o->type], .offset = o->at };
}

static bool is_word(const struct option *o)
{
    return o->type == OPTION_UNSIGNED && o->choices != NULL;
}

enum answer_form run_config_form(const struct run_config *c)
{
    return c->replay_suite != NULL ? ANSWER_CODE : c->bodies ? ANSWER_BODY : ANSWER_FILE;
}

int run_config_width(const struct run_config *c)
{
    if (c->until != NULL)
        return c->k * SAMPLE_ROUND;
    return c->eval_k > c->k ? c->eval_k : c->k;
}

bool run_config_is_held(const struct run_config *c, size_t task)
{
    return task + (size_t)c->n_held >= c->n_tasks;
}

static const char *origin_of(const struct json *origins, const char *name)
{
    const char *origin = "default";
    json_string(json_get(origins, name), &origin);
    return origin;
}

static struct json *add_member(struct json *root, const struct json *origins, const char *name)
{
    struct json *o = json_add_object(root, name);
    json_add_string(o, "origin", origin_of(origins, name));
    return o;
}

void run_config_encode(const struct run_config *c, struct buf *out)
{
    struct err ignored;
    const char *text = c->origins == NULL ? "{}" : c->origins;
    struct json *origins CLEANUP(json_free_ptr) =
        json_parse("origins", text, strlen(text), &ignored);
    struct json *root CLEANUP(json_free_ptr) = json_new_object();
    for (const struct option *o = NULL; (o = kept_next(o)) != NULL;) {
        const struct member m = member_of(o);
        struct json *to = add_member(root, origins, o->member);
        if (is_word(o))
            json_add_string(to, "value", option_text(o, c, NULL));
        else
            member_put(to, "value", &m, c, 0);
    }
    struct json *tasks = json_add_array(add_member(root, origins, "tasks"), "value");
    for (size_t i = 0; i < c->n_tasks; i++)
        json_add_string(tasks, NULL, c->tasks[i]);
    json_print(root, true, out);
}

static const struct json *value_of(const struct json *root, const char *name)
{
    const struct json *o = json_get(root, name);
    return o == NULL ? NULL : json_get(o, "value");
}

static bool read_tasks(const struct json *root, struct arena *a, struct run_config *c)
{
    const struct json *list = value_of(root, "tasks");
    if (list == NULL || json_type(list) != JSON_ARRAY || json_count(list) > RUN_MAX_TASKS)
        return false;
    for (const struct json *x = json_first(list); x != NULL; x = json_next(x)) {
        const char *id;
        if (!json_string(x, &id))
            return false;
        c->tasks[c->n_tasks++] = arena_strdup(a, id);
    }
    return c->n_tasks > 0;
}

static bool read_member(const struct json *v, const struct option *o, struct arena *a,
                        struct run_config *c)
{
    const struct member m = member_of(o);
    const char *word;
    struct err ignored;
    if (!is_word(o))
        return member_take(v, &m, a, c);
    return json_string(v, &word) && option_put(o, c, word, a, &ignored) == 0;
}

int run_config_decode(const char *json, struct arena *a, struct run_config *out, struct err *err)
{
    struct run_config c = { 0 };
    struct json *root CLEANUP(json_free_ptr) =
        json_parse("run configuration", json, strlen(json), err);
    if (root == NULL)
        return err->code;
    for (const struct option *o = NULL; (o = kept_next(o)) != NULL;) {
        const struct json *v = value_of(root, o->member);
        if (v == NULL ? o->is_needed : !read_member(v, o, a, &c))
            return err_set(err, ERR_INTEGRITY, "run configuration: '%s' is missing or malformed",
                           o->member);
    }
    if (!read_tasks(root, a, &c))
        return err_set(err, ERR_INTEGRITY, "run configuration: 'tasks' is missing or malformed");
    if (c.n_held < 0 || (size_t)c.n_held > c.n_tasks || c.eval_k < 0)
        return err_set(err, ERR_INTEGRITY, "run configuration: 'n_held' or 'eval_k' is malformed");
    *out = c;
    return 0;
}
