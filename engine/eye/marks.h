#ifndef ENGINE_EYE_MARKS_H
#define ENGINE_EYE_MARKS_H

/* Marks: words read in the profile's regions of the target window, and icons found exactly. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

typedef struct marks marks;

/* Loads the profile's icons. Error: a file that is missing, no PNG, or of one colour only. */
marks *marks_new(const profile *p, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void marks_free(marks *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(marks, marks_free)

/* Starts reading the regions of the frame; `target` may be NULL: no words then. What was read before in the same pixels is not
 * read again. True: already done, nothing to wait for. */
bool marks_start(marks *m, const frame *f, const struct eye_window *target);
/* While it reads: what it waits for, until when (monotonic µs), and one turn. marks_poll() is true once done. */
void marks_prepare(marks *m, GArray *pollfds);
gint64 marks_deadline(const marks *m);
bool marks_poll(marks *m);
/* Blocks until it is done (worker_wait()). */
void marks_wait(marks *m);
/* Adds words and icons to the screen. False: why some words are missing, as an error (what is known was added). */
bool marks_finish(marks *m, const frame *f, screen *out, GError **error);

/* Brightness of each pixel, for struct ocr_region. */
void marks_gray(const frame *f, guint8 *gray);

/* Places of an icon's exact pixels, struct screen_icon with name NULL; at most 64. Refuses nothing: see icon_refused(). (icons.c)
 */
GArray *icon_find(const frame *f, const frame *icon);
/* A sentence when an icon cannot be told from a plain surface; NULL = fit. Static. */
const char *icon_refused(const frame *icon);

#endif
