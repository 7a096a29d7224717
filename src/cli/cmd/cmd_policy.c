/*
 * cmd_policy.c - who can write kernels, and what a server can do before a run relies on it.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/json/json.h"
#include "src/sample/policy.h"
#include "tasks/task.h"

struct asked_policy {
    const char *policy, *policy_config, *try;
};

static const struct table_column list_columns[] = {
    { "policy", 0 }, { "sample", 0 },     { "score", 0 },
    { "update", 0 }, { "checkpoint", 0 }, { "summary", 0 },
};

static int run_list(struct cli *cli, struct err *err)
{
    static const unsigned caps[] = { POLICY_SAMPLE, POLICY_SCORE, POLICY_UPDATE,
                                     POLICY_CHECKPOINT };
    struct table t;
    size_t n = 0;
    const struct policy_vtable *const *all = policy_all(&n);
    (void)err;
    table_init(&t, cli->arena, "rollbook.policy.list/1", list_columns, ARRAY_LEN(list_columns));
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&t);
        c[0] = cell_text(&t, all[i]->name);
        for (size_t k = 0; k < ARRAY_LEN(caps); k++)
            c[1 + k] = cell_bool((all[i]->caps & caps[k]) != 0);
        c[5] = cell_text(&t, all[i]->summary);
    }
    table_note(&t,
               "at most these: on a server, scoring depends on the server (rollbook policy probe)");
    cli_print_table(cli, &t);
    return 0;
}

static const struct table_column probe_columns[] = { { "fact", 0 }, { "value", 0 } };

static void put_fact(struct table *t, const char *fact, const char *value)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, fact);
    c[1] = value == NULL ? cell_na(t, "the server does not say") : cell_text(t, value);
}

static void put_value(struct table *t, const char *fact, const struct json *value)
{
    const char *text = NULL;
    struct buf printed = { 0 };
    json_print(value, false, &printed);
    if (json_type(value) == JSON_NULL)
        put_fact(t, fact, NULL);
    else
        put_fact(t, fact, json_string(value, &text) ? text : buf_text(&printed));
    buf_release(&printed);
}

/* Inner objects give "object.fact". */
static void put_facts(struct table *t, const struct json *object)
{
    for (const struct json *m = json_first(object); m != NULL; m = json_next(m)) {
        if (json_type(m) != JSON_OBJECT)
            put_value(t, json_key(m), m);
        for (const struct json *f = json_type(m) == JSON_OBJECT ? json_first(m) : NULL; f != NULL;
             f = json_next(f))
            put_value(t, arena_printf(t->arena, "%s.%s", json_key(m), json_key(f)), f);
    }
}

struct trial {
    struct arena *arena;
    struct completion got;
    bool any;
};

static int on_announce(void *context, size_t request, const char *sha256, struct err *err)
{
    (void)context;
    (void)request;
    (void)sha256;
    (void)err;
    return 0;
}

static int on_ended(void *context, size_t request, const struct sample_attempt *a, struct err *err)
{
    (void)context;
    (void)request;
    (void)a;
    (void)err;
    return 0;
}

static int on_settle(void *context, struct err *err)
{
    (void)context;
    (void)err;
    return 0;
}

static int on_done(void *context, size_t request, const struct completion *c, struct err *err)
{
    struct trial *t = context;
    (void)request;
    (void)err;
    t->got = *c;
    t->got.text = arena_strndup(t->arena, c->text, c->text_len);
    t->got.finish_reason = arena_strdup(t->arena, c->finish_reason);
    if (c->token_ids != NULL) {
        t->got.token_ids = arena_array(t->arena, c->n_tokens, sizeof(*c->token_ids));
        memcpy(t->got.token_ids, c->token_ids, c->n_tokens * sizeof(*c->token_ids));
    }
    t->any = true;
    return 0;
}

