#ifndef ENGINE_BRAIN_REQUEST_H
#define ENGINE_BRAIN_REQUEST_H

#include "engine/brain/brain.h"

/* A deep copy; also used by engine/modules for the re-ask. */
brain_request *brain_request_copy(const brain_request *r);

void brain_vectors_free(struct brain_vectors *vectors);

#endif
