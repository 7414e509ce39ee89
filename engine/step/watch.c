/* What a person does while they teach, from the hand's gestures to a step in the store. */

#include "engine/step/watch.h"

#include "engine/client/client.h"
#include "engine/control/boards.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/control/wait.h"
#include "engine/devices/devices.h"
#include "engine/eye/elements.h"
#include "engine/hand/gesture.h"
#include "engine/modules/module.h"
#include "engine/protocol/protocol.h"
#include "engine/run/answers.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"
#include "engine/run/question.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "engine/step/proposal.h"
#include "engine/step/step.h"
#include "memory/memory.h"
#include "memory/questions.h"
#include "skills/timeline/action.h"

#include <string.h>

#define LOOK_EVERY_US (500 * 1000)
#define EARLIER_MAX 16                                           /* looks: 8 s */
#define DID_IT "the person did it themselves, while they taught" /* text in working memory */

void watched_clear(struct watched *w)
{
    g_clear_pointer(&w->did, action_free);
    g_clear_pointer(&w->answer, g_free);
}

/* ---- questions within a step ---- */

static void tell_question(struct run *run)
{
    const struct run_question *q = run->question;
    g_autoptr(event) e = event_new(EVENT_QUESTION);
    e->id = q->id;
    e->step = (int)run->step;
    e->asked.question = g_strdup(q->text);
    e->asked.choices = g_strdupv(q->choices);
    run_set_state(run, "waiting");
    client_send(run, e);
}

/* The answer may be a text that is to be nowhere else: it is not told again. */
static void tell_answered(struct run *run)
{
    const struct run_question *q = run->question;
    g_autoptr(event) e = event_new(EVENT_DECISION);
    e->id = q->id;
    e->decided.verdict = g_strdup(question_verdict(q));
    e->decided.by = g_strdup(q->by);
    client_send(run, e);
}

static bool is_over(struct run *run, void *data)
{
    (void)data;
    return !question_waits(run->question);
}

bool step_ask_person(struct run *run, const char *text, const GPtrArray *choices, bool kept, char **ret_answer, GError **error)
{
    struct run_question *q = run->question;
    question_ask(q, ++run->proposing->last, text, choices);
    g_autofree char *json = q->choices ? protocol_strings_to_json(q->choices) : NULL;
    const struct memory_question row = {.run = run->id, .step = run->step, .id = q->id, .question = q->text, .choices = json};
    if (kept && !memory_question_add(run->store, &row, error))
        return false;
    tell_question(run);
    bool ok = wait_until(run, is_over, NULL, 0, error);
    question_close(q, QUESTION_VOIDED, "engine", "interrupted");
    if (kept && !memory_question_end(run->store, run->id, q->id, question_verdict(q), q->by, q->answer, ok ? error : NULL))
        return false;
    tell_answered(run);
    *ret_answer = ok ? g_strdup(q->answer ? q->answer : "") : NULL;
    return ok;
}

/* ---- who is watched ---- */

/* In a sandbox all windows are the run's; elsewhere those of its program. */
static GArray *watched_pids(const struct run *run)
{
    GArray *pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    const eye_observation *o = run->look->observation;
    for (guint i = 0; !devices_are_own(run->devices) && o && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (w->pid > 0 && (w->program || w->id == o->target))
            g_array_append_val(pids, w->pid);
    }
    return pids;
}

static bool begin(struct run *run, GError **error)
{
    g_autoptr(GArray) pids = watched_pids(run);
    struct eye_request request = {.kind = EYE_BEGIN, .digest = (char *)"taught"};
    if (!run->devices->hand.ready || (!devices_are_own(run->devices) && pids->len == 0)) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "nobody can be watched: %s",
                    run->devices->hand.ready ? "it is not known which windows are the program's" : "mode dry has no hand");
        return false;
    }
    if (!run->devices->hand.watches)
        run_hand_watch(run, pids);
    return device_ask_eye(run, &request, devices_eye_limit_ms(run->devices), error);
}

/* ---- elements ---- */

/* The smallest element at a point; NULL = none. */
static const struct screen_mark *element_at(const screen *s, int x, int y)
{
    const struct screen_mark *best = NULL;
    for (guint i = 0; i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        bool in = *m->id && x >= m->x && x < m->x + m->width && y >= m->y && y < m->y + m->height;
        if (in && (!best || (gint64)m->width * m->height < (gint64)best->width * best->height))
            best = m;
    }
    return best;
}

