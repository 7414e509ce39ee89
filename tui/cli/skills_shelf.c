/* What every verb of `reins skills` begins with: the library, the store, one version of them. */

#include "tui/cli/skills.h"

#include "config/config.h"
#include "config/nearest.h"
#include "config/profile.h"
#include "engine/step/draft_screen.h"
#include "skills/library/primitive.h"
#include "skills/library/skill_text.h"
#include "skills/timeline/visible.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void skills_print(const char *text)
{
    g_autofree char *clean = visible_text(text);
    puts(clean);
}

char *skills_counts_text(const struct memory_counts *n)
{
    return g_strdup_printf("proposed %d, edited %d, rejected %d, fired %d, verified %d, no effect %d, unexpected %d",
                           (int)n->proposed, (int)n->edited, (int)n->rejected, (int)n->fired, (int)n->verified, (int)n->no_effect,
                           (int)n->unexpected);
}

static void warn(const char *text)
{
    g_autofree char *clean = visible_text(text);
    fprintf(stderr, "reins: %s\n", clean);
}

static bool open_store(struct skills_shelf *s, bool write, GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autofree char *data = config_data_dir(&local);
    s->m = data ? memory_open(data, write, &local) : NULL;
    if (s->m || !local)
        return true;
    if (write) {
        g_propagate_error(error, g_steal_pointer(&local));
        return false;
    }
    g_autofree char *said = g_strdup_printf("without stages and outcomes: %s", local->message);
    warn(said);
    return true;
}

/* A store that cannot be written to can still be read. */
static bool sync_store(struct skills_shelf *s, bool must, bool has_extra, GError **error)
{
    g_autoptr(GError) local = NULL;
    if (has_extra || catalog_sync(s->m, s->library, &local))
        return true;
    if (must) {
        g_propagate_error(error, g_steal_pointer(&local));
        return false;
    }
    warn(local->message);
    return true;
}

bool skills_shelf_open(skills_shelf *s, bool write, const char *extra_name, const char *extra_text, GError **error)
{
    static const char *const everything[] = {"*", NULL};
    g_autoptr(GPtrArray) problems = NULL;
    *s = (skills_shelf){0};
    s->library = skill_library_load_with(everything, extra_name, extra_text, &problems, error);
    for (guint i = 0; problems && i < problems->len; i++)
        warn(g_ptr_array_index(problems, i));
    if (s->library && open_store(s, write, error) && sync_store(s, write || !s->m, extra_text != NULL, error))
        s->catalog = catalog_load(s->m, s->library, error);
    if (!s->catalog)
        skills_shelf_close(s);
    return s->catalog != NULL;
}

bool skills_shelf_restrict(skills_shelf *shelf, const char *name, GError **error)
{
    g_autoptr(profile) p = profile_load(name, error);
    g_auto(GStrv) names = p ? profile_libraries(p) : NULL;
    skill_library *lib = p ? skill_library_load((const char *const *)names, NULL, error) : NULL;
    if (!lib)
        return false;
    skill_library_restrict(lib, (const char *const *)p->allow, (const char *const *)p->deny);
    g_clear_pointer(&shelf->catalog, catalog_free);
    skill_library_free(shelf->library);
    shelf->library = lib;
    shelf->catalog = catalog_load(shelf->m, lib, error);
    return shelf->catalog != NULL;
}

void skills_shelf_close(skills_shelf *s)
{
    catalog_free(s->catalog);
    skill_library_free(s->library);
    memory_close(s->m);
    *s = (skills_shelf){0};
}

struct change skills_shelf_change(const struct skills_shelf *s)
{
    return (struct change){.m = s->m, .lib = s->library, .by = "person", .look = draft_screen_read};
}

/* ---- one version ---- */

static void skills_split(const char *word, char **ret_name, char **ret_sha256)
{
    const char *at = strchr(word, '@');
    *ret_name = at ? g_strndup(word, (gsize)(at - word)) : g_strdup(word);
    *ret_sha256 = at ? g_ascii_strdown(at + 1, -1) : NULL;
}

