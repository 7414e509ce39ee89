/* A task's success check: files, words, windows, pixels, commands. What cannot be found out denies, as `absent` too. */

#include "engine/step/task_check.h"

#include "config/config.h"
#include "config/files.h"
#include "config/task_file.h"
#include "engine/client/client.h"
#include "engine/control/task_place.h"
#include "engine/devices/devices.h"
#include "engine/display/display.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/step/screen_words.h"
#include "engine/step/step.h"
#include "skills/timeline/visible.h"

#include <string.h>

#define COLOR_STEP 8
#define SHOWN_MAX 80 /* bytes of a pattern or a command in a sentence */

#define HELD_MAX 80 /* characters of a file in a sentence */

/* `so`: what the check asks for is the case. `told`: what was found, as a sentence; owned. `unknown`: it could not be found out.
 */
struct finding {
    bool so, unknown;
    char *told;
};

static struct finding found(bool so, char *told)
{
    return (struct finding){so, false, told};
}

static struct finding unknown(char *told)
{
    return (struct finding){false, true, told};
}

static const char *shown(const char *text)
{
    return strlen(text) <= SHOWN_MAX ? text : "its pattern";
}

/* A pattern that takes too long fits nothing, and its opposite does not hold either. */
static struct finding fits(const char *what, const char *pattern, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, &error);
    bool so = regex && g_regex_match_full(regex, text, -1, 0, 0, NULL, &error);
    if (error)
        return unknown(g_strdup_printf("%s: %s", what, error->message));
    return found(so, g_strdup_printf("%s %s %s", what, so ? "fits" : "has nothing that fits", shown(pattern)));
}

/* ---- files and commands ---- */

static char *path_of(const struct run *run, const char *file)
{
    g_autofree char *folder = task_place_folder(run);
    const sandbox *s = run->devices->sandbox;
    if (file[0] == '~' && file[1] == '/')
        return g_build_filename(s && s->home ? s->home : g_get_home_dir(), file + 2, NULL);
    return g_canonicalize_filename(file, folder);
}

/* The program's folder may be gone when somebody reads why. Takes `told`. */
static char *with_content(char *told, const char *text)
{
    bool whole = g_utf8_strlen(text, -1) <= HELD_MAX;
    g_autofree char *taken = told, *head = g_utf8_substring(text, 0, MIN(HELD_MAX, g_utf8_strlen(text, -1))),
                    *seen = visible_text(head);
    return g_strdup_printf("%s: it holds \"%s\"%s", taken, seen, whole ? "" : " …");
}

static struct finding check_file(struct run *run, const struct task_check *c)
{
    g_autofree char *path = path_of(run, c->what);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = config_read(path, &error), same = NULL;
    if (error)
        return unknown(g_strdup(error->message));
    if (!bytes)
        return found(false, g_strdup_printf("%s is not there", c->what));
    if (c->same_as && !(same = config_read(c->same_as, NULL)))
        return unknown(g_strdup_printf("%s is not there", c->same_as));
    if (same && !g_bytes_equal(bytes, same))
        return found(false, g_strdup_printf("%s differs from %s", c->what, c->same_as));
    if (!c->text)
        return found(true, g_strdup_printf("%s is %s", c->what, same ? "as it must be" : "there"));
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_autofree char *text = g_utf8_make_valid(data ? data : "", (gssize)length);
    struct finding f = fits(c->what, c->text, text);
    return f.so || f.unknown ? f : found(false, with_content(f.told, text));
}

static struct finding check_command(struct run *run, const struct task_check *c)
{
    g_autofree char *said = NULL;
    g_autoptr(GError) error = NULL;
    int status = 0;
    if (!task_place_command(run, c->what, &status, &said, &error))
        return unknown(g_strdup(error->message));
    return found(status == 0, g_strdup_printf("\"%s\" %s", shown(c->what), said ? said : "ended well"));
}

/* ---- the screen ---- */

static struct finding check_words(struct run *run, const struct task_check *c)
{
    const screen *look = run->look->observation->screen;
    if (!screen_words_await(run, NULL))
        return unknown(g_strdup("the words on the screen could not be read"));
    g_autofree char *regions = screen_lines(look, NULL);
    g_autofree char *all = look_has_marks(run->look) ? screen_lines(run->look->read, SCREEN_WHOLE) : NULL;
    g_autofree char *text = g_strconcat(regions, *regions && all ? "\n" : "", all, NULL);
    return fits("the screen", c->what, text);
}

/* Of marks that the program does not name the texts are read. */
static struct finding check_mark(struct run *run, const struct task_check *c)
{
    if (!screen_words_await(run, NULL))
        return unknown(g_strdup("the words on the screen could not be read"));
    const GArray *marks = screen_words_of(run)->marks;
    for (guint i = 0; i < marks->len; i++) {
        const struct screen_mark *m = &g_array_index(marks, struct screen_mark, i);
        g_autofree char *text = g_strdup_printf("%s %s", *m->role ? m->role : m->kind, m->text);
        struct finding one = fits("a mark", c->what, text);
        if (one.so || one.unknown)
            return one;
        g_free(one.told);
    }
    return found(false, g_strdup_printf("no mark fits %s", shown(c->what)));
}

