#include "src/cli/cmd/figure_png.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"

#define MOST_BYTES ((size_t)1 << 28)

extern char **environ;

static int convert(const char *pdf, const char *base, struct err *err)
{
    pid_t child;
    int status = 0;
    const char *const argv[] = { "pdftoppm", "-r", "300", "-png", "-singlefile", pdf, base, NULL };
    char *words[ARRAY_LEN(argv)];
    memcpy(words, argv, sizeof(words));
    int rc = posix_spawnp(&child, argv[0], NULL, NULL, words, environ);
    if (rc == ENOENT)
        return err_set(err, ERR_USAGE,
                       "a PNG needs the program pdftoppm: apt-get install poppler-utils; without "
                       "it, name the figure .pdf or .svg");
    if (rc != 0)
        return err_set(err, ERR_INTEGRITY, "pdftoppm does not start: %s", strerror(rc));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return err_set(err, ERR_INTEGRITY, "pdftoppm failed (status %d)", status);
    return 0;
}

/* A PNG names the program that made it in a part of its own behind the first one. */
static void name_maker(struct buf *png)
{
    static const char maker[] = "\0\0\0\x11"
                                "tEXtSoftware\0Rollbook\x8b\x10\x3d\xa0";
    const size_t first = 33; /* signature and IHDR */
    struct buf whole = { 0 };
    if (png->len < first)
        return;
    buf_add(&whole, png->data, first);
    buf_add(&whole, maker, sizeof(maker) - 1);
    buf_add(&whole, png->data + first, png->len - first);
    buf_release(png);
    *png = whole;
}

int figure_to_png(struct buf *bytes, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    const char *home = getenv("TMPDIR");
    char *folder = arena_printf(&a, "%s/rollbook-png-XXXXXX", home == NULL ? "/tmp" : home);
    if (mkdtemp(folder) == NULL)
        return err_set(err, ERR_INTEGRITY, "cannot make a folder %s: %s", folder, strerror(errno));
    const char *base = arena_printf(&a, "%s/figure", folder);
    const char *pdf = arena_printf(&a, "%s.pdf", base), *png = arena_printf(&a, "%s.png", base);
    int rc = file_write_atomic(pdf, buf_text(bytes), bytes->len, err);
    if (rc == 0)
        rc = convert(pdf, base, err);
    if (rc == 0) {
        buf_clear(bytes);
        rc = file_read(png, MOST_BYTES, bytes, err);
        name_maker(bytes);
    }
    unlink(pdf);
    unlink(png);
    rmdir(folder);
    return rc < 0 ? rc : 0;
}
