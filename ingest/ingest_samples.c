/*
 * ingest_samples.c - solved or not, several samples a task: cruxeval's scored generations,
 * HumanEval-style and reflexion JSON Lines, EvalPlus results, and plain {task: [verdicts]}.
 *
 * These files say whether a sample passed and hardly ever why not: a failure is a mismatch unless
 * its text speaks of time.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SUITE_PLAIN "samples"
#define SCORE       "score"

static const char *const verdict_keys[] = { "passed",     "is_solved",   "graded_list", "correct",
                                            "is_correct", "success",     "resolved",    "scores",
                                            "score",      "base_status", "status",      "results" };
static const char *const task_keys[] = { "task_id", "question_id", "problem_id", "name", "id" };
static const char *const code_keys[] = { "solution", "code", "extracted_code", "program" };
static const char *const completion_keys[] = { "completion", "generation", "output", "response" };
static const char *const index_keys[] = { "completion_id", "sample_id", "sample_idx", "attempt" };
/* Members with a place of their own. */
static const char *const placed_keys[] = { "prompt",     "solution",   "code",
                                           "completion", "generation", "program" };

struct reading {
    struct sample_batch *batch;
    size_t unexplained; /* failures that do not say whether they compiled */
};

static bool mentions(const char *text, const char *word)
{
    return text != NULL && strstr(text, word) != NULL;
}

/* Sets the verdict from a boolean, a word or a score; false when it is none of these. */
static bool judge(struct reading *w, struct sample_row *r, const struct json *verdict)
{
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
    r->compiled = true;
    bool late = mentions(r->message, "timed out") || mentions(r->message, "timeout");
    r->outcome = r->correct ? "measured" : late ? "timeout" : "mismatch";
    w->unexplained += !r->correct;
    return true;
}

