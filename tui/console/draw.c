/* One turn's drawing: everything onto stdscr; curses sends what differs. */

#include "tui/console/panes.h"
#include "tui/console/screen.h"
#include "tui/console/look_back.h"
#include "tui/console/grant_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

void console_draw_run(console *c)
{
    frame_pane_draw(c);
    if (c->layout.modules.height > 0)
        panes_draw(c);
    card_draw(c);
}

static void screen_draw(console *c)
{
    status_draw(c);
    console_screen(c, c->view.screen)->draw(c);
    if (c->stale.open && c->view.screen == SCREEN_RUN)
        stale_draw(c);
    if (c->grants.use)
        grant_screen_draw(c);
    if (c->viewer.kind)
        viewer_draw(c);
    if (c->forms.open && !console_picks(c))
        form_draw(c);
    if (c->picker.use)
        picker_draw(c);
    if (c->prompt.kind)
        prompt_draw(c);
    else
        message_draw(c);
}

static void too_small_draw(const struct layout *l)
{
    g_autofree char *text = g_strdup_printf("terminal too small: %d×%d (needs %d×%d); the run waits", l->width, l->height,
                                            LAYOUT_MIN_WIDTH, LAYOUT_MIN_HEIGHT);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, text, l->width);
    for (guint i = 0; i < lines->len; i++)
        paint_text((int)i, 0, l->width, g_ptr_array_index(lines, i), STYLE_WARN);
}

void console_draw(console *c, gint64 now_us)
{
    console_tick(c, now_us);
    guint n;
    paint_erase();
    paint_begin();
    thumbnails_turn(c->thumbnails);
    c->drawn.n_pictures = c->drawn.n_panes = 0;
    g_ptr_array_set_size(c->drawn.numbers, 0);
    look_back_clear(c->look_back);
    paint_no_cursor();
    if (c->layout.too_small)
        too_small_draw(&c->layout);
    else
        screen_draw(c);
    paint_end(&n);
    look_back_begin(c->look_back, NULL); /* without it the pictures stand alone, and the next drawing tries again */
    c->dirty = false;
}
