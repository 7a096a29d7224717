/* What generators, structures and second draws of the families' tasks make, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/task.h"

static struct arena arena;

static const struct task *find(const char *id)
{
    const struct task *t = NULL;
    struct err err = { 0 };
    if (task_find(id, &arena, &t, &err) != 0)
        fail_msg("%s", err.msg);
    return t;
}

static void *fill(const struct task *t, size_t input, uint64_t trial, int64_t *out_n)
{
    struct err err = { 0 };
    assert_int_equal(task_elements(t, CASE_TINY, &t->inputs[input], out_n, &err), 0);
    void *data = arena_array(&arena, (size_t)*out_n, dtype_size(t->inputs[input].dtype));
    if (task_fill_input(t, CASE_TINY, input, 3, trial, data, *out_n, &err) != 0)
        fail_msg("%s", err.msg);
    return data;
}

static void a_mask_is_half_ones_and_a_sign_half_minus_ones(void **state)
{
    (void)state;
    int64_t n, ones = 0, minus = 0;
    const unsigned char *mask = fill(find("l1/93"), 1, 0, &n);
    for (int64_t i = 0; i < n; i++) {
        assert_true(mask[i] <= 1);
        ones += mask[i];
    }
    assert_true(ones > n * 45 / 100 && ones < n * 55 / 100);
    const float *sign = fill(find("l1/100"), 1, 0, &n);
    for (int64_t i = 0; i < n; i++) {
        assert_true(fabsf(sign[i]) >= 1.0F && fabsf(sign[i]) <= 1.0F);
        minus += sign[i] < 0;
    }
    assert_true(minus > n / 3 && minus < n * 2 / 3);
}

static void an_index_covers_its_range(void **state)
{
    (void)state;
    const struct task *t = find("l1/95");
    int64_t n, below = t->dim_values[CASE_TINY][1], least = below, most = 0;
    const int64_t *index = fill(t, 1, 0, &n);
    for (int64_t i = 0; i < n; i++) {
        assert_true(index[i] >= 0 && index[i] < below);
        least = index[i] < least ? index[i] : least;
        most = index[i] > most ? index[i] : most;
    }
    assert_true(least < below / 10 && most >= below - below / 10);
}

static void a_band_has_either_sign(void **state)
{
    (void)state;
    int64_t n, minus = 0;
    const float *x = fill(find("l1/90"), 0, 0, &n);
    for (int64_t i = 0; i < n; i++) {
        assert_true(fabsf(x[i]) >= 0.98F && fabsf(x[i]) < 1.0201F);
        minus += x[i] < 0;
    }
    assert_true(minus > n * 45 / 100 && minus < n * 55 / 100);
}

/* But infinities in the second draw, of which nearly every line has two of a sign, and every other
 * line, which has ties. */
static void no_two_elements_of_a_line_are_equal(void **state)
{
    (void)state;
    const struct task *t = find("l1/51");
    const int64_t *dims = t->dim_values[CASE_TINY];
    int64_t equal[2] = { 0 };
    for (uint64_t trial = 0; trial < 2; trial++) {
        int64_t n, r = dims[1], c = dims[2];
        const float *x = fill(t, 0, trial == 0 ? 0 : TASK_SECOND_DRAW, &n);
        for (int64_t line = 0; line < dims[0] * c; line += 7) {
            const float *v = x + line / c * r * c + line % c;
            for (int64_t i = 0; i < r; i++)
                for (int64_t k = 0; k < i; k++)
                    if (!(v[i * c] < v[k * c] || v[i * c] > v[k * c])) {
                        assert_true(isinf(v[i * c]) || line % 2 == 1);
                        equal[trial]++;
                    }
        }
    }
    assert_int_equal(equal[0], 0);
    assert_true(equal[1] > dims[0] * dims[2] / 7);
}

static void a_symmetric_matrix_equals_its_transpose(void **state)
{
    (void)state;
    int64_t n, side = find("l1/13")->dim_values[CASE_TINY][0];
    const float *x = fill(find("l1/13"), 0, 0, &n);
    for (int64_t i = 0; i < n; i++)
        assert_memory_equal(&x[i], &x[i % side * side + i / side], sizeof(*x));
    assert_true(x[1] < x[2] || x[1] > x[2]);
}

