#include "config/profile.h"

#include "config/files.h"
#include "config/ini.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/rules.h"

#include <string.h>

#define PROFILE_ITEMS_MAX 64 /* of each: regions, icons, masks, ignores, turns */
#define EDGE OPTION_EDGE_MAX
#define TURN_PX_MAX 10000

const struct option_row profile_rows[] = {
    {"profile", "app", OPTION_STRING, "", 0, 0, NULL, "command line of the program"},
    {"profile", "display", OPTION_STRING, "", 0, 0, NULL,
     "the display that run, do and see --profile work on where they are given none: :N, vnc:HOST:N; empty = $DISPLAY"},
    {"profile", "window", OPTION_REGEX, "", 0, 0, NULL, "title or class of the target window"},
    {"profile", "place", OPTION_STRING, "", 0, 0, NULL,
     "where the inside of that window is on a screen that tells no windows (VNC): X,Y,WIDTH,HEIGHT; empty = it fills the screen"},
    {"profile", "wm", OPTION_STRING, "", 0, 0, NULL,
     "window manager of a sandbox: a command line, or none; empty = openbox, if it is installed"},
    {"profile", "home", OPTION_CHOICE, "own", 0, 0, "own|temporary",
     "the program's home folder in a sandbox: yours, or an empty one that goes with the sandbox"},
    {"profile", "elements", OPTION_CHOICE, "auto", 0, 0, "auto|none|atspi|uiautomator",
     "what tells the elements of the windows beside the picture: an accessibility tree (the gate then knows icons by name) or a "
     "phone's uiautomator; auto = the one that the display has, for an agent that works by elements"},
    {"profile", "back", OPTION_STRING, "alt+left", 0, 0, NULL, "the program's chord that goes back to where it was before"},
    {"profile", "swipe", OPTION_CHOICE, "wheel", 0, 0, "wheel|drag", "how a swipe moves what lies under it"},
    {"profile", "cwd", OPTION_STRING, "", 0, 0, NULL,
     "the folder it starts in, ~ is its home; empty = the temporary home, or where reins was started"},
    {"profile", "languages", OPTION_NAMES, "eng", 0, 0, NULL,
     "languages of the words on the screen, the main one first, as Tesseract names them (deu = tesseract-ocr-deu)"},
    {"profile", "mask_windows", OPTION_REGEXES, "", 0, 0, NULL, "title or class of windows that are blacked out"},
    {"profile", "target_match", OPTION_REAL, "0.98", 0.5, 1, NULL,
     "least likeness at firing of the target and of the windows of its program"},
    {"profile", "frame_match", OPTION_REAL, "0.95", 0, 1, NULL,
     "least share of the rest of the screen that is at firing as it was"},
    {"profile", "patch_px", OPTION_INT, "96", 8, 1024, NULL, "side of the square around the target that is compared"},
    {"profile", "animated", OPTION_CHOICE, "none", 0, 0, "none|areas|window",
     "the target moves by itself (a game): what was seen moving, or the whole window, is not compared"},
    {"profile", "unnamed", OPTION_CHOICE, "consequential", 0, 0, "consequential|reversible",
     "what a click on a small drawing without readable words is, as on a tool bar's icon: tier 2, or (where none of the "
     "program's "
     "does harm) tier 1"},
    {"profile", "settle_ms", OPTION_INT, "300", 0, 60000, NULL, "the screen has settled after this long without a change"},
    {"profile", "settle_timeout_ms", OPTION_INT, "3000", 0, 600000, NULL,
     "a screen that never settles, or whose program still works, is taken as it is after this; four times as long at its start"},
    {"profile", "record", OPTION_STRING, "display", 0, 0, NULL,
     "what the video of an action shows: display, window (the target window, wherever it moves), or a rectangle of the screen, "
     "X,Y,WIDTH,HEIGHT"},
    {"profile", "overlay", OPTION_CHOICES, "auto", 0, 0, "auto|none|marks|axes|grid|bands|pointer|numbers",
     "what is drawn on the picture of the screen that a planning model is sent; auto = marks in a program without a profile"},
    {"profile", "crop", OPTION_STRING, "none", 0, 0, NULL,
     "the part of the screen that a planning model is sent: none (all of it), window (the target window), or a rectangle of the "
     "screen, X,Y,WIDTH,HEIGHT"},
    {"profile", "enlarge", OPTION_INT, "1", 1, 8, NULL, "so many times larger it is sent, as far as the model takes it"},
    {"profile", "window_timeout_ms", OPTION_INT, "15000", 100, 600000, NULL, "how long the program may take to show its window"},
    {"profile", "max_hold_s", OPTION_INT, "60", 1, 3600, NULL, "longest that a key or button stays down"},
    {"profile", "merge", OPTION_STRING, "", 0, 0, NULL,
     "modules that are asked in one call, as in A+B; empty = as reins.ini says"},
    {"profile", "recall_steps", OPTION_INT, "3", 0, 20, NULL, "past steps like the present one that a plan is shown; 0 = none"},
    {"profile", "recall_lessons", OPTION_INT, "5", 0, 50, NULL, "lessons of earlier failures that a plan is told; 0 = none"},
    {"profile", "recall_chars", OPTION_INT, "4000", 200, 100000, NULL, "longest that both together may be in a prompt"},
    {"profile", "recall_learn", OPTION_BOOL, "true", 0, 0, NULL, "failures are written down as lessons"},
    {"profile", "foreign_xtest", OPTION_CHOICE, "yield", 0, 0, "yield|ignore",
     "input that another program makes by XTEST: yield to it as to a person, or ignore it"},
    {"profile", "give_back", OPTION_CHOICE, "auto", 0, 0, "auto|always|never",
     "focus and pointer back to where they were after an action; auto: where reins' own terminal is on the same display"},
    {"profile", "text", OPTION_CHOICE, "keys", 0, 0, "keys|paste", "how a text gets into the program"},
    {"profile", "paste_keys", OPTION_STRING, "ctrl+v", 0, 0, NULL, "the program's chord that pastes"},
    {"profile", "paste_from", OPTION_CHOICE, "clipboard", 0, 0, "clipboard|primary", "which selection that chord pastes"},
    {"profile", "skills", OPTION_NAMES, "", 0, 0, NULL, "skill libraries beside base and the one of the profile's name"},
    {"profile", "allow", OPTION_NAMES, "", 0, 0, NULL, "skills that may be used; empty = all"},
    {"profile", "deny", OPTION_NAMES, "", 0, 0, NULL, "skills that may not; library-base = all of the library base"},
    {"region", "x", OPTION_INT, NULL, -EDGE, EDGE, NULL, "left edge, from the target window's"},
    {"region", "y", OPTION_INT, NULL, -EDGE, EDGE, NULL, "top edge, from the target window's"},
    {"region", "width", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"region", "height", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"region", "scale", OPTION_INT, "1", 1, 8, NULL, "enlargement before words are read"},
    {"region", "whitelist", OPTION_STRING, "", 0, 0, NULL, "characters that can occur; empty = any"},
    {"icon", "file", OPTION_STRING, NULL, 0, 0, NULL, "its PNG (reins profile icon cuts one from the screen)"},
    {"icon", "match", OPTION_CHOICE, "exact", 0, 0, "exact|alike",
     "found where its very pixels are; alike: in other sizes, too, without what is transparent in it"},
    {"mask", "x", OPTION_INT, NULL, 0, EDGE, NULL, "left edge on the screen"},
    {"mask", "y", OPTION_INT, NULL, 0, EDGE, NULL, "top edge on the screen"},
    {"mask", "width", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"mask", "height", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"ignore", "from", OPTION_CHOICE, "window", 0, 0, "window|screen", "whose top left corner x and y are from"},
    {"ignore", "x", OPTION_INT, NULL, -EDGE, EDGE, NULL, "left edge"},
    {"ignore", "y", OPTION_INT, NULL, -EDGE, EDGE, NULL, "top edge"},
    {"ignore", "width", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"ignore", "height", OPTION_INT, NULL, 1, EDGE, NULL, "pixels"},
    {"turn", "x", OPTION_REAL, NULL, -TURN_PX_MAX, TURN_PX_MAX, NULL, "pixels of mouse motion for one degree to the right"},
    {"turn", "y", OPTION_REAL, NULL, -TURN_PX_MAX, TURN_PX_MAX, NULL, "pixels of mouse motion for one degree down"},
};
const gsize n_profile_rows = G_N_ELEMENTS(profile_rows);

