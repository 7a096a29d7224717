#define _GNU_SOURCE
#include "src/worker/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"

extern char **environ;

int worker_core(unsigned i, unsigned n, unsigned threads)
{
    cpu_set_t set;
    if (threads != 1 || sched_getaffinity(0, sizeof(set), &set) != 0 ||
        (unsigned)CPU_COUNT(&set) < n)
        return -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET((size_t)cpu, &set) && i-- == 0)
            return cpu;
    return -1;
}

int worker_gpu(unsigned worker, int n_devices, const char *chosen)
{
    bool is_chosen = chosen != NULL && chosen[0] != '\0';
    return is_chosen || n_devices < 2 ? -1 : (int)(worker % (unsigned)n_devices);
}

/* Sets ROLLBOOK_GPU; the caller frees the list alone. */
static char **environment_with_gpu(char *setting)
{
    size_t n = 0, kept = 0;
    while (environ[n] != NULL)
        n++;
    char **list = mem_array(n + 2, sizeof(*list));
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "ROLLBOOK_GPU=", strlen("ROLLBOOK_GPU=")) != 0)
            list[kept++] = environ[i];
    list[kept++] = setting;
    list[kept] = NULL;
    return list;
}

static int spawn_child(const struct worker_setting *s, struct worker *w, int child_in,
                       int child_out, struct err *err)
{
    char threads[16], cpu[16], gpu[32];
    char name[] = "rollbook";
    char command[] = "worker";
    posix_spawn_file_actions_t actions;
    snprintf(threads, sizeof(threads), "%u", s->threads);
    snprintf(cpu, sizeof(cpu), "%d", w->cpu);
    snprintf(gpu, sizeof(gpu), "ROLLBOOK_GPU=%d", w->gpu);
    char *argv[] = { name, command, s->backend, threads, cpu, NULL };
    char **list = w->gpu < 0 ? NULL : environment_with_gpu(gpu);
    const char *self = getenv("ROLLBOOK_BIN");
    int rc = posix_spawn_file_actions_init(&actions);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&actions, child_in, STDIN_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&actions, child_out, STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn(&w->pid, self != NULL ? self : "/proc/self/exe", &actions, NULL, argv,
                         list != NULL ? list : environ);
    posix_spawn_file_actions_destroy(&actions);
    free(list);
    if (rc != 0) {
        w->pid = 0;
        return err_set(err, ERR_INTEGRITY, "cannot start a worker: %s", strerror(rc));
    }
    return 0;
}

/* Closed pipes end a worker; true: reaped within its grace. */
static bool ends_itself(const struct worker *w)
{
    const struct timespec pause = { .tv_nsec = 5000000 };
    for (unsigned waited_ms = 0; waited_ms < w->grace_ms; waited_ms += 5) {
        if (waitpid(w->pid, NULL, WNOHANG) == w->pid)
            return true;
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

void worker_dismiss(struct worker *w)
{
    if (w->pid == 0 || w->to < 0)
        return;
    close(w->to);
    close(w->from);
    w->to = w->from = -1;
    if (w->pid != WORKER_REMOTE && (w->n_jobs > 0 || w->grace_ms == 0))
        kill(w->pid, SIGKILL);
}

/* A killed process gives a device back for tenths of a second, in which nobody has to wait. */
#define MOST_DYING 256
static pid_t dying[MOST_DYING];

static void reap_dying(void)
{
    for (size_t i = 0; i < MOST_DYING; i++)
        if (dying[i] != 0 && waitpid(dying[i], NULL, WNOHANG) != 0)
            dying[i] = 0;
}

static bool bury_later(pid_t pid)
{
    reap_dying();
    for (size_t i = 0; i < MOST_DYING; i++)
        if (dying[i] == 0) {
            dying[i] = pid;
            return true;
        }
    return false;
}

void worker_stop(struct worker *w)
{
    if (w->pid == 0)
        return;
    worker_dismiss(w);
    if (w->pid != WORKER_REMOTE && !(w->n_jobs == 0 && ends_itself(w))) {
        kill(w->pid, SIGKILL);
        if (!bury_later(w->pid))
            while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
                ;
    }
    w->pid = 0;
}

int worker_greeted(struct worker *w, struct err *err)
{
    struct buf frame = { .max = FRAME_MAX_BYTES };
    int rc = frame_read(w->from, &frame);
    if (rc <= 0)
        rc = err_set(err, ERR_INTEGRITY, "a worker ended before it was ready (see its message)");
    else
        rc = hello_decode(frame.data, frame.len, &w->device, err);
    buf_release(&frame);
    if (rc < 0)
        worker_stop(w);
    w->is_greeted = true; /* one that did not come up is started again when it gets a job */
    return rc;
}

int worker_begin(const struct worker_setting *s, struct worker *w, struct err *err)
{
    int in[2];
    int out[2];
    if (s->connect != NULL) {
        /* A slow peer gets nothing ahead of the job at hand. */
        w->to = s->connect(s->context);
        w->from = w->to < 0 ? -1 : dup(w->to);
        if (w->from < 0) {
            if (w->to >= 0)
                close(w->to);
            return err_set(err, ERR_INTEGRITY, "no worker can be reached");
        }
        w->ahead_max = 0;
        w->pid = WORKER_REMOTE;
        return 0;
    }
    if (pipe2(in, O_CLOEXEC) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot make a pipe: %s", strerror(errno));
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return err_set(err, ERR_INTEGRITY, "cannot make a pipe: %s", strerror(errno));
    }
    int capacity = fcntl(in[1], F_GETPIPE_SZ);
    w->ahead_max = capacity > 0 ? (size_t)capacity / 2 : 0;
    w->to = in[1];
    w->from = out[0];
    int rc = spawn_child(s, w, in[0], out[1], err);
    close(in[0]);
    close(out[1]);
    if (rc < 0) {
        close(w->to);
        close(w->from);
    }
    return rc;
}

int worker_start(const struct worker_setting *s, struct worker *w, struct err *err)
{
    reap_dying();
    int rc = worker_begin(s, w, err);
    return rc == 0 ? worker_greeted(w, err) : rc;
}
