/*
 * ingest_trainer_log.c - metrics of a trainer's steps: trainer_state.json of Transformers and TRL,
 * verl's file logger, histories of Weights & Biases.
 *
 * Neighbouring entries of one step (training, evaluation, a summary) become one.
 */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json_split.h"

#define LIST    "log_history"
#define RUN_END " - "

static const char *const step_keys[] = { "step", "_step", "global_step", "train/global_step" };

/* Until another step begins. */
struct trainer_reading {
    int step; /* -1: none */
    const char *where;
    size_t step_column; /* of a table */
    bool one_run;       /* all of its columns are of one */
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
        ingest_refuse(out->source, where, "step %d already has %.80s with a different value",
                      w->step, json_key(m));
        return;
    }
    const char *more = sample_json_without(a, metrics, known, n);
    buf_puts(&w->members, w->members.len > 0 && strlen(more) > 2 ? "," : "");
    buf_add(&w->members, more + 1, strlen(more) - 2);
}

/* "run - loss" is loss where all columns are of one run; ends of the range of a smoothed line are
 * no metrics. */
static const char *metric_of(const struct trainer_reading *w, const char *name)
{
    const char *dash = strstr(name, RUN_END);
    if (str_ends_with(name, "__MIN") || str_ends_with(name, "__MAX"))
        return NULL;
    return dash != NULL && w->one_run ? dash + strlen(RUN_END) : name;
}

/* The row's numbers, by the names of their columns. */
static const struct json *numbers_of_row(const struct ingest_batch *out,
                                         const struct ingest_record *r)
{
    const struct trainer_reading *w = out->source->state;
    struct buf text CLEANUP(buf_release) = { 0 };
    struct err ignored = { 0 };
    buf_putc(&text, '{');
    for (size_t i = 0; i < r->row->n_names; i++) {
        const char *name = i == w->step_column ? "step" : metric_of(w, r->row->names[i]);
        double v = 0;
        if (name == NULL || !str_to_double(csv_table_at(r->row, i), &v) || !isfinite(v))
            continue;
        buf_puts(&text, text.len > 1 ? "," : "");
        buf_put_json_string(&text, name, strlen(name));
        buf_printf(&text, ":%.17g", v);
    }
    buf_putc(&text, '}');
    return json_parse_arena(r->where, 1, buf_text(&text), text.len, out->arena, &ignored);
}

static void trainer_log_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct trainer_reading *w = out->source->state;
    struct ingest_record of_row = *r;
    if (r->row != NULL) {
        of_row.json = numbers_of_row(out, r);
        r = &of_row;
    }
    bool beside = r->n_keys > 0 && r->keys[0] != NULL && strcmp(r->keys[0], LIST) != 0;
    if (beside)
        return;
    const struct json *data = json_get(r->json, "data"); /* where verl's logger keeps them */
    int step = step_of(r->json);
    if (step < 0) {
        ingest_refuse(out->source, r->where, "the entry has no step");
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
    if (!ingest_probe_is_json(p) && !p->folder) {
        const char *at = p->head;
        at += *at == '"';
        const bool step = strncmp(at, "Step", 4) == 0 || strncmp(at, "_step", 5) == 0;
        return step && ((ingest_probe_has_text(p, RUN_END) && ingest_probe_has_text(p, "__MIN")) ||
                        ingest_probe_has_text(p, "_runtime") ||
                        ingest_probe_has_text(p, "_timestamp"))
                   ? "a table of Weights & Biases: steps and metrics"
                   : NULL;
    }
    if (!ingest_probe_is_json(p))
        return NULL;
    if (ingest_probe_has_keys(p, LIST, "global_step"))
        return "JSON with " LIST " and global_step";
    if (ingest_probe_has_key(p, "_step") &&
        (ingest_probe_has_key(p, "_runtime") || ingest_probe_has_key(p, "_timestamp") ||
         !(ingest_probe_has_key(p, "completion") || ingest_probe_has_key(p, "code"))))
        return "records with _step and metrics";
    return NULL;
}

static int read_heading(const struct ingest_source *source, struct trainer_reading *w,
                        const struct csv_table *t, struct err *err)
{
    static const char *const names[] = { "Step", "_step", "step", "global_step",
                                         "train/global_step" };
    const char *run = NULL;
    w->step_column = t->n_names;
    for (size_t i = 0; i < t->n_names; i++) {
        const char *dash = strstr(t->names[i], RUN_END);
        for (size_t k = 0; k < ARRAY_LEN(names); k++)
            if (strcmp(t->names[i], names[k]) == 0 && w->step_column == t->n_names)
                w->step_column = i;
        if (dash == NULL)
            continue;
        const size_t len = (size_t)(dash - t->names[i]);
        w->one_run = w->one_run && (run == NULL || strncmp(run, t->names[i], len + 1) == 0);
        run = t->names[i];
    }
    return w->step_column < t->n_names
               ? 0
               : err_set(err, ERR_INTEGRITY,
                         "%s: the table has none of the columns Step, _step, step and global_step",
                         source->name);
}

static int trainer_log_begin(struct ingest_source *source, struct err *err)
{
    struct trainer_reading *w = arena_alloc(source->arena, sizeof(*w));
    const struct csv_table *t = NULL;
    const char *first = source->head;
    *w = (struct trainer_reading){ .step = -1, .one_run = true };
    source->state = w;
    if (first != NULL && source->head_len >= 3 && memcmp(first, "\xef\xbb\xbf", 3) == 0)
        first += 3;
    if (first == NULL || first[strspn(first, " \t\r\n")] == '{' ||
        first[strspn(first, " \t\r\n")] == '[' || *first == '\0')
        return 0;
    int rc = ingest_open_table(source, ',', NULL, &t, err);
    return rc < 0 ? rc : read_heading(source, w, t, err);
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
    .version = 2,
    .recognise = trainer_log_recognise,
    .begin = trainer_log_begin,
    .enters = trainer_log_enters,
    .take = trainer_log_take,
    .finish = trainer_log_finish,
    .end = trainer_log_end,
};
