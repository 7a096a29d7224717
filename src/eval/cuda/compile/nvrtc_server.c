#define _GNU_SOURCE
#include "src/eval/cuda/compile/nvrtc_server.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/eval/cuda/compile/nvrtc_message.h"
#include "src/eval/process/cpu_process.h"

/* The server must have answered by then, past its own deadline. */
#define LOST_NS ((int64_t)2 * NVRTC_WALL_NS)

int nvrtc_server_start(struct nvrtc_server *s, const char *library, struct err *err)
{
    int ends[2];
    if (s->pid != 0)
        return 0;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot create a socket: %s", strerror(errno));
    int ours = process_high_fd(ends[0]), theirs = process_high_fd(ends[1]);
    int rc = process_start_runner("nvrtc-server", library, &theirs, 1, &s->pid, err);
    (void)close(theirs);
    s->socket = ours;
    s->n_answers = s->n_asked = 0;
    if (rc != 0) {
        (void)close(ours);
        *s = (struct nvrtc_server){ .socket = -1 };
    }
    return rc;
}

void nvrtc_server_stop(struct nvrtc_server *s)
{
    if (s->pid == 0)
        return;
    process_kill(s->pid);
    (void)close(s->socket);
    *s = (struct nvrtc_server){ .socket = -1, .last_id = s->last_id };
}

bool nvrtc_server_has_room(const struct nvrtc_server *s)
{
    return s->n_asked + s->n_answers < NVRTC_MAX_JOBS;
}

static int lost(struct nvrtc_server *s, struct err *err)
{
    nvrtc_server_stop(s);
    return err_set(err, ERR_INTEGRITY, "the compiler's process ended without an answer");
}

int nvrtc_server_begin(struct nvrtc_server *s, const char *dir, uint32_t *out_id, struct err *err)
{
    struct nvrtc_request r = { .id = ++s->last_id };
    int n = snprintf(r.dir, sizeof r.dir, "%s", dir);
    if (n < 0 || (size_t)n >= sizeof r.dir)
        return err_set(err, ERR_INTEGRITY, "the path of a compile is too long");
    size_t bytes = offsetof(struct nvrtc_request, dir) + (size_t)n + 1;
    if (s->pid == 0 || send(s->socket, &r, bytes, MSG_NOSIGNAL) != (ssize_t)bytes)
        return lost(s, err);
    s->n_asked++;
    *out_id = r.id;
    return 0;
}

/* Waits up to wait_ms for the first answer; false: the server is gone. */
static bool take_answers(struct nvrtc_server *s, int wait_ms)
{
    struct pollfd f = { .fd = s->socket, .events = POLLIN };
    while (s->n_answers < NVRTC_MAX_JOBS && s->n_asked > 0) {
        int n = poll(&f, 1, wait_ms);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        struct nvrtc_answer *a = &s->answers[s->n_answers];
        if (recv(s->socket, a, sizeof *a, 0) != (ssize_t)sizeof *a)
            return false;
        s->n_answers++;
        s->n_asked--;
        wait_ms = 0;
    }
    return true;
}

static struct nvrtc_answer *find_answer(struct nvrtc_server *s, uint32_t id)
{
    for (size_t i = 0; i < s->n_answers; i++)
        if (s->answers[i].id == id)
            return &s->answers[i];
    return NULL;
}

bool nvrtc_server_is_done(struct nvrtc_server *s, uint32_t id)
{
    return s->pid == 0 || !take_answers(s, 0) || find_answer(s, id) != NULL;
}

int nvrtc_server_wait(struct nvrtc_server *s, uint32_t id, struct nvrtc_answer *out,
                      struct err *err)
{
    int64_t until_ns = clock_monotonic_ns() + LOST_NS;
    struct nvrtc_answer *a = find_answer(s, id);
    while (a == NULL) {
        int64_t left_ns = until_ns - clock_monotonic_ns();
        if (s->pid == 0 || s->n_asked == 0 || left_ns <= 0 ||
            !take_answers(s, (int)(left_ns / 1000000) + 1))
            return lost(s, err);
        a = find_answer(s, id);
    }
    *out = *a;
    *a = s->answers[--s->n_answers];
    return 0;
}
