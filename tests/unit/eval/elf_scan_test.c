/*
 * elf_scan_test.c - each table of an object: what is taken, what is refused, and in which words.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

enum { NONE, TEXT, NAMES, SYMTAB, STRINGS, RELA, DYNAMIC, DYNSYM, SECTIONS };

struct image {
    Elf64_Ehdr header;
    Elf64_Phdr segments[2];
    Elf64_Shdr sections[SECTIONS];
    Elf64_Sym symbols[3], exported[2];
    Elf64_Rela relocations[2];
    Elf64_Dyn dynamic[2];
    char names[400], strings[400];
    size_t n_names, n_strings;
    unsigned char code[8];
};

static uint32_t put(char *all, size_t *n, const char *text)
{
    size_t at = *n;
    assert_true(at + strlen(text) + 1 <= 400);
    memcpy(all + at, text, strlen(text) + 1);
    *n += strlen(text) + 1;
    return (uint32_t)at;
}

static void name_section(struct image *o, unsigned i, const char *name)
{
    o->sections[i].sh_name = put(o->names, &o->n_names, name);
}

static void name_symbol(struct image *o, Elf64_Sym *s, const char *name, unsigned char type,
                        uint16_t section, uint64_t size)
{
    *s = (Elf64_Sym){ .st_name = put(o->strings, &o->n_strings, name),
                      .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
                      .st_shndx = section,
                      .st_size = size };
}

#define PLACE(member)                                                                              \
    .sh_offset = offsetof(struct image, member), .sh_size = sizeof(((struct image *)0)->member)

/* An object in order, with one of each table. */
static struct image image_new(unsigned type)
{
    static const char *const names[SECTIONS] = { "",        ".text",     ".shstrtab", ".symtab",
                                                 ".strtab", ".rela.dyn", ".dynamic",  ".dynsym" };
    struct image o = {
        .header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
                                 EV_CURRENT },
                    .e_type = (uint16_t)type,
                    .e_machine = EM_X86_64,
                    .e_phoff = offsetof(struct image, segments),
                    .e_shoff = offsetof(struct image, sections),
                    .e_phentsize = sizeof(Elf64_Phdr),
                    .e_phnum = 2,
                    .e_shentsize = sizeof(Elf64_Shdr),
                    .e_shnum = SECTIONS,
                    .e_shstrndx = NAMES },
        .segments = { { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_memsz = 77 },
                      { .p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_memsz = 5 } },
        .sections = {
            [TEXT] = { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, PLACE(code) },
            [NAMES] = { .sh_type = SHT_STRTAB, PLACE(names) },
            [SYMTAB] = { .sh_type = SHT_SYMTAB, .sh_link = STRINGS, PLACE(symbols) },
            [STRINGS] = { .sh_type = SHT_STRTAB, PLACE(strings) },
            [RELA] = { .sh_type = SHT_RELA, .sh_flags = SHF_ALLOC, PLACE(relocations) },
            [DYNAMIC] = { .sh_type = SHT_DYNAMIC, .sh_flags = SHF_ALLOC | SHF_WRITE, PLACE(dynamic) },
            [DYNSYM] = { .sh_type = SHT_DYNSYM, .sh_flags = SHF_ALLOC, .sh_link = STRINGS, PLACE(exported) },
        },
        .relocations = { { .r_info = ELF64_R_INFO(0, R_X86_64_RELATIVE) },
                         { .r_info = ELF64_R_INFO(1, R_X86_64_TPOFF64) } },
        .dynamic = { { .d_tag = DT_STRTAB }, { .d_tag = DT_NULL } },
        .n_names = 0,
        .n_strings = 1,
        .code = { 0xc3, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3 },
    };
    for (unsigned i = 0; i < SECTIONS; i++)
        name_section(&o, i, names[i]);
    name_symbol(&o, &o.symbols[1], "rb_launch_7", STT_FUNC, TEXT, 0);
    name_symbol(&o, &o.symbols[2], "expf", STT_FUNC, SHN_UNDEF, 0);
    name_symbol(&o, &o.exported[1], "rb_launch_7", STT_FUNC, TEXT, 0);
    if (type == ET_REL) { /* the linker makes these */
        o.sections[DYNAMIC] = o.sections[DYNSYM] = (Elf64_Shdr){ .sh_type = SHT_NULL };
        o.sections[RELA].sh_flags = 0;
        name_section(&o, RELA, ".rela.text");
    }
    return o;
}

