/*
 * tinker_served_test.c - what the policy "tinker" asks its server, and what it makes of each
 * answer, held to texts that somebody has read: tests/approved/units/tinker_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "src/learn/policy_loss.h"
#include "src/sample/policy.h"
#include "tasks/task.h"
#include "tests/support/approved.h"
#include "tests/unit/sample/served.h"

#define SESSION                                                                                    \
    {                                                                                              \
        "create_session", 0, 200, "{\"session_id\":\"S\"}"                                         \
    }
#define SAMPLER                                                                                    \
    {                                                                                              \
        "create_sampling_session", 0, 200, "{\"sampling_session_id\":\"P\"}"                       \
    }
#define MODEL                                                                                      \
    {                                                                                              \
        "create_model", 0, 200, "{\"model_id\":\"M\"}"                                             \
    }
#define GOOD                                                                                       \
    {                                                                                              \
        "retrieve_future", 0, 200,                                                                 \
            "{\"sequences\":[{\"tokens\":[72,105,256],\"logprobs\":[-0.5,-1,-2],\"stop_reason\":"  \
            "\"stop\"}]}"                                                                          \
    }
#define PROMISE                                                                                    \
    {                                                                                              \
        "asample", 0, 200, "{\"request_id\":\"r\"}"                                                \
    }

static struct policy *open_policy(const char *members)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct policy *p = NULL;
    const char *config =
        arena_printf(&a,
                     "{\"base_url\":\"http://%s\",\"model\":\"m\",\"tokenizer\":\"bytes\","
                     "\"max_in_flight\":1,\"max_attempts\":1,\"poll_ms\":1,\"max_tokens\":8%s}",
                     script.address, members);
    int rc = policy_find("tinker")->open(config, &p, &err);
    if (rc < 0) {
        script_add_text(&out, arena_printf(&a, "not opened: %d %s\n", rc, err.msg));
        return NULL;
    }
    return p;
}

/* With a prompt of two letters. */
static struct sample_request hi(int sample, size_t n_exchanges)
{
    struct sample_request q = request_of(sample, n_exchanges);
    q.prompt = "Hi";
    return q;
}

static void test_samples_are_asked_for_and_awaited(void **state)
{
    (void)state;
    SCRIPT(SESSION, SAMPLER, { "asample", 1, 200, "{\"request_id\":\"r1\"}" },
           { "asample", 0, 200, "{\"request_id\":\"r2\"}" },
           { "retrieve_future", 2, 200, "{\"type\":\"try_again\"}" },
           { "retrieve_future", 1, 200,
             "{\"sequences\":[{\"tokens\":[72,0,105,256],\"logprobs\":[-0.5,-1,null,-0.25],"
             "\"stop_reason\":\"length\"}]}" },
           { "retrieve_future", 1, 200, "{\"sequences\":[{\"tokens\":[74]}]}" },
           { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[],\"logprobs\":null}]}" });
    struct policy *p = open_policy(",\"system\":\"Be brief\",\"top_p\":0.5,\"top_k\":7");
    struct sample_request q[] = { hi(0, 0), hi(1, 2), hi(2, 0) };
    q[1].step = 3;
    q[1].turn = 2;
    q[1].temperature = 0.5;
    draw(p, "three samples", q, 3);
    assert_string_equal(buf_text(&script.beats),
                        "POST /api/v1/session_heartbeat {\"session_id\":\"S\",\"type\":"
                        "\"session_heartbeat\"}\n");
    p->vtable->close(p);
    put_end("closed", 0, NULL);
    approved_check_exactly("tinker_samples", &out);
}

static void test_what_is_known_of_log_probs(void **state)
{
    static const char *const semantics[] = { "raw", "scaled", "unknown" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(semantics); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT(SESSION, SAMPLER, PROMISE, GOOD);
        struct policy *p =
            open_policy(arena_printf(&a, ",\"logprob_semantics\":\"%s\"", semantics[i]));
        struct sample_request q[] = { hi(0, 0), hi(0, 0) };
        q[1].temperature = 0.5;
        draw(p, semantics[i], q, 2);
        p->vtable->close(p);
    }
    approved_check_exactly("tinker_semantics", &out);
}

