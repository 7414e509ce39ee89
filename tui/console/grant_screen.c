/* `g`: putting a grant together; `G`: those that there are. Both stand at the bottom, off the card where there is room. */

#include "engine/gate/grants.h"
#include "engine/protocol/rest_event.h"
#include "tui/console/grant_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

enum form_field { FIELD_UNTIL, FIELD_VALUE, FIELD_TIER, FIELD_COUNT };

#define LIST_ROWS 12

static const gint64 values_max[] = {[UNTIL_COUNT] = GRANT_COUNT_MAX,
                                    [UNTIL_SECONDS] = GRANT_SECONDS_MAX,
                                    [UNTIL_WINDOW] = 0,
                                    [UNTIL_LIST] = 0,
                                    [UNTIL_LOOP] = GRANT_COUNT_MAX};

void grant_screen_close(struct grant_screen *g)
{
    g->use = GRANTS_CLOSED;
}

void grant_screen_open_form(console *c)
{
    struct card *card = model_waiting(c->model);
    const event *e = card->proposal;
    int highest = CLAMP(e->judged.tier, 0, GRANT_TIER_MAX);
    c->grants = (struct grant_screen){.use = GRANTS_FORM, .proposal = e->id, .tier_max = highest, .tier = highest};
    c->grants.values[UNTIL_COUNT] = 5;
    c->grants.values[UNTIL_SECONDS] = 60;
    c->grants.values[UNTIL_LOOP] = 5;
    arming_init(&c->grants.arming, c->options.arm_ms);
    arming_set_readable(&c->grants.arming, true, c->now_us);
    arming_reset(&c->grants.arming, c->now_us);
    const bool loops = e->fire.timeline && timeline_loop_of(e->fire.timeline); /* which no other grant covers */
    c->grants.rest = !loops && e->fire.rest && *e->fire.rest;
    g_clear_pointer(&card->rest, g_ptr_array_unref);
    if (loops) {
        c->grants.until = UNTIL_LOOP;
        c->grants.field = FIELD_VALUE;
    }
    if (!c->grants.rest)
        return;
    c->grants.until = UNTIL_LIST;
    command *cmd = command_new(COMMAND_REST);
    cmd->id = e->id;
    console_send(c, cmd);
}

void grant_screen_open_list(console *c)
{
    c->grants = (struct grant_screen){.use = GRANTS_LIST, .selected = (int)c->model->grants.all->len - 1};
}

void grant_screen_revoke(console *c, int id)
{
    if (!grant_book_active(&c->model->grants)) {
        console_say(c, STYLE_NORMAL, "no grant is active: actions ask as the mode says");
        return;
    }
    command *cmd = command_new(COMMAND_REVOKE);
    cmd->grant = id;
    console_send(c, cmd);
    if (id)
        console_say(c, STYLE_NORMAL, "revoking grant %d", id);
    else
        console_say(c, STYLE_NORMAL, "revoking all grants");
}

/* ---- the list of a plan's actions ---- */

static const GPtrArray *rest_of(const console *c)
{
    const struct card *card = model_waiting(c->model);
    return card && card->proposal->id == c->grants.proposal ? card->rest : NULL;
}

/* An action, and below it what would be fired. Caller unrefs. */
static GArray *list_lines(const console *c, int width)
{
    const GPtrArray *rest = rest_of(c);
    const struct card *card = model_waiting(c->model);
    GArray *lines = card_lines_new();
    guint n = rest ? rest_actions_free_to_grant(rest) : 0;
    for (guint i = 0; rest && i < rest->len; i++) {
        const struct rest_action *a = rest->pdata[i];
        const char *after = i > n && !a->asks ? "what comes before it asks" : NULL;
        g_autofree char *raw = g_strdup_printf("%d of %d  %s", card->proposal->fire.place + 1 + (int)i, card->proposal->fire.of,
                                               a->text),
                        *text = text_line(raw),
                        *tier = a->digest ? g_strdup_printf(" · tier %d · %.8s", a->tier, a->digest) : g_strdup(""),
                        *head = g_strconcat(text, tier, NULL);
        card_add(lines, head, width, i < n ? STYLE_BOLD : STYLE_DIM);
        if (a->asks || after) {
            g_autofree char *why = g_strdup_printf("  asks: %s", a->asks ? a->asks : after), *shown = text_line(why);
            card_add(lines, shown, width, STYLE_WARN);
        }
        if (a->timeline && i < n)
            card_add_timeline(lines, a->timeline, width, G_MAXUINT);
    }
    return lines;
}

