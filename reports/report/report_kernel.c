#include "reports/report/report_kernel.h"

#include <string.h>

#include "reports/doc/doc.h"
#include "src/base/mem.h"
#include "src/table/table.h"

#define CODE_LINES 400
#define LOG_LINES  60

static const char *value_text(struct report_job *j, const struct cell *c)
{
    switch (c->kind) {
    case CELL_NA:
        return NULL;
    case CELL_TEXT:
    case CELL_JSON:
        return c->text;
    case CELL_INT:
        return arena_printf(j->arena, "%lld", (long long)c->i);
    case CELL_REAL:
        return arena_printf(j->arena, "%.6g", c->real);
    case CELL_BOOL:
        return c->i != 0 ? "yes" : "no";
    }
    return NULL;
}

static bool is_elsewhere(const char *name)
{
    static const char *const names[] = { "config", "argv", "libraries", "extra" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

static void draw_record(struct report_job *j, const char *query, int64_t id)
{
    struct table t;
    size_t n = 0;
    if (!job_rows(j, query, id, &t))
        return;
    struct doc_pair *pairs = arena_array(j->arena, t.n_columns, sizeof(*pairs));
    for (size_t i = 0; i < t.n_columns; i++) {
        const char *value = value_text(j, &t.cells[i]);
        if (value != NULL && value[0] != '\0' && !is_elsewhere(t.columns[i].name))
            pairs[n++] = (struct doc_pair){ t.columns[i].name, value };
    }
    doc_pairs(j->doc, pairs, n);
}

void job_draw_record(struct report_job *j, const struct report_part *p)
{
    draw_record(j, p->source, j->subject_id);
}

/* NULL without a row. */
static const char *text_of(struct report_job *j, const char *query, int64_t id)
{
    struct table t;
    if (!job_rows(j, query, id, &t) || t.cells[0].kind != CELL_TEXT || t.cells[0].text[0] == '\0')
        return NULL;
    return t.cells[0].text;
}

const char *job_code(struct report_job *j, int64_t rollout_id)
{
    return text_of(j, "show_rollout_code", rollout_id);
}

static const struct part_column timing_columns[] = {
    { .name = "subject" },
    { .name = "baseline" },
    { .name = "method" },
    { .name = "n_samples", .heading = "n" },
    { .name = "statistic" },
    { .name = "runtime_us", .heading = "us" },
    { .name = "min_us", .heading = "min us" },
    { .name = "max_us", .heading = "max us" },
    { .name = "std_us", .heading = "std us" },
};

static void draw_rows(struct report_job *j, const struct report_part *p, int64_t id)
{
    int64_t subject = j->subject_id;
    j->subject_id = id;
    job_table(j, p);
    j->subject_id = subject;
}

static void draw_kernel(struct report_job *j, int64_t rollout_id)
{
    static const struct report_part timing = {
        .kind = PART_TABLE,
        .rows = "show_rollout_timing",
        .text = "Timing of this rollout. n: samples behind the statistic; min, max and standard "
                "deviation of the same samples.",
        .none = "This rollout was not timed.",
        REPORT_COLUMNS(timing_columns),
    };
    static const struct report_part evidence = {
        .kind = PART_TABLE,
        .rows = "show_rollout_evidence",
        .text = "Evidence of its evaluation. Each check with its value and bound.",
        .none = "Its evaluation left no evidence rows."
    };
    draw_record(j, "show_rollout", rollout_id);
    draw_rows(j, &timing, rollout_id);
    draw_rows(j, &evidence, rollout_id);
    const char *code = job_code(j, rollout_id);
    const char *log = text_of(j, "show_rollout_log", rollout_id);
    if (code != NULL) {
        doc_paragraph(j->doc, "The kernel file as it was evaluated:");
        doc_listing(j->doc, code, CODE_LINES);
    } else {
        doc_paragraph(j->doc, "Its code is not stored.");
    }
    if (log != NULL) {
        doc_paragraph(j->doc, "What the compiler said:");
        doc_listing(j->doc, log, LOG_LINES);
    }
}

void job_draw_kernel(struct report_job *j, const struct report_part *p)
{
    struct table best;
    if (job_rows(j, p->source, j->subject_id, &best))
        draw_kernel(j, best.cells[0].i);
}
