/* Any bytes from a terminal, in any pieces and with any pauses: keys are keys, what waits has a deadline that passes, and Esc
 * gives back the keyboard in the end. */

#include "tui/term/key_code.h"
#include "tui/term/reader.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(reader *r, const char *bytes, gsize n, gint64 now_us)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    reader_take(r, bytes, n, now_us, keys);
    g_assert(keys->len <= n + 1);
    for (guint i = 0; i < keys->len; i++) {
        int key = g_array_index(keys, int, i);
        g_assert((key > 0 && g_unichar_validate((gunichar)key)) || (key > K_SPECIAL && key <= K_F0 + 12));
    }
    g_assert(reader_deadline(r) < 0 || reader_deadline(r) > now_us || n > 0);
}

/* A byte says how many follow in one piece, and how long it is quiet after them. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(reader) r = reader_new();
    gint64 now_us = G_USEC_PER_SEC;
    for (size_t at = 0; at < size;) {
        size_t n = MIN((size_t)(data[at] & 0x0f), size - at - 1);
        gint64 pause_us = (gint64)1000 << (data[at] >> 4);
        if (data[at] == 0xff)
            reader_expect(r, now_us);
        take(r, (const char *)data + at + 1, n, now_us);
        g_free(reader_answer(r));
        now_us += pause_us;
        take(r, "", 0, now_us);
        at += n + 1;
    }
    for (int i = 0; i < 3; i++) {
        now_us += READER_EXPECT_US;
        take(r, "\033", 1, now_us);
    }
    now_us += READER_EXPECT_US;
    take(r, "", 0, now_us);
    g_assert(reader_unfinished(r) < 0 && reader_deadline(r) < 0);
    return 0;
}
