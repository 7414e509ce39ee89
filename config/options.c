#include "config/options.h"

#include "config/config.h"
#include "config/nearest.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define BIG 9007199254740992.0 /* 2^53: beyond, a double skips whole numbers */

/* reins.ini says the same with more words (tests/engine/session/test_options.c holds them together). What agents take is not
 * here. */
static const struct option_row own_rows[] = {
    {"run", "mode", OPTION_CHOICE, "step", 0, 0, "step|risk|watch|dry",
     "who decides: step asks for every action, risk from risk_tier on, watch at tier 3 only; dry fires nothing"},
    {"run", "brain", OPTION_STRING, "demo", 0, 0, NULL, "a [brain NAME] below"},
    {"run", "max_steps", OPTION_INT, "50", 1, 1000000, NULL, "the run ends after this many steps"},
    {"run", "max_cost", OPTION_REAL, "0", 0, 1000000, NULL,
     "the run pauses (without a console: ends) once it has cost more, USD; 0 = no limit"},
    {"run", "max_cost_day", OPTION_REAL, "0", 0, 1000000, NULL,
     "the same for all calls since midnight, of all runs, reins ask and embeddings, USD; 0 = no limit"},
    {"run", "expires_s", OPTION_INT, "0", 0, 86400, NULL, "what nobody decides or answers lapses after this, s; 0 = never"},
    {"run", "summary_every", OPTION_INT, "5", 1, 1000, NULL, "steps between two long-term summaries"},
    {"run", "memory_k", OPTION_INT, "5", 1, 50, NULL, "steps that the short-term memory holds"},
    {"run", "retrieve_k", OPTION_INT, "10", 1, 200, NULL, "skills that are retrieved for a plan beside the general ones"},
    {"run", "max_actions", OPTION_INT, "1", 1, 16, NULL, "actions of one plan that are fired before looking again"},
    {"run", "repair_wait_s", OPTION_INT, "10", 0, 86400, NULL, "how long a headless run waits for a person to mend a bad reply"},
    {"run", "sandbox", OPTION_SIZE, "1280x720", 64, 16384, NULL, "size of a sandbox display in pixels"},
    {"run", "vnc_password", OPTION_SECRET, "", 0, 0, NULL,
     "where the password of a VNC server is, in clear text: env:VAR, file:PATH (from the root or ~/) or cmd:COMMAND"},
    {"run", "max_hold_s", OPTION_INT, "60", 1, 3600, NULL, "longest that a key or button stays down, s"},

    {"skills", "trust_after", OPTION_INT, "5", 1, 1000, NULL, "verified uses in a row until a skill on trial is trusted"},
    {"skills", "demote_failed", OPTION_INT, "3", 1, 1000, NULL, "so many failures demote a trusted skill: it asks again"},
    {"skills", "demote_window", OPTION_INT, "5", 1, 1000, NULL, "among so many last uses"},

    {"skills", "embeddings", OPTION_STRING, "ngram", 0, 0, NULL,
     "how skills are searched: ngram (built in), or the name of a brain that makes vectors"},

    {"recall", "steps", OPTION_INT, "3", 0, 20, NULL, "past steps like the present one that a plan is shown; 0 = none"},
    {"recall", "lessons", OPTION_INT, "5", 0, 50, NULL, "lessons of earlier failures that a plan is told; 0 = none"},
    {"recall", "chars", OPTION_INT, "4000", 200, 100000, NULL,
     "longest that both of them together may be in a prompt, characters"},
    {"recall", "learn", OPTION_BOOL, "true", 0, 0, NULL, "failures are written down as lessons"},

    {"eye", "preview_fps", OPTION_REAL, "2", 0.1, 30, NULL, "pictures a second in the console"},
    {"eye", "record_fps", OPTION_REAL, "2", 0.1, 60, NULL,
     "looks a second for the agent's video; up to 10 after changes, if the display reports them"},
    {"eye", "keyframe_change", OPTION_REAL, "0", 0, 1, NULL,
     "least share of the screen with new text or layout in a keyframe; 0 = any"},
    {"eye", "settle_ms", OPTION_INT, "300", 0, 60000, NULL, "the screen has settled after this long without a change, ms"},
    {"eye", "settle_timeout_ms", OPTION_INT, "3000", 0, 600000, NULL,
     "a screen that never settles, or whose program still works, is taken as it is after this, ms; four times as long at its "
     "start"},
    {"eye", "match_tolerance", OPTION_INT, "24", 0, 255, NULL,
     "how much a single pixel may differ in a colour channel and still be the same"},
    {"eye", "words_wait_ms", OPTION_INT, "1500", 0, 60000, NULL,
     "longest that a request to a model waits for the words of numbered marks, ms"},

    {"gate", "grant_s", OPTION_INT, "20", 1, 600, NULL, "an approval is void when nothing has fired after this, s"},
    {"gate", "grant_tier3_s", OPTION_INT, "5", 1, 600, NULL, "the same at tier 3, s"},
    {"gate", "arm_ms", OPTION_INT, "400", 100, 10000, NULL, "a proposal card takes a decision after this long without a key, ms"},
    {"gate", "target_match", OPTION_REAL, "0.98", 0.5, 1, NULL,
     "least likeness at firing of the target, its window and its program's other windows to what was approved"},
    {"gate", "frame_match", OPTION_REAL, "0.95", 0, 1, NULL,
     "least share of the screen outside of the target's program that is at firing as it was approved"},
    {"gate", "patch_px", OPTION_INT, "96", 8, 1024, NULL, "side of the square around the target that is compared, pixels"},

    {"gate", "risk_tier", OPTION_INT, "2", 0, 3, NULL, "mode risk: from this tier on it asks; below, a fuse burns"},
    {"gate", "fuse_ms", OPTION_INT, "3000", 200, 60000, NULL, "modes risk and watch: time to veto before it fires by itself, ms"},
    {"gate", "idle_s", OPTION_INT, "900", 0, 86400, NULL,
     "modes risk and watch, and grants: so long without a sign of a person, and what comes asks; 0 = never, s"},
    {"gate", "loop_s", OPTION_INT, "60", 1, 600, NULL, "longest that a closed loop of a skill may ask for, s"},
    {"gate", "loop_events", OPTION_INT, "2000", 1, 10000, NULL, "most events that it may ask for"},
    {"gate", "policy", OPTION_STRING, "", 0, 0, NULL,
     "a Lua policy: policies/NAME.lua or an absolute path; it may raise tiers, ask and deny"},

    {"console", "thumbnails", OPTION_CHOICE, "auto", 0, 0, "auto|truecolor|256|off",
     "colours of the pictures; auto asks the terminal"},
    {"console", "editor", OPTION_STRING, "", 0, 0, NULL, "program to edit with; empty = $VISUAL, $EDITOR, vi"},
    {"console", "bell", OPTION_BOOL, "false", 0, 0, NULL, "ring when a decision is waited for"},
    {"console", "reasons", OPTION_STRING, "", 0, 0, NULL,
     "reasons to reject with (N, then 1 to 9), separated by ;, empty = those that ship"},

    {"tui", "graphics", OPTION_CHOICE, "auto", 0, 0, "auto|kitty|sixel|symbols",
     "how pictures are shown; auto asks the terminal, and takes symbols under tmux and GNU screen"},
    {"tui", "symbols", OPTION_CHOICE, "auto", 0, 0, "auto|sextants|quadrants|halves",
     "what cells of a picture are made of; auto: the finest that the terminal is known to draw"},
    {"tui", "words", OPTION_CHOICE, "words", 0, 0, "off|words|marks",
     "what is written over pictures in symbols: the words that were read, or also the numbers of marks; W switches it"},
    {"tui", "mouse", OPTION_BOOL, "true", 0, 0, NULL,
     "the console hears the mouse (it points, focuses, scrolls; shift selects text as without)"},
    {"tui", "notify", OPTION_STRING, "", 0, 0, NULL,
     "command that is run when a decision is waited for, and each 5 minutes while it is; $REINS_RUN and $REINS_STEP say which"},
    {"tui", "viewer", OPTION_STRING, "", 0, 0, NULL,
     "program that O shows a picture with; empty = $REINS_VIEWER, or xdg-open where a display is"},

    {"brain", "kind", OPTION_STRING, NULL, 0, 0, NULL, "openai, responses, anthropic, gemini, lua or human"},
    {"brain", "url", OPTION_URL, "", 0, 0, NULL, "base URL of the service, up to and with /v1"},
    {"brain", "model", OPTION_STRING, "", 0, 0, NULL, "the model, as its provider spells it"},
    {"brain", "key", OPTION_SECRET, "", 0, 0, NULL, "where the key is: env:VAR, file:PATH or cmd:COMMAND"},
    {"brain", "script", OPTION_STRING, "", 0, 0, NULL, "for kind=lua: brains/NAME.lua, or an absolute path"},
    {"brain", "price_in", OPTION_REAL, "0", 0, 100000, NULL, "USD for a million prompt tokens"},
    {"brain", "price_out", OPTION_REAL, "0", 0, 100000, NULL, "USD for a million completion tokens"},
    {"brain", "fallback", OPTION_STRING, "", 0, 0, NULL,
     "the brain that is asked instead while this one cannot be reached, is overloaded or limits requests"},
    {"brain", "timeout_s", OPTION_INT, "120", 1, 3600, NULL, "longest that one call may take, s"},
    {"brain", "max_tokens", OPTION_INT, "0", 0, 1000000, NULL, "longest reply in tokens; 0 = the provider's default"},
    {"brain", "json_mode", OPTION_CHOICE, "json_schema", 0, 0, "json_schema|json_object|prompt",
     "how the reply's form is asked for"},
    {"brain", "max_tokens_field", OPTION_CHOICE, "auto", 0, 0, "auto|max_tokens|max_completion_tokens|none",
     "what the service calls max_tokens; auto goes by the url"},
    {"brain", "send_detail", OPTION_BOOL, "true", 0, 0, NULL, "tell the service how closely to look at each picture"},
    {"brain", "cache", OPTION_CHOICE, "auto", 0, 0, "auto|off",
     "mark the beginning of a request that the provider may cache, where it is long enough (kind=anthropic)"},
    {"brain", "stream", OPTION_BOOL, "true", 0, 0, NULL, "have the answer sent as it is made"},
    {"brain", "headers_s", OPTION_INT, "-1", -1, 3600, NULL,
     "longest from the request sent until a stream begins, s; 0 = timeout_s alone counts, -1 = 600 on this machine or in its "
     "network, else 120"},
    {"brain", "silence_s", OPTION_INT, "60", 1, 3600, NULL,
     "longest that a stream may be silent in the middle, s (a ping of the service is a sign of life)"},
    {"brain", "temperature", OPTION_REAL, "-1", -1, 2, NULL, "sampling temperature; -1 = the provider's default"},
    {"brain", "seed", OPTION_INT, "-1", -1, G_MAXINT32, NULL, "seed of the sampling; -1 = none"},
    {"brain", "effort", OPTION_STRING, "", 0, 0, NULL, "how much to reason, as the provider spells it: low, medium, high"},
    {"brain", "header", OPTION_STRING, "", 0, 0, NULL, "headers of your own: NAME: VALUE; NAME: VALUE"},
    {"brain", "extra", OPTION_STRING, "", 0, 0, NULL, "a JSON object that is merged into the request's body"},
    {"brain", "computer_tool", OPTION_STRING, "", 0, 0, NULL,
     "version of the provider's computer tool (agent computer): computer_20250124, computer_use_preview; browser (gemini); empty "
     "= by the model's name, or the newest that the service takes"},
    {"brain", "grammar", OPTION_CHOICE, "none", 0, 0, "none|ui-tars|doubao|qwen2.5-vl|qwen3-vl|qwen3.5|glm-4.5v|opencua|holo",
     "what an open model writes its actions in (agent computer, kind=openai)"},
    {"brain", "price_cached", OPTION_REAL, "-1", -1, 100000, NULL,
     "USD for a million prompt tokens of the provider's cache; -1 = price_in"},
    {"brain", "price_written", OPTION_REAL, "-1", -1, 100000, NULL,
     "USD for a million prompt tokens that the provider writes into its cache; -1 = price_in"},
    {"brain", "batch", OPTION_INT, "64", 1, 2048, NULL,
     "texts in one request for vectors (embeddings); some services take 10 at most"},
    {"brain", "picture_side", OPTION_INT, "-1", -1, 16384, NULL,
     "longest side of a picture as it is sent, px; 0 = any, -1 = by the kind (anthropic 1568) and the model (some of OpenAI's)"},
    {"brain", "picture_pixels", OPTION_INT, "-1", -1, 268435456, NULL,
     "most pixels of a picture as it is sent; 0 = any, -1 = by the kind (anthropic 1150000)"},
    {"brain", "picture_multiple", OPTION_INT, "0", 0, 256, NULL,
     "the sides of a picture are multiples of this, px; 0 = by the grammar (ui-tars, qwen2.5-vl, opencua 28), else any"},
    {"brain", "coordinates", OPTION_CHOICE, "auto", 0, 0, "auto|pixels|1000|999|1",
     "what the model writes for a point: pixels of the picture, 0 to 1000, 999 or 1; auto goes by the grammar and the kind "
     "(gemini 1000)"},
    {"brain", "overlay", OPTION_CHOICES, "auto", 0, 0, "auto|none|marks|axes|grid|bands|pointer|numbers",
     "what is drawn on the picture of the screen that a planning model is sent; auto = as the program's profile says"},
};

