#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

/* Configuration: the shipped reins.ini, overridden by the user's file. The options table (options.c) lists every option once.
 * Defaults, checks, `reins config show` and the manual page are made from it.
 *
 * Files: every shipped file (reins.ini, apps, prompts, brains, skills/lib) is compiled in. A file with the same relative path
 * under $XDG_CONFIG_HOME/reins overrides it. */

#include <glib.h>
#include <stdbool.h>

#define CONFIG_ERROR (config_error_quark())
GQuark config_error_quark(void);

enum config_error {
    CONFIG_ERROR_USAGE,       /* unknown name, value out of range: exit code 2 */
    CONFIG_ERROR_ENVIRONMENT, /* a folder cannot be made, a key is not available: exit code 3 */
    CONFIG_ERROR_FAILED,      /* a file cannot be read or parsed: exit code 1 */
};

/* One `[brain NAME]` group. All strings owned, NULL where unset. */
typedef struct brain_profile {
    char *name;
    char *kind;             /* openai | responses | anthropic | gemini | lua | human | replay | cassette */
    char *url;              /* base URL, e.g. https://api.openai.com/v1 */
    char *model;            /* as the provider spells it */
    char *key;              /* env:VAR | file:PATH | cmd:COMMAND; never the key itself */
    char *script;           /* kind=lua: brains/NAME.lua (shipped or the user's) or an absolute path; kind=cassette: the file */
    double price_in;        /* USD per million prompt tokens */
    double price_out;       /* USD per million completion tokens */
    bool unpriced_in;       /* a service whose price_in nobody has said: 0 is no price… */
    bool unpriced_out;      /* …nor is its price_out */
    int timeout_s;          /* seconds for the whole call */
    int max_tokens;         /* 0 = the provider's default */
    char *json_mode;        /* json_schema | json_object | prompt */
    char *max_tokens_field; /* max_tokens | max_completion_tokens | none */
    bool send_detail;
    bool cache;            /* mark what of a request the provider may cache (kind=anthropic) */
    bool stream;           /* ask for a streamed answer */
    int headers_s;         /* longest time from the request sent to the head of a streamed answer; 0 = timeout_s alone counts */
    int silence_s;         /* longest time between two events of a stream */
    double temperature;    /* negative = the provider's default */
    gint64 seed;           /* negative = none */
    char *effort;          /* reasoning effort, as the provider spells it; NULL = its default */
    char *header;          /* "NAME: VALUE; NAME: VALUE" */
    char *extra;           /* a JSON object merged into the body */
    char *computer_tool;   /* version of the provider's computer tool, as the provider spells it; NULL = the newest known */
    bool own_tool;         /* a person has set it; else it is by the model's name */
    bool drives;           /* it has a computer tool or a grammar, as far as its kind and name say */
    const char *with_tool; /* static; the model is known to have no computer tool: names of models that have one; NULL = it may */
    char *grammar;         /* what the model writes its actions in, for the agent that is driven so; NULL = none of its own */
    double price_cached;   /* USD per million prompt tokens of the provider's cache; negative = price_in */
    double price_written;  /* …that it writes into its cache; negative = price_in */
    int batch;             /* texts of one request for vectors */
    int picture_side;      /* longest side of a picture as it is sent, px; 0 = any */
    int picture_short;     /* largest shorter side, px; 0 = any */
    int picture_pixels;    /* largest area, px; 0 = any */
    int picture_multiple;  /* its sides are multiples of this, px */
    char *coordinates;     /* what the model writes for a point: pixels | 1000 | 999 | 1; NULL = pixels of the screen */
    char **overlay; /* what is drawn on the screen that it is sent (engine/picture/overlays.h), "auto": as the profile says */
    bool sees;      /* a model answers, or its recording: it is sent pictures */
} brain_profile;

typedef struct config config;

/* Reads the shipped defaults and the user's reins.ini. Caller frees with config_free(). An unknown group or key is not an
 * error: it becomes a warning that names the nearest known one. Errors: a file that does not parse, a value of the wrong type
 * or out of range. A wrong value in a [brain] group is reported by config_brain() only, so that it does not stop commands that
 * use another brain. */
config *config_load(GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same as config_load(), with user_text in place of the user's file. For tests. */
config *config_load_text(const char *user_text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void config_free(config *cfg);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(config, config_free)

/* The value of an option, by group and key. The group of a brain is "brain NAME", that of an agent "agent NAME". The option
 * must be in the table; anything else aborts. Strings are borrowed from cfg; "" = unset. */
const char *config_string(const config *cfg, const char *group, const char *key);
gint64 config_int(const config *cfg, const char *group, const char *key);
double config_real(const config *cfg, const char *group, const char *key);
bool config_bool(const config *cfg, const char *group, const char *key);
/* The value of an option whose name is known only at run time. Borrowed; NULL = no such option. */
const char *config_find(const config *cfg, const char *group, const char *key);
/* True when a file sets the option (the shipped file counts). False when only the table's default applies. */
bool config_is_set(const config *cfg, const char *group, const char *key);
/* Reads a size option such as "1280x720", in pixels. */
void config_size(const config *cfg, const char *group, const char *key, int *ret_width, int *ret_height);

/* The [rule NAME] groups (struct rule*, config/rules.h) in file order. Borrowed, may be empty. */
const GPtrArray *config_rules(const config *cfg);
/* Warnings about the user's file, one sentence each (char *). Borrowed, may be empty. */
const GPtrArray *config_warnings(const config *cfg);
/* Path of the user's reins.ini; the file may not exist. Borrowed. */
const char *config_path(const config *cfg);
/* The user's file is another than config_load() read, or is there no longer. */
bool config_is_outdated(const config *cfg);
/* The effective configuration as INI text with every option; caller frees. */
char *config_show(const config *cfg);
/* The same as one JSON object {"run": {…}, …, "agents": {NAME: {…}}, "brains": {NAME: {…}}, "rules": {NAME: {…}}, "path": …,
 * "warnings": […]}; caller frees. (config_json.c) */
char *config_show_json(const config *cfg);

/* The first invalid value in a "brain NAME" group, as a sentence with file and line. Borrowed; NULL = all are valid. */
const char *config_brain_wrong(const config *cfg, const char *group);
/* The settings of brain NAME, checked. Caller frees. Errors: no such group (the message lists the existing ones), unknown kind,
 * a required key missing, an invalid value. */
brain_profile *config_brain(const config *cfg, const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The path, for config_file(), of a script= of kind=lua: demo, demo.lua and brains/demo.lua are one; an absolute path stays as it
 * is. Caller frees. */
char *config_script_path(const char *script);
/* Names of all [brain] groups, ends with NULL. Caller frees with g_strfreev(). */
char **config_brain_names(const config *cfg);
void brain_profile_free(brain_profile *brain);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_profile, brain_profile_free)

/* $XDG_DATA_HOME/reins, and the runtime folder ($XDG_RUNTIME_DIR/reins, else DATA/run). Both create a missing folder with mode
 * 0700. Caller frees. Error: CONFIG_ERROR_ENVIRONMENT. */
char *config_data_dir(GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *config_runtime_dir(GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the user's file with this relative path, else the shipped one ("prompts/cradle/plan.md", "skills/lib/base.lua",
 * "apps/xcalc.ini"). Reads an absolute path directly. ret_origin (optional, caller frees) receives the file's path or
 * "shipped:PATH". */
GBytes *config_file(const char *path, char **ret_origin, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Names of the files in a folder, shipped and the user's, sorted, ends with NULL. Caller frees with g_strfreev(). */
char **config_files(const char *folder);

#endif
