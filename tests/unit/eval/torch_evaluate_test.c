/* PyTorch candidates on the processor; ROLLBOOK_PYTHON or python3 has torch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/eval/torch/torch_ahead.h"
#include "src/eval/torch/torch_evaluate.h"
#include "src/eval/torch/torch_host.h"
#include "tests/unit/eval/torch_fixture.h"

struct row {
    const char *name, *text;
    enum outcome outcome;
    const char *cheat_kind, *message; /* NULL: any; message: a part of it */
};

static const struct row rows[] = {
    { "right", HEAD "        return " RIGHT, OUTCOME_MEASURED, NULL, NULL },
    { "no relu", HEAD "        return self.linear(x)\n", OUTCOME_MISMATCH, NULL, "outside of" },
    { "zeros", HEAD "        return torch.zeros_like(x)\n", OUTCOME_MISMATCH, NULL, NULL },
    { "half", HEAD "        return torch.relu(self.linear(x)).half()\n", OUTCOME_WRONG_SHAPE, NULL,
      "float16" },
    { "rounded", HEAD "        return (torch.relu(self.linear(x)) * 64).round() / 64\n",
      OUTCOME_MISMATCH, NULL, "right at no class" },
    { "shape", HEAD "        return x[:1]\n", OUTCOME_WRONG_SHAPE, NULL, "[64, 32]" },
    { "list", HEAD "        return [x, x]\n", OUTCOME_WRONG_SHAPE, NULL, NULL },
    { "nan", HEAD "        return torch.relu(self.linear(x)) / 0 - 1e38 * 1e38\n", OUTCOME_NAN,
      NULL, "not finite" },
    { "raises", HEAD "        raise ValueError('no')\n", OUTCOME_CRASH, NULL, "ValueError: no" },
    { "writes inputs", HEAD "        y = " RIGHT "        x.zero_()\n        return y\n",
      OUTCOME_CHEAT, "input_modified", NULL },
    { "exits", HEAD "        os._exit(0)\n", OUTCOME_CRASH, NULL, "ended the process" },
    { "sys.exit", HEAD "        raise SystemExit(0)\n", OUTCOME_CRASH, NULL, NULL },
    { "aborts", HEAD "        os.abort()\n", OUTCOME_CRASH, NULL, "signal 6" },
    { "hangs", HEAD "        while True: pass\n", OUTCOME_TIMEOUT, NULL, NULL },
    { "remembers the first answer",
      HEAD "        if not hasattr(self, 'y'): self.y = " RIGHT "        return self.y\n",
      OUTCOME_MISMATCH, NULL, NULL },
    { "syntax", "class ModelNew(\n", OUTCOME_PARSE, NULL, "SyntaxError" },
    { "no ModelNew", "import torch\n", OUTCOME_PARSE, NULL, "defines no ModelNew" },
    { "import fails", "import nothing_like_it\n", OUTCOME_COMPILE, NULL, "nothing_like_it" },
    { "exits while read", "import os\nos._exit(3)\n", OUTCOME_CRASH, NULL, "status 3" },
    { "reads a file", HEAD "        open('/etc/passwd').read()\n        return " RIGHT,
      OUTCOME_CRASH, NULL, "PermissionError" },
    { "opens a socket", "import socket\n" HEAD "        socket.socket()\n        return " RIGHT,
      OUTCOME_CRASH, NULL, "PermissionError" },
    { "starts a process", HEAD "        os.fork()\n        return " RIGHT, OUTCOME_CRASH, NULL,
      "PermissionError" },
    { "runs a program", HEAD "        os.execv('/bin/true', ['true'])\n", OUTCOME_CRASH, NULL,
      "PermissionError" },
    { "kills", HEAD "        os.kill(os.getppid(), 9)\n        return " RIGHT, OUTCOME_CRASH, NULL,
      "PermissionError" },
    { "torch.compile",
      "class InductorError(Exception):\n    __module__ = 'torch._inductor.exc'\n" HEAD
      "        raise InductorError('PermissionError: [Errno 1] Operation not permitted')\n",
      OUTCOME_CRASH, NULL, "torch.compile starts compilers" },
    { "falls back",
      HEAD "        try:\n            raise ValueError\n        except ValueError:\n"
           "            return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
};

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

static void judge_timed(struct torch_host *h, const char *text, int timed, struct arena *a,
                        struct eval_result *out)
{
    struct err err = { 0 };
    struct torch_job job = { .problem = problem,
                             .candidate = text,
                             .mode = EVAL_FAST,
                             .timed_runs = timed,
                             .inputs = TORCH_INPUTS_SIGNED,
                             .secret = 42,
                             .deadline_ms = 3000 };
    if (torch_evaluate(h, &job, a, out, &err) < 0)
        fail_msg("%s", err.msg);
}

static void judge(struct torch_host *h, const char *text, struct arena *a, struct eval_result *out)
{
    judge_timed(h, text, TIMED_ONCE, a, out);
}

static void end_as(struct torch_host *h, const struct row *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct row *w = &list[i];
        struct arena a = { 0 };
        struct eval_result r;
        judge(h, w->text, &a, &r);
        const char *kind = r.cheat_kind == NULL ? "" : r.cheat_kind;
        const char *message = r.message == NULL ? "" : r.message;
        if (r.outcome != w->outcome ||
            (w->cheat_kind != NULL && strcmp(kind, w->cheat_kind) != 0) ||
            (w->message != NULL && strstr(message, w->message) == NULL))
            fail_msg("%s: %s %s: %s\n%s", w->name, outcome_name(r.outcome), kind, message,
                     r.compile_log == NULL ? "" : r.compile_log);
        arena_release(&a);
    }
}

