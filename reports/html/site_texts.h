/*
 * site_texts.h - what is stored once and shown on many pages: texts in script files, and figures.
 *
 * A page from a disk may fetch nothing, so a text comes by a script that calls
 * rollbook.texts({"17": "..."}).
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_TEXTS_H
#define ROLLBOOK_REPORTS_HTML_SITE_TEXTS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct site;

/* A key above 0 is a blob; below 0 it is the baseline's text of the task with that key. */
int text_read(struct site *s, int64_t key, struct arena *arena, const char **out, size_t *out_len,
              struct err *err);
/* The name of the script that has it.  With packs the text is to be in one from now on. */
const char *text_place(struct site *s, int64_t key, struct arena *arena);
/* The script of one text. */
int text_script(struct site *s, int64_t key, struct buf *out, struct err *err);

/* Several texts a file: each is written once, whatever asks for it. */
struct text_packs *text_packs_new(int (*emit)(void *context, const char *path,
                                              const struct buf *bytes, struct err *err),
                                  void *context);
void text_packs_free(struct text_packs *t); /* NULL is fine */
/* Writes what was asked for since; all: also a pack that is not full. */
int text_packs_flush(struct site *s, int all, struct err *err);
/* For files that a page has made with it; nothing without packs. */
int site_emit(struct site *s, const char *path, const struct buf *bytes, struct err *err);

/* As SVG; run_id 0: of all runs.  ERR_NODATA: it cannot be drawn. */
int site_figure(struct site *s, const char *name, int64_t run_id, struct arena *arena,
                struct buf *out, const char **out_caption, struct err *err);

#endif
