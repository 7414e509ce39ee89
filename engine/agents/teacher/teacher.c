/* The agent of `reins teach`: a person shows how a task is done. What they do on the program itself, or by calls in the console,
 * is a run like any other; in the end it becomes the draft of a skill. No model is asked. */

#include "engine/agents/teacher/taught_skill.h"
#include "engine/agents/teacher/teacher.h"
#include "engine/client/client.h"
#include "engine/eye/eye.h"
#include "engine/run/answers.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/run/working.h"
#include "engine/step/plan_context.h"
#include "engine/step/step.h"
#include "engine/step/watch.h"
#include "memory/skills.h"
#include "skills/timeline/action.h"

#include <string.h>

#define STEPS_MAX 256
#define SEEN_MAX 4096 /* of one screen */
#define SEEN_DIGITS 16
#define SEND "send them"
#define RUNS_LOOKED_AT 200 /* for an earlier demonstration */

static const struct mind_field shown_fields[] = {{"id", MIND_INTEGER, offsetof(struct shown, id)},
                                                 {"call", MIND_INTEGER, offsetof(struct shown, call)},
                                                 {"action", MIND_STRING, offsetof(struct shown, action)},
                                                 {"x", MIND_INTEGER, offsetof(struct shown, x)},
                                                 {"y", MIND_INTEGER, offsetof(struct shown, y)},
                                                 {"element", MIND_STRING, offsetof(struct shown, element)},
                                                 {"name", MIND_STRING, offsetof(struct shown, name)},
                                                 {"before", MIND_STRING, offsetof(struct shown, before)},
                                                 {"after", MIND_STRING, offsetof(struct shown, after)},
                                                 {"await", MIND_STRING, offsetof(struct shown, await)},
                                                 {"await_role", MIND_STRING, offsetof(struct shown, await_role)},
                                                 {0}};
static const struct mind_table shown_table = {sizeof(struct shown), shown_fields};
static const struct mind_field numbered_fields[] = {
    {"number", MIND_INTEGER, offsetof(struct numbered, number)}, {"text", MIND_STRING, offsetof(struct numbered, text)}, {0}};
static const struct mind_table numbered_table = {sizeof(struct numbered), numbered_fields};
static const struct mind_field fields[] = {
    {"way", MIND_STRING, offsetof(struct teacher, way)},
    {"steps", MIND_ROWS, offsetof(struct teacher, steps), &shown_table, STEPS_MAX},
    {"describing", MIND_INTEGER, offsetof(struct teacher, describing)},
    {"old", MIND_STRING, offsetof(struct teacher, old)},
    {"frame", MIND_STRING, offsetof(struct teacher, frame)},
    {"now", MIND_STRINGS, offsetof(struct teacher, now), NULL, SEEN_MAX},
    {"earlier", MIND_STRINGS, offsetof(struct teacher, earlier), NULL, SEEN_MAX},
    {"numbered", MIND_ROWS, offsetof(struct teacher, numbered), &numbered_table, BOARD_ROWS_MAX},
    {0}};
static const struct mind_table mind = {sizeof(struct teacher), fields};

static const struct field demonstrate_fields[] = {
    {"actions", FIELD_ACTIONS, NULL, true, 16, "what you do next, as skill calls, in their order; empty if the task is over"},
    {"outcome", FIELD_STRING, "continue|success|failed", true, 0, "success once it is done"},
};
static const struct module_says says[] = {{SAYS_ACTIONS, "actions", NULL}, {SAYS_OUTCOME, "outcome", "continue"}, {0}};
static const struct field describe_fields[] = {
    {"documentation", FIELD_STRING, NULL, true, 2000,
     "what the element is for, in one or two sentences; empty if it does not show"},
    {"contradiction", FIELD_STRING, NULL, false, 1000, "what does not agree with the document so far, in one sentence"},
};
enum { DEMONSTRATE, DESCRIBE };
static const struct module modules[] = {
    [DEMONSTRATE] = {MODULE_FORM("demonstrate", demonstrate_fields), .says = says, .overlays = true, .always = true,
                     .images = module_images_before_and_now},
    [DESCRIBE] = {MODULE_FORM("describer", describe_fields), .rank = 1, .always = true},
    {{0}},
};
static const char *const libraries[] = {"elements", "appagent", NULL};
static const struct option_row options[] = {
    {NULL, "name", OPTION_STRING, "", 0, 0, NULL, "name of the skill that it becomes; without one there is no draft"},
    {NULL, "by", OPTION_CHOICE, "console", 0, 0, "console|program",
     "console: by calls in the console; program: on the program itself, with mouse and keyboard"},
    {NULL, "pause_key", OPTION_STRING, "Pause", 0, 0, NULL, "the key that pauses the recording from the program's window"},
    {0},
};

