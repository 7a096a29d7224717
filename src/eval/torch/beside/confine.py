"""What the process of a candidate gives up before it reads the candidate's text.

Three layers, each told in the list that confine() returns: no new privileges and death with the
parent; Landlock, which leaves reading of program files, and writing of one private folder and of the
GPU's device files; a filter of system calls, which refuses what a computation never asks for.
Beside them stand limits: half of the machine's memory, a file's size, no priority above others'.  Of
root's capabilities one is left, to read what root may read.

A GPU's driver starts threads of its own, and a candidate's machine code can have one of them call what
it likes.  Landlock and capabilities hold for one thread and those that it starts, so before_device() comes
first; the filter is installed for all threads at once.
"""
import ctypes
import os
import resource
import struct
import sys
import sysconfig

_libc = ctypes.CDLL(None, use_errno=True)
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
SIGKILL = 9
ARCH_X86_64 = 0xC000003E

# Refused with EPERM.  A list of what is allowed would break the driver, which asks for much.
REFUSED = {
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "process_madvise": 440, "process_mrelease": 448, "kcmp": 312,
    "move_pages": 279, "migrate_pages": 256, "pidfd_getfd": 438, "pidfd_open": 434, "perf_event_open": 298, "bpf": 321,
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "userfaultfd": 323, "keyctl": 250, "add_key": 248,
    "request_key": 249, "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "open_tree": 428, "move_mount": 429,
    "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "unshare": 272, "setns": 308,
    "kexec_load": 246, "kexec_file_load": 320, "init_module": 175, "finit_module": 313, "delete_module": 176, "reboot": 169,
    "swapon": 167, "swapoff": 168, "vhangup": 153, "sethostname": 170, "setdomainname": 171, "fanotify_init": 300,
    "modify_ldt": 154, "mknod": 133, "mknodat": 259,
    "socket": 41, "socketpair": 53, "connect": 42, "bind": 49, "listen": 50, "accept": 43, "accept4": 288,
    "kill": 62, "tkill": 200, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "pidfd_send_signal": 424, "setsid": 112,
    "setpgid": 109, "setpriority": 141, "ioprio_set": 251, "fork": 57, "vfork": 58, "execve": 59, "execveat": 322,
    "settimeofday": 164, "clock_settime": 227, "adjtimex": 159, "clock_adjtime": 305, "personality": 135,
    "open_by_handle_at": 304, "name_to_handle_at": 303, "quotactl": 179, "quotactl_fd": 443, "acct": 163, "syslog": 103,
    "iopl": 172, "ioperm": 173, "seccomp": 317,
    # Landlock knows nothing of these, and a candidate may be root.
    "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260,
    "truncate": 76, "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280, "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190,
    "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199, "setuid": 105, "setgid": 106, "setreuid": 113,
    "setregid": 114, "setgroups": 116, "setresuid": 117, "setresgid": 119, "setfsuid": 122, "setfsgid": 123, "capset": 126,
    # What lives longer than the process.
    "shmget": 29, "shmat": 30, "shmctl": 31, "shmdt": 67, "semget": 64, "semop": 65, "semctl": 66, "semtimedop": 220,
    "msgget": 68, "msgsnd": 69, "msgrcv": 70, "msgctl": 71, "mq_open": 240, "mq_unlink": 241, "mq_timedsend": 242,
    "mq_timedreceive": 243, "mq_notify": 244, "mq_getsetattr": 245,
}
# Refused by one argument: files that send signals to others, a terminal's input, ways out of the group of processes.
REFUSED_VALUES = {
    "fcntl": (72, 1, (8, 10, 15)),  # F_SETOWN, F_SETSIG, F_SETOWN_EX
    "ioctl": (16, 1, (0x8901, 0x8902, 0x5412)),  # FIOSETOWN, SIOCSPGRP, TIOCSTI
    "prctl": (157, 0, (1, 36)),  # PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER
}
# Of itself alone: the first argument is a process, 0 this one.
OF_ITSELF = {"sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203, "prlimit64": 302, "sched_setattr": 314}
CLONE, CLONE3, CLONE_THREAD, TGKILL, OPENAT2 = 56, 435, 0x10000, 234, 437
# Landlock before its third version takes an opening that only reads and yet cuts the file for one that reads.
OPENS = {"open": (2, 1), "openat": (257, 2)}
CUTS, ACCESS_MODE = os.O_TRUNC, os.O_ACCMODE
MOST_PID = 1 << 22

_LD, _AND, _JEQ, _JGE, _JSET, _RET = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_SET_FILTER, _ALL_THREADS = ctypes.c_uint(1), ctypes.c_uint(1)


# What a compiler needs of it: to start its parts, and to end them; a linker makes its output executable.  The last
# one is for the filter that takes all of this back.
FOR_PROGRAMS = {"fork", "vfork", "execve", "kill", "tkill", "chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat",
                "utimensat", "seccomp"}

_REFUSE, _NUMBER = (_RET, 0, 0, _ERRNO | _EPERM), (_LD, 0, 0, 0)


def _on(number, body):
    """body, which may end the filter, for one call; the number is loaded again behind it."""
    return [(_JEQ, 0, len(body) + 1, number)] + body + [_NUMBER]


def _argument(i):
    return (_LD, 0, 0, 16 + 8 * i)


def _filter(programs):
    """The filter's program.  Processes of another architecture die; threads may be made, processes only where programs are.
    Signals reach this process and, where programs are, younger ones, which its own are."""
    own = os.getpid()
    code = [(_LD, 0, 0, 4), (_JEQ, 1, 0, ARCH_X86_64), (_RET, 0, 0, _KILL), _NUMBER, (_JSET, 0, 1, 0x40000000),
            (_RET, 0, 0, _KILL)]
    for number in (CLONE3, OPENAT2):  # their arguments cannot be seen here; callers then take the older call
        code += [(_JEQ, 0, 1, number), (_RET, 0, 0, _ERRNO | _ENOSYS)]
    for number in sorted(n for name, n in REFUSED.items() if not programs or name not in FOR_PROGRAMS):
        code += [(_JEQ, 0, 1, number), _REFUSE]
    for number, i, values in REFUSED_VALUES.values():
        code += _on(number, [_argument(i)] + [step for v in values for step in ((_JEQ, 0, 1, v), _REFUSE)])
    for number, i in OPENS.values():
        code += _on(number, [_argument(i), (_JSET, 0, 3, CUTS), (_AND, 0, 0, ACCESS_MODE), (_JEQ, 0, 1, os.O_RDONLY), _REFUSE])
    for number in OF_ITSELF.values():
        code += _on(number, [_argument(0), (_JEQ, 2, 0, 0), (_JEQ, 1, 0, own), _REFUSE])
    younger = [_argument(0), (_JGE, 1, 0, own), _REFUSE, (_JGE, 0, 1, MOST_PID), _REFUSE]
    if programs:
        for number in (REFUSED["kill"], REFUSED["tkill"], TGKILL):
            code += _on(number, younger)
    else:
        code += _on(TGKILL, [_argument(0), (_JEQ, 1, 0, own), _REFUSE])
        code += [(_JEQ, 0, 3, CLONE), (_LD, 0, 0, 16), (_JSET, 1, 0, CLONE_THREAD), _REFUSE]
    code += [(_RET, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *c) for c in code), len(code)


def install_filter(programs=False):
    program, n = _filter(programs)
    buffer = ctypes.create_string_buffer(program, len(program))
    head = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", n, ctypes.addressof(buffer)), 16)
    return _libc.syscall(REFUSED["seccomp"], _SET_FILTER, _ALL_THREADS, head) == 0


_READ_FILE, _READ_DIR, _WRITE_FILE, _EXECUTE_FILE = 1 << 2, 1 << 3, 1 << 1, 1 << 0  # of Landlock
_REFER, _TRUNCATE = 1 << 13, 1 << 14  # of its second and third version


def _all_access():
    version = _libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    return (1 << 13) - 1 | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)


