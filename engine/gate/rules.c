#include "engine/gate/rules.h"
#include "config/profile.h"

#include "engine/gate/confusables.h"
#include "engine/gate/control_words.h"
#include "engine/gate/dialog_question.h"
#include "engine/gate/footprint.h"

#include <string.h>

#define NEAR_PX 80 /* as in policy.c */

/* One rule with its count. */
struct entry {
    const struct rule *rule;
    char *by;     /* "rule:NAME" */
    char **chord; /* NULL = any */
    GPatternSpec *skill;
    gint64 used;
    GArray *times; /* gint64: UNIX µs of the uses within rate_us, oldest first */
};

struct rules {
    GPtrArray *entries; /* struct entry*, in the order deny, ask, allow, each as given */
};

static void entry_free(struct entry *e)
{
    g_free(e->by);
    g_strfreev(e->chord);
    g_clear_pointer(&e->skill, g_pattern_spec_free);
    g_array_unref(e->times);
    g_free(e);
}

/* ---- making ---- */

static bool known_name(const rules *r, const char *by)
{
    for (guint i = 0; i < r->entries->len; i++)
        if (strcmp(((struct entry *)g_ptr_array_index(r->entries, i))->by, by) == 0)
            return true;
    return false;
}

static bool add_all(rules *r, const GPtrArray *from, const char *prefix, GError **error)
{
    for (guint i = 0; from && i < from->len; i++) {
        struct entry *e = g_new0(struct entry, 1);
        g_autoptr(GError) local = NULL;
        e->rule = g_ptr_array_index(from, i);
        e->times = g_array_new(FALSE, FALSE, sizeof(gint64));
        e->by = g_strdup_printf("rule:%s", e->rule->name);
        if (known_name(r, e->by)) {
            g_free(e->by);
            e->by = g_strdup_printf("rule:%s.%s", prefix, e->rule->name);
        }
        e->skill = e->rule->skill ? g_pattern_spec_new(e->rule->skill) : NULL;
        e->chord = e->rule->key ? footprint_chord(e->rule->key, &local) : NULL;
        g_ptr_array_add(r->entries, e);
        if (!local)
            continue;
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "%s: [rule %s] key = %s: %s", e->rule->origin, e->rule->name,
                    e->rule->key, local->message);
        return false;
    }
    return true;
}

rules *rules_new(const GPtrArray *of_config, const GPtrArray *of_profile, const GPtrArray *of_session, GError **error)
{
    g_autoptr(rules) r = g_new0(rules, 1);
    r->entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    if (!add_all(r, of_config, "config", error) || !add_all(r, of_profile, "profile", error) ||
        !add_all(r, of_session, "session", error))
        return NULL;
    return g_steal_pointer(&r);
}

void rules_free(rules *r)
{
    if (!r)
        return;
    g_ptr_array_unref(r->entries);
    g_free(r);
}

char *rules_policy_path(const char *name)
{
    if (!*name)
        return NULL;
    return g_path_is_absolute(name) ? g_strdup(name)
                                    : g_strconcat("policies/", name, g_str_has_suffix(name, ".lua") ? "" : ".lua", NULL);
}

char *rules_describe(const rules *r)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < r->entries->len; i++) {
        const struct entry *e = g_ptr_array_index(r->entries, i);
        g_autofree char *given = g_strjoinv("\n", e->rule->given);
        g_checksum_update(sum, (const guchar *)e->by, (gssize)strlen(e->by) + 1);
        g_checksum_update(sum, (const guchar *)given, (gssize)strlen(given) + 1);
    }
    return g_strdup_printf("%u rules, sha256 %s", r->entries->len, g_checksum_get_string(sum));
}

/* ---- counts ---- */

static void forget_old(struct entry *e, gint64 now_us)
{
    guint n = 0;
    while (n < e->times->len && g_array_index(e->times, gint64, n) + e->rule->rate_us <= now_us)
        n++;
    if (n)
        g_array_remove_range(e->times, 0, n);
}

void rules_used(rules *r, const char *by, gint64 at_us)
{
    for (guint i = 0; r && by && i < r->entries->len; i++) {
        struct entry *e = g_ptr_array_index(r->entries, i);
        if (strcmp(e->by, by) != 0)
            continue;
        e->used++;
        if (e->rule->rate_us == 0)
            return;
        g_array_append_val(e->times, at_us);
        forget_old(e, at_us);
        return;
    }
}

/* The reason why a rule no longer applies; NULL = it applies. */
static const char *spent(const struct entry *e, gint64 now_us)
{
    int within = 0;
    for (guint i = 0; i < e->times->len; i++)
        within += g_array_index(e->times, gint64, i) + e->rule->rate_us > now_us;
    if (e->rule->expires_us && now_us >= e->rule->expires_us)
        return "has expired";
    if (e->rule->max_fires && e->used >= e->rule->max_fires)
        return "has reached its number of uses (max_fires)";
    return e->rule->rate && within >= e->rule->rate ? "has reached its number of uses in this time (rate)" : NULL;
}

