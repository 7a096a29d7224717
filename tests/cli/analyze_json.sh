# --json and --explain of every analyze command: held against the schemas in schema/json.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
export ROLLBOOK_DB=study.db
record() {
    "$ROLLBOOK_BIN" "$@" >/dev/null 2>err || fail "$*: $(cat err)"
}
record run best-of-n --tasks 4,12 --k 6 --seed 3 --name bon --case tiny
record declare study --estimand sample --methods bon,ttt --budget 6 --seeds 3 --tasks 4,12 --stopping "after one seed"
record run ttt --tasks 4,12 --k 6 --steps 2 --seed 3 --name ttt --case tiny
record run score --run bon --checkpoints-of ttt
# Opinions as an import would bring them: of every fifth rollout one that cannot be read.
command -v sqlite3 >/dev/null || {
    echo "skipped: no sqlite3"
    exit 77
}
sqlite3 study.db "INSERT INTO model (name, kind) VALUES ('reader', 'imported');
    INSERT INTO judge (rollout_id, model_id, correctness, compilability, speed, malformed)
    SELECT rollout_id, (SELECT model_id FROM model WHERE name = 'reader'), (rollout_id * 37 % 101) / 101.0, (rollout_id * 53 % 101) / 101.0,
           (rollout_id * 71 % 101) / 101.0, 0 FROM rollout WHERE rollout_id % 5 > 0;
    INSERT INTO judge (rollout_id, model_id, malformed, problem)
    SELECT rollout_id, (SELECT model_id FROM model WHERE name = 'reader'), 1, 'no JSON object' FROM rollout WHERE rollout_id % 5 = 0"
# A second database knows little: no log-prob, no baseline beside a sample, a task without any sample.
cat >eval_results.json <<'END'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 0.5, "runtime_stats": {}},
       {"sample_id": 1, "compiled": false, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}]}
END
cat >baseline.json <<'END'
{"level1": {"1_a.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "", "device": "d"},
            "3_c.py": {"mean": 1.0, "std": 0.0, "min": 1.0, "max": 1.0, "num_trials": 1, "hardware": "G", "device": "d"}},
 "level2": {}, "level3": {}}
END
record ingest kernelbench eval_results.json --level 1 --run-name bon --db poor.db
record ingest kernelbench eval_results.json --level 1 --run-name ttt --db poor.db
record ingest kernelbench-baseline baseline.json --name base --db poor.db

claims=$ROLLBOOK_SOURCE_DIR/tests/fixtures/claims
cat >commands <<END
fast-p --run bon,ttt --by family
fast-p --run bon --denominator correct
summary --run bon
scaling --run bon,ttt
scaling --run bon,ttt --step boa
equivalent-k --base bon --run ttt
equivalent-k --base bon --run bon --step 0
selection --run bon
selection --run bon --rules all
selection --run ttt --step boa
selection --run ttt --step boa --rules all
selection --run bon --rules all --identity ptx
selection --run bon --table budget
selection --run bon --table applicability
selection --run bon --table calibration
selection --run bon --table correlation
calibration --run bon
calibration --run bon --table bins
judge --run bon
judge --run bon --table confusion
judge --run bon,ttt --table rank
judge --run bon --table counts
turns --run bon,ttt --p 1
turns --run ttt --step boa
advantages --run bon,ttt
advantages --run ttt --table rollouts
trajectory --run ttt
trajectory --run ttt --shape
sharpening --run ttt
sharpening --run ttt --table patience
sharpening --run ttt --table peaks
sharpening --run ttt --table rho
sharpening --run ttt --table rho --scored bon
sharpening --run ttt --table forecast --scored bon
compare --a bon --b ttt
compare --a bon --b ttt --adjust max-t
compare --a bon --b ttt --table transfer --subsets one=4;two=12
compare --a bon --b ttt --table transfer --subsets one=1;two=2
compare --methods bon=bon,ttt=ttt
compare --table methods --estimand best-of-b --budget 2
compare --methods bon=bon,ttt=ttt --table curves
compare --methods bon=bon,ttt=ttt --table solved
beside --run bon,ttt --task l1/4 --all
declaration --name study --methods bon=bon,ttt=ttt
compare --methods bon=bon,ttt=ttt --table sensitivity
diversity --run bon --level all --text
audit $claims/study.json
audit $claims/honest.json
completions --run bon
sweep
sweep --by model
sweep --step boa
failures
failures --all-steps
training --run ttt
cost
cost --by-step
hardware
hardware --mean
timing
END
n=0
while IFS= read -r words; do
    for setting in "--db study.db" "--db poor.db" "--db poor.db --baseline base"; do
        n=$((n + 1))
        status=0
        # shellcheck disable=SC2086
        "$ROLLBOOK_BIN" analyze $words $setting --explain --json >"out.$n.json" 2>err || status=$?
        case $status in
        0 | 1)
            for fact in formula reference denominator n; do
                grep -q "\"$fact: ." "out.$n.json" || fail "analyze $words: --explain says no $fact"
            done
            grep -q '"SQL schema/queries/[a-z_/]*.sql: ' "out.$n.json" || fail "analyze $words: --explain shows no SQL"
            ;;
        2 | 3 | 7) # --baseline is no option of it, another kind of run, too little data: said in words
            [ -s err ] || fail "analyze $words $setting: status $status without a word"
            [ "$setting" != "--db study.db" ] || [ "$words" != "${words#*one=1}" ] || fail "analyze $words: $(cat err)"
            rm "out.$n.json"
            ;;
        *) fail "analyze $words $setting: status $status: $(cat err)" ;;
        esac
    done
done <commands
"$ROLLBOOK_BIN" confirm --run bon --top 1 --mode fast --json --db study.db -q >out.confirm.json 2>err || [ $? -eq 1 ] || fail "confirm: $(cat err)"
python3 "$ROLLBOOK_SOURCE_DIR/tests/check_json.py" "$ROLLBOOK_SOURCE_DIR/schema/json" "$ROLLBOOK_SOURCE_DIR/src/cli" out.*.json ||
    fail "JSON and schemas differ"

# No analyze command is missing above, and each has --explain.
"$ROLLBOOK_BIN" help --markdown | sed -n 's/^## rollbook analyze \([a-z-]*\).*/\1/p' >names
[ "$(wc -l <names)" -ge 19 ] || fail "the command table names few analyses: $(cat names)"
while IFS= read -r name; do
    grep -q "^$name\b" commands || fail "analyze $name is not checked here"
    "$ROLLBOOK_BIN" analyze "$name" -h | grep -q -e '--explain' || fail "analyze $name has no --explain"
done <names

# The check can fail: a column more, a number for a text, a null without its reason.
spoil() {
    sed "$1" "$(ls out.*.json | head -n 1)" >spoilt.json
    python3 "$ROLLBOOK_SOURCE_DIR/tests/check_json.py" "$ROLLBOOK_SOURCE_DIR/schema/json" "$ROLLBOOK_SOURCE_DIR/src/cli" \
        out.*.json spoilt.json >found && fail "nothing found after $1"
    return 0
}
spoil 's/"run":"bon"/"run":"bon","luck":1/'
spoil 's/"run":"bon"/"run":7/'
spoil 's/"run":"bon"/"run":null/'
spoil 's/"p":0\.5/"p":NaN/'
