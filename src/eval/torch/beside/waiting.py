"""What disturbs times on a processor and is no work of a call: waiting for one, which on a busy machine is most of a
call's time, and memory that the system hands out anew, which is that or not by the history of a process."""
import ctypes
import os

M_MMAP_MAX, M_TRIM_THRESHOLD, KEPT_BYTES = -4, -1, 1 << 30


def keep_memory():
    """What a process gave back it uses again, up to KEPT_BYTES."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):  # of the GNU C library
        libc.mallopt(M_MMAP_MAX, 0)
        libc.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)


try:
    _schedstat = os.open("/proc/self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
except OSError:  # a system that does not count it
    _schedstat = -1


def reopen():
    """In a process that was forked; of its first thread."""
    global _schedstat
    if _schedstat >= 0:
        os.close(_schedstat)
        _schedstat = os.open("/proc/self/schedstat", os.O_RDONLY | os.O_CLOEXEC)


def waited_us(read=os.pread):
    return int(read(_schedstat, 64, 0).split()[1]) / 1000.0 if _schedstat >= 0 else 0.0
