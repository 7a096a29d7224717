/* The class of a right module, on the processor: by its error beside that of the problem's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "tests/unit/eval/torch_fixture.h"

#define PROBLEM(init, forward, shape)                                                              \
    "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"                       \
    "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n        " init  \
    "\n    def forward(self, x):\n        return " forward                                         \
    "\ndef get_inputs():\n    return [torch.rand(" shape                                           \
    ")]\ndef get_init_inputs():\n    return []\n"
/* tf and sixteen round as the hardware does. */
#define CANDIDATE(init, body)                                                                      \
    "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"                       \
    "def tf(t):\n    b = t.contiguous().view(torch.int32)\n"                                       \
    "    return ((b + 0xFFF + ((b >> 13) & 1)) & -0x2000).view(torch.float32)\n"                   \
    "def sixteen(t):\n    return t.half().float()\n"                                               \
    "class ModelNew(nn.Module):\n    def __init__(self):\n        super().__init__()\n       "     \
    " " init "\n    def forward(self, x):\n        " body "\n"
#define LINEAR "self.p = nn.Linear(256, 48)"
#define CONV   "self.p = nn.Conv2d(8, 12, 3)"
#define NONE   "pass"

static const char linear[] = PROBLEM(LINEAR, "self.p(x)", "64, 256");
static const char conv[] = PROBLEM(CONV, "torch.tanh(self.p(x))", "4, 8, 16, 16");
static const char gelu[] = PROBLEM(NONE, "F.gelu(x)", "64, 256");
static const char relu[] = PROBLEM(NONE, "torch.relu(x)", "2048, 1024");
static const char rows_sum[] = PROBLEM(NONE, "x.sum(1)", "48, 4096");

static const struct {
    const char *problem, *candidate;
    const char *class;   /* NULL: a mismatch */
    const char *message; /* a part of it */
} tries[] = {
    { linear, CANDIDATE(LINEAR, "return self.p(x)"), "fp32", NULL },
    { linear, CANDIDATE(LINEAR, "return (x[:, None] * self.p.weight).sum(-1) + self.p.bias"),
      "fp32", NULL },
    { linear, CANDIDATE(LINEAR, "return F.linear(tf(x), tf(self.p.weight), self.p.bias)"), "tf32",
      NULL },
    { linear, CANDIDATE(LINEAR, "return self.p(x).bfloat16().float()"), "half", NULL },
    { linear, CANDIDATE(LINEAR, "return self.p(x) - self.p.bias"), NULL, "right at no class" },
    { linear, CANDIDATE(LINEAR, "return (self.p(x) * 32).round() / 32"), NULL, "in half" },
    { linear, CANDIDATE(LINEAR, "y = self.p(x)\n        y[5, 7] += 2e-3\n        return y"), NULL,
      "a few values err far more" },
    { conv, CANDIDATE(CONV, "return torch.tanh(self.p(x))"), "fp32", NULL },
    { conv, CANDIDATE(CONV, "return torch.tanh(F.conv2d(tf(x), tf(self.p.weight), self.p.bias))"),
      "tf32", NULL },
    { gelu, CANDIDATE(NONE, "return x * 0.5 * (1 + torch.erf(x * 0.70710678))"), "fp32", NULL },
    { gelu, CANDIDATE(NONE, "return F.gelu(x.double()).float()"), "fp32", NULL },
    { gelu,
      CANDIDATE(NONE, "return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x ** 3)))"),
      "half", NULL },
    { gelu, CANDIDATE(NONE, "return sixteen(x * torch.sigmoid(1.702 * x))"), NULL,
      "right at no class" },
    { rows_sum, CANDIDATE(NONE, "return x.cumsum(1)[:, -1]"), "fp32", NULL },
    /* Few values may be outside of a tolerance by little: share and size are bounded together. */
    { relu,
      CANDIDATE(NONE, "y = x.relu()\n        y[3, 5:7] += 1.18 * (4.1e-5 + 1e-4 * y[3, 5:7])"
                      "\n        return y"),
      "fp32", NULL },
    { relu,
      CANDIDATE(NONE, "y = x.relu()\n        y[3, 5:7] += 4e-4 + 4e-4 * y[3, 5:7]"
                      "\n        return y"),
      NULL, "2 of 2097152" },
    { relu,
      CANDIDATE(NONE, "y = x.relu()\n        y[3, :9] += 1.18 * (4.1e-5 + 1e-4 * y[3, :9])"
                      "\n        return y"),
      NULL, "9 of 2097152" },
};

static struct torch_host *host;

static void a_right_module_has_the_class_of_its_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct torch_job job = { .problem = tries[i].problem,
                                 .candidate = tries[i].candidate,
                                 .mode = EVAL_FAST,
                                 .timed_runs = TIMED_ONCE,
                                 .inputs = TORCH_INPUTS_SIGNED,
                                 .secret = 7 + i };
        if (torch_evaluate(host, &job, &a, &r, &err) < 0)
            fail_msg("%s", err.msg);
        const char *class = r.precision_class != NULL ? r.precision_class : "none";
        const char *wanted = tries[i].class != NULL ? tries[i].class : "none";
        if (strcmp(class, wanted) != 0 || r.correct != (tries[i].class != NULL) ||
            (tries[i].message != NULL &&
             (r.message == NULL || strstr(r.message, tries[i].message) == NULL)))
            fail_msg("%zu: %s, class %s, not %s: %s", i, outcome_name(r.outcome), class, wanted,
                     r.message != NULL ? r.message : "");
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_module_has_the_class_of_its_error),
    };
    if (!open_torch_host(&host))
        return 77;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    torch_host_close(host);
    return failed;
}
