/*
 * commands.c - the table of commands, in the order of the help.
 */
#include "src/base/mem.h"
#include "src/cli/command.h"

extern const struct command cmd_init;
extern const struct command cmd_run;
extern const struct command cmd_run_best_of_n;
extern const struct command cmd_run_refine;
extern const struct command cmd_run_sdpo;
extern const struct command cmd_run_sft;
extern const struct command cmd_run_stages;
extern const struct command cmd_run_train;
extern const struct command cmd_run_ttt;
extern const struct command cmd_run_score;
extern const struct command cmd_run_reward;
extern const struct command cmd_replay;
extern const struct command cmd_declare;
extern const struct command cmd_declare_attach;
extern const struct command cmd_declare_look;
extern const struct command cmd_judge;
extern const struct command cmd_proxy;
extern const struct command cmd_queue_init;
extern const struct command cmd_queue_status;
extern const struct command cmd_queue_drain;
extern const struct command cmd_queue_dead;
extern const struct command cmd_queue_retry;
extern const struct command cmd_worker;
extern const struct command cmd_confirm;
extern const struct command cmd_eval;
extern const struct command cmd_eval_folder;
extern const struct command cmd_device;
extern const struct command cmd_baseline_measure;
extern const struct command cmd_task_list;
extern const struct command cmd_task_show;
extern const struct command cmd_task_check;
extern const struct command cmd_task_import;
extern const struct command cmd_task_inputs;
extern const struct command cmd_policy_list;
extern const struct command cmd_policy_probe;
extern const struct command cmd_prompt_list;
extern const struct command cmd_prompt_show;
extern const struct command cmd_study_run;
extern const struct command cmd_study_report;
extern const struct command cmd_split_make;
extern const struct command cmd_split_check;
extern const struct command cmd_ingest;
extern const struct command cmd_ingest_map_template;
extern const struct command cmd_analyze_fastp;
extern const struct command cmd_analyze_summary;
extern const struct command cmd_analyze_scaling;
extern const struct command cmd_analyze_equivalent_k;
extern const struct command cmd_analyze_selection;
extern const struct command cmd_analyze_beside;
extern const struct command cmd_analyze_calibration;
extern const struct command cmd_analyze_declaration;
extern const struct command cmd_analyze_judge;
extern const struct command cmd_analyze_turns;
extern const struct command cmd_analyze_advantages;
extern const struct command cmd_analyze_trajectory;
extern const struct command cmd_analyze_sharpening;
extern const struct command cmd_analyze_compare;
extern const struct command cmd_analyze_diversity;
extern const struct command cmd_analyze_audit;
extern const struct command cmd_analyze_completions;
extern const struct command cmd_analyze_sweep;
extern const struct command cmd_analyze_failures;
extern const struct command cmd_analyze_training;
extern const struct command cmd_analyze_cost;
extern const struct command cmd_analyze_hardware;
extern const struct command cmd_analyze_timing;
extern const struct command cmd_figure;
extern const struct command cmd_figure_list;
extern const struct command cmd_report;
extern const struct command cmd_report_list;
extern const struct command cmd_show_run;
extern const struct command cmd_show_task;
extern const struct command cmd_show_rollout;
extern const struct command cmd_show_evaluation;
extern const struct command cmd_audit;
extern const struct command cmd_claims;
extern const struct command cmd_verify;
extern const struct command cmd_export;
extern const struct command cmd_id;
extern const struct command cmd_find;
extern const struct command cmd_merge;
extern const struct command cmd_sql;
extern const struct command cmd_help;

static const struct command *const commands[] = {
    &cmd_init,
    &cmd_run_best_of_n,
    &cmd_run_refine,
    &cmd_run_sdpo,
    &cmd_run_ttt,
    &cmd_run_train,
    &cmd_run_sft,
    &cmd_run_stages,
    &cmd_study_run,
    &cmd_study_report,
    &cmd_run_score,
    &cmd_run_reward,
    &cmd_run,
    &cmd_replay,
    &cmd_declare,
    &cmd_declare_attach,
    &cmd_declare_look,
    &cmd_confirm,
    &cmd_judge,
    &cmd_proxy,
    &cmd_queue_init,
    &cmd_queue_status,
    &cmd_queue_drain,
    &cmd_queue_dead,
    &cmd_queue_retry,
    &cmd_worker,
    &cmd_eval,
    &cmd_eval_folder,
    &cmd_device,
    &cmd_baseline_measure,
    &cmd_task_list,
    &cmd_task_show,
    &cmd_task_check,
    &cmd_task_import,
    &cmd_task_inputs,
    &cmd_policy_list,
    &cmd_policy_probe,
    &cmd_prompt_list,
    &cmd_prompt_show,
    &cmd_split_make,
    &cmd_split_check,
    &cmd_ingest,
    &cmd_ingest_map_template,
    &cmd_analyze_fastp,
    &cmd_analyze_summary,
    &cmd_analyze_scaling,
    &cmd_analyze_equivalent_k,
    &cmd_analyze_selection,
    &cmd_analyze_beside,
    &cmd_analyze_calibration,
    &cmd_analyze_declaration,
    &cmd_analyze_judge,
    &cmd_analyze_turns,
    &cmd_analyze_advantages,
    &cmd_analyze_trajectory,
    &cmd_analyze_sharpening,
    &cmd_analyze_compare,
    &cmd_analyze_diversity,
    &cmd_analyze_audit,
    &cmd_analyze_completions,
    &cmd_analyze_sweep,
    &cmd_analyze_failures,
    &cmd_analyze_training,
    &cmd_analyze_cost,
    &cmd_analyze_hardware,
    &cmd_analyze_timing,
    &cmd_figure,
    &cmd_figure_list,
    &cmd_report,
    &cmd_report_list,
    &cmd_show_run,
    &cmd_show_task,
    &cmd_show_rollout,
    &cmd_show_evaluation,
    &cmd_audit,
    &cmd_claims,
    &cmd_verify,
    &cmd_export,
    &cmd_id,
    &cmd_find,
    &cmd_merge,
    &cmd_sql,
    &cmd_help,
};

const struct command *const *command_all(size_t *out_count)
{
    *out_count = ARRAY_LEN(commands);
    return commands;
}
