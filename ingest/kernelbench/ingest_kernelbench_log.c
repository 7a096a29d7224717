/*
 * ingest_kernelbench_log.c - what KernelBench's evaluator prints.
 *
 * Nothing else keeps the reference's runtime beside each candidate.  A result is a header "[Eval
 * Result] Problem ID: 3, Sample ID: 0" and a line of Python reprs, "compiled=True correctness=True
 * metadata={...} runtime=4.67 ...".  Each batch begins with its configuration: level and run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_record.h"
#include "ingest/kernelbench/python_literal.h"
#include "ingest/path_names.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MAX_LEVEL 9
#define HEADER    "[Eval Result] Problem ID: "

struct log_walk {
    struct ingest_source *source;
    struct ingest_batch *out;
    int64_t line;
    struct kb_config config;
    int level;       /* of the batch; 0: unknown */
    const char *run; /* of the batch; NULL: unknown */
    struct kb_id id;
    bool pending;        /* a header without result */
    struct kb_id failed; /* of the last "TIMED OUT" or "FAILED" */
    char failure[501];
    bool missing_level, missing_run;
    const char *first_run, *last_run; /* NULL before the first record */
    size_t n_runs;
};

static const char *find_text(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    while (at != NULL && at < end && (size_t)(end - at) >= n) {
        const char *p = memchr(at, word[0], (size_t)(end - at));
        if (p == NULL || (size_t)(end - p) < n)
            return NULL;
        if (memcmp(p, word, n) == 0)
            return p;
        at = p + 1;
    }
    return NULL;
}

static bool read_ids(const char *at, const char *end, struct kb_id *out)
{
    char *rest;
    char text[81];
    snprintf(text, sizeof(text), "%.*s", (int)(end - at < 80 ? end - at : 80), at);
    long problem = is_digit(*text) ? strtol(text, &rest, 10) : -1;
    long sample = 0;
    if (problem < 0 || problem > 999999999)
        return false;
    if (str_starts_with(rest, ", Sample ID: "))
        sample = strtol(rest + strlen(", Sample ID: "), NULL, 10);
    if (sample < 0 || sample > 999999999)
        return false;
    *out =
        (struct kb_id){ .level = -1, .problem = (int)problem, .step = -1, .sample = (int)sample };
    return true;
}

static const char *where_text(const struct log_walk *w, const struct kb_id *id)
{
    if (id->problem < 0)
        return arena_printf(w->out->arena, "line %lld", (long long)w->line);
    return arena_printf(w->out->arena, "line %lld (problem %d, sample %d)", (long long)w->line,
                        id->problem, id->sample);
}

static void read_config_line(struct log_walk *w, const char *at, const char *end)
{
    struct buf text = { 0 };
    struct err ignored = { 0 };
    int64_t level = 0;
    const char *name;
    w->level = 0;
    w->run = NULL;
    const char *stop = python_literal_to_json(at, end, &text);
    struct json *root =
        stop == NULL ? NULL : json_parse("configuration", buf_text(&text), text.len, &ignored);
    if (root == NULL)
        ingest_remark(w->source, "line %lld: the configuration cannot be read", (long long)w->line);
    if (json_int(json_get(root, "level"), &level) && level > 0 && level <= MAX_LEVEL)
        w->level = (int)level;
    if (json_string(json_get(root, "run_name"), &name) && *name != '\0')
        w->run = arena_strdup(w->source->arena, name);
    if (root != NULL && w->config.text == NULL)
        w->config.text = arena_strdup(w->source->arena, buf_text(&text));
    json_free(root);
    buf_release(&text);
}

/* "compiled=True, metadata={...}" into an open object of out.  False: cut. */
static bool read_fields(const char *at, const char *end, struct buf *out)
{
    for (;;) {
        while (at < end && (*at == ' ' || *at == ','))
            at++;
        const char *name = at;
        while (at < end && is_word(*at))
            at++;
        if (at == name || at >= end || *at != '=')
            return at >= end || *at == ')';
        buf_putc(out, ',');
        buf_put_json_string(out, name, (size_t)(at - name));
        buf_putc(out, ':');
        at = python_literal_to_json(at + 1, end, out);
        if (at == NULL)
            return false;
    }
}

