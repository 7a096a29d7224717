/*
 * pdf_canvas.c - pages, graphics state, text, links and facts of a document.
 *
 * libharu 2.3 gives fonts, objects and the file; what is on a page is written by drawing_pdf.c and
 * deflated when the page is left.
 *
 * libharu writes garbage bytes for NaN without an error, 0.999995 as 0, and widths of zero for a
 * font with its own encoding.  Numbers are therefore checked and rounded here, and the Symbol
 * widths come from the AFM file.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/pdf/pdf_canvas_internal.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"
#include "src/base/str.h"

#define FONT_DIR "/usr/share/fonts/type1/urw-base35"

void canvas_fail(struct pdf_canvas *c, enum err_code code, const char *what, const char *why)
{
    if (c->failed)
        return;
    c->failed = true;
    err_set(&c->err, code, "pdf: %s: %s", what, why);
}

static void HPDF_STDCALL on_error(HPDF_STATUS error, HPDF_STATUS detail, void *user)
{
    char why[64];
    snprintf(why, sizeof(why), "libharu error 0x%04lX, detail %lu", (unsigned long)error,
             (unsigned long)detail);
    struct pdf_canvas *c = user;
    canvas_fail(c, ERR_INTEGRITY, c->call != NULL ? c->call : "document", why);
}

/* Zeroed memory keeps files the same every time. */
static void *HPDF_STDCALL pdf_alloc(HPDF_UINT size)
{
    return mem_alloc(size);
}

static void HPDF_STDCALL pdf_free(void *p)
{
    free(p);
}

bool canvas_ready(struct pdf_canvas *c, const char *call, const double *values, size_t n)
{
    if (c->failed)
        return false;
    if (c->n_pages == 0) {
        canvas_fail(c, ERR_INTEGRITY, call, "no page");
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!(fabs(values[i]) <= MAX_NUMBER)) {
            char why[80];
            snprintf(why, sizeof(why), "number %zu is %g, not a position on a page", i, values[i]);
            canvas_fail(c, ERR_INTEGRITY, call, why);
            return false;
        }
    }
    c->call = call;
    return true;
}

/*
 * Title, producer and dates of a document.
 */

const char *canvas_ascii(struct arena *a, const char *s)
{
    char *out = arena_strndup(a, s, strnlen(s, 300));
    for (char *p = out; *p != '\0'; p++) {
        if (*p < 0x20 || *p > 0x7E)
            *p = '?';
    }
    return out;
}

/* The T may be a blank, the Z missing. */
static bool parse_date(const char *s, HPDF_Date *out)
{
    static const int start[6] = { 0, 5, 8, 11, 14, 17 };
    static const int digits[6] = { 4, 2, 2, 2, 2, 2 };
    int v[6];
    if (strlen(s) < 19)
        return false;
    for (int f = 0; f < 6; f++) {
        v[f] = 0;
        for (int i = 0; i < digits[f]; i++) {
            char ch = s[start[f] + i];
            if (ch < '0' || ch > '9')
                return false;
            v[f] = v[f] * 10 + (ch - '0');
        }
    }
    *out = (HPDF_Date){ v[0], v[1], v[2], v[3], v[4], v[5], 'Z', 0, 0 };
    return v[1] >= 1 && v[1] <= 12 && v[2] >= 1 && v[2] <= 28 + 3 && v[3] < 24 && v[4] < 60 &&
           v[5] < 60;
}

static void set_dates(struct pdf_canvas *c, const char *data_date)
{
    char from_env[32];
    int64_t epoch;
    const char *env = getenv("SOURCE_DATE_EPOCH");
    if (env != NULL && str_to_i64(env, &epoch) && epoch >= 0 && epoch < INT64_C(253402300800)) {
        clock_format_utc(epoch, from_env);
        data_date = from_env;
    }
    HPDF_Date date;
    if (data_date == NULL || !parse_date(data_date, &date))
        return;
    sha256_update(&c->identity, data_date, strlen(data_date));
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_CREATION_DATE, date);
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_MOD_DATE, date);
}

