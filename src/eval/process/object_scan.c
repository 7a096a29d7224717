#define _GNU_SOURCE
#include "src/eval/process/object_scan.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/eval/contract/runner_abi.h"

/*
 * Reads machine code instruction by instruction and refuses what no kernel needs.
 *
 * Bytes are evidence, what the assembler was told is not.  Lengths are decoded after the opcode
 * maps of the processor's manual; what is not listed is refused.  Bytes within an instruction are
 * not checked: a jump there meets the filter of system calls and the faulting time stamp counter.
 */

enum {
    O_M = 1,  /* operand byte and displacement */
    O_I8 = 2, /* 1 byte, 2, 4 (2 with an operand size prefix) */
    O_I16 = 4,
    O_IZ = 8,
    O_BAD = 16,   /* of the system, or none */
    O_GROUP = 32, /* decided by the operand byte, in code */
    O_PREFIX = 64
};
#define M   O_M
#define MB  (O_M | O_I8)
#define MZ  (O_M | O_IZ)
#define B   O_I8
#define Z   O_IZ
#define X   O_BAD
#define G   (O_M | O_GROUP)
#define P   O_PREFIX
#define ALU M, M, M, M, B, Z

static const unsigned char one_byte[256] = {
    ALU, X,  X,     ALU, X, P, ALU, X,        X,         ALU, X, X, /* 00: 0f is an escape */
    ALU, P,  X,     ALU, P, X, ALU, P,        X,         ALU, P, X, /* 20 */
    P,   P,  P,     P,   P, P, P,   P,        P,         P,   P, P,
    P,   P,  P,     P, /* 40: REX */
    0,   0,  0,     0,   0, 0, 0,   0,        0,         0,   0, 0,
    0,   0,  0,     0, /* 50 */
    X,   X,  P,     M,   P, P, P,   P,        Z,         MZ,  B, MB,
    X,   X,  X,     X, /* 60: 62 is an escape */
    B,   B,  B,     B,   B, B, B,   B,        B,         B,   B, B,
    B,   B,  B,     B, /* 70 */
    MB,  MZ, X,     MB,  M, M, M,   M,        M,         M,   M, M,
    M,   M,  M,     G, /* 80 */
    0,   0,  0,     0,   0, 0, 0,   0,        0,         0,   X, 0,
    0,   0,  0,     0, /* 90 */
    X,   X,  X,     X,   0, 0, 0,   0,        B,         Z,   0, 0,
    0,   0,  0,     0, /* a0 */
    B,   B,  B,     B,   B, B, B,   B,        Z,         Z,   Z, Z,
    Z,   Z,  Z,     Z, /* b0 */
    MB,  MB, O_I16, 0,   P, P, MB,  G | O_IZ, O_I16 | B, 0,   X, X,
    X,   X,  X,     X, /* c0: c4, c5 escapes */
    M,   M,  M,     M,   X, X, X,   0,        M,         G,   M, M,
    M,   M,  M,     M, /* d0 */
    B,   B,  B,     B,   X, X, X,   X,        Z,         Z,   X, B,
    X,   X,  X,     X, /* e0 */
    P,   X,  P,     P,   X, 0, G,   G,        0,         0,   X, X,
    0,   0,  M,     G, /* f0 */
};
static const unsigned char two_bytes[256] = {
    X,  X,  X,  X,  X,  X,  X,  X, X, X, X,  0, X,  M, X, X, /* 00 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 10 */
    X,  X,  X,  X,  X,  X,  X,  X, M, M, M,  M, M,  M, M, M, /* 20 */
    X,  X,  X,  X,  X,  X,  X,  X, P, X, P,  X, X,  X, X, X, /* 30: 38, 3a escapes */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 40 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 50 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 60 */
    MB, MB, MB, MB, M,  M,  M,  0, X, X, X,  X, M,  M, M, M, /* 70 */
    Z,  Z,  Z,  Z,  Z,  Z,  Z,  Z, Z, Z, Z,  Z, Z,  Z, Z, Z, /* 80 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* 90 */
    X,  X,  X,  M,  MB, M,  X,  X, X, X, X,  M, MB, M, G, M, /* a0 */
    M,  M,  X,  M,  X,  X,  M,  M, M, M, MB, M, M,  M, M, M, /* b0 */
    M,  M,  MB, M,  MB, MB, MB, G, 0, 0, 0,  0, 0,  0, 0, 0, /* c0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* d0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* e0 */
    M,  M,  M,  M,  M,  M,  M,  M, M, M, M,  M, M,  M, M, M, /* f0 */
};

