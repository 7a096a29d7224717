/*
 * cmd_ingest.c - import result files of other tools.
 */
#include <limits.h>
#include <string.h>

#include "ingest/ingest.h"
#include "ingest/ingest_identity.h"
#include "ingest/path_names.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/cli/cmd/transfer/python_formats.h"
#include "src/cli/command.h"
#include "src/cli/passed_over.h"
#include "src/json/json.h"
#include "src/store/db.h"
#include "src/store/facts.h"
#include "src/store/writer.h"

struct asked_ingest {
    const char *run_name, *name, *model, *strategy, *map;
    int level, step;
    int64_t seed, max_errors;
    bool dry_run;
};

#define MAX_LISTED  20
#define MAX_COVERED 40
#define AUTO        "auto"

/* A folder in which files were passed over. */
struct strange_folder {
    const char *path; /* of the folder; of its only file while it is one */
    const char *file;
    struct passed_over files;
    struct strange_folder *next;
};

/* What was said of a file in a folder, and is not said again of the next. */
struct said {
    const char *folder, *text;
    struct said *next;
};

struct import {
    struct cli *cli;
    const struct ingest_format *format; /* NULL: each file's */
    struct ingest_options options;
    struct table *table;
    size_t n_files;             /* taken */
    bool committed;             /* something of them is in the database */
    struct passed_over strange; /* in folders, and of no known format */
    struct strange_folder *strange_folders, **last_strange;
    size_t n_odd;     /* files of a kind that is named, as packed ones */
    const char *tree; /* folder whose files are being taken; NULL: none */
    struct said *said;
    /* Folders above the file at hand that were imported as one thing, and by which format. */
    const struct ingest_format *covering[MAX_COVERED];
    char *covered[MAX_COVERED];
    size_t n_covered;
    struct err damage; /* first unreadable file in a folder */
    size_t n_damaged;
};

static const struct table_column columns[] = {
    { .name = "file" },   { .name = "format" },    { .name = "target" },  { .name = "read" },
    { .name = "stored" }, { .name = "duplicate" }, { .name = "refused" }, { .name = "left_out" },
};

static int unknown_format(const char *name, struct err *err)
{
    struct buf names = { 0 };
    struct nearest near;
    nearest_init(&near, name);
    for (size_t i = 0; ingest_formats[i] != NULL; i++) {
        buf_printf(&names, "%s%s", i == 0 ? "" : ", ", ingest_formats[i]->name);
        nearest_offer(&near, ingest_formats[i]->name);
    }
    err_set(err, ERR_USAGE, "unknown format '%s'; there are %s; and %s", name, buf_text(&names),
            python_format_names());
    buf_release(&names);
    return err_suggest(err, &near);
}

/* Reports find runs by the name of their strategy, so that one that is nearly right is refused. */
static int read_strategy(const struct cli *cli, const char **strategy, struct err *err)
{
    static const char *const names[] = { "best-of-n", "ttt", "sdpo",     "refine",
                                         "train",     "sft", "imported", "replay" };
    struct nearest near;
    *strategy = ingest_strategy(cli->arena, *strategy);
    nearest_init(&near, *strategy);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (strcmp(names[i], *strategy) == 0)
            return 0;
        nearest_offer(&near, names[i]);
    }
    if (**strategy != '\0' && near.name[0] == '\0') {
        cli_note(cli, "strategy %s: no report asks for it by name", *strategy);
        return 0;
    }
    err_set(err, ERR_USAGE, "there is no strategy '%s'", *strategy);
    return err_suggest(err, &near);
}

