/*
 * load_audit.h - a run as the audit looks at it.
 */
#ifndef ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_AUDIT_H
#define ROLLBOOK_ANALYSIS_FROM_STORE_LOAD_AUDIT_H

#include <stddef.h>

#include "src/base/mem.h"

struct audit_code;
struct audit_run;
struct db;
struct err;

/* What the scans of texts found, kept from run to run: runs share texts.  Zero to begin with. */
struct audit_scans {
    struct arena arena;
    struct audit_code *codes; /* by key of the text; heap */
    size_t n;
};
void audit_scans_release(struct audit_scans *k);

/*
 * Texts of candidates are scanned as they pass and not kept; the tasks' work is NaN.  ERR_NOMATCH
 * without such a run.  Scans NULL: none are kept; otherwise they outlive the run.
 */
int load_audit(struct db *db, const char *run, struct audit_scans *scans, struct arena *arena,
               struct audit_run *out, struct err *err);

#endif
