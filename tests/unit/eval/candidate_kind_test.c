/*
 * candidate_kind_test.c - a kind without launch plan and compiler, with processes of its own,
 * passes the evaluator; a text of no kind is told so.
 *
 * A "formula" is a line that this test computes itself: right or wrong, refused or crashing.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/eval.h"

static struct evaluator *evaluator;

struct formula {
    struct candidate base;
    const char *text;
};

struct kernel_session {
    const char *text;
    int64_t n;
    float *y;
};

static unsigned n_begun, n_loaded, n_unloaded, n_deadlines;

static bool is_formula(const char *text, size_t len)
{
    return len > 8 && memcmp(text, "formula:", 8) == 0;
}

static bool prepare(const struct candidate_text *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why)
{
    struct formula *f = arena_alloc(a, sizeof *f);
    *f = (struct formula){ .base.launches = -1, .text = arena_strndup(a, s->text, s->len) };
    if (strstr(f->text, "unread") != NULL) {
        why->outcome = OUTCOME_PARSE;
        memcpy(why->message, "a formula that cannot be read", 30);
        return false;
    }
    *out = &f->base;
    return true;
}

static void begin(const struct machine *m, const struct compile_spec *spec)
{
    (void)m;
    (void)spec;
    n_begun++;
}

static const char *text_of(const struct candidate *c)
{
    return ((const struct formula *)(const void *)c)->text;
}

static int compile(const struct machine *m, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err)
{
    (void)m;
    (void)a;
    (void)err;
    *out = (struct artifact){ .outcome = OUTCOME_MEASURED, .log = "" };
    if (strstr(text_of(spec->candidate), "uncompiled") != NULL)
        *out = (struct artifact){ .outcome = OUTCOME_COMPILE, .message = "no such function" };
    return 0;
}

static int launch(struct kernel_session *s, const void *const *inputs, bool keep_state,
                  struct launch_report *r, struct err *err)
{
    (void)keep_state;
    (void)err;
    int64_t start_ns = clock_monotonic_ns();
    const float *x = inputs[0];
    *r = (struct launch_report){ .status = LAUNCH_OK, .cpu_us = (double)NAN };
    if (strstr(s->text, "crash") != NULL) {
        r->status = LAUNCH_CRASH;
        r->kind = "fault";
        memcpy(r->message, "the formula fell over", 22);
        return 0;
    }
    float shift = strstr(s->text, "wrong") != NULL ? 0.6f : 0.5f;
    for (int64_t i = 0; i < s->n; i++)
        s->y[i] = fminf(fmaxf(x[i] / 6.0f + shift, 0.0f), 1.0f);
    r->outputs[0] = s->y;
    r->device_us = r->host_us = (double)(clock_monotonic_ns() - start_ns) * 1e-3 + 200.0;
    return 0;
}

static void set_deadline(struct kernel_session *s, int64_t deadline_ns)
{
    (void)s;
    n_deadlines += deadline_ns > 0;
}

static void unload(struct kernel_session *s)
{
    n_unloaded++;
    free(s->y);
    free(s);
}

static const struct backend formula_runs = {
    .name = "formula", .launch = launch, .set_deadline = set_deadline, .unload = unload
};

static int run(const struct machine *m, const struct session_spec *spec,
               struct kernel_session **out, const struct backend **out_runs,
               struct launch_report *report, struct err *err)
{
    (void)m;
    struct kernel_session *s = mem_alloc(sizeof *s);
    s->text = text_of(spec->candidate);
    int rc = task_elements(spec->task, spec->task_case, &spec->task->outputs[0], &s->n, err);
    s->y = mem_array((size_t)s->n, sizeof *s->y);
    *report = (struct launch_report){ .status = LAUNCH_OK };
    *out = s;
    *out_runs = &formula_runs;
    n_loaded++;
    return rc;
}

static const struct candidate_kind kind_formula = {
    .name = "formula",
    .what = "a line that the test computes",
    .has_text = true,
    .recognise = is_formula,
    .prepare = prepare,
    .begin = begin,
    .compile = compile,
    .run = run,
};

static int evaluate(const char *text, const char *kind, struct arena *a, struct eval_result *out,
                    struct err *err)
{
    const struct task *task = NULL;
    if (task_find("l1/28", a, &task, err) != 0)
        fail_msg("%s", err->msg);
    const struct eval_job job = { .kernel_text = text,
                                  .kernel_len = strlen(text),
                                  .kind = kind,
                                  .task = task,
                                  .task_case = CASE_TINY,
                                  .mode = EVAL_FAST,
                                  .input_seed = 5,
                                  .threads = 1 };
    return evaluator_run(evaluator, &job, a, out, err);
}

static void another_kind_ends_as_it_should(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum outcome outcome;
        const char *says;
        bool compiled;
    } rows[] = {
        { "formula: right", OUTCOME_MEASURED, NULL, true },
        { "formula: wrong", OUTCOME_MISMATCH, "elements are wrong", true },
        { "formula: crash", OUTCOME_CRASH, "fell over", true },
        { "formula: uncompiled", OUTCOME_COMPILE, "no such function", false },
        { "formula: unread", OUTCOME_PARSE, "cannot be read", false },
    };
    candidate_kind_add(&kind_formula);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        if (evaluate(rows[i].text, NULL, &a, &r, &err) != 0)
            fail_msg("%s: %s", rows[i].text, err.msg);
        if (r.outcome != rows[i].outcome)
            fail_msg("%s: %s: %s", rows[i].text, outcome_name(r.outcome), r.message);
        assert_string_equal(r.kind, "formula");
        assert_true(r.compiled == rows[i].compiled);
        assert_true((r.message == NULL) == (rows[i].says == NULL));
        if (rows[i].says != NULL)
            assert_non_null(strstr(r.message, rows[i].says));
        /* A machine too busy to time it leaves none, a busy one asks for more. */
        assert_true(r.n_samples == 0 || (rows[i].outcome == OUTCOME_MEASURED && r.n_samples >= 5));
    }
    assert_true(n_loaded >= 3 && n_loaded == n_unloaded && n_deadlines >= n_loaded);
    candidate_kind_add(NULL);
}

