/* pdf_canvas_links.c - outline, links, attached files. */
#include "reports/pdf/pdf_canvas_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void pdf_link(struct pdf_canvas *c, double x, double y, double width, double height,
              size_t target_page, double target_y)
{
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
