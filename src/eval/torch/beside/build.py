"""The compile service: sources of an inline extension become a library that extension.py can load.

The fast way compiles against shim/rollbook_shim.h; what that header lacks is compiled once more with
PyTorch's own headers, whose text alone may be called the candidate's compile error, but for bindings
that no header can save.  Results are kept under a hash of everything that they depend on.  Nothing
that was compiled is ever loaded here.

The one request a process reads from standard input is a JSON object with name, cpp, cuda, functions,
cflags, cuda_cflags, ldflags, cache, arch, seconds; the answer on standard output has "path" or "log".
"""
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import confine  # noqa: E402
MODULE = "rollbook_extension"
LIMIT_S = {"shim": 60, "torch": 300}  # of a compiler's processor time: on a busy machine it takes many times as long
END_S = 10  # beyond the compilers' limit

# Flags of the candidate's that are kept; the rest is dropped and told.
KEPT = re.compile(r"^(-O[0-3s]?|-Ofast|-ffast-math|-march=native|-mavx2|-mfma|-fopenmp|-std=c\+\+(14|17|20)|--?use_fast_math|-use_fast_math"
                  r"|--?maxrregcount=\d+|--expt-relaxed-constexpr|--expt-extended-lambda|--extended-lambda|-lineinfo|--ftz=\w+|-Xptxas=?.*"
                  r"|-l(cublas|cublasLt|curand|cudart|cudnn|m|cuda)|-D\w+(=\w*)?|-w|-Wno-[\w-]+)$")
HALF = ["-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__", "-D__CUDA_NO_BFLOAT16_CONVERSIONS__",
        "-D__CUDA_NO_HALF2_OPERATORS__"]
# Headers of PyTorch's that the short header stands for; the second list brings the CUDA runtime.
HEADERS = ["torch/extension.h", "torch/types.h", "torch/all.h", "torch/torch.h", "torch/script.h", "torch/python.h", "torch/cuda.h",
           "ATen/ATen.h", "ATen/Tensor.h", "ATen/Dispatch.h", "ATen/TensorUtils.h", "ATen/core/Tensor.h", "ATen/AccumulateType.h",
           "ATen/native/cuda/Loops.cuh", "c10/util/Optional.h", "c10/util/Half.h", "c10/util/BFloat16.h", "c10/util/Exception.h",
           "c10/core/ScalarType.h", "c10/macros/Macros.h", "c10/core/DeviceGuard.h", "c10/core/TensorOptions.h", "pybind11/pybind11.h", "pybind11/stl.h"]
CUDA_HEADERS = ["ATen/cuda/CUDAContext.h", "ATen/cuda/CUDAContextLight.h", "ATen/cuda/Exceptions.h", "ATen/cuda/CUDABlas.h",
                "ATen/cuda/CUDAUtils.h", "c10/cuda/CUDAGuard.h", "c10/cuda/CUDAStream.h", "c10/cuda/CUDAException.h", "c10/cuda/CUDAFunctions.h",
                "c10/cuda/CUDAMathCompat.h"]
# Libraries whose headers a source may include: how it does, who they are, the header that shows a folder to be theirs, and how to
# get them.  {cuda} is the version of CUDA.
LIBRARIES = [(r"(?:cutlass|cute)/", "CUTLASS", "cutlass/cutlass.h", "pip install nvidia-cutlass, or set CUTLASS_PATH to a checkout"),
             (r"cudnn_frontend", "cuDNN's frontend", "cudnn_frontend.h", "pip install nvidia-cudnn-frontend"),
             (r"cudnn", "cuDNN", "cudnn.h", "pip install nvidia-cudnn-cu{cuda}")]
# What the text names of the standard library decides what is included of it: each of these headers costs
# a compiler half a second, which it takes twice.  PyTorch's own headers bring all of them.
STANDARD = [(r"\bvector\b|\bvec\(\)", "VECTOR", ["vector"]),
            (r"\bstring\b|\bto_string\b|\bstringstream\b", "STRING", ["string"]),
            (r"\boptional\b|\bnullopt\b", "OPTIONAL", ["optional"]),
            (r"\btuple\b|std::(pair|get|tie|apply)\b", "TUPLE", ["tuple"]),
            (r"\barray\b", "ARRAY", ["array"]),
            (r"(?i)half|bfloat16|fp16|bf16", "HALF", ["cuda_fp16.h", "cuda_bf16.h"]),
            (r"_error\b|invalid_argument|out_of_range", "ERROR", ["stdexcept"]),
            (r"\b(cout|cerr|endl|stringstream|ostream)\b", "STREAM", ["iostream", "sstream"])]
