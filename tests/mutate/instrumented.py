"""A copy of the tree whose programs tell which lines they reach, the tests, and how mutants are asked."""
import bisect
import copy
import ctypes
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import types

from mutants import HERE, ROOT

KINDS = ("unit", "fuzz", "cli", "fault") # quick ones first
LEAST_DEADLINE = 10.0  # seconds that every test has before it counts as hanging
TIMES_SLOWER = 5.0     # and how much longer than unmutated it may take
WITHOUT = {"failed": "fails without a mutant", "hung": "takes too long"}
SANITISERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MEMORY = "src/base/mem.c"
FLAGS = "-O1 -g1 -fsanitize-coverage=trace-pc"
KIND_COST = {"unit": 1.0, "fuzz": 10.0, "cli": 3.0, "fault": 10.0}
OF_ROOM = 0.2          # and how much cheaper a unit test of the mutant's room
NOT_NEAR = 50.0        # how much dearer a test is that enters the function and not the block of the mutant
FEW_LINES = 300        # an approved file of more lines is asked in twenty parts
MOST_TASKS = 2000      # processes and threads more than before a test, which is then one that hangs
MOST_SANITISED = 3     # tests that a survivor is asked again with sanitisers


def call(args, cwd=None, **more):
    return subprocess.run(args, cwd=cwd, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, **more).returncode


def adopt_orphans():
    """Processes that outlive their parents below this one become its children."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def end_orphans():
    """Kills what a test left behind."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as f:
            left = f.read().split()
        if not left:
            return
        for pid in left:
            os.kill(int(pid), signal.SIGKILL)
            os.waitpid(int(pid), 0)


def tasks_of_machine():
    with open("/proc/loadavg", encoding="ascii") as f:
        return int(f.read().split()[3].split("/")[1])


