/* The target in memory: events, keyboard, program, other people. */

#include "engine/hand/ledger.h"
#include "engine/hand/input_method.h"
#include "tests/engine/hand/driver_target.h"

#include <string.h>

#define FIRST_CODE 8
#define FIRST_SYM 0x20 /* a keycode for each printable character of ASCII… */
#define LAST_SYM 0x7e
#define SHIFT_CODE 120 /* …and for these */
#define SPARE_FIRST 200
#define SPARE_COUNT 40

static const struct {
    const char *name;
    guint32 sym;
    int code;
} named[] = {{"Return", 0xff0d, 121}, {"Tab", 0xff09, 122}, {"Control_L", 0xffe3, 123}, {"Shift_L", 0xffe1, SHIFT_CODE}};

static void port_nothing(void *data)
{
    (void)data;
}

/* ---- hand port ---- */

G_GNUC_PRINTF(2, 3) static void send(target *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *event = g_strdup_vprintf(format, args);
    va_end(args);
    t->unheld_events += t->held == 0 && g_str_has_prefix(event, "down");
    g_string_append_printf(t->sent, "%s; ", event);
    if (t->reaction)
        t->reaction(t, event);
}

static const char *name_of(int keycode)
{
    for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
        if (named[i].code == keycode)
            return named[i].name;
    char text[] = {(char)(keycode - FIRST_CODE + FIRST_SYM), '\0'};
    return g_intern_string(text);
}

static void port_key(void *data, int keycode, bool down)
{
    target *t = data;
    guint8 bit = (guint8)(1u << keycode % 8);
    t->keys[keycode / 8] = (guint8)(down ? t->keys[keycode / 8] | bit : t->keys[keycode / 8] & ~bit);
    gpointer sym = g_hash_table_lookup(t->lent, GINT_TO_POINTER(keycode));
    if (sym)
        send(t, "%s U+%04X", down ? "down" : "up", GPOINTER_TO_UINT(sym) & 0xffffffu);
    else
        send(t, "%s %s", down ? "down" : "up", name_of(keycode));
}

static void port_button(void *data, int button, bool down)
{
    target *t = data;
    t->buttons = down ? t->buttons | 1u << button : t->buttons & ~(1u << button);
    send(t, "%s button %d", down ? "down" : "up", button);
}

static void port_move_to(void *data, int x, int y)
{
    target *t = data;
    t->x = x;
    t->y = y;
    send(t, "move %d,%d", x, y);
}

static void port_move_by(void *data, int dx, int dy)
{
    target *t = data;
    port_move_to(t, t->x + dx, t->y + dy);
}

static int port_buttons(void *data)
{
    (void)data;
    return 9;
}

static bool port_placed(void *data)
{
    (void)data;
    return true;
}

