/*
 * ingest_ncu.c - tables of Nsight Compute (ncu --csv): launches with their metrics.
 *
 * A file that is named after a sample (level_1_problem_3_sample_0.csv) joins that sample's verdict
 * in the run; any other is a trace of its own, as those of Nsight Systems are.  Both layouts are
 * read: a line a metric ("Metric Name"), and --page raw, a line a launch with a line of units.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "ingest/kernelbench/kernelbench_id.h"
#include "ingest/path_names.h"
#include "ingest/sample_text.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SUITE        "ncu"
#define NAME         "Kernel Name"
#define METRIC       "Metric Name"
#define VALUE        "Metric Value"
#define MAX_LAUNCHES 1000000

static const struct {
    const char *unit;
    double us;
} units[] = { { "ns", 1e-3 }, { "nsecond", 1e-3 }, { "us", 1 },  { "usecond", 1 },
              { "ms", 1e3 },  { "msecond", 1e3 },  { "s", 1e6 }, { "second", 1e6 } };
static const char *const durations[] = { "gpu__time_duration.sum", "gpu__time_duration.avg",
                                         "gpu__time_duration.max", "Duration" };
static const char *const identity[] = { "ID",        "Process ID", "Process Name",
                                        "Host Name", NAME,         "Context",
                                        "Stream",    "Block Size", "Grid Size",
                                        "Device",    "CC" };

struct ncu_reading {
    bool raw;
    char **units; /* of raw columns, NULL before their line */
    struct ingest_kernel *kernels;
    size_t n, capacity;
    struct buf id, metrics; /* of the launch at hand: "ID/process", members without braces */
    const char *base;       /* its counters that are no metrics */
    int64_t n_rows;
};

static const char *cell_of(const struct csv_table *t, const char *name)
{
    const char *cell = csv_table_cell(t, name);
    return cell == NULL ? "" : cell;
}

/* "1,205.00" too; false: n/a and other text. */
static bool read_number(const char *cell, double *out)
{
    char digits[64];
    size_t n = 0;
    for (; *cell != '\0' && n + 1 < sizeof(digits); cell++)
        if (*cell != ',')
            digits[n++] = *cell;
    digits[n] = '\0';
    return *cell == '\0' && n > 0 && str_to_double(digits, out) && isfinite(*out);
}

/* "(256, 1, 1)" as [256,1,1]. */
static void put_shape(struct buf *out, const char *key, const char *cell)
{
    int n = 0;
    buf_printf(out, "\"%s\":[", key);
    for (const char *at = cell; *at != '\0' && n < 3;) {
        const size_t digits = strspn(at, "0123456789");
        if (digits > 0 && digits < 12) {
            const size_t zeros = strspn(at, "0") == digits ? digits - 1 : strspn(at, "0");
            buf_printf(out, "%s%.*s", n++ == 0 ? "" : ",", (int)(digits - zeros), at + zeros);
        }
        at += digits > 0 ? digits : 1;
    }
    buf_puts(out, "],");
}

static void end_launch(struct ncu_reading *w, struct arena *a)
{
    if (w->id.len == 0)
        return;
    w->kernels[w->n - 1].counters =
        arena_printf(a, "{%s\"metrics\":{%s}}", w->base, buf_text(&w->metrics));
    buf_clear(&w->metrics);
    buf_clear(&w->id);
}

static void begin_launch(struct ncu_reading *w, struct arena *a, const struct csv_table *t)
{
    struct buf base CLEANUP(buf_release) = { 0 };
    end_launch(w, a);
    w->kernels = ingest_room(a, w->kernels, w->n, &w->capacity, sizeof(*w->kernels));
    w->kernels[w->n++] =
        (struct ingest_kernel){ arena_strdup(a, cell_of(t, NAME)), (double)NAN, NULL };
    put_shape(&base, "grid", cell_of(t, "Grid Size"));
    put_shape(&base, "block", cell_of(t, "Block Size"));
    if (*cell_of(t, "CC") != '\0') {
        buf_puts(&base, "\"compute_capability\":");
        buf_put_json_string(&base, cell_of(t, "CC"), strlen(cell_of(t, "CC")));
        buf_putc(&base, ',');
    }
    w->base = arena_strdup(a, buf_text(&base));
    buf_printf(&w->id, "%s/%s", cell_of(t, "ID"), cell_of(t, "Process ID"));
}

static void put_metric(struct ncu_reading *w, const char *section, const char *name,
                       const char *unit, const char *cell)
{
    struct buf key CLEANUP(buf_release) = { 0 };
    struct ingest_kernel *k = &w->kernels[w->n - 1];
    double v = 0;
    if (*name == '\0' || *cell == '\0')
        return;
    const bool number = read_number(cell, &v);
    for (size_t i = 0; i < ARRAY_LEN(durations) && number && isnan(k->device_us); i++)
        for (size_t u = 0; u < ARRAY_LEN(units); u++)
            if (strcmp(name, durations[i]) == 0 && strcmp(unit, units[u].unit) == 0 && v >= 0)
                k->device_us = v * units[u].us;
    buf_printf(&key, "%s%s%s", section, *section == '\0' ? "" : ": ", name);
    if (*unit != '\0')
        buf_printf(&key, " [%s]", unit);
    buf_puts(&w->metrics, w->metrics.len == 0 ? "" : ",");
    buf_put_json_string(&w->metrics, buf_text(&key), key.len);
    buf_putc(&w->metrics, ':');
    if (number)
        buf_put_double(&w->metrics, v);
    else
        buf_put_json_string(&w->metrics, cell, strlen(cell));
}

static bool is_identity(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(identity); i++)
        if (strcmp(name, identity[i]) == 0)
            return true;
    return false;
}

