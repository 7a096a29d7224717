/*
 * mcp_process.c - a process that an agent's client has started: a server without a listener on a
 * thread, and messages on standard input and output.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/mcp/mcp_internal.h"
#include "src/server/server.h"

#define SLOTS_MOST 256 /* processes of one database at a time */

struct mcp_process {
    const struct mcp_streams *streams;
    struct server_options options;
    struct mcp *mcp;
    volatile sig_atomic_t stop;
    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t changed;
    bool is_ready, has_ended;
    int waker;
    struct server_summary summary;
    struct err err;
    int rc;
};

static void note(void *context, const char *text)
{
    const struct mcp_process *p = context;
    p->streams->note(p->streams->context, text);
}

static void say_ready(void *context, struct server *s, unsigned port)
{
    struct mcp_process *p = context;
    (void)port;
    mcp_bind(p->mcp, s);
    pthread_mutex_lock(&p->mutex);
    p->is_ready = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->mutex);
}

static void set_waker(void *context, int fd)
{
    struct mcp_process *p = context;
    pthread_mutex_lock(&p->mutex);
    p->waker = fd >= 0 ? fd : p->waker;
    pthread_mutex_unlock(&p->mutex);
}

static void *run_server(void *context)
{
    struct mcp_process *p = context;
    const struct server_hooks hooks = {
        .ready = say_ready, .note = note, .stop = &p->stop, .set_waker = set_waker, .context = p
    };
    int rc = server_run(&p->options, &hooks, &p->summary, &p->err);
    pthread_mutex_lock(&p->mutex);
    p->rc = rc;
    p->has_ended = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static bool wait_for_server(struct mcp_process *p)
{
    pthread_mutex_lock(&p->mutex);
    while (!p->is_ready && !p->has_ended)
        pthread_cond_wait(&p->changed, &p->mutex);
    bool ready = p->is_ready;
    pthread_mutex_unlock(&p->mutex);
    return ready;
}

static int serve(struct mcp_process *p, struct err *err)
{
    const uint64_t one = 1;
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_server, p) != 0)
        return err_set(err, ERR_INTEGRITY, "no thread for the server");
    int rc = 0;
    if (wait_for_server(p)) {
        rc = mcp_stdio_run(p->mcp, p->streams->in, p->streams->out, p->streams->stop, err);
        p->stop = 1;
        ssize_t n = write(p->waker, &one, sizeof(one));
        (void)n;
    }
    pthread_join(thread, NULL);
    if (p->rc < 0) {
        *err = p->err;
        return p->rc;
    }
    return rc;
}

/* Several agents share a database, so each process has a spool of its own: the first that is free,
 * with what a killed one left. */
int mcp_process_run(const struct mcp_options *options, const struct server_options *server,
                    const struct mcp_streams *streams, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct mcp_process p = { .streams = streams, .options = *server, .waker = -1 };
    const char *folder = arena_printf(&a, "%s-mcp", options->db_path);
    int rc = mcp_new(options, &p.mcp, err);
    if (rc == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
        rc = err_set(err, ERR_USAGE, "%s cannot be made: %s", folder, strerror(errno));
    pthread_mutex_init(&p.mutex, NULL);
    pthread_cond_init(&p.changed, NULL);
    for (int i = 0; rc == 0 && !p.is_ready && i < SLOTS_MOST; i++) {
        p.options.spool = arena_printf(&a, "%s/%d", folder, i);
        p.has_ended = false;
        p.err = (struct err){ 0 };
        rc = serve(&p, err);
        if (rc == ERR_BUSY && !p.is_ready && i + 1 < SLOTS_MOST)
            rc = 0; /* another process has this one */
    }
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.mutex);
    mcp_free(p.mcp);
    if (rc == 0 && p.summary.left > 0)
        rc = err_set(err, ERR_BUSY,
                     "%zu evaluations are left in the spool: the next start stores them",
                     p.summary.left);
    return rc;
}
