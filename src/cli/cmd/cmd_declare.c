/*
 * cmd_declare.c - declare: what a study will do, before it does it.
 */
#include <string.h>

#include "analysis/tables/compare/power_table.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/cli/command.h"
#include "src/cli/lookup.h"
#include "src/declaration/declaration.h"
#include "src/json/json.h"
#include "src/store/store_declaration.h"
#include "src/trust/trust.h"

struct asked_declare {
    const char *from, *estimand, *methods, *sweep, *axis, *seeds, *tasks, *stopping, *amend,
        *rates_of, *baseline, *effects;
    int64_t budget, looks, replicates, resample_seed;
    double threshold, alpha, rate, spread;
    bool ge, power;
};

#define MOST_BYTES ((size_t)1 << 20)

static void add_list(struct json *o, const char *key, struct cli *cli, const char *text)
{
    char **items = NULL;
    if (text == NULL)
        return;
    size_t n = str_split_names(cli->arena, text, &items);
    struct json *list = json_add_array(o, key);
    for (size_t i = 0; i < n; i++) {
        int64_t number = 0;
        bool is_number = str_to_i64(items[i], &number);
        if (strcmp(key, "seeds") == 0 && is_number)
            json_add_int(list, NULL, number);
        else if (strcmp(key, "tasks") == 0 && is_number)
            json_add_string(list, NULL, arena_printf(cli->arena, "l1/%s", items[i]));
        else
            json_add_string(list, NULL, items[i]);
    }
}

/* "k=4,8,steps=1,2": what has a '=' begins an axis. */
static void add_sweep(struct json *o, struct cli *cli)
{
    const struct asked_declare *asked = cli->options;
    char **items = NULL;
    const char *axes_text = asked->axis;
    size_t n = str_split_names(cli->arena, axes_text == NULL ? "" : axes_text, &items);
    struct json *sweep = json_add_object(o, "sweep");
    struct json *axes = json_add_array(sweep, "axes");
    struct json *values = NULL;
    json_add_string(sweep, "run", asked->sweep);
    for (size_t i = 0; i < n; i++) {
        char *equals = strchr(items[i], '=');
        if (equals != NULL || values == NULL) {
            struct json *axis = json_add_object(axes, NULL);
            size_t len = equals == NULL ? strlen(items[i]) : (size_t)(equals - items[i]);
            json_add_string(axis, "option", arena_strndup(cli->arena, items[i], len));
            values = json_add_array(axis, "values");
        }
        json_add_string(values, NULL, equals == NULL ? items[i] : equals + 1);
    }
}

static const char *json_of_options(struct cli *cli)
{
    const struct asked_declare *asked = cli->options;
    struct buf text = { 0 };
    struct json *o CLEANUP(json_free_ptr) = json_new_object();
    if (asked->estimand != NULL)
        json_add_string(o, "estimand", asked->estimand);
    if (asked->stopping != NULL)
        json_add_string(o, "stopping", asked->stopping);
    add_list(o, "methods", cli, asked->methods);
    add_list(o, "seeds", cli, asked->seeds);
    add_list(o, "tasks", cli, asked->tasks);
    if (GIVEN(cli, struct asked_declare, threshold))
        json_add_number(o, "threshold", asked->threshold);
    if (GIVEN(cli, struct asked_declare, alpha))
        json_add_number(o, "alpha", asked->alpha);
    if (GIVEN(cli, struct asked_declare, budget))
        json_add_int(o, "budget", asked->budget);
    if (GIVEN(cli, struct asked_declare, looks))
        json_add_int(o, "looks", asked->looks);
    if (asked->ge)
        json_add_bool(o, "ge", true);
    if (asked->sweep != NULL)
        add_sweep(o, cli);
    json_print(o, true, &text);
    const char *copy = arena_strdup(cli->arena, buf_text(&text));
    buf_release(&text);
    return copy;
}

/* What a declaration says. */
static const size_t said[] = {
    offsetof(struct asked_declare, estimand), offsetof(struct asked_declare, methods),
    offsetof(struct asked_declare, budget),   offsetof(struct asked_declare, seeds),
    offsetof(struct asked_declare, tasks),    offsetof(struct asked_declare, threshold),
    offsetof(struct asked_declare, ge),       offsetof(struct asked_declare, alpha),
    offsetof(struct asked_declare, looks),    offsetof(struct asked_declare, stopping),
    offsetof(struct asked_declare, sweep),    offsetof(struct asked_declare, axis),
};

