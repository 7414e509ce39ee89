#ifndef TUI_MODEL_FORM_H
#define TUI_MODEL_FORM_H

/* Form: fields that a person fills in — an action's arguments, or a module's output. What it holds and what it becomes;
 * form_screen.c draws it and takes the keys. */

#include "engine/modules/module.h"
#include "skills/library/library.h"
#include "tui/term/input.h"

#include <glib.h>
#include <stdbool.h>

struct form_entry {
    char *name, *meaning;
    char **allowed;            /* NULL = any */
    const struct param *param; /* of an action's argument, NULL = not declared */
    const struct field *field; /* of a module's output */
    enum value_type type;      /* of an argument that is not declared */
    bool given;                /* an optional argument that was there already */
    GPtrArray *known; /* action*: of a field of actions, those that its text was made of, with what a call does not say */
    struct input input;
};

typedef struct form_view form_view;
struct form_view {
    char *title, *error;
    GPtrArray *entries; /* struct form_entry* */
    guint active;
    action *base; /* FORM of an action: what is changed */
    int proposal;
    bool preview;                /* the action is only looked at */
    bool trial;                  /* it is tried outside the run */
    bool bare;                   /* arguments alone: no expectation is asked for */
    char *draft;                 /* sha256 of the draft of its skill that is tried; NULL = what is loaded */
    const struct module *module; /* of a module's output; borrowed */
    bool asked;                  /* a module waits for it */
    bool changed;                /* there is something in it that closing would lose */
    bool leaving;                /* Esc was pressed, and asks once more */
    bool picks;                  /* it is not drawn: a place for it is chosen on the picture */
    bool sent;                   /* a module's, that the engine has not refused yet */
    form_view *parent;           /* the form that asked for an action; owned */
};

form_view *form_view_action(const action *a, const skill *s, int proposal);
/* The arguments alone, where there are any. */
form_view *form_view_arguments(const action *a, const skill *s);
/* A value as a person types it. Caller frees. */
char *form_value_text(const struct value *v);
/* output: JSON of what is there now, NULL = empty. `module` is borrowed. */
form_view *form_view_module(const struct module *module, const char *output);
void form_view_free(form_view *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(form_view, form_view_free)
/* The action as filled in. Error: names the field. */
action *form_view_get_action(const form_view *f, GError **error);
/* The module's output as JSON, checked against its form. Caller frees. (form_json.c) */
char *form_view_get_output(const form_view *f, GError **error);
/* Would it have a step taken in which nothing is done? Then it is an error. (form_json.c) */
bool form_view_does_something(const form_view *f, const char *output, GError **error);
/* Fills the fields from JSON. (form_json.c) */
bool form_view_set_output(form_view *f, const char *json, GError **error);
/* A place in pixels of the screen: the entries for its x and y, such as source_x and source_y; of several the first that is not
 * over before the entry `from`. False: there is none. */
bool form_view_place(const form_view *f, guint from, guint *ret_x, guint *ret_y);
/* A place as it is written where the cursor is in a field of actions: as arguments in a call's parentheses or behind its name,
 * else as a whole call of `name` (NULL = none: the arguments alone), apart from its neighbours. Caller frees. */
char *form_entry_place(const struct form_entry *entry, const char *name, int x, int y);
/* Next of the allowed values of a field. */
void form_entry_cycle(struct form_entry *entry, int by);
/* A key in a field that has allowed values: what is typed is the beginning of one of them (up to the cursor), or begins another.
 * Erasing empties one that may be empty. False: none begins so. */
bool form_entry_choose(struct form_entry *entry, int key);
/* JSON indented for an editor, as it is when it does not parse. Caller frees. (form_json.c) */
char *form_pretty(const char *json);
/* An action appended to the text of a field of actions; an error, and the text as it is, where that cannot be read.
 * (form_json.c) */
bool form_entry_add_action(struct form_entry *entry, const action *a, GError **error);

#endif
