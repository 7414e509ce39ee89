/* The proposal card: what would be fired, told from the decoded timeline and never from the model's words alone. */

#include "engine/gate/policy.h"
#include "engine/picture/screen_match.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"
#include "tui/console/board_pane.h"
#include "tui/console/panes.h"
#include "tui/console/state.h"
#include "tui/model/explain.h"
#include "tui/model/form.h"
#include "tui/term/text.h"

#include <string.h>

#define REST_LABEL 10    /* columns of its label and of what wrapping leaves free */
#define LINES_MAX 64     /* beyond that `v` is needed anyhow */
#define AGAIN_ROOM 90    /* columns in which two lines say all of it */
#define EVENTS_SHOWN 256 /* decoded for the card; `v` decodes all */

static void line_clear(void *data)
{
    g_free(((struct card_line *)data)->text);
}

GArray *card_lines_new(void)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct card_line));
    g_array_set_clear_func(lines, line_clear);
    return lines;
}

void card_add(GArray *lines, const char *text, int width, enum style style)
{
    g_autoptr(GPtrArray) wrapped = g_ptr_array_new();
    text_wrap(wrapped, text, width);
    for (guint i = 0; i < wrapped->len; i++) {
        struct card_line line = {g_ptr_array_index(wrapped, i), style};
        g_array_append_val(lines, line);
    }
}

static void add_labelled(GArray *lines, const char *label, const char *text, int width, enum style style)
{
    g_autofree char *all = g_strconcat(label, text, NULL);
    card_add(lines, all, width, style);
}

/* The first line begins with `mark`, of two columns, the others stand further in. */
static void add_indented(GArray *lines, const char *mark, const char *text, int width, enum style style)
{
    g_autoptr(GPtrArray) wrapped = g_ptr_array_new_with_free_func(g_free);
    text_wrap(wrapped, text, width - 4);
    for (guint i = 0; i < wrapped->len; i++) {
        struct card_line line = {g_strconcat(i ? "    " : mark, g_ptr_array_index(wrapped, i), NULL), style};
        g_array_append_val(lines, line);
    }
}

static const char *tier_word(int tier)
{
    return ((const char *const[]){"looking", "reversible", "consequential", "irreversible or sensitive"})[CLAMP(tier, 0, 3)];
}

static enum style tier_style(int tier)
{
    return tier >= 3 ? STYLE_BAD : tier == 2 ? STYLE_WARN : STYLE_NORMAL;
}

void card_add_timeline(GArray *lines, const timeline *t, int width, guint most)
{
    g_autoptr(GString) row = g_string_new("");
    guint n = MIN(t->events->len, EVENTS_SHOWN);
    for (guint i = 0; i < n && lines->len < most; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *what = timeline_event_describe(e);
        g_autofree char *item_raw = g_strdup_printf("%" G_GINT64_FORMAT " ms  %s", e->at_ms, what);
        g_autofree char *item = text_line(item_raw);
        if (e->type == TIMELINE_LOOP) { /* on lines of its own: what comes before it is certain, it is not */
            if (row->len)
                add_indented(lines, "  ", row->str, width, STYLE_NORMAL);
            g_string_truncate(row, 0);
            add_indented(lines, "▸ ", item, width, STYLE_WARN);
            continue;
        }
        if (row->len && text_width(row->str) + 3 + text_width(item) > width - 2) {
            add_indented(lines, "  ", row->str, width, STYLE_NORMAL);
            g_string_truncate(row, 0);
        }
        g_string_append_printf(row, "%s%s", row->len ? "   " : "", item);
    }
    if (row->len)
        add_indented(lines, "  ", row->str, width, STYLE_NORMAL);
    if (n < t->events->len) {
        struct card_line more = {g_strdup_printf("  … and %u more events", t->events->len - n), STYLE_WARN};
        g_array_append_val(lines, more);
        while (lines->len <= LINES_MAX) { /* counts as not shown */
            struct card_line empty = {g_strdup(""), STYLE_NORMAL};
            g_array_append_val(lines, empty);
        }
    }
}