static int read_options(const struct cli *cli, const struct ingest_format *format,
                        struct ingest_options *out, struct err *err)
{
    const struct asked_ingest *asked = cli->options;
    bool named = format != NULL;
    bool baseline = named && strcmp(format->name, "kernelbench-baseline") == 0;
    bool has_seed = GIVEN(cli, struct asked_ingest, seed);
    bool has_step = GIVEN(cli, struct asked_ingest, step);
    if (baseline && (asked->run_name != NULL || asked->model != NULL))
        return err_set(err, ERR_USAGE, "a baseline belongs to no run or model: --name names it");
    if (named && !baseline && asked->name != NULL)
        return err_set(err, ERR_USAGE, "--name is for baselines; --run-name names a run");
    const char *strategy = asked->strategy;
    if (baseline && (strategy != NULL || has_seed || has_step))
        return err_set(err, ERR_USAGE, "a baseline has no strategy, seed or step");
    if (strategy != NULL && read_strategy(cli, &strategy, err) < 0)
        return err->code;
    if (asked->run_name != NULL && option_check_run_name("run-name", asked->run_name, err) < 0)
        return err->code;
    *out = (struct ingest_options){
        .run_name = asked->run_name,
        .baseline_name = asked->name,
        .model = asked->model,
        .map = asked->map,
        .strategy = strategy,
        .has_seed = has_seed,
        .has_step = has_step,
        .seed = asked->seed,
        .step = asked->step,
        .argv_json = cli_argv_json(cli),
        .level = asked->level,
        .error_limit = GIVEN(cli, struct asked_ingest, max_errors) ? asked->max_errors + 1 : 0,
        .dry_run = asked->dry_run,
    };
    return 0;
}

static const char *folder_of(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "." : arena_strndup(a, path, (size_t)(slash - path));
}

/* In a tree the files of a folder mostly say the same: it is said of the first. */
static void say_of(struct import *im, const char *path, const char *text)
{
    struct arena *a = im->cli->arena;
    const char *folder = folder_of(a, path);
    for (const struct said *s = im->tree != NULL ? im->said : NULL; s != NULL; s = s->next)
        if (strcmp(s->folder, folder) == 0 && strcmp(s->text, text) == 0)
            return;
    struct said *said = arena_alloc(a, sizeof(*said));
    *said = (struct said){ folder, arena_strdup(a, text), im->said };
    im->said = said;
    cli_note(im->cli, "%s: %s", path, text);
}

static void report_messages(struct import *im, const struct ingest_source *source)
{
    const struct cli *cli = im->cli;
    int64_t n = 0;
    for (const struct ingest_message *m = source->remarks; m != NULL; m = m->next)
        say_of(im, source->name, m->reason);
    for (const struct ingest_message *m = source->refusals; m != NULL; m = m->next)
        if (n++ < MAX_LISTED)
            cli_note(cli, "%s: refused: %s: %s", source->name, m->where, m->reason);
    if (source->counts.refused > MAX_LISTED)
        cli_note(cli, "%s: %lld more records were refused", source->name,
                 (long long)(source->counts.refused - MAX_LISTED));
}

static void report_counts(const struct cli *cli, const struct ingest_source *source,
                          struct table *t)
{
    const struct ingest_counts *c = &source->counts;
    struct cell *row = table_row(t);
    row[0] = cell_text(t, source->name);
    row[1] = cell_text(t, source->format->name);
    row[2] = cell_text(t, source->target);
    row[3] = cell_int(c->stored + c->duplicate + c->refused);
    row[4] = cell_int(c->stored);
    row[5] = cell_int(c->duplicate);
    row[6] = cell_int(c->refused);
    row[7] = cell_int(c->left_out);
    if (c->stored == 0 && c->duplicate > 0)
        cli_note(cli, "%s: nothing new for '%s': all %lld records are stored already", source->name,
                 source->target, (long long)c->duplicate);
}

static int check_refused(const struct ingest_source *source, struct err *err)
{
    const struct ingest_counts *c = &source->counts;
    if (c->stored > 0 || c->duplicate > 0)
        return 0;
    return err_set(err, ERR_NEGATIVE, "%s: nothing was stored: all %lld records were refused%s",
                   source->name, (long long)c->refused,
                   c->contradicting < c->refused || source->options->run_name != NULL
                       ? ""
                       : "; use --run-name NAME to import the file as a run of its own");
}

