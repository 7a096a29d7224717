#include "analysis/tables/compare/table_beside.h"

#include <math.h>
#include <string.h>

#include "columns/load_beside.h"
#include "src/base/buf.h"
#include "src/base/diff.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/number.h"
#include "src/store/db.h"

#define MOST 50 /* rollouts read a side */

static const struct table_column columns[] = {
    { "line_right", 0, COLUMN_INT, "line of the right kernel", "the line is of the wrong kernel" },
    { "right", TABLE_FOLDED, COLUMN_TEXT, "its text", "the line is of the wrong kernel" },
    { "mark", 0, COLUMN_TEXT, "=, |, < or >" },
    { "wrong", TABLE_FOLDED, COLUMN_TEXT, "text of the wrong kernel",
      "the line is of the right kernel" },
    { "line_wrong", 0, COLUMN_INT, "its line", "the line is of the right kernel" },
};

static const struct table_shape shape = {
    .schema = "rollbook.analyze.beside/1",
    .rows = "a correct and a wrong kernel",
    SHAPE_COLUMNS(columns),
    .formulas = { "lines of both: a longest common subsequence of the lines, equal except for "
                  "blanks at their ends" },
    .references = { "Hunt and McIlroy 1976, An algorithm for differential file comparison, Bell "
                    "Laboratories Computing Science Technical Report 41" },
    .denominator = "none: two kernels",
    .n = "the notes count lines",
    .queries = { "load_beside" },
};

struct kernel {
    const char *run, *outcome, *message, *code, *log;
    int64_t step, turn, sample, trials, passed;
    double speedup, max_abs_err, max_rel_err, matched_share;
};

/* Of an outcome that is none of these a file says that it is wrong. */
static const struct {
    const char *outcome, *sentence;
} reasons[] = {
    { "no_code", "the text contains no kernel" },
    { "parse", "the kernel cannot be read from the text" },
    { "compile", "the compiler refuses it" },
    { "launch", "it cannot be launched" },
    { "crash", "it crashes" },
    { "timeout", "it does not end in time" },
    { "wrong_shape", "its output has another shape" },
    { "nan", "its output has values that are not finite" },
    { "mismatch", "its output has wrong values" },
    { "cheat", "a check refuses it" },
};

static int load_side(const struct table_input *in, const char *task, bool correct,
                     struct kernel *out, size_t *out_n, struct err *err)
{
    const char *const *names = NULL;
    size_t n_names = 0;
    int rc = tables_names(in, &names, &n_names, err);
    if (rc < 0)
        return rc;
    struct stmt *st = db_query(in->db, "load_beside");
    stmt_bind_text(st, ":task", task);
    stmt_bind_int(st, ":correct", correct);
    stmt_bind_text_list(st, ":runs", names, n_names);
    *out_n = 0;
    while ((rc = stmt_step(st, err)) > 0 && *out_n < MOST)
        out[(*out_n)++] =
            (struct kernel){ .run = stmt_text_dup(st, LOAD_BESIDE_RUN, in->arena),
                             .outcome = stmt_text_dup(st, LOAD_BESIDE_OUTCOME, in->arena),
                             .message = stmt_text_dup(st, LOAD_BESIDE_MESSAGE, in->arena),
                             .code = stmt_text_dup(st, LOAD_BESIDE_CODE, in->arena),
                             .log = stmt_text_dup(st, LOAD_BESIDE_COMPILE_LOG, in->arena),
                             .trials = stmt_int(st, LOAD_BESIDE_TRIALS_RUN),
                             .passed = stmt_int(st, LOAD_BESIDE_TRIALS_PASSED),
                             .max_abs_err = stmt_real(st, LOAD_BESIDE_MAX_ABS_ERR),
                             .max_rel_err = stmt_real(st, LOAD_BESIDE_MAX_REL_ERR),
                             .matched_share = stmt_real(st, LOAD_BESIDE_MATCHED_SHARE),
                             .step = stmt_int(st, LOAD_BESIDE_STEP),
                             .turn = stmt_int(st, LOAD_BESIDE_TURN),
                             .sample = stmt_int(st, LOAD_BESIDE_SAMPLE),
                             .speedup = stmt_real(st, LOAD_BESIDE_SPEEDUP) };
    stmt_reset(st);
    if (rc < 0)
        return rc;
    return *out_n > 0 ? 0
                      : err_set(err, ERR_NODATA, "task %s has no %s kernel with its code", task,
                                correct ? "right" : "wrong");
}

/* The wrong one with the fewest different lines shows best what is wrong. */
static const struct kernel *nearest(const struct kernel *right, const struct kernel *wrong,
                                    size_t n)
{
    const struct kernel *best = NULL;
    size_t least = 0;
    for (size_t i = 0; i < n; i++) {
        struct arena work = { 0 };
        struct line_diff d = line_diff(right->code, wrong[i].code, &work);
        size_t differs = d.n_left_only + d.n_right_only;
        arena_release(&work);
        if (differs == 0 || (best != NULL && differs >= least))
            continue;
        best = &wrong[i];
        least = differs;
    }
    return best;
}

static struct cell line_cell(struct table *t, const char *line, size_t number, bool is_number)
{
    if (line == NULL)
        return cell_na(t, "no line here");
    return is_number ? cell_int((int64_t)number) : cell_text(t, line);
}

