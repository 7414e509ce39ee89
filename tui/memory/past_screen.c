/* The memory screen: what it holds, when it looks whether the store was written, who gets its keys. */

#include "tui/memory/past_screen.h"
#include "tui/memory/past_compare.h"
#include "tui/console/list_screen.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"

#define LOOK_US G_USEC_PER_SEC

static struct past_screen *screen_of(console *c)
{
    if (c->past)
        return c->past;
    struct past_screen *s = g_new0(struct past_screen, 1);
    input_init(&s->filter, NULL);
    input_init(&s->find, NULL);
    input_init(&s->line, NULL);
    c->past = s;
    return s;
}

static void past_screen_free(console *c)
{
    struct past_screen *s = c->past;
    if (!s)
        return;
    past_changed(s);
    past_forget_close(&s->forgetting);
    past_compare_close(s);
    past_plans_free(&s->plans);
    GPtrArray *const owned[] = {s->runs.rows, s->steps.rows, s->steps.marks, s->steps.proposals, s->found.hits};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++) {
        if (owned[i])
            g_ptr_array_unref(owned[i]);
    }
    if (s->work.child)
        task_free(s->work.child);
    if (s->search.child)
        task_free(s->search.child);
    input_clear(&s->filter);
    input_clear(&s->find);
    input_clear(&s->line);
    if (s->found.lessons)
        g_array_unref(s->found.lessons);
    g_free(s->found.asked);
    g_free(s->steps.task);
    g_free(s->filter_trouble);
    g_free(s->runs.unread);
    g_free(s->stamp);
    g_clear_pointer(&c->past, g_free);
}

/* ---- time ---- */

static void past_screen_tick(console *c, gint64 before_us)
{
    struct past_screen *s = c->past;
    if (!s || c->view.screen != SCREEN_MEMORY)
        return;
    if (s->shown.blink && c->now_us - s->shown.blink_us >= BLINK_US) {
        s->shown.after = !s->shown.after;
        s->shown.blink_us = c->now_us;
        c->dirty = true;
    }
    if (s->forgetting.reason && arming_armed(&s->forgetting.arming, before_us) != arming_armed(&s->forgetting.arming, c->now_us))
        c->dirty = true;
    c->dirty |= s->film.waits;
    int seconds = s->search.child ? (int)((c->now_us - s->search.since_us) / G_USEC_PER_SEC) : 0;
    if (seconds != s->search.seconds) {
        s->search.seconds = seconds;
        c->dirty = true;
    }
    if (c->now_us < s->look_us)
        return;
    s->look_us = c->now_us + LOOK_US;
    if (!s->work.child && past_written(s))
        past_reload(c);
}

static gint64 past_screen_deadline(const console *c, gint64 now_us)
{
    const struct past_screen *s = c->past;
    if (!s || c->view.screen != SCREEN_MEMORY)
        return -1;
    gint64 at = s->film.waits ? now_us + 1000 : s->look_us;
    if (s->shown.blink)
        at = MIN(at, s->shown.blink_us + BLINK_US);
    gint64 armed = s->forgetting.reason ? arming_deadline(&s->forgetting.arming, now_us) : -1;
    return armed >= 0 ? MIN(at, armed) : at;
}

static void past_screen_prepare(const console *c, GArray *pollfds)
{
    if (c->past && c->past->work.child)
        task_prepare(c->past->work.child, pollfds);
    if (c->past && c->past->search.child)
        task_prepare(c->past->search.child, pollfds);
}

static void past_work_done(console *c)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = task_finish(s->work.child, &error);
    g_clear_pointer(&s->work.child, task_free);
    past_reload(c);
    gsize length = 0;
    const char *data = reply ? g_bytes_get_data(reply, &length) : NULL;
    if (reply)
        console_say(c, STYLE_GOOD, "%.*s", (int)length, data ? data : "");
    else
        console_say(c, STYLE_BAD, "%s: %s", s->work.not_done, error->message);
}

static bool past_screen_poll(console *c)
{
    struct past_screen *s = c->past;
    bool worked = s && s->work.child && task_poll(s->work.child), found = s && s->search.child && task_poll(s->search.child);
    if (worked)
        past_work_done(c);
    if (found)
        past_search_done(c);
    return worked || found;
}

/* ---- the screen ---- */

static void past_screen_open(console *c)
{
    struct past_screen *s = screen_of(c);
    s->look_us = c->now_us + LOOK_US;
    past_reload(c);
}

void past_screen_open_step(console *c, gint64 run, gint64 step)
{
    act_show_screen(c, SCREEN_MEMORY);
    past_open_run(c, run, step);
}

static void past_screen_close(console *c)
{
    struct past_screen *s = c->past;
    if (!s)
        return;
    past_forget_close(&s->forgetting);
    past_box_close(&s->box);
    s->plans.withdrawing = false;
    s->ask = PAST_ASK_NOTHING;
    s->shown.blink = false;
}

static bool past_screen_typing(const console *c)
{
    const struct past_screen *s = c->past;
    return c->view.screen == SCREEN_MEMORY && s &&
           (s->ask || s->forgetting.reason || s->box.corner || past_plans_typing(&s->plans));
}

static void past_screen_keypress(console *c, int key, bool burst)
{
    struct past_screen *s = c->past;
    if (s->compared)
        past_compare_keypress(c, key);
    else if (s->forgetting.reason)
        past_forget_keypress(c, key, burst);
    else if (s->box.corner)
        past_box_keypress(c, key);
    else if (s->ask)
        past_ask_keypress(c, key);
    else if (s->plans.open)
        past_plans_keypress(c, key);
    else
        past_act_key(c, key, burst);
}

/* ---- drawing ---- */

static void past_screen_draw(console *c)
{
    static const struct list_layout layout = {.one_key_row = 150, .beside = 110, .narrowest = 50, .broadest = 84};
    struct past_screen *s = screen_of(c);
    struct rect list, detail, keys;
    if (s->compared) {
        past_compare_draw(c);
        return;
    }
    list_split(c, &layout, s->in_detail ? 4 : 0, &list, &detail, &keys); /* what is read gets the room */
    s->film.waits = false;
    if (s->plans.open) {
        past_plans_draw(c, &list, &detail, &keys);
        return;
    }
    past_list_draw(c, &list);
    past_detail_draw(c, &detail);
    past_keys_draw(c, &keys);
    if (c->lens.look)
        past_lens_draw(c);
    if (s->box.corner)
        past_box_draw(c);
    if (s->forgetting.reason)
        past_forget_draw(c);
    if (s->ask)
        past_ask_draw(c);
}

static bool past_screen_lens(const console *c)
{
    return c->past && !c->past->compared && !c->past->plans.open;
}

static bool past_screen_picture(console *c)
{
    return past_lens_frame(c) != NULL;
}

const struct screen_ops past_screen_ops = {.draw = past_screen_draw,
                                           .keypress = past_screen_keypress,
                                           .open = past_screen_open,
                                           .close = past_screen_close,
                                           .free = past_screen_free,
                                           .typing = past_screen_typing,
                                           .tick = past_screen_tick,
                                           .deadline = past_screen_deadline,
                                           .prepare = past_screen_prepare,
                                           .poll = past_screen_poll,
                                           .help = past_keys_help,
                                           .lens = past_screen_lens,
                                           .picture = past_screen_picture};
