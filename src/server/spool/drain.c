#include "src/server/spool/drain.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/server/spool/drain_open.h"
#include "src/server/spool/exchange.h"
#include "src/spool/spool.h"
#include "src/store/db.h"
#include "src/store/facts.h"

#define BATCH      64
#define MOST_READ  10000 /* read and waiting */
#define IDLE_MS    1000  /* between syncs of the spool */
#define HELD_UP_MS 250   /* between tries of the database */
#define NS_PER_MS  1000000
/* Packing takes as long as a whole cell, so refreshes of facts are this many times their own
 * duration apart. */
#define FACTS_REST 50

struct drain {
    struct drain_options options;
    struct spool *spool;
    struct spool_reader *reader;
    struct db *db;              /* NULL: closed */
    struct row_writer *writer;  /* of db */
    struct open_list open;      /* begun */
    struct open_list finished;  /* in the order of ends */
    struct open_list set_aside; /* the database refused them alone */
    uint64_t n_new;             /* stored by this process, not yet published */
    bool facts_behind;
    int64_t facts_due_ns; /* earliest */
    char last_note[300];  /* never twice in a row */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t wake;
    bool woken, stopping;
    int64_t give_up_ns;
    uint64_t owed_before; /* of earlier processes */
    uint64_t done;        /* stored, of all processes */
    struct drain_state state;
};

static void note(struct drain *d, const char *text)
{
    if (strncmp(d->last_note, text, sizeof(d->last_note) - 1) == 0)
        return;
    snprintf(d->last_note, sizeof(d->last_note), "%s", text);
    d->options.hooks.note(d->options.hooks.context, text);
}

static void publish(struct drain *d, bool held_up, size_t stored)
{
    pthread_mutex_lock(&d->mutex);
    d->state.stored += d->n_new;
    d->n_new = 0;
    d->done += stored;
    d->state.held_up = held_up;
    d->state.skipped = spool_reader_skipped(d->reader);
    pthread_mutex_unlock(&d->mutex);
}

static void take_record(struct drain *d, const struct spool_record *r,
                        const struct spool_place *place, const char *name)
{
    struct open_exchange *x = open_list_find(&d->open, name, r->number);
    if (r->kind == SPOOL_EVALUATION) {
        open_list_add(&d->finished, open_exchange_new(name, r, place));
        return;
    }
    if (r->kind == SPOOL_BEGIN && x == NULL) {
        open_list_add(&d->open, open_exchange_new(name, r, place));
        return;
    }
    if (x != NULL && open_exchange_take(x, r, place)) {
        open_list_remove(&d->open, x);
        open_list_add(&d->finished, x);
    }
}

/* Other processes will say no more. */
static void end_abandoned(struct drain *d)
{
    const char *name = d->options.name;
    struct open_exchange *next;
    for (struct open_exchange *x = d->open.first; x != NULL; x = next) {
        next = x->next;
        if (strcmp(x->name, name) == 0)
            continue;
        open_list_remove(&d->open, x);
        open_list_add(&d->finished, x);
    }
}

static void gather(struct drain *d)
{
    struct spool_record r;
    struct spool_place place;
    struct err err = { 0 };
    const char *name = "";
    int rc = 1;
    while (d->finished.n < MOST_READ && (rc = spool_next(d->reader, &r, &place, &name, &err)) > 0)
        take_record(d, &r, &place, name);
    if (rc < 0)
        note(d, err.msg);
    if (rc == 0) /* ours follow others' */
        end_abandoned(d);
}

static int open_database(struct drain *d, struct err *err)
{
    if (d->db != NULL)
        return 0;
    int rc = db_open(d->options.db_path, DB_WRITE, &d->db, err);
    if (rc == 0)
        d->writer = row_writer_new(d->db, &d->options.rows);
    return rc;
}

static int store_one(struct drain *d, const struct open_exchange *x, struct row_evaluation *out,
                     struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf bodies[2] = { { 0 }, { 0 } };
    struct transcript exchange;
    char id[33];
    int rc = 0;
    open_exchange_id(x, id);
    if (x->is_evaluation) {
        rc = spool_load(d->reader, &x->begin, &bodies[0], err);
        if (rc == 0)
            rc =
                row_writer_evaluation(d->writer, id, buf_text(&bodies[0]), bodies[0].len, out, err);
    } else {
        rc = open_exchange_load(x, d->reader, &a, bodies, &exchange, err);
        exchange.server = d->options.server;
        if (rc == 0)
            rc = row_writer_exchange(d->writer, &exchange, err);
    }
    buf_release(&bodies[0]);
    buf_release(&bodies[1]);
    return rc < 0 ? err_context(err, "exchange %s", id) : 0;
}

