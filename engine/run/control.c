#include "engine/run/control.h"

#include "engine/protocol/protocol.h"
#include "skills/timeline/action.h"

struct run_control *run_control_new(void)
{
    struct run_control *c = g_new0(struct run_control, 1);
    c->hint = g_string_new(NULL);
    c->to_drive = g_ptr_array_new_with_free_func((GDestroyNotify)control_driven_free);
    c->by_hand = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    c->sign_us = g_get_monotonic_time();
    return c;
}

void run_control_free(struct run_control *c)
{
    if (!c)
        return;
    g_string_free(c->hint, TRUE);
    g_ptr_array_unref(c->to_drive);
    g_ptr_array_unref(c->by_hand);
    g_free(c->keep);
    g_clear_pointer(&c->to_obey, command_free);
    g_clear_error(&c->fatal);
    g_free(c->stop_reason);
    g_free(c->pause_reason);
    g_free(c->trouble);
    g_free(c);
}

void control_driven_free(struct control_driven *d)
{
    if (d)
        action_free(d->action);
    g_free(d);
}

void control_drive(struct run_control *c, action *take, gint64 focus, int burst)
{
    struct control_driven *d = g_new0(struct control_driven, 1);
    *d = (struct control_driven){.action = take, .focus = focus, .burst = burst};
    g_ptr_array_add(c->to_drive, d);
}

bool control_join_text(struct action *text, const struct action *then)
{
    const struct value *before = g_str_equal(text->skill, "key.type") ? action_get(text, "text") : NULL;
    const struct value *after = g_str_equal(then->skill, "key.type") ? action_get(then, "text") : NULL;
    if (!before || !after || before->type != VALUE_STRING || after->type != VALUE_STRING)
        return false;
    g_autofree char *both = g_strconcat(before->string, after->string, NULL);
    action_set_string(text, "text", both);
    return true;
}

struct control_driven *control_driven_next(struct run_control *c)
{
    return c->to_drive->len ? g_ptr_array_steal_index(c->to_drive, 0) : NULL;
}

int control_keys_of(const action *a)
{
    const struct value *text = g_str_equal(a->skill, "key.type") ? action_get(a, "text") : NULL;
    return text && text->type == VALUE_STRING ? (int)g_utf8_strlen(text->string, -1) : 1;
}

int control_drop_driven(struct run_control *c, int burst)
{
    int keys = 0;
    for (guint i = 0; i < c->to_drive->len; i++) {
        const struct control_driven *d = g_ptr_array_index(c->to_drive, i);
        keys += control_keys_of(d->action);
        burst = d->burst ? d->burst : burst; /* the last one, of which more may be under way */
    }
    g_ptr_array_set_size(c->to_drive, 0);
    c->lost_burst = burst ? burst : c->lost_burst;
    return keys;
}

void control_forget_hint(struct run_control *c)
{
    g_string_erase(c->hint, 0, (gssize)c->hint_consumed);
    c->hint_consumed = 0;
}

void control_forget_told(struct run_control *c)
{
    g_string_truncate(c->hint, 0);
    c->hint_consumed = 0;
    g_clear_pointer(&c->trouble, g_free);
}

/* ---- whose turn it is ---- */

#define TO(state) (1u << (state))

