/* Cassettes: records attempts of calls, and finds the recorded attempt that answers a request. */

#include "engine/brain/cassette.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TAKEN_MAX (17 * 1024 * 1024) /* bytes of a body; it may end later, with the piece that passes it */
#define BEGINNING "{\"cassette\":1," /* start of each line */

/* ---- an attempt ---- */

static void add_text(GChecksum *sum, const char *text)
{
    g_checksum_update(sum, (const guchar *)(text ? text : ""), (gssize)strlen(text ? text : "") + 1);
}

static char *question_of(const brain_request *request)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_text(sum, request->system);
    add_text(sum, request->user);
    add_text(sum, request->schema);
    for (char **text = request->texts; text && *text; text++)
        add_text(sum, *text);
    return g_strdup(g_checksum_get_string(sum));
}

/* A hash of the pictures' content, not of their paths. */
static char *pictures_of(const brain_request *request)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < request->images->len; i++) {
        const struct brain_image *image = &g_array_index(request->images, struct brain_image, i);
        g_autoptr(GMappedFile) file = g_mapped_file_new(image->path, FALSE, NULL);
        g_autofree char *part =
            g_strdup_printf("%d %d %d %d %d", image->part.x, image->part.y, image->part.width, image->part.height, image->low);
        if (file)
            g_checksum_update(sum, (const guchar *)g_mapped_file_get_contents(file), (gssize)g_mapped_file_get_length(file));
        add_text(sum, part);
        add_text(sum, image->note);
    }
    return g_strdup(request->images->len ? g_checksum_get_string(sum) : "");
}

char *cassette_space(const brain_profile *profile)
{
    return g_strdup_printf("%s %d %d %d %d", profile->coordinates ? profile->coordinates : "pixels", profile->picture_side,
                           profile->picture_pixels, MAX(profile->picture_multiple, 1), profile->picture_short);
}

struct cassette_take *cassette_take_new(const brain_profile *profile, const brain_request *request, const char *host)
{
    struct cassette_take *t = g_new0(struct cassette_take, 1);
    t->headers = g_ptr_array_new_with_free_func(g_free);
    t->bytes = g_string_new(NULL);
    t->pieces = g_array_new(FALSE, FALSE, sizeof(struct cassette_piece));
    t->began_us = g_get_monotonic_time();
    if (!profile)
        return t;
    t->kind = g_strdup(profile->kind);
    t->model = g_strdup(profile->model ? profile->model : "");
    t->host = g_strdup(host);
    t->module = g_strdup(request->module);
    t->question = question_of(request);
    t->pictures = pictures_of(request);
    t->space = cassette_space(profile);
    t->grammar = g_strdup(profile->grammar);
    t->overlay = profile->overlay ? g_strjoinv(" ", profile->overlay) : NULL;
    t->step = request->turn;
    return t;
}

void cassette_take_free(struct cassette_take *t)
{
    if (!t)
        return;
    char *owned[] = {t->kind, t->model, t->host, t->module, t->question, t->pictures, t->space, t->grammar, t->overlay};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_ptr_array_unref(t->headers);
    g_string_free(t->bytes, TRUE);
    g_array_unref(t->pieces);
    g_free(t);
}

void cassette_said_free(struct cassette_said *s)
{
    if (!s)
        return;
    g_free(s->device);
    g_free(s->digest);
    g_free(s->answer);
    g_free(s);
}

void cassette_decision_free(struct cassette_decision *d)
{
    if (!d)
        return;
    char *owned[] = {d->action, d->verdict, d->by, d->reason};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_free(d);
}

