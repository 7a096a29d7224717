/*
 * file.h - whole files in and out.
 */
#ifndef ROLLBOOK_BASE_FILE_H
#define ROLLBOOK_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;

/*
 * Appends the whole file to out ("-" is standard input).  ERR_USAGE when it cannot be opened,
 * ERR_INTEGRITY when reading fails or it is larger than max_bytes.
 */
int file_read(const char *path, size_t max_bytes, struct buf *out, struct err *err);

/* Writes to a temporary neighbour, syncs, renames: path holds the old bytes or all of the new. */
int file_write_atomic(const char *path, const void *data, size_t len, struct err *err);

bool file_exists(const char *path);
/* Writes all bytes to a descriptor, continuing after short writes and EINTR; false on error. */
bool fd_write_all(int fd, const void *data, size_t len);

#endif
