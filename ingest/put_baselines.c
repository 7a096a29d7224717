/* put_baselines.c - baseline times as rows: one a name, hardware and task. */
#include <string.h>

#include "columns/ingest_find_baseline.h"
#include "ingest/ingest.h"
#include "ingest/path_names.h"
#include "ingest/put_rows.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/store.h"

static int put_task(struct ingest_sink *k, const struct ingest_baseline *e, int64_t *out_id,
                    struct err *err)
{
    const struct task_row task = {
        .suite = e->suite, .level = e->level, .problem_id = e->problem, .name = e->task_name
    };
    return store_put_task(k->db, &task, out_id, err);
}

/* 1: the same, 2: something else, 0: nothing, negative error. */
static int find_entry(struct ingest_sink *k, const struct ingest_baseline *e, int64_t task_id,
                      struct err *err)
{
    struct stmt *st = db_query(k->db, "ingest_find_baseline");
    stmt_bind_text(st, ":name", k->job->target);
    stmt_bind_text(st, ":hardware", e->hardware);
    stmt_bind_int(st, ":task_id", task_id);
    int rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *extra = stmt_text(st, INGEST_FIND_BASELINE_EXTRA);
    bool same = extra != NULL && strcmp(extra, e->extra) == 0;
    stmt_reset(st);
    return same ? 1 : 2;
}

static int add_entry(struct ingest_sink *k, const struct ingest_baseline *e, int64_t task_id,
                     struct err *err)
{
    bool is_new = false;
    struct device_row device = { .backend = "imported", .name = e->hardware };
    struct baseline_row row = {
        .name = k->job->target,
        .hardware = e->hardware,
        .task_id = task_id,
        .import_source_id = k->source_id,
        .runtime_us = e->timing.runtime_us,
        .statistic = "mean",
        .min_us = e->timing.min_us,
        .max_us = e->timing.max_us,
        .std_us = e->timing.std_us,
        .n_samples = (int)e->timing.n_samples,
        .extra = e->extra,
    };
    int rc = 0;
    if (*e->hardware != '\0')
        rc = store_put_device(k->db, &device, &row.device_id, err);
    if (rc == 0)
        rc = store_put_baseline(k->db, &row, &is_new, err);
    k->job->counts.stored += rc == 0;
    return rc;
}

static int put_entry(struct ingest_sink *k, const struct ingest_baseline *e, struct err *err)
{
    struct ingest_job *job = k->job;
    int64_t task_id = 0;
    int rc = put_task(k, e, &task_id, err);
    ingest_note_problem(k, e->suite, e->level, e->problem, e->task_name);
    if (rc == 0)
        rc = find_entry(k, e, task_id, err);
    if (rc == 0)
        return add_entry(k, e, task_id, err);
    job->counts.duplicate += rc == 1;
    job->counts.contradicting += rc == 2;
    if (rc == 2)
        ingest_refuse(job, e->where,
                      "baseline '%s' has another time for it on '%s': give another --name",
                      job->target, e->hardware);
    return rc < 0 ? rc : 0;
}

/* 1: an entry contradicts one of the job's name. */
static int contradicts(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                       struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc >= 0 && rc != 2; i++) {
        int64_t task_id = 0;
        rc = put_task(k, &items[i], &task_id, err);
        if (rc == 0)
            rc = find_entry(k, &items[i], task_id, err);
    }
    return rc < 0 ? rc : rc == 2;
}

/* A second timing of the hardware is told apart by the folder's name. */
static int choose_free_name(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                            struct err *err)
{
    struct ingest_job *job = k->job;
    const char *folder = path_folder_name(job->arena, job->path);
    const char *plain = job->target;
    if (job->options->baseline_name != NULL || folder == NULL)
        return 0;
    int rc = contradicts(k, items, n, err);
    if (rc <= 0)
        return rc;
    job->target = arena_printf(job->arena, "%s@%s", plain, folder);
    ingest_remark(job, "baseline '%s' has other times on this hardware: named '%s'; --name decides",
                  plain, job->target);
    return 0;
}

int ingest_put_baselines(struct ingest_sink *k, const struct ingest_baseline *items, size_t n,
                         struct err *err)
{
    int rc = choose_free_name(k, items, n, err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (put_entry(k, &items[i], err) < 0)
            rc = err_context(err, "%s: %s", k->job->name, items[i].where);
    return rc;
}
