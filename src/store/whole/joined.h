/*
 * joined.h - several databases read as one: they are merged into a temporary one.
 *
 * That is what 'rollbook merge A B --out C' makes of them in the same order, so every number and
 * report is that of C.  The files are not changed.
 */
#ifndef ROLLBOOK_STORE_WHOLE_JOINED_H
#define ROLLBOOK_STORE_WHOLE_JOINED_H

#include <stdbool.h>

struct arena;
struct db;
struct err;

/*
 * Opens what the text names for reading: a file; a folder, whose *.db files count in the order of
 * their names; or a list of both with commas, unless a file has that name.  Gives in out_notes
 * (arena) what differs between several, a line each; NULL: nothing.  The temporary database lies
 * below TMPDIR, else /var/tmp, and goes when it is closed, or with a signal.  ERR_USAGE also for a
 * folder without one and for one file twice; ERR_NEGATIVE as db_merge: a name stands for two
 * things.
 *
 * facts: several are joined without their rollouts and texts, as far as facts stand for these.  A
 * statement that reads what is left out fails, and joined_lacks_rows tells it: what was made is
 * worth nothing then, and is made again from a whole join.
 */
int joined_open(const char *text, bool facts, struct arena *a, struct db **out,
                const char **out_notes, struct err *err);
bool joined_lacks_rows(const struct db *db); /* NULL: no */
/* Several files are meant. */
bool joined_is(const char *text);

#endif
