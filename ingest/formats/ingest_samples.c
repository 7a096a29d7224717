/*
 * ingest_samples.c - solved or not, several samples a task: cruxeval's scored generations,
 * HumanEval-style and reflexion JSON Lines, EvalPlus results, and plain {task: [verdicts]}.
 *
 * The files hardly ever say why: a failure is a mismatch unless its text speaks of time.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_split.h"

#define SUITE_PLAIN "samples"
#define SCORE       "score"
#define EVAL        "eval"

static const char *const verdict_keys[] = { "passed",     "is_solved",   "graded_list", "correct",
                                            "is_correct", "success",     "resolved",    "scores",
                                            "score",      "base_status", "status",      "results" };
static const char *const task_keys[] = { "task_id", "question_id", "problem_id", "name", "id" };
static const char *const code_keys[] = { "solution", "code", "extracted_code", "program" };
static const char *const completion_keys[] = { "completion", "generation", "output", "response" };
static const char *const text_lists[] = { "completions", "generations", "solutions", "code_list" };
static const char *const listed_keys[] = { "graded_list", "scores",    "results",  "completions",
                                           "generations", "solutions", "code_list" };
static const char *const index_keys[] = { "completion_id", "sample_id", "sample_idx", "attempt" };
static const char *const placed_keys[] = { "prompt",     "solution",   "code",
                                           "completion", "generation", "program" };

struct samples_reading {
    size_t unexplained; /* failures of which it is unknown whether they compiled */
    bool evalplus;      /* "eval" holds the samples; others say when and on what */
    /* One file's, as JSON; NULL: not met yet. */
    const char *scored, *texts;
};

/* From a boolean, a word or a score; false for others. */
static bool judge(struct ingest_batch *out, struct ingest_sample *r, const struct json *verdict)
{
    struct samples_reading *w = out->source->state;
    double score = 0;
    bool passed = false;
    if (sample_bool(verdict, &passed)) {
        r->correct = passed;
    } else if (json_number(verdict, &score) && isfinite(score)) {
        r->correct = score >= 1;
        r->recipe = SCORE;
        r->reward = score;
    } else {
        return false;
    }
    const char *words = sample_outcome_of_words(r->message);
    r->outcome = r->correct ? "measured" : words != NULL ? words : "mismatch";
    r->compiled = strcmp(r->outcome, "compile") != 0 && strcmp(r->outcome, "no_code") != 0;
    w->unexplained += !r->correct && words == NULL;
    return true;
}

/* "HumanEval_111_histogram" in rs is of the suite humaneval-rs. */
static const char *suite_of(struct arena *a, const char *task, const char *language)
{
    size_t len = strcspn(task, "/_-0123456789 ");
    char *suite = arena_strndup(a, task, len > 40 ? 40 : len);
    for (char *c = suite; *c != '\0'; c++)
        *c = to_lower(*c);
    if (*suite == '\0')
        return SUITE_PLAIN;
    return language == NULL ? suite : arena_printf(a, "%s-%.20s", suite, language);
}

static const struct json *member_of(const struct json *object, const char *const *keys,
                                    size_t n_keys)
{
    const struct json *found = NULL;
    for (size_t i = 0; i < n_keys && found == NULL; i++)
        found = json_get(object, keys[i]);
    return found;
}

static const char *text_at(struct arena *a, const struct json *list, size_t i)
{
    const char *s = NULL;
    if (list == NULL || json_type(list) != JSON_ARRAY || i >= json_count(list))
        return NULL;
    return json_string(json_at(list, i), &s) ? arena_strdup(a, s) : NULL;
}

struct samples_of_task {
    const char *suite, *task, *where;
    const struct json *verdicts, *texts;
    bool texts_are_code;
    const char *rest; /* rest of the record, as JSON; NULL: no record */
};

/* A verdict, an object with one, or a pair of index and object. */
static const struct json *verdict_of(const struct json *sample, const struct json **out_object)
{
    if (json_type(sample) == JSON_ARRAY && json_count(sample) == 2)
        sample = json_at(sample, 1);
    *out_object = json_type(sample) == JSON_OBJECT ? sample : NULL;
    return *out_object == NULL ? sample : member_of(sample, verdict_keys, ARRAY_LEN(verdict_keys));
}

