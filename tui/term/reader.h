#ifndef TUI_TERM_READER_H
#define TUI_TERM_READER_H

/* Reader: what a terminal sends, told apart: keys, pastes, and what the terminal answers or reports. Pure: bytes and the time
 * (µs, monotonic) come in.
 *
 * An answer is never a key, in however many pieces it comes, after whatever pause, and whether anybody asked:
 * - what has begun with ESC [, ESC O, ESC P, ESC ] or ESC _ goes on to its end. No pause ends it, for a pause says nothing: a
 * slow line makes them, too. What a person types into an unfinished one is lost; Esc, enter, an arrow or a control key gives it
 * up.
 * - ESC alone is the key Esc after READER_ESC_US; while an answer is expected, after READER_HOLD_US. What then still comes of a
 *   sequence is taken for its rest, for READER_REST_US, or READER_EXPECT_US where an answer is expected. After that a person may
 *   mean [ or ] by it: that key counts, and what no key but an answer goes on with does not.
 * - a paste goes on to its end mark. Where that never comes, Esc ends it, pressed after READER_QUIET_US in which nothing came. */

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
/* What this terminal sends for a key (tui/console/keys.h), beside what all send. Nothing when that is no sequence that begins as
 * above.
 */
void reader_define(reader *r, const char *sequence, int key);
/* Takes n bytes, or only the time, and appends the keys (int) that are whole now. */
void reader_take(reader *r, const char *bytes, gsize n, gint64 now_us, GArray *keys);
/* When reader_take() has something to say without a byte; -1 = never. */
gint64 reader_deadline(const reader *r);
/* The terminal has been asked for one answer. What it is (DA1, ESC [ c) all answer, and it is asked last: with that all has been
 * answered that ever will be. */
void reader_expect(reader *r, gint64 now_us);
/* The next answer or report, without its ESC and its end: "[0n", "P>|XTerm(379)", "_Gi=1;OK"; caller frees, NULL = no more. */
char *reader_answer(reader *r);
/* Since when something that has begun waits for its end, so that keys are lost; -1 = nothing does. */
gint64 reader_unfinished(const reader *r);
/* Forgets what is unfinished: another program had the terminal. */
void reader_reset(reader *r);

#endif
