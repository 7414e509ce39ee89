#include "tui/console/screen.h"
#include "tui/console/live_picture.h"

#include "tui/console/look_back.h"
#include "tui/console/state.h"

const struct screen_ops *console_screen(const console *c, enum page page)
{
    return c->options.screens[page];
}

void screens_free(console *c)
{
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        if (console_screen(c, p)->free)
            console_screen(c, p)->free(c);
}

bool screens_typing(const console *c, enum page *ret_page)
{
    for (enum page p = 0; p < SCREEN_COUNT; p++) {
        *ret_page = p;
        if (console_screen(c, p)->typing && console_screen(c, p)->typing(c))
            return true;
    }
    return false;
}

void screens_tick(console *c, gint64 before_us)
{
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        if (console_screen(c, p)->tick)
            console_screen(c, p)->tick(c, before_us);
}

gint64 screens_deadline(const console *c, gint64 now_us)
{
    gint64 deadline = -1;
    for (enum page p = 0; p < SCREEN_COUNT; p++) {
        gint64 at = console_screen(c, p)->deadline ? console_screen(c, p)->deadline(c, now_us) : -1;
        if (at >= 0 && (deadline < 0 || at < deadline))
            deadline = at;
    }
    return deadline;
}

bool screens_poll(console *c)
{
    bool done = false;
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        done |= console_screen(c, p)->poll && console_screen(c, p)->poll(c);
    return done;
}

void screens_help(const console *c, GString *text)
{
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        if (p != c->view.screen && console_screen(c, p)->help)
            console_screen(c, p)->help(text);
}

void console_preload(console *c)
{
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        if (console_screen(c, p)->preload)
            console_screen(c, p)->preload(c);
}

void console_prepare(const console *c, GArray *pollfds)
{
    live_picture_prepare(c->live, pollfds);
    look_back_prepare(c->look_back, pollfds);
    for (enum page p = 0; p < SCREEN_COUNT; p++)
        if (console_screen(c, p)->prepare)
            console_screen(c, p)->prepare(c, pollfds);
}