static void expect_n(const char *what, const struct image *o, size_t len, enum scan_verdict verdict,
                     const char *message)
{
    struct scan_result r;
    if (o->header.e_type == ET_REL)
        scan_relocatable((const unsigned char *)o, len, &r);
    else
        scan_object((const unsigned char *)o, len, &r);
    if (r.verdict != verdict || strcmp(r.message, message) != 0)
        fail_msg("%s: %d '%s'", what, (int)r.verdict, r.message);
}

static void expect(const char *what, const struct image *o, enum scan_verdict verdict,
                   const char *message)
{
    expect_n(what, o, sizeof *o, verdict, message);
}

#define DAMAGED "the object is not as the linker writes it"

static void objects_in_order_are_measured(void **state)
{
    struct image o = image_new(ET_DYN), r = image_new(ET_REL);
    struct scan_result got;
    (void)state;
    expect("linked", &o, SCAN_OK, "");
    expect("not linked", &r, SCAN_OK, "");
    scan_object((const unsigned char *)&o, sizeof o, &got);
    assert_int_equal(got.state_bytes, 5 + 2 * 4096);
    assert_int_equal(got.tls_bytes, 0);
    assert_false(got.has_dynamic);
    o.segments[0] = (Elf64_Phdr){ .p_type = PT_LOAD, .p_flags = PF_W, .p_memsz = 100 };
    name_symbol(&o, &o.symbols[1], "rb_dyn_smem", STT_TLS, TEXT, 1 << 20);
    o.symbols[1].st_value = 640;
    scan_object((const unsigned char *)&o, sizeof o, &got);
    assert_int_equal(got.verdict, SCAN_OK);
    assert_int_equal(got.state_bytes, 5 + 100 + 4 * 4096);
    assert_true(got.has_dynamic);
    assert_int_equal(got.dynamic_offset, 640);
}

