#include "src/cli/manual.h"

#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/cli/help.h"
#include "src/cli/values.h"

#define SHARED_BY 2 /* commands; an option of so many stands once */

struct entry {
    const struct command *command;
    struct option_set options;
};

struct manual {
    struct arena arena;
    struct entry *entries;
    size_t n;
};

static void manual_read(struct manual *m)
{
    size_t n;
    const struct command *const *all = command_all(&n);
    *m = (struct manual){ 0 };
    m->entries = arena_array(&m->arena, n, sizeof(*m->entries));
    for (size_t i = 0; i < n; i++) {
        struct entry *e = &m->entries[m->n];
        if ((all[i]->flags & CMD_HIDDEN) != 0)
            continue;
        e->command = all[i];
        e->options = command_options(all[i]);
        m->n++;
    }
}

/* An option of a command, as it is printed. */
struct printed {
    const struct option *o;
    const char *standard;
};

static struct printed printed_of(struct manual *m, const struct option_set *set,
                                 const struct option *o)
{
    return (struct printed){ o, option_default(set, o, &m->arena) };
}

/* *out_first is the first command with the option. */
static size_t count_shared(struct manual *m, const struct printed *p, size_t *out_first)
{
    size_t count = 0;
    for (size_t i = 0; i < m->n; i++) {
        const struct option_set *set = &m->entries[i].options;
        for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;)
            if (strcmp(p->o->name, o->name) == 0 && strcmp(p->o->help, o->help) == 0 &&
                str_same(p->o->metavar, o->metavar) &&
                str_same(p->standard, option_default(set, o, &m->arena)) && count++ == 0)
                *out_first = i;
    }
    return count;
}

static void each_shared(struct manual *m, struct buf *out,
                        void (*put)(const struct printed *p, struct buf *out))
{
    for (size_t i = 0; i < m->n; i++) {
        const struct option_set *set = &m->entries[i].options;
        for (const struct option *o = NULL; (o = option_next(set, o)) != NULL;) {
            const struct printed p = printed_of(m, set, o);
            size_t first = 0;
            if (count_shared(m, &p, &first) >= SHARED_BY && first == i)
                put(&p, out);
        }
    }
}

/* How many there were; put NULL counts. */
static size_t each_option(struct manual *m, const struct entry *e, bool shared, struct buf *out,
                          void (*put)(const struct printed *p, struct buf *out))
{
    size_t n = 0, first;
    for (const struct option *o = NULL; (o = option_next(&e->options, o)) != NULL;) {
        const struct printed p = printed_of(m, &e->options, o);
        if ((count_shared(m, &p, &first) >= SHARED_BY) != shared)
            continue;
        n++;
        if (put != NULL)
            put(&p, out);
    }
    return n;
}

/* "rollbook eval FILE --task ID [options]" becomes a heading without the options; usage has one
 * a line. */
static void put_usage(struct manual *m, const char *usage, struct buf *out)
{
    while (*usage != '\0') {
        size_t length = strcspn(usage, "\n");
        char *line = arena_strndup(&m->arena, usage, length);
        static const char *const optional[] = { " [-", " [options]" };
        for (size_t i = 0; i < ARRAY_LEN(optional); i++) {
            char *at = strstr(line, optional[i]);
            if (at != NULL)
                *at = '\0';
        }
        buf_printf(out, "\n## %s\n", line + strspn(line, " "));
        usage += length + (usage[length] == '\n');
    }
}

static void put_markdown_command(struct manual *m, const struct entry *e, struct buf *out)
{
    const char *summary = e->command->summary;
    bool is_name = summary[strspn(summary, "abcdefghijklmnopqrstuvwxyz-,:")] != ' ';
    put_usage(m, e->command->usage, out);
    buf_printf(out, "\n%c%s.\n", is_name ? *summary : to_upper(*summary), summary + 1);
    const struct option *o = option_next(&e->options, NULL);
    if (o == NULL)
        return;
    buf_puts(out, "\nOptions:");
    for (; o != NULL; o = option_next(&e->options, o))
        buf_printf(out, " `--%s`", o->name);
    buf_puts(out, ".\n");
}

