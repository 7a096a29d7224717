/*
 * plot_architecture.c - what a run did, stage by stage, from its configuration.
 */
#include <string.h>

#include "analysis/from_store/load_runs.h"
#include "reports/figure/plot_common.h"
#include "src/base/mem.h"

#define MAX_RUNS   3
#define BOX_HEIGHT 25.0
#define BOX_GAP    6.5
#define LEFT       0.005
#define RIGHT      0.90 /* of the width; the rest is the loop's */
#define MAX_STAGES 8

struct stages {
    const char *texts[MAX_STAGES];
    size_t n;
    size_t sampler, update;
    bool adaptive;
};

static const char *known(const char *text)
{
    return text == NULL || text[0] == '\0' ? "not recorded" : text;
}

static const char *count_text(struct arena *a, int v, const char *what)
{
    return v < 0 ? arena_printf(a, "%s not recorded", what) : arena_printf(a, "%d %s", v, what);
}

static struct stages stages_of(struct arena *a, const struct study *study, size_t run,
                               const struct provenance_run *p, const struct run_setting *list,
                               size_t n)
{
    const struct study_run *r = &study->runs[run];
    const char *reward = run_setting_of(list, n, r->name, "reward");
    const char *policy = run_setting_of(list, n, r->name, "policy");
    const char *rate = run_setting_of(list, n, r->name, "learning_rate");
    if (policy != NULL && strcmp(policy, r->model) == 0)
        policy = NULL;
    struct stages x = { .adaptive = plot_is_adaptive(study, run) || r->n_steps > 0 };
    x.texts[x.n++] =
        arena_printf(a, "Tasks and prompts\n%s%s%s; sizes %s", plot_counted(a, r->n_cells, "task"),
                     r->split[0] != '\0' ? " of " : "", r->split, known(r->task_case));
    x.sampler = x.n;
    x.texts[x.n++] = arena_printf(
        a, "Policy\n%s%s%s; %s; temperature %s", known(r->model), policy != NULL ? ", " : "",
        policy != NULL ? policy : "",
        count_text(a, r->k, x.adaptive ? "samples per task and step" : "samples per task"),
        r->temperature >= 0 ? arena_printf(a, "%g", r->temperature) : "not recorded");
    x.texts[x.n++] = "Action\ncode of the completion, assembled; launch plan parsed";
    x.texts[x.n++] = arena_printf(a, "Evaluator\n%s on %s; mode %s; baseline %s", known(r->backend),
                                  known(r->device), known(r->eval_mode), known(r->baseline));
    x.texts[x.n++] = arena_printf(a, "Reward\n%s", known(reward));
    if (x.adaptive) {
        x.update = x.n;
        x.texts[x.n++] =
            arena_printf(a, "Update (%s)\n%s%s%s", r->strategy,
                         count_text(a, r->n_steps, r->n_steps == 1 ? "update" : "updates"),
                         rate != NULL ? "; learning rate " : "",
                         rate == NULL             ? ""
                         : strcmp(rate, "0") == 0 ? "the policy's own"
                                                  : rate);
    }
    x.texts[x.n++] = arena_printf(a, "Database\n%zu rollouts with a verdict, %s; %s", r->n_rollouts,
                                  r->status, known(p->code_version));
    return x;
}

static double middle(const struct stages *x, size_t stage)
{
    return (double)(x->n - stage) * (BOX_HEIGHT + BOX_GAP) - BOX_GAP - BOX_HEIGHT / 2 + 2;
}