static void canvas_set_info(struct pdf_canvas *c, const struct pdf_info *info)
{
    char producer[160];
    snprintf(producer, sizeof(producer), "Rollbook %s, libharu %s", build_version(),
             HPDF_GetVersion());
    const struct {
        HPDF_InfoType type;
        const char *text;
    } attributes[] = {
        { HPDF_INFO_TITLE, info->title },     { HPDF_INFO_AUTHOR, info->author },
        { HPDF_INFO_SUBJECT, info->subject }, { HPDF_INFO_KEYWORDS, info->keywords },
        { HPDF_INFO_CREATOR, "Rollbook" },    { HPDF_INFO_PRODUCER, producer },
    };
    for (size_t i = 0; i < ARRAY_LEN(attributes); i++) {
        if (attributes[i].text == NULL)
            continue;
        const char *text = canvas_ascii(&c->scratch, attributes[i].text);
        sha256_update(&c->identity, text, strlen(text) + 1);
        HPDF_SetInfoAttr(c->doc, attributes[i].type, text);
    }
    set_dates(c, info->date_utc);
}

int pdf_canvas_open(const struct pdf_info *info, struct pdf_canvas **out, struct err *err)
{
    struct pdf_canvas *c = mem_alloc(sizeof(*c));
    c->truetype = info->truetype;
    c->plain = info->plain || info->svg;
    c->drawing = info->svg ? &drawing_svg : &drawing_pdf;
    c->title = arena_strdup(&c->kept, info->title == NULL ? "" : info->title);
    c->subject = arena_strdup(&c->kept, info->subject == NULL ? "" : info->subject);
    snprintf(c->font_dir, sizeof(c->font_dir), "%s", info->font_dir ? info->font_dir : FONT_DIR);
    int rc = canvas_check_fonts(c, err);
    if (rc == 0)
        c->doc = HPDF_NewEx(on_error, pdf_alloc, pdf_free, 0, c);
    if (rc == 0 && (c->doc == NULL || c->failed))
        rc = err_set(err, ERR_INTEGRITY, "pdf: libharu cannot start a document");
    if (rc < 0) {
        pdf_canvas_close(c);
        return rc;
    }
    c->deflater = deflater_new();
    sha256_init(&c->identity);
    HPDF_SetCompressionMode(c->doc, info->plain ? HPDF_COMP_NONE : HPDF_COMP_ALL);
    canvas_set_info(c, info);
    *out = c;
    return 0;
}

void pdf_canvas_close(struct pdf_canvas *c)
{
    if (c == NULL)
        return;
    if (c->doc != NULL)
        HPDF_Free(c->doc);
    deflater_free(c->deflater);
    for (size_t i = 0; i < c->n_pages; i++) {
        buf_release(&c->pages[i].content);
        buf_release(&c->pages[i].packed);
        free(c->pages[i].parts);
    }
    free(c->pages);
    free(c->files);
    arena_release(&c->kept);
    arena_release(&c->scratch);
    free(c);
}

bool pdf_canvas_failed(const struct pdf_canvas *c)
{
    return c->failed;
}

/* The page is complete but for its number. */
static void leave_page(struct pdf_canvas *c)
{
    if (c->n_pages == 0)
        return;
    for (; c->depth > 0; c->depth--)
        c->drawing->restore(c);
    struct canvas_page *page = canvas_page(c);
    if (!c->plain && page->content.len > 0) {
        if (page->content.overflow)
            canvas_fail(c, ERR_INTEGRITY, "finish", "a page of more than a gigabyte");
        if (page->n_parts == 0)
            deflate_open(&page->packed);
        page->parts = mem_grow(page->parts, page->n_parts + 1, sizeof(*page->parts));
        page->parts[page->n_parts++] =
            deflate_part(c->deflater, page->content.data, page->content.len, &page->packed);
        buf_release(&page->content);
    }
}

int pdf_canvas_finish(struct pdf_canvas *c, struct buf *out, struct err *err)
{
    if (!c->failed && c->n_pages == 0)
        canvas_fail(c, ERR_INTEGRITY, "finish", "a document without pages");
    if (!c->failed)
        leave_page(c);
    if (!c->failed)
        c->drawing->finish(c, out);
    if (c->failed)
        return err_set(err, c->err.code, "%s", c->err.msg);
    return 0;
}

static void forget_state(struct pdf_canvas *c)
{
    c->depth = 0;
    c->state[0] = (struct gstate){ .fill_opacity = 1, .stroke_opacity = 1 };
}

static void enter_page(struct pdf_canvas *c, HPDF_Page page, size_t index, double width,
                       double height)
{
    leave_page(c);
    c->pages = mem_grow(c->pages, c->n_pages + 1, sizeof(*c->pages));
    memmove(c->pages + index + 1, c->pages + index, (c->n_pages - index) * sizeof(*c->pages));
    c->pages[index] = (struct canvas_page){ .handle = page };
    c->n_pages++;
    c->at = index;
    forget_state(c);
    if (READY(c, "page", width, height, (double)index))
        c->drawing->begin(c, width, height);
}

