/*
 * The static scan on texts as models write them: cheats beside honest twins, and texts that regular
 * expressions misjudge (docstrings with "try:" and "pass", comparisons with ==, code behind // or
 * #, patches through setattr).
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
#include "analysis/code/code_token.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"

#define NONE (-1)

struct text {
    int kind;
    size_t line;
    const char *code;
};

#define PY "import torch\n"

static const struct text texts[] = {
    { CODE_CACHED_OUTPUT, 4,
      PY "class ModelNew:\n def forward(self, x):\n  if self.y is not None: return self.y\n" },
    { NONE, 0, PY "class ModelNew:\n def forward(self, x):\n  if self.y is not None: return x\n" },
    { NONE, 0, PY "if self.run is not None: return self.run(x)\n" },
    { NONE, 0, PY "self.cached_output_dims = {}\n" },
    { CODE_CACHED_OUTPUT, 2, PY "self.cached_output = y\n" },
    { NONE, 0, PY "self.cached_module = load(y)\n" },
    { CODE_CACHED_OUTPUT, 2, PY "if x.data_ptr() == self.p:\n  return self.y\n" },
    { NONE, 0, PY "launch(x.data_ptr(), y.data_ptr())\n" },
    { CODE_CACHED_OUTPUT, 2, PY "y = table[x.data_ptr()]\n" },
    { CODE_CACHED_OUTPUT, 2, PY "key = (x.data_ptr(), x.shape)\n" },
    { NONE, 0, PY "key = (x.shape, x.dtype)\n" },
    { CODE_CACHED_OUTPUT, 2,
      PY "@functools.lru_cache(maxsize=None)\ndef forward(x): return f(x)\n" },
    { NONE, 0, PY "@functools.lru_cache(maxsize=None)\ndef build(): return load()\n" },
    { CODE_CACHED_OUTPUT, 2, PY "self.call_count += 1\n" },
    { CODE_CACHED_OUTPUT, 2,
      "#include <torch/extension.h>\nstatic torch::Tensor out;\ntorch::Tensor f() { return out; "
      "}" },
    { NONE, 0,
      "#include <torch/extension.h>\ntorch::Tensor f() { torch::Tensor out; return out; }" },
    { CODE_CACHED_OUTPUT, 1, "__device__ int calls;\n__global__ void k() {}\n" },
    { NONE, 0, "__device__ unsigned blocks;\n__global__ void k() {}\n" },

    { CODE_TIMER, 2, PY "torch.cuda.synchronize = lambda *a: None\n" },
    { CODE_TIMER, 2, PY "torch.cuda.Event.elapsed_time = fake\n" },
    { CODE_TIMER, 2, PY "torch.cuda.Event = Fake\n" },
    { CODE_TIMER, 2, PY "time.perf_counter = lambda: 0\n" },
    { CODE_TIMER, 2, PY "setattr(torch.cuda, 'synchronize', f)\n" },
    { CODE_TIMER, 2, PY "n = m // 2; time.time = f\n" },
    { NONE, 0, PY "torch.cuda.synchronize()\nstart = torch.cuda.Event(enable_timing=True)\n" },
    { NONE, 0, PY "if torch.cuda.Event == x: f()\n" },
    { NONE, 0, PY "ok = time.time == f\n" },
    { NONE, 0, PY "s = 'torch.cuda.synchronize = f'  # time.time = f\n" },
    { CODE_TIMER, 1, "__global__ void k() { long long t = clock64(); }\n" },

    { CODE_STREAM, 2, PY "s = torch.cuda.Stream()\n" },
    { CODE_STREAM, 2, PY "with torch.cuda.stream(s): f()\n" },
    { CODE_STREAM, 2, PY "torch.cuda.set_stream(side)\n" },
    { NONE, 0, PY "torch.cuda.set_stream(torch.cuda.current_stream())\n" },
    { NONE, 0, PY "s = torch.cuda.current_stream().cuda_stream\n" },
    { CODE_STREAM, 2, PY "threading.Thread(target=f).start()\n" },
    { NONE, 0, PY "import threading\nlock = threading.Lock()\n" },
    { CODE_STREAM, 3, PY "src = '''\ncudaStreamCreate(&s); __global__ void k() {}\n'''\n" },
    { CODE_STREAM, 2, "#include <cuda.h>\nvoid f() { cudaStreamCreateWithFlags(&s, 1); }\n" },
    { NONE, 0,
      "#include <cuda.h>\nvoid f() { k<<<1, 2, 0, at::cuda::getCurrentCUDAStream()>>>(); }\n" },

    { CODE_FALLBACK, 4, PY "try:\n  y = kernel(x)\nexcept Exception:\n  y = slow(x)\n" },
    { CODE_FALLBACK, 4, PY "try:\n  y = kernel(x)\nexcept (E):\n  y = slow(x)\n" },
    { CODE_FALLBACK, 4, PY "try:\n  y = kernel(x)\nexcept:\n  pass\n" },
    { NONE, 0, PY "try:\n  import triton\nexcept ImportError:\n  triton = None\n" },
    { NONE, 0, PY "def f(x):\n  \"\"\"try: this, except when\n  you pass a list\"\"\"\n  pass\n" },
    { NONE, 0, PY "# try:\n# except Exception: pass\n" },
    { CODE_FALLBACK, 2, "#include <a>\nvoid f() { try { k(); } catch (...) { slow(); } }\n" },

    { CODE_LIBRARY, 2, PY "y = torch.matmul(a, b)\n" },
    { CODE_LIBRARY, 2, PY "y = torch.addmm(c, a, b)\n" },
    { CODE_LIBRARY, 2, PY "y = x @ w\n" },
    { CODE_LIBRARY, 2, PY "y = x.matmul(w)\n" },
    { CODE_LIBRARY, 3, PY "import torch.nn.functional as F\ny = F.softmax(x, -1)\n" },
    { CODE_LIBRARY, 2, PY "y = torch.nn.functional.relu(x)\n" },
    { NONE, 0, PY "import torch.nn.functional as F\ny = torch.empty_like(x)\n" },
    { NONE, 0, PY "@triton.jit\ndef k(a):\n  c = tl.dot(a, a)\n  d = tl.sum(c)\n" },
    { CODE_LIBRARY, 4,
      PY "class ModelNew:\n def __init__(self): self.fc = nn.Linear(3, 4)\n"
         " def forward(self, x): return self.fc(x)\n" },
    { NONE, 0,
      PY "class ModelNew:\n def __init__(self): self.fc = nn.Linear(3, 4)\n"
         " def forward(self, x): return k(x, self.fc.weight)\n" },
    { NONE, 0,
      PY "class Model(nn.Module):\n def forward(self, x): return torch.matmul(x, x)\n"
         "class ModelNew(nn.Module):\n def forward(self, x): return k(x)\n" },
    { CODE_LIBRARY, 5,
      PY "class Model(nn.Module):\n def forward(self, x): return k(x)\n"
         "class ModelNew(nn.Module):\n def forward(self, x): return torch.matmul(x, x)\n" },
    { CODE_LIBRARY, 2, "#include <a>\nvoid f() { cublasSgemm(h, 1); }\n" },
    { CODE_LIBRARY, 2, "#include <a>\nauto f(at::Tensor x) { return at::softmax(x, 1); }\n" },
    { NONE, 0,
      "#include <a>\n// cublasSgemm(h, 1) would do it\n/* at::mm(x) */ const char *s = "
      "\"cublasSgemm(\";\n" },
    { NONE, 0, "#include <a>\nauto f(at::Tensor x) { return at::empty_like(x); }\n" },

    { CODE_LAZY, 2, PY "class Lazy(torch.Tensor): pass\n" },
    { CODE_LAZY, 2, PY "y = torch.Tensor._make_subclass(L, x)\n" },
    { NONE, 0, PY "class Lazy(torch.nn.Module): pass\n" },
    { CODE_HARNESS, 2, PY "f = inspect.currentframe()\n" },
    { CODE_HARNESS, 2, PY "torch.allclose = lambda *a, **k: True\n" },
    { CODE_HARNESS, 2, PY "for o in gc.get_objects(): f(o)\n" },
    { NONE, 0, PY "torch.backends.cuda.matmul.allow_tf32 = True\n" },
    { NONE, 0, PY "ok = torch.allclose(a, b)\n" },
};

