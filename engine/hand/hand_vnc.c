#include "engine/hand/hand_vnc.h"

#include "engine/display/connection_vnc.h"
#include "engine/display/display_vnc.h"
#include "engine/eye/eye_vnc.h"
#include "engine/hand/hand.h"
#include "engine/hand/hand_untold.h"
#include "skills/timeline/key.h"

#include <string.h>

#define FIRST_KEYCODE 8 /* as X's, so that 0 is none */
#define BUTTONS 7
#define NEW_KEY_US 30000 /* TigerVNC gives a key of its map to a character that is on none, and programs read the map anew */
#define SHIFT_L 0xffe1
#define SHIFT_R 0xffe2
#define LAST_MODIFIER 0xffee
#define LEVEL3_SHIFT 0xfe03
#define NOT_TOLD                                                                                                                 \
    "a VNC screen does not tell windows, focus or whose input it gets: each press counts as one into an unknown window, and a "  \
    "person takes over by o only"
#define LET_GO                                                                                                                   \
    "the VNC server stopped in the middle of a message while something was held: everything was let go of (is the line "         \
    "slow?)"

typedef struct hand_vnc {
    connection_vnc *connection;
    eye_vnc *eye;
    guint8 buttons;
    struct hand_ports ports;
    ledger *ledger;                    /* borrowed; NULL before listen() */
    guint32 meanings[LEDGER_KEYS];     /* the keysym of a keycode; 0 = the keycode is free */
    guint32 sent[LEDGER_KEYS];         /* the one that it went down as; 0 = it is up */
    guint64 used[LEDGER_KEYS], n_uses; /* which was asked for longest ago */
    void (*lost)(const char *why, void *data);
    void *lost_data;
} hand_vnc;

static void check(hand_vnc *v, bool sent, GError *const *error)
{
    if (!sent)
        v->lost((*error)->message, v->lost_data);
}

/* ---- events ---- */

static bool shift_is_down(const hand_vnc *v)
{
    for (int code = FIRST_KEYCODE; code < LEDGER_KEYS; code++)
        if (v->sent[code] == SHIFT_L || v->sent[code] == SHIFT_R)
            return true;
    return false;
}

static const char plain[] = "`1234567890-=[]\\;',./", with_shift[] = "~!@#$%^&*()_+{}|:\"<>?";

/* Whether a viewer at a US keyboard sends it with Shift. Without it, TigerVNC takes a capital for a sign of Caps Lock. */
static bool wants_shift(guint32 keysym)
{
    return (keysym >= 'A' && keysym <= 'Z') || (keysym > 0x20 && keysym < 0x7f && strchr(with_shift, (int)keysym));
}

/* What such a viewer sends for that key with Shift. A server gives a keysym without Shift to a program without it. */
static guint32 shifted(guint32 keysym)
{
    const char *at = keysym > 0x20 && keysym < 0x7f ? strchr(plain, (int)keysym) : NULL;
    gunichar c = keysym < 0x100 ? keysym : keysym >= 0x01000000 ? keysym - 0x01000000 : 0;
    if (at)
        return (guchar)with_shift[at - plain];
    return c && g_unichar_islower(c) ? key_sym_of_char(g_unichar_toupper(c)) : keysym;
}

static void port_key(void *data, int keycode, bool down)
{
    hand_vnc *v = data;
    g_autoptr(GError) error = NULL;
    guint32 keysym = v->sent[keycode];
    if (down && keysym == 0)
        keysym = shift_is_down(v) ? shifted(v->meanings[keycode]) : v->meanings[keycode];
    else if (keysym == 0)
        keysym = v->meanings[keycode];
    v->sent[keycode] = down ? keysym : 0;
    check(v, connection_vnc_key(v->connection, keysym, down, &error), &error);
}