struct machine_code {
    const unsigned char *at, *end;
    bool narrow, wide, repeated;
};

static unsigned take(struct machine_code *c)
{
    return c->at < c->end ? *c->at++ : 0x100u;
}

/* Skips an operand byte and its displacement; returns the byte, or 256 when the code ends. */
static unsigned operand(struct machine_code *c)
{
    unsigned m = take(c), mod = m >> 6, rm = m & 7u, skip = mod == 1 ? 1 : mod == 2 ? 4 : 0;
    if (m > 0xff)
        return m;
    if (mod != 3 && rm == 4) {
        unsigned sib = take(c);
        if (sib > 0xff)
            return sib;
        if (mod == 0 && (sib & 7u) == 5)
            skip = 4;
    } else if (mod == 0 && rm == 5) {
        skip = 4;
    }
    if ((size_t)(c->end - c->at) < skip)
        return 0x100u;
    c->at += skip;
    return m;
}

/* The operand byte decides about these; *what gains the size of a constant. */
static bool group_is_allowed(const struct machine_code *c, unsigned op, bool two, unsigned m,
                             unsigned *what)
{
    unsigned reg = m >> 3 & 7u;
    bool memory = m >> 6 != 3;
    if (two && op == 0xae) /* fences alone: others save or load processor state */
        return !memory && reg >= 5 && !c->narrow && !c->repeated;
    if (two && op == 0xc7) /* cmpxchg8b and 16b; others give random numbers */
        return memory && reg == 1;
    switch (op) {
    case 0x8f:
        return reg == 0;
    case 0xc7: /* mov; else a transaction */
        return reg == 0;
    case 0xd9: /* control word and environment of the FPU */
        return !memory || (reg != 4 && reg != 5);
    case 0xf6:
        *what |= reg < 2 ? (unsigned)B : 0;
        return true;
    case 0xf7:
        *what |= reg < 2 ? (unsigned)Z : 0;
        return true;
    case 0xff: /* far calls and jumps */
        return reg != 3 && reg != 5 && reg != 7;
    default:
        return false;
    }
}

/* Map and opcode say whether a byte follows. */
static bool vector(struct machine_code *c, unsigned payload)
{
    unsigned first = take(c), map = payload == 1 ? 1 : payload == 2 ? first & 31u : first & 7u;
    for (unsigned i = 1; i < payload; i++)
        if (take(c) > 0xff)
            return false;
    unsigned op = take(c);
    if (first > 0xff || op > 0xff || map == 0 || (map == 1 && op == 0xae))
        return false;
    if (map == 1 && op == 0x77 && payload != 3)
        return true;
    bool constant =
        map == 3 ||
        (map == 1 && ((op >= 0x70 && op <= 0x73) || op == 0xc2 || (op >= 0xc4 && op <= 0xc6)));
    return operand(c) <= 0xff && (!constant || take(c) <= 0xff);
}

static unsigned opcode(struct machine_code *c)
{
    c->narrow = c->wide = c->repeated = false;
    for (int i = 0; i < 14; i++) {
        unsigned op = take(c);
        if (op > 0xff || (one_byte[op] & O_PREFIX) == 0 || op == 0x0f || op == 0x62 || op == 0xc4 ||
            op == 0xc5)
            return op;
        c->narrow = c->narrow || op == 0x66;
        c->repeated = c->repeated || op == 0xf2 || op == 0xf3;
        c->wide = (op & 0xf8) == 0x48; /* only the last prefix counts */
    }
    return 0x100u;
}

static bool skip_constants(struct machine_code *c, unsigned what, unsigned op, bool two)
{
    size_t n = what & O_I8 ? 1 : 0;
    bool jump = two ? op >= 0x80 && op <= 0x8f : op == 0xe8 || op == 0xe9;
    if (jump && c->narrow)
        return false; /* processors differ */
    n += what & O_I16 ? 2 : 0;
    if (what & O_IZ)
        n += !two && op >= 0xb8 && op <= 0xbf && c->wide ? 8 : c->narrow && !c->wide ? 2 : 4;
    if ((size_t)(c->end - c->at) < n)
        return false;
    c->at += n;
    return true;
}

