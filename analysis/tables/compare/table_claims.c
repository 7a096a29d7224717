#include "analysis/tables/compare/table_claims.h"

#include <math.h>
#include <string.h>

#include "analysis/audit/claims.h"
#include "analysis/compare/scaling.h"
#include "analysis/from_store/load_study.h"
#include "analysis/tables/shape_words.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/store/db.h"
#include "src/store/whole/joined.h"

/*
 * The first part reads the JSON of docs/internals/claims.md: names and members are tables, and
 * whatever is not in them is refused.  The second asks the database where a claim names a run. What
 * follows from the numbers is decided in analysis/audit.
 */

/* Asked of the database; NULL: nothing. */
struct claim_request {
    const char *run; /* comma list */
    const char *quantity;
    int64_t step; /* -1: unstated */
    double k;     /* 1 when unstated */
};

struct claim_file {
    struct claim_bundle bundle;
    struct claim_request *requests; /* one a claim */
    bool asks_database;
};

#define CLAIMS_FORMAT "rollbook.claims/1"
#define CLAIMS_MOST   10000
#define INTEGER_MOST  1000000000000
#define CELLS_MOST    1000000

enum field_kind { FIELD_TEXT, FIELD_INT, FIELD_BOOL, FIELD_NUMBER };

struct claim_field {
    const char *name;
    enum field_kind kind;
    size_t offset;
};

#define FIELD(name, kind, member)                                                                  \
    {                                                                                              \
        name, kind, offsetof(struct claim, member)                                                 \
    }

static const struct claim_field fields[] = {
    FIELD("id", FIELD_TEXT, id),
    FIELD("quantity", FIELD_TEXT, quantity),
    FIELD("denominator", FIELD_TEXT, denominator),
    FIELD("engine", FIELD_TEXT, engine),
    FIELD("statistic_name", FIELD_TEXT, statistic_name),
    FIELD("effect", FIELD_TEXT, effect),
    FIELD("family", FIELD_TEXT, family),
    FIELD("x", FIELD_TEXT, x),
    FIELD("y", FIELD_TEXT, y),
    FIELD("claims_better", FIELD_BOOL, claims_better),
    FIELD("lower_is_better", FIELD_BOOL, lower_is_better),
    FIELD("share", FIELD_BOOL, share),
    FIELD("clustered", FIELD_BOOL, clustered),
    FIELD("ratios", FIELD_BOOL, is_ratio),
    FIELD("claims_shape", FIELD_BOOL, claims_shape),
    FIELD("same_data", FIELD_BOOL, same_data),
    FIELD("value", FIELD_NUMBER, value),
    FIELD("p", FIELD_NUMBER, p),
    FIELD("statistic", FIELD_NUMBER, statistic),
    FIELD("sd", FIELD_NUMBER, sd),
    FIELD("null_rate", FIELD_NUMBER, null_rate),
    FIELD("rate", FIELD_NUMBER, y_value),
    FIELD("n", FIELD_INT, n),
    FIELD("count", FIELD_INT, count),
    FIELD("controls", FIELD_INT, controls),
    FIELD("tasks", FIELD_INT, tasks),
    FIELD("seeds", FIELD_INT, seeds),
    FIELD("pairs", FIELD_INT, pairs),
    FIELD("units", FIELD_INT, units),
    FIELD("draws", FIELD_INT, draws),
    FIELD("survivors", FIELD_INT, survivors),
    FIELD("chosen_from", FIELD_INT, chosen_from),
};

/* Read by hand, or for people alone. */
static const char *const others[] = {
    "text",          "source",   "note",       "test",  "alternative", "reading",
    "interval",      "values",   "rates",      "curve", "trajectory",  "base",
    "compared_with", "database", "null_rates", "rival", "derived",
};

static const char *const test_names[] = { "none",    "signed-rank", "sign",     "binomial",
                                          "mcnemar", "sign-flip",   "spearman", "pearson" };
