/* A place for a form, chosen on the picture: the form stays open and is not drawn meanwhile. Nothing is decided here. */

#include "tui/model/form.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#define STEP 10 /* px: of an arrow where no picture says how large a cell of it is */

bool pick_point(const console *c, int *ret_x, int *ret_y)
{
    *ret_x = c->pick.x;
    *ret_y = c->pick.y;
    return console_picks(c);
}

void pick_to(console *c, int x, int y)
{
    points_clamp(c, &x, &y);
    c->pick.x = x;
    c->pick.y = y;
}

static struct form_entry *entry_at(const form_view *form, guint index)
{
    return g_ptr_array_index(form->entries, index);
}

static bool number(const struct form_entry *entry, int *ret_value)
{
    char *end;
    double value = g_ascii_strtod(entry->input.text->str, &end);
    bool read = end != entry->input.text->str && !*end && value > -100000 && value < 100000;
    *ret_value = read ? (int)value : 0;
    return read;
}

/* Begins where the form says, else at the place that was looked at last. */
static void go_to(console *c, guint x_entry, guint y_entry)
{
    int x, y;
    c->pick.x_entry = x_entry;
    c->pick.y_entry = y_entry;
    if (number(entry_at(c->forms.open, x_entry), &x) && number(entry_at(c->forms.open, y_entry), &y))
        pick_to(c, x, y);
}

static const char *why_not(console *c, guint *ret_x, guint *ret_y)
{
    const form_view *form = c->forms.open;
    if (!form->module && !form_view_place(form, form->active, ret_x, ret_y))
        return "no argument of this action is a place in pixels";
    if (form->module && entry_at(form, form->active)->field->type != FIELD_ACTIONS)
        return "a place can be inserted only into actions: tab goes there";
    if (c->view.screen != SCREEN_RUN || model_live(c->model)->last.width <= 0)
        return "no picture of the run is shown here";
    return c->options.pictures ? NULL : SHOWN_OFF;
}

void pick_begin(console *c)
{
    guint x = 0, y = 0;
    const char *why = why_not(c, &x, &y);
    g_clear_pointer(&c->forms.open->error, g_free);
    c->forms.open->error = g_strdup(why);
    if (why)
        return;
    const struct picture *last = &model_live(c->model)->last;
    g_free(c->pick.skill);
    c->pick.skill = c->forms.open->module ? g_strdup(picker_click(c)) : NULL;
    c->forms.open->picks = true;
    c->view.step = -1;
    c->view.blink = false;
    c->pick.lens = c->lens;
    if (!c->lens.look)
        lens_next(&c->lens);
    if (!c->pick.known)
        pick_to(c, last->width / 2, last->height / 2);
    c->pick.known = true;
    pick_to(c, c->pick.x, c->pick.y); /* the display may be another size by now */
    if (!c->forms.open->module)
        go_to(c, x, y);
}

void pick_end(console *c)
{
    if (!console_picks(c))
        return;
    c->forms.open->picks = false;
    c->lens = c->pick.lens;
}

static void set(form_view *form, guint index, int value)
{
    g_autofree char *text = g_strdup_printf("%d", value);
    input_set(&entry_at(form, index)->input, text);
    form->active = index;
}

/* What it becomes in a text of actions; caller frees. */
static char *written(const console *c)
{
    const form_view *form = c->forms.open;
    return form_entry_place(entry_at(form, form->active), c->pick.skill, c->pick.x, c->pick.y);
}

/* Goes on to a place of the form that is still empty. */
static void take(console *c)
{
    form_view *form = c->forms.open;
    guint x, y;
    form->changed = true;
    if (form->module) {
        g_autofree char *text = written(c);
        for (const char *p = text; *p; p++)
            input_insert(&entry_at(form, form->active)->input, (gunichar)*p);
        pick_end(c);
        return;
    }
    set(form, c->pick.x_entry, c->pick.x);
    set(form, c->pick.y_entry, c->pick.y);
    bool more = form_view_place(form, c->pick.y_entry + 1, &x, &y) && !entry_at(form, x)->input.text->len &&
                !entry_at(form, y)->input.text->len;
    if (more)
        go_to(c, x, y);
    else
        pick_end(c);
}

static void other(console *c)
{
    guint x, y;
    if (!c->forms.open->module && form_view_place(c->forms.open, c->pick.y_entry + 1, &x, &y))
        go_to(c, x, y);
}

/* By an arrow: a cell of the picture as it is shown. */
static bool cell(console *c, int key)
{
    bool drawn = c->drawn.n_pictures > 0;
    int width = drawn ? MAX(1, c->drawn.pictures[0].part.width / MAX(1, c->drawn.pictures[0].at.width)) : STEP;
    int height = drawn ? MAX(1, c->drawn.pictures[0].part.height / MAX(1, c->drawn.pictures[0].at.height)) : STEP;
    if (key == K_LEFT || key == K_RIGHT)
        pick_to(c, c->pick.x + (key == K_LEFT ? -width : width), c->pick.y);
    else if (key == K_UP || key == K_DOWN)
        pick_to(c, c->pick.x, c->pick.y + (key == K_UP ? -height : height));
    else
        return false;
    c->lens.moved = false;
    return true;
}

void pick_keypress(console *c, int key)
{
    int dx, dy, x, y;
    if (overlay_digit(c, key, &x, &y)) {
        if (x >= 0)
            pick_to(c, x, y);
        c->lens.moved = false;
        return;
    }
    c->typed_mark = 0;
    if (cell(c, key))
        return;
    if (points_movement(key, &dx, &dy)) {
        pick_to(c, c->pick.x + dx, c->pick.y + dy);
        c->lens.moved = false;
    } else if (key == K_ENTER) {
        take(c);
    } else if (key == K_ESC || key == 'q') {
        pick_end(c);
    } else if (key == 't') {
        other(c);
    } else if (!lens_keypress(c, key)) {
        console_say(c, STYLE_DIM, "enter takes the place, esc goes back to the form");
    }
}

/* The field as it will be, cut in front and behind to the width: what is typed there already is not lost, and is to be seen. */
static char *field_with(const struct form_entry *entry, const char *text, int width)
{
    g_autoptr(GString) all = g_string_new_len(entry->input.text->str, (gssize)entry->input.cursor);
    int cursor;
    g_string_append(all, text);
    g_autofree char *left = text_line(all->str);
    const struct input in = {.text = all, .cursor = all->len};
    g_string_append(all, entry->input.text->str + entry->input.cursor);
    g_autofree char *shown = input_window(&in, MAX(width - 1, 1), &cursor);
    return g_strconcat(cursor < text_width(left) ? "…" : "", shown, NULL);
}

char *pick_text(const console *c, int width)
{
    const form_view *form = c->forms.open;
    if (form->module) {
        const struct form_entry *entry = entry_at(form, form->active);
        g_autofree char *text = written(c), *field = field_with(entry, text, width - text_width(entry->name) - 2);
        return g_strdup_printf("%s: %s", entry->name, field);
    }
    return g_strdup_printf("%s: %s = %d, %s = %d", form->base->skill, entry_at(form, c->pick.x_entry)->name, c->pick.x,
                           entry_at(form, c->pick.y_entry)->name, c->pick.y);
}

bool pick_has_other(const console *c)
{
    guint x, y;
    return !c->forms.open->module && form_view_place(c->forms.open, c->pick.y_entry + 1, &x, &y) && x != c->pick.x_entry;
}
