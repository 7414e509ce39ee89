/* reins skills preview, try: what a skill would do, and one call of it through the gate. */

#include "tui/cli/skills.h"

#include "config/profile.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/engine.h"
#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/step/draft_screen.h"
#include "skills/dryrun/dryrun.h"
#include "skills/timeline/visible.h"
#include "tui/cli/approval.h"
#include "tui/cli/arguments.h"
#include "tui/cli/brief_sandbox.h"
#include "tui/cli/cli.h"
#include "tui/cli/do_json.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PREVIEW_SEED 1
#define PREVIEW_HOLD_MS 60000
#define WINDOW_SLICE_US 50000

/* ---- what is called ---- */

/* A call of a version, and the library that has it: the one that is loaded, or that with the version's text in it. */
struct call {
    skills_shelf shelf;
    struct skills_pick pick;
    action *action;
};

static void call_clear(struct call *c)
{
    action_free(c->action);
    skills_pick_clear(&c->pick);
    skills_shelf_close(&c->shelf);
}

/* The library with the draft in it takes the place of the one it was found in. */
static bool load_with(struct call *c, GError **error)
{
    g_autofree char *label = g_strdup_printf("%s@%.8s", c->pick.name, c->pick.sha256);
    g_autofree char *text = draft_text_to_try(c->shelf.library, c->pick.name, c->pick.code);
    skills_shelf with = {0};
    if (!skills_shelf_open(&with, false, label, text, error))
        return false;
    c->pick.skill = skill_library_find(with.library, c->pick.name);
    skills_shelf_close(&c->shelf);
    c->shelf = with;
    if (!c->pick.skill)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s is not a skill yet (reins skills edit %s)", label, label);
    return c->pick.skill != NULL;
}

static bool call_read(struct call *c, char **words, GError **error)
{
    if (!skills_shelf_open(&c->shelf, false, NULL, NULL, error) || !skills_pick(&c->shelf, words[0], &c->pick, error) ||
        (!c->pick.loaded && !load_with(c, error)))
        return false;
    c->action = action_new(c->pick.name);
    for (char **w = words + 1; *w; w++) {
        if (!cli_take_argument(c->action, c->pick.skill, *w, error))
            return false;
    }
    return skill_library_check(c->shelf.library, c->action, error);
}

/* ---- preview ---- */

static void print_timeline(const timeline *t, const char *digest)
{
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *text = timeline_event_describe(e);
        g_autofree char *line = g_strdup_printf("%8" G_GINT64_FORMAT " ms  %s", e->at_ms, text);
        skills_print(line);
    }
    printf("%u events, %" G_GINT64_FORMAT " ms, digest %s\n", t->events->len, timeline_duration(t), digest);
}

/* What the step showed that the version came from, else a blank screen; *ret_on says which. */
static screen *look_where_it_came_from(const struct call *c, char **ret_on)
{
    const memory_skill *v = c->pick.version;
    g_autoptr(GError) why = NULL;
    screen *seen = v && v->run > 0 && c->shelf.m ? draft_screen_read(c->shelf.m, v, &why) : NULL;
    if (seen) {
        *ret_on = g_strdup_printf("the picture of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT ", where it came from",
                                  v->run, v->step);
        return seen;
    }
    *ret_on = why ? g_strdup_printf("a blank screen, because the picture of its step cannot be read: %s", why->message)
                  : g_strdup("a blank screen");
    return screen_blank();
}

static screen *look_at(const struct skills_asked *asked, const struct call *c, char **ret_on, GError **error)
{
    const skills_shelf *s = &c->shelf;
    if (!asked->frame)
        return look_where_it_came_from(c, ret_on);
    *ret_on = g_strdup(asked->frame);
    g_autofree char *stored = s->m ? memory_frame_path(s->m, asked->frame) : NULL;
    g_autoptr(profile) p = profile_load(asked->profile ? asked->profile : "default", error);
    screen *seen = p ? eye_look_back(stored ? stored : asked->frame, p, error) : NULL;
    if (!seen)
        g_prefix_error(error, "--frame %s: ", asked->frame);
    return seen;
}

int skills_preview(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    __attribute__((cleanup(call_clear))) struct call call = {0};
    if (!call_read(&call, asked->words, &error))
        return cli_fail(error);
    g_autofree char *on = NULL;
    g_autoptr(screen) seen = look_at(asked, &call, &on, &error);
    g_autoptr(timeline) t = seen ? dryrun(call.shelf.library, call.action, seen, PREVIEW_SEED, PREVIEW_HOLD_MS, &error) : NULL;
    if (!t)
        return cli_fail(error);
    g_autofree char *digest = timeline_digest(t);
    if (asked->json) {
        g_autofree char *text = skills_json_preview(t, digest, on);
        puts(text);
    } else {
        g_autofree char *line = g_strdup_printf("on %s (%d×%d):", on, seen->width, seen->height);
        skills_print(line);
        print_timeline(t, digest);
    }
    return EXIT_DONE;
}

/* ---- try ---- */

static bool take_size(const struct skills_asked *asked, const config *cfg, int *ret_width, int *ret_height, GError **error)
{
    char end;
    if (!asked->size) {
        config_size(cfg, "run", "sandbox", ret_width, ret_height);
        return true;
    }
    if (sscanf(asked->size, "%5dx%5d%c", ret_width, ret_height, &end) == 2 && *ret_width >= 64 && *ret_height >= 64 &&
        *ret_width <= FRAME_MAX_SIDE && *ret_height <= FRAME_MAX_SIDE)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--size \"%s\" is not a size (WxH in pixels, e.g. 1280x720)",
                asked->size);
    return false;
}

