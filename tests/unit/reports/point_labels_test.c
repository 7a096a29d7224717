/*
 * point_labels_test.c - names beside points cover nothing.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reports/plot/figure_plan.h"
#include "src/base/buf.h"
#include "src/base/mem.h"
#include "src/base/rng.h"
#include "tests/support/approved.h"

#define RADIUS 2.0

static const struct box frame = { 10, 20, 200, 150 };

static bool apart(const struct point_label *a, const struct point_label *b)
{
    return a->left >= b->left + b->width || b->left >= a->left + a->width ||
           a->bottom >= b->bottom + b->height || b->bottom >= a->bottom + a->height;
}

static bool covers(const struct point_label *l, double x, double y)
{
    return x + RADIUS > l->left && x - RADIUS < l->left + l->width && y + RADIUS > l->bottom &&
           y - RADIUS < l->bottom + l->height;
}

static void a_lone_name_stands_right_of_its_point(void **state)
{
    (void)state;
    struct point_label l = { .x = 50, .y = 60, .width = 20, .height = 7 };
    double x = 50, y = 60;
    point_labels_place(&l, 1, &(struct obstacles){ &x, &y, 1, 1 }, RADIUS, frame);
    assert_true(l.placed && !l.led);
    assert_true(l.left > 52 && l.left < 56);
    assert_true(l.bottom < 60 && l.bottom + l.height > 60);
}

static void a_name_at_the_right_edge_turns_around(void **state)
{
    (void)state;
    struct point_label l = { .x = 208, .y = 60, .width = 30, .height = 7 };
    point_labels_place(&l, 1, &(struct obstacles){ NULL, NULL, 0, 0 }, RADIUS, frame);
    assert_true(l.placed);
    assert_true(l.left + l.width <= 210);
}

static void random_crowds_leave_no_overlap(void **state)
{
    (void)state;
    struct point_label labels[60];
    double x[60], y[60];
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct rng r;
        size_t placed = 0;
        rng_init(&r, seed, RNG_JITTER, 0, 0, 0);
        for (size_t i = 0; i < ARRAY_LEN(labels); i++) {
            x[i] = frame.x + rng_double(&r) * frame.width;
            y[i] = frame.y + rng_double(&r) * frame.height;
            labels[i] = (struct point_label){
                .x = x[i], .y = y[i], .width = 10 + 20 * rng_double(&r), .height = 7
            };
        }
        point_labels_place(labels, 60, &(struct obstacles){ x, y, 60, 60 }, RADIUS, frame);
        for (size_t i = 0; i < 60; i++) {
            if (!labels[i].placed)
                continue;
            placed++;
            assert_true(labels[i].left >= frame.x && labels[i].bottom >= frame.y);
            assert_true(labels[i].left + labels[i].width <= frame.x + frame.width);
            assert_true(labels[i].bottom + labels[i].height <= frame.y + frame.height);
            for (size_t k = 0; k < 60; k++) {
                assert_false(covers(&labels[i], x[k], y[k]));
                assert_true(k == i || !labels[k].placed || apart(&labels[i], &labels[k]));
            }
        }
        assert_true(placed >= 40);
    }
}

static void points_without_a_place_get_no_name(void **state)
{
    (void)state;
    struct point_label labels[] = { { .x = (double)NAN, .y = 60, .width = 5, .height = 5 },
                                    { .x = 50, .y = (double)INFINITY, .width = 5, .height = 5 },
                                    { .x = 5, .y = 60, .width = 5, .height = 5 },
                                    { .x = 50, .y = 60, .width = 500, .height = 5 } };
    point_labels_place(labels, ARRAY_LEN(labels), &(struct obstacles){ NULL, NULL, 0, 0 }, RADIUS,
                       frame);
    for (size_t i = 0; i < ARRAY_LEN(labels); i++)
        assert_false(labels[i].placed);
}

/* Every place of crowds of names, of which some have no point and some are too wide. */
static void names_stand_where_they_are_approved(void **state)
{
    (void)state;
    struct buf out = { 0 };
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct point_label labels[50];
        double x[50], y[50];
        size_t n = 20 + 10 * (size_t)seed;
        struct rng r;
        rng_init(&r, seed, RNG_JITTER, 1, 0, 0);
        for (size_t i = 0; i < n; i++) {
            x[i] = frame.x - 5 + rng_double(&r) * (frame.width + 10);
            y[i] = frame.y - 5 + rng_double(&r) * (frame.height + 10);
            labels[i] = (struct point_label){
                .x = x[i], .y = y[i], .width = 5 + 60 * rng_double(&r), .height = 7
            };
        }
        point_labels_place(labels, n, &(struct obstacles){ x, y, n, n }, 1 + (double)seed, frame);
        for (size_t i = 0; i < n; i++)
            buf_printf(&out, "%llu: %.2f %.2f %d%d\n", (unsigned long long)seed,
                       labels[i].placed ? labels[i].left : 0,
                       labels[i].placed ? labels[i].bottom : 0, labels[i].placed, labels[i].led);
    }
    approved_check("point_labels", &out);
    buf_release(&out);
}

/* The frame's ends belong to it, and names that only touch do not overlap. */
static void names_may_touch(void **state)
{
    (void)state;
    const double right = RADIUS + 1.5;
    struct point_label edges[] = {
        { .x = frame.x, .y = frame.y, .width = 20, .height = 7 },
        { .x = frame.x + frame.width, .y = frame.y + frame.height, .width = 20, .height = 7 },
        { .x = 100, .y = 100, .width = 110 - right, .height = 7 },
        { .x = 50, .y = 23.5, .width = 20, .height = 7 },
        { .x = 50, .y = 30.5, .width = 20, .height = 7 },
    };
    point_labels_place(edges, ARRAY_LEN(edges), &(struct obstacles){ NULL, NULL, 0, 0 }, RADIUS,
                       frame);
    for (size_t i = 0; i < ARRAY_LEN(edges); i++)
        assert_true(edges[i].placed && !edges[i].led);
    for (size_t i = 2; i < ARRAY_LEN(edges); i++) {
        assert_true(fabs(edges[i].left - edges[i].x - right) < 1e-9);
        assert_true(fabs(edges[i].bottom + 3.5 - edges[i].y) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_name_stands_right_of_its_point),
        cmocka_unit_test(a_name_at_the_right_edge_turns_around),
        cmocka_unit_test(random_crowds_leave_no_overlap),
        cmocka_unit_test(points_without_a_place_get_no_name),
        cmocka_unit_test(names_stand_where_they_are_approved),
        cmocka_unit_test(names_may_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