# Names of std that the headers every text gets have; any other name brings the rest of the library.
PLAIN_STD = set("""min max swap move forward abs fabs sqrt exp log pow sin cos tan tanh floor ceil round isnan isinf isfinite fmin fmax
 numeric_limits size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t ptrdiff_t nullptr_t exception initializer_list
 declval is_same enable_if enable_if_t conditional conditional_t decay_t integral_constant true_type false_type remove_reference
 is_floating_point is_integral memcpy memset printf fprintf getenv exit abort make_pair pair vector string to_string optional nullopt tuple
 make_tuple get tie array runtime_error invalid_argument out_of_range logic_error cout cerr endl stringstream ostringstream ostream""".split())
REST = ["algorithm", "functional", "map", "memory", "numeric", "random", "unordered_map", "set", "mutex", "thread", "chrono", "vector",
        "string", "optional", "tuple", "array", "stdexcept", "iostream", "sstream", "atomic", "cassert"]


def flags_kept(flags):
    words = [w for f in flags for w in str(f).split()]
    return [w for w in words if KEPT.match(w)], [w for w in words if w and not KEPT.match(w)]


def cuda_home():
    for place in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"):
        if place and os.path.exists(os.path.join(place, "bin", "nvcc")):
            return place
    nvcc = shutil.which("nvcc")
    return os.path.dirname(os.path.dirname(os.path.realpath(nvcc))) if nvcc else None


def torch_folder():
    import importlib.util
    return os.path.dirname(importlib.util.find_spec("torch").origin)


def torch_version():
    with open(os.path.join(torch_folder(), "version.py"), encoding="utf-8") as f:
        found = re.search(r"__version__\s*=\s*['\"]([^'\"]+)", f.read())
    return found.group(1) if found else "unknown"


def language():
    """The C++ that this PyTorch's own builds ask for; its headers may refuse an older one."""
    with open(os.path.join(torch_folder(), "utils", "cpp_extension.py"), encoding="utf-8") as f:
        found = re.search(r"cflags = common_cflags \+ \['-fPIC', '(-std=c\+\+\d\d)'", f.read())
    return found.group(1) if found else "-std=c++17"


def library_folders():
    """Folders of headers of LIBRARIES, as packages of Python and CUTLASS_PATH bring them: the first that has each."""
    sites = [os.path.dirname(torch_folder())] + [p for p in sys.path if p not in ("", HERE)]
    places = [os.path.join(os.environ["CUTLASS_PATH"], "include")] if os.environ.get("CUTLASS_PATH") else []
    places += [os.path.join(site, p) for p in ("cutlass_library/source/include", "tilelang/3rdparty/cutlass/include",
                                               "flashinfer/data/cutlass/include", "include") for site in sites]
    places += sorted(p for site in sites for p in glob.glob(os.path.join(site, "nvidia", "*", "include")))
    found = []
    for _, _, header, _ in LIBRARIES:
        found += [p for p in places if os.path.exists(os.path.join(p, header))][:1]
    return found


def headers_missing(log):
    """Of which library an include was not found, in words; None: of none."""
    for pattern, name, _, how in LIBRARIES:
        if re.search(r"fatal error: %s[^:\n]*: No such file" % pattern, log):
            return "not run: the headers of %s are missing: %s" % (name, how.format(cuda=cuda_version()))
    return None


def cuda_version():
    with open(os.path.join(torch_folder(), "version.py"), encoding="utf-8") as f:
        found = re.search(r"^cuda\b[^'\"]*['\"](\d+)", f.read(), re.MULTILINE)
    return found.group(1) if found else "13"


def standard_headers(text):
    """What rollbook_std.h says for this text."""
    names = set(re.findall(r"std::(\w+)", text))
    rest = bool(names - PLAIN_STD) or re.search(r"using\s+namespace\s+std\b", text) is not None
    lines = []
    for pattern, name, headers in STANDARD:
        if rest or re.search(pattern, text):
            if name != "HALF" or re.search(pattern, text):
                lines += ["#include <%s>" % h for h in headers] + ["#define ROLLBOOK_STD_%s" % name]
    if names & {"min", "max", "swap"}:
        lines.append("#include <algorithm>")
    lines += ["#include <%s>" % h for h in (REST if rest else [])]
    return "\n".join(lines) + "\n"


