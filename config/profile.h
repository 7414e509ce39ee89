#ifndef CONFIG_PROFILE_H
#define CONFIG_PROFILE_H

/* An application profile: apps/NAME.ini. It says what the eye reads and hides, how to find the window, and how to compare the
 * target. Groups: [profile], [region NAME], [icon NAME], [mask NAME], [ignore NAME], [rule NAME], [turn MODE]. The keys of each
 * group are a table in profile.c. */

/* The profile of a fast world, where none is named. */
#define PROFILE_WORLD "world"

#include "config/config.h"
#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

/* A named rectangle in pixels, relative to the top left corner of the target window. */
struct profile_region {
    char *name;
    int x, y, width, height;
    int scale;       /* enlargement before OCR, 1..8 */
    char *whitelist; /* characters that can occur; NULL = any */
};

/* An icon that is found by comparing pixels: all of them exactly, or nearly, then also in other sizes. */
struct profile_icon {
    char *name;
    char *file; /* for config_file(): "apps/NAME/…png", or an absolute path */
    bool alike; /* engine/picture/template.h */
};

/* A rectangle, in pixels of the screen, that the eye blacks out before it stores or sends a frame. */
struct profile_mask {
    int x, y, width, height;
};

/* A rectangle that changes by itself (a clock, a cursor, an animation). It is recorded, but not compared before an action
 * fires. Relative to the top left corner of the target window or of the screen. */
struct profile_ignore {
    bool from_screen;
    int x, y, width, height;
};

/* Whether focus and pointer go back to where they were after an action. */
enum profile_give_back {
    PROFILE_GIVE_BACK_AUTO, /* only when a terminal that shows reins is on the same display */
    PROFILE_GIVE_BACK_ALWAYS,
    PROFILE_GIVE_BACK_NEVER
};

/* What the video of an action shows. */
enum profile_record {
    PROFILE_RECORD_DISPLAY,
    PROFILE_RECORD_WINDOW, /* the target window, wherever it moves */
    PROFILE_RECORD_AREA
};

/* How a text gets into the program. */
struct profile_paste {
    bool text;    /* paste it, except text with a duration of its own */
    char *keys;   /* the key combination that pastes: ctrl+v */
    bool primary; /* that combination pastes the PRIMARY selection, not the clipboard */
};

/* The part of the screen that a planning model is sent, and how. */
enum profile_crop {
    PROFILE_CROP_NONE,   /* all of it */
    PROFILE_CROP_WINDOW, /* the target window */
    PROFILE_CROP_AREA
};
struct profile_view {
    char **overlay; /* drawn on it (engine/picture/overlays.h); "auto" and "none" may be among the names */
    enum profile_crop crop;
    struct profile_mask area; /* of the screen, where `crop` is an area */
    int enlarge;              /* times, 1..8 */
};

/* A target that moves by itself (a game): what is left out of the comparison before an action fires. */
enum profile_animated {
    PROFILE_ANIMATED_NONE,
    PROFILE_ANIMATED_AREAS, /* areas that were seen to change by themselves, also at the target */
    PROFILE_ANIMATED_WINDOW /* the whole target window */
};
/* none | areas | window */
const char *profile_animated_name(enum profile_animated animated);
bool profile_animated_parse(const char *name, enum profile_animated *ret_animated);

/* The options of a profile without its rules (config/rules.h), sorted by group, [profile] first. */
extern const struct option_row profile_rows[];
extern const gsize n_profile_rows;

/* How far the pointer moves for one degree of view, in one mode of a game (walking, aiming, map …). */
struct profile_turn {
    char *name;
    double x, y; /* px per degree to the right and down; negative when the program inverts the axis, never 0 */
};

/* What a run remembers of others. */
struct profile_recall {
    int steps;   /* number of past steps in the prompt of plan; 0 = none */
    int lessons; /* number of lessons in the prompt of plan; 0 = none */
    int chars;   /* longest total of both in a prompt, characters */
    bool learn;  /* write lessons from failures */
};

/* What tells the elements of the target's windows beside the picture. */
enum profile_elements {
    PROFILE_ELEMENTS_NONE,
    PROFILE_ELEMENTS_ATSPI,      /* its programs, by the accessibility bus of an X display */
    PROFILE_ELEMENTS_UIAUTOMATOR /* the phone */
};
struct profile_tree {
    enum profile_elements by;
    bool open; /* an agent that works by elements may choose */
    char *bus; /* the accessibility bus of a sandbox whose screen does not tell it; NULL = the display's. No key of a file */
};

