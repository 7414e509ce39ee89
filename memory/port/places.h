#ifndef MEMORY_PORT_PLACES_H
#define MEMORY_PORT_PLACES_H

/* Folders, files and locks of a store, for any database. Inside memory/ only. */

#include <glib.h>
#include <stdbool.h>

/* True when the errno of a failed write means no space (disk, quota, file size limit). */
bool places_errno_is_full(int code);
/* Makes a folder with mode 0700, and its parents, where missing. */
bool places_make_folder(const char *path, GError **error);
/* Takes an OFD lock on a file that is created with mode 0600. wait: block until it is free. Returns a descriptor, or -1 with
 * errno set. */
int places_lock_file(const char *path, bool wait);
/* Modification time of a file (ns since 1970); 0: no such file. */
gint64 places_file_ns(const char *path);
/* True for 64 lowercase hexadecimal digits. */
bool places_is_hash(const char *hash);

#endif
