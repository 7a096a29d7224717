/*
 * kernel_calls.c - does a kernel synchronise?
 *
 * From the kernel every declaration (of a namespace or of the file) and macro that defines a name
 * used so far is reached.  A wrong yes costs time.  A wrong no is noticed at the barrier, and the
 * file is compiled again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/eval/text/kernel_text.h"
#include "tasks/text/cuda_lex.h"

#define MAX_REFS    20000
#define MAX_CHUNKS  1024
#define MAX_SPLICED 1024 /* bytes of a name with splices in it */

struct ref {
    uint64_t hash;
    uint16_t chunk;
    bool defines;
};

struct calls {
    struct ref *refs;
    size_t n_refs;
    unsigned n_chunks, now; /* the declaration that is read */
    bool sync[MAX_CHUNKS], reached[MAX_CHUNKS];
    bool overflow;
};

static bool is_sync_name(const char *s, size_t n)
{
    if (n > 3 && memcmp(s, "rb_", 3) == 0)
        return true;
    /* Members of what these give synchronise. */
    static const char *const groups[] = { "this_thread_block", "tiled_partition", "thread_block",
                                          "thread_block_tile", "coalesced_threads" };
    for (size_t i = 0; i < ARRAY_LEN(groups); i++)
        if (n == strlen(groups[i]) && memcmp(s, groups[i], n) == 0)
            return true;
    if (n < 6 || s[0] != '_' || s[1] != '_')
        return false;
    for (size_t i = 2; i + 4 <= n; i++)
        if (memcmp(s + i, "sync", 4) == 0)
            return true;
    return n == strlen("__activemask") && memcmp(s, "__activemask", n) == 0;
}

static void add_ref(struct calls *c, const struct lexer *l, const struct lex_token *t)
{
    char clean[MAX_SPLICED];
    const char *s = l->text + t->start;
    size_t n = t->len;
    if (c->n_refs == MAX_REFS || (!t->is_plain && n > sizeof clean)) {
        c->overflow = true;
        return;
    }
    if (!t->is_plain) {
        n = lex_clean(l, t, clean);
        s = clean;
    }
    c->sync[c->now] = c->sync[c->now] || is_sync_name(s, n);
    c->refs[c->n_refs++] = (struct ref){ .hash = str_hash(s, n), .chunk = (uint16_t)c->now };
}

static void begin_chunk(struct calls *c)
{
    if (c->n_chunks + 1 < MAX_CHUNKS)
        c->now = ++c->n_chunks;
    else
        c->overflow = true;
}

/* "#define NAME body" is a declaration, also within another one; its mark was read. */
static void read_directive(struct calls *c, struct lexer *l)
{
    const unsigned around = c->now;
    size_t names = 0;
    bool defines = false;
    for (struct lex_token t = lex_next(l); t.kind != LEX_END && t.kind != LEX_LINE_END;
         t = lex_next(l)) {
        if (t.kind != LEX_NAME)
            continue;
        names++;
        if (names == 1)
            defines = lex_is(l, &t, "define");
        if (names == 1 || !defines)
            continue;
        if (names == 2)
            begin_chunk(c);
        add_ref(c, l, &t);
        if (names == 2 && !c->overflow)
            c->refs[c->n_refs - 1].defines = true;
    }
    c->now = around;
}

/* How a declaration begins: whether its brace holds declarations. */
struct beginning {
    size_t tokens;
    bool is_namespace, is_external;
};

static void note_beginning(struct beginning *b, const struct lexer *l, const struct lex_token *t)
{
    b->tokens++;
    if (t->kind == LEX_NAME && lex_is(l, t, "namespace"))
        b->is_namespace = b->tokens == 1 || b->is_namespace;
    else if (b->tokens == 1 && t->kind == LEX_NAME && lex_is(l, t, "inline"))
        b->tokens = 0;
    else if (b->tokens == 1)
        b->is_external = t->kind == LEX_NAME && lex_is(l, t, "extern");
    else if (b->tokens > 2 || t->kind != LEX_TEXT)
        b->is_external = false;
}

static void read_calls(struct calls *c, const char *text, size_t len)
{
    struct lexer l;
    struct beginning begin = { .tokens = 0 };
    int braces = 0, parens = 0, rooms = 0; /* rooms: namespaces and extern "C" { */
    bool last_is_name = false;
    lex_init(&l, text, len);
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END && !c->overflow; t = lex_next(&l)) {
        if (t.region == LEX_PREPROCESSOR)
            read_directive(c, &l);
        if (t.region != LEX_CODE)
            continue;
        bool opens = t.kind == LEX_SIGN && t.sign == '{' && braces == 0 && parens == 0;
        if (opens && (begin.is_namespace || (begin.is_external && begin.tokens == 2))) {
            rooms++;
            begin = (struct beginning){ .tokens = 0 };
            begin_chunk(c);
            continue;
        }
        note_beginning(&begin, &l, &t);
        if (t.kind == LEX_NAME)
            add_ref(c, &l, &t);
        bool names_before = last_is_name && braces == 0 && parens == 0;
        last_is_name = t.kind == LEX_NAME && !(t.len > 2 && lex_begins(&l, &t, "__"));
        if (t.kind != LEX_SIGN)
            continue;
        if (names_before && strchr("({=;[,:<", t.sign) != NULL)
            c->refs[c->n_refs - 1].defines = true;
        parens += t.sign == '(' ? 1 : t.sign == ')' ? -1 : 0;
        braces += t.sign == '{' ? 1 : t.sign == '}' ? -1 : 0;
        if (braces < 0 && rooms > 0) {
            rooms--;
            braces = 0;
        }
        if (braces == 0 && (t.sign == '}' || (t.sign == ';' && parens == 0))) {
            begin = (struct beginning){ .tokens = 0 };
            begin_chunk(c);
        }
    }
    c->overflow = c->overflow || braces != 0;
}

/* True: a new declaration was reached. */
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
    bool any = reach(c, str_hash(kernel, strlen(kernel)));
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

bool kernel_text_synchronises(const char *text, size_t len, const char *kernel)
{
    struct calls *c = mem_alloc(sizeof *c);
    c->refs = mem_array(MAX_REFS, sizeof *c->refs);
    read_calls(c, text, len);
    bool sync = c->overflow;
    /* A kernel whose name a macro makes may reach everything. */
    const bool found = reach_all(c, kernel);
    for (unsigned i = 0; i <= c->n_chunks && !sync; i++)
        sync = (c->reached[i] || !found) && c->sync[i];
    free(c->refs);
    free(c);
    return sync;
}
