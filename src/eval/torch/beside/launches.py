"""Which shared library launched each kernel of a call, and how long it ran: CUPTI, attached for one call.

A kernel is the candidate's own by the library whose code launched it (an extension that was built for it,
the launcher of Triton, unless torch.compile calls it, TileLang, CuTe DSL or cuTile, its own Python by ctypes), not by its name: CUPTI calls back inside every launch, and the
first caller beyond CUDA's runtime and driver is looked up in the stack.  Kernels of a graph that is replayed
belong to who launched one of that name while the graph was made, if that was seen.
"""
import ctypes
import os
import sys
import threading

import languages

RUNTIME, DRIVER = 2, 1  # domains of callbacks
# Numbers of cudaLaunchKernel, its cooperative, extensible and handle kinds; of cuLaunchKernel and its kinds.
LAUNCHES = {RUNTIME: (211, 214, 269, 270, 430, 431, 505, 506), DRIVER: (307, 442, 477, 478, 652, 653)}
CONCURRENT_KERNEL, FLUSH_FORCED, BUFFER_BYTES, MOST_FRAMES, MOST_ROWS = 10, 1, 1 << 20, 64, 32
# Offsets in CUpti_ActivityKernel, unchanged from CUDA 12 to 13.
START, END, CORRELATION, NAME, GRAPH_NODE = 16, 24, 92, 104, 144
CUDA_NAMES = ("libcupti", "libcuda.so", "libcudart", "libcuda-")
PYTHON_NAMES = ("libffi", "_ctypes")
INDUCTOR = "/torch/_inductor/"

_libc = ctypes.CDLL(None)


class _Info(ctypes.Structure):
    _fields_ = [("file", ctypes.c_char_p), ("base", ctypes.c_void_p), ("symbol", ctypes.c_char_p), ("address", ctypes.c_void_p)]


class _CallbackData(ctypes.Structure):
    _fields_ = [("site", ctypes.c_int), ("function", ctypes.c_void_p), ("params", ctypes.c_void_p), ("result", ctypes.c_void_p),
                ("symbol", ctypes.c_char_p), ("context", ctypes.c_void_p), ("context_uid", ctypes.c_uint32), ("data", ctypes.c_void_p),
                ("correlation", ctypes.c_uint32)]


_Callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32, ctypes.POINTER(_CallbackData))
_Requested = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_size_t))
_Completed = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)


class NoRecords(Exception):
    pass


def _library():
    """The one that torch has loaded, else any."""
    for mode in (os.RTLD_NOLOAD | os.RTLD_LAZY, os.RTLD_LAZY):
        for name in ("libcupti.so.13", "libcupti.so.12", "libcupti.so"):
            try:
                return ctypes.CDLL(name, mode=mode)
            except OSError:
                continue
    raise NoRecords("libcupti.so cannot be opened")


def _caller():
    """File of the code that called into CUDA's libraries; None: the stack does not tell."""
    frames = (ctypes.c_void_p * MOST_FRAMES)()
    inside = False
    for i in range(_libc.backtrace(frames, MOST_FRAMES)):
        info = _Info()
        if not frames[i] or not _libc.dladdr(ctypes.c_void_p(frames[i]), ctypes.byref(info)) or not info.file:
            continue
        path = os.fsdecode(info.file)
        name = os.path.basename(path)
        if inside and not name.startswith(CUDA_NAMES):
            return path
        inside = inside or name.startswith("libcupti")
    return None


def _inductor():
    """Folder of torch.compile's code where that launches; None: another does."""
    frame = sys._getframe(1)
    while frame is not None:
        folder = os.path.dirname(frame.f_code.co_filename)
        if INDUCTOR in folder + os.sep:
            return folder[:folder.index(INDUCTOR[:-1]) + len(INDUCTOR) - 1]
        frame = frame.f_back
    return None


