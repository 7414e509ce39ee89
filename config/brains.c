/* The [brain NAME] groups. */

#include "config/cassette_brain.h"
#include "config/config.h"
#include "config/nearest.h"
#include "config/options.h"

#include <string.h>

#define CASSETTE_SILENCE_S 60

/* What each kind needs beside its name; how large its pictures may be before the service makes them smaller (the
 * providers' vision guides, November 2026), and what its models write for a point. Scripts and people have pixels of the screen,
 * whatever the profile says. */
static const struct brain_kind {
    const char *kind, *needs[3];
    int picture_side, picture_pixels;
    const char *coordinates; /* NULL = no model */
} brain_kinds[] = {
    {"openai", {"url", "model", NULL}, 0, 0, "pixels"},
    {"responses", {"url", "model", NULL}, 0, 0, "pixels"},
    {"anthropic", {"url", "model", NULL}, 1568, 1150000, "pixels"},
    {"gemini", {"url", "model", NULL}, 0, 0, "1000"},
    {"lua", {"script", NULL}, 0, 0, NULL},
    {"human", {NULL}, 0, 0, NULL},
};

/* What the model that is trained on a grammar counts in, and what it brings pictures to (the
 * models' cards: a multiple, fewest and most pixels); a picture that has this already is left as it is. Also how some versions of
 * it count otherwise: doubao is ui-tars in thousandths. */
static const struct brain_grammar {
    const char *name, *coordinates;
    int picture_pixels, picture_multiple;
} brain_grammars[] = {
    {"ui-tars", "pixels", 16384 * 28 * 28, 28},
    {"doubao", "1000", 0, 1},
    {"qwen2.5-vl", "pixels", 12845056, 28},
    {"qwen3-vl", "1000", 0, 1},
    {"qwen3.5", "1000", 0, 1},
    {"glm-4.5v", "999", 0, 1},
    {"opencua", "pixels", 12845056, 28},
    {"holo", "1000", 0, 1},
};

/* OpenAI makes pictures smaller by itself (its vision guide, November 2026): to a longest and a shortest side, or to 1536 squares
 * of 32 px. What stands before a "-", with what follows it; the first that fits. Newer models take larger ones. */
static const struct brain_model {
    const char *name;
    int picture_side, picture_short, picture_pixels;
} brain_models[] = {
    {"gpt-4.1-mini", 0, 0, 1400000},
    {"gpt-4.1-nano", 0, 0, 1400000},
    {"gpt-5-mini", 0, 0, 1400000},
    {"gpt-5-nano", 0, 0, 1400000},
    {"o4-mini", 0, 0, 1400000},
    {"gpt-4o", 2048, 768, 0},
    {"gpt-4.1", 2048, 768, 0},
    {"gpt-5", 2048, 768, 0},
    {"o1", 2048, 768, 0},
    {"o3", 2048, 768, 0},
    {"computer-use-preview", 2048, 768, 0},
};

/* The computer tool of a provider's models (their guides, November 2026): the first pattern that fits. tool NULL = none. What
 * fits none is newer, and has the newest. */
static const struct brain_tool {
    const char *kind, *model, *tool;
} brain_tools[] = {
    {"anthropic", "claude-3-5-sonnet*", "computer_20241022"},
    {"anthropic", "claude-3-7-sonnet*", "computer_20250124"},
    {"anthropic", "claude-3-*", NULL},
    {"anthropic", "claude-sonnet-4-0", "computer_20250124"},
    {"anthropic", "claude-sonnet-4-2025*", "computer_20250124"},
    {"anthropic", "claude-sonnet-4-5*", "computer_20250124"},
    {"anthropic", "claude-sonnet-4-6*", "computer_20251124"},
    {"anthropic", "claude-haiku-4-5*", "computer_20250124"},
    {"anthropic", "claude-opus-4-0", "computer_20250124"},
    {"anthropic", "claude-opus-4-2025*", "computer_20250124"},
    {"anthropic", "claude-opus-4-1*", "computer_20250124"},
    {"anthropic", "claude-opus-4-5*", "computer_20251124"},
    {"anthropic", "claude-opus-4-6*", "computer_20251124"},
    {"anthropic", "claude-opus-4-7*", "computer_20251124"},
    {"responses", "computer-use-preview*", "computer_use_preview"},
    {"responses", "gpt-3.5*", NULL},
    {"responses", "gpt-4*", NULL},
    {"responses", "gpt-5", NULL},
    {"responses", "gpt-5-*", NULL},
    {"responses", "gpt-5.1*", NULL},
    {"responses", "gpt-5.2*", NULL},
    {"responses", "gpt-5.3*", NULL},
    {"responses", "o1*", NULL},
    {"responses", "o3*", NULL},
    {"responses", "o4-*", NULL},
    {"gemini", "gemini-2.5-computer-use*", "browser"},
    {"gemini", "gemini-1*", NULL},
    {"gemini", "gemini-2*", NULL},
    {"gemini", "gemini-3-*", "browser"},
};
/* Some that have one, for people. */
static const char *const brains_with_tool[][2] = {
    {"anthropic", "claude-opus-5-5, claude-sonnet-5, claude-sonnet-4-5"},
    {"responses", "gpt-5.4, computer-use-preview"},
    {"gemini", "gemini-3.5-flash, gemini-2.5-computer-use-preview-10-2025"},
};

