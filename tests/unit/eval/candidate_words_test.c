/*
 * candidate_words_test.c - which kind a text is taken for, and in which words one that is not run
 * is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/contract/kernel_candidate.h"
#include "src/eval/eval.h"
#include "src/eval/torch_evaluator.h"

static struct arena arena;

static void a_text_is_taken_for_a_kind(void **state)
{
    static const struct {
        const char *text, *kind;
    } rows[] = {
        { "class ModelNew:\n", "torch" },
        { "import torch\n\n \tclass ModelNew(nn.Module):\n", "torch" },
        { "class ModelNe", "kernel_file" },
        { "x class ModelNew", "kernel_file" },
        { "//@ launch k() grid=1 block=1\nclass ModelNew\n", "torch" },
        { "//@", "kernel_file" },
        { "__global__", "kernel_file" },
        { "words", "kernel_file" },
        { "", "kernel_file" },
    };
    struct buf CLEANUP(buf_release) names = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(candidate_kind_of(rows[i].text, strlen(rows[i].text))->name,
                            rows[i].kind);
    candidate_kind_names(&names);
    assert_string_equal(buf_text(&names), "torch, kernel_file, library");
    assert_null(candidate_kind_find("tor"));
    assert_null(candidate_kind_find(""));
    const struct candidate_kind *k = candidate_kind_find("kernel_file");
    static const struct {
        const char *text;
        bool yes;
    } files[] = {
        { "//@", true },
        { "  \t//@ launch", true },
        { "a\n//@", true },
        { "a //@", false },
        { "/ /@", false },
        { "__global__ void k", true },
        { "x = \"__global__\";", false },
        { "// __global__", false },
        { "__global", false },
        { "", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(files); i++)
        if (k->recognise(files[i].text, strlen(files[i].text)) != files[i].yes)
            fail_msg("%s", files[i].text);
}

/* Of len bytes, whatever stands behind. */
static void lines_begin_behind_blanks(void **state)
{
    static const struct {
        const char *text;
        size_t len;
        bool yes;
    } rows[] = {
        { "ab", 2, true },         { "ab", 1, false },   { " \tab", 4, true },
        { " \tab", 3, false },     { "x\nab", 4, true }, { "x\nab", 3, false },
        { "x\n\n ab", 6, true },   { "xab", 3, false },  { "x\n", 2, false },
        { "\n", 1, false },        { "", 0, false },     { "a\nb", 3, false },
        { "\n\n\nab\n", 6, true }, { "   ", 3, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (text_line_begins(rows[i].text, rows[i].len, "ab") != rows[i].yes)
            fail_msg("row %zu", i);
}

#define HERE                                                                                       \
    "a kernel file is CUDA C device code and a line //@ launch NAME(ARGS) grid=... block=..."
#define TRITON "this is a Triton program, which is not run; " HERE
#define EXTENSION                                                                                  \
    "this is a C++ extension of PyTorch, whose host code is not run: leave the includes of torch " \
    "and the host functions out; " HERE

static void foreign_texts_are_named(void **state)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        { "@triton.jit", TRITON },
        { "import triton", TRITON },
        { "class ModelNew", "this is a PyTorch module, which is checked against a problem's "
                            "module: rollbook eval FILE --problem PROBLEM.py" },
        { "import torch", "this is a PyTorch program, which is not run; " HERE },
        { "from torch", "this is a PyTorch program, which is not run; " HERE },
        { "#include <torch/x>", EXTENSION },
        { "#include <ATen/x>", EXTENSION },
        { "void f() { k<<<1, 2>>>(); }",
          "<<<...>>> launches a kernel from host code, which is not run: leave the host function "
          "out and say how to launch in a line //@ launch NAME(ARGS) grid=... block=..." },
        /* The first of them speaks. */
        { "import torch\nimport triton\n", TRITON },
        { "import torch\nclass ModelNew\n",
          "this is a PyTorch module, which is checked against a problem's module: rollbook eval "
          "FILE --problem PROBLEM.py" },
        { "// k<<<1, 2>>>", NULL },
        { "a << b < c", NULL },
        { "", NULL },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const char *said = candidate_explain(rows[i].text, strlen(rows[i].text));
        assert_string_equal(said == NULL ? "" : said, rows[i].said == NULL ? "" : rows[i].said);
    }
}

