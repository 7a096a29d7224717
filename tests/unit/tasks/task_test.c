/* The tasks and their published sizes, refusals, inputs that never change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"
#include "tasks/task_module.h"

static const struct task *find(struct arena *a, const char *id)
{
    const struct task *t = NULL;
    struct err err = { 0 };
    if (task_find(id, a, &t, &err) != 0)
        fail_msg("%s: %s", id, err.msg);
    return t;
}

/* KernelBench v0.2, KernelBench/level1/ID_Name.py: module constants and shapes. */
static void ten_tasks_have_the_published_names_and_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *id, *name, *family;
        int64_t full_input0, full_output0;
    } want[] = {
        { "l1/4", "4_Matrix_vector_multiplication_", "matvec", INT64_C(2048) * 1048576, 2048 },
        { "l1/5", "5_Matrix_scalar_multiplication", "scale", INT64_C(65536) * 16384,
          INT64_C(65536) * 16384 },
        { "l1/12", "12_Matmul_with_diagonal_matrices_", "diag_matmul", 4096, 4096 * 4096 },
        { "l1/14", "14_Matmul_for_upper_triangular_matrices", "tri_upper", 4096 * 4096,
          4096 * 4096 },
        { "l1/15", "15_Matmul_for_lower_triangular_matrices", "tri_lower", 4096 * 4096,
          4096 * 4096 },
        { "l1/18", "18_Matmul_with_transposed_both", "matmul_tt", 8192 * 2048, 2048 * 4096 },
        { "l1/28", "28_HardSigmoid", "activation", INT64_C(4096) * 393216, INT64_C(4096) * 393216 },
        { "l1/29", "29_Softplus", "activation", INT64_C(4096) * 393216, INT64_C(4096) * 393216 },
        { "l1/30", "30_Softsign", "activation", INT64_C(4096) * 393216, INT64_C(4096) * 393216 },
        { "l1/32", "32_HardTanh", "activation", INT64_C(4096) * 393216, INT64_C(4096) * 393216 },
    };
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n;
    struct err err = { 0 };
    if (task_list(&a, &tasks, &n, &err) != 0)
        fail_msg("%s", err.msg);
    assert_int_equal(n, 100);
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        const struct task *t = find(&a, want[i].id);
        int64_t in, out;
        assert_string_equal(t->name, want[i].name);
        assert_string_equal(t->family, want[i].family);
        assert_int_equal(task_elements(t, CASE_FULL, &t->inputs[0], &in, &err), 0);
        assert_int_equal(task_elements(t, CASE_FULL, &t->outputs[0], &out, &err), 0);
        assert_int_equal(in, want[i].full_input0);
        assert_int_equal(out, want[i].full_output0);
    }
    arena_release(&a);
}

static void ids_are_strict(void **state)
{
    (void)state;
#define NO_ID "ids look like l1/4, those of imported problems like SUITE:l1/4"
    static const struct {
        const char *id, *says;
    } bad[] = {
        { "", NO_ID },
        { "l1/", NO_ID },
        { "l1/999", "see rollbook task list" },
        { "L1/4", NO_ID },
        { "l1/04", NO_ID },
        { "l01/4", NO_ID },
        { "/4", NO_ID },
        { "l1/4 ", NO_ID },
        { " 4", NO_ID },
        { "+4", NO_ID },
        { "-4", NO_ID },
        { "l2/4", "see rollbook task list" },
        { "l1/4/5", NO_ID },
        { "4.0", NO_ID },
        { "0", NO_ID },
        { "l0/4", NO_ID },
        { "l1/0", NO_ID },
        { "..", NO_ID },
        { "l1/../l1/4", NO_ID },
        { "l-1/4", NO_ID },
        { "lx/4", NO_ID },
        { "4/4", NO_ID },
        { "999", "see rollbook task list" },
        { "99999999999999999999", NO_ID },
        { "2147483648", "see rollbook task list" },
        { "l1/4294967300", "see rollbook task list" },
        { "9223372036854775807", "see rollbook task list" },
        { "l9223372036854775807/9223372036854775807", "see rollbook task list" },
        { "l1/00000000000000000000000000000000000000000000000000000000004", NO_ID },
        { "l1/0000000000000000000000000000000000000000000000000000000000000004", NO_ID },
    };
    struct arena a = { 0 };
    assert_string_equal(find(&a, "4")->id, "l1/4");
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        const struct task *t;
        struct err err = { 0 };
        char want[200];
        snprintf(want, sizeof want, "no task '%.64s': %s", bad[i].id, bad[i].says);
        assert_int_equal(task_find(bad[i].id, &a, &t, &err), ERR_NOMATCH);
        err.msg[strcspn(err.msg, ";")] = '\0'; /* what is near follows */
        assert_string_equal(err.msg, want);
    }
    arena_release(&a);
}

