/*
 * cmd_export.c - a database as text files, training pairs or one file; its hash.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "columns/list_sft_pairs.h"
#include "columns/list_traces.h"
#include "columns/merge_count.h"
#include "splits/split.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/cmd/transfer/export_folder.h"
#include "src/cli/cmd/transfer/export_suites.h"
#include "src/cli/cmd/transfer/python_formats.h"
#include "src/cli/command.h"
#include "src/harbor/harbor_task.h"
#include "src/rescore/trainer_form.h"
#include "src/rescore/trainer_records.h"
#include "src/store/db.h"
#include "src/store/whole/dump.h"

struct asked_export {
    const char *parquet, *huggingface, *inspect, *traces, *solutions;
    const char *harbor, *tasks, *backend, *image, *seed;
    enum task_case task_case;
    const char *sft, *records, *form, *recipe, *split, *run, *snapshot;
    double min_speedup;
};

#define TRACES_BYTES ((size_t)1 << 30)

static void count(struct made_count *tally, size_t n, const char *what)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(tally[i].what, what) == 0)
            tally[i].n++;
}

/* Where nothing is left the counts say why. */
static void tell(const struct cli *cli, const char *path, const struct made_count *counts, size_t n,
                 int rc)
{
    if (rc == 0)
        cli_tell_made(cli, path, counts, n);
    for (size_t i = 0; i < n && rc == ERR_NOMATCH; i++)
        cli_note(cli, "%s: %" PRId64, counts[i].what, counts[i].n);
}

static void put_pair(struct stmt *st, struct buf *out)
{
    static const struct {
        const char *key;
        int column;
    } texts[] = { { "prompt", LIST_SFT_PAIRS_PROMPT },
                  { "completion", LIST_SFT_PAIRS_COMPLETION },
                  { "task", LIST_SFT_PAIRS_TASK },
                  { "run", LIST_SFT_PAIRS_RUN } };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        size_t len = 0;
        const char *text = stmt_blob(st, texts[i].column, &len);
        buf_printf(out, "%c\"%s\":", i == 0 ? '{' : ',', texts[i].key);
        buf_put_json_string(out, text == NULL ? "" : text, len);
    }
    buf_printf(out, ",\"step\":%" PRId64 ",\"sample\":%" PRId64 ",\"speedup\":",
               stmt_int(st, LIST_SFT_PAIRS_STEP), stmt_int(st, LIST_SFT_PAIRS_SAMPLE));
    if (stmt_is_null(st, LIST_SFT_PAIRS_SPEEDUP))
        buf_puts(out, "null");
    else
        buf_put_json_number(out, stmt_real(st, LIST_SFT_PAIRS_SPEEDUP));
    buf_puts(out, "}\n");
}

struct held_tasks {
    int level;
    const char *const *ids;
    size_t n;
};

/* Held out is the eval part of a split. */
static int find_held(struct cli *cli, struct held_tasks *out, struct err *err)
{
    const struct asked_export *asked = cli->options;
    const char *name = asked->split;
    struct split split = { 0 };
    if (name != NULL) {
        int rc = split_find(name, cli->arena, &split, err);
        if (rc < 0)
            return rc;
    }
    const char **ids = arena_array(cli->arena, split.n_eval + 1, sizeof(*ids));
    for (size_t i = 0; i < split.n_eval; i++)
        ids[i] = arena_printf(cli->arena, "%d", split.eval[i]);
    *out = (struct held_tasks){ split.level, ids, split.n_eval };
    return 0;
}

static int collect_pairs(struct stmt *st, struct made_count *tally, size_t n, struct buf *out,
                         struct err *err)
{
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        count(tally, n, stmt_text(st, LIST_SFT_PAIRS_VERDICT));
        if (strcmp(stmt_text(st, LIST_SFT_PAIRS_VERDICT), tally[0].what) == 0)
            put_pair(st, out);
    }
    if (rc == 0 && out->overflow)
        return err_set(err, ERR_INTEGRITY,
                       "the pairs are larger than a gigabyte; choose one run with --run");
    if (rc == 0 && tally[0].n == 0)
        return err_set(err, ERR_NOMATCH,
                       "no correct rollout with a prompt and a completion is left");
    return rc;
}