static const char *value(const struct run *run, const char *key)
{
    return run_option(run->options, run->cfg, key);
}

/* ---- its steps ---- */

static action *action_of(const struct shown *s)
{
    return s->action ? action_from_json(s->action, strlen(s->action), NULL) : NULL;
}

/* Not the words themselves, which nobody has agreed to keep. Caller frees. */
static char *mark_of(const char *role, const char *name)
{
    g_autofree char *both = g_strdup_printf("%s \"%s\"", role, name);
    char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, both, -1);
    sum[SEEN_DIGITS] = '\0';
    return sum;
}

static char *window_mark(const struct eye_window *w)
{
    return g_strdup_printf("0x%" G_GINT64_MODIFIER "x", w->id);
}

/* What the screen has that a skill can wait for. */
static void see(GPtrArray *seen, const eye_observation *o)
{
    g_ptr_array_set_size(seen, 0);
    for (guint i = 0; i < o->screen->marks->len && seen->len + 2 < SEEN_MAX; i++) {
        const struct screen_mark *mark = &g_array_index(o->screen->marks, struct screen_mark, i);
        g_ptr_array_add(seen, g_strdup(mark->id));
        g_ptr_array_add(seen, mark_of(mark->role, mark->text));
    }
    for (guint i = 0; i < o->windows->len && seen->len < SEEN_MAX; i++)
        g_ptr_array_add(seen, window_mark(o->windows->pdata[i]));
}

/* Of the step that was done on it. */
static void keep_seen(struct teacher *m, const struct run *run)
{
    const eye_observation *before = run->proposing->taught.before, *now = run->look->observation;
    GPtrArray *was = m->earlier;
    m->earlier = m->now; /* done by a call: what was seen when it was planned */
    m->now = was;
    if (before)
        see(m->earlier, before);
    if (now)
        see(m->now, now);
}

static bool was_there(const struct teacher *m, const char *mark)
{
    for (guint i = 0; i < m->earlier->len; i++)
        if (g_str_equal(m->earlier->pdata[i], mark))
            return true;
    return m->earlier->len == 0; /* nothing was done before */
}

static const char *text_of(const action *did, const char *name)
{
    const struct value *v = action_get(did, name);
    return v && v->type == VALUE_STRING ? v->string : "";
}

/* The element that it was done on, or else the window with the focus, where that was not there before the last step. By its
 * name, unless another one had that before. */
static void note_await(const struct teacher *m, const struct run_proposing *p, const action *did, struct shown *s)
{
    const bool pressed = *text_of(did, "element");
    const char *role = pressed          ? text_of(did, "role")
                       : p->taught.role ? p->taught.role
                                        : "",
               *name = pressed             ? text_of(did, "element")
                       : p->taught.element ? p->taught.name + strlen(role) + 1
                                           : "";
    const eye_observation *before = p->taught.before;
    const struct eye_window *window = before ? eye_observation_window(before, before->focus) : NULL;
    const char *id = p->taught.element ? p->taught.element : "";
    g_autofree char *name_mark = mark_of(role, name), *focus_mark = window ? window_mark(window) : NULL;
    if (*id ? !was_there(m, id) : *name && !was_there(m, name_mark)) {
        s->await = g_strdup(*name && !was_there(m, name_mark) ? name : id);
        s->await_role = g_strdup(role);
    } else if (!*id && !*name && window && *window->title && !was_there(m, focus_mark)) {
        s->await = g_strdup(window->title);
        s->await_role = g_strdup(SCREEN_WINDOW);
    }
}

