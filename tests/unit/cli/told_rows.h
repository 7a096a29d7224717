/*
 * told_rows.h - rows of two imported runs, with texts, verdicts and timings of every kind.
 */
#ifndef ROLLBOOK_TESTS_TOLD_ROWS_H
#define ROLLBOOK_TESTS_TOLD_ROWS_H

/* Texts by key: alone on a line, behind a long line, before one, within characters of several
 * bytes, used in every way and not at all. */
static const char told_rows[] =
    "INSERT INTO task (task_id, suite, level, problem_id, name) VALUES (901, 'own', 1, 4, 'four');"
    "INSERT INTO run (run_id, name, strategy, status, config, argv, code_version, libraries, "
    "started_at) VALUES (7, 'mine', 'imported', 'complete', '{\"k\": 2}', '[\"a\"]', 'x', '{}', "
    "'2026-01-01T00:00:00Z'), (8, '12', 'imported', 'failed', '{}', '[]', 'x', '{}', "
    "'2026-01-02T00:00:00Z');"
    "CREATE TEMP TABLE b (id INT, kind TEXT, text TEXT);"
    "INSERT INTO b VALUES (101, 'code', 'needle'), "
    "(102, 'code', 'one' || char(10) || 'two' || char(10) || 'the Needle is here' || char(10)), "
    "(103, 'completion', printf('%.60c', 'x') || 'needle' || printf('%.200c', 'y')), "
    "(104, 'log', 'a' || char(10) || printf('%.39c', 'p') || 'needle' || printf('%.75c', 'q')), "
    "(105, 'prompt', printf('%.40c', 'p') || 'needle' || printf('%.74c', 'q') || 'z'), "
    "(106, 'prompt', replace(printf('%.20c', 'p'), 'p', char(228)) || 'NEEDLE' || "
    "replace(printf('%.61c', 'q'), 'q', char(8364))), "
    "(107, 'action', 'x' || replace(printf('%.30c', 'p'), 'p', char(228)) || 'needle' || "
    "replace(printf('%.61c', 'q'), 'q', char(228))), "
    "(108, 'config', 'unused needle'), (109, 'code', ''), "
    "(110, 'log', 'first' || char(10) || char(27) || '[2J second'), (111, 'prompt', 'prompt of a "
    "task: needle');"
    "INSERT INTO blob (blob_id, sha256, kind, bytes, text) SELECT id, printf('%064d', id), kind, "
    "length(CAST(text AS BLOB)), text FROM b;"
    "INSERT INTO blob (blob_id, sha256, kind, bytes, data) VALUES (112, printf('%064d', 112), "
    "'code', 12, CAST(x'ff' || char(10) || 'a needle' || char(10) || x'ff' AS BLOB));"
    "INSERT INTO run_task (run_id, task_id, position, prompt_blob_id) VALUES (7, 901, 0, 111);"
    "INSERT INTO rollout (rollout_id, run_id, step, task_id, turn, sample, prompt_blob_id, "
    "completion_blob_id, action_blob_id, code_blob_id, sum_logprob, completion_tokens, extra) "
    "VALUES (21, 7, 0, 901, 0, 0, 105, 103, 107, 101, -1.5, 3, '{\"b\": [1, 2]}'), "
    "(22, 7, 1, 901, 0, 3, 106, NULL, 107, NULL, NULL, NULL, NULL), "
    "(23, 7, 1, 901, 2, 4, NULL, NULL, NULL, 102, NULL, NULL, NULL), "
    "(24, 7, 1, 901, 0, 5, NULL, NULL, NULL, 109, NULL, NULL, NULL), "
    "(25, 7, 1, 901, 0, 6, NULL, NULL, NULL, 112, NULL, NULL, NULL), "
    "(26, 8, 0, 901, 0, 0, NULL, NULL, NULL, 101, NULL, NULL, NULL);"
    "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, message, "
    "log_blob_id, created_at) VALUES (31, 21, 'measured', 1, 1, NULL, 104, '2026-01-03'), "
    "(32, 22, 'compile', 0, 0, 'no such thing', 110, '2026-01-03'), "
    "(33, 23, 'mismatch', 1, 0, 'wrong', NULL, '2026-01-03');"
    "INSERT INTO evidence (evaluation_id, position, kind, value, bound, unit, pass, detail) VALUES "
    "(31, 0, 'trial', 0.25, 0.5, 's', 1, 'fine'), (33, 0, 'trial', NULL, NULL, '', 0, 'not');"
    "INSERT INTO measurement (evaluation_id, subject, baseline, method, n_samples, samples_us, "
    "runtime_us, statistic, min_us, max_us, std_us) VALUES (31, 'candidate', NULL, 'cpu_wall', 3, "
    "x'000000000000f03f000000000000f83f0000000000000040', 1.5, 'median', 1, 2, NULL), (31, "
    "'baseline', 'eager', "
    "'cpu_wall', NULL, NULL, 3.25, 'mean', NULL, NULL, 0.5), (33, 'candidate', NULL, 'cpu_wall', "
    "0, x'', 1.5, 'median', NULL, NULL, NULL);";

#endif
