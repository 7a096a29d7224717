/*
 * libharu 2.3 gives fonts, objects and the file; what is on a page is written by pdf_content.h and
 * deflated when the page is left.
 *
 * libharu writes garbage bytes for NaN without an error, 0.999995 as 0, and widths of zero for a
 * font with its own encoding.  Numbers are therefore checked and rounded here, and the Symbol
 * widths come from the AFM file.
 */
#include "reports/pdf/pdf_canvas_internal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/sha256.h"

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

static void release_page(struct canvas_page *page)
{
    buf_release(&page->content);
    buf_release(&page->packed);
    free(page->parts);
}

void pdf_canvas_close(struct pdf_canvas *c)
{
    if (c == NULL)
        return;
    if (c->doc != NULL)
        HPDF_Free(c->doc);
    deflater_free(c->deflater);
    for (size_t i = 0; i < c->n_pages; i++)
        release_page(&c->pages[i]);
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

static void deflate_content(struct pdf_canvas *c, struct canvas_page *page)
{
    if (page->content.overflow)
        canvas_fail(c, ERR_INTEGRITY, "finish", "a page of more than a gigabyte");
    if (page->n_parts == 0)
        deflate_open(&page->packed);
    page->parts = mem_grow(page->parts, page->n_parts + 1, sizeof(*page->parts));
    page->parts[page->n_parts++] =
        deflate_part(c->deflater, page->content.data, page->content.len, &page->packed);
    buf_release(&page->content);
}

/* The page is complete but for its number. */
static void leave_page(struct pdf_canvas *c)
{
    if (c->n_pages == 0)
        return;
    for (; c->depth > 0; c->depth--)
        c->drawing->restore(c);
    struct canvas_page *page = canvas_page(c);
    if (!c->plain && page->content.len > 0)
        deflate_content(c, page);
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
