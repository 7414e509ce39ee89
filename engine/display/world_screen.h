#ifndef ENGINE_DISPLAY_WORLD_SCREEN_H
#define ENGINE_DISPLAY_WORLD_SCREEN_H

/* The screen of a fast world (engine/world/world.h). Its state is a file, which the hand replaces whole after each act and the
 * eye reads when it has changed: a process that dies loses no act, and none is half done. Its one window is the world.
 *
 * Errors are EYE_ERROR_DISPLAY: one sentence with the fix. */

#include "engine/display/still.h"
#include "engine/display/target.h"

typedef struct world_screen world_screen;

/* A file that is not there, or none: the world as it begins. */
world_screen *world_screen_open(const display_target *t, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same as a still screen, whose close() frees both. */
struct still *world_screen_still(world_screen *w);
/* Writes the file where there is none. */
bool world_screen_keep(world_screen *w, GError **error);
/* Does an act on what the file has, and replaces it. That the act fails in the world is no error: the state says so. */
bool world_screen_act(world_screen *w, const char *act, GError **error);
/* The last act, and why it failed: "mine object=stone: no tool that would do (1 pickaxe)"; caller frees; NULL = it did not. */
char *world_screen_failed(const world_screen *w);

#endif
