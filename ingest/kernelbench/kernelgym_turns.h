/* kernelgym_turns.h - what KernelGYM and Dr.Kernel say about a turn. */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/mem.h"

struct arena;
struct err;
struct ingest_batch;
struct ingest_source;
struct ingest_sample;
struct json;

/* Numbered by content. */
NEVER_NULL struct ingest_sample *kernelgym_add(struct ingest_batch *out, const char *where);
/* Of a turn's metrics, a turn_N_eval.json, or a server's result.  False: none, see *out_why. */
bool kernelgym_read_verdict(struct arena *a, const struct json *verdict, struct ingest_sample *s,
                            const char **out_why);
/* The answer's last fenced block; NULL data: none. */
void kernelgym_find_code(const char *answer, struct ingest_sample *s);
/* By KernelBench's number with a level, else by name. */
void kernelgym_name_task(struct arena *a, int level, int problem, const char *name,
                         struct ingest_sample *s);

/* ---- kernelgym_folder.c ---- */

/* ERR_NOMATCH without a verdict file. */
int kernelgym_list_verdict_files(struct ingest_source *source, struct err *err);
/* With the answer and kernel beside it. */
void kernelgym_take_verdict_file(struct ingest_batch *out, const char *path);

#endif