/* How a person's gestures of a phone are done in the program. */
struct profile_gestures {
    bool swipe_drags; /* a swipe is a drag; false: the wheel */
    char *back;       /* chord that goes back; NULL = none */
};

struct profile_recording {
    enum profile_record what;
    struct profile_mask area; /* of the screen, where `what` is an area */
};

typedef struct profile {
    char *name;
    char *app;     /* command line of the program, NULL = none */
    char *display; /* as --display takes it, where none is given; NULL = $DISPLAY */
    char *window;  /* regular expression for title or class of the target window; NULL = the first window that appears */
    struct profile_mask place; /* of that window's inside, on a screen that tells no windows; width 0 = the whole screen */
    char *wm;                  /* window manager of a sandbox: a command line or "none"; NULL = openbox if installed */
    char *cwd; /* working directory of the program; NULL = its temporary home, or the current directory of reins */
    struct profile_tree elements;
    struct profile_gestures gestures;
    bool home_temporary; /* the program gets a temporary home; sandbox only */
    GArray *regions;     /* struct profile_region */
    GArray *icons;       /* struct profile_icon */
    GArray *masks;       /* struct profile_mask */
    GArray *ignores;     /* struct profile_ignore */
    GPtrArray *rules;    /* struct rule*, config/rules.h */
    GArray *turns;       /* struct profile_turn, in the file's order */
    char **languages;    /* of the words on the screen, Tesseract's names, the main one first; NULL or empty = English */
    char **mask_windows; /* regular expressions: windows whose whole rectangle is blacked out */
    double target_match; /* least similarity 0..1 of target and program at firing (engine/picture/screen_match.h) */
    double frame_match;  /* least share 0..1 of the rest of the screen that is unchanged */
    enum profile_animated animated;
    bool unnamed_reversible; /* a press on a small drawing without words is no reason to ask */
    int patch_px;            /* side of the square target patch, px */
    int settle_ms;           /* the screen counts as settled after this time without a change */
    int settle_timeout_ms;   /* longest wait for that */
    struct profile_recording record;
    struct profile_view view;
    int window_timeout_ms; /* longest wait for the program's window */
    char *merge;           /* modules that are asked in one call, "A+B" (engine/modules/merge.h); NULL = none */
    int max_hold_s;        /* longest time a key or button stays down */
    struct profile_recall recall;
    bool ignore_foreign; /* do not attribute XTEST input of other programs to a person */
    enum profile_give_back give_back;
    struct profile_paste paste;
    char **skills;        /* skill libraries in addition to base, e.g. xcalc */
    char **allow, **deny; /* skill names, "library-NAME"; empty allow = all */
    char *origin;         /* the file's path, or "shipped:apps/NAME.ini" */
    guint given;          /* flags: which of target_match … max_hold_s the file itself sets (profile_fill) */
} profile;

/* Loads apps/NAME.ini; the user's file overrides the shipped one. Caller frees. Errors: no such profile (the message lists the
 * existing ones), an unknown key, a value out of range. */
profile *profile_load(const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The display that this profile names; NULL = none, or name is NULL. Caller frees. Errors: as profile_load(). */
char *profile_display(const char *name, GError **error);
/* Loads the profile for a command line: the one named like the program's base name, else "default". Caller frees. NULL only
 * with an error. */
profile *profile_for_command(const char *command, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same as profile_load(), from a text; `origin` begins the messages. For tests. */
profile *profile_parse(const char *name, const char *text, gsize length, const char *origin,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Appends all faults of a profile to `findings` (char *), one sentence each with file and line. Appends nothing when
 * profile_parse() accepts the text. */
void profile_find_wrong(const char *text, gsize length, const char *origin, GPtrArray *findings);
/* Fills in target_match, frame_match, patch_px, settle_ms, settle_timeout_ms, max_hold_s and merge from reins.ini where the
 * profile does not set them. */
void profile_fill(profile *p, const config *cfg);
/* The libraries to ask skill_places() for: the profile's `skills`, and the library of its own name with a "?", which need not
 * exist. Caller frees with g_strfreev(). */
char **profile_libraries(const profile *p);
/* base and the libraries of all profiles, sorted: all that a run can load. Excludes the shipped libraries that no profile names
 * (the action sets of other tools), until a profile of the user names them. Caller frees with g_strfreev(). */
char **profile_all_libraries(void);
/* Path of the user's profile of that name; the file may not exist. Caller frees. */
char *profile_path(const char *name);
/* Names of all profiles, sorted, ends with NULL. Caller frees with g_strfreev(). */
char **profile_names(void);
void profile_free(profile *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(profile, profile_free)

#endif
