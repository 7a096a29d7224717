#include "src/rescore/trainer_form.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

typedef void (*put_member)(const struct trainer_sample *s, struct buf *out);

struct trainer_member {
    const char *name;
    put_member put;
    /* Why it is null; NULL: it is there. */
    const char *(*unknown)(const struct trainer_sample *s);
};

/* Always with a point or an exponent: readers of columns take the type of a list from its first
 * items. */
static void put_decimal(struct buf *out, const char *digits)
{
    buf_puts(out, digits);
    if (strpbrk(digits, ".eE") == NULL)
        buf_puts(out, ".0");
}

static void put_point(struct buf *out, double v)
{
    struct buf CLEANUP(buf_release) digits = { 0 };
    if (isfinite(v)) {
        buf_put_json_number(&digits, v);
        put_decimal(out, buf_text(&digits));
    } else {
        buf_puts(out, "null");
    }
}

static void put_message(struct buf *out, const char *role, const char *text, size_t len)
{
    buf_printf(out, "{\"role\":\"%s\",\"content\":", role);
    buf_put_json_string(out, text == NULL ? "" : text, len);
    buf_putc(out, '}');
}

static void put_asked(const struct trainer_sample *s, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t i = 0; i < s->n_asked; i++) {
        buf_puts(out, i == 0 ? "" : ",");
        put_message(out, s->asked[i].role, s->asked[i].content, s->asked[i].len);
    }
    buf_putc(out, ']');
}

static const char *no_prompt(const struct trainer_sample *s)
{
    return s->asked == NULL ? "the prompt is not stored" : NULL;
}

static void put_answer(const struct trainer_sample *s, struct buf *out)
{
    buf_putc(out, '[');
    put_message(out, "assistant", s->completion, s->completion_len);
    buf_putc(out, ']');
}

static const char *no_answer(const struct trainer_sample *s)
{
    return s->completion == NULL ? "the completion is not stored" : NULL;
}

static void put_null(const struct trainer_sample *s, struct buf *out)
{
    (void)s;
    buf_puts(out, "null");
}

static const char *no_prompt_ids(const struct trainer_sample *s)
{
    (void)s;
    return "token ids of prompts are not stored: encode the prompt with the sampler's tokenizer";
}

static void put_ids(const struct trainer_sample *s, struct buf *out)
{
    for (size_t i = 0; i < s->n_tokens; i++)
        buf_printf(out, "%c%" PRId32, i == 0 ? '[' : ',', s->token_ids[i]);
    buf_puts(out, s->n_tokens == 0 ? "[]" : "]");
}

static const char *no_ids(const struct trainer_sample *s)
{
    return s->token_ids == NULL ? "the policy gave no token ids" : NULL;
}

static void put_logprobs(const struct trainer_sample *s, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t i = 0; i < s->n_tokens; i++) {
        buf_puts(out, i == 0 ? "" : ",");
        char digits[32];
        snprintf(digits, sizeof digits, "%.9g",
                 (double)s->logprobs[i]); /* reads back as the same float */
        if (isfinite(s->logprobs[i]))
            put_decimal(out, digits);
        else
            buf_puts(out, "null");
    }
    buf_putc(out, ']');
}

static const char *no_logprobs(const struct trainer_sample *s)
{
    return s->logprobs == NULL ? "the policy gave no log-probs" : NULL;
}

static void put_each(const struct trainer_sample *s, const char *text, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t i = 0; i < s->n_tokens; i++)
        buf_printf(out, "%s%s", i == 0 ? "" : ",", text);
    buf_putc(out, ']');
}

static void put_mask(const struct trainer_sample *s, struct buf *out)
{
    put_each(s, s->filters == NULL ? "1" : "0", out);
}

static void put_bools(const struct trainer_sample *s, struct buf *out)
{
    put_each(s, s->filters == NULL ? "true" : "false", out);
}

static const char *no_length(const struct trainer_sample *s)
{
    return s->token_ids == NULL && s->logprobs == NULL ? "the number of tokens is not stored"
                                                       : NULL;
}

static void put_each_real(const struct trainer_sample *s, double v, struct buf *out)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    put_point(&text, v);
    put_each(s, buf_text(&text), out);
}

static void put_advantage(const struct trainer_sample *s, struct buf *out)
{
    put_point(out, s->advantage);
}