static int export_sft(struct cli *cli, const char *path, struct err *err)
{
    const struct asked_export *asked = cli->options;
    struct made_count tally[] = { { "kept", 0 },           { "twice", 0 },
                                  { "held out", 0 },       { "code of a held-out task", 0 },
                                  { "later turn", 0 },     { "no text", 0 },
                                  { "not right again", 0 } };
    struct buf out = { 0 };
    struct stmt *st = db_query(cli->db, "list_sft_pairs");
    stmt_bind_text(st, ":run", asked->run);
    stmt_bind_real(st, ":min_speedup",
                   GIVEN(cli, struct asked_export, min_speedup) ? asked->min_speedup : (double)NAN);
    struct held_tasks held = { 0 };
    int rc = cli_check_output(cli, path, NULL, "", err);
    if (rc == 0)
        rc = find_held(cli, &held, err);
    stmt_bind_int(st, ":level", held.level);
    stmt_bind_text_list(st, ":held", held.ids, held.n);
    if (rc == 0)
        rc = collect_pairs(st, tally, ARRAY_LEN(tally), &out, err);
    stmt_reset(st);
    if (rc == 0)
        rc = cli_write_output(cli, path, NULL, &out, err);
    buf_release(&out);
    tell(cli, path, tally, ARRAY_LEN(tally), rc);
    if (rc == 0 && asked->split == NULL)
        cli_note(cli, "nothing was held out: no --split was given");
    return rc;
}

/* Evaluations of imported definitions, as flashinfer-bench reads and shows them. */
static int export_traces(struct cli *cli, const char *path, struct err *err)
{
    const struct asked_export *asked = cli->options;
    struct buf out CLEANUP(buf_release) = { .max = TRACES_BYTES };
    int64_t n = 0, n_left = 0;
    int rc = cli_check_output(cli, path, NULL, "", err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(cli->db, "list_traces");
    stmt_bind_text(st, ":run", asked->run);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *line = stmt_text(st, LIST_TRACES_LINE);
        if (line != NULL)
            buf_printf(&out, "%s\n", line);
        n += line != NULL;
        n_left += line == NULL;
    }
    if (rc == 0 && out.overflow)
        rc = err_set(err, ERR_INTEGRITY,
                     "the traces are larger than a gigabyte; choose one run with --run");
    if (rc == 0 && n == 0)
        rc = err_set(
            err, ERR_NOMATCH,
            "no evaluation of an imported definition; 'rollbook task import-shapes' imports them");
    if (rc == 0)
        rc = cli_write_output(cli, path, NULL, &out, err);
    if (rc == 0)
        cli_tell_made(cli, path,
                      (const struct made_count[]){
                          { "traces", n },
                          { "correct without times, which the format cannot hold", n_left } },
                      2);
    return rc;
}

static int write_solutions(struct cli *cli, struct err *err)
{
    const struct asked_export *asked = cli->options;
    struct suite_files tally;
    int rc = export_suites(cli->db, asked->solutions, asked->run, &tally, err);
    if (rc == 0)
        cli_tell_made(
            cli, asked->solutions,
            (const struct made_count[]){ { "solutions of definitions", tally.n_solutions },
                                         { "results of kernelbot", tally.n_results } },
            2);
    return rc;
}

static int put_line(void *context, const struct buf *line, struct err *err)
{
    const int *fd = context;
    if (fd_write_all(*fd, buf_text(line), line->len))
        return 0;
    return err_set(err, ERR_INTEGRITY, "the records cannot be written: %s", strerror(errno));
}

/* Line by line, so that any number of rollouts takes little memory. */
static int write_records(struct cli *cli, const char *path, const struct trainer_request *request,
                         struct trainer_tally *tally, struct err *err)
{
    struct file_draft CLEANUP(file_draft_drop) draft = { .fd = STDOUT_FILENO };
    bool to_file = strcmp(path, "-") != 0;
    int rc = cli_check_output(cli, path, NULL, "", err);
    if (rc == 0 && to_file)
        rc = file_draft_open(&draft, path, FILE_REPLACE, err);
    const struct trainer_sink sink = { put_line, &draft.fd };
    if (rc == 0)
        rc = trainer_records(cli->db, request, &sink, tally, err);
    return rc == 0 && to_file ? file_draft_publish(&draft, FILE_REPLACE, err) : rc;
}

