#ifndef ENGINE_EXPORTS_OUTPUT_SINK_H
#define ENGINE_EXPORTS_OUTPUT_SINK_H

/* Output sink: the file or folder of an export. It gets its name when it is complete; an abandoned one leaves nothing. Files
 * are 0600, folders 0700. Existing files are never overwritten. */

#include <glib.h>
#include <stdbool.h>

typedef struct output_sink output_sink;

/* A file. Caller frees. Errors: FILE_ERROR with the path: it exists already, the folder is not writable. */
output_sink *output_sink_file(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* A folder; makes its parents. Caller frees. */
output_sink *output_sink_folder(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Appends to a file. */
bool output_sink_write(output_sink *o, const char *text, gsize length, GError **error);
/* Adds a complete file to a folder; `name` may contain one folder ("images/x.png"). */
bool output_sink_put(output_sink *o, const char *name, const void *bytes, gsize length, GError **error);
/* Syncs to disk and renames. Afterwards only output_sink_free() may follow. */
bool output_sink_finish(output_sink *o, GError **error);
/* Bytes written so far. */
gint64 output_sink_bytes(const output_sink *o);
/* Without output_sink_finish(): removes what was written. */
void output_sink_free(output_sink *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(output_sink, output_sink_free)

#endif