/* The action, and what is written where it presses. Caller frees. */
static char *proposed(const event *e)
{
    g_autofree char *what = action_describe(e->fire.action);
    bool read = e->fire.target && e->fire.target->label;
    return g_strconcat(what, read ? " on " : "", read ? e->fire.target->label : "", NULL);
}

/* The action and, where both fit, what is expected on the same line. */
static void add_action(GArray *lines, const event *e, int width)
{
    const action *a = e->fire.action;
    g_autofree char *what = proposed(e);
    g_autofree char *expects = a->expectation && *a->expectation ? g_strdup_printf("expects: %s", a->expectation) : g_strdup("");
    g_autofree char *left = text_line(what), *right = text_line(expects);
    int at = MAX(text_width(left) + 3, width / 2);
    if (*right && at + text_width(right) <= width) {
        g_autofree char *line = g_strdup_printf("%s%*s%s", left, at - text_width(left), "", right);
        struct card_line both = {g_steal_pointer(&line), STYLE_BOLD};
        g_array_append_val(lines, both);
        return;
    }
    card_add(lines, what, width, STYLE_BOLD);
    if (*expects)
        card_add(lines, expects, width, STYLE_NORMAL);
}

static void add_change(GArray *lines, const action *from, const action *to, char *after_take, int width)
{
    g_autofree char *before = action_describe(from), *after = after_take;
    add_labelled(lines, "proposed  ", before, width, STYLE_DIM);
    add_labelled(lines, "▸ edited  ", after, width, STYLE_BOLD);
    if (*to->expectation && action_expectation_stands(to, from))
        add_labelled(lines, "expects: ", to->expectation, width, STYLE_NORMAL);
    else if (*from->expectation)
        card_add(lines, "expects: nothing (the expectation was for the proposed action)", width, STYLE_DIM);
}

static char *joined(const char *first, const char *second)
{
    return second && *second ? g_strdup_printf("%s: %s", first, second) : g_strdup(first);
}

/* Who let it go, when that was not a person. The hand may still find that the screen has changed. fired: NULL = not yet. */
static char *approved_by(const char *by, const char *fired)
{
    if (g_str_equal(by, "fuse"))
        return g_strdup(!fired ? "its fuse ended: firing" : g_str_equal(fired, "done") ? "fired by its fuse" : "its fuse ended");
    if (g_str_has_prefix(by, "grant:"))
        return g_strdup_printf("covered by your grant %s", by + strlen("grant:"));
    if (g_str_has_prefix(by, "rule:"))
        return g_strdup_printf("allowed by the rule %s", by + strlen("rule:"));
    return g_strdup_printf("approved by %s", by);
}

/* What became of it. */
static void add_outcome(GArray *lines, const struct model *m, const struct card *card, int width)
{
    static const char *const words[] = {
        [CARD_WAITING] = "",
        [CARD_APPROVED] = "approved",
        [CARD_EDITED] = "edited: a new proposal follows",
        [CARD_REJECTED] = "rejected",
        [CARD_STALE] = "STALE, nothing was fired",
        [CARD_EXPIRED] = "expired, nothing was fired",
        [CARD_VOIDED] = "void, nothing will be fired",
        [CARD_AGAIN] = "asked again",
    };
    if (card->state == CARD_WAITING)
        return;
    bool auto_by = card->state == CARD_APPROVED && card->by && !g_str_equal(card->by, "human");
    g_autofree char *by = auto_by ? approved_by(card->by, card->fired) : g_strdup(words[card->state]);
    bool said = !g_strcmp0(card->reason, m->pause_reason); /* a pause says it above */
    g_autofree char *why = card->state == CARD_STALE && card->reason ? stale_reason(card->reason) : g_strdup(card->reason);
    g_autofree char *line = joined(by, said ? NULL : why);
    card_add(lines, line, width, card->state == CARD_STALE ? STYLE_BAD : card->state == CARD_APPROVED ? STYLE_GOOD : STYLE_WARN);
    if (!card->fired && model_looping(m) && m->loop.id == card->proposal->id) {
        g_autofree char *far = g_strdup_printf("%s: space, n or esc stops it", m->loop.words);
        card_add(lines, far, width, STYLE_WARN);
    }
    if (!card->fired)
        return;
    const bool done = g_str_equal(card->fired, "done"); /* else it may have ended before anything was pressed: the reason tells */
    g_autofree char *effect =
        g_strdup_printf("%s%s, effect: %s", done ? "fired: " : "", card->fired, card->effect ? card->effect : "not known yet");
    g_autofree char *fired = joined(effect, card->fired_reason);
    card_add(lines, fired, width, done ? STYLE_NORMAL : STYLE_BAD);
}

