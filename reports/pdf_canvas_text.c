/*
 * pdf_canvas_text.c - fonts and text of the canvas.
 */
#include "reports/pdf_canvas_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/file.h"

#define FONT_BYTES_MOST ((size_t)1 << 20)
#define FONT_CHUNK      65536 /* bytes of a stream that are held together */

#define MAX_RUN       500 /* glyphs of one show operator */
#define MAX_TEXT      20000
#define SCRIPT_SIZE   0.70 /* of the size */
#define LEAST_SCRIPT  6.0  /* what print still shows */
#define MAX_MATH_PART 64

#define TRUETYPE_DIR "/usr/share/fonts/truetype/dejavu"

static const struct {
    const char *type1;
    const char *encoding; /* NULL: the font's own */
    const char *truetype; /* NULL: none has these characters in one byte */
} font_files[PDF_FONT_COUNT] = {
    [PDF_SANS] = { "NimbusSans-Regular", "WinAnsiEncoding", "DejaVuSans" },
    [PDF_SANS_BOLD] = { "NimbusSans-Bold", "WinAnsiEncoding", "DejaVuSans-Bold" },
    [PDF_SANS_ITALIC] = { "NimbusSans-Italic", "WinAnsiEncoding", "DejaVuSans-Oblique" },
    [PDF_MONO] = { "NimbusMonoPS-Regular", "WinAnsiEncoding", "DejaVuSansMono" },
    [PDF_SYMBOL] = { "StandardSymbolsPS", NULL, NULL },
};

static bool is_truetype(const struct pdf_canvas *c, size_t font)
{
    return c->truetype && font_files[font].truetype != NULL;
}

/* suffix is that of a Type 1 font's part: "afm" or "t1". */
static void font_path(const struct pdf_canvas *c, size_t font, const char *suffix, char path[700])
{
    if (is_truetype(c, font))
        snprintf(path, 700, "%s/%s.ttf", TRUETYPE_DIR, font_files[font].truetype);
    else
        snprintf(path, 700, "%s/%s.%s", c->font_dir, font_files[font].type1, suffix);
}

int canvas_check_fonts(const struct pdf_canvas *c, struct err *err)
{
    static const char *const suffixes[] = { "afm", "t1" };
    char path[700];
    for (size_t i = 0; i < PDF_FONT_COUNT; i++) {
        for (size_t k = 0; k < ARRAY_LEN(suffixes); k++) {
            font_path(c, i, suffixes[k], path);
            if (!file_exists(path))
                return err_set(err, ERR_USAGE, "%s: font not found; install the Debian package %s",
                               path,
                               is_truetype(c, i) ? "fonts-dejavu-core or fonts-dejavu-extra"
                                                 : "fonts-urw-base35");
        }
    }
    return 0;
}

/* Widths by character code from the lines "C 97 ; WX 631 ; N alpha ; ...". */
static void read_afm_widths(const char *text, uint16_t widths[256])
{
    for (const char *p = text; (p = strstr(p, "\nC ")) != NULL; p++) {
        char *end;
        long code = strtol(p + 3, &end, 10);
        const char *wx = strstr(end, "WX ");
        if (wx == NULL || wx - end > 8)
            continue;
        long width = strtol(wx + 3, NULL, 10);
        if (code > 0 && code < 256 && width >= 0 && width < 4000)
            widths[code] = (uint16_t)width;
    }
}

static void load_symbol_widths(struct pdf_canvas *c, const char *afm, HPDF_Font font)
{
    struct buf text = { 0 };
    struct err err = { 0 };
    if (file_read(afm, FONT_BYTES_MOST, &text, &err) < 0)
        canvas_fail(c, ERR_INTEGRITY, "font", err.msg);
    read_afm_widths(buf_text(&text), c->symbol_widths);
    buf_release(&text);
    HPDF_FontAttr attr = font->attr;
    if (attr == NULL || attr->widths == NULL)
        return;
    for (size_t i = 0; i < 256; i++)
        attr->widths[i] = (HPDF_INT16)c->symbol_widths[i];
}

/* A file as a stream in memory: libharu's own file streams seek before each line. */
static HPDF_Stream read_stream(struct pdf_canvas *c, const char *path)
{
    struct buf text = { 0 };
    struct err err = { 0 };
    HPDF_Stream stream = HPDF_MemStream_New(c->doc->mmgr, FONT_CHUNK);
    if (file_read(path, FONT_BYTES_MOST, &text, &err) < 0)
        canvas_fail(c, ERR_INTEGRITY, "font", err.msg);
    else if (stream != NULL)
        HPDF_Stream_Write(stream, (const HPDF_BYTE *)text.data, (HPDF_UINT)text.len);
    buf_release(&text);
    return stream;
}

