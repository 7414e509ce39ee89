#include "engine/hand/press.h"

#include "engine/hand/hand.h"
#include "engine/hand/xtest.h"
#include "skills/key.h"

#include <X11/XKBlib.h>

struct press {
    Display *dpy;     /* borrowed */
    keymap *keymap;   /* borrowed */
    ledger *ledger;   /* borrowed */
    own_windows *own; /* borrowed; NULL = none to be spared */
    bool spared;      /* the last send_down() */
    bool unsent;      /* …and what it did not send is not to be let go of */
    held *held;
    GArray *codes; /* struct held_code: scratch */
    bool changed;
    struct keymap_locks locks; /* before a text */
    bool typing;
    int group; /* locked now, while typing */
};

press *press_new(Display *dpy, keymap *k, ledger *l)
{
    press *p = g_new0(press, 1);
    p->dpy = dpy;
    p->keymap = k;
    p->ledger = l;
    p->held = held_new();
    p->codes = g_array_new(FALSE, FALSE, sizeof(struct held_code));
    return p;
}

void press_spare(press *p, own_windows *own)
{
    p->own = own;
}

const char *press_spared(const press *p)
{
    return p->spared ? PRESS_SPARED : NULL;
}

void press_free(press *p)
{
    if (p) {
        held_free(p->held);
        g_array_unref(p->codes);
        g_free(p);
    }
}

static bool note(press *p, struct held_code code, bool down)
{
    return code.kind == HELD_KEY ? ledger_key(p->ledger, code.code, down) : ledger_button(p->ledger, code.code, down);
}

static void send(press *p, struct held_code code, bool down)
{
    if (code.kind == HELD_KEY)
        xtest_key(p->dpy, code.code, down);
    else
        xtest_button(p->dpy, code.code, down);
}

static bool fail_down(const press *p, GError **error)
{
    if (p->spared)
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_FAILED, PRESS_SPARED);
    else
        g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                    "the hand's ledger cannot be written: nothing is pressed without it (is the disk full?)");
    return false;
}

static bool hits_own(const press *p)
{
    bool keys = false, buttons = false;
    for (guint i = 0; i < p->codes->len; i++) {
        bool key = g_array_index(p->codes, struct held_code, i).kind == HELD_KEY;
        keys = keys || key;
        buttons = buttons || !key;
    }
    return (keys && own_windows_focused(p->own)) || (buttons && own_windows_pointed(p->own));
}

static bool note_and_send(press *p)
{
    for (guint i = 0; i < p->codes->len; i++) {
        if (!note(p, g_array_index(p->codes, struct held_code, i), true))
            return false;
    }
    for (guint i = 0; i < p->codes->len; i++)
        send(p, g_array_index(p->codes, struct held_code, i), true);
    return true;
}

/* Sends what is in p->codes: down in order, noted before; or up in order, noted after it has left us. */
static bool send_down(press *p)
{
    bool guarded = p->own && own_windows_any(p->own);
    if (guarded)
        XGrabServer(p->dpy);
    p->spared = p->unsent = guarded && hits_own(p);
    bool sent = !p->spared && note_and_send(p);
    if (guarded)
        XUngrabServer(p->dpy);
    XFlush(p->dpy);
    return sent;
}

static void send_up(press *p)
{
    bool unsent = p->unsent;
    p->unsent = false;
    if (unsent)
        return;
    for (guint i = 0; i < p->codes->len; i++)
        send(p, g_array_index(p->codes, struct held_code, i), false);
    XFlush(p->dpy);
    for (guint i = 0; i < p->codes->len; i++)
        note(p, g_array_index(p->codes, struct held_code, i), false);
}

static bool hold(press *p, enum held_kind kind, const char *name, const int *codes, int n_codes, gint64 until_us, GError **error)
{
    g_array_set_size(p->codes, 0);
    gint64 end_us = held_end(p->held, kind, name);
    if (!held_add(p->held, kind, name, codes, n_codes, until_us, p->codes)) {
        p->changed |= until_us > end_us; /* it lasts longer now */
        return true;
    }
    if (send_down(p)) {
        p->changed = true;
        return true;
    }
    g_array_set_size(p->codes, 0);
    held_remove(p->held, kind, name, p->codes);
    send_up(p); /* nothing of it is down; this clears what was noted */
    return fail_down(p, error);
}

