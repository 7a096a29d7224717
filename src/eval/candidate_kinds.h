/*
 * candidate_kinds.h - the table of kinds of candidates.
 */
#ifndef ROLLBOOK_EVAL_CANDIDATE_KINDS_H
#define ROLLBOOK_EVAL_CANDIDATE_KINDS_H

#include "src/eval/contract/candidate_kind.h"

struct buf;

/* NULL: no such kind. */
const struct candidate_kind *candidate_kind_find(const char *name);
/* The kind that a text looks like, else kernel_file, whose reader says what is wrong. */
const struct candidate_kind *candidate_kind_of(const char *text, size_t len);
/* What a text of no kind is, and what to do: static, or NULL. */
const char *candidate_explain(const char *text, size_t len);
/* Appends "kernel_file, library". */
void candidate_kind_names(struct buf *out);

/* For kinds: whether a line begins with what, after blanks. */
bool text_line_begins(const char *text, size_t len, const char *what);

/* For tests: adds a row that is asked first; NULL takes it away. */
void candidate_kind_add(const struct candidate_kind *kind);

#endif