/* HPDF_LoadType1FontFromFile on streams in memory; NULL when it cannot be done. */
static const char *load_type1(struct pdf_canvas *c, const char *afm, const char *t1)
{
    HPDF_Stream metrics = read_stream(c, afm), outlines = read_stream(c, t1);
    HPDF_FontDef def = NULL;
    if (!c->failed && metrics != NULL && outlines != NULL)
        def = HPDF_Type1FontDef_Load(c->doc->mmgr, metrics, outlines);
    if (metrics != NULL)
        HPDF_Stream_Free(metrics);
    if (outlines != NULL)
        HPDF_Stream_Free(outlines);
    if (def == NULL || HPDF_List_Add(c->doc->fontdef_list, def) != HPDF_OK)
        return NULL;
    return def->base_font;
}

void canvas_read_fonts(struct pdf_canvas *c)
{
    for (size_t i = 0; i < PDF_FONT_COUNT; i++) {
        char afm[700], t1[700];
        font_path(c, i, "afm", afm);
        font_path(c, i, "t1", t1);
        if (file_exists(afm) && file_exists(t1))
            c->fonts[i].loaded = load_type1(c, afm, t1);
    }
}

static void load_font(struct pdf_canvas *c, enum pdf_font which)
{
    struct font *f = &c->fonts[which];
    char afm[700], t1[700];
    font_path(c, which, "afm", afm);
    font_path(c, which, "t1", t1);
    const char *name = is_truetype(c, which) ? HPDF_LoadTTFontFromFile(c->doc, afm, HPDF_TRUE)
                       : f->loaded != NULL   ? f->loaded
                                             : load_type1(c, afm, t1);
    HPDF_Font handle = name ? HPDF_GetFont(c->doc, name, font_files[which].encoding) : NULL;
    if (handle == NULL) {
        canvas_fail(c, ERR_INTEGRITY, afm, "cannot use this font");
        return;
    }
    f->widths.symbol = c->symbol_widths;
    if (which == PDF_SYMBOL) {
        load_symbol_widths(c, afm, handle);
        memcpy(f->widths.text, c->symbol_widths, sizeof(f->widths.text));
    }
    for (unsigned code = 1; code < 256 && which != PDF_SYMBOL; code++) {
        HPDF_BYTE byte = (HPDF_BYTE)code;
        f->widths.text[code] = (uint16_t)HPDF_Font_TextWidth(handle, &byte, 1).width;
    }
    f->handle = handle;
    sha256_update(&c->identity, name, strlen(name) + 1);
}

static HPDF_Font font_handle(struct pdf_canvas *c, enum pdf_font which)
{
    if (c->fonts[which].handle == NULL && !c->failed)
        load_font(c, which);
    return c->fonts[which].handle;
}

const struct glyph_widths *pdf_font_widths(struct pdf_canvas *c, enum pdf_font font)
{
    font_handle(c, font);
    c->fonts[font].widths.symbol = c->symbol_widths;
    return &c->fonts[font].widths;
}

/* Makes sure that the Symbol widths are there when a text needs them. */
static void need_symbol(struct pdf_canvas *c, const uint16_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if ((codes[i] & GLYPH_SYMBOL) != 0) {
            font_handle(c, PDF_SYMBOL);
            return;
        }
    }
}

static double measure(struct pdf_canvas *c, enum pdf_font font, double size, const uint16_t *codes,
                      size_t n)
{
    need_symbol(c, codes, n);
    return glyphs_width(codes, n, pdf_font_widths(c, font), size);
}

static struct glyphs encode(struct pdf_canvas *c, const char *s)
{
    return pdf_text_encode(&c->scratch, s, s == NULL ? 0 : strlen(s), MAX_TEXT);
}

double pdf_text_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *s)
{
    struct glyphs g = encode(c, s);
    double width = measure(c, font, size, g.codes, g.n);
    arena_reset(&c->scratch);
    return width;
}

/* A run of glyphs of one font. */
static void show_run(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font,
                     double x, double y, const uint16_t *codes, size_t n)
{
    char text[MAX_RUN];
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(unsigned char)(codes[i] & 0xFF);
    HPDF_Font handle = font_handle(c, font);
    if (handle == NULL ||
        !READY(c, "text", x, y, style->size, (double)font, (double)style->upright))
        return;
    struct canvas_page *page = canvas_page(c);
    const char *name = HPDF_Page_GetLocalFontName(page->handle, handle);
    if (name == NULL)
        return;
    canvas_op(c, "BT");
    content_resource(&page->content, name, &style->size, "Tf");
    if (style->upright)
        OP(c, "Tm", 0, 1, -1, 0, x, y);
    else
        OP(c, "Td", x, y);
    content_show(&page->content, text, n);
    canvas_op(c, "ET");
}

