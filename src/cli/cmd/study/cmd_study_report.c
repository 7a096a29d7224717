/*
 * cmd_study_report.c - a study told in Markdown: its claims, then each table under the command that
 * prints it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/compare/table_compare.h"
#include "analysis/tables/compare/table_declaration.h"
#include "analysis/tables/picks/table_selection.h"
#include "analysis/tables/table_kind.h"
#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/study/study_phases.h"
#include "src/cli/command.h"
#include "src/cli/table_command.h"
#include "src/declaration/declaration.h"
#include "src/store/store.h"
#include "src/store/store_declaration.h"
#include "src/table/table.h"

struct asked_study_report {
    bool full;
    const char *figures;
};

/* Lists of names as options take them. */
struct study_runs {
    struct study_declaration d;
    struct buf methods;       /* "best-of-n=l1-best-of-n-42,...,ttt=..." */
    struct buf base, adapted; /* those of best-of-n and of ttt */
    struct buf all, quoted;   /* quoted: for SQL */
    const char *const *base_names;
};

static void release_runs(struct study_runs *r)
{
    buf_release(&r->methods);
    buf_release(&r->base);
    buf_release(&r->adapted);
    buf_release(&r->all);
    buf_release(&r->quoted);
}

static void add_name(struct buf *list, const char *before, const char *name, const char *after)
{
    buf_printf(list, "%s%s%s%s", list->len > 0 ? "," : "", before, name, after);
}

static int find_runs(struct cli *cli, struct study_runs *r, struct err *err)
{
    const struct study_declaration *d = &r->d;
    const char **names = arena_alloc(cli->arena, d->n_seeds * sizeof *names);
    for (size_t m = 0; m < d->n_methods; m++) {
        const char *method = d->methods[m];
        bool is_base = strcmp(method, study_phases[STUDY_BEST_OF_N].name) == 0;
        for (size_t i = 0; i < d->n_seeds; i++) {
            int64_t id;
            const char *run = study_run_name(cli->arena, cli->args[0], method, d->seeds[i]);
            int rc = store_find_run(cli->db, run, &id, err);
            if (rc < 0)
                return err_context(err, "the study is not complete");
            add_name(&r->methods, i > 0 ? "" : arena_printf(cli->arena, "%s=", method), run, "");
            add_name(&r->all, "", run, "");
            add_name(&r->quoted, "'", run, "'");
            if (is_base) {
                add_name(&r->base, "", run, "");
                names[i] = run;
            }
            if (strcmp(method, study_phases[STUDY_TTT].name) == 0)
                add_name(&r->adapted, "", run, "");
        }
    }
    r->base_names = names;
    if (r->base.len == 0 || r->adapted.len == 0)
        return err_set(err, ERR_USAGE, "'%s' was declared otherwise than by study run",
                       cli->args[0]);
    return 0;
}

/* What the study was made to find out.  Each is a declared difference of two methods, or a rule. */
static const struct {
    const char *id, *says;
    const char *pair; /* in the declared family; NULL: rule against random choice */
    const char *rule;
    bool reversed; /* it says that the second one is higher */
} claims[] = {
    { "C1", "Test-time training does better than as many samples.", "ttt - best-of-n", NULL,
      false },
    { "C2a", "Self-distillation with feedback does better than as many samples.",
      "sdpo - best-of-n", NULL, false },
    { "C2b", "Feedback adds to self-distillation.", "sdpo-prompt - sdpo", NULL, true },
    { "C3", "The least likely correct sample is fast more often than a random one.", NULL,
      "surprisal-guided", false },
    { "R",
      "Training on other tasks (SFT, RLVR) does better than as many samples of the untrained "
      "policy.",
      "trained - best-of-n", NULL, false },
};

static const struct cell *cell_named(const struct table *t, size_t row, const char *column)
{
    static const struct cell absent = { .kind = CELL_NA, .text = "no such column" };
    for (size_t i = 0; i < t->n_columns; i++)
        if (strcmp(t->columns[i].name, column) == 0)
            return &t->cells[row * t->n_columns + i];
    return &absent;
}

static double real_named(const struct table *t, size_t row, const char *column)
{
    const struct cell *c = cell_named(t, row, column);
    return c->kind == CELL_REAL ? c->real : c->kind == CELL_INT ? (double)c->i : (double)NAN;
}

