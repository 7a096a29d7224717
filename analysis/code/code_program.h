/*
 * code_program.h - a candidate's text as a program: which functions the entry leads to, which
 * statements never run, which names stand for extensions, and what CUDA's host functions write.
 *
 * Names are compared by word, whatever their scope, so that more is taken for called, and less is
 * found, than is so.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_PROGRAM_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/code/code_rules.h"

#define NO_INDEX SIZE_MAX

/* "name = value", "self.name = value", or one of "a, b = x, y". */
struct program_assignment {
    size_t name; /* token */
    size_t from, to;
    size_t statement;
    bool is_member;
    bool is_visited; /* by the search for what is called */
};

/* A function of the CUDA C in the text, or a Triton kernel.  Parameters beyond 64 are not told
 * apart. */
struct program_native {
    uint32_t name;
    size_t n_params;
    uint32_t params[64];
    uint64_t writes; /* by parameter */
    bool is_unknown; /* a store whose place is not understood */
    bool gives;      /* returns a value */
    bool is_device;  /* __global__ */
};

struct code_program {
    struct code_scanner *s;
    struct arena *arena;
    uint32_t *ids; /* by token: equal for equal words; 0: no word */
    size_t n_ids;
    size_t *owner; /* by statement: innermost function; NO_INDEX */
    bool *dead;    /* by statement: it never runs */
    size_t *heads; /* by function: its class's statement; NO_INDEX */
    bool *is_kernel, *is_live, *builds;
    bool *is_extension;                     /* by word */
    bool *is_local_word;                    /* by word: a function or class of the text */
    struct program_assignment *assignments; /* by statement */
    size_t n_assignments;
    size_t *first_assignment; /* by statement, and one behind */
    struct program_native *natives;
    size_t n_natives;
    size_t roots[256];
    size_t n_roots;
    bool is_model; /* the root is a module's forward */
};

/* Everything above; false for texts that cannot be followed. */
bool code_program_read(struct code_scanner *s, struct arena *arena, struct code_program *out);

bool program_is(const struct code_program *p, size_t i, const char *word);
bool program_is_any(const struct code_program *p, size_t i, const char *words);
bool program_is_word(const struct code_program *p, size_t i); /* of Python */
/* "=", "+=", ...: no comparison. */
bool program_is_assignment(const struct code_program *p, size_t i);
/* "torch", "tl", ...: what others made. */
bool program_is_library(const struct code_program *p, size_t i);
/* Behind the bracket that opens at i. */
size_t program_skip(const struct code_program *p, size_t i, size_t end);
/* Next comma outside of brackets, or the end. */
size_t program_comma(const struct code_program *p, size_t i, size_t end);
/* A name of the text's own, and not "torch.relu" or a method of a parameter. */
bool program_is_own(const struct code_program *p, size_t i);
/* It sets a name for the whole text, a member, or a name of a constructor. */
bool program_is_lasting(const struct code_program *p, const struct program_assignment *a);
/* Launch of a kernel, or call of an extension, at this token. */
bool program_uses(const struct code_program *p, size_t i);
const struct program_native *program_native_of(const struct code_program *p, uint32_t name);
/* Of a call at this token: the native function behind it, also by a name that stands for it. */
const struct program_native *program_native_at(const struct code_program *p, size_t i);
size_t program_function_of(const struct code_program *p, uint32_t name); /* NO_INDEX */
/* First and last token of the statement's targets; false: it assigns nothing. */
bool program_targets(const struct code_program *p, const struct code_statement *st, size_t *out_eq);

void code_program_natives(struct code_program *p); /* fills natives */

#endif
