#ifndef CONFIG_CASSETTE_BRAIN_H
#define CONFIG_CASSETTE_BRAIN_H

/* What a cassette (engine/brain/cassette.h) says of the brain that was recorded on it. */

#include "config/config.h"

/* Reads from the first call of a run how that model counts points, which pictures it was sent, and what it writes its actions
 * in: coordinates, picture limits, overlay and grammar of `brain`, which has none of them yet. spec: FILE[,OPTION…]. What the
 * cassette does not say, and a file that cannot be read, leaves them as they are: playing tells of that. */
void cassette_brain_read(const char *spec, brain_profile *brain);

#endif