static const char *no_advantage(const struct trainer_sample *s)
{
    return isnan(s->advantage) ? "no update used it" : NULL;
}

static void put_advantages(const struct trainer_sample *s, struct buf *out)
{
    put_each_real(s, s->advantage, out);
}

static const char *no_advantages(const struct trainer_sample *s)
{
    return isnan(s->advantage) ? no_advantage(s) : no_length(s);
}

static void put_temperatures(const struct trainer_sample *s, struct buf *out)
{
    put_each_real(s, s->temperature, out);
}

static const char *no_temperatures(const struct trainer_sample *s)
{
    return isnan(s->temperature) ? "the temperature is not stored" : no_length(s);
}

static void put_reward(const struct trainer_sample *s, struct buf *out)
{
    put_point(out, s->reward);
}

static const char *no_reward(const struct trainer_sample *s)
{
    return isnan(s->reward) ? "no reward is stored" : NULL;
}

/* On the last token, where verl's reward managers put it. */
static void put_scores(const struct trainer_sample *s, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t i = 0; i < s->n_tokens; i++) {
        buf_puts(out, i == 0 ? "" : ",");
        put_point(out, i + 1 == s->n_tokens ? s->reward : 0.0);
    }
    buf_putc(out, ']');
}

static const char *no_scores(const struct trainer_sample *s)
{
    return isnan(s->reward) ? no_reward(s) : no_length(s);
}

static void put_group(const struct trainer_sample *s, struct buf *out)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_printf(&text, "%s/%" PRId64 "/%s/%" PRId64, s->run, s->step, s->task, s->turn);
    buf_put_json_string(out, buf_text(&text), text.len);
}

static void put_source(const struct trainer_sample *s, struct buf *out)
{
    (void)s;
    buf_puts(out, "\"rollbook\"");
}

static void put_stop(const struct trainer_sample *s, struct buf *out)
{
    buf_put_json_text(out, s->finish_reason);
}

static const char *no_stop(const struct trainer_sample *s)
{
    return s->finish_reason == NULL ? "why sampling ended is not stored" : NULL;
}

static void put_trajectory(const struct trainer_sample *s, struct buf *out)
{
    buf_puts(out, "{\"instance_id\":");
    put_group(s, out);
    buf_printf(out, ",\"repetition_id\":%" PRId64 "}", s->sample);
}

static void put_is_last(const struct trainer_sample *s, struct buf *out)
{
    buf_puts(out, s->is_last ? "true" : "false");
}

static void put_place(const struct trainer_sample *s, struct buf *out)
{
    buf_puts(out, "\"rollbook\":{\"run\":");
    buf_put_json_text(out, s->run);
    buf_printf(out, ",\"step\":%" PRId64 ",\"task\":", s->step);
    buf_put_json_text(out, s->task);
    buf_printf(out, ",\"sample\":%" PRId64, s->sample);
}

static bool is_utf8(const char *s, size_t len)
{
    size_t n = 1;
    for (size_t i = 0; i < len && n > 0; i += n)
        n = utf8_sequence_length(s + i, len - i);
    return n > 0;
}

/* Bytes that are no UTF-8 read as U+FFFD in a message; these are all of them. */
static void put_bytes(const struct trainer_sample *s, struct buf *out)
{
    buf_puts(out, ",\"completion_hex\":");
    if (s->completion == NULL || is_utf8(s->completion, s->completion_len)) {
        buf_puts(out, "null");
        return;
    }
    buf_putc(out, '"');
    buf_put_hex(out, s->completion, s->completion_len);
    buf_putc(out, '"');
}

static void put_facts(const struct trainer_form *form, const struct trainer_sample *s,
                      struct buf *out)
{
    const char *between = "";
    put_place(s, out);
    buf_printf(out, ",\"turn\":%" PRId64 ",\"rollout_id\":%" PRId64 ",\"outcome\":", s->turn,
               s->rollout_id);
    buf_put_json_text(out, s->outcome);
    buf_printf(out, ",\"correct\":%s,\"speedup\":", s->correct ? "true" : "false");
    put_point(out, s->speedup);
    buf_puts(out, ",\"reward_recipe\":");
    buf_put_json_text(out, s->recipe);
    buf_puts(out, ",\"logprob_temperature\":");
    put_point(out, s->logprob_temperature);
    buf_puts(out, ",\"masked_by\":");
    buf_putc(out, '[');
    for (const char *at = s->filters; at != NULL && *at != '\0';) {
        size_t len = strcspn(at, ",");
        buf_puts(out, at == s->filters ? "" : ",");
        buf_put_json_string(out, at, len);
        at += len + (at[len] == ',');
    }
    buf_putc(out, ']');
    put_bytes(s, out);
    buf_puts(out, ",\"unknown\":[");
    for (size_t i = 0; i < form->n_members; i++) {
        const struct trainer_member *m = &form->members[i];
        const char *why = m->unknown == NULL ? NULL : m->unknown(s);
        if (why == NULL)
            continue;
        buf_printf(out, "%s{\"member\":\"%s\",\"why\":\"%s\"}", between, m->name, why);
        between = ",";
    }
    buf_puts(out, "]}");
}

