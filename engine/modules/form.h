#ifndef ENGINE_MODULES_FORM_H
#define ENGINE_MODULES_FORM_H

/* Form: one table per module — field, type, allowed values, required, meaning — that gives the JSON schema sent to the model, the
 * check of what comes back, and the form that a person edits (design section 4, Module output). */

#include "skills/library/library.h"

#include <glib.h>
#include <stdbool.h>

#define FORM_ERROR (form_error_quark())
GQuark form_error_quark(void);
enum form_error { FORM_ERROR_SYNTAX, FORM_ERROR_FIELD };

/* FIELD_ACTIONS: {"skill","args","expectation","reason"[,"tier"]}. Strict mode of the providers knows no free-form objects, so
 * the schema asks for args as an array of {"name","value"}; the check takes that and the plain object of design section 4 alike.
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

struct form;
struct field {
    const char *name;
    enum field_type type;
    const char *allowed; /* of a string: "a|b|c", NULL = any */
    bool required;
    /* Longest string in bytes, most items, largest integer, largest number of either sign; 0 = 8192 / 16 / G_MAXINT / any. */
    int max;
    const char *meaning;    /* for the model and the person */
    const struct form *row; /* of FIELD_ROWS */
    bool kept; /* of reins' own making: no model is asked for it, no person sees it, and a correction leaves it as it is */
};

struct form {
    const char *name; /* the module's */
    const struct field *fields;
    gsize n_fields;
};

/* A checked output. */
typedef struct form_output form_output;

/* Strict JSON schema (additionalProperties false, every field required, optional ones nullable); caller frees.
 * (form_schema_json.c) */
char *form_schema(const struct form *form);
/* Reads a raw reply by lmm-wire.md section 2's repair order (trim, fence, last balanced object, control characters and trailing
 * commas, nothing more), bends what can mean one thing only (yes for true, one value for a list of one, a field that there is not
 * is dropped: form_output_bent() tells) and checks it. The error's message is the exact defect, fit for the re-ask. */
form_output *form_parse(const struct form *form, const char *reply, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
form_output *form_output_copy(const form_output *out);
void form_output_free(form_output *out);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(form_output, form_output_free)

/* What was bent, in words: `done: "yes" is taken for true; "id" is dropped: no such field`; "" = nothing. Borrowed. */
const char *form_output_bent(const form_output *out);
/* The same for the arguments of the actions in that field, by what their skills take: "412" for a number, 7 for a text. One that
 * a skill does not have stays: without it the action would be another. (leniency_json.c) */
void form_output_fit(form_output *out, const char *field, const skill_library *lib);

/* The value of a field; "" / false / 0 / empty where it was left out. Borrowed. Asking for a field of another type is a
 * programmer's error. */
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
/* The whole as one line of JSON; what a person sees of it, the same way; and in "field: value" lines. Caller frees. */
char *form_output_json(const form_output *out);
char *form_output_shown_json(const form_output *out);
char *form_output_text(const form_output *out);
/* One field of it for people; "" where it was left out or there is no such field. Caller frees. */
char *form_output_field_text(const form_output *out, const char *field);

#endif
