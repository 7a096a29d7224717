/*
 * commands.c - the table of commands, in the order of the help.
 */
#include <assert.h>

#include "analysis/kinds/table_kinds.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/table_command.h"

extern const struct command cmd_init, cmd_run, cmd_run_best_of_n, cmd_run_refine, cmd_run_sdpo,
    cmd_run_sft, cmd_run_stages, cmd_run_train, cmd_run_ttt, cmd_run_score, cmd_run_reward,
    cmd_run_amend, cmd_replay, cmd_declare, cmd_declare_attach, cmd_declare_look, cmd_judge,
    cmd_serve, cmd_mcp, cmd_mcp_config, cmd_proxy, cmd_jobs, cmd_log, cmd_queue_init,
    cmd_queue_status, cmd_queue_drain, cmd_queue_dead, cmd_queue_retry, cmd_worker, cmd_confirm,
    cmd_doctor, cmd_eval, cmd_eval_folder, cmd_device, cmd_baseline_measure, cmd_task_list,
    cmd_task_show, cmd_task_check, cmd_task_import, cmd_task_import_shapes, cmd_task_inputs,
    cmd_policy_list, cmd_policy_probe, cmd_prompt_list, cmd_prompt_show, cmd_study_run,
    cmd_study_report, cmd_split_make, cmd_split_check, cmd_ingest, cmd_ingest_map_template,
    cmd_analyze_audit, cmd_figure, cmd_figure_list, cmd_report, cmd_report_list, cmd_show_run,
    cmd_show_task, cmd_show_rollout, cmd_show_session, cmd_show_evaluation, cmd_audit, cmd_verify,
    cmd_export, cmd_id, cmd_find, cmd_merge, cmd_sql, cmd_help, cmd_site, cmd_view;

#define KINDS_MOST 100

/* A group of the help, a command that has a file here, or those of the kinds of tables whose
 * command begins so. */
static const struct row {
    const struct command *command;
    const char *kinds;
    struct command_group group;
} rows[] = {
    { .group = { "start", "set up and get help" } },
    { &cmd_init },
    { &cmd_doctor },
    { &cmd_device },
    { &cmd_help },
    { .group = { "evaluate", "kernels, modules and tasks" } },
    { &cmd_eval },
    { &cmd_eval_folder },
    { &cmd_confirm },
    { &cmd_replay },
    { &cmd_baseline_measure },
    { &cmd_task_list },
    { &cmd_task_show },
    { &cmd_task_check },
    { &cmd_task_import },
    { &cmd_task_import_shapes },
    { &cmd_task_inputs },
    { .group = { "run", "let a model write kernels" } },
    { &cmd_run_best_of_n },
    { &cmd_run_refine },
    { &cmd_run_ttt },
    { &cmd_run_sdpo },
    { &cmd_run_train },
    { &cmd_run_sft },
    { &cmd_run_stages },
    { &cmd_run },
    { &cmd_run_score },
    { &cmd_run_reward },
    { &cmd_run_amend },
    { &cmd_study_run },
    { &cmd_study_report },
    { &cmd_declare },
    { &cmd_declare_attach },
    { &cmd_declare_look },
    { &cmd_judge },
    { &cmd_policy_list },
    { &cmd_policy_probe },
    { &cmd_prompt_list },
    { &cmd_prompt_show },
    { &cmd_split_make },
    { &cmd_split_check },
    { .group = { "look", "at stored runs and rollouts" } },
    { .kinds = "runs" },
    { &cmd_show_run },
    { &cmd_show_task },
    { &cmd_show_rollout },
    { &cmd_show_session },
    { &cmd_show_evaluation },
    { &cmd_site },
    { &cmd_view },
    { &cmd_find },
    { &cmd_sql },
    { .group = { "analyze", "numbers with their intervals" } },
    { .kinds = "analyze " },
    { &cmd_analyze_audit },
    { .group = { "report", "pages, figures and checks" } },
    { &cmd_report },
    { &cmd_report_list },
    { &cmd_figure },
    { &cmd_figure_list },
    { &cmd_audit },
    { .kinds = "claims" },
    { &cmd_verify },
    { .group = { "exchange", "results with other tools and databases" } },
    { &cmd_ingest },
    { &cmd_ingest_map_template },
    { &cmd_export },
    { &cmd_merge },
    { &cmd_id },
    { .group = { "serve", "other programs" } },
    { &cmd_serve },
    { &cmd_mcp },
    { &cmd_mcp_config },
    { &cmd_proxy },
    { &cmd_jobs },
    { &cmd_log },
    { .group = { "hosts", "evaluate on many hosts" } },
    { &cmd_queue_init },
    { &cmd_queue_status },
    { &cmd_queue_drain },
    { &cmd_queue_dead },
    { &cmd_queue_retry },
    { &cmd_worker },
};

static struct command_group groups[ARRAY_LEN(rows)];
static size_t n_groups;

/* All that a command is follows from its kind. */
static struct command command_of(const struct table_kind *kind)
{
    return (struct command){ .name = kind->command,
                             .summary = kind->summary,
                             .usage = kind->usage,
                             .examples = kind->examples,
                             .flags = kind->opens_database ? 0 : CMD_READS,
                             .min_args = kind->takes_argument,
                             .max_args = kind->takes_argument,
                             .table = kind,
                             .run = table_command_run };
}

const struct command *const *command_all(size_t *out_count)
{
    static struct command of_kinds[KINDS_MOST];
    static const struct command *all[ARRAY_LEN(rows) + KINDS_MOST];
    static size_t n;
    size_t n_kinds, n_made = 0;
    const struct table_kind *const *kinds = table_kinds(&n_kinds);
    *out_count = n;
    if (n > 0)
        return all;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].group.name != NULL) {
            groups[n_groups] = rows[i].group;
            groups[n_groups++].first = n;
        }
        if (rows[i].command != NULL)
            all[n++] = rows[i].command;
        for (size_t k = 0; rows[i].kinds != NULL && k < n_kinds; k++) {
            if (!str_starts_with(kinds[k]->command, rows[i].kinds))
                continue;
            assert(n_made < KINDS_MOST);
            of_kinds[n_made] = command_of(kinds[k]);
            all[n++] = &of_kinds[n_made++];
        }
    }
    *out_count = n;
    return all;
}

const struct command_group *command_groups(size_t *out_count)
{
    size_t n;
    (void)command_all(&n);
    for (size_t i = 0; i < n_groups; i++)
        groups[i].end = i + 1 < n_groups ? groups[i + 1].first : n;
    *out_count = n_groups;
    return groups;
}
