#ifndef ENGINE_MODULES_PROMPT_H
#define ENGINE_MODULES_PROMPT_H

/* Prompts: the file of a module (prompts/AGENT/MODULE.md), and the values of its {{names}}. */

#include <glib.h>
#include <stdbool.h>

struct form;
struct wording;

/* Values of the {{names}} in a prompt, which a script gets under the same names: a text each, and a JSON value where text is
 * not enough. */
struct prompt_values {
    GHashTable *texts; /* char* → char* */
    GHashTable *json;  /* char* → char*: JSON text; default: the text */
};
/* Takes `text` and `json`; text NULL = "". */
void prompt_put(struct prompt_values *v, const char *name, char *text);
void prompt_put_json(struct prompt_values *v, const char *name, char *json);
/* Sets both from a list: joined by `separator`, one line each, and as an array of strings. */
void prompt_put_list(struct prompt_values *v, const char *name, const GPtrArray *texts, const char *separator);
/* Sets outputs of modules (form_output*) as an array of objects; no text. */
void prompt_put_outputs(struct prompt_values *v, const char *name, const GPtrArray *outputs);
/* Each text once, with every line quoted by "> ", so that it cannot pass for part of the prompt: text from the screen, from
 * window titles, from other programs. Caller frees. */
char *prompt_quoted(const GPtrArray *texts);

/* Renders a prompt file: Markdown with {{name}}. A paragraph (between blank lines) with a name whose value is empty is dropped.
 * The part above a line "---" is the system message. values: char* name → char* text. (prompt.c) */
bool prompt_render(const char *template, GHashTable *values, char **ret_system, char **ret_user, GError **error);
/* {{fields}}: the fields of a form as a prompt has them; words NULL: in English. Caller frees. (values.c) */
char *prompt_fields(const struct form *form, const struct wording *words);

#endif
