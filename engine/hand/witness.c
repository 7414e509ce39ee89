#include "engine/hand/witness.h"

#include "engine/display/display_port.h"
#include "engine/display/own_windows.h"
#include "engine/hand/foreign_input.h"
#include "engine/hand/gesture.h"
#include "engine/hand/keymap.h"

#include "skills/timeline/key.h"

#include <X11/XKBlib.h>
#include <X11/keysym.h>

#define KEYCODES 256
#define DEAD_FIRST 0xfe50 /* keysyms that change the next one */
#define DEAD_LAST 0xfe93
#define NAMED_FIRST 0xfe00 /* keys that have a name and no letter */
#define NAMED_LAST 0xffff
#define VENDORS 0x10000000 /* XF86AudioPlay and the like */

enum modifier { WITNESS_CTRL, WITNESS_ALT, WITNESS_SUPER, WITNESS_SHIFT, WITNESS_MODIFIERS };
static const char *const modifier_words[] = {"ctrl", "alt", "super", "shift"};

struct witness {
    Display *dpy;
    const keymap *map;
    own_windows *own;
    foreign_input *input;
    struct display_port display;
    GArray *pids; /* gint64; NULL = it does not watch */
    gesture_reader *reader;
    bool down[KEYCODES]; /* modifier keys, in the order of the events: the server's own state may be of a later moment */
};

witness *witness_new(Display *dpy, const keymap *map, own_windows *own, foreign_input *input, const struct display_port *display)
{
    witness *w = g_new0(witness, 1);
    w->dpy = dpy;
    w->map = map;
    w->own = own;
    w->input = input;
    w->display = *display;
    w->reader = gesture_reader_new();
    return w;
}

void witness_free(witness *w)
{
    if (!w)
        return;
    witness_watch(w, NULL);
    gesture_reader_free(w->reader);
    g_free(w);
}

static bool is_watched(const witness *w, gint64 window)
{
    gint64 pid = window ? w->display.owner(w->display.data, window) : 0;
    for (guint i = 0; i < w->pids->len; i++)
        if (g_array_index(w->pids, gint64, i) == pid)
            return true;
    return w->pids->len == 0;
}

/* ---- keys ---- */

static KeySym keysym_of(const witness *w, int code, guint8 mods)
{
    XkbStateRec state = {0};
    KeySym sym = NoSymbol;
    unsigned used;
    XkbGetState(w->dpy, XkbUseCoreKbd, &state);
    XkbLookupKeySym(w->dpy, (KeyCode)code, XkbBuildCoreState(mods | (unsigned)state.locked_mods, state.group), &used, &sym);
    return sym;
}

/* Which of the four words a modifier key is for; WITNESS_MODIFIERS = none. */
static enum modifier word_of(const char *name)
{
    static const char *const names[] = {"Control_", "Alt_", "Super_", "Shift_"};
    enum modifier m = WITNESS_CTRL;
    while (m < WITNESS_MODIFIERS && !g_str_has_prefix(name, names[m]))
        m++;
    return m;
}

static guint8 modifiers(const witness *w, bool ret_words[WITNESS_MODIFIERS])
{
    guint8 all = 0, one = 0;
    for (int code = 0; code < KEYCODES; code++) {
        const char *name = w->down[code] ? key_name(keymap_meaning(w->map, code)) : NULL;
        enum modifier m = name ? word_of(name) : WITNESS_MODIFIERS;
        if (w->down[code] && keymap_modifier(w->map, code, &one))
            all |= one;
        if (m < WITNESS_MODIFIERS)
            ret_words[m] = true;
    }
    return all;
}

static bool has_no_letter(KeySym sym, gunichar letter)
{
    bool dead = sym >= DEAD_FIRST && sym <= DEAD_LAST;
    return letter < ' ' && !dead && ((sym >= NAMED_FIRST && sym <= NAMED_LAST) || sym >= VENDORS);
}

static void read_key(const witness *w, struct gesture_input *in)
{
    bool words[WITNESS_MODIFIERS] = {false};
    guint8 mods = modifiers(w, words);
    KeySym sym = keysym_of(w, in->detail, mods);
    const char *name = key_name((guint32)sym);
    gunichar letter = name ? key_char(name) : 0;
    bool chord = words[WITNESS_CTRL] || words[WITNESS_ALT] || words[WITNESS_SUPER];
    in->types = !chord && !has_no_letter(sym, letter);
    in->letter = in->types && letter >= ' ' && letter != 0x7f ? letter : 0;
    const char *plain = key_name(keymap_meaning(w->map, in->detail));
    g_autoptr(GString) text = g_string_new(NULL);
    for (enum modifier m = WITNESS_CTRL; m < WITNESS_MODIFIERS; m++)
        if (words[m] && !in->types)
            g_string_append_printf(text, "%s+", modifier_words[m]);
    g_string_append(text, plain ? plain : name ? name : "VoidSymbol");
    g_strlcpy(in->name, text->str, sizeof in->name);
}

/* ---- events ---- */

static void take_key(witness *w, struct gesture_input *in)
{
    const char *name = key_name(keymap_meaning(w->map, in->detail));
    if (in->detail < 0 || in->detail >= KEYCODES)
        return;
    if (name && key_is_modifier(name)) {
        w->down[in->detail] = in->down;
        return;
    }
    in->window = in->down ? w->display.focus(w->display.data, NULL) : 0;
    if (!in->down || own_windows_focused(w->own) || !is_watched(w, in->window))
        return;
    read_key(w, in);
    gesture_reader_add(w->reader, in);
}

/* A release belongs to its press, wherever the pointer is. */
static void take_button(witness *w, struct gesture_input *in)
{
    w->display.pointer(w->display.data, &in->x, &in->y);
    in->window = w->display.at(w->display.data, in->x, in->y);
    if (!in->down || (!own_windows_pointed(w->own) && is_watched(w, in->window)))
        gesture_reader_add(w->reader, in);
}

static void take(const struct input_attribution_event *e, void *data)
{
    witness *w = data;
    const bool down = e->kind == INPUT_ATTRIBUTION_KEY_PRESS || e->kind == INPUT_ATTRIBUTION_BUTTON_PRESS;
    struct gesture_input in = {.down = down, .detail = e->detail, .at_us = g_get_monotonic_time()};
    switch (e->kind) {
    case INPUT_ATTRIBUTION_KEY_PRESS:
    case INPUT_ATTRIBUTION_KEY_RELEASE:
        take_key(w, &in);
        break;
    case INPUT_ATTRIBUTION_BUTTON_PRESS:
    case INPUT_ATTRIBUTION_BUTTON_RELEASE:
        in.button = true;
        take_button(w, &in);
        break;
    case INPUT_ATTRIBUTION_MOTION:
    case INPUT_ATTRIBUTION_TOUCH:
        break;
    }
    explicit_bzero(&in, sizeof in);
    w->display.forget_errors(w->display.data);
}

void witness_watch(witness *w, const GArray *pids)
{
    gesture_reader_forget(w->reader);
    memset(w->down, 0, sizeof w->down);
    g_clear_pointer(&w->pids, g_array_unref);
    if (pids) {
        w->pids = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_vals(w->pids, pids->data, pids->len);
    }
    foreign_input_watch(w->input, pids ? take : NULL, w);
}

bool witness_next(witness *w, gint64 now_us, struct gesture *ret)
{
    gesture_reader_turn(w->reader, now_us);
    return gesture_reader_take(w->reader, ret);
}

gint64 witness_deadline(const witness *w)
{
    return gesture_reader_deadline(w->reader);
}
