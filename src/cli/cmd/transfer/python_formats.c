#include "src/cli/cmd/transfer/python_formats.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/store/db.h"

/* ending: NULL, or what tells the file from one that the program reads itself. */
static const struct {
    const char *name, *ending;
} formats[] = { { "parquet", NULL },   { "trackio", NULL },    { "wandb", NULL },
                { "verifiers", NULL }, { "inspect", ".eval" }, { "ncu", ".ncu-rep" } };

/* A Python without the package says so in one line. */
static const char run_package[] =
    "import sys\n"
    "try:\n"
    "    from rollbook.io import main\n"
    "except ImportError as error:\n"
    "    print(f'rollbook: {sys.executable} has no package rollbook ({error}): pip install "
    "./python in "
    "the source, or name another Python by ROLLBOOK_PYTHON', file=sys.stderr)\n"
    "    sys.exit(2)\n"
    "sys.exit(main(sys.argv[1:]))\n";

const char *python_format(const char *format, const char *path)
{
    for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
        const char *ending = formats[i].ending;
        if (strcmp(format, formats[i].name) == 0 && (ending == NULL || str_ends_with(path, ending)))
            return formats[i].name;
    }
    return NULL;
}

const char *python_format_names(void)
{
    return "parquet, trackio, wandb and verifiers, and .eval of inspect and .ncu-rep of ncu, by "
           "the "
           "Python package";
}

/* The package asks this very program. */
static int become(struct cli *cli, const char *const words[5], struct err *err)
{
    char self[PATH_MAX];
    const char *python = getenv("ROLLBOOK_PYTHON");
    ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (python == NULL || python[0] == '\0')
        python = "python3";
    if (n > 0) {
        self[n] = '\0';
        if (setenv("ROLLBOOK_PROGRAM", self, 1) != 0)
            return err_set(err, ERR_INTEGRITY, "the program cannot be named to Python");
    }
    char *argv[9] = { arena_strdup(cli->arena, python), arena_strdup(cli->arena, "-c"),
                      arena_strdup(cli->arena, run_package) };
    for (size_t i = 0; i < 5 && words[i] != NULL; i++)
        argv[3 + i] = arena_strdup(cli->arena, words[i]);
    db_close(cli->db);
    cli->db = NULL;
    fflush(NULL);
    execvp(python, argv);
    return err_set(err, ERR_USAGE, "%s cannot be run: %s", python, strerror(errno));
}

int python_import(struct cli *cli, const char *name, const char *path, const char *run,
                  struct err *err)
{
    const char *named = run == NULL                  ? NULL
                        : strcmp(name, "wandb") == 0 ? run
                                                     : arena_printf(cli->arena, "run=%s", run);
    if (run == NULL && strcmp(name, "wandb") == 0)
        return err_set(err, ERR_USAGE, "ingest wandb needs --run-name");
    return become(cli, (const char *const[5]){ "import", name, path, cli->db_path, named }, err);
}

int python_export(struct cli *cli, const char *name, const char *place, const char *run,
                  struct err *err)
{
    bool wants_run = strcmp(name, "inspect") == 0;
    if (wants_run && run == NULL)
        return err_set(err, ERR_USAGE, "--inspect needs --run");
    const char *named = run == NULL || wants_run ? run : arena_printf(cli->arena, "run=%s", run);
    return become(cli, (const char *const[5]){ "export", name, cli->db_path, place, named }, err);
}
