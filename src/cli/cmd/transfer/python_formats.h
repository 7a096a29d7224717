/*
 * python_formats.h - formats that the Python package reads and writes (python/rollbook/io.py), for
 * "rollbook ingest" and "rollbook export" where ROLLBOOK_PYTHON (else python3) has it.
 */
#ifndef ROLLBOOK_CLI_CMD_TRANSFER_PYTHON_FORMATS_H
#define ROLLBOOK_CLI_CMD_TRANSFER_PYTHON_FORMATS_H

struct cli;
struct err;

/* What the package calls the format of such a file; NULL: it is none of the package's.  "inspect"
 * and "ncu" are the program's for text, the package's for .eval and .ncu-rep. */
const char *python_format(const char *format, const char *path);
/* "parquet, trackio, ..." */
const char *python_format_names(void);
/* Becomes "python -m rollbook import NAME FILE DATABASE", or export; returns only on failure.
 * run: NULL none. */
int python_import(struct cli *cli, const char *name, const char *path, const char *run,
                  struct err *err);
int python_export(struct cli *cli, const char *name, const char *place, const char *run,
                  struct err *err);

#endif