static void take_line(struct ncu_reading *w, struct arena *a, const struct csv_table *t)
{
    static const char profiler[] = "Command line profiler metrics";
    const char *section = cell_of(t, "Section Name");
    char id[100];
    snprintf(id, sizeof(id), "%.40s/%.40s", cell_of(t, "ID"), cell_of(t, "Process ID"));
    if (strcmp(buf_text(&w->id), id) != 0) {
        begin_launch(w, a, t);
        buf_clear(&w->id);
        buf_puts(&w->id, id);
    }
    put_metric(w, strcmp(section, profiler) == 0 ? "" : section, cell_of(t, METRIC),
               cell_of(t, "Metric Unit"), cell_of(t, VALUE));
}

static void ncu_take(struct ingest_batch *out, const struct ingest_record *r)
{
    struct ingest_source *source = out->source;
    struct ncu_reading *w = source->state;
    const struct csv_table *t = r->row;
    const bool no_name = *cell_of(t, NAME) == '\0';
    if (w->raw && no_name && w->units == NULL && w->n == 0) {
        w->units = arena_array(source->arena, t->n_names, sizeof(*w->units));
        for (size_t i = 0; i < t->n_names; i++)
            w->units[i] = arena_strdup(source->arena, csv_cell(&t->reader, i));
        return;
    }
    if (no_name || w->n >= MAX_LAUNCHES) {
        ingest_refuse(source, r->where,
                      no_name ? "the row has no " NAME
                              : "the file has more than a million launches");
        return;
    }
    w->n_rows++;
    if (w->raw) {
        begin_launch(w, source->arena, t);
        for (size_t i = 0; i < t->n_names; i++)
            if (!is_identity(t->names[i]))
                put_metric(w, "", t->names[i], w->units == NULL ? "" : w->units[i],
                           csv_cell(&t->reader, i));
    } else
        take_line(w, source->arena, t);
}

static int ncu_finish(struct ingest_batch *out, struct err *err)
{
    struct ingest_source *source = out->source;
    struct ncu_reading *w = source->state;
    const char *stem = path_stem(source->arena, source->path);
    struct kb_id id = KB_ID_NONE;
    char hash[65];
    (void)err;
    end_launch(w, source->arena);
    if (w->n == 0)
        return 0;
    struct sha256 whole = source->hash;
    sha256_final_hex(&whole, hash);
    const bool named = kb_id_from_text(stem, &id) && id.problem > 0 && id.sample >= 0;
    struct ingest_sample *r = ingest_batch_add(out, named ? "kernelbench" : SUITE,
                                               named           ? ""
                                               : *stem == '\0' ? "profile"
                                                               : stem);
    r->where = named ? arena_printf(source->arena, "the profile of %s", stem) : "the profile";
    r->kernels = w->kernels;
    r->n_kernels = w->n;
    r->n_records = w->n_rows;
    r->joins = named;
    r->sample = named ? id.sample : 0;
    r->number_decides = named;
    if (named) {
        r->problem = id.problem;
        r->level = id.level > 0                 ? id.level
                   : source->options->level > 0 ? source->options->level
                                                : path_level(source->path);
        return 0;
    }
    r->outcome = "measured"; /* a profile says nothing of correctness */
    r->compiled = true;
    r->message = "a profile; nothing was checked";
    r->extra = arena_printf(source->arena, "{\"sha256\":\"%s\",\"n_launches\":%zu}", hash, w->n);
    return 0;
}

static int ncu_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *t = NULL;
    size_t last = 0;
    struct ncu_reading *w = arena_alloc(source->arena, sizeof(*w));
    *w = (struct ncu_reading){ 0 };
    source->state = w;
    const char *stem = path_stem(source->arena, source->path);
    struct kb_id id = KB_ID_NONE;
    const char *folder = path_folder_name(source->arena, source->path);
    /* Of a sample it is the run of the folder. */
    if (source->options->run_name != NULL)
        source->target = source->options->run_name;
    else if (kb_id_from_text(stem, &id) && id.problem > 0 && id.sample >= 0 && folder != NULL)
        source->target = folder;
    else
        source->target = *stem == '\0' ? "profile" : stem;
    int rc = ingest_open_table(source, ',', NAME, &t, err);
    if (rc < 0)
        return rc;
    w->raw = true;
    for (size_t i = 0; i < t->n_names; i++) {
        w->raw = w->raw && strcmp(t->names[i], METRIC) != 0;
        if (strcmp(t->names[i], VALUE) == 0)
            last = i + 1;
    }
    /* A line of a metric ends before the columns of the rules, which some releases head. */
    if (!w->raw)
        source->table->min_cells = last;
    return 0;
}

static void ncu_end(struct ingest_source *source)
{
    struct ncu_reading *w = source->state;
    buf_release(&w->id);
    buf_release(&w->metrics);
}

static const char *ncu_recognise(const struct ingest_probe *p)
{
    if (!p->folder && !ingest_probe_is_json(p) && ingest_probe_has_text(p, "\"" NAME "\"") &&
        ingest_probe_has_text(p, "\"Block Size\",\"Grid Size\""))
        return "a table with \"" NAME "\", \"Block Size\" and \"Grid Size\"";
    return NULL;
}

const struct ingest_format format_ncu = {
    .name = "ncu",
    .summary =
        "Nsight Compute --csv: launches and metrics, joined to the sample of the file's name",
    .version = 1,
    .naming = INGEST_NAMED_BY_FORMAT,
    .recognise = ncu_recognise,
    .begin = ncu_begin,
    .take = ncu_take,
    .finish = ncu_finish,
    .end = ncu_end,
};