static char *window_text(const event *e)
{
    const char *title = e->fire.target ? e->fire.target->window : NULL, *class = e->fire.target ? e->fire.target->class : NULL;
    const char *name = title && *title ? title : class;
    return name && *name ? g_strdup_printf("window \"%s\"", name) : g_strdup("no window");
}

/* What should stand in the title, in order of weight; NULL-terminated, caller frees. */
static char **title_parts(const console *c, const struct card *card)
{
    const event *e = card->proposal;
    GPtrArray *parts = g_ptr_array_new();
    g_ptr_array_add(parts, g_strdup_printf("%s %d", card->state == CARD_STALE ? "STALE proposal" : "proposal", e->id));
    g_ptr_array_add(parts, g_strdup_printf("tier %d %s", e->judged.tier, tier_word(e->judged.tier)));
    if (e->fire.of > 1)
        g_ptr_array_add(parts, g_strdup_printf("%d of %d", e->fire.place, e->fire.of));
    g_ptr_array_add(parts, window_text(e));
    if (e->fire.target && card->match > 0)
        g_ptr_array_add(parts, g_strdup_printf("target match %.3f", card->match));
    if (e->expires_s > 0 && card->state == CARD_WAITING)
        g_ptr_array_add(parts,
                        g_strdup_printf("expires in %d s", MAX(0, e->expires_s - (int)((c->now_us - card->at_us) / 1000000))));
    g_ptr_array_add(parts, NULL);
    return (char **)g_ptr_array_free(parts, FALSE);
}

/* As many parts as fit into the edge; the others come back, to stand inside. */
static char *title_text(char **parts, int width, char **ret_rest)
{
    g_autoptr(GString) title = g_string_new(""), rest = g_string_new("");
    for (char **part = parts; *part; part++) {
        g_autofree char *visible = text_line(*part);
        bool fits = !rest->len && text_width(title->str) + text_width(visible) + 3 <= width;
        GString *to = fits ? title : rest;
        g_string_append_printf(to, "%s%s", to->len ? " · " : "", visible);
    }
    *ret_rest = g_string_free(g_steal_pointer(&rest), FALSE);
    return g_string_free(g_steal_pointer(&title), FALSE);
}

static char *ended_text(const console *c)
{
    const struct model *m = c->model;
    const char *why = m->over.reason ? m->over.reason : "";
    g_autofree char *leave = status_leave_text(c);
    return g_strdup_printf("The run has ended: %s%s%s\n%s; `reins memory show %s` prints what happened.",
                           m->over.outcome ? m->over.outcome : "no outcome", *why ? ": " : "", why, leave,
                           m->about.run ? m->about.run : "last");
}

/* A module waits for the person, and m opens its form or that of the pane in front. */
static char *needy_text(const console *c, const struct module_view *needy)
{
    const struct module_view *edited = panes_edited(c);
    g_autofree char *elsewhere =
        edited == needy ? NULL : g_strdup_printf("m corrects %s, whose pane is in front; in its own pane, m", edited->name);
    if (needy->form && c->forms.open && c->forms.open->module)
        return g_strdup_printf("%s asks you: this is its form. ctrl-x submits it, esc shows its prompt.", needy->name);
    if (needy->form)
        return g_strdup_printf("%s asks you: its pane shows the question, %s opens the form for the answer.", needy->name,
                               elsewhere ? elsewhere : "m");
    return g_strdup_printf("%s failed; its pane shows why. %s: fill it in yourself · "
                           ":retry asks again, :retry %s HINT with a hint · q stops the run.",
                           needy->name, elsewhere ? elsewhere : "m", needy->name);
}

