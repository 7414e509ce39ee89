#ifndef TUI_MODEL_FORM_H
#define TUI_MODEL_FORM_H

/* Form: fields that a person fills in: an action's arguments, or a module's output. Holds the values and converts them;
 * form_screen.c draws it and handles keys. */

#include "engine/modules/module.h"
#include "skills/library/library.h"
#include "tui/model/arming.h"
#include "tui/term/input.h"

#include <glib.h>
#include <stdbool.h>

struct form_entry {
    char *name, *meaning;
    char **allowed;            /* NULL = any */
    const struct param *param; /* declaration of an action's argument, NULL = undeclared */
    const struct field *field; /* declaration of a field of a module's output */
    enum value_type type;      /* type of an undeclared argument */
    bool given;                /* an optional argument that the action already has */
    GPtrArray *known; /* action*: for a field of actions, the parsed actions with the members that a call does not show */
    struct input input;
};

typedef struct form_view form_view;
struct form_view {
    char *title, *error;
    GPtrArray *entries; /* struct form_entry* */
    guint active;
    action *base; /* form of an action: the action to change */
    int proposal;
    bool preview;                /* for a preview only */
    bool trial;                  /* for a trial outside the run */
    bool wrote;                  /* a model wrote its module's output: the reply can be edited */
    bool bare;                   /* only arguments: no field for the expectation */
    char *draft;                 /* sha256 of the draft of its skill to try; NULL = the loaded version */
    const struct module *module; /* form of a module's output; borrowed */
    bool asked;                  /* a module waits for it */
    bool changed;                /* it has content that closing would lose */
    bool leaving;                /* Esc was pressed once and asks for confirmation */
    GString *typed;              /* into a choice, which it picks when it is the name of one; until another key. NULL = nothing */
    char *unpicked;              /* the choice before `typed` */
    bool picks;                  /* it is hidden while a point is chosen on the picture */
    bool sent;                   /* a module's output that was sent and not refused yet */
    GString *dropped;            /* what was typed before it took keys; NULL = nothing, or it has been read */
    int columns;                 /* of the field that is typed into, as it was drawn; 0 = not yet */
    struct arming arming;        /* readable: it opened by itself, and takes no key before a quiet moment */
    form_view *parent;           /* the form that wants an action; owned */
};

form_view *form_view_action(const action *a, const skill *s, int proposal);
/* A form with the arguments only, where there are any. */
form_view *form_view_arguments(const action *a, const skill *s);
/* A value as a person would type it. Caller frees. */
char *form_value_text(const struct value *v);
/* output: JSON of the present output, NULL = empty. `module` is borrowed. */
form_view *form_view_module(const struct module *module, const char *output);
void form_view_free(form_view *f);
/* The person has read what was typed too early. */
void form_view_forget_dropped(form_view *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(form_view, form_view_free)
/* The action as filled in. Caller frees. The error names the field. */
action *form_view_get_action(const form_view *f, GError **error);
/* The module's output as JSON, checked against the module's form. Caller frees. (form_json.c) */
char *form_view_get_output(const form_view *f, GError **error);
/* Error when this output would use a step without doing anything, or has a question that would not be asked. (form_json.c) */
bool form_view_does_something(const form_view *f, const char *output, GError **error);
/* Fills the fields from JSON. (form_json.c) */
bool form_view_set_output(form_view *f, const char *json, GError **error);
/* Finds the entries for x and y of a point in pixels of the screen, such as source_x and source_y. When there are several
 * points, returns the first one that ends at or after the entry `from`. False: none. */
bool form_view_place(const form_view *f, guint from, guint *ret_x, guint *ret_y);
/* The text of a point for the cursor's position in a field of actions: arguments inside a call's parentheses (closed, if it has
 * just been begun and nothing follows) or after its name, else a complete call of `name` (NULL = arguments only), separated from
 * its neighbours. Caller frees. */
char *form_entry_place(const struct form_entry *entry, const char *name, int x, int y);
/* The entry that is typed into. */
struct form_entry *form_view_active(const form_view *f);
/* The next argument that must be there and is not yet, from the active one on; that one itself if there is no other. */
guint form_view_next_missing(const form_view *f);
/* A text of an action, which may have line breaks. */
bool form_entry_takes_lines(const struct form_entry *entry);
/* A module's field that is written as "one; another". */
bool form_entry_is_list(const struct form_entry *entry);
/* Makes the first text that the action has the active entry. False: it has none. */
bool form_view_to_text(form_view *f);
/* What a number may be typed with; NULL = the entry takes any character. */
const char *form_entry_characters(const struct form_entry *entry);
/* Selects the next allowed value of a field. */
void form_entry_cycle(struct form_entry *entry, int by);
/* A text key or backspace in the active field, which has allowed values: the whole name of one selects it, and any other text
 * none, so that a text that is meant for another field selects nothing. */
void form_view_type_choice(form_view *f, int key);
/* What is typed into the active choice is the name of none. */
bool form_view_mistyped(const form_view *f);
/* What is typed into a choice is over; the choice stays. */
void form_view_forget_typed(form_view *f);
/* Empties a field with allowed values that need not have one. */
void form_entry_unchoose(struct form_entry *entry);
/* JSON indented for an editor; unchanged when it does not parse. Caller frees. (form_json.c) */
char *form_pretty(const char *json);
/* Puts `first` (NULL = nothing) in the place of `planned` in the field of actions, without those before it; alone when `planned`
 * is not there, or only among the first `done` ones. Where it was typed otherwise, `rest` finds it: the calls that were told to
 * follow it (NULL = none). False: no action is left. (form_json.c) */
bool form_view_go_on(form_view *f, guint done, const action *planned, char *const *rest, const action *first);
/* Puts these into the field of actions: `first`, then those calls (NULL = none). (form_json.c) */
void form_view_put_actions(form_view *f, const action *first, char *const *rest);
/* Puts a text into the field of that name of a module's form, where it has one. */
void form_view_put(form_view *f, const char *name, const char *text);
/* It asks for an action: there is one, and its outcome is not another one than to go on. */
bool form_view_acts(const form_view *f);
/* Appends an action to the text of a field of actions. Error, and the text unchanged, when the text cannot be parsed.
 * (form_json.c) */
bool form_entry_add_action(struct form_entry *entry, const action *a, GError **error);
/* Begins another action behind those of a field of actions, with the cursor there. ret_begun: false where one had been begun and
 * is empty: it is taken away again; and where the text is JSON. Error, and the text unchanged, when it cannot be parsed.
 * (form_json.c) */
bool form_entry_begin_action(struct form_entry *entry, bool *ret_begun, GError **error);

#endif
