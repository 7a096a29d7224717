# The loadable extension gives plain sqlite3 and Python the same functions.
# labels: release
command -v sqlite3 >/dev/null || { echo "SKIP: sqlite3 is not installed"; exit 77; }
extension=$ROLLBOOK_BUILD_DIR/librollbook_sqlite.so
[ -e "$extension" ] || { echo "no $extension"; exit 1; }
"$ROLLBOOK_BIN" init x.db -q
query="SELECT median(x), quantile(x, 0.25), geomean(x), round(stdev(x), 9), round(expected_max(x, 2), 9), spearman(x, x * x),
  pass_at_k(10, 5, 1), round(wilson_low(8, 10), 9), round(wilson_high(8, 10), 9), length(diff('a', 'b')),
  (SELECT sum(value) FROM floats(x'0000803f00000040', 'f32'))
FROM (SELECT 1.0 AS x UNION ALL SELECT 2 UNION ALL SELECT 4)"
want='2.0|1.5|2.0|1.527525232|3.333333333|1.0|0.5|0.490162472|0.943317849|86|3.0'
sqlite3 x.db ".load $extension" "$query" >out
grep -qxF "$want" out || { echo "sqlite3: $(cat out)"; exit 1; }
sqlite3 x.db ".load $extension" 'SELECT pass_at_k(4, 1, 8)' >out 2>&1 && { echo 'K > n passed'; exit 1; }
grep -q 'K = 8 needs' out
# Without it, every view can still be read.
for view in v_run v_task v_rollout v_evaluation v_timing v_reward; do
    sqlite3 -readonly x.db "SELECT count(*) FROM $view" | grep -qx 0
done
can_load='import sqlite3, sys; sys.exit(not hasattr(sqlite3.Connection, "enable_load_extension"))'
for python in /usr/bin/python3 python3; do
    if command -v "$python" >/dev/null && "$python" -c "$can_load" 2>/dev/null; then
        "$python" - "$extension" "$query" "$want" <<'EOF'
import sqlite3, sys
c = sqlite3.connect("x.db")
c.enable_load_extension(True)
c.load_extension(sys.argv[1])
got = "|".join(str(v) for v in c.execute(sys.argv[2]).fetchone())
assert got == sys.argv[3], got
EOF
        exit 0
    fi
done
echo "no Python here can load extensions; the shell could"
