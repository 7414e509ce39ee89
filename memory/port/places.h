#ifndef MEMORY_PORT_PLACES_H
#define MEMORY_PORT_PLACES_H

/* Folders, files and locks of a store, whatever database it has; inside memory/ only. */

#include <glib.h>
#include <stdbool.h>

/* True: errno of a failed write says that there is no room (disk, quota, file size limit). */
bool places_errno_is_full(int code);
/* 0700 folder, made where missing (with its parents). */
bool places_make_folder(const char *path, GError **error);
/* An OFD lock on a file that is made 0600 where missing; -1 with errno set. `wait`: until it is free. */
int places_lock_file(const char *path, bool wait);
/* When the file was modified (ns since 1970); 0: it is not there. */
gint64 places_file_ns(const char *path);
/* 64 lowercase hexadecimal digits. */
bool places_is_hash(const char *hash);

#endif
