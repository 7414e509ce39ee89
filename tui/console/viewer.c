/* A text over the whole screen: help, everything that will be fired, why this tier, a module's whole text. */

#include "skills/timeline/action.h"
#include "config/money.h"
#include "skills/timeline/timeline.h"
#include "tui/model/explain.h"
#include "tui/model/form.h"
#include "tui/console/board_pane.h"
#include "tui/console/keys.h"
#include "tui/console/panes.h"
#include "tui/console/screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

static void show(console *c, enum viewer_kind kind, char *title, char *text)
{
    viewer_close(&c->viewer);
    c->viewer = (struct viewer){.kind = kind, .title = title, .text = text};
    const struct card *card = model_waiting(c->model);
    c->viewer.proposal = card ? card->proposal->id : 0;
}

void viewer_close(struct viewer *v)
{
    g_free(v->title);
    g_free(v->text);
    (*v) = (struct viewer){0};
}

void viewer_open_help(console *c)
{
    g_autoptr(GString) text = g_string_new("");
    if (c->replay.player)
        replay_keys_help(text);
    else if (console_screen(c, c->view.screen)->help)
        console_screen(c, c->view.screen)->help(text);
    keys_run_help(text);
    screens_help(c, text);
    g_string_append(text, "\nTyping, Enter and Space never approve: a card arms after a moment without\n"
                          "keys, when all of it is on the screen and live. Pasted text is dropped.\n"
                          "A fuse (modes risk and watch) burns only while all of its card can be seen.\n"
                          "n and esc reject the proposal, y fires it at once; any other key stops\n"
                          "the fuse and has its usual effect, and the card waits for you.\n"
                          ":mode step|risk|watch|dry; :stale shows the last STALE card again.\n"
                          ":detach leaves the run paused, `reins attach` goes on; :retry asks a module\n"
                          "again; :say TEXT gives the next step a hint.\n");
    show(c, VIEWER_HELP, g_strdup("help"), g_string_free(g_steal_pointer(&text), FALSE));
}

static void append_events(GString *text, const timeline *t)
{
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *fired = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *describe = timeline_event_describe(fired);
        g_autofree char *line = text_line(describe); /* a newline that is typed must not break the list */
        g_string_append_printf(text, "%4u. %6" G_GINT64_FORMAT " ms  %s\n", i + 1, fired->at_ms, line);
    }
    const timeline_loop *l = timeline_loop_of(t);
    if (l)
        g_string_append_printf(text, "\n%u events are certain, then at most %d more; at most %" G_GINT64_FORMAT " ms in all\n",
                               t->events->len - 1, l->events, timeline_duration(t));
    else
        g_string_append_printf(text, "\n%u event%s, %" G_GINT64_FORMAT " ms in all\n", t->events->len,
                               t->events->len == 1 ? "" : "s", timeline_duration(t));
}

void viewer_open_preview(console *c, const action *a, const timeline *t, const char *on)
{
    g_autoptr(GString) text = g_string_new("");
    g_autofree char *what = action_describe(a);
    g_string_append_printf(text, "%s\nNothing is fired. On %s.\n\n", what, on);
    append_events(text, t);
    show(c, VIEWER_PREVIEW, g_strdup_printf("preview of %s", a->skill), g_string_free(g_steal_pointer(&text), FALSE));
}

static void append_provider(GString *text, const event *e)
{
    if (e->judged.provider_asks)
        g_string_append_printf(text, "safety check of the model's provider: %s\n%s\n", e->judged.provider_asks,
                               PROVIDER_ACKNOWLEDGED);
}

void viewer_open_timeline(console *c)
{
    const event *e = model_waiting(c->model)->proposal;
    g_autoptr(GString) text = g_string_new("");
    g_autofree char *what = action_describe(e->fire.action);
    g_string_append_printf(text, "%s\n", what);
    if (e->fire.action->expectation && *e->fire.action->expectation)
        g_string_append_printf(text, "expects: %s\n", e->fire.action->expectation);
    if (e->fire.action->reason && *e->fire.action->reason)
        g_string_append_printf(text, "reason: %s\n", e->fire.action->reason);
    if (e->reason && *e->reason)
        g_string_append_printf(text, "shown again: %s\n", e->reason);
    append_provider(text, e);
    if (e->judged.rule && *e->judged.rule)
        g_string_append_printf(text, "tier %d: %s%s%s\n", e->judged.tier, e->judged.rule,
                               e->judged.evidence && *e->judged.evidence ? ": " : "",
                               e->judged.evidence ? e->judged.evidence : "");
    g_string_append_printf(text, "digest: %s\n\n", e->fire.digest ? e->fire.digest : "");
    append_events(text, e->fire.timeline);
    for (char *const *rest = e->fire.rest; rest && *rest; rest++)
        g_string_append_printf(text, "%s%s\n", rest == e->fire.rest ? "\nthe plan's next, each to be proposed alone:\n" : "",
                               *rest);
    show(c, VIEWER_TIMELINE, g_strdup_printf("proposal %d: everything that will be fired", e->id),
         g_string_free(g_steal_pointer(&text), FALSE));
}