static void take_object(struct arena *a, struct ingest_sample *r, const struct json *object)
{
    static const char *const reasons[] = { "result", "error", "message", "status" };
    r->code = ingest_text(sample_string_of(a, object, code_keys, ARRAY_LEN(code_keys)));
    r->completion =
        ingest_text(sample_string_of(a, object, completion_keys, ARRAY_LEN(completion_keys)));
    r->message = sample_first_line(a, sample_string_of(a, object, reasons, ARRAY_LEN(reasons)));
    r->extra = sample_json_without(a, object, placed_keys, ARRAY_LEN(placed_keys));
}

static void take_list(struct ingest_batch *out, const struct samples_of_task *s)
{
    struct arena *a = out->arena;
    size_t i = 0;
    for (const struct json *v = json_first(s->verdicts); v != NULL; v = json_next(v), i++) {
        const struct json *object = NULL;
        const struct json *verdict = verdict_of(v, &object);
        struct ingest_sample *r = ingest_batch_add(out, s->suite, s->task);
        r->problem = sample_number_of_name(s->task);
        r->where = arena_printf(a, "%s, sample %zu", s->where, i);
        r->sample = (int)i;
        if (object != NULL) {
            take_object(out->arena, r, object);
        } else {
            *(s->texts_are_code ? &r->code : &r->completion) = ingest_text(text_at(a, s->texts, i));
            r->extra =
                arena_printf(a, "{\"verdict\":%s%s%s}", sample_json(a, v),
                             s->rest == NULL ? "" : ",\"record\":", s->rest == NULL ? "" : s->rest);
        }
        if (verdict == NULL || !judge(out, r, verdict)) {
            out->n--;
            ingest_refuse(out->source, arena_printf(a, "%s, sample %zu", s->where, i),
                          "the sample has neither a verdict nor a score");
        }
    }
    if (i == 0)
        ingest_refuse(out->source, s->where, "the list of samples is empty");
}

static void take_row(struct ingest_batch *out, const char *suite, const char *key,
                     const struct json *verdicts, const struct json *texts)
{
    const char *task = arena_strdup(out->arena, key);
    struct samples_of_task s = {
        .suite = suite,
        .task = task,
        .where = arena_printf(out->arena, "\"%.80s\"", task),
        .verdicts = verdicts,
        .texts = texts == NULL ? NULL : json_get(texts, task),
    };
    if (json_type(verdicts) == JSON_ARRAY)
        take_list(out, &s);
    else
        ingest_refuse(out->source, s.where, "the task has no list of samples");
}

/* {task: [verdicts]}, with texts in an object of the same form or none. */
static void take_matrix(struct ingest_batch *out, const char *suite, const struct json *verdicts,
                        const struct json *texts)
{
    for (const struct json *t = json_first(verdicts); t != NULL; t = json_next(t))
        take_row(out, suite, json_key(t), t, texts);
}

static void take_one(struct ingest_batch *out, const struct json *record, const char *where,
                     const char *task, const struct json *verdict)
{
    static const char *const reasons[] = { "result", "error", "message" };
    struct arena *a = out->arena;
    const char *suite = suite_of(a, task, sample_string(a, record, "language"));
    struct ingest_sample *r = ingest_batch_add(out, suite, task);
    r->problem = sample_number_of_name(task);
    r->where = where;
    for (size_t i = 0; i < ARRAY_LEN(index_keys) && r->sample < 0; i++)
        r->sample = sample_index(record, index_keys[i]);
    r->prompt = ingest_text(sample_string(a, record, "prompt"));
    r->code = ingest_text(sample_string_of(a, record, code_keys, ARRAY_LEN(code_keys)));
    r->completion =
        ingest_text(sample_string_of(a, record, completion_keys, ARRAY_LEN(completion_keys)));
    r->message = sample_first_line(a, sample_string_of(a, record, reasons, ARRAY_LEN(reasons)));
    r->extra = sample_json_without(a, record, placed_keys, ARRAY_LEN(placed_keys));
    if (judge(out, r, verdict))
        return;
    out->n--;
    ingest_refuse(out->source, where, "the record has neither a verdict nor a score");
}