/* Its name where that finds it again; else its id. */
static const char *called(const screen *s, const struct screen_mark *element)
{
    for (guint i = 0; *element->text && i < s->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(s->marks, struct screen_mark, i);
        if (*m->id && g_str_equal(m->text, element->text) && g_str_equal(m->role, element->role))
            return m == element ? element->text : element->id;
    }
    return element->id;
}

action *step_watch_named(const struct run *run, const action *did)
{
    const screen *s = run->look->observation ? run->look->observation->screen : NULL;
    const struct value *number = g_str_equal(did->skill, "click_mark") ? action_get(did, "number") : NULL;
    const struct value *button = action_get(did, "mouse_button");
    const struct screen_mark *m = s && number && number->type == VALUE_INTEGER ? screen_mark_of(s, (int)number->integer) : NULL;
    if (!m || !*m->id)
        return action_copy(did);
    action *a = action_new("click_element");
    action_set_string(a, "element", called(s, m));
    action_set_string(a, "role", m->role);
    if (button)
        action_set(a, "mouse_button", button);
    return a;
}

struct focus {
    char id[ELEMENTS_ID_BYTES]; /* of the field that gets the keys, and is none for a password; "" = not known */
    bool secrets;               /* a field for a password shows */
    gint64 known_us;
};

static bool is_text_field(const char *role)
{
    static const char *const roles[] = {"text", "entry", "editbar", "spin button", "document text", "autocomplete", NULL};
    return g_strv_contains(roles, role);
}

static struct focus focus_of(const eye_observation *o, gint64 known_us)
{
    struct focus f = {.known_us = known_us};
    const struct eye_window *window = o ? eye_observation_window(o, o->focus) : NULL;
    guint focused = 0;
    for (guint i = 0; o && i < o->screen->marks->len; i++) {
        const struct screen_mark *m = &g_array_index(o->screen->marks, struct screen_mark, i);
        f.secrets = f.secrets || g_str_equal(m->role, ELEMENTS_PASSWORD);
        focused += m->focused;
        if (m->focused)
            g_strlcpy(f.id, is_text_field(m->role) ? m->id : "", sizeof f.id);
    }
    if (focused != 1 || !window || !(window->program || window->id == o->target))
        *f.id = '\0';
    return f;
}

/* ---- gestures as actions ---- */

/* On the element at that place, or at the place. */
static action *press(const screen *s, const struct gesture *g, bool known, const char *on_element, const char *at_place)
{
    const struct screen_mark *element = known ? element_at(s, g->x, g->y) : NULL;
    action *a = action_new(element && on_element ? on_element : at_place);
    if (element && on_element) {
        action_set_string(a, "element", called(s, element));
        action_set_string(a, "role", element->role);
    } else {
        action_set_integer(a, "x", g->x);
        action_set_integer(a, "y", g->y);
    }
    return a;
}

static action *tap(const screen *s, const struct gesture *g, bool known)
{
    static const char *const buttons[] = {NULL, NULL, "middle", "right"};
    action *a = press(s, g, known, "click_element", "click_at_position");
    if (buttons[g->button])
        action_set_string(a, "mouse_button", buttons[g->button]);
    return a;
}

static action *swipe(const struct gesture *g)
{
    action *a = action_new("mouse_drag");
    action_set_integer(a, "source_x", g->x);
    action_set_integer(a, "source_y", g->y);
    action_set_integer(a, "target_x", g->to_x);
    action_set_integer(a, "target_y", g->to_y);
    return a;
}

static action *turn(const screen *s, const struct gesture *g, bool known)
{
    const struct screen_mark *element = known ? element_at(s, g->x, g->y) : NULL;
    action *a =
        element ? press(s, g, known, "scroll_element", "") : action_new(g->count < 0 ? "mouse_scroll_up" : "mouse_scroll_down");
    action_set_integer(a, "distance", element ? g->count : ABS(g->count));
    return a;
}

static action *chord(const struct gesture *g)
{
    const bool several = strchr(g->text, '+') != NULL;
    action *a = action_new(several ? "press_keys_combined" : "press_key");
    action_set_string(a, several ? "keys" : "key", g->text);
    return a;
}

