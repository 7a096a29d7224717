/*
 * store_nouns.c - blobs, models, tasks, devices, import sources, baselines; unknown names.
 */
#include <stdio.h>
#include <string.h>

#include "columns/find_blob.h"
#include "columns/find_checkpoint.h"
#include "columns/find_device.h"
#include "columns/find_model.h"
#include "columns/find_task.h"
#include "columns/get_blob.h"
#include "columns/list_run_names.h"
#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/nearest.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"
#include "src/store/store.h"

static const char *or_empty(const char *s)
{
    return s == NULL ? "" : s;
}

/* 1: found, 0: not, or negative. */
static int find_id(struct stmt *st, int column, int64_t *out_id, struct err *err)
{
    int rc = stmt_step(st, err);
    if (rc > 0) {
        *out_id = stmt_int(st, column);
        stmt_reset(st);
    }
    return rc;
}

void hashed_text_init(struct hashed_text *t, const void *data, size_t len)
{
    struct sha256 s;
    *t = (struct hashed_text){ .data = data, .len = len, .is_text = utf8_is_text(data, len) };
    sha256_init(&s);
    sha256_update(&s, data, len);
    sha256_final(&s, t->sha256);
}

void hashed_text_two(struct hashed_text *a, struct hashed_text *b)
{
    a->is_text = utf8_is_text(a->data, a->len);
    b->is_text = utf8_is_text(b->data, b->len);
    sha256_two(a->data, a->len, a->sha256, b->data, b->len, b->sha256);
}

void hashed_text_beside(struct hashed_text *t, struct sha256 *other, const void *more, size_t len)
{
    struct sha256 s;
    t->is_text = utf8_is_text(t->data, t->len);
    sha256_init(&s);
    sha256_update_two(&s, t->data, t->len, other, more, len);
    sha256_final(&s, t->sha256);
}

#define MOST_KNOWN_TEXTS ((size_t)1 << 20)

/* A text that waits must be known: when others are forgotten, none may wait. */
static int remember_text(struct db *db, const struct hashed_text *t, int64_t id, struct err *err)
{
    bool forgot = false;
    *id_map_add(&db->texts, t->sha256, MOST_KNOWN_TEXTS, &forgot) = id;
    db->knows_all_texts &= !forgot;
    return forgot ? db_flush(db, err) : 0;
}

static int64_t known_text(const struct db *db, const struct hashed_text *t)
{
    const int64_t *id = id_map_find(&db->texts, t->sha256);
    return id == NULL ? 0 : *id;
}

void store_fetch_text(const struct db *db, const struct hashed_text *t)
{
    id_map_fetch(&db->texts, t->sha256);
}

int store_find_text(struct db *db, const struct hashed_text *t, int64_t *out_id, struct err *err)
{
    char hex[65];
    *out_id = known_text(db, t);
    if (*out_id != 0)
        return 0;
    sha256_to_hex(t->sha256, hex);
    struct stmt *st = db_plain_query(db, "find_blob"); /* one that waits is known */
    stmt_bind_text_borrowed(st, ":sha256", hex, sizeof(hex) - 1);
    int rc = find_id(st, FIND_BLOB_BLOB_ID, out_id, err);
    return rc > 0 ? remember_text(db, t, *out_id, err) : rc;
}

static int insert_text(struct db *db, const char *kind, const struct hashed_text *t,
                       int64_t *out_id, struct err *err)
{
    char hex[65];
    sha256_to_hex(t->sha256, hex);
    struct stmt *st = db_query(db, "insert_blob");
    stmt_bind_text_n(st, ":sha256", hex, sizeof(hex) - 1);
    stmt_bind_text(st, ":kind", kind);
    stmt_bind_int(st, ":bytes", (int64_t)t->len);
    if (t->is_text)
        stmt_bind_text_borrowed(st, ":text", t->data, t->len);
    else
        stmt_bind_blob(st, ":data", t->data, t->len);
    return stmt_insert(st, out_id, err);
}

/* Most texts are new: an insert that ignores known hashes is tried first.  Waiting rows cannot
 * be tried, so the text is looked for, unless all texts are known. */
int store_put_text(struct db *db, const char *kind, const struct hashed_text *t, int64_t *out_id,
                   struct err *err)
{
    bool waits = db->writer.open;
    *out_id = known_text(db, t);
    if (*out_id != 0)
        return 0;
    if (waits && !db->knows_all_texts) {
        int found = store_find_text(db, t, out_id, err);
        if (found < 0 || *out_id != 0)
            return found;
    }
    int rc = insert_text(db, kind, t, out_id, err);
    if (rc == 0 && !waits && db_changes(db) == 0)
        return store_find_text(db, t, out_id, err);
    return rc < 0 ? rc : remember_text(db, t, *out_id, err);
}

