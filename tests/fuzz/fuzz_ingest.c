/*
 * fuzz_ingest.c - libFuzzer target of one importer, named by FUZZ_FORMAT at compile time.
 *
 * The bytes are imported from a file and rolled back.  An error without words, or counts that do
 * not add up, abort.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ingest/formats/import_map.h"
#include "ingest/ingest.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/db.h"

#ifndef FUZZ_FORMAT
#define FUZZ_FORMAT "kernelbench" /* for tools that look at this file alone */
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* csv wants every column in its map; jsonl takes the template. */
static const char columns_map[] =
    "{\"fields\": {\"problem\": \"task\", \"task\": \"name\", \"code\": \"code\", \"correct\": "
    "\"correct\", \"runtime_us\": {\"from\": \"speedup\", \"factor\": 1000}}}";

static struct db *db;
static char input_path[64], map_path[64];

static void remove_files(void)
{
    unlink(input_path);
    unlink(map_path);
    db_close(db);
}

/* Not to the disk, which would cost the speed. */
static bool write_file(const char *path, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    bool ok = f != NULL && fwrite(data, 1, size, f) == size;
    return f != NULL && fclose(f) == 0 && ok;
}

static void start(void)
{
    const char *map = strcmp(FUZZ_FORMAT, "csv") == 0 ? columns_map : import_map_template();
    struct err err = { 0 };
    snprintf(input_path, sizeof(input_path), "/tmp/fuzz-ingest-%ld", (long)getpid());
    snprintf(map_path, sizeof(map_path), "/tmp/fuzz-ingest-%ld.map", (long)getpid());
    if (db_open(":memory:", DB_WRITE, &db, &err) < 0 || !write_file(map_path, map, strlen(map))) {
        fprintf(stderr, "%s\n", err.msg);
        abort();
    }
    atexit(remove_files);
}

static void check(const struct ingest_job *job, int rc, const struct err *err)
{
    const struct ingest_counts *c = &job->counts;
    bool mute = rc < 0 && err->msg[0] == '\0';
    bool lost = c->stored < 0 || c->duplicate < 0 || c->refused < (int64_t)job->n_kept;
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
    struct ingest_job job;
    if (db == NULL)
        start();
    if (format == NULL || db_begin(db, &err) < 0 || !write_file(input_path, data, size))
        abort();
    ingest_job_init(&job, format, &options, input_path, &arena);
    int rc = ingest_import(&job, db, &err);
    check(&job, rc, &err);
    db_rollback(db);
    arena_release(&arena);
    return 0;
}
