/*
 * output.h - what a person sees: errors on standard error, tables on a terminal.
 */
#ifndef ROLLBOOK_CLI_OUTPUT_H
#define ROLLBOOK_CLI_OUTPUT_H

/* "rollbook: MESSAGE"; control characters are made visible. */
void output_error(const char *message);

#endif