static const char *const side_names[] = { "unstated", "two-sided", "greater", "less" };
static const char *const level_names[] = { "unstated", "low", "high" };

static bool name_find(const char *const *names, size_t n, const char *name, int *out)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) {
            *out = (int)i;
            return true;
        }
    }
    return false;
}

/* Strings keep printed digits; a JSON number has its shortest form's. */
static bool read_number(const struct json *j, struct claim_number *out)
{
    const char *text = NULL;
    double v;
    if (json_string(j, &text))
        return claim_number_parse(text, out);
    if (!json_number(j, &v))
        return false;
    struct buf b = { 0 };
    buf_put_double(&b, v);
    bool ok = claim_number_parse(buf_text(&b), out);
    buf_release(&b);
    return ok;
}

static bool read_field(const struct json *j, const struct claim_field *f, struct claim *c)
{
    char *at = (char *)c + f->offset;
    switch (f->kind) {
    case FIELD_TEXT:
        return json_string(j, (const char **)(void *)at);
    case FIELD_BOOL:
        return json_bool(j, (bool *)(void *)at);
    case FIELD_NUMBER:
        return read_number(j, (struct claim_number *)(void *)at);
    case FIELD_INT:
        break;
    }
    return json_int(j, (int64_t *)(void *)at) && *(int64_t *)(void *)at >= 0 &&
           *(int64_t *)(void *)at <= INTEGER_MOST;
}

static int bad(struct err *err, const struct claim *c, const char *member, const char *wanted)
{
    return err_set(err, ERR_INTEGRITY, "claim %s: \"%s\" is no %s", c->id, member, wanted);
}

static int read_members(const struct json *j, struct claim *c, struct err *err)
{
    for (const struct json *m = json_first(j); m != NULL; m = json_next(m)) {
        int ignored;
        size_t i = 0;
        while (i < ARRAY_LEN(fields) && strcmp(fields[i].name, json_key(m)) != 0)
            i++;
        if (i == ARRAY_LEN(fields)) {
            if (!name_find(others, ARRAY_LEN(others), json_key(m), &ignored))
                return err_set(err, ERR_INTEGRITY, "claim %s: unknown member \"%s\"", c->id,
                               json_key(m));
            continue;
        }
        if (!read_field(m, &fields[i], c))
            return bad(err, c, fields[i].name, "value of its kind (docs/internals/claims.md)");
    }
    return 0;
}

static int read_words(const struct json *j, struct claim *c, struct err *err)
{
    const struct json *reading = json_get(j, "reading");
    int found[4] = { 0 };
    const struct {
        const struct json *value; /* NULL: not stated */
        const char *member;
        const char *const *names;
        size_t n_names;
    } words[] = {
        { json_get(j, "test"), "test", test_names, ARRAY_LEN(test_names) },
        { json_get(j, "alternative"), "alternative", side_names, ARRAY_LEN(side_names) },
        { reading == NULL ? NULL : json_get(reading, "x"), "reading.x", level_names,
          ARRAY_LEN(level_names) },
        { reading == NULL ? NULL : json_get(reading, "y"), "reading.y", level_names,
          ARRAY_LEN(level_names) },
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const char *text = NULL;
        if (words[i].value != NULL &&
            (!json_string(words[i].value, &text) ||
             !name_find(words[i].names, words[i].n_names, text, &found[i])))
            return bad(err, c, words[i].member, "known name");
    }
    c->test = (enum claim_test)found[0];
    c->side = (enum claim_side)found[1];
    c->reading_x = (enum claim_level)found[2];
    c->reading_y = (enum claim_level)found[3];
    return 0;
}

static int read_interval(const struct json *j, struct claim *c, struct err *err)
{
    const struct json *ci = json_get(j, "interval");
    if (ci == NULL)
        return 0;
    if (!read_number(json_get(ci, "low"), &c->low) || !read_number(json_get(ci, "high"), &c->high))
        return bad(err, c, "interval", "object with low and high");
    json_string(json_get(ci, "kind"), &c->interval_kind);
    json_number(json_get(ci, "level"), &c->interval_level);
    return 0;
}

