/* The six modules of the Cradle paper (4.2 and B.1): what each is asked for, and the pictures that it is shown. */

#include "engine/agents/cradle/cradle.h"

#include "engine/picture/frame.h"
#include "engine/eye/eye.h"

#define SAMPLES_MAX 8

/* ---- information gathering: what is on the screen (4.1, B.1); one call for the last frame, one for each earlier keyframe ----
 */

static const struct field gather_fields[] = {
    {"text", FIELD_STRINGS, NULL, true, 64, "every piece of text that can be read and matters, word for word, one entry a piece"},
    {"description", FIELD_STRING, NULL, true, 0,
     "what the screen shows now: windows, state of the program, what can be clicked, where"},
    {"target", FIELD_STRING, NULL, false, 500,
     "the thing on the screen that matters most for the task, and its centre as x,y in display pixels"},
    {"guidance", FIELD_STRING, NULL, false, 4000,
     "instructions, prompts and hints that the program itself shows, word for word; empty if none"},
    {"screen_class", FIELD_STRING, NULL, false, 60,
     "one or two words for the kind of screen: dialog, menu, editor, game, desktop …"},
};

static void gather_images(const situation *s, brain_request *request)
{
    if (s->aside)
        brain_request_add_image(request, s->aside, "A moment since the last action:", false);
    else if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

/* ---- self-reflection: did the last action succeed, why not, is the task done, must a held key go on (4.2, B.1) ---- */

static const struct field reflect_fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "what the frames show of the last action, in a few sentences"},
    {"success", FIELD_STRING, "yes|no|unknown", true, 0, "did the last action do what was expected of it"},
    {"cause", FIELD_STRING, NULL, false, 2000, "if it did not: the most likely cause, and what to do differently"},
    {"task_done", FIELD_BOOLEAN, NULL, true, 0, "true only if the screen proves that the whole task is complete"},
    {"hold", FIELD_STRING, "keep|release|none", false, 0,
     "keys or buttons that are held down, or were until an interruption let go of them: keep them (lost ones are pressed again), "
     "release them, or none are held"},
};

/* Small text is lost in whole frames of low detail. */
static void add_difference(const eye_observation *o, brain_request *request)
{
    struct area d = o->different;
    const struct brain_part part = {d.x, d.y, d.width, d.height, frame_read_part};
    const struct eye_frame *first = &g_array_index(o->samples, struct eye_frame, 0), *last = first + o->samples->len - 1;
    g_autofree char *note = g_strdup_printf(
        "Before the action, in full detail: %d×%d pixels at %d,%d, where most has changed:", d.width, d.height, d.x, d.y);
    brain_request_add_part(request, first->path, &part, note);
    brain_request_add_part(request, last->path, &part, "The same place now, in full detail:");
}

static void reflect_images(const situation *s, brain_request *request)
{
    const GArray *samples = s->observation ? s->observation->samples : NULL;
    guint n = samples ? samples->len : 0;
    gint64 start = n > 0 ? g_array_index(samples, struct eye_frame, 0).at_us : 0;
    for (guint i = 0; i < n; i++) {
        if (n > SAMPLES_MAX && i != 0 && i * (SAMPLES_MAX - 1) / (n - 1) == (i - 1) * (SAMPLES_MAX - 1) / (n - 1))
            continue; /* the eye sends no more than eight; should it, they are taken evenly */
        const struct eye_frame *f = &g_array_index(samples, struct eye_frame, i);
        g_autofree char *note = g_strdup_printf("%.1f s after the action began:", (double)(f->at_us - start) / 1e6);
        brain_request_add_image(request, f->path, note, true);
    }
    if (n > 1 && s->observation->different.width > 0)
        add_difference(s->observation, request);
    if (n == 0 && situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen after the last action:", true);
}

/* ---- task inference: the task to be worked on now, and whether it takes long or short (4.2, B.1) ---- */

static const struct field infer_fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "why this is the subtask to work on now"},
    {"subtask", FIELD_STRING, NULL, true, 500,
     "the subtask to work on now, in a few words; the present one, word for word, if it goes on"},
    {"horizon", FIELD_STRING, "long|short", true, 0,
     "long: takes many actions and goes on after what interrupts it; short: one or a few actions"},
    {"subtask_done", FIELD_BOOLEAN, NULL, true, 0, "true if the subtask that was worked on until now is finished"},
};

