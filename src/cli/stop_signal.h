/*
 * stop_signal.h - signals that ask a command to end in an orderly way.
 */
#ifndef ROLLBOOK_CLI_STOP_SIGNAL_H
#define ROLLBOOK_CLI_STOP_SIGNAL_H

#include <signal.h>

/*
 * Set by the first signal that asks for an end: SIGINT, SIGTERM, SIGHUP, SIGQUIT, and SIGXCPU,
 * SIGUSR1 and SIGUSR2, which batch systems send before a limit.  One that comes 0.3 s later or more
 * ends the process; before that it is the same request, which programs like timeout(1) send twice.
 */
const volatile sig_atomic_t *stop_on_signals(void);

/* Also set when the file of this path gets another name, or none; one path a process. */
void stop_when_gone(const char *path);

/* The first signal also writes eight bytes to this descriptor (an eventfd); -1: to none. */
void stop_wakes(int fd);

#endif
