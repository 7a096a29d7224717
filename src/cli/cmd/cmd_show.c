/*
 * cmd_show.c - everything about one run, task, rollout or evaluation.
 */
#include <inttypes.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/str.h"
#include "src/cli/command.h"
#include "src/cli/show.h"
#include "src/json/json.h"
#include "src/store/store.h"

static const struct section run_sections[] = {
    { "run", "run", "show_run", SECTION_RECORD },
    { "given", "settings that were given; --json has all", "show_run_given", SECTION_ROWS },
    { "server", "server of its policy", "show_run_server", SECTION_ROWS },
    { "outcomes", "outcomes", "show_run_outcomes", SECTION_ROWS },
    { "tasks", "tasks", "show_run_tasks", SECTION_ROWS },
    { "steps", "steps", "show_run_steps", SECTION_ROWS },
    { "turns", "turns of conversations", "show_run_turns", SECTION_ROWS },
    { "conversations", "ends of conversations", "show_run_conversations", SECTION_ROWS },
    { "rewards", "rewards", "show_run_rewards", SECTION_ROWS },
    { "requests", "requests", "show_run_requests", SECTION_ROWS },
    { "judges", "judges", "show_run_judges", SECTION_ROWS },
    { "scores", "scored again", "show_run_scores", SECTION_ROWS },
    { "profiles", "profiles", "show_run_profiles", SECTION_ROWS },
    { "clocks", "clocks of the device", "show_run_clocks", SECTION_ROWS },
    { "sources", "imported from", "show_run_sources", SECTION_ROWS },
};

static const struct section task_sections[] = {
    { "task", "task", "show_task", SECTION_RECORD },
    { "runs", "runs", "show_task_runs", SECTION_ROWS },
    { "baselines", "stored baselines", "show_task_baselines", SECTION_ROWS },
    { "best", "fastest rollouts", "show_task_best", SECTION_ROWS },
};

static const struct section session_sections[] = {
    { "session", "session", "show_session", SECTION_RECORD },
    { "edits", "gain of each edit", "show_session_edits", SECTION_ROWS },
    { "tools", "calls by tool", "show_session_tools", SECTION_ROWS },
    { "steps", "steps", "show_session_steps", SECTION_ROWS },
};

static const struct section evaluation_sections[] = {
    { "evaluation", "evaluation", "show_evaluation", SECTION_RECORD },
    { "evidence", "evidence", "show_evaluation_evidence", SECTION_ROWS },
    { "compile_log", "compile log", "show_evaluation_log", SECTION_TEXT },
    { "timing", "timing in microseconds", "show_evaluation_timing", SECTION_TIMING },
    { "clocks", "clocks of the device", "show_evaluation_clocks", SECTION_ROWS },
    { "profile", "profile", "show_evaluation_profile", SECTION_RECORD },
    { "kernels", "profiled kernels", "show_evaluation_kernels", SECTION_ROWS },
};

static const struct section rollout_sections[] = {
    { "rollout", "rollout", "show_rollout", SECTION_RECORD },
    { "rewards", "rewards", "show_rollout_rewards", SECTION_ROWS },
    { "scores", "scored again", "show_rollout_scores", SECTION_ROWS },
    { "judges", "judged", "show_rollout_judges", SECTION_ROWS },
    { "evaluations", "evaluations", "show_rollout_evaluations", SECTION_ROWS },
    { "twins", "other rollouts with the same code", "show_rollout_twins", SECTION_ROWS },
    { "evidence", "evidence of the evaluation that counts", "show_rollout_evidence", SECTION_ROWS },
    { "timing", "timing in microseconds", "show_rollout_timing", SECTION_TIMING },
    { "conversation", "conversation", "show_rollout_conversation", SECTION_RECORD },
    { "prompt", "prompt", "show_rollout_prompt", SECTION_TEXT },
    { "completion", "completion", "show_rollout_completion", SECTION_TEXT },
    { "code", "code", "show_rollout_code", SECTION_CODE },
    { "compile_log", "compile log", "show_rollout_log", SECTION_TEXT },
    { "feedback", "feedback for later turns", "show_rollout_feedback", SECTION_TEXT },
};

