/* A board in its pane: its rows, the selected one, and what a person changes in it. The step then begins anew from that. */

#include "tui/term/rich.h"
#include "tui/console/board_pane.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define IDS_WIDTH 5 /* columns; a larger one moves only its row */
#define PAGE_ROWS 5 /* that page-up and page-down go over */

int board_pane_open(const console *c)
{
    int board = c->view.pane - (int)console_step(c)->modules->len;
    return board >= 0 && board < (int)c->model->about.boards->len ? board : -1;
}

const GPtrArray *board_pane_rows(const struct step_view *step, int board)
{
    return step->boards->pdata[board];
}

static const struct board_row *row_at(const GPtrArray *rows, int i)
{
    return g_ptr_array_index(rows, i);
}

/* NULL = there is none. */
static const struct board_row *row_or_none(const GPtrArray *rows, int i)
{
    return i >= 0 && i < (int)rows->len ? row_at(rows, i) : NULL;
}

static int find_row(const GPtrArray *rows, gint64 id)
{
    int i = (int)rows->len - 1;
    while (i >= 0 && row_at(rows, i)->id != id)
        i--;
    return i;
}

/* Where nothing was selected, the one that is being done; where the selected one is gone, the one in its place. -1 = no rows. */
static int selected(const console *c, int board)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    int at = find_row(rows, c->board.ids[board]);
    for (int i = 0; at < 0 && !c->board.ids[board] && i < (int)rows->len; i++)
        at = row_at(rows, i)->state == BOARD_DOING ? i : at;
    return at >= 0 ? at : MIN(c->board.places[board], (int)rows->len - 1);
}

static void select_row(console *c, int board, int to)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    const struct board_row *row = row_or_none(rows, CLAMP(to, 0, MAX(0, (int)rows->len - 1)));
    c->board.ids[board] = row ? row->id : 0;
    c->board.places[board] = MAX(0, find_row(rows, c->board.ids[board]));
}

/* ---- what is sent ---- */

static void send(console *c, int board, enum board_verb verb, gint64 row, const char *text)
{
    command *cmd = command_new(COMMAND_BOARD);
    cmd->board = g_strdup(model_board(c->model, (guint)board)->name);
    cmd->verb = g_strdup(board_verb_name(verb));
    cmd->row = row;
    cmd->text = g_strdup(text);
    bool says = text && *text;
    g_autofree char *told = g_strdup_printf("you: board %s: %s row %" G_GINT64_FORMAT "%s%s", cmd->board, cmd->verb, row,
                                            says ? ": " : "", says ? text : "");
    model_notice(c->model, "info", told, c->now_us);
    console_send(c, cmd);
}

/* NULL, or why nothing of a board can be changed now. */
static const char *why_not(const console *c)
{
    if (model_is_over(c->model))
        return "the run is over";
    if (!console_live(c))
        return "an earlier step cannot be changed: 0 goes back to the live step";
    return NULL;
}

/* False: it is said why not. */
static bool may(console *c, int board, enum board_verb verb)
{
    const struct board_kind *kind = model_board(c->model, (guint)board);
    const char *why = why_not(c);
    if (why)
        console_say(c, STYLE_WARN, "%s", why);
    else if (!(kind->verbs & verb))
        console_say(c, STYLE_WARN, "%s does not take \"%s\"", kind->title, board_verb_name(verb));
    else
        return true;
    return false;
}

/* A line for the text of a row: of the row that is edited, or a new one before it (0: at the end). */
static void ask_text(console *c, int board, enum board_verb verb, gint64 row)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    const struct board_row *old = verb == BOARD_EDIT ? row_or_none(rows, find_row(rows, row)) : NULL;
    prompt_open(c, PROMPT_BOARD);
    c->board.asked = board;
    c->board.verb = verb;
    c->board.row = row;
    if (old)
        input_set(&c->prompt.input, old->text);
}

char *board_pane_label(const console *c)
{
    const struct board_kind *kind = model_board(c->model, (guint)c->board.asked);
    g_autofree char *title = text_fit(kind->title, 20);
    if (!c->board.row)
        return g_strdup_printf("%s, a new row: ", title);
    return g_strdup_printf("%s, %s %" G_GINT64_FORMAT ": ", title, c->board.verb == BOARD_EDIT ? "row" : "before row",
                           c->board.row);
}

