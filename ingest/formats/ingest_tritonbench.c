/*
 * ingest_tritonbench.c - times and predictions of the two projects of that name.
 *
 * thunlp's: a list of {input_size, ms, GB/s, TFLOPS} in a file an operator, and lines with
 * instruction and predict.  Meta's: a table with ';', where a row is an input and "LABEL-METRIC" a
 * column; each label is a run.  Nobody checked what was timed.
 */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/ingest_stated.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"

#define SUITE    "tritonbench"
#define LATENCY  "-latency"
#define SPEEDUP  "-speedup"
#define US_IN_MS 1e3

struct tb_reading {
    const char *operator_name, *target; /* the source's changes with the runs */
};

static void add_time(struct ingest_sample *r, const char *where, double ms)
{
    r->where = where;
    r->outcome = "measured"; /* correctness is unknown */
    r->compiled = true;
    r->timing.runtime_us = ms * US_IN_MS;
}

static void take_size(struct ingest_batch *out, const char *where, const struct json *j)
{
    struct arena *a = out->arena;
    const struct tb_reading *w = out->source->state;
    double ms = sample_number(j, "ms");
    if (!(ms > 0) || json_get(j, "input_size") == NULL) {
        ingest_refuse(out->source, where, "input_size is missing, or ms is not above 0");
        return;
    }
    const char *size = sample_json(a, json_get(j, "input_size"));
    struct ingest_sample *r =
        ingest_batch_add(out, SUITE, arena_printf(a, "%s %.200s", w->operator_name, size));
    add_time(r, where, ms);
    r->extra = sample_json(a, j);
}

static void take_prediction(struct ingest_batch *out, const char *where, const struct json *j)
{
    static const char *const texts[] = { "instruction", "predict" };
    struct arena *a = out->arena;
    const char *instruction = sample_string(a, j, "instruction");
    const char *predict = sample_string(a, j, "predict");
    const char *file = sample_string(a, j, "file");
    char hash[65];
    if (instruction == NULL || predict == NULL) {
        ingest_refuse(out->source, where, "the record lacks instruction or predict");
        return;
    }
    sha256_hex(instruction, strlen(instruction), hash);
    struct ingest_sample *r = ingest_batch_add(
        out, SUITE, file != NULL ? file : arena_printf(a, "instruction %.16s", hash));
    r->where = where;
    r->prompt = ingest_text(instruction);
    r->completion = r->code = ingest_text(predict);
    r->extra = sample_json_without(a, j, texts, ARRAY_LEN(texts));
}

/* "0.0123" and "0.0123 (±1.25%)"; NaN: another text, as the message of an error. */
static double leading_number(struct arena *a, const char *cell)
{
    size_t n = strcspn(cell, " (");
    const char *rest = cell + n + strspn(cell + n, " ");
    double v = (double)NAN;
    if ((*rest != '\0' && *rest != '(') || !str_to_double(arena_strndup(a, cell, n), &v))
        return (double)NAN;
    return v;
}

/* The only label that has a latency and no column of speedups; NaN: none, or several. */
static double baseline_us(struct arena *a, const struct csv_table *t)
{
    double us = (double)NAN;
    size_t n = 0;
    for (size_t i = 1; i < t->n_names; i++) {
        const char *name = t->names[i];
        if (!str_ends_with(name, LATENCY) ||
            csv_table_cell(t, arena_printf(a, "%.*s" SPEEDUP, (int)(strlen(name) - strlen(LATENCY)),
                                           name)) != NULL)
            continue;
        us = 1000 * leading_number(a, csv_cell(&t->reader, i));
        n++;
    }
    return n == 1 ? us : (double)NAN;
}

static void take_label(struct ingest_batch *out, const struct ingest_record *record,
                       const char *label, const char *cell)
{
    struct arena *a = out->arena;
    const struct csv_table *t = record->row;
    const struct tb_reading *w = out->source->state;
    struct ingest_run *run = arena_alloc(a, sizeof(*run));
    double ms = leading_number(a, cell);
    const char *speedup = csv_table_cell(t, arena_printf(a, "%s" SPEEDUP, label));
    struct ingest_sample *r = ingest_batch_add(
        out, SUITE,
        arena_printf(a, "%s %s %.200s", w->operator_name, t->names[0], csv_cell(&t->reader, 0)));
    *run = ingest_run_of_source(out->source);
    run->name = arena_printf(a, "%s/%s", w->target, label);
    r->run = run;
    r->extra = csv_table_json(a, t, NULL, 0);
    r->n_records = 0;
    if (ms > 0) {
        add_time(r, record->where, ms);
    } else {
        r->where = record->where;
        r->outcome = "infra";
        r->message = sample_first_line(a, cell);
    }
    r->reference_name = "baseline";
    if (speedup == NULL)
        return;
    ingest_claim(a, r, leading_number(a, speedup));
    if (ms > 0)
        r->reference.runtime_us = baseline_us(a, t);
}

