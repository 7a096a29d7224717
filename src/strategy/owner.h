/*
 * owner.h - which process writes a run: "boot id:pid:start time", unique on a machine.
 */
#ifndef ROLLBOOK_STRATEGY_OWNER_H
#define ROLLBOOK_STRATEGY_OWNER_H

#include <stdbool.h>

void owner_self(char out[128]);
/* A process of another machine counts as gone: whoever resumes there has the file. */
bool owner_is_alive(const char *owner);
long owner_pid(const char *owner); /* for messages; 0: malformed */

#endif
