/*
 * pdf_canvas.c - libharu behind a narrow door.
 *
 * What libharu 2.3 does with bad input decides the shape: NaN writes garbage bytes without an
 * error, 0.999995 prints as 0, dash patterns overrun an array of eight, widths of a font with its
 * own encoding are all zero.  So numbers are checked and rounded here, dashes come from a table,
 * and the Symbol widths are read from the AFM file.
 */
#include "reports/pdf_canvas_internal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Zeroed memory: nothing uninitialised can reach a file that has to be the same every time. */
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
    if (c->page == NULL) {
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
    sha256_update(&c->calls, call, strlen(call) + 1);
    for (size_t i = 0; i < n; i++) {
        int32_t grid = (int32_t)lround(values[i] * 1000);
        sha256_update(&c->calls, &grid, sizeof(grid));
    }
    return true;
}
static const char *printable_ascii(struct arena *a, const char *s)
{
    char *out = arena_strndup(a, s, strnlen(s, 300));
    for (char *p = out; *p != '\0'; p++) {
        if (*p < 0x20 || *p > 0x7E)
            *p = '?';
    }
    return out;
}

/* "2026-01-31T12:34:56Z", or "2026-01-31 12:34:56". */
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
    sha256_update(&c->calls, data_date, strlen(data_date));
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_CREATION_DATE, date);
    HPDF_SetInfoDateAttr(c->doc, HPDF_INFO_MOD_DATE, date);
}

static void set_info(struct pdf_canvas *c, const struct pdf_info *info)
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
        const char *text = printable_ascii(&c->scratch, attributes[i].text);
        sha256_update(&c->calls, text, strlen(text) + 1);
        HPDF_SetInfoAttr(c->doc, attributes[i].type, text);
    }
    set_dates(c, info->date_utc);
}

int pdf_canvas_open(const struct pdf_info *info, struct pdf_canvas **out, struct err *err)
{
    struct pdf_canvas *c = mem_alloc(sizeof(*c));
    snprintf(c->font_dir, sizeof(c->font_dir), "%s", info->font_dir ? info->font_dir : FONT_DIR);
    int rc = canvas_check_fonts(c->font_dir, err);
    if (rc < 0) {
        free(c);
        return rc;
    }
    c->doc = HPDF_NewEx(on_error, pdf_alloc, pdf_free, 0, c);
    if (c->doc == NULL || c->failed) {
        rc = err_set(err, ERR_INTEGRITY, "pdf: libharu cannot start a document");
        pdf_canvas_close(c);
        return rc;
    }
    sha256_init(&c->calls);
    HPDF_SetCompressionMode(c->doc, info->plain ? HPDF_COMP_NONE : HPDF_COMP_ALL);
    set_info(c, info);
    *out = c;
    return 0;
}

void pdf_canvas_close(struct pdf_canvas *c)
{
    if (c == NULL)
        return;
    if (c->doc != NULL) {
        /* libharu leaks the states that are still saved. */
        HPDF_ResetError(c->doc);
        for (; c->depth > 0; c->depth--)
            HPDF_Page_GRestore(c->page);
        HPDF_Free(c->doc);
    }
    free(c->pages);
    arena_release(&c->scratch);
    free(c);
}

bool pdf_canvas_failed(const struct pdf_canvas *c)
{
    return c->failed;
}

static void set_id(struct pdf_canvas *c)
{
    unsigned char digest[32];
    sha256_final(&c->calls, digest);
    HPDF_Array id = HPDF_Array_New(c->doc->mmgr);
    if (id == NULL || HPDF_Dict_Add(c->doc->trailer, "ID", id) != HPDF_OK)
        return;
    for (int i = 0; i < 2; i++)
        HPDF_Array_Add(id, HPDF_Binary_New(c->doc->mmgr, digest, 16));
}

int pdf_canvas_finish(struct pdf_canvas *c, struct buf *out, struct err *err)
{
    if (!c->failed && c->n_pages == 0)
        canvas_fail(c, ERR_INTEGRITY, "finish", "a document without pages");
    if (!c->failed)
        set_id(c);
    if (!c->failed)
        HPDF_SaveToStream(c->doc);
    if (!c->failed) {
        HPDF_UINT32 size = HPDF_GetStreamSize(c->doc);
        HPDF_BYTE *bytes = mem_alloc((size_t)size + 1);
        HPDF_UINT32 got = size;
        HPDF_ReadFromStream(c->doc, bytes, &got);
        if (!c->failed && got == size)
            buf_add(out, bytes, size);
        else
            canvas_fail(c, ERR_INTEGRITY, "finish", "cannot read back the document");
        free(bytes);
    }
    if (c->failed)
        return err_set(err, c->err.code, "%s", c->err.msg);
    return 0;
}