/* In one transaction. */
static int store_first(struct drain *d, size_t n, struct err *err)
{
    struct row_evaluation evaluations[BATCH] = { { 0 } };
    struct open_exchange *x = d->finished.first;
    const uint64_t known = row_writer_known(d->writer);
    int rc = db_begin(d->db, err);
    for (size_t i = 0; i < n && rc == 0; i++, x = x->next)
        rc = store_one(d, x, &evaluations[i], err);
    if (rc == 0)
        rc = db_commit(d->db, err);
    if (rc < 0) {
        db_rollback(d->db);
        row_writer_forget(d->writer);
        return rc;
    }
    d->n_new += n - (row_writer_known(d->writer) - known);
    for (size_t i = 0; i < n; i++) {
        x = d->finished.first;
        open_list_remove(&d->finished, x);
        const struct row_evaluation *e = &evaluations[i];
        if (strcmp(x->name, d->options.name) == 0 && e->evaluation_id != 0)
            d->options.hooks.evaluated(d->options.hooks.context, x->number, e->rollout_id,
                                       e->evaluation_id);
        open_exchange_free(x);
    }
    return 0;
}

/* An exchange that fails where the next succeeds is set aside; two failures are the database's. */
static int store_singly(struct drain *d, struct err *err)
{
    struct err why = { 0 };
    int rc = store_first(d, 1, &why);
    if (rc == 0)
        return 0;
    struct open_exchange *x = d->finished.first;
    if (rc == ERR_BUSY || x->next == NULL) {
        *err = why;
        return rc;
    }
    open_list_remove(&d->finished, x);
    rc = store_first(d, 1, err);
    if (rc == 0) {
        note(d, why.msg);
        open_list_add(&d->set_aside, x);
        return 0;
    }
    x->next = d->finished.first;
    if (d->finished.first == NULL)
        d->finished.last = &x->next;
    d->finished.first = x;
    d->finished.n++;
    return rc;
}

/* False: the database takes nothing now. */
static bool store_finished(struct drain *d)
{
    struct err err = { 0 };
    size_t before = d->finished.n + d->set_aside.n;
    size_t n = d->finished.n < BATCH ? d->finished.n : BATCH;
    int rc = open_database(d, &err);
    if (rc == 0)
        rc = store_first(d, n, &err);
    if (rc < 0 && rc != ERR_BUSY && d->db != NULL)
        rc = store_singly(d, &err);
    publish(d, rc < 0, before - d->finished.n - d->set_aside.n);
    if (rc < 0) {
        char text[400];
        snprintf(text, sizeof(text), "exchanges wait in the spool: %.300s", err.msg);
        note(d, text);
        return false;
    }
    d->facts_behind = true;
    uint64_t file = spool_reader_file(d->reader);
    const struct open_list *lists[] = { &d->open, &d->finished, &d->set_aside };
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        uint64_t oldest = open_list_oldest_file(lists[i]);
        file = oldest < file ? oldest : file;
    }
    spool_forget(d->reader, file);
    return true;
}

/* At most wait_ms, or until woken. */
static void rest(struct drain *d, int64_t wait_ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + wait_ms * NS_PER_MS;
    until.tv_sec += ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    pthread_mutex_lock(&d->mutex);
    while (!d->woken && pthread_cond_timedwait(&d->wake, &d->mutex, &until) == 0)
        ;
    d->woken = false;
    pthread_mutex_unlock(&d->mutex);
}

static bool is_stopping(struct drain *d, bool *out_overdue)
{
    pthread_mutex_lock(&d->mutex);
    bool stopping = d->stopping;
    *out_overdue = stopping && clock_monotonic_ns() > d->give_up_ns;
    pthread_mutex_unlock(&d->mutex);
    return stopping;
}

