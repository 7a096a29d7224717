"""What a candidate's text is: a module with ModelNew, a module with a function, or a solution.json of several sources.

A function is called with the inputs of a definition, and the outputs that it writes behind them; or with kernelbot's nested data.
"""
import importlib
import importlib.util
import inspect
import json
import os
import re
import sys

import torch

import languages
import problem as problems
import shaped

# Packages in which candidates are written, by what they import; {cuda} is the version of CUDA that PyTorch was built with.
PACKAGES = {"triton": "triton", "tilelang": "tilelang", "cutlass": "nvidia-cutlass-dsl", "cuda": "cuda-python", "cuda.tile": "cuda-tile",
            "helion": "helion", "tvm_ffi": "apache-tvm-ffi", "cudnn": "nvidia-cudnn-frontend", "flashinfer": "flashinfer-python",
            "cupy": "cupy-cuda{cuda}x", "quack": "quack-kernels", "numba": "numba", "einops": "einops"}
NATIVE = (".cu", ".cpp", ".cc", ".cxx")


class Returned:
    """A function that returns its results.  order: places of the inputs by its parameters, or None: as they come."""

    def __init__(self, function, order=None, names=()):
        self.function, self.order, self.names = function, order, names

    def __call__(self, *values):
        if self.order is not None:
            values = [values[i] for i in self.order]
        return shaped.outputs_of(self.function(*values), self.names)


class Into:
    """A function that writes its results into its last arguments."""

    def __init__(self, function):
        self.function, self.outputs, self.given = function, [], []

    def __call__(self, *values):
        self.function(*values, *self.given)
        return list(self.outputs)


def parameters_of(function):
    """Names of what it is called with, and of what it needs; None when it does not say."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None, None
    if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in found):
        return None, None
    return [p.name for p in found], [p.name for p in found if p.default is p.empty or p.kind is p.POSITIONAL_ONLY]


def called(function, entry, into=None):
    """A model of a function.  into: whether it says that it writes its results into arguments; None: it does not say."""
    if entry["kind"] == "kernelbot":
        layout = problems.read(entry["layout"])
        return lambda *values: function(shaped.nested(layout, values))
    inputs, n = entry["inputs"], entry["n_outputs"]
    names, needed = parameters_of(function)  # an input may have a default value, and so may what is none
    if names is not None and len(needed) in (len(inputs), len(inputs) + n):
        names = needed
    elif names is not None and set(needed) <= set(inputs) == set(names[:len(inputs)]):
        names = names[:len(inputs)]
    if names is not None and sorted(names) == sorted(inputs):
        return Returned(function, [inputs.index(p) for p in names], entry["outputs"])
    if names is not None and len(names) == len(inputs) + n and into is not False:
        return Into(function)
    if names is not None and len(names) not in (len(inputs), len(inputs) + n):
        raise problems.ProblemError("%s has %d parameters, and the problem has %d inputs and %d outputs" % (
            entry["name"], len(names), len(inputs), n))
    return Into(function) if into else Returned(function, None, entry["outputs"])


def missing(e, text):
    """A package that is not installed is no fault of the text's."""
    if isinstance(e, FileNotFoundError):  # cuTile comes without its compiler
        return problems.ProblemError("not run: the compiler of cuTile is missing: pip install 'cuda-tile[tileiras]'") if "tileiras" in str(e) else e
    name = e.name or ""
    if not isinstance(e, ModuleNotFoundError):  # a namespace of several packages, of which one is there
        found = re.match(r"cannot import name '(\w+)' from '(\w+)' \(unknown location\)", str(e))
        name = "%s.%s" % (found.group(2), found.group(1)) if found else ""
    if name == "cuda" and any(row[0] == "cuda.tile" for row in languages.languages_of(text)):  # neither that nor any other part of it
        name = "cuda.tile"
    package = PACKAGES.get(".".join(name.split(".")[:2]), PACKAGES.get(name.split(".")[0]))
    if package is None:
        return e
    package = package.format(cuda=(torch.version.cuda or "13").split(".")[0])
    return problems.ProblemError("not run: package %s is missing in this Python: pip install %s" % (package, package))


def field(value, kind, what):
    if not isinstance(value, kind):
        raise problems.ProblemError("solution: %s is missing or of another type" % what)
    return value


