/*
 * cpu_session_test.c - memory that sessions of the cpu backend leave to later ones, and what is
 * said when a runner does not start, load or answer.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/contract/backend.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cpu/cpu_session.h"
#include "src/eval/eval.h"
#include "src/eval/process/cpu_process.h"
#include "src/eval/process/sandbox.h"

#define PAGE   4096
#define SECOND INT64_C(1000000000)

static struct arena arena;
static struct backend_context *backend;
static const struct sandbox_rooms no_rooms = { { -1, -1, -1 } };
/* What lies behind the files is none of them. */
static struct {
    struct spare_files spare;
    struct shared_file behind[2];
} kept;

static const char copies[] = "//@ launch copy(x, y, n) grid=1 block=1\n"
                             "__device__ int calls[3] = { 1, 2, 3 };\n"
                             "__global__ void copy(const float *x, float *y, int n)\n"
                             "{ for (int i = 0; i < n; i++) y[i] = x[i] + calls[2]++ - 3; }\n";

/* A task of n elements. */
static struct task *task_of(int64_t n)
{
    struct expr_error bad;
    struct task *t = arena_alloc(&arena, sizeof *t);
    *t = (struct task){ .id = "probe", .n_inputs = 1, .n_outputs = 1, .n_dims = 1 };
    t->dims[0] = "n";
    t->dim_values[CASE_TINY][0] = n;
    const struct expr *shape = expr_parse(&arena, "n", 1, &bad);
    t->inputs[0] = (struct task_tensor){ .name = "x", .rank = 1, .shape = { shape } };
    t->outputs[0] = (struct task_tensor){ .name = "y", .rank = 1, .shape = { shape } };
    return t;
}

static struct kernel_candidate *candidate_of(const struct task *t, const char *text)
{
    struct kernel_candidate *k = arena_alloc(&arena, sizeof *k);
    struct kernel_error bad;
    bool is_limit;
    if (kernel_candidate_read(&(struct candidate_text){ text, strlen(text), t, CASE_TINY }, &arena,
                              k, &bad, &is_limit) != 0)
        fail_msg("%s", bad.msg);
    return k;
}

static struct artifact compiled(const char *text)
{
    struct artifact a;
    struct err err = { 0 };
    struct task *t = task_of(1);
    struct compile_spec spec = { .candidate = &candidate_of(t, text)->base, .task = t };
    if (backend_cpu.compile(backend, &spec, &arena, &a, &err) != 0)
        fail_msg("%s", err.msg);
    if (a.outcome != OUTCOME_MEASURED)
        fail_msg("%s", a.message);
    return a;
}

struct loaded {
    int rc;
    struct kernel_session *session;
    struct launch_report report;
    struct err err;
};

static struct loaded load(const struct artifact *a, const char *text, int64_t n, unsigned threads)
{
    struct loaded l = { .rc = 0 };
    struct task *t = task_of(n);
    struct session_spec spec = { .artifact = a,
                                 .candidate = &candidate_of(t, text)->base,
                                 .task = t,
                                 .threads = threads,
                                 .deadline_ns = clock_monotonic_ns() + 60 * SECOND };
    l.rc = cpu_session_load(&kept.spare, &spec, &l.session, &l.report, &l.err);
    return l;
}

static struct kernel_session *load_well(const struct artifact *a, int64_t n)
{
    struct loaded l = load(a, copies, n, 1);
    if (l.session == NULL)
        fail_msg("%d %s %s", l.rc, l.err.msg, l.report.message);
    return l.session;
}

static void assert_kept(uint64_t first, uint64_t second, uint64_t third)
{
    const uint64_t pages[] = { first, second, third };
    for (size_t i = 0; i < SPARE_FILES; i++) {
        const struct shared_file *f = &kept.spare.files[i];
        if ((f->map == NULL) != (pages[i] == 0) || (f->map != NULL && f->bytes != PAGE * pages[i]))
            fail_msg("file %zu has %llu bytes", i, (unsigned long long)f->bytes);
    }
    assert_null(kept.behind[0].map);
    assert_ptr_equal(kept.spare.rooms, &no_rooms);
}

