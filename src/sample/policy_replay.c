/*
 * policy_replay.c - re-emits stored actions.
 *
 * Config: {"rollouts": [{"task": "l1/4", "step": 0, "turn": 0, "sample": 3, "text": "...",
 * "token_ids": [...], "logprobs": [...], "temperature": 1.0, "prompt_tokens": 311, "finish_reason":
 * "stop"}, ...]}.  task, sample and text are required; step and turn default to 0.  A request
 * without a rollout is an error.  "zeros": [...] are the places of a text's zero bytes, which have
 * another byte there.  "form": "body" says that texts are bodies.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "tasks/task.h"

struct rollout {
    const char *task;
    int step, turn, sample;
    bool has_prompt_tokens;
    struct completion completion;
};

struct replay {
    struct policy policy; /* first: a policy begins with its table */
    struct arena arena;
    size_t n;
    struct rollout *rollouts; /* by rollout_compare */
    char hash[65];
    enum answer_form form;
};

extern const struct policy_vtable policy_replay;

static int rollout_compare(const void *a, const void *b)
{
    const struct rollout *x = a, *y = b;
    int by_task = strcmp(x->task, y->task);
    if (by_task != 0)
        return by_task;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return (x->sample > y->sample) - (x->sample < y->sample);
}

static int read_index(const struct json *j, const char *where, const char *key, int standard,
                      int *out, struct err *err)
{
    int64_t value = standard;
    const struct json *member = json_get(j, key);
    if ((member || standard < 0) && !json_int(member, &value))
        return err_set(err, ERR_INTEGRITY, "%s.%s: must be an integer", where, key);
    if (value < 0 || value > 1000000000)
        return err_set(err, ERR_INTEGRITY, "%s.%s: out of range", where, key);
    *out = (int)value;
    return 0;
}

static int read_tokens(struct arena *a, const struct json *j, const char *where,
                       struct completion *c, struct err *err)
{
    const struct json *ids = json_get(j, "token_ids"), *logprobs = json_get(j, "logprobs");
    if (!ids && !logprobs)
        return 0;
    if (!ids || !logprobs || json_type(ids) != JSON_ARRAY || json_type(logprobs) != JSON_ARRAY ||
        json_count(ids) != json_count(logprobs))
        return err_set(err, ERR_INTEGRITY,
                       "%s: token_ids and logprobs must be arrays of one length", where);
    size_t n = json_count(ids);
    c->token_ids = arena_array(a, n, sizeof(*c->token_ids));
    c->logprobs = arena_array(a, n, sizeof(*c->logprobs));
    const struct json *id = json_first(ids), *lp = json_first(logprobs);
    for (; c->n_tokens < n; id = json_next(id), lp = json_next(lp)) {
        int64_t token;
        double value;
        if (!json_int(id, &token) || token < INT32_MIN || token > INT32_MAX)
            return err_set(err, ERR_INTEGRITY, "%s.token_ids[%zu]: not a token id", where,
                           c->n_tokens);
        if (!json_number(lp, &value) || !isfinite(value))
            return err_set(err, ERR_INTEGRITY, "%s.logprobs[%zu]: not a number", where,
                           c->n_tokens);
        c->token_ids[c->n_tokens] = (int32_t)token;
        c->logprobs[c->n_tokens++] = (float)value;
    }
    return 0;
}

/* A string of JSON ends at a zero byte here. */
static int read_text(struct arena *a, const struct json *j, const char *where, const char *text,
                     struct completion *c, struct err *err)
{
    const struct json *zeros = json_get(j, "zeros");
    size_t len = strlen(text);
    char *copy = arena_strndup(a, text, len);
    if (zeros != NULL && json_type(zeros) != JSON_ARRAY)
        return err_set(err, ERR_INTEGRITY, "%s.zeros: must be an array", where);
    for (const struct json *z = zeros == NULL ? NULL : json_first(zeros); z; z = json_next(z)) {
        int64_t place;
        if (!json_int(z, &place) || place < 0 || (uint64_t)place >= len)
            return err_set(err, ERR_INTEGRITY, "%s.zeros: no place in a text of %zu bytes", where,
                           len);
        copy[place] = '\0';
    }
    c->text = copy;
    c->text_len = len;
    return 0;
}

static int read_temperature(const struct json *j, const char *where, struct completion *c,
                            struct err *err)
{
    const struct json *t = json_get(j, "temperature");
    c->logprob_temperature = 1;
    if (t && (!json_number(t, &c->logprob_temperature) || !(c->logprob_temperature > 0) ||
              !isfinite(c->logprob_temperature)))
        return err_set(err, ERR_INTEGRITY, "%s.temperature: must be a number above 0", where);
    return 0;
}

static int read_rollout(struct arena *a, const struct json *j, const char *where,
                        struct rollout *out, struct err *err)
{
    const char *task, *text, *finish = "stop";
    if (json_type(j) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "%s: must be an object", where);
    int rc = json_need_string(j, where, "task", &task, err);
    if (rc == 0)
        rc = json_need_string(j, where, "text", &text, err);
    if (rc == 0)
        rc = read_index(j, where, "step", 0, &out->step, err);
    if (rc == 0)
        rc = read_index(j, where, "turn", 0, &out->turn, err);
    if (rc == 0)
        rc = read_index(j, where, "sample", -1, &out->sample, err);
    if (rc == 0)
        rc = read_index(j, where, "prompt_tokens", 0, &out->completion.prompt_tokens, err);
    if (rc == 0)
        rc = read_tokens(a, j, where, &out->completion, err);
    if (rc == 0)
        rc = read_temperature(j, where, &out->completion, err);
    if (rc == 0)
        rc = read_text(a, j, where, text, &out->completion, err);
    if (rc != 0)
        return rc;
    json_string(json_get(j, "finish_reason"), &finish);
    out->task = arena_strdup(a, task);
    out->has_prompt_tokens = json_get(j, "prompt_tokens") != NULL;
    out->completion.finish_reason = arena_strdup(a, finish);
    return 0;
}

