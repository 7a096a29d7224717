/*
 * drawing_pdf.c - operators of a content stream, and libharu's file around it.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "reports/pdf/pdf_canvas_internal.h"
#include "src/base/buf.h"
#include "src/base/number.h"

#define MAX_RUN 500 /* of one show operator */

static void begin(struct pdf_canvas *c, double width, double height)
{
    const float size[] = { grid(width), grid(height) };
    sha256_update(&c->identity, size, sizeof(size));
    HPDF_Page_SetWidth(canvas_page(c)->handle, size[0]);
    HPDF_Page_SetHeight(canvas_page(c)->handle, size[1]);
    OP(c, "j", 1);
}

static void save(struct pdf_canvas *c)
{
    canvas_op(c, "q");
}

static void restore(struct pdf_canvas *c)
{
    canvas_op(c, "Q");
}

static void clip(struct pdf_canvas *c, double x, double y, double width, double height)
{
    OP(c, "re", x, y, width, height);
    canvas_op(c, "W n");
}

static bool same_rgb(struct rgb a, struct rgb b)
{
    return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) < 1e-9;
}

static void set_dash(struct pdf_canvas *c, enum pdf_dash dash)
{
    static const char *const operators[PDF_DASH_COUNT] = {
        [DASH_SOLID] = "[] 0 d\n",          [DASH_LONG] = "[6 2] 0 d\n",
        [DASH_SHORT] = "[3 2] 0 d\n",       [DASH_DOT] = "[1 2] 0 d\n",
        [DASH_DASHDOT] = "[6 2 1 2] 0 d\n",
    };
    buf_puts(&canvas_page(c)->content, operators[(size_t)dash % PDF_DASH_COUNT]);
}

static void stroke(struct pdf_canvas *c, const struct gstate *next)
{
    const struct gstate *s = &c->state[c->depth];
    if (!s->has_stroke || !same_rgb(s->stroke, next->stroke))
        OP(c, "RG", next->stroke.r, next->stroke.g, next->stroke.b);
    if (!s->has_stroke || fabs(s->width - next->width) > 1e-9)
        OP(c, "w", next->width);
    if (!s->has_stroke || s->dash != next->dash)
        set_dash(c, next->dash);
}

