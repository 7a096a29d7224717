/*
 * queue_transport.c - the transport "queue": submit and collect.
 *
 * Jobs are submitted in batches.  Their key is the hash of what is asked and of the row that asks,
 * so a run that is resumed asks for the same jobs and is given what was done meanwhile.  Results
 * are forgotten by the server some results after they were delivered, when they are stored.
 */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/json/json.h"
#include "src/queue/queue.h"
#include "src/queue/queue_client.h"
#include "src/worker/worker_proto.h"

#define JOBS_A_SLOT 4 /* under way at most, for each evaluation that workers make at a time */
#define BATCH       256
#define BATCH_BYTES ((size_t)8 << 20) /* a job that is longer goes alone */
#define KEPT        256               /* delivered and not yet forgotten */
#define LOOK_NS     INT64_C(1000000000)
#define WAIT_MS     200

struct remote_job {
    int64_t id;       /* the caller's */
    int64_t queue_id; /* 0: not yet submitted */
    char key[65], code_sha256[65];
    struct buf body; /* until it is submitted */
};

struct remote {
    struct transport base; /* first */
    struct queue_client *client;
    char mailbox[33], class[128];
    uint64_t nonce;
    unsigned capacity;
    unsigned n_devices;
    struct device_info devices[WORKER_MAX];
    struct remote_job *asked;
    size_t n_asked, room, n_new;
    size_t found; /* by find_asked, last */
    int64_t delivered[KEPT];
    size_t n_delivered;
    struct queue_rows rows; /* collected */
    int next_row;
    int64_t looked_ns, reaped_ns;
    bool told;      /* that the server is away */
    bool told_none; /* that no worker is left */
    void (*note)(void *context, const char *text);
    void *note_context;
};

static struct remote *remote_of(struct transport *t)
{
    return (struct remote *)t;
}

static const struct remote *const_remote_of(const struct transport *t)
{
    return (const struct remote *)t;
}

const char *queue_class(const char *backend, const char *device_class, char out[128])
{
    bool plain = device_class == NULL || device_class[0] == '\0';
    snprintf(out, 128, "%s%s%s", backend, plain ? "" : ":", plain ? "" : device_class);
    return out;
}

/* ERR_NODATA: more devices than a transport has places for. */
static int learn_devices(struct remote *r, const char *text, struct err *err)
{
    struct json *list CLEANUP(json_free_ptr) =
        text == NULL ? NULL : json_parse("devices", text, strlen(text), err);
    if (list == NULL)
        return text == NULL ? err_set(err, ERR_INTEGRITY, "a worker names no device") : err->code;
    for (const struct json *item = json_first(list); item != NULL; item = json_next(item)) {
        struct device_info d;
        const char *one = NULL;
        unsigned at = 0;
        int rc = !json_string(item, &one) ? err_set(err, ERR_INTEGRITY, "a device is not a text")
                                          : hello_decode(one, strlen(one), &d, err);
        if (rc < 0)
            return rc;
        while (at < r->n_devices && strcmp(r->devices[at].uuid, d.uuid) != 0)
            at++;
        if (at == WORKER_MAX)
            return err_set(err, ERR_NODATA, "the workers have more than %d devices", WORKER_MAX);
        r->devices[at] = d;
        r->n_devices = at == r->n_devices ? at + 1 : r->n_devices;
    }
    return 0;
}