static void candidates_end_as_they_should(void **state)
{
    end_as(*state, rows, ARRAY_LEN(rows));
}

/* Honest looks of cheats, beside cheats; self.linear is there, x is the input. */
static const struct row twins[] = {
    { "keeps its input", HEAD "        self.x = x\n        return " RIGHT, OUTCOME_MEASURED, NULL,
      NULL },
    { "keeps answers by address",
      HEAD "        self.seen = getattr(self, 'seen', {})\n"
           "        if x.data_ptr() not in self.seen: self.seen[x.data_ptr()] = " RIGHT
           "        return self.seen[x.data_ptr()]\n",
      OUTCOME_MISMATCH, NULL, NULL },
    { "keeps answers by content",
      HEAD "        self.seen = getattr(self, 'seen', {})\n        key = x.numpy().tobytes()\n"
           "        if key not in self.seen: self.seen[key] = " RIGHT
           "        return self.seen[key]\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "works in place on a copy",
      HEAD "        x = x.clone()\n        x.mul_(1.0)\n        return " RIGHT, OUTCOME_MEASURED,
      NULL, NULL },
    { "works in place on its input and puts it back",
      HEAD "        y = " RIGHT "        x.neg_()\n        x.neg_()\n        return y\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "changes one element", HEAD "        y = " RIGHT "        x[3, 3] += 1\n        return y\n",
      OUTCOME_CHEAT, "input_modified", NULL },
    { "gives other strides", HEAD "        y = " RIGHT "        return y.t().contiguous().t()\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "gives a piece of a larger tensor",
      HEAD "        y = torch.empty(64, 64)\n        y[:, :32] = " RIGHT
           "        return y[:, :32]\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "gives a parameter", HEAD "        return torch.nn.Parameter(" RIGHT "        )\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "gives a subclass",
      HEAD "        class Later(torch.Tensor): pass\n        y = " RIGHT
           "        return y.as_subclass(Later)\n",
      OUTCOME_WRONG_SHAPE, NULL, "no plain tensor" },
    { "gives a sparse tensor", HEAD "        y = " RIGHT "        return y.to_sparse()\n",
      OUTCOME_WRONG_SHAPE, NULL, NULL },
    { "gives a tensor without memory", HEAD "        return torch.empty(64, 32, device='meta')\n",
      OUTCOME_WRONG_SHAPE, NULL, "meta" },
    { "gives doubles", HEAD "        y = " RIGHT "        return y.double()\n", OUTCOME_WRONG_SHAPE,
      NULL, "float64" },
    { "gives nothing", HEAD "        pass\n", OUTCOME_WRONG_SHAPE, NULL, "NoneType" },
    { "gives what was in memory, where it is a number",
      HEAD "        return torch.empty(64, 32).nan_to_num(0, 0, 0)\n", OUTCOME_MISMATCH, NULL,
      NULL },
    { "leaves half of it", HEAD "        y = " RIGHT "        y[32:] = 0\n        return y\n",
      OUTCOME_MISMATCH, NULL, NULL },
    { "gives an infinity",
      HEAD "        y = " RIGHT "        y[0, 0] = float('inf')\n        return y\n", OUTCOME_NAN,
      NULL, "not finite" },
    { "draws random numbers", HEAD "        torch.rand(3)\n        return " RIGHT, OUTCOME_MEASURED,
      NULL, NULL },
    { "prints a lot", HEAD "        print('x' * (1 << 20))\n        return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
    { "writes into its folder",
      HEAD "        open(os.environ['TMPDIR'] + '/a', 'w').write('x')\n        return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
    { "writes elsewhere",
      HEAD "        open('/usr/rollbook-twin', 'w').write('x')\n        return " RIGHT,
      OUTCOME_CRASH, NULL, "PermissionError" },
    { "has threads",
      "import threading\n" HEAD "        t = threading.Thread(target=x.sum)\n        t.start()\n"
      "        t.join()\n        return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
    { "patches what compares",
      HEAD "        torch.allclose = torch.equal = lambda *a, **k: True\n        return "
           "torch.zeros_like(x)\n",
      OUTCOME_MISMATCH, NULL, NULL },
    { "patches what copies",
      HEAD
      "        torch.Tensor.copy_ = lambda self, *a: self\n        return torch.zeros_like(x)\n",
      OUTCOME_MISMATCH, NULL, NULL },
    { "holds one socket, its own",
      HEAD "        n = 0\n        for fd in os.listdir('/proc/self/fd'):\n"
           "            try: n += os.readlink('/proc/self/fd/' + fd).startswith('socket:')\n"
           "            except OSError: pass\n"
           "        if n != 1: raise ValueError('%d sockets' % n)\n        return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
    { "asks for a build that nobody asks for",
      "import gc\n" HEAD "        return " RIGHT "for o in gc.get_objects():\n"
      "    if type(o).__name__ == 'Candidate': o.channel.send({'compile': {'cpp': 5, 'path': "
      "'/etc/passwd'}})\n",
      OUTCOME_CHEAT, "forged_message", NULL },
    { "says that it is ready with bytes that are none",
      "import gc\n" HEAD "        return " RIGHT "for o in gc.get_objects():\n"
      "    if type(o).__name__ == 'Candidate': o.channel._socket.sendall(b'\\5\\0\\0\\0hello')\n",
      OUTCOME_CHEAT, "forged_message", NULL },
};

static void twins_end_as_they_should(void **state)
{
    end_as(*state, twins, ARRAY_LEN(twins));
}

static void a_right_one_has_times_and_evidence(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    judge_timed(*state, rows[0].text, 0, &a, &r);
    assert_true(r.correct && r.compiled);
    bool is_timed = r.why_no_speedup == NULL;
    assert_true(is_timed ? r.n_samples >= eval_mode_timed(EVAL_FAST, 0) : r.n_samples == 0);
    assert_true(r.n_baseline_samples >= eval_mode_timed(EVAL_FAST, 0));
    for (size_t i = 0; i < r.n_samples; i++)
        assert_true(r.samples_us[i] > 0 && r.baseline_samples_us[i] > 0);
    assert_true(r.matched_share > 0.999 && r.max_abs_err < 1e-4);
    bool confined = false;
    for (size_t i = 0; i < r.n_evidence; i++)
        confined = confined || (strcmp(r.evidence[i].kind, "sandbox") == 0 && r.evidence[i].pass);
    assert_true(confined);
    arena_release(&a);
}

/* Nothing that is reached from the candidate tells the time. */
static void the_clock_is_out_of_reach(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    judge(*state,
          "import gc, time\nfor o in gc.get_objects():\n"
          "    if type(o).__name__ == 'Candidate': o.clock = o.waited_us = lambda: 0\n"
          "time.perf_counter_ns = time.perf_counter = time.monotonic_ns = lambda: 0\n" HEAD
          "        time.sleep(0.05)\n        return " RIGHT,
          &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    for (size_t i = 0; i < r.n_samples; i++)
        if (!(r.samples_us[i] > 45000)) /* a busy processor takes off some of it */
            fail_msg("a sleep of 50,000 us is told as %.1f us", r.samples_us[i]);
    arena_release(&a);
}

#define INLINE "import torch\nfrom torch.utils.cpp_extension import load_inline\n"
static const struct row inline_rows[] = {
    { "inline C++",
      INLINE "m = load_inline(name='m', functions=['relu'], cpp_sources='''\n"
             "torch::Tensor relu(torch::Tensor x) {\n"
             "    TORCH_CHECK(x.is_contiguous(), \"not contiguous\");\n"
             "    auto y = torch::empty_like(x);\n"
             "    const float *p = x.data_ptr<float>();\n"
             "    for (int64_t i = 0; i < x.numel(); i++)\n"
             "        y.data_ptr<float>()[i] = p[i] > 0 ? p[i] : 0;\n"
             "    return y;\n"
             "}''')\n" HEAD "        return m.relu(self.linear(x))\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "inline C++ that does not compile",
      INLINE
      "m = load_inline(name='m', functions=['f'], cpp_sources='int f() { return nothing; }')\n" HEAD
      "        return " RIGHT,
      OUTCOME_COMPILE, NULL, "nothing" },
    { "inline C++ that is built when forward is first called",
      INLINE HEAD "        if not hasattr(ModelNew, 'm'):\n"
                  "            ModelNew.m = load_inline(name='late', functions=['late'], "
                  "cpp_sources='torch::Tensor late(torch::Tensor x) { return torch::relu(x); }')\n"
                  "        return ModelNew.m.late(self.linear(x))\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "inline C++ that does not compile when forward is first called",
      INLINE HEAD "        m = load_inline(name='n', functions=['f'], cpp_sources='int f() { "
                  "return nothing; }')\n"
                  "        return m.f()\n",
      OUTCOME_CRASH, NULL, "RuntimeError" },
    { "inline C++ that throws",
      INLINE "m = load_inline(name='m', functions=['f'], cpp_sources='''\n"
             "torch::Tensor f(torch::Tensor x) { TORCH_CHECK(x.dim() == 7, \"dim \", x.dim()); "
             "return x; }\n"
             "''')\n" HEAD "        return m.f(x)\n",
      OUTCOME_CRASH, NULL, "RuntimeError: dim 2" },
    { "inline C++ by operators, views, keywords and lists",
      INLINE "m = load_inline(name='m', cpp_sources='''\n"
             "torch::Tensor f(torch::Tensor x, torch::Tensor w, torch::Tensor b, double low) {\n"
             "    auto y = torch::matmul(x, w.t()) + b;\n"
             "    return torch::clamp_min(y.view({-1, y.size(1)}), low);\n"
             "}\n"
             "std::vector<torch::Tensor> two(torch::Tensor x) {\n"
             "    return { x.narrow(0, 1, 2)[1], x.transpose(0, 1).contiguous() };\n"
             "}\n"
             "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n"
             "    m.def(\"f\", &f, py::arg(\"x\"), py::arg(\"w\"), py::arg(\"b\"), "
             "py::arg(\"low\") = 0.0);\n"
             "    m.def(\"two\", &two);\n"
             "}''')\n" HEAD "        a, b = m.two(x)\n"
             "        assert torch.equal(a, x[2]) and torch.equal(b, x.t())\n"
             "        return m.f(x, b=self.linear.bias, w=self.linear.weight)\n",
      OUTCOME_MEASURED, NULL, NULL },
    { "inline C++ gives back its memory",
      INLINE "import resource\n"
             "m = load_inline(name='m', functions=['f'], cpp_sources='''\n"
             "torch::Tensor f(torch::Tensor x) { return torch::zeros({ 1 << 20 }); }\n"
             "''')\n" HEAD "        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
             "        for i in range(100): m.f(x)\n"
             "        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
             "        if grown > 100 << 10: raise MemoryError(grown)\n"
             "        return " RIGHT,
      OUTCOME_MEASURED, NULL, NULL },
};

static void inline_extensions_are_built_apart(void **state)
{
    if (!has_short_header(*state)) {
        printf("torch %s is older than 2.11: inline extensions are not tried\n",
               torch_host_facts(*state)->torch);
        skip();
    }
    end_as(*state, inline_rows, ARRAY_LEN(inline_rows));
}

/* Files that only the checker's user can read are no part of a candidate. */
static void a_build_reads_program_files_only(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    char path[] = "/tmp/rollbook-secret-XXXXXX";
    static const char text[] = "int f() { return 1; }\n";
    if (!has_short_header(*state))
        skip();
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, sizeof(text) - 1) == (ssize_t)sizeof(text) - 1);
    (void)close(fd);
    judge(*state,
          arena_printf(&a,
                       INLINE "m = load_inline(name='m', functions=['f'], "
                              "cpp_sources='#include \"%s\"')\n" HEAD "        return " RIGHT,
                       path),
          &a, &r);
    (void)unlink(path);
    assert_int_equal(r.outcome, OUTCOME_COMPILE);
    arena_release(&a);
}

static const struct evidence *evidence_of(const struct eval_result *r, const char *kind)
{
    for (size_t i = 0; i < r->n_evidence; i++)
        if (strcmp(r->evidence[i].kind, kind) == 0)
            return &r->evidence[i];
    return NULL;
}

/* What functions= writes into main.cpp is known before PyTorch's headers are read, which takes half
 * a minute. */
static void bindings_that_no_header_saves_are_not_compiled_again(void **state)
{
    static const struct {
        const char *arguments, *log;
    } cases[] = {
        { "cpp_sources='', functions=['forward']", "'forward' was not declared in this scope" },
        { "cpp_sources='int f(); int forward_all() { return 1; }', functions={'f': '', 'forward': "
          "''}",
          "'forward' was not declared in this scope" },
        { "cpp_sources='int f() { return 1; }\\n"
          "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def(\"f\", &f); }', functions=['f']",
          "a second module" },
    };
    if (!has_short_header(*state)) /* Debian's PyTorch has no header at all */
        skip();
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena a = { 0 };
        struct eval_result r;
        judge(*state,
              arena_printf(&a,
                           INLINE "try:\n    load_inline(name='m', %s)\nexcept RuntimeError:\n"
                                  "    pass\n" HEAD "        return " RIGHT,
                           cases[i].arguments),
              &a, &r);
        const struct evidence *slow = evidence_of(&r, "slow_compile");
        assert_int_equal(r.outcome, OUTCOME_MEASURED);
        assert_non_null(r.compile_log);
        assert_non_null(strstr(r.compile_log, cases[i].log));
        assert_true(slow != NULL && slow->pass);
        assert_string_equal(slow != NULL ? slow->detail : "", "its bindings fail with any header");
        assert_non_null(evidence_of(&r, "failed_build"));
        arena_release(&a);
    }
}

/* A flag that loads a program into the compiler is left out, and that is told. */
static void dropped_flags_are_told(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    if (!has_short_header(*state))
        skip();
    judge(*state,
          INLINE "m = load_inline(name='m', functions=['f'], extra_cflags=['-O3', '-fplugin=x.so'],"
                 "cpp_sources='int f() { return 2; }')\n" HEAD "        return " RIGHT,
          &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MEASURED);
    const struct evidence *dropped = evidence_of(&r, "dropped_flags");
    assert_true(dropped != NULL && !dropped->pass && dropped->detail != NULL);
    assert_string_equal(dropped != NULL ? dropped->detail : "", "-fplugin=x.so");
    arena_release(&a);
}

static void judge_fully(struct torch_host *h, const char *of, const char *text, struct arena *a,
                        struct eval_result *out)
{
    struct err err = { 0 };
    struct torch_job job = { .problem = of,
                             .candidate = text,
                             .mode = EVAL_FULL,
                             .correct_trials = 1,
                             .timed_runs = 8,
                             .inputs = TORCH_INPUTS_SIGNED,
                             .secret = 42 };
    if (torch_evaluate(h, &job, a, out, &err) < 0)
        fail_msg("%s", err.msg);
}

/* The folder that a module may write is the same for both of its processes. */
#define SECOND                                                                                     \
    "import torch, os, time\n"                                                                     \
    "second = os.path.exists('seen')\n"                                                            \
    "open('seen', 'w').close()\n" HEAD

static void full_mode_has_two_processes_a_side(void **state)
{
    struct arena a = { 0 };
    struct eval_result r;
    judge_fully(*state, problem,
                SECOND "        if second: time.sleep(0.02)\n        return " RIGHT, &a, &r);
    if (!r.correct)
        fail_msg("%s", r.message);
    /* One of its processes is far slower than the other: no speedup is told. */
    assert_non_null(r.why_no_speedup);
    assert_int_equal(r.n_samples, 0);
    assert_true(r.n_baseline_samples >= 8);
    assert_string_equal(r.precision_class, "fp32");
    if (strstr(r.why_no_speedup, "too short to be told") != NULL) {
        print_message("the machine is busy: %s\n", r.why_no_speedup);
    } else {
        assert_int_equal(r.interval_processes, 2);
        assert_true(r.speedup_lower > 0 && r.speedup_upper > EVAL_MOST_WIDTH * r.speedup_lower);
    }
    assert_null(evidence_of(&r, "processes"));
    /* Its second process is held to what is right as well. */
    judge_fully(*state, problem, SECOND "        return torch.zeros_like(x) if second else " RIGHT,
                &a, &r);
    assert_int_equal(r.outcome, OUTCOME_MISMATCH);
    arena_release(&a);
}

/* A problem that reads a file runs in the server of the reference, and nowhere else. */
static void what_cannot_be_timed_twice_is_timed_once(void **state)
{
    static const char reads[] = "import torch\n"
                                "class Model(torch.nn.Module):\n"
                                "    def forward(self, x):\n"
                                "        open('/etc/passwd').close()\n"
                                "        for _ in range(300):\n"
                                "            y = torch.relu(x)\n"
                                "        return y\n"
                                "def get_inputs():\n    return [torch.rand(64, 32)]\n"
                                "def get_init_inputs():\n    return []\n";
    static const char text[] = "import torch\n"
                               "class ModelNew(torch.nn.Module):\n"
                               "    def forward(self, x):\n"
                               "        for _ in range(300):\n"
                               "            y = x.clamp(min=0)\n"
                               "        return y\n";
    struct arena a = { 0 };
    struct eval_result r;
    judge_fully(*state, reads, text, &a, &r);
    const struct evidence *processes = evidence_of(&r, "processes");
    if (!r.correct || processes == NULL || processes->pass || processes->detail == NULL)
        fail_msg("%s", r.message == NULL ? "no evidence of processes" : r.message);
    assert_int_equal(r.n_samples, 8);
    assert_int_equal(r.n_baseline_samples, 8);
    assert_true(r.interval_processes < 0);
    arena_release(&a);
}

/* A sum cancels: single precision is far from double, and so may the candidate be. */
static void a_noisy_problem_is_given_more(void **state)
{
    static const char noisy[] =
        "import torch\n"
        "class Model(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        return (x * 1e2).sum(1) - (x * 1e2).double().sum(1).float() "
        "+ x[:, 0] * 1e-3\n"
        "def get_inputs():\n    return [torch.rand(16, 4096)]\n"
        "def get_init_inputs():\n    return []\n";
    static const char other[] = "import torch\n"
                                "class ModelNew(torch.nn.Module):\n"
                                "    def forward(self, x):\n"
                                "        y = x * 1e2\n"
                                "        return y[:, :2048].sum(1) + y[:, 2048:].sum(1) - "
                                "y.double().sum(1).float() + x[:, 0] * 1e-3\n";
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct torch_job job = { .problem = noisy,
                             .candidate = other,
                             .mode = EVAL_FAST,
                             .timed_runs = TIMED_ONCE,
                             .inputs = TORCH_INPUTS_SIGNED,
                             .secret = 42 };
    if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
        fail_msg("%s", err.msg);
    const struct evidence *noise = evidence_of(&r, "reference_noise");
    assert_true(noise != NULL && noise->value > 1.0 && !noise->pass);
    if (r.outcome != OUTCOME_MEASURED)
        fail_msg("%s %s", outcome_name(r.outcome), r.message);
    arena_release(&a);
}

/* What a problem hands to its module arrives with its types: JSON has no tuples and writes 2.0
 * as 2. */
static void values_keep_their_types(void **state)
{
    static const char typed[] =
        "import torch\n"
        "def values():\n"
        "    return [2.0, 3, (4, 5.0), [True, None], 'it\\'s', {'k': (1,)}, float('-inf'), 2**60,\n"
        "            1e300, float('nan'), ()]\n"
        "class Model(torch.nn.Module):\n    def __init__(self, *values):\n"
        "        super().__init__()\n    def forward(self, x, s, t):\n        return x * s\n"
        "def get_inputs():\n    return [torch.rand(8, 4), 3.0, (1, 2.0)]\n"
        "def get_init_inputs():\n    return values()\n";
    static const char text[] =
        "import torch\n"
        "class ModelNew(torch.nn.Module):\n    def __init__(self, *values):\n"
        "        super().__init__()\n"
        "        self.scale = torch.nn.Parameter(torch.tensor(values[0]))\n"
        "        expected = [2.0, 3, (4, 5.0), [True, None], 'it\\'s', {'k': (1,)}, float('-inf'), "
        "2**60, 1e300, float('nan'), ()]\n"
        "        assert repr(list(values)) == repr(expected), repr(values)\n"
        "    def forward(self, x, s, t):\n"
        "        assert repr((s, t)) == '(3.0, (1, 2.0))', repr((s, t))\n"
        "        return x * s\n";
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct torch_job job = {
        .problem = typed, .candidate = text, .timed_runs = TIMED_ONCE, .secret = 4
    };
    if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
        fail_msg("%s", err.msg);
    if (r.outcome != OUTCOME_MEASURED)
        fail_msg("%s: %s", outcome_name(r.outcome), r.message);
    arena_release(&a);
}

/* KernelBench executes a candidate where it executed the problem; one that names Triton has a
 * module of its own. */
static void imports_and_constants_of_a_problem_are_there(void **state)
{
    static const char surrounding[] =
        "import math\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
        "LOW, HIGH = -0.5, 2 * 0.25\n"
        "class Model(nn.Module):\n    def forward(self, x):\n"
        "        return F.hardtanh(x, LOW, HIGH)\n"
        "def get_inputs():\n    return [torch.rand(8, 4)]\n"
        "def get_init_inputs():\n    return []\n";
    static const char *const known = "class ModelNew(nn.Module):\n    def forward(self, x):\n"
                                     "        return F.hardtanh(x, LOW, HIGH * math.cos(0))\n";
    const struct {
        const char *text;
        enum outcome outcome;
        const char *said;
    } texts[] = {
        { known, OUTCOME_MEASURED, NULL },
        { "LOW = -0.25\nclass ModelNew(nn.Module):\n    def forward(self, x):\n"
          "        assert LOW == -0.25\n        return F.hardtanh(x, -0.5, HIGH)\n",
          OUTCOME_MEASURED, NULL },
        { "class ModelNew(Model):\n    pass\n", OUTCOME_COMPILE, "'Model' is not defined" },
        { "class ModelNew(nn.Module):\n    def forward(self, x):\n"
          "        return get_inputs()[0]\n",
          OUTCOME_CRASH, "'get_inputs' is not defined" },
        { "# as triton would\nclass ModelNew(nn.Module):\n    pass\n", OUTCOME_COMPILE,
          "'nn' is not defined" },
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct torch_job job = { .problem = surrounding,
                                 .candidate = texts[i].text,
                                 .timed_runs = TIMED_ONCE,
                                 .secret = 4 };
        if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
            fail_msg("%s", err.msg);
        if (r.outcome != texts[i].outcome ||
            (texts[i].said != NULL && strstr(r.message, texts[i].said) == NULL))
            fail_msg("row %zu: %s: %s", i, outcome_name(r.outcome), r.message);
        arena_release(&a);
    }
}

/* Inputs of both signs are no inputs of every problem. */
static void inputs_stay_in_the_problems_domain(void **state)
{
#define PROBLEM(forward, inputs)                                                                   \
    "import torch\nclass Model(torch.nn.Module):\n    def forward(self, x):\n        "             \
    "return " forward "\ndef get_inputs():\n    return [" inputs                                   \
    "]\ndef get_init_inputs():\n    return []\n"
#define ANSWER(body)                                                                               \
    "import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        " body "\n"
    static const struct {
        const char *problem, *text;
        enum outcome outcome;
        bool as_drawn, degenerate;
    } tries[] = {
        { PROBLEM("x.log()", "torch.randn(64, 32).softmax(-1)"), ANSWER("return torch.log(x)"),
          OUTCOME_MEASURED, false },
        { PROBLEM("x.log()", "torch.randn(64, 32).softmax(-1)"),
          ANSWER("return torch.full_like(x, float('nan'))"), OUTCOME_NAN, false },
        { PROBLEM("x.sqrt()", "torch.rand(64, 32)"), ANSWER("return x ** 0.5"), OUTCOME_MEASURED,
          true },
        { PROBLEM("x.sqrt()", "torch.rand(64, 32)"),
          ANSWER("return torch.full_like(x, float('nan'))"), OUTCOME_NAN, true },
        { PROBLEM("x.abs()", "torch.rand(64, 32)"), ANSWER("return x.clone()"), OUTCOME_MISMATCH,
          false },
        { PROBLEM("x.abs()", "(torch.rand(64, 32) < 0.5).float()"), ANSWER("return x.clone()"),
          OUTCOME_MEASURED, false, true },
        { PROBLEM("torch.exp(-torch.cdist(x, x) ** 2)", "torch.randn(32, 256)"),
          ANSWER("return torch.eye(x.shape[0])"), OUTCOME_MEASURED, false, true },
    };
    for (size_t i = 0; i < ARRAY_LEN(tries); i++) {
        struct arena a = { 0 };
        struct err err = { 0 };
        struct eval_result r;
        struct torch_job job = { .problem = tries[i].problem,
                                 .candidate = tries[i].text,
                                 .mode = EVAL_FAST,
                                 .timed_runs = TIMED_ONCE,
                                 .inputs = TORCH_INPUTS_SIGNED,
                                 .secret = 4 };
        if (torch_evaluate(*state, &job, &a, &r, &err) < 0)
            fail_msg("%s", err.msg);
        if (r.outcome != tries[i].outcome ||
            (evidence_of(&r, "inputs_as_drawn") != NULL) != tries[i].as_drawn ||
            (evidence_of(&r, "degenerate_problem") != NULL) != tries[i].degenerate)
            fail_msg("row %zu: %s: %s", i, outcome_name(r.outcome), r.message);
        arena_release(&a);
    }
#undef PROBLEM
#undef ANSWER
}

/* The time that was spent ahead is told as this evaluation's, and what is ahead for ever is ended.
 */
static void extensions_are_built_ahead(void **state)
{
    static const char source[] =
        INLINE "name = 'relu%d_%lld'\n"
               "m = load_inline(name='m', functions=[name], cpp_sources='torch::Tensor ' + name + "
               "'(torch::Tensor x) { return torch::relu(x); }')\n" HEAD
               "        return getattr(m, name)(self.linear(x))\n";
    struct torch_ahead *ahead = torch_ahead_new();
    struct arena a = { 0 };
    const char *texts[4];
    if (!has_short_header(*state)) {
        torch_ahead_free(ahead);
        skip();
    }
    const char *endless = arena_printf(&a, "while True: pass\n%s", source);
    torch_ahead_begin(ahead, *state, endless);
    for (int i = 0; i < 4; i++) {
        texts[i] = arena_printf(&a, source, i, (long long)clock_monotonic_ns());
        torch_ahead_begin(ahead, *state, texts[i]);
    }
    for (int i = 0; i < 6; i++) {
        struct eval_result r;
        struct err err = { 0 };
        struct torch_job job = {
            .problem = problem, .candidate = texts[i % 3], .timed_runs = TIMED_ONCE, .ahead = ahead
        };
        assert_int_equal(torch_evaluate(*state, &job, &a, &r, &err), 0);
        assert_int_equal(r.outcome, OUTCOME_MEASURED);
        assert_true(r.compile_cached == (i >= 3));
        assert_true(r.compile_ms > 0);
    }
    assert_true(torch_ahead_end(ahead, texts[0]) <= 0.0);
    assert_true(torch_ahead_end(ahead, texts[3]) > 0.0); /* nobody evaluated it */
    torch_ahead_free(ahead);
    arena_release(&a);
}

static void a_broken_problem_is_an_error(void **state)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct eval_result r;
    struct torch_job job = { .problem = "class Model: pass\n", .candidate = rows[0].text };
    assert_int_equal(torch_evaluate(*state, &job, &a, &r, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "get_inputs"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_end_as_they_should),
        cmocka_unit_test(twins_end_as_they_should),
        cmocka_unit_test(a_right_one_has_times_and_evidence),
        cmocka_unit_test(the_clock_is_out_of_reach),
        cmocka_unit_test(inline_extensions_are_built_apart),
        cmocka_unit_test(a_build_reads_program_files_only),
        cmocka_unit_test(bindings_that_no_header_saves_are_not_compiled_again),
        cmocka_unit_test(dropped_flags_are_told),
        cmocka_unit_test(full_mode_has_two_processes_a_side),
        cmocka_unit_test(what_cannot_be_timed_twice_is_timed_once),
        cmocka_unit_test(values_keep_their_types),
        cmocka_unit_test(imports_and_constants_of_a_problem_are_there),
        cmocka_unit_test(inputs_stay_in_the_problems_domain),
        cmocka_unit_test(a_noisy_problem_is_given_more),
        cmocka_unit_test(extensions_are_built_ahead),
        cmocka_unit_test(a_broken_problem_is_an_error),
    };
    if (!open_torch_host(&host))
        return 77;
    return cmocka_run_group_tests(tests, use_host, close_host);
}
