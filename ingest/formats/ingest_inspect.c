/*
 * ingest_inspect.c - logs of inspect_ai as JSON: a sample is a rollout of the task, its epoch the
 * sample's number, its first score the verdict.
 *
 * "C" and numbers from 1 up count as correct; what is partly right is stored as a reward only.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

#define SUITE "inspect"
#define LIST  "samples"

struct inspect_reading {
    const char *task; /* NULL: not seen yet */
    size_t n_unread;  /* samples whose score is no verdict, as one of several values */
};

/* Text of a message: a string, or a list of parts of which those of type text count. */
static const char *content_of(struct arena *a, const struct json *message)
{
    const struct json *content = json_get(message, "content");
    struct buf text CLEANUP(buf_release) = { 0 };
    const char *s = NULL;
    if (json_string(content, &s))
        return arena_strdup(a, s);
    if (content == NULL || json_type(content) != JSON_ARRAY)
        return NULL;
    for (const struct json *part = json_first(content); part != NULL; part = json_next(part))
        if (json_string(json_get(part, "text"), &s))
            buf_puts(&text, s);
    return arena_strdup(a, buf_text(&text));
}

static const char *input_of(struct arena *a, const struct json *sample)
{
    const struct json *input = json_get(sample, "input");
    const char *s = NULL;
    if (json_string(input, &s))
        return arena_strdup(a, s);
    return input == NULL || json_type(input) != JSON_ARRAY ? NULL
                                                           : content_of(a, json_first(input));
}

static void take_output(struct arena *a, const struct json *sample, struct ingest_sample *r)
{
    const struct json *output = json_get(sample, "output");
    const struct json *choices = json_get(output, "choices");
    const struct json *usage = json_get(output, "usage");
    const struct json *first = json_type(choices) == JSON_ARRAY ? json_first(choices) : NULL;
    r->prompt = ingest_text(input_of(a, sample));
    r->completion = ingest_text(content_of(a, json_get(first, "message")));
    r->finish_reason = sample_string(a, first, "stop_reason");
    r->prompt_tokens = sample_index(usage, "input_tokens");
    r->completion_tokens = sample_index(usage, "output_tokens");
}

/* False: no verdict in it. */
static bool read_score(const struct json *value, bool *correct, double *reward)
{
    const char *s = NULL;
    bool yes = false;
    if (json_string(value, &s) && strlen(s) == 1 && strchr("CIPN", *s) != NULL) {
        *correct = *s == 'C';
        *reward = *s == 'C' ? 1 : *s == 'P' ? 0.5 : 0;
        return true;
    }
    if (json_bool(value, &yes) || (json_string(value, &s) && sample_word_bool(s, &yes))) {
        *correct = yes;
        *reward = yes;
        return true;
    }
    if (!json_number_lenient(value, reward) || !isfinite(*reward))
        return false;
    *correct = *reward >= 1;
    return true;
}

/* Of {"a": null, "b": 1} the only one that is there; several are themselves, and no verdict. */
static const struct json *single_value(const struct json *value)
{
    const struct json *only = NULL;
    size_t n = 0;
    if (value == NULL || json_type(value) != JSON_OBJECT)
        return value;
    for (const struct json *j = json_first(value); j != NULL; j = json_next(j))
        if (json_type(j) != JSON_NULL) {
            only = j;
            n++;
        }
    return n == 1 ? only : value;
}

static void take_scores(struct inspect_reading *w, struct arena *a, const struct json *sample,
                        struct ingest_sample *r)
{
    const struct json *scores = json_get(sample, "scores");
    const struct json *score = json_type(scores) == JSON_OBJECT ? json_first(scores) : NULL;
    if (score == NULL && json_type(json_get(sample, "score")) == JSON_OBJECT)
        score = json_get(sample, "score"); /* of version 1, which has one */
    const struct json *error = json_get(sample, "error");
    double reward = (double)NAN;
    if (error != NULL && json_type(error) != JSON_NULL) {
        const char *text = sample_string(a, error, "message");
        r->outcome = "infra";
        r->message = sample_first_line(a, text == NULL ? sample_json(a, error) : text);
        return;
    }
    if (score == NULL)
        return;
    const struct json *value = single_value(json_get(score, "value"));
    if (!read_score(value, &r->correct, &reward)) {
        w->n_unread += value != NULL;
        return;
    }
    r->outcome = r->correct ? "measured" : "mismatch";
    r->compiled = true; /* nothing is said of it */
    r->recipe = arena_strdup(a, json_key(score));
    r->reward = reward;
    r->message = sample_first_line(a, sample_string(a, score, "explanation"));
}

