/* The boards of a step that is over, out of the working memory that was stored after it. */

#include "tui/past/past_story.h"

#include "engine/agents/agent.h"
#include "tui/model/model.h"
#include "tui/term/text.h"

static void board_free(void *data)
{
    struct past_board *board = data;
    g_ptr_array_unref(board->rows);
    g_free(board);
}

GPtrArray *past_boards(memory *m, gint64 run, gint64 step, GError **error)
{
    GError *local = NULL;
    struct memory_run *row = memory_run_get(m, run, error);
    const struct agent *agent = row ? agent_find(row->agent) : NULL;
    g_autofree char *state = agent && agent->boards && step > 0 ? memory_state_at(m, run, step, NULL, &local) : NULL;
    g_autoptr(GPtrArray) rows = row && !local ? agent_boards_of_state(agent, state, &local) : NULL;
    bool read = row != NULL;
    memory_run_free(row);
    if (local)
        g_propagate_error(error, local);
    if (!read || !rows)
        return NULL;
    GPtrArray *boards = g_ptr_array_new_with_free_func(board_free);
    for (guint i = 0; i < rows->len; i++) {
        struct past_board *board = g_new0(struct past_board, 1);
        *board = (struct past_board){agent->boards[i].name, agent->boards[i].title, g_ptr_array_ref(rows->pdata[i])};
        g_ptr_array_add(boards, board);
    }
    return boards;
}

static void row_line(const struct board_row *row, GPtrArray *lines, int width)
{
    enum style style;
    const char *glyph = rich_board_look(row->state, &style);
    bool note = row->note && *row->note;
    g_autofree char *text = text_line(row->text), *remark = text_line(note ? row->note : "");
    rich_format(lines, width, style, "%*s%s %s%s%s", 2 * MIN(row->depth, BOARD_INDENTS_MAX), "", glyph, text, note ? " — " : "",
                remark);
}

void past_boards_lines(const GPtrArray *boards, GPtrArray *lines, int width)
{
    for (guint i = 0; i < boards->len; i++) {
        const struct past_board *board = boards->pdata[i];
        if (board->rows->len)
            rich_format(lines, width, STYLE_ACCENT, "%s, after it:", board->title);
        for (guint j = 0; j < board->rows->len; j++)
            row_line(board->rows->pdata[j], lines, width);
    }
}