static const char *const animated_names[] = {
    [PROFILE_ANIMATED_NONE] = "none", [PROFILE_ANIMATED_AREAS] = "areas", [PROFILE_ANIMATED_WINDOW] = "window"};

const char *profile_animated_name(enum profile_animated animated)
{
    return animated_names[animated];
}

bool profile_animated_parse(const char *name, enum profile_animated *ret_animated)
{
    for (guint i = 0; i < G_N_ELEMENTS(animated_names); i++)
        if (g_strcmp0(name, animated_names[i]) == 0) {
            *ret_animated = (enum profile_animated)i;
            return true;
        }
    return false;
}

/* Members that reins.ini has a value for, too. */
enum {
    GIVEN_MATCH = 1u << 0,
    GIVEN_PATCH = 1u << 1,
    GIVEN_SETTLE = 1u << 2,
    GIVEN_TIMEOUT = 1u << 3,
    GIVEN_HOLD = 1u << 4,
    GIVEN_FRAME = 1u << 5,
    GIVEN_RECALL_STEPS = 1u << 6,
    GIVEN_RECALL_LESSONS = 1u << 7,
    GIVEN_RECALL_CHARS = 1u << 8,
    GIVEN_RECALL_LEARN = 1u << 9
};

static void region_clear(struct profile_region *r)
{
    g_free(r->name);
    g_free(r->whitelist);
}

