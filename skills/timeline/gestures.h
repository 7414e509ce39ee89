#ifndef SKILLS_TIMELINE_GESTURES_H
#define SKILLS_TIMELINE_GESTURES_H

/* Gestures: a timeline for a screen that takes whole gestures, key presses and texts one after the other, and where nothing stays
 * down (an Android phone by `input`). Pure. */

#include "skills/timeline/timeline.h"

/* The same as events that such a screen can do: TIMELINE_GESTURE; KEY_DOWN with its KEY_UP at once, and with
 * Android's name; TEXT of printable ASCII;
 * WAIT.
 *
 * - A press of the left button is a tap, a press of its length, or a swipe: straight, from where it began to where it ended.
 * - The wheel is a swipe of a tenth of the screen for each click, from the pointer's place, else from the middle.
 * - Return and Tab in a text are keys. Alt+Left is the key Back, as browsers and file managers have it.
 *
 * Folding what is folded gives the same. place: the screen. Error: names what a finger, or `input`, cannot do. Caller frees. */
timeline *gestures_fold(const timeline *t, const struct timeline_place *place, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* False: event i is none that such a screen of this size can do. */
bool gestures_fit(const struct timeline_event *e, guint i, int width, int height, GError **error);
/* What Android calls a key: "KEYCODE_ENTER"; NULL = it has none. A fixed text, which begins with GESTURES_KEYCODE. */
#define GESTURES_KEYCODE "KEYCODE_"
const char *gestures_keycode(const char *key);

#endif
