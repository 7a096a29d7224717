#include "reports/html/site.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/tables/table_common.h"
#include "columns/site_cells.h"
#include "columns/site_pairs.h"
#include "columns/site_runs.h"
#include "columns/site_samples.h"
#include "columns/site_tasks.h"
#include "reports/html/site_cache.h"
#include "reports/html/site_page.h"
#include "reports/html/site_texts.h"
#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"

/* All pairs of few runs; of many those that are meant to be compared, or neighbours. */
#define RUNS_OF_ALL_PAIRS 6
#define PAIRS_MOST        60

static int read_pairs(struct site *s, struct err *err)
{
    const size_t n = s->n_runs;
    const bool all = n <= RUNS_OF_ALL_PAIRS;
    int rc = 0;
    s->n_pairs = 0;
    s->pairs = arena_array(s->arena, n + PAIRS_MOST + 1, sizeof(*s->pairs));
    struct stmt *st = db_query(s->db, "site_pairs");
    stmt_bind_text_list(st, ":runs", s->names.items, s->names.n);
    stmt_bind_int(st, ":limit", PAIRS_MOST);
    while (!all && (rc = stmt_step(st, err)) > 0)
        s->pairs[s->n_pairs++] =
            (struct site_pair){ site_run_of(s, stmt_int(st, SITE_PAIRS_A_ID)),
                                site_run_of(s, stmt_int(st, SITE_PAIRS_B_ID)),
                                stmt_text_dup(st, SITE_PAIRS_STUDY, s->arena) };
    stmt_reset(st);
    const bool near = !all && s->n_pairs == 0;
    for (size_t a = 0; a < n && rc == 0 && (all || near); a++)
        for (size_t b = a + 1; b < n && s->n_pairs < PAIRS_MOST && (all || b == a + 1); b++)
            s->pairs[s->n_pairs++] = (struct site_pair){ &s->runs[a], &s->runs[b], NULL };
    return rc;
}

/* A name is on every page of what it names, so one of a megabyte would fill a disk. */
#define NAME_MOST 2000

static int check_name(const char *kind, int64_t key, const char *name, struct err *err)
{
    const size_t len = name == NULL ? 0 : strlen(name);
    return len <= NAME_MOST ? 0
                            : err_set(err, ERR_INTEGRITY,
                                      "%s %" PRId64 " has a name of %zu bytes, and pages take at "
                                      "most %d; name the runs to show with --run",
                                      kind, key, len, NAME_MOST);
}

static int check_names(const struct site *s, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < s->n_runs && rc == 0; i++)
        rc = check_name("run", s->runs[i].id, s->runs[i].name, err);
    for (size_t i = 0; i < s->n_tasks && rc == 0; i++)
        rc = check_name("task", s->tasks[i].id, s->tasks[i].name, err);
    return rc;
}

int site_open(struct site *s, struct err *err)
{
    struct table_input in = { .db = s->db, .arena = s->arena, .runs = s->names };
    s->is_part = s->names.n > 0;
    int rc = tables_names(&in, &s->names.items, &s->names.n, err);
    if (rc == 0 && s->names.n == 0)
        rc = err_set(
            err, ERR_NOMATCH,
            "the database has no run; 'rollbook run' makes one, and 'rollbook ingest' imports one");
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(s->db, "site_runs");
    stmt_bind_text_list(st, ":runs", s->names.items, s->names.n);
    s->runs = arena_array(s->arena, s->names.n, sizeof(*s->runs));
    s->n_runs = 0;
    while ((rc = stmt_step(st, err)) > 0 && s->n_runs < s->names.n)
        s->runs[s->n_runs++] = (struct site_run){
            .id = stmt_int(st, SITE_RUNS_RUN_ID),
            .name = stmt_text_dup(st, SITE_RUNS_RUN, s->arena),
            .strategy = stmt_text_dup(st, SITE_RUNS_STRATEGY, s->arena),
            .status = stmt_text_dup(st, SITE_RUNS_STATUS, s->arena),
            .device = stmt_text_dup(st, SITE_RUNS_DEVICE, s->arena),
            .n_rollouts = stmt_int(st, SITE_RUNS_N_ROLLOUTS),
            .n_steps = stmt_int(st, SITE_RUNS_N_STEPS),
            .n_scored = stmt_int(st, SITE_RUNS_N_SCORED),
            .n_correct = stmt_int(st, SITE_RUNS_N_CORRECT),
            .n_timed = stmt_int(st, SITE_RUNS_N_TIMED),
            .n_fast = stmt_int(st, SITE_RUNS_N_FAST),
        };
    stmt_reset(st);
    if (rc < 0)
        return rc;
    if (s->n_runs < s->names.n)
        return err_set(err, ERR_NOMATCH, "a requested run is not in the database");
    size_t capacity = 0;
    s->n_tasks = 0;
    st = db_query(s->db, "site_tasks");
    stmt_bind_text_list(st, ":runs", s->names.items, s->names.n);
    while ((rc = stmt_step(st, err)) > 0) {
        if (s->n_tasks == capacity) {
            struct site_task *more = arena_array(s->arena, 2 * capacity + 64, sizeof(*more));
            for (size_t i = 0; i < s->n_tasks; i++)
                more[i] = s->tasks[i];
            s->tasks = more;
            capacity = 2 * capacity + 64;
        }
        const char *name = stmt_text_dup(st, SITE_TASKS_NAME, s->arena);
        s->tasks[s->n_tasks++] = (struct site_task){
            .id = stmt_int(st, SITE_TASKS_TASK_ID),
            .label = stmt_text_dup(st, SITE_TASKS_TASK, s->arena),
            .name = name == NULL ? "" : name,
        };
    }
    if (rc == 0)
        rc = check_names(s, err);
    return rc < 0 ? rc : read_pairs(s, err);
}

