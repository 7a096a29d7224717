/*
 * sql_members_test.c - marks in the text of statements become columns of tables of members, those
 * alone that the statement does not name before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/store/db_internal.h"

static void marks_become_columns(void **state)
{
    static const struct {
        const char *sql, *expanded;
    } statements[] = {
        { "", "" },
        { "SELECT 1", "SELECT 1" },
        { "SELECT x/*, profile */", "SELECT x, why_not_counted, span_us, task_bytes, task_flops, "
                                    "copy_bytes_per_s, peak_flop_per_s" },
        { "(/*, :profile */)", "(, :why_not_counted, :span_us, :task_bytes, :task_flops, "
                               ":copy_bytes_per_s, :peak_flop_per_s)" },
        { "o/*, o. profile */;", "o, o.why_not_counted, o.span_us, o.task_bytes, o.task_flops, "
                                 "o.copy_bytes_per_s, o.peak_flop_per_s;" },
        { "a/*, c14 profile */", "a, c14, c15, c16, c17, c18, c19" },
        { "a/*, c9 profile */ b", "a, c9, c10, c11, c12, c13, c14 b" },
        /* What the statement names before its first mark. */
        { "SELECT span_us/*, profile */", "SELECT span_us, why_not_counted, task_bytes, "
                                          "task_flops, copy_bytes_per_s, peak_flop_per_s" },
        { "span_us/*, profile */",
          "span_us, why_not_counted, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s" },
        { "SELECT o.span_us/*, profile */", "SELECT o.span_us, why_not_counted, task_bytes, "
                                            "task_flops, copy_bytes_per_s, peak_flop_per_s" },
        { "SELECT xspan_us, span_usx, _span_us/*, profile */",
          "SELECT xspan_us, span_usx, _span_us, why_not_counted, span_us, task_bytes, task_flops, "
          "copy_bytes_per_s, peak_flop_per_s" },
        { "SELECT xspan_us, span_us/*, profile */",
          "SELECT xspan_us, span_us, why_not_counted, task_bytes, task_flops, copy_bytes_per_s, "
          "peak_flop_per_s" },
        { "SELECT x/*, profile */, span_us",
          "SELECT x, why_not_counted, span_us, task_bytes, task_flops, copy_bytes_per_s, "
          "peak_flop_per_s, span_us" },
        { "INSERT INTO t (task_flops/*, profile */) VALUES (1/*, :profile */)",
          "INSERT INTO t (task_flops, why_not_counted, span_us, task_bytes, copy_bytes_per_s, "
          "peak_flop_per_s) VALUES (1, :why_not_counted, :span_us, :task_bytes, :copy_bytes_per_s, "
          ":peak_flop_per_s)" },
        /* Of several statements each has its own. */
        { "span_us; x/*, profile */", "span_us; x, why_not_counted, span_us, task_bytes, "
                                      "task_flops, copy_bytes_per_s, peak_flop_per_s" },
        { "x/*, profile */; span_us, y/*, profile */;",
          "x, why_not_counted, span_us, task_bytes, task_flops, copy_bytes_per_s, peak_flop_per_s; "
          "span_us, y, why_not_counted, task_bytes, task_flops, copy_bytes_per_s, "
          "peak_flop_per_s;" },
        /* Other comments stay. */
        { "/* a */ x /*, profile", "/* a */ x /*, profile" },
        { "/*b*/ x", "/*b*/ x" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(statements); i++) {
        struct buf out = { 0 };
        sql_members_expand("q", statements[i].sql, &out);
        if (strcmp(buf_text(&out), statements[i].expanded) != 0)
            fail_msg("%s:\n%s\nnot\n%s", statements[i].sql, buf_text(&out), statements[i].expanded);
        buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_become_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
