#ifndef ENGINE_MODULES_POINTS_H
#define ENGINE_MODULES_POINTS_H

/* The points of actions, in pixels of the screen and as a model writes them (engine/brain/coordinates.h). Which parameters of a
 * skill are points: two numbers named x and y, or alike before and behind that letter (source_x, source_y; x2, y2), and a path;
 * not where their meaning names thousandths (then none of the skill's) or what may be negative (a distance). */

#include "engine/brain/coordinates.h"
#include "skills/library/library.h"

/* All points of the action in place. Each is added to `told` (may be NULL): "click_at_position 714,402 is 960,540". Error, the
 * first of them: outside of the picture; that point is brought to the screen's measure all the same, and lies outside of it. */
bool points_to_screen(const struct coordinates *c, const skill *s, action *a, GString *told, GError **error);
void points_from_screen(const struct coordinates *c, const skill *s, action *a);
/* Calls as action_describe() writes them, wherever they stand in the text, as the model would write them. Caller frees. */
char *points_in_text(const struct coordinates *c, const skill_library *lib, const char *text);
/* The skills as the model is told of them: their points are not in pixels of the screen. GPtrArray of skill*, owned; their texts
 * are borrowed from `skills`. Caller unrefs. */
GPtrArray *points_skills(const struct coordinates *c, const GPtrArray *skills);

#endif
