#ifndef CONFIG_PROFILE_H
#define CONFIG_PROFILE_H

/* One application profile: apps/NAME.ini. What the eye reads and hides, how the window is known, how the target is compared.
 * Groups [profile], [region NAME], [icon NAME], [mask NAME], [ignore NAME], [rule NAME], [turn MODE]; what each may have is a
 * table in profile.c. */

#include "config/config.h"
#include "config/options.h"

#include <glib.h>
#include <stdbool.h>

/* A named rectangle in pixels relative to the target window's top left corner. */
struct profile_region {
    char *name;
    int x, y, width, height;
    int scale;       /* enlargement before OCR, 1..8 */
    char *whitelist; /* characters that can occur, NULL = any */
};

/* An icon to be found exactly: a PNG of the same pixels. */
struct profile_icon {
    char *name;
    char *file; /* for config_file(): "apps/NAME/…png", or an absolute path */
};

/* A rectangle blacked out before a frame leaves the eye (relative to the screen). */
struct profile_mask {
    int x, y, width, height;
};

/* A rectangle that changes by itself (a clock, a cursor, an animation) and is not compared when a target is; it is seen as any
 * other. From the target window's top left corner, or from the screen's. */
struct profile_ignore {
    bool from_screen;
    int x, y, width, height;
};

/* Focus and pointer after an action: back to where they were… */
enum profile_give_back {
    PROFILE_GIVE_BACK_AUTO, /* …where a terminal that reins is shown in is on the same display */
    PROFILE_GIVE_BACK_ALWAYS,
    PROFILE_GIVE_BACK_NEVER
};

/* A target that moves by itself (a game): what the person leaves out of the comparison before an action fires. */
enum profile_animated {
    PROFILE_ANIMATED_NONE,
    PROFILE_ANIMATED_AREAS, /* what was seen to change by itself, at the target too */
    PROFILE_ANIMATED_WINDOW /* the picture of the whole target window */
};
/* none | areas | window */
const char *profile_animated_name(enum profile_animated animated);
bool profile_animated_parse(const char *name, enum profile_animated *ret_animated);

/* What a profile may have, but for its rules (config/rules.h): groups together, [profile] first. */
extern const struct option_row profile_rows[];
extern const gsize n_profile_rows;

/* How far the pointer goes for one degree, in one mode of a game's mouse (walking, aiming, map …). */
struct profile_turn {
    char *name;
    double x, y; /* px per degree to the right and down; negative where the program is inverted, never 0 */
};

typedef struct profile {
    char *name;
    char *app;           /* command line of the program, NULL = none */
    char *window;        /* regular expression on title or class of the target window; NULL = the first window that appears */
    char *wm;            /* window manager of a sandbox: a command line, "none"; NULL = openbox if it is there */
    char *cwd;           /* where the program starts; NULL = its temporary home, or where reins was started */
    bool home_temporary; /* in a sandbox */
    GArray *regions;     /* struct profile_region */
    GArray *icons;       /* struct profile_icon */
    GArray *masks;       /* struct profile_mask */
    GArray *ignores;     /* struct profile_ignore */
    GPtrArray *rules;    /* struct rule*, config/rules.h */
    GArray *turns;       /* struct profile_turn, in the file's order */
    char **mask_windows; /* regular expressions: windows whose whole rectangle is blacked out */
    double target_match; /* least likeness 0..1 of target and program at firing (engine/picture/screen_match.h) */
    double frame_match;  /* least share of the rest of the screen that is as it was */
    enum profile_animated animated;
    int patch_px;          /* side of the square target patch */
    int settle_ms;         /* the screen is settled after this long without a change */
    int settle_timeout_ms; /* …and is taken as it is after this long */
    int window_timeout_ms; /* how long the program may take to show its window */
    int max_hold_s;        /* longest a key or button stays down */
    int recall_steps;      /* past steps that a plan is shown; 0 = none */
    int recall_lessons;    /* lessons that it is told; 0 = none */
    int recall_chars;      /* longest that both may be in a prompt */
    bool recall_learn;     /* failures are written down as lessons */
    bool ignore_foreign;   /* XTEST input of other programs is nobody's */
    enum profile_give_back give_back;
    bool text_paste;      /* text is pasted unless it is to take a time of its own */
    char *paste_keys;     /* the chord that pastes: ctrl+v */
    bool paste_primary;   /* …what was selected last (PRIMARY), not the clipboard */
    char **skills;        /* libraries beside base, e.g. xcalc */
    char **allow, **deny; /* skill names; empty allow = all */
    char *origin;         /* the file's path, or "shipped:apps/NAME.ini" */
    guint given;          /* which of target_match … max_hold_s the file itself sets (profile_fill) */
} profile;

/* apps/NAME.ini, the user's over the shipped. Error: no such profile (names those there are), a key unknown or out of range. */
profile *profile_load(const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The profile for a command line: the one named like the program's base name, else "default". Never NULL without error. */
profile *profile_for_command(const char *command, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same from a text (tests); `origin` begins the messages. */
profile *profile_parse(const char *name, const char *text, gsize length, const char *origin,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Adds all that is wrong in it to `findings` (char *), a sentence with file and line each; nothing where profile_parse() takes
 * it. */
void profile_find_wrong(const char *text, gsize length, const char *origin, GPtrArray *findings);
/* Where the file says nothing about target_match, frame_match, patch_px, settle_ms, settle_timeout_ms or max_hold_s, reins.ini
 * counts. */
void profile_fill(profile *p, const config *cfg);
/* Its `skills` and the library of its own name with a "?" (it need not exist): what skill_places() is to be asked for. Caller
 * frees with g_strfreev. */
char **profile_libraries(const profile *p);
/* base and the libraries of all profiles, plain names, sorted: what a run can have. Without those that ship for nobody's run
 * until a profile of the user's names them (the action sets of other tools). Caller frees with g_strfreev. */
char **profile_all_libraries(void);
/* Where the user's profile of that name is, or would be; caller frees. */
char *profile_path(const char *name);
/* Sorted, NULL-terminated names of all profiles; caller frees with g_strfreev. */
char **profile_names(void);
void profile_free(profile *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(profile, profile_free)

#endif
