# labels: slow
# An import killed with -9 at several moments leaves the database as it was or with whole
# transactions, and the same command then gives what an undisturbed import gives; so it is for a
# database that is built beside its place and for one that holds rollouts already.
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/bench/make_rollouts.py" 26000 half 700 >big.jsonl
head -n 40 big.jsonl >small.jsonl
map=$ROLLBOOK_SOURCE_DIR/bench/rollouts_map.json

ingest() {
    "$ROLLBOOK_BIN" ingest jsonl "$2" --map "$map" --db "$1" --run-name "$3" -q
}

# Kills the import after $1 seconds; 0 when it was still running.
ingest_and_kill() {
    "$ROLLBOOK_BIN" ingest jsonl big.jsonl --map "$map" --db killed.db --run-name big -q >out.txt 2>err.txt &
    pid=$!
    sleep "$1"
    hit=0
    kill -9 "$pid" 2>/dev/null || hit=1
    wait "$pid" 2>/dev/null || true
    return $hit
}

# Everything but the times of day and the names of the files.
rows() {
    for query in "SELECT * FROM blob" "SELECT * FROM task" "SELECT * FROM run_task" "SELECT * FROM rollout" \
        "SELECT evaluation_id, rollout_id, device_id, outcome, compiled, correct FROM evaluation" "SELECT * FROM measurement"; do
        "$ROLLBOOK_BIN" sql -q --db "$1" --format csv "$query"
    done | sha256sum
}

# What must hold after each kill.
check_after_kill() {
    if [ "$1" = new ]; then
        # Nothing was there, so nothing is there, until all of it is.
        [ ! -e killed.db ] || return 0
        [ ! -e killed.db-wal ]
        return 0
    fi
    "$ROLLBOOK_BIN" verify -q --db killed.db >/dev/null
    n=$("$ROLLBOOK_BIN" sql -q --db killed.db --format csv "SELECT count(*) FROM v_rollout" | tail -n 1)
    [ $(((n - 40) % 10000)) -eq 0 ] || [ "$n" -eq 26040 ] || { echo "$n rollouts: no whole transactions"; exit 1; }
}

for kind in new old; do
    rm -f killed.db* calm.db*
    if [ $kind = old ]; then
        ingest killed.db small.jsonl small >/dev/null
        ingest calm.db small.jsonl small >/dev/null
    fi
    kills=0
    for delay in 0.02 0.1 0.05 0.2 0.4 0.15 0.3; do
        ingest_and_kill $delay || continue
        kills=$((kills + 1))
        check_after_kill $kind
    done
    [ $kills -ge 2 ] || { echo "killed only $kills times: the test proved nothing"; exit 1; }
    ingest killed.db big.jsonl big >out.txt
    ingest calm.db big.jsonl big >/dev/null
    [ -z "$(ls ./*.partial* 2>/dev/null)" ]
    [ "$(rows killed.db)" = "$(rows calm.db)" ]
    "$ROLLBOOK_BIN" verify -q --db killed.db >/dev/null
    # Once more adds nothing.
    before=$(rows killed.db)
    ingest killed.db big.jsonl big | grep -q "26000 *0 *26000 *0"
    [ "$(rows killed.db)" = "$before" ]
    echo "$kind database: killed $kills times, rows as in an undisturbed import"
done
