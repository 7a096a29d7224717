/*
 * report_texts.h - what reports say of studies: their LaTeX text and tables, held to what was
 * approved.  DB names the database.
 *
 * All studies of a test program make one text.  A line that was told before is not told again, a
 * table shows its first and last rows, and what only sets a page in LaTeX is left out.
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

/* Frames of LaTeX, which are the same in every report, and the line that names the program. */
static inline bool is_frame(const char *line)
{
    static const char *const frames[] = {
        "\\toprule",     "\\midrule",      "\\bottomrule",       "\\end",       "\\begin",
        "\\input",       "\\RbNeed{90pt}", "\\includegraphics",  "\\clearpage", "\\pagenumbering",
        "{\\scriptsize", "\\footnotesize", "\\RbPair{Drawn by}",
    };
    for (size_t i = 0; i < ARRAY_LEN(frames); i++)
        if (str_starts_with(line, frames[i]))
            return true;
    return false;
}

/* Times are those of the day. */
static inline void put_line(struct buf *out, const char *line)
{
    struct buf CLEANUP(buf_release) steady = { 0 };
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
    if (strstr(buf_text(out), buf_text(&steady)) == NULL)
        buf_add(out, buf_text(&steady), steady.len);
}

static inline bool is_row(const char *line)
{
    return strstr(line, " & ") != NULL;
}

static inline void put_lines(struct buf *out, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) plain = { 0 };
    char **lines;
    size_t rows = 0;
    put_plain(&plain, text);
    size_t n = str_split(&a, buf_text(&plain), '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        rows = is_row(lines[i]) ? rows + 1 : 0;
        bool is_last = i + 1 == n || !is_row(lines[i + 1]);
        if (lines[i][0] != '\0' && !is_frame(lines[i]) && (rows <= 3 || is_last))
            put_line(out, lines[i]);
    }
}

/* Of a report that is told in short: its first page and what it could not say. */
static inline void put_short(struct buf *out, const char *text)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *end = strstr(text, "\\tableofcontents");
    char **lines;
    put_lines(out, end == NULL ? text : arena_strndup(&a, text, (size_t)(end - text)));
    size_t n = end == NULL ? 0 : str_split(&a, end, '\n', &lines);
    for (size_t i = 0; i < n; i++)
        if (strstr(lines[i], ": NA,") != NULL)
            put_lines(out, lines[i]);
}

static inline void tell(const char *name, const struct fixture *f, const char *changes,
                        const char *const *reports, size_t n, bool in_short, struct buf *out)
{
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
        buf_printf(out, "-- %s of %s: %d %s.\n%s", reports[i], name, rc, err.msg, buf_text(&notes));
        if (in_short)
            put_short(out, buf_text(&folder.body));
        else
            put_lines(out, buf_text(&folder.body));
        for (size_t k = 0; k < folder.n_files && !in_short; k++)
            if (str_starts_with(folder.files[k].path, "tables/")) {
                buf_printf(out, "-- %s\n", folder.files[k].path);
                put_lines(out, buf_text(&folder.files[k].bytes));
            }
        latex_folder_release(&folder);
        buf_release(&pdf);
        buf_release(&notes);
    }
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
}

#endif