static int read_rates(const struct json *j, bool of_null, struct claim *c, struct arena *arena,
                      struct err *err)
{
    const char *member = of_null ? "null_rates" : "rates";
    const struct json *list = json_get(j, member);
    if (list == NULL)
        return 0;
    if (json_type(list) != JSON_ARRAY || json_count(list) > CLAIMS_MOST)
        return bad(err, c, member, "list of rates");
    double *rates = arena_array(arena, json_count(list) + 1, sizeof(*rates));
    size_t n = 0;
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        struct claim_number v = { 0 };
        if (!read_number(i, &v) || !(v.value >= 0.0) || v.value > 1.0)
            return bad(err, c, member, "list of rates from 0 to 1");
        rates[n++] = v.value;
    }
    *(of_null ? &c->null_rates : &c->rates) = rates;
    *(of_null ? &c->n_null_rates : &c->n_rates) = n;
    return 0;
}

static int read_values(const struct json *j, struct claim *c, struct arena *arena, struct err *err)
{
    const struct json *list = json_get(j, "values");
    if (list == NULL)
        return 0;
    if (json_type(list) != JSON_ARRAY || json_count(list) > CELLS_MOST)
        return bad(err, c, "values", "list of numbers");
    c->values = arena_array(arena, json_count(list) + 1, sizeof(*c->values));
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        if (!read_number(i, &c->values[c->n_values++]))
            return bad(err, c, "values", "list of numbers");
    }
    return 0;
}

static int find_table(const struct json *j, const char *member, const struct claim_bundle *b,
                      const struct claim *c, const struct claim_table **out, struct err *err)
{
    const struct json *name = json_get(j, member);
    const char *id = NULL;
    if (name == NULL)
        return 0;
    for (size_t i = 0; json_string(name, &id) && i < b->n_tables; i++) {
        if (strcmp(b->tables[i].id, id) == 0) {
            *out = &b->tables[i];
            return 0;
        }
    }
    return bad(err, c, member, "id of a table");
}

static int find_compared(const struct json *j, struct claim_bundle *b, struct claim *c,
                         struct arena *arena, struct err *err)
{
    const struct json *list = json_get(j, "compared_with");
    if (list == NULL)
        return 0;
    if (json_type(list) != JSON_ARRAY || json_count(list) > b->n_claims)
        return bad(err, c, "compared_with", "list of ids of claims");
    c->compared = arena_array(arena, json_count(list) + 1, sizeof(const struct claim *));
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        const char *id = NULL;
        size_t at = 0;
        if (!json_string(i, &id))
            return bad(err, c, "compared_with", "list of ids of claims");
        while (at < b->n_claims && strcmp(b->claims[at].id, id) != 0)
            at++;
        if (at == b->n_claims)
            return bad(err, c, "compared_with", "list of ids of claims");
        c->compared[c->n_compared++] = &b->claims[at];
    }
    return 0;
}

static int find_rival(const struct json *j, const struct claim_bundle *b, struct claim *c,
                      struct err *err)
{
    const struct json *name = json_get(j, "rival");
    const char *id = NULL;
    if (name == NULL)
        return 0;
    for (size_t i = 0; json_string(name, &id) && i < b->n_claims; i++) {
        if (strcmp(b->claims[i].id, id) == 0 && &b->claims[i] != c) {
            c->rival = &b->claims[i];
            return 0;
        }
    }
    return bad(err, c, "rival", "id of another claim");
}

