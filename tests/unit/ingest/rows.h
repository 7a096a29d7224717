/*
 * rows.h - a folder for the files of a test, and rows of a query as lines, values with BETWEEN
 * between them.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_ROWS_H
#define ROLLBOOK_TESTS_UNIT_INGEST_ROWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/store/db.h"

static struct arena arena;
static char folder[] = "/tmp/rollbook-ingest-XXXXXX";

static void pass_columns(void *context, size_t n, const char *const *names)
{
    (void)context;
    (void)n;
    (void)names;
}

static void put_values(void *context, size_t n, const struct sql_value *values)
{
    struct buf *out = context;
    for (size_t i = 0; i < n; i++) {
        buf_puts(out, i == 0 ? "" : BETWEEN);
        switch (values[i].type) {
        case 1:
            buf_printf(out, "%lld", (long long)values[i].i);
            break;
        case 2:
            buf_put_double(out, values[i].real);
            break;
        case 3:
            buf_add(out, values[i].text, values[i].len);
            break;
        default:
            buf_puts(out, "-");
        }
    }
    buf_puts(out, "\n");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    char command[64];
    (void)state;
    arena_release(&arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

#endif
