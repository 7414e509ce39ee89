/* The agent computer: the model decides by its provider's own computer tool, or by the grammar that it was trained on. Each call
 * becomes an ordinary action of a skill, which is dry-run, shown and gated like any other; what came of it goes back in the
 * provider's own fields.
 *
 * A turn is kept in mind, in the middle of the step, before anything is done for it: whatever happens then (a pause, a death),
 * each of its calls is answered before the model is asked again. */

#include "engine/agents/computer/computer.h"

#include "engine/agents/agent.h"
#include "engine/client/client.h"
#include "engine/modules/points.h"
#include "engine/eye/eye.h"
#include "engine/run/brains.h"
#include "engine/run/control.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/run/question.h"
#include "engine/run/working.h"
#include "engine/step/procedural.h"
#include "engine/step/step.h"
#include "skills/library/primitive.h"
#include "skills/timeline/action.h"
#include "skills/timeline/visible.h"

#include <string.h>

#define SAFETY_MAX 2000 /* characters of a provider's safety check that are shown */

/* ---- its module ---- */

static const struct field turn_fields[] = {
    {"reasoning", FIELD_STRING, NULL, false, 8192, "what the model says beside its calls"},
    {"actions", FIELD_ACTIONS, NULL, true, 64, "skill calls, in their order; empty if the task is over"},
    {"outcome", FIELD_STRING, "continue|success|failed|ask", true, 0,
     "continue as long as something is to be done; success once the screen proves the task done; failed if it cannot be done; "
     "ask "
     "if only the person can decide"},
    MODULE_QUESTION_FIELDS,
    {"turn", FIELD_STRING, NULL, false, NATIVE_SAID_MAX, "as the model said it", .kept = true},
};
static const struct module_says says[] = {
    {SAYS_WHY, "reasoning", NULL},
    {SAYS_ACTIONS, "actions", NULL},
    {SAYS_OUTCOME, "outcome", "continue"},
    {SAYS_QUESTION, "question", "ask"},
    {0},
};
enum { TURN };
static const struct module modules[] = {
    [TURN] = {MODULE_FORM("computer_use", turn_fields), .says = says, .read = computer_read, .refused_later = true,
              .screen = true, .native = true, .always = true},
    {{0}},
};

static const struct option_row options[] = {
    {NULL, "pictures", OPTION_INT, "4", 1, 20, NULL,
     "most pictures of the screen in a request: the newest; when there are more, the older half leaves at once"},
    {NULL, "batch", OPTION_INT, "10", 1, 50, NULL, "actions of one turn of the model that are done before it looks again"},
    {0},
};
static const char *const libraries[] = {"computer", NULL};

static gint64 option(const struct run *run, const char *key)
{
    return option_int(run_option(run->options, run->cfg, key));
}

static void replace(char **place, const char *text)
{
    char *copy = g_strdup(text ? text : "");
    g_free(*place);
    *place = copy;
}

/* ---- what it sends ---- */

/* A model with a grammar is told how it calls, and in what it counts. */
static void add_grammar(const struct run *run, guint module, brain_request *r)
{
    struct coordinates c;
    g_autoptr(brain_profile) brain = config_brain(run->cfg, brains_of_module(run, module), NULL);
    const struct native_dialect *dialect = brain && brain->grammar ? native_dialect_find(brain->grammar) : NULL;
    g_autoptr(GString) system = g_string_new(r->system);
    if (!dialect)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(dialect->prompts) && dialect->prompts[i]; i++) {
        g_autofree char *path = g_strdup_printf("prompts/computer/%s.md", dialect->prompts[i]);
        g_autoptr(GBytes) bytes = config_file(path, NULL, NULL);
        if (bytes)
            g_string_append_printf(system, "\n\n%.*s", (int)g_bytes_get_size(bytes), (const char *)g_bytes_get_data(bytes, NULL));
    }
    coordinates_of_profile(brain, r->native->width, r->native->height, &c);
    g_string_append_printf(system, "\nPoints are %s of the picture, from its top left corner.", coordinates_unit(&c));
    if (c.space == COORDINATES_PIXELS)
        g_string_append_printf(system, " It has %d × %d pixels.", c.picture_width, c.picture_height);
    replace(&r->system, system->str);
}