bool board_pane_entered(console *c, const char *text)
{
    if (strlen(text) > BOARD_TEXT_MAX) {
        console_say(c, STYLE_WARN, "longer than %d bytes", BOARD_TEXT_MAX);
        return false;
    }
    prompt_close(&c->prompt);
    if (may(c, c->board.asked, c->board.verb))
        send(c, c->board.asked, c->board.verb, c->board.row, text);
    return true;
}

static void ask_removal(console *c, int board, const struct board_row *row)
{
    g_autofree char *text = text_fit(row->text, 40);
    c->board.asked = board;
    c->board.removed = row->id;
    console_say(c, STYLE_WARN, "remove row %" G_GINT64_FORMAT " \"%s\"? x again: yes; any other key: no", row->id, text);
}

bool board_pane_answer(console *c, int key)
{
    bool halts = key_halts(key);
    gint64 row = c->board.removed;
    c->board.removed = 0;
    if (key != 'x')
        console_say(c, STYLE_NORMAL, "not removed");
    else if (may(c, c->board.asked, BOARD_REMOVE))
        send(c, c->board.asked, BOARD_REMOVE, row, NULL);
    return !halts;
}

/* The next row of the same depth below the same one; -1 = it is the last or the first. */
static int sibling(const GPtrArray *rows, int at, int by)
{
    int depth = row_at(rows, at)->depth, i = at + by, n = (int)rows->len;
    while (i >= 0 && i < n && row_at(rows, i)->depth > depth)
        i += by;
    return i >= 0 && i < n && row_at(rows, i)->depth == depth ? i : -1;
}

/* Down is the next one before it: so no row has to be behind both. */
static void move(console *c, int board, int at, bool up)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    int other = sibling(rows, at, up ? -1 : 1);
    if (other < 0) {
        console_say(c, STYLE_WARN, "this row is the %s", up ? "first" : "last");
        return;
    }
    gint64 moved = row_at(rows, up ? at : other)->id;
    g_autofree char *before = g_strdup_printf("%" G_GINT64_FORMAT, row_at(rows, up ? other : at)->id);
    send(c, board, BOARD_MOVE, moved, before);
}

/* ---- keys ---- */

static bool selects(console *c, enum act act, int board)
{
    static const struct {
        enum act act;
        int by;
    } moves[] = {{ACT_BOARD_ABOVE, -1},
                 {ACT_BOARD_BELOW, 1},
                 {ACT_BOARD_PAGE_ABOVE, -PAGE_ROWS},
                 {ACT_BOARD_PAGE_BELOW, PAGE_ROWS},
                 {ACT_BOARD_FIRST, -BOARD_ROWS_MAX},
                 {ACT_BOARD_LAST, BOARD_ROWS_MAX}};
    for (gsize i = 0; i < G_N_ELEMENTS(moves); i++) {
        if (moves[i].act != act)
            continue;
        select_row(c, board, selected(c, board) + moves[i].by);
        return true;
    }
    return false;
}

static enum board_verb verb_of(enum act act)
{
    return act == ACT_BOARD_EDIT                             ? BOARD_EDIT
           : act == ACT_BOARD_INSERT || act == ACT_BOARD_ADD ? BOARD_INSERT
           : act == ACT_BOARD_REMOVE                         ? BOARD_REMOVE
           : act == ACT_BOARD_GO                             ? BOARD_GO
                                                             : BOARD_MOVE;
}

void board_pane_act(console *c, enum act act, bool burst)
{
    int board = board_pane_open(c);
    if (c->layout.modules.height <= 0) {
        console_say(c, STYLE_WARN, "the board is not on the screen: esc closes the picture");
        return;
    }
    if (selects(c, act, board))
        return;
    enum board_verb verb = verb_of(act);
    int at = selected(c, board);
    const struct board_row *row = row_or_none(board_pane_rows(console_step(c), board), at);
    if (burst)
        console_say_dropped(c);
    else if (!may(c, board, verb))
        return;
    else if (act == ACT_BOARD_ADD)
        ask_text(c, board, verb, 0);
    else if (!row)
        console_say(c, STYLE_WARN, "there is no row");
    else if (verb == BOARD_EDIT || verb == BOARD_INSERT)
        ask_text(c, board, verb, row->id);
    else if (verb == BOARD_REMOVE)
        ask_removal(c, board, row);
    else if (verb == BOARD_MOVE)
        move(c, board, at, act == ACT_BOARD_UP);
    else
        send(c, board, verb, row->id, NULL);
}