void brain_profile_free(brain_profile *brain)
{
    if (!brain)
        return;
    g_free(brain->name);
    g_free(brain->kind);
    g_free(brain->url);
    g_free(brain->model);
    g_free(brain->key);
    g_free(brain->script);
    g_free(brain->json_mode);
    g_free(brain->max_tokens_field);
    g_free(brain->effort);
    g_free(brain->header);
    g_free(brain->extra);
    g_free(brain->coordinates);
    g_strfreev(brain->overlay);
    g_free(brain->computer_tool);
    g_free(brain->grammar);
    g_free(brain);
}

static char *string_or_null(const config *cfg, const char *group, const char *key)
{
    const char *value = config_string(cfg, group, key);
    return *value ? g_strdup(value) : NULL;
}

/* Newer OpenAI models refuse max_tokens; most others know nothing else. */
static char *tokens_field(const config *cfg, const char *group)
{
    const char *field = config_string(cfg, group, "max_tokens_field");
    const char *url = config_string(cfg, group, "url");
    if (strcmp(field, "auto") != 0)
        return g_strdup(field);
    bool openai = strstr(url, "//api.openai.com") || strstr(url, ".openai.azure.com");
    return g_strdup(openai ? "max_completion_tokens" : "max_tokens");
}

/* NULL = its service does nothing of the kind, or nobody knows. */
static const struct brain_model *model_of(const brain_profile *brain)
{
    const char *name = brain->model ? brain->model : "", *own = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    for (gsize i = 0; i < G_N_ELEMENTS(brain_models); i++) {
        gsize length = strlen(brain_models[i].name);
        if (strncmp(own, brain_models[i].name, length) == 0 && (own[length] == '-' || own[length] == '\0'))
            return &brain_models[i];
    }
    return NULL;
}

/* By the model's name, where nobody has set it. */
static void set_tool(brain_profile *brain)
{
    const struct brain_tool *row = brain_tools, *end = row + G_N_ELEMENTS(brain_tools);
    const char *model = brain->model ? brain->model : "";
    brain->own_tool = brain->computer_tool;
    brain->drives = brain->own_tool || brain->grammar;
    while (row < end && !(g_str_equal(row->kind, brain->kind) && g_pattern_match_simple(row->model, model)))
        row++;
    const char *others = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(brains_with_tool); i++)
        if (g_str_equal(brains_with_tool[i][0], brain->kind))
            others = brains_with_tool[i][1];
    bool has = row == end ? others != NULL : row->tool != NULL;
    brain->drives = brain->drives || has;
    if (brain->own_tool || row == end)
        return;
    brain->computer_tool = g_strdup(row->tool);
    brain->with_tool = has ? NULL : others;
}

/* How pictures are sent, and what comes back for a point of one. */
static void set_pictures(const config *cfg, const char *group, brain_profile *brain)
{
    const struct brain_kind *kind = brain_kinds;
    const struct brain_grammar *grammar = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(brain_grammars); i++)
        if (g_strcmp0(brain_grammars[i].name, brain->grammar) == 0)
            grammar = &brain_grammars[i];
    while (!g_str_equal(kind->kind, brain->kind)) /* checked before */
        kind++;
    brain->picture_multiple = 1;
    brain->overlay = option_list(config_string(cfg, group, "overlay"));
    brain->sees = kind->coordinates != NULL;
    if (!kind->coordinates)
        return;
    gint64 side = config_int(cfg, group, "picture_side"), pixels = config_int(cfg, group, "picture_pixels");
    gint64 multiple = config_int(cfg, group, "picture_multiple");
    const char *coordinates = config_string(cfg, group, "coordinates");
    brain->picture_side = side < 0 ? kind->picture_side : (int)side;
    brain->picture_pixels = pixels >= 0 ? (int)pixels : grammar ? grammar->picture_pixels : kind->picture_pixels;
    brain->picture_multiple = multiple > 0 ? (int)multiple : grammar ? grammar->picture_multiple : 1;
    const struct brain_model *model = side < 0 && pixels < 0 && !grammar ? model_of(brain) : NULL;
    if (model) {
        brain->picture_side = model->picture_side;
        brain->picture_short = model->picture_short;
        brain->picture_pixels = model->picture_pixels;
    }
    brain->coordinates = g_strdup(!g_str_equal(coordinates, "auto") ? coordinates
                                  : grammar                         ? grammar->coordinates
                                                                    : kind->coordinates);
}

