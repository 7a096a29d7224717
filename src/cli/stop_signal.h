/*
 * stop_signal.h - signals that ask a command to end in an orderly way.
 */
#ifndef ROLLBOOK_CLI_STOP_SIGNAL_H
#define ROLLBOOK_CLI_STOP_SIGNAL_H

#include <signal.h>

/*
 * Set by the first SIGINT, SIGTERM or SIGHUP.  One that comes 0.3 s later or more ends the
 * process; before that it is the same request, which programs like timeout(1) send twice.
 */
const volatile sig_atomic_t *stop_on_signals(void);

/* The first signal also writes eight bytes to this descriptor (an eventfd); -1: to none. */
void stop_wakes(int fd);

#endif