/* What goes on where there is no proposal, and what the person can do about it. Caller frees. */
static char *going_text(const console *c)
{
    const struct model *m = c->model;
    const struct module_view *needy = model_needy(m);
    if (m->over.lost)
        return g_strdup(
            "The engine has ended. All keys and buttons are released. An action that may have been fired in part is marked "
            "uncertain and is never repeated automatically. q leaves; `reins resume` continues after the last step.");
    if (m->over.ended)
        return ended_text(c);
    if (model_paused(c->model))
        return status_paused_text(c);
    if (needy)
        return needy_text(c, needy);
    if (c->model->waits_for)
        return g_strdup_printf("Nothing is proposed yet: %s.", c->model->waits_for);
    if (!model_form_comes(c->model) || c->replay.player)
        return g_strdup("Nothing is proposed yet.");
    return g_strdup(board_pane_open(c) < 0
                        ? "Nothing is proposed yet: your form opens when the screen has settled."
                        : "Nothing is proposed yet: you are asked when the screen has settled. A board has the "
                          "keys: m opens the form then.");
}

/* That, and why the last action came to no card. */
static char *nothing_text(const console *c)
{
    const char *refusal = console_live(c) && !model_is_over(c->model) ? model_refusal_now(c->model) : NULL;
    g_autofree char *going = going_text(c);
    return refusal ? g_strdup_printf("%s\n%s", going, refusal) : g_steal_pointer(&going);
}

static void add_fuse(const console *c, GArray *lines, const struct card *card, int width)
{
    if (!c->layout.wide || card->state != CARD_WAITING || c->fuse.id != card->proposal->id)
        return; /* where rows are few it stands in the lower edge */
    struct card_line line = {fuse_text(&c->fuse, width, c->now_us), c->fuse.stopped ? STYLE_GOOD : STYLE_WARN};
    g_array_append_val(lines, line);
}

#define WAY_OUT "; a profile leaves it out by [ignore " /* engine/picture/leave_out.h */

/* The same action as on a card before, on the screen as it is now. Where what has changed is elsewhere (rulers that follow the
 * pointer) it says what ends that, or where that stands. */
static void add_again(GArray *lines, const struct card *card, int width)
{
    const char *why = card->proposal->reason;
    if (card->state != CARD_WAITING || !why || !*why)
        return;
    bool room = width >= AGAIN_ROOM;
    const char *out = strstr(why, WAY_OUT);
    g_autofree char *brief = room ? stale_reason(why) : stale_brief(why);
    g_autofree char *line = room ? g_strdup_printf("Shown again on the present screen, where y approves it: %s", brief)
                                 : g_strdup_printf("Again: %s; y approves%s", brief, out ? "; v: what leaves it out" : "");
    card_add(lines, line, width, STYLE_WARN);
    if (room && out)
        card_add(lines, out + strlen("; "), width, STYLE_WARN);
}

/* In the provider's own words, whole: what does not fit is read by `v` before y counts. */
static void add_provider(GArray *lines, const struct card *card, int width)
{
    const char *asks = card->proposal->judged.provider_asks;
    if (!asks)
        return;
    add_labelled(lines, "safety check of the model's provider: ", asks, width, STYLE_BAD);
    if (card->state == CARD_WAITING)
        card_add(lines, PROVIDER_ACKNOWLEDGED, width, STYLE_WARN);
}

