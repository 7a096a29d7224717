/*
 * ingest_kernelbench_baseline.c - baseline_time_*.json: {level: {"4_Name.py": statistics or null}}.
 *
 * Hardware is the entry's, because some files mix devices.  A null entry was tried and not
 * measured: a row without a runtime, which is not the same as no row.
 *
 * robust-kbench's NAME_results.json has one task, named by the path, with a mean over
 * configurations.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/sample_text.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SUITE        "kernelbench"
#define SUITE_ROBUST "robust-kbench"
#define RESULTS      "_results"

/* The file's end says which hardware entries have. */
struct baseline_reading {
    struct ingest_baseline *items;
    size_t n, capacity;
    const char *only_hardware; /* of all entries; NULL: none or several */
    bool several;
    bool missing_level;
    size_t n_timeless; /* without a time */
    const char *first_timeless;
};

static struct ingest_baseline *new_entry(struct baseline_reading *w, struct arena *a)
{
    w->items = ingest_room(a, w->items, w->n, &w->capacity, sizeof(*w->items));
    struct ingest_baseline *e = &w->items[w->n];
    *e = (struct ingest_baseline){ .suite = SUITE, .task_name = "" };
    return e;
}

static void note_hardware(struct ingest_source *source, struct baseline_reading *w,
                          const char *name)
{
    if (name == NULL || w->several)
        return;
    if (w->only_hardware == NULL) {
        w->only_hardware = name;
    } else if (strcmp(w->only_hardware, name) != 0) {
        ingest_remark(source, "times of more than one device: %s, %s; each is stored under its own",
                      w->only_hardware, name);
        w->only_hardware = NULL;
        w->several = true;
    }
}

/* Statistics, a mean in milliseconds, or null. */
static const char *read_entry(struct arena *a, const struct json *j, struct ingest_baseline *e)
{
    double ms = (double)NAN;
    const char *why = NULL;
    kb_timing_read(NULL, &e->timing);
    switch (json_type(j)) {
    case JSON_NULL:
        break;
    case JSON_NUMBER:
    case JSON_STRING:
        if (!json_number_lenient(j, &ms))
            why = "it is neither a number nor an object of statistics";
        e->timing.runtime_us = kb_runtime_us(ms);
        break;
    case JSON_OBJECT:
        if (json_get(j, "mean") == NULL)
            why = "it has no mean";
        kb_timing_read(j, &e->timing);
        e->hardware = kb_text(a, j, "hardware");
        break;
    case JSON_BOOL:
    case JSON_ARRAY:
        why = "it is neither a number nor an object of statistics";
        break;
    }
    e->extra = sample_json(a, j);
    return why;
}

static void take_entry(struct ingest_source *source, struct baseline_reading *w, int level,
                       const struct json *j)
{
    struct arena *a = source->arena;
    struct ingest_baseline *e = new_entry(w, a);
    const char *name = kb_task_name(a, json_key(j));
    e->where = arena_printf(a, "level %d, \"%.80s\"", level, json_key(j));
    e->level = level;
    e->task_name = kb_problem_of_name(name) > 0 ? name : "";
    e->problem = kb_problem_of_name(name);
    const char *why = NULL;
    if (e->problem == 0 && !kb_number(name, &e->problem))
        why = "the key does not begin with a problem number";
    else if (e->problem == 0)
        why = "problem 0: KernelBench counts problems from 1";
    else
        why = read_entry(a, j, e);
    if (why != NULL) {
        ingest_refuse(source, e->where, "%s", why);
        return;
    }
    if (json_type(j) != JSON_NULL && isnan(e->timing.runtime_us) && w->n_timeless++ == 0)
        w->first_timeless = e->where;
    note_hardware(source, w, e->hardware);
    w->n++;
}

static void take_level(struct ingest_source *source, struct baseline_reading *w, int level,
                       const struct json *object)
{
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        if (source->options->level > 0 && source->options->level != level)
            source->counts.left_out++;
        else
            take_entry(source, w, level, j);
    }
}

static void take_levels(struct ingest_source *source, struct baseline_reading *w,
                        const struct json *root)
{
    for (const struct json *j = json_first(root); j != NULL; j = json_next(j)) {
        int level = 0;
        if (!kb_level_of_key(json_key(j), &level) || level < 1 || json_type(j) != JSON_OBJECT)
            ingest_refuse(source, arena_printf(source->arena, "\"%.80s\"", json_key(j)),
                          "it has no level with problems");
        else
            take_level(source, w, level, j);
    }
}

static bool has_levels(const struct json *root)
{
    int level = 0;
    const struct json *first = json_first(root);
    return first != NULL && kb_level_of_key(json_key(first), &level) &&
           json_type(first) == JSON_OBJECT && json_get(first, "mean") == NULL;
}

/* {"summary": {"avg_mean_time": ms}, "eval_settings": ..., "device_info": {"devices": ...}}; the
 * path names the task. */
