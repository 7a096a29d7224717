/*
 * run_options_test.c - what the options of the run commands resolve to, and which are refused in
 * which words, held to a text that somebody has read: tests/approved/units/run_options.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "splits/split.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/values.h"
#include "src/json/json.h"
#include "tests/support/approved.h"
#include "tests/unit/strategy/rows_fixture.h"

/* The same problem thrice: one is imported again under another number. */
static const char problems[] =
    "INSERT INTO blob (blob_id, sha256, kind, bytes, text) VALUES "
    "(1, replace(hex(zeroblob(32)), '0', 'b'), 'import', 5, 'class');"
    "INSERT INTO task (suite, level, problem_id, name, kind, module_blob_id) VALUES "
    "('own', 1, 4, 'four', 'torch', 1), ('own', 2, 8, 'eight', 'torch', 1);"
    "INSERT INTO task (suite, level, problem_id, kind, module_blob_id) "
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 257) "
    "SELECT 'many', 1, i, 'torch', 1 FROM n";

static const char split_text[] =
    "{\"level\":\"level_1\",\"seed\":3,\"split_hash\":\"%s\",\"problem_ids\":{\"train\":[4,5,19],"
    "\"eval\":[20,23,97]}}";

static const struct command *command_of(const char *strategy)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if (str_starts_with(all[i]->name, "run ") && strcmp(all[i]->name + 4, strategy) == 0)
            return all[i];
    fail_msg("there is no command 'run %s'", strategy);
    return NULL;
}

static int resolve(struct rows_fixture *f, const char *line, struct arena *a,
                   struct run_config *out, struct err *err)
{
    char **words;
    struct cli cli = { .db = f->db, .arena = a, .at_command = 1, .quiet = true };
    cli.argc = (int)str_split(a, arena_printf(a, "rollbook run %s", line), ' ', &words);
    cli.argv = words;
    int rc = values_parse(&cli, command_of(words[2]), 2, err);
    return rc < 0 ? rc : run_options_resolve(&cli, words[2], out, err);
}

/* A line a member: its name, its value and where that comes from. */
static void put_members(const struct run_config *c, struct arena *a, struct buf *out)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    run_config_encode(c, &text);
    const struct json *root = json_parse_arena("c", 1, buf_text(&text), text.len, a, &err);
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m)) {
        struct buf CLEANUP(buf_release) value = { 0 };
        const char *origin = "";
        json_string(json_get(m, "origin"), &origin);
        json_print(json_get(m, "value"), false, &value);
        if (strcmp(json_key(m), "input_secret") != 0)
            buf_printf(out, "  %s %s %s\n", json_key(m), buf_text(&value), origin);
    }
    buf_printf(out, "  (held %d)\n", c->n_held);
}

/* Whether text has the whole line at line. */
static bool has_line(const char *text, const char *line, size_t len)
{
    for (const char *at = text; at != NULL && *at != '\0';) {
        const char *end = strchr(at, '\n');
        if ((size_t)(end - at) == len && memcmp(at, line, len) == 0)
            return true;
        at = end + 1;
    }
    return false;
}

static void put_case(struct rows_fixture *f, const char *line, const char *usual, struct buf *out)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct run_config c = { 0 };
    struct buf CLEANUP(buf_release) all = { 0 };
    struct err err = { 0 };
    int rc = resolve(f, line, &a, &c, &err);
    buf_printf(out, "%s%s%s\n", line, rc < 0 ? ": " : "", rc < 0 ? err.msg : "");
    if (rc < 0)
        return;
    assert_true(c.input_secret != 0);
    put_members(&c, &a, &all);
    for (const char *at = buf_text(&all); *at != '\0';) {
        size_t len = strcspn(at, "\n");
        if (usual == NULL || !has_line(usual, at, len))
            buf_printf(out, "%.*s\n", (int)len, at);
        at += len + 1;
    }
}

static const char *const strategies[] = { "best-of-n", "ttt", "train", "sft", "sdpo", "refine" };

