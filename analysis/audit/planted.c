#include "analysis/audit/planted.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"

#define CONTEXT 2

const char *const mutant_group_names[] = { "all", "bug", "task", "rule", "check", NULL };

/* What is between two texts, the second after the first. */
static const char *between(const char *text, const char *first, const char *last, struct arena *a)
{
    const char *start = strstr(text, first);
    if (start == NULL)
        return "";
    start += strlen(first);
    const char *end = strstr(start, last);
    return end == NULL ? "" : arena_strndup(a, start, (size_t)(end - start));
}

const char *mutant_bug(const struct mutant_verdict *v, struct arena *a)
{
    return between(v->said, "mutant: ", " of ", a);
}

const char *mutant_parent(const struct mutant_verdict *v, struct arena *a)
{
    if (v->is_control)
        return v->said + strlen("control: ");
    return between(v->said, " of ", ", line ", a);
}

const char *mutant_rule(const struct mutant_verdict *v, struct arena *a)
{
    const char *line = strstr(v->said, ", line ");
    return line == NULL ? "" : between(line + strlen(", line "), ", ", ": \"", a);
}

static int compare_verdicts(const void *a, const void *b)
{
    const struct mutant_verdict *x = a, *y = b;
    int by = strcmp(x->task, y->task);
    if (by == 0)
        by = strcmp(x->code, y->code);
    if (by == 0)
        by = strcmp(x->checker, y->checker);
    return by != 0 ? by : (x->rollout_id < y->rollout_id) - (x->rollout_id > y->rollout_id);
}

static bool is_same_mutant(const struct mutant_verdict *x, const struct mutant_verdict *y)
{
    return strcmp(x->task, y->task) == 0 && strcmp(x->code, y->code) == 0;
}

/* Larger sizes than those that were asked for, or KernelBench's, which are mostly larger. */
static bool is_elsewhere(const struct mutant_verdict *v)
{
    return v->check != NULL &&
           (strcmp(v->check, CHECK_LARGER) == 0 || strcmp(v->check, CHECK_KERNELBENCH) == 0);
}

static void mark_mutant(struct mutant_verdict *all, size_t n)
{
    bool differs = false, at_sizes = false, tried = false;
    for (size_t i = 0; i < n; i++) {
        bool killed = all[i].fate == FATE_KILLED;
        differs = differs || killed;
        at_sizes = at_sizes || (killed && !is_elsewhere(&all[i]));
    }
    for (size_t i = 0; i < n; i++)
        tried = tried || (strcmp(all[i].checker, CHECKER_DRAWS) == 0 &&
                          (all[i].fate == FATE_KILLED || all[i].fate == FATE_SURVIVED));
    for (size_t i = 0; i < n; i++) {
        all[i].tried = tried;
        all[i].differs = differs;
        all[i].larger = differs && !at_sizes;
    }
}

/* Whether the checker refused the right kernel that the mutant came of; sorted, so that those of a
 * task adjoin. */
static bool parent_refused(const struct mutant_verdict *all, size_t first, size_t end,
                           const struct mutant_verdict *v, struct arena *a)
{
    const char *name = mutant_parent(v, a);
    for (size_t i = first; i < end; i++)
        if (all[i].is_control && strcmp(all[i].checker, v->checker) == 0 &&
            (all[i].fate == FATE_KILLED || all[i].fate == FATE_UNBUILT) &&
            strcmp(mutant_parent(&all[i], a), name) == 0)
            return true;
    return false;
}

static void distrust(struct mutant_verdict *all, size_t n, struct arena *a)
{
    for (size_t first = 0, end; first < n; first = end) {
        bool any = false;
        for (end = first; end < n && strcmp(all[end].task, all[first].task) == 0; end++)
            any = any || (all[end].is_control && all[end].fate != FATE_SURVIVED);
        for (size_t i = first; i < end && any; i++)
            if (!all[i].is_control && parent_refused(all, first, end, &all[i], a))
                all[i].fate = FATE_UNKNOWN;
    }
}

size_t mutants_sort(struct mutant_verdict *all, size_t n, struct arena *a)
{
    size_t kept = 0;
    if (n > 0)
        qsort(all, n, sizeof *all, compare_verdicts);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || !is_same_mutant(&all[kept - 1], &all[i]) ||
            strcmp(all[kept - 1].checker, all[i].checker) != 0)
            all[kept++] = all[i];
    distrust(all, kept, a);
    for (size_t first = 0, end; first < kept; first = end) {
        for (end = first + 1; end < kept && is_same_mutant(&all[first], &all[end]); end++)
            continue;
        mark_mutant(all + first, end - first);
    }
    return kept;
}

static const char *group_of(const struct mutant_verdict *v, enum mutant_group by, struct arena *a)
{
    switch (by) {
    case MUTANTS_ALL:
        return "all";
    case MUTANTS_BY_BUG:
        return mutant_bug(v, a);
    case MUTANTS_BY_TASK:
        return v->task;
    case MUTANTS_BY_RULE:
        return mutant_rule(v, a);
    case MUTANTS_BY_CHECK:
        return v->fate == FATE_KILLED && v->check != NULL ? v->check : "";
    }
    return "";
}