/* A server of one's own may load its model before it begins to answer. */
static int headers_s(const config *cfg, const char *group)
{
    static const char *const own[] = {"localhost", "127.", "10.", "192.168.", "[::1]", "[fe80:", "[fd"};
    gint64 s = config_int(cfg, group, "headers_s");
    const char *url = config_string(cfg, group, "url"), *host = strstr(url, "//") ? strstr(url, "//") + 2 : url;
    bool near = strcspn(host, ".") >= strcspn(host, ":/"); /* a name without a dot */
    bool number = strspn(host, "0123456789.") == strcspn(host, ":/");
    for (gsize i = 0; i < G_N_ELEMENTS(own); i++)
        near = near || (g_str_has_prefix(host, own[i]) && (number || !g_ascii_isdigit(*host)));
    return s >= 0 ? (int)s : near ? 600 : 120;
}

static bool check_kind(const config *cfg, const char *group, GError **error)
{
    const char *kind = config_string(cfg, group, "kind");
    const char *known[G_N_ELEMENTS(brain_kinds) + 1] = {NULL};
    for (guint i = 0; i < G_N_ELEMENTS(brain_kinds); i++) {
        known[i] = brain_kinds[i].kind;
        if (strcmp(kind, brain_kinds[i].kind) != 0)
            continue;
        for (guint k = 0; brain_kinds[i].needs[k]; k++) {
            if (*config_string(cfg, group, brain_kinds[i].needs[k]))
                continue;
            g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "[%s] has no %s, which kind=%s needs (set it in %s)", group,
                        brain_kinds[i].needs[k], kind, config_path(cfg));
            return false;
        }
        return true;
    }
    g_autofree char *hint = nearest_hint(kind, known);
    if (*kind)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "[%s] kind = %.60s: no such kind%s (set it in %s)", group, kind,
                    hint, config_path(cfg));
    else
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "[%s] has no kind%s (set it in %s)", group, hint, config_path(cfg));
    return false;
}

/* The other kinds have a computer tool of their own, or no model that writes. */
static bool check_grammar(const config *cfg, const char *group, GError **error)
{
    const char *grammar = config_string(cfg, group, "grammar"), *kind = config_string(cfg, group, "kind");
    if (g_str_equal(grammar, "none") || g_str_equal(kind, "openai"))
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "[%s] grammar = %s: kind=%s has none, kind=openai has (in %s)", group,
                grammar, kind, config_path(cfg));
    return false;
}

/* replay:RUN needs no group: it costs nothing and knows no model. */
static brain_profile *recorded_run(const char *name, GError **error)
{
    const char *run = name + strlen("replay:");
    gint64 number;
    if (!g_ascii_string_to_signed(run, 10, 1, G_MAXINT64, &number, NULL)) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "brain %s: \"%s\" is not a run (a number from `reins memory runs`)",
                    name, run);
        return NULL;
    }
    brain_profile *brain = g_new0(brain_profile, 1);
    brain->name = g_strdup(name);
    brain->kind = g_strdup("replay");
    brain->script = g_strdup(run);
    return brain;
}

/* cassette:FILE[,as=NAME…] needs none either: what is played says which service it was, and how its model counts points and how
 * its pictures were sent; with as= these are the group's, [brain NAME]. */