static bool find_key(const press *p, const char *name, struct stroke *ret_stroke)
{
    guint32 keysym = key_sym(name);
    if (keysym == 0)
        keysym = (guint32)XStringToKeysym(name);
    return keymap_find(p->keymap, keysym, ret_stroke);
}

bool press_knows_key(const press *p, const char *name)
{
    struct stroke stroke;
    return find_key(p, name, &stroke);
}

bool press_key_down(press *p, const char *name, gint64 until_us, GError **error)
{
    struct stroke stroke;
    if (!find_key(p, name, &stroke)) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE,
                    "the key %s is not on the display's keyboard map (type it as text instead)", name);
        return false;
    }
    int codes[HELD_CODES_MAX], n = 0;
    for (int i = 0; i < stroke.n_mods; i++)
        codes[n++] = stroke.mods[i];
    codes[n++] = stroke.keycode;
    /* A key of another group: its press carries that group, what follows has the old one again. */
    bool other = stroke.group >= 0 && stroke.group != keymap_group(p->keymap);
    struct keymap_locks locks = {0};
    if (other) {
        keymap_locks_read(p->keymap, &locks);
        keymap_lock_group(p->keymap, stroke.group);
    }
    bool pressed = hold(p, HELD_KEY, name, codes, n, until_us, error);
    if (other) {
        keymap_lock_group(p->keymap, locks.group);
        XFlush(p->dpy);
    }
    return pressed;
}

bool press_button_down(press *p, int button, gint64 until_us, GError **error)
{
    return hold(p, HELD_BUTTON, button_name(button), &button, 1, until_us, error);
}

void press_key_up(press *p, const char *name)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_remove(p->held, HELD_KEY, name, p->codes);
    send_up(p);
}

void press_button_up(press *p, int button)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_remove(p->held, HELD_BUTTON, button_name(button), p->codes);
    send_up(p);
}

bool press_click(press *p, int button, GError **error)
{
    g_array_set_size(p->codes, 0);
    struct held_code code = {HELD_BUTTON, button};
    g_array_append_val(p->codes, code);
    bool pressed = send_down(p);
    send_up(p);
    return pressed || fail_down(p, error);
}

void press_expire(press *p, gint64 now_us)
{
    if (held_deadline(p->held) > now_us)
        return;
    g_array_set_size(p->codes, 0);
    p->changed |= held_expire(p->held, now_us, p->codes);
    send_up(p);
}

void press_release_all(press *p)
{
    g_array_set_size(p->codes, 0);
    p->changed |= held_clear(p->held, p->codes);
    send_up(p);
}

gint64 press_deadline(const press *p)
{
    return held_deadline(p->held);
}

const held *press_held(const press *p)
{
    return p->held;
}

bool press_changed(press *p)
{
    bool changed = p->changed;
    p->changed = false;
    return changed;
}

bool press_foreign_down(press *p)
{
    guint8 keys[32];
    xtest_keys_down(p->dpy, keys);
    for (int code = 0; code < HELD_CODE_LIMIT; code++) {
        if (keys[code / 8] & 1u << code % 8 && !held_down(p->held, HELD_KEY, code))
            return true;
    }
    guint buttons = xtest_buttons_down(p->dpy, NULL, NULL);
    for (int button = 1; button <= 5; button++) {
        if (buttons & 1u << button && !held_down(p->held, HELD_BUTTON, button))
            return true;
    }
    return false;
}

/* ---- the keyboard that a text is typed on ---- */

static guint32 char_sym(gunichar c)
{
    if (c == '\n')
        return XStringToKeysym("Return") & 0xffffffffu;
    if (c == '\t')
        return XStringToKeysym("Tab") & 0xffffffffu;
    return key_sym_of_char(c);
}

static bool port_find(void *data, gunichar c, struct stroke *ret_stroke)
{
    press *p = data;
    guint32 keysym = char_sym(c);
    /* some layouts have the Unicode keysym where a legacy one exists */
    return keymap_find(p->keymap, keysym, ret_stroke) || (c >= 0x100 && keymap_find(p->keymap, 0x01000000u + c, ret_stroke));
}

static void reverse_codes(press *p)
{
    struct held_code *codes = (struct held_code *)(void *)p->codes->data;
    for (guint i = 0; i < p->codes->len / 2; i++) {
        struct held_code swap = codes[i];
        codes[i] = codes[p->codes->len - 1 - i];
        codes[p->codes->len - 1 - i] = swap;
    }
}

