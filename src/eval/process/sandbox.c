/*
 * sandbox.c - no_new_privs, resource limits, Landlock and seccomp.
 */
#define _GNU_SOURCE
#include "src/eval/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/base/mem.h"

static const struct {
    enum sandbox_layer layer;
    const char *name;
} layer_names[] = {
    { SANDBOX_NO_NEW_PRIVS, "no_new_privs" },
    { SANDBOX_RLIMIT, "rlimit" },
    { SANDBOX_LANDLOCK, "landlock" },
    { SANDBOX_SECCOMP, "seccomp" },
};

void sandbox_describe(unsigned layers, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < ARRAY_LEN(layer_names) && used < size; i++) {
        if ((layers & layer_names[i].layer) == 0)
            continue;
        int n =
            snprintf(out + used, size - used, "%s%s", used == 0 ? "" : ",", layer_names[i].name);
        used += n > 0 ? (size_t)n : 0;
    }
    if (used == 0)
        snprintf(out, size, "none");
}

unsigned sandbox_begin(void)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? SANDBOX_NO_NEW_PRIVS : 0;
}

static bool limit_one(int what, uint64_t value)
{
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)what, &now) != 0)
        return false;
    struct rlimit want = { .rlim_cur = value, .rlim_max = value };
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value)
        want.rlim_cur = want.rlim_max = now.rlim_max;
    return setrlimit((__rlimit_resource_t)what, &want) == 0;
}

unsigned sandbox_limit(const struct sandbox_limits *limits)
{
    bool ok = limit_one(RLIMIT_CORE, 0);
    if (limits->cpu_seconds != 0)
        ok = limit_one(RLIMIT_CPU, limits->cpu_seconds) && ok;
    if (limits->memory_bytes != 0)
        ok = limit_one(RLIMIT_AS, limits->memory_bytes) && ok;
    if (limits->file_bytes != 0)
        ok = limit_one(RLIMIT_FSIZE, limits->file_bytes) && ok;
    if (limits->open_files != 0)
        ok = limit_one(RLIMIT_NOFILE, limits->open_files) && ok;
    return ok ? SANDBOX_RLIMIT : 0;
}

#define FS_READ                                                                                    \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
/* All rights of the first Landlock version: every kernel that has it knows them. */
#define FS_ALL ((uint64_t)((LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1))
#define FS_FILE_ONLY                                                                               \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)

static bool allow_path(int ruleset, const char *path, uint64_t rights)
{
    struct stat st;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || errno == EACCES;
    if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode))
        rights &= FS_FILE_ONLY;
    struct landlock_path_beneath_attr rule = { .allowed_access = rights, .parent_fd = fd };
    long rc = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    (void)close(fd);
    return rc == 0;
}

unsigned sandbox_paths(const char *const *read_paths, size_t n_read, const char *write_dir)
{
    struct landlock_ruleset_attr attr = { .handled_access_fs = FS_ALL };
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    if (ruleset < 0)
        return 0;
    bool ok = true;
    for (size_t i = 0; i < n_read && ok; i++)
        ok = allow_path(ruleset, read_paths[i], FS_READ);
    if (ok && write_dir != NULL)
        ok = allow_path(ruleset, write_dir, FS_ALL);
    if (ok)
        ok = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    (void)close(ruleset);
    return ok ? SANDBOX_LANDLOCK : 0;
}

static const char *const compiler_denied[] = {
    "socket",
    "socketpair",
    "connect",
    "bind",
    "listen",
    "accept",
    "accept4",
    "sendto",
    "sendmsg",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "bpf",
    "perf_event_open",
    "keyctl",
    "add_key",
    "request_key",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "reboot",
    "swapon",
    "swapoff",
    "unshare",
    "setns",
    "userfaultfd",
    "io_uring_setup",
    "open_by_handle_at",
    "pidfd_getfd",
    "kcmp",
    "acct",
    "settimeofday",
    "clock_settime",
    "sethostname",
    "mknod",
    "mknodat",
};

unsigned sandbox_syscalls_compiler(void)
{
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
    if (ctx == NULL)
        return 0;
    bool ok = true;
    for (size_t i = 0; i < ARRAY_LEN(compiler_denied) && ok; i++) {
        int nr = seccomp_syscall_resolve_name(compiler_denied[i]);
        if (nr != __NR_SCMP_ERROR)
            ok = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), nr, 0) == 0;
    }
    ok = ok && seccomp_load(ctx) == 0;
    seccomp_release(ctx);
    return ok ? SANDBOX_SECCOMP : 0;
}

static const char *const runner_allowed[] = {
    "futex",
    "exit",
    "exit_group",
    "rt_sigreturn",
    "clock_gettime",
    "sched_yield",
    "restart_syscall",
#if defined(__SANITIZE_ADDRESS__)
    /* AddressSanitizer looks up the bounds of stacks before a function that does not return. */
    "open",
    "openat",
    "fstat",
    "newfstatat",
    "close",
    "mmap",
    "munmap",
    "mprotect",
    "madvise",
    "gettid",
    "getpid",
    "sched_getaffinity",
    "prlimit64",
    "rt_sigprocmask",
    "sigaltstack",
    "brk",
    "lseek",
    "read",
    "readlink",
    "write",
#endif
};

unsigned sandbox_syscalls_runner(int socket_fd)
{
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (ctx == NULL)
        return 0;
    bool ok = seccomp_attr_set(ctx, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
    for (size_t i = 0; i < ARRAY_LEN(runner_allowed) && ok; i++)
        ok = seccomp_rule_add(ctx, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(runner_allowed[i]),
                              0) == 0;
    ok = ok &&
         seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(read), 1,
                          SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket_fd, 0)) == 0 &&
         seccomp_rule_add(ctx, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                          SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket_fd, 0)) == 0 &&
         seccomp_load(ctx) == 0;
    seccomp_release(ctx);
    return ok ? SANDBOX_SECCOMP : 0;
}
