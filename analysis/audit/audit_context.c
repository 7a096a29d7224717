#include "analysis/audit/audit_context.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"

#define DETAIL_MAX 400

static void begin_row(struct audit_context *c, const char *detail)
{
    if (c->evidence.len == 0)
        buf_puts(&c->evidence, detail);
    c->n_rows++;
}

static bool is_listed(const struct audit_context *c)
{
    return c->n_rows <= c->options->limit;
}

static void put_member(struct buf *b, const char *key, const char *text)
{
    buf_printf(b, "\"%s\":", key);
    buf_put_json_text(b, text);
}

static void put_known(struct buf *b, const char *key, double v)
{
    if (!isfinite(v))
        return;
    buf_printf(b, ",\"%s\":", key);
    buf_put_double(b, v);
}

void audit_row(struct audit_context *c, const struct audit_rollout *r, const char *fmt, ...)
{
    char detail[DETAIL_MAX];
    va_list args;
    va_start(args, fmt);
    vsnprintf(detail, sizeof(detail), fmt, args);
    va_end(args);
    begin_row(c, detail);
    if (!is_listed(c))
        return;
    struct buf *b = &c->rows;
    buf_puts(b, b->len > 0 ? ",{" : "{");
    buf_printf(b, "\"rollout_id\":%lld,", (long long)r->id);
    put_member(b, "task", audit_task_of(c, r)->task);
    buf_printf(b, ",\"step\":%d,\"turn\":%d,\"sample\":%d", r->step, r->turn, r->sample);
    put_known(b, "runtime_us", r->runtime_us);
    put_known(b, "speedup", audit_speedup(c, r));
    buf_putc(b, ',');
    put_member(b, "detail", detail);
    buf_putc(b, '}');
}

void audit_remark(struct audit_context *c, const char *fmt, ...)
{
    char detail[DETAIL_MAX];
    va_list args;
    va_start(args, fmt);
    vsnprintf(detail, sizeof(detail), fmt, args);
    va_end(args);
    begin_row(c, detail);
    if (!is_listed(c))
        return;
    buf_puts(&c->rows, c->rows.len > 0 ? ",{" : "{");
    put_member(&c->rows, "detail", detail);
    buf_putc(&c->rows, '}');
}

void audit_evidence(struct audit_context *c, const char *fmt, ...)
{
    char text[DETAIL_MAX];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    buf_clear(&c->evidence);
    buf_puts(&c->evidence, text);
}

const struct audit_task *audit_task_of(const struct audit_context *c, const struct audit_rollout *r)
{
    return &c->run->tasks[r->task];
}

