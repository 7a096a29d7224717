#include "analysis/select/select_kernels.h"

#include <math.h>
#include <stdlib.h>

#include "src/base/mem.h"
#include "src/base/rng.h"

struct copy {
    int64_t code;
    size_t cell;
    size_t kernel;
    bool fast;
};

static int by_code(const void *pa, const void *pb)
{
    const struct copy *a = pa;
    const struct copy *b = pb;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static int by_task(const void *pa, const void *pb)
{
    const struct select_kernels *a = *(const struct select_kernels *const *)pa;
    const struct select_kernels *b = *(const struct select_kernels *const *)pb;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    return (a > b) - (a < b);
}

/* The copies of a kernel in a cell. */
struct share {
    size_t cell;
    size_t n, n_fast;
};

struct task_cells {
    const struct select_kernels *const *cells;
    size_t n_cells;
    struct copy *copies; /* by kernel, then cell */
    size_t n_copies;
    struct share *shares; /* by kernel, then cell */
    size_t n_kernels;
    size_t *first; /* share of each kernel, and one past the last */
};

static struct task_cells list_kernels(const struct select_kernels *const *cells, size_t n_cells,
                                      struct arena *arena)
{
    struct task_cells x = { .cells = cells, .n_cells = n_cells };
    for (size_t c = 0; c < n_cells; c++)
        x.n_copies += cells[c]->n;
    x.copies = arena_array(arena, x.n_copies + 1, sizeof(*x.copies));
    x.first = arena_array(arena, x.n_copies + 1, sizeof(*x.first));
    x.shares = arena_array(arena, x.n_copies + 1, sizeof(*x.shares));
    size_t n = 0, n_shares = 0;
    for (size_t c = 0; c < n_cells; c++) {
        const int64_t *code = cells[c]->code;
        for (size_t i = 0; i < cells[c]->n; i++)
            x.copies[n++] = (struct copy){ code == NULL ? 0 : code[i], c, 0, cells[c]->fast[i] };
    }
    if (n > 1)
        qsort(x.copies, n, sizeof(*x.copies), by_code);
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && x.copies[i].code != 0 && x.copies[i].code == x.copies[i - 1].code;
        if (!same)
            x.first[x.n_kernels++] = n_shares;
        x.copies[i].kernel = x.n_kernels - 1;
        if (!same || x.copies[i].cell != x.copies[i - 1].cell)
            x.shares[n_shares++].cell = x.copies[i].cell;
        x.shares[n_shares - 1].n++;
        x.shares[n_shares - 1].n_fast += x.copies[i].fast;
    }
    x.first[x.n_kernels] = n_shares;
    return x;
}

static bool repeats(const struct task_cells *x, bool across)
{
    for (size_t i = 1; i < x->n_copies; i++) {
        if (x->copies[i].kernel == x->copies[i - 1].kernel &&
            (!across || x->copies[i].cell != x->copies[i - 1].cell))
            return true;
    }
    return false;
}

static const struct select_kernels **sort_cells(const struct select_kernels *cells, size_t n,
                                                struct arena *arena)
{
    const struct select_kernels **sorted = arena_array(arena, n + 1, sizeof(*sorted));
    for (size_t i = 0; i < n; i++)
        sorted[i] = &cells[i];
    if (n > 1)
        qsort(sorted, n, sizeof(*sorted), by_task);
    return sorted;
}

static size_t task_end(const struct select_kernels *const *sorted, size_t n, size_t from)
{
    size_t end = from;
    while (end < n && sorted[end]->task == sorted[from]->task)
        end++;
    return end;
}

bool select_kernels_repeat(const struct select_kernels *cells, size_t n_cells, bool across)
{
    struct arena work = { 0 };
    const struct select_kernels **sorted = sort_cells(cells, n_cells, &work);
    bool found = false;
    for (size_t i = 0; i < n_cells && !found;) {
        size_t end = task_end(sorted, n_cells, i);
        struct task_cells x = list_kernels(sorted + i, end - i, &work);
        found = repeats(&x, across);
        i = end;
    }
    arena_release(&work);
    return found;
}

