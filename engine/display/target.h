#ifndef ENGINE_DISPLAY_TARGET_H
#define ENGINE_DISPLAY_TARGET_H

/* Display target: what `--display` names, and what such a display can report besides its picture. The only parser of that text.
 * Another kind of target is one row of the table in target.c. Needs no Xlib and opens no connection. */

#include <glib.h>
#include <stdbool.h>

enum display_kind {
    DISPLAY_NONE,     /* nothing is named */
    DISPLAY_X11,      /* an X display: ":7", "host:0.0", a socket's path */
    DISPLAY_VNC,      /* the screen of a VNC server: "vnc:HOST:N", "vnc:HOST::PORT", "vnc:/SOCKET" */
    DISPLAY_PHONE,    /* an Android phone over adb: "adb:SERIAL", "adb:HOST:PORT", "adb:" for the only one */
    DISPLAY_WORLD,    /* a fast world of ours: "world:NAME?seed=N&limit=N&fail=N&biome=NAME&give=THINGS&file=PATH"
                         (engine/world/world.h) */
    DISPLAY_RECORDED, /* of a recorded run: "cassette:FILE" (engine/devices/recorded.h) */
};

/* What such a display reports. What it does not report is unknown, and unknown never counts as harmless. */
enum display_tells {
    DISPLAY_TELLS_WINDOWS = 1 << 0,  /* the windows, their places, their order, and the process of each */
    DISPLAY_TELLS_FOCUS = 1 << 1,    /* which window gets the keys */
    DISPLAY_TELLS_POINTER = 1 << 2,  /* where the pointer is */
    DISPLAY_TELLS_PERSON = 1 << 3,   /* which input is a person's */
    DISPLAY_TELLS_ELEMENTS = 1 << 4, /* the parts of a program by name: buttons, fields */
    DISPLAY_TELLS_STATE = 1 << 5,    /* internal state of a program that is not shown */
    DISPLAY_TELLS_CHANGES = 1 << 6,  /* changes of the picture, without polling */
    DISPLAY_TELLS_APP = 1 << 7       /* the program in front, which stands for the windows; not what lies over it */
};

#define DISPLAY_TOUCH_LIBRARY "phone" /* skills of a display that takes gestures, beside those of the profile */

typedef struct display_target {
    enum display_kind kind;
    char *name;  /* owned: name for the display's own library, not empty; NULL = DISPLAY_NONE */
    guint tells; /* bits of enum display_tells that this kind can have; display_probe() checks a certain display */
    bool touch;  /* takes gestures, keys and texts, each as a whole (skills/timeline/gestures.h); has no pointer, holds nothing */
    bool acts;   /* takes the acts of a world and nothing else (skills/timeline/act.h) */
    char *host;  /* owned: of a VNC server, without brackets; the path of its socket where port is 0. A phone's serial number, ""
                  * = the only one; a world's name. NULL: another kind */
    int port;    /* TCP */
    struct {     /* of a world */
        guint seed;
        int limit, fail; /* -1 = the world's own */
        char *biome;     /* owned: where it begins; NULL = where the seed has it. The same below: world_begin() */
        char *give;      /* owned: what is in the inventory at the beginning */
        char *file;      /* owned: keeps its state; NULL = nobody does */
    } world;
} display_target;

/* text: the value of --display. NULL or "": $DISPLAY, else DISPLAY_NONE. False with CONFIG_ERROR_USAGE and an empty target:
 * unknown kind of name, or one that is incomplete. */
bool display_target_read(const char *text, display_target *ret_target, GError **error);
void display_target_clear(display_target *t);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(display_target, display_target_clear)
/* FILE of a recorded display; NULL: another kind of display. Borrowed from the text. */
const char *display_target_recording(const char *text);
/* The text names a world. NULL: false. */
bool display_target_world(const char *text);
/* The world that `text` names with these options: each replaces none that is there already. NULL or -1 = not given. Caller frees.
 */
char *display_target_world_with(const char *text, gint64 seed, gint64 limit, const char *biome, const char *give);
/* The VNC server is on another machine: what is sent to it can be read on the way. */
bool display_target_distant(const display_target *t);
/* "windows, focus, pointer"; "nothing" for 0. Caller frees. */
char *display_tells_text(guint tells);

#endif
