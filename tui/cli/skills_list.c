/* reins skills list, show. */

#include "tui/cli/skills.h"

#include "config/nearest.h"
#include "config/profile.h"
#include "engine/step/draft_screen.h"
#include "skills/library/primitive.h"
#include "tui/cli/cli.h"
#include "tui/cli/skills_json.h"
#include "tui/model/skill_rows.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- list ---- */

static bool parse_stage(const struct skills_asked *asked, enum skill_stage *ret_stage)
{
    if (!asked->stage || stage_parse(asked->stage, ret_stage))
        return true;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; i < STAGE_COUNT; i++)
        g_ptr_array_add(names, (char *)stage_name((enum skill_stage)i));
    g_ptr_array_add(names, NULL);
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata);
    cli_usage("skills list: there is no stage \"%s\" (only %s)", asked->stage, all);
    return false;
}

static bool parse_sort(const struct skills_asked *asked, enum skill_sort *ret_sort)
{
    g_autoptr(GString) all = g_string_new(NULL);
    if (!asked->sort || skill_sort_parse(asked->sort, ret_sort))
        return true;
    for (int i = 0; i < SORT_N; i++)
        g_string_append_printf(all, "%s%s", i ? ", " : "", skill_sort_word((enum skill_sort)i));
    cli_usage("skills list: there is no order \"%s\" (only %s)", asked->sort, all->str);
    return false;
}

/* Those that hold every word, in the order that was asked for; their rows are still the catalog's. */
static GPtrArray *choose(const struct skills_asked *asked, const GPtrArray *from, enum skill_sort sort)
{
    g_autofree char *words = g_strjoinv(" ", asked->words);
    g_autoptr(GPtrArray) rows = skill_rows_new(from), found = skill_rows_choose(rows, words, sort, NULL, NULL);
    GPtrArray *hits = g_ptr_array_new();
    for (guint i = 0; i < found->len; i++)
        g_ptr_array_add(hits, (gpointer)((const struct skill_row *)g_ptr_array_index(found, i))->row);
    return hits;
}

static bool wanted(const struct skills_asked *asked, const struct catalog_row *r)
{
    bool draft = r->stage == STAGE_DRAFT;
    if (asked->stage && !g_str_equal(asked->stage, stage_name(r->stage)))
        return false;
    if (asked->drafts ? !draft : draft && !asked->stage)
        return false;
    return !asked->library || (r->skill && g_str_equal(r->skill->library, asked->library));
}

/* The action sets of other tools: a person's run has none of them, and each is a page long. A library that was named is meant. */
static bool is_set(const struct catalog_row *r, char *const *libraries)
{
    return libraries && r->skill && r->skill->layer == LAYER_SHIPPED &&
           !g_strv_contains((const char *const *)libraries, r->skill->library);
}

static void print_row(const struct catalog_row *r)
{
    g_autofree char *form = r->skill ? skill_call_form(r->skill) : g_strdup_printf("%s@%.8s", r->name, r->sha256);
    g_autofree char *counts = r->counts.proposed || r->counts.fired
                                  ? g_strdup_printf("%d/%d/%d/%d", (int)r->counts.proposed, (int)r->counts.fired,
                                                    (int)r->counts.verified, (int)r->counts.no_effect)
                                  : g_strdup("-");
    g_autofree char *line = g_strdup_printf("%s %-7s %-48s %9s  %-9s  %s", stage_glyph(r->stage), stage_name(r->stage), form,
                                            counts, r->skill && r->skill->library ? r->skill->library : "", r->doc ? r->doc : "");
    skills_print(line);
}

static void print_rows(const struct skills_asked *asked, const GPtrArray *rows, guint drafts, guint sets)
{
    if (isatty(STDOUT_FILENO))
        printf("  %-7s %-48s %9s  %-9s  %s\n", "stage", "skill", "p/f/v/n", "library", "(proposed/fired/verified/no effect)");
    for (guint i = 0; i < rows->len; i++)
        print_row(g_ptr_array_index(rows, i));
    fflush(stdout);
    if (sets && isatty(STDOUT_FILENO))
        printf("%u more in the action sets of other tools (--all; what a run has: --profile NAME)\n", sets);
    if (drafts && !asked->stage && !asked->drafts && !asked->library && isatty(STDOUT_FILENO))
        printf("%u draft%s (reins skills list --drafts)\n", drafts, drafts == 1 ? " waits" : "s wait");
}

int skills_list(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    enum skill_stage stage = STAGE_DRAFT;
    enum skill_sort sort = SORT_NAME;
    if (!parse_stage(asked, &stage) || !parse_sort(asked, &sort))
        return EXIT_USAGE;
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error) ||
        (asked->profile && !skills_shelf_restrict(&shelf, asked->profile, &error)))
        return cli_fail(error);
    bool whole = asked->all || asked->json || asked->profile || asked->library || asked->stage || asked->drafts;
    g_auto(GStrv) libraries = whole ? NULL : profile_all_libraries();
    bool gone = asked->stage && (stage == STAGE_REFUSED || stage == STAGE_RETIRED); /* they are in the store alone */
    g_autoptr(GPtrArray) all = g_ptr_array_new(), stored = gone ? catalog_stored(shelf.m, stage, &error) : NULL;
    g_autoptr(GPtrArray) sets = g_ptr_array_new();
    guint drafts = 0;
    if (error)
        return cli_fail(error);
    for (guint i = 0; stored && i < stored->len; i++)
        g_ptr_array_add(all, g_ptr_array_index(stored, i));
    const GPtrArray *rows = catalog_rows(shelf.catalog);
    for (guint i = 0; i < rows->len; i++) {
        struct catalog_row *r = g_ptr_array_index(rows, i);
        drafts += r->stage == STAGE_DRAFT;
        if (wanted(asked, r))
            g_ptr_array_add(is_set(r, libraries) ? sets : all, r);
    }
    g_autoptr(GPtrArray) hits = choose(asked, all, sort), others = choose(asked, sets, sort);
    if (asked->json) {
        g_autofree char *text = skills_json_list(hits);
        puts(text);
    } else {
        print_rows(asked, hits, drafts, others->len);
    }
    return EXIT_DONE;
}

