# The reference kernel of every task is right and measured on a GPU, in every case.
# part of: kernels
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
for kernel in "$ROLLBOOK_SOURCE_DIR"/tasks/kernels/l1_*_reference.cu; do
    task=${kernel##*/l1_}
    task=l1/${task%_reference.cu}
    for case in tiny cpu full; do
        "$ROLLBOOK_BIN" eval "$kernel" --task "$task" --case "$case" --backend cuda --json > out 2> err || {
            echo "$task, case $case:"
            cat out err
            exit 1
        }
        grep -q '"outcome":"measured","correct":true' out
        for kind in activity_clock hidden_shape repeated_inputs; do
            grep -q "\"kind\":\"$kind\"" out
        done
        printf '%s %s %s us\n' "$task" "$case" "$(grep -o '"runtime_us":[0-9.]*' out | cut -d: -f2)"
    done
done