static void take_record(struct ingest_batch *out, const struct json *record, const char *where)
{
    struct arena *a = out->arena;
    const struct json *id = member_of(record, task_keys, ARRAY_LEN(task_keys));
    const struct json *verdict = member_of(record, verdict_keys, ARRAY_LEN(verdict_keys));
    const char *text = NULL;
    if (id == NULL || verdict == NULL) {
        ingest_refuse(out->source, where, "the record names no %s",
                      id == NULL ? "task" : "verdict");
        return;
    }
    const char *task = json_string(id, &text) ? arena_strdup(a, text) : sample_json(a, id);
    if (json_type(verdict) != JSON_ARRAY) {
        take_one(out, record, where, task, verdict);
        return;
    }
    struct samples_of_task s = {
        .suite = suite_of(a, task, sample_string(a, record, "language")),
        .task = task,
        .where = where,
        .verdicts = verdict,
        .texts = member_of(record, text_lists, ARRAY_LEN(text_lists)),
        .texts_are_code = true,
        .rest = sample_json_without(a, record, listed_keys, ARRAY_LEN(listed_keys)),
    };
    take_list(out, &s);
}

/* Further tests count where the first passed and they were run. */
static const struct json *stricter_status(const struct json *sample)
{
    const struct json *base = json_get(sample, "base_status");
    const struct json *plus = json_get(sample, "plus_status");
    bool passed = false;
    bool failed = base != NULL && sample_bool(base, &passed) && !passed;
    return failed || plus == NULL || json_type(plus) != JSON_STRING ? base : plus;
}

/* EvalPlus: {task: [{solution, base_status, plus_status}]}; the stricter one counts. */
static void take_evalplus(struct ingest_batch *out, const char *key, const struct json *samples)
{
    const char *task = arena_strdup(out->arena, key);
    const char *where = arena_printf(out->arena, "\"%.80s\"", task);
    for (const struct json *s = json_first(samples); s != NULL; s = json_next(s)) {
        if (json_type(s) != JSON_OBJECT)
            ingest_refuse(out->source, where, "the sample is not a JSON object");
        else
            take_one(out, s, where, task, stricter_status(s));
    }
}

static bool is_matrix(const struct json *object)
{
    const struct json *first = json_first(object);
    if (first == NULL || json_type(first) != JSON_ARRAY)
        return false;
    const struct json *v = json_first(first);
    const struct json *inner = NULL;
    bool passed = false;
    double score = 0;
    if (v == NULL)
        return true;
    v = verdict_of(v, &inner);
    return v != NULL && (sample_bool(v, &passed) || json_number(v, &score));
}

static bool remark_claim(struct ingest_source *source, const char *key, const struct json *j)
{
    double claim = 0;
    if (!str_starts_with(key, "pass_at_") || !json_number(j, &claim))
        return false;
    ingest_remark(source, "the file itself says %.40s = %.17g", key, claim);
    return true;
}

/* Parts of one object that belong together wait until the end. */
static bool keep_part(struct ingest_source *source, const char *key, const struct json *j)
{
    struct samples_reading *w = source->state;
    if (json_type(j) != JSON_OBJECT)
        return false;
    if (strcmp(key, "raw_scored_generations") == 0)
        w->scored = sample_json(source->arena, j);
    else if (strcmp(key, "raw_generations") == 0)
        w->texts = sample_json(source->arena, j);
    else
        return false;
    return true;
}

static void take_whole(struct ingest_batch *out, const struct json *value, const char *where)
{
    const struct json *eval = json_get(value, "eval");
    if (json_type(value) == JSON_ARRAY) {
        for (const struct json *j = json_first(value); j != NULL; j = json_next(j))
            take_whole(out, j, where);
    } else if (json_type(value) != JSON_OBJECT) {
        ingest_refuse(out->source, where, "the record is not a JSON object");
    } else if (json_get(value, "raw_scored_generations") != NULL) {
        for (const struct json *j = json_first(value); j != NULL; j = json_next(j))
            if (!keep_part(out->source, json_key(j), j))
                remark_claim(out->source, json_key(j), j);
    } else if (eval != NULL && json_type(eval) == JSON_OBJECT) {
        for (const struct json *t = json_first(eval); t != NULL; t = json_next(t))
            take_evalplus(out, json_key(t), t);
    } else if (is_matrix(value)) {
        take_matrix(out, SUITE_PLAIN, value, NULL);
    } else {
        take_record(out, value, where);
    }
}

static void take_part(struct ingest_batch *out, const char *key, const struct json *j)
{
    const struct samples_reading *w = out->source->state;
    bool beside = w->scored != NULL || w->texts != NULL;
    if (keep_part(out->source, key, j) || remark_claim(out->source, key, j) || beside ||
        w->evalplus)
        return;
    take_row(out, SUITE_PLAIN, key, j, NULL);
}

