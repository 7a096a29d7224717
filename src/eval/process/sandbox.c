#define _GNU_SOURCE

#include "src/eval/process/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/mem.h"
#include "src/eval/process/cpu_process.h"

static const struct {
    enum sandbox_layer layer;
    const char *name;
} layer_names[] = {
    { SANDBOX_NO_NEW_PRIVS, "no_new_privs" },
    { SANDBOX_RLIMIT, "rlimit" },
    { SANDBOX_LANDLOCK, "landlock" },
    { SANDBOX_SECCOMP, "seccomp" },
    { SANDBOX_NO_CLOCK, "no_clock" },
    { SANDBOX_USER_NS, "user_ns" },
    { SANDBOX_NET_NS, "net_ns" },
    { SANDBOX_IPC_NS, "ipc_ns" },
    { SANDBOX_MOUNT_NS, "mount_ns" },
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

void sandbox_describe_all(unsigned layers, char *out, size_t size)
{
    char held[160], rest[160];
    unsigned missing = 0;
    for (size_t i = 0; i < ARRAY_LEN(layer_names); i++)
        missing |= (unsigned)layer_names[i].layer & ~layers;
    sandbox_describe(layers, held, sizeof held);
    sandbox_describe(missing, rest, sizeof rest);
    snprintf(out, size, "%s%s%s", held, missing != 0 ? "; not there: " : "",
             missing != 0 ? rest : "");
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

/* SIGXCPU tells the reason a second before the kill. */
static bool limit_cpu(uint64_t seconds)
{
    struct rlimit want = { .rlim_cur = seconds, .rlim_max = seconds + 1 };
    return setrlimit(RLIMIT_CPU, &want) == 0 || limit_one(RLIMIT_CPU, seconds);
}

unsigned sandbox_limit(const struct sandbox_limits *limits)
{
    bool ok = limit_one(RLIMIT_CORE, 0);
    if (limits->cpu_seconds != 0)
        ok = limit_cpu(limits->cpu_seconds) && ok;
    if (limits->memory_bytes != 0)
        ok = limit_one(RLIMIT_AS, limits->memory_bytes) && ok;
    if (limits->file_bytes != 0)
        ok = limit_one(RLIMIT_FSIZE, limits->file_bytes) && ok;
    if (limits->processes != 0)
        ok = limit_one(RLIMIT_NPROC, limits->processes) && ok;
    if (limits->open_files != 0)
        ok = limit_one(RLIMIT_NOFILE, limits->open_files) && ok;
    return ok ? SANDBOX_RLIMIT : 0;
}

/* The headers of this system may not know these rights of later Landlock versions. */
#define FS_TRUNCATE  ((uint64_t)1 << 14)
#define FS_IOCTL_DEV ((uint64_t)1 << 15)
#define FS_READ                                                                                    \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define FS_FILE_ONLY                                                                               \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |   \
     FS_TRUNCATE | FS_IOCTL_DEV)

/* Denied unless a rule allows it; the version knows the first so many members. */
struct handled {
    uint64_t fs;
    uint64_t net;    /* from version 4: TCP */
    uint64_t scoped; /* from version 6: abstract sockets and signals */
};

/* Returns how many bytes of the struct version abi takes. */
static size_t all_rights(int abi, struct handled *out)
{
    static const unsigned fs_bits[] = { 13, 14, 15, 15, 16 };
    size_t last = ARRAY_LEN(fs_bits) - 1, version = abi < 1 ? 0 : (size_t)abi - 1;
    *out = (struct handled){ .fs = ((uint64_t)1 << fs_bits[version > last ? last : version]) - 1,
                             .net = abi >= 4 ? 3 : 0,
                             .scoped = abi >= 6 ? 3 : 0 };
    return abi >= 6   ? sizeof *out
           : abi >= 4 ? offsetof(struct handled, scoped)
                      : offsetof(struct handled, net);
}

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

static unsigned restrict_to(const char *const *read_paths, size_t n_read, const char *write_dir,
                            bool alone)
{
    struct handled handled;
    int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1U);
    size_t size = all_rights(abi, &handled);
    if (!alone)
        handled.net = handled.scoped = 0;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
    if (ruleset < 0)
        return 0;
    bool ok = true;
    for (size_t i = 0; i < n_read && ok; i++)
        ok = allow_path(ruleset, read_paths[i], FS_READ);
    if (ok && write_dir != NULL)
        ok = allow_path(ruleset, write_dir, handled.fs);
    if (ok)
        ok = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    (void)close(ruleset);
    return ok ? SANDBOX_LANDLOCK : 0;
}

