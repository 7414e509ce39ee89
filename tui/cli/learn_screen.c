#include "tui/cli/learn_screen.h"

#include "config/config.h"
#include "tui/cli/learner.h"
#include "tui/term/key_code.h"
#include "tui/term/paint.h"
#include "tui/term/terminal.h"

#include <string.h>

#define KEYS "123456789abcdefghijklmnop" /* of the runs; q is another */
#define STOP 'q'

bool learn_screen_open(GError **error)
{
    return terminal_open("auto", "symbols", error);
}

void learn_screen_close(void)
{
    terminal_close();
}

void learn_screen_suspend(bool suspended)
{
    if (suspended)
        terminal_suspend();
    else
        terminal_resume();
}

static void draw_head(const struct learn_run *r, int width)
{
    struct learn_count all = learning_count(&r->l, (struct learn_which){0});
    const struct rect bar = {0, 0, width, 1};
    gint64 seconds = (g_get_real_time() - r->l.begun_us) / G_USEC_PER_SEC;
    paint_fill(&bar, STYLE_BAR);
    paint_format(0, 1, width - 2, STYLE_BAR,
                 "reins learn %" G_GINT64_FORMAT "  %s   %u runs   tries %" G_GINT64_FORMAT "  success %" G_GINT64_FORMAT
                 "  calls %" G_GINT64_FORMAT "  $%.2f   %" G_GINT64_FORMAT ":%02" G_GINT64_FORMAT "%s",
                 r->id, r->asked->agent, r->runs->len, all.tries, all.successes, all.calls, all.cost, seconds / 60, seconds % 60,
                 r->stopping ? "   STOPPING" : "");
}

static const struct memory_episode *episode_of(const struct learn_run *r, learner *one)
{
    guint i = 0;
    gint64 id = g_ptr_array_find(r->runs, one, &i) ? *(const gint64 *)r->of->pdata[i] : 0;
    for (guint k = 0; k < r->l.episodes->len; k++)
        if (((const struct memory_episode *)r->l.episodes->pdata[k])->id == id)
            return r->l.episodes->pdata[k];
    return NULL;
}

static void draw_run(const struct learn_run *r, learner *one, int y, int width)
{
    const struct memory_episode *e = episode_of(r, one);
    g_autofree char *name = e ? learning_name(&r->l, e->task, e->goal) : g_strdup("");
    bool waits = one->state && (g_str_equal(one->state, "waiting") || g_str_equal(one->state, "paused"));
    paint_format(y, 1, 2, STYLE_KEY, "%c", one->slot < strlen(KEYS) ? KEYS[one->slot] : ' ');
    paint_format(y, 3, width - 4, waits ? STYLE_WARN : STYLE_NORMAL,
                 "run %-6" G_GINT64_FORMAT " step %-5" G_GINT64_FORMAT " %-10s $%-8.4f seed %-5" G_GINT64_FORMAT " %.200s",
                 one->run, one->step, one->state ? one->state : "starting", one->cost, e ? e->seed : 0, name);
}

static void draw_tables(const struct learn_run *r, int y, int width, int height)
{
    g_autofree char *text = learn_text_tables(&r->l, width - 2);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] && y < height - 1; i++)
        paint_text(y++, 1, width - 2, lines[i], i == 0 ? STYLE_DIM : STYLE_NORMAL);
}

void learn_screen_draw(const struct learn_run *r)
{
    int width, height, y = 2;
    guint pictures;
    terminal_size(&width, &height);
    paint_begin();
    paint_erase();
    draw_head(r, width);
    guint left = r->runs->len;
    for (guint slot = 0; left && y < height - 4; slot++, y++) { /* where one has ended its row is empty until the next begins */
        learner *one = learn_run_at(r, slot);
        if (!one)
            continue;
        draw_run(r, one, y, width);
        left--;
    }
    draw_tables(r, y + 1, width, height - 1);
    paint_text(height - 2, 1, width - 2, r->told->len ? r->told->pdata[r->told->len - 1] : "", STYLE_DIM);
    paint_format(height - 1, 1, width - 2, STYLE_DIM, "1 %s  opens the console of a run    q  ends all", "2 3 …");
    paint_end(&pictures);
    terminal_update(false);
}

struct learner *learn_screen_keys(const struct learn_run *r, bool *ret_stop)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    terminal_keys(keys, g_get_monotonic_time());
    *ret_stop = false;
    for (guint i = 0; i < keys->len; i++) {
        int key = g_array_index(keys, int, i);
        const char *at = key > 0 && key < 128 ? strchr(KEYS, key) : NULL;
        learner *one = at ? learn_run_at(r, (guint)(at - KEYS)) : NULL;
        *ret_stop = *ret_stop || key == STOP;
        if (one)
            return one;
    }
    return NULL;
}
