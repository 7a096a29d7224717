/*
 * elf_scan.c - what a linked object asks of the program that loads it.
 *
 * The object was made by our linker from hostile text, so every offset is checked.
 */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

/* nvcc's limit on static shared memory of a kernel, bytes. */
#define STATIC_SHARED_MAX ((uint64_t)48 * 1024)

static const char *const allowed_symbols[] = {
    "memcpy",
    "memset",
    "memmove",
    "memcmp",
    "rb_rt_sync",
    "rb_rt_warp",
    "rb_rt_block",
    "rb_rt_block_start",
    "rb_rt_bad_argument",
};
/* Each with its float form. */
static const char *const allowed_math[] = {
    "exp",       "exp2",      "expm1", "log",   "log2",  "log10",  "log1p",    "sqrt",
    "cbrt",      "sin",       "cos",   "tan",   "asin",  "acos",   "atan",     "sinh",
    "cosh",      "tanh",      "asinh", "acosh", "atanh", "floor",  "ceil",     "round",
    "rint",      "nearbyint", "trunc", "fabs",  "erf",   "erfc",   "tgamma",   "lgamma",
    "pow",       "fmod",      "fmax",  "fmin",  "atan2", "hypot",  "copysign", "fdim",
    "remainder", "nextafter", "fma",   "ldexp", "frexp", "sincos", "lround",   "lrint",
    "scalbn",    "exp10",
};

struct elf {
    const unsigned char *data;
    size_t len;
    Elf64_Ehdr header;
    struct scan_result *out;
};

static bool damaged(struct elf *e)
{
    e->out->verdict = SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message, "the object is not as the linker writes it");
    return false;
}

static bool read_at(struct elf *e, uint64_t offset, void *out, size_t size)
{
    if (offset > e->len || size > e->len - offset)
        return damaged(e);
    memcpy(out, e->data + offset, size);
    return true;
}

static bool section(struct elf *e, unsigned i, Elf64_Shdr *out)
{
    if (i >= e->header.e_shnum || e->header.e_shentsize != sizeof *out)
        return damaged(e);
    if (!read_at(e, e->header.e_shoff + (uint64_t)i * sizeof *out, out, sizeof *out))
        return false;
    if (out->sh_type != SHT_NOBITS && out->sh_type != SHT_NULL &&
        (out->sh_offset > e->len || out->sh_size > e->len - out->sh_offset))
        return damaged(e);
    return true;
}

/* The NUL-terminated string at an offset of a string table. */
static const char *string_at(struct elf *e, const Elf64_Shdr *strings, uint64_t offset)
{
    if (offset >= strings->sh_size)
        return NULL;
    const char *s = (const char *)e->data + strings->sh_offset + offset;
    return memchr(s, '\0', strings->sh_size - offset) != NULL ? s : NULL;
}

static bool is_allowed(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(allowed_symbols); i++)
        if (strcmp(name, allowed_symbols[i]) == 0)
            return true;
    for (size_t i = 0; i < ARRAY_LEN(allowed_math); i++) {
        size_t n = strlen(allowed_math[i]);
        if (strncmp(name, allowed_math[i], n) == 0 &&
            (name[n] == '\0' || (name[n] == 'f' && name[n + 1] == '\0')))
            return true;
    }
    return false;
}

/* A C++ name is a device function that was declared and never written; a plain one is a C library.
 */
static void judge_undefined(struct elf *e, const char *name)
{
    if (is_allowed(name))
        return;
    bool honest = strncmp(name, "_Z", 2) == 0 || strncmp(name, "__", 2) == 0;
    e->out->verdict = honest ? SCAN_UNSUPPORTED : SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message, "undefined %s '%.100s'",
             honest ? "device function" : "host function", name);
}

/* Static shared memory of one function: "_ZZ<function>E<name>" are its variables. */
static uint64_t shared_of(struct elf *e, const Elf64_Shdr *table, const Elf64_Shdr *strings,
                          const char *name)
{
    const char *end = strrchr(name, 'E');
    size_t n = strncmp(name, "_ZZ", 3) == 0 && end != NULL ? (size_t)(end - name) : 0;
    uint64_t total = 0;
    for (uint64_t i = 1; i < table->sh_size / sizeof(Elf64_Sym) && n != 0; i++) {
        Elf64_Sym s;
        if (!read_at(e, table->sh_offset + i * sizeof s, &s, sizeof s))
            return 0;
        const char *other = string_at(e, strings, s.st_name);
        if (ELF64_ST_TYPE(s.st_info) == STT_TLS && other != NULL && strncmp(other, name, n) == 0 &&
            other[n] == 'E' && strchr(other + n + 1, 'E') == NULL)
            total += s.st_size;
    }
    return total;
}

