#include "engine/recall/prints.h"

#include "engine/eye/eye.h"
#include "memory/pictures.h"

#include <string.h>

#define FILL_MAX 20000 /* frames of one call */
#define FILL_BATCH 32  /* in one worker: not much longer than the time that was asked for */

static bool print_file(const char *path, guint64 *ret_print, GError **error)
{
    const char *const paths[] = {path, NULL};
    g_autoptr(GArray) prints = eye_prints(paths, error);
    if (!prints)
        return false;
    const struct eye_print *p = &g_array_index(prints, struct eye_print, 0);
    *ret_print = p->print;
    if (!p->printed)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "there is no picture to look for: %s", p->why);
    return p->printed;
}

bool prints_of(memory *m, const char *frame, guint64 *ret_print, GError **error)
{
    g_autofree char *stored = m ? memory_frame_path(m, frame) : NULL;
    GError *local = NULL;
    if (stored && memory_picture_get(m, frame, ret_print, &local))
        return true;
    if (!local)
        return print_file(stored ? stored : frame, ret_print, error);
    g_propagate_error(error, local);
    return false;
}

static bool keep(memory *m, const GPtrArray *hashes, guint first, const GArray *prints, gint64 *left, GError **error)
{
    for (guint i = 0; i < prints->len; i++) {
        const struct eye_print *p = &g_array_index(prints, struct eye_print, i);
        if (!p->printed)
            continue;
        if (!memory_picture_add(m, hashes->pdata[first + i], p->print, p->bytes, error))
            return false;
        (*left)--;
    }
    return true;
}

static bool fill_batch(memory *m, const GPtrArray *hashes, guint first, gint64 *left, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = first; i < MIN(first + FILL_BATCH, hashes->len); i++)
        g_ptr_array_add(paths, memory_frame_path(m, hashes->pdata[i]));
    g_ptr_array_add(paths, NULL);
    g_autoptr(GArray) prints = eye_prints((const char *const *)paths->pdata, error);
    return prints && keep(m, hashes, first, prints, left, error);
}

bool prints_fill(memory *m, gint64 until_us, gint64 *ret_left, GError **error)
{
    g_autoptr(GPtrArray) missing = memory_pictures_missing(m, FILL_MAX, error);
    *ret_left = missing ? missing->len : 0;
    for (guint i = 0; missing && i < missing->len && g_get_monotonic_time() < until_us; i += FILL_BATCH) {
        if (!fill_batch(m, missing, i, ret_left, error))
            return false;
    }
    return missing != NULL;
}