/* What was told before the first turn stays as it was, so that all requests begin alike. */
static void request(const struct run *run, void *mind, guint module, brain_request *r)
{
    struct computer *m = mind;
    const eye_observation *o = run->look->observation;
    if (!m->opening || !*m->opening) {
        replace(&m->opening, r->user);
        replace(&m->opening_frame, o->frame.path);
    }
    g_free(r->user);
    g_clear_pointer(&r->shorter, g_free); /* what stands in the opening has been said */
    r->user = m->left_out && *m->left_out ? g_strconcat(m->opening, "\n\n", m->left_out, NULL) : g_strdup(m->opening);
    r->native = brain_native_new();
    r->native->width = o->frame.width;
    r->native->height = o->frame.height;
    add_grammar(run, module, r);
    computer_put_turns(m, (guint)option(run, "pictures"), r);
}

/* A model that wants it presses it again. */
static void note_lost(struct run *run, struct computer *m)
{
    g_autofree char *lost = holds_forget(run->holds, "an interruption had let go of it");
    computer_note(m, lost);
}

static void note_names(struct computer *m, const char *what, const char *const *names)
{
    g_autofree char *list = names && *names ? g_strjoinv(", ", (char **)names) : NULL;
    g_autofree char *text = list ? g_strconcat(what, list, NULL) : NULL;
    computer_note(m, text);
}

/* What the next turn is told beside the answers, with the screen as it is now. */
static void tell(struct run *run, struct computer *m)
{
    struct computer_turn *last = computer_last(m);
    if (!last) { /* the opening has all of it */
        note_lost(run, m);
        return;
    }
    const char *said = run->control->hint->str;
    bool told = g_str_has_prefix(said, "The person "); /* a note on handing back says whose it is */
    g_autofree char *hint = *said ? g_strconcat(told ? "" : "The person says: ", said, NULL) : NULL;
    computer_note(m, run->control->trouble);
    note_names(m, "Held down now: ", (const char *const *)run->holds->keys);
    note_names(m, "Held down now, of the mouse: ", (const char *const *)run->holds->buttons);
    note_lost(run, m);
    computer_note(m, hint);
    replace(&last->note, m->note);
    replace(&last->frame, run->look->observation->frame.path);
    replace(&m->note, "");
}

/* ---- what came of it ---- */

/* A call in words, with its points as the model counts them. Caller frees. */
static char *in_measure(const struct run *run, const struct coordinates *c, const action *what)
{
    g_autofree char *words = action_describe(what);
    return points_in_text(c, run->skills->library, words);
}

/* What was executed, as the model that said the last turn counts. NULL = nothing, or no turn stands. Caller frees. */
static char *executed(const struct run *run, const action *what)
{
    struct coordinates c;
    g_autofree char *dialect = NULL, *kept = NULL;
    const form_output *said = step_said(run, TURN);
    const char *reply = said ? form_output_string(said, "turn") : "";
    g_autoptr(native_turn) turn = what && *reply ? computer_read_turn(reply, strlen(reply), &dialect, &kept, &c, NULL) : NULL;
    return turn ? in_measure(run, &c, what) : NULL;
}

static void came(const struct run *run, void *mind, const struct situation_past *past)
{
    struct computer *m = mind;
    const char *person = past->person ? past->person : "";
    int open = computer_open(m);
    struct computer_answer *a = open < 0 ? NULL : g_ptr_array_index(computer_last(m)->answers, (guint)open);
    if (!past->action && !past->verdict)
        return;
    if (past->action && primitive_find(past->action->skill)) { /* a person did it themselves; no agent has these */
        g_autofree char *words = executed(run, past->action), *did = words ? NULL : action_describe(past->action);
        g_autofree char *text = g_strconcat("While the person had taken over, they did this: ", words ? words : did, NULL);
        computer_note(m, text);
    } else if (!past->action) {
        bool answered = g_strcmp0(past->verdict, "answered") == 0;
        m->over = answered && g_str_has_suffix(person, COMPUTER_DONE) && (!a || !*a->name);
        if (a)
            computer_answer(a, answered ? "answered" : "unanswered", person);
        else
            computer_note(m, person);
    } else if (a) {
        g_autofree char *words = executed(run, past->action);
        computer_answer_past(a, past, run->proposing->last, words);
    }
}