static void draw_loop(struct figure_model *m, struct fig_panel *p, const struct stages *x)
{
    double edge = 0.965, from = middle(x, x->update), to = middle(x, x->sampler);
    struct fig_mark *way = figure_mark(m, p, DRAW_ARROWS, 2);
    struct fig_mark *back = figure_mark(m, p, DRAW_ARROWS, 1);
    way->style = back->style =
        (struct line_style){ palette_okabe(OKABE_VERMILLION), 1, DASH_LONG, MARK_NONE, false };
    way->style.hollow = true;
    way->x[0] = RIGHT;
    way->y[0] = way->high[0] = from;
    way->low[0] = way->x[1] = way->low[1] = edge;
    way->y[1] = from;
    way->high[1] = to;
    back->style.dash = DASH_SOLID;
    back->x[0] = edge;
    back->y[0] = back->high[0] = to;
    back->low[0] = RIGHT;
}

static void draw_stages(struct figure_model *m, const char *title, const struct stages *x)
{
    struct fig_panel *p = figure_panel(m, title);
    p->bare = true;
    p->height = (double)x->n * (BOX_HEIGHT + BOX_GAP) - BOX_GAP + 4;
    struct fig_mark *boxes = figure_mark(m, p, DRAW_FRAMES, x->n);
    struct fig_mark *arrows = figure_mark(m, p, DRAW_ARROWS, x->n - 1);
    boxes->style =
        (struct line_style){ palette_okabe(OKABE_BLUE), 0.8, DASH_SOLID, MARK_NONE, false };
    arrows->style.colour = rgb_grey(0.25);
    for (size_t i = 0; i < x->n; i++) {
        boxes->x[i] = (LEFT + RIGHT) / 2;
        boxes->y[i] = middle(x, i);
        boxes->low[i] = RIGHT - LEFT;
        boxes->high[i] = BOX_HEIGHT;
        boxes->texts[i] = x->texts[i];
        if (i + 1 == x->n)
            continue;
        arrows->x[i] = arrows->low[i] = (LEFT + RIGHT) / 2;
        arrows->y[i] = middle(x, i) - BOX_HEIGHT / 2;
        arrows->high[i] = middle(x, i + 1) + BOX_HEIGHT / 2;
    }
    if (x->adaptive)
        draw_loop(m, p, x);
}

static int plot_architecture(struct figure_source *s, struct figure_model *m, struct err *err)
{
    const struct study *study;
    const struct provenance *p;
    struct run_setting *list;
    size_t n;
    int rc = figure_source_study(s, &study, err);
    if (rc == 0)
        rc = figure_source_provenance(s, &p, err);
    if (rc == 0)
        rc = load_settings(
            &(struct load_request){
                .db = s->db, .names = s->runs, .n_names = s->n_runs, .arena = s->arena },
            &list, &n, err);
    if (rc < 0)
        return rc;
    m->least_width = 200;
    figure_columns(m, "run,setting,value,origin");
    for (size_t i = 0; i < n; i++) {
        struct cell *c = table_row(&m->points);
        c[0] = plot_text(m, list[i].run);
        c[1] = plot_text(m, list[i].name);
        c[2] = plot_text(m, list[i].value);
        c[3] = list[i].origin[0] == '\0' ? cell_na(&m->points, "not recorded")
                                         : plot_text(m, list[i].origin);
    }
    size_t shown = study->n_runs < MAX_RUNS ? study->n_runs : MAX_RUNS;
    for (size_t run = 0; run < shown; run++) {
        struct stages x = stages_of(s->arena, study, run, &p->runs[run], list, n);
        draw_stages(m, study->n_runs > 1 ? study->runs[run].name : NULL, &x);
        figure_number(m, "rollouts", (double)study->runs[run].n_rollouts, NULL, "rollouts %s",
                      study->runs[run].name);
        figure_number(m, "tasks", (double)study->runs[run].n_cells, NULL, "tasks %s",
                      study->runs[run].name);
    }
    figure_caption(
        m,
        "The parts of a run, from top to bottom, from its stored configuration. Dashed: after each "
        "update the adapted policy samples again.");
    plot_caption_cut(m, "runs", shown, study->n_runs);
    return 0;
}

const struct figure_entry figure_architecture = { "architecture",
                                                  "the parts of a run, from its configuration",
                                                  "a run", plot_architecture };
