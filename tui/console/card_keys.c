/* The keys at the card's edge: those that do something now, as many as fit. */

#include "tui/console/keys.h"
#include "tui/console/panes.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

int card_key_draw(int y, int x, int end, const char *key, const char *what, enum style style)
{
    int width = text_width(key) + (*what ? 1 + text_width(what) : 0);
    if (x + width > end)
        return 0;
    paint_format(y, x - 1, width + 2, style, " %s%s%s ", key, *what ? " " : "", what);
    paint_text(y, x, end - x, key, style == STYLE_NORMAL ? STYLE_KEY : style);
    return width + 2;
}

static const char *what_now(const console *c, const struct key_row *row, bool brief)
{
    const struct model *m = c->model;
    if (row->act == ACT_MODULE_EDIT)
        return panes_edited(c) == model_needy(m) ? "fill in" : "correct";
    if (row->act == ACT_PAUSE && model_paused(m))
        return "resume";
    if (row->act == ACT_TAKEOVER && m->taken)
        return "hand back";
    if (row->act == ACT_STOP && model_is_over(m))
        return "leave";
    return brief ? row->brief : row->card;
}

static bool key_shown(const console *c, const struct key_row *row, bool brief)
{
    bool waiting = model_waiting(c->model) && console_live(c) && !c->model->taken;
    if (row->act == ACT_MODULE_EDIT)
        return !waiting && console_live(c) && model_needy(c->model);
    if (asked_begins(c, row->key))
        return false;
    if (row->context == KEY_BOARD || (row->act == ACT_REVOKE_ALL && !grant_book_active(&c->model->grants)))
        return false;
    if (!(brief ? row->brief : row->card) || (row->context == KEY_CARD && !waiting))
        return false;
    bool over = model_is_over(c->model);
    return !(over && (row->act == ACT_PAUSE || row->act == ACT_TAKEOVER)) && !(c->model->taken && row->act == ACT_PAUSE);
}

/* Do the keys that matter fit, written out? `v`, `w`, `g` and `z` may be left out. */
static bool written_out(const console *c, int room)
{
    int used = 0;
    for (gsize i = 0; i < console_key_count && c->layout.wide; i++) {
        const struct key_row *row = &console_keys_table[i];
        g_autofree char *name = key_label(row->key);
        if (row->act != ACT_VIEW && row->act != ACT_WHY && row->act != ACT_GRANT && row->act != ACT_REVOKE_ALL &&
            row->act != ACT_LENS && key_shown(c, row, false))
            used += text_width(name) + 1 + text_width(what_now(c, row, false)) + 2;
    }
    return c->layout.wide && used - 2 <= room;
}

/* How much of the keys is written: KEYS_TINY has one column for the space bar, too. */
enum keys_size { KEYS_WORDS, KEYS_NAMES, KEYS_TINY };

static char *key_name(const struct key_row *row, enum keys_size size)
{
    return row->key == ' ' && size == KEYS_TINY ? g_strdup("␣") : key_label(row->key);
}

/* Of all keys: with the brief words and two columns between, or without words and one between. */
static int keys_width(const console *c, enum keys_size size)
{
    bool words = size == KEYS_WORDS;
    int width = 0;
    for (gsize i = 0; i < console_key_count; i++) {
        const struct key_row *row = &console_keys_table[i];
        g_autofree char *name = key_name(row, size);
        if (key_shown(c, row, true))
            width += text_width(name) + 1 + (words ? text_width(what_now(c, row, true)) + 2 : 0);
    }
    return width - (words ? 2 : 1);
}

static void pick_keys_draw(const console *c, int y, int x, int end)
{
    x += card_key_draw(y, x, end, "enter", "take it", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "esc", "back", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "arrows", "a cell", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "hjkl", "1 px", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "HJKL", "10", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "z", "closer", STYLE_NORMAL);
    if (pick_has_other(c))
        card_key_draw(y, x, end, "t", "other place", STYLE_NORMAL);
}

static void edit_keys_draw(const struct editing *e, int y, int x, int end)
{
    int a_x, a_y;
    bool points = points_get(e->edited, 0, &a_x, &a_y);
    if (points) {
        x += card_key_draw(y, x, end, "hjkl", "1 px", STYLE_NORMAL);
        x += card_key_draw(y, x, end, "HJKL", "10 px", STYLE_NORMAL);
        if (points_get(e->edited, 1, &a_x, &a_y))
            x += card_key_draw(y, x, end, "t", "other point", STYLE_NORMAL);
    }
    x += card_key_draw(y, x, end, "enter", "submit the edit", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "esc", "drop it", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "f", "form", STYLE_NORMAL);
    x += card_key_draw(y, x, end, "E", "$EDITOR", STYLE_NORMAL);
    card_key_draw(y, x, end, "u", "undo", STYLE_NORMAL);
}

/* What was typed in a take-over goes on being pressed after it was. NULL = nothing waits; caller frees. */
static char *drive_waiting(const struct drive *d)
{
    const int n = d->waiting;
    return n > 0 ? g_strdup_printf("%d key%s wait%s to be pressed", n, n == 1 ? "" : "s", n == 1 ? "s" : "") : NULL;
}

void card_keys_draw(const console *c, int y, int x, int end)
{
    g_autofree char *pressing = drive_waiting(&c->drive);
    if (c->drive.on) {
        x += card_key_draw(y, x, end, "ctrl-]", "your keys are the console's again", STYLE_WARN);
        if (pressing)
            paint_text(y, x, end - x, pressing, STYLE_WARN);
        return;
    }
    if (pressing)
        x += card_key_draw(y, x, end, pressing, "", STYLE_WARN);
    if (console_picks(c)) {
        pick_keys_draw(c, y, x, end);
        return;
    }
    if (c->replay.player || c->editing.edited) {
        if (c->replay.player)
            replay_keys_draw(&c->replay, y, x, end);
        else
            edit_keys_draw(&c->editing, y, x, end);
        return;
    }
    if (act_form_comes(c)) { /* the others are dropped */
        x += card_key_draw(y, x, end, "space", "pause", STYLE_NORMAL);
        x += card_key_draw(y, x, end, "q", "stop", STYLE_NORMAL);
        card_key_draw(y, x, end, "F1", "help", STYLE_NORMAL);
        return;
    }
    int help = text_width("? help") + 2; /* always there */
    x += asked_keys_draw(c, y, x, end);
    bool full = false, brief = !written_out(c, end - x), tight = brief && keys_width(c, KEYS_WORDS) > end - x;
    enum keys_size size = tight && keys_width(c, KEYS_NAMES) > end - x ? KEYS_TINY : KEYS_NAMES;
    int words = end - x - keys_width(c, size); /* tight: columns for the words of the first keys, the others go without */
    for (gsize i = 0; i < console_key_count; i++) {
        const struct key_row *row = &console_keys_table[i];
        if (!key_shown(c, row, brief) || (full && row->act != ACT_HELP))
            continue;
        g_autofree char *name = key_name(row, size);
        bool armed = row->act == ACT_APPROVE && arming_armed(&c->arming, c->now_us);
        enum style style = armed ? STYLE_GOOD : row->act == ACT_APPROVE ? STYLE_DIM : STYLE_NORMAL;
        const char *what = what_now(c, row, brief);
        words = text_width(what) < words ? words - text_width(what) - 1 : -1;
        what = tight && words < 0 ? "" : what;
        int used = card_key_draw(y, x, row->act == ACT_HELP || tight ? end : end - help, name, what, style);
        full = full || used == 0;
        x += used - (tight && used);
    }
}

int card_keys_width(const console *c)
{
    return keys_width(c, KEYS_NAMES);
}