static const char *effect_text(const struct explain_rule *r)
{
    static const struct {
        const char *effect, *text;
    } words[] = {{"deny", "forbids it"}, {"ask", "must ask"}, {"allow", "may go without asking"}, {"narrow", "policy narrows"}};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_equal(words[i].effect, r->effect))
            return words[i].text;
    }
    return "";
}

/* Every rule that applies with what made it apply, the one that set the tier first. */
static void append_rules(GString *text, const event *e)
{
    g_autoptr(GArray) rules = explain_read(e->judged.explain, e->judged.rule, e->judged.tier);
    g_string_append_printf(text, "tier %d, set by the rule: %s\n", e->judged.tier,
                           e->judged.rule && *e->judged.rule ? e->judged.rule : "(not given)");
    if (e->judged.evidence && *e->judged.evidence)
        g_string_append_printf(text, "because: %s\n", e->judged.evidence);
    if (rules->len)
        g_string_append(text, "\nAll rules that apply:\n");
    for (guint i = 0; i < rules->len; i++) {
        const struct explain_rule *r = &g_array_index(rules, struct explain_rule, i);
        bool sets = i == 0 && r->tier == e->judged.tier && !g_strcmp0(r->rule, e->judged.rule);
        g_autofree char *tier = r->tier >= 0 ? g_strdup_printf("tier %d", r->tier) : g_strdup("      ");
        const char *effect = effect_text(r);
        g_string_append_printf(text, "%s %s  %s%s%s%s%s%s\n", sets ? "▸" : "·", tier, r->rule, *r->evidence ? ": " : "",
                               r->evidence, *effect ? " (" : "", effect, *effect ? ")" : "");
    }
}

/* What the mode makes of it. */
static void append_consequence(GString *text, const console *c, const event *e)
{
    if (e->judged.fuse_ms > 0 && c->fuse.id == e->id && !c->fuse.stopped)
        g_string_append_printf(text, "\nmode %s: it fires by itself after %.1f s unless a key stops it\n",
                               c->model->mode.name ? c->model->mode.name : "?", e->judged.fuse_ms / 1e3);
    else
        g_string_append_printf(text, "\nmode %s: it waits for you%s\n", c->model->mode.name ? c->model->mode.name : "?",
                               c->fuse.id == e->id ? ", its fuse is stopped" : "");
}

void viewer_open_why(console *c)
{
    const event *e = model_waiting(c->model)->proposal;
    g_autoptr(GString) text = g_string_new("");
    append_rules(text, e);
    append_provider(text, e);
    if (e->fire.action->tier >= 0)
        g_string_append_printf(text, "%s itself said: tier %d (it can raise a tier, never lower it)\n",
                               g_strcmp0(c->model->about.agent, "outside") == 0 ? "the program" : "the model",
                               e->fire.action->tier);
    if (e->fire.target)
        g_string_append_printf(text, "\ntarget: window \"%s\", class \"%s\", at %d,%d; match %.3f\n",
                               e->fire.target->window ? e->fire.target->window : "",
                               e->fire.target->class ? e->fire.target->class : "", e->fire.target->x, e->fire.target->y,
                               model_waiting(c->model)->match);
    append_consequence(text, c, e);
    g_string_append(
        text, "\n0 looking · 1 reversible · 2 consequential (Enter, drag, close, new window, unknown)\n"
              "3 irreversible or sensitive (send, pay, delete, terminals, passwords, outside the window)\n\n"
              "The comparison right before firing sees pixels, focus, windows and the pointer. It cannot see a change that looks "
              "the same: for example a page whose button now does something else, or text outside the compared areas.\n");
    show(c, VIEWER_WHY, g_strdup_printf("proposal %d: why tier %d", e->id, e->judged.tier),
         g_string_free(g_steal_pointer(&text), FALSE));
}

