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
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/table_command.h"
#include "src/declaration/declaration.h"
#include "src/store/store_declaration.h"
#include "src/trust/trust.h"

static bool is_given(const struct cli *cli, const char *option)
{
    const struct option *o = NULL;
    while ((o = opt_next_given(cli, o)) != NULL)
        if (strcmp(o->name, option) == 0)
            return true;
    return false;
}

static int check_given(const struct cli *cli, const struct study_declaration *d, struct err *err)
{
    static const size_t declared[] = {
        offsetof(struct run_asked, config.name), offsetof(struct run_asked, config.seed),
        offsetof(struct run_asked, tasks),       offsetof(struct run_asked, config.split_json),
        offsetof(struct run_asked, suite),       offsetof(struct run_asked, method),
        offsetof(struct run_asked, declaration),
    };
    const char *name = GIVEN_OF(cli, struct run_asked, declared);
    if (name != NULL)
        return err_set(err, ERR_USAGE,
                       "--%s: the sweep's declaration already sets it; leave the option out", name);
    for (size_t i = 0; i < d->sweep.n_axes; i++)
        if (is_given(cli, d->sweep.axes[i].option))
            return err_set(err, ERR_USAGE, "--%s is an axis of the sweep", d->sweep.axes[i].option);
    return 0;
}

static int read_sweep(struct cli *cli, const char *strategy, struct study_declaration *d,
                      struct err *err)
{
    const char *name = ((const struct run_asked *)cli->options)->sweep;
    struct declaration_row row;
    int rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    if (rc == 0)
        rc = declaration_parse(name, row.content, strlen(row.content), cli->arena, d, err);
    if (rc == 0 && d->sweep.run == NULL)
        rc = err_set(err, ERR_USAGE, "declaration '%s' has no sweep", name);
    if (rc == 0 && strcmp(d->sweep.run, strategy) != 0)
        rc = err_set(err, ERR_USAGE, "declaration '%s' sweeps 'run %s'", name, d->sweep.run);
    if (rc == 0)
        rc = check_given(cli, d, err);
    if (rc < 0)
        return rc;
    /* Its options are used as if they had been typed. */
    struct trust_list list = { .arena = cli->arena };
    trust_add(&list, DECLARATION_TRUST, row.content,
              arena_printf(cli->arena, "%s: %s", name, row.content));
    return trust_obey(cli->db, &list, err);
}

/* Options of one run, as if they had been typed. */
static int set_options(struct cli *cli, const struct study_declaration *d, size_t method,
                       int64_t seed, const char **out_name, struct err *err)
{
    const char *sweep = ((const struct run_asked *)cli->options)->sweep;
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
    const struct run_asked *asked = cli->options;
    cli_note(cli, "differences: %s analyze declaration --name %s", cli->argv[0], asked->sweep);
    if (run_prints_telemetry(asked))
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
                rc = run_execute_once(cli, cli->options, &config, err);
            n++;
        }
    return rc < 0 ? err_context(err, "repeat the command to go on")
                  : print_runs(cli, names, n, err);
}
