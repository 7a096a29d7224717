/*
 * commands_test.c - how each command takes what it cannot use, held to texts that somebody has
 * read: tests/approved/units/commands_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/approved.h"
#include "tests/unit/cli/said.h"

static int setup(void **state)
{
    (void)state;
    if (said_setup() != 0)
        return -1;
    say("init");
    buf_clear(&out);
    return 0;
}

/* It would begin to listen if the environment had the token. */
#define PROXY "proxy -u http://127.0.0.1:1 --token-env ROLLBOOK_NO_SUCH_NAME"

/* Each line is of a command whose own code refuses it. */
static const char *const lines[] = {
    "init t.db",
    "init",
    "run best-of-n --tasks 4 --k 0",
    "run refine --tasks 4 --turns 0",
    "run sft --tasks 4",
    "run stages --tasks 4",
    "run score --run none --checkpoints-of none",
    "run score",
    "run reward --run none --reward zz",
    "run reward",
    "run",
    "run --resume none",
    "run --resume none --workers 257",
    "run best-of-n --tasks 4 --method x",
    "run best-of-n --tasks 4 --declaration none",
    "run best-of-n --tasks 4 --telemetry none/file",
    "replay none",
    "declare d --estimand zz",
    "declare d",
    "declare d --estimand sample --methods x,y --budget 1 --seeds 1 --tasks 4 --stopping never -q",
    "run best-of-n --tasks 4 --declaration d",
    "run best-of-n --tasks 4 --declaration d --method z",
    "declare attach d --run none --method x",
    "declare look",
    "declare look --name none",
    "confirm",
    "confirm --run none",
    "confirm --run none --top 0",
    "confirm --run none --top 1",
    "confirm --run none --workers 257",
    "confirm --run none --workers -1",
    "confirm --run none --mode zz",
    "confirm --run none --rollout 1,x",
    "confirm --run none --rollout 1,2 --top 1 --by surprisal --mode fast --workers 256",
    "confirm --run none --by zz",
    "judge --run none",
    "judge --policy-config {}",
    "judge --run none --policy-config {} --tries 0",
    "judge --run none --policy-config {} --tries 101",
    "judge --run none --policy-config {} --limit -1",
    "judge --run none --policy-config {} --seed -1",
    "judge --run none --policy-config {} --temperature -0.1",
    "judge --run none --policy-config {} --temperature 100.1",
    "judge --run none --policy-config {} --temperature nan",
    "judge --run none --policy-config {} --temperature 100 --limit 0 --seed 0 --tries 1",
    "judge --run none --policy-config {} --policy zz",
    "judge",
    "queue init",
    "queue init --queue x --lease 0.99",
    "queue init --queue x --lease 3601",
    "queue status",
    "queue status --prometheus",
    "queue drain",
    "queue drain --off",
    "queue dead",
    "queue retry",
    "worker",
    "worker --queue x --workers 257",
    "worker --queue x --workers -1",
    "worker --queue x --threads 0",
    "worker --queue x --threads 1025",
    "proxy",
    PROXY " --max-body 0",
    PROXY " --max-body 1001",
    PROXY " --timeout 0.0009",
    PROXY " --timeout 1000001",
    PROXY " --grace -1",
    PROXY " --grace 1000001",
    PROXY " --workers -1",
    PROXY " --workers 257",
    PROXY " --queue 0",
    PROXY " --queue 100001",
    PROXY " --max-spool 0.00009",
    PROXY " --max-spool 1000001",
    PROXY " --evaluate-timeout 0",
    PROXY " --evaluate-timeout 1000001",
    PROXY " --when-full no",
    PROXY "",
    PROXY " --max-body 1 --timeout 0.001 "
          "--grace 0 --workers 0 --queue 1 --max-spool 0.0001 --evaluate-timeout 0.001",
    PROXY
    " --max-body 1000 --timeout "
    "1000000 "
    "--grace 1000000 --workers 256 --queue 100000 --max-spool 1000000 --evaluate-timeout 1000000 "
    "--when-full wait",
    "eval none.cu --task l1/4",
    "eval none.cu",
    "eval-folder none",
    "baseline measure --backend zz",
    "task list --suite zz",
    "task show l1/999",
    "task show l1/4 --kernel zz",
    "task check l1/999",
    "task import-kernelbench none",
    "task inputs l1/999",
    "task inputs l1/4 --case zz",
    "policy list --format csv",
    "policy probe --policy-config {",
    "policy probe --policy builtin",
    "policy probe --policy zz",
    "prompt list --format csv",
    "prompt show l1/999",
    "split make --level 0 --seed 1",
    "split make --level 5 --seed 1",
    "split check none.json",
    "figure zz --run none",
    "figure fast-p --run none -o none/a.svg",
    "figure",
    "figure list --format csv",
    "report",
    "report zz",
    "report ttt-vs-bom",
    "report training -o x.zz",
    "report list --format csv",
    "show run none",
    "audit --run none",
    "audit",
    "claims none.json",
    "export --snapshot t.db",
    "export",
    "export --sft x.jsonl --records y.jsonl",
    "export --run none --sft x.jsonl",
    "find",
    "merge",
    "merge none.db other.db --out third.db",
    "merge t.db",
    "sql",
    "sql nonsense",
    "analyze fast-p --run a,b,a",
    "analyze fast-p --run a --runs b",
    "analyze fast-p --run none",
    "analyze fast-p --p x",
    "analyze compare --a none --b none",
    "analyze sweep --by zz",
    "analyze selection --rules zz",
    "analyze cost --format zz",
    "analyze cost --json --format csv",
    "analyze cost --json --json",
    "analyze cost --json --format json",
    "-q find nothing",
    "--zz find",
    "zz",
    "run -h",
    "help none",
    "help analyze",
    "help analyze none",
    "help run zz",
};

