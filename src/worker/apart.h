/*
 * apart.h - work whose end nobody waits for.
 */
#ifndef ROLLBOOK_WORKER_APART_H
#define ROLLBOOK_WORKER_APART_H

struct err;

struct apart_work {
    int (*answer)(void *context, struct err *err); /* may print */
    void (*close)(void *context);
    void *context;
};

/* Runs answer in a child and returns what it returned, with what it printed written out; the child
 * closes when its answer has been told, and ends by itself.  The child ends with this process until
 * then.  What the context holds is not changed here. */
int apart_run(const struct apart_work *work, struct err *err);

#endif
