/*
 * fuzz_ingest.c - libFuzzer target of one importer, named by FUZZ_FORMAT at compile time.
 *
 * The bytes are imported from a file and rolled back.  An error without words, or counts that do
 * not add up, abort.
 */
#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ingest/formats/import_map.h"
#include "ingest/ingest.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"
#include "src/store/db_internal.h"

#ifndef FUZZ_FORMAT
#define FUZZ_FORMAT "kernelbench"
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* csv wants every column in its map; jsonl takes the template. */
static const char columns_map[] =
    "{\"fields\": {\"problem\": \"task\", \"task\": \"name\", \"code\": \"code\", \"correct\": "
    "\"correct\", \"runtime_us\": {\"from\": \"speedup\", \"factor\": 1000}}}";

/* An import begins by putting these away and making them again, and after both SQLite reads the
 * schema anew, which takes longer than the import. */
static const char without_triggers[] = "DROP "
                                       "TRIGGER fact_rollout_insert; DROP "
                                       "TRIGGER fact_evaluation_insert; DROP "
                                       "TRIGGER fact_measurement_insert";

static struct db *db;
static int input = -1;
static char input_path[64], map_path[64];

#ifdef ROLLBOOK_FUZZ
/* Every call of pthread_create in the program comes here (the linker's --wrap): threads cost more
 * than small inputs, and an import goes on without. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    (void)thread;
    (void)attributes;
    (void)start;
    (void)argument;
    return EAGAIN;
}
#endif

static void close_database(void)
{
    db_close(db);
}

/* A file in memory, with a path. */
static int new_file(const char *name, char *path, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    snprintf(path, size, "/proc/self/fd/%d", fd);
    return fd;
}

static bool write_file(int fd, const void *data, size_t size)
{
    return fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size;
}

static void start(void)
{
    const char *map = strcmp(FUZZ_FORMAT, "csv") == 0 ? columns_map : import_map_template();
    struct err err = { 0 };
    input = new_file("input", input_path, sizeof(input_path));
    if (db_open(DB_IN_MEMORY, DB_WRITE, &db, &err) < 0 ||
        db_exec(db, without_triggers, "starting", &err) < 0 ||
        !write_file(new_file("map", map_path, sizeof(map_path)), map, strlen(map))) {
        fprintf(stderr, "%s\n", err.msg);
        abort();
    }
    atexit(close_database);
}

static void check(const struct ingest_source *source, int rc, const struct err *err)
{
    const struct ingest_counts *c = &source->counts;
    bool mute = rc < 0 && err->msg[0] == '\0';
    bool lost = c->stored < 0 || c->duplicate < 0 || c->refused < (int64_t)source->n_kept;
    if (mute || lost) {
        fprintf(stderr, "status %d, message '%s', counts %lld %lld %lld\n", rc, err->msg,
                (long long)c->stored, (long long)c->duplicate, (long long)c->refused);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ingest_format *format = ingest_find_format(FUZZ_FORMAT);
    const struct ingest_options options = {
        .run_name = "fuzz", .baseline_name = "fuzz", .level = 1, .map = map_path
    };
    struct arena arena = { 0 };
    struct err err = { 0 };
    struct ingest_source source;
    if (db == NULL)
        start();
    if (format == NULL || db_begin(db, &err) < 0 || !write_file(input, data, size))
        abort();
    ingest_source_init(&source, format, &options, input_path, &arena);
    int rc = ingest_import(&source, db, &err);
    check(&source, rc, &err);
    db_rollback(db);
    arena_release(&arena);
    return 0;
}
