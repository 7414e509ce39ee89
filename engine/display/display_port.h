#ifndef ENGINE_DISPLAY_DISPLAY_PORT_H
#define ENGINE_DISPLAY_DISPLAY_PORT_H

/* Display port: a table of operations that ask a display about windows, focus and pointer. The files that decide use it and no
 * Xlib. display_x11.h makes the table of an X display; tests/engine/hand/driver_target.h makes one in memory.
 *
 * - `data` belongs to the table and is the first argument of each operation. The maker of a table owns both and frees them last.
 * - Lengths are pixels. Points are on the whole screen, from its upper left corner, unless stated otherwise.
 * - A window is a number, 0 = none. As a window to look inside, 0 is the whole screen (X's root window).
 * - No operation but tree() reports an error. For a window that no longer exists it returns false, 0 or NULL.
 * - Each operation asks the display again and waits for its answer. Nothing is cached. */

#include "engine/picture/window.h"
#include "skills/timeline/screen.h"

struct display_port {
    /* The screen as it is now. */
    void (*size)(void *data, int *ret_width, int *ret_height);
    /* The pointer's place (either may be NULL); returns the buttons 1 to 5 that are down: bit n is button n. */
    guint (*pointer)(void *data, int *ret_x, int *ret_y);

    /* ---- listed windows: those that a person sees as windows ---- */

    /* False: this display tells no windows; every list is empty, and no focus is known. */
    bool (*windows_told)(void *data);
    /* The windows, top first, struct eye_window*; caller unrefs. Without `titles` it takes a third of the time. */
    GPtrArray *(*windows)(void *data, bool titles);
    /* The window of such a list that gets the keys. *ret_follows (may be NULL): keys go to the window under the pointer. */
    gint64 (*focus_in)(void *data, const GPtrArray *list, bool *ret_follows);
    /* Same as above with a list of its own. */
    gint64 (*focus)(void *data, bool *ret_follows);
    /* The window that gets a click at a point. */
    gint64 (*at)(void *data, int x, int y);
    /* A window's inside. False: it does not exist or is not shown; *ret_area is then unchanged. */
    bool (*rectangle)(void *data, gint64 window, struct area *ret_area);
    /* Requests the focus for a window. Does not wait for it. */
    void (*set_focus)(void *data, gint64 window);

    /* True when the window declares itself a splash, which closes when its program has started. */
    bool (*is_splash)(void *data, gint64 window);
    /* True when the window, shown or not, declares itself modal: while it is there, it takes the input of its program's windows.
     */
    bool (*is_modal)(void *data, gint64 window);
    /* Requests that one window of the list fit the screen (windows_fit()). told: gint64, for which it was requested. Does not
     * wait. False: there is none. */
    bool (*fit)(void *data, const GPtrArray *list, GArray *told);

    /* ---- screen and keyboard ---- */

    /* Adds the monitors, the primary one first; one named "screen" if the display names none. */
    void (*add_monitors)(void *data, screen *s);
    /* Keys and their aliases (key_aliases.h). Caller frees with g_strfreev(). */
    char **(*twins)(void *data);

    /* The address of the accessibility bus, as any client of the display may have set it; NULL = there is none. Caller frees. The
     * operation is NULL on a display that cannot tell. */
    char *(*accessibility_bus)(void *data);
    /* Begins `uiautomator dump` on a phone, without waiting (adb.h): it writes what it has to say, and then, if it could, the XML
     * of all that the activity in front shows. That takes a second or more, and ten where the screen does not rest. Caller frees;
     * NULL with an error: it cannot be asked. The operation is NULL on every other display. */
    struct adb_command *(*tree)(void *data, GError **error);

    /* The inner state of what is shown, as one JSON object; caller frees. The operation is NULL on a display that cannot tell. */
    char *(*state)(void *data);

    /* ---- owners, by the display's own information ---- */

    /* False: this display tells no owners. */
    bool (*owners_told)(void *data);
    /* The process that made the window; 0 = unknown. */
    gint64 (*owner)(void *data, gint64 window);
    /* True when one client made both. */
    bool (*same_client)(void *data, gint64 one, gint64 other);

    /* ---- any window, also frames and windows inside listed ones ---- */

    /* The focused window. *ret_follows (may be NULL): the screen has the focus, and keys go to the window under the pointer. */
    gint64 (*focused)(void *data, bool *ret_follows);
    /* Store and restore the exact focus. revert: where it goes when that window closes. */
    void (*focus_note)(void *data, gint64 *ret_focus, int *ret_revert);
    void (*focus_return)(void *data, gint64 focus, int revert);
    /* The child of `window` under the pointer, as input goes. */
    gint64 (*pointed)(void *data, gint64 window);
    gint64 (*parent)(void *data, gint64 window);
    /* The listed window that this child of the screen is or frames; borrowed from the list. */
    const struct eye_window *(*listed)(void *data, const GPtrArray *list, gint64 top);
    /* Converts a point of the screen to one of `window`, and finds its child there. False: the window does not exist. */
    bool (*inside)(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child);
    /* A window's inside, shown or not; width 0 = it does not exist. */
    struct area (*place)(void *data, gint64 window);
    /* The children, gint64; NULL = the window does not exist. Caller unrefs. */
    GArray *(*children)(void *data, gint64 window);
    /* A window with its border, relative to its parent. False: it does not exist, draws nothing, or is not shown. */
    bool (*drawn)(void *data, gint64 window, struct area *ret_area);
    /* False: clicks go through it. */
    bool (*takes_input)(void *data, gint64 window);

    /* Discards errors about windows that closed while they were asked about. Waits until the display has answered everything. */
    void (*forget_errors)(void *data);

    /* Holds the display: it handles no other client's requests, so that questions and acts happen at one moment. Holds nest.
     * Release them soon, because every program on the display stands still. */
    void (*hold)(void *data, bool hold);
    /* Sends the queued requests; does not wait for an answer. */
    void (*flush)(void *data);

    void *data;
};

#endif
