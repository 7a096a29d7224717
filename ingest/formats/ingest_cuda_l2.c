/* ingest_cuda_l2.c - a CSV of speedups: a matrix shape a row, a baseline a column. */
#include <math.h>
#include <string.h>

#include "ingest/csv_table.h"
#include "ingest/ingest.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define SHAPE "mnk"

static const char *cuda_l2_recognise(const struct ingest_probe *p)
{
    return !p->folder && str_starts_with(p->head, SHAPE ",") ? "CSV whose first column is " SHAPE
                                                             : NULL;
}

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

/* True when a cell is a ratio. */
static bool read_claims(struct arena *a, const struct csv_table *t, struct ingest_sample *s)
{
    struct ingest_claim *claims = arena_array(a, t->n_names, sizeof(*claims));
    bool any = false;
    for (size_t i = 1; i < t->n_names; i++) {
        double v = (double)NAN;
        if (!str_to_double(csv_cell(&t->reader, i), &v) || v <= 0)
            v = (double)NAN;
        claims[s->n_claims++] = (struct ingest_claim){ t->names[i], v };
        any = any || !isnan(v);
    }
    s->claims = claims;
    return any;
}

static void cuda_l2_take(struct ingest_batch *out, const struct ingest_record *r)
{
    const struct csv_table *t = r->row;
    const char *shape = csv_cell(&t->reader, 0);
    if (!is_shape(shape)) {
        ingest_refuse(out->source, r->where,
                      "the first cell is not a shape M_N_K, such as 64_4096_128");
        return;
    }
    shape = arena_strdup(out->arena, shape);
    struct ingest_sample *s = ingest_batch_add(out, "cuda-l2", shape);
    s->where = arena_printf(out->arena, "%s (%s)", r->where, shape);
    s->sample = 0;
    s->extra = csv_table_json(out->arena, t, NULL, 0);
    s->compiled = s->correct = true;
    s->outcome = "measured";
    s->message = "claimed by the source";
    if (read_claims(out->arena, t, s))
        return;
    out->n--;
    ingest_refuse(out->source, r->where, "no cell contains a ratio");
}

static int cuda_l2_begin(struct ingest_source *source, struct err *err)
{
    const struct csv_table *heading = NULL;
    int rc = ingest_open_table(source, ',', NULL, &heading, err);
    if (rc < 0 || (heading->n_names >= 2 && strcmp(heading->names[0], SHAPE) == 0))
        return rc;
    return err_set(err, ERR_INTEGRITY, "%s: its first line is not a heading \"" SHAPE ",...\"",
                   source->name);
}

const struct ingest_format format_cuda_l2 = {
    .name = "cuda-l2",
    .summary = "CUDA-L2: CSV of speedups by matrix shape",
    .version = 1,
    .naming = INGEST_RUN_OF_FILE,
    .recognise = cuda_l2_recognise,
    .begin = cuda_l2_begin,
    .take = cuda_l2_take,
};
