#include "src/rescore/run_trust.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/json/json.h"
#include "src/problem/problem.h"
#include "src/run/run_config.h"
#include "src/sample/policy.h"
#include "src/sample/prompt.h"
#include "src/trust/trust.h"

/* What stands out of a server's configuration comes first, then all of it. */
static void add_server(struct trust_list *list, const char *whose, const char *config)
{
    static const char *const members[][2] = { { "base_url", "server" },
                                              { "key_env", "environment variable of the key" } };
    struct err ignored;
    const struct json *root =
        json_parse_arena("configuration", 1, config, strlen(config), list->arena, &ignored);
    for (size_t i = 0; root != NULL && i < ARRAY_LEN(members); i++) {
        const char *value = NULL;
        if (json_type(root) == JSON_OBJECT && json_string(json_get(root, members[i][0]), &value))
            trust_add(list, arena_printf(list->arena, "%s's %s", whose, members[i][1]), value,
                      NULL);
    }
    trust_add(list, arena_printf(list->arena, "%s's configuration", whose), config, NULL);
}

/* A path is approved for the file that it names from here, not for what another folder has there.
 */
static const char *from_here(struct arena *a, const char *path)
{
    char folder[PATH_MAX];
    return path == NULL || *path == '/' || getcwd(folder, sizeof(folder)) == NULL
               ? path
               : arena_printf(a, "%s/%s", folder, path);
}

void run_trust_list(struct trust_list *list, const struct run_config *c)
{
    const struct policy_vtable *policy = policy_find(c->policy);
    const bool is_path = c->python != NULL && strchr(c->python, '/') != NULL; /* else of PATH */
    trust_add(list, "Python interpreter", is_path ? from_here(list->arena, c->python) : c->python,
              NULL);
    if (c->policy_config != NULL && policy != NULL && policy->server_facts != NULL)
        add_server(list, "policy", c->policy_config);
    if (c->judge_config != NULL)
        add_server(list, "judge", c->judge_config);
    if (c->feedback_template != NULL && !prompt_template_is_ours(c->feedback_template))
        trust_add(list, "prompt file", from_here(list->arena, c->feedback_template), NULL);
}

int run_trust_obey(struct db *db, const struct run_config *c, bool typed,
                   const struct task *const *tasks, size_t n_tasks,
                   const struct run_trust_note *note, struct err *err)
{
    struct arena CLEANUP(arena_release) a = { 0 };
    struct trust_list foreign = { .arena = &a }, own = { .arena = &a };
    const char *why = NULL;
    run_trust_list(typed ? &own : &foreign, c);
    for (size_t i = 0; i < n_tasks; i++)
        problem_trust_list(&foreign, tasks[i]);
    int rc = trust_obey(db, &foreign, err);
    if (rc == 0)
        rc = trust_own(db, &own, &why, err);
    if (rc == 0 && why != NULL && note->say != NULL)
        note->say(note->context,
                  arena_printf(&a,
                               "note: cannot remember that these settings are yours (%s): "
                               "continuing this run later will need --trust",
                               why));
    return rc;
}
