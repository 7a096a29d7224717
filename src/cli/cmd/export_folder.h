/*
 * export_folder.h - a database as a folder of text files with a manifest.
 */
#ifndef ROLLBOOK_CLI_CMD_EXPORT_FOLDER_H
#define ROLLBOOK_CLI_CMD_EXPORT_FOLDER_H

#include <stdbool.h>

struct db;
struct err;

/*
 * One file a table and manifest.json with rows, bytes and sha256 of each; the same bytes for the
 * same facts.  folder is made; ERR_USAGE when it holds anything already.  It appears whole or not
 * at all.
 */
int export_folder(struct db *db, const char *folder, bool csv, struct err *err);

#endif
