/*
 * ingest_rollouts.c - rollout dumps of trainers: verl's step files, TRL's completions as JSON
 * Lines, tinker-cookbook's rollout summaries.
 *
 * A trainer's reward is no verdict on correctness: it is stored as a reward and nothing is judged.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

struct reading {
    struct sample_batch *batch;
    int file_step; /* "12.jsonl" is step 12; 0 otherwise */
};

/* Dumps name no task: one prompt is one task. */
static const char *task_of_prompt(struct arena *a, const char *prompt)
{
    char hash[65];
    sha256_hex(prompt, strlen(prompt), hash);
    return arena_printf(a, "prompt %.16s", hash);
}

/* A text, or the messages of a chat as JSON. */
static const char *text_of(struct arena *a, const struct json *object, const char *key)
{
    const struct json *j = json_get(object, key);
    const char *s = NULL;
    if (j == NULL || json_type(j) == JSON_NULL)
        return NULL;
    return json_string(j, &s) ? arena_strdup(a, s) : sample_json(a, j);
}

static int step_of(const struct reading *w, const struct json *j)
{
    int step = sample_index(j, "step");
    return step < 0 ? w->file_step : step;
}

static void take_verl(struct ingest_job *job, struct reading *w, const char *where,
                      const struct json *j)
{
    static const char *const texts[] = { "input", "output" };
    struct arena *a = job->arena;
    const char *input = text_of(a, j, "input");
    const char *output = text_of(a, j, "output");
    if (input == NULL || output == NULL) {
        ingest_refuse(job, where, "no input or no output");
        return;
    }
    struct sample_row *r = sample_batch_add(job, w->batch, "verl", task_of_prompt(a, input));
    r->where = where;
    r->step = step_of(w, j);
    r->prompt = input;
    r->completion = output;
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

/* One column a reward function: "reward" where there is one, else the only one. */
static void take_trl_reward(struct ingest_job *job, struct sample_row *r, const struct json *j)
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
    r->recipe = arena_strdup(job->arena, json_key(only));
    json_number(only, &r->reward);
}

static void take_trl(struct ingest_job *job, struct reading *w, const char *where,
                     const struct json *j)
{
    static const char *const texts[] = { "prompt", "completion" };
    struct arena *a = job->arena;
    const char *prompt = text_of(a, j, "prompt");
    const char *completion = text_of(a, j, "completion");
    if (prompt == NULL || completion == NULL) {
        ingest_refuse(job, where, "no prompt or no completion");
        return;
    }
    struct sample_row *r = sample_batch_add(job, w->batch, "trl", task_of_prompt(a, prompt));
    r->where = where;
    r->step = step_of(w, j);
    r->prompt = prompt;
    r->completion = completion;
    take_trl_reward(job, r, j);
    r->extra = sample_json_without(a, j, texts, ARRAY_LEN(texts));
}

static void take_steps(struct sample_row *r, const struct json *steps)
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

static void take_tinker(struct ingest_job *job, struct reading *w, const char *where,
                        const struct json *j)
{
    struct arena *a = job->arena;
    int group = sample_index(j, "group_idx");
    int trajectory = sample_index(j, "traj_idx");
    int iteration = sample_index(j, "iteration");
    const char *split = sample_string(a, j, "split");
    if (group < 0 || trajectory < 0) {
        ingest_refuse(job, where, "no group_idx or no traj_idx");
        return;
    }
    struct sample_row *r =
        sample_batch_add(job, w->batch, "tinker",
                         arena_printf(a, "%.60s group %d", split == NULL ? "train" : split, group));
    r->where = where;
    r->step = iteration < 0 ? 0 : iteration;
    r->sample = trajectory;
    r->recipe = "total_reward";
    r->reward = sample_number(j, "total_reward");
    take_steps(r, json_get(j, "steps"));
    r->extra = sample_json(a, j);
}

static void take_value(struct ingest_job *job, void *context, const char *where,
                       const struct json *value)
{
    size_t i = 0;
    if (json_type(value) == JSON_ARRAY) {
        for (const struct json *j = json_first(value); j != NULL; j = json_next(j), i++) {
            const char *item = arena_printf(job->arena, "item %zu", i);
            if (json_type(j) == JSON_ARRAY)
                ingest_refuse(job, item, "no rollout");
            else
                take_value(job, context, item, j);
        }
    } else if (json_get(value, "traj_idx") != NULL || json_get(value, "group_idx") != NULL) {
        take_tinker(job, context, where, value);
    } else if (json_get(value, "input") != NULL && json_get(value, "output") != NULL) {
        take_verl(job, context, where, value);
    } else if (json_get(value, "prompt") != NULL && json_get(value, "completion") != NULL) {
        take_trl(job, context, where, value);
    } else {
        ingest_refuse(job, where, "no rollout of verl, TRL or tinker-cookbook");
    }
}

static int step_of_file(struct ingest_job *job)
{
    const char *stem = sample_file_stem(job);
    size_t digits = strspn(stem, "0123456789");
    int64_t step = 0;
    if (digits == 0 || stem[digits] != '\0' || digits > 9)
        return 0;
    for (size_t i = 0; i < digits; i++)
        step = step * 10 + (stem[i] - '0');
    return (int)step;
}

int rollouts_parse(struct ingest_job *job, struct err *err)
{
    struct reading w = { .batch = sample_batch_new(job), .file_step = step_of_file(job) };
    if (job->len >= 4 && memcmp(job->text, "PAR1", 4) == 0)
        return err_set(err, ERR_INTEGRITY,
                       "%s: is Parquet: write it as JSON Lines first, as with python3 -c \"import "
                       "pandas; pandas.read_parquet('x.parquet').to_json('x.jsonl', "
                       "orient='records', lines=True)\"",
                       job->name);
    int rc = sample_each_value(job, take_value, &w, err);
    return rc < 0 ? rc : sample_batch_finish(job, w.batch, SAMPLE_RUN_OF_FOLDER, err);
}
