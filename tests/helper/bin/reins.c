/* Stands before reins in tests (run.sh makes it $REINS_BIN) and is it, but for one thing: of a picture whose words were read
 * before, in this run of tests, the worker "ocr" gives the same answer again instead of starting Tesseract, which is a third of
 * the time of all tests. A picture is the whole request with the worker's limits; only what the real worker answered without an
 * error is kept, in $HOME/.words (a folder that all sandboxes of one run share; without it, each picture is read). */
#include <errno.h>
#include <glib.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 6 /* reins worker ocr MEMORY CPU PARENT */

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

static char *place_of(const char *folder, char **argv, const GString *request)
{
    const char *data = g_getenv("TESSDATA_PREFIX");
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *head = g_strdup_printf("%s %s %s\n", argv[3], argv[4], data ? data : "");
    g_checksum_update(sum, (const guchar *)head, (gssize)strlen(head));
    g_checksum_update(sum, (const guchar *)request->str, (gssize)request->len);
    return g_build_filename(folder, g_checksum_get_string(sum), NULL);
}

/* Its answer; ends as it does when it fails. */
static GString *ask(const char *program, char **argv, const GString *request)
{
    int fds[2], status = 0;
    char parent[32];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
        exit(1);
    pid_t pid = fork();
    if (pid < 0)
        exit(1);
    if (pid == 0) {
        dup2(fds[1], STDIN_FILENO);
        dup2(fds[1], STDOUT_FILENO);
        argv[WORDS - 1] = parent;
        execv(program, argv);
        _exit(1);
    }
    close(fds[1]);
    signal(SIGPIPE, SIG_IGN); /* it may have ended */
    write_all(fds[0], request->str, request->len);
    shutdown(fds[0], SHUT_WR);
    GString *reply = read_all(fds[0]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (status == 0)
        return reply;
    write_all(STDOUT_FILENO, reply->str, reply->len);
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    exit(WEXITSTATUS(status));
}

static void keep(const char *place, const GString *reply)
{
    g_autofree char *new = g_strdup_printf("%s.%d", place, (int)getpid());
    if (g_str_has_prefix(reply->str, "ok ") && g_file_set_contents(new, reply->str, (gssize)reply->len, NULL))
        rename(new, place);
}

int main(int argc, char **argv)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    char *below = self ? strstr(self, "/tests/helper/bin/reins") : NULL;
    if (!below)
        return 1;
    *below = '\0';
    g_autofree char *program = g_build_filename(self, "reins", NULL),
                    *folder = g_build_filename(g_get_home_dir(), ".words", NULL);
    bool reads = argc == WORDS && g_str_equal(argv[1], "worker") && g_str_equal(argv[2], "ocr");
    if (!reads || !g_file_test(folder, G_FILE_TEST_IS_DIR)) {
        execv(program, argv);
        return 1;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != (pid_t)g_ascii_strtoll(argv[WORDS - 1], NULL, 10))
        return 1;
    g_autoptr(GString) request = read_all(STDIN_FILENO), reply = NULL;
    g_autofree char *place = place_of(folder, argv, request), *known = NULL;
    gsize length = 0;
    if (g_file_get_contents(place, &known, &length, NULL)) {
        write_all(STDOUT_FILENO, known, length);
        return 0;
    }
    reply = ask(program, argv, request);
    keep(place, reply);
    write_all(STDOUT_FILENO, reply->str, reply->len);
    return 0;
}
