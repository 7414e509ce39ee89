#include "engine/hand/hand_x11.h"

#include "engine/display/display_x11.h"
#include "engine/display/opening.h"
#include "engine/display/own_windows.h"
#include "engine/display/target.h"
#include "engine/display/windows.h"
#include "engine/eye/eye_x11.h"
#include "engine/hand/grabs.h"
#include "engine/hand/hand.h"
#include "engine/hand/keymap.h"
#include "engine/hand/method_x11.h"
#include "engine/hand/ping.h"
#include "engine/hand/recovery.h"
#include "engine/hand/witness.h"
#include "engine/hand/xtest.h"
#include "engine/hand/foreign_input.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>

#define OWNERS_CLAIMED                                                                                                           \
    "the display does not say which program a window is of (it has no X-Resource 1.2): a window that takes the place of "        \
    "another "                                                                                                                   \
    "one is told by what it says of itself only"

typedef struct hand_x11 {
    Display *dpy;
    keymap *keymap;
    ping *ping;
    own_windows *own;
    grabs *grabs;
    foreign_input *yield;
    witness *witness;
    eye_x11 *eye;
    struct hand_ports ports;
} hand_x11;

/* ---- events ---- */

static void port_key(void *data, int keycode, bool down)
{
    xtest_key(((hand_x11 *)data)->dpy, keycode, down);
}

static void port_button(void *data, int button, bool down)
{
    xtest_button(((hand_x11 *)data)->dpy, button, down);
}

static void port_move_to(void *data, int x, int y)
{
    xtest_move_to(((hand_x11 *)data)->dpy, x, y);
}

static void port_move_by(void *data, int dx, int dy)
{
    xtest_move_by(((hand_x11 *)data)->dpy, dx, dy);
}

static int port_buttons(void *data)
{
    return xtest_button_count(((hand_x11 *)data)->dpy);
}

static bool port_placed(void *data)
{
    (void)data;
    return true;
}

static void port_keys_down(void *data, guint8 ret_keys[32])
{
    xtest_keys_down(((hand_x11 *)data)->dpy, ret_keys);
}

static void port_flush(void *data)
{
    XFlush(((hand_x11 *)data)->dpy);
}

static void port_sync(void *data)
{
    XSync(((hand_x11 *)data)->dpy, False);
}

static const struct hand_port hand_port = {.key = port_key,
                                           .button = port_button,
                                           .move_to = port_move_to,
                                           .move_by = port_move_by,
                                           .buttons = port_buttons,
                                           .placed = port_placed,
                                           .keys_down = port_keys_down,
                                           .flush = port_flush,
                                           .sync = port_sync};

/* ---- the keyboard map ---- */

static bool port_load(void *data, GError **error)
{
    return keymap_load(((hand_x11 *)data)->keymap, error);
}

static bool port_find(void *data, guint32 keysym, struct stroke *ret_stroke)
{
    return keymap_find(((hand_x11 *)data)->keymap, keysym, ret_stroke);
}

static guint32 port_keysym(void *data, const char *name)
{
    (void)data;
    return (guint32)(XStringToKeysym(name) & 0xffffffffu);
}

static const char *port_name(void *data, int keycode)
{
    return XKeysymToString(XkbKeycodeToKeysym(((hand_x11 *)data)->dpy, (KeyCode)keycode, 0, 0));
}

static int port_spare(void *data, int *ret_codes, int max)
{
    return keymap_spare(((hand_x11 *)data)->keymap, ret_codes, max);
}

static int port_not_in_use(void *data, int *codes, int n)
{
    return keymap_not_in_use(((hand_x11 *)data)->keymap, codes, n);
}

static int port_together(void *data, const int *codes, int n)
{
    (void)data;
    return keymap_together(codes, n);
}

static bool port_form(void *data, int keycode, struct ledger_form *ret_form)
{
    return keymap_form(((hand_x11 *)data)->keymap, keycode, ret_form);
}