static void point(hand_vnc *v, int x, int y, guint8 buttons)
{
    g_autoptr(GError) error = NULL;
    int width, height;
    connection_vnc_pixels(v->connection, &width, &height);
    x = CLAMP(x, 0, width - 1);
    y = CLAMP(y, 0, height - 1);
    if (v->ledger && buttons) /* a dead hand's button goes up where it was */
        ledger_pointer(v->ledger, x, y);
    v->buttons = buttons;
    check(v, connection_vnc_point(v->connection, x, y, buttons, &error), &error);
}

static void port_button(void *data, int button, bool down)
{
    hand_vnc *v = data;
    int x, y;
    guint8 bit = (guint8)(1u << (button - 1));
    connection_vnc_pointer(v->connection, &x, &y);
    point(v, x, y, down ? v->buttons | bit : (guint8)(v->buttons & ~bit));
}

static void port_move_to(void *data, int x, int y)
{
    point(data, x, y, ((hand_vnc *)data)->buttons);
}

static void port_move_by(void *data, int dx, int dy)
{
    hand_vnc *v = data;
    int x, y;
    connection_vnc_pointer(v->connection, &x, &y);
    point(v, x + dx, y + dy, v->buttons);
}

static int port_buttons(void *data)
{
    (void)data;
    return BUTTONS;
}

static bool port_placed(void *data)
{
    int x, y;
    return connection_vnc_pointer(((hand_vnc *)data)->connection, &x, &y);
}

/* What others hold is not told. */
static void port_keys_down(void *data, guint8 ret_keys[32])
{
    const hand_vnc *v = data;
    memset(ret_keys, 0, 32);
    for (int code = FIRST_KEYCODE; code < LEDGER_KEYS; code++)
        if (v->sent[code])
            ret_keys[code / 8] |= (guint8)(1u << code % 8);
}

/* Each event is with the kernel as soon as it is sent. */
static void port_nothing(void *data)
{
    (void)data;
}

static const struct hand_port hand_port = {.key = port_key,
                                           .button = port_button,
                                           .move_to = port_move_to,
                                           .move_by = port_move_by,
                                           .buttons = port_buttons,
                                           .placed = port_placed,
                                           .keys_down = port_keys_down,
                                           .flush = port_nothing,
                                           .sync = port_nothing};

/* ---- keycodes: numbers for keysyms ---- */

static bool is_modifier(guint32 keysym)
{
    return (keysym >= SHIFT_L && keysym <= LAST_MODIFIER) || keysym == LEVEL3_SHIFT;
}

/* Neither one that is down nor a modifier, which a text lifts and presses again. */
static bool may_change(const hand_vnc *v, int code)
{
    return v->sent[code] == 0 && !is_modifier(v->meanings[code]);
}

/* 0: all are down, which is more than can be held. */
static int keycode_for(hand_vnc *v, guint32 keysym)
{
    int found = 0;
    for (int code = FIRST_KEYCODE; code < LEDGER_KEYS && v->meanings[found] != keysym; code++)
        if (v->meanings[code] == keysym || (may_change(v, code) && (!found || v->used[code] < v->used[found])))
            found = code;
    if (!found)
        return 0;
    v->meanings[found] = keysym;
    v->used[found] = ++v->n_uses;
    if (v->ledger)
        ledger_meaning(v->ledger, found, keysym);
    return found;
}

static bool port_find(void *data, guint32 keysym, struct stroke *ret_stroke)
{
    hand_vnc *v = data;
    *ret_stroke = (struct stroke){.keycode = keysym ? keycode_for(v, keysym) : 0, .group = -1};
    ret_stroke->rest_us = (keysym > 0xff && keysym < 0xfd00) || keysym >= 0x01000000 ? NEW_KEY_US : 0;
    if (wants_shift(keysym))
        ret_stroke->mods[ret_stroke->n_mods++] = keycode_for(v, SHIFT_L);
    return ret_stroke->keycode != 0;
}

static guint32 port_keysym(void *data, const char *name)
{
    (void)data;
    return key_sym(name);
}

static bool port_modifier(void *data, int keycode, guint8 *ret_mods)
{
    *ret_mods = 0;
    return is_modifier(((hand_vnc *)data)->meanings[keycode]);
}

