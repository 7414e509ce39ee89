#include "engine/hand/firing_check.h"

#include "engine/hand/hand.h"
#include "engine/hand/player.h"
#include "skills/timeline/act.h"
#include "skills/timeline/gestures.h"

#define WHEEL_CLICKS_MAX 1000

static bool check_button(const struct firing_limits *f, const struct timeline_event *e, guint i, GError **error)
{
    if (e->button >= 1 && e->button < LEDGER_BUTTONS && e->button <= f->buttons)
        return true;
    g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u uses button %d; this pointer has buttons 1 to %d", i, e->button,
                f->buttons);
    return false;
}

bool firing_check_event(const struct firing_limits *f, const struct timeline_event *e, guint i, GError **error)
{
    struct text_port port = press_text_port(f->press);
    if (e->at_ms < 0 || e->duration_ms < 0 || e->hold_ms < 0 || e->at_ms > G_MAXINT32 || e->duration_ms > G_MAXINT32) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u has a time that is out of range", i);
        return false;
    }
    if (!act_event_fits(e, i, f->acts, error))
        return false;
    if (f->touch)
        return gestures_fit(e, i, f->width, f->height, error);
    if (e->keycode || e->type == TIMELINE_GESTURE) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u is for a phone, and this display has keyboard and pointer",
                    i);
        return false;
    }
    switch (e->type) {
    case TIMELINE_KEY_DOWN:
    case TIMELINE_KEY_UP:
        if (e->key &&
            (e->type == TIMELINE_KEY_UP || press_knows_key(f->press, e->key) || (f->n_spare > 0 && temp_keycodes_fits(e->key))))
            return true;
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "event %u: the key %s is not on the display's keyboard map (choose a layout that has it)", i,
                    e->key ? e->key : "(none)");
        return false;
    case TIMELINE_BUTTON_DOWN:
    case TIMELINE_BUTTON_UP:
        return check_button(f, e, i, error);
    case TIMELINE_MOVE:
        return player_move_fits(e, i, f->width, f->height, f->target_window, error);
    case TIMELINE_SCROLL:
        if (ABS((gint64)e->dx) + ABS((gint64)e->dy) <= WHEEL_CLICKS_MAX)
            return true;
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u scrolls by more than %d clicks", i, WHEEL_CLICKS_MAX);
        return false;
    case TIMELINE_TEXT:
        return (e->paste && f->clipboard) || text_check(e->text ? e->text : "", &port, f->n_spare, error);
    case TIMELINE_WAIT:
    case TIMELINE_ACT:
    case TIMELINE_GESTURE:
        return true;
    case TIMELINE_LOOP:
        if (e->loop->x + e->loop->width <= f->width && e->loop->y + e->loop->height <= f->height)
            return true;
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u is a loop in an area that is not on the screen of %d×%d", i,
                    f->width, f->height);
        return false;
    case TIMELINE_TYPE_COUNT:
        break;
    }
    g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "event %u is of no known kind", i);
    return false;
}

void firing_set_nowhere(const struct player_output *out, gint64 window, int width, int height, GError **error)
{
    if (out->act == PLAYER_NO_WINDOW)
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "event %u moves from the corner of window 0x%" G_GINT64_MODIFIER "x, which is gone or not shown any more",
                    out->index, window);
    else
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "event %u would move to %d,%d, which is off the screen of %d×%d: the window has been moved there", out->index,
                    out->x, out->y, width, height);
}
