/*
 * db_fixture.h - a new database in a folder of its own, for each case.
 */
#ifndef ROLLBOOK_TESTS_DB_FIXTURE_H
#define ROLLBOOK_TESTS_DB_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

struct fixture {
    char dir[64];
    char path[96];
    struct db *db;
    struct err err;
};

static int setup(void **state)
{
    struct fixture *f = mem_alloc(sizeof(*f));
    snprintf(f->dir, sizeof(f->dir), "/tmp/rollbook-store-test.XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    snprintf(f->path, sizeof(f->path), "%s/t.db", f->dir);
    assert_int_equal(db_open(f->path, DB_CREATE, &f->db, &f->err), 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    char command[128];
    db_close(f->db);
    snprintf(command, sizeof(command), "rm -rf %s", f->dir);
    assert_int_equal(system(command), 0);
    free(f);
    return 0;
}

#endif
