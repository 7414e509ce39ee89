#ifndef ENGINE_EYE_STORE_H
#define ENGINE_EYE_STORE_H

#include "engine/picture/frame.h"

/* Writes a file (0600) beside its name and renames it. `durable`: on the disk before it returns. EYE_ERROR_STORE: nothing is
 * left. */
bool store_write(const char *path, GBytes *bytes, bool durable, GError **error);

#endif
