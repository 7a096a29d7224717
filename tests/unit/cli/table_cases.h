/*
 * table_cases.h - tables of every command over the approved study: the runs and options that each
 * begins with.  DB names the database.
 */
#ifndef ROLLBOOK_TESTS_TABLE_CASES_H
#define ROLLBOOK_TESTS_TABLE_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "analysis/tables/table_kind.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/store/db.h"

/* Runs and options that a command's tables begin with. */
static const struct {
    const char *command, *runs, *options[8];
} cases[] = {
    { "analyze equivalent-k", "ttt-42", { "base", "bon-42,bon-43" } },
    { "analyze compare", "bon-42,ttt-42", { "a", "bon-42,bon-43", "b", "ttt-42,ttt-43" } },
    { "analyze compare",
      "bon-42,ttt-42",
      { "a", "bon-42,bon-43", "b", "ttt-42,ttt-43", "table", "transfer", "by", "family" } },
    { "analyze compare",
      "bon-42,ttt-42",
      { "methods", "best-of-n=bon-42,bon-43,ttt=ttt-42,ttt-43", "table", "methods" } },
    { "analyze declaration", "bon-42", { "name", "gain" } },
    { "analyze beside", "bon-42,bon-43", { "task", "l1/23" } },
    { "analyze judge", "bon-42", { NULL } },
    { "analyze turns", "refine-42", { NULL } },
    { "analyze advantages", "ttt-42", { NULL } },
    { "analyze sharpening", "ttt-42,ttt-43", { "scored", "bon-42" } },
    { "analyze selection", "bon-42,bon-43", { NULL } },
    { "analyze calibration", "bon-42", { NULL } },
    { "analyze trajectory", "ttt-42,ttt-43", { NULL } },
    { "analyze training", "ttt-42,stages-grpo", { NULL } },
    { "analyze fast-p", "ttt-42,ttt-43", { NULL } },
    { NULL, "bon-42,ttt-42", { NULL } }, /* any other */
};

/* Lines that are not told yet of the kind. */
static inline void put_new(struct buf *out, const char *text, size_t most, struct arena *a)
{
    struct buf CLEANUP(buf_release) added = { 0 };
    char **lines;
    size_t n = str_split(a, text, '\n', &lines);
    for (size_t i = 0; i < n; i++) {
        const char *line = arena_printf(a, "%s\n", lines[i]);
        if (lines[i][0] != '\0' && strstr(buf_text(out), line) == NULL &&
            strstr(buf_text(&added), line) == NULL)
            buf_puts(&added, line);
    }
    approved_add(out, buf_text(&added), most);
}

static inline bool is_read(const struct option *o)
{
    return !o->is_shared && !o->has_no_default && strcmp(o->name, "list") != 0;
}

static inline const struct option *option_of(const struct table_kind *kind, const char *name)
{
    for (size_t i = 0; i < kind->options.n_rows; i++)
        if (is_read(&kind->options.rows[i]) && strcmp(kind->options.rows[i].name, name) == 0)
            return &kind->options.rows[i];
    return NULL;
}

static inline struct name_list names_of(struct arena *a, const char *text)
{
    char **items;
    size_t n = str_split(a, text, ',', &items);
    return (struct name_list){ (const char *const *)items, n };
}

static inline void set(const struct table_kind *kind, const char *name, void *options,
                       const char *text, struct arena *a)
{
    struct err err = { 0 };
    const struct option *o = option_of(kind, name);
    if (o != NULL && option_put(o, options, text, a, &err) < 0)
        fail_msg("%s --%s %s: %s", kind->command, name, text, err.msg);
}

/* The standard options with what a case sets, in the arena. */
static inline void *read_case(const struct table_kind *kind, size_t which, struct arena *a)
{
    void *options = arena_alloc(a, kind->options.size + 1);
    if (kind->options.standard != NULL)
        memcpy(options, kind->options.standard, kind->options.size);
    set(kind, "replicates", options, "20", a);
    for (size_t i = 0; i < 8 && cases[which].options[i] != NULL; i += 2)
        set(kind, cases[which].options[i], options, cases[which].options[i + 1], a);
    return options;
}

/* Whether a case is one of a kind: one that names it, or the last where none does. */
static inline bool is_case_of(const struct table_kind *kind, size_t which)
{
    bool named = false;
    for (size_t i = 0; i < ARRAY_LEN(cases) && cases[i].command != NULL; i++)
        named = named || strcmp(cases[i].command, kind->command) == 0;
    return cases[which].command == NULL ? !named : strcmp(cases[which].command, kind->command) == 0;
}

/* The approved study, behind the script of that name where it is not NULL, and these changes. */
static inline struct db *open_study(const char *script, const char *changes)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct err err = { 0 };
    struct db *db = NULL;
    sqlite3 *handle;
    const char *const scripts[] = { "study.sql", script };
    unlink(DB);
    unlink(DB "-wal");
    unlink(DB "-shm");
    assert_int_equal(db_open(DB, DB_CREATE, &db, &err), 0);
    db_close(db);
    assert_int_equal(sqlite3_open(DB, &handle), SQLITE_OK);
    for (size_t i = 0; i < 2 && scripts[i] != NULL; i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        const char *path =
            arena_printf(&a, "%s/tests/approved/%s", getenv("ROLLBOOK_SOURCE_DIR"), scripts[i]);
        assert_int_equal(file_read(path, 10 << 20, &text, &err), 0);
        if (sqlite3_exec(handle, buf_text(&text), NULL, NULL, NULL) != SQLITE_OK)
            fail_msg("%s: %s", path, sqlite3_errmsg(handle));
    }
    assert_int_equal(sqlite3_exec(handle, changes, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
    assert_int_equal(db_open(DB, DB_READ, &db, &err), 0);
    return db;
}

#endif
