#include "reports/doc/latex_folder.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/doc/formula.h"
#include "reports/pdf/pdf_text.h"
#include "reports/plot/figure_file.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/chars.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"

#define CAPTION_MAX  3000
#define CAPTION_LINE 90 /* glyphs of a line, at least */
#define TEXT_HEIGHT  690.0
#define TITLE_MAX    160 /* glyphs */
#define CELL_MAX     600 /* glyphs, as on the page */
#define WIDE         1.1 /* TeX's fonts over those of a page, at least */
#define WORD         1.2
#define WIDER        1.25
#define LEAST        0.003 /* of the text width */

static const char preamble[] =
    "\\documentclass[10pt]{article}\n"
    "\\usepackage[T1]{fontenc}\n"
    "\\usepackage[utf8]{inputenc}\n"
    "\\usepackage{textcomp}\n"
    "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
    "\\usepackage[a4paper,textwidth=486pt,textheight=690pt]{geometry}\n"
    "\\usepackage{amsmath}\n"
    "\\usepackage{array,booktabs,longtable,graphicx}\n"
    "\\usepackage[hidelinks]{hyperref}\n"
    "\\setlength{\\parindent}{0pt}\n"
    "\\setlength{\\parskip}{4pt plus 1pt}\n"
    "\\setlength{\\tabcolsep}{3pt}\n"
    "\\setlength{\\emergencystretch}{3em}\n"
    "\\setlength{\\LTcapwidth}{486pt}\n"
    /* Headings stay with what follows: a new page unless so much is left on this one. */
    "\\newcommand{\\RbNeed}[1]{\\par\\begingroup\\dimen0=\\pagegoal\\advance\\dimen0 by "
    "-\\pagetotal\n  \\ifdim\\pagegoal<\\maxdimen\\ifdim\\dimen0<#1\\relax\\newpage\\fi\\fi"
    "\\endgroup}\n"
    "\\newcolumntype{L}[1]{>{\\raggedright\\arraybackslash\\hspace{0pt}}p{#1}}\n"
    "\\newcolumntype{R}[1]{>{\\raggedleft\\arraybackslash\\hspace{0pt}}p{#1}}\n"
    "\\newcommand{\\RbLine}[1]{{\\raggedright\\hangindent=1em\\ttfamily\\scriptsize "
    "#1\\strut\\par}}\n"
    "\\newenvironment{RbCode}{\\par\\setlength{\\parskip}{0pt}}{\\par}\n"
    "\\newcommand{\\RbSmall}[1]{{\\parskip=1pt\\footnotesize\\raggedright #1\\par}}\n"
    "\\newcommand{\\RbIndented}[2]{{\\raggedright\\leftskip=#1 #2\\par}}\n"
    "\\newcommand{\\RbPair}[2]{{\\small\\raggedright\\hangindent=36mm\\makebox[36mm][l]{\\textbf{#"
    "1}}#2\\par}}\n"
    /* Figures stay where the document has them, because floats and long tables get into each
     * other. */
    "\\makeatletter\n"
    "\\newenvironment{RbFigure}{\\par\\addvspace{8pt}\\begin{minipage}{\\linewidth}\\centering"
    "\\def\\@captype{figure}}{\\end{minipage}\\par\\addvspace{8pt}}\n"
    "\\makeatother\n"
    "\\input{macros}\n";

void latex_folder_release(struct latex_folder *f)
{
    for (size_t i = 0; i < f->n_files; i++) {
        free(f->files[i].path);
        buf_release(&f->files[i].bytes);
    }
    free(f->files);
    free(f->title);
    free(f->subtitle);
    buf_release(&f->body);
    buf_release(&f->macros);
    buf_release(&f->references);
    buf_release(&f->failure);
    *f = (struct latex_folder){ 0 };
}

/* The new file's bytes are valid until the next file is added. */
static struct buf *latex_file_add(struct latex_folder *f, const char *path)
{
    f->files = mem_grow(f->files, f->n_files + 1, sizeof(*f->files));
    f->files[f->n_files] = (struct latex_file){ .path = mem_strdup(path) };
    return &f->files[f->n_files++].bytes;
}