/* x and y have as many pages each as there are thousands of elements. */
static void memory_is_kept_for_later_sessions_that_fit(void **state)
{
    (void)state;
    struct artifact a = compiled(copies);
    struct kernel_session *s[4];
    for (int64_t i = 0; i < 4; i++)
        s[i] = load_well(&a, 1000 * (i + 1));
    assert_kept(0, 0, 0);
    for (size_t i = 0; i < 3; i++)
        cpu_session_unload(s[i]);
    assert_kept(2, 4, 6);
    cpu_session_unload(s[3]);
    assert_kept(4, 6, 8);
    /* The first that is large enough and not much too large is taken: */
    s[0] = load_well(&a, 3000);
    assert_kept(4, 0, 8);
    s[1] = load_well(&a, 3000);
    assert_kept(4, 0, 0);
    s[2] = load_well(&a, 2000);
    assert_kept(0, 0, 0);
    /* what comes back goes to the first place that is free, */
    cpu_session_unload(s[1]);
    assert_kept(8, 0, 0);
    /* four times as large is not too large, */
    s[1] = load_well(&a, 1000);
    assert_kept(0, 0, 0);
    cpu_session_unload(s[1]);
    s[3] = load_well(&a, 5000);
    cpu_session_unload(s[3]);
    assert_kept(8, 10, 0);
    s[1] = load_well(&a, 1000);
    assert_kept(0, 10, 0);
    /* and more than that is. */
    s[3] = load_well(&a, 1000);
    assert_kept(0, 10, 0);
    for (size_t i = 0; i < 4; i++)
        cpu_session_unload(s[i]);
    assert_kept(8, 4, 2);
    cpu_session_unload(NULL);
}

static void launch(struct kernel_session *s, const float *x, bool keep_state,
                   struct launch_report *r)
{
    struct err err = { 0 };
    const void *const inputs[] = { x };
    if (cpu_session_launch(s, inputs, keep_state, r, &err) != 0)
        fail_msg("%s", err.msg);
}

static float output(const struct launch_report *r, size_t i)
{
    float y;
    memcpy(&y, (const char *)r->outputs[0] + i * sizeof y, sizeof y);
    return y;
}

static void module_variables_are_as_loaded_unless_they_are_kept(void **state)
{
    static const float x[2] = { 10, 20 };
    static const float more[] = { 0, 0, 2, 4, 0 };
    static const bool keeps[] = { false, false, true, true, false };
    (void)state;
    struct artifact a = compiled(copies);
    struct kernel_session *s = load_well(&a, 2);
    for (size_t i = 0; i < ARRAY_LEN(keeps); i++) {
        struct launch_report r;
        launch(s, x, keeps[i], &r);
        assert_int_equal(r.status, LAUNCH_OK);
        assert_float_equal(output(&r, 0), 10 + more[i], 0);
        assert_float_equal(output(&r, 1), 21 + more[i], 0);
        assert_true(r.state_modified);
        assert_int_equal(r.input_modified_bytes + r.guard_modified_bytes, 0);
        assert_true(r.claimed_us >= 0 && r.device_us >= r.claimed_us);
    }
    cpu_session_unload(s);
}

static void an_ended_runner_is_not_asked_again(void **state)
{
    static const float x[2] = { 1, 2 };
    const void *const inputs[] = { x };
    (void)state;
    struct artifact a = compiled(copies);
    struct kernel_session *s = load_well(&a, 2);
    struct launch_report r;
    struct err err = { 0 };
    cpu_session_set_deadline(s, clock_monotonic_ns() - 1);
    launch(s, x, false, &r);
    assert_int_equal(r.status, LAUNCH_TIMEOUT);
    assert_string_equal(r.kind, "deadline");
    assert_string_equal(r.message, "killed at the deadline");
    assert_int_equal(cpu_session_launch(s, inputs, false, &r, &err), ERR_INTEGRITY);
    assert_string_equal(err.msg, "the runner of this session has ended");
    cpu_session_unload(s);
}

