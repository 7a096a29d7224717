/*
 * grammar_walk.c - walks through the slots of a grammar.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/sample/builtin/grammar.h"
#include "tasks/kernel_file.h"
#include "tasks/task.h"
#include "tasks/task_family.h"

static bool test_holds(const struct grammar_test *t, const struct grammar_walk *w)
{
    bool member = false;
    if (t->slot >= 0) {
        int8_t choice = w->choice[t->slot];
        member = choice >= 0 && (t->mask >> choice & 1u) != 0;
    }
    for (size_t i = 0; t->slot < 0 && i < t->n_tasks; i++)
        member = member || strcmp(t->tasks[i], w->task_id) == 0;
    return member != t->negated;
}

bool grammar_when_holds(const struct grammar_when *when, const struct grammar_walk *w)
{
    for (size_t i = 0; i < when->n_tests; i++) {
        if (!test_holds(&when->tests[i], w))
            return false;
    }
    return true;
}

static void skip_inactive(struct grammar_walk *w)
{
    while (w->slot < w->grammar->n_slots &&
           !grammar_when_holds(&w->grammar->slots[w->slot].when, w))
        w->slot++;
}

void grammar_walk_start(struct grammar_walk *w, const struct grammar *g, const char *task_id)
{
    w->grammar = g;
    w->task_id = task_id;
    w->slot = 0;
    memset(w->choice, -1, sizeof(w->choice));
    skip_inactive(w);
}

bool grammar_walk_done(const struct grammar_walk *w)
{
    return w->slot >= w->grammar->n_slots;
}

uint32_t grammar_walk_available(const struct grammar_walk *w)
{
    const struct grammar_slot *slot = &w->grammar->slots[w->slot];
    uint32_t mask = 0;
    for (size_t o = 0; o < slot->n_options; o++) {
        if (grammar_when_holds(&slot->options[o].when, w))
            mask |= 1u << o;
    }
    return mask;
}

void grammar_walk_choose(struct grammar_walk *w, size_t option)
{
    w->choice[w->slot++] = (int8_t)option;
    skip_inactive(w);
}

int32_t grammar_token(const struct grammar *g, size_t slot, size_t option)
{
    return g->first_token + (int32_t)(g->slots[slot].first + option);
}

int grammar_walk_option(const struct grammar_walk *w, int32_t token)
{
    const struct grammar_slot *slot = &w->grammar->slots[w->slot];
    int64_t option = (int64_t)token - w->grammar->first_token - (int64_t)slot->first;
    if (option < 0 || option >= (int64_t)slot->n_options)
        return -1;
    return grammar_walk_available(w) >> option & 1u ? (int)option : -1;
}

/*
 * All grammars together: one vocabulary.
 */

/* Both are sorted together. */
struct grammar_entry {
    struct grammar grammar;
    const struct grammar_text *source;
};

static int entry_compare(const void *a, const void *b)
{
    int32_t x = ((const struct grammar_entry *)a)->grammar.first_token;
    int32_t y = ((const struct grammar_entry *)b)->grammar.first_token;
    return (x > y) - (x < y);
}

static int check_disjoint(const struct grammar_entry *entries, size_t n, struct err *err)
{
    for (size_t i = 1; i < n; i++) {
        const struct grammar *before = &entries[i - 1].grammar, *g = &entries[i].grammar;
        if ((int64_t)before->first_token + (int64_t)before->n_tokens > g->first_token)
            return err_set(err, ERR_INTEGRITY, "%s: first_token: %d is taken by %s (%d to %lld)",
                           g->file, g->first_token, before->file, before->first_token,
                           (long long)before->first_token + (long long)before->n_tokens - 1);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(entries[i].grammar.family, entries[k].grammar.family) == 0)
                return err_set(err, ERR_INTEGRITY, "%s: family: '%s' already belongs to %s",
                               entries[i].grammar.file, entries[i].grammar.family,
                               entries[k].grammar.file);
        }
    }
    return 0;
}

static void hash_text(struct sha256 *sha, const void *data, uint64_t len)
{
    unsigned char size[8];
    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)(len >> (8 * i));
    sha256_update(sha, size, sizeof(size));
    sha256_update(sha, data, len);
}

int grammar_set_parse(const struct grammar_text *sources, size_t n, struct arena *a,
                      struct grammar_set *out, struct err *err)
{
    if (n == 0 || n > GRAMMAR_MAX_FAMILIES)
        return err_set(err, ERR_INTEGRITY, "%zu grammars: 1 to %d are possible", n,
                       GRAMMAR_MAX_FAMILIES);
    struct grammar_entry *entries = arena_array(a, n, sizeof(*entries));
    for (size_t i = 0; i < n; i++) {
        entries[i].source = &sources[i];
        int rc = grammar_parse(sources[i].file, sources[i].data, sources[i].len, a,
                               &entries[i].grammar, err);
        if (rc < 0)
            return rc;
    }
    qsort(entries, n, sizeof(*entries), entry_compare);
    int rc = check_disjoint(entries, n, err);
    if (rc == 0) {
        struct grammar_set set = { .n = n, .items = arena_array(a, n, sizeof(*set.items)) };
        struct sha256 sha;
        sha256_init(&sha);
        for (size_t i = 0; i < n; i++) {
            set.items[i] = entries[i].grammar;
            set.items[i].row = set.n_tokens;
            set.n_tokens += entries[i].grammar.n_tokens;
            hash_text(&sha, entries[i].source->file, strlen(entries[i].source->file));
            hash_text(&sha, entries[i].source->data, entries[i].source->len);
        }
        sha256_final_hex(&sha, set.sha256);
        *out = set;
    }
    return rc;
}

