/*
 * grammar_set.c - all grammars together: one vocabulary.
 */
#include <stdlib.h>
#include <string.h>

#include "src/base/embed.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"
#include "src/sample/builtin/grammar.h"

/* Both are sorted together. */
struct grammar_entry {
    struct grammar grammar;
    const struct grammar_source *source;
};

static int entry_compare(const void *a, const void *b)
{
    int32_t x = ((const struct grammar_entry *)a)->grammar.first_token;
    int32_t y = ((const struct grammar_entry *)b)->grammar.first_token;
    return (x > y) - (x < y);
}

static int check_disjoint(const struct grammar_entry *entries, size_t n, struct err *err)
{
    for (size_t i = 1; i < n; i++) {
        const struct grammar *before = &entries[i - 1].grammar, *g = &entries[i].grammar;
        if ((int64_t)before->first_token + (int64_t)before->n_tokens > g->first_token)
            return err_set(err, ERR_INTEGRITY, "%s: first_token: %d is taken by %s (%d to %lld)",
                           g->file, g->first_token, before->file, before->first_token,
                           (long long)before->first_token + (long long)before->n_tokens - 1);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(entries[i].grammar.family, entries[k].grammar.family) == 0)
                return err_set(err, ERR_INTEGRITY, "%s: family: '%s' is that of %s",
                               entries[i].grammar.file, entries[i].grammar.family,
                               entries[k].grammar.file);
        }
    }
    return 0;
}

static void hash_text(struct sha256 *sha, const void *data, uint64_t len)
{
    unsigned char size[8];
    for (int i = 0; i < 8; i++)
        size[i] = (unsigned char)(len >> (8 * i));
    sha256_update(sha, size, sizeof(size));
    sha256_update(sha, data, len);
}

int grammar_set_parse(const struct grammar_source *sources, size_t n, struct arena *a,
                      struct grammar_set *out, struct err *err)
{
    if (n == 0 || n > GRAMMAR_MAX_FAMILIES)
        return err_set(err, ERR_INTEGRITY, "%zu grammars: 1 to %d are possible", n,
                       GRAMMAR_MAX_FAMILIES);
    struct grammar_entry *entries = arena_array(a, n, sizeof(*entries));
    for (size_t i = 0; i < n; i++) {
        entries[i].source = &sources[i];
        int rc = grammar_parse(sources[i].file, sources[i].data, sources[i].len, a,
                               &entries[i].grammar, err);
        if (rc < 0)
            return rc;
    }
    qsort(entries, n, sizeof(*entries), entry_compare);
    int rc = check_disjoint(entries, n, err);
    if (rc == 0) {
        struct grammar_set set = { .n = n, .items = arena_array(a, n, sizeof(*set.items)) };
        struct sha256 sha;
        sha256_init(&sha);
        for (size_t i = 0; i < n; i++) {
            set.items[i] = entries[i].grammar;
            set.items[i].row = set.n_tokens;
            set.n_tokens += entries[i].grammar.n_tokens;
            hash_text(&sha, entries[i].source->file, strlen(entries[i].source->file));
            hash_text(&sha, entries[i].source->data, entries[i].source->len);
        }
        sha256_final_hex(&sha, set.sha256);
        *out = set;
    }
    return rc;
}

int grammar_set_load(struct arena *a, struct grammar_set *out, struct err *err)
{
    struct grammar_source sources[GRAMMAR_MAX_FAMILIES];
    size_t n = 0;
    for (size_t i = 0; i < embedded_tasks_count; i++) {
        const struct embedded_file *f = &embedded_tasks[i];
        if (!str_starts_with(f->name, "tasks/grammar/") || !str_ends_with(f->name, ".json"))
            continue;
        if (n == GRAMMAR_MAX_FAMILIES)
            return err_set(err, ERR_INTEGRITY, "more than %d grammars", GRAMMAR_MAX_FAMILIES);
        sources[n++] = (struct grammar_source){ f->name, f->data, f->size };
    }
    return grammar_set_parse(sources, n, a, out, err);
}

const struct grammar *grammar_find(const struct grammar_set *set, const char *family)
{
    for (size_t i = 0; i < set->n; i++) {
        if (strcmp(set->items[i].family, family) == 0)
            return &set->items[i];
    }
    return NULL;
}