/* ---- the list ---- */

static struct {
    struct option_row *rows; /* NULL = own_rows alone */
    gsize n;
} registered;

const struct option_row *option_rows(gsize *ret_n)
{
    *ret_n = registered.rows ? registered.n : G_N_ELEMENTS(own_rows);
    return registered.rows ? registered.rows : own_rows;
}

/* Behind the last row of its group; of a new group, at the end. */
static gsize place_of(const struct option_row *rows, gsize n, const char *group)
{
    for (gsize i = n; i > 0; i--)
        if (strcmp(rows[i - 1].group, group) == 0)
            return i;
    return n;
}

void option_register(const struct option_row *rows, gsize n)
{
    gsize n_all;
    const struct option_row *before = option_rows(&n_all);
    struct option_row *all = g_new(struct option_row, n_all + n);
    memcpy(all, before, n_all * sizeof *all);
    for (gsize i = 0; i < n; i++) {
        gsize at = place_of(all, n_all, rows[i].group);
        bool there = false;
        for (gsize j = 0; j < at; j++)
            there = there || (strcmp(all[j].group, rows[i].group) == 0 && strcmp(all[j].key, rows[i].key) == 0);
        if (there)
            continue;
        memmove(all + at + 1, all + at, (n_all - at) * sizeof *all);
        all[at] = rows[i];
        n_all++;
    }
    g_free(registered.rows);
    registered.rows = all;
    registered.n = n_all;
}

