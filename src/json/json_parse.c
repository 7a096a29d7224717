/*
 * json_parse.c - text to tree.
 *
 * The scanner checks the text and counts positions, cJSON builds the tree, and what cJSON cannot
 * express (NaN, integers beyond 2^53) is put in place.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/json/json_internal.h"

#define JSON_MAX_FILE_BYTES ((size_t)1 << 30)

/* Fixes keep the text's length. */
static char *patched_text(const char *text, size_t len, const struct json_fixes *fixes)
{
    char *copy = mem_alloc(len + 1);
    memcpy(copy, text, len);
    for (size_t i = 0; i < fixes->n; i++) {
        const struct json_fix *fix = &fixes->items[i];
        size_t n = strlen(fix->text);
        if (fix->kind == JSON_FIX_BIG && fix->len <= n)
            continue;
        memset(copy + fix->at, ' ', fix->len);
        memcpy(copy + fix->at, fix->text, n);
    }
    return copy;
}

static void apply_fix(cJSON *node, const struct json_fix *fix, const char *text)
{
    if (fix->kind == JSON_FIX_NAN)
        node->valuedouble = (double)NAN;
    if (fix->kind != JSON_FIX_BIG)
        return;
    char *digits = cJSON_malloc(fix->len + 1);
    if (digits == NULL)
        return; /* keeps the rounded number */
    memcpy(digits, text + fix->at, fix->len);
    digits[fix->len] = '\0';
    node->type = cJSON_Raw;
    node->valuestring = digits;
}

/* stack holds open containers. */
static cJSON *next_in_text(cJSON *node, cJSON **stack, size_t *depth)
{
    if (node->child != NULL && *depth < JSON_MAX_DEPTH) {
        stack[(*depth)++] = node;
        return node->child;
    }
    while (node->next == NULL) {
        if (*depth == 0)
            return NULL;
        node = stack[--*depth];
    }
    return *depth == 0 ? NULL : node->next;
}

static void apply_fixes(cJSON *root, const char *text, const struct json_fixes *fixes)
{
    cJSON *stack[JSON_MAX_DEPTH];
    size_t depth = 0;
    size_t value = 0;
    cJSON *node = root;
    for (size_t i = 0; i < fixes->n && node != NULL; i++) {
        while (node != NULL && value < fixes->items[i].value) {
            node = next_in_text(node, stack, &depth);
            value++;
        }
        if (node != NULL)
            apply_fix(node, &fixes->items[i], text);
    }
}

static cJSON *build_tree(const char *text, size_t start, size_t len, const struct json_fixes *fixes)
{
    char *copy CLEANUP(mem_free_ptr) = fixes->n > 0 ? patched_text(text, len, fixes) : NULL;
    const char *source = copy != NULL ? copy : text;
    cJSON *root = cJSON_ParseWithLengthOpts(source + start, len - start, NULL, false);
    if (root != NULL)
        apply_fixes(root, text, fixes);
    return root;
}

struct json *json_parse(const char *name, const char *text, size_t len, struct err *err)
{
    return json_parse_at(name, 1, 1, text, len, err);
}

struct json *json_parse_line(const char *name, size_t first_line, const char *text, size_t len,
                             struct err *err)
{
    return json_parse_at(name, first_line, 1, text, len, err);
}

struct json *json_parse_at(const char *name, size_t line, size_t column, const char *text,
                           size_t len, struct err *err)
{
    struct json_fixes fixes = { 0 };
    size_t start = 0;
    cJSON *root = NULL;
    if (json_scan(name, line, column, text, len, &fixes, &start, err) == 0) {
        root = build_tree(text, start, len, &fixes);
        if (root == NULL)
            err_set(err, ERR_INTEGRITY, "%s:%zu:%zu: cannot be read as JSON", name, line, column);
    }
    free(fixes.items);
    return json_wrap(root);
}

struct json *json_parse_file(const char *path, struct err *err)
{
    struct buf text = { 0 };
    struct json *root = NULL;
    if (file_read(path, JSON_MAX_FILE_BYTES - 1, &text, err) == 0)
        root = json_parse(strcmp(path, "-") == 0 ? "standard input" : path, buf_text(&text),
                          text.len, err);
    buf_release(&text);
    return root;
}

void json_free(struct json *root)
{
    cJSON_Delete(json_node_mutable(root));
}

void json_free_ptr(struct json **root)
{
    json_free(*root);
    *root = NULL;
}
