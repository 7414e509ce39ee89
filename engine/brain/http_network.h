#ifndef ENGINE_BRAIN_HTTP_NETWORK_H
#define ENGINE_BRAIN_HTTP_NETWORK_H

/* How a transfer uses the network, whoever it goes to (lmm-wire.md 3.3). */

#include "engine/brain/late_curl.h"

/* Proxies, certificates, protocols, keep-alive, time to connect; redirects are not followed. */
void http_network_set(CURL *easy);

#endif