static void put_macro(struct buf *out, const char *before, const char *text, const char *after)
{
    buf_puts(out, before);
    latex_put_text(out, text);
    buf_puts(out, after);
}

void latex_title(struct latex_folder *f, const char *title, const char *subtitle)
{
    f->title = mem_strdup(title);
    f->subtitle = mem_strdup(subtitle);
}

void latex_contents(struct latex_folder *f)
{
    /* Numbers of their own keep those of the pages behind independent of how many these are. */
    buf_puts(&f->body, "\\tableofcontents\n\\clearpage\n\\pagenumbering{arabic}\n\n");
}

void latex_heading(struct latex_folder *f, const char *text)
{
    put_macro(&f->body, "\\RbNeed{120pt}\\section{", text, "}\n\n");
}

void latex_answer(struct latex_folder *f, const char *text)
{
    put_macro(&f->body, "{\\large\\bfseries ", text, "\\par}\n\n");
}

void latex_paragraph(struct latex_folder *f, const char *text)
{
    put_macro(&f->body, "", text, "\n\n");
}

void latex_sentence(struct latex_folder *f, const char *lead, double indent, const char *sentence)
{
    if (lead != NULL)
        put_macro(&f->body, "\\textbf{", lead, "} ");
    else if (indent > 0)
        buf_printf(&f->body, "\\RbIndented{%.1fpt}{", indent);
    formula_put_latex(&f->body, sentence, latex_put_text);
    buf_puts(&f->body, lead == NULL && indent > 0 ? "}\n" : "\n\n");
}

void latex_small(struct latex_folder *f, const char *text)
{
    put_macro(&f->body, "\\RbSmall{", text, "}\n");
}

void latex_code(struct latex_folder *f, const char *text)
{
    buf_puts(&f->body, "\\begin{RbCode}\n");
    latex_put_lines(&f->body, text);
    buf_puts(&f->body, "\\end{RbCode}\n\n");
}

void latex_page_break(struct latex_folder *f)
{
    buf_puts(&f->body, "\\clearpage\n");
}

void latex_pair(struct latex_folder *f, const char *name, const char *value)
{
    put_macro(&f->body, "\\RbPair{", name, "}{");
    put_macro(&f->body, "", value, "}\n");
}

void latex_reference(struct latex_folder *f, const char *key, const char *text)
{
    buf_puts(&f->references, "\\bibitem{");
    latex_put_label(&f->references, key);
    put_macro(&f->references, "} ", text, "\n");
}

static void put_row(struct buf *out, const struct latex_table *t, size_t row)
{
    for (size_t i = 0; i < t->n_columns; i++) {
        buf_puts(out, i > 0 ? " & " : "");
        if (row == t->n_rows)
            buf_puts(out, "\\textbf{");
        latex_put_text_n(out, t->cell(t->self, row, i), CELL_MAX);
        if (row == t->n_rows)
            buf_puts(out, "}");
    }
    buf_puts(out, " \\\\\n");
}

/* Takes the excess from the widest columns, each down to its longest word if that is given. */
static void narrow(double *widths, const double *least, size_t n, double *excess)
{
    while (*excess > 0) {
        size_t widest = n;
        for (size_t i = 0; i < n; i++) {
            bool gives = least == NULL || widths[i] > WORD * least[i] + LEAST;
            if (gives && (widest == n || widths[i] > widths[widest]))
                widest = i;
        }
        if (widest == n)
            return;
        double less = fmin(*excess, 0.02 * widths[widest]);
        widths[widest] -= less;
        *excess -= fmax(less, 1e-6);
    }
}

