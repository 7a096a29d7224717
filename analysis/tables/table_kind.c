#include "analysis/tables/table_kind.h"

#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/db.h"
#include "src/store/whole/joined.h"

/* All that a table reads is of one state of the database, however often it looks. */
int table_make(const struct table_kind *kind, const struct table_input *in, const void *options,
               struct table *out, struct err *err)
{
    int rc = in->db == NULL ? 0 : db_begin_read(in->db, err);
    if (rc < 0)
        return rc;
    rc = kind->make(in, options == NULL ? kind->options.standard : options, out, err);
    if (in->db != NULL)
        db_end_read(in->db);
    if (rc == 0 && in->precision_class != NULL)
        table_warning(out, "correct means right at class %s or a more precise one",
                      in->precision_class);
    if (rc < 0 || !joined_lacks_rows(in->db))
        return rc;
    return err_set(err, ERR_INTEGRITY, "facts without their rollouts do not make this table");
}

static bool is_same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

size_t table_words(const struct table_kind *kind, const void *options, struct arena *arena,
                   const char *const **out)
{
    char **command;
    size_t n = str_split(arena, kind->command, ' ', &command);
    const struct option_set *set = &kind->options;
    const char **words = arena_array(arena, n + 2 * set->n_rows, sizeof(*words));
    for (size_t i = 0; i < n; i++)
        words[i] = command[i];
    for (size_t i = 0; options != NULL && i < set->n_rows; i++) {
        const struct option *o = &set->rows[i];
        const char *text = !o->is_shared ? option_text(o, options, arena) : NULL;
        if (text == NULL || is_same(text, option_text(o, set->standard, arena)))
            continue;
        words[n++] = arena_printf(arena, "--%s", o->name);
        if (o->type != OPTION_BOOL)
            words[n++] = text;
    }
    *out = words;
    return n;
}

const char *table_query_path(const char *name)
{
    return query_path(name);
}

/* Comments are whole lines or end one. */
const char *table_query_text(const char *name, struct arena *arena)
{
    struct buf b = { 0 };
    for (const char *at = query_path(name) == NULL ? "" : query_sql(name); *at != '\0';) {
        size_t len = strcspn(at, "\n"), used = 0;
        while (used < len && strncmp(at + used, "--", 2) != 0)
            used++;
        while (used > 0 && strchr(" \t", at[used - 1]) != NULL)
            used--;
        if (used > 0)
            buf_printf(&b, "%s%.*s", b.len > 0 ? "\n" : "", (int)used, at);
        at += len + (at[len] == '\n');
    }
    const char *text = arena_strdup(arena, buf_text(&b));
    buf_release(&b);
    return text;
}
