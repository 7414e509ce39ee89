/* The AppAgent agent (Zhang et al. 2023, arXiv:2312.13771): it explores a program by its numbered elements and writes down what
 * each does, or works from what is written down. A step is one action, with the reflection on the one before it. */

#include "engine/agents/appagent/appagent.h"

#include "engine/modules/prompt.h"
#include "config/profile.h"
#include "engine/client/client.h"
#include "engine/devices/devices.h"
#include "engine/eye/eye.h"
#include "engine/picture/difference.h"
#include "engine/picture/frame.h"
#include "engine/picture/overlays.h"
#include "engine/picture/print.h"
#include "engine/run/brains.h"
#include "engine/run/deciding.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/working.h"
#include "engine/step/model_view.h"
#include "engine/step/step.h"
#include "skills/timeline/action.h"

#include <string.h>

/* ---- its modules ---- */

static const struct field actor_fields[] = {
    {"observation", FIELD_STRING, NULL, true, 2000, "what the picture shows"},
    {"thought", FIELD_STRING, NULL, true, 4000, "what is to be done next for the task, and why"},
    {"promise", FIELD_STRING, "kept|broken|unknown", false, 0,
     "where a document is quoted for the last action: whether it came as the document says"},
    {"actions", FIELD_ACTIONS, NULL, true, 1, "the one skill call that does it; none where the outcome is not continue"},
    {"summary", FIELD_STRING, NULL, true, 1000,
     "all past actions and this one in one or two sentences, without the numbers of elements: they change"},
    {"outcome", FIELD_STRING, "continue|grid|exit|failed", true, 0,
     "continue as long as something is to be done; grid where no number is on what is meant: the next picture has numbered "
     "cells; exit once the picture shows that the task is done; failed if it cannot be done"},
};
static const struct field reflect_fields[] = {
    {"decision", FIELD_STRING, "BACK|INEFFECTIVE|CONTINUE|SUCCESS", true, 0,
     "BACK: it led to a page that has nothing to do with the task, so go back; INEFFECTIVE: nothing changed; CONTINUE: something "
     "changed, but not towards the task; SUCCESS: it moved the task forward"},
    {"thought", FIELD_STRING, NULL, true, 4000, "why, from the two pictures"},
    {"documentation", FIELD_STRING, NULL, false, 1000,
     "what this element is for in general, in one or two sentences: neither its number nor the task; empty if INEFFECTIVE"},
};
static const struct field documenter_fields[] = {
    {"contradicts", FIELD_BOOLEAN, NULL, true, 0, "whether the observation says otherwise than the document"},
    {"contradiction", FIELD_STRING, NULL, false, 1000, "if so: what does not agree, in one sentence"},
    {"text", FIELD_STRING, NULL, true, 2000, "the document as it should be now, in one to three sentences", .filled = true},
};
static const struct module_says actor_says[] = {{SAYS_SCREEN, "observation", NULL},    {SAYS_WHY, "thought", NULL},
                                                {SAYS_ACTIONS, "actions", NULL},       {SAYS_SUMMARY, "summary", NULL},
                                                {SAYS_OUTCOME, "outcome", "continue"}, {0}};
static const struct module_says reflect_says[] = {{SAYS_SUCCESS, "decision", "SUCCESS"}, {SAYS_VERDICT, "thought", NULL}, {0}};

