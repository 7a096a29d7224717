/*
 * The rules of the static scan that follow a call through a text: at least ten faulty texts and ten
 * honest twins each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/code/code_scan.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

#define HEAD          "import torch\nclass ModelNew(nn.Module):\n"
#define FORWARD(body) HEAD " def forward(self, x):\n" body
#define CUDA          "#include <torch/extension.h>\n"
#define ENTRY(body)   "import torch\ndef custom_kernel(data):\n" body

struct rule_text {
    bool faulty;
    const char *code;
};

static struct buf told; /* of all texts */

static void tell(const char *code, const struct code_scan *scan)
{
    buf_puts(&told, scan->has_kernel ? "kernel " : "");
    buf_put_json_string(&told, code, strlen(code));
    buf_puts(&told, "\n");
    for (size_t i = 0; i < scan->n_hits; i++)
        buf_printf(&told, "  %d, line %zu: %s\n", (int)scan->hits[i].kind, scan->hits[i].line,
                   scan->hits[i].what);
}

static bool finds(const char *code, enum code_kind kind)
{
    struct arena arena = { 0 };
    struct code_scan scan;
    bool found = false;
    code_scan_text(code, strlen(code), &arena, &scan);
    tell(code, &scan);
    for (size_t i = 0; i < scan.n_hits; i++)
        found = found || scan.hits[i].kind == kind;
    arena_release(&arena);
    return found;
}

static void check(const struct rule_text *texts, size_t n, enum code_kind kind)
{
    enum { LEAST = 10 };
    size_t n_faulty = 0;
    for (size_t i = 0; i < n; i++) {
        n_faulty += texts[i].faulty;
        if (finds(texts[i].code, kind) != texts[i].faulty)
            fail_msg("text %zu, %s:\n%s", i, texts[i].faulty ? "missed" : "accused in vain",
                     texts[i].code);
    }
    assert_true(n_faulty >= LEAST && n - n_faulty >= LEAST);
}

static void test_a_stored_value_that_is_returned_unwritten(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  if self.y is not None: return self.y\n  self.y = f(x)\n"
                        "  return self.y\n") },
        { true, FORWARD("  if self.y is None:\n   self.y = f(x)\n  return self.y\n") },
        { true, "import functools\n@functools.lru_cache(maxsize=None)\ndef run_all(x):\n"
                " return k(x)\n" FORWARD("  return run_all(x)\n") },
        { true, "@cache\ndef g(x, y):\n return k(x, y)\n" FORWARD("  return g(x, 3)\n") },
        { false, "@functools.lru_cache(maxsize=None)\ndef grid_of(n):\n"
                 " return (n // 4,)\n" FORWARD("  y = empty(x)\n"
                                               "  k[grid_of(x.numel())](x, y)\n  return y\n") },
        { false, "@lru_cache(None)\ndef build(n):\n"
                 " return compile(n)\n" FORWARD("  return build(x.numel())(x)\n") },
        { false, "@lru_cache\ndef mask(n):\n"
                 " return tri(n)\n" FORWARD("  return mask(x.shape[0])\n") },
        { true, FORWARD("  if self.key == id(x):\n   return self.y.clone()\n  return f(x)\n") },
        { true, FORWARD("  k = id(x)\n  if k in self.done:\n   return self.done[k]\n"
                        "  y = f(x)\n  self.done[k] = y\n  return y\n") },
        { true, FORWARD("  k = x.shape\n  if k not in table:\n   table[k] = f(x)\n"
                        "  return table[k]\n") },
        { true, FORWARD("  y = self.done.get(x.data_ptr())\n  if y is not None:\n   return y\n"
                        "  return f(x)\n") },
        { true, FORWARD("  if not self.ready:\n   self.y = f(x)\n   self.ready = True\n"
                        "  return self.y\n") },
        { true, HEAD " def forward(self, x):\n  return self.go(x)\n def go(self, x):\n"
                     "  if self.y is None:\n   self.y = f(x)\n  return self.y\n" },
        { true, HEAD " def __call__(self, x):\n  if self.ready:\n   return self.zeros\n"
                     "  return super().__call__(x)\n" },
        { true, FORWARD("  if self.last is x:\n   return self.a, self.b\n  return f(x)\n") },
        { true, FORWARD("  if self.shape != x.shape:\n   self.y = torch.zeros(3)\n"
                        "   self.shape = x.shape\n  return self.y.view(3)\n") },
        { true, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) {\n"
                     "  if (!y.defined()) y = torch::relu(x);\n  return y; }\n" },

        { false, FORWARD("  if self.y is None:\n   self.y = torch.empty_like(x)\n"
                         "  kernel(x, self.y)\n  return self.y\n") },
        { false, FORWARD("  self.inp.copy_(x)\n  self.graph.replay()\n  return self.y\n") },
        { false, FORWARD("  y = self.bufs.get(x.shape)\n  if y is None:\n   y = f(x)\n"
                         "  kernel(x, y)\n  return y\n") },
        { false, FORWARD("  torch.mm(x, self.w, out=self.y)\n  return self.y\n") },
        { false, FORWARD("  if self.w is None: self.w = f(self.weight)\n"
                         "  return kernel(x, self.w)\n") },
        { false, HEAD " def packed(self):\n  if self.w is not None: return self.w\n"
                      "  return f()\n def forward(self, x):\n  return g(x, self.packed())\n" },
        { false, FORWARD("  self.launch(x)\n  return self.y\n"
                         " def launch(self, x):\n  kernel(x, self.y)\n") },
        { false, FORWARD("  if not self.ready:\n   self.y = torch.empty_like(x)\n"
                         "   torch.tanh(x, out=self.y)\n   self.ready = True\n   return self.y\n"
                         "  torch.tanh(x, out=self.y)\n  return self.y\n") },
        { false, FORWARD("  self.view.copy_(x)\n  return self.y\n"
                         " def prepare(self):\n  self.view = self.y.T\n") },
        { false, FORWARD("  h, self.state = self.cell(x, self.state)\n  return self.state\n") },
        { false, HEAD " def forward(self, x):\n  return self.fc(x)\n"
                      "class Table(nn.Module):\n def forward(self, x):\n  return self.cos\n" },
        { false, FORWARD("  g[(1,)](x, self.y)\n  return self.y\n") },
        { false, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) {\n"
                      "  if (!y.defined()) y = torch::empty_like(x);\n"
                      "  k<<<1, 2>>>(x.data_ptr<float>(), y.data_ptr<float>());\n"
                      "  return y; }\n" },
        { false, CUDA "static torch::Tensor f(torch::Tensor x) { return x; }\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_CACHED_OUTPUT);
}

