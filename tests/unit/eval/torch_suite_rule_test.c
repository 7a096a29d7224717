/* PyTorch candidates by KernelBench's rule, on the processor; ROLLBOOK_PYTHON or python3 has torch.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "tests/unit/eval/torch_fixture.h"

static struct torch_host *host;

static int use_host(void **state)
{
    *state = host;
    return 0;
}

static int close_host(void **state)
{
    torch_host_close(*state);
    return 0;
}

static const struct evidence *evidence_of(const struct eval_result *r, const char *kind)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            return &r->evidence[i];
    return NULL;
}

static void ends_as(struct torch_host *h, size_t i, const struct torch_job *job,
                    enum outcome outcome, bool compiled, struct arena *a, struct eval_result *out)
{
    struct err err = { 0 };
    if (torch_evaluate(h, job, a, out, &err) < 0)
        fail_msg("%zu: %s", i, err.msg);
    if (out->outcome != outcome || out->compiled != compiled)
        fail_msg("%zu: %s, compiled %d: %s", i, outcome_name(out->outcome), out->compiled,
                 out->message == NULL ? "" : out->message);
}

/* KernelBench's verdict, our own, and the reason of a difference. */
static void kernelbench_has_a_rule_of_its_own(void **state)
{
    static const struct {
        const char *name, *text;
        bool compiled, suite, own;
    } cases[] = {
        { "right", HEAD "        return " RIGHT, true, true, true },
        { "no relu", HEAD "        return self.linear(x)\n", true, false, false },
        { "right for inputs that are not negative",
          HEAD "        y = torch.nn.functional.linear(x.abs(), self.linear.weight, "
               "self.linear.bias).clamp(min=0)\n        return y\n",
          true, true, false },
        { "writes inputs after use",
          HEAD "        y = " RIGHT "        x.zero_()\n        return y\n", true, true, false },
        { "cannot be constructed",
          "import torch\nclass ModelNew(torch.nn.Module):\n    def __init__(self, n):\n"
          "        super().__init__()\n        raise RuntimeError('no')\n",
          true, false, false },
        { "is constructed wrongly",
          "import torch\nclass ModelNew(torch.nn.Module):\n    def __init__(self, n):\n"
          "        super().__init__()\n        nothing_like_it\n",
          false, false, false },
        { "raises when read", "raise ValueError('no')\n", false, false, false },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct torch_job job = { .problem = problem,
                                 .candidate = cases[i].text,
                                 .mode = EVAL_FAST,
                                 .timed_runs = TIMED_ONCE,
                                 .inputs = TORCH_INPUTS_SIGNED,
                                 .rule = TORCH_RULE_KERNELBENCH,
                                 .secret = 42 };
        if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
            fail_msg("%s: %s", cases[i].name, err.msg);
        const struct evidence *suite = evidence_of(&r, "rule_kernelbench");
        const struct evidence *own = evidence_of(&r, "rule_own");
        assert_true(suite != NULL && own != NULL);
        if (r.compiled != cases[i].compiled || r.correct != cases[i].suite ||
            suite->pass != cases[i].suite || own->pass != cases[i].own)
            fail_msg("%s: compiled %d, KernelBench %d (%s), own %d (%s)", cases[i].name, r.compiled,
                     suite->pass, r.message == NULL ? "" : r.message, own->pass, own->detail);
        const struct evidence *differ = evidence_of(&r, "rules_differ");
        assert_true((differ != NULL) == (cases[i].suite != cases[i].own));
        if (differ != NULL)
            assert_true(differ->detail != NULL && differ->detail[0] != '\0');
        arena_release(&a);
    }
}

/* What its evaluator cannot do: compare several tensors, find the source of a function, take labels
 * of classes, move what is no module; and what lazy layers draw there. */