/* Behind "STRATEGY --tasks 4", what differs from that is told; without a strategy it is for all. */
static const char *const cases[] = {
    " --k 0",
    " --k 1 --seed 0 --workers 0 --threads 0",
    " --k 1000000 --seed 9223372036854775807 --workers 256 --threads 256",
    " --k 1000001",
    " --seed -1",
    " --workers 257",
    " --threads 257",
    " --workers -1",
    " --name x --case tiny --mode full --policy replay --temperature 0.5 --reward coverage",
    " --backend cuda --judge-config {} --python py --from r@1 --counters --adaptive --mode full",
    " --adaptive",
    " --adaptive --timed-runs 10",
    " --adaptive --timed-runs 11",
    " --correct-trials 3 --timed-runs 7",
    " --correct-trials 1001",
    " --case small",
    " --mode slow",
    " --name=",
    " --rank 3",
    " --rank 0",
    " --rank 3 --policy-config {\"a\":1}",
    " --rank 3 --policy-config {\"rank\":1}",
    " --rank 3 --policy-config [1]",
    " --rank 3 --policy-config {",
    " --policy-config {\"rank\":1}",
    " --inputs zz",
    " --rule zz",
    " --baseline zz",
    " --inputs suite",
    " --rule own",
    " --baseline eager",
    " --tasks 4",
    " --tasks 5,",
    " --tasks zz",
    " --tasks l9/1",
    " --tasks 5,own:l1/4",
    "ttt --steps 0 --patience 0 --turns 1",
    "ttt --steps 10000 --patience 10000 --turns 1000 --history last-3",
    "ttt --steps 10001",
    "ttt --patience 10001",
    "ttt --turns 1001",
    "ttt --turns 0",
    "ttt --turns 2 --history zz",
    "ttt --turns 1 --history zz",
    "ttt --learning-rate 0.5 --estimator grpo --loss ppo --aggregation token-mean --filters cheat",
    "ttt --guards kl --shuffle-rewards",
    "train --held 19 --steps 7",
    "train --held 19 --steps 0 --epochs 2 --batch 1 --eval-every 0 --eval-k 1 --substeps 1",
    "train --held 19 --epochs 10000 --batch 1000000 --warmup 10000 --eval-every 10000",
    "train --tasks 5,20,23 --held 19,36 --epochs 3 --batch 2 --turns 2 --history best-2",
    "train --held 19 --epochs 2 --steps 2",
    "train --steps 10001",
    "train --epochs 0",
    "train --epochs 10001",
    "train --batch 0",
    "train --batch 1000001",
    "train --warmup -1",
    "train --warmup 10001",
    "train --eval-every -1",
    "train --eval-every 10001",
    "train --eval-k 0",
    "train --eval-k 1000001",
    "train --held 19 --eval-k 1000000 --substeps 1000",
    "train --substeps 0",
    "train --substeps 1001",
    "train --turns 1001",
    "train --held 19 --weight-decay 1000 --schedule linear --estimator opo --loss gspo",
    "train --held 19 --weight-decay 0.5 --filters cheat --guards kl --aggregation token-mean",
    "train --held 19 --weight-decay -0.5",
    "train --held 19 --weight-decay 1000.5",
    "train --held 4",
    "train --held 19,",
    "sft --teacher t --held 19",
    "sft --teacher t --held-out 0 --min-speedup 0",
    "sft --teacher t --held-out 0.99 --min-speedup 2 --epochs 3 --batch 2 --guards kl",
    "sft --teacher t --held-out 1",
    "sft --teacher t --held-out -0.5",
    "sft --teacher t --min-speedup -1",
    "sft --teacher t --steps 4 --aggregation token-mean --schedule cosine --warmup 2",
    "sft --teacher t --steps 4 --epochs 4",
    "sft --teacher t --eval-k 0",
    "sdpo --recipe trl",
    "sdpo --recipe study",
    "sdpo --recipe zz",
    "sdpo --recipe trl --teacher base --show first --loss ppo --aggregation token-mean",
    "sdpo --teacher zz",
    "sdpo --show zz",
    "sdpo --feedback plain --steps 3 --patience 2 --filters cheat --guards kl --learning-rate 1",
    "sdpo --feedback plain --prompt-only",
    "sdpo --steps 10001",
    "sdpo --patience 10001",
    "refine --turns 1 --token-budget 0 --feedback-lines 1 --feedback-bytes 1",
    "refine --turns 1000 --token-budget 2147483647 --feedback-lines 1000 --feedback-bytes 100000",
    "refine --turns 0",
    "refine --turns 1001",
    "refine --token-budget -1",
    "refine --token-budget 2147483648",
    "refine --feedback-lines 0",
    "refine --feedback-lines 1001",
    "refine --feedback-bytes 0",
    "refine --feedback-bytes 100001",
    "refine --history best-4 --feedback plain",
    "refine --history zz",
};

static void test_options_and_what_they_resolve_to(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    struct buf usual[ARRAY_LEN(strategies)] = { { 0 } };
    for (size_t s = 0; s < ARRAY_LEN(strategies); s++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct run_config c = { 0 };
        struct err err = { 0 };
        bool taught = strcmp(strategies[s], "sft") == 0;
        const char *line =
            arena_printf(&a, "%s --tasks 4%s", strategies[s], taught ? " --teacher t" : "");
        put_case(f, line, NULL, &out);
        assert_int_equal(resolve(f, line, &a, &c, &err), 0);
        put_members(&c, &a, &usual[s]);
    }
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        const char *line =
            cases[i][0] == ' ' ? arena_printf(&a, "best-of-n%s", cases[i]) : cases[i];
        size_t s = 0;
        while (!str_starts_with(line, strategies[s]))
            s++;
        if (strstr(line, "--tasks") == NULL || strstr(line, "--tasks 4") != NULL)
            line = arena_printf(&a, "%s --tasks 4", line);
        put_case(f, line, buf_text(&usual[s]), &out);
    }
    for (size_t s = 0; s < ARRAY_LEN(strategies); s++)
        buf_release(&usual[s]);
    approved_check_exactly("run_options", &out);
}

