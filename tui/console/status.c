/* The status bar: who holds the machine, where the run is, what is held down, what it has cost. */

#include "tui/model/hold_ends.h"
#include "config/money.h"
#include "tui/console/board_pane.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <math.h>
#include <string.h>

static char *held(const struct model_holds *h, gint64 now_us)
{
    g_autoptr(GString) text = g_string_new("");
    for (char **key = h->keys; key && *key; key++) {
        g_autofree char *one = hold_ends_text(h->ends, *key, now_us);
        g_string_append_printf(text, "%s%s", text->len ? " " : "", one);
    }
    for (char **button = h->buttons; button && *button; button++) {
        g_autofree char *left = hold_ends_text(h->ends, *button, now_us);
        const char *time = left + strlen(*button);
        g_string_append_printf(text, "%s%s button%s", text->len ? " " : "", *button, time);
    }
    return g_strdup(text->len ? text->str : "—");
}

static char *state_text(const console *c, bool burns)
{
    const struct model *m = c->model;
    if (m->over.lost)
        return g_strdup("engine lost");
    if (m->over.ended)
        return g_strdup_printf("ended %s", m->over.outcome ? m->over.outcome : "");
    if (c->drive.on)
        return g_strdup("you drive: ctrl-] ends that");
    if (m->taken)
        return g_strdup("you have the controls");
    if (!m->state)
        return g_strdup("starting");
    if (burns)
        return g_strdup("agent ● fuse burning");
    if (g_str_equal(m->state, "waiting"))
        return g_strdup("agent ● waiting for you");
    if (g_str_equal(m->state, "paused"))
        return g_strdup("agent ‖ paused");
    if (model_looping(m))
        return g_strdup_printf("agent ● %s", m->loop.words);
    if (m->waits_for)
        return g_strdup("agent ● waits for its program");
    bool observes = g_str_equal(m->state, "observing");
    return g_strdup_printf("agent ● %s", model_form_comes(m)
                                             ? board_pane_open(c) < 0 ? "your form opens soon" : "you are asked soon"
                                         : observes && model_card_comes(m) ? "the next action comes"
                                                                           : m->state);
}

#define WHY_COLUMNS 24

/* "agent ● retry 2 of 3 in 12 s: HTTP 429": the pane has the rest of it. */
static char *retry_text(const struct module_view *m, gint64 now_us)
{
    gsize length = strcspn(m->retry.why, ":");
    g_autofree char *why = g_strndup(m->retry.why, length), *brief = text_fit(why, WHY_COLUMNS);
    g_autofree char *text = text_retry(m->retry.n, m->retry.of, m->retry.at_us - now_us, brief);
    return g_strconcat("agent ● ", text, NULL);
}

static char *limit_text(double usd)
{
    return g_strdup_printf("/%g", floor(usd * 10000 + 0.5) / 10000);
}

/* "$0.02", "$0.0162/0.02" beside a limit, "day $1.20/5" beside that of the day. A small limit needs more digits: $0.0162 of 0.02
 * is not used up. */
static char *cost_text(const struct model_spent *s, bool wide)
{
    g_autofree char *run =
        s->max_cost > 0 && s->max_cost < 1 ? money_text(s->cost, s->unpriced) : money_brief(s->cost, s->unpriced);
    g_autofree char *of_run = s->max_cost > 0 ? limit_text(s->max_cost) : g_strdup("");
    g_autofree char *day = s->max_cost_day < 1 ? money_text(s->cost_day, false) : money_brief(s->cost_day, false);
    g_autofree char *limit = limit_text(s->max_cost_day);
    g_autofree char *of_day = wide && s->max_cost_day > 0 ? g_strdup_printf(" day %s%s", day, limit) : g_strdup("");
    return g_strconcat(run, of_run, of_day, NULL);
}

#define STATE_COLUMNS 16 /* at least */

/* room: columns. What the run does gives way to what it costs. */
static char *right_text(const console *c, int room)
{
    const struct model *m = c->model;
    int width = c->layout.width;
    const struct module_view *retries = model_is_over(m) || m->taken ? NULL : step_view_retries(model_live(m));
    g_autofree char *state =
        retries ? retry_text(retries, c->now_us) : state_text(c, fuse_burning(&c->fuse, c->now_us) && model_waiting(m));
    g_autofree char *down = held(&m->holds, c->now_us);
    g_autofree char *tokens = text_count(m->spent.tokens_in + m->spent.tokens_out);
    g_autofree char *cost = cost_text(&m->spent, width >= 100);
    g_autofree char *behind = width >= 160   ? g_strdup_printf("   held: %s   %s tok  %s   own %" G_GINT64_FORMAT " ms ", down,
                                                               tokens, cost, m->spent.own_ms)
                              : width >= 100 ? g_strdup_printf("   held: %s   %s tok  %s ", down, tokens, cost)
                                             : g_strdup_printf("  held: %s  %s ", down, cost);
    const char *brief = width < 100 && g_str_has_prefix(state, "agent ") ? state + strlen("agent ") : state;
    g_autofree char *fitted = text_fit(brief, MAX(room - text_width(behind), STATE_COLUMNS));
    return g_strconcat(fitted, behind, NULL);
}

