#ifndef ENGINE_EXPORTS_OUTPUT_SINK_H
#define ENGINE_EXPORTS_OUTPUT_SINK_H

/* Output sink: where an export is written, a file or a folder. It gets its name once it is whole; what is given up before leaves
 * nothing. Files are 0600, folders 0700. What is there already is never written over. */

#include <glib.h>
#include <stdbool.h>

typedef struct output_sink output_sink;

/* A file. Errors: FILE_ERROR with the path: it is there already, the folder cannot be written. */
output_sink *output_sink_file(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A folder; its parents are made. */
output_sink *output_sink_folder(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of a file: more of it. */
bool output_sink_write(output_sink *o, const char *text, gsize length, GError **error);
/* Of a folder: a whole file in it; `name` may have one folder in front ("images/x.png"). */
bool output_sink_put(output_sink *o, const char *name, const void *bytes, gsize length, GError **error);
/* On the disk and under its name. The outlet is then only to be freed. */
bool output_sink_finish(output_sink *o, GError **error);
/* Bytes written so far. */
gint64 output_sink_bytes(const output_sink *o);
/* Without finish: removes what was written. */
void output_sink_free(output_sink *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(output_sink, output_sink_free)

#endif
