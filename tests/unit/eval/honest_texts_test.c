/*
 * honest_texts_test.c - kernel files as models write them are measured.
 *
 * tests/honest/texts.py writes them.  Where NVRTC is, which needs no GPU, it must take each of them
 * as well: so none is honest by our own opinion alone.
 *
 * labels: release
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/cuda/compile/cuda_compile.h"
#include "tests/unit/eval/evaluator_fixture.h"

#define LEAST_TEXTS 200

static struct cuda_compiler nvrtc;
static bool has_nvrtc;

/* "l1-28_017_name.cu" */
static const struct task *task_of(const char *path, struct arena *a)
{
    const struct task *task = NULL;
    struct err err = { 0 };
    const char *name = strrchr(path, '/') + 1;
    char *id = arena_strndup(a, name, strcspn(name, "_"));
    id[strcspn(id, "-")] = '/';
    if (task_find(id, a, &task, &err) != 0)
        fail_msg("%s: %s", path, err.msg);
    return task;
}

static bool is_measured(const char *path, const char *text, size_t len, struct arena *a)
{
    struct err err = { 0 };
    struct eval_result r;
    struct eval_job job = { .kernel_text = text,
                            .kernel_len = len,
                            .task = task_of(path, a),
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .input_seed = 11,
                            .threads = 1 };
    if (evaluator_run(evaluator, &job, a, &r, &err) != 0)
        fail_msg("%s: %s", path, err.msg);
    if (r.outcome == OUTCOME_MEASURED)
        return true;
    print_error("%s: %s (%s)\n", path, outcome_name(r.outcome), r.message);
    return false;
}

static bool nvrtc_takes(const char *path, const char *text, size_t len, struct arena *a)
{
    struct err err = { 0 };
    struct kernel_candidate kernel;
    struct kernel_error bad;
    struct artifact artifact;
    bool is_limit;
    const struct task *task = task_of(path, a);
    struct compile_spec spec = { .candidate = &kernel.base, .task = task };
    if (kernel_candidate_read(&(struct candidate_text){ text, len, task, CASE_TINY }, a, &kernel,
                              &bad, &is_limit) != 0)
        fail_msg("%s: %s", path, bad.msg);
    if (cuda_compile(&nvrtc, &spec, a, &artifact, &err) != 0)
        fail_msg("%s: %s", path, err.msg);
    if (artifact.outcome == OUTCOME_MEASURED)
        return true;
    print_error("%s: NVRTC: %s\n", path, artifact.message);
    return false;
}

static void honest_texts_are_measured(void **state)
{
    char command[2048], path[1024];
    const char *folder = getenv("TMPDIR");
    unsigned n = 0, refused = 0, not_taken = 0;
    (void)state;
    snprintf(command, sizeof command,
             "d=$(mktemp -d %s/honest.XXXXXX) && python3 %s/tests/honest/texts.py $d >&2 && ls "
             "$d/*.cu",
             folder != NULL ? folder : "/tmp", getenv("ROLLBOOK_SOURCE_DIR"));
    FILE *list = popen(command, "r");
    assert_non_null(list);
    for (; fgets(path, sizeof path, list) != NULL; n++) {
        struct arena a = { 0 };
        struct buf text = { 0 };
        struct err err = { 0 };
        path[strcspn(path, "\n")] = '\0';
        if (file_read(path, KERNEL_MAX_BYTES, &text, &err) != 0)
            fail_msg("%s", err.msg);
        refused += !is_measured(path, buf_text(&text), text.len, &a);
        not_taken += has_nvrtc && !nvrtc_takes(path, buf_text(&text), text.len, &a);
        remove(path);
        buf_release(&text);
        arena_release(&a);
    }
    assert_int_equal(pclose(list), 0);
    assert_true(n >= LEAST_TEXTS);
    print_message("%u texts, %s\n", n, has_nvrtc ? nvrtc.version : "without NVRTC");
    if (refused + not_taken > 0)
        fail_msg("%u of %u are not measured, %u not taken by NVRTC", refused, n, not_taken);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_texts_are_measured),
    };
    struct err err = { 0 };
    has_nvrtc = cuda_compiler_open(&nvrtc, &err) == 0;
    if (has_nvrtc)
        cuda_compiler_target(&nvrtc, "sm_90");
    int failed =
        cmocka_run_group_tests_name("honest_texts", tests, open_evaluator, close_evaluator);
    cuda_compiler_close(&nvrtc);
    return failed;
}
