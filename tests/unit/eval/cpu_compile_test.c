/*
 * cpu_compile_test.c - how the tools are called, and what each of their ends makes of a text.
 *
 * Compiler, assembler and linker are scripts of this test, which do what the file "behave" says
 * and write down how they were called; the last case has those of this machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cpu/cpu_compile.h"
#include "src/eval/eval.h"
#include "src/eval/process/runner_compile.h"

static char root[] = "/tmp/rollbook_compile_XXXXXX";
static struct arena arena;
static struct task task = { .id = "probe", .n_inputs = 1, .n_outputs = 1 };
static struct cpu_compiler compiler;

static void write_script(const char *name, const char *text)
{
    const char *path = arena_printf(&arena, "%s/%s", root, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

static void make_tools(void)
{
    const char *tool =
        arena_printf(&arena,
                     "#!/bin/sh\n"
                     "case \"$*\" in\n"
                     "--version) echo 'version 7'; echo more; exit;;\n"
                     "-print-prog-name=*) echo \"%s/${1#-print-prog-name=}\"; exit;;\n"
                     "-print-search-dirs) exit;;\n"
                     "*c++-header*) tool=headers;;\n"
                     "*) tool=${0##*/};;\n"
                     "esac\n"
                     ". %s/behave\n",
                     root, root);
    write_script("g++", tool);
    write_script("as", tool);
    write_script("ld", tool);
    write_script("cc1plus", "#!/bin/sh\n");
}

static void open_compiler(void)
{
    struct err err = { 0 };
    toolchain_release(&compiler.tools);
    compiler = (struct cpu_compiler){ .machine = "machine" };
    if (cache_open(&compiler.cache, &err) != 0 || toolchain_find(&compiler.tools, &err) != 0)
        fail_msg("%s", err.msg);
}

static int compile(const char *text, struct artifact *out, struct err *err)
{
    struct kernel_candidate *k = arena_alloc(&arena, sizeof *k);
    struct kernel_error bad;
    bool is_limit;
    if (kernel_candidate_read(&(struct candidate_text){ text, strlen(text), &task, CASE_TINY },
                              &arena, k, &bad, &is_limit) != 0)
        fail_msg("%s", bad.msg);
    const struct compile_spec spec = { .candidate = &k->base, .task = &task };
    return cpu_compile(&compiler, &spec, &arena, out, err);
}

/* Texts that no cache knows. */
static const char *kernel(void)
{
    static int n;
    n++;
    return arena_printf(&arena,
                        "//@ launch k%d(x, y) grid=1 block=1\n"
                        "__global__ void k%d(const float *x, float *y) { y[0] = x[0]; }\n",
                        n, n);
}

/* With ROOT for the folder of the tools. */
static const char *without_root(const char *text)
{
    struct buf b = { 0 };
    for (const char *at = strstr(text, root); at != NULL; at = strstr(text, root)) {
        buf_add(&b, text, (size_t)(at - text));
        buf_puts(&b, "ROOT");
        text = at + strlen(root);
    }
    buf_puts(&b, text);
    const char *copy = arena_strdup(&arena, buf_text(&b));
    buf_release(&b);
    return copy;
}

#define FLAGS                                                                                      \
    "-std=gnu++17 -O3 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=fast -fPIC "  \
    "-ftls-model=initial-exec -fno-extern-tls-init -fvisibility=hidden -fno-exceptions -fno-rtti " \
    "-fno-stack-protector -fstack-clash-protection -fcf-protection=none "                          \
    "-fno-threadsafe-statics -fno-asynchronous-unwind-tables -fno-unwind-tables -fno-plt "         \
    "-fno-ident -fno-gnu-unique -ftrack-macro-expansion=0 -nostdinc -nostdinc++ "                  \
    "-fmax-errors=20 -fconstexpr-ops-limit=1000000 --param=logical-op-non-short-circuit=0 "        \
    "-fdiagnostics-color=never -fno-diagnostics-show-caret -Wno-unknown-pragmas -Wno-unused "      \
    "-Wno-attributes -w "
#define ENVIRONMENT "LC_ALL=C\nPATH=/usr/local/bin:/usr/bin:/bin\nTMPDIR=.\n"

/* Memory is in KiB, files in blocks of 512 bytes, time in seconds. */
#define NOTES                                                                                      \
    "echo \"$0 $*\"; env | grep -v -e PWD -e SHLVL -e '^_=' | sort; ulimit -v; ulimit -f; ulimit " \
    "-t; read x; echo $?\n"
