# No call of a function in banned.txt, in the program, the tests or the benchmarks.
. "$(dirname -- "$0")/lib"
all_c_files | awk -v banned="$here/banned.txt" -f "$here/strip.awk" -f "$here/banned.awk" | verdict
