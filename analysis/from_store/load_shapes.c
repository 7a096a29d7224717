#include "analysis/from_store/load_shapes.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "columns/list_shape_results.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/store.h"

struct loading {
    struct arena *arena;
    struct shape_candidate *items;
    size_t n, capacity;
    /* of the last candidate */
    const char *shape;
    bool *tried, *right, *weighted;
    double *lights, *scores; /* logarithms of shares of the roofline */
};

static bool is_same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static double score_of(double runtime_us, double baseline_us, double light)
{
    double least_us = light * runtime_us;
    double share = (runtime_us - least_us) / (baseline_us - least_us);
    return baseline_us > least_us && runtime_us >= least_us ? 1.0 / (1.0 + share) : (double)NAN;
}

static void add_shape(struct loading *l, struct stmt *st)
{
    struct shape_candidate *c = &l->items[l->n - 1];
    const char *name = stmt_text(st, LIST_SHAPE_RESULTS_NAME);
    const bool correct = stmt_int(st, LIST_SHAPE_RESULTS_CORRECT) == 1;
    const double light = stmt_real(st, LIST_SHAPE_RESULTS_ROOFLINE);
    const double runtime_us = stmt_real(st, LIST_SHAPE_RESULTS_RUNTIME_US);
    const double baseline_us = stmt_real(st, LIST_SHAPE_RESULTS_BASELINE_RUNTIME_US);
    const double weight = stmt_real(st, LIST_SHAPE_RESULTS_WEIGHT);
    if (is_same(l->shape, name)) /* evaluated again: the later one counts */
        c->n--;
    if (c->n == c->known)
        return;
    const bool has_weight = weight > 0 && isfinite(weight);
    l->shape = arena_strdup(l->arena, name);
    c->times[c->n] = (struct shape_times){ .speedup = stmt_real(st, LIST_SHAPE_RESULTS_SPEEDUP),
                                           .baseline_us = baseline_us,
                                           .runtime_us = runtime_us,
                                           .weight = has_weight ? weight : 1 };
    l->lights[c->n] = correct && light > 0 ? log(light) : (double)NAN;
    l->scores[c->n] = correct ? score_of(runtime_us, baseline_us, light) : (double)NAN;
    l->weighted[c->n] = has_weight;
    l->tried[c->n] = stmt_int(st, LIST_SHAPE_RESULTS_TRIED) == 1;
    l->right[c->n++] = correct;
}

static double mean_of(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    return n > 0 ? sum / (double)n : (double)NAN;
}

static void end_candidate(struct loading *l)
{
    if (l->n == 0)
        return;
    struct shape_candidate *c = &l->items[l->n - 1];
    for (size_t i = 0; i < c->n; i++) {
        c->n_tried += l->tried[i];
        c->n_right += l->right[i];
        c->n_weighted += l->weighted[i];
    }
    c->roofline = exp(mean_of(l->lights, c->n));
    c->sol_score = mean_of(l->scores, c->n);
}

static void begin_candidate(struct loading *l, struct stmt *st)
{
    struct arena *a = l->arena;
    if (l->n == l->capacity) {
        const size_t capacity = l->capacity > 0 ? 2 * l->capacity : 64;
        struct shape_candidate *more = arena_array(a, capacity, sizeof *more);
        if (l->n > 0)
            memcpy(more, l->items, l->n * sizeof *more);
        l->items = more;
        l->capacity = capacity;
    }
    struct shape_candidate *c = &l->items[l->n++];
    const int64_t known = stmt_int(st, LIST_SHAPE_RESULTS_KNOWN);
    *c = (struct shape_candidate){
        .run = stmt_text_dup(st, LIST_SHAPE_RESULTS_RUN, a),
        .suite = stmt_text_dup(st, LIST_SHAPE_RESULTS_SUITE, a),
        .problem = stmt_text_dup(st, LIST_SHAPE_RESULTS_PROBLEM, a),
        .code = stmt_text_dup(st, LIST_SHAPE_RESULTS_CODE, a),
        .known = known > 0 ? (size_t)known : 0,
    };
    const size_t n = c->known + 1;
    c->code = c->code != NULL ? c->code : "no code";
    c->times = arena_array(a, n, sizeof *c->times);
    l->shape = NULL;
    l->tried = arena_array(a, n, sizeof *l->tried);
    l->right = arena_array(a, n, sizeof *l->right);
    l->weighted = arena_array(a, n, sizeof *l->weighted);
    l->lights = arena_array(a, n, sizeof *l->lights);
    l->scores = arena_array(a, n, sizeof *l->scores);
}

static bool is_of(const struct shape_candidate *c, struct stmt *st)
{
    const char *code = stmt_text(st, LIST_SHAPE_RESULTS_CODE);
    return is_same(c->run, stmt_text(st, LIST_SHAPE_RESULTS_RUN)) &&
           is_same(c->suite, stmt_text(st, LIST_SHAPE_RESULTS_SUITE)) &&
           is_same(c->problem, stmt_text(st, LIST_SHAPE_RESULTS_PROBLEM)) &&
           is_same(c->code, code != NULL ? code : "no code");
}

int load_shapes(const struct load_request *from, struct shape_candidate **out, size_t *out_count,
                struct err *err)
{
    struct loading l = { .arena = from->arena };
    int rc;
    struct stmt *st = db_query(from->db, "list_shape_results");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    while ((rc = stmt_step(st, err)) > 0) {
        if (l.n == 0 || !is_of(&l.items[l.n - 1], st)) {
            end_candidate(&l);
            begin_candidate(&l, st);
        }
        add_shape(&l, st);
    }
    if (rc < 0)
        return rc;
    end_candidate(&l);
    *out = l.items;
    *out_count = l.n;
    return l.n > 0 ? 0
                   : err_set(err, ERR_NODATA,
                             "no rollout of these runs is of a problem with several shapes: "
                             "'rollbook task import-shapes' imports such problems");
}
