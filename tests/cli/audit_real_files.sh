# Published results: the ratio of 1089 is found, and nothing that is no finding is.
data=$ROLLBOOK_SOURCE_DIR/../shared/data
log=$data/kernelbench-rtx4090/runs/retime.log
[ -f "$log" ] || { echo "SKIP: $log is not there"; exit 77; }
status=0
"$ROLLBOOK_BIN" ingest kernelbench-log "$log" --db x.db >/dev/null 2>&1
"$ROLLBOOK_BIN" audit --db x.db --format csv >out || status=$?
[ "$status" -eq 1 ]
grep -q '^error,speedup_bound,codex_gpt55_retime_l2,1,"l2/80 sample 0: 1089.22x' out || { cat out; exit 1; }
[ "$(grep -c '^error' out)" -eq 1 ] || { cat out; exit 1; }
[ "$(tail -n +2 out | cut -d, -f2 | sort -u | tr '\n' ' ')" = 'rounded_times speedup_bound speedup_flagged speedup_in_noise ' ] || { cat out; exit 1; }