unsigned sandbox_paths(const char *const *read_paths, size_t n_read, const char *write_dir)
{
    return restrict_to(read_paths, n_read, write_dir, false);
}

unsigned sandbox_paths_alone(const char *const *read_paths, size_t n_read, const char *write_dir)
{
    return restrict_to(read_paths, n_read, write_dir, true);
}

unsigned sandbox_no_clock(void)
{
/* AddressSanitizer reads that clock. */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
    return prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) == 0 ? SANDBOX_NO_CLOCK : 0;
#else
    return 0;
#endif
}

static const char *const compiler_denied[] = {
    /* the network */
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg",
    /* other processes */
    "ptrace", "process_vm_readv", "process_vm_writev",
    /* the system */
    "mount", "umount2", "pivot_root", "chroot", "bpf", "perf_event_open", "keyctl", "add_key",
    "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "reboot", "swapon",
    "swapoff", "unshare", "setns", "userfaultfd", "io_uring_setup", "open_by_handle_at",
    "pidfd_getfd", "kcmp", "acct", "settimeofday", "clock_settime", "sethostname", "mknod",
    "mknodat"
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

static const char *const tool_calls[] = {
    /* files */
    "read", "write", "readv", "writev", "pread64", "pwrite64", "open", "openat", "creat", "close",
    "stat", "fstat", "lstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat",
    "faccessat2", "lseek", "ioctl", "fcntl", "flock", "fsync", "fdatasync", "truncate", "ftruncate",
    "fallocate", "fadvise64", "copy_file_range", "sendfile", "getdents", "getdents64", "getcwd",
    "chdir", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat",
    "link", "linkat", "symlink", "symlinkat", "readlink", "readlinkat", "chmod", "fchmod",
    "fchmodat", "umask", "utime", "utimes", "utimensat", "dup", "dup2", "dup3", "pipe", "pipe2",
    "poll", "ppoll", "select", "pselect6",
    /* memory */
    "mmap", "mprotect", "munmap", "mremap", "brk", "madvise", "mincore",
    /* processes */
    "fork", "vfork", "execve", "wait4", "waitid", "exit", "exit_group", "getpid", "getppid",
    "gettid", "getpgrp", "getpgid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "sigaltstack", "kill",
    "tgkill", "getrlimit", "setrlimit", "prlimit64", "getrusage", "times", "sysinfo", "uname",
    "arch_prctl", "prctl", "set_tid_address", "set_robust_list", "rseq", "futex", "restart_syscall",
    "sched_getaffinity", "sched_yield", "getrandom", "time", "gettimeofday", "clock_gettime",
    "clock_getres", "nanosleep", "clock_nanosleep", "membarrier"
};

/* In both filters. */
static const char *const running_calls[] = {
#if defined(__SANITIZE_ADDRESS__)
    /* AddressSanitizer looks up stack bounds before a function that does not return. */
    "futex",
    "clock_gettime",
    "sched_yield",
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
    "exit",
    "exit_group",
    "rt_sigreturn",
    "restart_syscall"
};
/* The loader needs these as well. */
static const char *const loading_calls[] = {
    "read", "pread64", "fstat", "newfstatat", "close", "munmap", "brk", "seccomp",
};

struct call_rule {
    const char *name;
    struct scmp_arg_cmp arg;
};

static bool add_names(scmp_filter_ctx ctx, const char *const *names, size_t n)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        int nr = seccomp_syscall_resolve_name(names[i]);
        ok = nr == __NR_SCMP_ERROR || seccomp_rule_add(ctx, SCMP_ACT_ALLOW, nr, 0) == 0;
    }
    return ok;
}

static bool add_rules(scmp_filter_ctx ctx, const struct call_rule *rules, size_t n)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) {
        int rc = seccomp_rule_add_array(
            ctx, SCMP_ACT_ALLOW, seccomp_syscall_resolve_name(rules[i].name), 1, &rules[i].arg);
        ok = rc == 0 || rc == -EEXIST; /* already allowed */
    }
    return ok;
}

