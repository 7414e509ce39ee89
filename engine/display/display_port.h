#ifndef ENGINE_DISPLAY_DISPLAY_PORT_H
#define ENGINE_DISPLAY_DISPLAY_PORT_H

/* Display port: what is asked of a display about its windows, focus and pointer, as a table of operations. What decides has this
 * and no Xlib. display_x11.h is the table of an X display; tests/engine/hand/driver_target.h is one in memory.
 *
 * - `data` is the table's own and the first argument of each operation. Whoever makes a table owns both, and frees them last.
 * - Lengths are pixels. Points are of the whole screen, from its upper left corner, unless an operation says otherwise.
 * - A window is a number, 0 = none; 0 as a window to look inside is the whole screen (X's root window).
 * - No operation fails loudly. A window that has gone in the meantime gives false, 0 or NULL.
 * - Each operation asks the display anew, and costs its answer. Nothing is kept from one to the next. */

#include "engine/picture/window.h"
#include "skills/timeline/screen.h"

struct display_port {
    /* The screen as it is now. */
    void (*size)(void *data, int *ret_width, int *ret_height);
    /* Where the pointer is (either may be NULL), and which of the buttons 1 to 5 are down: bit n is button n. */
    guint (*pointer)(void *data, int *ret_x, int *ret_y);

    /* ---- listed windows: those that a person takes for windows ---- */

    /* Top first, struct eye_window*; the caller unrefs. Without `titles` in a third of the time. */
    GPtrArray *(*windows)(void *data, bool titles);
    /* The window of such a list that gets the keys. *ret_follows (may be NULL): keys go to whatever is under the pointer. */
    gint64 (*focus_in)(void *data, const GPtrArray *list, bool *ret_follows);
    /* The same, with a list of its own. */
    gint64 (*focus)(void *data, bool *ret_follows);
    /* The window that a click at a point is for. */
    gint64 (*at)(void *data, int x, int y);
    /* Its inside. False: it is gone, or not shown; *ret_area stands then. */
    bool (*rectangle)(void *data, gint64 window, struct area *ret_area);
    /* Asks for the focus, and does not wait for it. */
    void (*set_focus)(void *data, gint64 window);

    /* Whether it says that it is a splash, which goes when its program has started. */
    bool (*is_splash)(void *data, gint64 window);
    /* Asks for the topmost dialog of the list that is larger than the screen to be no larger. *told is the last one that was
     * asked for: each is, once. Does not wait. False: there is none. */
    bool (*fit)(void *data, const GPtrArray *list, gint64 *told);

    /* ---- what the screen and its keyboard are made of ---- */

    /* Adds the monitors, the primary one first; one called "screen" where the display names none. */
    void (*add_monitors)(void *data, screen *s);
    /* What programs may take a key for (key_aliases.h); g_strfreev(). */
    char **(*twins)(void *data);

    /* ---- whose they are, by the display's own word ---- */

    /* False: this display tells it of no window. */
    bool (*owners_told)(void *data);
    /* The process that has made the window; 0 = not known. */
    gint64 (*owner)(void *data, gint64 window);
    /* Whether one client has made both. */
    bool (*same_client)(void *data, gint64 one, gint64 other);

    /* ---- any window, also those inside listed ones, and frames ---- */

    /* Which has the focus. *ret_follows (may be NULL): it is the screen itself, and keys go to whatever is under the pointer. */
    gint64 (*focused)(void *data, bool *ret_follows);
    /* The same to the letter, to be given back as it was; `revert`: where it goes when that window goes. */
    void (*focus_note)(void *data, gint64 *ret_focus, int *ret_revert);
    void (*focus_return)(void *data, gint64 focus, int revert);
    /* The child of `window` that the pointer is in, as input goes. */
    gint64 (*pointed)(void *data, gint64 window);
    gint64 (*parent)(void *data, gint64 window);
    /* The listed window that this child of the screen is, or is the frame of; borrowed from the list. */
    const struct eye_window *(*listed)(void *data, const GPtrArray *list, gint64 top);
    /* A point of the screen as one of `window`, and the child of it that is there. False: it is gone. */
    bool (*inside)(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child);
    /* Its inside, shown or not; width 0 = it is gone. */
    struct area (*place)(void *data, gint64 window);
    /* gint64s; NULL = it is gone. The caller unrefs. */
    GArray *(*children)(void *data, gint64 window);
    /* With its border, as its parent has it. False: it is gone, shows nothing of its own, or is not shown. */
    bool (*drawn)(void *data, gint64 window, struct area *ret_area);
    /* False: any click goes through it. */
    bool (*takes_input)(void *data, gint64 window);

    /* Windows that have gone while they were asked about are no error that anybody else should see. Waits until the display has
     * answered all. */
    void (*forget_errors)(void *data);

    /* Nobody else's requests are worked on while it is held: what is asked and done meanwhile is one moment. Holds nest, each is
     * to be let go of, and soon: every program on the display stands still. */
    void (*hold)(void *data, bool hold);
    /* Sends what waits to be sent; does not wait for an answer. */
    void (*flush)(void *data);

    void *data;
};

#endif
