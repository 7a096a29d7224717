/*
 * load_audit.h - a run as the audit looks at it.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_AUDIT_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_AUDIT_H

struct arena;
struct audit_run;
struct db;
struct err;

/*
 * Texts of candidates are scanned as they pass and not kept; the tasks' work is NaN.  ERR_NOMATCH
 * without such a run.
 */
int load_audit(struct db *db, const char *run, struct arena *arena, struct audit_run *out,
               struct err *err);

#endif
