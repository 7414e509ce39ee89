#ifndef ENGINE_EYE_MARKS_H
#define ENGINE_EYE_MARKS_H

/* Marks: words read in the profile's regions of the target window, and icons found exactly; where a profile has no regions, all
 * that can be pointed at, numbered (mark_list.h). */

#include "engine/display/display_port.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

typedef struct marks marks;

/* Loads the profile's icons. Caller frees. Error: a file is missing, not a PNG, or of one colour only. */
marks *marks_new(const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void marks_free(marks *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(marks, marks_free)

/* Starts reading the regions of the frame; `target` may be NULL: no words then. Pixels that were read before are not read
 * again. True: done already. */
bool marks_start(marks *m, const frame *f, const struct eye_window *target);
/* The same for all words of the screen, in the region "screen": takes seconds. `background`:
 * at a lower priority, and with more time. */
bool marks_start_whole(marks *m, const frame *f, bool background);
/* Where the profile says so: asks the programs of the observation's target for their elements, beside what is read
 * (elements_look.h). They are among the marks that are numbered, until the next time. */
void marks_start_elements(marks *m, const eye_observation *o, const struct display_port *d);
/* While it reads or asks: descriptors to poll, the deadline (monotonic µs), and one turn. marks_poll() returns true when it is
 * done. */
void marks_prepare(marks *m, GArray *pollfds);
gint64 marks_deadline(const marks *m);
bool marks_poll(marks *m);
/* Blocks until it is done (worker_wait()). */
void marks_wait(marks *m);
/* Adds words and icons to the screen, and what there is to say of elements. False: some words are missing, the error says why
 * (the others were added). */
bool marks_finish(marks *m, const frame *f, screen *out, GError **error);

/* A run with this profile (NULL = none) numbers marks: it says so (overlay=, elements=), or does not say itself what is to be
 * seen. */
bool marks_numbered(const profile *p);
/* Adds the numbered marks to a screen that has its words and icons. Things that were there in the last call keep their numbers.
 */
void marks_number(marks *m, const frame *f, screen *out);

/* Brightness of each pixel, for struct ocr_region. */
void marks_gray(const frame *f, guint8 *gray);
/* The same for letters that are lighter than their ground: dark on white. */
void marks_gray_light(const frame *f, guint8 *gray);

/* Positions of an icon's exact pixels, struct screen_icon with name NULL; at most 64. Accepts any icon: see icon_refused().
 * Caller unrefs. (icons.c) */
GArray *icon_find(const frame *f, const frame *icon);
/* A sentence when an icon cannot be distinguished from a plain surface; NULL = usable. Static. */
const char *icon_refused(const frame *icon);

#endif
