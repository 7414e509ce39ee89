/* Folders, files and locks. */

#include "memory/port/places.h"

#include "memory/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool places_errno_is_full(int code)
{
    return code == ENOSPC || code == EDQUOT || code == EFBIG;
}

bool places_make_folder(const char *path, GError **error)
{
    struct stat info;
    if (g_mkdir_with_parents(path, 0700) == 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        /* what is in it is private: a folder made by hand is closed, too (somebody else's is left as it is) */
        if ((info.st_mode & 077) && info.st_uid == geteuid() && chmod(path, 0700) != 0)
            g_debug("%s stays open to others: %s", path, g_strerror(errno));
        return true;
    }
    int code = errno;
    g_set_error(error, MEMORY_ERROR, places_errno_is_full(code) ? MEMORY_ERROR_FULL : MEMORY_ERROR_FAILED,
                "cannot make the folder %s: %s (set XDG_DATA_HOME to a folder that can be written)", path, g_strerror(code));
    return false;
}

int places_lock_file(const char *path, bool wait)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -1;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int rc;
    do
        rc = fcntl(fd, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
    while (rc != 0 && errno == EINTR && wait);
    if (rc != 0) {
        int code = errno;
        close(fd);
        errno = code;
        return -1;
    }
    return fd;
}

bool places_is_hash(const char *hash)
{
    return hash && strlen(hash) == 64 && strspn(hash, "0123456789abcdef") == 64;
}

gint64 places_file_ns(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 ? info.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + info.st_mtim.tv_nsec : 0;
}
