#ifndef ENGINE_HAND_CLIPBOARD_H
#define ENGINE_HAND_CLIPBOARD_H

/* Clipboard: `reins clipboard --display :N --selection CLIPBOARD|PRIMARY`, a small process that lends the selection to texts that
 * the hand pastes, and restores the former content.
 *
 * Its first line on stdin is {"texts":[…]}, the texts in order. It saves the selection in all its forms (saved_selection.h),
 * takes it, and answers {"window":ID}; or it answers {"why":"…"} and ends, and the text is typed instead. Then the hand talks to
 * it by properties of that window (CARDINAL):
 *
 *   _REINS_PASTE  n   written by the hand: serve text n, from 1
 *   _REINS_READY  n   it serves text n
 *   _REINS_TAKING n   the program has asked for it
 *   _REINS_PASTED n   the program has received all of it: the acknowledgement
 *
 * Before text 1 it serves the former content, because an earlier shortcut may still paste that. Only the focused process gets the
 * text, because clipboard managers store what they get; x-kde-passwordManagerHint also tells them not to. If the server does not
 * tell a window's process, all clients but the owner of CLIPBOARD_MANAGER get it. A program that pastes through another process
 * (Wine) gets nothing, which is reported as a paste that was not taken.
 *
 * At end-of-file it waits until the program asks no more, restores the former content and serves it until another client takes
 * the selection or a clipboard manager takes over the content (SAVE_TARGETS). It outlives the process that started it. After kill
 * -9 the selection is empty, because X stores no content. */

#include <glib.h>

#define CLIPBOARD_PASTE "_REINS_PASTE"
#define CLIPBOARD_READY "_REINS_READY"
#define CLIPBOARD_PASTED "_REINS_PASTED"
#define CLIPBOARD_TAKING "_REINS_TAKING"

int clipboard_main(int argc, char **argv);

/* The first line and the answer, both ways. NULL or false with error: not valid. (clipboard_json.c) */
char *clipboard_request_to_json(const GPtrArray *texts);
GPtrArray *clipboard_request_from_json(const char *line, gsize length, GError **error);
char *clipboard_answer_to_json(gint64 window, const char *why);
gboolean clipboard_answer_from_json(const char *line, gsize length, gint64 *ret_window, char **ret_why, GError **error);

#endif
