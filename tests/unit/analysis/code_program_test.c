/*
 * Kernels that do not make the result, and inputs that a call overwrites: each beside an honest
 * twin that differs in what matters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/code/code_scan.h"
#include "src/base/mem.h"

#define NONE (-1)

#define TRITON                                                                                     \
    "import torch, triton\nimport triton.language as tl\n@triton.jit\ndef k(x, o, n, B: "          \
    "tl.constexpr):\n    i = tl.program_id(0) * B + tl.arange(0, B)\n    p = o + i\n    "          \
    "tl.store(p, tl.load(x + i, mask=i < n) * 2, mask=i < n)\n\n"
#define WRAPPER                                                                                    \
    "def twice(x):\n    o = torch.empty_like(x)\n    k[(1,)](x, o, x.numel(), B=64)\n    return "  \
    "o\n\n"
#define CUDA(body)                                                                                 \
    "import torch\nfrom torch.utils.cpp_extension import load_inline\nsrc = '''\n__global__ void " \
    "g(float* p, const float* q, int n) { p[threadIdx.x] = q[threadIdx.x] * 2; }\n" body           \
    "'''\nm = load_inline(name='m', cpp_sources='torch::Tensor f(torch::Tensor x);', "             \
    "cuda_sources=src, functions=['f'])\n\n"
#define FRESH                                                                                      \
    "torch::Tensor f(torch::Tensor x) { auto y = torch::empty_like(x); "                           \
    "g<<<1, 64>>>(y.data_ptr<float>(), x.data_ptr<float>(), 64); return y; }\n"
#define OVER                                                                                       \
    "torch::Tensor f(torch::Tensor x) { g<<<1, 64>>>(x.data_ptr<float>(), x.data_ptr<float>(), "   \
    "64); return x; }\n"
#define MODEL         "class ModelNew(torch.nn.Module):\n"
#define FORWARD(body) MODEL "    def forward(self, x):\n" body
#define INIT(body)    MODEL "    def __init__(self):\n        super().__init__()\n" body
#define AND(body)     "    def forward(self, x):\n" body

static const struct {
    int kind;
    const char *code;
} texts[] = {
    /* Never launched, or where nothing leads. */
    { CODE_DECOY, TRITON FORWARD("        return x * 2\n") },
    { CODE_DECOY, TRITON WRAPPER FORWARD("        return x * 2\n") },
    { NONE, TRITON WRAPPER FORWARD("        return twice(x)\n") },
    { CODE_DECOY, TRITON "def twice(x):\n    return torch.mul(x, 2)\n" },
    { NONE, TRITON WRAPPER },
    { NONE, TRITON WRAPPER "class Model(torch.nn.Module):\n    def forward(self, x):\n        "
                           "return x * 2\n" },
    { CODE_DECOY, CUDA(FRESH) INIT("        self.m = m\n") AND("        return x.mul(2)\n") },
    { NONE, CUDA(FRESH) INIT("        self.m = m\n") AND("        return self.m.f(x)\n") },
    { NONE, CUDA(FRESH) INIT("        self.f = m.f\n") AND("        return self.f(x)\n") },
    { NONE, TRITON WRAPPER "class Twice(torch.nn.Module):\n    def forward(self, x):\n        "
                           "return twice(x)\n\n" INIT("        self.t = Twice()\n")
                               AND("        return self.t(x)\n") },
    { NONE, TRITON WRAPPER
      "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        "
      "return twice(x)\n\nfast = F.apply\n\n" FORWARD("        return fast(x)\n") },
    { NONE, TRITON WRAPPER INIT("        self.fs = [twice]\n")
                AND("        for f in self.fs:\n            x = f(x)\n        return x\n") },
    { NONE, TRITON WRAPPER INIT("        self.forward = twice\n") AND("        return x * 2\n") },

    /* Written through an outer function's name, a lambda, a member, a name of the module. */
    { NONE,
      TRITON FORWARD("        o = torch.empty_like(x)\n        def go(n):\n            k[(1,)]"
                     "(x, o, n, B=64)\n        go(4)\n        return o\n") },
    { CODE_DECOY, TRITON FORWARD("        o = torch.empty_like(x)\n        def go(n):\n            "
                                 "k[(1,)](x, o, n, B=64)\n        return o * 2\n") },
    { NONE, TRITON FORWARD("        o = torch.empty_like(x)\n        go = lambda: k[(1,)](x, o, 4, "
                           "B=64)\n        go()\n        return o\n") },
    { NONE,
      TRITON INIT("        self.o = None\n    def go(self, x):\n        k[(1,)](x, self.o, 4, "
                  "B=64)\n") AND("        self.o = torch.empty_like(x)\n        "
                                 "self.go(x)\n        return self.o\n") },
    { NONE, TRITON "O = {}\ndef go(x):\n    O[0] = torch.empty_like(x)\n    k[(1,)](x, O[0], 4, "
                   "B=64)\n\n" FORWARD("        go(x)\n        return O[0]\n") },
    { NONE, TRITON WRAPPER
      "def run(*args):\n    return twice(torch.ones(4))\n\n" FORWARD("        return twice(x)\n") },

    /* In a branch that never runs. */
    { CODE_DECOY, TRITON WRAPPER FORWARD("        if x.numel() < 0:\n            return twice(x)\n"
                                         "        return x * 2\n") },
    { NONE, TRITON WRAPPER FORWARD("        if x.numel() > 0:\n            return twice(x)\n"
                                   "        return x * 2\n") },
    { CODE_DECOY,
      TRITON WRAPPER "USE = False\n" FORWARD(
          "        if USE and x.is_cuda:\n            return twice(x)\n        return x * "
          "2\n") },
    { CODE_DECOY, TRITON WRAPPER INIT("        self.on = False\n")
                      AND("        if self.on:\n            x = twice(x)\n        else:\n"
                          "            x = x * 2\n        return x\n") },
    { NONE, TRITON WRAPPER INIT("        self.on = False\n        if x():\n            self.on = "
                                "True\n")
                AND("        if self.on:\n            return twice(x)\n        return x * 2\n") },
    { CODE_DECOY, TRITON WRAPPER FORWARD("        return x * 2\n        return twice(x)\n") },
    { CODE_DECOY,
      TRITON WRAPPER FORWARD("        try:\n            return torch.mul(x, 2)\n"
                             "        except Exception:\n            return twice(x)\n") },
    { NONE, TRITON WRAPPER FORWARD("        try:\n            return twice(x)\n        except "
                                   "Exception:\n            return x * 2\n") },

    /* For nothing. */
    { CODE_DECOY, TRITON FORWARD("        o = torch.empty_like(x)\n        k[(1,)](x, o, 4, B=4)\n"
                                 "        return x * 2\n") },
    { NONE, TRITON FORWARD("        o = torch.empty_like(x)\n        flat = o.view(-1)\n        "
                           "k[(1,)](x, flat, 4, B=4)\n        return o\n") },
    { CODE_DECOY, TRITON WRAPPER FORWARD("        y = twice(x)\n        y = x * 2\n        return "
                                         "y\n") },
    { NONE, TRITON WRAPPER FORWARD("        if self.a:\n            y = twice(x)\n        else:\n"
                                   "            y = x * 2\n        return y\n") },
    { NONE, TRITON "table = {0: k}\n" FORWARD("        o = torch.empty_like(x)\n        "
                                              "table[0][(1,)](x, o, 4, B=4)\n        return o\n") },
    { CODE_DECOY, CUDA(FRESH) FORWARD("        m.f(x)\n        return x + x\n") },
    { NONE, CUDA(FRESH) FORWARD("        y = m.f(x)\n        return y.view_as(x)\n") },
    { CODE_DECOY, CUDA(FRESH) FORWARD("        a, b = m.f(x), x * 2\n        return b\n") },
    { NONE, TRITON "class Adam:\n    def step(self):\n        for p in self.params:\n            "
                   "flat = p.view(-1)\n            k[(1,)](flat, flat, 4, B=4)\n        return "
                   "None\n" },

    { CODE_DECOY, TRITON WRAPPER FORWARD("        y = twice(x)\n        return x * 2\n") },
    { CODE_DECOY,
      TRITON WRAPPER "class Model(torch.nn.Module):\n    def forward(self, x):\n        "
                     "y = twice(x)\n        return x * 2\n" },
    { NONE, TRITON WRAPPER
      "class Twice(torch.nn.Module):\n    def forward(self, x):\n        return twice(x)\n\n" INIT(
          "        ls = []\n        ls.append(Twice())\n        self.n = "
          "torch.nn.Sequential(*ls)\n") AND("        return self.n(x)\n") },
    { NONE, CUDA(FRESH) INIT("        self.o = torch.empty(4)\n        self.slot = m.f(self.o)\n")
                AND("        m.f(self.slot, x)\n        return self.o\n") },

    /* Inputs that are overwritten. */
    { CODE_WRITES_INPUT, "import torch\n" FORWARD("        return torch.relu_(x)\n") },
    { NONE, "import torch\n" FORWARD("        y = x + 1\n        return torch.relu_(y)\n") },
    { CODE_WRITES_INPUT,
      "import torch\n" FORWARD("        x.view(-1).mul_(2)\n        return x\n") },
    { NONE,
      "import torch\n" FORWARD("        x = x.clone()\n        x.mul_(2)\n        return x\n") },
    { NONE, "import torch\n" FORWARD("        y = x.t().contiguous()\n        y.mul_(2)\n        "
                                     "return y\n") },
    { CODE_WRITES_INPUT,
      "import torch\n" FORWARD("        return torch.nn.functional.relu(x, inplace=True)\n") },
    { NONE,
      "import torch\n" FORWARD("        return torch.nn.functional.relu(x * 2, inplace=True)\n") },
    { CODE_WRITES_INPUT,
      "import torch\nfrom torch import nn\n" INIT("        self.a = nn.ReLU(inplace=True)\n")
          AND("        return self.a(x)\n") },
    { NONE, "import torch\nfrom torch import nn\n" INIT(
                "        self.a = nn.ReLU(inplace=True)\n        self.c = nn.Conv2d(3, 3, 3)\n")
                AND("        return self.a(self.c(x))\n") },
    { CODE_WRITES_INPUT, "import torch\n" FORWARD("        x += 1\n        return x\n") },
    { CODE_WRITES_INPUT, "import torch\n" FORWARD("        torch.add(x, 1, out=x)\n        return "
                                                  "x\n") },
    { CODE_WRITES_INPUT, TRITON FORWARD("        k[(1,)](x, x, 4, B=4)\n        return x\n") },
    { CODE_WRITES_INPUT, TRITON "def over(t):\n    k[(1,)](t, t, 4, B=4)\n    return t\n\n" FORWARD(
                             "        return over(x.contiguous())\n") },
    { NONE, TRITON "def over(t):\n    k[(1,)](t, t, 4, B=4)\n    return t\n\n" FORWARD(
                "        return over(x.clone())\n") },
    { CODE_WRITES_INPUT, CUDA(OVER) FORWARD("        return m.f(x)\n") },
    { NONE, CUDA(OVER) FORWARD("        return m.f(x * 1)\n") },
    { NONE, "import torch\ndef relu_(x):\n    return x.relu_()\n" },

    /* Interfaces that no module has. */
    { CODE_UNBUILT, "import torch\ntry:\n    k = torch.cuda.CUDAKernel(s)\nexcept Exception:\n    "
                    "k = None\n" },
    { NONE, "import torch\ntry:\n    k = torch.cuda.Stream()\nexcept Exception:\n    k = None\n" },
    { CODE_UNBUILT, "import torch.utils.cpp_extension as ce\ntry:\n    k = ce.compile_cuda(s)\n"
                    "except Exception:\n    k = None\n" },
    { NONE, "try:\n    import triton\n    import triton.language as tl\nexcept Exception:\n    "
            "triton = None\n" },
};

static int kind_of(const char *code, size_t len)
{
    static const int asked[] = { CODE_DECOY, CODE_WRITES_INPUT, CODE_UNBUILT };
    struct arena arena = { 0 };
    struct code_scan scan;
    int found = NONE;
    code_scan_text(code, len, &arena, &scan);
    for (size_t i = 0; i < scan.n_hits; i++)
        for (size_t k = 0; k < ARRAY_LEN(asked); k++)
            found = (int)scan.hits[i].kind == asked[k] ? asked[k] : found;
    arena_release(&arena);
    return found;
}

static void test_decoys_and_overwritten_inputs(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        const int found = kind_of(texts[i].code, strlen(texts[i].code));
        if (found != texts[i].kind)
            fail_msg("kind %d, not %d:\n%s", found, texts[i].kind, texts[i].code);
    }
}

/* Cut texts end inside brackets, strings and functions. */
static void test_cut_texts_are_survived(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        for (size_t cut = 0; cut < strlen(texts[i].code); cut += 1 + i % 13) {
            char *copy = mem_alloc(cut + 1);
            memcpy(copy, texts[i].code, cut);
            kind_of(copy, cut);
            free(copy);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decoys_and_overwritten_inputs),
        cmocka_unit_test(test_cut_texts_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
