/*
 * kernelbench_folder_test.c - what a run folder of KernelBench is read as, and every remark about
 * files that do not fit together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/store/db.h"

#define MEASURED "\"compiled\": true, \"correctness\": true, \"metadata\": {}, \"runtime\": 2.0}"
#define MISMATCH "\"compiled\": true, \"correctness\": false, \"metadata\": {}, \"runtime\": -1}"

static struct db *db;
static struct arena arena;
static char folder[] = "/tmp/rollbook-folder-XXXXXX";

struct file {
    const char *name, *text; /* NULL: a folder of that name */
};

#define MOST_FILES 10

struct row {
    struct file files[MOST_FILES];
    int level;
    int rc;
    int64_t stored, refused, left_out;
    const char *said; /* refusals and remarks, each with a line's end */
};

static const char *path_of(const char *name)
{
    return arena_printf(&arena, "%s/%s", folder, name);
}

static void put_files(const struct file *files)
{
    struct err err = { 0 };
    for (size_t i = 0; i < MOST_FILES && files[i].name != NULL; i++) {
        if (files[i].text == NULL)
            assert_int_equal(mkdir(path_of(files[i].name), 0700), 0);
        else
            assert_int_equal(file_write_atomic(path_of(files[i].name), files[i].text,
                                               strlen(files[i].text), &err),
                             0);
    }
}

static void remove_files(const struct file *files)
{
    for (size_t i = 0; i < MOST_FILES && files[i].name != NULL; i++)
        assert_int_equal(remove(path_of(files[i].name)), 0);
}

static void put_messages(struct buf *out, const struct ingest_message *m)
{
    for (; m != NULL; m = m->next)
        buf_printf(out, "%s%s%s\n", m->where, *m->where == '\0' ? "" : ": ", m->reason);
}

static void check_row(size_t i, const struct row *row)
{
    struct ingest_options options = { .run_name = "r", .level = row->level, .dry_run = true };
    struct ingest_source source;
    struct err err = { 0 };
    struct buf said = { 0 };
    put_files(row->files);
    ingest_source_init(&source, ingest_find_format("kernelbench"), &options, folder, &arena);
    source.folder = true;
    assert_int_equal(ingest_check_head(&source, &err), 0);
    int rc = ingest_import(&source, db, &err);
    put_messages(&said, source.refusals);
    put_messages(&said, source.remarks);
    if (rc != row->rc || source.counts.stored != row->stored ||
        source.counts.refused != row->refused || source.counts.left_out != row->left_out ||
        strcmp(buf_text(&said), row->said) != 0)
        fail_msg("row %zu: %d %s: %lld stored, %lld refused, %lld left out\n%s", i, rc, err.msg,
                 (long long)source.counts.stored, (long long)source.counts.refused,
                 (long long)source.counts.left_out, buf_text(&said));
    buf_release(&said);
    remove_files(row->files);
}

