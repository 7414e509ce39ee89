#ifndef ENGINE_HAND_HAND_LINK_H
#define ENGINE_HAND_HAND_LINK_H

/* Hand link: the hand's connection to a display, as a table of operations. Each kind of display has one: hand_x11.c,
 * hand_vnc.c, hand_phone.c, hand_world.c. */

#include "engine/display/own.h"
#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

struct hand_link {
    /* Connects; `data` of all others. Error: HAND_ERROR_DISPLAY with the fix. lost: called once when the display dies, with the
     * reason or NULL; it must not return, because Xlib would then end the process without a message. */
    void *(*open)(const char *display, void (*lost)(const char *why, void *data), void *data, GError **error);
    /* Call it after everything that uses the ports is freed. */
    void (*close)(void *data);

    /* For the ledger: a number of this run of the server, and a resource id of this connection. */
    guint64 (*server)(void *data);
    guint32 (*connection)(void *data);
    /* Releases and restores what a dead hand left behind (recovery.h); call it before listen(). Appends the released names
     * (char*, owned by the arrays). */
    void (*recover)(void *data, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);

    /* Starts to listen to foreign input; all ports work from now on. Borrows the ledger. ignore_foreign: ignores XTEST input of
     * other programs. Appends sentences (char*, owned by the array) about what this display does not tell. */
    void (*listen)(void *data, ledger *l, bool ignore_foreign, GPtrArray *said);
    void (*unlisten)(void *data);
    /* Borrowed. */
    const struct hand_ports *(*ports)(const void *data);
    /* Sets reins' own terminals. */
    void (*set_own)(void *data, const struct own_terminal *terminals, int n);
    /* The time at which others_port.look() is due even without an event. */
    gint64 (*deadline)(const void *data);
    /* True when messages have been read and not handled, for which poll() does not wake. */
    bool (*pending)(const void *data);
    int (*fd)(const void *data);
};

/* The table for a display's name; NULL: it has none. Error: CONFIG_ERROR_USAGE, no display has that name. */
const struct hand_link *hand_link_for(const char *display, GError **error);

#endif
