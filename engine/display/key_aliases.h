#ifndef ENGINE_DISPLAY_KEY_ALIASES_H
#define ENGINE_DISPLAY_KEY_ALIASES_H

/* Key aliases: the keys that programs may take a key for in a shortcut. They use the key's Latin letter in any layout: Ctrl
 * with ц is Ctrl+W. Each finds the letter in its own way: GTK and Qt in other groups of the keyboard map, and without a Latin
 * group, as Chromium does, in the us layout. All of them count, because a rule that denies must hold for whatever the program
 * may do. A key that gives a Latin character itself has a letter of another group only when its own group lacks that letter
 * (GTK, gdk_keymap keyval_in_group): a of fr is not q, because fr has a q. */

#include <X11/Xlib.h>

/* Canonical key names in pairs: a key and a key that it may be taken for, as in {"Cyrillic_tse", "w", "Cyrillic_TSE", "W",
 * NULL}. Empty with only a us keyboard. Caller frees with g_strfreev(). */
char **key_aliases_read(Display *dpy);

#endif
