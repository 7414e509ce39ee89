/* reins see: one look at a display. */
#include "tui/cli/see.h"

#include "config/config.h"
#include "config/profile.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/picture/frame.h"
#include "engine/picture/overlays.h"
#include "engine/eye/store.h"
#include "engine/modules/display_state.h"
#include "memory/memory.h"
#include "skills/timeline/visible.h"
#include "tui/cli/cli.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RUNS_MAX 100 /* the last ones are looked through */

static const char about[] =
    "Takes a picture of a display, or of the screen that a run has now. If the screen changes, it waits until that has settled\n"
    "(--now: never). Without --out it goes to the store's frames and its path is printed. Without --profile, the run's applies,\n"
    "or that of the topmost window that has one: its masks are blacked out.\n\n"
    "--marks reads the words of the whole screen, which takes some seconds; in the profile's [region NAME]s, which are all that\n"
    "a run reads, as they say. It numbers what can be clicked: buttons, fields, check boxes, icons and texts. With --out they\n"
    "are drawn on the picture. `reins do` means the same numbers. A run has its own: beside one this is told. --overlay draws "
    "what a model "
    "may\nbe "
    "sent (overlay= in reins.ini): marks, numbers, axes, grid, bands, pointer.\n\n"
    "On a VNC screen (vnc:HOST:N, vnc:HOST::PORT, vnc:/SOCKET) pointer and windows are unknown;\n"
    "on a phone (adb:SERIAL) pointer and windows, but for the activity in front.\n\n"
    "  reins see --display :0 --out screen.png\n"
    "  reins see --run last --out screen.png\n"
    "  reins see --display vnc:localhost:1 --out screen.png\n"
    "  reins see --out screen.png --overlay axes,pointer\n"
    "  reins see --marks --json";

/* The profile of the topmost window that has one; NULL without error: none has. */
static profile *profile_of_windows(const GPtrArray *windows)
{
    g_auto(GStrv) names = profile_names();
    for (guint i = 0; i < windows->len; i++)
        for (gsize j = 0; names[j]; j++) {
            g_autoptr(profile) p = profile_load(names[j], NULL); /* one that does not parse is `config check`'s business */
            const struct eye_window *w = g_ptr_array_index(windows, i);
            if (p && p->window &&
                (g_regex_match_simple(p->window, w->title, 0, 0) || g_regex_match_simple(p->window, w->class, 0, 0)))
                return g_steal_pointer(&p);
        }
    return NULL;
}

static bool choose_profile(const char *display, const char *name, profile **ret_profile, GError **error)
{
    if (name) {
        *ret_profile = profile_load(name, error);
        return *ret_profile != NULL;
    }
    g_autoptr(GPtrArray) windows = eye_windows(display, error);
    if (!windows)
        return false;
    *ret_profile = profile_of_windows(windows);
    return true;
}

static char *frames_folder(GError **error)
{
    g_autofree char *data = config_data_dir(error);
    if (!data)
        return NULL;
    char *frames = g_build_filename(data, "frames", NULL);
    if (g_mkdir_with_parents(frames, 0700) != 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the folder %s cannot be made: %s", frames, g_strerror(errno));
        g_clear_pointer(&frames, g_free);
    }
    return frames;
}

/* The picture was stored in a folder of its own; it becomes `out` and the folder goes. */
/* A device or a pipe is written to as it is: a new file must not take its place. */
static bool write_into(const char *out, const char *bytes, gsize length, GError **error)
{
    int fd = open(out, O_WRONLY | O_CLOEXEC);
    gsize done = 0;
    while (fd >= 0 && done < length) {
        gssize n = write(fd, bytes + done, length - done);
        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (gsize)n : 0;
    }
    if (fd < 0 || done < length)
        g_set_error(error, EYE_ERROR, EYE_ERROR_FAILED, "cannot write to %s: %s", out, g_strerror(errno));
    if (fd >= 0)
        close(fd);
    return fd >= 0 && done == length;
}

