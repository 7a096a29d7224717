/*
 * names_test.c - what paths and names say: levels, steps, seeds, strategies, runs, problems; and
 * what the first bytes of files and the words in them say.
 */
#include "ingest/kernelbench/kernelbench_id.h"
#include "ingest/path_names.h"
#include "tests/unit/ingest/imported.h"

static const char *const paths[] = {
    "",
    "-",
    "/",
    "a",
    "a.json",
    ".json",
    "a/b/.hidden",
    "a.b.c",
    "a/b.tar.gz",
    "/a//b/",
    /* Levels. */
    "level1",
    "level_1/x.json",
    "Level-2/x.json",
    "LEVEL3",
    "l4/x",
    "L4/x",
    "xl5",
    "x_l5",
    "x1l5",
    "level0",
    "level9",
    "level10",
    "level_10",
    "l10",
    "level1a",
    "level_1_b",
    "level__1",
    "level",
    "mylevel1",
    "my-level1",
    "level1_level2",
    "level1_level1",
    "level1/level2_level3/x",
    "level1/level2/x",
    "level1/l3_level2/level4.json",
    "3level1",
    /* Steps and seeds. */
    "step_3.json",
    "step3",
    "Step-3",
    "step=3",
    "step 3",
    "step__3",
    "xstep3",
    "x_step3",
    "x.step3",
    "step3x",
    "step3_x",
    "step",
    "step_999999999",
    "step_1000000000",
    "global_step_7/step_5.json",
    "global_step_7_step_5",
    "iteration12/x",
    "iter-12",
    "iterations12",
    "step_5/seed42/x.json",
    "seed42_step1",
    "seed_0",
    "seed-1",
    "a/seed1/b/c/d/e/f",
    "a/seed1/b/c/d/e",
    "a/seed1/b/c/d",
    "seed1/seed2/x",
    "xseed3",
    /* Strategies. */
    "best-of-n",
    "best_of_n.json",
    "Best Of N/x",
    "bestofn",
    "bon",
    "bon2",
    "bonus",
    "a-bon",
    "carbon",
    "ttt",
    "sdpo_batch_ttt",
    "ttt/sdpo/x",
    "test-time-training_x",
    "repeated_sampling",
    "refine",
    "refinement",
    "refined",
    "iterative refinement",
    "multi-turn/x",
    "multiturn",
    "a.ttt.json",
    /* Parts of runs. */
    "run_step_3.json",
    "step_3_run.json",
    "step_3.json",
    "run.step_3.json",
    "level_1_problem_2.json",
    "run_level_1_problem_2_sample_0.json",
    "task_3_x",
    "x-task3-y-sample4-z",
    "checkpoint-500.json",
};

static void put(struct buf *out, const char *text)
{
    buf_printf(out, " %s", text == NULL ? "-" : *text == '\0' ? "''" : text);
}

static void what_paths_say(void **state)
{
    struct buf out = { 0 };
    (void)state;
    buf_puts(&out,
             "level, step, seed, strategy, that of the name, stem, run, run without levels\n");
    for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
        const char *p = paths[i];
        buf_printf(&out, "'%s': %d %d %lld", p, path_level(p), path_step(p),
                   (long long)path_seed(p));
        put(&out, path_strategy(p));
        put(&out, path_strategy_of_name(p));
        put(&out, path_stem(&arena, p));
        put(&out, path_run_stem(&arena, p, false));
        put(&out, path_run_stem(&arena, p, true));
        buf_puts(&out, "\n");
    }
    check_told("path_names", &out);
    buf_release(&out);
}

/* A component of 255 bytes is read, a longer one is not. */
static void long_components(void **state)
{
    (void)state;
    for (size_t n = 253; n < 260; n++) {
        char path[300];
        memset(path, 'x', sizeof path);
        memcpy(path, "level_3_step_4_", 15);
        path[n] = '\0';
        assert_int_equal(path_level(path), n < 256 ? 3 : 0);
        assert_int_equal(path_step(path), n < 256 ? 4 : -1);
    }
}

