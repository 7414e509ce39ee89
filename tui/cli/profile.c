/* reins profile: the profiles of programs, their keys, what is wrong in them, and a new one. */

#include "tui/cli/profile.h"

#include "config/nearest.h"
#include "config/profile.h"
#include "config/rules.h"
#include "skills/timeline/visible.h"
#include "tui/cli/check.h"
#include "tui/cli/cli.h"
#include "tui/cli/manual.h"
#include "tui/cli/table.h"
#include "tui/cli/verbs.h"

#include <stdio.h>
#include <string.h>

/* ---- list, show, check ---- */

static int list(const struct profile_asked *asked)
{
    g_auto(GStrv) names = profile_names();
    if (asked->json)
        return profile_print_list(names);
    struct table t;
    table_begin(&t, "lll", "name", "program", "file");
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(profile) p = profile_load(names[i], &error);
        table_text(&t, names[i]);
        table_text(&t, p ? p->app : NULL);
        table_text(&t, p ? p->origin : error->message);
    }
    g_autofree char *text = table_end(&t, 0);
    fputs(text, stdout);
    return EXIT_DONE;
}

static int show(const struct profile_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) names = profile_names();
    const char *name = asked->words[0];
    g_autofree char *path = g_strdup_printf("apps/%s.ini", name), *origin = NULL;
    if (!g_strv_contains((const char *const *)names, name))
        profile_free(profile_load(name, &error));
    g_autoptr(GBytes) bytes = error ? NULL : config_file(path, &origin, &error);
    if (!bytes)
        return cli_fail(error);
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    if (asked->json)
        return profile_print(name, origin, text);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
    printf("# %s\n", origin);
    for (gsize i = 0; lines[i]; i++) {
        g_autofree char *line = visible_text(lines[i]);
        puts(line);
    }
    return EXIT_DONE;
}

static int check(const struct profile_asked *asked)
{
    g_auto(GStrv) all = profile_names();
    char **names = asked->n ? asked->words : all;
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; names[i]; i++) {
        g_autoptr(GError) error = NULL;
        if (strchr(names[i], '/') == NULL && !g_strv_contains((const char *const *)all, names[i])) {
            profile_free(profile_load(names[i], &error));
            return cli_fail(error);
        }
        check_profile(names[i], findings);
    }
    if (asked->json)
        profile_print_findings(findings);
    for (guint i = 0; i < findings->len && !asked->json; i++) {
        g_autofree char *line = visible_text(findings->pdata[i]);
        puts(line);
    }
    return findings->len ? EXIT_FAILED : EXIT_DONE;
}

/* ---- keys: the parser's own tables ---- */

static const struct {
    const char *group, *heading, *about;
} groups[] = {
    {"profile", "[profile]", "The program, how its window is known, and how it is looked at."},
    {"region", "[region NAME]", "A rectangle of the target window whose words are read."},
    {"icon", "[icon NAME]", "A picture that is looked for on the screen."},
    {"mask", "[mask NAME]", "A rectangle of the screen that is blacked out: no model sees it, no store keeps it."},
    {"ignore", "[ignore NAME]", "A rectangle that changes by itself and is not compared before an action fires."},
    {"turn", "[turn MODE]", "How far the mouse goes for one degree in a game."},
    {"rule", "[rule NAME]", "A rule of the gate for this program; all its conditions must hold."},
};

static void tell_plain(const char *heading, const char *about, bool first, const struct option_row *row, gpointer data)
{
    (void)data;
    g_autofree char *takes = option_takes(row);
    if (first)
        printf("%s\n  %s\n", heading, about);
    printf("  %s\n      %s; %s%s%s\n", row->key, row->help, takes,
           !row->fallback   ? "; must be given"
           : *row->fallback ? "; usually "
                            : "",
           row->fallback ? row->fallback : "");
}

void profile_tell_keys(const char *group, profile_tell *tell, gpointer data)
{
    for (guint g = 0; g < G_N_ELEMENTS(groups); g++) {
        if (group && !g_str_equal(group, groups[g].group))
            continue;
        bool rules = g_str_equal(groups[g].group, "rule"), first = true;
        const struct option_row *rows = rules ? rule_rows : profile_rows;
        for (gsize i = 0; i < (rules ? n_rule_rows : n_profile_rows); i++)
            if (g_str_equal(rows[i].group, groups[g].group)) {
                tell(groups[g].heading, groups[g].about, first, &rows[i], data);
                first = false;
            }
    }
}

