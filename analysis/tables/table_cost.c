#include "analysis/tables/table_cost.h"

#include <math.h>
#include <string.h>

#include "analysis/from_store/load_runs.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/cost.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

#define NO_TOKENS  "a rollout lacks its token counts"
#define NO_LATENCY "no imported record with latency_s, latency_seconds or latency_ms"

static const struct table_column columns[] = {
    { "run", 0, COLUMN_TEXT, "name of the run" },
    { "model", 0, COLUMN_TEXT, "who wrote the samples", "not named" },
    { "step", 0, COLUMN_INT_OR_TEXT, "step, or \"all\"" },
    { "rollouts", 0, COLUMN_INT, "rollouts drawn" },
    { "correct", 0, COLUMN_INT, "correct rollouts" },
    { "prompt_tokens", 0, COLUMN_INT, "tokens read", NO_TOKENS, .unit = "tokens" },
    { "completion_tokens", 0, COLUMN_INT, "tokens written", NO_TOKENS, .unit = "tokens" },
    { "teacher_tokens", 0, COLUMN_INT, "tokens scored by a teacher", "no ledger",
      .unit = "tokens" },
    { "evaluate_seconds", 4, COLUMN_REAL, "summed over workers", "no ledger", .unit = "s" },
    { "wall_seconds", 4, COLUMN_REAL, "of the steps", "no ledger", .unit = "s" },
    { "latency_seconds", 4, COLUMN_REAL,
      "mean time of a sample, of the rollouts whose imported record says it", NO_LATENCY,
      .unit = "s" },
    { "student_dollars", 4, COLUMN_REAL, "of the tokens of the policy", "needs --prices",
      .unit = "USD" },
    { "teacher_dollars", 4, COLUMN_REAL, "of the teacher's tokens", "needs --prices",
      .unit = "USD" },
    { "seconds_dollars", 4, COLUMN_REAL, "of the time", "needs --prices", .unit = "USD" },
    { "total_dollars", 4, COLUMN_REAL, "sum of the three", "needs --prices", .unit = "USD" },
    { "dollars_per_correct", 4, COLUMN_REAL, "total / correct",
      "needs --prices; or no correct rollout", .unit = "USD" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.cost/1",
    .rows = "tokens, seconds and dollars",
    SHAPE_COLUMNS(columns),
    .formulas = { "$\\mathrm{dollars} = \\frac{\\mathrm{tokens}}{10^6} \\cdot \\mathrm{price} + "
                  "\\frac{\\mathrm{seconds}}{3600} \\cdot \\mathrm{price}$ with the prices of the "
                  "file of --prices; a part without a use costs 0, a used part without a price "
                  "makes the sum NA" },
    .denominator = "dollars_per_correct: correct rollouts of the run",
    .n = "column rollouts",
    .queries = { "load_cost_rollouts", "load_cost", "load_cost_latency" },
};

static const struct cost_prices no_prices = { (double)NAN, (double)NAN, (double)NAN, (double)NAN,
                                              (double)NAN };

static double *price_field(struct cost_prices *p, const char *key)
{
    const struct {
        const char *key;
        double *field;
    } fields[] = {
        { "prompt_per_million", &p->prompt_per_million },
        { "completion_per_million", &p->completion_per_million },
        { "teacher_per_million", &p->teacher_per_million },
        { "evaluate_per_hour", &p->evaluate_per_hour },
        { "wall_per_hour", &p->wall_per_hour },
    };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (strcmp(fields[i].key, key) == 0)
            return fields[i].field;
    }
    return NULL;
}

/* Members that are objects are the caller's. */
static int read_prices(const struct json *o, const char *where, struct cost_prices *p,
                       struct err *err)
{
    for (const struct json *m = json_first(o); m != NULL; m = json_next(m)) {
        double v = STAT_NAN;
        double *field = price_field(p, json_key(m));
        if (json_type(m) == JSON_OBJECT && strcmp(json_key(m), "models") == 0)
            continue;
        if (field == NULL)
            return err_set(err, ERR_USAGE, "%s: no price is called '%s'", where, json_key(m));
        if (!json_number(m, &v) || !isfinite(v) || v < 0.0)
            return err_set(err, ERR_USAGE, "%s: %s is not a price", where, json_key(m));
        *field = v;
    }
    return 0;
}

