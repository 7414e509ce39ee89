#include "tui/model/form.h"

#include "tui/term/key_code.h"

#include <string.h>

static void entry_free(void *data)
{
    struct form_entry *entry = data;
    g_free(entry->name);
    g_free(entry->meaning);
    g_strfreev(entry->allowed);
    if (entry->known)
        g_ptr_array_unref(entry->known);
    input_clear(&entry->input);
    g_free(entry);
}

static form_view *view_new(char *title)
{
    form_view *f = g_new0(form_view, 1);
    f->title = title;
    f->entries = g_ptr_array_new_with_free_func(entry_free);
    return f;
}

void form_view_forget_dropped(form_view *f)
{
    if (f->dropped)
        g_string_free(g_steal_pointer(&f->dropped), TRUE);
}

void form_view_forget_typed(form_view *f)
{
    if (f->typed)
        g_string_free(g_steal_pointer(&f->typed), TRUE);
    g_clear_pointer(&f->unpicked, g_free);
}

void form_view_free(form_view *f)
{
    if (!f)
        return;
    form_view_free(f->parent);
    g_free(f->title);
    g_free(f->error);
    g_ptr_array_unref(f->entries);
    action_free(f->base);
    g_free(f->draft);
    form_view_forget_dropped(f);
    form_view_forget_typed(f);
    g_free(f);
}

static struct form_entry *add(form_view *f, const char *name, const char *meaning, const char *value)
{
    struct form_entry *entry = g_new0(struct form_entry, 1);
    entry->name = g_strdup(name);
    entry->meaning = g_strdup(meaning ? meaning : "");
    input_init(&entry->input, value);
    g_ptr_array_add(f->entries, entry);
    return entry;
}

char *form_value_text(const struct value *v)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (v->type) {
    case VALUE_STRING:
        return g_strdup(v->string ? v->string : "");
    case VALUE_INTEGER:
        return g_strdup_printf("%" G_GINT64_FORMAT, v->integer);
    case VALUE_NUMBER:
        return g_strdup(g_ascii_formatd(number, sizeof number, "%.10g", v->number));
    case VALUE_BOOLEAN:
        break;
    }
    return g_strdup(v->boolean ? "true" : "false");
}

static void add_param(form_view *f, const struct param *p, const action *a)
{
    const struct value *value = action_get(a, p->name);
    g_autofree char *text = value ? form_value_text(value) : NULL;
    g_autofree char *meaning = g_strdup_printf("%s%s%s%s", param_type_name(p->type), p->optional ? ", may be empty" : "",
                                               p->meaning && *p->meaning ? ": " : "", p->meaning ? p->meaning : "");
    struct form_entry *entry = add(f, p->name, meaning, text);
    entry->param = p;
    entry->given = value != NULL;
    if (p->type == PARAM_BOOLEAN)
        entry->allowed = g_strsplit("true|false", "|", -1);
    else if (p->allowed)
        entry->allowed = g_strdupv(p->allowed);
}

static bool declared(const skill *s, const char *name)
{
    for (guint i = 0; s && i < s->params->len; i++) {
        if (g_str_equal(g_array_index(s->params, struct param, i).name, name))
            return true;
    }
    return false;
}

form_view *form_view_action(const action *a, const skill *s, int proposal)
{
    form_view *f = view_new(g_strdup_printf("edit %s", a->skill));
    f->base = action_copy(a);
    f->proposal = proposal;
    for (guint i = 0; s && i < s->params->len; i++)
        add_param(f, &g_array_index(s->params, struct param, i), a);
    for (guint i = 0; i < a->args->len; i++) {
        const struct argument *argument = &g_array_index(a->args, struct argument, i);
        if (declared(s, argument->name))
            continue;
        g_autofree char *text = form_value_text(&argument->value);
        struct form_entry *entry = add(f, argument->name, s ? "not declared by the skill" : "", text);
        entry->type = argument->value.type;
        entry->given = true;
    }
    add(f, "expectation", "what should be seen afterwards; dropped when only the arguments change", a->expectation);
    return f;
}

