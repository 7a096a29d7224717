/*
 * namespaces.c - namespaces that are made once and entered by every runner.
 *
 * Making a network namespace costs milliseconds, entering one microseconds; an empty one can be
 * shared.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/mem.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/sandbox.h"

/* The user namespace gives the right to the others. */
static const struct {
    int flag;
    enum sandbox_layer layer;
    const char *file;
} rooms[SANDBOX_ROOMS] = {
    { CLONE_NEWUSER, SANDBOX_USER_NS, "/proc/self/ns/user" },
    { CLONE_NEWNET, SANDBOX_NET_NS, "/proc/self/ns/net" },
    { CLONE_NEWIPC, SANDBOX_IPC_NS, "/proc/self/ns/ipc" },
};

bool sandbox_own_namespaces(void)
{
    return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID) == 0;
}

static _Noreturn void make_rooms(int told)
{
    int fds[SANDBOX_ROOMS];
    for (size_t i = 0; i < ARRAY_LEN(rooms); i++)
        fds[i] = unshare(rooms[i].flag) == 0 ? open(rooms[i].file, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t n = write(told, fds, sizeof fds);
    (void)syscall(SYS_exit_group, n == (ssize_t)sizeof fds ? 0 : 1);
    __builtin_unreachable();
}

void sandbox_rooms_open(struct sandbox_rooms *out)
{
    int ends[2], status = 0, fds[SANDBOX_ROOMS];
    for (size_t i = 0; i < SANDBOX_ROOMS; i++)
        out->fds[i] = -1;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    /* fork would not share what the child opens. */
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL);
    if (pid == 0)
        make_rooms(ends[1]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0 && status == 0 && read(ends[0], fds, sizeof fds) == (ssize_t)sizeof fds)
        for (size_t i = 0; i < SANDBOX_ROOMS; i++)
            out->fds[i] = process_high_fd(fds[i]);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

void sandbox_rooms_close(struct sandbox_rooms *r)
{
    for (size_t i = 0; i < SANDBOX_ROOMS; i++)
        if (r->fds[i] >= 0)
            (void)close(r->fds[i]);
}

unsigned sandbox_enter_rooms(int first_fd)
{
    unsigned layers = 0;
    for (size_t i = 0; i < ARRAY_LEN(rooms); i++) {
        if (setns(first_fd + (int)i, rooms[i].flag) == 0)
            layers |= rooms[i].layer;
        (void)close(first_fd + (int)i);
    }
    /* Entering an older one would leave a changed root (chroot). */
    if (unshare(CLONE_NEWNS) == 0)
        layers |= SANDBOX_MOUNT_NS;
    /* Entering a user namespace gives every capability within it; root has them anyway. */
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { .effective = 0 } };
    if (syscall(SYS_capset, &header, none) != 0)
        layers &= ~(unsigned)SANDBOX_USER_NS;
    return layers;
}