static void kernel_files_of_every_task_have_a_plan_in_every_case(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n;
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < n; i++) {
        const char *texts[] = { tasks[i]->oracle, tasks[i]->baseline };
        for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
            struct kernel_error error = { 0 };
            struct kernel_file file;
            struct launch_plan plan;
            int rc = kernel_file_parse(texts[k], strlen(texts[k]), tasks[i], &a, &file, &error);
            for (int c = 0; rc == 0 && c < TASK_CASE_COUNT; c++)
                rc = kernel_plan(&file, tasks[i], (enum task_case)c, &plan, &error);
            if (rc != 0)
                fail_msg("%s: %zu:%zu: %s", tasks[i]->id, error.line, error.column, error.msg);
        }
    }
    arena_release(&a);
}

/* A kernel that leaves out a dimension of one, such as a batch of one image, is right there. */
static void no_size_that_is_checked_is_one(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct task **tasks;
    size_t n;
    assert_int_equal(task_list(&a, &tasks, &n, NULL), 0);
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < tasks[i]->n_dims; d++)
            for (enum task_case c = CASE_TINY; c <= CASE_CPU; c++)
                if (tasks[i]->dim_values[c][d] < 2)
                    fail_msg("%s: %s of case %s is one", tasks[i]->id, tasks[i]->dims[d],
                             task_case_name(c));
    arena_release(&a);
}

static void work_is_what_the_formulas_say(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int64_t flops, bytes;
    } want[] = {
        { "l1/4", 2 * 13 * 37, 4 * (13 * 37 + 37 + 13) },
        { "l1/5", 7 * 53, 4 * (2 * 7 * 53 + 1) },
        { "l1/12", 11 * 29, 4 * (11 + 2 * 11 * 29) },
        { "l1/14", 18278, 4 * (37 * 38 + 37 * 37) },
        { "l1/18", 2 * 19 * 23 * 37, 4 * (37 * 19 + 23 * 37 + 19 * 23) },
        { "l1/32", 2 * 1009, 8 * 1009 },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(want); i++) {
        const struct task *t = find(&a, want[i].id);
        struct expr_name names[TASK_MAX_DIMS];
        size_t n = task_names(t, CASE_TINY, names);
        int64_t flops, bytes;
        assert_int_equal(expr_eval(t->flops, names, n, &flops, NULL), 0);
        assert_int_equal(expr_eval(t->bytes, names, n, &bytes, NULL), 0);
        assert_int_equal(flops, want[i].flops);
        assert_int_equal(bytes, want[i].bytes);
    }
    arena_release(&a);
}

/* Two operations for every product that is not with a zero. */
static void triangular_work_counts_the_products(void **state)
{
    (void)state;
    int64_t products = 0;
    for (int row = 0; row < 37; row++)
        for (int column = row; column < 37; column++)
            products += column - row + 1;
    assert_int_equal(2 * products, 18278);
}

struct edit {
    const char *from, *to, *message;
};

/* l1/14 with from replaced by to is refused with message. */
static void refuse(struct arena *a, const struct edit *e)
{
    const struct embedded_file *f =
        embed_find(embedded_tasks, embedded_tasks_count, "tasks/l1/14.json");
    const char *text = (const char *)f->data;
    const char *at = strstr(text, e->from);
    struct buf b = { 0 };
    struct task t;
    struct err err = { 0 };
    assert_non_null(at);
    buf_add(&b, text, (size_t)(at - text));
    buf_puts(&b, e->to);
    buf_puts(&b, at + strlen(e->from));
    if (task_parse("x.json", b.data, b.len, a, &t, &err) == 0)
        fail_msg("'%s' was accepted", e->to);
    if (strstr(err.msg, e->message) == NULL || strstr(err.msg, "x.json") == NULL)
        fail_msg("'%s': %s", e->to, err.msg);
    assert_int_equal(err.code, ERR_INTEGRITY);
    buf_release(&b);
}

