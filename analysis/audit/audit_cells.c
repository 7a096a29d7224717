/*
 * audit_cells.c - whether a run is whole: samples of each cell, prompts, split.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analysis/audit/audit_context.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

struct cell_count {
    const struct audit_rollout *first;
    size_t n;
    int largest;
};

struct cell_counts {
    struct cell_count *items;
    size_t n;
};

static int by_step(const struct audit_rollout *a, const struct audit_rollout *b)
{
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

/* Of all steps. */
static int by_task(const struct audit_rollout *a, const struct audit_rollout *b)
{
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

static int by_number(const struct audit_rollout *a, const struct audit_rollout *b)
{
    const int cell = by_task(a, b);
    return cell != 0 ? cell : (a->sample > b->sample) - (a->sample < b->sample);
}

/* A search counts its samples over its steps: no number stands in two of them. */
static bool numbers_run_on(const struct audit_run *run)
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(run, by_number);
    bool has_steps = false;
    for (size_t i = 1; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[sorted[i]];
        if (by_number(&run->rollouts[sorted[i - 1]], r) == 0)
            return false;
        has_steps = has_steps || r->step != run->rollouts[sorted[0]].step;
    }
    return has_steps && run->k <= 0;
}

static struct cell_counts count_cells(const struct audit_run *run,
                                      int (*by_cell)(const struct audit_rollout *,
                                                     const struct audit_rollout *))
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(run, by_cell);
    struct cell_counts out = { .items = mem_array(run->n_rollouts + 1, sizeof(*out.items)) };
    for (size_t i = 0; i < run->n_rollouts; i++) {
        const struct audit_rollout *r = &run->rollouts[sorted[i]];
        struct cell_count *last = out.n > 0 ? &out.items[out.n - 1] : NULL;
        if (last == NULL || by_cell(last->first, r) != 0) {
            last = &out.items[out.n++];
            *last = (struct cell_count){ .first = r, .largest = -1 };
        }
        last->n++;
        if (r->sample > last->largest)
            last->largest = r->sample;
    }
    return out;
}

static bool is_finished(const struct audit_run *run)
{
    return strcmp(run->status, "running") != 0 && strcmp(run->status, "interrupted") != 0;
}

static void check_tasks(struct audit_context *c)
{
    CLEANUP(mem_free_ptr) bool *seen = mem_array(c->run->n_tasks + 1, sizeof(*seen));
    for (size_t i = 0; i < c->run->n_rollouts; i++)
        seen[c->run->rollouts[i].task] = true;
    for (size_t i = 0; i < c->run->n_tasks; i++) {
        if (c->run->tasks[i].listed && !seen[i])
            audit_remark(c, "%s: no sample at all", c->run->tasks[i].task);
    }
}

/* Answers without a verdict are a collection, not a run with holes. */
static bool is_evaluated(const struct audit_run *run)
{
    for (size_t i = 0; i < run->n_rollouts; i++) {
        if (run->rollouts[i].outcome != NULL)
            return true;
    }
    return false;
}