/* The program's window, or any where the profile does not say which. */
static bool await_window(const sandbox *s, const profile *p, const char *app, GError **error)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)p->window_timeout_ms * 1000;
    do {
        g_autofree char *failed = sandbox_app_left(s);
        g_autoptr(GPtrArray) windows = failed ? NULL : eye_windows(s->display, error);
        if (windows && windows->len)
            return true;
        if (failed)
            g_set_error_literal(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, failed);
        if (!windows)
            return false;
        g_usleep(WINDOW_SLICE_US); /* the server sends nothing for a window that is not there */
    } while (!brief_sandbox_stopped() && g_get_monotonic_time() < deadline);
    g_autofree char *tail = sandbox_log_tail(s->app_log);
    if (!brief_sandbox_stopped())
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "\"%s\" showed no window in %d s%s%s", app,
                    p->window_timeout_ms / 1000, *tail ? "; its last words: " : " and said nothing", tail);
    return false;
}

/* --app starts it in one. */
static bool is_sandboxed(const struct skills_asked *asked)
{
    return asked->sandbox || asked->app;
}

static const char *app_of(const struct skills_asked *asked, const profile *p)
{
    return asked->app ? asked->app : p->app;
}

static bool start_trial(struct brief_sandbox *b, const struct skills_asked *asked, const config *cfg, const profile *p,
                        GError **error)
{
    int width, height;
    if (!take_size(asked, cfg, &width, &height, error))
        return false;
    const char *app = app_of(asked, p);
    if (!app) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "profile \"%s\" has no program to try it on (--app CMD, --profile NAME, or --display :N)", p->name);
        return false;
    }
    if (!brief_sandbox_start(b, "try", width, height, error))
        return false;
    sandbox *s = b->sandbox;
    s->cwd = g_strdup(p->cwd);
    s->accessible = p->elements.by == PROFILE_ELEMENTS_ATSPI || p->elements.open;
    return (!p->home_temporary || sandbox_make_home(s, error)) && sandbox_start_desktop(s, p->wm, NULL, error) &&
           sandbox_start_app(s, app, error) && await_window(s, p, app, error);
}

static void print_did(const struct skills_pick *pick, const struct engine_did *did)
{
    g_autofree char *line = g_strdup_printf("%s@%.8s: %s%s%s%s%s", pick->name, pick->sha256, did->status ? did->status : "failed",
                                            did->window ? ", window \"" : "", did->window ? did->window : "",
                                            did->window ? "\"" : "", did->effect ? ", the screen: " : "");
    g_autofree char *all = g_strconcat(line, did->effect ? did->effect : "", NULL);
    skills_print(all);
}

static int fire(const struct skills_asked *asked, struct call *call, const config *cfg, const char *display, const profile *p)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) actions = g_ptr_array_new();
    struct engine_did did;
    int tty = asked->yes ? -1 : cli_approval_terminal(false);
    if (!asked->yes && tty < 0)
        return cli_usage("skills try: there is no terminal to ask on (--yes fires without asking)");
    g_ptr_array_add(actions, call->action);
    struct engine_do what = {.display = display,
                             .profile = asked->app ? p->name : asked->profile,
                             .actions = actions,
                             .elements = is_sandboxed(asked),
                             .library = g_steal_pointer(&call->shelf.library),
                             .window = is_sandboxed(asked) ? (p->window ? p->window : ".") : NULL,
                             .yes = asked->yes,
                             .ask = cli_approval,
                             .data = &tty};
    g_clear_pointer(&call->shelf.catalog, catalog_free); /* it borrows from the library */
    g_clear_pointer(&call->shelf.m, memory_close);
    int code = engine_do((config *)cfg, &what, &did, &error);
    if (asked->json) {
        g_autofree char *text = do_result_to_json(&did, code);
        puts(text);
    } else {
        print_did(&call->pick, &did);
    }
    engine_did_clear(&did);
    if (error)
        cli_fail(error);
    if (tty >= 0)
        close(tty);
    return code;
}

int skills_try(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    __attribute__((cleanup(call_clear))) struct call call = {0};
    __attribute__((cleanup(brief_sandbox_clear))) struct brief_sandbox trial = {0};
    g_auto(display_target) target = {0};
    const bool sandboxed = is_sandboxed(asked);
    if (sandboxed && asked->display)
        return cli_usage("skills try: --display does not go with --sandbox or --app, which start the program (give one)");
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(profile) p = !cfg                            ? NULL
                           : asked->app && !asked->profile ? profile_for_command(asked->app, &error)
                                                           : profile_load(asked->profile ? asked->profile : "default", &error);
    if (!p || !call_read(&call, asked->words, &error) || (!sandboxed && !display_target_read(asked->display, &target, &error)))
        return cli_fail(error);
    if (!sandboxed && !target.name) {
        fprintf(stderr, "reins: no display: $DISPLAY is not set (give --display :N, or --app CMD)\n");
        return EXIT_ENVIRONMENT;
    }
    const bool ready = !sandboxed || start_trial(&trial, asked, cfg, p, &error);
    if (sandboxed && brief_sandbox_stopped()) {
        fprintf(stderr, "reins: stopped; nothing was tried\n");
        return EXIT_STOPPED;
    }
    if (!ready)
        return cli_fail(error);
    return fire(asked, &call, cfg, sandboxed ? trial.sandbox->display : target.name, p);
}
