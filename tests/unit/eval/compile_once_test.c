/*
 * compile_once_test.c - what is compiled once for many: the headers of all texts, a kernel that
 * several launches run.
 */
#include <dirent.h>
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
#include "src/eval/eval.h"

#define COPIES        8
#define LEAST_HEADERS ((size_t)1 << 20)
#define MAX_OBJECT    ((size_t)64 << 20)

static char cache[] = "/tmp/rollbook_once_XXXXXX";
static struct evaluator *evaluator;

/* Precompiled headers and other objects have one ending; the former begin with "gpch". */
static size_t object_bytes(bool headers, char path[512])
{
    DIR *d = opendir(cache);
    size_t bytes = 0;
    assert_non_null(d);
    for (const struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        struct buf CLEANUP(buf_release) b = { .max = MAX_OBJECT };
        char name[512];
        const char *end = strrchr(e->d_name, '.');
        snprintf(name, sizeof name, "%s/%s", cache, e->d_name);
        if (end == NULL || strcmp(end, ".so") != 0 || file_read(name, MAX_OBJECT, &b, NULL) != 0 ||
            (b.len > 4 && memcmp(b.data, "gpch", 4) == 0) != headers || b.len < bytes)
            continue;
        bytes = b.len;
        snprintf(path, 512, "%s", name);
    }
    (void)closedir(d);
    return bytes;
}

static void remove_objects(void)
{
    char path[512];
    while (object_bytes(false, path) > 0)
        assert_int_equal(unlink(path), 0);
}

static enum outcome outcome_of(const struct task *t, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = strlen(text),
                            .task = t,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .input_seed = 21,
                            .threads = 1 };
    if (evaluator_run(evaluator, &job, &a, &r, &err) != 0)
        fail_msg("%s", err.msg);
    if (r.outcome != OUTCOME_MEASURED)
        print_message("%s\n", r.message);
    return r.outcome;
}

/* A text that no cache has: the number is a comment. */
static enum outcome outcome_of_new_text(const struct task *t, int number)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    buf_printf(&text, "%s// %d\n", t->baseline, number);
    return outcome_of(t, buf_text(&text));
}

static void reopen(void)
{
    struct err err = { 0 };
    evaluator_close(evaluator);
    if (evaluator_open("cpu", &evaluator, &err) != 0)
        fail_msg("%s", err.msg);
}

static void headers_are_a_help_and_no_condition(void **state)
{
    const struct task *t = *state;
    char path[512];
    assert_int_equal(outcome_of_new_text(t, 1), OUTCOME_MEASURED);
    assert_in_range(object_bytes(true, path), LEAST_HEADERS, MAX_OBJECT);
    /* Another process may have removed it, */
    assert_int_equal(unlink(path), 0);
    assert_int_equal(outcome_of_new_text(t, 2), OUTCOME_MEASURED);
    /* the next evaluator makes it again, */
    reopen();
    assert_int_equal(outcome_of_new_text(t, 3), OUTCOME_MEASURED);
    assert_in_range(object_bytes(true, path), LEAST_HEADERS, MAX_OBJECT);
    /* and one that is damaged is not used. */
    assert_int_equal(truncate(path, 64), 0);
    reopen();
    assert_int_equal(outcome_of_new_text(t, 4), OUTCOME_MEASURED);
    assert_in_range(object_bytes(true, path), LEAST_HEADERS, MAX_OBJECT);
}

static void launches_of_a_kernel_share_its_code(void **state)
{
    const struct task *t = *state;
    struct buf CLEANUP(buf_release) text = { 0 };
    char path[512];
    size_t line = strcspn(t->baseline, "\n") + 1;
    remove_objects();
    assert_int_equal(outcome_of_new_text(t, 5), OUTCOME_MEASURED);
    size_t once = object_bytes(false, path);
    remove_objects();
    for (int i = 1; i < COPIES; i++)
        buf_add(&text, t->baseline, line);
    buf_puts(&text, t->baseline);
    assert_int_equal(outcome_of(t, buf_text(&text)), OUTCOME_MEASURED);
    assert_in_range(object_bytes(false, path), once, once + once / 2);
}

int main(int argc, char **argv)
{
    struct arena a = { 0 };
    const struct task **tasks, *conv = NULL;
    size_t n = 0;
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    if (mkdtemp(cache) == NULL || setenv("ROLLBOOK_CACHE_DIR", cache, 1) != 0 ||
        evaluator_open("cpu", &evaluator, NULL) != 0 || task_list(&a, &tasks, &n, NULL) != 0)
        return 1;
    for (size_t i = 0; i < n; i++)
        if (tasks[i]->problem_id == 59)
            conv = tasks[i];
    struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_a_help_and_no_condition),
        cmocka_unit_test(launches_of_a_kernel_share_its_code),
    };
    for (size_t i = 0; i < 2; i++)
        tests[i].initial_state = (void *)(uintptr_t)conv;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    evaluator_close(evaluator);
    arena_release(&a);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", cache);
    return system(command) != 0 || failed != 0;
}