/* A run that is still written, or was stopped, need not be whole. */
void audit_check_missing(struct audit_context *c)
{
    if (!is_finished(c->run))
        return;
    const bool all_steps = numbers_run_on(c->run);
    struct cell_counts cells = count_cells(c->run, all_steps ? by_task : by_step);
    /* Where samples are counted from: imports begin with 1, too.  -1: their numbers are names,
     * because not even half of those up to the largest are there. */
    int least = INT_MAX;
    double places = 0;
    for (size_t i = 0; i < c->run->n_rollouts; i++)
        if (c->run->rollouts[i].sample < least)
            least = c->run->rollouts[i].sample;
    for (size_t i = 0; i < cells.n; i++)
        places += (double)cells.items[i].largest - least + 1;
    const int first =
        least > 0 && c->run->k <= 0 && 2 * (double)c->run->n_rollouts < places ? -1 : least;
    for (size_t i = 0; i < cells.n; i++) {
        const struct audit_rollout *r = cells.items[i].first;
        const bool has_holes =
            first >= 0 && (int64_t)cells.items[i].n < (int64_t)cells.items[i].largest - first + 1;
        if (has_holes && all_steps)
            audit_row(c, r, "%s: %zu samples over all steps, but the largest index is %d",
                      audit_task_of(c, r)->task, cells.items[i].n, cells.items[i].largest);
        else if (has_holes)
            audit_row(c, r, "%s step %d: %zu samples, but the largest index is %d",
                      audit_task_of(c, r)->task, r->step, cells.items[i].n, cells.items[i].largest);
        else if (r->turn == 0 && c->run->k > 0 && cells.items[i].n < (size_t)c->run->k)
            audit_row(c, r, "%s step %d: %zu samples of %d", audit_task_of(c, r)->task, r->step,
                      cells.items[i].n, c->run->k);
    }
    free(cells.items);
    check_tasks(c);
    for (size_t i = 0; i < c->run->n_rollouts && is_evaluated(c->run); i++) {
        if (c->run->rollouts[i].outcome == NULL)
            audit_row(c, &c->run->rollouts[i], "%s: no evaluation",
                      audit_task_of(c, &c->run->rollouts[i])->task);
    }
}

/* Later turns are fewer by nature. */
void audit_check_unequal_k(struct audit_context *c)
{
    if (!is_finished(c->run) || audit_is_benchmark(c->run))
        return;
    struct cell_counts cells = count_cells(c->run, by_step);
    size_t least = SIZE_MAX;
    size_t most = 0;
    for (size_t i = 0; i < cells.n; i++) {
        if (cells.items[i].first->turn != 0)
            continue;
        least = cells.items[i].n < least ? cells.items[i].n : least;
        most = cells.items[i].n > most ? cells.items[i].n : most;
    }
    for (size_t i = 0; i < cells.n && least < most; i++) {
        const struct audit_rollout *r = cells.items[i].first;
        if (r->turn == 0 && cells.items[i].n < most)
            audit_row(c, r, "%s step %d: %zu samples, others have %zu", audit_task_of(c, r)->task,
                      r->step, cells.items[i].n, most);
    }
    free(cells.items);
    if (c->n_rows > 0)
        audit_evidence(c, "between %zu and %zu samples per task and step", least, most);
}

void audit_check_refused(struct audit_context *c)
{
    if (c->run->n_refused > 0)
        audit_remark(c, "%lld records of the source file were refused",
                     (long long)c->run->n_refused);
}

static int by_prompt(const struct audit_rollout *a, const struct audit_rollout *b)
{
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    return (a->prompt_id > b->prompt_id) - (a->prompt_id < b->prompt_id);
}

/* Searches write a prompt for each sample: most of at least four have one of their own. */
static bool *tasks_of_search(const struct audit_run *run)
{
    CLEANUP(mem_free_ptr) size_t *sorted = audit_sorted(run, by_prompt);
    bool *out = mem_array(run->n_tasks + 1, sizeof(*out));
    for (size_t i = 0, end; i < run->n_rollouts; i = end) {
        size_t n = 0;
        size_t distinct = 0;
        const size_t task = run->rollouts[sorted[i]].task;
        int64_t last = 0;
        for (end = i; end < run->n_rollouts && run->rollouts[sorted[end]].task == task; end++) {
            const int64_t prompt = run->rollouts[sorted[end]].prompt_id;
            n += prompt != 0;
            distinct += prompt != 0 && prompt != last;
            last = prompt;
        }
        out[task] = n >= 4 && 2 * distinct > n;
    }
    return out;
}