/* ---- conditions ---- */

/* A pattern that fails because it backtracks too much counts against the action. */
static bool fits(const GRegex *pattern, const char *text, bool narrows)
{
    g_autoptr(GError) error = NULL;
    bool match = g_regex_match_full(pattern, text, -1, 0, 0, NULL, &error);
    return error ? narrows : match;
}

/* Compares the text, and for a rule that narrows also the text as a person reads it. */
static bool reads(const GRegex *pattern, const char *text, bool narrows)
{
    if (fits(pattern, text, narrows))
        return true;
    g_autofree char *plain = narrows ? confusables_text(text) : NULL;
    return plain && fits(pattern, plain, narrows);
}

static bool any_holds(const GPtrArray *chords, char *const *chord)
{
    for (guint i = 0; i < chords->len; i++)
        if (footprint_chord_within(chord, g_ptr_array_index(chords, i)))
            return true;
    return false;
}

static bool key_fits(const struct entry *e, const footprint *r, bool narrows)
{
    bool any = any_holds(r->chords, e->chord), all = true;
    for (guint i = 0; i < r->chords->len; i++) /* a modifier that goes down before its key is a part of the chord */
        all &= footprint_chord_within(g_ptr_array_index(r->chords, i), e->chord);
    return narrows ? any || any_holds(r->aliases, e->chord) : any && all && !r->text && (!r->buttons || e->rule->has_rect);
}

/* A loop may type its keys in any order. A plain text counts if all its characters are among them; any other pattern counts. */
static bool loop_may_type(const GRegex *pattern, const char *keys)
{
    const char *text = g_regex_get_pattern(pattern);
    bool plain = strcspn(text, "\\^$.[]|()?*+{}") == strlen(text);
    g_autofree char *small = g_utf8_casefold(keys, -1), *wanted = g_utf8_casefold(text, -1);
    for (const char *p = wanted; plain && *p; p = g_utf8_next_char(p))
        if (!g_utf8_strchr(small, -1, g_utf8_get_char(p)))
            return false;
    return true;
}

static bool text_fits(const struct entry *e, const footprint *r, bool narrows)
{
    const char *typed = r->typed->str;
    if (narrows && r->loop && *typed && loop_may_type(e->rule->text, typed))
        return true;
    if (narrows)
        return *typed && reads(e->rule->text, typed, true);
    bool other = r->keys || (r->buttons && !e->rule->has_rect);
    return *typed && !other && fits(e->rule->text, typed, false);
}

static bool windows_fit(const GRegex *pattern, const footprint *r, bool class, bool narrows)
{
    for (guint i = 0; i < r->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(r->windows, i);
        const char *text = !w ? NULL : class ? w->class : w->title;
        bool fit = text && reads(pattern, text, narrows);
        if (fit == narrows)
            return narrows;
    }
    return !narrows && r->windows->len > 0;
}

static bool rect_has(const struct rule *rule, const struct footprint_point *p)
{
    int x = p->x, y = p->y;
    if (!rule->rect_on_screen) {
        if (!p->window)
            return false;
        x -= p->window->x;
        y -= p->window->y;
    }
    return x >= rule->x && x < rule->x + rule->width && y >= rule->y && y < rule->y + rule->height;
}

/* A loop may press anywhere in its area. */
static bool rect_in_loop(const struct rule *rule, const footprint *r)
{
    if (rule->rect_on_screen)
        return footprint_loop_distance(r, rule->x, rule->y, rule->width - 1, rule->height - 1) == 0;
    for (guint i = 0; i < r->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(r->windows, i);
        if (w && footprint_loop_distance(r, w->x + rule->x, w->y + rule->y, rule->width - 1, rule->height - 1) == 0)
            return true;
    }
    return false;
}

static bool rect_fits(const struct rule *rule, const footprint *r, bool narrows)
{
    if (narrows && rect_in_loop(rule, r))
        return true;
    for (guint i = 0; i < r->points->len; i++) {
        bool fit = rect_has(rule, &g_array_index(r->points, struct footprint_point, i));
        if (fit == narrows)
            return narrows;
    }
    return !narrows && r->points->len > 0;
}