/* False: no kernel may have the instruction. */
static bool step(struct machine_code *c)
{
    unsigned op = opcode(c);
    bool two = op == 0x0f;
    if (op == 0x62 || op == 0xc4 || op == 0xc5)
        return vector(c, op == 0x62 ? 3 : op == 0xc4 ? 2 : 1);
    if (two)
        op = take(c);
    if (op > 0xff)
        return false;
    if (two && (op == 0x38 || op == 0x3a)) {
        unsigned third = take(c);
        return third <= 0xff && !(op == 0x38 && third >= 0xf8) && operand(c) <= 0xff &&
               (op == 0x38 || take(c) <= 0xff);
    }
    unsigned what = two ? two_bytes[op] : one_byte[op];
    if (what & O_BAD)
        return false;
    if (what & O_M) {
        unsigned m = operand(c);
        if (m > 0xff || ((what & O_GROUP) && !group_is_allowed(c, op, two, m, &what)))
            return false;
    }
    return skip_constants(c, what, op, two);
}

bool scan_code(const unsigned char *code, size_t len, size_t *out_bad)
{
    struct machine_code c = { .at = code, .end = code + len };
    while (c.at < c.end) {
        *out_bad = (size_t)(c.at - code);
        if (!step(&c))
            return false;
    }
    return true;
}

/*
 * What a linked object asks of the program that loads it.
 *
 * The object comes from hostile text, so every offset is checked.
 */

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
    if (strncmp(name, "rb_rt_", 6) == 0) /* the runtime of this backend; no text has the name */
        return true;
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

/* Whether the C library has it: what it lacks is a device function or variable without a body. */
static bool is_of_host(const char *name)
{
    static void *library;
    if (library == NULL)
        library = dlopen("libc.so.6", RTLD_NOW | RTLD_LOCAL);
    return dlsym(library != NULL ? library : RTLD_DEFAULT, name) != NULL;
}

static void decide_undefined(struct elf *e, const char *name)
{
    if (is_allowed(name))
        return;
    bool host = is_of_host(name);
    e->out->verdict = host ? SCAN_HOST_CODE : SCAN_UNSUPPORTED;
    snprintf(e->out->message, sizeof e->out->message,
             host ? "undefined host function '%.100s'"
                  : "'%.100s' is declared and used, but has no definition in the kernel file",
             name);
}

/* An extern array within a function is another name of the dynamic array. */
static bool is_dynamic(const struct elf *e, const Elf64_Sym *s)
{
    return e->out->has_dynamic && s->st_value == e->out->dynamic_offset;
}

static bool find_dynamic(struct elf *e, const Elf64_Shdr *table, const Elf64_Shdr *strings)
{
    for (uint64_t i = 1; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym s;
        if (!read_at(e, table->sh_offset + i * sizeof s, &s, sizeof s))
            return false;
        const char *name = string_at(e, strings, s.st_name);
        if (name != NULL && ELF64_ST_TYPE(s.st_info) == STT_TLS &&
            strcmp(name, RUNNER_SHARED_SYMBOL) == 0) {
            e->out->has_dynamic = true;
            e->out->dynamic_offset = s.st_value;
        }
    }
    return true;
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
            other[n] == 'E' && strchr(other + n + 1, 'E') == NULL && !is_dynamic(e, &s))
            total += s.st_size;
    }
    return total;
}

