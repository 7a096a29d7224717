/*
 * capture.h - a command run for its tables: reports show what commands print.
 */
#ifndef ROLLBOOK_CLI_CAPTURE_H
#define ROLLBOOK_CLI_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

struct cli;
struct db;
struct err;
struct report_ask;
struct report_setting;
struct study;
struct table;

struct capture {
    const struct report_ask *ask;
    struct table *out; /* the first table goes there */
    size_t n_tables;
};

/* What cli_print_table does for a captured command. */
void capture_table(struct capture *c, const struct table *t);
/* Names that stand for an option; false when there is no capture or none of this option. */
bool capture_names(const struct capture *c, const char *option, const char *const **out,
                   size_t *out_n);
/* The runs as loaded, when they are these.  What they hold is shared with figures that other cores
 * build meanwhile: it is read, not changed, and is against the report's baseline already. */
bool capture_study(const struct capture *c, const char *const *names, size_t n, struct study *out);
bool capture_is_shared(const struct capture *c, const struct study *s);

/* Finds the command of inner->argv, gives it those of the settings whose option it has, and runs
 * it; the database is open. */
int cli_capture(struct cli *inner, const struct report_setting *settings, size_t n,
                struct err *err);

#endif
