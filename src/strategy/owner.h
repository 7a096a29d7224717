/*
 * owner.h - which process writes a run: "boot id:pid:start time", unique on a machine.
 */
#ifndef ROLLBOOK_STRATEGY_OWNER_H
#define ROLLBOOK_STRATEGY_OWNER_H

#include <stdbool.h>

/* The name of this process. */
void owner_self(char out[128]);
/* True when the named process runs on this machine now.  A process of another machine counts as
 * gone: whoever resumes there has the file in hand. */
bool owner_is_alive(const char *owner);
long owner_pid(const char *owner); /* for messages; 0 when malformed */

#endif