static void a_header_of_another_kind_is_refused(void **state)
{
    struct image o = image_new(ET_DYN);
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        o = image_new(ET_DYN);
        o.header.e_ident[i]++;
        expect("magic", &o, SCAN_HOST_CODE, DAMAGED);
    }
    o = image_new(ET_DYN);
    o.header.e_ident[EI_CLASS] = ELFCLASS32;
    expect("class", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_machine = EM_AARCH64;
    expect("machine", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_phentsize = 0;
    expect("segments", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_shentsize = 0;
    expect("sections", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_shnum = 0;
    expect("no sections", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_shstrndx = SECTIONS;
    expect("names", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    for (size_t len = 0; len < sizeof o; len += 8) /* every table ends before the code does */
        expect_n("cut", &o, len, SCAN_HOST_CODE, DAMAGED);
}

static void offsets_are_held_to_the_end(void **state)
{
    struct image o;
    (void)state;
    for (unsigned i = TEXT; i < SECTIONS; i++) {
        o = image_new(ET_DYN);
        o.sections[i].sh_offset = sizeof o + 1;
        o.sections[i].sh_size = 0;
        expect("an offset behind the end", &o, SCAN_HOST_CODE, DAMAGED);
        o.sections[i].sh_offset = UINT64_MAX;
        expect("the largest offset", &o, SCAN_HOST_CODE, DAMAGED);
        o = image_new(ET_DYN);
        o.sections[i].sh_size = sizeof o - o.sections[i].sh_offset + 1;
        expect("a byte too many", &o, SCAN_HOST_CODE, DAMAGED);
    }
    o = image_new(ET_DYN);
    o.sections[TEXT].sh_offset = sizeof o;
    o.sections[TEXT].sh_size = 0;
    expect("nothing, at the end", &o, SCAN_OK, "");
    o.sections[TEXT] = image_new(ET_DYN).sections[TEXT];
    o.sections[NONE].sh_offset = UINT64_MAX;
    expect("what is no section may lie anywhere", &o, SCAN_OK, "");
    o.sections[TEXT].sh_name = sizeof o.names;
    expect("a name behind the names", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.sections[NAMES].sh_size = o.sections[DYNSYM].sh_name + 1;
    expect("a name without an end", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.symbols[1].st_name = sizeof o.strings;
    expect("a symbol's name behind the names", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.sections[SYMTAB].sh_link = SECTIONS;
    expect("a table of names that is not there", &o, SCAN_HOST_CODE, DAMAGED);
}

static void sections_are_listed_with_their_flags(void **state)
{
    static const struct {
        unsigned type;
        const char *name;
        uint64_t flags;
        bool taken;
    } rows[] = {
        { ET_DYN, ".rodata", SHF_ALLOC, true },
        { ET_DYN, ".rodata", SHF_ALLOC | SHF_MERGE | SHF_STRINGS, true },
        { ET_DYN, ".rodata", SHF_ALLOC | SHF_INFO_LINK | SHF_GROUP, true },
        { ET_DYN, ".rodata", 0, false },
        { ET_DYN, ".rodata", SHF_ALLOC | SHF_WRITE, false },
        { ET_DYN, ".rodata.str1.1", SHF_ALLOC, false },
        { ET_DYN, ".data", SHF_ALLOC | SHF_WRITE, true },
        { ET_DYN, ".data.rel.ro", SHF_ALLOC | SHF_WRITE, true },
        { ET_DYN, ".bss", SHF_ALLOC | SHF_WRITE, true },
        { ET_DYN, ".tdata", SHF_ALLOC | SHF_WRITE | SHF_TLS, true },
        { ET_DYN, ".tbss", SHF_ALLOC | SHF_WRITE | SHF_TLS, true },
        { ET_DYN, ".tbss", SHF_ALLOC | SHF_WRITE, false },
        { ET_DYN, ".got", SHF_ALLOC | SHF_WRITE, true },
        { ET_DYN, ".got.plt", SHF_ALLOC | SHF_WRITE, true },
        { ET_DYN, ".dynstr", SHF_ALLOC, true },
        { ET_DYN, ".gnu.hash", SHF_ALLOC, true },
        { ET_DYN, ".eh_frame", SHF_ALLOC, true },
        { ET_DYN, ".rela.plt", SHF_ALLOC, true },
        { ET_DYN, ".symtab", 0, true },
        { ET_DYN, ".shstrtab", 0, true },
        { ET_DYN, "", 0, true },
        { ET_DYN, ".tex", SHF_ALLOC, false },
        { ET_DYN, ".init", SHF_ALLOC, false },
        { ET_REL, ".rodata.cst4", SHF_ALLOC | SHF_MERGE, true },
        { ET_REL, ".rodatax", SHF_ALLOC, false },
        { ET_REL, ".text._Z1fv", SHF_ALLOC | SHF_EXECINSTR | SHF_GROUP, true },
        { ET_REL, ".data.rel.local", SHF_ALLOC | SHF_WRITE, true },
        { ET_REL, ".bss.x", SHF_ALLOC | SHF_WRITE, true },
        { ET_REL, ".tdata.x", SHF_ALLOC | SHF_WRITE | SHF_TLS, true },
        { ET_REL, ".tbss.x", SHF_ALLOC | SHF_WRITE | SHF_TLS, true },
        { ET_REL, ".rela.data", SHF_INFO_LINK, true },
        { ET_REL, ".note.GNU-stack", 0, true },
        { ET_REL, ".note.GNU-stack", SHF_EXECINSTR, false },
        { ET_REL, ".note.GNU-stack.x", 0, false },
        { ET_REL, ".group", 0, true },
        { ET_REL, ".symtab_shndx", 0, true },
        { ET_REL, ".comment", 0, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct image o = image_new(rows[i].type);
        char message[120];
        o.sections[NONE] =
            (Elf64_Shdr){ .sh_type = SHT_PROGBITS, .sh_flags = rows[i].flags, PLACE(code) };
        name_section(&o, NONE, rows[i].name);
        snprintf(message, sizeof message, "section '%s' in the compiled code", rows[i].name);
        expect(rows[i].name, &o, rows[i].taken ? SCAN_OK : SCAN_HOST_CODE,
               rows[i].taken ? "" : message);
    }
}

/* Of the linker's names none has more behind it; of the compiler's some have, behind a point. */
static void more_behind_a_section_s_name(void **state)
{
    static const struct {
        const char *name;
        uint64_t flags;
        bool linked, compiled, more;
    } rows[] = {
        { ".text", SHF_ALLOC | SHF_EXECINSTR, true, true, true },
        { ".rodata", SHF_ALLOC, true, true, true },
        { ".data", SHF_ALLOC | SHF_WRITE, true, true, true },
        { ".bss", SHF_ALLOC | SHF_WRITE, true, true, true },
        { ".tdata", SHF_ALLOC | SHF_WRITE | SHF_TLS, true, true, true },
        { ".tbss", SHF_ALLOC | SHF_WRITE | SHF_TLS, true, true, true },
        { ".rela", 0, false, true, true },
        { ".dynamic", SHF_ALLOC | SHF_WRITE, true, false, false },
        { ".got", SHF_ALLOC | SHF_WRITE, true, false, false },
        { ".got.plt", SHF_ALLOC | SHF_WRITE, true, false, false },
        { ".dynstr", SHF_ALLOC, true, false, false },
        { ".dynsym", SHF_ALLOC, true, false, false },
        { ".gnu.hash", SHF_ALLOC, true, false, false },
        { ".eh_frame", SHF_ALLOC, true, false, false },
        { ".rela.dyn", SHF_ALLOC, true, false, false },
        { ".rela.plt", SHF_ALLOC, true, false, false },
        { ".plt", SHF_ALLOC | SHF_EXECINSTR, true, false, false },
        { ".plt.got", SHF_ALLOC | SHF_EXECINSTR, true, false, false },
        { ".note.GNU-stack", 0, false, true, false },
        { ".group", 0, false, true, false },
        { ".symtab", 0, true, true, false },
        { ".symtab_shndx", 0, false, true, false },
        { ".strtab", 0, true, true, false },
        { ".shstrtab", 0, true, true, false },
        { "", 0, true, true, false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        for (int k = 0; k < 8; k++) {
            unsigned type = k % 2 == 0 ? ET_DYN : ET_REL;
            const char *more = k / 2 == 0 ? "" : k / 2 == 1 ? ".more" : k / 2 == 2 ? "x" : "";
            uint64_t flags = rows[i].flags ^ (k / 2 == 3 ? SHF_WRITE : 0);
            struct image o = image_new(type);
            struct scan_result r;
            char name[80];
            snprintf(name, sizeof name, "%s%s", rows[i].name, more);
            bool taken = type == ET_DYN ? rows[i].linked : rows[i].compiled;
            if (k / 2 == 1)
                taken = type == ET_REL && rows[i].more;
            else if (k / 2 > 1)
                taken = false;
            o.sections[NONE] =
                (Elf64_Shdr){ .sh_type = SHT_PROGBITS, .sh_flags = flags, PLACE(code) };
            name_section(&o, NONE, name);
            if (type == ET_DYN)
                scan_object((const unsigned char *)&o, sizeof o, &r);
            else
                scan_relocatable((const unsigned char *)&o, sizeof o, &r);
            if ((r.verdict == SCAN_OK) != taken)
                fail_msg("'%s' %s, flags %x: %s", name, type == ET_DYN ? "linked" : "compiled",
                         (unsigned)flags, r.message);
        }
    }
}

static void instructions_of_every_code_section_are_read(void **state)
{
    static const char *const names[] = { ".plt", ".plt.got" };
    struct image o;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        o = image_new(ET_DYN);
        name_section(&o, TEXT, names[i]);
        expect(names[i], &o, SCAN_OK, "");
        memcpy(o.code, "\xc3\x0f\x05\x01\x02\x03\x04\x05", 8);
        expect(names[i], &o, SCAN_HOST_CODE,
               "an instruction that no kernel needs in the compiled code: 0f 05 01 02 03");
    }
    o = image_new(ET_DYN);
    o.code[6] = 0x0f;
    o.code[7] = 0x05;
    expect("at the end", &o, SCAN_HOST_CODE,
           "an instruction that no kernel needs in the compiled code: 0f 05");
    o = image_new(ET_DYN);
    o.sections[TEXT].sh_type = SHT_NOBITS;
    expect("code that the file does not hold", &o, SCAN_HOST_CODE, DAMAGED);
}

#define WITHOUT_BODY(name)                                                                         \
    "'" name "' is declared and used, but has no definition in the kernel file"

static void symbols_are_asked_for_by_list(void **state)
{
    static const struct {
        const char *name;
        enum scan_verdict verdict;
        const char *message;
    } rows[] = {
        { "memcpy", SCAN_OK, "" },
        { "memcmp", SCAN_OK, "" },
        { "rb_rt_bad_argument", SCAN_OK, "" },
        { "exp", SCAN_OK, "" },
        { "scalbnf", SCAN_OK, "" },
        { "exp10f", SCAN_OK, "" },
        { "", SCAN_OK, "" },
        { "f", SCAN_UNSUPPORTED, WITHOUT_BODY("f") },
        { "expff", SCAN_UNSUPPORTED, WITHOUT_BODY("expff") },
        { "expl", SCAN_UNSUPPORTED, WITHOUT_BODY("expl") },
        { "ex", SCAN_UNSUPPORTED, WITHOUT_BODY("ex") },
        { "memcpyf", SCAN_UNSUPPORTED, WITHOUT_BODY("memcpyf") },
        { "system", SCAN_HOST_CODE, "undefined host function 'system'" },
        { "_Z", SCAN_UNSUPPORTED, WITHOUT_BODY("_Z") },
        { "_Z6helperf", SCAN_UNSUPPORTED, WITHOUT_BODY("_Z6helperf") },
        { "getpid", SCAN_HOST_CODE, "undefined host function 'getpid'" },
        { "_exit", SCAN_HOST_CODE, "undefined host function '_exit'" },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct image o = image_new(ET_DYN);
        name_symbol(&o, &o.symbols[2], rows[i].name, STT_FUNC, SHN_UNDEF, 0);
        expect(rows[i].name, &o, rows[i].verdict, rows[i].message);
    }
    struct image o = image_new(ET_DYN);
    name_symbol(&o, &o.symbols[0], "system", STT_FUNC, SHN_UNDEF, 0);
    expect("the first is none", &o, SCAN_OK, "");
    name_symbol(&o, &o.symbols[2], "memcpy", STT_GNU_IFUNC, TEXT, 0);
    expect("ifunc", &o, SCAN_HOST_CODE, "'memcpy' is chosen by code that runs at load time");
}

static void only_launches_are_exported(void **state)
{
    static const struct {
        const char *name;
        bool taken;
    } rows[] = {
        { "rb_launch_0", true },   { "rb_launch_123", true }, { "rb_launch_", false },
        { "rb_launch_1a", false }, { "rb_launch", false },    { "malloc", false },
        { "rb_launch_-1", false },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct image o = image_new(ET_DYN);
        char message[120];
        name_symbol(&o, &o.exported[1], rows[i].name, STT_FUNC, TEXT, 0);
        snprintf(message, sizeof message, "the object exports '%s'", rows[i].name);
        expect(rows[i].name, &o, rows[i].taken ? SCAN_OK : SCAN_HOST_CODE,
               rows[i].taken ? "" : message);
        o = image_new(ET_DYN);
        name_symbol(&o, &o.symbols[1], rows[i].name, STT_FUNC, TEXT, 0);
        expect("a symbol of its own", &o, SCAN_OK, "");
    }
}

static void static_shared_memory_ends_at_48_kib(void **state)
{
    static const struct {
        const char *names[2];
        uint64_t sizes[2];
        uint64_t told; /* 0: taken */
    } rows[] = {
        { { "tile", "other" }, { 49152, 49152 }, 0 },
        { { "tile", "other" }, { 49153, 1 }, 49153 },
        { { "rb_dyn_smem", "other" }, { 1 << 20, 1 }, 0 },
        { { "_ZZ4kernvE1a", "_ZZ4kernvE1b" }, { 49151, 1 }, 0 },
        { { "_ZZ4kernvE1a", "_ZZ4kernvE1b" }, { 49151, 2 }, 49153 },
        { { "_ZZ4kernvE1a", "_ZZ4kerwvE1b" }, { 49151, 2 }, 0 },
        { { "_ZZ4kernvE1a", "_ZZ4kernvE1bE1c" }, { 49151, 2 }, 0 },
        { { "_ZX4kernvE1a", "_ZX4kernvE1b" }, { 49151, 2 }, 0 },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct image o = image_new(ET_DYN);
        char message[120];
        for (size_t k = 0; k < 2; k++)
            name_symbol(&o, &o.symbols[1 + k], rows[i].names[k], STT_TLS, TEXT, rows[i].sizes[k]);
        snprintf(message, sizeof message,
                 "uses too much shared memory: %llu bytes, at most 49152 are static",
                 (unsigned long long)rows[i].told);
        expect(rows[i].names[1], &o, rows[i].told == 0 ? SCAN_OK : SCAN_UNSUPPORTED,
               rows[i].told == 0 ? "" : message);
        o.symbols[1].st_info = o.symbols[2].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
        expect("no shared memory", &o, SCAN_OK, "");
    }
}

static void relocations_and_entries_are_listed(void **state)
{
    static const unsigned relocations[] = { R_X86_64_NONE,     R_X86_64_64,
                                            R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT,
                                            R_X86_64_RELATIVE, R_X86_64_TPOFF64 };
    static const int64_t entries[] = { DT_NULL,     DT_HASH,     DT_GNU_HASH, DT_STRTAB,
                                       DT_SYMTAB,   DT_STRSZ,    DT_SYMENT,   DT_PLTGOT,
                                       DT_JMPREL,   DT_PLTRELSZ, DT_PLTREL,   DT_RELA,
                                       DT_RELASZ,   DT_RELAENT,  DT_FLAGS,    DT_FLAGS_1,
                                       DT_RELACOUNT };
    (void)state;
    for (unsigned type = 0; type < 300; type++) {
        struct image o = image_new(ET_DYN);
        char message[120];
        bool taken = false;
        for (size_t k = 0; k < ARRAY_LEN(relocations); k++)
            taken = taken || relocations[k] == type;
        o.relocations[1].r_info = ELF64_R_INFO(1, type);
        snprintf(message, sizeof message, "the object asks for a relocation of type %u", type);
        expect("relocation", &o, taken ? SCAN_OK : SCAN_HOST_CODE, taken ? "" : message);
    }
    for (int64_t tag = 0; tag < 40; tag++) {
        struct image o = image_new(ET_DYN);
        char message[120];
        bool taken = false;
        for (size_t k = 0; k < ARRAY_LEN(entries); k++)
            taken = taken || entries[k] == tag;
        o.dynamic[1].d_tag = tag;
        snprintf(message, sizeof message,
                 "the object asks the loader for more than memory (entry %lld)", (long long)tag);
        expect("entry", &o, taken ? SCAN_OK : SCAN_HOST_CODE, taken ? "" : message);
    }
    for (size_t k = 0; k < ARRAY_LEN(entries); k++) {
        struct image o = image_new(ET_DYN);
        o.dynamic[0].d_tag = entries[k];
        expect("entry", &o, SCAN_OK, "");
    }
}

static void segments_are_listed(void **state)
{
    struct image o = image_new(ET_DYN);
    struct scan_result got;
    (void)state;
    o.segments[0] = (Elf64_Phdr){ .p_type = PT_TLS, .p_align = 1024, .p_memsz = 12 };
    scan_object((const unsigned char *)&o, sizeof o, &got);
    assert_int_equal(got.verdict, SCAN_OK);
    assert_int_equal(got.tls_bytes, 12);
    o.segments[0].p_align = 1025;
    expect("alignment", &o, SCAN_UNSUPPORTED,
           "shared memory is aligned to 1025 bytes, at most 1024 can be");
    o.segments[0] = (Elf64_Phdr){ .p_type = PT_GNU_RELRO, .p_align = 4096, .p_flags = PF_X };
    expect("other segments have no such bounds", &o, SCAN_OK, "");
    o.segments[0] = (Elf64_Phdr){ .p_type = PT_NOTE };
    expect("notes", &o, SCAN_HOST_CODE, DAMAGED);
    o.segments[0] = (Elf64_Phdr){ .p_type = PT_GNU_STACK, .p_flags = PF_X };
    expect("stack", &o, SCAN_HOST_CODE, DAMAGED);
    o = image_new(ET_DYN);
    o.header.e_phoff = sizeof o - sizeof(Elf64_Phdr);
    expect("the second segment lies behind the end", &o, SCAN_HOST_CODE, DAMAGED);
}

static void constructors_tell_mistakes_from_code(void **state)
{
    static const struct {
        unsigned type;
        const char *symbol;
        uint64_t bytes;
        enum scan_verdict verdict;
    } rows[] = {
        { SHT_INIT_ARRAY, "_GLOBAL__sub_I_x", 8, SCAN_UNSUPPORTED },
        { SHT_INIT_ARRAY, "_GLOBAL__sub_I_", 8, SCAN_UNSUPPORTED },
        { SHT_INIT_ARRAY, "_GLOBAL__sub_J_x", 8, SCAN_HOST_CODE },
        { SHT_INIT_ARRAY, "_GLOBAL__sub_I_x", 16, SCAN_HOST_CODE },
        { SHT_INIT_ARRAY, "mine", 8, SCAN_HOST_CODE },
        { SHT_FINI_ARRAY, "_GLOBAL__sub_I_x", 8, SCAN_HOST_CODE },
        { SHT_PREINIT_ARRAY, "_GLOBAL__sub_I_x", 8, SCAN_HOST_CODE },
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct image o = image_new(ET_REL);
        o.sections[DYNSYM] = (Elf64_Shdr){ .sh_type = rows[i].type, .sh_size = rows[i].bytes };
        name_symbol(&o, &o.symbols[2], rows[i].symbol, STT_FUNC, TEXT, 0);
        expect(rows[i].symbol, &o, rows[i].verdict,
               rows[i].verdict == SCAN_UNSUPPORTED
                   ? "a __device__ variable is initialised by a call; a device initialises them "
                     "only with constants"
                   : "code that runs when the object is loaded (a constructor)");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_in_order_are_measured),
        cmocka_unit_test(a_header_of_another_kind_is_refused),
        cmocka_unit_test(offsets_are_held_to_the_end),
        cmocka_unit_test(sections_are_listed_with_their_flags),
        cmocka_unit_test(more_behind_a_section_s_name),
        cmocka_unit_test(instructions_of_every_code_section_are_read),
        cmocka_unit_test(symbols_are_asked_for_by_list),
        cmocka_unit_test(only_launches_are_exported),
        cmocka_unit_test(static_shared_memory_ends_at_48_kib),
        cmocka_unit_test(relocations_and_entries_are_listed),
        cmocka_unit_test(segments_are_listed),
        cmocka_unit_test(constructors_tell_mistakes_from_code),
    };
    return cmocka_run_group_tests_name("elf_scan", tests, NULL, NULL);
}
