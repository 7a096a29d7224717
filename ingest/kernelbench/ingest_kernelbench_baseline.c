/*
 * ingest_kernelbench_baseline.c - baseline_time_*.json: {level: {"4_Name.py": statistics or null}}.
 *
 * The hardware belongs to the entry, not to the file: files that mix devices exist.  A null entry
 * was tried and not measured; it becomes a row without a runtime, which is another fact than no
 * row.
 *
 * robust-kbench's NAME_results.json is read as well: one task, named by the path, with a mean over
 * its configurations.
 */
#include <math.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/path_names.h"
#include "ingest/sample_formats.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/store.h"

#define SUITE        "kernelbench"
#define SUITE_ROBUST "robust-kbench"
#define RESULTS      "_results"

struct entry {
    int level, problem;
    const char *where;
    const char *task_name;
    const char *hardware; /* NULL: the entry names none */
    struct ingest_timing timing;
    const char *extra;
};

struct entries {
    struct entry *items; /* arena */
    size_t n, capacity;
    const char *only_hardware; /* of all entries that name one; NULL when none or several do */
    bool several;
    const char *suite;
    size_t n_timeless; /* entries whose time is none */
    const char *first_timeless;
};

static struct entry *new_entry(struct entries *list, struct arena *a)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        struct entry *items = arena_array(a, capacity, sizeof(*items));
        if (list->n > 0)
            memcpy(items, list->items, list->n * sizeof(*items));
        list->items = items;
        list->capacity = capacity;
    }
    struct entry *e = &list->items[list->n];
    memset(e, 0, sizeof(*e));
    return e;
}

static void note_hardware(struct ingest_job *job, struct entries *list, const char *name)
{
    if (name == NULL || list->several)
        return;
    if (list->only_hardware == NULL) {
        list->only_hardware = name;
    } else if (strcmp(list->only_hardware, name) != 0) {
        ingest_remark(job, "times of more than one device: %s, %s; each is stored under its own",
                      list->only_hardware, name);
        list->only_hardware = NULL;
        list->several = true;
    }
}

/* Statistics, a bare mean in milliseconds, or null. */
static const char *read_entry(struct arena *a, const struct json *j, struct entry *e)
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
            why = "neither statistics nor a number";
        e->timing.runtime_us = kb_runtime_us(ms);
        break;
    case JSON_OBJECT:
        if (json_get(j, "mean") == NULL)
            why = "no mean";
        kb_timing_read(j, &e->timing);
        e->hardware = kb_text(a, j, "hardware");
        break;
    case JSON_BOOL:
    case JSON_ARRAY:
        why = "neither statistics nor a number";
        break;
    }
    e->extra = kb_json(a, j);
    return why;
}

static void take(struct ingest_job *job, struct entries *list, int level, const struct json *j)
{
    struct arena *a = job->arena;
    struct entry *e = new_entry(list, a);
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
        ingest_refuse(job, e->where, "%s", why);
        return;
    }
    if (json_type(j) != JSON_NULL && isnan(e->timing.runtime_us) && list->n_timeless++ == 0)
        list->first_timeless = e->where;
    note_hardware(job, list, e->hardware);
    list->n++;
}

static void take_level(struct ingest_job *job, struct entries *list, int level,
                       const struct json *object)
{
    for (const struct json *j = json_first(object); j != NULL; j = json_next(j)) {
        if (job->options->level > 0 && job->options->level != level)
            job->counts.left_out++;
        else
            take(job, list, level, j);
    }
}

static bool has_levels(const struct json *root)
{
    int level = 0;
    const struct json *first = json_first(root);
    return first != NULL && kb_level_of_key(json_key(first), &level) &&
           json_type(first) == JSON_OBJECT && json_get(first, "mean") == NULL;
}

/* {"summary": {"avg_mean_time": ms}, "eval_settings": ..., "device_info": {"devices": ...}} of the
 * task that the path names. */