static float largest(const float *x, int64_t n)
{
    float most = 0;
    for (int64_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    return most;
}

static void runs_differ_in_scale_and_the_second_draw_in_offset(void **state)
{
    (void)state;
    float least = INFINITY, most = 0;
    int64_t n;
    for (uint64_t trial = 0; trial < 16; trial++) {
        const float *v = fill(find("l1/94"), 0, trial, &n);
        float size = largest(v, n);
        least = fminf(least, size);
        most = fmaxf(most, size);
    }
    if (!(least >= 0.99F && least < 1.3F && most > 1.7F && most <= 2.0F))
        fail_msg("from %g to %g", (double)least, (double)most);
    const float *x = fill(find("l1/34"), 0, TASK_SECOND_DRAW, &n);
    for (int64_t i = 0; i < n; i++)
        assert_true(x[i] >= 4.0F - 0x1p-6F && x[i] <= 4.0F + 0x1p-6F);
}

static float scaled(uint32_t bits24, struct task_range r)
{
    float u = (float)bits24 / 16777216.0F;
    float product = r.span * u;
    return r.lo + product;
}

static float of_word(enum generator g, const uint32_t *word, struct task_range r, int64_t i)
{
    uint32_t mask = 1;
    while (mask < r.line)
        mask *= 2;
    switch (g) {
    case GEN_UNIFORM:
        return scaled(word[0] / 256, r);
    case GEN_BELL:
        return scaled(word[0] / 1024 + word[1] / 1024 + word[2] / 1024 + word[3] / 1024, r);
    case GEN_EITHER:
        return word[0] >= 0x80000000U ? scaled(16777216, r) : scaled(0, r);
    case GEN_INDEX:
        return (float)((uint64_t)(word[0] / 256) * r.below / 16777216);
    case GEN_BAND:
        return word[0] % 2 == 1 ? -scaled(word[0] / 256, r) : scaled(word[0] / 256, r);
    case GEN_DISTINCT:
        return scaled(word[0] / 256 / mask * mask + (uint32_t)(i / r.stride % r.line), r);
    }
    return NAN;
}

/* Numbers of a run that was stored are made again by these rules on any machine. */
static void every_element_follows_from_the_words_of_its_stream(void **state)
{
    enum { N = 1000 };
    static const enum generator generators[] = { GEN_UNIFORM, GEN_BELL, GEN_EITHER,
                                                 GEN_INDEX,   GEN_BAND, GEN_DISTINCT };
    static const struct {
        double lo, hi;
    } ranges[] = { { -1, 1 }, { 0.5, 2 } };
    (void)state;
    uint32_t words[4 * N];
    struct task t = *find("l1/51");
    struct err err = { 0 };
    struct rng stream;
    struct expr_error bad;
    for (size_t g = 0; g < ARRAY_LEN(generators); g++) {
        struct task_tensor *x = &t.inputs[0];
        double got[N];
        x->generator = generators[g];
        x->dtype = x->generator == GEN_INDEX ? DTYPE_I64 : DTYPE_F32;
        x->below = expr_parse(&arena, "100", 3, &bad);
        x->lo = ranges[g % 2].lo;
        x->hi = ranges[g % 2].hi;
        if (task_fill_input(&t, CASE_TINY, 0, 9, 2, got, N, &err) != 0)
            fail_msg("%s", err.msg);
        task_input_stream(&t, 0, 9, 2, &stream);
        rng_fill(&stream, words, 4 * N);
        struct task_range r = task_input_range(&t, CASE_TINY, 0, 9, 2);
        if (x->generator == GEN_DISTINCT) {
            assert_int_equal(r.line, t.dim_values[CASE_TINY][1]);
            assert_int_equal(r.stride, t.dim_values[CASE_TINY][2]);
        }
        for (int64_t i = 0; i < N; i++) {
            size_t word = (size_t)i * (x->generator == GEN_BELL ? 4 : 1);
            float want = of_word(x->generator, words + word, r, i);
            float have = x->generator == GEN_INDEX ? (float)((const int64_t *)(void *)got)[i]
                                                   : ((const float *)(void *)got)[i];
            /* The positions of a line have an order of its own. */
            bool near =
                x->generator == GEN_DISTINCT && fabsf(have - want) <= r.span * 256.0F / 16777216.0F;
            if (!near && memcmp(&have, &want, sizeof want) != 0)
                fail_msg("generator %zu: element %d is %.9g, not %.9g", g, (int)i, (double)have,
                         (double)want);
        }
    }
}

/* A run's factor is a word of a stream behind those of the tensors. */
static void a_factor_of_a_run_follows_from_its_stream(void **state)
{
    (void)state;
    struct task t = *find("l1/94");
    struct rng g;
    t.inputs[1] = t.inputs[0];
    for (size_t input = 0; input < 2; input++) {
        t.inputs[input].run_scale = 4;
        rng_init(&g, 9, RNG_INPUT, TASK_MAX_TENSORS + input, 5,
                 ((uint64_t)t.level << 32) + (uint64_t)t.problem_id);
        float factor = 0.25F + 0.75F * ((float)(rng_u32(&g) / 256) / 16777216.0F);
        float lo = factor * (float)t.inputs[input].lo;
        struct task_range r = task_input_range(&t, CASE_TINY, input, 9, 5);
        assert_memory_equal(&r.lo, &lo, sizeof lo);
        assert_int_equal(r.special, 0);
        assert_int_equal(r.line, 1);
        assert_int_equal(r.stride, 1);
    }
    t.inputs[0].run_scale = 1;
    struct task_range r = task_input_range(&t, CASE_TINY, 0, 9, 5);
    assert_true(r.lo >= (float)t.inputs[0].lo && r.lo <= (float)t.inputs[0].lo);
}

static uint32_t special_bits(const unsigned *kinds, uint32_t n, uint32_t word)
{
    const uint32_t sign = word & 0x80000000U, mantissa = word / 256 % 0x800000U;
    switch (kinds[word / 256 % 256 * n / 256]) {
    case SPECIAL_NAN:
        return 0x7fc00000U;
    case SPECIAL_INFINITY:
        return sign + 0x7f800000U;
    case SPECIAL_ZERO:
        return sign;
    case SPECIAL_DENORMAL:
        return sign + (mantissa | 1);
    default: /* large: 2^5 to 2^95 times 1 to 2 */
        return sign + (127 + 5 + (uint32_t)((uint64_t)mantissa * 91 / 0x800000U)) * 0x800000U +
               mantissa * 0x9e3779b1U % 0x800000U;
    }
}

/* A word whose last byte is below 16 becomes a special value, which its other bits choose. */
static void special_values_follow_from_the_words_too(void **state)
{
    enum { N = 5000 };
    static const enum generator generators[] = { GEN_UNIFORM, GEN_BELL, GEN_DISTINCT };
    static const struct {
        unsigned mask;
        unsigned kinds[5]; /* from the lowest */
        uint32_t n;
    } rows[] = {
        { 31, { 1, 2, 4, 8, 16 }, 5 },
        { 22, { 2, 4, 16 }, 3 },
        { 8, { 8 }, 1 },
        { 0, { 0 }, 0 },
    };
    (void)state;
    static uint32_t words[4 * N];
    static float got[N], plain[N];
    struct task t = *find("l1/51");
    struct err err = { 0 };
    for (size_t row = 0; row < ARRAY_LEN(rows); row++) {
        for (size_t g = 0; g < ARRAY_LEN(generators); g++) {
            struct rng stream;
            size_t stride = generators[g] == GEN_BELL ? 4 : 1;
            t.inputs[0].generator = generators[g];
            t.inputs[0].special = 0;
            assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 9, TASK_SECOND_DRAW, plain, N, &err),
                             0);
            t.inputs[0].special = rows[row].mask;
            assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 9, TASK_SECOND_DRAW, got, N, &err),
                             0);
            task_input_stream(&t, 0, 9, TASK_SECOND_DRAW, &stream);
            rng_fill(&stream, words, 4 * N);
            for (size_t i = 0; i < N; i++) {
                uint32_t word = words[stride * i], want;
                memcpy(&want, &plain[i], sizeof want);
                struct task_range r = task_input_range(&t, CASE_TINY, 0, 9, TASK_SECOND_DRAW);
                int64_t line = (int64_t)i / (r.line * r.stride) * r.stride + (int64_t)i % r.stride;
                if (generators[g] == GEN_DISTINCT && rows[row].n > 0 && line % 2 == 1) {
                    float tie = r.lo + r.span * ((float)(word / 0x4000000U) / 64.0F);
                    memcpy(&want, &tie, sizeof want);
                } else if (word % 256 < 16 && rows[row].n > 0)
                    want = special_bits(rows[row].kinds, rows[row].n, word);
                assert_memory_equal(&got[i], &want, sizeof want);
            }
        }
    }
}