static void screen_now(const situation *s, brain_request *request)
{
    if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

/* Reflection looks at two frames, of which the agent knows the first: its request() adds both. */
enum { REFLECT, DOCUMENTER, ACTOR };
static const struct module modules[] = {
    [REFLECT] = {MODULE_FORM("reflect", reflect_fields), .says = reflect_says, .rank = 0, .read = appagent_read, .overlays = true,
                 .person = true, .always = true},
    [DOCUMENTER] = {MODULE_FORM("documenter", documenter_fields), .rank = 1, .person = true, .always = true},
    [ACTOR] = {MODULE_FORM("actor", actor_fields), .says = actor_says, .rank = 2, .read = appagent_read, .overlays = true,
               .images = screen_now, .always = true},
    {{0}},
};

static const struct option_row options[] = {
    {NULL, "phase", OPTION_CHOICE, "deploy", 0, 0, "deploy|explore",
     "explore: try elements out for the task and write down what each does; deploy: do the task from what is written down"},
    {NULL, "docs", OPTION_CHOICE, "all", 0, 0, "none|explored|watched|written|all",
     "the documents that are told while it does a task, by their author"},
    {NULL, "action_space", OPTION_CHOICE, "elements", 0, 0, "elements|raw",
     "elements: by the numbers on the picture; raw: by coordinates, without numbers and documents"},
    {NULL, "steps", OPTION_INT, "0", 0, 1000, NULL, "actions until it fails; 0 = 40 to explore, 10 otherwise"},
    {0},
};
static const char *const libraries[] = {"appagent", NULL};

static bool is(const struct run *run, const char *key, const char *value)
{
    return g_str_equal(run_option(run->options, run->cfg, key), value);
}

static bool explores(const struct run *run)
{
    return is(run, "phase", "explore");
}

static bool is_persons(const struct run *run, guint module)
{
    return brains_persons(run) >> module & 1;
}

/* A person acts by number, and what they act on is documented: they may act on what is left out, and the agent goes back by their
 * word alone. */
static bool watches(const struct run *run)
{
    return explores(run) && is_persons(run, ACTOR);
}

static bool by_elements(const struct run *run)
{
    return is(run, "action_space", "elements");
}

static gint64 limit(const struct run *run)
{
    gint64 steps = option_int(run_option(run->options, run->cfg, "steps"));
    return steps ? steps : explores(run) ? 40 : 10;
}

static guint overlays(const struct run *run, const void *mind)
{
    const struct appagent *m = mind;
    return m && m->grid ? OVERLAYS_CELLS : by_elements(run) ? OVERLAYS_NUMBERS : 0;
}

/* ---- what its prompts are told ---- */

static const char *const names[] = {"exploring", "last_act", "documents", "promised", "element", "did",
                                    "changed",   "old",      "new",       "grid",     NULL};

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static char *quoted(const char *text)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    if (!text || !*text)
        return NULL;
    g_ptr_array_add(one, (gpointer)text);
    return prompt_quoted(one);
}

static void values(const struct run *run, const void *mind, struct prompt_values *v)
{
    const struct appagent *m = mind;
    const form_output *reflect = step_said(run, REFLECT);
    g_autoptr(GPtrArray) docs = explores(run) || !by_elements(run) ? NULL : appagent_docs(run, m, NULL);
    prompt_put(v, "exploring", g_strdup(explores(run) ? "yes" : ""));
    prompt_put(v, "last_act", g_strdup(m->last_act));
    prompt_put(v, "documents", docs ? appagent_docs_told(m, docs) : NULL);
    prompt_put(v, "promised", m->promise ? quoted(m->promised) : NULL);
    prompt_put(v, "grid", m->grid ? appagent_cells_told(m) : NULL);
    prompt_put(v, "old", quoted(m->promised));
    prompt_put(v, "element", *or_empty(m->name) ? quoted(m->name) : NULL);
    prompt_put(v, "did", g_strdup(m->did));
    prompt_put(v, "changed", g_strdup(or_empty(m->changed)));
    prompt_put(v, "new", reflect ? quoted(form_output_string(reflect, "documentation")) : NULL);
}

static void request(const struct run *run, void *mind, guint module, brain_request *r)
{
    const struct appagent *m = mind;
    const char *now = run->look->observation ? run->look->observation->frame.path : NULL;
    if (module != REFLECT)
        return;
    if (*or_empty(m->before))
        brain_request_add_image(r, m->before, "The screen before the action:", false);
    if (now)
        brain_request_add_image(r, now, "The screen after the action:", false);
}

static void came(const struct run *run, void *mind, const struct situation_past *past)
{
    static const char answered[] = "; the person answered: ";
    struct appagent *m = mind;
    const char *answer = past->action || !past->person ? NULL : strstr(past->person, answered);
    (void)run;
    if (past->action)
        appagent_did(m, past->action, past->status && *past->status);
    if (!answer || !m->asked)
        return;
    g_free(m->answer);
    m->answer = g_strdup(answer + strlen(answered));
}

/* ---- the page ---- */

static const char *window_of(const eye_observation *o)
{
    const struct eye_window *w = eye_observation_window(o, o->focus);
    w = w ? w : eye_observation_window(o, o->target);
    return w ? or_empty(w->title) : "";
}