/* {"as": "ratio", "of": ["31.6%", "26.7%"]} */
static int read_derived(const struct json *j, struct claim *c, struct arena *arena, struct err *err)
{
    const struct json *d = json_get(j, "derived");
    const struct json *list = d == NULL ? NULL : json_get(d, "of");
    const char *name = "";
    if (d == NULL)
        return 0;
    json_string(json_get(d, "as"), &name);
    c->derived = claim_derivation_find(name);
    if (c->derived == NULL || list == NULL || json_type(list) != JSON_ARRAY ||
        json_count(list) != c->derived->n_parts)
        return bad(err, c, "derived", "known derivation with a list \"of\" as long as it needs");
    c->of = arena_array(arena, c->derived->n_parts, sizeof(*c->of));
    for (const struct json *i = json_first(list); i != NULL; i = json_next(i)) {
        if (!read_number(i, &c->of[c->n_of++]))
            return bad(err, c, "derived", "list of numbers");
    }
    return 0;
}

static int read_request(const struct json *j, const struct claim *c, struct claim_request *out,
                        struct err *err)
{
    const struct json *d = json_get(j, "database");
    *out = (struct claim_request){ .step = -1, .k = 1.0 };
    if (d == NULL)
        return 0;
    json_int(json_get(d, "step"), &out->step);
    json_number(json_get(d, "k"), &out->k);
    if (!json_string(json_get(d, "run"), &out->run) ||
        !json_string(json_get(d, "quantity"), &out->quantity))
        return bad(err, c, "database", "object with run and quantity");
    return 0;
}

static int read_claim(const struct json *j, struct claim_file *f, size_t at, struct arena *arena,
                      struct err *err)
{
    struct claim_bundle *b = &f->bundle;
    struct claim *c = &b->claims[at];
    int rc = read_members(j, c, err);
    if (rc == 0)
        rc = read_words(j, c, err);
    if (rc == 0)
        rc = read_interval(j, c, err);
    if (rc == 0)
        rc = read_rates(j, false, c, arena, err);
    if (rc == 0)
        rc = read_rates(j, true, c, arena, err);
    if (rc == 0)
        rc = read_values(j, c, arena, err);
    if (rc == 0)
        rc = find_table(j, "curve", b, c, &c->curve, err);
    if (rc == 0)
        rc = find_table(j, "trajectory", b, c, &c->trajectory, err);
    if (rc == 0)
        rc = find_table(j, "base", b, c, &c->base, err);
    if (rc == 0)
        rc = find_compared(j, b, c, arena, err);
    if (rc == 0)
        rc = find_rival(j, b, c, err);
    if (rc == 0)
        rc = read_derived(j, c, arena, err);
    if (rc == 0)
        rc = read_request(j, c, &f->requests[at], err);
    f->asks_database = f->asks_database || f->requests[at].run != NULL;
    return rc;
}

static int read_rows(const struct json *rows, struct claim_table *t, struct arena *arena,
                     struct err *err)
{
    t->n_rows = json_count(rows);
    if (t->n_columns > CLAIMS_MOST || t->n_rows > CELLS_MOST / (t->n_columns + 1))
        return err_set(err, ERR_INTEGRITY, "table %s is too large", t->id);
    t->cells = arena_array(arena, t->n_rows * t->n_columns + 1, sizeof(*t->cells));
    size_t r = 0;
    for (const struct json *row = json_first(rows); row != NULL; row = json_next(row), r++) {
        if (json_type(row) != JSON_ARRAY || json_count(row) != t->n_columns)
            return err_set(err, ERR_INTEGRITY, "table %s: row %zu has no %zu cells", t->id, r + 1,
                           t->n_columns);
        size_t k = 0;
        for (const struct json *i = json_first(row); i != NULL; i = json_next(i), k++) {
            struct claim_number v = { 0 };
            if (read_number(i, &v))
                t->cells[r * t->n_columns + k] = v;
        }
    }
    return 0;
}

