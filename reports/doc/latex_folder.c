#include "reports/doc/latex_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/doc/formula.h"
#include "reports/doc/latex_text.h"
#include "reports/plot/figure_file.h"
#include "src/base/build_info.h"
#include "src/base/err.h"
#include "src/base/mem.h"

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

struct buf *latex_file_add(struct latex_folder *f, const char *path)
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
    formula_put_latex(&f->body, sentence);
    buf_puts(&f->body, lead == NULL && indent > 0 ? "}\n" : "\n\n");
}

void latex_small(struct latex_folder *f, const char *text)
{
    put_macro(&f->body, "\\RbSmall{", text, "}\n");
}

void latex_small_print(struct latex_folder *f)
{
    buf_puts(&f->body, "\\footnotesize\n\n");
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
    buf_printf(out, "%% Rollbook %s wrote this folder; \"pdflatex main\", twice, makes main.pdf.\n",
               build_version());
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