static void put_record(const struct trainer_form *form, const struct trainer_sample *s, size_t n,
                       struct buf *out)
{
    (void)n;
    buf_putc(out, '{');
    for (size_t i = 0; i < form->n_members; i++) {
        const struct trainer_member *m = &form->members[i];
        buf_printf(out, "\"%s\":", m->name);
        if (m->unknown != NULL && m->unknown(s) != NULL)
            buf_puts(out, "null");
        else
            m->put(s, out);
        buf_putc(out, ',');
    }
    put_facts(form, s, out);
    buf_puts(out, "}\n");
}

/* As long as an earlier one was shown what stands before it here, and its answer is what it
 * sampled, a trainer's context is the sampler's. */
static const char *turn_refusal(const struct trainer_sample *last, size_t position,
                                const struct trainer_sample *turn, const struct spoken *said)
{
    if (turn == NULL)
        return "not judged";
    if (turn->filters != NULL)
        return turn->filters;
    bool same = turn->n_shown == position;
    for (size_t i = 0; same && i < position; i++)
        same = turn->shown[i] == last->shown[i];
    if (!same)
        return "was shown other turns";
    if (turn->completion == NULL)
        return "not stored";
    if (said != NULL && (said->len != turn->completion_len ||
                         memcmp(said->content, turn->completion, said->len) != 0))
        return "was shown otherwise than sampled";
    return NULL;
}

static const struct trainer_sample *find_turn(const struct trainer_sample *s, size_t n,
                                              int64_t turn)
{
    for (size_t i = 0; i < n; i++)
        if (s[i].turn == turn)
            return &s[i];
    return NULL;
}

struct by_message {
    struct buf mask, reasons, turns, rewards, advantages;
};

static void add_message(struct by_message *b, const struct trainer_sample *turn, const char *why)
{
    bool first = b->mask.len == 0;
    bool is_sampled = turn != NULL;
    buf_printf(&b->mask, "%s%d", first ? "" : ",", why == NULL);
    buf_puts(&b->reasons, first ? "" : ",");
    buf_put_json_text(&b->reasons, why);
    buf_puts(&b->turns, first ? "" : ",");
    buf_puts(&b->rewards, first ? "" : ",");
    buf_puts(&b->advantages, first ? "" : ",");
    if (is_sampled)
        buf_printf(&b->turns, "%" PRId64, turn->turn);
    else
        buf_puts(&b->turns, "null");
    put_point(&b->rewards, is_sampled ? turn->reward : (double)NAN);
    put_point(&b->advantages, is_sampled ? turn->advantage : (double)NAN);
}

static void put_list(struct buf *out, const char *name, struct buf *items)
{
    buf_printf(out, ",\"%s\":[", name);
    buf_add(out, buf_text(items), items->len);
    buf_putc(out, ']');
    buf_release(items);
}

/* What the last turn was asked and answered; turns that it was not shown are no part of it. */
static void put_conversation(const struct trainer_form *form, const struct trainer_sample *s,
                             size_t n, struct buf *out)
{
    const struct trainer_sample *last = &s[n - 1];
    struct by_message b = { 0 };
    size_t n_answers = 0;
    (void)form;
    buf_puts(out, "{\"messages\":[");
    for (size_t i = 0; i < last->n_asked; i++) {
        const struct spoken *said = &last->asked[i];
        put_message(out, said->role, said->content, said->len);
        buf_putc(out, ',');
        if (strcmp(said->role, "assistant") != 0 || n_answers >= last->n_shown) {
            add_message(&b, NULL, "not sampled");
            continue;
        }
        const struct trainer_sample *turn = find_turn(s, n, last->shown[n_answers]);
        add_message(&b, turn, turn_refusal(last, n_answers, turn, said));
        n_answers++;
    }
    put_message(out, "assistant", last->completion, last->completion_len);
    add_message(&b, last, turn_refusal(last, last->n_shown, last, NULL));
    buf_putc(out, ']');
    put_list(out, "loss_mask", &b.mask);
    put_list(out, "masked_because", &b.reasons);
    put_list(out, "turns", &b.turns);
    put_list(out, "rewards", &b.rewards);
    put_list(out, "advantages", &b.advantages);
    buf_putc(out, ',');
    put_place(last, out);
    put_bytes(last, out);
    buf_printf(out, ",\"n_turns\":%zu}}\n", n);
}

