#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "src/base/buf.h"
#include "src/base/diff.h"
#include "src/base/mem.h"

static void check(const char *a, const char *b, const char *want)
{
    struct buf out = { 0 };
    diff_put(&out, a, strlen(a), b, strlen(b));
    assert_string_equal(buf_text(&out), want);
    buf_release(&out);
}

/* Golden: GNU diff 3.8 -u, below its two heading lines. */
static void hunks_are_those_of_diff_u(void **state)
{
    (void)state;
    check("a\nb\nc\n", "a\nx\nc\n", "--- a\n+++ b\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    check("", "a\n", "--- a\n+++ b\n@@ -0,0 +1 @@\n+a\n");
    check("a\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n");
    check("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n6\n7\n8\n9\n",
          "--- a\n+++ b\n@@ -2,7 +2,6 @@\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n");
    check("x\n1\n2\n3\n4\n5\n6\ny\n", "X\n1\n2\n3\n4\n5\n6\nY\n",
          "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-x\n+X\n 1\n 2\n 3\n 4\n 5\n 6\n-y\n+Y\n");
    check(
        "x\n1\n2\n3\n4\n5\n6\n7\ny\n", "X\n1\n2\n3\n4\n5\n6\n7\nY\n",
        "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-x\n+X\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-y\n+Y\n");
}

static void a_whole_diff_holds_both_texts(void **state)
{
    (void)state;
    struct buf out = { 0 };
    diff_put_whole(&out, "1\n2\n3\n4\n5\n6\n7\n8\n9\n", 18, "1\n2\n3\n4\n6\n7\n8\n9\nX", 17);
    assert_string_equal(buf_text(&out), " 1\n 2\n 3\n 4\n-5\n 6\n 7\n 8\n 9\n+X\n"
                                        "\\ No newline at end of file\n");
    buf_clear(&out);
    diff_put_whole(&out, "a\n", 2, "a\n", 2);
    assert_string_equal(buf_text(&out), " a\n");
    buf_clear(&out);
    diff_put_whole(&out, "", 0, "b\n", 2);
    assert_string_equal(buf_text(&out), "+b\n");
    buf_release(&out);
}

static void equal_texts_have_no_diff(void **state)
{
    (void)state;
    check("", "", "");
    check("a\nb", "a\nb", "");
}

static void a_missing_final_newline_is_said(void **state)
{
    (void)state;
    check("a\n", "a", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
}

/* Thousands of edits fall back to replacing. */
static void hostile_texts_are_bounded(void **state)
{
    (void)state;
    struct buf a = { 0 };
    struct buf b = { 0 };
    struct buf out = { 0 };
    for (int i = 0; i < 20000; i++) {
        buf_printf(&a, "a%d\n", i);
        buf_printf(&b, "b%d\n", i);
    }
    diff_put(&out, buf_text(&a), a.len, buf_text(&b), b.len);
    assert_non_null(strstr(buf_text(&out), "@@ -1,20000 +1,20000 @@\n-a0\n"));
    buf_release(&a);
    buf_release(&b);
    buf_release(&out);
}

static void scripts_turn_a_into_b(void **state)
{
    (void)state;
    uint32_t r = 12345;
    for (int round = 0; round < 300; round++) {
        struct buf side[2] = { { 0 }, { 0 } };
        struct buf back[2] = { { 0 }, { 0 } };
        struct buf out = { 0 };
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < 30; i++) {
                r = r * 1664525u + 1013904223u;
                if (r >> 31 == 0)
                    buf_printf(&side[s], "%u\n", (r >> 20) % 5);
            }
        buf_puts(&side[0], "end of a\n"); /* beyond the hunks' reach only equal heads */
        diff_put(&out, buf_text(&side[0]), side[0].len, buf_text(&side[1]), side[1].len);
        for (const char *p = buf_text(&out); *p != '\0';) {
            const char *end = strchr(p, '\n') + 1;
            if (*p == ' ' || (*p == '-' && strncmp(p, "--- ", 4) != 0))
                buf_add(&back[0], p + 1, (size_t)(end - p - 1));
            if (*p == ' ' || (*p == '+' && strncmp(p, "+++ ", 4) != 0))
                buf_add(&back[1], p + 1, (size_t)(end - p - 1));
            if (strncmp(p, "@@", 2) == 0) {
                for (int s = 0; s < 2; s++) {
                    assert_true(back[s].len == 0 ||
                                strstr(buf_text(&side[s]), buf_text(&back[s])) != NULL);
                    buf_clear(&back[s]);
                    buf_puts(&back[s], "");
                }
            }
            p = end;
        }
        for (int s = 0; s < 2; s++) {
            assert_true(back[s].len == 0 || strstr(buf_text(&side[s]), buf_text(&back[s])) != NULL);
            buf_release(&side[s]);
            buf_release(&back[s]);
        }
        buf_release(&out);
    }
}

enum { SIDES = 2, MOST_LINES = 12, KINDS = 3 };

static size_t common_lines(const char *const *a, size_t n, const char *const *b, size_t m)
{
    size_t longest[MOST_LINES + 1][MOST_LINES + 1] = { { 0 } };
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            size_t of_one =
                longest[i - 1][j] > longest[i][j - 1] ? longest[i - 1][j] : longest[i][j - 1];
            longest[i][j] = a[i - 1] == b[j - 1] ? longest[i - 1][j - 1] + 1 : of_one;
        }
    return longest[n][m];
}

