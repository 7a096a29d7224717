/*
 * report_gather.h - what reports ask the program for (reports/report/report_source.h).
 */
#ifndef ROLLBOOK_CLI_REPORT_GATHER_H
#define ROLLBOOK_CLI_REPORT_GATHER_H

struct cli;
struct report_source;

/* cli is borrowed and outlives the source. */
struct report_source report_gather(struct cli *cli);

#endif