static void samples_take(struct ingest_batch *out, const struct ingest_record *r)
{
    if (r->n_keys == 0 || r->keys[0] == NULL)
        take_whole(out, r->json, r->where);
    else if (r->n_keys == 2 && strcmp(r->keys[0], EVAL) == 0)
        take_evalplus(out, r->keys[1], r->json);
    else if (strcmp(r->keys[0], EVAL) != 0 || json_type(r->json) == JSON_ARRAY)
        take_part(out, r->keys[0], r->json);
}

static bool is_record_key(const char *key)
{
    static const struct {
        const char *const *keys;
        size_t n;
    } lists[] = {
        { verdict_keys, ARRAY_LEN(verdict_keys) },
        { task_keys, ARRAY_LEN(task_keys) },
        { text_lists, ARRAY_LEN(text_lists) },
    };
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        for (size_t k = 0; k < lists[i].n; k++)
            if (strcmp(lists[i].keys[k], key) == 0)
                return true;
    return false;
}

static bool begins_eval(const char *text, size_t len)
{
    static const char name[] = "\"" EVAL "\"";
    for (size_t at = 0; at + sizeof(name) <= len; at++) {
        if (memcmp(text + at, name, sizeof(name) - 1) != 0)
            continue;
        for (at += sizeof(name) - 1; at < len && memchr(" :\r\n\t", text[at], 5) != NULL;)
            at++;
        return at < len && text[at] == '{';
    }
    return false;
}

/* {task: [...]}, and {"eval": {task: ...}}; no single record. */
static bool samples_enters(const struct ingest_source *source, const struct json_split *at)
{
    char first[80];
    size_t len = 0;
    const char *text = json_split_peek(at, &len);
    struct samples_reading *w = source->state;
    if (json_split_depth(at) == 0 && *text == '{' && begins_eval(text, len)) {
        w->evalplus = true;
        return true;
    }
    if (json_split_depth(at) == 1)
        return json_split_key(at, 0) != NULL && strcmp(json_split_key(at, 0), EVAL) == 0 &&
               json_split_first(at) == '{';
    if (json_split_depth(at) > 1 || !json_split_begins_with_container(at))
        return false;
    json_split_first_key(at, first, sizeof(first));
    return !is_record_key(first);
}

static int samples_begin(struct ingest_source *source, struct err *err)
{
    struct samples_reading *w = arena_alloc(source->arena, sizeof(*w));
    (void)err;
    *w = (struct samples_reading){ 0 };
    source->state = w;
    return 0;
}

static int samples_finish(struct ingest_batch *out, struct err *err)
{
    struct samples_reading *w = out->source->state;
    struct json *scored = NULL;
    struct json *texts = NULL;
    if (w->scored != NULL)
        scored = json_parse(out->source->name, w->scored, strlen(w->scored), err);
    if (scored != NULL && w->texts != NULL)
        texts = json_parse(out->source->name, w->texts, strlen(w->texts), err);
    if (scored != NULL)
        take_matrix(out, "cruxeval", scored, texts);
    json_free(texts);
    json_free(scored);
    if (w->scored == NULL && w->texts != NULL)
        ingest_refuse(out->source, "raw_generations", "the file has no raw_scored_generations");
    if (w->unexplained > 0)
        ingest_remark(out->source,
                      "%zu failed samples do not say whether they compiled: taken as compiled",
                      w->unexplained);
    return 0;
}

static const char *samples_recognise(const struct ingest_probe *p)
{
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_key(p, "raw_scored_generations"))
        return "JSON with raw_scored_generations";
    if (ingest_probe_has_key(p, "raw_generations") && ingest_probe_has_text(p, "sample_"))
        return "JSON with raw_generations of samples";
    if (ingest_probe_has_keys(p, "eval", "base_status"))
        return "JSON with eval and base_status";
    if (ingest_probe_has_keys(p, "name", "is_solved"))
        return "records with name and is_solved";
    if (ingest_probe_has_keys(p, "task_id", "passed"))
        return "records with task_id and passed";
    if (ingest_probe_has_keys(p, "question_id", "graded_list"))
        return "records with question_id and graded_list";
    return NULL;
}

const struct ingest_format format_samples = {
    .name = "samples",
    .summary = "samples that passed or not: cruxeval, HumanEval-style, EvalPlus, reflexion",
    .version = 3,
    .names_runs = true,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = samples_recognise,
    .begin = samples_begin,
    .enters = samples_enters,
    .take = samples_take,
    .finish = samples_finish,
};
