/* shell_text_test.c - command lines that a shell reads back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "reports/doc/shell_text.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"

static void words_are_quoted_when_they_need_it(void **state)
{
    (void)state;
    static const struct {
        const char *word, *quoted;
    } cases[] = {
        { "--k", "--k" },
        { "4,5,12", "4,5,12" },
        { "a b", "'a b'" },
        { "it's", "'it'\\''s'" },
        { "", "''" },
        { "$(rm)", "'$(rm)'" },
        { "a\\b", "'a\\b'" },
        { "\xC3\xA9t\xC3\xA9", "'\xC3\xA9t\xC3\xA9'" },
        { "\x1b[31m", "$'\\x1b[31m'" },
        { "it's\n", "$'it\\'s\\x0a'" },
        { "\xE4\xB8\xAD", "$'\\xe4\\xb8\\xad'" },
        { "\xFF", "$'\\xff'" },
        { "\xC2", "$'\\xc2'" },
        { "\xC2\xA0", "$'\\xc2\\xa0'" },
        { "\xC2\xA1\xC2\xBF", "'\xC2\xA1\xC2\xBF'" },
        { "\xC2\xAD", "$'\\xc2\\xad'" },
        { "\xC3\x80\xC3\xBF", "'\xC3\x80\xC3\xBF'" },
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct buf out = { 0 };
        shell_put_word(&out, cases[i].word);
        assert_string_equal(buf_text(&out), cases[i].quoted);
        buf_release(&out);
    }
}

static size_t longest_line(const char *text)
{
    size_t most = 0;
    for (; *text != '\0'; text += strcspn(text, "\n") + (strchr(text, '\n') != NULL))
        most = strcspn(text, "\n") > most ? strcspn(text, "\n") : most;
    return most;
}

/* A word a line, as a shell reads it. */
static void expect_read_back(const char *const *words, size_t n)
{
    struct buf command = { 0 }, want = { 0 };
    char got[8192];
    for (size_t i = 0; i < n; i++)
        buf_printf(&want, "%s\n", words[i]);
    FILE *f = fopen("shell_text_test.sh", "w");
    assert_non_null(f);
    shell_put_command(&command, words, n);
    assert_true(longest_line(buf_text(&command)) <= SHELL_COLUMNS);
    fprintf(f, "set -- %s\nprintf '%%s\\n' \"$@\"\n", buf_text(&command));
    assert_int_equal(fclose(f), 0);
    f = popen("bash shell_text_test.sh", "r");
    assert_non_null(f);
    size_t len = fread(got, 1, sizeof(got) - 1, f);
    got[len] = '\0';
    pclose(f);
    remove("shell_text_test.sh");
    assert_string_equal(got, buf_text(&want));
    buf_release(&command);
    buf_release(&want);
}

static void long_commands_go_on_in_the_next_line(void **state)
{
    (void)state;
    static char long_word[400], list[900];
    memset(long_word, 'x', sizeof(long_word) - 1);
    memcpy(long_word + 90, "it's a \\ \x1b \xE2\x80\xAE", 14);
    for (size_t i = 0; i < 80; i++)
        snprintf(list + strlen(list), 12, "%sbon-%zu", i > 0 ? "," : "", i);
    const char *const many[] = { "rollbook", "report", "audit",   "--run", list,
                                 "--task",   "l1/4",   long_word, "",      "it's" };
    const char *const few[] = { "rollbook", "report", "run", "--run", "ttt-42" };
    expect_read_back(many, ARRAY_LEN(many));
    expect_read_back(few, ARRAY_LEN(few));
}

/* A name stays whole. */
static void lists_break_behind_commas(void **state)
{
    (void)state;
    char list[900] = "";
    for (size_t i = 0; i < 40; i++)
        snprintf(list + strlen(list), 12, "%sbon-%zu", i > 0 ? "," : "", i);
    const char *const words[] = { "--run", list };
    struct buf out = { 0 };
    shell_put_command(&out, words, 2);
    for (const char *p = strchr(buf_text(&out), '\n'); p != NULL; p = strchr(p + 1, '\n'))
        assert_memory_equal(p - 2, ",\\", 2);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_quoted_when_they_need_it),
        cmocka_unit_test(long_commands_go_on_in_the_next_line),
        cmocka_unit_test(lists_break_behind_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
