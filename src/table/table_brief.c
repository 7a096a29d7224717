/*
 * table_brief.c - the two lines below the rows of a brief table.
 *
 * Notes of one format have one cause and differ in names and numbers only.  They become one
 * sentence, in which the names are listed and the numbers are a range.
 */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/table/table.h"

#define NAMED   3 /* of the names that differ */
#define REASONS 2 /* of NA */

/* A word of a sentence without the punctuation around it. */
struct word {
    const char *text;
    size_t before, len, after; /* punctuation, the word, punctuation */
};

static struct word next_word(const char **rest)
{
    struct word w = { .text = *rest };
    size_t n = strcspn(w.text, " ");
    *rest += n + (w.text[n] == ' ');
    w.before = strspn(w.text, "([\"");
    w.before = w.before < n ? w.before : 0;
    while (w.before + w.after + 1 < n && strchr(",.:;)]\"", w.text[n - w.after - 1]) != NULL)
        w.after++;
    w.len = n - w.before - w.after;
    return w;
}

static bool is_same_part(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

static bool is_same_word(const struct word *a, const struct word *b)
{
    return is_same_part(a->text + a->before, a->len, b->text + b->before, b->len);
}

static bool read_number(const struct word *w, double *out)
{
    struct arena a = { 0 };
    bool is_number = str_to_double(arena_strndup(&a, w->text + w->before, w->len), out);
    arena_release(&a);
    return is_number;
}

static void put_word(struct buf *out, const struct word *w)
{
    buf_add(out, w->text + w->before, w->len);
}

static bool put_range(struct buf *out, const struct word *words, size_t n)
{
    size_t least = 0, most = 0;
    double low = 0.0, high = 0.0, x = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (!read_number(&words[i], &x))
            return false;
        if (i == 0 || x < low) {
            low = x;
            least = i;
        }
        if (i == 0 || x > high) {
            high = x;
            most = i;
        }
    }
    put_word(out, &words[least]);
    buf_puts(out, " to ");
    put_word(out, &words[most]);
    return true;
}

/* Those that differ, sorted to the front. */
static size_t keep_distinct(struct word *words, size_t n)
{
    size_t n_distinct = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < n_distinct && !is_same_word(&words[k], &words[i]))
            k++;
        if (k == n_distinct)
            words[n_distinct++] = words[i];
    }
    return n_distinct;
}

static void put_list(struct buf *out, const struct word *words, size_t n)
{
    size_t n_named = n <= NAMED ? n : NAMED - 1;
    for (size_t i = 0; i < n_named; i++) {
        buf_puts(out, i == 0 ? "" : i + 1 == n ? " and " : ", ");
        put_word(out, &words[i]);
    }
    if (n > n_named)
        buf_printf(out, " and %zu more", n - n_named);
}

/* False where the sentences are not made of as many words each. */
static bool put_alike(struct buf *out, const char **rest, size_t n)
{
    struct arena a = { 0 };
    struct word *words = arena_array(&a, n, sizeof(*words));
    bool is_alike = true;
    while (is_alike && *rest[0] != '\0') {
        size_t n_ended = 0;
        for (size_t i = 0; i < n; i++) {
            words[i] = next_word(&rest[i]);
            n_ended += *rest[i] == '\0';
            is_alike = is_alike && words[i].before == words[0].before &&
                       is_same_part(words[i].text + words[i].before + words[i].len, words[i].after,
                                    words[0].text + words[0].before + words[0].len, words[0].after);
        }
        is_alike = is_alike && (n_ended == 0 || n_ended == n);
        struct word first = words[0];
        size_t n_distinct = keep_distinct(words, n);
        buf_add(out, first.text, first.before);
        if (n_distinct > 1 && out->len == 4 && strcmp(buf_text(out), "run ") == 0) {
            buf_clear(out);
            buf_puts(out, "runs ");
        }
        if (n_distinct == 1)
            put_word(out, &first);
        else if (!put_range(out, words, n_distinct))
            put_list(out, words, n_distinct);
        buf_add(out, first.text + first.before + first.len, first.after);
        if (*rest[0] != '\0')
            buf_putc(out, ' ');
    }
    arena_release(&a);
    return is_alike;
}