static void test_answers_that_hold_no_sample(void **state)
{
    static const struct {
        struct script_rule sent, polled;
        size_t n_exchanges;
    } cases[] = {
        { { "asample", 0, 500, "{\"error\":{\"message\":\"broken\"}}" }, GOOD, 0 },
        { { "asample", 0, 0, "" }, GOOD, 0 },
        { { "asample", 0, 401, "no key" }, GOOD, 0 },
        { { "asample", 0, 403, "no right" }, GOOD, 0 },
        { { "asample", 0, 404, "no path" }, GOOD, 0 },
        { { "asample", 0, 200, "none" }, GOOD, 0 },
        { { "asample", 0, 200, "{}" }, GOOD, 0 },
        { { "asample", 0, 200, "{\"type\":\"try_again\"}" }, GOOD, 0 },
        { { "asample", 0, 200, "{\"error\":\"no such model\"}" }, GOOD, 0 },
        { { "asample", 1, 400, "{\"error\":{\"message\":\"maximum context length is 8\"}}" },
          GOOD,
          2 },
        { { "asample", 0, 400, "{\"error\":{\"message\":\"maximum context length is 8\"}}" },
          GOOD,
          2 },
        { { "asample", 0, 400, "{\"error\":{\"message\":\"maximum context length is 8\"}}" },
          GOOD,
          1 },
        { { "asample", 0, 400, "{\"error\":{\"message\":\"maximum context length is 8\"}}" },
          GOOD,
          0 },
        { { "asample", 0, 400, "{\"error\":{\"message\":\"no\"}}" }, GOOD, 2 },
        { PROMISE, { "retrieve_future", 0, 500, "{\"detail\":\"gone\"}" }, 0 },
        { PROMISE, { "retrieve_future", 0, 200, "{}" }, 0 },
        { PROMISE, { "retrieve_future", 0, 200, "{\"sequences\":[]}" }, 0 },
        { PROMISE, { "retrieve_future", 0, 200, "{\"type\":\"RequestFailedResponse\"}" }, 0 },
        { PROMISE, { "retrieve_future", 0, 200, "{\"sequences\":[{}]}" }, 0 },
        { PROMISE, { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[-1]}]}" }, 0 },
        { PROMISE,
          { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[1,2147483648]}]}" },
          0 },
        { PROMISE,
          { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[0,2147483647]}]}" },
          0 },
        { PROMISE, { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[\"a\"]}]}" }, 0 },
        { PROMISE,
          { "retrieve_future", 0, 200, "{\"sequences\":[{\"tokens\":[1],\"logprobs\":[1,2]}]}" },
          0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT(SESSION, SAMPLER, cases[i].sent, PROMISE, cases[i].polled);
        struct policy *p = open_policy("");
        const struct sample_request q[] = { hi(0, cases[i].n_exchanges) };
        draw(p, arena_printf(&a, "case %zu", i), q, 1);
        p->vtable->close(p);
    }
    approved_check_exactly("tinker_failures", &out);
}

static void test_one_failure_holds_up_no_other_sample(void **state)
{
    (void)state;
    SCRIPT(SESSION, SAMPLER, { "asample", 1, 500, "{\"error\":\"first\"}" },
           { "asample", 1, 500, "{\"error\":\"second\"}" }, PROMISE, GOOD);
    struct policy *p = open_policy("");
    const struct sample_request q[] = { hi(0, 0), hi(1, 0), hi(2, 0) };
    draw(p, "two of three fail", q, 3);
    p->vtable->close(p);
    approved_check_exactly("tinker_one_failure", &out);
}