static void check_text(const struct text *t)
{
    struct arena arena = { 0 };
    struct code_scan scan;
    code_scan_text(t->code, strlen(t->code), &arena, &scan);
    if (scan.n_hits > 0 && t->kind == NONE)
        fail_msg("line %zu (%s) in honest text:\n%s", scan.hits[0].line, scan.hits[0].what,
                 t->code);
    if (t->kind != NONE) {
        bool found = false;
        for (size_t i = 0; i < scan.n_hits; i++)
            found = found || ((int)scan.hits[i].kind == t->kind && scan.hits[i].line == t->line);
        if (!found)
            fail_msg("kind %d on line %zu not found (%zu hits) in:\n%s", t->kind, t->line,
                     scan.n_hits, t->code);
    }
    arena_release(&arena);
}

static void test_cheats_are_found_and_honest_twins_are_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        check_text(&texts[i]);
}

static void test_kernels_are_recognised(void **state)
{
    (void)state;
    static const struct {
        bool has_kernel;
        const char *code;
    } rows[] = {
        { true, "extern \"C\" __global__ void k() {}\n" },
        { true, PY "@triton.jit\ndef k(x): pass\n" },
        { true, PY "src = \"\"\"\n__global__ void k() {}\n\"\"\"\n" },
        { false, PY "class ModelNew:\n def forward(self, x): return x.relu()\n" },
        { false, PY "# __global__ void k() {}\n" },
        { false, "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct arena arena = { 0 };
        struct code_scan scan;
        code_scan_text(rows[i].code, strlen(rows[i].code), &arena, &scan);
        if (scan.has_kernel != rows[i].has_kernel)
            fail_msg("kernel %d in:\n%s", scan.has_kernel, rows[i].code);
        arena_release(&arena);
    }
}

/* One honest kernel counts its calls, which a reader should see. */
static void test_honest_kernel_files_have_no_finding(void **state)
{
    (void)state;
    static const char *const names[] = { "static_cache",   "clock_read", "first_call_only",
                                         "stale_state",    "libc_call",  "inline_assembly",
                                         "previous_output" };
    const char *root = getenv("ROLLBOOK_SOURCE_DIR");
    if (root == NULL)
        skip();
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct arena arena = { 0 };
        struct buf text = { 0 };
        struct code_scan scan;
        struct err err;
        const char *path = arena_printf(&arena, "%s/tests/cheats/%s_honest.cu", root, names[i]);
        assert_int_equal(file_read(path, 1 << 20, &text, &err), 0);
        code_scan_text(buf_text(&text), text.len, &arena, &scan);
        if (scan.n_hits > 0)
            fail_msg("%s line %zu: %s", path, scan.hits[0].line, scan.hits[0].what);
        assert_true(scan.has_kernel);
        buf_release(&text);
        arena_release(&arena);
    }
}