static void port_lend(void *data, const int *codes, const guint32 *keysyms, int n)
{
    keymap_lend(((hand_x11 *)data)->keymap, codes, keysyms, n);
}

static void port_give_back(void *data, const int *codes, const struct ledger_form *forms, int n)
{
    keymap_give_back(((hand_x11 *)data)->keymap, codes, forms, n);
}

static bool port_modifier(void *data, int keycode, guint8 *ret_mods)
{
    return keymap_modifier(((hand_x11 *)data)->keymap, keycode, ret_mods);
}

static void port_locks_read(void *data, struct keymap_locks *ret_locks)
{
    keymap_locks_read(((hand_x11 *)data)->keymap, ret_locks);
}

static bool port_locks_active(void *data, const struct keymap_locks *locks)
{
    return keymap_locks_active(((hand_x11 *)data)->keymap, locks);
}

static void port_locks_clear(void *data, const struct keymap_locks *locks)
{
    keymap_locks_clear(((hand_x11 *)data)->keymap, locks);
}

static void port_locks_restore(void *data, const struct keymap_locks *locks)
{
    keymap_locks_restore(((hand_x11 *)data)->keymap, locks);
}

static void port_lock_group(void *data, int group)
{
    keymap_lock_group(((hand_x11 *)data)->keymap, group);
}

static int port_group(void *data)
{
    return keymap_group(((hand_x11 *)data)->keymap);
}

static const struct keyboard_port keyboard_port = {.load = port_load,
                                                   .find = port_find,
                                                   .keysym = port_keysym,
                                                   .name = port_name,
                                                   .spare = port_spare,
                                                   .not_in_use = port_not_in_use,
                                                   .together = port_together,
                                                   .form = port_form,
                                                   .lend = port_lend,
                                                   .give_back = port_give_back,
                                                   .modifier = port_modifier,
                                                   .locks_read = port_locks_read,
                                                   .locks_active = port_locks_active,
                                                   .locks_clear = port_locks_clear,
                                                   .locks_restore = port_locks_restore,
                                                   .lock_group = port_lock_group,
                                                   .group = port_group};

/* ---- the program that gets the input ---- */

static bool port_aim(void *data)
{
    return ping_aim(((hand_x11 *)data)->ping);
}

static bool port_aim_at(void *data, gint64 window)
{
    return ping_aim_at(((hand_x11 *)data)->ping, (Window)window);
}

static void port_rest(void *data)
{
    ping_rest(((hand_x11 *)data)->ping);
}

static gint64 port_pid(void *data)
{
    return ping_program(((hand_x11 *)data)->ping);
}

static guint32 port_ask(void *data)
{
    return ping_send(((hand_x11 *)data)->ping);
}

static bool port_answered(void *data, guint32 question)
{
    return ping_answered(((hand_x11 *)data)->ping, question);
}

static enum client_idle_doing port_look(void *data)
{
    return ping_look(((hand_x11 *)data)->ping);
}

static enum turn_says port_turn(void *data, struct turn_times *ret_times)
{
    return ping_turn(((hand_x11 *)data)->ping, ret_times);
}

static void port_key_sent(void *data)
{
    ping_key_sent(((hand_x11 *)data)->ping);
}

static void port_keys_taken(void *data)
{
    ping_keys_taken(((hand_x11 *)data)->ping);
}

static gint64 port_key_us(void *data)
{
    return ping_key_us(((hand_x11 *)data)->ping);
}

static void port_method_find(void *data, struct input_method *ret_method)
{
    method_x11_find(ret_method, ((hand_x11 *)data)->dpy);
}

static guint port_mark(void *data, gint64 window, const char *name, bool *ret_gone)
{
    Display *dpy = ((hand_x11 *)data)->dpy;
    Atom type;
    int format;
    unsigned long n, after;
    unsigned char *read = NULL;
    guint value = 0;
    Atom atom = XInternAtom(dpy, name, False);
    *ret_gone =
        XGetWindowProperty(dpy, (Window)window, atom, 0, 1, False, XA_CARDINAL, &type, &format, &n, &after, &read) != Success;
    if (!*ret_gone && n == 1 && format == 32)
        value = (guint) * (const long *)(void *)read;
    if (read)
        XFree(read);
    return value;
}

