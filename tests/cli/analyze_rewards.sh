# Mean rewards by step come out as one join gives them, wherever the keys of the rollouts lie.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

export ROLLBOOK_DB=t.db
"$ROLLBOOK_BIN" init >/dev/null
sqlite3 t.db <<'END'
INSERT INTO model (name, kind) VALUES ('m', 'imported');
INSERT INTO run (name, strategy, status, model_id, config, argv, code_version, libraries, started_at)
SELECT column1, 'ttt', 'complete', 1, '{}', '[]', 'test', '{}', '2026-01-01T00:00:00Z'
FROM (VALUES ('z', 1), ('a', 2), ('unrewarded', 3), ('m', 4));
INSERT INTO task (suite, level, problem_id) VALUES ('kernelbench', 1, 4), ('kernelbench', 1, 5);
-- Runs and steps alternate from key to key.
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 799)
INSERT INTO rollout (rollout_id, run_id, step, task_id, sample)
SELECT i + 1000, i % 4 + 1, i * 7 % 5, i / 4 % 2 + 1, i FROM n;
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at)
SELECT rollout_id, 'measured', 1, 1, 'x' FROM rollout;
INSERT INTO reward (rollout_id, recipe, value)
SELECT rollout_id, 'speedup', rollout_id % 13 * 0.1 FROM rollout WHERE run_id <> 3 AND rollout_id % 3 > 0;
INSERT INTO reward (rollout_id, recipe, value)
SELECT rollout_id, 'a second', rollout_id % 7 - 3 FROM rollout WHERE run_id IN (1, 4) AND step > 1;
END

cat >join.sql <<'END'
SELECT u.name, 'reward ' || w.recipe, r.step, count(*), printf('%.9g', avg(w.value))
FROM reward w JOIN rollout r USING (rollout_id) JOIN run u USING (run_id)
GROUP BY u.name, w.recipe, r.step ORDER BY 1, 2, 3;
END

# compare WHERE: all runs, then one
compare() {
    sqlite3 -separator , t.db <join.sql | LC_ALL=C sort >wanted
    [ "$(wc -l <wanted)" -eq 21 ] || fail "$1: $(wc -l <wanted) series and steps"
    expect_status 0 analyze training --metric reward --format csv
    grep ',reward ' out | awk -F, '{ printf "%s,%s,%s,%s,%.9g\n", $1, $2, $3, $4, $5 }' | LC_ALL=C sort >got
    diff wanted got >log || fail "$1: $(cat log)"
    expect_status 0 analyze training --run m --metric reward --format csv
    grep ',reward ' out | awk -F, '{ printf "%s,%s,%s,%s,%.9g\n", $1, $2, $3, $4, $5 }' | LC_ALL=C sort >got
    grep '^m,' wanted | diff - got >log || fail "$1, one run: $(cat log)"
}

compare "keys side by side"
sqlite3 t.db <<'END'
INSERT INTO rollout (rollout_id, run_id, step, task_id, sample) VALUES (9000000000000000000, 1, 0, 1, 5000), (-9000000000000000000, 1, 0, 1, 5001);
INSERT INTO evaluation (rollout_id, outcome, compiled, correct, created_at)
SELECT rollout_id, 'measured', 1, 1, 'x' FROM rollout WHERE sample >= 5000;
INSERT INTO reward (rollout_id, recipe, value) SELECT rollout_id, 'speedup', 0.25 FROM rollout WHERE sample >= 5000;
END
compare "keys far apart"
