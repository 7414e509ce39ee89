#include "engine/client/client_socket.h"

#include "engine/run/run.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static bool address_of(const char *path, struct sockaddr_un *ret_address, GError **error)
{
    *ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) < sizeof ret_address->sun_path) {
        g_strlcpy(ret_address->sun_path, path, sizeof ret_address->sun_path);
        return true;
    }
    g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT,
                "the socket's path is too long: %s (set XDG_RUNTIME_DIR to a shorter folder)", path);
    return false;
}

/* Left by a process that has died. */
static bool is_deserted(const char *path)
{
    struct stat there;
    if (lstat(path, &there) < 0 || !S_ISSOCK(there.st_mode))
        return false;
    int fd = client_socket_connect(path, NULL);
    bool deserted = fd < 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return deserted;
}

int client_socket_listen(const char *path, GError **error)
{
    struct sockaddr_un address;
    if (!address_of(path, &address, error))
        return -1;
    if (is_deserted(path))
        unlink(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    bool ok = fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 4) == 0;
    int why = errno;
    umask(mask);
    if (ok)
        return fd;
    g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "cannot listen on %s: %s (%s)", path, g_strerror(why),
                why == EADDRINUSE ? "something else is there"
                : why == ENOENT   ? "make its folder first"
                                  : "is the folder writable?");
    if (fd >= 0)
        close(fd);
    return -1;
}

int client_socket_connect(const char *path, GError **error)
{
    struct sockaddr_un address;
    if (!address_of(path, &address, error))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}