static int try_policy(struct cli *cli, struct policy *p, struct table *t, struct err *err)
{
    const struct asked_policy *asked = cli->options;
    const struct task *task = NULL;
    struct trial trial = { .arena = cli->arena };
    struct sample_request request = { .run_seed = 1, .temperature = 1 };
    const struct sample_sink sink = { .announce = on_announce,
                                      .ended = on_ended,
                                      .done = on_done,
                                      .settle = on_settle,
                                      .context = &trial };
    struct err refused = { 0 };
    struct token_scores scores;
    int rc = find_task(cli, asked->try, &task, err);
    request.task = task;
    if (rc == 0)
        rc = p->vtable->draw(p, &request, 1, &sink, err);
    if (rc < 0 || !trial.any)
        return rc;
    put_fact(t, "tried.sample", trial.got.finish_reason);
    put_fact(t, "tried.tokens", arena_printf(t->arena, "%zu", trial.got.n_tokens));
    put_fact(t, "tried.logprobs", trial.got.logprobs != NULL ? "true" : "false");
    put_fact(t, "tried.token_ids", trial.got.token_ids != NULL ? "true" : "false");
    struct score_request q = { .task = task,
                               .text = trial.got.text,
                               .text_len = trial.got.text_len,
                               .n_tokens = trial.got.n_tokens,
                               .token_ids = trial.got.token_ids,
                               .temperature = 1 };
    bool scored = p->vtable->score(p, &q, cli->arena, &scores, &refused) == 0;
    put_fact(t, "tried.score",
             scored ? arena_printf(t->arena, "%zu tokens, found by %s", scores.n_tokens,
                                   scores.aligned_by)
                    : refused.msg);
    return 0;
}

static int run_probe(struct cli *cli, struct err *err)
{
    struct asked_policy *asked = cli->options;
    struct policy *p = NULL;
    struct table t;
    int rc = policy_named(&asked->policy, &asked->policy_config, cli->arena, err);
    if (rc < 0)
        return rc;
    const struct policy_vtable *v = policy_find(asked->policy);
    if (v == NULL)
        return policy_unknown(asked->policy, err);
    if (v->server_facts == NULL)
        return err_set(err, ERR_USAGE,
                       "policy '%s' has no server to ask; name another with --policy",
                       asked->policy);
    rc = v->open(asked->policy_config, &p, err);
    if (rc < 0)
        return rc;
    const char *facts = v->server_facts(p);
    table_init(&t, cli->arena, "rollbook.policy.probe/1", probe_columns, ARRAY_LEN(probe_columns));
    put_facts(&t, json_parse_arena("facts", 1, facts, strlen(facts), cli->arena, err));
    if (asked->try != NULL)
        rc = try_policy(cli, p, &t, err);
    v->close(p);
    if (rc < 0)
        return rc;
    table_note(&t, "capabilities are derived from the server type; --try asks for a sample and its "
                   "log-probs");
    cli_print_table(cli, &t);
    return 0;
}

const struct command cmd_policy_list = {
    .name = "policy list",
    .summary = "list the policies and their capabilities",
    .usage = "rollbook policy list",
    .examples = "  rollbook policy list\n",
    .run = run_list,
};

#define ROW(member, ...) OPTION(struct asked_policy, member, __VA_ARGS__)
static const struct option probe_options[] = {
    ROW(policy, "policy", "NAME", "a policy on a server"),
    ROW(policy_config, "policy-config", "JSON", "its configuration (docs/internals/policy.md)"),
    ROW(try, "try", "TASK", "also draw a sample of this task and score it"),
};
static const struct asked_policy standard_policy = { .policy = "openai" };

const struct command cmd_policy_probe = {
    .name = "policy probe",
    .summary =
        "ask a model's server for its kind, version and abilities: log-probs, token ids, scoring",
    .usage = "rollbook policy probe --policy-config JSON [--try TASK]",
    .examples =
        "  rollbook policy probe --policy-config '{\"base_url\": \"http://127.0.0.1:8000/v1\"}'\n"
        "  rollbook policy probe --try l1/4 \\\n"
        "      --policy-config '{\"base_url\": \"http://127.0.0.1:8000/v1\", \"max_tokens\": "
        "16}'\n",
    .options = OPTION_SET(probe_options, standard_policy),
    .run = run_probe,
};
