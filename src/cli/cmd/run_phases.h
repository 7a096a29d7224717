/*
 * run_phases.h - runs that several commands are made of.
 */
#ifndef ROLLBOOK_CLI_CMD_RUN_PHASES_H
#define ROLLBOOK_CLI_CMD_RUN_PHASES_H

#include <stddef.h>

#include "src/run/run_config.h"
#include "src/strategy/confirm.h"

struct cli;

/* k samples of each of n tasks of c, from the first on, of one policy. */
struct run_config run_phase_sampling(const struct run_config *c, size_t first, size_t n, int k);
/* Cross-entropy on the tasks of c. */
struct run_config run_phase_demonstrated(const struct run_asked *asked, const struct run_config *c);
/* confirm_run on this machine, with progress and stopped by signals. */
int run_phase_confirm(struct cli *cli, const struct confirm_options *options,
                      struct confirm_result *out, struct err *err);

#endif
