/* The points of an action: pixels of the display. */

#include "skills/timeline/action.h"
#include "tui/console/state.h"

static const struct {
    const char *x, *y;
} points[] = {{"x", "y"}, {"source_x", "source_y"}, {"target_x", "target_y"}};

static bool number(const action *a, const char *name, int *ret_value)
{
    const struct value *v = action_get(a, name);
    if (!v || (v->type != VALUE_INTEGER && v->type != VALUE_NUMBER))
        return false;
    double value = v->type == VALUE_INTEGER ? (double)v->integer : v->number;
    if (value < -100000 || value > 100000)
        return false;
    *ret_value = (int)value;
    return true;
}

/* Which pair of arguments the index-th point is; -1 = there are not so many. */
static int pair_of(const action *a, int index)
{
    int x, y;
    for (int i = 0; i < (int)G_N_ELEMENTS(points); i++) {
        if (number(a, points[i].x, &x) && number(a, points[i].y, &y) && index-- == 0)
            return i;
    }
    return -1;
}

bool points_get(const action *a, int index, int *ret_x, int *ret_y)
{
    int pair = pair_of(a, index);
    return pair >= 0 && number(a, points[pair].x, ret_x) && number(a, points[pair].y, ret_y);
}

bool points_set(action *a, int index, int x, int y)
{
    int pair = pair_of(a, index);
    if (pair < 0)
        return false;
    action_set_integer(a, points[pair].x, x);
    action_set_integer(a, points[pair].y, y);
    return true;
}

void points_clamp(const console *c, int *x, int *y)
{
    const struct step_view *step = console_step(c);
    int width = step->last.width > 0 ? step->last.width : 16384, height = step->last.height > 0 ? step->last.height : 16384;
    *x = CLAMP(*x, 0, width - 1);
    *y = CLAMP(*y, 0, height - 1);
}

bool points_movement(int key, int *ret_dx, int *ret_dy)
{
    static const struct {
        int key, dx, dy;
    } moves[] = {{'h', -1, 0},  {'j', 0, 1},  {'k', 0, -1},    {'l', 1, 0},    {'H', -10, 0}, {'J', 0, 10},
                 {'K', 0, -10}, {'L', 10, 0}, {K_LEFT, -1, 0}, {K_DOWN, 0, 1}, {K_UP, 0, -1}, {K_RIGHT, 1, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
        if (moves[i].key == key) {
            *ret_dx = moves[i].dx;
            *ret_dy = moves[i].dy;
            return true;
        }
    }
    return false;
}
