# Figures say what the analyses say: points against analyze --json, and numbers printed in the figure.
for tool in pdftotext python3; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
. "$ROLLBOOK_SOURCE_DIR/tests/cli/figure_study"
runs=bon-42,bon-43,ttt-42,ttt-43
draw() {
    "$ROLLBOOK_BIN" figure "$1" --db study.db --run "$2" --replicates 200 -o "$1.pdf" --csv "$1.csv" --tex "$1.tex" -q >/dev/null
}
analyze() {
    name=$1
    shift
    "$ROLLBOOK_BIN" analyze "$name" --db study.db --json "$@" >"$name.json" 2>err || { cat err; exit 1; }
}
draw fast-p bon-42
analyze fast-p --run bon-42 --p 1
draw scaling bon-42
analyze scaling --run bon-42 --k 1,2,4,8 --replicates 200
draw trajectory ttt-42,ttt-43
analyze trajectory --run ttt-42,ttt-43
draw selection bon-42,bon-43
analyze selection --run bon-42,bon-43
draw heatmap-step ttt-42
draw heatmap-seed ttt-42
draw ablation ttt-42,ttt-k4
"$ROLLBOOK_BIN" analyze trajectory --shape --db study.db --json --run ttt-42 >shape.json 2>/dev/null
"$ROLLBOOK_BIN" analyze compare --db study.db --json --a bon-42 --b ttt-42 >compare.json 2>/dev/null
"$ROLLBOOK_BIN" analyze compare --db study.db --json --a bon-42 --b ttt-42 --table transfer --subsets 'x=4;y=5' >transfer.json 2>/dev/null
"$ROLLBOOK_BIN" analyze equivalent-k --db study.db --json --base bon-42 --run ttt-42 --replicates 50 >equivalent.json 2>/dev/null
draw model-sweep ttt-k4
analyze sweep --run ttt-k4 --replicates 200
draw failures "$runs"
analyze failures --run "$runs" --by run
analyze sharpening --run ttt-42
cp sharpening.json trend.json
analyze sharpening --run ttt-42 --table rho
draw surprisal "$runs"
draw rho ttt-42
analyze selection --run "$runs" --table correlation
cp selection.json correlation.json
analyze selection --run bon-42,bon-43
"$ROLLBOOK_BIN" analyze failures --db study.db --json --run "$runs" --by run --all-steps >outcomes.json 2>/dev/null
"$ROLLBOOK_BIN" analyze sweep --db study.db --json --run "$runs" --replicates 200 >rates.json 2>/dev/null
draw diversity ttt-42
analyze diversity --run ttt-42
draw hardware "$runs"
analyze hardware --replicates 200
cat >check.py <<'PY'
import csv, json, re

def points(name):
    return list(csv.DictReader(open(name + ".csv")))

def rows(name):
    return json.load(open(name + ".json"))["rows"]

failures = []

def same(what, got, want):
    got = None if got in ("", "NA") else got
    if want is None or got is None:
        ok = want is None and got is None
    elif isinstance(want, str):
        ok = got == want
    else:
        ok = abs(float(got) - float(want)) <= 1e-12 * max(1.0, abs(float(want)))
    if not ok:
        failures.append(f"{what}: figure {got}, analysis {want}")

def by(table, *keys):
    out = {}
    for r in table:
        out.setdefault(tuple(str(r[k]) for k in keys), r)
    return out

want = [r for r in rows("fast-p") if float(r["p"]) == 1.0][0]
got = [r for r in points("fast-p") if r["drawn"] == "line" and float(r["p"]) <= 1.0][-1]
same("fast-p at 1", got["fast_p"], want["value"])

want = by(rows("scaling"), "metric", "k")
n = 0
for r in points("scaling"):
    key = (r["metric"], str(int(float(r["k"])))) if float(r["k"]) == int(float(r["k"])) else None
    if key in want:
        n += 1
        same(f"scaling {key}", r["value"], want[key]["value"])
        same(f"scaling {key} low", r["ci_low"], want[key]["ci_low"])
        same(f"scaling {key} high", r["ci_high"], want[key]["ci_high"])
