/*
 * cuda_process.c - processes with a GPU context: started ahead of need, used by one candidate.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/trace.h"
#include "src/eval/cuda/cuda_context.h"
#include "src/eval/process/cpu_process.h"

#define START_NS ((int64_t)60 * 1000000000)
/* A faulting candidate takes its process along; the next one may do the same. */
#define SPARE_PROCESSES 3
/* Contexts made beside each other all wait for the last one. */
#define STARTS_AT_A_TIME 1

static const struct gpu_process no_process = { .socket = -1, .control_file = { .fd = -1 } };

static void close_process(struct gpu_process *p)
{
    if (p->socket >= 0)
        (void)close(p->socket);
    shared_file_close(&p->control_file);
    *p = no_process;
}

int gpu_process_start(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                      struct err *err)
{
    struct gpu_process p = no_process;
    const char *home = getenv("ROLLBOOK_CUDA_HOME");
    int ends[2];
    int rc = shared_file_open(sizeof *p.control, &p.control_file, err);
    if (rc != 0)
        return rc;
    p.control = (struct cuda_control *)(void *)p.control_file.map;
    p.control->device = c->gpu.ordinal;
    p.purpose = purpose;
    p.control->purpose = purpose;
    if (home != NULL && strlen(home) < sizeof p.control->cuda_home)
        memcpy(p.control->cuda_home, home, strlen(home) + 1);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        rc = err_set(err, ERR_INTEGRITY, "cannot create a socket: %s", strerror(errno));
        close_process(&p);
        return rc;
    }
    p.socket = process_high_fd(ends[0]);
    int theirs = process_high_fd(ends[1]);
    const int fds[] = { p.control_file.fd, theirs };
    rc = process_start_runner("cuda", "-", fds, ARRAY_LEN(fds), &p.pid, err);
    if (theirs >= 0)
        (void)close(theirs);
    if (rc != 0)
        close_process(&p);
    else
        *out = p;
    return rc;
}

/* Answers within this time are awaited without sleep. */
#define SPIN_NS ((int64_t)5 * 1000000)

