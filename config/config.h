#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

/* Configuration: the shipped reins.ini, then the user's file over it. The options table (options.c) is the one list of
 * what may be set: it drives defaults, checks, `reins config show` and the manual page.
 *
 * Files: every shipped file (reins.ini, apps, prompts, brains, skills/lib) is compiled in; a file of the same relative path
 * under $XDG_CONFIG_HOME/reins overrides it. */

#include <glib.h>
#include <stdbool.h>

#define CONFIG_ERROR (config_error_quark())
GQuark config_error_quark(void);

enum config_error {
    CONFIG_ERROR_USAGE,       /* a name that does not exist, a value out of range: exit code 2 */
    CONFIG_ERROR_ENVIRONMENT, /* a folder that cannot be made, a key that is not to be had: exit code 3 */
    CONFIG_ERROR_FAILED,      /* a file that does not parse or cannot be read: exit code 1 */
};

/* One `[brain NAME]` group. All strings owned, NULL where unset. */
typedef struct brain_profile {
    char *name;
    char *kind;             /* openai | responses | anthropic | gemini | lua | human | replay (later: cassette) */
    char *url;              /* base URL, e.g. https://api.openai.com/v1 */
    char *model;            /* as the provider spells it */
    char *key;              /* env:VAR | file:PATH | cmd:COMMAND; never the key itself */
    char *script;           /* kind=lua: brains/NAME.lua (shipped or the user's) or an absolute path */
    double price_in;        /* USD per million prompt tokens */
    double price_out;       /* USD per million completion tokens */
    int timeout_s;          /* whole call */
    int max_tokens;         /* 0 = the provider's default */
    char *json_mode;        /* json_schema | json_object | prompt */
    char *max_tokens_field; /* max_tokens | max_completion_tokens | none */
    bool send_detail;
    bool stream;          /* answers are asked for piece by piece */
    int silence_s;        /* longest between two events of a stream */
    double temperature;   /* negative = the provider's default */
    gint64 seed;          /* negative = none */
    char *effort;         /* of reasoning, as the provider spells it; NULL = its default */
    char *header;         /* "NAME: VALUE; NAME: VALUE" */
    char *extra;          /* a JSON object merged into the body */
    char *computer_tool;  /* version of the provider's computer tool, as the provider spells it; NULL = the newest known */
    double price_cached;  /* USD per million prompt tokens of the provider's cache; negative = price_in */
    int picture_side;     /* longest side of a picture as it is sent, px; 0 = any */
    int picture_pixels;   /* largest area, px; 0 = any */
    int picture_multiple; /* its sides are multiples of this, px */
    char *coordinates;    /* what the model writes for a point: pixels | 1000 | 999 | 1; NULL = pixels of the screen */
} brain_profile;

typedef struct config config;

/* Reads the shipped defaults and the user's reins.ini. Unknown groups and keys are not errors: they become warnings that
 * name the nearest known one. Errors: a file that does not parse, a value of the wrong type or out of range; that of a brain
 * is one only for config_brain(), and ends no command that does not ask it. */
config *config_load(GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same from a text in place of the user's file (tests). */
config *config_load_text(const char *user_text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void config_free(config *cfg);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(config, config_free)

/* Values by group and key; a brain's group is "brain NAME", an agent's "agent NAME". The option must be in the table (a
 * programmer's error otherwise). Strings are borrowed from cfg; unset is "". */
const char *config_string(const config *cfg, const char *group, const char *key);
gint64 config_int(const config *cfg, const char *group, const char *key);
double config_real(const config *cfg, const char *group, const char *key);
bool config_bool(const config *cfg, const char *group, const char *key);
/* The same of names that are known at run time only: NULL = no such option. */
const char *config_find(const config *cfg, const char *group, const char *key);
/* Whether a file says it (the shipped one counts), and not the default alone. */
bool config_is_set(const config *cfg, const char *group, const char *key);
/* A size option, "1280x720". */
void config_size(const config *cfg, const char *group, const char *key, int *ret_width, int *ret_height);

/* The [rule NAME] groups (struct rule*, config/rules.h), in the order of the file; borrowed, possibly empty. */
const GPtrArray *config_rules(const config *cfg);
/* Sentences of what was odd in the user's file; borrowed, possibly empty. */
const GPtrArray *config_warnings(const config *cfg);
/* Path of the user's reins.ini (existing or not); borrowed. */
const char *config_path(const config *cfg);
/* The effective configuration as INI text with every option; caller frees. */
char *config_show(const config *cfg);
/* The same as one JSON object {"run": {…}, …, "agents": {NAME: {…}}, "brains": {NAME: {…}}, "rules": {NAME: {…}}, "path": …,
 * "warnings": […]}; caller frees. (config_json.c) */
char *config_show_json(const config *cfg);

/* The first value of a "brain NAME" group that cannot be, as a sentence with file and line; NULL = none. Borrowed. */
const char *config_brain_wrong(const config *cfg, const char *group);
/* The brain NAME, checked. Error: no such group (names those there are), kind unknown, a needed key missing, a wrong value. */
brain_profile *config_brain(const config *cfg, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* NULL-terminated names of all [brain] groups; caller frees with g_strfreev. */
char **config_brain_names(const config *cfg);
void brain_profile_free(brain_profile *brain);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_profile, brain_profile_free)

/* $XDG_DATA_HOME/reins and its runtime folder ($XDG_RUNTIME_DIR/reins, else DATA/run), made 0700 where missing; caller frees.
 * Error: ENVIRONMENT. */
char *config_data_dir(GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *config_runtime_dir(GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A shipped file or the user's override, by relative path ("prompts/cradle/plan.md", "skills/lib/base.lua", "apps/xcalc.ini"); an
 * absolute path is read as it is. ret_origin (optional; caller frees) is the file's path, or "shipped:PATH". */
GBytes *config_file(const char *path, char **ret_origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Sorted, NULL-terminated names of the files in a folder, shipped and the user's; caller frees with g_strfreev. */
char **config_files(const char *folder);

#endif
