/*
 * checkpoint.c - the adaptive state of the builtin policy as bytes.
 *
 *   "RBKCKPT1"  8 bytes
 *   rows, rank, width, Adam steps   u64 each
 *   model hash  64 hex digits
 *   params, first moments, second moments   f64, (rows + width) * rank each
 *   sha256 of everything before   32 bytes
 *
 * Numbers are little-endian.  Equal states give equal bytes.
 */
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/sha256.h"
#include "src/sample/builtin/builtin_model.h"

static const char magic[8] = { 'R', 'B', 'K', 'C', 'K', 'P', 'T', '1' };
#define HEAD_BYTES (sizeof(magic) + 4 * 8 + 64)
#define SUM_BYTES  32

static void put_u64(struct buf *out, uint64_t v)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(v >> (8 * i));
    buf_add(out, bytes, sizeof(bytes));
}

static uint64_t get_u64(const unsigned char *p)
{
    uint64_t v = 0;
    for (int i = 7; i >= 0; i--)
        v = v << 8 | p[i];
    return v;
}

static void put_doubles(struct buf *out, const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof(bits));
        put_u64(out, bits);
    }
}

static void get_doubles(const unsigned char *p, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = get_u64(p + 8 * i);
        memcpy(&out[i], &bits, sizeof(bits));
    }
}

static void digest(const void *data, size_t len, unsigned char out[SUM_BYTES])
{
    struct sha256 sha;
    sha256_init(&sha);
    sha256_update(&sha, data, len);
    sha256_final(&sha, out);
}

void checkpoint_save(const struct builtin_model *m, struct buf *out)
{
    struct buf CLEANUP(buf_release) b = { 0 };
    unsigned char sum[SUM_BYTES];
    buf_add(&b, magic, sizeof(magic));
    put_u64(&b, m->adapter.rows);
    put_u64(&b, m->adapter.rank);
    put_u64(&b, FEATURE_WIDTH);
    put_u64(&b, m->adam.steps);
    buf_add(&b, m->hash, 64);
    put_doubles(&b, m->adapter.params, m->adam.n);
    put_doubles(&b, m->adam.m, m->adam.n);
    put_doubles(&b, m->adam.v, m->adam.n);
    digest(b.data, b.len, sum);
    buf_add(&b, sum, sizeof(sum));
    buf_add(out, b.data, b.len);
}

static int check_head(const struct builtin_model *m, const unsigned char *p, size_t len,
                      struct err *err)
{
    size_t want = HEAD_BYTES + 3 * 8 * m->adam.n + SUM_BYTES;
    unsigned char sum[SUM_BYTES];
    if (len < HEAD_BYTES + SUM_BYTES || memcmp(p, magic, sizeof(magic)) != 0)
        return err_set(err, ERR_INTEGRITY, "checkpoint: not a checkpoint of the builtin policy");
    digest(p, len - SUM_BYTES, sum);
    if (memcmp(sum, p + len - SUM_BYTES, SUM_BYTES) != 0)
        return err_set(err, ERR_INTEGRITY, "checkpoint: damaged (checksum differs)");
    if (memcmp(p + HEAD_BYTES - 64, m->hash, 64) != 0)
        return err_set(err, ERR_USAGE,
                       "checkpoint: of another model (its hash begins with %.12s, this one's with "
                       "%.12s): grammar, seed, rank or init_scale differ",
                       (const char *)p + HEAD_BYTES - 64, m->hash);
    if (get_u64(p + 8) != m->adapter.rows || get_u64(p + 16) != m->adapter.rank ||
        get_u64(p + 24) != FEATURE_WIDTH || len != want)
        return err_set(err, ERR_INTEGRITY, "checkpoint: size does not fit the model");
    return 0;
}

static bool all_finite(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

static bool none_negative(const double *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (values[i] < 0)
            return false;
    }
    return true;
}

int checkpoint_load(struct builtin_model *m, const void *data, size_t len, struct err *err)
{
    const unsigned char *p = data;
    size_t n = m->adam.n;
    int rc = check_head(m, p, len, err);
    if (rc < 0)
        return rc;
    double *CLEANUP(mem_free_ptr) values = mem_array(3 * n, sizeof(double));
    get_doubles(p + HEAD_BYTES, values, 3 * n);
    if (!all_finite(values, 3 * n) || !none_negative(values + 2 * n, n))
        return err_set(err, ERR_INTEGRITY, "checkpoint: holds impossible numbers");
    memcpy(m->adapter.params, values, n * sizeof(double));
    memcpy(m->adam.m, values + n, n * sizeof(double));
    memcpy(m->adam.v, values + 2 * n, n * sizeof(double));
    m->adam.steps = get_u64(p + 32);
    return 0;
}