/* An element of the program's tree, or, where it has none, what is read and seen. */
static bool numbers(const screen *s, const struct screen_mark *mark)
{
    bool tree = false;
    for (guint i = 0; i < s->marks->len && !tree; i++)
        tree = *g_array_index(s->marks, struct screen_mark, i).id;
    return !tree || *mark->id;
}

/* Of one that its program does not name: kind and text, where no other mark has both. Else two would share a document. */
static bool is_alone(const screen *s, const struct screen_mark *mark)
{
    guint alike = 0;
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        alike += g_str_equal(m->kind, mark->kind) && g_str_equal(m->text, mark->text);
    }
    return *mark->text && alike == 1;
}

static void add_element(struct appagent *m, const screen *s, const struct screen_mark *mark)
{
    g_autofree char *seen = is_alone(s, mark) ? g_strdup_printf("%s:%s", mark->kind, mark->text) : g_strdup("");
    g_autofree char *name = g_strdup_printf("%s \"%s\"", *mark->role ? mark->role : mark->kind, mark->text);
    appagent_add(m, mark->number, *mark->id ? mark->id : seen, name);
}

/* Nothing is pressed into another program without a person's word. */
static void keep_to_program(struct run *run, struct appagent *m)
{
    run->judge->explores = explores(run);
    if (!*or_empty(m->program)) {
        g_free(m->program);
        m->program = appagent_program(run, window_of(run->look->observation));
    }
    g_free(run->judge->explored);
    run->judge->explored = g_strdup(m->program);
}

static bool look(struct run *run, struct appagent *m, GError **error)
{
    if (by_elements(run) && !model_view_await_words(run, error))
        return false;
    eye_observation *o = run->look->observation;
    g_autoptr(frame) now = frame_read(o->frame.path, error);
    if (!now)
        return false;
    const struct overlays_cells cells = overlays_cells(o->frame.width, o->frame.height);
    appagent_look(m, print_of_frame(now, o->masked), window_of(o));
    m->columns = cells.columns;
    m->rows = cells.rows;
    for (guint i = 0; by_elements(run) && i < o->screen->marks->len; i++) {
        struct screen_mark *mark = &g_array_index(o->screen->marks, struct screen_mark, i);
        if (numbers(o->screen, mark))
            add_element(m, o->screen, mark);
        const struct appagent_element *e = appagent_find(m, mark->number);
        mark->left_out = !e || (explores(run) && e->left_out);
    }
    g_autoptr(GPtrArray) docs = by_elements(run) ? appagent_docs(run, m, error) : g_ptr_array_new();
    if (docs)
        appagent_docs_note(m, docs);
    client_tell_marks(run, o->frame.hash, o->screen); /* the same picture may have had the other kind of numbers */
    return docs != NULL;
}

/* A fact beside the pictures. False: nothing changed. */
static bool find_change(const struct run *run, struct appagent *m)
{
    g_autoptr(frame) before = *or_empty(m->before) ? frame_read(m->before, NULL) : NULL;
    g_autoptr(frame) now = before ? frame_read(run->look->observation->frame.path, NULL) : NULL;
    struct difference d = {.share = 1};
    if (now)
        d = difference_measure(before, now, -1, -1);
    g_free(m->changed);
    m->changed = now && d.share <= 0 ? g_strdup("0 pixels changed: the screen is the same as before the action")
                 : d.box.width       ? g_strdup_printf("all that changed is in the area of %d × %d pixels at %d,%d", d.box.width,
                                                       d.box.height, d.box.x, d.box.y)
                                     : g_strdup("");
    return d.share > 0;
}

/* ---- what came of the last action ---- */