static void icon_clear(struct profile_icon *i)
{
    g_free(i->name);
    g_free(i->file);
}

static void turn_clear(struct profile_turn *t)
{
    g_free(t->name);
}

void profile_free(profile *p)
{
    if (!p)
        return;
    g_free(p->name);
    g_free(p->app);
    g_free(p->window);
    g_free(p->display);
    g_free(p->wm);
    g_free(p->cwd);
    g_free(p->paste.keys);
    g_free(p->merge);
    g_strfreev(p->languages);
    g_array_unref(p->regions);
    g_array_unref(p->icons);
    g_array_unref(p->masks);
    g_array_unref(p->ignores);
    g_ptr_array_unref(p->rules);
    g_array_unref(p->turns);
    g_strfreev(p->mask_windows);
    g_free(p->gestures.back);
    g_strfreev(p->view.overlay);
    g_strfreev(p->skills);
    g_strfreev(p->allow);
    g_strfreev(p->deny);
    g_free(p->origin);
    g_free(p->elements.bus);
    g_free(p);
}

/* ---- checks ---- */

static bool fail(const ini *file, const char *group, const char *key, GError **error, const char *format, ...)
    G_GNUC_PRINTF(5, 6);
static bool fail(const ini *file, const char *group, const char *key, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *where = ini_where(file, group, key);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: [%s] %s%s%s", where, group, key ? key : "", key ? ": " : "", what);
    return false;
}

static bool check_key(const ini *file, const char *group, const char *key, GError **error)
{
    const struct option_row *row = option_find(profile_rows, G_N_ELEMENTS(profile_rows), group, key);
    if (!row) {
        g_autofree const char **known = option_names(profile_rows, G_N_ELEMENTS(profile_rows), group);
        g_autofree char *hint = nearest_hint(key, known);
        return fail(file, group, key, error, "no such key%s", hint);
    }
    g_autofree char *value = ini_value(file, group, key);
    g_autoptr(GError) local = NULL;
    return option_check(row, value, &local) || fail(file, group, key, error, "%s", local->message);
}

static bool check_missing(const ini *file, const char *group, GError **error)
{
    g_autofree const char **known = option_names(profile_rows, G_N_ELEMENTS(profile_rows), group);
    for (guint i = 0; known[i]; i++) {
        const struct option_row *row = option_find(profile_rows, G_N_ELEMENTS(profile_rows), group, known[i]);
        if (!row->fallback && !g_key_file_has_key(file->file, group, known[i], NULL))
            return fail(file, group, NULL, error, "has no %s (%s)", known[i], row->help);
    }
    return true;
}

static bool check_keys(const ini *file, const char *group, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file->file, group, NULL, NULL);
    for (guint i = 0; keys && keys[i]; i++)
        if (!check_key(file, group, keys[i], error))
            return false;
    return check_missing(file, group, error);
}

/* ---- values of a checked group ---- */

static char *text_of(const ini *file, const char *group, const char *key)
{
    char *value = ini_value(file, group, key);
    return value ? value : g_strdup(option_find(profile_rows, G_N_ELEMENTS(profile_rows), group, key)->fallback);
}

