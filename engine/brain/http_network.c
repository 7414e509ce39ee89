#include "engine/brain/http_network.h"

#include <sys/socket.h>

#define CONNECT_MS 10000

static curl_socket_t on_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)user;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void http_network_set(CURL *easy)
{
    /* a model on this machine is never behind the proxy; the option replaces the variable, so it must contain it */
    const char *no_proxy = g_getenv("no_proxy") ? g_getenv("no_proxy") : g_getenv("NO_PROXY");
    g_autofree char *unproxied = g_strconcat("localhost,127.0.0.1,::1", no_proxy ? "," : NULL, no_proxy, NULL);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, unproxied);
    if (g_getenv("SSL_CERT_FILE"))
        curl_easy_setopt(easy, CURLOPT_CAINFO, g_getenv("SSL_CERT_FILE"));
    else /* the bundle has what the folder has, and libcurl keeps it, without a folder: reading it takes 31 ms of a processor */
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L); /* a proxy's "200" is no answer that has begun */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L); /* a redirect would carry the key's header to another host */
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, 60L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, 60L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
}