static void broken_manifests_are_refused_by_name(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        { "{", "[", "x.json" },
        { "\"suite\": \"kernelbench\",", "", "suite" },
        { "\"level\": 1", "\"level\": 0", "level" },
        { "\"level\": 1", "\"level\": 1.5", "level" },
        { "\"level\": 1", "\"level\": \"1\"", "level" },
        { "\"family\": \"tri_upper\"", "\"family\": \"../x\"", "family" },
        { "\"family\"", "\"famly\"", "famly" },
        { "\"dims\": [\"n\"]", "\"dims\": []", "dims" },
        { "\"dims\": [\"n\"]", "\"dims\": [\"n\", \"n\"]", "twice" },
        { "\"dims\": [\"n\"]", "\"dims\": [\"2n\"]", "identifier" },
        { "\"dims\": [\"n\"]", "\"dims\": [3]", "not a string" },
        { "{\"n\": 37}", "{}", "tiny" },
        { "{\"n\": 37}", "{\"n\": 0}", "n must be" },
        { "{\"n\": 37}", "{\"n\": 3000000000}", "n must be" },
        { "{\"n\": 37}", "{\"n\": 37, \"m\": 3}", "exactly" },
        { "\"full\": {\"n\": 4096}", "\"huge\": {\"n\": 4096}", "full" },
        { "\"name\": \"B\"", "\"name\": \"A\"", "inputs[1]" },
        { "\"name\": \"B\"", "\"name\": \"n\"", "twice" },
        { "\"dtype\": \"f32\"", "\"dtype\": \"float\"", "float" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": []", "shape" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"q\"]", "unknown name 'q'" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"n+\"]", "byte 2" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"n-37\"]", "not positive" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"n+1\"]", "square" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n*n*n*n\", \"n*n*n*n\"]", "size" },
        { "\"lo\": -1", "\"lo\": 2", "below hi" },
        { "\"lo\": -1", "\"lo\": NaN", "below hi" },
        { "\"lo\": -1", "\"lo\": 0", "one_sided_because" },
        { "\"uniform\"", "\"zero\"", "generator" },
        { "\"structure\": \"upper\"", "\"structure\": \"banded\"", "structure" },
        { "\"structure\": \"upper\"", "\"stucture\": \"upper\"", "stucture" },
        { "\"rtol\": 1e-05", "\"rtol\": -1", "rtol" },
        { "\"second_factor\": 64", "\"second_factor\": 0.5", "second_factor" },
        { "\"second_scale\": 16", "\"second_scale\": 15", "power of two" },
        { "[\"zero\"]", "[\"zeros\"]", "special" },
        { "[\"zero\"]", "[0]", "special" },
        { "[\"zero\"]", "\"zero\"", "special" },
        { "\"cpu\": 9.5e-05, ", "", "cpu" },
        { "\"n * (n + 1) * (n + 2) / 3\"", "\"\"", "flops" },
        { "\"n * (n + 1) * (n + 2) / 3\"", "\"n * z\"", "unknown name 'z'" },
        { "l1_14_oracle.cu", "l1_99_oracle.cu", "l1_99_oracle.cu" },
        { "\"suite\"", "\"level\": 1, \"suite\"", "twice" },
        { "\"level\": 1", "\"level\": 100", "level" },
        { "\"outputs\": [",
          "\"outputs\": [{\"name\": \"C\", \"dtype\": \"f32\", \"shape\": [\"n\"]},", "twice" },
        { "\"name\": \"C\"", "\"name\": \"A\"", "twice" },
        { "\"name\": \"C\"",
          "\"name\": \"a123456789012345678901234567890123456789012345678901234567890123\"",
          "identifier" },
        { "\"full\": {\"n\": 4096}", "\"full\": {\"n\": 4096}, \"huge\": {\"n\": 8192}", "cases" },
        { "\"problem_id\": 14", "\"problem_id\": 0", "problem_id" },
        { "\"problem_id\": 14", "\"problem_id\": 1000001", "problem_id" },
        { "{\"n\": 37}", "{\"n\": -1}", "n must be 1 to 2147483647" },
        { "{\"n\": 37}", "{\"n\": 2147483648}", "n must be 1 to 2147483647" },
        { "\"lo\": -1", "\"lo\": 1", "lo must be below hi" },
        { "\"hi\": 1", "\"hi\": 0", "one_sided_because" },
        { "\"hi\": 1", "\"hi\": Infinity", "" },
        { "\"rtol\": 1e-05", "\"rtol\": -1e-300", "rtol must be 0 or more" },
        { "\"cpu\": 9.5e-05", "\"cpu\": -1e-300", "atol.cpu must be 0 or more" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"n\", \"1\", \"1\", \"1\"]", "shape" },
        { "\"shape\": [\"n\", \"n\"]", "\"shape\": [\"n\", \"n\", \"1\"]", "square" },
        { "\"dims\": [\"n\"]",
          "\"dims\": [\"n\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"]", "dims" },
        { "\"second_scale\": 16", "\"second_scale\": 0", "power of two" },
        { "\"second_factor\": 64", "\"second_factor\": 0.999", "second_factor" },
    };
    struct arena a = { 0 };
    for (size_t i = 0; i < ARRAY_LEN(edits); i++)
        refuse(&a, &edits[i]);
    arena_release(&a);
}

