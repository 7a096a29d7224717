"""Memory that the evaluator owns and a candidate's process maps: inputs, outputs, weights.

On the processor a block is a file in a private folder of shared memory; on a GPU it is a plain
allocation whose handle the driver exports.  The process of the reference makes blocks, the process of
a candidate opens them before any of the candidate's code has run.
"""
import ctypes
import mmap
import os

import torch

# How the two sides of a comparison are timed on a GPU: alike.
FLUSH_BYTES = 256 << 20  # twice the largest cache of today's GPUs and more
WARM_LAUNCHES = 10  # a host that has slept launches slowly at first

NUMPY_LIKE = {
    torch.float32: "<f4", torch.float64: "<f8", torch.float16: "<f2", torch.int64: "<i8", torch.int32: "<i4",
    torch.int16: "<i2", torch.int8: "|i1", torch.uint8: "|u1", torch.bool: "|b1",
}


_mmap = ctypes.CDLL(None, use_errno=True).mmap
_mmap.restype = ctypes.c_void_p
_mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]


def dtype_name(dtype):
    return str(dtype).replace("torch.", "")


def dtype_of(name):
    dtype = getattr(torch, name, None)
    if not isinstance(dtype, torch.dtype):
        raise ValueError("no dtype '%s'" % name)
    return dtype


def bytes_of(tensor):
    """Its elements' bytes, in order."""
    return tensor.reshape(-1).contiguous().view(torch.uint8)


def describe(tensor):
    return {"shape": list(tensor.shape), "dtype": dtype_name(tensor.dtype)}


def count_bytes(what):
    n = 1
    for size in what["shape"]:
        n *= size
    return n * torch.empty(0, dtype=dtype_of(what["dtype"])).element_size()


