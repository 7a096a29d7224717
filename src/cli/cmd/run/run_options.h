/*
 * run_options.h - what the options of the run commands resolve to, and how a run is executed.
 *
 * The options are rows of run_config.c; cli->options of these commands is a struct run_asked.
 */
#ifndef ROLLBOOK_CLI_CMD_RUN_RUN_OPTIONS_H
#define ROLLBOOK_CLI_CMD_RUN_RUN_OPTIONS_H

#include "src/cli/command.h"
#include "src/run/run_config.h"
#include "src/strategy/confirm.h"

/* A sweep's options come from a declaration of the database (src/trust). */
#define DECLARATION_TRUST "declaration"

/* Strings live in cli->arena.  ERR_USAGE: options that do not go together, or a task that is
 * unknown or not in the split's eval part. */
int run_options_resolve(struct cli *cli, const char *strategy, struct run_config *out,
                        struct err *err);

/* The telemetry's lines are the output, so that no table is printed. */
bool run_prints_telemetry(const struct run_asked *asked);

/* Starts or (resume not NULL) continues a run with progress and Ctrl-C; *out_name (cli->arena)
 * is the completed run.  Of asked: queue, device class, workers, telemetry, declaration. */
int run_execute(struct cli *cli, const struct run_asked *asked, const struct run_config *config,
                const char *resume, const char **out_name, struct err *err);
/* The same for the run of the configuration's name: a complete one is taken as it is, one that was
 * cut short goes on. */
int run_execute_once(struct cli *cli, const struct run_asked *asked,
                     const struct run_config *config, struct err *err);

/* Runs that several commands are made of: */
/* k samples of each of n tasks of c, from the first on, of one policy. */
struct run_config run_phase_sampling(const struct run_config *c, size_t first, size_t n, int k);
/* Cross-entropy on the tasks of c. */
struct run_config run_phase_demonstrated(const struct run_asked *asked, const struct run_config *c);
/* confirm_run on this machine, with progress and stopped by signals. */
int run_phase_confirm(struct cli *cli, const struct confirm_options *options,
                      struct confirm_result *out, struct err *err);

/* Every method and seed of the sweep that --sweep names, then a table of them. */
int run_sweep(struct cli *cli, const char *strategy, struct err *err);

#endif