#define LAST_LIMIT "10\n1\n"
#define LIMITS     "1048576\n131072\n" LAST_LIMIT

static void the_tools_are_called_so(void **state)
{
    struct artifact out;
    struct err err = { 0 };
    struct buf CLEANUP(buf_release) headers = { 0 };
    (void)state;
    write_script("behave",
                 "if [ $tool = headers ]; then exec >common.h.gch; fi\n" NOTES "case $tool in\n"
                 "g++) cat common.h.gch exports | tail -n 3; head -n 1 kernel.cpp\n"
                 "     echo >kernel.s;;\n"
                 "ld) exit 1;;\n"
                 "esac\n");
    open_compiler();
    if (compile(kernel(), &out, &err) != 0)
        fail_msg("%s", err.msg);
    assert_string_equal(
        without_root(out.log),
        "ROOT/g++ " FLAGS "-S -o kernel.s kernel.cpp\n" ENVIRONMENT LIMITS LAST_LIMIT
        "{ global: rb_launch_*; local: *; };\n#include \"common.h\"\n"
        "ROOT/as --64 -o kernel.o kernel.s\n" ENVIRONMENT LIMITS
        "ROOT/ld -shared -z now -z relro -z noexecstack --build-id=none "
        "--hash-style=gnu --version-script=exports -o kernel.so kernel.o\n" ENVIRONMENT LIMITS);
    assert_true(compiler.precompiled[0].is_made);
    assert_int_equal(file_read(compiler.precompiled[0].path, 100000, &headers, &err), 0);
    assert_string_equal(without_root(buf_text(&headers)),
                        "ROOT/g++ " FLAGS "-x c++-header -o common.h.gch "
                        "common.h\n" ENVIRONMENT LIMITS);
    assert_int_equal(strncmp(FLAGS, compile_flags_text, strlen(compile_flags_text)), 0);
    /* A list of libraries is handed on. */
    assert_int_equal(setenv("LD_LIBRARY_PATH", "/nowhere", 1), 0);
    open_compiler();
    assert_int_equal(unsetenv("LD_LIBRARY_PATH"), 0);
    if (compile(kernel(), &out, &err) != 0)
        fail_msg("%s", err.msg);
    assert_non_null(strstr(out.log, "\nLC_ALL=C\nLD_LIBRARY_PATH=/nowhere\nPATH="));
}

/* Texts are compiled without precompiled headers where these cannot be made. */
static void headers_that_cannot_be_compiled_are_left_out(void **state)
{
    struct artifact out;
    struct err err = { 0 };
    (void)state;
    write_script("behave", "[ $tool != headers ] || exit 1\n"
                           "[ ! -e common.h.gch ] || echo there\nhead -n 2 common.h; exit 1\n");
    open_compiler();
    snprintf(compiler.machine, sizeof compiler.machine, "another machine");
    if (compile(kernel(), &out, &err) != 0)
        fail_msg("%s", err.msg);
    assert_true(compiler.precompiled[0].is_made);
    assert_string_equal(compiler.precompiled[0].path, "");
    assert_true(out.log[0] != '\0' && strstr(out.log, "there") == NULL);
}

#define WITHOUT_END ": a macro, a template or a constant expression grows without end"

