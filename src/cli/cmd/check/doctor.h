/*
 * doctor.h - what "rollbook doctor" looks at, a finding each.
 */
#ifndef ROLLBOOK_CLI_CMD_CHECK_DOCTOR_H
#define ROLLBOOK_CLI_CMD_CHECK_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum health { HEALTH_OK, HEALTH_MISSING, HEALTH_FAILED };

struct doctor_finding {
    const char *part, *what; /* "sandbox", "landlock" */
    enum health health;
    bool needed;         /* nothing can be evaluated on the processor without it */
    const char *found;   /* what is here, or the true cause */
    const char *meaning; /* what follows from it */
    const char *next;    /* what to type or do; NULL: nothing */
};

struct doctor_findings {
    struct arena *arena;
    size_t n, capacity;
    struct doctor_finding *items;
};

struct doctor_asked {
    const char *python; /* NULL: ROLLBOOK_PYTHON, else python3 */
    const char *queue;  /* NULL: not looked at */
    const char *db;     /* the database's path */
};

/* doctor_machine.c: compiler, sandbox, clocks, disk.  doctor_devices.c: GPU, PyTorch, queue. */
void doctor_processor(struct doctor_findings *f);
void doctor_clocks(struct doctor_findings *f);
void doctor_disk(struct doctor_findings *f, const struct doctor_asked *asked);
void doctor_gpu(struct doctor_findings *f);
void doctor_torch(struct doctor_findings *f, const struct doctor_asked *asked);
void doctor_queue(struct doctor_findings *f, const struct doctor_asked *asked);

void finding_add(struct doctor_findings *f, struct doctor_finding x);

/* Evaluates the baseline of a small task once.  False with why it is not measured. */
bool doctor_evaluate(struct doctor_findings *f, const char *backend, const char **out_sandbox,
                     const char **out_said);

#endif