void cassette_take_header(struct cassette_take *t, const char *line, gsize length)
{
    static const char *const kept[] = {
        "content-type:", "retry-after:", "retry-after-ms:",      "x-should-retry:", "x-request-id:",
        "request-id:",   "x-ratelimit-", "anthropic-ratelimit-", "x-generation-id:"};
    g_autofree char *text = g_strstrip(g_strndup(line, MIN(length, 4096)));
    if (g_str_has_prefix(text, "HTTP/")) {
        const char *space = strchr(text, ' ');
        t->status = space ? (int)g_ascii_strtoll(space + 1, NULL, 10) : 0;
        g_ptr_array_set_size(t->headers, 0);
        g_string_truncate(t->bytes, 0);
        g_array_set_size(t->pieces, 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++)
        if (g_ascii_strncasecmp(text, kept[i], strlen(kept[i])) == 0)
            g_ptr_array_add(t->headers, g_utf8_make_valid(text, -1));
}

void cassette_take_piece(struct cassette_take *t, const char *bytes, gsize length)
{
    if (t->bytes->len > TAKEN_MAX)
        return;
    struct cassette_piece piece = {(g_get_monotonic_time() - t->began_us) / 1000, length};
    g_string_append_len(t->bytes, bytes, (gssize)length);
    g_array_append_val(t->pieces, piece);
}

/* ---- a file ---- */

int cassette_append(const char *path, gint64 *ret_n, GError **error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    struct stat about;
    *ret_n = 0;
    if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || fchmod(fd, 0600) != 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "--record %s: the file cannot be written: %s", path,
                    fd < 0 ? g_strerror(errno) : "it is not a regular file of yours");
        if (fd >= 0)
            close(fd);
        return -1;
    }
    char block[16384], begins[sizeof BEGINNING] = "";
    gssize n = pread(fd, begins, strlen(BEGINNING), 0);
    if (n != 0 && strcmp(begins, BEGINNING) != 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "--record %s: the file exists and is not a cassette (name another one)", path);
        close(fd);
        return -1;
    }
    for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
        for (gssize i = 0; i < n; i++)
            *ret_n += block[i] == '\n';
    return fd;
}

/* Reads one option and cuts it off the end of the name. */
static bool take_option(struct cassette *c)
{
    static const struct {
        const char *name;
        enum cassette_fault fault;
    } faults[] = {{"cut=", CASSETTE_CUT}, {"stall=", CASSETTE_STALL}, {"reset=", CASSETTE_RESET}};
    char *comma = strrchr(c->path, ',');
    if (!comma)
        return false;
    bool known = true; /* config_brain() reads as= */
    if (g_str_equal(comma + 1, "times"))
        c->times = true;
    else if (g_str_equal(comma + 1, "pieces"))
        c->pieces = true;
    else
        known = g_str_has_prefix(comma + 1, "as=");
    for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) {
        guint64 at;
        if (g_str_has_prefix(comma + 1, faults[i].name) &&
            g_ascii_string_to_unsigned(comma + 1 + strlen(faults[i].name), 10, 0, CASSETTE_MAX, &at, NULL)) {
            c->fault = faults[i].fault;
            c->fault_at = at;
            known = true;
        }
    }
    if (known)
        *comma = '\0';
    return known;
}

static int by_order(gconstpointer a, gconstpointer b)
{
    const struct cassette_take *one = *(struct cassette_take *const *)a, *other = *(struct cassette_take *const *)b;
    return one->n < other->n ? -1 : one->n > other->n;
}

static bool read_lines(struct cassette *c, const char *text, gsize length, GError **error)
{
    int number = 1;
    for (const char *line = text, *end; line < text + length; line = end + 1, number++) {
        end = memchr(line, '\n', (gsize)(text + length - line));
        if (!end)
            break; /* the engine ended while it wrote this line */
        struct cassette_take *take;
        struct cassette_said *said;
        if (!cassette_line_from_json(line, (gsize)(end - line), &take, &said, error)) {
            g_prefix_error(error, "line %d of the cassette %s: ", number, c->path);
            return false;
        }
        g_ptr_array_add(take ? c->all : c->said, take ? (void *)take : said);
    }
    g_ptr_array_sort(c->all, by_order);
    return true;
}

struct cassette *cassette_open(const char *spec, GError **error)
{
    struct cassette *c = g_new0(struct cassette, 1);
    c->path = g_strdup(spec);
    c->all = g_ptr_array_new_with_free_func((GDestroyNotify)cassette_take_free);
    c->said = g_ptr_array_new_with_free_func((GDestroyNotify)cassette_said_free);
    while (take_option(c))
        ;
    g_autoptr(GError) why = NULL;
    g_autoptr(GMappedFile) file = g_mapped_file_new(c->path, FALSE, &why);
    gsize length = file ? g_mapped_file_get_length(file) : 0;
    bool ok = file && length <= CASSETTE_MAX && read_lines(c, g_mapped_file_get_contents(file), length, &why);
    if (ok && c->all->len + c->said->len > 0)
        return c;
    const char *option = file ? NULL : strrchr(c->path, ',');
    if (option)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "the cassette %s is not there, and \"%s\" is no option of one (there are times, pieces, as=NAME, cut=N, "
                    "stall=N, reset=N)",
                    c->path, option + 1);
    else
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "the cassette cannot be played: %s (--record FILE makes one)",
                    why                     ? why->message
                    : length > CASSETTE_MAX ? "it is longer than 512 MiB"
                                            : "it is empty");
    cassette_free(c);
    return NULL;
}