static void take_sample(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const large[] = { "messages", "events", "attachments",
                                         "store",    "output", "input" };
    const struct inspect_reading *w = out->source->state;
    struct arena *a = out->arena;
    const struct json *id = json_get(j, "id");
    const char *name = NULL;
    if (json_type(j) != JSON_OBJECT || id == NULL ||
        (json_type(id) != JSON_STRING && json_type(id) != JSON_NUMBER)) {
        ingest_refuse(out->source, where, "the sample has no id");
        return;
    }
    name = json_string(id, &name) ? name : sample_json(a, id);
    struct ingest_sample *r = ingest_batch_add(
        out, SUITE,
        w->task == NULL ? arena_strdup(a, name) : arena_printf(a, "%s/%s", w->task, name));
    int epoch = sample_index(j, "epoch");
    r->where = where;
    r->sample = epoch > 0 ? epoch - 1 : INGEST_BY_ORDER;
    take_output(a, j, r);
    take_scores(out->source->state, a, j, r);
    r->extra = sample_json_without(a, j, large, ARRAY_LEN(large));
}

static void inspect_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_source *source = out->source;
    struct inspect_reading *w = source->state;
    const char *key = r->n_keys == 0 ? NULL : r->keys[0];
    if (key != NULL && strcmp(key, "eval") == 0) {
        const char *model = sample_string(source->arena, r->json, "model");
        w->task = sample_string(source->arena, r->json, "task");
        if (source->model == NULL)
            source->model = model;
    } else if (key != NULL && strcmp(key, LIST) == 0 && r->n_keys == 2 && r->keys[1] == NULL) {
        take_sample(out, r->where, r->json);
    } else if (key == NULL) {
        ingest_refuse(source, r->where, "not a log of inspect_ai: it has no list \"" LIST "\"");
    }
}

static bool inspect_enters(const struct ingest_source *source, const struct json_split *at)
{
    struct ingest_probe p = { .name = "" };
    const char *key = json_split_key(at, 0);
    (void)source;
    p.head = json_split_peek(at, &p.head_len);
    if (json_split_depth(at) == 0)
        return ingest_probe_has_keys(&p, "eval", "version");
    return json_split_depth(at) == 1 && key != NULL && strcmp(key, LIST) == 0 &&
           json_split_first(at) == '[';
}

static int inspect_begin(struct ingest_source *source, struct err *err)
{
    (void)err;
    source->state = arena_alloc(source->arena, sizeof(struct inspect_reading));
    *(struct inspect_reading *)source->state = (struct inspect_reading){ 0 };
    return 0;
}

static int inspect_finish(struct ingest_batch *out, struct err *err)
{
    const struct inspect_reading *w = out->source->state;
    (void)err;
    if (w->n_unread > 0)
        ingest_remark(out->source,
                      "%zu samples have a score of several values or of unknown words, which is "
                      "not a verdict: their outcome is unknown, and extra keeps the score",
                      w->n_unread);
    return 0;
}

static const char *inspect_recognise(const struct ingest_probe *p)
{
    if (ingest_probe_is_json(p) && ingest_probe_has_keys(p, "eval", "plan") &&
        ingest_probe_has_keys(p, "status", "version") && ingest_probe_has_key(p, "task_id"))
        return "JSON with eval, plan and task_id";
    return NULL;
}

const struct ingest_format format_inspect = {
    .name = "inspect",
    .summary = "logs of inspect_ai as JSON: samples, epochs, scores",
    .version = 3,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = inspect_recognise,
    .begin = inspect_begin,
    .enters = inspect_enters,
    .take = inspect_take,
    .finish = inspect_finish,
};
