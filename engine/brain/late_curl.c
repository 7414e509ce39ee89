#include "engine/brain/late_curl.h"

#include "engine/brain/brain.h"

struct curl_functions curl_late;

bool curl_ready(GError **error)
{
    static const char *const functions[] = {CURL_FUNCTIONS(LATE_NAME) NULL};
    static bool ready;
    if (ready || !late_load("libcurl.so.4", functions, &curl_late, error))
        return ready;
    ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (!ready)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "libcurl does not start (is there memory left?)");
    return ready;
}
