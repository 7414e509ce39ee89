/* A frame in sealed memory: one page that says what it is, then its pixels. Whoever maps it sees bytes that nobody can change any
 * more, and by the hash whether they are those of the PNG that is meant: a descriptor that was closed, or used again, is noticed.
 */
#include "engine/picture/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "reins\1f"
#define PAGE 4096
#define SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

struct head {
    char magic[8];
    gint32 width, height;
    char hash[80]; /* of its PNG */
};

static bool write_all(int fd, const void *bytes, gsize length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = write(fd, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        length -= (gsize)n;
    }
    return true;
}

static gsize bytes_of(const struct head *h)
{
    return (gsize)h->width * (gsize)h->height * sizeof(guint32);
}

int frame_share(const frame *f, const char *hash)
{
    char page[PAGE] = {0};
    struct head h = {.magic = MAGIC, .width = f->width, .height = f->height};
    g_strlcpy(h.hash, hash, sizeof h.hash);
    memcpy(page, &h, sizeof h);
    int fd = memfd_create("reins-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -1;
    if (write_all(fd, page, PAGE) && write_all(fd, f->pixels, bytes_of(&h)) && fcntl(fd, F_ADD_SEALS, SEALS) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Whether its PNG is the file at the path, DIR/HASH.png. */
static bool is_of(const struct head *h, const char *path)
{
    g_autofree char *base = g_path_get_basename(path), *name = g_strdup_printf("%.*s.png", (int)sizeof h->hash, h->hash);
    return memcmp(h->magic, MAGIC, sizeof h->magic) == 0 && h->width > 0 && h->height > 0 && h->width <= FRAME_MAX_SIDE &&
           h->height <= FRAME_MAX_SIDE && g_str_equal(base, name);
}

static frame *map(int fd, const char *path)
{
    struct head h;
    struct stat st;
    int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & SEALS) != SEALS || pread(fd, &h, sizeof h, 0) != sizeof h || !is_of(&h, path) ||
        fstat(fd, &st) != 0 || st.st_size != (off_t)(PAGE + bytes_of(&h)))
        return NULL;
    void *pixels = mmap(NULL, bytes_of(&h), PROT_READ, MAP_SHARED | MAP_POPULATE, fd, PAGE);
    if (pixels == MAP_FAILED)
        return NULL;
    frame *f = g_new0(frame, 1);
    *f = (frame){.width = h.width, .height = h.height, .pixels = pixels, .mapped = true};
    return f;
}

frame *frame_open(const char *path, const char *shared, GError **error)
{
    int fd = shared ? open(shared, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    frame *f = fd >= 0 ? map(fd, path) : NULL;
    if (fd >= 0)
        close(fd);
    return f ? f : frame_read(path, error);
}
