#include "skills/timeline/gestures.h"

#include "skills/timeline/act.h"
#include "skills/timeline/action.h"
#include "skills/timeline/key.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAP_MS 200        /* a press up to that is a tap: `input tap` has no time */
#define LONG_MS 400       /* Android takes a finger that rests so long for a long press */
#define STRUCK_MS 400     /* the same of a key */
#define DOUBLE_MS 300     /* Android's time between the taps of a double tap */
#define DOUBLE_PX 40      /* and about its distance */
#define SWIPE_LEAST_MS 50 /* a faster one may be no swipe */
#define STRAIGHT_PX 8     /* so far a way may be from a line; Android's own slop is about that */
#define SCROLL_PARTS 10   /* of the screen, for a click of the wheel */
#define SCROLL_MS 300
#define BACK "XF86Back"
#define BACK_MODIFIER "Alt_L"
#define BACK_KEY "Left"

static const struct {
    const char *key, *code;
} keycodes[] = {
    {"Return", "KEYCODE_ENTER"},
    {"KP_Enter", "KEYCODE_NUMPAD_ENTER"},
    {"BackSpace", "KEYCODE_DEL"},
    {"Delete", "KEYCODE_FORWARD_DEL"},
    {"Tab", "KEYCODE_TAB"},
    {"space", "KEYCODE_SPACE"},
    {"Escape", "KEYCODE_ESCAPE"},
    {"Up", "KEYCODE_DPAD_UP"},
    {"Down", "KEYCODE_DPAD_DOWN"},
    {"Left", "KEYCODE_DPAD_LEFT"},
    {"Right", "KEYCODE_DPAD_RIGHT"},
    {"Home", "KEYCODE_MOVE_HOME"},
    {"End", "KEYCODE_MOVE_END"},
    {"Page_Up", "KEYCODE_PAGE_UP"},
    {"Page_Down", "KEYCODE_PAGE_DOWN"},
    {"Insert", "KEYCODE_INSERT"},
    {"Menu", "KEYCODE_MENU"},
    {"XF86Back", "KEYCODE_BACK"},
    {"XF86HomePage", "KEYCODE_HOME"},
    {"XF86TaskPane", "KEYCODE_APP_SWITCH"},
    {"XF86Search", "KEYCODE_SEARCH"},
    {"XF86AudioRaiseVolume", "KEYCODE_VOLUME_UP"},
    {"XF86AudioLowerVolume", "KEYCODE_VOLUME_DOWN"},
    {"XF86AudioMute", "KEYCODE_VOLUME_MUTE"},
    {"XF86AudioPlay", "KEYCODE_MEDIA_PLAY_PAUSE"},
    {"XF86WakeUp", "KEYCODE_WAKEUP"},
};

static const char letters[] =
    "KEYCODE_A\0KEYCODE_B\0KEYCODE_C\0KEYCODE_D\0KEYCODE_E\0KEYCODE_F\0KEYCODE_G\0KEYCODE_H\0KEYCODE_I\0"
    "KEYCODE_J\0KEYCODE_K\0KEYCODE_L\0KEYCODE_M\0KEYCODE_N\0KEYCODE_O\0KEYCODE_P\0KEYCODE_Q\0KEYCODE_R\0"
    "KEYCODE_S\0KEYCODE_T\0KEYCODE_U\0KEYCODE_V\0KEYCODE_W\0KEYCODE_X\0KEYCODE_Y\0KEYCODE_Z";
static const char digits[] = "KEYCODE_0\0KEYCODE_1\0KEYCODE_2\0KEYCODE_3\0KEYCODE_4\0KEYCODE_5\0KEYCODE_6\0KEYCODE_7\0KEYCODE_8\0"
                             "KEYCODE_9";

const char *gestures_keycode(const char *key)
{
    for (gsize i = 0; i < G_N_ELEMENTS(keycodes); i++)
        if (g_str_equal(keycodes[i].key, key))
            return keycodes[i].code;
    if (key[0] == '\0' || key[1] != '\0')
        return NULL;
    if (g_ascii_islower(key[0]))
        return letters + (key[0] - 'a') * (gsize)sizeof "KEYCODE_A";
    return g_ascii_isdigit(key[0]) ? digits + (key[0] - '0') * (gsize)sizeof "KEYCODE_0" : NULL;
}

G_GNUC_PRINTF(2, 3) static bool cannot(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, why);
    return false;
}

static bool key_fits(const char *key, GError **error)
{
    return gestures_keycode(key) || cannot(error, "the phone has no key %s (a sign can be typed as a text)", key);
}

