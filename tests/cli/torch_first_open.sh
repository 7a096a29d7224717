# Looking at a problem imports nothing of torch.compile, which takes seconds: PyTorch 2.11 and later does it for dispatch modes that do not opt out.
set -eu
python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch' 2>/dev/null || {
    echo "$python has no torch (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
"$python" - "$ROLLBOOK_SOURCE_DIR/src/eval/torch/beside" <<'LOOK'
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import torch
import precision
import ties

assert "torch._dynamo" not in sys.modules, "importing torch imports it already"
ones = torch.ones(4, 4)
_, seen = ties.watch(lambda: [ones.sort().values])
if precision.TorchDispatchMode is not None:
    assert seen.choices, "the sort was not seen"
    with precision.Rounding("tf32"):
        ones @ ones
assert "torch._dynamo" not in sys.modules, "a look at the problem's operators imported torch._dynamo"
LOOK