static const struct {
    const char *name;
    unsigned to; /* the states that may follow */
    enum control_state paused;
} states[CONTROL_STATE_COUNT] = {
    [CONTROL_RUNNING] = {"running", TO(CONTROL_PAUSED), CONTROL_PAUSED},
    [CONTROL_RESUMING] = {"resuming", TO(CONTROL_RUNNING) | TO(CONTROL_PAUSED), CONTROL_PAUSED},
    [CONTROL_PAUSED] = {"paused", TO(CONTROL_RUNNING) | TO(CONTROL_RESUMING) | TO(CONTROL_YIELDED) | TO(CONTROL_TAKEN_OVER),
                        CONTROL_PAUSED},
    [CONTROL_YIELDED] = {"yielded", TO(CONTROL_RUNNING) | TO(CONTROL_RESUMING) | TO(CONTROL_TAKEN_OVER), CONTROL_YIELDED},
    [CONTROL_TAKEN_OVER] = {"taken over", TO(CONTROL_RUNNING) | TO(CONTROL_RESUMING) | TO(CONTROL_PAUSED) | TO(CONTROL_DRIVING),
                            CONTROL_PAUSED},
    [CONTROL_DRIVING] = {"driving", TO(CONTROL_TAKEN_OVER) | TO(CONTROL_DRIVE_ENDING), CONTROL_DRIVE_ENDING},
    [CONTROL_DRIVE_ENDING] = {"drive ending", TO(CONTROL_PAUSED) | TO(CONTROL_DRIVING), CONTROL_DRIVE_ENDING},
};

const char *control_state_name(enum control_state state)
{
    return states[state].name;
}

static bool control_may_change(enum control_state from, enum control_state to)
{
    return from == to || states[from].to & TO(to);
}

bool control_change(struct run_control *c, enum control_state to)
{
    if (!control_may_change(c->state, to)) {
        g_critical("a run that is %s cannot be %s", states[c->state].name, states[to].name);
        return false;
    }
    c->state = to;
    return true;
}

void control_pause(struct run_control *c)
{
    control_change(c, states[c->state].paused);
}

void control_take_over(struct run_control *c)
{
    control_change(c, control_is_driving(c) ? CONTROL_DRIVING : CONTROL_TAKEN_OVER);
}

void control_released(struct run_control *c)
{
    if (c->state == CONTROL_RESUMING)
        control_change(c, CONTROL_RUNNING);
}

void control_end_driving(struct run_control *c)
{
    control_change(c, control_is_taken_over(c) ? CONTROL_TAKEN_OVER : CONTROL_PAUSED);
}

bool control_is_paused(const struct run_control *c)
{
    return c->state != CONTROL_RUNNING && c->state != CONTROL_RESUMING;
}

bool control_is_taken_over(const struct run_control *c)
{
    return c->state == CONTROL_TAKEN_OVER || c->state == CONTROL_DRIVING;
}

bool control_is_driving(const struct run_control *c)
{
    return c->state == CONTROL_DRIVING || c->state == CONTROL_DRIVE_ENDING;
}

/* ---- what is being done to a proposal ---- */

static const struct {
    const char *name;
    unsigned to;
} activities[ACTIVITY_COUNT] = {
    [ACTIVITY_NONE] = {"nothing", TO(ACTIVITY_EDITING) | TO(ACTIVITY_GRANTED)},
    [ACTIVITY_EDITING] = {"editing", TO(ACTIVITY_NONE)},
    [ACTIVITY_GRANTED] = {"granted", TO(ACTIVITY_FIRING) | TO(ACTIVITY_NONE)},
    [ACTIVITY_FIRING] = {"firing", TO(ACTIVITY_VERIFYING)},
    [ACTIVITY_VERIFYING] = {"verifying", TO(ACTIVITY_NONE)},
};

const char *activity_name(enum activity activity)
{
    return activities[activity].name;
}

static bool activity_may_change(enum activity from, enum activity to)
{
    return from == to || activities[from].to & TO(to);
}

bool activity_change(struct run_control *c, enum activity to)
{
    if (!activity_may_change(c->activity, to)) {
        g_critical("after %s a run cannot be at %s", activities[c->activity].name, activities[to].name);
        return false;
    }
    c->activity = to;
    return true;
}

bool control_end_firing(struct run_control *c)
{
    return c->activity == ACTIVITY_FIRING && activity_change(c, ACTIVITY_VERIFYING);
}

bool control_is_acting(const struct run_control *c)
{
    return c->activity >= ACTIVITY_GRANTED;
}
