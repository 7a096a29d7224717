# Pages, help, messages and reports keep to at most a fifth of the habits of writing that made d09be257 hard to read.
. "$(dirname -- "$0")/lib"
command -v python3 >/dev/null || { echo "SKIP: python3 is not installed"; exit 77; }
ROLLBOOK_SOURCE_DIR=$root python3 "$here/habits.py" | verdict
