#ifndef ENGINE_MODULES_MODULE_H
#define ENGINE_MODULES_MODULE_H

/* A module: a form, a prompt file, a choice of pictures, and the meaning of its fields for code that does not know its agent.
 * An agent is a table of modules (engine/agents/agent.h); elsewhere a module is its index in that table. Pure: no display, no
 * clock, no store. */

#include "engine/brain/brain.h"
#include "engine/modules/form.h"
#include "engine/modules/situation.h"

/* The meaning of a field, for memory, recall, exports, replay, comparison and the console. An agent has each at most once. */
enum says {
    SAYS_SCREEN,   /* FIELD_STRING: what the screen shows */
    SAYS_SUBTASK,  /* FIELD_STRING: the purpose of the next actions */
    SAYS_WHY,      /* FIELD_STRING: the reasons of the actions */
    SAYS_ACTIONS,  /* FIELD_ACTIONS: proposed actions; a replay never repeats this module's reply, and only this module is a
                      person's plan */
    SAYS_OUTCOME,  /* FIELD_STRING: whether the task continues; `yes`: the value for that */
    SAYS_SUCCESS,  /* FIELD_STRING: success of the last action; `yes`: the value for success */
    SAYS_VERDICT,  /* FIELD_STRING: the result of the last action, as text */
    SAYS_CAUSE,    /* FIELD_STRING: the cause of its failure; becomes a lesson */
    SAYS_DRAFTS,   /* FIELD_SKILLS */
    SAYS_SUMMARY,  /* FIELD_STRING: long-term */
    SAYS_QUESTION, /* FIELD_STRING: question to the person; `yes`: the outcome that asks it */
    SAYS_COUNT
};
struct module_says {
    enum says what;
    const char *field, *yes; /* field NULL ends the list */
};

struct module {
    struct form form;               /* name, fields; the prompt is prompts/AGENT/NAME.md */
    const struct module_says *says; /* ends with field NULL; NULL = nothing */
    int rank;   /* modules of equal rank do not need each other's output; a correction makes all of higher rank run again */
    bool aside; /* may be asked about several frames in a step; the answer on the last frame is its final one */
    bool refused_later; /* a model's action that does not fit its skill is no fault of the reply: its proposal is refused */
    bool spare;         /* the step can do without its answer: nobody is waited for where its reply cannot be used */
    bool person;        /* a person who is the brain fills it in, too, not the plan alone */
    bool always;        /* asked again even if its inputs have not changed */
    bool overlays;      /* it is sent the screen as the profiles of program and brain say: overlays, a part (step/model_view.h);
                         * its prompt has {{marks}} */
    bool screen;        /* its positions are pixels of the screen in both directions, whatever its model counts in: it converts
                         * them itself, or what it writes is for later (skills) */
    bool native;        /* with `screen`: its prompt still names positions in the units of the model's computer tool or grammar */
    const char *most;   /* the agent's option that says how many of its actions a step takes; NULL = [run] max_actions */
    bool each;          /* each of its actions is a step of its own: as many are taken as its form has */
    const char *about;  /* the field of rows that its output is about. A person's form begins there, is not sent without it, and
                         * has what they wrote last where they are asked again. NULL = none */
    /* Adds the pictures that it needs, in order of time. */
    void (*images)(const situation *s, brain_request *request);
    /* Reads a reply in a form other than JSON, after form_parse() failed. The error is the exact defect. NULL = JSON only. */
    form_output *(*read)(const struct form *form, const char *reply, gsize length, GError **error);
    const char *mark; /* with `read`: a reply that has this text is in that other form, and is read so alone; NULL = none */
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
/* The index of a module; -1 = no such module. */
int module_index(const struct module *modules, const char *name);
/* NULL = no such module. */
const struct module *module_find(const struct module *modules, const char *name);
/* Index of the module that has a field with this meaning, and the field (ret_says may be NULL); -1 = none. */
int module_saying(const struct module *modules, enum says what, const struct module_says **ret_says);
/* False: no field has this meaning. ret_says may be NULL. */
bool module_says(const struct module *module, enum says what, const struct module_says **ret_says);
/* {"screen":"description"}: the module's fields by meaning; stored with its calls, sent to the console. Caller frees. */
char *module_says_json(const struct module *module);
/* The text of the field with this meaning in a module's output; NULL = no such field, or output is NULL. Borrowed. For fields
 * of type FIELD_STRING. */
const char *module_said(const struct module *module, const form_output *output, enum says what);

/* A choice of pictures for a planning module: the last frame that differs from the present one, in low detail, and the present
 * one. */
void module_images_before_and_now(const situation *s, brain_request *request);

/* form_parse(), then the module's own reader if it has one. Caller frees. */
form_output *module_parse(const struct module *module, const char *reply, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The complete request for one call: rendered prompt from `template` (prompts/AGENT/MODULE.md), images, schema, variables.
 * Caller frees. Error: the template uses an unknown {{name}}. */
brain_request *module_request(const struct module *module, const char *template, const situation *s,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same request with the defect of its first reply appended, for the one repetition. */
brain_request *module_reask(const brain_request *request, const char *reply, const char *defect);
/* SHA-256 of the inputs of the call: when it equals the last one, the module may be skipped. Caller frees. */
char *module_inputs_digest(const brain_request *request);

#endif
