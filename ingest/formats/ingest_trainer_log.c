/*
 * ingest_trainer_log.c - metrics of a trainer's steps: trainer_state.json of Transformers and TRL,
 * verl's file logger, histories of Weights & Biases.
 *
 * Neighbouring entries of one step (training, evaluation, a summary) become one.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

#define LIST "log_history"

static const char *const step_keys[] = { "step", "_step", "global_step", "train/global_step" };

/* Until another step begins. */
struct trainer_reading {
    int step; /* -1: none */
    const char *where;
    struct buf members; /* metrics as JSON without braces */
};

static int step_of(const struct json *entry)
{
    int step = -1;
    for (size_t i = 0; i < ARRAY_LEN(step_keys) && step < 0; i++)
        step = sample_index(entry, step_keys[i]);
    return step;
}

static void end_step(struct ingest_batch *out)
{
    struct trainer_reading *w = out->source->state;
    if (w->step >= 0)
        ingest_batch_add_step(out, w->where, w->step,
                              arena_printf(out->arena, "{%s}", buf_text(&w->members)));
    w->step = -1;
    buf_clear(&w->members);
}

/* What is repeated is dropped, what contradicts is refused. */
static void add_members(struct ingest_batch *out, const char *where, const struct json *metrics)
{
    struct trainer_reading *w = out->source->state;
    struct arena *a = out->arena;
    struct err ignored = { 0 };
    const char *text = arena_printf(a, "{%s}", buf_text(&w->members));
    const struct json *have = json_parse_arena(where, 1, text, strlen(text), a, &ignored);
    const char **known = arena_array(a, ARRAY_LEN(step_keys) + json_count(metrics), sizeof(*known));
    size_t n = ARRAY_LEN(step_keys);
    memcpy(known, step_keys, sizeof(step_keys));
    for (const struct json *m = json_first(metrics); m != NULL; m = json_next(m)) {
        const struct json *old = json_get(have, json_key(m));
        if (old == NULL)
            continue;
        known[n++] = json_key(m);
        if (strcmp(sample_json(a, old), sample_json(a, m)) == 0)
            continue;
        ingest_refuse(out->source, where, "step %d has another %.80s already", w->step,
                      json_key(m));
        return;
    }
    const char *more = sample_json_without(a, metrics, known, n);
    buf_puts(&w->members, w->members.len > 0 && strlen(more) > 2 ? "," : "");
    buf_add(&w->members, more + 1, strlen(more) - 2);
}

static void trainer_log_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct trainer_reading *w = out->source->state;
    bool beside = r->n_keys > 0 && r->keys[0] != NULL && strcmp(r->keys[0], LIST) != 0;
    if (beside)
        return;
    const struct json *data = json_get(r->json, "data"); /* where verl's logger keeps them */
    int step = step_of(r->json);
    if (step < 0) {
        ingest_refuse(out->source, r->where, "no entry with a step");
        return;
    }
    if (step != w->step) {
        end_step(out);
        w->step = step;
        w->where = arena_strdup(out->source->arena, arena_printf(out->arena, "step %d", step));
    }
    add_members(out, r->where, json_type(data) == JSON_OBJECT ? data : r->json);
}

static bool trainer_log_enters(const struct ingest_source *source, const struct json_split *at)
{
    struct ingest_probe p = { .name = "" };
    const char *key = json_split_key(at, 0);
    (void)source;
    p.head = json_split_peek(at, &p.head_len);
    if (json_split_depth(at) == 0)
        return ingest_probe_has_key(&p, LIST);
    return json_split_depth(at) == 1 && key != NULL && strcmp(key, LIST) == 0 &&
           json_split_first(at) == '[';
}

static const char *trainer_log_recognise(const struct ingest_probe *p)
{
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, LIST, "global_step"))
        return "JSON with " LIST " and global_step";
    if (ingest_probe_has_keys(p, "_step", "_runtime"))
        return "records with _step and _runtime";
    return NULL;
}

static int trainer_log_begin(struct ingest_source *source, struct err *err)
{
    struct trainer_reading *w = arena_alloc(source->arena, sizeof(*w));
    (void)err;
    *w = (struct trainer_reading){ .step = -1 };
    source->state = w;
    return 0;
}

static int trainer_log_finish(struct ingest_batch *out, struct err *err)
{
    (void)err;
    end_step(out);
    return 0;
}

static void trainer_log_end(struct ingest_source *source)
{
    buf_release(&((struct trainer_reading *)source->state)->members);
}

const struct ingest_format format_trainer_log = {
    .name = "trainer-log",
    .summary = "metrics by step: trainer_state.json of TRL, verl's file logger, W&B histories",
    .version = 1,
    .recognise = trainer_log_recognise,
    .begin = trainer_log_begin,
    .enters = trainer_log_enters,
    .take = trainer_log_take,
    .finish = trainer_log_finish,
    .end = trainer_log_end,
};
