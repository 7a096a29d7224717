#include "analysis/tables/compare/table_declaration.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/compare_methods.h"
#include "analysis/from_store/load_runs.h"
#include "analysis/tables/shape_words.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/declaration/declaration.h"
#include "src/json/json.h"

enum declaration_column {
    COL_ITEM,
    COL_METHOD,
    COL_DECLARED,
    COL_DONE,
    COL_DEPARTURE,
    COL_VALUE,
    COL_LOW,
    COL_HIGH,
    COL_INTERVAL,
    COL_P_HOLM,
    COL_N,
    COL_COUNT
};

static const struct table_column columns[] = {
    { "item", 0, COLUMN_TEXT, "the declared item" },
    { "method", 0, COLUMN_TEXT, "of which method", "of the whole study" },
    { "declared", 0, COLUMN_TEXT, "the declaration in force", "nothing was declared" },
    { "done", 0, COLUMN_TEXT, "the stored runs", "no run" },
    { "departure", 0, COLUMN_BOOL, "whether the two differ" },
    { "value", 4, COLUMN_REAL, "difference of two methods", "no value" },
    INTERVAL_COLUMNS_OF("", "", "no value", INTERVAL_WORDS "|hierarchical-posterior"),
    { "p_holm", 4, COLUMN_REAL, "over all pairs of the declared methods", "no value" },
    { "n", 0, COLUMN_INT, "tasks", "no value" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.declaration/1",
    .rows = "declaration and stored runs compared, with every departure",
    SHAPE_COLUMNS(columns),
    .formulas = { "a departure: seeds, tasks, budget or methods that differ from the version in "
                  "force, runs that do not refer to it, amendments after the first run began, more "
                  "looks",
                  "difference and p_holm as in compare.methods, at the declared estimand, rule and "
                  "budget; level of a look: $\\alpha / \\text{looks}$" },
    .references = { "Nosek et al. 2018, The preregistration revolution, PNAS 115",
                    "Holm 1979, A simple sequentially rejective multiple test procedure, "
                    "Scandinavian Journal of Statistics 6" },
    .denominator = "tasks of which every method has a value",
    .n = "column n: tasks of a difference",
    .queries = { "load_declarations", "load_declared_runs", STUDY_QUERIES },
};

static const char no_value[] = "no value";
static const char no_run[] = "no run yet";

struct held_study {
    struct table *t;
    const struct table_declaration_options *o;
    struct declared rows;
    struct study_declaration first; /* version 1 */
    struct study_declaration now;   /* the version that stands */
    const struct study *study;
    struct run_groups groups; /* a declared method with runs */
    int64_t look;
    bool taken;             /* this look is about to be stored */
    struct json *statistic; /* array */
    int64_t n_rejected;
};

static struct cell *add_row(struct held_study *h, const char *item, const char *method,
                            const char *declared, const char *done, bool departure)
{
    struct table *t = h->t;
    struct cell *c = table_row(t);
    c[COL_ITEM] = cell_text(t, item);
    c[COL_METHOD] = method == NULL ? cell_na(t, "of the whole study") : cell_text(t, method);
    c[COL_DECLARED] = declared == NULL ? cell_na(t, "nothing") : cell_text(t, declared);
    c[COL_DONE] = done == NULL ? cell_na(t, no_run) : cell_text(t, done);
    c[COL_DEPARTURE] = cell_bool(departure);
    c[COL_VALUE] = c[COL_LOW] = c[COL_HIGH] = c[COL_INTERVAL] = c[COL_P_HOLM] = c[COL_N] =
        cell_na(t, no_value);
    return c;
}

static const char *append(struct arena *a, const char *text, const char *item)
{
    return *text == '\0' ? arena_strdup(a, item) : arena_printf(a, "%s, %s", text, item);
}

/* Times are of seconds, so a run that began within the second of an amendment is told by the
 * version that it began under. */
static bool is_late(const struct held_study *h, const struct declared_version *v)
{
    for (size_t i = 0; i < h->rows.n_runs; i++) {
        const struct declared_run *r = &h->rows.runs[i];
        if (strcmp(v->declared_at, r->started_at) > 0 ||
            (r->attached_at == NULL && r->version < v->version))
            return true;
    }
    return false;
}

static void put_versions(struct held_study *h)
{
    struct arena *a = h->t->arena;
    struct study_declaration before = h->first;
    for (size_t i = 1; i < h->rows.n_versions; i++) {
        const struct declared_version *v = &h->rows.versions[i];
        struct study_declaration d;
        struct err ignored = { 0 };
        if (declaration_parse("declaration", v->content, strlen(v->content), a, &d, &ignored) < 0)
            continue;
        bool late = is_late(h, v);
        add_row(h, "amendment", NULL, arena_printf(a, "version %lld", (long long)v->version),
                arena_printf(a, "%s changed %s, %s a run began: %s", v->declared_at,
                             declaration_changes(&before, &d, a), late ? "AFTER" : "before",
                             v->why),
                late);
        before = d;
    }
}

static void put_looks(struct held_study *h)
{
    struct arena *a = h->t->arena;
    int64_t anytime = 0; /* the last of the stored ones is this, or before it */
    for (size_t i = 0; i < h->rows.n_looks; i++)
        anytime += h->rows.looks[i].is_anytime && h->rows.looks[i].number <= h->look;
    add_row(h, "looks", NULL,
            arena_printf(a, "%lld, each at %.4g", (long long)h->now.looks,
                         h->now.alpha / (double)h->now.looks),
            anytime == 0 ? arena_printf(a, "this is look %lld", (long long)h->look)
                         : arena_printf(a, "this is look %lld; %lld looks at e-values cost nothing",
                                        (long long)h->look, (long long)anytime),
            h->look - anytime > h->now.looks);
    for (size_t i = 0; i < h->rows.n_looks; i++) {
        const struct declared_look *l = &h->rows.looks[i];
        struct cell *c = add_row(
            h, "look", NULL,
            l->is_anytime
                ? arena_printf(a, "any number of e-values, at %.4g", l->alpha_spent)
                : arena_printf(a, "%lld at most, at %.4g", (long long)l->allowed, l->alpha_spent),
            arena_printf(a, "look %lld, %s, version %lld: %lld of %lld nulls rejected; data %.12s",
                         (long long)l->number, l->taken_at, (long long)l->version,
                         (long long)l->n_rejected, (long long)l->n_pairs, l->data_sha256),
            !l->is_anytime && l->number - anytime > l->allowed);
        c[COL_N] = cell_int(l->n_rollouts);
    }
    add_row(h, "stopping", NULL, h->now.stopping, h->look < h->now.looks ? "interim" : "final",
            false);
}

static void put_seeds(struct held_study *h, const char *method, const struct run_group *g)
{
    struct arena *a = h->t->arena;
    const char *wanted = "";
    const char *done = "";
    bool departs = false;
    for (size_t i = 0; i < h->now.n_seeds; i++) {
        bool found = false;
        wanted = append(a, wanted, arena_printf(a, "%lld", (long long)h->now.seeds[i]));
        for (size_t r = 0; g != NULL && r < g->set.n_runs; r++) {
            const struct study_run *run = &h->study->runs[g->set.runs[r]];
            found = found || (run->has_seed && run->seed == h->now.seeds[i]);
        }
        departs = departs || !found;
    }
    for (size_t r = 0; g != NULL && r < g->set.n_runs; r++) {
        const struct study_run *run = &h->study->runs[g->set.runs[r]];
        bool found = false;
        for (size_t i = 0; i < h->now.n_seeds; i++)
            found = found || (run->has_seed && run->seed == h->now.seeds[i]);
        departs = departs || !found;
        done = append(a, done,
                      run->has_seed ? arena_printf(a, "%lld", (long long)run->seed) : "no seed");
    }
    add_row(h, "seeds", method, wanted, g == NULL ? NULL : done, departs);
}

static bool is_declared_task(const struct study_declaration *d, const char *task)
{
    for (size_t i = 0; i < d->n_tasks; i++) {
        if (strcmp(d->tasks[i], task) == 0)
            return true;
    }
    return false;
}

static void put_tasks(struct held_study *h, const char *method, const struct run_group *g)
{
    struct arena *a = h->t->arena;
    const char *missing = "";
    const char *extra = "";
    size_t n = 0;
    for (size_t i = 0; i < h->now.n_tasks; i++) {
        size_t runs = 0;
        for (size_t t = 0; t < h->study->n_tasks; t++) {
            if (strcmp(h->study->tasks[t].task, h->now.tasks[i]) != 0)
                continue;
            for (size_t r = 0; r < g->set.n_runs; r++)
                runs += study_cell_find(h->study, g->set.runs[r], t) != NULL;
        }
        n += runs == g->set.n_runs;
        if (runs < g->set.n_runs)
            missing = append(a, missing, h->now.tasks[i]);
    }
    for (size_t t = 0; t < h->study->n_tasks; t++) {
        bool taken = false;
        for (size_t r = 0; r < g->set.n_runs; r++)
            taken = taken || study_cell_find(h->study, g->set.runs[r], t) != NULL;
        if (taken && !is_declared_task(&h->now, h->study->tasks[t].task))
            extra = append(a, extra, h->study->tasks[t].task);
    }
    add_row(h, "tasks", method, arena_printf(a, "%zu", h->now.n_tasks),
            arena_printf(a, "%zu of them by every run%s%s%s%s", n,
                         *missing == '\0' ? "" : "; not by every run: ", missing,
                         *extra == '\0' ? "" : "; not declared: ", extra),
            *missing != '\0' || *extra != '\0');
}

static void put_budget(struct held_study *h, const char *method, const struct run_group *g)
{
    struct arena *a = h->t->arena;
    size_t least = SIZE_MAX;
    size_t most = 0;
    size_t missing = 0;
    for (size_t r = 0; r < g->set.n_runs; r++) {
        const struct study_run *run = &h->study->runs[g->set.runs[r]];
        for (size_t c = run->first_cell; c < run->first_cell + run->n_cells; c++) {
            size_t n = h->study->cells[c].count + h->study->cells[c].n_unscored;
            least = n < least ? n : least;
            most = n > most ? n : most;
            missing += study_count_missing(h->study, &h->study->cells[c]);
        }
    }
    least = least == SIZE_MAX ? 0 : least;
    /* Cells of a sweep over K or steps have more, all alike; they are compared at the budget. */
    size_t budget = (size_t)h->now.budget;
    size_t allowed = h->now.sweep.run != NULL && least > budget ? least : budget;
    add_row(
        h, "budget", method, arena_printf(a, "%lld", (long long)h->now.budget),
        arena_printf(a, "%zu to %zu rollouts per task and run, %zu missing", least, most, missing),
        least != allowed || most != allowed);
}

/* The run as it refers to the declaration, or NULL. */
static const struct declared_run *reference(const struct held_study *h, const char *run)
{
    for (size_t i = 0; i < h->rows.n_runs; i++) {
        if (strcmp(h->rows.runs[i].run, run) == 0)
            return &h->rows.runs[i];
    }
    return NULL;
}

static void put_reference(struct held_study *h, const char *method, const struct run_group *g)
{
    struct arena *a = h->t->arena;
    const char *others = "";
    const char *attached = "";
    const char *earlier = "";
    for (size_t r = 0; r < g->set.n_runs; r++) {
        const char *name = h->study->runs[g->set.runs[r]].name;
        const struct declared_run *run = reference(h, name);
        if (run == NULL)
            others = append(a, others, name);
        else if (run->attached_at != NULL && strcmp(run->started_at, run->declared_at) < 0)
            earlier = append(a, earlier, name);
        else if (run->attached_at != NULL)
            attached = append(a, attached, name);
    }
    const char *done = *others == '\0' ? "" : arena_printf(a, "not said by %s", others);
    if (*earlier != '\0')
        done = append(a, done, arena_printf(a, "stored before it was declared: %s", earlier));
    if (*attached != '\0')
        done = append(a, done,
                      arena_printf(a, "attached, when it was made is not known: %s", attached));
    add_row(h, "declared before the run", method, "every run", *done == '\0' ? "every run" : done,
            *others != '\0' || *earlier != '\0');
}

static void put_methods(struct held_study *h)
{
    for (size_t m = 0; m < h->now.n_methods; m++) {
        const char *method = h->now.methods[m];
        const struct run_group *g = NULL;
        for (size_t i = 0; i < h->groups.n; i++) {
            if (strcmp(h->groups.items[i].name, method) == 0)
                g = &h->groups.items[i];
        }
        put_seeds(h, method, g);
        if (g == NULL)
            continue;
        put_tasks(h, method, g);
        put_budget(h, method, g);
        put_reference(h, method, g);
    }
    for (size_t i = 0; i < h->groups.n; i++) {
        bool declared = false;
        for (size_t m = 0; m < h->now.n_methods; m++)
            declared = declared || strcmp(h->groups.items[i].name, h->now.methods[m]) == 0;
        if (!declared)
            add_row(h, "method", h->groups.items[i].name, NULL, "compared", true);
    }
}

void look_add_known(struct json *o, const char *key, double v)
{
    if (isfinite(v))
        json_add_number(o, key, v);
}

static void put_pair(struct held_study *h, const struct methods_result *r,
                     const struct method_pair *p)
{
    struct table *t = h->t;
    double level = h->now.alpha / (double)h->now.looks;
    /* Of new runs where these can say something of others. */
    bool new_runs = !isnan(p->p_holm);
    double p_holm = new_runs ? p->p_holm : p->p_holm_these_runs;
    struct interval ci = new_runs ? p->ci : p->ci_these_runs;
    bool known = !isnan(p_holm);
    const char *about = new_runs ? "for new runs" : "for these runs; UNDECIDED for new runs";
    struct cell *c = add_row(
        h, "difference",
        arena_printf(t->arena, "%s - %s", h->groups.items[p->b].name, h->groups.items[p->a].name),
        arena_printf(t->arena, "%s, p_holm at %.4g", declaration_estimands[h->now.estimand], level),
        !known ? "no task of which every method has a value"
               : arena_printf(t->arena, "the null of no difference is %srejected, %s",
                              p_holm <= level ? "" : "not ", about),
        false);
    c[COL_VALUE] = tables_real(t, p->difference, no_value);
    tables_put_interval(t, &c[COL_LOW], ci, isnan(ci.low) ? INTERVAL_NONE : INTERVAL_STUDENT,
                        "fewer than two tasks, or all alike");
    c[COL_P_HOLM] = tables_real(t, p_holm, no_value);
    c[COL_N] = cell_int((int64_t)r->n_tasks);
    struct json *o = json_add_object(h->statistic, NULL);
    json_add_string(o, "method", h->groups.items[p->b].name);
    json_add_string(o, "against", h->groups.items[p->a].name);
    look_add_known(o, "difference", p->difference);
    look_add_known(o, "ci_low", ci.low);
    look_add_known(o, "ci_high", ci.high);
    look_add_known(o, "p_holm", p_holm);
    json_add_string(o, "runs", new_runs ? "new" : "these");
    json_add_int(o, "n_tasks", (int64_t)r->n_tasks);
    h->n_rejected += known && p_holm <= level;
}

static void put_test(struct held_study *h, const struct resampling *resample)
{
    struct methods_compared c;
    struct err why = { 0 };
    struct methods_options how = { .rule = { h->now.threshold, h->now.ge, SPEED_MEAN },
                                   .level = 1.0 - h->now.alpha / (double)h->now.looks,
                                   .seed = resample->seed,
                                   .threads = resample->threads,
                                   .budget = h->now.budget,
                                   .no_model = true,
                                   .primary = (enum compare_estimand)h->now.estimand };
    int rc = compare_methods(&h->groups, &how, h->t->arena, &c, &why);
    if (rc == ERR_NODATA && h->groups.n > 1) {
        how.budget = 0;
        rc = compare_methods(&h->groups, &how, h->t->arena, &c, &why);
    }
    if (rc < 0) {
        add_row(h, "difference", NULL, declaration_estimands[h->now.estimand], why.msg, false);
        return;
    }
    add_row(h, "common budget", NULL, arena_printf(h->t->arena, "%lld", (long long)h->now.budget),
            arena_printf(h->t->arena, "%lld", (long long)c.budget), c.budget != h->now.budget);
    const struct methods_result *r = &c.results[h->now.estimand];
    for (size_t i = 0; i < r->n_pairs; i++)
        put_pair(h, r, &r->pairs[i]);
}

/* For run_groups_read. */
static const char *quoted(struct arena *a, const char *name)
{
    const char *list[] = { name };
    const char *text = str_join_names(a, list, 1);
    char *out = arena_alloc(a, 2 * strlen(text) + 1);
    char *to = out;
    for (; *text != '\0'; text++) {
        if (*text == '=')
            *to++ = '\\';
        *to++ = *text;
    }
    return out;
}

/* "base=b1,b2,ttt=t1" of referring runs, and the number of methods. */
static const char *methods_text(const struct held_study *h, struct arena *a, size_t *out_n)
{
    const char *text = "";
    *out_n = 0;
    for (size_t m = 0; m < h->now.n_methods; m++) {
        const char *list = "";
        for (size_t i = 0; i < h->rows.n_runs; i++) {
            if (strcmp(h->rows.runs[i].method, h->now.methods[m]) == 0)
                list = append(a, list, quoted(a, h->rows.runs[i].run));
        }
        if (*list == '\0')
            continue;
        text = append(a, text, arena_printf(a, "%s=%s", quoted(a, h->now.methods[m]), list));
        (*out_n)++;
    }
    return text;
}

static int load_groups(const struct table_input *in, struct held_study *h, struct err *err)
{
    size_t n_methods = 0;
    size_t n = 0;
    const char *const *names = NULL;
    const char *text = h->o->methods;
    if (text == NULL)
        text = methods_text(h, in->arena, &n_methods);
    if (h->o->methods == NULL && n_methods < 2)
        return err_set(err, ERR_NODATA,
                       "declaration '%s': fewer than two of its methods have runs that refer to it "
                       "(run ... --declaration); --methods names others",
                       h->o->name);
    int rc = run_groups_read(text, in->arena, &names, &n, err);
    if (rc == 0)
        rc = tables_load_against(in, names, n, &h->study, err);
    if (rc == 0)
        rc = run_groups_named(text, h->study, in->arena, &h->groups, err);
    return rc == 0 ? tables_need_all_speedups(h->study, err) : rc;
}

static int parse_version(const struct held_study *h, size_t i, struct arena *a,
                         struct study_declaration *out, struct err *err)
{
    const char *text = h->rows.versions[i].content;
    return declaration_parse(h->o->name, text, strlen(text), a, out, err);
}

/* Which look this is: asked for; else the next one, the last that was stored, or the last declared
 * one. */
static int64_t number_of(const struct held_study *h)
{
    if (h->o->look > 0)
        return h->o->look;
    int64_t last = h->rows.n_looks == 0 ? 0 : h->rows.looks[h->rows.n_looks - 1].number;
    if (h->taken)
        return last + 1;
    return last > 0 ? last : h->now.looks;
}

const char *look_text(const struct json *o, struct arena *a)
{
    struct buf text = { 0 };
    json_print(o, true, &text);
    const char *copy = arena_strdup(a, buf_text(&text));
    buf_release(&text);
    return copy;
}

static void put_look(const struct held_study *h, struct arena *a, struct declaration_look *out)
{
    struct json *runs CLEANUP(json_free_ptr) = json_new_object();
    for (size_t m = 0; m < h->groups.n; m++) {
        const struct run_set *set = &h->groups.items[m].set;
        struct json *list = json_add_array(runs, h->groups.items[m].name);
        for (size_t i = 0; i < set->n_runs; i++)
            json_add_string(list, NULL, h->study->runs[set->runs[i]].name);
    }
    *out = (struct declaration_look){ .number = h->look,
                                      .runs = look_text(runs, a),
                                      .n_rollouts = (int64_t)h->study->n_rollouts,
                                      .alpha = h->now.alpha / (double)h->now.looks,
                                      .statistic = look_text(h->statistic, a),
                                      .n_rejected = h->n_rejected };
    study_hash(h->study, out->data_sha256);
}

/* look: NULL when none is taken. */
static int fill(const struct table_input *in, const struct table_declaration_options *options,
                struct table *out, struct declaration_look *look, struct err *err)
{
    struct table t;
    struct resampling resample;
    struct json *statistic CLEANUP(json_free_ptr) = json_new_array();
    struct held_study h = { .t = &t, .o = options, .taken = look != NULL, .statistic = statistic };
    if (h.o->name == NULL)
        return err_set(err, ERR_USAGE,
                       "--name NAME of a declaration is needed; rollbook sql \"SELECT name FROM "
                       "v_declaration\" lists them");
    if (h.o->look < 0)
        return err_set(err, ERR_USAGE, "--look counts from 1");
    int rc = tables_resampling(&h.o->resample, &resample, err);
    if (rc == 0)
        rc = load_declaration(in->db, h.o->name, in->arena, &h.rows, err);
    if (rc == 0)
        rc = parse_version(&h, 0, in->arena, &h.first, err);
    if (rc == 0)
        rc = parse_version(&h, h.rows.n_versions - 1, in->arena, &h.now, err);
    if (rc == 0)
        rc = load_groups(in, &h, err);
    if (rc < 0)
        return rc;
    h.look = number_of(&h);
    table_begin(&t, in->arena, &shape);
    put_versions(&h);
    put_looks(&h);
    put_methods(&h);
    put_test(&h, &resample);
    size_t departures = 0;
    for (size_t i = 0; i < t.n_rows; i++)
        departures += t.cells[i * t.n_columns + COL_DEPARTURE].i != 0;
    table_reading(
        &t, "declaration %s, first declared %s (sha256 %s); version %lld stands; %zu departures",
        h.o->name, h.rows.versions[0].declared_at, h.rows.versions[0].sha256,
        (long long)h.rows.versions[h.rows.n_versions - 1].version, departures);
    table_note(&t,
               "difference: over the tasks of which every method has a value. interval: %.4g %%, "
               "and p_holm over all pairs of the declared methods: of Student's t, tasks and runs "
               "crossed, for new runs; where a method has one run, of Student's t and sign flips "
               "over tasks, only for these runs",
               100.0 * (1.0 - h.now.alpha / (double)h.now.looks));
    table_note(&t, "departure: the stored runs differ from the declaration in force. An amendment "
                   "is a departure if it came after the first run began. looks: stored by "
                   "'rollbook declare look' (n: rollouts); --look names the present look");
    tables_note_rule(&t, (struct speed_rule){ h.now.threshold, h.now.ge, SPEED_MEAN });
    tables_note_few(&t, h.now.n_tasks);
    tables_note_runs(&t, h.study);
    if (look != NULL)
        put_look(&h, in->arena, look);
    *out = t;
    return 0;
}

int table_declaration_look(const struct table_input *in, const struct table_declaration_options *o,
                           struct table *out, struct declaration_look *look, struct err *err)
{
    if (o->look != 0)
        return err_set(err, ERR_USAGE, "looks that are stored count themselves: no --look");
    return fill(in, o, out, look, err);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    return fill(in, options, out, NULL, err);
}

static const struct option option_rows[] = {
    OPTION(struct table_declaration_options, name, "name", "NAME", "the declaration"),
    TABLE_EXPLAIN_OPTION,
    OPTION(struct table_declaration_options, methods, "methods", "NAME=RUN,...",
           "runs of the methods (default: the runs that refer to the declaration)",
           .repeats = true),
    OPTION(struct table_declaration_options, look, "look", "N",
           "which look at the data this is (default: the last)"),
    TABLE_BASELINE_OPTIONS,
    TABLE_RESAMPLE_OPTIONS(struct table_declaration_options),
};

const struct table_kind table_declaration = {
    .command = "analyze declaration",
    .summary = "compare a study's declaration with its runs; every departure is a row",
    .usage = "rollbook analyze declaration --name NAME [--methods NAME=RUN,...] [--look N]",
    .examples = "  rollbook analyze declaration --name ttt-study\n  rollbook analyze declaration "
                "--name ttt-study --look 1 --json\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_declaration_options){ STANDARD_declaration },
                 sizeof(struct table_declaration_options) },
    .make = make,
};