static bool text_fits(const char *text, GError **error)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        char shown[8] = {0};
        g_unichar_to_utf8(c, shown);
        if (c >= 0x7f)
            return cannot(error, "the phone's `input text` types ASCII only, and no %s (U+%04X)",
                          g_unichar_isprint(c) ? shown : "sign", c);
        if (c < 0x20)
            return cannot(error, "the phone's `input text` cannot type the control character U+%04X", c);
    }
    return true;
}

bool gestures_fit(const struct timeline_event *e, guint i, int width, int height, GError **error)
{
    bool from = e->x >= 0 && e->y >= 0 && e->x < width && e->y < height;
    bool to = e->to_x >= 0 && e->to_y >= 0 && e->to_x < width && e->to_y < height;
    switch (e->type) {
    case TIMELINE_GESTURE:
        return (from && to) || cannot(error, "event %u leaves the screen of %d×%d", i, width, height);
    case TIMELINE_KEY_DOWN:
        if (e->hold_ms)
            return cannot(error, "event %u holds a key, and nothing can be held on the phone", i);
        G_GNUC_FALLTHROUGH;
    case TIMELINE_KEY_UP:
        return key_fits(e->key, error);
    case TIMELINE_TEXT:
        return !e->paste ? text_fits(e->text, error)
                         : cannot(error, "event %u pastes, and the phone's clipboard is out of reach", i);
    case TIMELINE_WAIT:
        return true;
    case TIMELINE_BUTTON_DOWN:
    case TIMELINE_BUTTON_UP:
    case TIMELINE_MOVE:
    case TIMELINE_SCROLL:
    case TIMELINE_LOOP:
        break;
    case TIMELINE_ACT:
        return act_event_fits(e, i, false, error);
    case TIMELINE_TYPE_COUNT:
        break;
    }
    return cannot(error, "event %u (%s) is for a pointer, and the phone has none", i, timeline_type_name(e->type));
}

/* ---- folding ---- */

struct fold {
    timeline *out;               /* owned */
    struct timeline_place place; /* its pointer is where the finger, or the next one, is */
    bool placed;
    bool loose; /* the pointer was moved, and nothing was done there */
    bool down;
    struct {
        gint64 at_ms, until_ms; /* until: the hand would let go of it; 0 = an event does */
        gint64 moved_ms;        /* the first move's; -1 = none */
        GArray *way;            /* int pairs, after the first place */
        int x, y;
    } press;
    const char *key;
    gint64 key_ms, key_until_ms;
    bool back;         /* the key is BACK, and ends with BACK_KEY */
    gint64 tap_end_ms; /* of the last tap */
    int tap_x, tap_y;
    bool tapped;
};

static bool put(struct fold *f, struct timeline_event e, GError **error)
{
    return timeline_add(f->out, e, error);
}

static int way_at(const struct fold *f, guint i)
{
    return g_array_index(f->press.way, int, i);
}

/* A way that goes on along one line. */
static bool is_straight(const struct fold *f, int dx, int dy)
{
    double length = hypot(dx, dy), along = 0;
    for (guint i = 0; i + 1 < f->press.way->len; i += 2) {
        int x = way_at(f, i) - f->press.x, y = way_at(f, i + 1) - f->press.y;
        double aside = fabs((double)x * dy - (double)y * dx) / length, next = ((double)x * dx + (double)y * dy) / length;
        if (aside > STRAIGHT_PX || next < along - STRAIGHT_PX)
            return false;
        along = MAX(along, next);
    }
    return true;
}

static bool end_tap(struct fold *f, gint64 at_ms, GError **error)
{
    bool there = abs(f->press.x - f->tap_x) <= DOUBLE_PX && abs(f->press.y - f->tap_y) <= DOUBLE_PX;
    if (f->tapped && there && f->press.at_ms - f->tap_end_ms < DOUBLE_MS)
        return cannot(error, "a double tap cannot be done over adb, where each tap takes longer than its %d ms", DOUBLE_MS);
    f->tapped = true;
    f->tap_end_ms = at_ms;
    f->tap_x = f->press.x;
    f->tap_y = f->press.y;
    return put(f,
               (struct timeline_event){.type = TIMELINE_GESTURE,
                                       .at_ms = f->press.at_ms,
                                       .x = f->press.x,
                                       .y = f->press.y,
                                       .to_x = f->press.x,
                                       .to_y = f->press.y},
               error);
}

