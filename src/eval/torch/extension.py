"""torch.utils.cpp_extension inside a candidate's process: sources go to the compile service, which
answers with a library; its functions become a module.

What load_inline and load promise is kept: implicit headers, bindings by `functions` or by a
PYBIND11_MODULE of the candidate's own, a C++ exception as RuntimeError with its text.
"""
import ctypes
import types

import torch
from torch.utils import cpp_extension

MAX_RESULTS = 16

NONE, TENSOR, INT, DOUBLE, BOOL, TEXT, INT_LIST, DOUBLE_LIST, TENSOR_LIST, OTHER = range(10)


class Value(ctypes.Structure):
    """As shim.h has it."""

    _fields_ = [("kind", ctypes.c_int32), ("n", ctypes.c_int32), ("integer", ctypes.c_int64), ("real", ctypes.c_double),
                ("pointer", ctypes.c_void_p)]


def _handles_of(tensors):
    capsules = torch._C._aoti.unsafe_alloc_void_ptrs_from_tensors(tensors)
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return [get(c, None) for c in capsules]


class Call:
    """Arguments of one call, and what keeps them alive."""

    def __init__(self, arguments):
        self.keep = []
        self.handles = []
        self.values = (Value * max(len(arguments), 1))(*[self.value(a) for a in arguments])
        self.n = len(arguments)

    def tensors(self, tensors):
        handles = _handles_of(tensors)
        self.handles += handles
        return handles

    def listed(self, kind, items, c_type):
        area = (c_type * max(len(items), 1))(*items)
        self.keep.append(area)
        return Value(kind, len(items), 0, 0.0, ctypes.cast(area, ctypes.c_void_p))

    def value(self, a):
        if a is None:
            return Value(NONE, 0, 0, 0.0, None)
        if isinstance(a, torch.Tensor):
            return Value(TENSOR, 0, 0, 0.0, self.tensors([a])[0])
        if isinstance(a, bool):
            return Value(BOOL, 0, int(a), float(a), None)
        if isinstance(a, int):
            return Value(INT, 0, a, float(a), None)
        if isinstance(a, float):
            return Value(DOUBLE, 0, 0, a, None)
        if isinstance(a, str):
            text = ctypes.create_string_buffer(a.encode())
            self.keep.append(text)
            return Value(TEXT, len(a.encode()), 0, 0.0, ctypes.cast(text, ctypes.c_void_p))
        if isinstance(a, (list, tuple, torch.Size)):
            items = list(a)
            if all(isinstance(i, int) for i in items):
                return self.listed(INT_LIST, items, ctypes.c_int64)
            if all(isinstance(i, (int, float)) for i in items):
                return self.listed(DOUBLE_LIST, [float(i) for i in items], ctypes.c_double)
            if all(isinstance(i, torch.Tensor) for i in items):
                return self.listed(TENSOR_LIST, self.tensors(items), ctypes.c_void_p)
        raise TypeError("incompatible function arguments: %s is not supported" % type(a).__name__)


def _steal(handle):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return torch._C._aoti.alloc_tensor_by_stealing_from_void_ptr(new(handle, None, None))


def _result(value):
    if value.kind == NONE:
        return None
    if value.kind == TENSOR:
        return _steal(value.pointer)
    if value.kind == INT:
        return value.integer
    if value.kind == BOOL:
        return bool(value.integer)
    if value.kind == DOUBLE:
        return value.real
    raise RuntimeError("the function returned something that has no counterpart in Python")


class Library:
    """A compiled extension."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
        self.lib.rb_module_name.restype = ctypes.c_char_p
        self.lib.rb_module_call.argtypes = [ctypes.c_int, ctypes.POINTER(Value), ctypes.c_int, ctypes.POINTER(Value), ctypes.c_int,
                                            ctypes.c_char_p, ctypes.c_int]
        self.lib.rb_delete.argtypes = [ctypes.c_void_p]

    def module(self, name):
        module = types.ModuleType(name)
        for i in range(self.lib.rb_module_count()):
            function = self.lib.rb_module_name(i).decode()
            setattr(module, function, self.function(i, function))
        return module

    def function(self, index, name):
        lib = self.lib

        def call(*arguments):
            ask = Call(arguments)
            out = (Value * MAX_RESULTS)()
            message = ctypes.create_string_buffer(4096)
            n = lib.rb_module_call(index, ask.values, ask.n, out, MAX_RESULTS, message, len(message))
            for handle in ask.handles:
                lib.rb_delete(handle)
            if n < 0:
                text = message.value.decode(errors="replace")
                raise (TypeError if n == -2 else RuntimeError)(text)
            results = [_result(v) for v in out[:n]]
            return results[0] if n == 1 else (tuple(results) if n > 1 else None)

        call.__name__ = call.__qualname__ = name
        return call


class Interception:
    """Replaces the entries of torch.utils.cpp_extension.  ask(request) gives the service's answer."""

    def __init__(self, ask):
        self.ask = ask

    def install(self):
        cpp_extension.load_inline = self.load_inline
        cpp_extension.load = self.load
        for name in ("_jit_compile", "_write_ninja_file_and_build_library", "_run_ninja_build"):
            if hasattr(cpp_extension, name):
                setattr(cpp_extension, name, self.unsupported)

    def unsupported(self, *_, **__):
        raise RuntimeError("unsupported build: extensions are built by load_inline or load")

    def load_inline(self, name, cpp_sources=None, cuda_sources=None, functions=None, extra_cflags=None, extra_cuda_cflags=None,
                    extra_ldflags=None, extra_include_paths=None, build_directory=None, verbose=False, with_cuda=None,
                    is_python_module=True, **_):
        def listed(x):
            return [] if x is None else [x] if isinstance(x, str) else list(x)

        names = list(functions) if isinstance(functions, dict) else listed(functions)
        return self.build(name, listed(cpp_sources), listed(cuda_sources), names, listed(extra_cflags), listed(extra_cuda_cflags),
                          listed(extra_ldflags))

    def load(self, name, sources, extra_cflags=None, extra_cuda_cflags=None, extra_ldflags=None, **_):
        texts = {True: [], False: []}
        for path in [sources] if isinstance(sources, str) else list(sources):
            with open(path, encoding="utf-8") as f:
                texts[str(path).endswith(".cu")].append(f.read())
        return self.build(name, texts[False], texts[True], [], list(extra_cflags or []), list(extra_cuda_cflags or []),
                          list(extra_ldflags or []))

    def build(self, name, cpp, cuda, functions, cflags, cuda_cflags, ldflags):
        reply = self.ask({"name": str(name), "cpp": cpp, "cuda": cuda, "functions": functions, "cflags": cflags,
                          "cuda_cflags": cuda_cflags, "ldflags": ldflags})
        if "path" not in reply:
            raise RuntimeError("Error building extension '%s': %s" % (name, reply.get("log", "no answer")))
        return Library(reply["path"]).module(str(name))
