/*
 * report_sentences_test.c - sixty sentences of reports, first pages before captions, as a reader
 * meets them: one of each shape, compared with the approved list.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/base/mem.h"

#define MOST 60 /* sentences: a page to read */
#define DB   "report_sentences_test.db"
#include "tests/unit/reports/report_texts.h"

static struct buf told;

static const char *const reports[] = { "ttt-vs-bon", "selection",   "best-of-n",
                                       "training",   "model-sweep", "audit",
                                       "run",        "task",        "diff" };

static void on(const char *name, const struct fixture *f, const char *changes)
{
    tell(name, f, changes, reports, ARRAY_LEN(reports), true, &told);
}

static void studies_of_many_shapes(void **state)
{
    static const struct fixture small = { 1, 2, 4, 2, 1, 0.7, "complete", "complete", "", true };
    static const struct fixture one = { 1, 1, 2, 1, 1, 1, "complete", "complete", "", false };
    static const struct fixture hopeless = { 1, 2, 4, 2, 1, 0, "complete", "complete", "", true };
    static const struct fixture large = { 3, 7, 6, 3, 1, 0.8, "complete", "complete", "", false };
    (void)state;
    on("small", &small, NULL);
    on("one", &one, NULL);
    on("hopeless", &hopeless, NULL);
    on("large", &large, NULL);
    on("better", &large,
       "UPDATE measurement SET runtime_us = 20 WHERE subject = 'candidate' AND evaluation_id IN "
       "(SELECT evaluation_id FROM evaluation JOIN rollout USING (rollout_id) JOIN run USING "
       "(run_id) WHERE strategy = 'ttt');"
       "UPDATE run SET status = 'interrupted' WHERE name = 'bon-43'");
    tell("captions", &small, FIXTURE_TIMED, reports, 3, false, &told);
}

/* Words of LaTeX go, what they enclose stays. */
static void put_words(struct buf *out, const char *s)
{
    for (; *s != '\0'; s++) {
        if (str_starts_with(s, "\\textquotesingle")) {
            buf_putc(out, '\'');
            s += strlen("\\textquotesingle") - (s[strlen("\\textquotesingle")] == ' ' ? 0 : 1);
        } else if (*s == '\\' && isalpha((unsigned char)s[1])) {
            s += strspn(s + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
        } else if (*s != '\\' && *s != '{' && *s != '}') {
            buf_putc(out, *s);
        }
    }
}

/* Numbers are one shape. */
static void put_shape(struct buf *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isdigit((unsigned char)s[i]))
            buf_putc(out, s[i]);
    buf_putc(out, '\n');
}

static void put_sentences(struct buf *out, struct buf *shapes, const char *line, size_t *count)
{
    line += strspn(line, " ");
    while (*line != '\0' && *count < MOST) {
        size_t n = 0, words = 1;
        while (line[n] != '\0' &&
               !((line[n] == '.' || line[n] == '?' || line[n] == ':') &&
                 (line[n + 1] == '\0' || (line[n] != ':' && line[n + 1] == ' '))))
            words += line[n++] == ' ';
        struct buf CLEANUP(buf_release) shape = { 0 };
        put_shape(&shape, line, n);
        if (words >= 5 && line[n] != '\0' && isalnum((unsigned char)line[0]) &&
            strstr(buf_text(shapes), buf_text(&shape)) == NULL) {
            buf_add(shapes, buf_text(&shape), shape.len);
            ++*count;
            buf_add(out, line, n);
            buf_puts(out, ".\n");
        }
        line += n + (line[n] != '\0');
        line += strspn(line, " ");
    }
}

static void sentences_are_as_approved(void **state)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct buf CLEANUP(buf_release) out = { 0 }, shapes = { 0 };
    char **lines;
    size_t n = str_split(&a, buf_text(&told), '\n', &lines), count = 0;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        struct buf CLEANUP(buf_release) words = { 0 };
        if (str_starts_with(lines[i], "--") || is_row(lines[i]) ||
            strstr(lines[i], ": NA,") != NULL)
            continue;
        put_words(&words, lines[i]);
        put_sentences(&out, &shapes, buf_text(&words), &count);
    }
    approved_check_exactly("report_sentences", &out);
    buf_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(studies_of_many_shapes),
        cmocka_unit_test(sentences_are_as_approved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