/* ---- looking up ---- */

/* Whether the row is one of that group: by its whole name, or by its first word. */
static bool is_of(const struct option_row *row, const char *group)
{
    gsize first = strcspn(group, " ");
    return strcmp(row->group, group) == 0 || (strlen(row->group) == first && strncmp(row->group, group, first) == 0);
}

const struct option_row *option_find(const struct option_row *rows, gsize n, const char *group, const char *key)
{
    for (gsize i = 0; i < n; i++)
        if (is_of(&rows[i], group) && strcmp(rows[i].key, key) == 0)
            return &rows[i];
    return NULL;
}

const struct option_row *option_known(const char *group, const char *key)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    return option_find(rows, n, group, key);
}

const char **option_names(const struct option_row *rows, gsize n, const char *group)
{
    GPtrArray *names = g_ptr_array_new();
    for (gsize i = 0; i < n; i++) {
        if (!group && (i == 0 || strcmp(rows[i].group, rows[i - 1].group) != 0))
            g_ptr_array_add(names, (char *)rows[i].group);
        else if (group && is_of(&rows[i], group))
            g_ptr_array_add(names, (char *)rows[i].key);
    }
    g_ptr_array_add(names, NULL);
    return (const char **)g_ptr_array_free(names, FALSE);
}

/* ---- values ---- */

