/*
 * cmd_run_amend.c - run amend: what a proxy, a log or a file did not know of a run.
 *
 * Every change is a row of v_amendment with its old value.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "columns/get_amended_run.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/nearest.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/option/option.h"
#include "src/store/db.h"
#include "src/store/store.h"

struct asked_run_amend {
    const char *strategy, *why;
    int64_t seed;
};

static const char *const strategies[] = { "best-of-n", "refine", "ttt",      "sdpo",  "train",
                                          "sft",       "proxy",  "imported", "logged" };

static const struct table_column columns[] = {
    { "run", 0 }, { "field", 0 }, { "old", 0 }, { "new", 0 }
};

struct amendment {
    struct cli *cli;
    struct table *table;
    const char *run;
    int64_t run_id;
};

static int put_change(const struct amendment *a, const char *field, const char *before,
                      const char *after, struct err *err)
{
    const struct asked_run_amend *asked = a->cli->options;
    const char *user = getenv("USER");
    char now[32];
    if (before != NULL && strcmp(before, after) == 0)
        return 0;
    clock_utc(now);
    struct stmt *st = db_query(a->cli->db, "insert_amendment");
    stmt_bind_int(st, ":run_id", a->run_id);
    stmt_bind_text(st, ":field", field);
    stmt_bind_text(st, ":old_value", before);
    stmt_bind_text(st, ":new_value", after);
    stmt_bind_text(st, ":who", user == NULL || *user == '\0' ? "unknown" : user);
    stmt_bind_text(st, ":why", asked->why);
    stmt_bind_text(st, ":at", now);
    struct cell *c = table_row(a->table);
    c[0] = cell_text(a->table, a->run);
    c[1] = cell_text(a->table, field);
    c[2] = before == NULL ? cell_na(a->table, "not known") : cell_text(a->table, before);
    c[3] = cell_text(a->table, after);
    return stmt_run(st, err);
}

static int change(const struct amendment *a, const char *strategy, const char *seed,
                  struct err *err)
{
    const struct asked_run_amend *asked = a->cli->options;
    bool has_seed = GIVEN(a->cli, struct asked_run_amend, seed);
    const char *new_strategy = asked->strategy != NULL ? asked->strategy : strategy;
    int rc = put_change(a, "strategy", strategy, new_strategy, err);
    if (rc == 0 && has_seed)
        rc = put_change(a, "seed", seed, arena_printf(a->cli->arena, "%" PRId64, asked->seed), err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(a->cli->db, "amend_run");
    stmt_bind_int(st, ":run_id", a->run_id);
    stmt_bind_text(st, ":strategy", new_strategy);
    int64_t number = asked->seed;
    if (has_seed || (seed != NULL && str_to_i64(seed, &number)))
        stmt_bind_int(st, ":seed", number);
    else
        stmt_bind_null(st, ":seed");
    return stmt_run(st, err);
}

static int amend(struct amendment *a, struct err *err)
{
    int rc = store_find_run(a->cli->db, a->run, &a->run_id, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(a->cli->db, "get_amended_run");
    stmt_bind_int(st, ":run_id", a->run_id);
    rc = stmt_step(st, err);
    if (rc <= 0)
        return rc;
    const char *strategy = stmt_text_dup(st, GET_AMENDED_RUN_STRATEGY, a->cli->arena);
    const char *seed = stmt_text_dup(st, GET_AMENDED_RUN_SEED, a->cli->arena);
    bool is_own = stmt_int(st, GET_AMENDED_RUN_IS_OWN) != 0;
    bool is_running = stmt_int(st, GET_AMENDED_RUN_IS_RUNNING) != 0;
    stmt_reset(st);
    if (is_own)
        return err_set(
            err, ERR_USAGE,
            "run %s was sampled by 'rollbook run %s', so its strategy and seed are known", a->run,
            strategy);
    if (is_running)
        return err_set(err, ERR_BUSY, "run %s is still running: amend it when it has ended",
                       a->run);
    return change(a, strategy, seed, err);
}

static int check(struct cli *cli, size_t n_runs, struct err *err)
{
    const struct asked_run_amend *asked = cli->options;
    bool has_seed = GIVEN(cli, struct asked_run_amend, seed);
    struct nearest near;
    if (asked->why == NULL || *asked->why == '\0' || (asked->strategy == NULL && !has_seed))
        return err_set(
            err, ERR_USAGE,
            "--why TEXT, and --strategy NAME or --seed N, are needed: rollbook run amend "
            "%s --strategy best-of-n --why \"its client samples 8 kernels per task\"",
            cli->args[0]);
    if (has_seed && n_runs > 1)
        return err_set(err, ERR_USAGE, "--seed is of one run: name only one");
    if (asked->strategy == NULL)
        return 0;
    nearest_init(&near, asked->strategy);
    for (size_t i = 0; i < ARRAY_LEN(strategies); i++) {
        if (strcmp(strategies[i], asked->strategy) == 0)
            return 0;
        nearest_offer(&near, strategies[i]);
    }
    err_set(err, ERR_USAGE, "there is no strategy '%s'; there are %s", asked->strategy,
            "best-of-n, refine, ttt, sdpo, train, sft, proxy, imported and logged");
    return err_suggest(err, &near);
}

static int run_amend(struct cli *cli, struct err *err)
{
    struct table t;
    char **runs = NULL;
    size_t n = str_split_names(cli->arena, cli->args[0], &runs);
    int rc = check(cli, n, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.run.amend/1", columns, ARRAY_LEN(columns));
    rc = db_begin(cli->db, err);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = amend(&(struct amendment){ .cli = cli, .table = &t, .run = runs[i] }, err);
    rc = db_end(cli->db, rc, err);
    if (rc < 0)
        return rc;
    if (t.n_rows == 0)
        cli_note(cli, "nothing changed: the runs say so already");
    else
        cli_print_table(cli, &t);
    return 0;
}

static const struct option options[] = {
    OPTION(struct asked_run_amend, strategy, "strategy", "NAME",
           "best-of-n, refine, ttt, sdpo, train or sft: reports find runs by it"),
    OPTION(struct asked_run_amend, seed, "seed", "N", "runs of the same seed are paired",
           .least = 0, .most = INT64_MAX, .has_no_default = true),
    OPTION(struct asked_run_amend, why, "why", "TEXT", "how you know; stored with the old value"),
};
static const struct asked_run_amend standard_run_amend = { .strategy = NULL };

const struct command cmd_run_amend = {
    .name = "run amend",
    .summary = "state the strategy or seed of a run of the proxy, of a log, or of a file",
    .usage = "rollbook run amend RUN,... [--strategy NAME] [--seed N] --why TEXT",
    .examples = "  rollbook run amend pilot --strategy best-of-n --why \"8 samples per task, no "
                "training\"\n"
                "  rollbook sql \"SELECT * FROM v_amendment\"\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_run_amend),
    .run = run_amend,
};
