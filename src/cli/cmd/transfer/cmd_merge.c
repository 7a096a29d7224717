/*
 * cmd_merge.c - two databases into one.
 */
#include "columns/merge_count.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/store/db.h"
#include "src/store/whole/dump.h"
#include "src/store/whole/merge.h"

struct asked_merge {
    const char *out, *prefix;
};

#define MAX_TABLES 16

struct counts {
    size_t n;
    const char *names[MAX_TABLES];
    int64_t rows[MAX_TABLES];
};

static int count_rows(struct cli *cli, struct counts *out, struct err *err)
{
    struct stmt *st = db_query(cli->db, "merge_count");
    int rc = 0;
    out->n = 0;
    while (out->n < MAX_TABLES && (rc = stmt_step(st, err)) > 0) {
        out->names[out->n] = stmt_text_dup(st, MERGE_COUNT_WHAT, cli->arena);
        out->rows[out->n++] = stmt_int(st, MERGE_COUNT_N);
    }
    stmt_reset(st);
    return rc < 0 ? rc : 0;
}

static void print_added(struct cli *cli, const struct counts *before, const struct counts *after)
{
    static const struct table_column columns[] = { { "rows", 0 }, { "added", 0 }, { "now", 0 } };
    struct table t;
    table_init(&t, cli->arena, "rollbook.merge/1", columns, ARRAY_LEN(columns));
    for (size_t i = 0; i < after->n; i++) {
        struct cell *row = table_row(&t);
        row[0] = cell_text(&t, after->names[i]);
        row[1] = cell_int(after->rows[i] - before->rows[i]);
        row[2] = cell_int(after->rows[i]);
    }
    cli_print_table(cli, &t);
}

/* A itself, or a copy that gets --out's name when both are in it. */
static int open_target(struct cli *cli, struct db_fork *fork, struct err *err)
{
    const struct asked_merge *asked = cli->options;
    const char *path = cli->args[0];
    const char *out = asked->out;
    if (out != NULL) {
        int rc = db_fork(path, out, fork, err);
        cli->db = fork->db;
        return rc;
    }
    int rc = db_open(path, DB_READ, &cli->db, err); /* creates no file */
    if (rc < 0)
        return rc;
    db_close(cli->db);
    cli->db = NULL;
    return db_open(path, DB_WRITE, &cli->db, err);
}

/* Conflicting values mean different things, so the target's stay. */
static int report_conflicts(struct cli *cli, const struct merge_conflicts *conflicts,
                            struct err *err)
{
    int64_t total = 0;
    for (size_t i = 0; i < conflicts->n; i++) {
        cli_note(cli, "%s: %lld differ; the rows of %s were kept; the first: %s",
                 conflicts->items[i].what, (long long)conflicts->items[i].count, cli->args[0],
                 conflicts->items[i].first);
        total += conflicts->items[i].count;
    }
    if (total == 0)
        return 0;
    return err_set(err, ERR_NEGATIVE, "merged, but %lld values differ between %s and %s",
                   (long long)total, cli->args[0], cli->args[1]);
}

static int run_merge(struct cli *cli, struct err *err)
{
    const struct asked_merge *asked = cli->options;
    struct db_fork fork CLEANUP(db_fork_drop) = { .draft.fd = -1 };
    struct merge_conflicts conflicts;
    struct counts before;
    struct counts after;
    int rc = open_target(cli, &fork, err);
    if (rc == 0)
        rc = count_rows(cli, &before, err);
    if (rc == 0)
        rc = db_merge(cli->db, cli->args[1], asked->prefix, &conflicts, err);
    if (rc == 0)
        rc = count_rows(cli, &after, err);
    if (fork.draft.path != NULL) {
        cli->db = NULL; /* the fork's */
        if (rc == 0)
            rc = db_fork_publish(&fork, err);
    }
    if (rc == 0)
        print_added(cli, &before, &after);
    return rc == 0 ? report_conflicts(cli, &conflicts, err) : rc;
}

static const struct option options[] = {
    OPTION(struct asked_merge, out, "out", "FILE", "leave A as it is and write both into FILE",
           .letter = 'o'),
    OPTION(struct asked_merge, prefix, "prefix", "TEXT", "put TEXT before the names of B's runs"),
};
static const struct asked_merge standard_merge = { .prefix = "" };

const struct command cmd_merge = {
    .name = "merge",
    .summary = "add the rows of database B to database A; again, it adds nothing",
    .usage = "rollbook merge A B [--out FILE] [--prefix TEXT]",
    .examples = "  rollbook merge study.db colleague.db\n  rollbook merge a.db b.db --out both.db "
                "--prefix b-\n\nstatus 1: a name means two different things and nothing was "
                "merged; or all was merged, but\nvalues differ (a baseline timed twice under one "
                "name): A's values are kept, and standard\nerror lists them\n",
    .min_args = 2,
    .max_args = 2,
    .options = OPTION_SET(options, standard_merge),
    .run = run_merge,
};
