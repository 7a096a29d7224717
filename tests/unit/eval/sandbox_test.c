/*
 * sandbox_test.c - what is denied, tried in children.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/process/sandbox.h"

/* AddressSanitizer needs files and memory, so some rows are not denied there. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static int status_of(int (*act)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        (void)syscall(SYS_exit_group, act());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void lock(void)
{
    struct sandbox_filter f;
    if (sandbox_begin() == 0 || !sandbox_filter_running(7, &f) || sandbox_enter(&f) == 0)
        (void)syscall(SYS_exit_group, 99);
}

static int do_open(void)
{
    lock();
    return (int)syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY) >= 0;
}

static int do_fork(void)
{
    lock();
    return (int)syscall(SYS_fork);
}

static int do_socket(void)
{
    lock();
    return (int)syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
}

static int do_kill(void)
{
    lock();
    return (int)syscall(SYS_kill, 1, 0);
}

static int do_ptrace(void)
{
    lock();
    return (int)syscall(SYS_ptrace, 0, 0, 0, 0);
}

static int do_exec(void)
{
    lock();
    return (int)syscall(SYS_execve, "/bin/true", NULL, NULL);
}

static int do_write_elsewhere(void)
{
    lock();
    return (int)syscall(SYS_write, 1, "", 0);
}

static int do_map(void)
{
    lock();
    return syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                   0) == 0;
}

static int do_sleep(void)
{
    lock();
    return (int)syscall(SYS_nanosleep, NULL, NULL);
}

static int do_leave(void)
{
    lock();
    return 3;
}

static void a_locked_runner_is_killed_for_system_calls(void **state)
{
    static const struct {
        const char *name;
        int (*act)(void);
        bool denied_when_sanitized;
    } rows[] = {
        { "open", do_open, false },
        { "fork", do_fork, true },
        { "socket", do_socket, true },
        { "kill", do_kill, true },
        { "ptrace", do_ptrace, true },
        { "exec", do_exec, true },
        { "write", do_write_elsewhere, false },
        { "mmap", do_map, false },
        { "nanosleep", do_sleep, true },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (SANITIZED && !rows[i].denied_when_sanitized)
            continue;
        int status = status_of(rows[i].act);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS)
            fail_msg("%s: status 0x%x", rows[i].name, (unsigned)status);
    }
    int status = status_of(do_leave);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

static volatile int wanted_call;

static int do_any_call(void)
{
    lock();
    (void)syscall(wanted_call, -1, -1, -1, -1, -1, -1);
    return 0;
}

static void every_other_system_call_ends_it(void **state)
{
    /* Linux never filters 335 and 336, the calls of its own probes. */
    static const int harmless[] = {
        SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_restart_syscall, 335, 336
    };
    (void)state;
    if (SANITIZED)
        skip();
    for (int nr = 0; nr < 700; nr++) {
        bool allowed = false;
        for (size_t i = 0; i < ARRAY_LEN(harmless); i++)
            allowed = allowed || harmless[i] == nr;
        if (allowed)
            continue;
        for (int other = 0; other < 2; other++) {
            wanted_call = nr | (other != 0 ? 0x40000000 : 0); /* x32 */
            int status = status_of(do_any_call);
            if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS)
                fail_msg("system call 0x%x: status 0x%x", (unsigned)wanted_call, (unsigned)status);
        }
    }
}

#if defined(__x86_64__)
static int do_interrupt(void)
{
    int result = 20; /* getpid, on i386 */
    lock();
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return 0;
}

static int do_read_clock(void)
{
    unsigned low, high;
    if (sandbox_no_clock() == 0)
        return 99;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return 0;
}

static void other_architectures_and_clocks_end_it(void **state)
{
    (void)state;
    int status = status_of(do_interrupt);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
    if (SANITIZED)
        return;
    status = status_of(do_read_clock);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}
#endif

static int do_load(void)
{
    struct sandbox_filter loading, running;
    if (sandbox_begin() == 0 || !sandbox_filter_loading(7, &loading) ||
        !sandbox_filter_running(7, &running) || sandbox_enter(&loading) == 0)
        return 99;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY | O_CLOEXEC);
    void *map = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    return map != MAP_FAILED && sandbox_enter(&running) != 0 ? 3 : 98;
}

static int do_load_writable_code(void)
{
    struct sandbox_filter loading;
    if (sandbox_begin() == 0 || !sandbox_filter_loading(7, &loading) ||
        sandbox_enter(&loading) == 0)
        return 99;
    return syscall(SYS_mmap, NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                   0) == 0;
}

