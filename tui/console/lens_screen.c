/* The lens on the screen: a picture over the whole terminal, but for the card of the run. It only looks: on the run screen the
 * card below is the one that is there without it, laid out and judged the same way. */

#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

void lens_close(struct lens *l)
{
    *l = (struct lens){0};
}

/* What there is to be seen large. */
static const char *why_not(console *c)
{
    if (!c->options.pictures)
        return SHOWN_OFF;
    const struct screen_ops *screen = console_screen(c, c->view.screen);
    if (screen->picture && !screen->picture(c))
        return "no picture of a step is selected here";
    return NULL;
}

bool lens_keypress(console *c, int key)
{
    const struct screen_ops *screen = console_screen(c, c->view.screen);
    bool past = screen->lens && screen->lens(c);
    if (c->view.screen != SCREEN_RUN && !past)
        return false;
    if (key == 'W' && (c->view.screen == SCREEN_RUN || c->lens.look)) {
        overlay_next(c);
        return true;
    }
    const char *why = key == 'z' && !c->lens.look ? why_not(c) : NULL;
    if (why) {
        console_say(c, STYLE_WARN, "%s", why);
        return true;
    }
    if (key == 'z') {
        lens_next(&c->lens);
        if (!c->lens.look && console_picks(c)) /* ctrl-p has begun with all of it: there it goes back to */
            lens_next(&c->lens);
        return true;
    }
    if (!c->lens.look)
        return false;
    if ((key == K_ESC && (past || !model_looping(c->model))) || (key == 'q' && past)) {
        lens_close(&c->lens);
        return true;
    }
    if (lens_key(&c->lens, key))
        return true;
    if (past && key != '<' && key != '>' && key != 'b' && key != 'n' && key != 'N')
        lens_close(&c->lens); /* what the key asks must not lie below it */
    return false;
}

void lens_draw(console *c, const struct rect *r, const struct shown *s, const char *title)
{
    struct rect below = {r->x, r->y + 1, r->width, r->height - 1};
    paint_fill(r, STYLE_NORMAL);
    shown_with_lens(c, &below, s);
    const struct pixel_rect *p = &c->lens.part;
    bool all = p->width >= p->of_width && p->height >= p->of_height;
    g_autofree char *what = all ? g_strdup("all of it") : g_strdup_printf("%d×%d at %d,%d", p->width, p->height, p->x, p->y);
    g_autofree char *keys = g_strdup_printf("z %s  + -%s", c->lens.look == LENS_NEAR ? "back" : "closer",
                                            console_picks(c) ? "" : " arrows HJKL  esc back");
    int used = text_width(keys), room = r->width - 2 - used - 2, rest = text_width(what) + text_width(" · ");
    int x = r->x + 1 + paint_text(r->y, r->x + 1, MAX(0, room - rest), title, STYLE_ACCENT); /* where one is must stay */
    paint_format(r->y, x, room - (x - r->x - 1), STYLE_ACCENT, " · %s", what);
    paint_text(r->y, r->x + r->width - 1 - used, used, keys, STYLE_DIM);
}
