# The module of a PyTorch problem is code of whoever made the database: it runs only after this user imported or approved it.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
export ROLLBOOK_CONFIG_DIR="$PWD/theirs"
printf 'import torch\n\nclass ModelNew(torch.nn.Module):\n    def forward(self, x):\n        return torch.relu(x)\n' >relu.py
expect 0 task import-kernelbench problems --suite mine --db a.db
expect 0 eval relu.py --task mine:l1/2 --db a.db

export ROLLBOOK_CONFIG_DIR="$PWD/mine"
refused() {
    expect 8 "$@"
    said "PyTorch problem: mine:l1/2 (code with SHA-256"
}
refused eval relu.py --task mine:l1/2 --db a.db
refused run best-of-n --tasks mine:l1/2 --k 1 --policy replay --policy-config '{"rollouts":[]}' --db a.db
refused baseline measure --tasks mine:l1/2 --backend cpu --db a.db
expect 0 eval relu.py --task mine:l1/2 --db a.db --trust
expect 0 eval relu.py --task mine:l1/2 --db a.db
# Another text under the same name is another problem.
command -v sqlite3 >/dev/null 2>&1 || { echo "sqlite3 is not installed"; exit 77; }
sqlite3 a.db "UPDATE blob SET text = replace(text, 'relu', 'tanh') WHERE blob_id = (SELECT module_blob_id FROM task WHERE suite = 'mine' AND problem_id = 2)"
refused eval relu.py --task mine:l1/2 --db a.db
[ "$failures" -eq 0 ]