static void what_kernelbench_cannot_do_is_not_right(void **state)
{
#define PROBLEM(forward, inputs)                                                                   \
    "import torch\nclass Model(torch.nn.Module):\n    def __init__(self):\n"                       \
    "        super().__init__()\n        self.f = torch.nn.Linear(8, 4)\n"                         \
    "    def forward(self, x, *y):\n        return " forward "\ndef get_inputs():\n    return ["   \
    "torch.rand(4, 8)" inputs "]\ndef get_init_inputs():\n    return []\n"
#define CANDIDATE(before, layer, forward)                                                          \
    "import torch\n" before "class ModelNew(torch.nn.Module):\n    def __init__(self):\n"          \
    "        super().__init__()\n        self.f = torch.nn." layer "\n"                            \
    "    def forward(self, x, *y):\n        return " forward "\n"
    const struct {
        const char *problem, *text;
        enum outcome outcome;
        bool compiled;
    } cases[] = {
        { PROBLEM("self.f(x)", ""), CANDIDATE("", "Linear(8, 4)", "self.f(x)"), OUTCOME_MEASURED,
          true },
        { PROBLEM("self.f(x)", ""), CANDIDATE("", "Linear(8, 4)", "[self.f(x)]"),
          OUTCOME_WRONG_SHAPE, true },
        { PROBLEM("(x, self.f(x))", ""), CANDIDATE("", "Linear(8, 4)", "(x, self.f(x))"),
          OUTCOME_WRONG_SHAPE, true },
        { PROBLEM("self.f(x)", ""), CANDIDATE("", "LazyLinear(4)", "self.f(x)"), OUTCOME_MISMATCH,
          true },
        { PROBLEM("self.f(x)", ""),
          CANDIDATE("@torch.jit.script\ndef f(x):\n    return x\n", "Linear(8, 4)", "f(self.f(x))"),
          OUTCOME_COMPILE, false },
        { PROBLEM("self.f(x)", ""), "def ModelNew():\n    return print\n", OUTCOME_PARSE, false },
        { PROBLEM("torch.nn.functional.cross_entropy(self.f(x), y[0])",
                  ", torch.randint(0, 4, (4,))"),
          CANDIDATE("", "Linear(8, 4)",
                    "torch.nn.functional.cross_entropy(self.f(x), y[0].long())"),
          OUTCOME_CRASH, true },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        const struct torch_job job = { .problem = cases[i].problem,
                                       .candidate = cases[i].text,
                                       .mode = EVAL_FAST,
                                       .timed_runs = TIMED_ONCE,
                                       .rule = TORCH_RULE_KERNELBENCH,
                                       .secret = 42 };
        ends_as(*state, i, &job, cases[i].outcome, cases[i].compiled, &a, &r);
        arena_release(&a);
    }
#undef PROBLEM
#undef CANDIDATE
}

/* KernelBench executes a candidate where it executed the problem, whose get_inputs then sees the
 * candidate's constants. */
