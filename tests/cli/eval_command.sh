# rollbook eval: outcomes, exit statuses and the fields of its JSON.
set -eu
run() { # expected status, then the command
    want=$1
    shift
    set +e
    "$@" > out 2> err
    got=$?
    set -e
    [ "$got" = "$want" ] || { echo "status $got, not $want: $*"; cat out err; exit 1; }
}
has() { # file, text
    grep -qF -- "$2" "$1" || { echo "no '$2' in $1:"; cat "$1"; exit 1; }
}
cheats=$ROLLBOOK_SOURCE_DIR/tests/cheats

run 0 "$ROLLBOOK_BIN" eval "$cheats/zeros_honest.cu" --task l1/28 --case tiny --seed 3 --json
has out '"schema":"rollbook.eval/1"'
has out '"outcome":"measured","correct":true'
has out '"seed":3,'
fields='runtime_us baseline_runtime_us speedup'
why=null
if grep -q '"why_no_speedup":"the machine was too busy' out; then # which noise decides: then there is no time
    fields=
    why=$(grep -o '"why_no_speedup":"[^"]*"' out | cut -d: -f2-)
    has out '"runtime_us":null'
    has out '"speedup":null'
fi
for field in $fields; do
    grep -Eq "\"$field\":[0-9]" out || { echo "$field is no number"; cat out; exit 1; }
done
# How far the speedup can be believed: an interval from two processes a side, and what it says.
for field in speedup_lower speedup_upper; do
    grep -Eq "\"$field\":[0-9]" out || { echo "$field is no number"; cat out; exit 1; }
done
grep -Eq '"difference":"(faster|slower|within noise of 1)"' out || { cat out; exit 1; }
sed -i 's/"interval_processes":[48]/"interval_processes":2/' out # more where noise asks for them
has out '"interval_level":0.95,"interval_kind":"processes","interval_processes":2,"why_no_speedup":'"$why"',"precision_class":"fp32","same_as_baseline":false'
for field in message compile_log signal fault_address fault_place trials_run trials_passed max_abs_err \
    max_rel_err samples_us baseline_samples_us device; do
    has out "\"$field\":"
done
has out '"evidence":[{"kind":"host_code","value":0,"bound":0,"unit":"findings","pass":true'

# Phases sum to the time of the command, and what is in none of them is a row.
run 0 "$ROLLBOOK_BIN" eval "$cheats/zeros_honest.cu" --task l1/28 --case tiny --trace --json
python3 - <<'END'
import json
phases = {p["phase"]: p for p in json.load(open("out"))["rows"][0]["phases"]}
missing = {"compile", "load", "inputs", "expected values", "checks", "timed runs", "second process", "discard", "in no phase"} - set(phases)
assert not missing, missing
assert abs(sum(p["share"] for p in phases.values()) - 1) < 1e-6, phases
assert phases["in no phase"]["share"] < 0.2, phases
END
run 0 "$ROLLBOOK_BIN" eval "$cheats/zeros_honest.cu" --task l1/28 --case tiny --trace
has out 'expected values'

run 1 "$ROLLBOOK_BIN" eval "$cheats/oob_read.cu" --task l1/28 --case tiny --json
has out '"outcome":"crash","correct":false'
has out '"signal":11,"fault_address":"0x'
has out 'past the end of input x'

run 1 "$ROLLBOOK_BIN" eval "$cheats/input_modified.cu" --task l1/28 --case tiny
has out 'outcome      cheat: input_modified'

run 1 "$ROLLBOOK_BIN" eval - --task l1/28 --case tiny --json < /dev/null
has out '"outcome":"no_code"'
printf '//@ launch k(x) grid=1 block=1\n__global__ void k(const float *x) { \033[31m }\n' > escape.cu
run 1 "$ROLLBOOK_BIN" eval escape.cu --task l1/28 --case tiny
if grep -q "$(printf '\033')" out err; then
    echo "a control character of the kernel file reached the terminal"
    exit 1
fi

run 0 "$ROLLBOOK_BIN" eval "$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_28_reference.cu" --task l1/28 --case tiny --counters
has out 'this backend has no performance counters'
grep -Eq '^noise +speedup [0-9.]+ to [0-9.]+ at 95 %, [248] processes a side: .*A/A' out || { cat out; exit 1; }
has out 'same_as_baseline'

run 2 "$ROLLBOOK_BIN" eval nowhere.cu --task l1/28
run 2 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu"
run 2 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu" --task l1/28 --case enormous
run 2 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu" --task l1/28 --mode slow
run 2 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu" --task l1/28 --seed x
run 2 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu" --task l1/28 --backend abacus
run 3 "$ROLLBOOK_BIN" eval "$cheats/zeros.cu" --task l9/99
[ ! -e rollbook.db ] || { echo "eval touched a database"; exit 1; }

# A candidate is of a kind: as named, or what it looks like; a text of none is told what it is.
printf 'import torch\nclass ModelNew(torch.nn.Module): pass\n' >model.py
run 1 "$ROLLBOOK_BIN" eval model.py --task l1/28 --case tiny --json
has out '"outcome":"parse"'
has out 'this is a PyTorch module'
has out '"kind":"torch"'
run 1 "$ROLLBOOK_BIN" eval model.py --task l1/28 --case tiny --kind library
has out 'no library that does'
run 2 "$ROLLBOOK_BIN" eval model.py --task l1/28 --kind poem
has err "no kind of candidates called 'poem' (there are: torch, kernel_file, library)"