const struct audit_code *audit_find_code(const struct audit_run *run, int64_t id)
{
    size_t low = 0;
    size_t high = run->n_codes;
    while (id != 0 && low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->codes[middle].id == id)
            return &run->codes[middle];
        if (run->codes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct audit_code *audit_code_of(const struct audit_context *c, const struct audit_rollout *r)
{
    return audit_find_code(c->run, r->code_id);
}

/* Lower case letters and digits without the maker's name. */
static void plain_device(const char *name, char *out, size_t size)
{
    static const char *const makers[] = { "nvidia", "geforce", "tesla", "amd", "instinct" };
    size_t n = 0;
    for (; *name != '\0' && n + 1 < size; name++) {
        if (is_alnum(*name))
            out[n++] = to_lower(*name);
    }
    out[n] = '\0';
    for (size_t i = 0; i < ARRAY_LEN(makers); i++) {
        size_t len = strlen(makers[i]);
        char *at = strstr(out, makers[i]);
        if (at != NULL)
            memmove(at, at + len, strlen(at + len) + 1);
    }
}

bool audit_same_device(const char *a, const char *b)
{
    char pa[128];
    char pb[128];
    plain_device(a, pa, sizeof(pa));
    plain_device(b, pb, sizeof(pb));
    return strcmp(pa, pb) == 0;
}

bool audit_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

int audit_digits(double v)
{
    for (int digits = 1; digits < 12; digits++) {
        double scale = pow(10.0, digits - 1 - floor(log10(fabs(v))));
        if (audit_near(round(v * scale) / scale, v))
            return digits;
    }
    return 12;
}

bool audit_is_benchmark(const struct audit_run *run)
{
    bool timed = false;
    for (size_t i = 0; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[i];
        if (r->correct || r->code_id != 0 || r->prompt_id != 0)
            return false;
        timed = timed || !isnan(r->runtime_us);
    }
    return timed;
}

static size_t first_baseline(const struct audit_run *run, int64_t task_id)
{
    size_t low = 0;
    size_t high = run->n_baselines;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (run->baselines[middle].task_id < task_id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct audit_baseline *audit_stored_baseline(const struct audit_context *c,
                                                   const struct audit_rollout *r)
{
    const struct audit_run *run = c->run;
    int64_t task_id = audit_task_of(c, r)->id;
    const char *wanted = c->options->baseline;
    const struct audit_baseline *best = NULL;
    bool best_same = false;
    for (size_t i = first_baseline(run, task_id);
         i < run->n_baselines && run->baselines[i].task_id == task_id; i++) {
        const struct audit_baseline *b = &run->baselines[i];
        if (isnan(b->runtime_us) || (wanted != NULL && strcmp(b->name, wanted) != 0))
            continue;
        bool same =
            r->device[0] == '\0' || b->device[0] == '\0' || audit_same_device(b->device, r->device);
        if (!same && wanted == NULL)
            continue;
        if (best == NULL || (same && !best_same) ||
            (same == best_same && b->runtime_us < best->runtime_us)) {
            best = b;
            best_same = same;
        }
    }
    return best;
}

double audit_baseline_us(const struct audit_context *c, const struct audit_rollout *r)
{
    if (c->options->baseline == NULL && !isnan(r->baseline_us))
        return r->baseline_us;
    const struct audit_baseline *b = audit_stored_baseline(c, r);
    return b == NULL ? (double)NAN : b->runtime_us;
}

double audit_speedup(const struct audit_context *c, const struct audit_rollout *r)
{
    double baseline_us = audit_baseline_us(c, r);
    if (!r->correct)
        return (double)NAN;
    if (!isnan(baseline_us) && !isnan(r->runtime_us))
        return speedup_of(r->correct, baseline_us, r->runtime_us);
    return r->stated_speedup;
}

struct order_context {
    const struct audit_rollout *rollouts;
    audit_order *order;
};

static int compare(const void *pa, const void *pb, void *context)
{
    const struct order_context *o = context;
    size_t a = *(const size_t *)pa;
    size_t b = *(const size_t *)pb;
    int sign = o->order(&o->rollouts[a], &o->rollouts[b]);
    return sign != 0 ? sign : (a > b) - (a < b);
}

static void merge(size_t *v, size_t *spare, size_t from, size_t middle, size_t to,
                  struct order_context *o)
{
    size_t a = from;
    size_t b = middle;
    for (size_t i = from; i < to; i++) {
        bool left = b == to || (a < middle && compare(&v[a], &v[b], o) <= 0);
        spare[i] = left ? v[a++] : v[b++];
    }
    memcpy(v + from, spare + from, (to - from) * sizeof(*v));
}

size_t *audit_sorted(const struct audit_run *run, audit_order *order)
{
    size_t n = run->n_rollouts;
    size_t *v = mem_array(n + 1, sizeof(*v));
    size_t *spare = mem_array(n + 1, sizeof(*spare));
    struct order_context o = { run->rollouts, order };
    for (size_t i = 0; i < n; i++)
        v[i] = i;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t from = 0; from + width < n; from += 2 * width)
            merge(v, spare, from, from + width, from + 2 * width < n ? from + 2 * width : n, &o);
    }
    free(spare);
    return v;
}