static void port_set_mark(void *data, gint64 window, const char *name, guint value)
{
    Display *dpy = ((hand_x11 *)data)->dpy;
    long number = (long)value;
    XChangeProperty(dpy, (Window)window, XInternAtom(dpy, name, False), XA_CARDINAL, 32, PropModeReplace,
                    (unsigned char *)&number, 1);
}

static const struct program_port program_port = {.aim = port_aim,
                                                 .aim_at = port_aim_at,
                                                 .rest = port_rest,
                                                 .pid = port_pid,
                                                 .ask = port_ask,
                                                 .answered = port_answered,
                                                 .look = port_look,
                                                 .turn = port_turn,
                                                 .key_sent = port_key_sent,
                                                 .keys_taken = port_keys_taken,
                                                 .key_us = port_key_us,
                                                 .method_find = port_method_find,
                                                 .mark = port_mark,
                                                 .set_mark = port_set_mark};

/* ---- who else is there ---- */

static bool port_own_any(void *data)
{
    return own_windows_any(((hand_x11 *)data)->own);
}

static bool port_own_focused(void *data)
{
    return own_windows_focused(((hand_x11 *)data)->own);
}

static bool port_own_at(void *data, int x, int y)
{
    return own_windows_at(((hand_x11 *)data)->own, x, y);
}

static bool port_own_pointed(void *data)
{
    return own_windows_pointed(((hand_x11 *)data)->own);
}

static enum grabs_says port_grabbed(void *data, enum grabs_device device, bool fresh, gint64 now_us, struct grabber *ret_by)
{
    return grabs_look(((hand_x11 *)data)->grabs, device, fresh, now_us, ret_by);
}

static void port_ask_grabber(void *data, enum grabs_device device, gint64 now_us)
{
    grabs_ask(((hand_x11 *)data)->grabs, device, now_us);
}

static void port_key_pressed(void *data)
{
    grabs_key_pressed(((hand_x11 *)data)->grabs);
}

static char *port_look_others(void *data, const held *ours, bool idle)
{
    return foreign_input_look(((hand_x11 *)data)->yield, ours, idle);
}

static void port_watch(void *data, const GArray *pids)
{
    witness_watch(((hand_x11 *)data)->witness, pids);
}

static bool port_gesture(void *data, gint64 now_us, struct gesture *ret)
{
    return witness_next(((hand_x11 *)data)->witness, now_us, ret);
}

static const struct others_port others_port = {.own_any = port_own_any,
                                               .own_focused = port_own_focused,
                                               .own_at = port_own_at,
                                               .own_pointed = port_own_pointed,
                                               .grabbed = port_grabbed,
                                               .ask_grabber = port_ask_grabber,
                                               .key_pressed = port_key_pressed,
                                               .look = port_look_others,
                                               .watch = port_watch,
                                               .gesture = port_gesture};

/* ---- the connection ---- */

/* Xlib's handler gets no pointer of ours. */
static void (*tell_lost)(const char *why, void *data);
static void *tell_data;

static int display_lost(Display *dpy)
{
    (void)dpy;
    tell_lost(NULL, tell_data);
    return 0;
}

static bool open_display(hand_x11 *x, const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, error))
        return false;
    x->dpy = target.name ? display_open(target.name) : NULL;
    if (!x->dpy) {
        g_set_error(error, HAND_ERROR, HAND_ERROR_DISPLAY,
                    "the display %s cannot be opened (does it run, and does XAUTHORITY fit?)", display);
        return false;
    }
    g_autofree char *unfit = display_unfit(x->dpy);
    if (unfit) {
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_DISPLAY, unfit);
        return false;
    }
    windows_trap_errors();
    tell_lost = lost;
    tell_data = data;
    XSetIOErrorHandler(display_lost);
    if (!xtest_init(x->dpy)) {
        g_set_error(
            error, HAND_ERROR, HAND_ERROR_DISPLAY,
            "the display %s has no XTEST extension: nothing can be pressed (start its server without \"-extension XTEST\")",
            display);
        return false;
    }
    x->keymap = keymap_new(x->dpy, error);
    return x->keymap != NULL;
}

