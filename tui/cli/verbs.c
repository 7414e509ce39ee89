/* Commands with verbs. */

#include "tui/cli/verbs.h"

#include "config/nearest.h"
#include "tui/cli/cli.h"

#include <unistd.h>

static const struct verb *verb_at(const struct verbs *verbs, gsize i)
{
    return (const struct verb *)(const void *)((const char *)verbs->rows + i * verbs->row_size);
}

static const struct verb *find_verb(const struct verbs *verbs, const char *name)
{
    for (gsize i = 0; i < verbs->n; i++)
        if (g_str_equal(verb_at(verbs, i)->name, name))
            return verb_at(verbs, i);
    return NULL;
}

static char *all_verbs(const struct verbs *verbs)
{
    GString *out = g_string_new(verbs->about);
    g_string_append(out, "\n\n");
    for (gsize i = 0; i < verbs->n; i++) {
        const struct verb *v = verb_at(verbs, i);
        g_string_append_printf(out, "  %s%s%s\n      %s\n", v->name, *v->usage ? " " : "", v->usage, v->help);
    }
    g_string_append_printf(out, "\n--json prints one JSON document; reins %s VERB --help lists the options of a verb.",
                           verbs->command);
    return g_string_free(out, FALSE);
}

static int no_verb(const struct verbs *verbs, const char *name)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (gsize i = 0; i < verbs->n; i++)
        g_ptr_array_add(names, (char *)verb_at(verbs, i)->name);
    g_ptr_array_add(names, NULL);
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    if (!name)
        return cli_usage("%s: a verb is missing: %s (reins %s --help)", verbs->command, all, verbs->command);
    g_autofree char *hint = nearest_hint(name, (const char *const *)names->pdata);
    return cli_usage("%s: no command \"%s\"%s (reins %s --help lists them)", verbs->command, name, hint, verbs->command);
}

/* ---- one verb ---- */

static int check_words(const struct verbs *verbs, const struct verb *v, int words, char **word)
{
    if (words < v->least)
        return cli_usage("%s %s: a word is missing (reins %s %s %s)", verbs->command, v->name, verbs->command, v->name, v->usage);
    if (words > v->most)
        return cli_usage("%s %s: \"%s\" is one word too many (reins %s %s%s%s)", verbs->command, v->name, word[v->most],
                         verbs->command, v->name, *v->usage ? " " : "", v->usage);
    return 0;
}

bool verb_parse(const struct verbs *verbs, const struct verb *verb, const struct verb_option *options, gsize n, int *argc,
                char ***argv, int *ret_code)
{
    g_autoptr(GArray) entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    gint64 *limit = NULL;
    *ret_code = 0;
    for (gsize i = 0; i < n; i++) {
        if (!(options[i].of & verb->takes) && options[i].of != ~0U)
            continue;
        g_array_append_val(entries, options[i].entry);
        if (g_str_equal(options[i].entry.long_name, "limit"))
            limit = options[i].entry.arg_data;
    }
    if (limit)
        *limit = G_MININT64; /* not given */
    if (!cli_options(argc, argv, (const GOptionEntry *)(void *)entries->data, verb->usage, verb->help, ret_code))
        return false;
    (*argv)[*argc] = NULL;
    if (limit && *limit == G_MININT64)
        *limit = 0;
    else if (limit && *limit < 1)
        *ret_code = cli_usage("%s %s: --limit must be 1 or more", verbs->command, verb->name);
    if (*ret_code == 0)
        *ret_code = check_words(verbs, verb, *argc - 1, *argv + 1);
    return *ret_code == 0;
}

int verbs_main(const struct verbs *verbs, int argc, char **argv)
{
    int at = 1, code;
    while (at < argc && *argv[at] == '-')
        at++;
    for (gsize i = 0; i < verbs->n; i++)
        cli_describe_verb(verb_at(verbs, i)->name, verb_at(verbs, i)->help);
    if (argc < 2 && verbs->screen && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return verbs->screen();
    if (at >= argc) {
        gboolean json = FALSE;
        const GOptionEntry entries[] = {{"json", 0, 0, G_OPTION_ARG_NONE, &json, "print one JSON document", NULL},
                                        G_OPTION_ENTRY_NULL};
        g_autofree char *about = all_verbs(verbs);
        return cli_options(&argc, &argv, entries, "VERB …", about, &code) ? no_verb(verbs, NULL) : code;
    }
    const struct verb *v = find_verb(verbs, argv[at]);
    if (!v)
        return no_verb(verbs, argv[at]);
    /* the verb's own words: what stands before it, as in `reins memory --json runs`, comes behind it */
    g_autofree char **words = g_new0(char *, (gsize)argc + 1);
    g_autofree char *command = g_strdup_printf("%s %s", verbs->command, v->name);
    int n = 1;
    words[0] = command;
    for (int i = 1; i < argc; i++)
        if (i != at)
            words[n++] = argv[i];
    return verbs->run(v, n, words);
}
