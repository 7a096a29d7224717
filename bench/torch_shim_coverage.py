"""Which share of inline extensions compiles against the short header (src/eval/torch/shim).

    python3 bench/torch_shim_coverage.py FOLDER [--limit N] [--jobs N] [--valid]

FOLDER holds modules with load_inline calls.  Each is executed, confined, in a process of its own until
its extensions are asked for; these are built against the short header alone.  --valid builds what fails
once more with PyTorch's headers (a minute each): what fails there too is the text's own mistake, and
the share of valid ones is printed as well.  Needs PyTorch and nvcc, no GPU.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "eval", "torch")


def requests_of(path):
    """What the module asks of load_inline, as messages of the build service.  Runs in a child."""
    sys.path.insert(0, ROOM)
    os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"
    import torch  # noqa: F401

    import confine
    import extension
    import problem

    asked = []

    class Stand:
        def __getattr__(self, name):
            return lambda *a, **k: None

    def note(ask):
        asked.append(ask)
        return {"way": "stand", "path": ""}

    extension.load_built = lambda reply, name: Stand()
    extension.Interception(note).install()
    with tempfile.TemporaryDirectory() as private:
        with open(path, encoding="utf-8") as f:
            text = f.read()
        pid = os.fork()
        answer = os.path.join(private, "asked.json")
        if pid == 0:
            try:
                confine.confine(private, [])
                os.chdir(private)
                why = ""
                try:
                    problem.execute(text, "candidate.py")
                except BaseException as e:  # what the text raises is told
                    why = "%s: %s" % (type(e).__name__, e)
                with open(answer, "w", encoding="utf-8") as f:
                    json.dump({"asked": asked, "why": why}, f)
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        with open(answer, encoding="utf-8") as f:
            return json.load(f)


def build(room, ask, cache, arch, fast_only):
    """room: a copy of ROOM; the service builds beside its own text."""
    message = json.dumps(dict(ask, cache=cache, arch=arch, fast_only=fast_only, seconds=600.0)).encode()
    began = time.monotonic()
    done = subprocess.run([sys.executable, os.path.join(room, "build.py")], input=message, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout), time.monotonic() - began


def judge(room, path, caches, arch, valid):
    """(name, kind, reason, seconds): kind is fast, slow, invalid or none."""
    child = subprocess.run([sys.executable, __file__, "--requests-of", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    name = os.path.basename(path)
    try:
        found = json.loads(child.stdout)
    except ValueError:
        return name, "none", "the module ends the process", 0.0
    if not found["asked"]:
        return name, "none", found["why"][:120], 0.0
    spent = 0.0
    for ask in found["asked"]:
        answer, seconds = build(room, ask, caches[0], arch, True)
        spent += seconds
        if "path" not in answer:
            reason = answer.get("shim_reason", answer.get("log", ""))[:300]
            if valid and "path" not in build(room, ask, caches[1], arch, False)[0]:
                return name, "invalid", reason, spent
            return name, "slow", reason, spent
    return name, "fast", "", spent


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--limit", type=int, default=0)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--arch", default="90")
    p.add_argument("--valid", action="store_true")
    a = p.parse_args()
    files = sorted(os.path.join(a.folder, f) for f in os.listdir(a.folder) if f.endswith(".py"))
    random.Random(1).shuffle(files)
    files = files[: a.limit] if a.limit else files
    kinds, reasons, seconds = collections.Counter(), collections.Counter(), []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as room, tempfile.TemporaryDirectory() as fast, tempfile.TemporaryDirectory() as slow:
        shutil.copytree(ROOM, room, dirs_exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
            for name, kind, reason, spent in pool.map(lambda f: judge(room, f, (fast, slow), a.arch, a.valid), files):
                kinds[kind] += 1
                if kind in ("fast", "slow"):
                    seconds.append(spent)
                if kind in ("slow", "invalid"):
                    reasons[re.sub(r"^.*?error", "error", reason)] += 1
                    print("%s\t%s\t%s" % (kind, name, reason), flush=True)
    tried = kinds["fast"] + kinds["slow"] + kinds["invalid"]
    print("%d files: %d asked for no extension, %d compile fast, %d do not%s; %.0f s by %d jobs, median build %.2f s" % (
        len(files), kinds["none"], kinds["fast"], kinds["slow"], ", %d are broken themselves" % kinds["invalid"] if a.valid else "",
        time.monotonic() - began, a.jobs, sorted(seconds)[len(seconds) // 2] if seconds else 0.0))
    if tried:
        print("share on the fast path: %.1f %% of all%s" % (100.0 * kinds["fast"] / tried, "" if not a.valid else
              ", %.1f %% of valid ones" % (100.0 * kinds["fast"] / max(1, tried - kinds["invalid"]))))
    for reason, n in reasons.most_common(25):
        print("%4d  %s" % (n, reason))


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--requests-of":
        json.dump(requests_of(sys.argv[2]), sys.stdout)
    else:
        main()
