# claims: every fault of the published bundle, none in the honest one, hostile files.
claims=$ROLLBOOK_SOURCE_DIR/tests/fixtures/claims
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

audit() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" claims "$@" >out 2>err || status=$?
    [ "$status" -eq "$expected" ] || fail "status $status, not $expected: $* $(cat out err)"
}
found() {
    grep -q "^$1,$2," out || fail "claim $1 has no finding $2: $(cat out)"
}

audit 1 "$claims/study.json" --format csv
found selection-wilcoxon engine-unstated
found selection-wilcoxon unit-repeated
found selection-sign side-unstated
found selection-sign unreachable-p
found selection-sign low-power
found surprisal spread-of-few
found surprisal not-distinguishable
found top3 unequal-draws
found sharpening-late p-mismatch
found sharpening-late sign-reversed
found sharpening-late direction-conflict
found peak flat-trajectory
found peak best-of-many
found one-sample-curve interval-kind
found one-sample-step0 mixed-denominators
found one-sample-step0 contradicting-values
found equivalent-k mixed-denominators
found equivalent-k curve-mismatch
found equivalent-k equivalent-k-mismatch
found seed-mean mean-of-ratios
found models percent-mismatch
grep -q 'belongs to n = 320' out || fail "the n of the printed p is not named"
grep -q 'is K = 1.38' out || fail "equivalent K of 42.5 % is not 1.38"
# What holds is not blamed.
for good in cohens-h sharpening-start sharpening-end length-raw length-partial trajectory scaling; do
    grep -q "^$good," out && fail "$good is blamed: $(cat out)"
done
audit 1 "$claims/study.json" --json
grep -q '"schema":"rollbook.analyze.audit/1"' out || fail "no schema: $(cat out)"
audit 0 "$claims/honest.json" --format csv
[ "$(wc -l <out)" -eq 1 ] || fail "findings in the honest bundle: $(cat out)"

# One change of the honest bundle, one fault.
broken() {
    sed "$1" "$claims/honest.json" >broken.json
    cmp -s broken.json "$claims/honest.json" && fail "nothing changed by $1"
    audit 1 broken.json --format csv
    found "$2" "$3"
}
broken 's/"p": "0.0745"/"p": "0.0839"/' signed-rank-asymptotic p-mismatch
broken 's/"y": "high"}},/"y": "low"}},/' rho sign-reversed
broken 's/"81.9%"\]/"83.0%"]/' steps aggregate-mismatch
broken 's/"38%"/"39%"/' quantity-b contradicting-values
broken 's/"kind": "clopper-pearson"/"kind": "jeffreys"/' share-exact interval-mismatch
broken 's/, "kind": "wilson"//' share interval-unnamed
broken 's/"sd": "1.58"/"sd": "1.99"/' many sd-mismatch
broken 's/"0.6435"/"0.7"/' cohens-h effect-mismatch
broken 's/"value": "1.38"/"value": "< 1"/' equivalent equivalent-k-mismatch
broken 's/"same_data": false/"same_data": true/' rise best-of-many

# Files that are no bundle.
bad() {
    printf '%s' "$1" >bad.json
    audit "$2" bad.json
}
bad '{' 4
bad '[]' 4
bad '{"format": "rollbook.claims/2", "claims": []}' 4
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "vaule": 1}]}' 4
grep -q 'unknown member "vaule"' err || fail "the misspelt member is not named: $(cat err)"
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a"}, {"id": "a"}]}' 4
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "curve": "none"}]}' 4
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "n": -1}]}' 4
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "p": "nan"}]}' 4
bad '{"format": "rollbook.claims/1", "claims": [7]}' 4
bad '{"format": "rollbook.claims/1", "alpha": 2, "claims": []}' 4
bad '{"format": "rollbook.claims/1", "tables": [{"id": "t", "columns": ["k"], "rows": [[1, 2]]}], "claims": []}' 4
bad '{"format": "rollbook.claims/1", "claims": []}' 0
audit 2 no-such-file.json

# Against a database: 1 of 2 samples of problem 1 is correct and none of problem 2.
export ROLLBOOK_DB=small.db
cat >eval_results.json <<'JSON'
{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 0.5, "runtime_stats": {}},
       {"sample_id": 1, "compiled": true, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}],
 "2": [{"sample_id": 0, "compiled": true, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}},
       {"sample_id": 1, "compiled": false, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}]}
JSON
"$ROLLBOOK_BIN" ingest kernelbench eval_results.json --level 1 --run-name small >/dev/null || fail "no database"
bad '{"format": "rollbook.claims/1", "claims": [
  {"id": "a", "value": "25%", "database": {"run": "small", "quantity": "correct"}},
  {"id": "b", "value": "50%", "database": {"run": "small", "quantity": "pass@k", "k": 2}}]}' 0
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "value": "30%", "database": {"run": "small", "quantity": "correct"}}]}' 1
grep -q 'database-mismatch' out || fail "the database is not asked: $(cat out)"
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "value": 1, "database": {"run": "absent", "quantity": "correct"}}]}' 3
bad '{"format": "rollbook.claims/1", "claims": [{"id": "a", "value": 1, "database": {"run": "small", "quantity": "joy"}}]}' 4

# The older name of the command gives the same, and the help names one of them.
audit 1 "$claims/study.json" --format csv
mv out by_name
"$ROLLBOOK_BIN" analyze audit "$claims/study.json" --format csv >out 2>err && fail "analyze audit finds nothing"
cmp -s by_name out || fail "analyze audit and claims differ"
"$ROLLBOOK_BIN" help --markdown | grep -q '^## rollbook analyze audit' && fail "the help names claims twice"
true
