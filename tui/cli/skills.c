/* reins skills: the skill library from the shell. */

#include "tui/cli/cli.h"

#include "skills/dryrun.h"
#include "skills/visible.h"
#include "tui/cli/arguments.h"
#include "skills/primitive.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>

#define PREVIEW_SEED 1
#define PREVIEW_HOLD_MS 60000

static void print_line(const char *text)
{
    g_autofree char *clean = visible_text(text);
    puts(clean);
}

/* Everything that ships and everything of the user's. Problems go to stderr: the rest of the library works. */
static skill_library *load_library(GError **error)
{
    static const char *const everything[] = {"*", NULL};
    g_autoptr(GPtrArray) problems = NULL;
    skill_library *lib = skill_library_load(everything, &problems, error);
    for (guint i = 0; problems && i < problems->len; i++) {
        g_autofree char *clean = visible_text(g_ptr_array_index(problems, i));
        fprintf(stderr, "reins: %s\n", clean);
    }
    return lib;
}

/* ---- list, search, show ---- */

static char *call_form(const skill *s)
{
    GString *out = g_string_new(s->name);
    g_string_append_c(out, '(');
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_string_append_printf(out, "%s%s%s", i ? ", " : "", p->name, p->optional ? "?" : "");
    }
    g_string_append_c(out, ')');
    return g_string_free(out, FALSE);
}

static bool contains(const char *text, const char *folded)
{
    g_autofree char *mine = g_utf8_casefold(text, -1);
    return strstr(mine, folded) != NULL;
}

/* NULL words = all; otherwise every word must be in the name or the documentation. */
static int list_skills(char **words, bool json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = load_library(&error);
    if (!lib)
        return cli_fail(error);
    const GPtrArray *all = skill_library_all(lib);
    g_autoptr(GPtrArray) hits = g_ptr_array_new();
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        bool hit = true;
        for (char **w = words; w && *w && hit; w++) {
            g_autofree char *folded = g_utf8_casefold(*w, -1);
            hit = contains(s->name, folded) || contains(s->doc, folded);
        }
        if (hit)
            g_ptr_array_add(hits, (gpointer)s);
    }
    if (json) {
        g_autofree char *text = skills_json_list(hits);
        puts(text);
        return EXIT_DONE;
    }
    for (guint i = 0; i < hits->len; i++) {
        const skill *s = g_ptr_array_index(hits, i);
        g_autofree char *form = call_form(s);
        g_autofree char *line = g_strdup_printf("%-48s %s", form, s->doc);
        print_line(line);
    }
    return EXIT_DONE;
}

static int unknown(const skill_library *lib, const char *name)
{
    g_autoptr(action) probe = action_new(name);
    g_autoptr(GError) error = NULL;
    if (skill_library_check(lib, probe, &error))
        return EXIT_FAILED;
    return cli_fail(error);
}

static int show_skill(const char *name, bool json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = load_library(&error);
    if (!lib)
        return cli_fail(error);
    skill_library_add_primitives(lib);
    const skill *s = skill_library_find(lib, name);
    if (!s)
        return unknown(lib, name);
    if (json) {
        g_autofree char *text = skill_to_json_text(s);
        puts(text);
        return EXIT_DONE;
    }
    g_autofree char *form = call_form(s);
    g_autofree char *where = s->line ? g_strdup_printf("%s:%d", s->file, s->line) : g_strdup("built in, for reins do");
    print_line(form);
    print_line(where);
    printf(s->line ? "sha256 %s\n\n" : "\n", s->sha256);
    g_auto(GStrv) lines = g_strsplit(s->code, "\n", -1);
    for (char **l = lines; *l && (l[1] || **l); l++)
        print_line(*l);
    return EXIT_DONE;
}

/* ---- check ---- */

