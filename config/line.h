#ifndef CONFIG_LINE_H
#define CONFIG_LINE_H

/* One JSON object a line over a descriptor, both ways, never blocking: console socket, stdin/stdout, eye, hand.
 * A line over 1 MiB is refused: it is skipped to its end and reported once, the stream goes on. */

#include <glib.h>
#include <stdbool.h>

#define LINE_MAX_BYTES (1024 * 1024)
#define LINE_QUEUE_MAX (64 * 1024 * 1024) /* a reader that never reads */

/* `line` is NUL-terminated, without its newline. NULL line = one was refused, too long. */
typedef void (*line_function)(const char *line, gsize length, void *data);

typedef struct line_stream line_stream;

/* Takes both descriptors (may be the same) and makes them non-blocking; they are closed by line_stream_free(). */
line_stream *line_stream_new(int fd_in, int fd_out);
void line_stream_free(line_stream *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(line_stream, line_stream_free)

/* Adds what it waits for to a poll set of GPollFD. */
void line_stream_prepare(const line_stream *s, GArray *pollfds);
/* Reads all there is, calls `function` for each line, writes what is queued. False at end-of-file, EPIPE or an overfull queue:
 * nothing more will come. (The lines read before the end have been delivered; after end-of-file, sending still works as long as
 * the other side reads.) `function` may free nothing of the stream. */
bool line_stream_pump(line_stream *s, line_function function, void *data);
/* Queues one line (newline added) and writes what can be written now. False: nobody reads any more. */
bool line_stream_send(line_stream *s, const char *line);
/* Tries to write everything queued within timeout_ms: at the end of a process. */
bool line_stream_flush(line_stream *s, int timeout_ms);
bool line_stream_alive(const line_stream *s);
int line_stream_fd(const line_stream *s);

#endif