/* The lines of one side of a diff that holds both texts whole; counts those that stand there alone.
 */
static void take_side(const char *diff, char own, struct buf *out, size_t *out_edits)
{
    for (const char *p = diff; *p != '\0';) {
        const char *end = strchr(p, '\n') + 1;
        if (*p == ' ' || *p == own)
            buf_add(out, p + 1, (size_t)(end - p - 1));
        *out_edits += *p == own;
        p = end;
    }
}

static void a_script_is_a_shortest_one(void **state)
{
    static const char *const kinds[KINDS] = { "a\n", "b\n", "c\n" };
    uint32_t r = 4711;
    (void)state;
    for (int round = 0; round < 3000; round++) {
        const char *lines[SIDES][MOST_LINES];
        size_t n[SIDES];
        struct buf text[SIDES] = { { 0 }, { 0 } };
        struct buf CLEANUP(buf_release) out = { 0 };
        size_t edits = 0;
        for (int s = 0; s < SIDES; s++) {
            r = r * 1664525u + 1013904223u;
            n[s] = (r >> 20) % (MOST_LINES + 1);
            for (size_t i = 0; i < n[s]; i++) {
                r = r * 1664525u + 1013904223u;
                lines[s][i] = kinds[(r >> 20) % KINDS];
                buf_puts(&text[s], lines[s][i]);
            }
        }
        diff_put_whole(&out, buf_text(&text[0]), text[0].len, buf_text(&text[1]), text[1].len);
        for (int s = 0; s < SIDES; s++) {
            struct buf CLEANUP(buf_release) side = { 0 };
            take_side(buf_text(&out), s == 0 ? '-' : '+', &side, &edits);
            assert_string_equal(buf_text(&side), buf_text(&text[s]));
            buf_release(&text[s]);
        }
        assert_int_equal(edits, n[0] + n[1] - 2 * common_lines(lines[0], n[0], lines[1], n[1]));
    }
}

/* A line that both texts have in the middle is kept by 2000 edits, and replaced where there are
 * more. */
static void the_most_edits_are_2000(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct buf CLEANUP(buf_release) a = { 0 };
        struct buf CLEANUP(buf_release) b = { 0 };
        struct buf CLEANUP(buf_release) out = { 0 };
        for (int i = 0; i < DIFF_MAX_EDITS / 2 + more; i++) {
            buf_printf(&a, "%sa%d\n", i == 500 ? "both\n" : "", i);
            if (i < DIFF_MAX_EDITS / 2)
                buf_printf(&b, "%sb%d\n", i == 500 ? "both\n" : "", i);
        }
        diff_put_whole(&out, buf_text(&a), a.len, buf_text(&b), b.len);
        assert_int_equal(strstr(buf_text(&out), "\n both\n") != NULL, more == 0);
        assert_int_equal(strstr(buf_text(&out), "\n-both\n") != NULL, more == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hunks_are_those_of_diff_u),
        cmocka_unit_test(a_whole_diff_holds_both_texts),
        cmocka_unit_test(equal_texts_have_no_diff),
        cmocka_unit_test(a_missing_final_newline_is_said),
        cmocka_unit_test(hostile_texts_are_bounded),
        cmocka_unit_test(scripts_turn_a_into_b),
        cmocka_unit_test(a_script_is_a_shortest_one),
        cmocka_unit_test(the_most_edits_are_2000),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
