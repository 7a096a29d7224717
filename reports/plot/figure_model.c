#include "reports/plot/figure_model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define BOX_NUMBERS 5

void figure_init(struct figure_model *m, struct arena *arena, const char *name, const char *title)
{
    *m = (struct figure_model){
        .arena = arena, .name = name, .title = title, .caption = "", .caption_rest = ""
    };
}

void figure_columns(struct figure_model *m, const char *names)
{
    char **list;
    size_t n = str_split(m->arena, names, ',', &list);
    struct table_column *columns = arena_array(m->arena, n, sizeof(*columns));
    for (size_t i = 0; i < n; i++)
        columns[i].name = list[i];
    const char *schema = arena_printf(m->arena, "rollbook.figure.%s/1", m->name);
    table_init(&m->points, m->arena, schema, columns, n);
}

/* Doubles the items in the arena when they are full. */
static void *room_for_one(struct arena *a, void *items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return items;
    size_t more = *capacity == 0 ? 8 : 2 * *capacity;
    void *out = arena_array(a, more, size);
    if (n > 0)
        memcpy(out, items, n * size);
    *capacity = more;
    return out;
}

struct fig_panel *figure_panel(struct figure_model *m, const char *title)
{
    m->panels =
        room_for_one(m->arena, m->panels, m->n_panels, &m->capacity_panels, sizeof(*m->panels));
    struct fig_panel *p = arena_alloc(m->arena, sizeof(*p));
    m->panels[m->n_panels++] = p;
    *p = (struct fig_panel){ .title = title, .x = { .lo = 1 }, .y = { .lo = 1 } };
    return p;
}

struct fig_panel *figure_spare_panel(struct figure_model *m)
{
    struct fig_panel *p = arena_alloc(m->arena, sizeof(*p));
    *p = (struct fig_panel){ .title = NULL };
    return p;
}

static const struct {
    bool range, value, texts;
} needs[DRAW_KINDS] = {
    [DRAW_BAND] = { .range = true },    [DRAW_STRIP] = { .range = true },
    [DRAW_HLINE] = { .range = true },   [DRAW_VLINE] = { .range = true },
    [DRAW_RANGE_X] = { .range = true }, [DRAW_RANGE_Y] = { .range = true },
    [DRAW_BARS_X] = { .range = true },  [DRAW_BARS_Y] = { .range = true },
    [DRAW_BOXES_X] = { .value = true }, [DRAW_HEAT] = { .range = true, .texts = true },
    [DRAW_NOTES] = { .texts = true },   [DRAW_NAMES] = { .texts = true },
    [DRAW_ARROWS] = { .range = true },  [DRAW_FRAMES] = { .range = true, .texts = true },
};

struct fig_mark *figure_mark(struct figure_model *m, struct fig_panel *p, enum draw_kind kind,
                             size_t n)
{
    struct arena *a = m->arena;
    p->marks = room_for_one(a, p->marks, p->n_marks, &p->capacity_marks, sizeof(*p->marks));
    struct fig_mark *k = arena_alloc(a, sizeof(*k));
    p->marks[p->n_marks++] = k;
    *k = (struct fig_mark){ .kind = kind, .style = { RGB_BLACK, 1, DASH_SOLID, MARK_NONE, false } };
    k->n = n;
    k->x = arena_array(a, n + 1, sizeof(double));
    k->y = arena_array(a, n + 1, sizeof(double));
    if (needs[kind].range) {
        k->low = arena_array(a, n + 1, sizeof(double));
        k->high = arena_array(a, n + 1, sizeof(double));
    }
    /* A level has no band by itself. */
    for (size_t i = 0; i < n && (kind == DRAW_HLINE || kind == DRAW_VLINE); i++)
        k->low[i] = k->high[i] = (double)NAN;
    if (needs[kind].value)
        k->value = arena_array(a, BOX_NUMBERS * n + 1, sizeof(double));
    if (needs[kind].texts)
        k->texts = arena_array(a, n + 1, sizeof(char *));
    return k;
}

static __attribute__((format(printf, 2, 0))) const char *
format_text(struct arena *a, const char *format, va_list args)
{
    char text[1000];
    vsnprintf(text, sizeof(text), format, args);
    return arena_strdup(a, text);
}

void figure_number(struct figure_model *m, const char *unit, double value, const char *reason,
                   const char *name_format, ...)
{
    m->numbers =
        room_for_one(m->arena, m->numbers, m->n_numbers, &m->capacity_numbers, sizeof(*m->numbers));
    va_list args;
    va_start(args, name_format);
    const char *name = format_text(m->arena, name_format, args);
    va_end(args);
    m->numbers[m->n_numbers++] =
        (struct figure_number){ name, value, unit, isnan(value) ? reason : NULL };
}

void figure_caption(struct figure_model *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = format_text(m->arena, format, args);
    va_end(args);
    m->caption = m->caption[0] == '\0' ? text : arena_printf(m->arena, "%s %s", m->caption, text);
}

/* Where sentences of at most CAPTION_WORDS words end; a longer first one ends at its last
 * semicolon. */
static size_t cut_at(const char *text)
{
    size_t words = 1, sentence = 0, clause = 0;
    for (size_t i = 0; text[i] != '\0' && words <= CAPTION_WORDS; i++) {
        bool ends = text[i + 1] == ' ' || text[i + 1] == '\0';
        if (text[i] == '.' &&
            (text[i + 1] == '\0' || (ends && to_upper(text[i + 2]) == text[i + 2])))
            sentence = i + 1;
        if (text[i] == ';' && ends)
            clause = i + 1;
        words += text[i] == ' ';
    }
    return sentence > 0 ? sentence : clause;
}

void figure_cut_caption(struct figure_model *m)
{
    size_t at = cut_at(m->caption);
    const char *rest = m->caption + at + strspn(m->caption + at, " ");
    if (at == 0 || *rest == '\0')
        return;
    m->caption_rest = rest;
    bool is_whole = m->caption[at - 1] == '.';
    m->caption = arena_printf(m->arena, "%.*s%s", (int)(is_whole ? at : at - 1), m->caption,
                              is_whole ? "" : ".");
}
