#ifndef ENGINE_BRAIN_HTTP_MODELS_H
#define ENGINE_BRAIN_HTTP_MODELS_H

/* HTTP 404 of a service: what its list of models says about it. Pure, inside of this folder. */

#include "engine/brain/wire.h"

/* Where the list is; NULL = the service has none that helps. Caller frees. */
char *http_models_url(const brain_profile *profile, const struct wire *wire);
/* The error's text. said: the server's own, ": gone" or ""; status of the list, 0 = it did not come; models NULL = it is none.
 * Caller frees. */
char *http_models_told(const brain_profile *profile, const struct wire *wire, const char *said, int status, char **models);

#endif
