/*
 * cmd_run_score.c - run score: samples under every checkpoint, or a model behind a server.
 */
#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/rescore/score.h"
#include "src/sample/policy.h"

struct asked_run_score {
    const char *run, *checkpoints_of, *policy, *policy_config, *role;
};

enum score_column {
    S_RUN,
    S_OF,
    S_CHECKPOINTS,
    S_ROLLOUTS,
    S_SCORED,
    S_KNOWN,
    S_LACKING,
    S_FIRST,
    S_REFUSED,
    S_ROLE,
    S_SEMANTICS
};

static const struct table_column score_columns[] = {
    { "run", 0 },
    { "checkpoints_of", 0 },
    { "n_checkpoints", 0 },
    { "n_rollouts", 0 },
    { "n_scored", 0 },
    { "n_known", 0 },
    { "n_without_tokens", 0 },
    { "largest_first_difference", 3 },
    { "n_refused", 0 },
    { "role", 0 },
    { "semantics", 0 },
};

static int read_options(struct cli *cli, struct score_options *out, struct err *err)
{
    struct asked_run_score *asked = cli->options;
    int rc = policy_named(&asked->policy, &asked->policy_config, cli->arena, err);
    if (rc < 0)
        return rc;
    *out = (struct score_options){ .run = asked->run,
                                   .of = asked->checkpoints_of,
                                   .policy = asked->policy,
                                   .policy_config = asked->policy_config,
                                   .role = asked->role };
    if (out->run == NULL || (out->of == NULL) == (out->policy_config == NULL))
        return err_set(err, ERR_USAGE,
                       "give --run NAME and either --checkpoints-of NAME or --policy-config JSON");
    return 0;
}

static void put_row(struct table *t, const struct score_options *o, const struct score_result *r)
{
    struct cell *c = table_row(t);
    c[S_RUN] = cell_text(t, o->run);
    c[S_OF] = o->of == NULL ? cell_na(t, "a served model") : cell_text(t, o->of);
    c[S_ROLE] = cell_text(t, o->role);
    c[S_CHECKPOINTS] = cell_int((int64_t)r->n_checkpoints);
    c[S_ROLLOUTS] = cell_int((int64_t)r->n_rollouts);
    c[S_SCORED] = cell_int((int64_t)r->n_scored);
    c[S_KNOWN] = cell_int((int64_t)r->n_known);
    c[S_LACKING] = cell_int((int64_t)r->n_without_tokens);
    c[S_REFUSED] = cell_int((int64_t)r->n_refused);
    c[S_FIRST] = isnan(r->largest_first_difference) ? cell_na(t, "nothing new to compare")
                                                    : cell_real(r->largest_first_difference);
    c[S_SEMANTICS] = r->semantics == NULL
                         ? cell_na(t, "the distribution at each sample's temperature")
                         : cell_text(t, r->semantics);
}

static int run_score(struct cli *cli, struct err *err)
{
    struct score_options options;
    struct score_result r;
    struct table t;
    int rc = read_options(cli, &options, err);
    if (rc == 0)
        rc = score_run(cli->db, &options, &r, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.run.score/1", score_columns, ARRAY_LEN(score_columns));
    put_row(&t, &options, &r);
    table_note(
        &t,
        "log-probs use each sample's own temperature, or 1 for a served model. n_known: already "
        "stored. largest_first_difference: between the first checkpoint's token log-probs and the "
        "stored token log-probs of the same temperature; 0 if that checkpoint sampled the texts");
    if (r.n_refused > 0)
        table_note(&t, "n_refused: the tokens do not line up with the model's; the first: %s",
                   r.refusal.msg);
    cli_print_table(cli, &t);
    return 0;
}

#define ROW(member, ...) OPTION(struct asked_run_score, member, __VA_ARGS__)
static const char *const roles[] = { "student", "teacher", NULL };
static const struct option score_options[] = {
    ROW(run, "run", "NAME", "whose samples"),
    ROW(checkpoints_of, "checkpoints-of", "NAME",
        "run whose checkpoints (one per step) or served model score the texts"),
    ROW(policy, "policy", "NAME", "policy on a server that scores instead"),
    ROW(policy_config, "policy-config", "JSON", "its configuration"),
    ROW(role, "role", "WHO", "stored with the rows: student or teacher", .choices = roles),
};
static const struct asked_run_score standard_run_score = { .policy = "openai", .role = "student" };

const struct command cmd_run_score = {
    .name = "run score",
    .summary = "log-probs of a run's samples under every checkpoint of another, or a served model",
    .usage = "rollbook run score --run NAME (--checkpoints-of NAME | --policy-config JSON)",
    .examples = "  rollbook run score --run bon-42 --checkpoints-of ttt-42\n"
                "  rollbook run score --run bon-42 --role teacher \\\n"
                "      --policy-config '{\"base_url\": \"http://127.0.0.1:8000/v1\"}'\n",
    .flags = CMD_WRITES,
    .options = OPTION_SET(score_options, standard_run_score),
    .run = run_score,
};
