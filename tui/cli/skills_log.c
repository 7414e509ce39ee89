/* reins skills log, diff, outcomes: what a skill was before, and how it turned out. */

#include "tui/cli/skills.h"

#include "engine/curation/text_diff.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/skills_json.h"

#include <stdio.h>
#include <string.h>

/* ---- log ---- */

static void print_version(const memory_skill *v, const char *name, bool loaded, const GPtrArray *stages,
                          const struct memory_counts *n)
{
    enum skill_stage stage = STAGE_DRAFT;
    stage_parse(v->stage, &stage);
    g_autofree char *made = memory_iso_time(v->at_us);
    g_autofree char *counts = skills_counts_text(n);
    GString *line = g_string_new(stage_glyph(stage));
    g_string_append_printf(line, " %.12s %-7s%s by %s %.16s", v->sha256, v->stage, loaded ? " (loaded)" : "", v->author,
                           made ? made : "");
    if (v->run)
        g_string_append_printf(line, " run %" G_GINT64_FORMAT " step %" G_GINT64_FORMAT, v->run, v->step);
    if (!g_str_equal(v->name, name))
        g_string_append_printf(line, " · as %s", v->name);
    if (n->proposed || n->fired)
        g_string_append_printf(line, " · %s", counts);
    if (v->note)
        g_string_append_printf(line, " · %s", v->note);
    skills_print(line->str);
    for (guint i = 0; i < stages->len; i++) {
        const memory_skill *s = g_ptr_array_index(stages, i);
        g_autofree char *time = memory_iso_time(s->stage_us);
        g_string_printf(line, "    %.16s %-7s by %s%s%s", time ? time : "", s->stage, s->by ? s->by : "?", s->reason ? ": " : "",
                        s->reason ? s->reason : "");
        skills_print(line->str);
    }
    g_string_free(line, TRUE);
}

/* Without a store there is the loaded one alone. */
static GPtrArray *versions_of(const struct skills_shelf *s, const char *name, GError **error)
{
    g_autoptr(GPtrArray) versions =
        s->m ? catalog_history(s->m, s->library, name, error) : g_ptr_array_new_with_free_func((GDestroyNotify)memory_skill_free);
    const struct catalog_row *loaded = catalog_find(s->catalog, name);
    if (!versions)
        return NULL;
    if (!versions->len && loaded) {
        memory_skill *v = g_new0(memory_skill, 1);
        v->name = g_strdup(name);
        v->sha256 = g_strdup(loaded->sha256);
        v->author = g_strdup(loaded->author);
        v->stage = g_strdup(stage_name(loaded->stage));
        g_ptr_array_add(versions, v);
    }
    if (versions->len)
        return g_steal_pointer(&versions);
    skills_unknown(s, name, error);
    return NULL;
}

int skills_log(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    const char *name = asked->words[0];
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error))
        return cli_fail(error);
    g_autoptr(GPtrArray) versions = versions_of(&shelf, name, &error), texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) counts = versions && shelf.m ? memory_outcome_counts(shelf.m, NULL, &error) : NULL;
    const struct catalog_row *loaded = catalog_find(shelf.catalog, name);
    if (!versions || error)
        return cli_fail(error);
    for (guint i = 0; i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        struct memory_counts n = {0};
        for (guint k = 0; counts && k < counts->len; k++) {
            const struct memory_counts *c = g_ptr_array_index(counts, k);
            n = g_str_equal(c->sha256, v->sha256) && g_str_equal(c->name, v->name) ? *c : n;
        }
        g_autoptr(GPtrArray) stages = shelf.m ? memory_skill_stages(shelf.m, v->name, v->sha256, &error) : g_ptr_array_new();
        if (!stages)
            return cli_fail(error);
        bool is_loaded = loaded && g_str_equal(loaded->sha256, v->sha256) && g_str_equal(v->name, name);
        if (asked->json)
            g_ptr_array_add(texts, skills_json_version(v, is_loaded, stages, &n));
        else
            print_version(v, name, is_loaded, stages, &n);
    }
    if (asked->json) {
        g_autofree char *all = skills_json_array(texts);
        puts(all);
    }
    return EXIT_DONE;
}

/* ---- diff ---- */

struct side {
    char *name, *sha256, *code; /* NULL = nothing */
};

static void side_clear(struct side *s)
{
    g_free(s->name);
    g_free(s->sha256);
    g_free(s->code);
}

