# A run a level: runs of one seed that share no task pair as one; those that share one do not.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

cat >map.json <<'E'
{"suite": "s", "fields": {"problem": "/p", "level": "/l", "correct": "/ok", "strategy": "/s", "seed": {"constant": 42}, "runtime_us": {"constant": 10}, "baseline_us": {"constant": 20}}}
E
for strategy in best-of-n ttt; do
    for level in 1 2; do
        for problem in 1 2 3; do
            for ok in true "$([ $strategy = ttt ] && echo true || echo false)"; do
                printf '{"p": %d, "l": %d, "ok": %s, "s": "%s"}\n' $problem $level "$ok" $strategy
            done
        done >$strategy-$level.jsonl
        expect 0 ingest jsonl $strategy-$level.jsonl --map map.json --run-name $strategy-$level
    done
done
cp ttt-1.jsonl again.jsonl
expect 0 ingest jsonl again.jsonl --map map.json --run-name again
expect 0 analyze compare --a best-of-n-1,best-of-n-2 --b ttt-1,ttt-2 --json
grep -q '6 tasks x 1 seeds' out || complain "$(cat out)"
expect 2 analyze compare --a best-of-n-1,best-of-n-2 --b ttt-1,again
said 'have the same seed 42 and tasks in common'