/* With those of the model under "models". */
static int prices_of(const struct json *file, const char *where, const char *model,
                     struct cost_prices *out, struct err *err)
{
    struct cost_prices p = no_prices;
    int rc = file == NULL ? 0 : read_prices(file, where, &p, err);
    const struct json *models = file == NULL ? NULL : json_get(file, "models");
    const struct json *own = models == NULL ? NULL : json_get(models, model);
    if (rc == 0 && own != NULL && json_type(own) != JSON_OBJECT)
        rc = err_set(err, ERR_USAGE, "%s: models: %s is not an object of prices", where, model);
    if (rc == 0 && own != NULL)
        rc = read_prices(own, where, &p, err);
    if (rc == 0)
        *out = p;
    return rc;
}

static struct cell count_cell(struct table *t, double v, const char *reason)
{
    return isnan(v) ? cell_na(t, reason) : cell_int((int64_t)v);
}

static void put_use(struct table *t, const struct cost_use *u, const struct cost_prices *p,
                    bool has_prices)
{
    const char *unpriced =
        has_prices ? "a part that was used has no price, or is not known" : "needs --prices";
    struct cost_dollars d = cost_of(u, p);
    struct cell *c = table_row(t);
    *c++ = cell_text(t, u->run);
    *c++ = u->model[0] == '\0' ? cell_na(t, "not named") : cell_text(t, u->model);
    *c++ = u->step == COST_ALL_STEPS ? cell_text(t, "all") : cell_int(u->step);
    *c++ = count_cell(t, u->rollouts, "not known");
    *c++ = count_cell(t, u->correct, "not known");
    *c++ = count_cell(t, u->prompt_tokens, NO_TOKENS);
    *c++ = count_cell(t, u->completion_tokens, NO_TOKENS);
    *c++ = count_cell(t, u->teacher_tokens, "no ledger");
    *c++ = tables_real(t, u->evaluate_seconds, "no ledger");
    *c++ = tables_real(t, u->wall_seconds, "no ledger");
    *c++ = u->n_latency == 0 ? cell_na(t, NO_LATENCY)
                             : cell_real(u->latency_seconds / (double)u->n_latency);
    *c++ = tables_real(t, d.student, unpriced);
    *c++ = tables_real(t, d.teacher, unpriced);
    *c++ = tables_real(t, d.seconds, unpriced);
    *c++ = tables_real(t, d.total, unpriced);
    *c++ = tables_real(t, d.per_correct, u->correct > 0.0 ? unpriced : "no correct rollout");
}

static int put_uses(struct table *t, const struct cost_use *uses, size_t n,
                    const struct table_cost_options *o, const struct json *file, struct err *err)
{
    for (size_t i = 0; i < n;) {
        struct cost_prices p = no_prices;
        int rc = prices_of(file, o->prices, uses[i].model, &p, err);
        if (rc < 0)
            return rc;
        struct cost_use sum = uses[i];
        sum.step = COST_ALL_STEPS;
        size_t k = i + 1;
        for (; k < n && strcmp(uses[k].run, uses[i].run) == 0; k++)
            cost_add(&sum, &uses[k]);
        put_use(t, &sum, &p, file != NULL);
        for (; o->by_step && i < k; i++)
            put_use(t, &uses[i], &p, file != NULL);
        if (!sum.from_ledger)
            table_note(t, "run %s: not all steps are in the ledger: tokens added up from rollouts",
                       sum.run);
        i = k;
    }
    return 0;
}

static int open_prices(const char *name, struct json **out, struct err *err)
{
    if (name == NULL)
        return 0;
    *out = json_parse_file(name, err);
    if (*out == NULL)
        return (int)err->code;
    return json_type(*out) == JSON_OBJECT
               ? 0
               : err_set(err, ERR_USAGE, "%s: not a JSON object of prices", name);
}

const char *const cost_unit_names[] = { "rollouts", "tokens", "seconds", "dollars", NULL };