void manual_markdown(struct buf *out)
{
    struct manual m;
    manual_read(&m);
    buf_puts(
        out,
        "# Commands\n\nMade by `rollbook help --markdown`. `rollbook COMMAND -h` begins with "
        "examples and explains each option;\n`rollbook help --man` has all of it as one manual "
        "page.\n\n## Every command\n\nThese options may precede or follow the command.\n\n```\n");
    for (const struct option *o = NULL; (o = option_next(&common_options, o)) != NULL;)
        help_option(&common_options, o, out);
    buf_puts(out,
             "```\n\nAn output file replaces one that Rollbook wrote: a figure, its CSV and TeX, a "
             "report. Any other file of the\nsame kind is only replaced with `--replace`. A "
             "database, and a file of another kind, is never overwritten: status 2.\n");
    for (size_t i = 0; i < m.n; i++)
        put_markdown_command(&m, &m.entries[i], out);
    arena_release(&m.arena);
}

static void put_roff(struct buf *out, const char *text)
{
    bool line_start = true;
    for (const char *s = text; *s != '\0'; s++) {
        if (line_start && (*s == '.' || *s == '\''))
            buf_puts(out, "\\&");
        if (*s == '\\')
            buf_puts(out, "\\e");
        else if (*s == '-')
            buf_puts(out, "\\-");
        else
            buf_putc(out, *s);
        line_start = *s == '\n';
    }
}

static void put_roff_lines(struct buf *out, const char *text)
{
    buf_puts(out, ".PP\n.nf\n");
    put_roff(out, text);
    if (!str_ends_with(text, "\n"))
        buf_putc(out, '\n');
    buf_puts(out, ".fi\n");
}

static void put_roff_option(const struct printed *p, struct buf *out)
{
    const struct option *o = p->o;
    buf_puts(out, ".TP\n");
    if (o->letter != 0)
        buf_printf(out, "\\fB\\-%c\\fR, ", o->letter);
    buf_puts(out, "\\fB\\-\\-");
    put_roff(out, o->name);
    buf_puts(out, "\\fR");
    if (o->metavar != NULL)
        buf_printf(out, " \\fI%s\\fR", o->metavar);
    buf_putc(out, '\n');
    put_roff(out, o->help);
    if (p->standard != NULL) {
        buf_puts(out, " (default ");
        put_roff(out, p->standard);
        buf_putc(out, ')');
    }
    buf_putc(out, '\n');
}

static void put_roff_name(const struct printed *p, struct buf *out)
{
    buf_puts(out, " \\fB\\-\\-");
    put_roff(out, p->o->name);
    buf_puts(out, "\\fR");
}

static void put_roff_command(struct manual *m, const struct entry *e, struct buf *out)
{
    struct buf more = { 0 };
    buf_printf(out, ".SS rollbook %s\n", e->command->name);
    put_roff(out, e->command->summary);
    buf_puts(out, ".\n");
    put_roff_lines(out, e->command->usage);
    put_roff_lines(out, e->command->examples);
    if (e->command->more != NULL) {
        e->command->more(&more);
        put_roff_lines(out, buf_text(&more) + 1); /* an empty line is first */
    }
    each_option(m, e, false, out, put_roff_option);
    if (each_option(m, e, true, NULL, NULL) > 0) {
        buf_puts(out, ".PP\nAlso");
        each_option(m, e, true, out, put_roff_name);
        buf_puts(out, ".\n");
    }
    buf_release(&more);
}

void manual_man(struct buf *out)
{
    struct manual m;
    struct buf overview = { 0 };
    manual_read(&m);
    buf_printf(out,
               ".TH ROLLBOOK 1 \"\" \"rollbook %s\" \"Rollbook\"\n.SH NAME\n"
               "rollbook \\- results database of execution\\-grounded GPU\\-kernel generation\n"
               ".SH SYNOPSIS\n\\fBrollbook\\fR [\\fIoptions of every command\\fR] "
               "\\fIcommand\\fR [\\fIarguments\\fR]\n.SH DESCRIPTION\n",
               build_version());
    help_overview(&overview);
    put_roff_lines(out, buf_text(&overview));
    buf_puts(out, ".SH OPTIONS OF EVERY COMMAND\n");
    for (const struct option *o = NULL; (o = option_next(&common_options, o)) != NULL;) {
        const struct printed p = printed_of(&m, &common_options, o);
        put_roff_option(&p, out);
    }
    buf_puts(out,
             ".SH OPTIONS OF SEVERAL COMMANDS\nEach command lists the options that it takes.\n");
    each_shared(&m, out, put_roff_option);
    buf_puts(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < m.n; i++)
        put_roff_command(&m, &m.entries[i], out);
    buf_puts(out, ".SH ENVIRONMENT\n.TP\n\\fBROLLBOOK_DB\\fR\nthe database where \\fB\\-\\-db\\fR "
                  "names none\n.SH FILES\n.TP\n\\fI./rollbook.db\\fR\nthe database where neither "
                  "names one\n");
    buf_release(&overview);
    arena_release(&m.arena);
}

