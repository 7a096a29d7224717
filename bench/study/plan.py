"""How large a study fits in the time that is left: plan.py ROLLBOOK SECONDS HELD TRAIN OPTIONS... >plan

A pilot draws 16 samples of each of up to 10 TRAIN tasks as the study will, with OPTIONS of `rollbook run`; what it took, and how
much of it the trainer was busy, gives the seconds of a seed.  The first of PLANS that fits is printed as options of `study run`,
before anything is known of the held-out tasks.  Exit status 7: the pilot finds no right kernel.
"""
import json
import subprocess
import sys
import time
import urllib.request

# Rollouts per task, run and method; seeds; share of the held-out tasks.
PLANS = [(64, 3, 1.0), (64, 2, 1.0), (64, 2, 0.7), (32, 2, 1.0), (16, 2, 1.0), (16, 2, 0.5), (8, 2, 0.5)]
TEACHER_K, GROUP, TTT_STEPS = 4, 8, 3
if len(sys.argv) < 6:
    raise SystemExit(__doc__)
program, seconds, held, train, *options = sys.argv[1:]
held, train, seconds = held.split(","), train.split(","), float(seconds)
url = json.loads(options[options.index("--policy-config") + 1])["base_url"]


def busy() -> float:
    with urllib.request.urlopen(url + "/api/v1/healthz") as answer:
        return json.load(answer)["busy_seconds"]


def ask(*words: str) -> str:
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


tasks, before, started, name = train[:10], busy(), time.monotonic(), f"pilot-{time.time():.0f}"
ask("run", "best-of-n", "--name", name, "--tasks", ",".join(tasks), "-k", "16", "--seed", "7", "-q", *options)
took = time.monotonic() - started
drawing = busy() - before
found = ask("sql", f"SELECT count(*) AS n, total(correct) AS right, total(speedup > 1) AS fast FROM v_rollout WHERE run = '{name}'", "--json", "-q")
n, right, fast = (json.loads(found)["rows"][0][key] for key in ("n", "right", "fast"))
print(f"pilot: {n} samples of {len(tasks)} train tasks, {right:.0f} right, {fast:.0f} fast; {took:.1f} s, {drawing:.1f} of them drawing", file=sys.stderr)
if not right:
    sys.exit(7)
each, start = max(0.005, (took - drawing - 2) / n), 2.0
batch = -(-len(train) // 2)
seconds -= took + 10  # the report
for k, seeds, share in PLANS:
    tasks = held[: max(2, round(share * len(held)))]
    draws = 13 * 1.5 * drawing  # steps that draw, most of them through an adapter
    evaluations = 5 * k * len(tasks) + (TEACHER_K + GROUP) * len(train)
    needs = seeds * (draws + each * evaluations + 8 * start + 0.004 * 2 * k * len(tasks) + 12)
    print(f"-k {k}, {seeds} seeds, {len(tasks)} tasks: {needs:.0f} s of {seconds:.0f}", file=sys.stderr)
    if needs < seconds:
        break
print(f"--tasks {','.join(train)} --held {','.join(tasks)} -k {k} --seeds {','.join(str(42 + i) for i in range(seeds))} "
      f"--ttt-steps {TTT_STEPS} --teacher-k {TEACHER_K} --sft-epochs 2 --group {GROUP} --batch {batch}")