static int read_declaration(struct cli *cli, struct study_declaration *out, struct err *err)
{
    const struct asked_declare *asked = cli->options;
    const char *path = asked->from;
    CLEANUP(buf_release) struct buf text = { 0 };
    if (path == NULL) {
        const char *json = json_of_options(cli);
        if (asked->estimand == NULL || (asked->methods == NULL && asked->sweep == NULL) ||
            !GIVEN(cli, struct asked_declare, budget) || asked->seeds == NULL ||
            asked->tasks == NULL || asked->stopping == NULL)
            return err_set(
                err, ERR_USAGE,
                "--estimand, --methods, --budget, --seeds, --tasks and --stopping are "
                "needed, or --from FILE: rollbook declare %s --estimand sample --methods "
                "best-of-n,ttt --budget 64 --seeds 42,43,44 --tasks 4,5,12 --stopping "
                "'after three seeds'",
                cli->args[0]);
        return declaration_parse("the options", json, strlen(json), cli->arena, out, err);
    }
    const char *other = GIVEN_OF(cli, struct asked_declare, said);
    if (other != NULL)
        return err_set(err, ERR_USAGE, "--from FILE says all: --%s does not go with it", other);
    int rc = file_read(path, MOST_BYTES, &text, err);
    return rc < 0 ? rc : declaration_parse(path, buf_text(&text), text.len, cli->arena, out, err);
}

static int print_power(struct cli *cli, const struct study_declaration *d, struct err *err)
{
    const struct asked_declare *asked = cli->options;
    struct table t;
    char **runs = NULL;
    const char *list = asked->rates_of;
    struct table_input in = { .db = cli->db, .arena = cli->arena };
    if (list != NULL)
        in.runs.n = str_split_names(cli->arena, list, &runs);
    const char **names = arena_array(cli->arena, in.runs.n + 1, sizeof(*names));
    for (size_t i = 0; i < in.runs.n; i++)
        names[i] = runs[i];
    in.runs.items = names;
    in.baseline = asked->baseline;
    if (list == NULL && !GIVEN(cli, struct asked_declare, rate))
        return err_set(err, ERR_USAGE,
                       "--power needs the rates without the effect: --rates-of RUN,... or --rate P "
                       "with --spread SD");
    struct power_request r = { .declared = d,
                               .mean = asked->rate,
                               .sd = asked->spread,
                               .effects = asked->effects,
                               .replicates = asked->replicates,
                               .seed = asked->resample_seed };
    int rc = power_table_fill(&in, &r, &t, err);
    cli->keeps_nothing = true;
    if (rc == 0)
        cli_print_table(cli, &t);
    return rc;
}

static int put(struct cli *cli, const struct study_declaration *d, struct declaration_row *out,
               struct err *err)
{
    const struct asked_declare *asked = cli->options;
    struct buf content = { 0 };
    declaration_encode(d, &content);
    int rc = db_begin(cli->db, err);
    if (rc == 0)
        rc = db_end(cli->db,
                    store_put_declaration(cli->db,
                                          &(struct declaration_text){
                                              cli->args[0], buf_text(&content), asked->amend },
                                          cli->arena, out, err),
                    err);
    struct trust_list own = { .arena = cli->arena };
    const char *why = NULL;
    trust_add(&own, DECLARATION_TRUST, buf_text(&content), NULL);
    if (rc == 0)
        rc = trust_own(cli->db, &own, &why, err);
    buf_release(&content);
    return rc;
}

/* A value is held against its option's kind now, its range when it runs. */
static int check_sweep(struct cli *cli, const struct study_declaration *d, struct err *err)
{
    static const char *const declared[] = { "name",  "seed",        "tasks",  "split",
                                            "suite", "declaration", "method", "sweep" };
    char *words[] = { arena_strdup(cli->arena, "run"), arena_strdup(cli->arena, d->sweep.run) };
    int matched = 0;
    const struct command *run = lookup_command(ARRAY_LEN(words), words, &matched);
    struct err ignored = { 0 };
    int rc = matched == 2 && opt_check(run, "sweep", "", &ignored) == 0
                 ? 0
                 : err_set(err, ERR_USAGE, "'run %s' cannot be swept", d->sweep.run);
    for (size_t i = 0; i < d->sweep.n_axes && rc == 0; i++) {
        const char *option = d->sweep.axes[i].option;
        for (size_t k = 0; k < ARRAY_LEN(declared); k++)
            if (strcmp(declared[k], option) == 0)
                rc = err_set(err, ERR_USAGE, "--%s follows from the declaration", option);
        for (size_t k = 0; k < d->sweep.axes[i].n && rc == 0; k++)
            rc = opt_check(run, option, d->sweep.axes[i].values[k], err);
    }
    return rc < 0 ? err_context(err, "sweep") : 0;
}

