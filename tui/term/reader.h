#ifndef TUI_TERM_READER_H
#define TUI_TERM_READER_H

/* Reader: separates a terminal's input into keys, pastes, and answers or reports of the terminal. Pure: bytes and the time (µs,
 * monotonic) are arguments.
 *
 * An answer is never taken for keys, in however many pieces and with whatever pauses it arrives, asked for or not:
 * - A sequence that begins with ESC [, ESC O, ESC P, ESC ] or ESC _ continues to its end. A pause does not end it, because a
 * slow line also pauses. Text typed into an unfinished sequence is lost. Esc, enter, an arrow or a control key cancels the
 * sequence.
 * - ESC alone is the key Esc after READER_ESC_US, or after READER_HOLD_US while an answer is expected. Bytes that continue a
 * sequence are still taken as its rest for READER_REST_US, or READER_EXPECT_US while an answer is expected. After that a person
 * may mean [ or ]: this key counts, and bytes that only an answer could contain do not.
 * - A paste continues to its end mark. If that never comes, Esc ends it, pressed after READER_QUIET_US without input. */

#include <glib.h>
#include <stdbool.h>

#define READER_ESC_US 25000
#define READER_HOLD_US (2 * G_USEC_PER_SEC)
#define READER_REST_US (2 * G_USEC_PER_SEC)
#define READER_EXPECT_US (60 * G_USEC_PER_SEC)
#define READER_QUIET_US G_USEC_PER_SEC

typedef struct reader reader;

reader *reader_new(void);
void reader_free(reader *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(reader, reader_free)
/* Adds a sequence that this terminal sends for a key (tui/console/keys.h), in addition to the usual ones. Ignores a sequence
 * that does not begin as above. */
void reader_define(reader *r, const char *sequence, int key);
/* Takes n bytes, or only the time (n = 0), and appends the complete keys (int). */
void reader_take(reader *r, const char *bytes, gsize n, gint64 now_us, GArray *keys);
/* When reader_take() must be called without a byte; -1 = never. */
gint64 reader_deadline(const reader *r);
/* The terminal was asked for one answer. All terminals answer DA1 (ESC [ c), and it is asked last: after its answer no other
 * will come. */
void reader_expect(reader *r, gint64 now_us);
/* The next answer or report without its ESC and end: "[0n", "P>|XTerm(379)", "_Gi=1;OK". Caller frees; NULL = none left. */
char *reader_answer(reader *r);
/* Since when an unfinished sequence has swallowed keys; -1 = there is none. */
gint64 reader_unfinished(const reader *r);
/* Forgets an unfinished sequence, after another program had the terminal. */
void reader_reset(reader *r);

#endif