static char *text_or_null(const ini *file, const char *group, const char *key)
{
    g_autofree char *value = text_of(file, group, key);
    return *value ? g_steal_pointer(&value) : NULL;
}

static int int_of(const ini *file, const char *group, const char *key)
{
    g_autofree char *value = text_of(file, group, key);
    return (int)option_int(value);
}

static double real_of(const ini *file, const char *group, const char *key)
{
    g_autofree char *value = text_of(file, group, key);
    return option_real(value);
}

static char **list_of(const ini *file, const char *group, const char *key)
{
    g_autofree char *value = text_of(file, group, key);
    return option_list(value);
}

/* "10,20,300,200" */
static bool area_of(const char *text, struct profile_mask *ret_area)
{
    int n[4] = {0};
    bool good = option_area(text, n);
    *ret_area = (struct profile_mask){n[0], n[1], n[2], n[3]};
    return good;
}

static bool record_of(const ini *file, enum profile_record *ret_record, struct profile_mask *ret_area)
{
    g_autofree char *text = text_of(file, "profile", "record");
    bool window = g_str_equal(text, "window"), display = g_str_equal(text, "display");
    *ret_record = window ? PROFILE_RECORD_WINDOW : display ? PROFILE_RECORD_DISPLAY : PROFILE_RECORD_AREA;
    return window || display || area_of(text, ret_area);
}

static bool crop_of(const ini *file, enum profile_crop *ret_crop, struct profile_mask *ret_area)
{
    g_autofree char *text = text_of(file, "profile", "crop");
    bool none = g_str_equal(text, "none"), window = g_str_equal(text, "window");
    *ret_crop = none ? PROFILE_CROP_NONE : window ? PROFILE_CROP_WINDOW : PROFILE_CROP_AREA;
    return none || window || area_of(text, ret_area);
}

static bool place_of(const ini *file, struct profile_mask *ret_place)
{
    g_autofree char *text = text_of(file, "profile", "place");
    return !*text || area_of(text, ret_place);
}

static void take_profile(profile *p, const ini *file)
{
    const char *g = "profile";
    p->app = text_or_null(file, g, "app");
    p->display = text_or_null(file, g, "display");
    p->window = text_or_null(file, g, "window");
    place_of(file, &p->place);
    p->wm = text_or_null(file, g, "wm");
    p->cwd = text_or_null(file, g, "cwd");
    g_autofree char *home = text_of(file, g, "home");
    p->home_temporary = g_str_equal(home, "temporary");
    g_autofree char *elements = text_of(file, g, "elements");
    p->elements.by = g_str_equal(elements, "atspi")         ? PROFILE_ELEMENTS_ATSPI
                     : g_str_equal(elements, "uiautomator") ? PROFILE_ELEMENTS_UIAUTOMATOR
                                                            : PROFILE_ELEMENTS_NONE;
    p->elements.open = g_str_equal(elements, "auto");
    p->gestures.back = text_or_null(file, g, "back");
    g_autofree char *swipe = text_of(file, g, "swipe");
    p->gestures.swipe_drags = g_str_equal(swipe, "drag");
    p->languages = list_of(file, g, "languages");
    p->mask_windows = list_of(file, g, "mask_windows");
    g_autofree char *match = text_of(file, g, "target_match");
    p->target_match = option_real(match);
    g_autofree char *frame = text_of(file, g, "frame_match");
    p->frame_match = option_real(frame);
    p->patch_px = int_of(file, g, "patch_px");
    g_autofree char *animated = text_of(file, g, "animated");
    profile_animated_parse(animated, &p->animated);
    g_autofree char *unnamed = text_of(file, g, "unnamed");
    p->unnamed_reversible = g_str_equal(unnamed, "reversible");
    p->settle_ms = int_of(file, g, "settle_ms");
    p->settle_timeout_ms = int_of(file, g, "settle_timeout_ms");
    record_of(file, &p->record.what, &p->record.area);
    g_autofree char *overlay = text_of(file, g, "overlay");
    p->view.overlay = option_list(overlay);
    crop_of(file, &p->view.crop, &p->view.area);
    p->view.enlarge = int_of(file, g, "enlarge");
    p->window_timeout_ms = int_of(file, g, "window_timeout_ms");
    p->max_hold_s = int_of(file, g, "max_hold_s");
    p->recall.steps = int_of(file, g, "recall_steps");
    p->recall.lessons = int_of(file, g, "recall_lessons");
    p->recall.chars = int_of(file, g, "recall_chars");
    g_autofree char *learn = text_of(file, g, "recall_learn");
    p->recall.learn = option_bool(learn);
    g_autofree char *foreign = text_of(file, g, "foreign_xtest");
    p->ignore_foreign = g_str_equal(foreign, "ignore");
    g_autofree char *give_back = text_of(file, g, "give_back");
    p->give_back = g_str_equal(give_back, "always")  ? PROFILE_GIVE_BACK_ALWAYS
                   : g_str_equal(give_back, "never") ? PROFILE_GIVE_BACK_NEVER
                                                     : PROFILE_GIVE_BACK_AUTO;
    g_autofree char *text = text_of(file, g, "text"), *from = text_of(file, g, "paste_from");
    p->paste.text = g_str_equal(text, "paste");
    p->paste.primary = g_str_equal(from, "primary");
    p->paste.keys = text_of(file, g, "paste_keys");
    p->merge = text_or_null(file, g, "merge");
    p->skills = list_of(file, g, "skills");
    p->allow = list_of(file, g, "allow");
    p->deny = list_of(file, g, "deny");
    static const struct {
        const char *key;
        guint bit;
    } given[] = {{"target_match", GIVEN_MATCH},
                 {"frame_match", GIVEN_FRAME},
                 {"patch_px", GIVEN_PATCH},
                 {"settle_ms", GIVEN_SETTLE},
                 {"settle_timeout_ms", GIVEN_TIMEOUT},
                 {"max_hold_s", GIVEN_HOLD},
                 {"recall_steps", GIVEN_RECALL_STEPS},
                 {"recall_lessons", GIVEN_RECALL_LESSONS},
                 {"recall_chars", GIVEN_RECALL_CHARS},
                 {"recall_learn", GIVEN_RECALL_LEARN}};
    for (guint i = 0; i < G_N_ELEMENTS(given); i++)
        if (g_key_file_has_key(file->file, g, given[i].key, NULL))
            p->given |= given[i].bit;
}

