/*
 * cmd_find.c - which prompts, completions, kernels and logs hold a piece of text.
 */
#include <inttypes.h>
#include <string.h>

#include "columns/find_blob_uses.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/store/search.h"

struct asked_find {
    const char *kind;
    bool exact_case, index;
    int64_t limit;
};

#define EXCERPT_BYTES 120
#define MANY_BLOBS    20000 /* worth an index */

enum { ROLLOUT, RUN, TASK, STEP, SAMPLE, USED_AS, LINE, TEXT, COLUMNS };
static const struct table_column columns[COLUMNS] = {
    [ROLLOUT] = { "rollout_id", 0 }, [RUN] = { "run", 0 },       [TASK] = { "task", 0 },
    [STEP] = { "step", 0 },          [SAMPLE] = { "sample", 0 }, [USED_AS] = { "in", 0 },
    [LINE] = { "line", 0 },          [TEXT] = { "text", 0 },
};

struct found {
    struct cli *cli;
    struct table table;
    int rc; /* first unreadable use */
    struct err *err;
};

static char *excerpt(struct arena *a, const struct search_hit *hit, size_t *out_line)
{
    size_t from = hit->at;
    size_t to = hit->at;
    *out_line = 1;
    for (size_t i = 0; i < hit->at; i++)
        *out_line += hit->text[i] == '\n';
    while (from > 0 && hit->text[from - 1] != '\n' && hit->at - from < EXCERPT_BYTES / 3)
        from--;
    while (to < hit->len && hit->text[to] != '\n' && to - from < EXCERPT_BYTES)
        to++;
    /* Never within a character. */
    while (from < to && ((unsigned char)hit->text[from] & 0xc0) == 0x80)
        from++;
    while (to > from && to < hit->len && ((unsigned char)hit->text[to] & 0xc0) == 0x80)
        to--;
    return arena_strndup(a, hit->text + from, to - from);
}

static struct cell int_or_na(struct table *t, struct stmt *st, int column)
{
    return stmt_is_null(st, column) ? cell_na(t, "no single rollout")
                                    : cell_int(stmt_int(st, column));
}

/* An unused text shows what it was stored for. */
static bool on_hit(void *context, const struct search_hit *hit)
{
    struct found *f = context;
    const struct asked_find *asked = f->cli->options;
    size_t line = 0;
    struct table *t = &f->table;
    const char *kind = asked->kind;
    struct stmt *st = db_query(f->cli->db, "find_blob_uses");
    stmt_bind_int(st, ":blob_id", hit->blob_id);
    stmt_bind_text(st, ":used_as", kind);
    int rc = stmt_step(st, f->err);
    if (rc < 0 && f->rc == 0)
        f->rc = rc;
    if (rc <= 0 && kind != NULL)
        return false;
    struct cell *row = table_row(t);
    row[TEXT] = cell_text(t, excerpt(f->cli->arena, hit, &line));
    row[LINE] = cell_int((int64_t)line);
    row[USED_AS] = cell_text(t, hit->kind);
    if (rc <= 0)
        return true;
    row[USED_AS] = cell_text(t, stmt_text(st, FIND_BLOB_USES_USED_AS));
    row[ROLLOUT] = int_or_na(t, st, FIND_BLOB_USES_ROLLOUT_ID);
    row[RUN] = cell_text(t, stmt_text(st, FIND_BLOB_USES_RUN));
    row[TASK] = cell_text(t, stmt_text(st, FIND_BLOB_USES_TASK));
    row[STEP] = int_or_na(t, st, FIND_BLOB_USES_STEP);
    row[SAMPLE] = int_or_na(t, st, FIND_BLOB_USES_SAMPLE);
    stmt_reset(st);
    return true;
}

static int find_text(struct cli *cli, const char *text, struct err *err)
{
    const struct asked_find *asked = cli->options;
    struct found f = { .cli = cli, .err = err };
    struct search_result result;
    int64_t limit = asked->limit;
    if (*text == '\0' || limit < 1)
        return err_set(err, ERR_USAGE, *text == '\0' ? "the text is empty" : "--limit is below 1");
    struct search search = { .text = text,
                             .exact_case = asked->exact_case,
                             .limit = (size_t)limit,
                             .context = &f,
                             .hit = on_hit };
    table_init(&f.table, cli->arena, "rollbook.find/1", columns, COLUMNS);
    int rc = search_texts(cli->db, &search, &result, err);
    if (rc == 0)
        rc = f.rc;
    if (rc < 0)
        return rc;
    if (f.table.n_rows == 0)
        return err_set(err, ERR_NOMATCH, "no stored text contains '%s'; try a shorter text", text);
    if (result.more)
        table_note(&f.table, "there may be more; --limit N shows them");
    cli_print_table(cli, &f.table);
    if (result.n_unindexed > MANY_BLOBS)
        cli_note(cli,
                 "%" PRId64 " texts were read one by one; 'rollbook find --index' makes an index",
                 result.n_unindexed);
    return 0;
}

static int run_find(struct cli *cli, struct err *err)
{
    const struct asked_find *asked = cli->options;
    bool indexing = asked->index;
    int64_t n = 0;
    if (!indexing && cli->n_args == 0)
        return err_set(err, ERR_USAGE, "give a text to look for, or --index");
    int rc = cli_open_reader(cli, err); /* creates no file */
    if (rc == 0 && indexing) {
        db_close(cli->db);
        cli->db = NULL;
        rc = db_open(cli->db_path, DB_WRITE, &cli->db, err);
        if (rc == 0)
            rc = search_extend_index(cli->db, &n, err);
        if (rc == 0)
            cli_note(cli, "%" PRId64 " texts were added to the search index", n);
    }
    if (rc == 0 && cli->n_args > 0)
        rc = find_text(cli, cli->args[0], err);
    return rc;
}

#define ROW(member, ...) OPTION(struct asked_find, member, __VA_ARGS__)
static const char *const text_kinds[] = { "prompt", "completion", "action", "code", "log", NULL };
static const struct option options[] = {
    ROW(kind, "kind", "KIND", "prompt, completion, action, code or log", .choices = text_kinds),
    ROW(exact_case, "case", NULL, "A is not a"),
    ROW(limit, "limit", "N", "texts to show"),
    ROW(index, "index", NULL, "bring the search index up to date first"),
};
static const struct asked_find standard_find = { .limit = 20 };

const struct command cmd_find = {
    .name = "find",
    .summary = "find a piece of text in prompts, completions, code and logs",
    .usage = "rollbook find TEXT [--kind code] [--case] [--limit N] | --index",
    .examples = "  rollbook find __syncwarp\n"
                "  rollbook find 'illegal memory access' --kind log --json\n"
                "  rollbook find --index\n",
    .max_args = 1,
    .options = OPTION_SET(options, standard_find),
    .run = run_find,
};
