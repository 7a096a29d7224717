/*
 * ingest_kernelgym.c - the JSON Lines of KernelGYM and Dr.Kernel: results of the server,
 * conversations with a verdict a turn, raw responses.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelgym_turns.h"
#include "ingest/record_formats.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define MAX_TURNS 100000

const char *kernelgym_recognise(const struct ingest_probe *p)
{
    if (p->folder)
        return ingest_probe_has_file(p, "problem_*_sample_*")
                   ? "a folder with problem_*_sample_*: a grading tree"
                   : NULL;
    if (ingest_probe_has_key(p, "toolkit") && ingest_probe_has_key(p, "base_task_id"))
        return "JSON records with task_id, base_task_id and toolkit: results of the server";
    if (ingest_probe_has_key(p, "uid") && ingest_probe_has_key(p, "turns") &&
        ingest_probe_has_key(p, "turn_id"))
        return "JSON records with uid and turns: conversations";
    if (strcmp(p->name, "raw_responses.jsonl") == 0 && ingest_probe_has_key(p, "outputs"))
        return "named raw_responses.jsonl, with outputs";
    return NULL;
}

static int enter_run(struct ingest_sink *sink, const struct ingest_sample *s, struct err *err)
{
    const struct ingest_options *options = sink->job->options;
    const struct ingest_run run = {
        .name = sink->job->target,
        .model = options->model,
        .model_origin = options->model == NULL ? NULL : "--model",
        .hardware = s->hardware,
        .baseline = "reference",
        .temperature = (double)NAN,
        .k = -1,
    };
    return ingest_sink_run(sink, &run, err);
}

int kernelgym_put_sample(struct ingest_sink *sink, const struct ingest_sample *s, struct err *err)
{
    int rc = enter_run(sink, s, err);
    return rc < 0 ? rc : ingest_put(sink, s, err);
}

static int number_in(const struct json *object, const char *key)
{
    int64_t v = -1;
    const char *text;
    int number = -1;
    if (json_string(json_get(object, key), &text) && kb_number(text, &number))
        return number;
    return json_int(json_get(object, key), &v) && v >= 0 && v <= 999999999 ? (int)v : -1;
}

static int put_result(struct ingest_sink *sink, const struct ingest_record *r, struct err *err)
{
    struct ingest_sample s = ingest_sample_unknown;
    struct kb_id id = { -1, -1, -1, -1 };
    const char *why = NULL;
    const char *name = kb_text(r->arena, r->json, "base_task_id");
    if (name == NULL)
        name = kb_text(r->arena, r->json, "task_id");
    if (name == NULL)
        why = "no task_id";
    if (why != NULL || !kernelgym_read_verdict(r->arena, json_get(r->json, "result"), &s, &why)) {
        ingest_refuse(sink->job, r->where, "%s", why);
        return 0;
    }
    kb_id_from_text(name, &id);
    kernelgym_name_task(r->arena, id.level > 0 ? id.level : sink->job->options->level, id.problem,
                        name, &s);
    s.where = r->where;
    s.extra = kb_json(r->arena, r->json);
    return kernelgym_put_sample(sink, &s, err);
}

/* The turn's answer is a text of its own. */
static const char *turn_extra(struct arena *a, const struct json *conversation,
                              const struct json *turn)
{
    struct json *root = json_new_object();
    double total = (double)NAN;
    double score = (double)NAN;
    json_add_string(root, "uid", kb_text(a, conversation, "uid"));
    if (json_number(json_get(conversation, "total_score"), &total))
        json_add_number(root, "total_score", total);
    if (json_number(json_get(turn, "score"), &score))
        json_add_number(root, "score", score);
    json_add_string(root, "metrics",
                    json_get(turn, "metrics") == NULL ? NULL
                                                      : kb_json(a, json_get(turn, "metrics")));
    json_add_string(root, "global_turn_idx", kb_text(a, turn, "global_turn_idx"));
    const char *text = kb_json(a, root);
    json_free(root);
    return text;
}