/* ---- the step ---- */

static struct computer_answer *answer_at(const struct computer *m, guint i)
{
    return g_ptr_array_index(computer_last(m)->answers, i);
}

static bool is_look(const struct native_call *call)
{
    return call->action == NATIVE_SCREENSHOT || call->action == NATIVE_ZOOM || call->action == NATIVE_CURSOR;
}

static void answer_cursor(const struct run *run, const struct coordinates *c, struct computer_answer *a)
{
    const screen *s = run->look->observation->screen;
    double x, y;
    coordinates_from_screen(c, s ? s->pointer_x : 0, s ? s->pointer_y : 0, &x, &y);
    g_autofree char *text = g_strdup_printf("X=%g,Y=%g", x, y);
    computer_answer(a, "looked", text);
}

/* It is never blocked, and no card. */
static bool look(struct run *run, struct native_call *call, const struct coordinates *c, struct computer_answer *a,
                 GError **error)
{
    struct brain_part part = {0};
    if (!step_observe(run, error))
        return false;
    run->look->fresh = true; /* the next step begins from it */
    if (call->action == NATIVE_CURSOR) {
        answer_cursor(run, c, a);
        return true;
    }
    if (call->action == NATIVE_ZOOM && !native_call_region(call, c, &part)) {
        computer_answer(a, "impossible", call->defect);
        return true;
    }
    replace(&a->frame, run->look->observation->frame.path);
    a->x = part.x;
    a->y = part.y;
    a->width = part.width;
    a->height = part.height;
    computer_answer(a, "looked", NULL);
    return true;
}

/* A provider's own words about a call, for people: whole, unless they are longer than anybody reads. Caller frees. */
static char *safety_shown(const char *words)
{
    g_autofree char *visible = words ? visible_text(words) : NULL;
    if (!visible || g_utf8_strlen(visible, -1) <= SAFETY_MAX)
        return g_steal_pointer(&visible);
    g_autofree char *head = g_utf8_substring(visible, 0, SAFETY_MAX);
    return g_strconcat(head, " … (more than is shown here)", NULL);
}

/* One action, and what came of it. A safety check is a person's to acknowledge, by approving this very card. */
static bool act(struct run *run, const action *what, const char *safety, GError **error)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (gpointer)what);
    run->proposing->safety = safety_shown(safety);
    bool ok = step_act(run, one, error);
    g_clear_pointer(&run->proposing->safety, g_free);
    if (ok && run->working->refused) /* it stands in its answer */
        g_clear_pointer(&run->control->trouble, g_free);
    return ok;
}

/* True: the rest of the batch goes on. */
static bool was_done(const struct run *run, const struct native_call *call)
{
    const struct situation_past *past =
        run->working->past->len ? g_ptr_array_index(run->working->past, run->working->past->len - 1) : NULL;
    bool done = past && g_strcmp0(past->status, "done") == 0 && !(past->person && *past->person);
    return done && (g_strcmp0(past->effect, "changed") == 0 || native_call_is_quiet(call));
}

struct batch {
    const struct native_turn *turn;
    const struct coordinates *c;
    const GPtrArray *actions; /* as the module's output has them: a person may have changed them */
    guint next, left;
    guint lost; /* actions that were dropped */
    bool acted, dropped;
    bool told; /* there is an answer since the last step was remembered */
};

