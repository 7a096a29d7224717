# A PyTorch module judged against a problem's module, where a Python has torch.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

python=${ROLLBOOK_PYTHON:-python3}
[ -n "${ROLLBOOK_PYTHON:-}" ] || "$python" -c 'import torch' 2>/dev/null || python=/usr/bin/python3
"$python" -c 'import torch' 2>/dev/null || {
    echo "$python has no torch (ROLLBOOK_PYTHON, else python3, /usr/bin/python3)"
    exit 77
}
export ROLLBOOK_PYTHON="$python"
cat >problem.py <<'END'
import torch
class Model(torch.nn.Module):
    def forward(self, a, b):
        return torch.matmul(a, b)
def get_inputs():
    return [torch.rand(96, 64), torch.rand(64, 32)]
def get_init_inputs():
    return []
END
cat >right.py <<'END'
import torch
class ModelNew(torch.nn.Module):
    def forward(self, a, b):
        return torch.einsum("ij,jk->ik", a, b)
END
sed 's/torch.einsum.*/a.new_zeros(96, 32)/' right.py >zeros.py
echo 'class Nothing: pass' >empty.py

expect_status 0 eval right.py --problem problem.py
has '^outcome  *measured'
has 'sandbox no_new_privs,landlock,seccomp'
has 'reference_precision'
expect_status 0 eval right.py --problem problem.py --json --mode full --inputs suite --seed 7
has '"outcome":"measured"'
has '"task":"problem.py"'
expect_status 1 eval zeros.py --problem problem.py --json
has '"outcome":"mismatch"'
# KernelBench's rule draws as the suite does, and says so; the own rule stands beside it.
expect_status 0 eval right.py --problem problem.py --rule kernelbench --json
has '"inputs":"suite","rule":"kernelbench"'
has '"kind":"rule_own"'
expect_status 2 eval right.py --problem problem.py --rule kernelbench --inputs scaled
said 'draws them as the suite does'
expect_status 1 eval empty.py --problem problem.py
has 'defines no ModelNew'
expect_status 2 eval right.py --problem empty.py
said 'empty.py defines no Model'
{ cat right.py; printf 'X = "\000"\n'; } >zero.py
expect_status 1 eval zero.py --problem problem.py
has 'outcome *parse'
has 'the text contains a zero byte'
expect_status 2 eval right.py --problem zero.py
said 'zero.py: contains a zero byte'
expect_status 2 eval right.py --problem problem.py --task l1/4
said 'both name the problem'
expect_status 2 eval right.py --problem problem.py --kind kernel_file
said 'not for --kind kernel_file'
expect_status 2 eval right.py --problem nowhere.py
said 'nowhere.py: cannot open'
expect_status 2 eval right.py --problem problem.py --inputs odd
said 'is not one of suite, signed, scaled'
expect_status 2 eval right.py --problem problem.py --python /bin/false
said 'does not start as a Python'
# A tensor within a list cannot be handed on.
printf 'import torch\nclass Model(torch.nn.Module):\n    def forward(self, xs):\n        return torch.cat(xs)\ndef get_inputs(): return [[torch.rand(4), torch.rand(4)]]\ndef get_init_inputs(): return []\n' >lists.py
expect_status 2 eval right.py --problem lists.py
said 'a Tensor within a list'
# Without a problem the file is named for what it is, and what to do stands beside it.
expect_status 1 eval right.py --task l1/4 --case tiny
has 'PyTorch module'
has 'problem'
# Folders whose lock nobody holds, in two looks: another test may have just made its own.
orphans() {
    for folder in $(find /dev/shm /tmp -maxdepth 1 \( -name 'rollbook-host-*' -o -name 'rollbook-blocks-*' \) -newer problem.py 2>/dev/null | sort); do
        (exec 9<"$folder" && flock -n 9) 2>/dev/null && echo "$folder"
    done
    true
}
orphans >first
[ ! -s first ] || sleep 5
orphans >second
comm -12 first second >left
[ ! -s left ] || fail "files are left behind: $(cat left)"