static void take_robust(struct ingest_source *source, struct baseline_reading *w,
                        const struct json *root)
{
    struct arena *a = source->arena;
    const struct json *devices = json_get(json_get(root, "device_info"), "devices");
    const struct json *device = devices == NULL ? NULL : json_first(devices);
    struct ingest_baseline *e = new_entry(w, a);
    double ms = (double)NAN;
    e->suite = SUITE_ROBUST;
    kb_timing_read(NULL, &e->timing);
    json_number_lenient(json_get(json_get(root, "summary"), "avg_mean_time"), &ms);
    e->timing.runtime_us = kb_runtime_us(ms);
    e->where = "the file";
    e->hardware = kb_text(a, device, "name");
    e->extra = sample_json(a, root);
    if (!kb_task_of_path(source->path, &e->level, &e->problem))
        ingest_refuse(source, e->where, "its path names no task (level_L/task_P)");
    else if (isnan(e->timing.runtime_us))
        ingest_refuse(source, e->where, "the record has no avg_mean_time");
    else
        w->n++;
}

static void baseline_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_source *source = out->source;
    struct baseline_reading *w = source->state;
    if (r->n_keys > 0 || r->line > 0 || json_type(r->json) != JSON_OBJECT) {
        ingest_refuse(source, r->where, "the file is not an object of levels");
    } else if (json_get(r->json, "eval_settings") != NULL) {
        take_robust(source, w, r->json);
    } else if (!has_levels(r->json) && json_count(r->json) > 0) {
        struct kb_config config = kb_config_read(source);
        int level = kb_choose_level(source, &config);
        w->missing_level |= level == 0;
        if (level > 0)
            take_level(source, w, level, r->json);
    } else {
        take_levels(source, w, r->json);
    }
}

/* KernelBench calls its eager times baseline_time_torch. */
static const char *name_of_file(struct arena *a, const char *path)
{
    static const char *const eager[] = { "torch", "torch_native" };
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    size_t len = strcspn(base, ".");
    if (str_starts_with(base, "baseline_time_")) {
        base += strlen("baseline_time_");
        len -= strlen("baseline_time_");
    }
    if (len > strlen(RESULTS) &&
        strncmp(base + len - strlen(RESULTS), RESULTS, strlen(RESULTS)) == 0)
        len -= strlen(RESULTS);
    for (size_t i = 0; i < ARRAY_LEN(eager); i++)
        if (len == strlen(eager[i]) && strncmp(base, eager[i], len) == 0)
            return "torch_eager";
    return arena_strndup(a, base, len);
}

static const char *baseline_recognise(const struct ingest_probe *p)
{
    if (ingest_probe_is_json(p) && ingest_probe_has_key(p, "avg_mean_time") &&
        ingest_probe_has_key(p, "eval_settings"))
        return "JSON with avg_mean_time and eval_settings of robust-kbench";
    if (!ingest_probe_is_json(p) || p->head[strspn(p->head, "\xef\xbb\xbf \t\r\n")] == '[' ||
        ingest_probe_has_key(p, "correctness") || ingest_probe_has_key(p, "correct"))
        return NULL;
    if (ingest_probe_has_key(p, "mean") && ingest_probe_has_key(p, "num_trials") &&
        (ingest_probe_has_key(p, "level1") || ingest_probe_has_key(p, "level2") ||
         ingest_probe_has_key(p, "level3") || ingest_probe_has_key(p, "level4") ||
         ingest_probe_has_text(p, ".py\"")))
        return "JSON with mean and num_trials by problem file";
    if (ingest_probe_has_text(p, ".py\": null") && ingest_probe_has_key(p, "level1"))
        return "JSON with problem files by level";
    return NULL;
}

static int baseline_begin(struct ingest_source *source, struct err *err)
{
    source->state = arena_alloc(source->arena, sizeof(struct baseline_reading));
    source->target = source->options->baseline_name;
    if (source->target == NULL && strcmp(source->path, "-") != 0)
        source->target = name_of_file(source->arena, source->path);
    if (source->target == NULL || *source->target == '\0')
        return err_set(err, ERR_USAGE,
                       "%s: has no file name to name the baseline after: give --name NAME",
                       source->name);
    return 0;
}

static int baseline_finish(struct ingest_batch *out, struct err *err)
{
    struct ingest_source *source = out->source;
    const struct baseline_reading *w = source->state;
    if (w->missing_level)
        return err_set(
            err, ERR_USAGE,
            "%s: no level in the file, its path or the configuration in its folder: give --level N",
            source->name);
    if (w->n_timeless > 0)
        ingest_remark(source,
                      "%zu entries have an impossible time (nan, 0 or inf) and are stored as tried "
                      "but not measured; the first: %s",
                      w->n_timeless, w->first_timeless);
    for (size_t i = 0; i < w->n; i++)
        if (w->items[i].hardware == NULL)
            w->items[i].hardware = w->only_hardware == NULL ? "" : w->only_hardware;
    out->baselines = w->items;
    out->n_baselines = w->n;
    return 0;
}

const struct ingest_format format_kernelbench_baseline = {
    .name = "kernelbench-baseline",
    .summary = "KernelBench baseline_time_*.json: runtimes of the reference programs",
    .version = 1,
    .naming = INGEST_NAMED_BY_FORMAT,
    .recognise = baseline_recognise,
    .begin = baseline_begin,
    .take = baseline_take,
    .finish = baseline_finish,
};
