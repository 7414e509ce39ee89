#ifndef ENGINE_HAND_TEXT_H
#define ENGINE_HAND_TEXT_H

/* Typing a text, as a machine on the player's clock: it never waits, so that an abort acts at once. Pure: what it does to the
 * keyboard goes through a port.
 *
 * How the error becomes zero. Characters that the keyboard map has are typed by their keys, with exactly the modifiers that they
 * need: locks and latches are out of the way meanwhile, modifiers that we hold are let go of and
 * pressed again after the text, and while somebody else holds a modifier nothing is typed (after TEXT_CLEAR_US it fails).
 * Others are lent spare keycodes, as many at a time as there are (about 60), by one change of the map each time. A client reads
 * the map when it gets to a key, not when it is pressed; so the map changes only when the client has worked off every key before:
 * it says so itself by answering a ping (ping.h), however slowly it draws. A change is followed by two pings before the next key,
 * because Chromium reads the map over a second connection. Keys and pings are in one queue, so this holds on any machine under
 * any load. A lent keycode keeps its character until the others are used up, and all are as before at the end.
 *
 * A game answers once in a frame, so the second ping is not waited for where the client's process is seen to be asleep and to
 * have read all on all its connections, beside our ping (client_idle.h).
 *
 * Clients that answer no ping (xterm, Tk, bare Xlib) are looked at, every TEXT_REST_US, before each change and after it, until
 * the process is seen to be through (client_idle.h says how, and what it cannot see); that takes about 4 ms, and holds under load
 * and for programs that sleep with their events unread. Where less can be seen (another user's process, an input method
 * elsewhere) the map rests for TEXT_SETTLE_US before each change, and then until the process has been asleep for TEXT_ASLEEP_US;
 * where nothing can (another machine), for TEXT_SETTLE_US, and TEXT_SLOW_US more for each character beyond the BMP, which some
 * draw slowly. A client that is never seen at rest is waited for TEXT_NEVER_US, or TEXT_STRETCH times as long as a slow one would
 * need; one that is seen to have keys unread, or is stopped, TEXT_PATIENCE_US: then it hangs, and typing ends. Keys come
 * TEXT_GAP_US apart, because nothing tells how many such a client can keep. The first of these ways has no gap but the one in
 * client_idle.h; the others are right in practice, under load too, but no proof. Neither pings nor looks reach a server inside a
 * window (Xephyr, VNC: it has a keyboard map of its own) or an input method that composes what it is sent. One that hands keys on
 * (input_method.h) is looked at together with a client that answers no ping; with one that does, the map does not change before
 * the method's processes rest, TEXT_METHOD_US at most.
 *
 * A second character on a lent keycode's Shift level would halve the changes of the map, and is not done: programs are told the
 * Shift with the key, and some act on it (kitty's keyboard protocol sends the character of the first level and "with Shift").
 *
 * A browser drops the keys that come between a page's load and its first paint, and answers pings all that time. So the first key
 * waits until the processes of such a program rest (process_idle.h), TEXT_LOAD_US at most: a page with a film never does. A page
 * that waits for its server before it paints is at rest, too: nothing outside tells it, and its keys are lost. */

#include "engine/hand/hand_port.h"

#include <glib.h>
#include <stdbool.h>

#define TEXT_SETTLE_US 50000
#define TEXT_NOTE_US 20000   /* after a change, where no ping is answered */
#define TEXT_SLOW_US 25000   /* more, for each character beyond the BMP */
#define TEXT_REST_US 3000    /* between two looks at a client's process */
#define TEXT_ASLEEP_US 15000 /* how long it must have slept where its queue cannot be seen */
#define TEXT_STRETCH 4
#define TEXT_NEVER_US 1000000     /* at the least, until a client that is never seen at rest is taken to be through */
#define TEXT_GAP_US 300           /* between characters at the least, where no ping is answered */
#define TEXT_BURST 32             /* characters between two pings */
#define TEXT_AHEAD 8              /* pings that may be unanswered while typing goes on */
#define TEXT_LOOK_US 5000         /* between two looks at a keyboard that is in somebody's hands */
#define TEXT_CLEAR_US 5000000     /* how long we wait for those */
#define TEXT_LOAD_US 1000000      /* how long the first key waits for a program that loads */
#define TEXT_METHOD_US 2000000    /* how long a change of the map waits for an input method */
#define TEXT_FIRST_US 2000000     /* how long the first answer may take: later, the client counts as one that does not answer */
#define TEXT_PATIENCE_US 30000000 /* how long any other may */

struct text_port {
    /* The keyboard's own way to a character; false = not on the map. */
    bool (*find)(void *data, gunichar c, struct stroke *ret_stroke);
    /* Presses and lets go. Each of these may fail: nothing more is typed then. */
    bool (*tap)(void *data, const struct stroke *stroke);
    /* Lends keycodes to characters; gives all back that are lent. */
    bool (*lend)(void *data, const int *codes, const gunichar *chars, int n);
    void (*give_back)(void *data);
    /* Before the first and after the last act: locks out of the way, and back. */
    bool (*begin)(void *data);
    void (*end)(void *data);
    /* False while somebody else holds a modifier. Locks and latches that have come since begin() are out of the way after it. */
    bool (*clear)(void *data);
    /* Asks the client to say when it has come this far; 0 = it cannot be asked. */
    guint32 (*ask)(void *data);
    bool (*answered)(void *data, guint32 question);
    /* Whether the program is still at work on what it has to show (process_idle.h): asked after begin(), before the first key. */
    bool (*loads)(void *data, gint64 now_us);
    /* Whether an input method has keys that it has not handed on (input_method.h): then the map does not change. */
    bool (*passes_on)(void *data, gint64 now_us);
    /* For a client that cannot be asked: whether it still works (client_idle.h). */
    enum client_idle_doing (*look)(void *data);
    void *data;
};

typedef struct text text;

/* False with a sentence: a control character, or characters that are not on the map where no keycode is spare. */
bool text_check(const char *utf8, const struct text_port *port, int n_spare, GError **error);
/* The text must have passed text_check(). `spare` is copied. Typing begins at now_us and takes duration_us or longer. */
text *text_new(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 duration_us, gint64 now_us);
/* A text that is not typed: its characters get keycodes, whatever the map has, and keep them until text_return(). There must be
 * as many spare ones. (temp_keycodes.h) */
text *text_new_loan(const char *utf8, const struct text_port *port, const int *spare, int n_spare, gint64 now_us);
/* The client has noted the keycodes, and they are still lent. */
bool text_lent(const text *t);
/* The keycodes go back, once the client has worked off what was pressed with them. */
void text_return(text *t, gint64 now_us);
/* Puts map and locks back if that is still to be done. */
void text_free(text *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(text, text_free)
/* Looks whether the client is through, when that is due; before text_step(). Nobody may hold the server meanwhile: a client that
 * waits for its answer looks as if it rested, with keys in its own queue. False with a sentence as text_step(). */
bool text_look(text *t, gint64 now_us, GError **error);
/* Whether it is due. */
bool text_looks(const text *t, gint64 now_us);
/* Does what is due. False with a sentence: nothing more is typed; text_free() is next. */
bool text_step(text *t, gint64 now_us, GError **error);
bool text_done(const text *t);
/* When to call text_step() again, 0 = at once; G_MAXINT64 = done. An answer to a ping may make it earlier. */
gint64 text_deadline(const text *t);
/* Characters typed, and in all. */
guint text_typed(const text *t);
guint text_length(const text *t);

#endif
