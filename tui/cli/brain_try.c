/* The two calls that try a new brain. The word is chosen by chance and drawn here: it is nowhere else to be read. */

#include "tui/cli/brain_try.h"

#include "config/money.h"
#include "config/nearest.h"
#include "engine/picture/frame.h"
#include "skills/timeline/visible.h"
#include "tui/cli/ask.h"
#include "tui/cli/cli.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define DOT 8 /* px of a dot of a letter */
#define ROWS 7
#define COLUMNS 5

/* Seven rows of five dots, the left one the highest bit. */
static const struct {
    char letter;
    guint8 rows[ROWS];
} letters[] = {
    {'A', {0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}}, {'E', {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}},
    {'H', {0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}}, {'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f}},
    {'N', {0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11}}, {'O', {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'R', {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11}}, {'S', {0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e}},
    {'T', {0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}},
};
static const char *const words[] = {"HORSE", "LATHE", "STONE", "EARTH", "HOTEL", "NORTH", "SALON", "LASER", "OTHER", "TREES"};

static void draw(frame *f, char letter, int x, int y)
{
    for (gsize i = 0; i < G_N_ELEMENTS(letters); i++)
        for (int row = 0; letters[i].letter == letter && row < ROWS; row++)
            for (int column = 0; column < COLUMNS; column++)
                if (letters[i].rows[row] & 1u << (COLUMNS - 1 - column))
                    frame_fill(f, x + column * DOT, y + row * DOT, DOT, DOT, 0);
}

/* A file; NULL with error. Caller removes it and frees. */
static char *picture_of(const char *word, GError **error)
{
    int step = (COLUMNS + 1) * DOT, width = ((int)strlen(word) + 1) * step, height = (ROWS + 4) * DOT;
    g_autoptr(frame) f = frame_new(width, height);
    g_autofree char *path = NULL;
    frame_fill(f, 0, 0, width, height, 0xffffff);
    for (int i = 0; word[i]; i++)
        draw(f, word[i], step / 2 + i * step, 2 * DOT);
    g_autoptr(GBytes) png = frame_to_png(f, error);
    int fd = png ? g_file_open_tmp("reins-word-XXXXXX", &path, error) : -1;
    if (fd < 0)
        return NULL;
    close(fd);
    gsize length;
    const char *bytes = g_bytes_get_data(png, &length);
    return g_file_set_contents(path, bytes, (gssize)length, error) ? g_steal_pointer(&path) : NULL;
}

struct trying {
    brain_pool *pool;
    guint call;
};

static bool is_answered(void *data)
{
    const struct trying *t = data;
    return brain_pool_reply(t->pool, t->call);
}

/* NULL with the exit code: it was not answered. `path` NULL = no picture. Borrowed from the pool. */
static const struct brain_reply *call(brain_pool *pool, const char *name, const char *question, const char *path, int *ret_code)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(brain_request) request = brain_request_new("ask");
    request->user = g_strdup(question);
    request->vars = ask_vars(request->user);
    if (path)
        brain_request_add_image(request, path, NULL, false);
    struct trying t = {pool, brain_pool_ask(pool, name, request, &error)};
    *ret_code = t.call ? ask_await(pool, is_answered, &t, -1) : cli_fail(error);
    return t.call && *ret_code == EXIT_DONE ? brain_pool_reply(pool, t.call) : NULL;
}

static char *beginning(const char *text)
{
    g_autofree char *shown = visible_text(text);
    return g_utf8_substring(shown, 0, MIN(g_utf8_strlen(shown, -1), 60));
}

/* How much of the word an answer has. */
enum reading { NOT_READ, NEARLY_READ, READ };
#define NEAR 2 /* letters that may be wrong: small models take an N for an H */

/* Also among other words. */
static enum reading reading_of(const char *text, const char *word)
{
    g_autofree char *upper = g_ascii_strup(text, -1);
    g_auto(GStrv) tokens = g_strsplit_set(g_strcanon(upper, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", ' '), " ", -1);
    guint least = G_MAXUINT;
    for (char **token = tokens; *token; token++)
        least = MIN(least, nearest_distance(*token, word));
    return least == 0 ? READ : least <= NEAR ? NEARLY_READ : NOT_READ;
}

/* Draws a word and asks for it. NULL: it was not answered, and *ret_why says why. Borrowed from the pool. */
static const char *show(brain_pool *pool, const char *name, const char *word, char **ret_why)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = picture_of(word, &error);
    int code;
    const struct brain_reply *reply =
        path ? call(pool, name, "One word stands in the picture. Answer with that word and nothing else.", path, &code) : NULL;
    if (path)
        g_unlink(path);
    if (reply && !reply->error && reply->text)
        return reply->text;
    *ret_why = g_strdup(reply && reply->error ? reply->error->message : error ? error->message : "no answer came");
    return NULL;
}

/* A word that was not read to the letter is followed by another one: who reads two nearly, or the second one, reads. False: it
 * does not. */
static bool try_picture(brain_pool *pool, const char *name)
{
    int first = g_random_int_range(0, G_N_ELEMENTS(words)), step = g_random_int_range(1, G_N_ELEMENTS(words));
    enum reading was = READ, now = NOT_READ;
    g_autoptr(GString) told = g_string_new(NULL);
    for (int i = 0; i < 2 && now != READ; i++) {
        g_autofree char *why = NULL;
        const char *word = words[(first + i * step) % (int)G_N_ELEMENTS(words)], *text = show(pool, name, word, &why);
        g_autofree char *begin = beginning(text ? text : "");
        if (!text) {
            fprintf(stderr, "it does not read pictures: %s\n", why);
            return false;
        }
        was = i == 0 ? READ : now;
        now = reading_of(text, word);
        g_string_append_printf(told, "%s %s, and says \"%s\"", i ? "; then" : "it was shown", word, begin);
    }
    bool read = now == READ || (now == NEARLY_READ && was == NEARLY_READ);
    if (read)
        fprintf(stderr, "it reads pictures%s%s\n", now == READ ? "" : ", though not each letter: ", now == READ ? "" : told->str);
    else
        fprintf(stderr, "it does not read pictures: %s\n", told->str);
    return read;
}

static int failed(const struct brain_reply *reply, bool *ret_refused)
{
    *ret_refused = g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_AUTH);
    return cli_fail(reply->error);
}

char **brain_try_models(const config *cfg, const char *name, bool *ret_refused)
{
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(brain_request) request = brain_request_new("models");
    request->models = true;
    struct trying t = {pool, brain_pool_ask(pool, name, request, NULL)};
    bool came = t.call && ask_await(pool, is_answered, &t, -1) == EXIT_DONE;
    const struct brain_reply *reply = came ? brain_pool_reply(pool, t.call) : NULL;
    if (reply && g_error_matches(reply->error, BRAIN_ERROR, BRAIN_ERROR_AUTH))
        failed(reply, ret_refused);
    return reply && reply->text ? g_strsplit(reply->text, "\n", -1) : NULL;
}

int brain_try_vectors(const config *cfg, const char *name, const char *url, bool *ret_refused)
{
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(GError) error = NULL;
    g_autoptr(brain_request) request = brain_request_new("embeddings");
    const char *const texts[] = {"This is a test of the connection.", NULL};
    request->texts = g_strdupv((char **)texts);
    fprintf(stderr, "a call with a text to %s …\n", url);
    struct trying t = {pool, brain_pool_ask(pool, name, request, &error)};
    int code = t.call ? ask_await(pool, is_answered, &t, -1) : cli_fail(error);
    const struct brain_reply *reply = t.call && code == EXIT_DONE ? brain_pool_reply(pool, t.call) : NULL;
    if (reply && reply->vectors)
        fprintf(stderr, "it makes a vector of %u numbers: %.1f s\n", reply->vectors->dimension, (double)reply->ms / 1000);
    return reply && reply->error ? failed(reply, ret_refused) : code;
}

int brain_try(const config *cfg, const char *name, const char *url, bool *ret_blind, bool *ret_refused)
{
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    int code;
    brain_pool_set_shrink(pool, frame_resize_png, frame_png_to_jpeg);
    fprintf(stderr, "a call with a text to %s, and one with a picture …\n", url);
    const struct brain_reply *reply =
        call(pool, name, "This is a test of the connection. Answer with one word: ready", NULL, &code);
    if (!reply || reply->error)
        return reply ? failed(reply, ret_refused) : code;
    g_autofree char *begin = beginning(reply->text);
    g_autofree char *cost = reply->unpriced ? money_text(0, true) : g_strdup_printf("$%.6f", reply->cost);
    fprintf(stderr, "it answers \"%s\": %.1f s, %" G_GINT64_FORMAT " tokens in, %" G_GINT64_FORMAT " out%s, %s\n", begin,
            (double)reply->ms / 1000, reply->tokens_in, reply->tokens_out, reply->estimated ? " (estimated)" : "", cost);
    *ret_blind = !try_picture(pool, name);
    return EXIT_DONE;
}
