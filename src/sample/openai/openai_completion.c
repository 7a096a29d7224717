/*
 * openai_completion.c - a choice of a server's answer as a completion.
 */
#include "src/base/buf.h"
#include "src/http/http.h"
#include "src/json/json.h"
#include "src/sample/openai/openai_internal.h"
#include "src/wire/wire.h"

/* The rollout's row has no columns for these. */
static const char *extra_of(const struct openai *o, const struct openai_choice *x, struct arena *a)
{
    struct buf text = { 0 };
    struct json *CLEANUP(json_free_ptr) j = json_new_object();
    json_add_string(j, "server", o->server->name);
    json_add_string(j, "template_sha256", o->template_sha256);
    json_add_string(j, "logprob_semantics", wire_semantics_name(o->server->semantics));
    if (x->http->request_id[0] != '\0')
        json_add_string(j, "request_id", x->http->request_id);
    json_add_int(j, "attempts", x->http->attempt);
    json_add_number(j, "latency_ms", x->http->total_ms);
    if (x->n_places > 1) {
        json_add_int(j, "n_per_request", (int64_t)x->n_places);
        json_add_int(j, "choice", (int64_t)x->place);
    }
    wire_add_remarks(j, x->answer, x->choice);
    json_print(j, false, &text);
    const char *copy = arena_strndup(a, buf_text(&text), text.len);
    buf_release(&text);
    return copy;
}

/* Usage counts all choices together, so several have no counts of their own. */
static int64_t completion_tokens(const struct openai_choice *x)
{
    if (x->n_places == 1)
        return x->answer->completion_tokens > 0 ? x->answer->completion_tokens : 0;
    return x->choice->n_tokens > 0 ? (int64_t)x->choice->n_tokens : -1;
}

/* The prompt is billed once and counts with the first choice. */
static int prompt_tokens(const struct openai_choice *x)
{
    int64_t n = x->place == 0 ? x->answer->prompt_tokens : 0;
    return n > INT32_MAX ? INT32_MAX : (int)n;
}

void openai_completion(const struct openai *o, const struct openai_choice *x, struct arena *a,
                       struct completion *out)
{
    struct wire_choice *c = x->choice;
    wire_hide_sentinels(c);
    bool logits = c->n_positive > 0; /* not log-probs */
    *out = (struct completion){
        .text = c->text,
        .text_len = c->text_len,
        .finish_reason = c->finish_reason == NULL ? "incomplete" : c->finish_reason,
        .n_tokens = c->n_tokens,
        .token_ids = c->token_ids,
        .logprobs = logits ? NULL : c->logprobs,
        .logprobs_have_gaps = c->n_missing > 0,
        .logprob_temperature = wire_logprob_temperature(o->server, x->temperature),
        .prompt_tokens = prompt_tokens(x),
        .completion_tokens = completion_tokens(x),
        .extra = extra_of(o, x, a),
    };
}
