/*
 * candidate_kinds.h - the table of kinds of candidates.
 */
#ifndef ROLLBOOK_EVAL_KIND_CANDIDATE_KINDS_H
#define ROLLBOOK_EVAL_KIND_CANDIDATE_KINDS_H

#include "src/eval/seam/candidate_kind.h"

struct buf;

/* The kind of that name, NULL when there is none. */
const struct candidate_kind *candidate_kind_find(const char *name);
/* The kind that a text looks like; one that looks like none is read as a kernel file, whose reader
 * says what is wrong with it. */
const struct candidate_kind *candidate_kind_of(const char *text, size_t len);
/* What a text is that is of no kind here, and what to do; NULL when nobody knows.  Static. */
const char *candidate_explain(const char *text, size_t len);
/* Appends "kernel_file, library". */
void candidate_kind_names(struct buf *out);

/* For tests: a further row, looked at first; NULL takes it away. */
void candidate_kind_add(const struct candidate_kind *kind);

#endif