/* The row whose column is text, or n_rows. */
static size_t row_of(const struct table *t, const char *column, const char *text)
{
    for (size_t i = 0; i < t->n_rows; i++) {
        const struct cell *c = cell_named(t, i, column);
        if (c->kind == CELL_TEXT && strcmp(c->text, text) == 0 &&
            (strcmp(column, "method") != 0 ||
             strcmp(cell_named(t, i, "item")->text, "difference") == 0))
            return i;
    }
    return t->n_rows;
}

static void print_number(double v, const char *after)
{
    if (isnan(v))
        printf("NA%s", after);
    else
        printf("%.3g%s", v, after);
}

/* In the order of declaration_estimands. */
static const struct {
    const char *says, *unit;
    double scale;
} estimands[] = {
    { "share of fast samples, at the chosen step where there is one", " points", 100.0 },
    { "chance to find a fast kernel within the budget", " points", 100.0 },
    { "natural logarithm of the best speedup within the budget", "", 1.0 },
};

static void print_pair(const struct table *t, size_t row, double sign, double alpha, int estimand)
{
    double scale = estimands[estimand].scale;
    double value = sign * real_named(t, row, "value") + 0.0; /* no -0 */
    double low = real_named(t, row, "ci_low");
    double high = real_named(t, row, "ci_high");
    double p = real_named(t, row, "p_holm");
    const char *verdict = p > alpha ? "undecided" : value > 0 ? "supported" : "contradicted";
    if (isnan(p)) {
        printf("NA: nothing can be tested | NA\n");
        return;
    }
    const bool these = p <= alpha && strstr(cell_named(t, row, "done")->text, "these runs") != NULL;
    printf("%s%s | %+.3g%s", verdict, these ? " for these runs, undecided for others" : "",
           scale * value, estimands[estimand].unit);
    if (isnan(low) || isnan(high))
        printf(fabs(value) > 0.0 ? ", no interval" : ", alike on every task");
    else
        printf(" (%.4g %%: %+.3g to %+.3g)", 100.0 * (1.0 - alpha),
               scale * (sign < 0 ? -high : low), scale * (sign < 0 ? -low : high));
    printf(", p (Holm) %.3g, %.0f tasks\n", p, real_named(t, row, "n"));
}

static void print_rule(const struct table *t, size_t row, double alpha)
{
    double share = real_named(t, row, "fast_1");
    double random = real_named(t, row, "random_count");
    double n = real_named(t, row, "n_cells");
    double p = real_named(t, row, "p_vs_random");
    if (!(n > 0.0)) {
        printf("NA: nothing can be tested | NA\n");
        return;
    }
    printf("%s | %.1f %% against %.1f %% of %.0f (task, run) cells, p (one-sided, clustered) ",
           isnan(p)             ? "NA: nothing can be tested"
           : p <= alpha         ? "supported"
           : share * n < random ? "not supported"
                                : "undecided",
           100.0 * share, 100.0 * random / n, n);
    if (isnan(p))
        printf("NA\n");
    else
        printf("%.3g\n", p);
}

/* For new runs, or for these where a method has one run. */
static bool tells_difference(const struct table *t, size_t row)
{
    const char *quantity = cell_named(t, row, "quantity")->text;
    if (strcmp(quantity, "difference_new_runs") == 0)
        return !isnan(real_named(t, row, "p"));
    return strcmp(quantity, "difference_these_runs") == 0 && row > 0 &&
           isnan(real_named(t, row - 1, "p"));
}

/* The same pairs by estimands that were not declared: nothing is decided by them. */
static int print_undeclared(struct cli *cli, const struct study_runs *r, struct err *err)
{
    const struct table_compare_options how = { STANDARD_compare, .part = COMPARE_METHODS,
                                               .methods = buf_text(&r->methods) };
    const struct table_input in = { .db = cli->db, .arena = cli->arena };
    struct table t;
    int rc = table_make(&table_compare, &in, &how, &t, err);
    if (rc < 0)
        return rc;
    printf("By estimands that were not declared, which decide nothing:\n\n"
           "estimand | difference | value | 95 %% interval | p (unadjusted) | tasks\n"
           "---|---|---|---|---|---\n");
    for (size_t e = 0; e < ARRAY_LEN(estimands); e++)
        for (size_t row = 0; row < t.n_rows && e != (size_t)r->d.estimand; row++) {
            if (!tells_difference(&t, row) ||
                strcmp(cell_named(&t, row, "estimand")->text, declaration_estimands[e]) != 0)
                continue;
            printf("%s | %s - %s | ", estimands[e].says, cell_named(&t, row, "method")->text,
                   cell_named(&t, row, "against")->text);
            print_number(real_named(&t, row, "value"), " | ");
            print_number(real_named(&t, row, "ci_low"), " to ");
            print_number(real_named(&t, row, "ci_high"), " | ");
            print_number(real_named(&t, row, "p"), " | ");
            printf("%.0f\n", real_named(&t, row, "n"));
        }
    printf("\n");
    return 0;
}