/* What is at the target is not what the model saw there. */
static void add_changed_since(GArray *lines, const struct card *card, int width)
{
    const event *e = card->proposal;
    g_autoptr(GArray) rules =
        card->state == CARD_WAITING ? explain_read(e->judged.explain, e->judged.rule, e->judged.tier) : NULL;
    for (guint i = 0; rules && i < rules->len; i++) {
        const struct explain_rule *r = &g_array_index(rules, struct explain_rule, i);
        if (!g_str_equal(r->rule, POLICY_CHANGED_SINCE))
            continue;
        bool room = width >= AGAIN_ROOM;
        g_autofree char *what = room ? stale_reason(r->evidence) : stale_brief(r->evidence);
        add_labelled(lines, room ? "asks: " : "not as planned: ", what, width, STYLE_WARN);
    }
}

#define MOVING_SHOWN 4

static char *places_of(const GArray *areas)
{
    g_autoptr(GString) list = g_string_new("");
    for (guint i = 0; areas && i < MIN(areas->len, MOVING_SHOWN); i++) {
        const struct area *a = &g_array_index(areas, struct area, i);
        g_string_append_printf(list, "%s%d×%d at %d,%d", i ? ", " : "", a->width, a->height, a->x, a->y);
    }
    if (areas && areas->len > MOVING_SHOWN)
        g_string_append_printf(list, " and %u more", areas->len - MOVING_SHOWN);
    return g_string_free(g_steal_pointer(&list), FALSE);
}

/* What nobody compares: what was seen to change by itself, and what the person has left out. */
static void add_moving(GArray *lines, const event *e, int width)
{
    const struct event_target *t = e->fire.target;
    g_autofree char *list = places_of(t ? t->moving : NULL);
    if (*list)
        add_labelled(lines, "changes by itself, not compared: ", list, width, STYLE_WARN);
    if (t && t->follows && t->follows->len) {
        const struct area *a = &g_array_index(t->follows, struct area, 0);
        g_autofree char *offer =
            g_strdup_printf("shift-I: leave %d×%d at %d,%d out in this run", a->width, a->height, a->x, a->y);
        card_add(lines, offer, width, STYLE_WARN);
    }
    if (t && t->left_out && t->left_out->len) {
        g_autofree char *places = places_of(t->left_out);
        add_labelled(lines, "you leave out: ", places, width, STYLE_WARN);
    }
    if (t && g_strcmp0(t->animated, "window") == 0)
        card_add(lines,
                 "The picture of this window is not compared. Still compared: the window's identity and position, the focus, the "
                 "other windows.",
                 width, STYLE_WARN);
    else if (t && g_strcmp0(t->animated, "areas") == 0)
        card_add(lines, "Moving areas are not compared, not even at the target. Everything else is compared.", width, STYLE_WARN);
}

/* What set a tier that is more than reversible; not what the provider's own words say above. */
static void add_why(GArray *lines, const console *c, const struct event_judged *j, int width)
{
    if (j->tier < 2 || !j->evidence || !*j->evidence || (j->provider_asks && !g_strcmp0(j->rule, "provider-asks")))
        return;
    g_autofree char *why = text_fit(j->evidence, (c->layout.wide ? 2 : 3) * (width - 5));
    add_labelled(lines, "why: ", why, width, tier_style(j->tier));
}

/* What of the plan is to come after this action: each is proposed alone, so it may be cut. */
static void add_rest(GArray *lines, const struct card *card, int width)
{
    char *const *rest = card->proposal->fire.rest;
    if (card->state != CARD_WAITING || !rest || !*rest)
        return;
    g_autofree char *all = g_strjoinv(" · ", (char **)rest), *visible = text_line(all),
                    *cut = text_fit(visible, 2 * (width - REST_LABEL));
    add_labelled(lines, "then: ", cut, width, STYLE_DIM);
}

/* Elsewhere a person's own input pauses the run. */
static void add_person(GArray *lines, const struct model *m, int width)
{
    if (m->about.unseen)
        card_add(lines, "o takes over: reins does not see your own input there", width, STYLE_DIM);
}

