# labels: slow
# bench/study/study.sh on processors with a model that writes whole kernels: a call ends in the middle of each phase, by its own
# time, by a kill of everything, or with a machine that keeps only the parts; the same call goes on, and nothing is lost or doubled.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
python=${ROLLBOOK_PYTHON:-python3}
"$python" -c 'import peft, torch, transformers' >/dev/null 2>&1 || {
    echo "$python has no transformers and peft"
    exit 77
}
kernel() {
    printf '//@ launch f(x, y, n) grid=ceil_div(n, %d) block=%d\nextern "C" __global__ void f(const float *x, float *y, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n        y[i] = %s;\n}\n' "$1" "$1" "$2"
}
kernel 256 "fmaxf(x[i], 0.0f)" >relu
kernel 32 "fmaxf(x[i], 0.0f)" >slow
kernel 256 "1.0f / (1.0f + expf(-x[i]))" >sigmoid
kernel 256 "x[i] / (1.0f + fabsf(x[i]))" >softsign
kernel 256 "fminf(fmaxf(x[i], -1.0f), 1.0f)" >hardtanh
kernel 256 "x[i] +" >broken
mkdir folder
HF_HUB_OFFLINE=1 "$python" "$ROLLBOOK_SOURCE_DIR/tests/support/study_model.py" folder/base relu slow sigmoid softsign hardtanh broken >made 2>&1 || fail "no model: $(cat made)"
cp -r folder/base kept-base
STUDY_PYTHON=$python STUDY_BACKEND=cpu STUDY_TOKENS=4 STUDY_PORT=$((20000 + $$ % 20000)) STUDY_TRAINER="--device cpu" STUDY_OPTIONS="--case tiny -j 1"
STUDY_PLAN="--tasks 19,21 --held 30,32 -k 8 --seeds 42 --ttt-steps 1 --teacher-k 8 --sft-epochs 1 --group 4 --batch 1"
STUDY_FROM=$PWD/parts STUDY_TO=$PWD/parts STUDY_PACK_SECONDS=0
export STUDY_PYTHON STUDY_BACKEND STUDY_TOKENS STUDY_PORT STUDY_TRAINER STUDY_OPTIONS STUDY_PLAN STUDY_FROM STUDY_TO STUDY_PACK_SECONDS
sql() {
    sqlite3 folder/study.db "$1" 2>/dev/null || echo 0
}
call() {
    sh "$ROLLBOOK_SOURCE_DIR/bench/study/study.sh" "$ROLLBOOK_BIN" folder >>log 2>&1
}
begun() {
    sql "SELECT (SELECT count(*) FROM run WHERE name = 'neural-$1-42' AND '$1' = 'sft') + (SELECT count(*) FROM attempt JOIN run USING (run_id) WHERE run.name = 'neural-$1-42')"
}
how=kill
for phase in teacher sft rlvr best-of-n ttt sdpo; do
    sh "$ROLLBOOK_SOURCE_DIR/bench/study/study.sh" "$ROLLBOOK_BIN" folder >>log 2>&1 &
    script=$!
    tries=0
    until [ "$(begun $phase)" -gt 0 ]; do
        kill -0 $script 2>/dev/null || fail "the call ended before $phase: $(tail -5 log)"
        tries=$((tries + 1))
        [ $tries -lt 6000 ] || fail "$phase did not begin: $(tail -5 log)"
        sleep 0.05
    done
    if [ $how = kill ]; then # everything at once; the machine's files stay
        # shellcheck disable=SC2046
        kill -9 $script $(cat folder/pids) 2>/dev/null || true
        wait $script 2>/dev/null || true
        how=end
    else # told to end; the machine's files are gone
        kill -TERM $script
        status=0
        wait $script || status=$?
        [ $status = 75 ] || complain "a call that was told to end in $phase: status $status, $(tail -5 log)"
        rm -rf folder
        how=kill
    fi
done
# Other declarations and damaged parts are refused, and harm nothing.
status=0
STUDY_TOKENS=5 call || status=$?
{ [ $status = 2 ] && grep -q "another declaration" log; } || complain "another declaration: $status $(tail -5 log)"
cp -r parts parts-kept
newest=$(find parts -name '*.sha256' | sort | tail -n 1)
echo x >>"${newest%.sha256}.part-aa"
status=0
call || status=$?
{ [ $status = 2 ] && grep -q "damaged or missing" log; } || complain "damaged parts: $status $(tail -5 log)"
rm -rf parts
mv parts-kept parts
call || fail "the last call: $(tail -5 log)"
[ "$(find parts -name '*.part-*' -size +16384k | wc -l)" = 0 ] || complain "a part has more than 16 MiB"
[ "$(sql "SELECT count(*) FROM run WHERE name LIKE 'neural-%' AND status = 'complete'")" = 8 ] || complain "runs: $(sql "SELECT name, status FROM run")"
sizes=$(sql "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM rollout JOIN run USING (run_id) WHERE name LIKE 'neural-%' GROUP BY run_id ORDER BY name)")
[ "$sizes" = 16,8,16,16,16,16,16 ] || complain "rollouts: $sizes; $(sql "SELECT name, count(*) FROM rollout JOIN run USING (run_id) GROUP BY name")"
[ "$(sql "SELECT count(*) FROM (SELECT 1 FROM rollout GROUP BY run_id, task_id, step, sample HAVING count(*) > 1)")" = 0 ] || complain "samples are there twice"
"$ROLLBOOK_BIN" verify --db folder/study.db >out 2>&1 || complain "verify: $(cat out)"
cmp -s folder/base/model.safetensors kept-base/model.safetensors || complain "the base model is another one"
