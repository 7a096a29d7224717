# What bench/study trains a base model on: other spellings compute the same, and its rule for near names is the audit's.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
"$ROLLBOOK_BIN" run best-of-n --db a.db --tasks 1,19,41,47,56,71,83,86 -k 2 --seed 7 --case tiny -q --name made >out 2>err || fail "run: $(cat err)"
"$ROLLBOOK_BIN" run best-of-n --db a.db --split l1_seed42 -k 1 --case tiny -q --name held >out 2>err || fail "run: $(cat err)"
"$ROLLBOOK_BIN" audit --db a.db --run held --json >audit.json 2>err || [ $? = 1 ] || fail "audit: $(cat err)"
"$ROLLBOOK_BIN" task list --json >tasks.json
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ROLLBOOK_SOURCE_DIR/python:$ROLLBOOK_SOURCE_DIR/bench/study ROLLBOOK_PROGRAM=$ROLLBOOK_BIN python3 - "$ROLLBOOK_SOURCE_DIR" >out 2>&1 <<'PY' || complain "$(cat out)"
import json, pathlib, random, re, sqlite3, sys

import base_model, rollbook, spelling

rows = sqlite3.connect("file:a.db?mode=ro", uri=True).execute(
    "SELECT task, code, outcome, prompt FROM v_rollout WHERE run = 'made' AND outcome IN ('measured', 'mismatch') ORDER BY rollout_id").fetchall()
assert len(rows) > 6, len(rows)
codes = [spelling.relaunch(spelling.spell(code, random.Random(i)), random.Random(i)) for i, (_, code, _, _) in enumerate(rows)]
assert sum(a != b[1] for a, b in zip(codes, rows)) > len(rows) // 2
for i, verdict in rollbook.evaluate_many(codes, [r[0] for r in rows], case="tiny"):
    assert verdict.correct == (rows[i][2] == "measured"), (rows[i], codes[i], str(verdict))
# Other names of the task reach prompt and directives alike, and a spelling is found again by its skeleton.
for i, (_, code, _, prompt) in enumerate(rows):
    asked, named = spelling.rename_task(prompt, code, random.Random(i))
    names = set(spelling.task_names(asked))
    for plan in re.findall(r"^//@ launch \w+\((.*?)\) ", named, re.M):
        assert set(re.findall(r"[A-Za-z_]\w*", plan)) <= names | {"ceil_div", "min", "max", "next_pow2", "a", "A"}, (plan, names)
    lines = spelling.respace(spelling.rename(code.split("\n"), random.Random(i), 0.7), random.Random(i))
    assert spelling.skeleton("\n".join(lines)) == spelling.skeleton(code), (code, lines)
# A kernel that was changed is changed alike in the prompt and in the answer that follows it, and asks for the same tensors.
for i, (_, code, _, prompt) in enumerate(rows):
    asked, answer = spelling.change(prompt + "\0" + code + "\0" + code, random.Random(i)).split("\0", 1)
    one, two = answer.split("\0")
    assert one == two and spelling.task_names(asked) == spelling.task_names(prompt), (prompt, asked)
assert any(spelling.change(r[1], random.Random(i)) != r[1] for i, r in enumerate(rows))
tasks = {t["task"]: t for t in json.load(open("tasks.json"))["rows"]}
parts = json.load(open(pathlib.Path(sys.argv[1], "splits/l1_seed42.json")))["problem_ids"]
known = {t for (t,) in sqlite3.connect("file:a.db?mode=ro", uri=True).execute("SELECT task FROM v_task")}  # whose names the audit can read
train, held = ([f"l1/{i}" for i in parts[p]] for p in ("train", "eval"))
found = re.findall(r"(l1/\d+) \(\S+\) is nearly (l1/\d+) ", json.dumps(json.load(open("audit.json"))))
mine = {h for h in held if any(base_model.nearly(tasks[t], tasks[h]) for t in train if t in known)}
assert {h for h, _ in found} == mine and mine, (found, mine)
assert all(base_model.nearly(tasks[t], tasks[h]) for h, t in found)
PY