form_view *form_view_arguments(const action *a, const skill *s)
{
    form_view *f = form_view_action(a, s, 0);
    f->bare = f->entries->len > 1;
    if (f->bare)
        g_ptr_array_set_size(f->entries, (int)f->entries->len - 1);
    return f;
}

/* Of a field that is more than one value: how it is written. */
static char *meaning_of(const struct field *field)
{
    if (field->type == FIELD_COUNTS)
        return g_strdup_printf("%s (written: log=3; plank=2)", field->meaning);
    if (field->type == FIELD_STRINGS)
        return g_strdup_printf("%s (written: one; another)", field->meaning);
    if (field->type != FIELD_ROWS)
        return g_strdup(field->meaning);
    if (field->row->line)
        return g_strdup_printf("%s (written: %s; or JSON)", field->meaning, field->row->line->like);
    GString *text = g_string_new(field->meaning);
    for (gsize i = 0; i < field->row->n_fields; i++)
        g_string_append_printf(text, "%s%s=…", i ? ", " : " (written: ", field->row->fields[i].name);
    return g_string_free(g_string_append(text, "; the next; or JSON)"), FALSE);
}

/* A verdict whose first word is not success: what would follow from it is never sent by accident. */
static bool begins_badly(const struct module *module, const struct field *field)
{
    const struct module_says *success = NULL;
    return module_says(module, SAYS_SUCCESS, &success) && g_str_equal(success->field, field->name) && field->allowed &&
           !g_str_has_prefix(field->allowed, success->yes);
}

form_view *form_view_module(const struct module *module, const char *output)
{
    const struct form *form = &module->form;
    form_view *f = view_new(g_strdup_printf("%s: its output", form->name));
    f->module = module;
    for (gsize i = 0; i < form->n_fields; i++) {
        const struct field *field = &form->fields[i];
        g_autofree char *meaning = meaning_of(field);
        struct form_entry *entry = add(f, field->name, meaning, NULL);
        entry->field = field;
        if (field->type == FIELD_BOOLEAN)
            entry->allowed = g_strsplit("true|false", "|", -1);
        else if (field->allowed)
            entry->allowed = g_strsplit(field->allowed, "|", -1);
        if (entry->allowed && field->required && !begins_badly(module, field))
            input_set(&entry->input, entry->allowed[field->type == FIELD_BOOLEAN ? 1 : 0]);
        if (module->about ? g_str_equal(field->name, module->about) : field->type == FIELD_ACTIONS)
            f->active = (guint)i; /* all that most people fill in */
    }
    if (output)
        form_view_set_output(f, output, NULL); /* what does not fit stays empty */
    return f;
}

static bool undeclared_value(const struct form_entry *entry, struct value *v, GError **error)
{
    const char *text = entry->input.text->str;
    char *end = NULL;
    *v = (struct value){.type = entry->type};
    switch (entry->type) {
    case VALUE_STRING:
        v->string = g_strdup(text);
        return true;
    case VALUE_INTEGER:
        v->integer = g_ascii_strtoll(text, &end, 10);
        break;
    case VALUE_NUMBER:
        v->number = g_ascii_strtod(text, &end);
        break;
    case VALUE_BOOLEAN:
        v->boolean = g_str_equal(text, "true");
        if (v->boolean || g_str_equal(text, "false"))
            return true;
        break;
    }
    if (end && end != text && !*end)
        return true;
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: \"%s\" is not %s", entry->name, text,
                entry->type == VALUE_BOOLEAN ? "true or false" : "a number");
    return false;
}

static bool set_argument(action *a, const struct form_entry *entry, GError **error)
{
    struct value value = {0};
    if (entry->param && entry->param->optional && !entry->input.text->len)
        return true;
    if (!entry->param) {
        if (!undeclared_value(entry, &value, error))
            return false;
    } else if (!library_param_value(entry->param, entry->input.text->str, &value, error)) {
        g_prefix_error(error, "%s: ", entry->name);
        return false;
    }
    action_set(a, entry->name, &value);
    if (value.type == VALUE_STRING)
        g_free(value.string);
    return true;
}

