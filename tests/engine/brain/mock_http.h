#ifndef TESTS_ENGINE_BRAIN_MOCK_HTTP_H
#define TESTS_ENGINE_BRAIN_MOCK_HTTP_H

/* A model's server in a forked child: plain sockets, one scripted answer for each connection, every request written down.
 * Included by one test program each. */

#include <arpa/inet.h>
#include <fcntl.h>
#include <glib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALIVE_EVERY_MS 50

enum mock_kind {
    MOCK_ANSWER,  /* the text as it is, then close */
    MOCK_HANG,    /* reads the request, never answers */
    MOCK_DROP,    /* reads the request, closes without a word */
    MOCK_PAIR,    /* holds this connection until the next one has sent its request, too, then answers both */
    MOCK_PIECES,  /* the text a byte at a time, then close */
    MOCK_STALL,   /* the text, and the connection stays open */
    MOCK_ALIVE,   /* the text, then comments of a stream until the client leaves */
    MOCK_FLOOD,   /* the text, then body without end */
    MOCK_VECTORS, /* a vector for each text that is asked for: 1, 0 where it has one of the words in `text` ("a|b"), else 0, 1 */
};

struct mock_step {
    enum mock_kind kind;
    char *text; /* whole response; of MOCK_VECTORS the words */
};

struct mock {
    int port;
    int log; /* memfd with every request, NUL after each */
    pid_t pid;
};