/* told: the text may be kept. */
static action *text(const struct gesture *g, bool told)
{
    action *a = action_new(told && g->text ? "type_text" : WATCH_UNTOLD);
    if (!told || !g->text)
        action_set_integer(a, "keys", g->count);
    action_set_string(a, "text", told && g->text ? g->text : "");
    return a;
}

/* known: the picture s was there before it. */
static action *action_of(const screen *s, const struct gesture *g, bool known, bool told)
{
    switch (g->kind) {
    case GESTURE_TAP:
        return tap(s, g, known);
    case GESTURE_DOUBLE_TAP:
        return press(s, g, known, "double_click_element", "double_click_at_position");
    case GESTURE_LONG_PRESS:
        return press(s, g, known, "long_press_element", "appagent_long_press");
    case GESTURE_SWIPE:
        return swipe(g);
    case GESTURE_TURN:
        return turn(s, g, known);
    case GESTURE_CHORD:
        return chord(g);
    case GESTURE_TYPING:
    case GESTURE_TEXT:
    case GESTURE_KIND_COUNT:
        break;
    }
    return text(g, told);
}

/* ---- the record ---- */

static char *output_of(const struct run *run, guint module, const GPtrArray *actions, const char *outcome)
{
    const struct module_says *acts = NULL, *goes_on = NULL;
    module_says(&run->answers->modules[module], SAYS_ACTIONS, &acts);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; actions && i < actions->len; i++) {
        g_autofree char *json = action_to_json(actions->pdata[i]);
        g_string_append_printf(list, "%s%s", i ? "," : "", json);
    }
    if (!module_says(&run->answers->modules[module], SAYS_OUTCOME, &goes_on))
        return g_strdup_printf("{\"%s\":[%s]}", acts->field, list->str);
    return g_strdup_printf("{\"%s\":[%s],\"%s\":\"%s\"}", acts->field, list->str, goes_on->field,
                           outcome ? outcome : goes_on->yes);
}

static bool keep_reply(struct run *run, guint module, const char *output, gint64 *ret_call, GError **error)
{
    const struct module *asked = &run->answers->modules[module];
    g_autofree char *says = module_says_json(asked);
    struct memory_call call = {.run = run->id,
                               .step = run->step,
                               .says = says,
                               .module = (char *)asked->form.name,
                               .brain = (char *)"human",
                               .prompt = (char *)"",
                               .status = (char *)"started",
                               .attempt = 1,
                               .started_us = g_get_real_time()};
    if (!memory_call_begin(run->store, &call, &call.id, error))
        return false;
    *ret_call = run->answers->of[module].call = call.id;
    call.reply = call.output = (char *)output;
    call.status = (char *)"done";
    return memory_call_end(run->store, &call, error);
}

bool step_watch_end(struct run *run, guint module, const char *outcome, GError **error)
{
    gint64 call;
    g_autofree char *output = output_of(run, module, NULL, outcome);
    return keep_reply(run, module, output, &call, error);
}

bool step_watch_correct(struct run *run, guint module, gint64 call, const GPtrArray *actions, GError **error)
{
    g_autofree char *output = output_of(run, module, actions, NULL);
    return memory_call_correct(run->store, call, output, error);
}

/* What it would have been as reins' own; a text that is not kept has none. */
static bool expand(struct run *run, proposal *p, GError **error)
{
    g_autofree char *why = NULL;
    if (!proposal_expand(run, p->action, p->id, &p->timeline, &why, error))
        return false;
    p->timeline = p->timeline ? p->timeline : timeline_new();
    p->digest = timeline_digest(p->timeline);
    return true;
}

static bool keep_proposal(struct run *run, const proposal *p, const char *stage, GError **error)
{
    g_autofree char *action_json = action_to_json(p->action), *timeline_json = timeline_to_json(p->timeline),
                    *effect = run_note_json(p->effect);
    const struct memory_proposal row = {.run = run->id,
                                        .step = run->step,
                                        .id = p->id,
                                        .action = action_json,
                                        .timeline = timeline_json,
                                        .digest = p->digest,
                                        .rule = (char *)"taught",
                                        .by = (char *)"human",
                                        .at_us = g_get_real_time()};
    return memory_proposal_add(run->store, &row, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, "prepared", "human", p->digest, NULL, error) &&
           memory_decision_add(run->store, run->id, p->id, "approved", "human", DID_IT, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, "granted", "human", p->digest, NULL, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, "fired", "human", p->digest, NULL, error) &&
           memory_journal_add(run->store, run->id, run->step, p->id, stage, "eye", p->digest, effect, error);
}