/* TeX's fonts are wider than the page's, so columns grow by that as far as there is room. */
static void fill_widths(const struct latex_table *t, double *widths)
{
    double n = (double)t->n_columns, shares = 0;
    double room = 0.999 - 6.0 / 486 * (n - 1) - LEAST * n;
    for (size_t i = 0; i < t->n_columns; i++)
        shares += t->shares[i];
    double wider = fmax(WIDE, fmin(WIDER, room / shares)), excess = -room;
    for (size_t i = 0; i < t->n_columns; i++) {
        widths[i] = wider * t->shares[i] + LEAST;
        excess += wider * t->shares[i];
    }
    narrow(widths, t->least, t->n_columns, &excess);
    narrow(widths, NULL, t->n_columns, &excess);
}

static void put_table(struct buf *out, const struct latex_table *t, size_t number)
{
    buf_puts(out, "{\\scriptsize\n\\begin{longtable}{@{}");
    CLEANUP(mem_free_ptr) double *widths = mem_array(t->n_columns, sizeof(*widths));
    fill_widths(t, widths);
    for (size_t i = 0; i < t->n_columns; i++)
        buf_printf(out, "%s{%.4f\\linewidth}", t->right[i] ? "R" : "L", widths[i]);
    put_macro(out, "@{}}\n\\caption{", t->caption, "}");
    buf_printf(out, "\\label{tab:%zu}\\\\\n\\toprule\n", number);
    put_row(out, t, t->n_rows);
    buf_puts(out, "\\midrule\n\\endfirsthead\n\\toprule\n");
    put_row(out, t, t->n_rows);
    buf_puts(out, "\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n");
    for (size_t r = 0; r < t->n_rows; r++)
        put_row(out, t, r);
    buf_puts(out, "\\end{longtable}}\n");
    for (size_t i = 0; i < t->n_notes; i++)
        put_macro(out, "\\RbSmall{", t->notes[i], "}\n");
}

static char *numbered_path(const char *folder, size_t number, const char *caption)
{
    struct buf path = { 0 };
    buf_printf(&path, "%s/%02zu-", folder, number);
    size_t words = 0, i = 0;
    for (; caption[i] != '\0' && caption[i] != '.' && caption[i] != ','; i++) {
        if (caption[i] == ' ' && ++words == 4)
            break;
    }
    CLEANUP(mem_free_ptr) char *head = mem_alloc(i + 1);
    for (size_t k = 0; k < i; k++)
        head[k] = caption[k];
    latex_put_label(&path, head);
    return buf_detach(&path);
}

void latex_table_add(struct latex_folder *f, const struct latex_table *t)
{
    CLEANUP(mem_free_ptr) char *name = numbered_path("tables", ++f->n_tables, t->caption);
    CLEANUP(mem_free_ptr) char *path = mem_alloc(strlen(name) + 5);
    snprintf(path, strlen(name) + 5, "%s.tex", name);
    put_table(latex_file_add(f, path), t, f->n_tables);
    buf_printf(&f->body, "\\RbNeed{90pt}\\input{%s}\n\n", name);
}

static struct buf *figure_file(struct latex_folder *f, const char *name, const char *ending)
{
    char path[200];
    snprintf(path, sizeof(path), "figures/%s.%s", name, ending);
    return latex_file_add(f, path);
}

/* Points of a page that the caption leaves. */
static double room_above(const char *caption)
{
    size_t len = strlen(caption);
    double lines = ceil((double)(len < CAPTION_MAX ? len : CAPTION_MAX) / CAPTION_LINE);
    return fmin(0.8 * TEXT_HEIGHT, TEXT_HEIGHT - 40 - 12 * lines);
}

