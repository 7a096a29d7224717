/*
 * mutants_internal.h - what the operators share; private to tasks/mutants.
 */
#ifndef ROLLBOOK_TASKS_MUTANTS_MUTANTS_INTERNAL_H
#define ROLLBOOK_TASKS_MUTANTS_MUTANTS_INTERNAL_H

#include <stdbool.h>

#include "src/base/mem.h"
#include "tasks/mutants/mutants.h"
#include "tasks/text/cuda_lex.h"

struct edit {
    enum bug_class bug;
    const char *rule;
    size_t start, len; /* bytes that are replaced */
    size_t line;
    const char *put;
};

/* The tokens of a kernel file, and what one pass over them knows of each. */
struct token_facts {
    struct lex_token t;
    size_t partner;    /* of a bracket; else of no use */
    bool in_subscript; /* between [ and ] of an access */
    bool in_condition; /* between the parentheses of if, for, while */
    bool in_integer;   /* between = and the end of an integer's declaration */
    bool is_first;     /* the value that a declaration begins with */
};

struct scan {
    struct lexer l;
    const char *text;
    size_t n;
    struct token_facts *tokens; /* one more, which is LEX_END */
    struct arena *a;
    struct edit *edits;
    size_t n_edits, capacity;
};

static inline bool scan_is(const struct scan *s, size_t i, const char *word)
{
    return i < s->n && lex_is(&s->l, &s->tokens[i].t, word);
}
static inline bool scan_is_name(const struct scan *s, size_t i)
{
    return i < s->n && s->tokens[i].t.kind == LEX_NAME;
}
/* One of a NULL-ended list. */
bool scan_is_of(const struct scan *s, size_t i, const char *const *words);
/* A name, a number or a closing bracket: what may stand left of a binary operator. */
bool scan_ends_operand(const struct scan *s, size_t i);

/* Tokens first to last become put. */
void scan_add(struct scan *s, enum bug_class bug, const char *rule, size_t first, size_t last,
              const char *put);
/* put stands before token i. */
void scan_insert(struct scan *s, enum bug_class bug, const char *rule, size_t i, const char *put);

extern const char *const scan_integer_types[];

/* mutants_code.c, mutants_plan.c: all edits that may begin at token i. */
void mutants_code(struct scan *s, size_t i);
void mutants_plan(struct scan *s, size_t i);

#endif
