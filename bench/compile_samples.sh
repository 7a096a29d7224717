#!/bin/sh
# Whether nvcc compiles what the builtin policy writes and the evaluator found right.
# usage: compile_samples.sh FOLDER [EACH [ARCH]]     FOLDER is that of bench_policy -o
# Takes the first EACH (2) right samples of every task there. Exit status 1: one does not compile.
set -eu
folder=${1:?usage: compile_samples.sh FOLDER [EACH [ARCH]]}
each=${2:-2}
arch=${3:-sm_90}
command -v nvcc >/dev/null || { echo "nvcc is not in PATH" >&2; exit 2; }
n=0 bad=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for file in $(ls "$folder" | grep '_measured_' | awk -F_ -v each="$each" 'seen[$1]++ < each'); do
    n=$((n + 1))
    nvcc -w -arch="$arch" -ptx -o "$out" "$folder/$file" || { bad=$((bad + 1)); echo "$file does not compile"; }
done
echo "$((n - bad)) of $n samples compile for $arch"
[ "$n" -gt 0 ] && [ "$bad" -eq 0 ]
