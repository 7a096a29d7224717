/*
 * elf_scan.c - what a linked object asks of the program that loads it.
 *
 * The object comes from hostile text, so every offset is checked.
 */
#include <elf.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

/* nvcc's limit for a kernel, bytes. */
#define STATIC_SHARED_MAX ((uint64_t)48 * 1024)
#define PAGE_BYTES        ((uint64_t)4096)
/* The alignment of the program's own thread-local data, with which the loader places an
 * object's. */
#define MOST_SHARED_ALIGN 1024

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
/* The float form of each is allowed too. */
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

static bool is_launch(const char *name)
{
    static const char prefix[] = "rb_launch_";
    const char *number = name + sizeof prefix - 1;
    return strncmp(name, prefix, sizeof prefix - 1) == 0 && number[0] != '\0' &&
           number[strspn(number, "0123456789")] == '\0';
}

/* An undefined C++ name is a device function without a body; a plain one is of a C library. */
static void decide_undefined(struct elf *e, const char *name)
{
    if (is_allowed(name))
        return;
    bool honest = strncmp(name, "_Z", 2) == 0 || strncmp(name, "__", 2) == 0;
    e->out->verdict = honest ? SCAN_UNSUPPORTED : SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message, "undefined %s '%.100s'",
             honest ? "device function" : "host function", name);
}

/* Variables of a function are named "_ZZ<function>E<name>". */
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
            decide_undefined(e, name);
        }
        if (e->out->verdict != SCAN_OK)
            return false;
        if (table->sh_type == SHT_DYNSYM && s.st_shndx != SHN_UNDEF && !is_launch(name)) {
            e->out->verdict = SCAN_HOST_CODE;
            snprintf(e->out->message, sizeof e->out->message, "the object exports '%.100s'", name);
            return false;
        }
        if (ELF64_ST_TYPE(s.st_info) == STT_TLS && strcmp(name, "rb_dyn_smem") == 0) {
            e->out->has_dynamic = true;
            e->out->dynamic_offset = s.st_value;
        }
        if (ELF64_ST_TYPE(s.st_info) == STT_TLS &&
            !scan_shared(e, table, &strings, name, s.st_size))
            return false;
    }
    return true;
}

/* These put an address somewhere; none calls something to compute it. */
static bool scan_relocations(struct elf *e, const Elf64_Shdr *table)
{
    static const unsigned char allowed[] = { R_X86_64_NONE,     R_X86_64_64,
                                             R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT,
                                             R_X86_64_RELATIVE, R_X86_64_TPOFF64 };
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        if (!read_at(e, table->sh_offset + i * sizeof r, &r, sizeof r))
            return false;
        uint64_t type = ELF64_R_TYPE(r.r_info);
        if (type > UCHAR_MAX || memchr(allowed, (int)type, sizeof allowed) == NULL) {
            e->out->verdict = SCAN_HOST_CODE;
            snprintf(e->out->message, sizeof e->out->message,
                     "the object asks for a relocation of type %llu", (unsigned long long)type);
            return false;
        }
    }
    return true;
}

static bool scan_dynamic(struct elf *e, const Elf64_Shdr *table)
{
    static const int64_t allowed[] = { DT_NULL,     DT_HASH,     DT_GNU_HASH, DT_STRTAB,
                                       DT_SYMTAB,   DT_STRSZ,    DT_SYMENT,   DT_PLTGOT,
                                       DT_JMPREL,   DT_PLTRELSZ, DT_PLTREL,   DT_RELA,
                                       DT_RELASZ,   DT_RELAENT,  DT_FLAGS,    DT_FLAGS_1,
                                       DT_RELACOUNT };
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Dyn); i++) {
        Elf64_Dyn d;
        bool known = false;
        if (!read_at(e, table->sh_offset + i * sizeof d, &d, sizeof d))
            return false;
        for (size_t k = 0; k < ARRAY_LEN(allowed); k++)
            known = known || d.d_tag == allowed[k];
        if (known)
            continue;
        e->out->verdict = SCAN_HOST_CODE;
        snprintf(e->out->message, sizeof e->out->message,
                 "the object asks the loader for more than memory (entry %lld)",
                 (long long)d.d_tag);
        return false;
    }
    return true;
}

/* rest: .NAME.anything matches as well. */
struct section_row {
    const char *name;
    bool rest;
    uint64_t flags;
};
#define MERGED (SHF_MERGE | SHF_STRINGS | SHF_INFO_LINK | SHF_GROUP)

