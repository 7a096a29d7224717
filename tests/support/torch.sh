# torch.sh - a Python with torch and two problems in the folder problems; sourced by tests.

. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch' 2>/dev/null || {
    echo "$python has no torch (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
export ROLLBOOK_PYTHON="$python"
mkdir problems
cat >problems/1_Scaled_product.py <<'PY'
import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.scale = nn.Parameter(torch.rand(n))

    def forward(self, a: torch.Tensor,
                b: torch.Tensor) -> torch.Tensor:
        c = torch.matmul(a, b)
        return c * self.scale

n = 32
def get_inputs():
    return [torch.rand(96, 64), torch.rand(64, n)]
def get_init_inputs():
    return [n]
PY
cat >problems/2_ReLU.py <<'PY'
import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)
def get_inputs():
    return [torch.rand(256, 1024)]
def get_init_inputs():
    return []
PY