static void link_unlisten(void *data)
{
    hand_x11 *x = data;
    g_clear_pointer(&x->witness, witness_free);
    g_clear_pointer(&x->yield, foreign_input_free);
    g_clear_pointer(&x->grabs, grabs_free);
    g_clear_pointer(&x->own, own_windows_free);
}

static void link_close(void *data)
{
    hand_x11 *x = data;
    link_unlisten(x);
    ping_free(x->ping);
    eye_x11_free(x->eye);
    keymap_free(x->keymap);
    if (x->dpy)
        XCloseDisplay(x->dpy);
    g_free(x);
}

static void *link_open(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    hand_x11 *x = g_new0(hand_x11, 1);
    if (!open_display(x, display, lost, data, error)) {
        link_close(x);
        return NULL;
    }
    x->eye = eye_x11_borrow(x->dpy);
    x->ports =
        (struct hand_ports){display_x11(x->dpy), *eye_x11_eye(x->eye), hand_port, keyboard_port, program_port, others_port};
    x->ports.hand.data = x->ports.keyboard.data = x->ports.program.data = x->ports.others.data = x;
    return x;
}

static guint64 link_server(void *data)
{
    return xtest_server_id(((hand_x11 *)data)->dpy);
}

static guint32 link_connection(void *data)
{
    return (guint32)XAllocID(((hand_x11 *)data)->dpy);
}

static void link_recover(void *data, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons)
{
    hand_x11 *x = data;
    recovery_run(x->dpy, x->keymap, state, keys, buttons);
}

static void link_listen(void *data, ledger *l, bool ignore_foreign, GPtrArray *said)
{
    hand_x11 *x = data;
    const char *blind;
    x->ping = ping_new(x->dpy);
    x->own = own_windows_new(x->dpy);
    x->grabs = grabs_new(x->dpy, x->keymap, l);
    x->yield = foreign_input_new(x->dpy, x->own, ignore_foreign, &blind);
    foreign_input_others(x->yield, ping_take_event, x->ping);
    x->witness = witness_new(x->dpy, x->keymap, x->own, x->yield, &x->ports.display);
    if (blind)
        g_ptr_array_add(said, g_strdup(blind));
    if (!x->ports.display.owners_told(x->ports.display.data))
        g_ptr_array_add(said, g_strdup(OWNERS_CLAIMED));
}

static const struct hand_ports *link_ports(const void *data)
{
    return &((const hand_x11 *)data)->ports;
}

static void link_set_own(void *data, const struct own_terminal *terminals, int n)
{
    own_windows_set(((hand_x11 *)data)->own, terminals, n);
}

static gint64 link_deadline(const void *data)
{
    const hand_x11 *x = data;
    return MIN(foreign_input_deadline(x->yield), witness_deadline(x->witness));
}

static bool link_pending(const void *data)
{
    return XEventsQueued(((const hand_x11 *)data)->dpy, QueuedAlready) > 0;
}

static int link_fd(const void *data)
{
    return ConnectionNumber(((const hand_x11 *)data)->dpy);
}

const struct hand_link hand_x11_link = {.open = link_open,
                                        .close = link_close,
                                        .server = link_server,
                                        .connection = link_connection,
                                        .recover = link_recover,
                                        .listen = link_listen,
                                        .unlisten = link_unlisten,
                                        .ports = link_ports,
                                        .set_own = link_set_own,
                                        .deadline = link_deadline,
                                        .pending = link_pending,
                                        .fd = link_fd};