/* A command's help lists " NAME text". */
static void put_listed(const struct command *command, struct buf *out)
{
    struct buf more = { 0 };
    if (command->more != NULL)
        command->more(&more);
    for (const char *at = buf_text(&more); at != NULL && *at != '\0';) {
        const char *end = strchr(at, '\n');
        if (str_starts_with(at, "  "))
            buf_printf(out, " %.*s", (int)strcspn(at + 2, " \n"), at + 2);
        at = end == NULL ? NULL : end + 1;
    }
    buf_release(&more);
}

/* "'COMMAND') echo 'WORDS' ;;", with put's words. */
static void put_cases(const struct manual *m, struct buf *out,
                      void (*put)(const struct entry *e, struct buf *out))
{
    for (size_t i = 0; i < m->n; i++) {
        struct buf words = { 0 };
        put(&m->entries[i], &words);
        if (words.len > 0)
            buf_printf(out, "    '%s') echo '%s' ;;\n", m->entries[i].command->name,
                       buf_text(&words) + 1);
        buf_release(&words);
    }
}

static void put_entry_options(const struct entry *e, struct buf *out)
{
    const struct option *o = NULL;
    while ((o = option_next(&common_options, o)) != NULL)
        buf_printf(out, " --%s", o->name);
    while ((o = option_next(&e->options, o)) != NULL)
        buf_printf(out, " --%s", o->name);
}

static void put_entry_arguments(const struct entry *e, struct buf *out)
{
    put_listed(e->command, out);
}

static void put_groups(const struct manual *m, struct buf *out)
{
    struct buf firsts = { 0 };
    buf_puts(out, "_rollbook_members() {\n    case $1 in\n");
    for (size_t i = 0; i < m->n; i++) {
        const char *name = m->entries[i].command->name;
        int len = (int)strcspn(name, " ");
        size_t members = 0;
        bool again = false;
        for (size_t j = 0; j < m->n; j++) {
            const char *other = m->entries[j].command->name;
            bool same =
                strncmp(other, name, (size_t)len) == 0 && strcspn(other, " ") == (size_t)len;
            again = again || (same && j < i);
            if (again || !same || other[len] == '\0')
                continue;
            if (members++ == 0)
                buf_printf(out, "    %.*s) echo '%s", len, name, other + len + 1);
            else
                buf_printf(out, " %s", other + len + 1);
        }
        if (members > 0)
            buf_puts(out, "' ;;\n");
        if (!again)
            buf_printf(&firsts, " %.*s", len, name);
    }
    buf_printf(out, "    '') echo '%s' ;;\n    esac\n}\n", buf_text(&firsts) + 1);
    buf_release(&firsts);
}

/* "'COMMAND --OPTION') echo 'CHOICES' ;;" */
static void put_choices(const struct manual *m, struct buf *out)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct option *o = NULL;
        while ((o = option_next(&m->entries[i].options, o)) != NULL) {
            for (size_t k = 0; o->choices != NULL && o->choices[k] != NULL; k++) {
                if (k == 0)
                    buf_printf(out, "    '%s --%s') echo '", m->entries[i].command->name, o->name);
                buf_printf(out, "%s%s", k == 0 ? "" : " ", o->choices[k]);
            }
            if (o->choices != NULL && o->choices[0] != NULL)
                buf_puts(out, "' ;;\n");
        }
    }
}

static bool is_of_runs(const struct option *o)
{
    static const char *const names[] = { "run", "runs", "base", "resume" };
    bool is = o->metavar != NULL && str_starts_with(o->metavar, "RUN");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        is = is || strcmp(o->name, names[i]) == 0;
    return is;
}

/* Values that the database, the suite and the policies have; one pattern for all options of runs.
 */
