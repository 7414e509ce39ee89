#include "engine/exports/redaction.h"

#include "config/files.h"

#include <string.h>

G_DEFINE_QUARK(redaction - error - quark, redaction_error)

struct box {
    int x, y, width, height; /* width 0 = all of it */
    unsigned roles;
};

struct redaction {
    GPtrArray *words; /* GRegex */
    GArray *boxes;    /* struct box */
    guint count;
};

static void regex_unref(gpointer data)
{
    g_regex_unref(data);
}

redaction *redaction_new(void)
{
    redaction *r = g_new0(redaction, 1);
    r->words = g_ptr_array_new_with_free_func(regex_unref);
    r->boxes = g_array_new(FALSE, FALSE, sizeof(struct box));
    return r;
}

void redaction_free(redaction *r)
{
    if (!r)
        return;
    g_ptr_array_unref(r->words);
    g_array_unref(r->boxes);
    g_free(r);
}

bool redaction_empty(const redaction *r)
{
    return !r || (r->words->len == 0 && r->boxes->len == 0);
}

bool redaction_words_only(const redaction *r)
{
    return r && r->words->len && r->boxes->len == 0;
}

bool redaction_by_role(const redaction *r)
{
    for (guint i = 0; r && i < r->boxes->len; i++)
        if (g_array_index(r->boxes, struct box, i).roles != ROLE_ANY)
            return true;
    return false;
}

guint redaction_count(const redaction *r)
{
    return r ? r->count : 0;
}

void redaction_set_count(redaction *r, guint count)
{
    if (r)
        r->count = count;
}

/* ---- what is added ---- */

static bool too_many(const redaction *r, GError **error)
{
    if (r->words->len + r->boxes->len < REDACTION_RULES_MAX)
        return false;
    g_set_error(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX, "more than %d words and boxes to redact", REDACTION_RULES_MAX);
    return true;
}

/* The word as an expression: each run of blanks fits any blanks. */
static char *word_pattern(const char *word)
{
    g_autofree char *quoted = g_regex_escape_string(word, -1);
    g_autoptr(GRegex) blanks = g_regex_new("\\s+", 0, 0, NULL);
    return g_regex_replace_literal(blanks, quoted, -1, 0, "\\s+", 0, NULL);
}

/* As it is written, composed and decomposed: programs differ in which they show. */
static char *any_form(const char *word)
{
    g_autofree char *composed = g_utf8_normalize(word, -1, G_NORMALIZE_NFC);
    g_autofree char *decomposed = g_utf8_normalize(word, -1, G_NORMALIZE_NFD);
    g_autofree char *a = word_pattern(word), *b = word_pattern(composed), *c = word_pattern(decomposed);
    return g_strdup_printf("(?:%s|%s|%s)", a, b, c);
}

static GRegex *compile(const char *word, GError **error)
{
    const char *end = *word == '/' && word[1] ? strrchr(word + 1, '/') : NULL;
    bool expression = end && end > word + 1 && (end[1] == '\0' || g_str_equal(end + 1, "i"));
    g_autofree char *pattern = expression ? g_strndup(word + 1, (gsize)(end - word - 1)) : any_form(word);
    bool caseless = !expression || end[1] == 'i';
    return g_regex_new(pattern, (caseless ? G_REGEX_CASELESS : 0) | G_REGEX_OPTIMIZE, 0, error);
}

bool redaction_add(redaction *r, const char *word, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_autofree char *bare = g_utf8_validate(word, -1, NULL) ? g_strstrip(g_strdup(word)) : NULL;
    if (!bare || !*bare) {
        g_set_error(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX,
                    "a word to redact is missing: a WORD in UTF-8, or /EXPRESSION/");
        return false;
    }
    if (too_many(r, error))
        return false;
    g_autoptr(GRegex) regex = compile(bare, &problem);
    if (!regex || g_regex_match(regex, "", 0, NULL)) {
        g_set_error(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX, "cannot redact %s: %s", bare,
                    problem ? problem->message : "it fits the empty text, so it does not say what to remove");
        return false;
    }
    g_ptr_array_add(r->words, g_steal_pointer(&regex));
    return true;
}

static bool read_role(const char *name, unsigned *ret_roles)
{
    static const char *const names[] = {"before", "after", "prompt"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_equal(name, names[i])) {
            *ret_roles = 1u << i;
            return true;
        }
    }
    return false;
}

static bool read_area(const char *text, struct box *box)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", 5);
    int *const numbers[] = {&box->x, &box->y, &box->width, &box->height};
    if (g_str_equal(text, "all"))
        return true;
    if (g_strv_length(parts) != 4)
        return false;
    for (guint i = 0; i < 4; i++) {
        gint64 value;
        if (!g_ascii_string_to_signed(g_strstrip(parts[i]), 10, i < 2 ? -FRAME_MAX_SIDE : 1, FRAME_MAX_SIDE, &value, NULL))
            return false;
        *numbers[i] = (int)value;
    }
    return true;
}

