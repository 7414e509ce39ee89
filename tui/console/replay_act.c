/* A replay on the run screen: what its keys do, and the time that passes. Nothing here can decide anything. */

#include "tui/past/replay.h"
#include "tui/console/keys.h"
#include "tui/console/state.h"

/* ---- to somewhere else ---- */

static void empty_screen(console *c)
{
    model_free(c->model);
    c->model = model_new(c->now_us);
    c->view.step = -1;
    c->view.blink = false;
    viewer_close(&c->viewer);
    stale_close(&c->stale);
}

static void tell_all(console *c, GPtrArray *told)
{
    for (guint i = 0; i < told->len; i++) {
        struct replay_event *row = g_ptr_array_index(told, i);
        console_event(c, g_steal_pointer(&row->e), c->now_us);
    }
    g_clear_pointer(&c->message.text, g_free);
    c->bell = false;
}

static void say_unread(console *c, const GError *error)
{
    console_say(c, STYLE_BAD, "memory cannot be read: %s", error->message);
}

/* Everything up to the `count`th event of the step is told at once. */
static void go_to(console *c, gint64 step, guint count)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) told = replayer_seek(c->replay.player, step, count, &error);
    if (!told) {
        say_unread(c, error);
        return;
    }
    empty_screen(c);
    tell_all(c, told);
}

void replay_open(console *c)
{
    struct replayer_state s = replayer_state(c->replay.player);
    c->model->start_us = c->now_us;
    go_to(c, s.step + 1, 1);
    if (s.kind)
        console_say(c, STYLE_NORMAL, "run %" G_GINT64_FORMAT " is %s", s.run, s.kind);
}

static void tell_next(console *c)
{
    replayer_skip(c->replay.player);
    event *e = replayer_take(c->replay.player);
    if (e)
        console_event(c, e, c->now_us);
    c->bell = false;
}

/* ---- keys ---- */

static void key_play(console *c)
{
    struct replayer_state s = replayer_state(c->replay.player);
    replayer_play(c->replay.player, !s.playing);
    replayer_tick(c->replay.player, c->now_us);
}

static void stop_playing(struct replay_view *v)
{
    replayer_play(v->player, false);
}

static void key_on(console *c)
{
    stop_playing(&c->replay);
    const char *trouble = replayer_state(c->replay.player).trouble;
    if (replayer_peek(c->replay.player))
        tell_next(c);
    else if (trouble)
        console_say(c, STYLE_BAD, "%s", trouble);
    else
        console_say(c, STYLE_NORMAL, "this is the end");
}

static void key_back(console *c)
{
    stop_playing(&c->replay);
    struct replayer_state s = replayer_state(c->replay.player);
    gint64 before = replayer_beside(c->replay.player, false);
    if (s.at > 1 && !s.ended)
        go_to(c, s.step, s.at - 1);
    else if (before)
        go_to(c, s.ended ? s.step : before, G_MAXUINT);
    else
        console_say(c, STYLE_NORMAL, "this is the beginning");
}

static void step_beside(console *c, bool later)
{
    gint64 to = replayer_beside(c->replay.player, later);
    if (to)
        go_to(c, to, 1);
    else
        console_say(c, STYLE_NORMAL, later ? "this is the last step" : "this is the first step");
}

static void key_step(console *c)
{
    step_beside(c, true);
}

static void key_step_back(console *c)
{
    step_beside(c, false);
}

static void trouble(console *c, bool later)
{
    g_autoptr(GError) error = NULL;
    gint64 to = replayer_trouble(c->replay.player, later, &error);
    if (to > 0)
        go_to(c, to, 1);
    else if (error)
        say_unread(c, error);
    else
        console_say(c, STYLE_NORMAL, "no %s step with trouble or a change by a person", later ? "later" : "earlier");
}

static void key_trouble(console *c)
{
    trouble(c, true);
}

