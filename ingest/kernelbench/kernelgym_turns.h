/*
 * kernelgym_turns.h - what the files of KernelGYM and Dr.Kernel say about one turn.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELGYM_TURNS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct ingest_sample;
struct json;

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

#endif