static int keys(const struct profile_asked *asked)
{
    const char *group = asked->n ? asked->words[0] : NULL;
    g_autofree const char **names = g_new0(const char *, G_N_ELEMENTS(groups) + 1);
    for (guint i = 0; i < G_N_ELEMENTS(groups); i++)
        names[i] = groups[i].group;
    if (group && !g_strv_contains(names, group)) {
        g_autofree char *hint = nearest_hint(group, names);
        return cli_usage("profile keys: no group \"%s\"%s", group, hint);
    }
    if (asked->json)
        return profile_print_keys(group);
    if (asked->man)
        return manual_print_profile(group);
    profile_tell_keys(group, tell_plain, NULL);
    return EXIT_DONE;
}

/* ---- the command ---- */

enum { TAKES_MAN = 1, TAKES_NEW = 2, TAKES_ICON = 4 };

struct profile_verb {
    struct verb verb;
    int (*function)(const struct profile_asked *asked);
};

static const struct profile_verb rows[] = {
    {{"list", 0, 0, 0, "", "Lists all profiles: name, program, file."}, list},
    {{"show", 1, 1, 0, "NAME", "Prints a profile; your own overrides the shipped one."}, show},
    {{"check", 0, G_MAXINT, 0, "[NAME|FILE…]",
      "Prints the faults of profiles, one a line with file and line; exit code 1 if there is any. Without a name: of all "
      "profiles."},
     check},
    {{"keys", 0, 1, TAKES_MAN, "[GROUP]", "Lists the keys of a profile: meaning, allowed values, default."}, keys},
    {{"icon", 2, 2, TAKES_ICON, "NAME X,Y,W,H",
      "Cuts a picture from the screen, and writes it and its group into your profile of that name."},
     profile_icon},
    {{"new", 1, 1, TAKES_NEW, "NAME --app CMD",
      "Starts the program in a sandbox, looks at its windows, writes a commented profile and prints it."},
     profile_new},
};

static int run_verb(const struct verb *v, int argc, char **argv);

static const struct verbs verbs = {
    .command = "profile",
    .about = "Profiles: what reins knows of a program. `reins run --profile NAME` uses one.",
    .rows = rows,
    .n = G_N_ELEMENTS(rows),
    .row_size = sizeof *rows,
    .run = run_verb,
};

static int run_verb(const struct verb *v, int argc, char **argv)
{
    struct profile_asked asked = {.verb = v->name};
    int code;
    const struct verb_option all[] = {
        {~0U, {"json", 0, 0, G_OPTION_ARG_NONE, &asked.json, "print one JSON document", NULL}},
        {TAKES_MAN, {"man", 0, 0, G_OPTION_ARG_NONE, &asked.man, "as a manual page", NULL}},
        {TAKES_NEW, {"app", 0, 0, G_OPTION_ARG_STRING, &asked.app, "the program's command line", "CMD"}},
        {TAKES_NEW | TAKES_ICON, {"force", 0, 0, G_OPTION_ARG_NONE, &asked.force, "overwrite yours of that name", NULL}},
        {TAKES_ICON,
         {"name", 0, 0, G_OPTION_ARG_STRING, &asked.icon, "what the icon is called, instead of icon1, icon2 …", "ICON"}},
        {TAKES_ICON, {"display", 0, 0, G_OPTION_ARG_STRING, &asked.display, "use this X display instead of $DISPLAY", ":N"}},
        {TAKES_ICON, {"alike", 0, 0, G_OPTION_ARG_NONE, &asked.alike, "find it in other sizes, too", NULL}},
    };
    bool parsed = verb_parse(&verbs, v, all, G_N_ELEMENTS(all), &argc, &argv, &code);
    asked.words = argv + 1;
    asked.n = argc - 1;
    if (parsed)
        code = ((const struct profile_verb *)(const void *)v)->function(&asked);
    g_free(asked.app);
    g_free(asked.icon);
    g_free(asked.display);
    return code;
}

int cli_profile(int argc, char **argv)
{
    return verbs_main(&verbs, argc, argv);
}
