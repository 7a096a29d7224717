/*
 * kernelbench_id.h - which problem a name or key means.
 */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_ID_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_ID_H

#include <stdbool.h>

struct arena;

/* Which sample of which problem; -1 where nothing says it. */
struct kb_id {
    int level, problem, step, sample;
};

/* Decimal digits and nothing else. */
bool kb_number(const char *s, int *out);
/* "level_1_problem_3_sample_0", "problem_3", "..._solution_7", "..._epoch_2_sample_5": sets what
 * the text names and leaves the rest; false when it names nothing. */
bool kb_id_from_text(const char *s, struct kb_id *id);
/* The number of "4_Matrix_vector_multiplication_.py"; 0 when the name does not begin so. */
int kb_problem_of_name(const char *name);
/* A level as a key: "1", "l1", "level1", "level_1". */
bool kb_level_of_key(const char *key, int *out);
/* The task's name without ".py". */
const char *kb_task_name(struct arena *a, const char *file_name);
/* "level_1/task_23" anywhere in the path, as robust-kbench has it. */
bool kb_task_of_path(const char *path, int *level, int *problem);

#endif