/* By another process, which was killed. */
static void test_what_was_promised_before_is_fetched(void **state)
{
    (void)state;
    static const struct script_rule polled[] = {
        GOOD,
        { "retrieve_future", 1, 404, "forgotten" },
        { "retrieve_future", 1, 500, "forgotten" },
        { "retrieve_future", 1, 200, "{\"error\":\"forgotten\"}" },
        { "retrieve_future", 1, 401, "no key" },
        { "retrieve_future", 1, 403, "no right" },
        { "retrieve_future", 1, 0, "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(polled); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT(SESSION, SAMPLER, polled[i], PROMISE, GOOD);
        struct policy *p = open_policy("");
        struct sample_request q[] = { hi(0, 0), hi(1, 0) };
        q[0].promise = "old";
        draw(p, arena_printf(&a, "case %zu", i), q, 2);
        p->vtable->close(p);
    }
    approved_check_exactly("tinker_promised", &out);
}

static void test_nothing_is_awaited_for_ever(void **state)
{
    (void)state;
    SCRIPT(SESSION, SAMPLER, PROMISE, { "retrieve_future", 0, 200, "{\"type\":\"try_again\"}" });
    struct policy *p = open_policy(",\"give_up_ms\":1");
    const struct sample_request q[] = { hi(0, 0) };
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) told = { 0 };
    const struct sample_sink sink = telling_sink(&told);
    assert_int_equal(p->vtable->draw(p, q, 1, &sink, &err), ERR_INTEGRITY);
    assert_non_null(strstr(err.msg, ": 1 samples have no result after 1 ms"));
    p->vtable->close(p);
}

/* What a database would keep. */
static struct {
    const char *promise; /* of an earlier process; NULL: none */
    int refuses;         /* the n-th call; 0: none */
} record;

static int refused(struct err *err)
{
    return record.refuses > 0 && --record.refuses == 0 ? err_set(err, ERR_BUSY, "the disk is full")
                                                       : 0;
}

static int keep_nothing(void *context, const char *sha256, struct arena *a, int32_t **ids,
                        size_t *n, struct err *err)
{
    (void)context, (void)sha256, (void)a, (void)ids, (void)n;
    return refused(err);
}

static int keep_prompt(void *context, const char *sha256, const char *tokenizer, const int32_t *ids,
                       size_t n, struct err *err)
{
    (void)context, (void)sha256, (void)ids;
    buf_printf(&out, "  kept %zu tokens of %s\n", n, tokenizer);
    return refused(err);
}

static int find_promise(void *context, const struct policy_request *q, struct arena *a,
                        int64_t *out_id, const char **out_promise, struct err *err)
{
    (void)context, (void)a;
    buf_printf(&out, "  any promise of %s?\n", q->operation);
    *out_id = 77;
    *out_promise = record.promise;
    int rc = refused(err);
    return rc < 0 ? rc : record.promise != NULL;
}

static int record_sent(void *context, const struct policy_request *q, int64_t *out_id,
                       struct err *err)
{
    (void)context;
    buf_printf(&out, "  sent %s of %zu with %zu tokens\n", q->operation, q->n_sequences,
               q->n_tokens);
    assert_int_equal(strlen(q->content_sha256), 64);
    *out_id = 5;
    return refused(err);
}

static int record_promised(void *context, int64_t id, const char *promise, struct err *err)
{
    (void)context;
    buf_printf(&out, "  %d promised %s\n", (int)id, promise);
    return refused(err);
}

static int record_ended(void *context, int64_t id, const char *failure, struct err *err)
{
    struct buf CLEANUP(buf_release) told = { 0 };
    (void)context;
    buf_printf(&told, "  %d ended: %s\n", (int)id, failure == NULL ? "well" : failure);
    script_add_text(&out, buf_text(&told));
    return refused(err);
}

static const struct policy_record keeping = { .find_prompt = keep_nothing,
                                              .keep_prompt = keep_prompt,
                                              .find_promise = find_promise,
                                              .sent = record_sent,
                                              .promised = record_promised,
                                              .ended = record_ended };

static const int32_t tokens[] = { 72, 105, 256 };

