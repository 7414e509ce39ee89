#include "engine/curation/port.h"

#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_text.h"

#include <string.h>

void port_done_free(struct port_done *d)
{
    if (!d)
        return;
    g_free(d->name);
    g_free(d->sha256);
    g_free(d->stage);
    g_free(d->replaces);
    g_ptr_array_unref(d->errors);
    g_ptr_array_unref(d->notes);
    g_ptr_array_unref(d->lost);
    g_free(d);
}

/* ---- what a file has beside its skills ---- */

static bool has_words(const char *text)
{
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text));
    for (guint i = 0; i < tokens->len; i++) {
        if (g_array_index(tokens, struct lua_token, i).kind != TOKEN_COMMENT)
            return true;
    }
    return false;
}

char *port_beside(const skill_library *lib, const skill *s)
{
    g_autofree char *text = skill_text_read(s->file, NULL);
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; text && i < all->len; i++) {
        const skill *other = g_ptr_array_index(all, i);
        char *cut = g_str_equal(other->file, s->file) ? skill_text_cut(text, other->code) : NULL;
        if (cut) {
            g_free(text);
            text = cut;
        }
    }
    return text && has_words(text) ? g_strdup(g_strstrip(text)) : g_strdup("");
}

/* The names that stand in a text, as variables or fields. */
static GHashTable *names_in(const char *text)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text));
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        if (t->kind == TOKEN_NAME)
            g_hash_table_add(names, g_strndup(text + t->start, t->length));
    }
    return names;
}

/* A draft is one function alone: what its file had beside it goes into it, in front of its body. NULL: that would mean something
 * else, since a parameter has a name that stands there, too. Caller frees. */
static char *put_inside(const char *code, const char *beside)
{
    g_autoptr(GHashTable) names = names_in(beside);
    g_autoptr(GArray) tokens = lua_tokens(code, strlen(code));
    bool head = false, inside = false;
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        g_autofree char *word = g_strndup(code + t->start, t->length);
        head = head || g_str_equal(word, "function");
        if (head && inside && t->kind == TOKEN_NAME && g_hash_table_contains(names, word))
            return NULL;
        inside = inside || (head && g_str_equal(word, "("));
        if (!inside || !g_str_equal(word, ")"))
            continue;
        gsize end = t->start + t->length;
        g_autofree char *before = g_strndup(code, end);
        return g_strdup_printf("%s\n%s\n%s", before, beside, code + end);
    }
    return NULL;
}

/* It is in a file all the same: of another project's folder. */
static bool lies_elsewhere(const memory_skill *v)
{
    g_autofree char *own = skill_layer_folder(LAYER_OWN);
    return v->file && g_path_is_absolute(v->file) && !g_str_has_prefix(v->file, own) && g_file_test(v->file, G_FILE_TEST_EXISTS);
}

GPtrArray *port_retired(memory *m, const skill_library *lib, GError **error)
{
    g_autoptr(GPtrArray) versions = m ? memory_skill_versions(m, NULL, error) : g_ptr_array_new();
    g_autoptr(GPtrArray) renames = m && versions ? memory_skill_renames(m, 0, error) : g_ptr_array_new();
    if (!versions || !renames)
        return NULL;
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = versions->len; i-- > 0;) {
        const memory_skill *v = g_ptr_array_index(versions, i);
        bool elsewhere = skill_library_find_any(lib, v->name) || g_str_equal(v->author, "shipped") || lies_elsewhere(v);
        for (guint k = 0; !elsewhere && k < renames->len; k++) {
            const struct memory_rename *r = g_ptr_array_index(renames, k);
            elsewhere = g_str_equal(r->from, v->name) && v->id <= r->upto; /* in the other name's history */
        }
        if (elsewhere || !g_hash_table_add(seen, v->name))
            continue;
        g_ptr_array_add(names, g_strdup(v->name));
    }
    return names;
}

/* ---- one skill ---- */

static const struct port_version *newest(const struct port_skill *s)
{
    if (s->retired)
        return NULL;
    for (guint i = 0; i < s->versions->len; i++) {
        const struct port_version *p = g_ptr_array_index(s->versions, i);
        if (p->loaded)
            return p;
    }
    return g_ptr_array_index(s->versions, s->versions->len - 1);
}

/* What is told of a version's life where it comes from. */
static char *note_of(const memory_skill *v, const char *from)
{
    GString *note = g_string_new("imported from ");
    g_string_append(note, from);
    const char *sep = " (there: ";
    const char *parts[] = {v->stage, v->author};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (!parts[i])
            continue;
        g_string_append_printf(note, "%s%s%.60s", sep, i ? "by " : "", parts[i]);
        sep = ", ";
    }
    g_string_append_printf(note, "%s%s%.400s", *sep == ',' ? ")" : "", v->note ? ": " : "", v->note ? v->note : "");
    return g_string_free(note, FALSE);
}

/* Outcomes of a version that is new here. They are older than any stage that it gets, so none of them trusts it. What was counted
 * for another text says nothing of this one (the hash is of the text alone where nothing stood beside it). */
static bool take_outcomes(memory *m, const char *name, const char *sha256, const char *code, const struct port_version *p,
                          struct port_done *d, GError **error)
{
    g_autofree char *alone = g_compute_checksum_for_string(G_CHECKSUM_SHA256, code, -1);
    if (!p->outcomes->len)
        return true;
    if (!p->beside && p->v->sha256 && !g_str_equal(p->v->sha256, alone)) {
        g_ptr_array_add(d->lost, g_strdup_printf("%u outcomes: they are of the text %.12s, this one is %.12s", p->outcomes->len,
                                                 p->v->sha256, alone));
        return true;
    }
    d->outcomes += p->outcomes->len;
    return memory_outcomes_add(m, name, sha256, p->outcomes, error);
}

