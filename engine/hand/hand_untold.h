#ifndef ENGINE_HAND_HAND_UNTOLD_H
#define ENGINE_HAND_HAND_UNTOLD_H

/* The hand's ports of a screen that tells nothing of programs, keyboards or other people. What a kind of screen does tell, its
 * own table puts in these places. */

#include "engine/hand/hand_port.h"

/* A keyboard without a map: find, keysym and modifier are the caller's. Nothing is lent, locked or grouped. */
struct keyboard_port hand_untold_keyboard(void);
/* Which program gets the input, and what it does with it, is unknown. */
struct program_port hand_untold_program(void);
/* No terminal of reins, no grab, no foreign input. */
struct others_port hand_untold_others(void);

#endif