class Recorder:
    def __init__(self):
        self.cupti = _library()
        self.callers = {}    # by correlation
        self.named = {}      # callers of launches by the kernel's name
        self.records = []    # (name, us, correlation, is of a graph)
        self.launches = 0
        self.buffers = {}
        self.thread = threading.local()
        # Kept: CUPTI calls them.
        self.callbacks = (_Callback(self._launched), _Requested(self._requested), _Completed(self._completed))
        self.subscriber = ctypes.c_void_p()

    def _check(self, status, what):
        if status != 0:
            raise NoRecords("%s: CUPTI error %d" % (what, status))

    def start(self):
        launched, requested, completed = self.callbacks
        c = self.cupti
        self._check(c.cuptiSubscribe(ctypes.byref(self.subscriber), launched, None), "cuptiSubscribe")
        for domain, numbers in LAUNCHES.items():
            for number in numbers:  # an older CUPTI lacks some
                c.cuptiEnableCallback(ctypes.c_uint32(1), self.subscriber, ctypes.c_int(domain), ctypes.c_uint32(number))
        self._check(c.cuptiActivityRegisterCallbacks(requested, completed), "cuptiActivityRegisterCallbacks")
        self._check(c.cuptiActivityEnable(ctypes.c_int(CONCURRENT_KERNEL)), "cuptiActivityEnable")

    def stop(self):
        self.cupti.cuptiActivityFlushAll(ctypes.c_uint32(FLUSH_FORCED))
        self.cupti.cuptiActivityDisable(ctypes.c_int(CONCURRENT_KERNEL))
        self.cupti.cuptiUnsubscribe(self.subscriber)

    def _launched(self, _, domain, __, data):
        d = data.contents
        outer = self.thread.__dict__.setdefault("callers", [])  # of calls of the runtime that have not ended
        if d.site != 0:
            if domain == RUNTIME and outer:
                outer.pop()
            return
        caller = outer[-1] if outer else _caller()
        if not outer and "triton" in (caller or ""):  # torch.compile's kernels are Triton's as well
            caller = _inductor() or caller
        self.launches += not outer
        if domain == RUNTIME:
            outer.append(caller)
        self.callers.setdefault(d.correlation, caller)
        self.named.setdefault(d.symbol, set()).add(caller)

    def _requested(self, buffer, size, most):
        area = ctypes.create_string_buffer(BUFFER_BYTES)
        self.buffers[ctypes.addressof(area)] = area
        buffer[0], size[0], most[0] = ctypes.addressof(area), BUFFER_BYTES, 0

    def _completed(self, _, __, buffer, ___, valid):
        record = ctypes.c_void_p()
        while valid and self.cupti.cuptiActivityGetNextRecord(ctypes.c_void_p(buffer), ctypes.c_size_t(valid), ctypes.byref(record)) == 0:
            def at(offset, kind):
                return kind.from_address(record.value + offset).value
            if at(0, ctypes.c_uint32) == CONCURRENT_KERNEL:
                us = (at(END, ctypes.c_uint64) - at(START, ctypes.c_uint64)) / 1000.0
                self.records.append((at(NAME, ctypes.c_char_p), us, at(CORRELATION, ctypes.c_uint32), at(GRAPH_NODE, ctypes.c_uint64) != 0))
        self.buffers.pop(buffer, None)

    def rows(self, is_own):
        """Kernels by name and library, the longest first; library null: not told."""
        found, plain = {}, 0
        for name, us, correlation, of_graph in self.records:
            callers = self.named.get(name, set()) if of_graph else {self.callers.get(correlation)}
            plain += not of_graph
            path = next(iter(callers)) if len(callers) == 1 else None
            row = found.setdefault((name, path), {"name": (name or b"").decode(errors="replace")[:200], "us": 0.0, "n": 0, "own": path is not None and is_own(path),
                                                  "library": os.path.basename(path) if path else None})
            row["us"] += us
            row["n"] += 1
        if plain != self.launches:
            raise NoRecords("%d launches and %d records of kernels" % (self.launches, plain))
        rows = sorted(found.values(), key=lambda r: -r["us"])
        for rest in rows[MOST_ROWS:]:  # the shortest become one row of their kind
            last = next((r for r in rows[:MOST_ROWS] if (r["own"], r["library"]) == (rest["own"], rest["library"])), None)
            if last is None:
                raise NoRecords("kernels of more than %d kinds" % MOST_ROWS)
            last["us"] += rest["us"]
            last["n"] += rest["n"]
        return rows[:MOST_ROWS]


def own_by(folders):
    """Whether a library is the candidate's: of its folders, of a language that it is written in, or what Python calls C with."""
    folders = [os.path.realpath(f) for f in folders] + languages.folders_of_languages()

    def is_own(path):
        return os.path.basename(path).startswith(PYTHON_NAMES) or any(os.path.realpath(path).startswith(f + os.sep) for f in folders)

    return is_own


def recorded(call, synchronize, is_own):
    """What call returns, and its kernels ({"kernels": rows}) or why there are none ({"why_not": text}); what
    call raises passes through."""
    recorder, told = None, {}
    try:
        recorder = Recorder()
        recorder.start()
    except (NoRecords, AttributeError) as e:  # a function that this CUPTI lacks
        told = {"why_not": str(e)}
    try:
        result = call()
        synchronize()
    finally:
        if not told:
            recorder.stop()
    try:
        return result, told or {"kernels": recorder.rows(is_own)}
    except NoRecords as e:
        return result, {"why_not": str(e)}
