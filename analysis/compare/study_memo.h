/*
 * study_memo.h - analyses of sets of runs that are made once, however many tables, figures and
 * sentences show them.
 */
#ifndef ROLLBOOK_ANALYSIS_COMPARE_STUDY_MEMO_H
#define ROLLBOOK_ANALYSIS_COMPARE_STUDY_MEMO_H

#include <stddef.h>

#include "analysis/study/study.h"
#include "src/base/mem.h"

struct study_memo;

/* What a value follows from.  Options are compared byte by byte. */
struct study_memo_key {
    const char *analysis;
    struct run_set a, b; /* b: no run where one set is enough */
    const void *options; /* NULL: none */
    size_t options_size;
};

struct study_memo_entry {
    struct study_memo_entry *next;
    struct study_memo_key key;
    struct arena arena; /* for the value; lives as long as the memo */
    const void *value;  /* NULL: not made */
};

struct study_memo *study_memo_new(void);
/* With all values; NULL is fine. */
void study_memo_free(struct study_memo *m);
struct study_memo_entry *study_memo_at(struct study_memo *m, const struct study_memo_key *key);

#endif