static int read_table(const struct json *j, struct claim_table *t, struct arena *arena,
                      struct err *err)
{
    const struct json *columns = NULL;
    const struct json *rows = NULL;
    t->denominator = "";
    int rc = json_need_string(j, "table", "id", &t->id, err);
    if (rc == 0)
        rc = json_need_array(j, t->id, "columns", &columns, err);
    if (rc == 0)
        rc = json_need_array(j, t->id, "rows", &rows, err);
    if (rc < 0)
        return rc;
    json_string(json_get(j, "denominator"), &t->denominator);
    json_int(json_get(j, "cell_n"), &t->cell_n);
    t->columns = arena_array(arena, json_count(columns) + 1, sizeof(const char *));
    for (const struct json *i = json_first(columns); i != NULL; i = json_next(i)) {
        if (!json_string(i, &t->columns[t->n_columns++]))
            return err_set(err, ERR_INTEGRITY, "table %s: a column is not a text", t->id);
    }
    return read_rows(rows, t, arena, err);
}

static int read_tables(const struct json *root, struct claim_bundle *b, struct arena *arena,
                       struct err *err)
{
    const struct json *tables = json_get(root, "tables");
    if (tables == NULL)
        return 0;
    if (json_type(tables) != JSON_ARRAY || json_count(tables) > CLAIMS_MOST)
        return err_set(err, ERR_INTEGRITY, "\"tables\" is not a list of tables");
    b->tables = arena_array(arena, json_count(tables) + 1, sizeof(*b->tables));
    for (const struct json *t = json_first(tables); t != NULL; t = json_next(t)) {
        int rc = read_table(t, &b->tables[b->n_tables++], arena, err);
        if (rc < 0)
            return rc;
    }
    return 0;
}

/* Claims may name later ones. */
static int read_ids(const struct json *list, struct claim_file *f, struct arena *arena,
                    struct err *err)
{
    struct claim_bundle *b = &f->bundle;
    if (json_count(list) > CLAIMS_MOST)
        return err_set(err, ERR_INTEGRITY, "more than %d claims", CLAIMS_MOST);
    b->claims = arena_array(arena, json_count(list) + 1, sizeof(*b->claims));
    f->requests = arena_array(arena, json_count(list) + 1, sizeof(*f->requests));
    for (const struct json *j = json_first(list); j != NULL; j = json_next(j)) {
        struct claim *c = &b->claims[b->n_claims];
        *c = claim_unstated(NULL);
        int rc = json_need_string(j, "claim", "id", &c->id, err);
        if (rc < 0)
            return rc;
        for (size_t i = 0; i < b->n_claims; i++) {
            if (strcmp(b->claims[i].id, c->id) == 0)
                return err_set(err, ERR_INTEGRITY, "two claims are called %s", c->id);
        }
        b->n_claims++;
    }
    return 0;
}

/* ERR_INTEGRITY names claim and member; an unknown member is an error, because a misspelt one would
 * check nothing.  Texts are borrowed from root. */
static int claims_read(const struct json *root, const char *name, struct arena *arena,
                       struct claim_file *out, struct err *err)
{
    struct claim_file f = { .bundle = { .title = "", .alpha = 0.05 } };
    const char *format = NULL;
    const struct json *claims = NULL;
    int rc = json_need_string(root, name, "format", &format, err);
    if (rc == 0 && strcmp(format, CLAIMS_FORMAT) != 0)
        rc = err_set(err, ERR_INTEGRITY, "%s: format is \"%s\", not \"%s\"", name, format,
                     CLAIMS_FORMAT);
    if (rc == 0)
        rc = json_need_array(root, name, "claims", &claims, err);
    if (rc == 0)
        rc = read_tables(root, &f.bundle, arena, err);
    if (rc == 0)
        rc = read_ids(claims, &f, arena, err);
    if (rc < 0)
        return rc;
    json_string(json_get(root, "title"), &f.bundle.title);
    json_number(json_get(root, "alpha"), &f.bundle.alpha);
    if (!(f.bundle.alpha > 0.0) || !(f.bundle.alpha < 1.0))
        return err_set(err, ERR_INTEGRITY, "%s: alpha must be between 0 and 1", name);
    size_t at = 0;
    for (const struct json *j = json_first(claims); j != NULL; j = json_next(j)) {
        rc = read_claim(j, &f, at++, arena, err);
        if (rc < 0)
            return rc;
    }
    *out = f;
    return 0;
}