static void assert_refused(struct loaded l, enum launch_status status, const char *kind,
                           const char *message)
{
    assert_int_equal(l.rc, 0);
    assert_null(l.session);
    if (l.report.status != status || strcmp(l.report.kind, kind) != 0 ||
        strcmp(l.report.message, message) != 0)
        fail_msg("%d %s: %s", (int)l.report.status, l.report.kind, l.report.message);
}

static const char *file_with(const char *text)
{
    static char path[] = "/tmp/rollbook_session_XXXXXX";
    static int fd = -1;
    if (fd < 0)
        fd = mkstemp(path);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    return path;
}

/* A path is of this machine and not shown. */
static void an_object_that_cannot_be_loaded_is_refused_in_words(void **state)
{
    static const char two[] = "//@ launch copy(x, y, n) grid=1 block=1\n"
                              "//@ launch copy(x, y, n) grid=1 block=1\n";
    (void)state;
    struct artifact good = compiled(copies), a = good;
    assert_true(good.state_bytes > 0);
    a.state_bytes = 0;
    assert_refused(load(&a, copies, 1, 1), LAUNCH_REFUSED, "load",
                   "more module variables than were announced for the object");
    assert_refused(load(&good, two, 1, 1), LAUNCH_REFUSED, "load", "undefined symbol: rb_launch_1");
    a = good;
    a.path = file_with("no object at all");
    assert_refused(load(&a, copies, 1, 1), LAUNCH_REFUSED, "load", "file too short");
    assert_int_equal(remove(a.path), 0);
    struct loaded l = load(&a, copies, 1, 1);
    assert_null(l.session);
    assert_int_equal(l.report.status, LAUNCH_INFRA);
    assert_string_equal(l.report.kind, "load");
    assert_null(strstr(l.report.message, a.path));
}

static void threads_and_blocks_are_within_bounds(void **state)
{
    (void)state;
    struct artifact a = compiled(copies);
    assert_refused(load(&a, copies, 1, 0), LAUNCH_INFRA, "setup", "the plan is out of bounds");
    assert_refused(load(&a, copies, 1, RUNNER_MAX_THREADS + 1), LAUNCH_INFRA, "setup",
                   "the plan is out of bounds");
    struct loaded most = load(&a, copies, 1, RUNNER_MAX_THREADS);
    assert_non_null(most.session);
    cpu_session_unload(most.session);
}

/* A barrier that no search of the text finds: the object has to be compiled again. */
static void a_barrier_in_a_plain_loop_asks_for_other_code(void **state)
{
    static const char hidden[] = "//@ launch copy(x, y, n) grid=1 block=2\n"
                                 "#define GLUE(a, b) a##b\n"
                                 "__global__ void copy(const float *x, float *y, int n)\n"
                                 "{ GLUE(__syn, cthreads)(); y[0] = x[0]; }\n";
    static const float x[1] = { 3 };
    (void)state;
    struct artifact a = compiled(hidden);
    assert_int_equal(a.fiber_launches, 0);
    struct loaded l = load(&a, hidden, 1, 1);
    struct launch_report r;
    assert_non_null(l.session);
    launch(l.session, x, false, &r);
    assert_int_equal(r.status, LAUNCH_NEEDS_FIBERS);
    assert_string_equal(r.kind, "fibers");
    assert_string_equal(r.message, "a barrier in a kernel that was taken for barrier-free");
    cpu_session_unload(l.session);
}

