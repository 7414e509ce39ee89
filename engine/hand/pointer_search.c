#include "engine/hand/pointer_search.h"

#include "engine/hand/hand_port.h"
#include "engine/picture/leave_out.h"

struct pointer_search pointer_search_of(const struct hand_ports *at)
{
    return (struct pointer_search){.unknown = at->eye.pointed && !at->hand.placed(at->hand.data)};
}

enum pointer_search_says pointer_search_step(struct pointer_search *s, const struct eye_port *eye, const struct hand_port *hand,
                                             const char *what, gint64 now_us, int *ret_x, int *ret_y)
{
    int x, y;
    if (!s->unknown || s->over)
        return POINTER_SEARCH_NOTHING;
    bool elsewhere = s->until_us != 0, found = eye->pointed(eye->data, &x, &y);
    if (found) {
        s->unknown = false;
        *ret_x = x;
        *ret_y = y;
    }
    if (elsewhere && !found && now_us < s->until_us)
        return POINTER_SEARCH_WAITS;
    if (elsewhere || found) {
        s->over = true;
        s->until_us = 0;
        return elsewhere ? POINTER_SEARCH_OVER : POINTER_SEARCH_FOUND;
    }
    const struct area at = leave_out_place(what);
    if (at.width <= 0 || at.width > POINTER_SEARCH_SIZE || at.height > POINTER_SEARCH_SIZE)
        return POINTER_SEARCH_NOTHING;
    s->until_us = now_us + POINTER_SEARCH_US;
    hand->move_to(hand->data, at.x + at.width / 2, at.y + at.height / 2);
    return POINTER_SEARCH_WAITS;
}
