/*
 * runner_compile.c - g++, as and ld in a sandbox.
 *
 * "rollbook runner compile DIR": the text in DIR is hostile (a preprocessor can read files, a
 * template can eat all memory), so the tools see the toolchain and DIR only.
 */
#define _GNU_SOURCE
#include "src/eval/process/runner_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/runner_abi.h"
#include "src/eval/process/object_scan.h"
#include "src/eval/process/sandbox.h"
#include "src/eval/process/toolchain.h"

#define COMPILE_CPU_SECONDS  10
#define COMPILE_MEMORY_BYTES ((uint64_t)1 << 30)
#define COMPILE_FILE_BYTES   ((uint64_t)64 << 20)
/* Without a namespace of its own the limit would count all processes of the user. */
#define COMPILE_PROCESSES 256

const char compile_flags_text[] =
    "-std=gnu++17 -O3 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=fast";

/* The --param keeps "row < m && column < n" two tests: a loop over columns loses the one and is
 * cut at the other. */
const char *const compile_argv[] = { "g++", /* or what CXX names */
                                     "-std=gnu++17",
                                     "-O3",
                                     "-march=native",
                                     "-fno-math-errno",
                                     "-fno-trapping-math",
                                     "-ffp-contract=fast",
                                     "-fPIC",
                                     "-ftls-model=initial-exec",
                                     "-fno-extern-tls-init",
                                     "-fvisibility=hidden",
                                     "-fno-exceptions",
                                     "-fno-rtti",
                                     "-fno-stack-protector",
                                     "-fstack-clash-protection",
                                     "-fcf-protection=none",
                                     "-fno-threadsafe-statics",
                                     "-fno-asynchronous-unwind-tables",
                                     "-fno-unwind-tables",
                                     "-fno-plt",
                                     "-fno-ident",
                                     "-fno-gnu-unique",
                                     "-ftrack-macro-expansion=0",
                                     "-nostdinc",
                                     "-nostdinc++",
                                     "-fmax-errors=20",
                                     "-fconstexpr-ops-limit=1000000",
                                     "--param=logical-op-non-short-circuit=0",
                                     "-fdiagnostics-color=never",
                                     "-fno-diagnostics-show-caret",
                                     "-Wno-unknown-pragmas",
                                     "-Wno-unused",
                                     "-Wno-attributes",
                                     "-w",
                                     "-S",
                                     "-o",
                                     "kernel.s",
                                     "kernel.cpp",
                                     NULL };
/* Each access becomes a call of the thread sanitizer, which add_names makes one of ours. */
const char *const compile_checked_argv[] = {
    "-O1",
    "-fsanitize=thread",
    "--param=tsan-instrument-func-entry-exit=0",
    NULL,
};
static const char *const assembler_argv[] = { "as", "--64", "-o", "kernel.o", "kernel.s", NULL };
static const char *const linker_argv[] = { "ld",
                                           "-shared",
                                           "-z",
                                           "now",
                                           "-z",
                                           "relro",
                                           "-z",
                                           "noexecstack",
                                           "--build-id=none",
                                           "--hash-style=gnu",
                                           "--version-script=exports",
                                           "-o",
                                           "kernel.so",
                                           "kernel.o",
                                           NULL };