def room_of(what):
    """Bytes of its block, whole words."""
    return max(8, (count_bytes(what) + 7) // 8 * 8)


class _Pointer:
    """A piece of device memory as the CUDA array interface describes it."""

    def __init__(self, address, n_bytes):
        self.__cuda_array_interface__ = {"shape": (n_bytes,), "typestr": "|u1", "data": (address, False), "version": 2}


class _Runtime:
    """The few calls of the CUDA runtime that blocks need."""

    class Handle(ctypes.Structure):
        _fields_ = [("reserved", ctypes.c_char * 64)]

    def __init__(self):
        torch.cuda.init()
        self.lib = None
        for name in ("libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so"):
            try:
                self.lib = ctypes.CDLL(name)
                break
            except OSError:
                continue
        if self.lib is None:
            raise RuntimeError("libcudart.so cannot be opened")

    def check(self, status, what):
        if status != 0:
            raise RuntimeError("%s: CUDA error %d" % (what, status))

    def allocate(self, n_bytes):
        address = ctypes.c_void_p()
        self.check(self.lib.cudaMalloc(ctypes.byref(address), ctypes.c_size_t(max(n_bytes, 256))), "cudaMalloc")
        handle = _Runtime.Handle()
        self.check(self.lib.cudaIpcGetMemHandle(ctypes.byref(handle), address), "cudaIpcGetMemHandle")
        return address.value, ctypes.string_at(ctypes.byref(handle), 64).hex()

    def open(self, handle_hex):
        handle = _Runtime.Handle()
        ctypes.memmove(ctypes.byref(handle), bytes.fromhex(handle_hex), 64)
        address = ctypes.c_void_p()
        self.check(self.lib.cudaIpcOpenMemHandle(ctypes.byref(address), handle, ctypes.c_uint(1)), "cudaIpcOpenMemHandle")
        return address.value

    def free(self, address):
        self.lib.cudaFree(ctypes.c_void_p(address))


_runtime = None


def runtime():
    global _runtime
    if _runtime is None:
        _runtime = _Runtime()
    return _runtime


class Block:
    """A tensor in memory of its own.  `raw` is its bytes, `tensor` the same memory with its shape."""

    def __init__(self, what, raw, place, keep):
        self.what, self.place, self._keep = what, place, keep
        self.raw = raw
        n = count_bytes(what)
        self.words = raw.view(torch.int64)
        self.tensor = raw[:n].view(dtype_of(what["dtype"])).view(what["shape"])

    def message(self):
        return dict(self.what, **self.place)

    def sum(self):
        """What changes when a byte does: the sum of its bytes, eight at a time."""
        return self.words.sum()

    def poison(self):
        """Bytes that make a NaN of a float and -1 of an integer: what was not written shows."""
        self.raw.fill_(255)


def make_block(what, device, folder, name):
    n = room_of(what)
    if device == "cpu":
        path = os.path.join(folder, name)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        os.ftruncate(fd, n)
        area = mmap.mmap(fd, n)
        os.close(fd)
        return Block(what, torch.frombuffer(area, dtype=torch.uint8), {"path": path, "bytes": count_bytes(what)}, area)
    address, handle = runtime().allocate(n)
    raw = torch.as_tensor(_Pointer(address, n), device=device)
    return Block(what, raw, {"handle": handle}, address)


def _mapped(path, n_bytes, writable):
    """The bytes of a file.  mmap.mmap would keep a descriptor, by which a candidate can cut the file under its owner."""
    fd = os.open(path, (os.O_RDWR if writable else os.O_RDONLY) | os.O_NOFOLLOW)
    protection = mmap.PROT_READ | (mmap.PROT_WRITE if writable else 0)
    address = _mmap(None, n_bytes, protection, mmap.MAP_SHARED, fd, 0)
    error = ctypes.get_errno()
    os.close(fd)
    if address == ctypes.c_void_p(-1).value:
        raise OSError(error, os.strerror(error), path)
    return (ctypes.c_uint8 * n_bytes).from_address(address)


def own_block(what, device):
    """Memory of this process alone."""
    return Block(what, torch.empty(room_of(what), dtype=torch.uint8, device=device), {}, None)


def open_block(message, device, writable=True):
    """A block that somebody else made; on the processor one that is not writable can never be."""
    n = room_of(message)
    if device == "cpu":
        area = _mapped(message["path"], n, writable)
        return Block(message, torch.frombuffer(area, dtype=torch.uint8), {}, area)
    address = runtime().open(message["handle"])
    return Block(message, torch.as_tensor(_Pointer(address, n), device=device), {}, address)


PLACE_BYTES = 256  # the sets of a stack begin at multiples of it


def place_of(what):
    return -(-room_of(what) // PLACE_BYTES) * PLACE_BYTES


class Stack:
    """Many blocks of one kind in one allocation, each a tensor with a storage of its own."""

    def __init__(self, what, n, area, address):
        place, room = place_of(what), room_of(what)
        self.what, self.place, self._keep, self.blocks = what, {}, area, []
        for i in range(n):
            if address is None:
                raw = torch.frombuffer(area, dtype=torch.uint8, count=room, offset=i * place)
            else:
                raw = torch.as_tensor(_Pointer(address + i * place, room), device="cuda")
            self.blocks.append(Block(what, raw, {}, area))

    def message(self):
        return dict(self.what, **dict(self.place, n=len(self.blocks), place=place_of(self.what), bytes=count_bytes(self.what)))


def make_stack(what, n, device, folder, name):
    """Its memory on the processor is taken when it is first written."""
    whole = make_block({"shape": [n * place_of(what)], "dtype": "uint8"}, device, folder, name)
    stack = Stack(what, n, whole._keep, None if device == "cpu" else whole._keep)
    stack.place = whole.place
    return stack


def open_stack(message, device):
    what = {"shape": message["shape"], "dtype": message["dtype"]}
    whole = open_block(dict(message, shape=[message["n"] * place_of(what)], dtype="uint8"), device)
    return Stack(what, message["n"], whole._keep, None if device == "cpu" else whole._keep)


def free_block(block):
    """Gives back what make_block took."""
    if "path" in block.place:
        os.unlink(block.place["path"])
    elif "handle" in block.place:
        runtime().free(block._keep)


def close_opened(opened):
    """Gives back what open_block and open_stack took, before its owner does.  Nobody looks at these blocks after it."""
    for area in {id(b._keep): b._keep for b in opened if b._keep is not None}.values():
        if isinstance(area, int):
            runtime().lib.cudaIpcCloseMemHandle(ctypes.c_void_p(area))
        else:
            ctypes.CDLL(None).munmap(ctypes.c_void_p(ctypes.addressof(area)), ctypes.c_size_t(ctypes.sizeof(area)))