static void add(struct teacher *m, const struct run *run, const struct situation_past *past)
{
    const struct run_proposing *p = run->proposing;
    const eye_observation *now = run->look->observation;
    if (m->steps->len >= STEPS_MAX)
        return;
    struct shown *s = mind_new(&shown_table);
    *s = (struct shown){.id = past->step,
                        .call = run->answers->of[DEMONSTRATE].call,
                        .action = action_to_json(past->action),
                        .x = p->pressed_x,
                        .y = p->pressed_y,
                        .element = g_strdup(p->taught.element),
                        .name = g_strdup(p->taught.name),
                        .before = g_strdup(p->taught.before ? p->taught.before->frame.hash : m->frame),
                        .after = g_strdup(now ? now->frame.hash : NULL)};
    note_await(m, p, past->action, s);
    g_ptr_array_add(m->steps, s);
    keep_seen(m, run);
}

static void rows(const void *of, GPtrArray *ret)
{
    const struct teacher *m = of;
    for (guint i = 0; i < m->steps->len; i++) {
        const struct shown *s = m->steps->pdata[i];
        g_autofree char *text = action_json_describe(s->action);
        g_ptr_array_add(ret, board_row_new(s->id, 0, BOARD_DONE, text ? text : "", NULL));
    }
}

static int place_of(const struct teacher *m, gint64 row)
{
    for (guint i = 0; i < m->steps->len; i++)
        if (((const struct shown *)m->steps->pdata[i])->id == row)
            return (int)i;
    return -1;
}

/* The reply that it stands in has what is left of it. */
static bool keep_reply(struct run *run, const struct teacher *m, gint64 call, GError **error)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    for (guint i = 0; i < m->steps->len; i++) {
        const struct shown *s = m->steps->pdata[i];
        action *did = s->call == call ? action_of(s) : NULL;
        if (did)
            g_ptr_array_add(left, did);
    }
    return !call || step_watch_correct(run, DEMONSTRATE, call, left, error);
}

static bool leave_out(struct run *run, struct teacher *m, int i, GError **error)
{
    const gint64 call = ((const struct shown *)m->steps->pdata[i])->call;
    g_ptr_array_remove_index(m->steps, (guint)i);
    return keep_reply(run, m, call, error);
}

static bool change(struct run *run, void *of, gint64 row, enum board_verb verb, const char *text, GError **error)
{
    (void)verb;
    (void)text;
    int i = place_of(of, row);
    if (i >= 0)
        return leave_out(run, of, i, error);
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_ROW, "there is no step %d", (int)row);
    return false;
}

/* ---- what a call can name by a number ---- */

static void number(struct teacher *m, const screen *s)
{
    g_ptr_array_set_size(m->numbered, 0);
    for (guint i = 0; i < s->marks->len && m->numbered->len < BOARD_ROWS_MAX; i++) {
        const struct screen_mark *mark = &g_array_index(s->marks, struct screen_mark, i);
        if (mark->left_out)
            continue;
        struct numbered *n = mind_new(&numbered_table);
        *n = (struct numbered){mark->number, g_strdup_printf("%s \"%s\"", *mark->role ? mark->role : mark->kind, mark->text)};
        g_ptr_array_add(m->numbered, n);
    }
}

static void number_rows(const void *of, GPtrArray *ret)
{
    const struct teacher *m = of;
    for (guint i = 0; i < m->numbered->len; i++) {
        const struct numbered *n = m->numbered->pdata[i];
        g_ptr_array_add(ret, board_row_new(n->number, 0, BOARD_OPEN, n->text, NULL));
    }
}

static const struct board boards[] = {
    {"steps", "Steps", BOARD_REMOVE, rows, change}, {"elements", "Elements", 0, number_rows, NULL}, {0}};

/* On the program, by calls, or driven in a take-over. */
static void came(const struct run *run, void *of, const struct situation_past *past)
{
    struct teacher *m = of;
    const bool done = past->action && g_strcmp0(past->status, "done") == 0 && place_of(m, past->step) < 0;
    if (done)
        add(m, run, past);
}

/* ---- the skill ---- */

