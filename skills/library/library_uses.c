#include "skills/library/library_parts.h"

#include "skills/lua/lua_tokens.h"

#include <string.h>

/* Which other skills a skill leads to: those that its own text names, and those that its file names beside its skills (a local
 * helper, a table of functions), which any of them may reach. A global of another file that is no skill there (a value, a
 * function without a comment, one whose name a later file has now) leads on to whatever is beside the skills of that file, and
 * what stands there counts in the skill's version: nothing else would tell that it was changed. Read from the whole file's
 * tokens: where a text or a comment ends is not to be seen from a skill's own lines. */

#define LED_MAX 1000000 /* names that come to skills from beside them, in all files together */

/* What a stretch of a file names. */
struct named {
    GPtrArray *skills; /* names; borrowed */
    GPtrArray *others; /* names of globals that are no skill in some file; borrowed */
};

struct file {
    const struct library_source *source;
    GHashTable *skills; /* name → struct led */
    GHashTable *others; /* set of source->others */
    GHashTable *first;  /* name of its own → GINT_TO_POINTER(bool): where it stands first it is defined; owned names */
    struct named beside;
    char *sum; /* of its tokens beside its skills; NULL = it has no such global, or ships */
    bool left_out;
};

struct led {
    skill *skill;
    struct named own;
};

struct reader {
    GHashTable *skills;  /* all names */
    GHashTable *others;  /* name → GPtrArray of struct file that have it */
    GPtrArray *files;    /* struct file */
    GHashTable *by_path; /* the last of each path */
    gsize left;          /* of LED_MAX */
};

static struct named named_new(void)
{
    return (struct named){g_ptr_array_new(), g_ptr_array_new()};
}

static void named_clear(struct named *n)
{
    g_ptr_array_unref(n->skills);
    g_ptr_array_unref(n->others);
}

static void led_free(gpointer data)
{
    struct led *l = data;
    named_clear(&l->own);
    g_free(l);
}

static void file_free(gpointer data)
{
    struct file *f = data;
    g_hash_table_unref(f->skills);
    g_hash_table_unref(f->others);
    g_hash_table_unref(f->first);
    named_clear(&f->beside);
    g_free(f->sum);
    g_free(f);
}