/* `i`: a call that acts, or has no answer yet. */
static bool do_call(struct run *run, struct computer *m, struct batch *b, guint i, GError **error)
{
    struct native_call *call = g_ptr_array_index(b->turn->calls, i);
    struct computer_answer *a = answer_at(m, i);
    g_autoptr(action) own = native_call_action(call, b->c);
    const action *what = own && b->next < b->actions->len ? g_ptr_array_index(b->actions, b->next) : NULL;
    b->next += own != NULL;
    if (a->text && *a->text)
        return true;
    b->told = true;
    if (call->defect) {
        computer_answer(a, "impossible", call->defect);
        b->dropped = true;
    } else if (b->dropped) {
        computer_drop(m, a, NULL);
        b->lost += own != NULL;
    } else if (native_call_is_word(call) && i + 1 < b->turn->calls->len) {
        computer_answer(a, "impossible", "it comes alone, or last in a turn: other calls stood behind it");
    } else if (is_look(call) && !own) {
        return look(run, call, b->c, a, error);
    } else if (own && !what) {
        computer_answer(a, "rejected", "the person left it out");
    } else if (own) {
        g_autofree char *words = action_describe(own), *told = in_measure(run, b->c, own);
        replace(&a->call, words);
        replace(&a->told, told);
        if (b->left-- == 0) {
            computer_drop(m, a, "so many actions of one turn are not done without a look");
            b->dropped = true;
            b->lost++;
            return true;
        }
        b->acted = true;
        if (!act(run, what, call->safety ? call->safety_words : NULL, error))
            return false;
        b->dropped = !was_done(run, call);
        b->told = false;
    }
    return true;
}

/* The model alone is told why; who looks on sees a card that does not come. */
static void tell_lost(struct run *run, const struct batch *b)
{
    const struct situation_past *past =
        run->working->past->len ? g_ptr_array_index(run->working->past, run->working->past->len - 1) : NULL;
    g_autofree char *shown = b->acted && past && past->action ? action_describe(past->action) : NULL;
    const char *came = !shown ? NULL : past->effect && *past->effect ? past->effect : past->verdict;
    g_autofree char *after =
        shown ? g_strdup_printf(" after %s%s%s%s", shown, came ? " (" : "", came ? came : "", came ? ")" : "") : g_strdup("");
    if (b->lost)
        client_notice(run, "warning", "%u more action%s of the turn %s dropped: the model is asked anew%s", b->lost,
                      b->lost == 1 ? "" : "s", b->lost == 1 ? "is" : "are", after);
}

/* What a person put behind the model's own. */
static bool do_more(struct run *run, struct batch *b, GError **error)
{
    for (; !b->dropped && b->next < b->actions->len; b->next++) {
        b->acted = true;
        if (!act(run, g_ptr_array_index(b->actions, b->next), NULL, error))
            return false;
    }
    return true;
}

/* finish and ask_person: by what the form says, which a person may have changed. */
static bool conclude(struct run *run, struct computer *m, const form_output *said, const struct batch *b, enum agent_end *ret_end,
                     char **ret_reason, GError **error)
{
    const char *outcome = form_output_string(said, "outcome");
    bool ask = g_str_equal(outcome, "ask"), end = !ask && !g_str_equal(outcome, "continue");
    if (ask && !b->dropped)
        return step_question(run, form_output_string(said, "question"), form_output_strings(said, "choices"), error);
    bool told = b->told || computer_open(m) >= 0;
    computer_answer_open(m,
                         b->dropped ? "dropped"
                         : end      ? "answered"
                                    : "rejected",
                         "dropped", end ? NULL : "the person says that the task goes on");
    if (end && !b->dropped) {
        *ret_end = g_str_equal(outcome, "success") ? AGENT_SUCCESS : AGENT_FAILED;
        *ret_reason = g_strdup(form_output_string(said, "reasoning"));
    }
    control_forget_hint(run->control);
    if (!b->acted || *ret_end != AGENT_GOES_ON)
        return step_remember(run, NULL, error);
    return !told || step_keep(run, error);
}

/* A script's or a person's output has no turn: nothing is sent back. */
static bool do_plain(struct run *run, const form_output *said, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    const struct native_turn none = {.calls = g_ptr_array_new()};
    struct computer empty = {.turns = g_ptr_array_new()};
    struct batch b = {.turn = &none, .actions = form_output_actions(said, "actions"), .left = G_MAXUINT};
    bool idle = b.actions->len == 0 && g_str_equal(form_output_string(said, "outcome"), "continue");
    bool ok = idle ? step_idle(run, "the last answer had no action", error)
                   : do_more(run, &b, error) && conclude(run, &empty, said, &b, ret_end, ret_reason, error);
    g_ptr_array_unref(none.calls);
    g_ptr_array_unref(empty.turns);
    return ok;
}