if n != 12:
    failures.append(f"scaling: {n} of 12 points compared")

want = by(rows("trajectory"), "run", "step", "task")
got = by(points("trajectory"), "run", "step", "task")
if set(want) != set(got):
    failures.append("trajectory: other rows")
for key in want:
    for column in ("n", "count", "fast_1"):
        same(f"trajectory {key} {column}", got[key][column], want[key][column])

cells = by(points("heatmap-step"), "task", "step")
for key, r in want.items():
    if key[0] == "ttt-42" and key[2] != "all":
        same(f"heatmap-step {key}", cells[(key[2], key[1])]["fast_1"], r["fast_1"])

# Best of Adaptation is cross-fitted wherever a run shows it, the in-sample value beside it.
shape = rows("shape")[0]
compare = by(rows("compare"), "estimand", "quantity")
boa, in_sample = shape["boa_fast_1"], shape["boa_fast_1_in_sample"]
same("compare's mean", compare[("sample", "mean_b")]["value"], boa)
same("compare's in-sample mean", compare[("sample", "mean_b_in_sample")]["value"], in_sample)
policy = rows("equivalent")[0]
same("equivalent-k", policy["fast"], boa)
same("equivalent-k in sample", policy["fast_1_in_sample"], in_sample)
cells = [r for r in points("heatmap-seed") if r["run"] == "ttt-42"]
same("heatmap-seed", sum(float(r["fast_1"]) for r in cells) / len(cells), boa)
same("heatmap-seed in sample", sum(float(r["fast_1_in_sample"]) for r in cells) / len(cells), in_sample)
dot = [r for r in points("ablation") if r["run"] == "ttt-42"][0]
same("ablation", dot["sample"], boa)
same("ablation in sample", dot["sample_in_sample"], in_sample)
for quantity, value in (("mean_b", boa), ("mean_b_in_sample", in_sample)):
    parts = [r["value"] for r in rows("transfer") if r["quantity"] == quantity]
    same(f"transfer {quantity}", sum(parts) / len(parts), value)

# The same quantity in another table or figure.
same("sharpening's BoA", [r["value"] for r in rows("trend") if r["quantity"] == "boa_fast_1"][0], boa)
within = [r for r in rows("correlation") if r["scope"] == "within-task" and r["held_fixed"] == "nothing"][0]
macros = dict(re.findall(r"\\newcommand\{\\Rb(\w+)\}\{([^}]*)\}", open("surprisal.tex").read()))
for macro, column in (("SurprisalRhoWithinTasks", "rho"), ("SurprisalRhoWithinTasksLow", "ci_low"), ("SurprisalRhoWithinTasksHigh", "ci_high")):
    got = re.search(r"NA|-?[0-9.]+", macros[macro])[0]
    want_text = "NA" if within[column] is None else f"{within[column]:.4g}"
    if got.lstrip("-+") != want_text.lstrip("-+"):
        failures.append(f"surprisal {column}: figure {got}, analysis {want_text}")
want = by(rows("sharpening"), "run", "step", "subset")
for r in points("rho"):
    key = (r["run"], r["step"], r["subset"])
    if r["samples"] == "its own" and key in want:
        for column in ("rho_nll_speedup", "rho_nll_speedup_within", "ci_low", "ci_high"):
            same(f"rho {key} {column}", r[column], want[key][column])
rates = {r["run"]: r for r in rows("rates") if "run" in r}
for r in rows("outcomes"):
    if r["outcome"] == "measured" and r["group"] in rates:
        for end in ("low", "high"):
            same(f"measured of {r['group']} {end}", r["ci_" + end], rates[r["group"]]["correct_rate_ci_" + end])

