# Prompts come from templates; what a template says wrongly is named with its line.
"$ROLLBOOK_BIN" prompt list >list.txt
for name in zero-shot one-shot few-shot hardware; do
    grep -q "^$name " list.txt
    "$ROLLBOOK_BIN" prompt show l1/4 --template $name >$name.txt
    grep -q "Matrix-vector product" $name.txt
    grep -q "input A: f32\[m, k\], row-major" $name.txt
    grep -q "void matvec(const float" $name.txt
    ! grep -q "{{" $name.txt
done
"$ROLLBOOK_BIN" prompt show 4 >default.txt
cmp default.txt zero-shot.txt
grep -q "void add(" one-shot.txt
! grep -q "void row_sum(" one-shot.txt
grep -q "void row_sum(" few-shot.txt
"$ROLLBOOK_BIN" prompt show 4 --template hardware --hardware h200 | grep -q "compute capability 9.0"
"$ROLLBOOK_BIN" prompt show 4 --template hardware --hardware "my own card" | grep -q "^my own card$"

# A file of one's own; the hash follows what it says and includes.
printf 'Only {{name}}.\n' >mine.md
[ "$("$ROLLBOOK_BIN" prompt show 4 --template mine.md)" = "Only 4_Matrix_vector_multiplication_." ]
hash_of() {
    "$ROLLBOOK_BIN" prompt show 4 --template "$1" --format csv | sed -n '2s/^[^,]*,[^,]*,\([0-9a-f]*\),.*/\1/p'
}
one=$(hash_of mine.md)
[ ${#one} -eq 64 ]
printf 'Just {{name}}.\n' >mine.md
[ "$(hash_of mine.md)" != "$one" ]

expect() {
    status=0
    "$ROLLBOOK_BIN" prompt show 4 --template mine.md >out.txt 2>err.txt || status=$?
    [ $status -eq 2 ]
    grep -q "$1" err.txt
    [ ! -s out.txt ]
}
printf 'a\n{{nope}}\n' >mine.md
expect "mine.md:2: there is no field 'nope'"
printf 'a {{part nope}}\n' >mine.md
expect "mine.md:1: there is no part 'nope'"
printf '\377\n' >mine.md
expect "not UTF-8"
rm mine.md
expect "the program has no prompt"

# Bodies: what stands around them is shown, and cannot be had where a reference has several kernels.
"$ROLLBOOK_BIN" prompt show l1/28 --template body-only >body.txt
grep -qx '//@ launch hard_sigmoid(x, y, n) grid=ceil_div(n, 256) block=256' body.txt
grep -q 'y\[i\] = fminf(fmaxf(v / 6.0f' body.txt
[ "$(grep -c __global__ body.txt)" -eq 1 ]

# What is said about an answer needs one.
printf '{{goal}}\n' >mine.md
expect "field 'goal' says something about an answer"
status=0
"$ROLLBOOK_BIN" prompt show >out.txt 2>err.txt || status=$?
[ $status -eq 2 ]
grep -q "name a task, or a rollout" err.txt
"$ROLLBOOK_BIN" run best-of-n --db p.db --tasks 28 --k 1 --case tiny --name b -q >/dev/null
"$ROLLBOOK_BIN" prompt show --rollout 1 --db p.db >asked.txt
"$ROLLBOOK_BIN" prompt show 28 >zero28.txt
sed 1d asked.txt | cmp - zero28.txt
"$ROLLBOOK_BIN" prompt show --rollout 1 --template mine.md --db p.db | grep -qx 'Make it faster.\|Correct it.'
for wrong in "--rollout 2 --db p.db" "--rollout 1 --db none.db" "28 --rollout 1 --db p.db"; do
    status=0
    # shellcheck disable=SC2086
    "$ROLLBOOK_BIN" prompt show $wrong >out.txt 2>err.txt || status=$?
    [ $status -eq 2 ] || [ $status -eq 3 ]
    [ ! -s out.txt ]
done
