#ifndef ENGINE_MODULES_FORM_H
#define ENGINE_MODULES_FORM_H

/* Form: one table per module (field, type, allowed values, required, meaning). From it come the JSON schema for the model, the
 * check of the reply, and the form that a person edits. */

#include "skills/library/library.h"

#include <glib.h>
#include <stdbool.h>

#define FORM_ERROR (form_error_quark())
GQuark form_error_quark(void);
enum form_error { FORM_ERROR_SYNTAX, FORM_ERROR_FIELD };

/* FIELD_ACTIONS: {"skill","args","expectation","reason"[,"tier"]}. Strict mode of the providers knows no free-form objects, so
 * the schema asks for args as an array of {"name","value"}; the check takes that and a plain object {name: value} alike.
 * A null argument counts as left out. Values are strings, numbers or booleans; what fits the skill is skill_library_check()'s
 * matter.
 * FIELD_NUMBER: any finite number. FIELD_COUNTS: how many of each name (an inventory), 0 to G_MAXINT; for the same reason the
 * schema asks for an array of {"name","count"}, and the check takes the plain object {"log": 3}, too. A name that is given twice
 * is a defect. FIELD_ROWS: objects of the form `row`, which may have any fields but rows: one level. */
enum field_type {
    FIELD_STRING,
    FIELD_BOOLEAN,
    FIELD_INTEGER,
    FIELD_STRINGS,
    FIELD_ACTIONS,
    FIELD_SKILLS,
    FIELD_NUMBER,
    FIELD_COUNTS,
    FIELD_ROWS,
    FIELD_TYPE_COUNT
};

/* A checked output. */
typedef struct form_output form_output;

struct form;
struct field {
    const char *name;
    enum field_type type;
    const char *allowed; /* for strings: "a|b|c", NULL = any */
    bool required;
    /* Longest string in bytes, most items, largest integer, largest absolute number; 0 = 8192 / 16 / G_MAXINT / any. */
    int max;
    const char *meaning;    /* for the model and the person */
    const struct form *row; /* of FIELD_ROWS */
    bool filled;            /* an empty text, or one of blanks, is a defect */
    bool kept; /* of reins' own making: no model is asked for it, no person sees it, and a correction leaves it as it is */
};

/* How a person may write a row in one line ("mine 3 coal"), beside FIELD=VALUE. */
typedef void form_line_put(void *to, const char *field, const char *value);
struct form_line {
    const char *like; /* some rows, with "; " between them */
    /* Calls put(to, …) for each field that the text gives. */
    bool (*read)(const char *text, form_line_put *put, void *to, GError **error);
    char *(*write)(const form_output *row); /* caller frees */
};

struct form {
    const char *name; /* name of the module */
    const struct field *fields;
    gsize n_fields;
    const struct form_line *line; /* of a row; NULL = FIELD=VALUE alone */
};
/* NULL = no such field. */
const struct field *form_field(const struct form *form, const char *name);

/* Words for the model in another language: what stands in the tables of forms, and what these files say of a form. A text that
 * has no row stays as it is. Ends with english NULL; NULL = no rows. */
struct wording {
    const char *english, *other;
};
const char *wording_of(const struct wording *words, const char *english);

/* Strict JSON schema (additionalProperties false, every field required, optional ones nullable) with its descriptions in these
 * words; caller frees. (form_schema_json.c) */
char *form_schema(const struct form *form, const struct wording *words);
/* Reads a raw reply in this order of repairs (trim, fence, last balanced object, control characters and
 * trailing commas, nothing more), converts what has only one possible meaning (yes for true, one value for a list of one; an
 * unknown field is dropped; see form_output_bent()), and checks it. The error's message is the exact defect, for the repeated
 * question. Caller frees. */
form_output *form_parse(const struct form *form, const char *reply, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
form_output *form_output_copy(const form_output *out);
void form_output_free(form_output *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(form_output, form_output_free)

/* The conversions as text: `done: "yes" is taken for true; "id" is dropped: no such field`; "" = none. Borrowed. */
const char *form_output_bent(const form_output *out);
/* Adds something to that: what a reader of its own (struct module) could not take. */
void form_output_bend(form_output *out, const char *what);
/* Converts the arguments of the actions in that field to the types that their skills take: "412" to a number, 7 to a text. An
 * argument that the skill does not have stays, because without it the action would be another one. (leniency_json.c) */
void form_output_fit(form_output *out, const char *field, const skill_library *lib);

/* The value of a field; "" / false / 0 / empty when it was left out. Borrowed. A field of another type is a bug. */
const char *form_output_string(const form_output *out, const char *field);
bool form_output_boolean(const form_output *out, const char *field);
gint64 form_output_integer(const form_output *out, const char *field);
double form_output_number(const form_output *out, const char *field);
const GPtrArray *form_output_strings(const form_output *out, const char *field); /* char* */
const GPtrArray *form_output_actions(const form_output *out, const char *field); /* action* */
/* FIELD_SKILLS: Lua sources of drafted skills, char*. */
const GPtrArray *form_output_skills(const form_output *out, const char *field);
/* char* → gint64*, for reading only (counts.h has what reads it). */
GHashTable *form_output_counts(const form_output *out, const char *field);
const GPtrArray *form_output_rows(const form_output *out, const char *field); /* form_output* of the field's row */
/* Takes the fields that are kept from the output that `out` corrects; NULL = there is none. */
void form_output_keep(form_output *out, const form_output *corrected);
/* The whole output as one line of JSON; the part of it that a person sees, the same way; and as "field: value" lines. Caller
 * frees. */
char *form_output_json(const form_output *out);
char *form_output_shown_json(const form_output *out);
char *form_output_text(const form_output *out);
/* One field for people; "" when it was left out or does not exist. Caller frees. */
char *form_output_field_text(const form_output *out, const char *field);

#endif
