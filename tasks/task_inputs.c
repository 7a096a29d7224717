/*
 * task_inputs.c - inputs from counters.
 *
 * Element i of a uniform tensor is word i % 4 of the Philox block with position i / 4; of a bell
 * tensor, the whole block with position i.  The integer of 24 bits made of them times 2^-24, times
 * (float)(hi - lo), plus (float)lo: the first product is exact, the second product and the sum are
 * each rounded once.  A GPU gets the same bits with __fmul_rn and __fadd_rn; contraction into a
 * fused multiply-add would not (the build sets -ffp-contract=off).
 */
#include "tasks/task.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"

#define BATCH 64 /* blocks */

struct input_range {
    float lo, span;
};

static float scale(uint32_t bits24, struct input_range r)
{
    float u = (float)(int32_t)bits24 * 0x1p-24f;
    float product = r.span * u;
    return r.lo + product;
}

/* The elements of these blocks; returns how many. */
static size_t make_batch(enum generator g, const uint32_t *words, struct input_range r, float *out)
{
    switch (g) {
    case GEN_UNIFORM:
        for (size_t i = 0; i < 4 * BATCH; i++)
            out[i] = scale(words[i] >> 8, r);
        return 4 * BATCH;
    case GEN_BELL:
        for (size_t i = 0; i < BATCH; i++) {
            uint32_t sum = 0;
            for (size_t w = 0; w < 4; w++)
                sum += words[4 * i + w] >> 10;
            out[i] = scale(sum, r);
        }
        return BATCH;
    }
    return 0;
}

static void fill(enum generator g, const struct rng *stream, struct input_range r, float *out,
                 int64_t n)
{
    uint32_t counter[4] = { 0, stream->counter[1], stream->counter[2], stream->counter[3] };
    for (int64_t i = 0; i < n; counter[0] += BATCH) {
        uint32_t words[4 * BATCH];
        float batch[4 * BATCH];
        bool is_whole = n - i >= 4 * BATCH;
        philox_blocks(counter, stream->key, words, BATCH);
        size_t count = make_batch(g, words, r, is_whole ? out + i : batch);
        if (!is_whole) {
            if ((int64_t)count > n - i)
                count = (size_t)(n - i);
            memcpy(out + i, batch, count * sizeof(*out));
        }
        i += (int64_t)count;
    }
}

static void zero_outside(enum structure structure, float *out, size_t side)
{
    for (size_t row = 0; row < side; row++) {
        float *line = out + row * side;
        if (structure == STRUCTURE_UPPER)
            memset(line, 0, row * sizeof(*line));
        else if (structure == STRUCTURE_LOWER)
            memset(line + row + 1, 0, (side - row - 1) * sizeof(*line));
    }
}

/* The side of a square of n elements, or 0. */
static size_t square_side(int64_t n)
{
    int64_t side = (int64_t)sqrt((double)n);
    for (int64_t s = side > 0 ? side - 1 : 0; s <= side + 1; s++)
        if (s * s == n)
            return (size_t)s;
    return 0;
}

void task_input_stream(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                       struct rng *out)
{
    rng_init(out, seed, RNG_INPUT, input_index, trial,
             (uint64_t)t->level << 32 | (uint64_t)t->problem_id);
}

int task_fill_input(const struct task *t, size_t input_index, uint64_t seed, uint64_t trial,
                    void *out, int64_t n, struct err *err)
{
    const struct task_tensor *x = &t->inputs[input_index];
    struct input_range r = { .lo = (float)x->lo, .span = (float)(x->hi - x->lo) };
    struct rng stream;
    int64_t per_position = x->generator == GEN_BELL ? 1 : 4;
    if (x->dtype != DTYPE_F32)
        return err_set(err, ERR_USAGE, "%s: input %s: no generator for %s", t->id, x->name,
                       dtype_name(x->dtype));
    if (n < 0 || n / per_position >= UINT32_MAX - BATCH)
        return err_set(err, ERR_USAGE, "%s: input %s: %" PRId64 " elements exceed the generator",
                       t->id, x->name, n);
    size_t side = square_side(n);
    if (x->structure != STRUCTURE_FULL && side == 0 && n != 0)
        return err_set(err, ERR_USAGE, "%s: input %s: %" PRId64 " elements are no square", t->id,
                       x->name, n);
    task_input_stream(t, input_index, seed, trial, &stream);
    fill(x->generator, &stream, r, out, n);
    if (x->structure != STRUCTURE_FULL)
        zero_outside(x->structure, out, side);
    return 0;
}