/* ---- :board NAME VERB ROW [TEXT] ---- */

static void open_board(console *c, int board)
{
    act_show_screen(c, SCREEN_RUN);
    c->view.pane = (int)console_step(c)->modules->len + board;
    c->view.pane_fixed = true;
}

static void obey(console *c, int board, enum board_verb verb, gint64 row, const char *text)
{
    bool writes = verb == BOARD_EDIT || verb == BOARD_INSERT;
    if (row && find_row(board_pane_rows(console_step(c), board), row) < 0)
        console_say(c, STYLE_BAD, "%s has no row %" G_GINT64_FORMAT, model_board(c->model, (guint)board)->title, row);
    else if (!row && verb != BOARD_INSERT)
        console_say(c, STYLE_BAD, "row 0 is the end: only insert takes it");
    else if (writes && !text)
        ask_text(c, board, verb, row);
    else
        send(c, board, verb, row, text);
}

void board_pane_line(console *c, const char *rest)
{
    static const char usage[] = "usage: board NAME VERB ROW [TEXT] (Tab completes) — a board alone opens its pane";
    g_auto(GStrv) words = g_strsplit(rest, " ", 4);
    guint n = g_strv_length(words);
    guint64 row = 0;
    enum board_verb verb;
    int board = n ? model_board_find(c->model, words[0]) : c->model->about.boards->len ? 0 : -1;
    if (!c->model->about.boards->len)
        console_say(c, STYLE_BAD, "this agent has no boards");
    else if (board < 0)
        console_say(c, STYLE_BAD, "no board \"%s\" (Tab lists them)", words[0]);
    else if (n < 2)
        open_board(c, board);
    else if (!board_verb_parse(words[1], &verb) || n < 3 || !g_ascii_string_to_unsigned(words[2], 10, 0, G_MAXINT64, &row, NULL))
        console_say(c, STYLE_BAD, "%s", usage);
    else if (may(c, board, verb))
        obey(c, board, verb, (gint64)row, words[3] && *words[3] ? words[3] : NULL);
}

char **board_pane_words(const console *c, const char *typed)
{
    g_auto(GStrv) words = g_strsplit(typed, " ", 4);
    g_autoptr(GStrvBuilder) found = g_strv_builder_new();
    guint n = g_strv_length(words);
    int board = n > 1 ? model_board_find(c->model, words[0]) : -1;
    for (guint i = 0; n <= 1 && i < c->model->about.boards->len; i++)
        g_strv_builder_add(found, model_board(c->model, i)->name);
    for (guint verb = 1; n == 2 && board >= 0 && verb <= BOARD_VERBS_ALL; verb <<= 1)
        if (model_board(c->model, (guint)board)->verbs & verb)
            g_strv_builder_add(found, board_verb_name(verb));
    const GPtrArray *rows = board >= 0 ? board_pane_rows(console_step(c), board) : NULL;
    for (int i = 0; rows && n == 3 && i < (int)rows->len; i++) {
        g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, row_at(rows, i)->id);
        g_strv_builder_add(found, id);
    }
    const struct board_row *row = rows && n == 4 ? row_or_none(rows, find_row(rows, g_ascii_strtoll(words[2], NULL, 10))) : NULL;
    if (row && g_str_equal(words[1], board_verb_name(BOARD_EDIT)))
        g_strv_builder_add(found, row->text);
    return g_strv_builder_end(found);
}

/* ---- drawing ---- */

char *board_pane_heading(const console *c, int board)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    guint left = 0;
    for (guint i = 0; i < rows->len; i++) {
        enum board_state state = row_at(rows, (int)i)->state;
        left += state == BOARD_OPEN || state == BOARD_DOING;
    }
    const char *title = model_board(c->model, (guint)board)->title;
    return !rows->len          ? g_strdup_printf("%s (empty)", title)
           : left == rows->len ? g_strdup_printf("%s %u", title, left)
                               : g_strdup_printf("%s %u left of %u", title, left, rows->len);
}

