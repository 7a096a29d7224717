/*
 * run_sweep.c - every method and seed of a declared sweep.
 *
 * Each is a run of its own with a name, so a command that was cut short goes on when it is
 * repeated.
 */
#include <string.h>

#include "analysis/tables/table_sweep.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/cli/cmd/run_options.h"
#include "src/cli/table_command.h"
#include "src/declaration/declaration.h"
#include "src/store/store_declaration.h"

static int check_given(const struct cli *cli, const struct study_declaration *d, struct err *err)
{
    static const char *const declared[] = { "name",  "seed",   "tasks",      "split",
                                            "suite", "method", "declaration" };
    for (size_t i = 0; i < ARRAY_LEN(declared); i++)
        if (opt_given(cli, declared[i]))
            return err_set(err, ERR_USAGE, "--%s: what is swept says it", declared[i]);
    for (size_t i = 0; i < d->sweep.n_axes; i++)
        if (opt_exists(cli, d->sweep.axes[i].option) && opt_given(cli, d->sweep.axes[i].option))
            return err_set(err, ERR_USAGE, "--%s is an axis of the sweep", d->sweep.axes[i].option);
    return 0;
}

static int read_sweep(struct cli *cli, const char *strategy, struct study_declaration *d,
                      struct err *err)
{
    const char *name = opt_text(cli, "sweep");
    struct declaration_row row;
    int rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    if (rc == 0)
        rc = declaration_parse(name, row.content, strlen(row.content), cli->arena, d, err);
    if (rc == 0 && d->sweep.run == NULL)
        rc = err_set(err, ERR_USAGE, "declaration '%s' has no sweep", name);
    if (rc == 0 && strcmp(d->sweep.run, strategy) != 0)
        rc = err_set(err, ERR_USAGE, "declaration '%s' sweeps 'run %s'", name, d->sweep.run);
    return rc < 0 ? rc : check_given(cli, d, err);
}

/* Options of one run, as if they had been typed. */
static int set_options(struct cli *cli, const struct study_declaration *d, size_t method,
                       int64_t seed, const char **out_name, struct err *err)
{
    const char *sweep = opt_text(cli, "sweep");
    const char *seed_text = arena_printf(cli->arena, "%lld", (long long)seed);
    const char *tasks = d->tasks[0];
    for (size_t i = 1; i < d->n_tasks; i++)
        tasks = arena_printf(cli->arena, "%s,%s", tasks, d->tasks[i]);
    const char *name = arena_printf(cli->arena, "%s/%s/%s", sweep, d->methods[method], seed_text);
    const char *const pairs[][2] = { { "name", name },
                                     { "seed", seed_text },
                                     { "declaration", sweep },
                                     { "method", d->methods[method] },
                                     { "tasks", tasks } };
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(pairs) && rc == 0; i++)
        rc = opt_set(cli, pairs[i][0], pairs[i][1], err);
    for (size_t i = 0; i < d->sweep.n_axes && rc == 0; i++)
        rc = opt_set(cli, d->sweep.axes[i].option, sweep_plan_value(&d->sweep, method, i), err);
    *out_name = name;
    return rc;
}

static int print_runs(struct cli *cli, const char *const *names, size_t n, struct err *err)
{
    const struct table_input in = { .db = cli->db, .arena = cli->arena, .runs = { names, n } };
    const char *telemetry = opt_text(cli, "telemetry");
    cli_note(cli, "differences: %s analyze declaration --name %s", cli->argv[0],
             opt_text(cli, "sweep"));
    if (telemetry != NULL && strcmp(telemetry, "-") == 0)
        return 0; /* the lines are the output */
    return table_command_print(cli, &table_sweep, &in, NULL, err);
}

int run_sweep(struct cli *cli, const char *strategy, struct err *err)
{
    struct study_declaration d = { .n_methods = 0 };
    int rc = read_sweep(cli, strategy, &d, err);
    if (rc < 0)
        return rc;
    const char **names = arena_array(cli->arena, d.n_methods * d.n_seeds, sizeof(*names));
    size_t n = 0;
    for (size_t m = 0; m < d.n_methods; m++)
        for (size_t s = 0; s < d.n_seeds && rc == 0; s++) {
            struct run_config config;
            rc = set_options(cli, &d, m, d.seeds[s], &names[n], err);
            if (rc == 0)
                rc = run_options_resolve(cli, strategy, &config, err);
            if (rc == 0)
                rc = run_execute_once(cli, &config, names[n], err);
            n++;
        }
    return rc < 0 ? err_context(err, "repeat the command to go on")
                  : print_runs(cli, names, n, err);
}
