/*
 * fuzz_json.c - libFuzzer target: bytes as JSON, read by both readers.
 *
 * They say the same of a text: the same tree, or the same refusal in the same words.  What was read
 * is printed, and read again it is the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need_same(const char *what, const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return;
    fprintf(stderr, "%s:\n%s\n%s\n", what, a, b);
    abort();
}

static void need_printing_reads_back(const struct buf *printed)
{
    struct arena a = { 0 };
    struct err err = { 0 };
    struct buf again = { 0 };
    const struct json *j = json_parse_arena("t", 7, buf_text(printed), printed->len, &a, &err);
    need_same("what was printed is refused", err.msg, "");
    json_print(j, true, &again);
    need_same("printing changes it", buf_text(&again), buf_text(printed));
    buf_release(&again);
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = { 0 };
    struct err tree_err = { 0 };
    struct err arena_err = { 0 };
    struct buf one = { 0 };
    struct buf two = { 0 };
    char *text = mem_alloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    struct json *tree = json_parse_line("t", 7, text, size, &tree_err);
    const struct json *other = json_parse_arena("t", 7, text, size, &a, &arena_err);
    need_same("refusals", arena_err.msg, tree_err.msg);
    if (tree != NULL && other != NULL) {
        json_print(tree, true, &one);
        json_print(other, true, &two);
        need_same("trees", buf_text(&two), buf_text(&one));
        need_printing_reads_back(&one);
    }
    buf_release(&one);
    buf_release(&two);
    json_free(tree);
    arena_release(&a);
    free(text);
    return 0;
}
