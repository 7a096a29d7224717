#include "src/eval/torch/torch_locks.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "src/base/trace.h"

static int open_file(const char *folder, const char *card, const char *end)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s.%s", folder, card, end);
    return n > 0 && (size_t)n < sizeof path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
}

void torch_locks_open(struct torch_locks *l, const char *folder, const char *card)
{
    *l = (struct torch_locks){ .compute_fd = open_file(folder, card, "lock"),
                               .gate_fd = open_file(folder, card, "gate"),
                               .memory_fd = open_file(folder, card, "memory") };
}

void torch_locks_close(struct torch_locks *l)
{
    const int fds[] = { l->compute_fd, l->gate_fd, l->memory_fd };
    for (int i = 0; i < 3; i++)
        if (fds[i] >= 0)
            (void)close(fds[i]);
    *l = TORCH_LOCKS_NONE;
}

static void ask(int fd, int how)
{
    if (fd >= 0)
        (void)flock(fd, how);
}

void torch_locks_compute(struct torch_locks *l)
{
    int64_t start_ns = trace_start();
    enum trace_phase before = trace_enter(PHASE_TURN);
    ask(l->compute_fd, LOCK_EX);
    trace_leave(before);
    trace_stop("wait for the device", start_ns);
    l->computes = true;
}

bool torch_locks_rest(struct torch_locks *l)
{
    bool had = l->computes;
    if (had)
        ask(l->compute_fd, LOCK_UN);
    l->computes = false;
    return had;
}

void torch_locks_enter(struct torch_locks *l, bool alone)
{
    enum trace_phase before = trace_enter(PHASE_TURN);
    /* Without the gate those that share would keep whoever wants it alone waiting for ever. */
    ask(l->gate_fd, alone ? LOCK_EX : LOCK_SH);
    ask(l->memory_fd, alone ? LOCK_EX : LOCK_SH);
    ask(l->gate_fd, LOCK_UN);
    trace_leave(before);
}

void torch_locks_leave(struct torch_locks *l)
{
    ask(l->memory_fd, LOCK_UN);
}
