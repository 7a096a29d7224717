#!/bin/sh
# A published record judged again: a sample of its solutions by both rules, against eager and torch.compile (docs/internals/record.md).
#   ROLLBOOK_BIN=... sh bench/record.sh SOLUTIONS.json PROBLEMS FOLDER [SEED [N [SECONDS [BACKEND [OPTION...]]]]]
# PROBLEMS: KernelBench's folder with level1, level2, ..., or "own" (the file's ref_code).  SOLUTIONS.json "references": the problems' own
# modules.  N 0: all.  SECONDS: of each of the three passes; what is not reached is not judged.  OPTIONs go to eval-folder (-j 16).
# The same command goes on where it stopped.
set -eu
[ $# -ge 3 ] || { sed -n '3s/^# *//p' "$0"; exit 2; }
solutions=$1 problems=$2 folder=$3 seed=${4:-1} n=${5:-40} seconds=${6:-600} backend=${7:-cuda}
python=${ROLLBOOK_PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 7 ] && shift 7 || shift $#
db=$folder/record.db
if [ ! -f "$folder/list.txt" ]; then
    "$python" "$here/record.py" sample "$solutions" "$problems" "$folder" "$seed" "$n"
    "$ROLLBOOK_BIN" task import-kernelbench "$folder/problems" --suite record --db "$db" > /dev/null
fi
judge() # RULE BASELINE [OPTION...]
{
    rule=$1 baseline=$2 status=0
    shift 2
    timeout -s INT -k 30 "$seconds" "$ROLLBOOK_BIN" eval-folder "$folder/list.txt" --suite record --run-name published --name "$rule-$baseline" --rule "$rule" \
        --baseline "$baseline" "$@" --timed-runs 20 --backend "$backend" --db "$db" -q > "$folder/$rule-$baseline.txt" 2> "$folder/$rule-$baseline.err" || status=$?
    case $status in
    0 | 1) ;;
    124 | 130) echo "$rule, $baseline: stopped after $seconds s" >&2 ;;
    *) echo "$rule, $baseline: status $status: $(tail -2 "$folder/$rule-$baseline.err")" >&2 ;;
    esac
}
judge kernelbench eager "$@"
judge own eager "$@"
judge own compile "$@"
"$ROLLBOOK_BIN" sql --db "$db" --format csv "SELECT v.run AS pass, r.level, r.problem_id AS problem, r.sample, v.outcome, v.correct, v.precision_class,
    v.baseline, v.runtime_us, v.baseline_runtime_us, v.speedup, v.speedup_lower, v.speedup_upper, replace(coalesce(v.message, v.why_no_speedup), char(10), ' ') AS message,
    v.device, v.verdict_sha256 FROM v_evaluation v JOIN v_rollout r USING (rollout_id)
    WHERE v.primary_evaluation = 1 AND v.run <> 'published' ORDER BY 1, 2, 3, 4" > "$folder/rows.csv"
"$python" "$here/record.py" table "$folder" "$folder/rows.csv"
