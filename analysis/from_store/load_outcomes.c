#include "analysis/from_store/load_outcomes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/from_store/load_study.h"
#include "analysis/stat/stat_summary.h"
#include "analysis/study/failures.h"
#include "analysis/study/study.h"
#include "analysis/study/turns.h"
#include "columns/load_failures.h"
#include "columns/load_outcomes_cheats.h"
#include "columns/load_turns.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"
#include "src/store/packed/fact_pack.h"

struct outcome_counts {
    int64_t run_id;
    const char *run;
    int64_t n[FACT_OUTCOME + 1];
};

/* Facts do not say which check found a cheat. */
struct cheats {
    size_t run;
    const char *kind;
    int64_t n;
};

struct outcome_loading {
    struct db *db;
    const char *const *names;
    size_t n_runs;
    struct arena *arena;
    int64_t *ids;
    struct outcome_counts *runs;
    struct cheats *cheats;
    size_t n_cheats;
};

static struct stmt *query_runs(const struct outcome_loading *l, const char *query)
{
    struct stmt *st = db_query(l->db, query);
    stmt_bind_text_list(st, ":runs", l->names, l->n_runs);
    return st;
}

static int by_run(const void *pa, const void *pb)
{
    const struct outcome_counts *a = pa;
    const struct outcome_counts *b = pb;
    return (a->run_id > b->run_id) - (a->run_id < b->run_id);
}

static int list_runs(struct outcome_loading *l, struct err *err)
{
    int rc = load_run_ids(l->db, l->names, l->n_runs, l->arena, &l->ids, err);
    if (rc < 0)
        return rc;
    l->runs = arena_array(l->arena, l->n_runs + 1, sizeof(*l->runs));
    for (size_t i = 0; i < l->n_runs; i++)
        l->runs[i] = (struct outcome_counts){ .run_id = l->ids[i], .run = l->names[i] };
    qsort(l->runs, l->n_runs, sizeof(*l->runs), by_run);
    for (size_t i = 0; i < l->n_runs; i++)
        l->ids[i] = l->runs[i].run_id;
    return 0;
}

static int count_cell(const struct outcome_loading *l, const struct fact_listed *cell, size_t run,
                      struct err *err)
{
    struct fact_view view;
    struct stmt *row = NULL;
    int rc = open_fact(l->db, cell->data_id, cell->n_rows, &row, &view, err);
    if (rc == 0) {
        int64_t *verdicts = mem_array(view.n + 1, sizeof(*verdicts));
        fact_read_integers(&view, FACT_VERDICT, verdicts);
        for (size_t i = 0; i < view.n; i++)
            l->runs[run]
                .n[verdicts[i] == FACT_MISSING ? FACT_PENDING : verdicts[i] & FACT_OUTCOME]++;
        free(verdicts);
    }
    stmt_reset(row);
    return rc;
}

static int count_facts(struct outcome_loading *l, struct err *err)
{
    struct fact_listed cell;
    struct stmt *st = query_runs(l, "load_facts");
    size_t run = 0;
    int rc = 0;
    while (rc >= 0 && (rc = stmt_step(st, err)) > 0) {
        rc = read_listed_fact(st, &cell, err);
        if (rc < 0)
            break;
        run = find_key(l->ids, l->n_runs, cell.run_id, run);
        if (run < l->n_runs)
            rc = count_cell(l, &cell, run, err);
    }
    stmt_reset(st);
    return rc;
}

static void add_cheats(struct outcome_loading *l, size_t run, const char *kind, int64_t n)
{
    l->cheats = mem_grow(l->cheats, l->n_cheats + 1, sizeof(*l->cheats));
    l->cheats[l->n_cheats++] = (struct cheats){ run, kind, n };
}

static int count_rows(struct outcome_loading *l, const char *query, struct err *err)
{
    const int cheat = fact_outcome("cheat");
    struct stmt *st = query_runs(l, query);
    size_t run = 0;
    int rc;
    while ((rc = stmt_step(st, err)) > 0) {
        int code = fact_outcome(stmt_text(st, LOAD_OUTCOMES_CHEATS_OUTCOME));
        run = find_key(l->ids, l->n_runs, stmt_int(st, LOAD_OUTCOMES_CHEATS_RUN_ID), run);
        if (run == l->n_runs)
            continue;
        if (code == cheat)
            add_cheats(l, run, stmt_text_dup(st, LOAD_OUTCOMES_CHEATS_CHEAT, l->arena),
                       stmt_int(st, LOAD_OUTCOMES_CHEATS_N));
        else
            l->runs[run].n[code] += stmt_int(st, LOAD_OUTCOMES_CHEATS_N);
    }
    return rc;
}