static void triangles_keep_their_diagonal(void **state)
{
    (void)state;
    struct task t = *find("l1/13");
    struct err err = { 0 };
    float full[5 * 5], part[5 * 5];
    t.inputs[0].generator = GEN_UNIFORM;
    t.inputs[0].structure = STRUCTURE_FULL;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 3, 0, full, 25, &err), 0);
    for (int s = STRUCTURE_UPPER; s <= STRUCTURE_SYMMETRIC; s++) {
        t.inputs[0].structure = (enum structure)s;
        assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 3, 0, part, 25, &err), 0);
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 5; column++) {
                bool zero = s == STRUCTURE_UPPER   ? column < row
                            : s == STRUCTURE_LOWER ? column > row
                                                   : false;
                bool mirrored = s == STRUCTURE_SYMMETRIC && column < row;
                float want = zero ? 0.0F : full[mirrored ? column * 5 + row : row * 5 + column];
                assert_memory_equal(&part[row * 5 + column], &want, sizeof want);
            }
        }
    }
}

/* The largest number of blocks is 2^32 - 65; a matrix has as many rows as columns. */
static void sizes_beyond_the_generator_are_refused(void **state)
{
    const int64_t blocks = (int64_t)UINT32_MAX - 64;
    const struct {
        enum generator generator;
        enum dtype dtype;
        enum structure structure;
        int64_t n;
        const char *message;
    } rows[] = {
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_FULL, -1, "input A: -1 elements exceed the generator" },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_FULL, 4 * blocks, "exceed the generator" },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_LOWER, 4 * blocks - 1,
          "17179868923 elements are no square" },
        { GEN_BELL, DTYPE_F32, STRUCTURE_FULL, blocks, "exceed the generator" },
        { GEN_BELL, DTYPE_F32, STRUCTURE_LOWER, blocks - 1, "are no square" },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_UPPER, 24, "input A: 24 elements are no square" },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_UPPER, 26, "26 elements are no square" },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_UPPER, 1, NULL },
        { GEN_UNIFORM, DTYPE_F32, STRUCTURE_UPPER, 0, NULL },
        { GEN_UNIFORM, DTYPE_F64, STRUCTURE_FULL, 1, "input A: no generator for f64" },
        { GEN_BELL, DTYPE_U8, STRUCTURE_FULL, 1, "no generator for u8" },
        { GEN_BAND, DTYPE_I32, STRUCTURE_FULL, 1, "no generator for i32" },
        { GEN_DISTINCT, DTYPE_U8, STRUCTURE_FULL, 1, "no generator for u8" },
        { GEN_EITHER, DTYPE_I32, STRUCTURE_FULL, 1, "no generator for i32" },
        { GEN_INDEX, DTYPE_F32, STRUCTURE_FULL, 1, "no generator for f32" },
    };
    (void)state;
    struct task t = *find("l1/13");
    struct expr_error bad;
    t.inputs[0].below = expr_parse(&arena, "2", 1, &bad);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double out[32];
        struct err err = { 0 };
        t.inputs[0].generator = rows[i].generator;
        t.inputs[0].dtype = rows[i].dtype;
        t.inputs[0].structure = rows[i].structure;
        int rc = task_fill_input(&t, CASE_TINY, 0, 3, 0, out, rows[i].n, &err);
        if (rows[i].message == NULL ? rc != 0
                                    : rc != ERR_USAGE || strstr(err.msg, rows[i].message) == NULL)
            fail_msg("row %zu: %d: %s", i, rc, err.msg);
    }
}