void audit_check_prompt(struct audit_context *c)
{
    CLEANUP(mem_free_ptr) int64_t *prompts = mem_array(c->run->n_tasks + 1, sizeof(*prompts));
    CLEANUP(mem_free_ptr) bool *search = tasks_of_search(c->run);
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (r->turn != 0 || r->prompt_id == 0 || search[r->task])
            continue;
        if (prompts[r->task] == 0)
            prompts[r->task] = r->run_prompt_id != 0 ? r->run_prompt_id : r->prompt_id;
        if (prompts[r->task] != r->prompt_id)
            audit_row(c, r, "%s step %d sample %d: another prompt than the task's first",
                      audit_task_of(c, r)->task, r->step, r->sample);
    }
}

void audit_check_contamination(struct audit_context *c)
{
    if (strcmp(c->run->strategy, "train") == 0)
        return;
    for (size_t i = 0; i < c->run->n_rollouts; i++) {
        const struct audit_rollout *r = &c->run->rollouts[i];
        if (audit_task_of(c, r)->in_train)
            audit_row(c, r, "%s is in the training part of the run's split",
                      audit_task_of(c, r)->task);
    }
}

/* ---- near-duplicates ---- */

#define NAME_WORDS       24
#define NAME_LEAST_WORDS 3

struct name_words {
    const char *at[NAME_WORDS];
    size_t len[NAME_WORDS];
    size_t n;
};

/* Words of a name without numbers: "4_Matrix_vector_mul.py" gives three. */
static struct name_words words_of(const char *name)
{
    struct name_words w = { .n = 0 };
    while (*name != '\0' && w.n < NAME_WORDS) {
        size_t len = 0;
        while (is_letter(name[len]) || (len > 0 && is_digit(name[len])))
            len++;
        bool is_suffix = len == 2 && memcmp(name, "py", 2) == 0;
        if (len > 0 && !is_suffix) {
            w.at[w.n] = name;
            w.len[w.n++] = len;
        }
        name += len > 0 ? len : 1;
    }
    return w;
}

/* Words of a that b lacks, each counted once. */
static size_t lacking(const struct name_words *a, const struct name_words *b)
{
    bool used[NAME_WORDS] = { false };
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++) {
        size_t k = 0;
        while (k < b->n && (used[k] || a->len[i] != b->len[k] ||
                            strncasecmp(a->at[i], b->at[k], a->len[i]) != 0))
            k++;
        if (k < b->n)
            used[k] = true;
        else
            n++;
    }
    return n;
}

static bool is_near_duplicate(const struct audit_task *t, const struct audit_train_task *other)
{
    struct name_words a = words_of(t->name);
    struct name_words b = words_of(other->name);
    bool other_family =
        t->family[0] != '\0' && other->family[0] != '\0' && strcmp(t->family, other->family) != 0;
    return !other_family && a.n >= NAME_LEAST_WORDS && b.n >= NAME_LEAST_WORDS &&
           lacking(&a, &b) <= 1 && lacking(&b, &a) <= 1;
}

size_t audit_near_unchecked(const struct audit_run *run)
{
    size_t n = 0;
    if (run->n_train_tasks == 0 || strcmp(run->strategy, "train") == 0)
        return 0;
    for (size_t i = 0; i < run->n_tasks; i++)
        n += !run->tasks[i].in_train && words_of(run->tasks[i].name).n < NAME_LEAST_WORDS;
    return n;
}

/* One row an evaluated task that is not itself in the training part. */
void audit_check_near_duplicates(struct audit_context *c)
{
    for (size_t i = 0; i < c->run->n_tasks && strcmp(c->run->strategy, "train") != 0; i++) {
        const struct audit_task *t = &c->run->tasks[i];
        size_t k = 0;
        while (k < c->run->n_train_tasks && !is_near_duplicate(t, &c->run->train_tasks[k]))
            k++;
        if (!t->in_train && k < c->run->n_train_tasks)
            audit_remark(c, "%s (%s) is nearly %s (%s) of the training part", t->task, t->name,
                         c->run->train_tasks[k].task, c->run->train_tasks[k].name);
    }
}