/* A whole command line, which names its database. */
static void tell(const char *line)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **words;
    int argc = (int)str_split(&a, arena_strdup(&a, line), ' ', &words);
    fflush(stdout);
    fflush(stderr);
    int kept[] = { dup(1), dup(2) };
    int to = open("said", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(dup2(to, 1) == 1 && dup2(to, 2) == 2 && close(to) == 0);
    int status = cli_main(argc, words);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++)
        assert_true(dup2(kept[i], i + 1) >= 0 && close(kept[i]) == 0);
    buf_printf(&out, "%d %s\n", status, line);
    add_file("said");
}

static void test_which_database(void **state)
{
    static const char *const whole[] = {
        "rollbook runner",
        "rollbook runner x",
        "rollbook runner x y",
        "rollbook worker a b",
        "rollbook worker -x b c",
        "rollbook find x --db :memory:",
        "rollbook find x --db none.db",
        "rollbook find x --db none.db,t.db",
        "rollbook find x --db t.db,none.db",
        "rollbook find x --db=t.db",
        "rollbook --db t.db find x",
        "rollbook --db t.db find x --db t.db",
        "rollbook find x --db",
        "rollbook declare d --estimand zz --db t.db,t2.db",
        "rollbook declare look --name none --db new.db",
        "rollbook show run none --db t.db,none.db",
        "rollbook verify --db folder",
        "rollbook find x --db folder",
        "rollbook find x --db text",
        "rollbook init text",
        "rollbook init folder",
    };
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    FILE *f = fopen("text", "w");
    assert_non_null(f);
    assert_true(fputs("no database, but a text that is longer than the header of one: it has more "
                      "than a hundred bytes in all, as many as SQLite reads first.\n",
                      f) >= 0 &&
                fclose(f) == 0);
    (void)unsetenv("ROLLBOOK_DB");
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(whole); i++)
        tell(whole[i]);
    assert_int_not_equal(access("new.db", F_OK), 0);
    setenv("ROLLBOOK_DB", "t.db", 1);
    tell("rollbook find x");
    setenv("ROLLBOOK_DB", "none.db", 1);
    tell("rollbook find x");
    tell("rollbook find x --db t.db");
    setenv("ROLLBOOK_DB", "", 1);
    tell("rollbook find x");
    approved_check_exactly("commands_database", &out);
}

/* A list is as wide as its longest name, which a new command may be: names end with two blanks. */
static void narrow_lists(struct buf *from, struct buf *to)
{
    const char *at = buf_text(from);
    while (*at != '\0') {
        size_t word = strcspn(at, " "), blanks = strspn(at + word, " ");
        bool in_list = word > 0 && at[word - 1] != '\n' && blanks > 2;
        buf_add(to, at, word + (in_list ? 2 : blanks));
        at += word + blanks;
    }
}

static void test_what_commands_refuse(void **state)
{
    struct buf CLEANUP(buf_release) narrow = { 0 };
    (void)state;
    buf_clear(&out);
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        say(lines[i]);
    narrow_lists(&out, &narrow);
    approved_check_exactly("commands_refuse", &narrow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_commands_refuse),
        cmocka_unit_test(test_which_database),
    };
    return cmocka_run_group_tests(tests, setup, said_teardown);
}
