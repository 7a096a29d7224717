/*
 * stored_study.h - the study of tests/approved in memory, with claims, hashes and judgements that
 * it lacks.
 */
#ifndef ROLLBOOK_TESTS_UNIT_ANALYSIS_STORED_STUDY_H
#define ROLLBOOK_TESTS_UNIT_ANALYSIS_STORED_STUDY_H

#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

static struct db *db;

static void read_sql(const char *name)
{
    struct buf text = { 0 };
    struct err why_not = { 0 };
    char *why = NULL;
    char path[1000];
    snprintf(path, sizeof path, "%s/tests/approved/%s", getenv("ROLLBOOK_SOURCE_DIR"), name);
    if (file_read(path, (size_t)64 << 20, &text, &why_not) != 0)
        fail_msg("%s", why_not.msg);
    if (sqlite3_exec(db->handle, buf_text(&text), NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", name, why);
    buf_release(&text);
}

/* Claims of speedups alone, as an import stores them. */
static const char claims[] =
    "INSERT INTO import_source (import_source_id, format, importer_version, path, sha256, bytes, "
    "imported_at, n_read, n_stored, n_duplicate, n_refused) VALUES (77, 'f', 1, 'p', '00', 1, "
    "'1999-01-02T03:04:05Z', 9, 4, 0, 5);"
    "INSERT INTO run (run_id, name, strategy, status, import_source_id, config, argv, "
    "code_version, libraries, started_at) VALUES (77, 'claims', 'imported', 'complete', 77, '{}', "
    "'[]', 'v', '{}', '1999-01-02T03:04:05Z');"
    "INSERT INTO rollout (rollout_id, run_id, task_id, step, turn, sample, extra) VALUES (7701, "
    "77, "
    "1, 0, 0, 0, '{\"confidence\":0.25}'), (7702, 77, 1, 0, 0, 1, '{\"confidence\":2}'), (7703, "
    "77, "
    "2, 0, 0, 0, NULL), (7704, 77, 3, 0, 0, 0, '{\"confidence\":\"x\"}');"
    "INSERT INTO run_task (run_id, task_id, position) VALUES (77, 1, 0), (77, 2, 1), (77, 3, 2), "
    "(77, 4, 3);"
    "INSERT INTO rollout (rollout_id, run_id, task_id, step, turn, sample) VALUES (7705, 77, 3, 0, "
    "0, "
    "1);"
    /* Codes, of hashes that differ behind the 64 digits of one. */
    "UPDATE rollout SET code_blob_id = (SELECT min(blob_id) FROM blob WHERE kind = 'code') WHERE "
    "rollout_id IN (7701, 7702, 7703);"
    "INSERT INTO baseline (name, hardware, task_id, runtime_us, statistic) VALUES ('mixed', 'one', "
    "1, "
    "2, 'mean'), ('mixed', 'one', 3, NULL, 'mean'), ('mixed', '', 2, NULL, 'mean'), ('mixed', '', "
    "1, "
    "NULL, 'mean'), ('mixed', 'none', 4, NULL, 'mean');"
    "INSERT INTO evaluation (evaluation_id, rollout_id, outcome, compiled, correct, "
    "import_source_id, created_at, artifact_sha256) VALUES (7701, 7701, 'measured', 1, 1, 77, "
    "'1999-01-02T03:04:05Z', 'aa'), (7702, 7702, 'measured', 1, 1, 77, '1999-01-02T03:04:05Z', "
    "NULL), "
    "(7703, 7703, 'mismatch', 1, 0, 77, '1999-01-02T03:04:05Z', NULL), (7704, 7704, 'infra', 0, 0, "
    "77, '1999-01-02T03:04:05Z', NULL);"
    "INSERT INTO evidence (evaluation_id, position, kind, value, unit, pass, detail) VALUES (7701, "
    "0, 'claimed_speedup', 2.5, 'x', 1, 'theirs'), (7701, 1, 'claimed_speedup', 1.5, 'x', 1, "
    "'others'), (7702, 0, 'claimed_speedup', NULL, 'x', 1, 'theirs'), (7703, 0, 'claimed_speedup', "
    "0.5, 'x', 1, 'theirs'), (7704, 0, 'claimed_speedup', NULL, 'x', 1, 'theirs');"
    "UPDATE evaluation SET artifact_sha256 = hex(zeroblob(32)) || CASE evaluation_id WHEN 7701 "
    "THEN "
    "'a' ELSE 'b' END WHERE evaluation_id IN (7701, 7702);"
    "UPDATE evaluation SET artifact_sha256 = hex(zeroblob(31)) WHERE evaluation_id = 7703;"
    /* Judged without a setup, malformed, infra, never evaluated; of two tasks, one of them twice.
     */
    "INSERT INTO judge (judge_id, rollout_id, model_id, correctness, compilability, speed, "
    "malformed) "
    "VALUES (7701, 7701, 2, 0.25, 0.5, 0.75, 0), (7702, 7702, 2, 1, 1, 1, 0), (7703, 7703, 2, 0, "
    "NULL, "
    "NULL, 0), (7704, 7704, 2, 0.5, 0.5, 0.5, 0), (7705, 7705, 2, 0.5, 0.5, 0.5, 0), (7706, 7701, "
    "2, "
    "NULL, NULL, NULL, 1), (7707, 7704, 2, NULL, NULL, NULL, 1);"
    "INSERT INTO judge_setup (judge_setup_id, sha256, model_id, template, template_sha256, config) "
    "SELECT 77, 'ff' || substr(sha256, 3), 1, 'other', template_sha256, config FROM judge_setup "
    "LIMIT "
    "1;"
    "INSERT INTO judge (judge_id, rollout_id, model_id, correctness, judge_setup_id) VALUES (7708, "
    "7703, 1, 0.125, 77), (7709, 7701, 1, 0.25, 77);";

/* With the changes of another file, or none. */
static void open_study(const char *odd)
{
    struct err why = { 0 };
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &why), 0);
    read_sql("study.sql");
    if (odd != NULL)
        read_sql(odd);
    if (sqlite3_exec(db->handle, claims, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db->handle));
}

#endif
