/*
 * profile_json.c - a profile as JSON.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/eval/seam/profile.h"

static void put_three(struct buf *out, const char *key, const unsigned v[3])
{
    buf_printf(out, "\"%s\":[%u,%u,%u]", key, v[0], v[1], v[2]);
}

static void put_count(struct buf *out, const char *key, int v)
{
    if (v >= 0)
        buf_printf(out, ",\"%s\":%d", key, v);
}

static void put_number(struct buf *out, const char *key, double v)
{
    buf_printf(out, ",\"%s\":", key);
    if (isfinite(v))
        buf_put_double(out, v);
    else
        buf_puts(out, "null");
}

/* What is unknown is left out. */
static void put_kernel(struct buf *out, const struct profile_kernel *k)
{
    buf_putc(out, '{');
    put_three(out, "grid", k->grid);
    buf_putc(out, ',');
    put_three(out, "block", k->block);
    put_count(out, "registers", k->registers);
    put_count(out, "shared_bytes", k->shared_bytes);
    put_count(out, "local_bytes", k->local_bytes);
    for (size_t i = 0; i < PROFILE_COUNTERS; i++)
        if (isfinite(k->counters[i]))
            put_number(out, counter_names[i], k->counters[i]);
    buf_putc(out, '}');
}

static void put_text(struct buf *out, const char *text)
{
    if (text == NULL)
        buf_puts(out, "null");
    else
        buf_put_json_string(out, text, strlen(text));
}

static void put_kernels(struct buf *out, const struct eval_profile *p)
{
    for (size_t i = 0; i < p->n_kernels; i++) {
        buf_puts(out, i == 0 ? "{\"name\":" : ",{\"name\":");
        put_text(out, p->kernels[i].name);
        put_number(out, "device_us", p->kernels[i].device_us);
        buf_puts(out, ",\"counters\":");
        put_kernel(out, &p->kernels[i]);
        buf_putc(out, '}');
    }
}

void profile_put_json(struct buf *out, const struct eval_profile *p, double runtime_us)
{
    struct roofline r;
    char line[1024];
    roofline_of(p, runtime_us, &r);
    profile_line(p, runtime_us, line, sizeof line);
    buf_puts(out, "{\"line\":");
    put_text(out, line);
    buf_puts(out, ",\"why_not_counted\":");
    put_text(out, p->why_not);
    put_number(out, "span_us", p->span_us);
    put_number(out, "bytes", p->bytes);
    put_number(out, "flops", p->flops);
    put_number(out, "copy_bytes_per_s", p->copy_bytes_per_s);
    put_number(out, "peak_flop_per_s", p->peak_flop_per_s);
    put_number(out, "memory_us", r.memory_us);
    put_number(out, "compute_us", r.compute_us);
    put_number(out, "speed_of_light", r.fraction);
    put_number(out, "dram_bytes", profile_dram_bytes(p, NULL));
    put_number(out, "executed_flops", profile_executed_flops(p));
    buf_puts(out, ",\"kernels\":[");
    put_kernels(out, p);
    buf_puts(out, "]}");
}
