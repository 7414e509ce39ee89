#include "engine/hand/bounds.h"

struct bounds {
    timeline_loop *loop; /* owned */
    gint64 start_us;
    int events;
};

bounds *bounds_new(const timeline_loop *l, gint64 now_us)
{
    bounds *b = g_new0(bounds, 1);
    b->loop = timeline_loop_copy(l);
    b->start_us = now_us;
    return b;
}

void bounds_free(bounds *b)
{
    if (!b)
        return;
    timeline_loop_free(b->loop);
    g_free(b);
}

static char *judge_act(const bounds *b, const struct player_output *out, int x, int y)
{
    switch (out->act) {
    case PLAYER_KEY_DOWN:
        return timeline_loop_refuse_key(b->loop, out->key);
    case PLAYER_BUTTON_DOWN:
        return timeline_loop_refuse_button(b->loop, out->button, x, y);
    case PLAYER_CLICK:
        return timeline_loop_refuse_wheel(b->loop, x, y);
    case PLAYER_MOVE_TO:
        return timeline_loop_refuse_place(b->loop, out->x, out->y);
    case PLAYER_MOVE_BY:
        return timeline_loop_refuse_place(b->loop, x + out->x, y + out->y);
    case PLAYER_TEXT:
    case PLAYER_GESTURE:
    case PLAYER_LOOP:
        return g_strdup(LOOP_NO_TEXT);
    case PLAYER_KEY_UP:
    case PLAYER_BUTTON_UP:
    case PLAYER_NOTHING:
    case PLAYER_NO_WINDOW:
    case PLAYER_OFF_SCREEN:
        break;
    }
    return NULL;
}

char *bounds_judge(bounds *b, const struct player_output *out, enum timeline_type type, int pointer_x, int pointer_y)
{
    char *wrong = judge_act(b, out, pointer_x, pointer_y);
    bool counts = out->act == PLAYER_CLICK || (out->begins && type != TIMELINE_WAIT && type != TIMELINE_SCROLL);
    if (wrong || !counts)
        return wrong;
    if (b->events >= b->loop->events)
        return g_strdup_printf("the loop's %d events are used up", b->loop->events);
    b->events++;
    return NULL;
}

gint64 bounds_deadline(const bounds *b)
{
    return b->start_us + b->loop->ms * 1000;
}

char *bounds_time_text(const bounds *b)
{
    return g_strdup_printf("the loop's time of %g s was over", (double)b->loop->ms / 1000);
}

int bounds_events(const bounds *b)
{
    return b->events;
}

gint64 bounds_ms(const bounds *b, gint64 now_us)
{
    return (now_us - b->start_us) / 1000;
}
