/*
 * transfer_command_test.c - what export writes, what merge adds, and what both refuse, held to
 * texts that somebody has read: tests/approved/units/transfer_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/sha256.h"
#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"
#include "tests/unit/cli/told_rows.h"

/* What is copied is held to its hashes, so the texts get theirs. */
static void seal_texts(void)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *list = NULL, *set = NULL;
    char hash[65];
    assert_int_equal(sqlite3_open("t.db", &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, "SELECT blob_id, coalesce(data, text) FROM blob",
                                        -1, &list, NULL),
                     SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(handle, "UPDATE blob SET sha256 = ? WHERE blob_id = ?", -1, &set, NULL),
        SQLITE_OK);
    while (sqlite3_step(list) == SQLITE_ROW) {
        const void *text = sqlite3_column_blob(list, 1);
        sha256_hex(text == NULL ? "" : text, (size_t)sqlite3_column_bytes(list, 1), hash);
        sqlite3_bind_text(set, 1, hash, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int64(set, 2, sqlite3_column_int64(list, 0));
        assert_int_equal(sqlite3_step(set), SQLITE_DONE);
        sqlite3_reset(set);
    }
    sqlite3_finalize(list);
    sqlite3_finalize(set);
    sqlite3_close(handle);
}

static int setup(void **state)
{
    (void)state;
    if (said_setup() != 0)
        return -1;
    say("init");
    change(told_rows);
    seal_texts();
    return 0;
}

static void say_all(const char *const *lines, size_t n)
{
    buf_clear(&out);
    for (size_t i = 0; i < n; i++)
        say(lines[i]);
}

static void test_tables_are_files(void **state)
{
    static const char *const tables[] = { "task",    "run",        "run_task", "blob",
                                          "rollout", "evaluation", "evidence", "measurement" };
    static const char *const endings[] = { "ndjson", "csv" };
    static const char *const lines[] = {
        "export ndjson",
        "export csv --format csv",
        "export csv",
        "export t.db",
        "export none/there",
        "export latex --format latex",
        "export markdown --format markdown",
        "export",
        "export x --sft y",
        "export --sft x --records y",
        "export --records x --snapshot y",
        "export x --split l1_seed42",
        "export x --run mine",
        "export --records x --min-speedup 1",
        "export --sft x --form trl",
        "export --sft x --recipe speedup",
        "export --snapshot x --run mine",
        "export --snapshot t.db",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    for (size_t e = 0; e < ARRAY_LEN(endings); e++)
        for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
            struct arena CLEANUP(arena_release) a = { 0 };
            buf_printf(&out, "%s.%s\n", tables[i], endings[e]);
            add_file(arena_printf(&a, "%s/%s.%s", endings[e], tables[i], endings[e]));
        }
    approved_drop_repeats(&out);
    approved_drop_empty_cells(&out);
    approved_check_exactly("transfer_folder", &out);
    /* The manifest has the hash that id prints. */
    for (size_t e = 0; e < ARRAY_LEN(endings); e++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) manifest = { 0 };
        struct err err = { 0 };
        buf_clear(&out);
        say("id");
        const char *id = strchr(buf_text(&out), '\n') + 1;
        assert_int_equal(
            file_read(arena_printf(&a, "%s/manifest.json", endings[e]), 1 << 20, &manifest, &err),
            0);
        assert_non_null(
            strstr(buf_text(&manifest),
                   arena_printf(&a, "\"format\":\"%s\",\"schema_version\":", endings[e])));
        assert_non_null(
            strstr(buf_text(&manifest), arena_printf(&a, "\"id\":\"%.64s\",\"tables\":[", id)));
        assert_non_null(
            strstr(buf_text(&manifest),
                   arena_printf(&a, "\"file\":\"rollout.%s\",\"rows\":6,\"bytes\":", endings[e])));
    }
}

static void test_pairs_and_records(void **state)
{
    static const char *const lines[] = {
        "export --sft -",
        "export --sft - --min-speedup 2.1",
        "export --sft - --min-speedup 2.2",
        "export --sft - --run mine",
        "export --sft - --run 12",
        "export --sft - --split l1_seed42",
        "export --sft - --split none",
        "export --sft pairs.jsonl -q",
        "export --sft none/pairs.jsonl",
        "export --records -",
        "export --records - --form messages",
        "export --records - --form verl --run mine",
        "export --records - --form zz",
        "export --records - --split none",
        "export --records - --split l1_seed42 --form skyrl",
        "export --records none/records.jsonl --form messages",
        "export --records records.jsonl --form messages --recipe speedup",
    };
    (void)state;
    say_all(lines, ARRAY_LEN(lines));
    add_file("pairs.jsonl");
    approved_check_exactly("transfer_pairs", &out);
}

static void test_databases_are_merged(void **state)
{
    static const char *const lines[] = {
        "merge a.db b.db --out both.db",
        "merge a.db b.db --out both.db",
        "merge a.db b.db --prefix b- --format csv",
        "merge a.db b.db --prefix b-",
        "merge a.db c.db --prefix c-",
        "merge a.db none.db",
        "merge none.db a.db",
        "merge a.db a.db",
    };
    (void)state;
    buf_clear(&out);
    say("export --snapshot a.db");
    change(
        "UPDATE run SET name = 'theirs' WHERE run_id = 7;"
        "INSERT INTO baseline (name, hardware, task_id, runtime_us) VALUES ('x', 'H100', 901, 5)");
    say("export --snapshot b.db");
    change("UPDATE baseline SET runtime_us = 6; UPDATE evaluation SET message = 'other' WHERE "
           "evaluation_id = 33");
    say("export --snapshot c.db");
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    approved_check_exactly("transfer_merged", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_files),
        cmocka_unit_test(test_pairs_and_records),
        cmocka_unit_test(test_databases_are_merged),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