/* What the text is to blame for is kept, and nothing else. */
static void each_end_has_its_words(void **state)
{
    static const struct {
        const char *behave;
        enum outcome outcome;
        const char *message, *log;
        bool is_forgotten;
    } rows[] = {
        { "echo 'kernel.cu:2:5: error: no' >&2; exit 1", OUTCOME_COMPILE,
          "kernel.cu:2:5: error: no", "kernel.cu:2:5: error: no\n", false },
        { "echo 'In file included from kernel.cu:7:'; echo 'device.h:3: error: no'; exit 2",
          OUTCOME_COMPILE, "kernel.cu:7: error: no",
          "In file included from kernel.cu:7:\ndevice.h:3: error: no\n", false },
        { "echo 'g++: CPU time limit exceeded'; exit 1", OUTCOME_COMPILE,
          "the compiler took more than 10 s of processor time" WITHOUT_END,
          "g++: CPU time limit exceeded\n", false },
        { "echo 'virtual memory exhausted: x'; exit 1", OUTCOME_COMPILE,
          "the compiler took more than 1 GiB of memory" WITHOUT_END,
          "virtual memory exhausted: x\n", false },
        { "echo 'cc1plus: out of memory allocating 8'; exit 1", OUTCOME_COMPILE,
          "the compiler took more than 1 GiB of memory" WITHOUT_END,
          "cc1plus: out of memory allocating 8\n", false },
        { "exit 1", OUTCOME_COMPILE,
          "the compiler ended without a word: over its limits of processor time, memory or file "
          "size",
          "", true },
        { "kill -9 $$", OUTCOME_COMPILE,
          "the compiler ended without a word: over its limits of processor time, memory or file "
          "size",
          "", true },
        { "if [ $tool = as ]; then echo 'as: bad'; exit 127; fi; echo >kernel.s", OUTCOME_COMPILE,
          "as: bad", "as: bad\n", true },
        { "if [ $tool = as ]; then echo 'kernel.s:7: Error: bad'; exit 1; fi; echo >kernel.s",
          OUTCOME_COMPILE, "kernel.s:7: Error: bad", "kernel.s:7: Error: bad\n", false },
        { "echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1",
          OUTCOME_COMPILE, "g++: fatal error: Killed signal terminated program cc1plus",
          "g++: fatal error: Killed signal terminated program cc1plus\n", true },
        { "echo 'kernel.cu:1: fatal error: x.h: Cannot allocate memory'; exit 1", OUTCOME_COMPILE,
          "kernel.cu:1: fatal error: x.h: Cannot allocate memory",
          "kernel.cu:1: fatal error: x.h: Cannot allocate memory\n", true },
        { "[ $tool != ld ] || { echo 'ld: undefined reference to `f'; exit 1; }; echo >kernel.s",
          OUTCOME_COMPILE, "undefined reference to `f", "ld: undefined reference to `f\n", false },
        { "[ $tool != ld ] || { echo \"to \\`__dso_handle'\"; exit 1; }; echo >kernel.s",
          OUTCOME_COMPILE, "a static variable has a destructor, which a device does not run",
          "to `__dso_handle'\n", false },
        { "[ $tool != ld ] || { echo \"to \\`__cxa_thread_atexit'\"; exit 1; }; echo >kernel.s",
          OUTCOME_COMPILE, "a thread_local variable has a destructor, which a device does not run",
          "to `__cxa_thread_atexit'\n", false },
        { "echo '\t.incbin \"/etc/passwd\"' >kernel.s", OUTCOME_CHEAT,
          "directive '.incbin' in the compiled code", "", false },
    };
    (void)state;
    open_compiler();
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *text = kernel();
        struct artifact first, again;
        struct err err = { 0 };
        write_script("behave", rows[i].behave);
        if (compile(text, &first, &err) != 0)
            fail_msg("%s: %s", rows[i].behave, err.msg);
        write_script("behave", "echo other; exit 1");
        assert_int_equal(compile(text, &again, &err), 0);
        if (rows[i].is_forgotten) {
            assert_string_equal(again.message, "other");
            assert_false(again.cached);
        }
        for (int k = 0; k < 2 - rows[i].is_forgotten; k++) {
            const struct artifact *out = k == 0 ? &first : &again;
            assert_int_equal(out->outcome, rows[i].outcome);
            assert_string_equal(out->message, rows[i].message);
            assert_string_equal(out->log, rows[i].log);
            assert_int_equal(out->cached, k == 1);
            assert_string_equal(out->cheat_kind != NULL ? out->cheat_kind : "",
                                rows[i].outcome == OUTCOME_CHEAT ? "host_code" : "");
            assert_true(out->compile_ms > 0 && out->compile_ms < 60000);
        }
    }
}