static void test_scores_of_given_tokens(void **state)
{
    static const char *const answers[] = {
        "{\"prompt_logprobs\":[null,null,null,null,-0.5,-1.5,-2]}",
        "{\"prompt_logprobs\":[-0.5,-1.5,-2]}",
        "{\"prompt_logprobs\":[-0.5,-1.5]}",
        "{\"prompt_logprobs\":[-0.5,null,-2]}",
        "{\"prompt_logprobs\":[-0.5,1e999,-2]}",
        "{}",
        "{\"type\":\"try_again\"}",
    };
    const struct score_request q = {
        .prompt = "Hi", .n_tokens = 3, .token_ids = tokens, .temperature = 0.5
    };
    (void)state;
    for (int last = 0; last < 2; last++) {
        SCRIPT(SESSION, SAMPLER,
               { "asample", 0, 200, "{\"prompt_logprobs\":[-0.5,-1.5,-2],\"request\":1}" });
        struct policy *p = open_policy(last == 1 ? ",\"prompt_logprobs_last_n\":true" : "");
        score(p, "well", &q);
        score(p, "without a prompt", &(struct score_request){ .n_tokens = 3, .token_ids = tokens });
        score(p, "without tokens", &(struct score_request){ .prompt = "Hi", .n_tokens = 3 });
        score(p, "without a token", &(struct score_request){ .prompt = "Hi", .token_ids = tokens });
        score(p, "behind exchanges",
              &(struct score_request){ .prompt = "Hi",
                                       .n_tokens = 3,
                                       .token_ids = tokens,
                                       .exchanges = exchanges,
                                       .n_exchanges = 2 });
        p->vtable->close(p);
    }
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        SCRIPT(SESSION, SAMPLER, PROMISE, { "retrieve_future", 1, 200, "{\"type\":\"try_again\"}" },
               { "retrieve_future", 1, 200, answers[i] },
               { "retrieve_future", 0, 503, "{\"detail\":\"later\"}" });
        struct policy *p = open_policy("");
        p->vtable->keep_record(p, &keeping);
        score(p, answers[i], &q);
        p->vtable->close(p);
    }
    approved_check_exactly("tinker_scores", &out);
}

static void test_scores_that_were_promised_before(void **state)
{
    const struct score_request q = {
        .prompt = "Hi", .n_tokens = 3, .token_ids = tokens, .temperature = 0.5
    };
    (void)state;
    for (int refuses = 0; refuses < 8; refuses++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        SCRIPT(SESSION, SAMPLER, PROMISE,
               { "retrieve_future", 0, refuses == 1 ? 404 : 200,
                 "{\"prompt_logprobs\":[-0.5,-1.5,-2]}" });
        record.promise = refuses < 2 || refuses == 7 ? "old" : NULL;
        struct policy *p = open_policy("");
        p->vtable->keep_record(p, &keeping);
        record.refuses = refuses < 2 ? 0 : refuses - 1;
        score(p, arena_printf(&a, "refused at %d", record.refuses), &q);
        record.refuses = 0;
        p->vtable->close(p);
    }
    record.promise = NULL;
    approved_check_exactly("tinker_scores_promised", &out);
}

static const float old_logprobs[] = { -0.5f, -1, -2 };
static const double token_advantages[] = { 0.5, -1, 2 };

#define OUTPUTS(list) "{\"loss_fn_outputs\":[" list "]}"
#define OUTPUT        "{\"logprobs\":{\"data\":[0,0,-0.25,-0.75,-3]}}"

static struct update_item item_of(size_t n_tokens, double advantage)
{
    return (struct update_item){ .task = task_of("l1/4"),
                                 .n_tokens = n_tokens,
                                 .token_ids = tokens,
                                 .old_logprobs = old_logprobs,
                                 .temperature = 1,
                                 .advantage = advantage };
}

