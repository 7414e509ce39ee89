#ifndef CONFIG_FILES_H
#define CONFIG_FILES_H

/* Where files are, for config.c and profile.c. Everybody else: config_file() and the folders in config.h. */

#include <glib.h>

#define FILE_MAX_BYTES (16 * 1024 * 1024)

/* $XDG_CONFIG_HOME/reins/PATH; caller frees. The environment is read each time. */
char *config_user_path(const char *path);
/* A regular file of at most FILE_MAX_BYTES. NULL with error unset: there is none. */
GBytes *config_read(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The compiled-in file /reins/PATH; NULL = none. */
GBytes *config_shipped(const char *path);

#endif
