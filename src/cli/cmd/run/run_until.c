#include "src/cli/cmd/run/run_until.h"

#include <string.h>

#include "analysis/tables/compare/anytime_look.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/store/store_declaration.h"

static struct anytime_asked asked_of(struct cli *cli, const struct run_config *c, int n_rounds,
                                     struct arena *arena)
{
    struct anytime_asked q = { .db = cli->db,
                               .arena = arena,
                               .run = c->name,
                               .against = c->against,
                               .backend = c->backend,
                               .task_case = task_case_name(c->task_case),
                               .tasks = c->tasks,
                               .n_tasks = c->n_tasks,
                               .n_rounds = (size_t)n_rounds,
                               .by = c->until_by };
    if (!str_to_double(c->until, &q.effect))
        q.effect = 0; /* "decided" */
    return q;
}

int run_until_check(struct cli *cli, const struct run_config *config, struct err *err)
{
    struct anytime_answer answer;
    if (config->until == NULL || config->against == NULL)
        return 0;
    const struct anytime_asked q = asked_of(cli, config, 0, cli->arena);
    return anytime_look(&q, &answer, err);
}

static int store_look(struct cli *cli, const struct anytime_answer *answer, struct arena *arena,
                      struct err *err)
{
    const struct declaration_look *l = &answer->look;
    struct declaration_row row;
    if (answer->declaration == NULL)
        return 0;
    int rc = db_begin(cli->db, err);
    if (rc < 0)
        return rc;
    rc = store_find_declaration(cli->db, answer->declaration, arena, &row, err);
    const struct look_row stored = { .declaration_id = row.declaration_id,
                                     .number = l->number,
                                     .runs = l->runs,
                                     .n_rollouts = l->n_rollouts,
                                     .data_sha256 = l->data_sha256,
                                     .alpha_spent = l->alpha,
                                     .statistic = l->statistic,
                                     .n_rejected = l->n_rejected };
    if (rc == 0)
        rc = store_put_look(cli->db, &stored, err);
    return db_end(cli->db, rc, err);
}

int run_until_look(struct cli *cli, const struct run_config *config, int n_rounds, int *next,
                   const char **out_words, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct anytime_answer answer;
    const struct anytime_asked q = asked_of(cli, config, n_rounds, &a);
    int rc = anytime_look(&q, &answer, err);
    if (rc == 0)
        rc = store_look(cli, &answer, &a, err);
    if (rc < 0)
        return rc;
    memcpy(next, answer.next, config->n_tasks * sizeof(*next));
    *out_words = arena_strdup(cli->arena, answer.words);
    return answer.stop;
}
