#ifndef ENGINE_BRAIN_LATE_CURL_H
#define ENGINE_BRAIN_LATE_CURL_H

/* libcurl, loaded at the first call over the network (config/late.h says why). Include this instead of <curl/curl.h>. Its
 * functions below keep their names and may be called after curl_ready() has returned true. */

#include "config/late.h"

#include <curl/curl.h>

/* these macros check types and use the functions by name */
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt

#define CURL_FUNCTIONS(NAME)                                                                                                     \
    NAME(curl_easy_cleanup)                                                                                                      \
    NAME(curl_easy_getinfo)                                                                                                      \
    NAME(curl_easy_init)                                                                                                         \
    NAME(curl_easy_setopt) NAME(curl_easy_strerror) NAME(curl_free) NAME(curl_getdate) NAME(curl_global_init)                    \
        NAME(curl_multi_add_handle) NAME(curl_multi_cleanup) NAME(curl_multi_info_read) NAME(curl_multi_init)                    \
            NAME(curl_multi_perform) NAME(curl_multi_poll) NAME(curl_multi_remove_handle) NAME(curl_multi_setopt)                \
                NAME(curl_multi_strerror) NAME(curl_slist_append) NAME(curl_slist_free_all) NAME(curl_url)                       \
                    NAME(curl_url_cleanup) NAME(curl_url_get) NAME(curl_url_set)

extern struct curl_functions {
    CURL_FUNCTIONS(LATE_MEMBER)
} curl_late;

/* Loads and initializes libcurl, once. Error: CONFIG_ERROR_ENVIRONMENT, or BRAIN_ERROR_FAILED when it does not initialize. */
bool curl_ready(GError **error);

#define curl_easy_cleanup curl_late.curl_easy_cleanup
#define curl_easy_getinfo curl_late.curl_easy_getinfo
#define curl_easy_init curl_late.curl_easy_init
#define curl_easy_setopt curl_late.curl_easy_setopt
#define curl_easy_strerror curl_late.curl_easy_strerror
#define curl_free curl_late.curl_free
#define curl_getdate curl_late.curl_getdate
#define curl_global_init curl_late.curl_global_init
#define curl_multi_add_handle curl_late.curl_multi_add_handle
#define curl_multi_cleanup curl_late.curl_multi_cleanup
#define curl_multi_info_read curl_late.curl_multi_info_read
#define curl_multi_init curl_late.curl_multi_init
#define curl_multi_perform curl_late.curl_multi_perform
#define curl_multi_poll curl_late.curl_multi_poll
#define curl_multi_remove_handle curl_late.curl_multi_remove_handle
#define curl_multi_setopt curl_late.curl_multi_setopt
#define curl_multi_strerror curl_late.curl_multi_strerror
#define curl_slist_append curl_late.curl_slist_append
#define curl_slist_free_all curl_late.curl_slist_free_all
#define curl_url curl_late.curl_url
#define curl_url_cleanup curl_late.curl_url_cleanup
#define curl_url_get curl_late.curl_url_get
#define curl_url_set curl_late.curl_url_set

#endif