static void take_region(profile *p, const ini *file, const char *group, const char *name)
{
    struct profile_region r = {
        .name = g_strdup(name),
        .x = int_of(file, group, "x"),
        .y = int_of(file, group, "y"),
        .width = int_of(file, group, "width"),
        .height = int_of(file, group, "height"),
        .scale = int_of(file, group, "scale"),
        .whitelist = text_or_null(file, group, "whitelist"),
    };
    g_array_append_val(p->regions, r);
}

static void take_item(profile *p, const ini *file, const char *group, const char *kind, const char *name)
{
    if (strcmp(kind, "region") == 0) {
        take_region(p, file, group, name);
    } else if (strcmp(kind, "icon") == 0) {
        g_autofree char *match = text_of(file, group, "match");
        struct profile_icon icon = {g_strdup(name), text_of(file, group, "file"), strcmp(match, "alike") == 0};
        g_array_append_val(p->icons, icon);
    } else if (strcmp(kind, "ignore") == 0) {
        g_autofree char *from = text_of(file, group, "from");
        struct profile_ignore ignore = {strcmp(from, "screen") == 0, int_of(file, group, "x"), int_of(file, group, "y"),
                                        int_of(file, group, "width"), int_of(file, group, "height")};
        g_array_append_val(p->ignores, ignore);
    } else if (strcmp(kind, "turn") == 0) {
        struct profile_turn turn = {g_strdup(name), real_of(file, group, "x"), real_of(file, group, "y")};
        g_array_append_val(p->turns, turn);
    } else {
        struct profile_mask mask = {int_of(file, group, "x"), int_of(file, group, "y"), int_of(file, group, "width"),
                                    int_of(file, group, "height")};
        g_array_append_val(p->masks, mask);
    }
}

