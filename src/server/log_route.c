#define _GNU_SOURCE
#include "src/server/log_route.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/rng.h"
#include "src/json/json.h"
#include "src/log/log_drain.h"
#include "src/log/log_rows.h"
#include "src/server/errands.h"
#include "src/server/route.h"
#include "src/server/server_internal.h"

#define IDLE_MS 5000 /* without a log until the errand ends */

static void note(void *context, const char *text)
{
    server_note(context, "%s", text);
}

/* True: others came while it ran. */
static bool goes_on(struct server *s, uint64_t seen, int rc)
{
    pthread_mutex_lock(&s->mutex);
    bool more = rc == 0 && s->logs_posted != seen;
    s->drains_logs = more;
    pthread_mutex_unlock(&s->mutex);
    return more;
}

static void drain_logs(void *context)
{
    static const volatile sig_atomic_t never = 0;
    struct server *s = context;
    const struct log_drain_options options = {
        .db_path = s->options->db_path,
        .idle_ms = IDLE_MS,
        .argv = s->options->argv,
        .note = note,
        .context = s,
        .stop = s->hooks->stop != NULL ? s->hooks->stop : &never,
    };
    uint64_t seen;
    int rc;
    do {
        struct log_drain_summary summary;
        struct err err = { 0 };
        pthread_mutex_lock(&s->mutex);
        seen = s->logs_posted;
        pthread_mutex_unlock(&s->mutex);
        rc = log_drain_run(&options, &summary, &err);
        if (rc < 0 && rc != ERR_INTERRUPTED)
            server_note(s, "logs wait in their folder: %s", err.msg);
    } while (goes_on(s, seen, rc));
}

static void drained(void *context)
{
    (void)context;
}

static void start_draining(struct server *s)
{
    pthread_mutex_lock(&s->mutex);
    bool starts = !s->drains_logs;
    s->logs_posted++;
    s->drains_logs = true;
    pthread_mutex_unlock(&s->mutex);
    if (!starts || errands_start(s->errands, drain_logs, drained, s))
        return;
    pthread_mutex_lock(&s->mutex);
    s->drains_logs = false;
    pthread_mutex_unlock(&s->mutex);
    server_note(s, "logs wait in their folder: no thread takes them");
}

void log_route_begin(struct server *s)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    if (access(arena_printf(&a, "%s-log", s->options->db_path), F_OK) == 0)
        start_draining(s);
}

static int check_line(size_t number, const char *line, size_t len, struct arena *a, bool *out_ends,
                      struct err *err)
{
    const char *kind = NULL;
    const struct json *root = json_parse_arena("the log", number, line, len, a, err);
    if (root == NULL)
        return err->code;
    if (!json_string(json_get(root, "k"), &kind) || strlen(kind) != 1 ||
        strchr("rme", kind[0]) == NULL)
        return err_set(
            err, ERR_USAGE,
            "line %zu: \"k\" is not \"r\" (a rollout), \"m\" (metrics) or \"e\" (the end)", number);
    *out_ends = kind[0] == 'e';
    return 0;
}

/* How many lines follow the head.  *out_ends: the last is the end. */
static int check_log(const struct route_request *q, struct arena *a, struct log_run *run,
                     size_t *out_n, bool *out_ends, struct err *err)
{
    const char *end = q->body + q->len;
    int rc = 0;
    *out_n = 0;
    *out_ends = false;
    for (const char *at = q->body; at < end && rc == 0;) {
        struct arena CLEANUP(arena_release) own = { 0 };
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop == NULL ? end : stop;
        const size_t len = (size_t)(stop - at);
        rc = at == q->body ? log_run_read(arena_strndup(a, at, len), len, a, run, err)
             : len > 0     ? check_line(*out_n + 2, at, len, &own, out_ends, err)
                           : 0;
        *out_n += at != q->body && len > 0;
        at = stop + 1;
    }
    if (rc == 0 && run->name == NULL)
        rc = err_set(err, ERR_USAGE, "the body is empty: a log begins with a line about its run");
    return rc;
}

static bool write_log(int fd, const struct route_request *q, bool ends)
{
    bool ok = fd_write_all(fd, q->body, q->len);
    if (ok && q->body[q->len - 1] != '\n')
        ok = fd_write_all(fd, "\n", 1);
    if (ok && !ends)
        ok = fd_write_all(fd, "{\"k\":\"e\"}\n", 10);
    return ok && fsync(fd) == 0;
}

static int keep_log(const struct server *s, const struct route_request *q, bool ends,
                    struct arena *a, struct err *err)
{
    struct timespec now;
    const char *folder = arena_printf(a, "%s-log", s->options->db_path);
    clock_gettime(CLOCK_REALTIME, &now);
    /* Logs are stored in the order of their names. */
    const char *name = arena_printf(a, "%010lld%09ld-%016" PRIx64, (long long)now.tv_sec,
                                    now.tv_nsec, rng_secret());
    const char *draft = arena_printf(a, "%s/.%s", folder, name);
    const char *path = arena_printf(a, "%s/%s.jsonl", folder, name);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return err_set(err, ERR_INTEGRITY, "%s cannot be made: %s", folder, strerror(errno));
    int fd = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    bool ok = fd >= 0 && write_log(fd, q, ends) && rename(draft, path) == 0;
    int why = errno;
    if (fd >= 0)
        close(fd);
    if (ok)
        return file_sync_folder(path, err);
    (void)unlink(draft);
    return err_set(err, ERR_INTEGRITY, "the log cannot be written: %s", strerror(why));
}

void log_route_answer(void *context, const struct route_request *q, struct route_answer *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct log_run run = { 0 };
    struct err err = { 0 };
    size_t n = 0;
    bool ends = false;
    (void)context;
    if (check_log(q, &a, &run, &n, &ends, &err) < 0) {
        route_refuse(out, 400, "bad_log", err.msg);
        return;
    }
    if (keep_log(q->server, q, ends, &a, &err) < 0) {
        route_refuse(out, 503, "not_stored", err.msg);
        return;
    }
    start_draining(q->server);
    struct json *CLEANUP(json_free_ptr) root = json_new_object();
    json_add_string(root, "schema", "rollbook.logged/1");
    json_add_string(root, "run", run.name);
    json_add_int(root, "lines", (int64_t)n);
    json_print(root, false, &out->body);
    out->status = 202;
    out->content_type = "application/json";
}