static void fill(struct pdf_canvas *c, struct rgb colour)
{
    const struct gstate *s = &c->state[c->depth];
    if (!s->has_fill || !same_rgb(s->fill, colour))
        OP(c, "rg", colour.r, colour.g, colour.b);
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

static void opacity(struct pdf_canvas *c, int fill_percent, int stroke_percent)
{
    HPDF_ExtGState state = alpha_find(c, fill_percent, stroke_percent);
    if (state != NULL)
        content_resource(&canvas_page(c)->content,
                         HPDF_Page_GetExtGStateName(canvas_page(c)->handle, state), NULL, "gs");
}

static void trace(struct pdf_canvas *c, const double *xy, size_t n)
{
    struct buf *out = &canvas_page(c)->content;
    content_op(out, "m", xy, 2);
    for (size_t i = 1; i < n; i++)
        content_op(out, "l", xy + 2 * i, 2);
}

static void paint_path(struct pdf_canvas *c, unsigned paint)
{
    if (paint == (PAINT_FILL | PAINT_STROKE))
        canvas_op(c, "B");
    else if (paint == PAINT_FILL)
        canvas_op(c, "f");
    else
        canvas_op(c, "S");
}

static void path(struct pdf_canvas *c, const double *xy, size_t n, bool closed, unsigned paint)
{
    trace(c, xy, n);
    if (closed)
        canvas_op(c, "h");
    paint_path(c, paint);
}

static void rect(struct pdf_canvas *c, double x, double y, double width, double height,
                 unsigned paint)
{
    OP(c, "re", x, y, width, height);
    paint_path(c, paint);
}

static void circle(struct pdf_canvas *c, double x, double y, double radius, unsigned paint)
{
    double k = radius * 0.5522847498;
    OP(c, "m", x + radius, y);
    OP(c, "c", x + radius, y + k, x + k, y + radius, x, y + radius);
    OP(c, "c", x - k, y + radius, x - radius, y + k, x - radius, y);
    OP(c, "c", x - radius, y - k, x - k, y - radius, x, y - radius);
    OP(c, "c", x + k, y - radius, x + radius, y - k, x + radius, y);
    canvas_op(c, "h");
    paint_path(c, paint);
}

/* A line of no length with round caps is a disc. */
static void dots(struct pdf_canvas *c, const double *xy, size_t n)
{
    OP(c, "J", 1);
    for (size_t i = 0; i < n; i++) {
        trace(c, (const double[]){ xy[2 * i], xy[2 * i + 1], xy[2 * i], xy[2 * i + 1] }, 2);
        canvas_op(c, "S");
    }
}

static void show(struct pdf_canvas *c, const struct text_style *style, enum pdf_font font,
                 const double at[2], const uint16_t *codes, size_t n)
{
    const double x = at[0], y = at[1];
    char text[MAX_RUN];
    struct canvas_page *page = canvas_page(c);
    const char *name = HPDF_Page_GetLocalFontName(page->handle, canvas_font(c, font));
    if (name == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        text[i] = (char)(unsigned char)(codes[i] & 0xFF);
    canvas_op(c, "BT");
    content_resource(&page->content, name, &style->size, "Tf");
    if (style->upright)
        OP(c, "Tm", 0, 1, -1, 0, x, y);
    else
        OP(c, "Td", x, y);
    content_show(&page->content, text, n);
    canvas_op(c, "ET");
}

static void set_id(struct pdf_canvas *c)
{
    unsigned char digest[32];
    sha256_final(&c->identity, digest);
    HPDF_Array id = HPDF_Array_New(c->doc->mmgr);
    if (id == NULL || HPDF_Dict_Add(c->doc->trailer, "ID", id) != HPDF_OK)
        return;
    for (int i = 0; i < 2; i++)
        HPDF_Array_Add(id, HPDF_Binary_New(c->doc->mmgr, digest, 16));
}

static HPDF_STATUS write_filter(HPDF_Dict contents, HPDF_Stream out)
{
    (void)contents;
    return HPDF_Stream_WriteStr(out, "/Filter /FlateDecode\n");
}

/* A stream with the filter would be deflated again by libharu, so it is told of none. */
static void set_content(struct pdf_canvas *c, struct canvas_page *page)
{
    HPDF_PageAttr attr = page->handle->attr;
    HPDF_Page_SetFilter(page->handle, HPDF_STREAM_FILTER_NONE);
    struct buf *bytes = c->plain ? &page->content : &page->packed;
    if (!c->plain) {
        if (page->n_parts == 0)
            deflate_open(bytes);
        deflate_close(bytes, page->parts, page->n_parts);
        attr->contents->write_fn = write_filter;
    }
    if (bytes->overflow)
        canvas_fail(c, ERR_INTEGRITY, "finish", "a page of more than a gigabyte");
    sha256_update(&c->identity, bytes->data, bytes->len);
    HPDF_Stream_Write(attr->stream, (const HPDF_BYTE *)bytes->data, (HPDF_UINT)bytes->len);
}

static void write_document(struct pdf_canvas *c, struct buf *out)
{
    HPDF_SaveToStream(c->doc);
    HPDF_Stream file = c->doc->stream;
    HPDF_UINT blocks = c->failed ? 0 : HPDF_MemStream_GetBufCount(file), n = 0;
    size_t len = out->len;
    for (HPDF_UINT i = 0; i < blocks; i++) {
        const HPDF_BYTE *bytes = HPDF_MemStream_GetBufPtr(file, i, &n);
        if (bytes != NULL)
            buf_add(out, bytes, n);
    }
    if (!c->failed && (out->overflow || out->len - len != HPDF_GetStreamSize(c->doc)))
        canvas_fail(c, ERR_INTEGRITY, "finish", "cannot read back the document");
}

static void finish(struct pdf_canvas *c, struct buf *out)
{
    canvas_write_attached(c);
    for (size_t i = 0; i < c->n_pages && !c->failed; i++)
        set_content(c, &c->pages[i]);
    if (!c->failed)
        set_id(c);
    if (!c->failed)
        write_document(c, out);
}

const struct drawing drawing_pdf = { begin, save, restore, clip, stroke, fill,  opacity,
                                     path,  rect, circle,  dots, show,   finish };

#define OPERAND_ROOM 16 /* characters of -999999999.999 and a blank */
#define OP_ROOM      8

void content_op(struct buf *out, const char *op, const double *numbers, size_t n)
{
    char line[CONTENT_OPERANDS_MOST * OPERAND_ROOM + OP_ROOM + 1];
    char *p = line;
    size_t len = strlen(op);
    assert(n <= CONTENT_OPERANDS_MOST && len <= OP_ROOM);
    for (size_t i = 0; i < n; i++) {
        assert(fabs(numbers[i]) <= CONTENT_NUMBER_MOST);
        p += number_put_fixed(p, numbers[i], 3);
        *p++ = ' ';
    }
    memcpy(p, op, len);
    p[len] = '\n';
    buf_add(out, line, (size_t)(p - line) + len + 1);
}

void content_resource(struct buf *out, const char *name, const double *number, const char *op)
{
    buf_putc(out, '/');
    buf_puts(out, name);
    buf_putc(out, ' ');
    content_op(out, op, number, number != NULL ? 1 : 0);
}

static char *put_escaped(char *p, unsigned char c)
{
    if (c < 0x20 || c > 0x7E) {
        *p++ = '\\';
        *p++ = (char)('0' + c / 64);
        *p++ = (char)('0' + c / 8 % 8);
        *p++ = (char)('0' + c % 8);
        return p;
    }
    if (c == '(' || c == ')' || c == '\\')
        *p++ = '\\';
    *p++ = (char)c;
    return p;
}

void content_show(struct buf *out, const char *bytes, size_t n)
{
    char piece[256];
    char *p = piece;
    *p++ = '(';
    for (size_t i = 0; i < n; i++) {
        p = put_escaped(p, (unsigned char)bytes[i]);
        if (p - piece > (ptrdiff_t)sizeof(piece) - 4) {
            buf_add(out, piece, (size_t)(p - piece));
            p = piece;
        }
    }
    buf_add(out, piece, (size_t)(p - piece));
    buf_puts(out, ") Tj\n");
}
