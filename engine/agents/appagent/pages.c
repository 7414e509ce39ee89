/* What the agent keeps in mind of pages and their elements. */

#include "engine/agents/appagent/appagent.h"
#include "engine/picture/print.h"
#include "skills/timeline/action.h"

#include <stdlib.h>
#include <string.h>

#define ELEMENTS_MAX 250 /* of a page: below the mind's own limit */
#define USELESS_MAX 250
#define CELLS_ROW 1   /* the board's only row then */
#define TEXT_MAX 2000 /* bytes of a text that is kept */

static const struct mind_field element_fields[] = {
    {"number", MIND_INTEGER, offsetof(struct appagent_element, number), NULL, 0},
    {"id", MIND_STRING, offsetof(struct appagent_element, id), NULL, 0},
    {"name", MIND_STRING, offsetof(struct appagent_element, name), NULL, 0},
    {"documented", MIND_STRING, offsetof(struct appagent_element, documented), NULL, 0},
    {"left_out", MIND_BOOLEAN, offsetof(struct appagent_element, left_out), NULL, 0},
    {0},
};
static const struct mind_table element_table = {sizeof(struct appagent_element), element_fields};
static const struct mind_field useless_fields[] = {
    {"print", MIND_STRING, offsetof(struct appagent_useless, print), NULL, 0},
    {"window", MIND_STRING, offsetof(struct appagent_useless, window), NULL, 0},
    {"id", MIND_STRING, offsetof(struct appagent_useless, id), NULL, 0},
    {0},
};
static const struct mind_table useless_table = {sizeof(struct appagent_useless), useless_fields};
static const struct mind_field fields[] = {
    {"elements", MIND_ROWS, offsetof(struct appagent, elements), &element_table, 0},
    {"useless", MIND_ROWS, offsetof(struct appagent, useless), &useless_table, 0},
    {"rounds", MIND_INTEGER, offsetof(struct appagent, rounds), NULL, 0},
    {"last_act", MIND_STRING, offsetof(struct appagent, last_act), NULL, 0},
    {"grid", MIND_BOOLEAN, offsetof(struct appagent, grid), NULL, 0},
    {"columns", MIND_INTEGER, offsetof(struct appagent, columns), NULL, 0},
    {"rows", MIND_INTEGER, offsetof(struct appagent, rows), NULL, 0},
    {"go_back", MIND_BOOLEAN, offsetof(struct appagent, go_back), NULL, 0},
    {"leaves", MIND_BOOLEAN, offsetof(struct appagent, leaves), NULL, 0},
    {"print", MIND_STRING, offsetof(struct appagent, print), NULL, 0},
    {"window", MIND_STRING, offsetof(struct appagent, window), NULL, 0},
    {"before", MIND_STRING, offsetof(struct appagent, before), NULL, 0},
    {"before_hash", MIND_STRING, offsetof(struct appagent, before_hash), NULL, 0},
    {"page", MIND_STRING, offsetof(struct appagent, page), NULL, 0},
    {"page_window", MIND_STRING, offsetof(struct appagent, page_window), NULL, 0},
    {"kind", MIND_INTEGER, offsetof(struct appagent, kind), NULL, DOC_KIND_COUNT},
    {"id", MIND_STRING, offsetof(struct appagent, id), NULL, 0},
    {"name", MIND_STRING, offsetof(struct appagent, name), NULL, 0},
    {"did", MIND_STRING, offsetof(struct appagent, did), NULL, 0},
    {"changed", MIND_STRING, offsetof(struct appagent, changed), NULL, 0},
    {"number", MIND_INTEGER, offsetof(struct appagent, number), NULL, 0},
    {"step", MIND_INTEGER, offsetof(struct appagent, step), NULL, 0},
    {"focused", MIND_STRING, offsetof(struct appagent, focused), NULL, 0},
    {"focused_name", MIND_STRING, offsetof(struct appagent, focused_name), NULL, 0},
    {"program", MIND_STRING, offsetof(struct appagent, program), NULL, 0},
    {"asked", MIND_INTEGER, offsetof(struct appagent, asked), NULL, 0},
    {"answer", MIND_STRING, offsetof(struct appagent, answer), NULL, 0},
    {"promise", MIND_INTEGER, offsetof(struct appagent, promise), NULL, 0},
    {"promise_of", MIND_INTEGER, offsetof(struct appagent, promise_of), NULL, 0},
    {"promised", MIND_STRING, offsetof(struct appagent, promised), NULL, 0},
    {0},
};
const struct mind_table appagent_mind = {sizeof(struct appagent), fields};

