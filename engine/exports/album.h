#ifndef ENGINE_EXPORTS_ALBUM_H
#define ENGINE_EXPORTS_ALBUM_H

/* Album: the pictures of an export, by the hash that the store knows them by, redacted before anybody sees them. */

#include "engine/exports/redaction.h"
#include "memory/memory.h"

enum picture_kind {
    PICTURE_PNG,      /* exact */
    PICTURE_JPEG,     /* quality 90 */
    PICTURE_SMALLEST, /* whichever is smaller, JPEG with quality 80 */
};

typedef struct album album;
/* Both borrowed. */
album *album_new(memory *m, redaction *r);
void album_free(album *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(album, album_free)
/* How a picture is used, enum redaction_role; all uses before the first album_frame(), where boxes are by role. */
void album_use(album *a, const char *hash, unsigned roles);
/* NULL: it is not kept any more, or damaged (counted). */
frame *album_frame(album *a, const char *hash);
/* Pictures that boxes were painted over, and those that were not there; each counts once. */
guint album_redacted(const album *a);
guint album_missing(const album *a);

/* *ret_type: "image/png", "image/jpeg"; static. */
GBytes *picture_encode(const frame *f, enum picture_kind kind, const char **ret_type, GError **error);
/* "data:image/png;base64,…"; caller frees. */
char *picture_uri(GBytes *picture, const char *type);

#endif