static bool scan_shared(struct elf *e, const Elf64_Shdr *table, const Elf64_Shdr *strings,
                        const char *name, uint64_t bytes)
{
    uint64_t all = shared_of(e, table, strings, name);
    all = all > bytes ? all : bytes;
    if (all <= STATIC_SHARED_MAX || strcmp(name, "rb_dyn_smem") == 0)
        return true;
    e->out->verdict = SCAN_UNSUPPORTED;
    snprintf(e->out->message, sizeof e->out->message,
             "uses too much shared memory: %llu bytes, at most 49152 are static",
             (unsigned long long)all);
    return false;
}

static bool scan_symbols(struct elf *e, const Elf64_Shdr *table)
{
    Elf64_Shdr strings;
    if (!section(e, table->sh_link, &strings))
        return false;
    for (uint64_t i = 1; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym s;
        if (!read_at(e, table->sh_offset + i * sizeof s, &s, sizeof s))
            return false;
        const char *name = string_at(e, &strings, s.st_name);
        if (name == NULL)
            return damaged(e);
        if (ELF64_ST_TYPE(s.st_info) == STT_GNU_IFUNC) {
            e->out->verdict = SCAN_HOST_CODE;
            snprintf(e->out->message, sizeof e->out->message,
                     "'%.100s' is chosen by code that runs at load time", name);
        } else if (s.st_shndx == SHN_UNDEF && name[0] != '\0') {
            judge_undefined(e, name);
        }
        if (e->out->verdict != SCAN_OK)
            return false;
        if (ELF64_ST_TYPE(s.st_info) == STT_TLS &&
            !scan_shared(e, table, &strings, name, s.st_size))
            return false;
    }
    return true;
}

static bool scan_relocations(struct elf *e, const Elf64_Shdr *table)
{
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        if (!read_at(e, table->sh_offset + i * sizeof r, &r, sizeof r))
            return false;
        if (ELF64_R_TYPE(r.r_info) == R_X86_64_IRELATIVE)
            return damaged(e);
    }
    return true;
}

static bool scan_dynamic(struct elf *e, const Elf64_Shdr *table)
{
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Dyn); i++) {
        Elf64_Dyn d;
        if (!read_at(e, table->sh_offset + i * sizeof d, &d, sizeof d))
            return false;
        bool runs = d.d_tag == DT_INIT || d.d_tag == DT_FINI || d.d_tag == DT_INIT_ARRAY ||
                    d.d_tag == DT_FINI_ARRAY || d.d_tag == DT_PREINIT_ARRAY;
        if (!runs && d.d_tag != DT_NEEDED && d.d_tag != DT_TEXTREL)
            continue;
        e->out->verdict = SCAN_HOST_CODE;
        snprintf(e->out->message, sizeof e->out->message, "%s",
                 runs ? "code that runs when the object is loaded (a constructor, or a __device__ "
                        "variable that is initialised by a call)"
                      : "the object depends on a library");
        return false;
    }
    return true;
}

static bool scan_sections(struct elf *e)
{
    for (unsigned i = 0; i < e->header.e_shnum; i++) {
        Elf64_Shdr s;
        bool ok = section(e, i, &s);
        if (ok && (s.sh_type == SHT_SYMTAB || s.sh_type == SHT_DYNSYM))
            ok = scan_symbols(e, &s);
        else if (ok && s.sh_type == SHT_RELA)
            ok = scan_relocations(e, &s);
        else if (ok && s.sh_type == SHT_DYNAMIC)
            ok = scan_dynamic(e, &s);
        if (!ok)
            return false;
    }
    return true;
}

/* Segments: how much thread-local data, and nothing both writable and executable. */
static bool scan_segments(struct elf *e)
{
    for (unsigned i = 0; i < e->header.e_phnum; i++) {
        Elf64_Phdr p;
        if (!read_at(e, e->header.e_phoff + (uint64_t)i * sizeof p, &p, sizeof p))
            return false;
        if (p.p_type == PT_TLS)
            e->out->tls_bytes = p.p_memsz;
        if (p.p_type == PT_LOAD && (p.p_flags & PF_W) != 0) {
            e->out->state_bytes += p.p_memsz;
            if ((p.p_flags & PF_X) != 0)
                return damaged(e);
        }
        if (p.p_type == PT_INTERP)
            return damaged(e);
    }
    return true;
}

void scan_object(const unsigned char *data, size_t len, struct scan_result *out)
{
    struct elf e = { .data = data, .len = len, .out = out };
    *out = (struct scan_result){ .verdict = SCAN_OK };
    if (!read_at(&e, 0, &e.header, sizeof e.header))
        return;
    if (memcmp(e.header.e_ident, ELFMAG, SELFMAG) != 0 ||
        e.header.e_ident[EI_CLASS] != ELFCLASS64 || e.header.e_type != ET_DYN ||
        e.header.e_phentsize != sizeof(Elf64_Phdr)) {
        (void)damaged(&e);
        return;
    }
    if (scan_segments(&e))
        (void)scan_sections(&e);
}
