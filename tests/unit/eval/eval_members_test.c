/*
 * eval_members_test.c - the members of jobs, results, evidence, devices and profiles, as messages,
 * columns and readers know them, held to a text that was read:
 * tests/approved/units/eval_members.txt.
 */
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
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/json/json.h"
#include "src/json/member_json.h"
#include "tests/support/approved.h"

static const struct {
    const char *name;
    const struct member_table *members;
} tables[] = {
    { "job", &eval_job_members },          { "setting", &eval_setting_members },
    { "evidence", &evidence_members },     { "result", &eval_result_members },
    { "device", &device_members },         { "profile", &profile_members },
    { "kernel", &profile_kernel_members }, { "counters", &kernel_counters_members },
};

static void put_hidden(struct buf *out, unsigned hidden)
{
    static const char *const readers[] = { "worker", "eval", "evaluate" };
    for (unsigned i = 0; i < ARRAY_LEN(readers); i++)
        if ((hidden >> i & 1) != 0)
            buf_printf(out, ", not for %s", readers[i]);
}

static void put_member(struct buf *out, const struct member *m)
{
    static const char *const kinds[] = {
        [MEMBER_TEXT] = "text",
        [MEMBER_CHARS] = "chars",
        [MEMBER_BYTES] = "bytes",
        [MEMBER_BOOL] = "bool",
        [MEMBER_FLAG] = "flag",
        [MEMBER_INT] = "int",
        [MEMBER_UNSIGNED] = "unsigned",
        [MEMBER_COUNT] = "count",
        [MEMBER_INDEX] = "index",
        [MEMBER_SIGNAL] = "signal",
        [MEMBER_ID] = "id",
        [MEMBER_U64] = "u64",
        [MEMBER_SEED] = "seed",
        [MEMBER_REAL] = "real",
        [MEMBER_ENUM] = "enum",
        [MEMBER_THREE] = "three",
        [MEMBER_REALS] = "reals",
        [MEMBER_REALS_BESIDE] = "reals beside",
        [MEMBER_LIST] = "list",
        [MEMBER_PART] = "part",
        [MEMBER_POINTER] = "pointer",
        [MEMBER_DERIVED] = "derived",
        [MEMBER_DERIVED_TEXT] = "derived text",
    };
    buf_printf(out, "  %s: %s", m->name, kinds[m->kind]);
    if (m->parameter != NULL)
        buf_printf(out, ", %s", m->parameter);
    if (m->size != 0)
        buf_printf(out, ", size %zu", m->size);
    for (size_t i = 0; m->enum_name != NULL && i < m->size; i++)
        buf_printf(out, "%s%s", i == 0 ? " of " : "|", m->enum_name((int)i));
    put_hidden(out, m->hidden);
    buf_printf(out, "%s", m->needed ? ", needed" : "");
    if (m->unknown != NULL)
        buf_printf(out, ", else: %s", m->unknown);
    buf_puts(out, "\n");
}

/* Nothing is known of a new result but its outcome and what counts from 0. */
static void put_new_result(struct buf *out)
{
    struct json *CLEANUP(json_free_ptr) object = json_new_object();
    struct eval_result r;
    memset(&r, 0x77, sizeof r);
    eval_result_init(&r, OUTCOME_CRASH, "why");
    members_put(object, &eval_result_members, &r, 0);
    json_print(object, true, out);
}

static void the_tables_are_as_approved(void **state)
{
    struct buf CLEANUP(buf_release) out = { 0 };
    (void)state;
    for (size_t t = 0; t < ARRAY_LEN(tables); t++) {
        buf_printf(&out, "%s\n", tables[t].name);
        for (size_t i = 0; i < tables[t].members->n; i++)
            put_member(&out, &tables[t].members->members[i]);
    }
    buf_puts(&out, "a new result\n");
    put_new_result(&out);
    buf_puts(&out, "\n");
    approved_check_exactly("eval_members", &out);
}

/* Between the interval's ends lies 1, or it does not. */
static void a_difference_needs_an_interval(void **state)
{
    static const struct {
        double lower, upper;
        const char *says;
    } rows[] = {
        { 1.01, 2, "faster" },
        { 1, 2, "within noise of 1" },
        { 0.5, 1, "within noise of 1" },
        { 0.5, 0.99, "slower" },
        { 0.9, 1.1, "within noise of 1" },
        { (double)NAN, 1.1, "" },
        { 0.9, (double)NAN, "" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        const struct eval_result r = { .speedup_lower = rows[i].lower,
                                       .speedup_upper = rows[i].upper };
        assert_string_equal(eval_difference(&r), rows[i].says);
    }
}

/* Two processes a side and as many pairs; the shorter list counts. */
static void an_interval_needs_two_processes(void **state)
{
    static double mine[] = { 10, 11, 10, 11, 10, 11 }, base[] = { 20, 22, 20, 22, 20, 22 };
    static const struct {
        size_t n, n_baseline;
        unsigned processes;
        bool known;
    } rows[] = { { 6, 6, 2, true },  { 6, 4, 2, true },  { 4, 6, 2, true },
                 { 1, 6, 2, false }, { 6, 0, 2, false }, { 6, 6, 1, false } };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct eval_result r;
        eval_result_init(&r, OUTCOME_MEASURED, NULL);
        r.samples_us = mine;
        r.baseline_samples_us = base;
        r.n_samples = rows[i].n;
        r.n_baseline_samples = rows[i].n_baseline;
        eval_result_note_interval(&r, rows[i].processes);
        assert_int_equal(!isnan(r.speedup_lower), rows[i].known);
        assert_int_equal(r.interval_processes, rows[i].known ? 2 : -1);
        if (!rows[i].known)
            continue;
        assert_true(r.speedup_lower <= 2 && r.speedup_upper >= 2);
        assert_true(fabs(r.interval_level - 0.95) < 1e-12);
        assert_string_equal(r.interval_kind, "processes");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_as_approved),
        cmocka_unit_test(a_difference_needs_an_interval),
        cmocka_unit_test(an_interval_needs_two_processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
