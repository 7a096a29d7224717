/*
 * ingest_rollouts.c - rollouts of trainers: verl's step files, TRL's completions as JSON Lines,
 * tinker-cookbook's summaries.
 *
 * A trainer's reward is stored as such and is no verdict on correctness.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

/* A prompt is a task, because dumps name none. */
static const char *task_of_prompt(struct arena *a, const char *prompt)
{
    char hash[65];
    sha256_hex(prompt, strlen(prompt), hash);
    return arena_printf(a, "prompt %.16s", hash);
}

static const char *text_of(struct arena *a, const struct json *object, const char *key)
{
    const struct json *j = json_get(object, key);
    const char *s = NULL;
    if (j == NULL || json_type(j) == JSON_NULL)
        return NULL;
    return json_string(j, &s) ? arena_strdup(a, s) : sample_json(a, j);
}

/* "12.jsonl" is step 12. */
static int step_of(struct ingest_source *source, const struct json *j)
{
    const int *file_step = source->state;
    int step = sample_index(j, "step");
    return step < 0 ? *file_step : step;
}

static void take_verl(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const texts[] = { "input", "output" };
    struct arena *a = out->arena;
    const char *input = text_of(a, j, "input");
    const char *output = text_of(a, j, "output");
    if (input == NULL || output == NULL) {
        ingest_refuse(out->source, where, "the record lacks input or output");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, "verl", task_of_prompt(a, input));
    r->where = where;
    r->step = step_of(out->source, j);
    r->prompt = ingest_text(input);
    r->completion = ingest_text(output);
    r->recipe = "score";
    r->reward = sample_number(j, "score");
    r->extra = sample_json_without(a, j, texts, ARRAY_LEN(texts));
}

static bool is_reward_column(const struct json *j)
{
    static const char *const others[] = { "step", "advantage", "prompt", "completion" };
    double v = 0;
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (strcmp(json_key(j), others[i]) == 0)
            return false;
    return json_number(j, &v) && isfinite(v);
}

/* "reward", else the only column of a reward function. */
static void take_trl_reward(struct arena *a, struct ingest_sample *r, const struct json *j)
{
    size_t n = 0;
    const struct json *only = NULL;
    for (const struct json *m = json_first(j); m != NULL; m = json_next(m)) {
        if (!is_reward_column(m))
            continue;
        if (strcmp(json_key(m), "reward") == 0) {
            only = m;
            n = 1;
            break;
        }
        only = m;
        n++;
    }
    r->advantage = sample_number(j, "advantage");
    if (n != 1)
        return;
    r->recipe = arena_strdup(a, json_key(only));
    json_number(only, &r->reward);
}

static void take_trl(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const texts[] = { "prompt", "completion" };
    struct arena *a = out->arena;
    const char *prompt = text_of(a, j, "prompt");
    const char *completion = text_of(a, j, "completion");
    if (prompt == NULL || completion == NULL) {
        ingest_refuse(out->source, where, "the record lacks prompt or completion");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(out, "trl", task_of_prompt(a, prompt));
    r->where = where;
    r->step = step_of(out->source, j);
    r->prompt = ingest_text(prompt);
    r->completion = ingest_text(completion);
    take_trl_reward(a, r, j);
    r->extra = sample_json_without(a, j, texts, ARRAY_LEN(texts));
}

static void take_steps(struct ingest_sample *r, const struct json *steps)
{
    int64_t tokens = 0;
    bool known = true;
    if (steps == NULL || json_type(steps) != JSON_ARRAY || json_count(steps) == 0)
        return;
    int first = sample_index(json_first(steps), "ob_len");
    for (const struct json *s = json_first(steps); s != NULL; s = json_next(s)) {
        int n = sample_index(s, "ac_len");
        known = known && n >= 0;
        tokens += n;
    }
    r->prompt_tokens = first;
    r->completion_tokens = known ? tokens : -1;
}

static void take_tinker(struct ingest_batch *out, const char *where, const struct json *j)
{
    struct arena *a = out->arena;
    int group = sample_index(j, "group_idx");
    int trajectory = sample_index(j, "traj_idx");
    int iteration = sample_index(j, "iteration");
    const char *split = sample_string(a, j, "split");
    if (group < 0 || trajectory < 0) {
        ingest_refuse(out->source, where, "the record lacks group_idx or traj_idx");
        return;
    }
    struct ingest_sample *r = ingest_batch_add(
        out, "tinker", arena_printf(a, "%.60s group %d", split == NULL ? "train" : split, group));
    r->where = where;
    r->step = iteration;
    r->sample = trajectory;
    r->recipe = "total_reward";
    r->reward = sample_number(j, "total_reward");
    take_steps(r, json_get(j, "steps"));
    r->extra = sample_json(a, j);
}

static void rollouts_take(struct ingest_batch *out, const struct ingest_record *record)
{
    const struct json *j = record->json;
    if (json_get(j, "traj_idx") != NULL || json_get(j, "group_idx") != NULL)
        take_tinker(out, record->where, j);
    else if (json_get(j, "input") != NULL && json_get(j, "output") != NULL)
        take_verl(out, record->where, j);
    else if (json_get(j, "prompt") != NULL && json_get(j, "completion") != NULL)
        take_trl(out, record->where, j);
    else
        ingest_refuse(out->source, record->where, "not a rollout of verl, TRL or tinker-cookbook");
}

static int step_of_file(struct ingest_source *source)
{
    const char *stem = path_stem(source->arena, source->path);
    size_t digits = strspn(stem, "0123456789");
    int64_t step = 0;
    if (digits == 0 || stem[digits] != '\0' || digits > 9)
        return -1;
    for (size_t i = 0; i < digits; i++)
        step = step * 10 + (stem[i] - '0');
    return (int)step;
}

static int rollouts_begin(struct ingest_source *source, struct err *err)
{
    int *file_step = arena_alloc(source->arena, sizeof(*file_step));
    (void)err;
    *file_step = step_of_file(source);
    source->state = file_step;
    return 0;
}

static const char *rollouts_recognise(const struct ingest_probe *p)
{
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, "group_idx", "traj_idx"))
        return "records with group_idx and traj_idx";
    if (ingest_probe_has_keys(p, "input", "output") && ingest_probe_has_key(p, "score"))
        return "records with input, output and score";
    if (ingest_probe_has_keys(p, "prompt", "completion") && ingest_probe_has_key(p, "advantage"))
        return "records with prompt, completion and advantage";
    if (ingest_probe_has_keys(p, "prompt", "completion") &&
        ingest_probe_has_keys(p, "step", "reward"))
        return "records with prompt, completion, step and reward";
    return NULL;
}

const struct ingest_format format_rollouts = {
    .name = "rollouts",
    .summary = "rollout dumps of verl, TRL (JSON Lines) and tinker-cookbook",
    .version = 1,
    .names_runs = true,
    .is_pure = true,
    .recognise = rollouts_recognise,
    .begin = rollouts_begin,
    .take = rollouts_take,
};
