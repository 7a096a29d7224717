/*
 * cmd_ingest.c - import result files of other tools.
 */
#include <string.h>

#include "ingest/ingest.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/command.h"
#include "src/json/json.h"
#include "src/store/db.h"

#define MAX_LISTED 20

static const struct table_column columns[] = {
    { .name = "file" },   { .name = "format" },    { .name = "target" },  { .name = "read" },
    { .name = "stored" }, { .name = "duplicate" }, { .name = "refused" }, { .name = "left_out" },
};

static const char *argv_json(const struct cli *cli)
{
    struct buf out = { 0 };
    struct json *list = json_new_array();
    for (int i = 0; i < cli->argc; i++)
        json_add_string(list, NULL, cli->argv[i]);
    json_print(list, false, &out);
    json_free(list);
    const char *text = arena_strdup(cli->arena, buf_text(&out));
    buf_release(&out);
    return text;
}

static int unknown_format(const char *name, struct err *err)
{
    struct buf names = { 0 };
    for (const struct ingest_format *f = ingest_formats; f->name != NULL; f++)
        buf_printf(&names, "%s%s", f == ingest_formats ? "" : ", ", f->name);
    err_set(err, ERR_USAGE, "unknown format '%s'; there are %s", name, buf_text(&names));
    buf_release(&names);
    return ERR_USAGE;
}

static int read_options(const struct cli *cli, const struct ingest_format *format,
                        struct ingest_options *out, struct err *err)
{
    bool baseline = strcmp(format->name, "kernelbench-baseline") == 0;
    int64_t level = opt_given(cli, "level") ? opt_int(cli, "level") : 0;
    if (opt_given(cli, "level") && (level < 1 || level > 9))
        return err_set(err, ERR_USAGE, "--level: %lld is no level (1 to 9)", (long long)level);
    if (baseline && (opt_given(cli, "run-name") || opt_given(cli, "model")))
        return err_set(err, ERR_USAGE, "a baseline belongs to no run or model: --name names it");
    if (!baseline && opt_given(cli, "name"))
        return err_set(err, ERR_USAGE, "--name is for baselines; --run-name names a run");
    *out = (struct ingest_options){
        .run_name = opt_text(cli, "run-name"),
        .baseline_name = opt_text(cli, "name"),
        .model = opt_text(cli, "model"),
        .argv_json = argv_json(cli),
        .level = (int)level,
        .dry_run = opt_flag(cli, "dry-run"),
    };
    return 0;
}

static void report_messages(const struct cli *cli, const struct ingest_job *job)
{
    size_t n = 0;
    for (const struct ingest_message *m = job->remarks; m != NULL; m = m->next)
        cli_note(cli, "%s: %s", job->name, m->reason);
    for (const struct ingest_message *m = job->refusals; m != NULL; m = m->next)
        if (n++ < MAX_LISTED)
            cli_note(cli, "%s: refused: %s: %s", job->name, m->where, m->reason);
    if (n > MAX_LISTED)
        cli_note(cli, "%s: %zu more records were refused", job->name, n - MAX_LISTED);
}

static void report_counts(const struct cli *cli, const struct ingest_job *job, struct table *t)
{
    const struct ingest_counts *c = &job->counts;
    struct cell *row = table_row(t);
    row[0] = cell_text(t, job->name);
    row[1] = cell_text(t, job->format->name);
    row[2] = cell_text(t, job->target);
    row[3] = cell_int(c->stored + c->duplicate + c->refused);
    row[4] = cell_int(c->stored);
    row[5] = cell_int(c->duplicate);
    row[6] = cell_int(c->refused);
    row[7] = cell_int(c->left_out);
    if (c->stored == 0 && c->duplicate > 0)
        cli_note(cli, "%s: nothing new for '%s': %lld records are there already", job->name,
                 job->target, (long long)c->duplicate);
}

static int check_refused(const struct ingest_job *job, struct err *err)
{
    const struct ingest_counts *c = &job->counts;
    if (c->stored > 0 || c->duplicate > 0)
        return 0;
    return err_set(err, ERR_NEGATIVE, "%s: nothing was stored: all %lld records were refused",
                   job->name, (long long)c->refused);
}

/* Opened with the first file that can be read, so that a damaged file creates no database.  A dry
 * run needs none. */
static int open_db(struct cli *cli, bool dry_run, struct err *err)
{
    struct err ignored = { 0 };
    struct db *probe = NULL;
    const char *path = cli->db_path;
    if (cli->db != NULL)
        return 0;
    if (dry_run && db_open(path, DB_READ, &probe, &ignored) == ERR_USAGE)
        path = ":memory:";
    db_close(probe);
    return db_open(path, DB_WRITE, &cli->db, err);
}

static int ingest_file(struct cli *cli, const struct ingest_format *format,
                       const struct ingest_options *options, const char *path, struct table *t,
                       struct err *err)
{
    struct arena arena = { 0 };
    struct ingest_job job;
    ingest_job_init(&job, format, options, path, &arena);
    int rc = ingest_read(&job, err);
    if (rc == 0)
        rc = open_db(cli, options->dry_run, err);
    if (rc == 0)
        rc = ingest_store(&job, cli->db, err);
    if (rc == 0) {
        report_messages(cli, &job);
        report_counts(cli, &job, t);
        rc = check_refused(&job, err);
    }
    arena_release(&arena);
    return rc;
}

static int run_ingest(struct cli *cli, struct err *err)
{
    struct ingest_options options;
    struct table t;
    const struct ingest_format *format = ingest_find_format(cli->args[0]);
    if (format == NULL)
        return unknown_format(cli->args[0], err);
    int rc = read_options(cli, format, &options, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.ingest/1", columns, ARRAY_LEN(columns));
    for (size_t i = 1; i < cli->n_args && rc == 0; i++)
        rc = ingest_file(cli, format, &options, cli->args[i], &t, err);
    table_note(&t, "read = stored + duplicate + refused");
    if (options.dry_run)
        table_note(&t, "dry run: nothing was written");
    if (t.n_rows > 0)
        cli_print_table(cli, &t);
    return rc;
}

static const struct opt options_table[] = {
    { "run-name", 0, OPT_TEXT, "NAME", NULL, "name of the run (default: the file's folder)" },
    { "name", 0, OPT_TEXT, "NAME", NULL, "name of a baseline (default: from the file's name)" },
    { "level", 0, OPT_INT, "L", NULL, "level of records that name none; leaves out other levels" },
    { "model", 0, OPT_TEXT, "NAME", NULL, "model that wrote the samples" },
    { "dry-run", 0, OPT_FLAG, NULL, NULL, "read, check and count; write nothing" },
};

const struct command cmd_ingest = {
    .name = "ingest",
    .summary = "import result files of other tools",
    .usage = "rollbook ingest FORMAT PATH... [--run-name NAME | --name NAME] [--level L] "
             "[--model NAME] [--dry-run]",
    .examples =
        "  rollbook ingest kernelbench runs/mine/eval_results.json --level 1 --run-name mine\n"
        "  rollbook ingest kernelbench-baseline baseline_time_torch.json --name torch_eager\n"
        "  rollbook ingest kernelbench --dry-run runs/*_l1/eval_results.json\n",
    .min_args = 2,
    .max_args = 100000,
    .options = options_table,
    .n_options = ARRAY_LEN(options_table),
    .run = run_ingest,
};