static bool take_group(profile *p, const ini *file, const char *group, GError **error)
{
    static const char *const kinds[] = {"profile", "region", "icon", "mask", "ignore", "rule", "turn", NULL};
    gsize length = strcspn(group, " ");
    g_autofree char *kind = g_strndup(group, length);
    const char *name = group[length] ? group + length + 1 : "";
    if (!g_strv_contains(kinds, kind)) {
        g_autofree char *hint = nearest_hint(kind, kinds);
        return fail(file, group, NULL, error, "no such group%s", hint);
    }
    if (strcmp(kind, "rule") == 0) {
        struct rule *r = rule_from_ini(file, group, error);
        if (!r)
            return false;
        g_ptr_array_add(p->rules, r);
        return p->rules->len <= RULES_MAX || fail(file, group, NULL, error, "more than %d rules", RULES_MAX);
    }
    enum profile_record record;
    enum profile_crop crop;
    struct profile_mask area;
    if (strcmp(kind, "profile") == 0 && !*name && check_keys(file, group, NULL) && !record_of(file, &record, &area))
        return fail(file, group, "record", error, "must be display, window, or X,Y,WIDTH,HEIGHT in pixels of the screen");
    if (strcmp(kind, "profile") == 0 && !*name && check_keys(file, group, NULL) && !crop_of(file, &crop, &area))
        return fail(file, group, "crop", error, "must be none, window, or X,Y,WIDTH,HEIGHT in pixels of the screen");
    if (strcmp(kind, "profile") == 0 && !*name && check_keys(file, group, NULL) && !place_of(file, &area))
        return fail(file, group, "place", error, "must be X,Y,WIDTH,HEIGHT in pixels of the screen");
    if (strcmp(kind, "profile") == 0)
        return *name ? fail(file, group, NULL, error, "[profile] has no name") : check_keys(file, group, error);
    if (!*name || strlen(name) > 64 || strchr(name, ' '))
        return fail(file, group, NULL, error, "needs one word as its name, as in [%s display]", kind);
    if (!check_keys(file, group, error))
        return false;
    if (strcmp(kind, "turn") == 0 && (real_of(file, group, "x") == 0 || real_of(file, group, "y") == 0))
        return fail(file, group, NULL, error, "x and y must not be 0: no way would lead through a degree");
    take_item(p, file, group, kind, name);
    guint most = MAX(MAX(p->regions->len, p->icons->len), MAX(p->masks->len, p->ignores->len));
    if (MAX(most, p->turns->len) > PROFILE_ITEMS_MAX)
        return fail(file, group, NULL, error, "more than %d of one kind", PROFILE_ITEMS_MAX);
    return true;
}

/* ---- reading ---- */

static profile *profile_new(const char *name, const char *origin)
{
    profile *p = g_new0(profile, 1);
    p->name = g_strdup(name);
    p->origin = g_strdup(origin);
    p->regions = g_array_new(FALSE, TRUE, sizeof(struct profile_region));
    p->icons = g_array_new(FALSE, TRUE, sizeof(struct profile_icon));
    p->masks = g_array_new(FALSE, TRUE, sizeof(struct profile_mask));
    p->ignores = g_array_new(FALSE, TRUE, sizeof(struct profile_ignore));
    p->rules = g_ptr_array_new_with_free_func((GDestroyNotify)rule_free);
    g_array_set_clear_func(p->regions, (GDestroyNotify)region_clear);
    p->turns = g_array_new(FALSE, TRUE, sizeof(struct profile_turn));
    g_array_set_clear_func(p->icons, (GDestroyNotify)icon_clear);
    g_array_set_clear_func(p->turns, (GDestroyNotify)turn_clear);
    return p;
}

profile *profile_parse(const char *name, const char *text, gsize length, const char *origin, GError **error)
{
    g_autoptr(ini) file = ini_parse(text, length, origin, error);
    if (!file)
        return NULL;
    if (file->odd->len) {
        g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, file->odd->pdata[0]);
        return NULL;
    }
    g_autoptr(profile) p = profile_new(name, origin);
    g_auto(GStrv) groups = g_key_file_get_groups(file->file, NULL);
    for (guint i = 0; groups[i]; i++)
        if (!take_group(p, file, groups[i], error))
            return NULL;
    take_profile(p, file);
    return g_steal_pointer(&p);
}

static void find_error(GPtrArray *findings, GError **error)
{
    g_ptr_array_add(findings, g_strdup((*error)->message));
    g_clear_error(error);
}