/* The actions of a run as they are kept; NULL = it has none that can be read. Caller unrefs. */
static GPtrArray *actions_of(const struct run *run, gint64 of)
{
    GPtrArray *actions = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    g_autoptr(GPtrArray) calls = memory_calls(run->store, of, 0, NULL);
    for (guint i = 0; calls && i < calls->len; i++) {
        const struct memory_call *call = calls->pdata[i];
        const char *json = call->correction ? call->correction : call->output;
        json = g_str_equal(call->module, modules[DEMONSTRATE].form.name) ? json : NULL;
        g_autoptr(form_output) output = json ? module_parse(&modules[DEMONSTRATE], json, strlen(json), NULL) : NULL;
        const GPtrArray *did = output ? form_output_actions(output, "actions") : NULL;
        for (guint n = 0; did && n < did->len; n++)
            g_ptr_array_add(actions, action_copy(did->pdata[n]));
    }
    return actions;
}

/* The last demonstration before this one of a skill of that name; 0 = none. */
static gint64 earlier(const struct run *run, const char *name)
{
    g_autoptr(GPtrArray) runs = memory_runs(run->store, "ended", RUNS_LOOKED_AT, NULL);
    for (guint i = 0; runs && i < runs->len; i++) {
        const struct memory_run *row = runs->pdata[i];
        if (row->id == run->id || g_strcmp0(row->agent, run->options->agent) != 0 || g_strcmp0(row->outcome, "success") != 0)
            continue;
        g_autoptr(run_options) o = row->options ? run_options_from_json(row->options, strlen(row->options), NULL) : NULL;
        if (o && g_strcmp0(run_option(o, run->cfg, "name"), name) == 0)
            return row->id;
    }
    return 0;
}

static bool ask_parameters(struct run *run, const GArray *steps, GPtrArray *names, GError **error)
{
    g_autofree char *texts = taught_texts(steps, names), *why = NULL;
    for (bool chosen = names->len == 0; !chosen;) {
        g_autofree char *question = g_strdup_printf("%s%sWhich of these texts are parameters of the skill? %s. Answer with their "
                                                    "numbers, and with other names as 2=amount; or with none.",
                                                    why ? why : "", why ? ". " : "", texts);
        g_autofree char *answer = NULL;
        if (!step_ask_person(run, question, NULL, false, &answer, error))
            return false;
        g_clear_pointer(&why, g_free);
        chosen = taught_choose(steps, answer, names, &why);
    }
    return true;
}

/* A call has the element's id where its name does not find it again: a person knows it by its name alone. */
static const char *named(const struct shown *s, const action *did)
{
    const struct value *element = action_get(did, "element"), *role = action_get(did, "role");
    const bool by_id = element && element->type == VALUE_STRING && g_strcmp0(element->string, s->element) == 0;
    const gsize before = role && role->type == VALUE_STRING ? strlen(role->string) + 1 : 0; /* "text Name" */
    return !by_id ? NULL : s->name && strlen(s->name) >= before ? s->name + before : "";
}

/* As the newest version of the skill calls them. */
static bool keep_names(const struct run *run, const char *name, GPtrArray *names, GError **error)
{
    g_autoptr(GPtrArray) versions = memory_skill_versions(run->store, name, error);
    const memory_skill *newest = versions && versions->len ? versions->pdata[0] : NULL;
    if (newest && newest->code)
        taught_names_of(newest->code, names);
    return versions != NULL;
}

static bool draft(struct run *run, struct teacher *m, GError **error)
{
    const char *name = value(run, "name");
    g_autoptr(GPtrArray) actions = g_ptr_array_new_with_free_func((GDestroyNotify)action_free), texts = g_ptr_array_new();
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(struct taught));
    for (guint i = 0; i < m->steps->len; i++) {
        const struct shown *s = m->steps->pdata[i];
        action *did = action_of(s);
        if (!did)
            continue;
        const struct taught one = {did, (int)s->x, (int)s->y, named(s, did), s->await, s->await_role};
        g_ptr_array_add(actions, did);
        g_array_append_val(steps, one);
    }
    if (!name || !*name || steps->len == 0)
        return true;
    const gint64 other = earlier(run, name);
    g_autoptr(GPtrArray) names = taught_names(steps), before = other ? actions_of(run, other) : NULL;
    g_autofree char *why = NULL;
    if (!keep_names(run, name, names, error))
        return false;
    const bool two = before && taught_same(steps, before, names, &why);
    if (why)
        client_notice(run, "warning", "run %d teaches %s, too, but differs in more than its texts: %s", (int)other, name, why);
    if (!two && !ask_parameters(run, steps, names, error))
        return false;
    g_autofree char *text = taught_skill(name, run->options->task, steps, names);
    g_autofree char *note =
        two ? g_strdup_printf("taught, with run %d as the other demonstration", (int)other) : g_strdup("taught");
    g_ptr_array_add(texts, text);
    return step_draft(run, texts, note, error);
}

