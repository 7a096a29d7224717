/*
 * wire_remarks.c - facts of an answer beside text and numbers.
 */
#include "src/json/json.h"
#include "src/wire/wire.h"

static void add_count(struct json *to, const char *key, int64_t n)
{
    if (n > 0)
        json_add_int(to, key, n);
}

void wire_add_remarks(struct json *to, const struct wire_answer *w, const struct wire_choice *c)
{
    if (w->model != NULL)
        json_add_string(to, "model", w->model);
    if (c->reasoning != NULL)
        json_add_string(to, c->reasoning_field, c->reasoning);
    add_count(to, "cached_tokens", w->cached_tokens);
    add_count(to, "reasoning_tokens", w->reasoning_tokens);
    add_count(to, "n_missing_logprobs", (int64_t)c->n_missing);
    add_count(to, "n_surplus_logprobs", (int64_t)c->n_surplus);
    add_count(to, "n_null_logprobs", (int64_t)c->n_null);
    add_count(to, "n_sentinel_logprobs", (int64_t)c->n_sentinel);
    add_count(to, "n_positive_logprobs", (int64_t)c->n_positive);
    add_count(to, "n_repairs", (int64_t)w->n_repairs);
    if (c->ids_do_not_fit)
        json_add_bool(to, "token_ids_do_not_fit", true);
}