/* What is documented of the element is refined, never kept beside what was seen. *ret_asks: the person is asked. */
static bool document(struct run *run, struct appagent *m, bool *ret_asks, GError **error)
{
    const char *text = form_output_string(step_said(run, REFLECT), "documentation");
    GError *local = NULL;
    *ret_asks = false;
    if (!*m->id || !*text)
        return true;
    struct memory_doc *old = appagent_doc_of(run, m, &local);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    g_free(m->promised);
    m->promised = g_strdup(old ? old->text : "");
    bool ok = !old || step_ask_one(run, DOCUMENTER, error);
    const form_output *said = ok && old ? step_said(run, DOCUMENTER) : NULL;
    bool against = said && form_output_boolean(said, "contradicts");
    const char *why = said ? form_output_string(said, "contradiction") : "";
    const struct memory_doc counts = {.kept = !against, .broken = against};
    const struct appagent_maker maker = {watches(run) ? DOC_WATCHED : DOC_EXPLORED,
                                         is_persons(run, old ? DOCUMENTER : REFLECT) ? g_get_user_name() : "model"};
    ok = ok && appagent_doc_write(run, m, &maker, old, said ? form_output_string(said, "text") : text,
                                  against ? *why ? why : "it did something else" : NULL, error);
    ok = ok && (!old || memory_doc_count(run->store, old->id, &counts, error));
    *ret_asks = ok && against;
    m->asked = *ret_asks ? old->doc : 0;
    memory_doc_free(old);
    return ok;
}

static bool ask_person(struct run *run, const struct appagent *m, GError **error)
{
    g_autoptr(GPtrArray) choices = g_ptr_array_new(), details = g_ptr_array_new();
    g_autofree char *question =
        g_strdup_printf("Document %" G_GINT64_FORMAT " is contradicted by what was seen: which text holds? "
                        "Choose, or write one (F3 D has the pictures).",
                        m->asked);
    /* not in the question, which later prompts repeat among the person's words: they are material */
    client_notice(run, "warning", "document %" G_GINT64_FORMAT " of %s says: %s; it did otherwise: %s", m->asked, m->name,
                  m->promised, form_output_string(step_said(run, DOCUMENTER), "text"));
    g_ptr_array_add(choices, (gpointer)APPAGENT_ANSWER_NEW);
    g_ptr_array_add(choices, (gpointer)APPAGENT_ANSWER_OLD);
    g_ptr_array_add(details, (gpointer)form_output_string(step_said(run, DOCUMENTER), "text"));
    g_ptr_array_add(details, m->promised);
    return step_question_of(run, question, choices, details, error);
}

/* Where no pixel has changed, no model is asked. *ret_over: the person was asked, and that was the step. */
static bool reflect(struct run *run, struct appagent *m, bool *ret_over, GError **error)
{
    enum appagent_decision decision = DECISION_INEFFECTIVE;
    bool asks = false;
    *ret_over = false;
    if (!m->kind || !run->look->fired_last) {
        step_skip(run, REFLECT, "nothing was fired that can be judged", NULL);
        return true;
    }
    if (!find_change(run, m))
        step_skip(run, REFLECT, "no pixel changed", NULL);
    else if (!step_ask_one(run, REFLECT, error))
        return false;
    else
        appagent_decision_parse(form_output_string(step_said(run, REFLECT), "decision"), &decision);
    if (!step_set_success(run, decision == DECISION_SUCCESS ? "yes" : "no", "", error) ||
        (decision != DECISION_INEFFECTIVE && !document(run, m, &asks, error)))
        return false;
    g_autofree char *own = watches(run) ? g_strdup(m->last_act) : NULL;
    appagent_decide(m, decision);
    if (own) { /* no model takes a person's words about what they have done from them */
        g_free(m->last_act);
        m->last_act = g_steal_pointer(&own);
    }
    m->go_back = m->go_back && (!watches(run) || is_persons(run, REFLECT));
    m->kind = 0;
    for (guint i = 0; i < run->look->observation->screen->marks->len; i++) {
        struct screen_mark *mark = &g_array_index(run->look->observation->screen->marks, struct screen_mark, i);
        const struct appagent_element *e = appagent_find(m, mark->number);
        mark->left_out = !e || e->left_out;
    }
    client_tell_marks(run, run->look->observation->frame.hash, run->look->observation->screen);
    *ret_over = asks;
    /* what is written down is not written again when the step begins anew */
    return step_keep(run, error) && (!asks || ask_person(run, m, error));
}

/* Whoever sees it is told where they mend it: the next prompt has what they write. */
static bool count_broken(struct run *run, const struct appagent *m, gint64 id, gint64 doc, GError **error)
{
    const struct memory_doc broken = {.broken = 1};
    if (!memory_doc_count(run->store, id, &broken, error))
        return false;
    client_notice(run, "warning",
                  "document %" G_GINT64_FORMAT " of %s says: %s; it came otherwise: mend it by e in F3 D, or by reins docs edit "
                  "%" G_GINT64_FORMAT,
                  doc, m->name, m->promised, doc);
    return true;
}

