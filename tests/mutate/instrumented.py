"""A copy of the tree whose programs tell which functions they enter, the tests, and how mutants are asked."""
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

from mutants import HERE, ROOT

KINDS = ("unit", "fuzz", "cli", "fault") # quick ones first
LEAST_DEADLINE = 30.0  # seconds that every test has before it counts as hanging
TIMES_SLOWER = 5.0     # and how much longer than unmutated it may take
WITHOUT = {"failed": "fails without a mutant", "hung": "takes too long"}
SANITISERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS = "-O1 -g1 -fno-inline -finstrument-functions"


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
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
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


class Tree:
    """The copy in folder/tree with its build, and what tests enter in folder/reached.json."""

    def __init__(self, folder, longest, recording):
        self.folder = os.path.abspath(folder)
        self.tree = os.path.join(self.folder, "tree")
        self.build = os.path.join(self.tree, "build", "reach")
        self.now = os.path.join(self.folder, "now")
        self.made = os.path.join(self.folder, "mutant")
        os.environ["TMPDIR"] = os.path.join(tempfile.gettempdir(), f"rollbook-mutate.{os.getpid()}")
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
        self.original = {}
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
        reach = os.path.join(self.folder, "reach.o")
        source = os.path.join(HERE, "reach.c")
        if call(["gcc", "-O2", f'-DREACH_FOLDER="{self.now}"', "-c", source, "-o", reach]):
            sys.exit("mutate: reach.c does not compile")
        fast = "-fuse-ld=mold " if shutil.which("mold") else ""
        if call(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DCMAKE_C_FLAGS_RELEASE={FLAGS}", f"-DCMAKE_EXE_LINKER_FLAGS={fast}{reach}"]):
            sys.exit("mutate: the tree cannot be configured")
        print("building the tree with its functions instrumented", file=sys.stderr, flush=True)
        if call(["ninja"], self.build):
            sys.exit("mutate: the tree does not build as it is")

    def list_tests(self):
        text = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, capture_output=True, check=True).stdout
        tests = [Test(e) for e in json.loads(text)["tests"] if "command" in e]
        return [t for t in tests if t.name.split(".")[0] in KINDS and not t.disabled]

    def load_reached(self, longest, until):
        """{test: {seconds, functions: [FILE:FUNCTION]}} of tests that do not fail unmutated (one that skips has
        done what it could) nor take too long; made once for each text of a test."""
        path = os.path.join(self.folder, "reached.json")
        known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                known = json.load(f)
        places = {}
        order = sorted(self.tests.items(), key=lambda item: (KINDS.index(item[0].split(".")[0]), item[0]))
        for name, test in order:
            stamp = self.text_of(test)
            if known.get(name, {}).get("text") == stamp and known[name]["end"] != "failed":
                continue
            if time.monotonic() > until:
                print("the time for recording is over: the other tests are asked from the next start on", file=sys.stderr)
                break
            shutil.rmtree(self.now)
            os.makedirs(self.now)
            began = time.monotonic()
            end = test.run(longest, {})
            known[name] = {"text": stamp, "end": end, "seconds": time.monotonic() - began,
                           "functions": sorted(self.entered(places))}
            if end in ("failed", "hung"):
                print(f"not asked, as it {WITHOUT[end]}: {name}", file=sys.stderr, flush=True)
            with open(path + ".new", "w", encoding="utf-8") as f:
                json.dump(known, f)
            os.replace(path + ".new", path)
        return {name: e for name, e in known.items() if name in self.tests and e["end"] in ("passed", "skipped")}

    def text_of(self, test):
        """Changes when the test does: its script, or the source of its program."""
        name = test.name.split(".", 1)[1]
        found = glob.glob(os.path.join(self.tree, "tests", "*", name + ".sh")) + \
            glob.glob(os.path.join(self.tree, "tests", "unit", "*", name + ".c"))
        digest = hashlib.sha256()
        for path in sorted(found):
            with open(path, "rb") as f:
                digest.update(f.read())
        return digest.hexdigest()

    def entered(self, places):
        """FILE:FUNCTION of what programs entered since the folder of maps was made anew."""
        functions = set()
        for name in os.listdir(self.now):
            program = next((p for p in (os.path.join(self.build, name), os.path.join(self.build, "tests", name),
                                        os.path.join(self.build, "bench", name)) if os.path.exists(p)), None)
            if program is None:
                continue
            with open(os.path.join(self.now, name), "rb") as f:
                hit = [m.start() for m in re.finditer(b"\x01", f.read())]
            new = [a for a in hit if (name, a) not in places]
            if new:
                out = subprocess.run(["addr2line", "-f", "-e", program], input="\n".join(hex(a) for a in new),
                                     capture_output=True, text=True, check=True).stdout.split("\n")
                for i, a in enumerate(new):
                    file = os.path.relpath(os.path.normpath(os.path.join(self.build, out[2 * i + 1].split(":")[0])), self.tree)
                    places[name, a] = f"{file}:{out[2 * i]}"
            functions.update(places[name, a] for a in hit)
        return functions

    def entering(self, fits):
        return [name for name, e in self.reached.items() if any(fits(f) for f in e["functions"])]

    def asked(self, mutant, budget):
        """Names of tests that enter the mutant's function (for a table its file, or else its room), those first
        that are called like the file, are quick and enter little else; what compares whole outputs counts as
        quick.  What no longer fits in the budget is left out."""
        if mutant.function is not None:
            hit = self.entering(lambda f: f == f"{mutant.path}:{mutant.function}")
        else:
            hit = self.entering(lambda f: f.startswith(mutant.path + ":")) or \
                self.entering(lambda f: os.path.dirname(f) == os.path.dirname(mutant.path))
        stem = os.path.splitext(os.path.basename(mutant.path))[0]

        def cost(name):
            e = self.reached[name]
            return e["seconds"] * len(e["functions"]) ** 0.5 * (0.01 if stem in name else 0.05 if "approved" in name else 1.0)

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
        args += ["-I", os.path.dirname(file), *flags]
        if os.path.basename(args[0]) in ("ccache", "sccache"):
            args = args[1:]
        return None if call(args, entry["directory"]) else target

    def link(self, program, target, flags=()):
        """A program with an object before the libraries, so that nobody takes the original's."""
        if program not in self.links:
            lines = subprocess.run(["ninja", "-t", "commands", os.path.relpath(program, self.build)], cwd=self.build,
                                   capture_output=True, text=True, check=True).stdout.strip().split("\n")
            self.links[program] = lines[-1]
        relative = os.path.relpath(program, self.build)
        folder = os.path.join(self.made, os.path.splitext(os.path.basename(target))[0])
        os.makedirs(folder, exist_ok=True)
        out = os.path.join(folder, os.path.basename(program))
        command = self.links[program].replace(f" -o {relative} ", f" -o {out} {' '.join(flags)} {target} ", 1)
        if call(["sh", "-c", command], self.build):
            sys.exit(f"mutate: {relative} does not link with {target}")
        return out

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
        for name in [n for n in tests if n.startswith("unit.")]:
            if self.is_seen_by_sanitisers(mutant, self.tests[name]):
                return "killed", name + " (sanitised)"
        return "survived", f"of {len(tests)} tests"

    def is_seen_by_sanitisers(self, mutant, test):
        """Whether a unit test fails with the mutant alone when the file is built with ASan and UBSan, as all of
        the tree is in the preset dev: leaks, overflows."""
        program = test.command[0]
        ends = []
        for changed in (False, True):
            target = self.compile(mutant, changed, SANITISERS)
            if target is None:
                return False
            ends.append(test.run(LEAST_DEADLINE + 20 * self.reached[test.name]["seconds"],
                                 {program: self.link(program, target, SANITISERS)}))
        return ends == ["passed", "failed"]

    def ask(self, test, target, replaced):
        """How a test ends with the mutant.  One that fails or hangs by chance on a busy machine kills nobody:
        it must pass without the mutant and fail or hang with it once more."""
        for program in self.programs(test):
            if program not in replaced:
                replaced[program] = self.link(program, target)
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
        starts = own is None or any(f.startswith("src/cli/") for f in self.reached[test.name]["functions"])
        return [p for p in (own, rollbook if starts else None) if p]
