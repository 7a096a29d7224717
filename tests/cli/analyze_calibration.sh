# analyze calibration: stated chances of an import, by hand; log-probs; what is refused.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=small.db
cat >map.json <<'END'
{"suite": "mine", "fields": {"level": {"constant": 1}, "problem": "/problem", "sample": "/sample", "turn": "/turn",
 "compiled": "/compiled", "correct": "/correct", "runtime_us": "/us", "baseline_us": "/base"}}
END
# problem sample turn confidence correct: the first turn of problem 3 is not counted.
{
    while read -r problem sample turn stated correct us; do
        printf '{"problem": %s, "sample": %s, "turn": %s, "confidence": %s, "marks": %s, "compiled": true, "correct": %s, "us": %s, "base": 10}\n' \
            "$problem" "$sample" "$turn" "$stated" "$problem" "$correct" "$us"
    done
} >stated.jsonl <<'END'
1 0 0 0.7 true 5
1 1 0 0.7 false null
2 0 0 0.9 true 20
2 1 0 0.2 false null
3 0 0 0.1 true 5
3 0 1 1.0 true 5
3 1 0 "high" false null
END
"$ROLLBOOK_BIN" ingest jsonl stated.jsonl --map map.json --run-name s >/dev/null || fail "no run"
calibration() {
    "$ROLLBOOK_BIN" analyze calibration --run s --stated extra:confidence --format csv "$@" >out 2>err ||
        fail "analyze calibration $*: $(cat err)"
}
has() {
    grep -q -- "$1" out || fail "no $1 in: $(cat out)"
}
# Five samples: 0.7 twice (one of two), 0.9 and 1.0 right, 0.2 wrong.
calibration
awk -F, '$4 == "ece" { e = $5 } $4 == "brier" { b = $5 } $4 == "auroc" { a = $5 } $4 == "gap" { g = $5 }
    END { exit !(sqrt((e - 0.14) ^ 2) < 1e-12 && sqrt((b - 0.126) ^ 2) < 1e-12 && sqrt((a - 5.5 / 6) ^ 2) < 1e-12 && sqrt((g - 0.1) ^ 2) < 1e-12) }' out ||
    fail "scores are not those by hand: $(cat out)"
calibration --table bins
has '^s,correct,extra:confidence,7,0.6,0.7,2,0.7,1,0.5,'
has '^s,correct,extra:confidence,1,0,0.1,0,NA,0,NA,NA,NA,NA,NA'
calibration --table bins --bins 2 --binning size
has '^s,correct,extra:confidence,2,'
calibration --table bins --edges low
has '^s,correct,extra:confidence,8,0.7,0.8,2,0.7,1,0.5,'
calibration --event fast
has '^s,fast,extra:confidence,rate,0.4,'
"$ROLLBOOK_BIN" analyze calibration --run s --stated extra:confidence --json | grep -q '1 scored ones state nothing' ||
    fail "the sample that states no number is not counted"

refused() {
    expected=$1
    shift
    status=0
    "$ROLLBOOK_BIN" analyze calibration --run s "$@" >out 2>err || status=$?
    [ "$status" -eq "$expected" ] || fail "status $status, not $expected: $* $(cat out err)"
}
refused 7 --stated token-mean
refused 7 --stated extra:marks
grep -q 'not between 0 and 1' err || fail "a confidence of 2 is taken: $(cat err)"
refused 0 --stated extra:marks --scale 10
refused 7 --stated extra:nothing
refused 2 --stated luck
refused 2 --stated extra:
refused 2 --event joy
refused 2 --edges luck
refused 2 --stated extra:confidence --bins 0
refused 2 --stated extra:confidence --scale 0
refused 2 --stated extra:confidence --binning luck

# Text of a model in the field name is no SQL.
refused 7 --stated "extra:x') FROM run; --"
