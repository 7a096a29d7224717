/* spool_fixture.h - a spool in a folder of its own, and its records as a comparable text. */
#ifndef ROLLBOOK_TESTS_SPOOL_FIXTURE_H
#define ROLLBOOK_TESTS_SPOOL_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/spool/spool.h"

#define NAME_A      "aaaaaaaaaaaaaaaa"
#define NAME_B      "bbbbbbbbbbbbbbbb"
#define START_BYTES (SPOOL_HEADER_BYTES + 16) /* of the record that begins each file */

static char folder[64];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/spool-test.XXXXXX");
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state)
{
    char command[100];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static inline struct spool *open_spool(const char *name, size_t file_bytes)
{
    struct spool *s = NULL;
    struct err err = { 0 };
    assert_int_equal(spool_open(folder, name, file_bytes, &s, &err), 0);
    return s;
}

static inline void put(struct spool *s, enum spool_kind kind, uint64_t exchange, const char *text)
{
    struct err err = { 0 };
    assert_int_equal(spool_append(s, kind, exchange, text, strlen(text), &err), 0);
}

/* As "NAME[0] kind number text|...". */
static inline void read_all(struct spool_reader *r, struct buf *out)
{
    struct spool_record record;
    struct spool_place place;
    struct err err = { 0 };
    const char *name = NULL;
    int rc;
    while ((rc = spool_next(r, &record, &place, &name, &err)) > 0) {
        struct buf text = { 0 };
        assert_int_equal(spool_load(r, &place, &text, &err), 0);
        buf_printf(out, "%c%d %llu %s|", name[0], (int)record.kind,
                   (unsigned long long)record.number, buf_text(&text));
        buf_release(&text);
    }
    assert_int_equal(rc, 0);
}

static inline void assert_reads(struct spool_reader *r, const char *want)
{
    struct buf got = { 0 };
    read_all(r, &got);
    assert_string_equal(buf_text(&got), want);
    buf_release(&got);
}

#endif
