/*
 * export_suites.h - candidates of problems with several shapes as files of their suites:
 * solution.json of a definition, submission and result of kernelbot.
 */
#ifndef ROLLBOOK_CLI_CMD_TRANSFER_EXPORT_SUITES_H
#define ROLLBOOK_CLI_CMD_TRANSFER_EXPORT_SUITES_H

#include <stdint.h>

struct db;
struct err;

struct suite_files {
    int64_t n_solutions, n_results;
};

/*
 * Writes solutions/DEFINITION/NAME.json, and kernelbot/NAME/PROBLEM.json with PROBLEM.py beside it;
 * run NULL: of every run.  ERR_USAGE: folder is there; ERR_NOMATCH: no such candidate.  The folder
 * appears whole or not at all.
 */
int export_suites(struct db *db, const char *folder, const char *run, struct suite_files *out,
                  struct err *err);

#endif