action *form_view_get_action(const form_view *f, GError **error)
{
    g_autoptr(action) a = action_new(f->base->skill);
    for (guint i = 0; i + (f->bare ? 0 : 1) < f->entries->len; i++) {
        if (!set_argument(a, g_ptr_array_index(f->entries, i), error))
            return NULL;
    }
    if (f->bare)
        return g_steal_pointer(&a);
    const struct form_entry *expectation = g_ptr_array_index(f->entries, f->entries->len - 1);
    g_free(a->expectation);
    a->expectation = g_strdup(expectation->input.text->str);
    g_free(a->reason);
    a->reason = g_strdup(f->base->reason ? f->base->reason : "");
    a->tier = f->base->tier;
    return g_steal_pointer(&a);
}

static bool is_number(const struct form_entry *entry)
{
    if (entry->param)
        return entry->param->type == PARAM_INTEGER || entry->param->type == PARAM_NUMBER;
    return !entry->field && (entry->type == VALUE_INTEGER || entry->type == VALUE_NUMBER);
}

/* The entry for the y of that x; -1 = it is none. */
static int partner(const form_view *f, guint index)
{
    const struct form_entry *entry = g_ptr_array_index(f->entries, index);
    gsize length = strlen(entry->name);
    bool x = g_str_equal(entry->name, "x") || g_str_has_suffix(entry->name, "_x");
    g_autofree char *name = x ? g_strdup_printf("%.*sy", (int)length - 1, entry->name) : NULL;
    for (guint i = 0; x && is_number(entry) && i < f->entries->len; i++) {
        const struct form_entry *other = g_ptr_array_index(f->entries, i);
        if (g_str_equal(other->name, name) && is_number(other))
            return (int)i;
    }
    return -1;
}

bool form_view_place(const form_view *f, guint from, guint *ret_x, guint *ret_y)
{
    bool found = false, over = true;
    for (guint i = 0; i < f->entries->len; i++) {
        const struct form_entry *entry = g_ptr_array_index(f->entries, i);
        int y = partner(f, i);
        if (strstr(entry->meaning, "thousandths")) /* of the screen: not in pixels, and so are the others */
            return false;
        if (y < 0 || !over)
            continue;
        if (!found || MAX(i, (guint)y) >= from) {
            *ret_x = i;
            *ret_y = (guint)y;
            over = MAX(i, (guint)y) < from;
        }
        found = true;
    }
    return found;
}

