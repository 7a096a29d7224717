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

/* But infinities in the second draw, of which nearly every line has two of a sign. */
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
                        assert_true(isinf(v[i * c]));
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
        cmocka_unit_test(broken_manifests_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
