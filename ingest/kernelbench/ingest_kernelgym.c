/*
 * ingest_kernelgym.c - JSON Lines of KernelGYM and Dr.Kernel: server results, conversations with a
 * verdict a turn, raw responses.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_identity.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelgym_turns.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

#define MAX_TURNS 100000

static const char *kernelgym_recognise(const struct ingest_probe *p)
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

static int number_in(const struct json *object, const char *key)
{
    int64_t v = -1;
    const char *text;
    int number = -1;
    if (json_string(json_get(object, key), &text) && kb_number(text, &number))
        return number;
    return json_int(json_get(object, key), &v) && v >= 0 && v <= 999999999 ? (int)v : -1;
}

static void take_result(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_sample *s = kernelgym_add(out, r->where);
    struct kb_id id = KB_ID_NONE;
    const char *why = NULL;
    const char *name = kb_text(r->arena, r->json, "base_task_id");
    if (name == NULL)
        name = kb_text(r->arena, r->json, "task_id");
    if (name == NULL)
        why = "the record has no task_id";
    if (why != NULL || !kernelgym_read_verdict(r->arena, json_get(r->json, "result"), s, &why)) {
        out->n--;
        ingest_refuse(out->source, r->where, "%s", why);
        return;
    }
    kb_id_from_text(name, &id);
    kernelgym_name_task(r->arena, id.level > 0 ? id.level : out->source->options->level, id.problem,
                        name, s);
    s->extra = sample_json(r->arena, r->json);
    s->run = ingest_run_measured(out, s->hardware, "reference");
}

/* The answer is a text of its own. */
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
                                                      : sample_json(a, json_get(turn, "metrics")));
    json_add_string(root, "global_turn_idx", kb_text(a, turn, "global_turn_idx"));
    const char *text = sample_json(a, root);
    json_free(root);
    return text;
}

/* Turns after the first taken share *sample, the conversation's number. */
static void take_turn(struct ingest_batch *out, const struct ingest_record *r,
                      const struct json *turn, int position, int *sample)
{
    struct arena *a = r->arena;
    const char *where = arena_printf(a, "%s, turn %d", r->where, position + 1);
    const struct json *metrics = json_get(turn, "metrics");
    const char *why = NULL;
    const char *answer = kb_text(a, turn, "response");
    const char *uid = kb_text(a, r->json, "uid");
    int turn_id = number_in(turn, "turn_id");
    int given = number_in(metrics, "sample_id");
    if (json_type(turn) != JSON_OBJECT || turn_id > MAX_TURNS) {
        ingest_refuse(out->source, where,
                      "the turn is not a JSON object, or its turn_id is too large");
        return;
    }
    if (position == 0 && given >= 0)
        *sample = given;
    struct ingest_sample *s = kernelgym_add(out, where);
    kernelgym_name_task(a, out->source->options->level, number_in(metrics, "problem_id"),
                        uid == NULL ? "unnamed" : uid, s);
    s->turn = turn_id > 0 ? turn_id - 1 : position;
    s->sample = *sample;
    *sample = INGEST_AS_BEFORE;
    if (answer != NULL) {
        s->completion = ingest_text(answer);
        kernelgym_find_code(answer, s);
    }
    s->finish_reason = kb_text(a, metrics, "finish_reason");
    s->extra = turn_extra(a, r->json, turn);
    kernelgym_read_verdict(a, metrics, s, &why);
    if (s->outcome != NULL && s->code.data == NULL && !s->correct && !s->compiled)
        s->outcome = "no_code";
    s->run = ingest_run_measured(out, s->hardware, "reference");
    ingest_identify(out, out->n - 1, turn);
}

static void take_responses(struct ingest_batch *out, const struct ingest_record *r,
                           const struct json *outputs)
{
    char hex[65];
    const char *input = kb_text(r->arena, r->json, "input");
    int position = 0;
    if (input == NULL)
        input = "";
    sha256_hex(input, strlen(input), hex);
    for (const struct json *j = json_first(outputs); j != NULL; j = json_next(j)) {
        const char *where = arena_printf(r->arena, "%s, output %d", r->where, ++position);
        const char *answer;
        if (!json_string(j, &answer)) {
            ingest_refuse(out->source, where, "the output is not a text");
            continue;
        }
        struct ingest_sample *s = kernelgym_add(out, where);
        kernelgym_name_task(r->arena, 0, -1, arena_printf(r->arena, "prompt-%.16s", hex), s);
        s->prompt = ingest_text(input);
        s->completion = ingest_text(answer);
        kernelgym_find_code(answer, s);
        s->extra = arena_printf(r->arena, "{\"output\":%d}", position);
        s->run = ingest_run_measured(out, s->hardware, "reference");
    }
}

static void kernelgym_take(struct ingest_batch *out, const struct ingest_record *r)
{
    const struct json *turns = json_get(r->json, "turns");
    const struct json *outputs = json_get(r->json, "outputs");
    const struct json *result = json_get(r->json, "result");
    if (r->path != NULL)
        kernelgym_take_verdict_file(out, r->path);
    else if (turns != NULL && json_type(turns) == JSON_ARRAY) {
        int position = 0;
        int sample = INGEST_BY_CONTENT;
        if (json_count(turns) == 0)
            ingest_refuse(out->source, r->where, "the conversation has no turns");
        for (const struct json *t = json_first(turns); t != NULL; t = json_next(t))
            take_turn(out, r, t, position++, &sample);
    } else if (outputs != NULL && json_type(outputs) == JSON_ARRAY)
        take_responses(out, r, outputs);
    else if (result != NULL && json_type(result) == JSON_OBJECT)
        take_result(out, r);
    else
        ingest_refuse(out->source, r->where, "the record has neither turns, outputs nor a result");
}

static int kernelgym_begin(struct ingest_source *source, struct err *err)
{
    return source->folder ? kernelgym_list_verdict_files(source, err) : 0;
}

static const char *const result_stems[] = { "eval_results", "raw_responses", "*conversations*",
                                            "results",      "rollouts",      NULL };

const struct ingest_format format_kernelgym = {
    .name = "kernelgym",
    .summary = "KernelGYM and Dr.Kernel: grading tree, conversations, responses, server results",
    .version = 2,
    .names_runs = true,
    .result_stems = result_stems,
    .folders = true,
    .recognise = kernelgym_recognise,
    .begin = kernelgym_begin,
    .take = kernelgym_take,
};
