#include "engine/hand/ledger.h"

#include "engine/display/display.h"
#include "engine/hand/hand.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LEDGER_MAGIC "reins ledger 2\n"
#define LEDGER_SUFFIX ".ledger"
#define ORPHAN_MS 1000 /* until a hand whose engine has died has let go and ended; it takes 0.1 s */

struct ledger_header {
    char magic[16];
    char display[96];
    guint64 server;
    guint64 start_time;
    gint64 pid;
    guint32 connection;
    guint32 pointer; /* x, and y in the upper half */
    guint64 engine_start_time;
    gint64 engine; /* the process that has started it, and its pid; 0 = unknown */
    guint8 unused_too[88];
};
G_STATIC_ASSERT(sizeof(struct ledger_header) == 248);

struct ledger_record {
    guint32 used;
    guint32 value;
};

/* Records by place: keys, buttons, locks; then the forms. */
enum {
    AT_KEYS = 0,
    AT_BUTTONS = AT_KEYS + LEDGER_KEYS,
    AT_LOCKS = AT_BUTTONS + LEDGER_BUTTONS,
    RECORDS,
    AT_FORMS = RECORDS,
    ENTRIES = AT_FORMS + LEDGER_KEYS
};

struct ledger_file {
    struct ledger_header header;
    struct ledger_record records[RECORDS];
    struct ledger_form forms[LEDGER_KEYS];
};

struct ledger {
    int fd;
    char *path;
    guint used; /* entries in use: the file must stay */
    bool in_use[ENTRIES];
    guint32 meanings[LEDGER_KEYS];
};

static bool write_all(int fd, const void *data, gsize length, off_t at)
{
    const char *bytes = data;
    while (length > 0) {
        ssize_t n = pwrite(fd, bytes, length, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        at += n;
        length -= (gsize)n;
    }
    return true;
}

static bool read_all(int fd, void *data, gsize length)
{
    char *bytes = data;
    gsize done = 0;
    while (done < length) {
        ssize_t n = pread(fd, bytes + done, length - done, (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (gsize)n;
    }
    return true;
}

static bool fail(GError **error, const char *what, const char *path)
{
    int saved = errno;
    g_set_error(error, HAND_ERROR, HAND_ERROR_FAILED,
                "the hand's ledger %s cannot be %s: %s (it needs a writable folder with space)", path, what, g_strerror(saved));
    return false;
}

/* Creates and locks the file. A recovering hand may take and delete it between the two: then it has no name any more, and we try
 * again. */
static int create_locked(const char *path, GError **error)
{
    for (int attempt = 0; attempt < 16; attempt++) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0) {
            fail(error, "made", path);
            return -1;
        }
        struct stat at_path, at_fd;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &at_fd) == 0 && stat(path, &at_path) == 0 &&
            at_fd.st_ino == at_path.st_ino && at_fd.st_dev == at_path.st_dev)
            return fd;
        close(fd);
    }
    errno = EBUSY;
    fail(error, "locked", path);
    return -1;
}

ledger *ledger_open(const char *dir, const char *display, guint64 server, GError **error)
{
    if (g_mkdir_with_parents(dir, 0700) != 0) {
        fail(error, "made", dir);
        return NULL;
    }
    struct process_id self = process_id_of(getpid()), engine = process_id_of(getppid());
    g_autofree char *name = g_strdup_printf("%d-%" G_GUINT64_FORMAT LEDGER_SUFFIX, (int)self.pid, self.start_time);
    g_autofree char *path = g_build_filename(dir, name, NULL);
    int fd = create_locked(path, error);
    if (fd < 0)
        return NULL;
    g_autofree struct ledger_file *file = g_new0(struct ledger_file, 1);
    memcpy(file->header.magic, LEDGER_MAGIC, sizeof LEDGER_MAGIC);
    g_strlcpy(file->header.display, display, sizeof file->header.display);
    file->header.server = server;
    file->header.start_time = self.start_time;
    file->header.pid = self.pid;
    file->header.engine_start_time = engine.start_time;
    file->header.engine = engine.pid > 1 ? engine.pid : 0; /* init takes the place of an engine that has died */
    if (!write_all(fd, file, sizeof *file, 0)) {
        fail(error, "written", path);
        unlink(path);
        close(fd);
        return NULL;
    }
    ledger *l = g_new0(ledger, 1);
    l->fd = fd;
    l->path = g_steal_pointer(&path);
    return l;
}

bool ledger_empty(const ledger *l)
{
    return l->used == 0;
}

void ledger_free(ledger *l)
{
    if (!l)
        return;
    if (l->used == 0)
        unlink(l->path);
    close(l->fd);
    g_free(l->path);
    g_free(l);
}

bool ledger_connection(ledger *l, guint32 id)
{
    return write_all(l->fd, &id, sizeof id, offsetof(struct ledger_file, header.connection));
}

static bool set_entry(ledger *l, guint at, bool used, const void *data, gsize length, gsize place)
{
    bool written = write_all(l->fd, data, length, (off_t)place);
    if (!written && used)
        return false;
    if (used != l->in_use[at])
        l->used += used ? 1 : -1u;
    l->in_use[at] = used;
    return written;
}

static bool set_record(ledger *l, guint at, bool used, guint32 value)
{
    struct ledger_record record = {used, used ? value : 0};
    return set_entry(l, at, used, &record, sizeof record, offsetof(struct ledger_file, records) + at * sizeof record);
}

