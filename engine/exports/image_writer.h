#ifndef ENGINE_EXPORTS_IMAGE_WRITER_H
#define ENGINE_EXPORTS_IMAGE_WRITER_H

/* Image writer: the pictures of an export, by their hash in the store, redacted before they leave. */

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
/* Records how a picture is used (enum redaction_role). Record all uses before the first image_writer_frame() when boxes depend
 * on roles. */
void image_writer_use(image_writer *a, const char *hash, unsigned roles);
/* A picture. Caller frees. NULL: no longer kept, or damaged (counted). */
frame *image_writer_frame(image_writer *a, const char *hash);
/* Number of pictures with boxes painted over them, and of missing ones; each counts once. */
guint image_writer_redacted(const image_writer *a);
guint image_writer_missing(const image_writer *a);

/* The JPEG file that a picture came in, as it was. NULL: it came in none, or something is painted over. Caller unrefs. */
GBytes *image_writer_jpeg(image_writer *a, const char *hash, const frame *f);
/* *ret_type: "image/png", "image/jpeg"; static. Caller unrefs. */
GBytes *image_writer_encode(const frame *f, enum picture_kind kind, const char **ret_type, GError **error);
/* "data:image/png;base64,…"; caller frees. */
char *image_writer_uri(GBytes *picture, const char *type);

#endif
