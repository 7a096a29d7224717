/*
 * Shapes of eval_results.json differ in the keys above a sample: {problem: sample}, {problem:
 * [samples]}, {level: {problem: {sample: ...}}}, lists of samples that name themselves, JSON Lines.
 * One function walks all and collects the keys.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_identity.h"
#include "ingest/kernelbench/kernelbench_place.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/kernelbench_walk.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"

#define MAX_LEVEL   9
#define MAX_TURN    1000000
#define PER_PROBLEM "per_problem"

static int level_for(struct kb_walk *w)
{
    if (!w->level_chosen) {
        w->level_chosen = true;
        w->chosen_level = w->file_level > 0 && w->source->options->level == 0
                              ? w->file_level
                              : kb_choose_level(w->source, &w->config);
    }
    return w->chosen_level;
}

static bool check_id(struct kb_walk *w, struct kb_id *id, const struct kb_place *p,
                     const char **why)
{
    if (id->problem < 0)
        *why = "it has no problem number";
    else if (id->problem == 0)
        *why = "problem 0: KernelBench counts problems from 1";
    if (id->sample < 0 && p->index >= 0 && !p->self_naming)
        id->sample = (int)p->index;
    if (id->sample < 0)
        id->sample = 0;
    if (id->level < 0)
        id->level = level_for(w);
    if (id->level == 0 && *why == NULL)
        w->missing_level = true;
    if (id->level > MAX_LEVEL)
        *why = "KernelBench has no such level";
    return *why == NULL;
}

static void count(struct kb_walk *w, const struct ingest_sample *s, bool guessed)
{
    w->untimed += s->correct && s->message != NULL;
    w->guessed += guessed;
}

static bool read_id(struct kb_walk *w, const struct kb_place *p, const struct json *j,
                    struct kb_id *out, const char **why)
{
    if (json_type(j) != JSON_OBJECT)
        *why = "it is not a JSON object";
    return *why == NULL && kb_place_read_id(p, j, w->out->arena, out, why) &&
           check_id(w, out, p, why);
}

static void take_turn(struct kb_walk *w, const struct kb_id *id, const char *where,
                      const char *task_name, const struct json *turn, int position)
{
    struct arena *a = w->out->arena;
    const struct json *eval = json_get(turn, "eval");
    const char *why = NULL;
    bool guessed = false;
    int64_t number = position;
    json_int(json_get(turn, "turn"), &number);
    struct ingest_sample *s = kb_add(w->out);
    s->where = arena_printf(a, "%s, turn %lld", where, (long long)number);
    if (json_type(turn) != JSON_OBJECT || number < 0 || number > MAX_TURN)
        why = "the turn is not a JSON object, or its number is below 0 or too large";
    else if (eval == NULL || json_type(eval) != JSON_OBJECT)
        kb_record_read_unjudged(a, turn, s);
    else
        kb_record_read(a, turn, s, &guessed, &why);
    if (why != NULL) {
        w->out->n--;
        ingest_refuse(w->source, s->where, "%s", why);
        return;
    }
    kb_place(w->out, &w->config, NULL, id, s);
    s->turn = (int)number;
    s->task_name = task_name;
    count(w, s, guessed);
}

static void take_turns(struct kb_walk *w, const struct kb_id *id, const char *where,
                       const struct json *problem, const struct json *turns)
{
    struct arena *a = w->out->arena;
    const char *name = kb_text(a, problem, "problem_name");
    bool numbered = name != NULL && kb_problem_of_name(name) > 0;
    int position = 0;
    for (const struct json *t = json_first(turns); t != NULL; t = json_next(t))
        take_turn(w, id, where, numbered ? kb_task_name(a, name) : "", t, position++);
    if (position == 0)
        ingest_refuse(w->source, where, "the conversation has no turns");
}

static void take(struct kb_walk *w, const struct kb_place *p, const struct json *j)
{
    struct arena *a = w->out->arena;
    const struct json *turns = json_get(j, "turns");
    const char *why = NULL;
    bool guessed = false;
    struct kb_id id;
    bool ok = read_id(w, p, j, &id, &why);
    if (ok && id.level == 0)
        return; /* the end says so */
    if (ok && w->source->options->level > 0 && id.level != w->source->options->level) {
        w->source->counts.left_out++;
        return;
    }
    const size_t first = w->out->n;
    if (ok && turns != NULL && json_type(turns) == JSON_ARRAY) {
        take_turns(w, &id, kb_place_of_record(a, p, &id), j, turns);
        ingest_identify(w->out, first, j);
        return;
    }
    struct ingest_sample *s = kb_add(w->out);
    if (!ok || !kb_record_read(a, j, s, &guessed, &why)) {
        w->out->n--;
        ingest_refuse(w->source, kb_place_text(a, p), "%s", why);
        return;
    }
    kb_place(w->out, &w->config, NULL, &id, s);
    s->where = kb_place_of_record(a, p, &id);
    ingest_identify(w->out, first, j);
    count(w, s, guessed);
}

static void walk_list(struct kb_walk *w, const struct json *list)
{
    struct kb_place p = { .index = 0, .self_naming = true };
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        take(w, &p, j);
        p.index++;
    }
}

static void walk_array(struct kb_walk *w, const struct kb_place *above, const struct json *array)
{
    struct kb_place p = *above;
    p.index = 0;
    for (const struct json *j = json_first(array); j != NULL; j = json_next(j)) {
        take(w, &p, j);
        p.index++;
    }
    if (json_count(array) == 0)
        ingest_remark(w->source, "%s is empty: nothing was evaluated there",
                      kb_place_text(w->out->arena, above));
}