static void port_keys_down(void *data, guint8 ret_keys[32])
{
    memcpy(ret_keys, ((const target *)data)->keys, 32);
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

/* ---- keyboard port ---- */

static bool port_load(void *data, GError **error)
{
    (void)data, (void)error;
    return true;
}

static bool port_find(void *data, guint32 keysym, struct stroke *ret_stroke)
{
    (void)data;
    *ret_stroke = (struct stroke){.group = -1};
    for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
        if (named[i].sym == keysym)
            ret_stroke->keycode = named[i].code;
    if (ret_stroke->keycode == 0 && keysym >= FIRST_SYM && keysym <= LAST_SYM) {
        bool capital = g_ascii_isupper((char)keysym);
        ret_stroke->keycode = FIRST_CODE + (int)keysym - FIRST_SYM + (capital ? 'a' - 'A' : 0);
        ret_stroke->n_mods = capital;
        ret_stroke->mods[0] = SHIFT_CODE;
    }
    return ret_stroke->keycode != 0;
}

static guint32 port_keysym(void *data, const char *name)
{
    (void)data;
    for (gsize i = 0; i < G_N_ELEMENTS(named); i++)
        if (g_str_equal(named[i].name, name))
            return named[i].sym;
    return 0;
}

static const char *port_name(void *data, int keycode)
{
    (void)data;
    return name_of(keycode);
}

static int port_spare(void *data, int *ret_codes, int max)
{
    (void)data;
    int n = MIN(max, SPARE_COUNT);
    for (int i = 0; i < n; i++)
        ret_codes[i] = SPARE_FIRST + i;
    return n;
}

static int port_not_in_use(void *data, int *codes, int n)
{
    (void)data, (void)codes;
    return n;
}

static int port_together(void *data, const int *codes, int n)
{
    (void)data, (void)codes;
    return n;
}

static bool port_form(void *data, int keycode, struct ledger_form *ret_form)
{
    (void)data, (void)keycode;
    *ret_form = (struct ledger_form){0};
    return true;
}

static void port_lend(void *data, const int *codes, const guint32 *keysyms, int n)
{
    for (int i = 0; i < n; i++)
        g_hash_table_insert(((target *)data)->lent, GINT_TO_POINTER(codes[i]), GUINT_TO_POINTER(keysyms[i]));
}

static void port_give_back(void *data, const int *codes, const struct ledger_form *forms, int n)
{
    for (int i = 0; i < n; i++)
        if (forms[i].n_syms) /* a loan of keys lends by forms, too */
            g_hash_table_insert(((target *)data)->lent, GINT_TO_POINTER(codes[i]), GUINT_TO_POINTER(forms[i].syms[0]));
        else
            g_hash_table_remove(((target *)data)->lent, GINT_TO_POINTER(codes[i]));
}

static bool port_modifier(void *data, int keycode, guint8 *ret_mods)
{
    (void)data;
    *ret_mods = keycode == SHIFT_CODE ? 1 : 4;
    return keycode == SHIFT_CODE || keycode == 123;
}

static void port_locks_read(void *data, struct keymap_locks *ret_locks)
{
    (void)data;
    *ret_locks = (struct keymap_locks){.affect = 0xef};
}

static bool port_locks_active(void *data, const struct keymap_locks *locks)
{
    (void)data, (void)locks;
    return false;
}

static void port_locks(void *data, const struct keymap_locks *locks)
{
    (void)data, (void)locks;
}

static void port_lock_group(void *data, int group)
{
    (void)data, (void)group;
}

static int port_group(void *data)
{
    (void)data;
    return 0;
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
                                                   .locks_clear = port_locks,
                                                   .locks_restore = port_locks,
                                                   .lock_group = port_lock_group,
                                                   .group = port_group};

/* ---- program port: it answers at once, or never ---- */

static bool port_aim(void *data)
{
    return ((const target *)data)->answers;
}

static bool port_aim_at(void *data, gint64 window)
{
    (void)window;
    return port_aim(data);
}

static gint64 port_pid(void *data)
{
    (void)data;
    return 0;
}

static guint32 port_ask(void *data)
{
    target *t = data;
    t->asked += t->answers;
    return t->answers ? t->asked : 0;
}

static bool port_answered(void *data, guint32 question)
{
    const target *t = data;
    return t->answers && question <= t->asked;
}

static enum client_idle_doing port_doing(void *data)
{
    (void)data;
    return CLIENT_IDLE_THROUGH;
}

static enum turn_says port_turn(void *data, struct turn_times *ret_times)
{
    target *t = data;
    *ret_times = (struct turn_times){0};
    if (t->works == 0)
        return TURN_RESTS;
    if (--t->works == 0 && t->reaction)
        t->reaction(t, "rests");
    return TURN_WORKS;
}

static gint64 port_key_us(void *data)
{
    (void)data;
    return 0;
}

static void port_method_find(void *data, struct input_method *ret_method)
{
    (void)data;
    *ret_method = (struct input_method){0};
}

static guint port_mark(void *data, gint64 window, const char *name, bool *ret_gone)
{
    (void)window, (void)name;
    *ret_gone = false;
    return ((const target *)data)->marked;
}

static void port_set_mark(void *data, gint64 window, const char *name, guint value)
{
    (void)window, (void)name;
    ((target *)data)->marked = value;
}

static const struct program_port program_port = {.aim = port_aim,
                                                 .aim_at = port_aim_at,
                                                 .rest = port_nothing,
                                                 .pid = port_pid,
                                                 .ask = port_ask,
                                                 .answered = port_answered,
                                                 .look = port_doing,
                                                 .turn = port_turn,
                                                 .key_sent = port_nothing,
                                                 .keys_taken = port_nothing,
                                                 .key_us = port_key_us,
                                                 .method_find = port_method_find,
                                                 .mark = port_mark,
                                                 .set_mark = port_set_mark};

/* ---- others port ---- */

static bool port_own_any(void *data)
{
    return ((const target *)data)->own.width > 0;
}

static bool port_own_focused(void *data)
{
    return ((const target *)data)->own_focused;
}

static bool port_own_at(void *data, int x, int y)
{
    return port_own_any(data) && area_has(((const target *)data)->own, x, y);
}

static bool port_own_pointed(void *data)
{
    const target *t = data;
    return port_own_at(data, t->x, t->y);
}

static enum grabs_says port_grabbed(void *data, enum grabs_device device, bool fresh, gint64 now_us, struct grabber *ret_by)
{
    (void)fresh, (void)now_us;
    *ret_by = ((const target *)data)->grabber[device];
    return ret_by->client ? GRABS_TAKEN : GRABS_FREE;
}

static void port_ask_grabber(void *data, enum grabs_device device, gint64 now_us)
{
    (void)data, (void)device, (void)now_us;
}

static char *port_look_others(void *data, const struct held *ours, bool idle)
{
    (void)ours, (void)idle;
    return g_steal_pointer(&((target *)data)->somebody);
}

static const struct others_port others_port = {.own_any = port_own_any,
                                               .own_focused = port_own_focused,
                                               .own_at = port_own_at,
                                               .own_pointed = port_own_pointed,
                                               .grabbed = port_grabbed,
                                               .ask_grabber = port_ask_grabber,
                                               .key_pressed = port_nothing,
                                               .look = port_look_others};

void target_add_hand(target *t)
{
    t->ports.hand = hand_port;
    t->ports.keyboard = keyboard_port;
    t->ports.program = program_port;
    t->ports.others = others_port;
    t->ports.hand.data = t->ports.keyboard.data = t->ports.program.data = t->ports.others.data = t;
}
