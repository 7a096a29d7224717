#define _GNU_SOURCE
#include "src/eval/process/cpu_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/err.h"

#define FIRST_FREE_FD 24
/* In the environment of runners: a program that lacks that mode would start itself without end. */
#define RUNNER_MARK "ROLLBOOK_RUNNER"

/* A sanitised runner is confined too: no leak check at exit, our own signal handlers. */
#if defined(__SANITIZE_ADDRESS__)
static char sanitizer_options[] =
    "ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
    "handle_abort=0:use_sigaltstack=0:detect_stack_use_after_return=0";
#define SANITIZER_ENV sanitizer_options,
#else
#define SANITIZER_ENV
#endif

static const char *runner_program(void)
{
    const char *named = getenv("ROLLBOOK_BIN");
    if (named != NULL && named[0] != '\0')
        return named;
    if (access("/proc/self/exe", X_OK) == 0)
        return "/proc/self/exe";
    return (const char *)getauxval(AT_EXECFN); /* no /proc */
}

void process_move_here(pid_t pid)
{
    int here = sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    if (here < 0 || here >= CPU_SETSIZE)
        return;
    CPU_SET((size_t)here, &one);
    (void)sched_setaffinity(pid, sizeof one, &one);
}

void process_move_anywhere(pid_t pid)
{
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) == 0)
        (void)sched_setaffinity(pid, sizeof all, &all);
}

int process_high_fd(int fd)
{
    if (fd < 0)
        return -1;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
    (void)close(fd);
    return high;
}

int process_start_runner(const char *mode, const char *arg, const int *fds, size_t n_fds,
                         pid_t *out, struct err *err)
{
    /* A kernel's shared memory is thread-local data of a late-loaded object. */
    char tunables[] = "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=1310720";
    char name[] = "rollbook", command[] = "runner", mode_copy[16], arg_copy[4096];
    char mark[] = RUNNER_MARK "=1";
    char *const env[] = { tunables, mark, SANITIZER_ENV NULL };
    char *const argv[] = { name, command, mode_copy, arg_copy, NULL };
    if (getenv(RUNNER_MARK) != NULL)
        return err_set(err, ERR_INTEGRITY,
                       "a runner starts no runner: this program has no such mode");
    snprintf(mode_copy, sizeof mode_copy, "%s", mode);
    int n = snprintf(arg_copy, sizeof arg_copy, "%s", arg);
    if (n < 0 || (size_t)n >= sizeof arg_copy)
        return err_set(err, ERR_INTEGRITY, "path too long: %.100s...", arg);

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    if (posix_spawn_file_actions_init(&actions) != 0 || posix_spawnattr_init(&attr) != 0)
        return err_set(err, ERR_INTEGRITY, "cannot prepare a process: %s", strerror(errno));
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    (void)posix_spawnattr_setsigmask(&attr, &none);
    (void)posix_spawnattr_setsigdefault(&attr, &all);
    (void)posix_spawnattr_setpgroup(&attr, 0);
    int rc = posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                 POSIX_SPAWN_SETSIGDEF);
    for (int i = 0; i < 3 && rc == 0; i++)
        rc = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    for (size_t i = 0; i < n_fds && rc == 0; i++)
        rc = posix_spawn_file_actions_adddup2(&actions, fds[i], 3 + (int)i);
    if (rc == 0)
        rc = posix_spawn(out, runner_program(), &actions, &attr, argv, env);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attr);
    if (rc != 0)
        return err_set(err, ERR_INTEGRITY, "cannot start %s runner: %s", runner_program(),
                       strerror(rc));
    return 0;
}

static void await_exit(pid_t pid, int ms)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd >= 0) {
        struct pollfd p = { .fd = fd, .events = POLLIN };
        (void)poll(&p, 1, ms);
        (void)close(fd);
        return;
    }
    struct timespec pause = { .tv_nsec = 1000000 };
    (void)nanosleep(&pause, NULL);
}

bool process_wait(pid_t pid, int64_t deadline_ns, int *out_status)
{
    for (;;) {
        pid_t got = waitpid(pid, out_status, WNOHANG);
        if (got == pid)
            return true;
        if (got < 0 && errno != EINTR) {
            *out_status = 0;
            return true;
        }
        int64_t left_ms = (deadline_ns - clock_monotonic_ns()) / 1000000;
        if (left_ms <= 0)
            break;
        await_exit(pid, left_ms > 60000 ? 60000 : (int)left_ms);
    }
    process_kill(pid);
    return false;
}

void process_kill(pid_t pid)
{
    int status;
    if (pid <= 1) /* no child of ours; -1 would name every process */
        return;
    (void)kill(-pid, SIGKILL);
    (void)kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
}

bool process_output(const char *const *argv, const char *const *env, char *out, size_t size)
{
    int ends[2];
    pid_t pid;
    union {
        const char *const *in;
        char *const *out;
    } args = { .in = argv }, environment = { .in = env };
    posix_spawn_file_actions_t actions;
    out[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    /* Without its actions, for want of memory, a child writes where we do. */
    int rc = posix_spawn_file_actions_init(&actions);
    if (rc == 0)
        rc = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (rc == 0)
        rc = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (rc == 0)
        rc = posix_spawnp(&pid, argv[0], &actions, NULL, args.out, environment.out);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[1]);
    size_t used = 0;
    ssize_t n;
    char drop[256];
    while (rc == 0 && (n = read(ends[0], drop, sizeof drop)) > 0)
        for (ssize_t i = 0; i < n && used + 1 < size; i++)
            out[used++] = drop[i];
    out[used] = '\0';
    (void)close(ends[0]);
    int status = 1;
    return rc == 0 && process_wait(pid, clock_monotonic_ns() + 5000000000, &status) && status == 0;
}
