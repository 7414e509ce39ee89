#ifndef ENGINE_MODULES_MODULE_H
#define ENGINE_MODULES_MODULE_H

/* A module: a form, a prompt file, a choice of pictures, and what its fields mean to those who do not know its agent. An agent is
 * a table of them (engine/agents/agent.h); elsewhere a module is its place in that table. Pure: no display, no clock, no store.
 */

#include "engine/brain/brain.h"
#include "engine/modules/form.h"
#include "engine/modules/situation.h"

/* What a field says, for memory, recall, exports, replay, comparison and the console. An agent says each at most once. */
enum says {
    SAYS_SCREEN,   /* FIELD_STRING: what the screen shows */
    SAYS_SUBTASK,  /* FIELD_STRING: what the next actions serve */
    SAYS_WHY,      /* FIELD_STRING: the reasons of the actions */
    SAYS_ACTIONS,  /* FIELD_ACTIONS: proposed; a replay never gives that module's reply twice, and it alone is a person's to fill
                      in */
    SAYS_OUTCOME,  /* FIELD_STRING: whether the task goes on; `yes`: the value that means so */
    SAYS_SUCCESS,  /* FIELD_STRING: of the last action; `yes`: the value that means that it succeeded */
    SAYS_VERDICT,  /* FIELD_STRING: in words, what came of the last action */
    SAYS_CAUSE,    /* FIELD_STRING: of its failure: becomes a lesson */
    SAYS_DRAFTS,   /* FIELD_SKILLS */
    SAYS_SUMMARY,  /* FIELD_STRING: long-term */
    SAYS_QUESTION, /* FIELD_STRING: to the person; `yes`: the outcome that asks it */
    SAYS_COUNT
};
struct module_says {
    enum says what;
    const char *field, *yes; /* field NULL ends the list */
};

struct module {
    struct form form;               /* name, fields; the prompt is prompts/AGENT/NAME.md */
    const struct module_says *says; /* ends with field NULL; NULL = nothing */
    int rank;           /* those of one rank do not need each other's output; a correction makes all of a higher rank run again */
    bool aside;         /* may be asked of several frames in a step; the answer on the last frame is its last word */
    bool refused_later; /* an action of a model's that does not fit its skill is no fault of the reply: its proposal is refused */
    bool always;        /* asked again although its inputs have not changed */
    bool screen; /* it is told positions, and gives them, in pixels of the screen, whatever its model counts in: it converts
                    itself, or what it writes is for later (skills) */
    /* Adds the pictures that it needs, in order of time. */
    void (*images)(const situation *s, brain_request *request);
    /* Reads a reply in another form than JSON, where form_parse() fails. The error is the exact defect. NULL = JSON only. */
    form_output *(*read)(const struct form *form, const char *reply, gsize length, GError **error);
};

/* A row of a table of modules: MODULE_FORM("plan", fields). */
#define MODULE_FORM(NAME, FIELDS)                                                                                                \
    {                                                                                                                            \
        .name = (NAME), .fields = (FIELDS), .n_fields = G_N_ELEMENTS(FIELDS)                                                     \
    }

/* The rows of a form with the outcome ask (step_question()). */
#define MODULE_QUESTION_FIELDS                                                                                                   \
    {"question", FIELD_STRING, NULL, false, 500, "with the outcome ask: one short question to the person"},                      \
    {                                                                                                                            \
        "choices", FIELD_STRINGS, NULL, false, 9, "with the outcome ask: the answers to choose from, where they are few"         \
    }

/* ---- tables: they end with a form.name of NULL; NULL is an empty table ---- */
guint module_count(const struct module *modules);
/* Its place; -1 = no such module. */
int module_index(const struct module *modules, const char *name);
/* NULL = no such module. */
const struct module *module_find(const struct module *modules, const char *name);
/* The place of the module that says it, and how (`ret_says` may be NULL); -1 = none does. */
int module_saying(const struct module *modules, enum says what, const struct module_says **ret_says);
/* False: it does not say that. `ret_says` may be NULL. */
bool module_says(const struct module *module, enum says what, const struct module_says **ret_says);
/* {"screen":"description"}: the fields of the module by what they say; kept with its calls, told to the console. Caller frees. */
char *module_says_json(const struct module *module);
/* What `output` of the module at that place says: the field's text; NULL = it does not say that, or output is NULL. Borrowed. For
 * fields of type FIELD_STRING. */
const char *module_said(const struct module *module, const form_output *output, enum says what);

/* A choice of pictures for who plans: the last frame that is another than the one now in low detail, and the one now. */
void module_images_before_and_now(const situation *s, brain_request *request);

/* form_parse(), then the module's own reader where it has one. */
form_output *module_parse(const struct module *module, const char *reply, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The whole request for one call: prompt rendered from `template` (prompts/AGENT/MODULE.md), images, schema, variables.
 * Error: the template uses a {{name}} that does not exist. */
brain_request *module_request(const struct module *module, const char *template, const situation *s,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same request with the defect of its first reply appended, for the one re-ask. */
brain_request *module_reask(const brain_request *request, const char *reply, const char *defect);
/* SHA-256 of what the call depends on: equal to last time's = the module may be skipped. Caller frees. */
char *module_inputs_digest(const brain_request *request);

/* Prompt files: Markdown with {{name}}; a paragraph (between blank lines) with a name whose value is empty is dropped whole; the
 * part above a line "---" is the system message. `values`: char* name → char* text. (prompt.c) */
bool prompt_render(const char *template, GHashTable *values, char **ret_system, char **ret_user, GError **error);

#endif