static void what_folders_say(void **state)
{
    static const char *const folders[] = {
        "a",
        "a/level_1",
        "a/level_1/step_3",
        "a/level_x",
        "a/seed42",
        "a/seed42/level_2",
        "a/seed42/seed43",
        "a/level_1/seed7",
        "a/per_problem",
        "a/per_level/global_step_5",
        "a/checkpoint-500",
        "a/checkpoint-500x",
        "a/iteration_9/iter9",
        "a/problem_3",
    };
    struct buf out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        const struct written file = { arena_printf(&arena, "%s/x.json", folders[i]), "{}", 0 };
        write_file(&file);
        buf_printf(&out, "%s:", file.name);
        put(&out, path_folder_name(&arena, in_folder(file.name)));
        put(&out, path_folder_name(&arena, in_folder(folders[i])));
        put(&out, path_absolute(&arena, in_folder(file.name)));
        put(&out, path_absolute(&arena, in_folder(folders[i])));
        buf_puts(&out, "\n");
    }
    put(&out, path_folder_name(&arena, "-"));
    put(&out, path_folder_name(&arena, in_folder("absent")));
    put(&out, path_folder_name(&arena, "/"));
    put(&out, path_folder_name(&arena, "/dev/null"));
    buf_puts(&out, "\n");
    check_told("path_folders", &out);
    buf_release(&out);
}

static void names_that_fit_a_pattern(void **state)
{
    static const struct {
        const char *pattern, *name;
        bool fits;
    } pairs[] = {
        { "", "", true },         { "", "a", false },          { "*", "", true },
        { "*", "abc", true },     { "a*", "a", true },         { "a*", "ba", false },
        { "*a", "ba", true },     { "*a", "bab", false },      { "a*b", "ab", true },
        { "a*b", "axxb", true },  { "a*b", "axxbc", false },   { "a*b*c", "abbcbc", true },
        { "a**", "a", true },     { "*.json", ".json", true }, { "*.json", "x.jsonl", false },
        { "a*bc", "abbc", true }, { "ab", "a", false },        { "a*b*", "acb", true },
        { "a?", "ab", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
        if (path_name_fits(pairs[i].pattern, pairs[i].name) != pairs[i].fits)
            fail_msg("%s %s", pairs[i].pattern, pairs[i].name);
}

/* ---- problems ---- */

static const char *const ids[] = {
    "",
    "0",
    "7",
    "007",
    "999999999",
    "1000000000",
    "7x",
    "-7",
    "problem_3",
    "problem3",
    "problem-3",
    "problem__3",
    "problem",
    "problem_3x",
    "xproblem_3",
    "x_problem_3",
    "problem_3_problem_4",
    "problem_3_problem_x",
    "level_1_problem_3_sample_0",
    "level1/problem3/sample5/epoch2",
    "solution_4",
    "solution_4_sample_5",
    "level_2_solution_7.py",
    "epoch_2_sample_5",
    "sample_1234567890",
    "4_Matrix_vector_multiplication_.py",
    "4.py",
    "_4",
    "0_x",
    "1234567890_x",
    "a/b/4_x.py",
    "l1",
    "l_1",
    "l-2",
    "level1",
    "level_1",
    "level-3",
    "levels1",
    "level__1",
    "level_",
    "level_1/task_23",
    "x/level_2/y/task_9.json",
    "level_/task_3",
    "level_1/task_",
    "level_1task_2",
    "level_123456789/task_123456",
    "level_1000001/task_1000009",
    "level_99999/task_100000",
    "task_1/level_2",
    "level_2/task_1/level_3/task_4",
};

static void what_names_of_problems_say(void **state)
{
    struct buf out = { 0 };
    (void)state;
    buf_puts(&out,
             "number; level, problem, epoch, sample; problem of name; level of key; level and "
             "task of path; name\n");
    for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
        struct kb_id id = KB_ID_NONE;
        int number = -1, key = -1, level = -1, problem = -1;
        kb_number(ids[i], &number);
        const bool named = kb_id_from_text(ids[i], &id);
        kb_level_of_key(ids[i], &key);
        kb_task_of_path(ids[i], &level, &problem);
        buf_printf(&out, "'%s': %d; %d %d %d %d %d; %d; %d; %d %d; %s\n", ids[i], number, named,
                   id.level, id.problem, id.step, id.sample, kb_problem_of_name(ids[i]), key, level,
                   problem, kb_task_name(&arena, ids[i]));
    }
    check_told("problem_names", &out);
    buf_release(&out);
}

/* ---- first bytes ---- */

static const struct written heads[] = {
    { "x", "", 0 },
    { "x", "{", 1 },
    { "x", "\x1f\x8b", 2 },
    { "x", "\x1f", 1 },
    { "x.tar.gz", "\x1f\x8b", 2 },
    { "x.tgz", "\x1f\x8b", 2 },
    { "x", "\x28\xb5\x2f\xfd", 4 },
    { "x", "\x28\xb5\x2f", 3 },
    { "x",
      "\xfd"
      "7zXZ",
      5 },
    { "x", "BZh9", 4 },
    { "x", "PK\x03\x04", 4 },
    { "x", "PK\x03\x05", 4 },
    { "x", "\xff\xfe\0\0", 4 },
    { "x", "\xff\xfe{\0", 4 },
    { "x", "\xfe\xff\0{", 4 },
    { "x", "{\0", 2 },
    { "x", "[\0", 2 },
    { "x", "\0{", 2 },
    { "x", "\0[", 2 },
    { "x", "PAR1", 4 },
    { "x", ":W&B", 4 },
    { "x", "ARROW1", 6 },
    { "x", "ARROW2", 6 },
    { "x", "version https://git-lfs", 23 },
    { "x", "version https://git-lf", 22 },
};

static void what_first_bytes_say(void **state)
{
    struct buf out = { 0 };
    char tar[262];
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
        struct err err = { 0 };
        int rc = ingest_check_kind(heads[i].name, heads[i].text, heads[i].len, &err);
        buf_printf(&out, "%d %s\n", rc, err.msg);
    }
    memset(tar, 'x', sizeof tar);
    memcpy(tar + 257, "ustar", 5);
    for (size_t n = sizeof tar - 1; n <= sizeof tar; n++) {
        struct err err = { 0 };
        int rc = ingest_check_kind("x", tar, n, &err);
        buf_printf(&out, "%zu bytes: %d %s\n", n, rc, err.msg);
    }
    check_told("first_bytes", &out);
    buf_release(&out);
}

