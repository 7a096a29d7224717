"""torch.utils.cpp_extension inside a candidate's process: sources go to the compile service, which
answers with a library; its functions become a module.

What load_inline and load promise is kept: implicit headers, bindings by `functions` or by a
PYBIND11_MODULE of the candidate's own, a C++ exception as RuntimeError with its text.
"""
import ctypes
import importlib.machinery
import importlib.util
import os
import types

import torch
import torch.nn.functional as F
from torch.utils import cpp_extension

import problem as problems

MAX_RESULTS = 16

NONE, TENSOR, INT, DOUBLE, BOOL, TEXT, INT_LIST, DOUBLE_LIST, TENSOR_LIST, DTYPE, DEVICE = range(11)
DTYPES = {0: torch.uint8, 1: torch.int8, 2: torch.int16, 3: torch.int32, 4: torch.int64, 5: torch.float16, 6: torch.float32,
          7: torch.float64, 8: torch.complex32, 9: torch.complex64, 10: torch.complex128, 11: torch.bool, 15: torch.bfloat16}
CODES = {dtype: code for code, dtype in DTYPES.items()}


class Value(ctypes.Structure):
    """As shim_values.h has it."""

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
        if isinstance(a, torch.dtype) and a in CODES:
            return Value(DTYPE, 0, CODES[a], 0.0, None)
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
        if hasattr(a, "__index__"):
            return self.value(int(a))
        if hasattr(a, "__float__"):
            return self.value(float(a))
        raise TypeError("incompatible function arguments: %s is not supported" % type(a).__name__)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def _tensor_of(handle):
    """A tensor that shares what the handle holds; the handle stays its owner's."""
    return torch._C._aoti.alloc_tensor_by_stealing_from_void_ptr(_new_capsule(handle, None, None))


def _plain(value):
    """A value as Python has it; tensors stay the owner's."""
    kind = value.kind
    if kind == TENSOR:
        return _tensor_of(value.pointer)
    if kind == INT:
        return value.integer
    if kind == BOOL:
        return bool(value.integer)
    if kind == DOUBLE:
        return value.real
    if kind == TEXT:
        return ctypes.string_at(value.pointer, value.n).decode(errors="replace")
    if kind in (INT_LIST, DOUBLE_LIST):
        return list(ctypes.cast(value.pointer, ctypes.POINTER(ctypes.c_int64 if kind == INT_LIST else ctypes.c_double))[:value.n])
    if kind == TENSOR_LIST:
        return [_tensor_of(h) for h in ctypes.cast(value.pointer, ctypes.POINTER(ctypes.c_void_p))[:value.n]]
    if kind == DTYPE:
        return DTYPES[value.integer]
    if kind == DEVICE:
        return torch.device("cuda", value.n if value.n >= 0 else None) if value.integer else torch.device("cpu")
    return None


def _channels_last(tensor):
    return tensor.contiguous(memory_format=torch.channels_last if tensor.dim() == 4 else torch.channels_last_3d)


NAMED = {"channels_last": _channels_last, "current_blas_handle": torch.cuda.current_blas_handle}


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(Value), ctypes.c_int, ctypes.POINTER(Value), ctypes.c_int,
                  ctypes.POINTER(ctypes.c_char), ctypes.c_int)
def operator(name, arguments, n, out, most, message, size):
    """An operator that C++ asks for by name: of torch, of its functional module, or of the first tensor."""
    try:
        name = name.decode()
        options = {"dtype" if arguments[i].kind == DTYPE else "device": _plain(arguments[i]) for i in range(n)
                   if arguments[i].kind in (DTYPE, DEVICE)}
        values = [_plain(arguments[i]) for i in range(n) if arguments[i].kind not in (DTYPE, DEVICE)]
        function = NAMED.get(name) or getattr(torch, name, None) or getattr(F, name, None)
        result = function(*values, **options) if function is not None else getattr(values[0], name)(*values[1:], **options)
        if isinstance(result, torch.Tensor):
            out[0] = Value(TENSOR, 0, 0, 0.0, _handles_of([result])[0])
        elif isinstance(result, (bool, int)):
            out[0] = Value(INT, 0, int(result), float(result), None)
        else:
            raise TypeError("%s gives a %s" % (name, type(result).__name__))
        return 1
    except Exception as e:
        text = str(e).encode(errors="replace")[:size - 1] + b"\0"
        ctypes.memmove(message, text, len(text))
        return -1


def _share_libtorch():
    """What libtorch exports is found by libraries that were not linked against it."""
    for name in ("libtorch_cpu.so", "libtorch_cuda.so"):
        path = os.path.join(os.path.dirname(torch.__file__), "lib", name)
        if os.path.exists(path):
            try:
                ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL | os.RTLD_NOLOAD)
            except OSError:
                pass


