/*
 * harbor_task.h - a task as a folder of Harbor, which coding agents and trainers load.
 *
 * The image has the program and, of a module, the problem; sizes that are held out stand in tests/
 * alone, which Harbor copies in after the agent.
 */
#ifndef ROLLBOOK_HARBOR_HARBOR_TASK_H
#define ROLLBOOK_HARBOR_HARBOR_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "tasks/task.h"

struct arena;
struct err;

struct harbor_options {
    enum task_case task_case; /* of tasks with kernel files */
    const char *backend;      /* cpu or cuda */
    const char *image;        /* made from the Dockerfile before; NULL: none */
    uint64_t seed;            /* of held-out sizes */
    const char *program;      /* path of the one that goes into the image */
    bool links;               /* to it, because it is another task's; else it is copied */
    char program_sha256[65];
};

/* Sets program and its hash to those of the running one. */
int harbor_find_program(struct harbor_options *o, struct arena *a, struct err *err);
/* Name of the task's folder: "l1-28". */
const char *harbor_folder_name(const struct task *t, struct arena *a);
/* Makes the folder, which must not be there. */
int harbor_write_task(const struct task *t, const struct harbor_options *o, const char *folder,
                      struct arena *a, struct err *err);

#endif
