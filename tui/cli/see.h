#ifndef TUI_CLI_SEE_H
#define TUI_CLI_SEE_H

#include "engine/eye/eye.h"

/* One observation as a JSON object; marks: with words and icons. run: the run on this
 * display, whose marks have numbers of their own; 0 = none. Caller frees. (see_json.c) */
char *see_json(const eye_observation *o, const profile *p, guint tells, bool marks, gint64 run);

#endif