static void a_named_kind_is_taken_at_its_word(void **state)
{
    (void)state;
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    candidate_kind_add(&kind_formula);
    assert_int_equal(evaluate("formula: right", "kernel_file", &a, &r, &err), 0);
    assert_int_equal(r.outcome, OUTCOME_PARSE);
    assert_string_equal(r.kind, "kernel_file");
    assert_int_equal(evaluate("right", "formula", &a, &r, &err), 0);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    candidate_kind_add(NULL);
    assert_int_equal(evaluate("formula: right", "formula", &a, &r, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "'formula' (there are: torch, kernel_file, library)"));
    assert_int_equal(evaluate("", "library", &a, &r, &err), 0);
    assert_int_equal(r.outcome, OUTCOME_LAUNCH);
    assert_non_null(strstr(r.message, "no library"));
}

#define PLAN   "//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256\n"
#define KERNEL "extern \"C\" __global__ void k(const float *x, float *y, int n)"

/* A launch in a comment hides no error of the compiler. */
static void texts_of_no_kind_are_told_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum outcome outcome;
        const char *says;
    } rows[] = {
        { "import torch\nclass ModelNew(torch.nn.Module):\n    pass\n", OUTCOME_PARSE,
          "a PyTorch module" },
        { "from torch import nn\n", OUTCOME_PARSE, "a PyTorch program" },
        { "import triton\n@triton.jit\ndef k(): pass\n", OUTCOME_PARSE, "a Triton program" },
        { "#include <torch/extension.h>\n__global__ void k() {}\n", OUTCOME_PARSE,
          "a C++ extension of PyTorch" },
        { "__global__ void k() {}\nint main() { k<<<1, 2>>>(); }\n", OUTCOME_PARSE, "host code" },
        { PLAN KERNEL " {}\nvoid f() { k<<<1, 2>>>(0, 0, 1); }\n", OUTCOME_PARSE, "host code" },
        { PLAN KERNEL " { y[0] = z; } // k<<<1, 2>>>\n", OUTCOME_COMPILE, "kernel.cu:2" },
        { PLAN KERNEL " { y[0] = z; } /* import torch */\n", OUTCOME_COMPILE, "kernel.cu:2" },
        { "int x = 1 << 2;\n", OUTCOME_PARSE, "no launch" },
        { "a <<= 2;\n", OUTCOME_PARSE, "no launch" },
        { "", OUTCOME_NO_CODE, "no code" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        if (evaluate(rows[i].text, NULL, &a, &r, &err) != 0)
            fail_msg("%s: %s", rows[i].text, err.msg);
        if (r.outcome != rows[i].outcome || strstr(r.message, rows[i].says) == NULL)
            fail_msg("%s: %s: %s", rows[i].text, outcome_name(r.outcome), r.message);
        bool is_module = strstr(rows[i].text, "class ModelNew") != NULL;
        assert_string_equal(r.kind, is_module ? "torch" : "kernel_file");
    }
}

static int start(void **state)
{
    (void)state;
    struct err err = { 0 };
    if (evaluator_open("cpu", &evaluator, &err) != 0)
        fail_msg("%s", err.msg);
    return 0;
}

static int end(void **state)
{
    (void)state;
    evaluator_close(evaluator);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "runner") == 0)
        return runner_main(argc, argv);
    (void)unsetenv("ROLLBOOK_BIN");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_kind_ends_as_it_should),
        cmocka_unit_test(a_named_kind_is_taken_at_its_word),
        cmocka_unit_test(texts_of_no_kind_are_told_what_they_are),
    };
    return cmocka_run_group_tests(tests, start, end);
}