static int export_records(struct cli *cli, const char *path, struct err *err)
{
    const struct asked_export *asked = cli->options;
    struct trainer_tally tally = { 0 };
    struct held_tasks held = { 0 };
    const char *name = asked->form;
    const struct trainer_form *form = trainer_form_find(name);
    int rc = find_held(cli, &held, err);
    if (rc < 0)
        return rc;
    if (form == NULL)
        return err_set(err, ERR_USAGE, "--form: '%s' is not trl, verl, prime-rl, skyrl or messages",
                       name);
    const struct trainer_request request = { .form = form,
                                             .run = asked->run,
                                             .recipe = asked->recipe,
                                             .level = held.level,
                                             .held = held.ids,
                                             .n_held = held.n };
    rc = write_records(cli, path, &request, &tally, err);
    const struct made_count counts[] = { { "kept", tally.kept },
                                         { "of these with a masked sample", tally.masked },
                                         { "without token ids", tally.without_ids },
                                         { "without prompt", tally.without_prompt },
                                         { "held out", tally.held_out },
                                         { "code of a held-out task", tally.held_code } };
    tell(cli, path, counts, ARRAY_LEN(counts), rc);
    return rc;
}

/* ---- tasks for Harbor ---- */

static int find_tasks(struct cli *cli, const struct task ***out, size_t *out_n, struct err *err)
{
    const struct asked_export *asked = cli->options;
    char **names = NULL;
    if (asked->tasks == NULL)
        return task_list(cli->arena, out, out_n, err);
    *out_n = str_split(cli->arena, asked->tasks, ',', &names);
    *out = arena_array(cli->arena, *out_n + 1, sizeof(**out));
    for (size_t i = 0; i < *out_n; i++)
        if (find_task(cli, names[i], &(*out)[i], err) < 0)
            return err->code;
    return 0;
}

static int write_tasks(struct cli *cli, struct harbor_options *o, const char *folder,
                       const struct task *const *tasks, size_t n, struct err *err)
{
    int rc = 0;
    for (size_t i = 0; i < n && rc == 0; i++) {
        struct arena CLEANUP(arena_release) scratch = { 0 };
        const char *path =
            arena_printf(&scratch, "%s/%s", folder, harbor_folder_name(tasks[i], &scratch));
        rc = harbor_write_task(tasks[i], o, path, &scratch, err);
        if (rc < 0)
            err_context(err, "task %s", tasks[i]->id);
        o->program = arena_printf(cli->arena, "%s/environment/rollbook", path);
        o->links = true;
    }
    return rc < 0 ? err->code : 0;
}

static int export_harbor(struct cli *cli, struct err *err)
{
    const struct asked_export *asked = cli->options;
    struct harbor_options o = { .task_case = asked->task_case,
                                .backend = asked->backend,
                                .image = asked->image,
                                .seed = rng_secret_number() };
    const struct task **tasks = NULL;
    const char *draft = NULL;
    size_t n = 0;
    if (asked->seed != NULL && !str_to_u64(asked->seed, &o.seed))
        return err_set(err, ERR_USAGE, "--seed: '%s' is not a number from 0 to 2^64-1",
                       asked->seed);
    if (file_exists(asked->harbor))
        return err_set(err, ERR_USAGE, "%s: exists already; name a new folder", asked->harbor);
    int rc = find_tasks(cli, &tasks, &n, err);
    if (rc == 0)
        rc = harbor_find_program(&o, cli->arena, err);
    if (rc == 0)
        rc = file_draft_folder(asked->harbor, cli->arena, &draft, err);
    if (rc < 0)
        return rc;
    rc = file_draft_folder_end(draft, asked->harbor, write_tasks(cli, &o, draft, tasks, n, err),
                               err);
    if (rc == 0)
        cli_tell_made(cli, asked->harbor,
                      &(const struct made_count){ "tasks of Harbor", (int64_t)n }, 1);
    return rc;
}