static void other_types_hold_the_same_numbers(void **state)
{
    enum { N = 300 };
    (void)state;
    struct task t = *find("l1/95");
    struct err err = { 0 };
    struct expr_error bad;
    int32_t narrow[N + 1];
    int64_t wide[N + 1];
    float single[N + 1];
    unsigned char bytes[N + 1];
    narrow[N] = 77;
    wide[N] = 77;
    bytes[N] = 77;
    struct task_tensor *x = &t.inputs[1];
    x->below = expr_parse(&arena, "40000", 5, &bad);
    x->dtype = DTYPE_I32;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 1, 3, 0, narrow, N, &err), 0);
    x->dtype = DTYPE_I64;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 1, 3, 0, wide, N, &err), 0);
    x->generator = GEN_EITHER;
    x->lo = 0;
    x->hi = 1;
    x->dtype = DTYPE_F32;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 1, 3, 0, single, N, &err), 0);
    x->dtype = DTYPE_U8;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 1, 3, 0, bytes, N, &err), 0);
    for (int i = 0; i < N; i++) {
        assert_int_equal(narrow[i], wide[i]);
        assert_int_equal(bytes[i], single[i] > 0.5F);
    }
    assert_true(narrow[N] == 77 && wide[N] == 77 && bytes[N] == 77);
}

