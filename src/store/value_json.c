#include "src/store/value_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/store/db.h"

void sql_value_put_real(struct buf *out, double v)
{
    size_t from = out->len;
    buf_put_double(out, v);
    if (isfinite(v) && strpbrk(buf_text(out) + from, ".e") == NULL)
        buf_puts(out, ".0");
}

static void put_json_real(struct buf *out, double v)
{
    if (isfinite(v)) {
        sql_value_put_real(out, v);
        return;
    }
    buf_puts(out, "{\"real\":\"");
    sql_value_put_real(out, v);
    buf_puts(out, "\"}");
}

void sql_value_put_json(struct buf *out, const struct sql_value *v)
{
    switch (v->type) {
    case 1:
        buf_printf(out, "%" PRId64, v->i);
        break;
    case 2:
        put_json_real(out, v->real);
        break;
    case 3:
        buf_put_json_string(out, v->text, v->len);
        break;
    case 4:
        buf_puts(out, "{\"hex\":\"");
        buf_put_hex(out, v->text, v->len);
        buf_puts(out, "\"}");
        break;
    default:
        buf_puts(out, "null");
        break;
    }
}
