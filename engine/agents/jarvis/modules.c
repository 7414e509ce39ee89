/* The modules of JARVIS-1: their forms. */

#include "engine/agents/jarvis/jarvis.h"

#include "engine/eye/eye.h"

#define GOAL_KINDS "mine|attack|apply|craft|smelt|equip|do"

static const struct field goal_fields[] = {
    {"kind", FIELD_STRING, GOAL_KINDS, true, 0, "how the item is got; do: anything else, as text says"},
    {"item", FIELD_STRING, NULL, false, JARVIS_NAME_MAX, "the item, in lower case with _ for blanks; empty with do"},
    {"count", FIELD_INTEGER, NULL, false, JARVIS_COUNT_MAX, "how many of it the inventory then has; 1 unless given"},
    {"tool", FIELD_STRING, NULL, false, JARVIS_NAME_MAX, "the item that it is done with; empty if none is needed"},
    {"text", FIELD_STRING, NULL, false, 500, "with do: what is to be done, so that it can be seen when it is"},
};
static const struct form goal_form = {"goal", goal_fields, G_N_ELEMENTS(goal_fields), &jarvis_goal_line};

static const struct field describe_fields[] = {
    {"keywords", FIELD_STRINGS, NULL, true, 32, "names of the things in the picture that a plan may use or must avoid"},
    {"description", FIELD_STRING, NULL, true, 2000, "condition sentences, one after the other: I can see a sheep in the plains."},
    {"danger", FIELD_STRING, NULL, false, 500, "what may do harm now; empty if nothing does"},
};

static const struct field queried_fields[] = {
    {"item", FIELD_STRING, NULL, true, JARVIS_NAME_MAX, "the thing that is needed, in lower case with _ for blanks"},
    {"count", FIELD_INTEGER, NULL, false, JARVIS_COUNT_MAX, "how many of it; 1 unless given"},
    {"for", FIELD_STRING, NULL, true, JARVIS_NAME_MAX, "the thing that it is needed for"},
};
static const struct form queried_form = {"needed", queried_fields, G_N_ELEMENTS(queried_fields)};
static const struct field query_fields[] = {
    {"goals", FIELD_ROWS, NULL, true, JARVIS_QUERY_MAX, "the goals that the task needs, backward from the task", &queried_form},
};

static const struct field plan_fields[] = {
    {"thoughts", FIELD_STRING, NULL, true, 4000, "what the task takes from here, counted"},
    {"goals", FIELD_ROWS, NULL, true, JARVIS_GOALS_MAX, "the goals, in the order in which they are done", &goal_form},
};

static const struct field foreseen_fields[] = {
    {"goal", FIELD_INTEGER, NULL, true, JARVIS_NUMBER_MAX, "the number of the goal, as it stands before it"},
    {"inventory", FIELD_COUNTS, NULL, true, 64, "the inventory after it"},
};
static const struct form foreseen_form = {"foreseen", foreseen_fields, G_N_ELEMENTS(foreseen_fields)};
static const struct field check_fields[] = {
    {"inventories", FIELD_ROWS, NULL, true, JARVIS_GOALS_MAX, "the inventory after each goal", &foreseen_form},
    {"flawed", FIELD_INTEGER, NULL, true, JARVIS_NUMBER_MAX, "the number of the first goal that cannot be reached; 0 = none"},
    {"flaw", FIELD_STRING, NULL, false, 1000, "what it lacks, and how many; empty if nothing"},
    {"goals", FIELD_ROWS, NULL, false, JARVIS_GOALS_MAX, "the whole plan without the flaw; empty if there is none", &goal_form},
};

static const struct field choose_fields[] = {
    {"thoughts", FIELD_STRING, NULL, true, 2000, "which skill fits the situation, and why"},
    {"actions", FIELD_ACTIONS, NULL, false, PLAN_ACTS_MAX, "skill calls in their order"},
    {"impossible", FIELD_STRING, NULL, false, 500, "with no actions: what is missing, so that no skill can reach the goal"},
};

static const struct field explain_fields[] = {
    {"goal", FIELD_INTEGER, NULL, false, JARVIS_NUMBER_MAX, "the number of the goal at which the plan went wrong"},
    {"cause", FIELD_STRING, NULL, true, 1000, "why the goal failed"},
    {"missing", FIELD_STRING, NULL, false, 500, "what would have to be there, as names and counts; empty if nothing"},
    {"lesson", FIELD_STRING, NULL, false, 500, "one sentence that the next plan can follow"},
};

static const struct field proposed_fields[] = {
    {"task", FIELD_STRING, NULL, true, 400, "a task of the pool, exactly as written there"},
    {"reason", FIELD_STRING, NULL, true, 500, "why it comes next"},
};
static const struct form proposed_form = {"proposal", proposed_fields, G_N_ELEMENTS(proposed_fields)};
static const struct field propose_fields[] = {
    {"tasks", FIELD_ROWS, NULL, true, JARVIS_PROPOSED_MAX, "the tasks that are practised next", &proposed_form},
};

static const struct module_says describe_says[] = {{SAYS_SCREEN, "description", NULL}, {0}};
static const struct module_says choose_says[] = {{SAYS_WHY, "thoughts", NULL}, {SAYS_ACTIONS, "actions", NULL}, {0}};
static const struct module_says explain_says[] = {{SAYS_CAUSE, "cause", NULL}, {0}};

static void image_now(const situation *s, brain_request *request)
{
    const char *path = situation_frame(s);
    if (path)
        brain_request_add_image(request, path, "The screen now:", false);
}

/* A person who plans is asked for the plan and the calls; the others are the brain's that [modules] names, or [brain blank]'s. */
const struct module jarvis_modules[] = {
    [JARVIS_DESCRIBE] = {MODULE_FORM("describe", describe_fields), .says = describe_says, .rank = 1, .images = image_now},
    [JARVIS_QUERY] = {MODULE_FORM("query", query_fields), .rank = 2},
    [JARVIS_PLAN] = {MODULE_FORM("plan", plan_fields), .rank = 3, .person = true, .always = true, .about = "goals"},
    [JARVIS_CHECK] = {MODULE_FORM("check", check_fields), .rank = 4, .always = true},
    [JARVIS_CHOOSE] = {MODULE_FORM("choose", choose_fields), .says = choose_says, .rank = 5, .always = true, .each = true},
    [JARVIS_EXPLAIN] = {MODULE_FORM("explain", explain_fields), .says = explain_says, .rank = 0, .always = true,
                        .images = image_now},
    [JARVIS_PROPOSE] = {MODULE_FORM("propose", propose_fields), .rank = 0, .person = true, .always = true, .about = "tasks"},
    {{0}},
};
