/*
 * formula_plain.c - formulas for a terminal.
 */
#include <string.h>

#include "reports/doc/formula.h"
#include "src/base/buf.h"
#include "src/base/chars.h"
#include "src/base/mem.h"

static void put_list(struct buf *out, const struct formula_node *list);

static bool is_single(const struct formula_node *list)
{
    return list != NULL && list->next == NULL && list->sub == NULL && list->sup == NULL &&
           (list->kind == FORMULA_FENCE ||
            (list->kind == FORMULA_SIGN && strchr(list->plain, ' ') == NULL));
}

static void put_closed(struct buf *out, const struct formula_node *list)
{
    buf_putc(out, '(');
    put_list(out, list);
    buf_putc(out, ')');
}

static void put_operand(struct buf *out, const struct formula_node *list)
{
    bool scripted = list != NULL && list->next == NULL && list->kind == FORMULA_SIGN;
    if (is_single(list) || scripted)
        put_list(out, list);
    else
        put_closed(out, list);
}

static void put_script(struct buf *out, char mark, const struct formula_node *list)
{
    if (list == NULL)
        return;
    buf_putc(out, mark);
    if (is_single(list) || list->class == FORMULA_OPEN)
        put_list(out, list);
    else
        put_closed(out, list);
}

static void put_node(struct buf *out, const struct formula_node *n)
{
    switch (n->kind) {
    case FORMULA_SIGN:
        buf_puts(out, n->plain);
        break;
    case FORMULA_FRACTION:
        put_operand(out, n->a);
        buf_puts(out, " / ");
        put_operand(out, n->b);
        break;
    case FORMULA_BINOMIAL:
        buf_puts(out, "C(");
        put_list(out, n->a);
        buf_puts(out, ", ");
        put_list(out, n->b);
        buf_putc(out, ')');
        break;
    case FORMULA_ROOT:
        buf_puts(out, "sqrt");
        put_closed(out, n->a);
        break;
    case FORMULA_GROUP:
        put_list(out, n->a);
        break;
    case FORMULA_FENCE:
        buf_putc(out, n->text[0]);
        put_list(out, n->a);
        buf_putc(out, n->text[1]);
        break;
    }
    put_script(out, '_', n->sub);
    put_script(out, '^', n->sup);
}

static bool is_spaced(const struct formula_node *n)
{
    return n->class == FORMULA_BINARY || n->class == FORMULA_RELATION;
}

/* Two letters side by side would read as one word: "n x" but "2n", "2(" and "f(". */
static bool needs_gap(const struct formula_node *left, const struct formula_node *right)
{
    bool unary = left->kind == FORMULA_SIGN && left->class == FORMULA_ORDINARY &&
                 strchr("+-", left->plain[0]) != NULL;
    if (unary)
        return false;
    if (is_spaced(left) || is_spaced(right) || left->class == FORMULA_COMMA)
        return true;
    if (left->class == FORMULA_OPERATOR)
        return right->class != FORMULA_OPEN && right->kind != FORMULA_FENCE;
    if (right->class == FORMULA_OPERATOR)
        return left->class != FORMULA_OPEN;
    if (left->class != FORMULA_ORDINARY || right->class != FORMULA_ORDINARY ||
        right->kind == FORMULA_FENCE)
        return false;
    bool plain_left = left->kind == FORMULA_SIGN && strchr("/|@", left->plain[0]) != NULL;
    bool plain_right = right->kind == FORMULA_SIGN && strchr("/|@!", right->plain[0]) != NULL;
    bool number = left->kind == FORMULA_SIGN && is_digit(left->plain[0]);
    return !plain_left && !plain_right &&
           !(number && right->kind == FORMULA_SIGN && right->plain[1] == '\0');
}

static bool is_factor(const struct formula_node *n)
{
    return n != NULL && !is_spaced(n) && n->class != FORMULA_COMMA && n->class != FORMULA_OPEN &&
           n->class != FORMULA_CLOSE && n->class != FORMULA_SPACE;
}

static void put_list(struct buf *out, const struct formula_node *list)
{
    const struct formula_node *before = NULL;
    for (const struct formula_node *n = list; n != NULL; before = n, n = n->next) {
        bool closed = n->kind == FORMULA_FRACTION && (is_factor(before) || is_factor(n->next));
        buf_puts(out, closed ? "(" : "");
        put_node(out, n);
        buf_puts(out, closed ? ")" : "");
        bool blank = out->len > 0 && out->data[out->len - 1] == ' ';
        if (n->next != NULL && needs_gap(n, n->next) && !blank)
            buf_putc(out, ' ');
    }
}

void formula_put_plain(struct buf *out, const char *sentence)
{
    struct arena a = { 0 };
    struct formula_part *parts;
    formula_parse(&a, sentence, &parts);
    for (const struct formula_part *p = parts; p != NULL; p = p->next) {
        if (p->text != NULL)
            buf_puts(out, p->text);
        else
            put_list(out, p->math);
    }
    arena_release(&a);
}
