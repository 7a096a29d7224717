/*
 * code_hits_test.c - texts with all that the static scan finds in them, by line and reason: work on
 * other streams, threads, and extensions that cannot be built.
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

#define HEAD          "import torch\nclass ModelNew(nn.Module):\n"
#define FORWARD(body) HEAD " def forward(self, x):\n" body
#define CUDA          "#include <torch/extension.h>\n"

/* Reasons, by the letter that stands for them below. */
static const struct {
    char letter;
    const char *what;
} reasons[] = {
    { 'A', "work on a stream that nobody waits for" },
    { 'B', "a thread that nobody waits for" },
    { 'C', "the extension binds a function that cpp_sources does not declare" },
    { 'D', "except" },
    { 'E', "the extension defines its module twice" },
    { 'F', "the extension binds a function that no source defines" },
    { 'G', "the extension binds no function" },
    { 'H', "ends the process" },
    { 'I', "TF32" },
    { 'J', "matrix product by @" },
};

/* Findings are a letter and a line each.  With SHOW in the environment they are printed. */
static const struct {
    const char *code, *findings;
} texts[] = {
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  y.item()\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  y.cpu()\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  y.tolist()\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.e.wait()\n  return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.e.wait(1)\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.t.wait_stream(self.s)\n  "
              "return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.s.wait_stream(self.t)\n  "
              "return y\n"),
      "A4 " },
    { FORWARD(
          "  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.t.wait_event(e)\n  return y\n"),
      "" },
    { FORWARD(
          "  with torch.cuda.stream(self.s):\n   y = f(x)\n  self.s.wait_event(e)\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  if x.is_cuda:\n   "
              "torch.cuda.synchronize()\n  return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  if x.is_cuda:\n   n = 1\n  "
              "else:\n   torch.cuda.synchronize()\n  return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  if not self.warmed:\n   "
              "torch.cuda.synchronize()\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  for i in y:\n   "
              "torch.cuda.synchronize()\n  return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  try:\n   n = 1\n  except E:\n   "
              "torch.cuda.synchronize()\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  def g():\n   "
              "torch.cuda.synchronize()\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n  synchronize = 1\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n   e.wait()\n  return y\n"), "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n   self.t.wait_stream(self.s)\n  "
              "return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   y = f(x)\n   "
              "torch.cuda.current_stream(d).wait_stream(self.s)\n  return y\n"),
      "A4 " },
    { FORWARD("  if self.graph is None:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return "
              "f(x)\n"),
      "" },
    { FORWARD(
          "  if not self.graph:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return f(x)\n"),
      "" },
    { FORWARD("  if not hasattr(self, 'n'):\n   with torch.cuda.stream(self.s):\n    f(x)\n  "
              "return f(x)\n"),
      "A5 " },
    { FORWARD("  if x:\n   n = 1\n  elif not self.ready:\n   with torch.cuda.stream(self.s):\n    "
              "f(x)\n  return f(x)\n"),
      "" },
    { FORWARD("  if self.graph is not None:\n   with torch.cuda.stream(self.s):\n    f(x)\n  "
              "return f(x)\n"),
      "A5 " },
    { FORWARD("  if not x.ready:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return f(x)\n"),
      "" },
    { FORWARD(
          "  while not self.ready:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return f(x)\n"),
      "A5 " },
    { FORWARD("  if x.ready:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return f(x)\n"),
      "A5 " },
    { FORWARD(
          "  if not self.other:\n   with torch.cuda.stream(self.s):\n    f(x)\n  return f(x)\n"),
      "A5 " },
    { FORWARD("  with torch.cuda.stream(torch.cuda.default_stream()):\n   y = f(x)\n  return y\n"),
      "" },
    { FORWARD("  with torch.cuda.stream(None):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.original_stream):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.prev):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.old):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(cur):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(current):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(torch.cuda.Stream()):\n   y = f(x)\n  return y\n"), "A4 " },
    { FORWARD("  with torch.cuda.stream(self.s[0]):\n   y = f(x)\n  return y\n"), "A4 " },
    { FORWARD("  with torch.cuda.stream(s(1)):\n   y = f(x)\n  return y\n"), "A4 " },
    { FORWARD("  with torch.cuda.stream(device=0, stream=self.s):\n   y = f(x)\n  return y\n"),
      "A4 " },
    { FORWARD("  with torch.cuda.Stream(self.s):\n   y = f(x)\n  return y\n"), "A4 " },
    { FORWARD("  torch.cuda.stream(self.s)\n  return f(x)\n"), "" },
    { FORWARD("  with stream(self.s):\n   y = f(x)\n  return y\n"), "" },
    { FORWARD("  with torch.cuda.stream(self.s):\n   g.capture_begin()\n   y = f(x)\n   "
              "g.capture_end()\n  return y\n"),
      "" },
    { HEAD " def warmup(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.warmup(x)\n",
      "" },
    { HEAD " def capture(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.capture(x)\n",
      "" },
    { HEAD " def do_bench(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.do_bench(x)\n",
      "" },
    { HEAD " def run_test(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.run_test(x)\n",
      "" },
    { HEAD " def prepare(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.prepare(x)\n",
      "" },
    { HEAD " def compile_it(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return "
           "y\n def forward(self, x):\n  return self.compile_it(x)\n",
      "" },
    { HEAD " def setup(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "forward(self, x):\n  return self.setup(x)\n",
      "" },
    { HEAD " def go(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "forward(self, x):\n  return self.go(x)\n",
      "A4 " },
    { HEAD " def tune(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "forward(self, x):\n  return self.tune(x)\n",
      "" },
    { HEAD " def build_graph(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return "
           "y\n def forward(self, x):\n  return self.build_graph(x)\n",
      "" },
    { HEAD " def profile(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.profile(x)\n",
      "" },
    { HEAD " def reinit(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n "
           "def forward(self, x):\n  return self.reinit(x)\n",
      "" },
    { HEAD " def go(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "mid(self, x):\n  return self.go(x)\n def forward(self, x):\n  return self.mid(x)\n",
      "A4 " },
    { HEAD " def go(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "mid(self, x):\n  y = self.go(x)\n  torch.cuda.synchronize()\n  return y\n def "
           "forward(self, x):\n  return self.mid(x)\n",
      "" },
    { HEAD " def go(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "forward(self, x):\n  y = self.go(x)\n  self.s.synchronize()\n  return y\n",
      "" },
    { HEAD " def go(self, x):\n  with torch.cuda.stream(self.s):\n   y = f(x)\n  return y\n def "
           "forward(self, x):\n  return f(x)\n",
      "" },
    { FORWARD("  threading.Thread(target=f).start()\n  return x\n"), "B4 " },
    { FORWARD("  threading.Thread(target=f).start()\n  t.join()\n  return x\n"), "" },
    { FORWARD("  threading.Thread(target=f).start()\n  r = p.map(f, x)\n  return x\n"), "" },
    { FORWARD("  t = Thread(target=f)\n  return x\n"), "B4 " },
    { FORWARD("  t = Thread(f)\n  return x\n"), "" },
    { FORWARD("  threading.Timer(1, f).start()\n  return x\n"), "B4 " },
    { FORWARD("  p = ThreadPoolExecutor(2)\n  return x\n"), "B4 " },
    { FORWARD("  p = ThreadPoolExecutor(2)\n  t.join()\n  return x\n"), "" },
    { FORWARD("  p = ThreadPoolExecutor(2)\n  r = p.map(f, x)\n  return x\n"), "" },
    { FORWARD("  p = ProcessPoolExecutor()\n  return x\n"), "B4 " },
    { FORWARD("  p = concurrent.futures.ThreadPoolExecutor(2)\n  return x\n"), "B4 " },
    { FORWARD("  ThreadPoolExecutor\n  return x\n"), "" },
    { FORWARD("  t = threading.Lock()\n  return x\n"), "" },
    { CUDA "void f() { std::thread t(g); }\n", "B2 " },
    { CUDA "void f() { auto t = std::async(g); }\n", "B2 " },
    { CUDA "void f() { std::jthread t(g); }\n", "B2 " },
    { CUDA "void f() { std::thread::id i; }\n", "" },
    { CUDA "void f() { pthread_create(&t, 0, g, 0); }\n", "B2 " },
    { CUDA "void f() { std::thread t(g); t.join(); }\n", "" },
    { CUDA "void f() { my::thread t(g); }\n", "" },
    { CUDA "void f() { std::vector v; }\n", "" },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); k<<<1, 2, 0, s>>>(x); }\n", "A2 " },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreateWithPriority(&s, 0, 1); g(s); }\n", "A2 " },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); cudaStreamDestroy(s); }\n", "" },
    { CUDA "void f() { CUstream s; cuStreamCreate(&s, 0); g(s); }\n", "A2 " },
    { CUDA "void f() { auto s = at::cuda::getStreamFromPool(true); }\n", "A2 " },
    { CUDA "void f() { k<<<1, 2, 0, cudaStreamPerThread>>>(x); }\n", "A2 " },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); g(s); cudaDeviceSynchronize(); }\n",
      "" },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); g(s); cudaStreamWaitEvent(t, e); }\n",
      "" },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); g(s); cudaEventSynchronize(e); }\n",
      "" },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); g(s); s.synchronize(); }\n", "" },
    { CUDA "void f() { cudaStream_t s; cudaStreamCreate(&s); g(s); int block; }\n", "A2 " },
    { CUDA "void f() { cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t); g(t); }\n",
      "A2 " },
    { CUDA "void f() { cudaStreamCreate; }\n", "" },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def(\"f\", &f); }'\ncu = "
      "'#include <a>\\ntorch::Tensor f(torch::Tensor x) { return x; }'\ntry:\n  m = "
      "load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept "
      "Exception:\n  m = None\n",
      "E5 D6 " },
    { "import torch\ncpp = 'torch::Tensor f(torch::Tensor x);'\ncu = '__global__ void k() "
      "{}'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "F5 D6 " },
    { "import torch\ncpp = 'torch::Tensor f(torch::Tensor x);'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu)\nexcept Exception:\n  m = None\n",
      "G5 D6 " },
    { "import torch\ncpp = 'torch::Tensor f(torch::Tensor x);'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu)\nexcept ImportError:\n  m = None\n",
      "G5 " },
    { "import torch\ncpp = 'torch::Tensor f(torch::Tensor x);'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu)\nexcept RuntimeError:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept RuntimeError:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept ImportError:\n  m = 1\nexcept BaseException:\n  m = 2\n",
      "C5 D8 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  sys.exit(1)\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  os._exit(1)\n",
      "H7 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nfinally:\n  m = None\n",
      "" },
    { "import torch\ncpp = r'#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = Rb'#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = rbu'#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = f'#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>' '#include <b>'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>' + g\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>' # why\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>'; n = 1\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = ('#include <a>'\n  # why\n  'int g();'\n)\ncu = '#include "
      "<a>\\ntorch::Tensor f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C8 D9 " },
    { "import torch\ncpp = ('#include <a>', 1)\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '''\n#include <a>\n'''\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C7 D8 " },
    { "import torch\ncpp = 'a\\'f\\''\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '''f'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { return "
      "x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "" },
    { "import torch\ncpp = 'int f();'\ncpp += 'int g();'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D7 " },
    { "import torch\nself.cpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=self.cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=[cpp], cuda_sources=[cu], "
      "functions=['f',])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=[cpp, other], "
      "cuda_sources=[cu], functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=[])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=None)\nexcept Exception:\n  m = None\n",
      "G5 D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions='f', is_python_module=False)\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'torch::Tensor f(torch::Tensor x);'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f', 'g'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = 'int ff(); int f2();'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = 'int ff(); int f();'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = 'int ff() {}'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "F5 D6 " },
    { "import torch\ncpp = 'int f() { return 1; }'\ncu = 'int ff() {}'\ntry:\n  m = "
      "load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept "
      "Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['ns::f<int>'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['ns::g<int>'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp = '##'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { return x; "
      "}'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '##'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#if A'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { return "
      "x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '#if A'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '# if A'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '# if A'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include \"a\"'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = '#include \"a\"'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'using namespace a'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = 'using namespace a'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'PyInit_x'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = 'PyInit_x'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'TORCH_LIBRARY(a)'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor "
      "x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'int f();'\ncu = 'TORCH_LIBRARY(a)'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def(\"f\", &f); }'\ncu = "
      "'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}'\ntry:\n  m = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu)\nexcept Exception:\n  m = None\n",
      "E5 D6 " },
    { "import torch\ncpp = 'PYBIND11_MODULE(n, m) {}'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu)\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ndef get():\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\n  return m\ndef other():\n  try:\n    k = get()\n  except Exception:\n    "
      "k = None\n",
      "C5 D10 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ndef get():\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\n  return m\ntry:\n  k = other()\nexcept Exception:\n  m = None\nget()\n",
      "D9 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ndef load_inline(name):\n  return 1\n",
      "" },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  if a:\n    m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C6 D7 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  n = 1\nexcept Exception:\n  m = None\nm = load_inline(name='n', "
      "cpp_sources=cpp, cuda_sources=cu, functions=['f'])\n",
      "" },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\nclass A:\n  try:\n    m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\n  except Exception:\n    m = None\n",
      "C6 D7 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=\n  cpp, cuda_sources=\n  # "
      "why\n  cu, functions=\n  ['f'])\nexcept Exception:\n  m = None\n",
      "C5 D10 " },
    { "import torch\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { return x; }'\ntry:\n  "
      "m = load_inline(name='n', cpp_sources=['int g();', 'int f();'], cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D5 " },
    { "import torch\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { return x; }'\ntry:\n  "
      "m = load_inline(name='n', cpp_sources=['int g();', 'int h();'], cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C4 D5 " },
    { "import torch\nc = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=c, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\ncpp =\n'#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "D7 " },
    { "import torch\ncpp = 'int g(); \\\\'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) "
      "{ return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { "import torch\nother.cpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor "
      "f(torch::Tensor x) { return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline('n', cpp, cu)\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions={'f': 'what'})\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', cpp_sources=cpp, cuda_sources=cu, "
      "functions=['f'], *more)\nexcept Exception:\n  m = None\n",
      "D6 " },
    { "import torch\ncpp = '#include <a>'\ncu = '#include <a>\\ntorch::Tensor f(torch::Tensor x) { "
      "return x; }'\ntry:\n  m = load_inline(name='n', opts=dict(cpp_sources=c), cpp_sources=cpp, "
      "cuda_sources=cu, functions=['f'])\nexcept Exception:\n  m = None\n",
      "C5 D6 " },
    { FORWARD("  torch.set_float32_matmul_precision(\n   'highest')\n  return f(x)\n"), "" },
    { FORWARD("  torch.set_float32_matmul_precision( \"high\")\n  return f(x)\n"), "I4 " },
    { FORWARD("  try:\n   k[g](x)\n  except OutOfResources:\n   k[h](x)\n  return x\n"), "" },
    { "import torch\ndef go(x, b):\n try:\n  k[g](x, b)\n except RuntimeError:\n  return other(x, "
      "b)\n",
      "D5 " },
    /* The same kernel without a graph, another configuration, a tool's folder: no fallback. */
    { FORWARD("  try:\n   g = torch.cuda.CUDAGraph()\n   k(x)\n  except Exception:\n   k(x)\n  "
              "return x\n"),
      "" },
    { FORWARD(
          "  try:\n   g = torch.cuda.CUDAGraph()\n   k(x)\n  except Exception:\n   x = x @ x\n  "
          "return x\n"),
      "J8 D7 " },
    { FORWARD("  for c in cs:\n   try:\n    k[g](x, c)\n   except Exception:\n    continue\n  "
              "return x\n"),
      "" },
    { FORWARD("  try:\n   p = lib.get_include()\n  except Exception:\n   p = None\n  return x\n"),
      "" },
    /* What a constructor or a maker of inputs multiplies is not timed. */
    { HEAD " def __init__(self):\n  self.a = b @ c\n def forward(self, x):\n  return x @ x\n",
      "J6 " },
    { FORWARD("  return k(x)\ndef route(n):\n return n @ n\ndef get_inputs():\n return route(2)\n"),
      "" },
    { FORWARD("  if not x.is_cuda:\n   return x @ x\n  return k(x)\n"), "" },
    { FORWARD(
          "  s = torch.cuda.current_stream()\n  with torch.cuda.stream(s):\n   y = f(x)\n  return "
          "y\n"),
      "" },
    { FORWARD("  w = self.weight\n  key = (w.data_ptr(), w.shape)\n  return k(x, self.c[key])\n"),
      "" },
    { FORWARD("  key = (x.data_ptr(), x.shape)\n  return k(x, self.c[key])\n"),
      "remembers inputs by address, line 4 " },
    { "import torch\n@triton.jit(do_not_specialize=['a', 'b'])\ndef k(a, b):\n return a @ b\n",
      "" },
    { "import torch\n@triton.autotune(c)\ndef k(a, b):\n return a @ b\n", "J4 " },
};

static void put_finding(struct buf *out, const struct code_hit *hit)
{
    for (size_t i = 0; i < ARRAY_LEN(reasons); i++)
        if (strcmp(reasons[i].what, hit->what) == 0) {
            buf_printf(out, "%c%zu ", reasons[i].letter, hit->line);
            return;
        }
    buf_printf(out, "%s, line %zu ", hit->what, hit->line);
}

static void findings_are_these(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct arena arena = { 0 };
        struct code_scan scan;
        struct buf found = { 0 };
        code_scan_text(texts[i].code, strlen(texts[i].code), &arena, &scan);
        for (size_t k = 0; k < scan.n_hits; k++)
            if (scan.hits[k].kind != CODE_DECOY && scan.hits[k].kind != CODE_WRITES_INPUT)
                put_finding(&found, &scan.hits[k]); /* those are code_program_test.c's */
        if (getenv("SHOW") != NULL)
            fprintf(stderr, "%s\n", buf_text(&found));
        else if (strcmp(buf_text(&found), texts[i].findings) != 0)
            fail_msg("%s\nnot %s in\n%s", buf_text(&found), texts[i].findings, texts[i].code);
        buf_release(&found);
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_are_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