bool redaction_add_box(redaction *r, const char *text, GError **error)
{
    struct box box = {.roles = ROLE_ANY};
    g_auto(GStrv) parts = g_strsplit(text, "@", 2);
    if (!parts[0] || !read_area(g_strstrip(parts[0]), &box) || (parts[1] && !read_role(g_strstrip(parts[1]), &box.roles))) {
        g_set_error(
            error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX,
            "\"%s\" is not a box: X,Y,WIDTH,HEIGHT in pixels or all, and @before, @after or @prompt if it is not for every "
            "picture",
            text);
        return false;
    }
    if (too_many(r, error))
        return false;
    g_array_append_val(r->boxes, box);
    return true;
}

bool redaction_add_file(redaction *r, const char *path, GError **error)
{
    g_autoptr(GBytes) bytes = config_read(path, error);
    if (!bytes) {
        if (!error || !*error)
            g_set_error(error, REDACTION_ERROR, REDACTION_ERROR_SYNTAX, "%s: there is no such file", path);
        return false;
    }
    g_autofree char *text = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        const char *line = g_strstrip(lines[i]);
        if (!*line || *line == '#')
            continue;
        bool box = g_str_has_prefix(line, "box ");
        if (!(box ? redaction_add_box(r, line + strlen("box "), error) : redaction_add(r, line, error))) {
            g_prefix_error(error, "%s:%u: ", path, i + 1);
            return false;
        }
    }
    return true;
}

/* ---- texts ---- */

/* One JSON string's escapes undone, as far as they are any. */
static char *unescaped(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p; p++) {
        static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
        const char *letter = p[0] == '\\' && p[1] ? strchr(letters, p[1]) : NULL;
        gunichar c = 0;
        int digits = 0;
        if (p[0] == '\\' && p[1] == 'u')
            while (digits < 4 && g_ascii_isxdigit(p[2 + digits]))
                c = c * 16 + (gunichar)g_ascii_xdigit_value(p[2 + digits++]);
        if (digits == 4 && g_unichar_validate(c) && c) {
            g_string_append_unichar(out, c);
            p += 5;
        } else if (letter || (p[0] == '\\' && p[1])) {
            g_string_append_c(out, letter ? meant[letter - letters] : p[1]);
            p++;
        } else {
            g_string_append_c(out, *p);
        }
    }
    return g_string_free(out, FALSE);
}

/* Without characters that nobody sees: soft hyphens, joiners, marks of direction. */
static char *visible(const char *text)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        if (g_unichar_type(g_utf8_get_char(p)) != G_UNICODE_FORMAT)
            g_string_append_unichar(out, g_utf8_get_char(p));
    return g_string_free(out, FALSE);
}

/* An expression that takes too long is taken to fit. */
static bool fits(const GRegex *regex, const char *text)
{
    g_autoptr(GError) error = NULL;
    return g_regex_match_full(regex, text, -1, 0, 0, NULL, &error) || error;
}

bool redaction_hits(const redaction *r, const char *text)
{
    for (guint i = 0; r && text && i < r->words->len; i++)
        if (fits(r->words->pdata[i], text))
            return true;
    return false;
}

/* Some word is there once escapes are undone, up to three of them within each other, or what cannot be seen is left out. */
static bool hidden(const redaction *r, const char *text)
{
    g_autofree char *seen = visible(text);
    if (redaction_hits(r, seen))
        return true;
    for (int i = 0; i < 3 && strchr(seen, '\\'); i++) {
        g_autofree char *deeper = unescaped(seen);
        g_free(seen);
        seen = g_utf8_make_valid(deeper, -1);
        if (redaction_hits(r, seen))
            return true;
    }
    return false;
}

char *redaction_text(redaction *r, const char *text)
{
    g_autofree char *now = text ? g_utf8_make_valid(text, -1) : NULL;
    if (!now || !r || r->words->len == 0)
        return g_steal_pointer(&now);
    bool hit = false;
    for (guint i = 0; i < r->words->len; i++) {
        if (!fits(r->words->pdata[i], now))
            continue;
        hit = true;
        char *without = g_regex_replace_literal(r->words->pdata[i], now, -1, 0, REDACTION_MARK, 0, NULL);
        g_free(now);
        now = without ? without : g_strdup(REDACTION_MARK);
    }
    /* what stood around a word may have become one itself: then nothing of it stays */
    if (!g_str_equal(now, REDACTION_MARK) && hidden(r, now)) {
        hit = true;
        g_free(now);
        now = g_strdup(REDACTION_MARK);
    }
    r->count += hit;
    return g_steal_pointer(&now);
}

/* ---- pictures ---- */

bool redaction_frame(redaction *r, frame *f, unsigned roles)
{
    bool painted = false;
    for (guint i = 0; r && i < r->boxes->len; i++) {
        const struct box *box = &g_array_index(r->boxes, struct box, i);
        if (!(box->roles & roles))
            continue;
        bool whole = box->width == 0;
        painted = frame_fill(f, whole ? 0 : box->x, whole ? 0 : box->y, whole ? f->width : box->width,
                             whole ? f->height : box->height, REDACTION_COLOUR) ||
                  painted;
    }
    return painted;
}