/* "marks,axes". The first word that is none: caller frees; NULL = all are. */
static char *read_overlays(const char *list, guint *ret_what)
{
    g_auto(GStrv) names = g_strsplit_set(list ? list : "", ",;", -1);
    for (char **name = names; *name; name++) {
        guint what = overlays_named(g_strstrip(*name));
        if (!what)
            return g_strdup(*name);
        *ret_what |= what;
    }
    return NULL;
}

static GBytes *drawn(const eye_observation *o, guint what, GError **error)
{
    g_autoptr(frame) f = frame_read(o->frame.path, error);
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    for (guint i = 0; f && i < o->screen->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(o->screen->marks, struct screen_mark, i);
        const struct overlays_mark mark = {{m->x, m->y, m->width, m->height}, m->number, g_str_equal(m->kind, "field")};
        g_array_append_val(marks, mark);
    }
    if (!f)
        return NULL;
    const struct overlays_scene scene = {.shown = {0, 0, f->width, f->height},
                                         .unit_x = f->width,
                                         .unit_y = f->height,
                                         .pointer_x = o->screen->pointer_x,
                                         .pointer_y = o->screen->pointer_y,
                                         .marks = marks};
    overlays_paint(f, what, &scene);
    return frame_to_png(f, error);
}

static bool move_out(eye_observation *o, const char *out, guint what, GError **error)
{
    struct stat there;
    g_autoptr(GMappedFile) file = NULL;
    g_autoptr(GBytes) png = NULL;
    if (what)
        png = drawn(o, what, error);
    else if ((file = g_mapped_file_new(o->frame.path, FALSE, error)))
        png = g_mapped_file_get_bytes(file);
    gsize length = 0;
    const char *bytes = png ? g_bytes_get_data(png, &length) : NULL;
    bool special = stat(out, &there) == 0 && !S_ISREG(there.st_mode);
    if (!bytes || (special ? !write_into(out, bytes, length, error) : !store_write(out, png, true, error)))
        return false;
    g_unlink(o->frame.path);
    g_free(o->frame.path);
    o->frame.path = g_canonicalize_filename(out, NULL);
    return true;
}

static eye_observation *look(const char *display, const profile *p, const char *out, bool marks, guint what,
                             enum eye_look_wait wait, GError **error)
{
    if (!out) {
        g_autofree char *frames = frames_folder(error);
        return frames ? eye_look(display, p, frames, marks, wait, error) : NULL;
    }
    g_autofree char *aside = g_dir_make_tmp("reins-see-XXXXXX", error);
    g_autoptr(eye_observation) o = aside ? eye_look(display, p, aside, marks, wait, error) : NULL;
    bool ok = o && move_out(o, out, what, error);
    if (o && !ok)
        g_unlink(o->frame.path);
    if (aside)
        g_rmdir(aside);
    return ok ? g_steal_pointer(&o) : NULL;
}

/* Its display is surely its own: an engine drives it, and the server of its sandbox runs. */
static bool has_screen(memory *store, const struct memory_run *r, GError **error)
{
    g_autoptr(sandbox) s = r->sandbox ? sandbox_from_json(r->sandbox, NULL) : NULL;
    if (g_strcmp0(r->status, "ended") == 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "run %" G_GINT64_FORMAT " has ended (%s): it has no screen any more",
                    r->id, r->outcome ? r->outcome : "?");
    else if (memory_run_holder(store, r->id) == 0)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "no engine drives run %" G_GINT64_FORMAT
                    ": its screen may be another's by now (reins resume %" G_GINT64_FORMAT " continues it)",
                    r->id, r->id);
    else if (!r->display || !*r->display)
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY, "run %" G_GINT64_FORMAT " has no screen yet", r->id);
    else if (s && !sandbox_alive(s))
        g_set_error(error, EYE_ERROR, EYE_ERROR_DISPLAY,
                    "run %" G_GINT64_FORMAT " has no screen any more: the server of its sandbox has ended", r->id);
    else
        return true;
    return false;
}

/* The display that a run has now; NULL with an error. *ret_profile: the run's, NULL where it has none of its own. Caller frees
 * both. */