unsigned sandbox_syscalls_tools(void)
{
    /* clone asks for namespaces by these bits; clone3 is not there. */
    const scmp_datum_t namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                    CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
    const struct call_rule clone = { "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0) };
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (ctx == NULL)
        return 0;
    bool ok = seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
              add_names(ctx, tool_calls, ARRAY_LEN(tool_calls)) && add_rules(ctx, &clone, 1) &&
              seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
              seccomp_load(ctx) == 0;
    seccomp_release(ctx);
    return ok ? SANDBOX_SECCOMP : 0;
}

static bool add_running(scmp_filter_ctx ctx, int socket_fd)
{
    const struct call_rule rules[] = {
        { "read", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket_fd, 0) },
        { "write", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket_fd, 0) },
        { "futex", SCMP_A1(SCMP_CMP_EQ, FUTEX_WAIT_PRIVATE, 0) },
        { "futex", SCMP_A1(SCMP_CMP_EQ, FUTEX_WAKE_PRIVATE, 0) },
        { "clock_gettime", SCMP_A0(SCMP_CMP_EQ, CLOCK_MONOTONIC, 0) },
    };
    return add_names(ctx, running_calls, ARRAY_LEN(running_calls)) &&
           add_rules(ctx, rules, ARRAY_LEN(rules));
}

static bool add_loading(scmp_filter_ctx ctx)
{
    const scmp_datum_t both = PROT_WRITE | PROT_EXEC;
    const struct call_rule rules[] = {
        { "openat", SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY) },
        { "mmap", SCMP_A2(SCMP_CMP_MASKED_EQ, both, 0) },
        { "mmap", SCMP_A2(SCMP_CMP_MASKED_EQ, both, PROT_WRITE) },
        { "mmap", SCMP_A2(SCMP_CMP_MASKED_EQ, both, PROT_EXEC) },
        { "mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, both, 0) },
        { "mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, both, PROT_WRITE) },
        { "mprotect", SCMP_A2(SCMP_CMP_MASKED_EQ, both, PROT_EXEC) },
    };
    return add_names(ctx, loading_calls, ARRAY_LEN(loading_calls)) &&
           add_rules(ctx, rules, ARRAY_LEN(rules));
}

static bool export_filter(scmp_filter_ctx ctx, struct sandbox_filter *out)
{
    int fd = memfd_create("filter", MFD_CLOEXEC);
    bool ok = fd >= 0 && seccomp_export_bpf(ctx, fd) == 0;
    ssize_t n = ok ? pread(fd, out->instructions, sizeof out->instructions, 0) : -1;
    if (fd >= 0)
        (void)close(fd);
    ok = n > 0 && (size_t)n < sizeof out->instructions &&
         (size_t)n % sizeof(struct sock_filter) == 0;
    out->n = ok ? (uint16_t)((size_t)n / sizeof(struct sock_filter)) : 0;
    return ok;
}

static bool make_filter(int socket_fd, bool loading, struct sandbox_filter *out)
{
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (ctx == NULL)
        return false;
    bool ok = seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
              (!loading || add_loading(ctx)) && add_running(ctx, socket_fd) &&
              export_filter(ctx, out);
    seccomp_release(ctx);
    return ok;
}

bool sandbox_filter_loading(int socket_fd, struct sandbox_filter *out)
{
    return make_filter(socket_fd, true, out);
}

bool sandbox_filter_running(int socket_fd, struct sandbox_filter *out)
{
    return make_filter(socket_fd, false, out);
}

unsigned sandbox_enter(const struct sandbox_filter *f)
{
    struct sock_filter program[ARRAY_LEN(f->instructions)];
    struct sock_fprog prog = { .len = f->n, .filter = program };
    memcpy(program, f->instructions, (size_t)f->n * sizeof *program);
    long rc = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &prog);
    return rc == 0 ? SANDBOX_SECCOMP : 0;
}

/*
 * Namespaces that are made once and entered by every runner.
 *
 * Making a network namespace costs milliseconds, entering one microseconds; an empty one can be
 * shared.
 */

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