static bool scan_shared(struct elf *e, const Elf64_Shdr *table, const Elf64_Shdr *strings,
                        const char *name, uint64_t bytes)
{
    uint64_t all = shared_of(e, table, strings, name);
    all = all > bytes ? all : bytes;
    if (all <= STATIC_SHARED_MAX || strcmp(name, RUNNER_SHARED_SYMBOL) == 0)
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
    if (!section(e, table->sh_link, &strings) || !find_dynamic(e, table, &strings))
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
        if (ELF64_ST_TYPE(s.st_info) == STT_TLS && !is_dynamic(e, &s) &&
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
                      "only with constants"
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

/*
 * Reads the compiler's assembly and refuses what only inserted text can cause.
 *
 * Text enters by inline assembly (marked #APP), assembler labels and section names.  It has to
 * become a line of assembly: a directive or section that g++ does not use for kernels, data within
 * code, or a system instruction.
 */

static const char *const directives[] = {
    ".file",   ".text",  ".data",  ".bss",      ".section",   ".globl", ".weak",
    ".hidden", ".local", ".comm",  ".type",     ".size",      ".align", ".p2align",
    ".string", ".ascii", ".zero",  ".byte",     ".value",     ".long",  ".quad",
    ".octa",   ".set",   ".ident", ".internal", ".protected",
};
static const char *const data_directives[] = {
    ".string", ".ascii", ".byte", ".value", ".long", ".quad", ".octa",
};
static const char *const sections[] = {
    ".text",           ".rodata",       ".data",       ".bss",   ".tdata",      ".tbss",
    ".note.GNU-stack", ".gnu.linkonce", ".init_array", ".ctors", ".fini_array",
};
static const char *const instructions[] = {
    "syscall",   "sysenter", "sysexit",   "sysret",   "sysretq",   "sysretl",   "int",
    "int1",      "int3",     "into",      "iret",     "iretq",     "iretl",     "hlt",
    "in",        "inb",      "inw",       "inl",      "insb",      "insw",      "insl",
    "out",       "outb",     "outw",      "outl",     "outsb",     "outsw",     "outsl",
    "rdtsc",     "rdtscp",   "rdpmc",     "cpuid",    "rdrand",    "rdrandl",   "rdrandq",
    "rdseed",    "rdseedl",  "rdseedq",   "rdpid",    "rdfsbase",  "rdfsbaseq", "rdgsbase",
    "rdgsbaseq", "wrfsbase", "wrfsbaseq", "wrgsbase", "wrgsbaseq", "xbegin",    "xend",
    "xabort",    "wrpkru",   "rdpkru",    "ljmp",     "lcall",     "lret",      "lretq",
    "umonitor",  "umwait",   "tpause",    "vmcall",   "vmmcall",   "vmfunc",    "fldcw",
    "ldmxcsr",   "vldmxcsr", "monitorx",  "mwaitx",   "xgetbv",    "rdsspq",    "xsave",
    "xrstor",    "fxsave",   "fxrstor",   "fldenv",   "frstor",
};
static const char *const prefixes[] = { "lock",  "rep",     "repz",   "repnz",    "repe",
                                        "repne", "notrack", "data16", "xacquire", "xrelease",
                                        "bnd",   "cs",      "ds",     "es",       "fs",
                                        "gs",    "ss",      "addr32", "rex",      "rex.w",
                                        "rex64" };

/* The assembler ignores case. */
static bool listed(const char *const *list, size_t n, const char *word, size_t len)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == len && strncasecmp(list[i], word, len) == 0)
            return true;
    return false;
}

static size_t word_length(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && !is_space(s[n]) && s[n] != ';' && s[n] != ',')
        n++;
    return n;
}

static void found(struct scan_result *out, const char *what, const char *s, size_t len)
{
    char shown[48];
    size_t n = len < sizeof shown - 1 ? len : sizeof shown - 1;
    for (size_t i = 0; i < n; i++)
        shown[i] = s[i] >= ' ' && s[i] <= '~' ? s[i] : '?';
    shown[n] = '\0';
    out->verdict = SCAN_HOST_CODE;
    snprintf(out->message, sizeof out->message, "%s '%s' in the compiled code", what, shown);
}

/* The section must be one that g++ uses; returns whether it is code. */
static bool enter_section(const char *s, size_t len, struct scan_result *out)
{
    size_t n = word_length(s, len);
    for (size_t i = 0; i < ARRAY_LEN(sections); i++) {
        size_t k = strlen(sections[i]);
        if (n >= k && memcmp(s, sections[i], k) == 0 && (n == k || s[k] == '.'))
            return memcmp(s, ".text", 5) == 0;
    }
    found(out, "section", s, n);
    return true;
}

struct asm_scan {
    bool in_code;
};

static void scan_directive(struct asm_scan *a, const char *s, size_t len, struct scan_result *out)
{
    size_t n = word_length(s, len), at = n;
    while (at < len && is_space(s[at]))
        at++;
    if (!listed(directives, ARRAY_LEN(directives), s, n))
        found(out, "directive", s, n);
    else if (a->in_code && listed(data_directives, ARRAY_LEN(data_directives), s, n))
        found(out, "data among instructions", s, len);
    else if (n == 8 && memcmp(s, ".section", 8) == 0)
        a->in_code = enter_section(s + at, len - at, out);
    else if (n == 5 && memcmp(s, ".text", 5) == 0)
        a->in_code = true;
    else if ((n == 5 && memcmp(s, ".data", 5) == 0) || (n == 4 && memcmp(s, ".bss", 4) == 0))
        a->in_code = false;
}

