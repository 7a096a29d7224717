/*
 * run_trust.h - which settings of a run name programs, hosts, files or keys (src/trust).
 */
#ifndef ROLLBOOK_RESCORE_RUN_TRUST_H
#define ROLLBOOK_RESCORE_RUN_TRUST_H

#include <stdbool.h>
#include <stddef.h>

struct db;
struct err;
struct run_config;
struct task;
struct trust_list;

/* Adds the interpreter, the policy's and the judge's server, key and configuration, and a template
 * that is a file.  Strings of c are borrowed. */
void run_trust_list(struct trust_list *list, const struct run_config *c);
/* Gets told when the user's own settings cannot be remembered; say may be NULL. */
struct run_trust_note {
    void (*say)(void *context, const char *text);
    void *context;
};

/*
 * Call before a run's settings are used.  typed: they are this command's own, and are remembered;
 * else they come from the database and need approval.  The modules of PyTorch problems come from
 * the database always.  ERR_UNTRUSTED: not approved.
 */
int run_trust_obey(struct db *db, const struct run_config *c, bool typed,
                   const struct task *const *tasks, size_t n_tasks,
                   const struct run_trust_note *note, struct err *err);

#endif