/* Literals never end, operators stand at the end. */
static void test_cut_texts_are_survived(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        size_t len = strlen(texts[i].code);
        for (size_t n = 0; n <= len; n++) {
            struct arena arena = { 0 };
            struct code_scan scan;
            char *cut = arena_strndup(&arena, texts[i].code, n);
            code_scan_text(cut, n, &arena, &scan);
            assert_true(scan.n_hits <= CODE_MAX_HITS);
            arena_release(&arena);
        }
    }
    static const char *const odd[] = { "R\"",
                                       "R\"abc",
                                       "R\"(",
                                       "import x\n'''",
                                       "import x\n\"\\",
                                       "/*",
                                       "\"\\",
                                       "\\",
                                       "@",
                                       "self.",
                                       "import a\n\xff\xfe =",
                                       "class Model",
                                       "import a\nclass Model class ModelNew" };
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        struct arena arena = { 0 };
        struct code_scan scan;
        char *exact = mem_strdup(odd[i]);
        code_scan_text(exact, strlen(exact), &arena, &scan);
        free(exact);
        arena_release(&arena);
    }
}

static void test_findings_are_bounded(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    struct buf text = { 0 };
    struct code_scan scan;
    buf_puts(&text, PY);
    for (int i = 0; i < 500; i++)
        buf_puts(&text, "y = torch.matmul(a, b)\n");
    code_scan_text(buf_text(&text), text.len, &arena, &scan);
    assert_int_equal(scan.n_hits, CODE_MAX_HITS);
    buf_release(&text);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cheats_are_found_and_honest_twins_are_not),
        cmocka_unit_test(test_kernels_are_recognised),
        cmocka_unit_test(test_honest_kernel_files_have_no_finding),
        cmocka_unit_test(test_cut_texts_are_survived),
        cmocka_unit_test(test_findings_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