char *option_takes(const struct option_row *row)
{
    switch (row->type) {
    case OPTION_STRING:
        return g_strdup("text");
    case OPTION_INT:
        return g_strdup_printf("a whole number from %.0f to %.0f", row->min, row->max);
    case OPTION_REAL:
        return g_strdup_printf("a number from %g to %g", row->min, row->max);
    case OPTION_BOOL:
        return g_strdup("true or false");
    case OPTION_CHOICE: {
        g_auto(GStrv) all = g_strsplit(row->allowed, "|", -1);
        g_autofree char *list = g_strjoinv(", ", all);
        return g_strdup_printf("one of %s", list);
    }
    case OPTION_CHOICES: {
        g_auto(GStrv) all = g_strsplit(row->allowed, "|", -1);
        g_autofree char *list = g_strjoinv(", ", all);
        return g_strdup_printf("some of %s, separated by ;", list);
    }
    case OPTION_SIZE:
        return g_strdup_printf("WIDTHxHEIGHT in pixels, each from %.0f to %.0f", row->min, row->max);
    case OPTION_URL:
        return g_strdup("a URL that begins with http:// or https:// and has no user or password in it");
    case OPTION_SECRET:
        return g_strdup("env:VARIABLE, file:PATH or cmd:COMMAND, never the key itself");
    case OPTION_REGEX:
        return g_strdup("a regular expression");
    case OPTION_NAMES:
        return g_strdup("names separated by ;");
    case OPTION_REGEXES:
        return g_strdup("regular expressions separated by ;");
    case OPTION_WORLD:
        return g_strdup("the name of a world");
    }
    g_assert_not_reached();
}

