/*
 * said.h - commands that run within the test, in a folder of their own with the database t.db, and
 * all that they say as one text, in which the folder is called FOLDER.
 */
#ifndef ROLLBOOK_TESTS_SAID_H
#define ROLLBOOK_TESTS_SAID_H

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"

static char place[] = "/tmp/rollbook-said-test.XXXXXX";
static struct buf out;

static inline int said_setup(void)
{
    setenv("COLUMNS", "200", 1);
    return mkdtemp(place) == NULL || chdir(place) != 0 ? -1 : setenv("TMPDIR", place, 1);
}

static inline int said_teardown(void **state)
{
    char command[128];
    (void)state;
    buf_release(&out);
    snprintf(command, sizeof(command), "rm -rf %s", place);
    return chdir("/") == 0 ? system(command) : -1;
}

static inline void add_file(const char *name)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct err err = { 0 };
    assert_int_equal(file_read(name, 1 << 20, &text, &err), 0);
    const char *at = buf_text(&text);
    for (const char *found; (found = strstr(at, place)) != NULL; at = found + strlen(place))
        buf_printf(&out, "%.*sFOLDER", (int)(found - at), at);
    buf_puts(&out, at);
}

/* A command line, its status, and all that it says. */
static inline void say(const char *line)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    char **words;
    int argc = (int)str_split(&a, arena_printf(&a, "rollbook %s --db t.db", line), ' ', &words);
    fflush(stdout);
    fflush(stderr);
    int kept[] = { dup(1), dup(2) };
    int to[] = { open("said", O_CREAT | O_TRUNC | O_WRONLY, 0600),
                 open("noted", O_CREAT | O_TRUNC | O_WRONLY, 0600) };
    for (int i = 0; i < 2; i++)
        assert_true(dup2(to[i], i + 1) >= 0 && close(to[i]) == 0);
    int status = cli_main(argc, words);
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++)
        assert_true(dup2(kept[i], i + 1) >= 0 && close(kept[i]) == 0);
    buf_printf(&out, "%d %s\n", status, line);
    add_file("said");
    add_file("noted");
}

static inline void change(const char *sql)
{
    sqlite3 *handle = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open("t.db", &handle), SQLITE_OK);
    if (sqlite3_exec(handle, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    /* Without it nobody is told that another program wrote the file. */
    sqlite3_exec(handle, "DELETE FROM meta WHERE key = 'log'", NULL, NULL, NULL);
    sqlite3_close(handle);
}

/* A line for what they are, and one a row: the text in its only column. */
static inline void say_rows(const char *what, const char *sql)
{
    sqlite3 *handle = NULL;
    sqlite3_stmt *st = NULL;
    assert_int_equal(sqlite3_open("t.db", &handle), SQLITE_OK);
    if (sqlite3_prepare_v2(handle, sql, -1, &st, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(handle));
    buf_printf(&out, "%s\n", what);
    while (sqlite3_step(st) == SQLITE_ROW)
        buf_printf(&out, "  %s\n", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    sqlite3_close(handle);
}

#endif
