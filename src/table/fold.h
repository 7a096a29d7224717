/*
 * fold.h - text on terminals of any width.
 */
#ifndef ROLLBOOK_TABLE_FOLD_H
#define ROLLBOOK_TABLE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

#define FOLD_LEAST 20 /* columns that a hanging text should keep */

/* Terminal columns of valid UTF-8: combining marks take none, East Asian wide characters two. */
size_t fold_width(const char *s, size_t len);
/* Bytes that fill at most width columns (one sign at least), up to a blank, else behind an
 * underscore, where one stands in the second half. */
size_t fold_fit(const char *s, size_t len, size_t width);

/*
 * Appends one line without its end, of which start columns are used already.  Where it is wider
 * than width it is broken at a blank, and what follows begins at column hang; a longer word stays
 * whole.  width 0 breaks nothing.  is_shell: breaks are those of a command line, with a backslash
 * and never within quotes or a comment.
 */
struct fold {
    size_t width, start, hang;
    bool is_shell;
};
void fold_put(struct buf *out, const struct fold *f, const char *text, size_t len);
/* Each line of a text, with a line end; what follows a break begins at column hang.  A line that
 * begins with blanks and "rollbook" is a command. */
void fold_lines(struct buf *out, size_t width, size_t hang, const char *text);

#endif
