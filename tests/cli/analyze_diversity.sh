# analyze diversity over a run whose kernels differ in known ways: numbers by hand, exit statuses.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=d.db
"$ROLLBOOK_BIN" init >/dev/null
# Four samples of one task and two of another, all of one step; the texts are the point.
sqlite3 d.db <<'END'
INSERT INTO run (name, strategy, status, config, argv, code_version, libraries, started_at)
VALUES ('r', 'imported', 'complete', '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z');
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 4), ('kernelbench', 1, 5);
INSERT INTO blob (sha256, kind, bytes, text) VALUES
  (printf('%064d', 1), 'code', 1, 'float f(float x) { return x; }'),
  (printf('%064d', 2), 'code', 1, 'float f(float x) { return x; } // same'),
  (printf('%064d', 3), 'code', 1, 'float g(float y) { return y; }'),
  (printf('%064d', 4), 'code', 1, 'float g(float y) { return 2 * y; }');
INSERT INTO rollout (run_id, task_id, sample, turn, code_blob_id) VALUES
  (1, 1, 0, 0, 4), (1, 1, 0, 1, 1), (1, 1, 1, 0, 2), (1, 1, 2, 0, 3), (1, 1, 3, 0, 4), (1, 1, 4, 0, NULL),
  (1, 2, 0, 0, 1), (1, 2, 1, 0, 1);
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at) VALUES
  (2, 'measured', 1, 1, 'x'), (3, 'measured', 1, 1, 'x'), (5, 'compile', 0, 0, 'x');
END

kinds() {
    expect_status 0 analyze diversity --run r --format csv "$@"
    grep '^r,0,' out | cut -d, -f3-7 >got
}
# The last turn counts; a sample without code does not.
kinds --level bytes,stripped,renamed
cat >want <<'END'
all,bytes,6,2,2.5
l1/4,bytes,4,2,4
l1/5,bytes,2,2,1
all,stripped,6,2,2
l1/4,stripped,4,2,3
l1/5,stripped,2,2,1
all,renamed,6,2,1.5
l1/4,renamed,4,2,2
l1/5,renamed,2,2,1
END
cmp got want || fail "kinds differ: $(cat out)"
# Counts 3 and 1, m = 2: richness 2 - 3/6, collision 1/2, Good-Turing 1/4.
expect_status 0 analyze diversity --run r --json
has '"task":"l1/4","level":"renamed","n":4,"m":2,"unique":2,"unique_ratio":0.5,"hill_1":1.754765350603323'
has '"collision":0.5,"unseen_mass":0.25,"coverage":0.75,"chao1":2,"richness_m":1.5'
has '1 samples without code are left out'
has '"self_bleu":null'
expect_status 0 analyze diversity --run r --mean --m 3 --format csv
has '^r,0,all,renamed,6,3,1.5,'
grep -q 'l1/4' out && fail "--mean prints tasks"
kinds --of correct --level bytes
grep -q '^l1/4,bytes,2,2,2$' got || fail "of correct: $(cat out)"
# Two equal texts: nothing new in the second.
expect_status 0 analyze diversity --run r --text --json
has '"task":"l1/5".*"self_bleu":1,"compression_distance":0.*"vendi":1\b'
has 'zlib'
expect_status 0 analyze diversity --run r --level artifact --json
has '"n":0,"m":null'

expect_status 0 analyze diversity --run r --level ptx --json
has '"unique":"no PTX: '
# PTX as a stored object, as a field of an import and as the kernel itself: registers and names apart, the first three are one program.
sqlite3 d.db <<'END'
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 6);
INSERT INTO blob (sha256, kind, bytes, text) VALUES
  (printf('%064d', 5), 'code', 1, '.version 7.8' || char(10) || '.target sm_80' || char(10) || '.func f() { .reg .b32 %r<3>; add.s32 %r1, %r2, 1; ret; }'),
  (printf('%064d', 6), 'code', 1, '.version 8.0' || char(10) || '.target sm_80' || char(10) || '.func g() { .reg .b32 %r<9>; add.s32 %r8, %r7, 1; ret; }');
INSERT INTO rollout (run_id, task_id, sample, code_blob_id, extra) VALUES
  (1, 3, 0, 1, NULL), (1, 3, 1, 6, NULL),
  (1, 3, 2, 1, json_object('ptx', '// x' || char(10) || '.version 7.8' || char(10) || '.target sm_80' || char(10) || '.func h() { .reg .b32 %a, %b; add.s32 %a, %b, 1; ret; }')),
  (1, 3, 3, 1, json_object('ptx', '.version 7.8' || char(10) || '.target sm_80' || char(10) || '.func h() { .reg .b32 %a, %b; add.s32 %a, %b, 2; ret; }')),
  (1, 3, 4, 1, json_object('ptx', 'none'));
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at, artifact_sha256)
SELECT rollout_id, 'measured', 1, 1, 'x', CASE sample WHEN 0 THEN printf('%064d', 5) END FROM rollout WHERE task_id = 3;
END
kinds --level ptx
grep -q '^l1/6,ptx,4,4,2$' got || fail "PTX programs are no difference shown: $(cat out)"

expect_status 3 analyze diversity --run none
expect_status 2 analyze diversity --run r --level sass
expect_status 2 analyze diversity --run r --of fast
expect_status 2 analyze diversity --run r --m -1
expect_status 2 analyze diversity --run r,r
expect_status 2 analyze diversity --run r --text --max-texts 1
