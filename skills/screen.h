#ifndef SKILLS_SCREEN_H
#define SKILLS_SCREEN_H

/* What a skill and a scripted brain may know of the screen: filled by the engine from the eye's observation. Pixels of the
 * display. */

#include <glib.h>
#include <stdbool.h>

struct screen_word {
    char *text;
    char *region; /* the profile's name of the rectangle that it was read in */
    int x, y, width, height;
    double confidence; /* 0..1 */
};

struct screen_icon {
    char *name;
    int x, y, width, height;
};

typedef struct screen {
    int width, height;
    int pointer_x, pointer_y;
    int window_x, window_y, window_width, window_height; /* the target window; all 0 = none: the whole screen is meant */
    GArray *words; /* struct screen_word */
    GArray *icons; /* struct screen_icon */
} screen;

/* An empty screen of that size. */
screen *screen_new(int width, int height);
screen *screen_copy(const screen *s);
void screen_free(screen *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(screen, screen_free)
/* Copies its strings. */
void screen_add_word(screen *s, const struct screen_word *word);
void screen_add_icon(screen *s, const struct screen_icon *icon);
/* All words of a region (NULL = all) joined by single spaces in reading order; caller frees. */
char *screen_text(const screen *s, const char *region);
/* The words of a region (NULL = all) line by line, left to right: struct screen_word*, borrowed from s; caller unrefs. */
GPtrArray *screen_reading_order(const screen *s, const char *region);

/* (screen_json.c)
 * {"width","height","pointer":{…},"window":{…},"words":[{"text","region","x","y","width","height","confidence"}],"icons":[…]} */
char *screen_to_json(const screen *s);
screen *screen_from_json(const char *text, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
