/* kernelbench_walk.h - eval_results.json in any shape, part by part. */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_WALK_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_WALK_H

#include "ingest/kernelbench/kernelbench_record.h"

struct err;
struct ingest_message;
struct ingest_record;
struct kb_beside;
struct kb_folder;

/* Known so far. */
struct kb_walk {
    struct ingest_source *source;
    struct ingest_batch *out; /* of the record */
    struct kb_config config;
    struct kb_folder *folder; /* NULL: a file alone */
    struct kb_beside
        *beside;    /* kernels in files; NULL where the folder's names are KernelBench's */
    int file_level; /* named by the file itself, or by the folder's kernels; -1 none */
    bool level_chosen;
    int chosen_level; /* for records without one; 0: none */
    bool missing_level;
    bool has_results;               /* "results" is there: other members are no problems */
    struct ingest_message *strange; /* refused unless "results" comes */
    size_t n_strange;
    size_t untimed, guessed;
};

struct kb_walk *kb_walk_new(struct ingest_source *source);
/* Of one part. */
void kb_walk_record(struct kb_walk *w, struct ingest_batch *out,
                    const struct ingest_record *record);
/* Refuses what was left open and adds remarks.  ERR_USAGE when records needed --level. */
int kb_walk_finish(struct kb_walk *w, struct err *err);

/* ---- kernelbench_beside.c: kernels under other names ---- */

struct kb_beside *kb_beside_list(struct ingest_source *source);
/* Gives samples without code the kernel whose file is named after them. */
void kb_beside_attach(struct kb_beside *b, struct ingest_batch *out);
void kb_beside_finish(const struct kb_beside *b);

/* ---- kernelbench_folder.c: a run folder ---- */

/* Adds the folder's files to the source; sets w->folder. */
int kb_folder_begin(struct kb_walk *w, struct err *err);
/* Kernels for the results added. */
void kb_folder_add_kernels(struct kb_walk *w, struct ingest_batch *out);
/* No verdict unless a result has judged it. */
void kb_folder_take_kernel(struct kb_walk *w, struct ingest_batch *out, const char *path);
bool kb_folder_has_kernels(const struct kb_walk *w);
void kb_folder_finish(struct kb_walk *w);

#endif