/* NULL: unnamed. */
static const char *choose_run(struct log_walk *w)
{
    const char *run = w->source->options->run_name != NULL ? w->source->options->run_name : w->run;
    if (run == NULL)
        run = w->run = path_folder_name(w->source->arena, w->source->path);
    if (run == NULL || *run == '\0') {
        w->missing_run = true;
        return NULL;
    }
    if (w->first_run == NULL)
        w->first_run = run;
    w->n_runs += w->last_run == NULL || strcmp(w->last_run, run) != 0;
    w->last_run = run;
    return run;
}

static void take_result(struct log_walk *w, const struct json *json)
{
    struct ingest_batch *out = w->out;
    struct kb_id id = w->id;
    bool guessed = false;
    const char *why = NULL;
    const char *run = NULL;
    if (w->level == 0)
        w->level = kb_choose_level(w->source, &w->config);
    id.level = w->level;
    if (id.level == 0)
        w->missing_level = true;
    if (w->source->options->level > 0 && id.level != w->source->options->level) {
        w->source->counts.left_out++;
        return;
    }
    struct ingest_sample *s = kb_add(out);
    s->where = where_text(w, &w->id);
    s->adds_evaluation = true; /* a log holds more than the results */
    if (w->id.problem < 0)
        why = "no header names its problem";
    else if (w->id.problem == 0)
        why = "problem 0: KernelBench counts problems from 1";
    if (why != NULL || !kb_record_read(out->arena, json, s, &guessed, &why))
        ingest_refuse(w->source, s->where, "%s", why);
    else if (id.level > 0)
        run = choose_run(w);
    if (run != NULL)
        kb_place(out, &w->config, run, &id, s);
    else
        out->n--;
}

static void take_text(struct log_walk *w, const char *fields, size_t len, bool whole)
{
    struct err err = { 0 };
    struct json *json = whole ? json_parse("result", fields, len, &err) : NULL;
    if (json == NULL)
        ingest_refuse(w->source, where_text(w, &w->id), "the result is cut off or malformed");
    else
        take_result(w, json);
    json_free(json);
    w->pending = false;
}

static void read_result(struct log_walk *w, const char *at, const char *end)
{
    struct buf text = { 0 };
    buf_printf(&text, "{\"sample_id\":%d", w->id.sample < 0 ? 0 : w->id.sample);
    bool whole = read_fields(at, end, &text);
    buf_putc(&text, '}');
    take_text(w, buf_text(&text), text.len, whole);
    buf_release(&text);
}

/* The evaluator had no result, and may have said why before. */
static void read_none(struct log_walk *w)
{
    struct buf text = { 0 };
    bool known = *w->failure != '\0' && w->failed.problem == w->id.problem &&
                 w->failed.sample == w->id.sample;
    const char *why = known ? w->failure : "Future was None: the evaluator returned no result";
    buf_printf(
        &text,
        "{\"sample_id\":%d,\"compiled\":false,\"correctness\":false,\"metadata\":{\"error\":",
        w->id.sample);
    buf_put_json_string(&text, why, strlen(why));
    buf_puts(&text, "}}");
    take_text(w, buf_text(&text), text.len, true);
    buf_release(&text);
}

static void drop_pending(struct log_walk *w, const char *why)
{
    if (w->pending)
        ingest_refuse(w->source, where_text(w, &w->id), "%s", why);
    w->pending = false;
}

static void read_failure(struct log_walk *w, const char *at, const char *end)
{
    static const char *const marks[] = { "Evaluation TIMED OUT for Problem ID: ",
                                         "Evaluation FAILED for Problem ID: " };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        const char *mark = find_text(at, end, marks[i]);
        if (mark == NULL || !read_ids(mark + strlen(marks[i]), end, &w->failed))
            continue;
        snprintf(w->failure, sizeof(w->failure), "%.*s", (int)(end - mark < 500 ? end - mark : 500),
                 mark);
    }
}

static void log_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct log_walk *w = out->source->state;
    const char *at = r->text;
    const char *end = at + r->text_len;
    w->out = out;
    w->line = r->line;
    const char *header = find_text(at, end, HEADER);
    const char *config = find_text(at, end, "EvalConfig({");
    if (config != NULL)
        read_config_line(w, config + strlen("EvalConfig("), end);
    if (header != NULL) {
        drop_pending(w, "no result follows its header");
        w->id = KB_ID_NONE;
        w->pending = read_ids(header + strlen(HEADER), end, &w->id);
        if (!w->pending)
            ingest_refuse(w->source, where_text(w, &w->id), "the header names no problem");
    }
    /* It begins the line, or follows its class's name or a label. */
    const char *p = find_text(at, end, "compiled=");
    const char *result = p != NULL && (p == at || p[-1] == ' ' || p[-1] == '(') ? p : NULL;
    bool none = w->pending && end - at == 4 && memcmp(at, "None", 4) == 0;
    if (result != NULL)
        read_result(w, result, end);
    else if (none)
        read_none(w);
    else
        read_failure(w, at, end);
}