static void a_loader_maps_and_then_gives_that_up(void **state)
{
    (void)state;
    int status = status_of(do_load);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    if (SANITIZED)
        return;
    status = status_of(do_load_writable_code);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}

static int compiler_calls(void)
{
    if (sandbox_begin() == 0 || sandbox_syscalls_compiler() == 0)
        return 99;
    if (syscall(SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM)
        return 1;
    if (syscall(SYS_ptrace, 0, 0, 0, 0) >= 0 || errno != EPERM)
        return 2;
    return syscall(SYS_getpid) > 0 ? 0 : 3;
}

static int tool_calls(void)
{
    if (sandbox_begin() == 0 || sandbox_syscalls_tools() == 0)
        return 99;
    if (syscall(SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM)
        return 1;
    if (syscall(SYS_unshare, 0) >= 0 || errno != EPERM)
        return 2;
    if (syscall(SYS_mount, "a", "b", "c", 0, NULL) >= 0 || errno != EPERM)
        return 3;
    if (syscall(SYS_clone3, NULL, 0) >= 0 || errno != ENOSYS)
        return 4;
    if (syscall(SYS_clone, 0x10000000, NULL, NULL, NULL, NULL) >= 0 || errno != EPERM)
        return 5;
    if (syscall(SYS_sendmmsg, -1, NULL, 0, 0) >= 0 || errno != EPERM)
        return 6;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    int status = 1;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 ? 0 : 7;
}

static void the_tools_have_files_and_children_alone(void **state)
{
    (void)state;
    if (SANITIZED)
        skip();
    assert_int_equal(status_of(tool_calls), 0);
}

static void the_compiler_has_no_network(void **state)
{
    (void)state;
    assert_int_equal(status_of(compiler_calls), 0);
}

/* 77: no Landlock. */
static int paths(void)
{
    static const char *const readable[] = { "/usr", "/lib", "/nowhere/at/all" };
    char dir[] = "/tmp/rollbook-sandbox.XXXXXX";
    if (mkdtemp(dir) == NULL || chdir(dir) != 0 || sandbox_begin() == 0)
        return 99;
    if (sandbox_paths(readable, ARRAY_LEN(readable), ".") == 0)
        return rmdir(dir) == 0 ? 77 : 98;
    int inside = open("file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    bool ok = inside >= 0 && unlink("file") == 0 && open("/usr", O_RDONLY | O_CLOEXEC) >= 0;
    bool denied = open("/etc/passwd", O_RDONLY | O_CLOEXEC) < 0 && errno == EACCES &&
                  open("/tmp/rollbook-leak", O_CREAT | O_WRONLY | O_CLOEXEC, 0600) < 0 &&
                  open("/usr/leak", O_CREAT | O_WRONLY | O_CLOEXEC, 0600) < 0 &&
                  open("/proc/self/environ", O_RDONLY | O_CLOEXEC) < 0;
    return ok && denied ? 0 : ok ? 1 : 2;
}

static void only_named_paths_can_be_opened(void **state)
{
    (void)state;
    int status = status_of(paths);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
    (void)!system("rmdir /tmp/rollbook-sandbox.* 2>/dev/null");
}

/* 77: no user namespace. */
static int rooms(void)
{
    struct sandbox_rooms r;
    sandbox_rooms_open(&r);
    if (r.fds[0] < 0)
        return 77;
    for (int i = 0; i < SANDBOX_ROOMS; i++)
        if (dup2(r.fds[i], 10 + i) < 0)
            return 1;
    unsigned layers = sandbox_enter_rooms(10);
    if ((layers & SANDBOX_USER_NS) == 0 || (layers & SANDBOX_NET_NS) == 0)
        return 2;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons(9),
                              .sin_addr = { .s_addr = htonl(INADDR_LOOPBACK) } };
    if (fd < 0 || connect(fd, (struct sockaddr *)(void *)&to, sizeof to) == 0 ||
        errno != ENETUNREACH)
        return 3;
    return unshare(CLONE_NEWNET) == 0 ? 4 : close(10) == 0 ? 5 : 0;
}

static void nothing_is_in_the_namespaces(void **state)
{
    (void)state;
    int status = status_of(rooms);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int limits(void)
{
    struct sandbox_limits l = { .file_bytes = 1000, .cpu_seconds = 7 };
    if (sandbox_limit(&l) != SANDBOX_RLIMIT)
        return 99;
    int fd = memfd_create("x", MFD_CLOEXEC);
    char block[4096] = { 0 };
    (void)signal(SIGXFSZ, SIG_IGN);
    return write(fd, block, sizeof block) <= 1000 ? 0 : 1;
}

static bool limit_is(int what, uint64_t soft, uint64_t hard)
{
    struct rlimit r;
    return getrlimit((__rlimit_resource_t)what, &r) == 0 && r.rlim_cur == soft &&
           r.rlim_max == hard;
}

/* No core is ever written; a limit that is lower already stays. */
static int each_limit(void)
{
    struct sandbox_limits l = { .cpu_seconds = 7,
                                .memory_bytes = (uint64_t)1 << 46,
                                .file_bytes = 1000,
                                .processes = 4000,
                                .open_files = 30 };
    struct rlimit low = { .rlim_cur = 5, .rlim_max = 2000 };
    if (setrlimit(RLIMIT_NPROC, &low) != 0 || sandbox_limit(&l) != SANDBOX_RLIMIT)
        return 1;
    return limit_is(RLIMIT_CORE, 0, 0) && limit_is(RLIMIT_CPU, 7, 8) &&
                   limit_is(RLIMIT_AS, (uint64_t)1 << 46, (uint64_t)1 << 46) &&
                   limit_is(RLIMIT_FSIZE, 1000, 1000) && limit_is(RLIMIT_NPROC, 2000, 2000) &&
                   limit_is(RLIMIT_NOFILE, 30, 30)
               ? 0
               : 2;
}

static int no_limit(void)
{
    static const int all[] = { RLIMIT_CPU, RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_NOFILE };
    struct rlimit before[ARRAY_LEN(all)];
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (getrlimit((__rlimit_resource_t)all[i], &before[i]) != 0)
            return 1;
    if (sandbox_limit(&(struct sandbox_limits){ .cpu_seconds = 0 }) != SANDBOX_RLIMIT)
        return 2;
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (!limit_is(all[i], before[i].rlim_cur, before[i].rlim_max))
            return 3;
    return limit_is(RLIMIT_CORE, 0, 0) ? 0 : 4;
}

static void limits_hold(void **state)
{
    (void)state;
    assert_int_equal(status_of(limits), 0);
    assert_int_equal(status_of(no_limit), 0);
#if !defined(__SANITIZE_ADDRESS__) /* which has mapped more than that */
    assert_int_equal(status_of(each_limit), 0);
#else
    (void)each_limit;
#endif
}

/* It dies with its parent, cannot be looked into, and its programs gain nothing. */
static int attributes(void)
{
    int signal_at_death = 0;
    if (sandbox_begin() != SANDBOX_NO_NEW_PRIVS)
        return 1;
    if (prctl(PR_GET_PDEATHSIG, &signal_at_death, 0, 0, 0) != 0 || signal_at_death != SIGKILL)
        return 2;
    if (prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0)
        return 3;
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 0 : 4;
}

static void a_confined_process_begins_closed(void **state)
{
    (void)state;
    assert_int_equal(status_of(attributes), 0);
}

static void layers_are_named(void **state)
{
    char text[80];
    (void)state;
    sandbox_describe(SANDBOX_ALL, text, sizeof text);
    assert_string_equal(text, "no_new_privs,rlimit,landlock,seccomp");
    sandbox_describe(SANDBOX_RLIMIT | SANDBOX_SECCOMP, text, sizeof text);
    assert_string_equal(text, "rlimit,seccomp");
    sandbox_describe(0, text, sizeof text);
    assert_string_equal(text, "none");
    char all[320];
    sandbox_describe_all(SANDBOX_ALL | SANDBOX_NO_CLOCK | SANDBOX_USER_NS, all, sizeof all);
    assert_string_equal(all, "no_new_privs,rlimit,landlock,seccomp,no_clock,user_ns; not there: "
                             "net_ns,ipc_ns,mount_ns");
    sandbox_describe_all(511, all, sizeof all);
    assert_null(strstr(all, "not there"));
    sandbox_describe(SANDBOX_ALL, text, 10);
    assert_int_equal(strlen(text), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locked_runner_is_killed_for_system_calls),
        cmocka_unit_test(every_other_system_call_ends_it),
#if defined(__x86_64__)
        cmocka_unit_test(other_architectures_and_clocks_end_it),
#endif
        cmocka_unit_test(a_loader_maps_and_then_gives_that_up),
        cmocka_unit_test(the_tools_have_files_and_children_alone),
        cmocka_unit_test(the_compiler_has_no_network),
        cmocka_unit_test(only_named_paths_can_be_opened),
        cmocka_unit_test(nothing_is_in_the_namespaces),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_confined_process_begins_closed),
        cmocka_unit_test(layers_are_named),
    };
    return cmocka_run_group_tests_name("sandbox", tests, NULL, NULL);
}
