"""Makes seeded mutants of the program and says which of them the tests let live.

    python3 tests/mutate/mutate.py --seed 1 --n 200                 every room but those of left_out.txt
    python3 tests/mutate/mutate.py --seed 1 --n 20 analysis/audit   one folder
    python3 tests/mutate/mutate.py --seed 1 --n 20 --list           say what would be done

A mutant is one small change of one C file: another comparison, another sign, a constant off by one, a
call left out.  The tree is built once so that it tells which lines are reached, and every test is run
once, those of tests/approved line by line.  Then only a mutant's file is compiled, and the programs of
the tests that enter its function are linked with it: first the tests that reach its line, are quick and
reach little else.  Its end is one of these:

    killed      a test failed twice, or twice took five times as long as without the mutant; or a unit test or
                an approved line failed with the file built by sanitisers, as in the preset dev
    survived    every test passed: a test is missing, or the mutant means the same as the original
    same        the object code is that of the original, so no test can tell them apart
    refused     it does not compile; another one is drawn in its place

equivalent.txt names mutants that mean the same although their code differs, each with the reason; they
are not counted.  The same seed draws the same mutants of the same tree.  The last line is
"N killed, N survived, N equivalent, N the same code: P % of those that could be killed"; the status is
0 when nothing survived.

--work keeps copy, build and ends in a folder: a second start goes on where the first one stopped, and
asks the survivors again when tests have changed.  The C files must be the same from start to start.
"""
import argparse
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from instrumented import Tree
from mutants import draw, read_table, rooms

ENDS = ("killed", "survived", "same", "equivalent", "refused")


def read_ends(path):
    """{place: (end, why)} of an earlier start; the last line about a place counts."""
    ends = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                fields = line.rstrip("\n").split("\t")
                if len(fields) == 3:
                    ends[fields[1]] = (fields[0], fields[2])
    return ends


def by_folder(rows):
    """Killed and survived of each folder, two levels deep."""
    counts = collections.defaultdict(collections.Counter)
    for mutant, end in rows:
        counts["/".join(os.path.dirname(mutant.path).split("/")[:2])][end] += 1
    for folder in sorted(counts):
        c = counts[folder]
        print(f"    {folder:22} {c['killed']:4} killed {c['survived']:4} survived")


def reasons():
    """A function of a mutant that gives the reason why it means the same, or None.  What stands behind "any: " in equivalent.txt is a
    regular expression for mutants of every file."""
    table = read_table("equivalent.txt")
    named = {key: why for key, why in table if not key.startswith("any: ")}
    patterns = [(re.compile(key[5:]), why) for key, why in table if key.startswith("any: ")]
    return lambda mutant: named.get(mutant.key()) or next((why for p, why in patterns if p.search(mutant.key())), None)


def prune(mutants):
    """Takes the lines out of equivalent.txt that name no mutant of today's tree, or one that a pattern has."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.txt")
    keys = {m.key() for m in mutants}
    patterns = [re.compile(key[5:]) for key, _ in read_table("equivalent.txt") if key.startswith("any: ")]
    with open(path, encoding="utf-8") as f:
        lines = f.readlines()
    def stays(line):
        key = line.rpartition(" -- ")[0].strip()
        return line.startswith(("#", "any: ")) or key in keys and not any(p.search(key) for p in patterns)
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(line for line in lines if stays(line))


def judge_all(tree, mutants, args, ends_path):
    """The end of each mutant until n were killed or survived."""
    why_same = reasons()
    known = read_ends(ends_path)
    rows = []
    judged = 0
    for mutant in mutants:
        if judged >= args.n:
            break
        place = mutant.place()
        began = time.monotonic()
        if why_same(mutant):
            end, why = "equivalent", why_same(mutant)
        elif place in known and not (known[place][0] == "survived" and args.again):
            end, why = known[place]
        else:
            end, why = tree.judge(mutant, args.budget)
            with open(ends_path, "a", encoding="utf-8") as f:
                f.write(f"{end}\t{place}\t{why}\n")
        rows.append((mutant, end))
        judged += end in ("killed", "survived")
        if end != "refused":
            print(f"{end:10} {place}  {why}  ({time.monotonic() - began:.0f} s)", flush=True)
    return rows


def enter_own_processes():
    """Goes on as the first of processes of its own, where root may have them: a mutant that signals every process it
    can reaches its test and no other program, and what a test leaves behind is this one's child.  The first of
    processes hears no signal without a handler."""
    if os.getpid() == 1:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    alone = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
    if os.getpid() != 1 and os.geteuid() == 0 and shutil.which("unshare") and subprocess.call(alone + ["true"]) == 0:
        os.execvp(alone[0], alone + [sys.executable, *sys.argv])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="folders of C files (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=20, help="mutants that compile and differ")
    parser.add_argument("--list", action="store_true", help="print the mutants, do nothing")
    parser.add_argument("--check", action="store_true", help="say which lines of the lists give no reason")
    parser.add_argument("--prune", action="store_true", help="take the lines out of equivalent.txt that name no mutant")
    parser.add_argument("--work", help="folder that keeps copy, build and ends")
    parser.add_argument("--again", action="store_true", help="ask those again that have survived")
    parser.add_argument("--longest", type=float, default=30, help="seconds of the longest test that is asked")
    parser.add_argument("--recording", type=float, default=1e9, help="seconds after which a start records no further test")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests that a mutant is given")
    args = parser.parse_args()
    if args.check:
        rooms()
        silent = [key for key, why in read_table("equivalent.txt") + read_table("left_out.txt") if not why]
        print("".join(f"tests/mutate: no reason is given for {key}\n" for key in silent), end="")
        return len(silent) > 0
    mutants = draw([f.rstrip("/") for f in args.folders], args.seed)
    if not mutants:
        sys.exit("mutate: no mutants there: the folders hold no C files of rooms that are not in left_out.txt")
    if args.prune:
        prune(draw([], 1))
        return 0
    if args.list:
        for mutant in mutants[: args.n]:
            print(mutant.place())
        return 0
    enter_own_processes()
    with tempfile.TemporaryDirectory(prefix="rollbook-mutate.") as temporary:
        folder = args.work or temporary
        tree = Tree(folder, args.longest, args.recording)
        rows = judge_all(tree, mutants, args, os.path.join(tree.folder, f"ends-{args.seed}.tsv"))
    counts = collections.Counter(end for _, end in rows)
    by_folder([(m, e) for m, e in rows if e in ("killed", "survived")])
    judged = counts["killed"] + counts["survived"]
    share = 100.0 * counts["killed"] / judged if judged else float("nan")
    print(f"{counts['killed']} killed, {counts['survived']} survived, {counts['equivalent']} equivalent, "
          f"{counts['same']} the same code: {share:.1f} % of those that could be killed")
    return counts["survived"] > 0


if __name__ == "__main__":
    sys.exit(main())