static int check_files(char **files, bool json)
{
    g_autoptr(GPtrArray) findings = g_ptr_array_new_with_free_func(g_free); /* for JSON: file, then line and what */
    int code = EXIT_DONE;
    for (; *files; files++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) found = dryrun_check_file(*files, &error);
        if (!found) {
            cli_fail(error);
            code = EXIT_FAILED;
            continue;
        }
        for (guint i = 0; i < found->len; i++) {
            const char *line = g_ptr_array_index(found, i);
            code = EXIT_FAILED;
            if (!json)
                print_line(line);
            else
                g_ptr_array_add(findings, skills_json_finding(*files, line));
        }
    }
    if (json) {
        g_ptr_array_add(findings, NULL);
        g_autofree char *joined = g_strjoinv(",", (char **)findings->pdata);
        printf("[%s]\n", joined);
    }
    return code;
}

/* ---- preview ---- */

static void print_timeline(const timeline *t, const char *digest)
{
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *text = timeline_event_describe(e);
        g_autofree char *line = g_strdup_printf("%8" G_GINT64_FORMAT " ms  %s", e->at_ms, text);
        print_line(line);
    }
    printf("%u events, %" G_GINT64_FORMAT " ms, digest %s\n", t->events->len, timeline_duration(t), digest);
}

static int preview_skill(char **words, bool json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(skill_library) lib = load_library(&error);
    if (!lib)
        return cli_fail(error);
    const skill *s = skill_library_find(lib, words[0]);
    if (!s)
        return unknown(lib, words[0]);
    g_autoptr(action) a = action_new(words[0]);
    for (char **w = words + 1; *w; w++) {
        if (!cli_take_argument(a, s, *w, &error))
            return cli_fail(error);
    }
    if (!skill_library_check(lib, a, &error))
        return cli_fail(error);
    g_autoptr(screen) blank = screen_blank();
    g_autoptr(timeline) t = dryrun(lib, a, blank, PREVIEW_SEED, PREVIEW_HOLD_MS, &error);
    if (!t)
        return cli_fail(error);
    g_autofree char *digest = timeline_digest(t);
    if (json) {
        g_autofree char *text = timeline_to_json(t);
        printf("{\"digest\":\"%s\",\"duration_ms\":%" G_GINT64_FORMAT ",\"timeline\":%s}\n", digest, timeline_duration(t), text);
    } else {
        print_timeline(t, digest);
    }
    return EXIT_DONE;
}

/* ---- the verbs ---- */

static int verb_list(char **words, bool json)
{
    (void)words;
    return list_skills(NULL, json);
}

static int verb_show(char **words, bool json)
{
    return show_skill(words[0], json);
}

static const struct verb {
    const char *name;
    int (*function)(char **words, bool json);
    int min, max; /* words after the verb; max 0 with min 0 = none */
    const char *usage;
} verbs[] = {
    {"list", verb_list, 0, 0, "list"},
    {"show", verb_show, 1, 1, "show NAME"},
    {"check", check_files, 1, G_MAXINT, "check FILE…"},
    {"preview", preview_skill, 1, G_MAXINT, "preview SKILL [name=value …]"},
    {"search", list_skills, 1, G_MAXINT, "search TEXT"},
};

int cli_skills(int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry entries[] = {
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "print one JSON document", NULL},
        G_OPTION_ENTRY_NULL,
    };
    static const char about[] =
        "The skill library: list, show NAME, check FILE…, preview SKILL [name=value …], search TEXT.\n"
        "check needs no display and no configuration: it prints FILE:LINE: what for each finding and exits 1.\n"
        "preview shows on a blank 1280x720 screen what would be fired.";
    int code;
    if (!cli_options(&argc, &argv, entries, "list|show|check|preview|search …", about, &code))
        return code;
    if (argc < 2)
        return cli_usage("skills: a verb is missing (list, show NAME, check FILE…, preview SKILL [name=value …], search TEXT)");
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (!g_str_equal(verbs[i].name, argv[1]))
            continue;
        if (argc - 2 < verbs[i].min || argc - 2 > verbs[i].max)
            return cli_usage("skills %s: wrong number of words (reins skills %s)", argv[1], verbs[i].usage);
        g_autofree char **words = g_memdup2(argv + 2, sizeof *argv * ((gsize)argc - 2 + 1));
        words[argc - 2] = NULL;
        return verbs[i].function(words, json);
    }
    return cli_usage("skills: there is no verb \"%s\" (there are list, show, check, preview, search)", argv[1]);
}