/* What the document of the last action promised: broken where nothing changed, else the model says it with its next answer. */
static bool recall_promise(struct run *run, struct appagent *m, GError **error)
{
    GError *local = NULL;
    m->promise = 0;
    if (!m->kind || !*m->id || !run->look->fired_last)
        return true;
    bool changed = find_change(run, m);
    struct memory_doc *doc = appagent_doc_of(run, m, &local);
    if (doc) {
        g_free(m->promised);
        m->promised = g_strdup(doc->text);
        m->promise = changed ? doc->id : 0;
        m->promise_of = doc->doc;
    }
    bool ok = !local && (changed || !doc || count_broken(run, m, doc->id, doc->doc, &local));
    memory_doc_free(doc);
    m->kind = 0;
    if (local)
        g_propagate_error(error, local);
    return ok && step_keep(run, error);
}

static bool count_promise(struct run *run, struct appagent *m, GError **error)
{
    const char *said = form_output_string(step_said(run, ACTOR), "promise");
    const struct memory_doc kept = {.kept = g_str_equal(said, "kept")};
    gint64 id = m->promise;
    m->promise = 0;
    if (id && g_str_equal(said, "broken"))
        return count_broken(run, m, id, m->promise_of, error);
    return !id || memory_doc_count(run->store, id, &kept, error);
}

static bool count_uses(struct run *run, const struct appagent *m, GError **error)
{
    const struct memory_doc use = {.uses = 1};
    g_autoptr(GPtrArray) docs = explores(run) || !by_elements(run) ? g_ptr_array_new() : appagent_docs(run, m, error);
    for (guint i = 0; docs && i < docs->len; i++)
        if (!memory_doc_count(run->store, ((const struct memory_doc *)docs->pdata[i])->id, &use, error))
            return false;
    return docs != NULL;
}

/* ---- the action ---- */

/* Those that fit the action space and the picture. */
static bool offers(const struct run *run, const void *mind, const char *name)
{
    const struct appagent *m = mind;
    static const char *const by_place[] = {"appagent_tap", "appagent_long_press", "appagent_swipe", NULL};
    if (g_str_has_suffix(name, "_element"))
        return by_elements(run) && !m->grid;
    if (g_str_has_prefix(name, "appagent_grid_"))
        return m->grid;
    if (g_strv_contains(by_place, name))
        return !by_elements(run) && !m->grid;
    return g_str_has_prefix(name, "appagent_") || g_str_equal(name, "phone_home");
}

/* What the profile says of going back and of swiping; a phone has no wheel. */
static action *as_the_profile_says(const struct run *run, const action *a)
{
    action *own = action_copy(a);
    if (g_str_equal(own->skill, "appagent_back") && !action_get(own, "chord") && run->profile->gestures.back)
        action_set_string(own, "chord", run->profile->gestures.back);
    if (g_str_equal(own->skill, "appagent_swipe_element") && !action_get(own, "how"))
        action_set_string(own, "how", run->profile->gestures.swipe_drags || devices_touch(run->devices) ? "drag" : "wheel");
    return own;
}

static bool fire(struct run *run, struct appagent *m, const action *a, GError **error)
{
    const struct eye_frame *f = &run->look->observation->frame;
    g_autoptr(GPtrArray) one = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    if (a)
        g_ptr_array_add(one, as_the_profile_says(run, a));
    appagent_acts(m, run->step, f->path, f->hash);
    return step_act_batch(run, one, 1, BATCH_UNTIL_OTHERWISE, error);
}

static bool go_back(struct run *run, struct appagent *m, GError **error)
{
    g_autoptr(action) back = action_new("appagent_back");
    m->go_back = false;
    return fire(run, m, back, error);
}

/* Where the profile has no chord that does so, the actor finds the way, or the person. */
static void cannot_go_back(struct run *run, struct appagent *m)
{
    g_autofree char *before = m->changed;
    m->changed = g_strdup_printf("%s%sthis page has nothing to do with the task, so go back; no keys are known for that here",
                                 or_empty(before), *or_empty(before) ? "; " : "");
    m->go_back = false;
    client_notice(run, "warning",
                  "BACK: the profile of this program names no chord that goes back (back=): the actor looks for a way");
}