def stop_descendants():
    """None of them starts another one from now on.  They are found in time only before all of them run."""
    stopped = set()
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:  # slower, and perhaps too slow
        pass
    while True:
        parents = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
                    parents[int(pid)] = int(f.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
        found, grew = {os.getpid()}, True
        while grew:
            more = {pid for pid, parent in parents.items() if parent in found and pid not in found}
            found |= more
            grew = bool(more)
        new = found - stopped - {os.getpid()}
        if not new:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
            return
        stopped |= new
        for pid in new:
            try:
                os.kill(pid, signal.SIGSTOP)
            except ProcessLookupError:
                pass


class Test:
    def __init__(self, entry):
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry.get("command", [])
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        self.skip = properties.get("SKIP_RETURN_CODE")
        self.labels = properties.get("LABELS", [])
        self.disabled = bool(properties.get("DISABLED"))

    def run(self, seconds, replaced):
        """"passed", "failed", "hung" or "skipped", with programs in other places where replaced says so."""
        environment = dict(os.environ)
        environment.update(self.environment)
        command = [replaced.get(c, c) for c in self.command]
        environment = {k: replaced.get(v, v) for k, v in environment.items()}
        process = subprocess.Popen(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        status = None
        until, most = time.monotonic() + seconds, tasks_of_machine() + MOST_TASKS
        while status is None and time.monotonic() < until:
            try:
                status = process.wait(min(0.1, max(until - time.monotonic(), 0.01)))
            except subprocess.TimeoutExpired:
                if tasks_of_machine() > most:  # a program that starts itself again, as a mutant may
                    stop_descendants()
                    break
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        end_orphans()
        if status is None:
            return "hung"
        if status == 0:
            return "passed"
        return "skipped" if status == self.skip else "failed"

    def of_lines(self, first, last):
        """The test of some lines of a file of tests/approved."""
        one = copy.copy(self)
        one.name = f"{self.name}:{first}-{last}"
        one.environment = {**self.environment, "ROLLBOOK_APPROVED_LINES": f"{first}-{last}"}
        return one


class Tree:
    """The copy in folder/tree with its build, and what tests reach in folder/reached.jsonl."""

    def __init__(self, folder, longest, recording):
        self.folder = os.path.abspath(folder)
        self.tree = os.path.join(self.folder, "tree")
        self.build = os.path.join(self.tree, "build", "reach")
        self.now = os.path.join(self.folder, "now")
        self.made = os.path.join(self.folder, "mutant")
        os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="rollbook-mutate.")
        for path in (self.tree, self.now, self.made, os.environ["TMPDIR"]):
            os.makedirs(path, exist_ok=True)
        adopt_orphans()
        self.copy_tree()
        self.configure()
        self.tests = {t.name: t for t in self.list_tests()}
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as f:
            self.compilers = {os.path.relpath(e["file"], self.tree): e for e in json.load(f)
                              if "CMakeFiles/rb_" in e["command"]}
        self.links = {}
        self.rooms = {}
        self.original = {}
        self.sound = {}
        self.memory = None
        self.reached = self.load_reached(longest, time.monotonic() + recording)

    def copy_tree(self):
        files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                               capture_output=True, check=True).stdout.decode().split("\0")
        for name in filter(None, files):
            source, target = os.path.join(ROOT, name), os.path.join(self.tree, name)
            if not os.path.isfile(source):
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as f:
                content = f.read()
            if os.path.exists(target):
                with open(target, "rb") as f:
                    if f.read() == content:
                        continue
            shutil.copy(source, target)

    def configure(self):
        source = os.path.join(HERE, "reach.c")
        reach, silent = os.path.join(self.folder, "reach.o"), os.path.join(self.folder, "silent.o")
        if call(["gcc", "-O2", f'-DREACH_FOLDER="{self.now}"', "-c", source, "-o", reach]) or \
                call(["gcc", "-O2", "-fPIC", "-c", source, "-o", silent]):
            sys.exit("mutate: reach.c does not compile")
        fast = next((f"-fuse-ld={name} " for name, program in (("mold", "mold"), ("lld", "ld.lld")) if shutil.which(program)), "")
        if call(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_C_FLAGS_RELEASE={FLAGS}", f"-DCMAKE_EXE_LINKER_FLAGS={fast}{reach}",
                 f"-DCMAKE_MODULE_LINKER_FLAGS={silent}"]):
            sys.exit("mutate: the tree cannot be configured")
        print("building the tree so that it tells what it reaches", file=sys.stderr, flush=True)
        if call(["ninja"], self.build):
            sys.exit("mutate: the tree does not build as it is")

    def list_tests(self):
        """All tests, and some lines of an approved file as a test of its own, which is quick and compares everything."""
        text = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, capture_output=True, check=True).stdout
        tests = [Test(e) for e in json.loads(text)["tests"] if "command" in e]
        tests = [t for t in tests if t.name.split(".")[0] in KINDS and not t.disabled]
        lines = []
        for test in tests:
            path = os.path.join(self.tree, "tests", "approved", test.name.rpartition("_")[2] + ".commands")
            if test.name.startswith("cli.approved_") and os.path.exists(path):
                with open(path, encoding="utf-8") as f:
                    n = sum(1 for _ in f)
                step = 1 if n < FEW_LINES else n // 20
                lines += [test.of_lines(first, min(first + step - 1, n)) for first in range(2, n + 1, step)]
        return tests + lines

    def load_reached(self, longest, until):
        """{test: {end, seconds, size, lines: {FILE: [LINE]}}} of tests that do not fail unmutated (one that skips has
        done what it could) nor take too long; made once for each text of a test."""
        path = os.path.join(self.folder, "reached.jsonl")
        known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                for line in filter(lambda text: text.endswith("\n"), f):
                    entry = json.loads(line)
                    known[entry["name"]] = entry
        places = {}
        order = sorted(self.tests.items(), key=lambda item: (KINDS.index(item[0].split(".")[0]), ":" not in item[0], item[0]))
        for name, test in order:
            stamp = self.text_of(test)
            past = known.get(name, {"text": None})
            if past["text"] == stamp and past["end"] != "failed" and not (past["end"] == "hung" and past["seconds"] < longest):
                continue
            if time.monotonic() > until:
                print("the time for recording is over: the other tests are asked from the next start on", file=sys.stderr)
                break
            shutil.rmtree(self.now, ignore_errors=True)
            os.makedirs(self.now, exist_ok=True)
            began = time.monotonic()
            end = test.run(longest, {})
            seconds = time.monotonic() - began
            lines = self.reached_lines(places)
            known[name] = {"name": name, "text": stamp, "end": end, "seconds": seconds,
                           "size": sum(map(len, lines.values())), "lines": lines}
            if end in ("failed", "hung"):
                print(f"not asked, as it {WITHOUT[end]}: {name}", file=sys.stderr, flush=True)
                known[name]["lines"] = {}
            with open(path, "a", encoding="utf-8") as f:
                f.write(json.dumps(known[name], separators=(",", ":")) + "\n")
        return {name: e for name, e in known.items() if name in self.tests and e["end"] in ("passed", "skipped")}

    def room(self, name):
        """The folder of tests/unit that holds the test, or None."""
        if name not in self.rooms:
            found = glob.glob(os.path.join(self.tree, "tests", "unit", "*", name.split(".", 1)[1] + ".c"))
            self.rooms[name] = os.path.basename(os.path.dirname(found[0])) if found else None
        return self.rooms[name]

    def text_of(self, test):
        """Changes when the test does: its script, or the source of its program."""
        name = test.name.split(".", 1)[1].split(":")[0]
        found = glob.glob(os.path.join(self.tree, "tests", "*", name + ".sh")) + \
            glob.glob(os.path.join(self.tree, "tests", "unit", "*", name + ".c"))
        if ":" in test.name:
            found += glob.glob(os.path.join(self.tree, "tests", "approved", name.rpartition("_")[2] + ".*"))
        digest = hashlib.sha256()
        for path in sorted(found):
            with open(path, "rb") as f:
                digest.update(f.read())
        return digest.hexdigest()

    def reached_lines(self, places):
        """{FILE: [LINE]}: where the blocks begin that programs reached since the folder of maps was made anew."""
        lines = {}
        for name in os.listdir(self.now):
            program = next((p for p in (os.path.join(self.build, name), os.path.join(self.build, "tests", name),
                                        os.path.join(self.build, "bench", name)) if os.path.exists(p)), None)
            if program is None:
                continue
            with open(os.path.join(self.now, name), "rb") as f:
                hit = [m.start() for m in re.finditer(b"\x01", f.read())]
            new = [a for a in hit if (name, a) not in places]
            if new:
                out = subprocess.run(["addr2line", "-e", program], input="\n".join(hex(a - 1) for a in new),
                                     capture_output=True, text=True, check=True).stdout.split("\n")
                for a, place in zip(new, out):
                    file, _, line = place.split(" ")[0].rpartition(":")
                    file = os.path.relpath(os.path.normpath(os.path.join(self.build, file)), self.tree)
                    places[name, a] = (file, int(line) if line.isdigit() else 0)
            for a in hit:
                file, line = places[name, a]
                lines.setdefault(file, set()).add(line)
        return {file: sorted(found) for file, found in sorted(lines.items()) if not file.startswith("..")}

    def entering(self, mutant):
        """{test: whether it reaches the block of the mutant} of the tests that enter its function; for a table, or a
        function that is part of another's block, of those that enter its file, or else its room."""
        within = {}
        for name, e in self.reached.items():
            lines = e["lines"].get(mutant.path, [])
            found = lines[bisect.bisect_left(lines, mutant.first) : bisect.bisect_right(lines, mutant.last)]
            if found:
                within[name] = found
        if not within:
            room = os.path.dirname(mutant.path)
            hit = [n for n, e in self.reached.items() if mutant.path in e["lines"]]
            return dict.fromkeys(hit or [n for n, e in self.reached.items() if any(os.path.dirname(f) == room for f in e["lines"])], True)
        blocks = sorted(set().union(*within.values()))
        at = bisect.bisect_right(blocks, mutant.line)
        near = {*blocks[max(at - 1, 0) : at], *blocks[at : at + 1]}
        return {name: not near.isdisjoint(found) for name, found in within.items()}

    def asked(self, mutant, budget):
        """Names of tests that enter the mutant's function, those first that reach its block, are quick, reach little
        else, are of its room and are called like the file.  What no longer fits in the budget is left out."""
        hit = self.entering(mutant)
        stem = os.path.splitext(os.path.basename(mutant.path))[0]
        folders = mutant.path.split("/")

        def cost(name):
            e = self.reached[name]
            kind = KIND_COST[name.split(".")[0]] * (OF_ROOM if self.room(name) in folders else 1.0)
            return (e["seconds"] + 0.05) * e["size"] ** 0.5 * kind * (1.0 if hit[name] else NOT_NEAR) * (0.1 if stem in name else 1.0)

        chosen = []
        for name in sorted(hit, key=cost):
            if self.reached[name]["seconds"] <= budget or not chosen:
                chosen.append(name)
                budget -= self.reached[name]["seconds"]
        return chosen

    def code_hash(self, path):
        """Of everything in an object but its notes for debuggers."""
        plain = os.path.join(self.made, "plain.o")
        call(["objcopy", "--strip-debug", "--remove-section=.comment", path, plain])
        text = subprocess.run(["objdump", "-s", "-r", plain], capture_output=True, text=True, check=True).stdout
        return hashlib.sha256(text.encode()).hexdigest()

    def compile(self, mutant, changed=True, flags=()):
        """The object of the mutant, or of the original, or None when it is refused."""
        entry = self.compilers[mutant.path]
        file = os.path.join(self.tree, mutant.path)
        with open(file, encoding="utf-8") as f:
            text = f.read()
        source = os.path.join(self.made, os.path.basename(mutant.path))
        with open(source, "w", encoding="utf-8") as f:
            f.write(f'#line 1 "{file}"\n' + (text[: mutant.start] + mutant.new + text[mutant.end :] if changed else text))
        args = shlex.split(entry["command"])
        target = os.path.join(self.made, ("mutant" if changed else "original") + "-".join(("", *flags)) + ".o")
        args[args.index("-o") + 1] = target
        args[args.index("-c") + 1] = source
        args += ["-iquote", os.path.dirname(file), *flags]  # a header may be called as one of the system
        if os.path.basename(args[0]) in ("ccache", "sccache"):
            args = args[1:]
        return None if call(args, entry["directory"]) else target

    def link(self, program, target, flags=()):
        """A program with an object before the libraries, so that nobody takes the original's.  None: it lacks what the
        object needs, so it never had that file and reached another one of its room."""
        if program not in self.links:
            lines = subprocess.run(["ninja", "-t", "commands", os.path.relpath(program, self.build)], cwd=self.build,
                                   capture_output=True, text=True, check=True).stdout.strip().split("\n")
            self.links[program] = lines[-1]
        relative = os.path.relpath(program, self.build)
        folder = os.path.join(self.made, os.path.splitext(os.path.basename(target))[0])
        os.makedirs(folder, exist_ok=True)
        out = os.path.join(folder, os.path.basename(program))
        command = self.links[program].replace(f" -o {relative} ", f" -o {out} {' '.join(flags)} {target} ", 1)
        return out if call(["sh", "-c", command], self.build) == 0 else None

    def judge(self, mutant, budget):
        """(end, what decided it)."""
        tests = self.asked(mutant, budget)
        target = self.compile(mutant)
        if target is None:
            return "refused", ""
        if mutant.path not in self.original:
            self.original[mutant.path] = self.code_hash(self.compile(mutant, False))
        if self.code_hash(target) == self.original[mutant.path]:
            return "same", ""
        replaced = {}
        for name in tests:
            end = self.ask(self.tests[name], target, replaced)
            if end != "passed":
                return "killed", name + (" (hung)" if end == "hung" else "")
        near = self.entering(mutant)
        for which in (lambda n: n.startswith("unit."), lambda n: ":" in n):
            for name in [n for n in tests if near[n] and which(n)][:MOST_SANITISED]:
                if self.is_seen_by_sanitisers(mutant, self.tests[name]):
                    return "killed", name + " (sanitised)"
        return "survived", f"of {len(tests)} tests"

    def fenced_memory(self):
        """The object of src/base/mem.c that tells ASan of each piece of an arena."""
        if self.memory is None:
            plain = types.SimpleNamespace(path=MEMORY, start=0, end=0, new="")
            self.memory = os.path.join(self.folder, "memory.o")
            os.replace(self.compile(plain, False, SANITISERS), self.memory)
        return self.memory

    def is_seen_by_sanitisers(self, mutant, test):
        """Whether a test that runs in the preset dev as well fails with the mutant alone when the file is built
        with ASan and UBSan, as all of the tree is there: leaks, overflows, of arenas as well."""
        deadline = LEAST_DEADLINE + 20 * self.reached[test.name]["seconds"]
        flags = SANITISERS if mutant.path == MEMORY else (*SANITISERS, self.fenced_memory())

        def end(changed):
            target = self.compile(mutant, changed, SANITISERS)
            replaced = {} if target is None else {p: self.link(p, target, flags) for p in self.programs(test)}
            return "refused" if target is None or None in replaced.values() else test.run(deadline, replaced)

        key = (mutant.path, test.name)
        if key not in self.sound:
            self.sound[key] = end(False) == "passed"
        return self.sound[key] and end(True) == "failed"

    def ask(self, test, target, replaced):
        """How a test ends with the mutant.  One that fails or hangs by chance on a busy machine kills nobody:
        it must pass without the mutant and fail or hang with it once more."""
        for program in self.programs(test):
            if program not in replaced:
                replaced[program] = self.link(program, target)
            if replaced[program] is None:
                return "passed"
        deadline = max(LEAST_DEADLINE, TIMES_SLOWER * self.reached[test.name]["seconds"])
        end = test.run(deadline, replaced)
        if end in ("failed", "hung"):
            end = test.run(deadline, replaced) if test.run(deadline, {}) == "passed" else "passed"
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
        os.makedirs(os.environ["TMPDIR"])
        return "passed" if end == "skipped" else end

    def programs(self, test):
        """What a test starts: its own program, and rollbook when it enters a command."""
        own = test.command[0] if test.command[0].startswith(self.build + os.sep) else None
        rollbook = os.path.join(self.build, "rollbook")
        starts = own is None or any(f.startswith("src/cli/") for f in self.reached[test.name]["lines"])
        return [p for p in (own, rollbook if starts else None) if p]
