/* The boards of a run's agent: lists and trees beside its modules, each with its rows as they were in each step. */

#include "tui/model/model.h"

static void kind_free(void *data)
{
    struct board_kind *kind = data;
    g_free(kind->name);
    g_free(kind->title);
    g_free(kind);
}

GPtrArray *model_boards_new(void)
{
    return g_ptr_array_new_with_free_func(kind_free);
}

GPtrArray *model_rows_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
}

void model_add_boards(struct step_view *step, const GPtrArray *boards, const struct step_view *before)
{
    for (guint i = step->boards->len; i < boards->len; i++) {
        bool known = before && i < before->boards->len;
        g_ptr_array_add(step->boards, known ? g_ptr_array_ref(before->boards->pdata[i]) : model_rows_new());
    }
}

void model_know_boards(struct model *m)
{
    for (guint i = 0; i < m->steps->len; i++)
        model_add_boards(g_ptr_array_index(m->steps, i), m->about.boards, NULL);
}

const struct board_kind *model_board(const struct model *m, guint board)
{
    return board < m->about.boards->len ? g_ptr_array_index(m->about.boards, board) : NULL;
}

int model_board_find(const struct model *m, const char *name)
{
    for (guint i = 0; i < m->about.boards->len; i++)
        if (g_strcmp0(model_board(m, i)->name, name) == 0)
            return (int)i;
    return -1;
}

void model_take_board(struct model *m, const event *e)
{
    int board = model_board_find(m, e->board.name);
    struct step_view *step = model_live(m);
    if (board < 0 || (guint)board >= step->boards->len)
        return;
    g_ptr_array_unref(step->boards->pdata[board]);
    step->boards->pdata[board] = model_read_rows(e->board.rows);
}
