#include "engine/hand/hand_phone.h"

#include "engine/display/adb.h"
#include "engine/display/phone.h"
#include "engine/hand/hand.h"
#include "engine/hand/hand_whole.h"
#include "skills/timeline/gestures.h"

#include <string.h>

#define TEXT_MAX 500     /* bytes of one `input text`; longer ones are several */
#define OUTPUT_MAX 65536 /* bytes that `input` may say */
#define NOT_TOLD                                                                                                                 \
    "a phone tells the activity in front, and neither what lies over it nor whose touches it gets: each press counts as one "    \
    "into an unknown window, and a person takes over by o only"

typedef struct hand_phone {
    struct hand_whole whole; /* first: what the link's operations take */
    phone *phone;            /* of whole.eye */
    adb_command *command;    /* under way; owned, NULL = none */
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

/* The command line of `input` for one act of a timeline, and its argument: `input text` with one, NULL for others. A text is
 * several: *at is 0 for the first, and moves on. False: there is no more. Caller frees both. */
static bool next_command(const struct timeline_event *e, gsize *at, char **ret_command, char **ret_argument)
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
    if (!next_command(&h->act, &h->at, &command, &argument))
        return false;
    const char *serial = phone_serial(h->phone);
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

/* ---- the link ---- */

static void link_close(void *data)
{
    hand_phone *h = data;
    port_stop(h);
    hand_whole_clear(&h->whole);
    g_free(h);
}

static void *link_open(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error)
{
    static const struct hand_port acts = {.begin = port_begin, .ended = port_ended, .stop = port_stop};
    (void)lost, (void)data; /* a phone that has gone is an error of the next look or act */
    g_auto(display_target) target = {0};
    g_autoptr(GError) problem = NULL;
    phone *p = display_target_read(display, &target, &problem) ? phone_open(&target, &problem) : NULL;
    if (!p) {
        g_set_error_literal(error, HAND_ERROR, HAND_ERROR_DISPLAY, problem->message);
        return NULL;
    }
    hand_phone *h = g_new0(hand_phone, 1);
    h->phone = p;
    hand_whole_init(&h->whole, phone_still(p), &acts, NOT_TOLD);
    return h;
}

static int link_fd(const void *data)
{
    const hand_phone *h = data;
    return h->command ? adb_command_fd(h->command) : -1;
}

const struct hand_link hand_phone_link = {.open = link_open, .close = link_close, .fd = link_fd, HAND_WHOLE_LINK};