/* ---- others: not told ---- */

/* Takes in what has arrived, so that the picture is never older than the last turn of the hand's loop. */
static char *port_look_others(void *data, const struct held *ours, bool idle)
{
    hand_vnc *v = data;
    (void)ours, (void)idle;
    g_autoptr(GError) error = NULL;
    check(v, connection_vnc_take(v->connection, &error), &error);
    return connection_vnc_let_go(v->connection) ? g_strdup(LET_GO) : NULL;
}

/* ---- the link ---- */

static void link_close(void *data)
{
    hand_vnc *v = data;
    eye_vnc_free(v->eye);
    connection_vnc_close(v->connection);
    g_free(v);
}

static void *link_open(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    g_auto(display_target) target = {0};
    g_autoptr(GError) problem = NULL;
    hand_vnc *v = g_new0(hand_vnc, 1);
    if (!display_target_read(display, &target, &problem) || !(v->connection = connection_vnc_open(&target, &problem))) {
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_DISPLAY, problem->message);
        link_close(v);
        return NULL;
    }
    v->eye = eye_vnc_borrow(v->connection);
    v->lost = lost;
    v->lost_data = data;
    v->ports = (struct hand_ports){display_vnc(v->connection), *eye_vnc_eye(v->eye),  hand_port,
                                   hand_untold_keyboard(),     hand_untold_program(), hand_untold_others()};
    v->ports.keyboard.find = port_find;
    v->ports.keyboard.keysym = port_keysym;
    v->ports.keyboard.modifier = port_modifier;
    v->ports.others.look = port_look_others;
    v->ports.hand.data = v->ports.keyboard.data = v->ports.program.data = v->ports.others.data = v;
    return v;
}

/* A server does not say that it is another one: to let go of what is up does nothing. */
static guint64 link_server(void *data)
{
    (void)data;
    return 1;
}

static guint32 link_connection(void *data)
{
    (void)data;
    return 1;
}

static void link_recover(void *data, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons)
{
    hand_vnc *v = data;
    bool any = false;
    for (int code = FIRST_KEYCODE; code < LEDGER_KEYS; code++) {
        guint32 keysym = state->keys[code] ? state->meanings[code] : 0, upper = shifted(keysym);
        g_autoptr(GError) error = NULL;
        if (!keysym)
            continue;
        check(v, connection_vnc_key(v->connection, keysym, false, &error), &error);
        if (upper != keysym) /* it may have gone down with Shift */
            check(v, connection_vnc_key(v->connection, upper, false, &error), &error);
        const char *name = key_name(keysym);
        g_ptr_array_add(keys, name ? g_strdup(name) : g_strdup_printf("keysym 0x%x", keysym));
    }
    for (int button = 1; button < LEDGER_BUTTONS; button++)
        if (state->buttons[button]) {
            g_ptr_array_add(buttons, g_strdup(button_name(button)));
            any = true;
        }
    if (any)
        point(v, state->pointer_x, state->pointer_y, 0);
}

static void link_listen(void *data, ledger *l, bool ignore_foreign, GPtrArray *said)
{
    (void)ignore_foreign;
    ((hand_vnc *)data)->ledger = l;
    g_ptr_array_add(said, g_strdup(NOT_TOLD));
}

static void link_unlisten(void *data)
{
    ((hand_vnc *)data)->ledger = NULL;
}

static const struct hand_ports *link_ports(const void *data)
{
    return &((const hand_vnc *)data)->ports;
}

static void link_set_own(void *data, const struct own_terminal *terminals, int n)
{
    (void)data, (void)terminals, (void)n;
}

static gint64 link_deadline(const void *data)
{
    (void)data;
    return G_MAXINT64;
}

static bool link_pending(const void *data)
{
    return connection_vnc_pending(((const hand_vnc *)data)->connection);
}

static int link_fd(const void *data)
{
    return connection_vnc_fd(((const hand_vnc *)data)->connection);
}

const struct hand_link hand_vnc_link = {.open = link_open,
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