static void constants_of_a_candidate_are_kernelbenchs_sizes(void **state)
{
    static const char sized[] =
        "import torch\nROWS, COLUMNS = 4, 8\nNAME = 'a'\n"
        "class Model(torch.nn.Module):\n    def __init__(self, n):\n"
        "        super().__init__()\n        self.layer = torch.nn.Linear(n, 2)\n"
        "    def forward(self, x):\n        return self.layer(x)\n"
        "def get_inputs():\n    return [torch.rand(ROWS, COLUMNS)]\n"
        "def get_init_inputs():\n    return [COLUMNS]\n";
#define LINEAR(rows)                                                                               \
    "import torch\nclass ModelNew(torch.nn.Module):\n    def __init__(self, n):\n"                 \
    "        super().__init__()\n        self.layer = torch.nn.Linear(n, 2)\n"                     \
    "    def forward(self, x):\n        assert x.shape[0] == " rows                                \
    "\n        return self.layer(x)\n"
    const struct {
        const char *text;
        enum outcome outcome;
        bool own;
        const char *said; /* NULL: no constant was taken over */
    } cases[] = {
        { LINEAR("4"), OUTCOME_MEASURED, true, NULL },
        { "ROWS: int = 4\nNAME = 'b'\nOTHER = 3\n" LINEAR("4"), OUTCOME_MEASURED, true, "NAME" },
        { "half = 3\n(ROWS, NAME) = (2 * half, 'a')\n" LINEAR("6"), OUTCOME_MEASURED, false,
          "ROWS" },
        { "ROWS = int('6')\n" LINEAR("4"), OUTCOME_MEASURED, true, NULL },
        { "# as triton would\nROWS = 6\n" LINEAR("4"), OUTCOME_MEASURED, true, NULL },
        { "COLUMNS = 5\n" LINEAR("4"), OUTCOME_CRASH, true, "COLUMNS" },
        { "ROWS = 1 << 20\nROWS = 4000 * 1000\n" LINEAR("4"), OUTCOME_CRASH, true, "ROWS" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct torch_job job = { .problem = sized,
                                 .candidate = cases[i].text,
                                 .mode = EVAL_FAST,
                                 .timed_runs = TIMED_ONCE,
                                 .rule = TORCH_RULE_KERNELBENCH,
                                 .secret = 42 };
        if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
            fail_msg("%zu: %s", i, err.msg);
        const struct evidence *own = evidence_of(&r, "rule_own");
        const struct evidence *taken = evidence_of(&r, "shadowed_names");
        if (r.outcome != cases[i].outcome || !r.compiled || own->pass != cases[i].own)
            fail_msg("%zu: %s, compiled %d: %s; own: %s", i, outcome_name(r.outcome), r.compiled,
                     r.message == NULL ? "" : r.message, own->detail);
        if ((taken != NULL) != (cases[i].said != NULL) ||
            (taken != NULL && strstr(taken->detail, cases[i].said) == NULL))
            fail_msg("%zu: %s", i, taken == NULL ? "nothing was taken over" : taken->detail);
        if (r.outcome == OUTCOME_CRASH)
            assert_non_null(strstr(r.message, "with the candidate's values of"));
        arena_release(&a);
    }
#undef LINEAR
}

/* KernelBench runs both modules in one process: flags, what a Model carries from call to call since
 * its constructor, errors that leave the device as it was, files below /tmp. */
static void one_process_is_as_kernelbenchs(void **state)
{
#define PROBLEM(init, forward)                                                                     \
    "import torch\nclass Model(torch.nn.Module):\n    def __init__(self):\n"                       \
    "        super().__init__()\n        " init "\n    def forward(self, x):\n        " forward    \
    "\ndef get_inputs():\n    return [torch.rand(4, 8)]\ndef get_init_inputs():\n    return []\n"
#define CANDIDATE(before, init, forward)                                                           \
    "import os\nimport pathlib\nimport torch\n" before                                             \
    "\nclass ModelNew(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n   " \
    "  "                                                                                           \
    "   " init "\n    def forward(self, x):\n        " forward "\n"
#define FLAGGED PROBLEM("pass", "return x * (3.0 if torch.backends.cudnn.benchmark else 2.0)")
#define DRAWN   "self.h = torch.randn(4, 8)"
#define CARRIED "self.h = torch.tanh(self.h + x)\n        return self.h"
    const struct {
        const char *problem, *text;
        enum outcome outcome;
        const char *evidence; /* NULL: any */
    } cases[] = {
        { FLAGGED, CANDIDATE("torch.backends.cudnn.benchmark = True", "pass", "return x * 3.0"),
          OUTCOME_MEASURED, "flags_taken" },
        { FLAGGED, CANDIDATE("", "torch.backends.cudnn.benchmark = True", "return x * 2.0"),
          OUTCOME_MISMATCH, "flags_taken" },
        { FLAGGED, CANDIDATE("", "pass", "return x * 2.0"), OUTCOME_MEASURED, NULL },
        { PROBLEM(DRAWN, CARRIED), CANDIDATE("", DRAWN, CARRIED), OUTCOME_MEASURED,
          "stateful_model" },
        { PROBLEM(DRAWN, CARRIED), CANDIDATE("", DRAWN, "return torch.tanh(self.h + x)"),
          OUTCOME_MISMATCH, "stateful_model" },
        { PROBLEM("pass", "return x + 1"),
          CANDIDATE("", "pass", "raise RuntimeError('CUDA error: too many resources requested')"),
          OUTCOME_CRASH, NULL },
        { PROBLEM("pass", "return x + 1"),
          CANDIDATE("os.makedirs('/tmp/rollbook_test_of_sources/a', exist_ok=True)\n"
                    "p = pathlib.Path('/tmp/rollbook_test_of_sources/a/x.cu')\n"
                    "p.write_text('1')\n"
                    "assert os.path.exists('/tmp/rollbook_test_of_sources/a/x.cu')\n"
                    "assert os.listdir('/tmp/rollbook_test_of_sources/a') == ['x.cu']\n"
                    "one = int(open('/tmp/rollbook_test_of_sources/a/x.cu').read())",
                    "pass", "return x + one"),
          OUTCOME_MEASURED, NULL },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        const struct torch_job job = { .problem = cases[i].problem,
                                       .candidate = cases[i].text,
                                       .mode = EVAL_FAST,
                                       .timed_runs = TIMED_ONCE,
                                       .correct_trials = 3,
                                       .rule = TORCH_RULE_KERNELBENCH,
                                       .secret = 42 };
        ends_as(*state, i, &job, cases[i].outcome, true, &a, &r);
        if (cases[i].evidence != NULL && evidence_of(&r, cases[i].evidence) == NULL)
            fail_msg("%zu: no evidence %s", i, cases[i].evidence);
        arena_release(&a);
    }
    assert_int_not_equal(access("/tmp/rollbook_test_of_sources", F_OK), 0);
#undef PROBLEM
#undef CANDIDATE
#undef FLAGGED
#undef DRAWN
#undef CARRIED
}

static void errors_are_counted_by_kernelbenchs_rule(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct torch_job job = { .problem = problem,
                             .candidate = HEAD "        y = " RIGHT
                                               "        y.view(-1)[y.argmax()] *= 1.01\n"
                                               "        return y\n",
                             .mode = EVAL_FAST,
                             .timed_runs = TIMED_ONCE,
                             .rule = TORCH_RULE_KERNELBENCH,
                             .secret = 42 };
    if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
        fail_msg("%s", err.msg);
    assert_string_equal(outcome_name(r.outcome), "mismatch");
    assert_non_null(strstr(r.message, "says no for 1 of 2048 elements"));
    assert_true(fabs(r.matched_share - 2047.0 / 2048) < 1e-12);
    assert_true(fabs(r.max_rel_err - 0.01) < 1e-4);
    arena_release(&a);
}

/* Takes the 10 s that such a call has; all of them together have 180 s by that rule. */
static void a_hang_by_kernelbenchs_rule_is_short(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    double limit_s = 0;
    struct torch_job job = { .problem = problem,
                             .candidate =
                                 HEAD "        self.calls = getattr(self, 'calls', 0) + 1\n"
                                      "        time.sleep(0 if self.calls == 1 else 1e6)\n"
                                      "        return " RIGHT,
                             .mode = EVAL_FAST,
                             .timed_runs = TIMED_ONCE,
                             .rule = TORCH_RULE_KERNELBENCH,
                             .secret = 42 };
    if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
        fail_msg("%s", err.msg);
    if (r.outcome != OUTCOME_TIMEOUT || r.trials_passed != 1 ||
        sscanf(r.message, "a call of forward did not end within %lf s", &limit_s) != 1)
        fail_msg("%s %s", outcome_name(r.outcome), r.message);
    assert_true(limit_s >= 10 && limit_s < 170);
    const struct evidence *own = evidence_of(&r, "rule_own");
    if (own == NULL || own->pass || own->detail == NULL || strstr(own->detail, "not asked") == NULL)
        fail_msg("%s", own == NULL ? "no verdict of the own rule" : own->detail);
    assert_null(evidence_of(&r, "rules_differ"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernelbench_has_a_rule_of_its_own),
        cmocka_unit_test(what_kernelbench_cannot_do_is_not_right),
        cmocka_unit_test(constants_of_a_candidate_are_kernelbenchs_sizes),
        cmocka_unit_test(one_process_is_as_kernelbenchs),
        cmocka_unit_test(errors_are_counted_by_kernelbenchs_rule),
        cmocka_unit_test(a_hang_by_kernelbenchs_rule_is_short),
    };
    if (!open_torch_host(&host))
        return 77;
    return cmocka_run_group_tests(tests, use_host, close_host);
}