static struct rect box_of(const struct layout *l, int rows)
{
    int bottom = l->wide ? l->card.y : l->height - 1; /* off the card where there is room */
    int height = MIN(rows + 2, l->height - 2);
    struct rect box = {l->wide ? 2 : 0, MAX(1, bottom - height), MIN(84, l->width - (l->wide ? 4 : 0)), height};
    paint_fill(&box, STYLE_NORMAL);
    return box;
}

static void field_draw(const struct grant_screen *g, const struct rect *box, int row, enum form_field field, const char *label,
                       const char *text)
{
    bool active = g->field == (int)field;
    enum style style = active ? STYLE_SELECTED : STYLE_NORMAL;
    paint_text(box->y + row, box->x + 2, 7, label, STYLE_ACCENT);
    paint_format(box->y + row, box->x + 9, box->width - 11, style, active ? "‹ %s ›" : "  %s", text);
}

/* How many of its lines are still to be seen; 0: all were. */
static int list_unseen(const console *c)
{
    struct rect box = box_of(&c->layout, 3 + LIST_ROWS);
    g_autoptr(GArray) lines = list_lines(c, box.width - 4);
    return MAX(0, (int)lines->len - c->grants.end);
}

static void list_form_draw(console *c)
{
    struct grant_screen *g = &c->grants;
    const GPtrArray *rest = rest_of(c);
    const int width = box_of(&c->layout, 0).width - 4;
    g_autoptr(GArray) lines = list_lines(c, width);
    struct rect box = box_of(&c->layout, 3 + CLAMP((int)lines->len, 1, LIST_ROWS));
    const int rows = box.height - 5;
    guint n = rest ? rest_actions_free_to_grant(rest) : 0;
    if (rest && !g->listed) { /* a y from before it was there is none for it */
        g->listed = true;
        arming_reset(&g->arming, c->now_us);
    }
    g->top = CLAMP(g->top, 0, MAX(0, (int)lines->len - rows));
    g->end = MAX(g->end, MIN(g->top + rows, (int)lines->len));
    paint_box(&box, "grant: these actions of the plan fire without asking", STYLE_BORDER_ALERT);
    g_autofree char *until = !rest ? g_strdup("the listed actions have been fired")
                                   : g_strdup_printf("these %u actions have been fired, in this order", n);
    field_draw(g, &box, 1, FIELD_UNTIL, "until", n == 1 ? "this action has been fired" : until);
    if (!rest)
        paint_text(box.y + 2, box.x + 2, width, "they are worked out on the screen as it is now …", STYLE_DIM);
    for (int i = 0; i < rows && g->top + i < (int)lines->len; i++) {
        const struct card_line *line = &g_array_index(lines, struct card_line, (guint)(g->top + i));
        paint_text(box.y + 2 + i, box.x + 2, width, line->text, line->style);
    }
    paint_text(box.y + box.height - 3, box.x + 2, width,
               "No others: one with another digest, a higher tier, or another target asks.", STYLE_NORMAL);
    paint_text(box.y + box.height - 2, box.x + 2, width, "What waits now still needs its y. X revokes the grant.", STYLE_DIM);
    const int below = (int)lines->len - g->top - rows;
    const bool armed = arming_armed(&g->arming, c->now_us);
    g_autofree char *more = below > 0 ? g_strdup_printf("%d more lines: down  ", below) : g_strdup("");
    g_autofree char *keys = g_strconcat(more,
                                        below > 0 || n == 0 ? ""
                                        : armed             ? "y give it  "
                                                            : "arming…  ",
                                        "←→ another kind  esc close", NULL);
    paint_edge_title(&box, box.y + box.height - 1, keys, armed && n && below <= 0 ? STYLE_GOOD : STYLE_WARN);
}

