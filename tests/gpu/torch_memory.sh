# Three workers on one card judge modules of a problem of which one alone has room: all are measured, in double precision.
# part of: modules
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
mkdir -p problems/level1 runs/large
cat >problems/level1/1_Large.py <<'END'
import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.rand(4096, 393216)]
def get_init_inputs():
    return []
END
i=0
for body in 'torch.relu(x)' 'x.clamp(min=0)' 'torch.where(x > 0, x, 0.0)' 'torch.maximum(x, x.new_zeros(()))'; do
    printf 'import torch\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return %s\n' "$body" >runs/large/level_1_problem_1_sample_${i}_kernel.py
    i=$((i + 1))
done
"$ROLLBOOK_BIN" task import-kernelbench problems --suite large --db t.db >out 2>&1
"$ROLLBOOK_BIN" eval-folder runs/large --suite large --backend cuda -j 3 --db t.db >out 2>err || [ $? -eq 1 ]
"$ROLLBOOK_BIN" sql --db t.db --format csv "SELECT e.outcome, x.value, coalesce(e.message, x.detail), round(n.total_ms) FROM v_evaluation e JOIN v_evidence x USING (evaluation_id)
    JOIN evaluation n USING (evaluation_id) WHERE x.kind = 'reference_precision'" >rows
cat rows
[ "$(grep -c '^measured,64' rows)" -eq 4 ] || {
    echo "not all are measured in double precision"
    cat err
    exit 1
}