static void idle(struct drain *d)
{
    struct err err = { 0 };
    if (spool_sync(d->spool, &err) < 0)
        note(d, err.msg);
    if (!d->facts_behind || d->db == NULL || clock_monotonic_ns() < d->facts_due_ns)
        return;
    int64_t start_ns = clock_monotonic_ns();
    d->facts_behind = facts_refresh(d->db, &err) != 0;
    int64_t end_ns = clock_monotonic_ns();
    d->facts_due_ns = end_ns + FACTS_REST * (end_ns - start_ns);
}

static void finish(struct drain *d)
{
    struct err err = { 0 };
    if (d->writer != NULL && row_writer_finish(d->writer, &err) < 0)
        note(d, err.msg);
    if (d->finished.n + d->set_aside.n + d->open.n == 0)
        spool_clear(d->reader);
    row_writer_free(d->writer);
    db_close(d->db);
    d->writer = NULL;
    d->db = NULL;
}

static void *run(void *context)
{
    struct drain *d = context;
    int64_t synced_ns = clock_monotonic_ns();
    for (;;) {
        bool overdue = false;
        bool stopping = is_stopping(d, &overdue);
        gather(d);
        bool had = d->finished.n > 0;
        bool ok = !had || store_finished(d);
        if (clock_monotonic_ns() - synced_ns > (int64_t)IDLE_MS * NS_PER_MS) {
            synced_ns = clock_monotonic_ns();
            idle(d);
        }
        if (stopping && (overdue || (ok && !had)))
            break;
        if (!ok || !had)
            rest(d, ok ? IDLE_MS : HELD_UP_MS);
    }
    finish(d);
    return NULL;
}

static void free_drain(struct drain *d)
{
    open_list_free(&d->open);
    open_list_free(&d->finished);
    open_list_free(&d->set_aside);
    spool_reader_free(d->reader);
    pthread_cond_destroy(&d->wake);
    pthread_mutex_destroy(&d->mutex);
    free(d);
}