/* How much live workers take on at a time, and on which devices. */
static int look_at_workers(struct remote *r, struct err *err)
{
    struct queue_rows rows;
    const char *args[] = { r->class, build_version() };
    char other[300] = "";
    int rc = queue_run(r->client, "serving", 2, args, &rows, err);
    if (rc < 0)
        return rc;
    unsigned capacity = 0;
    for (int i = 0; i < rows.n && rc == 0; i++) {
        if (strcmp(queue_text(&rows, i, "is_serving"), "t") == 0) {
            capacity += (unsigned)queue_int(&rows, i, "capacity");
            rc = learn_devices(r, queue_text(&rows, i, "devices"), err);
        } else {
            snprintf(other, sizeof(other), "; one serves %.250s", queue_text(&rows, i, "offer"));
        }
    }
    queue_rows_end(&rows);
    if (rc == 0 && capacity == 0 && r->n_devices == 0)
        rc = err_set(err, ERR_INTEGRITY,
                     "no worker of the queue serves '%s' with build %s%s; on a host that is to "
                     "evaluate, type: rollbook worker --queue ADDRESS --backend %.*s%s%s",
                     r->class, build_version(), other, (int)strcspn(r->class, ":"), r->class,
                     strchr(r->class, ':') != NULL ? " --device-class " : "",
                     strchr(r->class, ':') != NULL ? strchr(r->class, ':') + 1 : "");
    bool none = rc == 0 && capacity == 0 && r->n_asked > 0;
    if (r->note != NULL && none != r->told_none) {
        char text[700];
        snprintf(text, sizeof(text), "%s '%s' with build %s%s; %zu evaluations wait",
                 none ? "for two leases no worker of the queue has served"
                      : "workers of the queue serve again",
                 r->class, build_version(), none ? other : "", r->n_asked);
        r->note(r->note_context, text);
        r->told_none = none;
    }
    r->capacity = capacity > 0 ? capacity : r->capacity;
    return rc;
}

static void remote_close(struct transport *t);

static int remote_open(const struct transport_options *options, struct transport **out,
                       struct err *err)
{
    if (options->queue == NULL)
        return err_set(err, ERR_USAGE, "the queue has no address (--queue)");
    struct remote *r = mem_alloc(sizeof(*r));
    r->base.kind = &transport_kind_queue;
    r->nonce = rng_secret_number();
    r->note = options->note;
    r->note_context = options->note_context;
    snprintf(r->mailbox, sizeof(r->mailbox), "%016" PRIx64, r->nonce);
    queue_class(options->backend, options->device_class, r->class);
    int rc = queue_connect(options->queue, &r->client, err);
    if (rc == 0)
        rc = queue_listen(r->client, QUEUE_DONE, err);
    if (rc == 0)
        rc = look_at_workers(r, err);
    if (rc < 0)
        remote_close(&r->base);
    else
        *out = &r->base;
    return rc;
}

static int run_ids(struct remote *r, const char *name, const int64_t *ids, size_t n,
                   struct err *err)
{
    struct buf list = { 0 };
    struct queue_rows rows;
    for (size_t i = 0; i < n; i++)
        queue_array_add_int(&list, ids[i]);
    const char *args[] = { r->mailbox, queue_array_end(&list) };
    int rc = n == 0 ? 0 : queue_run(r->client, name, 2, args, &rows, err);
    if (rc == 0 && n > 0)
        queue_rows_end(&rows);
    buf_release(&list);
    return rc;
}

static void drop(struct remote *r, size_t at)
{
    buf_release(&r->asked[at].body);
    r->n_new -= r->asked[at].queue_id == 0;
    r->n_asked--;
    memmove(r->asked + at, r->asked + at + 1, (r->n_asked - at) * sizeof(*r->asked));
}

/* A result that is not taken back stays for whoever asks with its key. */
static void remote_close(struct transport *t)
{
    struct remote *r = remote_of(t);
    struct err ignored;
    if (r->rows.result != NULL)
        queue_rows_end(&r->rows);
    while (r->n_asked > 0)
        (void)remote_of(t)->base.kind->cancel(t, r->asked[r->n_asked - 1].id);
    if (r->client != NULL)
        (void)run_ids(r, "forget", r->delivered, r->n_delivered, &ignored);
    queue_disconnect(r->client);
    free(r->asked);
    free(r);
}

static unsigned remote_size(const struct transport *t)
{
    return const_remote_of(t)->n_devices;
}

static const struct device_info *remote_device(const struct transport *t, unsigned evaluator)
{
    return &const_remote_of(t)->devices[evaluator];
}

