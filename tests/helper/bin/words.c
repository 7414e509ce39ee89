/* Stands before reins in tests as the warm parent of the worker "ocr" (reins.c starts it). Of a picture whose words were read
 * before, in this run of tests, it gives the same answer again. For the others it asks the real one: that of the whole run
 * ("words serve FOLDER", started by run.sh: a start with Tesseract takes 37 ms of processor time), or one of its own where other
 * languages or other data are asked for, or there is none. A picture is one region with the worker's limits; only what was
 * answered without an error is kept, in $HOME/.words (a folder that all sandboxes of one run share; without it, each picture is
 * read). */
#include "engine/eye/ocr.h"
#include "skills/worker/worker_fd.h"
#include "skills/worker/worker_frame.h"

#include <errno.h>
#include <glib.h>
#include <poll.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 6        /* reins worker ocr warm 0 PARENT */
#define PARENTS_MAX 16 /* a test may kill it */
#define BUSY_MS 5

static char *program; /* the real one */
static bool is_child; /* asks for one request, beside the others: one that takes long is not in the way of the next */

static GString *read_all(int fd)
{
    GString *all = g_string_new(NULL);
    char buffer[32768];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return all;
        g_string_append_len(all, buffer, n);
    }
}

static void write_all(int fd, const char *bytes, gsize length)
{
    while (length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        bytes += n;
        length -= (gsize)n;
    }
}

static char *place_of(const char *folder, const char *limits, const GString *request)
{
    const char *data = g_getenv("TESSDATA_PREFIX"), *languages = g_getenv(OCR_LANGUAGES);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *head = g_strdup_printf("%s %s %s\n", limits, data ? data : "", languages ? languages : "");
    g_checksum_update(sum, (const guchar *)head, (gssize)strlen(head));
    g_checksum_update(sum, (const guchar *)request->str, (gssize)request->len);
    return g_build_filename(folder, g_checksum_get_string(sum), NULL);
}

/* The real parent, whose requests go into *ret_fd. */
static void start(char **argv, int *ret_fd)
{
    int fds[2];
    char parent[32];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
        exit(1);
    pid_t pid = fork();
    if (pid < 0)
        exit(1);
    if (pid == 0) {
        signal(SIGCHLD, SIG_DFL);
        dup2(fds[1], STDIN_FILENO);
        dup2(fds[1], STDOUT_FILENO);
        argv[WORDS - 1] = parent;
        execv(program, argv);
        _exit(1);
    }
    close(fds[1]);
    *ret_fd = fds[0];
}

/* ---- one for the whole run ---- */

/* Where requests for it are sent to: datagrams, so that it takes those of all who ask from one socket. */
static struct sockaddr_un shared_place(const char *folder)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    g_snprintf(at.sun_path, sizeof at.sun_path, "%s/parent", folder);
    return at;
}

/* -1: there is none (in the languages and with the data that are asked for). */
static int shared(const char *folder)
{
    const char *data = g_getenv("TESSDATA_PREFIX"), *languages = g_getenv(OCR_LANGUAGES);
    const struct sockaddr_un at = shared_place(folder);
    int fd = data || (languages && !g_str_equal(languages, "eng")) ? -1 : socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Is the real parent's parent, and starts another when it ends. */
static int serve(const char *folder)
{
    const struct sockaddr_un at = shared_place(folder);
    char parent[32];
    const char *const argv[] = {"reins", "worker", "ocr", WORKER_WARM, "0", parent, NULL};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&at, sizeof at) < 0)
        return 1;
    chmod(at.sun_path, 0666); /* a test may start reins as another user */
    g_setenv("REINS_WORKER", "1", TRUE);
    g_setenv("OMP_THREAD_LIMIT", "1", TRUE);
    for (int i = 0; i < PARENTS_MAX; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            dup2(fd, STDIN_FILENO);
            dup2(fd, STDOUT_FILENO);
            execv(program, (char **)argv);
            _exit(1);
        }
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    return 1;
}

