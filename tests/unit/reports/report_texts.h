/*
 * report_texts.h - what a report says of a study: its LaTeX text and tables, held to what was
 * approved.  DB names the database.
 */
#ifndef ROLLBOOK_TESTS_REPORT_TEXTS_H
#define ROLLBOOK_TESTS_REPORT_TEXTS_H

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "reports/doc/latex_folder.h"
#include "reports/report/reports.h"
#include "src/base/buf.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "tests/support/approved.h"
#include "tests/unit/reports/study_fixture.h"

/* "2026-01-01T..." */
static inline bool is_time(const char *s)
{
    for (int i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? s[i] != '-' : !isdigit((unsigned char)s[i]))
            return false;
    return true;
}

/* Without marks of LaTeX that only allow a break. */
static inline void put_plain(struct buf *out, const char *text)
{
    static const char *const marks[] = { "\\allowbreak{}", "{}" };
    for (const char *s = text; *s != '\0';) {
        size_t skipped = 0;
        for (size_t i = 0; i < ARRAY_LEN(marks) && skipped == 0; i++)
            skipped = str_starts_with(s, marks[i]) ? strlen(marks[i]) : 0;
        if (skipped == 0)
            buf_putc(out, *s);
        s += skipped == 0 ? 1 : skipped;
    }
}

/* A line that is not told yet.  Times are those of the day, and one line names the program. */
static inline void put_line(struct buf *out, const char *line)
{
    struct buf CLEANUP(buf_release) steady = { 0 };
    if (str_starts_with(line, "\\RbPair{Drawn by}"))
        return;
    for (const char *s = line; *s != '\0';) {
        if (is_time(s)) {
            buf_puts(&steady, "TIME");
            s += 10;
            s += strspn(s, "T0123456789:Z");
        } else {
            buf_putc(&steady, *s++);
        }
    }
    buf_putc(&steady, '\n');
    if (steady.len < 40 || strstr(buf_text(out), buf_text(&steady)) == NULL)
        buf_add(out, buf_text(&steady), steady.len);
}

static inline void put_lines(struct buf *out, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) plain = { 0 };
    char **lines;
    put_plain(&plain, text);
    size_t n = str_split(&a, buf_text(&plain), '\n', &lines);
    for (size_t i = 0; i < n; i++)
        if (lines[i][0] != '\0')
            put_line(out, lines[i]);
}

static inline void check(const char *name, const struct fixture *f, const char *changes,
                         const char *const *reports, size_t n)
{
    struct buf out = { 0 };
    fixture_write(DB, f);
    if (changes != NULL) {
        sqlite3 *handle;
        assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
        assert_int_equal(sqlite3_exec(handle, changes, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(handle);
    }
    for (size_t i = 0; i < n; i++) {
        struct latex_folder folder = { 0 };
        struct buf pdf = { 0 }, notes = { 0 };
        struct err err = { 0 };
        struct db *db = NULL;
        const struct report_options o = { .latex = &folder, .texts = true };
        fixture_check(db_open(DB, DB_READ, &db, &err), &err);
        int rc = report_build(report_find(reports[i]), db, &o, &pdf, &notes, &err);
        db_close(db);
        buf_printf(&out, "-- %s of %s: %d %s.\n%s\n", reports[i], name, rc, err.msg,
                   buf_text(&notes));
        put_lines(&out, buf_text(&folder.macros));
        put_lines(&out, buf_text(&folder.body));
        for (size_t k = 0; k < folder.n_files; k++)
            if (str_starts_with(folder.files[k].path, "tables/")) {
                buf_printf(&out, "-- %s\n", folder.files[k].path);
                put_lines(&out, buf_text(&folder.files[k].bytes));
            }
        latex_folder_release(&folder);
        buf_release(&pdf);
        buf_release(&notes);
    }
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    approved_check_exactly(name, &out);
    buf_release(&out);
}

#endif
