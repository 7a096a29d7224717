#include "reports/html/site_live.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/row_table.h"
#include "columns/find_blob_uses.h"
#include "reports/html/site.h"
#include "reports/html/site_cache.h"
#include "reports/html/site_page.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/search.h"

#define HITS_MOST 100
#define ROWS_MOST 1000
#define SHOWN     160 /* bytes of a text around a hit */

/* The value of a field of a form, decoded, in the arena; "": none. */
static const char *field(const char *query, const char *name, struct arena *arena)
{
    size_t len = strlen(name);
    const char *at = query;
    while (at != NULL && !(strncmp(at, name, len) == 0 && at[len] == '=')) {
        at = strchr(at, '&');
        at = at == NULL ? NULL : at + 1;
    }
    if (at == NULL)
        return "";
    CLEANUP(buf_release) struct buf text = { 0 };
    for (at += len + 1; *at != '\0' && *at != '&'; at++) {
        if (*at == '%' && is_hex(at[1]) && is_hex(at[2])) {
            buf_putc(&text, (char)(hex_value(at[1]) * 16 + hex_value(at[2])));
            at += 2;
        } else {
            buf_putc(&text, *at == '+' ? ' ' : *at);
        }
    }
    return arena_strdup(arena, buf_text(&text));
}

/* ---- search ---- */

struct live_search {
    struct html_page *page;
    struct table table;
};

static bool on_hit(void *context, const struct search_hit *hit)
{
    static const struct table_column columns[] = { { "rollout_id", 0 }, { "run", 0 },
                                                   { "task", 0 },       { "step", 0 },
                                                   { "found_in", 0 },   { "text", 0 } };
    struct live_search *f = context;
    struct err failed = { 0 };
    struct table *t = &f->table;
    if (t->arena == NULL)
        table_init(t, f->page->arena, "site.search", columns, ARRAY_LEN(columns));
    struct stmt *st = db_query(f->page->site->db, "find_blob_uses");
    stmt_bind_int(st, ":blob_id", hit->blob_id);
    stmt_bind_null(st, ":used_as");
    int rc = stmt_step(st, &failed);
    size_t from = hit->at > SHOWN / 3 ? hit->at - SHOWN / 3 : 0;
    size_t len = hit->len - from > SHOWN ? SHOWN : hit->len - from;
    struct cell *row = table_row(t);
    row[5] = cell_text(t, arena_strndup(t->arena, hit->text + from, len));
    row[4] = cell_text(t, rc > 0 ? stmt_text(st, FIND_BLOB_USES_USED_AS) : hit->kind);
    if (rc <= 0)
        return true;
    if (!stmt_is_null(st, FIND_BLOB_USES_ROLLOUT_ID))
        row[0] = cell_int(stmt_int(st, FIND_BLOB_USES_ROLLOUT_ID));
    row[1] = cell_text(t, stmt_text(st, FIND_BLOB_USES_RUN));
    row[2] = cell_text(t, stmt_text(st, FIND_BLOB_USES_TASK));
    if (!stmt_is_null(st, FIND_BLOB_USES_STEP))
        row[3] = cell_int(stmt_int(st, FIND_BLOB_USES_STEP));
    stmt_reset(st);
    return true;
}

static int page_search(struct html_page *p, const char *query, struct err *err)
{
    const char *text = field(query, "q", p->arena);
    struct live_search found = { .page = p };
    struct search_result result = { 0 };
    struct search search = { .text = text, .limit = HITS_MOST, .context = &found, .hit = on_hit };
    page_begin(p, "Search");
    buf_puts(p->out, "<h1>Search</h1>\n<form class=\"controls\" action=\"search.html\" "
                     "role=\"search\"><label>text in prompts, answers, code and logs<input "
                     "name=\"q\" value=\"");
    html_puts(p->out, text);
    buf_puts(p->out, "\"></label><button>Search</button></form>\n");
    int rc = *text == '\0' ? 0 : search_texts(p->site->db, &search, &result, err);
    if (rc == 0 && *text != '\0' && found.table.n_rows == 0)
        page_paragraph(p, "none", "No stored text contains this.");
    if (rc == 0 && found.table.n_rows > 0)
        page_table(p, &found.table,
                   result.more ? "The first texts that contain it" : "Texts that contain it", true);
    page_end(p);
    return rc;
}

/* ---- SQL ---- */

struct first_rows {
    struct row_table rows;
    struct sql_sink sink;
    size_t n;
};

static void on_columns(void *context, size_t n, const char *const *names)
{
    struct first_rows *f = context;
    f->sink.columns(f->sink.context, n, names);
}

static void on_row(void *context, size_t n, const struct sql_value *values)
{
    struct first_rows *f = context;
    if (f->n++ < ROWS_MOST)
        f->sink.row(f->sink.context, n, values);
}