/* What must be seen before an approval counts. */
static GArray *card_text(const console *c, int width)
{
    GArray *lines = card_lines_new();
    const struct card *card = console_step(c)->card;
    const struct asked *asked = console_step(c)->asked;
    if (console_picks(c)) { /* the picture is what is wanted: the card is whole again with the form */
        g_autofree char *place = pick_text(c, c->lens.look ? width : 3 * width); /* there it has few rows */
        card_add(lines, place, width, STYLE_BOLD);
        return lines;
    }
    bool over = console_live(c) && (c->model->over.lost || c->model->taken);
    bool asks_now = asked && !over && !(console_live(c) && (c->model->over.ended || model_paused(c->model)));
    if (asks_now) {
        asked_add(asked, lines, width);
        return lines;
    }
    if (!card || over || (console_live(c) && card->state != CARD_WAITING && model_paused(c->model))) {
        g_autofree char *nothing = c->model->taken && !model_is_over(c->model) ? drive_text(c) : nothing_text(c);
        bool asks = !over && (model_needy(c->model) || c->model->pause_reason);
        card_add(lines, nothing, width, asks ? STYLE_WARN : STYLE_NORMAL);
        if (asked && !over)
            asked_add(asked, lines, width);
        if (!card || over)
            return lines;
    }
    g_auto(GStrv) parts = title_parts(c, card);
    g_autofree char *rest = NULL;
    g_free(title_text(parts, width, &rest));
    add_outcome(lines, c->model, card, width);
    add_fuse(c, lines, card, width);
    add_again(lines, card, width);
    add_changed_since(lines, card, width);
    if (c->editing.edited && console_live(c))
        add_change(lines, card->proposal->fire.action, c->editing.edited, action_describe(c->editing.edited), width);
    else if (card->original)
        add_change(lines, card->original, card->proposal->fire.action, proposed(card->proposal), width);
    else
        add_action(lines, card->proposal, width);
    add_provider(lines, card, width);
    if (*rest)
        card_add(lines, rest, width, STYLE_NORMAL);
    if (c->editing.edited && console_live(c))
        card_add(lines, "  the new proposal will list the events", width, STYLE_DIM);
    else
        card_add_timeline(lines, card->proposal->fire.timeline, width, LINES_MAX);
    if (card->state == CARD_WAITING)
        add_moving(lines, card->proposal, width);
    if (card->state == CARD_WAITING)
        add_why(lines, c, &card->proposal->judged, width);
    if (card->state == CARD_WAITING)
        add_person(lines, c->model, width);
    return lines;
}

int card_needed(const console *c, int width)
{
    g_autoptr(GArray) lines = card_text(c, width);
    return MIN((int)lines->len, LINES_MAX + 1);
}

/* With the rest of the plan, if there are no more lines than `most`. */
static GArray *card_all(const console *c, int width, int most)
{
    g_autoptr(GArray) lines = card_text(c, width);
    const struct card *card = model_waiting(c->model);
    int needed = (int)lines->len;
    if (card && console_live(c) && !console_picks(c))
        add_rest(lines, card, width);
    if ((int)lines->len > most)
        g_array_set_size(lines, (guint)needed);
    return g_steal_pointer(&lines);
}

int card_wanted(int width, void *data)
{
    const console *c = data;
    g_autoptr(GArray) lines = card_all(c, width, c->layout.wide ? LINES_MAX : 0);
    return MIN((int)lines->len, LINES_MAX + 1);
}

/* The state of arming, for the card's lower right corner; brief: in 7 columns, where a card waits. */
static const char *armed_text(const console *c, bool brief, enum style *ret_style)
{
    const struct card *card = model_waiting(c->model);
    *ret_style = STYLE_WARN;
    if (!console_live(c))
        return "earlier step: 0 is live";
    if (!card || c->model->taken) /* what a person drives is decided */
        return NULL;
    if (c->replay.player)
        return "a replay: read-only";
    if (c->told.decided == card->proposal->id)
        return "sent";
    if (c->editing.edited)
        return "editing";
    if (c->prompt.kind == PROMPT_WORD)
        return "type the word";
    if (c->drawn.hidden > 0 && c->told.viewed != card->proposal->id)
        return brief ? "v first" : "not armed: v first";
    if (console_why_unreadable(c))
        return brief ? "unarmed" : "not armed";
    bool stopped = !c->layout.wide && !brief && c->fuse.id == card->proposal->id && c->fuse.stopped;
    if (!arming_armed(&c->arming, c->now_us))
        return stopped ? "fuse stopped, arming…" : "arming…";
    *ret_style = STYLE_GOOD;
    if (stopped)
        return "fuse stopped, armed";
    return card->proposal->judged.tier >= 3 && !brief ? "armed: y, then the word" : "armed";
}

