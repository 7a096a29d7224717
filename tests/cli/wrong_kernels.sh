# labels: slow release
# Kernels as models get them wrong: each file of tests/wrong_kernels is refused, and right without its fault. NUMBER_FAULT.cu is a
# kernel for task l1/NUMBER; lines that end with "// wrong" are the fault, those with "// right" stand there without it.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

seed=${ROLLBOOK_SEED:-1}
outcome() { # FILE TASK
    status=0
    "$ROLLBOOK_BIN" eval "$1" --task "l1/$2" --seed "$seed" --json >out 2>err || status=$?
    sed -n 's/.*"outcome": *"\([a-z_]*\)".*/\1/p' out
}
for file in "$ROLLBOOK_SOURCE_DIR"/tests/wrong_kernels/*.cu; do
    name=$(basename "$file" .cu)
    task=${name%%_*}
    grep -q '// \(wrong\|right\)$' "$file" || complain "$name has no fault"
    sed '/\/\/ right$/d; s, *// wrong$,,' "$file" >wrong.cu
    sed '/\/\/ wrong$/d; s, *// right$,,' "$file" >right.cu
    found=$(outcome wrong.cu "$task")
    case $found in mismatch | nan) ;; *) complain "$name ends as '$found'" ;; esac
    found=$(outcome right.cu "$task")
    # A machine that is too busy runs out of time.
    case $found in measured | timeout) ;; *) complain "$name without its fault ends as '$found': $(cat out err)" ;; esac
done
[ "$(find "$ROLLBOOK_SOURCE_DIR/tests/wrong_kernels" -name '*.cu' | sed 's|.*/\([0-9]*\)_.*|\1|' | sort -u | wc -l)" -eq 100 ] || complain "not for each of the hundred tasks"
