/* reins config show|path|check, and brain new (brain_new.c) */

#include "tui/cli/brain_new.h"
#include "tui/cli/check.h"
#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/nearest.h"
#include "config/options.h"
#include "config/profile.h"
#include "engine/agents/agent.h"
#include "engine/brain/brain.h"
#include "engine/hand/hand.h"
#include "engine/gate/rules.h"
#include "skills/timeline/key.h"
#include "skills/timeline/visible.h"

#include <stdio.h>
#include <string.h>

static int show(const config *cfg, bool json)
{
    g_autofree char *text = json ? config_show_json(cfg) : config_show(cfg);
    fputs(text, stdout);
    if (json)
        putchar('\n');
    return EXIT_DONE;
}

/* ---- check ---- */

/* A brain that a [run] or [modules] key names. */
static void check_named_brain(const config *cfg, const char *group, const char *key, GPtrArray *findings)
{
    const char *name = config_string(cfg, group, key);
    if (!*name || g_str_has_prefix(name, "replay:") || g_str_has_prefix(name, "cassette:"))
        return;
    g_auto(GStrv) names = config_brain_names(cfg);
    if (!g_strv_contains((const char *const *)names, name)) {
        g_autofree char *hint = nearest_hint(name, (const char *const *)names);
        g_ptr_array_add(findings, g_strdup_printf("%s: [%s] %s = %s: no such brain%s", config_path(cfg), group, key, name, hint));
    }
}

static void check_brains(const config *cfg, GPtrArray *findings)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    g_autofree const char **modules = option_names(rows, n, "modules");
    g_auto(GStrv) names = config_brain_names(cfg);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; names[i]; i++) {
        g_autoptr(brain_profile) brain = config_brain(cfg, names[i], &error);
        if (!brain) {
            check_found(findings, &error);
            continue;
        }
        bool lua = brain->script && g_str_equal(brain->kind, "lua");
        if (lua && !brain_script_check(brain->script, &error)) {
            g_prefix_error(&error, "[brain %s] script: ", names[i]);
            check_found(findings, &error);
        }
    }
    check_named_brain(cfg, "run", "brain", findings);
    for (guint i = 0; modules[i]; i++)
        if (!g_str_equal(modules[i], "merge"))
            check_named_brain(cfg, "modules", modules[i], findings);
}

static void check_policy(const config *cfg, GPtrArray *findings)
{
    g_autoptr(GError) error = NULL;
    const char *name = config_string(cfg, "gate", "policy");
    g_autofree char *path = rules_policy_path(name);
    g_autoptr(GBytes) file = path ? config_file(path, NULL, &error) : NULL;
    if (path && !file) {
        g_prefix_error(&error, "[gate] policy = %s: ", name);
        check_found(findings, &error);
    }
}

static void check_profiles(GPtrArray *findings)
{
    g_auto(GStrv) names = profile_names();
    for (guint i = 0; names[i]; i++)
        check_profile(names[i], findings);
}

/* A name that no module knows is found here, and not when a run has come to that module. */
static void check_prompt(const struct agent *agent, const struct module *module, const char *language, GPtrArray *findings)
{
    const situation blank = {.modules = agent->modules, .names = agent->names, .task = ""};
    g_autoptr(GError) error = NULL;
    g_autofree char *path = agent_prompt_path(agent, module, language), *origin = NULL;
    g_autoptr(GBytes) file = config_file(path, &origin, &error);
    g_autofree char *template = file ? g_strndup(g_bytes_get_data(file, NULL), g_bytes_get_size(file)) : NULL;
    g_autoptr(brain_request) request = template ? module_request(module, template, &blank, &error) : NULL;
    if (!request) {
        g_prefix_error(&error, "%s: ", origin ? origin : path);
        check_found(findings, &error);
    }
}

static void check_prompts(GPtrArray *findings)
{
    for (const struct agent *const *a = agents; *a; a++)
        for (guint m = 0; m < module_count((*a)->modules); m++) {
            g_auto(GStrv) languages = agent_languages(*a);
            check_prompt(*a, &(*a)->modules[m], NULL, findings);
            for (guint i = 0; languages[i]; i++)
                check_prompt(*a, &(*a)->modules[m], languages[i], findings);
        }
}

static int check(void)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg) {
        check_found(findings, &error);
    } else {
        for (guint i = 0; i < config_warnings(cfg)->len; i++)
            g_ptr_array_add(findings, g_strdup(config_warnings(cfg)->pdata[i]));
        check_brains(cfg, findings);
        check_rules(config_rules(cfg), findings);
        check_policy(cfg, findings);
        g_autofree char *where = g_strconcat(config_path(cfg), ": [modules]", NULL);
        check_merge(cfg, config_string(cfg, "modules", "merge"), where, findings);
    }
    check_profiles(findings);
    check_prompts(findings);
    check_worlds(findings, notes);
    const guint faults = findings->len;
    g_ptr_array_extend_and_steal(findings, notes);
    for (guint i = 0; i < findings->len; i++) {
        g_autofree char *line = visible_text(findings->pdata[i]);
        puts(line);
    }
    return faults ? EXIT_FAILED : EXIT_DONE;
}

int cli_config(int argc, char **argv)
{
    gboolean json = FALSE;
    int code = EXIT_DONE;
    const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "show: as one JSON document", NULL},
                                    G_OPTION_ENTRY_NULL};
    static const char *const known[] = {"show", "path", "check", "brain", NULL};
    static const char *const told[] = {"every option with the value that counts", "where your reins.ini is", "what is wrong",
                                       "new: asks for provider, model and key, tries two calls, writes a [brain NAME]"};
    for (gsize i = 0; known[i]; i++)
        cli_describe_verb(known[i], told[i]);
    if (argc > 1 && strcmp(argv[1], "brain") == 0) {
        argv[1] = (char *)"config brain";
        return brain_new(argc - 1, argv + 1);
    }
    if (!cli_options(
            &argc, &argv, entries, argc > 1 && g_strv_contains(known, argv[1]) ? "" : "show|path|check|brain new",
            "show   prints every option with its effective value\n"
            "path   prints the path of your reins.ini\n"
            "check  prints the faults of reins.ini, profiles, brains and prompts, one a line; exit code 1 if there is any\n"
            "brain new   sets up a brain of your own: asks, tries two calls, writes it (reins config brain new --help)",
            &code))
        return code;
    if (argc < 2)
        return cli_usage("config: a verb is missing: show, path, check or brain new");
    if (!g_strv_contains(known, argv[1])) {
        g_autofree char *hint = nearest_hint(argv[1], known);
        return cli_usage("config: no command \"%s\"%s", argv[1], hint);
    }
    if (argc > 2)
        return cli_usage("config %s: takes no \"%s\"", argv[1], argv[2]);
    if (json && strcmp(argv[1], "show") != 0)
        return cli_usage("config %s: takes no --json", argv[1]);
    if (strcmp(argv[1], "check") == 0)
        return check();
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    /* The path must be told also when the file is broken: that is when it is asked for. */
    g_autoptr(config) defaults = cfg || strcmp(argv[1], "path") != 0 ? NULL : config_load_text("", NULL);
    if (!cfg && !defaults)
        return cli_fail(error);
    if (strcmp(argv[1], "path") == 0)
        return puts(config_path(cfg ? cfg : defaults)) < 0 ? EXIT_FAILED : EXIT_DONE;
    return show(cfg, json);
}
