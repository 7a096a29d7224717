/* kernelbench_id.h - the problem that a name or key means. */
#ifndef ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_ID_H
#define ROLLBOOK_INGEST_KERNELBENCH_KERNELBENCH_ID_H

#include <stdbool.h>

struct arena;

/* -1: unsaid. */
struct kb_id {
    int level, problem, step, sample;
};
#define KB_ID_NONE ((struct kb_id){ -1, -1, -1, -1 })

/* Decimal digits alone. */
bool kb_number(const char *s, int *out);
/* "level_1_problem_3_sample_0", "problem_3", "..._solution_7", "..._epoch_2_sample_5"; leaves what
 * the text does not name, false when it names nothing. */
bool kb_id_from_text(const char *s, struct kb_id *id);
/* "4_Matrix_vector_multiplication_.py" is 4; 0: none. */
int kb_problem_of_name(const char *name);
/* "1", "l1", "level1", "level_1". */
bool kb_level_of_key(const char *key, int *out);
/* Without ".py". */
const char *kb_task_name(struct arena *a, const char *file_name);
/* "level_1/task_23" anywhere, as in robust-kbench. */
bool kb_task_of_path(const char *path, int *level, int *problem);

#endif
