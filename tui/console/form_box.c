/* Forms on the screen: a box with the fields one below the other, what the active one means, and the keys. */

#include "tui/model/form.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

static int field_columns(int box, int label)
{
    return box - label - 6;
}

/* At a plan's actions: as many of its keys as there is room for. */
static char *actions_hint(const form_view *form, int width)
{
    static const char *const more[] = {"  tab field  ctrl-e $EDITOR", "  ctrl-e $EDITOR", ""};
    char *text = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(more) && (!text || text_width(text) > width); i++) {
        g_free(text);
        text = g_strdup_printf("%sctrl-s add  ctrl-p place  ctrl-x submit%s%s  esc close",
                               form_view_active(form)->input.text->len ? "enter one more  " : "", more[i],
                               form->wrote ? "  ctrl-r reply" : "");
    }
    return text;
}

static char *hint(const form_view *form, int width)
{
    const struct form_entry *entry = form_view_active(form);
    guint x, y;
    const char *place = form_view_place(form, 0, &x, &y) ? "ctrl-p place  " : "";
    if (form->module && entry->field->type == FIELD_ACTIONS)
        return actions_hint(form, width);
    if (form->module)
        return g_strdup_printf("enter next  %sctrl-x submit  tab field  ctrl-e $EDITOR%s  esc close",
                               form_entry_is_list(entry) ? "ctrl-s one more  " : "", form->wrote ? "  ctrl-r reply" : "");
    if (form_view_next_missing(form) != form->active)
        return g_strdup_printf("enter next  %stab field  esc close", place);
    if (form->preview)
        return g_strdup("enter dry-run  tab field  esc close");
    if (form->trial)
        return g_strdup("enter tries it (it asks before it fires)  tab field  esc close");
    if (form->parent)
        return g_strdup_printf("enter adds it  %s%stab field  esc close",
                               form_entry_takes_lines(entry) ? "alt-enter breaks the line  " : "", place);
    return g_strdup_printf("enter submit%s  %stab field%s  esc close",
                           form_entry_takes_lines(entry) ? "  alt-enter new line" : " (the new proposal comes back)", place,
                           form->draft ? "" : "  ctrl-e $EDITOR");
}

/* The field that is typed into: `rows` of its rows, those around the cursor; arrows at its end say that there are more. */
static void active_draw(form_view *form, int y, int x, int width, int rows)
{
    const struct form_entry *entry = form_view_active(form);
    int row, column;
    g_autoptr(GPtrArray) lines = input_rows(&entry->input, width, &row, &column);
    int top = CLAMP(row - rows / 2, 0, (int)lines->len - rows);
    struct rect area = {x, y, width, rows};
    paint_fill(&area, STYLE_SELECTED);
    for (int i = 0; i < rows; i++)
        paint_text(y + i, x, width, g_ptr_array_index(lines, (guint)(top + i)), STYLE_SELECTED);
    if (top > 0)
        paint_text(y, x + width, 1, "↑", STYLE_WARN);
    if (top + rows < (int)lines->len)
        paint_text(y + rows - 1, x + width, 1, "↓", STYLE_WARN);
    paint_cursor(y + row - top, x + column);
    form->columns = width;
}

static void entry_draw(form_view *form, guint index, int y, const struct rect *box, int label, int rows)
{
    const struct form_entry *entry = g_ptr_array_index(form->entries, index);
    bool active = index == form->active;
    int x = box->x + 3 + label, width = field_columns(box->width, label);
    paint_format(y, box->x + 2, label, active ? STYLE_ACCENT : STYLE_NORMAL, "%s%s", active ? "▸" : " ", entry->name);
    if (active) {
        active_draw(form, y, x, width, rows);
    } else {
        g_autofree char *all = text_fit(entry->input.text->str, width);
        paint_text(y, x, width, all, STYLE_NORMAL);
    }
}

/* What is wrong, that the run is paused, what was dropped, or what the field means, in `rows` lines; "…" where that is not
 * enough. */
