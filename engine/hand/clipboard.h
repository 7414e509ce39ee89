#ifndef ENGINE_HAND_CLIPBOARD_H
#define ENGINE_HAND_CLIPBOARD_H

/* The clipboard: `reins clipboard --display :N --selection CLIPBOARD|PRIMARY`, a small process that lends the selection to a text
 * that is to be pasted, and gives the former content back.
 *
 * Its first line on stdin is {"texts":[…]}: what is to be pasted, in order. It saves what the selection holds in all its forms
 * (saved_selection.h), takes it, and answers {"window":ID}; or {"why":"…"} and ends: then the text is typed. From then on the
 * hand talks to it by properties of that window (all CARDINAL): _REINS_PASTE  n   written by the hand: text n, from 1, is what is
 * to be pasted now _REINS_READY  n   it is what we serve _REINS_TAKING n   the program has asked for it _REINS_PASTED n   it has
 * got all of it: that is the acknowledgement Before text 1 it serves the former content, for a shortcut of a moment before may
 * have pasted that. The program is the one whose process has the focus. No other gets the text, for clipboard managers keep what
 * they get; they are told that it is nothing to keep, too (x-kde-passwordManagerHint). Where the server does not say whose a
 * window is, all but the owner of CLIPBOARD_MANAGER get it. A program that pastes through another process (Wine) does not get it:
 * that is said as a paste that was not taken.
 *
 * At end-of-file it waits until the program asks no more, puts the former content in the text's place and serves that until
 * another client takes the selection, or a clipboard manager has taken the content over (SAVE_TARGETS). It outlives whoever
 * started it; after kill -9 of it the selection is empty: X keeps no content of its own. */

#include <glib.h>

#define CLIPBOARD_PASTE "_REINS_PASTE"
#define CLIPBOARD_READY "_REINS_READY"
#define CLIPBOARD_PASTED "_REINS_PASTED"
#define CLIPBOARD_TAKING "_REINS_TAKING"

int clipboard_main(int argc, char **argv);

/* (clipboard_json.c) The first line, both ways, and the answer. NULL, false: not understood. */
char *clipboard_request_to_json(const GPtrArray *texts);
GPtrArray *clipboard_request_from_json(const char *line, gsize length, GError **error);
char *clipboard_answer_to_json(gint64 window, const char *why);
gboolean clipboard_answer_from_json(const char *line, gsize length, gint64 *ret_window, char **ret_why, GError **error);

#endif
