/*
 * cmd_prompt.c - prompts for policies that read text, and stored ones.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/cmd/task/find_task.h"
#include "src/cli/command.h"
#include "src/run/conversation.h"
#include "src/sample/feedback.h"
#include "src/sample/prompt.h"
#include "src/store/db.h"
#include "src/strategy/turn_feedback.h"
#include "tasks/task.h"

struct asked_prompt {
    const char *template_name, *hardware, *suite;
    int64_t rollout;
};

static const struct table_column list_columns[] = { { "template", 0 }, { "sha256", 0 } };

static int run_list(struct cli *cli, struct err *err)
{
    struct table t;
    const char *const *names;
    size_t n = prompt_template_names(cli->arena, &names);
    int rc = 0;
    table_init(&t, cli->arena, "rollbook.prompt.list/1", list_columns, ARRAY_LEN(list_columns));
    for (size_t i = 0; i < n && rc == 0; i++) {
        char hash[65];
        struct prompt_settings settings = { .template_name = names[i] };
        rc = prompt_template_hash(&settings, hash, err);
        struct cell *row = table_row(&t);
        row[0] = cell_text(&t, names[i]);
        row[1] = cell_text(&t, hash);
    }
    if (rc == 0)
        cli_print_table(cli, &t);
    return rc;
}

static const struct table_column show_columns[] = {
    { "task", 0 }, { "template", 0 }, { "template_sha256", 0 }, { "words", 0 }, { "prompt", 0 },
};

static void print_prompt(struct cli *cli, const char *of, const char *template_name,
                         const char *hash, const struct buf *text)
{
    struct table t;
    if (cli->format == TABLE_TEXT) {
        fwrite(buf_text(text), 1, text->len, stdout);
        return;
    }
    table_init(&t, cli->arena, "rollbook.prompt.show/1", show_columns, ARRAY_LEN(show_columns));
    struct cell *row = table_row(&t);
    row[0] = cell_text(&t, of);
    row[1] = cell_text(&t, template_name);
    row[2] = cell_text(&t, hash);
    row[3] = cell_int(prompt_count_words(buf_text(text), text->len));
    row[4] = cell_text(&t, buf_text(text));
    cli_print_table(cli, &t);
}

static int show_of_task(struct cli *cli, struct err *err)
{
    const struct asked_prompt *asked = cli->options;
    struct buf CLEANUP(buf_release) text = { 0 };
    const struct task *task = NULL;
    char hash[65];
    struct prompt_settings settings = { .template_name = asked->template_name,
                                        .hardware = asked->hardware };
    int rc = find_task(cli, task_full_name(cli, cli->args[0], asked->suite), &task, err);
    if (rc == 0 && task->module != NULL && !GIVEN(cli, struct asked_prompt, template_name))
        settings.template_name = PROMPT_MODULE_TEMPLATE;
    if (rc == 0)
        rc = prompt_render_with(&settings, task, &text, err);
    if (rc == 0)
        rc = prompt_template_hash(&settings, hash, err);
    if (rc == 0)
        print_prompt(cli, task->id, settings.template_name, hash, &text);
    return rc;
}

static int show_feedback(struct cli *cli, int64_t rollout_id, struct err *err)
{
    const struct asked_prompt *asked = cli->options;
    struct buf CLEANUP(buf_release) text = { 0 };
    int64_t evaluation_id = 0;
    char hash[65];
    struct feedback_settings settings;
    struct buf CLEANUP(buf_release) safe = { 0 };
    int rc = turn_feedback_settings(cli->db, rollout_id, cli->arena, &settings, err);
    if (rc < 0)
        return rc;
    settings.template_name = asked->template_name;
    rc = turn_feedback_render(cli->db, &settings, rollout_id, &text, &evaluation_id, err);
    if (rc == 0)
        rc = feedback_hash(&settings, hash, err);
    if (rc < 0)
        return rc;
    if (cli->format == TABLE_TEXT) /* compilers quote models */
        str_put_terminal_safe(&safe, buf_text(&text), text.len);
    print_prompt(cli, arena_printf(cli->arena, "rollout %lld", (long long)rollout_id),
                 settings.template_name, hash, cli->format == TABLE_TEXT ? &safe : &text);
    return 0;
}

