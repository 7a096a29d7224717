/*
 * certify.h - "rollbook doctor --certify": kernels whose verdicts are known, evaluated here.
 */
#ifndef ROLLBOOK_CLI_CMD_CHECK_CERTIFY_H
#define ROLLBOOK_CLI_CMD_CHECK_CERTIFY_H

#include "src/cli/command.h"

/* What is known of a kernel. */
enum known_verdict { KNOWN_HONEST, KNOWN_WRONG, KNOWN_CHEATING };
#define KNOWN_VERDICTS 3

struct certified_kernel {
    const char *task, *what; /* "l1/28", "the input is changed" */
    enum known_verdict known;
    const char *text; /* a kernel file */
};

/* certify_set.c: for each of n / KNOWN_VERDICTS tasks one of each kind, in their order; the arena
 * holds them. */
int certify_set(struct arena *a, struct certified_kernel **out, size_t *n, struct err *err);

/* Evaluates them as a run: of --db where one is named, otherwise of a file that is removed.
 * ERR_NEGATIVE: a verdict is not the known one. */
int certify(struct cli *cli, const char *backend, unsigned workers, struct err *err);

#endif
