# A process that may start compilers gives that up later, and keeps what it has given up before (src/eval/torch/beside/confine.py).
set -eu
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
mkdir -p private
cat > twice.py << 'TWICE'
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import confine

folder = os.path.realpath("private")
first = confine.confine(folder, [], programs=True)
subprocess.run(["/bin/true"], check=True)
second = confine.tighten(folder, ())
assert second == first, (first, second)
attempts = [lambda: subprocess.run(["/bin/true"], check=True)]
if "landlock" in second:  # not every kernel has it
    attempts.append(lambda: open("beside", "w", encoding="ascii"))
for attempt in attempts:
    try:
        attempt()
    except PermissionError:
        continue
    sys.exit("something was not refused after the second time")
with open(os.path.join(folder, "within"), "w", encoding="ascii") as f:
    f.write("written")
print(" ".join(second))
TWICE
python3 twice.py "$ROLLBOOK_SOURCE_DIR/src/eval/torch/beside" > layers
grep -q '^no_new_privs.* seccomp$' layers || {
    cat layers
    exit 1
}
[ "$(cat private/within)" = written ]
[ ! -e beside ]

# A thread that runs before, as those of a GPU's driver do, is held as well.
cat > earlier.py <<'EARLIER'
import os
import socket
import sys
import threading

sys.dont_write_bytecode = True
sys.path[0] = sys.argv[1]  # where this text lies is no folder of programs
import confine

folders, libraries, told = os.path.realpath("private"), os.path.realpath("libraries"), []


def of_threads(field):
    found = set()
    for task in os.listdir("/proc/self/task"):
        with open("/proc/self/task/%s/status" % task, encoding="ascii") as f:
            found.add(next(line.split()[1] for line in f if line.startswith(field + ":")))
    return found


def earlier():
    go.wait()
    for what in (lambda: open("beside", "w", encoding="ascii"), lambda: os.listdir(libraries), socket.socket,
                 lambda: os.fork() or os._exit(0), lambda: os.chmod(folders, 0o700)):
        try:
            what()
            told.append("done")
        except PermissionError:
            told.append("refused")
    with open(os.path.join(libraries, "a.so"), encoding="ascii") as f:
        told.append(f.read())


confine.before_device(folders, [libraries])
go = threading.Event()
thread = threading.Thread(target=earlier)
thread.start()
layers = confine.confine(os.path.join(folders, "one"), [], [libraries])
assert of_threads("Seccomp") == {"2"} and of_threads("NoNewPrivs") == {"1"}, (of_threads("Seccomp"), of_threads("NoNewPrivs"))
assert len(of_threads("CapEff")) == 1 and int(of_threads("CapEff").pop(), 16) in (0, 1 << confine.CAP_DAC_READ_SEARCH), of_threads("CapEff")
go.set()
thread.join()
refused = ["refused"] * 5
if "landlock" not in layers:
    refused[:2] = told[:2]
assert told == refused + ["built"], told
EARLIER
mkdir -p private/one libraries
printf built > libraries/a.so
python3 earlier.py "$ROLLBOOK_SOURCE_DIR/src/eval/torch/beside"
