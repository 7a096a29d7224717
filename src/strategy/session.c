#include "src/strategy/session.h"
#include "src/store/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/get_run_for_resume.h"
#include "src/base/buf.h"
#include "src/base/build_info.h"
#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/rng.h"
#include "src/base/str.h"
#include "src/base/trace.h"
#include "src/json/json.h"
#include "src/learn/estimator.h"
#include "src/learn/guardrail.h"
#include "src/learn/lr_schedule.h"
#include "src/learn/policy_loss.h"
#include "src/learn/sample_filter.h"
#include "src/problem/problem.h"
#include "src/rescore/judge.h"
#include "src/rescore/reward.h"
#include "src/rescore/run_trust.h"
#include "src/store/store_declaration.h"
#include "src/strategy/owner.h"
#include "src/strategy/replay_source.h"
#include "src/strategy/session_rows.h"
#include "src/strategy/turn_feedback.h"
#include "tasks/task_module.h"

#define UNTIL_MOST 2000 /* rollouts of a task */

static int check_numbers(const struct run_config *c, struct err *err)
{
    if (c->k < 1 || c->k > 1000000)
        return err_set(err, ERR_USAGE, "k = %d: must be between 1 and 1000000", c->k);
    if (c->n_steps < 0 || c->n_steps > 10000)
        return err_set(err, ERR_USAGE, "steps = %d: must be between 0 and 10000", c->n_steps);
    if (!(c->temperature >= 0) || c->temperature > 100)
        return err_set(err, ERR_USAGE, "temperature = %g: must be between 0 (greedy) and 100",
                       c->temperature);
    if (!(c->temperature > 0) && strategy_find(c->strategy)->lesson != LESSON_NONE)
        return err_set(err, ERR_USAGE,
                       "temperature = 0: greedy answers are all alike, so nothing is learned");
    if (!(c->learning_rate >= 0) || c->learning_rate > 1000)
        return err_set(err, ERR_USAGE, "learning rate = %g: must be between 0 and 1000",
                       c->learning_rate);
    if (c->turns < 0 || c->turns > RUN_MAX_TURNS)
        return err_set(err, ERR_USAGE, "turns = %d: must be between 1 and %d", c->turns,
                       RUN_MAX_TURNS);
    if (c->token_budget < 0)
        return err_set(err, ERR_USAGE, "token budget = %d: must not be negative", c->token_budget);
    if (c->patience < 0)
        return err_set(err, ERR_USAGE, "patience = %d: must not be negative", c->patience);
    return 0;
}

/* A name of no row; NULL is the standard one. */
static int check_rows(const struct run_config *c, struct err *err)
{
    const struct estimator *e = c->estimator == NULL ? NULL : estimator_find(c->estimator);
    if (c->estimator != NULL && e == NULL)
        return estimator_unknown(c->estimator, err);
    if (e != NULL && e->compute == NULL && c->distill == NULL)
        return err_set(err, ERR_USAGE, "estimator '%s' needs a teacher", c->estimator);
    if (c->loss != NULL && policy_loss_find(c->loss) == NULL)
        return policy_loss_unknown(c->loss, err);
    if (c->aggregation != NULL && loss_aggregation_find(c->aggregation) == NULL)
        return loss_aggregation_unknown(c->aggregation, err);
    if (c->schedule != NULL && lr_schedule_find(c->schedule) == NULL)
        return err_set(err, ERR_USAGE, "unknown schedule '%s'; there are constant, linear, cosine",
                       c->schedule);
    return 0;
}

static int check_learning(const struct run_config *c, const struct policy_vtable *policy,
                          struct err *err)
{
    const struct sample_filter *filters[FILTERS_MOST];
    struct guardrail guards[GUARDS_MOST];
    size_t n = 0;
    size_t n_guards = 0;
    int rc = sample_filter_parse(c->filters, filters, &n, err);
    for (size_t i = 0; rc == 0 && i < n; i++)
        if (filters[i]->needs_ratios && (policy->caps & POLICY_SCORE) == 0)
            rc = err_set(err, ERR_USAGE, "filter %s: policy %s cannot score tokens",
                         filters[i]->name, c->policy);
    if (rc == 0)
        rc = guardrail_parse(c->guards, guards, &n_guards, err);
    return rc < 0 ? rc : check_rows(c, err);
}

