#include "analysis/tables/table_checker.h"

#include <string.h>

#include "analysis/from_store/load_mutants.h"
#include "analysis/tables/shape_words.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/store.h"

#define NO_MUTANT "no mutant is known to differ: rule draws has to try them too"
#define NOT_BY    "counted by planted bug, not by check"
#define KB_RULE   "kernelbench"

static const struct table_column kill_columns[] = {
    { "group", 0, COLUMN_TEXT, "the group that --by names" },
    { "checker", 0, COLUMN_TEXT, "mode fast or full of this program, or the rule kernelbench" },
    { "planted", 0, COLUMN_INT, "kernels with one planted bug each", NOT_BY },
    { "unbuilt", 0, COLUMN_INT, "of planted, mutants that did not compile", NOT_BY },
    { "unknown", 0, COLUMN_INT,
      "of planted, those without a verdict here or by rule draws, or whose right kernel was "
      "refused",
      NOT_BY },
    { "same", 0, COLUMN_INT,
      "of planted, mutants that no check distinguished from the correct kernel", NOT_BY },
    { "differ", 0, COLUMN_INT,
      "of planted, mutants that some check distinguished from the correct kernel" },
    { "larger_only", 0, COLUMN_INT,
      "of differ, mutants found only at sizes larger than evaluated, or at KernelBench's sizes",
      NOT_BY },
    { "killed", 0, COLUMN_INT, "of differ, mutants that the checker refused" },
    { "share", 4, COLUMN_REAL, "killed / differ", NO_MUTANT },
    INTERVAL_COLUMNS("", "", NO_MUTANT),
    { "share_at_sizes", 4, COLUMN_REAL, "killed / (differ - larger_only)", NO_MUTANT },
};

static const struct table_shape kill_shape = {
    .schema = "rollbook.analyze.checker/1",
    .rows = "how many planted bugs each checker finds",
    SHAPE_COLUMNS(kill_columns),
    .formulas = { "share $= \\frac{\\mathrm{killed}}{\\mathrm{differ}}$; a planted bug differs "
                  "when "
                  "some checker refused it: mode fast, mode full, KernelBench's rule, or 20 draws "
                  "at "
                  "the tiny sizes, 8 at the case's and 2 at each of up to 14 others (rule draws)",
                  "Clopper-Pearson interval, mutants taken as independent" },
    .references = { BROWN },
    .denominator = "column differ: mutants that some check distinguished from the correct kernel",
    .n = "column differ",
    .queries = { "load_mutants" },
};

static const struct table_column survivor_columns[] = {
    { "task", 0, COLUMN_TEXT, "short name of the task" },
    { "sample", 0, COLUMN_INT, "index of the sample in the run" },
    { "checker", 0, COLUMN_TEXT, "who let it pass" },
    { "bug", 0, COLUMN_TEXT, "class of the planted bug" },
    { "planted", 0, COLUMN_TEXT, "the planted bug" },
    { "told_by", 0, COLUMN_TEXT, "the check that found it, and how" },
    { "difference", 0, COLUMN_TEXT, "lines that differ from the right kernel's (unified)",
      "the right kernel is not stored" },
    { "rollout_id", 0, COLUMN_INT, "key of the rollout" },
};

static const struct table_shape survivor_shape = {
    .schema = "rollbook.analyze.checker.survivors/1",
    .asked = "--survivors",
    .rows = "planted bugs that a checker let pass",
    SHAPE_COLUMNS(survivor_columns),
    .as = &kill_shape,
};

static void put_tally(struct table *t, const struct mutant_tally *x, const struct mutant_tally *all,
                      enum mutant_group by, double level)
{
    bool by_check = by == MUTANTS_BY_CHECK;
    int64_t differ = by_check ? all->differ : x->differ, at_sizes = x->differ - x->larger;
    const int64_t counts[] = { x->planted, x->unbuilt, x->unknown, x->same };
    struct cell *c = table_row(t);
    *c++ = cell_text(t, x->group);
    *c++ = cell_text(t, x->checker);
    for (size_t i = 0; i < ARRAY_LEN(counts); i++)
        *c++ = by_check ? cell_na(t, NOT_BY) : cell_int(counts[i]);
    *c++ = cell_int(differ);
    *c++ = by_check ? cell_na(t, NOT_BY) : cell_int(x->larger);
    *c++ = cell_int(x->killed);
    *c++ = differ == 0 ? cell_na(t, NO_MUTANT) : cell_real((double)x->killed / (double)differ);
    c = tables_put_interval(t, c, stat_interval_clopper_pearson(x->killed, differ, level),
                            differ == 0 ? INTERVAL_NONE : INTERVAL_CLOPPER_PEARSON, NO_MUTANT);
    *c++ = by_check || at_sizes == 0 ? cell_na(t, NO_MUTANT)
                                     : cell_real((double)x->killed / (double)at_sizes);
}