static void forget_state(struct pdf_canvas *c)
{
    c->depth = 0;
    c->state[0] = (struct gstate){ 0 };
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
    c->pages = mem_grow(c->pages, c->n_pages + 1, sizeof(HPDF_Page));
    c->pages[c->n_pages++] = page;
    c->page = page;
    forget_state(c);
    if (READY(c, "page", width, height)) {
        HPDF_Page_SetWidth(page, grid(width));
        HPDF_Page_SetHeight(page, grid(height));
        HPDF_Page_SetLineJoin(page, HPDF_ROUND_JOIN);
    }
    return c->n_pages - 1;
}

void pdf_page_select(struct pdf_canvas *c, size_t index)
{
    if (c->failed)
        return;
    if (index >= c->n_pages || c->depth > 0) {
        canvas_fail(c, ERR_INTEGRITY, "page select", "no such page, or state saved on this one");
        return;
    }
    c->page = c->pages[index];
    forget_state(c);
    READY(c, "page select", (double)index);
}

size_t pdf_page_count(const struct pdf_canvas *c)
{
    return c->n_pages;
}

void pdf_save(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "save", NULL, 0))
        return;
    if (c->depth == MAX_SAVES) {
        canvas_fail(c, ERR_INTEGRITY, "save", "nested too deeply");
        return;
    }
    c->state[c->depth + 1] = c->state[c->depth];
    c->depth++;
    HPDF_Page_GSave(c->page);
}

void pdf_restore(struct pdf_canvas *c)
{
    if (!canvas_ready(c, "restore", NULL, 0))
        return;
    if (c->depth == 0) {
        canvas_fail(c, ERR_INTEGRITY, "restore", "nothing was saved");
        return;
    }
    c->depth--;
    HPDF_Page_GRestore(c->page);
}

void pdf_clip_rect(struct pdf_canvas *c, double x, double y, double width, double height)
{
    if (!READY(c, "clip", x, y, width, height))
        return;
    HPDF_Page_Rectangle(c->page, grid(x), grid(y), grid(width), grid(height));
    HPDF_Page_Clip(c->page);
    HPDF_Page_EndPath(c->page);
}

static bool same_rgb(struct rgb a, struct rgb b)
{
    return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) < 1e-9;
}

/* An even count of small positive integers, or none: all that libharu 2.3 can take. */
static void set_dash(struct pdf_canvas *c, enum pdf_dash dash)
{
    static const struct {
        HPDF_UINT16 lengths[4];
        HPDF_UINT n;
    } patterns[PDF_DASH_COUNT] = {
        [DASH_SOLID] = { { 0 }, 0 },
        [DASH_LONG] = { { 6, 2 }, 2 },
        [DASH_SHORT] = { { 3, 2 }, 2 },
        [DASH_DOT] = { { 1, 2 }, 2 },
        [DASH_DASHDOT] = { { 6, 2, 1, 2 }, 4 },
    };
    size_t i = (size_t)dash % PDF_DASH_COUNT;
    HPDF_Page_SetDash(c->page, patterns[i].n == 0 ? NULL : patterns[i].lengths, patterns[i].n, 0);
}

void pdf_stroke_style(struct pdf_canvas *c, struct rgb colour, double width, enum pdf_dash dash)
{
    if (!READY(c, "stroke style", colour.r, colour.g, colour.b, width, (double)dash))
        return;
    struct gstate *s = &c->state[c->depth];
    if (!s->has_stroke || !same_rgb(s->stroke, colour))
        HPDF_Page_SetRGBStroke(c->page, grid(colour.r), grid(colour.g), grid(colour.b));
    if (!s->has_stroke || fabs(s->width - width) > 1e-9)
        HPDF_Page_SetLineWidth(c->page, grid(width));
    if (!s->has_stroke || s->dash != dash)
        set_dash(c, dash);
    s->stroke = colour;
    s->width = width;
    s->dash = dash;
    s->has_stroke = true;
}

void pdf_fill_colour(struct pdf_canvas *c, struct rgb colour)
{
    if (!READY(c, "fill colour", colour.r, colour.g, colour.b))
        return;
    struct gstate *s = &c->state[c->depth];
    if (!s->has_fill || !same_rgb(s->fill, colour))
        HPDF_Page_SetRGBFill(c->page, grid(colour.r), grid(colour.g), grid(colour.b));
    s->fill = colour;
    s->has_fill = true;
}

static HPDF_ExtGState alpha_find(struct pdf_canvas *c, int fill, int stroke)
{
    for (size_t i = 0; i < c->n_alphas; i++) {
        if (c->alphas[i].fill == fill && c->alphas[i].stroke == stroke)
            return c->alphas[i].handle;
    }
    if (c->n_alphas == ALPHA_CACHE) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "too many different opacities");
        return NULL;
    }
    HPDF_ExtGState state = HPDF_CreateExtGState(c->doc);
    if (state == NULL)
        return NULL;
    HPDF_ExtGState_SetAlphaFill(state, grid(fill / 100.0));
    HPDF_ExtGState_SetAlphaStroke(state, grid(stroke / 100.0));
    c->alphas[c->n_alphas++] = (struct alpha_state){ fill, stroke, state };
    return state;
}