static int run_declare(struct cli *cli, struct err *err)
{
    const struct asked_declare *asked = cli->options;
    static const struct table_column columns[] = {
        { "declaration", 0 }, { "version", 0 }, { "sha256", 0 }, { "content", 0 }
    };
    struct study_declaration d;
    struct declaration_row row;
    struct table t;
    int rc = asked->axis != NULL && asked->sweep == NULL && asked->from == NULL
                 ? err_set(err, ERR_USAGE, "--axis is of a --sweep STRATEGY")
                 : read_declaration(cli, &d, err);
    if (rc == 0 && d.sweep.run != NULL)
        rc = check_sweep(cli, &d, err);
    if (rc == 0 && asked->power)
        return print_power(cli, &d, err);
    if (rc == 0)
        rc = put(cli, &d, &row, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.declare/1", columns, ARRAY_LEN(columns));
    struct cell *c = table_row(&t);
    c[0] = cell_text(&t, cli->args[0]);
    c[1] = cell_int(row.version);
    c[2] = cell_text(&t, row.sha256);
    c[3] = cell_json(&t, row.content);
    table_note(&t,
               "start runs with --declaration %s --method NAME; 'rollbook analyze declaration' "
               "compares plan and runs and lists every departure",
               cli->args[0]);
    cli_print_table(cli, &t);
    return 0;
}

#define ROW(member, ...) OPTION(struct asked_declare, member, __VA_ARGS__)
static const struct option options[] = {
    ROW(from, "from", "FILE", "JSON with the members below, instead of options"),
    ROW(estimand, "estimand", "NAME", "sample, best-of-b or log-best-of-b"),
    ROW(methods, "methods", "NAME,...", "methods that will be compared, all pairs",
        .repeats = true),
    ROW(budget, "budget", "B", "rollouts per task and run"),
    ROW(sweep, "sweep", "STRATEGY",
        "the methods are runs of it, one for each combination of the axes' values"),
    ROW(axis, "axis", "OPTION=V,...",
        "an option of that run and its values; may be repeated; a single value applies to all runs",
        .repeats = true),
    ROW(seeds, "seeds", "N,...", "seeds of each method's runs", .repeats = true),
    ROW(tasks, "tasks", "IDS", "tasks; N is l1/N", .repeats = true),
    ROW(threshold, "threshold", "X", "a sample is fast when its speedup is above X"),
    ROW(ge, "ge", NULL, "count speedup >= threshold instead of >"),
    ROW(alpha, "alpha", "P", "level of the study"),
    ROW(looks, "looks", "N", "at the data, the last included, each at alpha / N"),
    ROW(stopping, "stopping", "TEXT", "when the study ends"),
    ROW(amend, "amend", "WHY", "change an existing declaration; the change is recorded"),
    ROW(power, "power", NULL, "do not declare: print the differences that such a study can detect"),
    ROW(rates_of, "rates-of", "RUN,...", "power: take the tasks' rates from these stored runs",
        .repeats = true),
    ROW(baseline, "baseline", "NAME", "power: stored baseline for the speedups of these"),
    ROW(rate, "rate", "P", "power: mean share of fast rollouts, assumed"),
    ROW(spread, "spread", "SD", "power: its standard deviation over tasks"),
    ROW(effects, "effects", "D,...", "power: gains in share of rollouts", .repeats = true),
    ROW(replicates, "replicates", "N", "power: simulated studies"),
    ROW(resample_seed, "resample-seed", "N", "power: of the simulation"),
};
static const struct asked_declare standard_declare = { .threshold = 1,
                                                       .alpha = 0.05,
                                                       .looks = 1,
                                                       .rate = 0.3,
                                                       .spread = 0.2,
                                                       .effects = "0.05,0.1,0.15,0.2,0.3",
                                                       .replicates = 1000 };

const struct command cmd_declare = {
    .name = "declare",
    .summary = "declare a study's plan before it runs",
    .usage = "rollbook declare NAME --from FILE | OPTIONS [--amend WHY] [--power]",
    .examples =
        "  rollbook declare ttt-study --estimand sample --methods best-of-n,ttt --budget 64 \\\n"
        "      --seeds 42,43,44 --tasks 4,5,12,14,15,18 --stopping \"after three seeds\"\n"
        "  rollbook declare rates --sweep ttt --axis k=8,16 --axis learning-rate=0.01,0.1 \\\n"
        "      --axis steps=3 --estimand sample --budget 32 --seeds 1,2 --tasks 4,5,12 \\\n"
        "      --stopping \"after two seeds\"\n"
        "  rollbook declare ttt-study --from study.json --power --rate 0.3 --spread 0.2\n",
    .flags = CMD_WRITES,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(options, standard_declare),
    .run = run_declare,
};
