/* A goal taken apart: goals named by a task, the board, and what a person changes of it. */

#include "engine/agents/gitm/goals.h"
#include "engine/agents/wanted.h"

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

bool goals_parse(struct goals *g, const char *task, GError **error)
{
    g_autoptr(GPtrArray) wanted = wanted_parse(task, GOALS_COUNT_MAX, error);
    bool all = wanted != NULL;
    for (guint i = 0; all && i < wanted->len; i++) {
        const struct wanted *w = wanted->pdata[i];
        all = goals_add(g, w->name, w->count, error);
    }
    return all;
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
            g_string_append(note, goal->removed ? "left out by a person" : "there by then");
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

/* "OBJECT COUNT [with TOOL]", or the count before the object; ret_tool NULL where none is named. Caller frees both. */
static struct wanted *read_row(const char *text, char **ret_tool, GError **error)
{
    g_autoptr(GRegex) form = g_regex_new("^(.*?)(?:\\s+with\\s+(\\S+))?\\s*$", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_autofree char *thing = g_regex_match(form, text, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
    g_autofree char *tool = thing ? g_match_info_fetch(match, 2) : NULL;
    struct wanted *row = thing ? wanted_read(thing) : NULL;
    if (!row)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "a goal is OBJECT COUNT or COUNT OBJECT, or OBJECT COUNT with TOOL");
    else if (row->count < 1 || row->count > GOALS_COUNT_MAX || !goal_is_name(row->name)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "a goal's count is 1 to %d", GOALS_COUNT_MAX);
        g_clear_pointer(&row, wanted_free);
    }
    *ret_tool = row && tool && *tool ? g_steal_pointer(&tool) : NULL;
    return row;
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
    g->aim = g->chosen == goal->id ? 0 : g->aim;
}

static bool write_text(struct goals *g, guint i, enum board_verb verb, const char *text, GError **error)
{
    g_autofree char *tool = NULL;
    struct wanted *row = read_row(text, &tool, error);
    bool fits = row && (verb != BOARD_INSERT || g->rows->len < GOALS_MAX);
    if (row && !fits)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_TEXT, "there are too many goals");
    if (fits && verb == BOARD_INSERT) {
        struct goal *goal = goal_new(g, row->name, row->count);
        goal->depth = i < g->rows->len ? ((const struct goal *)g->rows->pdata[i])->depth : 0;
        g_ptr_array_insert(g->rows, (int)i, goal);
    }
    if (fits)
        write_row(g, i, row->name, row->count, tool);
    wanted_free(row);
    return fits;
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
        g->aim = 0;
    } else if (!back) {
        leave_out(g, i);
        g->chosen = g->chosen == row ? 0 : g->chosen;
    }
    return true;
}