class Build:
    def __init__(self, ask, folder):
        self.ask, self.folder = ask, folder
        self.with_cuda = bool(ask["cuda"])
        self.home = cuda_home()
        self.torch = torch_folder()
        self.libraries = library_folders()
        self.cflags, dropped = flags_kept(ask["cflags"])
        self.cuda_cflags, more = flags_kept(ask["cuda_cflags"])
        self.ldflags, last = flags_kept(ask["ldflags"])
        self.dropped = dropped + more + last
        self.ends = time.monotonic() + ask["seconds"]
        self.was_stopped = False

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def bindings(self):
        """As load_inline makes them of the list of functions."""
        if not self.ask["functions"]:
            return ""
        rows = "".join('m.def("%s", &%s, "%s");\n' % (f, f, f) for f in self.ask["functions"])
        return "PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {\n%s}\n" % rows

    def sources(self, way):
        main = "#include <torch/extension.h>\n" + "\n".join(self.ask["cpp"]) + "\n" + self.bindings()
        if way == "shim":
            main += "#include <shim_main.h>\n"
        files = [("main.cpp", main)]
        if self.with_cuda:
            files.append(("cuda.cu", "#include <torch/types.h>\n#include <cuda.h>\n#include <cuda_runtime.h>\n" + "\n".join(self.ask["cuda"]) + "\n"))
        return files

    def includes(self, way):
        if way == "shim":
            folder = os.path.join(self.folder, "shim")
            for headers, name in ((HEADERS, "rollbook_shim.h"), (CUDA_HEADERS, "rollbook_shim.h>\n#include <shim_cuda.h")):
                for header in headers:
                    self.write(os.path.join("shim", header), "#pragma once\n#include <%s>\n" % name)
            self.write("shim/rollbook_std.h", "#pragma once\n" + standard_headers("\n".join(self.ask["cpp"] + self.ask["cuda"])))
            found = [folder, os.path.join(HERE, "shim")]
        else:
            found = [os.path.join(self.torch, "include"), os.path.join(self.torch, "include/torch/csrc/api/include"),
                     sysconfig.get_paths()["include"]]
        # As the system's own headers, whose warnings are nobody's.
        found += self.libraries
        return [w for f in found for w in ("-isystem", f)] + (["-I" + os.path.join(self.home, "include")] if self.home else [])

    def commands(self, way):
        includes = self.includes(way)
        common = ["-DTORCH_EXTENSION_NAME=%s" % MODULE, "-DTORCH_API_INCLUDE_EXTENSION_H"]
        # The short header's names are libtorch's: hidden ones are never mistaken for them.
        own = ["-fvisibility=hidden"] if way == "shim" else []
        dialect = language()
        host = ["g++", dialect, "-fPIC", "-c"] + (own if way == "shim" else ["-D_GLIBCXX_USE_CXX11_ABI=1"])
        # Beside a kernel, host code is short; where it is all there is, it is the candidate.
        host += [] if self.with_cuda else ["-O2"]
        yield host + common + includes + self.cflags + ["main.cpp", "-o", "main.%s.o" % way]
        if self.with_cuda:
            arch = self.ask.get("arch") or "90"
            device = [os.path.join(self.home, "bin", "nvcc"), dialect, "-c", "--expt-relaxed-constexpr", "-Xcompiler", ",".join(["-fPIC"] + own),
                      "-gencode=arch=compute_%s,code=sm_%s" % (arch, arch)]
            yield device + HALF + common + includes + self.cuda_cflags + ["cuda.cu", "-o", "cuda.%s.o" % way]

    def link(self, way):
        words = ["g++", "-shared", "-Wl,-Bsymbolic", "main.%s.o" % way] + (["cuda.%s.o" % way] if self.with_cuda else []) + ["-o", "out.so"]
        if self.home:
            words += ["-L" + os.path.join(self.home, "lib64")] + (["-lcudart"] if self.with_cuda else [])
        # The process that loads it has libtorch; against the short header nothing of it is linked, which
        # would take a second of reading its tables of symbols.
        if way == "torch":
            library = os.path.join(self.torch, "lib")
            words += ["-L" + library, "-lc10", "-ltorch_cpu", "-ltorch", "-ltorch_python"]
            if self.with_cuda and os.path.exists(os.path.join(library, "libtorch_cuda.so")):
                words += ["-ltorch_cuda", "-lc10_cuda"]
        return words + [w for f in self.ldflags for w in self.linked(f)]

    def linked(self, flag):
        """cuDNN's package has no name that -lcudnn would find, but the one that PyTorch has loaded."""
        for folder in self.libraries if flag == "-lcudnn" else []:
            named = glob.glob(os.path.join(os.path.dirname(folder), "lib", "libcudnn.so.*"))
            if os.path.exists(os.path.join(folder, "cudnn.h")) and named:
                return ["-L" + os.path.dirname(named[0]), "-l:" + os.path.basename(named[0])]
        return [flag]

    def run(self, way):
        """(status, log); the compilers of one build run beside one another until the first one fails."""
        for name, text in self.sources(way):
            self.write(name, text)
        running, logs, status, text = [], [], 0, ""
        for command in self.commands(way):
            logs.append(open(os.path.join(self.folder, "log.%d" % len(logs)), "w+b"))
            running.append(subprocess.Popen(command, cwd=self.folder, stdout=logs[-1], stderr=subprocess.STDOUT, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_CPU, (LIMIT_S[way], LIMIT_S[way] + 1))))
        while status == 0 and any(p.poll() is None for p in running):
            time.sleep(0.01)
            status = next((p.returncode for p in running if p.poll()), 0)
            if time.monotonic() > self.ends:
                logs[-1].write(b"\nthe compilers were stopped after %d s\n" % self.ask["seconds"])
                self.was_stopped, status = True, 1
        for process in running:
            if process.poll() is None:
                process.kill()  # what it started ends with the process that asked for the build
            status = process.wait() or status
        for log in logs:
            log.seek(0)
            text += log.read().decode(errors="replace")
            log.close()
        if status != 0 and re.search(r"CPU time limit exceeded|\bsignal 24\b", text):  # as g++ and nvcc tell of what they started
            self.was_stopped, text = True, text + "\nthe compiler was stopped after %d s of processor time\n" % LIMIT_S[way]
        if status == 0:
            try:
                done = subprocess.run(self.link(way), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                      timeout=max(1.0, self.ends - time.monotonic()))
                text += done.stdout.decode(errors="replace")
                status = done.returncode
            except subprocess.TimeoutExpired:
                text += "the linker was stopped\n"
                self.was_stopped, status = True, 1
        return status, text[:200000]

    def cannot_bind(self):
        """Why no header can help main.cpp, or None: what load_inline writes of `functions` names what cpp_sources does not declare, or
        is a second module beside the text's own."""
        whole = "\n".join(self.ask["cpp"])
        text = re.sub(r"//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/|$)", " ", whole)  # one that never ends takes the rest
        if not self.ask["functions"] or re.search(r'##|#\s*if|#\s*include\s*"|using\s+namespace', text):
            return None
        if re.search(r"\bPYBIND11_MODULE\s*\(", text):
            return "main.cpp: error: a second module: cpp_sources has a PYBIND11_MODULE, and functions= makes another\n"
        for name in self.ask["functions"]:
            word = name.split("<")[0].split("::")[-1].strip()
            if re.match(r"\w+$", word) and not re.search(r"\b%s\b" % word, whole):
                return "main.cpp: error: '%s' was not declared in this scope: functions= binds it there, and cpp_sources does not declare it\n" % word
        return None


