#ifndef ENGINE_HAND_TEXT_H
#define ENGINE_HAND_TEXT_H

/* Text: types a text on the player's clock. It never blocks, so that an abort acts at once. Pure: a port does the typing.
 *
 * A character that the keyboard map has is typed by its key with exactly the modifiers that it needs. For that, locks and
 * latches are cleared, our held modifiers are released and pressed again after the text, and nothing is typed while someone
 * else holds a modifier (after TEXT_CLEAR_US it fails). Other characters are lent spare keycodes, as many at a time as exist
 * (about 60), with one change of the map each time. A client reads the map when it reads a key, so the map must change only
 * after the client has read every key before:
 * - A client that answers pings (ping.h) tells it itself, however slowly it draws. Two pings follow a change before the next
 *   key, because Chromium reads the map over a second connection. Keys and pings share one queue, so this holds on any machine
 *   under any load. The second ping is skipped when the client's process sleeps and has read everything but our ping
 *   (client_idle.h), because a game answers only once a frame.
 * - Other clients (xterm, Tk, bare Xlib) are looked at every TEXT_REST_US, before and after each change, until the process has
 *   handled its input (client_idle.h). This takes about 4 ms, and holds under load, within the limits stated there.
 * - If less is visible (another user's process, a remote input method), the map waits TEXT_SETTLE_US before each change, and
 *   then until the process has slept for TEXT_ASLEEP_US. If nothing is visible (another machine), it waits TEXT_SETTLE_US, and
 *   TEXT_SLOW_US more for each character beyond the BMP, which some programs draw slowly. This works in practice, without
 *   proof.
 * A client that never rests is waited for TEXT_NEVER_US, or TEXT_STRETCH times the time that a slow one needs. One with unread
 * keys, or a stopped one, counts as hanging after TEXT_PATIENCE_US, and typing ends. Without pings keys come TEXT_GAP_US apart,
 * because the size of such a client's queue is unknown. A lent keycode keeps its character until all others are used, and
 * everything is restored at the end.
 *
 * A program may open a window at any character, and would get the next ones there: a GTK dialog takes what is in its program's
 * queue already. So the next character waits until the one before has been handled: the ping is answered, and then the process
 * has slept from one look to the next, because Qt answers before it handles the keys. That takes 1 to 2 ms. A process that works
 * on is waited for TEXT_HANDLED_US, and half as long the next time. After TEXT_SINGLY characters TEXT_BURST go to a client that
 * answers pings at once, but none goes ahead of a newline or a tab, which press buttons. Where the keys go is checked before each
 * (route.h).
 *
 * Pings and looks do not reach a server inside a window (Xephyr, VNC), which has its own map, or an input method that composes.
 * An input method that passes keys on (input_method.h) is looked at together with a client without pings; with other clients
 * the map waits until the method's processes rest, TEXT_METHOD_US at most.
 *
 * The Shift level of a lent keycode is not used for a second character, because programs see the Shift and some act on it
 * (kitty's keyboard protocol sends the character of the first level "with Shift").
 *
 * A browser drops the keys between a page's load and its first paint, though it answers pings. So the first key waits until the
 * processes of such a program rest (process_idle.h), TEXT_LOAD_US at most, because a page with a film never rests. Keys for a
 * page that waits for its server before it paints are lost: from outside it is at rest. */

#include "engine/hand/hand_port.h"

#include <glib.h>
#include <stdbool.h>

#define TEXT_SETTLE_US 50000
#define TEXT_NOTE_US 20000 /* after a change, without pings */
#define TEXT_SLOW_US 25000 /* more, for each character beyond the BMP */
#define TEXT_REST_US 3000  /* between two looks at a client's process */
#define TEXT_GLANCE_US 150 /* the same between two characters */
/* Longest wait for a character to be handled, once it has been read; after each wait that long half of it, so often. */
#define TEXT_HANDLED_US 200000
#define TEXT_RESTLESS 10
#define TEXT_ASLEEP_US 15000 /* required sleep when its queue is not visible */
#define TEXT_STRETCH 4
#define TEXT_NEVER_US 1000000     /* shortest wait for a client that never rests */
#define TEXT_GAP_US 300           /* least time between characters without pings */
#define TEXT_SINGLY 200           /* so many characters are typed one by one */
#define TEXT_BURST 16             /* after that so many between two pings */
#define TEXT_LOOK_US 5000         /* between two looks at modifiers that someone else holds */
#define TEXT_CLEAR_US 5000000     /* longest wait for them */
#define TEXT_LOAD_US 1000000      /* longest wait of the first key for a program that loads */
#define TEXT_METHOD_US 2000000    /* longest wait of a change of the map for an input method */
#define TEXT_FIRST_US 2000000     /* longest wait for the first answer; after that the client counts as one without pings */
#define TEXT_PATIENCE_US 30000000 /* longest wait for a later answer */

struct text_port {
    /* The keyboard's own way to type a character; false = not on the map. */
    bool (*find)(void *data, gunichar c, struct stroke *ret_stroke);
    /* Presses and releases. If this or one of the next fails, nothing more is typed. */
    bool (*tap)(void *data, const struct stroke *stroke);
    /* Lends keycodes to characters; returns all lent ones. */
    bool (*lend)(void *data, const int *codes, const gunichar *chars, int n);
    void (*give_back)(void *data);
    /* Clears locks before the first act; restores them after the last. */
    bool (*begin)(void *data);
    void (*end)(void *data);
    /* Clears locks and latches that are new since begin(). False while someone else holds a modifier. */
    bool (*clear)(void *data);
    /* Pings the client; 0 = it does not answer pings. */
    guint32 (*ask)(void *data);
    bool (*answered)(void *data, guint32 question);
    /* True while the program is loading (process_idle.h); called after begin(), before the first key. */
    bool (*loads)(void *data, gint64 now_us);
    /* True while an input method has keys to pass on (input_method.h): the map must not change. */
    bool (*passes_on)(void *data, gint64 now_us);
    /* What a client without pings is doing (client_idle.h). */
    enum client_idle_doing (*look)(void *data);
    void *data;
};

typedef struct text text;

/* Error: the text has a control character, or characters that are not on the map and no keycode is spare. */
bool text_check(const char *utf8, const struct text_port *port, int n_spare, GError **error);
/* Types a text that has passed text_check(). Copies `spare`. Typing starts at now_us and takes at least duration_us. */
text *text_new(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 duration_us, gint64 now_us);
/* Lends keycodes to the characters without typing, also to those on the map, until text_return(). There must be enough spare
 * ones. (temp_keycodes.h) */
text *text_new_loan(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 now_us);
/* True while the keycodes are lent and the client knows the map. */
bool text_lent(const text *t);
/* Returns the keycodes after the client has handled what was pressed with them. */
void text_return(text *t, gint64 now_us);
/* Restores map and locks if needed. */
void text_free(text *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(text, text_free)
/* Looks at the client if due; call it before text_step() and without a grab of the server, because a client that waits for the
 * server looks at rest with keys in its queue. Error: as text_step(). */
bool text_look(text *t, gint64 now_us, GError **error);
/* True when a look is due. */
bool text_looks(const text *t, gint64 now_us);
/* Types what is due. Error: call text_free() next. */
bool text_step(text *t, gint64 now_us, GError **error);
bool text_done(const text *t);
/* The time of the next text_step(), 0 = at once; G_MAXINT64 = done. A ping's answer may make it earlier. */
gint64 text_deadline(const text *t);
/* The number of typed characters, and of all. */
guint text_typed(const text *t);
guint text_length(const text *t);
/* True when its last character is a newline. */
bool text_ends_line(const text *t);

#endif