/* Nothing is sent before they have seen what it is and have agreed. */
static bool describe(struct run *run, struct teacher *m, GError **error)
{
    const char *brain = described_by(run);
    const guint n = described_steps(m);
    if (!brain || n == 0)
        return true;
    g_autoptr(GPtrArray) choices = g_ptr_array_new();
    g_ptr_array_add(choices, (char *)SEND);
    g_ptr_array_add(choices, (char *)"no documents");
    g_autofree char
        *answer = NULL,
        *question = g_strdup_printf(
            "May %s write documents of the elements that you used? It is sent the pictures before and after %u step%s, the "
            "element, and the "
            "call as the board of steps has it, with texts that were kept. Look at the pictures of the steps first (F4).",
            brain, n, n == 1 ? "" : "s");
    return step_ask_person(run, question, choices, true, &answer, error) &&
           (!g_str_equal(answer, SEND) || described_ask(run, m, DESCRIBE, error));
}

static bool end(struct run *run, struct teacher *m, bool success, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    if (success && (!draft(run, m, error) || (g_strcmp0(m->way, "program") == 0 && !describe(run, m, error))))
        return false;
    *ret_end = success ? AGENT_SUCCESS : AGENT_FAILED;
    *ret_reason = g_strdup_printf("%u step%s taught%s", m->steps->len, m->steps->len == 1 ? " was" : "s were",
                                  success ? "" : ", and the person gave it up");
    return step_remember(run, NULL, error);
}

/* ---- on the program ---- */

#define DONE "done"
#define GIVE_UP "give up"
#define LEAVE_OUT "leave out the last step"
#define RECORD "record what I do in the program"
#define BY_CALLS "no: only what I do in the console"

/* Nothing is recorded before it is answered. */
static bool ask_consent(struct run *run, struct teacher *m, GError **error)
{
    g_autoptr(GPtrArray) choices = g_ptr_array_new();
    g_ptr_array_add(choices, (char *)RECORD);
    g_ptr_array_add(choices, (char *)BY_CALLS);
    g_autofree char *app = plan_context_app(run);
    g_autofree char *question = g_strdup_printf(
        "May reins record what you do in %s? Recorded are presses, swipes, the wheel, and keys by name, each with a picture "
        "before and after it, in %s, on this computer only. A text is kept only from a field that says that it is none for a "
        "password; "
        "of any other, only the number of keys. Nothing of other programs is recorded. The key %s there, or a pause here, stops "
        "it.",
        run->options->app ? run->options->app
        : app             ? app
                          : "the program",
        memory_frames_dir(run->store), value(run, "pause_key"));
    g_autofree char *answer = NULL;
    if (!step_ask_person(run, question, choices, true, &answer, error))
        return false;
    g_free(m->way);
    m->way = g_strdup(g_str_equal(answer, RECORD) ? "program" : "console");
    return step_keep(run, error);
}

static struct shown *last_untold(const struct teacher *m)
{
    struct shown *s = m->steps->len ? m->steps->pdata[m->steps->len - 1] : NULL;
    g_autoptr(action) did = s ? action_of(s) : NULL;
    return did && g_str_equal(did->skill, WATCH_UNTOLD) ? s : NULL;
}

/* The person says what they have typed. */
static bool tell_text(struct run *run, const struct teacher *m, struct shown *s, const char *text, GError **error)
{
    g_autoptr(action) typed = action_new("type_text");
    action_set_string(typed, "text", text);
    g_free(s->action);
    s->action = action_to_json(typed);
    return keep_reply(run, m, s->call, error) && step_keep(run, error);
}