static size_t remote_outstanding(const struct transport *t)
{
    return const_remote_of(t)->n_asked;
}

static bool remote_has_room(const struct transport *t)
{
    const struct remote *r = const_remote_of(t);
    return r->n_asked < (size_t)r->capacity * JOBS_A_SLOT;
}

static int remote_submit(struct transport *t, const struct eval_job *job, struct err *err)
{
    struct remote *r = remote_of(t);
    struct eval_job message = *job;
    struct buf identity = { 0 };
    if (!remote_has_room(t))
        return err_set(err, ERR_BUSY, "the queue's workers have their jobs");
    if (r->n_asked == r->room) {
        r->room = r->room == 0 ? BATCH : 2 * r->room;
        r->asked = mem_grow(r->asked, r->room, sizeof(*r->asked));
    }
    struct remote_job *a = &r->asked[r->n_asked++];
    *a = (struct remote_job){ .id = job->id, .body = { .max = FRAME_MAX_BYTES } };
    r->n_new++;
    sha256_hex(job->kernel_text, job->kernel_len, a->code_sha256);
    memcpy(message.code_sha256, a->code_sha256, sizeof(message.code_sha256));
    message.id = 0;
    job_encode(&message, &a->body);
    /* Without a row that asks, the job is this process's alone. */
    buf_puts(&identity, buf_text(&a->body));
    if (job->row_id != 0)
        buf_printf(&identity, "\n%" PRId64, job->row_id);
    else
        buf_printf(&identity, "\n%s %" PRId64, r->mailbox, clock_monotonic_ns());
    buf_printf(&identity, "\n%s", build_version());
    sha256_hex(identity.data, identity.len, a->key);
    buf_release(&identity);
    return 0;
}

/* The server mostly names jobs in their order, so the one behind the last is looked at first. */
static struct remote_job *find_asked(struct remote *r, const char *key, int64_t queue_id)
{
    for (size_t i = 0; i < r->n_asked; i++) {
        r->found = r->found + 1 < r->n_asked ? r->found + 1 : 0;
        struct remote_job *a = &r->asked[r->found];
        if (key != NULL ? strcmp(a->key, key) == 0 : a->queue_id == queue_id)
            return a;
    }
    return NULL;
}

/* A job that is asked for again is delivered again. */
static void unsee(struct remote *r, int64_t queue_id)
{
    for (size_t i = 0; i < r->n_delivered; i++)
        if (r->delivered[i] == queue_id)
            r->delivered[i--] = r->delivered[--r->n_delivered];
}

static int send_batch(struct remote *r, struct err *err)
{
    struct buf texts[2] = { { 0 }, { 0 } }; /* keys, bodies */
    struct queue_rows rows;
    size_t n = 0;
    queue_texts_begin(&texts[0]);
    queue_texts_begin(&texts[1]);
    for (size_t i = 0; i < r->n_asked && n < BATCH; i++) {
        const struct remote_job *a = &r->asked[i];
        if (a->queue_id != 0)
            continue;
        if (n > 0 && texts[1].len + a->body.len > BATCH_BYTES)
            break;
        queue_texts_add(&texts[0], a->key, strlen(a->key));
        queue_texts_add(&texts[1], a->body.data, a->body.len);
        n++;
    }
    const char *args[] = { r->mailbox, r->class, build_version() };
    const struct queue_call call = {
        .name = "submit", .n_args = ARRAY_LEN(args), .args = args, .texts = texts, .n_texts = 2
    };
    int rc = queue_run_texts(r->client, &call, &rows, err);
    buf_release(&texts[0]);
    buf_release(&texts[1]);
    if (rc < 0)
        return rc;
    for (int i = 0; i < rows.n; i++) {
        struct remote_job *a = find_asked(r, queue_text(&rows, i, "job_key"), 0);
        if (a == NULL || a->queue_id != 0)
            continue;
        a->queue_id = queue_int(&rows, i, "job_id");
        buf_release(&a->body);
        r->n_new--;
        unsee(r, a->queue_id);
    }
    queue_rows_end(&rows);
    return 0;
}