static void manifests_at_their_limits_are_read(void **state)
{
    static const struct edit edits[] = {
        { "\"level\": 1", "\"level\": 99", "" },
        { "\"name\": \"C\"",
          "\"name\": \"a12345678901234567890123456789012345678901234567890123456789012\"", "" },
        { "\"problem_id\": 14", "\"problem_id\": 1", "" },
        { "\"problem_id\": 14", "\"problem_id\": 1000000", "" },
        { "{\"n\": 37}", "{\"n\": 1}", "" },
        { "\"lo\": -1", "\"lo\": -1e-300", "" },
        { "\"rtol\": 1e-05", "\"rtol\": 0", "" },
        { "\"cpu\": 9.5e-05", "\"cpu\": 0", "" },
        { "\"second_factor\": 64", "\"second_factor\": 1", "" },
        { "\"second_scale\": 16", "\"second_scale\": 0.5", "" },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(edits); i++) {
        const struct edit *e = &edits[i];
        const struct embedded_file *f =
            embed_find(embedded_tasks, embedded_tasks_count, "tasks/l1/14.json");
        const char *text = (const char *)f->data;
        const char *at = strstr(text, e->from);
        struct task t;
        struct err err = { 0 };
        assert_non_null(at);
        const char *edited = arena_printf(&a, "%.*s%s%.*s", (int)(at - text), text, e->to,
                                          (int)(f->size - (size_t)(at - text) - strlen(e->from)),
                                          at + strlen(e->from));
        if (task_parse("x.json", edited, strlen(edited), &a, &t, &err) != 0)
            fail_msg("%s: %s", e->to, err.msg);
    }
    arena_release(&a);
}

