"""The process that candidates are forked from: torch is imported once, CUDA is never touched.

A request is a message; "fork" is followed by one byte with the descriptor that the child gets.  The
child's end is told when it is asked for ("reap"), killed first if need be.
"""
import gc
import os
import signal
import socket
import sys

os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402,F401
import torch.nn.functional  # noqa: E402,F401
import torch.utils.cpp_extension  # noqa: E402,F401

if torch.version.cuda is not None:
    try:
        import triton  # noqa: F401  (its driver is not asked for)
    except ImportError:
        pass

import candidate  # noqa: E402
import messages  # noqa: E402
import waiting  # noqa: E402


def fork(control, channel, ask):
    _, fds, _, _ = socket.recv_fds(control, 1, 1)
    parent = os.getpid()
    pid = os.fork()
    if pid != 0:
        os.close(fds[0])
        return {"pid": pid}
    status = 1
    try:
        os.setpgid(0, 0)
        for ours in (channel, control):  # a candidate has no way to speak for the zygote
            os.close(ours.fileno())
        null = os.open("/dev/null", os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        candidate.main(fds[0], parent, ask["device"], ask["private"], ask["libraries"])
        status = 0
    finally:
        os._exit(status)


dying = []


def bury():
    """Reaps what was killed and has ended since."""
    for pid in list(dying):
        try:
            done, _ = os.waitpid(pid, os.WNOHANG)
        except ChildProcessError:
            done = pid
        if done != 0:
            dying.remove(pid)


def reap(ask):
    pid = ask["pid"]
    if ask.get("kill"):
        for kill in (os.killpg, os.kill):
            try:
                kill(pid, signal.SIGKILL)
            except OSError:
                pass
    if ask.get("later"):  # nobody asks how it ended, and a GPU takes its time to let go
        dying.append(pid)
        return {"signal": 0, "status": 0}
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        return {"signal": 0, "status": 0}
    return {"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            "status": os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0}


def main(fd):
    waiting.keep_memory()
    gc.freeze()  # what is imported stays: no child looks at it, or copies it by looking
    channel = messages.Channel(fd)
    control = socket.socket(fileno=os.dup(fd))
    while True:
        try:
            ask = channel.receive()
        except messages.Closed:
            return
        op = ask.get("op")
        bury()
        if op == "fork":
            channel.send(fork(control, channel, ask))
        elif op == "reap":
            channel.send(reap(ask))
        else:
            channel.send({"ready": torch.__version__})


if __name__ == "__main__":
    main(int(sys.argv[1]))
