#include "src/store/sql_members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/eval/contract/evaluation.h"
#include "src/eval/contract/profile.h"
#include "src/store/db.h"

#define MOST_MEMBERS 64

static const struct {
    const char *name;
    const struct member_table *table;
} tables[] = {
    { "result", &eval_result_members },
    { "profile", &profile_members },
    { "counters", &kernel_counters_members },
};

static const struct member_table *table_of(const char *query, const char *name, size_t len)
{
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (strlen(tables[i].name) == len && strncmp(tables[i].name, name, len) == 0)
            return tables[i].table;
    fprintf(stderr, "rollbook: bug: query %s: no table of members is called %.*s\n", query,
            (int)len, name);
    abort();
}

static bool has_word(const char *sql, const char *end, const char *word)
{
    size_t len = strlen(word);
    for (const char *at = strstr(sql, word); at != NULL && at < end; at = strstr(at + 1, word))
        if ((at == sql || !is_word(at[-1])) && !is_word(at[len]))
            return true;
    return false;
}

/* Those that the statement had not named at its first mark. */
struct statement_columns {
    size_t n;
    const char *parameters[MOST_MEMBERS];
};

static void find_columns(const struct member_table *t, const char *sql, const char *end,
                         struct statement_columns *out)
{
    out->n = 0;
    for (size_t i = 0; i < t->n && out->n < MOST_MEMBERS; i++) {
        const char *p = t->members[i].parameter;
        if (p != NULL && !has_word(sql, end, p + 1))
            out->parameters[out->n++] = p;
    }
}

/* "result", ":result", "o.  result" or "c2 result". */
static void put_mark(const char *mark, const char *word, const struct statement_columns *c,
                     struct buf *out)
{
    bool numbered = mark[0] == 'c' && is_digit(mark[1]);
    bool parameters = mark[0] == ':';
    unsigned long first = numbered ? strtoul(mark + 1, NULL, 10) : 0;
    const char *dot = memchr(mark, '.', (size_t)(word - mark));
    for (size_t i = 0; i < c->n; i++)
        if (numbered)
            buf_printf(out, ", c%lu", first + i);
        else
            buf_printf(out, ", %.*s%s", dot == NULL ? 0 : (int)(dot + 1 - mark), mark,
                       c->parameters[i] + (parameters ? 0 : 1));
}

/* sql may hold several statements. */
static const char *statement_at(const char *sql, const char *at)
{
    while (at > sql && at[-1] != ';')
        at--;
    return at;
}

void sql_members_expand(const char *name, const char *sql, struct buf *out)
{
    struct statement_columns columns = { .n = 0 };
    const char *statement = NULL; /* whose columns these are */
    const char *at = sql;
    for (const char *open; (open = strstr(at, "/*, ")) != NULL;) {
        const char *mark = open + strlen("/*, ");
        const char *close = strstr(mark, " */");
        if (close == NULL)
            break;
        const char *word = close;
        while (word > mark && is_word(word[-1]))
            word--;
        const char *start = statement_at(sql, open);
        if (start != statement)
            find_columns(table_of(name, word, (size_t)(close - word)), start, open, &columns);
        statement = start;
        buf_add(out, at, (size_t)(open - at));
        put_mark(mark, word, &columns, out);
        at = close + strlen(" */");
    }
    buf_puts(out, at);
}