static int print_claims(struct cli *cli, const struct study_runs *r, struct err *err)
{
    const struct table_declaration_options declared = { STANDARD_declaration,
                                                        .name = cli->args[0] };
    const struct table_input in = { .db = cli->db, .arena = cli->arena };
    const struct table_input of_base = { .db = cli->db,
                                         .arena = cli->arena,
                                         .runs = { r->base_names, r->d.n_seeds } };
    double alpha = r->d.alpha / (double)r->d.looks;
    struct table pairs, rules;
    int rc = table_make(&table_declaration, &in, &declared, &pairs, err);
    if (rc == 0)
        rc = table_make(&table_selection, &of_base, NULL, &rules, err);
    if (rc < 0)
        return rc;
    printf("## Claims\n\nDeclared: the %s (fast: correct with a speedup over 1) with %lld rollouts "
           "per task. Where a step was selected, values are cross-fitted. Intervals and tests are "
           "for new tasks and new runs (training seeds); with one run per method they are only for "
           "new tasks. Undecided: the null hypothesis of no difference is not rejected at %.3g in "
           "the declared family. That is not evidence of equality.\n\n",
           estimands[r->d.estimand].says, (long long)r->d.budget, alpha);
    printf("claim | says | verdict | evidence\n---|---|---|---\n");
    for (size_t i = 0; i < ARRAY_LEN(claims); i++) {
        const struct table *t = claims[i].pair != NULL ? &pairs : &rules;
        size_t row = claims[i].pair != NULL ? row_of(t, "method", claims[i].pair)
                                            : row_of(t, "rule", claims[i].rule);
        printf("%s | %s | ", claims[i].id, claims[i].says);
        if (row == t->n_rows)
            printf("NA: not part of this study | NA\n");
        else if (claims[i].pair != NULL)
            print_pair(t, row, claims[i].reversed ? -1.0 : 1.0, alpha, r->d.estimand);
        else
            print_rule(t, row, alpha);
    }
    printf("\nOf the builtin policy, whose likelihood comes from a grammar, C3 supports no claim "
           "about a "
           "language model's surprisal.\n\n");
    return print_undeclared(cli, r, err);
}

