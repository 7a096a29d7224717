#include "analysis/tables/compare/table_claims.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/scaling.h"
#include "analysis/from_store/load_study.h"
#include "analysis/tables/compare/claims_read.h"
#include "analysis/tables/shape_words.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/json/json.h"
#include "src/store/db.h"
#include "src/store/joined.h"

enum claim_column {
    COL_WHERE,
    COL_FAULT,
    COL_PUBLISHED,
    COL_RECOMPUTED,
    COL_N,
    COL_TEXT,
    COL_COUNT
};

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
                  "over all "
                  "values that round to the printed one: $t = r \\sqrt{\\mathit{df} / (1 - r^2)}$",
                  "smallest $p$ of $n$ signs: $2^{1-n}$; over tasks when $n$ counts tasks x seeds",
                  "equivalent $K$ and curves: mean over tasks of $1 - (1 - \\mathrm{rate})^K$",
                  "flat trajectory: as analyze trajectory" },
    .references = { "docs/claims.md", BOWYER, MILLER },
    .denominator = "as the claim states it; claims that differ are set beside each other",
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

static double fast_share(const struct run_set *set, int step, struct speed_rule rule)
{
    double sum = 0.0;
    for (size_t r = 0; r < set->n_runs; r++)
        sum += study_aggregate(set->study, set->runs[r], step, rule);
    return sum / (double)set->n_runs;
}

static int curve_value(const struct run_set *set, const struct claim_request *q, int step,
                       struct speed_rule rule, enum scaling_metric metric, struct arena *arena,
                       double *out, struct err *err)
{
    struct scaling_options o = {
        .k = &q->k, .n_k = 1, .step = step, .rule = rule, .level = 0.95, .replicates = 1
    };
    struct scaling_point *points = NULL;
    size_t n = 0;
    int rc = scaling_curve(set, &o, arena, &points, &n, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        if (points[i].metric == metric)
            *out = points[i].value;
    }
    return rc;
}

static int ask(const struct table_input *in, struct db *db, const struct claim_request *q,
               struct claim *c, struct err *err)
{
    char **items = NULL;
    struct study s;
    size_t kind = 0;
    while (kind < ARRAY_LEN(quantities) && strcmp(quantities[kind].name, q->quantity) != 0)
        kind++;
    if (kind == ARRAY_LEN(quantities))
        return err_set(err, ERR_INTEGRITY,
                       "'%s' is none of fast_1, correct, pass@k, fast_1@k, best@k", q->quantity);
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
        c->stored = fast_share(&set, step, rule);
        break;
    case QUANTITY_CORRECT:
        c->stored = correct_share(&set, step);
        break;
    case QUANTITY_CURVE:
        rc = curve_value(&set, q, step, rule, quantities[kind].metric, in->arena, &c->stored, err);
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

static void put_finding(struct table *t, const struct claim_finding *f)
{
    struct cell *c = table_row(t);
    c[COL_WHERE] = cell_text(t, f->where);
    c[COL_FAULT] = cell_text(t, f->fault);
    c[COL_PUBLISHED] = tables_real(t, f->published, "not printed");
    c[COL_RECOMPUTED] = tables_real(t, f->recomputed, "no single number");
    c[COL_N] = f->n == 0 ? cell_na(t, "not stated") : cell_int(f->n);
    c[COL_TEXT] = cell_text(t, f->text);
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
    for (size_t i = 0; i < findings.count; i++)
        put_finding(&t, &findings.items[i]);
    table_note(&t, "%zu claims and %zu tables looked at, %zu findings, alpha %g", f.bundle.n_claims,
               f.bundle.n_tables, findings.count, f.bundle.alpha);
    note_faults(&t, &findings);
    table_note(&t, "a claim is recomputed as far as its printed digits and the facts beside it go; "
                   "no finding is no proof");
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
    .examples = "  rollbook claims tests/fixtures/claims/study.json\n"
                "  rollbook claims claims.json --db study.db --json\n",
    .shapes = { &shape },
    .takes_argument = true,
    .opens_database = true,
    .options = { option_rows, ARRAY_LEN(option_rows) },
    .make = make,
    .is_findings = true,
};
