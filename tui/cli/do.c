/* reins do: skills, primitives or a timeline through the same gate. */

#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/nearest.h"
#include "config/profile.h"
#include "engine/display/target.h"
#include "engine/engine.h"
#include "engine/modules/display_state.h"
#include "skills/library/library.h"
#include "skills/library/primitive.h"
#include "skills/timeline/visible.h"
#include "tui/cli/approval.h"
#include "tui/cli/arguments.h"
#include "tui/cli/do_json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define HELP_WIDTH 80

/* ---- what is to be done ---- */

static const char about[] = "Fires skills, primitives or a timeline through the gate, and returns when\nnothing is held any more "
                            "(a hold without an end: after max_hold_s).\n\n"
                            "Examples:\n"
                            "  reins do type_text text=\"hello\"            a skill (reins skills list)\n"
                            "  reins do 'press_key(key = \"Return\")'       the same as a card prints it\n"
                            "  reins do --yes key.combo keys=ctrl+s       a primitive (listed below)\n"
                            "  reins do --yes mouse.click x=41 y=38 -- wait seconds=1 -- key.press key=enter\n"
                            "  reins do --window xterm key.type text=ls   the window gets the focus first\n"
                            "  reins do --dry-run --json key.type text=hi | reins do --yes --timeline -\n\n"
                            "Exit codes: 0 fired, 1 failed, denied or stale, 2 wrong usage, 3 no display,\n"
                            "4 stopped or rejected by a person.";

#define TIMELINE_FILE_MAX (4 * 1024 * 1024)

struct doing {
    char *display, *profile_name, *timeline_path, *window;
    gboolean yes, dry, json;
    GPtrArray *actions; /* owned action* */
    timeline *timeline;
    skill_library *library; /* the engine's, once it is called */
};

static void doing_clear(struct doing *d)
{
    g_free(d->display);
    g_free(d->profile_name);
    g_free(d->timeline_path);
    g_free(d->window);
    g_clear_pointer(&d->actions, g_ptr_array_unref);
    timeline_free(d->timeline);
    skill_library_free(d->library);
}

static const skill *find_skill(const skill_library *lib, const char *name, GError **error)
{
    const skill *s = skill_library_find(lib, name);
    if (s)
        return s;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < skill_library_all(lib)->len; i++)
        g_ptr_array_add(names, ((skill *)g_ptr_array_index(skill_library_all(lib), i))->name);
    for (guint i = 0; i < primitive_all()->len; i++)
        g_ptr_array_add(names, ((skill *)g_ptr_array_index(primitive_all(), i))->name);
    g_ptr_array_add(names, NULL);
    g_autofree char *hint = nearest_hint(name, (const char *const *)names->pdata);
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN,
                "no skill \"%s\"%s (reins skills list shows them, reins do --help the primitives; --profile NAME adds a "
                "program's)",
                name, hint);
    return NULL;
}

static action *build_action(const skill_library *lib, char **words, int n, GError **error)
{
    const skill *s = find_skill(lib, words[0], error);
    if (!s)
        return NULL;
    g_autoptr(action) a = action_new(words[0]);
    for (int i = 1; i < n; i++)
        if (!cli_take_argument(a, s, words[i], error))
            return NULL;
    return skill_library_check(lib, a, error) ? g_steal_pointer(&a) : NULL;
}

/* A word such as "f(x = 1); g()": calls as a card prints them. */
static bool take_calls(struct doing *d, const char *text, GError **error)
{
    g_autoptr(GPtrArray) calls = actions_from_calls(text, error);
    for (guint i = 0; calls && i < calls->len; i++) {
        action *a = g_ptr_array_index(calls, i);
        if (!find_skill(d->library, a->skill, error) || !skill_library_check(d->library, a, error))
            return false;
        g_ptr_array_add(d->actions, action_copy(a));
    }
    return calls != NULL;
}

static bool only_primitives(char **words)
{
    bool first = true, only = true;
    for (; *words; words++) {
        only = only && (!first || strcmp(*words, "--") == 0 || primitive_find(*words));
        first = strcmp(*words, "--") == 0;
    }
    return only;
}

/* Reading the skills' files takes a worker, which those who name none need not wait for. */
static skill_library *load_library(const struct doing *d, char **words, GError **error)
{
    if (only_primitives(words))
        return skill_library_bare();
    g_autoptr(profile) p = profile_load(d->profile_name ? d->profile_name : "default", error);
    g_auto(display_target) target = {0};
    const bool touch = d->display && display_target_read(d->display, &target, NULL) && target.touch;
    g_auto(GStrv) own = p ? profile_libraries(p) : NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (char **name = own; name && *name; name++)
        g_ptr_array_add(names, *name);
    g_ptr_array_add(names, touch ? (gpointer)DISPLAY_TOUCH_LIBRARY : NULL);
    g_ptr_array_add(names, NULL);
    skill_library *lib = p ? skill_library_load((const char *const *)names->pdata, NULL, error) : NULL;
    if (lib)
        skill_library_add_primitives(lib);
    return lib;
}

