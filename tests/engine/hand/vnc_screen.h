#ifndef TESTS_ENGINE_HAND_VNC_SCREEN_H
#define TESTS_ENGINE_HAND_VNC_SCREEN_H

/* An Xtigervnc screen with a window on it, and a hand that works on it. A header of static functions, as spawn_hand.h. */

#include "engine/eye/eye_source.h"
#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xlib.h>

#define WAIT_MS 10000

static struct xvfb x;
static char *folder, *path, *name; /* name: "vnc:/…" */
static struct spawned hand;
static sink *window;
static char *ledger;

static inline int open_screen(void **state)
{
    (void)state;
    folder = g_dir_make_tmp("vnc-XXXXXX", NULL);
    path = g_build_filename(folder, "rfb", NULL);
    name = g_strdup_printf("vnc:%s", path);
    xtigervnc_start(&x, 800, 600, path);
    return 0;
}

static inline int close_screen(void **state)
{
    (void)state;
    xvfb_stop(&x);
    g_free(folder);
    g_free(path);
    g_free(name);
    return 0;
}

static inline int start(void **state)
{
    (void)state;
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    window = sink_start(x.display, "sink", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    return 0;
}

static inline int stop(void **state)
{
    (void)state;
    sink_stop(window);
    guint left = folder_files(ledger);
    g_free(ledger);
    return left != 0;
}

static inline void begin(const char *display)
{
    spawned_start(&hand, display, ledger);
    spawned_skip(&hand, HAND_READY);
}

#define KEY(when, t, what)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_##t, .at_ms = (when), .key = (what)                                                                 \
    }
#define BUTTON(when, t, number)                                                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_##t, .at_ms = (when), .button = (number)                                                         \
    }
#define MOVE(when, mx, my)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my)                                                             \
    }
#define MOVE_BY(when, mx, my)                                                                                                    \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my), .origin = ORIGIN_RELATIVE                                  \
    }
#define SCROLL(when, sx, sy)                                                                                                     \
    {                                                                                                                            \
        .type = TIMELINE_SCROLL, .at_ms = (when), .dx = (sx), .dy = (sy)                                                         \
    }
#define TEXT(when, what)                                                                                                         \
    {                                                                                                                            \
        .type = TIMELINE_TEXT, .at_ms = (when), .text = (char *)(what)                                                           \
    }

static inline bool is_modifier(guint32 keysym)
{
    return (keysym >= 0xffe1 && keysym <= 0xffee) || keysym == 0xfe03;
}

/* Keys but for modifiers, which a server adds where a keysym needs them; buttons with their places. */
static inline char *received(void)
{
    GString *log = g_string_new(NULL);
    struct sink_event e;
    sink_fill(window, 0, 0, 1, 1, 0x336699);
    while (sink_next(window, &e, 200)) {
        if (e.kind == SINK_BUTTON_PRESS || e.kind == SINK_BUTTON_RELEASE)
            g_string_append_printf(log, "%c%d at %d,%d; ", e.kind, e.detail, e.x, e.y);
        else if (e.kind == SINK_KEY_PRESS && !is_modifier(e.keysym))
            g_string_append_printf(log, "%c%s \"%s\" %x; ", e.kind, XKeysymToString(e.keysym), e.text, e.state & 0xcu);
        else if (e.kind == SINK_KEY_RELEASE && !is_modifier(e.keysym))
            g_string_append_printf(log, "%c; ", e.kind);
    }
    return g_string_free(log, FALSE);
}

/* The screen as the eye has it now, stored; caller frees the path. */
G_GNUC_UNUSED static char *stored(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_source) s = eye_source_open(name, &error);
    const struct eye_port *eye = s ? eye_source_eye(s) : NULL;
    g_autoptr(frame) f = eye ? eye->grab(eye->data, NULL, 0, NULL, &error) : NULL;
    g_autofree char *hash = NULL;
    char *at = NULL;
    if (!f || !frame_store(f, folder, &hash, &at, &error))
        fail_msg("%s", error ? error->message : "no picture");
    return at;
}

/* As engine/step/aim.c does where no window is told. */
G_GNUC_UNUSED static void guard(hand_request *r, struct area close, struct area core)
{
    r->fire.guard.frame = stored();
    r->fire.guard.rules =
        (struct screen_match_rules){.close = close, .core = core, .tolerance = 24, .min_target = 0.98, .min_frame = 0.95};
}

#endif
