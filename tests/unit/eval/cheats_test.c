/*
 * cheats_test.c - every way to look right or fast without being it, each beside an honest twin.
 *
 * tests/cheats/NAME.cu ends as the table says; NAME_honest.cu, the nearest legitimate thing, is
 * measured.
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
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/eval/eval.h"
#include "tasks/kernel_file.h"
#include "tests/unit/eval/evaluator_fixture.h"

struct cheat {
    const char *name, *task;
    enum outcome outcome;
    const char *detail; /* cheat kind, or part of message, place or evidence; NULL: any */
};

static const struct cheat cheats[] = {
    { "zeros", "l1/28", OUTCOME_MISMATCH, NULL },
    { "mean", "l1/28", OUTCOME_MISMATCH, NULL },
    { "copy_input", "l1/28", OUTCOME_MISMATCH, NULL },
    { "no_op", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "previous_output", "l1/28", OUTCOME_MISMATCH, NULL },
    { "stale_state", "l1/28", OUTCOME_MISMATCH, NULL },
    { "call_counter", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "static_cache", "l1/28", OUTCOME_CHEAT, "carried_state" },
    { "first_call_only", "l1/28", OUTCOME_CHEAT, "carried_state" },
    { "thread_local_state", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "input_modified", "l1/28", OUTCOME_CHEAT, "input_modified" },
    { "oob_write", "l1/28", OUTCOME_CRASH, "past the end of output y" },
    { "oob_write_before", "l1/28", OUTCOME_CRASH, "before the start of output y" },
    { "oob_read", "l1/28", OUTCOME_CRASH, "past the end of input x" },
    { "skipped_tail", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "nan_output", "l1/28", OUTCOME_NAN, NULL },
    { "inf_output", "l1/28", OUTCOME_NAN, NULL },
    { "partial_sum", "l1/4", OUTCOME_MISMATCH, NULL },
    { "fp16", "l1/4", OUTCOME_MISMATCH, NULL },
    { "bf16", "l1/4", OUTCOME_MISMATCH, NULL },
    { "race", "l1/4", OUTCOME_NAN, NULL },
    { "uninitialised_shared", "l1/4", OUTCOME_MISMATCH, NULL },
    { "divergent_barrier", "l1/4", OUTCOME_CRASH, "64 of 128 threads" },
    { "divergent_warp", "l1/4", OUTCOME_CRASH, "divergent warp" },
    { "clock_read", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "random_number", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "constructor", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "ifunc", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "libc_call", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "fork_call", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "file_open", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "inline_assembly", "l1/28", OUTCOME_COMPILE, "inline assembly" },
    { "hidden_assembly", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "assembler_label", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "section_name", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "hidden_syscall", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "exported_entry", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "constant_clock", "l1/28", OUTCOME_CHEAT, "reads the processor's clock" },
    { "constant_interrupt", "l1/28", OUTCOME_CHEAT, "system call" },
    { "capital_letters", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "prefixed_syscall", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "filled_bytes", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "string_directive", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "section_flags", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "dynamic_initialiser", "l1/28", OUTCOME_COMPILE, "initialised by a call" },
    { "include_leak", "l1/28", OUTCOME_COMPILE, "not on the cpu backend" },
    { "include_macro", "l1/28", OUTCOME_COMPILE, "#include" },
    { "line_leak", "l1/28", OUTCOME_COMPILE, "not declared" },
    { "incbin", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "macro_bomb", "l1/28", OUTCOME_COMPILE, "without end" },
    { "endless_constant", "l1/28", OUTCOME_COMPILE, "initialised by a call" },
    { "template_bomb", "l1/28", OUTCOME_COMPILE, NULL },
    { "pragma", "l1/28", OUTCOME_COMPILE, "#pragma" },
    { "pragma_operator", "l1/28", OUTCOME_COMPILE, "_Pragma" },
    { "has_include", "l1/28", OUTCOME_COMPILE, "__has_include" },
    { "divergent_group", "l1/28", OUTCOME_CRASH, "32 of 64 threads" },
    { "misaligned_vector", "l1/28", OUTCOME_CRASH, "not aligned" },
    { "endless", "l1/28", OUTCOME_TIMEOUT, NULL },
    { "endless_barrier", "l1/28", OUTCOME_TIMEOUT, NULL },
    { "huge_stack", "l1/28", OUTCOME_CRASH, "stack" },
    { "null_pointer", "l1/28", OUTCOME_CRASH, "null pointer" },
    { "trap", "l1/28", OUTCOME_CRASH, "Illegal instruction" },
    { "shared_overrun", "l1/28", OUTCOME_CRASH, "dynamic shared memory" },
    { "address_forgery", "l1/28", OUTCOME_CRASH, NULL },
    { "known_size", "l1/28", OUTCOME_MISMATCH, "sizes unknown to it" },
    { "larger_size", "l1/28", OUTCOME_MISMATCH, "sizes unknown to it" },
    { "many_rows", "l1/38", OUTCOME_MISMATCH, "sizes unknown to it" },
    { "short_rows", "l1/1", OUTCOME_MISMATCH, "sizes unknown to it" },
    { "block_order", "l1/28", OUTCOME_MISMATCH, "reverse order" },
    { "thread_order", "l1/4", OUTCOME_MISMATCH, "reverse order" },
    { "every_call", "l1/28", OUTCOME_CHEAT, "system call" },
    { "written_code", "l1/28", OUTCOME_CRASH, "Segmentation fault" },
    { "data_as_code", "l1/28", OUTCOME_CRASH, "Segmentation fault" },
    { "weak_import", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "set_rounding", "l1/28", OUTCOME_CHEAT, "host_code" },
    { "destructor", "l1/28", OUTCOME_COMPILE, "destructor" },
    { "stack_replay", "l1/28", OUTCOME_MISMATCH, NULL },
    { "wide_alignment", "l1/28", OUTCOME_COMPILE, "aligned to 65536 bytes" },
    { "nan_semantics", "l1/32", OUTCOME_MISMATCH, "another scale" },
    { "fixed_size", "l1/28", OUTCOME_CRASH, "sizes unknown to it" },
    { "shared_add", "l1/4", OUTCOME_MISMATCH, "interleaved" },
    { "block_add", "l1/4", OUTCOME_MISMATCH, "interleaved" },
    { "common_place", "l1/28", OUTCOME_MISMATCH, "interleaved" },
    { "times_zero", "l1/4", OUTCOME_MISMATCH, "computed from the NaN that lay there" },
    { "scratch_times_zero", "l1/4", OUTCOME_NAN, NULL },
    { "looks_right", "l1/28", OUTCOME_MISMATCH, "never written" },
    { "near_read", "l1/28", OUTCOME_CRASH, "past the end of input x" },
};