static const struct mutant_tally *whole_of(const struct mutant_tally *all, size_t n,
                                           const char *checker)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].checker, checker) == 0)
            return &all[i];
    return NULL;
}

static void note_controls(struct table *t, const struct mutant_tally *whole, size_t n)
{
    struct buf text = { 0 };
    int64_t unknown = 0;
    for (size_t i = 0; i < n; i++) {
        buf_printf(&text, "%s%lld of %lld by %s", i == 0 ? "" : ", ",
                   (long long)(whole[i].controls - whole[i].controls_refused),
                   (long long)whole[i].controls, whole[i].checker);
        unknown += whole[i].unknown;
    }
    table_reading(t, "right kernels as they are that were accepted: %s%s", buf_text(&text),
                  unknown == 0 ? ""
                               : arena_printf(t->arena,
                                              "; %lld verdicts about mutants are missing, or the "
                                              "right kernel was refused as well",
                                              (long long)unknown));
    buf_release(&text);
}

static void make_kills(const struct table_checker_options *o, const struct mutant_verdict *all,
                       size_t n, struct table *t)
{
    struct mutant_tally *rows, *whole;
    size_t n_whole = mutants_tally(all, n, MUTANTS_ALL, t->arena, &whole);
    size_t n_rows = mutants_tally(all, n, o->by, t->arena, &rows);
    for (size_t i = 0; i < n_rows; i++)
        put_tally(t, &rows[i], whole_of(whole, n_whole, rows[i].checker), o->by, o->level);
    for (size_t i = 0; i < n_whole && o->by != MUTANTS_ALL && o->by != MUTANTS_BY_CHECK; i++)
        put_tally(t, &whole[i], &whole[i], o->by, o->level);
    table_reading(t,
                  "share: killed / differ. interval: %g %% Clopper-Pearson, mutants taken as "
                  "independent. same: in no denominator",
                  100.0 * o->level);
    note_controls(t, whole, n_whole);
}

/* The text of the right kernel that a mutant came of, from the same rows. */
static const char *parent_text(const struct table_input *in, const struct mutant_verdict *all,
                               size_t n, const struct mutant_verdict *of, struct err *err)
{
    const char *name = mutant_parent(of, in->arena);
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) text = { 0 };
        if (!all[i].is_control || strcmp(all[i].task, of->task) != 0 ||
            strcmp(mutant_parent(&all[i], in->arena), name) != 0)
            continue;
        if (store_get_blob(in->db, all[i].code_blob_id, &text, err) < 0)
            return NULL;
        return arena_strdup(in->arena, buf_text(&text));
    }
    return NULL;
}

static bool is_same(const struct mutant_verdict *x, const struct mutant_verdict *y)
{
    return strcmp(x->task, y->task) == 0 && strcmp(x->code, y->code) == 0;
}

/* Who refused the same mutant; draws first, whose message says most. */
static const char *told_by(const struct mutant_verdict *all, size_t n,
                           const struct mutant_verdict *of, struct arena *a)
{
    const struct mutant_verdict *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (all[i].fate == FATE_KILLED && is_same(&all[i], of) &&
            (best == NULL || strcmp(all[i].checker, CHECKER_DRAWS) == 0))
            best = &all[i];
    return best == NULL ? ""
                        : arena_printf(a, "%s: %s", best->checker,
                                       best->message == NULL ? best->check : best->message);
}

static bool is_wanted(const struct table_checker_options *o, const struct mutant_verdict *v)
{
    if (v->is_control || v->fate != FATE_SURVIVED || !v->differs || !v->tried ||
        strcmp(v->checker, CHECKER_DRAWS) == 0)
        return false;
    return o->checker != NULL ? strcmp(o->checker, v->checker) == 0
                              : !str_starts_with(v->checker, KB_RULE);
}

static int put_survivor(const struct table_input *in, const struct mutant_verdict *all, size_t n,
                        const struct mutant_verdict *v, struct table *t, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    int rc = store_get_blob(in->db, v->code_blob_id, &text, err);
    if (rc < 0)
        return rc;
    const char *parent = parent_text(in, all, n, v, err);
    struct cell *c = table_row(t);
    *c++ = cell_text(t, v->task);
    *c++ = cell_int(v->sample);
    *c++ = cell_text(t, v->checker);
    *c++ = cell_text(t, mutant_bug(v, in->arena));
    *c++ = cell_text(t, v->said + strlen("mutant: "));
    *c++ = cell_text(t, told_by(all, n, v, in->arena));
    *c++ = parent == NULL ? cell_na(t, "the right kernel is not stored")
                          : cell_text(t, text_difference(parent, buf_text(&text), in->arena));
    *c++ = cell_int(v->rollout_id);
    return 0;
}

