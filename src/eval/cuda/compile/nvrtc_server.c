#define _GNU_SOURCE

#include "src/eval/cuda/compile/nvrtc_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/cuda/compile/nvrtc_message.h"
#include "src/eval/cuda/compile/runner_nvrtc.h"
#include "src/eval/cuda/driver/cuda_nvrtc.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/runner_compile.h"
#include "src/eval/process/sandbox.h"

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

/*
 * The server's process: children made ahead of need, one compile each.
 */

#define SERVER_FD 3
/* More children wait for a job where there are cores to make them on. */
#define CORES_A_READY 3
#define MAX_READY     6
#define MAX_CHILDREN  (MAX_READY + NVRTC_MAX_JOBS)

struct farm_child {
    pid_t pid;     /* 0: free */
    int job, done; /* pipes: of the folder; closed by the child's end */
    bool busy;
    uint32_t id;      /* of the request, when busy */
    int64_t since_ns; /* busy since */
    bool is_late;
};

struct farm {
    const struct nvrtc *compiler; /* NULL: every compile fails */
    struct farm_child children[MAX_CHILDREN];
    struct nvrtc_request waiting[NVRTC_MAX_JOBS];
    size_t n_waiting, most_ready;
};

/* Loads what every compile needs before anything is hostile. */
static void compile_something(const struct nvrtc *n)
{
    static const char *const options[] = { "--gpu-architecture=sm_90", "--std=c++17" };
    static const char *const names[] = { "warm" };
    struct buf parts[4] = { { 0 } };
    struct nvrtc_text job = { .source = "__global__ void warm(float *x) { x[0] = 1.0f; }",
                              .options = options,
                              .n_options = ARRAY_LEN(options),
                              .names = names,
                              .n_names = ARRAY_LEN(names) };
    struct nvrtc_output out = { &parts[0], &parts[1], &parts[2], &parts[3] };
    (void)nvrtc_compile(n, &job, &out);
    for (size_t i = 0; i < ARRAY_LEN(parts); i++)
        buf_release(&parts[i]);
}

static void make_child(struct farm *f, struct farm_child *out)
{
    int job[2], done[2];
    if (pipe2(job, O_CLOEXEC) != 0)
        return;
    if (pipe2(done, O_CLOEXEC) != 0) {
        (void)close(job[0]);
        (void)close(job[1]);
        return;
    }
    pid_t pid = fork();
    if (pid == 0) {
        /* Descriptors of the other children must end with them. */
        (void)close(SERVER_FD);
        for (size_t i = 0; i < MAX_CHILDREN; i++)
            if (f->children[i].pid != 0) {
                (void)close(f->children[i].job);
                (void)close(f->children[i].done);
            }
        (void)close(job[1]);
        (void)close(done[0]);
        char dir[PATH_MAX];
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        /* What the compiler writes to from now on is this process's own memory. */
        compile_something(f->compiler);
        ssize_t got = read(job[0], dir, sizeof dir - 1);
        if (got <= 0)
            _exit(COMPILE_NO_COMPILER);
        dir[got] = '\0';
        _exit(runner_nvrtc(dir));
    }
    (void)close(job[0]);
    (void)close(done[1]);
    if (pid > 0) {
        *out = (struct farm_child){ .pid = pid, .job = job[1], .done = done[0] };
        return;
    }
    (void)close(job[1]);
    (void)close(done[0]);
}

static struct farm_child *find_child(struct farm *f, bool (*fits)(const struct farm_child *))
{
    for (size_t i = 0; i < MAX_CHILDREN; i++)
        if (fits(&f->children[i]))
            return &f->children[i];
    return NULL;
}

static bool is_free(const struct farm_child *c)
{
    return c->pid == 0;
}

static bool is_ready(const struct farm_child *c)
{
    return c->pid != 0 && !c->busy;
}

static size_t count_ready(const struct farm *f)
{
    size_t n = 0;
    for (size_t i = 0; i < MAX_CHILDREN; i++)
        n += is_ready(&f->children[i]);
    return n;
}

static void make_ready(struct farm *f)
{
    for (size_t n = count_ready(f); f->compiler != NULL && n < f->most_ready; n++) {
        struct farm_child *place = find_child(f, is_free);
        if (place == NULL)
            return;
        make_child(f, place);
    }
}