static void names_of_tasks_of_suites(void **state)
{
    static const struct {
        const char *text, *suite, *name; /* suite NULL: none */
        int level, problem;
    } rows[] = {
        { "l1/4", "", "l1/4", 1, 4 },
        { "4", "", "4", 1, 4 },
        { "mine:l2/7", "mine", "l2/7", 2, 7 },
        { "mine:7", "mine", "7", 1, 7 },
        { "mine:l99/2147483647", "mine", "l99/2147483647", 99, INT32_MAX },
        { "mine:l0/0", "mine", "l0/0", 0, 0 },
        { "mine:l100/1", "mine", "l100/1", 0, 0 },
        { "mine:l1/2147483648", "mine", "l1/2147483648", 0, 0 },
        { "mine:l1/-1", "mine", "l1/-1", 0, 0 },
        { "mine:l-1/1", "mine", "l-1/1", 0, 0 },
        { "mine:m2/7", "mine", "m2/7", 0, 0 },
        { "mine:l/7", "mine", "l/7", 0, 0 },
        { "mine:l2x/7", "mine", "l2x/7", 0, 0 },
        { "mine:l2/", "mine", "l2/", 0, 0 },
        { "mine:softmax", "mine", "softmax", 0, 0 },
        { "a:b:c", "a", "b:c", 0, 0 },
        { ":7", NULL, "", 0, 0 },
        { "mine:", NULL, "", 0, 0 },
        { ":", NULL, "", 0, 0 },
    };
    struct arena a = { 0 };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct task_name n;
        struct err err = { 0 };
        int rc = task_name_parse(rows[i].text, &a, &n, &err);
        if (rows[i].suite == NULL) {
            assert_int_equal(rc, ERR_NOMATCH);
            assert_non_null(strstr(err.msg, "ids look like l1/4 or SUITE:l1/4"));
            continue;
        }
        assert_int_equal(rc, 0);
        if (strcmp(n.suite, rows[i].suite) != 0 || strcmp(n.name, rows[i].name) != 0 ||
            n.level != rows[i].level || n.problem_id != rows[i].problem)
            fail_msg("%s: '%s' '%s' %d %d", rows[i].text, n.suite, n.name, n.level, n.problem_id);
    }
    arena_release(&a);
}

static void truncated_manifests_are_refused(void **state)
{
    (void)state;
    const struct embedded_file *f =
        embed_find(embedded_tasks, embedded_tasks_count, "tasks/l1/14.json");
    struct arena a = { 0 };
    for (size_t len = 0; len + 2 < f->size; len++) {
        struct task t;
        struct err err = { 0 };
        assert_true(task_parse("cut", (const char *)f->data, len, &a, &t, &err) < 0);
        arena_reset(&a);
    }
    arena_release(&a);
}

static void mutated_manifests_are_survived(void **state)
{
    (void)state;
    static const char alphabet[] = "{}[]\":,0129.-+eE nmk*/()\\\xff\t";
    const struct embedded_file *f =
        embed_find(embedded_tasks, embedded_tasks_count, "tasks/l1/14.json");
    struct arena a = { 0 };
    struct rng r;
    size_t refused = 0;
    rng_init(&r, 22, RNG_SAMPLE, 1, 2, 3);
    for (int round = 0; round < 3000; round++) {
        char text[4096];
        struct task t;
        struct err err = { 0 };
        assert_true(f->size < sizeof(text));
        memcpy(text, f->data, f->size);
        for (uint32_t edits = 1 + rng_below(&r, 3); edits > 0; edits--)
            text[rng_below(&r, (uint32_t)f->size)] = alphabet[rng_below(&r, sizeof(alphabet) - 1)];
        if (task_parse("mutated", text, f->size, &a, &t, &err) != 0) {
            assert_true(err.msg[0] != '\0');
            refused++;
        }
        arena_reset(&a);
    }
    assert_true(refused > 1000 && refused < 3000);
    arena_release(&a);
}

static uint32_t bits(float v)
{
    uint32_t u;
    memcpy(&u, &v, sizeof(u));
    return u;
}

/* task.h, one number at a time through src/base/rng.h. */
static float uniform_by_definition(struct rng *r, float lo, float hi)
{
    float u = (float)(rng_u32(r) >> 8) * 0x1p-24f;
    float product = (hi - lo) * u;
    return lo + product;
}

static void inputs_follow_the_definition_to_the_bit(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct task *t = find(&a, "l1/29");
    for (int64_t n = 0; n < 70; n++) {
        float got[80];
        struct rng r;
        memset(got, 0x5a, sizeof(got));
        assert_int_equal(task_fill_input(t, CASE_TINY, 0, 77, 3, got, n, NULL), 0);
        rng_init(&r, 77, RNG_INPUT, 0, 3, (uint64_t)1 << 32 | 29);
        for (int64_t i = 0; i < n; i++)
            assert_int_equal(bits(got[i]), bits(uniform_by_definition(&r, -100, 100)));
        assert_int_equal(bits(got[n]), 0x5a5a5a5au);
    }
    arena_release(&a);
}

