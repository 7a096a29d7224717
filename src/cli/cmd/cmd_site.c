/*
 * cmd_site.c - a database as a folder of web pages.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/tables/table_common.h"
#include "reports/html/site.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/cli/table_command.h"

struct asked_site {
    struct name_list tokens;
};

struct site_told {
    const struct cli *cli;
    int64_t last_ms;
};

static void tell(void *context, int64_t done, int64_t all)
{
    struct site_told *t = context;
    int64_t now = clock_monotonic_ns() / 1000000;
    if (now - t->last_ms < 5000)
        return;
    t->last_ms = now;
    cli_note(t->cli, "%" PRId64 " of about %" PRId64 " pages", done, all);
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

/* A folder that this command wrote is told by its style sheet and first page. */
static int check_target(struct cli *cli, const char *dir, struct err *err)
{
    struct stat st;
    if (stat(dir, &st) != 0)
        return 0;
    if (!S_ISDIR(st.st_mode))
        return err_set(err, ERR_USAGE, "%s: is not a folder; name another", dir);
    if (!file_exists(arena_printf(cli->arena, "%s/site.css", dir)) ||
        !file_exists(arena_printf(cli->arena, "%s/index.html", dir)))
        return err_set(err, ERR_USAGE, "%s: the folder exists and is not a site; name another",
                       dir);
    if (!cli->common.replace)
        return err_set(err, ERR_USAGE, "%s: the site exists; --replace writes it again", dir);
    return 0;
}

/* The old site steps aside, and goes when the new one is there. */
static int put_in_place(struct cli *cli, const char *draft, const char *dir, struct err *err)
{
    struct err none = { 0 };
    const char *old = arena_printf(cli->arena, "%s.old", draft);
    if (rename(dir, old) != 0)
        return file_draft_folder_end(
            draft, dir, err_set(err, ERR_INTEGRITY, "%s: %s", dir, strerror(errno)), err);
    int rc = file_draft_folder_end(draft, dir, 0, err);
    if (rc < 0 && !file_exists(dir))
        (void)rename(old, dir);
    else
        (void)file_draft_folder_end(old, dir, ERR_NEGATIVE, &none);
    return rc;
}

static int print_result(struct cli *cli, const char *dir, const struct site_made *made)
{
    static const struct table_column columns[] = { { "page", 0 }, { "files", 0 }, { "bytes", 0 } };
    struct table t;
    table_init(&t, cli->arena, "rollbook.site/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, arena_printf(cli->arena, "%s/index.html", dir));
    c[1] = cell_int(made->files);
    c[2] = cell_int(made->bytes);
    cli_print_table(cli, &t);
    return 0;
}

static int run_site(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *read;
    const char *dir = cli->args[0], *draft = NULL;
    int rc = table_command_read(cli, &in, &read, err);
    if (rc < 0)
        return rc;
    const struct asked_site *o = read;
    struct site site = { .db = cli->db,
                         .arena = cli->arena,
                         .title = name_of(cli->db_path),
                         .names = in.runs,
                         .token_of = o->tokens,
                         .baseline = in.baseline,
                         .baseline_hardware = in.baseline_hardware };
    struct site_made made = { 0 };
    struct site_told told = { cli, clock_monotonic_ns() / 1000000 };
    rc = check_target(cli, dir, err);
    if (rc == 0)
        rc = site_open(&site, err);
    if (rc == 0)
        rc = file_draft_folder(dir, cli->arena, &draft, err);
    if (rc < 0)
        return rc;
    rc = site_write(&site, draft, &made, cli->quiet ? NULL : tell, &told, err);
    if (rc == 0 && file_exists(dir))
        rc = put_in_place(cli, draft, dir, err);
    else
        rc = file_draft_folder_end(draft, dir, rc, err);
    return rc < 0 ? rc : print_result(cli, dir, &made);
}

#define ROW(member, ...) OPTION(struct asked_site, member, __VA_ARGS__)
static const struct option rows[] = {
    ROW(tokens, "tokens", "RUN,...",
        "runs whose samples show each token with its log-prob; pages become larger"),
    TABLE_RUNS_OPTIONS,
    TABLE_BASELINE_OPTIONS,
};
static const struct asked_site standard = { .tokens = { 0 } };

const struct command cmd_site = {
    .name = "site",
    .summary = "write the database as web pages, which a browser opens from the disk",
    .usage = "rollbook site DIR [--run NAME,...] [--tokens RUN,...] [--replace]",
    .examples = "  rollbook site pages\n  rollbook site pages --replace --tokens ttt-42\n"
                "  xdg-open pages/index.html\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(rows, standard),
    .run = run_site,
};
