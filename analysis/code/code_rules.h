/*
 * code_rules.h - the rules of the static scan that follow a call, and what they look with.
 */
#ifndef ROLLBOOK_ANALYSIS_CODE_CODE_RULES_H
#define ROLLBOOK_ANALYSIS_CODE_CODE_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/code/code_flow.h"
#include "analysis/code/code_hit.h"
#include "tasks/text/code_token.h"

#define CODE_MAX_WORK ((size_t)1 << 24)

struct code_scanner {
    const char *text;
    size_t len;
    struct token_list tokens;
    struct code_flow flow;
    struct code_hit hits[CODE_MAX_HITS];
    size_t n_hits;
    size_t skip_from, skip_to; /* tokens of the reference's class, which is no candidate */
    size_t *work;              /* tokens that the rules have looked at */
    const bool *dead;          /* by statement: it never runs; NULL: not known */
};

/* One finding a kind and line. */
void code_scan_hit(struct code_scanner *s, enum code_kind kind, size_t token, const char *what);
/* The same of another line than the token's, as of a comment before it. */
void code_scan_hit_line(struct code_scanner *s, enum code_kind kind, size_t token, size_t line,
                        const char *what);
/* False behind the end. */
bool code_scan_is(const struct code_scanner *s, size_t i, const char *word);
/* One of these words, which bars separate; a star at an end stands for any letters. */
bool code_scan_is_any(const struct code_scanner *s, size_t i, const char *words);

/* The same of any word. */
bool code_word_is_any(const char *words, size_t words_len, const char *word, size_t len);

/* Counts work.  False from CODE_MAX_WORK on: texts are hostile, and a rule that is not done by then
 * finds nothing more. */
bool code_scan_spend(const struct code_scanner *s, size_t n);

void code_scan_stored(struct code_scanner *s);   /* values of earlier calls */
void code_scan_constant(struct code_scanner *s); /* results that no input reaches */
void code_scan_streams(struct code_scanner *s);  /* work that nobody waits for */
void code_scan_builds(struct code_scanner *s);   /* what cannot be built, and is not missed */
/* Calls of what no module has, and is not missed. */
void code_scan_interfaces(struct code_scanner *s);
void code_scan_remarks(struct code_scanner *s); /* what comments admit */

struct code_program;
void code_scan_decoys(struct code_program *p); /* kernels that do not make the result */
void code_scan_inputs(struct code_program *p); /* inputs that the call overwrites */

#endif
