# split make draws the published splits; split check finds damage.
fail() { echo "$*"; exit 1; }

for pair in 42:e1669a9da6a2ca82d6f7cedec5d77bc0db4b2059accc51adc7a18d681e07a4fb \
    43:ef8577fdb50fb243ac8d9eb4b06316b53e3afd75fbd7e10a690030fdcc0daeb8 \
    44:f5559c469b496a8100c3124745dc2521a74f8480cb3ab8f62f063069f51a4289; do
    seed=${pair%%:*}
    "$ROLLBOOK_BIN" split make --level 1 --seed "$seed" --out s.json --replace >table || fail "make $seed"
    grep -q "\"split_hash\": \"${pair#*:}\"" s.json || fail "seed $seed has another hash"
    cmp s.json "$ROLLBOOK_SOURCE_DIR/splits/l1_seed$seed.json" || fail "seed $seed: not the built-in file"
    "$ROLLBOOK_BIN" split check s.json --json | grep -q "${pair#*:}" || fail "check $seed"
done

sed 's/"seed": 44/"seed": 45/' s.json >bad.json
status=0
"$ROLLBOOK_BIN" split check bad.json >out 2>err || status=$?
[ "$status" -eq 4 ] || fail "a changed file gives status $status, not 4"
grep -q f5559c469b496a8100c3124745dc2521a74f8480cb3ab8f62f063069f51a4289 err || fail "the stated hash is not named"
[ -s out ] && fail "a damaged split is printed"

status=0
"$ROLLBOOK_BIN" split check absent.json >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "an absent file gives status $status, not 2"
status=0
"$ROLLBOOK_BIN" split make --level 5 --seed 1 >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "level 5 gives status $status, not 2"

"$ROLLBOOK_BIN" split check l1_seed42 >out || fail "no built-in l1_seed42"
"$ROLLBOOK_BIN" split make --level 2 --seed 7 --out - >two.json 2>err || fail "make level 2"
grep -q fingerprint two.json && fail "level 2 has a fingerprint"
grep -q fingerprint err || fail "the missing fingerprint is not said"
"$ROLLBOOK_BIN" split check two.json >out || fail "check level 2"
