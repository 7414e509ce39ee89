/* Failures before a byte of an answer: no such name, nobody there, no TLS, a certificate that nobody vouches for; and that a call
 * that is forgotten is over for its server, too. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glib/gstdio.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>

#include "tests/engine/brain/families.h"
#include "tests/engine/brain/pool_fixture.h"

/* No name is known here: nothing is asked of the machine's network. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res);
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res)
{
    (void)node;
    (void)service;
    (void)hints;
    (void)res;
    return EAI_NONAME;
}

static void assert_fails(struct fixture *f, const char *url, const char *options, enum brain_error code, const char *told)
{
    start_at(f, url, options);
    const struct brain_reply *reply = await(f, ask(f));
    if (!g_error_matches(reply->error, BRAIN_ERROR, (int)code) || !strstr(reply->error->message, told))
        fail_msg("%s: %s", url, reply->error ? reply->error->message : reply->text);
}

/* As above, and nothing is tried again. */
static void assert_fails_at_once(struct fixture *f, const char *url, enum brain_error code, const char *told)
{
    const struct brain_reply *reply;
    struct brain_retry retry;
    start_at(f, url, NULL);
    f->pool->backoff_ms = 5000; /* a wait is seen */
    guint id = ask(f);
    while (!(reply = brain_pool_reply(f->pool, id))) {
        assert_true(brain_pool_poll(f->pool, NULL, 0, 1000, NULL));
        assert_false(brain_pool_retry(f->pool, id, &retry));
    }
    if (!g_error_matches(reply->error, BRAIN_ERROR, (int)code) || !strstr(reply->error->message, told))
        fail_msg("%s: %s", url, reply->error ? reply->error->message : reply->text);
}

/* A server in a child that handles each connection; it says what it saw by bytes of a pipe. */
static pid_t serve(void (*handle)(int fd, int seen), int *ret_port, int *ret_seen)
{
    int pipes[2], listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    assert_int_equal(pipe2(pipes, O_CLOEXEC | O_NONBLOCK), 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 16), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    *ret_port = ntohs(address.sin_port);
    *ret_seen = pipes[0];
    pid_t pid = fork();
    while (pid == 0) {
        int fd = accept(listener, NULL, NULL);
        handle(fd, pipes[1]);
        close(fd);
    }
    close(pipes[1]);
    close(listener);
    return pid;
}

/* Words that are no TLS, at once. */
static void answer_plain(int fd, int seen)
{
    if (write(seen, "x", 1) != 1 || write(fd, "HTTP/1.1 400 Bad\r\n\r\n", 20) != 20)
        _exit(1);
}

/* Begins a stream, and reads until the other side is gone. */
static void stream_until_gone(int fd, int seen)
{
    static const char begin[] = STREAM "data: {\"choices\":[{\"delta\":{\"content\":\"a word, and one more, and so on, until "
                                       "there are enough of them. \"}}]}\n\n";
    char buffer[4096];
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n <= 0 || write(fd, begin, strlen(begin)) < 0)
        _exit(1);
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        ;
    if (write(seen, "g", 1) != 1)
        _exit(1);
}

static void end(pid_t pid, int seen)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(seen);
}

static void forgotten__in_the_middle__is_over_for_the_server(void **state)
{
    (void)state;
    struct fixture f = {0};
    int port, seen;
    struct brain_partial partial = {0};
    pid_t pid = serve(stream_until_gone, &port, &seen);
    g_autofree char *url = g_strdup_printf("http://127.0.0.1:%d/v1", port);
    start_at(&f, url, NULL);
    guint id = ask(&f);
    gint64 until = g_get_monotonic_time() + LIMIT_S * G_USEC_PER_SEC;
    for (bool begun = false; !begun;) {
        assert_true(g_get_monotonic_time() < until);
        assert_true(brain_pool_poll(f.pool, NULL, 0, 1000, NULL));
        begun = brain_pool_partial(f.pool, id, &partial) && *partial.text;
        g_free(partial.text);
    }
    brain_pool_forget(f.pool, id);
    struct pollfd gone = {seen, POLLIN, 0};
    assert_int_equal(poll(&gone, 1, 2000), 1); /* its connection is closed without the pool being asked again */
    stop(&f);
    end(pid, seen);
}

