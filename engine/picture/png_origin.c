/* The JPEG file that a frame was read from, in a chunk of its PNG. A decoder passes over it: a chunk of nobody else's, which is
 * not copied where the pixels are changed (its name says both). */

#include "engine/picture/frame.h"

#include <string.h>

#define CHUNK "reJP"
#define CHUNK_EXTRA 12 /* length, name, checksum */
#define END_SIZE 12
#define SIGNATURE_SIZE 8
#define JPEG_MOST (4 * 1024 * 1024) /* libpng refuses chunks of 8 MB */

static guint32 checksum(const guint8 *bytes, gsize length)
{
    guint32 sum = 0xffffffff;
    for (gsize i = 0; i < length; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    return ~sum;
}

static guint32 number_at(const guint8 *bytes)
{
    guint32 number;
    memcpy(&number, bytes, sizeof number);
    return GUINT32_FROM_BE(number);
}

static void append_number(GByteArray *out, guint32 number)
{
    guint32 big = GUINT32_TO_BE(number);
    g_byte_array_append(out, (const guint8 *)&big, sizeof big);
}

GBytes *frame_png_with_jpeg(GBytes *png, GBytes *jpeg)
{
    gsize length, size;
    const guint8 *bytes = g_bytes_get_data(png, &length), *file = g_bytes_get_data(jpeg, &size);
    if (size > JPEG_MOST || length < END_SIZE)
        return g_bytes_ref(png);
    GByteArray *out = g_byte_array_sized_new((guint)(length + size + CHUNK_EXTRA));
    g_byte_array_append(out, bytes, (guint)(length - END_SIZE));
    append_number(out, (guint32)size);
    guint named = out->len;
    g_byte_array_append(out, (const guint8 *)CHUNK, strlen(CHUNK));
    g_byte_array_append(out, file, (guint)size);
    append_number(out, checksum(out->data + named, out->len - named));
    g_byte_array_append(out, bytes + length - END_SIZE, END_SIZE);
    return g_byte_array_free_to_bytes(out);
}

GBytes *frame_png_jpeg(GBytes *png, const frame *f)
{
    gsize length;
    const guint8 *bytes = g_bytes_get_data(png, &length);
    for (gsize at = SIGNATURE_SIZE; length >= CHUNK_EXTRA && at <= length - CHUNK_EXTRA;) {
        gsize size = number_at(bytes + at);
        if (size > length - CHUNK_EXTRA - at)
            break;
        if (memcmp(bytes + at + 4, CHUNK, strlen(CHUNK)) == 0) {
            g_autoptr(GBytes) jpeg = g_bytes_new_from_bytes(png, at + 8, size);
            g_autoptr(frame) shown = frame_from_jpeg(jpeg, NULL);
            return shown && frame_same(shown, f) ? g_steal_pointer(&jpeg) : NULL;
        }
        at += size + CHUNK_EXTRA;
    }
    return NULL;
}