static void update(struct policy *p, const char *what, const struct update_item *items, size_t n,
                   const struct update_options *options)
{
    struct update_metrics m = { 0 };
    struct err err = { 0 };
    int rc = p->vtable->update(p, items, n, options, &m, &err);
    put_end(what, rc, &err);
    if (rc == 0)
        buf_printf(&out, "  loss %.6g, ratio %.6g, norm %g, kl %g, entropy %g\n", m.loss,
                   m.mean_ratio, m.grad_norm, m.kl, m.entropy);
}

static const struct update_options usual = { .learning_rate = 0.25,
                                             .beta1 = 0.9,
                                             .beta2 = 0.95,
                                             .epsilon = 1e-6,
                                             .schedule = 0.5,
                                             .weight_decay = 0.125 };

static struct policy *open_learner(const char *members)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    return open_policy(arena_printf(&a, ",\"template\":\"%s\"%s", template_path, members));
}

static void test_updates(void **state)
{
    static const char *const losses[] = { "importance_sampling", "ppo", "cispo", "cross_entropy",
                                          "gspo" };
    static const char *const reductions[] = { "sum", "mean", "unknown" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(losses) * ARRAY_LEN(reductions); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *reduction = reductions[i % ARRAY_LEN(reductions)];
        const char *loss = losses[i / ARRAY_LEN(reductions)];
        SCRIPT(SESSION, MODEL, { "forward_backward", 0, 200, OUTPUTS(OUTPUT "," OUTPUT) },
               { "forward", 0, 200, OUTPUTS(OUTPUT "," OUTPUT) },
               { "optim_step", 0, 200, "{\"metrics\":{\"grad_norm:mean\":1.5}}" });
        struct policy *p = open_learner(arena_printf(&a, ",\"loss_reduction\":\"%s\"", reduction));
        struct update_options o = usual;
        struct update_item items[] = { item_of(2, 1.5), item_of(3, 1) };
        items[1].token_advantages = token_advantages;
        items[1].exchanges = exchanges;
        items[1].n_exchanges = 1;
        o.loss = policy_loss_find(loss);
        update(p, arena_printf(&a, "%s, %s", loss, reduction), items, 2, &o);
        p->vtable->close(p);
        put_end("closed", 0, NULL);
    }
    approved_check_exactly("tinker_updates", &out);
}

static void test_updates_that_fail(void **state)
{
    static const struct {
        const char *what;
        struct script_rule rule;
    } cases[] = {
        { "another norm", { "optim_step", 0, 200, "{\"metrics\":{\"grad_norm\":2.5}}" } },
        { "a third name", { "optim_step", 0, 200, "{\"metrics\":{\"skyrl.ai/grad_norm\":3.5}}" } },
        { "no norm", { "optim_step", 0, 200, "{}" } },
        { "no step", { "optim_step", 0, 500, "{\"detail\":\"no\"}" } },
        { "no model", { "create_model", 0, 400, "{\"detail\":\"no\"}" } },
        { "no name", { "create_model", 0, 200, "{}" } },
        { "an empty name", { "create_model", 0, 200, "{\"model_id\":\"\"}" } },
        { "no outputs", { "forward_backward", 0, 200, "{}" } },
        { "too few outputs", { "forward_backward", 0, 200, OUTPUTS("") } },
        { "too many outputs", { "forward_backward", 0, 200, OUTPUTS(OUTPUT "," OUTPUT) } },
        { "too few log-probs",
          { "forward_backward", 0, 200, OUTPUTS("{\"logprobs\":{\"data\":[0]}}") } },
        { "a broken answer", { "forward_backward", 0, 200, "[" } },
        { "a refusal", { "forward_backward", 0, 403, "no" } },
        { "no answer", { "forward_backward", 0, 0, "" } },
        { "no forward", { "forward", 0, 200, "{}" } },
        { "too few of forward", { "forward", 0, 200, OUTPUTS("") } },
        { "no log-prob of forward",
          { "forward", 0, 200, OUTPUTS("{\"logprobs\":{\"data\":[0,null]}}") } },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        SCRIPT(cases[i].rule, SESSION, MODEL, { "forward_backward", 0, 200, OUTPUTS(OUTPUT) },
               { "forward", 0, 200, OUTPUTS(OUTPUT) },
               { "optim_step", 0, 200, "{\"metrics\":{\"grad_norm\":1.5}}" });
        struct policy *p = open_learner(",\"loss_reduction\":\"mean\"");
        struct update_options o = usual;
        const struct update_item item = item_of(2, 1);
        o.loss = policy_loss_find("cross_entropy");
        o.learning_rate = (double)NAN;
        p->vtable->keep_record(p, &keeping);
        update(p, cases[i].what, &item, 1, &o);
        p->vtable->close(p);
        put_end("closed", 0, NULL);
    }
    approved_check_exactly("tinker_updates_failed", &out);
}

