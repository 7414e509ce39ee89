#include "engine/curation/draft.h"

#include "skills/dryrun/dryrun.h"
#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_text.h"

#include <string.h>

#define NEAR_COPY 0.8

void draft_check_free(draft_check *check)
{
    if (!check)
        return;
    g_free(check->name);
    g_free(check->sha256);
    g_free(check->code);
    g_free(check->doc);
    g_free(check->replaces);
    g_free(check->like);
    g_free(check->like_code);
    g_free(check->seen);
    g_ptr_array_unref(check->errors);
    g_ptr_array_unref(check->notes);
    g_free(check);
}

bool draft_check_passes(const draft_check *check)
{
    return check->name && !check->errors->len;
}

/* A name that no other skill may have. Those of a world are free where no world is. */
static bool is_protected(const skill_library *lib, const skill *s)
{
    bool world = g_str_equal(s->library, LIBRARY_WORLD) && !skill_places_in_world(skill_library_places(lib));
    return s->layer == LAYER_SHIPPED && !world;
}

/* `itself`: the text of the loaded one, which is only looked at. */
static void take_name(draft_check *check, const skill_library *lib, const skill *one, const char *label, bool itself)
{
    check->name = g_strdup(one->name);
    check->sha256 = g_strdup(one->sha256);
    check->code = g_strdup(one->code);
    check->doc = g_strdup(one->doc);
    const skill *old = skill_library_find(lib, one->name);
    if (!skill_text_name_fits(one->name))
        g_ptr_array_add(check->errors, g_strdup_printf("%s:%d: the name is longer than 64 characters", label, one->line));
    if (old && is_protected(lib, old) && !itself)
        g_ptr_array_add(check->errors, g_strdup_printf("%s:%d: %s is a skill that ships and is protected: give it another name",
                                                       label, one->line, one->name));
    else if (old && old->layer != LAYER_SHIPPED)
        check->replaces = g_strdup(old->sha256);
}

/* What stands beside the function would be lost when it is accepted. */
static void find_rest(draft_check *check, const char *label, const char *text)
{
    g_autofree char *rest = skill_text_cut(text, check->code);
    g_autoptr(GArray) tokens = rest ? lua_tokens(rest, strlen(rest)) : NULL;
    for (guint i = 0; tokens && i < tokens->len; i++) {
        if (g_array_index(tokens, struct lua_token, i).kind == TOKEN_COMMENT)
            continue;
        g_ptr_array_add(check->errors,
                        g_strdup_printf("%s:1: a draft is one function with its doc comment, and nothing else", label));
        return;
    }
    if (tokens && tokens->len)
        g_ptr_array_add(check->notes, g_strdup("comments outside the function are not part of it, and not in its history"));
}

static void compare_with(draft_check *check, const char *code, const char *name, const char *sha256)
{
    double likeness = g_str_equal(name, check->name) ? 0 : skill_text_likeness(code, check->code);
    if (likeness < NEAR_COPY || likeness <= check->likeness)
        return;
    g_free(check->like);
    check->like = sha256 ? g_strdup_printf("%s@%.8s", name, sha256) : g_strdup(name);
    g_free(check->like_code);
    check->like_code = g_strdup(code);
    check->likeness = likeness;
}

/* The most alike of the other skills and drafts. */
static void find_copy(draft_check *check, memory *m, const skill_library *lib)
{
    const GPtrArray *all = skill_library_all(lib);
    g_autoptr(GPtrArray) drafts = m ? catalog_stored(m, STAGE_DRAFT, NULL) : NULL;
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        compare_with(check, s->code, s->name, NULL);
    }
    for (guint i = 0; drafts && i < drafts->len; i++) {
        const struct catalog_row *r = g_ptr_array_index(drafts, i);
        g_autoptr(memory_skill) whole = memory_skill_get(m, r->name, r->sha256, NULL);
        g_autoptr(memory_skill) own = memory_skill_get(m, check->name, r->sha256, NULL); /* of a former name of its own */
        if (whole && !own)
            compare_with(check, whole->code, r->name, r->sha256);
    }
    if (check->like)
        g_ptr_array_add(check->notes,
                        g_strdup_printf("nearly a copy of %s%s (%d %% the same)", strchr(check->like, '@') ? "the draft " : "",
                                        check->like, (int)(check->likeness * 100)));
}