gint64 option_int(const char *value)
{
    return g_ascii_strtoll(value, NULL, 10);
}

double option_real(const char *value)
{
    return g_ascii_strtod(value, NULL);
}

/* -1 = neither. */
static int bool_word(const char *value)
{
    static const char *const no[] = {"false", "no", "off", NULL}, *const yes[] = {"true", "yes", "on", NULL};
    return g_strv_contains(yes, value) ? 1 : g_strv_contains(no, value) ? 0 : -1;
}

bool option_bool(const char *value)
{
    return bool_word(value) == 1;
}

char **option_list(const char *value)
{
    g_auto(GStrv) parts = g_strsplit(value, ";", -1);
    GPtrArray *list = g_ptr_array_new();
    for (guint i = 0; parts[i]; i++)
        if (*g_strstrip(parts[i]))
            g_ptr_array_add(list, g_strdup(parts[i]));
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

static bool digits(const char *text, gsize length)
{
    for (gsize i = 0; i < length; i++)
        if (!g_ascii_isdigit(text[i]))
            return false;
    return length > 0 && length < 10;
}

bool option_area(const char *value, int ret_area[4])
{
    g_auto(GStrv) parts = g_strsplit(value, ",", 5);
    bool good = g_strv_length(parts) == 4;
    for (guint i = 0; good && i < 4; i++) {
        guint64 n = 0;
        good = g_ascii_string_to_unsigned(g_strstrip(parts[i]), 10, i < 2 ? 0 : 1, OPTION_EDGE_MAX, &n, NULL);
        ret_area[i] = (int)n;
    }
    return good;
}

bool option_size(const char *value, int *ret_width, int *ret_height)
{
    const char *x = strpbrk(value, "xX");
    if (!x || !digits(value, (gsize)(x - value)) || !digits(x + 1, strlen(x + 1)))
        return false;
    *ret_width = (int)g_ascii_strtoll(value, NULL, 10);
    *ret_height = (int)g_ascii_strtoll(x + 1, NULL, 10);
    return *ret_width > 0 && *ret_height > 0;
}

static bool real_fits(const struct option_row *row, const char *value)
{
    char *end;
    /* strtod would take "0x10", "inf" and "nan". */
    if (!*value || strspn(value, "+-.0123456789eE") != strlen(value))
        return false;
    double v = g_ascii_strtod(value, &end);
    return *end == '\0' && end != value && isfinite(v) && v >= row->min && v <= row->max;
}

static bool url_fits(const char *value)
{
    if (!*value)
        return true;
    g_autoptr(GUri) uri = g_uri_parse(value, G_URI_FLAGS_NONE, NULL);
    if (!uri || g_uri_get_userinfo(uri) || !g_uri_get_host(uri) || !*g_uri_get_host(uri))
        return false;
    return strcmp(g_uri_get_scheme(uri), "https") == 0 || strcmp(g_uri_get_scheme(uri), "http") == 0;
}

static bool secret_fits(const char *value)
{
    static const char *const kinds[] = {"env:", "file:", "cmd:"};
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_has_prefix(value, kinds[i]))
            return value[strlen(kinds[i])] != '\0';
    return !*value;
}