/* What it was done on: where it pressed, or the field that was typed into; "" = not known. */
static void note_element(struct run *run, const eye_observation *before, const struct gesture *g, bool known, const char *field)
{
    const screen *s = before->screen;
    const struct screen_mark *on = NULL;
    for (guint i = 0; g->kind == GESTURE_TEXT && *field && i < s->marks->len; i++)
        if (g_str_equal(g_array_index(s->marks, struct screen_mark, i).id, field))
            on = &g_array_index(s->marks, struct screen_mark, i);
    if (known && (g->button || g->kind == GESTURE_TURN))
        on = element_at(s, g->x, g->y);
    run_taught_clear(&run->proposing->taught);
    run->proposing->taught = (struct run_taught){.element = on ? g_strdup(on->id) : NULL,
                                                 .name = on ? g_strdup_printf("%s %s", on->role, on->text) : NULL,
                                                 .role = on ? g_strdup(on->role) : NULL,
                                                 .before = before};
}

/* before: the observation that it was done on. looked: the run's is of after it. */
static bool record(struct run *run, guint module, const struct gesture *g, action *did, eye_observation *before, bool looked,
                   struct watched *ret, GError **error)
{
    g_autoptr(proposal) p = g_new0(proposal, 1);
    const bool same = looked && g_str_equal(before->frame.hash, run->look->observation->frame.hash);
    p->id = ++run->proposing->last;
    p->action = action_copy(did);
    p->x = p->y = -1;
    p->verdict = GATE_APPROVED;
    p->fired = true;
    p->status = "done";
    p->effect = !looked ? "unknown" : same ? "no_effect" : "changed";
    p->person = g_strdup(DID_IT);
    eye_observation *after = run->look->observation;
    run->look->observation = before; /* its elements are where it was done */
    bool ok = expand(run, p, error);
    run->look->observation = after;
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, did);
    g_autofree char *output = output_of(run, module, one, NULL);
    proposing_pressed(run->proposing, g->button || g->kind == GESTURE_TURN ? g->x : -1, g->y,
                      g->kind == GESTURE_TEXT ? p->timeline : NULL);
    if (!ok || !keep_reply(run, module, output, &ret->call, error) ||
        !keep_proposal(run, p,
                       !looked ? "uncertain"
                       : same  ? "no_effect"
                               : "verified",
                       error) ||
        !step_remember(run, p, error))
        return false;
    run->look->fresh = looked;
    ret->did = action_copy(did);
    return true;
}

/* ---- the wait ---- */

static bool came(struct run *run, void *data)
{
    (void)data;
    return !g_queue_is_empty(&run->devices->hand.gestures) || !question_waits(run->question);
}

/* What was seen before the last look: a press that lasts, or a drag, began on it. */
struct earlier {
    eye_observation *seen; /* owned */
    gint64 seen_us;
};

static void earlier_free(gpointer data)
{
    struct earlier *e = data;
    eye_observation_free(e->seen);
    g_free(e);
}

/* The picture that the next thing is done on: a dialog may open late. */
static bool keep_up(struct run *run, GQueue *earlier, GError **error)
{
    struct earlier was = {.seen_us = run->look->seen_us};
    if (!step_look_changed(run, &was.seen, error))
        return false;
    if (was.seen)
        g_queue_push_tail(earlier, g_memdup2(&was, sizeof was));
    if (g_queue_get_length(earlier) > EARLIER_MAX)
        earlier_free(g_queue_pop_head(earlier));
    return true;
}

/* Goes back to the picture that was there when it began. */
static void look_as_it_began(struct run *run, GQueue *earlier, const struct gesture *g)
{
    while (g->began_us <= run->look->seen_us && !g_queue_is_empty(earlier)) {
        g_autofree struct earlier *e = g_queue_pop_tail(earlier);
        eye_observation_free(run->look->observation);
        run->look->observation = e->seen;
        run->look->seen_us = e->seen_us;
    }
}

static bool await_gesture(struct run *run, GQueue *earlier, struct gesture *ret, bool *ret_answered, GError **error)
{
    g_autoptr(GError) ended = NULL;
    while (!wait_until(run, came, NULL, g_get_monotonic_time() + LOOK_EVERY_US, &ended)) {
        if (!g_error_matches(ended, RUN_ERROR, RUN_ERROR_TIMEOUT)) {
            g_propagate_error(error, g_steal_pointer(&ended));
            return false;
        }
        g_clear_error(&ended);
        if (!keep_up(run, earlier, error))
            return false;
    }
    g_autofree struct gesture *g = g_queue_pop_head(&run->devices->hand.gestures);
    *ret_answered = g == NULL;
    if (g)
        *ret = *g;
    return true;
}

