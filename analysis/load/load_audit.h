/*
 * load_audit.h - a run as the audit looks at it.
 */
#ifndef ROLLBOOK_ANALYSIS_LOAD_LOAD_AUDIT_H
#define ROLLBOOK_ANALYSIS_LOAD_LOAD_AUDIT_H

struct arena;
struct audit_run;
struct db;
struct err;

/*
 * Loads the run into the arena; texts of candidates are scanned as they pass and not kept.  The
 * work of the tasks is NaN.  ERR_NOMATCH when there is no such run.
 */
int load_audit(struct db *db, const char *run, struct arena *arena, struct audit_run *out,
               struct err *err);

#endif
