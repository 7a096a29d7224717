/* report_notes.c - remarks of commands, shortened for a page. */
#include <stdbool.h>
#include <string.h>

#include "reports/report/report_job.h"
#include "src/table/table.h"

#define MOST_NOTES  12
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

void job_copy_notes(struct table *to, const struct table *from, const char *command)
{
    const char **notes = arena_array(to->arena, from->n_notes + 1, sizeof(*notes));
    size_t n = merge_notes(to->arena, from, notes), cut = n > MOST_NOTES ? n - MOST_NOTES : 0;
    for (size_t i = 0; i < n; i++) {
        if (cut > 0 && i == FIRST_NOTES)
            table_note(to, "(%zu more remarks: rollbook %s)", cut, command);
        if (cut == 0 || i < FIRST_NOTES || i >= FIRST_NOTES + cut)
            table_note(to, "%s", notes[i]);
    }
}
