#ifndef ENGINE_HAND_PASTE_H
#define ENGINE_HAND_PASTE_H

/* Paste: pastes one text without blocking. It tells the clipboard's process (clipboard.h) which text to serve, presses the
 * program's paste chord, and waits for the program's request, which acknowledges it. If no request comes in time, nothing is
 * typed instead, because the chord may have done something else. */

#include "engine/hand/press.h"

#include <glib.h>
#include <stdbool.h>

#define PASTE_AFTER_US 300000  /* pause after a key, which may have pasted: the program may still ask for the former content */
#define PASTE_READY_US 5000000 /* longest wait for our own process on a busy machine; nothing is pressed yet */
#define PASTE_TAKEN_US 2000000 /* longest wait for the program's request */
#define PASTE_ALL_US 10000000  /* longest wait for the end of the transfer: a long text goes in parts */

typedef struct paste paste;

/* Pastes text `number` of the clipboard's process with this window. keys: canonical names in the order of pressing. Borrows all.
 */
paste *paste_new(const struct hand_ports *at, press *p, gint64 clipboard, guint number, char *const *keys, gint64 now_us);
void paste_free(paste *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(paste, paste_free)
/* Does what is due. Error: the clipboard's process is gone, a key cannot be pressed, or the program did not take the text. */
bool paste_step(paste *p, gint64 now_us, GError **error);
/* True when the chord comes next: then it must go to the right window. */
bool paste_presses(const paste *p);
bool paste_done(const paste *p);
gint64 paste_deadline(const paste *p);

#endif
