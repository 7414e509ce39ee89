#include "engine/hand/hand_phone.h"

#include "engine/display/adb.h"
#include "engine/eye/eye_phone.h"
#include "engine/hand/hand.h"
#include "engine/hand/hand_untold.h"
#include "skills/timeline/gestures.h"
#include "skills/timeline/key.h"

#include <string.h>

#define TEXT_MAX 500     /* bytes of one `input text`; longer ones are several */
#define OUTPUT_MAX 65536 /* bytes that `input` may say */
#define KEYCODE 8        /* of any key: numbers of X that nothing is pressed by */
#define NOT_TOLD                                                                                                                 \
    "a phone tells the activity in front, and neither what lies over it nor whose touches it gets: each press counts as one "    \
    "into an unknown window, and a person takes over by o only"

typedef struct hand_phone {
    eye_phone *eye; /* owned */
    struct hand_ports ports;
    adb_command *command; /* under way; owned, NULL = none */
    struct timeline_event act;
    char *text; /* of the act; owned */
    gsize at;   /* what of it has been sent */
} hand_phone;

/* ---- commands ---- */

/* `input` takes %s for a space, so a % and an s that follow each other go in two texts. */
static gsize part_length(const char *text)
{
    const char *sign = strstr(text, "%s");
    gsize length = MIN(strlen(text), TEXT_MAX);
    return sign && (gsize)(sign - text) < length ? (gsize)(sign - text) + 1 : length;
}

static bool text_command(const struct timeline_event *e, gsize *at, char **ret_command, char **ret_argument)
{
    gsize length = part_length(e->text + *at);
    if (length == 0)
        return false;
    g_autofree char *part = g_strndup(e->text + *at, length);
    g_auto(GStrv) words = g_strsplit(part, " ", -1);
    *ret_command = g_strdup("input text");
    *ret_argument = g_strjoinv("%s", words);
    *at += length;
    return true;
}

bool hand_phone_command(const struct timeline_event *e, gsize *at, char **ret_command, char **ret_argument)
{
    *ret_argument = NULL;
    if (e->type == TIMELINE_TEXT)
        return text_command(e, at, ret_command, ret_argument);
    if ((*at)++ > 0)
        return false;
    if (e->type == TIMELINE_KEY_DOWN)
        *ret_command = g_strdup_printf("input keyevent %s", gestures_keycode(e->key));
    else if (e->duration_ms == 0)
        *ret_command = g_strdup_printf("input tap %d %d", e->x, e->y);
    else
        *ret_command = g_strdup_printf("input swipe %d %d %d %d %" G_GINT64_FORMAT, e->x, e->y, e->to_x, e->to_y, e->duration_ms);
    return true;
}

static void port_stop(void *data)
{
    hand_phone *h = data;
    g_clear_pointer(&h->command, adb_command_free);
    g_clear_pointer(&h->text, g_free);
    h->act = (struct timeline_event){.type = TIMELINE_WAIT};
}

/* False without an error: nothing of the act is left. */
static bool send_next(hand_phone *h, GError **error)
{
    g_autofree char *command = NULL, *argument = NULL;
    if (!hand_phone_command(&h->act, &h->at, &command, &argument))
        return false;
    const char *serial = phone_serial(eye_phone_of(h->eye));
    h->command = adb_begin(serial, ADB_SHELL, command, argument, OUTPUT_MAX, error);
    return h->command != NULL;
}

static bool port_begin(void *data, const struct timeline_event *e, GError **error)
{
    hand_phone *h = data;
    port_stop(h);
    h->act = *e;
    h->act.text = h->text = g_strdup(e->text);
    h->act.loop = NULL;
    h->at = 0;
    return send_next(h, error);
}

/* What `input` says is a complaint: it says nothing when it has done it. */
static bool has_done_it(const adb_command *c, GError **error)
{
    g_autoptr(GBytes) said = adb_command_output(c);
    gsize length = 0;
    const char *bytes = g_bytes_get_data(said, &length);
    if (length == 0)
        return true;
    g_autofree char *text = g_utf8_make_valid(bytes, (gssize)length);
    g_strdelimit(text, "\r\n\t", ' ');
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED, "the phone's `input` says: %.200s", g_strstrip(text));
    return false;
}

static bool port_ended(void *data, bool *ret_done, GError **error)
{
    hand_phone *h = data;
    bool done = false;
    GError *problem = NULL;
    *ret_done = !h->command;
    if (!h->command)
        return true;
    if (!adb_command_take(h->command, &done, error))
        return false;
    if (!done)
        return true;
    if (!has_done_it(h->command, error))
        return false;
    g_clear_pointer(&h->command, adb_command_free);
    *ret_done = !send_next(h, &problem);
    if (problem)
        g_propagate_error(error, problem);
    return !problem;
}

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

static void port_nothing(void *data)
{
    (void)data;
}

static const struct hand_port hand_port = {.key = port_key,
                                           .button = port_key,
                                           .move_to = port_move,
                                           .move_by = port_move,
                                           .buttons = port_buttons,
                                           .placed = port_placed,
                                           .keys_down = port_keys_down,
                                           .flush = port_nothing,
                                           .sync = port_nothing,
                                           .begin = port_begin,
                                           .ended = port_ended,
                                           .stop = port_stop};

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

static void link_close(void *data)
{
    hand_phone *h = data;
    port_stop(h);
    eye_phone_free(h->eye);
    g_free(h);
}

static void *link_open(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    (void)lost, (void)data; /* a phone that has gone is an error of the next look or act */
    g_auto(display_target) target = {0};
    g_autoptr(GError) problem = NULL;
    g_autoptr(eye_phone) eye = display_target_read(display, &target, &problem) ? eye_phone_open(&target, &problem) : NULL;
    if (!eye) {
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_DISPLAY, problem->message);
        return NULL;
    }
    hand_phone *h = g_new0(hand_phone, 1);
    h->eye = g_steal_pointer(&eye);
    h->ports = (struct hand_ports){*eye_phone_display(h->eye), *eye_phone_eye(h->eye), hand_port,
                                   keyboard_untold(),          program_untold(),       others_untold()};
    h->ports.keyboard.find = port_find;
    h->ports.keyboard.keysym = port_keysym;
    h->ports.keyboard.modifier = port_modifier;
    h->ports.hand.data = h->ports.keyboard.data = h->ports.program.data = h->ports.others.data = h;
    return h;
}

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
    (void)data, (void)state, (void)keys, (void)buttons;
}

static void link_listen(void *data, ledger *l, bool ignore_foreign, GPtrArray *said)
{
    (void)data, (void)l, (void)ignore_foreign;
    g_ptr_array_add(said, g_strdup(NOT_TOLD));
}

static const struct hand_ports *link_ports(const void *data)
{
    return &((const hand_phone *)data)->ports;
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
    (void)data;
    return false;
}

static int link_fd(const void *data)
{
    const hand_phone *h = data;
    return h->command ? adb_command_fd(h->command) : -1;
}

const struct hand_link hand_phone_link = {.open = link_open,
                                          .close = link_close,
                                          .server = link_server,
                                          .connection = link_connection,
                                          .recover = link_recover,
                                          .listen = link_listen,
                                          .unlisten = port_nothing,
                                          .ports = link_ports,
                                          .set_own = link_set_own,
                                          .deadline = link_deadline,
                                          .pending = link_pending,
                                          .fd = link_fd};
