/*
 * cmd_eval_folder.c - "rollbook eval-folder": a run folder of KernelBench evaluated again, beside
 * what it says of itself.
 *
 * The folder is imported as a run, whose code is replayed on imported problems.  So an interrupted
 * command goes on where it was, and both verdicts are rows.
 */
#include <math.h>
#include <string.h>

#include "columns/get_run_for_resume.h"
#include "columns/list_folder_verdicts.h"
#include "ingest/ingest.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/command.h"
#include "src/cli/folder_list.h"
#include "src/problem/problem.h"
#include "src/store/store.h"
#include "src/strategy/replay_source.h"

#define MAX_LISTED 20

enum verdict_column {
    V_TASK,
    V_STEP,
    V_TURN,
    V_SAMPLE,
    V_RECORDED,
    V_EVALUATED,
    V_RECORDED_SPEEDUP,
    V_EVALUATED_SPEEDUP,
    V_MESSAGE,
    V_ROLLOUT,
    V_COLUMNS
};

static const struct table_column columns[V_COLUMNS] = {
    { "task", 0 },
    { "step", 0 },
    { "turn", 0 },
    { "sample", 0 },
    { "recorded", 0 },
    { "evaluated", 0 },
    { "recorded_speedup", 3 },
    { "evaluated_speedup", 3 },
    { "message", 0 },
    { "rollout_id", 0 },
};

/* Over the kernels with two verdicts. */
struct folder_side {
    size_t n_compiled, n_correct;
    size_t n_timed, n_fast_1, n_fast_2;
};

struct asked_folder {
    struct run_config config;
    const char *baseline;
    int level;
};

struct folder_tally {
    size_t n_kernels, n_unrecorded, n_unevaluated;
    size_t n_both;
    struct folder_side recorded, evaluated;
};

/* shown: how messages name it. */
static int import_folder(struct cli *cli, const char *path, const char *shown, const char *name,
                         struct err *err)
{
    const struct asked_folder *asked = cli->options;
    const struct ingest_format *format = ingest_find_format("kernelbench");
    const struct ingest_options options = { .run_name = name,
                                            .level = asked->level,
                                            .argv_json = cli_argv_json(cli) };
    struct ingest_source job;
    struct ingest_probe probe;
    size_t n = 0;
    int rc = ingest_probe(path, cli->arena, &probe, err);
    if (rc < 0)
        return rc;
    ingest_source_init(&job, format, &options, path, cli->arena);
    job.folder = probe.folder;
    rc = ingest_check_head(&job, err);
    if (rc == 0)
        rc = ingest_import(&job, cli->db, err);
    if (rc == ERR_NOMATCH)
        rc = err_set(err, ERR_NOMATCH,
                     "%s is not a run folder: it has neither eval_results.json nor kernels named "
                     "level_1_problem_19_sample_0_kernel.py. For files with other names give a "
                     "text file with a path and a problem on each line (a.py l1/19)",
                     shown);
    for (const struct ingest_message *m = job.remarks; m != NULL; m = m->next)
        cli_note(cli, "%s: %s", shown, m->reason);
    for (const struct ingest_message *m = job.refusals; m != NULL && n < MAX_LISTED;
         m = m->next, n++)
        cli_note(cli, "%s: refused: %s: %s", shown, m->where, m->reason);
    if (job.counts.refused > (int64_t)n)
        cli_note(cli, "%s: %lld more records were refused", shown,
                 (long long)(job.counts.refused - (int64_t)n));
    if (rc == 0 && job.counts.stored == 0 && job.counts.duplicate == 0)
        rc = err_set(err, ERR_NEGATIVE, "%s: nothing in it could be read as a kernel or result",
                     shown);
    return rc;
}

/* "SUITE:PROBLEM", "PROBLEM" of the run's suite, or one shape of it.  What was imported before
 * there were tasks of all shapes has several. */
