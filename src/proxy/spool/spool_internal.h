/*
 * spool_internal.h - what writer and reader of the spool share.
 */
#ifndef ROLLBOOK_PROXY_SPOOL_SPOOL_INTERNAL_H
#define ROLLBOOK_PROXY_SPOOL_SPOOL_INTERNAL_H

#include <pthread.h>

#include "src/proxy/spool/spool.h"

#define SPOOL_PATH_MAX   32 /* of a file's name within the folder */
#define SPOOL_NAME_BYTES 16

struct spool {
    int folder, lock; /* descriptors */
    size_t file_bytes;
    char name[SPOOL_NAME_BYTES + 1];
    uint64_t oldest;       /* file that was there, or the first of this process */
    pthread_mutex_t mutex; /* of what follows */
    int fd;                /* file that grows */
    int finished_fd;       /* the one before, when it was not synced yet; -1 */
    uint64_t file;         /* number of fd */
    uint64_t size;         /* whole records in it */
    bool unsynced, ragged; /* ragged: bytes beyond size have to be cut off first */
};

void spool_file_name(uint64_t number, char out[SPOOL_PATH_MAX]);
/* False when the name is not that of a file of the spool. */
bool spool_file_number(const char *name, uint64_t *out);

#endif