/* An average over inputs is no input. */
static void take_row(struct ingest_batch *out, const struct ingest_record *record)
{
    const struct csv_table *t = record->row;
    const size_t before = out->n;
    if (strcmp(csv_cell(&t->reader, 0), "average") == 0 ||
        strcmp(csv_cell(&t->reader, 0), "hashes") == 0)
        return;
    for (size_t i = 1; i < t->n_names; i++) {
        const char *cell = csv_cell(&t->reader, i);
        const size_t len = strlen(t->names[i]);
        if (!str_ends_with(t->names[i], LATENCY) || *cell == '\0' || strcmp(cell, "None") == 0)
            continue;
        take_label(out, record, arena_strndup(out->arena, t->names[i], len - strlen(LATENCY)),
                   cell);
    }
    if (out->n == before)
        ingest_refuse(out->source, record->where, "the record has no time");
    else
        out->items[before].n_records = 1;
}

static void tritonbench_take(struct ingest_batch *out, const struct ingest_record *r)
{
    if (r->row != NULL)
        take_row(out, r);
    else if (json_get(r->json, "predict") != NULL)
        take_prediction(out, r->where, r->json);
    else
        take_size(out, r->where, r->json);
}

static int tritonbench_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *t = NULL;
    const char *head = source->head;
    const char *stem = path_stem(source->arena, source->path);
    struct tb_reading *w = arena_alloc(source->arena, sizeof(*w));
    bool any = false;
    const char *run = path_run_stem(source->arena, source->path, false);
    const struct ingest_probe p = { .name = "",
                                    .head = source->head,
                                    .head_len = source->head_len };
    source->state = (void *)(uintptr_t)(*stem == '\0' ? "operator" : stem);
    if (ingest_probe_has_key(&p, "input_size")) /* a file an operator, a folder a model */
        run = path_folder_name(source->arena, source->path);
    source->target = source->options->run_name != NULL ? source->options->run_name : run;
    *w = (struct tb_reading){ *stem == '\0' ? "operator" : stem, source->target };
    source->state = w;
    if (source->target == NULL || *source->target == '\0')
        return err_set(err, ERR_USAGE, "%s: has no name for the run: give --run-name NAME",
                       source->name);
    while (head < source->head + source->head_len && is_space(*head))
        head++;
    if (head == source->head + source->head_len || *head == '[' || *head == '{')
        return 0;
    int rc = ingest_open_table(source, ';', NULL, &t, err);
    if (rc < 0)
        return rc;
    for (size_t i = 1; i < t->n_names; i++)
        any = any || str_ends_with(t->names[i], LATENCY);
    return any ? 0
               : err_set(err, ERR_USAGE,
                         "%s: has no column that ends with " LATENCY " where ';' separates",
                         source->name);
}

static const char *tritonbench_recognise(const struct ingest_probe *p)
{
    if (!p->folder && !ingest_probe_is_json(p)) {
        const char *end = memchr(p->head, '\n', p->head_len);
        const size_t n = end == NULL ? p->head_len : (size_t)(end - p->head);
        const struct ingest_probe heading = { .name = "", .head = p->head, .head_len = n };
        return memchr(p->head, ';', n) != NULL && ingest_probe_has_text(&heading, LATENCY)
                   ? "a table with ';' and columns that end with " LATENCY
                   : NULL;
    }
    if (ingest_probe_is_json(p) && ingest_probe_has_keys(p, "input_size", "ms") &&
        ingest_probe_has_keys(p, "GB/s", "TFLOPS"))
        return "records with input_size, ms, GB/s and TFLOPS";
    if (ingest_probe_is_json(p) && ingest_probe_has_keys(p, "instruction", "predict"))
        return "records with instruction and predict";
    return NULL;
}

const struct ingest_format format_tritonbench = {
    .name = "tritonbench",
    .summary = "TritonBench: times by input size, predictions; Meta's tables of latencies",
    .version = 2,
    .naming = INGEST_NAMED_BY_FORMAT,
    .recognise = tritonbench_recognise,
    .begin = tritonbench_begin,
    .take = tritonbench_take,
};