/* "HumanEval_111_histogram" written in rs belongs to the suite humaneval-rs. */
static const char *suite_of(struct arena *a, const char *task, const char *language)
{
    size_t len = strcspn(task, "/_-0123456789 ");
    char *suite = arena_strndup(a, task, len > 40 ? 40 : len);
    for (char *c = suite; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
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
};

/* A sample of a list may be a verdict, an object that holds one, or a pair of index and object. */
static const struct json *verdict_of(const struct json *sample, const struct json **out_object)
{
    if (json_type(sample) == JSON_ARRAY && json_count(sample) == 2)
        sample = json_at(sample, 1);
    *out_object = json_type(sample) == JSON_OBJECT ? sample : NULL;
    return *out_object == NULL ? sample : member_of(sample, verdict_keys, ARRAY_LEN(verdict_keys));
}

static void take_object(struct ingest_job *job, struct sample_row *r, const struct json *object)
{
    static const char *const reasons[] = { "result", "error", "message", "status" };
    struct arena *a = job->arena;
    r->code = sample_string_of(a, object, code_keys, ARRAY_LEN(code_keys));
    r->completion = sample_string_of(a, object, completion_keys, ARRAY_LEN(completion_keys));
    r->message = sample_first_line(a, sample_string_of(a, object, reasons, ARRAY_LEN(reasons)));
    r->extra = sample_json_without(a, object, placed_keys, ARRAY_LEN(placed_keys));
}

static void take_list(struct ingest_job *job, struct reading *w, const struct samples_of_task *s)
{
    struct arena *a = job->arena;
    size_t i = 0;
    for (const struct json *v = json_first(s->verdicts); v != NULL; v = json_next(v), i++) {
        const struct json *object = NULL;
        const struct json *verdict = verdict_of(v, &object);
        struct sample_row *r = sample_batch_add(job, w->batch, s->suite, s->task);
        r->problem = sample_number_of_name(s->task);
        r->where = arena_printf(a, "%s, sample %zu", s->where, i);
        r->sample = (int)i;
        if (object != NULL) {
            take_object(job, r, object);
        } else {
            *(s->texts_are_code ? &r->code : &r->completion) = text_at(a, s->texts, i);
            r->extra = arena_printf(a, "{\"verdict\":%s}", sample_json(a, v));
        }
        if (verdict == NULL || !judge(w, r, verdict)) {
            w->batch->n--;
            ingest_refuse(job, arena_printf(a, "%s, sample %zu", s->where, i),
                          "neither a verdict nor a score");
        }
    }
    if (i == 0)
        ingest_refuse(job, s->where, "no samples");
}

/* {task: [verdicts]}, with the texts in a second object of the same form or none. */
static void take_matrix(struct ingest_job *job, struct reading *w, const char *suite,
                        const struct json *verdicts, const struct json *texts)
{
    for (const struct json *t = json_first(verdicts); t != NULL; t = json_next(t)) {
        const char *task = arena_strdup(job->arena, json_key(t));
        struct samples_of_task s = {
            .suite = suite,
            .task = task,
            .where = arena_printf(job->arena, "\"%.80s\"", task),
            .verdicts = t,
            .texts = texts == NULL ? NULL : json_get(texts, task),
        };
        if (json_type(t) == JSON_ARRAY)
            take_list(job, w, &s);
        else
            ingest_refuse(job, s.where, "no list of samples");
    }
}

static void take_one(struct ingest_job *job, struct reading *w, const struct json *record,
                     const char *where, const char *task, const struct json *verdict)
{
    static const char *const reasons[] = { "result", "error", "message" };
    struct arena *a = job->arena;
    const char *suite = suite_of(a, task, sample_string(a, record, "language"));
    struct sample_row *r = sample_batch_add(job, w->batch, suite, task);
    r->problem = sample_number_of_name(task);
    r->where = where;
    for (size_t i = 0; i < ARRAY_LEN(index_keys) && r->sample < 0; i++)
        r->sample = sample_index(record, index_keys[i]);
    r->prompt = sample_string(a, record, "prompt");
    r->code = sample_string_of(a, record, code_keys, ARRAY_LEN(code_keys));
    r->completion = sample_string_of(a, record, completion_keys, ARRAY_LEN(completion_keys));
    r->message = sample_first_line(a, sample_string_of(a, record, reasons, ARRAY_LEN(reasons)));
    r->extra = sample_json_without(a, record, placed_keys, ARRAY_LEN(placed_keys));
    if (judge(w, r, verdict))
        return;
    w->batch->n--;
    ingest_refuse(job, where, "neither a verdict nor a score in it");
}

static void take_record(struct ingest_job *job, struct reading *w, const struct json *record,
                        const char *where)
{
    static const char *const lists[] = { "completions", "generations", "solutions", "code_list" };
    struct arena *a = job->arena;
    const struct json *id = member_of(record, task_keys, ARRAY_LEN(task_keys));
    const struct json *verdict = member_of(record, verdict_keys, ARRAY_LEN(verdict_keys));
    const char *text = NULL;
    if (id == NULL || verdict == NULL) {
        ingest_refuse(job, where, "names no %s", id == NULL ? "task" : "verdict");
        return;
    }
    const char *task = json_string(id, &text) ? arena_strdup(a, text) : sample_json(a, id);
    if (json_type(verdict) != JSON_ARRAY) {
        take_one(job, w, record, where, task, verdict);
        return;
    }
    struct samples_of_task s = {
        .suite = suite_of(a, task, sample_string(a, record, "language")),
        .task = task,
        .where = where,
        .verdicts = verdict,
        .texts = member_of(record, lists, ARRAY_LEN(lists)),
        .texts_are_code = true,
    };
    take_list(job, w, &s);
}

/* EvalPlus: {task: [{solution, base_status, plus_status}]}; the stricter verdict counts. */
static void take_evalplus(struct ingest_job *job, struct reading *w, const struct json *tasks)
{
    for (const struct json *t = json_first(tasks); t != NULL; t = json_next(t)) {
        const char *task = arena_strdup(job->arena, json_key(t));
        for (const struct json *s = json_first(t); s != NULL; s = json_next(s)) {
            const struct json *plus = json_get(s, "plus_status");
            const char *where = arena_printf(job->arena, "\"%.80s\"", task);
            if (json_type(s) != JSON_OBJECT)
                ingest_refuse(job, where, "no sample");
            else
                take_one(job, w, s, where, task,
                         plus != NULL && json_type(plus) == JSON_STRING
                             ? plus
                             : json_get(s, "base_status"));
        }
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

static void remark_claims(struct ingest_job *job, const struct json *object)
{
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        double claim = 0;
        if (str_starts_with(json_key(j), "pass_at_") && json_number(j, &claim))
            ingest_remark(job, "the file itself says %.40s = %.17g", json_key(j), claim);
    }
}

static void take_value(struct ingest_job *job, void *context, const char *where,
                       const struct json *value)
{
    struct reading *w = context;
    if (json_type(value) == JSON_ARRAY) {
        size_t i = 0;
        for (const struct json *j = json_first(value); j != NULL; j = json_next(j), i++) {
            const char *item = arena_printf(job->arena, "item %zu", i);
            if (json_type(j) == JSON_OBJECT)
                take_record(job, w, j, item);
            else
                ingest_refuse(job, item, "no record");
        }
        return;
    }
    if (json_type(value) != JSON_OBJECT) {
        ingest_refuse(job, where, "no record");
        return;
    }
    const struct json *scored = json_get(value, "raw_scored_generations");
    const struct json *eval = json_get(value, "eval");
    if (scored != NULL && json_type(scored) == JSON_OBJECT) {
        const struct json *texts = json_get(value, "raw_generations");
        take_matrix(job, w, "cruxeval", scored, texts);
        remark_claims(job, value);
    } else if (eval != NULL && json_type(eval) == JSON_OBJECT) {
        take_evalplus(job, w, eval);
    } else if (is_matrix(value)) {
        take_matrix(job, w, SUITE_PLAIN, value, NULL);
    } else {
        take_record(job, w, value, where);
    }
}

int samples_parse(struct ingest_job *job, struct err *err)
{
    struct reading w = { .batch = sample_batch_new(job) };
    int rc = sample_each_value(job, take_value, &w, err);
    if (rc < 0)
        return rc;
    if (w.unexplained > 0)
        ingest_remark(job, "%zu failed samples do not say whether they compiled: taken as compiled",
                      w.unexplained);
    return sample_batch_finish(job, w.batch, SAMPLE_RUN_OF_FILE, err);
}
