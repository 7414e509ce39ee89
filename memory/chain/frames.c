/* Frames: the eye has written the picture, a file, before it is named here. */

#include "memory/batch.h"
#include "memory/chain/bound.h"
#include "memory/port/places.h"
#include "memory/port/rows.h"

#include <sys/stat.h>
#include <unistd.h>

static bool add_print(memory *m, const struct memory_frame *frame, const char *doing, GError **error)
{
    g_autofree char *path = memory_frame_path(m, frame->hash);
    struct stat info;
    return rows_print_add(m, frame->hash, frame->print, lstat(path, &info) == 0 ? info.st_size : 0, doing, error);
}

bool memory_frame_add(memory *m, const struct memory_frame *given, GError **error)
{
    static const char doing[] = "write the frame";
    if (!places_is_hash(given->hash)) { /* it becomes a file's name */
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: its name is not a SHA-256 of 64 hexadecimal digits",
                    doing);
        return false;
    }
    struct memory_frame frame = *given;
    if (!frame.at_us)
        frame.at_us = store_now(m);
    if (!store_begin(m, doing, error))
        return false;
    gint64 row = 0;
    const struct memory_entry entry = {.run = frame.run, .step = frame.step, .at_us = frame.at_us, .stage = (char *)"frame"};
    bool ok = rows_frame_add(m, &frame, &row, doing, error) && bound_append(m, &entry, row, error) &&
              (!frame.printed || add_print(m, &frame, doing, error));
    return store_end(m, ok, doing, error);
}

/* ---- pictures of a run that is not committed yet ---- */

static void take_back(memory *m, const struct memory_placed *one, const char *doing)
{
    gint64 run = 0, step = 0;
    g_autofree char *path = memory_frame_path(m, one->hash);
    if (rows_frame_shown(m, one->hash, &run, &step, NULL, doing, NULL) && !run && places_file_ns(path) == one->at_ns)
        unlink(path);
}

void memory_frames_take_back(memory *m, GArray *placed)
{
    static const char doing[] = "take back the pictures";
    if (!placed->len || !store_begin(m, doing, NULL)) /* nobody names one meanwhile */
        return;                                       /* prune takes what nobody names */
    for (guint i = 0; i < placed->len; i++)
        take_back(m, &g_array_index(placed, struct memory_placed, i), doing);
    if (store_end(m, false, doing, NULL))
        g_debug("nothing was written");
    g_array_set_size(placed, 0);
}
