#include "engine/hand/hand_untold.h"

#include "engine/hand/input_method.h"

static void port_nothing(void *data)
{
    (void)data;
}

/* ---- the keyboard ---- */

static bool port_load(void *data, GError **error)
{
    (void)data, (void)error;
    return true;
}

static const char *port_name(void *data, int keycode)
{
    (void)data, (void)keycode;
    return NULL;
}

static int port_spare(void *data, int *ret_codes, int max)
{
    (void)data, (void)ret_codes, (void)max;
    return 0;
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
    (void)data, (void)keycode, (void)ret_form;
    return false;
}

static void port_lend(void *data, const int *codes, const guint32 *keysyms, int n)
{
    (void)data, (void)codes, (void)keysyms, (void)n;
}

static void port_give_back(void *data, const int *codes, const struct ledger_form *forms, int n)
{
    (void)data, (void)codes, (void)forms, (void)n;
}

static void port_locks_read(void *data, struct keymap_locks *ret_locks)
{
    (void)data;
    *ret_locks = (struct keymap_locks){0};
}

static bool port_locks_active(void *data, const struct keymap_locks *locks)
{
    (void)data, (void)locks;
    return false;
}

static void port_locks_set(void *data, const struct keymap_locks *locks)
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

struct keyboard_port hand_untold_keyboard(void)
{
    return (struct keyboard_port){.load = port_load,
                                  .name = port_name,
                                  .spare = port_spare,
                                  .not_in_use = port_not_in_use,
                                  .together = port_together,
                                  .form = port_form,
                                  .lend = port_lend,
                                  .give_back = port_give_back,
                                  .locks_read = port_locks_read,
                                  .locks_active = port_locks_active,
                                  .locks_clear = port_locks_set,
                                  .locks_restore = port_locks_set,
                                  .lock_group = port_lock_group,
                                  .group = port_group};
}

/* ---- the program ---- */

static bool port_aim(void *data)
{
    (void)data;
    return false;
}

static bool port_aim_at(void *data, gint64 window)
{
    (void)data, (void)window;
    return false;
}

static gint64 port_none(void *data)
{
    (void)data;
    return 0;
}

static guint32 port_ask(void *data)
{
    (void)data;
    return 0;
}

static bool port_answered(void *data, guint32 question)
{
    (void)data, (void)question;
    return false;
}

static enum client_idle_doing port_look(void *data)
{
    (void)data;
    return CLIENT_IDLE_UNKNOWN;
}

static enum turn_says port_turn(void *data, struct turn_times *ret_times)
{
    (void)data;
    *ret_times = (struct turn_times){0};
    return TURN_UNKNOWN;
}

static void port_method_find(void *data, struct input_method *ret_method)
{
    (void)data;
    *ret_method = (struct input_method){0};
}

static guint port_mark(void *data, gint64 window, const char *name, bool *ret_gone)
{
    (void)data, (void)window, (void)name;
    *ret_gone = true;
    return 0;
}

static void port_set_mark(void *data, gint64 window, const char *name, guint value)
{
    (void)data, (void)window, (void)name, (void)value;
}

struct program_port hand_untold_program(void)
{
    return (struct program_port){.aim = port_aim,
                                 .aim_at = port_aim_at,
                                 .rest = port_nothing,
                                 .pid = port_none,
                                 .ask = port_ask,
                                 .answered = port_answered,
                                 .look = port_look,
                                 .turn = port_turn,
                                 .key_sent = port_nothing,
                                 .keys_taken = port_nothing,
                                 .key_us = port_none,
                                 .method_find = port_method_find,
                                 .mark = port_mark,
                                 .set_mark = port_set_mark};
}

/* ---- others ---- */

static bool port_no(void *data)
{
    (void)data;
    return false;
}

static bool port_own_at(void *data, int x, int y)
{
    (void)data, (void)x, (void)y;
    return false;
}

static enum grabs_says port_grabbed(void *data, enum grabs_device device, bool fresh, gint64 now_us, struct grabber *ret_by)
{
    (void)data, (void)device, (void)fresh, (void)now_us;
    *ret_by = (struct grabber){0};
    return GRABS_FREE;
}

static void port_ask_grabber(void *data, enum grabs_device device, gint64 now_us)
{
    (void)data, (void)device, (void)now_us;
}

static char *port_look_others(void *data, const struct held *ours, bool idle)
{
    (void)data, (void)ours, (void)idle;
    return NULL;
}

struct others_port hand_untold_others(void)
{
    return (struct others_port){.own_any = port_no,
                                .own_focused = port_no,
                                .own_at = port_own_at,
                                .own_pointed = port_no,
                                .grabbed = port_grabbed,
                                .ask_grabber = port_ask_grabber,
                                .key_pressed = port_nothing,
                                .look = port_look_others};
}