void latex_figure(struct latex_folder *f, const struct figure_model *m, const struct pdf_info *info,
                  double width)
{
    struct err err = { 0 };
    char name[120];
    snprintf(name, sizeof(name), "%02zu-%.100s", ++f->n_figures, m->name);
    if (figure_put_pdf(m, info, width, figure_file(f, name, "pdf"), &err) < 0 &&
        f->failure.len == 0)
        buf_printf(&f->failure, "figure %s: %s", m->name, err.msg);
    figure_put_csv(m, figure_file(f, name, "csv"));
    figure_put_macros(m, width, figure_file(f, name, "tex"));
    buf_printf(&f->macros, "\\input{figures/%s}\n", name);
    buf_printf(&f->body,
               "\\begin{RbFigure}\n\\includegraphics[width=%.1fpt,height=%.0fpt,"
               "keepaspectratio]{figures/%s.pdf}"
               "\n\\caption{",
               width, room_above(m->caption), name);
    latex_put_text_n(&f->body, m->caption, CAPTION_MAX);
    buf_printf(&f->body, "}\\label{fig:%s}\n\\end{RbFigure}\n\n", name);
}

static void put_main(struct latex_folder *f, const char *command, struct buf *out)
{
    buf_printf(out, "%s%s wrote this folder; \"pdflatex main\", twice, makes main.pdf.\n",
               LATEX_MARK, build_version());
    buf_puts(out, preamble);
    buf_puts(out, "\\title{");
    latex_put_text_n(out, f->title, TITLE_MAX);
    buf_puts(out, "}\n");
    put_macro(out, "\\author{", f->subtitle, "}\n\\date{}\n");
    buf_puts(out, "\\begin{document}\n\\pagenumbering{roman}\n\\maketitle\n");
    buf_add(out, f->body.data, f->body.len);
    buf_puts(out, "\\RbNeed{80pt}\\section{This folder}\nMade by:\n\\begin{RbCode}\n");
    latex_put_lines(out, command);
    buf_puts(out, "\\end{RbCode}\n\\input{refs}\n\\end{document}\n");
}

int latex_folder_finish(struct latex_folder *f, const char *command, struct err *err)
{
    if (f->failure.len > 0)
        return err_set(err, ERR_INTEGRITY, "%s", buf_text(&f->failure));
    struct buf *out = latex_file_add(f, "main.tex");
    put_main(f, command, out);
    out = latex_file_add(f, "macros.tex");
    buf_puts(out, "% Numbers of the figures; the other names are in figures/*.tex.\n");
    buf_add(out, f->macros.data, f->macros.len);
    out = latex_file_add(f, "refs.tex");
    if (f->references.len > 0) {
        buf_puts(out, "\\begin{thebibliography}{99}\n");
        buf_add(out, f->references.data, f->references.len);
        buf_puts(out, "\\end{thebibliography}\n");
    }
    return 0;
}

#define LONG_WORD  18 /* glyphs that need no break inside */
#define SHORT_PART 5
#define LABEL_MAX  60

struct glyph_latex {
    uint16_t code;
    const char *latex;
};

static const struct glyph_latex specials[] = {
    { '#', "\\#" },
    { '$', "\\$" },
    { '%', "\\%" },
    { '&', "\\&" },
    { '_', "\\_" },
    { '{', "\\{" },
    { '}', "\\}" },
    { '~', "\\textasciitilde{}" },
    { '^', "\\textasciicircum{}" },
    { '\\', "\\textbackslash{}" },
    { '"', "\\textquotedbl{}" },
    { '\'', "\\textquotesingle{}" },
    { '`', "\\textasciigrave{}" },
    { '<', "<{}" },
    { '>', ">{}" },
    { '-', "-{}" },
    { ',', ",{}" },
    { '!', "!{}" },
    { '?', "?{}" },
    { 0x80, "\\texteuro{}" },
    { 0x82, "\\quotesinglbase{}" },
    { 0x83, "\\textflorin{}" },
    { 0x84, "\\quotedblbase{}" },
    { 0x85, "\\ldots{}" },
    { 0x86, "\\textdagger{}" },
    { 0x87, "\\textdaggerdbl{}" },
    { 0x88, "\\textasciicircum{}" },
    { 0x89, "\\textperthousand{}" },
    { 0x8A, "\\v{S}" },
    { 0x8B, "\\guilsinglleft{}" },
    { 0x8C, "\\OE{}" },
    { 0x8E, "\\v{Z}" },
    { 0x91, "\\textquoteleft{}" },
    { 0x92, "\\textquoteright{}" },
    { 0x93, "\\textquotedblleft{}" },
    { 0x94, "\\textquotedblright{}" },
    { 0x95, "\\textbullet{}" },
    { 0x96, "\\textendash{}" },
    { 0x97, "\\textemdash{}" },
    { 0x98, "\\textasciitilde{}" },
    { 0x99, "\\texttrademark{}" },
    { 0x9A, "\\v{s}" },
    { 0x9B, "\\guilsinglright{}" },
    { 0x9C, "\\oe{}" },
    { 0x9E, "\\v{z}" },
    { 0x9F, "\\\"Y" },
};

