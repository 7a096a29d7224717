#include "src/cli/table_command.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/store/joined.h"

static enum opt_kind kind_of(enum table_option_kind kind)
{
    switch (kind) {
    case OPTION_FLAG:
    case OPTION_OTHER:
        return OPT_FLAG;
    case OPTION_INT:
    case OPTION_THREADS:
        return OPT_INT;
    case OPTION_REAL:
        return OPT_REAL;
    case OPTION_LIST:
    case OPTION_NAMES:
    case OPTION_RUNS:
        return OPT_LIST;
    case OPTION_TEXT:
    case OPTION_CHOICE:
    case OPTION_STEP:
    case OPTION_AGAINST:
        return OPT_TEXT;
    }
    return OPT_TEXT;
}

static bool is_of_input(const struct table_option *o)
{
    return o->kind == OPTION_RUNS || o->kind == OPTION_AGAINST;
}

static const struct option_set *set_of(const struct command *command)
{
    static const struct option_set none = { 0 };
    if (command->table != NULL)
        return &command->table->options;
    return command->set != NULL ? command->set : &none;
}

static struct opt opt_of(const struct option_set *set, const struct table_option *o,
                         struct arena *arena)
{
    bool has_standard = o->kind != OPTION_FLAG && o->kind != OPTION_OTHER && !is_of_input(o);
    return (struct opt){ .name = o->name,
                         .kind = kind_of(o->kind),
                         .metavar = o->metavar,
                         .standard =
                             has_standard ? table_option_text(o, set->standard, arena) : NULL,
                         .help = o->help };
}

const struct opt *command_options(const struct command *command, struct arena *arena,
                                  size_t *out_count)
{
    const struct option_set *set = set_of(command);
    size_t n = command->n_options;
    struct opt *all = arena_array(arena, n + set->n_rows + 1, sizeof(*all));
    if (n > 0)
        memcpy(all, command->options, n * sizeof(*all));
    for (size_t i = 0; i < set->n_rows; i++)
        all[n++] = opt_of(set, &set->rows[i], arena);
    *out_count = n;
    return all;
}

static void remark(void *context, const char *text)
{
    cli_note(context, "%s", text);
}

/* Held back until the table is made, which may have to be made again. */
struct remarks {
    struct arena *arena;
    const char **items;
    size_t n;
};

static void hold_remark(void *context, const char *text)
{
    struct remarks *r = context;
    r->items = mem_grow(r->items, r->n + 1, sizeof(*r->items));
    r->items[r->n++] = arena_strdup(r->arena, text);
}

/* --run and --runs name one list. */
static int check_runs(const struct cli *cli, const struct table_names *runs, struct err *err)
{
    if (opt_exists(cli, "runs") && opt_given(cli, "run") && opt_given(cli, "runs"))
        return err_set(err, ERR_USAGE, "--run and --runs mean the same: give one of them");
    for (size_t i = 0; i < runs->n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(runs->items[i], runs->items[j]) == 0)
                return err_set(err, ERR_USAGE, "run %s is named twice", runs->items[i]);
        }
    }
    return 0;
}

int table_command_read(struct cli *cli, struct table_input *in, void **out_options, struct err *err)
{
    const struct option_set *set = set_of(cli->command);
    void *options = arena_alloc(cli->arena, set->size);
    int rc = 0;
    *in =
        (struct table_input){ .db = cli->db,
                              .arena = cli->arena,
                              .for_programs = cli->format == TABLE_JSON || cli->format == TABLE_CSV,
                              .remark = remark,
                              .remark_context = cli };
    if (set->size > 0)
        memcpy(options, set->standard, set->size);
    for (size_t i = 0; i < set->n_rows && rc == 0; i++) {
        const struct table_option *o = &set->rows[i];
        if (o->kind != OPTION_OTHER && opt_given(cli, o->name))
            rc = table_option_set(o, is_of_input(o) ? (void *)in : options, opt_text(cli, o->name),
                                  cli->arena, err);
    }
    *out_options = options;
    return rc < 0 ? rc : check_runs(cli, &in->runs, err);
}

int table_command_print(struct cli *cli, const struct table_kind *kind,
                        const struct table_input *in, const void *options, struct err *err)
{
    struct table t;
    struct remarks r = { .arena = cli->arena };
    struct table_input asked = *in;
    if (in->remark != NULL) {
        asked.remark = hold_remark;
        asked.remark_context = &r;
    }
    int rc = table_make(kind, &asked, options, &t, err);
    for (size_t i = 0; i < r.n && !joined_lacks_rows(in->db); i++)
        in->remark(in->remark_context, r.items[i]);
    free(r.items);
    if (rc < 0)
        return rc;
    cli_print_table(cli, &t);
    return kind->is_findings && t.n_rows > 0 ? ERR_NEGATIVE : 0;
}

int table_command_run(struct cli *cli, struct err *err)
{
    struct table_input in;
    void *options;
    int rc = table_command_read(cli, &in, &options, err);
    return rc < 0 ? rc : table_command_print(cli, cli->command->table, &in, options, err);
}
