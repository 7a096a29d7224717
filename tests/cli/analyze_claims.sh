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

# Four published sources: what is found, and nothing else.
audit 1 "$claims/published.json" --format csv
tail -n +2 out | cut -d, -f1,2 | sort >got
sort >want <<'END'
draft-sdpo-prompt,not-distinguishable
draft-selection-test,unit-repeated
draft-selection-sign,unreachable-p
card-step-40,not-distinguishable
card-best-of-n,mixed-denominators
card-best-of-n,unequal-draws
card-checkpoints,reward-is-correctness
grpo-14b,not-distinguishable
grpo-32b,percent-mismatch
grpo-gpt41,percent-mismatch
grpo-models,percent-mismatch
grpo-models,percent-mismatch
kernel-best,best-of-many
kernel-best,mixed-denominators
kernel-surpass,wrong-direction
END
cmp -s got want || fail "published.json: $(cat out)"
grep -q '146 of 480 against 42 of 160 .* p = 0.37' out || fail "no Fisher: $(cat out)"

# bundle CLAIMS [TABLES]: the findings of a bundle made here.
bundle() {
    printf '{"format": "rollbook.claims/1", "tables": [%s], "claims": [%s]}' "${2-}" "$1" >made.json
    status=0
    "$ROLLBOOK_BIN" claims made.json --format csv >out 2>err || status=$?
}
gives() {
    want=$1
    shift
    bundle "$@"
    [ "$(tail -n +2 out | cut -d, -f1,2)" = "$want" ] || fail "not '$want' from $*: $(cat out err)"
}
refuses() {
    bundle "$2"
    [ "$status" -eq 4 ] || fail "status $status, not 4: $2"
    grep -q "$1" err || fail "not '$1': $(cat err)"
}
rival='{"id": "b", "value": "20%", "count": 20, "n": 100}'
gives '' '{"id": "a", "value": "40%", "count": 40, "n": 100, "claims_better": true, "rival": "b"}, '"$rival"
gives 'a,not-distinguishable' '{"id": "a", "value": "25%", "count": 25, "n": 100, "claims_better": true, "rival": "b"}, '"$rival"
gives 'a,not-distinguishable' '{"id": "a", "value": "25%", "n": 100, "claims_better": true, "rival": "b"}, '"$rival"
gives 'a,wrong-direction' '{"id": "a", "value": "19%", "count": 19, "n": 100, "claims_better": true, "rival": "b"}, '"$rival"
gives 'a,wrong-direction' '{"id": "a", "value": "20%", "count": 20, "n": 100, "claims_better": true, "null_rate": "26.7%"}'
gives '' '{"id": "a", "value": "25%", "claims_better": true, "rival": "b"}, '"$rival"
refuses 'claim a: "rival" is no id of another claim' '{"id": "a", "claims_better": true, "rival": "a"}'
refuses 'claim a: "rival" is no id of another claim' '{"id": "a", "claims_better": true, "rival": "c"}'
# Two counts of one chance may differ; one and thirty of 64 may not.
quantity() {
    printf '{"id": "a", "quantity": "q", "value": "%s", "count": %s, "n": 64}, {"id": "b", "quantity": "q", "value": "%s", "count": %s, "n": 64}' "$@"
}
gives '' "$(quantity 1.6% 1 4.7% 3)"
gives 'b,contradicting-values' "$(quantity 1.6% 1 46.9% 30)"
gives 'b,contradicting-values' '{"id": "a", "quantity": "q", "value": "1.6%"}, {"id": "b", "quantity": "q", "value": "4.7%"}'
# Numbers made of others, up to their rounding.
derived() {
    printf '{"id": "a", "value": "%s", "derived": {"as": "%s", "of": [%s]}}' "$@"
}
gives '' "$(derived 2.9x ratio '"80%", "27.5%"')"
gives 'a,derived-mismatch' "$(derived 3.2x ratio '"80%", "27.5%"')"
gives '' "$(derived 30% difference '"80%", "50%"')"
gives 'a,derived-mismatch' "$(derived 25% difference '"80%", "50%"')"
gives 'a,derived-mismatch' "$(derived 33% gap-closed '"44%", "36%", "67%"')"
gives '' "$(derived 26% gap-closed '"44%", "36%", "67%"')"
gives '' "$(derived 60% relative-change '"80%", "50%"')"
gives 'a,derived-mismatch' "$(derived 30% relative-change '"80%", "50%"')"
gives '' "$(derived 0.4 product '0.8, 0.5')"
refuses 'claim a: "derived" is no known derivation' "$(derived 1 quotient '1, 1')"
refuses 'claim a: "derived" is no known derivation' "$(derived 1 ratio 1)"
refuses 'claim a: "derived" is no list of numbers' "$(derived 1 ratio '1, "one"')"
# One p-value below alpha of four is none of a family.
family() {
    printf '{"id": "%s", "test": "spearman", "value": "%s", "n": 100, "p": "%s", "family": "f"}' "$@"
}
rest="$(family b 0.05 0.62), $(family c 0.1 0.32), $(family d -0.03 0.77)"
gives 'a,family-uncorrected' "$(family a 0.22 0.028), $rest"
gives '' "$(family a 0.4 3.7e-5), $rest"
gives '' "$(family a 0.22 0.028)"
# A reward that is a multiple of correctness, and one that is not.
rows() {
    printf '{"id": "t", "columns": ["correct", "reward"], "rows": [["60%%", %s], ["80%%", %s], ["100%%", %s]]}' "$@"
}
gives 't,reward-is-correctness' '' "$(rows 0.6 0.8 1.0)"
gives 't,reward-is-correctness' '' "$(rows 0.54 0.73 0.9)"
gives '' '' "$(rows 0.6 0.9 1.6)"

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