/* Stored files stay when a later one fails. */
static int close_db(struct cli *cli, bool committed, int rc, struct err *err)
{
    struct err finish = { 0 };
    struct db *db = cli->db;
    cli->db = NULL;
    int refreshed = committed ? facts_refresh(db, &finish) : 0;
    if (rc == 0 && refreshed < 0) {
        *err = finish;
        rc = refreshed;
    }
    int done = db == NULL ? 0 : writer_close(db, &finish);
    if (done == 0)
        return rc;
    *err = finish;
    return done;
}

static int ingest_path(struct import *im, const struct ingest_format *format, const char *path,
                       bool folder, struct err *err)
{
    struct cli *cli = im->cli;
    struct arena arena = { 0 };
    struct ingest_source source;
    ingest_source_init(&source, format, &im->options, path, &arena);
    source.folder = folder;
    source.tree = im->tree;
    int rc = ingest_check_head(&source, err);
    /* A damaged file must not create a database, so the first readable one does. */
    if (rc == 0)
        rc = cli->db != NULL ? 0 : writer_open(cli->db_path, &cli->db, err);
    if (rc == 0)
        rc = ingest_import(&source, cli->db, err);
    im->committed |= source.committed;
    if (rc == 0 || source.refusals != NULL)
        report_messages(im, &source);
    if (rc == 0) {
        report_counts(cli, &source, im->table);
        rc = check_refused(&source, err);
        im->n_files++;
    }
    arena_release(&arena);
    return rc;
}

static int ingest_recognised(struct import *im, const struct ingest_format *format,
                             const struct ingest_probe *probe, const char *why, struct err *err)
{
    if (im->format == NULL)
        say_of(im, probe->path, arena_printf(im->cli->arena, "%s: %s", format->name, why));
    return ingest_path(im, format, probe->path, probe->folder, err);
}

static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static void cover(struct import *im, const char *folder, const struct ingest_format *format)
{
    if (im->n_covered == MAX_COVERED)
        return;
    im->covering[im->n_covered] = format;
    im->covered[im->n_covered++] = arena_strdup(im->cli->arena, folder);
}

/* The file came in with its folder. */
static bool is_covered(struct import *im, const char *path)
{
    while (im->n_covered > 0 && !is_below(path, im->covered[im->n_covered - 1]))
        im->n_covered--;
    if (im->n_covered == 0)
        return false;
    const char *name = path + strlen(im->covered[im->n_covered - 1]) + 1;
    return strchr(name, '/') == NULL && ingest_is_part(im->covering[im->n_covered - 1], name);
}

/* A problem's results below a folder whose own file holds them all: once is enough. */
static bool is_copy(const struct import *im, const char *path, const struct ingest_format *format)
{
    const size_t n = im->n_covered;
    return n > 0 && im->covering[n - 1] == format && format->result_stems != NULL &&
           path_name_fits("*problem*", path_stem(im->cli->arena, path)) &&
           path_run_stem(im->cli->arena, path, true)[0] == '\0';
}

static void note_strange(struct import *im, const char *path, struct err *kind)
{
    struct arena *a = im->cli->arena;
    const char *folder = folder_of(a, path);
    struct strange_folder *f = im->strange_folders;
    passed_over_add(&im->strange, path);
    if (kind->code != 0 && im->n_odd++ < MAX_LISTED) {
        cli_note(im->cli, "%s", kind->msg);
        return;
    }
    while (f != NULL && strcmp(f->path, folder) != 0)
        f = f->next;
    if (f == NULL) {
        f = arena_alloc(a, sizeof(*f));
        *f = (struct strange_folder){ .path = folder, .file = arena_strdup(a, path) };
        *im->last_strange = f;
        im->last_strange = &f->next;
    }
    passed_over_add(&f->files, path);
}