static enum gpu_answer await(const struct gpu_process *p, char expected, int64_t deadline_ns)
{
    int64_t spin_until_ns = clock_monotonic_ns() + SPIN_NS;
    for (;;) {
        int64_t now_ns = clock_monotonic_ns(), left = deadline_ns - now_ns;
        struct timespec wait = { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
        struct pollfd f = { .fd = p->socket, .events = POLLIN };
        char got;
        if (left <= 0)
            return GPU_LATE;
        if (now_ns < spin_until_ns)
            wait = (struct timespec){ .tv_nsec = 0 };
        int n = ppoll(&f, 1, &wait, NULL);
        if (n < 0 && errno != EINTR)
            return GPU_DIED;
        if (n > 0)
            return recv(p->socket, &got, 1, 0) == 1 && got == expected ? GPU_ANSWERED : GPU_DIED;
    }
}

/* Waits; ERR_INTEGRITY: no context could be made. */
static int gpu_process_ready(struct gpu_process *p, struct err *err)
{
    if (p->ready)
        return 0;
    enum gpu_answer answer = await(p, CUDA_READY, clock_monotonic_ns() + START_NS);
    if (answer != GPU_ANSWERED)
        return err_set(err, ERR_INTEGRITY, "a GPU process %s before it was ready",
                       answer == GPU_LATE ? "took 60 seconds" : "ended");
    if (p->control->status != CUDA_STATUS_OK)
        return err_set(err, ERR_INTEGRITY, "a GPU process: %.*s", (int)sizeof p->control->message,
                       p->control->message);
    p->ready = true;
    return 0;
}

enum gpu_answer gpu_process_ask(const struct gpu_process *p, enum cuda_command command,
                                const int *fds, size_t n_fds, int64_t deadline_ns)
{
    char byte = (char)command;
    union {
        char bytes[CMSG_SPACE(sizeof(int) * (2 + RUNNER_MAX_BUFFERS))];
        struct cmsghdr align;
    } space = { .bytes = { 0 } };
    struct iovec data = { .iov_base = &byte, .iov_len = 1 };
    struct msghdr m = { .msg_iov = &data, .msg_iovlen = 1 };
    if (n_fds != 0) {
        m.msg_control = space.bytes;
        m.msg_controllen = CMSG_SPACE(sizeof(int) * n_fds);
        struct cmsghdr *h = &space.align;
        h->cmsg_level = SOL_SOCKET;
        h->cmsg_type = SCM_RIGHTS;
        h->cmsg_len = CMSG_LEN(sizeof(int) * n_fds);
        memcpy(CMSG_DATA(h), fds, sizeof(int) * n_fds);
    }
    if (sendmsg(p->socket, &m, MSG_NOSIGNAL) != 1)
        return GPU_DIED;
    return await(p, (char)command, deadline_ns);
}

void gpu_process_reap(struct backend_context *c, bool wait)
{
    for (size_t i = 0; i < MAX_DYING; i++) {
        int status;
        if (c->dying[i] != 0 && waitpid(c->dying[i], &status, wait ? 0 : WNOHANG) != 0)
            c->dying[i] = 0;
    }
}

void gpu_process_end(struct backend_context *c, struct gpu_process *p)
{
    size_t slot = 0;
    if (p->pid > 0) {
        (void)kill(-p->pid, SIGKILL);
        (void)kill(p->pid, SIGKILL);
        gpu_process_reap(c, false);
        while (slot < MAX_DYING && c->dying[slot] != 0)
            slot++;
        if (slot < MAX_DYING)
            c->dying[slot] = p->pid;
        else
            process_kill(p->pid);
    }
    close_process(p);
}

/* Does not wait; ends a process that got no context. */
static void look_at(struct backend_context *c, struct gpu_process *p)
{
    struct pollfd f = { .fd = p->socket, .events = POLLIN };
    if (p->pid != 0 && !p->ready && poll(&f, 1, 0) > 0 && gpu_process_ready(p, NULL) != 0)
        gpu_process_end(c, p);
}

/* Prefers those with a context. */
static struct gpu_process *find_idle(struct backend_context *c, enum cuda_purpose purpose)
{
    struct gpu_process *found = NULL;
    for (size_t i = 0; i < MAX_IDLE; i++) {
        struct gpu_process *p = &c->idle[i];
        look_at(c, p);
        if (p->pid != 0 && p->purpose == purpose && (found == NULL || (p->ready && !found->ready)))
            found = p;
    }
    return found;
}

static size_t count_idle(struct backend_context *c, enum cuda_purpose purpose, size_t *out_starting)
{
    size_t n = 0;
    *out_starting = 0;
    for (size_t i = 0; i < MAX_IDLE; i++) {
        struct gpu_process *p = &c->idle[i];
        look_at(c, p);
        if (p->pid == 0 || p->purpose != purpose)
            continue;
        n++;
        *out_starting += !p->ready;
    }
    return n;
}

static struct gpu_process *free_place(struct backend_context *c)
{
    for (size_t i = 0; i < MAX_IDLE; i++)
        if (c->idle[i].pid == 0)
            return &c->idle[i];
    return NULL;
}

void gpu_process_prepare(struct backend_context *c, enum cuda_purpose purpose)
{
    size_t wanted = purpose == CUDA_CANDIDATES ? SPARE_PROCESSES : 1, starting = 0;
    gpu_process_reap(c, false);
    for (size_t n = count_idle(c, purpose, &starting); n < wanted && starting < STARTS_AT_A_TIME;
         n++, starting++) {
        struct gpu_process *place = free_place(c);
        if (place != NULL)
            (void)gpu_process_start(c, purpose, place, NULL);
    }
}

#define TIMED_BEYOND_FIRST 2

void gpu_process_complete(struct backend_context *c)
{
    for (size_t i = 0; i < TIMED_BEYOND_FIRST && !c->is_warm; i++) {
        struct gpu_process *place = free_place(c);
        if (place != NULL)
            (void)gpu_process_start(c, CUDA_CANDIDATES, place, NULL);
    }
    c->is_warm = true;
}

void gpu_process_settle(struct backend_context *c)
{
    for (size_t i = 0; i < MAX_IDLE; i++)
        if (c->idle[i].pid != 0 && gpu_process_ready(&c->idle[i], NULL) != 0)
            gpu_process_end(c, &c->idle[i]);
}

void gpu_process_give(struct backend_context *c, struct gpu_process *p)
{
    struct gpu_process *place = free_place(c);
    if (p->pid == 0)
        return;
    if (place == NULL || p->loads >= PROCESS_LOADS) {
        gpu_process_end(c, p);
        return;
    }
    *place = *p;
    *p = no_process;
}

void gpu_process_end_idle(struct backend_context *c)
{
    for (size_t i = 0; i < MAX_IDLE; i++)
        if (c->idle[i].pid != 0)
            gpu_process_end(c, &c->idle[i]);
}

int gpu_process_take(struct backend_context *c, enum cuda_purpose purpose, struct gpu_process *out,
                     struct err *err)
{
    struct gpu_process p = no_process, *idle = find_idle(c, purpose);
    if (idle != NULL) {
        p = *idle;
        *idle = no_process;
    }
    int rc = p.pid != 0 ? 0 : gpu_process_start(c, purpose, &p, err);
    int64_t start_ns = trace_start();
    if (rc == 0)
        rc = gpu_process_ready(&p, err);
    trace_stop("  process ready", start_ns);
    if (rc != 0) {
        gpu_process_end(c, &p);
        return rc;
    }
    p.loads++;
    c->layers = p.control->sandbox_layers;
    *out = p;
    return 0;
}

/*
 * Turns on a GPU, and work ahead while nobody else needs it.
 */

void gpu_lock(const struct backend_context *c)
{
    if (c->lock_fd >= 0)
        (void)flock(c->lock_fd, LOCK_EX);
}

void gpu_unlock(const struct backend_context *c)
{
    if (c->lock_fd >= 0)
        (void)flock(c->lock_fd, LOCK_UN);
}

static int fill_input(struct backend_context *c, const struct trial_key *key, uint32_t i,
                      struct gpu_region **out)
{
    const struct task_tensor *x = &key->task->inputs[i];
    int64_t n = 0;
    int rc = task_elements(key->task, key->task_case, x, &n, NULL);
    if (rc == 0)
        rc = gpu_region_take(&c->gpu, i, gpu_buffer_bytes((uint64_t)n * dtype_size(x->dtype)), out,
                             NULL);
    if (rc != 0)
        return rc;
    const struct gpu_input in = {
        key->task, key->task_case, i, key->seed, key->trial, (*out)->at, n
    };
    return gpu_fill_input(&c->gpu, &in, NULL);
}

void cuda_prepare(struct backend_context *c, const struct trial_key *key, unsigned n)
{
    struct trial_key k = *key;
    int rc = 0;
    for (; n > 0 && rc == 0 && cuda_compile_is_busy(&c->compiler); n--, k.trial++) {
        if (expected_is_known(c, &k))
            continue;
        if (!expected_has_room(c, &k) ||
            !(c->lock_fd < 0 || flock(c->lock_fd, LOCK_EX | LOCK_NB) == 0))
            return;
        struct gpu_region *regions[TASK_MAX_TENSORS] = { NULL };
        cuda_address inputs[RUNNER_MAX_BUFFERS] = { 0 };
        const struct expected *unused;
        rc = 0;
        c->held.valid = false;
        for (uint32_t i = 0; i < k.task->n_inputs && rc == 0; i++) {
            rc = fill_input(c, &k, i, &regions[i]);
            inputs[i] = rc == 0 ? regions[i]->at : 0;
        }
        if (rc == 0)
            rc = expected_get(c, &k, inputs, &unused, NULL);
        for (uint32_t i = 0; i < k.task->n_inputs; i++)
            gpu_region_give(&c->gpu, regions[i]);
        gpu_unlock(c);
    }
}
