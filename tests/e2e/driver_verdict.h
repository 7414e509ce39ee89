#ifndef TESTS_E2E_DRIVER_VERDICT_H
#define TESTS_E2E_DRIVER_VERDICT_H

/* What campaigns on one long run share: a pause between two rounds, and what came of an approval. */

#include "tests/e2e/driver.h"

/* Pauses the run, and waits until it is; all that was said until then counts as awaited. */
void driver_pause(driver *d);
/* Waits for what came of an approval: true when it was fired. *ret_reason is borrowed, "" where there is none. */
bool driver_outcome(driver *d, int id, const char **ret_reason);
/* ms from the first event of a proposal's timeline to its first press. */
gint64 driver_travel_ms(const event *proposal);
/* Path of the picture that the last proposal was decided on; borrowed. */
const char *driver_frame(const driver *d);

#endif
