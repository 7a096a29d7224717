#include "src/cli/cmd/check/certify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns/list_certified.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/file.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "src/base/sha256.h"
#include "src/cli/cmd/run/run_options.h"
#include "src/store/store.h"

#define PROGRAM_MOST ((size_t)1 << 30)

static const char *const known_names[] = { "honest", "wrong", "cheating" };
static const char *const expected_names[] = { "accepted", "refused", "refused" };

static const struct table_column columns[] = {
    { "task", 0, COLUMN_TEXT, "short name of the task" },
    { "kind", 0, COLUMN_TEXT, "kind of the kernel", .words = "honest|wrong|cheating" },
    { "kernel", 0, COLUMN_TEXT, "a kernel that the program brings, or the fault planted into it" },
    { "expected", 0, COLUMN_TEXT, "the known verdict", .words = "accepted|refused" },
    { "outcome", 0, COLUMN_TEXT, "the evaluator's verdict here" },
    { "agrees", 0, COLUMN_BOOL, "whether that is the known verdict" },
    { "message", 0, COLUMN_TEXT, "message of the evaluator", "no message" },
};

static const struct table_shape shape = {
    .schema = "rollbook.doctor.certify/1",
    .asked = "--certify",
    .rows = "kernels whose verdicts are known, and the verdicts here",
    SHAPE_COLUMNS(columns),
};

struct certifying {
    struct cli *cli;
    const char *backend, *name;
    struct certified_kernel *set;
    size_t n;
    char set_sha256[65], program_sha256[65];
};

static void hash_set(struct certifying *c)
{
    struct sha256 hash;
    sha256_init(&hash);
    for (size_t i = 0; i < c->n; i++) {
        const struct certified_kernel *k = &c->set[i];
        sha256_update(&hash, k->task, strlen(k->task) + 1);
        sha256_update(&hash, known_names[k->known], strlen(known_names[k->known]) + 1);
        sha256_update(&hash, k->text, strlen(k->text) + 1);
    }
    sha256_final_hex(&hash, c->set_sha256);
}

static int hash_program(struct certifying *c, struct err *err)
{
    struct buf CLEANUP(buf_release) program = { .max = PROGRAM_MOST };
    int rc = file_read("/proc/self/exe", PROGRAM_MOST, &program, err);
    if (rc == 0)
        sha256_hex(program.data, program.len, c->program_sha256);
    return rc;
}

/* The replay policy re-emits the set; the hashes are kept with it. */
static const char *policy_config(const struct certifying *c)
{
    struct buf CLEANUP(buf_release) json = { 0 };
    buf_printf(&json, "{\"program_sha256\": \"%s\", \"set_sha256\": \"%s\", \"rollouts\": [",
               c->program_sha256, c->set_sha256);
    for (size_t i = 0; i < c->n; i++) {
        buf_printf(&json, "%s{\"task\": \"%s\", \"sample\": %d, \"text\": ", i == 0 ? "" : ", ",
                   c->set[i].task, (int)c->set[i].known);
        buf_put_json_text(&json, c->set[i].text);
        buf_puts(&json, "}");
    }
    buf_puts(&json, "]}");
    return arena_strdup(c->cli->arena, buf_text(&json));
}

static int evaluate_set(struct certifying *c, unsigned workers, struct err *err)
{
    struct run_config config = { .name = c->name,
                                 .strategy = "best-of-n",
                                 .policy = "replay",
                                 .policy_config = policy_config(c),
                                 .backend = c->backend,
                                 .reward = "speedup",
                                 .input_secret = rng_secret_number(),
                                 .k = KNOWN_VERDICTS,
                                 .temperature = 1,
                                 .task_case = CASE_CPU,
                                 .eval_mode = EVAL_FAST,
                                 .workers = workers };
    const struct run_asked how = { .config.workers = workers };
    const char *done = NULL;
    for (size_t i = 0; i < c->n; i += KNOWN_VERDICTS)
        config.tasks[config.n_tasks++] = c->set[i].task;
    return run_execute(c->cli, &how, &config, NULL, &done, err);
}

static const struct certified_kernel *kernel_of(const struct certifying *c, const char *task,
                                                int64_t sample)
{
    for (size_t i = 0; i < c->n; i++)
        if (strcmp(c->set[i].task, task) == 0 && (int64_t)c->set[i].known == sample)
            return &c->set[i];
    return NULL;
}

