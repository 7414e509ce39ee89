#ifndef ENGINE_BRAIN_PICTURE_TOKENS_H
#define ENGINE_BRAIN_PICTURE_TOKENS_H

/* How many tokens a picture takes, before it is sent: by the provider's own formula where it is known (the providers' vision
 * guides, November 2026), else one for every BRAIN_TOKEN_PIXELS. Pure arithmetic, inside of this folder. */

#include "config/config.h"

#include <stdbool.h>

/* A picture of that size, as it is sent. `low`: in low detail, where the provider has it. profile NULL = not known. */
gint64 picture_tokens(const brain_profile *profile, int width, int height, bool low);

#endif