static const struct row rows[] = {
    /* A kernel each, and a result each: nothing to say. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_1_problem_1_sample_1_kernel.py", "b" },
        { "level_1_problem_2_sample_0_kernel.py", "c" },
        { "eval_results.json",
          "{\"2\": [{\"sample_id\": 0, " MEASURED "], \"1\": [{\"sample_id\": 0, " MEASURED
          ", {\"sample_id\": 1, " MISMATCH "]}" },
        { "pass_at_k_results.json",
          "{\"problems\": {\"1\": {\"total_samples\": 2, \"correct_samples\": 1}, \"2\": "
          "{\"total_samples\": 1, \"correct_samples\": 1}}}" } },
      0,
      0,
      3,
      0,
      0,
      "" },
    /* Numbers that differ from the results, in either place, or of a problem without any. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_1_problem_3_sample_0_kernel.py", "b" },
        { "level_1_problem_2_sample_0_kernel.py", "c" },
        { "eval_results.json",
          "{\"3\": [{\"sample_id\": 0, " MEASURED "], \"1\": [{\"sample_id\": 0, " MEASURED
          "], \"2\": [{\"sample_id\": 0, " MISMATCH "]}" },
        { "pass_at_k_results.json",
          "{\"problems\": {\"1\": {\"total_samples\": 2, \"correct_samples\": 1}, \"2\": "
          "{\"total_samples\": 1, \"correct_samples\": 1}, \"3\": {\"total_samples\": 1, "
          "\"correct_samples\": 1}, \"4\": {\"total_samples\": 1, \"correct_samples\": 0}, "
          "\"5\": {\"correct_samples\": 0}, \"x\": {\"total_samples\": 7, \"correct_samples\": "
          "7}, \"6\": {\"total_samples\": 1}}}" } },
      0,
      0,
      3,
      0,
      0,
      "pass_at_k_results.json: problem 1: 1 of 2 correct there, 1 of 1 in eval_results.json\n"
      "pass_at_k_results.json: problem 2: 1 of 1 correct there, 0 of 1 in eval_results.json\n"
      "pass_at_k_results.json: problem 4: 0 of 1 correct there, 0 of 0 in "
      "eval_results.json\n" },
    /* Kernels without a result and results without a kernel are counted. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_1_problem_1_sample_2_kernel.py", "b" },
        { "level_1_problem_4_sample_0_kernel.py", "c" },
        { "eval_results.json",
          "{\"1\": [{\"sample_id\": 0, " MEASURED ", {\"sample_id\": 1, " MEASURED
          "], \"3\": [{\"sample_id\": 0, " MEASURED "]}" } },
      0,
      0,
      5,
      0,
      0,
      "2 kernels have no result: stored without a verdict\n2 results have no kernel file\n" },
    /* No kernels at all are no reason to miss them, */
    { { { "eval_results.json", "{\"1\": [{\"sample_id\": 0, " MEASURED "]}" } },
      1,
      0,
      1,
      0,
      0,
      "" },
    /* and no results are a folder of kernels. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" } },
      0,
      0,
      1,
      0,
      0,
      "1 kernels have no result: stored without a verdict\n" },
    /* Names without all three numbers are none of the run's. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_1_problem_1_kernel.py", "b" },
        { "level_0_problem_1_sample_0_kernel.py", "c" },
        { "level_1_problem_0_sample_0_kernel.py", "d" },
        { "level_1_problem_x_sample_0_kernel.py", "e" },
        { "level_1_problem_1_sample_0_prompt.txt", "f" },
        { "level_1_problem_2_sample_0_kernel.py", NULL } },
      0,
      0,
      1,
      0,
      0,
      "level_1_problem_2_sample_0_kernel.py is not a file and was skipped\n1 kernels have no "
      "result: stored without a verdict\n" },
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_2_problem_1_sample_0_kernel.py", "b" },
        { "level_2_problem_2_sample_0_kernel.py", "c" } },
      0,
      0,
      3,
      0,
      0,
      "kernels of levels 1 and 2: eval_results.json has one row per problem number, so results of "
      "one level may have replaced results of the other\n3 kernels have no result: stored without "
      "a verdict\n" },
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "level_2_problem_1_sample_0_kernel.py", "b" },
        { "level_2_problem_2_sample_0_kernel.py", "c" } },
      2,
      0,
      2,
      0,
      1,
      "kernels of levels 1 and 2: eval_results.json has one row per problem number, so results of "
      "one level may have replaced results of the other\n2 kernels have no result: stored without "
      "a verdict\n" },
    /* What is no JSON is said, and costs nothing else. */
    { { { "level_1_problem_1_sample_0_kernel.py", "a" },
        { "pass_at_k_results.json", "{\"problems\": " } },
      0,
      0,
      1,
      0,
      0,
      "pass_at_k_results.json:1:14: the file ends where a value was expected\n"
      "1 kernels have no result: stored without a verdict\n" },
};

static void files_that_do_not_fit_together_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        check_row(i, &rows[i]);
}

/* By name: "HASH  NAME" a line, as sha256sum writes them. */
static void a_folder_is_told_by_the_hashes_of_its_parts(void **state)
{
    static const struct file files[MOST_FILES] = {
        { "level_1_problem_2_sample_0_kernel.py", "second" },
        { "level_1_problem_1_sample_0_kernel.py", "first" },
        { "notes.md", "not read" },
        { "eval_results.json", "{}" },
    };
    static const int order[] = { 3, 1, 0 };
    struct ingest_options options = { .run_name = "r", .dry_run = true };
    struct ingest_source source;
    struct err err = { 0 };
    struct sha256 h;
    char hex[65];
    size_t len = 0;
    (void)state;
    put_files(files);
    ingest_source_init(&source, ingest_find_format("kernelbench"), &options, folder, &arena);
    source.folder = true;
    if (ingest_import(&source, db, &err) != 0)
        fail_msg("%s", err.msg);
    sha256_init(&h);
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        const struct file *f = &files[order[i]];
        sha256_hex(f->text, strlen(f->text), hex);
        const char *line = arena_printf(&arena, "%s  %s\n", hex, f->name);
        sha256_update(&h, line, strlen(line));
        len += strlen(f->text);
    }
    sha256_final_hex(&h, hex);
    assert_string_equal(source.sha256, hex);
    assert_int_equal(source.len, len);
    remove_files(files);
}

static int setup(void **state)
{
    struct err err = { 0 };
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : db_open(DB_IN_MEMORY, DB_WRITE, &db, &err);
}

static int teardown(void **state)
{
    (void)state;
    db_close(db);
    arena_release(&arena);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_do_not_fit_together_are_told),
        cmocka_unit_test(a_folder_is_told_by_the_hashes_of_its_parts),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