static void run(const struct cheat *c, const char *suffix, struct arena *a, struct eval_result *out)
{
    char path[1024];
    struct buf text = { 0 };
    struct err err = { 0 };
    const struct task *task = NULL;
    snprintf(path, sizeof path, "%s/tests/cheats/%s%s.cu", getenv("ROLLBOOK_SOURCE_DIR"), c->name,
             suffix);
    if (file_read(path, KERNEL_MAX_BYTES, &text, &err) != 0 ||
        task_find(c->task, a, &task, &err) != 0)
        fail_msg("%s", err.msg);
    struct eval_job job = { .kernel_text = arena_strdup(a, buf_text(&text)),
                            .kernel_len = text.len,
                            .task = task,
                            .task_case = CASE_TINY,
                            .mode = EVAL_FAST,
                            .input_seed = 11,
                            .threads = 1,
                            .deadline_ms = 400 };
    if (strstr(path, "_honest") != NULL)
        job.deadline_ms = 0;
    if (evaluator_run(evaluator, &job, a, out, &err) != 0)
        fail_msg("%s: %s", c->name, err.msg);
    buf_release(&text);
}

static bool says(const struct eval_result *r, const char *what)
{
    return (r->cheat_kind != NULL && strcmp(r->cheat_kind, what) == 0) ||
           (r->message != NULL && strstr(r->message, what) != NULL) ||
           (r->fault_place != NULL && strstr(r->fault_place, what) != NULL);
}

static void cheats_are_caught(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cheats); i++) {
        const struct cheat *c = &cheats[i];
        struct arena a = { 0 };
        struct eval_result r;
        run(c, "", &a, &r);
        if (r.outcome != c->outcome || (c->detail != NULL && !says(&r, c->detail))) {
            print_error("%s: %s (%s), expected %s (%s)\n", c->name, outcome_name(r.outcome),
                        r.message, outcome_name(c->outcome), c->detail);
            wrong++;
        }
        if (r.compile_log != NULL && strstr(r.compile_log, "root:") != NULL) {
            print_error("%s: a file stands in the compile log\n", c->name);
            wrong++;
        }
        arena_release(&a);
    }
    assert_int_equal(wrong, 0);
}

static void honest_twins_are_measured(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cheats); i++) {
        const struct cheat *c = &cheats[i];
        struct arena a = { 0 };
        struct eval_result r;
        run(c, "_honest", &a, &r);
        if (r.outcome != OUTCOME_MEASURED) {
            print_error("%s_honest: %s: %s %s\n%s\n", c->name, outcome_name(r.outcome),
                        r.cheat_kind, r.message, r.compile_log);
            wrong++;
        }
        arena_release(&a);
    }
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    if (getenv("ROLLBOOK_SOURCE_DIR") == NULL) {
        fprintf(stderr, "ROLLBOOK_SOURCE_DIR is not set\n");
        return 77;
    }
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheats_are_caught),
        cmocka_unit_test(honest_twins_are_measured),
    };
    return cmocka_run_group_tests_name("cheats", tests, open_evaluator, close_evaluator);
}