static bool end_press(struct fold *f, gint64 at_ms, GError **error)
{
    const guint n = f->press.way->len;
    int x = n ? way_at(f, n - 2) : f->press.x, y = n ? way_at(f, n - 1) : f->press.y;
    gint64 ms = at_ms - f->press.at_ms;
    bool moved = false;
    for (guint i = 0; i + 1 < n; i += 2)
        moved = moved || way_at(f, i) != f->press.x || way_at(f, i + 1) != f->press.y;
    f->down = f->loose = false;
    if (!moved && ms <= TAP_MS)
        return end_tap(f, at_ms, error);
    if (moved && f->press.moved_ms - f->press.at_ms >= LONG_MS)
        return cannot(error, "a long press that then moves cannot be done over adb (a swipe begins at once)");
    if (moved && ((x == f->press.x && y == f->press.y) || !is_straight(f, x - f->press.x, y - f->press.y)))
        return cannot(error, "a way that is not one straight line cannot be done over adb");
    return put(f,
               (struct timeline_event){.type = TIMELINE_GESTURE,
                                       .at_ms = f->press.at_ms,
                                       .x = f->press.x,
                                       .y = f->press.y,
                                       .to_x = x,
                                       .to_y = y,
                                       .duration_ms = moved ? MAX(ms, SWIPE_LEAST_MS) : ms},
               error);
}

static bool strike(struct fold *f, const char *key, gint64 at_ms, GError **error)
{
    const char *code = gestures_keycode(key);
    return key_fits(key, error) &&
           put(f, (struct timeline_event){.type = TIMELINE_KEY_DOWN, .at_ms = at_ms, .key = key, .keycode = code}, error) &&
           put(f, (struct timeline_event){.type = TIMELINE_KEY_UP, .at_ms = at_ms, .key = key, .keycode = code}, error);
}

static bool end_key(struct fold *f, gint64 at_ms, GError **error)
{
    const char *key = g_steal_pointer(&f->key);
    f->back = false;
    if (at_ms - f->key_ms > STRUCK_MS)
        return cannot(error, "the key %s cannot be held over adb, only struck", key);
    return strike(f, key, f->key_ms, error);
}

/* What the hand would have let go of by then. */
static bool expire(struct fold *f, gint64 at_ms, GError **error)
{
    if (f->down && f->press.until_ms && at_ms >= f->press.until_ms && !end_press(f, f->press.until_ms, error))
        return false;
    return !f->key || !f->key_until_ms || at_ms < f->key_until_ms || end_key(f, f->key_until_ms, error);
}

static bool alone(const struct fold *f, const char *what, GError **error)
{
    if (f->key)
        return cannot(error, "%s while the key %s is down cannot be done over adb: keys are struck one by one", what, f->key);
    return !f->down || cannot(error, "%s while a finger is down cannot be done over adb", what);
}

static bool on_screen(const struct fold *f, int x, int y, GError **error)
{
    const struct timeline_place *p = &f->place;
    return (x >= 0 && y >= 0 && x < p->width && y < p->height) ||
           cannot(error, "%d,%d is not on the screen of %d×%d", x, y, p->width, p->height);
}

static bool fold_move(struct fold *f, const struct timeline_event *e, GError **error)
{
    int x = 0, y = 0;
    if (e->origin == ORIGIN_RELATIVE && !f->placed)
        return cannot(error, "the phone has no pointer to move from: name a point");
    if (!timeline_move_point(e, &f->place, &x, &y))
        return cannot(error, "a point of the window is named, and the phone tells of none");
    if (!on_screen(f, x, y, error))
        return false;
    f->place.pointer_x = x;
    f->place.pointer_y = y;
    f->placed = true;
    f->loose = f->loose || !f->down;
    if (!f->down)
        return true;
    f->press.moved_ms = f->press.moved_ms < 0 ? e->at_ms : f->press.moved_ms;
    g_array_append_val(f->press.way, x);
    g_array_append_val(f->press.way, y);
    return true;
}

static bool fold_down(struct fold *f, const struct timeline_event *e, GError **error)
{
    if (f->down)
        return cannot(error, "two fingers at a time (a pinch, a turn) cannot be done over adb: `input` has one");
    if (!alone(f, "a tap", error))
        return false;
    if (e->button != BUTTON_LEFT)
        return cannot(error, "a finger is the left button, and there is no %s one (what a right click opens, a long press may)",
                      button_name(e->button));
    if (!f->placed)
        return cannot(error, "the phone has no pointer: name the point that is to be pressed");
    f->down = true;
    f->press.at_ms = e->at_ms;
    f->press.until_ms = e->hold_ms ? e->at_ms + e->hold_ms : 0;
    f->press.moved_ms = -1;
    f->press.x = f->place.pointer_x;
    f->press.y = f->place.pointer_y;
    g_array_set_size(f->press.way, 0);
    return true;
}

