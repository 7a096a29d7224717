/*
 * report_diff.c - two runs: what differs in configuration, results and cost.
 */
#include <string.h>

#include "analysis/tables/compare/table_compare.h"
#include "analysis/tables/row_table.h"
#include "reports/doc/doc.h"
#include "reports/report/report_answer.h"
#include "reports/report/report_sections.h"
#include "src/base/mem.h"
#include "src/table/table.h"

static const char *const own_columns[] = { "run_id",      "run",  "started_at",
                                           "finished_at", "argv", "config" };

static bool is_own(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(own_columns); i++) {
        if (strcmp(own_columns[i], name) == 0)
            return true;
    }
    return false;
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CELL_NA:
        return true;
    case CELL_TEXT:
    case CELL_JSON:
        return strcmp(a->text, b->text) == 0;
    case CELL_INT:
    case CELL_BOOL:
        return a->i == b->i;
    case CELL_REAL:
        return !(a->real < b->real) && !(a->real > b->real);
    }
    return false;
}

static bool rows_of_run(struct report_job *j, const char *query, size_t run, struct table *out)
{
    int64_t id = 0;
    if (row_find_run(j->figures.db, j->figures.runs[run], &id, &j->failed) < 0)
        return false;
    return job_rows(j, query, id, out);
}

static void put_difference(struct table *t, const char *setting, const struct cell *a,
                           const struct cell *b)
{
    struct cell *c = table_row(t);
    c[0] = cell_text(t, setting);
    c[1] = a == NULL || a->kind == CELL_NA ? cell_na(t, "not recorded") : *a;
    c[2] = b == NULL || b->kind == CELL_NA ? cell_na(t, "not recorded") : *b;
}

static void put_record(struct report_job *j, struct table *t)
{
    struct table a, b;
    if (!rows_of_run(j, "show_run", 0, &a) || !rows_of_run(j, "show_run", 1, &b))
        return;
    for (size_t i = 0; i < a.n_columns; i++) {
        if (!is_own(a.columns[i].name) && !same_cell(&a.cells[i], &b.cells[i]))
            put_difference(t, a.columns[i].name, &a.cells[i], &b.cells[i]);
    }
}

static const struct cell *setting_of(const struct table *config, const char *name)
{
    for (size_t r = 0; r < config->n_rows; r++) {
        const struct cell *c = &config->cells[r * config->n_columns];
        if (c[0].kind == CELL_TEXT && strcmp(c[0].text, name) == 0)
            return &c[1];
    }
    return NULL;
}

/* The record and the name are said already. */
static void put_config(struct report_job *j, struct table *t)
{
    struct table a, b, record;
    if (!rows_of_run(j, "show_run_config", 0, &a) || !rows_of_run(j, "show_run_config", 1, &b) ||
        !rows_of_run(j, "show_run", 0, &record))
        return;
    for (size_t r = 0; r < a.n_rows; r++) {
        const struct cell *value = &a.cells[r * a.n_columns + 1];
        const char *name = a.cells[r * a.n_columns].text;
        const struct cell *other = setting_of(&b, name);
        bool said = strcmp(name, "name") == 0;
        for (size_t i = 0; i < record.n_columns; i++)
            said = said || strcmp(record.columns[i].name, name) == 0;
        if (!said && (other == NULL || !same_cell(value, other)))
            put_difference(t, name, value, other);
    }
}

static void draw_differences(struct report_job *j, const struct report_part *p)
{
    (void)p;
    static const struct table_column columns[] = { { "setting", 0 }, { "A", 0 }, { "B", 0 } };
    struct table t;
    table_init(&t, j->arena, "rollbook.report.diff/1", columns, ARRAY_LEN(columns));
    put_record(j, &t);
    put_config(j, &t);
    table_note(&t, "A is %s, B is %s.", j->figures.runs[0], j->figures.runs[1]);
    if (t.n_rows > 0)
        doc_table(j->doc, &t, NULL, "Settings that differ. All others are the same in both runs.");
    else
        doc_paragraph(j->doc, "Both runs have the same settings.");
}

static const struct part_column compare_columns[] = { COLUMN("quantity"), COLUMN("n") };
static const struct report_part settings_parts[] = { REPORT_DRAW(draw_differences) };
static REPORT_SECTION(settings, "Settings", WHEN_ALWAYS);

static const struct report_part comparison_parts[] = {
    { .kind = PART_TABLE,
      TABLE_ASK(compare, .by_order = true),
      .text = "B against A, paired by task. n: tasks, or (task, seed) cells; in brackets the 95% "
              "interval where there is one (bootstrap, exact for odds and risks).",
      REPORT_COLUMNS(compare_columns),
      .turned = "estimand",
      .value = { .name = "value", .low = "ci_low", .high = "ci_high" } },
    { .kind = PART_TABLE,
      TABLE_ASK(compare, .by_order = true),
      .text =
          "Tests of no difference, two-sided p. n: tasks, or (task, seed) cells. The primary test "
          "is the sign-flip test over tasks. No p is adjusted for the number of estimands.",
      REPORT_COLUMNS(compare_columns),
      .turned = "estimand",
      .value = { .name = "p" } },
    REPORT_FIGURE("task-scatter", NULL)
};
static REPORT_SECTION(comparison, "Comparison", WHEN_ALWAYS);

static const struct report_section *const sections[] = {
    &settings,
    &section_runs,
    &comparison,
    &section_sweep,
    &section_fast_p,
    &section_scaling,
    &section_failures,
    &section_trajectory,
    &section_diversity,
    &section_cost,
    NULL,
};

const struct report_plan plan_diff = {
    .title = "Runs",
    .keywords = "GPU kernels, comparison",
    .answer = answer_diff,
    .picture = "fast-p",
    .least_runs = 2,
    .most_runs = 2,
    .needs_rollouts = true,
    .sections = sections,
};
