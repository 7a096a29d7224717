#include "analysis/resample/stat_resample.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/resample/stat_words.h"
#include "analysis/stat/stat_inverse.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK       256    /* of a task, sharing a stream */
#define CHUNK_CELLS 0x8000 /* sums held by a thread */
#define FRACTION    0x1p40 /* of a rate, summed as a whole number */
#define MOST_TABLES 4096   /* shared by all tasks; beyond, each task makes its own */

enum { STREAM_TASKS, STREAM_RUNS, STREAM_SAMPLES };

/* Binomial draws for the cells first .. first + n_cells; equal rates share a table. */
struct resample_tables {
    size_t n_cells;
    size_t n;
    uint64_t *keys; /* samples << 32 | hits, ascending, unique */
    struct stat_inverse *items;
    uint32_t *of; /* [cell * n_grid + k] */
};

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t key_of(const struct stat_resample_input *in, size_t cell, size_t k)
{
    return (uint64_t)in->n[cell] << 32 | (uint64_t)in->hits[cell * in->n_grid + k];
}

static struct resample_tables list_tables(const struct stat_resample_input *in, size_t first,
                                          size_t n_cells)
{
    size_t all = n_cells * in->n_grid;
    struct resample_tables t = { .n_cells = n_cells, .keys = mem_array(all + 1, sizeof(*t.keys)) };
    for (size_t i = 0; i < all; i++)
        t.keys[i] = key_of(in, first + i / in->n_grid, i % in->n_grid);
    qsort(t.keys, all, sizeof(*t.keys), by_key);
    for (size_t i = 0; i < all; i++) {
        if (i == 0 || t.keys[i] != t.keys[i - 1])
            t.keys[t.n++] = t.keys[i];
    }
    return t;
}

static void fill_tables(const struct stat_resample_input *in, size_t first,
                        struct resample_tables *t)
{
    t->items = mem_array(t->n + 1, sizeof(*t->items));
    t->of = mem_array(t->n_cells * in->n_grid + 1, sizeof(*t->of));
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = (int64_t)(t->keys[i] >> 32);
        stat_inverse_binomial(&t->items[i], n, (double)(uint32_t)t->keys[i] / (double)n);
    }
    for (size_t i = 0; i < t->n_cells * in->n_grid; i++) {
        uint64_t key = key_of(in, first + i / in->n_grid, i % in->n_grid);
        const uint64_t *found = bsearch(&key, t->keys, t->n, sizeof(key), by_key);
        t->of[i] = (uint32_t)(found - t->keys);
    }
}

static void free_tables(struct resample_tables *t)
{
    for (size_t i = 0; t->items != NULL && i < t->n; i++)
        stat_inverse_release(&t->items[i]);
    free(t->items);
    free(t->keys);
    free(t->of);
}

/* Replicates `from` .. `from + n`, read by all threads. */
struct chunk {
    const struct stat_resample_input *in;
    const struct stat_resample_options *o;
    size_t from, n;
    uint16_t *times;     /* [task * n + r]: how often it was drawn; NULL: once */
    uint16_t *run_times; /* [run * n + r] when crossed */
    bool balanced;       /* as many samples of a task in every replicate */
    size_t width;        /* n_grid sums, then the tasks with a rate */
    size_t n_groups;
    const struct resample_tables *tables;
    int64_t *sums; /* [group][r * width + k] */
};

static void stream_of(struct stat_words *w, const struct chunk *c, uint64_t b, uint64_t kind)
{
    stat_words_open(w, c->o->seed, c->o->analysis, b, kind);
}

static void count_draws(struct stat_words *w, uint32_t n, uint16_t *times, size_t stride)
{
    for (uint32_t i = 0; i < n; i++)
        times[stat_word_below(w, n) * stride]++;
}

