#include "engine/gate/effect.h"

#include <string.h>

const char *effect_name(enum effect effect)
{
    static const char *const names[] = {[EFFECT_CHANGED] = "changed",
                                        [EFFECT_NO_EFFECT] = "no_effect",
                                        [EFFECT_UNEXPECTED] = "unexpected",
                                        [EFFECT_UNKNOWN] = "unknown"};
    return names[effect];
}

static bool near(int x, int y, int px, int py, int side)
{
    return ABS(x - px) <= side / 2 && ABS(y - py) <= side / 2;
}

/* True when a pixel differs. hover: ignores the squares around the pointer before and after. */
static bool differs(const struct effect_case *c, bool hover)
{
    const screen *b = c->o_before->screen, *a = c->o_after->screen;
    if (c->before->width != c->after->width || c->before->height != c->after->height)
        return true;
    for (int y = 0; y < c->after->height; y++) {
        const guint32 *rb = c->before->pixels + (gsize)y * (gsize)c->before->width,
                      *ra = c->after->pixels + (gsize)y * (gsize)c->after->width;
        if (memcmp(ra, rb, (gsize)c->after->width * sizeof *ra) == 0)
            continue;
        for (int x = 0; x < c->after->width; x++) {
            if (ra[x] == rb[x])
                continue;
            if (hover &&
                (near(x, y, b->pointer_x, b->pointer_y, c->patch_px) || near(x, y, a->pointer_x, a->pointer_y, c->patch_px)))
                continue;
            return true;
        }
    }
    return false;
}

/* Reads "the display shows 408" into region "display" and text "408". */
static bool parse_shows(const char *expectation, char **ret_region, char **ret_text)
{
    g_autoptr(GRegex) regex = g_regex_new("^\\s*the (\\w+) shows (.+?)\\.?\\s*$", G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(regex, expectation, 0, &match))
        return false;
    *ret_region = g_match_info_fetch(match, 1);
    *ret_text = g_match_info_fetch(match, 2);
    g_strstrip(g_strdelimit(*ret_text, "\"'", ' '));
    return true;
}

static bool region_is_read(const screen *s, const char *region)
{
    for (guint i = 0; i < s->words->len; i++)
        if (g_strcmp0(g_array_index(s->words, struct screen_word, i).region, region) == 0)
            return true;
    return false;
}

/* Of the target or of the window that got the keys: "*notes" has become "notes" where nothing else shows that it was saved. */
static bool title_differs(const struct effect_case *c)
{
    const gint64 ids[] = {c->o_before->target, c->o_before->focus};
    bool differs = false;
    for (gsize i = 0; !differs && i < G_N_ELEMENTS(ids); i++) {
        const struct eye_window *was = eye_observation_window(c->o_before, ids[i]),
                                *is = eye_observation_window(c->o_after, ids[i]);
        differs = was && is && g_strcmp0(was->title, is->title) != 0;
    }
    return differs;
}

static bool expects_nothing(const char *expectation)
{
    return g_ascii_strncasecmp(expectation, "no visible change", strlen("no visible change")) == 0;
}

bool effect_of_stage(const char *stage, const char *expectation, enum effect *ret_effect)
{
    bool verified = g_strcmp0(stage, "verified") == 0, none = g_strcmp0(stage, "no_effect") == 0;
    if (none || (verified && expects_nothing(expectation ? expectation : "")))
        *ret_effect = EFFECT_NO_EFFECT;
    else
        *ret_effect = verified ? EFFECT_CHANGED : EFFECT_UNEXPECTED;
    return verified || none || g_strcmp0(stage, "unexpected") == 0;
}

struct effect_verdict effect_judge(const struct effect_case *c)
{
    const char *expectation = c->expectation ? c->expectation : "";
    g_autofree char *region = NULL, *text = NULL;
    if (!c->before || !c->after || !c->o_before || !c->o_after)
        return (struct effect_verdict){EFFECT_UNKNOWN, "uncertain"};
    if (expects_nothing(expectation)) {
        if (differs(c, true))
            return (struct effect_verdict){EFFECT_UNEXPECTED, "unexpected"};
        return (struct effect_verdict){EFFECT_NO_EFFECT, "verified"};
    }
    if (!c->o_after->caret_moved && !differs(c, false) && !title_differs(c))
        return (struct effect_verdict){EFFECT_NO_EFFECT, "no_effect"};
    if (parse_shows(expectation, &region, &text) &&
        (region_is_read(c->o_after->screen, region) || region_is_read(c->o_before->screen, region))) {
        g_autofree char *shown = screen_text(c->o_after->screen, region);
        if (!g_str_equal(shown, text))
            return (struct effect_verdict){EFFECT_UNEXPECTED, "unexpected"};
    }
    return (struct effect_verdict){EFFECT_CHANGED, "verified"};
}