static void test_items_that_cannot_be_learned(void **state)
{
    static const float unknown[] = { -0.5f, (float)NAN, -1 };
    static const double infinite[] = { 1, (double)INFINITY, 1 };
    (void)state;
    for (int raw = 0; raw < 2; raw++) {
        SCRIPT(SESSION, MODEL, { "forward_backward", 0, 200, OUTPUTS(OUTPUT) },
               { "optim_step", 0, 200, "{}" });
        struct policy *p = open_learner(raw == 1 ? ",\"logprob_semantics\":\"raw\"" : "");
        struct update_item item = item_of(3, 1);
        item.temperature = 0.5;
        update(p, "at another temperature", &item, 1, &usual);
        struct update_options o = usual;
        o.loss = policy_loss_find("cross_entropy");
        update(p, "at another temperature, by cross-entropy", &item, 1, &o);
        item.temperature = 1;
        item.old_logprobs = unknown;
        update(p, "with an unknown log-prob", &item, 1, &usual);
        item.old_logprobs = old_logprobs;
        item.token_advantages = infinite;
        update(p, "with an infinite advantage", &item, 1, &usual);
        p->vtable->close(p);
    }
    approved_check_exactly("tinker_items", &out);
}

static void save(struct policy *p, struct buf *to)
{
    struct err err = { 0 };
    buf_clear(to);
    int rc = p->vtable->save(p, to, &err);
    put_end("saved", rc, &err);
    buf_printf(&out, "  %s\n", buf_text(to));
}

static void load(struct policy *p, const char *text)
{
    struct err err = { 0 };
    int rc = p->vtable->load(p, text, strlen(text), &err);
    put_end("loaded", rc, &err);
}

static void test_checkpoints(void **state)
{
    struct buf CLEANUP(buf_release) first = { 0 }, second = { 0 };
    const struct update_item item = item_of(2, 1);
    struct sample_request q = hi(0, 0);
    (void)state;
    SCRIPT(SESSION, MODEL, SAMPLER, PROMISE, GOOD, { "forward_backward", 0, 200, OUTPUTS(OUTPUT) },
           { "optim_step", 0, 200, "{}" },
           { "save_weights_for_sampler", 0, 200, "{\"path\":\"for-sampler\"}" },
           { "save_weights", 1, 200, "{\"path\":\"one\"}" },
           { "save_weights", 0, 200, "{\"path\":\"two\"}" }, { "load_weights", 0, 200, "{}" });
    struct policy *p = open_learner("");
    save(p, &first); /* of the base model nothing is asked */
    draw(p, "by the base", &q, 1);
    update(p, "updated", &item, 1, &usual);
    save(p, &second);
    save(p, &second);
    draw(p, "by the first", &q, 1);
    draw(p, "again", &q, 1);
    load(p, buf_text(&second));
    load(p, buf_text(&first));
    draw(p, "by the base again", &q, 1);
    load(p, buf_text(&second));
    draw(p, "by the first again", &q, 1);
    update(p, "updated again", &item, 1, &usual);
    save(p, &first);
    p->vtable->reset_optimiser(p);
    put_end("forgotten", 0, NULL);
    save(p, &first);
    update(p, "updated without moments", &item, 1, &usual);
    save(p, &first);
    p->vtable->close(p);
    put_end("closed", 0, NULL);
    approved_check_exactly("tinker_checkpoints", &out);
}