/* NULL: it cannot be given, as was said. Caller frees. */
static command *list_command(console *c)
{
    const GPtrArray *rest = rest_of(c);
    guint n = rest ? rest_actions_free_to_grant(rest) : 0;
    if (n == 0 || list_unseen(c) > 0) {
        console_say(c, STYLE_WARN, "not granted: %s",
                    !rest    ? "the actions are not listed yet"
                    : n == 0 ? "the next action asks whatever is granted"
                             : "the list goes on (down)");
        return NULL;
    }
    command *cmd = command_new(COMMAND_GRANT);
    g_autoptr(GStrvBuilder) digests = g_strv_builder_new();
    for (guint i = 0; i < n; i++)
        g_strv_builder_add(digests, ((const struct rest_action *)rest->pdata[i])->digest);
    cmd->id = c->grants.proposal;
    cmd->digests = g_strv_builder_end(digests);
    return cmd;
}

/* ---- the form ---- */

static bool is_counted(const struct grant_screen *g)
{
    return g->until == UNTIL_COUNT || g->until == UNTIL_SECONDS || g->until == UNTIL_LOOP;
}

static void give(console *c)
{
    struct grant_screen *g = &c->grants;
    if (!arming_armed(&g->arming, c->now_us)) {
        console_say(c, STYLE_WARN, "not granted: y counts after %d ms without a key", c->options.arm_ms);
        return;
    }
    if (is_counted(g) && g->values[g->until] < 1) {
        static const char *const units[UNTIL_N] = {[UNTIL_COUNT] = "actions", [UNTIL_SECONDS] = "seconds", [UNTIL_LOOP] = "runs"};
        console_say(c, STYLE_WARN, "not granted: it needs a number of %s", units[g->until]);
        return;
    }
    command *cmd = g->until == UNTIL_LIST ? list_command(c) : command_new(COMMAND_GRANT);
    if (!cmd)
        return;
    cmd->until = g_strdup(grant_book_until_name(g->until));
    if (g->until != UNTIL_LIST)
        cmd->value = g->values[g->until];
    if (g->until == UNTIL_LOOP)
        cmd->id = g->proposal;
    else if (g->until != UNTIL_LIST)
        cmd->tier = g->tier;
    console_send(c, cmd);
    grant_screen_close(&c->grants);
    console_say(c, STYLE_WARN, "grant asked for; this proposal still needs its y");
}

static void change(struct grant_screen *g, int by)
{
    const int kinds = g->rest ? UNTIL_LIST + 1 : UNTIL_LIST;
    g->typed = false;
    if (g->field == FIELD_UNTIL)
        g->until = (enum until)(((int)g->until + by + kinds) % kinds);
    else if (g->field == FIELD_VALUE)
        g->values[g->until] = CLAMP(g->values[g->until] + by * (g->until == UNTIL_SECONDS ? 30 : 1), 0, values_max[g->until]);
    else
        g->tier = CLAMP(g->tier + by, 0, g->tier_max);
}

static void type_number(struct grant_screen *g, gint64 value)
{
    g->values[g->until] = MIN(value, values_max[g->until]);
    g->field = FIELD_VALUE;
    g->typed = true;
}

static void form_key(console *c, int key)
{
    struct grant_screen *g = &c->grants;
    const bool counted = is_counted(g);
    if (key == 'y')
        give(c);
    else if (key == K_ESC || key == 'q' || key == 'g' || key == 'n')
        grant_screen_close(&c->grants);
    else if (g->until == UNTIL_LIST && (key == K_UP || key == 'k' || key == K_DOWN || key == 'j'))
        g->top += key == K_UP || key == 'k' ? -1 : 1;
    else if (g->until == UNTIL_LIST && (key == K_TAB || key == K_BACK_TAB))
        return;
    else if (g->until == UNTIL_LOOP &&
             (key == K_UP || key == K_DOWN || key == K_TAB || key == K_BACK_TAB || key == 'k' || key == 'j'))
        return;
    else if (key == K_UP || key == K_BACK_TAB || key == 'k')
        g->field = (g->field + FIELD_COUNT - 1) % FIELD_COUNT;
    else if (key == K_DOWN || key == K_TAB || key == 'j')
        g->field = (g->field + 1) % FIELD_COUNT;
    else if (key == K_LEFT || key == 'h' || key == '-')
        change(g, -1);
    else if (key == K_RIGHT || key == 'l' || key == '+')
        change(g, 1);
    else if (counted && key >= '0' && key <= '9')
        type_number(g, (g->typed ? g->values[g->until] * 10 : 0) + key - '0');
    else if (counted && key == K_BACKSPACE)
        type_number(g, g->values[g->until] / 10);
    else if (key == K_ENTER)
        console_say(c, STYLE_WARN, "Enter does not grant; y does");
}

