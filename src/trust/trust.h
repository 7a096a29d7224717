/*
 * trust.h - settings of a database that this user has approved on this machine.
 *
 * A database can come from anybody.  A setting in it that names a program, a host, a file, the
 * variable of a key, or text that runs as code is obeyed only after this user has approved it.
 * Approvals are kept outside of every database, in the file "approved" of the user's configuration
 * folder: ROLLBOOK_CONFIG_DIR, else XDG_CONFIG_HOME/rollbook, else HOME/.config/rollbook.  An
 * approval is the SHA-256 of the database's identity, the kind of the setting and its value, so it
 * holds for one value in one database.
 */
#ifndef ROLLBOOK_TRUST_TRUST_H
#define ROLLBOOK_TRUST_TRUST_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct db;
struct err;

struct trust_setting {
    const char *what;  /* "interpreter", "server", "variable of the key" */
    const char *value; /* in full; with what it is hashed */
    const char *shown; /* instead of value; NULL: the value */
};

/* A growing list, in an arena.  Values are borrowed. */
struct trust_list {
    struct arena *arena;
    struct trust_setting *items;
    size_t n;
};

/* Adds a setting; value NULL or a setting that is in the list already: nothing. */
void trust_add(struct trust_list *list, const char *what, const char *value, const char *shown);

/*
 * Who is asked about settings that are not approved; one for the whole process, which src/cli sets
 * at its start.  NULL, as in a process without a user, refuses them.
 */
struct trust_asker {
    void *context;
    /* 0: approved.  ERR_UNTRUSTED: refused, with a message that says what to type. */
    int (*ask)(void *context, const struct trust_list *unapproved, struct err *err);
};
void trust_set_asker(const struct trust_asker *asker);

/*
 * Call before the settings of a database are obeyed.  Those that were approved before pass; the
 * asker is asked about the others, which are then remembered.  ERR_UNTRUSTED: refused;
 * ERR_INTEGRITY: the file of approvals cannot be read, or others can write it.
 */
int trust_obey(struct db *db, const struct trust_list *list, struct err *err);
/*
 * Remembers settings without asking: the user's own, typed just now.  Where that is not possible,
 * *out_why (arena of the list) says why, else it is NULL: a later command will ask.  db must be
 * open for writing.
 */
int trust_own(struct db *db, const struct trust_list *list, const char **out_why, struct err *err);

#endif