/* ---- show ---- */

/* A primitive is no skill: it has no versions. */
static int show_primitive(const skill *s, bool json)
{
    if (json) {
        g_autofree char *text = skill_to_json_text(s);
        puts(text);
        return EXIT_DONE;
    }
    g_autofree char *form = skill_call_form(s);
    skills_print(form);
    puts("built in, for reins do\n");
    g_auto(GStrv) lines = g_strsplit(s->code, "\n", -1);
    for (char **l = lines; *l && (l[1] || **l); l++)
        skills_print(*l);
    return EXIT_DONE;
}

/* The row of this version; of one that is in no list a row made from what the store says (into *made). */
static const struct catalog_row *row_of(const struct skills_shelf *s, const struct skills_pick *p, struct catalog_row *made)
{
    const GPtrArray *rows = catalog_rows(s->catalog);
    for (guint i = 0; i < rows->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(rows, i);
        if (g_str_equal(r->name, p->name) && g_str_equal(r->sha256, p->sha256))
            return r;
    }
    const memory_skill *v = p->version;
    *made = (struct catalog_row){.name = p->name, .sha256 = p->sha256};
    if (v) {
        stage_parse(v->stage, &made->stage);
        made->author = v->author;
        made->reason = v->reason;
        made->run = v->run;
        made->step = v->step;
        made->learned_us = v->at_us;
    }
    g_autoptr(GPtrArray) counts = s->m ? memory_outcome_counts(s->m, p->name, NULL) : NULL;
    for (guint i = 0; counts && i < counts->len; i++) {
        const struct memory_counts *n = g_ptr_array_index(counts, i);
        if (g_str_equal(n->sha256, p->sha256))
            made->counts = *n;
    }
    made->counts.name = made->counts.sha256 = NULL;
    return made;
}

static GPtrArray *users_of(const skill_library *lib, const char *name)
{
    GPtrArray *users = g_ptr_array_new();
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len; i++) {
        skill *s = g_ptr_array_index(all, i);
        if (s->uses && g_strv_contains((const char *const *)s->uses, name))
            g_ptr_array_add(users, s->name);
    }
    return users;
}

static void print_list(const char *title, char **names)
{
    g_autofree char *all = names && *names ? g_strjoinv(", ", names) : NULL;
    g_autofree char *line = all ? g_strdup_printf("%s %s", title, all) : NULL;
    if (line)
        skills_print(line);
}

static void print_origin(const struct skills_pick *p, const struct catalog_row *r, const char *frame)
{
    GString *line = g_string_new(stage_glyph(r->stage));
    g_string_append_printf(line, " %s%s%s · by %s", stage_name(r->stage), r->reason ? ": " : "", r->reason ? r->reason : "",
                           r->author ? r->author : "nobody known");
    if (r->run)
        g_string_append_printf(line, " in run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT, r->run, r->step);
    if (p->version && p->version->note)
        g_string_append_printf(line, " · %s", p->version->note);
    skills_print(line->str);
    if (r->run)
        g_string_printf(line, "it saw %s (reins memory show %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ")",
                        frame ? frame : "no picture is kept", r->run, r->step);
    if (r->run)
        skills_print(line->str);
    g_string_free(line, TRUE);
    g_autofree char *counts = skills_counts_text(&r->counts);
    printf("%s\n", counts);
}

static void print_skill(const struct skills_pick *p, const struct catalog_row *r, const GPtrArray *users, const char *frame)
{
    g_autofree char *form = p->skill ? skill_call_form(p->skill) : g_strdup_printf("%s (its text is not a skill)", p->name);
    g_autofree char *where = p->loaded ? g_strdup_printf("%s:%d", p->skill->file, p->skill->line) : g_strdup("not loaded");
    skills_print(form);
    skills_print(where);
    printf("sha256 %s\n", p->sha256);
    print_origin(p, r, frame);
    print_list("uses", p->skill ? p->skill->uses : NULL);
    if (users->len > 1) /* with the NULL at its end */
        print_list("used by", (char **)users->pdata);
    puts("");
    g_auto(GStrv) lines = g_strsplit(p->code ? p->code : "", "\n", -1);
    for (char **l = lines; *l && (l[1] || **l); l++)
        skills_print(*l);
}

int skills_show(const struct skills_asked *asked)
{
    g_autoptr(GError) error = NULL;
    g_auto(skills_shelf) shelf = {0};
    __attribute__((cleanup(skills_pick_clear))) struct skills_pick pick = {0};
    const skill *primitive = primitive_find(asked->words[0]);
    if (primitive)
        return show_primitive(primitive, asked->json);
    if (!skills_shelf_open(&shelf, false, NULL, NULL, &error) || !skills_pick(&shelf, asked->words[0], &pick, &error))
        return cli_fail(error);
    struct catalog_row made;
    const struct catalog_row *row = row_of(&shelf, &pick, &made);
    g_autoptr(GPtrArray) users = users_of(shelf.library, pick.name);
    g_autofree char *frame = shelf.m && pick.version ? draft_screen_picture(shelf.m, pick.version) : NULL;
    if (asked->json) {
        g_autofree char *text = skills_json_show(&pick, row, users, frame);
        puts(text);
    } else {
        g_ptr_array_add(users, NULL);
        print_skill(&pick, row, users, frame);
    }
    return EXIT_DONE;
}