static const char *tiers_text(int tier)
{
    static const char *const words[] = {"0: looking", "0-1: looking, reversible",
                                        "0-2: also consequential (Enter, drag, close, new window, unknown)"};
    return words[CLAMP(tier, 0, GRANT_TIER_MAX)];
}

static void form_edge_draw(const struct grant_screen *g, const struct rect *box, gint64 now_us)
{
    bool armed = arming_armed(&g->arming, now_us);
    paint_edge_title(box, box->y + box->height - 1,
                     armed ? "y give it  arrows, digits change  esc close" : "arming…  arrows, digits change  esc close",
                     armed ? STYLE_GOOD : STYLE_WARN);
}

/* Its budget stands on the card, too. */
static void loop_box_draw(console *c)
{
    struct grant_screen *g = &c->grants;
    const struct card *card = model_waiting(c->model);
    const timeline_loop *l = card ? timeline_loop_of(card->proposal->fire.timeline) : NULL;
    g_autofree char *budget = l ? timeline_loop_budget(l) : g_strdup(""), *shown = text_line(budget),
                    *value = g_strdup_printf("%" G_GINT64_FORMAT " runs, within 30 minutes", g->values[UNTIL_LOOP]);
    struct rect box = box_of(&c->layout, 6);
    char *rest = shown + MIN(strlen(shown), (gsize)MAX(box.width - 4, 0)); /* the card has it whole where two lines are too few */
    while (*rest && rest > shown && *rest != ' ')
        rest--;
    g_autofree char *first = g_strndup(shown, (gsize)(rest - shown));
    paint_box(&box, "grant: this loop runs again without asking", STYLE_BORDER_ALERT);
    field_draw(g, &box, 1, FIELD_VALUE, "for", value);
    paint_format(box.y + 2, box.x + 2, box.width - 4, STYLE_BOLD, "%s, with other arguments, too", l ? l->skill : "");
    paint_text(box.y + 3, box.x + 2, box.width - 4, first, STYLE_NORMAL);
    paint_text(box.y + 4, box.x + 2, box.width - 4, *rest == ' ' ? rest + 1 : rest, STYLE_NORMAL);
    paint_text(box.y + 5, box.x + 2, box.width - 4, "or less. Only on a display of reins' own, in this window, of this tier.",
               STYLE_NORMAL);
    paint_text(box.y + 6, box.x + 2, box.width - 4, "This proposal still needs its y. X revokes the grant.", STYLE_DIM);
    form_edge_draw(g, &box, c->now_us);
}

static void form_box_draw(console *c)
{
    struct grant_screen *g = &c->grants;
    static const char *const untils[] = {"so many actions have been fired", "so many seconds have passed", "the window changes"};
    static const char *const units[] = {"actions", "seconds", ""};
    struct rect box = box_of(&c->layout, 6);
    paint_box(&box, "grant: the next actions fire without asking, until…", STYLE_BORDER_ALERT);
    field_draw(&c->grants, &box, 1, FIELD_UNTIL, "until", untils[g->until]);
    g_autofree char *value = g->until == UNTIL_WINDOW
                                 ? g_strdup("another window has the focus, or is aimed at")
                                 : g_strdup_printf("%" G_GINT64_FORMAT " %s", g->values[g->until], units[g->until]);
    field_draw(&c->grants, &box, 2, FIELD_VALUE, "", value);
    field_draw(&c->grants, &box, 3, FIELD_TIER, "tiers", tiers_text(g->tier));
    int of, covered = grant_book_preview(&c->model->grants, g->until, g->values[g->until], g->tier, &of);
    if (of)
        paint_format(box.y + 4, box.x + 2, box.width - 4, STYLE_BOLD, "would have covered %d of your last %d approvals", covered,
                     of);
    else
        paint_text(box.y + 4, box.x + 2, box.width - 4, "there are no approvals yet to compare it with", STYLE_DIM);
    paint_text(box.y + 5, box.x + 2, box.width - 4, "Tier 3 always asks. This proposal still needs its y.", STYLE_NORMAL);
    paint_text(box.y + 6, box.x + 2, box.width - 4, "Each action is still compared with the screen; X revokes the grant.",
               STYLE_DIM);
    form_edge_draw(g, &box, c->now_us);
}

