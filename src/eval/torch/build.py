"""The compile service: sources of an inline extension become a library that extension.py can load.

The fast way compiles against shim/rollbook_shim.h; what that header lacks is compiled once more with
PyTorch's own headers, whose text alone may be called the candidate's compile error.  Results are kept
under a hash of everything that they depend on.  Nothing that was compiled is ever loaded here.

The one request a process reads from standard input is a JSON object with name, cpp, cuda, functions,
cflags, cuda_cflags, ldflags, cache, arch; the answer on standard output has "path" or "log".
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT_S = {"shim": 60, "torch": 300}

# Flags of the candidate's that are kept; the rest is dropped and told.
KEPT = re.compile(r"^(-O[0-3s]?|-Ofast|-ffast-math|-march=native|-mavx2|-mfma|-fopenmp|-std=c\+\+(14|17|20)|--?use_fast_math|-use_fast_math"
                  r"|--?maxrregcount=\d+|--expt-relaxed-constexpr|--expt-extended-lambda|--extended-lambda|-lineinfo|--ftz=\w+|-Xptxas=?.*"
                  r"|-l(cublas|cublasLt|curand|cudart|cudnn|m|cuda)|-D\w+(=\w*)?|-w|-Wno-[\w-]+)$")
HALF = ["-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__", "-D__CUDA_NO_BFLOAT16_CONVERSIONS__",
        "-D__CUDA_NO_HALF2_OPERATORS__"]
HEADERS = ["torch/extension.h", "torch/types.h", "torch/all.h", "torch/torch.h", "torch/script.h", "torch/python.h", "ATen/ATen.h",
           "ATen/Tensor.h", "ATen/Dispatch.h", "ATen/cuda/CUDAContext.h", "ATen/cuda/Exceptions.h", "ATen/core/Tensor.h",
           "c10/cuda/CUDAGuard.h", "c10/cuda/CUDAStream.h", "c10/cuda/CUDAException.h", "c10/cuda/CUDAFunctions.h", "c10/util/Optional.h",
           "c10/util/Half.h", "c10/util/Exception.h", "c10/core/ScalarType.h", "pybind11/pybind11.h", "pybind11/stl.h"]


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


class Build:
    def __init__(self, ask, folder):
        self.ask, self.folder = ask, folder
        self.with_cuda = bool(ask["cuda"])
        self.home = cuda_home()
        self.torch = torch_folder()
        self.cflags, dropped = flags_kept(ask["cflags"])
        self.cuda_cflags, more = flags_kept(ask["cuda_cflags"])
        self.ldflags, last = flags_kept(ask["ldflags"])
        self.dropped = dropped + more + last

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

    def sources(self):
        main = "#include <torch/extension.h>\n" + "\n".join(self.ask["cpp"]) + "\n" + self.bindings()
        files = [("main.cpp", main)]
        if self.with_cuda:
            files.append(("cuda.cu", "#include <torch/types.h>\n#include <cuda.h>\n#include <cuda_runtime.h>\n" + "\n".join(self.ask["cuda"]) + "\n"))
        return files

    def includes(self, way):
        if way == "shim":
            folder = os.path.join(self.folder, "shim")
            for header in HEADERS:
                self.write(os.path.join("shim", header), '#pragma once\n#include "rollbook_shim.h"\n')
            for name in os.listdir(os.path.join(HERE, "shim")):
                shutil.copy(os.path.join(HERE, "shim", name), folder)
            found = [folder]
        else:
            found = [os.path.join(self.torch, "include"), os.path.join(self.torch, "include/torch/csrc/api/include"),
                     sysconfig.get_paths()["include"]]
        # As the system's own headers, whose warnings are nobody's.
        return [w for f in found for w in ("-isystem", f)] + (["-I" + os.path.join(self.home, "include")] if self.home else [])

    def commands(self, way):
        includes = self.includes(way)
        common = ["-DTORCH_EXTENSION_NAME=rb_extension", "-DTORCH_API_INCLUDE_EXTENSION_H", "-fPIC"]
        if way == "shim" and self.home:
            common.append("-DROLLBOOK_SHIM_CUDA")
        host = ["g++", "-std=c++17", "-O2", "-fvisibility=default", "-c"]
        host += (["-DROLLBOOK_SHIM_MAIN"] if way == "shim" else ["-D_GLIBCXX_USE_CXX11_ABI=1"])
        yield host + common + includes + self.cflags + ["main.cpp", "-o", "main.o"]
        if self.with_cuda:
            arch = self.ask.get("arch") or "90"
            device = [os.path.join(self.home, "bin", "nvcc"), "-std=c++17", "-c", "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC",
                      "-gencode=arch=compute_%s,code=sm_%s" % (arch, arch)]
            flags = [f for f in common if f != "-fPIC"]
            yield device + HALF + flags + includes + self.cuda_cflags + ["cuda.cu", "-o", "cuda.o"]

    def link(self, way):
        library = os.path.join(self.torch, "lib")
        words = ["g++", "-shared", "main.o"] + (["cuda.o"] if self.with_cuda else []) + ["-o", "out.so", "-L" + library, "-lc10", "-ltorch_cpu"]
        if self.with_cuda or (self.home and os.path.exists(os.path.join(library, "libtorch_cuda.so"))):
            words += ["-ltorch_cuda", "-lc10_cuda", "-L" + os.path.join(self.home, "lib64"), "-lcudart"]
        if way == "torch":
            words += ["-ltorch", "-ltorch_python"]
        return words + self.ldflags

    def run(self, way):
        """(status, log); the compilers of one build run beside one another."""
        for name, text in self.sources():
            self.write(name, text)
        running = [subprocess.Popen(c, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for c in self.commands(way)]
        logs, status = [], 0
        for process in running:
            try:
                out, _ = process.communicate(timeout=LIMIT_S[way])
            except subprocess.TimeoutExpired:
                process.kill()
                out, _ = process.communicate()
                out += b"\nthe compiler was stopped after %d s\n" % LIMIT_S[way]
            logs.append(out.decode(errors="replace"))
            status = status or process.returncode
        if status == 0:
            done = subprocess.run(self.link(way), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            logs.append(done.stdout.decode(errors="replace"))
            status = done.returncode
        return status, "".join(logs)[:200000]


def key_of(ask):
    text = json.dumps([ask["cpp"], ask["cuda"], ask["functions"], ask["cflags"], ask["cuda_cflags"], ask["ldflags"], ask.get("arch"),
                       torch_version(), cuda_home()], sort_keys=True)
    sum_of_all = hashlib.sha256(text.encode())
    for name in sorted(os.listdir(os.path.join(HERE, "shim"))):
        with open(os.path.join(HERE, "shim", name), "rb") as f:
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


def build(ask):
    key = key_of(ask)
    found = kept(ask["cache"], key)
    if found is not None:
        return found
    if ask["cuda"] and cuda_home() is None:
        return {"log": "CUDA sources need nvcc, and there is none (CUDA_HOME, /usr/local/cuda, PATH)", "missing": "nvcc"}
    with tempfile.TemporaryDirectory(prefix="rollbook-build.") as folder:
        work = Build(ask, folder)
        status, log = work.run("shim")
        answer = {"way": "shim", "log": log, "dropped_flags": work.dropped, "cached": False}
        if status != 0:
            reason = next((line for line in log.splitlines() if "error" in line), "")[:500]
            status, log = work.run("torch")
            answer.update(way="torch", log=log, shim_reason=reason)
        library = os.path.join(folder, "out.so") if status == 0 else None
        return keep(ask["cache"], key, answer, library)


if __name__ == "__main__":
    json.dump(build(json.load(sys.stdin)), sys.stdout)
