/*
 * kind_kernel_file.c - CUDA C device code with its launch plan.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/eval/candidate_kinds.h"
#include "src/eval/contract/kernel_candidate.h"
#include "tasks/task_shape.h"
#include "tasks/text/cuda_lex.h"

static bool code_has(const char *text, size_t len, const char *what)
{
    struct lexer l;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l))
        if ((t.kind == LEX_NAME || t.kind == LEX_SIGN) && lex_is(&l, &t, what))
            return true;
    return false;
}

static bool is_recognised(const char *text, size_t len)
{
    return text_line_begins(text, len, "//@") || code_has(text, len, "__global__");
}

#define HERE                                                                                       \
    "a kernel file is CUDA C device code and a line //@ launch NAME(ARGS) grid=... "               \
    "block=..."

#define PYTHON                                                                                     \
    "this is a Python program; a PyTorch module with class ModelNew is evaluated by rollbook "     \
    "eval "                                                                                        \
    "FILE --problem PROBLEM.py; otherwise " HERE

/* What models write instead of a kernel file.  The first row that fits speaks. */
static const struct {
    bool (*has)(const char *text, size_t len, const char *what);
    const char *sign, *says;
} foreign[] = {
    { text_line_begins, "@triton.", "this is a Triton program, which is not run; " HERE },
    { text_line_begins, "import triton", "this is a Triton program, which is not run; " HERE },
    { text_line_begins, "class ModelNew",
      "this is a PyTorch module, which is checked against a problem's module: rollbook eval FILE "
      "--problem PROBLEM.py" },
    { text_line_begins, "import torch", "this is a PyTorch program, which is not run; " HERE },
    { text_line_begins, "from torch", "this is a PyTorch program, which is not run; " HERE },
    { text_line_begins, "import ", PYTHON },
    { text_line_begins, "from ", PYTHON },
    { text_line_begins, "def ", PYTHON },
    { text_line_begins, "#include <torch/",
      "this is a C++ extension of PyTorch, whose host code is not run: leave the includes of torch "
      "and the host functions out; " HERE },
    { text_line_begins, "#include <ATen/",
      "this is a C++ extension of PyTorch, whose host code is not run: leave the includes of torch "
      "and the host functions out; " HERE },
    { code_has, "<<<",
      "<<<...>>> launches a kernel from host code, which is not run: leave the host function out "
      "and say how to launch in a line //@ launch NAME(ARGS) grid=... block=..." },
};

static const char *explain(const char *text, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(foreign); i++)
        if (foreign[i].has(text, len, foreign[i].sign))
            return foreign[i].says;
    return NULL;
}

/* ---- the kind ---- */

static bool prepare(const struct candidate_text *s, struct arena *a, struct candidate **out,
                    struct candidate_refusal *why)
{
    struct kernel_candidate *c = arena_alloc(a, sizeof *c);
    struct kernel_error bad = { 0 };
    bool is_limit;
    if (kernel_candidate_read(s, a, c, &bad, &is_limit) == 0) {
        *out = &c->base;
        return true;
    }
    why->outcome = is_limit ? OUTCOME_LAUNCH : OUTCOME_PARSE;
    if (bad.line == 0)
        snprintf(why->message, sizeof why->message, "%s", bad.msg);
    else
        snprintf(why->message, sizeof why->message, "line %zu, column %zu: %s", bad.line,
                 bad.column, bad.msg);
    return false;
}

static void begin(const struct machine *m, const struct compile_spec *spec)
{
    if (m->backend->compile_begin != NULL)
        m->backend->compile_begin(m->context, spec);
}

static int compile(const struct machine *m, const struct compile_spec *spec, struct arena *a,
                   struct artifact *out, struct err *err)
{
    return m->backend->compile(m->context, spec, a, out, err);
}

static int run(const struct machine *m, const struct session_spec *spec,
               struct kernel_session **out, const struct backend **out_runs,
               struct launch_report *report, struct err *err)
{
    *out_runs = m->backend;
    return m->backend->load(m->context, spec, out, report, err);
}

static bool hidden_dims(const struct candidate *c, const struct candidate_text *s, uint64_t seed,
                        enum hidden_size size, int64_t dims[TASK_MAX_DIMS])
{
    return task_hidden_dims(s->task, s->task_case, &kernel_candidate(c)->file, seed, size, dims);
}

static const struct launch_plan *plan(const struct candidate *c)
{
    return &kernel_candidate(c)->plan;
}

const struct candidate_kind kind_kernel_file = {
    .name = "kernel_file",
    .what = "CUDA C device code with a launch plan",
    .has_text = true,
    .recognise = is_recognised,
    .explain = explain,
    .prepare = prepare,
    .begin = begin,
    .compile = compile,
    .run = run,
    .hidden_dims = hidden_dims,
    .plan = plan,
};
