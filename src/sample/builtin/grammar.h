/*
 * grammar.h - kernel grammars: what the builtin policy can write, as data.
 *
 * tasks/grammar/FAMILY.json lists slots (choice points) in order.  A slot is skipped unless its
 * condition on the task and on earlier slots holds; otherwise exactly one of its available options
 * is chosen, and that choice is one token.  A finished walk is rendered by expanding the variable
 * "kernel": ${name} is the text of the chosen option of slot name, or the first matching case of
 * variable name.  docs/policy.md describes the format.
 *
 * Token ids: an option's id is first_token of its family plus its position in the file.  Families
 * claim disjoint ranges, so ids do not depend on which families are loaded or in which order.
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

/* One member of a condition: a slot's choice, or the task, is (not) among the given ones. */
struct grammar_test {
    int slot; /* index of an earlier slot; -1: the task id */
    bool negated;
    uint32_t mask; /* bit o: option o; a skipped slot has none */
    size_t n_tasks;
    const char **tasks;
};

/* All tests must hold; none means always. */
struct grammar_when {
    size_t n_tests;
    struct grammar_test *tests;
};

struct grammar_option {
    const char *name;
    const char *text; /* expansion; may hold ${...} */
    double logit;     /* ln of the weight */
    struct grammar_when when;
};

struct grammar_slot {
    const char *name;
    size_t n_options;
    struct grammar_option *options;
    struct grammar_when when;
    size_t first; /* index of its first option within the family's tokens */
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
    const char *file; /* "tasks/grammar/scale.json", for messages */
    const char *family;
    int32_t first_token;
    size_t n_tokens;
    size_t row; /* index of its first token among all tokens of the set, in order of ids */
    size_t n_slots;
    struct grammar_slot *slots;
    size_t n_vars;
    struct grammar_var *vars;
    size_t kernel; /* index of the variable "kernel" */
};

struct grammar_set {
    size_t n;
    struct grammar *items; /* in order of first_token */
    size_t n_tokens;       /* of all families */
    char sha256[65];       /* of all files, names and bytes, in order of first_token */
};

/* Parses one file.  ERR_INTEGRITY naming file and member.  Everything lives in the arena. */
int grammar_parse(const char *file, const char *text, size_t len, struct arena *a,
                  struct grammar *out, struct err *err);

struct grammar_source {
    const char *file;
    const void *data;
    size_t len;
};

/* Parses all and checks that families and token ranges are disjoint. */
int grammar_set_parse(const struct grammar_source *sources, size_t n, struct arena *a,
                      struct grammar_set *out, struct err *err);
/* The grammars compiled into the program. */
int grammar_set_load(struct arena *a, struct grammar_set *out, struct err *err);
/* NULL when the family has no grammar. */
const struct grammar *grammar_find(const struct grammar_set *set, const char *family);

/* A walk: choice[s] is the option chosen at slot s, or -1 when skipped or not reached. */
struct grammar_walk {
    const struct grammar *grammar;
    const char *task_id;
    size_t slot; /* where the next choice is made; n_slots when finished */
    int8_t choice[GRAMMAR_MAX_SLOTS];
};

/* Stands at the first active slot. */
void grammar_walk_start(struct grammar_walk *w, const struct grammar *g, const char *task_id);
bool grammar_walk_done(const struct grammar_walk *w);
/* Bit mask of the options that may be chosen at w->slot; never 0 before the end. */
uint32_t grammar_walk_available(const struct grammar_walk *w);
void grammar_walk_choose(struct grammar_walk *w, size_t option);
int32_t grammar_token(const struct grammar *g, size_t slot, size_t option);
/* Option of w->slot that a token names, or -1 when it names none that is available. */
int grammar_walk_option(const struct grammar_walk *w, int32_t token);
bool grammar_when_holds(const struct grammar_when *when, const struct grammar_walk *w);

/* Appends the kernel file of a finished walk.  ERR_INTEGRITY naming the variable that has no case
 * for these choices, or nests too deep. */
int grammar_render(const struct grammar_walk *w, struct buf *out, struct err *err);

#endif
