#include "engine/hand/hand_whole.h"

#include "engine/hand/hand_untold.h"
#include "skills/timeline/key.h"

#include <string.h>

#define KEYCODE 8 /* of any key: numbers of X that nothing is pressed by */

/* ---- what has no meaning here: firing_check.h lets none of it come ---- */

static void port_key(void *data, int keycode, bool down)
{
    (void)data, (void)keycode, (void)down;
}

static void port_move(void *data, int x, int y)
{
    (void)data, (void)x, (void)y;
}

static int port_buttons(void *data)
{
    (void)data;
    return 0;
}

static bool port_placed(void *data)
{
    (void)data;
    return false;
}

static void port_keys_down(void *data, guint8 ret_keys[32])
{
    (void)data;
    memset(ret_keys, 0, 32);
}

void hand_whole_nothing(void *data)
{
    (void)data;
}

static bool port_find(void *data, guint32 keysym, struct stroke *ret_stroke)
{
    (void)data, (void)keysym;
    *ret_stroke = (struct stroke){.keycode = KEYCODE, .group = -1};
    return true;
}

static guint32 port_keysym(void *data, const char *name)
{
    (void)data;
    return key_sym(name);
}

static bool port_modifier(void *data, int keycode, guint8 *ret_mods)
{
    (void)data, (void)keycode;
    *ret_mods = 0;
    return false;
}

/* ---- the link ---- */

void hand_whole_init(struct hand_whole *h, struct still *still_take, const struct hand_port *acts, const char *not_told)
{
    h->eye = eye_still_new(still_take);
    h->not_told = not_told;
    h->ports = (struct hand_ports){*eye_still_display(h->eye), *eye_still_eye(h->eye), *acts,
                                   hand_untold_keyboard(),     hand_untold_program(),  hand_untold_others()};
    struct hand_port *hand = &h->ports.hand;
    hand->key = hand->button = port_key;
    hand->move_to = hand->move_by = port_move;
    hand->buttons = port_buttons;
    hand->placed = port_placed;
    hand->keys_down = port_keys_down;
    hand->flush = hand->sync = hand_whole_nothing;
    h->ports.keyboard.find = port_find;
    h->ports.keyboard.keysym = port_keysym;
    h->ports.keyboard.modifier = port_modifier;
    hand->data = h->ports.keyboard.data = h->ports.program.data = h->ports.others.data = h;
}

void hand_whole_clear(struct hand_whole *h)
{
    eye_still_free(h->eye);
}

guint64 hand_whole_server(void *data)
{
    (void)data;
    return 1;
}

guint32 hand_whole_connection(void *data)
{
    (void)data;
    return 1;
}

void hand_whole_recover(void *data, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons)
{
    (void)data, (void)state, (void)keys, (void)buttons;
}

void hand_whole_listen(void *data, ledger *l, bool ignore_foreign, GPtrArray *said)
{
    (void)l, (void)ignore_foreign;
    const char *not_told = ((const struct hand_whole *)data)->not_told;
    if (not_told)
        g_ptr_array_add(said, g_strdup(not_told));
}

const struct hand_ports *hand_whole_ports(const void *data)
{
    return &((const struct hand_whole *)data)->ports;
}

void hand_whole_set_own(void *data, const struct own_terminal *terminals, int n)
{
    (void)data, (void)terminals, (void)n;
}

gint64 hand_whole_deadline(const void *data)
{
    (void)data;
    return G_MAXINT64;
}

bool hand_whole_pending(const void *data)
{
    (void)data;
    return false;
}
