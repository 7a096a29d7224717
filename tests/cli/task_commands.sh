# task list and show print what programs read; task check passes and names unknown tasks.
fail() { echo "$*"; exit 1; }

"$ROLLBOOK_BIN" task list --json >list.json || fail "task list"
[ "$(grep -o '"task": *"l1/[0-9]*"' list.json | wc -l)" -eq 100 ] || fail "not a hundred tasks"
"$ROLLBOOK_BIN" task show l1/12 --json | tr -d ' \n' >show.json || fail "task show"
for part in '"schema":"rollbook.task.show/1"' '"family":"diag_matmul"' '"shape":["n","m"]' \
    '"full":{"n":4096,"m":4096}' '"flops":"n*m"' '"name":"12_Matmul_with_diagonal_matrices_"' \
    '"second_scale":16,"special":["nan","infinity","zero","denormal","large"]' '"second_factor":1'; do
    grep -qF "$part" show.json || fail "task show lacks $part"
done
"$ROLLBOOK_BIN" task show 12 >text || fail "task show 12"
"$ROLLBOOK_BIN" task show 12 --kernel baseline >kernel.cu || fail "task show --kernel"
cmp kernel.cu "$ROLLBOOK_SOURCE_DIR/tasks/kernels/l1_12_reference.cu" || fail "another kernel"
for id in l1/101 nonsense '../l1/4'; do
    status=0
    "$ROLLBOOK_BIN" task show "$id" >out 2>err || status=$?
    [ "$status" -eq 3 ] || fail "task show $id: status $status, not 3"
done
status=0
for tuned in '14 from = row0, to = min(column0' '15 from = column0, to = min(row0' '29 return v > 20.0f' '31 return v > 0' '12 diag' '23 own[j * 256] * by' '42 ceil_div((h - 2) / 1 + 1, 16)'; do
    "$ROLLBOOK_BIN" task show "${tuned%% *}" --kernel tuned >tuned.cu || fail "task show ${tuned%% *} --kernel tuned"
    grep -qF "${tuned#* }" tuned.cu || fail "no '${tuned#* }' in: $(cat tuned.cu)"
    ! grep -q '[$]{' tuned.cu || fail "a hole is left: $(cat tuned.cu)"
done
status=0
"$ROLLBOOK_BIN" task show 1 --kernel tuned >out 2>err || status=$?
[ "$status" -eq 3 ] && grep -q 'task l1/1 has no tuned kernel' err || fail "no tuned kernel: status $status, $(cat err)"
"$ROLLBOOK_BIN" task show 12 --kernel x >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "task show --kernel x: status $status, not 2"

"$ROLLBOOK_BIN" task show 24 --json | tr -d ' \n' | grep -qF '"wrong":["wrong_no_maximum","wrong_from_zero"]' || fail "task show lacks wrong kernels"
"$ROLLBOOK_BIN" task show 24 --kernel baseline >right.cu || fail "baseline of 24"
"$ROLLBOOK_BIN" task show 24 --kernel wrong_no_maximum >wrong.cu || fail "a wrong kernel of 24"
grep -q 'most = 0.0f' wrong.cu || fail "the wrong kernel of 24 has a maximum"
! cmp -s right.cu wrong.cu || fail "the wrong kernel of 24 is its baseline"
for kernel in wrong_ wrong_x no_maximum; do
    status=0
    "$ROLLBOOK_BIN" task show 24 --kernel "$kernel" >out 2>err || status=$?
    [ "$status" -eq 2 ] && [ ! -s out ] || fail "task show --kernel $kernel: status $status, not 2"
done

"$ROLLBOOK_BIN" task check --case tiny --json >check.json 2>err || fail "task check: $(cat err)"
tr -d ' \n' <check.json | grep -q '"pass":false' && fail "a check failed"
for name in oracle_agrees baseline_agrees wrong_one_pass_variance off_by_one other_draw zeros ones mean f16_inputs both_signs depends_on_input; do
    grep -q "\"$name\"" check.json || fail "no check $name"
done
"$ROLLBOOK_BIN" task check l1/4 12 95 --seed 7 >out || fail "task check of three"
status=0
"$ROLLBOOK_BIN" task check --case huge >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "task check --case huge: status $status, not 2"
# Each column has its own fact.
"$ROLLBOOK_BIN" task check l1/4 --case tiny --format csv | cut -d, -f1-5 >columns
for row in l1/4,tiny,zeros,y,true l1/4,tiny,copy_of_x,y,true l1/4,tiny,depends_on_input,A,true l1/4,tiny,both_signs,x,true; do
    grep -qxF "$row" columns || fail "task check lacks $row: $(cat columns)"
done
"$ROLLBOOK_BIN" task show l1/12 --json >show.json || fail "task show"
for part in '"task":"l1/12","suite":"kernelbench","level":1,"problem_id":12,' '"dims":{"tiny": {"n": 11, "m": 29},' \
    '"outputs":[{"name": "C", "dtype": "f32", "shape": ["n", "m"]}],"tolerance":{"rtol": 1e-05,' '"flops_per_case":{"tiny": 319,' \
    '"bytes":"4 * (n + 2 * n * m)","bytes_per_case":{"tiny": 2596,' \
    '"oracle":"tasks/kernels/l1_12_oracle.cu","baseline":"tasks/kernels/l1_12_reference.cu","sha256":"'; do
    grep -qF "$part" show.json || fail "task show lacks $part"
done
