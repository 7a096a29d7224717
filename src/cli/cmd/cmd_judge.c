/*
 * cmd_judge.c - judge: a language model's opinion of stored rollouts.
 */

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/rescore/judge.h"
#include "src/sample/policy.h"

struct asked_judge {
    const char *run, *policy, *policy_config, *template_name;
    double temperature;
    uint64_t seed;
    int tries;
    int64_t limit;
};

#define MOST_TRIES 100

enum judge_column {
    J_RUN,
    J_JUDGE,
    J_TEMPLATE,
    J_ROLLOUTS,
    J_NO_CODE,
    J_NO_TASK,
    J_KNOWN,
    J_JUDGED,
    J_MALFORMED,
    J_REQUESTS,
    J_LEFT,
    J_SETUP
};

static const struct table_column columns[] = {
    { "run", 0 },        { "judge", 0 },          { "template", 0 },
    { "n_rollouts", 0 }, { "n_without_code", 0 }, { "n_unknown_task", 0 },
    { "n_known", 0 },    { "n_judged", 0 },       { "n_malformed", 0 },
    { "n_requests", 0 }, { "n_left", 0 },         { "setup_sha256", 0 },
};

static int read_options(struct cli *cli, struct judge_options *out, struct err *err)
{
    struct asked_judge *asked = cli->options;
    int rc = policy_named(&asked->policy, &asked->policy_config, cli->arena, err);
    if (rc < 0)
        return rc;
    if (asked->run == NULL || asked->policy_config == NULL)
        return err_set(err, ERR_USAGE, "--run NAME and --policy-config JSON are needed");
    *out = (struct judge_options){ .policy = asked->policy,
                                   .policy_config = asked->policy_config,
                                   .template_name = asked->template_name,
                                   .temperature = asked->temperature,
                                   .seed = asked->seed,
                                   .tries = asked->tries,
                                   .limit = (size_t)asked->limit };
    return 0;
}

static void put_row(struct table *t, const char *run, const struct judge_options *o,
                    const struct judge_result *r)
{
    struct cell *c = table_row(t);
    c[J_RUN] = cell_text(t, run);
    c[J_JUDGE] = cell_text(t, r->model);
    c[J_TEMPLATE] = cell_text(t, o->template_name);
    c[J_ROLLOUTS] = cell_int((int64_t)r->n_rollouts);
    c[J_NO_CODE] = cell_int((int64_t)r->n_without_code);
    c[J_NO_TASK] = cell_int((int64_t)r->n_unknown_task);
    c[J_KNOWN] = cell_int((int64_t)r->n_known);
    c[J_JUDGED] = cell_int((int64_t)r->n_judged);
    c[J_MALFORMED] = cell_int((int64_t)r->n_malformed);
    c[J_REQUESTS] = cell_int((int64_t)r->n_requests);
    c[J_LEFT] = cell_int((int64_t)r->n_left);
    c[J_SETUP] = cell_text(t, r->setup_sha256);
}

static int run_judge(struct cli *cli, struct err *err)
{
    const struct asked_judge *asked = cli->options;
    struct judge_options options;
    struct judge_result result;
    struct judge *judge = NULL;
    struct table t;
    const char *run = asked->run;
    int rc = read_options(cli, &options, err);
    if (rc == 0)
        rc = judge_open(cli->db, &options, &judge, err);
    if (rc == 0)
        rc = judge_ask(judge, run, &result, err);
    if (rc < 0) {
        judge_close(judge);
        return rc;
    }
    table_init(&t, cli->arena, "rollbook.judge/1", columns, ARRAY_LEN(columns));
    put_row(&t, run, &options, &result);
    judge_close(judge);
    table_note(&t,
               "n_known: scored before by the same model, template and settings; n_malformed: no "
               "readable answer in %d tries",
               options.tries);
    cli_print_table(cli, &t);
    return 0;
}

#define ROW(member, ...) OPTION(struct asked_judge, member, __VA_ARGS__)
static const struct option judge_options_table[] = {
    ROW(run, "run", "NAME", "whose rollouts"),
    ROW(policy, "policy", "NAME", "a policy that answers prompts"),
    ROW(policy_config, "policy-config", "JSON", "its configuration (docs/internals/policy.md)"),
    ROW(template_name, "template", "NAME", "of the question, with {{candidate}}; or a file"),
    ROW(temperature, "temperature", "X", "of the answers; at 0 a second try mostly says the same",
        .least = 0, .most = 100),
    ROW(seed, "seed", "N", "of the answers"),
    ROW(tries, "tries", "N", "answers that are read before one is recorded as malformed",
        .least = 1, .most = MOST_TRIES),
    ROW(limit, "limit", "N", "ask about so many rollouts now; 0: all", .least = 0,
        .most = INT64_MAX),
};
static const struct asked_judge standard_judge = {
    .policy = "openai", .template_name = JUDGE_DEFAULT_TEMPLATE, .temperature = 1, .tries = 3
};

const struct command cmd_judge = {
    .name = "judge",
    .summary = "let a language model say how correct, compilable and fast stored rollouts are",
    .usage = "rollbook judge --run NAME --policy-config JSON [options]",
    .examples = "  rollbook judge --run bon-42 --policy-config '{\"base_url\": "
                "\"http://127.0.0.1:8000/v1\"}'\n"
                "  rollbook analyze judge --run bon-42\n",
    .flags = CMD_WRITES,
    .options = OPTION_SET(judge_options_table, standard_judge),
    .run = run_judge,
};
