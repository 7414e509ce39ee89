/* A goal taken apart: goals named by a task, the board, and what a person changes of it. */

#include "engine/agents/gitm/goals.h"

bool goals_add(struct goals *g, const char *object, gint64 count, GError **error)
{
    if (!goal_is_name(object))
        g_set_error(error, GOALS_ERROR, GOALS_ERROR_NAME, "a goal is the name of a thing");
    else if (count < 1 || count > GOALS_COUNT_MAX)
        g_set_error(error, GOALS_ERROR, GOALS_ERROR_LARGE, "%s: a goal's count is 1 to %d", object, GOALS_COUNT_MAX);
    else if (g->rows->len >= GOALS_MAX)
        g_set_error(error, GOALS_ERROR, GOALS_ERROR_LARGE, "there are too many goals");
    else {
        struct goal *goal = goal_new(g, object, count);
        goal->asked = true;
        g_ptr_array_add(g->rows, goal);
        return true;
    }
    return false;
}

/* The one of two groups that holds a number; "" = none does. Caller frees; NULL = both do. */
static char *number_of(const GMatchInfo *match, int before, int after)
{
    g_autofree char *first = g_match_info_fetch(match, before), *last = g_match_info_fetch(match, after);
    const bool has_first = first && *first, has_last = last && *last;
    return has_first && has_last ? NULL : g_strdup(has_first ? first : has_last ? last : "");
}

/* "3 torch", "torch 3" or "torch", a count of any length; false: another form. */
static bool read_goal(const char *text, char **ret_object, gint64 *ret_count)
{
    static GRegex *form;
    g_autoptr(GMatchInfo) match = NULL;
    if (!form)
        form = g_regex_new("^\\s*(?:(-?[0-9]+)\\s+)?([a-z][a-z0-9_:]*)(?:\\s+(-?[0-9]+))?\\s*$", 0, 0, NULL);
    if (!g_regex_match(form, text, 0, &match))
        return false;
    g_autofree char *number = number_of(match, 1, 3);
    if (!number)
        return false;
    *ret_object = g_match_info_fetch(match, 2);
    *ret_count = *number ? g_ascii_strtoll(number, NULL, 10) : 1; /* a larger one is the largest */
    return true;
}

bool goals_parse(struct goals *g, const char *task, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(task, ",", -1);
    for (char **part = parts; *part; part++) {
        g_autofree char *object = NULL;
        gint64 count;
        if (!read_goal(*part, &object, &count))
            return false;
    }
    for (char **part = parts; *part; part++) {
        g_autofree char *object = NULL;
        gint64 count = 0;
        if (!read_goal(*part, &object, &count) || !goals_add(g, object, count, error))
            return false;
    }
    return *parts != NULL;
}

void goals_rows(const struct goals *g, GPtrArray *rows)
{
    const struct goal *next = goals_next(g);
    for (guint i = 0; i < g->rows->len && rows->len < BOARD_ROWS_MAX; i++) {
        const struct goal *goal = g->rows->pdata[i];
        const char *tool = goals_tool(g, goal);
        g_autoptr(GString) note = g_string_new(NULL);
        if (goal->state == BOARD_OPEN && goal->had > 0)
            g_string_append_printf(note, "%" G_GINT64_FORMAT " there, %" G_GINT64_FORMAT " to get", goal->had, goal->get);
        else if (goal->state == BOARD_LEFT_OUT)
            g_string_append(note, goal->removed ? "left out by a person" : "in the inventory");
        if (*tool)
            g_string_append_printf(note, "%swith %s", note->len ? ", " : "", tool);
        if (goal->state == BOARD_OPEN && goals_burns(g, goal))
            g_string_append_printf(note, "%sburns fuel for %" G_GINT64_FORMAT, note->len ? ", " : "", goals_burns(g, goal));
        if (goal->unknown)
            g_string_append_printf(note, "%snot taken apart yet", note->len ? ", " : "");
        if (goal->touched && goal->state != BOARD_LEFT_OUT)
            g_string_append_printf(note, "%sedited", note->len ? ", " : "");
        if (goal->why && *goal->why)
            g_string_append_printf(note, "%s%s", note->len ? "; " : "", goal->why);
        g_autofree char *text = g_strdup_printf("%s %" G_GINT64_FORMAT, goal->object, goal->count);
        enum board_state state = goal == next ? BOARD_DOING : (enum board_state)CLAMP(goal->state, 0, BOARD_STATE_COUNT - 1);
        g_ptr_array_add(rows, board_row_new(goal->id, (int)goal->depth, state, text, note->len ? note->str : NULL));
    }
}