static void explain_draw(const console *c, const struct rect *box, int y, int rows)
{
    const form_view *form = c->forms.open;
    const struct form_entry *entry = form_view_active(form);
    g_autofree char *allowed = entry->allowed ? g_strjoinv(" | ", entry->allowed) : NULL;
    g_autofree char *meaning = allowed ? g_strdup_printf("%s (left, right: %s)", entry->meaning, allowed)
                               : form_entry_takes_lines(entry)
                                   ? g_strconcat(entry->meaning, " (alt-enter breaks the line, \\n does not here)", NULL)
                               : entry->field && entry->field->type == FIELD_ACTIONS && c->model->about.max_actions > 0
                                   ? g_strdup_printf("%s (a step takes %d%s)%s", entry->meaning, c->model->about.max_actions,
                                                     c->model->about.max_actions > 1 ? ", ; between two" : "",
                                                     c->layout.wide ? "" : "; esc, z: the picture large; m: this form")
                                   : g_strdup(entry->meaning);
    g_autofree char *paused = form->module && model_paused(c->model) ? status_paused_text(c) : NULL;
    g_autofree char *dropped = form->dropped ? g_strdup_printf("dropped, typed before the form took keys: %s",
                                                               form->dropped->len ? form->dropped->str : "a key that is no text")
                                             : NULL;
    enum style style = form->error ? STYLE_BAD : paused || dropped ? STYLE_WARN : STYLE_DIM;
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    text_wrap(lines, form->error ? form->error : paused ? paused : dropped ? dropped : meaning, box->width - 4);
    for (int i = 0; i < rows && i < (int)lines->len; i++) {
        bool cut = i == rows - 1 && (int)lines->len > rows;
        int used = paint_text(y + i, box->x + 2, box->width - (cut ? 6 : 4), g_ptr_array_index(lines, (guint)i), style);
        if (cut)
            paint_text(y + i, box->x + 2 + used, 2, " …", style);
    }
}

#define FORM_COLUMNS 100 /* where that leaves a margin: of a narrow one only odd letters of what lies below would be seen */

static int box_columns(const console *c)
{
    return c->layout.width < FORM_COLUMNS + 8 ? c->layout.width : FORM_COLUMNS;
}

static int label_columns(const form_view *form)
{
    int label = 6;
    for (guint i = 0; i < form->entries->len; i++)
        label = MAX(label, text_width(((const struct form_entry *)g_ptr_array_index(form->entries, i))->name) + 1);
    return MIN(label, 24);
}

#define FEW_FIELDS 5 /* of a module's form where rows are few: the others come with the field that is typed into */

struct form_rows {
    int all;     /* of the fields */
    int text;    /* those of the field that is typed into */
    int explain; /* below the fields */
};

/* Where rows are few a long text takes those of other fields first, then of what is above the form. */
static struct form_rows rows_shown(const console *c, bool wide)
{
    const form_view *form = c->forms.open;
    int height = c->layout.height, row, column, n = (int)form->entries->len;
    bool tall = height >= 20, few = form->asked && !wide;
    struct form_rows rows = {.explain = !tall ? 1 : few && !form->error ? 2 : 3};
    int most = form->asked ? height * 2 / 3 - 3 - rows.explain : height - 5 - rows.explain;
    g_autoptr(GPtrArray) lines =
        input_rows(&form_view_active(form)->input, field_columns(box_columns(c), label_columns(form)), &row, &column);
    int least = MIN(n, few ? FEW_FIELDS + 2 * tall - rows.explain - !tall : height - 5 - rows.explain);
    int wanted = (int)lines->len + (few ? 1 : n - 1);
    rows.all = MAX(least, MIN(wanted, most));
    rows.text = MIN((int)lines->len, MAX(rows.all - (n > 1), 1));
    return rows;
}

int form_wanted(const console *c, bool wide)
{
    if (!c->forms.open || !c->forms.open->asked || console_picks(c) || wide)
        return 0;
    struct form_rows rows = rows_shown(c, wide);
    return rows.all + rows.explain + 3;
}

/* Over the middle; a form that answers a question stays at the bottom, so that the question can be read above it. */
static struct rect place(const console *c, const struct form_rows *rows)
{
    int width = box_columns(c), height = rows->all + rows->explain + 3;
    int y = c->forms.open->asked ? c->layout.height - 1 - height : (c->layout.height - height) / 2;
    return (struct rect){(c->layout.width - width) / 2, MAX(1, y), width, height};
}

void form_draw(console *c)
{
    form_view *form = c->forms.open;
    struct form_rows rows = rows_shown(c, c->layout.wide);
    int n = (int)form->entries->len, shown = MIN(n, rows.all - rows.text + 1), label = label_columns(form);
    struct rect box = place(c, &rows);
    int top = CLAMP((int)form->active - shown / 2, 0, n - shown), y = box.y + 1;
    paint_fill(&box, STYLE_NORMAL);
    g_autofree char *title =
        shown < n ? g_strdup_printf("%s · field %u of %d", form->title, form->active + 1, n) : g_strdup(form->title);
    paint_box(&box, title, STYLE_BORDER_ALERT);
    for (int i = top; i < top + shown; i++) {
        entry_draw(form, (guint)i, y, &box, label, rows.text);
        y += i == (int)form->active ? rows.text : 1;
    }
    explain_draw(c, &box, box.y + box.height - 1 - rows.explain, rows.explain);
    bool early = form_deadline(c, c->now_us) >= 0;
    g_autofree char *keys =
        early ? g_strdup_printf("arming… it takes keys after %d ms without one", (int)(form->arming.quiet_us / 1000))
              : hint(form, box.width - 4);
    paint_edge_title(&box, box.y + box.height - 1, keys, early ? STYLE_DIM : STYLE_NORMAL);
}