static int write_snapshot(struct cli *cli, const char *path, struct err *err)
{
    struct made_count counts[16];
    size_t n = 0;
    int rc = db_snapshot(cli->db, path, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(cli->db, "merge_count");
    while (n < ARRAY_LEN(counts) && (rc = stmt_step(st, err)) > 0)
        counts[n++] = (struct made_count){ stmt_text_dup(st, MERGE_COUNT_WHAT, cli->arena),
                                           stmt_int(st, MERGE_COUNT_N) };
    stmt_reset(st);
    if (rc >= 0)
        cli_tell_made(cli, path, counts, n);
    return rc < 0 ? rc : 0;
}

/* Options that belong to some of what can be exported. */
static int check_belongs(const struct cli *cli, bool sft, bool records, struct err *err)
{
    const struct asked_export *asked = cli->options;
    const bool harbor = asked->harbor != NULL;
    const bool by_python =
        asked->parquet != NULL || asked->huggingface != NULL || asked->inspect != NULL;
    const struct {
        size_t member;
        bool belongs;
        const char *to;
    } rules[] = {
        { offsetof(struct asked_export, split), sft || records, "--sft or --records" },
        { offsetof(struct asked_export, run),
          sft || records || by_python || asked->traces != NULL || asked->solutions != NULL,
          "--sft, --records, --parquet, --huggingface, --inspect, --traces or --solutions" },
        { offsetof(struct asked_export, min_speedup), sft, "--sft" },
        { offsetof(struct asked_export, form), records, "--records" },
        { offsetof(struct asked_export, recipe), records, "--records" },
        { offsetof(struct asked_export, tasks), harbor, "--harbor" },
        { offsetof(struct asked_export, task_case), harbor, "--harbor" },
        { offsetof(struct asked_export, backend), harbor, "--harbor" },
        { offsetof(struct asked_export, image), harbor, "--harbor" },
        { offsetof(struct asked_export, seed), harbor, "--harbor" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
        const char *name = opt_given_of(cli, &rules[i].member, 1, sizeof(struct asked_export));
        if (name != NULL && !rules[i].belongs)
            return err_set(err, ERR_USAGE, "--%s belongs to %s", name, rules[i].to);
    }
    return 0;
}

/* Of a name that somebody who wants a file gives. */
static const char *const file_endings[] = { ".csv",     ".tsv",     ".json",   ".jsonl", ".ndjson",
                                            ".parquet", ".db",      ".sqlite", ".zip",   ".xlsx",
                                            ".xls",     ".html",    ".txt",    ".gz",    ".pdf",
                                            ".arrow",   ".feather", ".sql" };

static int run_export(struct cli *cli, struct err *err)
{
    const struct asked_export *asked = cli->options;
    const char *sft = asked->sft;
    const char *records = asked->records;
    const char *snapshot = asked->snapshot;
    const char *const by_python[][2] = { { "parquet", asked->parquet },
                                         { "huggingface", asked->huggingface },
                                         { "inspect", asked->inspect } };
    int n_asked = (sft != NULL) + (records != NULL) + (snapshot != NULL) + (cli->n_args > 0) +
                  (asked->harbor != NULL) + (asked->traces != NULL) + (asked->solutions != NULL);
    for (size_t i = 0; i < ARRAY_LEN(by_python); i++)
        n_asked += by_python[i][1] != NULL;
    if (n_asked != 1)
        return err_set(err, ERR_USAGE,
                       "give one of FOLDER, --sft FILE, --records FILE, --snapshot FILE, --parquet "
                       "FOLDER, --huggingface FOLDER, --inspect FILE, --traces FILE, --solutions "
                       "FOLDER, --harbor FOLDER");
    int rc = check_belongs(cli, sft != NULL, records != NULL, err);
    if (rc == 0 && asked->harbor != NULL)
        return export_harbor(cli, err);
    if (rc == 0)
        rc = cli_open_reader(cli, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < ARRAY_LEN(by_python); i++)
        if (by_python[i][1] != NULL)
            return python_export(cli, by_python[i][0], by_python[i][1], asked->run, err);
    if (sft != NULL)
        return export_sft(cli, sft, err);
    if (asked->traces != NULL)
        return export_traces(cli, asked->traces, err);
    if (asked->solutions != NULL)
        return write_solutions(cli, err);
    if (records != NULL)
        return export_records(cli, records, err);
    if (snapshot != NULL)
        return write_snapshot(cli, snapshot, err);
    if (cli->format == TABLE_LATEX || cli->format == TABLE_MARKDOWN)
        return err_set(err, ERR_USAGE,
                       "--format: a folder of files is NDJSON, or CSV with --format csv");
    const char *folder = cli->args[0];
    bool csv = cli->format == TABLE_CSV;
    size_t len = strlen(folder);
    for (size_t i = 0; i < ARRAY_LEN(file_endings); i++) {
        size_t n = strlen(file_endings[i]);
        if (len > n && strcmp(folder + len - n, file_endings[i]) == 0)
            return err_set(err, ERR_USAGE,
                           "%s: export makes a folder with a file per view: rollbook export %.*s%s",
                           folder, (int)(len - n), folder,
                           strstr(".csv .tsv .xlsx .xls", file_endings[i]) != NULL ? " --format csv"
                                                                                   : "");
    }
    int64_t n_files = 0;
    rc = export_folder(cli->db, folder, csv, &n_files, err);
    if (rc == 0)
        cli_tell_made(cli, folder,
                      &(const struct made_count){ csv ? "tables and views as CSV files"
                                                      : "tables and views as NDJSON files",
                                                  n_files },
                      1);
    return rc;
}

static int run_id(struct cli *cli, struct err *err)
{
    static const struct table_column columns[] = { { "id", 0 }, { "schema_version", 0 } };
    struct table t;
    char id[65];
    int rc = db_begin_read(cli->db, err);
    if (rc == 0)
        rc = db_logical_id(cli->db, id, err);
    db_end_read(cli->db);
    if (rc < 0)
        return rc;
    if (cli->format == TABLE_TEXT) {
        printf("%s\n", id);
        return 0;
    }
    table_init(&t, cli->arena, "rollbook.id/1", columns, ARRAY_LEN(columns));
    struct cell *row = table_row(&t);
    row[0] = cell_text(&t, id);
    row[1] = cell_int(db_schema_version());
    cli_print_table(cli, &t);
    return 0;
}

static const char *const backends[] = { "cpu", "cuda", NULL };
#define ROW(member, ...) OPTION(struct asked_export, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(sft, "sft", "FILE",
        "write prompt and completion of correct rollouts as JSON Lines; - is standard output"),
    ROW(records, "records", "FILE",
        "write every evaluated rollout as JSON Lines for a trainer; -: to standard output"),
    ROW(form, "form", "NAME",
        "of records: trl, verl, prime-rl, skyrl, or messages (whole conversations)"),
    ROW(recipe, "recipe", "NAME",
        "records: rewards of this recipe (default: the recipe of the updates)"),
    ROW(split, "split", "NAME",
        "leave out the split's eval tasks, and code that was also written for one"),
    ROW(run, "run", "NAME", "pairs or records of this run only"),
    ROW(min_speedup, "min-speedup", "X", "pairs that are at least X times as fast",
        .has_no_default = true),
    ROW(parquet, "parquet", "FOLDER", "tables as Parquet, by the Python package (ROLLBOOK_PYTHON)"),
    ROW(huggingface, "huggingface", "FOLDER", "the same with the card of a data set"),
    ROW(inspect, "inspect", "FILE", "the run of --run as a log of inspect (.eval or .json)"),
    ROW(traces, "traces", "FILE",
        "evaluations of imported definitions as trace rows of flashinfer-bench; -: to standard "
        "output"),
    ROW(solutions, "solutions", "FOLDER",
        "candidates of problems with several shapes as solution.json, and as submission and result "
        "of kernelbot"),
    ROW(harbor, "harbor", "FOLDER", "tasks as folders of Harbor, for coding agents and trainers"),
    ROW(tasks, "tasks", "LIST",
        "of Harbor: l1/28,l1/19, or imported problems, SUITE:l1/4 (default: all of the program)"),
    ROW(task_case, "case", "CASE", "of Harbor: sizes, tiny, cpu or full",
        .choices = task_case_names),
    ROW(backend, "backend", "NAME", "of Harbor: where kernels run, cpu or cuda",
        .choices = backends),
    ROW(image, "image", "NAME", "of Harbor: the image, when the Dockerfile is built already"),
    ROW(seed, "seed", "N", "of Harbor: draws the held-out sizes (default: random)"),
    ROW(snapshot, "snapshot", "FILE",
        "copy the database into one file, without journal or free pages"),
};
static const struct asked_export standard_export = { .form = "trl",
                                                     .backend = "cpu",
                                                     .task_case = CASE_CPU };

