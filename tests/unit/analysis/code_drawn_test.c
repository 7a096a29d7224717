/*
 * code_drawn_test.c - what is found in programs whose lines are drawn from those that the rules of
 * the scan speak of, and how like they are: how often each reason is given, and a hash of where.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/code/code_scan.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "tasks/text/code_identity.h"
#include "tests/support/approved.h"

#define PROGRAMS 4000
#define REASONS  200

static const char *const heads[] = {
    "import torch\nclass ModelNew(nn.Module):\n def forward(self, x):\n",
    "import torch\nclass ModelNew(nn.Module):\n def __init__(self):\n  super().__init__()\n def "
    "forward(self, x, w):\n",
    "import torch\n@lru_cache(None)\ndef g(x):\n return k(x)\ndef custom_kernel(data):\n  x, y = "
    "data\n",
    "import torch, threading\n@triton.jit\ndef k(p, q):\n tl.store(q, tl.load(p))\nclass "
    "ModelNew(nn.Module):\n def forward(self, x):\n",
    "import torch\nclass ModelNew(nn.Module):\n def go(self, x):\n  return self.y\n def "
    "forward(self, "
    "x):\n",
};

static const char *const lines[] = {
    "  if self.y is None:\n",
    "  if self.y is not None: return self.y\n",
    "   self.y = f(x)\n",
    "  self.y = f(x)\n",
    "  self.y[:] = x\n",
    "  self.y.copy_(x)\n",
    "  return self.y\n",
    "  return self.y.clone()\n",
    "  return self.go(x)\n",
    "  key = id(x)\n",
    "  key = x.data_ptr()\n",
    "  key = (x.shape, x.dtype)\n",
    "  if key in self.done:\n",
    "   return self.done[key]\n",
    "  self.done[key] = y\n",
    "  y = g(x)\n",
    "  y = f(x)\n",
    "   y = f(x)\n",
    "  y = torch.empty_like(x)\n",
    "  y = torch.zeros(x.shape, device=x.device)\n",
    "  y = x * 0\n",
    "  y = torch.matmul(x, w)\n",
    "  y = x @ w\n",
    "  y = y + x\n",
    "  k[(1,)](x, y)\n",
    "  self.ext.run(x, y)\n",
    "  return y\n",
    "  return x\n",
    "  return torch.relu(x)\n",
    "  with torch.cuda.stream(self.s):\n",
    "  torch.cuda.synchronize()\n",
    "  self.s.synchronize()\n",
    "  torch.cuda.current_stream().wait_stream(self.s)\n",
    "  t = threading.Thread(target=f, args=(x,))\n",
    "  t.start()\n",
    "  t.join()\n",
    "  try:\n",
    "   y = self.ext.run(x)\n",
    "  except Exception:\n",
    "   y = torch.relu(x)\n",
    "   pass\n",
    "  x = x.half()\n",
    "  x = x.to(torch.bfloat16)\n",
    "  torch.backends.cuda.matmul.allow_tf32 = True\n",
    "  self.calls += 1\n",
    "  if self.calls > 3:\n",
    "  # FUTURE: a real kernel\n",
    "  raise NotImplementedError\n",
    "  torch.allclose = f\n",
    "  n = 1; torch.equal = f\n",
    "  time.perf_counter = f\n",
    "  sys.exit(0)\n",
    "  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, functions=['f'])\n",
    "  cu = '__global__ void k(float *p) { p[threadIdx.x] = 1; }'\n",
    "  cpp = 'torch::Tensor f(torch::Tensor x);'\n",
    "  for i in range(3):\n",
    "  if x.shape[0] == 1024:\n",
    "  if torch.all(x == 0):\n",
    "  del x\n",
    "  '''a text\n  of lines'''\n",
};

static const char *const kernels[] = {
    "#include <cuda_runtime.h>\n",
    "//@ launch k 1 256\n",
    "__global__ void k(const float *x, float *y, int n)\n{\n",
    "int i = blockIdx.x * blockDim.x + threadIdx.x;\n",
    "if (i < n)\n",
    "y[i] = x[i];\n",
    "y[i] = 0.0f;\n",
    "__shared__ float s[256];\n",
    "__syncthreads();\n",
    "}\n",
    "__device__ int calls;\n",
    "if (clock64() > 0) return;\n",
    "// a comment\n",
    "/* another\n one */\n",
    "#define N 4\n",
    "extern \"C\" void f() { exit(0); }\n",
    "torch::Tensor f(torch::Tensor x) { return at::relu(x); }\n",
    "std::thread t(f); t.detach();\n",
    "static torch::Tensor kept;\n",
    "if (kept.defined()) return kept;\n",
    "cudaStreamCreate(&s);\n",
    "k<<<1, 256, 0, s>>>(x, y, n);\n",
    "wmma::mma_sync(a, b, c, d);\n",
    "half h = __float2half(x[i]);\n",
};