static int put_turn(struct ingest_sink *sink, const struct ingest_record *r,
                    const struct json *turn, int position, int *sample, struct err *err)
{
    struct ingest_sample s = ingest_sample_unknown;
    const struct json *metrics = json_get(turn, "metrics");
    const char *why = NULL;
    const char *answer = kb_text(r->arena, turn, "response");
    const char *uid = kb_text(r->arena, r->json, "uid");
    int problem = number_in(metrics, "problem_id");
    int turn_id = number_in(turn, "turn_id");
    s.where = arena_printf(r->arena, "%s, turn %d", r->where, position + 1);
    if (json_type(turn) != JSON_OBJECT || turn_id > MAX_TURNS) {
        ingest_refuse(sink->job, s.where, "no turn");
        return 0;
    }
    if (position == 0)
        *sample = number_in(metrics, "sample_id");
    kernelgym_name_task(r->arena, sink->job->options->level, problem, uid == NULL ? "unnamed" : uid,
                        &s);
    s.turn = turn_id > 0 ? turn_id - 1 : position;
    s.sample = *sample;
    if (answer != NULL) {
        s.completion = ingest_text(answer);
        kernelgym_find_code(answer, &s);
    }
    s.finish_reason = kb_text(r->arena, metrics, "finish_reason");
    s.extra = turn_extra(r->arena, r->json, turn);
    kernelgym_read_verdict(r->arena, metrics, &s, &why);
    if (s.evaluated && s.code.data == NULL && !s.correct && !s.compiled)
        s.outcome = "no_code";
    int rc = kernelgym_put_sample(sink, &s, err);
    *sample = sink->sample;
    return rc;
}

static int put_conversation(struct ingest_sink *sink, const struct ingest_record *r,
                            const struct json *turns, struct err *err)
{
    int position = 0;
    int sample = -1;
    int rc = 0;
    if (json_count(turns) == 0)
        ingest_refuse(sink->job, r->where, "a conversation without turns");
    for (const struct json *t = json_first(turns); t != NULL && rc == 0; t = json_next(t))
        rc = put_turn(sink, r, t, position++, &sample, err);
    return rc;
}

static int put_responses(struct ingest_sink *sink, const struct ingest_record *r,
                         const struct json *outputs, struct err *err)
{
    char hex[65];
    const char *input = kb_text(r->arena, r->json, "input");
    int position = 0;
    int rc = 0;
    if (input == NULL)
        input = "";
    sha256_hex(input, strlen(input), hex);
    for (const struct json *j = json_first(outputs); j != NULL && rc == 0; j = json_next(j)) {
        struct ingest_sample s = ingest_sample_unknown;
        const char *answer;
        s.where = arena_printf(r->arena, "%s, output %d", r->where, ++position);
        if (!json_string(j, &answer)) {
            ingest_refuse(sink->job, s.where, "no text");
            continue;
        }
        kernelgym_name_task(r->arena, 0, -1, arena_printf(r->arena, "prompt-%.16s", hex), &s);
        s.prompt = ingest_text(input);
        s.completion = ingest_text(answer);
        kernelgym_find_code(answer, &s);
        s.extra = arena_printf(r->arena, "{\"output\":%d}", position);
        rc = kernelgym_put_sample(sink, &s, err);
    }
    return rc;
}

int kernelgym_put(struct ingest_sink *sink, const struct ingest_record *r, struct err *err)
{
    const struct json *turns = json_get(r->json, "turns");
    const struct json *outputs = json_get(r->json, "outputs");
    const struct json *result = json_get(r->json, "result");
    if (turns != NULL && json_type(turns) == JSON_ARRAY)
        return put_conversation(sink, r, turns, err);
    if (outputs != NULL && json_type(outputs) == JSON_ARRAY)
        return put_responses(sink, r, outputs, err);
    if (result != NULL && json_type(result) == JSON_OBJECT)
        return put_result(sink, r, err);
    ingest_refuse(sink->job, r->where, "neither turns nor outputs nor a result");
    return 0;
}