static bool ends(struct run *run, enum agent_end end, char *reason_take, enum agent_end *ret_end, char **ret_reason,
                 GError **error)
{
    *ret_end = end;
    *ret_reason = reason_take;
    return step_remember(run, NULL, error);
}

/* Why a model may not act on that element again, NULL = it may. It has no number on the picture; a person may still choose it. */
static char *left_out(const struct run *run, const struct appagent *m, const action *a)
{
    const struct value *number = action_get(a, "element");
    const struct appagent_element *e = number && number->type == VALUE_INTEGER ? appagent_find(m, number->integer) : NULL;
    return explores(run) && !watches(run) && e && e->left_out
               ? g_strdup_printf("element %" G_GINT64_FORMAT " led nowhere on this page: choose one with a number on the picture",
                                 e->number)
               : NULL;
}

static bool act(struct run *run, struct appagent *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    if (!step_retrieve(run, NULL, error) || !step_ask_one(run, ACTOR, error) || !count_uses(run, m, error) ||
        !count_promise(run, m, error))
        return false;
    const form_output *said = step_said(run, ACTOR);
    const char *outcome = form_output_string(said, "outcome"), *summary = form_output_string(said, "summary");
    const GPtrArray *actions = form_output_actions(said, "actions");
    g_free(m->last_act);
    m->last_act = g_strdup(summary);
    if (g_str_equal(outcome, "exit") || g_str_equal(outcome, "failed"))
        return ends(run, g_str_equal(outcome, "exit") ? AGENT_SUCCESS : AGENT_FAILED,
                    g_strdup(form_output_string(said, "thought")), ret_end, ret_reason, error);
    m->grid = g_str_equal(outcome, "grid");
    if (m->grid) {
        m->rounds++;
        return step_remember(run, NULL, error);
    }
    g_autofree char *why = actions->len ? left_out(run, m, actions->pdata[0]) : NULL;
    return why ? step_idle(run, why, error) : fire(run, m, actions->len ? actions->pdata[0] : NULL, error);
}

/* Nothing is left to try on this page, but perhaps on the one before. Where going back changes nothing, there is none before. */
static bool leave(struct run *run, struct appagent *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    bool in_vain = m->leaves && !find_change(run, m);
    if (in_vain || !run->profile->gestures.back)
        return ends(run, AGENT_FAILED, g_strdup("nothing is left to try on this page"), ret_end, ret_reason, error);
    m->leaves = true;
    return go_back(run, m, error);
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct appagent *m = mind;
    bool acted, over = false;
    *ret_end = AGENT_GOES_ON;
    if (!step_observe(run, error))
        return false;
    keep_to_program(run, m);
    if (!step_press_again(run, false, &acted, error))
        return false;
    if (acted)
        return true;
    g_clear_pointer(&m->changed, g_free);
    if ((m->asked && !appagent_doc_answered(run, m, error)) || !look(run, m, error) ||
        !(explores(run) ? reflect(run, m, &over, error) : recall_promise(run, m, error)))
        return false;
    if (over)
        return true;
    if (m->go_back && run->profile->gestures.back)
        return go_back(run, m, error);
    if (m->go_back)
        cannot_go_back(run, m);
    if (m->rounds >= limit(run))
        return ends(run, AGENT_FAILED, g_strdup_printf("not done after %" G_GINT64_FORMAT " actions", m->rounds), ret_end,
                    ret_reason, error);
    if (explores(run) && !watches(run) && m->elements->len && !appagent_left(m))
        return leave(run, m, ret_end, ret_reason, error);
    m->leaves = false;
    return act(run, m, ret_end, ret_reason, error);
}

static const struct board boards[] = {
    {"elements", "Elements", BOARD_GO | BOARD_REMOVE, appagent_rows, appagent_change},
    {0},
};

const struct agent agent_appagent = {
    .name = "appagent",
    .paper = "Zhang et al. 2023",
    .about = "elements by number: explores a program and writes down what each does, or works from that",
    .modules = modules,
    .mind = &appagent_mind,
    .boards = boards,
    .options = options,
    .libraries = libraries,
    .names = names,
    .overlays = overlays,
    .offers = offers,
    .by_elements = by_elements,
    .values = values,
    .step = step,
    .request = request,
    .came = came,
};