static int id_width(const GPtrArray *rows)
{
    gint64 most = 0;
    for (guint i = 0; i < rows->len; i++)
        most = MAX(most, row_at(rows, (int)i)->id);
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, most);
    return MIN((int)strlen(id), IDS_WIDTH);
}

static void row_draw(const struct rect *line, const struct board_row *row, int ids, bool is_selected)
{
    enum style own, base = is_selected ? STYLE_SELECTED : STYLE_NORMAL;
    const char *glyph = rich_board_look(row->state, &own);
    int end = line->x + line->width, indent = MIN(2 * MIN(row->depth, BOARD_INDENTS_MAX), line->width / 3), x = line->x;
    if (is_selected)
        paint_fill(line, STYLE_SELECTED);
    x += paint_format(line->y, x, line->width, is_selected ? base : STYLE_DIM, "%*" G_GINT64_FORMAT, ids, row->id) + 1 + indent;
    x += paint_text(line->y, x, end - x, glyph, is_selected ? base : own) + 1;
    enum style style = is_selected ? base : row->state == BOARD_LEFT_OUT ? STYLE_DIM : STYLE_NORMAL;
    x += paint_text(line->y, x, end - x, row->text, style) + 2;
    if (row->note && *row->note && x < end)
        paint_text(line->y, x, end - x, row->note, is_selected ? base : STYLE_DIM);
}

/* The keys that change something now, in as many words as fit. Caller frees. */
static char *keys_text(const console *c, int board, int width)
{
    const char *why = c->replay.player ? "a replay: read-only" : why_not(c);
    g_autoptr(GString) loose = g_string_new("↑↓ row"), tight = g_string_new(""), bare = g_string_new("");
    for (gsize i = 0; i < console_key_count; i++) {
        const struct key_row *row = &console_keys_table[i];
        if (row->context != KEY_BOARD || !row->brief || !(model_board(c->model, (guint)board)->verbs & verb_of(row->act)))
            continue;
        g_autofree char *name = key_label(row->key);
        g_string_append_printf(loose, "  %s %s", name, row->card);
        g_string_append_printf(tight, "%s%s %s", tight->len ? " " : "", name, row->brief);
        g_string_append_printf(bare, "%s ", name);
    }
    g_string_append(bare, "· F1 says what");
    return g_strdup(why                               ? why
                    : text_width(loose->str) <= width ? loose->str
                    : text_width(tight->str) <= width ? tight->str
                                                      : bare->str);
}

void board_pane_keys_draw(const console *c, int board, int y, int x, int width)
{
    g_autofree char *keys = keys_text(c, board, width);
    paint_format(y, x - 1, width + 2, STYLE_DIM, " %s ", keys); /* also over an edge */
}

void board_pane_draw(const console *c, int board, const struct rect *r)
{
    const GPtrArray *rows = board_pane_rows(console_step(c), board);
    int n = (int)rows->len, at = selected(c, board), ids = id_width(rows);
    int top = CLAMP(at - r->height / 2, 0, MAX(0, n - r->height));
    for (int i = 0; i < r->height && top + i < n; i++) {
        bool above = i == 0 && top > 0, more = i == r->height - 1 && top + i + 1 < n, marked = above || more;
        const struct rect line = {r->x, r->y + i, marked ? r->width - 2 : r->width, 1};
        row_draw(&line, row_at(rows, top + i), ids, board == board_pane_open(c) && top + i == at);
        if (marked)
            paint_text(line.y, r->x + r->width - 1, 1, above ? "↑" : "↓", STYLE_DIM);
    }
}

char *board_pane_text(const GPtrArray *rows)
{
    g_autoptr(GString) text = g_string_new(rows->len ? "" : "(empty)");
    int ids = id_width(rows);
    enum style style;
    for (guint i = 0; i < rows->len; i++) {
        const struct board_row *row = row_at(rows, (int)i);
        g_autofree char *what = text_line(row->text), *note = text_line(row->note ? row->note : "");
        g_string_append_printf(text, "%s%*" G_GINT64_FORMAT " %*s%s %s%s%s", i ? "\n" : "", ids, row->id,
                               2 * MIN(row->depth, BOARD_INDENTS_MAX), "", rich_board_look(row->state, &style), what,
                               *note ? " — " : "", note);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
