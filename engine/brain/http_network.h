#ifndef ENGINE_BRAIN_HTTP_NETWORK_H
#define ENGINE_BRAIN_HTTP_NETWORK_H

/* Network options of every transfer. */

#include "engine/brain/late_curl.h"

/* Sets proxies, certificates, protocols, keep-alive and the time to connect. Redirects are not followed. */
void http_network_set(CURL *easy);

#endif