/* What was delivered first has been stored since. */
static int forget_oldest(struct remote *r, size_t n, struct err *err)
{
    int rc = run_ids(r, "forget", r->delivered, n, err);
    if (rc == 0) {
        r->n_delivered -= n;
        memmove(r->delivered, r->delivered + n, r->n_delivered * sizeof(*r->delivered));
    }
    return rc;
}

static int collect(struct remote *r, struct err *err)
{
    struct buf seen = { 0 };
    int rc = r->n_delivered < KEPT ? 0 : forget_oldest(r, KEPT / 2, err);
    for (size_t i = 0; i < r->n_delivered; i++)
        queue_array_add_int(&seen, r->delivered[i]);
    char most[16];
    snprintf(most, sizeof(most), "%zu", KEPT - r->n_delivered);
    const char *args[] = { r->mailbox, queue_array_end(&seen), most };
    if (rc == 0)
        rc = queue_run(r->client, "collect", ARRAY_LEN(args), args, &r->rows, err);
    buf_release(&seen);
    r->next_row = 0;
    r->looked_ns = clock_monotonic_ns();
    return rc;
}

static int housekeeping(struct remote *r, struct err *err)
{
    struct queue_rows rows;
    if (clock_monotonic_ns() - r->reaped_ns < 5 * LOOK_NS)
        return 0;
    r->reaped_ns = clock_monotonic_ns();
    int rc = queue_run(r->client, "reap", 0, NULL, &rows, err);
    if (rc < 0)
        return rc;
    queue_rows_end(&rows);
    return look_at_workers(r, err);
}

/* Sends what is new and fetches what is done, if there can be any. */
static int exchange(struct remote *r, struct err *err)
{
    int rc = queue_is_connected(r->client) ? 0 : queue_reconnect(r->client, err);
    bool look = (queue_notices(r->client) & QUEUE_DONE) != 0 || r->n_new > 0 ||
                clock_monotonic_ns() - r->looked_ns > LOOK_NS;
    while (rc == 0 && r->n_new > 0)
        rc = send_batch(r, err);
    if (rc == 0)
        rc = housekeeping(r, err);
    if (rc == 0 && look)
        rc = collect(r, err);
    if (rc == ERR_BUSY && !r->told && r->note != NULL) {
        char text[600];
        snprintf(text, sizeof(text), "%.400s; %zu evaluations wait for it", err->msg, r->n_asked);
        r->note(r->note_context, text);
    }
    r->told = rc == ERR_BUSY;
    return rc == ERR_BUSY ? 0 : rc;
}

/* Workers that came later bring devices that nobody has told of. */
static int note_worker(struct remote *r, int row, const char *uuid, struct err *err)
{
    struct queue_rows rows;
    for (unsigned i = 0; i < r->n_devices; i++)
        if (strcmp(r->devices[i].uuid, uuid) == 0)
            return 0;
    const char *worker = queue_text(&r->rows, row, "job_worker");
    int rc = queue_run(r->client, "devices_of", 1, &worker, &rows, err);
    if (rc == 0) {
        rc = learn_devices(r, rows.n == 0 ? NULL : queue_text(&rows, 0, "devices_of"), err);
        queue_rows_end(&rows);
    }
    return rc;
}

static int read_row(struct remote *r, int row, const struct remote_job *asked, struct arena *a,
                    struct eval_result *out, struct err *err)
{
    struct result_message m = { 0 };
    const char *text = queue_text(&r->rows, row, "job_result");
    if (text == NULL) {
        /* A dead job's result says who was lost with it. */
        eval_result_init(out, OUTCOME_INFRA,
                         arena_printf(a, "poison: %s workers were lost with it (%s)",
                                      queue_text(&r->rows, row, "job_attempt"),
                                      queue_text(&r->rows, row, "job_lost_by")));
        out->compile_ms = out->total_ms = (double)__builtin_nanf("");
        memcpy(out->code_sha256, asked->code_sha256, sizeof(out->code_sha256));
        return 0;
    }
    int rc = result_decode(text, strlen(text), a, &m, err);
    if (rc == 0 &&
        (m.id != asked->queue_id || strcmp(m.result.code_sha256, asked->code_sha256) != 0))
        rc = err_set(err, ERR_INTEGRITY, "the answer is another job's");
    if (rc == 0)
        rc = note_worker(r, row, m.result.device_uuid, err);
    if (rc == 0)
        *out = m.result;
    return rc;
}

