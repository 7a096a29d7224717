# Kernels are told by who launched them, not by their names: launches.py over a CUPTI, a runtime and a driver made here.
set -eu
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
build() { # output, flags...; the text from standard input
    output=$1
    shift
    ${CXX:-g++} -x c -shared -fPIC -O1 -fno-optimize-sibling-calls -o "$output" - -x none "$@"
}
mkdir -p cuda own torch/_inductor
build cuda/libcupti.so.13 -Wl,-soname,libcupti.so.13 <<'C'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct data { int site; const char *function; const void *params; void *result; const char *symbol; void *context; uint32_t uid; uint64_t *data; uint32_t correlation; };
static void (*told)(void *, int, uint32_t, const struct data *);
static void (*requested)(uint8_t **, size_t *, size_t *);
static void (*completed)(void *, uint32_t, uint8_t *, size_t, size_t);
static struct record { uint32_t kind; char a[12]; uint64_t start, end; char b[60]; uint32_t correlation; char c[8]; const char *name; char d[32]; uint64_t node; char e[60]; } records[100];
static int n, enabled;
_Static_assert(__builtin_offsetof(struct record, correlation) == 92 && __builtin_offsetof(struct record, name) == 104 && __builtin_offsetof(struct record, node) == 144, "");
int cuptiSubscribe(void **s, void *f, void *u) { (void)u; *s = &told; told = f; return getenv("NO_CUPTI") ? 39 : 0; }
int cuptiUnsubscribe(void *s) { (void)s; told = 0; return 0; }
int cuptiEnableCallback(uint32_t on, void *s, int domain, uint32_t id) { (void)s; (void)domain; (void)id; return on && s == &told ? 0 : 1; }
int cuptiActivityRegisterCallbacks(void *a, void *b) { requested = a; completed = b; return 0; }
int cuptiActivityEnable(int kind) { enabled = kind == 10; return 0; }
int cuptiActivityDisable(int kind) { (void)kind; enabled = 0; return 0; }
int cuptiActivityFlushAll(uint32_t f)
{
    uint8_t *buffer;
    size_t bytes, most;
    (void)f;
    requested(&buffer, &bytes, &most);
    memcpy(buffer, records, (size_t)n * sizeof records[0]);
    completed(0, 0, buffer, bytes, (size_t)n * sizeof records[0]);
    return 0;
}
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record)
{
    *record = *record == 0 ? buffer : *record + sizeof records[0];
    return *record < buffer + valid ? 0 : 12;
}
void tell(int domain, uint32_t id, int site, const char *symbol, uint32_t correlation)
{
    struct data d = { .site = site, .symbol = symbol, .correlation = correlation };
    if (told)
        told(0, domain, id, &d);
}
void record(const char *name, double us, uint32_t correlation, int node)
{
    if (enabled)
        records[n++] = (struct record){ .kind = 10, .start = 1000, .end = 1000 + (uint64_t)(us * 1000), .correlation = correlation, .name = name, .node = (uint64_t)node };
}
C
build cuda/libcuda.so.1 -Wl,-soname,libcuda.so.1 cuda/libcupti.so.13 <<'C'
#include <stdint.h>
void tell(int, uint32_t, int, const char *, uint32_t);
void record(const char *, double, uint32_t, int);
uint32_t correlations;
int cuLaunchKernel(const char *name, double us, uint32_t outer)
{
    uint32_t own = ++correlations;
    tell(1, 307, 0, name, own);
    record(name, us, outer ? outer : own, 0);
    tell(1, 307, 1, name, own);
    return 0;
}
C
build cuda/libcudart.so.13 -Wl,-soname,libcudart.so.13 cuda/libcupti.so.13 cuda/libcuda.so.1 <<'C'
#include <stdint.h>
void tell(int, uint32_t, int, const char *, uint32_t);
void record(const char *, double, uint32_t, int);
int cuLaunchKernel(const char *, double, uint32_t);
extern uint32_t correlations;
int cudaLaunchKernel(const char *name, double us)
{
    uint32_t own = ++correlations;
    tell(2, 211, 0, name, own);
    cuLaunchKernel(name, us, own);
    tell(2, 211, 1, name, own);
    return 0;
}
int cudaGraphLaunch(const char *name, double us)
{
    record(name, us, ++correlations, 7);
    return 0;
}
C
for place in own/extension own/__triton_launcher torch/libtorch_cuda; do
    build $place.so cuda/libcudart.so.13 cuda/libcuda.so.1 cuda/libcupti.so.13 <<'C'
