/*
 * kernelbench_walk.h - eval_results.json in any of its shapes, part by part.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_WALK_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_WALK_H

#include "ingest/kernelbench/kernelbench_record.h"

struct err;
struct ingest_message;
struct ingest_record;
struct kb_folder;

/* What is known of a file so far. */
struct kb_walk {
    struct ingest_job *job;
    struct ingest_batch *out; /* of the record at hand */
    struct kb_config config;
    struct kb_folder *folder; /* NULL: a file alone */
    int file_level;           /* named by the file itself, or by the folder's kernels; -1 none */
    bool level_chosen;
    int chosen_level; /* for records without their own; 0 none */
    bool missing_level;
    bool has_results;               /* a member "results": others beside it are no problems */
    struct ingest_message *strange; /* members that are refused when there is no "results" */
    size_t n_strange;
    size_t untimed, guessed;
};

struct kb_walk *kb_walk_new(struct ingest_job *job);
/* Adds the samples of one part of the results. */
void kb_walk_record(struct kb_walk *w, struct ingest_batch *out,
                    const struct ingest_record *record);
/* Behind the last part: what was left open is refused, what is to be said is said.  ERR_USAGE when
 * records needed --level. */
int kb_walk_finish(struct kb_walk *w, struct err *err);

/* ---- kernelbench_folder.c: a run folder ---- */

/* The folder's files as the job's; sets w->folder. */
int kb_folder_begin(struct kb_walk *w, struct err *err);
/* Gives the results that were added the kernels they judge. */
void kb_folder_add_kernels(struct kb_walk *w, struct ingest_batch *out);
/* A kernel file, which is a sample without a verdict unless a result has judged it. */
void kb_folder_take_kernel(struct kb_walk *w, struct ingest_batch *out, const char *path);
void kb_folder_finish(struct kb_walk *w);

#endif