def key_of(ask):
    text = json.dumps([ask["cpp"], ask["cuda"], ask["functions"], ask["cflags"], ask["cuda_cflags"], ask["ldflags"], ask.get("arch"),
                       torch_version(), cuda_home(), library_folders()], sort_keys=True)
    sum_of_all = hashlib.sha256(text.encode())
    for name in sorted(os.listdir(os.path.join(HERE, "shim"))):
        with open(os.path.join(HERE, "shim", name), "rb") as f:
            sum_of_all.update(f.read())
    with open(__file__, "rb") as f:
        sum_of_all.update(f.read())
    return sum_of_all.hexdigest()


def kept(cache, key):
    try:
        with open(os.path.join(cache, key + ".json"), encoding="utf-8") as f:
            found = json.load(f)
    except (OSError, ValueError):
        return None
    return dict(found, cached=True) if "path" not in found or os.path.exists(found["path"]) else None


def keep(cache, key, answer, library):
    """Names appear whole: the library first, then the answer that points to it."""
    os.makedirs(cache, mode=0o700, exist_ok=True)
    if library is not None:
        answer["path"] = os.path.join(cache, key + ".so")
        part = "%s.%d" % (answer["path"], os.getpid())
        shutil.copy(library, part)
        os.replace(part, answer["path"])
    part = os.path.join(cache, "%s.json.%d" % (key, os.getpid()))
    with open(part, "w", encoding="utf-8") as f:
        json.dump(answer, f)
    os.replace(part, os.path.join(cache, key + ".json"))
    return answer


