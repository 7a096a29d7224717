/*
 * report_parts_test.c - where the data of a report come from and which commands made them, for runs
 * of every kind, held to what was approved.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/from_store/load_runs.h"
#include "reports/doc/doc.h"
#include "reports/doc/latex_folder.h"
#include "reports/pdf/pdf_canvas.h"
#include "reports/report/report_job.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "tests/support/approved.h"

static const struct provenance_run nothing = { .name = "nothing",
                                               .strategy = "imported",
                                               .status = "complete",
                                               .code_version = "",
                                               .backend = "",
                                               .device = "",
                                               .compiler = "",
                                               .flags = "",
                                               .libraries = "",
                                               .model = "m",
                                               .model_revision = "",
                                               .split = "",
                                               .split_hash = "",
                                               .eval_mode = "",
                                               .task_case = "",
                                               .baseline = "",
                                               .temperature = (double)NAN,
                                               .k = -1,
                                               .n_steps = -1 };

static const char *words[] = { "rollbook", "run", "best-of-n", "--name", "it's", NULL };

/* Runs that differ in one thing each, from one of which nothing is known. */
static size_t fill(struct provenance_run runs[16])
{
    size_t n = 0;
    runs[n++] = nothing;
    runs[n] = nothing;
    runs[n++].name = "also nothing";
    runs[n] = nothing;
    runs[n].code_version = "0.1.0+abc";
    runs[n].backend = "cpu";
    runs[n].device = "Processor";
    runs[n].cores = 0;
    runs[n++].eval_mode = "fast";
    runs[n] = runs[n - 1];
    runs[n].cores = 1;
    runs[n].task_case = "tiny";
    runs[n++].compiler = "g++ 12";
    runs[n] = runs[n - 1];
    runs[n].strategy = "best-of-n";
    runs[n].flags = "-O3";
    runs[n].libraries = "{\"sqlite\":\"3.40.1\",\"cuda\":\"12\"}";
    runs[n].has_seed = true;
    runs[n].temperature = 0.8;
    runs[n].k = 0;
    runs[n++].baseline = "reference";
    runs[n] = runs[n - 1];
    runs[n].seed = 42;
    runs[n].model_revision = "9f2c";
    runs[n].split = "l1";
    runs[n].split_hash = "0123";
    runs[n].k = 64;
    runs[n].n_steps = 0;
    runs[n].eval_mode = "";
    runs[n].argc = 5;
    runs[n++].argv = words;
    runs[n] = runs[n - 1];
    runs[n].has_seed = false;
    runs[n].temperature = 0;
    runs[n++].argc = 1;
    runs[n] = runs[n - 1];
    runs[n].strategy = "ttt";
    runs[n].n_steps = 1;
    runs[n].has_seed = true;
    runs[n].seed = 18446744073709551615U;
    runs[n++].task_case = "";
    return n;
}

static void runs_are_told_by_what_they_differ_in(void **state)
{
    static const struct doc_pair more[] = { { "More", "1" } };
    struct provenance_run runs[16];
    struct provenance p = { .runs = runs, .n_runs = fill(runs), .last_change = "2026-01-02" };
    struct pdf_info info = { .title = "parts" };
    struct latex_folder folder = { 0 };
    struct arena a = { 0 };
    struct buf out = { 0 };
    struct err err = { 0 };
    struct pdf_canvas *c = NULL;
    (void)state;
    assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
    struct doc *d = doc_new(c, "parts");
    doc_set_latex(d, &folder, &info);
    parts_provenance(d, &a, &p, more, 1);
    parts_provenance(d, &a, &(struct provenance){ .runs = runs, .last_change = "never" }, NULL, 0);
    parts_commands(d, &p);
    char **lines;
    size_t n = str_split(&a, buf_text(&folder.body), '\n', &lines);
    for (size_t i = 0; i < n; i++) /* one names the program */
        if (!str_starts_with(lines[i], "\\RbPair{Drawn by}"))
            buf_printf(&out, "%s\n", lines[i]);
    parts_put_commands(&out, &p);
    approved_check_exactly("report_parts", &out);
    doc_free(d);
    pdf_canvas_close(c);
    latex_folder_release(&folder);
    buf_release(&out);
    arena_release(&a);
}

static void a_hundred_commands_are_shown(void **state)
{
    struct provenance_run runs[102];
    struct pdf_info info = { .title = "parts" };
    struct err err = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(runs); i++)
        runs[i] = nothing;
    for (size_t n = 99; n <= 102; n++) {
        struct provenance p = { .runs = runs, .n_runs = n };
        struct latex_folder folder = { 0 };
        struct pdf_canvas *c = NULL;
        size_t shown = 0;
        assert_int_equal(pdf_canvas_open(&info, &c, &err), 0);
        struct doc *d = doc_new(c, "parts");
        doc_set_latex(d, &folder, &info);
        parts_commands(d, &p);
        for (const char *at = buf_text(&folder.body); (at = strstr(at, "begin{RbCode}")) != NULL;
             at++)
            shown++;
        assert_int_equal(shown, n < 100 ? n : 100);
        const char *rest = strstr(buf_text(&folder.body), " more runs;");
        assert_true((rest != NULL) == (n > 100));
        if (rest != NULL)
            assert_int_equal(rest[-1] - '0', n - 100);
        doc_free(d);
        pdf_canvas_close(c);
        latex_folder_release(&folder);
    }
}

/* The command is of 4000 bytes at most, unless the runs were named. */
static void a_report_has_the_command_that_draws_it(void **state)
{
    struct provenance_run runs[] = { nothing, nothing };
    static char name[5000];
    struct arena a = { 0 };
    struct report_options plain = { .n_runs = 0 };
    struct report_options all = { .task = "l1/4", .baseline = "b c", .baseline_hardware = "h" };
    struct provenance p = { .runs = runs, .n_runs = 2 };
    (void)state;
    runs[1].name = "b,c";
    assert_string_equal(parts_report_command(&a, "run", &plain, &p),
                        "rollbook report run --run 'nothing,b\\,c'");
    assert_string_equal(parts_report_command(&a, "task", &all, &p),
                        "rollbook report task --run 'nothing,b\\,c' --task l1/4 --baseline 'b c' "
                        "--baseline-hardware h");
    runs[0].name = name;
    p.n_runs = 1;
    size_t longest = 0;
    for (size_t len = 3500; len < 4100; len++) {
        memset(name, 'x', len);
        plain.n_runs = 1;
        const char *whole = parts_report_command(&a, "run", &plain, &p);
        assert_non_null(strstr(whole, "--run"));
        plain.n_runs = 0;
        const char *text = parts_report_command(&a, "run", &plain, &p);
        assert_string_equal(text, strlen(whole) > 4000 ? "rollbook report run" : whole);
        longest = strlen(whole) > 4000 ? longest : strlen(whole);
    }
    assert_int_equal(longest, 4000);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_told_by_what_they_differ_in),
        cmocka_unit_test(a_hundred_commands_are_shown),
        cmocka_unit_test(a_report_has_the_command_that_draws_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
