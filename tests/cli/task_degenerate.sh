# The import of problems says which of them can be answered without their work, as an evaluation does.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
mkdir several
problem() { # NAME FORWARD SIZE
    printf 'import torch\nn = %s\nclass Model(torch.nn.Module):\n    def forward(self, x, y):\n        return %s\ndef get_inputs():\n    return [torch.rand(8, n), torch.rand(1)]\ndef get_init_inputs():\n    return []\n' \
        "$3" "$2" >"several/$1.py"
}
problem 1_constant '(x - x.mean(dim=1, keepdim=True)) * y' 1
problem 2_unused 'x * 2 + 0 * y' 4
problem 3_identity 'torch.relu(x)' '1000000 * 1000'
problem 4_work 'torch.sin(x) + y' 4
cat >several/5_layers.py <<'END'
import torch
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.LSTM(8, 8)
    def forward(self, x):
        return self.layers(x)[0]
def get_inputs():
    return [torch.rand(4, 2, 8)]
def get_init_inputs():
    return []
END
expect 0 task import-kernelbench several --suite s --format csv --db t.db
has ',5,3$'
said 's:1_constant.py: the problem needs no work, so a speedup says nothing: every element of the result is the same number'
said "s:2_unused.py: a part of the problem's work can be left out: the result does not depend on input 2"
said 's:3_identity.py: the problem needs no work, so a speedup says nothing: the result is an input, as the module draws its inputs (seen with smaller sizes)'
! grep -q '4_work\|5_layers' err || fail 'a problem that needs its work is accused'
sed 's/class Model/class ModelNew/' several/2_unused.py >same.py
expect 0 eval same.py --task s:2 --db t.db
has "message .*does not depend on input 2"
[ "$failures" -eq 0 ]