def unit(paths, sources):
    """Texts one after the other, with the solution's own headers in their places, each once."""
    seen = set()

    def inlined(path, text):
        def header(match):
            for known in (os.path.normpath(os.path.join(os.path.dirname(path), match.group(1))), match.group(1)):
                if known in sources:
                    if known in seen:
                        return ""
                    seen.add(known)
                    return inlined(known, sources[known].replace("#pragma once", ""))
            return match.group(0)

        return re.sub(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', header, text, flags=re.MULTILINE)

    return [inlined(p, sources[p]) for p in paths]


def native(sources, spec, function):
    """The function of C++ and CUDA sources, which PYBIND11_MODULE names."""
    from torch.utils import cpp_extension
    if any("TVM_FFI" in t or "tvm/ffi" in t for t in sources.values()):
        raise problems.ProblemError("not run: the solution is bound by TVM-FFI, and only PYBIND11_MODULE is built here")
    if not any("PYBIND11_MODULE" in t for t in sources.values()):
        raise problems.ProblemError("solution: no source has a PYBIND11_MODULE")
    options = spec.get("compile_options") if isinstance(spec.get("compile_options"), dict) else {}
    module = cpp_extension.load_inline(
        name="solution", cpp_sources=unit([p for p in sources if p.endswith(NATIVE[1:])], sources),
        cuda_sources=unit([p for p in sources if p.endswith(".cu")], sources) or None, extra_cflags=options.get("cflags"),
        extra_cuda_cflags=options.get("cuda_cflags"), extra_ldflags=options.get("ld_flags"))
    return getattr(module, function, None)


def of_solution(solution, entry, private):
    if entry is None:
        raise problems.ProblemError("a solution.json answers a definition, and this problem is none")
    spec = field(solution.get("spec"), dict, "spec")
    sources = {}
    for s in field(solution.get("sources"), list, "sources"):
        path = os.path.normpath(field(s.get("path") if isinstance(s, dict) else None, str, "the path of a source"))
        if path.startswith(("/", "..")) or "\0" in path:
            raise problems.ProblemError("solution: source '%.60s' is outside of the solution" % path)
        sources[path] = field(s.get("content"), str, "the content of a source")
    path, _, function = field(spec.get("entry_point"), str, "entry_point").partition("::")
    path = os.path.normpath(path)
    if path not in sources or not function:
        raise problems.ProblemError("solution: its entry_point '%.80s' names no source and function" % spec["entry_point"])
    if path.endswith(NATIVE):
        found = native(sources, spec, function)
    else:
        folder = os.path.join(private, "solution")
        for name, text in sources.items():
            place = os.path.join(folder, name)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as f:
                f.write(text)
        sys.path[:0] = [os.path.join(folder, os.path.dirname(path)), folder]
        name = path[:-3].replace("/", ".") if path.endswith(".py") else ""
        loader = importlib.util.spec_from_file_location(name or "solution", os.path.join(folder, path))
        module = importlib.util.module_from_spec(loader)
        sys.modules[loader.name] = module
        loader.loader.exec_module(module)
        found = getattr(module, function, None)
    if not callable(found):
        raise problems.ProblemError("solution: %s has no function %s" % (path, function))
    into = spec.get("destination_passing_style", "languages" in spec)
    return called(found, entry, bool(into))


def read(text, name, entry, surroundings, private, is_bare=False):
    """What makes the model of a text.  is_bare: see problems.execute()."""
    try:
        if text.lstrip()[:1] == "{":
            try:
                solution = json.loads(text)
            except (ValueError, RecursionError) as e:
                raise problems.ProblemError("no Python, and no solution.json: %s" % e) from e
            model = of_solution(solution, entry, private)
            return lambda *_: model
        if entry is not None and entry["kind"] == "kernelbot":
            sys.meta_path[:] = [shaped.Texts(entry["files"])] + sys.meta_path
        space = problems.execute(text, name, surroundings, is_bare)
    except ImportError as e:
        raise missing(e, text) from e
    if entry is not None and shaped.spec_of(space) is not None:
        shaped.spec_of(space)["layout"] = problems.read(entry["layout"])  # the problem's own module, which is timed
    if "ModelNew" in space:
        return space["ModelNew"]
    if entry is None:
        raise problems.ProblemError("the module defines no ModelNew")
    if not callable(space.get(entry["name"])):
        raise problems.ProblemError("the module defines neither ModelNew nor %s" % entry["name"])
    model = called(space[entry["name"]], entry)
    return lambda *_: model