/* What the box is headed by; NULL = nothing. `card`: the one that it tells of. Caller frees. */
static char *heading(const console *c, const struct card *card, const struct asked *asked, int width)
{
    g_auto(GStrv) parts = card ? title_parts(c, card) : NULL;
    g_autofree char *rest = NULL;
    if (console_live(c) && c->model->taken && !model_is_over(c->model))
        return g_strdup(c->drive.on ? "take-over · your keys go to the program" : "take-over · you drive");
    return parts ? title_text(parts, width, &rest) : asked ? asked_title(c, asked) : NULL;
}

void card_draw(console *c)
{
    const struct rect *box = &c->layout.card;
    bool over = console_live(c) && (c->model->over.lost || c->model->taken); /* its text is of something else */
    const struct card *card = over ? NULL : console_step(c)->card;
    bool waiting = model_waiting(c->model) && console_live(c);
    int width = box->width - 4, rows = box->height - 2;
    const struct asked *asked = console_step(c)->asked;
    g_autofree char *title = heading(c, card, asked, width);
    bool asks = console_live(c) && asked_waiting(c);
    enum style border = asks                                               ? STYLE_BORDER_ALERT
                        : !card || (!waiting && card->state != CARD_STALE) ? STYLE_BORDER
                                                                           : STYLE_BORDER_ALERT;
    paint_box(box, NULL, border);
    paint_edge_title(box, box->y, title, card ? tier_style(card->proposal->judged.tier) : STYLE_NORMAL);
    g_autoptr(GArray) lines = card_all(c, width, rows);
    bool cut = (int)lines->len > rows;
    int shown = cut ? rows - 1 : (int)lines->len;
    for (int i = 0; i < shown; i++) {
        const struct card_line *line = &g_array_index(lines, struct card_line, (guint)i);
        paint_text(box->y + 1 + i, box->x + 2, width, line->text, line->style);
    }
    if (cut) {
        const char *more = asks                                   ? "… more than fits: enter shows the choices, F5 the question"
                           : !waiting                             ? "… more than fits"
                           : c->told.viewed == card->proposal->id ? "… more; you have seen all of it (v again)"
                                                                  : "… more than fits: v shows everything that will be fired";
        paint_text(box->y + rows, box->x + 2, width, more, STYLE_WARN);
    }
    enum style style;
    bool burns = waiting && !c->layout.wide && fuse_burning(&c->fuse, c->now_us); /* needs the lower edge */
    bool keys_here = c->layout.wide || c->message.text || c->prompt.kind;         /* else they have the line at the bottom */
    const char *armed = burns ? NULL : armed_text(c, false, &style);
    if (armed && keys_here && card_keys_width(c) + text_width(armed) + 6 > box->width)
        armed = armed_text(c, true, &style);
    int used = armed ? text_width(armed) + 2 : 0, y = box->y + box->height - 1, end = box->x + box->width - 2 - used;
    if (burns) {
        g_autofree char *fuse = fuse_text(&c->fuse, end - box->x - 3, c->now_us);
        paint_format(y, box->x + 1, end - box->x - 1, STYLE_WARN, " %s ", fuse);
    } else if (keys_here) {
        card_keys_draw(c, y, box->x + 2, end);
    }
    if (armed)
        paint_format(y, box->x + box->width - 1 - used, used, style, " %s ", armed);
}