static void put_rows(struct table *t, const struct line_diff *d, bool all)
{
    for (size_t i = 0; i < d->n_rows; i++) {
        const struct line_pair *p = &d->rows[i];
        bool both = p->left != NULL && p->right != NULL;
        /* Common lines are equal. */
        bool same = both && strcmp(p->left, p->right) == 0;
        if (same && !all)
            continue;
        struct cell *c = table_row(t);
        *c++ = line_cell(t, p->left, p->left_number, true);
        *c++ = line_cell(t, p->left, 0, false);
        *c++ = cell_text(t, same ? "=" : both ? "|" : p->left != NULL ? "<" : ">");
        *c++ = line_cell(t, p->right, 0, false);
        *c++ = line_cell(t, p->right, p->right_number, true);
    }
}

static void note_kernel(struct table *t, const char *side, const struct kernel *k)
{
    table_note(t, "%s: run %s, step %lld, turn %lld, sample %lld: %s%s", side, k->run,
               (long long)k->step, (long long)k->turn, (long long)k->sample, k->outcome,
               isnan(k->speedup) ? ""
                                 : arena_printf(t->arena, ", speedup %s",
                                                number_rounded(t->arena, k->speedup, 4)));
}

static void note_reason(struct table *t, const struct kernel *k)
{
    struct buf text = { 0 };
    const char *why = "its file calls it wrong";
    for (size_t i = 0; i < ARRAY_LEN(reasons); i++)
        why = strcmp(reasons[i].outcome, k->outcome) == 0 ? reasons[i].sentence : why;
    buf_printf(&text, "why the wrong one fails: %s", why);
    if (k->message != NULL && *k->message != '\0')
        buf_printf(&text, ": %s", k->message);
    if (k->trials > 0)
        buf_printf(&text, "; %lld of %lld trials passed", (long long)k->passed,
                   (long long)k->trials);
    if (!isnan(k->max_abs_err))
        buf_printf(&text, "; largest error %.3g", k->max_abs_err);
    if (!isnan(k->max_rel_err))
        buf_printf(&text, ", relative %.3g", k->max_rel_err);
    if (!isnan(k->matched_share))
        buf_printf(&text, "; %.3g %% of the elements within tolerance", 100.0 * k->matched_share);
    if (strcmp(k->outcome, "compile") == 0 && k->log != NULL && *k->log != '\0')
        buf_printf(&text, "; the compiler says: %.*s", (int)strcspn(k->log, "\n"), k->log);
    table_reading(t, "%s", buf_text(&text));
    buf_release(&text);
}

static int make(const struct table_input *in, const void *options, struct table *out,
                struct err *err)
{
    const struct table_beside_options *o = options;
    struct kernel *right = arena_array(in->arena, MOST, sizeof(*right));
    struct kernel *wrong = arena_array(in->arena, MOST, sizeof(*wrong));
    size_t n_right = 0;
    size_t n_wrong = 0;
    struct table t;
    if (o->task == NULL)
        return err_set(err, ERR_USAGE, "--task ID is needed, as in l1/4");
    int rc = load_side(in, o->task, true, right, &n_right, err);
    if (rc == 0)
        rc = load_side(in, o->task, false, wrong, &n_wrong, err);
    if (rc < 0)
        return rc;
    const struct kernel *other = nearest(&right[0], wrong, n_wrong);
    if (other == NULL)
        return err_set(err, ERR_NODATA,
                       "every wrong kernel of task %s has the text of the fastest right one",
                       o->task);
    struct line_diff d = line_diff(right[0].code, other->code, in->arena);
    table_begin(&t, in->arena, &shape);
    put_rows(&t, &d, o->all);
    note_kernel(&t, "right", &right[0]);
    note_kernel(&t, "wrong", other);
    note_reason(&t, other);
    table_reading(&t,
                  "mark: = equal, | changed, < only in the right kernel, > only in the wrong one");
    table_note(&t,
               "the fastest right kernel, and of %zu wrong ones (at most %d are read, those with "
               "other numbers first) the closest by lines: %zu lines only in the correct kernel, "
               "%zu only in the wrong kernel, %zu in both%s",
               n_wrong, MOST, d.n_left_only, d.n_right_only, d.n_same,
               o->all ? "" : ", which --all shows");
    table_note(&t,
               "mark: = equal except blanks at the end, | two lines that differ, < only correct, > "
               "only wrong; at most %d lines of a kernel",
               LINE_DIFF_MOST);
    *out = t;
    return 0;
}

static const struct option option_rows[] = {
    TABLE_RUN_OPTIONS,
    OPTION(struct table_beside_options, task, "task", "ID", "the task, as in l1/4"),
    OPTION(struct table_beside_options, all, "all", NULL, "lines that both have as well"),
};

const struct table_kind table_beside = {
    .command = "analyze beside",
    .summary = "a correct and a wrong kernel of the same task, line by line",
    .usage = "rollbook analyze beside --task ID [--run NAME[,NAME]] [--all]",
    .examples = "  rollbook analyze beside --task l1/4\n  rollbook analyze beside --task l1/12 "
                "--run bon-42 --all\n",
    .shapes = { &shape },
    .options = { option_rows, ARRAY_LEN(option_rows),
                 &(const struct table_beside_options){ STANDARD_beside },
                 sizeof(struct table_beside_options) },
    .make = make,
};