/* Stored inputs of past runs stand on these; an independent Philox4x32-10 in Python. */
static void inputs_never_change(void **state)
{
    (void)state;
    static const uint32_t want[] = { 0xbed146bc, 0x3e95b6d4, 0xbe963890,
                                     0xbf51396c, 0xbf043e74, 0x3dc95130 };
    struct arena a = { 0 };
    float got[ARRAY_LEN(want)];
    assert_int_equal(
        task_fill_input(find(&a, "l1/4"), CASE_TINY, 1, 42, 0, got, (int64_t)ARRAY_LEN(want), NULL),
        0);
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        assert_int_equal(bits(got[i]), want[i]);
    arena_release(&a);
}

static void inputs_differ_by_seed_trial_tensor_and_task(void **state)
{
    (void)state;
    struct arena a = { 0 };
    const struct task *t4 = find(&a, "l1/4"), *t12 = find(&a, "l1/12");
    float v[5][8];
    assert_int_equal(task_fill_input(t4, CASE_TINY, 0, 1, 0, v[0], 8, NULL), 0);
    assert_int_equal(task_fill_input(t4, CASE_TINY, 0, 2, 0, v[1], 8, NULL), 0);
    assert_int_equal(task_fill_input(t4, CASE_TINY, 0, 1, 1, v[2], 8, NULL), 0);
    assert_int_equal(task_fill_input(t4, CASE_TINY, 1, 1, 0, v[3], 8, NULL), 0);
    assert_int_equal(task_fill_input(t12, CASE_TINY, 0, 1, 0, v[4], 8, NULL), 0);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(v[i], v[j], sizeof(v[i]));
    arena_release(&a);
}

static void bell_is_the_mean_of_four(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct task t = *find(&a, "l1/28");
    static float got[10001];
    struct rng r;
    double sum = 0, squares = 0;
    t.inputs[0].generator = GEN_BELL;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 5, 6, got, 10001, NULL), 0);
    rng_init(&r, 5, RNG_INPUT, 0, 6, (uint64_t)1 << 32 | 28);
    for (int i = 0; i < 10001; i++) {
        uint32_t total = 0;
        for (int w = 0; w < 4; w++)
            total += rng_u32(&r) >> 10;
        float product = 12.0f * ((float)total * 0x1p-24f);
        assert_int_equal(bits(got[i]), bits(-6.0f + product));
        sum += (double)got[i];
        squares += (double)got[i] * (double)got[i];
    }
    /* mean 0, variance 12^2 / 12 / 4 = 3 */
    assert_true(sum / 10001 > -0.1 && sum / 10001 < 0.1);
    assert_true(squares / 10001 > 2.8 && squares / 10001 < 3.2);
    arena_release(&a);
}

/* One element in sixteen is special, each kind as often; the rest is scaled. */
static void the_second_draw_has_special_values(void **state)
{
    (void)state;
    enum { N = 65536 };
    struct arena a = { 0 };
    const struct task *t = find(&a, "l1/29");
    float *plain = arena_array(&a, N, sizeof *plain), *second = arena_array(&a, N, sizeof *second);
    unsigned nan = 0, infinite = 0, zero = 0, denormal = 0, large = 0;
    struct task same = *t;
    same.inputs[0].special = 0;
    assert_int_equal(task_fill_input(t, CASE_TINY, 0, 3, TASK_SECOND_DRAW | 4, second, N, NULL), 0);
    assert_int_equal(task_fill_input(&same, CASE_TINY, 0, 3, TASK_SECOND_DRAW | 4, plain, N, NULL),
                     0);
    for (int i = 0; i < N; i++) {
        float v = second[i];
        if (bits(v) == bits(plain[i])) {
            assert_true(v >= -1600.0f && v < 1600.0f);
            continue;
        }
        nan += isnan(v) ? 1u : 0u;
        infinite += isinf(v) != 0 ? 1u : 0u;
        zero += fabsf(v) <= 0.0f;
        denormal += fpclassify(v) == FP_SUBNORMAL;
        large += fabsf(v) >= 0x1p10f && fabsf(v) < 0x1p95f;
    }
    const unsigned counts[] = { nan, infinite, zero, denormal, large };
    for (size_t i = 0; i < ARRAY_LEN(counts); i++)
        assert_in_range(counts[i], 700,
                        940); /* 819 of each are expected; four deviations are 113 */
    assert_in_range(nan + infinite + zero + denormal + large, 3860, 4340);
    assert_true(task_atol(find(&a, "l1/4"), CASE_TINY, TASK_SECOND_DRAW) >
                63 * task_atol(find(&a, "l1/4"), CASE_TINY, 0));
    arena_release(&a);
}

