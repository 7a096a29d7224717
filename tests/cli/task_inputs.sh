# task inputs writes what a task's kernel gets and what is right, as NumPy files.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

expect_status 0 task inputs l1/5 --case tiny --dims m=2,n=3 --seed 7 --out data --format csv
has '^l1/5,A,input,f32,"\[2, 3\]","m=2,n=3",6,data/A.npy$'
has '^l1/5,s,input,f32,\[1\],"m=2,n=3",1,data/s.npy$'
has '^l1/5,C,output,f64,"\[2, 3\]","m=2,n=3",6,data/C.npy$'
# The header is padded to 64 bytes; six floats and six doubles follow.
[ "$(wc -c <data/A.npy)" -eq $((128 + 24)) ] && [ "$(wc -c <data/C.npy)" -eq $((128 + 48)) ] || fail "sizes: $(wc -c data/*)"
od -An -c -N8 data/A.npy | tr -d ' ' | grep -qF '223NUMPY001' || fail "no magic: $(od -An -c -N8 data/A.npy)"
grep -aq "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }" data/C.npy || fail "header of C"
grep -aq "'shape': (1,), }" data/s.npy || fail "header of s"

# Each output is its input times the scalar, in double.
numbers() { # FILE TYPE
    tail -c +129 "$1" | od -An -v -t "$2" | tr -s ' \n' '\n' | sed '/^$/d'
}
numbers data/A.npy f4 >a
numbers data/C.npy f8 >c
s=$(numbers data/s.npy f4)
paste a c | awk -v s="$s" '{ e = $1 * s - $2; if (e < 0) e = -e; if (e > 1e-6) bad = 1 } END { exit bad || NR != 6 }' || fail "C is not A times $s: $(paste a c)"

# The same seed gives the same bytes, another seed, trial or draw others; the C reference agrees with the oracle kernel.
cp -r data first
expect_status 0 task inputs 5 --case tiny --dims m=2,n=3 --seed 7 --out data --by reference -q --replace
cmp data/A.npy first/A.npy && cmp data/C.npy first/C.npy || fail "the reference computes something else"
for other in '--seed 8' '--seed 7 --trial 1' '--seed 7 --draw second'; do
    # shellcheck disable=SC2086
    expect_status 0 task inputs 5 --case tiny --dims m=2,n=3 $other --out data -q --replace
    if cmp -s data/A.npy first/A.npy; then fail "$other has the same A"; fi
done
expect_status 0 task inputs l1/95 --case tiny --out data --format csv --replace
has '^l1/95,targets,input,i64,\[71\],"m=71,n=101",71,data/targets.npy$'
grep -aq "'descr': '<i8'" data/targets.npy || fail "labels are no integers"

expect_status 3 task inputs l1/90 --draw second --out data
grep -q 'l1/90 has no second draw' err || fail "second draw of 90: $(cat err)"
expect_status 3 task inputs l1/101 --out data
expect_status 2 task inputs l1/5 --draw third --out data
expect_status 2 task inputs l1/5 --by torch --out data
expect_status 2 task inputs l1/5 --case huge --out data
expect_status 2 task inputs l1/5 --dims k=3 --out data
expect_status 2 task inputs l1/50 --dims h=3 --out data
grep -q 'without elements' err || fail "sizes that do not fit: $(cat err)"
expect_status 2 task inputs l1/5 --seed x --out data
expect_status 2 task inputs l1/5 --trial -1 --out data
expect_status 2 task inputs l1/5 --case tiny --out no/such/folder
