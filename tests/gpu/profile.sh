# Counters agree with what kernels of known traffic do, name what only they can see, and are stored.
# labels: slow
set -eu
case $("$ROLLBOOK_BIN" device --format csv) in
*"cuda:0,counters_permitted,yes"*) ;;
*"cuda:0,name"*)
    "$ROLLBOOK_BIN" device --format csv | grep counters
    echo "no counters here"
    exit 77
    ;;
*)
    echo "no GPU here"
    exit 77
    ;;
esac
kernels=$ROLLBOOK_SOURCE_DIR/tasks/kernels
cheats=$ROLLBOOK_SOURCE_DIR/tests/cheats/gpu
look() { # file, task, case, what python must find true of the row r, its profile p and evidence e, options
    # shellcheck disable=SC2086 # one word an option
    "$ROLLBOOK_BIN" eval "$1" --task "l1/$2" --case "$3" --backend cuda --counters --json ${5:-} >out.json 2>err || [ "${5:-}" ] || { cat err; exit 1; }
    python3 - "$4" <<'PY' || { echo "$1, l1/$2, $3"; exit 1; }
import json, sys
r = json.load(open("out.json"))["rows"][0]
p = r["profile"]
e = {x["kind"]: x for x in r["evidence"]}
k = p["kernels"]
total = lambda name: sum(x["counters"][name] for x in k)
near = lambda a, b, share: abs(a - b) <= share * b
if not eval(sys.argv[1]):
    print(sys.argv[1])
    print(json.dumps(p)[:3000])
    print(json.dumps(e)[:3000])
    sys.exit(1)
PY
}
"$ROLLBOOK_BIN" task show 28 --kernel tuned >tuned_28.cu
# Traffic and arithmetic of kernels that touch every element once, from megabytes to gigabytes.
for case in cpu full; do
    look tuned_28.cu 28 "$case" 'e["counters"]["pass"] and near(total("dram_read_bytes"), p["bytes"] / 2, 0.02)'
    look tuned_28.cu 28 "$case" 'near(total("ffma"), p["bytes"] / 8, 0.01) and total("dfma") == 0'
    look tuned_28.cu 28 "$case" 'e["reduced_precision"]["pass"] and e["unwritten_output"]["pass"] and e.get("unread_input", {"pass": True})["pass"]'
done
look tuned_28.cu 28 full 'near(p["dram_bytes"], p["bytes"], 0.03) and 0.8 < p["speed_of_light"] < 1.25'
look "$kernels/l1_18_reference.cu" 18 cpu 'total("ffma") == 122 * 118 * 131'
# What the result cannot show: matrix units that round their factors.
look "$cheats/tensor_split.cu" 18 cpu 'r["outcome"] == "measured" and not e["reduced_precision"]["pass"] and e["reduced_precision"]["value"] > 0'
look "$cheats/tensor_split_honest.cu" 18 cpu 'r["outcome"] == "measured" and e["reduced_precision"]["pass"]'
# Right outputs from inputs that were not read: only a known seed allows it, and only counters show it.
seed='--seed 7 --dims n=67108864'
look "$cheats/regenerated.cu" 28 full 'r["outcome"] == "cheat" and r["cheat_kind"] == "unread_input" and e["unread_input"]["value"] < 1e6' "$seed"
look "$cheats/regenerated.cu" 28 full 'r["outcome"] == "measured" and e["unread_input"]["pass"]' "--seed 8 --dims n=67108864"
look "$cheats/regenerated_honest.cu" 28 full 'r["outcome"] == "measured" and e["unread_input"]["pass"]' "$seed"
# Every launch of a plan is counted, and the database holds it.
"$ROLLBOOK_BIN" run best-of-n --db x.db --tasks 4,28 -k 6 --seed 5 --case cpu --backend cuda --counters -j 2 -q >/dev/null
ask() { # query, pattern
    "$ROLLBOOK_BIN" sql --db x.db --format csv "$1" | tail -n 1 | grep -qx "$2" || { echo "$1: $("$ROLLBOOK_BIN" sql --db x.db --format csv "$1" | tail -n 1)"; exit 1; }
}
ask "SELECT count(*) > 0, count(*) = (SELECT count(*) FROM v_evaluation WHERE correct = 1), count(why_not_counted), count(dram_bytes) = count(*),
     min(own_share) > 0.2, max(own_share) < 1.0001 FROM v_profile" '1,1,0,1,1,1'
ask "SELECT count(*) = sum(registers > 0), count(*) = sum(occupancy > 0 AND occupancy <= 1) FROM v_profile_kernel" '1,1'
ask "SELECT count(*) = sum(length(clocks_mhz) = 8 * n_samples) FROM v_clock WHERE subject = 'candidate'" '1'
ask "SELECT count(DISTINCT method), max(method) FROM measurement" '1,cuda_event'
