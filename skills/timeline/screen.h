#ifndef SKILLS_TIMELINE_SCREEN_H
#define SKILLS_TIMELINE_SCREEN_H

/* What a skill or a scripted brain may know of the screen. The engine fills it from the eye's observation. Pixels of the
 * display. */

#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

#define SCREEN_WHOLE "screen" /* the region of the words that are read all over the screen */

struct screen_word {
    char *text;
    char *region; /* name of the profile's region that it was read in */
    int x, y, width, height;
    double confidence; /* 0..1 */
};

struct screen_icon {
    char *name;
    int x, y, width, height;
};

/* A numbered thing on the screen that can be pointed at. The same thing keeps its number from look to look. */
struct screen_mark {
    int number;   /* from 1 */
    char *kind;   /* "button", "field", "check", "radio", "icon", "text" */
    char *source; /* what found it: "words", "shapes", "icons", "elements" */
    char *text;   /* what is written on or beside it, an icon's name, an element's; "" = not known */
    int x, y, width, height;
    char *role;    /* of an element: what its program calls it, "push button"; "" = it is none */
    char *id;      /* of an element: the same after scrolling, resizing and a restart (engine/eye/elements.h); "" = it is none */
    bool left_out; /* by the agent, in this look: no model and no console is told of it. Not in its JSON */
    bool focused;  /* an element that gets the keys that its window gets */
};

struct screen_monitor {
    char *name; /* "HDMI-1" */
    int x, y, width, height;
    bool primary;
};

/* How far the pointer moves for one degree in a mouse mode of the program (Cradle paper, B.2.2); from the profile. */
struct screen_turn {
    char *mode;  /* "walking" */
    double x, y; /* px per degree to the right and down; not 0 */
};

typedef struct screen {
    int width, height;
    int pointer_x, pointer_y;
    bool pointer_untold; /* nobody has told where it is, and it is at 0,0; this and the next are not in the JSON */
    bool pointer_drawn;  /* the picture may show it there, over what lies below it */
    int window_x, window_y, window_width, window_height; /* the target window; all 0 = none, use the whole screen */
    gint64 window_id;                                    /* its X id, 0 = none or not known */
    GArray *words;                                       /* struct screen_word */
    GArray *icons;                                       /* struct screen_icon */
    GArray *marks;                                       /* struct screen_mark, in the order of their numbers */
    char *elements;     /* how many elements the target's programs tell, or why none: "none, …"; NULL = they are not asked */
    bool words_pending; /* the words of the whole screen are still being read: marks have no texts of it yet */
    GArray *monitors;   /* struct screen_monitor, the primary one first; empty = unknown: assume one of the screen's size */
    GArray *turns;      /* struct screen_turn, in the profile's order */
    char *state;        /* what the display tells of its inner state: a JSON object (a world's); NULL = nothing */
} screen;

/* An empty screen of that size. */
screen *screen_new(int width, int height);
screen *screen_copy(const screen *s);
void screen_free(screen *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(screen, screen_free)
/* Each copies the strings. */
void screen_add_word(screen *s, const struct screen_word *word);
void screen_add_icon(screen *s, const struct screen_icon *icon);
void screen_add_mark(screen *s, const struct screen_mark *mark);
/* What becomes of a screen's marks when those of another look at the same pixels come, whose words were read. */
enum screen_keep {
    SCREEN_KEEP_NONE,
    SCREEN_KEEP_NUMBERS, /* numbers that are not there stay, too */
    SCREEN_KEEP_PLACES   /* and a number that is elsewhere there stays where it was */
};
void screen_take_marks(screen *s, const screen *read, enum screen_keep keep);
/* Borrowed; NULL = there is none of that number. */
const struct screen_mark *screen_mark_of(const screen *s, int number);
/* The first element of that name or id; role NULL = of any. Borrowed; NULL = there is none. */
const struct screen_mark *screen_element(const screen *s, const char *name, const char *role);
#define SCREEN_WINDOW "window" /* screen.await(): the role of a window, whose name is its title */
void screen_add_monitor(screen *s, const struct screen_monitor *monitor);
void screen_add_turn(screen *s, const struct screen_turn *turn);
/* The screen for checks and previews: 1280×720, a window that fills it, one monitor, 10 px per degree in each usual mode, a
 * mark 1. Caller frees. */
screen *screen_blank(void);
/* The reference for a move's coordinates on this screen. */
struct timeline_place screen_place(const screen *s);
/* All words of a region (NULL = all) in reading order, joined by spaces. Caller frees. */
char *screen_text(const screen *s, const char *region);
/* Same, one line of text for each line of the screen, over its whole width. Caller frees. */
char *screen_lines(const screen *s, const char *region);
/* The words of a region (NULL = all) by line, left to right: struct screen_word*, borrowed from s. Caller unrefs. */
GPtrArray *screen_reading_order(const screen *s, const char *region);

/* The text at a point: the word there, or the word that a check box or picture there belongs to, with its neighbours on the
 * line; "" = none. The words may contain several readings of one place: a reading without a second one needs a high confidence.
 * Signs without a letter or digit, and letters and digits alone, count only twice read, or surely in SCREEN_GLYPH. Caller frees.
 */
#define SCREEN_GLYPH "glyph" /* the region of a word that was read by itself, by the vote of several readings */
char *screen_label(const screen *s, int x, int y);
/* The same of a point in a button with that area: only of the words in it, also where the point is far from them; of several
 * lines (a menu) only the point's own. Caller frees. */
char *screen_label_in(const screen *s, int x, int y, int left, int top, int width, int height);

/* (screen_json.c)
 * {"width","height","pointer":{…},"window":{…},"words":[{"text","region","x","y","width","height","confidence"}],"icons":[…],
 * "marks":[{"number","kind","source","text","role","id","focused","x","y","width","height"}],"elements","words_pending",
 * "monitors":[{"name","x","y","width","height","primary"}],"turns":[{"mode","x","y"}],"state"}; those from "marks" on may be
 * missing. */
char *screen_to_json(const screen *s);
screen *screen_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
