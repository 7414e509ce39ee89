#ifndef ENGINE_HAND_PASTE_H
#define ENGINE_HAND_PASTE_H

/* Pasting one text, as a machine on the clock: it never waits. The clipboard's process (clipboard.h) is told which text it is to
 * serve, the program's paste chord is pressed, and that the program asks for the text is the acknowledgement. A program that does
 * not ask in time has not taken it: nothing is typed in its place, because the chord may have done something else there. */

#include "engine/hand/press.h"

#include <glib.h>
#include <stdbool.h>

#define PASTE_AFTER_US 300000  /* after a key: it may have pasted, and the program still asks for what was there then */
#define PASTE_READY_US 5000000 /* a process of our own, which a busy machine may keep waiting; nothing is pressed yet */
#define PASTE_TAKEN_US 2000000
#define PASTE_ALL_US 10000000 /* once it has asked: a long text goes in parts */

typedef struct paste paste;

/* Text `number` of those that the clipboard's process of that window has; `keys`: canonical names, as they go down. */
paste *paste_new(const struct hand_ports *at, press *p, gint64 clipboard, guint number, char *const *keys, gint64 now_us);
void paste_free(paste *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(paste, paste_free)
/* Does what is due. False with a sentence: the clipboard is gone, a key cannot be pressed, or the program did not take it. */
bool paste_step(paste *p, gint64 now_us, GError **error);
/* Whether the chord is what comes next: then it must go to the right window. */
bool paste_presses(const paste *p);
bool paste_done(const paste *p);
gint64 paste_deadline(const paste *p);

#endif
