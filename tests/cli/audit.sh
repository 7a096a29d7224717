# The audit end to end: a clean run of our own has no findings, a speedup of a thousand has.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

# expect STATUS ARGUMENT...
expect() {
    wanted=$1
    shift
    status=0
    "$ROLLBOOK_BIN" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || complain "$*: status $status, not $wanted: $(cat out err)"
}
export ROLLBOOK_DB="$PWD/audit.db"

# Nothing is found in what the program measured itself, adaptation included.
"$ROLLBOOK_BIN" run best-of-n --tasks 4,5,12,28 --k 8 --case tiny --seed 3 --name bon -q >/dev/null
"$ROLLBOOK_BIN" run ttt --tasks 4,28 --k 6 --steps 2 --case tiny --seed 5 --name ttt -q >/dev/null
settle "$ROLLBOOK_DB"
expect 0 audit
grep -q '^0 findings in 2 runs' out || complain "clean runs: $(cat out)"
expect 0 audit --json
grep -q '"schema":"rollbook.audit/1"' out || complain "no schema: $(cat out)"

# A text log with one impossible ratio; its honest neighbours are left alone.  Of problems 80 and 83 no roofline is
# known, because their results are.
result() {
    printf '[Eval Result] Problem ID: %s, Sample ID: 0\n' "$1"
    printf "compiled=True correctness=True metadata={'hardware': 'NVIDIA GeForce RTX 4090', 'device': 'cuda:0'} "
    printf "runtime=%s runtime_stats={'mean': %s, 'std': 0.01, 'min': %s, 'max': %s, 'num_trials': 100} ref_runtime=%s " \
        "$2" "$2" "$2" "$2" "$3"
    printf "ref_runtime_stats={'mean': %s, 'std': 0.01, 'min': %s, 'max': %s, 'num_trials': 100, 'hardware': '%s'}\n" \
        "$3" "$3" "$3" "$4"
}
{
    result 80 0.002 2.2 'NVIDIA GeForce RTX 4090'
    result 83 1.2345 2.3456 'NVIDIA GeForce RTX 4090'
    result 82 1.3 0.9 'NVIDIA GeForce RTX 4090'
} >log.txt
"$ROLLBOOK_BIN" ingest kernelbench-log log.txt --level 2 --run-name log >/dev/null 2>&1
expect 1 audit --run log --format csv
[ "$(grep -c . out)" -eq 2 ] || complain "one finding expected: $(cat out)"
grep -q '^error,speedup_bound,log,1,"\{0,1\}l2/80 sample 0: 1100x' out || complain "1100x: $(cat out)"
expect 0 audit --run log --max-speedup 2000
expect 1 audit --run log --max-speedup 1.5 --check speedup_bound --format csv
grep -q '^error,speedup_bound,log,2,' out || complain "bound 1.5: $(cat out)"

# The same with a reference of another device.
{
    result 1 12.345 23.456 'Tesla T4'
    result 2 1.3 0.9 'NVIDIA GeForce RTX 4090'
} >t4.txt
"$ROLLBOOK_BIN" ingest kernelbench-log t4.txt --level 2 --run-name t4 >/dev/null 2>&1
expect 1 audit --run t4 --format csv
[ "$(cut -d, -f1-4 out | tail -n +2)" = 'error,hardware_mismatch,t4,1' ] || complain "T4: $(cat out)"

# Texts of an imported run folder are read; what an honest one says in a docstring is none of it.
mkdir folder
cat >folder/level_1_problem_1_sample_0_kernel.py <<'END'
import torch
src = """
__global__ void k(const float *a, float *b, int n) { if (threadIdx.x < n) b[threadIdx.x] = a[threadIdx.x]; }
torch::Tensor f(torch::Tensor a) { cudaStream_t s; cudaStreamCreate(&s); k<<<1, 2, 0, s>>>(a); return a; }
"""
class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        try:
            return self.f(a)
        except Exception:
            return torch.matmul(a, b)
END
cat >folder/level_1_problem_2_sample_0_kernel.py <<'END'
import torch
src = """
__global__ void k(const float *a, float *b, int n) { if (threadIdx.x < n) b[threadIdx.x] = a[threadIdx.x]; }
"""
class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        """try: torch.matmul(a, b) would do it, except that we pass"""
        c = torch.empty_like(a)  # cudaStreamCreate
        self.k(a.data_ptr(), b.data_ptr(), c.data_ptr())
        return c
END
sample='[{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {}, "runtime": 2.7123, "runtime_stats": {}}]'
printf '{"1": %s, "2": %s}' "$sample" "$(echo "$sample" | tr 7 6)" >folder/eval_results.json
"$ROLLBOOK_BIN" ingest kernelbench folder --level 1 --run-name folder >/dev/null 2>&1
expect 1 audit --run folder --format csv
tail -n +2 out | cut -d, -f1,2,4 >got
printf '%s\n' error,code_stream_escape,1 warning,code_fallback,1 warning,code_library_call,1 >want
cmp -s got want || complain "run folder: $(cat out)"

# Rows are counted beyond the limit, listed up to it.
expect 1 audit --run log --max-speedup 1.5 --check speedup_bound --limit 1 --json
grep -q '"n_rows":2' out || complain "limit changes the count: $(cat out)"
[ "$(grep -o '"rollout_id"' out | wc -l)" -eq 1 ] || complain "limit 1: $(cat out)"

# One code, judged otherwise on the same device in a run that was stored before; of another device it is no contradiction.
for run in first second third; do
    mkdir -p twins/$run
    echo 'x = 1' >twins/$run/level_1_problem_9_sample_0_kernel.py
done
result() {
    printf '{"9": {"compiled": true, "correctness": %s, "metadata": {"hardware": "%s"}}}' "$1" "$2"
}
result false 'NVIDIA L4' >twins/first/eval_results.json
result true 'NVIDIA L4' >twins/second/eval_results.json
result true 'NVIDIA T4' >twins/third/eval_results.json
"$ROLLBOOK_BIN" ingest auto twins --db twins.db >/dev/null 2>&1
expect 0 audit --db twins.db --check same_code_other_outcome --run first
expect 0 audit --db twins.db --check same_code_other_outcome --run third
expect 1 audit --db twins.db --check same_code_other_outcome --run second --format csv
grep -q 'measured (correct), but the same code was mismatch (not correct) in run first, step 0 sample 0' out || complain "twins: $(cat out)"

expect 0 audit --list --format csv
[ "$(tail -n +2 out | wc -l)" -ge 25 ] || complain "few checks: $(cat out)"
tail -n +2 out | cut -d, -f1 | while IFS= read -r check; do
    grep -q "^$check |" "$ROLLBOOK_SOURCE_DIR/docs/internals/audit.md" || echo "docs/internals/audit.md does not name $check"
done >unnamed
[ -s unnamed ] && complain "$(cat unnamed)"
expect 2 audit --check no_such_check
expect 2 audit --max-speedup 0
expect 3 audit --run nobody

