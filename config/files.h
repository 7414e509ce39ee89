#ifndef CONFIG_FILES_H
#define CONFIG_FILES_H

/* File access for config.c and profile.c. All other code uses config_file() and the folders in config.h. */

#include <glib.h>

#define FILE_MAX_BYTES (16 * 1024 * 1024)

/* $XDG_CONFIG_HOME/reins/PATH. Reads the environment at each call. Caller frees. */
char *config_user_path(const char *path);
/* Reads a regular file of at most FILE_MAX_BYTES. Returns NULL without an error when there is no such file. */
GBytes *config_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The compiled-in file /reins/PATH; NULL = none. */
GBytes *config_shipped(const char *path);

#endif
