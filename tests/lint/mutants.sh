# Every room that tests/mutate/left_out.txt names is one, and there and in equivalent.txt a reason stands beside each line.
. "$(dirname -- "$0")/lib"
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
[ -f tests/mutate/mutate.py ] || exit 0
python3 tests/mutate/mutate.py --check 2>&1 | verdict
