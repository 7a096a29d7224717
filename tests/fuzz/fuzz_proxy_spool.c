/*
 * fuzz_proxy_spool.c - libFuzzer target: bytes as a file in the spool, for everything that reads
 * one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/server/spool/drain_open.h"
#include "src/server/spool/exchange.h"
#include "src/spool/spool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[64], file[128];

static void remove_folder(void)
{
    char lock[128];
    snprintf(lock, sizeof(lock), "%s/lock", folder);
    unlink(lock);
    unlink(file);
    rmdir(folder);
}

static void start(void)
{
    const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof(folder), "%s/fuzz-spool.XXXXXX", root);
    if (mkdtemp(folder) == NULL)
        abort();
    snprintf(file, sizeof(file), "%s/0000000000000001.spool", folder);
    atexit(remove_folder);
}

static void read_whole(const struct open_exchange *x, struct spool_reader *r)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct buf bodies[2] = { { 0 }, { 0 } };
    struct transcript t;
    struct exchange_answer answer;
    struct evaluation_record e;
    if (x->is_evaluation) {
        if (spool_load(r, &x->begin, &bodies[0], &err) == 0)
            evaluation_record_get(buf_text(&bodies[0]), bodies[0].len, &a, &e, &err);
    } else if (open_exchange_load(x, r, &a, bodies, &t, &err) == 0) {
        exchange_read(&t, &a, &answer);
    }
    buf_release(&bodies[0]);
    buf_release(&bodies[1]);
    arena_release(&a);
}

static void read_all(struct spool_reader *r)
{
    struct spool_record record;
    struct spool_place place;
    struct err err = { 0 };
    const char *name = NULL;
    struct open_list open = { 0 };
    while (spool_next(r, &record, &place, &name, &err) > 0) {
        struct open_exchange *x = open_list_find(&open, name, record.number);
        if (x != NULL)
            open_exchange_take(x, &record, &place);
        else
            open_list_add(&open, open_exchange_new(name, &record, &place));
    }
    for (const struct open_exchange *x = open.first; x != NULL; x = x->next)
        read_whole(x, r);
    open_list_free(&open);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err err = { 0 };
    struct spool *s = NULL;
    if (folder[0] == '\0')
        start();
    FILE *f = fopen(file, "wb");
    if (f == NULL || fwrite(data, 1, size, f) != size || fclose(f) != 0 ||
        spool_open(folder, "0123456789abcdef", 1 << 20, &s, &err) < 0) {
        fprintf(stderr, "%s\n", err.msg);
        abort();
    }
    struct spool_reader *r = spool_reader_new(s);
    read_all(r);
    spool_clear(r);
    spool_reader_free(r);
    spool_close(s);
    return 0;
}