static void take_robust(struct ingest_job *job, struct entries *list, const struct json *root)
{
    struct arena *a = job->arena;
    const struct json *devices = json_get(json_get(root, "device_info"), "devices");
    const struct json *device = devices == NULL ? NULL : json_first(devices);
    struct entry *e = new_entry(list, a);
    double ms = (double)NAN;
    list->suite = SUITE_ROBUST;
    kb_timing_read(NULL, &e->timing);
    json_number_lenient(json_get(json_get(root, "summary"), "avg_mean_time"), &ms);
    e->timing.runtime_us = kb_runtime_us(ms);
    e->where = "the file";
    e->task_name = "";
    e->hardware = kb_text(a, device, "name");
    e->extra = kb_json(a, root);
    if (!robust_kbench_task_of_path(job->path, &e->level, &e->problem))
        ingest_refuse(job, e->where, "its path names no task (level_L/task_P)");
    else if (isnan(e->timing.runtime_us))
        ingest_refuse(job, e->where, "no avg_mean_time");
    else
        list->n++;
}

static int take_root(struct ingest_job *job, struct entries *list, const struct json *root,
                     struct err *err)
{
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "%s: expected an object of levels", job->name);
    list->suite = SUITE;
    if (json_get(root, "eval_settings") != NULL) {
        take_robust(job, list, root);
        return 0;
    }
    if (!has_levels(root) && json_count(root) > 0) {
        struct kb_config config = kb_config_read(job);
        int level = kb_choose_level(job, &config);
        if (level == 0)
            return err_set(err, ERR_USAGE,
                           "%s: no level in it, in its path or in a configuration beside it: give "
                           "--level N",
                           job->name);
        take_level(job, list, level, root);
        return 0;
    }
    for (const struct json *j = json_first(root); j != NULL; j = json_next(j)) {
        int level = 0;
        if (!kb_level_of_key(json_key(j), &level) || level < 1 || json_type(j) != JSON_OBJECT)
            ingest_refuse(job, arena_printf(job->arena, "\"%.80s\"", json_key(j)),
                          "no level with problems in it");
        else
            take_level(job, list, level, j);
    }
    return 0;
}

/* baseline_time_torch is what KernelBench calls its eager times. */
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

static int choose_name(struct ingest_job *job, struct err *err)
{
    job->target = job->options->baseline_name;
    if (job->target == NULL && strcmp(job->path, "-") != 0)
        job->target = name_of_file(job->arena, job->path);
    if (job->target == NULL || *job->target == '\0')
        return err_set(err, ERR_USAGE,
                       "%s: has no file name to name the baseline after: give "
                       "--name",
                       job->name);
    return 0;
}

static int check_entries(struct ingest_job *job, const struct entries *list, struct err *err)
{
    if (list->n_timeless > 0)
        ingest_remark(
            job,
            "%zu entries give a time that is none, as nan, 0 or inf; they are stored as tried and "
            "not measured; the first: %s",
            list->n_timeless, list->first_timeless);
    if (list->n > 0)
        return 0;
    if (job->counts.refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld records were refused; the first, %s: %s",
                       job->name, (long long)job->counts.refused, job->refusals->where,
                       job->refusals->reason);
    return err_set(err, ERR_NOMATCH, "%s: holds no records%s", job->name,
                   job->counts.left_out > 0 ? " of this level" : "");
}

int kernelbench_baseline_parse(struct ingest_job *job, struct err *err)
{
    struct entries *list = arena_alloc(job->arena, sizeof(*list));
    struct json *root = json_parse(job->name, job->text, job->len, err);
    if (root == NULL)
        return ERR_INTEGRITY;
    int rc = take_root(job, list, root, err);
    json_free(root);
    if (rc == 0)
        rc = check_entries(job, list, err);
    if (rc == 0)
        rc = choose_name(job, err);
    job->records = list;
    return rc;
}

/* 1 the same is there, 2 something else is there, 0 nothing, negative error. */
static int find_entry(struct ingest_job *job, struct db *db, const struct entry *e,
                      const char *hardware, int64_t task_id, struct err *err)
{
    struct stmt *st = db_query(db, "ingest_find_baseline");
    stmt_bind_text(st, ":name", job->target);
    stmt_bind_text(st, ":hardware", hardware);
    stmt_bind_int(st, ":task_id", task_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, 0);
    bool same = extra != NULL && strcmp(extra, e->extra) == 0;
    stmt_reset(st);
    return same ? 1 : 2;
}