static brain_profile *recorded_calls(const config *cfg, const char *name, GError **error)
{
    const char *as = strstr(name, ",as=");
    g_autofree char *group = as ? g_strndup(as + strlen(",as="), strcspn(as + strlen(",as="), ",")) : NULL;
    g_autoptr(brain_profile) of = group ? config_brain(cfg, group, error) : NULL;
    if (group && !of)
        return NULL;
    brain_profile *brain = g_new0(brain_profile, 1);
    brain->name = g_strdup(name);
    brain->kind = g_strdup("cassette");
    brain->script = g_strdup(name + strlen("cassette:"));
    brain->stream = true;
    brain->silence_s = CASSETTE_SILENCE_S;
    brain->temperature = brain->price_cached = brain->price_written = -1;
    brain->seed = -1;
    brain->sees = true;
    if (!group) {
        cassette_brain_read(brain->script, brain);
        return brain;
    }
    brain->grammar = g_strdup(of->grammar);
    brain->coordinates = g_strdup(of->coordinates);
    brain->picture_side = of->picture_side;
    brain->picture_short = of->picture_short;
    brain->picture_pixels = of->picture_pixels;
    brain->picture_multiple = of->picture_multiple;
    brain->overlay = g_strdupv(of->overlay);
    return brain;
}

char *config_script_path(const char *script)
{
    if (g_path_is_absolute(script))
        return g_strdup(script);
    return g_strconcat(g_str_has_prefix(script, "brains/") ? "" : "brains/", script,
                       g_str_has_suffix(script, ".lua") ? "" : ".lua", NULL);
}

brain_profile *config_brain(const config *cfg, const char *name, GError **error)
{
    if (g_str_has_prefix(name, "replay:"))
        return recorded_run(name, error);
    if (g_str_has_prefix(name, "cassette:"))
        return recorded_calls(cfg, name, error);
    g_auto(GStrv) names = config_brain_names(cfg);
    if (!g_strv_contains((const char *const *)names, name)) {
        g_autofree char *all = g_strjoinv(", ", names);
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "no brain \"%s\": there are %s (add a group [brain %s] to %s)", name,
                    all, name, config_path(cfg));
        return NULL;
    }
    g_autofree char *group = g_strdup_printf("brain %s", name);
    const char *wrong = config_brain_wrong(cfg, group);
    if (wrong) {
        g_set_error_literal(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, wrong);
        return NULL;
    }
    if (!check_kind(cfg, group, error) || !check_grammar(cfg, group, error))
        return NULL;
    const char *fallback = config_string(cfg, group, "fallback");
    if (*fallback && !g_strv_contains((const char *const *)names, fallback)) {
        g_autofree char *hint = nearest_hint(fallback, (const char *const *)names);
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "[%s] fallback = %.60s: no such brain%s (set it in %s)", group,
                    fallback, hint, config_path(cfg));
        return NULL;
    }
    brain_profile *brain = g_new0(brain_profile, 1);
    brain->name = g_strdup(name);
    brain->kind = string_or_null(cfg, group, "kind");
    brain->url = string_or_null(cfg, group, "url");
    brain->model = string_or_null(cfg, group, "model");
    brain->key = string_or_null(cfg, group, "key");
    brain->script = string_or_null(cfg, group, "script");
    brain->price_in = config_real(cfg, group, "price_in");
    brain->price_out = config_real(cfg, group, "price_out");
    bool service = brain->model; /* a script and a person have none, and cost nothing */
    brain->unpriced_in = service && !config_is_set(cfg, group, "price_in");
    brain->unpriced_out = service && !config_is_set(cfg, group, "price_out");
    brain->timeout_s = (int)config_int(cfg, group, "timeout_s");
    brain->max_tokens = (int)config_int(cfg, group, "max_tokens");
    brain->json_mode = string_or_null(cfg, group, "json_mode");
    brain->max_tokens_field = tokens_field(cfg, group);
    brain->send_detail = config_bool(cfg, group, "send_detail");
    brain->cache = !g_str_equal(config_string(cfg, group, "cache"), "off");
    brain->stream = config_bool(cfg, group, "stream");
    brain->headers_s = headers_s(cfg, group);
    brain->silence_s = (int)config_int(cfg, group, "silence_s");
    brain->temperature = config_real(cfg, group, "temperature");
    brain->seed = config_int(cfg, group, "seed");
    brain->effort = string_or_null(cfg, group, "effort");
    brain->header = string_or_null(cfg, group, "header");
    brain->extra = string_or_null(cfg, group, "extra");
    brain->computer_tool = string_or_null(cfg, group, "computer_tool");
    if (!g_str_equal(config_string(cfg, group, "grammar"), "none"))
        brain->grammar = string_or_null(cfg, group, "grammar");
    brain->price_cached = config_real(cfg, group, "price_cached");
    brain->price_written = config_real(cfg, group, "price_written");
    brain->batch = (int)config_int(cfg, group, "batch");
    set_tool(brain);
    set_pictures(cfg, group, brain);
    return brain;
}