static void set(char **text, const char *to)
{
    g_autofree char *cut = g_strndup(to ? to : "", TEXT_MAX), *valid = g_utf8_make_valid(cut, -1);
    g_free(*text);
    *text = g_steal_pointer(&valid);
}

bool appagent_decision_parse(const char *word, enum appagent_decision *ret_decision)
{
    static const char *const words[DECISION_COUNT] = {"BACK", "INEFFECTIVE", "CONTINUE", "SUCCESS"};
    for (guint i = 0; i < DECISION_COUNT; i++) {
        *ret_decision = (enum appagent_decision)i;
        if (g_strcmp0(words[i], word) == 0)
            return true;
    }
    return false;
}

/* ---- pages ---- */

static bool is_page(const struct appagent_useless *u, const char *print, const char *window)
{
    guint64 one = g_ascii_strtoull(u->print, NULL, 16), other = g_ascii_strtoull(print ? print : "", NULL, 16);
    return g_strcmp0(u->window, window) == 0 && print_distance(one, other) <= PRINT_ALIKE;
}

static bool is_useless(const struct appagent *m, const char *id)
{
    for (guint i = 0; *id && i < m->useless->len; i++) {
        const struct appagent_useless *u = m->useless->pdata[i];
        if (g_str_equal(u->id, id) && is_page(u, m->print, m->window))
            return true;
    }
    return false;
}

void appagent_look(struct appagent *m, guint64 print, const char *window)
{
    g_autofree char *hex = g_strdup_printf("%016" G_GINT64_MODIFIER "x", print);
    set(&m->print, hex);
    set(&m->window, window);
    g_ptr_array_set_size(m->elements, 0);
}

void appagent_add(struct appagent *m, gint64 number, const char *id, const char *name)
{
    if (m->elements->len >= ELEMENTS_MAX)
        return;
    struct appagent_element *e = mind_new(&element_table);
    e->number = number;
    set(&e->id, id);
    set(&e->name, name);
    set(&e->documented, NULL);
    e->left_out = is_useless(m, e->id);
    g_ptr_array_add(m->elements, e);
}

void appagent_document(struct appagent *m, const char *id, const char *kind, const char *text)
{
    for (guint i = 0; i < m->elements->len; i++) {
        struct appagent_element *e = m->elements->pdata[i];
        g_autofree char *all = g_strdup_printf("%s%s%s: %s", e->documented, *e->documented ? "; " : "", kind, text);
        if (g_str_equal(e->id, id))
            set(&e->documented, all);
    }
}

const struct appagent_element *appagent_find(const struct appagent *m, gint64 number)
{
    for (guint i = 0; i < m->elements->len; i++)
        if (((const struct appagent_element *)m->elements->pdata[i])->number == number)
            return m->elements->pdata[i];
    return NULL;
}

guint appagent_left(const struct appagent *m)
{
    guint left = 0;
    for (guint i = 0; i < m->elements->len; i++)
        left += !((const struct appagent_element *)m->elements->pdata[i])->left_out;
    return left;
}

static void leave_out(struct appagent *m, const char *print, const char *window, const char *id)
{
    if (!id || !*id)
        return;
    struct appagent_useless *u = mind_new(&useless_table);
    set(&u->print, print);
    set(&u->window, window);
    set(&u->id, id);
    if (m->useless->len >= USELESS_MAX)
        g_ptr_array_remove_index(m->useless, 0);
    g_ptr_array_add(m->useless, u);
}

static void take_in(struct appagent *m, const char *print, const char *window, const char *id)
{
    for (guint i = m->useless->len; i-- > 0;) {
        const struct appagent_useless *u = m->useless->pdata[i];
        if (g_str_equal(u->id, id) && is_page(u, print, window))
            g_ptr_array_remove_index(m->useless, i);
    }
}

static void mark_left_out(struct appagent *m)
{
    for (guint i = 0; i < m->elements->len; i++) {
        struct appagent_element *e = m->elements->pdata[i];
        e->left_out = is_useless(m, e->id);
    }
}

