/*
 * asm_scan.c - reads the compiler's assembly and refuses what only inserted text can cause.
 *
 * Text enters by inline assembly (marked #APP), assembler labels and section names.  It has to
 * become a line of assembly: a directive or section that g++ does not use for kernels, data within
 * code, or a system instruction.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/chars.h"
#include "src/base/mem.h"
#include "src/eval/process/object_scan.h"

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
        size_t i = 0;
        while (i < len && s[i] != '"')
            i++;
        for (i++; i < len && s[i] != '"'; i++)
            i += s[i] == '\\';
        if (i + 1 != len) {
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
    if (*s == '.') {
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
    } else {
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