static int run_show_run(struct cli *cli, struct err *err)
{
    int64_t id = 0;
    struct err ignored;
    int rc = store_find_run(cli->db, cli->args[0], &id, err);
    /* A number that is no name is a key. */
    if (rc == ERR_NOMATCH && str_to_i64(cli->args[0], &id)) {
        struct stmt *st = db_query(cli->db, "show_run_find");
        stmt_bind_int(st, ":id", id);
        if (stmt_one_int(st, &id, &ignored) == 0)
            rc = 0;
    }
    if (rc < 0)
        return rc;
    return show_sections(cli, "rollbook.show.run/1", run_sections, ARRAY_LEN(run_sections), id,
                         err);
}

static int run_show_task(struct cli *cli, struct err *err)
{
    int64_t id = 0;
    struct stmt *st = db_query(cli->db, "show_task_find");
    stmt_bind_text(st, ":name", cli->args[0]);
    stmt_bind_int(st, ":id", str_to_i64(cli->args[0], &id) ? id : 0);
    int rc = stmt_one_int(st, &id, err);
    if (rc == ERR_NOMATCH)
        return store_unknown(cli->db, STORE_TASK, cli->args[0], err);
    if (rc < 0)
        return rc;
    return show_sections(cli, "rollbook.show.task/1", task_sections, ARRAY_LEN(task_sections), id,
                         err);
}

static int find_key(struct cli *cli, const char *what, const char *query, int64_t *out,
                    struct err *err)
{
    if (!str_to_i64(cli->args[0], out))
        return err_set(
            err, ERR_USAGE,
            "%s: '%s' is not a number; rollbook sql \"SELECT %s_id, run, task FROM v_%s\" lists "
            "them",
            what, cli->args[0], what, what);
    struct stmt *st = db_query(cli->db, query);
    stmt_bind_int(st, ":id", *out);
    int rc = stmt_one_int(st, out, err);
    if (rc == ERR_NOMATCH)
        return err_set(err, ERR_NOMATCH,
                       "no %s %s in the database; rollbook sql \"SELECT %s_id, run, task FROM "
                       "v_%s\" lists them",
                       what, cli->args[0], what, what);
    return rc;
}

static int run_show_rollout(struct cli *cli, struct err *err)
{
    int64_t id = 0;
    int rc = find_key(cli, "rollout", "show_rollout_find", &id, err);
    if (rc < 0)
        return rc;
    return show_sections(cli, "rollbook.show.rollout/1", rollout_sections,
                         ARRAY_LEN(rollout_sections), id, err);
}

static int run_show_evaluation(struct cli *cli, struct err *err)
{
    int64_t id = 0;
    int rc = find_key(cli, "evaluation", "show_evaluation_find", &id, err);
    if (rc < 0)
        return rc;
    return show_sections(cli, "rollbook.show.evaluation/1", evaluation_sections,
                         ARRAY_LEN(evaluation_sections), id, err);
}

struct asked_show_session {
    const char *prices;
};

/* {model: {"input": dollars per million tokens, ...}} as it stands in the file. */
static int read_prices(struct cli *cli, const char *path, const char **out, struct err *err)
{
    static const char *const kinds[] = { "input", "cache_read", "cache_write", "output" };
    struct json *CLEANUP(json_free_ptr) root = json_parse_file(path, err);
    struct buf CLEANUP(buf_release) text = { 0 };
    double v = 0;
    if (root == NULL)
        return err->code;
    if (json_type(root) != JSON_OBJECT)
        return err_set(err, ERR_INTEGRITY, "%s: an object of models is wanted", path);
    for (const struct json *m = json_first(root); m != NULL; m = json_next(m)) {
        if (json_type(m) != JSON_OBJECT || json_count(m) == 0)
            return err_set(err, ERR_INTEGRITY, "%s: %.60s: an object of prices is wanted", path,
                           json_key(m));
        for (const struct json *p = json_first(m); p != NULL; p = json_next(p)) {
            size_t i = 0;
            while (i < ARRAY_LEN(kinds) && strcmp(kinds[i], json_key(p)) != 0)
                i++;
            if (i == ARRAY_LEN(kinds))
                return err_set(err, ERR_INTEGRITY,
                               "%s: %.60s: there is no price '%.40s'; there are input, cache_read, "
                               "cache_write and output",
                               path, json_key(m), json_key(p));
            if (!json_number(p, &v) || !(v >= 0) || !(v <= 1e9))
                return err_set(err, ERR_INTEGRITY,
                               "%s: %.60s: %s is not a price in dollars per million tokens", path,
                               json_key(m), kinds[i]);
        }
    }
    json_print(root, false, &text);
    *out = arena_strdup(cli->arena, buf_text(&text));
    return 0;
}