/* ---- one page by its path ---- */

static int put_icon(struct buf *out)
{
    buf_puts(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><rect width=\"16\" "
             "height=\"16\" rx=\"3\" fill=\"#205493\"/><path d=\"M4 12V4h4a2.5 2.5 0 0 1 0 5H4m4 "
             "0 3 3\" stroke=\"#fff\" stroke-width=\"1.6\" fill=\"none\"/></svg>\n");
    return 0;
}

/* Numbers between the prefix and the ending, at most three, with "-" or "/" between them. */
static size_t read_keys(const char *path, const char *prefix, const char *ending, int64_t key[3])
{
    size_t n = 0, len = strlen(path), end = strlen(ending);
    if (!str_starts_with(path, prefix) || !str_ends_with(path, ending) ||
        len <= strlen(prefix) + end)
        return 0;
    char text[80];
    const char *from = path + strlen(prefix), *to = path + len - end;
    while (from < to && n < 3) {
        const char *stop = from;
        while (stop < to && *stop != '-' && *stop != '/')
            stop++;
        size_t size = (size_t)(stop - from);
        if (size == 0 || size >= sizeof(text) || *from == '+')
            return 0;
        memcpy(text, from, size);
        text[size] = '\0';
        if (!str_to_i64(text, &key[n++]))
            return 0;
        from = stop + (stop < to);
    }
    return from < to ? 0 : n;
}

static int put_by_key(struct html_page *p, const char *path, struct err *err)
{
    int64_t key[3];
    size_t n;
    if (read_keys(path, "run/", ".html", key) == 1)
        return page_run(p, key[0], err);
    if (read_keys(path, "task/", ".html", key) == 1)
        return page_task(p, key[0], err);
    if (read_keys(path, "group/", ".html", key) == 3)
        return page_group(p, key[0], key[1], key[2], err);
    if (read_keys(path, "compare/", ".html", key) == 2)
        return page_compare(p, key[0], key[1], err);
    n = read_keys(path, "sample/", ".html", key);
    if (n == 2 && key[0] == key[1] / 1000)
        return page_sample(p, key[1], err);
    return err_set(err, ERR_NOMATCH, "there is no page %s", path);
}

static int put_page(struct site *s, const char *path, struct buf *out, struct err *err)
{
    static const struct {
        const char *path;
        int (*put)(struct html_page *p, struct err *err);
    } places[] = { { "index.html", page_index },
                   { "tasks.html", page_tasks },
                   { "grid.html", page_grid },
                   { "compare.html", page_comparisons },
                   { "audit.html", page_audit } };
    struct arena arena = { 0 };
    size_t deep = 0;
    for (const char *at = path; *at != '\0'; at++)
        deep += *at == '/';
    struct html_page p = { .site = s,
                           .out = out,
                           .arena = &arena,
                           .root = deep == 0   ? ""
                                   : deep == 1 ? "../"
                                               : "../../",
                           .runs = s->names };
    int rc = 1;
    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        if (strcmp(path, places[i].path) == 0)
            rc = places[i].put(&p, err);
    if (rc == 1)
        rc = put_by_key(&p, path, err);
    arena_release(&arena);
    return rc;
}

static int put_figure(struct site *s, const char *path, struct buf *out, struct err *err)
{
    struct arena arena = { 0 };
    const char *caption = NULL;
    const char *name = strchr(path, '-');
    int64_t run_id = 0;
    int rc = err_set(err, ERR_NOMATCH, "there is no figure %s", path);
    if (name != NULL && str_ends_with(name, ".svg")) {
        char *run = arena_strndup(&arena, path + strlen("figure/"),
                                  (size_t)(name - path) - strlen("figure/"));
        char *plain = arena_strndup(&arena, name + 1, strlen(name) - 5);
        if (strcmp(run, "all") == 0 || str_to_i64(run, &run_id))
            rc = site_figure(s, plain, run_id, &arena, out, &caption, err);
    }
    arena_release(&arena);
    return rc;
}