static int find_numbers(void *context, const char *name, struct arena *a,
                        struct folder_number **out, size_t *out_n, struct err *err)
{
    struct cli *cli = context;
    const char *suite = ((const struct asked_folder *)cli->options)->config.replay_suite;
    const char *full = problem_is_stored(name) ? name : arena_printf(a, "%s:%s", suite, name);
    struct imported_problem *shapes = NULL, one;
    int rc = problem_shapes_find(cli->db, full, a, &shapes, out_n, err);
    if (rc == 0 && (*out_n > 0 || strchr(name, '@') != NULL) &&
        problem_get(cli->db, full, a, &one, err) == 0) {
        shapes = &one; /* all shapes as one task, or one of them */
        *out_n = 1;
    }
    *out = arena_array(a, *out_n + 1, sizeof **out);
    for (size_t i = 0; i < *out_n && rc == 0; i++) {
        if (strcmp(shapes[i].task->suite, suite) != 0)
            return err_set(err, ERR_USAGE, "'%.100s' is not of suite '%.60s': --suite names it",
                           name, suite);
        (*out)[i] = (struct folder_number){ shapes[i].task->level, shapes[i].task->problem_id };
    }
    return rc;
}

/* A list's files are copied into a folder of the usual names. */
static int import_input(struct cli *cli, const char *path, const char *name, struct err *err)
{
    const struct asked_folder *asked = cli->options;
    const char *folder = NULL;
    if (!folder_list_is(path))
        return import_folder(cli, path, path, name, err);
    int rc = folder_list_gather(path, asked->level, &(struct folder_names){ find_numbers, cli },
                                cli->arena, &folder, err);
    if (rc == 0)
        rc = import_folder(cli, folder, path, name, err);
    folder_list_end(folder);
    return rc;
}

/* The name under which the baseline that is timed here is stored, or the name given. */
static const char *stored_baseline(const struct cli *cli)
{
    const char *name = ((const struct asked_folder *)cli->options)->baseline;
    return strcmp(name, "compile") == 0 ? "torch_compile"
           : strcmp(name, "eager") == 0 ? "torch_eager"
                                        : name;
}

/* What a run began with stays: an option that says otherwise would be ignored. */
static int check_settings(struct cli *cli, const char *stored, const struct run_config *now,
                          struct err *err)
{
    struct run_config was;
    int rc = run_config_decode(stored, cli->arena, &was, err);
    if (rc < 0)
        return rc;
    const struct {
        size_t member;
        bool same;
    } settings[] = {
        { offsetof(struct asked_folder, config.replay_suite),
          str_same(was.replay_suite, now->replay_suite) },
        { offsetof(struct asked_folder, config.rule), str_same(was.rule, now->rule) },
        { offsetof(struct asked_folder, baseline), str_same(was.baseline, now->baseline) },
        { offsetof(struct asked_folder, config.inputs), str_same(was.inputs, now->inputs) },
        { offsetof(struct asked_folder, config.backend), str_same(was.backend, now->backend) },
        { offsetof(struct asked_folder, config.eval_mode), was.eval_mode == now->eval_mode },
        { offsetof(struct asked_folder, config.correct_trials),
          was.correct_trials == now->correct_trials },
        { offsetof(struct asked_folder, config.timed_runs), was.timed_runs == now->timed_runs },
    };
    for (size_t i = 0; i < ARRAY_LEN(settings); i++) {
        const char *name = opt_given_of(cli, &settings[i].member, 1, sizeof(struct asked_folder));
        if (name != NULL && !settings[i].same)
            return err_set(err, ERR_USAGE,
                           "run '%s' was evaluated with another --%s; 'rollbook eval-folder %s "
                           "--name OTHER' makes a run of its own",
                           now->name, name, cli->args[0]);
    }
    return 0;
}

