# All native tasks on a GPU: each reference is right and timed, each wrong kernel is refused at a small size.
#   ROLLBOOK_BIN=build/release/rollbook ROLLBOOK_SOURCE_DIR=$PWD sh -eu tests/gpu/all_tasks.sh 1-50 FOLDER
# With a slice of the problem ids references run at full size, without one at the cpu size. FOLDER (default: rollbook_gpu_tasks) keeps
# reference_SIZE.csv and wrong.csv; a call goes on where the last one stopped, and starts no task after ROLLBOOK_SECONDS (400). A task
# whose size has no room on the card is counted, not failed; one that was not reached is (status 1, call again).
# A row of references: task,outcome,reference_us,seconds of the whole evaluation,message.
# ROLLBOOK_BACKEND=cpu does the same on processors.
set -eu
slice=${1:-1-100}
folder=${2:-rollbook_gpu_tasks}
seconds=${ROLLBOOK_SECONDS:-400}
limit=${ROLLBOOK_TASK_SECONDS:-150}
backend=${ROLLBOOK_BACKEND:-cuda}
size=${ROLLBOOK_CASE:-${1:+full}}
size=${size:-cpu}
rows=$folder/reference_$size.csv
case $backend,$("$ROLLBOOK_BIN" device --format csv) in
cpu,* | *"cuda:0,name"*) ;;
*)
    echo "no GPU here"
    exit 77
    ;;
esac
mkdir -p "$folder"
touch "$rows" "$folder/wrong.csv"
start=$(date +%s)
member() { # of one evaluation as JSON: the first value of that name
    grep -o "\"$1\":\(\"[^\"]*\"\|[^,}]*\)" "$2" | head -1 | cut -d: -f2- | tr -d '"'
}

# Refusals need no clock, so several processes share the card.
refuse() { # task wrong_NAME
    file=$folder/$(echo "$1" | tr / _)_$2
    "$ROLLBOOK_BIN" task show "$1" --kernel "$2" >"$file.cu"
    timeout 120 "$ROLLBOOK_BIN" eval "$file.cu" --task "$1" --case tiny --seed 1 --backend "$backend" --json >"$file.json" 2>"$file.err" || :
    outcome=$(member outcome "$file.json")
    echo "$1,$2,${outcome:-failed: $(head -1 "$file.err" | tr , ';')}" >>"$folder/wrong.csv"
    rm -f "$file.cu" "$file.json" "$file.err"
}
if [ "${ROLLBOOK_REFUSE:-}" = one ]; then
    refuse "$3" "$4"
    exit 0
fi

first=${slice%-*}
last=${slice#*-}
n=$first
while [ "$n" -le "$last" ]; do
    "$ROLLBOOK_BIN" task show "l1/$n" --json | grep -o '"wrong":\[[^]]*' | grep -o 'wrong_[A-Za-z0-9_]*' | while read -r name; do
        grep -q "^l1/$n,$name," "$folder/wrong.csv" || echo "l1/$n $name"
    done
    n=$((n + 1))
done >"$folder/wrong.todo"
ROLLBOOK_REFUSE=one xargs -r -P 8 -n 2 sh -eu "$0" "$slice" "$folder" <"$folder/wrong.todo"
rm -f "$folder/wrong.todo"
echo "wrong kernels: $(wc -l <"$folder/wrong.csv") tried after $(($(date +%s) - start)) s"

left=0
n=$first
while [ "$n" -le "$last" ]; do
    task=l1/$n
    n=$((n + 1))
    ! grep -q "^$task," "$rows" || continue
    begun=$(date +%s)
    if [ $((begun - start)) -ge "$seconds" ]; then
        left=$((left + 1))
        continue
    fi
    "$ROLLBOOK_BIN" task show "$task" --kernel baseline >"$folder/kernel.cu"
    status=0
    timeout "$limit" "$ROLLBOOK_BIN" eval "$folder/kernel.cu" --task "$task" --case "$size" --seed 1 --backend "$backend" --deadline 60000 --json \
        >"$folder/out.json" 2>"$folder/err" || status=$?
    outcome=$(member outcome "$folder/out.json")
    message=$(member message "$folder/out.json")
    [ -n "$outcome" ] || message=$(head -1 "$folder/err")
    if [ "$status" -eq 124 ]; then
        outcome=late
        message="not done after $limit s"
    elif grep -qi 'out.of.memory' "$folder/err" "$folder/out.json"; then
        outcome=no_room
    fi
    echo "$task,${outcome:-failed},$(member runtime_us "$folder/out.json"),$(($(date +%s) - begun)),$(echo "$message" | tr ',\n' '; ')" |
        tee -a "$rows"
done
rm -f "$folder/kernel.cu" "$folder/out.json" "$folder/err"

echo "size $size, $(wc -l <"$rows") tasks:"
cut -d, -f2 "$rows" | sort | uniq -c
echo "wrong kernels at tiny sizes:"
cut -d, -f3 "$folder/wrong.csv" | sort | uniq -c
bad=0
if grep -Ev '^[^,]*,(measured|no_room),' "$rows" || grep -E ',(measured|failed.*)$' "$folder/wrong.csv"; then
    bad=1
fi
if [ "$left" -gt 0 ]; then
    echo "$left tasks are left: call again"
    bad=1
fi
exit "$bad"