void pdf_opacity(struct pdf_canvas *c, double fill, double stroke)
{
    if (!READY(c, "opacity", fill, stroke))
        return;
    if (fill < 0 || fill > 1 || stroke < 0 || stroke > 1) {
        canvas_fail(c, ERR_INTEGRITY, "opacity", "not between 0 and 1");
        return;
    }
    HPDF_ExtGState state = alpha_find(c, (int)lround(fill * 100), (int)lround(stroke * 100));
    if (state != NULL)
        HPDF_Page_SetExtGState(c->page, state);
}

void pdf_line(struct pdf_canvas *c, double x0, double y0, double x1, double y1)
{
    pdf_polyline(c, (const double[]){ x0, y0, x1, y1 }, 2);
}

static void trace(struct pdf_canvas *c, const double *xy, size_t n)
{
    HPDF_Page_MoveTo(c->page, grid(xy[0]), grid(xy[1]));
    for (size_t i = 1; i < n; i++)
        HPDF_Page_LineTo(c->page, grid(xy[2 * i]), grid(xy[2 * i + 1]));
}

void pdf_polyline(struct pdf_canvas *c, const double *xy, size_t n)
{
    if (n < 2 || !canvas_ready(c, "polyline", xy, 2 * n))
        return;
    trace(c, xy, n);
    HPDF_Page_Stroke(c->page);
}

static void paint_path(struct pdf_canvas *c, unsigned paint)
{
    if (paint == (PAINT_FILL | PAINT_STROKE))
        HPDF_Page_FillStroke(c->page);
    else if (paint == PAINT_FILL)
        HPDF_Page_Fill(c->page);
    else
        HPDF_Page_Stroke(c->page);
}

void pdf_polygon(struct pdf_canvas *c, const double *xy, size_t n, unsigned paint)
{
    if (n < 3 || !canvas_ready(c, "polygon", xy, 2 * n))
        return;
    trace(c, xy, n);
    HPDF_Page_ClosePath(c->page);
    paint_path(c, paint);
}

void pdf_rect(struct pdf_canvas *c, double x, double y, double width, double height, unsigned paint)
{
    if (!READY(c, "rect", x, y, width, height, (double)paint))
        return;
    HPDF_Page_Rectangle(c->page, grid(x), grid(y), grid(width), grid(height));
    paint_path(c, paint);
}

void pdf_circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    if (!READY(c, "circle", x, y, radius, (double)paint))
        return;
    /* Four Bezier arcs of our own: libharu computes these points in float, off our grid. */
    double k = radius * 0.5522847498;
    HPDF_Page_MoveTo(c->page, grid(x + radius), grid(y));
    HPDF_Page_CurveTo(c->page, grid(x + radius), grid(y + k), grid(x + k), grid(y + radius),
                      grid(x), grid(y + radius));
    HPDF_Page_CurveTo(c->page, grid(x - k), grid(y + radius), grid(x - radius), grid(y + k),
                      grid(x - radius), grid(y));
    HPDF_Page_CurveTo(c->page, grid(x - radius), grid(y - k), grid(x - k), grid(y - radius),
                      grid(x), grid(y - radius));
    HPDF_Page_CurveTo(c->page, grid(x + k), grid(y - radius), grid(x + radius), grid(y - k),
                      grid(x + radius), grid(y));
    HPDF_Page_ClosePath(c->page);
    paint_path(c, paint);
}

static HPDF_Destination destination(struct pdf_canvas *c, size_t page, double y)
{
    if (page >= c->n_pages) {
        canvas_fail(c, ERR_INTEGRITY, "link", "no such page");
        return NULL;
    }
    HPDF_Destination d = HPDF_Page_CreateDestination(c->pages[page]);
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
    const char *text = printable_ascii(&c->scratch, title);
    sha256_update(&c->calls, text, strlen(text));
    HPDF_Outline parent = level > 0 ? c->chapter : NULL;
    HPDF_Outline entry = HPDF_CreateOutline(c->doc, parent, text, NULL);
    HPDF_Destination d = destination(c, page, y);
    if (entry != NULL && d != NULL)
        HPDF_Outline_SetDestination(entry, d);
    if (level == 0)
        c->chapter = entry;
    arena_reset(&c->scratch);
}

void pdf_link(struct pdf_canvas *c, double x, double y, double width, double height,
              size_t target_page, double target_y)
{
    if (!READY(c, "link", x, y, width, height, (double)target_page, target_y))
        return;
    HPDF_Destination d = destination(c, target_page, target_y);
    if (d == NULL)
        return;
    HPDF_Rect rect = { grid(x), grid(y), grid(x + width), grid(y + height) };
    HPDF_Annotation link = HPDF_Page_CreateLinkAnnot(c->page, rect, d);
    if (link != NULL)
        HPDF_LinkAnnot_SetBorderStyle(link, 0, 0, 0);
}