/* "OBJECT COUNT [with TOOL]", or the count before the object; ret_tool NULL where none is named. */
static bool read_row(const char *text, char **ret_object, gint64 *ret_count, char **ret_tool, GError **error)
{
    g_autoptr(GRegex) form =
        g_regex_new("^\\s*(?:(-?[0-9]+)\\s+)?(\\S+)(?:\\s+(-?[0-9]+))?(?:\\s+with\\s+(\\S+))?\\s*$", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autofree char *number = g_regex_match(form, text, 0, &match) ? number_of(match, 1, 3) : NULL;
    if (!number) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "a goal is OBJECT COUNT or COUNT OBJECT, or OBJECT COUNT with TOOL");
        return false;
    }
    g_autofree char *object = g_match_info_fetch(match, 2), *tool = g_match_info_fetch(match, 4);
    *ret_count = *number ? g_ascii_strtoll(number, NULL, 10) : 1;
    if (*ret_count < 1 || *ret_count > GOALS_COUNT_MAX || !goal_is_name(object)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "a goal's count is 1 to %d", GOALS_COUNT_MAX);
        return false;
    }
    *ret_object = g_steal_pointer(&object);
    *ret_tool = tool && *tool ? g_steal_pointer(&tool) : NULL;
    return true;
}

static const struct goal *parent(const struct goals *g, guint i)
{
    gint64 depth = ((const struct goal *)g->rows->pdata[i])->depth;
    while (i-- > 0)
        if (((const struct goal *)g->rows->pdata[i])->depth < depth)
            return g->rows->pdata[i];
    return NULL;
}

static void write_row(struct goals *g, guint i, const char *object, gint64 count, const char *tool)
{
    struct goal *goal = g->rows->pdata[i];
    if (*goal->object && !g_str_equal(goal->object, object)) { /* what the other object needed is not needed for this one */
        const struct goal *above = parent(g, i);
        while (goals_end(g, i) > i + 1)
            g_ptr_array_remove_index(g->rows, i + 1);
        if (above) /* nor is it needed itself */
            goals_replace(g, above, goal->object, object, count);
    }
    mind_set_string(&goal->object, object);
    goal->count = count;
    mind_set_string(&goal->tool, tool ? tool : "");
    mind_set_string(&goal->why, "");
    goal->touched = true;
    goal->removed = false;
    goal->state = BOARD_OPEN;
}

static bool write_text(struct goals *g, guint i, enum board_verb verb, const char *text, GError **error)
{
    g_autofree char *object = NULL, *tool = NULL;
    gint64 count;
    if (!read_row(text, &object, &count, &tool, error))
        return false;
    if (verb == BOARD_INSERT) {
        if (g->rows->len >= GOALS_MAX) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "there are too many goals");
            return false;
        }
        struct goal *goal = goal_new(g, object, count);
        goal->depth = i < g->rows->len ? ((const struct goal *)g->rows->pdata[i])->depth : 0;
        g_ptr_array_insert(g->rows, (int)i, goal);
    }
    write_row(g, i, object, count, tool);
    return true;
}

/* With all that it needs. */
static void leave_out(struct goals *g, guint i)
{
    for (guint end = goals_end(g, i); i < end; i++) {
        struct goal *goal = g->rows->pdata[i];
        goal->state = goal->state == BOARD_DONE ? BOARD_DONE : BOARD_LEFT_OUT;
        goal->removed = goal->state == BOARD_LEFT_OUT;
        goal->unknown = false;
    }
}

/* With all that it needs, and what it is for. */
static void bring_back(struct goals *g, guint i)
{
    gint64 above = ((const struct goal *)g->rows->pdata[i])->depth;
    for (guint k = i; k < goals_end(g, i); k++) {
        struct goal *goal = g->rows->pdata[k];
        goal->state = goal->removed ? BOARD_OPEN : goal->state;
        goal->removed = false;
    }
    while (i-- > 0 && above > 0) {
        struct goal *goal = g->rows->pdata[i];
        if (goal->depth >= above)
            continue;
        above = goal->depth;
        goal->state = goal->removed ? BOARD_OPEN : goal->state;
        goal->removed = false;
    }
}

bool goals_change(struct goals *g, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    guint i;
    bool found = goals_find(g, row, &i);
    if (!found && !(verb == BOARD_INSERT && row == 0)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no goal %" G_GINT64_FORMAT, row);
        return false;
    }
    if (verb == BOARD_EDIT || verb == BOARD_INSERT)
        return write_text(g, i, verb, text, error);
    struct goal *goal = g->rows->pdata[i];
    if (verb == BOARD_REMOVE && goal->asked) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW,
                    "the task asks for %s: it cannot be left out (edit the goal, or stop the run)", goal->object);
        return false;
    }
    bool back = goal->removed;
    if (back)
        bring_back(g, i);
    if (verb == BOARD_GO) {
        goal->state = BOARD_OPEN;
        mind_set_string(&goal->why, "");
        g->chosen = row;
    } else if (!back) {
        leave_out(g, i);
        g->chosen = g->chosen == row ? 0 : g->chosen;
    }
    return true;
}
