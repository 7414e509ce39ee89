#include "engine/curation/stage.h"

static const struct {
    const char *name, *glyph;
} rows[] = {
    [STAGE_DRAFT] = {"draft", "✎"},     [STAGE_TRIAL] = {"trial", "◐"},     [STAGE_TRUSTED] = {"trusted", "●"},
    [STAGE_DEMOTED] = {"demoted", "▼"}, [STAGE_REFUSED] = {"refused", "✗"}, [STAGE_RETIRED] = {"retired", "○"},
};
G_STATIC_ASSERT(G_N_ELEMENTS(rows) == STAGE_COUNT);

const char *stage_name(enum skill_stage stage)
{
    return rows[stage].name;
}

const char *stage_glyph(enum skill_stage stage)
{
    return rows[stage].glyph;
}

bool stage_parse(const char *name, enum skill_stage *ret_stage)
{
    for (guint i = 0; name && i < STAGE_COUNT; i++) {
        if (!g_str_equal(rows[i].name, name))
            continue;
        *ret_stage = (enum skill_stage)i;
        return true;
    }
    return false;
}

bool stage_is_loaded(enum skill_stage stage)
{
    return stage == STAGE_TRIAL || stage == STAGE_TRUSTED || stage == STAGE_DEMOTED;
}

bool stage_asks(enum skill_stage stage)
{
    return stage != STAGE_TRUSTED;
}

bool stage_person_may(enum skill_stage from, enum skill_stage to)
{
    switch (to) {
    case STAGE_DRAFT: /* taken up again */
        return from == STAGE_REFUSED;
    case STAGE_TRIAL: /* accepted, rolled back to, or no longer trusted */
        return from != STAGE_TRIAL;
    case STAGE_TRUSTED: /* never out of a draft: it has not been tried */
        return from == STAGE_TRIAL || from == STAGE_DEMOTED;
    case STAGE_REFUSED:
        return from == STAGE_DRAFT;
    case STAGE_RETIRED:
        return stage_is_loaded(from);
    case STAGE_DEMOTED: /* outcomes do that */
    case STAGE_COUNT:
        break;
    }
    return false;
}

enum skill_stage stage_after(enum skill_stage stage, const char *const *outcomes, const struct stage_settings *settings)
{
    int seen = 0, failed = 0, in_a_row = 0;
    for (; outcomes && *outcomes; outcomes++) {
        bool good = g_str_equal(*outcomes, "verified");
        bool bad = g_str_equal(*outcomes, "no_effect") || g_str_equal(*outcomes, "unexpected");
        if (!good && !bad)
            continue;
        if (good && in_a_row == seen)
            in_a_row++;
        failed += bad && seen < settings->demote_window;
        seen++;
    }
    if (stage == STAGE_TRUSTED && failed >= settings->demote_failed)
        return STAGE_DEMOTED;
    if ((stage == STAGE_TRIAL || stage == STAGE_DEMOTED) && in_a_row >= settings->trust_after)
        return STAGE_TRUSTED;
    return stage;
}