/* Names of TRL's GRPOTrainer batch, and of its conversational prompt-completion data sets. */
static const struct trainer_member trl_members[] = {
    { "prompt", put_asked, no_prompt },
    { "completion", put_answer, no_answer },
    { "prompt_ids", put_null, no_prompt_ids },
    { "completion_ids", put_ids, no_ids },
    { "completion_mask", put_mask, no_length },
    { "old_per_token_logps", put_logprobs, no_logprobs },
    { "sampling_per_token_logps", put_logprobs, no_logprobs },
    { "advantages", put_advantage, no_advantage },
    { "reward", put_reward, no_reward },
};

/* Names of verl's DataProto, batch and non_tensor_batch. */
static const struct trainer_member verl_members[] = {
    { "uid", put_group, NULL },
    { "data_source", put_source, NULL },
    { "raw_prompt", put_asked, no_prompt },
    { "completion", put_answer, no_answer },
    { "prompts", put_null, no_prompt_ids },
    { "responses", put_ids, no_ids },
    { "response_mask", put_mask, no_length },
    { "old_log_probs", put_logprobs, no_logprobs },
    { "rollout_log_probs", put_logprobs, no_logprobs },
    { "advantages", put_advantages, no_advantages },
    { "token_level_scores", put_scores, no_scores },
};

/* Names of prime-rl's TrainingSample while prompt and completion are two parts. */
static const struct trainer_member prime_rl_members[] = {
    { "prompt", put_asked, no_prompt },
    { "completion", put_answer, no_answer },
    { "prompt_ids", put_null, no_prompt_ids },
    { "prompt_mask", put_null, no_prompt_ids },
    { "completion_ids", put_ids, no_ids },
    { "completion_mask", put_bools, no_length },
    { "completion_logprobs", put_logprobs, no_logprobs },
    { "completion_temperatures", put_temperatures, no_temperatures },
    { "env_name", put_source, NULL },
    { "advantage", put_advantage, no_advantage },
    { "reward", put_reward, no_reward },
};

/* Names of SkyRL's GeneratorOutput, whose lists have one item a record, and of its TrainingInput.
 */
static const struct trainer_member skyrl_members[] = {
    { "prompt", put_asked, no_prompt },
    { "completion", put_answer, no_answer },
    { "prompt_token_ids", put_null, no_prompt_ids },
    { "response_ids", put_ids, no_ids },
    { "rewards", put_reward, no_reward },
    { "loss_masks", put_mask, no_length },
    { "stop_reasons", put_stop, no_stop },
    { "rollout_logprobs", put_logprobs, no_logprobs },
    { "trajectory_ids", put_trajectory, NULL },
    { "is_last_step", put_is_last, NULL },
    { "advantages", put_advantages, no_advantages },
};

#define RECORDS(table) false, put_record, table, ARRAY_LEN(table)

const struct trainer_form trainer_forms[] = {
    { "trl", "TRL: a record a rollout", RECORDS(trl_members) },
    { "verl", "verl: a record a rollout", RECORDS(verl_members) },
    { "prime-rl", "prime-rl: a record a rollout", RECORDS(prime_rl_members) },
    { "skyrl", "SkyRL: a record a rollout", RECORDS(skyrl_members) },
    { "messages", "a record a conversation, with a loss mask by message", true, put_conversation,
      NULL, 0 },
};
const size_t n_trainer_forms = ARRAY_LEN(trainer_forms);

const struct trainer_form *trainer_form_find(const char *name)
{
    for (size_t i = 0; i < n_trainer_forms; i++)
        if (strcmp(trainer_forms[i].name, name) == 0)
            return &trainer_forms[i];
    return NULL;
}
