#ifndef ENGINE_HAND_APPROACH_PARTS_H
#define ENGINE_HAND_APPROACH_PARTS_H

/* State of an approach, shared by approach.c (its looks, and where the pointer goes) and approach_there.c (what the pointer
 * explains at the target). */

#include "engine/hand/judged_look.h"
#include "engine/hand/patience.h"
#include "engine/hand/pointer_search.h"

struct display_port;
struct guard;
struct hand_fire;
struct program_port;
typedef struct approach approach;

struct approach {
    const struct display_port *display; /* borrowed */
    const struct hand_port *hand;       /* borrowed */
    const struct program_port *program; /* borrowed */
    struct guard *guard;                /* borrowed */
    const struct hand_fire *fire;       /* borrowed */
    struct screen_match_rules rules;    /* of the whole screen; its arrays are owned */
    const frame *expected;              /* borrowed: the whole screen */
    gint64 top_window;                  /* 0 = there is none */
    struct area top, deepest;           /* the windows at the target point; deepest.width 0 = there is none inside the top one */
    struct area popup;                  /* the inside of the top one, where that is a menu or a list; width 0 = it is not */
    GArray *tips;                       /* struct area, owned: where words may have come with the pointer; NULL = nowhere */
    gint64 focus;                       /* at the start; of any window */
    bool focus_follows;                 /* it was the screen itself: keys went to what is under the pointer */
    gint64 owner;                       /* the process of the target's window; 0 = not known */
    int x, y;                           /* where the pointer came from */
    struct pointer_search search;       /* for that, where the display does not tell it */
    int target_x, target_y;             /* where it goes to */
    gint64 target_window;               /* 0 = none */
    struct area moved;                  /* all that has differed so far; width 0 = nothing has */
    bool follows;                       /* it was as before when the pointer was back where it came from */
    bool given;                         /* the hand has given the target the focus */
    bool lit;                           /* the pointer, or the focus, may have changed the colours */
    bool bar;                           /* it was a bar that a text cursor may be */
    bool words;                         /* the last difference was one that no experiment excuses */
    bool tried, back;         /* the pointer has been sent back from the target; it is there to see whether all is as it was */
    frame *seen;              /* owned: the screen with the pointer at the target, at the last look; what the pointer does, once
                                 `tried`; NULL = not yet */
    frame *away;              /* owned: the screen with the pointer back where it came from; NULL = not tried */
    struct patience patience; /* while it differs */
    struct judged_look last;  /* right before the press, while it differs */
    gint64 glance_us;         /* not before that */
    bool sent_back;           /* before the target, to see whether it returns */
};

/* In approach.c. The window that has the focus now. */
gint64 approach_focus(const approach *a);
/* Of the patch, what is in the window; a highlight may end at a popup's border. */
struct area approach_target_area(const approach *a);
/* A sentence; caller frees. */
char *approach_resized(void);
/* Icons of the popup that are the same, on another ground: `now` shows the popup; NULL = as it is. */
GArray *approach_icons(const approach *a, const frame *now);

/* In approach_there.c. NULL = `live` is what was decided on, but for what the pointer explains; caller frees. `taken`: the same
 * with the last levels of fades. `over`: struct area, what tooltips and submenus cover. */
char *approach_changed_there(approach *a, const frame *live, const frame *taken, int first, int last, bool still,
                             const GArray *over);

#endif