static int read_verdicts(const struct table_input *in, struct mutant_verdict **out, size_t *out_n,
                         struct err *err)
{
    struct load_request from = { .db = in->db, .arena = in->arena };
    int rc = tables_names(in, &from.names, &from.n_names, err);
    return rc < 0 ? rc : load_mutants(&from, out, out_n, err);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_checker_options *o = options;
    struct mutant_verdict *all = NULL;
    size_t n = 0;
    struct table t;
    int rc = tables_check_level(o->level, err);
    if (rc == 0)
        rc = read_verdicts(in, &all, &n, err);
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH,
                     "no run here is of planted bugs; 'rollbook task check --power' makes them");
    if (rc < 0)
        return rc;
    table_begin(&t, in->arena, o->survivors ? &survivor_shape : &kill_shape);
    if (!o->survivors)
        make_kills(o, all, n, &t);
    for (size_t i = 0; i < n && o->survivors && rc == 0; i++)
        if (is_wanted(o, &all[i]))
            rc = put_survivor(in, all, n, &all[i], &t, err);
    if (rc == 0)
        *out = t;
    return rc;
}

int tables_false_passes(struct db *db, struct arena *arena, const char **out, struct err *err)
{
    bool has = false;
    struct mutant_verdict *all = NULL;
    struct mutant_tally *whole = NULL;
    const struct table_input every = { .db = db, .arena = arena };
    size_t n = 0;
    int rc = load_has_mutants(db, &has, err);
    if (rc == 0 && has)
        rc = read_verdicts(&every, &all, &n, err);
    size_t n_whole = rc < 0 || !has ? 0 : mutants_tally(all, n, MUTANTS_ALL, arena, &whole);
    struct buf CLEANUP(buf_release) text = { 0 };
    for (size_t i = 0; i < n_whole; i++) {
        const struct mutant_tally *x = &whole[i];
        int64_t passed = x->differ - x->killed;
        if (x->differ == 0 || str_starts_with(x->checker, KB_RULE))
            continue;
        /* The upper end of a two-sided 90 % interval is a one-sided 95 % bound. */
        struct interval ci = stat_interval_clopper_pearson(passed, x->differ, 0.90);
        buf_printf(&text, "%s%lld of %lld by mode %s (at most %.2g %%)", text.len == 0 ? "" : ", ",
                   (long long)passed, (long long)x->differ, x->checker, 100.0 * ci.high);
    }
    *out = text.len > 0 ? arena_strdup(arena, buf_text(&text)) : NULL;
    return rc;
}

int tables_note_checker(const struct table_input *in, struct table *t, struct err *err)
{
    const char *text = NULL;
    int rc = tables_false_passes(in->db, t->arena, &text, err);
    if (rc == 0 && text != NULL)
        table_warning(t,
                      "false passes: planted bugs that the checker let pass: %s, one-sided 95 %%; "
                      "'rollbook analyze checker' says more",
                      text);
    return rc;
}

int table_checker_controls(const struct table_input *in, struct err *err)
{
    struct buf CLEANUP(buf_release) text = { 0 };
    struct mutant_verdict *all = NULL;
    size_t n = 0, refused = 0;
    int rc = read_verdicts(in, &all, &n, err);
    for (size_t i = 0; i < n && rc == 0; i++) {
        const struct mutant_verdict *v = &all[i];
        if (!v->is_control || str_starts_with(v->checker, KB_RULE) ||
            (v->fate != FATE_KILLED && v->fate != FATE_UNBUILT))
            continue;
        if (refused++ < 5)
            buf_printf(&text, "%s%s of %s by %s", refused == 1 ? "" : ", ",
                       mutant_parent(v, in->arena), v->task, v->checker);
    }
    if (rc == 0 && refused > 0)
        rc = err_set(err, ERR_NEGATIVE, "right kernels were refused (%zu): %s%s", refused,
                     buf_text(&text), refused > 5 ? ", ..." : "");
    return rc;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_checker_options, by, "by", "WHAT",
           "bug (its class), task, rule (how it was planted), check (who refused it) or all",
           .choices = mutant_group_names),
    OPTION(struct table_checker_options, survivors, "survivors", NULL,
           "list the bugs that were let pass, with the lines that differ"),
    OPTION(struct table_checker_options, checker, "checker", "NAME",
           "with --survivors: of this checker, e.g. kernelbench (default: fast and full)"),
    OPTION(struct table_checker_options, level, "confidence", "LEVEL", "level of intervals"),
};

const struct table_kind table_checker = {
    .command = "analyze checker",
    .summary = "planted bugs that each checker misses",
    .usage = "rollbook analyze checker [--run NAME[,NAME]] [--by WHAT] [--survivors]",
    .examples = "  rollbook analyze checker\n  rollbook analyze checker --by task --json\n"
                "  rollbook analyze checker --survivors --checker kernelbench\n",
    .shapes = { &kill_shape, &survivor_shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_checker_options){ STANDARD_checker },
                 sizeof(struct table_checker_options) },
    .make = make,
};