/* At most KB_MAX_KEYS levels. */
static void walk_object(struct kb_walk *w, const struct kb_place *above, const struct json *object)
{
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        struct kb_place p = *above;
        p.keys[p.n_keys++] = json_key(j);
        bool container = json_type(j) == JSON_OBJECT && !kb_is_record(j) && json_count(j) > 0;
        if (json_type(j) == JSON_ARRAY)
            walk_array(w, &p, j);
        else if (container && p.n_keys < KB_MAX_KEYS)
            walk_object(w, &p, j);
        else
            take(w, &p, j);
    }
}

static void note_level(struct kb_walk *w, const struct json *j)
{
    int64_t level = 0;
    if (json_int(j, &level) && w->file_level < 0)
        w->file_level = level > 0 && level <= MAX_LEVEL ? (int)level : -1;
}

static void note_model(struct kb_walk *w, const struct json *meta)
{
    const char *model = kb_text(w->source->arena, meta, "model");
    if (w->config.model != NULL || model == NULL)
        return;
    w->config.model = model;
    if (w->config.path == NULL)
        w->config.path = "the file's meta";
}

static void walk_root(struct kb_walk *w, const struct json *root)
{
    const struct json *results = json_get(root, "results");
    const struct json *summary = json_get(root, PER_PROBLEM);
    const struct kb_place top = { .index = -1 };
    note_level(w, json_get(root, "level"));
    note_level(w, json_get(json_get(root, "run_info"), "level"));
    if (json_type(root) == JSON_ARRAY)
        walk_list(w, root);
    else if (results != NULL && json_type(results) == JSON_ARRAY)
        walk_list(w, results);
    else if (summary != NULL && json_type(summary) == JSON_ARRAY) {
        /* The final result of a problem may be of another turn or timing: a run of its own. */
        struct ingest_source *source = w->source;
        const char *own =
            arena_printf(source->arena, "/%s", path_stem(source->arena, source->path));
        if (!str_ends_with(source->target, own))
            source->target = arena_printf(source->arena, "%s%s", source->target, own);
        walk_list(w, summary);
    } else if (kb_is_record(root))
        take(w, &top, root);
    else
        walk_object(w, &top, root);
}

/* A top member that is no problem may stand beside a later list "results". */
static bool is_strange(struct kb_walk *w, const char *key)
{
    if (kb_names_place(key))
        return false;
    if (w->has_results || w->n_strange++ >= INGEST_MAX_KEPT)
        return true;
    struct ingest_message *m = arena_alloc(w->source->arena, sizeof(*m));
    m->where = arena_printf(w->source->arena, "\"%.80s\"", key);
    m->next = w->strange;
    w->strange = m;
    return true;
}

static void walk_member(struct kb_walk *w, const struct ingest_record *r)
{
    struct kb_place p = { .index = -1, .level_first = strcmp(r->keys[0], KB_LEVELS) == 0 };
    const struct json *j = r->json;
    for (size_t i = p.level_first ? 1 : 0; i < r->n_keys; i++)
        p.keys[p.n_keys++] = r->keys[i];
    if (r->n_keys == 1 && strcmp(r->keys[0], "meta") == 0)
        note_model(w, j);
    else if (r->n_keys == 1 && strcmp(p.keys[0], "level") == 0)
        note_level(w, j);
    else if (r->n_keys == 1 && strcmp(p.keys[0], "run_info") == 0)
        note_level(w, json_get(j, "level"));
    else if (r->n_keys == 1 && is_strange(w, p.keys[0]))
        return;
    else if (json_type(j) == JSON_ARRAY)
        walk_array(w, &p, j);
    else if (json_type(j) == JSON_OBJECT && !kb_is_record(j) && json_count(j) > 0 &&
             p.n_keys < KB_MAX_KEYS)
        walk_object(w, &p, j);
    else
        take(w, &p, j);
}

struct kb_walk *kb_walk_new(struct ingest_source *source)
{
    struct kb_walk *w = arena_alloc(source->arena, sizeof(*w));
    *w = (struct kb_walk){ .source = source, .file_level = -1 };
    w->config = kb_config_read(source);
    return w;
}

void kb_walk_record(struct kb_walk *w, struct ingest_batch *out, const struct ingest_record *r)
{
    const bool line = r->n_keys == 0 && r->line > 0;
    const bool item = r->n_keys > 0 && r->keys[r->n_keys - 1] == NULL;
    const struct kb_place p = { .index = line ? r->line - 1 : r->index, .self_naming = true };
    w->out = out;
    w->has_results = w->has_results || (item && r->n_keys == 2);
    if (line || item)
        take(w, &p, r->json);
    else if (r->n_keys == 0)
        walk_root(w, r->json);
    else
        walk_member(w, r);
}

int kb_walk_finish(struct kb_walk *w, struct err *err)
{
    struct ingest_source *source = w->source;
    if (w->missing_level)
        return err_set(
            err, ERR_USAGE,
            "%s: no level in its ids, its path or the configuration in its folder: give --level N",
            source->name);
    for (const struct ingest_message *m = w->has_results ? NULL : w->strange; m != NULL;
         m = m->next)
        ingest_refuse(source, m->where, "the key is not a problem number");
    if (w->untimed > 0)
        ingest_remark(source,
                      "%zu correct samples have no runtime: they count as correct, not as fast",
                      w->untimed);
    if (w->guessed > 0)
        ingest_remark(source,
                      "%zu failed samples do not say whether they compiled: guessed from why "
                      "they failed",
                      w->guessed);
    for (const struct ingest_message *m = source->refusals; m != NULL; m = m->next)
        if (str_starts_with(m->reason, "problem 0")) {
            ingest_remark(source, "a problem 0 suggests that this file counts from 0: then every "
                                  "problem number in it is one too low");
            break;
        }
    return 0;
}