/* A x=1 -- B y=2, or "A(x = 1)" */
static bool build_actions(struct doing *d, char **words, GError **error)
{
    const skill_library *lib = d->library = load_library(d, words, error);
    if (!lib)
        return false;
    d->actions = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    for (;;) {
        int n = 0;
        while (words[n] && strcmp(words[n], "--") != 0)
            n++;
        if (!n) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "which skill? (-- stands between two actions)");
            return false;
        }
        bool calls = n == 1 && strchr(words[0], '(');
        action *a = calls ? NULL : build_action(lib, words, n, error);
        if (calls ? !take_calls(d, words[0], error) : !a)
            return false;
        if (a)
            g_ptr_array_add(d->actions, a);
        if (!words[n])
            return true;
        words += n + 1;
    }
}

static bool read_timeline(struct doing *d, GError **error)
{
    gsize length = 0;
    g_autofree char *text = NULL;
    if (strcmp(d->timeline_path, "-") == 0)
        text = cli_read_stdin(TIMELINE_FILE_MAX, &length, error);
    else if (!g_file_get_contents(d->timeline_path, &text, &length, error))
        g_prefix_error(error, "--timeline: ");
    if (!text)
        return false;
    if (length > TIMELINE_FILE_MAX) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the timeline is longer than 4 MiB");
        return false;
    }
    d->timeline = do_timeline_from_json(text, length, error);
    if (!d->timeline)
        g_prefix_error(error, "--timeline %s: ", d->timeline_path);
    d->library = skill_library_bare();
    if (d->timeline && d->timeline->events->len == 0) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "the timeline is empty: there is nothing to fire");
        return false;
    }
    return d->timeline != NULL;
}

/* ---- what came of it ---- */

static void print_dry(const struct engine_did *did, bool blank)
{
    g_autofree char *title = visible_text(did->window ? did->window : "");
    if (did->window)
        printf("window \"%s\" (0x%" G_GINT64_MODIFIER "x), ", title, did->window_id);
    else
        printf("%s, ", blank ? "a blank 1280×720 screen (--display :N looks at a real one)" : "no window");
    printf("tier %d (%s: %s)\n", did->tier, did->rule, did->evidence);
    for (guint i = 0; i < did->timeline->events->len; i++) {
        const struct timeline_event *e = &g_array_index(did->timeline->events, struct timeline_event, i);
        g_autofree char *line = timeline_event_describe(e), *clean = visible_text(line);
        printf("  %6" G_GINT64_FORMAT " ms  %s\n", e->at_ms, clean);
    }
    printf("digest %s\n", did->digest);
}

/* What a world tells of itself afterwards; that an act failed is an error, and is told as one. */
static void print_state(const char *json)
{
    g_auto(display_state) state = {0};
    display_state_read(json, &state);
    g_clear_pointer(&state.last, g_free);
    g_autofree char *text = display_state_text(&state);
    if (*text)
        puts(text);
}

static int run_it(config *cfg, struct doing *d, const char *where, int tty)
{
    g_autoptr(GError) error = NULL;
    struct engine_did did;
    struct engine_do what = {.display = where,
                             .profile = d->profile_name,
                             .actions = d->actions,
                             .timeline = d->timeline,
                             .library = g_steal_pointer(&d->library),
                             .window = d->window,
                             .yes = d->yes,
                             .dry = d->dry,
                             .ask = cli_approval,
                             .data = &tty};
    int code = engine_do(cfg, &what, &did, &error);
    if (d->json) {
        g_autofree char *text = do_result_to_json(&did, code);
        puts(text);
    } else if (d->dry && did.timeline && did.rule) {
        print_dry(&did, !where);
    } else if (did.state && did.fired) {
        print_state(did.state);
    }
    if (did.recovered)
        fprintf(stderr, "reins: do: %s\n", did.recovered);
    if (did.typed_why)
        fprintf(stderr, "reins: do: typed instead of pasted: %s\n", did.typed_why);
    engine_did_clear(&did);
    if (error)
        cli_fail(error);
    return code;
}

/* ---- the command ---- */

static char *help_text(void)
{
    GString *out = g_string_new(about);
    g_string_append(out, "\n\nPrimitives (? = optional):\n");
    const GPtrArray *all = primitive_all();
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        gsize begin = out->len;
        g_string_append_printf(out, "  %s", s->name);
        for (guint k = 0; k < s->params->len; k++) {
            const struct param *p = &g_array_index(s->params, struct param, k);
            if (out->len - begin + strlen(p->name) + 2 > HELP_WIDTH) {
                begin = out->len + 1;
                g_string_append(out, "\n     ");
            }
            g_string_append_printf(out, " %s%s", p->name, p->optional ? "?" : "");
        }
        g_string_append_printf(out, "\n      %s\n", s->doc);
    }
    g_string_append(out, "-- separates several actions of one timeline.\n"
                         "reins skills show NAME says what each argument means.");
    return g_string_free(out, FALSE);
}