static void screen_now(const situation *s, brain_request *request)
{
    if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

/* ---- skill curation: new skills from instructions on the screen, repaired ones from the cause of a failure (4.2, B.1) ---- */

static const struct field curate_fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "why a skill is missing or wrong, or why none is"},
    {"skills", FIELD_SKILLS, NULL, true, 4, "one Lua function with its doc comment each; an empty list if nothing is missing"},
};

/* ---- action planning: the next actions, as skill calls with what is expected of them (4.2, B.1); it sees the frame before the
 * last action beside the one now ---- */

static const struct field plan_fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0,
     "how the screen, the last action and what the person said lead to the next action"},
    {"actions", FIELD_ACTIONS, NULL, true, 16, "skill calls in order; empty if the task is over"},
    {"outcome", FIELD_STRING, "continue|success|failed|ask", true, 0,
     "continue while there is something to do; success when the screen proves the task done; failed when it cannot be done; ask "
     "when only the person can decide"},
    MODULE_QUESTION_FIELDS,
};

/* ---- summary: the recurrent long-term memory; the summary so far and the steps since become the new summary (4.3) ---- */

static const struct field summarize_fields[] = {
    {"summary", FIELD_STRING, NULL, true, 4000,
     "tasks, entities and behaviours in order of time, in few sentences: what was done, what came of it, what must not be "
     "forgotten"},
};

static void summarize_images(const situation *s, brain_request *request)
{
    const char *shown = NULL;
    for (guint i = 0; s->past && i < s->past->len; i++) {
        const struct situation_past *p = g_ptr_array_index(s->past, i);
        if (!p->frame || !*p->frame || g_strcmp0(p->frame, shown) == 0)
            continue;
        g_autofree char *note = g_strdup_printf("After step %" G_GINT64_FORMAT ":", p->step);
        brain_request_add_image(request, p->frame, note, true);
        shown = p->frame;
    }
    if (!shown && situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", true);
}

/* ---- the table ---- */

static const struct module_says gather_says[] = {{SAYS_SCREEN, "description", NULL}, {0}};
static const struct module_says reflect_says[] = {
    {SAYS_SUCCESS, "success", "yes"}, {SAYS_VERDICT, "reasoning", NULL}, {SAYS_CAUSE, "cause", NULL}, {0}};
static const struct module_says infer_says[] = {{SAYS_SUBTASK, "subtask", NULL}, {0}};
static const struct module_says curate_says[] = {{SAYS_DRAFTS, "skills", NULL}, {0}};
static const struct module_says plan_says[] = {{SAYS_ACTIONS, "actions", NULL},
                                               {SAYS_WHY, "reasoning", NULL},
                                               {SAYS_OUTCOME, "outcome", "continue"},
                                               {SAYS_QUESTION, "question", "ask"},
                                               {0}};
static const struct module_says summarize_says[] = {{SAYS_SUMMARY, "summary", NULL}, {0}};

const struct module cradle_modules[] = {
    [GATHER] = {MODULE_FORM("gather", gather_fields), .says = gather_says, .rank = 0, .aside = true, .overlays = true,
                .images = gather_images},
    [REFLECT] = {MODULE_FORM("reflect", reflect_fields), .says = reflect_says, .rank = 0, .images = reflect_images},
    [INFER] = {MODULE_FORM("infer", infer_fields), .says = infer_says, .rank = 1, .images = screen_now},
    [CURATE] = {MODULE_FORM("curate", curate_fields), .says = curate_says, .rank = 2, .screen = true, .images = screen_now},
    [PLAN] = {MODULE_FORM("plan", plan_fields), .says = plan_says, .rank = 3, .overlays = true,
              .images = module_images_before_and_now},
    [SUMMARIZE] = {MODULE_FORM("summarize", summarize_fields), .says = summarize_says, .rank = 2, .images = summarize_images},
    {{0}},
};
