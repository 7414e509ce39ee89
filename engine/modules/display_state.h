#ifndef ENGINE_MODULES_DISPLAY_STATE_H
#define ENGINE_MODULES_DISPLAY_STATE_H

/* What a display tells of its state beside the picture (screen's `state`): of a world, or of a game that tells one. Pure. */

#include <glib.h>
#include <stdbool.h>

struct display_state {
    GHashTable *inventory; /* counts.h; NULL = it tells none */
    char *place;           /* "forest, y 64, on the ground, day, health 20, food 20, holds wooden_axe; near: …" */
    char *last;            /* why the last act failed; "" = it did not; NULL = it does not say */
    GPtrArray *near;       /* char *: the names of what is in sight; NULL = it tells none */
    GPtrArray *placed;     /* char *: of those, what was put there */
    GHashTable *wear;      /* counts.h: uses that are gone of a tool */
    char *biome;           /* NULL = it tells none */
    bool chance;           /* it failed by chance: the same act may work next time */
    gint64 step, limit;    /* of the game; limit 0 = none */
};
typedef struct display_state display_state;
void display_state_clear(display_state *s);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(display_state, display_state_clear)
/* text: a JSON object, NULL = nothing is told. What cannot be read counts as not told. (display_state_json.c) */
void display_state_read(const char *text, struct display_state *ret_state);
/* What of it says where a plan began (memory/plans.h, `state`): inventory, biome, y, place, time, as JSON. NULL: nothing is told.
 * Caller frees. (display_state_json.c) */
char *display_state_key(const char *text);
/* For a person, a line each: the place, "has: oak_log=5; stick=2", and "failed: …" where the last act did. Caller frees; "" =
 * nothing is told. */
char *display_state_text(const struct display_state *s);

#endif