static void scan_instruction(const struct asm_scan *a, const char *s, size_t len,
                             struct scan_result *out)
{
    size_t n = word_length(s, len);
    while (listed(prefixes, ARRAY_LEN(prefixes), s, n) && n < len) {
        s += n;
        len -= n;
        while (len > 0 && (is_space(*s) || *s == ';')) {
            s++;
            len--;
        }
        n = word_length(s, len);
    }
    if (!a->in_code)
        found(out, "instruction among data", s, len);
    else if (listed(instructions, ARRAY_LEN(instructions), s, n))
        found(out, "instruction", s, n);
}

static bool is_one_string(const char *s, size_t len)
{
    size_t i = 0;
    while (i < len && s[i] != '"')
        i++;
    for (i++; i < len && s[i] != '"'; i++)
        i += s[i] == '\\';
    return i + 1 == len;
}

static void scan_line(struct asm_scan *a, const char *s, size_t len, struct scan_result *out)
{
    while (len > 0 && is_space(*s)) {
        s++;
        len--;
    }
    if (len >= 4 && memcmp(s, "#APP", 4) == 0) {
        found(out, "inline assembly", s, len);
        return;
    }
    if (len == 0 || *s == '#')
        return;
    if ((len > 8 && memcmp(s, ".string", 7) == 0) || (len > 7 && memcmp(s, ".ascii", 6) == 0)) {
        if (!is_one_string(s, len)) {
            found(out, "inserted assembly", s, len);
            return;
        }
    } else {
        if (memchr(s, ';', len) != NULL || memchr(s, '\\', len) != NULL ||
            memchr(s, '#', len) != NULL) {
            found(out, "inserted assembly", s, len);
            return;
        }
        size_t n = 0;
        while (n < len && !is_space(s[n]) && s[n] != ':' && s[n] != '"' && s[n] != ';')
            n++;
        size_t label = n > 0 && n < len && s[n] == ':' ? n + 1 : 0;
        if (label != 0) {
            scan_line(a, s + label, len - label, out);
            return;
        }
    }
    if (*s == '.')
        scan_directive(a, s, len, out);
    else
        scan_instruction(a, s, len, out);
}

void scan_assembly(const char *text, size_t len, struct scan_result *out)
{
    struct asm_scan a = { .in_code = true };
    *out = (struct scan_result){ .verdict = SCAN_OK };
    for (size_t i = 0; i < len && out->verdict == SCAN_OK;) {
        const char *end = memchr(text + i, '\n', len - i);
        size_t n = end == NULL ? len - i : (size_t)(end - (text + i));
        scan_line(&a, text + i, n, out);
        i += n + 1;
    }
}

/* ---- dynamic shared memory ---- */

static bool is_symbol_char(char c)
{
    return is_name(c) || c == '.' || c == '$';
}

/* Whether a line of the text is "name:". */
static bool is_label(const char *text, const char *name, size_t n)
{
    for (const char *at = text; (at = strchr(at, ':')) != NULL; at++)
        if ((size_t)(at - text) >= n && memcmp(at - n, name, n) == 0 &&
            (at - text == (ptrdiff_t)n || at[-(ptrdiff_t)n - 1] == '\n'))
            return true;
    return false;
}

void scan_dynamic_shared(const char *text, struct buf *out)
{
    static const char mark[] = "@gottpoff";
    if (!is_label(text, RUNNER_SHARED_SYMBOL, strlen(RUNNER_SHARED_SYMBOL)))
        return;
    for (const char *at = text; (at = strstr(at, mark)) != NULL; at++) {
        size_t n = 0;
        char line[512];
        while ((size_t)(at - text) > n && is_symbol_char(at[-(ptrdiff_t)n - 1]))
            n++;
        if (n == 0 || n > 400 || is_label(text, at - n, n))
            continue;
        snprintf(line, sizeof line, "\t.set %.*s, " RUNNER_SHARED_SYMBOL "\n", (int)n, at - n);
        if (strstr(buf_text(out), line) == NULL)
            buf_puts(out, line);
    }
}