/* Its answer, or what there is of it when the one who asks has gone. */
static GString *ask(int real, const char *limits, const GString *request, int asker)
{
    int fds[2];
    GString *reply = g_string_new(NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
        exit(1);
    int rc;
    struct pollfd gone = {.fd = asker};
    while ((rc = worker_fd_send(real, limits, fds[1])) == EAGAIN) /* the shared one forks for others */
        if (poll(&gone, 1, BUSY_MS) > 0)
            exit(1);
    if (rc)
        exit(1);
    close(fds[1]);
    write_all(fds[0], request->str, request->len);
    shutdown(fds[0], SHUT_WR);
    for (;;) {
        char buffer[32768];
        struct pollfd both[] = {{.fd = fds[0], .events = POLLIN}, {.fd = asker}};
        if (poll(both, 2, -1) < 0 && errno == EINTR)
            continue;
        ssize_t n = both[1].revents ? 0 : read(fds[0], buffer, sizeof buffer);
        if (n <= 0)
            break;
        g_string_append_len(reply, buffer, n);
    }
    close(fds[0]);
    return reply;
}

static bool is_ok(const GString *reply, const char **ret_text, gsize *ret_length)
{
    int taken = 0;
    bool ok = sscanf(reply->str, WORKER_FRAME_OK "%n", ret_length, &taken) == 1 && reply->len == (gsize)taken + *ret_length;
    *ret_text = reply->str + taken;
    return ok;
}

/* NULL: a child of ours asks and answers. */
static GString *read_once(char **argv, const char *limits, const GString *request, int asker)
{
    static int real = -1;
    g_autofree char *folder = g_build_filename(g_get_home_dir(), ".words", NULL), *place = place_of(folder, limits, request),
                    *new = g_strdup_printf("%s.%d", place, (int)getpid()), *known = NULL;
    gsize length = 0;
    const char *text;
    if (g_file_get_contents(place, &known, &length, NULL))
        return g_string_new_len(known, (gssize)length);
    if (real < 0 && (real = shared(folder)) < 0)
        start(argv, &real);
    pid_t child = is_child ? 0 : fork();
    if (child < 0)
        exit(1);
    if (child > 0)
        return NULL;
    is_child = true;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    GString *reply = ask(real, limits, request, asker);
    if (is_ok(reply, &text, &length) && g_file_set_contents(new, reply->str, (gssize)reply->len, NULL))
        rename(new, place);
    return reply;
}

/* One by one: which regions a process asks for together depends on what it knows. Gives the first answer that is none, or NULL as
 * read_once(). */
static GString *read_regions(char **argv, const char *limits, GArray *regions, int asker)
{
    g_autoptr(GArray) words = ocr_words_new();
    for (guint i = 0; i < regions->len; i++) {
        g_autoptr(GArray) one = g_array_new(FALSE, FALSE, sizeof(struct ocr_region));
        g_array_append_vals(one, &g_array_index(regions, struct ocr_region, i), 1); /* still the regions' own */
        g_autoptr(GByteArray) bytes = ocr_request_to_bytes(one);
        g_autoptr(GString) request = g_string_new_len((const char *)bytes->data, bytes->len);
        GString *reply = read_once(argv, limits, request, asker);
        const char *text;
        gsize length;
        g_autoptr(GArray) own = reply && is_ok(reply, &text, &length) ? ocr_reply_from_json(text, length, NULL) : NULL;
        if (!own)
            return reply;
        for (guint j = 0; j < own->len; j++) {
            struct ocr_word w = g_array_index(own, struct ocr_word, j);
            w.region = (int)i;
            w.text = g_strdup(w.text);
            g_array_append_val(words, w);
        }
        g_string_free(reply, TRUE);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    ocr_reply_to_json(words, text);
    GString *all = g_string_new(NULL);
    g_string_printf(all, WORKER_FRAME_OK "%s", text->len, text->str);
    return all;
}

static void answer(char **argv, const char *limits, int asker)
{
    g_autoptr(GString) request = read_all(asker), reply = NULL;
    g_autoptr(GArray) regions = ocr_request_from_bytes(request->str, request->len, NULL);
    reply = regions ? read_regions(argv, limits, regions, asker) : read_once(argv, limits, request, asker);
    if (reply)
        write_all(asker, reply->str, reply->len);
}

int main(int argc, char **argv)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    char *below = self ? strstr(self, "/tests/helper/bin/words") : NULL;
    if (!below)
        return 1;
    *below = '\0';
    program = g_build_filename(self, "reins", NULL);
    if (argc == 3 && g_str_equal(argv[1], "serve"))
        return serve(argv[2]);
    g_autofree char *folder = g_build_filename(g_get_home_dir(), ".words", NULL);
    bool reads =
        argc == WORDS && g_str_equal(argv[1], "worker") && g_str_equal(argv[2], "ocr") && g_str_equal(argv[3], WORKER_WARM);
    if (!reads || !g_file_test(folder, G_FILE_TEST_IS_DIR)) {
        execv(program, argv);
        return 1;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)g_ascii_strtoll(argv[WORDS - 1], NULL, 10))
        return 1;
    signal(SIGPIPE, SIG_IGN); /* who asked may have gone */
    signal(SIGCHLD, SIG_IGN); /* nobody waits for a child that has answered */
    for (;;) {
        char limits[WORKER_FRAME_LINE_MAX];
        int asker = worker_fd_take(STDIN_FILENO, limits, sizeof limits);
        if (asker < 0)
            return 0;
        answer(argv, limits, asker);
        if (is_child)
            return 0;
        close(asker);
    }
}
