#ifndef TESTS_ENGINE_HAND_DRIVER_TARGET_H
#define TESTS_ENGINE_HAND_DRIVER_TARGET_H

/* A target in memory: windows, focus, pointer, pixels, a keyboard and other people, behind the ports of engine/hand/hand_port.h.
 * What decides is driven with it, without an X server. A test changes its fields as a display would change, and reads what was
 * sent. */

#include "engine/hand/hand_port.h"
#include "engine/picture/frame.h"

struct target_window {
    gint64 id, parent; /* parent 0: of the screen, and listed */
    gint64 pid, client;
    struct area at; /* on the screen, also of one inside another */
    const char *title;
    bool popup, tooltip;
    bool modal;
    bool hidden;       /* it is there, and not shown */
    bool lets_through; /* clicks */
};

typedef struct target target;
/* Each event after it has been sent, as it stands in `sent`: what the program does then. */
typedef void (*target_reaction)(target *t, const char *event);

struct target {
    struct hand_ports ports;
    frame *screen;
    frame *expected;  /* as the eye was told */
    GPtrArray *stack; /* struct target_window*, top first; owned */
    gint64 focus;     /* 0 = the screen: keys follow the pointer */
    bool refuses_focus;
    int x, y;          /* the pointer */
    guint buttons;     /* that are down: bit n is button n */
    guint8 keys[32];   /* that are down: a bit a keycode */
    int held;          /* how often the display is held */
    int unheld_events; /* presses sent while it was not */
    int unheld_looks;  /* pictures taken while it was not */
    GString *sent;     /* "move 20,30; down 1; up 1; " */
    target_reaction reaction;
    struct area own; /* a terminal of reins; width 0 = none */
    bool own_focused;
    struct grabber grabber[GRABS_DEVICES]; /* client 0 = nobody */
    char *somebody;                        /* what others have done since the last look; owned */
    GHashTable *lent;                      /* keycode → keysym */
    guint32 asked;                         /* questions to the program */
    bool answers;                          /* at once */
    int works;                             /* so many looks find the program at work; then it has drawn ("rests") */
    guint marked;                          /* as the clipboard's process: all its marks */
};

/* Of one colour, with the pointer at 0,0. */
target *target_new(int width, int height, guint32 colour);
void target_free(target *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(target, target_free)
/* On top of the others. Borrowed: changes as the test wants it. */
struct target_window *target_open(target *t, gint64 id, gint64 pid, struct area at);
void target_close(target *t, gint64 id);
struct target_window *target_find(const target *t, gint64 id);
/* (driver_target_hand.c) The tables of the hand alone. */
void target_add_hand(target *t);

#endif
