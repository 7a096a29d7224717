/*
 * stat_hierarchy_test.c - what the hierarchical model refuses, and where it says the fault is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/resample/stat_hierarchy.h"
#include "src/base/err.h"
#include "src/base/mem.h"

static struct stat_hierarchy drawn;

static void counts_outside_their_bounds_name_the_task(void **state)
{
    static const struct {
        size_t n_tasks, first[3];
        double c[2], n[2];
        const char *message; /* NULL: taken */
    } rows[] = {
        { 2, { 0, 1, 2 }, { 0, 0 }, { 1, 1 }, NULL },
        { 2, { 0, 1, 2 }, { 1, 1 }, { 1, 1 }, NULL },
        { 1, { 0, 2, 2 }, { 0.5, 1 }, { 1, 1.5 }, NULL },
        { 0, { 0, 0, 0 }, { 0, 0 }, { 1, 1 }, "the hierarchical model needs tasks" },
        { 2, { 0, 0, 1 }, { 0, 0 }, { 1, 1 }, "task 1 has no seed" },
        { 2, { 0, 2, 2 }, { 0, 0 }, { 1, 1 }, "task 2 has no seed" },
        { 2, { 0, 1, 2 }, { 0, 0 }, { 0, 1 }, "0 of 0 rollouts of task 1" },
        { 2, { 0, 1, 2 }, { 0, 1.5 }, { 1, 1 }, "1.5 of 1 rollouts of task 2" },
        { 2, { 0, 1, 2 }, { 0, -0.5 }, { 1, 1 }, "-0.5 of 1 rollouts of task 2" },
        { 1, { 0, 2, 2 }, { 1, 2 }, { 1, 1 }, "2 of 1 rollouts of task 1" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct stat_hierarchy_input in = { rows[i].n_tasks, rows[i].first, rows[i].c, rows[i].n };
        struct err err = { 0 };
        int rc = stat_hierarchy(&in, 1, 0, &drawn, &err);
        if (rc != (rows[i].message == NULL ? 0 : ERR_NODATA) ||
            strcmp(err.msg, rows[i].message == NULL ? "" : rows[i].message) != 0)
            fail_msg("row %zu: %d, '%s'", i, rc, err.msg);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_outside_their_bounds_name_the_task),
    };
    return cmocka_run_group_tests_name("stat_hierarchy", tests, NULL, NULL);
}
