/*
 * site.h - a database as pages: one renderer for files on disk and for a server.
 *
 * A page is asked for by its path below the site's root ("sample/0/17.html").  Links are relative,
 * so the same bytes work from a disk and from a server.  Numbers come from kinds of tables, views
 * and figures; this room computes none.
 */
#ifndef ROLLBOOK_REPORTS_HTML_SITE_H
#define ROLLBOOK_REPORTS_HTML_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/option/option.h"

struct arena;
struct buf;
struct db;
struct err;

struct site_run {
    int64_t id;
    const char *name, *strategy, *status, *device; /* device "" when unknown */
    int64_t n_rollouts, n_steps, n_scored, n_correct, n_timed, n_fast;
};

struct site_task {
    int64_t id;
    const char *label, *name; /* name "" when unknown */
};

/* Two runs that are offered for a comparison; study NULL: no declared one. */
struct site_pair {
    const struct site_run *a, *b;
    const char *study;
};

struct text_packs;
struct page_parts;

struct site {
    struct db *db;
    struct arena *arena;
    const char *title;         /* the database's name */
    struct name_list names;    /* of the runs; filled by site_open when none is given */
    struct name_list token_of; /* runs whose completions show their tokens */
    const char *baseline, *baseline_hardware; /* stored one; NULL: as measured */

    bool is_live; /* given by a server: search and SQL are there, and runs go on */
    bool is_part; /* of the database's runs; set by site_open */
    struct site_run *runs;
    size_t n_runs;
    struct site_task *tasks;
    size_t n_tasks;
    struct site_pair *pairs;
    size_t n_pairs;
    struct text_packs *packs; /* NULL: each text has a path of its own */
    struct page_parts *parts; /* of a page of a server; NULL: every part is made at once */
};

/* Reads runs and tasks.  ERR_NOMATCH: no run. */
int site_open(struct site *s, struct err *err);

/* Appends what is at the path.  ERR_NOMATCH: nothing is there. */
int site_get(struct site *s, const char *path, struct buf *out, const char **out_type,
             struct err *err);

struct site_made {
    int64_t files, bytes;
};
/* All of it into a folder that is there and empty. */
int site_write(struct site *s, const char *folder, struct site_made *out,
               void (*progress)(void *context, int64_t done, int64_t all), void *context,
               struct err *err);

#endif