def _landlock(readable, writable, named, programs=False):
    all_access = _all_access()
    attribute = ctypes.create_string_buffer(struct.pack("<Q", all_access), 8)
    ruleset = _libc.syscall(444, attribute, ctypes.c_size_t(8), ctypes.c_uint(0))
    if ruleset < 0:
        return False
    rules = [(path, _READ_FILE | _READ_DIR | (_EXECUTE_FILE if programs else 0)) for path in readable]
    rules += [(path, all_access & ~_EXECUTE_FILE) for path in writable]
    rules += [(path, _READ_FILE) for path in named]
    for path, access in rules:
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        if not os.path.isdir(path):
            access &= _READ_FILE | _WRITE_FILE | _EXECUTE_FILE | _TRUNCATE
        rule = ctypes.create_string_buffer(struct.pack("<Qi", access, fd), 12)
        _libc.syscall(445, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint(0))
        os.close(fd)
    done = _libc.syscall(446, ctypes.c_int(ruleset), ctypes.c_uint(0)) == 0
    os.close(ruleset)
    return done


def program_folders():
    """Where the interpreter, torch, CUDA and the system's libraries lie."""
    found = {sys.prefix, sys.base_prefix, sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"],
             "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf", "/sys/devices", "/sys/bus", "/sys/module",
             "/proc/self", "/proc/driver", "/proc/cpuinfo", "/proc/meminfo", "/proc/devices", "/proc/sys", "/opt"}
    found.update(p for p in sys.path if p and os.path.isdir(p))
    found.update(p for p in os.environ.get("LD_LIBRARY_PATH", "").split(":") if p)
    return sorted(os.path.realpath(p) for p in found if os.path.exists(p))


