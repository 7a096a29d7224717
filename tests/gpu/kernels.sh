# Kernel files on a GPU: cheats and their twins, what honest kernels use, sums by atomics, the reference of every task.
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
run_parts cheats dialect order tasks