/* 1: a result that was collected. */
static int take_row(struct remote *r, struct arena *a, int64_t *out_id, struct eval_result *out)
{
    struct err err = { 0 };
    struct err ignored;
    while (r->next_row < r->rows.n) {
        int row = r->next_row++;
        int64_t queue_id = queue_int(&r->rows, row, "job_id");
        bool is_dead = queue_text(&r->rows, row, "job_result") == NULL;
        struct remote_job *asked = find_asked(r, NULL, queue_id);
        if (!is_dead || asked == NULL)
            r->delivered[r->n_delivered++] = queue_id;
        if (asked == NULL)
            continue;
        if (read_row(r, row, asked, a, out, &err) < 0) {
            eval_result_init(out, OUTCOME_INFRA, arena_strdup(a, err.msg));
            memcpy(out->code_sha256, asked->code_sha256, sizeof(out->code_sha256));
        }
        *out_id = asked->id;
        drop(r, (size_t)(asked - r->asked));
        if (out->outcome == OUTCOME_INFRA && !is_dead) /* asked again, it is done again */
            (void)forget_oldest(r, r->n_delivered, &ignored);
        return 1;
    }
    if (r->rows.result != NULL)
        queue_rows_end(&r->rows);
    return 0;
}

static int remote_poll(struct transport *t, struct arena *a, int64_t *out_id,
                       struct eval_result *out)
{
    struct remote *r = remote_of(t);
    struct err ignored;
    int rc = take_row(r, a, out_id, out);
    if (rc == 0 && r->n_asked > 0 && exchange(r, &ignored) == 0)
        rc = take_row(r, a, out_id, out);
    return rc;
}

static int remote_next(struct transport *t, volatile const sig_atomic_t *stop, struct arena *a,
                       int64_t *out_id, struct eval_result *out, struct err *err)
{
    struct remote *r = remote_of(t);
    while (r->n_asked > 0) {
        if (take_row(r, a, out_id, out) > 0)
            return 1;
        int rc = exchange(r, err);
        if (rc < 0)
            return rc;
        if (take_row(r, a, out_id, out) > 0)
            return 1;
        if (stop != NULL && *stop != 0)
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        struct pollfd f = { .fd = queue_socket(r->client), .events = POLLIN };
        (void)poll(&f, 1, WAIT_MS);
    }
    return 0;
}

static size_t remote_watch(const struct transport *t, int *fds, size_t most)
{
    int fd = queue_socket(const_remote_of(t)->client);
    if (fd < 0 || most == 0)
        return 0;
    fds[0] = fd;
    return 1;
}

static bool remote_cancel(struct transport *t, int64_t id)
{
    struct remote *r = remote_of(t);
    struct err ignored;
    for (size_t i = 0; i < r->n_asked; i++) {
        if (r->asked[i].id != id)
            continue;
        if (r->asked[i].queue_id != 0)
            (void)run_ids(r, "cancel", &r->asked[i].queue_id, 1, &ignored);
        drop(r, i);
        return true;
    }
    return false;
}

const struct transport_kind transport_kind_queue = {
    .name = "queue",

    .open = remote_open,
    .close = remote_close,
    .size = remote_size,
    .device = remote_device,
    .has_room = remote_has_room,
    .outstanding = remote_outstanding,
    .submit = remote_submit,
    .next = remote_next,
    .poll = remote_poll,
    .watch = remote_watch,
    .cancel = remote_cancel,
};