static double cost_in(const struct cost_use *u, enum cost_unit unit, const struct cost_prices *p)
{
    switch (unit) {
    case COST_ROLLOUTS:
        return u->rollouts;
    case COST_TOKENS: /* a run without a teacher has no ledger of one */
        return u->prompt_tokens + u->completion_tokens +
               (isnan(u->teacher_tokens) ? 0.0 : u->teacher_tokens);
    case COST_SECONDS:
        return u->evaluate_seconds;
    case COST_DOLLARS:
        return cost_of(u, p).total;
    }
    return STAT_NAN;
}

int table_cost_each(const struct table_input *in, const char *const *names, size_t n,
                    enum cost_unit unit, const char *prices, double *out, struct err *err)
{
    struct json *file CLEANUP(json_free_ptr) = NULL;
    struct cost_use *uses = NULL;
    size_t n_uses = 0;
    const struct load_request from = { in->db, names, n, in->arena };
    int rc = open_prices(prices, &file, err);
    if (rc == 0 && unit == COST_DOLLARS && file == NULL)
        rc = err_set(err, ERR_USAGE, "dollars need --prices FILE, as in 'analyze cost'");
    if (rc == 0)
        rc = load_cost(&from, &uses, &n_uses, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct cost_prices p = no_prices;
        struct cost_use sum = { .run = NULL };
        for (size_t k = 0; k < n_uses; k++) {
            if (strcmp(uses[k].run, names[i]) != 0)
                continue;
            if (sum.run == NULL)
                sum = uses[k];
            else
                cost_add(&sum, &uses[k]);
        }
        if (sum.run != NULL)
            rc = prices_of(file, prices, sum.model, &p, err);
        out[i] = sum.run == NULL ? STAT_NAN : cost_in(&sum, unit, &p) / sum.rollouts;
        if (rc == 0 && !(out[i] > 0.0 && isfinite(out[i])))
            rc = err_set(err, ERR_NODATA, "run '%s': the cost of a rollout in %s is unknown",
                         names[i], cost_unit_names[unit]);
    }
    return rc;
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_cost_options *o = options;
    const char *const *names = NULL;
    size_t n_names = 0;
    size_t n = 0;
    struct cost_use *uses = NULL;
    struct json *file CLEANUP(json_free_ptr) = NULL;
    struct table t;
    int rc = open_prices(o->prices, &file, err);
    if (rc == 0)
        rc = tables_names(in, &names, &n_names, err);
    if (rc == 0)
        rc = load_cost(
            &(struct load_request){
                .db = in->db, .names = names, .n_names = n_names, .arena = in->arena },
            &uses, &n, err);
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, &shape);
    rc = put_uses(&t, uses, n, o, file, err);
    if (rc < 0)
        return rc;
    table_reading(&t, "tokens and seconds of each run; dollars need a price file (--prices)");
    table_note(&t, "prompt and completion tokens: the student's. teacher tokens: scored by a "
                   "teacher. evaluate_seconds: summed over workers, wall_seconds: of the steps");
    table_note(&t, "student_dollars, teacher_dollars, seconds_dollars, total_dollars: tokens / 1e6 "
                   "* price, hours * the prices evaluate_per_hour and wall_per_hour that the file "
                   "lists; an unused part costs 0");
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_cost_options, prices, "prices", "FILE",
           "JSON: prompt_per_million, completion_per_million, teacher_per_million, "
           "evaluate_per_hour, wall_per_hour; the same by name under \"models\""),
    OPTION(struct table_cost_options, by_step, "by-step", NULL, "also one row per step"),
};

const struct table_kind table_cost = {
    .command = "analyze cost",
    .summary = "rollouts, tokens, seconds and dollars of runs",
    .usage = "rollbook analyze cost [--run NAME[,NAME]] [--prices FILE] [--by-step]",
    .examples = "  rollbook analyze cost\n  rollbook analyze cost --run bon-42,ttt-42 --prices "
                "prices.json --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_cost_options){ STANDARD_cost },
                 sizeof(struct table_cost_options) },
    .make = make,
};