static int read_rollouts(struct replay *r, const struct json *root, struct err *err)
{
    const struct json *list;
    int rc = json_need_array(root, "replay config", "rollouts", &list, err);
    if (rc < 0)
        return rc;
    r->rollouts = arena_array(&r->arena, json_count(list), sizeof(*r->rollouts));
    for (const struct json *j = json_first(list); j; j = json_next(j), r->n++) {
        char where[64];
        snprintf(where, sizeof(where), "replay config: rollouts[%zu]", r->n);
        rc = read_rollout(&r->arena, j, where, &r->rollouts[r->n], err);
        if (rc < 0)
            return rc;
    }
    qsort(r->rollouts, r->n, sizeof(*r->rollouts), rollout_compare);
    for (size_t i = 1; i < r->n; i++) {
        const struct rollout *x = &r->rollouts[i];
        if (rollout_compare(x - 1, x) == 0)
            return err_set(err, ERR_INTEGRITY,
                           "replay config: task %s, step %d, turn %d, sample %d appears twice",
                           x->task, x->step, x->turn, x->sample);
    }
    return 0;
}

static void hash_rollouts(struct replay *r, const struct json *root)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_puts(&text, "replay/1\n");
    json_print(root, true, &text);
    sha256_hex(text.data, text.len, r->hash);
}

static void replay_close(struct policy *p)
{
    struct replay *r = (struct replay *)p;
    if (!r)
        return;
    arena_release(&r->arena);
    free(r);
}

static int replay_open(const char *config, struct policy **out, struct err *err)
{
    const char *form = "";
    if (!config)
        return err_set(err, ERR_USAGE, "the replay policy needs a config with rollouts");
    struct json *CLEANUP(json_free_ptr) root =
        json_parse("replay config", config, strlen(config), err);
    if (!root)
        return ERR_INTEGRITY;
    struct replay *r = mem_alloc(sizeof(*r));
    r->policy.vtable = &policy_replay;
    int rc = read_rollouts(r, root, err);
    if (rc < 0) {
        replay_close(&r->policy);
        return rc;
    }
    r->form = json_string(json_get(root, "form"), &form) && strcmp(form, "body") == 0 ? ANSWER_BODY
                                                                                      : ANSWER_FILE;
    hash_rollouts(r, root);
    *out = &r->policy;
    return 0;
}

static enum answer_form replay_answer_form(struct policy *p)
{
    return ((struct replay *)p)->form;
}

static int replay_prompt(struct policy *p, const struct task *task, struct buf *out,
                         struct err *err)
{
    (void)p;
    (void)err;
    prompt_render(task, out);
    return 0;
}

static struct completion copy_completion(const struct rollout *found, const struct task *task,
                                         struct arena *a)
{
    struct completion c = found->completion;
    c.text = arena_strndup(a, c.text, c.text_len);
    c.finish_reason = arena_strdup(a, c.finish_reason);
    c.token_ids = arena_array(a, c.n_tokens, sizeof(*c.token_ids));
    c.logprobs = arena_array(a, c.n_tokens, sizeof(*c.logprobs));
    for (size_t t = 0; t < c.n_tokens; t++) {
        c.token_ids[t] = found->completion.token_ids[t];
        c.logprobs[t] = found->completion.logprobs[t];
    }
    if (!found->has_prompt_tokens) {
        struct buf CLEANUP(buf_release) text = { 0 };
        prompt_render(task, &text);
        c.prompt_tokens = prompt_count_words(text.data, text.len);
    }
    return c;
}

static int replay_sample(struct policy *p, const struct sample_request *requests, size_t n,
                         struct arena *a, struct completion *out, struct err *err)
{
    const struct replay *r = (const struct replay *)p;
    for (size_t i = 0; i < n; i++) {
        const struct sample_request *q = &requests[i];
        struct rollout key = {
            .task = q->task->id, .step = q->step, .turn = q->turn, .sample = q->sample
        };
        const struct rollout *found =
            r->n == 0 ? NULL
                      : bsearch(&key, r->rollouts, r->n, sizeof(*r->rollouts), rollout_compare);
        if (!found)
            return err_set(err, ERR_NOMATCH,
                           "replay: nothing stored for task %s, step %d, turn %d, sample %d",
                           q->task->id, q->step, q->turn, q->sample);
        out[i] = copy_completion(found, q->task, a);
    }
    return 0;
}

static int replay_model_hash(struct policy *p, char out[65], struct err *err)
{
    (void)err;
    memcpy(out, ((struct replay *)p)->hash, 65);
    return 0;
}

const struct policy_vtable policy_replay = {
    .name = "replay",
    .summary = "re-emits the stored actions of a run",
    .caps = POLICY_SAMPLE,
    .open = replay_open,
    .close = replay_close,
    .answer_form = replay_answer_form,
    .prompt = replay_prompt,
    .sample = replay_sample,
    .model_hash = replay_model_hash,
};
