#ifndef CONFIG_LINE_H
#define CONFIG_LINE_H

/* A stream of lines over file descriptors, one JSON object per line, both ways, non-blocking. Used for the console socket,
 * stdin and stdout, eye and hand. A line over 1 MiB is skipped and reported once; the stream continues. */

#include <glib.h>
#include <stdbool.h>

#define LINE_MAX_BYTES (1024 * 1024)
#define LINE_QUEUE_MAX (64 * 1024 * 1024) /* bytes that wait for a reader that does not read */

/* `line` ends with NUL and has no newline. line == NULL: a line was too long and was skipped. */
typedef void (*line_function)(const char *line, gsize length, void *data);

typedef struct line_stream line_stream;

/* Creates a stream that owns both descriptors (they may be the same) and makes them non-blocking. line_stream_free() closes
 * them. */
line_stream *line_stream_new(int fd_in, int fd_out);
void line_stream_free(line_stream *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(line_stream, line_stream_free)

/* Appends the stream's GPollFDs to `pollfds`, until a pump has returned false: who has gone wakes its reader also where that was
 * noticed by writing. */
void line_stream_prepare(const line_stream *s, GArray *pollfds);
/* Reads all available input, calls `function` for each line, and writes queued output. Returns false at end-of-file, on EPIPE,
 * or when the queue is full: no further line will come. Lines read before the end have been delivered. After end-of-file
 * sending still works while the other side reads. `function` must not free the stream. */
bool line_stream_pump(line_stream *s, line_function function, void *data);
/* Same, but reads no more than about `most` bytes: a peer that never pauses does not keep the caller from its other work. */
bool line_stream_pump_most(line_stream *s, gsize most, line_function function, void *data);
/* Queues one line (a newline is added) and writes what can be written now. Returns false when nobody reads any more. */
bool line_stream_send(line_stream *s, const char *line);
/* Tries for timeout_ms to write everything that is queued. For the end of a process. */
bool line_stream_flush(line_stream *s, int timeout_ms);
bool line_stream_alive(const line_stream *s);
int line_stream_fd(const line_stream *s);

#endif