void viewer_open_pane(console *c)
{
    const struct module_view *module = panes_open(c);
    int board = board_pane_open(c);
    if (board >= 0)
        show(c, VIEWER_PANE, g_strdup(model_board(c->model, (guint)board)->title),
             board_pane_text(board_pane_rows(console_step(c), board)));
    if (!module)
        return;
    g_autofree char *pretty = module->output && *module->output ? form_pretty(module->output) : NULL;
    g_autoptr(GString) text = g_string_new(module->text->len ? module->text->str : "(nothing said)");
    if (module->repeats)
        g_string_append_printf(text, "\n\n%s", module->repeats);
    g_autofree char *of = text_of_tokens(module->tokens_cached, module->pictures);
    g_autofree char *cost = money_text(module->cost, module->unpriced);
    if (module->tokens_in || module->tokens_out || module->cost > 0)
        g_string_append_printf(text, "\n\ntokens: %" G_GINT64_FORMAT " in%s, %" G_GINT64_FORMAT " out · %s", module->tokens_in,
                               of, module->tokens_out, cost);
    g_autofree char *given = panes_given(module);
    if (*given)
        g_string_append_printf(text, "\n\n%s", given);
    if (pretty)
        g_string_append_printf(text, "\n\noutput:\n%s", pretty);
    show(c, VIEWER_PANE, g_strdup_printf("module %s", module->name), g_string_free(g_steal_pointer(&text), FALSE));
}

static void scroll(struct viewer *v, int by)
{
    v->top = CLAMP(v->top + by, 0, MAX(0, v->total - v->page));
}

int viewer_scrolls(int key, int page, int total)
{
    const struct {
        int key, other, by;
    } rows[] = {{K_UP, 'k', -1},          {K_DOWN, 'j', 1},         {K_PAGE_UP, K_PAGE_UP, -page},
                {K_PAGE_DOWN, ' ', page}, {K_HOME, K_HOME, -total}, {K_END, K_END, total}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (key == rows[i].key || key == rows[i].other)
            return rows[i].by;
    return 0;
}

/* A key that would change a row, were the pane of the board on the screen. */
static bool changes_a_row(const console *c, int key)
{
    bool changes = false;
    for (gsize i = 0; i < console_key_count; i++)
        changes |= console_keys_table[i].context == KEY_BOARD && console_keys_table[i].brief && console_keys_table[i].key == key;
    return changes && board_pane_open(c) >= 0;
}

void viewer_keypress(console *c, int key)
{
    struct viewer *v = &c->viewer;
    static const int closes[] = {
        [VIEWER_HELP] = '?', [VIEWER_TIMELINE] = 'v', [VIEWER_WHY] = 'w', [VIEWER_PANE] = K_ENTER, [VIEWER_PREVIEW] = 'p'};
    if (key == K_ESC || key == 'q' || key == closes[v->kind] || (v->kind == VIEWER_HELP && key == K_F0 + 1))
        viewer_close(&c->viewer);
    else if (v->kind == VIEWER_PANE && !viewer_scrolls(key, v->page, v->total) && changes_a_row(c, key))
        console_say(c, STYLE_WARN, "a row is changed in its pane: esc closes the whole text");
    else
        scroll(v, viewer_scrolls(key, v->page, v->total));
}

/* Counts the lines that were shown without a gap: jumping to the end does not make the middle seen. */
static void note_seen(console *c, int page)
{
    struct viewer *v = &c->viewer;
    if (v->top <= v->seen)
        v->seen = MAX(v->seen, MIN(v->top + page, v->total));
    if (v->kind == VIEWER_TIMELINE && v->seen >= v->total)
        c->told.viewed = v->proposal;
}

void viewer_draw(console *c)
{
    struct viewer *v = &c->viewer;
    struct rect box = {0, 1, c->layout.width, c->layout.height - 2};
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, v->text, box.width - 4);
    if (v->width != box.width) { /* other line breaks: counting begins again */
        v->seen = v->top = 0;
        v->width = box.width;
    }
    v->total = (int)lines->len;
    v->page = box.height - 2;
    scroll(v, 0);
    paint_fill(&box, STYLE_NORMAL);
    paint_box(&box, v->title, STYLE_BORDER);
    for (int i = 0; i < v->page && v->top + i < v->total; i++)
        paint_text(box.y + 1 + i, 2, box.width - 4, g_ptr_array_index(lines, (guint)(v->top + i)), STYLE_NORMAL);
    note_seen(c, v->page);
    int left = v->total - v->top - v->page;
    g_autofree char *foot = left > 0 ? g_strdup_printf("%d more: space, page-down · esc closes", left)
                            : v->kind == VIEWER_TIMELINE && c->told.viewed != v->proposal
                                ? g_strdup("some lines were skipped: page-up · esc closes")
                                : g_strdup("the end · esc closes");
    paint_edge_title(&box, box.y + box.height - 1, foot, STYLE_NORMAL);
}