/* An earlier version as history: what it was called there is not believed, its text is. */
static bool take_earlier(memory *m, const struct port_skill *s, const struct port_version *p, const char *from,
                         struct port_done *d, GError **error)
{
    g_autoptr(GPtrArray) skills = skill_text_parse(s->name, p->v->code, NULL, error);
    const skill *one = skills && skills->len == 1 ? g_ptr_array_index(skills, 0) : NULL;
    if (!skills)
        return false;
    if (!one || !g_str_equal(one->name, s->name)) {
        g_ptr_array_add(d->lost, g_strdup_printf("the version %.12s: its text is not a skill %s",
                                                 p->v->sha256 ? p->v->sha256 : "?", s->name));
        return true;
    }
    bool refused = g_strcmp0(p->v->stage, stage_name(STAGE_REFUSED)) == 0;
    bool draft = g_strcmp0(p->v->stage, stage_name(STAGE_DRAFT)) == 0;
    g_autofree char *note = note_of(p->v, from);
    memory_skill v = {.name = one->name,
                      .sha256 = one->sha256,
                      .code = one->code,
                      .author = (char *)"import",
                      .parent = p->v->parent,
                      .note = note,
                      .at_us = MIN(p->v->at_us, g_get_real_time()),
                      .stage = (char *)stage_name(refused ? STAGE_REFUSED
                                                  : draft ? STAGE_DRAFT
                                                          : STAGE_RETIRED),
                      .by = (char *)"import",
                      .reason = refused ? p->v->reason : NULL};
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    gint64 fresh = 0;
    g_ptr_array_add(list, &v);
    if (!memory_skills_add(m, list, &fresh, error))
        return false;
    d->versions += (guint)fresh;
    return !fresh || take_outcomes(m, v.name, v.sha256, v.code, p, d, error);
}

/* The text as a draft, with its helpers inside where that is the same. */
static char *draft_text(const struct port_version *p, struct port_done *d)
{
    char *whole = p->beside ? put_inside(p->v->code, p->beside) : NULL;
    if (whole)
        g_ptr_array_add(d->notes, g_strdup("the rest of its file was put into it"));
    else if (p->beside)
        g_ptr_array_add(d->lost, g_strdup("the rest of its file (a parameter has a name that occurs there, too)"));
    return whole ? whole : g_strdup(p->v->code);
}

static void take_check(struct port_done *d, const draft_check *check)
{
    d->sha256 = g_strdup(check->sha256);
    d->replaces = g_strcmp0(check->replaces, check->sha256) ? g_strdup(check->replaces) : NULL;
    for (guint i = 0; i < check->errors->len; i++)
        g_ptr_array_add(d->errors, g_strdup(g_ptr_array_index(check->errors, i)));
    for (guint i = 0; i < check->notes->len; i++)
        g_ptr_array_add(d->notes, g_strdup(g_ptr_array_index(check->notes, i)));
}

static bool take_newest(memory *m, const skill_library *lib, const struct port_skill *s, const char *from, struct port_done *d,
                        GError **error)
{
    const struct port_version *p = newest(s);
    g_autofree char *text = draft_text(p, d), *note = note_of(p->v, from);
    g_autoptr(draft_check) check = draft_check_text(m, lib, s->name, s->name, text, NULL, error);
    const struct draft_origin origin = {.author = "import", .by = "import", .note = note};
    if (!check)
        return false;
    if (check->name && !g_str_equal(check->name, s->name)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "its text is of %s", check->name);
        return false;
    }
    if (!draft_add(m, check, &origin, &d->known, error) ||
        (!d->known && !take_outcomes(m, check->name, check->sha256, check->code, p, d, error)))
        return false;
    take_check(d, check);
    g_autoptr(memory_skill) now = memory_skill_get(m, check->name, check->sha256, error);
    d->stage = g_strdup(now ? now->stage : NULL);
    return now != NULL;
}

struct port_done *port_take(memory *m, const skill_library *lib, const struct port_skill *s, const char *from, GError **error)
{
    struct port_done *d = g_new0(struct port_done, 1);
    d->name = g_strdup(s->name);
    d->errors = g_ptr_array_new_with_free_func(g_free);
    d->notes = g_ptr_array_new_with_free_func(g_free);
    d->lost = g_ptr_array_new_with_free_func(g_free);
    bool ok = true;
    for (guint i = 0; ok && i < s->versions->len; i++) {
        const struct port_version *p = g_ptr_array_index(s->versions, i);
        ok = p == newest(s) || take_earlier(m, s, p, from, d, error);
    }
    for (guint i = 0; i < s->lost->len; i++)
        g_ptr_array_add(d->lost, g_strdup(g_ptr_array_index(s->lost, i)));
    if (ok && s->retired) {
        const struct port_version *last = g_ptr_array_index(s->versions, s->versions->len - 1);
        g_autoptr(GPtrArray) known = memory_skill_versions(m, s->name, error);
        const memory_skill *v = known && known->len ? g_ptr_array_index(known, 0) : NULL;
        d->sha256 = g_strdup(v ? v->sha256 : last->v->sha256 ? last->v->sha256 : "");
        d->stage = g_strdup(v ? v->stage : stage_name(STAGE_RETIRED));
        d->known = !d->versions;
        if (known)
            return d;
    } else if (ok && take_newest(m, lib, s, from, d, error)) {
        return d;
    }
    port_done_free(d);
    return NULL;
}
