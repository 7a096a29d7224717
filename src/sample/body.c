#include "src/sample/body.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "tasks/task.h"
#include "tasks/text/cuda_lex.h"

#define KERNEL_WORD "__global__"

static size_t find_braces(const char *text, const char **open, const char **close)
{
    struct lexer l;
    size_t n = 0;
    int depth = 0;
    lex_init(&l, text, strlen(text));
    for (struct lex_token t = lex_next(&l); t.kind != LEX_END; t = lex_next(&l)) {
        n += lex_is(&l, &t, KERNEL_WORD);
        if (t.sign == '{' && depth++ == 0 && n == 1 && *open == NULL)
            *open = text + t.start;
        if (t.sign == '}' && --depth == 0 && *open != NULL && *close == NULL)
            *close = text + t.start;
    }
    return n;
}

int body_parts_of(const struct task *task, struct body_parts *out, struct err *err)
{
    const char *text = task->baseline;
    const char *open = NULL;
    const char *close = NULL;
    if (find_braces(text, &open, &close) != 1 || open == NULL || close == NULL)
        return err_set(err, ERR_USAGE,
                       "task %s: its reference has not one kernel, so that there is no body to ask "
                       "for",
                       task->id);
    const char *body = open + 1 + (open[1] == '\n');
    *out = (struct body_parts){ .before = text,
                                .body = body,
                                .after = close,
                                .before_len = (size_t)(body - text),
                                .body_len = (size_t)(close - body),
                                .after_len = strlen(close) };
    return 0;
}

int body_wrap(const struct task *task, const char *body, size_t len, struct buf *out,
              struct err *err)
{
    struct body_parts p;
    int rc = body_parts_of(task, &p, err);
    if (rc < 0)
        return rc;
    buf_add(out, p.before, p.before_len);
    buf_add(out, body, len);
    if (len == 0 || body[len - 1] != '\n')
        buf_putc(out, '\n');
    buf_add(out, p.after, p.after_len);
    return 0;
}