static int log_begin(struct ingest_source *source, struct err *err)
{
    struct log_walk *w = arena_alloc(source->arena, sizeof(*w));
    (void)err;
    *w = (struct log_walk){ .source = source, .id = KB_ID_NONE };
    w->config.temperature = (double)NAN;
    if (kb_id_from_text(source->path, &w->id) && w->id.problem > 0 && w->id.sample < 0)
        w->id.sample = 0;
    w->id.step = -1;
    source->state = w;
    ingest_open_log(source);
    return 0;
}

static int log_finish(struct ingest_batch *out, struct err *err)
{
    struct ingest_source *source = out->source;
    struct log_walk *w = source->state;
    w->out = out;
    drop_pending(w, "the file ends before its result");
    if (w->missing_level)
        return err_set(err, ERR_USAGE, "%s: names no level: give --level N", source->name);
    if (w->missing_run)
        return err_set(err, ERR_USAGE, "%s: names no run: give --run-name NAME", source->name);
    source->target = w->n_runs <= 1 ? w->first_run
                                    : arena_printf(source->arena, "%s and %zu more", w->first_run,
                                                   w->n_runs - 1);
    return 0;
}

/* Code quotes, returns or assigns a result; a label does not. */
static bool is_label(const char *line, const char *at)
{
    static const char *const code[] = { "\"", "'", "`", "return ", " = " };
    for (size_t i = 0; i < ARRAY_LEN(code); i++)
        if (find_text(line, at, code[i]) != NULL)
            return false;
    return true;
}

/* NULL: none stands here. */
static const char *skip_truth(const char *at, const char *end)
{
    static const char *const words[] = { "True", "False" };
    for (size_t i = 0; at != NULL && i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - at) >= n && memcmp(at, words[i], n) == 0)
            return at + n;
    }
    return NULL;
}

/* "compiled=True correctness=False ..." of str(); with the commas of repr() a Python call looks
 * alike, but rarely names a runtime. */
static bool is_printed_result(const char *line, const char *end)
{
    const char *start = find_text(line, end, "compiled=");
    const char *at = start == NULL ? NULL : skip_truth(start + strlen("compiled="), end);
    bool comma = at != NULL && at < end && *at == ',';
    const char *name = comma ? ", correctness=" : " correctness=";
    size_t n = strlen(name);
    if (at == NULL || (size_t)(end - at) < n || memcmp(at, name, n) != 0)
        return false;
    at = skip_truth(at + n, end);
    const char *runtime = find_text(at, end, " runtime=");
    bool timed =
        runtime != NULL && runtime + 9 < end && (runtime[9] == '-' || is_digit(runtime[9]));
    return at != NULL && (!comma || timed) && is_label(line, start);
}

static const char *log_line_kind(const char *line, const char *end)
{
    static const char header[] = "[Eval Result] Problem ID: ";
    const char *at = find_text(line, end, header);
    const char *id = at == NULL ? NULL : at + strlen(header);
    if (id != NULL && id < end && is_digit(*id) && is_label(line, at))
        return "text with \"[Eval Result] Problem ID:\"";
    at = find_text(line, end, "Starting Batch Eval with config: EvalConfig({");
    if (at != NULL && is_label(line, at))
        return "text with a batch's EvalConfig";
    return is_printed_result(line, end) ? "text with a printed KernelExecResult" : NULL;
}

static const char *log_recognise(const struct ingest_probe *p)
{
    const char *stop = p->head + p->head_len;
    const char *why = NULL;
    if (p->folder)
        return NULL;
    for (const char *line = p->head; line < stop && why == NULL;) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        end = end == NULL ? stop : end;
        why = log_line_kind(line, end);
        line = end + 1;
    }
    return why;
}

const struct ingest_format format_kernelbench_log = {
    .name = "kernelbench-log",
    .summary = "text log of KernelBench's evaluator: results with the runtime of the reference",
    .version = 1,
    .naming = INGEST_NAMED_BY_FORMAT,
    .recognise = log_recognise,
    .begin = log_begin,
    .take = log_take,
    .finish = log_finish,
};