static void network__nobody_there__is_tried_again_and_told(void **state)
{
    (void)state;
    struct fixture name = {0}, refused = {0}, plain = {0};
    int port, seen;
    char tries[16];
    assert_fails(&name, "http://nowhere.example/v1", NULL, BRAIN_ERROR_NETWORK, "no answer from http://nowhere.example");
    stop(&name);
    assert_fails(&refused, "http://127.0.0.1:1/v1", NULL, BRAIN_ERROR_NETWORK, "no answer from http://127.0.0.1:1");
    stop(&refused);
    pid_t pid = serve(answer_plain, &port, &seen);
    g_autofree char *url = g_strdup_printf("https://127.0.0.1:%d/v1", port);
    assert_fails(&plain, url, NULL, BRAIN_ERROR_NETWORK, "no answer from https://127.0.0.1");
    assert_int_equal(read(seen, tries, sizeof tries), 4); /* the first, and three more */
    stop(&plain);
    end(pid, seen);
}

/* A server with a certificate of its own making; false: there is no openssl here. */
static bool tls_server(GPid *ret_pid, int *ret_in, int *ret_out, int port, const char *folder)
{
    g_autofree char *openssl = g_find_program_in_path("openssl"), *accept_port = g_strdup_printf("127.0.0.1:%d", port);
    char *make[] = {openssl,
                    (char *)"req",
                    (char *)"-x509",
                    (char *)"-newkey",
                    (char *)"rsa:2048",
                    (char *)"-nodes",
                    (char *)"-keyout",
                    (char *)"key.pem",
                    (char *)"-out",
                    (char *)"cert.pem",
                    (char *)"-subj",
                    (char *)"/CN=x",
                    (char *)"-addext",
                    (char *)"subjectAltName=IP:127.0.0.1,DNS:model.example",
                    NULL};
    char *serve[] = {openssl,        (char *)"s_server", (char *)"-accept",
                     accept_port,    (char *)"-cert",    (char *)"cert.pem",
                     (char *)"-key", (char *)"key.pem",  NULL};
    int status = 1;
    if (!openssl)
        return false;
    GSpawnFlags quiet = G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL;
    assert_true(g_spawn_sync(folder, make, NULL, quiet, NULL, NULL, NULL, NULL, &status, NULL) && status == 0);
    assert_true(g_spawn_async_with_pipes(folder, serve, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                                         ret_pid, ret_in, ret_out, NULL, NULL));
    g_autoptr(GString) said = g_string_new(NULL);
    char byte;
    while (!strstr(said->str, "ACCEPT") && read(*ret_out, &byte, 1) == 1)
        g_string_append_c(said, byte);
    return strstr(said->str, "ACCEPT");
}

static int free_port(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    close(fd);
    return ntohs(address.sin_port);
}

/* Not trusted, and not tried again; with SSL_CERT_FILE it is, and the request goes out (this server never answers it). */
static void network__certificate__is_trusted_where_it_is_named(void **state)
{
    (void)state;
    g_autofree char *folder = g_dir_make_tmp("tls.XXXXXX", NULL), *cert = g_build_filename(folder, "cert.pem", NULL);
    struct fixture none = {0}, named = {0};
    int port = free_port(), in = -1, out = -1;
    GPid pid = 0;
    if (!tls_server(&pid, &in, &out, port, folder)) {
        print_message("openssl is not here\n");
        skip();
    }
    g_autofree char *url = g_strdup_printf("https://127.0.0.1:%d/v1", port);
    g_unsetenv("SSL_CERT_FILE");
    assert_fails_at_once(&none, url, BRAIN_ERROR_NETWORK, "the certificate is not trusted");
    stop(&none);
    g_setenv("SSL_CERT_FILE", cert, TRUE);
    assert_fails(&named, url, "timeout_s=1\n", BRAIN_ERROR_TIMEOUT, "the request was sent, and no answer began");
    stop(&named);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(in); /* at its end the server would leave */
    close(out);
}

