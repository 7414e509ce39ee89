/* The direct agent: one question a step. What a person with one strong model wants, and what every other agent is measured
 * against. It keeps nothing in mind beside what every run has. */

#include "engine/agents/agent.h"
#include "engine/modules/prompt.h"
#include "engine/run/look.h"
#include "engine/step/step.h"

/* In the order in which a model should think: what is there, what came of the last action, what follows from both. */
static const struct field fields[] = {
    {"screen", FIELD_STRING, NULL, false, 1000, "what the screen shows now, in one or two sentences"},
    {"success", FIELD_STRING, "yes|no|unknown", false, 0,
     "whether the last action did what it was for; unknown if none was done"},
    {"cause", FIELD_STRING, NULL, false, 1000, "if it did not: the most likely cause, and what to do otherwise"},
    {"reasoning", FIELD_STRING, NULL, true, 0, "what follows from this and from what the person said, and why"},
    {"hold", FIELD_STRING, "keep|release|none", false, 0,
     "of keys and buttons that are down, or were until an interruption let go of them: keep (those that were let go of are "
     "pressed "
     "again before anything else), release, or none"},
    {"actions", FIELD_ACTIONS, NULL, true, 16, "skill calls, in their order; empty if the task is over"},
    {"outcome", FIELD_STRING, "continue|success|failed|ask", true, 0,
     "continue as long as something is to be done; success once the screen proves the task done; failed if it cannot be done; "
     "ask "
     "if only the person can decide"},
    MODULE_QUESTION_FIELDS,
};

static const struct module_says says[] = {
    {SAYS_SCREEN, "screen", NULL},      {SAYS_SUCCESS, "success", "yes"},
    {SAYS_CAUSE, "cause", NULL},        {SAYS_WHY, "reasoning", NULL},
    {SAYS_ACTIONS, "actions", NULL},    {SAYS_OUTCOME, "outcome", "continue"},
    {SAYS_QUESTION, "question", "ask"}, {0},
};

enum { PLAN };
static const struct module modules[] = {
    [PLAN] = {MODULE_FORM("plan", fields), .says = says, .overlays = true, .images = module_images_before_and_now},
    {{0}},
};

/* Only what was fired is judged. */
static void values(const struct run *run, const void *mind, struct prompt_values *v)
{
    (void)mind;
    if (!run->look->fired_last)
        prompt_put(v, "last_action", NULL);
}

/* What is down and must not go on is let go of; what an interruption let go of is pressed again if it is to be kept, and that is
 * the step then: the actions were chosen on a screen without it. Where nothing is said of it, it is forgotten. */
static bool hold(struct run *run, const char *what, bool *ret_acted, GError **error)
{
    *ret_acted = false;
    return (!g_str_equal(what, "release") || step_release(run, error)) &&
           step_press_again(run, g_str_equal(what, "keep"), ret_acted, error);
}

/* What is remembered is looked for by the task and the picture: what the screen shows in words is only known once it is asked. */
static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    (void)mind;
    bool acted;
    *ret_end = AGENT_GOES_ON;
    if (!step_observe(run, error) || !step_retrieve(run, NULL, error) || !step_recall(run, NULL, error) ||
        !step_ask_one(run, PLAN, error))
        return false;
    const form_output *said = step_said(run, PLAN);
    const char *success = form_output_string(said, "success"), *outcome = form_output_string(said, "outcome");
    if (run->look->fired_last && *success && !step_set_success(run, success, form_output_string(said, "cause"), error))
        return false;
    if (g_str_equal(outcome, "ask"))
        return step_question(run, form_output_string(said, "question"), form_output_strings(said, "choices"), error);
    if (!g_str_equal(outcome, "continue")) {
        *ret_end = g_str_equal(outcome, "success") ? AGENT_SUCCESS : AGENT_FAILED;
        *ret_reason = g_strdup(form_output_string(said, "reasoning"));
        return step_remember(run, NULL, error);
    }
    return hold(run, form_output_string(said, "hold"), &acted, error) &&
           (acted || step_act(run, form_output_actions(said, "actions"), error));
}

const struct agent agent_direct = {
    .name = "direct",
    .about = "one model call a step: for a strong model",
    .modules = modules,
    .values = values,
    .step = step,
};