void pdf_glyphs(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                const uint16_t *codes, size_t n)
{
    if (n == 0 || !READY(c, "glyphs", x, y, style->size))
        return;
    double width = measure(c, style->font, style->size, codes, n);
    double offset = style->align == ALIGN_LEFT    ? 0
                    : style->align == ALIGN_RIGHT ? -width
                                                  : -width / 2;
    pdf_fill_colour(c, style->colour);
    for (size_t i = 0; i < n;) {
        unsigned kind = codes[i] & GLYPH_SYMBOL;
        size_t end = i + 1;
        while (end < n && end - i < MAX_RUN && (codes[end] & GLYPH_SYMBOL) == kind)
            end++;
        enum pdf_font font = kind != 0 ? PDF_SYMBOL : style->font;
        double px = style->upright ? x : x + offset, py = style->upright ? y + offset : y;
        if (fabs(px) < MAX_NUMBER && fabs(py) < MAX_NUMBER) /* else far beyond any page */
            show_run(c, style, font, px, py, codes + i, end - i);
        offset += measure(c, style->font, style->size, codes + i, end - i);
        i = end;
    }
}

void pdf_text(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *s)
{
    struct glyphs g = encode(c, s);
    pdf_glyphs(c, style, x, y, g.codes, g.n);
    arena_reset(&c->scratch);
}

void pdf_text_fit(struct pdf_canvas *c, const struct text_style *style, double x, double y,
                  double width, const char *s)
{
    struct glyphs g = encode(c, s);
    need_symbol(c, g.codes, g.n);
    size_t n = glyphs_fit(g.codes, g.n, pdf_font_widths(c, style->font), style->size, width);
    if (n < g.n)
        g.codes[n++] = GLYPH_ELLIPSIS;
    pdf_glyphs(c, style, x, y, g.codes, n);
    arena_reset(&c->scratch);
}

struct math_part {
    const char *text;
    size_t len;
    bool italic;
    int level; /* -1 subscript, 1 superscript */
};

/* Length of the text up to the closing brace of a script that begins at s, or 0. */
static size_t script_length(const char *s)
{
    if ((s[0] != '_' && s[0] != '^') || s[1] != '{')
        return 0;
    const char *end = strchr(s + 2, '}');
    return end == NULL ? 0 : (size_t)(end - s) - 2;
}

static size_t math_split(const char *s, struct math_part parts[MAX_MATH_PART])
{
    size_t n = 0;
    bool italic = false;
    while (*s != '\0' && n < MAX_MATH_PART) {
        size_t script = script_length(s);
        if (script > 0) {
            parts[n++] = (struct math_part){ s + 2, script, italic, s[0] == '_' ? -1 : 1 };
            s += script + 3;
        } else if (*s == '*' && (italic || strchr(s + 1, '*') != NULL)) {
            italic = !italic;
            s++;
        } else {
            size_t len = 1;
            while (s[len] != '\0' && s[len] != '*' && script_length(s + len) == 0)
                len++;
            parts[n++] = (struct math_part){ s, len, italic, 0 };
            s += len;
        }
    }
    return n;
}

/* Draws when style is not NULL; returns the width either way. */
static double math_walk(struct pdf_canvas *c, enum pdf_font font, double size,
                        const struct text_style *style, double x, double y, const char *markup)
{
    struct math_part parts[MAX_MATH_PART];
    size_t n = math_split(markup, parts);
    double offset = 0;
    for (size_t i = 0; i < n; i++) {
        struct glyphs g = pdf_text_encode(&c->scratch, parts[i].text, parts[i].len, MAX_TEXT);
        enum pdf_font f = parts[i].italic ? PDF_SANS_ITALIC : font;
        double part_size =
            parts[i].level == 0 ? size : fmax(size * SCRIPT_SIZE, fmin(size, LEAST_SCRIPT));
        double rise = parts[i].level > 0 ? 0.35 * size : parts[i].level < 0 ? -0.18 * size : 0;
        if (style != NULL) {
            struct text_style part_style = *style;
            part_style.font = f;
            part_style.size = part_size;
            part_style.align = ALIGN_LEFT;
            double px = style->upright ? x - rise : x + offset;
            double py = style->upright ? y + offset : y + rise;
            pdf_glyphs(c, &part_style, px, py, g.codes, g.n);
        }
        offset += measure(c, f, part_size, g.codes, g.n);
    }
    arena_reset(&c->scratch);
    return offset;
}

double pdf_math_width(struct pdf_canvas *c, enum pdf_font font, double size, const char *markup)
{
    return math_walk(c, font, size, NULL, 0, 0, markup);
}

void pdf_math(struct pdf_canvas *c, const struct text_style *style, double x, double y,
              const char *markup)
{
    double width = pdf_math_width(c, style->font, style->size, markup);
    double offset = style->align == ALIGN_LEFT    ? 0
                    : style->align == ALIGN_RIGHT ? -width
                                                  : -width / 2;
    if (style->upright)
        y += offset;
    else
        x += offset;
    math_walk(c, style->font, style->size, style, x, y, markup);
}