void profile_find_wrong(const char *text, gsize length, const char *origin, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ini) file = ini_parse(text, length, origin, &error);
    if (!file) {
        find_error(findings, &error);
        return;
    }
    for (guint i = 0; i < file->odd->len; i++)
        g_ptr_array_add(findings, g_strdup(file->odd->pdata[i]));
    g_autoptr(profile) p = profile_new("", origin);
    g_auto(GStrv) groups = g_key_file_get_groups(file->file, NULL);
    for (guint i = 0; groups[i]; i++) {
        g_autofree char *kind = g_strndup(groups[i], strcspn(groups[i], " "));
        g_autofree const char **known = option_names(profile_rows, G_N_ELEMENTS(profile_rows), kind);
        g_auto(GStrv) keys = g_key_file_get_keys(file->file, groups[i], NULL, NULL);
        guint before = findings->len;
        for (guint k = 0; known[0] && keys && keys[k]; k++)
            if (!check_key(file, groups[i], keys[k], &error))
                find_error(findings, &error);
        if (findings->len == before && !take_group(p, file, groups[i], &error))
            find_error(findings, &error);
    }
}

char *profile_path(const char *name)
{
    g_autofree char *file = g_strdup_printf("apps/%s.ini", name);
    return config_user_path(file);
}

char **profile_names(void)
{
    g_auto(GStrv) files = config_files("apps");
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; files[i]; i++)
        if (g_str_has_suffix(files[i], ".ini"))
            g_ptr_array_add(names, g_strndup(files[i], strlen(files[i]) - strlen(".ini")));
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

static bool known_profile(const char *name)
{
    g_auto(GStrv) names = profile_names();
    return g_strv_contains((const char *const *)names, name);
}

profile *profile_load(const char *name, GError **error)
{
    if (!known_profile(name)) {
        g_auto(GStrv) names = profile_names();
        g_autofree char *hint = nearest_hint(name, (const char *const *)names);
        g_autofree char *folder = config_user_path("apps");
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "no profile \"%s\"%s (profiles of yours are %s/NAME.ini)", name,
                    hint, folder);
        return NULL;
    }
    g_autofree char *path = g_strdup_printf("apps/%s.ini", name);
    g_autofree char *origin = NULL;
    g_autoptr(GBytes) bytes = config_file(path, &origin, error);
    if (!bytes)
        return NULL;
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    return profile_parse(name, text ? text : "", length, origin, error);
}

char *profile_display(const char *name, GError **error)
{
    g_autoptr(profile) p = name ? profile_load(name, error) : NULL;
    return p ? g_steal_pointer(&p->display) : NULL;
}

profile *profile_for_command(const char *command, GError **error)
{
    g_auto(GStrv) words = NULL;
    if (command && *command) {
        g_autoptr(GError) local = NULL;
        if (!g_shell_parse_argv(command, NULL, &words, &local)) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "\"%s\" is not a command line: %s (quote it as a shell would)",
                        command, local->message);
            return NULL;
        }
    }
    g_autofree char *base = words ? g_path_get_basename(words[0]) : g_strdup("default");
    return profile_load(known_profile(base) ? base : "default", error);
}

void profile_fill(profile *p, const config *cfg)
{
    if (!(p->given & GIVEN_MATCH))
        p->target_match = config_real(cfg, "gate", "target_match");
    if (!(p->given & GIVEN_FRAME))
        p->frame_match = config_real(cfg, "gate", "frame_match");
    if (!(p->given & GIVEN_PATCH))
        p->patch_px = (int)config_int(cfg, "gate", "patch_px");
    if (!(p->given & GIVEN_SETTLE))
        p->settle_ms = (int)config_int(cfg, "eye", "settle_ms");
    if (!(p->given & GIVEN_TIMEOUT))
        p->settle_timeout_ms = (int)config_int(cfg, "eye", "settle_timeout_ms");
    if (!(p->given & GIVEN_HOLD))
        p->max_hold_s = (int)config_int(cfg, "run", "max_hold_s");
    if (!(p->given & GIVEN_RECALL_STEPS))
        p->recall.steps = (int)config_int(cfg, "recall", "steps");
    if (!(p->given & GIVEN_RECALL_LESSONS))
        p->recall.lessons = (int)config_int(cfg, "recall", "lessons");
    if (!(p->given & GIVEN_RECALL_CHARS))
        p->recall.chars = (int)config_int(cfg, "recall", "chars");
    if (!(p->given & GIVEN_RECALL_LEARN))
        p->recall.learn = config_bool(cfg, "recall", "learn");
    if (!p->merge)
        p->merge = g_strdup(config_find(cfg, "modules", "merge")); /* the agents' */
}
