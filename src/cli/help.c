#include "src/cli/help.h"

#include <string.h>

#include "analysis/kinds/table_kinds.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/lookup.h"
#include "src/cli/values.h"
#include "src/store/db.h"
#include "src/table/fold.h"

#define OPTION_COLUMN 29 /* where the text of an option begins */

static const char overview_head[] =
    "Rollbook stores every kernel that a model wrote, with its verdict and times, in one file.\n"
    "\n";

static const char overview_tail[] =
    "\n'rollbook help GROUP' describes the commands of a group.\nExit status: 0 ok, 1 negative "
    "finding, 2 usage, 3 nothing matches, 4 damaged data or failed\nI/O, 5 schema version, 6 busy, "
    "7 not enough data, 8 not approved, 130 interrupted.\nThe database is --db, otherwise "
    "ROLLBOOK_DB, otherwise ./rollbook.db.\n";

/* What somebody needs first, in this order. */
static const char *const first_commands[] = {
    "init", "eval", "run best-of-n", "ingest", "runs", "analyze fast-p", "report", "sql",
};

static bool is_listed(const struct command *c, const char *first_word)
{
    size_t len = strlen(first_word);
    return (c->flags & CMD_HIDDEN) == 0 &&
           (len == 0 || (str_starts_with(c->name, first_word) && c->name[len] == ' '));
}

static void put_names(const struct command *const *list, size_t n, struct buf *out)
{
    size_t longest = 0;
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]->name) > longest)
            longest = strlen(list[i]->name);
    for (size_t i = 0; i < n; i++)
        buf_printf(out, "  %-*s  %s\n", (int)longest, list[i]->name, list[i]->summary);
}

/* Those whose name begins with the word. */
static void put_members(const char *first_word, struct buf *out)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    size_t n, n_listed = 0;
    const struct command *const *all = command_all(&n);
    const struct command **list = arena_array(&arena, n, sizeof(*list));
    for (size_t i = 0; i < n; i++)
        if (is_listed(all[i], first_word))
            list[n_listed++] = all[i];
    put_names(list, n_listed, out);
}

/* "task list|show|check, device": what begins alike once. */
static void put_short(const struct command_group *g, struct buf *out)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    const char *before = "";
    for (size_t i = g->first; i < g->end; i++) {
        const char *name = all[i]->name;
        size_t word = strcspn(name, " ");
        bool same = i > g->first && strncmp(before, name, word) == 0 && before[word] == ' ' &&
                    name[word] == ' ';
        if ((all[i]->flags & CMD_HIDDEN) != 0)
            continue;
        buf_printf(out, "%s%s",
                   i == g->first ? ""
                   : same        ? " | "
                                 : ", ",
                   same ? name + word + 1 : name);
        before = name;
    }
}

void help_overview(struct buf *out)
{
    size_t n_groups, n;
    const struct command_group *groups = command_groups(&n_groups);
    const struct command *const *all = command_all(&n);
    const struct command *first[ARRAY_LEN(first_commands)] = { NULL };
    for (size_t k = 0; k < ARRAY_LEN(first_commands); k++)
        for (size_t i = 0; i < n; i++)
            if (strcmp(all[i]->name, first_commands[k]) == 0)
                first[k] = all[i];
    buf_puts(out, overview_head);
    buf_puts(out, "Begin with these (rollbook COMMAND -h shows examples and options)\n");
    put_names(first, ARRAY_LEN(first), out);
    buf_puts(out, "\nAll commands by group\n");
    for (size_t i = 0; i < n_groups; i++) {
        buf_printf(out, "  %-8s  ", groups[i].name);
        put_short(&groups[i], out);
        buf_putc(out, '\n');
    }
    buf_puts(out, overview_tail);
}

bool help_group(const char *name, struct buf *out)
{
    size_t n_groups, n;
    const struct command_group *groups = command_groups(&n_groups);
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n_groups; i++) {
        if (strcmp(groups[i].name, name) != 0)
            continue;
        buf_printf(out, "Group %s: %s (rollbook COMMAND -h shows examples and options)\n",
                   groups[i].name, groups[i].says);
        put_names(all + groups[i].first, groups[i].end - groups[i].first, out);
        return true;
    }
    if (!lookup_is_group(name))
        return false;
    buf_puts(out, "Commands (rollbook COMMAND -h shows examples and options)\n");
    put_members(name, out);
    return true;
}

void help_names(struct buf *out)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if ((all[i]->flags & CMD_HIDDEN) == 0)
            buf_printf(out, "%s\n", all[i]->name);
}

