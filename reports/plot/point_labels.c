#include "reports/plot/point_labels.h"

#include <math.h>

#define DIRECTIONS 12
#define RINGS      4
#define RING_STEP  6.0

static bool overlap(double x0, double y0, double w0, double h0, double x1, double y1, double w1,
                    double h1)
{
    return x0 < x1 + w1 && x1 < x0 + w0 && y0 < y1 + h1 && y1 < y0 + h0;
}

static bool is_inside(const struct point_label *l, struct box f)
{
    return l->left >= f.x && l->bottom >= f.y && l->left + l->width <= f.x + f.width &&
           l->bottom + l->height <= f.y + f.height;
}

static bool is_free(const struct point_label *labels, size_t i, const double *ox, const double *oy,
                    size_t n_obstacles, double radius)
{
    const struct point_label *l = &labels[i];
    for (size_t k = 0; k < i; k++) {
        const struct point_label *o = &labels[k];
        if (o->placed && overlap(l->left, l->bottom, l->width, l->height, o->left, o->bottom,
                                 o->width, o->height))
            return false;
    }
    for (size_t k = 0; k < n_obstacles; k++) {
        if (overlap(l->left, l->bottom, l->width, l->height, ox[k] - radius, oy[k] - radius,
                    2 * radius, 2 * radius))
            return false;
    }
    return true;
}

static void put_at(struct point_label *l, double angle, double distance)
{
    double dx = cos(angle), dy = sin(angle);
    l->left = l->x + dx * distance + (dx - 1) / 2 * l->width;
    l->bottom = l->y + dy * distance + (dy - 1) / 2 * l->height;
}

void point_labels_place(struct point_label *labels, size_t n, const double *obstacle_x,
                        const double *obstacle_y, size_t n_obstacles, double radius,
                        struct box frame)
{
    /* A reader looks right first, then above and below, left last. */
    static const int order[DIRECTIONS] = { 0, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6 };
    for (size_t i = 0; i < n; i++) {
        struct point_label *l = &labels[i];
        l->placed = l->led = false;
        bool shown = isfinite(l->x) && isfinite(l->y) && l->x >= frame.x &&
                     l->x <= frame.x + frame.width && l->y >= frame.y &&
                     l->y <= frame.y + frame.height;
        for (size_t k = 0; shown && k < DIRECTIONS * RINGS && !l->placed; k++) {
            double ring = (double)(k / DIRECTIONS);
            double angle = 3.14159265358979323846 / 6 * order[k % DIRECTIONS];
            put_at(l, angle, radius + 1.5 + ring * RING_STEP);
            l->placed = is_inside(l, frame) &&
                        is_free(labels, i, obstacle_x, obstacle_y, n_obstacles, radius);
            l->led = l->placed && ring > 0;
        }
    }
}