/* A line a folder, and what they come to. */
static void report_strange(struct import *im, const char *top)
{
    const char *kind = im->format == NULL ? "no known" : "another";
    size_t n = 0;
    for (struct strange_folder *f = im->strange_folders; f != NULL; f = f->next) {
        if (n++ >= MAX_LISTED)
            continue;
        if (f->files.n == 1)
            cli_note(im->cli, "%s: of %s format, passed over", f->file, kind);
        else
            cli_note(im->cli, "%s: %zu files of %s format, passed over: %s", f->path, f->files.n,
                     kind, passed_over_text(im->cli->arena, &f->files));
    }
    if (n > 1)
        cli_note(im->cli, "%s: %zu files in %zu folders are of %s format and were passed over: %s",
                 top, im->strange.n, n, kind, passed_over_text(im->cli->arena, &im->strange));
}

/* A format that is read by a map recognises no content: of a folder it takes the files by ending.
 */
static bool is_for_map(const struct ingest_format *format, const struct ingest_probe *probe)
{
    const char *dot = strrchr(probe->name, '.');
    if (format == NULL || format->recognise != NULL || probe->folder || dot == NULL)
        return false;
    return strcmp(format->name, "csv") == 0
               ? strcmp(dot, ".csv") == 0 || strcmp(dot, ".tsv") == 0
               : strncmp(dot, ".json", 5) == 0 && ingest_probe_is_json(probe);
}

/* In a folder, other files are passed over and damaged ones stop nobody. */
static int visit(void *context, const char *path, bool folder)
{
    struct import *im = context;
    struct arena arena = { 0 };
    struct ingest_probe probe;
    struct err err = { 0 };
    const char *why = NULL;
    if (is_covered(im, path))
        return 0;
    int rc = ingest_probe(path, &arena, &probe, &err);
    const struct ingest_format *format = rc < 0 ? NULL
                                         : is_for_map(im->format, &probe)
                                             ? im->format
                                             : ingest_recognise(&probe, &why);
    bool wanted = format != NULL && (im->format == NULL || im->format == format);
    if (wanted && !folder && is_copy(im, path, format)) {
        say_of(im, path,
               arena_printf(im->cli->arena,
                            "results of one problem below %s, whose own file has them: passed "
                            "over with others like it; 'rollbook ingest %s FILE' takes them",
                            im->covered[im->n_covered - 1], format->name));
        arena_release(&arena);
        return 0;
    }
    if (wanted)
        rc = ingest_recognised(im, format, &probe, why, &err);
    const bool empty = rc == ERR_NOMATCH; /* as of a run that was stopped at once */
    if (rc < 0 && !empty && im->n_damaged++ == 0)
        im->damage = err;
    if (rc < 0)
        cli_note(im->cli, "%s%s", err.msg, empty ? ": passed over" : "");
    rc = empty ? 0 : rc;
    if (!wanted && !folder && rc == 0) {
        struct err kind = { 0 };
        if (probe.head_len > 0)
            ingest_check_kind(path, probe.head, probe.head_len, &kind);
        note_strange(im, path, &kind);
    }
    arena_release(&arena);
    bool fatal = err.code == ERR_BUSY || err.code == ERR_SCHEMA || err.code == ERR_INTERRUPTED;
    if (fatal)
        return err.code;
    if (!wanted || !folder)
        return 0;
    if (format->parts == NULL || im->format != NULL)
        return 1;
    cover(im, path, format);
    return 0;
}