/* A cell's copies are equally likely to be taken when it has no room for all.  Returns how many
 * were. */
static size_t take_kernel(const struct task_cells *x, size_t kernel, struct rng *g, size_t *room,
                          bool *hit)
{
    size_t all = 0;
    for (size_t i = x->first[kernel]; i < x->first[kernel + 1]; i++) {
        const struct share *c = &x->shares[i];
        size_t taken = c->n < room[c->cell] ? c->n : room[c->cell];
        room[c->cell] -= taken;
        all += taken;
        /* Every draw without replacement misses a fast one. */
        for (size_t k = 0; k < taken && !hit[c->cell]; k++)
            hit[c->cell] = rng_below(g, (uint32_t)(c->n - k)) < c->n_fast;
    }
    return all;
}

/* pmf[0 .. n_cells]: cells of a task with a fast sample among their m. */
static void draw_task(const struct task_cells *x, uint64_t seed, size_t task, double *pmf,
                      struct arena *work)
{
    size_t *order = arena_array(work, x->n_kernels + 1, sizeof(*order));
    size_t *room = arena_array(work, x->n_cells, sizeof(*room));
    bool *hit = arena_array(work, x->n_cells, sizeof(*hit));
    struct rng g;
    rng_init(&g, seed, RNG_BOOTSTRAP, 0x6b65726e, task, 0);
    for (size_t k = 0; k < x->n_kernels; k++)
        order[k] = k;
    for (int draw = 0; draw < SELECT_KERNEL_DRAWS; draw++) {
        size_t left = 0;
        size_t hits = 0;
        for (size_t c = 0; c < x->n_cells; c++) {
            size_t m = x->cells[c]->m;
            room[c] = m < x->cells[c]->n ? m : x->cells[c]->n;
            hit[c] = false;
            left += room[c];
        }
        for (size_t k = 0; k < x->n_kernels && left > 0; k++) {
            size_t at = k + rng_below(&g, (uint32_t)(x->n_kernels - k));
            size_t kernel = order[at];
            order[at] = order[k];
            order[k] = kernel;
            left -= take_kernel(x, kernel, &g, room, hit);
        }
        for (size_t c = 0; c < x->n_cells; c++)
            hits += hit[c];
        pmf[hits] += 1.0 / SELECT_KERNEL_DRAWS;
    }
}

/* sum[0 .. n] becomes that of n + more cells. */
static void add_task(double *sum, size_t n, const double *pmf, size_t more)
{
    for (size_t i = n + more + 1; i-- > 0;) {
        double p = 0.0;
        for (size_t k = 0; k <= more && k <= i; k++)
            p += i - k <= n ? sum[i - k] * pmf[k] : 0.0;
        sum[i] = p;
    }
}

double *select_kernels_tails(const struct select_kernels *cells, size_t n_cells, uint64_t seed,
                             struct arena *arena)
{
    if (!select_kernels_repeat(cells, n_cells, false))
        return NULL;
    struct arena work = { 0 };
    const struct select_kernels **sorted = sort_cells(cells, n_cells, &work);
    double *tails = arena_array(arena, n_cells + 1, sizeof(*tails));
    size_t n = 0;
    tails[0] = 1.0;
    for (size_t i = 0; i < n_cells;) {
        struct arena of_task = { 0 };
        size_t end = task_end(sorted, n_cells, i);
        struct task_cells x = list_kernels(sorted + i, end - i, &of_task);
        double *pmf = arena_array(&of_task, x.n_cells + 1, sizeof(*pmf));
        draw_task(&x, seed, sorted[i]->task, pmf, &of_task);
        add_task(tails, n, pmf, x.n_cells);
        n += x.n_cells;
        i = end;
        arena_release(&of_task);
    }
    double sum = 0.0;
    for (size_t i = n_cells + 1; i-- > 0;) {
        sum += tails[i];
        tails[i] = fmin(1.0, sum);
    }
    arena_release(&work);
    return tails;
}
