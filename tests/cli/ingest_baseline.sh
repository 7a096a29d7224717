# Baseline files become one row a name, hardware and task; null is a row without a runtime.
fixtures=$ROLLBOOK_SOURCE_DIR/tests/fixtures/kernelbench
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect 0 ingest kernelbench-baseline "$fixtures/baseline_time_torch.json" --format csv
counts torch_eager,4,4,0,0,0
said 'times of more than one device: NVIDIA A10G, NVIDIA A10'
rows "SELECT b.hardware, t.level, t.problem_id, t.name, b.runtime_us, b.n_samples FROM baseline b
      JOIN task t ON t.task_id = b.task_id ORDER BY t.level, t.problem_id" \
'NVIDIA A10G,1,1,1_Square_matrix_multiplication_,2660,100
NVIDIA A10,1,4,4_Matrix_vector_multiplication_,500,100
"",1,33,33_BatchNorm,NA,NA
NVIDIA A10G,2,1,1_Conv2D_ReLU_BiasAdd,NA,NA
'
expect 0 ingest kernelbench-baseline "$fixtures/baseline_time_torch.json" --format csv
counts torch_eager,4,0,4,0,0
said "nothing new for 'torch_eager'"

# Another time under the same name is refused, under another name it is welcome.
sed 's/2.66/2.5/' "$fixtures/baseline_time_torch.json" >other.json
expect 0 ingest kernelbench-baseline other.json --name torch_eager --format csv
counts torch_eager,4,0,3,1,0
said "baseline 'torch_eager' already has a different time for it on 'NVIDIA A10G': give another --name"
expect 0 ingest kernelbench-baseline other.json --name mine --level 1 --format csv
counts mine,3,3,0,0,1
cp other.json baseline_time_torch_compile_inductor_default.json
expect 0 ingest kernelbench-baseline baseline_time_torch_compile_inductor_default.json --format csv
counts torch_compile_inductor_default,4,4,0,0,0

# A file without levels needs one; bad keys and entries without a mean are refused.
expect 2 ingest kernelbench-baseline "$fixtures/baseline_one_level.json"
said 'give --level N'
expect 0 ingest kernelbench-baseline "$fixtures/baseline_one_level.json" --level 1 --format csv
counts baseline_one_level,4,2,0,2,0
said 'refused: level 1, "Softmax.py": the key does not begin with a problem number'
said 'refused: level 1, "3_Batched_matrix_multiplication.py": it has no mean'
rows "SELECT hardware, runtime_us FROM baseline WHERE name = 'baseline_one_level' ORDER BY task_id" 'X,2500\nX,NA\n'

# When nothing of a file can be stored, the status says so.
printf '{"level1": {"1_Square_matrix_multiplication_.py": {"mean": 9, "hardware": "X"}}}' >all.json
expect 1 ingest kernelbench-baseline all.json --name baseline_one_level
said 'nothing was stored'
expect 4 ingest kernelbench-baseline "$fixtures/empty.json"
expect 4 ingest kernelbench-baseline "$fixtures/list.json"
expect 3 ingest kernelbench-baseline "$fixtures/no_records.json"
expect 2 ingest kernelbench-baseline "$fixtures/baseline_time_torch.json" --run-name x
status=0
"$ROLLBOOK_BIN" ingest kernelbench-baseline - <"$fixtures/baseline_time_torch.json" >out 2>err || status=$?
[ "$status" -eq 2 ] || complain "standard input without a name: status $status: $(cat err)"

# A run on two cards is divided card by card, or not at all: 4 / 2 and 1 / 2 ms.
card() { printf '"%s": {"mean": %s, "hardware": "%s"}' "$1" "$2" "$3"; }
one=1_Square_matrix_multiplication_.py two=2_Standard_matrix_multiplication_.py
echo "{\"level1\": {$(card $one 4 A), $(card $two 4 A)}}" >cards_a.json
echo "{\"level1\": {$(card $one 1 B), $(card $two 1 B)}}" >cards_b.json
result='[{"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "%s"}, "runtime": 2}]'
# shellcheck disable=SC2059
printf "{\"1\": $result, \"2\": $result}" A B >two_cards.json
expect 0 ingest kernelbench two_cards.json --level 1 --run-name cards
expect 0 ingest kernelbench-baseline cards_a.json --name cards
expect 2 analyze summary --run cards --baseline cards
said 'has no times of B'
expect 0 ingest kernelbench-baseline cards_b.json --name cards
expect 0 analyze summary --run cards --baseline cards --json
grep -q '"min_speedup":0.5,"max_speedup":2,' out || complain "two cards: $(cat out)"
expect 0 analyze summary --run cards --baseline cards --baseline-hardware A
said 'HARDWARE MISMATCH'