static const struct table_column message_columns[] = { { "role", 0 }, { "content", 0 } };

static int show_conversation(struct cli *cli, int64_t rollout_id, struct err *err)
{
    struct spoken *all = NULL;
    size_t n = 0;
    struct table t;
    int rc = conversation_of(cli->db, rollout_id, cli->arena, &all, &n, err);
    if (rc < 0)
        return rc;
    table_init(&t, cli->arena, "rollbook.prompt.conversation/1", message_columns,
               ARRAY_LEN(message_columns));
    for (size_t i = 0; i < n; i++) {
        struct cell *row = table_row(&t);
        row[0] = cell_text(&t, all[i].role);
        row[1] = cell_text(&t, all[i].content);
        if (cli->format == TABLE_TEXT) {
            struct buf CLEANUP(buf_release) safe = { 0 };
            str_put_terminal_safe(&safe, all[i].content, strlen(all[i].content));
            printf("--- %s\n%s%s", all[i].role, buf_text(&safe),
                   str_ends_with(buf_text(&safe), "\n") ? "" : "\n");
        }
    }
    if (cli->format != TABLE_TEXT)
        cli_print_table(cli, &t);
    return 0;
}

static int show_of_rollout(struct cli *cli, struct err *err)
{
    const struct asked_prompt *asked = cli->options;
    int64_t id = asked->rollout;
    if (cli->n_args > 0 || asked->hardware != NULL || asked->suite != NULL)
        return err_set(err, ERR_USAGE,
                       "--rollout knows its task: give neither ID nor --hardware nor --suite");
    int rc = cli_open_reader(cli, err);
    if (rc == 0)
        rc = GIVEN(cli, struct asked_prompt, template_name) ? show_feedback(cli, id, err)
                                                            : show_conversation(cli, id, err);
    return rc;
}

static int run_show(struct cli *cli, struct err *err)
{
    if (GIVEN(cli, struct asked_prompt, rollout))
        return show_of_rollout(cli, err);
    if (cli->n_args == 0)
        return err_set(err, ERR_USAGE, "name a task, or a rollout with --rollout");
    return show_of_task(cli, err);
}

const struct command cmd_prompt_list = {
    .name = "prompt list",
    .summary = "list the prompt templates that come with the program",
    .usage = "rollbook prompt list",
    .examples = "  rollbook prompt list\n",
    .run = run_list,
};

#define ROW(member, ...) OPTION(struct asked_prompt, member, __VA_ARGS__)
static const struct option show_options[] = {
    ROW(template_name, "template", "NAME", "a name that 'rollbook prompt list' prints, or a file"),
    ROW(hardware, "hardware", "NAME", "h200, h100, a100, l40s, cpu, or a text of one's own"),
    ROW(suite, "suite", "NAME",
        "an imported suite that task ID belongs to (default: the program's own)"),
    OPTION(struct asked_prompt, rollout, "rollout", "KEY",
           "the prompt of this rollout; with --template feedback the feedback that its next turn "
           "would see"),
};
static const struct asked_prompt standard_prompt = { .template_name = PROMPT_DEFAULT_TEMPLATE };

const struct command cmd_prompt_show = {
    .name = "prompt show",
    .summary = "print the prompt of a task or of a rollout",
    .usage = "rollbook prompt show ID [--suite NAME] [--template NAME] [--hardware NAME] | "
             "--rollout KEY [--template feedback]",
    .examples = "  rollbook prompt show l1/4 --template one-shot\n"
                "  rollbook prompt show 12 --template hardware --hardware h200\n"
                "  rollbook prompt show l1/19 --suite kernelbench-torch --db study.db\n"
                "  rollbook prompt show --rollout 17 --db study.db\n"
                "  rollbook prompt show --rollout 17 --template feedback --db study.db\n",
    .min_args = 0,
    .max_args = 1,
    .options = OPTION_SET(show_options, standard_prompt),
    .run = run_show,
};
