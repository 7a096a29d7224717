#include "src/table/table_shape.h"

#include <string.h>

#include "src/base/buf.h"

void table_begin(struct table *t, struct arena *arena, const struct table_shape *shape)
{
    table_init(t, arena, shape->schema, shape->columns, shape->n_columns);
    t->shape = shape;
}

void table_begin_with(struct table *t, struct arena *arena, const struct table_shape *shape,
                      bool optional)
{
    table_begin(t, arena, shape);
    t->n_columns -= optional ? 0 : shape->n_optional;
}

const struct table_shape *table_shape_explained(const struct table_shape *shape)
{
    if (shape != NULL && shape->as != NULL)
        shape = shape->as;
    return shape == NULL || shape->denominator == NULL ? NULL : shape;
}

/* {"type": [...]} without its braces, or an enum of the words. */
static void put_type(struct buf *out, const struct table_column *c)
{
    static const char *const names[] = {
        [COLUMN_UNSAID] = "\"string\", \"number\", \"boolean\", \"array\"",
        [COLUMN_TEXT] = "\"string\"",
        [COLUMN_INT] = "\"integer\"",
        [COLUMN_REAL] = "\"number\"",
        [COLUMN_BOOL] = "\"boolean\"",
        [COLUMN_INT_OR_TEXT] = "\"integer\", \"string\"",
        [COLUMN_LIST] = "\"array\"",
    };
    if (c->words == NULL) {
        buf_printf(out, "\"type\": [%s%s]", names[c->type], c->na != NULL ? ", \"null\"" : "");
        return;
    }
    buf_puts(out, "\"enum\": [");
    for (const char *at = c->words; *at != '\0';) {
        size_t n = strcspn(at, "|");
        buf_puts(out, at == c->words ? "" : ", ");
        buf_put_json_string(out, at, n);
        at += n + (at[n] == '|');
    }
    buf_puts(out, c->na != NULL ? ", null]" : "]");
}

static void put_column(struct buf *out, const struct table_column *c)
{
    buf_puts(out, "          ");
    buf_put_json_text(out, c->name);
    buf_puts(out, ": { ");
    put_type(out, c);
    buf_puts(out, ", \"description\": ");
    buf_put_json_text(out, c->meaning);
    if (c->unit != NULL) {
        buf_puts(out, ", \"x-unit\": ");
        buf_put_json_text(out, c->unit);
    }
    if (c->na != NULL) {
        buf_puts(out, ", \"x-null\": ");
        buf_put_json_text(out, c->na);
    }
    buf_puts(out, " },\n");
}

void table_shape_schema(const struct table_shape *shape, const char *command, struct buf *out)
{
    buf_puts(out, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n");
    buf_printf(out,
               "  \"title\": \"%s\",\n  \"description\": \"rollbook %s%s%s --json: ", shape->schema,
               command, shape->asked == NULL ? "" : " ", shape->asked == NULL ? "" : shape->asked);
    buf_printf(out,
               "%s\",\n  \"type\": \"object\",\n  \"required\": [\"schema\", \"rows\", "
               "\"notes\"],\n  \"additionalProperties\": false,\n  \"properties\": {\n    "
               "\"schema\": { \"const\": \"%s\" },\n    \"rows\": {\n      \"type\": \"array\",\n  "
               "    \"items\": {\n        \"type\": \"object\",\n        \"required\": [",
               shape->rows, shape->schema);
    for (size_t i = 0; i + shape->n_optional < shape->n_columns; i++) {
        buf_puts(out, i > 0 ? ", " : "");
        buf_put_json_text(out, shape->columns[i].name);
    }
    buf_puts(out, "],\n        \"additionalProperties\": false,\n        \"properties\": {\n");
    for (size_t i = 0; i < shape->n_columns; i++)
        put_column(out, &shape->columns[i]);
    buf_puts(out,
             "          \"na\": {\n            \"type\": \"object\",\n            \"description\": "
             "\"why each null column is null\",\n            \"minProperties\": 1,\n            "
             "\"additionalProperties\": { \"type\": \"string\", \"minLength\": 1 }\n          }\n  "
             "      }\n      }\n    },\n    \"notes\": { \"type\": \"array\", \"items\": { "
             "\"type\": \"string\", \"minLength\": 1 } }\n  }\n}\n");
}
