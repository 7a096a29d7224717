#include "reports/plot/figure_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "reports/pdf/pdf_canvas.h"
#include "reports/plot/figure_model.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define MARGIN       1.0 /* half a line's width */
#define LEAST_WIDTH  120.0
#define MOST_WIDTH   1400.0
#define LEAST_HEIGHT 10.0
#define MOST_HEIGHT  14000.0 /* the format's limit is 14,400 */
#define MAX_NAME     200
#define MAX_REPEATS  1000

int figure_check_path(const char *path, bool svg_too, struct err *err)
{
    static const char *const others[] = { "svg",  "png", "jpg",  "jpeg", "gif", "webp", "tif",
                                          "tiff", "bmp", "eps",  "ps",   "htm", "html", "tex",
                                          "txt",  "csv", "json", "md",   "doc", "docx" };
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strchr(dot, '/') != NULL)
        return 0;
    if (svg_too && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0))
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (!svg_too && strcasecmp(dot + 1, "png") == 0)
            return err_set(err, ERR_USAGE,
                           "%s: a report is a PDF; name it NAME.pdf, then 'pdftoppm -r 150 -png "
                           "NAME.pdf NAME' makes a PNG per page",
                           path);
        if (strcasecmp(dot + 1, others[i]) == 0)
            return err_set(err, ERR_USAGE, "%s: %s, not %s; use a name that ends with .pdf%s", path,
                           svg_too ? "figures are PDF, SVG or PNG" : "a report is a PDF", dot + 1,
                           svg_too ? ", .svg or .png" : "");
    }
    return 0;
}

const char *figure_file_mark(const char *path)
{
    return str_ends_with(path, ".svg")   ? SVG_MARK
           : str_ends_with(path, ".png") ? "Rollbook"
                                         : PDF_MARK;
}

void figure_put_csv(const struct figure_model *m, struct buf *out)
{
    if (m->points.n_columns > 0)
        table_render(&m->points, TABLE_CSV, out);
}

/* Letters alone: words begin with a capital, digits are spelled. */
static void put_macro_name(struct buf *out, const char *text)
{
    static const char *const digits[] = { "Zero", "One", "Two",   "Three", "Four",
                                          "Five", "Six", "Seven", "Eight", "Nine" };
    bool begins = true;
    for (size_t i = 0; text[i] != '\0' && i < MAX_NAME; i++) {
        char ch = text[i];
        if (is_digit(ch))
            buf_puts(out, digits[ch - '0']);
        else if (is_letter(ch))
            buf_putc(out, begins ? to_upper(ch) : ch);
        else if (ch == '.' && i > 0 && is_digit(text[i - 1]))
            buf_puts(out, "Point");
        begins = !is_letter(ch);
    }
}

struct file_names {
    char **names;
    size_t n;
};

static bool is_taken(const struct file_names *l, const char *name)
{
    for (size_t i = 0; i < l->n; i++) {
        if (strcmp(l->names[i], name) == 0)
            return true;
    }
    return false;
}

/* A name used before gets B, C, ... behind it; heap. */
static char *unique_name(struct file_names *l, const char *figure, const char *text)
{
    struct buf name = { 0 };
    buf_puts(&name, "Rb");
    put_macro_name(&name, figure);
    put_macro_name(&name, text);
    size_t length = name.len;
    for (size_t k = 1; is_taken(l, buf_text(&name)) && k < MAX_REPEATS; k++) {
        name.len = length;
        name.data[length] = '\0';
        for (size_t v = k; v > 0; v /= 26)
            buf_putc(&name, (char)('A' + v % 26));
    }
    return l->names[l->n++] = buf_detach(&name);
}

static void put_latex_value(struct buf *out, const struct figure_number *v)
{
    double size = fabs(v->value);
    if (isnan(v->value))
        buf_puts(out, "\\textrm{NA}");
    else if (isinf(v->value))
        buf_puts(out, v->value > 0 ? "\\ensuremath{\\infty}" : "\\ensuremath{-\\infty}");
    else if (size >= 1e6 || (size > 0 && size < 1e-3)) {
        int e = (int)floor(log10(size));
        buf_printf(out, "\\ensuremath{%.3g\\times10^{%d}}", v->value / pow(10, e), e);
    } else {
        buf_puts(out, v->value < 0 ? "\\ensuremath{" : "");
        buf_put_rounded(out, v->value, 4);
        buf_puts(out, v->value < 0 ? "}" : "");
    }
}

static void put_comment(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++)
        buf_putc(out, *text >= 0x20 && *text < 0x7F ? *text : '?');
}

