#ifndef SKILLS_TIMELINE_KEY_H
#define SKILLS_TIMELINE_KEY_H

/* Key and button names: X keysym names and common aliases (ctrl, enter, esc …), without X. */

#include <glib.h>
#include <stdbool.h>

enum button { BUTTON_LEFT = 1, BUTTON_MIDDLE = 2, BUTTON_RIGHT = 3, BUTTON_BACK = 8, BUTTON_FORWARD = 9 };

/* Canonical X keysym name of a name or alias in any case ("ctrl" → "Control_L", "ENTER" → "Return", "a" → "a", "A" → "A",
 * "%" → "percent"), static or interned. Error: unknown name, with the nearest known one. Source: X11/keysymdef.h names. */
const char *key_canonical(const char *name, GError **error);
/* Canonical names of the keys in "ctrl+shift+v", in the order in which they go down, at most `most`. Caller frees with
 * g_strfreev(). "Ctrl+V" means the key v: the keysym V would add Shift. Errors: an unknown name, a key twice, too many. */
char **key_chord(const char *text, guint most, GError **error);
/* Keysym value of a canonical name (X11 protocol appendix A; Unicode keysyms as 0x01000000 + code point); 0 = none. */
guint32 key_sym(const char *canonical);
/* Canonical name of a keysym: the table's, or in the style of U20AC; static or interned. NULL = no such keysym. */
const char *key_name(guint32 sym);
/* Keysym of a character, as key_sym(): Latin-1 as is, others by the legacy table or the Unicode range. */
guint32 key_sym_of_char(gunichar c);
/* The character of a canonical name: letters of any script, digits and signs of the keypad, Return and Enter as \n, Tab as \t;
 * 0 = none. Source: the Unicode comments of the headers, for the keypad their names without KP_. */
gunichar key_char(const char *canonical);
/* True for Shift, Control, Alt, Meta, Super, Hyper, ISO_Level3_Shift, either side. */
bool key_is_modifier(const char *canonical);
/* True when a press of the key may turn a page or open a window: Enter, Escape, space, a function key; in a chord (a modifier
 * other than Shift is down) every key but those that move or delete. False for the modifiers themselves. */
bool key_steers(const char *canonical, bool chord);

/* "left", "middle", "right", "back", "forward", "1".."9" → X button number. Error: unknown. */
bool button_parse(const char *name, int *ret_button, GError **error);
/* Static name of a button number, "left" for 1 …; "button 7" style names are interned. */
const char *button_name(int button);

#endif
