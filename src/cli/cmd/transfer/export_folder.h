/*
 * export_folder.h - a database as a folder of text files with a manifest.
 */
#ifndef ROLLBOOK_CLI_CMD_TRANSFER_EXPORT_FOLDER_H
#define ROLLBOOK_CLI_CMD_TRANSFER_EXPORT_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

struct db;
struct err;

/*
 * Writes a file per table and view, which it counts, and manifest.json with rows, bytes and sha256;
 * equal facts give equal bytes.  ERR_USAGE: folder is not empty.  It appears whole or not at all.
 */
int export_folder(struct db *db, const char *folder, bool csv, int64_t *out_files, struct err *err);

#endif