static void a_module_is_refused_in_words(void **state)
{
    static const struct {
        const char *text;
        size_t len;
        bool has_module;
        enum outcome outcome;
        const char *said; /* NULL: it is taken */
    } rows[] = {
        { "", 0, true, OUTCOME_NO_CODE, "there is no code" },
        { " \n\t\r\v\f", 6, true, OUTCOME_NO_CODE, "there is no code" },
        { "a\0b", 3, true, OUTCOME_PARSE, "the text contains a zero byte (byte 1)" },
        { "a", 1, false, OUTCOME_PARSE,
          "this is a PyTorch module, which is checked against a problem's module: rollbook eval "
          "FILE --problem PROBLEM.py" },
        { "import tilelang", 15, true, OUTCOME_MEASURED, NULL },
        { "class ModelNew", 14, true, OUTCOME_MEASURED, NULL },
    };
    const struct candidate_kind *k = candidate_kind_find("torch");
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct task t = { .module = rows[i].has_module ? "import torch" : NULL };
        const struct candidate_text s = { .text = rows[i].text, .len = rows[i].len, .task = &t };
        struct candidate_refusal why = { .outcome = OUTCOME_MEASURED };
        struct candidate *c = NULL;
        assert_int_equal(k->prepare(&s, &arena, &c, &why), rows[i].said == NULL);
        assert_string_equal(why.message, rows[i].said == NULL ? "" : rows[i].said);
        assert_int_equal(c != NULL, rows[i].said == NULL);
        if (c != NULL)
            assert_int_equal(c->launches, -1);
        else
            assert_int_equal(why.outcome, rows[i].outcome);
    }
    assert_true(k->has_text && k->run == NULL && k->begin == NULL);
}

static bool has_it(const struct task *t)
{
    return t->n_dims == 1;
}

static void a_library_is_one_where_the_backend_has_it(void **state)
{
    const struct candidate_kind *k = candidate_kind_find("library");
    const struct backend with = { .library_has = has_it }, without = { .name = "b" };
    const struct task one = { .n_dims = 1 }, two = { .n_dims = 2 };
    struct candidate *c = NULL;
    (void)state;
    assert_true(k->prepare(NULL, &arena, &c, NULL));
    assert_int_equal(c->launches, -1);
    assert_true(kernel_candidate(c)->is_library);
    assert_false(k->has_text);
    for (int i = 0; i < 4; i++) {
        const struct machine m = { .backend = i % 2 == 0 ? &with : &without };
        const struct compile_spec spec = { .candidate = c, .task = i < 2 ? &one : &two };
        struct artifact a;
        assert_int_equal(k->compile(&m, &spec, &arena, &a, NULL), 0);
        assert_int_equal(a.outcome, i == 0 ? OUTCOME_MEASURED : OUTCOME_LAUNCH);
        assert_string_equal(a.message == NULL ? "" : a.message,
                            i == 0 ? "" : "the backend has no library that does this task's work");
    }
}

/* Modules are checked by an evaluator of their own. */
static void modules_have_their_evaluators(void **state)
{
    static const struct {
        const char *kind, *backend, *evaluator;
    } rows[] = {
        { "torch", "cpu", "torch-cpu" }, { "torch", "cuda", "torch-cuda" },
        { "torch", "other", "other" },   { "kernel_file", "cpu", "cpu" },
        { "library", "cuda", "cuda" },   { "torch", "torch-cpu", "torch-cpu" },
    };
    static const char *const names[] = { "cpu", "cuda", "torch", "torch-", "torch-cpu2" };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(evaluator_for(rows[i].kind, rows[i].backend), rows[i].evaluator);
    assert_string_equal(torch_evaluator_device("torch-cpu"), "cpu");
    assert_string_equal(torch_evaluator_device("torch-cuda"), "cuda");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        assert_null(torch_evaluator_device(names[i]));
    const struct backend_habits h = evaluator_habits("torch-cuda");
    assert_int_equal(h.workers_a_device, 1);
    assert_int_equal(h.jobs_ahead, 3); /* whose extensions are built */
    assert_int_equal(evaluator_habits("torch-cpu").jobs_ahead, 0);
    assert_int_equal(h.lost_after_s, 1800);
    assert_int_equal(h.grace_ms, 3000);
    torch_evaluator_close(NULL);
    evaluator_close(NULL);
}

static void a_rule_says_how_inputs_are_drawn(void **state)
{
    static const struct {
        const char *rule, *given, *drawn, *said;
    } rows[] = {
        { "own", NULL, "signed", NULL },
        { "own", "suite", "suite", NULL },
        { "own", "scaled", "scaled", NULL },
        { "kernelbench", NULL, "suite", NULL },
        { "kernelbench", "suite", "suite", NULL },
        { "kernelbench", "signed", NULL,
          "inputs: the rule kernelbench draws them as the suite does, not 'signed'" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = { 0 };
        const char *drawn = NULL;
        int rc = eval_module_inputs(rows[i].rule, rows[i].given, &drawn, &err);
        assert_int_equal(rc, rows[i].said == NULL ? 0 : ERR_USAGE);
        assert_string_equal(err.msg, rows[i].said == NULL ? "" : rows[i].said);
        assert_string_equal(drawn == NULL ? "" : drawn, rows[i].drawn == NULL ? "" : rows[i].drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_taken_for_a_kind),
        cmocka_unit_test(lines_begin_behind_blanks),
        cmocka_unit_test(foreign_texts_are_named),
        cmocka_unit_test(a_module_is_refused_in_words),
        cmocka_unit_test(modules_have_their_evaluators),
        cmocka_unit_test(a_rule_says_how_inputs_are_drawn),
        cmocka_unit_test(a_library_is_one_where_the_backend_has_it),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