static void count_block(void *context, size_t block)
{
    struct chunk *c = context;
    size_t end = (block + 1) * BLOCK < c->n ? (block + 1) * BLOCK : c->n;
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stream_of(&w, c, c->from + r, STREAM_TASKS);
        if (c->times != NULL)
            count_draws(&w, (uint32_t)c->in->n_tasks, c->times + r, c->n);
        stream_of(&w, c, c->from + r, STREAM_RUNS);
        if (c->run_times != NULL)
            count_draws(&w, (uint32_t)c->in->n_runs, c->run_times + r, c->n);
    }
}

struct chunk_drawing {
    const struct chunk *chunk;
    struct stat_words words;
    size_t n_cells;
    const size_t *run;
    const int64_t *n;
    const struct stat_inverse *tables;
    const uint32_t *table_of; /* [cell * n_grid + k] */
    int64_t *hits;            /* in a replicate, by k */
    int64_t total;
};

static inline void draw_cell(struct chunk_drawing *d, size_t cell, uint32_t word)
{
    size_t grid = d->chunk->in->n_grid;
    const uint32_t *of = d->table_of + cell * grid;
    uint32_t last = UINT32_MAX;
    uint32_t value = 0;
    for (size_t k = 0; k < grid; k++) {
        if (of[k] != last)
            value = stat_inverse_draw(&d->tables[of[k]], word);
        last = of[k];
        d->hits[k] += value;
    }
    d->total += d->n[cell];
}

static void draw_task(struct chunk_drawing *d, size_t r)
{
    const struct chunk *c = d->chunk;
    switch (c->o->scheme) {
    case STAT_RESAMPLE_HIERARCHICAL:
        /* The high half of word * n_cells picks the run, the low half is a word again. */
        for (size_t i = 0; i < d->n_cells; i++) {
            uint64_t pick = (uint64_t)stat_word(&d->words) * d->n_cells;
            draw_cell(d, (size_t)(pick >> 32), (uint32_t)pick);
        }
        break;
    case STAT_RESAMPLE_CROSSED:
        for (size_t i = 0; i < d->n_cells; i++) {
            for (unsigned w = c->run_times[d->run[i] * c->n + r]; w > 0; w--)
                draw_cell(d, i, stat_word(&d->words));
        }
        break;
    case STAT_RESAMPLE_TASKS:
    case STAT_RESAMPLE_SAMPLES:
        for (size_t i = 0; i < d->n_cells; i++)
            draw_cell(d, i, stat_word(&d->words));
        break;
    }
}

static void add_rates(struct chunk_drawing *d, int64_t *sums)
{
    const struct chunk *c = d->chunk;
    if (d->total == 0)
        return;
    for (size_t k = 0; k < c->in->n_grid; k++) {
        double rate = (double)d->hits[k] / (double)d->total;
        sums[k] += c->balanced ? d->hits[k] : (int64_t)(rate * FRACTION + 0.5);
        d->hits[k] = 0;
    }
    sums[c->in->n_grid]++;
    d->total = 0;
}

static void draw_replicates(struct chunk_drawing *d, size_t task, int64_t *sums)
{
    const struct chunk *c = d->chunk;
    for (size_t r = 0; r < c->n; r++) {
        if (r % BLOCK == 0)
            stream_of(&d->words, c, (uint64_t)task << 32 | (c->from + r) / BLOCK, STREAM_SAMPLES);
        for (unsigned times = c->times == NULL ? 1 : c->times[task * c->n + r]; times > 0;
             times--) {
            draw_task(d, r);
            add_rates(d, sums + r * c->width);
        }
    }
}

