# A process that may start compilers gives that up later, and keeps what it has given up before (src/eval/torch/confine.py).
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
python3 twice.py "$ROLLBOOK_SOURCE_DIR/src/eval/torch" > layers
grep -q '^no_new_privs.* seccomp$' layers || {
    cat layers
    exit 1
}
[ "$(cat private/within)" = written ]
[ ! -e beside ]