static const struct table_column columns[] = {
    { "claim", 0, COLUMN_TEXT, "id of the claim" },
    { "fault", 0, COLUMN_TEXT, "kind of fault" },
    { "published", 4, COLUMN_REAL, "as printed", "not printed" },
    { "recomputed", 4, COLUMN_REAL, "what follows", "no single number" },
    { "n", 0, COLUMN_INT, "as the claim states it", "not stated" },
    { "finding", 0, COLUMN_TEXT, "in words" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.audit/1",
    .rows = "faults of published claims",
    SHAPE_COLUMNS(columns),
    .formulas = { "every p-value under each engine and side the claim leaves open; a coefficient "
                  "over all values that round to the printed one: $t = r \\sqrt{\\mathit{df} / (1 "
                  "- r^2)}$",
                  "smallest $p$ of $n$ signs: $2^{1-n}$; over tasks when $n$ counts tasks x seeds",
                  "equivalent $K$ and curves: mean over tasks of $1 - (1 - \\mathrm{rate})^K$",
                  "flat trajectory: as analyze trajectory" },
    .references = { "docs/internals/claims.md", BOWYER, MILLER },
    .denominator = "as the claim states it; claims that differ are compared",
    .n = "column n: as the claim states it",
    .queries = { STUDY_QUERIES },
};

/* What the database can give. */
enum quantity_kind { QUANTITY_FAST, QUANTITY_CORRECT, QUANTITY_CURVE };

static const struct {
    const char *name;
    enum quantity_kind kind;
    enum scaling_metric metric;
} quantities[] = {
    { "fast_1", QUANTITY_FAST, SCALING_FAST },  { "correct", QUANTITY_CORRECT, SCALING_PASS },
    { "pass@k", QUANTITY_CURVE, SCALING_PASS }, { "fast_1@k", QUANTITY_CURVE, SCALING_FAST },
    { "best@k", QUANTITY_CURVE, SCALING_BEST },
};

/* Over tasks of the runs. */
static double correct_share(const struct run_set *set, int step)
{
    double sum = 0.0;
    size_t n = 0;
    for (size_t r = 0; r < set->n_runs; r++) {
        const struct study_run *run = &set->study->runs[set->runs[r]];
        for (size_t i = 0; i < run->n_cells; i++) {
            struct count k =
                study_count_correct(set->study, &set->study->cells[run->first_cell + i], step);
            if (k.n == 0)
                continue;
            sum += (double)k.c / (double)k.n;
            n++;
        }
    }
    return n == 0 ? (double)NAN : sum / (double)n;
}

static int ask(const struct table_input *in, struct db *db, const struct claim_request *q,
               struct claim *c, struct err *err)
{
    char **items = NULL;
    struct study s;
    struct scaling_point *points = NULL;
    size_t kind = 0;
    while (kind < ARRAY_LEN(quantities) && strcmp(quantities[kind].name, q->quantity) != 0)
        kind++;
    if (kind == ARRAY_LEN(quantities))
        return err_set(err, ERR_INTEGRITY,
                       "'%s' is not one of fast_1, correct, pass@k, fast_1@k, best@k", q->quantity);
    size_t n = str_split(in->arena, q->run, ',', &items);
    const char **names = arena_array(in->arena, n, sizeof(*names));
    for (size_t i = 0; i < n; i++)
        names[i] = items[i];
    int rc = load_study(db, names, n, in->arena, &s, err);
    if (rc < 0)
        return rc;
    struct run_set set = tables_all_runs(&s, in->arena);
    struct speed_rule rule = { 1.0, false, SPEED_MEAN };
    int step = q->step < 0 ? 0 : (int)q->step;
    switch (quantities[kind].kind) {
    case QUANTITY_FAST:
        c->stored = 0.0;
        for (size_t r = 0; r < set.n_runs; r++)
            c->stored += study_aggregate(set.study, set.runs[r], step, rule);
        c->stored /= (double)set.n_runs;
        break;
    case QUANTITY_CORRECT:
        c->stored = correct_share(&set, step);
        break;
    case QUANTITY_CURVE:
        rc = scaling_curve(
            &set,
            &(struct scaling_options){
                .k = &q->k, .n_k = 1, .step = step, .rule = rule, .level = 0.95, .replicates = 1 },
            in->arena, &points, &n, err);
        for (size_t i = 0; rc == 0 && i < n; i++)
            if (points[i].metric == quantities[kind].metric)
                c->stored = points[i].value;
        break;
    }
    c->stored_reason = arena_printf(in->arena, "%s of run %s, step %d, mean over its tasks",
                                    q->quantity, q->run, step);
    return rc;
}

static int ask_all(const struct table_input *in, struct claim_file *f, struct err *err)
{
    struct db *db CLEANUP(db_close_ptr) = NULL;
    if (!f->asks_database)
        return 0;
    const char *notes = NULL;
    int rc = joined_open(in->db_path, false, in->arena, &db, &notes, err);
    for (size_t i = 0; rc == 0 && i < f->bundle.n_claims; i++) {
        if (f->requests[i].run == NULL)
            continue;
        rc = ask(in, db, &f->requests[i], &f->bundle.claims[i], err);
        if (rc < 0)
            err_context(err, "claim %s", f->bundle.claims[i].id);
    }
    return rc;
}

static void note_faults(struct table *t, const struct claim_findings *f)
{
    size_t n_faults;
    const struct claim_fault *all = claim_fault_list(&n_faults);
    for (size_t i = 0; i < n_faults; i++) {
        size_t hits = 0;
        for (size_t k = 0; k < f->count; k++)
            hits += strcmp(f->items[k].fault, all[i].name) == 0;
        if (hits > 0)
            table_note(t, "%s (%zu): %s", all[i].name, hits, all[i].meaning);
    }
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    struct claim_file f = { 0 };
    struct claim_findings findings;
    struct table t;
    (void)options;
    struct json *root CLEANUP(json_free_ptr) = json_parse_file(in->argument, err);
    if (root == NULL)
        return err->code;
    int rc = claims_read(root, in->argument, in->arena, &f, err);
    if (rc == 0)
        rc = ask_all(in, &f, err);
    if (rc < 0)
        return rc;
    claims_audit(&f.bundle, in->arena, &findings);
    table_begin(&t, in->arena, &shape);
    for (size_t i = 0; i < findings.count; i++) {
        struct cell *c = table_row(&t);
        *c++ = cell_text(&t, findings.items[i].where);
        *c++ = cell_text(&t, findings.items[i].fault);
        *c++ = tables_real(&t, findings.items[i].published, "not printed");
        *c++ = tables_real(&t, findings.items[i].recomputed, "no single number");
        *c++ = findings.items[i].n == 0 ? cell_na(&t, "not stated") : cell_int(findings.items[i].n);
        *c++ = cell_text(&t, findings.items[i].text);
    }
    table_reading(&t, "%zu claims and %zu tables looked at, %zu findings, alpha %g",
                  f.bundle.n_claims, f.bundle.n_tables, findings.count, f.bundle.alpha);
    note_faults(&t, &findings);
    table_note(&t, "a claim is recomputed as far as its printed digits and facts allow; a claim "
                   "without findings is not thereby proved");
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_EXPLAIN_OPTION,
};

const struct table_kind table_claims = {
    .command = "claims",
    .summary = "published claims recomputed: p-values, shares, intervals, tables",
    .usage = "rollbook claims BUNDLE.json [--explain]",
    .examples = "  rollbook claims tests/fixtures/claims/study.json\n  rollbook claims claims.json "
                "--db study.db --json\n",
    .shapes = { &shape },
    .takes_argument = true,
    .opens_database = true,
    .options = { option_rows, ARRAY_LEN(option_rows) },
    .make = make,
    .is_findings = true,
};