static int count_all(struct outcome_loading *l, struct err *err)
{
    const int cheat = fact_outcome("cheat");
    int64_t cheats = 0;
    int rc = list_runs(l, err);
    if (rc == 0)
        rc = count_facts(l, err);
    for (size_t i = 0; i < l->n_runs && rc == 0; i++) {
        cheats += l->runs[i].n[cheat];
        l->runs[i].n[cheat] = 0;
    }
    if (rc == 0 && cheats > 0)
        rc = count_rows(l, "load_outcomes_cheats", err);
    return rc == 0 ? count_rows(l, "load_outcomes_stale", err) : rc;
}

static size_t put_run(const struct outcome_loading *l, size_t run, struct failure_count *out)
{
    size_t n = 0;
    for (int code = 0; code <= FACT_OUTCOME; code++) {
        if (l->runs[run].n[code] > 0)
            out[n++] = (struct failure_count){ .group = l->runs[run].run,
                                               .outcome = fact_outcome_name(code),
                                               .cheat_kind = "",
                                               .n = l->runs[run].n[code] };
    }
    for (size_t i = 0; i < l->n_cheats; i++) {
        if (l->cheats[i].run == run)
            out[n++] = (struct failure_count){ .group = l->runs[run].run,
                                               .outcome = "cheat",
                                               .cheat_kind = l->cheats[i].kind,
                                               .n = l->cheats[i].n };
    }
    return n;
}

int load_outcomes(const struct load_request *from, struct failure_count **out, size_t *out_n,
                  struct err *err)
{
    struct outcome_loading l = {
        .db = from->db, .names = from->names, .n_runs = from->n_names, .arena = from->arena
    };
    int rc = count_all(&l, err);
    if (rc == 0) {
        size_t most = from->n_names * (FACT_OUTCOME + 1) + l.n_cheats;
        *out = arena_array(from->arena, most, sizeof(**out));
        *out_n = 0;
        for (size_t run = 0; run < from->n_names; run++)
            *out_n += put_run(&l, run, *out + *out_n);
        if (*out_n == 0)
            rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    }
    free(l.cheats);
    return rc;
}

const char *const failure_group_names[FAILURE_GROUPS + 1] = {
    [FAILURE_BY_MODEL] = "model",       [FAILURE_BY_RUN] = "run",
    [FAILURE_BY_STRATEGY] = "strategy", [FAILURE_BY_FAMILY] = "family",
    [FAILURE_BY_LEVEL] = "level",       [FAILURE_BY_TASK] = "task",
};

static const int group_columns[FAILURE_GROUPS] = {
    [FAILURE_BY_MODEL] = LOAD_FAILURES_MODEL,       [FAILURE_BY_RUN] = LOAD_FAILURES_NAME,
    [FAILURE_BY_STRATEGY] = LOAD_FAILURES_STRATEGY, [FAILURE_BY_FAMILY] = LOAD_FAILURES_FAMILY,
    [FAILURE_BY_LEVEL] = LOAD_FAILURES_LEVEL,       [FAILURE_BY_TASK] = LOAD_FAILURES_TASK,
};

static const char *text_or_empty(struct stmt *st, int column, struct arena *a)
{
    const char *s = stmt_text_dup(st, column, a);
    return s == NULL ? "" : s;
}

int load_failures(const struct load_request *from, enum failure_group by,
                  struct failure_count **out, size_t *out_n, struct err *err)
{
    struct failure_count *list = NULL;
    size_t n = 0;
    size_t capacity = 0;
    struct stmt *st = db_query(from->db, "load_failures");
    stmt_bind_text_list(st, ":runs", from->names, from->n_names);
    int rc = 0;
    while ((rc = stmt_step(st, err)) > 0) {
        if (list == NULL || n == capacity) {
            capacity = capacity == 0 ? 64 : 2 * capacity;
            list = mem_grow(list, capacity, sizeof(*list));
        }
        list[n++] = (struct failure_count){
            .group = text_or_empty(st, group_columns[by], from->arena),
            .task = stmt_int(st, LOAD_FAILURES_TASK_ID),
            .step = (int)stmt_int(st, LOAD_FAILURES_STEP),
            .outcome = text_or_empty(st, LOAD_FAILURES_OUTCOME, from->arena),
            .cheat_kind = text_or_empty(st, LOAD_FAILURES_CHEAT_KIND, from->arena),
            .n = stmt_int(st, LOAD_FAILURES_N),
            .message = stmt_text_dup(st, LOAD_FAILURES_MESSAGE, from->arena)
        };
    }
    if (rc == 0 && n == 0)
        rc = err_set(err, ERR_NOMATCH, "these runs have no rollout");
    if (rc == 0) {
        *out = arena_array(from->arena, n, sizeof(*list));
        memcpy(*out, list, n * sizeof(*list));
        *out_n = n;
    }
    free(list);
    return rc;
}