static void count_verdict(struct mutant_tally *t, const struct mutant_verdict *v)
{
    if (v->is_control) {
        t->controls += v->fate != FATE_UNKNOWN;
        t->controls_refused += v->fate == FATE_KILLED || v->fate == FATE_UNBUILT;
        return;
    }
    t->planted++;
    t->unbuilt += v->fate == FATE_UNBUILT;
    bool unknown = v->fate == FATE_UNKNOWN || (v->fate != FATE_UNBUILT && !v->tried);
    t->unknown += unknown;
    if (v->fate == FATE_UNBUILT || unknown)
        return;
    t->same += !v->differs;
    t->differ += v->differs;
    t->larger += v->larger;
    t->killed += v->fate == FATE_KILLED;
}

static int compare_tallies(const void *a, const void *b)
{
    const struct mutant_tally *x = a, *y = b;
    int by = strcmp(x->group, y->group);
    return by != 0 ? by : strcmp(x->checker, y->checker);
}

static struct mutant_tally *tally_of(struct mutant_tally *all, size_t *n, const char *group,
                                     const char *checker)
{
    for (size_t i = *n; i > 0; i--)
        if (strcmp(all[i - 1].group, group) == 0 && strcmp(all[i - 1].checker, checker) == 0)
            return &all[i - 1];
    all[*n] = (struct mutant_tally){ .group = group, .checker = checker };
    return &all[(*n)++];
}

size_t mutants_tally(const struct mutant_verdict *all, size_t n, enum mutant_group by,
                     struct arena *a, struct mutant_tally **out)
{
    struct mutant_tally *rows = arena_array(a, n + 1, sizeof *rows);
    size_t n_rows = 0;
    for (size_t i = 0; i < n; i++) {
        const struct mutant_verdict *v = &all[i];
        bool is_counted = by == MUTANTS_ALL || by == MUTANTS_BY_TASK || !v->is_control;
        if (strcmp(v->checker, CHECKER_DRAWS) == 0 || !is_counted)
            continue;
        const char *group = group_of(v, by, a);
        if (by != MUTANTS_BY_CHECK || group[0] != '\0')
            count_verdict(tally_of(rows, &n_rows, group, v->checker), v);
    }
    if (by != MUTANTS_BY_TASK && n_rows > 0)
        qsort(rows, n_rows, sizeof *rows, compare_tallies);
    *out = rows;
    return n_rows;
}

struct text_lines {
    const char *text;
    size_t n;
    const char **at; /* n + 1 of them */
};

static struct text_lines split_lines(const char *text, struct arena *a)
{
    struct text_lines l = { .text = text };
    size_t most = 2;
    for (const char *s = text; *s != '\0'; s++)
        most += *s == '\n';
    l.at = arena_array(a, most, sizeof *l.at);
    while (*text != '\0') {
        const char *end = strchr(text, '\n');
        l.at[l.n++] = text;
        text = end == NULL ? text + strlen(text) : end + 1;
    }
    l.at[l.n] = text;
    return l;
}

static bool same_line(const struct text_lines *x, size_t i, const struct text_lines *y, size_t j)
{
    size_t len = (size_t)(x->at[i + 1] - x->at[i]);
    return len == (size_t)(y->at[j + 1] - y->at[j]) && memcmp(x->at[i], y->at[j], len) == 0;
}

static void put_lines(struct buf *out, const struct text_lines *l, size_t first, size_t end,
                      char mark)
{
    for (size_t i = first; i < end; i++) {
        size_t len = (size_t)(l->at[i + 1] - l->at[i]);
        buf_putc(out, mark);
        buf_add(out, l->at[i], len);
        if (len == 0 || l->at[i][len - 1] != '\n')
            buf_putc(out, '\n');
    }
}

const char *text_difference(const char *from, const char *to, struct arena *a)
{
    struct text_lines x = split_lines(from, a), y = split_lines(to, a);
    struct buf b = { 0 };
    size_t first = 0, tail = 0;
    while (first < x.n && first < y.n && same_line(&x, first, &y, first))
        first++;
    while (tail < x.n - first && tail < y.n - first &&
           same_line(&x, x.n - 1 - tail, &y, y.n - 1 - tail))
        tail++;
    if (first == x.n && first == y.n)
        return "";
    size_t before = first < CONTEXT ? first : CONTEXT, after = tail < CONTEXT ? tail : CONTEXT;
    buf_printf(&b, "@@ -%zu,%zu +%zu,%zu @@\n", first - before + 1,
               x.n - tail - first + before + after, first - before + 1,
               y.n - tail - first + before + after);
    put_lines(&b, &x, first - before, first, ' ');
    put_lines(&b, &x, first, x.n - tail, '-');
    put_lines(&b, &y, first, y.n - tail, '+');
    put_lines(&b, &x, x.n - tail, x.n - tail + after, ' ');
    const char *text = arena_strdup(a, buf_text(&b));
    buf_release(&b);
    return text;
}
