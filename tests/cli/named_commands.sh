# Every command and option that a message or a page of the manual names is one that the program has.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
cd "$ROLLBOOK_SOURCE_DIR" || exit 1
python3 - "$ROLLBOOK_BIN" >"$OLDPWD/faults" <<'END_OF_PYTHON' || fail "the check failed"
import pathlib
import re
import subprocess
import sys

helps = {}


def help_of(words):
    """What `rollbook WORDS -h` prints; None: no such command."""
    if words not in helps:
        done = subprocess.run([sys.argv[1], *words, "-h"], capture_output=True, text=True, check=False)
        helps[words] = done.stdout if done.returncode == 0 else None
    return helps[words]


def check(file, line):
    words = line.split("#")[0].split()
    for n in (2, 1):
        command = tuple(words[:n])
        if len(command) == n and all(re.fullmatch("[a-z][a-z0-9-]*", w) for w in command) and help_of(command):
            break
    else:
        print(f"{file}: there is no command: rollbook {line}")
        return
    is_group = re.search(rf"^  {words[0]} [a-z]", help_of(command), re.M) is not None
    if n == 1 and is_group and re.fullmatch("[a-z][a-z-]*", (words + ["-"])[1]):
        print(f"{file}: there is no command: rollbook {line}")
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line.split("#")[0]):
        if option not in help_of(command):
            print(f"{file}: rollbook {' '.join(command)} has no {option}: {line}")


for folder in ("src", "analysis", "ingest", "reports", "splits", "tasks"):
    for file in sorted(pathlib.Path(folder).rglob("*.[ch]")):
        text = re.sub(r'"\s*\n\s*"', "", file.read_text(encoding="utf-8"))  # one literal of adjacent ones
        for line in re.findall(r"'rollbook ([a-z][^'\n\"]*)'", text):
            check(file, line.replace("\\n", " "))
pages = [pathlib.Path(name) for name in ("README.md", "SECURITY.md", "python/README.md")]
for page in [*pages, *sorted(pathlib.Path("docs").glob("*.md"))]:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in re.findall(r"^ *rollbook ([a-z][^\n|]*)", text, re.M):
        check(page, line)
END_OF_PYTHON
cd "$OLDPWD" || exit 1
[ -s faults ] && complain "$(cat faults)"
exit "$((failures > 0))"
