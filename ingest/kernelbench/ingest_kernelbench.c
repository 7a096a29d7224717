/*
 * ingest_kernelbench.c - eval_results.json as a format: JSON in any shape, or a table.
 */
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/ingest_put.h"
#include "ingest/kernelbench/kernelbench_place.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json_split.h"

/* Text that is no JSON is a table of the same fields. */
int kernelbench_begin(struct ingest_job *job, struct err *err)
{
    (void)err;
    if (kb_is_table(job->head, job->head_len))
        job->separator = ',';
    job->state = kb_walk_new(job, -1);
    return 0;
}

/* A row as the record that it would be in JSON: cells are texts, which are read as numbers and
 * truth values where these are wanted. */
static int walk_row(struct kb_walk *w, const struct ingest_record *row, struct err *err)
{
    const char *text = csv_table_json(row->arena, row->row, NULL, 0);
    struct ingest_record r = *row;
    struct json *json = json_parse_line(w->job->name, (size_t)row->line, text, strlen(text), err);
    r.json = json;
    int rc = json == NULL ? ERR_INTEGRITY : kb_walk_record(w, &r, err);
    json_free(json);
    return rc;
}

int kernelbench_put(struct ingest_sink *sink, const struct ingest_record *record, struct err *err)
{
    struct kb_walk *w = sink->job->state;
    int rc = record->row != NULL ? walk_row(w, record, err) : kb_walk_record(w, record, err);
    for (size_t i = 0; i < w->batch.n && rc == 0; i++)
        rc = kb_put_record(sink, &w->batch, &w->batch.items[i], err);
    return rc;
}

int kernelbench_finish(struct ingest_sink *sink, struct ingest_batch *out, struct err *err)
{
    (void)out;
    kb_walk_finish(sink->job->state);
    return sink->run_name == NULL ? 0 : kb_finish_run(sink, err);
}

static bool shows_results(const struct json_split *at)
{
    struct ingest_probe p = { .name = "" };
    p.head = json_split_peek(at, &p.head_len);
    return ingest_probe_has_key(&p, "results");
}

/* Objects whose members are problems, levels or samples, and the list "results". */
bool kernelbench_enters(const struct ingest_job *job, const struct json_split *at)
{
    static const char *const containers[] = { "run_info", "results", "meta", KB_LEVELS };
    char first[160];
    const char *key = json_split_key(at, 0);
    size_t depth = json_split_depth(at);
    (void)job;
    if (depth == 1 && key != NULL && strcmp(key, "results") == 0 && json_split_first(at) == '[')
        return true;
    bool levels = key != NULL && strcmp(key, KB_LEVELS) == 0;
    if (json_split_first(at) != '{' || depth >= (size_t)KB_MAX_KEYS + levels ||
        (depth > 0 && key == NULL))
        return false;
    json_split_first_key(at, first, sizeof(first));
    /* A record, too, may begin with its level. */
    if (depth == 0 && strcmp(first, "level") == 0)
        return shows_results(at);
    for (size_t i = 0; depth == 0 && i < ARRAY_LEN(containers); i++)
        if (strcmp(first, containers[i]) == 0)
            return true;
    return kb_names_place(first) && json_split_begins_with_container(at);
}