static int put_entry(struct ingest_job *job, struct db *db, const struct entry *e,
                     const char *hardware, int64_t task_id, int64_t import_source_id,
                     struct err *err)
{
    bool is_new = false;
    struct device_row device = { .backend = "imported", .name = hardware };
    struct baseline_row row = {
        .name = job->target,
        .hardware = hardware,
        .task_id = task_id,
        .import_source_id = import_source_id,
        .runtime_us = e->timing.runtime_us,
        .statistic = "mean",
        .min_us = e->timing.min_us,
        .max_us = e->timing.max_us,
        .std_us = e->timing.std_us,
        .n_samples = (int)e->timing.n_samples,
        .extra = e->extra,
    };
    int rc = 0;
    if (*hardware != '\0')
        rc = store_put_device(db, &device, &row.device_id, err);
    if (rc == 0)
        rc = store_put_baseline(db, &row, &is_new, err);
    return rc;
}

static int store_entry(struct ingest_job *job, struct db *db, const char *suite,
                       const struct entry *e, const char *hardware, int64_t import_source_id,
                       struct err *err)
{
    struct task_row task = {
        .suite = suite, .level = e->level, .problem_id = e->problem, .name = e->task_name
    };
    int64_t task_id = 0;
    int rc = store_put_task(db, &task, &task_id, err);
    if (rc < 0)
        return rc;
    rc = find_entry(job, db, e, hardware, task_id, err);
    if (rc < 0)
        return rc;
    if (rc == 1) {
        job->counts.duplicate++;
        return 0;
    }
    if (rc == 2) {
        ingest_refuse(job, e->where,
                      "baseline '%s' has another time for it on '%s': give another --name",
                      job->target, hardware);
        return 0;
    }
    rc = put_entry(job, db, e, hardware, task_id, import_source_id, err);
    if (rc == 0)
        job->counts.stored++;
    return rc;
}

static const char *hardware_of(const struct entries *list, const struct entry *e)
{
    if (e->hardware != NULL)
        return e->hardware;
    return list->only_hardware == NULL ? "" : list->only_hardware;
}

/* 1 when any entry contradicts one that is stored under the job's name. */
static int contradicts(struct ingest_job *job, struct db *db, const struct entries *list,
                       struct err *err)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct entry *e = &list->items[i];
        struct task_row task = {
            .suite = list->suite, .level = e->level, .problem_id = e->problem, .name = e->task_name
        };
        int64_t task_id = 0;
        int rc = store_put_task(db, &task, &task_id, err);
        if (rc == 0)
            rc = find_entry(job, db, e, hardware_of(list, e), task_id, err);
        if (rc < 0 || rc == 2)
            return rc < 0 ? rc : 1;
    }
    return 0;
}

/* The same hardware timed a second time needs a second name: the folder's tells them apart. */
static int choose_free_name(struct ingest_job *job, struct db *db, const struct entries *list,
                            struct err *err)
{
    const char *folder = path_folder_name(job->arena, job->path);
    const char *plain = job->target;
    if (job->options->baseline_name != NULL || folder == NULL)
        return 0;
    int rc = contradicts(job, db, list, err);
    if (rc <= 0)
        return rc;
    job->target = arena_printf(job->arena, "%s@%s", plain, folder);
    ingest_remark(job, "baseline '%s' has other times on this hardware: named '%s'; --name decides",
                  plain, job->target);
    return 0;
}

int kernelbench_baseline_store(struct ingest_job *job, struct db *db, int64_t import_source_id,
                               struct err *err)
{
    const struct entries *list = job->records;
    int rc = choose_free_name(job, db, list, err);
    for (size_t i = 0; i < list->n && rc == 0; i++) {
        const struct entry *e = &list->items[i];
        rc = store_entry(job, db, list->suite, e, hardware_of(list, e), import_source_id, err);
        if (rc < 0)
            return err_context(err, "%s: %s", job->name, e->where);
    }
    return rc;
}
