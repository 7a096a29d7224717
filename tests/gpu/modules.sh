# PyTorch modules on a GPU: mistakes and cheats, whose kernels ran, several workers on one card.
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
run_parts torch torch_share torch_memory
