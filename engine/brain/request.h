#ifndef ENGINE_BRAIN_REQUEST_H
#define ENGINE_BRAIN_REQUEST_H

/* Operations on requests and vectors, besides those of brain.h. */

#include "engine/brain/brain.h"

/* A deep copy. Caller frees. */
brain_request *brain_request_copy(const brain_request *r);

/* Adds a copy of another request's picture. */
void brain_request_copy_image(brain_request *r, const struct brain_image *image);

/* Keeps only the last n pictures. */
void brain_request_keep_images(brain_request *r, guint n);

void brain_vectors_free(struct brain_vectors *vectors);

#endif