static void put_item(struct buf *out, const char *text)
{
    if (out->len > 0)
        buf_puts(out, "; ");
    str_put_terminal_safe(out, text, strlen(text));
}

/* The sentence of all notes of the cause of the first one. */
static void put_cause(const struct table *t, size_t first, struct buf *out)
{
    struct arena a = { 0 };
    struct buf joined = { 0 };
    const char **rest = arena_array(&a, t->n_notes, sizeof(*rest));
    size_t n = 0;
    for (size_t i = first; i < t->n_notes; i++)
        if (t->ranks[i] == NOTE_LEFT_OUT && strcmp(t->causes[i], t->causes[first]) == 0)
            rest[n++] = t->notes[i];
    if (!put_alike(&joined, rest, n)) {
        buf_clear(&joined);
        buf_printf(&joined, "%s (and %zu more like it)", t->notes[first], n - 1);
    }
    put_item(out, buf_text(&joined));
    buf_release(&joined);
    arena_release(&a);
}

static bool is_first_of_cause(const struct table *t, size_t note)
{
    for (size_t i = 0; i < note; i++)
        if (t->ranks[i] == NOTE_LEFT_OUT && strcmp(t->causes[i], t->causes[note]) == 0)
            return false;
    return true;
}

static void put_line(struct buf *out, const char *line)
{
    buf_printf(out, "%s\n", line);
}

/* The first reasons of NA; returns how many more there are. */
static size_t put_reasons(const struct table *t, struct buf *out)
{
    struct arena a = { 0 };
    struct buf lines = { 0 };
    size_t n_wanted, n = table_each_reason(t, &lines, put_line, &n_wanted);
    size_t n_put = n_wanted < REASONS ? n_wanted : REASONS;
    const char *line = buf_text(&lines), *last = line;
    for (size_t i = 0; i < n_put; i++) {
        char *text = arena_strndup(&a, line, strcspn(line, "\n"));
        size_t columns = strcspn(text, "(") + 1;
        char *end_of_count = strstr(text, "): ");
        line += strlen(text) + 1;
        /* Of the columns of the reason before it. */
        if (i > 0 && end_of_count != NULL && strncmp(text, last, columns) == 0) {
            *end_of_count = '\0';
            put_item(out, arena_printf(&a, "%s: %s", text + columns, end_of_count + 3));
        } else {
            put_item(out, text);
        }
        last = text;
    }
    buf_release(&lines);
    arena_release(&a);
    return n - n_put;
}

static size_t find_reading(const struct table *t)
{
    size_t reading = t->n_notes;
    for (size_t i = 0; i < t->n_notes; i++) {
        if (t->ranks[i] == NOTE_READING)
            return i;
        if (t->ranks[i] == NOTE_DETAIL && reading == t->n_notes)
            reading = i;
    }
    return reading;
}

void table_put_left_out(const struct table *t, struct buf *line)
{
    for (size_t i = 0; i < t->n_notes; i++)
        if (t->ranks[i] == NOTE_LEFT_OUT && is_first_of_cause(t, i))
            put_cause(t, i, line);
}

const char *table_reading_note(const struct table *t)
{
    size_t reading = find_reading(t);
    return reading < t->n_notes ? t->notes[reading] : NULL;
}

void table_put_brief(const struct table *t, struct buf *notes)
{
    size_t n_hidden = 0, reading = find_reading(t);
    struct buf line = { 0 };
    table_put_left_out(t, &line);
    for (size_t i = 0; i < t->n_notes; i++)
        if (t->ranks[i] == NOTE_DETAIL || t->ranks[i] == NOTE_READING)
            n_hidden += i != reading;
    n_hidden += put_reasons(t, &line);
    if (line.len > 0)
        buf_printf(notes, "%s%s\n", notes->len > 0 ? ". " : "", buf_text(&line));
    else if (notes->len > 0)
        buf_putc(notes, '\n');
    buf_clear(&line);
    if (reading < t->n_notes)
        put_item(&line, t->notes[reading]);
    if (n_hidden > 0)
        buf_printf(&line, "%s--explain says more", line.len > 0 ? "; " : "");
    if (line.len > 0)
        buf_printf(notes, "%s\n", buf_text(&line));
    buf_release(&line);
}