static int ingest_folder(struct import *im, const struct ingest_probe *probe, struct err *err)
{
    size_t before = im->n_files;
    im->strange = (struct passed_over){ 0 };
    im->strange_folders = NULL;
    im->last_strange = &im->strange_folders;
    im->tree = probe->path;
    int rc = ingest_walk(probe->path, visit, im, err);
    im->tree = NULL;
    report_strange(im, probe->path);
    if (rc < 0 || im->n_damaged > 0) {
        *err = im->damage;
        return im->damage.code;
    }
    if (im->n_files == before)
        return im->format != NULL
                   ? err_set(err, ERR_NOMATCH,
                             "%s: contains no record of this format; 'rollbook ingest auto' "
                             "recognises the format",
                             probe->path)
                   : err_set(err, ERR_NOMATCH,
                             "%s: contains no record of a known format. For JSON or CSV write a "
                             "map: 'rollbook ingest map-template >m.json', then 'rollbook ingest "
                             "jsonl FILE... --map m.json' (or csv)",
                             probe->path);
    return 0;
}

/* A folder imported whole is followed by its files that do not belong. */
static int ingest_known(struct import *im, const struct ingest_format *format,
                        const struct ingest_probe *probe, const char *why, struct err *err)
{
    struct err rest = { 0 };
    int rc = ingest_recognised(im, format, probe, why, err);
    if (rc < 0 || !probe->folder || im->format != NULL || format->parts == NULL)
        return rc;
    cover(im, probe->path, format);
    rc = ingest_folder(im, probe, &rest);
    if (rc == 0 || rest.code == ERR_NOMATCH)
        return 0;
    *err = rest;
    return rc;
}

static int ingest_argument(struct import *im, const char *path, struct err *err)
{
    struct arena arena = { 0 };
    struct ingest_probe probe;
    const char *why = NULL;
    bool by_content = im->format == NULL;
    if (ingest_is_pipe(path))
        return by_content
                   ? err_set(err, ERR_USAGE, "%s: name its format, as in 'rollbook ingest jsonl -'",
                             strcmp(path, "-") == 0 ? "standard input" : path)
                   : ingest_path(im, im->format, path, false, err);
    int rc = ingest_probe(path, &arena, &probe, err);
    if (rc == 0) {
        const struct ingest_format *f =
            by_content || probe.folder ? ingest_recognise(&probe, &why) : im->format;
        bool wanted = f != NULL && (by_content || f == im->format);
        if (wanted)
            rc = ingest_known(im, f, &probe, why, err);
        else if (probe.folder)
            rc = ingest_folder(im, &probe, err);
        else if (ingest_check_kind(path, probe.head, probe.head_len, err) < 0)
            rc = err->code;
        else if (strncmp(probe.head, "SQLite format 3", 15) == 0)
            rc = err_set(err, ERR_NOMATCH,
                         "%s: a SQLite database: of Rollbook it comes by 'rollbook merge', of "
                         "Nsight Systems by 'rollbook ingest nsys'; of another program write the "
                         "rows as JSON: sqlite3 -json %s QUERY >rows.json, then 'rollbook "
                         "ingest jsonl rows.json --map m.json'",
                         path, path);
        else
            rc = err_set(
                err, ERR_NOMATCH,
                "%s: its format is not recognised. Name the format ('rollbook ingest -h' lists "
                "them), use 'rollbook merge' for another Rollbook database, or write a map: "
                "'rollbook ingest map-template >m.json', then 'rollbook ingest %s %s --map m.json'",
                path, ingest_probe_is_json(&probe) ? "jsonl" : "csv", path);
    }
    arena_release(&arena);
    return rc;
}

/* What is wrong with one file is said, and the others are taken: the first error is the status. */
static int ingest_arguments(struct import *im, struct err *err)
{
    struct cli *cli = im->cli;
    int first = 0;
    for (size_t i = 1; i < cli->n_args; i++) {
        struct err own = { 0 };
        const int rc = ingest_argument(im, cli->args[i], &own);
        if (rc == 0)
            continue;
        if (first == 0)
            *err = own;
        else
            cli_note(cli, "%s", own.msg);
        first = first == 0 ? rc : first;
        if (rc != ERR_INTEGRITY && rc != ERR_NOMATCH && rc != ERR_NEGATIVE)
            break;
    }
    return first;
}