/* The parts of a split, and PyTorch problems. */
static void test_tasks_of_splits_and_suites(void **state)
{
    static const char *const lines[] = {
        "best-of-n",
        "best-of-n --split SPLIT",
        "best-of-n --split SPLIT --tasks 20",
        "best-of-n --split SPLIT --tasks l1/23",
        "best-of-n --split SPLIT --tasks 4",
        "best-of-n --split SPLIT --tasks l2/20",
        "best-of-n --split SPLIT --tasks own:l2/8",
        "best-of-n --split SPLIT --suite own",
        "best-of-n --split SPLIT --suite none",
        "best-of-n --split none.json",
        "train --split SPLIT",
        "train --split SPLIT --tasks 5,4",
        "train --split SPLIT --tasks 20",
        "train --split SPLIT --held 23",
        "train --split SPLIT --held 4",
        "train --tasks 4",
        "sft --teacher t --split SPLIT",
        "best-of-n --suite own --tasks l1/4",
        "best-of-n --suite own --tasks l1/4 --rule kernelbench",
        "best-of-n --suite own --tasks l1/4 --rule kernelbench --inputs signed",
        "best-of-n --suite own --tasks l1/4 --inputs scaled --baseline compile",
        "best-of-n --suite own --tasks l1/4 --case full",
        "best-of-n --suite own --tasks l1/4 --case tiny",
        "best-of-n --tasks own:l1/4,own:l2/8",
        "best-of-n --tasks own:l1/4,l1/4",
        "best-of-n --tasks own:l1/4,own:four",
    };
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) out = { 0 };
    char path[96];
    snprintf(path, sizeof(path), "%s/split.json", f->folder);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct buf CLEANUP(buf_release) one = { 0 };
        const char *at = strstr(lines[i], "SPLIT");
        put_case(f,
                 at == NULL
                     ? lines[i]
                     : arena_printf(&a, "%.*s%s%s", (int)(at - lines[i]), lines[i], path, at + 5),
                 NULL, &one);
        for (const char *s = buf_text(&one); *s != '\0';) {
            size_t len = strcspn(s, "\n");
            bool told = s == buf_text(&one) || str_starts_with(s, "  tasks ") ||
                        str_starts_with(s, "  (held") || str_starts_with(s, "  inputs ") ||
                        str_starts_with(s, "  rule ") || str_starts_with(s, "  baseline ") ||
                        str_starts_with(s, "  task_case ") || str_starts_with(s, "  split_json ");
            const char *folder = strstr(s, f->folder);
            if (told && folder != NULL && folder < s + len)
                buf_printf(&out, "%.*sFOLDER%.*s\n", (int)(folder - s), s,
                           (int)(len - (size_t)(folder - s) - strlen(f->folder)),
                           folder + strlen(f->folder));
            else if (told)
                buf_printf(&out, "%.*s\n", (int)len, s);
            s += len + 1;
        }
    }
    approved_check_exactly("run_tasks", &out);
}

static void test_a_run_has_at_most_256_tasks(void **state)
{
    struct rows_fixture *f = *state;
    struct buf CLEANUP(buf_release) list = { 0 };
    for (int n = 1; n <= 257; n++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct run_config c = { 0 };
        struct err err = { 0 };
        buf_printf(&list, "%smany:l1/%d", n == 1 ? "" : ",", n);
        if (n < 256)
            continue;
        int rc =
            resolve(f, arena_printf(&a, "best-of-n --tasks %s", buf_text(&list)), &a, &c, &err);
        assert_int_equal(rc, n == 256 ? 0 : ERR_USAGE);
        assert_int_equal(c.n_tasks, n == 256 ? 256 : 0);
        assert_string_equal(err.msg, n == 256 ? "" : "--tasks: more than 256 tasks");
    }
    for (int bytes = 200; bytes <= 201; bytes++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct run_config c = { 0 };
        struct err err = { 0 };
        char *name = arena_alloc(&a, 300);
        memset(name, 'n', (size_t)bytes);
        int rc = resolve(f, arena_printf(&a, "best-of-n --tasks 4 --name %s", name), &a, &c, &err);
        assert_int_equal(rc, bytes == 200 ? 0 : ERR_USAGE);
    }
}

static int setup(void **state)
{
    sqlite3 *handle = NULL;
    char path[96];
    struct rows_fixture *f;
    rows_setup(state);
    f = *state;
    snprintf(path, sizeof(path), "%s/t.db", f->folder);
    assert_int_equal(sqlite3_open(path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, problems, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    snprintf(path, sizeof(path), "%s/split.json", f->folder);
    struct arena CLEANUP(arena_release) a = { 0 };
    struct split split;
    struct err err = { 0 };
    const char *text = arena_printf(&a, split_text, "x");
    assert_int_equal(split_parse("s", text, strlen(text), &a, &split, &err), ERR_INTEGRITY);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, split_text, strrchr(err.msg, ' ') + 1); /* which says the hash of the content */
    return fclose(file);
}

#define OPTIONS_TEST(name) cmocka_unit_test_setup_teardown(name, setup, rows_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OPTIONS_TEST(test_options_and_what_they_resolve_to),
        OPTIONS_TEST(test_tasks_of_splits_and_suites),
        OPTIONS_TEST(test_a_run_has_at_most_256_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