static void test_a_result_that_no_input_reaches(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  return torch.zeros(x.shape[0], 1, device=x.device)\n") },
        { true, FORWARD("  return torch.zeros_like(x)\n") },
        { true, FORWARD("  return x.new_zeros(x.size(0), 1)\n") },
        { true, FORWARD("  return self.y if x.is_cuda else self.z\n") },
        { true, FORWARD("  x = x.contiguous()\n  return torch.full((len(x), 3), 0.5)\n") },
        { true, HEAD " def forward(self, *args, **kwargs):\n  return self.y + 1\n" },
        { true, HEAD " def __call__(self, *inputs):\n  return torch.ones(3)\n" },
        { true, HEAD " def forward(self, a, b):\n  n = a.shape[0]\n  m = b.shape[1]\n"
                     "  return torch.empty(n, m)\n" },
        { true, FORWARD("  out = torch.empty(x.shape, dtype=x.dtype)\n  fill(out, 0.0)\n"
                        "  return out\n") },
        { true, ENTRY("  a, b = data\n  return torch.empty(a.shape[0], device=b.device)\n") },
        { true, ENTRY("  (a, b, n) = data\n  return [torch.ones_like(a) for _ in range(4)]\n") },
        { true, ENTRY("  _, out = data\n  return out\n") },
        { true, ENTRY("  a, b, *rest, out = data\n  return out\n") },
        { true, ENTRY("  data[...] = torch.zeros_like(data)\n  return torch.zeros_like(data)\n") },
        { true, "#include <a>\n__global__ void k(const float *x, float *y, int n)\n"
                "{ int i = threadIdx.x; if (i < n) y[i] = 0.0f; }\n" },
        { true, "extern \"C\" __global__ void __launch_bounds__(64) k(const float *a,\n"
                "  const float *b, float *c) { c[threadIdx.x] = 1.0f; }\n" },

        { false, ENTRY("  a, b = data\n  return a @ b\n") },
        { false, ENTRY("  a, out = data\n  k[(1,)](a, out)\n  return out\n") },
        { false, ENTRY("  a, out = data\n  out[...] = a * 2\n  return out\n") },
        { false, ENTRY("  a, out = data\n  out.copy_(a)\n  return out\n") },
        { false, ENTRY("  a, b = data.shape\n  return f(data, a, b)\n") },
        { false, ENTRY("  data[0] = 1\n  return data\n") },
        { false, ENTRY("  q, k = data\n  p, r = q\n  return p\n") },
        { false, ENTRY("  return data\n") },
        { false, FORWARD("  return torch.zeros_like(x) + x\n") },
        { false, FORWARD("  out = torch.empty_like(x)\n  k[(1,)](x, out)\n  return out\n") },
        { false, FORWARD("  return self.fc(x)\n") },
        { false, FORWARD("  x = x.contiguous()\n  return mod.run(x)\n") },
        { false, FORWARD("  return super().forward(x)\n") },
        { false, FORWARD("  raise NotImplementedError\n") },
        { false, HEAD " def forward(self):\n  return self.weight\n" },
        { false, HEAD " def forward(self, a, b):\n  return b * a.shape[0]\n" },
        { false, HEAD " def forward(self, *args):\n  return f(*args)\n" },
        { false, HEAD " def forward(self, x):\n  return self.fc(x)\n"
                      "class Table(nn.Module):\n def forward(self, x):\n"
                      "  return self.cos[: x.shape[1]]\n" },
        { false, FORWARD("  launch(x.data_ptr(), self.y)\n  return self.y\n") },
        { false, "#include <a>\n__global__ void k(const float *x, float *y)\n"
                 "{ y[threadIdx.x] = x[threadIdx.x]; }\n" },
        { false, "#include <a>\n__global__ void zero(float *y) { y[threadIdx.x] = 0.0f; }\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_CONSTANT);
}

static const struct rule_text stored_or_not[] = {
    { true, FORWARD("  return (self.y)\n") },
    { true, FORWARD("  return self.y.T[0]\n") },
    { true, FORWARD("  return self.y.mT.clone()\n") },
    { true, FORWARD("  return self.y[0].view(3)\n") },
    { true, FORWARD("  return self.y, x\n") },
    { true, FORWARD("  return self.done.get(x.shape)\n") },
    { true, FORWARD("  if x.shape != self.key:\n   self.y = f(x)\n   self.key = x.shape\n  "
                    "return self.y\n") },
    { true,
      FORWARD("  if self.key is None:\n   self.y = f(x)\n   self.key = 1\n  return self.y\n") },
    { true, FORWARD("  if x.is_cuda:\n   n = 1\n  elif not self.ready:\n   self.y = f(x)\n   "
                    "self.ready = True\n  return self.y\n") },
    { true,
      FORWARD("  if self.y is None:\n   if x.is_cuda:\n    self.y = f(x)\n  return self.y\n") },
    { true, FORWARD("  assert self.y.shape == x.shape\n  return self.y\n") },
    { true, FORWARD("  n = self.y.numel()\n  return self.y\n") },
    { true, FORWARD("  b = self.y is x\n  return self.y\n") },
    { true, FORWARD("  b = self.y == x\n  return self.y\n") },
    { true, FORWARD("  b = x in self.y\n  return self.y\n") },
    { true, FORWARD("  while self.y.is_cuda:\n   n = 1\n  return self.y\n") },
    { true, FORWARD("  self.y = torch.zeros(3)\n  return self.y\n") },
    { true, FORWARD("  self.y[0] = torch.empty(3)\n  return self.y\n") },
    { true, FORWARD("  self.done = {}\n  return self.done[x.shape]\n") },
    { true, FORWARD("  self.y = None\n  return self.y\n") },
    { true, FORWARD("  print(x)\n  return self.y\n") },
    { true, FORWARD("  torch.cuda.synchronize()\n  return self.y\n") },
    { true, FORWARD("  warnings.warn('slow')\n  return self.y\n") },
    { true, FORWARD("  a = run(x)\n  return self.y\n") },
    { true, FORWARD("  z = go(x)\n  return self.y\n") "def go(x):\n return x + 1\n" },
    { true, FORWARD("  torch.mul(x, 2, out=self.buf)\n  return self.y\n") },
    { true, FORWARD("  y = self.y\n  return y\n") },
    { true, FORWARD("  y = self.y[0]\n  return y.view(3)\n") },
    { true, ENTRY("  return CACHE['y']\n") },
    { true, "@functools.cache\ndef g(x):\n return k(x)\n" FORWARD("  return g(x)\n") },
    { true, "@lru_cache(maxsize=8, typed=True)\ndef g(x, n):\n return k(x)\n" FORWARD(
                "  return g(3, x)\n") },
    { true, CUDA "static at::Tensor y;\nat::Tensor f(at::Tensor x) {\n  y = at::relu(x);\n  "
                 "return y; }\n" },
    { true, CUDA "torch::Tensor f(torch::Tensor x) {\n  static torch::Tensor y = "
                 "torch::relu(x);\n  return y; }\n" },
    { true, CUDA "static torch::Tensor y{};\ntorch::Tensor f(torch::Tensor x) {\n  if "
                 "(y.numel() == 0) y = torch::relu(x);\n  n = y.sizes();\n  return y; }\n" },
    { false, FORWARD("  return self.y.sum()\n") },
    { false, FORWARD("  return self.y + 1\n") },
    { false, FORWARD("  return (self.y + 1)\n") },
    { false, FORWARD("  return self.y(x)\n") },
    { false, FORWARD("  return self.y[0].T.sum()\n") },
    { false, FORWARD("  if self.ready is not None:\n   self.y = f(x)\n   self.ready = 1\n  "
                     "return self.y\n") },
    { false,
      FORWARD("  if not self.ready:\n   self.y = f(x)\n   self.other = True\n  return self.y\n") },
    { false,
      FORWARD("  if x in self.keys:\n   self.y = f(x)\n   self.keys = 1\n  return self.y\n") },
    { false, FORWARD("  if self.y is None:\n   self.y = f(x)\n   return self.y\n  return f(x)\n") },
    { false, FORWARD("  for n in self.y:\n   self.y = f(x)\n  return self.y\n") },
    { false, FORWARD("  g = h(self.y)\n  return self.y\n") },
    { false, FORWARD("  self.y = torch.relu(x)\n  return self.y\n") },
    { false, FORWARD("  self.y[0] = f(x)\n  return self.y\n") },
    { false, FORWARD("  run(x)\n  return self.y\n") },
    { false, FORWARD("  self.k[0](x)\n  return self.y\n") },
    { false, FORWARD("  z = go(x)\n  return self.y\n") "def go(x):\n model.n = self.y\n" },
    { false, FORWARD("  z = replay(x)\n  return self.y\n") },
    { false, FORWARD("  torch.mul(x, 2, out=self.buf)\n  return self.y\n def prepare(self):\n  "
                     "self.y = self.buf.T\n") },
    { false, FORWARD("  torch.mul(x, 2, out=self.buf)\n  return self.y\n def prepare(self):\n  "
                     "self.buf = self.y.T\n") },
    { false, FORWARD("  y = self.y\n  y = f(x)\n  return y\n") },
    { false, FORWARD("  y = self.y\n  torch.mul(x, 2, out=y)\n  return y\n") },
    { false, FORWARD("  y = self.y\n  torch.mul(x, 2, out=self.y)\n  return y\n") },
    { false, FORWARD("  torch.mul(x, 2, out=self.y)\n  y = self.y\n  return y\n") },
    { false, FORWARD("  y = self.y.sum()\n  return y\n") },
    { false, HEAD " def forward(self):\n  return self.y\n" },
    { false, FORWARD("  def g():\n   return self.y\n  return f(x)\n") },
    { false, "@cache\ndef g(x):\n return k(x)\n" FORWARD("  return g(x + 1)\n") },
    { false, "@cache\ndef g(x):\n return k(x)\n" FORWARD("  return g(3)\n") },
    { false, "@cache\ndef g(x):\n return k(x)\n" FORWARD("  return g(x).clone()\n") },
    { false, "@wraps(k)\ndef g(x):\n return k(x)\n" FORWARD("  return g(x)\n") },
    { false, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) {\n  y = "
                  "torch::zeros(3);\n  return y; }\n" },
    { false, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) { return y; }\n" },
    { false, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) { y = "
                  "torch::relu(x);\n  return x; }\n" },
    { false, CUDA "static torch::Tensor y;\ntorch::Tensor f(torch::Tensor x) { y = "
                  "torch::relu(x);\n  g(y);\n  return y; }\n" },
};

static void test_a_value_that_only_looks_stored_or_computed(void **state)
{
    (void)state;
    check(stored_or_not, ARRAY_LEN(stored_or_not), CODE_CACHED_OUTPUT);
}

static void test_an_input_that_only_looks_read_or_ignored(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  if x is None:\n   n = 1\n  return torch.zeros(3)\n") },
        { true, FORWARD("  if isinstance(x, list):\n   n = 1\n  return torch.zeros(3)\n") },
        { true, FORWARD("  n = type(x)\n  return torch.zeros(3)\n") },
        { true, FORWARD("  return torch.ones_like(x)\n") },
        { true, FORWARD("  return torch.randn_like(x)\n") },
        { true, FORWARD("  x = x.to(d)\n  return torch.zeros(3)\n") },
        { true, FORWARD("  x = x.reshape(3)\n  return torch.zeros(3)\n") },
        { true, HEAD " def forward(self, x, /, *, n=(1, 2)):\n  return torch.zeros(3)\n" },
        { true,
          HEAD " def forward(self, x: Dict[str, int], y: int = 3):\n  return torch.zeros(3)\n" },
        { true, ENTRY("  (a, b), c = data\n  return torch.zeros(a.shape)\n") },
        { true, ENTRY("  out = data.new_empty(3)\n  return out\n") },
        { true, "#include <a>\n"
                "__global__ void k(const float *x, float *y) { y[0] = p.x; }\n" },
        { true, "#include <a>\n"
                "__global__ void k(const float *x, const int *n, int m) { y[m] = 1; }\n" },
        { false, FORWARD("  return\n") },
        { false, FORWARD("  return None\n") },
        { false, FORWARD("  y = x.contiguous()\n  return y\n") },
        { false, FORWARD("  x = x.sum()\n  return torch.zeros(3)\n") },
        { false, HEAD " def forward(self, x: Dict[str, int], y: int = 3):\n  return y\n" },
        { false, HEAD " def forward(self, n=(1, 2), *, x):\n  return g(x)\n" },
        { false, ENTRY("  x[data] = 1\n  return x\n") },
        { false, ENTRY("  a, b = f(data)\n  return torch.zeros(3)\n") },
        { false, ENTRY("  a, b = data, 1\n  return torch.zeros(a)\n") },
        { false, ENTRY("  _, out = data\n  n = 1\n  return out\n") },
        { false, "#include <a>\n"
                 "__global__ void a(const float *x) {}\n__global__ void b(const float *x) {}\n" },
        { false, "#include <a>\n"
                 "__global__ void k(const float *x);\n" },
        { false, "#include <a>\n"
                 "__global__ void k(const int n, float *y) { y[0] = 1; }\n" },
        { false, "#include <a>\n"
                 "__global__ void k(const float *x, const int *n) { y[*n] = 1; }\n" },
        { false, "import torch\n"
                 "src = '''\n__global__ void k(const float *x, float *y) { y[0] = 1; }\n'''\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_CONSTANT);
}

#define IN_STREAM "  with torch.cuda.stream(self.s):\n   y = f(x)\n"

static void test_work_that_nobody_waits_for(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD(IN_STREAM "  return y\n") },
        { true, FORWARD("  with torch.cuda.stream(self.s):\n   return f(x)\n") },
        { true,
          FORWARD("  self.s.wait_stream(torch.cuda.current_stream())\n" IN_STREAM "  return y\n") },
        { true, FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n"
                        "   torch.cuda.current_stream().wait_stream(self.s)\n  return y\n") },
        { true, FORWARD("  with torch.cuda.stream(self.s):\n   self.graph.replay()\n"
                        "  return self.y\n") },
        { true, FORWARD("  if x.is_cuda:\n   with torch.cuda.stream(self.s):\n    y = f(x)\n"
                        "  else:\n   y = f(x)\n   torch.cuda.synchronize()\n  return y\n") },
        { true, FORWARD("  with torch.cuda.stream(self.s):\n   if not self.warmed_up:\n"
                        "    f(x)\n    self.s.synchronize()\n   y = f(x)\n  return y\n") },
        { true, FORWARD("  return self.go(x)\n def go(self, x):\n" IN_STREAM "  return y\n") },
        { true, FORWARD("  torch.cuda.set_stream(self.s)\n  return f(x)\n") },
        { true, FORWARD("  self.e.wait(self.s)\n" IN_STREAM "  self.e.record(self.s)\n"
                        "  self.e.wait(self.t)\n  return y\n") },
        { true, FORWARD("  threading.Thread(target=f).start()\n  return x + 1\n") },
        { true, "#include <cuda.h>\nvoid f() { cudaStream_t s; cudaStreamCreate(&s);\n"
                " k<<<1, 2, 0, s>>>(x); }\n" },
        { true, "import torch\nsource = '''\n#include <cuda.h>\nvoid f() {\n cudaStream_t s;\n"
                "  cudaStreamCreateWithFlags(&s, 1); g(s); }\n'''\n" },

        { false, FORWARD("  s = torch.cuda.Stream()\n  return f(x)\n") },
        { false, FORWARD(IN_STREAM "  torch.cuda.current_stream().wait_stream(self.s)\n"
                                   "  return y\n") },
        { false, FORWARD(IN_STREAM "  self.s.synchronize()\n  return y\n") },
        { false, FORWARD(IN_STREAM "  torch.cuda.synchronize()\n  return y\n") },
        { false, FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n   e.record()\n"
                         "  torch.cuda.current_stream().wait_event(e)\n  return y\n") },
        { false, FORWARD("  with torch.cuda.stream(torch.cuda.current_stream()):\n"
                         "   y = f(x)\n  return y\n") },
        { false, HEAD " def warm_up(self, x):\n" IN_STREAM " def forward(self, x):\n"
                      "  self.warm_up(x)\n  return f(x)\n" },
        { false, FORWARD("  if not self.warmed_up:\n   with torch.cuda.stream(self.s):\n"
                         "    f(x)\n   self.warmed_up = True\n  return f(x)\n") },
        { false, FORWARD("  y = self.go(x)\n  torch.cuda.synchronize()\n  return y\n"
                         " def go(self, x):\n" IN_STREAM "  return y\n") },
        { false, HEAD " def __init__(self):\n  with torch.cuda.stream(s): f()\n"
                      " def forward(self, x):\n  return f(x)\n" },
        { false, FORWARD("  t = threading.Thread(target=f)\n  t.start()\n  t.join()\n"
                         "  return x\n") },
        { false, "#include <cuda.h>\nvoid f() { cudaStream_t s; cudaStreamCreate(&s);\n"
                 " k<<<1, 2, 0, s>>>(x); cudaStreamSynchronize(s); }\n" },
        { false, "#include <cuda.h>\nvoid f() { cudaStream_t s; cudaStreamCreate(&s); }\n" },
        { false,
          "#include <cuda.h>\nvoid f(cudaStream_t s) { cudaLaunchHostFunc(s, done, p); }\n" },
        { false,
          "#include <a>\nvoid f() { k<<<1, 2, 0, at::cuda::getCurrentCUDAStream()>>>(); }\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_STREAM);
}