size_t pdf_page_add(struct pdf_canvas *c, double width, double height)
{
    if (c->failed)
        return c->n_pages > 0 ? c->n_pages - 1 : 0;
    HPDF_Page page = HPDF_AddPage(c->doc);
    if (page == NULL) {
        canvas_fail(c, ERR_INTEGRITY, "page", "cannot add a page");
        return 0;
    }
    enter_page(c, page, c->n_pages, width, height);
    return c->n_pages - 1;
}

void pdf_page_insert(struct pdf_canvas *c, size_t index, double width, double height)
{
    if (c->failed)
        return;
    if (index >= c->n_pages || c->depth > 0) {
        canvas_fail(c, ERR_INTEGRITY, "page insert", "no such page, or state saved on this one");
        return;
    }
    HPDF_Page page = HPDF_InsertPage(c->doc, c->pages[index].handle);
    if (page == NULL)
        canvas_fail(c, ERR_INTEGRITY, "page insert", "cannot add a page");
    else
        enter_page(c, page, index, width, height);
}

void pdf_page_select(struct pdf_canvas *c, size_t index)
{
    if (c->failed)
        return;
    if (index >= c->n_pages || c->depth > 0) {
        canvas_fail(c, ERR_INTEGRITY, "page select", "no such page, or state saved on this one");
        return;
    }
    leave_page(c);
    c->at = index;
    forget_state(c);
}

size_t pdf_page_count(const struct pdf_canvas *c)
{
    return c->n_pages;
}

/*
 * Graphics state and paths of the canvas.
 */

void pdf_save(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "save", NULL, 0))
        return;
    if (c->depth == MAX_SAVES) {
        canvas_fail(c, ERR_INTEGRITY, "save", "nested too deeply");
        return;
    }
    c->drawing->save(c);
    c->state[c->depth + 1] = c->state[c->depth];
    c->depth++;
    c->state[c->depth].n_clips = 0;
}

void pdf_restore(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "restore", NULL, 0))
        return;
    if (c->depth == 0) {
        canvas_fail(c, ERR_INTEGRITY, "restore", "nothing was saved");
        return;
    }
    c->drawing->restore(c);
    c->depth--;
}

void pdf_clip_rect(struct pdf_canvas *c, double x, double y, double width, double height)
{
    if (READY(c, "clip", x, y, width, height))
        c->drawing->clip(c, x, y, width, height);
}

void pdf_stroke_style(struct pdf_canvas *c, struct rgb colour, double width, enum pdf_dash dash)
{
    if (!READY(c, "stroke style", colour.r, colour.g, colour.b, width, (double)dash))
        return;
    struct gstate next = c->state[c->depth];
    next.stroke = colour;
    next.width = width;
    next.dash = dash;
    next.has_stroke = true;
    c->drawing->stroke(c, &next);
    c->state[c->depth] = next;
}

void pdf_fill_colour(struct pdf_canvas *c, struct rgb colour)
{
    if (!READY(c, "fill colour", colour.r, colour.g, colour.b))
        return;
    struct gstate *s = &c->state[c->depth];
    c->drawing->fill(c, colour);
    s->fill = colour;
    s->has_fill = true;
}

void pdf_opacity(struct pdf_canvas *c, double fill, double stroke)
{
    if (!READY(c, "opacity", fill, stroke))
        return;
    if (fill < 0 || fill > 1 || stroke < 0 || stroke > 1) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "not between 0 and 1");
        return;
    }
    c->state[c->depth].fill_opacity = fill;
    c->state[c->depth].stroke_opacity = stroke;
    c->drawing->opacity(c, (int)lround(fill * 100), (int)lround(stroke * 100));
}

void pdf_line(struct pdf_canvas *c, double x0, double y0, double x1, double y1)
{
    pdf_polyline(c, (const double[]){ x0, y0, x1, y1 }, 2);
}

void pdf_polyline(struct pdf_canvas *c, const double *xy, size_t n)
{
    if (n >= 2 && canvas_ready(c, "polyline", xy, 2 * n))
        c->drawing->path(c, xy, n, false, PAINT_STROKE);
}

void pdf_polygon(struct pdf_canvas *c, const double *xy, size_t n, unsigned paint)
{
    if (n >= 3 && canvas_ready(c, "polygon", xy, 2 * n))
        c->drawing->path(c, xy, n, true, paint);
}