/* In a call's parentheses, or in JSON, at the end of the text. */
static bool in_call(const char *text)
{
    int depth = 0;
    bool quoted = false;
    for (const char *p = text; *p; p++) {
        if (quoted && *p == '\\' && p[1])
            p++;
        else if (*p == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
    }
    return depth > 0;
}

char *form_entry_place(const struct form_entry *entry, const char *name, int x, int y)
{
    const char *behind = entry->input.text->str + entry->input.cursor;
    g_autofree char *before = g_strndup(entry->input.text->str, entry->input.cursor);
    g_autofree char *place = g_strdup_printf("x = %d, y = %d", x, y);
    const char *apart = g_str_has_suffix(before, ";") ? " " : "";
    if (in_call(before)) { /* one that has just been begun is closed */
        bool begun = g_str_has_suffix(before, "(") && !behind[strspn(behind, " ")];
        return g_strdup_printf("%s%s", place, begun ? ")" : "");
    }
    g_strchomp(before);
    char last = *before ? before[strlen(before) - 1] : ';';
    if (g_ascii_isalnum(last) || last == '_') /* its name */
        return g_strdup_printf("(%s)", place);
    if (!name)
        return g_steal_pointer(&place);
    behind += strspn(behind, " ");
    return g_strdup_printf("%s%s(%s)%s", last == ';' ? apart : "; ", name, place, *behind && *behind != ';' ? "; " : "");
}

void form_entry_cycle(struct form_entry *entry, int by)
{
    int n = (int)g_strv_length(entry->allowed), at = -1;
    for (int i = 0; i < n; i++) {
        if (g_str_equal(entry->allowed[i], entry->input.text->str))
            at = i;
    }
    input_set(&entry->input, entry->allowed[at < 0 ? 0 : (at + by + n) % n]);
}

bool form_view_mistyped(const form_view *f)
{
    const struct form_entry *entry = form_view_active(f);
    return f->typed && !g_strv_contains((const char *const *)entry->allowed, f->typed->str);
}

void form_view_type_choice(form_view *f, int key)
{
    struct form_entry *entry = form_view_active(f);
    if (!f->typed) {
        f->typed = g_string_new(NULL);
        f->unpicked = g_strdup(entry->input.text->str);
    }
    if (key_is_text(key))
        g_string_append_unichar(f->typed, (gunichar)key);
    else
        g_string_truncate(f->typed, (gsize)(g_utf8_find_prev_char(f->typed->str, f->typed->str + f->typed->len) - f->typed->str));
    input_set(&entry->input, form_view_mistyped(f) ? f->unpicked : f->typed->str);
    if (!f->typed->len)
        form_view_forget_typed(f);
}

void form_entry_unchoose(struct form_entry *entry)
{
    if (entry->param ? entry->param->optional : entry->field && !entry->field->required)
        input_set(&entry->input, "");
}

static struct form_entry *entry_named(const form_view *f, const char *name)
{
    for (guint i = 0; i < f->entries->len; i++)
        if (g_str_equal(((struct form_entry *)f->entries->pdata[i])->name, name))
            return f->entries->pdata[i];
    return NULL;
}

void form_view_put(form_view *f, const char *name, const char *text)
{
    struct form_entry *entry = entry_named(f, name);
    if (entry)
        input_set(&entry->input, text);
}

bool form_view_acts(const form_view *f)
{
    const struct module_says *acts = NULL, *ends = NULL;
    if (!module_says(f->module, SAYS_ACTIONS, &acts))
        return false;
    const struct form_entry *outcome = module_says(f->module, SAYS_OUTCOME, &ends) ? entry_named(f, ends->field) : NULL;
    const struct form_entry *actions = entry_named(f, acts->field);
    return actions && actions->input.text->len && (!outcome || g_str_equal(outcome->input.text->str, ends->yes));
}

struct form_entry *form_view_active(const form_view *f)
{
    return g_ptr_array_index(f->entries, f->active);
}

guint form_view_next_missing(const form_view *f)
{
    guint n = f->entries->len;
    for (guint by = 1; by < n; by++) {
        const struct form_entry *entry = g_ptr_array_index(f->entries, (f->active + by) % n);
        if (entry->param && !entry->param->optional && !entry->input.text->len)
            return (f->active + by) % n;
    }
    return f->active;
}

bool form_entry_takes_lines(const struct form_entry *entry)
{
    return entry->param ? entry->param->type == PARAM_STRING && !entry->allowed : !entry->field && entry->type == VALUE_STRING;
}

bool form_entry_is_list(const struct form_entry *entry)
{
    return entry->field &&
           (entry->field->type == FIELD_STRINGS || entry->field->type == FIELD_COUNTS || entry->field->type == FIELD_ROWS);
}

bool form_view_to_text(form_view *f)
{
    for (guint i = 0; i < f->entries->len; i++) {
        const struct form_entry *entry = g_ptr_array_index(f->entries, i);
        if (!entry->param || !entry->given || !form_entry_takes_lines(entry))
            continue;
        f->active = i;
        return true;
    }
    return false;
}

const char *form_entry_characters(const struct form_entry *entry)
{
    bool whole = entry->param   ? entry->param->type == PARAM_INTEGER
                 : entry->field ? entry->field->type == FIELD_INTEGER
                                : entry->type == VALUE_INTEGER;
    if (whole)
        return "0123456789-";
    return is_number(entry) || (entry->field && entry->field->type == FIELD_NUMBER) ? "0123456789-+.eE" : NULL;
}