/* What ASCII has no place for becomes a question mark. */
static void put_sentence(struct buf *out, const char *s)
{
    static const struct {
        const char *text, *latex;
    } map[] = {
        { "\\", "\\textbackslash{}" },
        { "~", "\\textasciitilde{}" },
        { "^", "\\textasciicircum{}" },
        { "<", "\\ensuremath{<}" },
        { ">", "\\ensuremath{>}" },
        { "|", "\\textbar{}" },
        { "\"", "''" },
        { "&", "\\&" },
        { "%", "\\%" },
        { "$", "\\$" },
        { "#", "\\#" },
        { "_", "\\_" },
        { "{", "\\{" },
        { "}", "\\}" },
        { "\xC3\x97", "\\ensuremath{\\times}" },
        { "\xE2\x89\xA5", "\\ensuremath{\\ge}" },
        { "\xE2\x89\xA4", "\\ensuremath{\\le}" },
        { "\xE2\x88\x92", "\\ensuremath{-}" },
        { "\xE2\x80\x93", "--" },
        { "\xCF\x81", "\\ensuremath{\\rho}" },
        { "\xC2\xB5", "\\ensuremath{\\mu}" },
    };
    while (*s != '\0') {
        size_t i = 0;
        while (i < ARRAY_LEN(map) && !str_starts_with(s, map[i].text))
            i++;
        if (i < ARRAY_LEN(map)) {
            buf_puts(out, map[i].latex);
            s += strlen(map[i].text);
            continue;
        }
        size_t n = utf8_sequence_length(s, strlen(s));
        buf_putc(out, *s >= 0x20 && *s < 0x7F ? *s : *s == '\n' ? ' ' : '?');
        s += n > 0 ? n : 1;
    }
}

void figure_put_macros(const struct figure_model *m, double width, struct buf *out)
{
    struct file_names list = { mem_array(m->n_numbers + 3, sizeof(char *)), 0 };
    buf_printf(out, "%% %s, drawn %.4g pt wide\n", m->name, width);
    buf_printf(out, "\\newcommand{\\%s}{%.4gbp}\n", unique_name(&list, m->name, "Width"), width);
    buf_printf(out, "\\newcommand{\\%s}{", unique_name(&list, m->name, "Caption"));
    put_sentence(out, m->caption);
    buf_puts(out, "}\n");
    buf_printf(out, "\\newcommand{\\%s}{", unique_name(&list, m->name, "Notes"));
    put_sentence(out, m->caption_rest);
    buf_puts(out, "}\n");
    for (size_t i = 0; i < m->n_numbers; i++) {
        const struct figure_number *v = &m->numbers[i];
        buf_printf(out, "\\newcommand{\\%s}{", unique_name(&list, m->name, v->name));
        put_latex_value(out, v);
        buf_puts(out, "} % ");
        put_comment(out, v->name);
        if (v->unit[0] != '\0') {
            buf_puts(out, ", ");
            put_comment(out, v->unit);
        }
        if (v->reason != NULL) {
            buf_puts(out, ": ");
            put_comment(out, v->reason);
        }
        buf_putc(out, '\n');
    }
    for (size_t i = 0; i < list.n; i++)
        free(list.names[i]);
    free(list.names);
}

static void attach(struct pdf_canvas *c, const struct figure_model *m, double width)
{
    struct buf bytes = { 0 };
    char name[100];
    snprintf(name, sizeof(name), "%.80s.csv", m->name);
    figure_put_csv(m, &bytes);
    pdf_attach(c, name, "plotted points", buf_text(&bytes), bytes.len);
    buf_clear(&bytes);
    snprintf(name, sizeof(name), "%.80s.tex", m->name);
    figure_put_macros(m, width, &bytes);
    pdf_attach(c, name, "caption and numbers as LaTeX macros", buf_text(&bytes), bytes.len);
    buf_release(&bytes);
}

int figure_put_pdf(const struct figure_model *m, const struct pdf_info *info, double width,
                   struct buf *out, struct err *err)
{
    struct pdf_canvas *c = NULL;
    struct pdf_info own = *info;
    own.title = m->title;
    own.subject = m->caption;
    int rc = pdf_canvas_open(&own, &c, err);
    if (rc < 0)
        return rc;
    double height = figure_height(c, m, width - 2 * MARGIN);
    height = fmin(fmax(height, LEAST_HEIGHT), MOST_HEIGHT);
    pdf_page_add(c, width, height + 2 * MARGIN);
    figure_draw(c, (struct box){ MARGIN, MARGIN, width - 2 * MARGIN, height }, m);
    attach(c, m, width);
    rc = pdf_canvas_finish(c, out, err);
    pdf_canvas_close(c);
    return rc;
}

bool figure_width_parse(const char *text, double *out)
{
    static const struct {
        const char *name;
        double points;
    } named[] = {
        { "icml-column", FIGURE_COLUMN_WIDTH },
        { "icml-text", FIGURE_TEXT_WIDTH },
        { "neurips", FIGURE_NEURIPS_WIDTH },
    };
    static const struct {
        const char *suffix;
        double points;
    } units[] = { { "in", 72 }, { "mm", 72 / 25.4 }, { "cm", 72 / 2.54 }, { "pt", 1 } };
    for (size_t i = 0; i < ARRAY_LEN(named); i++) {
        if (strcmp(text, named[i].name) == 0) {
            *out = named[i].points;
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        char number[32];
        size_t n = strlen(text);
        double v;
        if (!str_ends_with(text, units[i].suffix) || n - 2 >= sizeof(number))
            continue;
        snprintf(number, sizeof(number), "%.*s", (int)(n - 2), text);
        if (!str_to_double(number, &v))
            return false;
        v *= units[i].points;
        if (!(v >= LEAST_WIDTH && v <= MOST_WIDTH))
            return false;
        *out = v;
        return true;
    }
    return false;
}
