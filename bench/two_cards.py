"""Two cards beside one, equal work for each: a run with workers on both, and a queue with a worker process a card.

    python3 bench/two_cards.py BUILD_FOLDER [--backend cuda|cpu] [--k K] [--workers N] [--rounds N] [--case CASE]

One card evaluates K new kernels for each of ten tasks, two cards twice as many; rounds in turn, so that other load falls on
both.  Prints kernels a second of a whole run, and how many times one card's rate two have (2 is the most).  The queue is a
PostgreSQL server of its own, and its workers have evaluated kernels before the time begins.  With --backend cpu a card is one
processor, which shows that the script works and nothing about cards.  Exit status 3: the machine has no two, or rollbook is not built.
"""
import argparse
import os
import signal
import statistics
import subprocess
import sys
import time

import figures

SERVER = '. "$ROLLBOOK_SOURCE_DIR/tests/support/postgres.sh"; make_queue; echo "$queue"; cat >/dev/null'


class Cards:
    def __init__(self, args):
        self.args, self.bench, self.n = args, figures.Bench(args.build, 1), 0
        self.bench.env["ROLLBOOK_BIN"] = self.bench.program
        self.bench.env["ROLLBOOK_SOURCE_DIR"] = os.path.dirname(figures.HERE)

    def need_two(self):
        self.bench.target("rollbook")
        if self.args.backend == "cuda":
            self.bench.need_card(2)
        elif len(os.sched_getaffinity(0)) < 2:
            raise figures.Unavailable("needs 2 processors")

    def on(self, cards, argv):
        """(command, further environment) of a process that sees these cards alone."""
        if self.args.backend == "cuda":
            return argv, {"CUDA_VISIBLE_DEVICES": ",".join(str(c) for c in cards)}
        places = sorted(os.sched_getaffinity(0))
        return ["taskset", "-c", ",".join(str(places[c]) for c in cards)] + argv, {}

    def path(self, kind):
        self.n += 1
        return os.path.join(self.bench.folder, "%s%d" % (kind, self.n))

    def run(self, cards, k, *more):
        """Kernels a second of a run of its own."""
        program, db = self.bench.program, self.path("run") + ".db"
        self.bench.run([program, "init", db])
        argv, env = self.on(cards, [program, "run", "best-of-n", "--db", db, "--tasks", figures.TASKS, "--k", str(k), "--name", "r", "--seed",
                                    str(time.time_ns() % 1000000), "--case", self.args.case, "--backend", self.args.backend] + list(more))
        took, _ = self.bench.run(argv, **env)
        _, said = self.bench.run([program, "sql", "--db", db, "--format", "csv", "SELECT count(*), sum(outcome = 'infra') FROM v_evaluation"])
        evaluated, failed = (int(v) for v in said.split()[-1].split(","))
        if failed > 0 or evaluated != 10 * k:
            raise figures.Unavailable("%d of %d kernels were evaluated, %d failed for reasons of the machine" % (evaluated, 10 * k, failed))
        return evaluated / took

    def by_run(self, cards):
        return self.run(cards, self.args.k * len(cards), "-j", str(self.args.workers * len(cards)))

    def by_queue(self, cards):
        server = subprocess.Popen(["sh", "-c", SERVER], cwd=self.bench.folder, env=self.bench.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        workers = []
        try:
            queue = server.stdout.readline().strip()
            if server.poll() is not None or "host=" not in queue:
                raise figures.Unavailable(queue or "no PostgreSQL server could be started")
            for card in cards:
                argv, env = self.on([card], [self.bench.program, "worker", "--queue", queue, "--backend", self.args.backend, "-j",
                                             str(self.args.workers), "--spool", self.path("spool")])
                workers.append(subprocess.Popen(argv, env=dict(self.bench.env, **env), stderr=subprocess.DEVNULL))
            self.run(cards, 2 * len(cards), "--queue", queue)
            return self.run(cards, self.args.k * len(cards), "--queue", queue)
        finally:
            for worker in workers:
                worker.send_signal(signal.SIGTERM)
            for worker in workers:
                worker.wait()
            server.communicate("")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--backend", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--k", type=int, default=50)
    parser.add_argument("--workers", type=int, default=0, help="of a card (two, of a processor one)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--case", default="tiny")
    args = parser.parse_args()
    args.workers = args.workers or (2 if args.backend == "cuda" else 1)
    if min(args.k, args.rounds) < 1 or args.workers < 0:
        parser.error("--k and --rounds are at least 1")
    cards, status = Cards(args), 0
    try:
        cards.need_two()
    except figures.Unavailable as why:
        print("two cards beside one: left out: %s" % why, file=sys.stderr)
        return 3
    for name, how in (("a run", cards.by_run), ("a queue, a worker process a card", cards.by_queue)):
        try:
            pairs = [(how([0]), how([0, 1])) for _ in range(args.rounds)]
        except figures.Unavailable as why:
            print("%-36s left out: %s" % (name, why), flush=True)
            status = 1
            continue
        ratios = [two / one for one, two in pairs]
        one, two = (statistics.median(p[i] for p in pairs) for i in (0, 1))
        print("%-36s %8.2f and %8.2f a second, ratio %.2f (%.2f to %.2f, n = %d)"
              % (name, one, two, statistics.median(ratios), min(ratios), max(ratios), len(ratios)), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
