# labels: slow
# The native tasks compute what the modules of a KernelBench checkout compute: PyTorch runs each file on the native inputs, with the
# native weights, at the cpu sizes and at sizes that are drawn.  docs/internals/integration.md tells what was seen.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
if [ ! -d "${ROLLBOOK_KERNELBENCH:-}/KernelBench/level1" ]; then
    echo "ROLLBOOK_KERNELBENCH names no checkout of KernelBench"
    exit 77
fi
python=${ROLLBOOK_PYTHON:-python3}
if ! "$python" -c 'import numpy; from torch.nn.functional import scaled_dot_product_attention' 2>/dev/null; then
    echo "no Python with NumPy and PyTorch 2 here (ROLLBOOK_PYTHON, python3)"
    exit 77
fi
status=0
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/kernelbench_references.py" "$ROLLBOOK_KERNELBENCH" --program "$ROLLBOOK_BIN" \
    --seeds "${ROLLBOOK_TORCH_SEED:-1}" >out 2>&1 || status=$?
cat out
[ "$status" -eq 0 ] || fail "a task is not what its module computes"
has '^100 tasks, [0-9]* comparisons, 0 faults$'

# A result that is another one is found: kernelbench_references.py holds results of the wrong task against the module.
cat >other <<'END'
#!/bin/sh
[ "$2" != show ] || exec "$ROLLBOOK_BIN" "$@"
"$ROLLBOOK_BIN" "$@" || exit
folder=$(printf '%s\n' "$@" | sed -n '/^--out$/{n;p;}')
# The result becomes the input, which is as long.
tail -c +129 "$folder/x.npy" | head -c 4 | dd of="$folder/y.npy" bs=1 seek=128 conv=notrunc 2>/dev/null
END
chmod +x other
status=0
"$python" "$ROLLBOOK_SOURCE_DIR/tests/support/kernelbench_references.py" "$ROLLBOOK_KERNELBENCH" --program ./other --tasks 21 --drawn 0 >out 2>&1 || status=$?
[ "$status" -eq 1 ] || fail "a wrong result is right: $(cat out)"
has '^FAULT l1/21'