/* What may fire by itself: always to be seen, whatever else has to give way. */
static char *allowed_text(const console *c)
{
    const struct model *m = c->model;
    int width = c->layout.width;
    if (c->replay.player)
        return replay_status(&c->replay);
    g_autofree char *mode = g_utf8_strup(m->mode.name ? m->mode.name : "", -1);
    g_autofree char *grant = model_is_over(m) ? NULL : grant_book_status(&m->grants, width < 100, c->now_us);
    return g_strdup_printf("%s  %s%s%s", width < 80 ? "" : " reins", mode, grant ? "  " : "", grant ? grant : "");
}

static char *left_text(const struct model *m)
{
    g_autoptr(GString) text = g_string_new("");
    int step = model_live(m)->step;
    int last = m->last_step ? m->last_step : m->about.max_steps;
    if (last > 0 && !m->taken) /* what a person drives is not counted */
        g_string_append_printf(text, "  step %d/%d", step, last);
    else if (step > 0)
        g_string_append_printf(text, "  step %d", step);
    if (m->about.task)
        g_string_append_printf(text, "   task: %s", m->about.task);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Some actions fire by themselves. */
static bool mode_is_loose(const char *mode)
{
    return !g_strcmp0(mode, "risk") || !g_strcmp0(mode, "watch");
}

char *status_leave_text(const console *c)
{
    struct console_place at = c->options.place;
    bool last = at.n == at.of, stopped = g_strcmp0(c->model->over.outcome, "stopped") == 0;
    if (at.of == 0)
        return g_strdup("q leaves");
    return g_strdup_printf("task %u of %u: %s", at.n, at.of,
                           last      ? "q leaves"
                           : stopped ? "q leaves, and the list ends"
                                     : "q begins the next");
}

char *status_paused_text(const console *c)
{
    const struct model *m = c->model;
    const char *reason = m->pause_reason, *space = console_overlay(c) ? "Esc, then space" : "Space";
    if (m->expected.words)
        return g_strdup_printf("%s. The screen is %s%s. %s confirms that it is ready.", reason && *reason ? reason : "A fork",
                               m->expected.words, m->expected.path ? " (b blinks with it)" : "", space);
    g_autofree char *rest = g_strdup_printf("Nothing is held, nothing will be fired. %s resumes.", space);
    if (!reason)
        return g_strdup_printf("Paused. %s", rest);
    if (g_str_has_prefix(reason, "paused"))
        return g_strdup_printf("Paused%s. %s", reason + strlen("paused"), rest);
    return g_strdup_printf("Paused: %s. %s", reason, rest);
}

void status_draw(console *c)
{
    const struct model *m = c->model;
    bool alert = m->over.lost || m->taken || (m->over.ended && g_strcmp0(m->over.outcome, "success") != 0);
    enum style style = alert ? STYLE_BAR_ALERT : STYLE_BAR;
    int width = c->layout.width;
    if (c->options.alone && !c->replay.player) {
        paint_fill(&c->layout.status, STYLE_BAR);
        paint_text(0, 0, width,
                   c->view.screen == SCREEN_MEMORY ? " reins  what earlier runs did, without a run"
                                                   : " reins  the skill library, without a run",
                   STYLE_BAR);
        return;
    }
    bool loose = !model_is_over(m) && (grant_book_active(&m->grants) || mode_is_loose(m->mode.name));
    g_autofree char *allowed = allowed_text(c), *left = left_text(m);
    int used = text_width(allowed), drafts = console_screen(c, SCREEN_SKILLS)->waiting(c);
    g_autofree char *waiting = drafts > 0 ? g_strdup_printf("F3 ✎%d  ", drafts) : g_strdup("");
    g_autofree char *whole = right_text(c, width - used - 2 - text_width(waiting));
    g_autofree char *both = g_strconcat(waiting, whole, NULL), *right = text_fit(both, width - used - 2);
    int at = width - text_width(right);
    paint_fill(&c->layout.status, style);
    paint_text(0, 0, used, allowed, loose ? STYLE_BAR_ALERT : style);
    paint_text(0, used, at - 2 - used, left, style);
    paint_text(0, at, width - at, right, style);
}

char *console_ended(const console *c)
{
    const struct model_over *o = &c->model->over;
    if (!o->ended || o->lost)
        return NULL;
    g_autofree char *reason = text_line(o->reason);
    return g_strdup_printf("run %s: %s%s%s (reins memory show %s)", console_run_name(c), o->outcome ? o->outcome : "ended",
                           *reason ? ": " : "", reason, console_run_name(c));
}