int drain_start(struct spool *spool, const struct drain_options *options, struct drain **out,
                struct err *err)
{
    struct drain *d = mem_alloc(sizeof(*d));
    pthread_condattr_t attributes;
    d->options = *options;
    d->spool = spool;
    d->reader = spool_reader_new(spool);
    pthread_mutex_init(&d->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&d->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    int rc = spool_count_old(spool, &d->owed_before, err);
    if (rc == 0 && (rc = pthread_create(&d->thread, NULL, run, d)) != 0)
        rc = err_set(err, ERR_INTEGRITY, "no thread for the database: %s", strerror(rc));
    if (rc < 0) {
        free_drain(d);
        return rc;
    }
    *out = d;
    return 0;
}

void drain_wake(struct drain *d)
{
    pthread_mutex_lock(&d->mutex);
    d->woken = true;
    pthread_cond_signal(&d->wake);
    pthread_mutex_unlock(&d->mutex);
}

void drain_look(struct drain *d, struct drain_state *out)
{
    uint64_t ended = spool_ended(d->spool);
    pthread_mutex_lock(&d->mutex);
    *out = d->state;
    uint64_t owed = d->owed_before + ended;
    out->waiting = owed > d->done ? (size_t)(owed - d->done) : 0;
    pthread_mutex_unlock(&d->mutex);
    out->spool_bytes = spool_bytes(d->spool);
}

size_t drain_stop(struct drain *d, int64_t grace_ms, struct drain_state *out)
{
    pthread_mutex_lock(&d->mutex);
    d->stopping = true;
    d->give_up_ns = clock_monotonic_ns() + grace_ms * NS_PER_MS;
    d->woken = true;
    pthread_cond_signal(&d->wake);
    pthread_mutex_unlock(&d->mutex);
    pthread_join(d->thread, NULL);
    drain_look(d, out);
    size_t read = d->finished.n + d->set_aside.n + d->open.n;
    free_drain(d);
    return out->waiting > read ? out->waiting : read;
}

void open_list_add(struct open_list *l, struct open_exchange *x)
{
    if (l->last == NULL)
        l->last = &l->first;
    x->next = NULL;
    *l->last = x;
    l->last = &x->next;
    l->n++;
}

void open_list_remove(struct open_list *l, struct open_exchange *x)
{
    struct open_exchange **at = &l->first;
    while (*at != NULL && *at != x)
        at = &(*at)->next;
    if (*at == NULL)
        return;
    *at = x->next;
    if (l->last == &x->next)
        l->last = at;
    l->n--;
}

struct open_exchange *open_list_find(const struct open_list *l, const char *name, uint64_t number)
{
    for (struct open_exchange *x = l->first; x != NULL; x = x->next)
        if (x->number == number && strcmp(x->name, name) == 0)
            return x;
    return NULL;
}

void open_list_free(struct open_list *l)
{
    for (struct open_exchange *x = l->first, *next; x != NULL; x = next) {
        next = x->next;
        open_exchange_free(x);
    }
    *l = (struct open_list){ 0 };
}

uint64_t open_list_oldest_file(const struct open_list *l)
{
    uint64_t oldest = UINT64_MAX;
    for (const struct open_exchange *x = l->first; x != NULL; x = x->next)
        oldest = x->begin.file < oldest ? x->begin.file : oldest;
    return oldest;
}

struct open_exchange *open_exchange_new(const char *name, const struct spool_record *r,
                                        const struct spool_place *place)
{
    struct open_exchange *x = mem_alloc(sizeof(*x));
    snprintf(x->name, sizeof(x->name), "%s", name);
    x->number = r->number;
    x->begin = *place;
    x->begun_us = x->last_us = r->unix_us;
    x->is_evaluation = x->has_end = r->kind == SPOOL_EVALUATION;
    return x;
}

void open_exchange_free(struct open_exchange *x)
{
    free(x->data);
    free(x);
}

bool open_exchange_take(struct open_exchange *x, const struct spool_record *r,
                        const struct spool_place *place)
{
    x->last_us = r->unix_us;
    switch (r->kind) {
    case SPOOL_HEAD:
        x->head = *place;
        x->has_head = true;
        return false;
    case SPOOL_DATA:
        if (x->n_data == x->room_data) {
            x->room_data = x->room_data == 0 ? 8 : x->room_data * 2;
            x->data = mem_grow(x->data, x->room_data, sizeof(*x->data));
        }
        x->data[x->n_data++] = *place;
        return false;
    case SPOOL_END:
        x->end = *place;
        x->has_end = true;
        return true;
    case SPOOL_ANSWER:
    case SPOOL_TAKEN:
    case SPOOL_START:
    case SPOOL_BEGIN:
    case SPOOL_EVALUATION:
        break;
    }
    return false;
}

void open_exchange_id(const struct open_exchange *x, char out[33])
{
    snprintf(out, 33, "%.16s%016" PRIx64, x->name, x->number);
}

/* Text lives in the arena. */
static int load_text(struct spool_reader *r, const struct spool_place *place, struct arena *a,
                     const char **out, struct err *err)
{
    struct buf b = { 0 };
    int rc = spool_load(r, place, &b, err);
    *out = arena_strndup(a, buf_text(&b), b.len);
    buf_release(&b);
    return rc;
}

int open_exchange_load(const struct open_exchange *x, struct spool_reader *r, struct arena *a,
                       struct buf *bodies, struct transcript *out, struct err *err)
{
    struct buf *request = &bodies[0];
    struct buf *response = &bodies[1];
    const char *text = NULL;
    *out = (struct transcript){ .detail = "",
                                .length = -1,
                                .begun_us = x->begun_us,
                                .last_us = x->last_us,
                                .first_byte_ms = (double)NAN,
                                .total_ms = (double)NAN };
    open_exchange_id(x, out->id);
    int rc = spool_load(r, &x->begin, request, err);
    if (rc == 0)
        rc = exchange_get_begin(buf_text(request), request->len, a, out, err);
    if (rc == 0 && x->has_head)
        rc = load_text(r, &x->head, a, &text, err);
    if (rc == 0 && x->has_head)
        rc = exchange_get_head(text, x->head.len, a, out, err);
    for (size_t i = 0; i < x->n_data && rc == 0; i++)
        rc = spool_load(r, &x->data[i], response, err);
    if (rc == 0 && x->has_end)
        rc = load_text(r, &x->end, a, &text, err);
    if (rc == 0 && x->has_end)
        rc = exchange_get_end(text, x->end.len, a, out, err);
    out->response = buf_text(response);
    out->response_len = response->len;
    return rc;
}