static int page_sql(struct html_page *p, const char *query, struct err *err)
{
    const char *sql = field(query, "q", p->arena);
    struct first_rows f = { .rows = { .arena = p->arena, .schema = "site.sql", .digits = 6 } };
    struct sql_sink sink = { &f, on_columns, on_row };
    struct err failed = { 0 };
    f.sink = row_table_sink(&f.rows);
    page_begin(p, "SQL");
    buf_puts(p->out,
             "<h1>SQL</h1>\n<p class=\"note\">One statement that reads. It is stopped after "
             "about two seconds of a processor.</p>\n<form class=\"sql\" "
             "action=\"sql.html\"><label>statement<textarea name=\"q\" rows=\"6\" "
             "spellcheck=\"false\">\n");
    html_puts(p->out, *sql == '\0' ? query_sql("site_sql_example") : sql);
    buf_puts(p->out, "</textarea></label><button>Run</button></form>\n");
    db_bound_statements(p->site->db);
    int rc = *sql == '\0' ? 0 : db_user_sql(p->site->db, sql, &sink, &failed);
    if (rc == ERR_INTEGRITY || rc == ERR_BUSY)
        return err_set(err, rc, "%s", failed.msg);
    if (rc < 0)
        page_paragraph(p, "note warning", failed.msg);
    else if (f.n > ROWS_MOST)
        buf_printf(p->out, "<p class=\"note\">The first %d of %zu rows.</p>\n", ROWS_MOST, f.n);
    p->keeps_empty = true; /* what was asked for is shown */
    if (rc == 0 && f.rows.table.n_columns > 0)
        page_table(p, &f.rows.table, "Rows", true);
    page_end(p);
    return 0;
}

/* ---- pages ---- */

#define WAIT_NS ((int64_t)120 * 1000000) /* for parts that are being counted */

struct live {
    struct arena arena; /* of its copies: a page may be counted until the process ends */
    struct site site;
    const char *db_path;
    struct site_cache *cache;
};

static int put_live(const struct live *l, const char *query, struct page_parts *parts,
                    struct buf *out, const char **out_type, struct err *err)
{
    struct arena arena = { 0 };
    struct site site = l->site;
    site.arena = &arena;
    site.is_live = true;
    site.parts = parts;
    struct html_page p = {
        .site = &site, .out = out, .arena = &arena, .root = "", .runs = site.names
    };
    int rc = db_open(l->db_path, DB_READ, &site.db, err);
    if (rc == 0)
        rc = site_open(&site, err);
    *out_type = "text/html; charset=utf-8";
    if (rc == 0 && strcmp(parts->path, "search.html") == 0)
        rc = page_search(&p, query, err);
    else if (rc == 0 && strcmp(parts->path, "sql.html") == 0)
        rc = page_sql(&p, query, err);
    else if (rc == 0)
        rc = site_get(&site, parts->path, out, out_type, err);
    db_close(site.db);
    arena_release(&arena);
    return rc;
}

static int fill_page(void *context, struct page_parts *parts, struct err *err)
{
    const char *type;
    CLEANUP(buf_release) struct buf page = { 0 };
    return put_live(context, "", parts, &page, &type, err);
}

static struct name_list copy_names(struct arena *arena, struct name_list names)
{
    const char **items = arena_array(arena, names.n + 1, sizeof(*items));
    for (size_t i = 0; i < names.n; i++)
        items[i] = arena_strdup(arena, names.items[i]);
    return (struct name_list){ items, names.n };
}

static const char *copy_text(struct arena *arena, const char *text)
{
    return text == NULL ? NULL : arena_strdup(arena, text);
}

struct live *live_new(const struct site *site, const char *db_path)
{
    static const char *const first[] = { "index.html", "grid.html" };
    struct live *l = mem_alloc(sizeof(*l));
    struct err none = { 0 };
    l->site = (struct site){ .title = copy_text(&l->arena, site->title),
                             .names = copy_names(&l->arena, site->names),
                             .baseline = copy_text(&l->arena, site->baseline),
                             .baseline_hardware = copy_text(&l->arena, site->baseline_hardware) };
    l->db_path = arena_strdup(&l->arena, db_path);
    l->cache = site_cache_new(db_path, fill_page, l);
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        (void)site_cache_ask(l->cache, first[i], 0, &none);
    return l;
}

void live_free(struct live *l)
{
    if (!site_cache_free(l->cache))
        return;
    arena_release(&l->arena);
    free(l);
}

int live_get(struct live *l, const char *path, const char *query, struct buf *out,
             const char **out_type, struct err *err)
{
    const int64_t until_ns = clock_monotonic_ns() + WAIT_NS;
    struct page_parts parts = site_cache_begin(l->cache, path);
    int rc = put_live(l, query, &parts, out, out_type, err);
    if (rc < 0 || parts.n_missing == 0)
        return rc;
    rc = site_cache_ask(l->cache, path, until_ns, err);
    buf_clear(out);
    return rc < 0 ? rc : put_live(l, query, &parts, out, out_type, err);
}
