#include "tests/e2e/driver_outside.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

const char *outside_path(void)
{
    static char *path;
    if (!path)
        path = g_build_filename(g_get_home_dir(), "program.sock", NULL);
    return path;
}

/* A run on xcalc, once its socket is there. `more`: an option of its own. */
driver *outside_start(const char *more, const char *value)
{
    g_autofree char *set = g_strconcat("socket=", outside_path(), NULL);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "outside", "--set", set, "--sandbox", "640x480", "--app",
                                         "xcalc", more, value, "press 7"));
    driver_await_where(d, EVENT_STATE, "thinking");
    assert_int_equal(driver_notices(d, outside_path()), 1);
    return d;
}

void outside_stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

int outside_reach(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_strlcpy(address.sun_path, outside_path(), sizeof address.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* All of it; the engine reads while we write. */
void outside_put(int fd, const char *bytes, gsize length)
{
    for (gsize done = 0; done < length;) {
        struct pollfd p = {.fd = fd, .events = POLLOUT};
        assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
        ssize_t n = send(fd, bytes + done, length - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        assert_true(n > 0);
        done += (gsize)n;
    }
}

/* The next line as an object; NULL at end-of-file. */
cJSON *outside_hear(int fd)
{
    g_autoptr(GString) line = g_string_new(NULL);
    for (char c = 0; c != '\n';) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&p, 1, DRIVER_TIMEOUT_MS), 1);
        if (read(fd, &c, 1) != 1)
            return NULL;
        g_string_append_c(line, c);
    }
    cJSON *object = cJSON_Parse(line->str);
    assert_non_null(object);
    return object;
}

cJSON *outside_ask(int fd, const char *request)
{
    g_autofree char *line = g_strconcat(request, "\n", NULL);
    outside_put(fd, line, strlen(line));
    return outside_hear(fd);
}

const char *outside_text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : cJSON_IsNull(item) ? "null" : "?";
}

/* The answer has that outcome and, where it is the last one, that result. */
void outside_assert_told(int fd, const char *outcome, const char *result)
{
    g_autoptr(cJSON) said = outside_hear(fd);
    assert_string_equal(outside_text_of(said, "outcome"), outcome);
    assert_string_equal(outside_text_of(said, "result"), result);
    assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(said, "done")), !g_str_equal(result, "null"));
}

void outside_write_file(const char *name, const char *text)
{
    g_autofree char *place = g_build_filename(g_get_home_dir(), name, NULL);
    assert_true(g_file_set_contents(place, text, -1, NULL));
}

GPid outside_play(const char *actions)
{
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *script = g_strdup_printf("%s/tests/e2e/outside_plays.py", source),
                    *folder = g_strdup_printf("%s/engine/agents/outside", source);
    g_autofree char *out = g_build_filename(g_get_home_dir(), "told", NULL);
    const char *argv[] = {"/usr/bin/python3", "-BEs", script, folder, outside_path(), actions, NULL};
    int to = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    GPid pid;
    assert_true(g_spawn_async_with_fds(NULL, (char **)argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, -1, to, to, NULL));
    close(to);
    return pid;
}