int site_get(struct site *s, const char *path, struct buf *out, const char **out_type,
             struct err *err)
{
    int64_t key[3];
    *out_type = "text/html; charset=utf-8";
    for (size_t i = 0; i < embedded_site_count; i++) {
        if (strcmp(strrchr(embedded_site[i].name, '/') + 1, path) != 0)
            continue;
        *out_type = str_ends_with(path, ".css") ? "text/css; charset=utf-8"
                                                : "text/javascript; charset=utf-8";
        buf_add(out, embedded_site[i].data, embedded_site[i].size);
        return 0;
    }
    if (strcmp(path, "icon.svg") == 0 || str_starts_with(path, "figure/"))
        *out_type = "image/svg+xml";
    if (strcmp(path, "icon.svg") == 0)
        return put_icon(out);
    if (str_starts_with(path, "figure/"))
        return s->parts != NULL && part_get_file(s->parts, path, out)
                   ? 0
                   : put_figure(s, path, out, err);
    if (str_ends_with(path, ".js"))
        *out_type = "text/javascript; charset=utf-8";
    if (read_keys(path, "list/", ".js", key) == 2)
        return list_script(s, key[0], key[1], out, err);
    if (read_keys(path, "text/", ".js", key) == 1)
        return text_script(s, key[0], out, err);
    if (read_keys(path, "text/t", ".js", key) == 1)
        return text_script(s, -key[0], out, err);
    return put_page(s, path, out, err);
}

/* ---- all of them as files ---- */

struct site_writer {
    struct site *site;
    const char *folder;
    struct site_made *made;
    struct buf bytes;
    int64_t last_folder; /* of samples that was made; -1: none */
    int64_t done, all;
    void (*progress)(void *context, int64_t done, int64_t all);
    void *context;
};

static int write_file(void *context, const char *path, const struct buf *bytes, struct err *err)
{
    struct site_writer *w = context;
    CLEANUP(buf_release) struct buf name = { 0 };
    buf_printf(&name, "%s/%s", w->folder, path);
    if (bytes->overflow)
        return err_set(err, ERR_INTEGRITY, "%s is larger than a gigabyte", path);
    FILE *f = fopen(buf_text(&name), "wbx");
    if (f == NULL)
        return errno == EEXIST
                   ? 0
                   : err_set(err, ERR_INTEGRITY, "%s: %s", buf_text(&name), strerror(errno));
    bool whole = fwrite(buf_text(bytes), 1, bytes->len, f) == bytes->len;
    if (fclose(f) != 0 || !whole)
        return err_set(err, ERR_INTEGRITY, "%s: write failed: %s", buf_text(&name),
                       strerror(errno));
    w->made->files++;
    w->made->bytes += (int64_t)bytes->len;
    return 0;
}

static int make_folder(struct site_writer *w, const char *name, struct err *err)
{
    CLEANUP(buf_release) struct buf path = { 0 };
    buf_printf(&path, "%s/%s", w->folder, name);
    if (mkdir(buf_text(&path), 0777) != 0 && errno != EEXIST)
        return err_set(err, ERR_INTEGRITY, "%s: %s", buf_text(&path), strerror(errno));
    return 0;
}

static int write_page(struct site_writer *w, const char *path, struct err *err)
{
    const char *type;
    buf_clear(&w->bytes);
    int rc = site_get(w->site, path, &w->bytes, &type, err);
    if (rc == ERR_NOMATCH) { /* a key of the database itself */
        CLEANUP(buf_release) struct buf why = { 0 };
        buf_puts(&why, err->msg);
        rc = err_set(err, ERR_INTEGRITY,
                     "%s: its rows do not fit together (%s); for details: rollbook verify --db %s",
                     w->site->title, buf_text(&why), w->site->title);
    }
    if (rc == 0)
        rc = write_file(w, path, &w->bytes, err);
    if (rc == 0)
        rc = text_packs_flush(w->site, 0, err);
    w->done++;
    if (w->progress != NULL)
        w->progress(w->context, w->done, w->all);
    return rc;
}