static bool take_options(int *argc, char ***argv, struct doing *d, int *ret_code)
{
    const GOptionEntry entries[] = {
        {"display", 0, 0, G_OPTION_ARG_STRING, &d->display, "Use this display (:N, vnc:…, adb:…, world:…; default: $DISPLAY)",
         "D"},
        {"yes", 0, 0, G_OPTION_ARG_NONE, &d->yes, "Approve without asking, whatever the tier", NULL},
        {"window", 0, 0, G_OPTION_ARG_STRING, &d->window, "Send the input to this window: a regex for title or class, or an id",
         "PATTERN"},
        {"timeline", 0, 0, G_OPTION_ARG_FILENAME, &d->timeline_path, "Fire this timeline (JSON; - = stdin) instead of skills",
         "FILE"},
        {"dry-run", 0, 0, G_OPTION_ARG_NONE, &d->dry, "Print what would fire, and fire nothing (needs no display)", NULL},
        {"json", 0, 0, G_OPTION_ARG_NONE, &d->json, "Print the result as one JSON document", NULL},
        {"profile", 0, 0, G_OPTION_ARG_STRING, &d->profile_name, "Use this profile's skills and thresholds", "NAME"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    g_autofree char *text = help_text();
    return cli_options(argc, argv, entries, "SKILL [name=value …] [-- SKILL …]", text, ret_code);
}

int cli_do(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    __attribute__((cleanup(doing_clear))) struct doing d = {0};
    int code = EXIT_DONE, all = argc;
    for (int i = argc - 1; i > 0; i--)
        argc = strcmp(argv[i], "--") == 0 ? i : argc;
    char **more = argv + argc; /* from the first -- on, which GOption would eat */
    g_autofree char **words = g_new0(char *, (gsize)all + 1), **own = g_memdup2(argv, (gsize)argc * sizeof *argv);
    char **rest = own;
    if (!take_options(&argc, &rest, &d, &code))
        return code;
    int n = 0;
    for (int i = 1; i < argc; i++)
        words[n++] = rest[i];
    for (char **w = n ? more : *more ? more + 1 : more; *w; w++)
        words[n++] = *w;
    if (!n && !d.timeline_path)
        return cli_usage("do: which skill? (reins skills list shows them, reins do --help the primitives)");
    if (n && d.timeline_path)
        return cli_usage("do: a timeline or a skill, not both");
    g_autoptr(GRegex) pattern = d.window ? g_regex_new(d.window, 0, 0, &error) : NULL;
    if (d.window && (!pattern || !*d.window))
        return cli_usage("do: --window \"%s\": %s", d.window, error ? error->message : "a name, a pattern or an id is missing");
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg)
        return cli_fail(error);
    if (!d.profile_name && display_target_world(d.display))
        d.profile_name = g_strdup(PROFILE_WORLD);
    if (!(d.timeline_path ? read_timeline(&d, &error) : build_actions(&d, words, &error))) {
        cli_fail(error);
        return error->domain == SKILLS_ERROR || d.timeline_path ? EXIT_USAGE : cli_exit_code(error);
    }
    if (!d.display)
        d.display = profile_display(d.profile_name, &error);
    if (error) /* before the want of a display that the profile may name */
        return cli_fail(error);
    g_auto(display_target) target = {0};
    if ((d.display || !d.dry) && !display_target_read(d.display, &target, &error))
        return cli_fail(error);
    if (!d.dry && !target.name) {
        fprintf(stderr, "reins: no display: $DISPLAY is not set (give --display :N)\n");
        return EXIT_ENVIRONMENT;
    }
    if (d.window && target.name && !(target.tells & (DISPLAY_TELLS_WINDOWS | DISPLAY_TELLS_APP)))
        return cli_usage("do: %s tells no windows, so no input can be kept to one: leave --window out", target.name);
    if (display_target_distant(&target))
        fprintf(stderr, "reins: do: pictures and keys travel to %s in clear (reach it by ssh -L)\n", target.host);
    bool asks = !d.yes && !d.dry, piped = d.timeline_path && strcmp(d.timeline_path, "-") == 0;
    int tty = asks ? cli_approval_terminal(piped) : -1;
    if (asks && tty < 0)
        return cli_usage("do: there is no terminal to ask on (--yes fires without asking)");
    code = run_it(cfg, &d, target.name, tty);
    if (tty >= 0)
        close(tty);
    return code;
}