/* skills, problems: of the text, as skill_text_parse() gives them. */
static draft_check *check_alone(memory *m, const skill_library *lib, const char *label, const char *text, const GPtrArray *skills,
                                const GPtrArray *problems, const screen *seen, GError **error)
{
    g_autoptr(GPtrArray) findings = dryrun_check_text(lib, label, text, strlen(text), seen, error);
    if (!findings)
        return NULL;
    g_autoptr(draft_check) check = g_new0(draft_check, 1);
    check->errors = g_ptr_array_new_with_free_func(g_free);
    check->notes = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < findings->len; i++)
        g_ptr_array_add(check->errors, g_strdup(g_ptr_array_index(findings, i)));
    for (guint i = 0; !findings->len && i < problems->len; i++)
        g_ptr_array_add(check->errors, g_strdup(g_ptr_array_index(problems, i)));
    if (skills->len == 1)
        take_name(check, lib, g_ptr_array_index(skills, 0), label, false);
    else if (!check->errors->len)
        g_ptr_array_add(check->errors,
                        g_strdup_printf("%s:1: a draft is one function with its doc comment: here are %u", label, skills->len));
    if (check->name) {
        find_rest(check, label, text);
        find_copy(check, m, lib);
    }
    return g_steal_pointer(&check);
}

/* ---- in a file ---- */

static int count_lines(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++)
        n += *from == '\n';
    return n;
}

/* Where a text stands in another that it was put into. */
struct range {
    int before, lines; /* lines before it; its own */
};

static struct range range_of(const char *whole, const char *text)
{
    g_autofree char *bare = g_strchomp(g_strdup(text));
    const char *at = strstr(whole, bare);
    gsize length = strlen(bare);
    return at ? (struct range){count_lines(whole, at), count_lines(at, at + length) + 1} : (struct range){0, G_MAXINT};
}

/* Findings of the whole file, those of the text with its own lines. */
static void take_findings(draft_check *check, const GPtrArray *findings, const char *label, const struct range *range)
{
    gsize prefix = strlen(label) + 1;
    for (guint i = 0; i < findings->len; i++) {
        const char *found = g_ptr_array_index(findings, i);
        char *what;
        gint64 line = g_ascii_strtoll(found + prefix, &what, 10);
        bool inside = line > range->before && line <= (gint64)range->before + range->lines;
        if (inside || !check->name)
            g_ptr_array_add(check->errors,
                            g_strdup_printf("%s:%d%s", label, (int)MAX(1, inside ? line - range->before : line), what));
        else
            g_ptr_array_add(check->notes, g_strdup_printf("elsewhere in the file, line %d%s", (int)line, what));
    }
}

draft_check *draft_check_within(memory *m, const skill_library *lib, const char *label, const char *file, const char *old_code,
                                const char *text, const screen *seen, GError **error)
{
    g_autofree char *whole = skill_text_put(file, old_code, text), *shown = g_utf8_make_valid(label, -1);
    g_autoptr(draft_check) check = g_new0(draft_check, 1);
    check->errors = g_ptr_array_new_with_free_func(g_free);
    check->notes = g_ptr_array_new_with_free_func(g_free);
    const struct range range = range_of(whole, text);
    g_autoptr(GPtrArray) problems = NULL, findings = NULL, inside = g_ptr_array_new();
    g_autoptr(GPtrArray) skills = skill_text_parse(shown, whole, &problems, error);
    if (!skills || !(findings = dryrun_check_text(lib, shown, whole, strlen(whole), seen, error)))
        return NULL;
    for (guint i = 0; i < skills->len; i++) {
        skill *s = g_ptr_array_index(skills, i);
        if (s->line > range.before && s->line <= (gint64)range.before + range.lines)
            g_ptr_array_add(inside, s);
    }
    if (inside->len == 1)
        take_name(check, lib, g_ptr_array_index(inside, 0), shown, old_code && g_str_equal(old_code, text));
    take_findings(check, findings, shown, &range);
    for (guint i = 0; !findings->len && i < problems->len; i++)
        g_ptr_array_add(check->errors, g_strdup(g_ptr_array_index(problems, i)));
    if (check->name) {
        find_rest(check, shown, text);
        find_copy(check, m, lib);
    } else if (!check->errors->len) {
        g_ptr_array_add(check->errors,
                        g_strdup_printf("%s:1: a draft is one function with its doc comment: here are %u", shown, inside->len));
    }
    return g_steal_pointer(&check);
}