static int run_show_session(struct cli *cli, struct err *err)
{
    const struct asked_show_session *asked = cli->options;
    struct section sections[ARRAY_LEN(session_sections) + 1];
    size_t n = 0;
    int64_t id = 0;
    struct stmt *st = db_query(cli->db, "show_session_find");
    stmt_bind_text(st, ":name", cli->args[0]);
    stmt_bind_int(st, ":id", str_to_i64(cli->args[0], &id) ? id : 0);
    int rc = stmt_one_int(st, &id, err);
    if (rc == ERR_NOMATCH)
        return err_set(err, ERR_NOMATCH,
                       "no session '%s' in the database; rollbook sql \"SELECT session FROM "
                       "v_session\" lists them",
                       cli->args[0]);
    if (rc < 0)
        return rc;
    for (size_t i = 0; i < ARRAY_LEN(session_sections); i++) {
        sections[n++] = session_sections[i];
        if (i > 0 || asked->prices == NULL)
            continue;
        sections[n] =
            (struct section){ "cost", "cost at the given prices (- where tokens have no price)",
                              "show_session_cost", SECTION_ROWS, NULL };
        if (read_prices(cli, asked->prices, &sections[n++].given, err) < 0)
            return err->code;
    }
    return show_sections(cli, "rollbook.show.session/1", sections, n, id, err);
}

static const struct option session_options[] = {
    OPTION(struct asked_show_session, prices, "prices", "FILE",
           "JSON with dollars per million tokens: {\"MODEL\": {\"input\": 3, \"cache_read\": 0.3, "
           "\"cache_write\": 3.75, \"output\": 15}}; MODEL may be the beginning of a name"),
};
static const struct asked_show_session standard_session = { .prices = NULL };

const struct command cmd_show_session = {
    .name = "show session",
    .summary = "a coding agent's session: gain of each edit, tokens, cost per fast kernel",
    .usage = "rollbook show session NAME [--prices FILE]",
    .examples = "  rollbook show session first\n"
                "  rollbook show session first --json\n"
                "  rollbook show session first --prices prices.json\n"
                "  rollbook sql \"SELECT session, agent, cost_usd, fast_kernels FROM v_session\"\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .options = OPTION_SET(session_options, standard_session),
    .run = run_show_session,
};

const struct command cmd_show_run = {
    .name = "show run",
    .summary = "everything about one run: configuration, outcomes, tasks, steps, sources",
    .usage = "rollbook show run NAME",
    .examples = "  rollbook show run bon\n  rollbook show run bon --json\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .run = run_show_run,
};

const struct command cmd_show_task = {
    .name = "show task",
    .summary = "everything about one task: results by run, baselines, fastest rollouts",
    .usage = "rollbook show task ID",
    .examples = "  rollbook show task l1/4\n  rollbook show task l1/4 --json\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .run = run_show_task,
};

const struct command cmd_show_rollout = {
    .name = "show rollout",
    .summary = "everything about one rollout: texts, code with line numbers, evidence, timing",
    .usage = "rollbook show rollout ROLLOUT_ID",
    .examples =
        "  rollbook show rollout 17\n"
        "  rollbook sql \"SELECT rollout_id FROM v_rollout ORDER BY speedup DESC LIMIT 1\"\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .run = run_show_rollout,
};

const struct command cmd_show_evaluation = {
    .name = "show evaluation",
    .summary = "everything about one evaluation: verdict, evidence, compile log, distribution of "
               "its timings",
    .usage = "rollbook show evaluation EVALUATION_ID",
    .examples = "  rollbook show evaluation 17\n  rollbook show evaluation 17 --json\n",
    .flags = CMD_READS,
    .min_args = 1,
    .max_args = 1,
    .run = run_show_evaluation,
};