static void draw_group(void *context, size_t group)
{
    struct chunk *c = context;
    const struct stat_resample_input *in = c->in;
    int64_t *sums = c->sums + group * c->n * c->width;
    /* Writing first avoids mapping the page twice, the second time on all processors. */
    memset(sums, 0, c->n * c->width * sizeof(*sums));
    for (size_t t = group; t < in->n_tasks; t += c->n_groups) {
        size_t first = in->first[t];
        size_t n_cells = in->first[t + 1] - first;
        struct resample_tables own = { 0 };
        struct chunk_drawing d = { .chunk = c,
                                   .n_cells = n_cells,
                                   .run = in->run + first,
                                   .n = in->n + first,
                                   .hits = mem_array(in->n_grid, sizeof(int64_t)) };
        if (c->tables == NULL) {
            own = list_tables(in, first, n_cells);
            fill_tables(in, first, &own);
        }
        d.tables = c->tables == NULL ? own.items : c->tables->items;
        d.table_of = c->tables == NULL ? own.of : c->tables->of + first * in->n_grid;
        draw_replicates(&d, t, sums);
        free_tables(&own);
        free(d.hits);
    }
}

static bool is_balanced(const struct stat_resample_input *in, bool crossed)
{
    size_t n_cells = crossed ? in->n_runs : in->first[1];
    for (size_t t = 0; t < in->n_tasks; t++) {
        if (in->first[t + 1] - in->first[t] != n_cells)
            return false;
        for (size_t i = in->first[t]; i < in->first[t + 1]; i++) {
            if (in->n[i] != in->n[0])
                return false;
        }
    }
    return true;
}

static void close_chunk(const struct chunk *c, double *out)
{
    const struct stat_resample_input *in = c->in;
    double unit = c->balanced ? (double)(in->n[0] * (int64_t)in->first[1]) : FRACTION;
    for (size_t r = 0; r < c->n; r++) {
        for (size_t k = 0; k < in->n_grid; k++) {
            int64_t sum = 0;
            int64_t tasks = 0;
            for (size_t g = 0; g < c->n_groups; g++) {
                const int64_t *sums = c->sums + (g * c->n + r) * c->width;
                sum += sums[k];
                tasks += sums[in->n_grid];
            }
            out[k * c->o->replicates + c->from + r] =
                tasks == 0 ? STAT_NAN : (double)sum / (unit * (double)tasks);
        }
    }
}

static void resample_chunks(const struct stat_resample_input *in,
                            const struct stat_resample_options *o,
                            const struct resample_tables *tables, double *out)
{
    size_t width = in->n_grid + 1;
    size_t most = CHUNK_CELLS / width / BLOCK * BLOCK;
    size_t threads = (size_t)parallel_threads(o->threads);
    if (most < BLOCK)
        most = BLOCK;
    for (size_t from = 0; from < o->replicates; from += most) {
        struct arena work = { 0 };
        size_t n = o->replicates - from < most ? o->replicates - from : most;
        struct chunk c = {
            .in = in, .o = o, .from = from, .n = n, .width = width, .tables = tables
        };
        c.balanced = is_balanced(in, o->scheme == STAT_RESAMPLE_CROSSED);
        c.n_groups = 2 * threads < in->n_tasks ? 2 * threads : in->n_tasks;
        c.sums = arena_alloc_raw(&work, c.n_groups * n * width * sizeof(*c.sums));
        if (o->scheme != STAT_RESAMPLE_SAMPLES)
            c.times = arena_array(&work, in->n_tasks * n, sizeof(*c.times));
        if (o->scheme == STAT_RESAMPLE_CROSSED)
            c.run_times = arena_array(&work, in->n_runs * n, sizeof(*c.run_times));
        parallel_for((n + BLOCK - 1) / BLOCK, o->threads, count_block, &c);
        parallel_for(c.n_groups, o->threads, draw_group, &c);
        close_chunk(&c, out);
        arena_release(&work);
    }
}

void stat_resample(const struct stat_resample_input *in, const struct stat_resample_options *o,
                   double *out)
{
    if (in->n_tasks == 0 || o->replicates == 0)
        return;
    struct resample_tables tables = list_tables(in, 0, in->first[in->n_tasks]);
    bool shared = tables.n <= MOST_TABLES;
    if (shared)
        fill_tables(in, 0, &tables);
    resample_chunks(in, o, shared ? &tables : NULL, out);
    free_tables(&tables);
}