/* A model calls its tool; only a person or a script in its place chooses among skills. */
static bool is_model(const struct run *run)
{
    g_autoptr(brain_profile) brain = config_brain(run->cfg, brains_of_module(run, TURN), NULL);
    return brain && brain->sees;
}

/* Asks, and keeps what is said. */
static bool think(struct run *run, struct computer *m, GError **error)
{
    struct coordinates c;
    g_autofree char *dialect = NULL, *said = NULL;
    /* an earlier step, or a dead engine, may have left calls without an answer */
    bool taken = g_strcmp0(run->control->pause_reason, CONTROL_TAKE_OVER) == 0;
    computer_answer_open(m, taken ? "handed_back" : "resumed", "dropped", NULL);
    if (!step_observe(run, error) || (!is_model(run) && !step_retrieve(run, NULL, error)) ||
        (!computer_last(m) && !step_recall(run, NULL, error)))
        return false;
    tell(run, m);
    if (!step_ask_one(run, TURN, error))
        return false;
    const char *reply = form_output_string(step_said(run, TURN), "turn");
    g_autoptr(native_turn) turn = *reply ? computer_read_turn(reply, strlen(reply), &dialect, &said, &c, error) : NULL;
    if (!turn) {
        replace(&m->opening, "");
        return !*reply;
    }
    control_forget_hint(run->control);
    g_clear_pointer(&run->control->trouble, g_free);
    computer_push(m, run->step, dialect, said, turn);
    return step_keep(run, error);
}

/* Where a correction has begun the step anew: true, what was said stands and is gone on with. */
static bool stands(struct run *run, struct computer *m)
{
    struct computer_turn *last = computer_last(m);
    if (!last || last->step < run->step)
        return false;
    bool begun = last->answers->len && computer_open(m) != 0;
    if (begun && step_said(run, TURN))
        return true;
    if (begun)
        computer_answer_open(m, "dropped", "dropped", NULL);
    else
        computer_pop(m);
    return false;
}

/* The person's word ends the run in the step of the question: there may be no other. */
static bool end_if_over(const struct computer *m, enum agent_end *ret_end, char **ret_reason)
{
    if (m->over) {
        *ret_end = AGENT_SUCCESS;
        *ret_reason = g_strdup("the person says that it is done");
    }
    return true;
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct computer *m = mind;
    struct coordinates c;
    g_autofree char *dialect = NULL, *kept = NULL;
    *ret_end = AGENT_GOES_ON;
    if (m->over) /* an engine had died behind the answer */
        return end_if_over(m, ret_end, ret_reason) && step_remember(run, NULL, error);
    if (!stands(run, m) && !think(run, m, error))
        return false;
    const form_output *said = step_said(run, TURN);
    const char *reply = form_output_string(said, "turn");
    if (!*reply)
        return do_plain(run, said, ret_end, ret_reason, error) && end_if_over(m, ret_end, ret_reason);
    g_autoptr(native_turn) turn = computer_read_turn(reply, strlen(reply), &dialect, &kept, &c, error);
    if (!turn)
        return false;
    struct batch b = {
        .turn = turn, .c = &c, .actions = form_output_actions(said, "actions"), .left = (guint)option(run, "batch")};
    for (guint i = 0; i < turn->calls->len; i++)
        if (!do_call(run, m, &b, i, error))
            return false;
    tell_lost(run, &b);
    return do_more(run, &b, error) && conclude(run, m, said, &b, ret_end, ret_reason, error) &&
           end_if_over(m, ret_end, ret_reason);
}

const struct agent agent_computer = {
    .name = "computer",
    .about = "the model's own computer tool: for Claude, GPT, Gemini, UI-TARS, Qwen",
    .modules = modules,
    .mind = &computer_mind,
    .options = options,
    .libraries = libraries,
    .request = request,
    .came = came,
    .step = step,
};