void pdf_rect(struct pdf_canvas *c, double x, double y, double width, double height, unsigned paint)
{
    if (READY(c, "rect", x, y, width, height, (double)paint))
        c->drawing->rect(c, x, y, width, height, paint);
}

void pdf_circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    if (READY(c, "circle", x, y, radius, (double)paint))
        c->drawing->circle(c, x, y, radius, paint);
}

void pdf_dots(struct pdf_canvas *c, const double *xy, size_t n, double radius, struct rgb colour)
{
    pdf_save(c);
    pdf_stroke_style(c, colour, 2 * radius, DASH_SOLID);
    if (canvas_ready(c, "dots", xy, 2 * n))
        c->drawing->dots(c, xy, n);
    pdf_restore(c);
}

/*
 * Text of the canvas.
 */

#define MAX_RUN       500 /* of one show operator */
#define MAX_TEXT      20000
#define SCRIPT_SIZE   0.70 /* of the size */
#define LEAST_SCRIPT  6.0  /* what print still shows */
#define MAX_MATH_PART 64

const struct glyph_widths *pdf_font_widths(struct pdf_canvas *c, enum pdf_font font)
{
    canvas_font(c, font);
    c->fonts[font].widths.symbol = c->symbol_widths;
    return &c->fonts[font].widths;
}