static const struct section_row relocatable_sections[] = {
    { ".text", true, SHF_ALLOC | SHF_EXECINSTR },
    { ".rodata", true, SHF_ALLOC },
    { ".data", true, SHF_ALLOC | SHF_WRITE },
    { ".bss", true, SHF_ALLOC | SHF_WRITE },
    { ".tdata", true, SHF_ALLOC | SHF_WRITE | SHF_TLS },
    { ".tbss", true, SHF_ALLOC | SHF_WRITE | SHF_TLS },
    { ".rela", true, 0 },
    { ".note.GNU-stack", false, 0 },
    { ".group", false, 0 },
    { ".symtab", false, 0 },
    { ".symtab_shndx", false, 0 },
    { ".strtab", false, 0 },
    { ".shstrtab", false, 0 },
    { "", false, 0 },
};
static const struct section_row object_sections[] = {
    { ".text", false, SHF_ALLOC | SHF_EXECINSTR },
    { ".rodata", false, SHF_ALLOC },
    { ".data", false, SHF_ALLOC | SHF_WRITE },
    { ".data.rel.ro", false, SHF_ALLOC | SHF_WRITE },
    { ".bss", false, SHF_ALLOC | SHF_WRITE },
    { ".tdata", false, SHF_ALLOC | SHF_WRITE | SHF_TLS },
    { ".tbss", false, SHF_ALLOC | SHF_WRITE | SHF_TLS },
    { ".dynamic", false, SHF_ALLOC | SHF_WRITE },
    { ".got", false, SHF_ALLOC | SHF_WRITE },
    { ".got.plt", false, SHF_ALLOC | SHF_WRITE },
    { ".dynstr", false, SHF_ALLOC },
    { ".dynsym", false, SHF_ALLOC },
    { ".gnu.hash", false, SHF_ALLOC },
    { ".eh_frame", false, SHF_ALLOC },
    { ".rela.dyn", false, SHF_ALLOC },
    { ".rela.plt", false, SHF_ALLOC },
    { ".plt", false, SHF_ALLOC | SHF_EXECINSTR },
    { ".plt.got", false, SHF_ALLOC | SHF_EXECINSTR },
    { ".symtab", false, 0 },
    { ".strtab", false, 0 },
    { ".shstrtab", false, 0 },
    { "", false, 0 },
};

static bool section_is_listed(const char *name, uint64_t flags, const struct section_row *rows,
                              size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(rows[i].name);
        bool named = strcmp(name, rows[i].name) == 0 ||
                     (rows[i].rest && strncmp(name, rows[i].name, len) == 0 && name[len] == '.');
        if (named && ((flags ^ rows[i].flags) & ~(uint64_t)MERGED) == 0)
            return true;
    }
    return false;
}

static bool check_section(struct elf *e, const Elf64_Shdr *s, const struct section_row *rows,
                          size_t n)
{
    Elf64_Shdr names;
    if (!section(e, e->header.e_shstrndx, &names))
        return false;
    const char *name = string_at(e, &names, s->sh_name);
    if (name == NULL)
        return damaged(e);
    if (section_is_listed(name, s->sh_flags, rows, n))
        return true;
    e->out->verdict = SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message, "section '%.100s' in the compiled code",
             name);
    return false;
}

static bool scan_instructions(struct elf *e, const Elf64_Shdr *s)
{
    size_t bad = 0;
    if (s->sh_type == SHT_NOBITS)
        return damaged(e);
    if (scan_code(e->data + s->sh_offset, s->sh_size, &bad))
        return true;
    const unsigned char *at = e->data + s->sh_offset + bad;
    char bytes[24] = "";
    for (size_t i = 0; i < 5 && bad + i < s->sh_size; i++)
        snprintf(bytes + 3 * i, 4, " %02x", at[i]);
    e->out->verdict = SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message,
             "an instruction that no kernel needs in the compiled code:%s", bytes);
    return false;
}

static bool scan_sections(struct elf *e)
{
    for (unsigned i = 0; i < e->header.e_shnum; i++) {
        Elf64_Shdr s;
        bool ok =
            section(e, i, &s) && check_section(e, &s, object_sections, ARRAY_LEN(object_sections));
        if (ok && (s.sh_type == SHT_SYMTAB || s.sh_type == SHT_DYNSYM))
            ok = scan_symbols(e, &s);
        else if (ok && s.sh_type == SHT_RELA)
            ok = scan_relocations(e, &s);
        else if (ok && s.sh_type == SHT_DYNAMIC)
            ok = scan_dynamic(e, &s);
        else if (ok && (s.sh_flags & SHF_EXECINSTR) != 0)
            ok = scan_instructions(e, &s);
        if (!ok)
            return false;
    }
    return true;
}

