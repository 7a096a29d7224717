/*
 * kernelgym_turns.h - what the files of KernelGYM and Dr.Kernel say about one turn.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/mem.h"

struct arena;
struct err;
struct ingest_batch;
struct ingest_job;
struct ingest_sample;
struct json;

/* A new sample of the batch, numbered by its content. */
NEVER_NULL struct ingest_sample *kernelgym_add(struct ingest_batch *out, const char *where);
/*
 * Reads a verdict: a turn's metrics, a turn_N_eval.json, or a result of the server.  False when it
 * holds none, with the reason in *out_why.
 */
bool kernelgym_read_verdict(struct arena *a, const struct json *verdict, struct ingest_sample *s,
                            const char **out_why);
/* The code that was evaluated: the last fenced block of the answer; NULL data when there is none.
 */
void kernelgym_find_code(const char *answer, struct ingest_sample *s);
/* Which task: by KernelBench's number when the level is known, else by name. */
void kernelgym_name_task(struct arena *a, int level, int problem, const char *name,
                         struct ingest_sample *s);

/* ---- kernelgym_folder.c ---- */

/* The verdict files of a grading tree as the job's files; ERR_NOMATCH when there is none. */
int kernelgym_list_verdict_files(struct ingest_job *job, struct err *err);
/* One of them, with the answer and the kernel beside it. */
void kernelgym_take_verdict_file(struct ingest_batch *out, const char *path);

#endif