def has_short_header():
    """libtorch exports the functions that the header stands on since 2.11."""
    found = re.match(r"(\d+)\.(\d+)", torch_version())
    return found is not None and (int(found.group(1)), int(found.group(2))) >= (2, 11)


def has_own_headers():
    """Distributions have them in a package of their own."""
    return os.path.exists(os.path.join(torch_folder(), "include/torch/extension.h"))


def compile_in(folder, ask):
    work = Build(ask, folder)
    answer = {"way": "shim", "log": "", "dropped_flags": work.dropped, "cached": False}
    status = 1
    if has_short_header():
        status, answer["log"] = work.run("shim")
        answer["shim_reason"] = next((line for line in answer["log"].splitlines() if "error" in line), "")[:500]
    else:
        answer["shim_reason"] = "PyTorch %s is older than 2.11" % torch_version()
    if status != 0 and work.cannot_bind() is not None:
        answer.update(way="none", log=work.cannot_bind() + answer["log"])
    # What takes so long with the short header takes longer with PyTorch's own.
    if status != 0 and answer["way"] != "none" and not work.was_stopped and not ask.get("fast_only") and has_own_headers():
        status, log = work.run("torch")
        answer.update(way="torch", log=log)
    if status != 0:
        answer["missing"] = headers_missing(answer["log"])
    return dict(answer, status=status, was_stopped=work.was_stopped)


def ended(pid, within_s):
    """Waits for a process, which is killed when it takes longer; its compilers end with this one."""
    until = time.monotonic() + within_s
    while os.waitpid(pid, os.WNOHANG)[0] == 0:
        if time.monotonic() > until:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return
        time.sleep(0.005)


def confined(folder, ask):
    """compile_in in a process that reads program files, writes its folder, and reaches nothing else.  Whatever makes that
    process end without an answer is the fault of what it was given."""
    result = os.path.join(folder, "answer.json")
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            confine.begin(parent)
            os.nice(19)  # compilers take no processor from a process that is being timed
            os.environ["TMPDIR"] = folder
            os.chdir(folder)
            readable = [HERE, torch_folder(), cuda_home() or "/usr"]
            readable += [place for f in library_folders() for place in (f, os.path.join(os.path.dirname(f), "lib")) if os.path.isdir(place)]
            layers = confine.confine(folder, readable, programs=True)
            with open(result, "w", encoding="utf-8") as f:
                json.dump(dict(compile_in(folder, ask), layers=layers), f)
            status = 0
        finally:
            os._exit(status)
    ended(pid, ask["seconds"] + END_S)
    try:
        with open(result, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return {"way": "none", "log": "the build ended without an answer\n", "dropped_flags": [], "cached": False, "status": 1,
                "was_stopped": True}


def build(ask):
    key = key_of(ask)
    found = kept(ask["cache"], key)
    if found is not None:
        return found
    if shutil.which("g++") is None:
        return {"log": "extensions need g++, and there is none (PATH)"}
    if ask["cuda"] and cuda_home() is None:
        return {"log": "CUDA sources need nvcc, and there is none (CUDA_HOME, /usr/local/cuda, PATH)"}
    if not has_short_header() and not has_own_headers():
        return {"log": "extensions need the C++ headers of PyTorch, and %s (%s) has none; 2.11 and later need none: --python names "
                "another Python" % (torch_folder(), torch_version())}
    folder = tempfile.mkdtemp(prefix="build.", dir=HERE)
    try:
        answer = confined(folder, ask)
        library = os.path.join(folder, "out.so") if answer.pop("status") == 0 else None
        # What was stopped may end on another day.
        return answer if answer.pop("was_stopped") else keep(ask["cache"], key, answer, library)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # a compiler that was stopped may have left a child that writes


if __name__ == "__main__":
    json.dump(build(json.load(sys.stdin)), sys.stdout)
