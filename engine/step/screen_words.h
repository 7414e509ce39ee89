#ifndef ENGINE_STEP_SCREEN_WORDS_H
#define ENGINE_STEP_SCREEN_WORDS_H

/* All words of the observation's screen, which the eye reads after it has answered. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct screen screen;

/* Waits until they are read, at most 20 s, where the profile has them read. True: there is nothing more to wait for. Errors: as
 * wait_until(); TIMEOUT: they could not be read. */
bool screen_words_await(struct run *run, GError **error);
/* Same; only a stop ends the wait. */
bool screen_words_await_anyway(struct run *run);
/* The observation's screen with the words that are known by now: those of the profile's regions, and those of the whole screen
 * (region "screen") once they are read. Borrowed until the next wait; NULL = nothing was observed. */
const screen *screen_words_of(const struct run *run);

#endif