static struct finding check_window(struct run *run, const struct task_check *c)
{
    const GPtrArray *windows = run->look->observation->windows;
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = windows->pdata[i];
        struct finding title = fits("a window's title", c->what, w->title ? w->title : "");
        if (title.so || title.unknown)
            return title;
        g_free(title.told);
        struct finding class = fits("a window's class", c->what, w->class ? w->class : "");
        if (class.so)
            return class;
        g_free(class.told);
    }
    return found(false, g_strdup_printf("no window fits %s", shown(c->what)));
}

static double share_of_color(const frame *f, guint32 color)
{
    gsize n = (gsize)f->width * (gsize)f->height, same = 0;
    for (gsize i = 0; i < n; i++)
        same += frame_step(f->pixels[i], color) <= COLOR_STEP;
    return (double)same / (double)n;
}

static struct finding check_pixels(struct run *run, const struct task_check *c)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) now = frame_read(run->look->observation->frame.path, &error);
    g_autoptr(frame) like = now && c->picture ? frame_read(c->picture, &error) : NULL;
    g_autoptr(frame) part = now ? frame_crop(now, c->x, c->y, c->width, c->height) : NULL;
    if (error)
        return unknown(g_strdup(error->message));
    if (!part || part->width != c->width || part->height != c->height)
        return unknown(g_strdup_printf("%d × %d pixels at %d,%d are not all on the screen", c->width, c->height, c->x, c->y));
    if (like && (like->width != part->width || like->height != part->height))
        return unknown(g_strdup_printf("%s has another size than its pixels", c->picture));
    double share = like ? frame_similarity(part, like, COLOR_STEP) : share_of_color(part, (guint32)c->color);
    return found(share >= c->share, g_strdup_printf("%.1f %% of the pixels are so", share * 100));
}

/* ---- all ---- */

static struct finding (*const checks[])(struct run *run, const struct task_check *c) = {
    [TASK_CHECK_FILE] = check_file, [TASK_CHECK_WORDS] = check_words,   [TASK_CHECK_WINDOW] = check_window,
    [TASK_CHECK_MARK] = check_mark, [TASK_CHECK_PIXELS] = check_pixels, [TASK_CHECK_COMMAND] = check_command};

static bool needs_screen(const struct task_check *c)
{
    return c->kind == TASK_CHECK_WORDS || c->kind == TASK_CHECK_WINDOW || c->kind == TASK_CHECK_MARK ||
           c->kind == TASK_CHECK_PIXELS;
}

/* The screen is as the last action left it: what came later is seen, too. */
static struct finding try(struct run *run, const struct task_check *c, bool *looked)
{
    g_autoptr(GError) error = NULL;
    if (needs_screen(c) && !*looked) {
        run->look->fresh = false;
        *looked = step_observe(run, &error);
        if (!*looked)
            return unknown(g_strdup_printf("the screen cannot be looked at: %s", error->message));
    }
    return checks[c->kind](run, c);
}

static char *denial(const struct task_check *c, const char *told)
{
    return g_strdup_printf("the check %s of its task denies it: %s", c->name, told);
}

bool task_check_now(struct run *run, char **ret_denied)
{
    const task_file *t = run->options->task_file;
    bool looked = true, holds = t && !t->foreign && t->checks->len > 0 && run->look->observation;
    *ret_denied = NULL;
    for (guint i = 0; holds && i < t->checks->len; i++) {
        const struct task_check *c = t->checks->pdata[i];
        struct finding f = try(run, c, &looked);
        holds = !f.unknown && f.so != c->absent;
        if (!holds)
            *ret_denied = denial(c, f.told);
        g_free(f.told);
    }
    return holds;
}

bool task_check_all(struct run *run, char **ret_told)
{
    const task_file *t = run->options->task_file;
    bool looked = false, holds = true;
    *ret_told = g_strdup(t->foreign            ? "the check of its task came by an import and was not run"
                         : t->checks->len == 0 ? "its task has no check"
                                               : "the check of its task holds");
    run->control->closing = true;
    for (guint i = 0; !t->foreign && i < t->checks->len; i++) {
        const struct task_check *c = t->checks->pdata[i];
        struct finding f = try(run, c, &looked);
        bool good = !f.unknown && f.so != c->absent;
        g_autofree char *told = g_steal_pointer(&f.told);
        g_autofree char *note = g_strdup_printf("check %s %s: %s", c->name, good ? "holds" : "denies", told);
        run_note(run, "task", note);
        if (!good && holds) {
            g_free(*ret_told);
            *ret_told = denial(c, told);
        }
        holds = holds && good;
    }
    return holds;
}

void task_check_pages(struct run *run)
{
    const task_file *t = run->options->task_file;
    bool looked = false;
    if (!t || t->foreign || t->pages->len == 0)
        return;
    const char *name = NULL;
    double score = 0;
    run->control->closing = true;
    for (guint i = 0; i < t->pages->len && !name; i++) {
        const struct task_check *c = t->pages->pdata[i];
        struct finding f = try(run, c, &looked);
        name = !f.unknown && f.so != c->absent ? c->name : NULL;
        score = name ? c->score : 0;
        g_free(f.told);
    }
    g_autofree char *note = g_strdup_printf("page %s: reward %.9g", name ? name : "(none of the task's)", score);
    run_note(run, "task", note);
    client_notice(run, "info", "the run ended on the %s", note);
}
