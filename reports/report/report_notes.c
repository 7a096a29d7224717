/* report_notes.c - remarks of commands, shortened for a page. */
#include <stdbool.h>
#include <string.h>

#include "reports/report/report_job.h"
#include "src/table/table.h"

#define MOST_NOTES  14
#define FIRST_NOTES 4 /* the others come last, because those define */

/* ": what is said" of "run NAME: ..." or "runs NAME, NAME: ..."; NULL: a note of no run. */
static const char *said_of_run(const char *note)
{
    return strncmp(note, "run ", 4) == 0 || strncmp(note, "runs ", 5) == 0 ? strstr(note, ": ")
                                                                           : NULL;
}

static bool says_the_same(const char *a, const char *b)
{
    const char *of_a = said_of_run(a), *of_b = said_of_run(b);
    return of_a != NULL && of_b != NULL && strcmp(of_a, of_b) == 0;
}

static size_t merge_notes(struct arena *a, const struct table *from, const char **out)
{
    size_t n = 0;
    for (size_t i = 0; i < from->n_notes; i++) {
        const char *note = from->notes[i];
        size_t k = 0;
        while (k < n && !says_the_same(out[k], note))
            k++;
        if (k == n) {
            out[n++] = note;
            continue;
        }
        const char *names = strchr(out[k], ' ') + 1, *said = said_of_run(note);
        out[k] = arena_printf(a, "runs %.*s, %.*s%s", (int)(said_of_run(out[k]) - names), names,
                              (int)(said - (note + 4)), note + 4, said);
    }
    return n;
}

static bool is_column(const struct table *t, const char *name, size_t len)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        if (strlen(t->columns[i].name) == len && strncmp(t->columns[i].name, name, len) == 0)
            return true;
    }
    return false;
}

static bool is_shown(const struct report_part *p, const char *name, size_t len)
{
    const struct part_column *all[] = { p->columns, &p->value };
    const size_t n[] = { p->n_columns, 1 };
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < n[k]; i++) {
            const char *const of[] = { all[k][i].name, all[k][i].low, all[k][i].high };
            for (size_t m = 0; m < 3; m++) {
                if (of[m] != NULL && strlen(of[m]) == len && strncmp(of[m], name, len) == 0)
                    return true;
            }
        }
    }
    return false;
}

/* A note "a, b: what they are" of columns that are not among the chosen ones. */
static bool is_about_hidden(const struct table *from, const struct report_part *p, const char *note)
{
    size_t head = strcspn(note, ":;");
    if (p->n_columns == 0 || note[head] != ':')
        return false;
    for (size_t i = 0; i < head;) {
        size_t len = strcspn(note + i, ",:;");
        if (!is_column(from, note + i, len) || is_shown(p, note + i, len))
            return false;
        i += len + 1;
        i += note[i] == ' ' ? 1 : 0;
    }
    return true;
}

void job_copy_notes(struct table *to, const struct table *from, const struct report_part *p,
                    const char *command)
{
    const char **notes = arena_array(to->arena, from->n_notes + 1, sizeof(*notes));
    size_t all = merge_notes(to->arena, from, notes), n = 0;
    for (size_t i = 0; i < all; i++) {
        if (!is_about_hidden(from, p, notes[i]))
            notes[n++] = notes[i];
    }
    size_t cut = n > MOST_NOTES ? n - MOST_NOTES : 0;
    for (size_t i = 0; i < n; i++) {
        if (cut > 0 && i == FIRST_NOTES)
            table_note(to, "(%zu more remarks: rollbook %s)", cut, command);
        if (cut == 0 || i < FIRST_NOTES || i >= FIRST_NOTES + cut)
            table_note(to, "%s", notes[i]);
    }
}