static char *display_of_run(const char *word, char **ret_profile, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) store = dir ? memory_open(dir, false, error) : NULL;
    gint64 id = 0;
    if (*error || !memory_run_named(store, store ? word : "last", &id, error)) /* without a store no number is a run either */
        return NULL;
    struct memory_run *r = memory_run_get(store, id, error);
    char *display = r && has_screen(store, r, error) ? g_strdup(r->display) : NULL;
    *ret_profile = display && g_strcmp0(r->profile, "default") != 0 ? g_strdup(r->profile) : NULL;
    memory_run_free(r);
    return display;
}

/* The run that somebody drives on this display now; 0 = none. */
static gint64 run_there(const char *display)
{
    gint64 run = 0;
    g_autofree char *dir = config_data_dir(NULL);
    g_autoptr(memory) store = dir ? memory_open(dir, false, NULL) : NULL;
    g_autoptr(GPtrArray) runs = store ? memory_runs(store, NULL, RUNS_MAX, NULL) : NULL;
    for (guint i = 0; runs && i < runs->len && !run; i++) {
        const struct memory_run *r = g_ptr_array_index(runs, i);
        if (g_strcmp0(r->status, "ended") != 0 && g_strcmp0(r->display, display ? display : g_getenv("DISPLAY")) == 0 &&
            memory_run_holder(store, r->id) > 0)
            run = r->id;
    }
    return run;
}

static void print_window(const eye_observation *o, const struct eye_window *w)
{
    g_autofree char *title = visible_text(w->title), *class = visible_text(w->class);
    printf("window 0x%" G_GINT64_MODIFIER "x %dx%d at %d,%d \"%s\" (%s)%s%s\n", (guint64)w->id, w->width, w->height, w->x, w->y,
           title, class, w->id == o->focus ? (o->pointer_root ? " has the keys (under the pointer)" : " has the focus") : "",
           w->id == o->target ? ", is the target" : "");
}

/* tells: bits of enum display_tells; run: as run_there(). */
static void print_text(const eye_observation *o, const profile *p, guint tells, bool marks, bool now, gint64 run)
{
    g_autofree char *pointer = tells & DISPLAY_TELLS_POINTER
                                   ? g_strdup_printf("pointer at %d,%d", o->screen->pointer_x, o->screen->pointer_y)
                                   : g_strdup("pointer unknown");
    printf("%s\n%dx%d%s, %s%s%s\n", o->frame.path, o->frame.width, o->frame.height, o->settled || now ? "" : ", still changing",
           pointer, p ? ", profile " : "", p ? p->name : "");
    for (guint i = 0; i < o->screen->monitors->len; i++) {
        const struct screen_monitor *m = &g_array_index(o->screen->monitors, struct screen_monitor, i);
        g_autofree char *shown = visible_text(m->name);
        printf("monitor %s %dx%d at %d,%d%s\n", shown, m->width, m->height, m->x, m->y, m->primary ? ", primary" : "");
    }
    if (!(tells & DISPLAY_TELLS_WINDOWS))
        puts(tells & DISPLAY_TELLS_APP ? "windows unknown, but for the program in front" : "windows unknown");
    for (guint i = 0; i < o->windows->len; i++)
        print_window(o, g_ptr_array_index(o->windows, i));
    g_auto(display_state) state = {0};
    display_state_read(o->screen->state, &state);
    g_autofree char *told = display_state_text(&state);
    if (*told)
        puts(told);
    for (guint i = 0; marks && i < o->screen->words->len; i++) {
        const struct screen_word *w = &g_array_index(o->screen->words, struct screen_word, i);
        g_autofree char *text = visible_text(w->text);
        printf("word \"%s\" %dx%d at %d,%d in %s, confidence %.0f %%\n", text, w->width, w->height, w->x, w->y, w->region,
               w->confidence * 100);
    }
    for (guint i = 0; marks && i < o->screen->icons->len; i++) {
        const struct screen_icon *icon = &g_array_index(o->screen->icons, struct screen_icon, i);
        printf("icon %s %dx%d at %d,%d\n", icon->name, icon->width, icon->height, icon->x, icon->y);
    }
    if (run)
        printf("run %" G_GINT64_FORMAT " is on this display: its marks have numbers of its own, which W in its console shows\n",
               run);
    for (guint i = 0; marks && i < o->screen->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(o->screen->marks, struct screen_mark, i);
        g_autofree char *text = visible_text(m->text);
        g_autofree char *role = visible_text(m->role);
        printf("mark %d %s \"%s\" %dx%d at %d,%d by %s%s%s\n", m->number, m->kind, text, m->width, m->height, m->x, m->y,
               m->source, *role ? ": " : "", role);
    }
    if (marks && o->screen->elements)
        printf("elements: %s\n", o->screen->elements);
}