static void triangles_are_zero_outside(void **state)
{
    (void)state;
    struct arena a = { 0 };
    static const char *const ids[] = { "l1/14", "l1/15" };
    for (size_t k = 0; k < ARRAY_LEN(ids); k++) {
        const struct task *t = find(&a, ids[k]);
        float v[37 * 37];
        assert_int_equal(task_fill_input(t, CASE_TINY, 0, 1, 0, v, 37 * 37, NULL), 0);
        for (int row = 0; row < 37; row++)
            for (int column = 0; column < 37; column++)
                if (row != column)
                    assert_int_equal(bits(v[row * 37 + column]) == 0, (k == 0) == (column < row));
        struct err err = { 0 };
        assert_int_equal(task_fill_input(t, CASE_TINY, 0, 1, 0, v, 37 * 36, &err), ERR_USAGE);
    }
    arena_release(&a);
}

static void an_element_type_without_generator_is_refused(void **state)
{
    (void)state;
    struct arena a = { 0 };
    struct task t = *find(&a, "l1/28");
    struct err err = { 0 };
    int32_t v[4];
    t.inputs[0].dtype = DTYPE_I32;
    assert_int_equal(task_fill_input(&t, CASE_TINY, 0, 1, 0, v, 4, &err), ERR_USAGE);
    assert_non_null(strstr(err.msg, "i32"));
    arena_release(&a);
}

static void names_of_the_closed_sets_round_trip(void **state)
{
    (void)state;
    for (int i = DTYPE_F32; i <= DTYPE_U8; i++) {
        enum dtype t;
        assert_true(dtype_parse(dtype_name((enum dtype)i), &t));
        assert_int_equal(t, i);
    }
    for (int i = 0; i < TASK_CASE_COUNT; i++) {
        enum task_case c;
        assert_true(task_case_parse(task_case_name((enum task_case)i), &c));
        assert_int_equal(c, i);
    }
    enum dtype t;
    enum task_case c;
    assert_false(dtype_parse("f31", &t));
    assert_false(task_case_parse("TINY", &c));
    assert_int_equal(dtype_size(DTYPE_F16), 2);
    assert_string_equal(dtype_c_name(DTYPE_F32), "float");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_tasks_have_the_published_names_and_sizes),
        cmocka_unit_test(ids_are_strict),
        cmocka_unit_test(kernel_files_of_every_task_have_a_plan_in_every_case),
        cmocka_unit_test(no_size_that_is_checked_is_one),
        cmocka_unit_test(work_is_what_the_formulas_say),
        cmocka_unit_test(triangular_work_counts_the_products),
        cmocka_unit_test(broken_manifests_are_refused_by_name),
        cmocka_unit_test(manifests_at_their_limits_are_read),
        cmocka_unit_test(names_of_tasks_of_suites),
        cmocka_unit_test(truncated_manifests_are_refused),
        cmocka_unit_test(mutated_manifests_are_survived),
        cmocka_unit_test(inputs_follow_the_definition_to_the_bit),
        cmocka_unit_test(inputs_never_change),
        cmocka_unit_test(inputs_differ_by_seed_trial_tensor_and_task),
        cmocka_unit_test(bell_is_the_mean_of_four),
        cmocka_unit_test(the_second_draw_has_special_values),
        cmocka_unit_test(triangles_are_zero_outside),
        cmocka_unit_test(an_element_type_without_generator_is_refused),
        cmocka_unit_test(names_of_the_closed_sets_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