static void key_trouble_back(console *c)
{
    trouble(c, false);
}

static void key_faster(console *c)
{
    replayer_speed(c->replay.player, true);
}

static void key_slower(console *c)
{
    replayer_speed(c->replay.player, false);
}

static void key_waits(console *c)
{
    bool squeeze = !replayer_state(c->replay.player).squeeze;
    replayer_squeeze(c->replay.player, squeeze);
    console_say(c, STYLE_NORMAL, squeeze ? "long waits are shortened" : "waits are as long as recorded");
}

static void key_first(console *c)
{
    go_to(c, 1, 1);
}

static void key_last(console *c)
{
    struct replayer_state s = replayer_state(c->replay.player);
    go_to(c, s.last_step, 1);
}

static void key_leave(console *c)
{
    console_leave(c, 0, false);
}

static void (*const acts[])(console *c) = {
    [REPLAY_PLAY] = key_play,           [REPLAY_ON] = key_on,
    [REPLAY_BACK] = key_back,           [REPLAY_STEP] = key_step,
    [REPLAY_STEP_BACK] = key_step_back, [REPLAY_LEAVE] = key_leave,
    [REPLAY_TROUBLE] = key_trouble,     [REPLAY_TROUBLE_BACK] = key_trouble_back,
    [REPLAY_FASTER] = key_faster,       [REPLAY_SLOWER] = key_slower,
    [REPLAY_WAITS] = key_waits,         [REPLAY_FIRST] = key_first,
    [REPLAY_LAST] = key_last,
};

/* Keys of the run screen that only look. */
static bool looks(enum act act)
{
    static const enum act these[] = {ACT_VIEW, ACT_BLINK,     ACT_FRAME_OPEN,  ACT_PANE_NEXT,   ACT_PANE_PREVIOUS,
                                     ACT_PANE, ACT_PANE_OPEN, ACT_BOARD_ABOVE, ACT_BOARD_BELOW, ACT_HELP,
                                     ACT_RUN,  ACT_LOG,       ACT_REDRAW};
    for (gsize i = 0; i < G_N_ELEMENTS(these); i++)
        if (these[i] == act)
            return true;
    return false;
}

/* Digits, then g or enter: to that step. */
static bool number_key(console *c, int key)
{
    bool digit = key >= '0' && key <= '9';
    if (digit && (c->replay.number || key > '0') && c->replay.number < G_MAXINT / 100) {
        c->replay.number = c->replay.number * 10 + (key - '0');
        console_say(c, STYLE_NORMAL, "to step %d: g (or enter) goes there", c->replay.number);
        return true;
    }
    int to = c->replay.number;
    c->replay.number = 0;
    if (to && (key == 'g' || key == K_ENTER))
        go_to(c, to, 1);
    else if (key == 'g')
        console_say(c, STYLE_NORMAL, "to which step? its number, then g");
    else
        return false;
    return true;
}

bool replay_keypress(console *c, int key)
{
    if (!c->replay.player)
        return false;
    if (number_key(c, key))
        return true;
    const struct replay_row *own = replay_key_find(key);
    if (own) {
        acts[own->act](c);
        return true;
    }
    const struct key_row *row = key_find(key);
    if (!row || looks(row->act))
        return false;
    g_autofree char *name = key_label(key);
    console_say(c, STYLE_WARN, "%s: this is a replay of run %" G_GINT64_FORMAT ": nothing can be decided or fired", name,
                replayer_state(c->replay.player).run);
    return true;
}

/* ---- time ---- */

void replay_tick(console *c)
{
    if (!c->replay.player)
        return;
    gint64 before = replayer_state(c->replay.player).past_us / G_USEC_PER_SEC;
    replayer_tick(c->replay.player, c->now_us);
    while (replayer_due(c->replay.player))
        tell_next(c);
    if (replayer_state(c->replay.player).past_us / G_USEC_PER_SEC != before)
        c->dirty = true;
}