int cli_see(int argc, char **argv)
{
    g_autofree char *display = NULL, *of_run = NULL, *out = NULL, *name = NULL, *usual = NULL, *overlay = NULL;
    gboolean marks = FALSE, now = FALSE, json = FALSE;
    const GOptionEntry entries[] = {
        {"display", 0, 0, G_OPTION_ARG_STRING, &display,
         "look at this display instead of $DISPLAY (:N, vnc:HOST:N, "
         "adb:SERIAL, world:NAME)",
         "D"},
        {"run", 0, 0, G_OPTION_ARG_STRING, &of_run, "look at the screen of this run, while its engine lives: its number, or last",
         "RUN"},
        {"out", 'o', 0, G_OPTION_ARG_FILENAME, &out, "write the picture to this file", "F.png"},
        {"marks", 0, 0, G_OPTION_ARG_NONE, &marks, "also list its words, icons and numbered marks", NULL},
        {"overlay", 0, 0, G_OPTION_ARG_STRING, &overlay, "with --out: also draw marks, numbers, axes, grid, bands or pointer",
         "LIST"},
        {"now", 0, 0, G_OPTION_ARG_NONE, &now, "take the picture at once, even if the screen is still changing", NULL},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &name, "use this application profile", "NAME"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "print one JSON object", NULL},
        G_OPTION_ENTRY_NULL,
    };
    int code = EXIT_DONE;
    if (!cli_options(&argc, &argv, entries, "", about, &code))
        return code;
    if (argc > 1)
        return cli_usage("see: \"%s\" is one word too many (reins see --help lists the options)", argv[1]);
    guint what = 0;
    g_autofree char *unknown = read_overlays(overlay, &what);
    if (unknown)
        return cli_usage(
            "see: --overlay \"%s\": it draws marks, numbers, axes, grid, bands and pointer, as in --overlay marks,axes", unknown);
    if (what && !out)
        return cli_usage("see: --overlay draws on the picture of --out (add --out F.png)");
    marks = marks || what & OVERLAYS_MARKED;
    what |= marks && out && !(what & OVERLAYS_NUMBERS) ? OVERLAYS_MARKS : 0;
    if (of_run && display)
        return cli_usage("see: --run names a display, so leave out --display");
    g_autoptr(profile) p = NULL;
    g_autoptr(GError) error = NULL;
    if (of_run && !(display = display_of_run(of_run, &usual, &error)))
        return cli_fail(error);
    if (!display)
        display = profile_display(name, NULL);
    if (!name)
        name = g_steal_pointer(&usual);
    g_auto(display_target) target = {0};
    if (!display_target_read(display, &target, &error) || !cli_unlock(&target, &error) ||
        !choose_profile(display, name, &p, &error))
        return cli_fail(error);
    bool slow = marks && isatty(STDERR_FILENO);
    if (slow)
        fputs("reading the words of the whole screen ...", stderr);
    g_autoptr(eye_observation) o = look(display, p, out, marks, what, now ? EYE_LOOK_NOW : EYE_LOOK_STILL, &error);
    if (slow)
        fputs("\r\033[K", stderr);
    if (!o)
        return cli_fail(error);
    const gint64 run = marks ? run_there(display) : 0;
    if (json) {
        g_autofree char *text = see_json(o, p, target.tells, marks, run);
        puts(text);
    } else {
        print_text(o, p, target.tells, marks, now, run);
    }
    return EXIT_DONE;
}