static int run_ingest(struct cli *cli, struct err *err)
{
    struct table t;
    struct import im = { .cli = cli, .table = &t, .format = ingest_find_format(cli->args[0]) };
    const char *python = python_format(cli->args[0], cli->args[1]);
    if (python != NULL)
        return cli->n_args == 2
                   ? python_import(cli, python, cli->args[1],
                                   ((const struct asked_ingest *)cli->options)->run_name, err)
                   : err_set(err, ERR_USAGE,
                             "ingest %s takes one file at a time; run it once per file", python);
    if (im.format == NULL && strcmp(cli->args[0], AUTO) != 0)
        return unknown_format(cli->args[0], err);
    int rc = read_options(cli, im.format, &im.options, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.ingest/1", columns, ARRAY_LEN(columns));
    rc = ingest_arguments(&im, err);
    rc = close_db(cli, im.committed, rc, err);
    table_note(&t, "read = stored + duplicate + refused");
    if (im.options.dry_run)
        table_note(&t, "dry run: nothing was written");
    if (t.n_rows > 0)
        cli_print_table(cli, &t);
    return rc;
}

static void put_formats(struct buf *out)
{
    buf_puts(out, "\nFormats\n");
    for (size_t i = 0; ingest_formats[i] != NULL; i++)
        buf_printf(out, "  %-26s %s\n", ingest_formats[i]->name, ingest_formats[i]->summary);
    buf_printf(out, "  %-26s %s\n", AUTO,
               "each file, or the files of a folder, recognised by their content");
}

#define ROW(member, ...) OPTION(struct asked_ingest, member, __VA_ARGS__)
static const struct option options_table[] = {
    ROW(run_name, "run-name", "NAME", "name of the run (default: the file's folder)"),
    ROW(name, "name", "NAME", "name of a baseline (default: from the file's name)"),
    ROW(level, "level", "L", "level of records that name none; leaves out other levels", .least = 1,
        .most = 9, .has_no_default = true),
    ROW(model, "model", "NAME", "model that wrote the samples"),
    ROW(strategy, "strategy", "NAME",
        "how they were drawn: best-of-n, ttt, sdpo, refine, train, ..."),
    ROW(seed, "seed", "N", "seed of the run", .least = 0, .most = INT64_MAX,
        .has_no_default = true),
    ROW(step, "step", "N", "step that they were drawn in; 0 is the unadapted model", .least = 0,
        .most = INT32_MAX, .has_no_default = true),
    ROW(map, "map", "FILE", "mapping file of formats jsonl and csv"),
    ROW(max_errors, "max-errors", "N", "give up when more records are refused (default: no limit)",
        .least = 0, .most = INT64_MAX - 1, .has_no_default = true),
    ROW(dry_run, "dry-run", NULL, "read, check and count; write nothing"),
};
static const struct asked_ingest standard_ingest = { .run_name = NULL };

const struct command cmd_ingest = {
    .name = "ingest",
    .summary = "import result files of other tools",
    .usage = "rollbook ingest FORMAT PATH... [--run-name NAME | --name NAME] [--level L] "
             "[--model NAME] [--strategy NAME] [--seed N] [--step N] [--map FILE] "
             "[--max-errors N] [--dry-run]",
    .examples =
        "  rollbook ingest kernelbench runs/mine/eval_results.json --level 1 --run-name mine\n"
        "  rollbook ingest kernelbench-baseline baseline_time_torch.json --name torch_eager\n"
        "  rollbook ingest auto results/\n"
        "  rollbook ingest auto ttt_seed42/ --strategy ttt --seed 42\n"
        "  rollbook ingest kernelbench-log retime.log --run-name mine\n"
        "  rollbook ingest kernelbench --dry-run runs/*_l1/eval_results.json\n",
    .min_args = 2,
    .max_args = 100000,
    .options = OPTION_SET(options_table, standard_ingest),
    .more = put_formats,
    .run = run_ingest,
};