class Library:
    """A compiled extension."""

    def __init__(self, path):
        _share_libtorch()
        try:
            self.lib = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
        except OSError as e:
            raise ImportError(str(e)) from None
        self.lib.rb_module_open.argtypes = [type(operator), ctypes.c_char_p, ctypes.c_int]
        self.lib.rb_module_name.restype = ctypes.c_char_p
        self.lib.rb_module_argument.restype = ctypes.c_char_p
        self.lib.rb_module_argument.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(Value)]
        self.lib.rb_module_call.argtypes = [ctypes.c_int, ctypes.POINTER(Value), ctypes.c_int, ctypes.POINTER(Value), ctypes.c_int,
                                            ctypes.c_char_p, ctypes.c_int]
        self.lib.rb_delete.argtypes = [ctypes.c_void_p]

    def module(self, name):
        module = types.ModuleType(name)
        message = ctypes.create_string_buffer(4096)
        n = self.lib.rb_module_open(operator, message, len(message))
        if n < 0:
            raise ImportError(message.value.decode(errors="replace"))
        for i in range(n):
            function = self.lib.rb_module_name(i).decode()
            setattr(module, function, self.function(i, function))
        return module

    def arguments_of(self, index):
        """[(name, has a default, default)] of a function that names its arguments."""
        found = []
        while True:
            has_default, value = ctypes.c_int(0), Value()
            name = self.lib.rb_module_argument(index, len(found), ctypes.byref(has_default), ctypes.byref(value))
            if name is None:
                return found
            found.append((name.decode(), bool(has_default.value), _plain(value) if has_default.value else None))

    def function(self, index, name):
        lib = self.lib
        named = self.arguments_of(index)
        shape = lib.rb_module_shape(index)

        def call(*arguments, **by_name):
            if by_name or len(arguments) < len(named):
                arguments = list(arguments)
                for key, has_default, default in named[len(arguments):]:
                    if key not in by_name and not has_default:
                        break
                    arguments.append(by_name.pop(key, default))
                if by_name:
                    raise TypeError("%s(): incompatible function arguments: %s" % (name, ", ".join(by_name)))
            ask = Call(arguments)
            out = (Value * MAX_RESULTS)()
            message = ctypes.create_string_buffer(4096)
            n = lib.rb_module_call(index, ask.values, ask.n, out, MAX_RESULTS, message, len(message))
            for handle in ask.handles:
                lib.rb_delete(handle)
            if n < 0:
                text = message.value.decode(errors="replace")
                raise (TypeError if n == -2 else RuntimeError)(text)
            results = []
            for i in range(n):
                results.append(_plain(out[i]))
                if out[i].kind == TENSOR:
                    lib.rb_delete(out[i].pointer)
            if shape == 0:
                return results[0] if results else None
            return results if shape == 1 else tuple(results)

        call.__name__ = call.__qualname__ = name
        return call


def load_built(reply, name):
    if reply.get("way") != "torch":
        return Library(reply["path"]).module(name)
    loader = importlib.machinery.ExtensionFileLoader("rollbook_extension", reply["path"])
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("rollbook_extension", loader))
    loader.exec_module(module)
    return module


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
            return [] if x is None else [x] if isinstance(x, str) else [str(i) for i in x]

        names = list(functions) if isinstance(functions, dict) else listed(functions)
        return self.build(name, listed(cpp_sources), listed(cuda_sources), names, listed(extra_cflags), listed(extra_cuda_cflags),
                          listed(extra_ldflags))

    def load(self, name, sources, extra_cflags=None, extra_cuda_cflags=None, extra_ldflags=None, **_):
        texts = {True: [], False: []}
        for path in [sources] if isinstance(sources, str) else list(sources):
            with open(path, encoding="utf-8") as f:
                texts[str(path).endswith(".cu")].append(f.read())
        return self.build(name, texts[False], texts[True], [], [str(f) for f in extra_cflags or []], [str(f) for f in extra_cuda_cflags or []],
                          [str(f) for f in extra_ldflags or []])

    def build(self, name, cpp, cuda, functions, cflags, cuda_cflags, ldflags):
        reply = self.ask({"name": str(name), "cpp": cpp, "cuda": cuda, "functions": functions, "cflags": cflags,
                          "cuda_cflags": cuda_cflags, "ldflags": ldflags})
        if reply.get("missing"):
            raise problems.ProblemError(reply["missing"])
        if "path" not in reply:
            raise RuntimeError("Error building extension '%s': %s" % (name, reply.get("log", "no answer")))
        return load_built(reply, str(name))
