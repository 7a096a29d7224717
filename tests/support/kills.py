#!/usr/bin/env python3
"""Kills every writing command at random moments (kill -9): kills.py ROLLBOOK WORK [N [SECONDS [REGEX]]]

N kills in all (1,000), for at most SECONDS; the next call goes on where this one ended (WORK/kills.tsv).  After a kill
a database is whole (verify) and any other output is absent, what it was, or whole; the same command, or a
resumed run, then ends well and gives what it gives undisturbed.  Prints a table; status 1 when something was found.
"""
import collections
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import torture

FINISHED = re.compile(rb"complete; nothing to resume|there is a run called|exists already|such a file already|stored already|"
                      rb"not an empty folder|declared already|nothing is amended|already refers to declaration")


class Kills(torture.Torture):
    def killed(self, words, after):
        """True when the command was still at work."""
        p = subprocess.Popen([self.rollbook] + words, cwd=self.at, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL, env=self.environment())
        try:
            p.wait(after)
            return False
        except subprocess.TimeoutExpired:
            p.send_signal(signal.SIGKILL)
            p.wait()
            return True

    def wrong(self, words, outputs, whole, loose):
        for o in outputs:
            now = self.state(o)
            if now is None or (now == whole["before"][o] and now.startswith("no database")):  # of an older schema
                continue
            if not o.endswith(".db"):
                if now not in (whole["before"][o], whole["after"][o]):
                    return "%s is half written" % o
            else:
                verified = self.run(["verify", "--db", o])
                if verified.returncode != 0:
                    return "%s is not whole: %s" % (o, (verified.stdout + verified.stderr).decode()[-300:])
        if words[0] == "run" and words[1] in ("best-of-n", "ttt", "train", "sft", "sdpo"):
            again = self.run(["run", "--resume", "new", "--db", outputs[0], "-q"])
            if again.returncode == 3:  # it was killed before there was a run
                again = self.run(words)
        else:
            again = self.run(words)
        if again.returncode != whole["status"] and not FINISHED.search(again.stderr):
            return "fails afterwards: %s" % again.stderr.decode()[-200:]
        for o in outputs:
            if not loose and self.state(o) != whole["after"][o]:
                return "%s is not what it is without a kill" % o
        return None


def main():
    work = pathlib.Path(sys.argv[2]).resolve()
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    deadline = time.monotonic() + (float(sys.argv[4]) if len(sys.argv) > 4 else 1e9)
    work.mkdir(parents=True, exist_ok=True)
    k = Kills(str(pathlib.Path(sys.argv[1]).resolve()), "", work)
    if not (k.begin / "kernel.cu").exists():
        k.make_begin()
    cases = [c for c in torture.CASES if c[2] and re.search(sys.argv[5] if len(sys.argv) > 5 else "", c[0])]
    table = work / "kills.tsv"
    rows = [line.split("\t") for line in table.read_text().splitlines()] if table.exists() else []
    wholes, n = {}, len(rows)
    while sum(r[1] == "killed" for r in rows) < wanted and time.monotonic() < deadline:
        name, line, outputs = cases[n % len(cases)]
        words = k.words(line)
        if name not in wholes:
            whole = k.whole(name, words, outputs)
            k.reset()
            start = time.monotonic()
            k.run(words)
            wholes[name] = whole, time.monotonic() - start
        whole, seconds = wholes[name]
        k.reset()
        hit = k.killed(words, random.Random(n).uniform(0, 0.9 * seconds))
        wrong = k.wrong(words, outputs, whole, name.endswith("~"))
        rows.append([name, "killed" if hit else "ended before", wrong.strip().replace("\n", " ") if wrong else ""])
        with open(table, "a") as f:
            f.write("\t".join(rows[-1]) + "\n")
        n += 1
    kills = collections.Counter(r[0] for r in rows if r[1] == "killed")
    found = collections.Counter(r[0] for r in rows if r[2])
    print("| command | kills | findings |\n|---|---|---|")
    for name in sorted(kills):
        print("| %s | %d | %d |" % (name.rstrip("~"), kills[name], found[name]))
    print("| all | %d | %d |" % (sum(kills.values()), sum(found.values())))
    sys.exit(sum(found.values()) > 0)


if __name__ == "__main__":
    main()
