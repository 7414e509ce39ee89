#include "engine/hand/recovery.h"

#include "engine/display/display_x11.h"
#include "engine/display/windows.h"
#include "engine/hand/xtest.h"
#include "skills/timeline/key.h"

#include <X11/XKBlib.h>

#define GONE_LIMIT_US (3 * G_USEC_PER_SEC / 2) /* of a client that the server has still to close */
#define GONE_LOOK_US 2000

/* By the process, where the server tells it: the ids of a client that has gone are given to the next one. */
static bool is_connected(Display *dpy, const struct ledger_state *state)
{
    if (state->connection == 0 || !windows_same_client(dpy, state->connection, state->connection) ||
        windows_same_client(dpy, state->connection, (gint64)XAllocID(dpy)))
        return false;
    gint64 pid = windows_owner(dpy, state->connection);
    return pid == 0 || pid == state->pid;
}

static void await_gone(Display *dpy, const struct ledger_state *state)
{
    gint64 until_us = g_get_monotonic_time() + GONE_LIMIT_US;
    while (is_connected(dpy, state) && g_get_monotonic_time() < until_us)
        g_usleep(GONE_LOOK_US);
}

static void recover_maps(keymap *k, const struct ledger_state *state)
{
    int codes[LEDGER_KEYS], n = 0;
    g_autofree struct ledger_form *forms = g_new(struct ledger_form, LEDGER_KEYS);
    for (int code = 0; code < LEDGER_KEYS; code++) {
        const struct ledger_form *form = &state->maps[code];
        guint32 now = form->lent ? keymap_meaning(k, code) : 0;
        /* not if somebody has given it another meaning since, nor if it died before it gave it one */
        if (now == 0 || (now != form->given[0] && now != form->given[1]))
            continue;
        forms[n] = *form;
        codes[n++] = code;
    }
    keymap_give_back(k, codes, forms, n);
}

void recovery_run(Display *dpy, keymap *k, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons)
{
    guint8 keys_down[32];
    await_gone(dpy, state);
    xtest_keys_down(dpy, keys_down);
    guint buttons_down = display_x11_pointer(dpy, NULL, NULL);
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
