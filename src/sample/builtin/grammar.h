/*
 * grammar.h - kernel grammars: what the builtin policy can write, as data.
 *
 * tasks/grammar/FAMILY.json lists slots (choice points) in order.  A slot whose condition on task
 * and earlier slots fails is skipped; otherwise one of its available options is chosen, which is
 * one token.  A finished walk is rendered by expanding the variable "kernel": ${name} is the chosen
 * option's text of a slot, or the first matching case of a variable.  docs/internals/policy.md
 * describes the format.
 *
 * An option's token id is its family's first_token plus its position in the file.  Families claim
 * disjoint ranges, so ids do not depend on which families are loaded.
 */
#ifndef ROLLBOOK_SAMPLE_BUILTIN_GRAMMAR_H
#define ROLLBOOK_SAMPLE_BUILTIN_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;
struct err;
struct task;

#define GRAMMAR_MAX_SLOTS    32
#define GRAMMAR_MAX_OPTIONS  32
#define GRAMMAR_MAX_VARS     64
#define GRAMMAR_MAX_CASES    64
#define GRAMMAR_MAX_TESTS    8
#define GRAMMAR_MAX_FAMILIES 64
#define GRAMMAR_MAX_TOKEN    (1 << 20)
#define GRAMMAR_MAX_KERNEL   ((size_t)64 << 10)

/* A slot's choice, or the task, is (not) among the given ones. */
struct grammar_test {
    int slot; /* of an earlier slot; -1: the task id */
    bool negated;
    uint32_t mask; /* bit o: option o */
    size_t n_tasks;
    const char **tasks;
};

/* All tests must hold. */
struct grammar_when {
    size_t n_tests;
    struct grammar_test *tests;
};

struct grammar_option {
    const char *name;
    const char *text; /* may hold ${...} */
    double logit;     /* ln of the weight */
    struct grammar_when when;
};

struct grammar_slot {
    const char *name;
    size_t n_options;
    struct grammar_option *options;
    struct grammar_when when;
    size_t first; /* in the family's tokens */
};

struct grammar_case {
    struct grammar_when when;
    const char *text;
};

struct grammar_var {
    const char *name;
    size_t n_cases;
    struct grammar_case *cases;
};

struct grammar {
    const char *file; /* for messages */
    const char *family;
    int32_t first_token;
    size_t n_tokens;
    size_t row; /* of its first token in the set */
    size_t n_slots;
    struct grammar_slot *slots;
    size_t n_vars;
    struct grammar_var *vars;
};

struct grammar_set {
    size_t n;
    struct grammar *items; /* by first_token */
    size_t n_tokens;
    char sha256[65]; /* of all names and bytes */
};

/* ERR_INTEGRITY names file and member.  Everything lives in the arena. */
int grammar_parse(const char *file, const char *text, size_t len, struct arena *a,
                  struct grammar *out, struct err *err);

struct grammar_text {
    const char *file;
    const void *data;
    size_t len;
};

/* Families and token ranges must be disjoint. */
int grammar_set_parse(const struct grammar_text *sources, size_t n, struct arena *a,
                      struct grammar_set *out, struct err *err);
/* The embedded grammars. */
int grammar_set_load(struct arena *a, struct grammar_set *out, struct err *err);
/* NULL: the family has none. */
const struct grammar *grammar_find(const struct grammar_set *set, const char *family);

/* choice[s] is slot s's option, or -1: skipped or not reached. */
struct grammar_walk {
    const struct grammar *grammar;
    const char *task_id;
    size_t slot;
    int8_t choice[GRAMMAR_MAX_SLOTS];
};

/* Begins at the first active slot. */
void grammar_walk_start(struct grammar_walk *w, const struct grammar *g, const char *task_id);
bool grammar_walk_done(const struct grammar_walk *w);
/* Bits of the options at w->slot; never 0 before the end. */
uint32_t grammar_walk_available(const struct grammar_walk *w);
void grammar_walk_choose(struct grammar_walk *w, size_t option);
int32_t grammar_token(const struct grammar *g, size_t slot, size_t option);
/* Option of w->slot for a token; -1: not available. */
int grammar_walk_option(const struct grammar_walk *w, int32_t token);
bool grammar_when_holds(const struct grammar_when *when, const struct grammar_walk *w);

/* The grammar that writes a task, or NULL: that of its family, or "any" where the family gives the
 * kernel's text (tasks/task_family.h). */
const struct grammar *grammar_of_task(const struct grammar_set *set, const struct task *task);
/* Appends the kernel file that a finished walk stands for. */
int grammar_write(const struct grammar_walk *w, const struct task *task, struct buf *out,
                  struct err *err);

/* Appends the grammar's variable "kernel" for a finished walk.  ERR_INTEGRITY names the variable
 * without a case, or nested too deep. */
int grammar_render(const struct grammar_walk *w, struct buf *out, struct err *err);

#endif