/* Codes of the Symbol font: Greek in its order, then relations and operators. */
static const struct glyph_latex symbols[] = {
    { 0x41, "A" },
    { 0x42, "B" },
    { 0x43, "X" },
    { 0x44, "\\Delta" },
    { 0x45, "E" },
    { 0x46, "\\Phi" },
    { 0x47, "\\Gamma" },
    { 0x48, "H" },
    { 0x49, "I" },
    { 0x4B, "K" },
    { 0x4C, "\\Lambda" },
    { 0x4D, "M" },
    { 0x4E, "N" },
    { 0x4F, "O" },
    { 0x50, "\\Pi" },
    { 0x51, "\\Theta" },
    { 0x52, "P" },
    { 0x53, "\\Sigma" },
    { 0x54, "T" },
    { 0x55, "\\Upsilon" },
    { 0x56, "\\varsigma" },
    { 0x57, "\\Omega" },
    { 0x58, "\\Xi" },
    { 0x59, "\\Psi" },
    { 0x5A, "Z" },
    { 0x61, "\\alpha" },
    { 0x62, "\\beta" },
    { 0x63, "\\chi" },
    { 0x64, "\\delta" },
    { 0x65, "\\epsilon" },
    { 0x66, "\\phi" },
    { 0x67, "\\gamma" },
    { 0x68, "\\eta" },
    { 0x69, "\\iota" },
    { 0x6B, "\\kappa" },
    { 0x6C, "\\lambda" },
    { 0x6D, "\\mu" },
    { 0x6E, "\\nu" },
    { 0x6F, "o" },
    { 0x70, "\\pi" },
    { 0x71, "\\theta" },
    { 0x72, "\\rho" },
    { 0x73, "\\sigma" },
    { 0x74, "\\tau" },
    { 0x75, "\\upsilon" },
    { 0x77, "\\omega" },
    { 0x78, "\\xi" },
    { 0x79, "\\psi" },
    { 0x7A, "\\zeta" },
    { 0x2D, "-" },
    { 0x22, "\\forall" },
    { 0x24, "\\exists" },
    { 0x7E, "\\sim" },
    { 0x40, "\\cong" },
    { 0xA3, "\\le" },
    { 0xA5, "\\infty" },
    { 0xAB, "\\leftrightarrow" },
    { 0xAC, "\\leftarrow" },
    { 0xAD, "\\uparrow" },
    { 0xAE, "\\rightarrow" },
    { 0xAF, "\\downarrow" },
    { 0xB3, "\\ge" },
    { 0xB5, "\\propto" },
    { 0xB6, "\\partial" },
    { 0xB9, "\\ne" },
    { 0xBA, "\\equiv" },
    { 0xBB, "\\approx" },
    { 0xC6, "\\emptyset" },
    { 0xC7, "\\cap" },
    { 0xC8, "\\cup" },
    { 0xCE, "\\in" },
    { 0xCF, "\\notin" },
    { 0xD5, "\\prod" },
    { 0xD6, "\\surd" },
    { 0xDB, "\\Leftrightarrow" },
    { 0xDE, "\\Rightarrow" },
    { 0xE5, "\\sum" },
    { 0xF2, "\\int" },
};

static const char *find(const struct glyph_latex *map, size_t n, unsigned code)
{
    for (size_t i = 0; i < n; i++) {
        if (map[i].code == code)
            return map[i].latex;
    }
    return NULL;
}

