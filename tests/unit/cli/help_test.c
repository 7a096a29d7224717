/*
 * help_test.c - helps folded to terminals of several widths, and what is said of commands that do
 * not exist, held to texts that somebody has read: tests/approved/units/help_*.txt.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/cli/help.h"
#include "src/cli/lookup.h"
#include "tests/support/approved.h"

/* Text that is the same whatever is built, with every kind of line that a help has. */
static const char shapes[] =
    "Examples\n"
    "  rollbook run best-of-n --db study.db --split l1_seed42 --tasks 4,5 --k 16 --name bon\n"
    "  rollbook small\n"
    "\n"
    "what a command does, in a line that is longer than most of the widths it is folded to.\n"
    "\n"
    "Usage: rollbook run best-of-n [--tasks IDS] [options] that go on for longer than a line has\n"
    "\n"
    "Options\n"
    "  -k, --k N                  rollouts a task (and step), told in rather many words (default "
    "64)\n"
    "  --a-name-that-is-far-longer-than-the-column VALUE of some words that are explained here\n"
    "  -q                         short\n"
    "  --flag\n"
    "  --eeeeeeeeeeeeeeeeeeeeeeee\n"
    "  --nnnnnnnnnnnnnnnnnnnnnnnnn\n"
    "  --tttttttttttttttttttttttttt\n"
    "  --oooooooooooooooooooooooooo x\n"
    "Commands\n"
    "  analyze compare   methods at one budget, with all that is to be known of their differences\n"
    "  audit             what is not believed\n"
    "  a line with single blanks only that is also longer than the narrow widths\n"
    "  x  y\n"
    "  trailing  \n"
    "    \n"
    "last line without an end";

/* Each line with a mark at its end, so that blanks there are seen. */
static void put_folded(const char *text, size_t width, struct buf *out)
{
    struct buf CLEANUP(buf_release) folded = { 0 };
    help_fold(text, width, &folded);
    for (const char *at = buf_text(&folded); *at != '\0'; at++)
        buf_printf(out, *at == '\n' ? "|%c" : "%c", *at);
}

static void test_lines_are_folded(void **state)
{
    static const size_t widths[] = { 0, 1, 20, 44, 45, 46, 49, 80 };
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        put_folded(shapes, widths[i], &text);
        buf_printf(&out, "==== %zu\n", widths[i]);
        approved_add(&out, buf_text(&text), widths[i] == 45 || widths[i] == 80 ? SIZE_MAX : 8);
    }
    buf_puts(&out, "==== nothing\n");
    put_folded("", 40, &out);
    put_folded("\n\n", 40, &out);
    approved_check_exactly("help_folded", &out);
}

static void test_unknown_commands(void **state)
{
    static const char *const lines[] = {
        "",          "runn",      "zzzzzz",       "best-of-n",     "fast-p",         "analyze",
        "analyse",   "analyze x", "analyze fast", "analyze fastp", "analyze fast-q", "run ttl",
        "run ttt",   "run ttt x", "run",          "run -h",        "run x",          "find x",
        "find",      "runner",    "runer",        "ttt",           "list",           "init",
        "task lst",  "task list", "tas list",     "queue",         "queue x",        "queue statu",
        "an",        "worker x",  "worker",       "prompt show",   "prompt shwo",    "show",
        "show runs", "show run",
    };
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
        struct arena CLEANUP(arena_release) a = { 0 };
        struct err err = { 0 };
        char **words;
        size_t n = str_split(&a, arena_strdup(&a, lines[i]), ' ', &words);
        int matched = -1;
        const struct command *c = lookup_command(n, words, &matched);
        int rc = lookup_unknown(n, words, &err);
        buf_printf(&out, "%s: %s %d%s\n  %d %s\n", lines[i], c == NULL ? "-" : c->name, matched,
                   lookup_is_group(words[0]) ? " group" : "", rc, err.msg);
    }
    assert_int_equal(lookup_command(0, NULL, &(int){ 0 }) == NULL, 1);
    approved_check_exactly("help_unknown", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_folded),
        cmocka_unit_test(test_unknown_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