int grammar_set_load(struct arena *a, struct grammar_set *out, struct err *err)
{
    struct grammar_text sources[GRAMMAR_MAX_FAMILIES];
    size_t n = 0;
    for (size_t i = 0; i < embedded_tasks_count; i++) {
        const struct embedded_file *f = &embedded_tasks[i];
        if (!str_starts_with(f->name, "tasks/grammar/") || !str_ends_with(f->name, ".json"))
            continue;
        if (n == GRAMMAR_MAX_FAMILIES)
            return err_set(err, ERR_INTEGRITY, "more than %d grammars", GRAMMAR_MAX_FAMILIES);
        sources[n++] = (struct grammar_text){ f->name, f->data, f->size };
    }
    return grammar_set_parse(sources, n, a, out, err);
}

const struct grammar *grammar_find(const struct grammar_set *set, const char *family)
{
    for (size_t i = 0; i < set->n; i++) {
        if (strcmp(set->items[i].family, family) == 0)
            return &set->items[i];
    }
    return NULL;
}

/*
 * Tasks of a family: choices are values of the task's own kernel text.
 *
 * Lines NAME=TEXT of the chosen options are values, wrong=N takes those of the task's N-th wrong
 * kernel, times=N writes all launches N times, which gives the same result later, and what the
 * grammar renders comes before the kernel.
 */

#define TEMPLATE_FAMILY "any"

const struct grammar *grammar_of_task(const struct grammar_set *set, const struct task *task)
{
    return grammar_find(set, task->kernel_template != NULL ? TEMPLATE_FAMILY : task->family);
}

struct choices {
    size_t n;
    struct task_value values[GRAMMAR_MAX_SLOTS];
    const struct task_wrong *wrong;
    int64_t times;
};

static int take_line(struct choices *c, const char *line, const struct task *task, struct arena *a,
                     struct err *err)
{
    const char *equals = strchr(line, '=');
    int64_t number;
    if (line[0] == '\0')
        return 0;
    if (equals == NULL || c->n == ARRAY_LEN(c->values))
        return err_set(err, ERR_INTEGRITY, "%s: '%.40s' is not NAME=TEXT", task->id, line);
    const char *name = arena_strndup(a, line, (size_t)(equals - line));
    size_t i = 0;
    while (i < c->n && strcmp(c->values[i].name, name) != 0)
        i++; /* a later choice wins */
    if (strcmp(name, "times") == 0) {
        if (!str_to_i64(equals + 1, &c->times) || c->times < 1)
            return err_set(err, ERR_INTEGRITY, "%s: '%.40s' is not a count", task->id, line);
    } else if (strcmp(name, "wrong") != 0) {
        c->values[i] = (struct task_value){ name, arena_strdup(a, equals + 1) };
        c->n += i == c->n;
    } else if (str_to_i64(equals + 1, &number) && number > 0 && task->n_wrong > 0) {
        c->wrong = &task->wrong[(size_t)(number - 1) % task->n_wrong];
    }
    return 0;
}

/* The lines of launches, which stand together, as often as asked or as a kernel file may have. */
static void put_launches_again(const char *text, int64_t times, struct buf *out)
{
    static const char launch[] = "//@ launch ";
    const char *first = strstr(text, launch), *end = first;
    int64_t n = 0;
    while (end != NULL && str_starts_with(end, launch)) {
        end = strchr(end, '\n');
        end = end != NULL ? end + 1 : NULL;
        n++;
    }
    if (end == NULL) {
        buf_puts(out, text);
        return;
    }
    buf_add(out, text, (size_t)(first - text));
    for (int64_t i = 0; i < times && (i + 1) * n <= KERNEL_MAX_LAUNCHES; i++)
        buf_add(out, first, (size_t)(end - first));
    buf_puts(out, end);
}

int grammar_write(const struct grammar_walk *w, const struct task *task, struct buf *out,
                  struct err *err)
{
    if (task->kernel_template == NULL)
        return grammar_render(w, out, err);
    CLEANUP(arena_release) struct arena a = { 0 };
    struct choices c = { .times = 1 };
    const char *text = NULL;
    int rc = 0;
    for (size_t s = 0; s < w->grammar->n_slots && rc == 0; s++) {
        if (w->choice[s] < 0)
            continue;
        char **lines;
        size_t n = str_split(&a, w->grammar->slots[s].options[w->choice[s]].text, '\n', &lines);
        for (size_t i = 0; i < n && rc == 0; i++)
            rc = take_line(&c, lines[i], task, &a, err);
    }
    const struct task_values sets[] = { { c.values, c.n },
                                        { c.wrong != NULL ? c.wrong->values : NULL,
                                          c.wrong != NULL ? c.wrong->n_values : 0 },
                                        { task->values, task->n_values },
                                        { task_single_values, task_single_count } };
    if (rc == 0)
        text = values_expand(task->id, task->kernel_template, sets, ARRAY_LEN(sets), &a, err);
    if (rc == 0 && text == NULL)
        rc = ERR_INTEGRITY;
    if (rc == 0)
        rc = grammar_render(w, out, err);
    if (rc == 0)
        put_launches_again(text, c.times, out);
    return rc;
}
