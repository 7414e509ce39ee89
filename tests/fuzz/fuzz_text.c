/* Any bytes as the text of a skill file that is edited, and as its tokens and doc comments: what the editing says it did is what
 * the text then holds. */

#include "skills/lua/lua_tokens.h"
#include "skills/library/skill_doc.h"
#include "skills/library/skill_text.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* They lie in order, within the text, and only white space lies between them. */
static void tokens_cover(const char *text, gsize length)
{
    g_autoptr(GArray) tokens = lua_tokens(text, length);
    gsize end = 0;
    for (guint i = 0; i < tokens->len; i++) {
        const struct lua_token *t = &g_array_index(tokens, struct lua_token, i);
        g_assert(t->start >= end && t->length > 0 && t->start + t->length <= length);
        for (; end < t->start; end++)
            g_assert(g_ascii_isspace(text[end]));
        end = t->start + t->length;
    }
    for (; end < length; end++)
        g_assert(g_ascii_isspace(text[end]));
}

static void doc_reads(const char *text)
{
    static const char *const names[] = {"x", "key", NULL};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    int n = (int)g_strv_length(lines);
    g_autoptr(GArray) findings = doc_findings_new();
    const struct doc_function f = {"f", n ? n : 1, n ? n : 1, names, false};
    g_autoptr(skill) s = n ? doc_read(lines, &f, findings) : NULL;
    g_assert(!s || (s->doc && s->code && s->expect && s->pre && s->effect >= -1 && s->effect <= 3));
}

static void edits_hold(const char *text, const char *code)
{
    g_autofree char *with = skill_text_put(text, NULL, code);
    g_assert(strstr(with, code));
    g_autofree char *without = *code ? skill_text_cut(with, code) : NULL;
    gsize bare = strlen(code);
    while (bare && code[bare - 1] == '\n')
        bare--;
    g_assert(!without || strlen(without) + bare <= strlen(with));
    g_assert(without || strspn(code, "\n") == strlen(code)); /* no line: nothing to find again */
    guint count = 0;
    g_autofree char *renamed = skill_text_rename(text, "f", "g", &count);
    g_assert(strlen(renamed) == strlen(text)); /* one letter for one */
    g_assert(count > 0 || g_str_equal(renamed, text));
    double likeness = skill_text_likeness(text, code), itself = skill_text_likeness(text, text);
    g_assert(likeness >= 0 && likeness <= 1 && itself >= 0 && itself <= 1);
}

/* The text, and behind a line "--cut" the code of a skill. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int line = 0;
    tokens_cover((const char *)data, size);
    g_autofree char *refused = doc_refuse_source((const char *)data, size, &line);
    if (refused) {
        g_assert(line >= 0);
        return 0;
    }
    g_autofree char *all = g_strndup((const char *)data, size);
    char *code = strstr(all, "--cut\n");
    doc_reads(all);
    if (code)
        *code = '\0';
    edits_hold(all, code ? code + strlen("--cut\n") : "--- F.\nfunction f() end");
    skill_text_name_fits(all);
    return 0;
}