static void put_values(const struct manual *m, struct buf *out)
{
    struct buf CLEANUP(buf_release) runs = { 0 };
    buf_puts(&runs, "|");
    for (size_t i = 0; i < m->n; i++) {
        const struct option *o = NULL;
        while ((o = option_next(&m->entries[i].options, o)) != NULL) {
            struct buf CLEANUP(buf_release) pattern = { 0 };
            buf_printf(&pattern, "|--%s|", o->name);
            if (is_of_runs(o) && strstr(buf_text(&runs), buf_text(&pattern)) == NULL)
                buf_printf(&runs, "--%s|", o->name);
        }
    }
    buf_printf(
        out,
        "_rollbook_column() { tail -n +2 | cut -d, -f1; }\n"
        "_rollbook_runs() {\n"
        "    rollbook sql -q ${db:+--db=\"$db\"} --format csv 'SELECT run FROM v_run ORDER BY run' "
        "2>/dev/null | _rollbook_column\n"
        "}\n"
        "_rollbook_values() {\n    case $2 in\n"
        "    %.*s) _rollbook_runs; return ;;\n"
        "    --task|--tasks|--held) rollbook task list --format csv 2>/dev/null | "
        "_rollbook_column; return ;;\n"
        "    --policy) rollbook policy list --format csv 2>/dev/null | _rollbook_column; return "
        ";;\n"
        "    esac\n"
        "    case \"$1 $2\" in\n",
        (int)runs.len - 2, buf_text(&runs) + 1);
    put_choices(m, out);
    buf_puts(out, "    esac\n}\n");
}

static void put_tables(const struct manual *m, struct buf *out)
{
    put_groups(m, out);
    put_values(m, out);
    buf_puts(out, "_rollbook_options() {\n    case $1 in\n");
    put_cases(m, out, put_entry_options);
    buf_puts(out, "    esac\n}\n_rollbook_arguments() {\n    case $1 in\n");
    put_cases(m, out, put_entry_arguments);
    buf_puts(out, "    esac\n}\n");
}

static const char words_function[] =
    "_rollbook_words() {\n"
    "    first='' second='' skip='' db='' last=''\n"
    "    for word in \"$@\"; do\n"
    "        last=$word\n"
    "        if [ -n \"$skip\" ]; then [ \"$skip\" = --db ] && db=$word; skip=''; continue; fi\n"
    "        case $word in\n"
    "        --db|--format) skip=$word ;;\n"
    "        -*) ;;\n"
    "        *) if [ -z \"$first\" ]; then first=$word\n"
    "           elif [ -z \"$second\" ]; then second=$word; fi ;;\n"
    "        esac\n"
    "    done\n"
    "    if [ -z \"$first\" ]; then _rollbook_members ''; return; fi\n"
    "    name=$first\n"
    "    [ -n \"$(_rollbook_options \"$first $second\")\" ] && name=\"$first $second\"\n"
    "    case $last in\n"
    "    --db) return ;;\n"
    "    --format) echo 'table csv json latex markdown'; return ;;\n"
    "    --*) found=$(_rollbook_values \"$name\" \"$last\")\n"
    "         if [ -n \"$found\" ]; then echo \"$found\"; return; fi ;;\n"
    "    esac\n"
    "    case \"$first $second\" in\n"
    "    'show run') _rollbook_runs ;;\n"
    "    'show task'|'task show') rollbook task list --format csv 2>/dev/null | "
    "_rollbook_column ;;\n"
    "    esac\n"
    "    [ -z \"$second\" ] && _rollbook_members \"$first\"\n"
    "    case $name in *' '*) ;; *) [ -z \"$second\" ] && _rollbook_arguments \"$name\" ;; esac\n"
    "    _rollbook_options \"$name\"\n"
    "}\n";

void manual_bash(struct buf *out)
{
    struct manual m;
    manual_read(&m);
    buf_puts(out, "# bash completion of rollbook, made by: rollbook help --bash\n");
    put_tables(&m, out);
    buf_printf(
        out,
        "%s_rollbook() {\n"
        "    local first second skip word name db last found current=${COMP_WORDS[COMP_CWORD]}\n"
        "    local words\n"
        "    words=$(_rollbook_words \"${COMP_WORDS[@]:1:COMP_CWORD-1}\")\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "}\n"
        "complete -o default -F _rollbook rollbook\n",
        words_function);
    arena_release(&m.arena);
}

void manual_zsh(struct buf *out)
{
    struct manual m;
    manual_read(&m);
    buf_puts(out, "#compdef rollbook\n# zsh completion, made by: rollbook help --zsh\n");
    put_tables(&m, out);
    buf_printf(out,
               "%s_rollbook() {\n"
               "    local first second skip word name db last found\n"
               "    local -a known\n"
               "    known=(${=\"$(_rollbook_words \"${(@)words[2,CURRENT-1]}\")\"})\n"
               "    compadd -- $known\n"
               "    [[ $PREFIX == -* ]] || _files\n"
               "}\n"
               "_rollbook \"$@\"\n",
               words_function);
    arena_release(&m.arena);
}