void help_schemas(struct buf *out)
{
    size_t n;
    const struct table_kind *const *kinds = table_kinds(&n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; kinds[i]->shapes[k] != NULL; k++)
            buf_printf(out, "%s\n", kinds[i]->shapes[k]->schema);
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++)
        if (all[i]->shape != NULL)
            buf_printf(out, "%s\n", all[i]->shape->schema);
}

bool help_schema(const char *name, struct buf *out)
{
    size_t n;
    const struct table_kind *kind = NULL;
    const struct table_shape *shape = table_shape_find(name, &kind);
    const char *command = shape == NULL ? "" : kind->command;
    const struct command *const *all = command_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (all[i]->shape != NULL && strcmp(all[i]->shape->schema, name) == 0) {
            shape = all[i]->shape;
            command = all[i]->name;
        }
    }
    if (shape != NULL)
        table_shape_schema(shape, command, out);
    return shape != NULL;
}

void help_option(const struct option_set *set, const struct option *o, struct buf *out)
{
    CLEANUP(arena_release) struct arena arena = { 0 };
    const char *standard = option_default(set, o, &arena);
    struct buf left = { 0 };
    if (o->letter != 0)
        buf_printf(&left, "-%c, ", o->letter);
    buf_printf(&left, "--%s", o->name);
    if (o->metavar != NULL)
        buf_printf(&left, " %s", o->metavar);
    buf_printf(out, "  %-*s %s", OPTION_COLUMN - 3, buf_text(&left), o->help);
    if (standard != NULL)
        buf_printf(out, " (default %s)", standard);
    buf_putc(out, '\n');
    buf_release(&left);
}

void help_command(const struct command *command, struct buf *out)
{
    buf_printf(out, "Examples\n%s\n%s.\n\nUsage: %s\n", command->examples, command->summary,
               command->usage);
    const struct option_set own = command_options(command);
    const struct option *o = option_next(&own, NULL);
    if (o != NULL)
        buf_puts(out, "\nOptions\n");
    for (; o != NULL; o = option_next(&own, o))
        help_option(&own, o, out);
    if (command->more != NULL)
        command->more(out);
    if (lookup_is_group(command->name)) {
        buf_putc(out, '\n');
        (void)help_group(command->name, out);
    }
    buf_puts(out, "\nOptions of every command\n");
    for (o = NULL; (o = option_next(&common_options, o)) != NULL;)
        help_option(&common_options, o, out);
}

void help_version(struct buf *out)
{
    buf_printf(out, "rollbook %s (%s), schema %d, SQLite %s\n", build_version(), build_compiler(),
               db_schema_version(), db_library_version());
}

/* Column where what a line explains begins: behind its first wide gap; 0: nowhere. */
static size_t text_column(const char *line, size_t len)
{
    size_t i = 0;
    while (i < len && line[i] == ' ')
        i++;
    if (i < len && line[i] == '-')
        return OPTION_COLUMN;
    while (i + 1 < len && (line[i] != ' ' || line[i + 1] != ' '))
        i++;
    while (i < len && line[i] == ' ')
        i++;
    return i + 1 < len ? i : 0;
}

static void fold_line(const char *line, size_t len, size_t width, bool is_example, struct buf *out)
{
    size_t column = text_column(line, len);
    if (width == 0) {
        buf_add(out, line, len);
    } else if (is_example) {
        fold_put(out, &(struct fold){ width, 0, 6, true }, line, len);
    } else if (column == 0 || line[0] != ' ') {
        fold_put(out, &(struct fold){ width, 0, line[0] == ' ' ? 4 : 0, false }, line, len);
    } else if (column + FOLD_LEAST <= width) {
        fold_put(out, &(struct fold){ width, 0, column, false }, line, len);
    } else if (fold_width(line, len) > width &&
               column < len) { /* the text below what it explains */
        size_t left = column;
        while (left > 0 && line[left - 1] == ' ')
            left--;
        buf_add(out, line, left);
        buf_puts(out, "\n      ");
        fold_put(out, &(struct fold){ width, 6, 6, false }, line + column, len - column);
    } else {
        fold_put(out, &(struct fold){ width, 0, 6, false }, line, len);
    }
}

void help_fold(const char *text, size_t width, struct buf *out)
{
    bool is_example = false;
    for (size_t n; *text != '\0'; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        is_example = n > 0 && (is_example || strncmp(text, "Examples", n) == 0);
        fold_line(text, n, width, is_example, out);
        buf_putc(out, '\n');
    }
}

void help_print(const char *text, FILE *to)
{
    CLEANUP(buf_release) struct buf folded = { 0 };
    help_fold(text, cli_terminal_width(to), &folded);
    fwrite(buf_text(&folded), 1, folded.len, to);
}