static struct rng rng;

static const char *drawn(const char *const *list, size_t n)
{
    return list[rng_below(&rng, (uint32_t)n)];
}

static void draw_program(struct buf *out)
{
    const uint32_t n = 2 + rng_below(&rng, 9);
    const bool is_python = rng_below(&rng, 3) > 0;
    if (is_python)
        buf_puts(out, drawn(heads, ARRAY_LEN(heads)));
    for (uint32_t i = 0; i < n; i++)
        buf_puts(out,
                 is_python ? drawn(lines, ARRAY_LEN(lines)) : drawn(kernels, ARRAY_LEN(kernels)));
}

struct reason {
    enum code_kind kind;
    const char *what;
    size_t n;
    struct buf places;
};

static struct reason reasons[REASONS];
static size_t n_reasons;

static void note(int program, const struct code_hit *h)
{
    size_t i = 0;
    while (i < n_reasons && (reasons[i].kind != h->kind || strcmp(reasons[i].what, h->what) != 0))
        i++;
    assert_true(i < REASONS);
    if (i == n_reasons)
        reasons[n_reasons++] = (struct reason){ .kind = h->kind, .what = h->what };
    reasons[i].n++;
    buf_printf(&reasons[i].places, "%d:%zu ", program, h->line);
}

static unsigned long long hash_of(const struct buf *b)
{
    return (unsigned long long)str_hash(buf_text(b), b->len);
}

static void what_is_found_in_drawn_programs(void **state)
{
    struct buf out = { 0 }, identities[IDENTITY_COUNT] = { { 0 } }, recognised = { 0 };
    (void)state;
    rng_init(&rng, 21, RNG_TRIAL, 0, 0, 0);
    for (int i = 0; i < PROGRAMS; i++) {
        struct arena arena = { 0 };
        struct code_scan scan;
        struct buf text = { 0 };
        char hash[65];
        draw_program(&text);
        code_scan_text(buf_text(&text), text.len, &arena, &scan);
        for (size_t k = 0; k < scan.n_hits; k++)
            note(i, &scan.hits[k]);
        buf_putc(&recognised, scan.has_kernel ? '1' : '0');
        for (int level = 0; level < IDENTITY_COUNT; level++) {
            code_identity((enum identity_level)level, buf_text(&text), text.len, hash);
            buf_puts(&identities[level], hash);
        }
        buf_release(&text);
        arena_release(&arena);
    }
    for (size_t i = 0; i < n_reasons; i++) {
        buf_printf(&out, "%d, %s: %zu, %016llx\n", (int)reasons[i].kind, reasons[i].what,
                   reasons[i].n, hash_of(&reasons[i].places));
        buf_release(&reasons[i].places);
    }
    buf_printf(&out, "with a kernel: %016llx\n", hash_of(&recognised));
    for (int level = 0; level < IDENTITY_COUNT; level++) {
        buf_printf(&out, "identities, %s: %016llx\n",
                   identity_level_name((enum identity_level)level), hash_of(&identities[level]));
        buf_release(&identities[level]);
    }
    buf_release(&recognised);
    approved_check_exactly("code_drawn", &out);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_found_in_drawn_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
