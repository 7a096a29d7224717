/*
 * jobs.h - evaluations that come as lines of JSON on a descriptor, for a program that keeps this
 * one running beside it (python/).
 *
 * In: objects as POST /evaluate takes them, with "id", a whole number, and for PyTorch problems
 * "problem", the text; or {"cancel": ID}.  Out: first JOBS_SCHEMA with "protocol" and "version",
 * then for each job, as it ends, {"id": ID, "verdict": {...}} or {"id": ID, "error": {"code",
 * "message"}}.
 */
#ifndef ROLLBOOK_SERVER_JOBS_H
#define ROLLBOOK_SERVER_JOBS_H

#include <signal.h>
#include <stddef.h>

struct err;
struct problem_shelf;
struct transport_kind;

#define JOBS_SCHEMA "rollbook.jobs/1"
/* Rises when lines of today would be misread. */
#define JOBS_PROTOCOL 1

struct jobs_options {
    const struct transport_kind *transport;
    const struct problem_shelf *problems; /* NULL: none */
    unsigned workers;                     /* 0: one a core */
    size_t queue;                         /* jobs that wait or run */
    int in, out;
    const volatile sig_atomic_t *stop; /* non-zero: end */
};

/* Until every job of in is answered, or nobody reads out. */
int jobs_run(const struct jobs_options *options, struct err *err);

#endif