/* Nothing is known of the text then, so nothing is kept. */
static void a_compiler_that_does_not_start_is_our_failure(void **state)
{
    const char *text = kernel();
    struct artifact out;
    struct err err = { 0 };
    (void)state;
    open_compiler();
    write_script("behave", "echo 'no such file'; exit 127");
    assert_int_equal(compile(text, &out, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "the compiler cannot be started in its sandbox: no such file\n");
    write_script("behave", "echo other; exit 1");
    assert_int_equal(compile(text, &out, &err), 0);
    assert_false(out.cached);
    assert_string_equal(out.message, "other");
}

#define INLINE_ASSEMBLY                                                                            \
    "kernel.cu:3: error: inline assembly is not on the cpu backend: write it in CUDA C, or "       \
    "evaluate with --backend cuda"

static void a_text_that_cannot_be_translated_is_not_compiled(void **state)
{
    struct artifact out;
    struct err err = { 0 };
    (void)state;
    open_compiler();
    write_script("behave", "exit 127");
    assert_int_equal(compile("//@ launch k(x, y) grid=1 block=1\n"
                             "__global__ void k(const float *x, float *y)\n"
                             "{ asm(\"nop\"); }\n",
                             &out, &err),
                     0);
    assert_int_equal(out.outcome, OUTCOME_COMPILE);
    assert_string_equal(out.message, INLINE_ASSEMBLY);
    assert_string_equal(out.log, INLINE_ASSEMBLY "\n");
    assert_false(out.cached);
}

/* Of this machine's compiler: what the object needs and holds. */
static void an_object_is_described(void **state)
{
    static const struct {
        const char *text;
        unsigned fiber_launches;
        bool has_shared, has_dynamic;
        uint64_t state_bytes; /* and a few pages */
        const char *message;
    } rows[] = {
        { "//@ launch k(x, y) grid=1 block=1\n"
          "__global__ void k(const float *x, float *y) { y[0] = x[0]; }\n",
          0, false, false, 0, NULL },
        { "//@ launch l(x, y) grid=1 block=1\n//@ launch a(x, y) grid=1 block=1\n"
          "__device__ int calls[2000];\n"
          "__global__ void l(const float *x, float *y) { y[0] = x[0] + calls[1]++; }\n"
          "__global__ void a(const float *x, float *y)\n"
          "{ __shared__ float s[3]; s[threadIdx.x] = x[0]; __syncthreads(); y[0] = s[0]; }\n",
          2, true, false, 8000, NULL },
        { "//@ launch k(x, y) grid=1 block=1 smem=64\n"
          "extern __shared__ float s[];\n"
          "__global__ void k(const float *x, float *y)\n"
          "{ s[threadIdx.x] = x[0]; y[0] = s[0]; }\n",
          0, true, true, 0, NULL },
        { "//@ launch k(x, y) grid=1 block=1\n"
          "__device__ char many[268435457];\n"
          "__global__ void k(const float *x, float *y) { y[0] = x[0] + many[0]++; }\n",
          0, false, false, 268435457, "the kernel file has more than 256 MiB of __device__ data" },
    };
    (void)state;
    assert_int_equal(unsetenv("CXX"), 0);
    open_compiler();
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct artifact out;
        struct err err = { 0 };
        for (int again = 0; again < 2; again++) {
            if (compile(rows[i].text, &out, &err) != 0)
                fail_msg("%s", err.msg);
            assert_int_equal(out.outcome,
                             rows[i].message == NULL ? OUTCOME_MEASURED : OUTCOME_COMPILE);
            assert_string_equal(out.message == NULL ? "" : out.message,
                                rows[i].message == NULL ? "" : rows[i].message);
            assert_int_equal(out.fiber_launches, rows[i].fiber_launches);
            assert_int_equal(out.has_shared, rows[i].has_shared);
            assert_int_equal(out.has_dynamic, rows[i].has_dynamic);
            assert_in_range(out.state_bytes, rows[i].state_bytes, rows[i].state_bytes + 5 * 4096);
            assert_int_equal(out.cached, again);
            assert_int_equal(strlen(out.sha256), rows[i].message == NULL ? 64 : 0);
            assert_int_equal(out.path != NULL, rows[i].message == NULL);
        }
    }
}

static int begin(void **state)
{
    (void)state;
    assert_int_equal(setenv("CXX", arena_printf(&arena, "%s/g++", root), 1), 0);
    return 0;
}

int main(int argc, char **argv)
{
    struct expr_error bad;
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    (void)unsetenv("LD_LIBRARY_PATH");
    const struct expr *one = expr_parse(&arena, "1", 1, &bad);
    task.inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { one } };
    task.outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { one } };
    if (mkdtemp(root) == NULL ||
        setenv("ROLLBOOK_CACHE_DIR", arena_printf(&arena, "%s/cache", root), 1) != 0)
        return 1;
    make_tools();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_tools_are_called_so, begin),
        cmocka_unit_test_setup(headers_that_cannot_be_compiled_are_left_out, begin),
        cmocka_unit_test_setup(each_end_has_its_words, begin),
        cmocka_unit_test_setup(a_compiler_that_does_not_start_is_our_failure, begin),
        cmocka_unit_test_setup(a_text_that_cannot_be_translated_is_not_compiled, begin),
        cmocka_unit_test_setup(an_object_is_described, begin),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char command[128];
    toolchain_release(&compiler.tools);
    arena_release(&arena);
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command) != 0 || failed != 0;
}
