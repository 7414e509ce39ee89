#ifndef ENGINE_BRAIN_REQUEST_H
#define ENGINE_BRAIN_REQUEST_H

#include "engine/brain/brain.h"

/* A deep copy; also used by engine/modules for the re-ask. */
brain_request *brain_request_copy(const brain_request *r);

/* Only the last n pictures are sent. */
void brain_request_keep_images(brain_request *r, guint n);

void brain_vectors_free(struct brain_vectors *vectors);

#endif
