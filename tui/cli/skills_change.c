/* reins skills add, rm, rollback, rename, accept, refuse, trust, untrust, undo: what a person does to the library. */

#include "tui/cli/skills.h"

#include "config/config.h"
#include "skills/library/skill_text.h"
#include "tui/cli/cli.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>

#define TEXT_MAX (1024 * 1024)

/* Says what is now with a skill, from files and store as they are after the change. `what` ends the sentence. */
static int report(const struct skills_asked *asked, const char *name, const char *sha256, const char *what)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    if (!skills_shelf_open(&shelf, true, NULL, NULL, &error))
        return cli_fail(error);
    g_autofree char *word = sha256 ? g_strdup_printf("%s@%s", name, sha256) : g_strdup(name);
    bool found = skills_pick(&shelf, word, &pick, NULL);
    const char *stage = found && pick.version ? pick.version->stage : NULL;
    const char *file = found && pick.loaded ? pick.skill->file : NULL;
    if (asked->json) {
        g_autofree char *text = skills_json_did(asked->verb, name, found ? pick.sha256 : sha256, stage, file, what);
        puts(text);
        return EXIT_DONE;
    }
    enum skill_stage parsed = STAGE_DRAFT;
    stage_parse(stage, &parsed);
    g_autofree char *line =
        g_strdup_printf("%s %s@%.8s: %s%s%s%s%s", stage ? stage_glyph(parsed) : "·", name, found ? pick.sha256 : "",
                        stage ? stage : "not loaded", file ? ", in " : "", file ? file : "", what ? ": " : "", what ? what : "");
    skills_print(line);
    return EXIT_DONE;
}

static bool begin(skills_shelf *shelf, struct change *change, GError **error)
{
    if (!skills_shelf_open(shelf, true, NULL, NULL, error))
        return false;
    *change = skills_shelf_change(shelf);
    return true;
}

/* ---- add ---- */

static char *read_stdin(GError **error)
{
    gsize length;
    g_autofree char *text = cli_read_stdin(TEXT_MAX, &length, error);
    if (text && (length > TEXT_MAX || memchr(text, '\0', length))) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "stdin: a skill is UTF-8 text of at most 1 MiB");
        return NULL;
    }
    return g_steal_pointer(&text);
}

static char *read_text(const char *path, GError **error)
{
    g_autoptr(GError) local = NULL;
    char *text = g_str_equal(path, "-") ? read_stdin(&local) : skill_text_read(path, &local);
    if (!text && !local)
        g_set_error(&local, CONFIG_ERROR, CONFIG_ERROR_USAGE, "there is no file %s", path);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    return text;
}

static void print_notes(const draft_check *check)
{
    for (guint i = 0; i < check->errors->len; i++)
        fprintf(stderr, "reins: %s\n", (char *)g_ptr_array_index(check->errors, i));
    for (guint i = 0; i < check->notes->len; i++)
        fprintf(stderr, "reins: note: %s\n", (char *)g_ptr_array_index(check->notes, i));
}

static int add_draft(const struct skills_asked *asked, const skills_shelf *shelf, const draft_check *check)
{
    g_autoptr(GError) error = NULL;
    const struct draft_origin origin = {.author = "human", .by = "person", .note = asked->reason};
    bool known = false;
    if (!draft_add(shelf->m, check, &origin, &known, &error))
        return cli_fail(error);
    print_notes(check);
    return report(asked, check->name, check->sha256, known ? "was known already" : NULL);
}

int skills_add(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    g_autofree char *text = read_text(asked->words[0], &error);
    if (!text || !begin(&shelf, &change, &error))
        return cli_fail(error);
    g_autoptr(draft_check) check = draft_check_text(shelf.m, shelf.library, asked->words[0], NULL, text, NULL, &error);
    if (!check)
        return cli_fail(error);
    if (asked->draft)
        return add_draft(asked, &shelf, check);
    if (!draft_check_passes(check)) {
        print_notes(check);
        fprintf(stderr, "reins: %s was not added (correct it, or keep it with --draft)\n", asked->words[0]);
        return EXIT_FAILED;
    }
    if (!change_write(&change, NULL, text, asked->library ? asked->library : "", NULL, &error))
        return cli_fail(error);
    print_notes(check);
    g_autofree char *name = g_strdup(check->name);
    return report(asked, name, NULL, NULL);
}

/* ---- drafts ---- */

