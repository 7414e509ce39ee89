/* A goal: as text, and as a row of a form. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/world/plan_check.h"

#include <string.h>

static const struct mind_field goal_fields[] = {
    {"id", MIND_INTEGER, offsetof(struct jarvis_goal, id), NULL, 0},
    {"kind", MIND_INTEGER, offsetof(struct jarvis_goal, kind), NULL, PLAN_KIND_COUNT - 1},
    {"item", MIND_STRING, offsetof(struct jarvis_goal, item), NULL, JARVIS_NAME_MAX},
    {"count", MIND_INTEGER, offsetof(struct jarvis_goal, count), NULL, 0},
    {"tool", MIND_STRING, offsetof(struct jarvis_goal, tool), NULL, JARVIS_NAME_MAX},
    {"text", MIND_STRING, offsetof(struct jarvis_goal, text), NULL, 0},
    {"state", MIND_INTEGER, offsetof(struct jarvis_goal, state), NULL, BOARD_STATE_COUNT - 1},
    {"why", MIND_STRING, offsetof(struct jarvis_goal, why), NULL, 0},
    {"touched", MIND_BOOLEAN, offsetof(struct jarvis_goal, touched), NULL, 0},
    {"from", MIND_INTEGER, offsetof(struct jarvis_goal, from), NULL, 0},
    {"removed", MIND_BOOLEAN, offsetof(struct jarvis_goal, removed), NULL, 0},
    {"foretold", MIND_BOOLEAN, offsetof(struct jarvis_goal, foretold), NULL, 0},
    {"said", MIND_BOOLEAN, offsetof(struct jarvis_goal, said), NULL, 0},
    {"foreseen", MIND_COUNTS, offsetof(struct jarvis_goal, foreseen), NULL, 1000},
    {"told", MIND_COUNTS, offsetof(struct jarvis_goal, told), NULL, 1000},
    {"had", MIND_COUNTS, offsetof(struct jarvis_goal, had), NULL, 1000},
    {0},
};
const struct mind_table jarvis_goal_table = {sizeof(struct jarvis_goal), goal_fields};

static bool some(const char *text)
{
    return text && *text;
}

char *jarvis_goal_text(const struct jarvis_goal *goal)
{
    if (goal->kind == PLAN_DO)
        return g_strdup_printf("do %s", goal->text ? goal->text : "");
    return g_strdup_printf("%s %" G_GINT64_FORMAT " %s%s%s", plan_kind_name((enum plan_kind)goal->kind), goal->count, goal->item,
                           some(goal->tool) ? " with " : "", some(goal->tool) ? goal->tool : "");
}

bool jarvis_is_goal_of(const struct jarvis_goal *goal, const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 4); /* KIND COUNT ITEM … */
    g_autofree char *text = jarvis_goal_text(goal);
    return goal->kind == PLAN_DO
               ? g_str_equal(text, line)
               : g_strv_length(words) >= 3 && g_str_equal(words[0], plan_kind_name((enum plan_kind)goal->kind)) &&
                     g_str_equal(words[2], goal->item);
}

static struct jarvis_goal *goal_new(enum plan_kind kind, const char *item, gint64 count, const char *tool, const char *text)
{
    struct jarvis_goal *goal = mind_new(&jarvis_goal_table);
    goal->kind = kind;
    goal->count = CLAMP(count, 1, JARVIS_COUNT_MAX);
    mind_set_string(&goal->item, kind == PLAN_DO ? "" : item);
    mind_set_string(&goal->tool, kind == PLAN_DO ? "" : tool);
    mind_set_string(&goal->text, kind == PLAN_DO ? (some(text) ? text : item) : "");
    return goal;
}

struct jarvis_goal *jarvis_goal_of(const form_output *row)
{
    enum plan_kind kind = PLAN_DO;
    gint64 count = form_output_integer(row, "count");
    plan_kind_parse(form_output_string(row, "kind"), &kind);
    return goal_new(kind, form_output_string(row, "item"), count ? count : 1, form_output_string(row, "tool"),
                    form_output_string(row, "text"));
}

struct jarvis_goal *jarvis_goal_read(const char *text, GError **error)
{
    g_autoptr(GRegex) form = g_regex_new(
        "^\\s*([a-z]+)(?:\\s+([0-9]{1,4}))?\\s+([a-z0-9_:]{1,80})(?:\\s+with\\s+([a-z0-9_:]{1,80}))?\\s*$", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    enum plan_kind kind = PLAN_DO;
    g_autofree char *line = g_strstrip(g_strdup(text));
    if (g_str_has_prefix(line, "do ") && strlen(line) < 500)
        return goal_new(PLAN_DO, "", 1, "", g_strstrip(line + 3));
    bool fits = g_regex_match(form, line, 0, &match);
    g_autofree char *word = fits ? g_match_info_fetch(match, 1) : NULL, *number = fits ? g_match_info_fetch(match, 2) : NULL;
    g_autofree char *item = fits ? g_match_info_fetch(match, 3) : NULL, *tool = fits ? g_match_info_fetch(match, 4) : NULL;
    gint64 count = some(number) ? g_ascii_strtoll(number, NULL, 10) : 1;
    if (fits && plan_kind_parse(word, &kind) && kind != PLAN_DO && count >= 1 && count <= JARVIS_COUNT_MAX)
        return goal_new(kind, item, count, tool ? tool : "", "");
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT,
                "a goal is KIND COUNT ITEM [with TOOL] (mine 3 iron_ore with stone_pickaxe; the kinds are mine, attack, apply, "
                "craft, smelt, equip; the count is 1 to %d), or do and what is to be done",
                JARVIS_COUNT_MAX);
    return NULL;
}

/* ---- in a form ---- */

static bool line_read(const char *text, form_line_put *put, void *to, GError **error)
{
    struct jarvis_goal *goal = jarvis_goal_read(text, error);
    if (!goal)
        return false;
    g_autofree char *count = g_strdup_printf("%" G_GINT64_FORMAT, goal->count);
    put(to, "kind", plan_kind_name((enum plan_kind)goal->kind));
    if (goal->kind == PLAN_DO) {
        put(to, "text", goal->text);
    } else {
        put(to, "item", goal->item);
        put(to, "count", count);
    }
    if (some(goal->tool))
        put(to, "tool", goal->tool);
    mind_free(&jarvis_goal_table, goal);
    return true;
}

static char *line_write(const form_output *row)
{
    struct jarvis_goal *goal = jarvis_goal_of(row);
    char *text = jarvis_goal_text(goal);
    mind_free(&jarvis_goal_table, goal);
    return text;
}

const struct form_line jarvis_goal_line = {
    .like = "mine 2 oak_log; mine 3 stone with wooden_pickaxe; do wait for the day", .read = line_read, .write = line_write};