static bool fold_scroll(struct fold *f, const struct timeline_event *e, GError **error)
{
    const struct timeline_place *p = &f->place;
    int x = f->placed ? p->pointer_x : p->width / 2, y = f->placed ? p->pointer_y : p->height / 2;
    int to_x = CLAMP(x - e->dx * (p->width / SCROLL_PARTS), 0, p->width - 1);
    int to_y = CLAMP(y - e->dy * (p->height / SCROLL_PARTS), 0, p->height - 1);
    f->loose = false;
    if (e->dx == 0 && e->dy == 0)
        return true;
    if (to_x == x && to_y == y)
        return cannot(error, "there is no room for a swipe from %d,%d", x, y);
    return put(
        f,
        (struct timeline_event){
            .type = TIMELINE_GESTURE, .at_ms = e->at_ms, .x = x, .y = y, .to_x = to_x, .to_y = to_y, .duration_ms = SCROLL_MS},
        error);
}

static bool fold_text(struct fold *f, const struct timeline_event *e, GError **error)
{
    for (const char *at = e->text; *at;) {
        gsize length = strcspn(at, "\n\t");
        if (length) {
            char *part = g_strndup(at, length);
            if (!text_fits(part, error)) {
                g_free(part);
                return false;
            }
            if (!put(f, (struct timeline_event){.type = TIMELINE_TEXT, .at_ms = e->at_ms, .text = part}, error))
                return false;
        }
        at += length;
        if (*at && !strike(f, *at == '\n' ? "Return" : "Tab", e->at_ms, error))
            return false;
        at += *at != '\0';
    }
    return true;
}

static bool fold_key(struct fold *f, const struct timeline_event *e, GError **error)
{
    if (f->key && g_str_equal(f->key, BACK_MODIFIER) && g_str_equal(e->key, BACK_KEY)) {
        f->key = BACK;
        f->back = true;
        return true;
    }
    if (!alone(f, "a key", error))
        return false;
    f->key = e->key;
    f->key_ms = e->at_ms;
    f->key_until_ms = e->hold_ms ? e->at_ms + e->hold_ms : 0;
    return true;
}

static bool fold_event(struct fold *f, const struct timeline_event *e, GError **error)
{
    if (!expire(f, e->at_ms, error))
        return false;
    switch (e->type) {
    case TIMELINE_MOVE:
        return fold_move(f, e, error);
    case TIMELINE_BUTTON_DOWN:
        return fold_down(f, e, error);
    case TIMELINE_BUTTON_UP:
        return !f->down || e->button != BUTTON_LEFT || end_press(f, e->at_ms, error);
    case TIMELINE_SCROLL:
        return alone(f, "a swipe", error) && fold_scroll(f, e, error);
    case TIMELINE_KEY_DOWN:
        return fold_key(f, e, error);
    case TIMELINE_KEY_UP:
        return !f->key || !g_str_equal(f->back ? BACK_KEY : f->key, e->key) || end_key(f, e->at_ms, error);
    case TIMELINE_TEXT:
        return alone(f, "a text", error) && fold_text(f, e, error);
    case TIMELINE_WAIT:
        return f->down || f->key ||
               put(f,
                   (struct timeline_event){
                       .type = TIMELINE_WAIT, .at_ms = e->at_ms, .duration_ms = e->duration_ms, .text = g_strdup(e->text)},
                   error);
    case TIMELINE_GESTURE:
        return alone(f, "a gesture", error) && on_screen(f, e->x, e->y, error) && on_screen(f, e->to_x, e->to_y, error) &&
               put(f, *e, error);
    case TIMELINE_LOOP:
        return cannot(error, "a loop that looks at the screen is too slow over adb: a look takes a tenth of a second or more");
    case TIMELINE_ACT:
        return act_event_fits(e, 0, false, error);
    case TIMELINE_TYPE_COUNT:
        break;
    }
    return true;
}

static bool fold_end(struct fold *f, GError **error)
{
    if (!expire(f, G_MAXINT64, error))
        return false;
    if (f->down)
        return cannot(error, "a finger would stay down, and nothing can be held over adb");
    if (f->key)
        return cannot(error, "the key %s would stay down, and nothing can be held over adb", f->key);
    return !f->loose || cannot(error, "the phone has no pointer that could be moved or rest somewhere");
}

timeline *gestures_fold(const timeline *t, const struct timeline_place *place, GError **error)
{
    struct fold f = {.out = timeline_new(), .place = *place};
    f.press.way = g_array_new(FALSE, FALSE, sizeof(int));
    bool ok = true;
    for (guint i = 0; ok && i < t->events->len; i++)
        ok = fold_event(&f, &g_array_index(t->events, struct timeline_event, i), error);
    ok = ok && fold_end(&f, error);
    g_array_unref(f.press.way);
    if (!ok)
        g_clear_pointer(&f.out, timeline_free);
    return f.out;
}
