# Cheats of PyTorch modules on a GPU end as tests/cheats/torch/expected.txt says; their honest twins are measured.
# Several are evaluated at a time, one for two processors: outcomes need no quiet card, and the times that a row asks for are lower bounds.
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
folder=$ROLLBOOK_SOURCE_DIR/tests/cheats/torch
# judge FILE PROBLEM [OPTION...]: writes FILE.out.
judge()
{
    file=$1 problem=$2
    shift 2
    "$ROLLBOOK_BIN" eval "$folder/$file.py" --problem "$folder/$problem.py" --backend cuda --json "$@" > "$file.out" 2> "$file.err" || true
}
complain() # FILE REASON
{
    echo "$1: $2: $(head -c 600 "$1.out") $(head -c 300 "$1.err")"
    : > "$1.failed"
}
if [ "${ROLLBOOK_ROW:-}" = one ]; then
    read -r name device problem outcome least_us said <<ROW
$1
ROW
    if [ "$outcome" = timeout ]; then judge "$name" "$problem" --deadline 3000; else judge "$name" "$problem"; fi
    echo "$name: $(grep -o '"outcome":"[a-z_]*"' "$name.out" || true)"
    grep -q "\"outcome\":\"$outcome\"" "$name.out" || complain "$name" "expected $outcome"
    [ "$said" = - ] || grep -qF -e "$said" "$name.out" || complain "$name" "not said: $said"
    if [ "$least_us" -gt 0 ]; then
        us=$(grep -o '"runtime_us":[0-9.]*' "$name.out" | head -1 | sed 's/.*://')
        awk -v us="${us:-0}" -v least="$least_us" 'BEGIN { exit !(us >= least) }' || complain "$name" "a time of ${us:-nothing} us is too short"
    fi
    judge "${name}_honest" "$problem"
    grep -q '"outcome":"measured"' "${name}_honest.out" || complain "${name}_honest" "expected measured"
    exit 0
fi
rm -f ./*.failed
grep -E '^[a-z_]+ (cuda|both) ' "$folder/expected.txt" | tr '\n' '\0' | ROLLBOOK_ROW=one xargs -0 -P "$(($(nproc) / 2 + 1))" -n 1 sh -eu "$0"
for file in *.failed; do
    [ ! -e "$file" ] || exit 1
done