int store_put_blob(struct db *db, const char *kind, const void *data, size_t len, int64_t *out_id,
                   struct err *err)
{
    struct hashed_text t;
    *out_id = 0;
    if (data == NULL)
        return 0;
    hashed_text_init(&t, data, len);
    return store_put_text(db, kind, &t, out_id, err);
}

int store_get_blob(struct db *db, int64_t blob_id, struct buf *out, struct err *err)
{
    struct stmt *st = db_query(db, "get_blob");
    stmt_bind_int(st, ":blob_id", blob_id);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return err_set(err, ERR_INTEGRITY, "blob %lld is missing", (long long)blob_id);
    if (rc < 0)
        return rc;
    size_t len = 0;
    const void *data = stmt_blob(st, GET_BLOB_CONTENT, &len);
    buf_add(out, data, len);
    stmt_reset(st);
    return 0;
}

int store_put_model(struct db *db, const char *name, const char *revision, const char *kind,
                    int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_model");
    stmt_bind_text(st, ":name", name);
    stmt_bind_text(st, ":revision", or_empty(revision));
    int rc = find_id(st, FIND_MODEL_MODEL_ID, out_id, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    st = db_query(db, "insert_model");
    stmt_bind_text(st, ":name", name);
    stmt_bind_text(st, ":revision", or_empty(revision));
    stmt_bind_text(st, ":kind", kind);
    return stmt_one_int(st, out_id, err);
}

static void bind_task_facts(struct stmt *st, const struct task_row *t)
{
    stmt_bind_text(st, ":name", or_empty(t->name));
    stmt_bind_text(st, ":family", t->family);
    stmt_bind_text(st, ":sha256", t->sha256);
}

int store_put_checkpoint(struct db *db, const struct checkpoint_row *c, int64_t *out_id,
                         struct err *err)
{
    char hash[65];
    int64_t blob_id = 0;
    sha256_hex(c->data, c->len, hash);
    int rc = store_put_blob(db, "checkpoint", c->data, c->len, &blob_id, err);
    struct stmt *st = db_query(db, "find_checkpoint");
    stmt_bind_int(st, ":model_id", c->model_id);
    stmt_bind_text(st, ":sha256", hash);
    if (rc == 0)
        rc = find_id(st, FIND_CHECKPOINT_CHECKPOINT_ID, out_id, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    st = db_query(db, "insert_checkpoint");
    stmt_bind_int(st, ":model_id", c->model_id);
    stmt_bind_id(st, ":parent_id", c->parent_id);
    stmt_bind_text(st, ":sha256", hash);
    stmt_bind_int(st, ":blob_id", blob_id);
    return stmt_one_int(st, out_id, err);
}

static void bind_task_key(struct stmt *st, const struct task_row *t)
{
    stmt_bind_text(st, ":suite", t->suite);
    stmt_bind_int(st, ":level", t->level);
    stmt_bind_int(st, ":problem_id", t->problem_id);
}

int store_put_task(struct db *db, const struct task_row *t, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_task");
    bind_task_key(st, t);
    int rc = find_id(st, FIND_TASK_TASK_ID, out_id, err);
    if (rc < 0)
        return rc;
    if (rc > 0) {
        st = db_query(db, "complete_task");
        stmt_bind_int(st, ":task_id", *out_id);
        bind_task_facts(st, t);
        return stmt_run(st, err);
    }
    st = db_query(db, "insert_task");
    bind_task_key(st, t);
    bind_task_facts(st, t);
    return stmt_one_int(st, out_id, err);
}

static void bind_device(struct stmt *st, const struct device_row *d)
{
    stmt_bind_text(st, ":backend", or_empty(d->backend));
    stmt_bind_text(st, ":name", or_empty(d->name));
    stmt_bind_text(st, ":uuid", or_empty(d->uuid));
    stmt_bind_id(st, ":cores", d->cores);
    stmt_bind_text(st, ":compiler", or_empty(d->compiler));
    stmt_bind_text(st, ":flags", or_empty(d->flags));
    stmt_bind_text(st, ":sandbox", or_empty(d->sandbox));
}

int store_put_device(struct db *db, const struct device_row *d, int64_t *out_id, struct err *err)
{
    struct stmt *st = db_query(db, "find_device");
    bind_device(st, d);
    int rc = find_id(st, FIND_DEVICE_DEVICE_ID, out_id, err);
    if (rc != 0)
        return rc < 0 ? rc : 0;
    st = db_query(db, "insert_device");
    bind_device(st, d);
    return stmt_one_int(st, out_id, err);
}

int store_put_import_source(struct db *db, const struct import_source_row *s, int64_t *out_id,
                            struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(db, "insert_import_source");
    stmt_bind_text(st, ":format", s->format);
    stmt_bind_int(st, ":importer_version", s->importer_version);
    stmt_bind_text(st, ":path", s->path);
    stmt_bind_text(st, ":sha256", s->sha256);
    stmt_bind_int(st, ":bytes", s->bytes);
    stmt_bind_text(st, ":imported_at", now);
    stmt_bind_int(st, ":n_read", s->n_read);
    stmt_bind_int(st, ":n_stored", s->n_stored);
    stmt_bind_int(st, ":n_duplicate", s->n_duplicate);
    stmt_bind_int(st, ":n_refused", s->n_refused);
    return stmt_one_int(st, out_id, err);
}

int store_put_baseline(struct db *db, const struct baseline_row *b, bool *out_new, struct err *err)
{
    struct stmt *st = db_query(db, "insert_baseline");
    stmt_bind_text(st, ":name", b->name);
    stmt_bind_text(st, ":hardware", or_empty(b->hardware));
    stmt_bind_int(st, ":task_id", b->task_id);
    stmt_bind_id(st, ":device_id", b->device_id);
    stmt_bind_id(st, ":import_source_id", b->import_source_id);
    stmt_bind_real(st, ":runtime_us", b->runtime_us);
    stmt_bind_text(st, ":statistic", b->statistic);
    stmt_bind_real(st, ":min_us", b->min_us);
    stmt_bind_real(st, ":max_us", b->max_us);
    stmt_bind_real(st, ":std_us", b->std_us);
    stmt_bind_count(st, ":n_samples", b->n_samples);
    stmt_bind_text(st, ":extra", b->extra);
    int rc = stmt_run(st, err);
    if (rc == 0)
        *out_new = db_changes(db) > 0;
    return rc;
}

/* ---- an unknown name, and the one that may be meant ---- */

/* A task's number alone, "4" for l1/4, is the task. */
static void offer(struct nearest *near, const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t cost = near->cost;
    if (slash != NULL && slash[1] != '\0')
        nearest_offer(near, slash + 1);
    if (near->cost < cost && near->cost == 0)
        snprintf(near->name, sizeof(near->name), "%s", name);
    else
        nearest_offer(near, name);
}

#define NAMED_BYTES 160 /* of names in a message */

int store_unknown(struct db *db, enum store_named what, const char *name, struct err *err)
{
    static const struct {
        const char *noun, *query, *lists;
    } kinds[] = { [STORE_RUN] = { "run", "list_run_names", "'rollbook runs' lists them" },
                  [STORE_BASELINE] = { "baseline", "list_baseline_names",
                                       "rollbook sql 'SELECT DISTINCT baseline FROM v_timing'" },
                  [STORE_TASK] = { "task", "list_task_names", "'rollbook task list' has them" } };
    struct nearest near;
    struct err failed = { 0 };
    CLEANUP(buf_release) struct buf names = { 0 };
    struct stmt *st = db_query(db, kinds[what].query);
    nearest_init(&near, name);
    size_t n = 0, n_named = 0;
    for (; stmt_step(st, &failed) > 0; n++) {
        const char *one = stmt_text(st, LIST_RUN_NAMES_NAME);
        offer(&near, one);
        if (n != n_named || names.len + strlen(one) > NAMED_BYTES)
            continue;
        buf_printf(&names, "%s%s", n == 0 ? "" : ", ", one);
        n_named++;
    }
    err_set(err, ERR_NOMATCH, "there is no %s '%s' in the database%s", kinds[what].noun, name,
            n > 0                    ? ""
            : what == STORE_BASELINE ? ", and no other: without --baseline each candidate is "
                                       "compared with the baseline time of its own evaluation"
                                     : ", nor any other");
    if (near.name[0] != '\0' || n == 0)
        return err_suggest(err, &near);
    char *said = err->msg + strlen(err->msg);
    size_t left = sizeof(err->msg) - strlen(err->msg);
    if (n_named == n)
        snprintf(said, left, "; it has %s", buf_text(&names));
    else
        snprintf(said, left, "; it has %s%s%zu more: %s", buf_text(&names),
                 n_named > 0 ? " and " : "", n - n_named, kinds[what].lists);
    return ERR_NOMATCH;
}
