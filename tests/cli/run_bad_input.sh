# Wrong arguments are refused with status 2 and a message that names them; nothing is written.
refuse() {
    want=$1
    words=$2
    shift 2
    status=0
    "$ROLLBOOK_BIN" "$@" >out.txt 2>err.txt || status=$?
    if [ "$status" -ne "$want" ] || ! grep -q -- "$words" err.txt; then
        echo "rollbook $*: status $status, wanted $want with '$words'; it said:"
        cat err.txt
        exit 1
    fi
}
export ROLLBOOK_DB=x.db
refuse 2 "name the tasks" run best-of-n --k 4
refuse 3 "no task .999." run best-of-n --tasks 999
refuse 2 "named already" run best-of-n --tasks 4,l1/4
refuse 2 "is empty" run best-of-n --tasks 4,,5
refuse 2 "not an integer" run best-of-n --tasks 4 --k 1.5
refuse 2 "--k: 0" run best-of-n --tasks 4 --k 0
refuse 2 "--k: -3" run best-of-n --tasks 4 --k -3
refuse 2 "temperature" run best-of-n --tasks 4 --temperature -1
refuse 2 "greedy" run ttt --tasks 4 --temperature 0
refuse 2 "not a number" run best-of-n --tasks 4 --temperature nan
refuse 2 "--case" run best-of-n --tasks 4 --case huge
refuse 2 "--mode" run best-of-n --tasks 4 --mode slow
refuse 2 "unknown policy" run best-of-n --tasks 4 --policy oracle
refuse 2 "unknown reward" run best-of-n --tasks 4 --reward money
refuse 2 "not in the eval part" run best-of-n --tasks 4 --split l1_seed43
refuse 2 "did you mean --tasks" run best-of-n --task 4
refuse 2 "given twice" run best-of-n --tasks 4 --k 1 --k 2
refuse 2 "did you mean" rum best-of-n
refuse 2 "say what to run" run
refuse 2 "needs a name from the list" task
for name in 'a,b' ' ' 'a ' "$(printf 'a\tb')" "$(printf '\377')"; do
    refuse 2 "cannot name a run" run best-of-n --tasks 4 --k 1 --name "$name"
    refuse 2 "cannot name a run" ingest samples none.jsonl --run-name "$name"
done
refuse 2 "1 to 200 bytes" run best-of-n --tasks 4 --k 1 --name ""
refuse 2 "seed: 9223372036854775808 is not between 0" run best-of-n --tasks 4 --seed 9223372036854775808
refuse 2 "cannot be updated" run ttt --tasks 4 --policy replay --policy-config '{"rollouts":[]}'
printf '{"level": "level_1"' >cut.json
refuse 4 "cut.json:1:" run best-of-n --split cut.json
[ ! -e x.db ] || { echo "a refused run leaves a database"; exit 1; }
"$ROLLBOOK_BIN" init -q
refuse 2 "no such database" sql --db missing.db "SELECT 1"
refuse 2 "SQL" sql "SELEC 1"
refuse 2 "^rollbook: none.sql: cannot open" sql -f none.sql
"$ROLLBOOK_BIN" sql "SELECT 1" >/dev/full 2>err.txt && exit 1 || [ $? -eq 4 ]
# Numbers are taken up to their bounds and refused beyond, by the name of their option.
for beyond in 'best-of-n --k 0' 'best-of-n --k 1000001' 'best-of-n --workers 257' 'ttt --steps -1' 'ttt --steps 10001' 'ttt --patience -1' \
    'ttt --patience 10001' 'refine --turns 0' 'refine --feedback-lines 0' 'refine --feedback-lines 1001' 'refine --feedback-bytes 100001'; do
    option=${beyond#* }
    # shellcheck disable=SC2086
    refuse 2 "${option% *}: ${option#* } is not between" run $beyond --tasks 4 --case tiny
done
"$ROLLBOOK_BIN" run ttt --steps 0 --patience 0 --k 1 --tasks 4 --case tiny --name still -q >out.txt 2>err.txt || { echo "steps 0: $(cat err.txt)"; exit 1; }
"$ROLLBOOK_BIN" run ttt --steps 1 --patience 10000 --k 1 --tasks 4 --case tiny --name patient -q >out.txt 2>err.txt || { echo "patience 10000: $(cat err.txt)"; exit 1; }
