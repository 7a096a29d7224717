# An import without disk ends with status 4 and says so; whole transactions are there, and with room
# again the same command stores the rest.
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
python3 "$ROLLBOOK_SOURCE_DIR/bench/make_rollouts.py" 24000 distinct 700 >big.jsonl
head -n 40 big.jsonl >small.jsonl
map=$ROLLBOOK_SOURCE_DIR/bench/rollouts_map.json
mkdir disk
mounted=no

unmount() {
    [ $mounted = no ] || umount disk
    mounted=no
}
trap unmount EXIT

ingest() {
    "$ROLLBOOK_BIN" ingest jsonl "$1" --map "$map" --db disk/x.db --run-name "$2" -q
}

count() {
    "$ROLLBOOK_BIN" sql -q --db disk/x.db --format csv "SELECT count(*) FROM v_rollout" | tail -n 1
}

check_full() {
    status=$1
    before=$2
    [ "$status" -eq 4 ] || { echo "status $status, not 4: $(cat err.txt)"; exit 1; }
    if [ $mounted = yes ]; then
        grep -q "Free some space on its disk" err.txt || { cat err.txt; exit 1; }
    else
        grep -Eq "full|disk I/O error" err.txt || { cat err.txt; exit 1; }
    fi
    [ -z "$(ls disk/x.db.* 2>/dev/null)" ]
    [ -e disk/x.db ] || { [ "$before" -eq 0 ] && return 0; }
    "$ROLLBOOK_BIN" verify -q --db disk/x.db >/dev/null
    n=$(count)
    [ $(((n - before) % 10000)) -eq 0 ] || { echo "$n rollouts: no whole transactions"; exit 1; }
}

# A small disk: a file system of its own where that is allowed, else a limit on the size of files.
small_disk() {
    if mount -t tmpfs -o size=12m tmpfs disk 2>/dev/null; then
        mounted=yes
    fi
}
more_room() {
    [ $mounted = no ] || mount -o remount,size=200m disk
}
limited() {
    if [ $mounted = yes ]; then
        ingest "$@"
    else
        # 512-byte blocks; without the signal a write fails
        (trap '' XFSZ && ulimit -f 20000 && ingest "$@")
    fi
}

for kind in new old; do
    small_disk
    before=0
    if [ $kind = old ]; then
        ingest small.jsonl small >/dev/null
        before=40
    fi
    status=0
    limited big.jsonl big >out.txt 2>err.txt || status=$?
    check_full $status $before
    more_room
    ingest big.jsonl big >/dev/null
    [ "$(count)" -eq $((24000 + before)) ]
    "$ROLLBOOK_BIN" verify -q --db disk/x.db >/dev/null
    unmount
    rm -f disk/x.db*
done

# Nor can a reader begin when its disk has no byte left.
if mount -t tmpfs -o size=8m tmpfs disk 2>/dev/null; then
    mounted=yes
    ingest small.jsonl small >/dev/null
    head -c 9000000 /dev/zero >disk/fill 2>/dev/null || :
    status=0
    "$ROLLBOOK_BIN" runs --db disk/x.db >out.txt 2>err.txt || status=$?
    [ "$status" -eq 0 ] || { [ "$status" -eq 4 ] && grep -q "Free some space" err.txt; } || { cat err.txt; exit 1; }
    rm disk/fill
    [ "$(count)" -eq 40 ]
fi