static bool take_side(const struct skills_shelf *s, const char *name, const char *sha256, struct side *side, bool *ret_draft,
                      GError **error)
{
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    g_autofree char *word = sha256 ? g_strdup_printf("%s@%s", name, sha256) : g_strdup(name);
    if (!skills_pick(s, word, &pick, error))
        return false;
    *side = (struct side){g_strdup(pick.name), g_strdup(pick.sha256), g_strdup(pick.code)};
    *ret_draft = !pick.loaded && pick.version && g_strcmp0(pick.version->stage, stage_name(STAGE_DRAFT)) == 0;
    return true;
}

/* What to look at when nothing is said: the version before the loaded one, else the newest draft; NULL = there is neither. */
static char *other_version(const struct skills_shelf *s, const char *name, const struct catalog_row *loaded)
{
    g_autoptr(GPtrArray) versions = s->m ? catalog_history(s->m, s->library, name, NULL) : NULL;
    const char *draft = NULL, *parent = NULL, *before = NULL;
    bool seen = false;
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        bool is_draft = g_strcmp0(v->stage, stage_name(STAGE_DRAFT)) == 0;
        draft = is_draft && !draft ? v->sha256 : draft;
        before = seen && !before && !is_draft && g_strcmp0(v->stage, stage_name(STAGE_REFUSED)) != 0 ? v->sha256 : before;
        if (loaded && g_str_equal(v->sha256, loaded->sha256)) {
            seen = true;
            parent = v->parent;
        }
    }
    for (guint i = 0; versions && parent && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        before = g_str_equal(v->sha256, parent) ? v->sha256 : before;
    }
    return g_strdup(before ? before : draft);
}

/* From what to what: `words` after the name. */
static bool take_sides(const struct skills_shelf *s, const char *name, char **words, struct side *from, struct side *to,
                       GError **error)
{
    const struct catalog_row *loaded = catalog_find(s->catalog, name);
    g_autofree char *other = words[0] ? g_ascii_strdown(words[0], -1) : other_version(s, name, loaded);
    bool draft = false, unused;
    if (words[0] && words[1]) {
        g_autofree char *second = g_ascii_strdown(words[1], -1);
        return take_side(s, name, other, from, &draft, error) && take_side(s, name, second, to, &draft, error);
    }
    if (!loaded || !other) /* a draft of a new name, or the only version: all of it is new */
        return take_side(s, name, other, to, &draft, error);
    struct side one = {0}, now = {0};
    if (!take_side(s, name, other, &one, &draft, error) || !take_side(s, name, NULL, &now, &unused, error)) {
        side_clear(&one);
        return false;
    }
    *from = draft ? now : one;
    *to = draft ? one : now;
    return true;
}

int skills_diff(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    __attribute__((cleanup(side_clear))) struct side from = {0}, to = {0};
    const char *name = asked->words[0];
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error) || !take_sides(&shelf, name, asked->words + 1, &from, &to, &error))
        return cli_fail(error);
    g_autoptr(text_diff) diff = text_diff_new(from.code, to.code);
    g_autofree char *old_name = from.sha256 ? g_strdup_printf("%s@%.12s", from.name, from.sha256) : g_strdup("/dev/null");
    g_autofree char *new_name = g_strdup_printf("%s@%.12s", to.name, to.sha256);
    g_autofree char *text = text_diff_unified(diff, old_name, new_name);
    if (asked->json) {
        g_autofree char *json = skills_json_diff(name, from.sha256, to.sha256, text);
        puts(json);
        return EXIT_DONE;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **l = lines; *l && (l[1] || **l); l++)
        skills_print(*l);
    return EXIT_DONE;
}

/* ---- outcomes ---- */

static void print_outcome(const struct memory_outcome *o)
{
    g_autofree char *time = memory_iso_time(o->at_us);
    g_autofree char *where =
        o->run ? g_strdup_printf("  run %" G_GINT64_FORMAT " step %" G_GINT64_FORMAT, o->run, o->step) : NULL;
    g_autofree char *line = g_strdup_printf("%.16s  %-10s%s", time ? time : "", o->what, where ? where : "");
    skills_print(line);
}

int skills_outcomes(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error) || !skills_pick(&shelf, asked->words[0], &pick, &error))
        return cli_fail(error);
    g_autoptr(GPtrArray) outcomes =
        shelf.m ? memory_outcomes(shelf.m, pick.name, pick.sha256, 0, MAX(0, asked->limit), &error) : g_ptr_array_new();
    if (!outcomes)
        return cli_fail(error);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < outcomes->len; i++) {
        const struct memory_outcome *o = g_ptr_array_index(outcomes, i);
        if (asked->json)
            g_ptr_array_add(texts, skills_json_outcome(o));
        else
            print_outcome(o);
    }
    g_autofree char *all = asked->json ? skills_json_array(texts) : NULL;
    if (all)
        puts(all);
    else if (!outcomes->len)
        puts("this version was not used yet");
    return EXIT_DONE;
}