static char *question_of(const struct teacher *m)
{
    const struct shown *last = m->steps->len ? m->steps->pdata[m->steps->len - 1] : NULL;
    g_autofree char *text = last ? action_json_describe(last->action) : NULL;
    return g_strdup_printf("Recording: %u step%s%s%s.%s", m->steps->len, m->steps->len == 1 ? "" : "s", text ? ", the last " : "",
                           text ? text : "",
                           last_untold(m) ? " Its text is not kept: answer with the text to have it kept." : "");
}

static bool on_program(struct run *run, struct teacher *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    g_autoptr(GPtrArray) choices = g_ptr_array_new();
    g_ptr_array_add(choices, (char *)DONE);
    g_ptr_array_add(choices, (char *)GIVE_UP);
    if (m->steps->len)
        g_ptr_array_add(choices, (char *)LEAVE_OUT);
    for (;;) {
        g_autofree char *question = question_of(m);
        struct watched w;
        if (!step_watch(run, DEMONSTRATE, question, choices, value(run, "pause_key"), &w, error))
            return false;
        if (w.did) {
            watched_clear(&w);
            return true;
        }
        g_autofree char *answer = g_steal_pointer(&w.answer);
        const bool done = g_str_equal(answer, DONE), over = done || g_str_equal(answer, GIVE_UP);
        if (over)
            return step_watch_end(run, DEMONSTRATE, done ? "success" : "failed", error) &&
                   end(run, m, done, ret_end, ret_reason, error);
        if (g_str_equal(answer, LEAVE_OUT) && m->steps->len) {
            if (!leave_out(run, m, (int)m->steps->len - 1, error) || !step_keep(run, error))
                return false;
        } else if (!last_untold(m)) {
            client_notice(run, "warning", "the last step has no text that is to be told");
        } else if (!tell_text(run, m, last_untold(m), answer, error)) {
            return false;
        }
    }
}

/* ---- by calls ---- */

/* Also a replay of what was shown: each goes through the gate. */
static bool by_calls(struct run *run, struct teacher *m, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    if (!step_retrieve(run, NULL, error) || !step_ask_one(run, DEMONSTRATE, error))
        return false;
    const form_output *said = step_said(run, DEMONSTRATE);
    const char *outcome = form_output_string(said, "outcome");
    if (!g_str_equal(outcome, "continue"))
        return end(run, m, g_str_equal(outcome, "success"), ret_end, ret_reason, error);
    const GPtrArray *actions = form_output_actions(said, "actions");
    g_autoptr(GPtrArray) named = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    bool other = false;
    for (guint i = 0; i < actions->len; i++) {
        g_ptr_array_add(named, step_watch_named(run, actions->pdata[i]));
        other = other || !g_str_equal(((const action *)named->pdata[i])->skill, ((const action *)actions->pdata[i])->skill);
    }
    if (other && !step_watch_correct(run, DEMONSTRATE, run->answers->of[DEMONSTRATE].call, named, error))
        return false;
    return named->len ? step_act(run, named, error) : step_remember(run, NULL, error);
}

static bool step(struct run *run, void *of, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    struct teacher *m = of;
    *ret_end = AGENT_GOES_ON;
    if ((!m->way || !*m->way) && g_str_equal(value(run, "by"), "program") && !ask_consent(run, m, error))
        return false;
    if (!step_observe(run, error))
        return false;
    g_free(m->frame);
    m->frame = g_strdup(run->look->observation->frame.hash);
    see(m->now, run->look->observation);
    if (g_strcmp0(m->way, "program") == 0)
        return on_program(run, m, ret_end, ret_reason, error);
    number(m, run->look->observation->screen);
    return by_calls(run, m, ret_end, ret_reason, error);
}

static bool by_elements(const struct run *run)
{
    (void)run;
    return true;
}

static const char *const names[] = {"element", "did", "old", NULL};

static void values(const struct run *run, const void *of, struct prompt_values *v)
{
    described_values(run, of, v);
}

static void request(const struct run *run, void *of, guint module, brain_request *r)
{
    if (module == DESCRIBE)
        described_request(run, of, r);
}

const struct agent agent_teacher = {
    .name = "teacher",
    .about = "a person shows how it is done: reins teach",
    .modules = modules,
    .mind = &mind,
    .boards = boards,
    .options = options,
    .libraries = libraries,
    .names = names,
    .values = values,
    .request = request,
    .by_elements = by_elements,
    .watches = true,
    .step = step,
    .came = came,
};
