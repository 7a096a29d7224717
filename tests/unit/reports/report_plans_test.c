/*
 * report_plans_test.c - what every report is made of: its sections, their parts, the commands and
 * columns of its tables, held to what was approved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reports/report/report_job.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "tests/support/approved.h"

static void put_text(struct buf *out, const char *name, const char *text)
{
    if (text != NULL)
        buf_printf(out, " %s \"%s\"", name, text);
}

static void put_column(struct buf *out, const char *what, const struct part_column *c)
{
    static const char *const styles[] = { "", " percent", " interval", " interval in percent",
                                          " hash" };
    buf_printf(out, "%s %s%s", what, c->name, styles[c->style]);
    put_text(out, "as", c->heading);
    put_text(out, "from", c->low);
    put_text(out, "to", c->high);
    if (c->decimals != 0)
        buf_printf(out, " of %d decimals", c->decimals);
}

static const char *const whens[] = { "",
                                     " if some run adapts",
                                     " if runs are several",
                                     " if there are turns",
                                     " if texts are scanned",
                                     " if problems have shapes" };

static void put_part(struct buf *out, struct report_job *j, const struct report_part *p)
{
    static const char *const kinds[] = { "table", "figure", "drawing" };
    buf_printf(out, "  %s%s%s", kinds[p->kind], whens[p->when], p->judged ? " of judged runs" : "");
    put_text(out, "source", p->source);
    put_text(out, "beside", p->beside);
    put_text(out, "explain", p->explain);
    put_text(out, "explain beside", p->explain_beside);
    put_text(out, "only", p->only);
    put_text(out, "is", p->is);
    put_text(out, "turned by", p->turned);
    put_text(out, "none", p->none);
    if (p->kind == PART_TABLE)
        put_text(out, "of", job_command(j, p));
    buf_putc(out, '\n');
    if (p->text != NULL)
        buf_printf(out, "    %s\n", p->text);
    for (size_t i = 0; i < p->n_columns; i++)
        put_column(out, i == 0 ? "    columns" : ",", &p->columns[i]);
    if (p->turned != NULL)
        put_column(out, "; value", &p->value);
    buf_puts(out, p->n_columns > 0 || p->turned != NULL ? "\n" : "");
}

/* A section that several reports share is told once. */
static void put_section(struct buf *out, struct report_job *j, const struct report_section *s,
                        const struct report_section **told, size_t *n_told)
{
    buf_printf(out, " section \"%s\"%s", s->heading, whens[s->when]);
    put_text(out, "with rows of", s->rows);
    for (size_t i = 0; i < *n_told; i++)
        if (told[i] == s) {
            buf_puts(out, " as above\n");
            return;
        }
    told[(*n_told)++] = s;
    buf_putc(out, '\n');
    for (size_t i = 0; i < s->n_parts; i++)
        put_part(out, j, &s->parts[i]);
}

static void put_plan(struct buf *out, const struct report_plan *p)
{
    put_text(out, "title", p->title);
    put_text(out, "keywords", p->keywords);
    for (size_t i = 0; p->strategies != NULL && p->strategies[i] != NULL; i++)
        put_text(out, "strategy", p->strategies[i]);
    buf_printf(out, " of %zu to %zu runs%s%s%s%s%s\n", p->least_runs, p->most_runs,
               p->against_adapted ? ", against adapted ones" : "",
               p->needs_rollouts ? ", needs rollouts" : "", p->needs_steps ? ", needs steps" : "",
               p->needs_task ? ", needs a task" : "", p->is_short ? ", short" : "");
    for (size_t i = 0; p->explains != NULL && p->explains[i] != NULL; i++)
        buf_printf(out, " explains \"%s\"\n", p->explains[i]);
}

static void every_report_has_its_sections_and_columns(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct report_job j = { .arena = &a };
    struct buf out = { 0 };
    const struct report_section *told[100];
    size_t n, n_told = 0;
    const struct report *all = report_all(&n);
    for (size_t r = 0; r < n; r++) {
        const struct report_section *const *sections = all[r].plan->sections;
        buf_printf(&out, "%s: %s\n of %s.\n", all[r].name, all[r].summary, all[r].default_runs);
        put_plan(&out, all[r].plan);
        for (size_t s = 0; sections[s] != NULL; s++)
            put_section(&out, &j, sections[s], told, &n_told);
    }
    approved_check_exactly("report_plans", &out);
    buf_release(&out);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_report_has_its_sections_and_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
