/*
 * imported.h - files that a test writes, each imported into an empty database: what is said, and
 * what the tables hold, as one text that lies in tests/approved/units.
 */
#ifndef ROLLBOOK_TESTS_UNIT_INGEST_IMPORTED_H
#define ROLLBOOK_TESTS_UNIT_INGEST_IMPORTED_H

#include "tests/unit/ingest/stored.h"

#include "tests/support/approved.h"

#define MOST_FILES 6

struct written {
    const char *name; /* below the folder; NULL: no file */
    const char *text; /* ' stands for " */
    size_t len;       /* of bytes as they stand; 0: a text */
};

struct story {
    const char *format; /* NULL: the one that recognises it */
    struct ingest_options options;
    struct written files[MOST_FILES];
    const char *path;  /* what is imported; NULL: the first file */
    const char *first; /* what is imported before it, as what it is recognised; NULL: nothing */
};

static const char *in_folder(const char *name)
{
    return arena_printf(&arena, "%s/%s", folder, name);
}

static void write_file(const struct written *w)
{
    struct err err = { 0 };
    const size_t len = w->len > 0 ? w->len : strlen(w->text);
    const char *path = in_folder(w->name);
    char *text = arena_alloc(&arena, len + 1);
    memcpy(text, w->text, len);
    for (size_t i = 0; i < len && w->len == 0; i++)
        text[i] = text[i] == '\'' ? '"' : text[i];
    for (const char *slash = strchr(path + sizeof folder, '/'); slash != NULL;
         slash = strchr(slash + 1, '/'))
        (void)mkdir(arena_strndup(&arena, path, (size_t)(slash - path)), 0700);
    assert_int_equal(file_write_atomic(path, text, len, &err), 0);
}

static inline void tell_import(struct buf *out, struct db *db, const struct story *s)
{
    struct ingest_source source;
    struct err err = { 0 };
    struct ingest_options options = s->options;
    struct ingest_probe probe;
    const char *why = NULL;
    const char *path = in_folder(s->path != NULL ? s->path : s->files[0].name);
    const struct ingest_format *format = NULL;
    if (options.map != NULL)
        options.map = in_folder(options.map);
    if (ingest_probe(path, &arena, &probe, &err) != 0)
        fail_msg("%s", err.msg);
    format = ingest_recognise(&probe, &why);
    buf_printf(out, "== %s: %s%s%s\n", path, format == NULL ? "not recognised" : format->name,
               why == NULL ? "" : ", ", why == NULL ? "" : why);
    if (s->format != NULL)
        format = ingest_find_format(s->format);
    if (format == NULL)
        return;
    ingest_source_init(&source, format, &options, path, &arena);
    source.folder = probe.folder;
    int rc = ingest_import(&source, db, &err);
    const struct ingest_counts *c = &source.counts;
    buf_printf(out, "%s into %s: %lld stored, %lld duplicate, %lld refused, %lld contradicting, ",
               format->name, source.target == NULL ? "-" : source.target, (long long)c->stored,
               (long long)c->duplicate, (long long)c->refused, (long long)c->contradicting);
    buf_printf(out, "%lld clashing, %lld left out, %lld unusable; %zu bytes\n",
               (long long)c->clashing, (long long)c->left_out, (long long)c->unusable, source.len);
    put_messages(out, source.refusals);
    put_messages(out, source.remarks);
    if (rc != 0)
        buf_printf(out, "  %d %s\n", rc, err.msg);
}

/* Into an empty database. */
static inline void tell_story(struct buf *out, const struct story *s)
{
    struct db *db = NULL;
    struct err err = { 0 };
    char command[64];
    assert_int_equal(db_open(DB_IN_MEMORY, DB_WRITE, &db, &err), 0);
    for (size_t i = 0; i < MOST_FILES && s->files[i].name != NULL; i++)
        write_file(&s->files[i]);
    if (s->first != NULL) {
        const struct story before = { .options = s->options, .path = s->first };
        tell_import(out, db, &before);
    }
    tell_import(out, db, s);
    put_rows(out, db, NULL);
    db_close(db);
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    assert_int_equal(system(command), 0);
}

/* A blank at the end of a line is shown as ~. */
static void check_told(const char *name, const struct buf *told)
{
    struct buf plain = { 0 };
    char *text = without_folder(buf_text(told));
    for (char *at = text; (at = strstr(at, " \n")) != NULL;)
        *at = '~';
    buf_puts(&plain, text);
    approved_check_exactly(name, &plain);
    buf_release(&plain);
}

static inline void check_stories(const char *name, const struct story *stories, size_t n)
{
    struct buf out = { 0 };
    for (size_t i = 0; i < n; i++)
        tell_story(&out, &stories[i]);
    check_told(name, &out);
    buf_release(&out);
}

#endif