static void words_in_the_first_bytes(void **state)
{
    static const struct {
        const char *head;
        bool json, key, text; /* the member "key" and the text "word" */
    } probes[] = {
        { "", false, false, false },           { "{}", true, false, false },
        { " \t\r\n[", true, false, false },    { "x{", false, false, false },
        { "\"key\":", false, true, false },    { "{\"key\" \n:1}", true, true, false },
        { "\"key\"", false, false, false },    { "\"key\" ", false, false, false },
        { "\"key\" x:", false, false, false }, { "\"key", false, false, false },
        { "\"xkey\":", false, false, false },  { "\"keyx\":", false, false, false },
        { "\"\"key\":", false, true, false },  { "\"a\":\"key\":", false, true, false },
        { "word", false, false, true },        { "xword", false, false, true },
        { "wword", false, false, true },       { "wor", false, false, false },
        { "wor word", false, false, true },    { "wordx", false, false, true },
        { "Word", false, false, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(probes); i++) {
        const struct ingest_probe p = { .name = "",
                                        .head = probes[i].head,
                                        .head_len = strlen(probes[i].head) };
        if (ingest_probe_is_json(&p) != probes[i].json ||
            ingest_probe_has_key(&p, "key") != probes[i].key ||
            ingest_probe_has_text(&p, "word") != probes[i].text)
            fail_msg("%s", probes[i].head);
        const struct ingest_probe of_folder = { .name = "", .head = "{", .folder = true };
        assert_false(ingest_probe_is_json(&of_folder));
        /* What lies behind the head is not of it. */
        const struct ingest_probe cut = { .name = "",
                                          .head = "\"key\":word",
                                          .head_len = i < 10 ? i : 10 };
        assert_int_equal(ingest_probe_has_key(&cut, "key"), i >= 6);
        assert_int_equal(ingest_probe_has_text(&cut, "word"), i >= 10);
    }
}

static void formats_are_found_by_their_names(void **state)
{
    static const char *const parts[] = { "a*.json", "b", NULL };
    const struct ingest_format some = { .parts = parts }, all = { .parts = NULL };
    (void)state;
    for (size_t i = 0; ingest_formats[i] != NULL; i++)
        assert_ptr_equal(ingest_find_format(ingest_formats[i]->name), ingest_formats[i]);
    assert_null(ingest_find_format("none"));
    assert_null(ingest_find_format(""));
    assert_true(ingest_is_part(&some, "ab.json"));
    assert_true(ingest_is_part(&some, "b"));
    assert_false(ingest_is_part(&some, "c"));
    assert_false(ingest_is_part(&all, "b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_paths_say),
        cmocka_unit_test(long_components),
        cmocka_unit_test(what_folders_say),
        cmocka_unit_test(names_that_fit_a_pattern),
        cmocka_unit_test(what_names_of_problems_say),
        cmocka_unit_test(what_first_bytes_say),
        cmocka_unit_test(words_in_the_first_bytes),
        cmocka_unit_test(formats_are_found_by_their_names),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