static inline void mock_write(int fd, const char *text, gsize length)
{
    while (length > 0) {
        gssize n = send(fd, text, length, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        text += n;
        length -= (gsize)n;
    }
}

/* A whole response. */
static inline char *mock_response(const char *status, const char *headers, const char *body)
{
    return g_strdup_printf("HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n%s\r\n%s", status, strlen(body), headers,
                           body);
}

static inline bool mock_has(const char *text, const char *words)
{
    g_auto(GStrv) any = g_strsplit(words, "|", -1);
    bool has = false;
    for (char **word = any; *word; word++)
        has = has || strstr(text, *word);
    return has;
}

/* A model that makes vectors, as OpenAI's endpoint answers: the request's "input" is a list of texts. */
static inline char *mock_vectors(const char *request, const struct mock_step *step)
{
    g_autoptr(GString) body = g_string_new("{\"data\":[");
    const char *at = strstr(request, "\"input\":[");
    const char *begin = NULL; /* of a text */
    int n = 0;
    for (at = at ? at + strlen("\"input\":[") : ""; *at && (begin || *at != ']'); at++) {
        if (*at == '\\' && at[1]) {
            at++;
        } else if (*at == '"' && !begin) {
            begin = at + 1;
        } else if (*at == '"') {
            g_autofree char *text = g_strndup(begin, (gsize)(at - begin));
            bool has = mock_has(text, step->text);
            g_string_append_printf(body, "%s{\"index\":%d,\"embedding\":[%d,%d]}", n ? "," : "", n, has, !has);
            begin = NULL;
            n++;
        }
    }
    g_string_append(body, "],\"usage\":{\"prompt_tokens\":10}}");
    return mock_response("200 OK", "", body->str);
}

/* Into the folder $TEST_BODIES, too, where it is set (tests/sdk): the request's path, and its body behind it. */
static inline void mock_dump(const GString *request, const char *body)
{
    static int n;
    const char *folder = g_getenv("TEST_BODIES"), *path = strchr(request->str, ' ');
    if (!folder || !body || !path)
        return;
    g_autofree char *file = g_strdup_printf("%s/%s-%d-%d", folder, g_get_prgname() ? g_get_prgname() : "body", getpid(), n++);
    g_autofree char *text = g_strdup_printf("%.*s\n%s", (int)strcspn(path + 1, " "), path + 1, body);
    g_file_set_contents(file, text, -1, NULL);
}

/* Reads head and body of one request and writes it down; caller frees. */
static inline char *mock_read(int fd, int log)
{
    GString *request = g_string_new(NULL);
    char buffer[16384];
    gsize wanted = G_MAXSIZE;
    while (request->len < wanted) {
        gssize n = recv(fd, buffer, sizeof buffer, 0);
        if (n <= 0)
            break;
        g_string_append_len(request, buffer, n);
        const char *end = wanted == G_MAXSIZE ? strstr(request->str, "\r\n\r\n") : NULL;
        const char *length = end ? strcasestr(request->str, "content-length:") : NULL;
        if (end)
            wanted = (gsize)(end + 4 - request->str) + (length ? (gsize)g_ascii_strtoull(length + 15, NULL, 10) : 0);
    }
    mock_dump(request, strstr(request->str, "\r\n\r\n") ? strstr(request->str, "\r\n\r\n") + 4 : NULL);
    g_string_append_c(request, '\0');
    if (write(log, request->str, request->len) < 0)
        _exit(3);
    return g_string_free(request, FALSE);
}

static inline void G_GNUC_NORETURN mock_serve(int listener, int log, const struct mock_step *steps, gsize n)
{
    int held = -1;
    for (gsize i = 0; i < n; i++) {
        int fd = accept(listener, NULL, NULL), on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); /* pieces arrive as pieces */
        g_autofree char *request = mock_read(fd, log);
        if (steps[i].kind == MOCK_PAIR && held < 0) {
            held = fd;
            continue;
        }
        if (steps[i].kind == MOCK_HANG)
            continue;
        g_autofree char *vectors = steps[i].kind == MOCK_VECTORS ? mock_vectors(request, &steps[i]) : NULL;
        for (const char *p = steps[i].text; steps[i].kind == MOCK_PIECES && *p; p++)
            mock_write(fd, p, 1);
        if (steps[i].kind == MOCK_PIECES) {
            close(fd);
            continue;
        }
        if (vectors)
            mock_write(fd, vectors, strlen(vectors));
        else if (steps[i].kind != MOCK_DROP)
            mock_write(fd, steps[i].text, strlen(steps[i].text));
        if (steps[i].kind == MOCK_STALL)
            continue;
        struct pollfd left = {fd, POLLIN, 0};
        while (steps[i].kind == MOCK_ALIVE && poll(&left, 1, ALIVE_EVERY_MS) == 0)
            mock_write(fd, ": alive\n\n", strlen(": alive\n\n"));
        if (steps[i].kind == MOCK_PAIR) {
            mock_write(held, steps[i].text, strlen(steps[i].text));
            close(held);
        }
        static char block[65536];
        memset(block, 'x', sizeof block);
        for (int k = 0; steps[i].kind == MOCK_FLOOD && k < 400; k++)
            mock_write(fd, block, sizeof block);
        shutdown(fd, SHUT_WR);
        close(fd);
    }
    for (;;) { /* whoever asks more often than expected is let in and noted; who asks for the models is sent away */
        int fd = accept(listener, NULL, NULL);
        g_autofree char *request = mock_read(fd, log);
        if (g_str_has_prefix(request, "GET "))
            close(fd);
    }
}

static inline struct mock mock_start(const struct mock_step *steps, gsize n)
{
    struct mock m = {.log = memfd_create("requests", MFD_CLOEXEC)};
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 16) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) < 0)
        g_error("no mock server");
    m.port = ntohs(address.sin_port);
    m.pid = fork();
    if (m.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        mock_serve(listener, m.log, steps, n);
    }
    close(listener);
    return m;
}

/* Everything asked so far, as one text; *ret_count says how many requests. Caller frees. */
static inline char *mock_requests(const struct mock *m, int *ret_count)
{
    gsize length = (gsize)lseek(m->log, 0, SEEK_END);
    char *text = g_malloc(length + 1);
    *ret_count = 0;
    if (pread(m->log, text, length, 0) != (gssize)length)
        length = 0;
    for (gsize i = 0; i < length; i++) {
        if (text[i] == '\0') {
            text[i] = '\n';
            ++*ret_count;
        }
    }
    text[length] = '\0';
    return text;
}

static inline void mock_stop(struct mock *m)
{
    kill(m->pid, SIGKILL);
    waitpid(m->pid, NULL, 0);
    close(m->log);
}

#endif