bool ledger_key(ledger *l, int keycode, bool down)
{
    g_return_val_if_fail(keycode >= 0 && keycode < LEDGER_KEYS, false);
    return set_record(l, AT_KEYS + (guint)keycode, down, l->meanings[keycode]);
}

void ledger_meaning(ledger *l, int keycode, guint32 keysym)
{
    g_return_if_fail(keycode >= 0 && keycode < LEDGER_KEYS);
    l->meanings[keycode] = keysym;
}

bool ledger_pointer(ledger *l, int x, int y)
{
    guint32 at = (guint32)(x & 0xffff) | (guint32)(y & 0xffff) << 16;
    return write_all(l->fd, &at, sizeof at, offsetof(struct ledger_file, header.pointer));
}

bool ledger_button(ledger *l, int button, bool down)
{
    g_return_val_if_fail(button >= 0 && button < LEDGER_BUTTONS, false);
    return set_record(l, AT_BUTTONS + (guint)button, down, 1);
}

bool ledger_map(ledger *l, int keycode, const struct ledger_form *form)
{
    g_return_val_if_fail(keycode >= 0 && keycode < LEDGER_KEYS, false);
    struct ledger_form none = {0};
    gsize place = offsetof(struct ledger_file, forms) + (gsize)keycode * sizeof none;
    return set_entry(l, AT_FORMS + (guint)keycode, form != NULL, form ? form : &none, sizeof none, place);
}

bool ledger_locks(ledger *l, const struct ledger_locks *locks)
{
    guint32 value = locks->mods | (guint32)locks->affect << 8 | (guint32)locks->group << 16;
    return set_record(l, AT_LOCKS, locks->changed, value);
}

static void file_to_state(const struct ledger_file *file, struct ledger_state *ret_state)
{
    *ret_state = (struct ledger_state){.pid = file->header.pid,
                                       .connection = file->header.connection,
                                       .pointer_x = (int)(file->header.pointer & 0xffff),
                                       .pointer_y = (int)(file->header.pointer >> 16)};
    for (guint i = 0; i < LEDGER_KEYS; i++) {
        ret_state->keys[i] = file->records[AT_KEYS + i].used != 0;
        ret_state->meanings[i] = file->records[AT_KEYS + i].value;
        ret_state->maps[i] = file->forms[i];
        ret_state->maps[i].n_syms = MIN(ret_state->maps[i].n_syms, LEDGER_FORM_SYMS);
    }
    for (guint i = 0; i < LEDGER_BUTTONS; i++)
        ret_state->buttons[i] = file->records[AT_BUTTONS + i].used != 0;
    guint32 locks = file->records[AT_LOCKS].value;
    ret_state->locks = (struct ledger_locks){.changed = file->records[AT_LOCKS].used != 0,
                                             .mods = locks & 0xff,
                                             .affect = locks >> 8 & 0xff,
                                             .group = locks >> 16 & 0xff};
}

/* A hand whose engine has died ends at once. One that does not is stopped, or hangs, and nobody is left who would end it: this
 * does. False: it is not such a one. */
static bool end_orphan(const struct ledger_header *header)
{
    struct process_id engine = {.pid = (pid_t)header->engine, .start_time = header->engine_start_time};
    struct process_id hand = {.pid = (pid_t)header->pid, .start_time = header->start_time};
    if (engine.pid == 0 || process_id_alive(&engine))
        return false;
    process_id_end(&hand, ORPHAN_MS);
    return true;
}

/* False: not a whole ledger of this display. */
static bool read_file(int fd, const char *display, struct ledger_file *file, bool *ret_whole)
{
    *ret_whole = read_all(fd, file, sizeof *file) && strncmp(file->header.magic, LEDGER_MAGIC, sizeof file->header.magic) == 0;
    return *ret_whole && strncmp(file->header.display, display, sizeof file->header.display - 1) == 0;
}

/* One file: left alone while its hand lives (unless that is an orphan) or when it is another display's. */
static void recover_file(const char *path, const char *display, guint64 server, ledger_function function, void *data)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return;
    g_autofree struct ledger_file *file = g_new0(struct ledger_file, 1);
    struct stat at_fd;
    bool whole, locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
    bool hung = !locked && read_file(fd, display, file, &whole) && file->header.server == server && end_orphan(&file->header);
    if ((locked || (hung && flock(fd, LOCK_EX | LOCK_NB) == 0)) && fstat(fd, &at_fd) == 0 && at_fd.st_nlink > 0) {
        bool ours = read_file(fd, display, file, &whole);
        bool done = !whole; /* dead before its header was whole: it had pressed nothing */
        if (ours && file->header.server == server) {
            struct ledger_state state;
            file_to_state(file, &state);
            state.hung = hung;
            done = function(&state, data);
        } else if (ours) {
            done = true; /* what was down went with that server */
        }
        if (done)
            unlink(path);
    }
    close(fd);
}

bool ledger_recover(const char *dir, const char *display, guint64 server, ledger_function function, void *data, GError **error)
{
    if (!g_file_test(dir, G_FILE_TEST_EXISTS))
        return true;
    g_autoptr(GDir) entries = g_dir_open(dir, 0, error);
    if (!entries) {
        g_prefix_error(error, "the hand's ledgers cannot be read: ");
        return false;
    }
    for (const char *name; (name = g_dir_read_name(entries));) {
        g_autofree char *path = g_build_filename(dir, name, NULL);
        if (g_str_has_suffix(name, LEDGER_SUFFIX))
            recover_file(path, display, server, function, data);
    }
    return true;
}