void skills_unknown(const struct skills_shelf *s, const char *name, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < catalog_rows(s->catalog)->len; i++)
        g_ptr_array_add(names, ((struct catalog_row *)g_ptr_array_index(catalog_rows(s->catalog), i))->name);
    g_ptr_array_add(names, NULL);
    const char *near = nearest_name(name, (const char *const *)names->pdata);
    g_autofree char *hint = near ? g_strdup_printf(": did you mean \"%s\"?", near) : g_strdup("");
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no skill \"%.80s\"%s (reins skills list shows them)", name,
                hint);
}

/* The loaded one, else the newest draft, else the newest version at all. */
static char *default_version(const struct skills_shelf *s, const char *name, GError **error)
{
    const struct catalog_row *loaded = catalog_find(s->catalog, name);
    if (loaded)
        return g_strdup(loaded->sha256);
    g_autoptr(GPtrArray) versions = s->m ? catalog_history(s->m, s->library, name, error) : NULL;
    const memory_skill *best = NULL;
    for (guint i = 0; versions && i < versions->len; i++) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        bool draft = g_strcmp0(v->stage, stage_name(STAGE_DRAFT)) == 0;
        best = draft ? v : best ? best : v;
        if (draft)
            break;
    }
    return best ? g_strdup(best->sha256) : NULL;
}

/* A version that is not loaded, out of its text. */
static bool parse_version(struct skills_pick *p, GError **error)
{
    p->code = p->version->code;
    p->parsed = skill_text_parse(p->name, p->code, NULL, error);
    if (!p->parsed)
        return false;
    for (guint i = 0; i < p->parsed->len; i++) {
        const skill *one = g_ptr_array_index(p->parsed, i);
        p->skill = g_str_equal(one->name, p->name) ? one : p->skill;
    }
    return true;
}

bool skills_pick(const struct skills_shelf *s, const char *word, struct skills_pick *p, GError **error)
{
    g_autofree char *wanted = NULL;
    *p = (struct skills_pick){0};
    skills_split(word, &p->name, &wanted);
    const struct catalog_row *loaded = catalog_find(s->catalog, p->name);
    bool own = loaded && (!wanted || (*wanted && g_str_has_prefix(loaded->sha256, wanted)));
    g_autofree char *sha256 = own ? g_strdup(loaded->sha256) : wanted ? g_strdup(wanted) : default_version(s, p->name, error);
    if (sha256 && s->m)
        p->version = memory_skill_get(s->m, p->name, sha256, error);
    if (own) {
        p->skill = loaded->skill;
        p->code = loaded->skill->code;
        p->sha256 = g_strdup(loaded->sha256);
        p->loaded = true;
        return true;
    }
    if (p->version) { /* maybe one of a former name */
        g_free(p->name);
        p->name = g_strdup(p->version->name);
        p->sha256 = g_strdup(p->version->sha256);
        return parse_version(p, error);
    }
    if (error && *error)
        return false;
    g_autofree char *any = default_version(s, p->name, NULL);
    if (wanted && any)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_UNKNOWN, "there is no version %.12s of %.80s (reins skills log %.80s)",
                    wanted, p->name, p->name);
    else
        skills_unknown(s, p->name, error);
    return false;
}

void skills_pick_clear(struct skills_pick *p)
{
    memory_skill_free(p->version);
    g_clear_pointer(&p->parsed, g_ptr_array_unref);
    g_free(p->name);
    g_free(p->sha256);
    *p = (struct skills_pick){0};
}

/* ---- the person ---- */

bool skills_confirm(const char *question, bool *ret_none)
{
    char answer[64] = "";
    int tty = isatty(STDIN_FILENO) ? open("/dev/tty", O_RDWR | O_CLOEXEC) : -1;
    *ret_none = tty < 0;
    if (tty < 0)
        return false;
    g_autofree char *clean = visible_text(question), *line = g_strdup_printf("%s [y/N] ", clean);
    gssize n = write(tty, line, strlen(line)) < 0 ? -1 : read(tty, answer, sizeof answer - 1);
    close(tty);
    return n > 0 && (answer[0] == 'y' || answer[0] == 'Y') && (answer[1] == '\n' || answer[1] == '\0');
}