/*
 * g++ makes one function for all variables that a call initialises, an honest mistake; a
 * constructor has another name.
 */
static bool scan_constructors(struct elf *e, const Elf64_Shdr *array)
{
    uint64_t own = 0;
    for (unsigned i = 0; i < e->header.e_shnum; i++) {
        Elf64_Shdr table, strings;
        if (!section(e, i, &table))
            return false;
        if (table.sh_type != SHT_SYMTAB)
            continue;
        if (!section(e, table.sh_link, &strings))
            return false;
        for (uint64_t k = 1; k < table.sh_size / sizeof(Elf64_Sym); k++) {
            Elf64_Sym s;
            if (!read_at(e, table.sh_offset + k * sizeof s, &s, sizeof s))
                return false;
            const char *name = string_at(e, &strings, s.st_name);
            own += name != NULL && strncmp(name, "_GLOBAL__sub_I_", 15) == 0;
        }
    }
    bool honest = array->sh_type == SHT_INIT_ARRAY && own == array->sh_size / sizeof(uint64_t);
    e->out->verdict = honest ? SCAN_UNSUPPORTED : SCAN_HOST_CODE;
    snprintf(e->out->message, sizeof e->out->message, "%s",
             honest ? "a __device__ variable is initialised by a call; a device initialises them "
                      "with constants alone"
                    : "code that runs when the object is loaded (a constructor)");
    return false;
}

/* Measures thread-local data; nothing may be writable and executable. */
static bool scan_segments(struct elf *e)
{
    static const uint32_t allowed[] = { PT_LOAD,      PT_DYNAMIC,   PT_TLS,
                                        PT_GNU_RELRO, PT_GNU_STACK, PT_NULL };
    for (unsigned i = 0; i < e->header.e_phnum; i++) {
        Elf64_Phdr p;
        if (!read_at(e, e->header.e_phoff + (uint64_t)i * sizeof p, &p, sizeof p))
            return false;
        bool known = false;
        for (size_t k = 0; k < ARRAY_LEN(allowed); k++)
            known = known || p.p_type == allowed[k];
        if (!known || (p.p_type == PT_GNU_STACK && (p.p_flags & PF_X) != 0))
            return damaged(e);
        if (p.p_type == PT_TLS && p.p_align > MOST_SHARED_ALIGN) {
            e->out->verdict = SCAN_UNSUPPORTED;
            snprintf(e->out->message, sizeof e->out->message,
                     "shared memory is aligned to %llu bytes, at most %d can be",
                     (unsigned long long)p.p_align, MOST_SHARED_ALIGN);
            return false;
        }
        if (p.p_type == PT_TLS)
            e->out->tls_bytes = p.p_memsz;
        if (p.p_type == PT_LOAD && (p.p_flags & PF_W) != 0) {
            e->out->state_bytes += p.p_memsz + 2 * PAGE_BYTES;
            if ((p.p_flags & PF_X) != 0)
                return damaged(e);
        }
    }
    return true;
}

static bool is_elf(struct elf *e, unsigned type)
{
    if (!read_at(e, 0, &e->header, sizeof e->header))
        return false;
    return (memcmp(e->header.e_ident, ELFMAG, SELFMAG) == 0 &&
            e->header.e_ident[EI_CLASS] == ELFCLASS64 && e->header.e_machine == EM_X86_64 &&
            e->header.e_type == type) ||
           damaged(e);
}

void scan_relocatable(const unsigned char *data, size_t len, struct scan_result *out)
{
    struct elf e = { .data = data, .len = len, .out = out };
    *out = (struct scan_result){ .verdict = SCAN_OK };
    if (!is_elf(&e, ET_REL))
        return;
    for (unsigned i = 0; i < e.header.e_shnum; i++) {
        Elf64_Shdr s;
        if (!section(&e, i, &s))
            return;
        bool runs = s.sh_type == SHT_INIT_ARRAY || s.sh_type == SHT_FINI_ARRAY ||
                    s.sh_type == SHT_PREINIT_ARRAY;
        if (runs ? !scan_constructors(&e, &s)
                 : !check_section(&e, &s, relocatable_sections, ARRAY_LEN(relocatable_sections)))
            return;
    }
}

void scan_object(const unsigned char *data, size_t len, struct scan_result *out)
{
    struct elf e = { .data = data, .len = len, .out = out };
    *out = (struct scan_result){ .verdict = SCAN_OK };
    if (!is_elf(&e, ET_DYN))
        return;
    if (e.header.e_phentsize != sizeof(Elf64_Phdr) || e.header.e_shnum == 0)
        (void)damaged(&e);
    else if (scan_segments(&e))
        (void)scan_sections(&e);
}