static int by_string(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, each once. */
static void make_set(GPtrArray *names)
{
    guint kept = 0;
    g_ptr_array_sort(names, by_string);
    for (guint i = 0; i < names->len; i++) {
        if (!kept || !g_str_equal(names->pdata[kept - 1], names->pdata[i]))
            names->pdata[kept++] = names->pdata[i];
    }
    g_ptr_array_set_size(names, (gint)kept);
}

/* ---- one file's tokens ---- */

struct walk {
    const struct reader *r;
    const struct file *file;
    const char *text;
    GArray *tokens;
    guint at;
    int line, depth; /* of blocks */
    bool jumps;      /* goto: what stands first need not run */
    gsize counted;   /* bytes whose lines are counted */
};

static bool is(const struct walk *w, guint i, const char *word)
{
    return i < w->tokens->len && lua_token_is(w->text, &g_array_index(w->tokens, struct lua_token, i), word);
}

/* False: no global can have this name. */
static bool take_name(const struct walk *w, guint i, char *ret_name)
{
    const struct lua_token *t = i < w->tokens->len ? &g_array_index(w->tokens, struct lua_token, i) : NULL;
    if (!t || t->length > SANDBOX_NAME_MAX)
        return false;
    memcpy(ret_name, w->text + t->start, t->length);
    ret_name[t->length] = '\0';
    return true;
}

/* "function NAME" at the file's own level, where a skill of that name stands: its block is its own. What is made a skill in
 * another way counts as beside. */
static struct led *begins(const struct walk *w)
{
    char name[SANDBOX_NAME_MAX + 1];
    if (w->depth || !is(w, w->at, "function") || !take_name(w, w->at + 1, name))
        return NULL;
    struct led *l = g_hash_table_lookup(w->file->skills, name);
    return l && l->skill->line == w->line && is(w, w->at + 2, "(") ? l : NULL;
}

static int deeper(const struct walk *w)
{
    static const char *const opening[] = {"function", "if", "do", "repeat"}, *const closing[] = {"end", "until"};
    for (guint i = 0; i < G_N_ELEMENTS(opening); i++) {
        if (is(w, w->at, opening[i]))
            return 1;
    }
    return is(w, w->at, closing[0]) || is(w, w->at, closing[1]) ? -1 : 0;
}

static bool is_value(const struct walk *w, guint i)
{
    static const char *const words[] = {"nil", "true", "false"};
    bool value = i < w->tokens->len && (g_array_index(w->tokens, struct lua_token, i).kind == TOKEN_STRING ||
                                        g_array_index(w->tokens, struct lua_token, i).kind == TOKEN_NUMBER);
    for (guint k = 0; k < G_N_ELEMENTS(words); k++)
        value |= is(w, i, words[k]);
    if (!value || i + 1 >= w->tokens->len)
        return value;
    bool ends = g_array_index(w->tokens, struct lua_token, i + 1).kind != TOKEN_OPERATOR || is(w, i + 1, ";");
    return ends && !is(w, i + 1, "and") && !is(w, i + 1, "or");
}

/* "function NAME(", "NAME = function" or "NAME = VALUE", at the file's own level: whatever comes behind sees that. */
static bool defines(const struct walk *w)
{
    bool before = w->at > 0, behind = before && is(w, w->at - 1, "function");
    if (behind)
        return w->depth == 1 && is(w, w->at + 1, "(") && !(w->at > 1 && is(w, w->at - 2, "local"));
    bool alone = !before || (!is(w, w->at - 1, ",") && !is(w, w->at - 1, "local"));
    return !w->depth && alone && is(w, w->at + 1, "=") && (is(w, w->at + 2, "function") || is_value(w, w->at + 2));
}

/* Is the name, wherever it stands in the file, what the file itself has under it? The first place tells. */
static bool sees_own(const struct walk *w, const char *name)
{
    gpointer own;
    if (!g_hash_table_contains(w->file->skills, name) && !g_hash_table_contains(w->file->others, name))
        return false;
    if (!g_hash_table_lookup_extended(w->file->first, name, NULL, &own)) {
        own = GINT_TO_POINTER(!w->jumps && defines(w));
        g_hash_table_insert(w->file->first, g_strdup(name), own);
    }
    return GPOINTER_TO_INT(own);
}

/* What a file defines itself is what it sees, also where a later one has the name; but until then it sees what the files before
 * it have under that name, and may keep it. */
static void note(const struct walk *w, struct named *n)
{
    char name[SANDBOX_NAME_MAX + 1];
    gpointer known, holders;
    bool defined = w->at && is(w, w->at - 1, "function") && is(w, w->at + 1, "(");
    if (!take_name(w, w->at, name))
        return;
    bool own = sees_own(w, name);
    if (defined)
        return;
    if (g_hash_table_lookup_extended(w->r->skills, name, &known, NULL))
        g_ptr_array_add(n->skills, known);
    if (!own && g_hash_table_lookup_extended(w->r->others, name, &known, &holders) && ((GPtrArray *)holders)->pdata[0] != w->file)
        g_ptr_array_add(n->others, known);
}

static void read_file(const struct reader *r, struct file *f)
{
    const char *text = f->source->text;
    g_autoptr(GArray) tokens = lua_tokens(text, strlen(text));
    struct walk w = {.r = r, .file = f, .text = text, .tokens = tokens, .line = 1};
    for (guint i = 0; i < tokens->len; i++)
        w.jumps |= is(&w, i, "goto");
    guint variable = lua_tokens_variable(tokens, text, 0, NULL);
    struct led *in = NULL;
    bool counts = f->source->others && *f->source->others && !g_str_has_prefix(f->source->name, "shipped:");
    g_autoptr(GChecksum) sum = counts ? g_checksum_new(G_CHECKSUM_SHA256) : NULL;
    for (; w.at < tokens->len; w.at++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, w.at);
        for (; w.counted < t->start; w.counted++)
            w.line += text[w.counted] == '\n';
        if (w.at == variable) {
            note(&w, in ? &in->own : &f->beside);
            variable = lua_tokens_variable(tokens, text, w.at + 1, NULL);
        }
        if (!in && t->kind == TOKEN_KEYWORD)
            in = begins(&w);
        if (sum && !in && t->kind != TOKEN_COMMENT) {
            g_checksum_update(sum, (const guchar *)text + t->start, (gssize)t->length);
            g_checksum_update(sum, (const guchar *)"\n", 1);
        }
        if (t->kind != TOKEN_KEYWORD)
            continue;
        w.depth += deeper(&w);
        if (!w.depth)
            in = NULL;
    }
    make_set(f->beside.skills);
    make_set(f->beside.others);
    f->sum = sum ? g_strdup(g_checksum_get_string(sum)) : NULL;
}

/* ---- where that leads ---- */

static bool take_room(struct reader *r, gsize n)
{
    bool room = n <= r->left;
    r->left -= room ? n : r->left;
    return room;
}

/* The files behind these names are added, each once. False: there is no room for it. */
static bool follow(struct reader *r, const GPtrArray *others, GPtrArray *files, GHashTable *seen)
{
    for (guint i = 0; i < others->len; i++) {
        const GPtrArray *holders = g_hash_table_lookup(r->others, others->pdata[i]);
        if (!take_room(r, holders->len))
            return false;
        for (guint k = 0; k < holders->len; k++) {
            const struct file *holder = holders->pdata[k], *now = g_hash_table_lookup(r->by_path, holder->source->name);
            if (g_hash_table_contains(now->skills, others->pdata[i]))
                continue; /* a file that is there twice: the later one's skill has versions and uses of its own */
            if (g_hash_table_add(seen, holders->pdata[k]))
                g_ptr_array_add(files, holders->pdata[k]);
        }
    }
    return true;
}