/* 127: it could not be started; 128 + n: signal n. */
static int run_tool(const struct toolchain *t, const char *program, const char *const *argv)
{
    pid_t pid = fork();
    if (pid < 0)
        return 127;
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        if (sandbox_limit(&(struct sandbox_limits){ .memory_bytes = COMPILE_MEMORY_BYTES }) != 0) {
            char libraries[sizeof((struct toolchain *)0)->library_path + 32];
            snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", t->library_path);
            const char *tool_env[] = { "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TMPDIR=.",
                                       t->library_path[0] != '\0' ? libraries : NULL, NULL };
            union {
                const char *const *in;
                char *const *out;
            } args = { .in = argv }, env = { .in = tool_env };
            (void)execve(program, args.out, env.out);
        }
        dprintf(STDERR_FILENO, "%s cannot be started: %s\n", program, strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool open_log(void)
{
    int null = open("/dev/null", O_RDONLY);
    int log = open("log", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    bool ok = null >= 0 && log >= 0 && dup2(null, STDIN_FILENO) >= 0 &&
              dup2(log, STDOUT_FILENO) >= 0 && dup2(log, STDERR_FILENO) >= 0;
    if (null > STDERR_FILENO)
        (void)close(null);
    if (log > STDERR_FILENO)
        (void)close(log);
    return ok;
}

static bool confine(const struct toolchain *t, bool apart)
{
    unsigned layers = sandbox_begin();
    const char *paths[TOOLCHAIN_MAX_PATHS];
    for (size_t i = 0; i < t->n_paths; i++)
        paths[i] = t->paths[i];
    layers |= sandbox_limit(&(struct sandbox_limits){ .cpu_seconds = COMPILE_CPU_SECONDS,
                                                      .file_bytes = COMPILE_FILE_BYTES,
                                                      .processes = apart ? COMPILE_PROCESSES : 0 });
    layers |= sandbox_paths_alone(paths, t->n_paths, ".");
    layers |= sandbox_syscalls_tools();
    return (layers & SANDBOX_NO_NEW_PRIVS) != 0 && (layers & SANDBOX_SECCOMP) != 0;
}

/* The first process of the new process namespace goes on; its parent waits and gets false. */
static bool go_on_inside(int *out_ended)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        return true;
    }
    *out_ended = COMPILE_NO_SANDBOX;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (pid > 0 && WIFEXITED(status))
        *out_ended = WEXITSTATUS(status);
    else if (pid > 0)
        (void)raise(SIGKILL);
    return false;
}

static void put_replaced(struct buf *out, const char *text, const char *from, const char *to)
{
    for (const char *at; (at = strstr(text, from)) != NULL; text = at + strlen(from)) {
        buf_add(out, text, (size_t)(at - text));
        buf_puts(out, to);
    }
    buf_puts(out, text);
}

/* In the assembly: dynamic shared memory has all its names; calls of a sanitizer are ours, and what
 * would start it is data. */
static bool add_names(const char *assembly, bool checked)
{
    struct buf out = { .max = 2 * COMPILE_FILE_BYTES }, renamed = { .max = 2 * COMPILE_FILE_BYTES };
    put_replaced(&renamed, assembly, checked ? "__tsan_" : "\n\n\n", checked ? "rb_rt_" : "\n");
    put_replaced(&out, buf_text(&renamed), checked ? ".init_array.00099" : "\n\n\n",
                 checked ? ".data.rel.ro.local" : "\n");
    scan_dynamic_shared(assembly, &out);
    /* A section of its own is behind the others.  Where nothing is thread-local, the loader would
     * ask for memory in each thread. */
    if (strstr(assembly, "@gottpoff") != NULL)
        buf_printf(&out, "\t.section\t.tbss.rb_end,\"awT\",@nobits\n\t.zero\t%d\n",
                   RUNNER_SHARED_END);
    FILE *f = fopen("kernel.s", "w");
    bool ok = f != NULL && fwrite(buf_text(&out), 1, out.len, f) == out.len;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    buf_release(&renamed);
    buf_release(&out);
    return ok;
}

/* Of the command, what stands before its files; options behind others count.  Returns their number.
 */
static size_t flags(const char *argv[64], bool checked)
{
    size_t n = 0;
    for (; strcmp(compile_argv[n], "-S") != 0; n++)
        argv[n] = compile_argv[n];
    for (size_t i = 0; checked && compile_checked_argv[i] != NULL; i++)
        argv[n++] = compile_checked_argv[i];
    return n;
}

static int run_compiler(const struct toolchain *t, bool checked)
{
    const char *argv[64];
    size_t n = flags(argv, checked), rest = 0;
    while (strcmp(compile_argv[rest], "-S") != 0)
        rest++;
    for (; compile_argv[rest] != NULL; rest++)
        argv[n++] = compile_argv[rest];
    argv[n] = NULL;
    return run_tool(t, t->compiler, argv);
}

static int compile_as(const struct toolchain *t, bool checked)
{
    int rc = run_compiler(t, checked);
    if (rc == 127)
        return COMPILE_NO_COMPILER;
    if (rc != 0)
        return COMPILE_REFUSED;
    /* The assembler could be told to read files. */
    struct buf text = { .max = COMPILE_FILE_BYTES };
    struct scan_result scan = { .verdict = SCAN_HOST_CODE };
    if (file_read("kernel.s", COMPILE_FILE_BYTES, &text, NULL) == 0)
        scan_assembly(buf_text(&text), text.len, &scan);
    bool named = scan.verdict == SCAN_OK && add_names(buf_text(&text), checked);
    buf_release(&text);
    if (scan.verdict != SCAN_OK)
        return COMPILE_HOST_CODE;
    if (!named)
        return COMPILE_TOOLS_FAILED;
    if (run_tool(t, t->assembler, assembler_argv) != 0 || run_tool(t, t->linker, linker_argv) != 0)
        return COMPILE_TOOLS_FAILED;
    return COMPILE_DONE;
}

static int compile(const struct toolchain *t)
{
    return compile_as(t, false);
}

static int compile_checked(const struct toolchain *t)
{
    return compile_as(t, true);
}

/* The flags must be those of the texts. */
static int precompile_as(const struct toolchain *t, bool checked)
{
    static const char *const what[] = { "-x",           "c++-header", "-o", COMPILE_COMMON_DONE,
                                        COMPILE_COMMON, NULL };
    const char *argv[64];
    memcpy(argv + flags(argv, checked), what, sizeof what);
    int rc = run_tool(t, t->compiler, argv);
    return rc == 127 ? COMPILE_NO_COMPILER : rc != 0 ? COMPILE_REFUSED : COMPILE_DONE;
}

static int precompile(const struct toolchain *t)
{
    return precompile_as(t, false);
}

static int precompile_checked(const struct toolchain *t)
{
    return precompile_as(t, true);
}

static int run_confined(const char *dir, int (*tools)(const struct toolchain *t))
{
    static struct toolchain t;
    struct buf text = { .max = (size_t)1 << 20 };
    if (chdir(dir) != 0 || !open_log() || file_read("tools", (size_t)1 << 20, &text, NULL) != 0 ||
        !toolchain_read(text.data, &t))
        return COMPILE_NO_COMPILER;
    int ended = COMPILE_DONE;
    bool apart = sandbox_own_namespaces();
    if (apart && !go_on_inside(&ended))
        return ended;
    if (!confine(&t, apart))
        return COMPILE_NO_SANDBOX;
    return tools(&t);
}

int runner_compile(const char *dir)
{
    return run_confined(dir, compile);
}

int runner_compile_checked(const char *dir)
{
    return run_confined(dir, compile_checked);
}

int runner_precompile(const char *dir)
{
    return run_confined(dir, precompile);
}

int runner_precompile_checked(const char *dir)
{
    return run_confined(dir, precompile_checked);
}