/* Compares each word and all words joined, because a label may have several words. */
static bool word_near(const GRegex *pattern, const struct policy_case *c, const struct footprint_point *p, bool narrows)
{
    const GArray *words = c->observation ? c->observation->screen->words : NULL;
    const struct area button = narrows ? control_words_button(c, p->x, p->y) : (struct area){0};
    g_autoptr(GString) row = g_string_new(NULL);
    for (guint i = 0; words && i < words->len; i++) {
        const struct screen_word *w = &g_array_index(words, struct screen_word, i);
        bool own = area_has(button, w->x + w->width / 2, w->y + w->height / 2);
        bool near = !dialog_question_read(w) && p->x > w->x - NEAR_PX && p->x < w->x + w->width + NEAR_PX &&
                    p->y > w->y - NEAR_PX && p->y < w->y + w->height + NEAR_PX;
        near = near || (own && !dialog_question_read(w));
        if (near && reads(pattern, w->text, narrows))
            return true;
        if (near)
            g_string_append_printf(row, "%s%s", row->len ? " " : "", w->text);
    }
    return row->len && reads(pattern, row->str, narrows);
}

static bool near_in_loop(const GRegex *pattern, const struct policy_case *c, const footprint *r)
{
    const GArray *words = c->observation ? c->observation->screen->words : NULL;
    for (guint i = 0; words && i < words->len; i++) {
        const struct screen_word *w = &g_array_index(words, struct screen_word, i);
        if (footprint_loop_distance(r, w->x, w->y, w->width, w->height) < NEAR_PX && reads(pattern, w->text, true))
            return true;
    }
    return false;
}

static bool near_fits(const GRegex *pattern, const struct policy_case *c, const footprint *r, bool narrows)
{
    if (narrows && near_in_loop(pattern, c, r))
        return true;
    for (guint i = 0; i < r->points->len; i++) {
        bool fit = word_near(pattern, c, &g_array_index(r->points, struct footprint_point, i), narrows);
        if (fit == narrows)
            return narrows;
    }
    return !narrows && r->points->len > 0;
}

static int highest_tier(const struct rule *rule)
{
    return rule->tier >= 0 ? rule->tier : rule->verdict == RULE_ALLOW ? 1 : 3;
}

/* Compares the skill's name with any of the actions (to narrow) or all of them (to allow). */
static bool skill_fits(const struct entry *e, const struct policy_case *c, bool any)
{
    guint n = c->parts ? c->parts->len : 0, fit = 0;
    if (!e->skill || !n)
        return !e->skill || g_pattern_spec_match_string(e->skill, c->action->skill);
    for (guint i = 0; i < n; i++)
        fit += g_pattern_spec_match_string(e->skill, ((const action *)g_ptr_array_index(c->parts, i))->skill) ? 1 : 0;
    return any ? fit > 0 : fit == n;
}

static bool holds(const struct entry *e, const struct policy_case *c, const footprint *r, int tier)
{
    const struct rule *rule = e->rule;
    bool narrows = rule->verdict != RULE_ALLOW;
    return tier <= highest_tier(rule) && skill_fits(e, c, narrows) && (!e->chord || key_fits(e, r, narrows)) &&
           (!rule->text || text_fits(e, r, narrows)) && (!rule->class || windows_fit(rule->class, r, true, narrows)) &&
           (!rule->title || windows_fit(rule->title, r, false, narrows)) && (!rule->has_rect || rect_fits(rule, r, narrows)) &&
           (!rule->near || near_fits(rule->near, c, r, narrows));
}

/* ---- the answer ---- */

static char *conditions(const struct rule *rule)
{
    g_autofree char *all = g_strjoinv(" ", rule->given);
    return g_strdup_printf("%s: %s", rule->origin, all);
}

static const enum policy_effect effects[] = {[RULE_DENY] = POLICY_DENY, [RULE_ASK] = POLICY_ASK, [RULE_ALLOW] = POLICY_ALLOW};

struct rules_answer rules_judge(const rules *r, const struct policy_case *c, struct policy_verdict *v, gint64 now_us)
{
    struct rules_answer answer = {0};
    g_autoptr(footprint) what = footprint_new(c);
    for (guint i = 0; r && i < r->entries->len; i++) {
        const struct entry *e = g_ptr_array_index(r->entries, i);
        if (!holds(e, c, what, v->tier))
            continue;
        g_autofree char *given = conditions(e->rule);
        const char *out = spent(e, now_us);
        if (out) {
            g_autofree char *text = g_strdup_printf("%s; it %s", given, out);
            policy_add(v, e->by, POLICY_TIER, -1, text);
            continue;
        }
        policy_add(v, e->by, effects[e->rule->verdict], -1, given);
        const char **by = e->rule->verdict == RULE_DENY  ? &answer.denied_by
                          : e->rule->verdict == RULE_ASK ? &answer.asked_by
                                                         : &answer.allowed_by;
        if (!*by) {
            *by = e->by;
            answer.allowed_tier = by == &answer.allowed_by ? highest_tier(e->rule) : answer.allowed_tier;
        }
    }
    return answer;
}