static bool paused_by_key(struct run *run, const struct gesture *g, const char *key, GError **error)
{
    if (g->kind != GESTURE_CHORD || g_strcmp0(g->text, key) != 0)
        return false;
    run_pause(run, "human", "the person paused the recording by a key");
    return !wait_until(run, NULL, NULL, 0, error);
}

/* Who has the focus while they type. Not the observation that the step begins with, which *inout_before then keeps. */
static bool look_who_types(struct run *run, eye_observation **inout_before, struct focus *ret, GError **error)
{
    if (!*inout_before)
        *inout_before = g_steal_pointer(&run->look->observation);
    if (!step_look(run, error))
        return false;
    *ret = focus_of(run->look->observation, g_get_monotonic_time());
    return true;
}

/* The field was known before any other input could move the focus. Where one for a password shows, the program itself may have
 * moved it: then it must have it afterwards, too. */
static bool may_be_kept(const struct run *run, const struct gesture *g, const struct focus *during, bool looked)
{
    const struct focus after = focus_of(looked ? run->look->observation : NULL, 0);
    const gint64 until_us = g->ended_us + (g->rested ? GESTURE_REST_US : 0);
    return looked && *during->id && during->known_us <= until_us &&
           (!(during->secrets || after.secrets) || (g->rested && g_str_equal(during->id, after.id)));
}

/* Takes what *inout_before points to where it is not NULL. */
static bool take(struct run *run, guint module, const struct gesture *g, const struct focus *during,
                 eye_observation **inout_before, struct watched *ret, GError **error)
{
    g_autoptr(GError) ended = NULL;
    const bool known = g->began_us > run->look->seen_us || *inout_before; /* a text is of no place */
    g_autoptr(eye_observation) before = *inout_before ? g_steal_pointer(inout_before) : g_steal_pointer(&run->look->observation);
    run->look->fresh = false;
    run->look->verifying = true;
    const bool looked = step_observe(run, &ended);
    run->look->verifying = false;
    const bool told = g->kind == GESTURE_TEXT && may_be_kept(run, g, during, looked);
    g_autoptr(action) did = action_of(before->screen, g, known, told);
    note_element(run, before, g, known, during->id);
    bool ok = record(run, module, g, did, before, looked, ret, error);
    run_taught_clear(&run->proposing->taught); /* what comes next may be by calls */
    if (!run->look->observation)
        run->look->observation = g_steal_pointer(&before);
    if (ok && ended)
        g_propagate_error(error, g_steal_pointer(&ended));
    return ok && looked;
}

bool step_watch(struct run *run, guint module, const char *question, const GPtrArray *choices, const char *pause,
                struct watched *ret, GError **error)
{
    struct focus during = {0};
    eye_observation *before = NULL;
    GQueue *earlier = g_queue_new(); /* struct earlier* */
    bool answered = false, ok = begin(run, error), done = false;
    *ret = (struct watched){0};
    if (ok) {
        boards_tell(run); /* with the step before */
        question_ask(run->question, ++run->proposing->last, question, choices);
        tell_question(run);
    }
    while (ok && !done) {
        struct gesture g = {0};
        ok = await_gesture(run, earlier, &g, &answered, error);
        if (ok && answered)
            done = true;
        else if (ok && g.kind == GESTURE_TYPING)
            ok = look_who_types(run, &before, &during, error);
        else if (ok && !(ok = !paused_by_key(run, &g, pause, error)))
            ;
        else if (ok) {
            if (!before)
                look_as_it_began(run, earlier, &g);
            ok = done = take(run, module, &g, &during, &before, ret, error);
        }
        gesture_clear(&g);
    }
    g_queue_free_full(earlier, earlier_free);
    eye_observation_free(before);
    question_close(run->question, QUESTION_VOIDED, "engine", "it was asked of the step before");
    if (ok || !answered)
        tell_answered(run);
    if (ok && answered)
        ret->answer = g_strdup(run->question->answer ? run->question->answer : "");
    if (!ok)
        watched_clear(ret);
    return ok;
}
