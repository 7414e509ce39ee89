#ifndef ENGINE_EYE_STORE_H
#define ENGINE_EYE_STORE_H

#include "engine/picture/frame.h"

/* Writes a file (0600) under a temporary name and renames it. durable: synced to disk before it returns. On EYE_ERROR_STORE
 * nothing is left. */
bool store_write(const char *path, GBytes *bytes, bool durable, GError **error);
/* As frame_store(), of the PNG that frame_to_png() gave. */
bool store_frame(GBytes *png, const char *dir, char **ret_hash, char **ret_path, GError **error);

#endif
