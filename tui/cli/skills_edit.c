/* reins skills edit, new: a skill in the person's own editor. Nothing that was typed is ever lost: until it is in the library it
 * stays in a file whose place is said. */

#include "tui/cli/skills.h"

#include "config/config.h"
#include "engine/curation/text_diff.h"
#include "skills/library/skill_text.h"
#include "tui/cli/cli.h"
#include "tui/cli/editor.h"
#include "tui/cli/skills_json.h"
#include "tui/model/skill_template.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FINDING "--! " /* begins the lines that reins puts into the text, and takes out again */
#define ROUNDS_MAX 100

struct editing {
    skills_shelf shelf;
    struct skills_pick pick;
    char *name, *base; /* what it is called and is to begin with */
    char *path;        /* where the text lies meanwhile */
    bool own;          /* the loaded version of an own skill: written to its file… */
    bool fresh;        /* …a new one: into a file of its own in `library`; else a draft is made */
    const char *library;
};

static void editing_clear(struct editing *e)
{
    skills_pick_clear(&e->pick);
    skills_shelf_close(&e->shelf);
    g_free(e->name);
    g_free(e->base);
    g_free(e->path);
}

/* ---- findings in the text ---- */

static char *without_findings(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    for (char **l = lines; *l; l++) {
        if (!g_str_has_prefix(*l, FINDING))
            g_string_append_printf(out, "%s%s", *l, l[1] ? "\n" : "");
    }
    return g_string_free(out, FALSE);
}

/* Each "LABEL:LINE: what" as a comment above its line; what has no line stands at the top. */
static char *with_findings(const char *text, const char *message)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1), found = g_strsplit(message, "\n", -1);
    GString *out = g_string_new(NULL);
    guint n = g_strv_length(lines);
    g_autofree bool *told = g_new0(bool, g_strv_length(found) + 1);
    for (guint i = 0; i <= n; i++) {
        for (guint k = 0; found[k]; k++) {
            const char *colon = strchr(found[k], ':');
            gint64 line = colon ? g_ascii_strtoll(colon + 1, NULL, 10) : 0;
            if (told[k] || (line > i + 1 && line <= n))
                continue;
            told[k] = true;
            g_string_append_printf(out, FINDING "%s\n", found[k]);
        }
        if (i < n)
            g_string_append_printf(out, "%s%s", lines[i], i + 1 < n ? "\n" : "");
    }
    return g_string_free(out, FALSE);
}

/* ---- one round ---- */

/* What is loaded, a version, or a copy of what ships. */
static bool take_skill(struct editing *e, const char *word, GError **error)
{
    if (!skills_shelf_open(&e->shelf, true, NULL, NULL, error) || !skills_pick(&e->shelf, word, &e->pick, error))
        return false;
    e->fresh = e->pick.loaded && e->pick.skill->layer == LAYER_SHIPPED;
    e->own = e->pick.loaded && !e->fresh;
    e->name = g_strconcat(e->fresh ? "my_" : "", e->pick.name, NULL);
    e->base = e->fresh ? skill_text_rename(e->pick.code, e->pick.name, e->name, NULL) : g_strdup(e->pick.code);
    if (e->fresh)
        fprintf(stderr, "reins: %s is a shipped skill and stays unchanged: this is your copy, %s\n", e->pick.name, e->name);
    return true;
}

static bool take_new(struct editing *e, const char *name, GError **error)
{
    if (!skills_shelf_open(&e->shelf, true, NULL, NULL, error))
        return false;
    const skill *there = skill_library_find(e->shelf.library, name);
    if (there || !skill_text_name_fits(name)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    there ? "there is a skill %.80s already (reins skills edit %.80s)"
                          : "\"%.80s\" is not a skill's name (letters, digits and _, no Lua keyword, at most 64)",
                    name, name);
        return false;
    }
    e->fresh = true;
    e->name = g_strdup(name);
    e->base = skill_template(name);
    return true;
}

/* Lays the text down where the editor finds it. */
static bool begin(struct editing *e, GError **error)
{
    g_autofree char *data = config_data_dir(error), *folder = data ? g_build_filename(data, "edits", NULL) : NULL;
    if (!folder)
        return false;
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "the folder %s cannot be made: %s", folder, g_strerror(errno));
        return false;
    }
    e->path = g_strdup_printf("%s/%s-%d.lua", folder, e->name, (int)getpid());
    return g_file_set_contents_full(e->path, e->base, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* A draft, or an old version: the text becomes another draft. */
static bool write_draft(const struct editing *e, const char *text, char **ret_sha256, GError **error)
{
    const struct change change = skills_shelf_change(&e->shelf);
    g_autoptr(draft_check) check = change_check(&change, e->pick.name, e->pick.sha256, text, error), done = NULL;
    enum skill_stage was;
    if (!check)
        return false;
    if (!draft_check_passes(check)) {
        g_ptr_array_add(check->errors, NULL);
        g_autofree char *all = g_strjoinv("\n", (char **)check->errors->pdata);
        g_ptr_array_set_size(check->errors, (int)check->errors->len - 1);
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "%s", all);
        return false;
    }
    if (!change_redraft(&change, e->pick.name, e->pick.sha256, text, &done, &was, error))
        return false;
    *ret_sha256 = g_strdup(done->sha256);
    return true;
}

