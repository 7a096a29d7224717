#include "reports/report/report_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/from_store/load_provenance.h"
#include "reports/doc/doc.h"
#include "reports/doc/shell_text.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MOST_COMMANDS 100

struct distinct {
    struct arena *arena;
    const char **items;
    size_t n;
};

static void distinct_add(struct distinct *d, const char *s)
{
    for (size_t i = 0; i < d->n; i++) {
        if (strcmp(d->items[i], s) == 0)
            return;
    }
    d->items[d->n++] = s;
}

static const char *distinct_join(const struct distinct *d)
{
    struct buf text = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        if (d->items[i][0] != '\0')
            buf_printf(&text, "%s%s", text.len > 0 ? "; " : "", d->items[i]);
    }
    const char *out = arena_strdup(d->arena, buf_text(&text));
    buf_release(&text);
    return out;
}

typedef const char *(*run_text)(struct arena *a, const struct provenance_run *r);

static const char *of_runs(struct arena *a, const struct provenance *p, run_text text)
{
    struct distinct d = { a, arena_array(a, p->n_runs + 1, sizeof(char *)), 0 };
    for (size_t i = 0; i < p->n_runs; i++)
        distinct_add(&d, text(a, &p->runs[i]));
    return distinct_join(&d);
}

static const char *code_text(struct arena *a, const struct provenance_run *r)
{
    (void)a;
    return r->code_version;
}

static const char *device_text(struct arena *a, const struct provenance_run *r)
{
    if (r->device[0] == '\0')
        return "";
    return r->cores > 0 ? arena_printf(a, "%s: %s, %d cores", r->backend, r->device, r->cores)
                        : arena_printf(a, "%s: %s", r->backend, r->device);
}

static const char *compiler_text(struct arena *a, const struct provenance_run *r)
{
    return arena_printf(a, "%s%s%s", r->compiler, r->flags[0] != '\0' ? " " : "", r->flags);
}

static const char *model_text(struct arena *a, const struct provenance_run *r)
{
    return r->model_revision[0] == '\0'
               ? r->model
               : arena_printf(a, "%s, revision %s", r->model, r->model_revision);
}

static const char *split_text(struct arena *a, const struct provenance_run *r)
{
    return r->split[0] == '\0' ? "" : arena_printf(a, "%s, split_hash %s", r->split, r->split_hash);
}

static const char *temperature_text(struct arena *a, const struct provenance_run *r)
{
    return isnan(r->temperature) ? arena_printf(a, "%s not recorded", r->strategy)
                                 : arena_printf(a, "%s %g", r->strategy, r->temperature);
}

static const char *shape_text(struct arena *a, const struct provenance_run *r)
{
    if (r->k < 0)
        return "";
    if (r->n_steps <= 0)
        return arena_printf(a, "%s: K = %d a task", r->strategy, r->k);
    return arena_printf(a, "%s: K = %d a task and step, %d updates", r->strategy, r->k, r->n_steps);
}