const struct command cmd_export = {
    .name = "export",
    .summary = "hand a database on: a folder of text files, training data, or a single file",
    .usage = "rollbook export FOLDER | --sft FILE [--split NAME] | --records FILE [--form NAME] | "
             "--snapshot FILE | --parquet FOLDER | --huggingface FOLDER | --inspect FILE --run "
             "NAME | --traces FILE [--run NAME] | --solutions FOLDER [--run NAME] | --harbor "
             "FOLDER [--tasks LIST]",
    .examples = "  rollbook export study/\n"
                "  rollbook export study-csv/ --format csv\n"
                "  rollbook export --sft pairs.jsonl --split l1_seed42 --min-speedup 1\n"
                "  rollbook export --records grpo.jsonl --form verl --run train-42\n"
                "  rollbook export --snapshot published.db\n"
                "  rollbook export --harbor kernel-tasks --tasks l1/19,l1/28\n",
    .max_args = 1,
    .options = OPTION_SET(options, standard_export),
    .run = run_export,
};

const struct command cmd_id = {
    .name = "id",
    .summary = "print the logical hash: equal for equal facts, whatever the file's bytes are",
    .usage = "rollbook id",
    .examples = "  rollbook id --db study.db\n",
    .flags = CMD_READS,
    .run = run_id,
};