/* The name is known to the proxy alone; what is on this machine, and what no_proxy names, does not go there. */
static void network__proxy__is_for_what_is_elsewhere(void **state)
{
    (void)state;
    struct fixture f = {0}, here = {0}, named = {0};
    int n;
    step(&f, MOCK_ANSWER, "200 OK", "", OK_BODY);
    f.mock = mock_start(f.steps, f.n);
    g_autofree char *proxy = g_strdup_printf("http://127.0.0.1:%d", f.mock.port);
    g_setenv("http_proxy", proxy, TRUE);
    start_at(&f, "http://model.example/v1", NULL);
    assert_null(await(&f, ask(&f))->error);
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_true(g_str_has_prefix(asked, "POST http://model.example/v1/chat/completions HTTP/1.1\r\n"));
    assert_fails(&here, "http://127.0.0.1:1/v1", NULL, BRAIN_ERROR_NETWORK, "no answer from http://127.0.0.1:1");
    g_setenv("no_proxy", "model.example", TRUE);
    assert_fails(&named, "http://model.example/v1", NULL, BRAIN_ERROR_NETWORK, "no answer from http://model.example");
    g_free(mock_requests(&f.mock, &n));
    assert_int_equal(n, 1);
    g_unsetenv("no_proxy");
    g_unsetenv("http_proxy");
    stop(&here);
    stop(&named);
    stop(&f);
}

/* It is told, the key stays here, and nothing is tried again. */
static void network__proxy_that_refuses__is_told(void **state)
{
    (void)state;
    struct fixture f = {0};
    int n;
    step(&f, MOCK_ANSWER, "407 Proxy Authentication Required", "", "");
    f.mock = mock_start(f.steps, f.n);
    g_autofree char *proxy = g_strdup_printf("http://127.0.0.1:%d", f.mock.port);
    g_setenv("https_proxy", proxy, TRUE);
    assert_fails(&f, "https://model.example/v1", NULL, BRAIN_ERROR_NETWORK, "the proxy wants a user and a password");
    g_autofree char *asked = mock_requests(&f.mock, &n);
    assert_int_equal(n, 1);
    assert_true(g_str_has_prefix(asked, "CONNECT model.example:443 "));
    assert_null(strstr(asked, KEY));
    g_unsetenv("https_proxy");
    stop(&f);
}

static int behind; /* port on this machine to which relay() leads, whatever is asked for */

/* A proxy that lets all through. */
static void relay(int fd, int seen)
{
    char buffer[16384];
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((guint16)behind), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int to = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct pollfd ends[] = {{fd, POLLIN, 0}, {to, POLLIN, 0}};
    if (read(fd, buffer, sizeof buffer) <= 0 || connect(to, (struct sockaddr *)&address, sizeof address) < 0 ||
        write(fd, "HTTP/1.1 200 Connection established\r\n\r\n", 39) != 39 || write(seen, "x", 1) != 1)
        _exit(1);
    for (bool open = true; open && poll(ends, 2, -1) > 0;)
        for (int i = 0; i < 2 && open; i++) {
            ssize_t n = ends[i].revents ? read(ends[i].fd, buffer, sizeof buffer) : 0;
            open = !ends[i].revents || (n > 0 && write(ends[1 - i].fd, buffer, (gsize)n) == n);
        }
    close(to);
}

/* The proxy's own "200" is no answer of the service: that it does not begin is noticed all the same. */
static void network__behind_a_proxy__a_late_answer_is_noticed(void **state)
{
    (void)state;
    g_autofree char *folder = g_dir_make_tmp("tls.XXXXXX", NULL), *cert = g_build_filename(folder, "cert.pem", NULL);
    struct fixture f = {0};
    int port = 0, seen = -1, in = -1, out = -1;
    char tries[16];
    GPid pid = 0;
    behind = free_port();
    if (!tls_server(&pid, &in, &out, behind, folder)) {
        print_message("openssl is not here\n");
        skip();
    }
    pid_t proxy = serve(relay, &port, &seen);
    g_autofree char *address = g_strdup_printf("http://127.0.0.1:%d", port);
    g_setenv("https_proxy", address, TRUE);
    g_setenv("SSL_CERT_FILE", cert, TRUE);
    assert_fails(&f, "https://model.example/v1", "headers_s=1\ntimeout_s=20\n", BRAIN_ERROR_TIMEOUT,
                 "the request was sent, and no answer began for 1 s");
    assert_int_equal(read(seen, tries, sizeof tries), 2);
    g_unsetenv("https_proxy");
    g_unsetenv("SSL_CERT_FILE");
    stop(&f);
    end(proxy, seen);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(in);
    close(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(network__nobody_there__is_tried_again_and_told),
        cmocka_unit_test(forgotten__in_the_middle__is_over_for_the_server),
        cmocka_unit_test(network__certificate__is_trusted_where_it_is_named),
        cmocka_unit_test(network__proxy__is_for_what_is_elsewhere),
        cmocka_unit_test(network__proxy_that_refuses__is_told),
        cmocka_unit_test(network__behind_a_proxy__a_late_answer_is_noticed),
    };
    return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
