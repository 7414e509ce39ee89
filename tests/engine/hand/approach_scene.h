/* The guard's scene, with a pointer that comes to the target by a long way. */
#ifndef TESTS_ENGINE_HAND_APPROACH_SCENE_H
#define TESTS_ENGINE_HAND_APPROACH_SCENE_H

#include "tests/engine/hand/guard_scene.h"

static inline void pointer_to(int px, int py)
{
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, px, py);
    XSync(dpy, False);
}

/* A click after a way of duration_ms. */
static inline hand_request *slow_click(int id, int duration_ms)
{
    hand_request *r = request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y, .duration_ms = duration_ms},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = duration_ms, .button = 1},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = duration_ms + 20, .button = 1}));
    r->fire.guard = guard_now(true);
    return r;
}

#endif