static void need_symbol(struct pdf_canvas *c, const uint16_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if ((codes[i] & GLYPH_SYMBOL) != 0) {
            canvas_font(c, PDF_SYMBOL);
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
            if (canvas_font(c, font) != NULL &&
                READY(c, "text", px, py, style->size, (double)font, (double)style->upright))
                c->drawing->show(c, style, font, (const double[]){ px, py }, codes + i, end - i);
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

/* Length up to the closing brace of the script at s, or 0. */
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

static double math_walk(struct pdf_canvas *c, const struct text_style *style, bool draws, double x,
                        double y, const char *markup)
{
    double size = style->size;
    struct math_part parts[MAX_MATH_PART];
    size_t n = math_split(markup, parts);
    double offset = 0;
    for (size_t i = 0; i < n; i++) {
        struct glyphs g = pdf_text_encode(&c->scratch, parts[i].text, parts[i].len, MAX_TEXT);
        enum pdf_font f = parts[i].italic ? PDF_SANS_ITALIC : style->font;
        double part_size =
            parts[i].level == 0 ? size : fmax(size * SCRIPT_SIZE, fmin(size, LEAST_SCRIPT));
        double rise = parts[i].level > 0 ? 0.35 * size : parts[i].level < 0 ? -0.18 * size : 0;
        if (draws) {
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
    return math_walk(c, &(struct text_style){ .font = font, .size = size }, false, 0, 0, markup);
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
    math_walk(c, style, true, x, y, markup);
}

/*
 * Outline, links, attached files.
 */

static HPDF_Destination destination(struct pdf_canvas *c, size_t page, double y)
{
    if (page >= c->n_pages) {
        canvas_fail(c, ERR_INTEGRITY, "link", "no such page");
        return NULL;
    }
    HPDF_Destination d = HPDF_Page_CreateDestination(c->pages[page].handle);
    if (d == NULL || HPDF_Destination_SetXYZ(d, 0, grid(fmax(0, y)), 1) != HPDF_OK)
        return NULL;
    /* Zoom 0 keeps the reader's; libharu 2.3 refuses it as an argument. */
    HPDF_Real zoom = HPDF_Array_GetItem(d, 4, HPDF_OCLASS_REAL);
    if (zoom != NULL)
        zoom->value = 0;
    return d;
}

void pdf_outline(struct pdf_canvas *c, size_t page, double y, int level, const char *title)
{
    if (!READY(c, "outline", (double)page, y, (double)level))
        return;
    const char *text = canvas_ascii(&c->scratch, title);
    const double place[] = { (double)page, y, level };
    sha256_update(&c->identity, text, strlen(text));
    sha256_update(&c->identity, place, sizeof(place));
    HPDF_Outline parent = level > 0 ? c->chapter : NULL;
    HPDF_Outline entry = HPDF_CreateOutline(c->doc, parent, text, NULL);
    HPDF_Destination d = destination(c, page, y);
    if (entry != NULL && d != NULL)
        HPDF_Outline_SetDestination(entry, d);
    if (level == 0)
        c->chapter = entry;
    arena_reset(&c->scratch);
}

void pdf_link(struct pdf_canvas *c, const double box[4], size_t target_page, double target_y)
{
    const double x = box[0], y = box[1], width = box[2], height = box[3];
    const double place[] = { x, y, width, height, (double)target_page, target_y };
    if (!canvas_ready(c, "link", place, ARRAY_LEN(place)))
        return;
    sha256_update(&c->identity, place, sizeof(place));
    HPDF_Destination d = destination(c, target_page, target_y);
    if (d == NULL)
        return;
    HPDF_Rect rect = { grid(x), grid(y), grid(x + width), grid(y + height) };
    HPDF_Annotation link = HPDF_Page_CreateLinkAnnot(canvas_page(c)->handle, rect, d);
    if (link != NULL)
        HPDF_LinkAnnot_SetBorderStyle(link, 0, 0, 0);
}

void pdf_attach(struct pdf_canvas *c, const char *name, const char *description, const void *data,
                size_t len)
{
    if (c->failed)
        return;
    c->files = mem_grow(c->files, c->n_files + 1, sizeof(*c->files));
    c->files[c->n_files++] =
        (struct attached){ arena_strdup(&c->kept, canvas_ascii(&c->kept, name)),
                           canvas_ascii(&c->kept, description), arena_strndup(&c->kept, data, len),
                           len };
    sha256_update(&c->identity, name, strlen(name) + 1);
    sha256_update(&c->identity, data, len);
}

static int by_name(const void *pa, const void *pb)
{
    const struct attached *a = pa, *b = pb;
    return strcmp(a->name, b->name);
}

static HPDF_Dict embedded_file(struct pdf_canvas *c, const struct attached *f)
{
    HPDF_Dict file = HPDF_DictStream_New(c->doc->mmgr, c->doc->xref);
    HPDF_Dict params = HPDF_Dict_New(c->doc->mmgr);
    if (file == NULL || params == NULL)
        return NULL;
    HPDF_Dict_AddName(file, "Type", "EmbeddedFile");
    HPDF_Dict_Add(file, "Params", params);
    HPDF_Dict_AddNumber(params, "Size", (HPDF_INT32)f->len);
    if (c->doc->compression_mode != HPDF_COMP_NONE)
        file->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
    const HPDF_BYTE *bytes = (const HPDF_BYTE *)f->data;
    for (size_t done = 0; done < f->len;) {
        size_t part = f->len - done < 65536 ? f->len - done : 65536;
        HPDF_Stream_Write(file->stream, bytes + done, (HPDF_UINT)part);
        done += part;
    }
    return file;
}

static HPDF_Dict file_spec(struct pdf_canvas *c, const struct attached *f)
{
    HPDF_MMgr m = c->doc->mmgr;
    HPDF_Dict spec = HPDF_Dict_New(m), ef = HPDF_Dict_New(m), file = embedded_file(c, f);
    if (spec == NULL || ef == NULL || file == NULL || HPDF_Xref_Add(c->doc->xref, spec) != HPDF_OK)
        return NULL;
    HPDF_Dict_AddName(spec, "Type", "Filespec");
    HPDF_Dict_Add(spec, "F", HPDF_String_New(m, f->name, NULL));
    HPDF_Dict_Add(spec, "UF", HPDF_String_New(m, f->name, NULL));
    HPDF_Dict_Add(spec, "Desc", HPDF_String_New(m, f->description, NULL));
    HPDF_Dict_Add(spec, "EF", ef);
    HPDF_Dict_Add(ef, "F", file);
    return spec;
}

void canvas_write_attached(struct pdf_canvas *c)
{
    if (c->n_files == 0)
        return;
    HPDF_MMgr m = c->doc->mmgr;
    HPDF_Dict names = HPDF_Dict_New(m), tree = HPDF_Dict_New(m);
    HPDF_Array entries = HPDF_Array_New(m);
    if (names == NULL || tree == NULL || entries == NULL)
        return;
    HPDF_Dict_Add(c->doc->catalog, "Names", names);
    HPDF_Dict_Add(names, "EmbeddedFiles", tree);
    HPDF_Dict_Add(tree, "Names", entries);
    qsort(c->files, c->n_files, sizeof(*c->files), by_name); /* a name tree is sorted */
    for (size_t i = 0; i < c->n_files && !c->failed; i++) {
        HPDF_Dict spec = file_spec(c, &c->files[i]);
        if (spec == NULL)
            return;
        HPDF_Array_Add(entries, HPDF_String_New(m, c->files[i].name, NULL));
        HPDF_Array_Add(entries, spec);
    }
}
