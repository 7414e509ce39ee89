#include "engine/exports/image_writer.h"

#define KEPT 3
#define JPEG_QUALITY 90
#define JPEG_QUALITY_SMALL 80

struct image_writer {
    memory *m;
    redaction *r;
    bool by_role;
    GHashTable *roles;              /* hash → unsigned */
    GHashTable *redacted, *missing; /* sets of hashes */
    struct kept {
        char *hash;
        frame *f;
    } kept[KEPT]; /* the last that were read: what is after one step is before the next */
    guint next;
};

image_writer *image_writer_new(memory *m, redaction *r)
{
    image_writer *a = g_new0(image_writer, 1);
    a->m = m;
    a->r = r;
    a->by_role = redaction_by_role(r);
    a->roles = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    a->redacted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    a->missing = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return a;
}

void image_writer_free(image_writer *a)
{
    if (!a)
        return;
    for (guint i = 0; i < KEPT; i++) {
        g_free(a->kept[i].hash);
        frame_free(a->kept[i].f);
    }
    g_hash_table_unref(a->roles);
    g_hash_table_unref(a->redacted);
    g_hash_table_unref(a->missing);
    g_free(a);
}

void image_writer_use(image_writer *a, const char *hash, unsigned roles)
{
    if (!hash)
        return;
    unsigned known = GPOINTER_TO_UINT(g_hash_table_lookup(a->roles, hash));
    g_hash_table_replace(a->roles, g_strdup(hash), GUINT_TO_POINTER(known | roles));
}

frame *image_writer_frame(image_writer *a, const char *hash)
{
    for (guint i = 0; i < KEPT; i++)
        if (a->kept[i].f && g_str_equal(a->kept[i].hash, hash))
            return frame_copy(a->kept[i].f);
    g_autofree char *path = memory_frame_path(a->m, hash);
    frame *f = path ? frame_read(path, NULL) : NULL;
    if (!f) {
        g_hash_table_add(a->missing, g_strdup(hash));
        return NULL;
    }
    unsigned roles = a->by_role ? GPOINTER_TO_UINT(g_hash_table_lookup(a->roles, hash)) : ROLE_ANY;
    if (redaction_frame(a->r, f, roles ? roles : ROLE_ANY)) /* a use that nobody told of gets all of them */
        g_hash_table_add(a->redacted, g_strdup(hash));
    struct kept *k = &a->kept[a->next++ % KEPT];
    g_free(k->hash);
    frame_free(k->f);
    *k = (struct kept){g_strdup(hash), frame_copy(f)};
    return f;
}

guint image_writer_redacted(const image_writer *a)
{
    return g_hash_table_size(a->redacted);
}

guint image_writer_missing(const image_writer *a)
{
    return g_hash_table_size(a->missing);
}

GBytes *image_writer_jpeg(image_writer *a, const char *hash, const frame *f)
{
    g_autofree char *path = redaction_empty(a->r) ? memory_frame_path(a->m, hash) : NULL, *bytes = NULL;
    gsize length;
    if (!path || !g_file_get_contents(path, &bytes, &length, NULL))
        return NULL;
    g_autoptr(GBytes) png = g_bytes_new_take(g_steal_pointer(&bytes), length);
    return frame_png_jpeg(png, f);
}

GBytes *image_writer_encode(const frame *f, enum picture_kind kind, const char **ret_type, GError **error)
{
    g_autoptr(GBytes) png = kind == PICTURE_JPEG ? NULL : frame_to_png(f, error);
    if (kind != PICTURE_JPEG && !png)
        return NULL;
    *ret_type = "image/png";
    if (kind == PICTURE_PNG)
        return g_steal_pointer(&png);
    g_autoptr(GBytes) jpeg = frame_to_jpeg(f, kind == PICTURE_JPEG ? JPEG_QUALITY : JPEG_QUALITY_SMALL, error);
    if (!jpeg)
        return NULL;
    if (png && g_bytes_get_size(png) <= g_bytes_get_size(jpeg))
        return g_steal_pointer(&png);
    *ret_type = "image/jpeg";
    return g_steal_pointer(&jpeg);
}

char *image_writer_uri(GBytes *picture, const char *type)
{
    gsize length;
    const guint8 *bytes = g_bytes_get_data(picture, &length);
    g_autofree char *base64 = g_base64_encode(bytes, length);
    return g_strdup_printf("data:%s;base64,%s", type, base64);
}