static bool name_fits(const char *name)
{
    for (const char *p = name; *p; p++)
        if (!g_ascii_isalnum(*p) && *p != '_' && *p != '-')
            return false;
    return *name;
}

static bool regex_check(const char *pattern, GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, &local);
    if (regex)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "must be a regular expression, but %s", local->message);
    return false;
}

static bool list_check(const struct option_row *row, const char *value, GError **error)
{
    g_auto(GStrv) list = option_list(value);
    for (guint i = 0; list[i]; i++) {
        if (row->type == OPTION_REGEXES && !regex_check(list[i], error))
            return false;
        if (row->type == OPTION_NAMES && !name_fits(list[i])) {
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "must be names separated by ; (\"%s\" is none)", list[i]);
            return false;
        }
    }
    return true;
}

static bool world_check(const char *name, GError **error)
{
    g_auto(GStrv) worlds = config_files("worlds");
    for (guint i = 0; worlds[i]; i++) {
        if (g_str_has_suffix(worlds[i], ".ini"))
            worlds[i][strlen(worlds[i]) - strlen(".ini")] = '\0';
        if (g_str_equal(worlds[i], name))
            return true;
    }
    g_autofree char *hint = nearest_hint(name, (const char *const *)worlds);
    if (*name)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "must be the name of a world, and there is no world %.60s%s", name,
                    hint);
    return !*name;
}

static bool choices_fit(const struct option_row *row, const char *value)
{
    g_auto(GStrv) all = g_strsplit(row->allowed, "|", -1), list = option_list(value);
    bool fit = true;
    for (guint i = 0; list[i]; i++)
        fit = fit && g_strv_contains((const char *const *)all, list[i]);
    return fit && *list;
}

static bool option_fits(const struct option_row *row, const char *value)
{
    gint64 whole;
    int width, height;
    switch (row->type) {
    case OPTION_STRING:
        return row->fallback || *value;
    case OPTION_INT:
        return g_ascii_string_to_signed(value, 10, (gint64)MAX(row->min, -BIG), (gint64)MIN(row->max, BIG), &whole, NULL);
    case OPTION_REAL:
        return real_fits(row, value);
    case OPTION_BOOL:
        return bool_word(value) >= 0;
    case OPTION_CHOICE: {
        g_auto(GStrv) all = g_strsplit(row->allowed, "|", -1);
        return g_strv_contains((const char *const *)all, value);
    }
    case OPTION_CHOICES:
        return choices_fit(row, value);
    case OPTION_SIZE:
        return option_size(value, &width, &height) && MIN(width, height) >= row->min && MAX(width, height) <= row->max;
    case OPTION_URL:
        return url_fits(value);
    case OPTION_SECRET:
        return secret_fits(value);
    case OPTION_REGEX:
    case OPTION_NAMES:
    case OPTION_REGEXES:
    case OPTION_WORLD:
        return true;
    }
    return false;
}

bool option_check(const struct option_row *row, const char *value, GError **error)
{
    for (const char *p = value; *p; p++)
        if ((guchar)*p < 0x20 || *p == 0x7f) {
            g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "must not have control characters in it");
            return false;
        }
    if (row->type == OPTION_REGEX)
        return regex_check(value, error);
    if (row->type == OPTION_WORLD)
        return world_check(value, error);
    if (row->type == OPTION_NAMES || row->type == OPTION_REGEXES)
        return list_check(row, value, error);
    if (option_fits(row, value))
        return true;
    g_autofree char *takes = option_takes(row);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "must be %s", row->type == OPTION_STRING ? "given" : takes);
    return false;
}