static int check_until(const struct run_config *c, struct err *err)
{
    double effect = 0;
    if (c->until == NULL && c->until_by != NULL)
        return err_set(err, ERR_USAGE, "--until-by needs --until and --against RUN");
    if ((c->until == NULL) != (c->against == NULL))
        return err_set(err, ERR_USAGE, "--until and --against RUN go together");
    if (c->until != NULL && c->k > UNTIL_MOST)
        return err_set(err, ERR_USAGE, "k = %d: at most %d with --until", c->k, UNTIL_MOST);
    if (c->until == NULL || strcmp(c->until, "decided") == 0)
        return 0;
    return str_to_double(c->until, &effect) && effect > 0 && effect < 1
               ? 0
               : err_set(err, ERR_USAGE,
                         "--until: '%s' is neither 'decided' nor a difference between 0 "
                         "and 1",
                         c->until);
}

static int check_config(const struct run_config *c, struct err *err)
{
    const struct policy_vtable *policy = policy_find(c->policy);
    if (strategy_find(c->strategy) == NULL)
        return err_set(err, ERR_USAGE, "unknown strategy '%s'", c->strategy);
    if (policy == NULL)
        return policy_unknown(c->policy, err);
    if (c->n_steps > 0 && strategy_find(c->strategy)->lesson != LESSON_NONE &&
        (policy->caps & POLICY_UPDATE) == 0)
        return err_set(err, ERR_USAGE, "policy '%s' cannot be updated", c->policy);
    if (c->distill != NULL && strcmp(c->distill, "ema") == 0 && policy->blend == NULL)
        return err_set(err, ERR_USAGE, "policy '%s' keeps no average of itself", c->policy);
    if ((c->teacher != NULL || c->distill != NULL) && (policy->caps & POLICY_SCORE) == 0)
        return err_set(err, ERR_USAGE, "policy '%s' cannot score tokens", c->policy);
    const struct reward_recipe *recipe = NULL;
    struct reward_params params;
    int rc = reward_parse(c->reward, &recipe, &params, err);
    if (rc == 0 && c->judge_config != NULL && !(recipe->has_params && params.lambda > 0))
        rc = err_set(err, ERR_USAGE,
                     "a judge's opinion enters rewards by --reward composite with lambda above 0");
    if (rc == 0)
        rc = check_numbers(c, err);
    if (rc == 0)
        rc = check_until(c, err);
    if (rc == 0)
        rc = check_learning(c, policy, err);
    return rc < 0 ? rc : turn_feedback_check(c, err);
}

const char *session_kind(const struct session *s)
{
    return task_kind(s->tasks[0]);
}

int session_turns(const struct session *s)
{
    return s->config.turns > 0 ? s->config.turns : 1;
}

static int load_tasks(struct session *s, struct err *err)
{
    for (size_t i = 0; i < s->config.n_tasks; i++) {
        int rc = problem_task_find(s->db, s->config.tasks[i], &s->arena, &s->tasks[i], err);
        if (rc < 0)
            return rc;
        if (strcmp(task_kind(s->tasks[i]), task_kind(s->tasks[0])) != 0)
            return err_set(err, ERR_USAGE,
                           "task %s wants another kind of candidates (%s) than %s (%s): a run has "
                           "one",
                           s->tasks[i]->id, task_kind(s->tasks[i]), s->tasks[0]->id,
                           task_kind(s->tasks[0]));
        for (size_t j = 0; j < i; j++)
            if (strcmp(s->tasks[i]->id, s->tasks[j]->id) == 0)
                return err_set(err, ERR_USAGE, "task %s is named twice", s->tasks[i]->id);
    }
    return 0;
}

