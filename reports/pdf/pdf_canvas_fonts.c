/*
 * pdf_canvas_fonts.c - fonts of the canvas.
 */
#include "reports/pdf/pdf_canvas_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/file.h"

#define FONT_BYTES_MOST ((size_t)1 << 20)
#define FONT_CHUNK      65536 /* bytes held together */
#define TRUETYPE_DIR    "/usr/share/fonts/truetype/dejavu"

static const struct {
    const char *type1;
    const char *encoding; /* NULL: the font's own */
    const char *truetype; /* NULL: no byte has these characters */
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

/* suffix: "afm" or "t1". */
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

/* From the lines "C 97 ; WX 631 ; N alpha ; ...", by character code. */
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

/* WinAnsiEncoding may need such a glyph beyond the standard encoding. */
static bool is_latin(const char *name, size_t len)
{
    static const char *const accents[] = { "acute",    "caron", "cedilla", "circumflex",
                                           "dieresis", "grave", "ring",    "tilde" };
    static const char *const others[] = {
        "Eth",           "Euro",          "Thorn",       "brokenbar",  "copyright",  "degree",
        "divide",        "eth",           "logicalnot",  "minus",      "mu",         "multiply",
        "onehalf",       "onequarter",    "onesuperior", "plusminus",  "registered", "thorn",
        "threequarters", "threesuperior", "trademark",   "twosuperior"
    };
    for (size_t i = 0; i < ARRAY_LEN(accents); i++) {
        if (strlen(accents[i]) + 1 == len && memcmp(name + 1, accents[i], len - 1) == 0)
            return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (strlen(others[i]) == len && memcmp(name, others[i], len) == 0)
            return true;
    }
    return false;
}

/* The code is -1 outside of the standard encoding. */
static bool is_wanted(const char *line)
{
    const char *name = strstr(line, "; N ");
    if (strncmp(line, "C -1 ", 5) != 0)
        return true;
    return name != NULL && name < line + strcspn(line, "\n") &&
           is_latin(name + 4, strcspn(name + 4, " \n"));
}

/*
 * libharu compares every glyph's name with the thousand it knows; four fifths of these fonts are
 * Greek, Cyrillic or boxes, which no encoding here reaches.
 */
static void trim_metrics(const struct buf *afm, struct buf *out)
{
    static const char start[] = "StartCharMetrics ";
    struct buf kept = { 0 };
    size_t n = 0;
    const char *text = buf_text(afm), *head = strstr(text, start);
    if (head == NULL) {
        buf_add(out, text, afm->len);
        return;
    }
    for (const char *line = head + strcspn(head, "\n"); strncmp(line, "\nC ", 3) == 0;
         line += 1 + strcspn(line + 1, "\n")) {
        if (!is_wanted(line + 1))
            continue;
        buf_add(&kept, line, 1 + strcspn(line + 1, "\n"));
        n++;
    }
    buf_add(out, text, (size_t)(head - text));
    buf_printf(out, "%s%zu%s\nEndCharMetrics\n", start, n, buf_text(&kept));
    buf_release(&kept);
}

/* libharu's own file streams seek before each line. */
static HPDF_Stream read_stream(struct pdf_canvas *c, const char *path, bool is_metrics)
{
    struct buf text = { 0 }, trimmed = { 0 };
    struct err err = { 0 };
    HPDF_Stream stream = HPDF_MemStream_New(c->doc->mmgr, FONT_CHUNK);
    if (file_read(path, FONT_BYTES_MOST, &text, &err) < 0)
        canvas_fail(c, ERR_INTEGRITY, "font", err.msg);
    if (is_metrics)
        trim_metrics(&text, &trimmed);
    const struct buf *bytes = is_metrics ? &trimmed : &text;
    if (stream != NULL && !c->failed)
        HPDF_Stream_Write(stream, (const HPDF_BYTE *)bytes->data, (HPDF_UINT)bytes->len);
    buf_release(&text);
    buf_release(&trimmed);
    return stream;
}

/* HPDF_LoadType1FontFromFile on streams in memory; NULL on failure. */
static const char *load_type1(struct pdf_canvas *c, const char *afm, const char *t1)
{
    HPDF_Stream metrics = read_stream(c, afm, true), outlines = read_stream(c, t1, false);
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

static void load_font(struct pdf_canvas *c, enum pdf_font which)
{
    struct font *f = &c->fonts[which];
    char afm[700], t1[700];
    font_path(c, which, "afm", afm);
    font_path(c, which, "t1", t1);
    const char *name = is_truetype(c, which) ? HPDF_LoadTTFontFromFile(c->doc, afm, HPDF_TRUE)
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

HPDF_Font canvas_font(struct pdf_canvas *c, enum pdf_font which)
{
    if (c->fonts[which].handle == NULL && !c->failed)
        load_font(c, which);
    return c->fonts[which].handle;
}
