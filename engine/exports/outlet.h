#ifndef ENGINE_EXPORTS_OUTLET_H
#define ENGINE_EXPORTS_OUTLET_H

/* Outlet: where an export is written, a file or a folder. It gets its name once it is whole; what is given up before leaves
 * nothing. Files are 0600, folders 0700. What is there already is never written over. */

#include <glib.h>
#include <stdbool.h>

typedef struct outlet outlet;

/* A file. Errors: FILE_ERROR with the path: it is there already, the folder cannot be written. */
outlet *outlet_file(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A folder; its parents are made. */
outlet *outlet_folder(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of a file: more of it. */
bool outlet_write(outlet *o, const char *text, gsize length, GError **error);
/* Of a folder: a whole file in it; `name` may have one folder in front ("images/x.png"). */
bool outlet_put(outlet *o, const char *name, const void *bytes, gsize length, GError **error);
/* On the disk and under its name. The outlet is then only to be freed. */
bool outlet_finish(outlet *o, GError **error);
/* Bytes written so far. */
gint64 outlet_bytes(const outlet *o);
/* Without finish: removes what was written. */
void outlet_free(outlet *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(outlet, outlet_free)

#endif
