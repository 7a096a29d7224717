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
 * Appends the file to out ("-": standard input).  ERR_USAGE: it cannot be opened; ERR_INTEGRITY:
 * reading fails or it exceeds max_bytes.
 */
int file_read(const char *path, size_t max_bytes, struct buf *out, struct err *err);
/* As file_read, of a path that was found and that nobody named: a pipe there would be waited for,
 * so what is no regular file is ERR_INTEGRITY. */
int file_read_found(const char *path, size_t max_bytes, struct buf *out, struct err *err);

/* As file_read, of a descriptor that stays open; path is for messages. */
int file_read_open(int fd, const char *path, size_t max_bytes, struct buf *out, struct err *err);

/*
 * A file in the making, beside its target under a random name, which gets the target's name when
 * whole.  It counts as unfinished until then.
 */
struct file_draft {
    char *path;   /* owned; NULL: none */
    char *target; /* owned; a link's destination */
    int fd;       /* -1 after publishing */
};

enum file_publish { FILE_NEW, FILE_REPLACE };

/* ERR_USAGE: no such folder, the target is no regular file, or its name is taken. */
int file_draft_open(struct file_draft *d, const char *target, enum file_publish how,
                    struct err *err);
/* Syncs file and folder around the renaming.  An error drops the draft; FILE_NEW never
 * overwrites. */
int file_draft_publish(struct file_draft *d, enum file_publish how, struct err *err);
/* Another process makes one of it now. */
bool file_has_draft(const char *target);
/* Also after publishing. */
void file_draft_drop(struct file_draft *d);

/* The target holds the old bytes or all of the new.  For files that a program names: whatever is
 * there is replaced. */
int file_write_atomic(const char *path, const void *data, size_t len, struct err *err);

/*
 * A file that a user named.  The only answer to "may it be overwritten": an empty file and one of
 * ours may, which has the writer's mark near its beginning; any other of the same kind (text, PDF,
 * binary) when the user said so; a database and a file of another kind never.
 */
struct file_output {
    const char *path;
    const char *mark; /* in each file of this writer and in no others; NULL: it has none */
    bool replace;     /* the user said so */
};

/* Asks before the work is done; begins is how the new bytes will begin ("%PDF-", "" for a text).
 * 1: a pipe or a device is there, which is written to directly.  ERR_USAGE: it may not. */
int file_output_check(const struct file_output *o, const void *begins, size_t len, struct err *err);
/* As file_write_atomic, if it may. */
int file_output_write(const struct file_output *o, const void *data, size_t len, struct err *err);

/*
 * A file, with a database's journals, or a folder of files, that a signal that ends the process, or
 * memory that ends, removes until it is finished.  The path is kept, not copied.
 */
void file_unfinished(const char *path);
void file_finished(const char *path);

/* Drafts of commands that were killed, which were in folders that this process wrote to and were
 * removed, as words; NULL: none. */
const char *file_swept(void);

/* Gives a new folder beside target, in the arena; it is unfinished. */
int file_draft_folder(const char *target, struct arena *a, const char **out, struct err *err);
/* Gives it the target's name when rc is 0, else removes it.  Returns rc, or the renaming's error.
 */
int file_draft_folder_end(const char *folder, const char *target, int rc, struct err *err);
/* Renames to a free name: 0, or -1 with errno, EEXIST when it is taken. */
int file_take_free_name(const char *from, const char *to);
/* Syncs path's folder, so that a renaming there lasts. */
int file_sync_folder(const char *path, struct err *err);

bool file_exists(const char *path);
/* Continues after short writes and EINTR; false on error. */
bool fd_write_all(int fd, const void *data, size_t len);

#endif