int cudaLaunchKernel(const char *, double);
int cudaGraphLaunch(const char *, double);
int cuLaunchKernel(const char *, double, unsigned);
int plain(const char *name, double us) { return cudaLaunchKernel(name, us); }
int driver(const char *name, double us) { return cuLaunchKernel(name, us, 0); }
int graph(const char *name, double us) { return cudaGraphLaunch(name, us); }
C
done
cat >look.py <<'PY'
import ctypes
import json
import os
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.environ["ROLLBOOK_SOURCE_DIR"], "src/eval/torch/beside"))
import launches
here = os.getcwd()
us = ctypes.c_double
own, torch = ctypes.CDLL(here + "/own/extension.so"), ctypes.CDLL(here + "/torch/libtorch_cuda.so")
triton = ctypes.CDLL(here + "/own/__triton_launcher.so")
python = ctypes.CDLL(here + "/cuda/libcuda.so.1")
with open("torch/_inductor/run.py", "w") as f:
    f.write("def compiled(call):\n    return call()\n")
sys.path.insert(0, here + "/torch/_inductor")
import run
names = [b"k%d" % i for i in range(40)]
calls = {
    "honest": lambda: own.plain(b"relu", us(3.0)),
    "torch": lambda: torch.plain(b"relu", us(3.0)),
    "half": lambda: (own.plain(b"relu", us(2.0)), own.plain(b"relu", us(1.0)), torch.plain(b"relu", us(3.0))),
    "driver": lambda: (own.driver(b"k", us(1.0)), torch.driver(b"gemm", us(3.0)), python.cuLaunchKernel(b"k", us(4.0), 0)),
    "compiled": lambda: (run.compiled(lambda: (triton.driver(b"k", us(1.0)), own.plain(b"k", us(4.0)))), triton.driver(b"k", us(3.0))),
    "graph": lambda: (own.plain(b"seen", us(1.0)), torch.graph(b"seen", us(4.0))),
    "strange_graph": lambda: torch.graph(b"never seen", us(4.0)),
    "many": lambda: [own.plain(name, us(1.0 + i)) for i, name in enumerate(names)],
    "nothing": lambda: None,
    "raises": lambda: [][0],
}
try:
    result, told = launches.recorded(calls[sys.argv[1]], lambda: None, launches.own_by([here + "/own"]))
except IndexError:
    told = "raised"
t = told
rows = t.get("kernels", []) if t != "raised" else []
own, all_us = sum(r["us"] for r in rows if r["own"]), sum(r["us"] for r in rows)
by = {r["library"]: r for r in rows}
if not eval(sys.argv[2]):
    print("%s: %s" % (sys.argv[1], json.dumps(told)))
    sys.exit(1)
PY
failed=0
sees() { # call, what must be true of what is told: t, and of the time of own and of all kernels
    LD_LIBRARY_PATH=$PWD/cuda python3 look.py "$@" || failed=1
}
sees honest 'rows == [{"name": "relu", "us": 3.0, "n": 1, "own": True, "library": "extension.so"}]'
sees torch 'rows == [{"name": "relu", "us": 3.0, "n": 1, "own": False, "library": "libtorch_cuda.so"}]'
sees half 'own == 3 and all_us == 6 and by["extension.so"]["n"] == 2 and len(rows) == 2'
sees driver 'own == 5 and all_us == 8 and by["libtorch_cuda.so"]["us"] == 3 and len(rows) == 3'
sees compiled 'own == 7 and all_us == 8 and by["_inductor"]["us"] == 1'
sees graph 'own == all_us == 5 and rows[0]["n"] == 2'
sees strange_graph 'rows[0]["library"] is None and own == 0'
sees many 'len(rows) == 32 and own == sum(range(1, 41)) and sum(r["n"] for r in rows) == 40'
sees nothing 't == {"kernels": []}'
sees raises 't == "raised"'
export NO_CUPTI=1
sees honest 't == {"why_not": "cuptiSubscribe: CUPTI error 39"}'
exit $failed