/* What is reached in other files (all but the first) is part of the version; in whatever order they were found. */
static void count_in(skill *s, const GPtrArray *files)
{
    g_autoptr(GPtrArray) sums = g_ptr_array_new();
    for (guint i = 1; i < files->len; i++) {
        if (((struct file *)files->pdata[i])->sum)
            g_ptr_array_add(sums, ((struct file *)files->pdata[i])->sum);
    }
    if (!sums->len)
        return;
    make_set(sums);
    g_ptr_array_add(sums, NULL);
    g_autofree char *all = g_strjoinv("\n", (char **)sums->pdata), *whole = g_strconcat(s->sha256, "\n", all, NULL);
    g_free(s->sha256);
    s->sha256 = g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
}

/* All of that as the skill's `uses`; false as well. */
static bool lead(struct reader *r, struct file *f, struct led *l)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new(), names = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_ptr_array_add(files, f);
    g_hash_table_add(seen, f);
    make_set(l->own.others);
    g_ptr_array_extend(names, l->own.skills, NULL, NULL);
    if (!follow(r, l->own.others, files, seen))
        return false;
    for (guint i = 0; i < files->len; i++) {
        const struct named *beside = &((struct file *)files->pdata[i])->beside;
        if (!take_room(r, beside->skills->len) || !follow(r, beside->others, files, seen))
            return false;
        g_ptr_array_extend(names, beside->skills, NULL, NULL);
    }
    make_set(names);
    GPtrArray *uses = g_ptr_array_new();
    for (guint i = 0; i < names->len; i++) {
        if (!g_str_equal(names->pdata[i], l->skill->name))
            g_ptr_array_add(uses, g_strdup(names->pdata[i]));
    }
    g_ptr_array_add(uses, NULL);
    l->skill->uses = (char **)g_ptr_array_free(uses, FALSE);
    count_in(l->skill, files);
    return true;
}

static void lead_file(struct reader *r, struct file *f, GPtrArray *problems)
{
    GHashTableIter iter;
    gpointer l;
    gsize before = r->left;
    g_hash_table_iter_init(&iter, f->skills);
    while (!f->left_out && g_hash_table_iter_next(&iter, NULL, &l))
        f->left_out = !lead(r, f, l);
    if (!f->left_out)
        return;
    r->left = before;
    g_ptr_array_add(problems, g_strdup_printf("%s: names too many other skills beside its own: it is left out", f->source->name));
}

/* ---- all ---- */

static struct file *file_new(struct reader *r, const struct library_source *source)
{
    struct file *f = g_new0(struct file, 1);
    *f = (struct file){.source = source, .beside = named_new()};
    f->skills = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, led_free);
    f->others = g_hash_table_new(g_str_hash, g_str_equal);
    f->first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_ptr_array_add(r->files, f);
    for (char **name = source->others; name && *name; name++) {
        g_hash_table_add(f->others, *name);
        GPtrArray *holders = g_hash_table_lookup(r->others, *name);
        if (!holders)
            g_hash_table_insert(r->others, *name, holders = g_ptr_array_new());
        g_ptr_array_add(holders, f);
    }
    return f;
}

static void take_skill(struct reader *r, GHashTable *by_path, skill *s)
{
    struct file *f = g_hash_table_lookup(by_path, s->file);
    struct led *l = g_new0(struct led, 1);
    *l = (struct led){s, named_new()};
    g_hash_table_add(r->skills, s->name);
    g_hash_table_replace(f->skills, s->name, l);
}

void library_find_uses(GPtrArray *all, GPtrArray *sources, GPtrArray *problems)
{
    g_autoptr(GHashTable) skills = g_hash_table_new(g_str_hash, g_str_equal), by_path = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) others = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(file_free);
    struct reader r = {skills, others, files, by_path, LED_MAX};
    for (guint i = 0; i < sources->len; i++) {
        const struct library_source *source = g_ptr_array_index(sources, i);
        struct file *f = file_new(&r, source);
        g_hash_table_replace(by_path, source->name, f); /* a file that is there twice: its skills are the later's */
    }
    for (guint i = 0; i < all->len; i++)
        take_skill(&r, by_path, g_ptr_array_index(all, i));
    for (guint i = 0; i < files->len; i++)
        read_file(&r, files->pdata[i]);
    for (guint i = 0; i < files->len; i++)
        lead_file(&r, files->pdata[i], problems);
    for (guint i = all->len; i-- > 0;) {
        const skill *s = g_ptr_array_index(all, i);
        if (((struct file *)g_hash_table_lookup(by_path, s->file))->left_out)
            g_ptr_array_remove_index_fast(all, i);
    }
    for (guint i = sources->len; i-- > 0;) {
        if (((struct file *)files->pdata[i])->left_out)
            g_ptr_array_remove_index(sources, i);
    }
}