static bool put_verdict(struct table *t, const struct certified_kernel *k, struct stmt *st)
{
    const char *outcome = stmt_text(st, LIST_CERTIFIED_OUTCOME);
    const char *message = stmt_text(st, LIST_CERTIFIED_MESSAGE);
    bool unknown = strcmp(outcome, "infra") == 0 || strcmp(outcome, "pending") == 0;
    bool accepted = strcmp(outcome, "measured") == 0;
    bool agrees = !unknown && accepted == (k->known == KNOWN_HONEST);
    struct cell *c = table_row(t);
    *c++ = cell_text(t, k->task);
    *c++ = cell_text(t, known_names[k->known]);
    *c++ = cell_text(t, k->what);
    *c++ = cell_text(t, expected_names[k->known]);
    *c++ = cell_text(t, outcome);
    *c++ = cell_bool(agrees);
    *c++ = message == NULL ? cell_na(t, "no message") : cell_text(t, message);
    return agrees;
}

static int print_verdicts(const struct certifying *c, bool is_kept, struct err *err)
{
    struct table t;
    size_t agreed = 0;
    int rc;
    table_begin(&t, c->cli->arena, &shape);
    struct stmt *st = db_query(c->cli->db, "list_certified");
    stmt_bind_text(st, ":run", c->name);
    while ((rc = stmt_step(st, err)) > 0) {
        const struct certified_kernel *k =
            kernel_of(c, stmt_text(st, LIST_CERTIFIED_TASK), stmt_int(st, LIST_CERTIFIED_SAMPLE));
        agreed += k != NULL && put_verdict(&t, k, st);
    }
    if (rc < 0)
        return rc;
    table_reading(&t, "%zu of %zu verdicts are the known ones; backend %s, rollbook %s", agreed,
                  c->n, c->backend, build_version());
    table_reading(&t, "sha256 of the program %s, of the set %s", c->program_sha256, c->set_sha256);
    if (is_kept)
        table_note(&t, "stored as run '%s'", c->name);
    cli_print_table(c->cli, &t);
    return agreed == c->n ? 0
                          : err_set(err, ERR_NEGATIVE,
                                    "%zu of %zu verdicts are not the known ones: do not trust "
                                    "evaluations by backend %s on this machine",
                                    c->n - agreed, c->n, c->backend);
}

/* A database of our own, in a folder that is removed. */
static int open_database(struct cli *cli, char *folder, bool *out_kept, struct err *err)
{
    const char *named = getenv("ROLLBOOK_DB");
    *out_kept = cli->common.db != NULL || (named != NULL && *named != '\0');
    if (*out_kept)
        return cli_open_writer(cli, err);
    if (mkdtemp(folder) == NULL)
        return err_set(err, ERR_INTEGRITY, "cannot make a folder in /tmp");
    cli->db_path = arena_printf(cli->arena, "%s/certify.db", folder);
    return cli_open_writer(cli, err);
}

static void remove_database(struct cli *cli, const char *folder)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    db_close(cli->db);
    cli->db = NULL;
    for (size_t i = 0; i < ARRAY_LEN(ends); i++)
        (void)unlink(arena_printf(cli->arena, "%s%s", cli->db_path, ends[i]));
    (void)rmdir(folder);
}

int certify(struct cli *cli, const char *backend, unsigned workers, struct err *err)
{
    struct certifying c = { .cli = cli, .backend = backend };
    char when[32], folder[] = "/tmp/rollbook-certify-XXXXXX";
    bool is_kept = false;
    int rc = certify_set(cli->arena, &c.set, &c.n, err);
    if (rc == 0)
        rc = hash_program(&c, err);
    if (rc < 0)
        return rc;
    hash_set(&c);
    clock_utc(when);
    c.name = arena_printf(cli->arena, "certify-%s-%.12s-%s", backend, c.set_sha256, when);
    rc = open_database(cli, folder, &is_kept, err);
    if (rc == 0)
        rc = evaluate_set(&c, workers, err);
    if (rc == 0)
        rc = print_verdicts(&c, is_kept, err);
    if (!is_kept)
        remove_database(cli, folder);
    return rc;
}