/* Modifiers that are not down yet, in p->codes; then the key. A key that is being held is pressed anew and stays down. */
static bool port_tap(void *data, const struct stroke *s)
{
    press *p = data;
    if (s->group >= 0 && s->group != p->group) {
        keymap_lock_group(p->keymap, s->group);
        p->group = s->group;
    }
    struct held_code key = {HELD_KEY, s->keycode};
    bool is_held = held_down(p->held, HELD_KEY, s->keycode);
    g_array_set_size(p->codes, 0);
    for (int i = 0; i < s->n_mods; i++) {
        struct held_code mod = {HELD_KEY, s->mods[i]};
        if (!held_down(p->held, HELD_KEY, mod.code))
            g_array_append_val(p->codes, mod);
    }
    guint n_mods = p->codes->len;
    if (is_held)
        send(p, key, false);
    g_array_append_val(p->codes, key);
    bool sent = send_down(p);
    if (is_held)
        g_array_set_size(p->codes, n_mods);
    reverse_codes(p);
    send_up(p);
    return sent;
}

static bool port_assign(void *data, const int *codes, const gunichar *chars, int n)
{
    press *p = data;
    g_autofree guint32 *syms = g_new0(guint32, (gsize)n);
    for (int i = 0; i < n; i++) {
        syms[i] = chars[i] ? char_sym(chars[i]) : 0;
        if (syms[i] && !ledger_map(p->ledger, codes[i], syms[i]))
            return false;
    }
    keymap_assign(p->keymap, codes, syms, n);
    XFlush(p->dpy);
    for (int i = 0; i < n; i++) {
        if (!syms[i])
            ledger_map(p->ledger, codes[i], 0);
    }
    return true;
}

static bool port_begin(void *data)
{
    press *p = data;
    keymap_locks_read(p->keymap, &p->locks);
    struct ledger_locks note_locks = {true, p->locks.locked, p->locks.affect, p->locks.group};
    if (!ledger_locks(p->ledger, &note_locks))
        return false;
    p->typing = true;
    p->group = keymap_group(p->keymap);
    keymap_locks_clear(p->keymap, &p->locks);
    return true;
}

static void port_end(void *data)
{
    press *p = data;
    if (!p->typing)
        return;
    p->typing = false;
    keymap_locks_restore(p->keymap, &p->locks);
    XFlush(p->dpy);
    struct ledger_locks nothing = {0};
    ledger_locks(p->ledger, &nothing);
}

struct text_port press_text_port(press *p)
{
    return (struct text_port){
        .find = port_find, .tap = port_tap, .assign = port_assign, .begin = port_begin, .end = port_end, .data = p};
}

/* ---- recovery ---- */

static void recover_maps(keymap *k, const struct ledger_state *state)
{
    int codes[LEDGER_KEYS], n = 0;
    guint32 nothing[LEDGER_KEYS] = {0};
    for (int code = 0; code < LEDGER_KEYS; code++) {
        /* not if somebody has given it another meaning since */
        if (state->maps[code] && keymap_means(k, code, state->maps[code]))
            codes[n++] = code;
    }
    keymap_assign(k, codes, nothing, n);
}

void press_recover(Display *dpy, keymap *k, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons)
{
    guint8 keys_down[32];
    xtest_keys_down(dpy, keys_down);
    guint buttons_down = xtest_buttons_down(dpy, NULL, NULL);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        if (!state->keys[code] || !(keys_down[code / 8] & 1u << code % 8))
            continue;
        const char *name = XKeysymToString(XkbKeycodeToKeysym(dpy, (KeyCode)code, 0, 0));
        g_ptr_array_add(keys, name ? g_strdup(name) : g_strdup_printf("keycode %d", code));
        xtest_key(dpy, code, false);
    }
    for (int button = 1; button < LEDGER_BUTTONS; button++) {
        /* the protocol does not say whether a button above 5 is down: letting go of one that is up does nothing */
        if (!state->buttons[button] || (button <= 5 && !(buttons_down & 1u << button)))
            continue;
        g_ptr_array_add(buttons, g_strdup(button_name(button)));
        xtest_button(dpy, button, false);
    }
    recover_maps(k, state);
    if (state->locks.changed) {
        struct keymap_locks locks = {.locked = state->locks.mods, .affect = state->locks.affect, .group = state->locks.group};
        keymap_locks_restore(k, &locks);
    }
    XSync(dpy, False);
}
