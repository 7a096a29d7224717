/*
 * cpu_calls.c - does a kernel synchronise?
 *
 * The text is cut into top-level declarations and macro definitions; from the kernel every
 * declaration that defines a name used so far is reached.  The answer may be yes too often, which
 * costs time.  A wrong no is noticed when the barrier is called, and the file is compiled again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/source/cpu_lex.h"
#include "src/eval/source/cpu_source.h"

#define MAX_REFS   20000
#define MAX_CHUNKS 1024

struct ref {
    uint64_t hash;
    uint16_t chunk;
    bool defines;
};

struct calls {
    struct ref *refs;
    size_t n_refs;
    unsigned n_chunks;
    bool sync[MAX_CHUNKS], reached[MAX_CHUNKS];
    bool overflow;
};

static uint64_t hash_name(const char *s, size_t n)
{
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 1099511628211u;
    return h;
}

static bool is_sync_name(const char *s, size_t n)
{
    if (n > 3 && memcmp(s, "rb_", 3) == 0)
        return true;
    if (n < 6 || s[0] != '_' || s[1] != '_')
        return false;
    for (size_t i = 2; i + 4 <= n; i++)
        if (memcmp(s + i, "sync", 4) == 0)
            return true;
    return n == strlen("__activemask") && memcmp(s, "__activemask", n) == 0;
}

static void add_ref(struct calls *c, const char *s, size_t n)
{
    if (c->n_refs == MAX_REFS || c->n_chunks >= MAX_CHUNKS) {
        c->overflow = true;
        return;
    }
    c->sync[c->n_chunks] = c->sync[c->n_chunks] || is_sync_name(s, n);
    c->refs[c->n_refs++] = (struct ref){ .hash = hash_name(s, n), .chunk = (uint16_t)c->n_chunks };
}

static void end_chunk(struct calls *c)
{
    if (c->n_chunks + 1 < MAX_CHUNKS)
        c->n_chunks++;
    else
        c->overflow = true;
}

/* "#define NAME body" is a declaration of its own. */
static void add_define(struct calls *c, const char *text, size_t len)
{
    struct lexer l;
    size_t names = 0;
    lex_init(&l, text + 1, len - 1);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        if (t.kind != LEX_NAME)
            continue;
        names++;
        if (names == 1 && !lex_is(&l, &t, "define"))
            return;
        if (names == 1)
            continue;
        add_ref(c, l.text + t.start, t.len);
        if (names == 2 && !c->overflow)
            c->refs[c->n_refs - 1].defines = true;
    }
    end_chunk(c);
}

static void read_calls(struct calls *c, const char *text, size_t len)
{
    struct lexer l;
    int braces = 0, parens = 0;
    bool last_is_name = false;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END && !c->overflow; t = lex_next(&l)) {
        const char *s = text + t.start;
        if (t.kind == LEX_DIRECTIVE) {
            end_chunk(c);
            add_define(c, s, t.len);
            continue;
        }
        if (t.kind == LEX_NAME)
            add_ref(c, s, t.len);
        bool names_before = last_is_name && braces == 0 && parens == 0;
        last_is_name = t.kind == LEX_NAME && !(t.len > 2 && s[0] == '_' && s[1] == '_');
        if (t.kind != LEX_PUNCT)
            continue;
        if (names_before && strchr("({=;[,:<", s[0]) != NULL)
            c->refs[c->n_refs - 1].defines = true;
        parens += s[0] == '(' ? 1 : s[0] == ')' ? -1 : 0;
        braces += s[0] == '{' ? 1 : s[0] == '}' ? -1 : 0;
        if (braces == 0 && (s[0] == '}' || (s[0] == ';' && parens == 0)))
            end_chunk(c);
    }
    c->overflow = c->overflow || braces != 0;
}

/* Reaches every declaration that defines this name; true when one is new. */
static bool reach(struct calls *c, uint64_t hash)
{
    bool any = false;
    for (size_t i = 0; i < c->n_refs; i++) {
        const struct ref *r = &c->refs[i];
        if (!r->defines || r->hash != hash || c->reached[r->chunk])
            continue;
        c->reached[r->chunk] = true;
        any = true;
    }
    return any;
}

static bool reach_all(struct calls *c, const char *kernel)
{
    bool any = reach(c, hash_name(kernel, strlen(kernel)));
    if (!any)
        return false;
    while (any) {
        any = false;
        for (size_t i = 0; i < c->n_refs; i++)
            if (c->reached[c->refs[i].chunk] && reach(c, c->refs[i].hash))
                any = true;
    }
    return true;
}

bool source_synchronises(const char *text, size_t len, const char *kernel)
{
    struct calls *c = mem_alloc(sizeof *c);
    c->refs = mem_array(MAX_REFS, sizeof *c->refs);
    read_calls(c, text, len);
    bool sync = c->overflow || !reach_all(c, kernel);
    for (unsigned i = 0; i <= c->n_chunks && i < MAX_CHUNKS && !sync; i++)
        sync = c->reached[i] && c->sync[i];
    free(c->refs);
    free(c);
    return sync;
}