static int open_policy(struct session *s, struct err *err)
{
    struct buf replay = { 0 };
    const char *config = s->config.policy_config;
    int rc = 0;
    if (s->config.replay_of != NULL) {
        rc = replay_source_config(s->db, s->config.replay_of, s->config.replay_suite, &replay, err);
        config = buf_text(&replay);
    }
    if (rc == 0)
        rc = policy_find(s->config.policy)->open(config, &s->policy, err);
    if (rc == 0)
        policy_record_open(&s->kept, s->db, &s->run_id, s->policy);
    if (rc == 0 && s->config.replay_of == NULL && s->policy->vtable->answer_form != NULL)
        s->config.bodies = s->policy->vtable->answer_form(s->policy) == ANSWER_BODY;
    buf_release(&replay);
    return rc;
}

static int open_judge(struct session *s, struct err *err)
{
    if (s->config.judge_config == NULL)
        return 0;
    struct judge_options *options = arena_alloc(&s->arena, sizeof(*options));
    *options = (struct judge_options){ .policy = "openai",
                                       .policy_config = s->config.judge_config,
                                       .template_name = JUDGE_DEFAULT_TEMPLATE,
                                       .temperature = 1,
                                       .seed = s->config.seed,
                                       .tries = JUDGE_DEFAULT_TRIES };
    int rc = judge_open(s->db, options, &s->judge, err);
    return rc < 0 ? err_context(err, "judge") : 0;
}

void session_phase(struct session *s, enum run_phase phase)
{
    s->progress.phase = phase;
    s->progress.started_ns = s->started_ns;
    if (s->hooks.progress != NULL)
        s->hooks.progress(s->hooks.context, &s->progress);
}

static int open_evaluators(struct session *s, struct err *err)
{
    struct transport_options options = { .backend =
                                             evaluator_for(session_kind(s), s->config.backend),
                                         .workers = s->config.workers,
                                         .threads = s->config.threads,
                                         .is_eager = true,
                                         .queue = s->hooks.queue,
                                         .device_class = s->hooks.device_class,
                                         .note = s->hooks.note,
                                         .note_context = s->hooks.context };
    if (s->config.python != NULL && setenv("ROLLBOOK_PYTHON", s->config.python, 1) != 0)
        return err_set(err, ERR_INTEGRITY, "the environment of workers cannot be set");
    enum trace_phase before = trace_enter(PHASE_OPEN);
    int rc = s->hooks.transport->open(&options, &s->evaluators, err);
    trace_leave(before);
    return rc < 0 ? err_context(err, "evaluator %s", s->config.backend) : rc;
}

static struct session *session_new(struct db *db, const struct session_hooks *hooks)
{
    struct session *s = mem_alloc(sizeof(*s));
    s->db = db;
    s->hooks = *hooks;
    s->started_ns = clock_monotonic_ns();
    s->step_started_ns = s->started_ns;
    return s;
}

/* typed: the configuration is this command's own, not one of the database. */
static int prepare(struct session *s, bool typed, struct err *err)
{
    const struct run_trust_note note = { s->hooks.note, s->hooks.context };
    int rc = check_config(&s->config, err);
    if (rc == 0)
        rc = load_tasks(s, err);
    if (rc == 0)
        rc = run_trust_obey(s->db, &s->config, typed, s->tasks, s->config.n_tasks, &note, err);
    if (rc == 0)
        rc = open_policy(s, err);
    if (rc == 0)
        rc = open_judge(s, err);
    session_phase(s, PHASE_STARTING);
    if (rc == 0)
        rc = open_evaluators(s, err);
    /* Comes from the run's seed and secret; candidates cannot know it. */
    struct rng r;
    rng_init(&r, s->config.seed ^ s->config.input_secret << 10, RNG_TRIAL, 0, 0, 0);
    s->input_seed = rng_u64(&r) >> 1;
    return rc;
}

static int claim(struct session *s, struct err *err)
{
    char owner[128];
    owner_self(owner);
    struct stmt *st = db_query(s->db, "set_run_owner");
    stmt_bind_text(st, ":owner", owner);
    stmt_bind_int(st, ":run_id", s->run_id);
    return stmt_run(st, err);
}

