/*
 * run_summary.h - what a run command prints when it is done.
 */
#ifndef ROLLBOOK_CLI_CMD_RUN_SUMMARY_H
#define ROLLBOOK_CLI_CMD_RUN_SUMMARY_H

struct cli;
struct err;

/* One row a (step, task); for best-of-n also the speedup of each selection rule's pick. */
int run_summary_print(struct cli *cli, const char *run, struct err *err);

#endif
