/* Changing the mode: what makes actions fire by themselves is said first, and needs a word. */

#include "tui/console/state.h"
#include "tui/term/text.h"

static const char *const tiers[] = {"looking", "reversible", "consequential: Enter, drag, close, new window, unknown"};

/* The highest tier that fires by itself in a mode; -1 = none. */
static int loosest_tier(const struct model_mode *now, const char *mode)
{
    int asks = now->risk_tier > 0 ? now->risk_tier : 2;
    return !g_strcmp0(mode, "watch") ? 2 : !g_strcmp0(mode, "risk") ? MIN(asks - 1, 2) : -1;
}

/* What it means, before it is changed. */
static char *question(const struct model_mode *now, const char *mode)
{
    int highest = loosest_tier(now, mode);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text, "Mode %s: %d of the 4 tiers fire by themselves: ", mode, highest + 1);
    for (int t = 0; t <= highest; t++)
        g_string_append_printf(text, "%s%d %s", t ? ", " : "", t, tiers[t]);
    g_autofree char *fuse = now->fuse_ms > 0 ? g_strdup_printf("of %.1f s ", now->fuse_ms / 1e3) : g_strdup("");
    g_string_append_printf(text, ". Each has a fuse %sthat any key stops. %s", fuse,
                           highest == 2   ? "Only tier 3 asks."
                           : highest == 1 ? "Tiers 2 and 3 ask."
                                          : "Tiers 1 to 3 ask.");
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *mode_text(const struct model_mode *now)
{
    int highest = loosest_tier(now, now->name);
    if (highest < 0)
        return g_strdup(!g_strcmp0(now->name, "dry") ? "mode dry: nothing is fired, whatever is approved"
                                                     : "mode step: every action asks");
    g_autofree char *fuse = now->fuse_ms > 0 ? g_strdup_printf(" after %.1f s", now->fuse_ms / 1e3) : g_strdup("");
    g_autofree char *which = highest ? g_strdup_printf("tiers 0-%d fire", highest) : g_strdup("tier 0 fires");
    return g_strdup_printf("mode %s: %s%s, a key stops them", now->name, which, fuse);
}

static void send_mode(console *c, const char *mode)
{
    command *cmd = command_new(COMMAND_MODE);
    cmd->mode = g_strdup(mode);
    console_send(c, cmd);
}

void mode_ask(console *c, const char *mode)
{
    if (loosest_tier(&c->model->mode, mode) <= loosest_tier(&c->model->mode, c->model->mode.name)) {
        send_mode(c, mode);
        return;
    }
    prompt_open(c, PROMPT_MODE);
    c->prompt.mode = g_strdup(mode);
}

void mode_typed(console *c)
{
    if (!g_str_equal(c->prompt.input.text->str, "yes"))
        return;
    g_autofree char *mode = g_steal_pointer(&c->prompt.mode);
    prompt_close(&c->prompt);
    send_mode(c, mode);
}

void mode_draw(console *c)
{
    g_autofree char *text = question(&c->model->mode, c->prompt.mode);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, text, c->layout.width - 4);
    int rows = (int)lines->len + 2;
    struct rect box = {0, MAX(1, c->layout.height - 1 - rows), c->layout.width, MIN(rows, c->layout.height - 2)};
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, "change the mode?", STYLE_BORDER_ALERT);
    for (int i = 0; i < box.height - 2; i++)
        paint_text(box.y + 1 + i, box.x + 2, box.width - 4, g_ptr_array_index(lines, (guint)i), STYLE_WARN);
}
