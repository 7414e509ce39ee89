#ifndef ENGINE_EXPORTS_IMAGE_WRITER_H
#define ENGINE_EXPORTS_IMAGE_WRITER_H

/* Image writer: the pictures of an export, by the hash that the store knows them by, redacted before anybody sees them. */

#include "engine/exports/redaction.h"
#include "memory/memory.h"

enum picture_kind {
    PICTURE_PNG,      /* exact */
    PICTURE_JPEG,     /* quality 90 */
    PICTURE_SMALLEST, /* whichever is smaller, JPEG with quality 80 */
};

typedef struct image_writer image_writer;
/* Both borrowed. */
image_writer *image_writer_new(memory *m, redaction *r);
void image_writer_free(image_writer *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(image_writer, image_writer_free)
/* How a picture is used, enum redaction_role; all uses before the first image_writer_frame(), where boxes are by role. */
void image_writer_use(image_writer *a, const char *hash, unsigned roles);
/* NULL: it is not kept any more, or damaged (counted). */
frame *image_writer_frame(image_writer *a, const char *hash);
/* Pictures that boxes were painted over, and those that were not there; each counts once. */
guint image_writer_redacted(const image_writer *a);
guint image_writer_missing(const image_writer *a);

/* *ret_type: "image/png", "image/jpeg"; static. */
GBytes *picture_encode(const frame *f, enum picture_kind kind, const char **ret_type, GError **error);
/* "data:image/png;base64,…"; caller frees. */
char *picture_uri(GBytes *picture, const char *type);

#endif