/* The version that NAME [SHA] means: said, or the only draft. NULL with error. */
static char *which_draft(const skills_shelf *shelf, char **words, GError **error)
{
    g_autoptr(GPtrArray) versions = NULL;
    g_autoptr(GString) all = g_string_new(NULL);
    const char *only = NULL;
    guint n = 0;
    if (words[1])
        return g_ascii_strdown(words[1], -1);
    versions = catalog_history(shelf->m, shelf->library, words[0], error);
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        if (g_strcmp0(v->stage, stage_name(STAGE_DRAFT)) != 0)
            continue;
        g_string_append_printf(all, "%s%.12s", n++ ? ", " : "", v->sha256);
        only = v->sha256;
    }
    if (n == 1)
        return g_strdup(only);
    if (versions && n)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%.80s has %u drafts: say which (%s)", words[0], n, all->str);
    else if (versions && versions->len)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "%.80s has no draft (reins skills log %.80s shows its versions)",
                    words[0], words[0]);
    else if (versions)
        skills_unknown(shelf, words[0], error);
    return NULL;
}

int skills_accept(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    if (!begin(&shelf, &change, &error))
        return cli_fail(error);
    g_autofree char *sha256 = which_draft(&shelf, asked->words, &error), *path = NULL;
    if (!sha256 || !change_accept(&change, asked->words[0], sha256, asked->library ? asked->library : "", &path, &error))
        return cli_fail(error);
    return report(asked, asked->words[0], NULL, "each use is asked about until it is trusted");
}

int skills_refuse(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    if (!asked->reason || !*asked->reason)
        return cli_usage("skills refuse: a reason is missing (reins skills refuse NAME [SHA] --reason WHY; the model is told)");
    if (!begin(&shelf, &change, &error))
        return cli_fail(error);
    g_autofree char *sha256 = which_draft(&shelf, asked->words, &error);
    if (!sha256 || !change_refuse(&change, asked->words[0], sha256, asked->reason, &error))
        return cli_fail(error);
    return report(asked, asked->words[0], sha256, asked->reason);
}

/* ---- what is loaded ---- */

int skills_rm(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    bool none = false;
    if (!begin(&shelf, &change, &error))
        return cli_fail(error);
    const struct catalog_row *row = catalog_find(shelf.catalog, asked->words[0]);
    if (!row) {
        skills_unknown(&shelf, asked->words[0], &error);
        return cli_fail(error);
    }
    g_autofree char *question = g_strdup_printf("take %s out of %s? (its history stays)", row->name, row->skill->file);
    g_autofree char *sha256 = g_strdup(row->sha256);
    if (!asked->yes && !skills_confirm(question, &none)) {
        if (none)
            return cli_usage("skills rm: there is no terminal to ask on (--yes does it without asking)");
        fprintf(stderr, "reins: %s stays\n", asked->words[0]);
        return EXIT_STOPPED;
    }
    if (!change_retire(&change, asked->words[0], asked->reason, &error))
        return cli_fail(error);
    return report(asked, asked->words[0], sha256, "reins skills undo takes this back");
}

int skills_roll_back(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    g_autofree char *wanted = asked->words[1] ? g_ascii_strdown(asked->words[1], -1) : NULL, *sha256 = NULL;
    if (!begin(&shelf, &change, &error) || !change_roll_back(&change, asked->words[0], wanted, &sha256, &error))
        return cli_fail(error);
    return report(asked, asked->words[0], NULL, NULL);
}

int skills_rename(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    guint uses = 0;
    if (!begin(&shelf, &change, &error) || !change_rename(&change, asked->words[0], asked->words[1], &uses, &error))
        return cli_fail(error);
    g_autofree char *what = g_strdup_printf("was %s, %u use%s changed", asked->words[0], uses, uses == 1 ? "" : "s");
    return report(asked, asked->words[1], NULL, what);
}

int skills_trust(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    enum skill_stage stage = g_str_equal(asked->verb, "trust") ? STAGE_TRUSTED : STAGE_TRIAL;
    if (!begin(&shelf, &change, &error) || !change_set_stage(&change, asked->words[0], stage, asked->reason, &error))
        return cli_fail(error);
    return report(asked, asked->words[0], NULL, NULL);
}

int skills_undo(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    struct change change;
    g_autofree char *what = NULL;
    if (!begin(&shelf, &change, &error) || !change_undo(&change, &what, &error))
        return cli_fail(error);
    if (asked->json) {
        g_autofree char *text = skills_json_did("undo", NULL, NULL, NULL, NULL, what);
        puts(text);
    } else if (what) {
        g_autofree char *line = g_strdup_printf("taken back: %s", what);
        skills_print(line);
    } else {
        puts("there is nothing to undo");
    }
    return EXIT_DONE;
}