struct turn_loading {
    const struct study *s;
    const struct study_run *run;
    const struct baseline_table *baseline;
    struct turn *turns;
    size_t n_turns;
    size_t turn_capacity;
    struct conversation *conversations;
    size_t n_conversations;
    size_t conversation_capacity;
    size_t problem;
    int64_t step;
    int64_t sample;
    int last_turn;
};

static const struct study_task *task_of(const struct turn_loading *l, size_t problem)
{
    return &l->s->tasks[l->s->cells[l->run->first_cell + problem].task];
}

static double turn_speedup(const struct turn_loading *l, struct stmt *st)
{
    if (l->baseline == NULL)
        return stmt_real(st, LOAD_TURNS_SPEEDUP);
    const struct study_task *task = task_of(l, l->problem);
    return speedup_of(stmt_int(st, LOAD_TURNS_CORRECT) != 0,
                      baseline_of_sample(l->baseline, task->level, task->problem_id,
                                         stmt_int(st, LOAD_TURNS_STEP),
                                         stmt_int(st, LOAD_TURNS_SAMPLE)),
                      stmt_real(st, LOAD_TURNS_RUNTIME_US));
}

static void add_turn(struct turn_loading *l, struct stmt *st, size_t problem)
{
    if (!(l->n_conversations > 0 && problem == l->problem &&
          stmt_int(st, LOAD_TURNS_STEP) == l->step &&
          stmt_int(st, LOAD_TURNS_SAMPLE) == l->sample)) {
        if (l->conversations == NULL || l->n_conversations == l->conversation_capacity) {
            l->conversation_capacity += l->conversation_capacity + 256;
            l->conversations =
                mem_grow(l->conversations, l->conversation_capacity, sizeof(*l->conversations));
        }
        l->conversations[l->n_conversations++] = (struct conversation){ problem, l->n_turns, 0 };
        l->problem = problem;
        l->step = stmt_int(st, LOAD_TURNS_STEP);
        l->sample = stmt_int(st, LOAD_TURNS_SAMPLE);
    }
    if (l->turns == NULL || l->n_turns == l->turn_capacity) {
        l->turn_capacity += l->turn_capacity + 256;
        l->turns = mem_grow(l->turns, l->turn_capacity, sizeof(*l->turns));
    }
    int turn = (int)stmt_int(st, LOAD_TURNS_TURN);
    l->turns[l->n_turns++] = (struct turn){ .turn = turn,
                                            .compiled = stmt_int(st, LOAD_TURNS_COMPILED) != 0,
                                            .correct = stmt_int(st, LOAD_TURNS_CORRECT) != 0,
                                            .speedup = turn_speedup(l, st),
                                            .tokens = stmt_real(st, LOAD_TURNS_TOKENS) };
    l->conversations[l->n_conversations - 1].count++;
    l->last_turn = turn > l->last_turn ? turn : l->last_turn;
}

static int read_rows(struct db *db, struct turn_loading *l, const int step[2], struct err *err)
{
    struct stmt *st = db_query(db, "load_turns");
    size_t problem = 0;
    int rc = 0;
    stmt_bind_text_list(st, ":runs", &l->run->name, 1);
    while ((rc = stmt_step(st, err)) > 0) {
        const char *task = stmt_text(st, LOAD_TURNS_TASK);
        while (problem < l->run->n_cells && strcmp(task_of(l, problem)->task, task) != 0)
            problem++;
        if (problem == l->run->n_cells) {
            stmt_reset(st);
            return err_set(err, ERR_BUSY, "run %s was written while it was read", l->run->name);
        }
        int at = step[(uint64_t)stmt_int(st, LOAD_TURNS_SAMPLE) & 1u];
        if (at == STEP_ALL || stmt_int(st, LOAD_TURNS_STEP) == at)
            add_turn(l, st, problem);
    }
    return rc;
}

int load_turns(struct db *db, const struct study *s, size_t run, const int step[2],
               const struct baseline_table *baseline, struct arena *arena, struct turn_set *out,
               struct err *err)
{
    struct turn_loading l = { .s = s, .run = &s->runs[run], .baseline = baseline };
    int rc = read_rows(db, &l, step, err);
    if (rc == 0) {
        struct turn *turns = arena_array(arena, l.n_turns + 1, sizeof(*turns));
        struct conversation *c = arena_array(arena, l.n_conversations + 1, sizeof(*c));
        if (l.n_turns > 0) {
            memcpy(turns, l.turns, l.n_turns * sizeof(*turns));
            memcpy(c, l.conversations, l.n_conversations * sizeof(*c));
        }
        *out = (struct turn_set){ l.run->n_cells, c,         l.n_conversations,
                                  turns,          l.n_turns, l.last_turn };
    }
    free(l.turns);
    free(l.conversations);
    return rc;
}
