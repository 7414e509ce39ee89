/* `g`: putting a grant together; `G`: those that there are. Both stand at the bottom, off the card where there is room. */

#include "engine/gate/grants.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

enum form_field { FIELD_UNTIL, FIELD_VALUE, FIELD_TIER, FIELD_COUNT };

static const gint64 values_max[] = {[UNTIL_COUNT] = GRANT_COUNT_MAX, [UNTIL_SECONDS] = GRANT_SECONDS_MAX, [UNTIL_WINDOW] = 0};

void grant_screen_close(struct grant_screen *g)
{
    g->use = GRANTS_CLOSED;
}

void grant_screen_open_form(console *c)
{
    const event *e = model_waiting(c->model)->proposal;
    int highest = CLAMP(e->judged.tier, 0, GRANT_TIER_MAX);
    c->grants = (struct grant_screen){.use = GRANTS_FORM, .proposal = e->id, .tier_max = highest, .tier = highest};
    c->grants.values[UNTIL_COUNT] = 5;
    c->grants.values[UNTIL_SECONDS] = 60;
    arming_init(&c->grants.arming, c->options.arm_ms);
    arming_set_readable(&c->grants.arming, true, c->now_us);
    arming_reset(&c->grants.arming, c->now_us);
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

/* ---- the form ---- */

static void give(console *c)
{
    struct grant_screen *g = &c->grants;
    if (!arming_armed(&g->arming, c->now_us)) {
        console_say(c, STYLE_WARN, "not granted: y counts after %d ms without a key", c->options.arm_ms);
        return;
    }
    if (g->until != UNTIL_WINDOW && g->values[g->until] < 1) {
        console_say(c, STYLE_WARN, "not granted: it needs a number of %s", g->until == UNTIL_COUNT ? "actions" : "seconds");
        return;
    }
    command *cmd = command_new(COMMAND_GRANT);
    cmd->until = g_strdup(grant_book_until_name(g->until));
    cmd->value = g->values[g->until];
    cmd->tier = g->tier;
    console_send(c, cmd);
    grant_screen_close(&c->grants);
    console_say(c, STYLE_WARN, "grant asked for; this proposal still needs its y");
}

static void change(struct grant_screen *g, int by)
{
    if (g->field == FIELD_UNTIL)
        g->until = (enum until)(((int)g->until + by + UNTIL_N) % UNTIL_N);
    else if (g->field == FIELD_VALUE)
        g->values[g->until] = CLAMP(g->values[g->until] + by * (g->until == UNTIL_SECONDS ? 30 : 1), 0, values_max[g->until]);
    else
        g->tier = CLAMP(g->tier + by, 0, g->tier_max);
}

static void form_key(console *c, int key)
{
    struct grant_screen *g = &c->grants;
    if (key == 'y')
        give(c);
    else if (key == K_ESC || key == 'q' || key == 'g' || key == 'n')
        grant_screen_close(&c->grants);
    else if (key == K_UP || key == K_BACK_TAB || key == 'k')
        g->field = (g->field + FIELD_COUNT - 1) % FIELD_COUNT;
    else if (key == K_DOWN || key == K_TAB || key == 'j')
        g->field = (g->field + 1) % FIELD_COUNT;
    else if (key == K_LEFT || key == 'h' || key == '-')
        change(g, -1);
    else if (key == K_RIGHT || key == 'l' || key == '+')
        change(g, 1);
    else if (g->until != UNTIL_WINDOW && key >= '0' && key <= '9')
        g->values[g->until] = MIN(g->values[g->until] * 10 + key - '0', values_max[g->until]), g->field = FIELD_VALUE;
    else if (g->until != UNTIL_WINDOW && key == K_BACKSPACE)
        g->values[g->until] /= 10, g->field = FIELD_VALUE;
    else if (key == K_ENTER)
        console_say(c, STYLE_WARN, "Enter does not grant; y does");
}

static const char *tiers_text(int tier)
{
    static const char *const words[] = {"0: looking", "0-1: looking, reversible",
                                        "0-2: also consequential (Enter, drag, close, new window, unknown)"};
    return words[CLAMP(tier, 0, GRANT_TIER_MAX)];
}

static void field_draw(const struct grant_screen *g, const struct rect *box, int row, enum form_field field, const char *label,
                       const char *text)
{
    bool active = g->field == (int)field;
    enum style style = active ? STYLE_SELECTED : STYLE_NORMAL;
    paint_text(box->y + row, box->x + 2, 7, label, STYLE_ACCENT);
    paint_format(box->y + row, box->x + 9, box->width - 11, style, active ? "‹ %s ›" : "  %s", text);
}

static struct rect box_of(const struct layout *l, int rows)
{
    int bottom = l->wide ? l->card.y : l->height - 1; /* off the card where there is room */
    int height = MIN(rows + 2, l->height - 2);
    struct rect box = {l->wide ? 2 : 0, MAX(1, bottom - height), MIN(84, l->width - (l->wide ? 4 : 0)), height};
    paint_fill(&box, STYLE_NORMAL);
    return box;
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
    bool armed = arming_armed(&g->arming, c->now_us);
    paint_edge_title(&box, box.y + box.height - 1,
                     armed ? "y give it  arrows, digits change  esc close" : "arming…  arrows, digits change  esc close",
                     armed ? STYLE_GOOD : STYLE_WARN);
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
    if (c->grants.use == GRANTS_FORM)
        form_box_draw(c);
    else
        list_box_draw(c);
}