_places = []


def begin(parent):
    """Dies with the parent, from now on."""
    _libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


LEAST_MEMORY_BYTES, MOST_FILE_BYTES = 2 << 30, 1 << 30


def machine_bytes():
    """What the machine has, or this group of processes may have."""
    found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as f:
                found.append(int(f.read()))
        except (OSError, ValueError):  # no such group, or "max"
            continue
    return min(found)


def limit():
    """Private pages that can be written are limited; beside a GPU's driver a process has 0.8 GB of them before
    it begins.  A machine that has no memory left ends this process first."""
    most = max(LEAST_MEMORY_BYTES, machine_bytes() // 2)
    for what, n in ((resource.RLIMIT_DATA, most), (resource.RLIMIT_FSIZE, MOST_FILE_BYTES), (resource.RLIMIT_CORE, 0),
                    (resource.RLIMIT_NICE, 0), (resource.RLIMIT_RTPRIO, 0)):
        hard = resource.getrlimit(what)[1]
        n = n if hard == resource.RLIM_INFINITY else min(n, hard)
        resource.setrlimit(what, (n, n))
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as f:
            f.write("1000")
    except OSError:
        pass


CAP_DAC_READ_SEARCH = 2


def drop_capabilities():
    """A candidate of root's would lift its limits, come before every other process, and leave files that nobody
    can remove.  Programs may lie where only root can read, so reading is left; Landlock bounds it."""
    head = ctypes.create_string_buffer(struct.pack("<Ii", 0x20080522, 0), 8)
    has = ctypes.create_string_buffer(24)  # effective, permitted, inheritable; the same of the upper half
    if _libc.syscall(125, head, has) != 0:
        raise OSError(ctypes.get_errno(), "capget")
    effective, permitted = struct.unpack("<2I", has.raw[:8])
    kept = ctypes.create_string_buffer(struct.pack("<6I", effective & 1 << CAP_DAC_READ_SEARCH, permitted & 1 << CAP_DAC_READ_SEARCH,
                                                   0, 0, 0, 0), 24)
    if _libc.syscall(126, head, kept) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def before_device(private_folders, named):
    """For the threads that a device's driver starts: one process is not known by its private folder yet, so they may
    write where those of all candidates are, and what names this process's own threads, as the driver does.  They
    may start programs, as compilers are, until the filter comes."""
    limit()
    drop_capabilities()
    _restrict([private_folders, os.path.realpath("/proc/self/task")], [], named, True)


def confine(private_folder, more_readable, named=(), programs=False, is_read=False, more_writable=()):
    """Names of the layers that hold from now on, of which Landlock is for this thread and those that it starts.
    named: folders whose files are read by who knows their names; programs: compilers may be started; is_read: the checker
    reads this process's memory, and so may others of the same user that are not confined."""
    limit()
    drop_capabilities()
    return _shut([private_folder, *more_writable], more_readable, named, programs, is_read)


def _restrict(writable, more_readable, named, programs, is_read=False):
    layers = []
    if _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
        layers.append("no_new_privs")
    if not is_read:
        _libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    if not _places:  # a confined process cannot list them again
        devices = [os.path.join("/dev", n) for n in (os.listdir("/dev") if os.path.isdir("/dev") else []) if n.startswith("nvidia")]
        _places.append((program_folders(), ["/dev/null", "/dev/zero", "/dev/urandom"] + devices))
    if _landlock(_places[0][0] + more_readable, writable + _places[0][1], named, programs):
        layers.append("landlock")
    return layers


def _shut(writable, more_readable, named, programs, is_read=False):
    """What adds up when it is done again: rules and a filter."""
    layers = _restrict(writable, more_readable, named, programs, is_read)
    if programs:  # who lost its parent is this process's, and found by tighten()
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if install_filter(programs):
        layers.append("seccomp")
    return layers


def tighten(private_folder, named):
    """Takes back that programs may be started: filters and rules add up.  What was started has ended."""
    left = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open("/proc/self/task/%s/children" % task, encoding="ascii") as f:
                left += f.read().split()
        except OSError:
            continue
    if left:
        raise RuntimeError("%d process(es) were left behind" % len(left))
    return _shut([private_folder], [], named, False)