/* What a report shows, each by the command that prints it. */
enum subject { OF_STUDY, OF_METHODS, OF_ALL, OF_BASE, OF_ADAPTED, OF_PAIR, OF_SQL };
static const struct {
    const char *heading, *text;
    enum subject subject;
    bool folded;          /* long */
    const char *words[6]; /* of the command; NULL-ended */
} items[] = {
    { "Declaration and departures",
      "The declaration was stored before the first run. Each departure is a row.",
      OF_STUDY,
      false,
      { "analyze", "declaration" } },
    { "Methods at one budget",
      "Value and interval of each method by each estimand, all pairs in one family, and a "
      "hierarchical model as a second opinion. In-sample values are shown next to the cross-fitted "
      "values.",
      OF_METHODS,
      true,
      { "analyze", "compare", "--table", "methods" } },
    { "By budget",
      "The same over smaller budgets: rollouts, tokens, seconds.",
      OF_METHODS,
      true,
      { "analyze", "compare", "--table", "curves" } },
    { "Alternative: more samples would have done the same",
      "K samples of the unadapted policy that do as well as the adapted one.",
      OF_PAIR,
      false,
      { "analyze", "equivalent-k" } },
    { "Alternative: the selected step was best by chance",
      "fast_1 by step, its cross-fitted Best of Adaptation, and the maximum over steps to expect "
      "if steps differ only by chance.",
      OF_ADAPTED,
      true,
      { "analyze", "trajectory" } },
    { "Alternative: it hangs on a threshold, a denominator, a baseline or a family of tasks",
      "The same differences under other choices.",
      OF_METHODS,
      true,
      { "analyze", "compare", "--table", "sensitivity" } },
    { "Risk: adaptation sharpens too far",
      "Trend tests by step, and likelihood against speedup.",
      OF_ADAPTED,
      true,
      { "analyze", "sharpening" } },
    { "Risk: kernels become alike",
      "How many different kernels there are, by step.",
      OF_ADAPTED,
      true,
      { "analyze", "diversity" } },
    { "Risk: rewards that were not earned",
      "Results that the audit doubts. No rows: no findings.",
      OF_ALL,
      false,
      { "audit" } },
    { "Risk: missing and failed rollouts",
      "Outcomes by model and step. The methods' table has bounds for missing rollouts.",
      OF_ALL,
      true,
      { "analyze", "failures" } },
    { "Risk: the clock",
      "Noise floor, drift and outliers of the raw timings of the base.",
      OF_BASE,
      true,
      { "analyze", "timing" } },
    { "Risk: the best kernel's speedup is biased upwards",
      "Each run's fastest kernel of each task, timed again in new processes on new inputs: the "
      "geometric mean of speedups before and after, and how many are fast.",
      OF_SQL,
      false,
      { "sql" } },
    { "Rules that pick one sample",
      "Every rule against random choice, and how many cells let a rule differ.",
      OF_BASE,
      true,
      { "analyze", "selection", "--rules", "all" } },
    { "Cost", "Rollouts, tokens and seconds of each run.", OF_ALL, true, { "analyze", "cost" } },
    { "Runs",
      "Compiled, correct and fast shares, and speedups, of each run.",
      OF_ALL,
      true,
      { "analyze", "sweep" } },
};

/* The stored query on one line, with names in place of :runs. */
static const char *winners_query(struct cli *cli, const char *quoted)
{
    static const char mark[] = ":runs";
    char *sql = arena_strdup(cli->arena, table_query_text("study_winners", cli->arena));
    char *at = strstr(sql, mark);
    for (char *p = sql; *p != '\0'; p++)
        if (*p == '\n' || *p == ';')
            *p = ' ';
    if (at == NULL)
        return sql;
    return arena_printf(cli->arena, "%.*s%s%s", (int)(at - sql), sql, quoted, at + sizeof mark - 1);
}

#define MOST_WORDS 24

static void print_word(const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "-_.,=/+:";
    bool plain = word[strspn(word, safe)] == '\0';
    printf(plain ? " %s" : " \"%s\"", word);
}

/* Runs a command of ours, whose output goes where ours does. */
static int run_words(struct cli *cli, const char *const *words, size_t n)
{
    char *copies[MOST_WORDS + 8] = { NULL };
    size_t k = 0;
    copies[k++] = arena_strdup(cli->arena, cli->argv[0]);
    for (size_t i = 0; i < n; i++)
        copies[k++] = arena_strdup(cli->arena, words[i]);
    copies[k++] = arena_strdup(cli->arena, "--db");
    copies[k++] = arena_strdup(cli->arena, cli->db_path);
    copies[k++] = arena_strdup(cli->arena, "-q");
    return cli_main((int)k, copies);
}

static void print_item(struct cli *cli, size_t item, struct study_runs *r)
{
    const struct asked_study_report *asked = cli->options;
    const char *words[MOST_WORDS];
    size_t n = 0;
    while (n < ARRAY_LEN(items[item].words) && items[item].words[n] != NULL) {
        words[n] = items[item].words[n];
        n++;
    }
    switch (items[item].subject) {
    case OF_STUDY:
        words[n++] = "--name";
        words[n++] = cli->args[0];
        break;
    case OF_METHODS:
        words[n++] = "--methods";
        words[n++] = buf_text(&r->methods);
        break;
    case OF_PAIR:
        words[n++] = "--base";
        words[n++] = buf_text(&r->base);
        words[n++] = "--run";
        words[n++] = buf_text(&r->adapted);
        break;
    case OF_ALL:
    case OF_BASE:
    case OF_ADAPTED:
        words[n++] = "--run";
        words[n++] = buf_text(items[item].subject == OF_ALL    ? &r->all
                              : items[item].subject == OF_BASE ? &r->base
                                                               : &r->adapted);
        break;
    case OF_SQL:
        words[n++] = winners_query(cli, buf_text(&r->quoted));
        break;
    }
    printf("## %s\n\n%s\n\n```\nrollbook", items[item].heading, items[item].text);
    for (size_t i = 0; i < n; i++)
        print_word(words[i]);
    printf("\n```\n\n");
    if (items[item].folded && !asked->full)
        return;
    words[n++] = "--format";
    words[n++] = "markdown";
    int status = run_words(cli, words, n);
    if (status > 1)
        printf("NA: this command ended with status %d.\n", status);
    printf("\n");
}

