/*
 * ask_trust.h - the user is asked about settings of a database that are not approved.
 */
#ifndef ROLLBOOK_CLI_ASK_TRUST_H
#define ROLLBOOK_CLI_ASK_TRUST_H

struct trust_list;
struct err;

/* For struct trust_asker; context is the struct cli.  Shows the settings on standard error; then
 * --trust or a "y" on the terminal approves them. */
int ask_trust(void *context, const struct trust_list *unapproved, struct err *err);

#endif