/* False: the evaluator is gone. */
static bool answer(const struct nvrtc_answer *a)
{
    return send(SERVER_FD, a, sizeof *a, MSG_NOSIGNAL) == (ssize_t)sizeof *a;
}

static bool refuse(uint32_t id)
{
    return answer(&(struct nvrtc_answer){ .id = id, .status = COMPILE_NO_COMPILER << 8 });
}

static bool hand_out(struct farm *f)
{
    size_t n = 0;
    while (n < f->n_waiting) {
        struct farm_child *c = find_child(f, is_ready);
        if (f->compiler == NULL && !refuse(f->waiting[n].id))
            return false;
        if (f->compiler != NULL && c == NULL)
            break;
        if (c != NULL) {
            const struct nvrtc_request *r = &f->waiting[n];
            c->busy = true;
            c->id = r->id;
            c->since_ns = clock_monotonic_ns();
            (void)fd_write_all(c->job, r->dir, strlen(r->dir));
            (void)close(c->job);
            c->job = -1;
        }
        n++;
        make_ready(f);
    }
    f->n_waiting -= n;
    memmove(f->waiting, f->waiting + n, f->n_waiting * sizeof *f->waiting);
    return true;
}

static bool read_request(struct farm *f)
{
    struct nvrtc_request *r = &f->waiting[f->n_waiting];
    ssize_t got = recv(SERVER_FD, r, sizeof *r, 0);
    if (got <= (ssize_t)offsetof(struct nvrtc_request, dir))
        return false;
    r->dir[sizeof r->dir - 1] = '\0';
    f->n_waiting++;
    return true;
}

static int64_t nanoseconds(struct timeval t)
{
    return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

static bool end_child(struct farm_child *c)
{
    int status = 0;
    struct rusage used = { .ru_maxrss = 0 };
    while (wait4(c->pid, &status, 0, &used) < 0)
        if (errno != EINTR) {
            status = COMPILE_NO_COMPILER << 8;
            break;
        }
    struct nvrtc_answer a = { .id = c->id,
                              .status = c->is_late ? NVRTC_LATE : status,
                              .wall_ns = clock_monotonic_ns() - c->since_ns,
                              .cpu_ns = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime) };
    bool ok = !c->busy || answer(&a);
    if (c->job >= 0)
        (void)close(c->job);
    (void)close(c->done);
    *c = (struct farm_child){ .pid = 0 };
    return ok;
}

/* Returns false when the evaluator is gone. */
static bool serve_events(struct farm *f)
{
    struct pollfd fds[1 + MAX_CHILDREN];
    struct farm_child *of[1 + MAX_CHILDREN];
    nfds_t n = 0;
    fds[n++] =
        (struct pollfd){ .fd = SERVER_FD, .events = f->n_waiting < NVRTC_MAX_JOBS ? POLLIN : 0 };
    for (size_t i = 0; i < MAX_CHILDREN; i++)
        if (f->children[i].pid != 0) {
            of[n] = &f->children[i];
            fds[n++] = (struct pollfd){ .fd = f->children[i].done, .events = POLLIN };
        }
    int got = poll(fds, n, 200);
    int64_t now_ns = clock_monotonic_ns();
    for (size_t i = 0; i < MAX_CHILDREN; i++) {
        struct farm_child *c = &f->children[i];
        if (c->pid == 0 || !c->busy || c->is_late || now_ns - c->since_ns < NVRTC_WALL_NS)
            continue;
        c->is_late = true;
        (void)kill(c->pid, SIGKILL);
    }
    if (got < 0)
        return errno == EINTR;
    for (nfds_t i = 1; i < n; i++)
        if (fds[i].revents != 0 && !end_child(of[i]))
            return false;
    if ((fds[0].revents & POLLIN) != 0)
        return read_request(f);
    return fds[0].revents == 0;
}

int nvrtc_server_main(const char *library)
{
    static struct farm f;
    if (sandbox_begin() == 0)
        return COMPILE_NO_SANDBOX;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t n = cores > 0 ? (size_t)cores / CORES_A_READY : 0;
    f.most_ready = n < 1 ? 1 : n > MAX_READY ? MAX_READY : n;
    if (nvrtc_open(library, &f.compiler, NULL) == 0)
        compile_something(f.compiler);
    else
        f.compiler = NULL;
    do
        make_ready(&f);
    while (hand_out(&f) && serve_events(&f));
    return 0;
}
