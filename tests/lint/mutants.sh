# Every room of C is mutated or stands in tests/mutate/left_out.txt, and what equivalent.txt excuses is
# a mutant of today's tree.
. "$(dirname -- "$0")/lib"
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
[ -f tests/mutate/mutate.py ] || exit 0
python3 tests/mutate/mutate.py --check 2>&1 | verdict