/* 1: the run is complete, 0: it is to be continued; ERR_NOMATCH: there is none. */
static int find_evaluated(struct cli *cli, const struct run_config *now, struct err *err)
{
    struct stmt *st = db_query(cli->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", now->name);
    int rc = stmt_step(st, err);
    if (rc <= 0) {
        stmt_reset(st);
        return rc < 0 ? rc : ERR_NOMATCH;
    }
    bool complete = strcmp(stmt_text(st, GET_RUN_FOR_RESUME_STATUS), "complete") == 0;
    const char *config = stmt_text_dup(st, GET_RUN_FOR_RESUME_CONFIG, cli->arena);
    stmt_reset(st);
    rc = check_settings(cli, config, now, err);
    return rc < 0 ? rc : complete;
}

static int evaluate(struct cli *cli, const char *recorded, const char *name, struct err *err)
{
    const struct asked_folder *asked = cli->options;
    const struct run_asked how = { .config.workers = asked->config.workers };
    struct run_config config = asked->config;
    const char *done = NULL;
    size_t left_out = 0;
    config.name = name;
    config.replay_of = recorded;
    config.baseline = strcmp(asked->baseline, "compile") == 0 ? "compile" : NULL;
    config.input_secret = rng_secret_number();
    int rc = eval_module_inputs(config.rule, config.inputs, &config.inputs, err);
    if (rc < 0)
        return rc;
    int found = find_evaluated(cli, &config, err);
    if (found == 1) {
        cli_note(cli, "note: run '%s' exists and is complete; its results are shown", name);
        return 0;
    }
    if (found != ERR_NOMATCH)
        return found < 0 ? found : run_execute(cli, &how, NULL, name, &done, err);
    rc = import_input(cli, cli->args[0], recorded, err);
    if (rc == 0)
        rc = replay_source_tasks(cli->db, cli->arena, &config, &left_out, err);
    if (rc == 0 && left_out > 0)
        cli_note(cli, "%zu kernels are of problems that suite '%s' lacks", left_out,
                 config.replay_suite);
    return rc < 0 ? rc : run_execute(cli, &how, &config, NULL, &done, err);
}

static void count_side(struct folder_side *s, int64_t compiled, int64_t correct, double speedup)
{
    s->n_compiled += compiled != 0 ? 1 : 0;
    s->n_correct += correct != 0 ? 1 : 0;
    s->n_timed += isnan(speedup) ? 0 : 1;
    s->n_fast_1 += speedup > 1 ? 1 : 0;
    s->n_fast_2 += speedup > 2 ? 1 : 0;
}

static struct cell text_or(struct table *t, const char *text, const char *why)
{
    return text == NULL ? cell_na(t, why) : cell_text(t, text);
}

static struct cell real_or(struct table *t, double v, const char *why)
{
    return isnan(v) ? cell_na(t, why) : cell_real(v);
}

static void add_disagreement(struct table *t, struct stmt *st)
{
    static const char no_speedup[] = "not right, or without both times";
    struct cell *c = table_row(t);
    c[V_TASK] = cell_text(t, stmt_text(st, LIST_FOLDER_VERDICTS_TASK));
    c[V_STEP] = cell_int(stmt_int(st, LIST_FOLDER_VERDICTS_STEP));
    c[V_TURN] = cell_int(stmt_int(st, LIST_FOLDER_VERDICTS_TURN));
    c[V_SAMPLE] = cell_int(stmt_int(st, LIST_FOLDER_VERDICTS_SAMPLE));
    c[V_RECORDED] = cell_text(t, stmt_text(st, LIST_FOLDER_VERDICTS_RECORDED));
    c[V_EVALUATED] = cell_text(t, stmt_text(st, LIST_FOLDER_VERDICTS_EVALUATED));
    c[V_RECORDED_SPEEDUP] =
        real_or(t, stmt_real(st, LIST_FOLDER_VERDICTS_RECORDED_SPEEDUP), no_speedup);
    c[V_EVALUATED_SPEEDUP] =
        real_or(t, stmt_real(st, LIST_FOLDER_VERDICTS_EVALUATED_SPEEDUP), no_speedup);
    c[V_MESSAGE] = text_or(t, stmt_text(st, LIST_FOLDER_VERDICTS_MESSAGE), "no message");
    c[V_ROLLOUT] = cell_int(stmt_int(st, LIST_FOLDER_VERDICTS_ROLLOUT_ID));
}

/* A failure of ours, or of the folder's, is no verdict. */
static bool is_verdict(const char *outcome)
{
    return outcome != NULL && strcmp(outcome, "infra") != 0;
}

static void take(struct folder_tally *all, struct table *t, struct stmt *st)
{
    bool recorded = is_verdict(stmt_text(st, LIST_FOLDER_VERDICTS_RECORDED));
    bool evaluated = is_verdict(stmt_text(st, LIST_FOLDER_VERDICTS_EVALUATED));
    int64_t compiled[2] = { stmt_int(st, LIST_FOLDER_VERDICTS_RECORDED_COMPILED),
                            stmt_int(st, LIST_FOLDER_VERDICTS_EVALUATED_COMPILED) };
    int64_t correct[2] = { stmt_int(st, LIST_FOLDER_VERDICTS_RECORDED_CORRECT),
                           stmt_int(st, LIST_FOLDER_VERDICTS_EVALUATED_CORRECT) };
    all->n_kernels++;
    all->n_unrecorded += recorded ? 0 : 1;
    all->n_unevaluated += evaluated ? 0 : 1;
    if (!recorded || !evaluated)
        return;
    all->n_both++;
    count_side(&all->recorded, compiled[0], correct[0],
               stmt_real(st, LIST_FOLDER_VERDICTS_RECORDED_SPEEDUP));
    count_side(&all->evaluated, compiled[1], correct[1],
               stmt_real(st, LIST_FOLDER_VERDICTS_EVALUATED_SPEEDUP));
    if (compiled[0] != compiled[1] || correct[0] != correct[1])
        add_disagreement(t, st);
}

/* Speedups need a baseline, which a folder may lack, of all or some. */
static const char *fast_text(struct arena *a, const struct folder_side *s, size_t count, size_t n)
{
    const char *share = arena_printf(a, "%.4f", n == 0 ? (double)NAN : (double)count / (double)n);
    if (s->n_timed == s->n_correct)
        return share;
    return s->n_timed == 0 ? "NA (no baseline)"
                           : arena_printf(a, "at least %s (%zu of %zu right ones have a speedup)",
                                          share, s->n_timed, s->n_correct);
}

static void say_shares(struct cli *cli, struct table *t, const struct folder_tally *all)
{
    const struct folder_side *sides[] = { &all->recorded, &all->evaluated };
    static const char *const names[] = { "recorded", "evaluated" };
    table_note(
        t,
        "%zu kernels: %zu with two verdicts, %zu without a verdict in the folder, %zu without "
        "one here; %zu of these disagree on compiled or correct",
        all->n_kernels, all->n_both, all->n_unrecorded, all->n_unevaluated, t->n_rows);
    for (size_t i = 0; i < ARRAY_LEN(sides) && all->n_both > 0; i++)
        table_note(t, "%s, over these %zu: compiled %zu, fast_0 %.4f, fast_1 %s, fast_2 %s",
                   names[i], all->n_both, sides[i]->n_compiled,
                   (double)sides[i]->n_correct / (double)all->n_both,
                   fast_text(cli->arena, sides[i], sides[i]->n_fast_1, all->n_both),
                   fast_text(cli->arena, sides[i], sides[i]->n_fast_2, all->n_both));
}

static int show(struct cli *cli, const char *recorded, const char *name, struct err *err)
{
    int64_t recorded_id = 0;
    int64_t evaluated_id = 0;
    struct folder_tally all = { 0 };
    struct table t;
    int rc = store_find_run(cli->db, recorded, &recorded_id, err);
    if (rc == 0)
        rc = store_find_run(cli->db, name, &evaluated_id, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.eval-folder/1", columns, V_COLUMNS);
    struct stmt *st = db_query(cli->db, "list_folder_verdicts");
    stmt_bind_text(st, ":suite", ((const struct asked_folder *)cli->options)->config.replay_suite);
    stmt_bind_text(st, ":baseline", stored_baseline(cli));
    stmt_bind_int(st, ":recorded_id", recorded_id);
    stmt_bind_int(st, ":evaluated_id", evaluated_id);
    while ((rc = stmt_step(st, err)) > 0)
        take(&all, &t, st);
    if (rc < 0)
        return rc;
    say_shares(cli, &t, &all);
    table_note(&t, "'rollbook analyze fast-p --run %s' has the evaluated shares with intervals",
               name);
    cli_print_table(cli, &t);
    return t.n_rows == 0 ? 0 : err_set(err, ERR_NEGATIVE, "%s", "");
}

/* A folder is named by its last part. */
static const char *name_of(struct arena *a, const char *path)
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return arena_strndup(a, path + start, end - start);
}

static int run_eval_folder(struct cli *cli, struct err *err)
{
    const struct asked_folder *asked = cli->options;
    const char *recorded = asked->config.replay_of;
    const char *name = asked->config.name;
    if (recorded == NULL)
        recorded = name_of(cli->arena, cli->args[0]);
    if (name == NULL)
        name = arena_printf(cli->arena, "eval-%s", recorded);
    if (strcmp(recorded, name) == 0)
        return err_set(err, ERR_USAGE, "--run-name and --name: two names of two runs");
    int rc = option_check_run_name("run-name", recorded, err);
    if (rc == 0)
        rc = option_check_run_name("name", name, err);
    if (rc < 0)
        return rc;
    rc = evaluate(cli, recorded, name, err);
    return rc < 0 ? rc : show(cli, recorded, name, err);
}

#define ROW(member, ...) OPTION(struct asked_folder, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(config.replay_suite, "suite", "NAME", "imported problems that it is evaluated on"),
    ROW(config.replay_of, "run-name", "NAME",
        "name of the run with the folder's own results (default: the folder's name)"),
    ROW(config.name, "name", "NAME", "name of the run that evaluates it (default: eval-FOLDER)"),
    ROW(level, "level", "L", "of kernels that name none; 0: by names and configuration", .most = 9),
    ROW(baseline, "baseline", "NAME",
        "the baseline: eager or compile (torch.compile); recorded times without a baseline are "
        "compared with the stored torch_eager or torch_compile of their hardware, or with NAME"),
    ROW(config.eval_mode, "mode", "MODE", "fast (1 check, 5 timed runs) or full (5, 50)",
        .letter = 'm', .choices = eval_mode_names),
    TRIAL_OPTIONS(struct asked_folder, config.correct_trials, config.timed_runs),
    ROW(config.inputs, "inputs", "HOW", "how inputs are drawn: suite, signed, scaled",
        .choices = module_inputs),
    ROW(config.rule, "rule", "NAME", "correctness rule: own, kernelbench or suite",
        .choices = module_rules),
    ROW(config.backend, "backend", "NAME", "cpu or cuda"),
    ROW(config.python, "python", "PROGRAM",
        "interpreter that has torch (default: ROLLBOOK_PYTHON, otherwise python3)"),
    ROW(config.workers, "workers", "N", "worker processes; 0: one a core, two a GPU", .letter = 'j',
        .most = 256),
};
static const struct asked_folder standard_folder = {
    .config = { .replay_suite = "kernelbench-torch",
                .rule = "own",
                .backend = "cpu",
                .reward = "speedup",
                .task_case = CASE_FULL,
                .temperature = 1 },
    .baseline = "eager",
};

const struct command cmd_eval_folder = {
    .name = "eval-folder",
    .summary = "evaluate a KernelBench run folder again and compare with its own results",
    .usage = "rollbook eval-folder DIR|LIST [--suite NAME] [options]",
    .examples = "  rollbook task import-kernelbench KernelBench\n"
                "  rollbook eval-folder runs/mine\n"
                "  rollbook eval-folder files.txt\n"
                "  rollbook eval-folder runs/mine --rule kernelbench --name mine-kb -j 8 --json\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_folder),
    .run = run_eval_folder,
};