/* The manifest of a family's task with from replaced by to. */
static void refuse(int problem, const char *from, const char *to, const char *message)
{
    struct family_task *found;
    size_t n;
    struct task t;
    struct err err = { 0 };
    struct buf b = { 0 };
    assert_int_equal(family_tasks(problem, &arena, &found, &n, &err), 0);
    assert_int_equal(n, 1);
    const char *at = strstr(found[0].text, from);
    assert_non_null(at);
    buf_add(&b, found[0].text, (size_t)(at - found[0].text));
    buf_puts(&b, to);
    buf_puts(&b, at + strlen(from));
    if (task_parse("x.json", b.data, b.len, &arena, &t, &err) == 0)
        fail_msg("'%s' was accepted", to);
    if (strstr(err.msg, message) == NULL || strstr(err.msg, "x.json") == NULL)
        fail_msg("'%s': %s", to, err.msg);
    buf_release(&b);
}

static void broken_manifests_are_refused_by_name(void **state)
{
    (void)state;
    refuse(95, "\"i64\"", "\"f32\"", "generator index does not make f32");
    refuse(95, "\"below\":\"n\"", "\"below\":\"n * 40000\"", "below is more than");
    refuse(95, ",\"below\":\"n\"", "", "below");
    refuse(93, "\"either\"", "\"uniform\"", "does not make u8");
    refuse(90, "0.98", "-0.98", "a band has lo >= 0");
    refuse(51, "\"lo\":-1", "\"lo\":-2", "distinct needs");
    refuse(94, "\"run_scale\":2", "\"run_scale\":3", "power of two");
    refuse(19, "\"values\": {", "\"values\": {\"9\": \"\", ", "identifier");
    refuse(19, "\"name\":\"identity\",", "", "name");
    refuse(19, "\"value\": \"fmax${f}", "\"value\": \"${value}", "a value holds itself");
    refuse(19, "\"value\": \"fmax${f}", "\"value\": \"${nothing}", "has no value");
}

static int release(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mask_is_half_ones_and_a_sign_half_minus_ones),
        cmocka_unit_test(an_index_covers_its_range),
        cmocka_unit_test(a_band_has_either_sign),
        cmocka_unit_test(no_two_elements_of_a_line_are_equal),
        cmocka_unit_test(a_symmetric_matrix_equals_its_transpose),
        cmocka_unit_test(runs_differ_in_scale_and_the_second_draw_in_offset),
        cmocka_unit_test(every_element_follows_from_the_words_of_its_stream),
        cmocka_unit_test(a_factor_of_a_run_follows_from_its_stream),
        cmocka_unit_test(special_values_follow_from_the_words_too),
        cmocka_unit_test(triangles_keep_their_diagonal),
        cmocka_unit_test(sizes_beyond_the_generator_are_refused),
        cmocka_unit_test(other_types_hold_the_same_numbers),
        cmocka_unit_test(broken_manifests_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