static const struct {
    const char *name, *caption;
    enum subject subject;
} figures[] = {
    { "scaling", "F1: results of K samples of the unadapted policy, with the equivalent K.",
      OF_PAIR },
    { "trajectory", "F2: fast_1 by step of test-time training.", OF_ADAPTED },
    { "methods", "F3: each method at the common budget, with intervals.", OF_METHODS },
    { "selection", "F4: rules that pick one sample.", OF_BASE },
    { "surprisal", "F5: surprisal against speedup within tasks (a grammar's surprisal).", OF_BASE },
};

static void print_figures(struct cli *cli, const char *folder, struct study_runs *r)
{
    const char *both = arena_printf(cli->arena, "%s,%s", buf_text(&r->base), buf_text(&r->adapted));
    printf("## Figures\n\n");
    for (size_t i = 0; i < ARRAY_LEN(figures); i++) {
        const char *file =
            arena_printf(cli->arena, "%s/f%zu-%s.svg", folder, i + 1, figures[i].name);
        bool methods = figures[i].subject == OF_METHODS;
        const char *runs = methods                            ? buf_text(&r->methods)
                           : figures[i].subject == OF_PAIR    ? both
                           : figures[i].subject == OF_ADAPTED ? buf_text(&r->adapted)
                                                              : buf_text(&r->base);
        const char *words[] = {
            "figure", figures[i].name, methods ? "--methods" : "--run", runs, "-o", file
        };
        printf("```\n");
        int status = run_words(cli, words, ARRAY_LEN(words));
        printf("```\n\n");
        if (status == 0)
            printf("![%s](%s)\n\n%s\n\n", figures[i].name, file, figures[i].caption);
        else
            printf("%s NA: `figure %s` ended with status %d.\n\n", figures[i].caption,
                   figures[i].name, status);
    }
}

static int report_study(struct cli *cli, struct err *err)
{
    const struct asked_study_report *asked = cli->options;
    struct declaration_row row;
    struct study_runs r CLEANUP(release_runs) = { 0 };
    const char *name = cli->args[0];
    const char *folder = asked->figures;
    int rc = store_find_declaration(cli->db, name, cli->arena, &row, err);
    if (rc == 0)
        rc = declaration_parse(name, row.content, strlen(row.content), cli->arena, &r.d, err);
    if (rc == 0)
        rc = find_runs(cli, &r, err);
    if (rc < 0)
        return rc;
    printf("# Study %s\n\n%zu tasks, %zu methods, %zu seeds, %lld rollouts per task, run and "
           "method. Declaration %s. Each table comes from the command above it; `--full` prints "
           "the long ones too.\n\n",
           name, r.d.n_tasks, r.d.n_methods, r.d.n_seeds, (long long)r.d.budget, row.sha256);
    rc = print_claims(cli, &r, err);
    if (rc == 0 && folder != NULL)
        print_figures(cli, folder, &r);
    for (size_t i = 0; i < ARRAY_LEN(items) && rc == 0; i++)
        print_item(cli, i, &r);
    return rc;
}

static const struct option report_opts[] = {
    OPTION(struct asked_study_report, full, "full", NULL, "print the long tables as well"),
    OPTION(struct asked_study_report, figures, "figures", "FOLDER",
           "draw its figures there, as SVG (it exists)"),
};
static const struct asked_study_report standard_study_report = { .full = false };

const struct command cmd_study_report = {
    .name = "study report",
    .summary = "a study in Markdown, each table by the command that prints it",
    .usage = "rollbook study report NAME [--full] [--figures FOLDER]",
    .examples = "  rollbook study report l1 >study.md\n"
                "  rollbook study report l1 --full --figures figures >study.md\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(report_opts, standard_study_report),
    .run = report_study,
};