static void test_reduced_precision(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  return f(x.half())\n") },
        { true, FORWARD("  return f(x.bfloat16())\n") },
        { true, FORWARD("  return f(x.to(torch.float16))\n") },
        { true, FORWARD("  y = torch.empty(3, dtype=torch.bfloat16)\n  return y + x\n") },
        { true, FORWARD("  with torch.cuda.amp.autocast():\n   return f(x)\n") },
        { true, FORWARD("  torch.backends.cuda.matmul.allow_tf32 = True\n  return f(x)\n") },
        { true, FORWARD("  torch.set_float32_matmul_precision('high')\n  return f(x)\n") },
        { true, FORWARD("  torch.set_float32_matmul_precision(\"medium\")\n  return f(x)\n") },
        { true, "#include <a>\n__global__ void k() { __half h = __float2half(1.0f); }\n" },
        { true, "#include <a>\n__global__ void k() { auto h = __float2bfloat16_rn(1.0f); }\n" },
        { true, "#include <a>\nusing P = wmma::precision::tf32;\n__global__ void k() {}\n" },

        { false, FORWARD("  return f(x)\n") },
        { false, FORWARD("  return f(x.float())\n") },
        { false, FORWARD("  return f(x.to(torch.float32))\n") },
        { false, FORWARD("  if x.dtype == torch.float16: return f(x)\n  return g(x)\n") },
        { false, FORWARD("  assert x.dtype in (torch.float16, torch.float32)\n  return g(x)\n") },
        { false, FORWARD("  torch.backends.cuda.matmul.allow_tf32 = False\n  return f(x)\n") },
        { false, FORWARD("  torch.set_float32_matmul_precision('highest')\n  return f(x)\n") },
        { false, FORWARD("  half = x.shape[0] // 2\n  return f(x, half)\n") },
        { false, FORWARD("  # x.half()\n  return f(x)\n") },
        { false, "#include <a>\n__global__ void k() { float h = 0.5f; }\n" },
        { false, "#include <a>\nAT_DISPATCH_FLOATING_TYPES_AND_HALF(t, \"k\", f);\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_PRECISION);
}

static void test_placeholders(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  # Placeholder for the actual kernel\n  return f(x)\n") },
        { true, FORWARD("  return f(x)  # this is a placeholder\n") },
        { true, FORWARD("  # In a real implementation, this would be fused\n  return f(x)\n") },
        { true, FORWARD("  # simplified version, one head only\n  return f(x)\n") },
        { true, FORWARD("  # not implemented yet\n  return f(x)\n") },
        { true, FORWARD("  # the kernel launch goes here\n  return f(x)\n") },
        { true, FORWARD("  # dummy implementation\n  return x\n") },
        { true, "#include <a>\n// for the actual implementation use shared memory\n"
                "__global__ void k() {}\n" },
        { true, "#include <a>\n/* Dummy kernel */\n__global__ void k() {}\n" },
        { true,
          "import torch\nsource = '''\n// placeholder kernel\n__global__ void k() {}\n'''\n" },

        { false, FORWARD("  return f(x)\n") },
        { false, FORWARD("  placeholder = x\n  return f(placeholder)\n") },
        { false, FORWARD("  # the simplest tiling\n  return f(x)\n") },
        { false, FORWARD("  raise ValueError('not implemented yet')\n") },
        { false, FORWARD("  # the implementation follows the paper\n  return f(x)\n") },
        { false, FORWARD("  # real part first\n  return f(x)\n") },
        { false, FORWARD("  dummy = torch.empty(1)\n  return f(x, dummy)\n") },
        { false, "#include <a>\n// simplifies to x * x\n__global__ void k() {}\n" },
        { false, "#include <a>\n__global__ void k(int dummy) {}\n" },
        { false, "" },
    };
    check(texts, ARRAY_LEN(texts), CODE_PLACEHOLDER);
}

