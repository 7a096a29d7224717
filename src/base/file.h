/*
 * file.h - whole files in and out.
 */
#ifndef ROLLBOOK_BASE_FILE_H
#define ROLLBOOK_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct err;

/*
 * Appends the whole file to out ("-" is standard input).  ERR_USAGE when it cannot be opened,
 * ERR_INTEGRITY when reading fails or it is larger than max_bytes.
 */
int file_read(const char *path, size_t max_bytes, struct buf *out, struct err *err);

/*
 * A file in the making: a neighbour of its target under a random name that only this process knows.
 * It gets the target's name when it is whole.  A signal that ends the process removes it.
 */
struct file_draft {
    char *path;   /* owned; NULL: there is none */
    char *target; /* owned; where a link points, when the target was one */
    int fd;       /* open for writing, -1 after publishing */
};

enum file_publish { FILE_NEW, FILE_REPLACE };

/* ERR_USAGE when the folder is not there, the target is no regular file or its name is taken. */
int file_draft_open(struct file_draft *d, const char *target, enum file_publish how,
                    struct err *err);
/* Syncs the file and its folder around the renaming.  On an error the draft is gone, and with
 * FILE_NEW nothing that came meanwhile is overwritten. */
int file_draft_publish(struct file_draft *d, enum file_publish how, struct err *err);
/* Removes what was not published; fine after publishing too. */
void file_draft_drop(struct file_draft *d);

/*
 * The target holds the old bytes or all of the new.  Refuses (ERR_USAGE) to put them in the place
 * of another kind of file: a database, a PDF by a text, a text by a PDF.  A pipe or a device is
 * written to as it is.
 */
int file_write_atomic(const char *path, const void *data, size_t len, struct err *err);

/* "folder/name" of a new folder beside target, in the arena, which it was made under. */
int file_draft_folder(const char *target, struct arena *a, const char **out, struct err *err);
/* Renames to a name that is free and must still be: 0, or -1 with errno, EEXIST when it is not. */
int file_take_free_name(const char *from, const char *to);
/* Syncs the folder in which path lies, so that a renaming there lasts. */
int file_sync_folder(const char *path, struct err *err);

bool file_exists(const char *path);
/* Writes all bytes to a descriptor, continuing after short writes and EINTR; false on error. */
bool fd_write_all(int fd, const void *data, size_t len);

#endif