void cassette_free(struct cassette *c)
{
    if (!c)
        return;
    g_free(c->path);
    g_ptr_array_unref(c->all);
    g_ptr_array_unref(c->said);
    g_free(c);
}

/* What an attempt has in common with the request: a sum of these; 0 = nothing. */
enum { SAME_PICTURES = 1, SAME_TEXT = 2, SAME_STEP = 4, SAME_MODULE = 8 };

static int nearness(const struct cassette_take *t, const brain_request *request, const char *question, const char *pictures)
{
    return (g_str_equal(t->module, request->module) ? SAME_MODULE : 0) + (t->step == request->turn ? SAME_STEP : 0) +
           (g_str_equal(t->question, question) ? SAME_TEXT : 0) + (g_str_equal(t->pictures, pictures) ? SAME_PICTURES : 0);
}

static char *in_step(gint64 turn)
{
    return turn ? g_strdup_printf(" in the agent's step %" G_GINT64_FORMAT, turn) : g_strdup("");
}

/* near: not played yet, NULL = there is none; again: it was asked before, and is not there once more. */
static void not_there(const struct cassette *c, const struct cassette_take *near, const brain_request *request, int how,
                      bool again, GError **error)
{
    g_autofree char *where = in_step(request->turn), *there = near ? in_step(near->step) : NULL;
    const char *other = (how & SAME_MODULE) == 0 ? "its module differs"
                        : (how & SAME_STEP) == 0 ? "its step differs"
                        : (how & SAME_TEXT) == 0 ? "its text differs"
                                                 : "its pictures differ";
    g_autofree char *nearest = near
                                   ? g_strdup_printf("the nearest that was not played is its call %" G_GINT64_FORMAT ", %s%s: %s",
                                                     near->n, near->module, there, other)
                                   : g_strdup("all of its calls were played");
    if (c->all->len == 0)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG, "the cassette %s has no call of a model over the network", c->path);
    else if (c->over)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "the recording ends here: %s%s is not on the cassette %s, and all of its calls were played", request->module,
                    where, c->path);
    else
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED,
                    "%s%s is not on the cassette %s%s; %s (ask the same, or record it again with --record)", request->module,
                    where, c->path, again ? " once more" : "", nearest);
}

struct cassette_take *cassette_find(struct cassette *c, const brain_request *request, GError **error)
{
    const int fit = request->turn ? SAME_MODULE + SAME_STEP : SAME_MODULE + SAME_STEP + SAME_TEXT + SAME_PICTURES;
    g_autofree char *question = question_of(request), *pictures = pictures_of(request);
    struct cassette_take *found = NULL, *near = NULL, *again = NULL, *before = NULL;
    int best = -1, nearest = -1, best_again = -1;
    bool last = request->asides && !request->aside; /* the main question follows a varying number of questions aside */
    bool asked = false;
    for (guint i = 0; i < c->all->len; i++) {
        struct cassette_take *t = c->all->pdata[i];
        int how = nearness(t, request, question, pictures);
        bool answered = t->status / 100 == 2;
        asked = asked || how >= fit;
        if (!t->played && how >= fit && (how > best || (last && how == best))) {
            best = how;
            found = t;
        }
        if (!t->played && how > nearest) {
            nearest = how;
            near = t;
        }
        /* the step begins anew here, and did not then */
        if (t->played && request->turn && answered && how >= fit && how >= best_again) {
            best_again = how;
            again = t;
        }
        /* the recorded run may have skipped this module because its inputs had not changed: its earlier answer holds, unless it
         * has actions */
        if ((how & SAME_MODULE) && !request->acts && t->step > 0 && t->step < request->turn && answered &&
            (!before || t->step >= before->step))
            before = t;
    }
    found = found ? found : asked ? again : before;
    c->over = !found && !near && request->turn > 0 && c->all->len > 0;
    if (!found)
        not_there(c, near, request, nearest, asked, error);
    return found;
}