static void test_state_that_tells_calls_apart(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  if x.data_ptr() == self.p: f()\n  return g(x)\n") },
        { true, FORWARD("  if self.p == x.data_ptr(): f()\n  return g(x)\n") },
        { true, FORWARD("  if x.data_ptr() in self.seen: f()\n  return g(x)\n") },
        { true, FORWARD("  g = self.graphs[x.data_ptr()]\n  return g(x)\n") },
        { true, FORWARD("  key = (x.data_ptr(), x.shape)\n  return g(x, key)\n") },
        { true, FORWARD("  key = x.data_ptr()\n  return g(x, key)\n") },
        { true, FORWARD("  key = id(x)\n  return g(x, key)\n") },
        { true, FORWARD("  x_id = id(x)\n  return g(x, x_id)\n") },
        { true, FORWARD("  route_key = (id(x), x.shape)\n  return g(x, route_key)\n") },
        { true, FORWARD("  key = (\"w13\", id(x), x.shape)\n  return g(x, key)\n") },
        { true, FORWARD("  self.call_count += 1\n  return g(x)\n") },
        { true, "#include <a>\nstatic int n_calls;\n__global__ void k() {}\n" },
        { true, "__device__ int already_done;\n__global__ void k() {}\n" },

        { false, FORWARD("  launch(x.data_ptr())\n  return g(x)\n") },
        { false, FORWARD("  key = (x.shape, x.dtype)\n  return g(x, key)\n") },
        { false, FORWARD("  self.count = x.numel()\n  return g(x)\n") },
        { false, FORWARD("  n += 1\n  return g(x, n)\n") },
        { false, FORWARD("  args = [x.data_ptr(), y.data_ptr()]\n  return g(args)\n") },
        { false, FORWARD("  identity = x\n  return g(identity)\n") },
        { false, FORWARD("  # key = id(x)\n  return g(x)\n") },
        { false, FORWARD("  key = (\"w13\", x.shape)\n  return g(x, key)\n") },
        { false, FORWARD("  row_id = x.shape[0]\n  return g(x, row_id)\n") },
        { false, "#include <a>\nstatic int n_blocks;\n__global__ void k() {}\n" },
        { false, "__device__ float table[4];\n__global__ void k() {}\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_CALL_STATE);
}

static void test_caught_errors(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  try:\n   return k(x)\n  except Exception:\n   return x.relu()\n") },
        { true, FORWARD("  try:\n   return k(x)\n  except:\n   return x.relu()\n") },
        { true, FORWARD("  try:\n   y = k(x)\n  except RuntimeError as e:\n   print(e)\n   y = x\n"
                        "  return y\n") },
        { true, FORWARD("  try:\n   y = k(x)\n  except (A, B):\n   y = x\n  return y\n") },
        { true, FORWARD("  try:\n   y = k(x)\n  except A:\n   raise\n  except B:\n   y = x\n"
                        "  return y\n") },
        { true, "import torch\ntry:\n mod = load_inline(name='m')\nexcept E:\n mod = None\n" },
        { true, FORWARD("  try:\n   y = k(x)\n  except E:\n   if strict:\n    raise\n   y = x\n"
                        "  return y\n") },
        { true, FORWARD("  try:\n   y = k(x)\n  except E: pass\n  return y\n") },
        { true, FORWARD("  try:\n   y = k(x)\n  except E:\n   y = None\n  finally:\n   f()\n"
                        "  return y\n") },
        { true, CUDA "torch::Tensor f(torch::Tensor x) { try { return k(x); } catch (...) {\n"
                     "  return torch::relu(x); } }\n" },

        { false, FORWARD("  try:\n   return k(x)\n  except Exception as e:\n   raise E from e\n") },
        { false, FORWARD("  try:\n   return k(x)\n  except E: raise\n") },
        { false, "try:\n import triton\nexcept ImportError:\n triton = None\n" },
        { false, "try:\n import a\nexcept (ImportError, OSError):\n a = None\n" },
        { false, "try:\n import a\nexcept ModuleNotFoundError:\n a = None\n" },
        { false, FORWARD("  try:\n   torch.backends.cudnn.benchmark = True\n"
                         "  except AttributeError:\n   pass\n  return k(x)\n") },
        { false, FORWARD("  try:\n   return k(x)\n  finally:\n   f()\n") },
        { false, FORWARD("  try:\n   k[g](x, B)\n  except triton.OutOfResources as e:\n"
                         "   k[g](x, B // 2)\n  return x\n") },
        { false, "import torch\ndef go(x, b):\n try:\n  k[g](x, b)\n except RuntimeError:\n"
                 "  return go(x, b // 2)\n" },
        { false, FORWARD("  try:\n   n = int(x.shape[0])\n  except ValueError:\n   n = 1\n"
                         "  return k(x, n)\n") },
        { false, FORWARD("  # except Exception: pass\n  return k(x)\n") },
        { false, FORWARD("  s = 'except Exception'\n  return k(x)\n") },
        { false, CUDA "// catch (...) { }\ntorch::Tensor f(torch::Tensor x) { return k(x); }\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_FALLBACK);
}

static void test_calls_of_a_library(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, FORWARD("  return torch.matmul(x, self.w)\n") },
        { true, FORWARD("  return F.softmax(x, dim=-1)\n") },
        { true, FORWARD("  return torch.nn.functional.conv2d(x, self.w)\n") },
        { true, FORWARD("  return x @ self.w\n") },
        { true, FORWARD("  return x.mm(self.w)\n") },
        { true, FORWARD("  return self.w.mm(x)\n") },
        { true, FORWARD("  return torch.linalg.qr(x)\n") },
        { true, FORWARD("  return torch.ops.aten.mm(x, x)\n") },
        { true, "import torch\nclass ModelNew(nn.Module):\n def __init__(self):\n"
                "  self.fc = nn.Linear(3, 3)\n def forward(self, x):\n  return self.fc(x)\n" },
        { true, FORWARD("  return torch.compile(f)(x)\n") },
        { true, "import torch\ndef f(x): return x\ncustom_kernel = torch.compile(f)\n" },
        { true, "import torch\ndef softmax(x):\n return torch.softmax(x, -1)\n" },
        { true, CUDA "void f() { cublasSgemm(h, a, b); }\n" },
        { true, CUDA "void f() { thrust::sort(a, b); }\n" },

        { false, FORWARD("  return k(x)\n") },
        { false, FORWARD("  y = torch.empty_like(x)\n  k[(1,)](x, y)\n  return y\n") },
        { false, "import torch\n@triton.jit\ndef k(a):\n c = tl.dot(a, a)\n tl.sum(c)\n" },
        { false, "import torch\n@triton.jit\ndef k(x):\n tl.store(x, tl.softmax(x))\n" },
        { false, "import torch\nclass ModelNew(nn.Module):\n def __init__(self):\n"
                 "  self.fc = nn.Linear(3, 3)\n def forward(self, x):\n"
                 "  return k(x, self.fc.weight)\n" },
        { false, "import torch\nclass Model(nn.Module):\n def forward(self, x):\n"
                 "  return torch.relu(x)\nclass ModelNew(nn.Module):\n def forward(self, x):\n"
                 "  return k(x)\n" },
        { false, FORWARD("  return self.matmul(x, x)\n") },
        { false, "import torch\nops = load_inline(name='m')\n" FORWARD("  return ops.mm(x, x)\n") },
        { false, FORWARD("  n = int(torch.prod(torch.tensor(x.shape)))\n  return k(x, n)\n") },
        { false, "import torch\n@triton.jit\ndef k(a, b, c):\n x = a @ b\n tl.store(c, x)\n" },
        { false, "import torch\n@triton.jit(debug=True)\ndef k(a, b, c):\n tl.store(c, a @ b)\n" },
        { false, "import torch\ndef f(x): return k(x)\nx = torch.rand(3)\nassert f(x) == "
                 "torch.relu(x)\n" },
        { false, "import torch\ndef f(x): return k(x)\ndef test_f():\n y = torch.relu(x)\n" },
        { false, FORWARD("  # torch.matmul(x, x)\n  return k(x)\n") },
        { false, FORWARD("  print('torch.matmul(x, x)')\n  return k(x)\n") },
        { false, CUDA "// cublasSgemm(h)\n__global__ void k() {}\n" },
        { false, CUDA "auto f(at::Tensor x) { return at::empty_like(x); }\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_LIBRARY);
}

static void test_what_reaches_the_evaluator(void **state)
{
    (void)state;
    static const struct rule_text texts[] = {
        { true, ENTRY("  f = inspect.currentframe().f_back\n  return f\n") },
        { true, ENTRY("  return sys._getframe(1).f_locals\n") },
        { true, "import gc\nfor o in gc.get_objects(): f(o)\n" },
        { true, "import torch\ntorch.allclose = lambda *a, **k: True\n" },
        { true, "import torch\ndef patch():\n torch.allclose = f\npatch()\n" },
        { true, "import torch\ntorch.testing.assert_close = f\n" },
        { true, "import torch\nsetattr(torch, 'equal', f)\n" },
        { true, "import builtins\nbuiltins.print = f\n" },
        { true, "import os\nout = os.fdopen(int(os.getenv('POPCORN_FD')), 'w')\n" },
        { true, ENTRY("  os.write(int(os.environ['POPCORN_FD']), b'check: pass')\n") },
        { true, ENTRY("  seed = os.environ.get(\"POPCORN_SEED\")\n  return f(data, seed)\n") },
        { true, ENTRY("  import __main__\n  return data\n") },

        { false, ENTRY("  return f(data)\n") },
        { false, "import inspect\ndef unused():\n return inspect.currentframe()\n" },
        { false, "import os\nos.environ['TORCH_CUDA_ARCH_LIST'] = '9.0'\n" },
        { false, "import os\nhome = os.getenv('CUDA_HOME')\n" },
        { false, "import os\nwith os.fdopen(fd, 'w') as f: f.write(source)\n" },
        { false, ENTRY("  # os.environ['POPCORN_FD']\n  return f(data)\n") },
        { false, "import torch\nok = torch.allclose(a, b)\n" },
        { false, "import torch\ntorch.backends.cuda.matmul.allow_tf32 = False\n" },
        { false, "import inspect\nsource = inspect.getsource(f)\n" },
        { false, "import gc\ngc.collect()\n" },
    };
    check(texts, ARRAY_LEN(texts), CODE_HARNESS);
}

/* Texts whose returns, streams and calls could be followed for hours are read to an end. */
static void test_long_texts_are_read_to_an_end(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "  if self.y is None: return self.y\n",
        "  with torch.cuda.stream(self.s): self.go(x)\n",
        "  self.a = self.b\n  return self.a\n",
        "  self.go(self.go(self.go(x)))\n",
        " def go(self, x):\n  with torch.cuda.stream(s): go(x)\n",
        "  return torch.zeros(3)\n def forward(self, a, b, c, d, e, f):\n",
    };
    for (size_t k = 0; k < ARRAY_LEN(lines); k++) {
        struct arena arena = { 0 };
        struct buf text = { 0 };
        struct code_scan scan;
        buf_puts(&text, FORWARD(""));
        while (text.len < (1 << 17))
            buf_puts(&text, lines[k]);
        code_scan_text(buf_text(&text), text.len, &arena, &scan);
        assert_true(scan.n_hits <= CODE_MAX_HITS);
        buf_release(&text);
        arena_release(&arena);
    }
}

/* Other rules speak of these texts too: lines and reasons of all findings. */
static void test_all_that_is_found_in_them(void **state)
{
    (void)state;
    approved_check_exactly("code_rules", &told);
    buf_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_stored_value_that_is_returned_unwritten),
        cmocka_unit_test(test_a_result_that_no_input_reaches),
        cmocka_unit_test(test_an_input_that_only_looks_read_or_ignored),
        cmocka_unit_test(test_a_value_that_only_looks_stored_or_computed),
        cmocka_unit_test(test_work_that_nobody_waits_for),
        cmocka_unit_test(test_reduced_precision),
        cmocka_unit_test(test_placeholders),
        cmocka_unit_test(test_state_that_tells_calls_apart),
        cmocka_unit_test(test_caught_errors),
        cmocka_unit_test(test_calls_of_a_library),
        cmocka_unit_test(test_what_reaches_the_evaluator),
        cmocka_unit_test(test_long_texts_are_read_to_an_end),
        cmocka_unit_test(test_all_that_is_found_in_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
