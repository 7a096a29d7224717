/* run_until.h - looks at a run that stops when it is decided. */
#ifndef ROLLBOOK_CLI_CMD_RUN_RUN_UNTIL_H
#define ROLLBOOK_CLI_CMD_RUN_RUN_UNTIL_H

#include "src/cli/command.h"
#include "src/run/run_config.h"

/* Whether the run of --against can be compared with; nothing without --until. */
int run_until_check(struct cli *cli, const struct run_config *config, struct err *err);
/* For hooks.look of a session; a look of a declared run is stored.  *out_words lives in
 * cli->arena. */
int run_until_look(struct cli *cli, const struct run_config *config, int n_rounds, int *next,
                   const char **out_words, struct err *err);

#endif