static int insert_run(struct session *s, const struct run_provenance *provenance, struct err *err)
{
    struct buf config = { 0 };
    int64_t split_id = 0;
    int rc = session_put_split(s, &split_id, err);
    if (rc == 0)
        rc = session_put_device(s, err);
    if (rc == 0)
        rc = session_put_model(s, err);
    if (rc == 0)
        rc = session_load_source(s, err);
    if (rc == 0)
        rc = session_choose_shown(s, err);
    if (rc < 0)
        return rc;
    run_config_encode(&s->config, &config);
    struct run_row row = { .name = s->config.name,
                           .strategy = s->config.strategy,
                           .status = "running",
                           .model_id = s->model_id,
                           .split_id = split_id,
                           .device_id = s->device_id,
                           .has_seed = true,
                           .seed = s->config.seed,
                           .temperature = s->config.temperature,
                           .k = s->config.until != NULL ? 1 : s->config.k,
                           .n_steps = s->config.n_steps,
                           .task_case = task_case_name(s->config.task_case),
                           .eval_mode = eval_mode_name(s->config.eval_mode),
                           .baseline = s->tasks[0]->module == NULL  ? "reference"
                                       : s->config.baseline != NULL ? "torch_compile"
                                                                    : "torch_eager",
                           .config = buf_text(&config),
                           .argv = provenance->argv,
                           .libraries = provenance->libraries,
                           .code_version = build_version() };
    rc = store_put_run(s->db, &row, &s->run_id, err);
    buf_release(&config);
    return rc;
}

/* A replay asks only what its source's conversations asked. */
static int copy_ends(struct session *s, struct err *err)
{
    struct stmt *st = db_query(s->db, "copy_conversation_ends");
    stmt_bind_int(st, ":run_id", s->run_id);
    stmt_bind_text(st, ":source", s->config.replay_of);
    return stmt_run(st, err);
}

int session_start(struct db *db, const struct run_config *config,
                  const struct run_provenance *provenance, const struct session_hooks *hooks,
                  struct session **out, struct err *err)
{
    struct session *s = session_new(db, hooks);
    int64_t taken;
    struct err absent = { 0 };
    s->config = *config;
    int rc = store_find_run(db, config->name, &taken, &absent);
    if (rc == 0)
        rc = err_set(err, ERR_USAGE,
                     "a run called '%s' exists already ('rollbook run --resume %s' continues an "
                     "unfinished one)",
                     config->name, config->name);
    else
        rc = rc == ERR_NOMATCH ? prepare(s, config->replay_of == NULL, err) : (*err = absent, rc);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc == 0)
        rc = insert_run(s, provenance, err);
    if (rc == 0 && provenance->declaration_id != 0)
        rc = store_put_declared_run(db, s->run_id, provenance->declaration_id, provenance->method,
                                    false, err);
    if (rc == 0)
        rc = session_put_server(s, err);
    if (rc == 0)
        rc = session_put_tasks(s, err);
    if (rc == 0)
        rc = session_put_shown(s, err);
    if (rc == 0)
        rc = claim(s, err);
    if (rc == 0 && config->replay_of != NULL)
        rc = copy_ends(s, err);
    rc = db_end(db, rc, err);
    if (rc < 0) {
        session_close(s);
        return rc;
    }
    *out = s;
    return 0;
}

