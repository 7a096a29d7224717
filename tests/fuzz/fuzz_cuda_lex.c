/*
 * fuzz_cuda_lex.c - libFuzzer target: bytes as the text of a kernel file.
 *
 * Tokens reach the end of the text and count its lines; then all readers of kernels run over it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/code/code_scan.h"
#include "src/base/mem.h"
#include "src/eval/text/kernel_text.h"
#include "tasks/text/code_identity.h"
#include "tasks/text/cuda_lex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
    if (!holds)
        abort();
}

static void read_tokens(const char *text, size_t len)
{
    struct lexer l;
    struct lex_token t;
    size_t end = 0, line = 1, n_lines = 1;
    char *clean = mem_alloc(len + 1);
    lex_init(&l, text, len);
    for (t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        need(t.len > 0 && t.start >= end && t.start + t.len <= len && t.line >= line);
        size_t n = lex_clean(&l, &t, clean);
        need(n > 0 && n <= t.len && (!t.is_plain || (n == t.len)));
        need((t.kind == LEX_SIGN) == (t.sign != '\0'));
        end = t.start + t.len;
        line = t.line;
    }
    for (size_t i = 0; i < len; i++)
        n_lines += text[i] == '\n';
    need(l.pos == len && l.line == n_lines && lex_next(&l).kind == LEX_END);
    free(clean);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct text_headers headers = { .backend = "cpu" };
    struct arena arena = { 0 };
    struct text_error error;
    struct code_scan scan;
    char hash[65];
    char *text = mem_alloc(size);
    char *out = mem_alloc(size);
    memcpy(text, data, size);
    read_tokens(text, size);
    code_identity(IDENTITY_RENAMED, text, size, hash);
    code_scan_text(text, size, &arena, &scan);
    if (kernel_text_directives(text, size, &headers, out, &error))
        kernel_text_synchronises(out, size, "k");
    arena_release(&arena);
    free(text);
    free(out);
    return 0;
}
