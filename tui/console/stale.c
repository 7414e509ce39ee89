/* The STALE card: what had been decided on beside what was found in its place. It goes with the next key or proposal. */

#include "tui/console/keys.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define ENLARGE 3
#define BRIEF_COLUMNS 66 /* two lines of the smallest card, with what stands around it; three where the numbers are long */

/* Cuts off from `words` on, if they are there. */
static bool cut_at(GString *text, const char *words)
{
    const char *at = strstr(text->str, words);
    if (at)
        g_string_truncate(text, (gsize)(at - text->str));
    return at != NULL;
}

static void erase(GString *text, const char *from, const char *to)
{
    g_string_erase(text, from - text->str, to - from);
}

/* " (1406 pixels, by up to 67 of 255 levels)" */
static void cut_numbers(GString *text)
{
    char *of = strstr(text->str, ", by up to "), *from;
    of = of ? of : strstr(text->str, " px, most ");
    from = of ? g_strrstr_len(text->str, of - text->str, " (") : NULL;
    if (from && strchr(of, ')'))
        erase(text, from, strchr(of, ')') + 1);
}

char *stale_reason(const char *reason)
{
    g_autoptr(GString) text = g_string_new(reason);
    char *advice = strstr(text->str, "[ignore NAME]");
    while (advice && advice > text->str && !strchr(",;:", *advice))
        advice--;
    if (advice)
        g_string_truncate(text, (gsize)(advice - text->str));
    cut_at(text, ": ask again with the pointer there"); /* as it is done */
    cut_numbers(text);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Bytes of "was "A", is now "B"" at its beginning; 0 = the label is the same. */
static gsize labels_length(const char *reason)
{
    bool quoted = false;
    if (!g_str_has_prefix(reason, "was "))
        return 0;
    for (const char *p = reason; *p; p++) {
        quoted ^= *p == '"';
        if (!quoted && g_str_has_prefix(p, ": "))
            return (gsize)(p - reason);
    }
    return 0;
}

/* "the window "A" has become "B"" in so many columns: what tells the names apart stays. */
static void shorten_names(GString *text, int columns)
{
    static const char *const between[] = {"\" has become \"", "\", not \"", "\", is now \""};
    const char *first = strchr(text->str, '"'), *last = strrchr(text->str, '"'), *joint = NULL;
    gsize length = 0;
    for (gsize i = 0; first && !joint && i < G_N_ELEMENTS(between); i++) {
        joint = strstr(first + 1, between[i]);
        length = strlen(between[i]);
    }
    if (!joint || joint + length > last || text_width(text->str) <= columns)
        return;
    g_autofree char *a = g_strndup(first + 1, (gsize)(joint - first - 1)),
                    *b = g_strndup(joint + length, (gsize)(last - joint) - length);
    int room = columns - (text_width(text->str) - text_width(a) - text_width(b));
    g_autofree char *short_a = NULL, *short_b = NULL;
    text_fit_two(a, b, room, &short_a, &short_b);
    g_autofree char *words =
        g_strdup_printf("%.*s%s%.*s%s%s", (int)(first + 1 - text->str), text->str, short_a, (int)length, joint, short_b, last);
    g_string_assign(text, words);
}

char *stale_brief(const char *reason)
{
    static const char changed[] = " has changed at ";
    static const struct {
        const char *words, *by;
    } shorter[] = {{"; it came after the last key, click or move of the pointer, and is at rest now", ""},
                   {"; it changes faster than it can be checked: it was not as approved for long enough to be pressed",
                    "; too fast to check"},
                   {"since the plan was made, ", ""},
                   {"another window of the target's program changed", "another window changed"},
                   {"target's window changed", "window changed"},
                   {": something has come", ": something came"},
                   {": something has gone", ": something went"},
                   {": an area has another colour", ": another colour"},
                   {": text or a drawing is another", ": other text or drawing"},
                   {": text or lines came, went or moved", ": other text or lines"},
                   {": an icon of a menu came or went", ": a menu's icon came or went"}};
    g_autofree char *words = stale_reason(reason);
    g_autoptr(GString) text = g_string_new(words);
    gsize labels = labels_length(words);
    bool way = cut_at(text, "; it changes by itself: A on the card");
    if (labels) /* that it has changed goes without saying */
        g_string_truncate(text, labels);
    cut_at(text, "; it follows the pointer");
    char *at = strstr(text->str, changed), *start = at; /* "nothing was pressed: while the pointer was on its way, the target" */
    while (start && start > text->str && !strchr(",:", start[-1]))
        start--;
    char *size = at ? strstr(at, " px:") : NULL, *comma = size ? g_strrstr_len(at, size - at, ", ") : NULL;
    if (comma) { /* from behind: the places before stay */
        erase(text, size, size + strlen(" px"));
        erase(text, comma, comma + 1);
    }
    if (at) {
        start += *start == ' ';
        start += g_str_has_prefix(start, "the ") ? strlen("the ") : 0;
        erase(text, at, at + strlen(" has"));
        erase(text, text->str, start);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(shorter); i++)
        g_string_replace(text, shorter[i].words, shorter[i].by, 1);
    shorten_names(text, BRIEF_COLUMNS);
    g_autofree char *fit = text_fit(text->str, BRIEF_COLUMNS);
    return g_strconcat(fit, way ? "; A leaves it out" : "", NULL);
}

void stale_open(console *c)
{
    if (c->drive.on) /* the engine says what was not done, and the keys are not the console's */
        return;
    c->stale = (struct stale_card){.open = c->model->stale.id != 0, .blink_us = c->now_us};
    if (!c->stale.open)
        console_say(c, STYLE_NORMAL, "nothing has gone stale in this run");
}

void stale_say(console *c)
{
    g_autofree char *why = stale_brief(c->model->stale.reason); /* one line; the log has all of it */
    console_say(c, STYLE_BAD, "STALE, nothing was fired: %s (b shows it again)", why);
}

void stale_close(struct stale_card *s)
{
    s->open = false;
}

bool stale_keypress(console *c, int key)
{
    if (lens_keypress(c, key))
        return true;
    if (key == 'b') {
        c->stale.blink = !c->stale.blink;
        c->stale.after = false;
        c->stale.blink_us = c->now_us;
        return true;
    }
    stale_close(&c->stale);
    const struct key_row *row = key_find(key);
    bool decides = row && row->context == KEY_CARD && model_waiting(c->model); /* not on a card that could not be seen */
    return decides || key == K_ESC || key == K_ENTER;
}

void stale_tick(console *c)
{
    if (!c->stale.open || !c->stale.blink || c->now_us - c->stale.blink_us < BLINK_US)
        return;
    c->stale.after = !c->stale.after;
    c->stale.blink_us = c->now_us;
    c->dirty = true;
}

static char *picture_id(const struct stale *s, const char *path)
{
    return g_strdup_printf("stale %d %s", s->id, path); /* a path may be drawn over by a later picture */
}

static bool inside(const struct pixel_rect *r, const struct pixel_rect *of)
{
    return r->x >= of->x && r->y >= of->y && r->x + r->width <= of->x + of->width && r->y + r->height <= of->y + of->height;
}

/* The pixels to show in columns × rows cells: around the target; all of the screen when what changed is not there. */
static struct pixel_rect part_of(thumbnails *t, const struct stale *s, int columns, int rows)
{
    struct pixel_rect all = {0, 0, s->width, s->height, s->width, s->height}, changed[8], r = all;
    if (s->width <= 0 || s->height <= 0 || columns <= 0 || rows <= 0)
        return all;
    double pixels =
        thumbnails_enlarged(t, MAX((double)s->width / columns, (double)s->height / (rows * 2)) / ENLARGE); /* a column */
    g_autofree char *before = s->before ? picture_id(s, s->before) : NULL, *after = s->after ? picture_id(s, s->after) : NULL;
    int n = before && after ? thumbnails_changed(t, before, s->before, after, s->after, changed, G_N_ELEMENTS(changed)) : 0;
    int x = s->x >= 0 ? s->x : n ? changed[0].x + changed[0].width / 2 : s->width / 2;
    int y = s->x >= 0 ? s->y : n ? changed[0].y + changed[0].height / 2 : s->height / 2;
    r.width = CLAMP((int)(columns * pixels), 1, s->width);
    r.height = CLAMP((int)(rows * 2 * pixels), 1, s->height);
    r.x = CLAMP(x - r.width / 2, 0, s->width - r.width);
    r.y = CLAMP(y - r.height / 2, 0, s->height - r.height);
    if ((s->x < 0 && n == 0) || s->x >= s->width || s->y >= s->height)
        return all;
    for (int i = 0; i < n; i++) {
        if (inside(&changed[i], &r))
            return r;
    }
    return n ? all : r;
}

/* One picture under its label. */
static void side_draw(console *c, const struct rect *r, const char *label, enum style style, const char *path)
{
    const struct stale *s = &c->model->stale;
    paint_text(r->y, r->x, r->width, label, style);
    g_autofree char *id = path ? picture_id(s, path) : NULL;
    struct rect below = {r->x, r->y + 1, r->width, r->height - 1};
    const int point[] = {s->x, s->y};
    const struct pixel_rect part = part_of(c->thumbnails, s, r->width, r->height - 1);
    const struct shown shown = {.id = id, .path = path, .part = part, .point = s->x >= 0 ? point : NULL};
    if (c->lens.look)
        shown_with_lens(c, &below, &shown);
    else
        shown_draw(c, &below, &shown);
}

void stale_draw(console *c)
{
    const struct stale *s = &c->model->stale;
    int bottom = c->layout.wide && !c->lens.look ? c->layout.card.y : c->layout.height - 1;
    struct rect box = {0, 1, c->layout.width, bottom - 1};
    int width = box.width - 4, y = box.y + 1;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *reason = stale_reason(s->reason);
    text_wrap(lines, reason, width);
    paint_fill(&box, STYLE_NORMAL);
    g_autofree char *title = g_strdup_printf("STALE proposal %d: nothing was fired", s->id);
    paint_box(&box, title, STYLE_BORDER_ALERT);
    for (guint i = 0; i < MIN(lines->len, 2); i++)
        paint_text(y++, 2, width, g_ptr_array_index(lines, i), STYLE_BAD);
    paint_text(y++, 2, width, s->what, STYLE_BOLD);
    struct rect left = {2, y, (width - 2) / 2, box.y + box.height - 1 - y}, right = left;
    right.x += left.width + 2;
    if (c->stale.blink) {
        left.width = width;
        side_draw(c, &left, c->stale.after ? "as found" : "as approved", c->stale.after ? STYLE_BAD : STYLE_ACCENT,
                  c->stale.after ? s->after : s->before);
    } else {
        side_draw(c, &left, "as approved", STYLE_ACCENT, s->before);
        side_draw(c, &right, "as found", STYLE_BAD, s->after);
    }
    paint_edge_title(&box, box.y + box.height - 1,
                     c->lens.look     ? "z closer, then back  + - arrows  b blink"
                     : c->stale.blink ? "b side by side  z zoom  any other key closes"
                                      : "b blink  z zoom  any other key closes",
                     STYLE_NORMAL);
}