static int write_path(struct site_writer *w, struct err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#include <stdarg.h>

static int write_path(struct site_writer *w, struct err *err, const char *format, ...)
{
    char path[120];
    va_list ap;
    va_start(ap, format);
    vsnprintf(path, sizeof(path), format, ap);
    va_end(ap);
    return write_page(w, path, err);
}

/* Keys are read before the pages are made, which ask the same database. */
struct keys {
    int64_t *items;
    size_t n, capacity;
};

static void keys_add(struct keys *k, int64_t key)
{
    if (k->n == k->capacity) {
        k->capacity = 2 * k->capacity + 256;
        k->items = mem_grow(k->items, k->capacity, sizeof(*k->items));
    }
    k->items[k->n++] = key;
}

static int write_groups(struct site_writer *w, struct keys *groups, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i + 2 < groups->n && rc == 0; i += 3)
        rc = write_path(w, err, "group/%" PRId64 "-%" PRId64 "-%" PRId64 ".html", groups->items[i],
                        groups->items[i + 1], groups->items[i + 2]);
    return rc;
}

static int write_samples(struct site_writer *w, const struct keys *samples, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < samples->n && rc == 0; i++) {
        int64_t id = samples->items[i];
        char folder[40];
        snprintf(folder, sizeof(folder), "sample/%" PRId64, id / 1000);
        if (w->last_folder != id / 1000)
            rc = make_folder(w, folder, err);
        w->last_folder = id / 1000;
        if (rc == 0)
            rc = write_path(w, err, "%s/%" PRId64 ".html", folder, id);
    }
    return rc;
}

static int write_runs(struct site_writer *w, struct err *err)
{
    const struct site *s = w->site;
    int rc = 0;
    for (size_t i = 0; i < s->n_runs && rc == 0; i++) {
        rc = write_path(w, err, "run/%" PRId64 ".html", s->runs[i].id);
        for (int64_t part = 0; rc == 0 && part * LIST_PART < s->runs[i].n_rollouts; part++)
            rc = write_path(w, err, "list/%" PRId64 "-%" PRId64 ".js", s->runs[i].id, part);
    }
    for (size_t i = 0; i < s->n_tasks && rc == 0; i++)
        rc = write_path(w, err, "task/%" PRId64 ".html", s->tasks[i].id);
    for (size_t i = 0; i < s->n_pairs && rc == 0; i++)
        rc = write_path(w, err, "compare/%" PRId64 "-%" PRId64 ".html", s->pairs[i].a->id,
                        s->pairs[i].b->id);
    return rc;
}

static int read_keys_of(struct site_writer *w, struct keys *groups, struct keys *samples,
                        struct err *err)
{
    const struct site *s = w->site;
    struct stmt *st = db_query(s->db, "site_cells");
    stmt_bind_text_list(st, ":runs", s->names.items, s->names.n);
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        keys_add(groups, stmt_int(st, SITE_CELLS_RUN_ID));
        keys_add(groups, stmt_int(st, SITE_CELLS_TASK_ID));
        keys_add(groups, stmt_int(st, SITE_CELLS_STEP));
    }
    if (rc < 0)
        return rc;
    st = db_query(s->db, "site_samples");
    stmt_bind_text_list(st, ":runs", s->names.items, s->names.n);
    while ((rc = stmt_step(st, err)) > 0)
        keys_add(samples, stmt_int(st, SITE_SAMPLES_ROLLOUT_ID));
    return rc;
}

int site_write(struct site *s, const char *folder, struct site_made *out,
               void (*progress)(void *context, int64_t done, int64_t all), void *context,
               struct err *err)
{
    static const char *const folders[] = { "run",     "task", "group", "sample",
                                           "compare", "list", "text",  "figure" };
    static const char *const pages[] = { "site.css",   "site.js",   "icon.svg",     "index.html",
                                         "tasks.html", "grid.html", "compare.html", "audit.html" };
    struct keys groups = { 0 }, samples = { 0 };
    struct site_writer w = { .site = s,
                             .folder = folder,
                             .made = out,
                             .last_folder = -1,
                             .progress = progress,
                             .context = context };
    *out = (struct site_made){ 0 };
    s->packs = text_packs_new(write_file, &w);
    int rc = db_begin_read(s->db, err);
    bool reads = rc == 0;
    for (size_t i = 0; i < ARRAY_LEN(folders) && rc == 0; i++)
        rc = make_folder(&w, folders[i], err);
    if (rc == 0)
        rc = read_keys_of(&w, &groups, &samples, err);
    w.all = (int64_t)(samples.n + groups.n / 3 + s->n_runs + s->n_tasks);
    for (size_t i = 0; i < ARRAY_LEN(pages) && rc == 0; i++)
        rc = write_page(&w, pages[i], err);
    if (rc == 0)
        rc = write_runs(&w, err);
    if (rc == 0)
        rc = write_groups(&w, &groups, err);
    if (rc == 0)
        rc = write_samples(&w, &samples, err);
    if (rc == 0)
        rc = text_packs_flush(s, 1, err);
    if (reads)
        db_end_read(s->db);
    text_packs_free(s->packs);
    s->packs = NULL;
    buf_release(&w.bytes);
    free(groups.items);
    free(samples.items);
    return rc;
}
