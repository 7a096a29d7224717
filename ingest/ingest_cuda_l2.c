/*
 * ingest_cuda_l2.c - a CSV of speedup ratios: one matrix shape a row, one baseline a column.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/csv_reader.h"
#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/record_formats.h"
#include "ingest/sample_rows.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SHAPE "mnk"

const char *cuda_l2_recognise(const struct ingest_probe *p)
{
    return !p->folder && str_starts_with(p->head, SHAPE ",") ? "CSV whose first column is " SHAPE
                                                             : NULL;
}

struct shape_row {
    size_t line;
    const char *shape;
    const char *extra; /* the row as JSON */
    struct ingest_claim *claims;
    bool any;
};

struct shape_table {
    char **names; /* of the columns */
    size_t n_columns;
    struct shape_row *rows;
    size_t n, capacity;
};

/* "64_64_128" */
static bool is_shape(const char *s)
{
    size_t parts = 0;
    for (;;) {
        size_t digits = strspn(s, "0123456789");
        if (digits == 0 || digits > 9)
            return false;
        parts++;
        s += digits;
        if (*s == '\0')
            return parts == 3;
        if (*s++ != '_')
            return false;
    }
}

static struct shape_row *next_row(struct ingest_job *job, struct shape_table *t)
{
    if (t->n == t->capacity) {
        size_t capacity = t->capacity == 0 ? 256 : t->capacity * 2;
        struct shape_row *rows = arena_array(job->arena, capacity, sizeof(*rows));
        if (t->n > 0)
            memcpy(rows, t->rows, t->n * sizeof(*rows));
        t->rows = rows;
        t->capacity = capacity;
    }
    return &t->rows[t->n];
}

static bool read_cells(struct ingest_job *job, const struct shape_table *t,
                       const struct csv_reader *r, struct shape_row *row)
{
    struct buf extra = { 0 };
    buf_putc(&extra, '{');
    for (size_t i = 0; i < t->n_columns; i++) {
        const char *cell = csv_cell(r, i);
        double v = (double)NAN;
        if (i > 0) {
            if (!str_to_double(cell, &v) || v <= 0)
                v = (double)NAN;
            row->claims[i - 1] = (struct ingest_claim){ t->names[i], v };
            row->any = row->any || !isnan(v);
            buf_putc(&extra, ',');
        }
        buf_put_json_string(&extra, t->names[i], strlen(t->names[i]));
        buf_putc(&extra, ':');
        buf_put_json_string(&extra, cell, strlen(cell));
    }
    buf_putc(&extra, '}');
    row->extra = arena_strndup(job->arena, buf_text(&extra), extra.len);
    buf_release(&extra);
    return row->any;
}

static void take_row(struct ingest_job *job, struct shape_table *t, const struct csv_reader *r,
                     const struct csv_row *csv)
{
    struct shape_row *row = next_row(job, t);
    char where[40];
    snprintf(where, sizeof(where), "line %zu", csv->line);
    if (csv->n_cells != t->n_columns) {
        ingest_refuse(job, where, "%zu cells under %zu headings", csv->n_cells, t->n_columns);
        return;
    }
    if (!is_shape(csv_cell(r, 0))) {
        ingest_refuse(job, where, "the first cell is no shape M_N_K");
        return;
    }
    *row = (struct shape_row){
        .line = csv->line,
        .shape = arena_strdup(job->arena, csv_cell(r, 0)),
        .claims = arena_array(job->arena, t->n_columns, sizeof(*row->claims)),
    };
    if (read_cells(job, t, r, row))
        t->n++;
    else
        ingest_refuse(job, where, "no cell holds a ratio");
}

static int read_heading(struct ingest_job *job, struct shape_table *t, struct csv_reader *r,
                        struct err *err)
{
    struct csv_row csv;
    int rc = csv_reader_next(r, &csv, err);
    if (rc < 0)
        return rc;
    if (rc == 0 || csv.n_cells < 2 || strcmp(csv_cell(r, 0), SHAPE) != 0)
        return err_set(err, ERR_INTEGRITY, "%s: its first line is no heading \"" SHAPE ",...\"",
                       job->name);
    t->n_columns = csv.n_cells;
    t->names = arena_array(job->arena, csv.n_cells, sizeof(*t->names));
    for (size_t i = 0; i < csv.n_cells; i++)
        t->names[i] = arena_strdup(job->arena, csv_cell(r, i));
    return 0;
}

int cuda_l2_parse(struct ingest_job *job, struct err *err)
{
    struct shape_table *t = arena_alloc(job->arena, sizeof(*t));
    struct csv_reader r;
    struct csv_row row;
    csv_reader_init(&r, job->name, job->text, job->len, ',');
    int rc = read_heading(job, t, &r, err);
    while (rc == 0 && (rc = csv_reader_next(&r, &row, err)) > 0) {
        take_row(job, t, &r, &row);
        rc = 0;
    }
    csv_reader_release(&r);
    if (rc < 0)
        return rc;
    /* One device and precision a file, named in the file's name alone. */
    job->target = job->options->run_name != NULL ? job->options->run_name : sample_file_stem(job);
    if (job->target == NULL || *job->target == '\0')
        return err_set(err, ERR_USAGE, "%s: give --run-name", job->name);
    job->records = t;
    if (t->n == 0 && job->counts.refused > 0)
        return err_set(err, ERR_INTEGRITY, "%s: all %lld rows were refused; the first, %s: %s",
                       job->name, (long long)job->counts.refused, job->refusals->where,
                       job->refusals->reason);
    return t->n > 0 ? 0 : err_set(err, ERR_NOMATCH, "%s: holds no rows", job->name);
}

int cuda_l2_store(struct ingest_job *job, struct db *db, int64_t import_source_id, struct err *err)
{
    const struct shape_table *t = job->records;
    struct ingest_sink sink = { .job = job, .db = db, .source_id = import_source_id };
    const struct ingest_run run = {
        .name = job->target,
        .model = job->options->model,
        .model_origin = job->options->model == NULL ? NULL : "--model",
        .hardware = "",
        .temperature = (double)NAN,
        .k = -1,
    };
    int rc = ingest_sink_run(&sink, &run, err);
    for (size_t i = 0; i < t->n && rc == 0; i++) {
        const struct shape_row *row = &t->rows[i];
        struct ingest_sample s = ingest_sample_unknown;
        s.where = arena_printf(job->arena, "line %zu (%s)", row->line, row->shape);
        s.suite = "cuda-l2";
        s.task_name = row->shape;
        s.sample = 0;
        s.extra = row->extra;
        s.evaluated = s.compiled = s.correct = true;
        s.outcome = "measured";
        s.message = "claimed by the source";
        s.claims = row->claims;
        s.n_claims = t->n_columns - 1;
        rc = ingest_put(&sink, &s, err);
    }
    return rc;
}