/* ---- where it would stand ---- */

char *draft_text_around(const skill *s, GError **error)
{
    g_autofree char *text = skill_text_read(s->file, error);
    g_autofree char *cut = text ? skill_text_cut(text, s->code) : NULL;
    if (cut)
        return g_steal_pointer(&text);
    if (!error || !*error)
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_CONFLICT,
                    "%s no longer holds %s as it was loaded: somebody changed the file (load the library again)", s->file,
                    s->name);
    return NULL;
}

static const skill *own_skill(const skill_library *lib, const char *name)
{
    const skill *old = name ? skill_library_find(lib, name) : NULL;
    return old && old->layer != LAYER_SHIPPED ? old : NULL;
}

char *draft_text_to_try(const skill_library *lib, const char *name, const char *code)
{
    const skill *old = own_skill(lib, name);
    g_autofree char *file = old ? draft_text_around(old, NULL) : NULL;
    return file ? skill_text_put(file, old->code, code) : g_strdup(code);
}

draft_check *draft_check_text(memory *m, const skill_library *lib, const char *label, const char *name, const char *text,
                              const screen *seen, GError **error)
{
    g_autoptr(GPtrArray) problems = NULL, skills = skill_text_parse(label, text, &problems, error);
    if (!skills)
        return NULL;
    const char *means = skills->len == 1 ? ((skill *)g_ptr_array_index(skills, 0))->name : name;
    const skill *old = means ? skill_library_find(lib, means) : NULL;
    if (!old || (old->layer == LAYER_SHIPPED && !g_str_equal(old->code, text)))
        return check_alone(m, lib, label, text, skills, problems, seen, error);
    g_autoptr(GError) changed = NULL;
    g_autofree char *file = draft_text_around(old, &changed);
    draft_check *check = file ? draft_check_within(m, lib, label, file, old->code, text, seen, error)
                              : check_alone(m, lib, label, text, skills, problems, seen, error);
    if (check && changed)
        g_ptr_array_add(check->notes, g_strdup_printf("checked alone: %s", changed->message));
    return check;
}

bool draft_add(memory *m, const draft_check *check, const struct draft_origin *origin, bool *ret_known, GError **error)
{
    if (!check->name) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "this is not a skill: %s",
                    check->errors->len ? (char *)g_ptr_array_index(check->errors, 0) : "it has no function");
        return false;
    }
    memory_skill v = {.name = check->name,
                      .sha256 = check->sha256,
                      .code = check->code,
                      .author = (char *)origin->author,
                      .parent = check->replaces,
                      .note = (char *)origin->note,
                      .run = origin->run,
                      .step = origin->step,
                      .stage = (char *)stage_name(STAGE_DRAFT),
                      .by = (char *)origin->by,
                      .reason = check->errors->len ? g_ptr_array_index(check->errors, 0) : NULL};
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    gint64 fresh = 0;
    g_ptr_array_add(one, &v);
    if (!memory_skills_add(m, one, &fresh, error))
        return false;
    if (ret_known)
        *ret_known = fresh == 0;
    return true;
}