static size_t open_files(void)
{
    size_t n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

static void release_memory(void)
{
    for (size_t i = 0; i < SPARE_FILES; i++)
        shared_file_close(&kept.spare.files[i]);
}

static void nothing_of_a_session_stays_open(void **state)
{
    (void)state;
    struct artifact a = compiled(copies), bad = a;
    release_memory();
    size_t before = open_files();
    struct kernel_session *s[5];
    for (size_t i = 0; i < ARRAY_LEN(s); i++)
        s[i] = load_well(&a, 2);
    for (size_t i = 0; i < ARRAY_LEN(s); i++)
        cpu_session_unload(s[i]);
    assert_int_equal(open_files(), before + SPARE_FILES);
    bad.state_bytes = 0;
    assert_null(load(&bad, copies, 1, 1).session);
    assert_null(load(&a, copies, 1, 0).session);
    release_memory();
    assert_int_equal(open_files(), before);
}

static void a_program_that_is_no_runner_is_our_failure(void **state)
{
    (void)state;
    struct artifact a = compiled(copies);
    assert_int_equal(setenv("ROLLBOOK_BIN", "/bin/true", 1), 0);
    assert_refused(load(&a, copies, 1, 1), LAUNCH_INFRA, "setup",
                   "the process ended before a kernel was run");
    assert_int_equal(setenv("ROLLBOOK_BIN", "/no/such/program", 1), 0);
    struct loaded l = load(&a, copies, 1, 1);
    assert_int_equal(l.rc, ERR_INTEGRITY);
    assert_string_equal(l.err.msg,
                        "cannot start /no/such/program runner: No such file or directory");
    char path[5000];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    struct artifact far = a;
    far.path = path;
    l = load(&far, copies, 1, 1);
    assert_null(l.session);
    assert_int_equal(unsetenv("ROLLBOOK_BIN"), 0);
}

static int setup(void **state)
{
    struct err err = { 0 };
    (void)state;
    kept.spare.rooms = &no_rooms;
    return backend_cpu.open(&backend, &err);
}

static int teardown(void **state)
{
    (void)state;
    release_memory();
    backend_cpu.close(backend);
    arena_release(&arena);
    return 0;
}

/* Nothing but these words with one argument starts anything. */
static void a_runner_is_told_what_to_be(void **state)
{
    static const char *const rows[][6] = {
        { "rollbook", "runner" },
        { "rollbook", "runner", "exec" },
        { "rollbook", "runner", "compile" },
        { "rollbook", "runner", "precompile" },
        { "rollbook", "runner", "nvrtc-server" },
        { "rollbook", "runner", "cuda" },
        { "rollbook", "runner", "exec", "a", "b" },
        { "rollbook", "runner", "compile", "a", "b" },
        { "rollbook", "runner", "precompile", "a", "b" },
        { "rollbook", "runner", "cuda", "a", "b" },
        { "rollbook", "runner", "execute", "a" },
        { "rollbook", "runner", "", "a" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char *argv[6] = { NULL };
        int argc = 0;
        for (; rows[i][argc] != NULL; argc++)
            argv[argc] = arena_strdup(&arena, rows[i][argc]);
        assert_int_equal(runner_main(argc, argv), 2);
    }
}

/* A program without that mode would go on as itself and start the next one. */
static void a_runner_starts_no_runner(void **state)
{
    struct err err = { 0 };
    pid_t pid = 0;
    (void)state;
    assert_int_equal(setenv("ROLLBOOK_RUNNER", "1", 1), 0);
    int rc = process_start_runner("exec", "/nonexistent", NULL, 0, &pid, &err);
    assert_int_equal(unsetenv("ROLLBOOK_RUNNER"), 0);
    assert_int_equal(rc, ERR_INTEGRITY);
    assert_int_equal(pid, 0);
    assert_string_equal(err.msg, "a runner starts no runner: this program has no such mode");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_runner_is_told_what_to_be),
        cmocka_unit_test(memory_is_kept_for_later_sessions_that_fit),
        cmocka_unit_test(module_variables_are_as_loaded_unless_they_are_kept),
        cmocka_unit_test(an_ended_runner_is_not_asked_again),
        cmocka_unit_test(an_object_that_cannot_be_loaded_is_refused_in_words),
        cmocka_unit_test(threads_and_blocks_are_within_bounds),
        cmocka_unit_test(a_barrier_in_a_plain_loop_asks_for_other_code),
        cmocka_unit_test(nothing_of_a_session_stays_open),
        cmocka_unit_test(a_program_that_is_no_runner_is_our_failure),
        cmocka_unit_test(a_runner_starts_no_runner),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