static void test_checkpoints_that_are_none(void **state)
{
    static const char *const cases[] = {
        "",
        "[]",
        "{}",
        "{\"weights\":\"w\",\"sampler_weights\":\"s\"}",
        "{\"weights\":\"w\",\"forget_moments\":true}",
        "{\"sampler_weights\":\"s\",\"forget_moments\":true}",
        "{\"weights\":\"w\",\"sampler_weights\":\"s\",\"forget_moments\":true}",
    };
    (void)state;
    SCRIPT(SESSION, { "create_model", 1, 200, "{\"model_id\":\"M\"}" },
           { "load_weights", 0, 404, "{\"detail\":\"forgotten\"}" });
    struct policy *p = open_learner("");
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        load(p, cases[i]);
    const struct sample_request q = hi(0, 0);
    draw(p, "what the server forgot", &q, 1);
    for (int n = 511; n <= 512; n++)
        for (int which = 0; which < 2; which++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            char *name = arena_alloc(&a, 600);
            memset(name, 'n', (size_t)n);
            load(p, arena_printf(&a,
                                 "{\"weights\":\"%s\",\"sampler_weights\":\"%s\","
                                 "\"forget_moments\":false}",
                                 which == 0 ? name : "w", which == 1 ? name : "s"));
        }
    p->vtable->close(p);
    approved_check_exactly("tinker_no_checkpoints", &out);
}

static void test_what_is_opened(void **state)
{
    char hash[65];
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) text = { 0 };
    (void)state;
    SCRIPT(SESSION);
    struct policy *p = open_learner(",\"rank\":4,\"seed\":3,\"prompt_logprobs_last_n\":true,"
                                    "\"loss_reduction\":\"sum\"");
    script_add_log(&out);
    script_add_text(&out, p->vtable->server_facts(p));
    assert_int_equal(p->vtable->model_hash(p, hash, &err), 0);
    assert_int_equal(strlen(hash), 64);
    p->vtable->sampling_facts(p, &text);
    assert_int_equal(p->vtable->prompt(p, task_of("l1/4"), &text, &err), 0);
    buf_printf(&out, "\n%s %u %d %s\n", p->vtable->model_name(p), p->vtable->open_caps(p),
               (int)p->vtable->answer_form(p), buf_text(&text));
    p->vtable->close(p);
    SCRIPT(SESSION);
    p = open_policy("");
    script_add_text(&out, p->vtable->server_facts(p));
    p->vtable->close(p);
    script_add_log(&out);
    SCRIPT({ "create_session", 0, 401, "no" });
    assert_null(open_policy(""));
    SCRIPT({ "create_session", 0, 200, "{}" });
    assert_null(open_policy(""));
    assert_null(open_policy(",\"key_env\":\"ROLLBOOK_NO_SUCH_KEY\""));
    assert_null(open_policy(",\"template\":\"no-such\""));
    approved_check_exactly("tinker_opened", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED_TEST(test_samples_are_asked_for_and_awaited),
        SERVED_TEST(test_what_is_known_of_log_probs),
        SERVED_TEST(test_answers_that_hold_no_sample),
        SERVED_TEST(test_one_failure_holds_up_no_other_sample),
        SERVED_TEST(test_what_was_promised_before_is_fetched),
        SERVED_TEST(test_nothing_is_awaited_for_ever),
        SERVED_TEST(test_scores_of_given_tokens),
        SERVED_TEST(test_scores_that_were_promised_before),
        SERVED_TEST(test_updates),
        SERVED_TEST(test_updates_that_fail),
        SERVED_TEST(test_items_that_cannot_be_learned),
        SERVED_TEST(test_checkpoints),
        SERVED_TEST(test_checkpoints_that_are_none),
        SERVED_TEST(test_what_is_opened),
    };
    return cmocka_run_group_tests(tests, served_setup, served_teardown);
}