# Two tasks: whatever has an interval for others says that they are few.
for name in ("fast-p", "selection", "sweep", "transfer", "equivalent", "compare"):
    if not any("FEW TASKS" in note for note in json.load(open(name + ".json"))["notes"]):
        failures.append(f"{name}: two tasks are not called few")
for name in ("fast-p", "selection", "model-sweep"):
    if "Few tasks" not in open(name + ".tex").read():
        failures.append(f"figure {name}: two tasks are not called few")

want = by(rows("selection"), "rule")
got = by([r for r in points("selection") if r["task"] == "all"], "rule")
for key in want:
    for column in ("fast_1", "ci_low", "ci_high", "geomean_speedup", "n_cells"):
        same(f"selection {key} {column}", got[key][column], want[key][column])
    # Against as many random picks as the rule makes.
    same(f"selection {key} p", got[key]["p_vs_random_m"], want[key]["p_vs_random_m"])

want, got = rows("sweep")[0], points("model-sweep")[0]
for column in ("n", "compiled", "correct", "correct_rate_ci_low", "geomean_speedup", "geomean_ci_low",
               "geomean_ci_high", "n_measured"):
    same(f"sweep {column}", got[column], want[column])

want = by(rows("diversity"), "run", "step", "task")
for r in points("diversity"):
    same(f"diversity {r['measure']} {r['task']} {r['step']}", r["value"],
         want[(r["run"], r["step"], r["task"])][r["measure"]])

want = by(rows("hardware"), "baseline", "source", "task", "device")
got = by(points("hardware"), "baseline", "source", "task", "device")
if set(want) != set(got):
    failures.append("hardware: other rows")
for key in want:
    same(f"hardware {key}", got[key]["reference_over_device"], want[key]["reference_over_device"])
# A text quotes the rows over all tasks: one macro each, with their numbers, and none of a task.
import re
macros = [m for m in re.findall(r"\\newcommand\{\\(Rb\w+)\}\{([^}]*)\}", open("hardware.tex").read())
          if not m[0].endswith(("Width", "Caption", "Notes"))]
quoted = sorted(v for _, v in macros if v != "NA")
over_all = sorted(f"{float(r['reference_over_device']):.3g}" for r in rows("hardware")
                  if r["task"] == "all" and r["reference_over_device"] is not None)
if len(macros) != sum(r["task"] == "all" for r in rows("hardware")):
    failures.append(f"hardware: {len(macros)} macros {macros}")
elif [round(float(re.sub(r'[^0-9.eE+-]', '', v)), 2) for v in quoted] != [round(float(v), 2) for v in over_all]:
    failures.append(f"hardware: macros say {quoted}, the analysis {over_all}")

counted, drawn = {}, {}
for r in rows("failures"):
    key = (r["group"], r["outcome"])
    counted[key] = counted.get(key, 0) + r["count"]
for r in points("failures"):
    key = (r["runs"], r["outcome"])
    drawn[key] = drawn.get(key, 0) + int(r["n"])
if counted != drawn:
    failures.append(f"failures: figure {drawn}, analysis {counted}")

print("\n".join(failures))
raise SystemExit(1 if failures else 0)
PY
python3 check.py || exit 1

# Cells of a heat map and estimates of the selection rules are printed.
status=0
pdftotext -layout heatmap-step.pdf text
sed 1d heatmap-step.csv | cut -d, -f6 | while read -r share; do
    awk -v s="$share" 'BEGIN { printf "%.0f\n", 100 * s }'
done | sort -u >wanted
while read -r number; do
    grep -qw -- "$number" text || { echo "heat map: $number is not printed"; status=1; }
done <wanted
pdftotext -layout selection.pdf text
sed 1d selection.csv | awk -F, '$2 == "all" && $4 != "NA" { printf "%.1f %%\n", 100 * $4 }' >wanted
while read -r number; do
    grep -qF -- "$number" text || { echo "selection: $number is not printed"; status=1; }
done <wanted
exit "$status"
