#!/bin/sh
# Evaluates the candidate and writes reward.json, reward.txt and verdict.json.  When nothing could be checked there is no
# reward: an error of the machine is not the candidate's.
set -u
tests=${ROLLBOOK_HARBOR_TESTS:-/tests}
logs=${ROLLBOOK_HARBOR_LOGS:-/logs/verifier}
candidate=${ROLLBOOK_HARBOR_APP:-/app}/{{candidate}}
most_bytes={{most_bytes}}
program=${ROLLBOOK_HARBOR_PROGRAM:-/usr/local/bin/rollbook}

evaluate() {
    "$program" eval "$candidate" {{judge}} --json "$@" </dev/null 2>>"$logs/evaluator.txt"
}

# A number of the verdict, or nothing.
number() {
    sed -n 's/.*"'"$1"'":\([0-9][0-9.eE+-]*\),.*/\1/p' "$logs/verdict.json"
}

no_reward() {
    echo "no reward: $*" | tee -a "$logs/evaluator.txt"
    exit 3
}

reward() { # REWARD CORRECT
    printf '{"reward": %s, "correct": %s, "held_out_right": %s, "held_out": %s' "$1" "$2" "$right" "$n" >"$logs/reward.json.new"
    for key in speedup speedup_lower speedup_upper runtime_us baseline_runtime_us; do
        value=$(number $key)
        [ -z "$value" ] || printf ', "%s": %s' "$key" "$value" >>"$logs/reward.json.new"
    done
    echo '}' >>"$logs/reward.json.new"
    mv "$logs/reward.json.new" "$logs/reward.json"
    echo "$1" >"$logs/reward.txt"
    exit 0
}

mkdir -p "$logs"
rm -f "$logs"/reward.json "$logs"/reward.txt "$logs"/verdict.json "$logs"/held_out_*.json "$logs"/evaluator.txt
: >"$logs/verdict.json"
n=0
right=0
# Where the agent had this machine, the program must still be the one that was exported.
echo "{{program_sha256}}  $program" | sha256sum -c --status 2>/dev/null || no_reward "$program is not the program that was exported"
[ -f "$candidate" ] && [ ! -L "$candidate" ] && [ "$(wc -c <"$candidate")" -le "$most_bytes" ] || reward 0 0

speedup=
for try in 1 2 3; do
    evaluate --mode full >"$logs/verdict.json"
    status=$?
    [ $status -ne 1 ] || reward 0 0
    [ $status -eq 0 ] || continue
    speedup=$(number speedup)
    [ -z "$speedup" ] || break
done
[ $status -eq 0 ] || no_reward "nothing was checked: status $status"

while read -r sizes; do
    case $sizes in '' | '#'*) continue ;; esac
    n=$((n + 1))
    evaluate --mode fast --dims "$sizes" >"$logs/held_out_$n.json"
    status=$?
    [ $status -le 1 ] || no_reward "nothing was checked at held-out sizes: status $status"
    [ $status -ne 0 ] || right=$((right + 1))
done <"$tests/held_out.txt"
[ $right -eq $n ] || reward 0 0
[ -n "$speedup" ] || no_reward "the candidate is right, but this machine is too busy to time it"
reward "$speedup" 1
