/* The keys of a replay, their line and its part of the status bar. */

#include "tui/console/keys.h"
#include "tui/console/state.h"
#include "tui/past/replay.h"
#include "tui/term/text.h"

static const struct replay_row rows[] = {
    {' ', 0, REPLAY_PLAY, "play", "play, or stop playing"},
    {'.', K_RIGHT, REPLAY_ON, "on", "one event forward"},
    {',', K_LEFT, REPLAY_BACK, "back", "one event back"},
    {']', K_PAGE_DOWN, REPLAY_STEP, "step", "the next step"},
    {'[', K_PAGE_UP, REPLAY_STEP_BACK, "step back", "the step before"},
    {'q', 'Q', REPLAY_LEAVE, "leave", "leave"},
    {'}', 0, REPLAY_TROUBLE, "trouble", "the next step with trouble or a change by a person"},
    {'{', 0, REPLAY_TROUBLE_BACK, NULL, "the one before"},
    {'+', '=', REPLAY_FASTER, "faster", "twice as fast"},
    {'-', 0, REPLAY_SLOWER, "slower", "half as fast"},
    {'w', 0, REPLAY_WAITS, "waits", "shorten long waits, or keep them as recorded"},
    {K_HOME, 0, REPLAY_FIRST, NULL, "the first step (of a fork: its parent's)"},
    {K_END, 0, REPLAY_LAST, NULL, "the last step"},
    {K_CTRL('c'), 0, REPLAY_LEAVE, NULL, NULL},
};

const struct replay_row *replay_key_find(int key)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (key == rows[i].key || (rows[i].also && key == rows[i].also))
            return &rows[i];
    return NULL;
}

static char *clock_text(gint64 us)
{
    gint64 s = us / G_USEC_PER_SEC;
    return s >= 3600 ? g_strdup_printf("%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60))
                     : g_strdup_printf("%d:%02d", (int)(s / 60), (int)(s % 60));
}

char *replay_status(const struct replay_view *v)
{
    struct replayer_state s = replayer_state(v->player);
    g_autofree char *past = clock_text(s.past_us), *whole = clock_text(s.whole_us);
    return g_strdup_printf(" REPLAY %s run %" G_GINT64_FORMAT "  ×%g  %s/%s ",
                           s.ended     ? "■"
                           : s.playing ? "▶"
                                       : "‖",
                           s.run, s.speed, past, whole);
}

void replay_keys_draw(const struct replay_view *v, int y, int x, int end)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!rows[i].brief)
            continue;
        g_autofree char *name = key_label(rows[i].key);
        const char *brief = rows[i].act == REPLAY_PLAY && replayer_state(v->player).playing ? "stop" : rows[i].brief;
        int wanted = text_width(name) + 1 + text_width(brief);
        if (x + wanted > end)
            return;
        paint_format(y, x - 1, wanted + 2, STYLE_NORMAL, " %s %s ", name, brief);
        paint_text(y, x, end - x, name, STYLE_KEY);
        x += wanted + 2;
    }
}

void replay_keys_help(GString *text)
{
    g_string_append(text, "In a replay (nothing can be decided or fired)\n");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!rows[i].help)
            continue;
        g_autofree char *name = key_label(rows[i].key);
        g_string_append_printf(text, "  %-19s %s\n", name, rows[i].help);
    }
    g_string_append(text, "  12 g                to step 12\n");
}

gint64 replay_deadline(const struct replay_view *v, gint64 now_us)
{
    return v->player ? replayer_deadline(v->player, now_us) : -1;
}