/* The person may have given it another name. */
static bool write_new(struct editing *e, const char *text, GError **error)
{
    struct change change = skills_shelf_change(&e->shelf);
    g_autoptr(GPtrArray) skills = NULL;
    if (!change_write(&change, NULL, text, e->library ? e->library : "", NULL, error) ||
        !(skills = skill_text_parse(e->name, text, NULL, error)) || !skills->len)
        return false;
    g_free(e->name);
    e->name = g_strdup(((const skill *)g_ptr_array_index(skills, 0))->name);
    return true;
}

static bool write_text(struct editing *e, const char *text, char **ret_sha256, GError **error)
{
    struct change change = skills_shelf_change(&e->shelf);
    if (e->fresh)
        return write_new(e, text, error);
    return e->own ? change_write(&change, e->pick.name, text, "", "edited", error) : write_draft(e, text, ret_sha256, error);
}

/* Somebody changed the same skill meanwhile: both texts are shown, neither is lost. */
static int tell_conflict(const struct editing *e, const GError *conflict)
{
    g_auto(skills_shelf) now = {0};
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick theirs = {0};
    int code = cli_fail(conflict);
    if (skills_shelf_open(&now, false, NULL, NULL, NULL) && skills_pick(&now, e->name, &theirs, NULL)) {
        g_autofree char *mine = skill_text_read(e->path, NULL), *bare = mine ? without_findings(mine) : NULL;
        g_autoptr(text_diff) diff = text_diff_new(theirs.code, bare);
        g_autofree char *file = theirs.loaded ? g_strdup(theirs.skill->file) : g_strdup("there"),
                        *text = text_diff_unified(diff, file, e->path);
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        for (char **l = lines; *l && (l[1] || **l); l++)
            skills_print(*l);
    }
    fflush(stdout);
    fprintf(stderr, "reins: your text is kept in %s (merge both: reins skills edit %s)\n", e->path, e->pick.name);
    return code;
}

static int kept(const struct editing *e, const GError *error)
{
    int code = cli_fail(error);
    fprintf(stderr, "reins: your text is kept in %s\n", e->path);
    return code;
}

static int done(const struct skills_asked *asked, const struct editing *e, const char *sha256)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) now = {0};
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    g_autofree char *word = sha256 ? g_strdup_printf("%s@%s", e->name, sha256) : g_strdup(e->name);
    g_unlink(e->path);
    if (!skills_shelf_open(&now, true, NULL, NULL, &error) || !skills_pick(&now, word, &pick, &error))
        return cli_fail(error);
    const char *stage = pick.version ? pick.version->stage : NULL;
    if (asked->json) {
        const char *file = pick.loaded ? pick.skill->file : NULL;
        g_autofree char *text = skills_json_did(asked->verb, pick.name, pick.sha256, stage, file, NULL);
        puts(text);
        return EXIT_DONE;
    }
    g_autofree char *line = g_strdup_printf("%s@%.8s: %s%s%s", pick.name, pick.sha256, stage ? stage : "?",
                                            pick.loaded ? ", in " : "", pick.loaded ? pick.skill->file : "");
    skills_print(line);
    return EXIT_DONE;
}

/* What can be mended in the editor; the rest is said at once. */
static bool mendable(const GError *error)
{
    return g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX) ||
           g_error_matches(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS);
}

static int nothing_changed(const struct skills_asked *asked, const struct editing *e)
{
    g_unlink(e->path);
    if (asked->json) {
        g_autofree char *text = skills_json_did("nothing", e->name, e->fresh ? NULL : e->pick.sha256, NULL, NULL, NULL);
        puts(text);
    } else {
        puts("nothing was changed");
    }
    return EXIT_DONE;
}

static int edit(const struct skills_asked *asked, struct editing *e)
{
    g_autoptr(GError) error = NULL, wrong = NULL;
    if (!begin(e, &error))
        return cli_fail(error);
    g_autofree char *last = g_strdup(e->base), *sha256 = NULL;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        g_autofree char *raw = NULL;
        if (!editor_run(e->path, &error) || !(raw = skill_text_read(e->path, &error)))
            return error ? kept(e, error)
                         : cli_usage("skills %s: the text is no longer in %s: nothing was changed", asked->verb, e->path);
        g_autofree char *text = without_findings(raw);
        if (g_str_equal(text, e->base))
            return nothing_changed(asked, e);
        if (round && g_str_equal(text, last)) /* given up: as it was with its findings */
            return kept(e, wrong);
        g_clear_error(&wrong);
        if (write_text(e, text, &sha256, &wrong))
            return done(asked, e, sha256);
        if (g_error_matches(wrong, SKILLS_ERROR, SKILLS_ERROR_CONFLICT))
            return tell_conflict(e, wrong);
        g_autofree char *marked = with_findings(text, wrong->message);
        if (!mendable(wrong) || !g_file_set_contents_full(e->path, marked, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
            return kept(e, error ? error : wrong);
        g_free(last);
        last = g_steal_pointer(&text);
    }
    return kept(e, wrong);
}

int skills_edit(const struct skills_asked *asked)
{
    __attribute__((cleanup(editing_clear))) struct editing e = {0};
    g_autoptr(GError) error = NULL;
    return take_skill(&e, asked->words[0], &error) ? edit(asked, &e) : cli_fail(error);
}

int skills_new(const struct skills_asked *asked)
{
    __attribute__((cleanup(editing_clear))) struct editing e = {.library = asked->library};
    g_autoptr(GError) error = NULL;
    return take_new(&e, asked->words[0] ? asked->words[0] : "my_skill", &error) ? edit(asked, &e) : cli_fail(error);
}
