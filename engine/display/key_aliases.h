#ifndef ENGINE_DISPLAY_KEY_ALIASES_H
#define ENGINE_DISPLAY_KEY_ALIASES_H

/* Key aliases: what programs take a key for in a shortcut. They take one by its key's Latin letter, whatever layout is on: Ctrl
 * with ц is Ctrl+W. Which letter that is, each finds in its own way: GTK by the other groups of the keyboard map, Qt too, and
 * where no group is Latin, as Chromium does, by the us layout's letter of that place. All of them count: a rule that forbids must
 * hold for whatever the program may make of it. A key that gives a Latin character itself is taken by a letter of another group
 * only where its own group has that letter nowhere (GTK, gdk_keymap keyval_in_group): a of fr is no q, for fr has a q. */

#include <X11/Xlib.h>

/* Canonical key names in pairs: a key and what it may be taken for, as in {"Cyrillic_tse", "w", "Cyrillic_TSE", "W", NULL}; free
 * with g_strfreev(). With a us keyboard alone there are none. */
char **key_aliases_read(Display *dpy);

#endif