static const char *timing_text(struct arena *a, const struct provenance_run *r)
{
    if (r->eval_mode[0] == '\0' && r->task_case[0] == '\0' && r->baseline[0] == '\0')
        return "";
    const char *const texts[][2] = { { "mode ", r->eval_mode },
                                     { "sizes ", r->task_case },
                                     { "speedup against baseline ", r->baseline } };
    struct buf text = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        if (texts[i][1][0] != '\0')
            buf_printf(&text, "%s%s%s", text.len > 0 ? ", " : "", texts[i][0], texts[i][1]);
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

static const char *libraries_text(struct arena *a, const struct provenance_run *r)
{
    struct buf text = { 0 };
    for (const char *p = r->libraries; *p != '\0'; p++) {
        if (*p == ',')
            buf_puts(&text, ", ");
        else if (*p == ':')
            buf_putc(&text, ' ');
        else if (strchr("{}\"", *p) == NULL)
            buf_putc(&text, *p);
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

/* "best-of-n 42, 43; ttt 42, 43; imported none (25 runs)" */
static const char *seeds_text(struct arena *a, const struct provenance *p)
{
    struct buf text = { 0 };
    for (size_t i = 0, end; i < p->n_runs; i = end) {
        size_t unseeded = 0;
        const char *strategy = p->runs[i].strategy;
        buf_printf(&text, "%s%s", i > 0 ? "; " : "", strategy);
        const char *before = " ";
        for (end = i; end < p->n_runs && strcmp(p->runs[end].strategy, strategy) == 0; end++) {
            unseeded += p->runs[end].has_seed ? 0 : 1;
            if (!p->runs[end].has_seed)
                continue;
            buf_printf(&text, "%s%llu", before, (unsigned long long)p->runs[end].seed);
            before = ", ";
        }
        if (unseeded > 0)
            buf_printf(&text, "%snone (%zu run%s)", before, unseeded, unseeded == 1 ? "" : "s");
    }
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

void parts_provenance(struct doc *d, struct arena *a, const struct provenance *p,
                      const struct doc_pair *more, size_t n_more)
{
    const struct doc_pair own[] = {
        { "Runs made by", of_runs(a, p, code_text) },
        { "Drawn by",
          arena_printf(a, "rollbook %s, built with %s", build_version(), build_compiler()) },
        { "Device", of_runs(a, p, device_text) },
        { "Kernel compiler", of_runs(a, p, compiler_text) },
        { "Libraries", of_runs(a, p, libraries_text) },
        { "Model", of_runs(a, p, model_text) },
        { "Split", of_runs(a, p, split_text) },
        { "Seeds", seeds_text(a, p) },
        { "Temperatures", of_runs(a, p, temperature_text) },
        { "Shape", of_runs(a, p, shape_text) },
        { "Timing", of_runs(a, p, timing_text) },
        { "Last change of data", p->last_change },
    };
    size_t n = ARRAY_LEN(own);
    struct doc_pair *pairs = arena_array(a, n + n_more, sizeof(*pairs));
    memcpy(pairs, own, sizeof(own));
    if (n_more > 0)
        memcpy(pairs + n, more, n_more * sizeof(*more));
    doc_pairs(d, pairs, n + n_more);
}

/* Program, report, and options, each given once. */
#define COMMAND_WORDS 11
#define COMMAND_MOST  4000

static size_t put_option(const char **words, size_t n, const char *option, const char *value)
{
    if (value == NULL)
        return n;
    words[n++] = option;
    words[n++] = value;
    return n;
}

static const char *report_command(struct arena *a, const char *report,
                                  const struct report_options *o, const char *runs)
{
    const char *words[COMMAND_WORDS] = { "rollbook", "report", report };
    struct buf text = { 0 };
    size_t n = put_option(words, 3, "--run", runs);
    n = put_option(words, n, "--task", o->task);
    n = put_option(words, n, "--baseline", o->baseline);
    n = put_option(words, n, "--baseline-hardware", o->baseline_hardware);
    shell_put_command(&text, words, n);
    const char *out = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return out;
}

const char *parts_report_command(struct arena *a, const char *report,
                                 const struct report_options *o, const struct provenance *p)
{
    const char **names = arena_array(a, p->n_runs + 1, sizeof(*names));
    for (size_t i = 0; i < p->n_runs; i++)
        names[i] = p->runs[i].name;
    const char *text = report_command(a, report, o, str_join_names(a, names, p->n_runs));
    if (strlen(text) > COMMAND_MOST && o->n_runs == 0)
        text = report_command(a, report, o, NULL); /* the default takes these runs */
    return text;
}

static void put_command(struct buf *out, const struct provenance_run *r)
{
    if (r->argc > 0)
        shell_put_command(out, (const char *const *)r->argv, r->argc);
    else
        buf_printf(out, "# %s: command line not recorded", r->name);
}

void parts_put_commands(struct buf *out, const struct provenance *p)
{
    for (size_t i = 0; i < p->n_runs; i++) {
        put_command(out, &p->runs[i]);
        buf_putc(out, '\n');
    }
}

void parts_commands(struct doc *d, const struct provenance *p)
{
    struct buf text = { 0 };
    size_t shown = p->n_runs < MOST_COMMANDS ? p->n_runs : MOST_COMMANDS;
    for (size_t i = 0; i < shown; i++) {
        buf_clear(&text);
        put_command(&text, &p->runs[i]);
        doc_code(d, buf_text(&text));
    }
    if (shown < p->n_runs) {
        buf_clear(&text);
        buf_printf(&text, "%zu more runs; \"rollbook show run NAME\" tells each.",
                   p->n_runs - shown);
        doc_small(d, buf_text(&text));
    }
    buf_release(&text);
}
