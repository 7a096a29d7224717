#include "analysis/from_store/load_turns.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_summary.h"
#include "analysis/study/baseline_table.h"
#include "analysis/study/study.h"
#include "analysis/study/turns.h"
#include "columns/load_turns.h"
#include "src/base/err.h"
#include "src/base/mem.h"
#include "src/base/speedup.h"
#include "src/store/db.h"

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
    const struct baseline_entry *e = baseline_find(l->baseline, task->level, task->problem_id);
    bool correct = stmt_int(st, LOAD_TURNS_CORRECT) != 0;
    return e == NULL ? STAT_NAN
                     : speedup_of(correct, e->runtime_us, stmt_real(st, LOAD_TURNS_RUNTIME_US));
}

static bool goes_on(const struct turn_loading *l, struct stmt *st, size_t problem)
{
    return l->n_conversations > 0 && problem == l->problem &&
           stmt_int(st, LOAD_TURNS_STEP) == l->step && stmt_int(st, LOAD_TURNS_SAMPLE) == l->sample;
}

static void add_turn(struct turn_loading *l, struct stmt *st, size_t problem)
{
    if (!goes_on(l, st, problem)) {
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