static void put_glyph(struct buf *out, uint16_t code)
{
    const char *latex;
    if ((code & GLYPH_SYMBOL) != 0) {
        latex = find(symbols, ARRAY_LEN(symbols), code & 0xFFU);
        buf_printf(out, "\\ensuremath{%s}", latex == NULL ? "?" : latex);
    } else if ((latex = find(specials, ARRAY_LEN(specials), code)) != NULL) {
        buf_puts(out, latex);
    } else if (code >= 0xA0 && code <= 0xFF) {
        char bytes[4];
        buf_add(out, bytes, utf8_encode(code, bytes));
    } else if (code >= ' ' && code < 0x7F) {
        buf_putc(out, (char)code);
    }
}

/* A decimal point or comma keeps its number together. */
static bool may_break_after(uint16_t code, uint16_t next)
{
    if (code == '.' || code == ',' || code == ':')
        return !glyph_is_digit(next);
    return code == '/' || code == '_' || code == '=' || code == ';' || code == '(';
}

static size_t word_length(const uint16_t *codes, size_t n)
{
    size_t i = 0;
    while (i < n && codes[i] != ' ' && codes[i] != '\n')
        i++;
    return i;
}

/* TeX itself breaks behind a hyphen. */
static size_t stretch_length(const uint16_t *codes, size_t n)
{
    size_t i = 0;
    while (i + 1 < n && codes[i] != '-' && !may_break_after(codes[i], codes[i + 1]))
        i++;
    return i + 1;
}

static void put_word(struct buf *out, const uint16_t *codes, size_t n)
{
    for (size_t i = 0, len; i < n; i += len) {
        len = stretch_length(codes + i, n - i);
        for (size_t k = 0; k < len; k++) {
            if (len > LONG_WORD && k > 0 && k % SHORT_PART == 0)
                buf_puts(out, "\\allowbreak{}");
            put_glyph(out, codes[i + k]);
        }
        if (i + len < n && codes[i + len - 1] != '-')
            buf_puts(out, "\\allowbreak{}");
    }
}

void latex_put_text_n(struct buf *out, const char *text, size_t max)
{
    struct arena a = { 0 };
    struct glyphs g = pdf_text_encode(&a, text, text == NULL ? 0 : strlen(text), max);
    for (size_t i = 0; i < g.n;) {
        size_t n = word_length(g.codes + i, g.n - i);
        put_word(out, g.codes + i, n);
        i += n;
        if (i < g.n)
            buf_putc(out, ' ');
        while (i < g.n && g.codes[i] == ' ')
            i++;
    }
    arena_release(&a);
}

void latex_put_text(struct buf *out, const char *text)
{
    latex_put_text_n(out, text, LATEX_TEXT_MAX);
}

void latex_put_lines(struct buf *out, const char *text)
{
    struct arena a = { 0 };
    struct glyphs g = pdf_text_encode_lines(&a, text, strlen(text), LATEX_LINES_MAX);
    for (size_t i = 0; i < g.n; i++) {
        buf_puts(out, "\\RbLine{");
        while (i < g.n && g.codes[i] != '\n') {
            size_t n = word_length(g.codes + i, g.n - i);
            put_word(out, g.codes + i, n);
            i += n;
            for (; i < g.n && g.codes[i] == ' '; i++)
                buf_puts(out, "\\ "); /* each blank counts, and a line may end there */
        }
        buf_puts(out, "}\n");
    }
    arena_release(&a);
}

void latex_put_label(struct buf *out, const char *text)
{
    size_t n = 0;
    bool gap = false;
    for (const char *p = text; *p != '\0' && n < LABEL_MAX; p++) {
        if (!is_alnum(*p)) {
            gap = n > 0;
            continue;
        }
        if (gap)
            buf_putc(out, '-');
        buf_putc(out, to_lower(*p));
        gap = false;
        n++;
    }
    if (n == 0)
        buf_putc(out, 'x');
}