/* Reading and taking over are one transaction, so two resumers cannot both win. */
static int read_run(struct session *s, const char *name, struct err *err)
{
    struct stmt *st = db_query(s->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", name);
    int rc = stmt_step(st, err);
    if (rc == 0)
        return store_unknown(s->db, STORE_RUN, name, err);
    if (rc < 0)
        return rc;
    const char *status = stmt_text_dup(st, GET_RUN_FOR_RESUME_STATUS, &s->arena);
    const char *owner = stmt_text_dup(st, GET_RUN_FOR_RESUME_OWNER, &s->arena);
    const char *config = stmt_text_dup(st, GET_RUN_FOR_RESUME_CONFIG, &s->arena);
    s->run_id = stmt_int(st, GET_RUN_FOR_RESUME_RUN_ID);
    stmt_reset(st);
    if (strcmp(status, "complete") == 0)
        return err_set(err, ERR_USAGE, "run '%s' is complete; nothing to resume", name);
    if (owner != NULL && owner_is_alive(owner))
        return err_set(err, ERR_BUSY, "run '%s' is being written by process %ld", name,
                       owner_pid(owner));
    rc = run_config_decode(config, &s->arena, &s->config, err);
    if (s->hooks.workers > 0)
        s->config.workers = s->hooks.workers;
    return rc < 0 ? err_context(err, "run '%s' cannot be resumed", name) : claim(s, err);
}

/* Rollouts of another model would mix policies.  Another device is only a note: every evaluation
 * names its own. */
static int check_same_origin(struct session *s, struct err *err)
{
    int64_t model_id = 0;
    int64_t device_id = 0;
    struct stmt *st = db_query(s->db, "get_run_for_resume");
    stmt_bind_text(st, ":name", s->config.name);
    int rc = stmt_step(st, err);
    if (rc > 0) {
        model_id = stmt_int(st, GET_RUN_FOR_RESUME_MODEL_ID);
        device_id = stmt_int(st, GET_RUN_FOR_RESUME_DEVICE_ID);
    }
    stmt_reset(st);
    if (rc < 0)
        return rc;
    if (model_id != s->model_id)
        return err_set(err, ERR_INTEGRITY,
                       "run '%s' was sampled by another model than this program's '%s'",
                       s->config.name, s->config.policy);
    if (device_id != s->device_id && s->hooks.note != NULL)
        s->hooks.note(s->hooks.context, "note: this is not the device that the run began on; "
                                        "speedups are ratios within one device, runtimes are not");
    return 0;
}

static int resume_rows(struct session *s, struct err *err)
{
    int rc = session_put_device(s, err);
    if (rc == 0)
        rc = session_put_model(s, err);
    if (rc == 0)
        rc = check_same_origin(s, err);
    if (rc == 0)
        rc = session_put_server(s, err);
    if (rc == 0)
        rc = session_put_tasks(s, err);
    return rc;
}

int session_resume(struct db *db, const char *name, const struct session_hooks *hooks,
                   struct session **out, struct err *err)
{
    struct session *s = session_new(db, hooks);
    int rc = db_begin(db, err);
    if (rc == 0)
        rc = read_run(s, name, err);
    rc = db_end(db, rc, err);
    if (rc == 0)
        rc = prepare(s, false, err);
    if (rc == 0)
        rc = db_begin(db, err);
    if (rc == 0)
        rc = resume_rows(s, err);
    rc = db_end(db, rc, err);
    if (rc < 0) {
        session_close(s);
        return rc;
    }
    *out = s;
    return 0;
}

void session_close(struct session *s)
{
    if (s == NULL)
        return;
    enum trace_phase before = trace_enter(PHASE_DISCARD);
    transport_close(s->evaluators);
    trace_leave(before);
    judge_close(s->judge);
    if (s->policy != NULL)
        s->policy->vtable->close(s->policy);
    arena_release(&s->arena);
    free(s);
}

static int set_status(struct session *s, const char *status, bool finished, struct err *err)
{
    char now[32];
    clock_utc(now);
    struct stmt *st = db_query(s->db, "set_run_status");
    stmt_bind_text(st, ":status", status);
    stmt_bind_text(st, ":finished_at", finished ? now : NULL);
    stmt_bind_int(st, ":run_id", s->run_id);
    return stmt_run(st, err);
}

int session_run(struct session *s, struct err *err)
{
    struct err ignored = { 0 };
    int rc = strategy_find(s->config.strategy)->run(s, err);
    db_rollback(s->db);
    if (rc == 0)
        rc = set_status(s, "complete", true, err);
    else
        set_status(s, "interrupted", false, &ignored);
    return rc == 0 ? facts_refresh(s->db, err) : rc;
}

size_t session_slot_index(const struct session *s, size_t task, int sample)
{
    return task * (size_t)run_config_width(&s->config) + (size_t)sample;
}

bool session_is_stopping(const struct session *s)
{
    return s->hooks.stop != NULL && *s->hooks.stop != 0;
}