/* ---- the list ---- */

static void list_key(console *c, int key)
{
    const GPtrArray *all = c->model->grants.all;
    int *selected = &c->grants.selected, last = MAX(0, (int)all->len - 1);
    const struct grant_view *grant =
        *selected >= 0 && (guint)*selected < all->len ? g_ptr_array_index(all, (guint)*selected) : NULL;
    if (key == K_ESC || key == 'q' || key == 'G')
        grant_screen_close(&c->grants);
    else if (key == K_UP || key == 'k')
        *selected = CLAMP(*selected - 1, 0, last);
    else if (key == K_DOWN || key == 'j')
        *selected = CLAMP(*selected + 1, 0, last);
    else if (key == 'X')
        grant_screen_revoke(c, 0);
    else if (key == 'x' && grant && grant->active)
        grant_screen_revoke(c, grant->id);
    else if (key == 'x')
        console_say(c, STYLE_NORMAL, "that grant has already ended");
}

static char *row_text(const struct grant_view *v, gint64 now_us)
{
    g_autofree char *left = grant_view_text(v, now_us);
    g_autofree char *given = v->until == UNTIL_WINDOW    ? g_strdup("this window")
                             : v->until == UNTIL_LIST    ? g_strdup_printf("%" G_GINT64_FORMAT " listed actions", v->value)
                             : v->until == UNTIL_LOOP    ? g_strdup_printf("%" G_GINT64_FORMAT " runs of a loop", v->value)
                             : v->until == UNTIL_SECONDS ? g_strdup_printf("%" G_GINT64_FORMAT " s", v->value)
                                                         : g_strdup_printf("%" G_GINT64_FORMAT " actions", v->value);
    if (v->active)
        return g_strdup_printf("%3d  tiers ≤ %d  %s%s%s", v->id, v->tier, given, v->until == UNTIL_WINDOW ? "" : ", ",
                               v->until == UNTIL_WINDOW ? "" : left);
    return g_strdup_printf("%3d  tiers ≤ %d  %s: %s%s%s", v->id, v->tier, given, v->status, *v->reason ? ": " : "", v->reason);
}

static void list_box_draw(console *c)
{
    const GPtrArray *all = c->model->grants.all;
    struct rect box = box_of(&c->layout, MAX(1, (int)all->len));
    int rows = box.height - 2, n = (int)all->len;
    c->grants.selected = CLAMP(c->grants.selected, 0, MAX(0, n - 1));
    int top = MAX(0, c->grants.selected - rows + 1);
    paint_box(&box, "grants", STYLE_BORDER_ALERT);
    if (!n)
        paint_text(box.y + 1, box.x + 2, box.width - 4, "no grants were given: actions ask as the mode says", STYLE_DIM);
    for (int i = 0; i < rows && top + i < n; i++) {
        const struct grant_view *v = g_ptr_array_index(all, (guint)(top + i));
        g_autofree char *text = row_text(v, c->now_us);
        bool selected = top + i == c->grants.selected;
        paint_text(box.y + 1 + i, box.x + 1, 1, selected ? "▸" : " ", STYLE_ACCENT);
        paint_text(box.y + 1 + i, box.x + 2, box.width - 4, text, v->active ? selected ? STYLE_SELECTED : STYLE_WARN : STYLE_DIM);
    }
    paint_edge_title(&box, box.y + box.height - 1, "x revoke  X revoke all  esc close", STYLE_NORMAL);
}

void grant_screen_keypress(console *c, int key)
{
    if (c->grants.use == GRANTS_FORM)
        form_key(c, key);
    else
        list_key(c, key);
    arming_key(&c->grants.arming, c->now_us);
}

void grant_screen_draw(console *c)
{
    if (c->grants.use == GRANTS_FORM && c->grants.until == UNTIL_LIST)
        list_form_draw(c);
    else if (c->grants.use == GRANTS_FORM && c->grants.until == UNTIL_LOOP)
        loop_box_draw(c);
    else if (c->grants.use == GRANTS_FORM)
        form_box_draw(c);
    else
        list_box_draw(c);
}