void appagent_decide(struct appagent *m, enum appagent_decision decision)
{
    if (decision != DECISION_SUCCESS) {
        leave_out(m, m->page, m->page_window, m->id);
        mark_left_out(m);
        set(&m->last_act, NULL);
    } else if (m->id && *m->id) { /* as a field that had the keys: tapping it changed nothing, its text did */
        take_in(m, m->page, m->page_window, m->id);
        mark_left_out(m);
    }
    m->go_back = decision == DECISION_BACK;
}

/* ---- actions ---- */

void appagent_acts(struct appagent *m, gint64 step, const char *frame, const char *hash)
{
    m->step = step;
    set(&m->before, frame);
    set(&m->before_hash, hash);
    set(&m->page, m->print);
    set(&m->page_window, m->window);
    m->kind = 0;
    m->rounds++;
}

static gint64 kind_of(const action *a)
{
    static const struct {
        const char *skill;
        enum doc_kind kind;
    } kinds[] = {{"appagent_tap_element", DOC_TAP},
                 {"click_mark", DOC_TAP},
                 {"appagent_long_press_element", DOC_LONG_PRESS},
                 {"appagent_text", DOC_TEXT},
                 {"appagent_swipe_element", DOC_V_SWIPE}};
    const struct value *way = action_get(a, "direction");
    bool level = way && way->type == VALUE_STRING && (g_str_equal(way->string, "left") || g_str_equal(way->string, "right"));
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_equal(kinds[i].skill, a->skill))
            return 1 + (gint64)(kinds[i].kind == DOC_V_SWIPE && level ? DOC_H_SWIPE : kinds[i].kind);
    return 0;
}

void appagent_did(struct appagent *m, const action *done, bool fired)
{
    m->kind = done && fired ? kind_of(done) : 0;
    const struct value *number = done ? action_get(done, g_str_equal(done->skill, "click_mark") ? "number" : "element") : NULL;
    const struct appagent_element *e = number ? appagent_find(m, number->integer) : NULL;
    bool text = m->kind == 1 + DOC_TEXT;
    g_autofree char *did = done ? action_describe(done) : NULL;
    set(&m->did, did);
    m->number = e ? e->number : 0;
    set(&m->id, text ? m->focused : e ? e->id : NULL);
    set(&m->name, text ? m->focused_name : e ? e->name : NULL);
    if (m->kind && !text) {
        set(&m->focused, m->kind == 1 + DOC_TAP ? m->id : NULL);
        set(&m->focused_name, m->kind == 1 + DOC_TAP ? m->name : NULL);
    }
    if (!fired)
        set(&m->last_act, NULL);
}

/* ---- the board ---- */

char *appagent_cells_told(const struct appagent *m)
{
    return g_strdup_printf("cells 1 to %" G_GINT64_FORMAT ", row by row: %" G_GINT64_FORMAT " columns, %" G_GINT64_FORMAT
                           " rows; parts of a cell: top-left, top, top-right, left, center, right, bottom-left, bottom, "
                           "bottom-right",
                           m->columns * m->rows, m->columns, m->rows);
}

void appagent_rows(const void *mind, GPtrArray *rows)
{
    const struct appagent *m = mind;
    g_autofree char *cells = m->grid ? appagent_cells_told(m) : NULL;
    if (cells) {
        g_ptr_array_add(rows, board_row_new(CELLS_ROW, 0, BOARD_OPEN, cells, NULL));
        return;
    }
    for (guint i = 0; i < m->elements->len; i++) {
        const struct appagent_element *e = m->elements->pdata[i];
        enum board_state state = e->left_out ? BOARD_LEFT_OUT : e->number == m->number ? BOARD_DOING : BOARD_OPEN;
        g_ptr_array_add(rows, board_row_new(e->number, 0, state, e->name, *e->documented ? e->documented : NULL));
    }
}

bool appagent_change(struct run *run, void *mind, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)run;
    (void)text;
    struct appagent *m = mind;
    const struct appagent_element *e = appagent_find(m, row);
    if (!e || !*e->id) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW,
                    e ? "element %" G_GINT64_FORMAT " cannot be left out: its program does not name it"
                      : "there is no element %" G_GINT64_FORMAT,
                    row);
        return false;
    }
    if (verb == BOARD_REMOVE)
        leave_out(m, m->print, m->window, e->id);
    else
        take_in(m, m->print, m->window, e->id);
    mark_left_out(m);
    return true;
}
